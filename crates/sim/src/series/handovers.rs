//! The series `handovers`: when each terminal's satellite changed, and why.
//!
//! `constellation` defines handovers; delay studies count the same ones.

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::{Handover, NodeKind, Timeline, handovers_of};
use skyseam_trace::{
    Columns, Event, Events, Names, Recorder, Recording, RunEnd, Series, Table, TableSpec, columns,
};

columns! {
    /// A row for each change of a terminal's satellite, counted as in
    /// [delay studies](models/handover.md#how-handovers-are-counted).
    pub(super) struct Handovers "handovers" {
        /// Time of the change.
        t_s: Vec<f64> as "s",
        /// Name of the terminal.
        terminal: Names,
        /// Cause of the change.
        cause: Names,
        /// Previous satellite; null at a recovery.
        from: Names,
        /// New satellite; null at an outage.
        to: Names,
    }
}

impl Series for Handovers {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "every change of a terminal's satellite";
    const EVENTS: Events = Events::HANDED_OVER;
}

impl Recording for Handovers {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::HandedOver { terminal, cause, from, to } = *event else { return };
        let number = |node: Option<NodeId>| node.map_or(u32::MAX, |node| node.0);
        self.t_s.push(now.as_secs_f64());
        self.terminal.indices.push(terminal.0);
        self.cause.push(cause);
        self.from.indices.push(number(from));
        self.to.indices.push(number(to));
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        for column in [&mut self.terminal, &mut self.from, &mut self.to] {
            column.names = end.nodes.to_vec();
        }
        Columns::into_table(*self)
    }
}

/// Records every handover after `start` and before `end`, in order of time.
pub(crate) fn state(
    timeline: &Timeline,
    start: SimTime,
    end: SimTime,
    recorder: &mut dyn Recorder,
) {
    let nodes = (0..).map(NodeId).zip(timeline.nodes());
    let terminals = nodes.filter(|(_, node)| matches!(node.kind, NodeKind::Terminal));
    let mut changes: Vec<(NodeId, Handover)> = terminals
        .flat_map(|(id, _)| handovers_of(timeline, id, start, end).map(move |change| (id, change)))
        .collect();
    changes.sort_by_key(|(terminal, change)| (change.at, *terminal));
    for (terminal, change) in changes {
        let Handover { at, cause, left, taken, .. } = change;
        let (cause, from, to) = (cause.name(), left, taken);
        recorder.record(at, Event::HandedOver { terminal, cause, from, to });
    }
}
