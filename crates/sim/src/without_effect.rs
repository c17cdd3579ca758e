//! Keys of a file that did not come into play in a run: limits that were not reached, timers that
//! did not expire, links that nothing crossed.
//!
//! Owns the rules and their messages. `scenario` warns of what is known before the run. Only
//! another run shows the effect of a key in addition to its default (`skyseam check --effects`): a
//! queue that was never full may be so because of its limit.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{NodeKind, Timeline, handovers_of};
use skyseam_endpoint::EndReason;
use skyseam_net::Counters;
use skyseam_params::units;
use skyseam_scenario::Scenario;

use crate::flows::FlowOutcome;
use crate::world::PacketCounts;

/// First words of the warning, by which sweeps know it.
pub(crate) const FIRST_WORDS: &str = "these keys did not come into play: ";

/// Why nothing in a table of links came into play.
const UNUSED: &str = "no packet was sent there";

/// Reason for which a key of one direction of a wire did not come into play.
const OTHER_WAY: &str = "no packet was sent in its direction";

/// Reason for which a part of a mix of users did not come into play.
const NOT_DRAWN: &str = "no session was of this kind";

/// Reason for which a terminal did not come into play.
const UNVISITED: &str = "no packet reached or left it";

/// Maximum number of items in a warning.
const MAX_PIECES: usize = 10;

/// Maximum number of tables in an item.
const MAX_TABLES: usize = 3;

/// Maximum number of lines in an item.
const MAX_LINES: usize = 6;

/// Most terminals whose handovers are counted.
const MAX_TERMINALS: usize = 200;

/// A finished run.
#[derive(Clone, Copy)]
pub(crate) struct Finished<'a> {
    pub scenario: &'a Scenario,
    /// The resolved scenario.
    pub resolved: &'a Value,
    pub timeline: &'a Timeline,
    pub ended: SimTime,
    pub counts: &'a PacketCounts,
    pub flows: &'a [FlowOutcome],
    /// Each link by its name.
    pub links: &'a [(&'a str, Counters)],
}

impl Finished<'_> {
    /// Whether every link stayed as it was at the start.
    fn is_unchanged(&self) -> bool {
        self.timeline.next_change(self.scenario.run.start) >= self.ended
    }

    fn duration(&self) -> Duration {
        self.ended.saturating_since(self.scenario.run.start)
    }
}

/// A key that did not come into play, or a table of links over which no packet was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IdleKey<'a> {
    path: &'a str,
    line: usize,
    because: &'static str,
}

impl IdleKey<'_> {
    /// Entry of a manifest.
    fn entry(&self) -> Value {
        let line = Some(self.line).filter(|line| *line > 0);
        json!({ "key": self.path, "line": line, "because": self.because })
    }
}

/// Returns the entries of the manifest, and the warning.
pub(crate) fn told(run: &Finished<'_>) -> (Value, Option<String>) {
    if run.counts.hops == 0 {
        return (json!([]), nothing_crossed(run));
    }
    let idle = idle_keys(run);
    (idle.iter().map(IdleKey::entry).collect(), words(&idle))
}

/// Words for a run in which no packet crossed a link.
fn nothing_crossed(run: &Finished<'_>) -> Option<String> {
    let counts = run.counts;
    if run.duration().is_zero() && counts.sent == 0 {
        let why = "no flow began, so nothing was sent and no other key came into play: ";
        return Some(format!("{why}users hold no session with this seed, or flows begin later"));
    }
    Some(match counts.sent {
        0 => "nothing was sent, so no key of links or transports came into play".to_owned(),
        sent => format!(
            "no packet crossed a link: of {sent} sent {} were dropped where they began, so keys of \
             links, of handover and of what an answer brings did not come into play; `skyseam \
             delay` shows when there is a path",
            counts.dropped_total(),
        ),
    })
}

/// Words for an entry of a manifest.
pub(crate) fn piece(entry: &Value) -> String {
    let text = |key: &str| entry[key].as_str().unwrap_or_default();
    let line = entry["line"].as_u64().and_then(|line| usize::try_from(line).ok());
    Piece::of(text("key"), line.unwrap_or(0), text("because")).words()
}

/// A part of a sentence on idle keys: names of keys, their tables, their lines and the reason.
struct Piece<'k> {
    keys: Vec<&'k str>,
    tables: Vec<&'k str>,
    lines: Vec<usize>,
    because: &'k str,
}

impl<'k> Piece<'k> {
    fn of(path: &'k str, line: usize, because: &'k str) -> Self {
        let (tables, keys) = match path.rsplit_once('.') {
            _ if because == UNUSED => (vec![path], Vec::new()),
            Some((table, key)) => (vec![table], vec![key]),
            None => (Vec::new(), vec![path]),
        };
        Self { keys, tables, lines: vec![line], because }
    }

    fn words(&self) -> String {
        let tables: Vec<&str> = self.tables.iter().take(MAX_TABLES).copied().collect();
        let lines: BTreeSet<usize> = self.lines.iter().copied().filter(|line| *line > 0).collect();
        let lines: Vec<String> = lines.iter().take(MAX_LINES).map(usize::to_string).collect();
        let more = match self.tables.len().saturating_sub(MAX_TABLES) {
            0 => String::new(),
            many => format!(" and {many} more"),
        };
        let place = match &lines[..] {
            [] => String::new(),
            [line] => format!(" (line {line})"),
            lines => format!(" (lines {})", lines.join(", ")),
        };
        let keys: Vec<String> = self.keys.iter().map(|key| format!("`{key}`")).collect();
        let what = if keys.is_empty() { "the links".to_owned() } else { keys.join(", ") };
        let of = if tables.is_empty() { "" } else { " of " };
        format!("{what}{of}{}{more}{place}: {}", tables.join(", "), self.because)
    }
}

/// Lists idle keys: those with the same name and reason together, and then those of the same
/// tables with the same reason.
fn words(idle: &[IdleKey<'_>]) -> Option<String> {
    let mut by_key: Vec<Piece<'_>> = Vec::new();
    for one in idle {
        let own = Piece::of(one.path, one.line, one.because);
        match by_key.iter_mut().find(|p| p.keys == own.keys && p.because == own.because) {
            Some(piece) => {
                piece.tables.extend(own.tables);
                piece.lines.extend(own.lines);
            }
            None => by_key.push(own),
        }
    }
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for one in by_key {
        let is_same = |p: &&mut Piece<'_>| p.because == one.because && p.tables == one.tables;
        match pieces.iter_mut().find(is_same) {
            Some(piece) => {
                piece.keys.extend(one.keys);
                piece.lines.extend(one.lines);
            }
            None => pieces.push(one),
        }
    }
    let told: Vec<String> = pieces.iter().take(MAX_PIECES).map(Piece::words).collect();
    let more = match pieces.len() {
        0..=MAX_PIECES => String::new(),
        many => format!("; and {} more", many - MAX_PIECES),
    };
    (!told.is_empty()).then(|| {
        format!(
            "{FIRST_WORDS}{}{more}; `skyseam check FILE --effects` shows the effect of each key",
            told.join("; ")
        )
    })
}

fn idle_keys<'a>(run: &Finished<'a>) -> Vec<IdleKey<'a>> {
    let written = || run.scenario.manifest.written();
    let links = Links::of(run);
    let mut flows: Option<BTreeMap<String, Carried>> = None;
    let mut changes_satellites: Option<bool> = None;
    let visited = OnceCell::new();
    // Their places decide whom users choose, even if nobody chooses them.
    let destinations = destinations_of(run);
    let mut unused = BTreeSet::new();
    let mut idle: Vec<IdleKey<'a>> = written()
        .filter_map(|(path, line)| {
            let visited = || visited.get_or_init(|| visited_of(run));
            let name_of = |table: &str| value_at(run.resolved, table)?["name"].as_str();
            let is_idle = |name: &str| !visited().contains(name) && !destinations.contains(name);
            let idle_terminal =
                terminal_of(path).filter(|table| name_of(table).is_some_and(is_idle));
            let because = if let Some(table) = idle_terminal {
                let is_new = unused.insert(table);
                return is_new.then_some(IdleKey { path: table, line, because: UNVISITED });
            } else if let Some(key) = path.strip_prefix("handover.") {
                // Links between satellites change state at the same checks.
                let holds = match key {
                    "interruption_time" | "overlap" | "queued" => true,
                    "check_interval" | "offset" | "randomized" => {
                        run.timeline.isl_pairs().is_empty() || run.is_unchanged()
                    }
                    _ => false,
                };
                let mut has =
                    || *changes_satellites.get_or_insert_with(|| changes_satellites_in(run));
                if holds && !has() {
                    Some("no terminal changed its satellite")
                } else {
                    (key == "queued" && !run.counts.has_late)
                        .then_some("no packet waited for a link that had ended")
                }
            } else if path.starts_with("flows[")
                || path.starts_with("users[") && path.contains("].mix[")
            {
                let flows = flows.get_or_insert_with(|| carried(run));
                let (table, key) = table_of(path, &[".transport.", ".application."])?;
                if !flows.contains_key(table) && path.starts_with("users[") {
                    let is_new = unused.insert(table);
                    return is_new.then_some(IdleKey { path: table, line, because: NOT_DRAWN });
                }
                flows.get(table).and_then(|carried| carried.because(run, path, key))
            } else if let Some(table) =
                path.strip_suffix(".count").filter(|table| table.starts_with("nodes["))
            {
                let last = last_of(run, table)?;
                // The table of users has a row for each.
                (!visited().contains(last.as_str()) && !are_users(run, name_of(table)?))
                    .then_some("no packet reached or left the last of them")
            } else if path.starts_with("users[") && path.ends_with("].to") {
                has_idle_destinations(run, path).then_some("some of these had no session")
            } else if path.ends_with("].at") && path.contains(".changes[") {
                is_before_all(run, path).then_some("nothing had been sent before")
            } else {
                let (table, key) = links.table_of(path)?;
                let because = because_of_links(links.sum(table, key), table, key);
                if because == Some(UNUSED) {
                    if links.sums.get(table).is_some_and(|sum| sum.packets > 0) {
                        return Some(IdleKey { path, line, because: OTHER_WAY });
                    }
                    let is_new = unused.insert(table);
                    return is_new.then_some(IdleKey { path: table, line, because: UNUSED });
                }
                because
            };
            because.map(|because| IdleKey { path, line, because })
        })
        .collect();
    idle.sort_by_key(|one| one.line);
    idle
}

/// Names of the nodes at both ends of a flow.
fn ends_of<'a>(run: &Finished<'a>, flow: &FlowOutcome) -> [&'a str; 2] {
    [flow.from, flow.to].map(|node| &*run.timeline.nodes()[node.index()].name)
}

/// Names of the nodes at which flows end, and of those at a link that a packet crossed.
fn visited_of<'a>(run: &Finished<'a>) -> BTreeSet<&'a str> {
    let crossed = run.links.iter().filter(|(_, counters)| counters.packets > 0);
    let of_links = crossed.flat_map(|(link, _)| match link.split_once(" -> ") {
        Some((from, to)) => [Some(from), Some(to)],
        None => [link.strip_suffix(" uplink"), link.split_once(" downlink to ").map(|(_, to)| to)],
    });
    run.flows.iter().flat_map(|flow| ends_of(run, flow)).chain(of_links.flatten()).collect()
}

/// Names among which users choose a destination.
fn destinations_of<'a>(run: &Finished<'a>) -> BTreeSet<&'a str> {
    let users = run.resolved.get("users").and_then(Value::as_array).into_iter().flatten();
    let lists = users.filter_map(|users| users["to"].as_array());
    lists.flatten().filter_map(Value::as_str).collect()
}

/// Whether the nodes called `name` are those of users.
fn are_users(run: &Finished<'_>, name: &str) -> bool {
    let users = run.resolved.get("users").and_then(Value::as_array).into_iter().flatten();
    users.filter_map(|users| users["nodes"].as_str()).any(|nodes| nodes == name)
}

/// Name of the last node of a group in `nodes`.
fn last_of(run: &Finished<'_>, table: &str) -> Option<String> {
    let group = value_at(run.resolved, table)?;
    let (name, count) = group["name"].as_str().zip(group["count"].as_u64())?;
    Some(format!("{name}-{count}"))
}

/// The table of a terminal to which a path leads.
fn terminal_of(path: &str) -> Option<&str> {
    let end = path.strip_prefix("terminals[").and(path.find(']'))?;
    Some(&path[..=end])
}

/// Whether some of the destinations at the path `users[..].to` are not at an end of any flow of
/// these users.
fn has_idle_destinations(run: &Finished<'_>, path: &str) -> bool {
    let number = path.strip_prefix("users[").and_then(|rest| rest.split(']').next()?.parse().ok());
    let users = number.and_then(|number: usize| run.scenario.users.get(number));
    let listed = value_at(run.resolved, path).and_then(Value::as_array);
    let Some((users, list)) = users.zip(listed) else { return false };
    let own = users.first_flow..users.first_flow + users.held.len();
    let flows = run.flows.iter().filter(|flow| own.contains(&flow.series.index()));
    let ends: BTreeSet<&str> = flows.flat_map(|flow| ends_of(run, flow)).collect();
    let is_idle =
        |name: &str| !ends.contains(name) && !ends.iter().any(|member| group_of(member) == name);
    list.iter().filter_map(Value::as_str).any(is_idle)
}

/// Whether a change of a link is over before anything is sent.
fn is_before_all(run: &Finished<'_>, path: &str) -> bool {
    let sent = run.flows.iter().filter_map(|flow| flow.report.as_ref()?.first_sent).min();
    let at = value_at(run.resolved, path).and_then(Value::as_str).and_then(span_of);
    at.zip(sent).is_some_and(|(at, sent)| run.scenario.run.start.saturating_add(at) <= sent)
}

/// Splits a path before the last of `marks` in it, without the point.
fn table_of<'p>(path: &'p str, marks: &[&str]) -> Option<(&'p str, &'p str)> {
    let at = marks.iter().filter_map(|mark| path.rfind(mark)).max()?;
    Some((&path[..at], &path[at + 1..]))
}

/// Whether a terminal changes its satellite in the run; also true if there are too many terminals
/// to check.
fn changes_satellites_in(run: &Finished<'_>) -> bool {
    let nodes = || (0..).map(NodeId).zip(run.timeline.nodes());
    let terminals = || nodes().filter(|(_, node)| matches!(node.kind, NodeKind::Terminal));
    if terminals().count() > MAX_TERMINALS {
        return true;
    }
    let start = run.scenario.run.start;
    terminals().any(|(node, _)| handovers_of(run.timeline, node, start, run.ended).next().is_some())
}

/// Adds the counters of another link of the same table.
fn add(sum: &mut Counters, own: &Counters) {
    sum.packets += own.packets;
    sum.overflows += own.overflows;
    sum.early_drops += own.early_drops;
    sum.marked += own.marked;
    sum.losses += own.losses;
    sum.peak_waiting = sum.peak_waiting.max(own.peak_waiting);
    sum.has_disorder |= own.has_disorder;
}

/// Links by the tables that describe them.
struct Links {
    sums: BTreeMap<String, Counters>,
    /// Keys of directions of wires that the file sets.
    own: BTreeSet<String>,
}

impl Links {
    fn of(run: &Finished<'_>) -> Self {
        let tables = Tables::of(run);
        let mut sums: BTreeMap<String, Counters> = BTreeMap::new();
        for (name, counters) in run.links {
            for table in tables.of_link(name) {
                add(sums.entry(table).or_default(), counters);
            }
        }
        let written = run.scenario.manifest.written().map(|(path, _)| path);
        let own = written.filter(|path| path.contains("ward.")).map(str::to_owned).collect();
        Self { sums, own }
    }

    /// Counters of the links that a key of a table describes: of a wire, without a direction that
    /// has the key itself.
    fn sum(&self, table: &str, key: &str) -> Counters {
        let of = |table: &str| self.sums.get(table).copied().unwrap_or_default();
        let key = key.split(['.', '[']).next().unwrap_or(key);
        let is_own = |way: &str| {
            let sets = |key: &str| {
                let path = format!("{table}.{way}.{key}");
                self.own.range(path.clone()..).next().is_some_and(|own| own.starts_with(&path))
            };
            sets(key) || key == "rate" && sets("trace")
        };
        let ways = ["forward", "backward"];
        match ways.map(is_own) {
            [false, false] => of(table),
            own => {
                let mut sum = Counters::default();
                for (way, _) in ways.iter().zip(own).filter(|(_, is_own)| !is_own) {
                    add(&mut sum, &of(&format!("{table}.{way}")));
                }
                sum
            }
        }
    }

    /// The table of links that contains a key, and the key within that table.
    fn table_of<'p>(&self, path: &'p str) -> Option<(&'p str, &'p str)> {
        let first = path.split('.').next()?;
        let heads = ["links", "wires[", "beams[", "terminals[", "users["];
        if !heads.iter().any(|head| first.starts_with(head)) {
            return None;
        }
        let inner = [".forward.", ".backward.", ".back.", ".uplink.", ".downlink.", ".isl."];
        if let Some((at, mark)) =
            inner.iter().find_map(|mark| path.find(mark).map(|at| (at, *mark)))
        {
            let end = at + mark.len() - 1;
            return Some((&path[..end], &path[end + 1..]));
        }
        let is_link = first.starts_with("wires[") || first.starts_with("beams[");
        is_link.then(|| path.split_once('.')).flatten()
    }
}

/// Tables of links, by the names of their links.
struct Tables {
    /// Tables of wires and their directions by the names of their ends.
    wires: BTreeMap<(String, String), Vec<String>>,
    beams: BTreeMap<String, String>,
    /// Tables of the links back to a beam, by the name of its user or of the user's group, and the
    /// name at the other end.
    backs: BTreeMap<(String, String), String>,
    /// Tables of terminals by their name, and whether they are gateways.
    terminals: BTreeMap<String, (String, bool)>,
    /// Tables of links that the file sets.
    own: BTreeSet<String>,
}

impl Tables {
    fn of(run: &Finished<'_>) -> Self {
        let list =
            |key: &str| run.resolved.get(key).and_then(Value::as_array).into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut wires: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for (number, wire) in list("wires").enumerate() {
            let [a, b] = [0, 1].map(|end| text(&wire["between"][end]));
            let table = format!("wires[{number}]");
            let way = |way: &str| vec![table.clone(), format!("{table}.{way}")];
            wires.insert((a.clone(), b.clone()), way("forward"));
            wires.insert((b, a), way("backward"));
        }
        let (mut beams, mut backs) = (BTreeMap::new(), BTreeMap::new());
        for (number, beam) in list("beams").enumerate() {
            let table = format!("beams[{number}]");
            let to = &beam["to"];
            let users = to.as_array().map_or(std::slice::from_ref(to), Vec::as_slice);
            for user in users {
                let name = if user.is_object() { &user["name"] } else { user };
                backs.insert((text(name), text(&beam["from"])), format!("{table}.back"));
            }
            beams.insert(text(&beam["name"]), table);
        }
        let of = |key: &'static str| {
            list(key).enumerate().map(move |(number, own)| {
                let is_gateway = own["kind"] == "gateway";
                (text(&own["name"]), (format!("{key}[{number}]"), is_gateway))
            })
        };
        let terminals = of("terminals").chain(of("users")).collect();
        let own = run.scenario.manifest.written().filter_map(|(path, _)| {
            let at = [".uplink.", ".downlink."]
                .iter()
                .find_map(|mark| path.find(mark).map(|at| at + mark.len() - 1))?;
            Some(path[..at].to_owned())
        });
        Self { wires, beams, backs, terminals, own: own.collect() }
    }

    /// Tables that describe the link of this name.
    fn of_link(&self, name: &str) -> Vec<String> {
        if let Some(table) = self.beams.get(name) {
            return vec![table.clone()];
        }
        if let Some((from, to)) = name.split_once(" -> ") {
            let ends = |name: &str| [name.to_owned(), group_of(name).to_owned()];
            for a in ends(from) {
                for b in ends(to) {
                    let pair = (a.clone(), b);
                    if let Some(tables) = self.wires.get(&pair) {
                        return tables.clone();
                    }
                    if let Some(table) = self.backs.get(&pair) {
                        return vec![table.clone()];
                    }
                }
            }
            return vec!["links.isl".to_owned()];
        }
        if let Some((_, terminal)) = name.split_once(" downlink to ") {
            return vec![self.of_terminal(terminal, "downlink")];
        }
        if let Some(terminal) = name.strip_suffix(" uplink") {
            return vec![self.of_terminal(terminal, "uplink")];
        }
        vec!["links.downlink".to_owned()]
    }

    fn of_terminal(&self, name: &str, way: &str) -> String {
        let known = self.terminals.get(name).or_else(|| self.terminals.get(group_of(name)));
        let Some((table, is_gateway)) = known else { return format!("links.{way}") };
        let own = format!("{table}.{way}");
        let of_gateways = format!("links.gateway.{way}");
        if self.own.contains(&own) {
            own
        } else if *is_gateway && self.own.contains(&of_gateways) {
            of_gateways
        } else {
            format!("links.{way}")
        }
    }
}

/// Name of the group whose member has this name, if it is one; else the name itself.
fn group_of(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((group, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => group,
        _ => name,
    }
}

/// Keys of a wire or beam that do not concern the sending of its links.
const NO_TRANSMITTER: [&str; 11] = [
    "between",
    "name",
    "from",
    "to",
    "users",
    "delay",
    "changes",
    "trace",
    "trace_offset",
    "trace_stagger",
    "trace_repeat",
];

/// Keys of a queue or scheduler that make it drop packets before it is full.
const LAW: [&str; 10] = [
    "target",
    "interval",
    "min_threshold",
    "max_threshold",
    "weight",
    "max_probability",
    "gentle",
    "wait",
    "mean_packet",
    "max_packet",
];

/// Further keys of a queue's law, whose names have another meaning for schedulers.
const LAW_OF_QUEUES: [&str; 9] = [
    "update_interval",
    "alpha",
    "beta",
    "byte_mode",
    "delay_from",
    "coupling",
    "step",
    "step_packets",
    "rtt",
];

/// Reason for which a key of a table of links did not come into play.
fn because_of_links(links: Counters, table: &str, path: &str) -> Option<&'static str> {
    let Counters {
        packets,
        overflows,
        early_drops,
        marked,
        losses,
        peak_waiting,
        has_disorder,
        ..
    } = links;
    let (key, inner) = path.split_once('.').unwrap_or((path, ""));
    let name = key.split('[').next().unwrap_or(key);
    let is_of_wire = table.starts_with("wires") || table.starts_with("beams");
    let dropped = overflows + early_drops;
    if packets + dropped == 0 {
        let is_told = !is_of_wire || !NO_TRANSMITTER.contains(&name);
        return is_told.then_some(UNUSED);
    }
    match (name, inner) {
        ("queue" | "scheduler", _) if peak_waiting == 0 && dropped == 0 => {
            Some("no packet waited there")
        }
        ("queue", "") if dropped == 0 => Some("the queue was never full, and dropped nothing"),
        ("queue" | "scheduler", "limit") if overflows == 0 => Some("the queue was never full"),
        (name @ ("queue" | "scheduler"), law)
            if early_drops + marked == 0
                && (LAW.contains(&law) || name == "queue" && LAW_OF_QUEUES.contains(&law)) =>
        {
            Some("the queue neither marked a packet nor dropped one before it was full")
        }
        ("queue" | "scheduler", "ecn" | "ecn_probability" | "ce_threshold") if marked == 0 => {
            Some("the queue marked no packet")
        }
        ("loss", _) if losses == 0 => Some("no packet was lost there"),
        ("order", _) if !has_disorder => Some("no packet could have overtaken another"),
        _ => None,
    }
}

/// Sum of the reports of a table's flows.
#[derive(Clone, Copy, Default)]
struct Carried {
    begun: u64,
    finished: u64,
    has_connection: bool,
    sent: u64,
    received: u64,
    samples: u64,
    sent_again: u64,
    timeouts: u64,
    recoveries: u64,
    drops: u64,
    idle: u64,
    gave_up: u64,
    /// Most packets that a flow sent.
    most_sent: u64,
    /// The shortest round trip that a flow measured.
    least_rtt: Option<Duration>,
}

/// Flows by the tables that describe them.
fn carried(run: &Finished<'_>) -> BTreeMap<String, Carried> {
    let tables = tables_of_series(run);
    let mut sums: BTreeMap<String, Carried> = BTreeMap::new();
    // Parts of a split connection follow each other.
    let (mut last, mut part) = (None, 0);
    for (number, flow) in (0u32..).zip(run.flows) {
        let Some(table) = tables.get(flow.series.index()).and_then(Option::as_ref) else {
            continue;
        };
        let application = &run.scenario.flows[flow.series.index()].application;
        part = if last == Some(flow.whole) { part + 1 } else { 0 };
        let is_part = flow.whole.0 != number;
        last = Some(flow.whole).filter(|_| is_part);
        let table = if is_part { format!("{table}.split_at[{part}]") } else { table.clone() };
        let sum = sums.entry(table).or_default();
        sum.has_connection |= application.has_connection();
        sum.drops += flow.drops;
        sum.finished += u64::from(flow.ended == EndReason::Finished);
        sum.idle += u64::from(flow.ended == EndReason::IdleTimeout);
        sum.gave_up += u64::from(flow.ended == EndReason::TooManyRetransmissions);
        let Some(report) = &flow.report else { continue };
        sum.begun += 1;
        sum.least_rtt = sum.least_rtt.into_iter().chain(report.rtt_min).min();
        sum.sent += report.packets_sent;
        sum.most_sent = sum.most_sent.max(report.packets_sent);
        sum.received += report.packets_received + report.replies;
        sum.samples += report.rtt_samples;
        sum.sent_again += report.retransmissions;
        sum.timeouts += report.timeouts;
        sum.recoveries += report.recoveries;
    }
    sums
}

/// The table of each series of flows.
fn tables_of_series(run: &Finished<'_>) -> Vec<Option<String>> {
    let list = run.resolved.get("flows").and_then(Value::as_array).into_iter().flatten();
    let names: BTreeMap<&str, usize> = list
        .enumerate()
        .filter_map(|(number, flow)| Some((flow["name"].as_str()?, number)))
        .collect();
    let own = |name: &str| names.get(name).or_else(|| names.get(group_of(name)));
    let flows = &run.scenario.flows;
    let mut tables: Vec<Option<String>> =
        flows.iter().map(|flow| own(&flow.name).map(|number| format!("flows[{number}]"))).collect();
    for (number, users) in run.scenario.users.iter().enumerate() {
        for (flow, held) in (users.first_flow..).zip(&users.held) {
            tables[flow] = Some(format!("users[{number}].mix[{}]", held.part));
        }
    }
    tables
}

/// The value at a path such as `flows[0].transport.mss`.
fn value_at<'v>(tree: &'v Value, path: &str) -> Option<&'v Value> {
    let steps = path.split(['.', '[', ']']).filter(|step| !step.is_empty());
    steps.into_iter().try_fold(tree, |at, step| match step.parse::<usize>() {
        Ok(number) => at.get(number),
        Err(_) => at.get(step),
    })
}

/// A time as a manifest prints it.
fn span_of(text: &str) -> Option<Duration> {
    units::TIME.read(text).ok()
}

/// Keys of transports that determine what is sent before anything arrives.
const FIRST: [&str; 11] = [
    "kind",
    "stack",
    "initial_rto",
    "min_rto",
    "max_rto",
    "initial_rtt",
    "retries",
    "fast_open",
    "ttcp",
    "handshake",
    "header",
];

/// Keys of transports with which a sender finds out about losses and repairs them.
const REPAIR: [&str; 6] = [
    "dup_threshold",
    "sack_blocks",
    "sack_compression",
    "storm_guard",
    "reorder_packets",
    "reorder_delay",
];

/// Window from which HyStart acts, segments (`hystart_low_window`).
const HYSTART_WINDOW: u64 = 16;

impl Carried {
    /// Whether all that a flow sent is less than a limit in bytes at a path.
    fn fits(&self, run: &Finished<'_>, path: &str, key: &str) -> bool {
        let bytes = |path: &str| {
            let text = value_at(run.resolved, path).and_then(Value::as_str)?;
            units::SIZE.read(text).ok()
        };
        let segment = path.strip_suffix(key).and_then(|table| bytes(&format!("{table}mss")));
        let Some((limit, segment)) = bytes(path).zip(segment) else { return false };
        self.most_sent.saturating_mul(segment) <= limit
    }

    /// Reason for which a key of the table did not come into play.
    fn because(&self, run: &Finished<'_>, path: &str, inner: &str) -> Option<&'static str> {
        let key = inner.rsplit('.').next().unwrap_or(inner);
        let of_transport = inner.starts_with("transport");
        if self.begun == 0 {
            return Some("none of these flows began");
        }
        let is_of = |application: &str| {
            let table = path.split(".application").next().unwrap_or(path);
            value_at(run.resolved, &format!("{table}.application.kind"))
                .is_some_and(|kind| kind == application)
        };
        // The table of videos has rows before anything arrives.
        let is_of_video = || !of_transport && is_of("video");
        let is_first = of_transport && FIRST.contains(&key);
        let is_silent = self.has_connection && self.received == 0 && self.samples == 0;
        if is_silent && !is_first && !is_of_video() {
            return Some("no packet arrived at the other endpoint");
        }
        // `count` of others has a default that ends them earlier.
        let is_length = || match key {
            "duration" => true,
            "size" => self.has_connection,
            "count" => is_of("ping"),
            _ => false,
        };
        if !of_transport && self.finished == 0 && is_length() {
            return Some("no flow came to its end");
        }
        if !of_transport || !self.has_connection {
            return None;
        }
        let span = || value_at(run.resolved, path).and_then(Value::as_str).and_then(span_of);
        // The stack "linux" adds it to the smoothed round trip.
        let is_least = || {
            let stack = path.strip_suffix(key).and_then(|table| {
                value_at(run.resolved, &format!("{table}stack")).and_then(Value::as_str)
            });
            stack.is_some_and(|stack| stack != "linux")
        };
        match key {
            "max_rto" if self.timeouts == 0 => Some("no retransmission timer expired"),
            // Other timers of the stack "linux" depend on it.
            "min_rto" if is_least() && self.timeouts + self.sent_again == 0 => {
                Some("no retransmission timer expired")
            }
            "max_rto" | "max_idle_timeout" if span().is_some_and(|own| own >= run.duration()) => {
                Some("the run was no longer than that")
            }
            "min_rto" if is_least() && self.least_rtt.is_some_and(|rtt| span() <= Some(rtt)) => {
                Some("every round trip took longer")
            }
            "hystart" if self.most_sent < HYSTART_WINDOW => {
                Some("no flow sent the 16 packets from which HyStart acts")
            }
            "receive_window" | "send_buffer" if self.fits(run, path, key) => {
                Some("no flow sent as much")
            }
            "retries" if self.gave_up == 0 && self.timeouts == 0 => {
                Some("no retransmission timer expired")
            }
            "idle_timeout" if self.idle == 0 => Some("no connection was idle for that long"),
            "exit_burst" if self.recoveries == 0 => Some("no loss was repaired by fast recovery"),

            key if REPAIR.contains(&key) && self.sent_again + self.drops == 0 => {
                Some("nothing was lost or retransmitted")
            }
            _ => None,
        }
    }
}
