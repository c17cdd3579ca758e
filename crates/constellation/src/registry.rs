//! Models without keys that a scenario chooses by name: geometries and metrics.
//!
//! A model is a [`Row`]. The reader has those that are built in, and those that a program adds to
//! its catalogue ([`Catalogue::with_choice`](skyseam_params::Catalogue::with_choice)).

use std::fmt;
use std::ops::Deref;

use skyseam_params::names::{Choice, Named, choice};

/// A model, what scenarios call it, and what documentation says of it.
#[derive(Debug)]
pub struct Row<R> {
    /// The name in scenario files.
    pub name: &'static str,
    /// One line for documentation and completion.
    pub summary: &'static str,
    /// Where the model comes from.
    pub source: &'static str,
    /// The model.
    pub model: R,
}

/// A choice among models: equal to another of the same name.
pub struct Registered<R: 'static>(pub &'static Row<R>);

/// What choices among models have in common.
pub trait Kind: fmt::Debug + Send + Sync + Sized + 'static {
    /// Noun of such a choice in messages, with its article.
    const WHAT: &'static str;
    /// The models that are built in.
    const BUILT_IN: &'static [Registered<Self>];
}

impl<R: Kind> Registered<R> {
    /// The choice, for a reader's catalogue.
    pub fn choice(self) -> Choice<Self> {
        choice(self, self.0.name, self.0.summary, self.0.source)
    }
}

impl<R: Kind> Named for Registered<R> {
    const WHAT: &'static str = R::WHAT;

    fn choices() -> Vec<Choice<Self>> {
        R::BUILT_IN.iter().map(|built_in| built_in.choice()).collect()
    }

    fn name(self) -> &'static str {
        self.0.name
    }
}

impl<R> Clone for Registered<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Registered<R> {}

impl<R> PartialEq for Registered<R> {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl<R> Eq for Registered<R> {}

impl<R> fmt::Debug for Registered<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl<R> Deref for Registered<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0.model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geometry, routing};

    /// Names are what scenarios say and end up in manifests: lower case, no two alike, documented.
    #[test]
    fn rows_are_named_once_and_documented() {
        fn check<R: Kind>() {
            let rows = Registered::<R>::choices();
            for (i, row) in rows.iter().enumerate() {
                let name = row.name;
                assert!(name.chars().all(|c| c.is_ascii_lowercase() || "0123456789-".contains(c)));
                assert!(!row.summary.is_empty() && !row.source.is_empty(), "{name}");
                assert!(rows[..i].iter().all(|other| other.name != name), "{name} twice");
            }
        }
        check::<geometry::Model>();
        check::<routing::Measure>();
    }
}
