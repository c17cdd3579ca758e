//! DCTCP (RFC 8257) as in the kernel's module (`tcp_dctcp`): Reno that reduces the window by half
//! the share of packets that arrived with CE.
//!
//! The module's integers: the share in 1024ths, updated once per round trip. A server that does not
//! agree to ECN leaves Reno. Of classic ECN the receiver's ACKs are those of RFC 8257 Sec. 3.2
//! ([`crate::ecn`]).

use skyseam_packet::Ecn;
use skyseam_params::parameters;

use super::{EcnCounts, Growth, LinuxController, Window, reno};
use crate::congestion::algorithm::{Setup, TcpAlgorithm};

/// Share of marked packets if all are, and at the start (`dctcp_alpha_on_init`).
const ALL: u32 = 1024;
/// Weight of the latest round trip in the share, as a shift: 1/16 (`dctcp_shift_g`).
const SHIFT: u32 = 4;

parameters! {
    /// DCTCP: a reduction in proportion to the share of marked packets. Stacks: linux.
    pub struct Dctcp "dctcp" from "RFC 8257; tcp_dctcp.c" {}
}

impl TcpAlgorithm for Dctcp {
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn LinuxController>> {
        Some(Box::new(DctcpState::default()))
    }

    fn ect(&self) -> Ecn {
        Ecn::Ect0
    }
}

/// State of the controller.
#[derive(Clone, Debug)]
pub(crate) struct DctcpState {
    alpha: u32,
    /// Offset whose acknowledgement ends the round trip.
    until: u64,
    /// Deliveries when it began.
    delivered: u64,
    delivered_ce: u64,
}

impl Default for DctcpState {
    fn default() -> Self {
        // The SYN was delivered before.
        Self { alpha: ALL, until: 0, delivered: 1, delivered_ce: 0 }
    }
}

impl LinuxController for DctcpState {
    /// Updates the share at the end of a round trip (`dctcp_update_alpha`).
    fn on_ecn(&mut self, counts: &EcnCounts) {
        if counts.una < self.until {
            return;
        }
        let marked = (counts.delivered_ce - self.delivered_ce) as u32;
        let delivered = counts.delivered.saturating_sub(self.delivered) as u32;
        let part = self.alpha >> SHIFT;
        // Below 16 of 1024 the share falls to zero at once.
        self.alpha -= if part == 0 { self.alpha } else { part };
        self.alpha = (self.alpha + (marked << (10 - SHIFT)) / delivered.max(1)).min(ALL);
        self.until = counts.next;
        (self.delivered, self.delivered_ce) = (counts.delivered, counts.delivered_ce);
    }

    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        reno::grow(window, growth);
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        let reduction = (u64::from(window.cwnd) * u64::from(self.alpha)) >> 11;
        (window.cwnd - reduction as u32).max(2)
    }

    /// A loss halves the window (`dctcp_react_to_loss`).
    fn on_recovery(&mut self, window: &mut Window) {
        window.ssthresh = reno::ssthresh(window);
    }

    fn on_lost(&mut self, window: &mut Window) {
        window.ssthresh = reno::ssthresh(window);
    }
}
