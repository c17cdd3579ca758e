//! Congestion control: the registry of controllers.
//!
//! A controller decides how much may be in flight. It does not own the detection of losses, nor the
//! gradual reduction to the new window during a recovery: that is `tcp::recovery`. The stack `rfc`
//! takes controllers that count bytes; the stack `linux` those that count segments
//! ([`crate::linux::congestion`]), called where the kernel calls its modules; the stack `ns2` those
//! that count packets ([`crate::ns2::congestion`]).
//!
//! A controller that counts bytes also runs on `linux` ([`crate::linux::congestion::in_bytes`]) and
//! over QUIC (crate `host`), so that an external controller needs only one form. The kernel's own
//! controllers keep the kernel's integers.
//!
//! A new controller is one file, with its parameters ([`algorithm::TcpAlgorithm`]), its behaviour
//! in one or more stacks, and its tests; and one line in the registry below. A controller with a
//! different state in each stack has its parameters here and a file with the state in each stack.

pub mod algorithm;
pub mod constant_rate;
pub mod cubic;
pub mod hybla;
pub mod increase;
pub mod increase_by_k;
pub mod new_reno;

use std::sync::Arc;

use skyseam_params::{Catalogue, Model, registry};

use self::algorithm::TcpAlgorithm;
use self::constant_rate::ConstantRate;
use self::cubic::Cubic;
use self::hybla::Hybla;
use self::increase_by_k::IncreaseByK;
use self::new_reno::NewReno;
use crate::linux::congestion::bbr::Bbr;
use crate::linux::congestion::bbr3::Bbr3;
use crate::linux::congestion::dctcp::Dctcp;
use crate::linux::congestion::prague::Prague;
use crate::linux::congestion::vegas::Vegas;
use crate::linux::congestion::westwood::Westwood;

registry! {
    /// A congestion controller and its parameters.
    dyn TcpAlgorithm "Congestion" is "a congestion controller" at "flows.transport.congestion" {
        NewReno, Cubic, Bbr, Bbr3, Dctcp, Prague, Hybla, Vegas, Westwood, ConstantRate, IncreaseByK,
    }
    pub fn built_in;
    pub fn member;
}

/// Returns all built-in controllers with their default parameters, in the order of the
/// documentation.
pub fn all() -> impl Iterator<Item = Model<dyn TcpAlgorithm>> {
    let catalogue = Arc::new(Catalogue::default());
    built_in().into_iter().filter_map(move |member| member.usual(&catalogue))
}

/// Returns the built-in controller of this name with its default parameters.
pub fn named(name: &str) -> Option<Model<dyn TcpAlgorithm>> {
    all().find(|one| one.name() == name)
}

#[cfg(test)]
mod tests;
