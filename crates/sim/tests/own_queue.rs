//! Goal: a queue discipline with keys of its own is added by a program, outside the crates that
//! define queues, and is equivalent to a built-in one: it runs in a scenario, is printed and read
//! back, is in the schema and among the models, and messages know its keys.
//!
//! Method: a drop-tail queue that drops every n-th packet, declared here.

use crate::common::{self, counts};
use skyseam_base::SimTime;
use skyseam_net::queue::{Backlog, Built, Discipline, DropPolicy, Ecn, QueueContext, QueueLimit};
use skyseam_net::{QueueConfig, config::Limit};
use skyseam_params::parameters;
use skyseam_params::values::Count;
use skyseam_scenario::{Files, Models, Scenario, sweep};
use skyseam_sim::{Control, run_alone};
use skyseam_trace::DropReason;

parameters! {
    /// First in, first out, without every n-th packet.
    pub struct EveryNth "every-nth" from "this test" {
        /// Limit of the queue.
        limit: QueueLimit = QueueLimit::Packets(100),
        /// Interval between dropped packets.
        nth: Count<2, 1_000_000> = 10,
    }
}

impl Discipline for EveryNth {
    fn build(&self, _: &QueueContext<'_>) -> Built {
        let (limit, nth) = (self.limit.known(), self.nth);
        Built::AtArrival(Box::new(EveryNthQueue { limit, nth, count: 0 }))
    }
}

struct EveryNthQueue {
    limit: Limit,
    nth: u32,
    count: u32,
}

impl DropPolicy for EveryNthQueue {
    fn admit(
        &mut self,
        _: SimTime,
        waiting: Backlog,
        bytes: u32,
        ecn: Ecn,
    ) -> Result<Ecn, DropReason> {
        self.count += 1;
        if self.count.is_multiple_of(self.nth) {
            return Err(DropReason::EarlyDrop);
        }
        let has_room = waiting.idle_since.is_some() || waiting.leaves_room(self.limit, bytes);
        if has_room { Ok(ecn) } else { Err(DropReason::QueueOverflow) }
    }
}

fn models() -> Models {
    Models::built_in().with_queue::<EveryNth>()
}

fn text(queue: &str) -> String {
    format!(
        "nodes = [{{ name = \"a\" }}, {{ name = \"b\" }}]\n\
         [[wires]]\nbetween = [\"a\", \"b\"]\ndelay = \"10 ms\"\nrate = \"10 Mbit/s\"\n\
         queue = {queue}\n\
         [[flows]]\nname = \"flow\"\nfrom = \"a\"\nto = \"b\"\n\
         application = {{ kind = \"file\", size = \"300 kB\" }}\n\
         transport = {{ kind = \"tcp\", congestion = \"newreno\" }}\n\
         [run]\nduration = \"60 s\"\n"
    )
}

fn read(text: &str) -> Scenario {
    common::read(&models(), text)
}

#[test]
fn it_runs_in_a_scenario() {
    let drops = |queue: &str| {
        let scenario = read(&text(queue));
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
        counts(&outcome, "links", "early_drops").iter().sum::<u64>()
    };
    // 300 kB are 206 segments one way and ACKs the other way.
    let often = drops("{ kind = \"every-nth\", nth = 50 }");
    assert!((4..=20).contains(&often), "{often} drops");
    assert_eq!(drops("{ kind = \"every-nth\", nth = 100000 }"), 0);
}

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    let scenario = read(&text("\"every-nth\""));
    let queue = &scenario.links.wires[0].forward.queue;
    assert_eq!(*queue, QueueConfig::of(EveryNth::default()));
    let printed = scenario.resolved();
    let expected = serde_json::json!({ "kind": "every-nth", "limit": "100 packets", "nth": 10 });
    assert_eq!(printed["wires"][0]["queue"], expected);
    let product = read(&text("{ kind = \"every-nth\", limit = \"1 BDP\" }"));
    let limit = QueueLimit::Bytes(25_000);
    let expected = QueueConfig::of(EveryNth { limit, nth: 10 });
    assert_eq!(product.links.wires[0].forward.queue, expected);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(
        schema.contains("\"every-nth\"") && schema.contains("Interval between dropped packets")
    );
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "every-nth").unwrap();
    assert_eq!(own["key"], "links.*.queue.kind");
    assert_eq!(own["summary"], "First in, first out, without every n-th packet");
    let built_in = Models::built_in();
    assert!(!built_in.schema().to_string().contains("every-nth"));
}

#[test]
fn messages_know_its_keys_and_its_name() {
    let refused = |queue: &str| {
        let parsed = models().parse(&text(queue), "own.toml", &Files::new());
        parsed.expect_err("a mistake").to_string()
    };
    let message = refused("{ kind = \"every-nth\", nht = 3 }");
    assert!(message.contains("unknown key `nht`") && message.contains("did you mean `nth`?"));
    let message = refused("{ kind = \"every-nt\" }");
    assert!(message.contains("did you mean \"every-nth\"?"), "{message}");
    let message = refused("{ kind = \"every-nth\", nth = 1 }");
    assert!(message.contains("a whole number from 2 to 1000000"), "{message}");
}

#[test]
fn sweeps_vary_its_keys() {
    let scenario = text("{ kind = \"every-nth\" }")
        .replace("nodes =", "scenario.nodes =")
        .replace("[[", "[[scenario.")
        .replace("[run]", "[scenario.run]");
    let text = |key: &str| {
        format!("vary = [{{ key = \"wires[0].queue.{key}\", values = [2, 50] }}]\n{scenario}")
    };
    let read = |key: &str| sweep::read(&text(key), "own.toml", None, Files::new(), &models());
    let sweep = read("nth").unwrap_or_else(|errors| panic!("{errors}"));
    let queues: Vec<QueueConfig> = (0..sweep.runs())
        .map(|run| sweep.scenario(run).unwrap().scenario.links.wires[0].forward.queue.clone())
        .collect();
    let limit = QueueLimit::Packets(100);
    assert_eq!(queues, [2, 50].map(|nth| QueueConfig::of(EveryNth { limit, nth })));
    let misspelt = read("nht").unwrap().scenario(0).unwrap_err().to_string();
    assert!(misspelt.contains("did you mean `nth`?"), "{misspelt}");
}
