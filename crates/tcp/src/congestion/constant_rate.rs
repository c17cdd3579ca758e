//! Parameters of constant-rate increase (CR); the rule is in [`super::increase`].

use skyseam_params::values::Flag;
use skyseam_params::{parameters, plain_number};

use super::algorithm::{CongestionController, Setup, TcpAlgorithm};
use super::increase::{Increase, Opening};
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

plain_number! {
    /// Growth of a rate, segments per second and second.
    RateGrowth from 0.001 to 1000000.0
}

parameters! {
    /// Reno whose rate grows equally fast at any round-trip time. Stacks: rfc, ns2, bsd.
    pub struct ConstantRate "cr" from "Floyd 1991, ACM Comput. Commun. Rev. 21 (5), 30" {
        /// Growth of the sending rate, segments per second and second: the window grows by `c`
        /// times the square of the smoothed round-trip time in a round trip, by one segment per
        /// ACK at most. ns-2's default of `windowConstant_`.
        c: RateGrowth = 4.0,
        /// Whether the window grows by one segment per round trip at most, not per ACK.
        literal: Flag = false,
    }
}

impl ConstantRate {
    fn rule(&self) -> Increase {
        Increase::ConstantRate { c: self.c, per_round: self.literal }
    }
}

impl TcpAlgorithm for ConstantRate {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn CongestionController>> {
        Some(Box::new(Opening::new(self.rule(), setup)))
    }

    /// Returns `None`: the kernel has no such module.
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn linux::LinuxController>> {
        None
    }

    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::ControllerModule>> {
        Some(Box::new(ns2::opening::Opening::new(self.rule())))
    }

    fn increase(&self) -> Option<Increase> {
        Some(self.rule())
    }
}
