//! Applications over connections that the client opens as it goes, each with one stream or several.
//!
//! Owns what such an application is told and what it may do ([`SessionApp`], [`SessionIo`]). Bytes
//! are counted and not stored, so what they say travels beside them: a [`TaggedChunk`] is a number
//! of bytes with a tag, and the end that reads is told of it with the first of its bytes that
//! arrives, never before. Who moves the bytes is [`crate::session`].

use std::fmt;

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Event, Recorder};

use crate::report::EndReason;

/// A stream of a connection of the flow. A connection with one stream has number 0; one with many
/// numbers them from 0 in the order in which the client first writes to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamKey {
    /// Number of the connection in its flow, from 0.
    pub connection: u16,
    /// Number of the stream in its connection.
    pub stream: u32,
}

/// So many bytes of a stream, and what they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaggedChunk {
    /// What the application means by it.
    pub tag: u64,
    /// How many bytes it takes, at least one.
    pub bytes: u64,
}

/// Bytes of a piece that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedChunk {
    /// Where.
    pub stream: StreamKey,
    /// Of what.
    pub piece: TaggedChunk,
    /// How many are new, at least one.
    pub new: u64,
    /// How many of the piece were read so far, the new ones among them.
    pub got: u64,
}

impl ReceivedChunk {
    /// Whether the piece is complete.
    pub fn is_complete(&self) -> bool {
        self.got == self.piece.bytes
    }
}

/// One end of an application over connections. What it does not care for it need not take.
pub trait SessionApp: fmt::Debug + Send {
    /// The flow begins; at the client alone.
    fn on_start(&mut self, io: &mut SessionIo<'_>) {
        let _ = io;
    }

    /// A connection stands: at the client, the server has answered; at the server, a client has
    /// connected. The client may write before; it is sent then.
    fn on_connected(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        let _ = (connection, io);
    }

    /// Bytes were read, in the order of their stream.
    fn on_data(&mut self, arrival: ReceivedChunk, io: &mut SessionIo<'_>);

    /// Of what was written on a connection little waits to be sent, which
    /// [`SessionIo::notify_writable`] asked for.
    fn on_writable(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        let _ = (connection, io);
    }

    /// The other end has closed the connection, and all that it wrote was read.
    fn on_closed(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        io.close(connection);
    }

    /// The connection was given up: nothing more comes of it.
    fn on_aborted(&mut self, connection: u16, why: EndReason, io: &mut SessionIo<'_>) {
        let _ = (connection, why, io);
    }

    /// The instant last given by [`SessionApp::poll_timeout`] has come.
    fn on_timer(&mut self, io: &mut SessionIo<'_>) {
        let _ = io;
    }

    /// When [`SessionApp::on_timer`] wants to be called next, if ever.
    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }

    /// Whether it did all that it was to do; the flow is over when its connections are, too. Asked
    /// of the client.
    fn is_done(&self) -> bool;

    /// Requests that were answered, for [`crate::FlowReport::replies`].
    fn replies(&self) -> u64 {
        0
    }
}

/// What an application wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionCommand {
    Connect(u16),
    Send { stream: StreamKey, piece: TaggedChunk, is_last: bool },
    AwaitRoom(u16),
    Close(u16),
}

/// What an application does while it is told of something.
pub struct SessionIo<'a> {
    pub(crate) now: SimTime,
    pub(crate) flow: FlowId,
    pub(crate) next_connection: &'a mut u16,
    pub(crate) orders: &'a mut Vec<SessionCommand>,
    pub(crate) trace: &'a mut dyn Recorder,
}

impl SessionIo<'_> {
    /// What time it is.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The flow that carries the application.
    pub fn flow(&self) -> FlowId {
        self.flow
    }

    /// Opens a connection; its number. At the client alone.
    pub fn connect(&mut self) -> u16 {
        let number = *self.next_connection;
        *self.next_connection = number.checked_add(1).expect("fewer than 65535 connections");
        self.orders.push(SessionCommand::Connect(number));
        number
    }

    /// Writes a piece. There is always room: the transport sends it when it can.
    pub fn send(&mut self, stream: StreamKey, piece: TaggedChunk) {
        assert!(piece.bytes > 0, "a piece of no bytes");
        self.orders.push(SessionCommand::Send { stream, piece, is_last: false });
    }

    /// Writes the last piece of this direction of a stream. A connection with one stream stays open
    /// for more.
    pub fn send_last(&mut self, stream: StreamKey, piece: TaggedChunk) {
        assert!(piece.bytes > 0, "a piece of no bytes");
        self.orders.push(SessionCommand::Send { stream, piece, is_last: true });
    }

    /// Asks for [`SessionApp::on_writable`] once little of what was written on the connection waits
    /// to be sent.
    pub fn notify_writable(&mut self, connection: u16) {
        self.orders.push(SessionCommand::AwaitRoom(connection));
    }

    /// Closes the connection at this end; what was written before is sent.
    pub fn close(&mut self, connection: u16) {
        self.orders.push(SessionCommand::Close(connection));
    }

    /// States that `event` happened.
    pub fn record(&mut self, event: Event<'_>) {
        self.trace.record(self.now, event);
    }
}

impl fmt::Debug for SessionIo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionIo").field("now", &self.now).finish_non_exhaustive()
    }
}
