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
        }
    }

    /// Bytes beyond the next one expected that the sender may send.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The same while `unread` bytes in order take room in the buffer (`__tcp_select_window`).
    pub fn room(&self, unread: u64) -> u64 {
        if unread == 0 {
            return self.offered;
        }
        let free = self.clamp.saturating_sub(unread) / self.mss * self.mss;
        self.offered.min(free)
    }

    /// The smoothed round-trip time as this end sees it.
    pub fn rtt(&self) -> Option<Duration> {
        (self.rtt8 > 0).then(|| Duration::from_micros(self.rtt8 / 8))
    }

    /// The connection is established: the first round begins.
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
        let sample = u64::from(clock.wrapping_sub(echo)).saturating_mul(1_000).max(1);
        if sample < 600_000_000 {
            let before = self.rtt8;
            self.rtt8 = if before == 0 { sample * 8 } else { before - before / 8 + sample };
        }
    }

    /// A segment of `payload` bytes was queued; whether the window grew for it.
    pub fn on_segment(&mut self, payload: u32) -> bool {
        let room = self.clamp.saturating_sub(self.offered);
        // `tcp_data_queue` leaves small segments alone: `tcp_event_data_recv` asks for 128 bytes.
        if payload < 128 || room == 0 {
            return false;
        }
        self.offered += room.min(2 * self.mss.max(u64::from(payload)));
        true
    }

    /// The application read everything below `next`; `early` bytes lie beyond a hole.
    pub fn on_read(&mut self, now: SimTime, next: u64, early: u64) {
        let Some(rtt) = self.rtt() else { return };
        if now.saturating_since(self.round_start) < rtt {
            return;
        }
        let copied = next - self.round_from;
        if copied > self.round_bytes {
            let grown = copied - self.round_bytes;
            // Twice what came, and room for the sender to double in the round trip to come.
            let wanted = 2 * copied;
            let wanted = wanted + 2 * (wanted * grown / self.round_bytes) + early;
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
        let steps = (0..20).filter(|_| window.on_segment(1448)).count();
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
        assert!((0..99).all(|_| !small.on_segment(1448)) && small.offered() == 20_000);
    }
}
