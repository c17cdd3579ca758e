//! The kernel's clock: ticks, and when a timer that is set for some of them fires.

use skyseam_base::{Duration, SimTime};

/// A tick of the kernel's timers (`CONFIG_HZ=250`).
pub const TICK: Duration = Duration::from_millis(4);

/// Ticks passed at `now` (`jiffies`).
pub(super) fn ticks(now: SimTime) -> u64 {
    now.as_nanos() / TICK.as_nanos()
}

/// Ticks in a length of time, rounded up (`usecs_to_jiffies`).
pub(super) fn ticks_in(length: Duration) -> u64 {
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
pub(super) fn timer(now: SimTime, count: u64) -> SimTime {
    let mut shift = 0;
    while shift < LAST_SHIFT && count >> shift >= LEVEL_TICKS {
        shift += LEVEL_SHIFT;
    }
    let bucket = (ticks(now).saturating_add(count) >> shift) + 1;
    SimTime::from_nanos(bucket.saturating_mul(TICK.as_nanos() << shift))
}

/// Microseconds in a length of time, rounded down.
pub(super) fn micros(length: Duration) -> u64 {
    length.as_nanos() / 1_000
}
