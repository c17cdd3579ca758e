//! The table `drops`: each dropped packet, and the reason. Every run has it, because every run
//! checks that packets are conserved.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, DropReason, Event, Names, Recording, RunEnd, Table, columns, rows_are_final,
};

columns! {
    /// A row for each packet that was dropped, including ACKs.
    pub(crate) struct Drops "drops" {
        /// Time of the drop.
        t_s: Vec<f64> as "s",
        /// Number of the packet's flow, in either direction.
        flow: Vec<u64>,
        /// Name of the node that dropped it.
        node: Names,
        /// Reason of the drop.
        reason: Names,
        /// Size of the IP packet.
        size_bytes: Vec<u64> as "B",
    }
}

impl Recording for Drops {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Dropped { node, reason, packet } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(packet.flow.0));
        self.node.indices.push(node.0);
        self.reason.indices.push(reason as u32);
        self.size_bytes.push(u64::from(packet.size));
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.node.names = end.nodes.to_vec();
        self.reason.names = DropReason::ALL.map(|reason| reason.name().to_owned()).to_vec();
        Columns::into_table(*self)
    }

    rows_are_final!();
}
