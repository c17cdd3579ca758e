//! Common parts of access by frames: frames that begin at the same instants on all carriers, bursts
//! in them, and requests in contention slots (slotted ALOHA: Abramson 1970, Roberts 1975; binary
//! exponential backoff).

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{Duration, RandomStream, Rate, SimTime};

use super::{AccessContext, AccessError, AccessEvent, Burst, Carrier, Frame, SlotMode};

/// Frame structure given by the keys of an access method.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameStructure {
    pub frame: Duration,
    /// Number of data slots, after the contention slots.
    pub slots: u32,
    pub contention_slots: u32,
    pub grant_delay: Option<Duration>,
    pub backoff: u32,
}

impl FrameStructure {
    fn all_slots(&self) -> u32 {
        self.slots + self.contention_slots
    }

    fn mode(&self, rate: Rate) -> SlotMode {
        SlotMode { rate, slot_bytes: self.slot_bytes(rate) as u32 }
    }

    /// Number of whole bytes that a slot carries.
    fn slot_bytes(&self, rate: Rate) -> u128 {
        let bits = u128::from(rate.as_bps()) * u128::from(self.frame.as_nanos());
        bits / u128::from(self.all_slots()) / 8_000_000_000
    }

    /// See [`super::Access::validate`].
    pub fn validate(&self, rate: Rate) -> Result<(), AccessError> {
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
}

/// Contention state of a user.
#[derive(Debug)]
struct Contender {
    stream: RandomStream,
    /// Number of collisions in a row.
    collisions: u32,
    /// Earliest time of the next request.
    quiet_until: SimTime,
}

/// A request that was received.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    pub user: u32,
    pub slots: u32,
    /// Time from which the request is served.
    pub from: SimTime,
}

/// The frames of all carriers of one kind.
pub(super) struct Frames {
    shape: FrameStructure,
    start: SimTime,
    /// Mode of each user at the beginning of its last frame.
    modes: Vec<SlotMode>,
    contenders: Vec<Contender>,
    /// Beginning of the next frame in which a user takes part.
    next: Option<SimTime>,
    /// Bursts of the frame, by start time.
    bursts: VecDeque<Burst>,
}

impl Frames {
    pub fn new(shape: FrameStructure, carrier: Carrier) -> Self {
        let contender = |stream| Contender { stream, collisions: 0, quiet_until: SimTime::ZERO };
        Self {
            shape,
            start: carrier.start,
            modes: vec![shape.mode(carrier.rate); carrier.streams.len()],
            contenders: carrier.streams.into_iter().map(contender).collect(),
            next: None,
            bursts: VecDeque::new(),
        }
    }

    /// Start of the first frame that begins at `t` or later.
    fn first_from(&self, t: SimTime) -> SimTime {
        let length = self.shape.frame.as_nanos();
        let frames = t.saturating_since(self.start).as_nanos().div_ceil(length);
        self.start.saturating_add(Duration::from_nanos(frames.saturating_mul(length)))
    }

    /// The frame that begins at `start`, in the mode of `user`.
    fn at(&self, start: SimTime, user: u32) -> Frame {
        let SlotMode { rate, slot_bytes } = self.modes[user as usize];
        let (length, slots) = (self.shape.frame, self.shape.all_slots());
        Frame { start, length, slots, slot_bytes, rate }
    }

    /// Whole bytes that a slot of `user` carries.
    pub fn slot_bytes(&self, user: u32) -> u64 {
        u64::from(self.modes[user as usize].slot_bytes)
    }

    /// Takes the mode that `user` has at `now`; returns the old and the new one if they differ.
    pub fn take_mode(
        &mut self,
        user: u32,
        now: SimTime,
        around: &mut dyn AccessContext,
    ) -> Option<[SlotMode; 2]> {
        let rate = around.mode(user, now)?;
        let own = &mut self.modes[user as usize];
        (own.rate != rate).then(|| {
            let mode = self.shape.mode(rate);
            [std::mem::replace(own, mode), mode]
        })
    }

    /// Schedules frames after `now` if none is scheduled, because a user has something to send.
    pub fn wake(&mut self, now: SimTime) {
        self.next = self.next.or_else(|| Some(self.first_from(now)));
    }

    /// Time from which a request sent with the burst of `user` at `now` is served.
    pub(crate) fn answer_of_burst(
        &self,
        now: SimTime,
        user: u32,
        around: &mut dyn AccessContext,
    ) -> SimTime {
        now + self.shape.frame / u64::from(self.shape.all_slots()) + self.delay(user, now, around)
    }

    fn delay(&self, user: u32, now: SimTime, around: &mut dyn AccessContext) -> Duration {
        self.shape.grant_delay.unwrap_or_else(|| around.round_trip(user, now))
    }

    /// Assigns slots of the frame at `now` to a user, from data slot number `first` on.
    pub fn give(&mut self, now: SimTime, user: u32, slots: u32, first: u32) {
        let (frame, first) = (self.at(now, user), self.shape.contention_slots + first);
        self.bursts.push_back(Burst { user, slots, frame, first });
    }

    /// Returns whether a user may send a request in contention slots at `now`.
    pub(crate) fn may_ask(&self, user: u32, now: SimTime) -> bool {
        self.contenders[user as usize].quiet_until <= now
    }

    /// Resets the collisions of a user whose request was received or who had a burst.
    pub(crate) fn forget_collisions(&mut self, user: u32) {
        self.contenders[user as usize].collisions = 0;
    }

    /// Resets the contention of a user who moved to another carrier.
    pub fn leave(&mut self, user: u32) {
        let own = &mut self.contenders[user as usize];
        (own.collisions, own.quiet_until) = (0, SimTime::ZERO);
    }

    /// Puts requests of users of one carrier, each with its number of slots, into the contention
    /// slots of the frame at `now`; returns the requests that are received.
    pub(crate) fn contend(
        &mut self,
        now: SimTime,
        asking: impl IntoIterator<Item = (u32, u32)>,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) -> Vec<Heard> {
        let choices = self.shape.contention_slots;
        let mut taken: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for (user, slots) in asking {
            let own = &mut self.contenders[user as usize];
            let slot = (own.stream.uniform() * f64::from(choices)) as u32;
            taken.entry(slot.min(choices - 1)).or_default().push((user, slots));
        }
        let mut heard = Vec::new();
        for (slot, asking) in taken {
            let end = self.at(now, asking[0].0).slot_start(slot + 1);
            if let [(user, slots)] = asking[..] {
                self.forget_collisions(user);
                heard.push(Heard { user, slots, from: end + self.delay(user, now, around) });
                steps.push(AccessEvent::Requested { user, slots });
                continue;
            }
            for (user, slots) in asking {
                let usable = self.first_from(end + self.delay(user, now, around));
                let own = &mut self.contenders[user as usize];
                own.collisions = (own.collisions + 1).min(self.shape.backoff);
                let frames = 1u64 << own.collisions;
                let waits = (own.stream.uniform() * frames as f64) as u64;
                let pause = self.shape.frame.saturating_mul(waits.min(frames - 1));
                own.quiet_until = usable.saturating_add(pause);
                steps.push(AccessEvent::Collided { user, slots });
            }
        }
        heard
    }

    /// Ends the grants of the frame at `now`; `goes_on` says whether another frame follows.
    pub fn close(&mut self, now: SimTime, goes_on: bool) {
        self.bursts.make_contiguous().sort_by_key(|burst| (burst.start(), burst.user));
        self.next = goes_on.then(|| now + self.shape.frame);
    }

    /// Returns whether a frame begins at `now`.
    pub fn begins(&self, now: SimTime) -> bool {
        self.next.is_some_and(|at| at <= now)
    }

    /// Returns the beginning of the next frame or burst.
    pub fn poll(&self) -> Option<SimTime> {
        let burst = self.bursts.front().map(Burst::start);
        [burst, self.next].into_iter().flatten().min()
    }

    /// Removes the bursts that begin at `now`, and appends them to `steps`.
    pub(crate) fn take_bursts(&mut self, now: SimTime, steps: &mut Vec<AccessEvent>) {
        while let Some(burst) = self.bursts.front()
            && burst.start() <= now
        {
            steps.push(AccessEvent::Burst(*burst));
            self.bursts.pop_front();
        }
    }
}
