//! Goal: a channel model with a key that names a file of its own form is added by a program,
//! outside the crate that defines channels: it runs in a scenario, is printed and read back, is in
//! the schema and among the models, and messages know its key and show the faulty line of the file.
//!
//! Method: a level that alternates, declared here. At -100 dB nothing can be decoded, so the second
//! in which a ping is sent decides whether it arrives.

use std::sync::Arc;

use crate::common::floats;
use skyseam_base::Duration;
use skyseam_net::LinkContext;
use skyseam_net::channel::{Channel, ChannelModel, Serving};
use skyseam_params::file_values::{Faults, FileForm};
use skyseam_params::rows::Rows;
use skyseam_params::text_values::FileName;
use skyseam_params::{FileOf, Problems, Spanned, parameters};
use skyseam_scenario::{Files, Models, Parsed, ScenarioErrors};
use skyseam_sim::{Control, run_alone};

parameters! {
    /// One level in even seconds, another in odd ones.
    pub struct Alternating "alternating" from "this test" {
        /// A file beside the scenario: one line with the two levels, dB.
        file: FileOf<TwoLevels>,
    }
}

/// The levels of even and of odd seconds, dB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoLevels([f64; 2]);

impl FileForm for TwoLevels {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = problems.text_of(name)?;
        let mut faults = Faults::of(name, problems);
        let mut rows = Rows::of(text);
        let levels = rows.next(&faults).and_then(|fields| Some((fields.row, fields.array()?)));
        let Some((row, [even, odd])) = levels else {
            let row = rows.last();
            faults.add(row, "the file does not have two levels").expected("such as 0,-100");
            return None;
        };
        let mut level = |field| faults.number(row, ("level_db", -1000.0, 1000.0), field);
        Some(Self([level(even)?, level(odd)?]))
    }
}

impl ChannelModel for Alternating {
    fn build(
        &self,
        _: Duration,
        _: &LinkContext<'_>,
        _: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel> {
        Box::new(*self.file.content)
    }

    fn level_exceeded_with(&self, probability: f64) -> f64 {
        let [a, b] = self.file.content.0;
        if probability < 0.5 { a.max(b) } else { a.min(b) }
    }

    fn probability_above(&self, level_db: f64) -> f64 {
        let above = self.file.content.0.iter().filter(|level| **level > level_db);
        above.count() as f64 / 2.0
    }

    fn sample(&self) -> Option<Duration> {
        Some(Duration::from_secs(1))
    }

    fn is_drawn(&self) -> bool {
        false
    }
}

impl Channel for TwoLevels {
    fn level_db(&mut self, at: Duration) -> f64 {
        self.0[(at.as_nanos() / 1_000_000_000 % 2) as usize]
    }
}

fn models() -> Models {
    skyseam_sim::models().with_channel::<Alternating>()
}

/// Four pings, half a second after each whole one, over a wire whose forward direction has this
/// channel.
fn text(channel: &str) -> String {
    format!(
        "nodes = [{{ name = \"a\" }}, {{ name = \"b\" }}]\n\
         [[wires]]\nbetween = [\"a\", \"b\"]\ndelay = \"10 ms\"\nrate = \"10 Mbit/s\"\n\
         queue = \"50 packets\"\nchannel = {channel}\n\
         harq = {{ kind = \"incremental-redundancy\", reference_snr = \"10 dB\", \
         retransmissions = 0 }}\n\
         [[flows]]\nname = \"ping\"\nfrom = \"a\"\nto = \"b\"\nstart = \"500 ms\"\n\
         application = {{ kind = \"ping\", count = 4, interval = \"1 s\", size = \"100 B\" }}\n\
         [run]\nduration = \"10 s\"\nrecord = [\"rtt\"]\n"
    )
}

const CHANNEL: &str = "{ kind = \"alternating\", file = \"two.csv\" }";

fn parse(channel: &str, levels: &str) -> Result<Parsed, ScenarioErrors> {
    let mut files = Files::new();
    files.insert("two.csv", levels);
    models().parse(&text(channel), "own.toml", &files)
}

#[test]
fn it_runs_in_a_scenario() {
    let pings = |levels: &str| {
        let parsed = parse(CHANNEL, levels).unwrap_or_else(|errors| panic!("{errors}"));
        let outcome = run_alone(&parsed.scenario, &mut |_| Control::Continue);
        floats(&outcome.expect("nobody cancels"), "rtt", "rtt_ms").len()
    };
    assert_eq!(["0,0", "0,-100", "-100,0", "-100,-100"].map(pings), [4, 2, 2, 0]);
}

#[test]
fn it_is_printed_by_the_name_of_its_file() {
    let scenario = parse(CHANNEL, "0,-100").unwrap().scenario;
    let printed = scenario.resolved();
    let expected = serde_json::json!(
        { "kind": "alternating", "file": "two.csv", "direction": "forward" });
    assert_eq!(printed["wires"][0]["channel"], expected);
    let again = "{ kind = \"alternating\", file = \"two.csv\", direction = \"forward\" }";
    assert_eq!(parse(again, "0,-100").unwrap().scenario, scenario);
    assert_ne!(parse(again, "0,-99").unwrap().scenario, scenario);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"alternating\"") && schema.contains("one line with the two levels"));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "alternating").unwrap();
    assert_eq!(own["key"], "links.*.channel.kind");
    assert!(!Models::built_in().schema().to_string().contains("alternating"));
}

#[test]
fn messages_know_its_key_and_show_the_line() {
    let refused = |channel: &str, levels: &str| parse(channel, levels).unwrap_err().to_string();
    let message = refused("{ kind = \"alternating\", fiel = \"two.csv\" }", "0,0");
    assert!(message.contains("unknown key `fiel`") && message.contains("did you mean `file`?"));
    let message = refused(CHANNEL, "# levels\n0,high\n");
    assert!(message.contains("`level_db` is not a number"), "{message}");
    assert!(message.contains("two.csv:2:1") && message.contains("0,high"), "{message}");
    let message = refused("{ kind = \"alternating\", file = \"none.csv\" }", "0,0");
    assert!(message.contains("its contents were not given"), "{message}");
}
