//! A proxy that splits a connection: what one TCP connection brings is written into the next
//! (RFC 3135 Sec. 2.4, split-connection PEP).
//!
//! Owns how bytes go over from one connection to the next and what holds them back: the send buffer
//! of the next. What finds no room there waits in the receive window of the one before, which
//! closes, so a slow link holds back the source behind the proxy, hop by hop. Does not own the
//! connections; when the next one is opened is the world's matter.

use skyseam_base::SimTime;

use super::Agent;
use crate::config::TcpConfig;

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
    let bytes = before.unread().min(buffer_bytes.saturating_sub(next.held()));
    if bytes > 0 {
        before.read(now, bytes);
        next.write(now, bytes);
    }
    bytes
}

/// Tells `next`, a sender, that its stream is complete, once `source`, the sender that `before`
/// receives from, has no more to send and everything received has been passed on.
pub fn end_with(now: SimTime, source: &Agent, before: &Agent, next: &mut Agent) {
    if before.unread() == 0 && source.report().acknowledged_at.is_some() {
        next.end_writes(now);
    }
}

impl Agent {
    /// Holds bytes in order back for [`pass_on`]. Call before the first segment arrives.
    pub fn read_by_hand(&mut self) {
        match self {
            Self::Receiver(end) => end.read_by_hand(),
            Self::LinuxReceiver(end) => end.read_by_hand(),
            Self::Ns2Receiver(end) => end.read_by_hand(),
            _ => {}
        }
    }

    /// Caps the stream at what [`pass_on`] supplies. Call before the first segment.
    pub(super) fn wait_for_writes(&mut self) {
        match self {
            Self::Sender(end) => end.wait_for_writes(),
            Self::LinuxSender(end) => end.wait_for_writes(),
            Self::Ns2Sender(end) => end.wait_for_writes(),
            _ => {}
        }
    }

    /// Bytes that wait to be read; none at an end that does not read by hand.
    pub fn unread(&self) -> u64 {
        match self {
            Self::Receiver(end) => end.unread(),
            Self::LinuxReceiver(end) => end.unread(),
            Self::Ns2Receiver(end) => end.unread(),
            _ => 0,
        }
    }

    fn read(&mut self, now: SimTime, bytes: u64) {
        match self {
            Self::Receiver(end) => end.read(bytes),
            Self::LinuxReceiver(end) => end.read(now, bytes),
            Self::Ns2Receiver(end) => end.read(bytes),
            _ => {}
        }
    }

    fn held(&self) -> u64 {
        match self {
            Self::Sender(end) => end.held(),
            Self::LinuxSender(end) => end.held(),
            Self::Ns2Sender(end) => end.held(),
            _ => 0,
        }
    }

    fn write(&mut self, now: SimTime, bytes: u64) {
        match self {
            Self::Sender(end) => end.write(now, bytes),
            Self::LinuxSender(end) => end.write(now, bytes),
            Self::Ns2Sender(end) => end.write(now, bytes),
            _ => {}
        }
    }

    /// The stream ends with what was written, where its end was not known before.
    fn end_writes(&mut self, now: SimTime) {
        match self {
            Self::Sender(end) => end.end_writes(now),
            Self::LinuxSender(end) => end.end_writes(now),
            Self::Ns2Sender(end) => end.end_writes(now),
            _ => {}
        }
    }
}
