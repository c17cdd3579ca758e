//! The constellation over time, without packets: positions at many instants, intervals in which
//! links are up, and the next hop of every node towards every terminal.
//!
//! Owns only tables; `constellation` owns the physics.

use std::sync::Arc;

use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_constellation::{GroundPoint, NodeKind, Router, Sampling, Timeline};
use skyseam_engine::Control;
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, Names, Table, columns};

use crate::run::{NoOutcome, Outcome, check_effort};
use crate::sampling;

/// The instants that a user requests; `None` stands for the scenario's run, and a step of 60 s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionRequest {
    /// First instant, seconds after time zero.
    pub start_s: Option<f64>,
    /// Duration, s; the instant at its end is excluded.
    pub duration_s: Option<f64>,
    /// Time between instants, s.
    pub step_s: Option<f64>,
}

/// Maximum number of rows of a table: positions take some 100 bytes each.
const MAX_ROWS: u64 = 20_000_000;

impl MotionRequest {
    /// Resolves the instants of the request.
    ///
    /// # Errors
    /// For an invalid time, or more instants than tables can hold with one row per node.
    pub fn resolve(&self, scenario: &Scenario) -> Result<Sampling, String> {
        let usual = sampling::of_run(scenario, Duration::from_secs(60));
        let sampling = sampling::sampling(self.start_s, self.duration_s, self.step_s, usual)?;
        let sky = &scenario.sky;
        let nodes = sky.satellites() + sky.terminals.len() as u64;
        let instants = sampling.count();
        if instants.saturating_mul(nodes) > MAX_ROWS {
            return Err(format!(
                "{instants} instants ({}) of {nodes} nodes; expected at most {MAX_ROWS} rows: \
                 take a longer step or a shorter time",
                sampling::described(&sampling)
            ));
        }
        Ok(sampling)
    }
}

/// Share of the work that the timeline takes: an estimate, for progress only.
const BUILDING: f64 = 0.5;

/// Computes positions at every instant (table `positions`) and the intervals in which links are up
/// (table `links`), calling `progress` with the fraction done.
///
/// # Errors
/// If `progress` asked to stop, or a satellite cannot be propagated to the end.
pub fn motion(
    scenario: &Scenario,
    sampling: &Sampling,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let timeline = build(scenario, sampling.end, progress)?;
    let positions = positions_table(scenario, &timeline, sampling, progress)?;
    let tables = vec![("positions", positions), ("links", links_table(&timeline, sampling))];
    Ok(Outcome { manifest: manifest(scenario, &timeline, sampling), tables, captures: vec![] })
}

/// Computes the next hop of every node towards every terminal at every instant (table `decisions`,
/// changes only, all of them at the first instant), and the intervals in which links are up (table
/// `links`), calling `progress` with the fraction done.
///
/// Nodes are numbered as everywhere: satellites, then terminals, then wired nodes. All decisions of
/// an instant are those of that very instant, without the delay of a packet that follows them.
///
/// # Errors
/// If `progress` asked to stop, or a satellite cannot be propagated to the end.
pub fn decisions(
    scenario: &Scenario,
    sampling: &Sampling,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    check_effort(&scenario.sky, sampling.end)?;
    let timeline = Arc::new(build(scenario, sampling.end, progress)?);
    let decisions = decisions_table(&timeline, sampling, progress)?;
    let tables = vec![("decisions", decisions), ("links", links_table(&timeline, sampling))];
    Ok(Outcome { manifest: manifest(scenario, &timeline, sampling), tables, captures: vec![] })
}

fn build(
    scenario: &Scenario,
    end: SimTime,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Timeline, NoOutcome> {
    let built = Timeline::build_watched(&scenario.sky, end, &mut |fraction| {
        progress(BUILDING * fraction) == Control::Continue
    });
    built.map_err(NoOutcome::from)
}

fn manifest(scenario: &Scenario, timeline: &Timeline, sampling: &Sampling) -> serde_json::Value {
    json!({
        "scenario": scenario.resolved(),
        "satellites": timeline.sky().satellites(),
        "terminals": timeline.sky().terminals(),
        "nodes": timeline.nodes().iter().map(|node| &node.name).collect::<Vec<_>>(),
        "start_s": sampling.start.as_secs_f64(),
        "step_s": sampling.step.as_secs_f64(),
        "end_s": sampling.end.as_secs_f64(),
    })
}

/// The instants of a sampling; the request has limited their number.
fn instants(sampling: &Sampling) -> impl ExactSizeIterator<Item = SimTime> {
    (0..sampling.count() as usize).map(|number| sampling.instant(number as u64))
}

/// Reports the fraction done after the timeline; returns whether to go on.
fn goes_on(done: usize, instants: usize, progress: &mut dyn FnMut(f64) -> Control) -> bool {
    let share = done as f64 / instants.max(1) as f64;
    !done.is_multiple_of(16) || progress(BUILDING + (1.0 - BUILDING) * share) == Control::Continue
}

/// One row per instant and node with a location, in that order.
fn positions_table(
    scenario: &Scenario,
    timeline: &Timeline,
    sampling: &Sampling,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Table, NoOutcome> {
    let model = scenario.sky.geometry;
    let ellipsoid = Ellipsoid { radius_km: model.earth_radius_km, flattening: model.flattening };
    let sky = timeline.sky();
    let placed: Vec<u32> = (0..sky.satellites() + sky.terminals()).collect();
    let times = instants(sampling);
    let count = times.len();
    let rows = count * placed.len();
    let mut t_s = Vec::with_capacity(rows);
    let mut coordinates: [Vec<f64>; 6] = std::array::from_fn(|_| Vec::with_capacity(rows));
    for (done, t) in times.enumerate() {
        if !goes_on(done, count, progress) {
            return Err(NoOutcome::Stopped);
        }
        let phases = sky.phases(t);
        for &node in &placed {
            t_s.push(t.as_secs_f64());
            let xyz = cartesian(sky.ground_point(NodeId(node), &phases));
            let (latitude, longitude, altitude) = ellipsoid.geodetic(xyz);
            let values = [latitude, longitude, altitude, xyz[0], xyz[1], xyz[2]];
            for (column, value) in coordinates.iter_mut().zip(values) {
                column.push(value);
            }
        }
    }
    let names: Vec<&str> = timeline.nodes().iter().map(|node| node.name.as_str()).collect();
    let kind = |&node: &u32| match timeline.nodes()[node as usize].kind {
        NodeKind::Satellite { .. } => 0,
        NodeKind::Terminal => 1,
        NodeKind::Wired => 2,
    };
    let kinds: Vec<u32> = placed.iter().map(kind).collect();
    let [latitude_deg, longitude_deg, altitude_km, x_km, y_km, z_km] = coordinates;
    let rows = PositionsTable {
        t_s,
        node: Names::new(placed.repeat(count), &names),
        kind: Names::new(kinds.repeat(count), &["satellite", "terminal", "wired"]),
        latitude_deg,
        longitude_deg,
        altitude_km,
        x_km,
        y_km,
        z_km,
    };
    Ok(rows.into_table())
}

columns! {
    /// A row for each instant and node that has a location.
    pub(crate) struct PositionsTable "positions" {
        /// Time of the position.
        t_s: Vec<f64> as "s",
        /// Name of the node.
        node: Names,
        /// Kind of node: `satellite` or `terminal`.
        kind: Names,
        /// Geodetic latitude.
        latitude_deg: Vec<f64> as "deg",
        /// Longitude.
        longitude_deg: Vec<f64> as "deg",
        /// Height above the ellipsoid of the geometry.
        altitude_km: Vec<f64> as "km",
        /// Earth-fixed coordinate towards Greenwich.
        x_km: Vec<f64> as "km",
        /// Earth-fixed coordinate towards 90 deg east.
        y_km: Vec<f64> as "km",
        /// Earth-fixed coordinate towards north.
        z_km: Vec<f64> as "km",
    }
}

/// Earth-fixed coordinates, km: x towards Greenwich, z north.
fn cartesian(point: GroundPoint) -> [f64; 3] {
    let (sin_lat, cos_lat) = math::sin_cos(point.latitude_deg.to_radians());
    let (sin_lon, cos_lon) = math::sin_cos(point.longitude_deg.to_radians());
    [cos_lat * cos_lon, cos_lat * sin_lon, sin_lat].map(|share| share * point.radius_km)
}

/// Reference ellipsoid for the heights of a geometry mode.
#[derive(Clone, Copy, Debug)]
struct Ellipsoid {
    radius_km: f64,
    flattening: f64,
}

impl Ellipsoid {
    /// Geodetic latitude and longitude, deg, and height, km, of Earth-fixed coordinates, km (B.
    /// Bowring, Survey Review 23, 1976 and 28, 1985): within a micrometre from the ground to the
    /// Moon, as a test checks.
    fn geodetic(self, [x, y, z]: [f64; 3]) -> (f64, f64, f64) {
        let Self { radius_km: a, flattening: f } = self;
        let (b, e2) = (a * (1.0 - f), f * (2.0 - f));
        let from_axis = math::hypot(x, y);
        // Reduced latitude of the foot point: first as if on the ellipsoid, then improved once.
        let mut reduced = math::atan2(a * z, b * from_axis);
        let mut latitude = 0.0;
        for _ in 0..3 {
            let (sin, cos) = math::sin_cos(reduced);
            latitude = math::atan2(
                z + e2 / (1.0 - e2) * b * math::powi(sin, 3),
                from_axis - e2 * a * math::powi(cos, 3),
            );
            reduced = math::atan2((1.0 - f) * math::sin(latitude), math::cos(latitude));
        }
        let (sin, cos) = math::sin_cos(latitude);
        let height = from_axis * cos + z * sin - a * (1.0 - e2 * sin * sin).sqrt();
        (latitude.to_degrees(), math::atan2(y, x).to_degrees(), height)
    }
}

/// An interval in which a link is up.
struct LinkInterval {
    /// Index in `KINDS`.
    kind: u32,
    a: NodeId,
    b: NodeId,
    from: SimTime,
    until: SimTime,
}

/// Kinds of link by name.
const KINDS: [&str; 3] = ["isl", "gsl", "wire"];

columns! {
    /// A row for each link and interval in which it is up, in the order of nodes.
    pub(crate) struct LinkIntervalsTable "links" {
        /// Name of one endpoint.
        a: Names,
        /// Name of the other endpoint.
        b: Names,
        /// Kind of link: `isl`, `gsl` or `wire`.
        kind: Names,
        /// Start of the interval, clipped to the study's first instant.
        from_s: Vec<f64> as "s",
        /// End of the interval, clipped to the study's last instant.
        until_s: Vec<f64> as "s",
    }
}

/// One row per link and interval in which it is up, clipped to the sampling's time, in the order of
/// nodes.
fn links_table(timeline: &Timeline, sampling: &Sampling) -> Table {
    let spells = spells(timeline, sampling);
    let names: Vec<&str> = timeline.nodes().iter().map(|node| node.name.as_str()).collect();
    LinkIntervalsTable {
        a: Names::new(spells.iter().map(|spell| spell.a.0), &names),
        b: Names::new(spells.iter().map(|spell| spell.b.0), &names),
        kind: Names::new(spells.iter().map(|spell| spell.kind), &KINDS),
        from_s: spells.iter().map(|spell| spell.from.as_secs_f64()).collect(),
        until_s: spells.iter().map(|spell| spell.until.as_secs_f64()).collect(),
    }
    .into_table()
}

fn spells(timeline: &Timeline, sampling: &Sampling) -> Vec<LinkInterval> {
    let mut spells = Vec::new();
    let mut add = |kind, a, b, from: SimTime, until: SimTime| {
        let (from, until) = (from.max(sampling.start), until.min(sampling.end));
        if from < until {
            spells.push(LinkInterval { kind, a, b, from, until });
        }
    };
    for (isl, &(a, b)) in timeline.isl_pairs().iter().enumerate() {
        timeline.isl_spells(isl).for_each(|(from, until)| add(0, a, b, from, until));
    }
    let satellites = timeline.sky().satellites();
    for terminal in (satellites..satellites + timeline.sky().terminals()).map(NodeId) {
        for contact in timeline.contacts(terminal) {
            add(1, contact.satellite, terminal, contact.from, contact.until);
        }
    }
    for (wire, &(a, b, _)) in timeline.wires().iter().enumerate() {
        let on = timeline.wire_spells(wire);
        on.for_each(|(from, until)| add(2, a.min(b), a.max(b), from, until));
    }
    spells.sort_by_key(|spell| (spell.kind, spell.a, spell.b, spell.from));
    // A satellite that is taken again while it still delivers has not been left.
    spells.dedup_by(|next, last| {
        let goes_on =
            (next.kind, next.a, next.b) == (last.kind, last.a, last.b) && next.from <= last.until;
        if goes_on {
            last.until = last.until.max(next.until);
        }
        goes_on
    });
    spells
}

columns! {
    /// A row for each instant, node and terminal whose next hop changed since the previous instant;
    /// at the first instant, all of them. Nodes by number: satellites, terminals, wired ones.
    pub(crate) struct DecisionsTable "decisions" {
        /// Start of the decision's validity.
        t_ns: Vec<u64> as "ns",
        /// Number of the forwarding node.
        node: Vec<u64>,
        /// Number of the destination terminal.
        destination: Vec<u64>,
        /// Number of the next node; null if there is no route.
        next_hop: Vec<Option<u64>>,
    }
}

/// One row per instant, node and terminal whose next hop changed since the previous instant.
fn decisions_table(
    timeline: &Arc<Timeline>,
    sampling: &Sampling,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Table, NoOutcome> {
    let mut router = Router::new(timeline.clone());
    let satellites = timeline.sky().satellites();
    let terminals: Vec<NodeId> =
        (satellites..satellites + timeline.sky().terminals()).map(NodeId).collect();
    let nodes: Vec<NodeId> = (0..timeline.nodes().len() as u32).map(NodeId).collect();
    // What is known of each decision: the next hop, and until when it holds for certain.
    let mut known: Vec<Option<(Option<NodeId>, SimTime)>> =
        vec![None; nodes.len() * terminals.len()];
    let mut rows = DecisionsTable::default();
    let times = instants(sampling);
    let count = times.len();
    for (done, t) in times.enumerate() {
        if !goes_on(done, count, progress) {
            return Err(NoOutcome::Stopped);
        }
        for (row, &destination) in terminals.iter().enumerate() {
            for &node in nodes.iter().filter(|&&node| node != destination) {
                let known = &mut known[row * nodes.len() + node.index()];
                if known.is_some_and(|(_, until)| t < until) {
                    continue;
                }
                let choice = router.choose(node, destination, t);
                let before = known.replace((choice.next, choice.until));
                if before.is_none_or(|(hop, _)| hop != choice.next) {
                    rows.t_ns.push(t.as_nanos());
                    rows.node.push(u64::from(node.0));
                    rows.destination.push(u64::from(destination.0));
                    rows.next_hop.push(choice.next.map(|hop| u64::from(hop.0)));
                }
            }
        }
    }
    Ok(rows.into_table())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_constellation::ModelChoice;
    use skyseam_constellation::description::config::Point;
    use skyseam_constellation::geometry::{Geometry, GeometryModel};

    /// Goal: the inverse of the location. Method: there and back, near the ground and far from it.
    #[test]
    fn heights_and_latitudes_are_those_that_places_were_made_from() {
        for geometry in GeometryModel::BUILT_IN {
            let ellipsoid =
                Ellipsoid { radius_km: geometry.earth_radius_km, flattening: geometry.flattening };
            for latitude_deg in [-90.0, -56.7, 0.0, 0.001, 21.5, 45.0, 89.9999] {
                for altitude_m in [0.0, 12_000.0, 780_000.0, 384_400_000.0] {
                    // The spherical model has all places on the sphere, whatever their height.
                    let altitude_m = if *geometry == Geometry::NS2 { 0.0 } else { altitude_m };
                    let point = Point { latitude_deg, longitude_deg: 77.21, altitude_m };
                    let place = (geometry.place)(point);
                    let v = place.position.at((geometry.earth_rotation)().at(SimTime::ZERO));
                    let (latitude, longitude, height) = ellipsoid.geodetic([v.x, v.y, v.z]);
                    // ns-2 reads angles through 32-bit floats.
                    let single = if *geometry == Geometry::NS2 { 1e-5 } else { 1e-10 };
                    assert!((latitude - latitude_deg).abs() < single, "{latitude} {latitude_deg}");
                    let at_pole = latitude_deg == -90.0;
                    assert!(at_pole || (longitude - 77.21).abs() < single, "{longitude}");
                    assert!((height - altitude_m / 1000.0).abs() < 1e-6, "{height} km");
                }
            }
        }
    }
}
