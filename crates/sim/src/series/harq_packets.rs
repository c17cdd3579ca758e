//! The series `harq_packets`: the HARQ of each packet.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, HarqEnd, Names, Recording, RunEnd, Series, Table, TableSpec, columns,
    rows_are_final,
};

columns! {
    /// A row for each packet on a link with HARQ.
    pub(super) struct HarqPackets "harq_packets" {
        /// Time of the end of HARQ.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Name of the link.
        link: Names,
        /// Name of the receiver; of an uplink "satellites".
        receiver: Names,
        /// Size of the IP packet.
        size_bytes: Vec<u64> as "B",
        /// Start of the first transmission.
        sent_s: Vec<f64> as "s",
        /// Outcome: `decoded`, `failed` or `receiver_changed`.
        outcome: Names,
        /// Number of transmissions received.
        transmissions: Vec<u64>,
        /// Number of symbols received.
        symbols: Vec<u64>,
        /// Mutual information accumulated at the receiver, per symbol of the mother codeword.
        mutual_information: Vec<f64> as "bit",
    }
}

impl Series for HarqPackets {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "every packet on links with HARQ: transmissions and outcome";
    const EVENTS: Events = Events::HARQ_ENDED;
}

impl Recording for HarqPackets {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::HarqEnded { packet, ending } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(packet.flow.0));
        self.link.indices.push(ending.link);
        self.receiver.indices.push(ending.receiver);
        self.size_bytes.push(u64::from(packet.size));
        self.sent_s.push(ending.sent.as_secs_f64());
        self.outcome.indices.push(ending.end as u32);
        self.transmissions.push(u64::from(ending.transmissions));
        self.symbols.push(u64::from(ending.symbols));
        self.mutual_information.push(ending.mutual_information);
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.link.names = end.links.to_vec();
        self.receiver.names = end.receivers.to_vec();
        self.outcome.names = HarqEnd::ALL.map(|end| end.name().to_owned()).to_vec();
        Columns::into_table(*self)
    }

    rows_are_final!();
}
