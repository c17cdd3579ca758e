//! Reno (RFC 5681) as the kernel counts it: slow start per acknowledged segment, then one segment
//! per window; a loss halves the window.

use skyseam_endpoint::slow_start::HyStartSearch;

use super::{Growth, INFINITE, LinuxController, Sample, Window};

/// Reno, with a search for the end of its first slow start or without.
#[derive(Clone, Debug, Default)]
pub struct Reno {
    /// Search of HyStart++.
    pub search: Option<HyStartSearch>,
}

/// Evaluates a sample in the first slow start; its end is the threshold.
pub(super) fn search(search: &mut HyStartSearch, window: &mut Window, sample: &Sample) {
    let is_first = window.ssthresh == INFINITE;
    if is_first && search.on_ack(sample.una, sample.next, Some(sample.rtt)) {
        window.ssthresh = window.cwnd;
    }
}

/// Returns the segments by which the first slow start grows; later ones grow by all acknowledged.
pub(super) fn growth(search: &mut HyStartSearch, window: &Window, acked: u32) -> u32 {
    if window.ssthresh < INFINITE { acked } else { search.growth(acked.into(), 1) as u32 }
}

/// Grows the window as Reno; other controllers fall back to it (`tcp_reno_cong_avoid`).
pub(super) fn grow(window: &mut Window, growth: &Growth) {
    if !growth.limited {
        return;
    }
    let acked = growth.acked;
    let left = if window.in_slow_start() { window.slow_start(acked) } else { acked };
    if left > 0 {
        window.avoid_congestion(window.cwnd, left);
    }
}

/// Returns half the window (`tcp_reno_ssthresh`).
pub(super) fn ssthresh(window: &Window) -> u32 {
    (window.cwnd / 2).max(2)
}

impl LinuxController for Reno {
    fn on_acked(&mut self, window: &mut Window, sample: &Sample) {
        if let Some(own) = &mut self.search {
            search(own, window, sample);
        }
    }

    fn grow(&mut self, window: &mut Window, acknowledged: &Growth) {
        match &mut self.search {
            Some(own) if acknowledged.limited => {
                let acked = growth(own, window, acknowledged.acked);
                grow(window, &Growth { acked, ..*acknowledged });
            }
            _ => grow(window, acknowledged),
        }
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        ssthresh(window)
    }
}
