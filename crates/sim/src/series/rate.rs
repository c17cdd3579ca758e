//! The series `rate`: delivery rate, and the sender's pacing rate.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Recording, RunEnd, Series, Table, TableSpec, columns, rows_are_final,
};

columns! {
    /// A row for each delivery-rate sample, of payload, that the stack `linux` takes.
    pub(super) struct Rate "rate" {
        /// Time of the sample.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Delivery rate.
        delivery_rate_bps: Vec<f64> as "bit/s",
        /// Whether the sample is too low because the application had no more data to send.
        app_limited: Vec<bool>,
        /// Pacing rate; null if the sender is not paced.
        pacing_rate_bps: Vec<f64> as "bit/s",
    }
}

impl Series for Rate {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "delivery rate samples and pacing rate";
    const EVENTS: Events = Events::RATE;
}

impl Recording for Rate {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Rate { flow, delivered, app_limited, pacing } = *event else { return };
        let bits = |rate: u64| rate as f64 * 8.0;
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.delivery_rate_bps.push(bits(delivered));
        self.app_limited.push(app_limited);
        self.pacing_rate_bps.push(pacing.map_or(f64::NAN, bits));
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    rows_are_final!();
}
