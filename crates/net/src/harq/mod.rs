//! HARQ: what becomes of a packet sent over a fading channel, transmission by transmission.

/// How packets are coded, decoded and repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct HarqConfig {
    /// Es/N0 received over an unobstructed line of sight (level 0 dB of the channel), dB.
    pub reference_es_n0_db: f64,
}
