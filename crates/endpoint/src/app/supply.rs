//! One-way data that a transport sends for an application.

use skyseam_base::SimTime;

/// One-way data that an application offers to a transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedData {
    /// Total number of bytes, once it is known.
    pub limit: Option<u64>,
    /// Time at which the application stops offering data.
    pub stop: Option<SimTime>,
}

impl OfferedData {
    /// Whether there is always more to send.
    pub fn is_open(&self) -> bool {
        self.limit.is_none()
    }

    /// Stops the application after it has offered `bytes`.
    pub fn close(&mut self, bytes: u64) {
        self.limit.get_or_insert(bytes);
        self.stop = None;
    }

    /// Ends the stream after `bytes`. If that was not known before, it is known at `now` and takes
    /// effect at the next timeout.
    pub fn end(&mut self, now: SimTime, bytes: u64) {
        if self.limit.is_none() {
            *self = Self { limit: Some(bytes), stop: Some(now) };
        }
    }
}
