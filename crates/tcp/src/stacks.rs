//! The registry of TCP stacks.

use std::sync::Arc;

use skyseam_params::{Catalogue, Model, registry};

use super::stack::Stack;
use crate::bsd::keys::Bsd;
use crate::config::TcpConfig;
use crate::congestion;
use crate::linux::keys::Linux;
use crate::ns2::keys::Ns2;
use crate::rfc::keys::Rfc;

registry! {
    /// Implementation of TCP that a connection uses.
    dyn Stack "Stack" is "a TCP stack" at "flows.transport.stack" {
        Rfc, Ns2, Linux, Bsd,
    }
    pub fn built_in;
    pub fn member;
}

/// Returns all built-in stacks with their default keys, in the order of the documentation.
pub fn all() -> impl Iterator<Item = Model<dyn Stack>> {
    let catalogue = Arc::new(Catalogue::default());
    built_in().into_iter().filter_map(move |member| member.usual(&catalogue))
}

impl TcpConfig {
    /// Returns all defaults of the built-in stack and controller of these names.
    ///
    /// # Panics
    /// When there is none.
    pub fn named(stack: &str, congestion: &str) -> Self {
        let own = all().find(|one| one.name() == stack);
        Self::of(&*own.unwrap_or_else(|| panic!("no stack \"{stack}\"")), congestion)
    }

    /// Returns the same as [`TcpConfig::named`] for a stack with own keys.
    ///
    /// # Panics
    /// When no controller has the name.
    pub fn of(own: &dyn Stack, congestion: &str) -> Self {
        let known = congestion::named(congestion);
        own.profile(known.unwrap_or_else(|| panic!("no controller \"{congestion}\"")))
    }
}
