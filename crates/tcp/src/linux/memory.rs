//! Memory of the data that wait at a receiver, in buffers of the kernel (`sk_rmem_alloc`), as the
//! TUN driver of the reference measurements allocates them.
//!
//! A buffer has room before the packet and `skb_shared_info` behind it in one allocation, and
//! `sk_buff` in another. The next segment is merged into a buffer only if it fits behind its data
//! (`tcp_try_coalesce`): the allocation itself cannot be handed over.

use std::collections::{BTreeMap, VecDeque};

/// Room before the packet, and `skb_shared_info`.
const BEFORE: u64 = 64;
const SHARED_INFO: u64 = 320;
const SK_BUFF: u64 = 256;
/// Alignment of data in memory, a power of two.
const LINE: u64 = 64;
const PAGE: u64 = 4096;
/// Allocation of packets with little payload (`SKB_SMALL_HEAD_CACHE_SIZE`).
const SMALL: u64 = 576;

/// Buffer with one packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Buffer {
    /// Memory of the buffer (`truesize`), bytes.
    pub memory: u64,
    /// Bytes that fit behind the packet (`skb_tailroom`).
    room: u64,
}

impl Buffer {
    /// Returns the buffer of a packet of `size` bytes with its headers (`tun_alloc_skb`).
    pub fn of(size: u64) -> Self {
        let needed = BEFORE + size;
        if needed >= PAGE {
            // A page, with as much as it holds, and pages of their own for the rest.
            let rest = size.saturating_sub(PAGE - BEFORE - SHARED_INFO);
            return Self { memory: PAGE + SK_BUFF + rest.next_multiple_of(PAGE), room: 0 };
        }
        let whole = needed.next_multiple_of(LINE) + SHARED_INFO;
        let allocation = if whole <= SMALL { SMALL } else { whole.next_power_of_two() };
        Self { memory: allocation + SK_BUFF, room: allocation - SHARED_INFO - needed }
    }
}

/// Buffer beyond a hole, stored under the offset where its data begin.
#[derive(Clone, Copy, Debug)]
struct Early {
    end: u64,
    buffer: Buffer,
}

/// Received data that are not read yet, in order or beyond holes.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadData {
    in_order: u64,
    /// Bytes that fit behind the last segment in order.
    room: u64,
    /// End offsets and memory of the buffers in order, where data are read by hand.
    buffers: VecDeque<(u64, u64)>,
    early: BTreeMap<u64, Early>,
    early_memory: u64,
}

impl UnreadData {
    /// Returns the memory in use, bytes.
    pub fn memory(&self) -> u64 {
        self.in_order + self.early_memory
    }

    /// Adds a segment in order with `payload` bytes, up to the offset `end`; `by_hand` says that it
    /// is not read immediately (`tcp_queue_rcv`).
    pub fn add(&mut self, end: u64, payload: u64, buffer: Buffer, by_hand: bool) {
        if self.in_order > 0 && payload <= self.room {
            self.room -= payload;
            if let Some(last) = self.buffers.back_mut() {
                last.0 = end;
            }
            return;
        }
        self.in_order += buffer.memory;
        self.room = buffer.room;
        if by_hand {
            self.buffers.push_back((end, buffer.memory));
        }
    }

    /// Adds a segment beyond a hole, from `start` to `end` (`tcp_data_queue_ofo`).
    pub(crate) fn add_early(&mut self, start: u64, end: u64, buffer: Buffer) {
        let before = self.early.range_mut(..start).next_back();
        if let Some((_, before)) = before
            && before.end == start
            && end - start <= before.buffer.room
        {
            before.end = end;
            before.buffer.room -= end - start;
            return;
        }
        self.early_memory += buffer.memory;
        let same = self.early.insert(start, Early { end, buffer });
        self.early_memory -= same.map_or(0, |same| same.buffer.memory);
        while let Some((&next, covered)) = self.early.range(start + 1..end).next()
            && covered.end <= end
        {
            self.early_memory -= covered.buffer.memory;
            self.early.remove(&next);
        }
    }

    /// Moves the data from `from` up to `to` from beyond a hole into order (`tcp_ofo_queue`).
    pub fn join(&mut self, from: u64, to: u64, by_hand: bool) {
        let mut reached = from;
        while let Some(entry) = self.early.first_entry()
            && *entry.key() < to
        {
            let (start, early) = entry.remove_entry();
            self.early_memory -= early.buffer.memory;
            if early.end <= reached {
                continue;
            }
            // What came twice in part is not copied.
            let payload = if start == reached { early.end - start } else { u64::MAX };
            self.add(early.end, payload, early.buffer, by_hand);
            reached = early.end;
        }
    }

    /// Removes everything in order, which the application has read.
    pub fn clear(&mut self) {
        self.in_order = 0;
    }

    /// Removes everything below the offset `read`, which the application has read
    /// (`tcp_eat_recv_skb`).
    pub fn read(&mut self, read: u64) {
        while let Some(&(end, memory)) = self.buffers.front()
            && end <= read
        {
            self.buffers.pop_front();
            self.in_order -= memory;
        }
    }

    /// Returns the offset at which the first buffer ends, where data are read by hand.
    pub fn first_end(&self) -> Option<u64> {
        self.buffers.front().map(|&(end, _)| end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the memory of a segment, as `SO_MEMINFO` showed it. Method: payloads of segments with
    /// timestamps in a kernel 6.18.44, at MTUs of 1280 to 9000 B.
    #[test]
    fn a_segment_takes_the_memory_that_was_measured() {
        let measured = [
            (100, 832),
            (140, 832),
            (141, 1280),
            (400, 1280),
            (588, 1280),
            (589, 2304),
            (1228, 2304),
            (1448, 2304),
            (1648, 4352),
            (1948, 4352),
            (3948, 8448),
            (4948, 8448),
            (8948, 12_544),
        ];
        for (payload, memory) in measured {
            assert_eq!(Buffer::of(payload + 52).memory, memory, "{payload}");
        }
    }

    /// Goal: data join a buffer if they fit behind its content, as measured. Method: memory after
    /// each of some segments in order, and beyond a hole.
    #[test]
    fn a_short_segment_joins_the_one_before_it() {
        let measured = [
            (1448, 2304),
            (1448, 4608),
            (100, 4608),
            (100, 5440),
            (400, 6720),
            (400, 8000),
            (1448, 10_304),
            (160, 10_304),
            (200, 11_584),
        ];
        let (mut waiting, mut beyond) = (UnreadData::default(), UnreadData::default());
        let mut end = 0;
        for (payload, memory) in measured {
            let buffer = Buffer::of(payload + 52);
            end += payload;
            waiting.add(end, payload, buffer, true);
            beyond.add_early(9_999 + end - payload, 9_999 + end, buffer);
            assert_eq!((waiting.memory(), beyond.memory()), (memory, memory), "{end}");
        }
    }

    /// Goal: when a hole is filled, the data that waited behind it join the previous buffers if
    /// they fit, as measured (`SO_MEMINFO` before and after). Method: a short segment behind a
    /// longer one that came after it; a segment that was received in two parts before.
    #[test]
    fn what_waited_joins_when_the_hole_is_filled() {
        let mut waiting = UnreadData::default();
        waiting.add_early(3620, 3720, Buffer::of(140));
        waiting.add_early(2920, 3620, Buffer::of(740));
        assert_eq!(waiting.memory(), 3136);
        waiting.add(2920, 1460, Buffer::of(1500), false);
        waiting.join(2920, 3720, false);
        assert_eq!(waiting.memory(), 2 * 2304);
        waiting.clear();
        waiting.add_early(5000, 5500, Buffer::of(540));
        waiting.add_early(5500, 6000, Buffer::of(540));
        waiting.add_early(5000, 6448, Buffer::of(1488));
        assert_eq!(waiting.memory(), 2304);
    }

    /// Goal: a buffer is freed once all of it was read, as measured. Method: reading 5,000 bytes of
    /// 30 segments frees three of them, and 5,000 more another three.
    #[test]
    fn a_buffer_waits_until_all_of_it_is_read() {
        let mut waiting = UnreadData::default();
        waiting.add(1448, 1448, Buffer::of(1500), true);
        (0..29).for_each(|n| waiting.add_early(2896 + n * 1448, 4344 + n * 1448, Buffer::of(1500)));
        waiting.add(2896, 1448, Buffer::of(1500), true);
        waiting.join(2896, 31 * 1448, true);
        assert_eq!(waiting.memory(), 31 * 2304);
        waiting.read(5_000);
        assert_eq!(waiting.memory(), 28 * 2304);
        waiting.read(10_000);
        assert_eq!(waiting.memory(), 25 * 2304);
    }
}
