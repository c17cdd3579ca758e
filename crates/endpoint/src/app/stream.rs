//! Applications over a stream: bytes in order, in both directions, without losses.
//!
//! Owns the interface of such an application ([`StreamApp`], [`StreamIo`]), and the order of its
//! calls ([`Driver`], which each transport holds). Bytes are counted and not stored: both endpoints
//! know the meaning of a request beforehand.

use std::fmt;

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Event, Recorder};

/// One endpoint of an application over a stream. By default, notifications are ignored.
///
/// Each method may write and close through `io`. Bytes are read as they arrive; an endpoint that
/// has closed is still notified of the peer's data.
pub trait StreamApp: fmt::Debug + Send {
    /// Handles an established connection, on which bytes may be written: at the client, the server
    /// has answered; at the server, a client has connected.
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        let _ = io;
    }

    /// Handles `bytes` more bytes read, in order.
    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>);

    /// Handles the close by the peer, after all its data were read. An endpoint with nothing left
    /// to write closes in return: the connection ends when both have closed.
    fn on_peer_closed(&mut self, io: &mut StreamIo<'_>) {
        io.close();
    }

    /// Handles the timer set by [`StreamApp::poll_timeout`].
    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        let _ = io;
    }

    /// Time at which [`StreamApp::on_timer`] must be called next, if ever.
    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }

    /// Number of answered requests, for [`crate::FlowReport::replies`].
    fn replies(&self) -> u64 {
        0
    }
}

/// Interface of an application to its transport during a notification.
pub struct StreamIo<'a> {
    now: SimTime,
    flow: FlowId,
    written: u64,
    closes: bool,
    trace: &'a mut dyn Recorder,
}

impl StreamIo<'_> {
    /// Current simulated time.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The flow that carries the application.
    pub fn flow(&self) -> FlowId {
        self.flow
    }

    /// Writes `bytes` more. There is always room: the transport sends them as soon as it can.
    pub fn write(&mut self, bytes: u64) {
        self.written += bytes;
    }

    /// Closes this direction: nothing more is written.
    pub fn close(&mut self) {
        self.closes = true;
    }

    /// Calls `tell` with a separate `io`, and returns the request made through it. For layers
    /// between an application and its transport.
    pub fn within(&mut self, tell: impl FnOnce(&mut StreamIo<'_>)) -> StreamRequest {
        let Self { now, flow, .. } = *self;
        let mut io = StreamIo { now, flow, written: 0, closes: false, trace: &mut *self.trace };
        tell(&mut io);
        StreamRequest { write: io.written, close: io.closes }
    }

    /// Records that `event` happened.
    pub fn record(&mut self, event: Event<'_>) {
        self.trace.record(self.now, event);
    }
}

impl fmt::Debug for StreamIo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamIo").field("now", &self.now).finish_non_exhaustive()
    }
}

/// Request of an application to its transport after a notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamRequest {
    /// Bytes to write.
    pub write: u64,
    /// Whether the direction ends after these bytes.
    pub close: bool,
}

/// Notification of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamNotification {
    /// Calls [`StreamApp::on_open`].
    Open,
    /// Calls [`StreamApp::on_data`].
    Data(u64),
    /// Calls [`StreamApp::on_peer_closed`].
    PeerClosed,
    /// Calls [`StreamApp::on_timer`].
    Timer,
}

/// An application and the state of its connection; for transports.
#[derive(Debug)]
pub struct Driver {
    flow: FlowId,
    app: Box<dyn StreamApp>,
    is_open: bool,
    has_closed: bool,
    peer_has_closed: bool,
}

impl Driver {
    /// Creates a driver of `app`, whose connection is not established yet.
    pub fn new(flow: FlowId, app: Box<dyn StreamApp>) -> Self {
        Self { flow, app, is_open: false, has_closed: false, peer_has_closed: false }
    }

    /// The flow that carries the application.
    pub fn flow(&self) -> FlowId {
        self.flow
    }

    /// Whether the connection is established.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether both endpoints have closed and everything was read here.
    pub fn has_all(&self) -> bool {
        self.has_closed && self.peer_has_closed
    }

    /// Whether the peer has closed and everything was read.
    pub fn peer_has_closed(&self) -> bool {
        self.peer_has_closed
    }

    /// Notifies the application of `notice`, and returns its request. Repeated opens and
    /// closes are ignored. Data written after a close are not sent, as a socket rejects them
    /// (EPIPE of POSIX `write`): a peer that closes early, or sends after it has closed, can cause
    /// an application that answers to write them.
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

    /// Limits `wish` to the requests that are still possible after earlier ones: nothing is written
    /// after the end of a direction.
    pub fn admit(&mut self, wish: StreamRequest) -> StreamRequest {
        let write = if self.has_closed { 0 } else { wish.write };
        let close = wish.close && !std::mem::replace(&mut self.has_closed, true);
        StreamRequest { write, close }
    }

    /// Time of [`StreamNotification::Timer`], while the connection is established.
    pub fn poll_timeout(&self) -> Option<SimTime> {
        self.app.poll_timeout().filter(|_| self.is_open)
    }

    /// Number of answered requests; see [`StreamApp::replies`].
    pub fn replies(&self) -> u64 {
        self.app.replies()
    }
}
