//! Memory for received datagrams, which quinn-proto keeps until their data are read.
//!
//! Several share one allocation, to avoid an allocation and a reference count for each. Does not
//! own the bytes in the network: those lie in [`skyseam_packet::Payloads`].

use std::sync::{Arc, Mutex, PoisonError};

use bytes::BytesMut;

/// Size of an allocation: some ten datagrams, so that one whose data waits for earlier data keeps
/// little else from being freed.
const BLOCK_BYTES: usize = 16_384;

/// The current allocation of a world's endpoints. Clones refer to the same.
#[derive(Clone, Debug, Default)]
pub struct ReceiveArena(Arc<Mutex<BytesMut>>);

impl ReceiveArena {
    /// Copies `bytes` into the arena.
    pub(super) fn copy(&self, bytes: &[u8]) -> BytesMut {
        let mut block = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if block.capacity() < bytes.len() {
            *block = BytesMut::with_capacity(BLOCK_BYTES.max(bytes.len()));
        }
        block.extend_from_slice(bytes);
        block.split()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a copy is not changed by later copies, within a block and beyond it, or by writes into
    /// them.
    #[test]
    fn copies_do_not_touch_each_other() {
        let arrivals = ReceiveArena::default();
        let sizes = (0..50).map(|i| 1 + i * 97 % 1_500).chain([BLOCK_BYTES + 1, 3]);
        let pieces: Vec<Vec<u8>> = sizes.enumerate().map(|(i, n)| vec![i as u8; n]).collect();
        let mut copies: Vec<BytesMut> = pieces.iter().map(|piece| arrivals.copy(piece)).collect();
        assert_eq!(copies, pieces);
        copies[3].fill(200);
        copies.truncate(10);
        assert_eq!(copies[2], pieces[2]);
        assert_eq!(copies[4], pieces[4]);
        assert_eq!(arrivals.copy(&[7, 7]), [7, 7][..]);
    }
}
