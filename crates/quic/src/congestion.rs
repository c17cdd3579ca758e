//! Congestion controllers of QUIC: the registry, and those of quinn-proto.
//!
//! A new one is a type with parameters that implements [`QuicAlgorithm`] by a factory of
//! quinn-proto's controllers, and one line in the registry below.

use std::sync::Arc;

use quinn_proto::congestion::{CubicConfig, NewRenoConfig};
use skyseam_base::FlowId;
use skyseam_endpoint::slow_start::{self, SlowStart};
use skyseam_params::{Catalogue, Model, Parameters, parameters, registry};

use super::bbr::Bbr;
use super::meter::Controllers;
use super::start::{self, Build};

/// A congestion controller of QUIC that a scenario can choose.
pub trait QuicAlgorithm: Parameters {
    /// Creates the factory of the controllers of a connection of `flow` with this initial window in
    /// bytes. Random draws come from streams of `seed` that are named after `owner`.
    fn controllers(&self, flow: FlowId, initial_window: u64, seed: u64, owner: &str)
    -> Controllers;

    /// Whether Careful Resume may set the window, which then follows losses.
    fn can_resume(&self) -> bool {
        false
    }
}

registry! {
    /// A congestion controller of QUIC and its parameters.
    dyn QuicAlgorithm "QuicCongestion" is "a congestion controller of QUIC"
        at "flows.transport.congestion (quic)" {
        Cubic, NewReno, Bbr,
    }
    pub fn built_in;
    pub fn member;
}

/// The built-in controller of this name, with default parameters.
pub fn named(name: &str) -> Option<Model<dyn QuicAlgorithm>> {
    let members = built_in();
    members.iter().find(|member| member.name == name)?.usual(&Arc::new(Catalogue::default()))
}

/// A controller with these parameters.
pub fn algorithm(own: impl QuicAlgorithm) -> Model<dyn QuicAlgorithm> {
    Model::new(Arc::new(own))
}

parameters! {
    /// CUBIC of quinn-proto, without HyStart unless `slow_start` adds it.
    pub struct Cubic "cubic" from "RFC 9438; quinn-proto 0.11" {
        /// Growth of the window before the first loss. Default: "standard".
        slow_start: Option<Model<dyn SlowStart>> = None,
    }
}

impl QuicAlgorithm for Cubic {
    fn controllers(&self, _: FlowId, initial_window: u64, _: u64, _: &str) -> Controllers {
        let build: Build = |window| {
            let mut cubic = CubicConfig::default();
            cubic.initial_window(window);
            Arc::new(cubic)
        };
        start::controllers(initial_window, build, slow_start::search(&self.slow_start, true))
    }

    fn can_resume(&self) -> bool {
        true
    }
}

parameters! {
    /// NewReno of quinn-proto.
    pub struct NewReno "newreno" from "RFC 9002 Sec. 7 and App. B; quinn-proto 0.11" {
        /// Growth of the window before the first loss. Default: "standard".
        slow_start: Option<Model<dyn SlowStart>> = None,
    }
}

impl QuicAlgorithm for NewReno {
    fn controllers(&self, _: FlowId, initial_window: u64, _: u64, _: &str) -> Controllers {
        let build: Build = |window| {
            let mut new_reno = NewRenoConfig::default();
            new_reno.initial_window(window);
            Arc::new(new_reno)
        };
        start::controllers(initial_window, build, slow_start::search(&self.slow_start, true))
    }

    fn can_resume(&self) -> bool {
        true
    }
}
