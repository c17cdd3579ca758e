//! The table `delayed_acks`: each ACK that a receiver held back, and for how long.

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_trace::{AckRelease, Column, Table, Values};

/// The rows.
#[derive(Debug, Default)]
pub(crate) struct DelayedAcks {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    wait_ms: Vec<f64>,
    released_by: Vec<u32>,
}

impl DelayedAcks {
    /// An ACK of `flow` left that had been held back for `waited`.
    pub fn note(&mut self, now: SimTime, flow: FlowId, waited: Duration, released_by: AckRelease) {
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.wait_ms.push(waited.as_millis_f64());
        self.released_by.push(released_by as u32);
    }

    /// The table.
    pub fn into_table(self) -> Table {
        let column = |name, values| Column { name, values };
        let names = AckRelease::ALL.iter().map(|by| by.name().to_owned()).collect();
        Table::new(vec![
            column("t_s", Values::F64(self.t_s)),
            column("flow", Values::U64(self.flow)),
            column("wait_ms", Values::F64(self.wait_ms)),
            column("released_by", Values::Names { indices: self.released_by, names }),
        ])
    }
}
