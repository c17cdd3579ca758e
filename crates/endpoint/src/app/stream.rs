//! Applications over a stream: bytes in order, in both directions, of which nothing is lost.
//!
//! Owns what such an application is told and what it may do ([`StreamApp`], [`StreamIo`]), and the
//! order of that ([`Driver`], which each transport holds). Bytes are counted and not stored: what a
//! request says is known to both ends beforehand.

use std::fmt;

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Event, Recorder};

/// One end of an application over a stream. What it does not care for it need not take.
///
/// Each method may write and close through `io`. Bytes are read as they come; an end that has
/// closed is still told what the other sends.
pub trait StreamApp: fmt::Debug + Send {
    /// The connection stands and bytes may be written: at the client, the server has answered; at
    /// the server, a client has connected.
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        let _ = io;
    }

    /// So many more bytes were read, in order.
    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>);

    /// The other end has closed, and all that it wrote was read. An end that has nothing left to
    /// write closes in its turn: the connection ends when both have.
    fn on_peer_closed(&mut self, io: &mut StreamIo<'_>) {
        io.close();
    }

    /// The instant last given by [`StreamApp::poll_timeout`] has come.
    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        let _ = io;
    }

    /// When [`StreamApp::on_timer`] wants to be called next, if ever.
    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }

    /// Requests that were answered, for [`crate::FlowReport::replies`].
    fn replies(&self) -> u64 {
        0
    }
}

/// What an application does while it is told of something.
pub struct StreamIo<'a> {
    now: SimTime,
    flow: FlowId,
    written: u64,
    closes: bool,
    trace: &'a mut dyn Recorder,
}

impl StreamIo<'_> {
    /// What time it is.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The flow that carries the application.
    pub fn flow(&self) -> FlowId {
        self.flow
    }

    /// Writes `bytes` more. There is always room: the transport sends them when it can.
    pub fn write(&mut self, bytes: u64) {
        self.written += bytes;
    }

    /// Closes this direction: nothing more is written.
    pub fn close(&mut self) {
        self.closes = true;
    }

    /// Calls `tell` with an `io` of its own; what is asked of that. For layers between an
    /// application and its transport.
    pub fn within(&mut self, tell: impl FnOnce(&mut StreamIo<'_>)) -> StreamRequest {
        let Self { now, flow, .. } = *self;
        let mut io = StreamIo { now, flow, written: 0, closes: false, trace: &mut *self.trace };
        tell(&mut io);
        StreamRequest { write: io.written, close: io.closes }
    }

    /// States that `event` happened.
    pub fn record(&mut self, event: Event<'_>) {
        self.trace.record(self.now, event);
    }
}

impl fmt::Debug for StreamIo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamIo").field("now", &self.now).finish_non_exhaustive()
    }
}

/// What an application wants of its transport after it was told of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamRequest {
    /// Bytes to write.
    pub write: u64,
    /// The end of this direction is behind them.
    pub close: bool,
}

/// What an application is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamNotification {
    /// [`StreamApp::on_open`].
    Open,
    /// [`StreamApp::on_data`].
    Data(u64),
    /// [`StreamApp::on_peer_closed`].
    PeerClosed,
    /// [`StreamApp::on_timer`].
    Timer,
}

/// An application and how far its connection is; for transports.
#[derive(Debug)]
pub struct Driver {
    flow: FlowId,
    app: Box<dyn StreamApp>,
    is_open: bool,
    has_closed: bool,
    peer_has_closed: bool,
}

impl Driver {
    /// `app`, whose connection does not stand yet.
    pub fn new(flow: FlowId, app: Box<dyn StreamApp>) -> Self {
        Self { flow, app, is_open: false, has_closed: false, peer_has_closed: false }
    }

    /// The flow that carries the application.
    pub fn flow(&self) -> FlowId {
        self.flow
    }

    /// Whether the connection stands.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether both ends have closed and everything was read here.
    pub fn has_all(&self) -> bool {
        self.has_closed && self.peer_has_closed
    }

    /// Whether the other end has closed and everything was read.
    pub fn peer_has_closed(&self) -> bool {
        self.peer_has_closed
    }

    /// Tells the application of `notice`; what it wants done. Repeated openings and closings are
    /// passed over. What it writes after it has closed is not sent, as a socket refuses it (EPIPE
    /// of POSIX `write`): a peer that closes early, or sends after it has closed, can lead an
    /// application that answers to that.
    pub fn notify(
        &mut self,
        now: SimTime,
        notice: StreamNotification,
        trace: &mut dyn Recorder,
    ) -> StreamRequest {
        let mut io = StreamIo { now, flow: self.flow, written: 0, closes: false, trace };
        match notice {
            StreamNotification::Open if !std::mem::replace(&mut self.is_open, true) => {
                self.app.on_open(&mut io);
            }
            StreamNotification::Data(bytes) if bytes > 0 => self.app.on_data(bytes, &mut io),
            StreamNotification::PeerClosed
                if !std::mem::replace(&mut self.peer_has_closed, true) =>
            {
                self.app.on_peer_closed(&mut io);
            }
            StreamNotification::Timer if self.app.poll_timeout().is_some_and(|due| due <= now) => {
                self.app.on_timer(&mut io);
            }
            _ => {}
        }
        let wish = StreamRequest { write: io.written, close: io.closes };
        self.admit(wish)
    }

    /// What remains to be done of `wish` after all that was asked for before: nothing is written
    /// behind the end of a direction.
    pub fn admit(&mut self, wish: StreamRequest) -> StreamRequest {
        let write = if self.has_closed { 0 } else { wish.write };
        let close = wish.close && !std::mem::replace(&mut self.has_closed, true);
        StreamRequest { write, close }
    }

    /// When [`StreamNotification::Timer`] is due, while the connection stands.
    pub fn poll_timeout(&self) -> Option<SimTime> {
        self.app.poll_timeout().filter(|_| self.is_open)
    }

    /// As [`StreamApp::replies`].
    pub fn replies(&self) -> u64 {
        self.app.replies()
    }
}
