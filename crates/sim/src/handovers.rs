//! The table `handovers` of a run: when each terminal's satellite became another, and why.
//!
//! What counts as one is `constellation`'s matter; a delay study counts the same.

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::{Handover, NodeKind, Timeline, handovers_of};
use skyseam_trace::{Column, Table, Values};

use crate::delay::{cause_index, cause_names};

/// One row per change after `start` and before `end`, in order of time.
pub(crate) fn table(timeline: &Timeline, start: SimTime, end: SimTime, names: &[String]) -> Table {
    let nodes = (0..).map(NodeId).zip(timeline.nodes());
    let terminals = nodes.filter(|(_, node)| matches!(node.kind, NodeKind::Terminal));
    let mut rows: Vec<(NodeId, Handover)> = terminals
        .flat_map(|(id, _)| handovers_of(timeline, id, start, end).map(move |change| (id, change)))
        .collect();
    rows.sort_by_key(|(terminal, change)| (change.at, *terminal));
    let named = |name, of: &dyn Fn(&(NodeId, Handover)) -> Option<NodeId>| {
        let indices = rows.iter().map(|row| of(row).map_or(u32::MAX, |node| node.0)).collect();
        Column { name, values: Values::Names { indices, names: names.to_vec() } }
    };
    let causes = rows.iter().map(|(_, change)| cause_index(change.cause)).collect();
    Table::new(vec![
        Column {
            name: "t_s",
            values: Values::F64(rows.iter().map(|(_, change)| change.at.as_secs_f64()).collect()),
        },
        named("terminal", &|row| Some(row.0)),
        Column { name: "cause", values: Values::Names { indices: causes, names: cause_names() } },
        named("from", &|row| row.1.left),
        named("to", &|row| row.1.taken),
    ])
}
