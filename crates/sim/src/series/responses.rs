//! The table `responses`: each request whose response was received completely, and its time. A run
//! has the table if there is such a response.

use skyseam_base::SimTime;
use skyseam_trace::{Columns, Event, Recording, RunEnd, Table, columns, rows_are_final};

columns! {
    /// A row for each request whose response was received completely
    /// ([applications](models/applications.md)).
    pub(crate) struct Responses "responses" {
        /// Time when the response was complete.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Number of the request in its flow, from 0.
        number: Vec<u64>,
        /// Time of the request.
        requested_s: Vec<f64> as "s",
        /// Bytes of the response.
        bytes: Vec<u64> as "B",
    }
}

impl Responses {
    /// Whether no request was answered.
    pub fn is_empty(&self) -> bool {
        self.t_s.is_empty()
    }
}

impl Recording for Responses {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Responded { flow, number, asked, bytes } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.number.push(u64::from(number));
        self.requested_s.push(asked.as_secs_f64());
        self.bytes.push(bytes);
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    rows_are_final!();
}
