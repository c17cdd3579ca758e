//! Access by rate: a terminal requests a number of slots per frame, and has them until its next
//! request or until the request expires.
//!
//! Rate-based dynamic capacity (RBDC) of DVB-RCS2 (ETSI EN 301 545-2). The standard does not
//! specify how a terminal measures its rate; here it requests enough slots to send the arrivals of
//! a window and its backlog within such a window. Contention is that of demand assignment: slotted
//! ALOHA with binary exponential backoff.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan, Span};

use super::frames::{FrameStructure, Frames};
use super::{Access, AccessContext, AccessController, AccessError, AccessEvent, Carrier};

parameters! {
    /// Terminals request a rate, which holds until their next request or until it expires.
    pub struct RateBased "rate-based"
    from "ETSI EN 301 545-2 (DVB-RCS2): RBDC; slotted ALOHA: Roberts 1975" {
        /// Time from the beginning of a frame to that of the next; the first frame begins with the
        /// run.
        frame: PositiveSpan,
        /// Data slots of each frame. All slots of a frame have the same length.
        slots: Count<1, 10_000>,
        /// Contention slots of each frame, before the data slots, in which any terminal without a
        /// rate may send a request. Requests in the same slot collide and are lost.
        contention_slots: Count<1, 10_000>,
        /// Time from the end of a request's slot to the earliest frame that serves it: propagation
        /// to the controller and back, and processing in the controller. Default: twice the
        /// propagation delay to the satellite; in a beam, to its transmitter.
        grant_delay: Option<Span> = None,
        /// Frames over which a terminal measures its arrivals, and within which it aims to send its
        /// backlog.
        window: Count<1, 10_000> = 10,
        /// Frames for which a rate is granted. A terminal that is sending renews its request after
        /// half of them.
        lifetime: Count<1, 1_000_000> = 100,
        /// Backoff limit: after n collisions in a row, and once a grant could have come, a terminal
        /// waits for 0 to 2^n - 1 frames, drawn uniformly, before the next request; n is at most
        /// this.
        backoff: Count<0, 16> = 5,
    }
}

impl RateBased {
    fn shape(&self) -> FrameStructure {
        let Self { frame, slots, contention_slots, grant_delay, backoff, .. } = *self;
        FrameStructure { frame, slots, contention_slots, grant_delay, backoff }
    }

    fn frames(&self, count: u32) -> Duration {
        self.frame.saturating_mul(u64::from(count))
    }
}

impl Access for RateBased {
    fn validate(&self, rate: Rate) -> Result<(), AccessError> {
        self.shape().validate(rate)
    }

    fn follows_modes(&self) -> bool {
        true
    }

    fn build(&self, carrier: Carrier) -> Box<dyn AccessController> {
        Box::new(RbdcController::new(self, carrier))
    }
}

#[derive(Debug)]
struct User {
    /// Bytes waiting to be sent.
    backlog: u64,
    /// Bytes that arrived in each of the last frames of the window, the current one last.
    came: VecDeque<u64>,
    carrier: Option<u32>,
    /// Received requests: time from which they are served, and number of slots per frame.
    underway: VecDeque<(SimTime, u32)>,
    /// Time and number of slots of the last request.
    asked: Option<(SimTime, u32)>,
    /// Granted slots per frame, and end of the grant.
    rate: u32,
    lapses: SimTime,
}

impl User {
    fn new() -> Self {
        Self {
            backlog: 0,
            came: VecDeque::from([0]),
            carrier: None,
            underway: VecDeque::new(),
            asked: None,
            rate: 0,
            lapses: SimTime::ZERO,
        }
    }

    /// Slots per frame to request.
    fn wanted(&self, config: &RateBased, slot_bytes: u64) -> u32 {
        let bytes = self.came.iter().sum::<u64>().saturating_add(self.backlog);
        let slots = bytes.div_ceil(u64::from(config.window) * slot_bytes);
        u32::try_from(slots).unwrap_or(u32::MAX).min(config.slots)
    }

    fn takes_part(&self) -> bool {
        self.backlog > 0
            || self.rate > 0
            || !self.underway.is_empty()
            || self.came.iter().any(|bytes| *bytes > 0)
    }

    /// Discards the requests when the user moves to another carrier.
    fn leave(&mut self) {
        self.underway.clear();
        self.asked = None;
        self.rate = 0;
    }
}

/// The controllers of all carriers of one kind.
struct RbdcController {
    config: RateBased,
    frames: Frames,
    users: Vec<User>,
    active: BTreeSet<u32>,
    /// Next user in the rotation of each carrier.
    turns: BTreeMap<u32, u32>,
}

impl RbdcController {
    fn new(config: &RateBased, carrier: Carrier) -> Self {
        Self {
            config: config.clone(),
            users: carrier.streams.iter().map(|_| User::new()).collect(),
            frames: Frames::new(config.shape(), carrier),
            active: BTreeSet::new(),
            turns: BTreeMap::new(),
        }
    }

    /// Grants the slots of the frame that begins at `now` on one carrier: one for each user in
    /// rotation, up to its rate.
    fn grant(&mut self, now: SimTime, carrier: u32, members: &[u32], steps: &mut Vec<AccessEvent>) {
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
        let mut first = 0;
        for (user, slots) in shares {
            if self.users[user as usize].backlog == 0 {
                steps.push(AccessEvent::Unused { user, slots });
            } else {
                self.frames.give(now, user, slots, first);
            }
            first += slots;
        }
    }

    /// Runs contention among the users of one carrier that have no rate.
    fn contend(
        &mut self,
        now: SimTime,
        members: &[u32],
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let asks = |&user: &u32| {
            let own = &self.users[user as usize];
            let asks = own.backlog > 0 && own.rate == 0 && own.underway.is_empty();
            let asks = asks && self.frames.may_ask(user, now);
            asks.then(|| (user, own.wanted(&self.config, self.frames.slot_bytes(user))))
        };
        let asking: Vec<(u32, u32)> = members.iter().filter_map(asks).collect();
        for heard in self.frames.contend(now, asking, around, steps) {
            let own = &mut self.users[heard.user as usize];
            own.asked = Some((now, heard.slots));
            own.underway.push_back((heard.from, heard.slots));
        }
    }

    fn begin_frame(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let lifetime = self.config.frames(self.config.lifetime);
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
                self.frames.leave(user);
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
                if let Some([before, mode]) = self.frames.take_mode(user, now, around) {
                    own.rate = mode.slots_from(before, own.rate);
                    let requests = own.underway.iter_mut().chain(&mut own.asked);
                    requests.for_each(|(_, slots)| *slots = mode.slots_from(before, *slots));
                }
                carriers.entry(carrier).or_default().push(user);
            }
        }
        for (carrier, members) in carriers {
            self.grant(now, carrier, &members, steps);
            self.contend(now, &members, around, steps);
        }
        let users = &self.users;
        self.active.retain(|user| users[*user as usize].takes_part());
        self.frames.close(now, !self.active.is_empty());
    }
}

impl AccessController for RbdcController {
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        let own = &mut self.users[user as usize];
        if let Some(last) = own.came.back_mut() {
            *last = last.saturating_add(bytes.saturating_sub(own.backlog));
        }
        own.backlog = bytes;
        if bytes > 0 && self.active.insert(user) {
            self.frames.wake(now);
        }
    }

    fn on_burst(
        &mut self,
        now: SimTime,
        user: u32,
        left: u64,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let answered = self.frames.answer_of_burst(now, user, around);
        self.frames.forget_collisions(user);
        let old = self.config.frames(self.config.lifetime.div_ceil(2));
        let own = &mut self.users[user as usize];
        own.backlog = left;
        let slots = own.wanted(&self.config, self.frames.slot_bytes(user));
        let is_news = own.asked.is_none_or(|(at, asked)| asked != slots || at + old <= now);
        if is_news {
            own.asked = Some((now, slots));
            own.underway.push_back((answered, slots));
            steps.push(AccessEvent::Requested { user, slots });
        }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.frames.poll()
    }

    fn handle_timeout(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        if self.frames.begins(now) {
            self.begin_frame(now, around, steps);
        }
        self.frames.take_bursts(now, steps);
    }
}

#[cfg(test)]
mod tests;
