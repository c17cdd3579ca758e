//! The series `class_packets`: each packet that left a queue with classes, and its wait there.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec, columns,
    rows_are_final,
};

columns! {
    /// A row for each packet that was sent from a queue with classes of traffic.
    pub(super) struct ClassPackets "class_packets" {
        /// Start of the transmission.
        t_s: Vec<f64> as "s",
        /// Name of the link.
        link: Names,
        /// Number of the class in `classes` of the queue, from 0.
        class: Vec<u64>,
        /// Size including framing.
        frame_bytes: Vec<u64> as "B",
        /// Time in the queue.
        wait_ms: Vec<f64> as "ms",
    }
}

impl Series for ClassPackets {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "every packet of a queue with classes: its class and its wait";
    const EVENTS: Events = Events::CLASS_SERVED;
}

impl Recording for ClassPackets {
    fn record(&mut self, _: SimTime, event: &Event<'_>) {
        let Event::ClassServed { link, class, bytes, arrived, start } = *event else { return };
        self.t_s.push(start.as_secs_f64());
        self.link.indices.push(link);
        self.class.push(u64::from(class));
        self.frame_bytes.push(u64::from(bytes));
        self.wait_ms.push(start.saturating_since(arrived).as_millis_f64());
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.link.names = end.links.to_vec();
        Columns::into_table(*self)
    }

    rows_are_final!();
}
