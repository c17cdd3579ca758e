//! A proxy that splits a connection: data received on one connection are written into the next (RFC
//! 3135 Sec. 2.4, split-connection PEP), for an application with two senders in both directions.
//!
//! Owns the relaying of bytes from one connection to the next and its limit: the send buffer of the
//! next one. Data without room there wait in the receive window of the previous connection, which
//! closes, so that a slow link holds back the source behind the proxy, hop by hop. Does not own the
//! connections; the world decides when the next one is opened.

use skyseam_base::SimTime;
use skyseam_params::Model;

use crate::app::{StreamApp, StreamIo};
use crate::endpoint::BoxedEndpoint;
use crate::transport::Transport;

/// Configuration of a proxy of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct ProxyConfig {
    /// Transport of both endpoints of the connection that it opens towards the receiver.
    pub transport: Model<dyn Transport>,
    /// Size of its send buffer, which holds bytes until the next endpoint acknowledges them.
    pub buffer_bytes: u64,
    /// Whether it opens that connection when it has data for it, not with the first packet of the
    /// previous one.
    pub is_explicit: bool,
}

/// Relays in-order data of `before`, a receiver, into `next`, a sender, as far as its buffer of
/// `buffer_bytes` has room; returns the number of bytes. Both may have something to send
/// afterwards.
pub fn relay_bytes(
    now: SimTime,
    before: &mut BoxedEndpoint,
    next: &mut BoxedEndpoint,
    buffer_bytes: u64,
) -> u64 {
    let (Some(reader), Some(writer)) = (before.reader(), next.writer()) else { return 0 };
    let bytes = reader.unread().min(buffer_bytes.saturating_sub(writer.held()));
    if bytes > 0 {
        reader.read(now, bytes);
        writer.write(now, bytes);
    }
    bytes
}

/// Ends the stream of `next`, a sender, once `source`, the sender that `before` receives from, has
/// no more to send and all received data were relayed.
pub fn relay_end(
    now: SimTime,
    source: &BoxedEndpoint,
    before: &BoxedEndpoint,
    next: &mut BoxedEndpoint,
) {
    if before.unread() == 0
        && source.report().acknowledged_at.is_some()
        && let Some(writer) = next.writer()
    {
        writer.end_writes(now);
    }
}

/// Application at a proxy's endpoint of a connection, which the proxy reads and writes.
#[derive(Debug)]
pub struct IdleApp;

impl StreamApp for IdleApp {
    fn on_data(&mut self, _: u64, _: &mut StreamIo<'_>) {}

    /// Does not close: data read may still have to be relayed, and the other side has not closed.
    fn on_peer_closed(&mut self, _: &mut StreamIo<'_>) {}
}

/// Relays bytes, and the ends of directions, in both directions between the two sides of a proxy:
/// `before`, at which the client's connections arrive, and `next`, from which they continue. A
/// connection that is new at `before` is opened at `next`, by an explicit proxy once it has data.
pub fn relay(
    now: SimTime,
    before: &mut BoxedEndpoint,
    next: &mut BoxedEndpoint,
    proxy: &ProxyConfig,
) {
    let buffer_bytes = proxy.buffer_bytes;
    if let (Some(arriving), Some(leaving)) = (before.relay(), next.relay()) {
        let mut touched = arriving.take_touched();
        touched.extend(leaving.take_touched());
        for number in touched {
            let Some(before) = arriving.line(number) else { continue };
            if proxy.is_explicit && before.unread() == 0 && leaving.line(number).is_none() {
                continue;
            }
            if let Some(next) = leaving.opened(now, number) {
                relay_one(now, before, next, buffer_bytes);
            }
        }
        return;
    }
    relay_one(now, before, next, buffer_bytes);
}

fn relay_one(
    now: SimTime,
    before: &mut BoxedEndpoint,
    next: &mut BoxedEndpoint,
    buffer_bytes: u64,
) {
    relay_one_way(now, before, next, buffer_bytes);
    relay_one_way(now, next, before, buffer_bytes);
}

fn relay_one_way(
    now: SimTime,
    from: &mut BoxedEndpoint,
    to: &mut BoxedEndpoint,
    buffer_bytes: u64,
) {
    relay_bytes(now, from, to, buffer_bytes);
    let is_complete = from.reader().is_some_and(|from| from.unread() == 0 && from.is_eof());
    if let Some(writer) = to.writer().filter(|_| is_complete) {
        writer.end_writes(now);
    }
}
