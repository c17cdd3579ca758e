//! Which link something is built for.

use skyseam_base::{RandomStream, SimTime};

/// What a transmitter's random streams and its trace hang on.
#[derive(Clone, Copy, Debug)]
pub struct LinkContext<'a> {
    /// The seed of the run.
    pub seed: u64,
    /// What the link is called; no other has this name.
    pub name: &'a str,
    /// When the run begins: what times of a trace count from.
    pub start: SimTime,
}

impl LinkContext<'_> {
    /// The link's random stream for one purpose.
    pub fn stream(&self, purpose: &str) -> RandomStream {
        RandomStream::new(self.seed, &format!("{purpose} {}", self.name))
    }
}
