//! The series `retransmissions`: each with its cause, and the fate of the earlier copies.
//!
//! The sender's cause is a guess; arrivals and drops, which only a simulator sees, show the rest.
//! In sequence space the SYN is at 0 and data begin at 1.

use std::collections::BTreeSet;

use skyseam_base::{FlowId, SimTime};
use skyseam_packet::{Body, Packet, TcpFlags, TcpSegment};
use skyseam_trace::{
    Columns, DropReason, Event, Events, Names, Recording, RetransmitCause, RunEnd, Series, Table,
    TableSpec, columns,
};

use super::spurious::Copies;

columns! {
    /// A row for each retransmission.
    struct Rows "retransmissions" {
        /// Time of sending.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Offset of its first byte in the stream, from 0.
        offset_bytes: Vec<u64> as "B",
        /// Payload that was retransmitted.
        size_bytes: Vec<u64> as "B",
        /// Cause of the retransmission: `fast_retransmit` (duplicate ACKs, SACK holes), `rack`,
        /// `partial_ack`, `timeout` or `tail_loss_probe`.
        cause: Names,
        /// Whether an earlier copy of all its bytes reached the receiver by the end of the run;
        /// null for QUIC.
        spurious: Vec<Option<bool>>,
        /// Fate of the earlier copies, which a sender cannot know: `arrived` (before the
        /// retransmission: ACKs late or lost), `overtaken` (they arrived after it was sent),
        /// `lost:` and the reason of the drop, of the copy sent last, or `in_flight_at_end`. With
        /// the first two the retransmission is spurious. Null for QUIC.
        fate: Names,
    }
}

/// Fate of the copies sent before a retransmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// All copies arrived before it was sent; their ACKs were late or lost.
    Arrived,
    /// All arrived after it was sent: they were overtaken, or late.
    Overtaken,
    /// Unknown, as some were in flight when the run ended.
    InFlight,
    /// The last one sent was dropped.
    Lost(DropReason),
}

impl Fate {
    fn index(self) -> u32 {
        match self {
            Self::Arrived => 0,
            Self::Overtaken => 1,
            Self::InFlight => 2,
            Self::Lost(reason) => 3 + reason as u32,
        }
    }

    fn names() -> Vec<String> {
        let told = ["arrived", "overtaken", "in_flight_at_end"].map(str::to_owned);
        let lost = DropReason::ALL.iter().map(|reason| format!("lost:{}", reason.name()));
        told.into_iter().chain(lost).collect()
    }
}

/// The rows, and the state of copies.
#[derive(Debug, Default)]
pub(crate) struct Retransmissions {
    rows: Rows,
    /// Fate of each row's earlier copies.
    fate: Vec<Fate>,
    /// State of copies of each flow.
    copies: Vec<Copies>,
    /// Number of spurious retransmissions of each flow.
    spurious_of: Vec<u64>,
    /// Flows whose packets are encrypted, so that copies cannot be recognised.
    sealed: BTreeSet<u64>,
}

/// The range of a segment of a flow's sender in sequence space, if it takes any.
fn place_of(segment: &TcpSegment, near: u64) -> Option<(u64, u64)> {
    let syn = segment.flags.contains(TcpFlags::SYN);
    // The SYN-ACK belongs to the other direction.
    if syn && segment.flags.contains(TcpFlags::ACK) {
        return None;
    }
    let length = u64::from(if syn { 1 } else { segment.payload });
    let start = segment.seq.unwrap_near(near)?;
    (length > 0).then(|| (start, start + length))
}

impl Retransmissions {
    fn copies(&mut self, flow: FlowId) -> &mut Copies {
        if self.copies.len() <= flow.index() {
            self.copies.resize_with(flow.index() + 1, Copies::default);
            self.spurious_of.resize(flow.index() + 1, 0);
        }
        &mut self.copies[flow.index()]
    }

    /// Records that the sender of `flow` retransmits `bytes` from `offset` on; no bytes stand for
    /// the SYN.
    fn note(
        &mut self,
        now: SimTime,
        flow: FlowId,
        offset: u64,
        bytes: u32,
        cause: RetransmitCause,
    ) {
        let row = self.fate.len();
        let start = if bytes == 0 { 0 } else { 1 + offset };
        let end = start + u64::from(bytes.max(1));
        let spurious = self.copies(flow).on_retransmitted(now, start, end, row);
        self.spurious_of[flow.index()] += u64::from(spurious);
        self.rows.t_s.push(now.as_secs_f64());
        self.rows.flow.push(u64::from(flow.0));
        self.rows.offset_bytes.push(offset);
        self.rows.size_bytes.push(u64::from(bytes));
        self.rows.cause.indices.push(cause as u32);
        self.fate.push(if spurious { Fate::Arrived } else { Fate::InFlight });
    }

    /// Whether the flow's packets are readable, so that copies can be recognised.
    fn is_open(&self, flow: u64) -> bool {
        !self.sealed.contains(&flow)
    }

    /// Records that `packet` reached the receiver's node.
    fn note_arrival(&mut self, packet: &Packet) {
        let Body::Tcp(segment) = &packet.body else {
            self.sealed.insert(u64::from(packet.flow.0));
            return;
        };
        let copies = self.copies(packet.flow);
        let Some((start, end)) = place_of(segment, copies.reached()) else { return };
        let mut proved = vec![];
        copies.on_arrival(packet.created, start, end, |row| proved.push(row));
        self.spurious_of[packet.flow.index()] += proved.len() as u64;
        for row in proved {
            self.fate[row] = Fate::Overtaken;
        }
    }

    /// Records that `packet` was dropped.
    fn note_drop(&mut self, packet: &Packet, reason: DropReason) {
        let Body::Tcp(segment) = &packet.body else { return };
        let copies = self.copies(packet.flow);
        if let Some((start, end)) = place_of(segment, copies.reached()) {
            copies.on_drop(packet.created, start, end, reason);
        }
    }

    /// Number of spurious retransmissions of `flow`, if it is known.
    pub(crate) fn spurious_of(&self, flow: FlowId) -> Option<u64> {
        let counted = self.spurious_of.get(flow.index()).copied().unwrap_or(0);
        self.is_open(u64::from(flow.0)).then_some(counted)
    }
}

impl Series for Retransmissions {
    const TABLE: TableSpec = Rows::SPEC;
    const SUMMARY: &'static str = "every retransmission: cause, and fate of the copy before";
    const EVENTS: Events = Events::RETRANSMITTED.and(Events::ARRIVED).and(Events::DROPPED);
}

impl Recording for Retransmissions {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        match *event {
            Event::Retransmitted { flow, offset, bytes, cause } => {
                self.note(now, flow, offset, bytes, cause);
            }
            Event::Arrived { packet } => self.note_arrival(packet),
            Event::Dropped { packet, reason, .. } => self.note_drop(packet, reason),
            _ => {}
        }
    }

    fn rows_held(&self) -> usize {
        self.fate.len()
    }

    fn into_table(mut self: Box<Self>, _: &RunEnd<'_>) -> Table {
        for copies in std::mem::take(&mut self.copies) {
            for (row, reason) in copies.into_lost() {
                self.fate[row] = Fate::Lost(reason);
            }
        }
        let mut rows = std::mem::take(&mut self.rows);
        for (fate, &flow) in self.fate.iter().zip(&rows.flow) {
            let needless = matches!(fate, Fate::Arrived | Fate::Overtaken);
            let is_open = self.is_open(flow);
            rows.spurious.push(is_open.then_some(needless));
            rows.fate.indices.push(if is_open { fate.index() } else { u32::MAX });
        }
        rows.cause.names = RetransmitCause::ALL.map(|cause| cause.name().to_owned()).to_vec();
        rows.fate.names = Fate::names();
        rows.into_table()
    }
}
