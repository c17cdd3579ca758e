//! The voice receiver: delay and jitter of arrivals, packets played and packets too late.
//!
//! Owns the counting. The network knows why a packet did not arrive; [`super::emodel`] owns the
//! quality.

use std::any::Any;

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::message::{Message, MessageApp};
use skyseam_packet::{Body, Rtp};
use skyseam_trace::{Event, Recorder};

use super::config::Voice;
use super::playout::PlayoutState;
use super::report::VoiceReport;
use crate::measure::{Jitter, MissingPackets, Moments, NumberSet};

/// Endpoint that receives voice.
#[derive(Debug)]
pub struct VoiceReceiver {
    config: Voice,
    heard: NumberSet,
    /// Measurements by each age of expiry, that of the scenario first.
    readings: Vec<Reading>,
    report: FlowReport,
}

/// Measurements of the packets that arrive, of which those above an age expire.
#[derive(Debug)]
struct Reading {
    /// Age above which packets expire; `None` if they do not.
    age: Option<Duration>,
    buffer: PlayoutState,
    played: NumberSet,
    delays: Moments,
    /// Differences between the delays of successive packets, ms.
    differences: Moments,
    jitter: Jitter,
    /// Time from sending to playout, ms.
    waits: Moments,
    expired: u64,
}

impl VoiceReceiver {
    /// Creates a receiver of the packets of this flow.
    pub fn new(config: Voice) -> Self {
        let playout = &config.playout;
        let ages = [playout.keys.expires_after].into_iter().chain(playout.further_ages.clone());
        Self {
            readings: ages.map(|age| Reading::new(&config, age)).collect(),
            config,
            heard: NumberSet::default(),
            report: FlowReport::default(),
        }
    }
}

impl Reading {
    fn new(config: &Voice, age: Option<Duration>) -> Self {
        let ticks = (config.frame.as_nanos() / 125_000) as u32;
        Self {
            age,
            buffer: PlayoutState::new(&*config.playout.model, config.frame, ticks),
            played: NumberSet::default(),
            delays: Moments::default(),
            differences: Moments::default(),
            jitter: Jitter::default(),
            waits: Moments::default(),
            expired: 0,
        }
    }

    /// Measures a packet; returns its time of playout, if it is played.
    fn on_packet(&mut self, now: SimTime, sent: SimTime, rtp: &Rtp) -> Option<SimTime> {
        let delay = now.saturating_since(sent);
        if self.age.is_some_and(|age| delay > age) {
            self.expired += 1;
            return None;
        }
        let delay = delay.as_millis_f64();
        self.delays.add(delay);
        if let Some(difference) = self.jitter.add(delay) {
            self.differences.add(difference);
        }
        let play = self.buffer.on_packet(now, sent, rtp.number, rtp.timestamp)?;
        self.played.insert(rtp.number);
        self.waits.add(play.saturating_since(sent).as_millis_f64());
        Some(play)
    }

    /// The measurements so far.
    fn report(&self, config: &Voice) -> VoiceReport {
        let jitter_ms = self.differences.delay().map(|differences| differences.mean);
        let entry = config.codec.entry();
        let coding = (config.frame + entry.look_ahead).as_millis_f64();
        let wait = self.waits.delay().map(|waits| coding + waits.mean);
        let further = config.playout.model.further_delay_ms(jitter_ms.unwrap_or(0.0));
        let mouth_to_ear_ms = wait.map(|wait| wait + further);
        let MissingPackets { missing, runs: bursts, .. } = self.played.gaps();
        let played = self.waits.count;
        let burst_ratio = (bursts > 0).then(|| {
            let kept = played as f64 / (played + missing) as f64;
            missing as f64 / bursts as f64 * kept
        });
        VoiceReport {
            codec: config.codec,
            received: self.delays.count + self.expired,
            late: self.delays.count + self.expired - played,
            expired: self.expired,
            delay: self.delays.delay(),
            jitter_ms,
            rfc3550_ms: self.jitter.values.delay().map(|jitter| jitter.mean),
            mouth_to_ear_ms,
            burst_ratio,
        }
    }
}

impl MessageApp for VoiceReceiver {
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    ) {
        let Body::Rtp(rtp) = &message.body else { return };
        let (sent, number) = (message.sent, rtp.number);
        self.report.packets_received += 1;
        if !self.heard.insert(number) {
            return;
        }
        let bytes = u64::from(self.config.codec.bytes(self.config.frame));
        self.report.bytes_delivered += bytes;
        self.report.last_received = Some(now);
        trace.record(now, Event::Delivered { flow, bytes });
        let (first, further) = self.readings.split_first_mut().expect("one of the scenario");
        let play = first.on_packet(now, sent, rtp);
        trace.record(now, Event::VoicePacketArrived { flow, number, sent, play });
        for reading in further {
            reading.on_packet(now, sent, rtp);
        }
    }

    fn poll_message(&mut self, _: SimTime) -> Option<(u32, Body)> {
        None
    }

    fn report(&self) -> FlowReport {
        self.report
    }

    fn measured(&self) -> Option<Box<dyn Any>> {
        let reports = self.readings.iter().map(|reading| reading.report(&self.config));
        Some(Box::new(reports.collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use skyseam_trace::NullRecorder;

    use super::super::{Codec, FixedPlayout, Playout, PlayoutConfig, TwiceJitter};
    use super::*;

    /// A receiver of packets of a constant source with these delays, in ms; `None` for those that
    /// never arrive.
    fn listener(playout: impl Playout, delays: &[Option<u64>]) -> VoiceReceiver {
        expiring(playout, None, delays)
    }

    /// A receiver like [`listener`], with packets that expire after `ms` milliseconds.
    fn expiring(
        playout: impl Playout,
        limit: Option<u64>,
        delays: &[Option<u64>],
    ) -> VoiceReceiver {
        let mut playout = PlayoutConfig::of(playout);
        playout.keys.expires_after = limit.map(Duration::from_millis);
        let usual = Voice::lasting(Duration::from_secs(1));
        let config = Voice { codec: Codec::G729, playout, ..usual };
        let mut listener = VoiceReceiver::new(config);
        let mut arrivals: Vec<(SimTime, Message)> = Vec::new();
        for (number, delay) in (0u32..).zip(delays) {
            let sent = SimTime::ZERO + Duration::from_millis(20 * u64::from(number));
            let Some(delay) = *delay else { continue };
            let message = Message {
                size: 60,
                sent,
                body: Body::Rtp(Rtp {
                    number,
                    timestamp: 160 * number,
                    marker: number == 0,
                    payload_type: 18,
                }),
            };
            arrivals.push((sent + Duration::from_millis(delay), message));
        }
        arrivals.sort_by_key(|&(at, _)| at);
        for (at, message) in arrivals {
            listener.on_message(at, FlowId(0), &message, &mut NullRecorder);
        }
        listener
    }

    impl VoiceReceiver {
        /// The measurements by the scenario's age.
        fn heard(&self) -> VoiceReport {
            self.readings[0].report(&self.config)
        }
    }

    fn close(value: Option<f64>, expected: f64) -> bool {
        value.is_some_and(|value| (value - expected).abs() < 1e-9)
    }

    /// Goal: delay, jitter and play-out by hand. Method: five delays, differences 10, 20, 30, 0.
    #[test]
    fn delay_and_jitter_are_those_of_the_definitions() {
        let delays = [100, 110, 90, 120, 120].map(Some);
        let voice = listener(TwiceJitter {}, &delays).heard();
        let delay = voice.delay.unwrap();
        assert_eq!((delay.mean, delay.min, delay.max), (108.0, 90.0, 120.0));
        assert!((delay.std - 136f64.sqrt()).abs() < 1e-9, "{delay:?}");
        assert!(close(voice.jitter_ms, 15.0));
        let (mut running, mut sum) = (0.0, 0.0);
        for difference in [10.0, 20.0, 30.0, 0.0] {
            running += (difference - running) / 16.0;
            sum += running;
        }
        assert!(close(voice.rfc3550_ms, sum / 4.0));
        // 20 ms of frame, 5 of look-ahead, 108 of network, twice 15 of jitter.
        assert!(close(voice.mouth_to_ear_ms, 163.0));
        assert_eq!((voice.received, voice.late, voice.burst_ratio), (5, 0, None));
    }

    /// Goal: late packets count only as not played. Method: a buffer of 15 ms.
    #[test]
    fn late_packets_are_not_played() {
        let delay = Duration::from_millis(15);
        let delays = [100, 110, 90, 120, 115].map(Some);
        let listener = listener(FixedPlayout { delay }, &delays);
        let voice = listener.heard();
        assert_eq!((voice.received, voice.late), (5, 1));
        assert_eq!(listener.report().bytes_delivered, 100);
        assert!(close(voice.mouth_to_ear_ms, 20.0 + 5.0 + 115.0));
        // One packet of five, alone: 1 over 1 / (1 - 0.2).
        assert!(close(voice.burst_ratio, 0.8));
    }

    /// Goal: lengths of bursts. Method: 2 and 4 packets missing of 12, where the last missing
    /// packet does not count.
    #[test]
    fn bursts_are_counted_to_the_last_packet_played() {
        let some = Some(50);
        let pattern =
            [some, None, None, some, some, None, None, None, None, some, some, some, None];
        let voice = listener(TwiceJitter {}, &pattern).heard();
        assert!(close(voice.burst_ratio, 3.0 * 0.5));
    }

    /// Goal: expired packets count as lost and are not measured; an age of exactly the limit has
    /// not expired. Method: the delays of the first test, of which two are over 110 ms; with a
    /// fixed buffer, the first packet that had not expired decides for the spurt.
    #[test]
    fn expired_packets_are_lost_and_not_measured() {
        let delays = [100, 110, 90, 120, 120].map(Some);
        let listener = expiring(TwiceJitter {}, Some(110), &delays);
        let voice = listener.heard();
        assert_eq!((voice.received, voice.late, voice.expired), (5, 2, 2));
        let delay = voice.delay.unwrap();
        assert_eq!((delay.mean, delay.min, delay.max), (100.0, 90.0, 110.0));
        assert!(close(voice.jitter_ms, 15.0));
        assert!(close(voice.mouth_to_ear_ms, 20.0 + 5.0 + 100.0 + 30.0));
        assert_eq!(listener.report().bytes_delivered, 100);

        let delay = Duration::from_millis(15);
        let voice = expiring(FixedPlayout { delay }, Some(112), &[120, 90, 110, 100].map(Some));
        let voice = voice.heard();
        // Played 105 ms after it was sent: the packet of 110 ms is late, that of 120 ms expired.
        assert_eq!((voice.received, voice.late, voice.expired), (4, 2, 1));
        let none = expiring(TwiceJitter {}, Some(50), &delays).heard();
        assert_eq!((none.received, none.late, none.delay), (5, 5, None));
    }

    #[test]
    fn nothing_heard_is_nothing_measured() {
        let voice = listener(TwiceJitter {}, &[None, None]).heard();
        assert_eq!((voice.received, voice.delay, voice.mouth_to_ear_ms), (0, None, None));
        let one = listener(TwiceJitter {}, &[Some(10)]).heard();
        assert_eq!((one.jitter_ms, one.rfc3550_ms), (None, None));
        assert!(close(one.mouth_to_ear_ms, 35.0));
    }

    #[test]
    fn a_copy_counts_once() {
        let mut listener = listener(TwiceJitter {}, &[Some(10)]);
        let rtp = Rtp { number: 0, timestamp: 0, marker: true, payload_type: 18 };
        let message = Message { size: 60, sent: SimTime::ZERO, body: Body::Rtp(rtp) };
        listener.on_message(SimTime::from_secs(1), FlowId(0), &message, &mut NullRecorder);
        assert_eq!(listener.heard().received, 1);
        assert_eq!(listener.report().packets_received, 2);
    }
}
