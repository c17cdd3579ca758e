//! Profiles: whose TCP a connection speaks, as one set of defaults for each [`Stack`]; and what
//! follows from keys for the length of packets.

use skyseam_base::{Duration, SimTime};
use skyseam_packet::Opener;
use skyseam_params::Model;

use super::stack::{ExitBurst, LossRecovery, Stack};
use crate::config::TcpConfig;
use crate::congestion;
use crate::congestion::algorithm::{Algorithm, Setup, algorithm};
use crate::congestion::cubic::Cubic;
use crate::delayed_ack::DelayedAck;
use crate::linux::clock::Clock;
use crate::values::{InitialWindow, SendBuffer};

impl Default for TcpConfig {
    fn default() -> Self {
        Self::of(Stack::Rfc, algorithm(Cubic {}))
    }
}

impl TcpConfig {
    /// All defaults of `stack` with a controller and a way of recovery, if one is given.
    pub(crate) fn profile(
        stack: Stack,
        congestion: Model<dyn Algorithm>,
        recovery: Option<LossRecovery>,
    ) -> Self {
        let usual = Self::of(stack, congestion);
        match recovery {
            Some(recovery) => usual.recovering_by(recovery),
            None => usual,
        }
    }

    /// As [`TcpConfig::of`], with the controller that is built in under a name.
    ///
    /// # Panics
    /// Where none is.
    pub fn named(stack: Stack, congestion: &str) -> Self {
        let known = congestion::named(congestion);
        Self::of(stack, known.unwrap_or_else(|| panic!("no controller \"{congestion}\"")))
    }

    /// All defaults of `stack` with the given controller, which must be one that the stack has
    /// (`is_of`; scenarios are checked for it): without, no sender can be made.
    pub fn of(stack: Stack, congestion: Model<dyn Algorithm>) -> Self {
        // A controller that sets the pacing rate itself is always paced.
        let governs = congestion.in_segments(&Setup::SOME).is_some_and(|own| own.governs());
        let hystart = congestion.has_hystart().then_some(true);
        match stack {
            Stack::Rfc => Self {
                stack,
                congestion,
                recovery: None,
                storm_guard: None,
                exit_burst: None,
                initial_ssthresh: None,
                // Ethernet's 1500 bytes less two headers.
                mss: 1460,
                header: 40,
                initial_window: InitialWindow::Rfc6928,
                // Large enough not to limit a satellite path; a scenario sets what its hosts have.
                receive_window: 64 << 20,
                send_buffer: None,
                sack_blocks: 3,
                timestamps: false,
                // RFC 1122 Sec. 4.2.3.2 allows 500 ms; 200 ms is what hosts have long used.
                delayed_ack: DelayedAck::Timer(Duration::from_millis(200)),
                handshake: true,
                fast_open: None,
                ttcp: None,
                tls: None,
                dup_threshold: 3,
                hystart: None,
                pacing: None,
                offload: None,
                compressed_sacks: None,
                // RFC 6298 (2.1), (2.4), (2.5).
                initial_rto: Duration::from_secs(1),
                min_rto: Duration::from_secs(1),
                max_rto: Duration::from_secs(60),
            },
            // ns-2.35: defaults of Agent/TCP/Linux and its sink (tcl/lib/ns-default.tcl).
            Stack::Ns2 => Self {
                stack,
                congestion,
                recovery: Some(LossRecovery::Fack),
                storm_guard: Some(false),
                exit_burst: None,
                initial_ssthresh: None,
                mss: 1000,
                header: 40,
                initial_window: InitialWindow::Segments(10),
                receive_window: 100_000 * 1000,
                send_buffer: None,
                sack_blocks: 3,
                timestamps: false,
                delayed_ack: DelayedAck::Off,
                handshake: false,
                fast_open: None,
                ttcp: None,
                tls: None,
                dup_threshold: 3,
                hystart: None,
                pacing: None,
                offload: None,
                compressed_sacks: None,
                // ns-2.35: rtxcur_init_, minrto_, maxrto_ of Agent/TCP/Linux.
                initial_rto: Duration::from_secs(3),
                min_rto: Duration::from_millis(200),
                max_rto: Duration::from_secs(120),
            },
            // 4.4BSD with windows that a satellite path needs, which are an application's to set.
            Stack::Bsd => Self {
                stack,
                congestion,
                recovery: Some(LossRecovery::SackNewReno),
                storm_guard: None,
                exit_burst: Some(ExitBurst::Limited),
                initial_ssthresh: None,
                mss: 1460,
                header: 40,
                initial_window: InitialWindow::Segments(1),
                receive_window: 256 << 10,
                send_buffer: None,
                sack_blocks: 3,
                timestamps: false,
                delayed_ack: DelayedAck::Heartbeat,
                handshake: true,
                fast_open: None,
                ttcp: None,
                tls: None,
                dup_threshold: 3,
                hystart: None,
                pacing: None,
                offload: None,
                compressed_sacks: None,
                // tcp_timer.h: TCPTV_SRTTDFLT twice, TCPTV_MIN, TCPTV_REXMTMAX.
                initial_rto: Duration::from_secs(6),
                min_rto: Duration::from_secs(1),
                max_rto: Duration::from_secs(64),
            },
            // Linux 6.18 with the settings it comes with.
            Stack::Linux => Self {
                stack,
                congestion,
                recovery: None,
                storm_guard: None,
                exit_burst: None,
                initial_ssthresh: None,
                mss: 1460,
                header: 40,
                initial_window: InitialWindow::Segments(10),
                // Autotuning goes no further than the last of `tcp_rmem`, 32 MiB, of which payload
                // takes five eighths ([`crate::linux::window`]): 0.624 of 1 MiB was measured.
                receive_window: 20 << 20,
                // The last of `tcp_wmem`.
                send_buffer: Some(SendBuffer::Bytes(4 << 20)),
                sack_blocks: 4,
                timestamps: true,
                delayed_ack: DelayedAck::Linux,
                handshake: true,
                fast_open: None,
                ttcp: None,
                tls: None,
                // RACK begins with it and adapts.
                dup_threshold: 3,
                hystart,
                pacing: Some(governs),
                offload: Some(false),
                compressed_sacks: Some(true),
                initial_rto: Duration::from_secs(1),
                min_rto: Duration::from_millis(200),
                max_rto: Duration::from_secs(120),
            },
        }
    }

    /// The stack `bsd` with another recovery, which has selective acknowledgements or not; or the
    /// stack `ns2` with another agent, and what differs by it: `Agent/TCP/Newreno` and
    /// `Agent/TCP/Sack1` wait for the SYN's ACK (`delay_growth_`) and for 60 s at most (`maxrto_`).
    pub fn recovering_by(self, recovery: LossRecovery) -> Self {
        let sack_blocks = if recovery.needs_blocks() { 3 } else { 0 };
        if self.stack == Stack::Bsd {
            return Self { recovery: Some(recovery), sack_blocks, ..self };
        }
        let is_fack = recovery == LossRecovery::Fack;
        Self {
            recovery: Some(recovery),
            storm_guard: is_fack.then_some(false),
            sack_blocks,
            handshake: !is_fack,
            max_rto: Duration::from_secs(if is_fack { 120 } else { 60 }),
            ..self
        }
    }

    /// The connection that a controller is made for, as it begins at `now`.
    pub(crate) fn setup(&self, now: SimTime) -> Setup {
        let mss = self.full_payload();
        let initial_window = self.initial_window.bytes(mss);
        Setup {
            now,
            mss,
            initial_window,
            hystart: self.hystart == Some(true),
            paced: self.is_paced(),
            clock: Clock::START,
        }
    }

    /// The initial window in full segments.
    pub(crate) fn initial_segments(&self) -> u32 {
        self.initial_window.segments(self.full_payload())
    }

    /// Whether segments leave at a pace whatever the controller.
    pub(crate) fn is_paced(&self) -> bool {
        self.pacing == Some(true)
    }

    /// Whether a paced sender sends what belongs to a millisecond at once.
    pub(crate) fn is_offloaded(&self) -> bool {
        self.offload == Some(true)
    }

    /// Memory of a send buffer that can fill, bytes.
    pub(crate) fn most_buffered(&self) -> Option<u64> {
        match self.send_buffer {
            Some(SendBuffer::Bytes(bytes)) => Some(bytes),
            Some(SendBuffer::Unlimited) | None => None,
        }
    }

    /// IP length of a SYN or SYN-ACK, whose options `rfc` and `ns2` do not count: MSS, SACK
    /// permitted, timestamps, window scale (RFC 9293 Sec. 3.2, 2018, 7323).
    pub fn syn_size(&self) -> u32 {
        let sack = if self.sack_blocks > 0 && !self.timestamps { 4 } else { 0 };
        self.header + 4 + self.timestamp_bytes() + sack + 4
    }

    /// Payload bytes of a full segment when its options are sent along (RFC 6691 Sec. 2).
    pub fn full_payload(&self) -> u32 {
        self.mss - self.timestamp_bytes() - self.count_bytes()
    }

    /// IP length of a segment.
    pub fn packet_size(&self, payload: u32, sack_blocks: usize) -> u32 {
        if self.stack == Stack::Ns2 {
            // ns-2.35's sink adds 8 bytes per block and nothing for the option's head; timestamps
            // are counted on data (ts_option_size_) and not on ACKs.
            let stamps = if self.timestamps && payload > 0 { 10 } else { 0 };
            return self.header + stamps + 8 * sack_blocks as u32 + payload;
        }
        // RFC 2018 Sec. 3: kind, length and 8 bytes per block, padded to a multiple of four.
        let sack = if sack_blocks == 0 { 0 } else { 4 + 8 * sack_blocks as u32 };
        self.header + self.timestamp_bytes() + self.count_bytes() + sack + payload
    }

    /// Selective acknowledgement blocks that an ACK has room for (RFC 2018 Sec. 3).
    pub fn sack_room(&self) -> usize {
        // Of 40 bytes of options: those of every segment, two of padding, two of the head.
        let left = 40 - 4 - self.timestamp_bytes() - self.count_bytes();
        self.sack_blocks.min(left / 8) as usize
    }

    /// T/TCP's connection count and its padding, on every segment (RFC 1644 Sec. 3.1).
    fn count_bytes(&self) -> u32 {
        if self.ttcp.is_some() { Opener::Count(0).length() } else { 0 }
    }

    /// The timestamps option and its padding (RFC 7323 Sec. 3.2), which `ns2` counts in its way.
    fn timestamp_bytes(&self) -> u32 {
        if self.timestamps && self.stack != Stack::Ns2 { 12 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6928 Sec. 2: ten segments, in all 14,600 bytes at most, but two at least.
    #[test]
    fn the_initial_window_of_rfc_depends_on_the_segment() {
        let window = |mss| {
            let config = TcpConfig { mss, ..TcpConfig::named(Stack::Rfc, "newreno") };
            config.setup(SimTime::ZERO).initial_window
        };
        assert_eq!([536, 1460, 4312, 8948].map(window), [5_360, 14_600, 14_600, 17_896]);
    }
}
