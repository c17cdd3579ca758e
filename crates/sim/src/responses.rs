//! The table `responses`: each request that was answered in full, and when.

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Column, Table, Values};

/// The rows.
#[derive(Debug, Default)]
pub(crate) struct Responses {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    number: Vec<u64>,
    asked_s: Vec<f64>,
    bytes: Vec<u64>,
}

impl Responses {
    /// Request `number` of `flow`, written at `asked`, has its answer of `bytes`.
    pub fn note(&mut self, now: SimTime, flow: FlowId, number: u32, asked: SimTime, bytes: u64) {
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.number.push(u64::from(number));
        self.asked_s.push(asked.as_secs_f64());
        self.bytes.push(bytes);
    }

    /// The table, where anything was answered.
    pub fn into_table(self) -> Option<Table> {
        let column = |name, values| Column { name, values };
        (!self.t_s.is_empty()).then(|| {
            Table::new(vec![
                column("t_s", Values::F64(self.t_s)),
                column("flow", Values::U64(self.flow)),
                column("number", Values::U64(self.number)),
                column("asked_s", Values::F64(self.asked_s)),
                column("bytes", Values::U64(self.bytes)),
            ])
        })
    }
}
