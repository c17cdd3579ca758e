//! Classification of retransmissions: spurious ones (an earlier copy of all their bytes reached the
//! receiver), and the reasons for the others.
//!
//! A sender can only guess whether a retransmission is spurious; a simulator sees every packet. An
//! earlier copy counts whether it arrived before the retransmission was sent (its ACK was late or
//! lost) or after it (it was overtaken), and whether or not the retransmission itself arrived.
//! Offsets here are those of sequence space: the SYN is at 0, data begin at 1.

use std::collections::BTreeMap;

use skyseam_base::SimTime;
use skyseam_tcp::ranges::RangeSet;
use skyseam_trace::DropReason;

/// A copy that was dropped: time of its sending, and reason of the drop.
type Drop = (SimTime, DropReason);

/// A retransmission for which the earlier copies have not arrived completely.
#[derive(Debug)]
struct Open {
    sent: SimTime,
    /// Ranges that no earlier copy has delivered.
    missing: Vec<(u64, u64)>,
    /// Dropped earlier copy of missing ranges that was sent last.
    dropped: Option<Drop>,
}

impl Open {
    fn note_drop(&mut self, drop: Drop, start: u64, end: u64) {
        let concerns = self.missing.iter().any(|&(s, e)| s < end && start < e);
        if concerns && drop.0 < self.sent && self.dropped.is_none_or(|known| known.0 <= drop.0) {
            self.dropped = Some(drop);
        }
    }
}

/// Ranges received in one flow, and the retransmissions that may still prove spurious.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    received: RangeSet,
    /// Open retransmissions, by first offset and row.
    open: BTreeMap<(u64, usize), Open>,
    /// Length of the longest retransmission.
    longest: u64,
    /// Dropped ranges that have not arrived since, each with the copy that was sent last.
    dropped: BTreeMap<(u64, u64), Drop>,
    /// Length of the longest dropped range.
    longest_dropped: u64,
}

impl Copies {
    /// Records that `start..end` was retransmitted at `sent`, as row `row` of a table; returns
    /// whether the receiver had it already.
    pub fn on_retransmitted(&mut self, sent: SimTime, start: u64, end: u64, row: usize) -> bool {
        let mut missing = vec![(start, end)];
        let mut from = start;
        while from < end {
            match self.received.containing(from) {
                Some((_, until)) => {
                    subtract(&mut missing, from, until);
                    from = until;
                }
                // Up to the next range that was received, if there is one.
                None => from = self.next_received(from, end),
            }
        }
        if missing.is_empty() {
            return true;
        }
        let mut open = Open { sent, missing, dropped: None };
        for (&(first, after), &drop) in self.dropped.range(self.near_drops(start, end)) {
            open.note_drop(drop, first, after);
        }
        self.longest = self.longest.max(end - start);
        self.open.insert((start, row), open);
        false
    }

    /// Records that a copy of `start..end`, sent at `sent`, was dropped.
    pub(crate) fn on_drop(&mut self, sent: SimTime, start: u64, end: u64, reason: DropReason) {
        let drop = (sent, reason);
        let first = start.saturating_sub(self.longest);
        for (_, open) in self.open.range_mut((first, 0)..(end, 0)) {
            open.note_drop(drop, start, end);
        }
        let is_here = self.received.containing(start).is_some_and(|(_, until)| end <= until);
        if !is_here {
            self.longest_dropped = self.longest_dropped.max(end - start);
            let known = self.dropped.entry((start, end)).or_insert(drop);
            if known.0 <= sent {
                *known = drop;
            }
        }
    }

    /// The needed retransmissions, by row, and the reason of each.
    pub(crate) fn into_lost(self) -> impl Iterator<Item = (usize, DropReason)> {
        self.open.into_iter().filter_map(|((_, row), open)| Some((row, open.dropped?.1)))
    }

    /// The keys of drops that may reach into `start..end`.
    fn near_drops(&self, start: u64, end: u64) -> std::ops::Range<(u64, u64)> {
        (start.saturating_sub(self.longest_dropped), 0)..(end, 0)
    }

    /// First offset above all received data.
    pub fn reached(&self) -> u64 {
        self.received.last().map_or(0, |(_, end)| end)
    }

    fn next_received(&self, from: u64, end: u64) -> u64 {
        let above = self.received.descending().map(|(start, _)| start);
        above.take_while(|&start| start > from).last().unwrap_or(end)
    }

    /// Records that a copy of `start..end`, sent at `sent`, arrived; calls `needless` with the row
    /// of every retransmission that this proves spurious.
    pub fn on_arrival(
        &mut self,
        sent: SimTime,
        start: u64,
        end: u64,
        mut needless: impl FnMut(usize),
    ) {
        self.received.insert(start, end, |_, _| {});
        if !self.dropped.is_empty() {
            let near = self.dropped.range((start, 0)..(end, 0)).map(|(&place, _)| place);
            let here: Vec<(u64, u64)> = near.filter(|place| place.1 <= end).collect();
            for place in here {
                self.dropped.remove(&place);
            }
        }
        if self.open.is_empty() {
            return;
        }
        let first = start.saturating_sub(self.longest);
        let mut proved = vec![];
        for (&key, open) in self.open.range_mut((first, 0)..(end, 0)) {
            if sent < open.sent {
                subtract(&mut open.missing, start, end);
                if open.missing.is_empty() {
                    proved.push(key);
                }
            }
        }
        for key in proved {
            self.open.remove(&key);
            needless(key.1);
        }
    }
}

/// Removes `start..end` from disjoint ranges.
fn subtract(ranges: &mut Vec<(u64, u64)>, start: u64, end: u64) {
    *ranges = ranges
        .iter()
        .flat_map(|&(s, e)| [(s, e.min(start)), (s.max(end), e)])
        .filter(|&(s, e)| s < e)
        .collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [usize; 0] = [];

    /// Rows whose earlier copies were lost, and the reasons.
    fn lost(copies: Copies) -> Vec<(usize, DropReason)> {
        let mut lost: Vec<_> = copies.into_lost().collect();
        lost.sort_unstable();
        lost
    }

    const fn at(seconds: u64) -> SimTime {
        SimTime::from_secs(seconds)
    }

    /// Rows that an arrival proves spurious.
    fn arrive(copies: &mut Copies, sent: u64, start: u64, end: u64) -> Vec<usize> {
        let mut rows = vec![];
        copies.on_arrival(at(sent), start, end, |row| rows.push(row));
        rows
    }

    /// Goal: the three cases are distinguished. Method: one segment lost, one late, one already
    /// received.
    #[test]
    fn a_lost_segment_is_no_needless_one() {
        let mut copies = Copies::default();
        assert_eq!(arrive(&mut copies, 1, 300, 400), NONE);
        assert!(!copies.on_retransmitted(at(5), 100, 200, 0), "lost");
        assert!(!copies.on_retransmitted(at(5), 200, 300, 1), "late");
        assert!(copies.on_retransmitted(at(5), 300, 400, 2), "there already");
        assert_eq!(arrive(&mut copies, 5, 100, 200), NONE, "its own arrival proves nothing");
        assert_eq!(arrive(&mut copies, 1, 200, 300), [1]);
        assert_eq!(arrive(&mut copies, 5, 200, 300), NONE);
    }

    #[test]
    fn of_two_copies_sent_again_the_second_may_be_needless() {
        let mut copies = Copies::default();
        assert!(!copies.on_retransmitted(at(2), 1, 9, 0));
        assert!(!copies.on_retransmitted(at(3), 1, 9, 1));
        assert_eq!(arrive(&mut copies, 2, 1, 9), [1]);
        assert_eq!(arrive(&mut copies, 3, 1, 9), NONE);
    }

    #[test]
    fn pieces_add_up() {
        let mut copies = Copies::default();
        arrive(&mut copies, 1, 12, 14);
        arrive(&mut copies, 1, 18, 19);
        assert!(!copies.on_retransmitted(at(5), 10, 20, 0));
        assert_eq!(arrive(&mut copies, 1, 8, 13), NONE);
        assert_eq!(arrive(&mut copies, 1, 14, 18), NONE);
        assert_eq!(arrive(&mut copies, 1, 19, 25), [0]);
    }

    /// Goal: each needed retransmission has the reason for the loss of its latest earlier copy.
    /// Method: copies dropped before and after it was sent, one of them the retransmission itself.
    #[test]
    fn the_latest_copy_before_says_why() {
        use DropReason::{EarlyDrop, LinkLoss, QueueOverflow};
        let mut copies = Copies::default();
        copies.on_drop(at(1), 100, 200, LinkLoss);
        assert!(!copies.on_retransmitted(at(5), 100, 200, 0));
        copies.on_drop(at(5), 100, 200, QueueOverflow);
        assert!(!copies.on_retransmitted(at(9), 100, 200, 1));
        // Overtaken by the retransmission, and lost nevertheless.
        assert!(!copies.on_retransmitted(at(5), 200, 300, 2));
        copies.on_drop(at(1), 200, 300, EarlyDrop);
        // In flight at the end.
        assert!(!copies.on_retransmitted(at(5), 300, 400, 3));
        // Lost, but another copy had arrived.
        assert_eq!(arrive(&mut copies, 2, 400, 500), NONE);
        copies.on_drop(at(1), 400, 500, LinkLoss);
        assert!(copies.on_retransmitted(at(5), 400, 500, 4));
        assert_eq!(arrive(&mut copies, 9, 100, 200), NONE);
        assert_eq!(lost(copies), [(0, LinkLoss), (1, QueueOverflow), (2, EarlyDrop)]);
    }

    /// A dropped range counts as missing for as long as it is missing.
    #[test]
    fn pieces_are_lost_each_on_its_own() {
        let mut copies = Copies::default();
        copies.on_drop(at(1), 100, 200, DropReason::LinkLoss);
        copies.on_drop(at(2), 200, 300, DropReason::QueueOverflow);
        assert_eq!(arrive(&mut copies, 3, 200, 300), NONE);
        assert!(!copies.on_retransmitted(at(5), 100, 300, 0));
        copies.on_drop(at(4), 250, 300, DropReason::EarlyDrop);
        assert_eq!(lost(copies), [(0, DropReason::LinkLoss)]);
    }
}
