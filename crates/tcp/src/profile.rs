//! Defaults of the keys that all stacks have, and packet lengths that follow from keys.

use skyseam_base::{Duration, SimTime, StreamId};
use skyseam_endpoint::values::InitialWindow;
use skyseam_packet::ExtraOption;
use skyseam_params::Model;

use super::stack::{Stack, stack};
use crate::config::TcpConfig;
use crate::congestion::algorithm::{Setup, TcpAlgorithm, algorithm};
use crate::congestion::cubic::Cubic;
use crate::delayed_ack::DelayedAck;
use crate::ecn::EcnVariant;
use crate::linux::clock::HostClock;
use crate::rfc::keys::Rfc;

impl Default for TcpConfig {
    fn default() -> Self {
        Rfc::default().profile(algorithm(Cubic::default()))
    }
}

impl TcpConfig {
    /// Returns all defaults of `stack` with a controller.
    pub(crate) fn profile(stack: Model<dyn Stack>, congestion: Model<dyn TcpAlgorithm>) -> Self {
        stack.profile(congestion)
    }

    /// Returns the defaults that the RFCs give, with a stack's own keys: the start of every stack's
    /// profile.
    pub fn plain(own: impl Stack, congestion: Model<dyn TcpAlgorithm>) -> Self {
        Self {
            stack: stack(own),
            ecn: Some(EcnVariant::needed_by(&*congestion)).filter(|ecn| *ecn > EcnVariant::Off),
            ecn_server: None,
            accecn_option: None,
            congestion,
            // Ethernet's 1500 bytes less two headers.
            mss: 1460,
            header: 40,
            initial_window: InitialWindow::Rfc6928,
            // Large enough not to limit a satellite path; a scenario sets what its hosts have.
            receive_window: 64 << 20,
            sack_blocks: 3,
            timestamps: false,
            // RFC 1122 Sec. 4.2.3.2 allows 500 ms; 200 ms is what hosts have long used.
            delayed_ack: DelayedAck::Timer(Duration::from_millis(200)),
            handshake: true,
            fast_open: None,
            tls: None,
            dup_threshold: 3,
            // RFC 6298 (2.1), (2.4), (2.5).
            initial_rto: Duration::from_secs(1),
            min_rto: Duration::from_secs(1),
            max_rto: Duration::from_secs(60),
        }
    }

    /// Returns the setup of a controller for the connection, at its start `now`.
    pub(crate) fn setup(&self, now: SimTime) -> Setup {
        let mss = self.full_payload();
        let initial_window = self.initial_window.bytes(mss);
        Setup {
            now,
            mss,
            initial_window,
            hystart: self.stack.has_hystart(),
            paced: self.stack.is_paced(),
            can_pace: false,
            clock: HostClock::START,
            random: StreamId::NONE,
            flow: None,
        }
    }

    /// The receive window in full segments.
    pub(crate) fn window_segments(&self) -> u64 {
        (self.receive_window / u64::from(self.full_payload())).max(1)
    }

    /// The initial window in full segments.
    pub(crate) fn initial_segments(&self) -> u32 {
        self.initial_window.segments(self.full_payload())
    }

    /// IP length of a SYN or SYN-ACK, whose options `rfc` and `ns2` do not count: MSS, SACK
    /// permitted, timestamps, window scale (RFC 9293 Sec. 3.2, 2018, 7323).
    pub(crate) fn syn_size(&self) -> u32 {
        let sack = if self.sack_blocks > 0 && !self.timestamps { 4 } else { 0 };
        self.header + 4 + self.timestamp_bytes() + sack + 4
    }

    /// Returns the payload bytes of a full segment with its options (RFC 6691 Sec. 2).
    pub fn full_payload(&self) -> u32 {
        self.mss - self.timestamp_bytes() - self.count_bytes()
    }

    /// Returns the lengths of the connection's packets.
    pub(crate) fn lengths(&self) -> PacketLengths {
        let full = self.full_payload();
        // Of 40 bytes of options: those of every segment, two of padding, two of the head.
        let left = 40 - 4 - self.timestamp_bytes() - self.count_bytes();
        let sack_room = self.sack_blocks.min(left / 8) as usize;
        if !self.stack.counts_options() {
            // ns-2.35's sink adds 8 bytes per block and nothing for the option's head; timestamps
            // are counted on data (ts_option_size_) and not on ACKs.
            let stamps = if self.timestamps { 10 } else { 0 };
            let (empty, loaded) = (self.header, self.header + stamps);
            return PacketLengths { full, sack_room, empty, loaded, sack_head: 0 };
        }
        let headers = self.header + self.timestamp_bytes() + self.count_bytes();
        // RFC 2018 Sec. 3: kind, length and 8 bytes per block, padded to a multiple of four.
        PacketLengths { full, sack_room, empty: headers, loaded: headers, sack_head: 4 }
    }

    /// Returns the length of T/TCP's connection count and its padding, on every segment (RFC 1644
    /// Sec. 3.1).
    fn count_bytes(&self) -> u32 {
        if self.stack.ttcp().is_some() { ExtraOption::Count(0).length() } else { 0 }
    }

    /// Returns the length of the timestamps option and its padding (RFC 7323 Sec. 3.2), which `ns2`
    /// counts in its own way.
    pub(crate) fn timestamp_bytes(&self) -> u32 {
        if self.timestamps && self.stack.counts_options() { 12 } else { 0 }
    }
}

/// Lengths of a connection's packets, which are the same for all of its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PacketLengths {
    /// Payload bytes of a full segment with its options.
    pub full: u32,
    /// Number of selective acknowledgement blocks that fit into an ACK (RFC 2018 Sec. 3).
    pub sack_room: usize,
    /// Headers and options of a segment without payload, and with payload.
    empty: u32,
    loaded: u32,
    /// Bytes of the option of blocks beside these.
    sack_head: u32,
}

impl PacketLengths {
    /// Returns the IP length of a segment with this payload and number of blocks.
    pub fn packet(&self, payload: u32, sack_blocks: usize) -> u32 {
        let headers = if payload > 0 { self.loaded } else { self.empty };
        let sack = if sack_blocks == 0 { 0 } else { self.sack_head + 8 * sack_blocks as u32 };
        headers + sack + payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6928 Sec. 2: ten segments, in all 14,600 bytes at most, but two at least.
    #[test]
    fn the_initial_window_of_rfc_depends_on_the_segment() {
        let window = |mss| {
            let config = TcpConfig { mss, ..TcpConfig::named("rfc", "newreno") };
            config.setup(SimTime::ZERO).initial_window
        };
        assert_eq!([536, 1460, 4312, 8948].map(window), [5_360, 14_600, 14_600, 17_896]);
    }
}
