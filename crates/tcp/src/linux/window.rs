//! Receive window and its autotuning: the buffer follows the amount received per round trip
//! (`tcp_rcv_space_adjust`, `tcp_grow_window`).
//!
//! With an application that reads everything immediately, the buffer is never full and the window
//! only grows.

use skyseam_base::{Duration, SimTime};

use super::memory::Buffer;

/// Initial buffer, bytes of memory: the middle value of `tcp_rmem`.
const FIRST_BUFFER: u64 = 131_072;
/// Maximum window that a SYN-ACK announces, bytes: 65535, in whole segments.
const FIRST_WINDOW: u64 = 65_535;
/// Kernel's maximum buffer from which the window scale is chosen (`net.core.rmem_max`), bytes.
const LARGEST_BUFFER: u64 = 4 << 20;
/// Segments expected in the first round trip.
const FIRST_ROUND: u64 = 10;

/// Assumed share of payload before the first segment (`TCP_DEFAULT_SCALING_RATIO`).
const SHARE_AT_FIRST: u64 = 128;

/// Returns the share of `payload` bytes in the memory of a segment that has them, in 256ths
/// (`scaling_ratio`): 160 for 1448 B.
fn payload_share(payload: u64, headers: u64) -> u64 {
    (payload * 256 / Buffer::of(headers + payload).memory).clamp(1, 255)
}

/// Receive window.
#[derive(Clone, Debug)]
pub(crate) struct ReceiveWindow {
    mss: u64,
    /// Length of the headers of a packet with data.
    headers: u64,
    /// Bytes per unit of the window field, a power of two (window scale, RFC 7323 Sec. 2).
    step: u64,
    /// Maximum window ever offered, bytes.
    limit: u64,
    /// Memory of the buffer, and its limit (`sk_rcvbuf`, `tcp_rmem`), bytes.
    memory: u64,
    most_memory: u64,
    /// Share of payload in the memory, in 256ths, according to the longest segment.
    share: u64,
    /// Payload that fits into the buffer (`window_clamp`).
    clamp: u64,
    /// Offered window (`rcv_ssthresh`).
    offered: u64,
    /// Payload received in the best round trip so far.
    round_bytes: u64,
    round_start: SimTime,
    /// Delivered offset when the round began.
    round_from: u64,
    /// Eight times the smoothed round trip from timestamps, microseconds; 0 before a sample.
    rtt8: u64,
    last_echo: Option<u32>,
    /// Right edge of the window at an instant, and that instant: the time until this offset arrives
    /// is another bound of the round trip.
    filled: Option<(u64, SimTime)>,
}

impl ReceiveWindow {
    /// Returns a window that grows up to `limit` bytes, for segments of `mss` bytes of payload and
    /// headers of `headers` bytes.
    pub fn new(limit: u64, mss: u32, headers: u32) -> Self {
        let (mss, headers) = (u64::from(mss).max(1), u64::from(headers));
        let share = payload_share(mss, headers);
        let most_memory = limit * 256 / share;
        let memory = FIRST_BUFFER.min(most_memory);
        // Until a segment shows it, half of the memory is expected to be payload.
        let half = (most_memory / 2).min(FIRST_WINDOW);
        let offered = (half / mss * mss).max(mss).min(limit);
        // A sixteenth more, as the limit is rounded: 20 MiB stand for 32 MiB of memory.
        let scaled = (limit * 17 / 16 * 256 / share).max(LARGEST_BUFFER);
        Self {
            mss,
            headers,
            step: 1 << (scaled.ilog2() - 15).min(14),
            limit,
            memory,
            most_memory,
            share: SHARE_AT_FIRST,
            clamp: (memory * SHARE_AT_FIRST / 256).min(limit),
            offered,
            round_bytes: (FIRST_ROUND * mss).min(offered),
            round_start: SimTime::ZERO,
            round_from: 0,
            rtt8: 0,
            last_echo: None,
            filled: None,
        }
    }

    /// Returns the bytes beyond the next expected one that the sender may send.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// Returns the buffer of a segment with `payload` bytes.
    pub fn buffer(&self, payload: u32) -> Buffer {
        Buffer::of(self.headers + u64::from(payload))
    }

    /// Returns the payload that fits in addition to `waiting` bytes of memory (`tcp_space`).
    fn free(&self, waiting: u64) -> u64 {
        (self.memory.saturating_sub(waiting) * self.share / 256).min(self.clamp)
    }

    /// Whether less than half the buffer is free.
    pub fn is_short(&self, waiting: u64) -> bool {
        self.free(waiting) < self.clamp / 2
    }

    /// Returns the window to offer while `waiting` bytes of memory are in use, in steps of the
    /// window field. It is zero if less than a segment of `mss` bytes or a sixteenth is free
    /// (`__tcp_select_window`).
    pub fn room(&self, waiting: u64, mss: u32) -> u64 {
        let free = self.free(waiting);
        if free < self.clamp / 2 {
            let free = free & !(self.step - 1);
            let is_closed = free < self.clamp / 16 || free < u64::from(mss).min(self.clamp);
            return if is_closed { 0 } else { free.min(self.offered) };
        }
        self.in_steps(self.offered.min(free))
    }

    /// Rounds `window` up to whole steps of the window field, up to the limit.
    pub(crate) fn in_steps(&self, window: u64) -> u64 {
        ((window + self.step - 1) & !(self.step - 1)).min(self.limit.max(window))
    }

    /// Whether a window of `told` bytes is so small that a larger one justifies an ACK.
    pub(crate) fn is_narrow(&self, told: u64) -> bool {
        2 * told <= self.clamp
    }

    /// Returns the receiver's smoothed round-trip time.
    pub fn rtt(&self) -> Option<Duration> {
        (self.rtt8 > 0).then(|| Duration::from_micros(self.rtt8 / 8))
    }

    /// Starts the first round of an established connection. Room for one segment is reserved until
    /// the first arrives (`tcp_init_buffer_space`).
    pub fn begin(&mut self, now: SimTime, next: u64) {
        if self.share == SHARE_AT_FIRST && self.clamp > 2 * self.mss {
            self.clamp = self.clamp.min((self.memory / 2 - self.mss).max(2 * self.mss));
            self.offered = self.offered.min(self.clamp);
            self.round_bytes = self.round_bytes.min(self.offered);
        }
        self.round_start = now;
        self.round_from = next;
    }

    /// Records a segment longer than all previous ones, with `payload` bytes; `told` is the window
    /// of the last ACK. Its share of payload applies to the buffer from now on
    /// (`tcp_measure_rcv_mss`, `tcp_set_window_clamp`).
    pub(crate) fn on_longer(&mut self, payload: u32, told: u64) {
        let share = payload_share(u64::from(payload), self.headers);
        if share == self.share {
            return;
        }
        let before = self.clamp;
        self.share = share;
        self.clamp = (self.memory * share / 256).min(self.limit);
        self.offered = if self.clamp < before {
            self.offered.min(self.clamp)
        } else {
            self.offered.max(told.min(self.clamp))
        };
        self.round_bytes = self.round_bytes.min(self.clamp).max(1);
    }

    /// Records the timestamp `echo` of this endpoint's millisecond clock, echoed by a full or short
    /// segment when the clock shows `clock` (`tcp_rcv_rtt_measure_ts`).
    pub(crate) fn on_echo(&mut self, echo: u32, clock: u32, is_full: bool) {
        if self.last_echo == Some(echo) {
            return;
        }
        self.last_echo = Some(echo);
        if !is_full {
            return;
        }
        let sample = u64::from(clock.wrapping_sub(echo)).saturating_mul(1_000);
        if sample > 0 && sample < 600_000_000 {
            self.on_sample(sample, true);
        }
    }

    /// Records data in order up to `next` while the right edge of the window is at `edge`
    /// (`tcp_rcv_rtt_measure`). Filling a window takes at least a round trip.
    pub(crate) fn on_in_order(&mut self, now: SimTime, next: u64, edge: u64) {
        if let Some((until, since)) = self.filled {
            if next < until {
                return;
            }
            self.on_sample(super::clock::micros(now.saturating_since(since)).max(1), false);
        }
        self.filled = Some((edge, now));
    }

    /// Adds a sample: a shorter round trip counts immediately, a longer one smoothed, if it is
    /// `sure` to be one (`tcp_rcv_rtt_update`).
    fn on_sample(&mut self, sample_us: u64, sure: bool) {
        let before = self.rtt8;
        if before == 0 || 8 * sample_us < before {
            self.rtt8 = 8 * sample_us;
        } else if sure {
            self.rtt8 = before - before / 8 + sample_us;
        }
    }

    /// Widens the buffer, up to its limit, if `waiting` bytes of memory fill it when a segment
    /// arrives. Returns whether they fill it (`tcp_clamp_window`).
    pub fn widen(&mut self, waiting: u64) -> bool {
        let is_full = waiting > self.memory;
        if is_full {
            self.memory = waiting.min(self.most_memory);
            if waiting > self.memory {
                self.offered = self.clamp.min(2 * self.mss);
            }
        }
        is_full
    }

    /// Records a queued segment of `payload` bytes in addition to `waiting` bytes of memory; `full`
    /// is the length of a full segment. Returns whether the window grew (`tcp_grow_window`).
    pub fn on_segment(&mut self, payload: u32, full: u32, waiting: u64) -> bool {
        let room = self.free(waiting).saturating_sub(self.offered);
        if room == 0 {
            return false;
        }
        let is_longest = u64::from(payload) >= self.mss;
        let growth = if is_longest { 2 * self.mss } else { self.growth(payload, full) };
        if growth == 0 {
            return false;
        }
        self.offered += room.min(growth.max(2 * u64::from(payload)));
        true
    }

    /// Returns the growth for a segment shorter than a full one: none if so little payload would
    /// not fit into the buffer at its limit, halved with the payload's share (`__tcp_grow_window`).
    fn growth(&self, payload: u32, full: u32) -> u64 {
        let mut needed = self.buffer(payload).memory * self.share / 256;
        let payload = u64::from(payload);
        if needed <= payload {
            return 2 * self.mss;
        }
        let mut window = self.most_memory * self.share / 256 / 2;
        needed /= 2;
        while self.offered <= window {
            if needed <= payload {
                return 2 * u64::from(full);
            }
            (needed, window) = (needed / 2, window / 2);
        }
        0
    }

    /// Makes room after a segment beyond a hole, in addition to twice the amount of a round trip;
    /// the received data end `span` bytes beyond the next expected one (`tcp_data_queue_ofo`).
    pub(crate) fn on_early(&mut self, span: u64) {
        self.provide(2 * self.round_bytes + span);
    }

    /// Makes room for `payload` bytes in the buffer (`tcp_rcvbuf_grow`).
    fn provide(&mut self, payload: u64) {
        let memory = (payload * 256 / self.share).min(self.most_memory);
        if memory > self.memory {
            self.memory = memory;
            self.clamp = (memory * self.share / 256).min(self.limit);
        }
    }

    /// Records that the application read everything below `next`. `queued` bytes in order still
    /// wait behind it; the received data end `span` bytes beyond the next expected one
    /// (`tcp_rcv_space_adjust`).
    pub(crate) fn on_read(&mut self, now: SimTime, next: u64, queued: u64, span: u64) {
        let Some(rtt) = self.rtt() else { return };
        if now.saturating_since(self.round_start) < rtt {
            return;
        }
        let copied = (next - self.round_from).saturating_sub(queued);
        if copied > self.round_bytes {
            let grown = copied - self.round_bytes;
            // Twice what came, and room for the sender to double in the round trip to come.
            let wanted = 2 * copied;
            let wanted = wanted + 2 * (wanted * grown / self.round_bytes) + span;
            self.provide(wanted);
            self.round_bytes = copied;
        }
        self.round_start = now;
        self.round_from = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the first six full segments widen the window, as measured (22 single ACKs are these
    /// and sixteen more). Method: segments until it grows no more.
    #[test]
    fn the_first_buffer_has_room_for_six_steps() {
        let mut window = ReceiveWindow::new(32 << 20, 1448, 52);
        window.on_longer(1448, 0);
        let steps = (0..20).filter(|_| window.on_segment(1448, 1448, 0)).count();
        assert_eq!((steps, window.offered()), (6, 81_920));
    }

    /// Goal: the shares that the kernel showed. Method: an MTU of 1500 B with and without
    /// timestamps, of 9000 B.
    #[test]
    fn the_share_of_the_payload_is_as_measured() {
        let shares = [(1448, 52), (1460, 40), (8948, 52)].map(|(p, h)| payload_share(p, h));
        assert_eq!(shares, [160, 162, 182]);
    }

    /// Goal: the window while the application does not read, as measured. Method: windows of
    /// `tcp_rmem` 64 KiB with one segment in the buffer (39,552 B), and of 128 KiB with the memory
    /// that `SO_MEMINFO` showed when an ACK left.
    #[test]
    fn what_waits_in_the_buffer_is_not_offered() {
        let mut small = ReceiveWindow::new(40_960, 1448, 52);
        assert_eq!(small.offered(), 31_856);
        small.on_longer(1448, 0);
        assert_eq!((0..99).filter(|_| small.on_segment(1448, 1448, 2304)).count(), 3);
        assert_eq!((small.room(0, 1448), small.room(2304, 1448)), (39_552, 39_552));
        let mut window = ReceiveWindow::new(20 << 20, 1448, 52);
        window.on_longer(1448, 0);
        assert_eq!((0..99).filter(|n| window.on_segment(1448, 1448, 2304 * (n + 1))).count(), 4);
        assert_eq!(window.offered(), 76_160);
        for (waiting, room) in [(50_688, 51_200), (48_384, 52_224), (36_864, 59_392)] {
            assert_eq!(window.room(waiting, 1448), room, "{waiting}");
        }
        assert!(window.is_short(66_000) && !window.is_short(65_000));
        assert_eq!(window.room(124_000, 1448), 0, "less than a sixteenth");
    }

    /// Goal: waiting short segments widen a buffer that they fill, as measured (131,072 B to
    /// 133,632 B), and not beyond its limit. Method: memory waiting in buffers of two limits.
    #[test]
    fn what_waits_widens_a_buffer_that_is_full() {
        let mut window = ReceiveWindow::new(20 << 20, 1460, 40);
        window.on_longer(1460, 0);
        let clamp = window.clamp;
        assert!(!window.widen(129_024) && window.widen(133_632));
        assert_eq!((window.memory, window.clamp, window.room(0, 1460)), (133_632, clamp, 64_512));
        let mut small = ReceiveWindow::new(40_960, 1448, 52);
        assert!(small.widen(70_000));
        assert_eq!((small.memory, small.offered()), (65_536, 2896));
    }

    #[test]
    fn a_round_that_brings_more_makes_room() {
        let mut window = ReceiveWindow::new(32 << 20, 1448, 52);
        window.on_longer(1448, 0);
        window.on_echo(0, 100, true);
        window.on_read(SimTime::from_nanos(99_000_000), 90_000, 0, 0);
        assert_eq!(window.clamp, 81_920, "a round trip is not over");
        let mut queued = window.clone();
        queued.on_read(SimTime::from_nanos(100_000_000), 90_000, 80_000, 0);
        assert_eq!(queued.clamp, 81_920, "what waits behind a filled hole is no round's");
        // Half as much again as in the round trip before: twice that is wanted, and the same once
        // more for the growth of the sender.
        let mut half = ReceiveWindow { round_bytes: 90_000, ..window.clone() };
        half.on_read(SimTime::from_nanos(100_000_000), 135_000, 0, 0);
        assert!((4 * 135_000 - 2..=4 * 135_000).contains(&half.clamp), "{}", half.clamp);
        window.on_read(SimTime::from_nanos(100_000_000), 90_000, 0, 0);
        assert!(window.clamp > 180_000);
        let mut small = ReceiveWindow::new(20_000, 1448, 52);
        small.on_longer(1448, 0);
        small.on_echo(0, 100, true);
        small.on_read(SimTime::from_secs(1), 90_000, 0, 0);
        assert_eq!((0..99).filter(|_| small.on_segment(1448, 1448, 0)).count(), 2);
        assert_eq!(small.offered(), 20_000);
    }
}
