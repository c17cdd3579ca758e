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

/// A sending end into which bytes are written by hand.
pub trait Writer {
    /// Caps the stream at what [`Writer::write`] supplies. Call before the first segment.
    fn wait_for_writes(&mut self);

    /// The application writes `bytes` more.
    fn write(&mut self, now: SimTime, bytes: u64);

    /// What was written is all: the end is known and acted on in the next time-out.
    fn end_writes(&mut self, now: SimTime);

    /// Bytes written and not acknowledged: what a send buffer holds.
    fn held(&self) -> u64;
}

/// A receiving end from which bytes are read by hand.
pub trait Reader {
    /// Keeps bytes in order until [`Reader::read`] takes them. Call before anything arrives.
    fn read_by_hand(&mut self);

    /// Bytes in order that wait to be read by hand.
    fn unread(&self) -> u64;

    /// The application reads `bytes` of them.
    fn read(&mut self, now: SimTime, bytes: u64);
}

/// Makes the sender and the receiver of a stack the two ends of a one-way flow, which proxies can
/// write into and read from. `by` names a field that lies first in each.
macro_rules! one_way_ends {
    ($sender:ident by $sender_first:ident, $receiver:ident by $receiver_first:ident) => {
        impl $crate::endpoint::End for $sender {
            fn report(&self) -> $crate::report::FlowReport {
                self.report()
            }

            fn has_plans(&self) -> bool {
                $crate::endpoint::Endpoint::poll_timeout(self).is_some()
            }

            fn writer(&mut self) -> Option<&mut dyn $crate::app::proxy::Writer> {
                Some(self)
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$sender_first, size_of::<Self>());
            }

            fn prefetch_inside(&self) {
                self.prefetch_outstanding();
            }
        }

        impl $crate::app::proxy::Writer for $sender {
            fn wait_for_writes(&mut self) {
                self.wait_for_writes();
            }

            fn write(&mut self, now: skyseam_base::SimTime, bytes: u64) {
                self.write(now, bytes);
            }

            fn end_writes(&mut self, now: skyseam_base::SimTime) {
                self.end_writes(now);
            }

            fn held(&self) -> u64 {
                self.held()
            }
        }

        impl $crate::endpoint::End for $receiver {
            fn report(&self) -> $crate::report::FlowReport {
                self.report()
            }

            fn has_plans(&self) -> bool {
                false
            }

            fn reader(&mut self) -> Option<&mut dyn $crate::app::proxy::Reader> {
                Some(self)
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$receiver_first, size_of::<Self>());
            }
        }

        impl $crate::app::proxy::Reader for $receiver {
            fn read_by_hand(&mut self) {
                self.read_by_hand();
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn read(&mut self, now: skyseam_base::SimTime, bytes: u64) {
                self.read(now, bytes);
            }
        }
    };
}
pub(crate) use one_way_ends;

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
