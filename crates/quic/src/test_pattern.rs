//! Content of a QUIC stream: a byte pattern that identifies its position.
//!
//! The receiver compares every byte it delivers with the one sent there, so that a run proves that
//! the delivered bytes are those sent, in order.

use bytes::Bytes;

/// Length of the repeating block: a prime, so that no packet size or window divides it.
const LENGTH: usize = 65_521;

/// Bytes of the block: the high bytes of a linear congruential sequence (Knuth, MMIX).
const BLOCK: &[u8; LENGTH] = &block();

const fn block() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    let mut state = 1u64;
    let mut i = 0;
    while i < LENGTH {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        bytes[i] = (state >> 56) as u8;
        i += 1;
    }
    bytes
}

/// Bytes of the stream from `offset` on: as many as are contiguous, at most `most`.
pub(super) fn at(offset: u64, most: u64) -> Bytes {
    let start = (offset % LENGTH as u64) as usize;
    let end = LENGTH.min(start.saturating_add(usize::try_from(most).unwrap_or(usize::MAX)));
    Bytes::from_static(&BLOCK[start..end])
}

/// Whether `bytes` are those of the stream from `offset` on.
pub(super) fn agrees(offset: u64, bytes: &[u8]) -> bool {
    let mut offset = offset;
    let mut rest = bytes;
    while !rest.is_empty() {
        let expected = at(offset, rest.len() as u64);
        let (head, tail) = rest.split_at(expected.len());
        if head != expected {
            return false;
        }
        offset += head.len() as u64;
        rest = tail;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_out_of_place_is_found() {
        let far = 3 * LENGTH as u64 - 10;
        let mut bytes = [at(far, 100), at(far + 10, 90)].concat();
        assert_eq!(bytes.len(), 100);
        assert!(agrees(far, &bytes));
        assert!(!agrees(far + 1, &bytes));
        bytes[99] ^= 1;
        assert!(!agrees(far, &bytes));
    }
}
