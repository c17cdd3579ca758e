//! CAKE's shaper: the time that each packet takes at a rate, with the overhead of the link that it
//! stands for.

use skyseam_params::names::{Choice, Named, choice};

/// Cells into which a packet is put on the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// No cells.
    None,
    /// Cells of 53 B.
    Atm,
    /// Blocks of 65 B.
    Ptm,
}

impl Named for Cells {
    const WHAT: &'static str = "a framing in cells";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::None, "none", "packets are sent whole", "tc-cake(8), noatm"),
            choice(Self::Atm, "atm", "cells of 53 B with 48 B of payload each", "tc-cake(8), atm"),
            choice(Self::Ptm, "ptm", "one byte for each 64 B or part of it", "tc-cake(8), ptm"),
        ]
    }
}

impl Cells {
    /// Bytes on the link for `bytes` of content.
    pub(super) fn on_link(self, bytes: u32) -> u32 {
        match self {
            Self::None => bytes,
            Self::Atm => bytes.div_ceil(48) * 53,
            Self::Ptm => bytes + bytes.div_ceil(64),
        }
    }
}

/// Time per byte at a rate, as the kernel computes it: 34 significant bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    nanos: u64,
    shift: u32,
}

impl Pace {
    /// The pace of a rate in bytes per second; no less than 64, so that a packet leaves some time.
    pub(super) fn new(rate: u64) -> Self {
        let mut pace = Self { nanos: (1_000_000_000 << 34) / rate.max(64), shift: 34 };
        while pace.nanos >> 34 > 0 {
            pace.nanos >>= 1;
            pace.shift -= 1;
        }
        pace
    }

    /// Time of `bytes`, ns.
    pub(super) fn time(self, bytes: u32) -> u64 {
        (u64::from(bytes) * self.nanos) >> self.shift
    }
}

/// The shaper of all tins together.
#[derive(Debug)]
pub(super) struct Shaper {
    pace: Pace,
    /// Time at which the next packet may leave.
    next: u64,
    /// Departure time of the next packet at two thirds of the rate.
    failsafe: u64,
}

impl Shaper {
    pub(super) fn new(rate: u64) -> Self {
        Self { pace: Pace::new(rate), next: 0, failsafe: 0 }
    }

    /// Time from which a packet may leave, ns.
    pub(super) fn opens(&self) -> u64 {
        self.next.min(self.failsafe)
    }

    /// Forgets unused time: a packet arrived, and no other waits.
    pub(super) fn start(&mut self, now: u64) {
        if self.next < now {
            self.next = now;
            self.failsafe = now;
        }
    }

    pub(super) fn charge(&mut self, bytes: u32) {
        let time = self.pace.time(bytes);
        self.next += time;
        self.failsafe += time + time / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 44 B of overhead on 40 B are two cells of ATM; the first byte beyond needs a third.
    #[test]
    fn cells_are_whole() {
        assert_eq!([96, 97].map(|bytes| Cells::Atm.on_link(bytes)), [106, 159]);
        assert_eq!([64, 65].map(|bytes| Cells::Ptm.on_link(bytes)), [65, 67]);
        assert_eq!(Cells::None.on_link(97), 97);
    }

    /// The pace of any rate is its time per byte, within what 33 bits can say.
    #[test]
    fn the_pace_is_that_of_the_rate() {
        for rate in [64, 1_000, 16_000, 1_250_000, 125_000_000, 12_500_000_000] {
            let exact = 1e9 * 1_500_000.0 / rate as f64;
            let time = Pace::new(rate).time(1_500_000) as f64;
            assert!((time - exact).abs() < 1.0 + 1e-8 * exact, "{rate}: {time}, {exact}");
        }
        assert_eq!(Pace::new(1).time(1), Pace::new(64).time(1), "a slower one would never end");
    }

    /// Time that nobody used is not made up for.
    #[test]
    fn idle_time_is_lost() {
        let mut shaper = Shaper::new(1_000_000);
        shaper.start(5_000_000);
        shaper.charge(1000);
        assert_eq!(shaper.opens(), 6_000_000);
        shaper.start(5_500_000);
        assert_eq!(shaper.opens(), 6_000_000, "it began before");
    }
}
