//! A simple controller that examines every user in every slot, as the reference for the efficient
//! one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Duration, Rate, SimTime};

use super::super::{AccessContext, AccessController, AccessEvent, Burst, Carrier, Frame};
use super::SchedulingRequest;

#[derive(Clone, Debug, Default)]
struct User {
    /// Bytes waiting to be sent.
    backlog: u64,
    carrier: Option<u32>,
    /// Received requests and reports: earliest time of use of the grant, and number of slots.
    underway: VecDeque<(SimTime, u32)>,
    /// Granted slots that can be used and have not been.
    granted: u32,
}

impl User {
    fn outstanding(&self) -> u64 {
        self.underway.iter().map(|(_, slots)| u64::from(*slots)).sum::<u64>()
            + u64::from(self.granted)
    }
}

/// The controllers of all carriers of one kind.
pub(super) struct Plain {
    config: SchedulingRequest,
    rate: Rate,
    start: SimTime,
    slot_bytes: u32,
    users: Vec<User>,
    /// Users with backlog or outstanding requests.
    active: BTreeSet<u32>,
    /// Number of the first slot that has not begun.
    ahead: u64,
    /// Start of the next slot in which anything happens.
    next: Option<SimTime>,
    /// Next user in the rotation of each carrier.
    turns: BTreeMap<u32, u32>,
}

impl Plain {
    pub(super) fn new(config: &SchedulingRequest, carrier: &Carrier) -> Self {
        Self {
            config: config.clone(),
            rate: carrier.rate,
            start: carrier.start,
            slot_bytes: config.slot_bytes(carrier.rate) as u32,
            users: vec![User::default(); carrier.streams.len()],
            active: BTreeSet::new(),
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

    /// The next slot that a user needs, in slot `from` or later.
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

    fn schedule(&mut self) {
        let due = self.active.iter().filter_map(|user| self.due(*user, self.ahead)).min();
        self.next = due.map(|slot| self.slot_start(slot));
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
        let mut waiting: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for user in self.active.iter().copied().collect::<Vec<_>>() {
            let carrier = around.carrier(user, now);
            let own = &mut self.users[user as usize];
            if carrier != own.carrier {
                own.carrier = carrier;
                own.underway.clear();
                own.granted = 0;
            }
            while let Some(&(usable, slots)) = own.underway.front()
                && usable <= now
            {
                own.underway.pop_front();
                own.granted = own.granted.saturating_add(slots);
            }
            let Some(carrier) = carrier else { continue };
            if own.granted > 0 {
                waiting.entry(carrier).or_default().push(user);
            } else if own.backlog > 0
                && own.underway.is_empty()
                && self.occasion(user, number) == number
            {
                let slots = self.config.first_grant;
                let usable = self.answered(user, now, around);
                self.users[user as usize].underway.push_back((usable, slots));
                steps.push(AccessEvent::Requested { user, slots });
            }
        }
        for (carrier, members) in waiting {
            let turn = self.turns.get(&carrier).copied().unwrap_or(0);
            let first = members.partition_point(|user| *user < turn) % members.len();
            let user = members[first];
            self.turns.insert(carrier, user + 1);
            let own = &mut self.users[user as usize];
            own.granted -= 1;
            if own.backlog == 0 {
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
                    slot_bytes: self.slot_bytes,
                    rate: self.rate,
                },
                first: 0,
            }));
        }
        let users = &self.users;
        self.active.retain(|user| {
            let own = &users[*user as usize];
            own.backlog > 0 || own.outstanding() > 0
        });
        self.schedule();
    }
}

impl AccessController for Plain {
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        self.users[user as usize].backlog = bytes;
        if bytes > 0 {
            self.active.insert(user);
            if let Some(due) = self.due(user, self.slot_from(now).max(self.ahead)) {
                let due = self.slot_start(due);
                self.next = Some(self.next.map_or(due, |next| next.min(due)));
            }
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
        let needed = left.div_ceil(u64::from(self.slot_bytes)).saturating_sub(own.outstanding());
        let slots = u32::try_from(needed).unwrap_or(u32::MAX);
        if slots > 0 {
            own.underway.push_back((usable, slots));
            steps.push(AccessEvent::Requested { user, slots });
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
