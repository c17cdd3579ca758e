//! Report of a voice receiver.

use super::codec::Codec;

/// Measurements of the receiver. Means are `None` without values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoiceReport {
    /// Voice codec.
    pub codec: Codec,
    /// Packets that arrived, each counted once.
    pub received: u64,
    /// Among these, packets too late to be played, including expired ones.
    pub late: u64,
    /// Among these, packets that had expired ([`super::playout::PlayoutKeys`]).
    pub expired: u64,
    /// One-way delay from the sender to the receiver; like the following fields, without packets
    /// that had expired.
    pub delay: Option<Delay>,
    /// Mean absolute difference of the delays of successive arrivals, ms.
    pub jitter_ms: Option<f64>,
    /// Interarrival jitter (RFC 3550 Sec. 6.4.1), mean of its values at each arrival, ms.
    pub rfc3550_ms: Option<f64>,
    /// Mean mouth-to-ear delay of played packets: frame, look-ahead, network, buffer; ms.
    pub mouth_to_ear_ms: Option<f64>,
    /// Mean length of bursts of packets not played over that of random losses (G.107 Sec. 7.6); up
    /// to the last packet that was played.
    pub burst_ratio: Option<f64>,
}

/// One-way delays in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delay {
    /// Mean delay.
    pub mean: f64,
    /// Standard deviation.
    pub std: f64,
    /// Minimum delay.
    pub min: f64,
    /// Maximum delay.
    pub max: f64,
}
