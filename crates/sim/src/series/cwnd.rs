//! The series `cwnd`: the congestion window of each sender.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Recording, RunEnd, Series, Table, TableSpec, columns, rows_are_final,
    thinned,
};

columns! {
    /// A row whenever one of the values changes; for the stacks `rfc`, `ns2` and `bsd`, when the
    /// window or the threshold does.
    pub(super) struct Cwnd "cwnd" {
        /// Time of the change.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Congestion window.
        cwnd_bytes: Vec<u64> as "B",
        /// Slow-start threshold; null before the first loss.
        ssthresh_bytes: Vec<f64> as "B",
        /// Payload that was sent and is neither acknowledged nor known to be lost.
        in_flight_bytes: Vec<u64> as "B",
    }
}

impl Series for Cwnd {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "congestion window and bytes in flight";
    const EVENTS: Events = Events::CONGESTION;
}

impl Recording for Cwnd {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Congestion { flow, cwnd, ssthresh, in_flight } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.cwnd_bytes.push(cwnd);
        self.ssthresh_bytes.push(if ssthresh == u64::MAX { f64::NAN } else { ssthresh as f64 });
        self.in_flight_bytes.push(in_flight);
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    fn so_far(&self, _: &RunEnd<'_>) -> Option<Table> {
        let some = Self {
            t_s: thinned(&self.t_s),
            flow: thinned(&self.flow),
            cwnd_bytes: thinned(&self.cwnd_bytes),
            ssthresh_bytes: thinned(&self.ssthresh_bytes),
            in_flight_bytes: thinned(&self.in_flight_bytes),
        };
        Some(Columns::into_table(some))
    }

    rows_are_final!();
}
