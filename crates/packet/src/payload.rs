//! Payload bytes of datagrams, stored outside the packets so that a packet stays a small plain
//! value.
//!
//! Owns the store and the reuse of buffers. Does not own the meaning of the bytes. TCP segments
//! carry no bytes (their payload is counted); QUIC datagrams do, since a real implementation reads
//! them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use slab::Slab;

/// Key of the bytes of a datagram in the [`Payloads`] of its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadKey(u32);

/// The payload store of a world, shared by its endpoints. Clones refer to the same store.
///
/// An endpoint stores bytes when it sends, the peer reads them, and the owner of the network
/// releases them once the packet has arrived or was dropped. The lock only allows a world to move
/// between threads; it is never contended.
#[derive(Clone, Debug, Default)]
pub struct Payloads(Arc<Mutex<Store>>);

#[derive(Debug, Default)]
struct Store {
    kept: Slab<Vec<u8>>,
    /// Buffers of released bytes, for reuse.
    spare: Vec<Vec<u8>>,
}

impl Payloads {
    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An empty buffer to write a datagram into.
    pub fn buffer(&self) -> Vec<u8> {
        self.store().spare.pop().unwrap_or_default()
    }

    /// Stores the bytes of a datagram.
    pub fn keep(&self, bytes: Vec<u8>) -> PayloadKey {
        PayloadKey(self.store().kept.insert(bytes) as u32)
    }

    /// Calls `read` with the bytes of a datagram, or with none if they were released.
    pub fn read<T>(&self, key: PayloadKey, read: impl FnOnce(&[u8]) -> T) -> T {
        read(self.store().kept.get(key.0 as usize).map_or(&[], Vec::as_slice))
    }

    /// Releases the bytes of a datagram that is no longer in the network.
    pub fn release(&self, key: PayloadKey) {
        let mut store = self.store();
        if let Some(mut bytes) = store.kept.try_remove(key.0 as usize) {
            bytes.clear();
            store.spare.push(bytes);
        }
    }

    /// Number of stored datagrams.
    pub fn len(&self) -> usize {
        self.store().kept.len()
    }

    /// Whether no datagram is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_there_until_they_are_released() {
        let payloads = Payloads::default();
        let (first, second) = (payloads.keep(vec![1, 2]), payloads.keep(vec![3]));
        assert_eq!(payloads.read(first, <[u8]>::to_vec), [1, 2]);
        payloads.release(first);
        payloads.release(first);
        assert_eq!(payloads.read(first, <[u8]>::len), 0);
        assert_eq!(payloads.clone().read(second, <[u8]>::to_vec), [3]);
        assert_eq!(payloads.len(), 1);
        assert!(payloads.buffer().is_empty());
    }
}
