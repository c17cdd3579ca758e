//! Congestion controllers of TCP over QUIC.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value as Json};
use skyseam_base::{FlowId, RandomStream};
use skyseam_params::{Declared, Member, Parameters};
use skyseam_quic as quic;
use skyseam_quic::Controllers;
use skyseam_tcp::congestion::algorithm::{Setup, TcpAlgorithm};

/// The controller that a type declares, for QUIC; it must count bytes ([`TcpAlgorithm::in_bytes`]).
pub fn over_quic<T: Declared + TcpAlgorithm>() -> Member<dyn quic::QuicAlgorithm> {
    Member::of::<T>(|own| Arc::new(OverQuic(Arc::new(own))))
}

/// A controller of TCP as one of QUIC; it must count bytes ([`TcpAlgorithm::in_bytes`]).
#[derive(Debug)]
pub struct OverQuic(pub Arc<dyn TcpAlgorithm>);

impl Parameters for OverQuic {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn printed(&self) -> Map<String, Json> {
        self.0.printed()
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.0.equals(&*other.0))
    }
}

impl quic::QuicAlgorithm for OverQuic {
    /// # Panics
    /// When the controller does not count bytes.
    fn controllers(
        &self,
        flow: FlowId,
        initial_window: u64,
        seed: u64,
        owner: &str,
    ) -> Controllers {
        let own = self.0.clone();
        let random = RandomStream::new(seed, owner).beside();
        let make = move |datagram: u16| {
            let (mss, flow) = (datagram.into(), Some(flow));
            let setup = Setup { mss, initial_window, random, flow, ..Setup::SOME };
            own.in_bytes(&setup).expect("a controller that counts bytes")
        };
        quic::in_bytes::controllers(initial_window, Arc::new(make))
    }
}
