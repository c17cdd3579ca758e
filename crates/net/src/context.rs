//! The link that an object is built for.

use skyseam_base::{RandomStream, SimTime};

use crate::access::TerminalSlots;

/// Data from which a transmitter's random streams and its trace are created.
#[derive(Clone, Copy, Debug)]
pub struct LinkContext<'a> {
    /// Seed of the run.
    pub seed: u64,
    /// Unique name of the link.
    pub name: &'a str,
    /// Start of the run, from which times of a trace count.
    pub start: SimTime,
    /// Slots that the link follows if its access has a profile; `None` for a link without one.
    pub slots: Option<TerminalSlots<'a>>,
}

impl<'a> LinkContext<'a> {
    /// The context of a link that follows no slots.
    pub const fn plain(seed: u64, name: &'a str, start: SimTime) -> Self {
        Self { seed, name, start, slots: None }
    }

    /// The slots of a link whose access has a profile.
    pub(crate) fn terminal_slots(&self) -> TerminalSlots<'a> {
        self.slots.expect("a terminal's link")
    }

    /// The link's random stream for one purpose.
    pub fn stream(&self, purpose: &str) -> RandomStream {
        RandomStream::new(self.seed, &format!("{purpose} {}", self.name))
    }
}
