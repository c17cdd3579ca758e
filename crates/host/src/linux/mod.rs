//! TCP as Linux 6.18 speaks it: the stack `linux`.
//!
//! | File | Owns |
//! |---|---|
//! | [`sender`] | connection state, the three timers, what a report says |
//! | [`ack`] | what an ACK changes: SACK blocks, round-trip samples, the congestion window |
//! | [`recovery`] | the states Open, Disorder, Recovery, Loss, and what moves between them |
//! | [`newreno`] | what stands in for selective acknowledgements where there are none |
//! | [`undo`] | taking a window reduction back (Eifel, DSACK) |
//! | [`rack`] | when a segment is lost (RFC 8985), the reordering window |
//! | [`tlp`] | tail loss probes (RFC 8985 Sec. 7) |
//! | [`prr`] | the window while it comes down (RFC 6937bis) |
//! | [`transmit`] | which segment leaves, and whether the window is what holds data back |
//! | [`send_buffer`] | how far the application writes ahead, and the autotuning of that |
//! | [`queue`] | segments sent and not acknowledged, their marks and counts |
//! | [`rate`] | samples of the delivery rate |
//! | [`pacing`] | how far apart segments leave, where they are paced |
//! | [`rtt`] | round-trip time, its minimum, the retransmission timeout |
//! | [`congestion`] | Reno, CUBIC with HyStart, BBR, Hybla, Vegas, Westwood+ |
//! | [`receiver`] | reassembly, SACK and DSACK blocks |
//! | [`ack_policy`] | when an ACK is due: quick-ACK phase, delayed ACK, compressed SACKs |
//! | [`window`] | the receive window and its autotuning |
//! | [`handshake`] | SYN-ACKs that leave again |
//! | [`close`] | FIN and its answer |
//! | [`both_ways`] | sender and receiver beside each other, where both ends send |
//! | [`giving_up`] | when a connection that nobody answers is given up |
//!
//! As in the kernel, windows count segments and timers run on ticks of [`TICK`]. Names in
//! backquotes with `tcp_` are the kernel's functions, whose behaviour is written anew here and
//! checked against measurements (docs/models/tcp.md, docs/provenance.md). Left out: ECN,
//! segmentation offload where nothing is paced, small queues.

pub mod ack;
pub mod ack_policy;
pub mod both_ways;
pub mod close;
pub mod congestion;
pub mod giving_up;
pub mod handshake;
pub mod newreno;
pub mod pacing;
pub mod prr;
pub mod queue;
pub mod rack;
pub mod rate;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub mod send_buffer;
pub mod sender;
pub mod tlp;
pub mod transmit;
pub mod undo;
pub mod window;

pub use receiver::Receiver;
pub use sender::Sender;

use skyseam_base::{Duration, SimTime};

use crate::config::TcpConfig;
use crate::endpoint::{Agent, one_way_ends};
use crate::tcp::{Connection, duplex};
use crate::transport::{Content, Entry, Opening};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "tcp, stack linux",
    summary: "TCP as a Linux 6.18 kernel speaks it.",
    is_two_way: true,
};

one_way_ends!(Sender by written, Receiver by next);

/// The two ends of a connection.
pub(crate) fn open(config: &TcpConfig, opening: Opening<'_>, content: Content) -> [Agent; 2] {
    let start = opening.start;
    match content {
        Content::Transfer(supply) => {
            let connection = Connection::of(&opening);
            let sender = Sender::new(connection, config, supply, start, opening.random);
            let receiver = Receiver::new(connection, config, supply.limit);
            [Agent::new(sender), Agent::new(receiver)]
        }
        Content::Stream(apps) => {
            let sender = |connection, end| {
                // The parts are streams of their own, apart from the application's.
                let random = opening.random.part(2 + end);
                Sender::new(connection, config, duplex::WRITTEN, start, random)
            };
            let receiver = |connection| Receiver::new(connection, config, None);
            duplex::open(config, &opening, apps, sender, receiver)
        }
    }
}

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

/// Each level of the timer wheel is this many times coarser than the one below, as a power of two
/// (`LVL_CLK_SHIFT`).
const LEVEL_SHIFT: u32 = 3;
/// Ticks of the lowest level (`LVL_START(1)`): 63 of 64 buckets, as one is running.
const LEVEL_TICKS: u64 = 63;
/// The highest of nine levels (`LVL_DEPTH`).
const LAST_SHIFT: u32 = 8 * LEVEL_SHIFT;

/// When a timer set at `now` for so many ticks fires. The wheel never fires early, and its buckets
/// get coarser with distance (`calc_wheel_index`): the next tick after the time is up, from 252 ms
/// on the next multiple of 32 ms, from 2 s on of 256 ms.
fn timer(now: SimTime, count: u64) -> SimTime {
    let mut shift = 0;
    while shift < LAST_SHIFT && count >> shift >= LEVEL_TICKS {
        shift += LEVEL_SHIFT;
    }
    let bucket = (ticks(now).saturating_add(count) >> shift) + 1;
    SimTime::from_nanos(bucket.saturating_mul(TICK.as_nanos() << shift))
}

/// Microseconds in a length of time, rounded down.
fn micros(length: Duration) -> u64 {
    length.as_nanos() / 1_000
}

#[cfg(test)]
mod tests;
