//! Interface of a congestion controller: its parameters, and its initial state in each stack.

use std::sync::Arc;

use skyseam_base::{FlowId, SimTime, StreamId};
pub use skyseam_endpoint::congestion::{AckInfo, CloneBox, CongestionController, DeliveryRate};
use skyseam_packet::Ecn;
use skyseam_params::{Keys, Model, Parameters, Problems};

use super::increase::Increase;
use crate::linux::clock::HostClock;
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

/// A congestion controller that a scenario can choose: its parameters, and the constructors of its
/// state for the stacks that have it.
pub trait TcpAlgorithm: Parameters {
    /// Creates a controller in bytes: for the stack `rfc`; for `linux` unless
    /// [`TcpAlgorithm::in_segments`] is implemented; and for QUIC if a program adds it. `None` if
    /// there is none.
    fn in_bytes(&self, _: &Setup) -> Option<Box<dyn CongestionController>> {
        None
    }

    /// Creates a controller in segments, for the stack `linux`: by default, the adapter of that in
    /// bytes. `None` if the stack does not have it.
    fn in_segments(&self, setup: &Setup) -> Option<Box<dyn linux::LinuxController>> {
        let controller = self.in_bytes(&Setup { can_pace: true, ..*setup })?;
        Some(Box::new(linux::in_bytes::Segments::new(controller, setup.mss)))
    }

    /// Creates a controller in packets, for the stack `ns2`; `None` if that does not have it.
    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::ControllerModule>> {
        None
    }

    /// Rule of increase for the stack `bsd` and for ns-2's agents with a window of their own,
    /// `Agent/TCP/Newreno` and `Agent/TCP/Sack1`; `None` if they do not have it.
    fn increase(&self) -> Option<Increase> {
        None
    }

    /// Whether the controller detects the end of slow start (HyStart) in the stack `linux`.
    fn has_hystart(&self) -> bool {
        false
    }

    /// Whether a slow start replaces that of the stack; the stacks `rfc` and `linux` have them.
    fn has_own_slow_start(&self) -> bool {
        false
    }

    /// ECN codepoint of all packets, if the controller needs ECN (RFC 8257, RFC 9331 Sec. 4.1).
    fn ect(&self) -> Ecn {
        Ecn::NotEct
    }

    /// Reports keys of the connection, at `keys`, that have no effect with this controller.
    fn check(&self, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// Returns a controller with these parameters.
pub fn algorithm(own: impl TcpAlgorithm) -> Model<dyn TcpAlgorithm> {
    Model::new(Arc::new(own))
}

/// Connection for which a controller is created.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Start time of the connection.
    pub now: SimTime,
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// Initial window in bytes.
    pub initial_window: u64,
    /// Whether a controller that supports HyStart uses it.
    pub hystart: bool,
    /// Whether segments are paced.
    pub paced: bool,
    /// Whether the stack follows a pacing rate of the controller.
    pub can_pace: bool,
    /// Clock of the host, if the stack has one.
    pub clock: HostClock,
    /// Random numbers of the controller.
    pub random: StreamId,
    /// Number of the flow, if the transport knows it.
    pub flow: Option<FlowId>,
}

impl Setup {
    /// Setup of an example connection.
    pub const SOME: Self = Self {
        now: SimTime::ZERO,
        mss: 1460,
        initial_window: 14_600,
        hystart: false,
        paced: false,
        can_pace: false,
        clock: HostClock::START,
        random: StreamId::NONE,
        flow: None,
    };
}
