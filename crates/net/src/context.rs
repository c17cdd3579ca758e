//! The link that an object is built for.

use skyseam_base::{RandomStream, SimTime};

/// Data from which a transmitter's random streams and its trace are created.
#[derive(Clone, Copy, Debug)]
pub struct LinkContext<'a> {
    /// Seed of the run.
    pub seed: u64,
    /// Unique name of the link.
    pub name: &'a str,
    /// Start of the run, from which times of a trace count.
    pub start: SimTime,
}

impl LinkContext<'_> {
    /// The link's random stream for one purpose.
    pub fn stream(&self, purpose: &str) -> RandomStream {
        RandomStream::new(self.seed, &format!("{purpose} {}", self.name))
    }
}
