//! Access by rate: a terminal requests a number of slots per frame, and has them until its next
//! request or until the request expires.
//!
//! Rate-based dynamic capacity (RBDC) of DVB-RCS2 (ETSI EN 301 545-2). The standard does not
//! specify how a terminal measures its rate; here it requests enough slots to send the arrivals of
//! a window and its backlog within such a window. Beside it a terminal may have constant slots
//! (CRA), and request by volume (VBDC) what exceeds its maximum rate and what is of some
//! codepoints. Contention is that of demand assignment: slotted ALOHA with binary exponential
//! backoff.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_params::dscp::Dscp;
use skyseam_params::parameters;
use skyseam_params::shape::List;
use skyseam_params::values::{Count, PositiveSpan, Span};

use super::frames::{FrameStructure, Frames};
use super::{Access, AccessContext, AccessController, AccessError, AccessEvent, Carrier};

parameters! {
    /// Terminals request a rate, which holds until their next request or until it expires.
    pub struct RateBased "rate-based"
    from "ETSI EN 301 545-2 (DVB-RCS2): RBDC, CRA and VBDC; slotted ALOHA: Roberts 1975" {
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
        /// Slots of every frame that a terminal has without a request (CRA), in addition to those
        /// that it requests. Default: none.
        constant_slots: Option<Count<1, 10_000>> = None,
        /// Most slots of a frame that a terminal requests by rate. It requests by volume (VBDC)
        /// what these and the constant ones do not carry within `window`. Default: `slots`.
        rate_slots: Option<Count<1, 10_000>> = None,
        /// Codepoints of packets that a terminal requests by volume (VBDC), such as `["CS0"]`.
        /// Default: none.
        volume_dscp: Option<List<Dscp>> = None,
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

    fn constant(&self) -> u32 {
        self.constant_slots.unwrap_or(0)
    }

    /// Most slots of a frame that a terminal requests by rate.
    fn most(&self) -> u32 {
        self.rate_slots.unwrap_or(self.slots)
    }

    fn frames(&self, count: u32) -> Duration {
        self.frame.saturating_mul(u64::from(count))
    }
}

impl Access for RateBased {
    fn validate(&self, rate: Rate) -> Result<(), AccessError> {
        self.shape().validate(rate)?;
        for (key, own) in [("constant_slots", self.constant_slots), ("rate_slots", self.rate_slots)]
        {
            if let Some(own) = own.filter(|own| *own > self.slots) {
                let found = format!("{own} of {} slots", self.slots);
                return Err(AccessError { key, found, expected: "at most `slots`".into() });
            }
        }
        Ok(())
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
    /// Bytes waiting to be sent that are requested by rate, up to its maximum.
    by_rate: u64,
    /// Bytes waiting to be sent of codepoints that are requested by volume.
    by_volume: u64,
    /// Bytes requested by rate that arrived in each of the last frames of the window, the current
    /// one last.
    came: VecDeque<u64>,
    carrier: Option<u32>,
    /// Received requests: time from which they are served, and number of slots per frame.
    underway: VecDeque<(SimTime, u32)>,
    /// Time and number of slots of the last request.
    asked: Option<(SimTime, u32)>,
    /// Granted slots per frame, and end of the grant.
    rate: u32,
    lapses: SimTime,
    /// Received requests by volume: time from which they are served, and number of slots.
    volumes: VecDeque<(SimTime, u32)>,
    /// Slots requested by volume that the controller knows and has not granted.
    demand: u32,
    /// Whether the user has a burst in this frame.
    has_burst: bool,
}

impl User {
    fn new() -> Self {
        Self {
            by_rate: 0,
            by_volume: 0,
            came: VecDeque::from([0]),
            carrier: None,
            underway: VecDeque::new(),
            asked: None,
            rate: 0,
            lapses: SimTime::ZERO,
            volumes: VecDeque::new(),
            demand: 0,
            has_burst: false,
        }
    }

    fn backlog(&self) -> u64 {
        self.by_rate + self.by_volume
    }

    /// Slots requested by volume and not granted.
    fn outstanding(&self) -> u64 {
        let underway = self.volumes.iter().map(|(_, slots)| u64::from(*slots));
        underway.sum::<u64>() + u64::from(self.demand)
    }

    /// Slots per frame to request by rate.
    fn rate_to_ask(&self, config: &RateBased, slot_bytes: u64) -> u32 {
        let bytes = self.came.iter().sum::<u64>().saturating_add(self.by_rate);
        let slots = bytes.div_ceil(u64::from(config.window) * slot_bytes);
        let slots = slots.saturating_sub(config.constant().into());
        u32::try_from(slots).unwrap_or(u32::MAX).min(config.most())
    }

    /// Slots to request by volume in addition to those already requested.
    fn volume_to_ask(&self, config: &RateBased, slot_bytes: u64) -> u32 {
        let beyond = config.rate_slots.map_or(0, |most| {
            let slots = u64::from(most + config.constant()) * u64::from(config.window);
            self.by_rate.saturating_sub(slots * slot_bytes)
        });
        let slots = (self.by_volume + beyond).div_ceil(slot_bytes);
        u32::try_from(slots.saturating_sub(self.outstanding())).unwrap_or(u32::MAX)
    }

    fn takes_part(&self) -> bool {
        self.backlog() > 0
            || self.rate > 0
            || !self.underway.is_empty()
            || self.outstanding() > 0
            || self.came.iter().any(|bytes| *bytes > 0)
    }

    /// Discards the requests when the user moves to another carrier.
    fn leave(&mut self) {
        self.underway.clear();
        self.asked = None;
        self.rate = 0;
        self.volumes.clear();
        self.demand = 0;
    }
}

/// Slots of one kind in a frame.
type Shares = BTreeMap<u32, u32>;

/// Gives each of `members` in rotation one slot, up to the number that it is `due`, until none is
/// `left`. The rotation begins with user `turn`.
fn rotate(members: &[u32], due: impl Fn(u32) -> u32, left: &mut u32, turn: &mut u32) -> Shares {
    let mut shares = Shares::new();
    let mut asking: Vec<u32> = members.iter().copied().filter(|user| due(*user) > 0).collect();
    let first = asking.partition_point(|user| *user < *turn);
    asking.rotate_left(first);
    while *left > 0 && !asking.is_empty() {
        let given = asking.len().min(*left as usize);
        for user in &asking[..given] {
            *shares.entry(*user).or_default() += 1;
        }
        *left -= given as u32;
        *turn = asking[given - 1] + 1;
        asking.truncate(given);
        asking.retain(|user| shares[user] < due(*user));
    }
    shares
}

/// The controllers of all carriers of one kind.
struct RbdcController {
    config: RateBased,
    frames: Frames,
    users: Vec<User>,
    active: BTreeSet<u32>,
    /// Next users in the rotations of each carrier: constant slots, rates, volumes.
    turns: BTreeMap<u32, [u32; 3]>,
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

    /// Grants the slots of the frame that begins at `now` on one carrier: constant ones, then
    /// rates, then volumes.
    fn grant(&mut self, now: SimTime, carrier: u32, members: &[u32], steps: &mut Vec<AccessEvent>) {
        let turns = self.turns.entry(carrier).or_default();
        let mut left = self.config.slots;
        let constant = rotate(members, |_| self.config.constant(), &mut left, &mut turns[0]);
        let rate = |user: u32| self.users[user as usize].rate;
        let rates = rotate(members, rate, &mut left, &mut turns[1]);
        let demand = |user: u32| self.users[user as usize].demand;
        let volumes = rotate(members, demand, &mut left, &mut turns[2]);
        let mut first = 0;
        for &user in members {
            let [constant, rate, volume] =
                [&constant, &rates, &volumes].map(|all| all.get(&user).copied().unwrap_or(0));
            let slots = constant + rate + volume;
            let own = &mut self.users[user as usize];
            // Constant slots count towards what was requested.
            own.demand = own.demand.saturating_sub(volume + constant);
            own.has_burst = slots > 0 && own.backlog() > 0;
            if own.has_burst {
                self.frames.give(now, user, slots, first);
            } else if rate + volume > 0 {
                steps.push(AccessEvent::Unused { user, slots: rate + volume });
            }
            first += slots;
        }
    }

    /// Runs contention among the users of one carrier that have no rate and no burst.
    fn contend(
        &mut self,
        now: SimTime,
        members: &[u32],
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let asks = |&user: &u32| {
            let own = &self.users[user as usize];
            let asks = own.backlog() > 0 && !own.has_burst && own.rate == 0;
            let asks = asks && own.underway.is_empty() && own.outstanding() == 0;
            let asks = asks && self.frames.may_ask(user, now);
            let slots = |own: &User| {
                let slot_bytes = self.frames.slot_bytes(user);
                let rate = own.rate_to_ask(&self.config, slot_bytes);
                rate.saturating_add(own.volume_to_ask(&self.config, slot_bytes))
            };
            asks.then(|| (user, slots(own))).filter(|(_, slots)| *slots > 0)
        };
        let asking: Vec<(u32, u32)> = members.iter().filter_map(asks).collect();
        for heard in self.frames.contend(now, asking, around, steps) {
            let own = &mut self.users[heard.user as usize];
            let rate = own.rate_to_ask(&self.config, self.frames.slot_bytes(heard.user));
            if rate > 0 {
                own.asked = Some((now, rate));
                own.underway.push_back((heard.from, rate));
            }
            if heard.slots > rate {
                own.volumes.push_back((heard.from, heard.slots - rate));
            }
        }
    }

    fn begin_frame(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let lifetime = self.config.frames(self.config.lifetime);
        // Constant slots are there for the silent too.
        let all: Vec<u32> = match self.config.constant_slots {
            Some(_) => (0..self.users.len() as u32).collect(),
            None => self.active.iter().copied().collect(),
        };
        let mut carriers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for user in all {
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
            own.has_burst = false;
            while let Some(&(from, slots)) = own.underway.front()
                && from <= now
            {
                own.underway.pop_front();
                own.rate = slots;
                own.lapses = now.saturating_add(lifetime);
            }
            while let Some(&(from, slots)) = own.volumes.front()
                && from <= now
            {
                own.volumes.pop_front();
                own.demand = own.demand.saturating_add(slots);
            }
            if own.lapses <= now {
                own.rate = 0;
            }
            if let Some(carrier) = carrier {
                if let Some([before, mode]) = self.frames.take_mode(user, now, around) {
                    let rates = own.underway.iter_mut().chain(&mut own.asked);
                    for slots in rates.map(|(_, slots)| slots).chain([&mut own.rate]) {
                        *slots = mode.slots_from(before, *slots).min(self.config.most());
                    }
                    let volumes = own.volumes.iter_mut().map(|(_, slots)| slots);
                    for slots in volumes.chain([&mut own.demand]) {
                        *slots = mode.slots_from(before, *slots);
                    }
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
    fn codepoints_apart(&self) -> u64 {
        let listed = self.config.volume_dscp.iter().flatten();
        listed.fold(0, |all, dscp| all | 1 << dscp)
    }

    fn on_backlog_apart(&mut self, user: u32, bytes: u64) {
        self.users[user as usize].by_volume = bytes;
    }

    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        let own = &mut self.users[user as usize];
        let by_rate = bytes - own.by_volume;
        if let Some(last) = own.came.back_mut() {
            *last = last.saturating_add(by_rate.saturating_sub(own.by_rate));
        }
        own.by_rate = by_rate;
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
        own.by_rate = left - own.by_volume;
        let slots = own.rate_to_ask(&self.config, self.frames.slot_bytes(user));
        let is_news = match own.asked {
            None => slots > 0,
            Some((at, asked)) => asked != slots || at + old <= now,
        };
        if is_news {
            own.asked = Some((now, slots));
            own.underway.push_back((answered, slots));
            steps.push(AccessEvent::Requested { user, slots });
        }
        let slots = own.volume_to_ask(&self.config, self.frames.slot_bytes(user));
        if slots > 0 {
            own.volumes.push_back((answered, slots));
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
