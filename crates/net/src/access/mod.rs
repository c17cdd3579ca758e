//! Access: how those who share a carrier towards a satellite, or back to a beam's transmitter, are
//! given turns on it.
//!
//! A kind of access is one file here, parameters included, and one line in the registry below, from
//! which reader, messages, schema, manifest and `skyseam models` are made. Owns who may send when,
//! not the packets: the world fills each [`Burst`] from the user's queue. A link without access
//! has its carrier to itself and knows nothing of this module.

mod demand;
mod frames;
mod grants;
mod rates;

use skyseam_base::{Duration, RandomStream, Rate, SimTime};
use skyseam_params::{Parameters, registry};

pub use demand::DemandAssigned;
pub use grants::SchedulingRequest;
pub use rates::RateBased;

/// A kind of access: its parameters, and the controller they give.
pub trait Access: Parameters {
    /// Whether the parameters go together with a carrier of this rate.
    ///
    /// # Errors
    /// Which of them does not.
    fn sense(&self, rate: Rate) -> Result<(), AccessError>;

    /// The controller of a carrier whose parameters make sense.
    fn build(&self, carrier: Carrier) -> Box<dyn Controller>;
}

/// A parameter that does not go together with the carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError {
    /// Its key.
    pub key: &'static str,
    /// What was found.
    pub found: String,
    /// What would make sense.
    pub expected: String,
}

/// The carrier that a controller is built for.
#[derive(Debug)]
pub struct Carrier {
    /// Rate at which a burst is sent.
    pub rate: Rate,
    /// When the run begins.
    pub start: SimTime,
    /// The random stream of each user, in the order of their numbers.
    pub streams: Vec<RandomStream>,
}

/// What a controller asks about users.
pub trait Surroundings {
    /// Whose carrier the user sends on, by number: its satellite's. Users of different carriers
    /// share nothing. `None` while there is none.
    fn carrier(&mut self, user: u32, now: SimTime) -> Option<u32> {
        self.carrier_until(user, now).0
    }

    /// As [`Surroundings::carrier`], and an instant until which it is the same.
    fn carrier_until(&mut self, user: u32, now: SimTime) -> (Option<u32>, SimTime);

    /// Twice the propagation delay from the user to the receiver of its carrier.
    fn round_trip(&mut self, user: u32, now: SimTime) -> Duration;
}

/// Decides who sends when on carriers of one kind.
pub trait Controller: Send {
    /// So many `bytes` wait at `user` from now on, which were more or fewer before.
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64);

    /// The burst of `user` that began at `now` is filled, and so many bytes are left; what it can
    /// still ask for goes with the burst.
    fn on_burst(
        &mut self,
        now: SimTime,
        user: u32,
        left: u64,
        around: &mut dyn Surroundings,
        steps: &mut Vec<Step>,
    );

    /// When [`Controller::handle_timeout`] is to be called; `None` while nobody has anything to
    /// send.
    fn poll_timeout(&self) -> Option<SimTime>;

    /// What happens at `now`, in order, into `steps`.
    fn handle_timeout(
        &mut self,
        now: SimTime,
        around: &mut dyn Surroundings,
        steps: &mut Vec<Step>,
    );
}

/// Something that happens on a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The user asks for so many slots, and is heard.
    Requested {
        /// Who.
        user: u32,
        /// How many.
        slots: u32,
    },
    /// The user asks, and so does another in the same slot: neither is heard.
    Collided {
        /// Who.
        user: u32,
        /// How many it asked for.
        slots: u32,
    },
    /// The user's burst begins.
    Burst(Burst),
    /// The user was granted so many slots, and has nothing to send.
    Unused {
        /// Who.
        user: u32,
        /// How many.
        slots: u32,
    },
}

/// A frame of a carrier: slots of one length, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// When its first slot begins.
    pub start: SimTime,
    /// How long it is.
    pub length: Duration,
    /// How many slots it has, at least one.
    pub slots: u32,
    /// Bytes that a slot carries, at least one.
    pub slot_bytes: u32,
    /// Rate of the carrier.
    pub rate: Rate,
}

impl Frame {
    /// When the slot with this number begins, counted from 0; of the number after the last, when
    /// the frame ends.
    pub fn slot_start(&self, slot: u32) -> SimTime {
        let nanos = u128::from(self.length.as_nanos()) * u128::from(slot) / u128::from(self.slots);
        self.start + Duration::from_nanos(nanos as u64)
    }
}

/// A turn of a user: slots one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// Whose.
    pub user: u32,
    /// Slots in it, at least one.
    pub slots: u32,
    /// The frame that it is in.
    pub frame: Frame,
    /// Number of its first slot in the frame, counted from 0.
    pub first: u32,
}

impl Burst {
    /// Bytes that it carries.
    pub fn bytes(&self) -> u64 {
        u64::from(self.slots) * u64::from(self.frame.slot_bytes)
    }

    /// When it begins.
    pub fn start(&self) -> SimTime {
        self.frame.slot_start(self.first)
    }

    /// When the first bit leaves of what follows so many bytes of the burst.
    pub fn start_after(&self, bytes: u64) -> SimTime {
        let slot = (bytes / u64::from(self.frame.slot_bytes)) as u32;
        self.within(slot, bytes % u64::from(self.frame.slot_bytes))
    }

    /// When the last bit leaves of so many bytes, at least one.
    pub fn end_after(&self, bytes: u64) -> SimTime {
        let slot = ((bytes - 1) / u64::from(self.frame.slot_bytes)) as u32;
        self.within(slot, bytes - u64::from(slot) * u64::from(self.frame.slot_bytes))
    }

    fn within(&self, slot: u32, bytes: u64) -> SimTime {
        let nanos = u128::from(bytes) * 8_000_000_000 / u128::from(self.frame.rate.as_bps());
        self.frame.slot_start(self.first + slot) + Duration::from_nanos(nanos as u64)
    }
}

registry! {
    /// How terminals that share a carrier are given turns on it.
    dyn Access "Access" is "a kind of access" at "links.uplink.access.kind" by "kind" {
        DemandAssigned,
        RateBased,
        SchedulingRequest,
    }
    pub fn built_in;
    pub fn member;
}

#[cfg(test)]
mod testing;
