//! What a transport sends one way for an application.

use skyseam_base::SimTime;

/// What an application gives a transport to send one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedData {
    /// Bytes in all, once that is known.
    pub limit: Option<u64>,
    /// When the application offers no more.
    pub stop: Option<SimTime>,
}

impl OfferedData {
    /// Whether there is always more to send.
    pub fn is_open(&self) -> bool {
        self.limit.is_none()
    }

    /// The application stops after it has offered `bytes`.
    pub fn close(&mut self, bytes: u64) {
        self.limit.get_or_insert(bytes);
        self.stop = None;
    }

    /// The stream ends after `bytes`. Where that was not known before, it is known at `now` and
    /// takes effect at the next timeout.
    pub fn end(&mut self, now: SimTime, bytes: u64) {
        if self.limit.is_none() {
            *self = Self { limit: Some(bytes), stop: Some(now) };
        }
    }
}
