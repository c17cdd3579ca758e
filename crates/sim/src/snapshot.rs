//! The sky at one instant: where everything stands, and which links are on.

use serde_json::json;
use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::{GroundPoint, NodeKind, Timeline};
use skyseam_scenario::Scenario;
use skyseam_trace::{Column, Table, Values};

use crate::run::{NoOutcome, Outcome};

/// Positions and links at `t`: tables `nodes` and `links`.
///
/// # Errors
/// Where a satellite cannot be followed so long.
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

/// One row per node; a wired node has no place.
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
        Values::F64(points.iter().map(|p| p.as_ref().map_or(f64::NAN, value)).collect())
    };
    let orbital = |value: fn(u32, u32, u32) -> u32| {
        let of = |&(_, kind): &(NodeId, NodeKind)| match kind {
            NodeKind::Satellite { shell, plane, index } => {
                Some(u64::from(value(shell, plane, index)))
            }
            _ => None,
        };
        Values::OptionalU64(nodes.iter().map(of).collect())
    };
    let kind = |&(_, kind): &(NodeId, NodeKind)| match kind {
        NodeKind::Satellite { .. } => 0,
        NodeKind::Terminal => 1,
        NodeKind::Wired => 2,
    };
    let northbound = |&(id, _): &(NodeId, NodeKind)| {
        timeline.is_satellite(id) && timeline.sky().moves_north(id, t)
    };
    let names = timeline.nodes().iter().map(|node| node.name.clone()).collect();
    let column = |name, values| Column { name, values };
    Table::new(vec![
        column(
            "node",
            Values::Names { indices: nodes.iter().map(|(id, _)| id.0).collect(), names },
        ),
        column(
            "kind",
            Values::Names {
                indices: nodes.iter().map(kind).collect(),
                names: ["satellite", "terminal", "wired"].map(String::from).into(),
            },
        ),
        column("latitude_deg", coordinate(|p| p.latitude_deg)),
        column("longitude_deg", coordinate(|p| p.longitude_deg)),
        column("radius_km", coordinate(|p| p.radius_km)),
        column("shell", orbital(|shell, _, _| shell)),
        column("plane", orbital(|_, plane, _| plane)),
        column("index", orbital(|_, _, index| index)),
        column("northbound", Values::Bool(nodes.iter().map(northbound).collect())),
    ])
}

/// One row per pair of nodes that are linked at `t`.
fn links_table(timeline: &Timeline, t: SimTime) -> Table {
    let terminals = (0..timeline.nodes().len() as u32)
        .map(NodeId)
        .filter(|id| matches!(timeline.nodes()[id.index()].kind, NodeKind::Terminal));
    let isls = timeline.isl_pairs().iter().filter(|&&(a, b)| timeline.is_linked(a, b, t));
    let mut links: Vec<(NodeId, NodeId, u32)> = isls.map(|&(a, b)| (a, b, 0)).collect();
    links.extend(terminals.flat_map(|id| timeline.satellites_of(id, t).map(move |s| (s, id, 1))));
    links.extend(timeline.wires().iter().map(|&(a, b, _)| (a, b, 2)));
    let names: Vec<String> = timeline.nodes().iter().map(|node| node.name.clone()).collect();
    let ends = |end: fn(&(NodeId, NodeId, u32)) -> NodeId| Values::Names {
        indices: links.iter().map(|link| end(link).0).collect(),
        names: names.clone(),
    };
    let delay = |&(a, b, _): &(NodeId, NodeId, u32)| timeline.propagation(a, b, t).as_millis_f64();
    let column = |name, values| Column { name, values };
    Table::new(vec![
        column("a", ends(|link| link.0)),
        column("b", ends(|link| link.1)),
        column(
            "kind",
            Values::Names {
                indices: links.iter().map(|link| link.2).collect(),
                names: ["isl", "gsl", "wire"].map(String::from).into(),
            },
        ),
        column("delay_ms", Values::F64(links.iter().map(delay).collect())),
    ])
}
