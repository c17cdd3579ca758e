//! Streams of a session's connection: their pending data, and the data read.
//!
//! Every stream is bidirectional and opened by the client (as HTTP/3's requests are, RFC 9114 Sec.
//! 4.1). quinn-proto sends streams of one priority in rotation. Bytes are compared with those that
//! were sent, as on the single stream of a transfer.

use std::collections::BTreeMap;

use quinn_proto::{Connection, Dir, Side, StreamEvent, StreamId};
use skyseam_endpoint::session::AppChannel;
use skyseam_trace::RetransmitCause;

use super::download::Read;
use super::frames::StreamData;
use super::test_pattern;

/// Minimum amount of data written ahead on a stream, bytes.
const MIN_AHEAD: u64 = 4_096;

/// One stream, both directions.
#[derive(Debug, Default)]
struct StreamState {
    /// Number of bytes that the session wrote.
    offered: u64,
    /// Whether the session wrote the last byte.
    is_complete: bool,
    /// Number of bytes passed to quinn-proto.
    written: u64,
    /// End of the data sent so far.
    sent: u64,
    /// Whether flow control blocks further writes.
    is_blocked: bool,
    is_finished: bool,
    /// Number of bytes read.
    delivered: u64,
}

/// The streams of a connection at one endpoint.
#[derive(Debug)]
pub(super) struct Streams {
    port: AppChannel,
    lanes: BTreeMap<u32, StreamState>,
    /// Number of streams that the client has opened.
    opened: u32,
    /// Bytes declared lost whose data have not been retransmitted.
    lost: u64,
}

/// The number of a stream that the client opened.
fn number_of(id: StreamId) -> u32 {
    u32::try_from(id.index()).expect("fewer streams than fit 32 bits")
}

fn id_of(number: u32) -> StreamId {
    StreamId::new(Side::Client, Dir::Bi, number.into())
}

impl Streams {
    /// Creates an empty set of streams; requests of the session come through `port`.
    pub fn new(port: AppChannel) -> Self {
        Self { port, lanes: BTreeMap::new(), opened: 0, lost: 0 }
    }

    /// Notifies the session that the connection is established.
    pub fn on_connected(&self) {
        self.port.state().is_open = true;
    }

    /// Notifies the session that the connection is closed.
    pub fn on_closed(&self) {
        self.port.state().peer_has_closed = true;
    }

    /// Whether the session requests the close of the connection.
    pub fn closes(&self) -> bool {
        self.port.state().closes
    }

    /// Records that packets of `bytes` bytes were declared lost.
    pub(crate) fn note_loss(&mut self, bytes: u64) {
        self.lost += bytes;
    }

    /// Reads the data available after `event`, and records which streams are writable.
    pub fn on_event(&mut self, connection: &mut Connection, event: &StreamEvent) -> Read {
        let mut read = Read::default();
        match event {
            StreamEvent::Opened { dir: Dir::Bi } => {
                while let Some(id) = connection.streams().accept(Dir::Bi) {
                    read.is_due = true;
                    self.opened = self.opened.max(number_of(id) + 1);
                    self.lanes.entry(number_of(id)).or_default();
                    self.read(connection, id, &mut read);
                }
            }
            StreamEvent::Readable { id } => self.read(connection, *id, &mut read),
            StreamEvent::Writable { id } => {
                if let Some(lane) = self.lanes.get_mut(&number_of(*id)) {
                    lane.is_blocked = false;
                }
                read.is_due = true;
            }
            // Streams that the peer allows, and others.
            _ => read.is_due = true,
        }
        read
    }

    fn read(&mut self, connection: &mut Connection, id: StreamId, read: &mut Read) {
        let number = number_of(id);
        let Some(lane) = self.lanes.get_mut(&number) else { return };
        let mut stream = connection.recv_stream(id);
        let Ok(mut chunks) = stream.read(true) else { return };
        let mut bytes = 0;
        while let Ok(Some(chunk)) = chunks.next(usize::MAX) {
            if !test_pattern::agrees(lane.delivered, &chunk.bytes) {
                read.is_wrong = true;
                break;
            }
            lane.delivered += chunk.bytes.len() as u64;
            bytes += chunk.bytes.len() as u64;
        }
        read.is_due |= chunks.finalize().should_transmit();
        if bytes > 0 {
            read.bytes += bytes;
            self.port.state().read.push_back((number, bytes));
        }
    }

    /// Takes data from the session, opens streams as far as the peer allows, and writes until
    /// enough is ready for datagrams of up to `datagram` bytes.
    pub fn feed(&mut self, connection: &mut Connection, datagram: u64) {
        let mut port = self.port.state();
        for write in port.written.drain(..) {
            let lane = self.lanes.entry(write.stream).or_default();
            lane.offered += write.bytes;
            lane.is_complete |= write.is_last;
        }
        drop(port);
        let ahead = MIN_AHEAD.max(2 * datagram);
        let is_client = connection.side() == Side::Client;
        for (&number, lane) in &mut self.lanes {
            if number >= self.opened {
                if !is_client || connection.streams().open(Dir::Bi).is_none() {
                    break;
                }
                self.opened += 1;
            }
            lane.feed(connection, id_of(number), ahead);
        }
    }

    /// Records stream data that a datagram of `length` bytes carries; returns the cause if they are
    /// a retransmission.
    pub fn note_sent(&mut self, data: StreamData, length: usize) -> Option<RetransmitCause> {
        // The two lowest bits say who opened it and whether it has two directions.
        let lane = self.lanes.get_mut(&u32::try_from(data.stream >> 2).ok()?)?;
        let is_old = data.offset < lane.sent && data.length > 0;
        lane.sent = lane.sent.max(data.offset + data.length);
        if !is_old {
            return None;
        }
        let cause = if self.lost > 0 {
            RetransmitCause::FastRetransmit
        } else {
            RetransmitCause::TailLossProbe
        };
        self.lost = self.lost.saturating_sub(length as u64);
        Some(cause)
    }
}

impl StreamState {
    fn feed(&mut self, connection: &mut Connection, id: StreamId, ahead: u64) {
        if self.is_finished {
            return;
        }
        while !self.is_blocked && self.written < self.offered && self.written < self.sent + ahead {
            let piece = test_pattern::at(self.written, (self.offered - self.written).min(ahead));
            match connection.send_stream(id).write_chunks(&mut [piece]) {
                Ok(written) => self.written += written.bytes as u64,
                Err(_) => self.is_blocked = true,
            }
        }
        if self.is_complete && self.written == self.offered {
            // It fails where the connection is gone, which is told elsewhere.
            self.is_finished = connection.send_stream(id).finish().is_ok();
        }
    }
}
