//! What a link is described by: the typed, checked form a scenario resolves to.

use skyseam_base::Rate;

/// A transmitter: its rate, its framing and the queue before it.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkConfig {
    /// Rate at which frames are sent.
    pub rate: Rate,
    /// Bytes of link framing added to every IP packet.
    pub framing_bytes: u32,
    /// The queue.
    pub queue: QueueConfig,
}

/// A queue discipline and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum QueueConfig {
    /// First in, first out; what finds it full is dropped.
    DropTail {
        /// Packets that may wait; the one being sent is not counted.
        limit_packets: u32,
    },
}

/// What becomes of packets that wait for a link whose peer has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuedAtHandover {
    /// They are still sent, to the old peer, which is not listening: link time spent, packets lost
    /// (ns-2).
    Lost,
    /// They are sent to the new peer when their turn comes; a satellite whose terminal has left
    /// sends them back into routing.
    Forwarded,
}
