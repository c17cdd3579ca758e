//! The table `throughput`: arrivals of each flow in bins of time, if the scenario gives their width
//! (`run.throughput_bin`).

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_trace::{Columns, Event, Events, Recording, RunEnd, Table, columns};

columns! {
    /// A row for each flow and bin, from the first arrival of the flow to its last, including empty
    /// bins.
    pub(super) struct Rows "throughput" {
        /// Start of the bin.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Rate at which IP packets of the sender reached the receiver's node.
        throughput_bps: Vec<f64> as "bit/s",
        /// Rate at which payload arrived in order, counted once.
        goodput_bps: Vec<f64> as "bit/s",
    }
}

/// Bytes that arrived in each bin of time, for one flow.
#[derive(Clone, Debug, Default)]
struct Bins {
    first: u64,
    arrived: Vec<u64>,
    delivered: Vec<u64>,
}

/// Bytes that arrived, by flow.
#[derive(Clone, Debug)]
pub(crate) struct Throughput {
    width: Duration,
    flows: Vec<Bins>,
}

impl Throughput {
    /// Event kinds that it receives.
    pub const EVENTS: Events = Events::ARRIVED.and(Events::DELIVERED);

    /// An empty recording with bins of this width.
    pub fn new(width: Duration) -> Self {
        Self { width, flows: Vec::new() }
    }

    fn bin(&mut self, now: SimTime, flow: FlowId) -> (&mut Bins, usize) {
        let number = now.as_nanos() / self.width.as_nanos();
        if self.flows.len() <= flow.index() {
            self.flows.resize(flow.index() + 1, Bins::default());
        }
        let bins = &mut self.flows[flow.index()];
        if bins.arrived.is_empty() {
            bins.first = number;
        }
        let index = (number - bins.first) as usize;
        if bins.arrived.len() <= index {
            bins.arrived.resize(index + 1, 0);
            bins.delivered.resize(index + 1, 0);
        }
        (bins, index)
    }
}

impl Recording for Throughput {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        match *event {
            Event::Arrived { packet } => {
                let (bins, index) = self.bin(now, packet.flow);
                bins.arrived[index] += u64::from(packet.size);
            }
            Event::Delivered { flow, bytes } => {
                let (bins, index) = self.bin(now, flow);
                bins.delivered[index] += bytes;
            }
            _ => {}
        }
    }

    fn rows_held(&self) -> usize {
        self.flows.iter().map(|bins| bins.arrived.len()).sum()
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        let mut rows = Rows::default();
        let per_second = |bytes: u64| bytes as f64 * 8.0 / self.width.as_secs_f64();
        for (number, bins) in self.flows.iter().enumerate() {
            for i in 0..bins.arrived.len() {
                rows.t_s.push(((bins.first + i as u64) * self.width.as_nanos()) as f64 / 1e9);
                rows.flow.push(number as u64);
                rows.throughput_bps.push(per_second(bins.arrived[i]));
                rows.goodput_bps.push(per_second(bins.delivered[i]));
            }
        }
        rows.into_table()
    }

    fn so_far(&self, end: &RunEnd<'_>) -> Option<Table> {
        Some(Box::new(self.clone()).into_table(end))
    }
}

#[cfg(test)]
mod tests {
    use skyseam_trace::Values;

    use super::*;

    #[test]
    fn a_bin_without_arrivals_is_a_row_of_zero() {
        let mut throughput = Throughput::new(Duration::from_secs(1));
        let mut deliver = |at, bytes| {
            let event = Event::Delivered { flow: FlowId(0), bytes };
            throughput.record(SimTime::from_secs(at), &event);
        };
        deliver(5, 1000);
        deliver(7, 500);
        let end = RunEnd { at: SimTime::MAX, nodes: &[], links: &[], receivers: &[] };
        let table = Box::new(throughput).into_table(&end);
        assert_eq!(table.column("t_s"), Some(&Values::F64(vec![5.0, 6.0, 7.0])));
        let goodput = Values::F64(vec![8000.0, 0.0, 4000.0]);
        assert_eq!(table.column("goodput_bps"), Some(&goodput));
    }
}
