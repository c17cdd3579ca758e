//! What a TCP stack is: whose TCP a connection speaks, with the keys that only it has.
//!
//! A stack is one struct of parameters that implements [`Stack`]. The keys that all stacks have are
//! those of [`TcpConfig`]; the built-in stacks are listed in [`super::stacks`].

use std::any::Any;
use std::sync::Arc;

use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_params::{Keys, Model, Parameters, Problems};

use super::accelerated::PeerCacheState;
use crate::config::TcpConfig;
use crate::congestion::algorithm::Algorithm;

/// A stack of TCP: its own keys, the defaults of the others, and the ends that it makes.
pub trait Stack: Parameters {
    /// All keys as they are by default, beside this stack with its own keys and this controller.
    fn profile(&self, congestion: Model<dyn Algorithm>) -> TcpConfig;

    /// Whether it has this controller.
    fn has(&self, controller: &dyn Algorithm) -> bool;

    /// Whether a controller that it has goes with its own keys.
    fn fits(&self, controller: &dyn Algorithm) -> bool {
        self.has(controller)
    }

    /// The two ends of a connection with these keys, which have this stack.
    ///
    /// # Panics
    /// When the stack does not have the controller ([`Stack::has`]).
    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2];

    /// Why it sends data one way only, where it does.
    fn one_way(&self) -> Option<&'static str> {
        None
    }

    /// Payload bytes that are sent for `bytes` of an application.
    fn bytes_for(&self, _: &TcpConfig, bytes: u64) -> u64 {
        bytes
    }

    /// Whether options take their room out of segments as they do on the wire.
    fn counts_options(&self) -> bool {
        true
    }

    /// Whether segments leave at a pace whatever the controller.
    fn is_paced(&self) -> bool {
        false
    }

    /// Whether controllers that can look for the end of slow start (HyStart) do.
    fn has_hystart(&self) -> bool {
        false
    }

    /// How T/TCP opens connections, where it does.
    fn ttcp(&self) -> Option<PeerCacheState> {
        None
    }

    /// The same without a limit on what an application may write ahead, where it has one.
    fn unbuffered(&self) -> Option<Model<dyn Stack>> {
        None
    }

    /// Words on how it does without `key`, which is another stack's; `None` for none.
    fn instead_of(&self, _key: &str) -> Option<&'static str> {
        None
    }

    /// Notes what is wrong with its own keys beside the others, which stand at `keys`.
    fn check(&self, _config: &TcpConfig, _keys: &Keys, _problems: &mut Problems<'_>) {}

    /// Notes what is wrong with its own keys under an application, called `kind`, both of whose
    /// ends send.
    fn check_two_way(&self, _kind: &str, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// A stack with these keys.
pub fn stack(own: impl Stack) -> Model<dyn Stack> {
    Model::new(Arc::new(own))
}

impl TcpConfig {
    /// The own keys of the stack `S`: their defaults where this is another.
    pub fn own<S: Stack + Default + Clone>(&self) -> S {
        let own: &dyn Any = &*self.stack;
        own.downcast_ref::<S>().cloned().unwrap_or_default()
    }

    /// The same with own keys of the stack `S` changed; as it is where this is another.
    #[must_use]
    pub fn with_own<S: Stack + Clone>(self, change: impl FnOnce(&mut S)) -> Self {
        let own: &dyn Any = &*self.stack;
        let Some(mut own) = own.downcast_ref::<S>().cloned() else { return self };
        change(&mut own);
        Self { stack: stack(own), ..self }
    }
}
