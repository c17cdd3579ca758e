//! The congestion state, and what is remembered of it: what takes a reduction back, and a probe.

/// A congestion state of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Nothing is amiss.
    Open,
    /// Selective acknowledgements or retransmissions are outstanding.
    Disorder,
    /// The window comes down without anything to resend.
    Cwr,
    /// Something is lost and resent, the window coming down.
    Recovery,
    /// The retransmission timer fired.
    Loss,
}

/// What is needed to take a reduction back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undo {
    /// Oldest offset when the reduction began; `None` when there is nothing to take back.
    pub marker: Option<u64>,
    /// Retransmissions since, less those that a DSACK showed needless; `None` before the first.
    pub resent: Option<u32>,
    /// Threshold before, at least three quarters of the window; 0 for none.
    pub prior_ssthresh: u32,
    /// Clock of the timestamps option at the first retransmission.
    pub first_resent: Option<u32>,
}

/// A probe that has not been answered.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Next new offset when it was sent.
    pub high: u64,
    /// Whether it repeated a segment.
    pub resent: bool,
}
