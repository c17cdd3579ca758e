//! Flows: what they carry, between whom, and when.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_base::Duration;
use skyseam_host::app::voice::VoiceConfig;
use skyseam_host::{Application, Bulk, File, Ping, RequestResponse, Transport, quic};
use skyseam_params::Model;

use super::names::{Ends, Names, member};
use super::require;
use super::splits::splits;
use super::transport::{check_two_way, transport};
use super::voice::voice;
use crate::document::{At, Place};
use crate::error::{Problems, short};
use crate::scenario::{Flow, Repeat, Run, Split};
use crate::tables::{ApplicationTable, FlowTable, ScenarioTable};
use crate::text_values::Name;
use crate::units;

/// More flows than that are a slip of the pen.
const MOST_FLOWS: u32 = 1_000_000;

/// More starts than anybody can look at.
const MOST_STARTS: u64 = 10_000_000;

/// More pings than that within a run take gigabytes of memory: each is kept until it is answered.
const PINGS: MostPackets = MostPackets {
    most: 10_000_000,
    title: "the scenario sends too many pings",
    noun: "pings",
    help: "a longer `interval`, a smaller `count`, or a shorter run",
};

/// More voice packets than that within a run take gigabytes of memory: some 200 B each.
const VOICE_PACKETS: MostPackets = MostPackets {
    most: 8_000_000,
    title: "the calls have too many packets together",
    noun: "packets",
    help: "a shorter `duration`, a smaller `count`, or a shorter run",
};

/// Flows that start together are under way together, at some 6.5 kB each: more take gigabytes.
const MOST_STARTS_PER_SECOND: u64 = 200_000;

pub(super) fn flows(
    file: &ScenarioTable,
    names: &Names,
    run: Option<&Run>,
    problems: &mut Problems<'_>,
) -> Vec<Flow> {
    let mut flows = Vec::new();
    let mut taken = BTreeSet::new();
    let mut described = 0u32;
    let mut starts = 0;
    let (mut pings, mut voice_packets) = (Count::of(&PINGS), Count::of(&VOICE_PACKETS));
    let mut crowds = Crowds::default();
    for table in file.flows.iter().flat_map(|list| &list.0) {
        let ends = ends(table, names, problems);
        let group = ends.filter(Ends::is_group).map(|ends| ends.count());
        described = described.saturating_add(group.unwrap_or(1));
        if described > MOST_FLOWS {
            problems
                .add(&table.place, "the scenario describes too many flows")
                .found(format!("{described} flows up to here"))
                .expected(format!("at most {MOST_FLOWS} flows"));
            break;
        }
        check_name(table, group, &mut taken, problems);
        let is_single = ends.is_some_and(|ends| !names.may_be_group(&ends));
        check_stagger(table, is_single, problems);
        let members = group.unwrap_or(1);
        let repeat = repeat(table, problems);
        if let (Some(repeat), Some(run), Some(start)) = (repeat, run, &table.start) {
            check_starts(table, start.0, repeat, members, run.duration, problems);
            // Each part of a split connection is a flow of its own.
            let parts = 1 + table.split_at.as_ref().map_or(0, |list| list.0.len() as u64);
            let own = u64::from(repeat.count) * u64::from(members);
            let own = own.saturating_mul(parts);
            starts = u64::saturating_add(starts, own);
            if starts > MOST_STARTS && starts - own <= MOST_STARTS {
                let place = table.count.as_ref().map_or(&table.place, |count| &count.place);
                problems
                    .add(place, "the scenario starts too many flows")
                    .found(format!("{starts} starts up to here"))
                    .expected(format!("at most {MOST_STARTS} starts"));
            }
        }
        let kind = table.application.as_ref();
        let application = kind.and_then(|kind| application(&kind.value, problems));
        if let (Some(kind), Some(application), Some(repeat)) = (kind, &application, repeat) {
            let times = u64::from(repeat.count) * u64::from(members);
            let duration = run.map(|run| run.duration);
            pings.add(pings_within(application, duration), times, &kind.place, problems);
            voice_packets.add(
                voice_packets_within(application, duration),
                times,
                &kind.place,
                problems,
            );
        }
        let transport = transport(table, problems);
        let split_at = splits(table, names, transport.as_deref(), problems);
        if let (Some(application), Some(transport)) = (&application, &transport) {
            check_two_way(table, application, &**transport, problems);
        }
        if let (Some(flow), Some(ends)) =
            (flow(table, repeat, application, transport, split_at), ends)
        {
            let known = flows.len();
            match group {
                Some(_) => flows.extend(of_group(&flow, table, ends)),
                None => flows.push(flow),
            }
            if starts <= MOST_STARTS {
                crowds.add(&flows[known..], &table.place, problems);
            }
        }
    }
    flows
}

/// How many flows start within each second of the run.
#[derive(Default)]
struct Crowds {
    starts: BTreeMap<u64, u64>,
    /// Whether a second with too many was noted.
    is_noted: bool,
}

impl Crowds {
    /// Adds the starts of `flows`, described at `place`, and notes the first second with too many.
    fn add(&mut self, flows: &[Flow], place: &Place, problems: &mut Problems<'_>) {
        const SECOND: u64 = 1_000_000_000;
        for Flow { start, repeat, split_at, transport, .. } in flows {
            // Each part of a split connection is a flow of its own.
            let weight = transport.weight() + split_at.len() as u64;
            let every = repeat.every.as_nanos().max(1);
            let (mut at, mut left) = (start.as_nanos(), u64::from(repeat.count));
            while left > 0 {
                let second = at / SECOND;
                let here = left.min((SECOND - 1 - at % SECOND) / every + 1);
                let all = self.starts.entry(second).or_default();
                *all += here * weight;
                if *all > MOST_STARTS_PER_SECOND && !self.is_noted {
                    self.is_noted = true;
                    problems
                        .add(place, "too many flows start at once")
                        .found(format!("{all} within the second from {second} s, up to here"))
                        .expected(format!(
                            "at most {MOST_STARTS_PER_SECOND} within a second, where one of QUIC \
                             counts as {}",
                            quic::WEIGHT
                        ))
                        .help("a longer `every`, a `stagger`, or fewer flows");
                }
                left -= here;
                at = at.saturating_add(here.saturating_mul(every));
            }
        }
    }
}

/// Whether a wire or beam may lead somewhere that could not be read.
pub(super) fn links_in_doubt(problems: &Problems<'_>) -> bool {
    problems.any_under("wires") || problems.any_under("beams")
}

/// What the flow of `table` is where its ends are single nodes.
fn flow(
    table: &FlowTable,
    repeat: Option<Repeat>,
    application: Option<Application>,
    transport: Option<Model<dyn Transport>>,
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

/// One flow for each member of a group.
fn of_group<'f>(
    flow: &'f Flow,
    table: &FlowTable,
    ends: Ends<'f>,
) -> impl Iterator<Item = Flow> + use<'f> {
    let stagger = table.stagger.as_ref().map_or(Duration::ZERO, |stagger| stagger.0);
    (0..).zip(ends.pairs()).map(move |(index, [from, to])| Flow {
        name: member(&flow.name, index),
        from,
        to,
        start: flow.start + stagger.saturating_mul(u64::from(index)),
        ..flow.clone()
    })
}

/// Notes names that another flow has.
fn check_name(
    table: &FlowTable,
    group: Option<u32>,
    taken: &mut BTreeSet<String>,
    problems: &mut Problems<'_>,
) {
    let Some(name) = &table.name else { return };
    let longest = group.map(|count| member(&name.0, count - 1));
    if let Some(longest) = longest.filter(|longest| longest.chars().count() > Name::MOST) {
        problems
            .add(&name.place, "the flows of the group have names that are too long")
            .found(format!("\"{longest}\" with {} characters", longest.chars().count()))
            .expected(format!("names of at most {} characters", Name::MOST));
        return;
    }
    let members = (0..group.unwrap_or(0)).map(|index| member(&name.0, index));
    let mut all = std::iter::once(name.0.clone()).chain(members);
    if let Some(twin) = all.find(|name| !taken.insert(name.clone())) {
        problems
            .add(&name.place, "two flows have the same name")
            .found(format!("\"{}\" a second time", short(&twin)))
            .expected("a name that no other flow has");
    }
}

/// Notes a `stagger` of a flow without others to be later than.
fn check_stagger(table: &FlowTable, is_single: bool, problems: &mut Problems<'_>) {
    if let Some(stagger) = &table.stagger
        && is_single
    {
        problems.add(&stagger.place, "`stagger` needs a group, and this is one flow").help(
            "remove it, or name a group of nodes, which has a `count`; one flow is started \
                 again and again by `count` and `every`",
        );
    }
}

fn ends<'t>(table: &'t FlowTable, names: &Names, problems: &mut Problems<'_>) -> Option<Ends<'t>> {
    let (Some(from), Some(to)) = (&table.from, &table.to) else {
        for end in [&table.from, &table.to].into_iter().flatten() {
            names.check_end(end, problems);
        }
        return None;
    };
    let ends = names.ends("flow", [from, to], problems)?;
    if names.separated(&from.0, &to.0) && !links_in_doubt(problems) {
        problems
            .add(&to.place, format!("no wire or satellite leads from \"{}\" here", from.0))
            .found(format!("\"{}\"", short(&to.0)))
            .help("connect the two with [[wires]]");
    }
    Some(ends)
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
    members: u32,
    duration: Duration,
    problems: &mut Problems<'_>,
) {
    let between = u128::from(repeat.every.as_nanos()) * u128::from(repeat.count - 1);
    let stagger = table.stagger.as_ref().map_or(0, |stagger| stagger.0.as_nanos());
    let of_last = u128::from(start.as_nanos()) + u128::from(stagger) * u128::from(members - 1);
    let last = of_last + between;
    if last < u128::from(duration.as_nanos()) {
        return;
    }
    let (key, found) = if start >= duration {
        (table.start.as_ref().map(|start| &start.place), "the start")
    } else if of_last >= u128::from(duration.as_nanos()) {
        (table.stagger.as_ref().map(|stagger| &stagger.place), "the last start")
    } else {
        (table.count.as_ref().map(|count| &count.place), "the last start")
    };
    let seconds = last as f64 / 1e9;
    problems
        .add(key.unwrap_or(&table.place), "the flow starts after the run has ended")
        .found(format!("{found} is {seconds} s after the start of the run"))
        .expected(format!("before {}, when the run ends", units::print_duration(duration)));
}

/// How many packets of a kind all flows may send together, and what a message says beyond that.
struct MostPackets {
    most: u64,
    title: &'static str,
    noun: &'static str,
    help: &'static str,
}

/// Packets of a kind in the flows read so far.
struct Count<'a> {
    limit: &'a MostPackets,
    packets: u64,
}

impl<'a> Count<'a> {
    fn of(limit: &'a MostPackets) -> Self {
        Self { limit, packets: 0 }
    }

    /// Adds a flow, described at `place`, that sends `each` packets `times` times; notes the first
    /// with which there are too many.
    fn add(&mut self, each: u64, times: u64, place: &Place, problems: &mut Problems<'_>) {
        let before = self.packets;
        self.packets = before.saturating_add(each.saturating_mul(times));
        let MostPackets { most, title, noun, help } = *self.limit;
        if self.packets > most && before <= most {
            problems
                .add(place, title)
                .found(format!("{} {noun} up to here", self.packets))
                .expected(format!("at most {most} within the run"))
                .help(help);
        }
    }
}

/// How many echo requests an application sends within a run of this duration.
fn pings_within(application: &Application, duration: Option<Duration>) -> u64 {
    let Some(Ping { count, interval, .. }) = application.kind() else { return 0 };
    let fit = duration.map_or(u64::MAX, |run| run.as_nanos() / interval.as_nanos().max(1));
    u64::from(*count).min(fit.saturating_add(1))
}

/// How many packets of speech an application sends within a run of this duration; none where the
/// duration is not known.
fn voice_packets_within(application: &Application, duration: Option<Duration>) -> u64 {
    match (application.kind::<VoiceConfig>(), duration) {
        (Some(call), Some(run)) => call.duration.min(run).as_nanos() / call.frame.as_nanos().max(1),
        _ => 0,
    }
}

fn application(table: &ApplicationTable, problems: &mut Problems<'_>) -> Option<Application> {
    Some(match table {
        ApplicationTable::File(file) => Application::of(File { size_bytes: file.size.as_ref()?.0 }),
        ApplicationTable::Bulk(bulk) => {
            Application::of(Bulk { duration: bulk.duration.as_ref()?.0 })
        }
        ApplicationTable::Ping(ping) => Application::of(Ping {
            count: u32::try_from(ping.count.as_ref()?.0).ok()?,
            interval: ping.interval.as_ref()?.0,
            size_bytes: u32::try_from(ping.size.as_ref()?.0).ok()?,
        }),
        ApplicationTable::Voice(table) => Application::of(voice(table, problems)?),
        ApplicationTable::RequestResponse(table) => Application::of(RequestResponse {
            request_bytes: table.request.as_ref()?.0,
            response_bytes: table.response.as_ref()?.0,
            think: table.think.as_ref()?.0,
            count: u32::try_from(table.count.as_ref()?.0).ok()?,
        }),
    })
}

/// Of an application that no transport carries: what a message calls it, and what carries it.
pub(super) fn without_transport(table: &FlowTable) -> Option<(&'static str, &'static str)> {
    match &table.application.as_ref()?.value {
        ApplicationTable::File(_)
        | ApplicationTable::Bulk(_)
        | ApplicationTable::RequestResponse(_) => None,
        ApplicationTable::Ping(_) => Some(("a ping", "echo requests are carried by IP alone")),
        ApplicationTable::Voice(_) => Some(("voice", "RTP packets are carried by UDP alone")),
    }
}
