//! Congestion state, with the records that an undo and a probe need.

/// Congestion state of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// No sign of loss.
    Open,
    /// Selective acknowledgements or retransmissions are outstanding.
    Disorder,
    /// The window is being reduced and nothing is to be retransmitted.
    Cwr,
    /// Lost segments are retransmitted and the window is being reduced.
    Recovery,
    /// The retransmission timer has fired.
    Loss,
}

/// Record that an undo of a reduction needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Undo {
    /// Oldest offset when the reduction began; `None` if there is nothing to undo.
    pub marker: Option<u64>,
    /// Retransmissions since then, less those that a DSACK showed to be spurious; `None` before the
    /// first.
    pub resent: Option<u32>,
    /// Threshold before the reduction, at least three quarters of the window; 0 if there is none.
    pub prior_ssthresh: u32,
    /// Clock of the timestamps option at the first retransmission.
    pub first_resent: Option<u32>,
}

/// Unanswered probe.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Next new offset when the probe was sent.
    pub high: u64,
    /// Whether the probe was a retransmission.
    pub resent: bool,
}
