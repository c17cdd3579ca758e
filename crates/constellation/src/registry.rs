//! The row type of the tables that name every choice a scenario can make, and what a configuration
//! holds where a choice may also come from elsewhere.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A choice: what scenarios call it, what documentation says of it, and what carries it out.
#[derive(Clone, Copy, Debug)]
pub struct Registered<T: 'static, R: 'static> {
    /// The value in [`crate::SkyConfig`].
    pub value: T,
    /// The name in scenario files.
    pub name: &'static str,
    /// One line for documentation and completion.
    pub summary: &'static str,
    /// Where the model comes from.
    pub source: &'static str,
    /// The model.
    pub rule: R,
}

/// A choice with its parameters, whichever crate it comes from: what configurations hold of a trait
/// that is open.
///
/// Two are equal when they show the same: the `Debug` form of a choice has its name and all
/// parameters. By it too runs of a batch find out what they have in common.
pub struct Chosen<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for Chosen<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> Deref for Chosen<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Chosen<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: ?Sized + fmt::Debug> PartialEq for Chosen<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || format!("{self:?}") == format!("{other:?}")
    }
}

/// The model that carries out `value`.
///
/// # Panics
/// When the table has no row for it: every variant must be registered.
pub(crate) fn rule_of<T: PartialEq, R: Copy>(table: &[Registered<T, R>], value: T) -> R {
    table.iter().find(|row| row.value == value).expect("a choice without a registry line").rule
}

#[cfg(test)]
mod tests {
    use crate::{geometry, handover, isl, routing};

    /// Names are what scenarios say and end up in manifests: lower case, no two alike, documented.
    #[test]
    fn rows_are_named_once_and_documented() {
        let tables: [Vec<(&str, &str, &str)>; 5] = [
            geometry::GEOMETRIES.iter().map(|r| (r.name, r.summary, r.source)).collect(),
            isl::PATTERNS.iter().map(|r| (r.name, r.summary, r.source)).collect(),
            handover::POLICIES.iter().map(|r| (r.name, r.summary, r.source)).collect(),
            routing::RULES.iter().map(|r| (r.name, r.summary, r.source)).collect(),
            routing::METRICS.iter().map(|r| (r.name, r.summary, r.source)).collect(),
        ];
        for table in tables {
            for (i, &(name, summary, source)) in table.iter().enumerate() {
                assert!(name.chars().all(|c| c.is_ascii_lowercase() || "0123456789-".contains(c)));
                assert!(!summary.is_empty() && !source.is_empty(), "{name} is undocumented");
                assert!(table[..i].iter().all(|other| other.0 != name), "{name} twice");
            }
        }
    }
}
