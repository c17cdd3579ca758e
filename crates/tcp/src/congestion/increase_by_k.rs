//! Parameters of increase by K (IBK); the rule is in [`super::increase`].

use skyseam_base::Duration;
use skyseam_endpoint::values::Timeout;
use skyseam_params::{parameters, plain_number};

use super::algorithm::{CongestionController, Setup, TcpAlgorithm};
use super::increase::{Increase, Opening};
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

plain_number! {
    /// Segments that a window grows by in a round trip.
    RoundGrowth from 1.0 to 1000.0
}

parameters! {
    /// Reno that adds K segments per round trip if the round trip is long. Stacks: rfc, ns2, bsd.
    pub struct IncreaseByK "ibk" from "RFC 2760 Sec. 3.4" {
        /// Segments added per round trip, one per ACK at most.
        k: RoundGrowth = 4.0,
        /// Smoothed round-trip time above which K segments are added; below it, one segment. The
        /// default lies above that of terrestrial paths and below that of a geostationary
        /// satellite's.
        threshold: Timeout = Duration::from_millis(400),
    }
}

impl IncreaseByK {
    fn rule(&self) -> Increase {
        Increase::ByConstant { segments: self.k, above: self.threshold }
    }
}

impl TcpAlgorithm for IncreaseByK {
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
