//! Forwarding tables for cells, over time: their sizes, their validity, and the number of messages
//! that distribute changes to satellites.
//!
//! Owns the request and its result tables; [`skyseam_constellation::studies::cell_tables`] owns the
//! tables for cells.

use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::cells::Cells;
use skyseam_constellation::studies::cell_tables::{CellTables, Flooding, flooding};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_engine::Control;
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, columns};

use crate::run::{NoOutcome, Outcome, check_effort};
use crate::sampling::instant;

/// A request for tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellTablesRequest {
    /// Side lengths of the cells, km.
    pub lengths_km: Vec<f64>,
    /// Instants of the tables, seconds after time zero.
    pub t_s: Vec<f64>,
    /// Intervals after which each table is compared with a later one, s.
    pub after_s: Vec<f64>,
    /// Scopes of flooding, links; 0 stands for all satellites.
    pub scopes: Vec<u32>,
    /// Duration from time zero in which changes of links are counted, s.
    pub flooding_s: f64,
}

/// A checked request.
#[derive(Clone, Debug, PartialEq)]
pub struct CellTablesStudy {
    request: CellTablesRequest,
    starts: Vec<SimTime>,
    after: Vec<SimTime>,
    counted: SimTime,
}

impl CellTablesRequest {
    /// Checks the request.
    ///
    /// # Errors
    /// A sentence for an instant or a length that is out of range, or a constellation without
    /// satellites.
    pub fn resolve(self, scenario: &Scenario) -> Result<CellTablesStudy, String> {
        if scenario.sky.shells.is_empty() {
            return Err("the scenario has no satellites, whose tables these are".into());
        }
        for &length_km in &self.lengths_km {
            if !(50.0..=10_000.0).contains(&length_km) {
                return Err(format!("lengths_km has {length_km}; expected 50 to 10000"));
            }
        }
        let times = |name: &str, values: &[f64]| -> Result<Vec<SimTime>, String> {
            values.iter().map(|&value| instant(name, value)).collect()
        };
        let (starts, after) = (times("t_s", &self.t_s)?, times("after_s", &self.after_s)?);
        let counted = instant("flooding_s", self.flooding_s)?;
        Ok(CellTablesStudy { request: self, starts, after, counted })
    }
}

/// Computes the tables, their sizes and changes, and the messages of flooding.
///
/// # Errors
/// [`NoOutcome`] if `progress` asked to stop, or a satellite cannot be propagated that long.
pub fn cell_tables(
    scenario: &Scenario,
    study: &CellTablesStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let CellTablesStudy { request, starts, after, counted } = study;
    let counted = *counted;
    let mut sky = scenario.sky.clone();
    (sky.terminals, sky.nodes, sky.wires) = (Vec::new(), Vec::new(), Vec::new());
    let latest = |times: &[SimTime]| times.iter().copied().max().unwrap_or(SimTime::ZERO);
    let longest = Duration::from_nanos(latest(after).as_nanos());
    let end = latest(starts).saturating_add(longest).max(counted);
    check_effort(&sky, end)?;
    let timeline =
        Timeline::build_watched(&sky, end, &mut |_| matches!(progress(0.0), Control::Continue))?;
    let mut sizes = SizesTable::default();
    let mut kept = ConsistencyTable::default();
    let rounds = (request.lengths_km.len() * starts.len()).max(1);
    let mut round = 0;
    for &length_km in &request.lengths_km {
        let cells = Cells::new(length_km);
        for &t in starts {
            if !matches!(progress(round as f64 / rounds as f64), Control::Continue) {
                return Err(NoOutcome::Stopped);
            }
            round += 1;
            let now = CellTables::at(&timeline, &cells, t);
            sizes.add(&timeline, length_km, &cells, t, &now);
            for &later in after {
                let later = Duration::from_nanos(later.as_nanos());
                let then = CellTables::at(&timeline, &cells, t + later);
                kept.add(&timeline, length_km, (t, &now), (t + later, &then));
            }
        }
    }
    let mut floods = FloodingTable::default();
    for &scope in &request.scopes {
        let within = (scope > 0).then_some(scope);
        let Flooding { changes, messages } = flooding(&timeline, within, SimTime::ZERO, counted);
        floods.scope.push(u64::from(scope));
        floods.changes.push(changes);
        floods.messages.push(messages);
    }
    let manifest = json!({
        "scenario": scenario.resolved(),
        "seed": scenario.run.seed,
        "lengths_km": request.lengths_km,
        "flooding_s": request.flooding_s,
        "satellites": timeline.sky().satellites(),
    });
    let tables = vec![
        ("cell_tables", sizes.into_table()),
        ("consistency", kept.into_table()),
        ("flooding", floods.into_table()),
    ];
    Ok(Outcome { manifest, tables, captures: vec![] })
}

columns! {
    /// A row for each cell size, instant and satellite: the size of its table.
    pub(crate) struct SizesTable "cell_tables" {
        /// Side length of a cell.
        length_km: Vec<f64> as "km",
        /// Time of the table.
        t_s: Vec<f64> as "s",
        /// Number of the satellite.
        satellite: Vec<u64>,
        /// Geocentric latitude of the satellite.
        latitude_deg: Vec<f64> as "deg",
        /// Entries of the whole table, one for each cell.
        cells: Vec<u64>,
        /// Entries as runs of one port, none beyond a latitude band.
        runs: Vec<u64>,
        /// Entries as runs that may continue in the next latitude band.
        runs_across_bands: Vec<u64>,
        /// Entries as aligned blocks of 2^k cells.
        blocks: Vec<u64>,
    }
}

impl SizesTable {
    fn add(
        &mut self,
        timeline: &Timeline,
        length_km: f64,
        cells: &Cells,
        t: SimTime,
        tables: &CellTables,
    ) {
        let phases = timeline.sky().phases(t);
        for satellite in (0..timeline.sky().satellites()).map(NodeId) {
            let sizes = tables.sizes(satellite);
            self.length_km.push(length_km);
            self.t_s.push(t.as_secs_f64());
            self.satellite.push(u64::from(satellite.0));
            let under = timeline.sky().ground_point(satellite, &phases);
            self.latitude_deg.push(under.latitude_deg);
            self.cells.push(u64::from(cells.count()));
            self.runs.push(u64::from(sizes.runs));
            self.runs_across_bands.push(u64::from(sizes.runs_across_bands));
            self.blocks.push(u64::from(sizes.blocks));
        }
    }
}

columns! {
    /// A row for each cell size, instant, later instant and satellite: the entries of its table
    /// that are still right.
    pub(crate) struct ConsistencyTable "consistency" {
        /// Side length of a cell.
        length_km: Vec<f64> as "km",
        /// Time of the table.
        t_s: Vec<f64> as "s",
        /// Time from the table to the later one.
        after_s: Vec<f64> as "s",
        /// Number of the satellite.
        satellite: Vec<u64>,
        /// Number of the satellite of its plane that is later nearest to its present position.
        successor: Vec<u64>,
        /// Cells of the satellite's table that have another port later.
        changed: Vec<u64>,
        /// Cells that have another port in the successor's later table.
        changed_of_successor: Vec<u64>,
        /// Runs of the satellite's later table that its table did not have.
        new_runs: Vec<u64>,
        /// Runs of the successor's later table that the satellite's did not have.
        new_runs_of_successor: Vec<u64>,
    }
}

impl ConsistencyTable {
    fn add(
        &mut self,
        timeline: &Timeline,
        length_km: f64,
        (t, now): (SimTime, &CellTables),
        (later, then): (SimTime, &CellTables),
    ) {
        let sky = timeline.sky();
        let (phases, phases_later) = (sky.phases(t), sky.phases(later));
        let place = |node: NodeId| match timeline.nodes()[node.index()].kind {
            NodeKind::Satellite { shell, plane, .. } => Some((shell, plane)),
            NodeKind::Terminal | NodeKind::Wired => None,
        };
        let satellites = || (0..sky.satellites()).map(NodeId);
        for satellite in satellites() {
            let was = sky.position(satellite, &phases);
            let off = |&other: &NodeId| (sky.position(other, &phases_later) - was).norm();
            let of_plane = satellites().filter(|&other| place(other) == place(satellite));
            let nearest = of_plane.min_by(|a, b| off(a).total_cmp(&off(b)));
            let successor = nearest.expect("itself at least");
            let changed = |other: NodeId| {
                let pairs = now.of(satellite).iter().zip(then.of(other));
                pairs.filter(|(before, after)| before != after).count() as u64
            };
            let runs = now.runs(satellite);
            let new_runs = |other: NodeId| {
                let known = |run: &(u32, u32, u8)| runs.binary_search(run).is_ok();
                then.runs(other).iter().filter(|run| !known(run)).count() as u64
            };
            self.length_km.push(length_km);
            self.t_s.push(t.as_secs_f64());
            self.after_s.push((later - t).as_secs_f64());
            self.satellite.push(u64::from(satellite.0));
            self.successor.push(u64::from(successor.0));
            self.changed.push(changed(satellite));
            self.changed_of_successor.push(changed(successor));
            self.new_runs.push(new_runs(satellite));
            self.new_runs_of_successor.push(new_runs(successor));
        }
    }
}

columns! {
    /// A row for each scope: messages that notify satellites of changes of the links between them.
    pub(crate) struct FloodingTable "flooding" {
        /// Links within which satellites are notified; 0: all satellites.
        scope: Vec<u64>,
        /// Number of times that a link was established or lost.
        changes: Vec<u64>,
        /// Messages over links between satellites.
        messages: Vec<u64>,
    }
}
