//! Parameters of Hybla; its behaviour, that of two versions of the kernel, is in
//! [`crate::linux::congestion::hybla`] and [`crate::ns2::congestion::hybla`].

use skyseam_base::Duration;
use skyseam_endpoint::values::Timeout;
use skyseam_params::parameters;

use super::algorithm::{Setup, TcpAlgorithm};
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

parameters! {
    /// Grows at a long round-trip time as Reno would at a reference, 25 ms. Stacks: ns2, linux.
    pub struct Hybla "hybla"
        from "Caini and Firrincieli 2004, Int. J. Satell. Commun. Netw. 22, 547" {
        /// Round-trip time of the Reno connection whose rate of growth it matches: Sec. 4 of the
        /// paper, the kernel's `rtt0`.
        rtt: Timeout = Duration::from_millis(25),
    }
}

impl TcpAlgorithm for Hybla {
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn linux::LinuxController>> {
        Some(Box::new(linux::hybla::Hybla::new(self.rtt)))
    }

    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::ControllerModule>> {
        Some(Box::new(ns2::hybla::Hybla::new(self.rtt)))
    }
}
