//! Goal: an application from outside of the crates that define applications runs in a world, both
//! of its ends sending, and so does `request-response` from a scenario. Method: whole runs over
//! links that lose both ways, tables compared with what was asked.

mod common;

use common::{counts, floats, names};
use skyseam_base::{RandomStream, SimTime};
use skyseam_host::Application;
use skyseam_host::app::{Entry, Kind, Service, Session, StreamApp, StreamIo};
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};
use skyseam_trace::Event;

const TRANSPORTS: [&str; 5] = [
    r#"kind = "tcp", stack = "linux""#,
    r#"kind = "tcp", stack = "linux", congestion = "bbr""#,
    r#"kind = "tcp", stack = "rfc""#,
    r#"kind = "tcp", stack = "rfc", sack_blocks = 0, timestamps = true"#,
    r#"kind = "quic""#,
];

fn scenario(application: &str, transport: &str, run: &str) -> Scenario {
    let text = format!(
        r#"
        nodes = [{{ name = "client" }}, {{ name = "middle" }}, {{ name = "server" }}]
        [[wires]]
        between = ["client", "middle"]
        delay = "40 ms"
        rate = "8 Mbit/s"
        queue = "20 packets"
        loss = {{ kind = "bernoulli", probability = 0.03 }}
        [[wires]]
        between = ["middle", "server"]
        delay = "10 ms"
        rate = "20 Mbit/s"
        queue = "20 packets"
        [[flows]]
        name = "talk"
        from = "client"
        to = "server"
        start = "1 s"
        application = {{ {application} }}
        transport = {{ {transport} }}
        [run]
        duration = "1 h"
        {run}
        "#
    );
    parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn outcome(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// What each end sends is as long as the number of the exchange: two ends that agree beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Countdown {
    rounds: u64,
}

impl Kind for Countdown {
    fn entry(&self) -> Entry {
        Entry { name: "countdown", summary: "Shorter and shorter.", service: Service::Stream }
    }

    fn open(&self, _: SimTime, _: RandomStream) -> Session {
        let end = |is_client| Counter { left: self.rounds, got: 0, asked: None, is_client };
        Session::Stream { client: Box::new(end(true)), server: Box::new(end(false)) }
    }
}

#[derive(Debug)]
struct Counter {
    left: u64,
    got: u64,
    asked: Option<SimTime>,
    is_client: bool,
}

impl Counter {
    const PIECE: u64 = 700;

    fn send(&mut self, io: &mut StreamIo<'_>) {
        self.asked = Some(io.now());
        io.write(Self::PIECE * self.left);
    }
}

impl StreamApp for Counter {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        if self.is_client {
            self.send(io);
        }
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        if self.got < Self::PIECE * self.left {
            return;
        }
        let length = std::mem::take(&mut self.got);
        if !self.is_client {
            self.send(io);
            self.left -= 1;
            return;
        }
        let (flow, number, asked) = (io.flow(), self.left as u32, self.asked.expect("it asked"));
        io.record(Event::Responded { flow, number, asked, bytes: length });
        self.left -= 1;
        if self.left > 0 {
            self.send(io);
        } else {
            io.close();
        }
    }
}

/// An application of this file's own in a world, over each transport that goes both ways.
#[test]
fn an_application_from_outside_runs() {
    const ROUNDS: u64 = 30;
    for transport in TRANSPORTS {
        let mut scenario = scenario(r#"kind = "file", size = "1 B""#, transport, "");
        scenario.flows[0].application = Application::of(Countdown { rounds: ROUNDS });
        let out = outcome(&scenario);
        let each_way = Counter::PIECE * ROUNDS * (ROUNDS + 1) / 2;
        assert_eq!(counts(&out, "flows", "bytes"), [2 * each_way], "{transport}");
        assert_eq!(names(&out, "flows", "ended_because"), [Some("finished".to_owned())]);
        let numbers: Vec<u64> = (1..=ROUNDS).rev().collect();
        assert_eq!(counts(&out, "responses", "number"), numbers, "{transport}");
        let bytes: Vec<u64> = numbers.iter().map(|number| number * Counter::PIECE).collect();
        assert_eq!(counts(&out, "responses", "bytes"), bytes, "{transport}");
        assert!(counts(&out, "flows", "drops")[0] > 5, "{transport}: nothing was lost");
        assert_eq!(out.manifest["scenario"]["flows"][0]["application"]["kind"], "countdown");
        let again = outcome(&scenario);
        assert_eq!(format!("{:?}", again.tables), format!("{:?}", out.tables), "{transport}");
    }
}

/// Requests and responses from a scenario, with all series recorded.
#[test]
fn requests_are_answered() {
    let application = r#"kind = "request-response", request = "2 kB", response = "30 kB",
        think = "250 ms", count = 25"#;
    let record = r#"record = ["cwnd", "rtt", "retransmissions", "delayed_acks", "queue",
        "sequence", "rate"]
        throughput_bin = "1 s""#;
    for transport in TRANSPORTS {
        let application = application.replace('\n', " ");
        let out = outcome(&scenario(&application, transport, record));
        assert_eq!(counts(&out, "flows", "bytes"), [25 * 32_000], "{transport}");
        let (asked, answered) =
            (floats(&out, "responses", "asked_s"), floats(&out, "responses", "t_s"));
        assert_eq!(counts(&out, "responses", "bytes"), [30_000; 25]);
        for i in 0..25 {
            // A round trip of 100 ms, and 30 kB over 8 Mbit/s.
            assert!(answered[i] - asked[i] > 0.13, "{transport}: {i}");
        }
        for i in 1..25 {
            let think = asked[i] - answered[i - 1];
            assert!((think - 0.25).abs() < 1e-9, "{transport}: {think}");
        }
        let finished = floats(&out, "flows", "finished_s")[0];
        assert!(finished >= answered[24], "{transport}: {finished}");
        // The series are of the requests' direction alone: 25 times 2 kB.
        if !transport.contains("quic") {
            let sent = sent_once(&out);
            assert_eq!(sent, 25 * 2_000, "{transport}");
        }
    }
}

/// Bytes that the table `sequence` says were sent for the first time.
fn sent_once(out: &Outcome) -> u64 {
    let kinds = names(out, "sequence", "kind");
    let spans = counts(out, "sequence", "start_bytes").into_iter();
    let spans = spans.zip(counts(out, "sequence", "end_bytes"));
    let sent = kinds.iter().zip(spans).filter(|(kind, _)| kind.as_deref() == Some("sent"));
    sent.map(|(_, (start, end))| end - start).sum()
}

/// A flow that ends while others go on gives its memory up, and a run ends when all have.
#[test]
fn a_run_ends_with_its_last_answer() {
    let application = r#"kind = "request-response", response = "5 kB", think = "2 s", count = 4"#;
    for transport in TRANSPORTS {
        let out = outcome(&scenario(application, transport, ""));
        let ended = out.manifest["ended_at_s"].as_f64().expect("a number");
        assert_eq!(out.manifest["ended_because"], "all flows had ended", "{transport}");
        assert!((7.0..120.0).contains(&ended), "{transport}: {ended} s");
    }
}
