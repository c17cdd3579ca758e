//! A proxy that splits a connection: what one TCP connection brings is written into the next
//! (RFC 3135 Sec. 2.4, split-connection PEP).
//!
//! Owns how bytes go over from one connection to the next and what holds them back: the send buffer
//! of the next. What finds no room there waits in the receive window of the one before, which
//! closes, so a slow link holds back the source behind the proxy, hop by hop. Does not own the
//! connections; when the next one is opened is the world's matter.

use skyseam_base::SimTime;

use crate::config::TcpConfig;
use crate::endpoint::Agent;

/// A proxy of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct ProxyConfig {
    /// What the connection that it opens towards the receiver is made of, both ends.
    pub transport: TcpConfig,
    /// Bytes that its send buffer holds: written, and not acknowledged by the next end.
    pub buffer_bytes: u64,
}

/// Moves what `before`, a receiver, has in order into `next`, a sender, as far as its buffer of
/// `buffer_bytes` has room; returns the number of bytes. Both may have something to send
/// afterwards.
pub fn pass_on(now: SimTime, before: &mut Agent, next: &mut Agent, buffer_bytes: u64) -> u64 {
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
pub fn end_with(now: SimTime, source: &Agent, before: &Agent, next: &mut Agent) {
    if before.unread() == 0
        && source.report().acknowledged_at.is_some()
        && let Some(writer) = next.writer()
    {
        writer.end_writes(now);
    }
}
