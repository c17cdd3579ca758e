//! The stack `bsd` as one of several: its defaults, and the combinations of keys it accepts.

use skyseam_base::Duration;
use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_endpoint::values::InitialWindow;
use skyseam_params::{Keys, Model, Problems};

use super::keys::Bsd;
use crate::config::TcpConfig;
use crate::congestion::algorithm::TcpAlgorithm;
use crate::delayed_ack::DelayedAck;
use crate::ns2::keys::LossRecovery;
use crate::stack::Stack;

impl Stack for Bsd {
    /// Returns the defaults: 4.4BSD with a window large enough for a satellite path, which an
    /// application would set.
    fn profile(&self, congestion: Model<dyn TcpAlgorithm>) -> TcpConfig {
        TcpConfig {
            initial_window: InitialWindow::Segments(1),
            receive_window: 256 << 10,
            sack_blocks: if self.recovery.needs_blocks() { 3 } else { 0 },
            delayed_ack: DelayedAck::Heartbeat,
            // tcp_timer.h: TCPTV_SRTTDFLT twice, TCPTV_MIN, TCPTV_REXMTMAX.
            initial_rto: Duration::from_secs(6),
            max_rto: Duration::from_secs(64),
            ..TcpConfig::plain(self.clone(), congestion)
        }
    }

    fn has(&self, controller: &dyn TcpAlgorithm) -> bool {
        controller.increase().is_some()
    }

    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2] {
        super::open(config, opening, content)
    }

    fn one_way(&self) -> Option<&'static str> {
        Some("its endpoints here are a source and a sink")
    }

    fn check(&self, config: &TcpConfig, keys: &Keys, problems: &mut Problems<'_>) {
        use LossRecovery::{NewReno, Reno, SackNewReno, SackReno};
        let those = [Reno, NewReno, SackReno, SackNewReno];
        if self.recovery.is_among(&those, "bsd", keys, problems) {
            let what = "this recovery finds holes only by selective acknowledgements";
            self.recovery.check_blocks(what, config, keys, problems);
        }
    }
}
