//! Time when a sender gives its connection up (`tcp_write_timeout`, `tcp_probe_timer`), with the
//! kernel's default sysctl settings.

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::EndReason;

use super::sender::{Pending, Sender};

/// Number of retransmissions of a SYN: `tcp_syn_retries`, 6, after `tcp_syn_linear_timeouts`, 4.
const SYN_RETRIES: u64 = 6 + 4;
/// Number of timeouts that a connection survives (`tcp_retries2`). It stands for a time: that of
/// this number of timeouts of a connection with the smallest timeout.
const RETRIES: u32 = 15;
/// Number of retransmissions of a FIN after acknowledged data (`tcp_orphan_retries`: 0 stands for
/// 8).
const FIN_RETRIES: u32 = 8;
/// Timeout from which this time is computed (`TCP_RTO_MIN`).
const SMALLEST_TIMEOUT: Duration = Duration::from_millis(200);

/// Returns the time for which a connection is retried if no timeout exceeds `most`
/// (`tcp_model_timeout`): 924.6 s for 120 s.
fn model_timeout(most: Duration) -> Duration {
    let doublings = (most.as_nanos() / SMALLEST_TIMEOUT.as_nanos()).max(1).ilog2();
    let doubled = doublings.min(RETRIES);
    SMALLEST_TIMEOUT * ((2 << doubled) - 1) + most * u64::from(RETRIES - doubled)
}

impl Sender {
    /// Whether the connection is given up, after the retransmission timer or that of window probes
    /// has fired.
    pub(super) fn gives_up(&mut self, now: SimTime) -> bool {
        if self.closed && self.data_end() == Some(self.una) {
            // The transfer is done; the other end may never answer the FIN.
            let enough = self.timeouts_in_row >= FIN_RETRIES;
            if enough {
                self.stop();
            }
            return enough;
        }
        let enough = match self.pending {
            Pending::Persist(_) => self.probes_unanswered >= RETRIES,
            Pending::Retransmit(_) if self.una == self.connection.origin => {
                self.report.retransmissions >= SYN_RETRIES
            }
            // The kernel counts from the first retransmission of the whole recovery, which may be
            // long before the last progress; here progress since then starts the count anew.
            Pending::Retransmit(_) => self.unanswered_since.is_some_and(|since| {
                let passed = now.saturating_since(since);
                self.timeouts_in_row > 0 && passed >= model_timeout(self.config.max_rto)
            }),
            _ => false,
        };
        if enough {
            self.report.gave_up = Some(EndReason::TooManyRetransmissions);
            self.stop();
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel's documentation of `tcp_retries2`: 924.6 seconds.
    #[test]
    fn fifteen_timeouts_are_924_seconds() {
        assert_eq!(model_timeout(Duration::from_secs(120)), Duration::from_millis(924_600));
        assert_eq!(model_timeout(Duration::from_millis(1)), Duration::from_millis(215));
    }
}
