//! Content of a video: segments of a given length, each at several bitrates.

use std::sync::Arc;

use skyseam_base::{Duration, Rate};

/// A video: its segments and their bytes at each bitrate. A level is the index of a bitrate, from 0
/// at the lowest.
#[derive(Clone, Debug, PartialEq)]
pub struct Presentation {
    duration: Duration,
    segment: Duration,
    ladder: Vec<Rate>,
    sizes: Option<Arc<Sizes>>,
}

impl Presentation {
    /// Creates a video of segments of this length, the last of which may be shorter.
    ///
    /// # Panics
    /// If a length is zero, or there is no bitrate.
    pub fn new(
        duration: Duration,
        segment: Duration,
        ladder: Vec<Rate>,
        sizes: Option<Arc<Sizes>>,
    ) -> Self {
        assert!(!duration.is_zero() && !segment.is_zero() && !ladder.is_empty(), "no video");
        Self { duration, segment, ladder, sizes }
    }

    /// Number of segments.
    pub fn segments(&self) -> u32 {
        let count = self.duration.as_nanos().div_ceil(self.segment.as_nanos());
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Length of segment `number`, from 0.
    pub fn length(&self, number: u32) -> Duration {
        let before = self.segment.saturating_mul(u64::from(number));
        self.duration.saturating_sub(before).min(self.segment)
    }

    /// Bitrates, ascending.
    pub fn ladder(&self) -> &[Rate] {
        &self.ladder
    }

    /// The bitrate of a level, bit/s.
    pub fn bitrate_bps(&self, level: usize) -> f64 {
        self.ladder[level].as_bps() as f64
    }

    /// Bytes of segment `number` at `level`.
    pub fn bytes(&self, number: u32, level: usize) -> u64 {
        if let Some(sizes) = &self.sizes {
            return sizes.bytes(number, level);
        }
        let bit_nanos =
            u128::from(self.ladder[level].as_bps()) * u128::from(self.length(number).as_nanos());
        (bit_nanos.div_ceil(8_000_000_000) as u64).max(1)
    }

    /// The highest level whose bitrate is at most `bps` bit/s; the lowest if there is none.
    pub(crate) fn level_within(&self, bps: f64) -> usize {
        let within = self.ladder.partition_point(|rate| rate.as_bps() as f64 <= bps);
        within.saturating_sub(1)
    }
}

/// Bytes of segments at each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    levels: usize,
    /// Bytes of each level, segment by segment.
    bytes: Vec<u64>,
}

impl Sizes {
    /// Creates sizes from rows of `levels` sizes each; `None` if there is no row, a size is zero,
    /// or a row is incomplete.
    pub fn new(levels: usize, bytes: Vec<u64>) -> Option<Self> {
        let is_right = levels > 0
            && !bytes.is_empty()
            && bytes.len().is_multiple_of(levels)
            && bytes.iter().all(|&size| size > 0);
        is_right.then_some(Self { levels, bytes })
    }

    /// Number of sizes in a row.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Bytes of segment `number`; after the last row the first one follows.
    fn bytes(&self, number: u32, level: usize) -> u64 {
        let rows = self.bytes.len() / self.levels;
        self.bytes[number as usize % rows * self.levels + level]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder() -> Vec<Rate> {
        [1_000_000, 2_500_001].into_iter().filter_map(Rate::from_bps).collect()
    }

    #[test]
    fn the_last_segment_is_what_is_left() {
        let ms = Duration::from_millis;
        let video = Presentation::new(ms(7_000), ms(3_000), ladder(), None);
        assert_eq!(video.segments(), 3);
        assert_eq!([0, 1, 2].map(|number| video.length(number)), [3_000, 3_000, 1_000].map(ms));
        assert_eq!([0, 2].map(|number| video.bytes(number, 0)), [375_000, 125_000]);
        // A byte begun is a byte.
        assert_eq!(video.bytes(2, 1), 312_501);
        let levels = [0.0, 999_999.0, 1e6, 2_500_000.0, 2_500_001.0, f64::INFINITY];
        assert_eq!(levels.map(|bps| video.level_within(bps)), [0, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn sizes_of_a_file_are_repeated() {
        assert_eq!(Sizes::new(2, vec![1, 2, 3]), None);
        assert_eq!(Sizes::new(2, vec![1, 0]), None);
        let sizes = Sizes::new(2, vec![10, 20, 30, 40]).map(Arc::new);
        let second = Duration::from_secs(1);
        let video = Presentation::new(Duration::from_secs(3), second, ladder(), sizes);
        let bytes = |number| [0, 1].map(|level| video.bytes(number, level));
        assert_eq!([0, 1, 2].map(bytes), [[10, 20], [30, 40], [10, 20]]);
    }
}
