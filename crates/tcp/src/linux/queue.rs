//! Retransmission queue: segments sent and not acknowledged, in order of sequence and of
//! transmission.
//!
//! Owns the marks and their counts (`packets_out`, `sacked_out`, `lost_out`, `retrans_out`). Does
//! not own the reason for a mark.

use std::collections::VecDeque;

use skyseam_base::{SimTime, prefetch};

use super::rate::Departure;
use crate::ranges::RangeSet;

/// Mark of a selectively acknowledged segment.
pub(crate) const SACKED: u8 = 1;
/// Mark of a segment considered lost.
pub const LOST: u8 = 2;
/// Mark of a retransmitted segment whose copy is considered to be in the network.
pub(crate) const RETRANS: u8 = 4;
/// Mark of a segment that was ever retransmitted.
pub(crate) const EVER_RETRANS: u8 = 8;
/// Mark of a segment not delivered since its last transmission: its delivery gives a sample of the
/// rate.
const TIMED: u8 = 16;
/// Mark of a segment in the list of transmissions.
const LISTED: u8 = 32;
/// Mark of a segment that was in that list when it was marked as lost: an undo moves it back.
const PARKED: u8 = 64;

/// Segment sent and not cumulatively acknowledged.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Sent {
    /// Stream offset of its first byte (the SYN counts as one).
    pub start: u64,
    /// Sequence space it takes.
    pub len: u32,
    /// Number of the segment transmitted before it, unless it is the first of the list.
    before: u32,
    /// Time of the last transmission.
    pub at: SimTime,
    /// State of deliveries at that time.
    pub departure: Departure,
    /// Position in the order of transmission; a later transmission has a higher one.
    order: u64,
    /// Number of the segment transmitted after it, unless it is the last of the list.
    after: u32,
    marks: u8,
}

impl Sent {
    /// First offset after it.
    pub const fn end(&self) -> u64 {
        self.start + self.len as u64
    }

    /// Whether the delivery gives a sample of the rate: the segment was not delivered since its
    /// last transmission.
    pub(crate) const fn is_timed(&self) -> bool {
        self.is(TIMED)
    }

    /// Whether any of `marks` is set.
    pub const fn is(&self, marks: u8) -> bool {
        self.marks & marks != 0
    }
}

/// Segments sent and not acknowledged.
#[derive(Clone, Debug, Default)]
pub(crate) struct RtxQueue {
    segments: VecDeque<Sent>,
    /// Number of the oldest segment. Segments are numbered as they are added, modulo 2^32.
    first: u32,
    /// First and last number of the list of transmissions (`tsorted_sent_queue`): segments in the
    /// order of their latest transmission, linked by `before` and `after`.
    ends: Option<(u32, u32)>,
    transmissions: u64,
    selected: RangeSet,
    /// Offset below which every lost segment has been retransmitted.
    resend_from: u64,
    /// Segments in the queue.
    pub packets_out: u32,
    /// Segments marked [`SACKED`].
    pub sacked_out: u32,
    /// Segments marked [`LOST`].
    pub lost_out: u32,
    /// Segments marked [`RETRANS`].
    pub retrans_out: u32,
    /// Entries of the list that scans visited.
    #[cfg(test)]
    pub looked_at: u64,
}

impl RtxQueue {
    /// Prefetches the oldest segments, which the next ACK probably acknowledges. No effect on
    /// results.
    #[inline]
    pub fn prefetch(&self) {
        if let Some(oldest) = self.segments.front() {
            prefetch(&oldest.start, 2 * size_of::<Sent>());
        }
    }

    /// Returns the number of segments considered to be in the network (`tcp_packets_in_flight`).
    pub fn in_flight(&self) -> u32 {
        (self.packets_out + self.retrans_out).saturating_sub(self.sacked_out + self.lost_out)
    }

    /// Whether nothing is outstanding.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Returns the oldest segment.
    pub fn head(&self) -> Option<Sent> {
        self.segments.front().copied()
    }

    /// Returns the newest segment.
    pub fn tail(&self) -> Option<Sent> {
        self.segments.back().copied()
    }

    /// Returns the first offset after everything selectively acknowledged.
    pub(crate) fn highest_sacked(&self) -> Option<u64> {
        self.selected.last().map(|(_, end)| end)
    }

    /// Whether a retransmission may still be in flight or unconfirmed (`tcp_any_retrans_done`).
    pub(crate) fn any_resent(&self) -> bool {
        self.retrans_out > 0 || self.segments.front().is_some_and(|head| head.is(EVER_RETRANS))
    }

    fn numbered(&mut self, number: u32) -> &mut Sent {
        &mut self.segments[number.wrapping_sub(self.first) as usize]
    }

    /// Appends the segment at `index` to the list of transmissions.
    fn list(&mut self, index: usize) {
        let number = self.first.wrapping_add(index as u32);
        let (first, last) = self.ends.unwrap_or((number, number));
        self.numbered(last).after = number;
        self.ends = Some((first, number));
        self.transmissions += 1;
        let segment = &mut self.segments[index];
        segment.before = last;
        segment.order = self.transmissions;
        segment.marks = (segment.marks & !PARKED) | LISTED;
    }

    /// Removes the segment at `index` from the list of transmissions if it is there.
    fn unlist(&mut self, index: usize) {
        let number = self.first.wrapping_add(index as u32);
        let segment = &mut self.segments[index];
        let (before, after, marks) = (segment.before, segment.after, segment.marks);
        segment.marks &= !(LISTED | PARKED);
        if marks & LISTED == 0 {
            return;
        }
        let (first, last) = self.ends.expect("a listed segment");
        self.ends = match (number == first, number == last) {
            (true, true) => None,
            (true, false) => Some((after, last)),
            (false, true) => Some((first, before)),
            (false, false) => {
                self.numbered(before).after = after;
                self.numbered(after).before = before;
                return;
            }
        };
    }

    /// Puts parked segments back into the list of transmissions, at their old positions.
    fn relist(&mut self) {
        if !self.segments.iter().any(|segment| segment.is(PARKED)) {
            return;
        }
        let mut listed: Vec<_> = (0..self.segments.len())
            .map(|index| (self.segments[index].order, index))
            .filter(|&(_, index)| self.segments[index].is(LISTED | PARKED))
            .collect();
        listed.sort_unstable();
        self.ends = None;
        for (_, index) in listed {
            self.list(index);
        }
    }

    /// Adds a new segment at the end.
    ///
    /// `departure` is the delivery state at that time.
    pub fn push(&mut self, start: u64, len: u32, now: SimTime, departure: Departure) {
        let (before, after, order) = (0, 0, 0);
        let segment = Sent { start, len, before, at: now, departure, order, after, marks: TIMED };
        self.segments.push_back(segment);
        self.list(self.segments.len() - 1);
        self.packets_out += 1;
    }

    /// Returns the index of the segment that begins at `start`, or of the first after it.
    fn index(&self, start: u64) -> usize {
        // Mostly the oldest is asked for, or one that is gone, and others are far from the cache.
        if self.segments.front().is_none_or(|oldest| start <= oldest.start) {
            return 0;
        }
        self.segments.partition_point(|s| s.start < start)
    }

    fn recount(&mut self, before: u8, after: u8) {
        let count = |counter: &mut u32, mark: u8| match (before & mark != 0, after & mark != 0) {
            (false, true) => *counter += 1,
            (true, false) => *counter -= 1,
            _ => {}
        };
        count(&mut self.sacked_out, SACKED);
        count(&mut self.lost_out, LOST);
        count(&mut self.retrans_out, RETRANS);
    }

    fn mark(&mut self, index: usize, set: u8, clear: u8) {
        let segment = &mut self.segments[index];
        let before = segment.marks;
        segment.marks = (before & !clear) | set;
        let (after, start) = (segment.marks, segment.start);
        self.recount(before, after);
        if after & LOST != 0 && after & (RETRANS | SACKED) == 0 {
            self.resend_from = self.resend_from.min(start);
        }
    }

    /// Removes the first segment if it lies wholly below `ack`, or cuts off its part below `ack`.
    ///
    /// Returns the segment before the change, and whether it was removed.
    #[inline]
    pub(crate) fn pop_below(&mut self, ack: u64) -> Option<(Sent, bool)> {
        let head = self.segments.front_mut().filter(|head| head.start < ack)?;
        if head.end() > ack {
            let before = *head;
            head.len = (head.end() - ack) as u32;
            head.start = ack;
            return Some((before, false));
        }
        self.unlist(0);
        let head = self.segments.pop_front()?;
        self.first = self.first.wrapping_add(1);
        self.packets_out -= 1;
        if head.is(SACKED | LOST | RETRANS) {
            self.recount(head.marks, 0);
        }
        Some((head, true))
    }

    /// Forgets selective acknowledgements below `ack`.
    pub fn acknowledged(&mut self, ack: u64) {
        self.selected.remove_below(ack);
        self.resend_from = self.resend_from.max(ack);
    }

    /// Marks the segments wholly inside `start..end` as selectively acknowledged; calls `newly`
    /// with each that was not, before the change.
    pub(crate) fn mark_sacked(&mut self, start: u64, end: u64, mut newly: impl FnMut(&Sent)) {
        let low = self.index(start);
        let high = self.segments.partition_point(|s| s.end() <= end);
        if low >= high {
            return;
        }
        let (start, end) = (self.segments[low].start, self.segments[high - 1].end());
        let mut selected = std::mem::take(&mut self.selected);
        selected.insert(start, end, |from, to| {
            let mut index = self.index(from);
            while let Some(segment) = self.segments.get(index).copied()
                && segment.end() <= to
            {
                newly(&segment);
                // A retransmission of what was not taken for lost stays in the network.
                let clear = match (segment.is(RETRANS), segment.is(LOST)) {
                    (true, true) => LOST | RETRANS,
                    (true, false) => 0,
                    (false, _) => LOST,
                };
                self.unlist(index);
                self.mark(index, SACKED, clear | TIMED);
                index += 1;
            }
        });
        self.selected = selected;
    }

    /// Records a DSACK: copies inside `start..end` arrived twice and are no longer in the network.
    /// Calls `seen` with each segment that was ever retransmitted.
    pub fn duplicated(&mut self, start: u64, end: u64, mut seen: impl FnMut(&Sent)) {
        let mut index = self.index(start);
        while let Some(segment) = self.segments.get(index).copied()
            && segment.end() <= end
        {
            if segment.is(EVER_RETRANS) {
                seen(&segment);
            }
            if segment.is(RETRANS) {
                self.mark(index, 0, RETRANS);
            }
            index += 1;
        }
    }

    /// Marks the segment at `start`, and its retransmission, as lost (`tcp_mark_skb_lost`). Returns
    /// it as it was, unless it was selectively acknowledged.
    pub fn mark_lost(&mut self, start: u64) -> Option<Sent> {
        let index = self.index(start);
        let segment = self.segments.get(index).copied().filter(|segment| !segment.is(SACKED))?;
        self.unlist(index);
        let parked = if segment.is(LISTED | PARKED) { PARKED } else { 0 };
        self.mark(index, LOST | parked, RETRANS);
        Some(segment)
    }

    /// Removes all loss marks (`tcp_undo_cwnd_reduction` with `unmark_loss`). Segments marked by a
    /// timeout may be found lost again; those found by a scan only after a retransmission.
    pub(crate) fn unmark_lost(&mut self) {
        self.relist();
        for index in 0..self.segments.len() {
            if self.segments[index].is(LOST) {
                self.mark(index, 0, LOST);
            }
        }
    }

    /// Forgets the selective acknowledgements, which the peer has revoked (RFC 2018 Sec. 8).
    pub(crate) fn forget_sacked(&mut self) {
        for index in 0..self.segments.len() {
            if self.segments[index].is(SACKED) {
                self.mark(index, 0, SACKED);
            }
        }
        self.selected.clear();
    }

    /// Records a retransmission of the segment at `start`. `repairs` says that it repairs a loss
    /// rather than probes (`tcp_retransmit_skb` counts a copy in `retrans_out`,
    /// `__tcp_retransmit_skb` does not).
    pub fn resent(&mut self, start: u64, now: SimTime, departure: Departure, repairs: bool) {
        let index = self.index(start);
        self.unlist(index);
        self.list(index);
        self.mark(index, EVER_RETRANS | TIMED | if repairs { RETRANS } else { 0 }, 0);
        let segment = &mut self.segments[index];
        segment.at = now;
        segment.departure = departure;
    }

    /// Cuts the segment at `start` in two after `len` of its sequence space (`tcp_fragment`).
    pub fn split(&mut self, start: u64, len: u32) {
        let index = self.index(start);
        let whole = self.segments[index];
        self.segments[index].len = len;
        let rest = Sent { start: start + u64::from(len), len: whole.len - len, ..whole };
        self.segments.insert(index + 1, rest);
        self.packets_out += 1;
        self.recount(0, rest.marks);
        // The numbers of all segments behind are one higher than in the links.
        let mut listed: Vec<_> = (0..self.segments.len())
            .map(|index| (self.segments[index].order, index))
            .filter(|&(_, index)| self.segments[index].is(LISTED))
            .collect();
        listed.sort_unstable();
        self.ends = None;
        for (order, index) in listed {
            self.list(index);
            self.segments[index].order = order;
        }
    }

    /// Returns the oldest segment that is lost and not retransmitted.
    pub(crate) fn next_lost(&mut self) -> Option<Sent> {
        if self.retrans_out >= self.lost_out {
            return None;
        }
        let mut index = self.index(self.resend_from);
        while let Some(segment) = self.segments.get(index) {
            self.resend_from = segment.start;
            if segment.is(LOST) && !segment.is(SACKED | RETRANS) {
                return Some(*segment);
            }
            index += 1;
        }
        None
    }

    /// Visits the segments that may be in the network, earliest transmission first, until `verdict`
    /// stops. Removes those it found lost from the list and returns them.
    pub(crate) fn scan_by_time(&mut self, mut verdict: impl FnMut(&Sent) -> Scan) -> Vec<u64> {
        let mut picked = Vec::new();
        let Some((mut next, last)) = self.ends else { return picked };
        let mut number = last.wrapping_add(1);
        while number != last {
            number = next;
            #[cfg(test)]
            {
                self.looked_at += 1;
            }
            let segment = self.numbered(number);
            next = segment.after;
            if segment.is(LOST) && !segment.is(RETRANS) {
                // A probe of what is lost, or a copy that a DSACK took back.
                continue;
            }
            match verdict(segment) {
                Scan::Stop => break,
                Scan::Keep => {}
                Scan::Lost => {
                    picked.push(segment.start);
                    self.unlist(number.wrapping_sub(self.first) as usize);
                }
            }
        }
        picked
    }

    /// Returns all segments, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Sent> {
        self.segments.iter()
    }

    /// Recounts everything from the marks and compares. For tests.
    #[cfg(test)]
    pub fn check(&self) {
        let count = |mark| self.segments.iter().filter(|s| s.is(mark)).count() as u32;
        assert_eq!(self.packets_out as usize, self.segments.len());
        assert_eq!(self.sacked_out, count(SACKED));
        assert_eq!(self.lost_out, count(LOST));
        assert_eq!(self.retrans_out, count(RETRANS));
        assert!(!self.segments.iter().any(|s| s.is(SACKED) && s.is(LOST)));
        let mut listed: Vec<_> = self.segments.iter().filter(|s| s.is(LISTED)).collect();
        assert!(listed.iter().all(|s| !s.is(SACKED | PARKED)));
        listed.sort_unstable_by_key(|s| s.order);
        listed.retain(|s| !s.is(LOST) || s.is(RETRANS));
        let mut found = Vec::new();
        self.clone().scan_by_time(|segment| {
            found.push(segment.start);
            Scan::Keep
        });
        assert_eq!(found, listed.iter().map(|s| s.start).collect::<Vec<_>>());
    }
}

/// Decision of [`RtxQueue::scan_by_time`] about a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    /// The segment and all later ones stay.
    Stop,
    /// The segment stays.
    Keep,
    /// The segment is lost.
    Lost,
}
