//! Forwarding tables over time, without packets: every satellite's next hop towards the terminals
//! in use.
//!
//! Owns the request and the table, which is delivered in pieces because a day of a large
//! constellation has tens of millions of rows; `constellation` owns the routes.

use std::sync::Arc;

use serde_json::{Value, json};
use skyseam_base::{Duration, NodeId};
use skyseam_constellation::Sampling;
use skyseam_constellation::forwarding::{
    GroundAccess, Stretch, TableChange, TableRequest, Topology, walk,
};
use skyseam_engine::Control;
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, Names, Table, columns};

use crate::run::NoOutcome;
use crate::sampling;

/// A user's request for routes; `None` stands for the scenario's value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoutesRequest {
    /// Names of the destination terminals; `None` for all.
    pub to: Option<Vec<String>>,
    /// Names of the terminals whose own next hop is included.
    pub from: Vec<String>,
    /// How terminals are linked: `visible` or `attached`; see [`GROUNDS`].
    pub ground: String,
    /// Whether each instant has every row, or only those that changed.
    pub full: bool,
    /// First instant, seconds after time zero.
    pub start_s: Option<f64>,
    /// Duration of the study, s.
    pub duration_s: Option<f64>,
    /// Time between instants, s; `None` stands for 1 s.
    pub step_s: Option<f64>,
}

/// How terminals are linked to satellites, by name.
pub(crate) const GROUNDS: [(&str, GroundAccess); 2] =
    [("visible", GroundAccess::Visible), ("attached", GroundAccess::Attached)];

/// A resolved request.
#[derive(Clone, Debug)]
pub struct RoutesStudy {
    to: Vec<String>,
    from: Vec<String>,
    ground: GroundAccess,
    full: bool,
    sampling: Sampling,
}

/// Number of rows per piece of the table. Pieces have equal length, so that a file made of them
/// does not depend on the number of threads.
const PIECE_ROWS: usize = 1 << 20;

/// Maximum number of rows of full tables: some 10 GB as Parquet.
const MAX_ROWS: u64 = 4_000_000_000;

impl RoutesRequest {
    /// Resolves the request.
    ///
    /// # Errors
    /// For an unknown or repeated name, or an invalid time.
    pub fn resolve(&self, scenario: &Scenario) -> Result<RoutesStudy, String> {
        let known: Vec<&str> = scenario.sky.terminals.iter().map(|t| &*t.name).collect();
        if known.is_empty() {
            return Err("the scenario has no [[terminals]]: routes lead to terminals".into());
        }
        let to = match &self.to {
            Some(names) if names.is_empty() => {
                return Err("no destination: name one, or none at all for every terminal".into());
            }
            Some(names) => names.clone(),
            None => known.iter().map(|&name| name.into()).collect(),
        };
        check_names("destination", &to, scenario, &known)?;
        check_names("source", &self.from, scenario, &known)?;
        let ground = GROUNDS.iter().find(|(name, _)| *name == self.ground);
        let &(_, ground) = ground.ok_or_else(|| {
            format!("ground is \"{}\"; expected \"visible\" or \"attached\"", self.ground)
        })?;
        let usual = sampling::of_run(scenario, Duration::from_secs(1));
        let sampling = sampling::sampling(self.start_s, self.duration_s, self.step_s, usual)?;
        let instants = sampling.count();
        if instants >= u64::from(u32::MAX) {
            return Err(format!(
                "{instants} instants ({}); expected fewer than 2^32: take a longer step or a \
                 shorter time",
                sampling::described(&sampling)
            ));
        }
        let nodes = scenario.sky.satellites() as usize + self.from.len();
        let rows = instants.saturating_mul((nodes * to.len()) as u64);
        if self.full && rows > MAX_ROWS {
            return Err(format!(
                "{rows} rows ({instants} instants, {nodes} nodes, {} destinations); tables in \
                 full have at most {MAX_ROWS}: take a longer step or a shorter time, or changes \
                 only",
                to.len()
            ));
        }
        Ok(RoutesStudy { to, from: self.from.clone(), ground, full: self.full, sampling })
    }
}

fn check_names(
    role: &str,
    names: &[String],
    scenario: &Scenario,
    known: &[&str],
) -> Result<(), String> {
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            return Err(format!("\"{name}\" is named twice as a {role}"));
        }
        if scenario.sky.nodes.contains(name) {
            return Err(format!(
                "\"{name}\" is a wired node; routes over satellites lead from terminal to terminal"
            ));
        }
        if !known.contains(&&**name) {
            let (shown, more) = known.split_at(known.len().min(12));
            let more = if more.is_empty() {
                String::new()
            } else {
                format!(", ... ({} more)", more.len())
            };
            return Err(format!(
                "no terminal is called \"{name}\"; expected one of {}{more}",
                shown.join(", ")
            ));
        }
    }
    Ok(())
}

/// Computes the tables and passes them to `sink` in pieces, calling `progress` with the fraction
/// done. Returns the manifest.
///
/// # Errors
/// If `sink` or `progress` asked to stop, or a satellite cannot be propagated to the end.
pub fn routes(
    scenario: &Scenario,
    study: &RoutesStudy,
    threads: usize,
    sink: &mut dyn FnMut(Table) -> bool,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Value, NoOutcome> {
    let Sampling { start, step, end } = study.sampling;
    let mut watch = |share: f64| progress(share) == Control::Continue;
    // Handovers of many terminals take about as long as routes; links between satellites no time.
    let building = if study.ground == GroundAccess::Attached { 0.5 } else { 0.0 };
    let mut begin = |share: f64| watch(building * share);
    let topology = Topology::build(&scenario.sky, study.ground, end, &mut begin)?;
    let topology = Arc::new(topology);
    let satellites = topology.satellites() as usize;
    let named = |name: &String| {
        let position = topology.names()[satellites..].iter().position(|known| known == name);
        NodeId((satellites + position.expect("names checked by the request")) as u32)
    };
    let request = TableRequest {
        destinations: study.to.iter().map(named).collect(),
        sources: study.from.iter().map(named).collect(),
        sampling: study.sampling,
    };
    let mut pieces = Pieces { study, names: topology.names(), rows: Vec::new(), total: 0, sink };
    let mut tables = study.full.then(|| Tables::new(&request, satellites));
    let whole = walk(
        &topology,
        &request,
        threads,
        &mut |stretch| match &mut tables {
            None => pieces.add(&stretch.changes),
            Some(tables) => tables.each(&stretch, &mut |rows| pieces.add(rows)),
        },
        &mut |share| watch(building + (1.0 - building) * share),
    );
    let rows = pieces.finish().filter(|_| whole);
    let ground = GROUNDS.iter().find(|(_, ground)| *ground == study.ground);
    rows.map(|rows| {
        json!({
            "scenario": scenario.resolved(),
            "seed": scenario.run.seed,
            "satellites": satellites,
            "routes": {
                "to": study.to,
                "from": study.from,
                "ground": ground.map(|(name, _)| name),
                "metric": "delay",
                "rows": if study.full { "every instant" } else { "changes" },
                "start_s": start.as_secs_f64(),
                "step_s": step.as_secs_f64(),
                "end_s": end.as_secs_f64(),
                "count": rows,
            },
        })
    })
    .ok_or(NoOutcome::Stopped)
}

/// Rows to be passed to the sink.
struct Pieces<'a> {
    study: &'a RoutesStudy,
    names: &'a [String],
    rows: Vec<TableChange>,
    total: usize,
    sink: &'a mut dyn FnMut(Table) -> bool,
}

impl Pieces<'_> {
    fn add(&mut self, mut rows: &[TableChange]) -> bool {
        while self.rows.len() + rows.len() >= PIECE_ROWS {
            let (fitting, rest) = rows.split_at(PIECE_ROWS - self.rows.len());
            self.rows.extend_from_slice(fitting);
            rows = rest;
            if !self.hand_over() {
                return false;
            }
        }
        self.rows.extend_from_slice(rows);
        true
    }

    /// Passes on the remaining rows; returns the total number of rows.
    fn finish(mut self) -> Option<usize> {
        // A table without rows still has columns.
        let is_whole = (self.rows.is_empty() && self.total > 0) || self.hand_over();
        is_whole.then_some(self.total)
    }

    fn hand_over(&mut self) -> bool {
        let sampling = self.study.sampling;
        let seconds = |row: &TableChange| sampling.instant(u64::from(row.step)).as_secs_f64();
        let names =
            |index: fn(&TableChange) -> u32| Names::new(self.rows.iter().map(index), self.names);
        let rows = RoutesTable {
            t_s: self.rows.iter().map(seconds).collect(),
            node: names(|row| row.at.0),
            destination: names(|row| row.to.0),
            next_hop: names(|row| row.next.map_or(u32::MAX, |next| next.0)),
        };
        self.total += self.rows.len();
        self.rows.clear();
        (self.sink)(rows.into_table())
    }
}

columns! {
    /// A row for each instant, destination and node, in that order; with changes only, a row holds
    /// until the next one of its node and destination.
    pub(crate) struct RoutesTable "routes" {
        /// Start of the row's validity.
        t_s: Vec<f64> as "s",
        /// Name of the forwarding node.
        node: Names,
        /// Name of the destination terminal.
        destination: Names,
        /// Name of the next satellite, or of the destination; null if there is no route.
        next_hop: Names,
    }
}

/// The tables after all changes so far.
struct Tables {
    /// Entry of every pair of destination and node, in the order of changes.
    rows: Vec<TableChange>,
    /// Number of nodes per destination.
    nodes: usize,
    satellites: usize,
    destinations: Vec<NodeId>,
    sources: Vec<NodeId>,
}

impl Tables {
    fn new(request: &TableRequest, satellites: usize) -> Self {
        let nodes = (0..satellites as u32).map(NodeId).chain(request.sources.iter().copied());
        let nodes: Vec<NodeId> = nodes.collect();
        let rows = request.destinations.iter().flat_map(|&to| {
            nodes.iter().map(move |&at| TableChange { step: 0, at, to, next: None })
        });
        Self {
            rows: rows.collect(),
            nodes: nodes.len(),
            satellites,
            destinations: request.destinations.clone(),
            sources: request.sources.clone(),
        }
    }

    /// Passes on the tables at each instant of an interval.
    fn each(&mut self, stretch: &Stretch, take: &mut dyn FnMut(&[TableChange]) -> bool) -> bool {
        let mut changes = stretch.changes.iter().peekable();
        for step in stretch.steps.clone() {
            while let Some(change) = changes.next_if(|change| change.step == step) {
                let place = self.place(change);
                self.rows[place].next = change.next;
            }
            self.rows.iter_mut().for_each(|row| row.step = step);
            if !take(&self.rows) {
                return false;
            }
        }
        true
    }

    fn place(&self, change: &TableChange) -> usize {
        let number = |nodes: &[NodeId], node| {
            nodes.iter().position(|&known| known == node).expect("a node of the request")
        };
        let node = if change.at.index() < self.satellites {
            change.at.index()
        } else {
            self.satellites + number(&self.sources, change.at)
        };
        number(&self.destinations, change.to) * self.nodes + node
    }
}
