//! The play-out buffer: when each packet of speech is played, and which come too late for that.
//!
//! Owns the delay of each talkspurt. Within a spurt packets are played at the distances at which
//! they were spoken; the delay can change only between spurts. Whoever listens to all this is
//! [`super::Listener`].

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};

/// Which buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Playout {
    /// None is simulated: nothing is late, and speech is taken to be delayed by twice the jitter,
    /// as OpenBACH's `compute_mos` has it.
    TwiceJitter,
    /// The first packet of each talkspurt to arrive waits so long.
    Fixed {
        /// How long.
        hold: Duration,
    },
    /// Each talkspurt is delayed by the mean and four times the mean deviation of what was
    /// measured: R. Ramjee et al., "Adaptive playout mechanisms for packetized audio applications
    /// in wide-area networks", INFOCOM 1994, algorithm 1.
    Adaptive {
        /// What the past counts in both averages, from 0 to below 1.
        alpha: f64,
    },
}

impl Playout {
    /// The authors' weight of the past.
    pub const ALPHA: f64 = 0.998_002;
}

/// A talkspurt of which a packet has come.
#[derive(Clone, Copy, Debug)]
struct Spurt {
    /// What timestamps are ahead of numbers: the same within a spurt.
    lead: u32,
    /// From sending to playing, ns.
    delay_ns: u64,
}

/// Spurts remembered: a packet may be overtaken by some spurts, not by these many.
const REMEMBERED: usize = 64;

/// A buffer.
#[derive(Clone, Debug)]
pub struct Buffer {
    playout: Playout,
    /// Timestamp units of a packet.
    ticks: u32,
    spurts: VecDeque<Spurt>,
    /// Estimates of delay and deviation, ns, once a packet has come.
    estimate: Option<(f64, f64)>,
    /// The deviation to begin with, ns.
    initial: f64,
}

impl Buffer {
    /// A buffer for packets of `frame` speech, which is `ticks` of their timestamps.
    pub fn new(playout: Playout, frame: Duration, ticks: u32) -> Self {
        // The adaptive buffer is a packet deep before it has measured anything.
        let initial = frame.as_nanos() as f64 / 4.0;
        Self { playout, ticks, spurts: VecDeque::new(), estimate: None, initial }
    }

    /// A packet sent at `sent` has come: when it is played, or `None` where it is too late.
    pub fn on_packet(
        &mut self,
        now: SimTime,
        sent: SimTime,
        number: u32,
        timestamp: u32,
    ) -> Option<SimTime> {
        let delay = now.saturating_since(sent);
        let planned = match self.playout {
            Playout::TwiceJitter => return Some(now),
            Playout::Fixed { hold } => (delay + hold).as_nanos(),
            Playout::Adaptive { alpha } => {
                let (mean, deviation) = self.measure(delay, alpha);
                (mean + 4.0 * deviation).round() as u64
            }
        };
        let lead = timestamp.wrapping_sub(number.wrapping_mul(self.ticks));
        let known = self.spurts.iter().rev().find(|spurt| spurt.lead == lead);
        let delay_ns = known.map_or(planned, |spurt| spurt.delay_ns);
        if known.is_none() {
            if self.spurts.len() == REMEMBERED {
                self.spurts.pop_front();
            }
            self.spurts.push_back(Spurt { lead, delay_ns });
        }
        let at = sent.saturating_add(Duration::from_nanos(delay_ns));
        (now <= at).then_some(at)
    }

    /// Both averages with the delay of one more packet.
    fn measure(&mut self, delay: Duration, alpha: f64) -> (f64, f64) {
        let delay = delay.as_nanos() as f64;
        let (mean, deviation) = self.estimate.unwrap_or((delay, self.initial));
        let mean = alpha * mean + (1.0 - alpha) * delay;
        let deviation = alpha * deviation + (1.0 - alpha) * (mean - delay).abs();
        *self.estimate.insert((mean, deviation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_millis(20);

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Duration::from_millis(millis)
    }

    /// A buffer, and a packet given to it: number, timestamp, when sent and after what delay.
    fn played(
        buffer: &mut Buffer,
        number: u32,
        timestamp: u32,
        sent: u64,
        delay: u64,
    ) -> Option<u64> {
        let played = buffer.on_packet(at(sent + delay), at(sent), number, timestamp)?;
        Some(played.saturating_since(at(sent)).as_nanos() / 1_000_000)
    }

    /// Goal: a fixed buffer by hand. Method: the first packet of a spurt to arrive, whichever,
    /// decides for the spurt; the next spurt is decided anew; a packet on the deadline is in time.
    #[test]
    fn a_fixed_buffer_holds_the_first_of_each_spurt() {
        let hold = Duration::from_millis(30);
        let mut buffer = Buffer::new(Playout::Fixed { hold }, FRAME, 160);
        // The second packet comes first, after 100 ms: this spurt is played after 130 ms.
        assert_eq!(played(&mut buffer, 1, 160, 20, 100), Some(130));
        assert_eq!(played(&mut buffer, 0, 0, 0, 125), Some(130));
        assert_eq!(played(&mut buffer, 2, 320, 40, 130), Some(130));
        assert_eq!(played(&mut buffer, 3, 480, 60, 131), None);
        // A pause of 500 ms, 4000 ticks.
        assert_eq!(played(&mut buffer, 4, 4640, 580, 80), Some(110));
        // An old one still counts by its own spurt.
        assert_eq!(played(&mut buffer, 5, 4800, 600, 115), None);
        assert_eq!(played(&mut buffer, 6, 960, 120, 129), Some(130));
    }

    /// Goal: algorithm 1 by hand. Method: alpha 0.5, three spurts of one packet each.
    #[test]
    fn an_adaptive_buffer_follows_delay_and_deviation() {
        let mut buffer = Buffer::new(Playout::Adaptive { alpha: 0.5 }, FRAME, 160);
        // d = 100, v = 5 / 2: 100 + 10.
        assert_eq!(played(&mut buffer, 0, 0, 0, 100), Some(110));
        // d = 110, v = 1.25 + 10 / 2 = 6.25: 110 + 25.
        assert_eq!(played(&mut buffer, 1, 1000, 200, 120), Some(135));
        // d = 155, v = 3.125 + 45 / 2 = 25.625: 155 + 102.5, for 200 ms.
        assert_eq!(played(&mut buffer, 2, 2000, 400, 200), Some(257));
        // In the same spurt the delay stays, though a short one is measured.
        assert_eq!(played(&mut buffer, 3, 2160, 420, 50), Some(257));
    }

    #[test]
    fn without_a_buffer_nothing_is_late() {
        let mut buffer = Buffer::new(Playout::TwiceJitter, FRAME, 160);
        assert_eq!(played(&mut buffer, 0, 0, 0, 10), Some(10));
        assert_eq!(played(&mut buffer, 1, 160, 20, 9000), Some(9000));
    }

    /// Goal: bounded memory. Method: a thousand spurts.
    #[test]
    fn old_spurts_are_forgotten() {
        let hold = Duration::from_millis(1);
        let mut buffer = Buffer::new(Playout::Fixed { hold }, FRAME, 160);
        for i in 0..1000u32 {
            played(&mut buffer, i, i * 1000, u64::from(i) * 125, 10);
        }
        assert_eq!(buffer.spurts.len(), REMEMBERED);
    }
}
