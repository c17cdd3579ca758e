//! Congestion control: the registry of controllers.
//!
//! A controller decides how much may be in flight. It does not own what counts as a loss nor how a
//! recovery paces its way down to the new window: that is `tcp::recovery`. The stack `rfc` takes
//! controllers that count bytes; the stack `linux` takes those that count segments
//! ([`crate::linux::congestion`]), asked where the kernel asks its modules; the stack `ns2` those
//! that count packets ([`crate::ns2::congestion`]).
//!
//! A controller that counts bytes also runs on `linux` ([`crate::linux::congestion::in_bytes`]) and
//! over QUIC (crate `host`), so that one from another crate needs a single form. The kernel's own
//! controllers keep the integers of the kernel.
//!
//! A new controller is one file, with its parameters ([`algorithm::Algorithm`]), what it does in
//! one stack or several, and its tests; and one line in the registry below. One whose state is
//! anew in each stack has its parameters here and a file with the state in each.

pub mod algorithm;
pub mod constant_rate;
pub mod cubic;
pub mod hybla;
pub mod increase;
pub mod increase_by_k;
pub mod new_reno;

use std::sync::Arc;

use skyseam_params::{Catalogue, Model, registry};

use self::algorithm::Algorithm;
use self::constant_rate::ConstantRate;
use self::cubic::Cubic;
use self::hybla::Hybla;
use self::increase_by_k::IncreaseByK;
use self::new_reno::NewReno;
use crate::linux::congestion::bbr::Bbr;
use crate::linux::congestion::bbr3::Bbr3;
use crate::linux::congestion::vegas::Vegas;
use crate::linux::congestion::westwood::Westwood;

registry! {
    /// A congestion controller and its parameters.
    dyn Algorithm "Congestion" is "a congestion controller" at "flows.transport.congestion" {
        NewReno, Cubic, Bbr, Bbr3, Hybla, Vegas, Westwood, ConstantRate, IncreaseByK,
    }
    pub fn built_in;
    pub fn member;
}

/// All controllers that are built in, with their usual parameters, in the order documentation lists
/// them.
pub fn all() -> impl Iterator<Item = Model<dyn Algorithm>> {
    let catalogue = Arc::new(Catalogue::default());
    built_in().into_iter().filter_map(move |member| member.usual(&catalogue))
}

/// The controller that is built in under this name, with its usual parameters.
pub fn named(name: &str) -> Option<Model<dyn Algorithm>> {
    all().find(|one| one.name() == name)
}

#[cfg(test)]
mod tests;
