//! What a listener measured of a voice flow.

use super::codec::Codec;

/// What the listener measured. Means are `None` where nothing is there to take one of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoiceReport {
    /// What speech became.
    pub codec: Codec,
    /// Packets that came, each counted once.
    pub received: u64,
    /// Of these, packets that came too late to be played, expired ones included.
    pub late: u64,
    /// Of these, packets that had expired ([`super::playout::PlayoutKeys`]).
    pub expired: u64,
    /// One-way delay, from the sender's hands to the listener's; as all that follows, without
    /// packets that had expired.
    pub delay: Option<Delay>,
    /// Mean absolute difference of the delays of packets that arrived one after the other, ms.
    pub jitter_ms: Option<f64>,
    /// Interarrival jitter (RFC 3550 Sec. 6.4.1), the mean of what it was at each arrival, ms.
    pub rfc3550_ms: Option<f64>,
    /// Mean time from mouth to ear of what was played: frame, look-ahead, network, buffer; ms.
    pub mouth_to_ear_ms: Option<f64>,
    /// Mean length of bursts of packets not played over what it would be were losses random
    /// (G.107 Sec. 7.6); up to the last packet that was played.
    pub burst_ratio: Option<f64>,
}

/// One-way delays in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delay {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub std: f64,
    /// Smallest.
    pub min: f64,
    /// Largest.
    pub max: f64,
}
