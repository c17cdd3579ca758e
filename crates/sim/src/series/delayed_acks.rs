//! The series `delayed_acks`: each ACK that a receiver delayed, and its delay.

use skyseam_base::SimTime;
use skyseam_trace::{
    AckRelease, Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec,
    columns, rows_are_final,
};

columns! {
    /// A row for each ACK that a receiver delayed ([delayed ACKs](models/delayed_ack.md)).
    pub(super) struct DelayedAcks "delayed_acks" {
        /// Time of sending.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Time that the first segment it acknowledges had waited.
        wait_ms: Vec<f64> as "ms",
        /// Trigger of the ACK: `second_segment`, `timer`, `gap` or `other`.
        released_by: Names,
    }
}

impl Series for DelayedAcks {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str =
        "every delayed ACK: waiting time of the first segment, and cause of the release";
    const EVENTS: Events = Events::ACK_DELAYED;
}

impl Recording for DelayedAcks {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::AckDelayed { flow, waited, released_by } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.wait_ms.push(waited.as_millis_f64());
        self.released_by.indices.push(released_by as u32);
    }

    fn into_table(mut self: Box<Self>, _: &RunEnd<'_>) -> Table {
        self.released_by.names = AckRelease::ALL.map(|by| by.name().to_owned()).to_vec();
        Columns::into_table(*self)
    }

    rows_are_final!();
}
