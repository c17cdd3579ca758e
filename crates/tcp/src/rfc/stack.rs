//! The stack `rfc` as one of several.

use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_params::Model;

use super::keys::Rfc;
use crate::accelerated::PeerCacheState;
use crate::config::TcpConfig;
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::stack::Stack;

impl Stack for Rfc {
    fn profile(&self, congestion: Model<dyn TcpAlgorithm>) -> TcpConfig {
        TcpConfig::plain(self.clone(), congestion)
    }

    fn has(&self, controller: &dyn TcpAlgorithm) -> bool {
        controller.in_bytes(&Setup::SOME).is_some()
    }

    fn has_slow_starts(&self) -> bool {
        true
    }

    fn has_ecn(&self) -> bool {
        true
    }

    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2] {
        super::open(config, opening, content)
    }

    fn ttcp(&self) -> Option<PeerCacheState> {
        self.ttcp
    }

    fn instead_of(&self, key: &str) -> Option<&'static str> {
        (key == "recovery")
            .then_some("without SACK (sack_blocks = 0) \"rfc\" is NewReno, with it RFC 6675")
    }
}
