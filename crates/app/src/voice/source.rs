//! The voice sender: talkspurts, pauses, and a packet for each frame of speech.
//!
//! Owns sending times and the lengths of spurts and pauses. Does not own measurements.

use skyseam_base::{Duration, FlowId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::message::{Message, MessageApp};
use skyseam_packet::{Body, Rtp};
use skyseam_trace::{Event, Recorder};

use super::config::Voice;

/// Frequency of RTP timestamps: 8000 per second for all codecs here (RFC 3551 Sec. 4.5).
const CLOCK_HZ: u64 = 8_000;
/// Maximum length of a spurt or pause, as some distributions have no bound.
const MAX_S: f64 = 366.0 * 86_400.0;

/// Endpoint that sends voice.
#[derive(Debug)]
pub struct VoiceSender {
    config: Voice,
    random: RandomStream,
    start: SimTime,
    /// Time of the next packet, if there is one.
    due: Option<SimTime>,
    has_begun: bool,
    ready: bool,
    /// Number and timestamp of the next packet, and number of packets after it in its spurt.
    number: u32,
    timestamp: u32,
    left: u64,
    /// Whether it is the first of a spurt.
    marker: bool,
    report: FlowReport,
}

impl VoiceSender {
    /// Creates a sender that talks from `start` on; spurts and pauses are drawn from `random`.
    pub fn new(start: SimTime, config: Voice, random: RandomStream) -> Self {
        let mut talker = Self {
            config,
            random,
            start,
            due: None,
            has_begun: false,
            ready: false,
            number: 0,
            timestamp: 0,
            left: 0,
            marker: true,
            report: FlowReport::default(),
        };
        // As in ns-2, spurts begin with a pause: talkers that begin together do not talk in step.
        talker.advance(start);
        talker
    }

    /// Computes the sending time of the packet after that of `last`: when its frame is full. The
    /// order of draws and the rounding are those of ns-2's `Application/Traffic/Pareto`.
    fn advance(&mut self, last: SimTime) {
        let frame = self.config.frame;
        let mut gap = frame;
        self.marker = self.left == 0;
        if self.marker {
            let spurt = self.config.talk.spurt(&mut self.random);
            self.left = spurt.map_or(u64::MAX, |spurt| {
                let pause_s = spurt.pause_s.min(MAX_S);
                gap = frame + Duration::from_secs_f64(pause_s);
                let packets = spurt.length_s.min(MAX_S) / frame.as_secs_f64();
                packets.round().max(1.0) as u64
            });
        }
        self.left -= 1;
        let due = last.saturating_add(gap);
        let ticks = |span: Duration| (span.as_secs_f64() * CLOCK_HZ as f64).round() as u64 as u32;
        self.timestamp = if self.marker {
            ticks(due.saturating_since(self.start))
        } else {
            self.timestamp.wrapping_add(ticks(frame))
        };
        let end = self.start.saturating_add(self.config.duration);
        self.due = (due <= end).then_some(due);
    }
}

impl MessageApp for VoiceSender {
    fn on_message(&mut self, _: SimTime, _: FlowId, _: &Message, _: &mut dyn Recorder) {}

    fn on_timer(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        if !self.has_begun && now >= self.start {
            self.has_begun = true;
            self.report.started = Some(now);
            trace.record(now, Event::FlowStarted { flow });
        }
        self.ready = self.due.is_some_and(|due| due <= now);
    }

    fn poll_message(&mut self, now: SimTime) -> Option<(u32, Body)> {
        if !std::mem::take(&mut self.ready) {
            return None;
        }
        let rtp = Rtp {
            number: self.number,
            timestamp: self.timestamp,
            marker: self.marker,
            payload_type: self.config.codec.entry().payload_type,
        };
        self.number = self.number.wrapping_add(1);
        self.advance(self.due.unwrap_or(now));
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        Some((self.config.packet_bytes(), Body::Rtp(rtp)))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        if self.has_begun { self.due } else { Some(self.start) }
    }

    fn report(&self) -> FlowReport {
        self.report
    }
}

#[cfg(test)]
mod tests {
    use skyseam_trace::NullRecorder;

    use super::super::{ConstantTalk, ExponentialTalk, ParetoTalk, Talk, talk};
    use super::*;

    fn config(talk: impl Talk, frame_us: u64, seconds: u64) -> Voice {
        let frame = Duration::from_micros(frame_us);
        let usual = Voice::lasting(Duration::from_secs(seconds));
        Voice { frame, header: 0, talk: self::talk(talk), ..usual }
    }

    /// All packets of a talker.
    fn packets(config: Voice, seed: u64) -> Vec<(SimTime, u32, Rtp)> {
        let start = SimTime::from_secs(5);
        let mut talker = VoiceSender::new(start, config, RandomStream::new(seed, "talker"));
        let mut packets = Vec::new();
        while let Some(now) = talker.poll_timeout() {
            talker.on_timer(now, FlowId(0), &mut NullRecorder);
            while let Some((size, body)) = talker.poll_message(now) {
                let Body::Rtp(rtp) = body else { unreachable!("voice is RTP") };
                packets.push((now, size, rtp));
            }
        }
        assert_eq!(talker.report().packets_sent, packets.len() as u64);
        packets
    }

    /// Goal: a constant source. Method: one packet for each full frame until the end, timestamps in
    /// step, the first alone marked.
    #[test]
    fn a_constant_source_sends_a_packet_a_frame() {
        let packets = packets(config(ConstantTalk {}, 20_000, 1), 0);
        assert_eq!(packets.len(), 50);
        for (i, &(created, size, rtp)) in (1u32..).zip(&packets) {
            let at = SimTime::from_secs(5) + Duration::from_millis(20) * u64::from(i);
            assert_eq!((created, size), (at, 160));
            assert_eq!((rtp.number, rtp.timestamp, rtp.marker), (i - 1, 160 * i, i == 1));
        }
    }

    /// Goal: the source of the thesis, 210 bytes at 64 kbit/s for 500 ms, then 50 ms of silence.
    /// Method: 64 000 / 1680 packets a second for ten elevenths of the time; with a shape of 1.5
    /// the mean converges slowly, so it is taken over many talkers.
    #[test]
    fn pareto_spurts_are_those_of_ns2() {
        let of_seed = |seed| packets(config(ParetoTalk::default(), 26_250, 1000), seed).len();
        let sent: usize = (0..40).map(of_seed).sum();
        let rate = sent as f64 / 40_000.0;
        assert!((rate - 34.63).abs() < 0.7, "{rate} packets/s");
    }

    /// Goal: spurts of conversational speech. Method: over 20 000 s the share of speech, and marks
    /// that follow a pause, as timestamps show.
    #[test]
    fn exponential_spurts_have_their_means() {
        let packets = packets(config(ExponentialTalk::default(), 20_000, 20_000), 7);
        let speech = packets.len() as f64 * 0.02 / 20_000.0;
        assert!((speech - 1004.0 / 2591.0).abs() < 0.01, "{speech}");
        for pair in packets.windows(2) {
            let gap = (pair[1].0 - pair[0].0).as_secs_f64();
            let told = f64::from(pair[1].2.timestamp.wrapping_sub(pair[0].2.timestamp)) / 8000.0;
            assert!((gap - told).abs() < 130e-6, "{gap} s, {told} s");
            assert_eq!(pair[1].2.marker, gap > 0.0201 || told > 0.0201, "{gap}");
        }
    }

    #[test]
    fn a_call_shorter_than_a_frame_is_silent() {
        let config =
            Voice { duration: Duration::from_millis(19), ..config(ConstantTalk {}, 20_000, 1) };
        assert_eq!(packets(config, 0), []);
    }
}
