//! The receive window and its autotuning: the buffer follows what a round trip brings
//! (`tcp_rcv_space_adjust`, `tcp_grow_window`).
//!
//! Where the application reads everything at once, the buffer is never full and the window only
//! grows.

use skyseam_base::{Duration, SimTime};

use super::memory::Buffer;

/// The middle value of `tcp_rmem`: the buffer at first, bytes of memory.
const FIRST_BUFFER: u64 = 131_072;
/// What a SYN-ACK announces at most, bytes: 65535, in whole segments.
const FIRST_WINDOW: u64 = 65_535;
/// The kernel's limit of buffers that a window scale allows for (`net.core.rmem_max`), bytes.
const LARGEST_BUFFER: u64 = 4 << 20;
/// Segments that the first round trip is expected to bring.
const FIRST_ROUND: u64 = 10;

/// Share of the payload that is assumed before a segment came (`TCP_DEFAULT_SCALING_RATIO`).
const SHARE_AT_FIRST: u64 = 128;

/// Share of `payload` bytes in the memory that a segment with them takes, in 256ths
/// (`scaling_ratio`): 160 for 1448 B.
fn payload_share(payload: u64, headers: u64) -> u64 {
    (payload * 256 / Buffer::of(headers + payload).memory).clamp(1, 255)
}

/// The receive window.
#[derive(Clone, Debug)]
pub struct ReceiveWindow {
    mss: u64,
    /// Length of the headers of a packet with data.
    headers: u64,
    /// Bytes that a step of the window field stands for, a power of two (window scale, RFC 7323
    /// Sec. 2).
    step: u64,
    /// The most that is ever offered, bytes.
    limit: u64,
    /// Memory of the buffer, and its limit (`sk_rcvbuf`, `tcp_rmem`), bytes.
    memory: u64,
    most_memory: u64,
    /// Share of payload in it, in 256ths, as the longest segment has shown it.
    share: u64,
    /// What the buffer holds of payload (`window_clamp`).
    clamp: u64,
    /// What is offered (`rcv_ssthresh`).
    offered: u64,
    /// Payload that came in the best round trip so far.
    round_bytes: u64,
    round_start: SimTime,
    /// Offset delivered when the round began.
    round_from: u64,
    /// Eight times the smoothed round trip, from timestamps, microseconds; 0 before a sample.
    rtt8: u64,
    last_echo: Option<u32>,
    /// When the offset is reached that was the right edge of the window at the instant: another
    /// bound of the round trip.
    filled: Option<(u64, SimTime)>,
}

impl ReceiveWindow {
    /// A window that grows up to `limit` bytes, for segments of `mss` bytes of payload and headers
    /// of `headers` bytes.
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

    /// Bytes beyond the next one expected that the sender may send.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The buffer of a segment with `payload` bytes.
    pub fn buffer(&self, payload: u32) -> Buffer {
        Buffer::of(self.headers + u64::from(payload))
    }

    /// Payload that has room beside `waiting` bytes of memory (`tcp_space`).
    fn free(&self, waiting: u64) -> u64 {
        (self.memory.saturating_sub(waiting) * self.share / 256).min(self.clamp)
    }

    /// Whether less than half the buffer is free.
    pub fn is_short(&self, waiting: u64) -> bool {
        self.free(waiting) < self.clamp / 2
    }

    /// Window offered while `waiting` bytes of memory are taken, in steps of the window field;
    /// nothing where little is free, less than a segment of `mss` bytes or a sixteenth
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

    /// `window` in whole steps of the window field, not less, and not more than the limit.
    pub fn in_steps(&self, window: u64) -> u64 {
        ((window + self.step - 1) & !(self.step - 1)).min(self.limit.max(window))
    }

    /// Whether a window of `told` bytes is small enough for a wider one to be worth an ACK.
    pub fn is_narrow(&self, told: u64) -> bool {
        2 * told <= self.clamp
    }

    /// The smoothed round-trip time as this end sees it.
    pub fn rtt(&self) -> Option<Duration> {
        (self.rtt8 > 0).then(|| Duration::from_micros(self.rtt8 / 8))
    }

    /// The connection is established: the first round begins, and a segment's room is kept back
    /// until one came (`tcp_init_buffer_space`).
    pub fn begin(&mut self, now: SimTime, next: u64) {
        if self.share == SHARE_AT_FIRST && self.clamp > 2 * self.mss {
            self.clamp = self.clamp.min((self.memory / 2 - self.mss).max(2 * self.mss));
            self.offered = self.offered.min(self.clamp);
            self.round_bytes = self.round_bytes.min(self.offered);
        }
        self.round_start = now;
        self.round_from = next;
    }

    /// A segment longer than those before came, with `payload` bytes, `told` being the window of
    /// the last ACK: the share of payload in the buffer is its (`tcp_measure_rcv_mss`,
    /// `tcp_set_window_clamp`).
    pub fn on_longer(&mut self, payload: u32, told: u64) {
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

    /// A segment, full or not, echoes `echo` of this end's millisecond clock, which shows `clock`
    /// (`tcp_rcv_rtt_measure_ts`).
    pub fn on_echo(&mut self, echo: u32, clock: u32, is_full: bool) {
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

    /// Data up to `next` came in order while the right edge of the window was at `edge`
    /// (`tcp_rcv_rtt_measure`): what fills a window takes a round trip at least.
    pub fn on_in_order(&mut self, now: SimTime, next: u64, edge: u64) {
        if let Some((until, since)) = self.filled {
            if next < until {
                return;
            }
            self.on_sample(super::clock::micros(now.saturating_since(since)).max(1), false);
        }
        self.filled = Some((edge, now));
    }

    /// A shorter round trip counts at once, a longer one smoothed, if it is `sure` to be one
    /// (`tcp_rcv_rtt_update`).
    fn on_sample(&mut self, sample_us: u64, sure: bool) {
        let before = self.rtt8;
        if before == 0 || 8 * sample_us < before {
            self.rtt8 = 8 * sample_us;
        } else if sure {
            self.rtt8 = before - before / 8 + sample_us;
        }
    }

    /// A segment comes while `waiting` bytes of memory are taken: a buffer that they fill is
    /// widened to them, up to its limit; whether they fill it (`tcp_clamp_window`).
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

    /// A segment of `payload` bytes is queued where `waiting` bytes of memory are taken, `full`
    /// being the length of a full one; whether the window grew for it (`tcp_grow_window`).
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

    /// Growth for a segment shorter than a full one: none if so little payload would not fit into
    /// the buffer at its limit, halved with the payload's share (`__tcp_grow_window`).
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

    /// A segment came beyond a hole; what is kept ends `span` bytes beyond what is expected: the
    /// buffer gets room for that besides twice a round trip's (`tcp_data_queue_ofo`).
    pub fn on_early(&mut self, span: u64) {
        self.provide(2 * self.round_bytes + span);
    }

    /// The buffer gets room for `payload` bytes (`tcp_rcvbuf_grow`).
    fn provide(&mut self, payload: u64) {
        let memory = (payload * 256 / self.share).min(self.most_memory);
        if memory > self.memory {
            self.memory = memory;
            self.clamp = (memory * self.share / 256).min(self.limit);
        }
    }

    /// The application read everything below `next`, a buffer of the kernel's of it just now, and
    /// `queued` bytes still wait behind; what is kept beyond holes ends `span` bytes beyond what is
    /// expected (`tcp_rcv_space_adjust`).
    pub fn on_read(&mut self, now: SimTime, next: u64, queued: u64, span: u64) {
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

    /// Goal: the window while nobody reads, as measured. Method: windows of `tcp_rmem` 64 KiB with
    /// one segment in the buffer (39,552 B), and of 128 KiB with the memory that `SO_MEMINFO`
    /// showed when an ACK left.
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

    /// Goal: what waits in short segments widens a buffer that it fills, as measured (131,072 B to
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
