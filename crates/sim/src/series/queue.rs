//! The series `queue`: number of packets waiting before each link.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec, columns,
};

columns! {
    /// A row whenever the number of packets waiting before a link changes.
    struct Lengths "queue" {
        /// Time of the change.
        t_s: Vec<f64> as "s",
        /// Name of the link.
        link: Names,
        /// Number of waiting packets, excluding the one being sent.
        queue_packets: Vec<u64>,
    }
}

/// The changes of queue lengths that are not rows yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    /// Time up to which waits have been recorded.
    told: SimTime,
    /// Beginning and end of each wait: time, whether a packet enters, and link. For links whose
    /// packets' departures are not known at arrival, both are recorded at the end.
    changes: Vec<(SimTime, bool, u32)>,
    /// Number of packets waiting before each link after the rows that were taken out.
    waiting: Vec<u64>,
}

impl Series for Queue {
    const TABLE: TableSpec = Lengths::SPEC;
    const SUMMARY: &'static str = "packets waiting before a link, whenever their number changes";
    const EVENTS: Events = Events::WAITED;
}

impl Queue {
    /// Converts the changes for which `is_over` holds into rows; the others stay.
    fn rows(&mut self, end: &RunEnd<'_>, is_over: impl Fn(SimTime) -> bool) -> Table {
        let all = std::mem::take(&mut self.changes).into_iter();
        let (mut over, rest): (Vec<_>, Vec<_>) = all.partition(|&(at, ..)| is_over(at));
        self.changes = rest;
        // A packet whose turn comes leaves before one that arrives at the same instant enters.
        over.sort_unstable();
        self.waiting.resize(end.links.len(), 0);
        let mut rows = Lengths::default();
        for (at, enters, link) in over {
            let length = &mut self.waiting[link as usize];
            *length = if enters { *length + 1 } else { *length - 1 };
            rows.t_s.push(at.as_secs_f64());
            rows.link.indices.push(link);
            rows.queue_packets.push(*length);
        }
        rows.link.names = end.links.to_vec();
        rows.into_table()
    }
}

impl Recording for Queue {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Waited { link, until } = *event else { return };
        self.told = self.told.max(now);
        self.changes.extend([(now, true, link), (until, false, link)]);
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.rows(end, |at| at <= end.at)
    }

    /// Partial table. Rows cannot be thinned because each depends on all previous waits; returns
    /// `None` if there are too many.
    fn so_far(&self, end: &RunEnd<'_>) -> Option<Table> {
        (self.changes.len() <= MAX_CHANGES_SO_FAR).then(|| Box::new(self.clone()).into_table(end))
    }

    /// Waits are recorded in the order in which they begin, so that rows before the last beginning
    /// are final. The collector does not call this if they are recorded at their end.
    fn rows_ready(&self) -> usize {
        self.changes.iter().filter(|&&(at, ..)| at < self.told).count()
    }

    fn rows_held(&self) -> usize {
        self.changes.len()
    }

    fn take_rows(&mut self, end: &RunEnd<'_>) -> Table {
        let told = self.told;
        self.rows(end, |at| at < told)
    }
}

/// Maximum number of changes to sort, which takes some tens of milliseconds.
const MAX_CHANGES_SO_FAR: usize = 600_000;

#[cfg(test)]
mod tests {
    use skyseam_base::RandomStream;
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
        assert_eq!(table.column("queue_packets"), Some(&Values::U64(vec![1, 2, 1, 2, 1])));
    }

    /// Goal: rows that are taken out during the run are those that are made at the end. Method:
    /// random waits before two links, many of which begin and end at the same instants; rows are
    /// taken after every third.
    #[test]
    fn rows_taken_in_between_are_those_of_the_end() {
        let links = ["a -> b".to_owned(), "b -> a".to_owned()];
        let end = RunEnd { at: SimTime::from_secs(95), nodes: &[], links: &links, receivers: &[] };
        let mut random = RandomStream::new(7, "waits");
        let (mut kept, mut taken) = (Queue::default(), Queue::default());
        let mut rows = Table::default();
        let mut pieces = 0;
        let mut now = 0;
        for number in 0..300u32 {
            now = (now + random.next_u64() % 2).min(94);
            let until = SimTime::from_secs(now + 1 + random.next_u64() % 9);
            let wait = Event::Waited { link: number % 2, until };
            kept.record(SimTime::from_secs(now), &wait);
            taken.record(SimTime::from_secs(now), &wait);
            if number % 3 == 0 && taken.rows_ready() > 0 {
                pieces += 1;
                let ready = taken.rows_ready();
                let piece = taken.take_rows(&end);
                assert_eq!((piece.rows(), taken.rows_ready()), (ready, 0));
                rows.append(piece);
            }
        }
        rows.append(Box::new(taken).into_table(&end));
        assert!(pieces > 50, "{pieces}");
        assert_eq!(rows, Box::new(kept).into_table(&end));
    }
}
