//! Interface of a TCP stack: an implementation of TCP and the keys that only it has.
//!
//! A stack is a struct of parameters that implements [`Stack`]. The keys of all stacks are in
//! [`TcpConfig`]; the built-in stacks are listed in [`super::stacks`].

use std::any::Any;
use std::sync::Arc;

use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_params::{Keys, Model, Parameters, Problems};

use super::accelerated::PeerCacheState;
use crate::config::TcpConfig;
use crate::congestion::algorithm::TcpAlgorithm;

/// TCP stack: its own keys, the defaults of the other keys, and the endpoints it creates.
pub trait Stack: Parameters {
    /// Returns the default values of all keys with this stack, its own keys and this controller.
    fn profile(&self, congestion: Model<dyn TcpAlgorithm>) -> TcpConfig;

    /// Whether the stack has this controller.
    fn has(&self, controller: &dyn TcpAlgorithm) -> bool;

    /// Whether a controller of the stack is compatible with the stack's own keys.
    fn fits(&self, controller: &dyn TcpAlgorithm) -> bool {
        self.has(controller)
    }

    /// Creates the two endpoints of a connection with these keys, whose stack this is.
    ///
    /// # Panics
    /// When the stack does not have the controller ([`Stack::has`]).
    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2];

    /// Returns the reason why the stack sends data in one direction only, if it does.
    fn one_way(&self) -> Option<&'static str> {
        None
    }

    /// Returns the payload bytes sent for `bytes` of an application.
    fn bytes_for(&self, _: &TcpConfig, bytes: u64) -> u64 {
        bytes
    }

    /// Whether options reduce the payload of segments, as on the wire.
    fn counts_options(&self) -> bool {
        true
    }

    /// Whether segments are paced with every controller.
    fn is_paced(&self) -> bool {
        false
    }

    /// Whether the stack has ECN.
    fn has_ecn(&self) -> bool {
        false
    }

    /// Whether controllers that support HyStart use it.
    fn has_hystart(&self) -> bool {
        false
    }

    /// Whether controllers can have a slow start of their own.
    fn has_slow_starts(&self) -> bool {
        false
    }

    /// Returns the state of T/TCP's peer caches, if the stack opens connections by T/TCP.
    fn ttcp(&self) -> Option<PeerCacheState> {
        None
    }

    /// Returns the stack without a limit on how far an application may write ahead, if it has such
    /// a limit.
    fn unbuffered(&self) -> Option<Model<dyn Stack>> {
        None
    }

    /// Returns words on the stack's behaviour without `key`, which is another stack's; `None` for
    /// none.
    fn instead_of(&self, _key: &str) -> Option<&'static str> {
        None
    }

    /// Reports invalid combinations of the stack's own keys with the others, which are at `keys`.
    fn check(&self, _config: &TcpConfig, _keys: &Keys, _problems: &mut Problems<'_>) {}

    /// Reports own keys that are invalid under an application, called `kind`, whose endpoints both
    /// send.
    fn check_two_way(&self, _kind: &str, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// Returns a stack with these keys.
pub fn stack(own: impl Stack) -> Model<dyn Stack> {
    Model::new(Arc::new(own))
}

impl TcpConfig {
    /// Returns the own keys of the stack `S`; their defaults if the stack is another.
    pub fn own<S: Stack + Default + Clone>(&self) -> S {
        let own: &dyn Any = &*self.stack;
        own.downcast_ref::<S>().cloned().unwrap_or_default()
    }

    /// Changes the own keys of the stack `S`; has no effect if the stack is another.
    #[must_use]
    pub fn with_own<S: Stack + Clone>(self, change: impl FnOnce(&mut S)) -> Self {
        let own: &dyn Any = &*self.stack;
        let Some(mut own) = own.downcast_ref::<S>().cloned() else { return self };
        change(&mut own);
        Self { stack: stack(own), ..self }
    }
}
