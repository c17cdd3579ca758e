//! The series `sequence`: when each segment was sent, arrived or was dropped, and the bytes
//! acknowledged by each ACK that reached the sender.
//!
//! Taken from the packets themselves, as an analyser of captures at both endpoints would, so that
//! it is the same for every TCP stack. Offsets count payload from 0.

use std::collections::BTreeMap;

use skyseam_base::{FlowId, SimTime};
use skyseam_packet::{Body, Packet, SackBlock, SeqNumber, TcpFlags, TcpSegment};
use skyseam_tcp::ranges::RangeSet;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RetransmitCause, RunEnd, Series, Table, TableSpec,
    columns,
};

columns! {
    /// A row for each event of a TCP segment or ACK, in bytes of payload from 0.
    struct Rows "sequence" {
        /// Time of the event.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Kind of event. Data: `sent`, `resent`, `arrived` at the receiver's node, `dropped`. An
        /// ACK that reached the sender's node: `acked` (newly acknowledged bytes), `sacked` (new
        /// bytes of its blocks), `dsacked`, `window` (receive window, if it changes).
        kind: Names,
        /// First byte.
        start_bytes: Vec<u64> as "B",
        /// Byte after the last one.
        end_bytes: Vec<u64> as "B",
        /// Cause of data that are `resent`, as in the table `retransmissions`; otherwise null.
        cause: Names,
    }
}

/// Sequence number of the first byte: the SYN has number 0.
const FIRST: u64 = 1;

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Data left the sender for the first time.
    Sent,
    /// Data were retransmitted.
    Resent,
    /// Data reached the receiver's node.
    Arrived,
    /// Data were dropped.
    Dropped,
    /// An ACK reached the sender: all below `end` is received; `start` is the previous value.
    Acked,
    /// A SACK block reached the sender: these bytes beyond a hole are reported for the first time.
    Sacked,
    /// A DSACK reached the sender: these bytes were received twice (RFC 2883).
    DuplicateSacked,
    /// The receive window is `start..end`.
    Window,
}

impl Kind {
    const NAMES: [&'static str; 8] =
        ["sent", "resent", "arrived", "dropped", "acked", "sacked", "dsacked", "window"];
}

/// The state of a flow.
#[derive(Debug, Default)]
struct Stream {
    /// First sequence number that was never sent.
    next: u64,
    acked: u64,
    edge: u64,
    sacked: RangeSet,
    /// Causes of the retransmissions that are about to be sent, by offset.
    causes: BTreeMap<u64, RetransmitCause>,
}

/// The rows, and the state of each flow.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    streams: Vec<Stream>,
    rows: Rows,
}

/// The range of a segment's payload in sequence space, if it has any.
fn payload_of(segment: &TcpSegment, near: u64) -> Option<(u64, u64)> {
    let start = segment.seq.unwrap_near(near)?.max(FIRST);
    (segment.payload > 0).then(|| (start, start + u64::from(segment.payload)))
}

impl Sequence {
    fn stream(&mut self, flow: FlowId) -> &mut Stream {
        if self.streams.len() <= flow.index() {
            self.streams.resize_with(flow.index() + 1, Stream::default);
        }
        &mut self.streams[flow.index()]
    }

    fn push(&mut self, now: SimTime, flow: FlowId, kind: Kind, (start, end): (u64, u64)) {
        let rows = &mut self.rows;
        rows.t_s.push(now.as_secs_f64());
        rows.flow.push(u64::from(flow.0));
        rows.kind.indices.push(kind as u32);
        rows.start_bytes.push(start.saturating_sub(FIRST));
        rows.end_bytes.push(end.saturating_sub(FIRST));
        rows.cause.indices.push(u32::MAX);
    }

    /// Records that data from payload offset `offset` on are about to be retransmitted.
    fn note_cause(&mut self, flow: FlowId, offset: u64, cause: RetransmitCause) {
        self.stream(flow).causes.insert(offset + FIRST, cause);
    }

    /// Records that the sender handed `packet` to its node.
    fn note_sent(&mut self, now: SimTime, packet: &Packet) {
        let Body::Tcp(segment) = &packet.body else { return };
        let stream = self.stream(packet.flow);
        let Some(span) = payload_of(segment, stream.next) else { return };
        let again = span.0 < stream.next;
        let cause = if again { stream.causes.remove(&span.0) } else { None };
        stream.next = stream.next.max(span.1);
        self.push(now, packet.flow, if again { Kind::Resent } else { Kind::Sent }, span);
        if let (Some(cause), Some(last)) = (cause, self.rows.cause.indices.last_mut()) {
            *last = cause as u32;
        }
    }

    /// Records that data reached the receiver's node, or were dropped.
    fn note_data(&mut self, now: SimTime, packet: &Packet, kind: Kind) {
        let Body::Tcp(segment) = &packet.body else { return };
        let next = self.stream(packet.flow).next;
        if let Some(span) = payload_of(segment, next) {
            self.push(now, packet.flow, kind, span);
        }
    }

    /// Records that `packet` reached the sender's node.
    fn note_answer(&mut self, now: SimTime, packet: &Packet) {
        let Body::Tcp(segment) = &packet.body else { return };
        let flow = packet.flow;
        let stream = self.stream(flow);
        let Some(ack) = segment.ack.unwrap_near(stream.acked) else { return };
        if !segment.flags.contains(TcpFlags::ACK) {
            return;
        }
        // The sequence number of a FIN is no offset of data.
        let ack = ack.min(stream.next.max(FIRST));
        let before = stream.acked;
        stream.acked = before.max(ack);
        stream.sacked.remove_below(stream.acked);
        let edge = ack + u64::from(segment.window);
        let moved = stream.edge != edge;
        stream.edge = edge;
        let (duplicate, new) = read_blocks(stream, ack, segment.sack.as_slice());
        self.push(now, flow, Kind::Acked, (before.max(FIRST).min(ack), ack));
        if let Some(span) = duplicate {
            self.push(now, flow, Kind::DuplicateSacked, span);
        }
        for span in new {
            self.push(now, flow, Kind::Sacked, span);
        }
        if moved {
            self.push(now, flow, Kind::Window, (ack, edge));
        }
    }
}

impl Series for Sequence {
    const TABLE: TableSpec = Rows::SPEC;
    const SUMMARY: &'static str =
        "every segment and ACK: when it was sent, arrived or was dropped, and what of";
    const EVENTS: Events = Events::SENT
        .and(Events::ARRIVED)
        .and(Events::DROPPED)
        .and(Events::ANSWERED)
        .and(Events::RETRANSMITTED);
}

impl Recording for Sequence {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        match *event {
            Event::Sent { packet } => self.note_sent(now, packet),
            Event::Arrived { packet } => self.note_data(now, packet, Kind::Arrived),
            Event::Dropped { packet, .. } => self.note_data(now, packet, Kind::Dropped),
            Event::Answered { packet } => self.note_answer(now, packet),
            Event::Retransmitted { flow, offset, cause, .. } => {
                self.note_cause(flow, offset, cause);
            }
            _ => {}
        }
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.take_rows(end)
    }

    fn rows_ready(&self) -> usize {
        self.rows.t_s.len()
    }

    fn take_rows(&mut self, _: &RunEnd<'_>) -> Table {
        let mut rows = std::mem::take(&mut self.rows);
        rows.kind.names = Kind::NAMES.map(str::to_owned).to_vec();
        rows.cause.names = RetransmitCause::ALL.map(|cause| cause.name().to_owned()).to_vec();
        rows.into_table()
    }
}

type Span = (u64, u64);

/// The DSACK among the blocks of an ACK, if there is one (RFC 2883 Sec. 4), and the new parts of
/// the other blocks.
fn read_blocks(stream: &mut Stream, ack: u64, blocks: &[SackBlock]) -> (Option<Span>, Vec<Span>) {
    let offset = |number: SeqNumber| number.unwrap_near(ack);
    let spans: Vec<Span> =
        blocks.iter().filter_map(|b| Some((offset(b.start)?, offset(b.end)?))).collect();
    let within = |a: Span, b: Span| b.0 <= a.0 && a.1 <= b.1;
    let duplicate = spans.first().copied().filter(|&first| {
        first.0 < ack || spans.get(1).is_some_and(|&second| within(first, second))
    });
    let mut new = vec![];
    for &(start, end) in &spans[usize::from(duplicate.is_some())..] {
        stream.sacked.insert(start.max(ack), end, |start, end| new.push((start, end)));
    }
    (duplicate, new)
}

#[cfg(test)]
mod tests {
    use skyseam_base::NodeId;
    use skyseam_packet::SackBlocks;

    use super::*;

    fn packet(segment: TcpSegment) -> Packet {
        Packet {
            flow: FlowId(0),
            source: NodeId(0),
            destination: NodeId(1),
            size: 1_500,
            ttl: 64,
            created: SimTime::ZERO,
            body: Body::Tcp(segment),
            ..Packet::BLANK
        }
    }

    fn data(seq: u32) -> Packet {
        packet(TcpSegment { seq: SeqNumber(seq), payload: 100, ..TcpSegment::default() })
    }

    fn answer(ack: u32, blocks: &[(u32, u32)]) -> Packet {
        let mut sack = SackBlocks::default();
        for &(start, end) in blocks {
            sack.push(SackBlock { start: SeqNumber(start), end: SeqNumber(end) });
        }
        let flags = TcpFlags::ACK;
        packet(TcpSegment { ack: SeqNumber(ack), flags, window: 1_000, sack, ..Default::default() })
    }

    /// Goal: every kind of row, with payload offsets. Method: four segments, of which the first is
    /// lost and retransmitted and the third arrives twice.
    #[test]
    fn a_loss_reads_so() {
        let mut sequence = Sequence::default();
        let now = SimTime::ZERO;
        for seq in [1, 101, 201, 301] {
            sequence.note_sent(now, &data(seq));
        }
        sequence.note_data(now, &data(1), Kind::Dropped);
        sequence.note_data(now, &data(101), Kind::Arrived);
        sequence.note_answer(now, &answer(1, &[(101, 201)]));
        sequence.note_answer(now, &answer(1, &[(201, 301), (101, 301)]));
        sequence.note_answer(now, &answer(1, &[(101, 401)]));
        sequence.note_cause(FlowId(0), 0, RetransmitCause::Rack);
        sequence.note_sent(now, &data(1));
        sequence.note_answer(now, &answer(402, &[]));
        let rows = sequence.rows;
        let (kind, cause) = (rows.kind.indices, rows.cause.indices);
        let told: Vec<_> = (4..rows.t_s.len())
            .map(|i| (Kind::NAMES[kind[i] as usize], rows.start_bytes[i], rows.end_bytes[i]))
            .collect();
        assert_eq!(
            told,
            [
                ("dropped", 0, 100),
                ("arrived", 100, 200),
                ("acked", 0, 0),
                ("sacked", 100, 200),
                ("window", 0, 1_000),
                ("acked", 0, 0),
                ("dsacked", 200, 300),
                ("sacked", 200, 300),
                ("acked", 0, 0),
                ("sacked", 300, 400),
                ("resent", 0, 100),
                ("acked", 0, 400),
                ("window", 400, 1_400),
            ]
        );
        assert_eq!(cause[14], RetransmitCause::Rack as u32);
        assert_eq!(cause.iter().filter(|&&cause| cause != u32::MAX).count(), 1);
    }
}
