//! The congestion window of `Agent/TCP/Newreno` and `Agent/TCP/Sack1`: real numbers, one packet per
//! ACK in slow start, its reciprocal after.

/// Window and threshold, packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RenoWindow {
    pub cwnd: f64,
    pub ssthresh: u64,
}

impl RenoWindow {
    /// The window before any ACK; the threshold begins at the receive window.
    pub fn new(cwnd: u64, receive_window: u64) -> Self {
        Self { cwnd: cwnd as f64, ssthresh: receive_window }
    }

    /// An ACK of new data (`opencwnd`).
    pub fn open(&mut self) {
        self.cwnd += if self.cwnd < self.ssthresh as f64 { 1.0 } else { 1.0 / self.cwnd };
    }

    /// Half of what was in use (`slowdown`): the window keeps the fraction, the threshold does not.
    pub fn halve(&mut self, in_use: f64) {
        self.cwnd = in_use / 2.0;
        self.ssthresh = (self.cwnd as u64).max(2);
    }

    /// Back to one packet.
    pub fn restart(&mut self, in_use: f64) {
        self.halve(in_use);
        self.cwnd = 1.0;
    }
}
