//! Goal: a kind of access with a key of its own is added by a program, outside the crate that
//! defines access, and is equivalent to a built-in one: it runs in a scenario, is printed and read
//! back, is in the schema and among the models, and messages know its keys.
//!
//! Method: fixed time division (TDMA), declared here: a frame has a slot for each user, whether or
//! not the user has something to send. Round trips are compared with arithmetic.

use crate::common::{self, floats};
use skyseam_base::{Duration, Rate, SimTime};
use skyseam_net::access::{
    Access, AccessContext, AccessController, AccessError, AccessEvent, Burst, Carrier, Frame,
};
use skyseam_params::parameters;
use skyseam_params::values::PositiveSpan;
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, run_alone};

parameters! {
    /// Every user has a slot of each frame.
    pub struct FixedTurns "fixed-turns" from "this test" {
        /// Length of a slot.
        slot: PositiveSpan = Duration::from_millis(2),
    }
}

impl FixedTurns {
    fn slot_bytes(&self, rate: Rate) -> u64 {
        let bits = u128::from(rate.as_bps()) * u128::from(self.slot.as_nanos());
        (bits / 8_000_000_000) as u64
    }
}

impl Access for FixedTurns {
    fn validate(&self, rate: Rate) -> Result<(), AccessError> {
        if self.slot_bytes(rate) > 0 {
            return Ok(());
        }
        let found = format!("{} at {} bit/s", self.slot, rate.as_bps());
        Err(AccessError { key: "slot", found, expected: "a slot of at least a byte".into() })
    }

    fn build(&self, carrier: Carrier) -> Box<dyn AccessController> {
        let users = carrier.streams.len() as u32;
        let frame = Frame {
            start: carrier.start,
            length: self.slot * u64::from(users),
            slots: users,
            slot_bytes: self.slot_bytes(carrier.rate) as u32,
            rate: carrier.rate,
        };
        Box::new(Turns { frame, turns: vec![None; users as usize] })
    }
}

/// The first frame, and the next burst of each user with something to send.
struct Turns {
    frame: Frame,
    turns: Vec<Option<Burst>>,
}

impl Turns {
    /// The first burst of `user` that begins after `t`, or at `t` if it has not begun yet.
    fn burst(&self, user: u32, t: SimTime, is_over: bool) -> Burst {
        let length = self.frame.length;
        let frames = t.saturating_since(self.frame.slot_start(user)).as_nanos();
        let mut whole = frames.div_ceil(length.as_nanos());
        loop {
            let frame = Frame { start: self.frame.start + length * whole, ..self.frame };
            let burst = Burst { user, slots: 1, frame, first: user };
            if burst.start() > t || (burst.start() == t && !is_over) {
                return burst;
            }
            whole += 1;
        }
    }
}

impl AccessController for Turns {
    fn on_backlog(&mut self, now: SimTime, user: u32, bytes: u64) {
        if bytes > 0 && self.turns[user as usize].is_none() {
            self.turns[user as usize] = Some(self.burst(user, now, false));
        }
    }

    fn on_burst(
        &mut self,
        now: SimTime,
        user: u32,
        left: u64,
        _: &mut dyn AccessContext,
        _: &mut Vec<AccessEvent>,
    ) {
        self.turns[user as usize] = (left > 0).then(|| self.burst(user, now, true));
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.turns.iter().flatten().map(Burst::start).min()
    }

    fn handle_timeout(
        &mut self,
        now: SimTime,
        _: &mut dyn AccessContext,
        steps: &mut Vec<AccessEvent>,
    ) {
        let due = self.turns.iter().flatten().filter(|burst| burst.start() <= now);
        steps.extend(due.map(|burst| AccessEvent::Burst(*burst)));
    }
}

fn models() -> Models {
    skyseam_sim::models().with_access::<FixedTurns>()
}

/// A beam of 250 ms with 10 Mbit/s, and return links of 1 Mbit/s with `access`; a ping of 100 B
/// from the second of two users, 3 ms after the start of the run.
fn text(access: &str) -> String {
    format!(
        "nodes = [{{ name = \"hub\" }}, {{ name = \"u\" }}, {{ name = \"v\" }}]\n\
         [[beams]]\nname = \"b\"\nfrom = \"hub\"\nto = [\"u\", \"v\"]\ndelay = \"250 ms\"\n\
         rate = \"10 Mbit/s\"\nqueue = \"50 packets\"\n\
         back = {{ rate = \"1 Mbit/s\", queue = \"50 packets\", access = {access} }}\n\
         [[flows]]\nname = \"ping\"\nfrom = \"v\"\nto = \"hub\"\nstart = \"3 ms\"\n\
         application = {{ kind = \"ping\", count = 1, interval = \"1 s\", size = \"100 B\" }}\n\
         [run]\nduration = \"30 s\"\nrecord = [\"rtt\"]\n"
    )
}

fn read(text: &str) -> Scenario {
    common::read(&models(), text)
}

/// Method: the second slot of a frame of two begins at 2 ms, 6 ms, 10 ms with slots of 2 ms: the
/// ping of 3 ms waits for that at 6 ms. Slots of 0.4 ms carry half of it: it waits until 3.6 ms,
/// and the second half leaves from 4.4 ms on. A packet takes 0.8 ms up and 0.08 ms down.
#[test]
fn it_runs_in_a_scenario() {
    let rtt = |access: &str| {
        let outcome = run_alone(&read(&text(access)), &mut |_| Control::Continue);
        floats(&outcome.expect("nobody cancels"), "rtt", "rtt_ms")
    };
    let around_ns = 500_080_000;
    let expected = |sent_ns: u32| f64::from(sent_ns - 3_000_000 + around_ns) / 1e6;
    assert_eq!(rtt("\"fixed-turns\""), [expected(6_000_000 + 800_000)]);
    let split = rtt("{ kind = \"fixed-turns\", slot = \"0.4 ms\" }");
    assert_eq!(split, [expected(4_400_000 + 400_000)]);
}

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    let scenario = read(&text("\"fixed-turns\""));
    let printed = scenario.resolved();
    let expected = serde_json::json!({ "kind": "fixed-turns", "slot": "2 ms" });
    assert_eq!(printed["beams"][0]["back"]["access"], expected);
    assert_eq!(read(&text("{ kind = \"fixed-turns\", slot = \"2 ms\" }")), scenario);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"fixed-turns\"") && schema.contains("Length of a slot."));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "fixed-turns").unwrap();
    assert_eq!(own["key"], "links.uplink.access.kind");
    assert_eq!(own["summary"], "Every user has a slot of each frame");
    assert!(!Models::built_in().schema().to_string().contains("fixed-turns"));
}

#[test]
fn messages_know_its_keys_and_its_name() {
    let refused = |access: &str| {
        let parsed = models().parse(&text(access), "own.toml", &Files::new());
        parsed.expect_err("a mistake").to_string()
    };
    let message = refused("{ kind = \"fixed-turns\", slto = \"1 ms\" }");
    assert!(message.contains("unknown key `slto`") && message.contains("did you mean `slot`?"));
    let message = refused("{ kind = \"fixed-turn\" }");
    assert!(message.contains("did you mean \"fixed-turns\"?"), "{message}");
    let message = refused("{ kind = \"fixed-turns\", slot = \"1 us\" }");
    assert!(message.contains("a slot of at least a byte"), "{message}");
}
