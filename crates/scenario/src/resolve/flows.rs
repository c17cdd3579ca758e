//! Flows: application, endpoints and start times.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use skyseam_app::{Application, File, PacketLimit, RetainedPackets};
use skyseam_base::Duration;
use skyseam_constellation::names::{EndpointPairs, Names, member};
use skyseam_host::connection::ConnectionKeys;

use super::names::check_joined;
use super::transports::carried;
use crate::document::{Items, SourceSpan, Spanned};
use crate::error::{Problems, short};
use crate::ground::FlowEnd;
use crate::scenario::{Flow, Repeat, RunConfig};
use crate::tables::{FlowTable, ScenarioTable};
use crate::text_values::Name;
use crate::transfers::Transfer;
use crate::units;

/// Maximum number of flows; more are a mistake.
pub(super) const MAX_FLOWS: u32 = 1_000_000;

/// Maximum number of starts; more cannot be examined.
pub(super) const MAX_STARTS: u64 = 10_000_000;

/// Time windows, and the maximum number of flows that may start within one: flows that start
/// together are in progress together, at some 6.5 kB each, so that more take gigabytes.
const MAX_STARTS_WITHIN: [(u64, &str, u64); 2] =
    [(1, "second", 200_000), (60, "minute", 1_000_000)];

/// Flows, and counts over the whole file.
#[derive(Default)]
pub(super) struct ResolvedFlows {
    pub(super) flows: Vec<Flow>,
    /// Names of flows and of their groups.
    pub(super) taken: BTreeSet<String>,
    pub(super) starts: u64,
    pub(super) kept: Kept,
    pub(super) crowds: Crowds,
}

/// Whether any flows are described.
pub(super) fn has_flows(file: &ScenarioTable) -> bool {
    file.flows.items().len() + file.users.items().len() > 0
}

pub(super) fn flows(
    file: &ScenarioTable,
    names: &Names,
    run: Option<&RunConfig>,
    problems: &mut Problems<'_>,
) -> ResolvedFlows {
    let mut all = ResolvedFlows::default();
    let ResolvedFlows { flows, taken, starts, kept, crowds } = &mut all;
    let mut described = 0u32;
    for table in file.flows.items() {
        let named = [&table.from, &table.to].map(|end| end.as_ref().map(FlowEnd::name));
        let ends = ends(&named, names, problems);
        let many = ends.as_ref().filter(|ends| ends.is_group());
        let group = many.map(EndpointPairs::count);
        let listed = listed(table, group, run, problems);
        described = described.saturating_add(match listed {
            Some(transfers) => u32::try_from(transfers.len()).unwrap_or(u32::MAX),
            None => group.unwrap_or(1),
        });
        if described > MAX_FLOWS {
            problems
                .add(&table.place, "the scenario describes too many flows")
                .found(format!("{described} flows up to here"))
                .expected(format!("at most {MAX_FLOWS} flows"));
            break;
        }
        let members = |name: &str| match (listed, many) {
            (Some(listed), _) => (0..listed.len() as u32).map(|n| member(name, n)).collect(),
            (None, Some(group)) => (0..group.count()).map(|n| group.flow_name(name, n)).collect(),
            (None, None) => Vec::new(),
        };
        check_name(table, members, taken, problems);
        if let (Some(stagger), Some(ends)) = (&table.stagger, &ends)
            && !names.may_be_group(ends)
        {
            problems.add(&stagger.place, "`stagger` needs a group, and this is one flow").help(
                "remove it, or name a group of nodes, which has a `count`; `count` and `every` \
                 restart a single flow",
            );
        }
        let members = group.unwrap_or(1);
        let repeat = repeat(table, problems);
        if let (Some(repeat), Some(run), Some(start)) = (repeat, run, &table.start) {
            check_starts(table, start.0, repeat, members, run.duration, problems);
            // Each part of a split connection is a flow of its own.
            let parts = 1 + table.split_at.as_ref().map_or(0, |list| list.0.len() as u64);
            let own = match listed {
                Some(transfers) => transfers.len() as u64,
                None => u64::from(repeat.count) * u64::from(members),
            };
            let own = own.saturating_mul(parts);
            *starts = starts.saturating_add(own);
            if *starts > MAX_STARTS && *starts - own <= MAX_STARTS {
                let place = table.count.as_ref().map_or(&table.place, |count| &count.place);
                problems
                    .add(place, "the scenario starts too many flows")
                    .found(format!("{starts} starts up to here"))
                    .expected(format!("at most {MAX_STARTS} starts"));
            }
        }
        let kind = table.application.as_ref();
        let application = match listed {
            Some(transfers) => transfers.first().map(sent),
            None => kind.and_then(|kind| kind.model(problems)).map(Application::from),
        };
        if let (Some(kind), Some(application), Some(repeat), Some(run)) =
            (kind, &application, repeat, run)
        {
            let times = u64::from(repeat.count) * u64::from(members);
            kept.add(application, times, run.duration, &kind.place, problems);
        }
        let connection = ConnectionKeys {
            place: &table.place,
            transport: table.transport.as_ref(),
            split_at: table.split_at.as_ref(),
        };
        let ends_of_all = named.each_ref().map(Option::as_ref);
        let (transport, split_at) =
            carried(&connection, ends_of_all, names, application.as_ref(), problems);
        let flow = || {
            Some(Flow {
                name: table.name.as_ref()?.0.clone(),
                from: table.from.as_ref()?.0.0.clone(),
                to: table.to.as_ref()?.0.0.clone(),
                start: table.start.as_ref()?.0,
                repeat: repeat?,
                application: application?,
                transport: transport?,
                split_at: split_at?,
                dscp: table.dscp.as_ref()?.0,
            })
        };
        if let (Some(flow), Some(ends)) = (flow(), &ends) {
            let known = flows.len();
            match (listed, group) {
                (Some(transfers), _) => flows.extend(of_transfers(&flow, transfers, run)),
                (None, Some(_)) => {
                    problems.fill(&table.place, json!({ "stagger": "0 s" }));
                    flows.extend(of_group(&flow, table, ends));
                }
                (None, None) => flows.push(flow),
            }
            if *starts <= MAX_STARTS {
                crowds.add(&flows[known..], &table.place, problems);
            }
        }
    }
    all
}

/// Number of flows that start within each second and each minute of the run.
#[derive(Default)]
pub(super) struct Crowds {
    /// Starts by length of window, as in [`MAX_STARTS_WITHIN`], and by number of the window.
    starts: [BTreeMap<u64, u64>; MAX_STARTS_WITHIN.len()],
    /// Whether a window with too many was reported.
    is_noted: bool,
}

impl Crowds {
    /// Adds the starts of `flows`, described at `place`, and reports the first window with too
    /// many.
    pub(super) fn add(&mut self, flows: &[Flow], place: &SourceSpan, problems: &mut Problems<'_>) {
        for Flow { start, repeat, split_at, transport, .. } in flows {
            // Each part of a split connection is a flow of its own.
            let weight = transport.weight() + split_at.len() as u64;
            let every = repeat.every.as_nanos().max(1);
            for (starts, (seconds, unit, most)) in self.starts.iter_mut().zip(MAX_STARTS_WITHIN) {
                let width = seconds * 1_000_000_000;
                let (mut at, mut left) = (start.as_nanos(), u64::from(repeat.count));
                while left > 0 {
                    let window = at / width;
                    let here = left.min((width - 1 - at % width) / every + 1);
                    let all = starts.entry(window).or_default();
                    *all += here * weight;
                    if *all > most && !self.is_noted {
                        self.is_noted = true;
                        problems
                            .add(place, "too many flows start at once")
                            .found(format!(
                                "{all} within the {unit} from {} s, up to here",
                                window * seconds
                            ))
                            .expected(format!(
                                "at most {most} within a {unit}, where one of QUIC counts as {}",
                                skyseam_quic::WEIGHT
                            ))
                            .help("a longer `every`, a `stagger`, or fewer flows");
                    }
                    left -= here;
                    at = at.saturating_add(here.saturating_mul(every));
                }
            }
        }
    }
}

/// One flow for each member of a group.
fn of_group<'f>(
    flow: &'f Flow,
    table: &FlowTable,
    ends: &'f EndpointPairs<'f>,
) -> impl Iterator<Item = Flow> + use<'f> {
    let stagger = table.stagger.as_ref().map_or(Duration::ZERO, |stagger| stagger.0);
    (0..).zip(ends.pairs()).map(move |(index, [from, to])| Flow {
        name: ends.flow_name(&flow.name, index),
        from,
        to,
        start: flow.start + stagger.saturating_mul(u64::from(index)),
        ..flow.clone()
    })
}

/// The files that a flow has in place of an application. Reports keys that do not go with them, and
/// warns of files that start after the end of the run.
fn listed<'t>(
    table: &'t Spanned<FlowTable>,
    group: Option<u32>,
    run: Option<&RunConfig>,
    problems: &mut Problems<'_>,
) -> Option<&'t [Transfer]> {
    let own = table.transfers.as_ref()?;
    let (transfers, all) = (&own.0.0[..], own.0.0.len());
    if group.is_some() {
        problems
            .add(&own.place, "`transfers` goes with single ends, and one of these is a group")
            .help("give each member a flow with `transfers` of its own");
    }
    let count = table.count.as_ref().filter(|count| count.0 > 1).map(|count| &count.place);
    if let Some(place) = count.or(table.every.as_ref().map(|every| &every.place)) {
        problems
            .add(place, "`count` and `every` do not go with `transfers`, which list their starts")
            .help("remove them");
    }
    if let (Some(run), Some(start)) = (run, &table.start) {
        let late = transfers.iter().filter(|one| start.0 + one.after >= run.duration).count();
        if late > 0 && start.0 < run.duration {
            let end = units::print_duration(run.duration);
            problems
                .warn(&own.place, format!("{late} of {all} transfers never start"))
                .found(format!("starts at the end of the run, {end}, or after it"))
                .help("make the run longer, or leave them out");
        }
    }
    Some(transfers)
}

/// The application that sends a listed file.
fn sent(transfer: &Transfer) -> Application {
    Application::of(File { size: transfer.size })
}

/// One flow for each listed file that starts within the run.
fn of_transfers<'f>(
    flow: &'f Flow,
    transfers: &'f [Transfer],
    run: Option<&'f RunConfig>,
) -> impl Iterator<Item = Flow> + use<'f> {
    let flows = (0..).zip(transfers).map(|(index, transfer)| Flow {
        name: member(&flow.name, index),
        start: flow.start + transfer.after,
        application: sent(transfer),
        ..flow.clone()
    });
    flows.filter(move |flow| run.is_none_or(|run| flow.start < run.duration))
}

/// Reports names that another flow has.
fn check_name(
    table: &FlowTable,
    members: impl FnOnce(&str) -> Vec<String>,
    taken: &mut BTreeSet<String>,
    problems: &mut Problems<'_>,
) {
    let Some(name) = &table.name else { return };
    let members = members(&name.0);
    let longest = members.iter().max_by_key(|name| name.chars().count());
    if let Some(longest) = longest.filter(|longest| longest.chars().count() > Name::MAX_CHARS) {
        problems
            .add(&name.place, "the flows of the group have names that are too long")
            .found(format!("\"{longest}\" with {} characters", longest.chars().count()))
            .expected(format!("names of at most {} characters", Name::MAX_CHARS));
        return;
    }
    let mut all = std::iter::once(name.0.clone()).chain(members);
    if let Some(twin) = all.find(|name| !taken.insert(name.clone())) {
        problems
            .add(&name.place, "two flows have the same name")
            .found(format!("\"{}\" a second time", short(&twin)))
            .expected("a name that no other flow has");
    }
}

fn ends<'t>(
    named: &'t [Option<Spanned<Name>>; 2],
    names: &Names,
    problems: &mut Problems<'_>,
) -> Option<EndpointPairs<'t>> {
    let [Some(from), Some(to)] = named else {
        for end in named.iter().flatten() {
            names.check_flow_end(end, problems);
        }
        return None;
    };
    let ends = names.flow_ends([from, to], problems)?;
    check_joined(names, [&from.0, &to.0], &to.place, problems);
    Some(ends)
}

fn repeat(table: &Spanned<FlowTable>, problems: &mut Problems<'_>) -> Option<Repeat> {
    let count = u32::try_from(table.count.as_ref()?.0).ok()?;
    if table.transfers.is_some() {
        return Some(Repeat { count: 1, every: Duration::ZERO });
    }
    match &table.every {
        Some(every) if count == 1 => {
            problems
                .add(&every.place, "`every` needs a `count` above 1")
                .help("give the number of starts, for example count = 10, or remove `every`");
            None
        }
        Some(every) => Some(Repeat { count, every: every.0 }),
        None if count > 1 => {
            let why = "the interval between starts, because `count` is above 1";
            problems.require("every", &table.place, why);
            None
        }
        None if problems.doubts(&table.place.path_of("every")) => None,
        None => Some(Repeat { count, every: Duration::ZERO }),
    }
}

/// Reports a start after the end of the run: it would silently never happen.
fn check_starts(
    table: &Spanned<FlowTable>,
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

/// Number of packets of which a run keeps data, by kind of application, in the flows read so far.
#[derive(Default)]
pub(super) struct Kept(BTreeMap<&'static str, u64>);

impl Kept {
    /// Adds `times` times the packets of `application`, described at `place`, within a run of this
    /// `duration`; reports the first flow with which there are too many of its kind.
    pub(super) fn add(
        &mut self,
        application: &Application,
        times: u64,
        duration: Duration,
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) {
        let Some(RetainedPackets { sent, limit }) = application.retained_packets(duration) else {
            return;
        };
        let PacketLimit { most, title, noun, help } = *limit;
        let packets = self.0.entry(application.name()).or_default();
        let before = *packets;
        *packets = before.saturating_add(sent.saturating_mul(times));
        if *packets > most && before <= most {
            problems
                .add(place, title)
                .found(format!("{packets} {noun} up to here"))
                .expected(format!("at most {most} within the run"))
                .help(help);
        }
    }
}
