//! Which retransmissions were needless: an earlier copy of all their bytes reached the receiver.
//!
//! A sender can only guess; who sees every packet knows. A copy counts whether it arrived before
//! the retransmission was sent (its ACK was late or lost) or after it (it was only overtaken), and
//! whether or not the retransmission arrived itself. Offsets here are those of sequence space: the
//! SYN is at 0, data begin at 1.

use std::collections::BTreeMap;

use skyseam_base::SimTime;
use skyseam_host::tcp::ranges::RangeSet;

/// A retransmission none of whose earlier copies has arrived whole.
#[derive(Debug)]
struct Open {
    sent: SimTime,
    /// What of it no earlier copy has brought.
    missing: Vec<(u64, u64)>,
}

/// What one flow's receiver was brought, and the retransmissions that may yet prove needless.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    received: RangeSet,
    /// By first offset and row.
    open: BTreeMap<(u64, usize), Open>,
    /// Length of the longest retransmission.
    longest: u64,
}

impl Copies {
    /// `start..end` was sent again at `sent`, which is row `row` of a table; whether the receiver
    /// had it already.
    pub fn on_retransmitted(&mut self, sent: SimTime, start: u64, end: u64, row: usize) -> bool {
        let mut missing = vec![(start, end)];
        let mut from = start;
        while from < end {
            match self.received.containing(from) {
                Some((_, until)) => {
                    subtract(&mut missing, from, until);
                    from = until;
                }
                // To the next range that was received, if there is one.
                None => from = self.next_received(from, end),
            }
        }
        if missing.is_empty() {
            return true;
        }
        self.longest = self.longest.max(end - start);
        self.open.insert((start, row), Open { sent, missing });
        false
    }

    /// First offset above everything that arrived.
    pub fn reached(&self) -> u64 {
        self.received.last().map_or(0, |(_, end)| end)
    }

    fn next_received(&self, from: u64, end: u64) -> u64 {
        let above = self.received.descending().map(|(start, _)| start);
        above.take_while(|&start| start > from).last().unwrap_or(end)
    }

    /// A copy of `start..end` arrived that was sent at `sent`; calls `needless` with the row of
    /// every retransmission that this shows to have been so.
    pub fn on_arrival(
        &mut self,
        sent: SimTime,
        start: u64,
        end: u64,
        mut needless: impl FnMut(usize),
    ) {
        self.received.insert(start, end, |_, _| {});
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

/// Takes `start..end` out of disjoint ranges.
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

    const fn at(seconds: u64) -> SimTime {
        SimTime::from_secs(seconds)
    }

    /// Rows that an arrival proves needless.
    fn arrive(copies: &mut Copies, sent: u64, start: u64, end: u64) -> Vec<usize> {
        let mut rows = vec![];
        copies.on_arrival(at(sent), start, end, |row| rows.push(row));
        rows
    }

    /// Goal: the three cases told apart. Method: one segment lost, one late, one there already.
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
}
