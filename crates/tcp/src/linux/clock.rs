//! The kernel's clock: ticks, and the times when its timers fire.

use skyseam_base::{Duration, NodeId, RandomStream, SimTime};

use crate::connection::timestamp_clock;

/// A tick of the kernel's timers (`CONFIG_HZ=250`).
pub(crate) const TICK: Duration = Duration::from_millis(4);

/// Clock of a host. Its ticks began some time before the run: neither two hosts nor the same host
/// in two runs tick at the same times.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostClock {
    /// Time shown by the clock when the run began.
    phase: Duration,
}

impl HostClock {
    /// A clock that began with the run.
    pub const START: Self = Self { phase: Duration::ZERO };

    /// The clock of `host`. Its phase is drawn from a separate stream (`clock of node N`) under the
    /// seed of `random`, and is the same for all connections of the host.
    pub fn of(random: &RandomStream, host: NodeId) -> Self {
        let mut own = random.of_owner(&format!("clock of node {}", host.index()));
        // Every bucket of every level of the timer wheel is as likely as any other.
        let whole = TICK.as_nanos() << LAST_SHIFT;
        Self { phase: Duration::from_nanos(own.next_u64() % whole) }
    }

    /// Returns the ticks passed at `now` (`jiffies`).
    pub(super) fn ticks(self, now: SimTime) -> u64 {
        ticks(now.saturating_add(self.phase))
    }

    /// Returns the milliseconds passed at `now`: the clock of timestamps (`tcp_time_stamp_ms`).
    pub(super) fn stamp(self, now: SimTime) -> u32 {
        timestamp_clock(now.saturating_add(self.phase))
    }

    /// Returns the time when a timer set at `now` for `count` ticks fires. The wheel never fires
    /// early, and its buckets get coarser with distance (`calc_wheel_index`): the next tick after
    /// the deadline, from 252 ms on the next multiple of 32 ms, from 2 s on of 256 ms.
    pub(super) fn timer(self, now: SimTime, count: u64) -> SimTime {
        let mut shift = 0;
        while shift < LAST_SHIFT && count >> shift >= LEVEL_TICKS {
            shift += LEVEL_SHIFT;
        }
        let bucket = (self.ticks(now).saturating_add(count) >> shift) + 1;
        let fires = bucket.saturating_mul(TICK.as_nanos() << shift);
        SimTime::from_nanos(fires.saturating_sub(self.phase.as_nanos()))
    }
}

/// Returns the ticks passed at `now` on a clock that began with the run, for controllers that
/// measure between two instants.
pub(super) fn ticks(now: SimTime) -> u64 {
    now.as_nanos() / TICK.as_nanos()
}

/// Returns the ticks in a duration, rounded up (`usecs_to_jiffies`).
pub(super) fn ticks_in(length: Duration) -> u64 {
    length.as_nanos().div_ceil(TICK.as_nanos())
}

/// Power of two by which each level of the timer wheel is coarser than the one below
/// (`LVL_CLK_SHIFT`).
const LEVEL_SHIFT: u32 = 3;
/// Ticks of the lowest level (`LVL_START(1)`): 63 of 64 buckets, as one is running.
const LEVEL_TICKS: u64 = 63;
/// The highest of nine levels (`LVL_DEPTH`).
const LAST_SHIFT: u32 = 8 * LEVEL_SHIFT;

/// Returns the microseconds in a duration, rounded down.
pub(super) fn micros(length: Duration) -> u64 {
    length.as_nanos() / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a timer never fires early, and at most a step of its level late. Method: clocks of
    /// hosts and seeds, and waits of each level; the phase differs by host and by seed.
    #[test]
    fn timers_fire_on_the_ticks_of_their_host() {
        let clock =
            |seed, host| HostClock::of(&RandomStream::new(seed, "flow").part(1), NodeId(host));
        assert_eq!(clock(1, 0).phase, clock(1, 0).phase);
        assert_ne!(clock(1, 0).phase, clock(1, 1).phase);
        assert_ne!(clock(1, 0).phase, clock(2, 0).phase);
        for seed in 0..50 {
            let (clock, now) = (clock(seed, 3), SimTime::from_nanos(7_300_000 + 911 * seed));
            for (count, step) in [(10, 4), (62, 4), (63, 32), (500, 32), (512, 256), (4_100, 2_048)]
            {
                let late = clock.timer(now, count).saturating_since(now).as_nanos();
                let due = TICK.as_nanos() * count;
                assert!(late + 4_000_000 > due && late <= due + step * 1_000_000 + 4_000_000);
            }
        }
    }
}
