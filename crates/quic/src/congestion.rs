//! Congestion controllers of QUIC: the registry, and those of quinn-proto.
//!
//! A new one is a type with parameters that implements [`Algorithm`] by what quinn-proto makes its
//! controllers with, and one line in the registry below.

use std::sync::Arc;

use quinn_proto::congestion::{CubicConfig, NewRenoConfig};
use skyseam_params::{Catalogue, Model, Parameters, parameters, registry};

use super::bbr::Bbr;
use super::meter::Controllers;

/// A congestion controller of QUIC as a scenario chooses it.
pub trait Algorithm: Parameters {
    /// What makes it for a connection with this initial window in bytes. What it leaves to chance
    /// is drawn from streams of `seed` that are named after `owner`.
    fn controllers(&self, initial_window: u64, seed: u64, owner: &str) -> Controllers;
}

registry! {
    /// A congestion controller of QUIC and its parameters.
    dyn Algorithm "QuicCongestion" is "a congestion controller of QUIC"
        at "flows.transport.congestion (quic)" by "kind" {
        Cubic, NewReno, Bbr,
    }
    pub fn built_in;
    pub fn member;
}

/// The controller that is built in under this name, with its usual parameters.
pub fn named(name: &str) -> Option<Model<dyn Algorithm>> {
    let members = built_in();
    members.iter().find(|member| member.name == name)?.usual(&Arc::new(Catalogue::default()))
}

/// A controller with these parameters.
pub fn algorithm(own: impl Algorithm) -> Model<dyn Algorithm> {
    Model::new(Arc::new(own))
}

parameters! {
    /// CUBIC as quinn-proto has it, without HyStart.
    pub struct Cubic "cubic" from "RFC 9438; quinn-proto 0.11" {}
}

impl Algorithm for Cubic {
    fn controllers(&self, initial_window: u64, _seed: u64, _owner: &str) -> Controllers {
        let mut cubic = CubicConfig::default();
        cubic.initial_window(initial_window);
        Arc::new(cubic)
    }
}

parameters! {
    /// NewReno as quinn-proto has it.
    pub struct NewReno "newreno" from "RFC 9002 Sec. 7 and App. B; quinn-proto 0.11" {}
}

impl Algorithm for NewReno {
    fn controllers(&self, initial_window: u64, _seed: u64, _owner: &str) -> Controllers {
        let mut new_reno = NewRenoConfig::default();
        new_reno.initial_window(initial_window);
        Arc::new(new_reno)
    }
}
