//! The series `rtt`: round-trip samples.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Recording, RunEnd, Series, Table, TableSpec, columns, rows_are_final,
    thinned,
};

columns! {
    /// A row for each round-trip sample of a sender, and for each reply to a ping.
    pub(super) struct Rtt "rtt" {
        /// Time of the sample.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Sampled round-trip time.
        rtt_ms: Vec<f64> as "ms",
        /// Smoothed round-trip time after the sample; for a ping the sample itself.
        srtt_ms: Vec<f64> as "ms",
    }
}

impl Series for Rtt {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "round-trip samples";
    const EVENTS: Events = Events::ROUND_TRIP;
}

impl Recording for Rtt {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::RoundTrip { flow, sample, smoothed } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.rtt_ms.push(sample.as_millis_f64());
        self.srtt_ms.push(smoothed.as_millis_f64());
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    fn so_far(&self, _: &RunEnd<'_>) -> Option<Table> {
        let some = Self {
            t_s: thinned(&self.t_s),
            flow: thinned(&self.flow),
            rtt_ms: thinned(&self.rtt_ms),
            srtt_ms: thinned(&self.srtt_ms),
        };
        Some(Columns::into_table(some))
    }

    rows_are_final!();
}
