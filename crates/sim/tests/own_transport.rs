//! Goal: a transport with keys of its own is added by a program, outside the crates that define
//! transports: it runs in a scenario, is printed, is in the schema and among the models, and
//! messages know its keys.
//!
//! Method: stop-and-wait, declared here: one segment, and the next once it is acknowledged.

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Transport};
use skyseam_endpoint::values::{SegmentSize, Timeout};
use skyseam_endpoint::{BoxedEndpoint, Endpoint, FlowEndpoint, FlowReport, Polled};
use skyseam_packet::{Body, Packet, SeqNumber, TcpSegment};
use skyseam_params::parameters;
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, Outcome, run_alone};
use skyseam_trace::Recorder;

use crate::common::{self, counts, floats};

parameters! {
    /// One segment, and the next once it is acknowledged.
    pub struct StopAndWait "stop-and-wait" from "this test" {
        /// Payload of a segment.
        segment: SegmentSize = 1_000,
        /// Time without an answer after which it is retransmitted.
        patience: Timeout = Duration::from_secs(1),
    }
}

/// Length of the headers, bytes.
const HEADERS: u32 = 40;

impl Transport for StopAndWait {
    fn is_two_way(&self) -> bool {
        false
    }

    fn open(&self, opening: FlowSetup<'_>, content: ConnectionPayload) -> [BoxedEndpoint; 2] {
        let ConnectionPayload::Transfer(supply) = content else { panic!("it sends one way") };
        let FlowSetup { flow, from, to, start, .. } = opening;
        let source = Source {
            path: Path { flow, from, to },
            config: self.clone(),
            supply,
            acknowledged: 0,
            timer: Some(start),
            is_due: false,
            report: FlowReport::default(),
        };
        let path = Path { flow, from: to, to: from };
        let sink = Sink {
            path,
            limit: supply.limit,
            next: 0,
            answer: None,
            report: FlowReport::default(),
        };
        [Box::new(source), Box::new(sink)]
    }

    fn largest_packet(&self) -> u32 {
        self.segment + HEADERS
    }
}

#[derive(Debug)]
struct Path {
    flow: FlowId,
    from: NodeId,
    to: NodeId,
}

impl Path {
    fn packet(&self, now: SimTime, segment: TcpSegment) -> Packet {
        Packet {
            flow: self.flow,
            source: self.from,
            destination: self.to,
            size: HEADERS + segment.payload,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body: Body::Tcp(segment),
            ..Packet::BLANK
        }
    }
}

/// Sends one segment after another.
#[derive(Debug)]
struct Source {
    path: Path,
    config: StopAndWait,
    supply: OfferedData,
    acknowledged: u64,
    /// Time at which it begins, or retransmits.
    timer: Option<SimTime>,
    is_due: bool,
    report: FlowReport,
}

impl Source {
    /// Payload of the current segment.
    fn payload(&self) -> u32 {
        let left = self.supply.limit.map_or(u64::MAX, |limit| limit - self.acknowledged);
        left.min(self.config.segment.into()) as u32
    }
}

impl Endpoint for Source {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, _: &mut dyn Recorder) {
        let Body::Tcp(segment) = packet.body else { return };
        let payload = self.payload();
        let awaited = self.acknowledged + u64::from(payload);
        if payload == 0 || segment.ack != SeqNumber(awaited as u32) {
            return;
        }
        self.acknowledged = awaited;
        if self.supply.stop.is_some_and(|stop| now >= stop) {
            self.supply.close(awaited);
        }
        self.is_due = self.payload() > 0;
        self.timer = None;
        if !self.is_due {
            self.report.acknowledged_at = Some(now);
        }
    }

    fn handle_timeout(&mut self, now: SimTime, _: &mut dyn Recorder) {
        if self.report.started.is_none() {
            self.report.started = Some(now);
        } else {
            self.report.timeouts += 1;
            self.report.retransmissions += 1;
        }
        self.is_due = true;
    }

    fn poll_transmit(&mut self, now: SimTime, place: &mut Packet, _: &mut dyn Recorder) -> Polled {
        if !std::mem::take(&mut self.is_due) {
            return Polled::Nothing;
        }
        self.timer = Some(now + self.config.patience);
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        let seq = SeqNumber(self.acknowledged as u32);
        let segment = TcpSegment { seq, payload: self.payload(), ..TcpSegment::default() };
        *place = self.path.packet(now, segment);
        Polled::Last
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.timer
    }
}

impl FlowEndpoint for Source {
    fn report(&self) -> FlowReport {
        self.report
    }

    fn has_pending_work(&self) -> bool {
        self.timer.is_some()
    }
}

/// Acknowledges each segment.
#[derive(Debug)]
struct Sink {
    path: Path,
    limit: Option<u64>,
    next: u64,
    answer: Option<SeqNumber>,
    report: FlowReport,
}

impl Endpoint for Sink {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, _: &mut dyn Recorder) {
        let Body::Tcp(segment) = packet.body else { return };
        self.report.packets_received += 1;
        if segment.seq == SeqNumber(self.next as u32) {
            self.next += u64::from(segment.payload);
            self.report.bytes_delivered = self.next;
            self.report.last_received = Some(now);
            self.report.received_at = (self.limit == Some(self.next)).then_some(now);
        }
        self.answer = Some(SeqNumber(self.next as u32));
    }

    fn handle_timeout(&mut self, _: SimTime, _: &mut dyn Recorder) {}

    fn poll_transmit(&mut self, now: SimTime, place: &mut Packet, _: &mut dyn Recorder) -> Polled {
        let Some(ack) = self.answer.take() else { return Polled::Nothing };
        *place = self.path.packet(now, TcpSegment { ack, ..TcpSegment::default() });
        Polled::Last
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }
}

impl FlowEndpoint for Sink {
    fn report(&self) -> FlowReport {
        self.report
    }

    fn has_pending_work(&self) -> bool {
        false
    }
}

fn models() -> Models {
    Models::built_in().with_transport::<StopAndWait>()
}

fn text(application: &str, transport: &str, loss: &str) -> String {
    format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        delay = "10 ms"
        rate = "10 Mbit/s"
        queue = "10 packets"
        loss = {{ kind = "bernoulli", probability = {loss} }}
        [[flows]]
        name = "flow"
        from = "a"
        to = "b"
        application = {{ {application} }}
        transport = {transport}
        [run]
        duration = "1 h"
        "#
    )
}

const FILE: &str = "kind = \"file\", size = \"100 kB\"";

fn read(text: &str) -> Scenario {
    common::read(&models(), text)
}

fn refused(text: &str) -> String {
    let parsed = models().parse(text, "own.toml", &Files::new());
    parsed.expect_err("a mistake").to_string()
}

fn run(text: &str) -> Outcome {
    run_alone(&read(text), &mut |_| Control::Continue).expect("nobody cancels")
}

#[test]
fn it_runs_in_a_scenario() {
    let outcome = run(&text(FILE, "\"stop-and-wait\"", "0.0"));
    // 100 segments of 1040 B with headers at 10 Mbit/s, 40 B back, 10 ms each way; the last ACK
    // does not count.
    let (there, back) = (0.010 + 0.000_832, 0.010 + 0.000_032);
    let expected = 100.0 * there + 99.0 * back;
    let took = floats(&outcome, "flows", "transfer_time_s")[0];
    assert!((took - expected).abs() < 1e-6, "{took} s, expected {expected} s");
    assert_eq!(counts(&outcome, "flows", "bytes"), [100_000]);
}

#[test]
fn it_repairs_losses() {
    let seconds = |patience: &str| {
        let transport = format!("{{ kind = \"stop-and-wait\", patience = \"{patience}\" }}");
        let outcome = run(&text(FILE, &transport, "0.1"));
        assert_eq!(counts(&outcome, "flows", "bytes"), [100_000]);
        let again = counts(&outcome, "flows", "retransmissions")[0];
        // A round succeeds with probability 0.81: 23 more than 100 on average, plus or minus five.
        assert!((8..=40).contains(&again), "{again} segments sent again");
        floats(&outcome, "flows", "transfer_time_s")[0]
    };
    assert!(seconds("2 s") > seconds("100 ms") + 8.0 * 1.9);
}

#[test]
fn it_is_printed_with_defaults_and_listed() {
    let printed = read(&text(FILE, "\"stop-and-wait\"", "0.0")).resolved();
    let expected = serde_json::json!({
        "kind": "stop-and-wait", "segment": "1000 B", "patience": "1 s",
    });
    assert_eq!(printed["flows"][0]["transport"], expected);
    assert!(models().schema().to_string().contains("Time without an answer after which"));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "stop-and-wait");
    assert_eq!(own.unwrap()["key"], "flows.transport.kind");
}

#[test]
fn messages_know_it() {
    let with = |transport: &str| refused(&text(FILE, transport, "0.0"));
    let message = with("{ kind = \"stop-and-wait\", patiense = \"1 s\" }");
    assert!(message.contains("unknown key `patiense`"), "{message}");
    assert!(message.contains("did you mean `patience`?"), "{message}");
    assert!(with("\"stop-and-wiat\"").contains("did you mean \"stop-and-wait\"?"));
    let message = with("\"stop-and-wait\"\nsplit_at = [{ node = \"b\" }]");
    assert!(message.contains("a connection of \"stop-and-wait\" cannot be split"), "{message}");
    let asks = "kind = \"request-response\", response = \"1 kB\"";
    let message = refused(&text(asks, "\"stop-and-wait\"", "0.0"));
    assert!(
        message.contains("the transport \"stop-and-wait\" sends data in one direction"),
        "{message}"
    );
}
