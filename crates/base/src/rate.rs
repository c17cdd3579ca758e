//! Link rates in bit/s, and the transmission time of a packet with its sub-nanosecond remainder.

use std::fmt;

use crate::time::{Duration, NANOS_PER_SEC};

/// A rate in bit/s, never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(u64);

impl Rate {
    /// A rate of `bps` bit/s, or `None` for zero.
    pub const fn from_bps(bps: u64) -> Option<Self> {
        if bps == 0 { None } else { Some(Self(bps)) }
    }

    /// The rate in bit/s.
    pub const fn as_bps(self) -> u64 {
        self.0
    }

    /// Time to send `bytes` bytes: whole nanoseconds, and the remainder in units of 1/rate ns.
    ///
    /// A link carries the remainder over so that back-to-back packets do not drift. At 25 Mbit/s
    /// there is none; at 3 Mbit/s it is up to two thirds of a nanosecond per packet.
    pub const fn transmission(self, bytes: u32) -> (Duration, u64) {
        let bit_nanos = bytes as u64 * 8 * NANOS_PER_SEC;
        (Duration::from_nanos(bit_nanos / self.0), bit_nanos % self.0)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bps = self.0 as f64;
        match self.0 {
            0..1_000 => write!(f, "{bps} bit/s"),
            1_000..1_000_000 => write!(f, "{} kbit/s", bps / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{} Mbit/s", bps / 1e6),
            _ => write!(f, "{} Gbit/s", bps / 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transmission_keeps_its_remainder() {
        let rate = Rate::from_bps(3_000_000).unwrap();
        let (whole, rest) = rate.transmission(1);
        assert_eq!((whole.as_nanos(), rest), (2_666, 2_000_000));
        assert_eq!(rate.to_string(), "3 Mbit/s");
    }

    #[test]
    fn no_rate_is_zero() {
        assert_eq!(Rate::from_bps(0), None);
    }
}
