//! Flows: what they carry, between whom, and when.

use std::collections::BTreeSet;

use skyseam_base::Duration;
use skyseam_host::config::{Application, Transport};

use super::network::Names;
use super::require;
use super::splits::splits;
use super::transport::transport;
use super::voice::voice;
use crate::document::At;
use crate::error::{Problems, short};
use crate::scenario::{Flow, Repeat, Run, Split};
use crate::tables::{ApplicationTable, FlowTable, ScenarioTable};
use crate::units;

/// More starts than anybody can look at.
const MOST_STARTS: u64 = 10_000_000;

pub(super) fn flows(
    file: &ScenarioTable,
    names: &Names,
    run: Option<&Run>,
    problems: &mut Problems<'_>,
) -> Vec<Flow> {
    let mut flows = Vec::new();
    let mut taken = BTreeSet::new();
    let mut starts = 0;
    for table in file.flows.iter().flat_map(|list| &list.0) {
        if let Some(name) = &table.name
            && !taken.insert(&name.value)
        {
            problems
                .add(&name.place, "two flows have the same name")
                .found(format!("\"{}\" a second time", short(&name.0)))
                .expected("a name that no other flow has");
        }
        check_ends(table, names, problems);
        let repeat = repeat(table, problems);
        if let (Some(repeat), Some(run), Some(start)) = (repeat, run, &table.start) {
            check_starts(table, start.0, repeat, run.duration, problems);
            starts += u64::from(repeat.count);
            if starts > MOST_STARTS && starts - u64::from(repeat.count) <= MOST_STARTS {
                let place = table.count.as_ref().map_or(&table.place, |count| &count.place);
                problems
                    .add(place, "the scenario starts too many flows")
                    .found(format!("{starts} starts up to here"))
                    .expected(format!("at most {MOST_STARTS} starts"));
            }
        }
        let kind = table.application.as_ref();
        let application = kind.and_then(|kind| application(&kind.value, problems));
        let transport = transport(table, problems);
        let split_at = splits(table, names, transport.as_ref(), problems);
        flows.extend(flow(table, repeat, application, transport, split_at));
    }
    flows
}

fn flow(
    table: &FlowTable,
    repeat: Option<Repeat>,
    application: Option<Application>,
    transport: Option<Transport>,
    split_at: Option<Vec<Split>>,
) -> Option<Flow> {
    Some(Flow {
        name: table.name.as_ref()?.0.clone(),
        from: table.from.as_ref()?.0.clone(),
        to: table.to.as_ref()?.0.clone(),
        start: table.start.as_ref()?.0,
        repeat: repeat?,
        application: application?,
        transport: transport?,
        split_at: split_at?,
    })
}

fn check_ends(table: &FlowTable, names: &Names, problems: &mut Problems<'_>) {
    for end in [&table.from, &table.to].into_iter().flatten() {
        names.check(&end.0, &end.place, problems);
    }
    let (Some(from), Some(to)) = (&table.from, &table.to) else { return };
    if from.value == to.value {
        problems
            .add(&to.place, "a flow needs two different ends")
            .found(format!("from and to are both \"{}\"", short(&from.0)))
            .expected("another terminal or node");
    } else if names.separated(&from.0, &to.0) && !problems.any(|path| path.starts_with("wires")) {
        problems
            .add(&to.place, format!("no wire or satellite leads from \"{}\" here", from.0))
            .found(format!("\"{}\"", short(&to.0)))
            .help("connect the two with [[wires]]");
    }
}

fn repeat(table: &At<FlowTable>, problems: &mut Problems<'_>) -> Option<Repeat> {
    let count = u32::try_from(table.count.as_ref()?.0).ok()?;
    match &table.every {
        Some(every) if count == 1 => {
            problems
                .add(&every.place, "`every` needs a `count` above 1")
                .help("say how often the flow starts, for example count = 10, or remove `every`");
            None
        }
        Some(every) => Some(Repeat { count, every: every.0 }),
        None if count > 1 => {
            let why = "the time from one start to the next, because `count` is above 1";
            require("every", &table.place, why, problems);
            None
        }
        None if problems.doubts(&table.place.path_of("every")) => None,
        None => Some(Repeat { count, every: Duration::ZERO }),
    }
}

/// Notes a start after the end of the run: it would silently never happen.
fn check_starts(
    table: &At<FlowTable>,
    start: Duration,
    repeat: Repeat,
    duration: Duration,
    problems: &mut Problems<'_>,
) {
    let between = u128::from(repeat.every.as_nanos()) * u128::from(repeat.count - 1);
    let last = u128::from(start.as_nanos()) + between;
    if last < u128::from(duration.as_nanos()) {
        return;
    }
    let (key, found) = match start < duration {
        true => (&table.count.as_ref().map(|count| &count.place), "the last start"),
        false => (&table.start.as_ref().map(|start| &start.place), "the start"),
    };
    let seconds = last as f64 / 1e9;
    problems
        .add(key.unwrap_or(&table.place), "the flow starts after the run has ended")
        .found(format!("{found} is {seconds} s after the start of the run"))
        .expected(format!("before {}, when the run ends", units::print_duration(duration)));
}

fn application(table: &ApplicationTable, problems: &mut Problems<'_>) -> Option<Application> {
    Some(match table {
        ApplicationTable::File(file) => Application::File { size_bytes: file.size.as_ref()?.0 },
        ApplicationTable::Bulk(bulk) => Application::Bulk { duration: bulk.duration.as_ref()?.0 },
        ApplicationTable::Ping(ping) => Application::Ping {
            count: u32::try_from(ping.count.as_ref()?.0).ok()?,
            interval: ping.interval.as_ref()?.0,
            size_bytes: u32::try_from(ping.size.as_ref()?.0).ok()?,
        },
        ApplicationTable::Voice(table) => Application::Voice(voice(table, problems)?),
    })
}

/// Of an application that no transport carries: what a message calls it, and what carries it.
pub(super) fn without_transport(table: &FlowTable) -> Option<(&'static str, &'static str)> {
    match &table.application.as_ref()?.value {
        ApplicationTable::File(_) | ApplicationTable::Bulk(_) => None,
        ApplicationTable::Ping(_) => Some(("a ping", "echo requests are carried by IP alone")),
        ApplicationTable::Voice(_) => Some(("voice", "RTP packets are carried by UDP alone")),
    }
}
