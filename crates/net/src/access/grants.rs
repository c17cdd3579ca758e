//! Scheduling requests: a terminal with data sends a request on an occasion of its own, is granted
//! a slot, and reports its remaining backlog with its data.
//!
//! The uplink cycle of LTE and NR (3GPP TS 38.321 Sec. 5.4.4 and 5.4.5): a scheduling request on a
//! control channel without collisions, a first grant, a buffer status report in it, and grants
//! according to the report. Terminals share one carrier slot by slot, as if each grant had its
//! whole width. Not modelled: grants without requests, lost requests, several sizes of slots, and
//! the share of the carrier that the control channel takes.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan, Span};

use super::{
    Access, AccessContext, AccessController, AccessError, AccessEvent, Burst, Carrier, Frame,
    SlotMode,
};

parameters! {
    /// Terminals send requests on occasions of their own, and report their backlog with their data.
    pub struct SchedulingRequest "scheduling-request"
    from "3GPP TS 38.321 Sec. 5.4.4 (scheduling request) and 5.4.5 (buffer status report)" {
        /// Length of a slot; the first slot begins with the run.
        slot: PositiveSpan,
        /// Slots from one request occasion of a terminal to the next. Occasions of terminals are
        /// spread evenly, in the order of their numbers.
        period: Count<1, 10_000>,
        /// Slots granted to a request, which does not state the backlog.
        first_grant: Count<1, 10_000> = 1,
        /// Time from the end of the slot with a request or report to the earliest slot that can use
        /// its grant: propagation to the controller and back, and processing at both ends. Default:
        /// twice the propagation delay to the satellite; in a beam, to its transmitter.
        grant_delay: Option<Span> = None,
    }
}

impl SchedulingRequest {
    fn mode(&self, rate: Rate) -> SlotMode {
        SlotMode { rate, slot_bytes: self.slot_bytes(rate) as u32 }
    }

    fn slot_bytes(&self, rate: Rate) -> u128 {
        u128::from(rate.as_bps()) * u128::from(self.slot.as_nanos()) / 8_000_000_000
    }
}

impl Access for SchedulingRequest {
    fn validate(&self, rate: Rate) -> Result<(), AccessError> {
        let bytes = self.slot_bytes(rate);
        let (found, expected) = match bytes {
            0 => (format!("{} at {} bit/s", self.slot, rate.as_bps()), "a slot of at least a byte"),
            1..=1_000_000_000 => return Ok(()),
            _ => (format!("slots of {bytes} B"), "slots of at most a gigabyte"),
        };
        Err(AccessError { key: "slot", found, expected: expected.into() })
    }

    fn follows_modes(&self) -> bool {
        true
    }

    fn build(&self, carrier: Carrier) -> Box<dyn AccessController> {
        Box::new(UplinkScheduler::new(self, &carrier))
    }
}

#[derive(Clone, Debug)]
struct User {
    mode: SlotMode,
    /// Bytes waiting to be sent.
    backlog: u64,
    carrier: Option<u32>,
    /// Received requests and reports: earliest time of use of the grant, and number of slots.
    underway: VecDeque<(SimTime, u32)>,
    /// Granted slots that can be used and have not been.
    granted: u32,
    /// Slot of the user's entry in [`UplinkScheduler::due`].
    due: Option<u64>,
    /// Whether the user has an entry in [`UplinkScheduler::carriers`].
    is_watched: bool,
}

impl User {
    fn new(mode: SlotMode) -> Self {
        Self {
            mode,
            backlog: 0,
            carrier: None,
            underway: VecDeque::new(),
            granted: 0,
            due: None,
            is_watched: false,
        }
    }

    /// Changes to another mode: requests and grants are of bytes.
    fn change_to(&mut self, mode: SlotMode) {
        let before = std::mem::replace(&mut self.mode, mode);
        self.granted = mode.slots_from(before, self.granted);
        let underway = self.underway.iter_mut();
        underway.for_each(|(_, slots)| *slots = mode.slots_from(before, *slots));
    }

    fn outstanding(&self) -> u64 {
        self.underway.iter().map(|(_, slots)| u64::from(*slots)).sum::<u64>()
            + u64::from(self.granted)
    }
}

/// The controllers of all carriers of one kind.
struct UplinkScheduler {
    config: SchedulingRequest,
    start: SimTime,
    users: Vec<User>,
    /// Users without a usable slot, by the next slot at which their state can change.
    due: BTreeSet<(u64, u32)>,
    /// Users with usable slots, by carrier.
    ready: BTreeMap<u32, BTreeSet<u32>>,
    /// Users with backlog or outstanding requests, by the time until which their carrier is known.
    carriers: BTreeSet<(SimTime, u32)>,
    /// Number of the first slot that has not begun.
    ahead: u64,
    /// Start of the next slot in which anything happens.
    next: Option<SimTime>,
    /// Next user in the rotation of each carrier.
    turns: BTreeMap<u32, u32>,
}

impl UplinkScheduler {
    fn new(config: &SchedulingRequest, carrier: &Carrier) -> Self {
        Self {
            config: config.clone(),
            start: carrier.start,
            users: vec![User::new(config.mode(carrier.rate)); carrier.streams.len()],
            due: BTreeSet::new(),
            ready: BTreeMap::new(),
            carriers: BTreeSet::new(),
            ahead: 0,
            next: None,
            turns: BTreeMap::new(),
        }
    }

    /// Number of the first slot that begins at `t` or later.
    fn slot_from(&self, t: SimTime) -> u64 {
        t.saturating_since(self.start).as_nanos().div_ceil(self.config.slot.as_nanos())
    }

    fn slot_start(&self, number: u64) -> SimTime {
        let nanos = self.config.slot.as_nanos().saturating_mul(number);
        self.start.saturating_add(Duration::from_nanos(nanos))
    }

    /// The user's first request occasion in slot `from` or later.
    fn occasion(&self, user: u32, from: u64) -> u64 {
        let period = u64::from(self.config.period);
        let own = u64::from(user) % period;
        from + (own + period - from % period) % period
    }

    /// The next slot, from slot `from` on, at which the state of a user can change.
    fn due(&self, user: u32, from: u64) -> Option<u64> {
        let own = &self.users[user as usize];
        if own.granted > 0 {
            return Some(from);
        }
        match own.underway.front() {
            Some((usable, _)) => Some(self.slot_from(*usable).max(from)),
            None => (own.backlog > 0).then(|| self.occasion(user, from)),
        }
    }

    /// Enters a user at the next slot, from slot `from` on, at which its state can change; a user
    /// with usable slots is not entered.
    fn enter(&mut self, user: u32, from: u64) {
        let is_ready = self.users[user as usize].granted > 0;
        let due = if is_ready { None } else { self.due(user, from) };
        let before = std::mem::replace(&mut self.users[user as usize].due, due);
        if before != due {
            before.map(|slot| self.due.remove(&(slot, user)));
            due.map(|slot| self.due.insert((slot, user)));
        }
    }

    fn schedule(&mut self) {
        let slot = match self.ready.is_empty() {
            true => self.due.first().map(|&(slot, _)| slot),
            false => Some(self.ahead),
        };
        self.next = slot.map(|slot| self.slot_start(slot));
    }

    /// Updates the carriers of users; a change discards the user's requests.
    fn look_at_carriers(&mut self, now: SimTime, number: u64, around: &mut dyn AccessContext) {
        while let Some(&(until, user)) = self.carriers.first()
            && until <= now
        {
            self.carriers.pop_first();
            let own = &mut self.users[user as usize];
            own.is_watched = own.backlog > 0 || own.outstanding() > 0;
            if !own.is_watched {
                continue;
            }
            let (carrier, until) = around.carrier_until(user, now);
            // One that is only known for this instant is looked at in the next slot.
            self.carriers.insert((until.max(now + Duration::from_nanos(1)), user));
            let left = std::mem::replace(&mut own.carrier, carrier);
            if left != carrier {
                own.underway.clear();
                own.granted = 0;
                if let Some(left) = left {
                    self.no_longer_ready(left, user);
                }
                self.enter(user, number);
            }
            let own = &mut self.users[user as usize];
            if let Some(rate) = around.mode(user, now).filter(|rate| *rate != own.mode.rate) {
                own.change_to(self.config.mode(rate));
            }
        }
    }

    fn no_longer_ready(&mut self, carrier: u32, user: u32) {
        if let Entry::Occupied(mut members) = self.ready.entry(carrier) {
            members.get_mut().remove(&user);
            if members.get().is_empty() {
                members.remove();
            }
        }
    }

    fn answered(&self, user: u32, now: SimTime, around: &mut dyn AccessContext) -> SimTime {
        let delay = self.config.grant_delay.unwrap_or_else(|| around.round_trip(user, now));
        now.saturating_add(self.config.slot).saturating_add(delay)
    }

    fn begin_slot(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let number = self.slot_from(now);
        self.ahead = number + 1;
        self.look_at_carriers(now, number, around);
        let due: BTreeSet<u32> =
            self.due.range(..=(number, u32::MAX)).map(|&(_, user)| user).collect();
        for user in due {
            let own = &mut self.users[user as usize];
            while let Some(&(usable, slots)) = own.underway.front()
                && usable <= now
            {
                own.underway.pop_front();
                own.granted = own.granted.saturating_add(slots);
            }
            let Some(carrier) = own.carrier else {
                self.enter(user, self.ahead);
                continue;
            };
            if own.granted > 0 {
                self.ready.entry(carrier).or_default().insert(user);
            } else if own.backlog > 0
                && own.underway.is_empty()
                && self.occasion(user, number) == number
            {
                let slots = self.config.first_grant;
                let usable = self.answered(user, now, around);
                self.users[user as usize].underway.push_back((usable, slots));
                steps.push(AccessEvent::Requested { user, slots });
            }
            self.enter(user, self.ahead);
        }
        let carriers: Vec<u32> = self.ready.keys().copied().collect();
        for carrier in carriers {
            let members = &self.ready[&carrier];
            let turn = self.turns.get(&carrier).copied().unwrap_or(0);
            let user = *members.range(turn..).next().or(members.first()).expect("a user who waits");
            self.turns.insert(carrier, user + 1);
            let own = &mut self.users[user as usize];
            own.granted -= 1;
            let (mode, is_unused) = (own.mode, own.backlog == 0);
            if own.granted == 0 {
                self.no_longer_ready(carrier, user);
                self.enter(user, self.ahead);
            }
            if is_unused {
                steps.push(AccessEvent::Unused { user, slots: 1 });
                continue;
            }
            steps.push(AccessEvent::Burst(Burst {
                user,
                slots: 1,
                frame: Frame {
                    start: now,
                    length: self.config.slot,
                    slots: 1,
                    slot_bytes: mode.slot_bytes,
                    rate: mode.rate,
                },
                first: 0,
            }));
        }
        self.schedule();
    }
}

impl AccessController for UplinkScheduler {
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        let own = &mut self.users[user as usize];
        own.backlog = bytes;
        if bytes > 0 && !std::mem::replace(&mut own.is_watched, true) {
            self.carriers.insert((SimTime::ZERO, user));
        }
        let from = self.slot_from(now).max(self.ahead);
        if bytes > 0
            && let Some(due) = self.due(user, from)
        {
            let due = self.slot_start(due);
            self.next = Some(self.next.map_or(due, |next| next.min(due)));
        }
        if self.users[user as usize].granted == 0 {
            self.enter(user, from);
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
        let usable = self.answered(user, now, around);
        let own = &mut self.users[user as usize];
        own.backlog = left;
        let needed =
            left.div_ceil(u64::from(own.mode.slot_bytes)).saturating_sub(own.outstanding());
        let slots = u32::try_from(needed).unwrap_or(u32::MAX);
        if slots > 0 {
            own.underway.push_back((usable, slots));
            steps.push(AccessEvent::Requested { user, slots });
        }
        if self.users[user as usize].granted == 0 {
            self.enter(user, self.ahead);
        }
        self.schedule();
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.next
    }

    fn handle_timeout(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        if self.next.is_some_and(|at| at <= now) {
            self.begin_slot(now, around, steps);
        }
    }
}

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;
