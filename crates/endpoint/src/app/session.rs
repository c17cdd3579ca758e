//! Applications over connections that the client opens during the run, each with one stream or
//! several.
//!
//! Owns the interface of such an application ([`SessionApp`], [`SessionIo`]). Bytes are counted and
//! not stored, so their meaning travels separately: a [`TaggedChunk`] is a number of bytes with a
//! tag, which the reading endpoint receives with the first of its bytes that arrives, never before.
//! [`crate::session`] moves the bytes.

use std::fmt;

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Event, Recorder};

use crate::report::EndReason;

/// A stream of a connection of the flow. The stream of a connection with only one has number 0;
/// several are numbered from 0 in the order in which the client first writes to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamKey {
    /// Number of the connection in its flow, from 0.
    pub connection: u16,
    /// Number of the stream in its connection.
    pub stream: u32,
}

/// A number of bytes of a stream, and their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaggedChunk {
    /// Meaning of the bytes to the application.
    pub tag: u64,
    /// Number of bytes, at least one.
    pub bytes: u64,
}

/// Bytes of a chunk that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedChunk {
    /// Stream of the bytes.
    pub stream: StreamKey,
    /// Chunk of the bytes.
    pub piece: TaggedChunk,
    /// Number of new bytes, at least one.
    pub new: u64,
    /// Number of bytes of the chunk read so far, including the new ones.
    pub got: u64,
}

impl ReceivedChunk {
    /// Whether the chunk is complete.
    pub fn is_complete(&self) -> bool {
        self.got == self.piece.bytes
    }
}

/// One endpoint of an application over connections. By default, notifications are ignored.
pub trait SessionApp: fmt::Debug + Send {
    /// Handles the start of the flow; called only at the client.
    fn on_start(&mut self, io: &mut SessionIo<'_>) {
        let _ = io;
    }

    /// Handles an established connection: at the client, the server has answered; at the server, a
    /// client has connected. The client may write before, and the data are sent then.
    fn on_connected(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        let _ = (connection, io);
    }

    /// Handles bytes read, in the order of their stream.
    fn on_data(&mut self, arrival: ReceivedChunk, io: &mut SessionIo<'_>);

    /// Handles a low backlog of a connection's written data, as requested by
    /// [`SessionIo::notify_writable`].
    fn on_writable(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        let _ = (connection, io);
    }

    /// Handles the close of the connection by the peer, after all its data were read.
    fn on_closed(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        io.close(connection);
    }

    /// Handles the abort of a connection, which delivers nothing more.
    fn on_aborted(&mut self, connection: u16, why: EndReason, io: &mut SessionIo<'_>) {
        let _ = (connection, why, io);
    }

    /// Handles the timer set by [`SessionApp::poll_timeout`].
    fn on_timer(&mut self, io: &mut SessionIo<'_>) {
        let _ = io;
    }

    /// Time at which [`SessionApp::on_timer`] must be called next, if ever.
    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }

    /// Whether all work is done; the flow ends when its connections have ended, too. Called at the
    /// client.
    fn is_done(&self) -> bool;

    /// Number of answered requests, for [`crate::FlowReport::replies`].
    fn replies(&self) -> u64 {
        0
    }
}

/// Request of an application to its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionCommand {
    Connect(u16),
    Send { stream: StreamKey, piece: TaggedChunk, is_last: bool },
    AwaitRoom(u16),
    Close(u16),
}

/// Interface of an application to its session during a notification.
pub struct SessionIo<'a> {
    pub(crate) now: SimTime,
    pub(crate) flow: FlowId,
    pub(crate) next_connection: &'a mut u16,
    pub(crate) orders: &'a mut Vec<SessionCommand>,
    pub(crate) trace: &'a mut dyn Recorder,
}

impl SessionIo<'_> {
    /// Current simulated time.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The flow that carries the application.
    pub fn flow(&self) -> FlowId {
        self.flow
    }

    /// Opens a connection and returns its number. Only at the client.
    pub fn connect(&mut self) -> u16 {
        let number = *self.next_connection;
        *self.next_connection = number.checked_add(1).expect("fewer than 65535 connections");
        self.orders.push(SessionCommand::Connect(number));
        number
    }

    /// Writes a chunk. There is always room: the transport sends it as soon as it can.
    pub fn send(&mut self, stream: StreamKey, piece: TaggedChunk) {
        assert!(piece.bytes > 0, "a piece of no bytes");
        self.orders.push(SessionCommand::Send { stream, piece, is_last: false });
    }

    /// Writes the last chunk of this direction of a stream. A connection with one stream stays open
    /// for more.
    pub fn send_last(&mut self, stream: StreamKey, piece: TaggedChunk) {
        assert!(piece.bytes > 0, "a piece of no bytes");
        self.orders.push(SessionCommand::Send { stream, piece, is_last: true });
    }

    /// Requests [`SessionApp::on_writable`] once little of the data written on the connection waits
    /// to be sent.
    pub fn notify_writable(&mut self, connection: u16) {
        self.orders.push(SessionCommand::AwaitRoom(connection));
    }

    /// Closes the connection at this endpoint; data written before are sent.
    pub fn close(&mut self, connection: u16) {
        self.orders.push(SessionCommand::Close(connection));
    }

    /// Records that `event` happened.
    pub fn record(&mut self, event: Event<'_>) {
        self.trace.record(self.now, event);
    }
}

impl fmt::Debug for SessionIo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionIo").field("now", &self.now).finish_non_exhaustive()
    }
}
