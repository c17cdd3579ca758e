//! Channel between an endpoint of a connection and the session above it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::SimTime;

use crate::app::{StreamApp, StreamIo};

/// Bytes written by a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Number of the stream.
    pub stream: u32,
    /// Number of bytes.
    pub bytes: u64,
    /// Whether they are the last of this direction of the stream.
    pub is_last: bool,
}

/// Data and events that wait to be taken on either side.
#[derive(Clone, Debug, Default)]
pub struct AppChannelState {
    /// Data written by the session, for the transport.
    pub written: VecDeque<Write>,
    /// Whether the session closes the connection after these data.
    pub closes: bool,
    /// Whether the connection is established.
    pub is_open: bool,
    /// Data read by the transport, for the session: stream and number of bytes.
    pub read: VecDeque<(u32, u64)>,
    /// Whether the peer has closed, and everything was read.
    pub peer_has_closed: bool,
}

/// Channel of one endpoint, shared by the session and the transport at a node.
#[derive(Clone, Debug, Default)]
pub struct AppChannel(Arc<Mutex<AppChannelState>>);

impl AppChannel {
    /// Locks the content of the channel.
    pub fn state(&self) -> MutexGuard<'_, AppChannelState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection of one stream, as an application over a stream that passes everything through a
/// channel. Its timer, which expires immediately, notifies it of written data.
#[derive(Debug)]
pub(super) struct ChannelApp(pub AppChannel);

impl ChannelApp {
    fn flush(&mut self, io: &mut StreamIo<'_>) {
        let mut port = self.0.state();
        let bytes = port.written.drain(..).map(|write| write.bytes).sum();
        io.write(bytes);
        if std::mem::take(&mut port.closes) {
            io.close();
        }
    }
}

impl StreamApp for ChannelApp {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        self.0.state().is_open = true;
        self.flush(io);
    }

    fn on_data(&mut self, bytes: u64, _: &mut StreamIo<'_>) {
        self.0.state().read.push_back((0, bytes));
    }

    fn on_peer_closed(&mut self, _: &mut StreamIo<'_>) {
        self.0.state().peer_has_closed = true;
    }

    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        self.flush(io);
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        let port = self.0.state();
        let waits = port.closes || !port.written.is_empty();
        (waits && port.is_open).then_some(SimTime::ZERO)
    }
}
