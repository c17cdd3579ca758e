//! Goal: an application with keys of its own, with two sending endpoints, is added by a program,
//! outside the crates that define applications, and is equivalent to a built-in one: it runs in a
//! scenario by its name, is printed and read back, is in the schema and among the models, and
//! messages know its keys.
//!
//! Method: two endpoints with an agreed sequence of ever shorter messages, declared here, over
//! links with losses in both directions.

use std::sync::{Arc, Mutex};

use skyseam_app::Application;
use skyseam_app::file::FileSize;
use skyseam_app::{AppEndpoints, ApplicationKind, PacketLimit, RetainedPackets, TransportService};
use skyseam_base::{Duration, FlowId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::{Message, MessageApp, StreamApp, StreamIo};
use skyseam_packet::{Body, SyntheticDatagram};
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan};
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::series::built_in;
use skyseam_sim::{Control, Outcome, Progress, Ran, RunOptions, run, run_alone};
use skyseam_trace::{Event, Recorder};

use crate::common::{self, counts, names};

parameters! {
    /// Client and server send alternately, each time one piece less.
    pub struct Countdown "countdown" from "this test" {
        /// Number of pieces of the first message.
        rounds: Count<1, 1000>,
        /// Length of a piece.
        piece: FileSize = 700,
    }
}

impl ApplicationKind for Countdown {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    fn open(&self, _: SimTime, _: RandomStream) -> AppEndpoints {
        let (left, piece) = (u64::from(self.rounds), self.piece);
        let end = |is_client| Counter { left, piece, got: 0, asked: None, is_client };
        AppEndpoints::Stream { client: Box::new(end(true)), server: Box::new(end(false)) }
    }

    fn retained_packets(&self, _: Duration) -> Option<RetainedPackets> {
        const LIMIT: PacketLimit = PacketLimit {
            most: 1500,
            title: "the countdowns are too long together",
            noun: "rounds",
            help: "fewer `rounds`",
        };
        Some(RetainedPackets { sent: u64::from(self.rounds), limit: &LIMIT })
    }
}

#[derive(Debug)]
struct Counter {
    left: u64,
    piece: u64,
    got: u64,
    asked: Option<SimTime>,
    is_client: bool,
}

impl Counter {
    fn send(&mut self, io: &mut StreamIo<'_>) {
        self.asked = Some(io.now());
        io.write(self.piece * self.left);
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
        if self.got < self.piece * self.left {
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

fn models() -> Models {
    Models::built_in().with_series(&built_in()).with_application::<Countdown>()
}

/// A scenario with a flow of these keys.
fn text(application: &str, transport: &str) -> String {
    format!(
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
        {transport}
        [run]
        duration = "1 h"
        "#
    )
}

fn read(text: &str) -> Scenario {
    common::read(&models(), text)
}

fn refused(application: &str, transport: &str) -> String {
    let parsed = models().parse(&text(application, transport), "own.toml", &Files::new());
    parsed.expect_err("a mistake").to_string()
}

fn outcome(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// It runs by its name, over each bidirectional transport.
#[test]
fn it_runs_in_a_scenario() {
    const ROUNDS: u64 = 30;
    const PIECE: u64 = 700;
    for transport in [
        r#"transport = { kind = "tcp", stack = "linux" }"#,
        r#"transport = { kind = "tcp", stack = "linux", congestion = "bbr" }"#,
        r#"transport = { kind = "tcp", stack = "rfc" }"#,
        r#"transport = { kind = "tcp", sack_blocks = 0, timestamps = true }"#,
        r#"transport = { kind = "quic" }"#,
    ] {
        let scenario = read(&text(r#"kind = "countdown", rounds = 30"#, transport));
        let out = outcome(&scenario);
        let each_way = PIECE * ROUNDS * (ROUNDS + 1) / 2;
        assert_eq!(counts(&out, "flows", "bytes"), [2 * each_way], "{transport}");
        assert_eq!(names(&out, "flows", "end_reason"), [Some("finished".to_owned())]);
        let numbers: Vec<u64> = (1..=ROUNDS).rev().collect();
        assert_eq!(counts(&out, "responses", "number"), numbers, "{transport}");
        let bytes: Vec<u64> = numbers.iter().map(|number| number * PIECE).collect();
        assert_eq!(counts(&out, "responses", "bytes"), bytes, "{transport}");
        assert!(counts(&out, "flows", "drops")[0] > 5, "{transport}: nothing was lost");
        let again = outcome(&scenario);
        assert_eq!(format!("{:?}", again.tables), format!("{:?}", out.tables), "{transport}");
    }
}

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    let scenario = read(&text(r#"kind = "countdown", rounds = 3"#, ""));
    let expected = Application::of(Countdown { rounds: 3, piece: 700 });
    assert_eq!(scenario.flows[0].application, expected);
    let printed = scenario.resolved();
    let application = serde_json::json!({ "kind": "countdown", "rounds": 3, "piece": "700 B" });
    assert_eq!(printed["flows"][0]["application"], application);
    let keys = application.as_object().expect("a table").iter();
    let keys: Vec<String> = keys.map(|(key, value)| format!("{key} = {value}")).collect();
    assert_eq!(read(&text(&keys.join(", "), "")), scenario);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"countdown\"") && schema.contains("pieces of the first message"));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "countdown").unwrap();
    assert_eq!(own["key"], "flows.application.kind");
    assert_eq!(own["summary"], "Client and server send alternately, each time one piece less");
    assert!(!Models::built_in().schema().to_string().contains("countdown"));
}

#[test]
fn messages_know_its_keys_and_its_name() {
    let message = refused(r#"kind = "countdown", round = 3"#, "");
    assert!(message.contains("unknown key `round`"), "{message}");
    assert!(message.contains("did you mean `rounds`?"), "{message}");
    let message = refused(r#"kind = "countdwn", rounds = 3"#, "");
    assert!(message.contains("did you mean \"countdown\"?"), "{message}");
    let message = refused(r#"kind = "countdown", rounds = 3, piece = "0 B""#, "");
    assert!(message.contains("a size from 1 B to 1000 TB"), "{message}");
}

/// Questions about the rest of the file depend on the application too: a one-way transport, and the
/// amount that all flows of the kind may send.
#[test]
fn the_rest_of_the_file_asks_it() {
    let ns2 = r#"transport = { kind = "tcp", stack = "ns2" }"#;
    let message = refused(r#"kind = "countdown", rounds = 3"#, ns2);
    assert!(message.contains("stack = \"ns2\" with kind = \"countdown\""), "{message}");
    let twice = "count = 2\nevery = \"1 s\"";
    let message = refused(r#"kind = "countdown", rounds = 1000"#, twice);
    assert!(message.contains("the countdowns are too long together"), "{message}");
    assert!(message.contains("2000 rounds up to here"), "{message}");
}

parameters! {
    /// Both endpoints send messages, numbered by a count that they share.
    pub struct Tally "tally" from "this test" {
        /// Time between messages.
        interval: PositiveSpan = Duration::from_millis(7),
    }
}

impl ApplicationKind for Tally {
    fn service(&self) -> TransportService {
        TransportService::Messages
    }

    fn open(&self, start: SimTime, _: RandomStream) -> AppEndpoints {
        let count = Arc::<Mutex<u32>>::default();
        let end = |to_server| {
            let (count, interval) = (count.clone(), self.interval);
            Box::new(Teller { count, interval, due: start, is_ready: false, to_server })
        };
        AppEndpoints::Messages { client: end(true), server: end(false) }
    }
}

#[derive(Debug)]
struct Teller {
    count: Arc<Mutex<u32>>,
    interval: Duration,
    due: SimTime,
    is_ready: bool,
    to_server: bool,
}

impl MessageApp for Teller {
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    ) {
        if let Body::Synthetic(SyntheticDatagram { number, .. }) = message.body {
            let asked = message.sent;
            trace.record(now, Event::Responded { flow, number, asked, bytes: 1 });
        }
    }

    fn on_timer(&mut self, now: SimTime, _: FlowId, _: &mut dyn Recorder) {
        self.due = now + self.interval;
        self.is_ready = true;
    }

    fn poll_message(&mut self, _: SimTime) -> Option<(u32, Body)> {
        if !std::mem::take(&mut self.is_ready) {
            return None;
        }
        let mut count = self.count.lock().unwrap();
        *count += 1;
        let body = Body::Synthetic(SyntheticDatagram { number: *count, to_server: self.to_server });
        Some((100, body))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        Some(self.due)
    }

    fn report(&self) -> FlowReport {
        FlowReport::default()
    }

    fn is_two_way(&self) -> bool {
        true
    }
}

/// Goal: endpoints that share more than their messages give the same results on any number of
/// threads, if they do not declare it. Method: a count that both endpoints of a flow increase, over
/// satellites, in as many regions as endpoints; it is divided, so the flows are run by several
/// threads.
#[test]
fn ends_that_share_stay_with_one_thread() {
    let places = [(52.5, 13.4), (-33.9, 151.2), (35.7, 139.7), (-23.5, -46.6)];
    let mut text =
        String::from("[constellation]\npreset = \"iridium\"\n[run]\nduration = \"9 s\"\n");
    for (n, (latitude, longitude)) in (0..).zip(places) {
        let to = (n + 1) % 4;
        text += &format!(
            "[[terminals]]\nname = \"t{n}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"{longitude} deg\"\n"
        );
        if n % 2 == 0 {
            text += &format!(
                "[[flows]]\nname = \"f{n}\"\nfrom = \"t{n}\"\nto = \"t{to}\"\n\
                 application = {{ kind = \"tally\" }}\n"
            );
        }
    }
    text += "[links]\nuplink = { rate = \"1 Mbit/s\", queue = \"9 packets\" }\n\
             downlink = { rate = \"1 Mbit/s\", queue = \"9 packets\" }\n\
             isl = { rate = \"1 Mbit/s\", queue = \"9 packets\" }\n";
    let models = Models::built_in().with_series(&built_in()).with_application::<Tally>();
    let parsed = models.parse(&text, "tally.toml", &Files::new());
    let scenario = parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario;
    let whole = outcome(&scenario);
    assert!(counts(&whole, "responses", "number").len() > 1000);
    for regions in 2..5 {
        let options = RunOptions { regions: Some(regions), ..RunOptions::default() };
        let ran = run(&scenario, &options, &mut |_: Progress<'_>| Control::Continue);
        let Ran { outcome, undivided, .. } = ran.expect("nobody cancels");
        assert_eq!(undivided, None);
        assert_eq!(format!("{:?}", outcome.tables), format!("{:?}", whole.tables), "{regions}");
    }
}
