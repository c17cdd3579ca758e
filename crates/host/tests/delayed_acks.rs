//! Goal: the receivers of all stacks implement `delayed_ack`, and report it correctly. Method:
//! segments of 1000 bytes passed to a receiver by hand, ACKs and events recorded.

use skyseam_app::{Application, Bulk};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::BoxedEndpoint;
use skyseam_host::open;
use skyseam_packet::{Body, Packet, SeqNumber, TcpFlags, TcpSegment};
use skyseam_tcp::{DelayedAck, TcpConfig};
use skyseam_trace::{AckRelease, Event, Recorder};

const STACKS: [&str; 4] = ["rfc", "ns2", "linux", "bsd"];
const TIMER: DelayedAck = DelayedAck::Timer(Duration::from_millis(40));

/// Reported delayed ACKs: waiting time of their first segments, ms, and cause of the release.
#[derive(Default)]
struct Stated(Vec<(u64, AckRelease)>);

impl Recorder for Stated {
    fn record(&mut self, _: SimTime, event: Event<'_>) {
        if let Event::AckDelayed { waited, released_by, .. } = event {
            self.0.push((waited.as_nanos() / 1_000_000, released_by));
        }
    }
}

/// A receiver past its SYN.
struct Bench {
    end: BoxedEndpoint,
    now: SimTime,
    stated: Stated,
}

impl Bench {
    fn new(stack: &str, delayed_ack: DelayedAck) -> Self {
        let transport = TcpConfig {
            mss: 1000,
            timestamps: false,
            // Small enough not to grow: Linux tells of every growth at once.
            receive_window: 60_000,
            delayed_ack,
            ..TcpConfig::named(stack, "newreno")
        };
        let application = Application::of(Bulk { duration: Duration::from_secs(1000) });
        let (from, to) = (NodeId(0), NodeId(1));
        let (_, end) = open(FlowId(0), from, to, SimTime::ZERO, &application, &transport);
        let mut bench = Self { end, now: SimTime::ZERO, stated: Stated::default() };
        assert_eq!(bench.give(TcpFlags::SYN, 0, 0), [0], "{stack:?}: the SYN");
        bench
    }

    /// Segments acknowledged by each ACK that leaves now; the SYN's ACK acknowledges none.
    fn acks(&mut self) -> Vec<u32> {
        let mut acks = vec![];
        while let Some(packet) = self.end.take_packet(self.now, &mut self.stated) {
            let Body::Tcp(segment) = packet.body else { unreachable!("only TCP here") };
            acks.push((segment.ack.0 - 1) / 1000);
        }
        acks
    }

    fn give(&mut self, flags: TcpFlags, seq: u32, payload: u32) -> Vec<u32> {
        let seq = SeqNumber(seq);
        let segment = TcpSegment { seq, flags, payload, ..TcpSegment::default() };
        let (source, destination) = (NodeId(0), NodeId(1));
        let (flow, created, body) = (FlowId(0), self.now, Body::Tcp(segment));
        let packet = Packet {
            flow,
            source,
            destination,
            size: 1040,
            ttl: 64,
            created,
            body,
            ..Packet::BLANK
        };
        self.end.handle_packet(self.now, &packet, &mut self.stated);
        self.acks()
    }

    /// Segment `number` arrives at `at_ms`; returns the ACKs that leave immediately.
    fn segment(&mut self, at_ms: u64, number: u32) -> Vec<u32> {
        assert_eq!(self.time(at_ms), [0u32; 0], "before segment {number}");
        self.give(TcpFlags::ACK, 1 + 1000 * number, 1000)
    }

    /// Passes every deadline up to `at_ms`; returns the ACKs that leave in between.
    fn time(&mut self, at_ms: u64) -> Vec<u32> {
        let until = SimTime::from_nanos(at_ms * 1_000_000);
        let mut acks = vec![];
        while let Some(deadline) = self.end.poll_timeout().filter(|at| *at <= until) {
            self.now = self.now.max(deadline);
            self.end.handle_timeout(self.now, &mut self.stated);
            acks.extend(self.acks());
        }
        self.now = until;
        acks
    }
}

/// A segment in order waits for a second one or the timer, not a nanosecond longer, from the first
/// segment on; a segment out of order, one that fills a gap and a duplicate do not wait.
#[test]
fn a_timer_is_what_it_says_in_every_stack() {
    for stack in STACKS {
        let mut bench = Bench::new(stack, TIMER);
        assert_eq!(bench.segment(10, 0), [0u32; 0], "{stack:?}");
        assert_eq!(bench.segment(20, 1), [2], "{stack:?}: two");
        assert_eq!(bench.segment(30, 2), [0u32; 0], "{stack:?}");
        assert_eq!(bench.time(69), [0u32; 0], "{stack:?}");
        assert_eq!(bench.time(70), [3], "{stack:?}: one, late");
        assert_eq!(bench.segment(100, 3), [0u32; 0], "{stack:?}");
        assert_eq!(bench.segment(105, 5), [4], "{stack:?}: beyond a gap");
        assert_eq!(bench.segment(110, 4), [6], "{stack:?}: fills it");
        assert_eq!(bench.segment(120, 6), [0u32; 0], "{stack:?}");
        assert_eq!(bench.segment(123, 2), [7], "{stack:?}: a second time");
        let expected = [
            (10, AckRelease::SecondSegment),
            (40, AckRelease::Timer),
            (5, AckRelease::Gap),
            (3, AckRelease::Other),
        ];
        assert_eq!(bench.stated.0, expected, "{stack:?}");
        let report = bench.end.report();
        assert_eq!(report.delayed_acks, Some(4), "{stack:?}");
        assert_eq!(report.duplicates_received, Some(1), "{stack:?}");
    }
}

/// With delayed ACKs switched off, every segment is acknowledged immediately, and nothing waits.
#[test]
fn off_answers_every_segment() {
    for stack in STACKS {
        let mut bench = Bench::new(stack, DelayedAck::Off);
        for number in 0..100 {
            assert_eq!(bench.segment(10 * u64::from(number), number), [number + 1], "{stack:?}");
        }
        assert_eq!(bench.segment(1000, 101), [100], "{stack:?}");
        assert_eq!(bench.segment(1001, 101), [100], "{stack:?}");
        let report = bench.end.report();
        assert_eq!((report.delayed_acks, report.duplicates_received), (Some(0), Some(1)));
        assert!(bench.stated.0.is_empty(), "{stack:?}");
    }
}

/// Linux acknowledges the first segments immediately, then every second one; a lone one after some
/// 40 ms, and after disorder every segment again.
#[test]
fn linux_is_the_same_in_every_stack() {
    for stack in STACKS {
        let mut bench = Bench::new(stack, DelayedAck::Linux);
        for number in 0..16 {
            let acks = bench.segment(10 + u64::from(number), number);
            assert_eq!(acks, [number + 1], "{stack:?}: quick ACK");
        }
        for number in (16..60).step_by(2) {
            let at = 10 + u64::from(number);
            assert_eq!(bench.segment(at, number), [0u32; 0], "{stack:?}: {number}");
            assert_eq!(bench.segment(at + 1, number + 1), [number + 2], "{stack:?}: {number}");
        }
        assert_eq!(bench.segment(70, 60), [0u32; 0], "{stack:?}");
        assert_eq!(bench.time(1000), [61], "{stack:?}: a lone one");
        let (waited, released_by) = *bench.stated.0.last().unwrap();
        assert_eq!(released_by, AckRelease::Timer);
        assert!((40..=50).contains(&waited), "{stack:?}: {waited} ms");
        assert_eq!(bench.segment(1001, 3), [61], "{stack:?}: received before");
        for number in 61..70 {
            let acks = bench.segment(1000 + u64::from(number), number);
            assert_eq!(acks, [number + 1], "{stack:?}: after trouble");
        }
    }
}

/// For any pattern of arrivals there is an ACK for every two segments of a run, never more ACKs
/// than segments, and no segment waits forever.
#[test]
fn no_segment_waits_for_ever() {
    for stack in STACKS {
        for delayed_ack in [TIMER, DelayedAck::Linux] {
            let mut bench = Bench::new(stack, delayed_ack);
            let (mut at, mut acked) = (0, 0);
            for number in 0..500 {
                at += u64::from(number * number % 97);
                acked = bench.time(at).into_iter().last().unwrap_or(acked);
                let now = bench.segment(at, number);
                acked = now.last().copied().unwrap_or(acked);
                assert!(number + 1 - acked < 2, "{stack:?}: two segments wait");
            }
            bench.time(at + 300);
            let longest = bench.stated.0.iter().map(|(waited, _)| *waited).max().unwrap();
            let most = if delayed_ack == TIMER { 40 } else { 210 };
            assert!(longest <= most, "{stack:?}: {longest} ms");
            assert_eq!(bench.end.report().delayed_acks, Some(bench.stated.0.len() as u64));
            assert_eq!(bench.end.poll_timeout(), None, "{stack:?}");
        }
    }
}
