//! Send buffer and its autotuning: how far the application may write ahead of the acknowledged data
//! (`tcp_sndbuf_expand`, `tcp_check_space`, `sk_stream_write_space`).
//!
//! The buffer counts memory, not payload: each segment has a buffer with its own head.
//! [`super::writing`] decides when it is filled.

/// Initial buffer, bytes of memory: the middle value of `tcp_wmem`.
const FIRST: u64 = 16_384;
/// Memory of a kernel buffer beyond its payload: `sk_buff` (256), the space for headers
/// (`MAX_TCP_HEADER`, 256) and `skb_shared_info` (320); measured 832 on the kernel of the reference
/// measurements.
const OVERHEAD: u64 = 256 + HEAD;
const HEAD: u64 = 256 + 320;
/// Payload of such a buffer with segmentation offload: the amount that `tcp_tso_autosize` and the
/// window release at once. Measured over 100 Mbit/s and 300 ms: 21.8 kB with CUBIC, 26.8 kB with
/// BBR.
const OFFLOADED: u64 = 24_000;

/// Send buffer of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SendBuffer {
    /// Memory that may be used before the application has to wait (`sk_sndbuf`), bytes.
    size: u64,
    /// Maximum size (the last value of `tcp_wmem`).
    most: u64,
    /// Memory reserved for a segment of the window (`tcp_sndbuf_expand`).
    per_segment: u64,
    /// Payload per overhead.
    unit: u64,
    /// Whether the application waits for room (`SOCK_NOSPACE`).
    pub(super) waiting: bool,
}

impl SendBuffer {
    /// Returns a buffer that grows up to `most` bytes of memory, for segments of `mss` bytes of
    /// which `payload` are data; `offload` says that several segments share one kernel buffer.
    pub fn new(most: u64, mss: u32, payload: u32, offload: bool) -> Self {
        let mut buffer = Self {
            size: FIRST.min(most),
            most,
            per_segment: (u64::from(mss) + HEAD).next_power_of_two() + 256,
            unit: 0,
            waiting: false,
        };
        buffer.set_payload(payload, offload);
        buffer
    }

    /// Sets the payload of a segment. Call before the application writes.
    pub(super) fn set_payload(&mut self, payload: u32, offload: bool) {
        let payload = u64::from(payload.max(1));
        self.unit = if offload { payload * (OFFLOADED / payload).max(1) } else { payload };
    }

    /// Returns the memory of `bytes` of payload.
    fn memory(&self, bytes: u64) -> u64 {
        bytes + bytes.div_ceil(self.unit) * OVERHEAD
    }

    /// Makes room for `factor` windows of this many segments (`tcp_sndbuf_expand`).
    pub(super) fn expand(&mut self, factor: u64, segments: u32) {
        let wanted = factor * u64::from(segments) * self.per_segment;
        self.size = self.size.max(wanted.min(self.most));
    }

    /// Returns the payload bytes held once the application has written as much as it can, starting
    /// from `held` (`sk_stream_memory_free`: a kernel buffer is begun as long as any memory is
    /// free).
    pub(super) fn filled(&self, held: u64) -> u64 {
        let whole = held.next_multiple_of(self.unit);
        let free = self.size.saturating_sub(self.memory(whole));
        whole + free.div_ceil(self.unit + OVERHEAD) * self.unit
    }

    /// Whether a waiting application is woken at `held` bytes: a third is free
    /// (`sk_stream_is_writeable`).
    pub(super) fn wakes(&self, held: u64) -> bool {
        let taken = self.memory(held);
        self.size.saturating_sub(taken) >= taken / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the memory that the kernel showed. Method: `SO_MEMINFO` of a connection over 100
    /// Mbit/s and 300 ms before its first ACK: 30,408 B of payload in 47,880 B, of 46,080.
    #[test]
    fn the_first_buffer_is_as_measured() {
        let mut buffer = SendBuffer::new(4 << 20, 1460, 1448, false);
        buffer.expand(2, 10);
        assert_eq!(buffer.size, 46_080);
        assert_eq!(buffer.filled(0), 30_408);
        assert_eq!(buffer.memory(30_408), 47_880);
        buffer.expand(3, 10);
        assert_eq!((buffer.size, buffer.memory(buffer.filled(0))), (69_120, 70_680));
    }

    /// Goal: a full buffer wakes the application when a third is free. Method: the same.
    #[test]
    fn the_application_is_woken_at_two_thirds() {
        let mut buffer = SendBuffer::new(4 << 20, 1460, 1448, false);
        buffer.expand(2, 10_000);
        assert_eq!(buffer.size, 4 << 20);
        let full = buffer.filled(0);
        assert_eq!(full, 1840 * 1448);
        let at_two_thirds = 1226 * 1448;
        assert!(buffer.wakes(at_two_thirds) && !buffer.wakes(at_two_thirds + 1448));
        assert_eq!(buffer.filled(at_two_thirds), full);
    }
}
