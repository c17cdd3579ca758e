//! Satellites of a file, collected while a reader of its format finds them.

use super::error::ElementsError;
use super::message::{Message, SatelliteEntry};

/// Maximum number of faulty satellites in a file; a file with more is rejected as a whole.
const MAX_FAULTS: usize = 1000;

/// The satellites that a reader has found so far.
pub(super) struct Entries<'n> {
    /// Name of the file in messages.
    name: &'n str,
    list: Vec<SatelliteEntry>,
    faults: usize,
}

impl<'n> Entries<'n> {
    /// No satellites yet, of the file that messages call `name`.
    pub(super) fn new(name: &'n str) -> Self {
        Self { name, list: Vec::new(), faults: 0 }
    }

    /// Whether no satellite has been found.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The satellites, in the order of the file.
    pub(super) fn into_list(self) -> Vec<SatelliteEntry> {
        self.list
    }

    /// Adds the satellite of a message.
    pub(super) fn add(&mut self, message: Message<'_>) -> Result<(), ElementsError> {
        let mut entry = message.into_entry();
        if let Err(fault) = &mut entry.elements {
            self.faults += 1;
            if self.faults > MAX_FAULTS {
                fault.message = format!("after {MAX_FAULTS} faulty satellites: {}", fault.message);
                return Err(fault.clone());
            }
            fault.file = self.name.to_string();
        }
        self.list.push(entry);
        Ok(())
    }
}
