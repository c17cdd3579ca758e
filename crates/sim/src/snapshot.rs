//! The constellation at one instant: all positions, and the links that are up.

use serde_json::json;
use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::{GroundPoint, NodeKind, Timeline};
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, Names, Table, columns};

use crate::run::{NoOutcome, Outcome};

/// Positions and links at `t`: tables `nodes` and `links`.
///
/// # Errors
/// If a satellite cannot be propagated that long.
pub fn snapshot(scenario: &Scenario, t: SimTime) -> Result<Outcome, NoOutcome> {
    let timeline = Timeline::build_watched(&scenario.sky, t, &mut |_| true)?;
    let manifest = json!({
        "scenario": scenario.resolved(),
        "t_s": t.as_secs_f64(),
        "satellites": timeline.sky().satellites(),
    });
    let tables = vec![("nodes", nodes_table(&timeline, t)), ("links", links_table(&timeline, t))];
    Ok(Outcome { manifest, tables, captures: vec![] })
}

columns! {
    /// A row for each node; a wired node has no location.
    pub(crate) struct NodesTable "nodes" {
        /// Name of the node.
        node: Names,
        /// Kind of node: `satellite`, `terminal` or `wired`.
        kind: Names,
        /// Geocentric latitude.
        latitude_deg: Vec<f64> as "deg",
        /// Longitude.
        longitude_deg: Vec<f64> as "deg",
        /// Distance from the Earth's centre.
        radius_km: Vec<f64> as "km",
        /// Number of the satellite's shell, from 0.
        shell: Vec<Option<u64>>,
        /// Number of the plane in the shell, from 0.
        plane: Vec<Option<u64>>,
        /// Number of the satellite in the plane, from 0.
        index: Vec<Option<u64>>,
        /// Whether the node is a satellite that moves north.
        northbound: Vec<bool>,
    }
}

/// One row per node.
fn nodes_table(timeline: &Timeline, t: SimTime) -> Table {
    let phases = timeline.sky().phases(t);
    let nodes: Vec<(NodeId, NodeKind)> =
        (0..).map(NodeId).zip(timeline.nodes().iter().map(|node| node.kind)).collect();
    let point = |&(id, kind): &(NodeId, NodeKind)| match kind {
        NodeKind::Wired => None,
        _ => Some(timeline.sky().ground_point(id, &phases)),
    };
    let points: Vec<Option<GroundPoint>> = nodes.iter().map(point).collect();
    let coordinate = |value: fn(&GroundPoint) -> f64| {
        points.iter().map(|p| p.as_ref().map_or(f64::NAN, value)).collect()
    };
    let orbital = |value: fn(u32, u32, u32) -> u32| {
        let of = |&(_, kind): &(NodeId, NodeKind)| match kind {
            NodeKind::Satellite { shell, plane, index } => {
                Some(u64::from(value(shell, plane, index)))
            }
            _ => None,
        };
        nodes.iter().map(of).collect()
    };
    let kind = |&(_, kind): &(NodeId, NodeKind)| match kind {
        NodeKind::Satellite { .. } => 0,
        NodeKind::Terminal => 1,
        NodeKind::Wired => 2,
    };
    let northbound = |&(id, _): &(NodeId, NodeKind)| {
        timeline.is_satellite(id) && timeline.sky().moves_north(id, t)
    };
    let names: Vec<&str> = timeline.nodes().iter().map(|node| node.name.as_str()).collect();
    NodesTable {
        node: Names::new(nodes.iter().map(|(id, _)| id.0), &names),
        kind: Names::new(nodes.iter().map(kind), &["satellite", "terminal", "wired"]),
        latitude_deg: coordinate(|p| p.latitude_deg),
        longitude_deg: coordinate(|p| p.longitude_deg),
        radius_km: coordinate(|p| p.radius_km),
        shell: orbital(|shell, _, _| shell),
        plane: orbital(|_, plane, _| plane),
        index: orbital(|_, _, index| index),
        northbound: nodes.iter().map(northbound).collect(),
    }
    .into_table()
}

columns! {
    /// A row for each pair of nodes that are linked.
    pub(crate) struct LinksTable "links" {
        /// Name of one endpoint.
        a: Names,
        /// Name of the other endpoint.
        b: Names,
        /// Kind of link: `isl`, `gsl` or `wire`.
        kind: Names,
        /// Propagation delay.
        delay_ms: Vec<f64> as "ms",
    }
}

/// One row per pair of nodes that are linked at `t`.
fn links_table(timeline: &Timeline, t: SimTime) -> Table {
    let terminals = (0..timeline.nodes().len() as u32)
        .map(NodeId)
        .filter(|id| matches!(timeline.nodes()[id.index()].kind, NodeKind::Terminal));
    let isls = timeline.isl_pairs().iter().filter(|&&(a, b)| timeline.is_linked(a, b, t));
    let mut links: Vec<(NodeId, NodeId, u32)> = isls.map(|&(a, b)| (a, b, 0)).collect();
    links.extend(terminals.flat_map(|id| timeline.satellites_of(id, t).map(move |s| (s, id, 1))));
    let wires = timeline.wires().iter().filter(|&&(a, b, _)| timeline.is_linked(a, b, t));
    links.extend(wires.map(|&(a, b, _)| (a, b, 2)));
    let names: Vec<&str> = timeline.nodes().iter().map(|node| node.name.as_str()).collect();
    let delay = |&(a, b, _): &(NodeId, NodeId, u32)| timeline.propagation(a, b, t).as_millis_f64();
    LinksTable {
        a: Names::new(links.iter().map(|link| link.0.0), &names),
        b: Names::new(links.iter().map(|link| link.1.0), &names),
        kind: Names::new(links.iter().map(|link| link.2), &["isl", "gsl", "wire"]),
        delay_ms: links.iter().map(delay).collect(),
    }
    .into_table()
}
