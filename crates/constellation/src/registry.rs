//! Models without keys that a scenario chooses by name: geometries and metrics.
//!
//! A model is a [`NamedModel`]. The reader offers the built-in ones, and those that a program adds
//! to its catalogue ([`Catalogue::with_choice`](skyseam_params::Catalogue::with_choice)).

use std::fmt;
use std::ops::Deref;

use skyseam_params::names::{Choice, Named, choice};

/// A model with its name in scenarios and its documentation.
#[derive(Debug)]
pub struct NamedModel<R> {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line for documentation and completion.
    pub summary: &'static str,
    /// Publication or program that the model follows.
    pub source: &'static str,
    /// Value of the model.
    pub model: R,
}

/// A chosen model; two choices of the same name are equal.
pub struct Registered<R: 'static>(pub &'static NamedModel<R>);

/// Common interface of models that a scenario chooses by name.
pub trait ModelChoice: fmt::Debug + Send + Sync + Sized + 'static {
    /// Noun of such a choice in messages, with its article.
    const WHAT: &'static str;
    /// Built-in models.
    const BUILT_IN: &'static [Registered<Self>];
}

impl<R: ModelChoice> Registered<R> {
    /// Returns the choice for a reader's catalogue.
    pub fn choice(self) -> Choice<Self> {
        choice(self, self.0.name, self.0.summary, self.0.source)
    }
}

impl<R: ModelChoice> Named for Registered<R> {
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

    /// Names appear in scenarios and manifests: they are lower case, unique and documented.
    #[test]
    fn rows_are_named_once_and_documented() {
        fn check<R: ModelChoice>() {
            let rows = Registered::<R>::choices();
            for (i, row) in rows.iter().enumerate() {
                let name = row.name;
                assert!(name.chars().all(|c| c.is_ascii_lowercase() || "0123456789-".contains(c)));
                assert!(!row.summary.is_empty() && !row.source.is_empty(), "{name}");
                assert!(rows[..i].iter().all(|other| other.name != name), "{name} twice");
            }
        }
        check::<geometry::GeometryModel>();
        check::<routing::Measure>();
    }
}
