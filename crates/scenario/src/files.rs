//! References of a scenario to the files beside it.
//!
//! Opens no file: [`references`] lists the files to read, those whose key is declared as a file
//! name. The crates that use the files declare their formats.

use skyseam_net::keys::ChannelFile;
pub use skyseam_params::files::{Files, Reference};

use crate::document::{Spanned, Value, read};
use crate::error::Problems;
use crate::models::Models;
use crate::shape::Shape;
use crate::tables::ScenarioTable;

impl Models {
    /// The files that a scenario text refers to, each with the key that names it.
    ///
    /// Tolerates every fault of the text: unreadable parts refer to nothing, and [`Models::parse`]
    /// reports them.
    pub fn references(&self, text: &str) -> Vec<Reference> {
        let file = read(text, &mut Problems::new(text));
        file.as_ref().map_or_else(Vec::new, |file| self.references_in(file))
    }

    /// The files that the tree of a scenario, or of a channel alone, refers to.
    pub(crate) fn references_in(&self, file: &Spanned<Value>) -> Vec<Reference> {
        let mut problems = Problems::of("", self.format());
        match &file.value {
            Value::Table(entries) if entries.len() == 1 && *entries[0].key == "channel" => {
                ChannelFile::read(file, &mut problems);
            }
            _ => _ = ScenarioTable::read(file, &mut problems),
        }
        problems.named_files().to_vec()
    }
}

/// The files that a scenario text refers to, with the built-in models; see [`Models::references`].
pub fn references(text: &str) -> Vec<Reference> {
    Models::built_in().references(text)
}
