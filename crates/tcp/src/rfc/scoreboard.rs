//! Scoreboard: segments in flight, acknowledged, lost and retransmitted, and the amount in the
//! pipe.
//!
//! Owns the marks and their counts. Every mark is made once, so that the cost of an ACK is
//! proportional to its changes. Does not own when a segment counts as lost or may be retransmitted:
//! that is [`super::recovery`].

use std::collections::VecDeque;

use skyseam_base::SimTime;

use crate::ranges::RangeSet;

/// Segment sent and not cumulatively acknowledged.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Stream offset of the first byte (SYN counts as one).
    pub start: u64,
    /// Sequence space it takes.
    pub len: u32,
    /// Time of the last transmission.
    pub sent: SimTime,
    marks: u8,
}

const SACKED: u8 = 1;
const LOST: u8 = 2;
/// Mark of a segment retransmitted since it was marked lost, or as a rescue: one more copy is in
/// the pipe.
const RETRANSMITTED: u8 = 4;
/// Mark of a segment that was ever retransmitted (Karn).
const EVER_RESENT: u8 = 8;

impl Segment {
    /// Returns the first offset after the segment.
    pub const fn end(&self) -> u64 {
        self.start + self.len as u64
    }

    const fn is(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    /// Whether the segment was ever retransmitted.
    pub(crate) const fn was_retransmitted(&self) -> bool {
        self.is(EVER_RESENT)
    }

    /// Returns the number of copies in the network according to the marks (RFC 6675 Sec. 4,
    /// SetPipe).
    const fn copies(&self) -> u64 {
        if self.is(SACKED) { 0 } else { !self.is(LOST) as u64 + self.is(RETRANSMITTED) as u64 }
    }

    const fn in_pipe(&self) -> u64 {
        self.copies() * self.len as u64
    }
}

/// Segments removed by a cumulative acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acknowledged {
    /// Bytes removed.
    pub bytes: u64,
    /// Transmission time of the last removed segment, if nothing removed was ambiguous (RFC 6298
    /// Sec. 3) and that segment had not been acknowledged selectively earlier.
    pub timed: Option<SimTime>,
}

/// All segments in flight.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    segments: VecDeque<Segment>,
    /// Number of segments ever removed from the front. Indices that outlive a removal are counted
    /// from the first segment of the connection.
    removed: u64,
    sacked: RangeSet,
    /// Index before which every segment that should be marked lost is.
    lost_until: u64,
    /// Index before which no segment is lost and not retransmitted.
    resend_from: u64,
    pipe: u64,
    outstanding: u64,
}

impl Scoreboard {
    /// Number of bytes in the network: neither acknowledged nor lost, plus those retransmitted.
    pub fn pipe(&self) -> u64 {
        self.pipe
    }

    /// Bytes sent and not cumulatively acknowledged.
    pub fn outstanding(&self) -> u64 {
        self.outstanding
    }

    /// Whether nothing is in flight.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The oldest segment in flight.
    pub fn first(&self) -> Option<&Segment> {
        self.segments.front()
    }

    /// Whether anything is selectively acknowledged.
    pub(crate) fn has_sacked(&self) -> bool {
        !self.sacked.is_empty()
    }

    /// Returns the first offset after everything selectively acknowledged.
    pub(crate) fn highest_sacked(&self) -> Option<u64> {
        self.sacked.last().map(|(_, end)| end)
    }

    /// Adds a new segment at the end.
    pub fn push(&mut self, start: u64, len: u32, now: SimTime) {
        self.segments.push_back(Segment { start, len, sent: now, marks: 0 });
        self.pipe += u64::from(len);
        self.outstanding += u64::from(len);
    }

    /// Removes everything below `ack`.
    pub(crate) fn acknowledge(&mut self, ack: u64) -> Acknowledged {
        let mut result = Acknowledged::default();
        let mut ambiguous = false;
        while let Some(first) = self.segments.front_mut() {
            if first.start >= ack {
                break;
            }
            ambiguous |= first.was_retransmitted();
            result.timed = (!ambiguous && !first.is(SACKED)).then_some(first.sent);
            if first.end() > ack {
                // Part of a segment: the rest stays, with its marks.
                let part = (ack - first.start) as u32;
                self.pipe -= first.copies() * u64::from(part);
                self.outstanding -= u64::from(part);
                first.start = ack;
                first.len -= part;
                result.bytes += u64::from(part);
                break;
            }
            self.pipe -= first.in_pipe();
            self.outstanding -= u64::from(first.len);
            result.bytes += u64::from(first.len);
            self.segments.pop_front();
            self.removed += 1;
        }
        self.sacked.remove_below(ack);
        self.lost_until = self.lost_until.max(self.removed);
        self.resend_from = self.resend_from.max(self.removed);
        result
    }

    /// Marks the segments wholly inside `start..end` as received; returns their bytes.
    ///
    /// The caller has checked that the block lies within what is in flight. Bytes of segments that
    /// the block covers only in part do not count: a receiver acknowledges whole segments.
    pub(crate) fn mark_sacked(&mut self, start: u64, end: u64) -> u64 {
        let low = self.segments.partition_point(|s| s.start < start);
        let high = self.segments.partition_point(|s| s.end() <= end);
        if low >= high {
            return 0;
        }
        let (start, end) = (self.segments[low].start, self.segments[high - 1].end());
        let (segments, pipe, mut newly) = (&mut self.segments, &mut self.pipe, 0);
        self.sacked.insert(start, end, |from, to| {
            let index = segments.partition_point(|s| s.start < from);
            for segment in segments.range_mut(index..).take_while(|s| s.end() <= to) {
                *pipe -= segment.in_pipe();
                segment.marks |= SACKED;
                newly += u64::from(segment.len);
            }
        });
        newly
    }

    /// Returns the offset below which unacknowledged segments are lost by RFC 6675's rule:
    /// `threshold` separate ranges, or more than `threshold - 1` full segments, were acknowledged
    /// above it.
    pub(crate) fn loss_boundary(&self, threshold: u32, mss: u32) -> u64 {
        let enough = u64::from(threshold.saturating_sub(1)) * u64::from(mss);
        let mut bytes = 0;
        for (count, (start, end)) in (1..).zip(self.sacked.descending()) {
            bytes += end - start;
            if count >= threshold || bytes > enough {
                return start;
            }
        }
        0
    }

    /// Marks unacknowledged segments that end at or below `offset` as lost.
    pub(crate) fn mark_lost_below(&mut self, offset: u64) {
        let mut index = (self.lost_until - self.removed) as usize;
        while let Some(segment) = self.segments.get_mut(index)
            && segment.end() <= offset
        {
            if !segment.is(SACKED | LOST) {
                self.pipe -= u64::from(segment.len);
                segment.marks |= LOST;
            }
            index += 1;
        }
        self.lost_until = self.removed + index as u64;
    }

    /// Marks the oldest segment as lost even if it was retransmitted before (RFC 6582: partial
    /// ACK).
    pub(crate) fn mark_first_lost(&mut self) {
        if let Some(first) = self.segments.front_mut() {
            self.pipe -= first.in_pipe();
            first.marks = (first.marks | LOST) & !RETRANSMITTED;
            self.pipe += first.in_pipe();
            self.resend_from = self.removed;
            self.lost_until = self.lost_until.max(self.removed + 1);
        }
    }

    /// Marks everything not acknowledged as lost and not retransmitted (RFC 5681 Sec. 3.1).
    ///
    /// If the oldest segment is selectively acknowledged, the receiver has revoked its
    /// acknowledgements: all of them are cleared (RFC 2018 Sec. 8).
    pub(crate) fn mark_all_lost(&mut self) {
        let reneged = self.segments.front().is_some_and(|first| first.is(SACKED));
        if reneged {
            self.sacked.clear();
        }
        for segment in &mut self.segments {
            if reneged {
                segment.marks &= !SACKED;
            }
            if !segment.is(SACKED) {
                segment.marks = (segment.marks | LOST) & !RETRANSMITTED;
            }
        }
        self.pipe = 0;
        self.lost_until = self.removed + self.segments.len() as u64;
        self.resend_from = self.removed;
    }

    /// Whether the oldest segment is marked lost.
    pub(crate) fn first_is_lost(&self) -> bool {
        self.segments.front().is_some_and(|first| first.is(LOST) && !first.is(SACKED))
    }

    /// Returns the oldest segment that is lost and not retransmitted.
    pub(crate) fn next_lost(&mut self) -> Option<Segment> {
        let mut index = (self.resend_from - self.removed) as usize;
        let end = (self.lost_until - self.removed) as usize;
        while let Some(segment) = self.segments.get(index)
            && index < end
        {
            if segment.is(LOST) && !segment.is(SACKED | RETRANSMITTED) {
                self.resend_from = self.removed + index as u64;
                return Some(*segment);
            }
            index += 1;
        }
        self.resend_from = self.removed + index as u64;
        None
    }

    /// Returns the oldest segment at or after `from` and below `below` that is neither acknowledged
    /// nor lost nor retransmitted (RFC 6675 Sec. 4, NextSeg (3)).
    pub(crate) fn next_unsacked_after(&self, from: u64, below: u64) -> Option<Segment> {
        let index = self.segments.partition_point(|s| s.start < from);
        let mut candidates = self.segments.range(index..).take_while(|s| s.end() <= below);
        candidates.find(|s| !s.is(SACKED | LOST | RETRANSMITTED)).copied()
    }

    /// Returns the last unacknowledged segment (RFC 6675 Sec. 4, NextSeg (4)), unless it was
    /// retransmitted already: by the letter of the RFC it would be sent twice in succession.
    pub(crate) fn last_unacknowledged(&self) -> Option<Segment> {
        let last = self.segments.iter().rev().find(|s| !s.is(SACKED))?;
        (!last.is(RETRANSMITTED)).then_some(*last)
    }

    /// Records the retransmission of the segment beginning at `start`.
    pub fn resent(&mut self, start: u64, now: SimTime) {
        let index = self.segments.partition_point(|s| s.start < start);
        let segment = self.segments.get_mut(index).expect("a resent segment is in flight");
        assert_eq!(segment.start, start, "a segment is resent whole");
        self.pipe -= segment.in_pipe();
        segment.marks |= RETRANSMITTED | EVER_RESENT;
        segment.sent = now;
        self.pipe += segment.in_pipe();
    }

    /// Recounts everything from the marks and compares. For tests.
    #[cfg(test)]
    pub fn check(&self) {
        let sum = |f: &dyn Fn(&Segment) -> u64| self.segments.iter().map(f).sum::<u64>();
        assert_eq!(self.pipe, sum(&|s| s.in_pipe()));
        assert_eq!(self.outstanding, sum(&|s| u64::from(s.len)));
        let (a, b) = self.segments.as_slices();
        assert!(
            a.iter().chain(b).zip(self.segments.iter().skip(1)).all(|(x, y)| x.end() == y.start)
        );
    }
}
