//! Medium access: sharing of a carrier towards a satellite, or back to a beam's transmitter, among
//! terminals.
//!
//! An access method is one file here, including its parameters, and one line in the registry below,
//! from which reader, messages, schema, manifest and `skyseam models` are made. Owns transmission
//! times, not the packets: the world fills each [`Burst`] from the user's queue. A link without
//! access has its carrier to itself and does not use this module.

mod demand;
mod frames;
mod grants;
mod rates;
mod slotted;

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, Rate, SimTime};
use skyseam_params::{Parameters, registry};

pub use demand::DemandAssigned;
pub use grants::SchedulingRequest;
pub use rates::RateBased;
pub(crate) use slotted::course;
pub use slotted::{Profile, SlotDirection, Slotted, TerminalSlots};

/// An access method: its parameters, and the controller they define.
pub trait Access: Parameters {
    /// Checks the parameters against the carrier rate.
    ///
    /// # Errors
    /// Names the first invalid parameter.
    fn validate(&self, rate: Rate) -> Result<(), AccessError>;

    /// Creates the controller of a carrier whose parameters are valid; not called if the access has
    /// a profile.
    fn build(&self, carrier: Carrier) -> Box<dyn AccessController>;

    /// Profile that a terminal's link follows, with a carrier of its own; `None` if terminals share
    /// a carrier, on which a controller schedules them.
    fn profile(&self) -> Option<&Arc<Profile>> {
        None
    }

    /// Whether the controller follows [`AccessContext::mode`], so that users can have link budgets.
    fn follows_modes(&self) -> bool {
        false
    }
}

/// A parameter that is invalid for the carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError {
    /// Key of the parameter.
    pub key: &'static str,
    /// Value found.
    pub found: String,
    /// Valid values.
    pub expected: String,
}

/// The carrier that a controller is built for.
#[derive(Debug)]
pub struct Carrier {
    /// Transmission rate of a burst; that of the most efficient mode where users have modes.
    pub rate: Rate,
    /// Start of the run.
    pub start: SimTime,
    /// Random stream of each user, in the order of their numbers.
    pub streams: Vec<RandomStream>,
}

/// Information about users that a controller queries.
pub trait AccessContext {
    /// Number of the carrier on which the user sends: its satellite's. Users of different carriers
    /// share nothing. `None` while the user has no carrier, or is below all modes.
    fn carrier(&mut self, user: u32, now: SimTime) -> Option<u32> {
        self.carrier_until(user, now).0
    }

    /// The result of [`AccessContext::carrier`], and an instant until which it and the user's mode
    /// stay the same.
    fn carrier_until(&mut self, user: u32, now: SimTime) -> (Option<u32>, SimTime);

    /// Rate of the user's mode; `None` if all users send at the rate of the carrier.
    fn mode(&mut self, _user: u32, _now: SimTime) -> Option<Rate> {
        None
    }

    /// Round-trip propagation delay between the user and the receiver of its carrier.
    fn round_trip(&mut self, user: u32, now: SimTime) -> Duration;
}

/// Mode of a user of a carrier with slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SlotMode {
    rate: Rate,
    /// Whole bytes that a slot carries.
    slot_bytes: u32,
}

impl SlotMode {
    /// Slots in this mode that carry what `slots` in mode `before` do.
    fn slots_from(self, before: Self, slots: u32) -> u32 {
        let bytes = u64::from(slots) * u64::from(before.slot_bytes);
        u32::try_from(bytes.div_ceil(u64::from(self.slot_bytes))).unwrap_or(u32::MAX)
    }
}

/// Decides the transmission times of users on carriers of one kind.
pub trait AccessController: Send {
    /// Codepoints whose packets the controller requests otherwise than the rest, a bit for each.
    fn codepoints_apart(&self) -> u64 {
        0
    }

    /// Notifies the controller how many bytes of the next backlog of `user`, by
    /// [`AccessController::on_backlog`] or [`AccessController::on_burst`], are of
    /// [`AccessController::codepoints_apart`]; not called without any.
    fn on_backlog_apart(&mut self, user: u32, bytes: u64) {
        let _ = (user, bytes);
    }

    /// Notifies the controller that the backlog of `user` has changed to `bytes` bytes.
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64);

    /// Notifies the controller that the burst of `user` that began at `now` is filled and that a
    /// backlog of `bytes` bytes remains; the burst carries a request for it.
    fn on_burst(
        &mut self,
        now: SimTime,
        user: u32,
        left: u64,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    );

    /// Time at which [`AccessController::handle_timeout`] must be called; `None` while no user has
    /// anything to send.
    fn poll_timeout(&self) -> Option<SimTime>;

    /// Appends to `steps` what happens at `now`, in order.
    fn handle_timeout(
        &mut self,
        now: SimTime,
        around: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    );
}

/// An event on a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessEvent {
    /// A request of the user is received.
    Requested {
        /// Number of the user.
        user: u32,
        /// Number of slots requested.
        slots: u32,
    },
    /// A request of the user collides with another one in the same slot; neither is received.
    Collided {
        /// Number of the user.
        user: u32,
        /// Number of slots requested.
        slots: u32,
    },
    /// A burst of a user begins.
    Burst(Burst),
    /// Slots granted to the user stay unused, because it has nothing to send.
    Unused {
        /// Number of the user.
        user: u32,
        /// Number of slots granted.
        slots: u32,
    },
}

/// A frame of a carrier: consecutive slots of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Start of the first slot.
    pub start: SimTime,
    /// Length of the frame.
    pub length: Duration,
    /// Number of slots, at least one.
    pub slots: u32,
    /// Bytes that a slot carries, at least one.
    pub slot_bytes: u32,
    /// Rate of the carrier.
    pub rate: Rate,
}

impl Frame {
    /// Start of slot number `slot`, counted from 0; for the number after the last slot, the end of
    /// the frame.
    pub fn slot_start(&self, slot: u32) -> SimTime {
        let nanos = u128::from(self.length.as_nanos()) * u128::from(slot) / u128::from(self.slots);
        self.start + Duration::from_nanos(nanos as u64)
    }
}

/// Consecutive slots of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// Number of the user.
    pub user: u32,
    /// Number of slots, at least one.
    pub slots: u32,
    /// Frame of the burst.
    pub frame: Frame,
    /// Number of the first slot in the frame, counted from 0.
    pub first: u32,
}

impl Burst {
    /// Capacity of the burst, bytes.
    pub fn bytes(&self) -> u64 {
        u64::from(self.slots) * u64::from(self.frame.slot_bytes)
    }

    /// Start of the burst.
    pub fn start(&self) -> SimTime {
        self.frame.slot_start(self.first)
    }

    /// Departure time of the first bit after the first `bytes` bytes of the burst.
    pub fn start_after(&self, bytes: u64) -> SimTime {
        let slot = (bytes / u64::from(self.frame.slot_bytes)) as u32;
        self.within(slot, bytes % u64::from(self.frame.slot_bytes))
    }

    /// Departure time of the last bit of the first `bytes` bytes, at least one.
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
    /// How terminals share a carrier.
    dyn Access "Access" is "a kind of access" at "links.uplink.access.kind" {
        DemandAssigned,
        RateBased,
        SchedulingRequest,
        Slotted,
    }
    pub fn built_in;
    pub fn member;
}

#[cfg(test)]
mod mode_tests;
#[cfg(test)]
mod testing;
