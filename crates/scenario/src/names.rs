//! Choices by name: which names a scenario can use, from the registry of the crate that carries the
//! choice out, and how a name is read.
//!
//! A new controller, policy or pattern is a line in its crate's registry and appears here by
//! itself, in messages and in the schema. Only the kinds of tables (application, transport) are
//! named here as well, because each has keys of its own; those of links are in
//! [`crate::link_names`].

use serde_json::{Value as Json, json};
use skyseam_constellation::config::{
    Direction, Geometry, HandoverPolicy, IslPattern, Metric, Propagation,
};
use skyseam_constellation::geometry::GEOMETRIES;
use skyseam_constellation::handover::{DIRECTIONS, POLICIES};
use skyseam_constellation::isl::PATTERNS;
use skyseam_constellation::routing::METRICS;
use skyseam_host::app::{APPLICATIONS, Entry};
use skyseam_host::config::{LossRecovery, Stack};
use skyseam_host::congestion::{ALGORITHMS, Algorithm};
use skyseam_host::quic;
use skyseam_net::config::QueuedAtHandover;
use skyseam_trace::AnySeries;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape, last_key, nearest};

/// A choice as a scenario can make it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<T> {
    /// The value.
    pub(crate) value: T,
    /// Its name.
    pub(crate) name: &'static str,
    /// What documentation says of it.
    pub(crate) summary: &'static str,
    /// Where the model comes from.
    pub(crate) source: &'static str,
}

/// A type whose values scenarios choose by name.
pub(crate) trait Named: Copy + PartialEq + 'static {
    /// What a message calls such a choice.
    const WHAT: &'static str;

    /// All choices.
    fn choices() -> Vec<Choice<Self>>;

    /// What else a scenario must choose for this choice to be possible, as a sentence.
    fn condition(self) -> Option<String> {
        None
    }
}

/// The name of a value.
pub(crate) fn name_of<T: Named>(value: T) -> &'static str {
    let choices = T::choices();
    choices.iter().find(|choice| choice.value == value).expect("every value has a name").name
}

impl<T: Named> Shape for T {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let choices = T::choices();
        let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
        let number = read_name(value, T::WHAT, &names, problems)?;
        Some(choices[number].value)
    }

    fn schema(_: &mut Definitions) -> Json {
        let row = |choice: Choice<T>| {
            let condition = choice.value.condition().map(|text| format!(" {text}"));
            let text = described(choice.summary, choice.source);
            (choice.name, text + &condition.unwrap_or_default())
        };
        schema_of_names(T::choices().into_iter().map(row))
    }
}

/// Which of `names` a value is, or a note that it is none of them; `what` is what a message calls
/// such a choice.
fn read_name(
    value: &At<Value>,
    what: &str,
    names: &[&'static str],
    problems: &mut Problems<'_>,
) -> Option<usize> {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let expected = match &quoted[..] {
        [only] => only.clone(),
        several => format!("one of {}", several.join(", ")),
    };
    let Value::Text(text) = &value.value else {
        let key = last_key(&value.place.path);
        problems
            .add(&value.place, format!("`{key}` must be {what}, by name"))
            .found(value.value.described())
            .expected(expected);
        return None;
    };
    let known = names.iter().position(|name| name == text);
    if known.is_none() {
        let nearest = nearest(text, names.iter().copied());
        let problem = problems
            .add(&value.place, format!("\"{}\" is not {what}", crate::error::short(text)))
            .expected(expected);
        if let Some(nearest) = nearest {
            problem.help(format!("did you mean \"{nearest}\"?"));
        }
    }
    known
}

/// The schema of a choice by name: each name and what documentation says of it.
fn schema_of_names(rows: impl Iterator<Item = (&'static str, String)>) -> Json {
    let (names, lines): (Vec<&str>, Vec<String>) =
        rows.map(|(name, text)| (name, format!("\"{name}\": {text}"))).unzip();
    json!({ "type": "string", "enum": names, "description": lines.join(" ") })
}

/// What the schema says of a choice.
fn described(summary: &str, source: &str) -> String {
    format!("{} ({source}).", bare(summary))
}

/// A sentence without its full stop.
fn bare(sentence: &str) -> &str {
    sentence.trim_end_matches('.')
}

/// A choice of this crate or of one that has no registry for it.
pub(crate) const fn choice<T>(
    value: T,
    name: &'static str,
    summary: &'static str,
    source: &'static str,
) -> Choice<T> {
    Choice { value, name, summary, source }
}

/// Names a type by the registry of the crate that owns it.
macro_rules! registered {
    ($what:literal, $named:ty, $rows:expr, $value:ident) => {
        impl Named for $named {
            const WHAT: &'static str = $what;
            fn choices() -> Vec<Choice<Self>> {
                let rows = $rows.iter();
                rows.map(|row| choice(row.$value, row.name, row.summary, row.source)).collect()
            }
        }
    };
}

registered!("a geometry", Geometry, GEOMETRIES, value);
registered!("an ISL pattern", IslPattern, PATTERNS, value);
registered!("a handover policy", HandoverPolicy, POLICIES, value);
registered!("a direction of satellites", Direction, DIRECTIONS, value);
registered!("a routing metric", Metric, METRICS, value);
registered!("a congestion controller of QUIC", quic::Algorithm, quic::ALGORITHMS, algorithm);

impl Named for Algorithm {
    const WHAT: &'static str = "a congestion controller";

    fn choices() -> Vec<Choice<Self>> {
        let rows = ALGORITHMS.iter();
        rows.map(|row| choice(row.algorithm, row.name, row.summary, row.source)).collect()
    }

    fn condition(self) -> Option<String> {
        let stacks = Stack::choices().into_iter().filter(|stack| self.entry().is_of(stack.value));
        let names: Vec<&str> = stacks.map(|stack| stack.name).collect();
        Some(format!("Stacks: {}.", names.join(", ")))
    }
}

/// Which satellites have a link, as [constellation.isl] has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkPattern {
    /// By a rule.
    Rule(IslPattern),
    /// Those that a file lists.
    File,
}

impl Named for LinkPattern {
    const WHAT: &'static str = "an ISL pattern";
    fn choices() -> Vec<Choice<Self>> {
        let rules = PATTERNS.iter();
        rules
            .map(|row| choice(Self::Rule(row.value), row.name, row.summary, row.source))
            .chain([choice(
                Self::File,
                "file",
                "those that the file `constellation.isl.file` lists, checked like links between \
                 planes",
                "a file beside the scenario, as Hypatia's isls.txt",
            )])
            .collect()
    }
}

impl Named for Stack {
    const WHAT: &'static str = "a TCP stack";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Rfc, "rfc", "the RFCs read plainly", "RFC 9293, 5681, 6582, 6675, 9438"),
            choice(
                Self::Ns2,
                "ns2",
                "what ns-2.35's one-way agents do, packet by packet; `recovery` says which",
                "Agent/TCP/Newreno, Sack1 and Linux with their sinks; model.md Sec. 7",
            ),
            choice(
                Self::Linux,
                "linux",
                "what a Linux 6.18 kernel does, compared with measurements of one",
                "RFC 8985, 6937bis, 5682, 9438; tcp_input.c, tcp_recovery.c, tcp_cubic.c",
            ),
        ]
    }
}

impl Named for LossRecovery {
    const WHAT: &'static str = "a loss recovery";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::NewReno,
                "newreno",
                "duplicate and partial ACKs, without selective acknowledgements",
                "ns-2.35's Agent/TCP/Newreno and Agent/TCPSink; RFC 6582",
            ),
            choice(
                Self::Sack,
                "sack",
                "an estimate of the pipe beside selective acknowledgements",
                "ns-2.35's Agent/TCP/Sack1 and Agent/TCPSink/Sack1; Fall and Floyd 1996",
            ),
            choice(
                Self::Fack,
                "fack",
                "forward acknowledgement and rate halving, as in Linux 2.6.22",
                "ns-2.35's Agent/TCP/Linux and Agent/TCPSink/Sack1; Mathis and Mahdavi 1996",
            ),
        ]
    }

    fn condition(self) -> Option<String> {
        let any = "Stack: ns2.".to_owned();
        Some(if self == Self::Fack { any } else { any + " Congestion: newreno." })
    }
}

impl Named for QueuedAtHandover {
    const WHAT: &'static str = "a fate of queued packets";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Lost,
                "lost",
                "packets queued for a link whose peer has changed are sent to the old peer, lost",
                "model.md Sec. 5",
            ),
            choice(
                Self::Forwarded,
                "forwarded",
                "they are sent to the new peer, or routed again where the terminal has left",
                "an operator that forwards at handover",
            ),
        ]
    }
}

impl Named for Propagation {
    const WHAT: &'static str = "a propagation";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Kepler,
                "kepler",
                "circular orbits that keep their planes",
                "Kepler's third law",
            ),
            choice(
                Self::J2,
                "j2",
                "circular orbits whose planes turn, as the Earth's bulge makes them on average",
                "Vallado, Fundamentals of Astrodynamics, 4th ed., Sec. 9.6 (from memory)",
            ),
        ]
    }
}

/// How far round the ascending nodes of a shell are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Half round.
    Star,
    /// All round.
    Delta,
}

impl Spread {
    /// The whole spread, deg.
    pub(crate) fn degrees(self) -> f64 {
        match self {
            Self::Star => 180.0,
            Self::Delta => 360.0,
        }
    }
}

impl Named for Spread {
    const WHAT: &'static str = "a kind of shell";
    fn choices() -> Vec<Choice<Self>> {
        let source = "Walker 1984, J. Brit. Interplanet. Soc. 37, 559 (cited from memory)";
        vec![
            choice(
                Self::Star,
                "star",
                "ascending nodes over 180 deg: planes meet at a seam",
                source,
            ),
            choice(Self::Delta, "delta", "ascending nodes over 360 deg", source),
        ]
    }
}

/// Kinds of application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApplicationKind {
    /// A file of a given size.
    File,
    /// As much as the transport takes, for a given time.
    Bulk,
    /// Echo requests.
    Ping,
    /// Speech.
    Voice,
}

impl Named for ApplicationKind {
    const WHAT: &'static str = "a kind of application";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &Entry| {
            let (value, source) = match row.name {
                "file" => (Self::File, "RFC 9293"),
                "bulk" => (Self::Bulk, "RFC 9293"),
                "ping" => (Self::Ping, "RFC 792"),
                "voice" => (Self::Voice, "RFC 3550, 3551; ITU-T G.107"),
                other => panic!("the application {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, source)
        };
        APPLICATIONS.iter().map(kind).collect()
    }
}

/// Kinds of transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransportKind {
    /// TCP.
    Tcp,
    /// QUIC.
    Quic,
}

impl Named for TransportKind {
    const WHAT: &'static str = "a kind of transport";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Tcp, "tcp", "TCP", "RFC 9293"),
            choice(Self::Quic, "quic", "QUIC, run by quinn-proto", "RFC 9000, 9002"),
        ]
    }
}

/// A series that a run can record: one of the set that the reader was handed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeriesName(pub(crate) AnySeries);

impl Shape for SeriesName {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let series: Vec<AnySeries> = problems.series().iter().collect();
        let names: Vec<&str> = series.iter().map(AnySeries::name).collect();
        let number = read_name(value, "a series a run can record", &names, problems)?;
        Some(Self(series[number]))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let row = |series: AnySeries| (series.name(), described(series.summary, series.source));
        schema_of_names(definitions.series().iter().map(row))
    }
}
