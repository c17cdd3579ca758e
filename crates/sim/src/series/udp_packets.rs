//! The series `udp_packets`: each datagram of a UDP flow that arrived, and its delay.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Recording, RunEnd, Series, Table, TableSpec, columns, rows_are_final,
};

columns! {
    /// A row for the first arrival of each datagram of a UDP flow.
    pub(super) struct UdpPackets "udp_packets" {
        /// Time of arrival.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Whether the direction is forward, from the flow's source.
        forward: Vec<bool>,
        /// Number of the datagram among those of its sender, from 0.
        number: Vec<u64>,
        /// Size of the IP packet.
        size_bytes: Vec<u64> as "B",
        /// One-way delay.
        delay_ms: Vec<f64> as "ms",
    }
}

impl Series for UdpPackets {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "every datagram of a UDP flow that arrived, and its delay";
    const SOURCE: &'static str = "docs: udp";
    const EVENTS: Events = Events::DATAGRAM_ARRIVED;
}

impl Recording for UdpPackets {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::DatagramArrived { flow, number, size, sent, is_forward } = *event else {
            return;
        };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.forward.push(is_forward);
        self.number.push(u64::from(number));
        self.size_bytes.push(u64::from(size));
        self.delay_ms.push(now.saturating_since(sent).as_millis_f64());
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    rows_are_final!();
}
