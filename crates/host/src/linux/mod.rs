//! TCP as Linux 6.18 speaks it: the stack `linux`.
//!
//! | File | Owns |
//! |---|---|
//! | [`sender`] | connection state, the three timers, what a report says |
//! | [`ack`] | what an ACK changes: SACK blocks, round-trip samples, the congestion window |
//! | [`recovery`] | the states Open, Disorder, Recovery, Loss, and what moves between them |
//! | [`undo`] | taking a window reduction back (Eifel, DSACK) |
//! | [`rack`] | when a segment is lost (RFC 8985), the reordering window |
//! | [`tlp`] | tail loss probes (RFC 8985 Sec. 7) |
//! | [`prr`] | the window while it comes down (RFC 6937bis) |
//! | [`transmit`] | which segment leaves, and whether the window is what holds data back |
//! | [`queue`] | segments sent and not acknowledged, their marks and counts |
//! | [`rate`] | samples of the delivery rate |
//! | [`pacing`] | how far apart segments leave, where they are paced |
//! | [`rtt`] | round-trip time, its minimum, the retransmission timeout |
//! | [`congestion`] | Reno, CUBIC with HyStart, BBR, Hybla, Vegas, Westwood+ |
//! | [`receiver`] | reassembly, SACK and DSACK blocks |
//! | [`ack_policy`] | when an ACK is due: quick-ACK phase, delayed ACK, compressed SACKs |
//! | [`window`] | the receive window and its autotuning |
//! | [`close`] | FIN and its answer |
//!
//! As in the kernel, windows count segments and timers run on ticks of [`TICK`]. Names in
//! backquotes with `tcp_` are the kernel's functions, whose behaviour was written down anew from
//! memory and checked against measurements (docs/models/tcp.md). Left out: ECN, segmentation
//! offload where nothing is paced, small queues, the send buffer, reordering without SACK.

pub mod ack;
pub mod ack_policy;
pub mod close;
pub mod congestion;
pub mod pacing;
pub mod prr;
pub mod queue;
pub mod rack;
pub mod rate;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub mod sender;
pub mod tlp;
pub mod transmit;
pub mod undo;
pub mod window;

pub use receiver::Receiver;
pub use sender::Sender;

use skyseam_base::{Duration, SimTime};

/// A tick of the kernel's timers (`CONFIG_HZ=250`).
pub const TICK: Duration = Duration::from_millis(4);

/// Ticks passed at `now` (`jiffies`).
fn ticks(now: SimTime) -> u64 {
    now.as_nanos() / TICK.as_nanos()
}

/// Ticks in a length of time, rounded up (`usecs_to_jiffies`).
fn ticks_in(length: Duration) -> u64 {
    length.as_nanos().div_ceil(TICK.as_nanos())
}

/// When a timer set at `now` for so many ticks fires: the wheel never fires early, so the tick that
/// is running does not count.
fn timer(now: SimTime, count: u64) -> SimTime {
    SimTime::from_nanos((ticks(now) + 1).saturating_add(count).saturating_mul(TICK.as_nanos()))
}

/// Microseconds in a length of time, rounded down.
fn micros(length: Duration) -> u64 {
    length.as_nanos() / 1_000
}

#[cfg(test)]
mod tests;
