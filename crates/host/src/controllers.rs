//! Congestion controllers of TCP over QUIC.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value as Json};
use skyseam_params::{Declared, Member, Parameters};
use skyseam_quic as quic;
use skyseam_quic::Controllers;
use skyseam_tcp::congestion::algorithm::{Setup, TcpAlgorithm};

/// The controller that a type declares, for QUIC; it must count bytes ([`TcpAlgorithm::in_bytes`]).
pub fn over_quic<T: Declared + TcpAlgorithm>() -> Member<dyn quic::QuicAlgorithm> {
    Member::of::<T>(|own| Arc::new(OverQuic(Arc::new(own))))
}

/// A controller of TCP as one of QUIC.
#[derive(Debug)]
struct OverQuic<T>(Arc<T>);

impl<T: Declared + TcpAlgorithm> Parameters for OverQuic<T> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn printed(&self) -> Map<String, Json> {
        self.0.printed()
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }
}

impl<T: Declared + TcpAlgorithm> quic::QuicAlgorithm for OverQuic<T> {
    /// # Panics
    /// When the controller does not count bytes.
    fn controllers(&self, initial_window: u64, _seed: u64, _owner: &str) -> Controllers {
        let own = self.0.clone();
        let make = move |datagram: u16| {
            let setup = Setup { mss: datagram.into(), initial_window, ..Setup::SOME };
            own.in_bytes(&setup).expect("a controller that counts bytes")
        };
        quic::in_bytes::controllers(initial_window, Arc::new(make))
    }
}
