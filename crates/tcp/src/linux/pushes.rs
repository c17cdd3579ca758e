//! Selection of the segments that carry the flag PSH (`tcp_sendmsg_locked`, `tcp_push`,
//! `forced_push`).
//!
//! The application writes as much as it can, [`WRITE`] bytes at a time. A write that blocks on the
//! send buffer pushes what it has written; a write longer than half the peer's largest window also
//! pushes in between. The end of a write pushes too, but the next write appends to its last segment
//! and clears the flag, unless that segment was full. Offsets count data bytes.

use std::collections::VecDeque;

/// Bytes per write of the application.
const WRITE: u64 = 64 << 10;

/// Ends of the pushed segments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pushes {
    /// Pushed offsets that are not acknowledged, ascending.
    ends: VecDeque<u64>,
    /// Offset up to which the writes have been processed.
    written: u64,
    /// Last pushed offset (`pushed_seq`).
    pushed: u64,
}

impl Pushes {
    /// Records that the application has written everything below `to`, in segments of `full` bytes,
    /// while the peer's largest window was `window`; the write that ends at `blocked` waits for
    /// room.
    pub(super) fn write(&mut self, to: u64, window: u32, full: u32, blocked: Option<u64>) {
        let full = u64::from(full.max(1));
        while self.written < to {
            let write_end = (self.written / WRITE + 1) * WRITE;
            let half = self.pushed + u64::from(window / 2) + 1;
            if to < write_end.min(half) {
                break;
            }
            let forced = half.next_multiple_of(full);
            let next = write_end.min(forced);
            if next > to {
                break;
            }
            if next == forced || next.is_multiple_of(full) {
                self.ends.push_back(next);
            }
            (self.written, self.pushed) = (next, next);
        }
        self.written = self.written.max(to);
        if let Some(end) = blocked
            && end > self.pushed
        {
            self.ends.push_back(end);
            self.pushed = end;
        }
    }

    /// Whether the segment with the data `from..to` is pushed.
    pub(super) fn is_on(&self, from: u64, to: u64) -> bool {
        let at = self.ends.partition_point(|&end| end <= from);
        self.ends.get(at).is_some_and(|&end| end <= to)
    }

    /// Forgets everything below `acknowledged`.
    pub(super) fn forget(&mut self, acknowledged: u64) {
        while self.ends.front().is_some_and(|&end| end <= acknowledged) {
            self.ends.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: u32 = 1448;

    /// Numbers of the segments that are pushed.
    fn segments(pushes: &Pushes) -> Vec<u64> {
        pushes.ends.iter().map(|end| end.div_ceil(FULL.into()) - 1).collect()
    }

    /// Goal: PSH is set as by the kernel. Method: 200 kB at a round trip of 20 ms: the kernel's
    /// send buffer blocked after 21 segments, and again as it grew; PSH was set on segments 20, 32,
    /// 47, 65, 86, 108 and 130, and on none at the ends of 64 KiB.
    #[test]
    fn a_write_that_waits_for_room_is_pushed() {
        let mut pushes = Pushes::default();
        for end in [21, 33, 48, 66, 87, 109, 131] {
            let end = end * u64::from(FULL);
            pushes.write(end, 65_160, FULL, Some(end));
        }
        assert_eq!(segments(&pushes), [20, 32, 47, 65, 86, 108, 130]);
        assert!(pushes.is_on(20 * 1448, 21 * 1448) && !pushes.is_on(21 * 1448, 22 * 1448));
        pushes.forget(33 * 1448);
        assert_eq!(segments(&pushes), [47, 65, 86, 108, 130]);
    }

    /// Goal: `forced_push`. Method: writes that nothing blocks; half of 65,160 B is passed by the
    /// 23rd segment, and each end of 64 KiB counts as pushed without showing.
    #[test]
    fn a_long_write_is_pushed_on_the_way() {
        let mut pushes = Pushes::default();
        pushes.write(200_000, 65_160, FULL, None);
        assert_eq!(segments(&pushes), [22, 67, 113]);
        let mut whole = Pushes::default();
        whole.write(3 * WRITE, 400_000, 1024, None);
        assert_eq!(whole.ends, [WRITE, 2 * WRITE, 3 * WRITE], "full segments keep it");
    }
}
