//! Disjoint, ascending ranges of stream offsets: selectively acknowledged, or received out of
//! order.

use std::collections::VecDeque;

use skyseam_base::prefetch_lines;

/// Set of offsets as ranges `start..end`, none empty, none touching another.
#[derive(Clone, Debug, Default)]
pub struct RangeSet(VecDeque<(u64, u64)>);

impl RangeSet {
    /// Prefetches the first ranges, which are read soon. No effect on results.
    #[inline]
    pub fn prefetch(&self) {
        if let Some((first, _)) = self.0.front() {
            prefetch_lines(first, 1);
        }
    }

    /// Number of ranges.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no range.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the ranges, highest first.
    pub fn descending(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().rev().copied()
    }

    /// Returns the lowest range.
    pub fn first(&self) -> Option<(u64, u64)> {
        self.0.front().copied()
    }

    /// Returns the highest range.
    pub fn last(&self) -> Option<(u64, u64)> {
        self.0.back().copied()
    }

    /// Returns the range that contains `offset`.
    pub fn containing(&self, offset: u64) -> Option<(u64, u64)> {
        let after = self.0.partition_point(|&(start, _)| start <= offset);
        let candidate = *self.0.get(after.checked_sub(1)?)?;
        (offset < candidate.1).then_some(candidate)
    }

    /// Adds `start..end` and calls `added` with each part that was not there, ascending.
    pub fn insert(&mut self, start: u64, end: u64, mut added: impl FnMut(u64, u64)) {
        if start >= end {
            return;
        }
        // Usual cases first: above everything, or an extension of the highest range.
        match self.0.back_mut() {
            None => {
                added(start, end);
                return self.0.push_back((start, end));
            }
            Some(last) if start > last.1 => {
                added(start, end);
                return self.0.push_back((start, end));
            }
            Some(last) if start >= last.0 => {
                if end > last.1 {
                    added(start.max(last.1), end);
                    last.1 = end;
                }
                return;
            }
            Some(_) => {}
        }
        let low = self.0.partition_point(|&(_, e)| e < start);
        let high = self.0.partition_point(|&(s, _)| s <= end);
        let mut from = start;
        for &(s, e) in self.0.range(low..high) {
            if from < s {
                added(from, s);
            }
            from = from.max(e);
        }
        if from < end {
            added(from, end);
        }
        if low == high {
            self.0.insert(low, (start, end));
        } else {
            let merged = (start.min(self.0[low].0), end.max(self.0[high - 1].1));
            self.0[low] = merged;
            self.0.drain(low + 1..high);
        }
    }

    /// Removes everything below `offset`.
    pub fn remove_below(&mut self, offset: u64) {
        while let Some(first) = self.0.front_mut() {
            if first.0 >= offset {
                break;
            }
            if first.1 > offset {
                first.0 = offset;
                break;
            }
            self.0.pop_front();
        }
    }

    /// Removes and returns the lowest range.
    pub fn pop_first(&mut self) -> Option<(u64, u64)> {
        self.0.pop_front()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Goal: ranges equal a set of offsets. Method: random inserts and removals, both ways.
        #[test]
        fn ranges_are_a_set(
            steps in prop::collection::vec((0u64..60, 0u64..12, any::<bool>()), 1..60),
        ) {
            let mut ranges = RangeSet::default();
            let mut model = [false; 80];
            for (at, length, cut) in steps {
                if cut && at < 20 {
                    ranges.remove_below(at);
                    model[..at as usize].fill(false);
                } else {
                    let mut news = Vec::new();
                    ranges.insert(at, at + length, |s, e| news.extend(s..e));
                    let fresh: Vec<u64> =
                        (at..at + length).filter(|&i| !model[i as usize]).collect();
                    prop_assert_eq!(news, fresh);
                    model[at as usize..(at + length) as usize].fill(true);
                }
                let held: Vec<u64> = ranges.0.iter().flat_map(|&(s, e)| s..e).collect();
                let expected: Vec<u64> = (0..80).filter(|&i| model[i as usize]).collect();
                prop_assert_eq!(held, expected);
                prop_assert!(ranges.0.iter().zip(ranges.0.iter().skip(1)).all(|(a, b)| a.1 < b.0));
                for i in 0..80 {
                    prop_assert_eq!(ranges.containing(i).is_some(), model[i as usize]);
                }
            }
        }
    }
}
