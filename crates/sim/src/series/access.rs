//! The series `access`: requests, grants and use of slots by terminals that share a carrier.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec, columns,
    rows_are_final,
};

columns! {
    /// A row for each request, collision and grant on a link with
    /// [access](models/access.md).
    pub(super) struct Access "access" {
        /// Time of the step: for a request or collision in contention the beginning of the frame,
        /// for a grant the beginning of the burst or, if nothing waited, of the frame.
        t_s: Vec<f64> as "s",
        /// Name of the link.
        link: Names,
        /// Kind of step: `request`, received by the controller; `collision`, a request that was
        /// not; `grant`.
        step: Names,
        /// Slots requested, or granted.
        slots: Vec<u64>,
        /// Bytes sent in a grant.
        used_bytes: Vec<u64> as "B",
    }
}

impl Series for Access {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "requests, collisions and grants of terminals that share a \
                                   carrier";
    const EVENTS: Events = Events::ACCESSED;
}

impl Recording for Access {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Accessed { link, step, slots, bytes } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.link.indices.push(link);
        self.step.push(step.name());
        self.slots.push(u64::from(slots));
        self.used_bytes.push(bytes);
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.link.names = end.links.to_vec();
        Columns::into_table(*self)
    }

    rows_are_final!();
}
