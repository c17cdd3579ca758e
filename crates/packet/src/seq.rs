//! TCP sequence numbers: 32 bits that wrap, compared as in RFC 9293 Sec. 3.4.

use std::fmt;
use std::ops::{Add, Sub};

/// A TCP sequence number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeqNumber(pub u32);

impl SeqNumber {
    /// Whether this number comes before `other`, both within 2^31 of each other.
    pub const fn before(self, other: Self) -> bool {
        (self.0.wrapping_sub(other.0) as i32) < 0
    }

    /// The 64-bit stream offset that this number stands for: the one nearest to `reference`, whose
    /// own number is `reference mod 2^32`.
    pub const fn unwrap_near(self, reference: u64) -> Option<u64> {
        let step = self.0.wrapping_sub(reference as u32) as i32;
        reference.checked_add_signed(step as i64)
    }

    /// The sequence number on the wire of the stream offset `offset`.
    pub const fn of_offset(offset: u64) -> Self {
        Self(offset as u32)
    }
}

impl Add<u32> for SeqNumber {
    type Output = Self;
    fn add(self, bytes: u32) -> Self {
        Self(self.0.wrapping_add(bytes))
    }
}

impl Sub for SeqNumber {
    type Output = u32;
    fn sub(self, other: Self) -> u32 {
        self.0.wrapping_sub(other.0)
    }
}

impl fmt::Display for SeqNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_across_the_wrap() {
        let (last, first) = (SeqNumber(u32::MAX), SeqNumber(3));
        assert!(last.before(first) && !first.before(last));
        assert_eq!(first - last, 4);
    }

    #[test]
    fn an_offset_is_found_near_its_reference() {
        let reference = (1 << 32) + 10;
        assert_eq!(SeqNumber(5).unwrap_near(reference), Some((1 << 32) + 5));
        assert_eq!(SeqNumber(u32::MAX).unwrap_near(reference), Some((1 << 32) - 1));
        assert_eq!(SeqNumber(u32::MAX).unwrap_near(3), None, "before the stream began");
    }
}
