//! What a reader can choose from: members of families, and other values that have names.
//!
//! [`crate::registry`] adds and finds members, [`crate::names`] values that are chosen by name.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A choice as returned by [`Catalogue::list`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Path of the choice in scenarios.
    pub key: &'static str,
    /// Name of the choice.
    pub name: &'static str,
    /// One-line summary.
    pub summary: String,
    /// Source of the definition.
    pub source: &'static str,
}

/// Catalogue of all families, each with its members in order of addition.
#[derive(Clone, Default)]
pub struct Catalogue {
    /// Members of families, and other sets of names, by the type of the set.
    sets: BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>,
    pub(crate) listed: Vec<Listed>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.listed.iter().map(|listed| listed.name)).finish()
    }
}

impl Catalogue {
    /// Adds a set of values that are chosen by name alone; replaces a set of the same type.
    #[must_use]
    pub fn with_set<T: Any + Send + Sync>(mut self, set: T) -> Self {
        self.sets.insert(TypeId::of::<T>(), Arc::new(set));
        self
    }

    /// The set of this type, if there is one.
    pub fn set<T: Any>(&self) -> Option<&T> {
        self.sets.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// The choices that a scenario makes at `key`, such as `links.*.queue.kind`.
    pub fn list(&self, key: &str) -> impl Iterator<Item = &Listed> {
        self.listed.iter().filter(move |listed| listed.key == key)
    }
}
