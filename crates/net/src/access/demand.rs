//! Demand-assigned access: terminals request slots, and a controller grants them frame by frame.
//!
//! The scheme of DVB-RCS2 (ETSI EN 301 545-2): frames of slots on one carrier, requests by volume
//! (VBDC) over contention slots or with data, a constant share for each terminal (CRA), free slots
//! given away (FCA). For requests by rate (RBDC) see `rates`. Contention is slotted ALOHA (Abramson
//! 1970; Roberts 1975), with binary exponential backoff.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Rate, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, Flag, PositiveSpan, Span};

use super::frames::{FrameStructure, Frames};
use super::{Access, AccessContext, AccessController, AccessError, AccessEvent, Carrier};

parameters! {
    /// Terminals request slots and are granted them, frame by frame.
    pub struct DemandAssigned "demand-assigned"
    from "ETSI EN 301 545-2 (DVB-RCS2): CRA, VBDC and FCA; slotted ALOHA: Roberts 1975" {
        /// Time from the beginning of a frame to that of the next; the first frame begins with the
        /// run.
        frame: PositiveSpan,
        /// Data slots of each frame. All slots of a frame have the same length.
        slots: Count<1, 10_000>,
        /// Contention slots of each frame, before the data slots, in which any terminal may send a
        /// request. Requests in the same slot collide and are lost.
        contention_slots: Count<1, 10_000>,
        /// Time from the end of a request's slot to the earliest frame that can use its grant:
        /// propagation to the controller and back, and processing in the controller. Default: twice
        /// the propagation delay to the satellite, which then is the controller; in a beam, to its
        /// transmitter.
        grant_delay: Option<Span> = None,
        /// Slots of every frame that a terminal has without a request (CRA); given in rotation if a
        /// satellite has more terminals than slots for them.
        constant_slots: Count<0, 10_000> = 0,
        /// Whether slots without a request are given to terminals in rotation (FCA).
        free_slots: Flag = false,
        /// Backoff limit: after n collisions in a row, and once a grant could have come, a terminal
        /// waits for 0 to 2^n - 1 frames, drawn uniformly, before the next request; n is at most
        /// this.
        backoff: Count<0, 16> = 5,
    }
}

impl DemandAssigned {
    fn shape(&self) -> FrameStructure {
        let Self { frame, slots, contention_slots, grant_delay, backoff, .. } = *self;
        FrameStructure { frame, slots, contention_slots, grant_delay, backoff }
    }
}

impl Access for DemandAssigned {
    fn validate(&self, rate: Rate) -> Result<(), AccessError> {
        self.shape().validate(rate)?;
        if self.constant_slots > self.slots {
            let found = format!("{} of {} slots", self.constant_slots, self.slots);
            return Err(AccessError {
                key: "constant_slots",
                found,
                expected: "at most `slots`".into(),
            });
        }
        Ok(())
    }

    fn follows_modes(&self) -> bool {
        true
    }

    fn build(&self, carrier: Carrier) -> Box<dyn AccessController> {
        Box::new(DamaController::new(self, carrier))
    }
}

/// Requests of a user, sent and still to be sent.
#[derive(Debug, Default)]
struct User {
    /// Bytes waiting to be sent.
    backlog: u64,
    /// Carrier at the beginning of the user's last frame.
    carrier: Option<u32>,
    /// Received requests: earliest time of use of the grant, and number of slots.
    underway: VecDeque<(SimTime, u32)>,
    /// Requested slots that the controller knows and has not granted.
    demand: u32,
    /// Whether the user has a burst in this frame that has not begun.
    has_burst: bool,
}

impl User {
    /// Slots requested and not granted.
    fn outstanding(&self) -> u64 {
        self.underway.iter().map(|(_, slots)| u64::from(*slots)).sum::<u64>()
            + u64::from(self.demand)
    }

    /// Slots to request in addition to those already requested, if no burst is to come.
    fn need(&self, slot_bytes: u64) -> u32 {
        let needed = self.backlog.div_ceil(slot_bytes);
        u32::try_from(needed.saturating_sub(self.outstanding())).unwrap_or(u32::MAX)
    }

    fn takes_part(&self) -> bool {
        self.backlog > 0 || self.demand > 0 || !self.underway.is_empty()
    }

    /// Discards outstanding requests when the user moves to another carrier.
    fn leave(&mut self) {
        self.underway.clear();
        self.demand = 0;
    }
}

/// The controllers of all carriers of one kind.
struct DamaController {
    config: DemandAssigned,
    frames: Frames,
    users: Vec<User>,
    /// Users with backlog or outstanding requests.
    active: BTreeSet<u32>,
    /// Next user in the rotation of each carrier: for demand, for free slots, and for constant
    /// slots if there are too few.
    turns: BTreeMap<u32, [u32; 3]>,
}

impl DamaController {
    fn new(config: &DemandAssigned, carrier: Carrier) -> Self {
        Self {
            config: config.clone(),
            users: carrier.streams.iter().map(|_| User::default()).collect(),
            frames: Frames::new(config.shape(), carrier),
            active: BTreeSet::new(),
            turns: BTreeMap::new(),
        }
    }

    /// Divides the slots of this frame of a carrier among `members`: constant slots, requested
    /// ones, then free ones, for all users who share the carrier.
    fn share(&mut self, carrier: u32, members: &[u32]) -> BTreeMap<u32, (u32, u32)> {
        let mut left = self.config.slots;
        // By user, all slots and those of them that were asked for.
        let mut shares: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        let mut turns = self.turns.get(&carrier).copied().unwrap_or_default();
        let in_turn = |from: u32| {
            let first = members.partition_point(|user| *user < from) % members.len().max(1);
            members.iter().copied().cycle().skip(first)
        };
        let mut give = |user: u32, slots: u32, users: &mut Vec<User>| {
            shares.entry(user).or_default().0 += slots;
            // It serves what the user has asked for, too.
            let own = &mut users[user as usize];
            own.demand = own.demand.saturating_sub(slots);
        };
        if self.config.constant_slots > 0 {
            for user in in_turn(turns[2]).take(members.len()) {
                let own = self.config.constant_slots.min(left);
                if own == 0 {
                    turns[2] = user;
                    break;
                }
                left -= own;
                give(user, own, &mut self.users);
            }
        }
        let mut asking: Vec<u32> =
            members.iter().copied().filter(|user| self.users[*user as usize].demand > 0).collect();
        let first = asking.partition_point(|user| *user < turns[0]);
        asking.rotate_left(first);
        while left > 0 && !asking.is_empty() {
            // A slot for each in turn, until there is none left or nobody asks.
            let mut still = Vec::new();
            for &user in &asking {
                if left == 0 {
                    break;
                }
                let own = &mut self.users[user as usize];
                own.demand -= 1;
                left -= 1;
                turns[0] = user + 1;
                let share = shares.entry(user).or_default();
                *share = (share.0 + 1, share.1 + 1);
                if own.demand > 0 {
                    still.push(user);
                }
            }
            asking = still;
        }
        if self.config.free_slots && left > 0 && !members.is_empty() {
            for user in in_turn(turns[1]).take(left as usize) {
                let share = shares.entry(user).or_default();
                share.0 += 1;
                turns[1] = user + 1;
            }
        }
        self.turns.insert(carrier, turns);
        shares
    }

    /// Grants the slots of the frame that begins at `now` on one carrier.
    fn grant(&mut self, now: SimTime, carrier: u32, members: &[u32], steps: &mut Vec<AccessEvent>) {
        let mut first = 0;
        for (user, (slots, asked)) in self.share(carrier, members) {
            let own = &mut self.users[user as usize];
            if own.backlog > 0 {
                own.has_burst = true;
                self.frames.give(now, user, slots, first);
            } else if asked > 0 {
                steps.push(AccessEvent::Unused { user, slots: asked });
            }
            first += slots;
        }
    }

    /// Runs contention among the users of one carrier that have no slot of their own for a request.
    fn contend(
        &mut self,
        now: SimTime,
        members: &[u32],
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let asks = |&user: &u32| {
            let own = &self.users[user as usize];
            let slots = own.need(self.frames.slot_bytes(user));
            let asks = slots > 0 && !own.has_burst && own.outstanding() == 0;
            (asks && self.frames.may_ask(user, now)).then_some((user, slots))
        };
        let asking: Vec<(u32, u32)> = members.iter().filter_map(asks).collect();
        for heard in self.frames.contend(now, asking, around, steps) {
            self.users[heard.user as usize].underway.push_back((heard.from, heard.slots));
        }
    }

    fn begin_frame(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        // Slots that nobody asked for are there for the silent too.
        let is_for_all = self.config.constant_slots > 0 || self.config.free_slots;
        let all: Vec<u32> = match is_for_all {
            true => (0..self.users.len() as u32).collect(),
            false => self.active.iter().copied().collect(),
        };
        let mut carriers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for user in all {
            let carrier = around.carrier(user, now);
            let own = &mut self.users[user as usize];
            own.has_burst = false;
            if carrier != own.carrier {
                own.leave();
                own.carrier = carrier;
                self.frames.leave(user);
            }
            while let Some(&(from, slots)) = own.underway.front()
                && from <= now
            {
                own.underway.pop_front();
                own.demand = own.demand.saturating_add(slots);
            }
            if let Some(carrier) = carrier {
                if let Some([before, mode]) = self.frames.take_mode(user, now, around) {
                    own.demand = mode.slots_from(before, own.demand);
                    let underway = own.underway.iter_mut();
                    underway.for_each(|(_, slots)| *slots = mode.slots_from(before, *slots));
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

impl AccessController for DamaController {
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        self.users[user as usize].backlog = bytes;
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
        let own = &mut self.users[user as usize];
        own.has_burst = false;
        own.backlog = left;
        let slots = own.need(self.frames.slot_bytes(user));
        if slots > 0 {
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
