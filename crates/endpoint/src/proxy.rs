//! A proxy that splits a connection: what one connection brings is written into the next
//! (RFC 3135 Sec. 2.4, split-connection PEP), of an application both of whose ends send, in both
//! directions.
//!
//! Owns how bytes go over from one connection to the next and what holds them back: the send buffer
//! of the next. What finds no room there waits in the receive window of the one before, which
//! closes, so a slow link holds back the source behind the proxy, hop by hop. Does not own the
//! connections; when the next one is opened is the world's matter.

use skyseam_base::SimTime;
use skyseam_params::Model;

use crate::app::{StreamApp, StreamIo};
use crate::endpoint::BoxedEndpoint;
use crate::transport::Transport;

/// A proxy of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct ProxyConfig {
    /// What the connection that it opens towards the receiver is made of, both ends.
    pub transport: Model<dyn Transport>,
    /// Bytes that its send buffer holds: written, and not acknowledged by the next end.
    pub buffer_bytes: u64,
    /// Whether it opens that connection when it has data for it, not with the first packet of the
    /// one before.
    pub is_explicit: bool,
}

/// Moves what `before`, a receiver, has in order into `next`, a sender, as far as its buffer of
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

/// Tells `next`, a sender, that its stream is complete, once `source`, the sender that `before`
/// receives from, has no more to send and everything received has been passed on.
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

/// The application at a proxy's end of a connection, where bytes are read and written by hand.
#[derive(Debug)]
pub struct IdleApp;

impl StreamApp for IdleApp {
    fn on_data(&mut self, _: u64, _: &mut StreamIo<'_>) {}

    /// What was read may still have to be passed on, and the other side has not closed.
    fn on_peer_closed(&mut self, _: &mut StreamIo<'_>) {}
}

/// Moves bytes, and the ends of directions, both ways between the two sides of a proxy: `before`,
/// at which the client's connections arrive, and `next`, from which they go on. A connection that
/// is new at `before` is opened at `next`, by an explicit proxy once it brought data.
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
