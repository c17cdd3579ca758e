//! The series `queue`: how many packets wait before each link.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec, columns,
};

columns! {
    /// A row whenever the number of packets waiting before a link changes.
    struct Lengths "queue" {
        /// When it changed.
        t_s: Vec<f64> as "s",
        /// Name of the link.
        link: Names,
        /// Packets waiting, the one being sent not counted.
        waiting_packets: Vec<u64>,
    }
}

/// Waits: from when until when, and before which link.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(Vec<(SimTime, SimTime, u32)>);

impl Series for Queue {
    const TABLE: TableSpec = Lengths::SPEC;
    const SUMMARY: &'static str = "packets waiting before a link, whenever their number changes";
    const EVENTS: Events = Events::WAITED;
}

impl Recording for Queue {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Waited { link, until } = *event else { return };
        self.0.push((now, until, link));
    }

    fn into_table(self: Box<Self>, end: &RunEnd<'_>) -> Table {
        // A packet whose turn comes leaves before one that arrives at the same instant enters.
        let waits = self.0.into_iter();
        let mut changes: Vec<(SimTime, bool, u32)> = waits
            .flat_map(|(from, until, link)| [(from, true, link), (until, false, link)])
            .filter(|&(at, ..)| at <= end.at)
            .collect();
        changes.sort();
        let mut waiting = vec![0u64; end.links.len()];
        let mut rows = Lengths::default();
        for (at, enters, link) in changes {
            let length = &mut waiting[link as usize];
            *length = if enters { *length + 1 } else { *length - 1 };
            rows.t_s.push(at.as_secs_f64());
            rows.link.indices.push(link);
            rows.waiting_packets.push(*length);
        }
        rows.link.names = end.links.to_vec();
        rows.into_table()
    }

    /// All waits make the lengths, so that none can be left out: too many are not told.
    fn so_far(&self, end: &RunEnd<'_>) -> Option<Table> {
        (self.0.len() <= MOST_WAITS_SO_FAR).then(|| Box::new(self.clone()).into_table(end))
    }
}

/// Sorting these takes some tens of milliseconds.
const MOST_WAITS_SO_FAR: usize = 300_000;

#[cfg(test)]
mod tests {
    use skyseam_trace::Values;

    use super::*;

    #[test]
    fn a_queue_gets_longer_and_shorter() {
        let mut queue = Queue::default();
        let at = SimTime::from_secs;
        let mut wait = |from, until| {
            queue.record(at(from), &Event::Waited { link: 0, until: at(until) });
        };
        wait(0, 2);
        wait(1, 4);
        wait(2, 9); // its turn comes after the end
        let links = ["a -> b".to_owned()];
        let end = RunEnd { at: at(5), nodes: &[], links: &links, receivers: &[] };
        let table = Box::new(queue).into_table(&end);
        assert_eq!(table.column("t_s"), Some(&Values::F64(vec![0.0, 1.0, 2.0, 2.0, 4.0])));
        assert_eq!(table.column("waiting_packets"), Some(&Values::U64(vec![1, 2, 1, 2, 1])));
    }
}
