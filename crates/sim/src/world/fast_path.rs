//! Rows of links that packets cross without waiting, as one step.
//!
//! If one transmitter feeds the next and all packets go to the end of the chain, a packet that
//! finds every link idle takes the sum of their transmission times and delays. It finds them idle
//! if it enters long enough after the previous packet, which has then left each link in time. The
//! links are not queried in that case; their counters are updated before their next use.

use skyseam_base::{Duration, SimTime};
use skyseam_net::Transmitter;

use crate::id::TransmitterId;

/// A row of links, each fed only by the previous one.
#[derive(Debug)]
pub(super) struct FastPathChain {
    /// Links and the delay behind each.
    stages: Vec<(TransmitterId, Duration)>,
    /// Entry time and size of the last packet, if it found all links idle.
    last: Option<(SimTime, u32)>,
    /// Number and bytes of the packets that the links have not counted yet.
    packets: u32,
    bytes: u64,
    /// Sizes of a packet and the next one; minimum time between them, and transit time of the next
    /// one. Cached, since sizes seldom change.
    sizes: (u32, u32),
    least_gap: Duration,
    passage: Duration,
}

/// Sizes before the first packet: no packet is that large.
const NO_SIZES: (u32, u32) = (u32::MAX, u32::MAX);

impl FastPathChain {
    /// Creates a row of unused links.
    pub fn new(stages: Vec<(TransmitterId, Duration)>) -> Self {
        Self {
            stages,
            last: None,
            packets: 0,
            bytes: 0,
            sizes: NO_SIZES,
            least_gap: Duration::ZERO,
            passage: Duration::ZERO,
        }
    }

    /// Links and the delay behind each.
    pub fn stages(&self) -> &[(TransmitterId, Duration)] {
        &self.stages
    }

    /// Transit time to the end of the row of a packet of `size` bytes that enters at `now`, if it
    /// is certain not to wait. Only [`FastPathChain::take`] counts the packet as sent.
    #[inline]
    pub(crate) fn passage(
        &mut self,
        now: SimTime,
        size: u32,
        links: &[Transmitter],
    ) -> Option<Duration> {
        let (before, last) = self.last?;
        if self.sizes != (last, size) {
            self.compare((last, size), links);
        }
        (now.saturating_since(before) >= self.least_gap).then_some(self.passage)
    }

    /// Sends a packet that enters at `now` and does not wait.
    #[inline]
    pub fn take(&mut self, now: SimTime, size: u32) {
        self.last = Some((now, size));
        self.packets += 1;
        self.bytes += u64::from(size);
    }

    #[cold]
    fn compare(&mut self, (before, size): (u32, u32), links: &[Transmitter]) {
        // Of the packet before and this one: nanoseconds from entering to the next link.
        let (mut ours, mut theirs) = (0u64, 0u64);
        let mut least = 0;
        for &(number, delay) in &self.stages {
            let link = &links[number.index()];
            let (busy, rest) = link.transmission(before);
            let left = theirs + busy.as_nanos() + u64::from(rest > 0);
            least = left.saturating_sub(ours).max(least);
            theirs += (busy + delay).as_nanos();
            ours += (link.transmission(size).0 + delay).as_nanos();
        }
        self.sizes = (before, size);
        self.least_gap = Duration::from_nanos(least);
        self.passage = Duration::from_nanos(ours);
    }

    /// Brings the per-link state up to date before links are queried individually.
    pub fn settle(&mut self, links: &mut [Transmitter]) {
        let Some((entered, size)) = self.last.take().filter(|_| self.packets > 0) else { return };
        let mut at = entered;
        for (place, &(number, delay)) in (1..).zip(&self.stages) {
            let link = &mut links[number.index()];
            // Behind the last link packets are launched one by one.
            let launched = if place < self.stages.len() { self.packets } else { 0 };
            at = link.catch_up(at, size, (self.packets, self.bytes), launched) + delay;
        }
        (self.packets, self.bytes) = (0, 0);
    }

    /// Records that a packet entered at `now`, was taken through all links one by one, and did not
    /// wait.
    pub(crate) fn note_clear(&mut self, now: SimTime, size: u32) {
        self.last = Some((now, size));
    }
}
