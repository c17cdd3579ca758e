//! Choices by name: which names a scenario can use, from the registry of the crate that carries the
//! choice out, and how a name is read.
//!
//! A new controller, policy or pattern is a line in its crate's registry and appears here by
//! itself, in messages and in the schema. Only the kinds of tables (application, transport) are
//! named here as well, because each has keys of its own; those of links are in
//! [`crate::link_names`].

use serde_json::Value as Json;
use skyseam_constellation::config::IslPattern;
use skyseam_constellation::isl::PATTERNS;
use skyseam_host::app::{Applications, Entry};
use skyseam_host::config::{LossRecovery, Stack};
use skyseam_host::congestion::{ALGORITHMS, Algorithm};
use skyseam_host::quic;
pub(crate) use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::names::{described, read_name, schema_of_names};
use skyseam_trace::AnySeries;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::models::series_of;
use crate::shape::{Definitions, Shape};

/// A choice of a type of another crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pick<T>(pub(crate) T);

/// Names a type by the registry of the crate that owns it.
macro_rules! registered {
    ($what:literal, $named:ty, $rows:expr, $value:ident) => {
        impl Named for Pick<$named> {
            const WHAT: &'static str = $what;
            fn choices() -> Vec<Choice<Self>> {
                let rows = $rows.iter();
                rows.map(|row| choice(Self(row.$value), row.name, row.summary, row.source))
                    .collect()
            }
        }
    };
}

registered!("a congestion controller of QUIC", quic::Algorithm, quic::ALGORITHMS, algorithm);

impl Named for Pick<Algorithm> {
    const WHAT: &'static str = "a congestion controller";

    fn choices() -> Vec<Choice<Self>> {
        let rows = ALGORITHMS.iter();
        rows.map(|row| choice(Self(row.algorithm), row.name, row.summary, row.source)).collect()
    }

    fn condition(self) -> Option<String> {
        let stacks = Pick::<Stack>::choices().into_iter();
        let stacks = stacks.filter(|stack| self.0.entry().is_of(stack.value.0));
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

impl Named for Pick<Stack> {
    const WHAT: &'static str = "a TCP stack";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self(Stack::Rfc),
                "rfc",
                "the RFCs read plainly",
                "RFC 9293, 5681, 6582, 6675, 9438",
            ),
            choice(
                Self(Stack::Ns2),
                "ns2",
                "what ns-2.35's one-way agents do, packet by packet; `recovery` says which",
                "ns-2.35, Agent/TCP/Newreno, Sack1 and Linux with their sinks",
            ),
            choice(
                Self(Stack::Linux),
                "linux",
                "what a Linux 6.18 kernel does, compared with measurements of one",
                "RFC 8985, 6937bis, 5682, 9438; tcp_input.c, tcp_recovery.c, tcp_cubic.c",
            ),
        ]
    }
}

impl Named for Pick<LossRecovery> {
    const WHAT: &'static str = "a loss recovery";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self(LossRecovery::NewReno),
                "newreno",
                "duplicate and partial ACKs, without selective acknowledgements",
                "ns-2.35's Agent/TCP/Newreno and Agent/TCPSink; RFC 6582",
            ),
            choice(
                Self(LossRecovery::Sack),
                "sack",
                "an estimate of the pipe beside selective acknowledgements",
                "ns-2.35's Agent/TCP/Sack1 and Agent/TCPSink/Sack1; Fall and Floyd 1996",
            ),
            choice(
                Self(LossRecovery::Fack),
                "fack",
                "forward acknowledgement and rate halving, as in Linux 2.6.22",
                "ns-2.35's Agent/TCP/Linux and Agent/TCPSink/Sack1; Mathis and Mahdavi 1996",
            ),
        ]
    }

    fn condition(self) -> Option<String> {
        let any = "Stack: ns2.".to_owned();
        Some(if self.0 == LossRecovery::Fack { any } else { any + " Congestion: newreno." })
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
    /// Requests, each answered, over one connection.
    RequestResponse,
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
                "request-response" => (Self::RequestResponse, "RFC 9112 Sec. 9.3"),
                other => panic!("the application {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, source)
        };
        Applications::built_in().iter().map(kind).collect()
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
        let series: Vec<AnySeries> = series_of(problems.catalogue()).iter().collect();
        let names: Vec<&str> = series.iter().map(AnySeries::name).collect();
        let number = read_name(value, "a series a run can record", &names, problems)?;
        Some(Self(series[number]))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let row = |series: AnySeries| (series.name(), described(series.summary, series.source));
        schema_of_names(series_of(definitions.catalogue()).iter().map(row))
    }
}
