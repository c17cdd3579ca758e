//! Access by rate: whoever has something to send asks for so many slots of every frame, and has
//! them until it asks for others or the request is too old.
//!
//! Rate-based dynamic capacity (RBDC) of DVB-RCS2 (ETSI EN 301 545-2). How a terminal measures its
//! rate is its own affair there; here it asks for what came within a window and what waits, to be
//! sent within such a window. Contention is that of demand assignment: slotted ALOHA with binary
//! exponential backoff.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Duration, RandomStream, Rate, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan, Span};

use super::{Access, AccessError, Burst, Carrier, Controller, Frame, Step, Surroundings};

parameters! {
    /// Terminals ask for a rate, and have it until they ask for another or it lapses.
    pub struct RateBased "rate-based"
    from "ETSI EN 301 545-2 (DVB-RCS2): RBDC; slotted ALOHA: Roberts 1975" {
        /// From the beginning of a frame to that of the next; the first begins with the run.
        frame: PositiveSpan,
        /// Slots of each frame for data. All slots of a frame are of one length.
        slots: Count<1, 10_000>,
        /// Slots of each frame, before those for data, in which any terminal without a rate may
        /// ask. Requests in the same slot collide and are lost.
        contention_slots: Count<1, 10_000>,
        /// From the end of a request's slot until frames can begin that serve it: propagation to
        /// the controller and back, and what the controller takes. Default: twice the propagation
        /// delay to the satellite; in a beam, to its transmitter.
        grant_delay: Option<Span> = None,
        /// Frames over which a terminal measures what comes, and within which it wants to send
        /// what waits.
        window: Count<1, 10_000> = 10,
        /// Frames for which a rate is granted. A terminal that sends asks anew after half of them.
        lifetime: Count<1, 1_000_000> = 100,
        /// After the n-th collision in a row, and once it could have had a grant, a terminal waits
        /// for 0 to 2^n - 1 frames, drawn evenly, before it asks again; n counts up to this.
        backoff: Count<0, 16> = 5,
    }
}

impl RateBased {
    fn all_slots(&self) -> u32 {
        self.slots + self.contention_slots
    }

    fn slot_bytes(&self, rate: Rate) -> u128 {
        let bits = u128::from(rate.as_bps()) * u128::from(self.frame.as_nanos());
        bits / u128::from(self.all_slots()) / 8_000_000_000
    }
}

impl Access for RateBased {
    fn sense(&self, rate: Rate) -> Result<(), AccessError> {
        let bytes = self.slot_bytes(rate);
        let (found, expected) = match bytes {
            0 => (
                format!("{} slots in {} at {} bit/s", self.all_slots(), self.frame, rate.as_bps()),
                "slots that carry at least a byte each",
            ),
            1..=1_000_000_000 => return Ok(()),
            _ => (format!("slots of {bytes} B"), "slots of at most a gigabyte"),
        };
        Err(AccessError { key: "frame", found, expected: expected.into() })
    }

    fn build(&self, carrier: Carrier) -> Box<dyn Controller> {
        Box::new(Rates::new(self, carrier))
    }
}

#[derive(Debug)]
struct User {
    stream: RandomStream,
    /// Bytes that wait.
    backlog: u64,
    /// Bytes that came in each of the last frames of the window, the present one last.
    came: VecDeque<u64>,
    carrier: Option<u32>,
    /// Requests that were heard: from when they are served, and how many slots of each frame.
    underway: VecDeque<(SimTime, u32)>,
    /// What it asked for last, and when.
    asked: Option<(SimTime, u32)>,
    /// Slots of each frame that it has, until this instant.
    rate: u32,
    lapses: SimTime,
    /// Collisions in a row.
    collisions: u32,
    /// Not before this instant does it ask in contention.
    quiet_until: SimTime,
}

impl User {
    fn new(stream: RandomStream) -> Self {
        Self {
            stream,
            backlog: 0,
            came: VecDeque::from([0]),
            carrier: None,
            underway: VecDeque::new(),
            asked: None,
            rate: 0,
            lapses: SimTime::ZERO,
            collisions: 0,
            quiet_until: SimTime::ZERO,
        }
    }

    /// Slots of each frame to ask for.
    fn wanted(&self, config: &RateBased, slot_bytes: u32) -> u32 {
        let bytes = self.came.iter().sum::<u64>().saturating_add(self.backlog);
        let slots = bytes.div_ceil(u64::from(config.window) * u64::from(slot_bytes));
        u32::try_from(slots).unwrap_or(u32::MAX).min(config.slots)
    }

    fn takes_part(&self) -> bool {
        self.backlog > 0
            || self.rate > 0
            || !self.underway.is_empty()
            || self.came.iter().any(|bytes| *bytes > 0)
    }

    /// Forgets what it asked for, at another carrier.
    fn leave(&mut self) {
        self.underway.clear();
        self.asked = None;
        self.rate = 0;
        self.collisions = 0;
        self.quiet_until = SimTime::ZERO;
    }
}

/// The controllers of all carriers of one kind, each with its own frames at the same instants.
struct Rates {
    config: RateBased,
    rate: Rate,
    start: SimTime,
    slot_bytes: u32,
    users: Vec<User>,
    active: BTreeSet<u32>,
    next_frame: Option<SimTime>,
    /// Bursts of the frame, by their beginnings.
    bursts: VecDeque<Burst>,
    /// For each carrier, the user who comes first in turn.
    turns: BTreeMap<u32, u32>,
}

impl Rates {
    fn new(config: &RateBased, carrier: Carrier) -> Self {
        Self {
            config: config.clone(),
            rate: carrier.rate,
            start: carrier.start,
            slot_bytes: config.slot_bytes(carrier.rate) as u32,
            users: carrier.streams.into_iter().map(User::new).collect(),
            active: BTreeSet::new(),
            next_frame: None,
            bursts: VecDeque::new(),
            turns: BTreeMap::new(),
        }
    }

    fn frame_from(&self, t: SimTime) -> SimTime {
        let length = self.config.frame.as_nanos();
        let frames = t.saturating_since(self.start).as_nanos().div_ceil(length);
        self.start.saturating_add(Duration::from_nanos(frames.saturating_mul(length)))
    }

    fn frames(&self, count: u64) -> Duration {
        Duration::from_nanos(self.config.frame.as_nanos().saturating_mul(count))
    }

    fn frame(&self, start: SimTime) -> Frame {
        Frame {
            start,
            length: self.config.frame,
            slots: self.config.all_slots(),
            slot_bytes: self.slot_bytes,
            rate: self.rate,
        }
    }

    fn grant_delay(&self, user: u32, now: SimTime, around: &mut dyn Surroundings) -> Duration {
        self.config.grant_delay.unwrap_or_else(|| around.round_trip(user, now))
    }

    /// Grants the slots of the frame that begins at `now` on one carrier: one for each in turn, up
    /// to its rate.
    fn grant(&mut self, now: SimTime, carrier: u32, members: &[u32], steps: &mut Vec<Step>) {
        let mut shares: BTreeMap<u32, u32> = BTreeMap::new();
        let turn = self.turns.get(&carrier).copied().unwrap_or(0);
        let mut asking: Vec<u32> =
            members.iter().copied().filter(|user| self.users[*user as usize].rate > 0).collect();
        let first = asking.partition_point(|user| *user < turn);
        asking.rotate_left(first);
        let mut left = self.config.slots;
        while left > 0 && !asking.is_empty() {
            let given = asking.len().min(left as usize);
            for user in &asking[..given] {
                *shares.entry(*user).or_default() += 1;
            }
            left -= given as u32;
            self.turns.insert(carrier, asking[given - 1] + 1);
            asking.truncate(given);
            asking.retain(|user| shares[user] < self.users[*user as usize].rate);
        }
        let mut first = self.config.contention_slots;
        for (user, slots) in shares {
            if self.users[user as usize].backlog == 0 {
                steps.push(Step::Unused { user, slots });
            } else {
                let frame = self.frame(now);
                self.bursts.push_back(Burst { user, slots, frame, first });
            }
            first += slots;
        }
    }

    /// Requests of those on one carrier who have no rate.
    fn contend(
        &mut self,
        now: SimTime,
        members: &[u32],
        around: &mut dyn Surroundings,
        steps: &mut Vec<Step>,
    ) {
        let choices = self.config.contention_slots;
        let mut taken: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &user in members {
            let own = &mut self.users[user as usize];
            let is_silent = own.rate == 0 && own.underway.is_empty();
            if own.backlog > 0 && is_silent && own.quiet_until <= now {
                let slot = (own.stream.uniform() * f64::from(choices)) as u32;
                taken.entry(slot.min(choices - 1)).or_default().push(user);
            }
        }
        for (slot, asking) in taken {
            let end = self.frame(now).slot_start(slot + 1);
            let is_alone = asking.len() == 1;
            for user in asking {
                let answered = end + self.grant_delay(user, now, around);
                let usable = self.frame_from(answered);
                let own = &mut self.users[user as usize];
                let slots = own.wanted(&self.config, self.slot_bytes);
                if is_alone {
                    own.collisions = 0;
                    own.asked = Some((now, slots));
                    own.underway.push_back((answered, slots));
                    steps.push(Step::Requested { user, slots });
                    continue;
                }
                own.collisions = (own.collisions + 1).min(self.config.backoff);
                let frames = 1u64 << own.collisions;
                let waits = (own.stream.uniform() * frames as f64) as u64;
                let pause = self.config.frame.as_nanos().saturating_mul(waits.min(frames - 1));
                own.quiet_until = usable.saturating_add(Duration::from_nanos(pause));
                steps.push(Step::Collided { user, slots });
            }
        }
    }

    fn begin_frame(&mut self, now: SimTime, around: &mut dyn Surroundings, steps: &mut Vec<Step>) {
        let lifetime = self.frames(u64::from(self.config.lifetime));
        let mut carriers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for user in self.active.iter().copied().collect::<Vec<_>>() {
            let carrier = around.carrier(user, now);
            let own = &mut self.users[user as usize];
            own.came.push_back(0);
            while own.came.len() > self.config.window as usize {
                own.came.pop_front();
            }
            if carrier != own.carrier {
                own.leave();
                own.carrier = carrier;
            }
            while let Some(&(from, slots)) = own.underway.front()
                && from <= now
            {
                own.underway.pop_front();
                own.rate = slots;
                own.lapses = now.saturating_add(lifetime);
            }
            if own.lapses <= now {
                own.rate = 0;
            }
            if let Some(carrier) = carrier {
                carriers.entry(carrier).or_default().push(user);
            }
        }
        for (carrier, members) in carriers {
            self.grant(now, carrier, &members, steps);
            self.contend(now, &members, around, steps);
        }
        self.bursts.make_contiguous().sort_by_key(|burst| (burst.start(), burst.user));
        let users = &self.users;
        self.active.retain(|user| users[*user as usize].takes_part());
        self.next_frame = (!self.active.is_empty()).then(|| now + self.config.frame);
    }
}

impl Controller for Rates {
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        let own = &mut self.users[user as usize];
        if let Some(last) = own.came.back_mut() {
            *last = last.saturating_add(bytes.saturating_sub(own.backlog));
        }
        own.backlog = bytes;
        if bytes > 0 && self.active.insert(user) && self.next_frame.is_none() {
            self.next_frame = Some(self.frame_from(now));
        }
    }

    fn on_burst(
        &mut self,
        now: SimTime,
        user: u32,
        left: u64,
        around: &mut dyn Surroundings,
        steps: &mut Vec<Step>,
    ) {
        let delay = self.grant_delay(user, now, around);
        let slot = self.config.frame / u64::from(self.config.all_slots());
        let old = self.frames(u64::from(self.config.lifetime.div_ceil(2)));
        let own = &mut self.users[user as usize];
        own.backlog = left;
        own.collisions = 0;
        let slots = own.wanted(&self.config, self.slot_bytes);
        let is_news = own.asked.is_none_or(|(at, asked)| asked != slots || at + old <= now);
        if is_news {
            own.asked = Some((now, slots));
            own.underway.push_back((now + slot + delay, slots));
            steps.push(Step::Requested { user, slots });
        }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        let burst = self.bursts.front().map(Burst::start);
        [burst, self.next_frame].into_iter().flatten().min()
    }

    fn handle_timeout(
        &mut self,
        now: SimTime,
        around: &mut dyn Surroundings,
        steps: &mut Vec<Step>,
    ) {
        if self.next_frame.is_some_and(|at| at <= now) {
            self.begin_frame(now, around, steps);
        }
        while let Some(burst) = self.bursts.front()
            && burst.start() <= now
        {
            steps.push(Step::Burst(*burst));
            self.bursts.pop_front();
        }
    }
}

#[cfg(test)]
mod tests;
