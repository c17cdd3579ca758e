//! The receive window and its autotuning: the buffer follows what a round trip brings
//! (`tcp_rcv_space_adjust`, `tcp_grow_window`).
//!
//! Where the application reads everything at once, the buffer is never full and the window only
//! grows.

use skyseam_base::{Duration, SimTime};

/// The middle value of `tcp_rmem`: the buffer at first, bytes of memory.
const FIRST_BUFFER: u64 = 131_072;
/// What a SYN-ACK announces at most, bytes: 65535, in whole segments.
const FIRST_WINDOW: u64 = 65_535;
/// Memory that a full segment of 1500 bytes takes, over its payload, in 256ths: 1448 of 2304 bytes
/// as the TUN driver of the reference measurements delivers them.
const PAYLOAD_SHARE: u64 = 160;
/// Segments that the first round trip is expected to bring.
const FIRST_ROUND: u64 = 10;

/// The receive window.
#[derive(Clone, Debug)]
pub struct ReceiveWindow {
    mss: u64,
    /// The most that is ever offered, bytes.
    limit: u64,
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
    /// A window that grows up to `limit` bytes, for segments of `mss` bytes of payload.
    pub fn new(limit: u64, mss: u32) -> Self {
        let mss = u64::from(mss).max(1);
        let offered = (FIRST_WINDOW / mss * mss).max(mss).min(limit);
        Self {
            mss,
            limit,
            clamp: (FIRST_BUFFER * PAYLOAD_SHARE / 256).min(limit),
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

    /// The same while `held` bytes take room in the buffer (`__tcp_select_window`).
    pub fn room(&self, held: u64) -> u64 {
        if held == 0 {
            return self.offered;
        }
        let free = self.clamp.saturating_sub(held) / self.mss * self.mss;
        self.offered.min(free)
    }

    /// The smoothed round-trip time as this end sees it.
    pub fn rtt(&self) -> Option<Duration> {
        (self.rtt8 > 0).then(|| Duration::from_micros(self.rtt8 / 8))
    }

    /// The connection is established: the first round begins (`tcp_init_buffer_space`).
    pub fn begin(&mut self, now: SimTime, next: u64) {
        self.round_start = now;
        self.round_from = next;
    }

    /// A full segment echoes `echo` of this end's millisecond clock, which shows `clock`
    /// (`tcp_rcv_rtt_measure_ts`).
    pub fn on_echo(&mut self, echo: u32, clock: u32) {
        if self.last_echo == Some(echo) {
            return;
        }
        self.last_echo = Some(echo);
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

    /// A segment of `payload` bytes is queued where `held` bytes wait already; whether the window
    /// grew for it (`tcp_grow_window`).
    pub fn on_segment(&mut self, payload: u32, held: u64) -> bool {
        let room = self.clamp.saturating_sub(held).saturating_sub(self.offered);
        if room == 0 {
            return false;
        }
        self.offered += room.min(2 * self.mss.max(u64::from(payload)));
        true
    }

    /// A segment came beyond a hole; what is kept ends `span` bytes beyond what is expected: the
    /// buffer gets room for that besides twice a round trip's (`tcp_data_queue_ofo`).
    pub fn on_early(&mut self, span: u64) {
        self.clamp = self.clamp.max((2 * self.round_bytes + span).min(self.limit));
    }

    /// The application read everything below `next`; what is kept beyond holes ends `span` bytes
    /// beyond what is expected (`tcp_rcv_space_adjust`).
    pub fn on_read(&mut self, now: SimTime, next: u64, span: u64) {
        let Some(rtt) = self.rtt() else { return };
        if now.saturating_since(self.round_start) < rtt {
            return;
        }
        let copied = next - self.round_from;
        if copied > self.round_bytes {
            let grown = copied - self.round_bytes;
            // Twice what came, and room for the sender to double in the round trip to come.
            let wanted = 2 * copied;
            let wanted = wanted + 2 * (wanted * grown / self.round_bytes) + span;
            self.clamp = self.clamp.max(wanted.min(self.limit));
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
        let mut window = ReceiveWindow::new(32 << 20, 1448);
        let steps = (0..20).filter(|_| window.on_segment(1448, 0)).count();
        assert_eq!((steps, window.offered()), (6, 81_920));
    }

    #[test]
    fn a_round_that_brings_more_makes_room() {
        let mut window = ReceiveWindow::new(32 << 20, 1448);
        window.on_echo(0, 100);
        window.on_read(SimTime::from_nanos(99_000_000), 90_000, 0);
        assert_eq!(window.clamp, 81_920, "a round trip is not over");
        window.on_read(SimTime::from_nanos(100_000_000), 90_000, 0);
        assert!(window.clamp > 180_000);
        let mut small = ReceiveWindow::new(20_000, 1448);
        small.on_echo(0, 100);
        small.on_read(SimTime::from_secs(1), 90_000, 0);
        assert!((0..99).all(|_| !small.on_segment(1448, 0)) && small.offered() == 20_000);
    }
}
