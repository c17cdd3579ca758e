//! COBALT, the AQM of each flow in CAKE: CoDel's control law, which counts down again after
//! congestion, and BLUE for flows that do not respond (Hoeiland-Joergensen, Taht and Morton, 2018,
//! arXiv:1804.07617 Sec. III-D), with the kernel's integers.

use skyseam_base::SimTime;

use crate::queue::{Ecn, RandomBits};

/// Parameters of the law, ns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    /// Acceptable waiting time.
    pub target: u64,
    /// Time above the target before the first mark or drop.
    pub interval: u64,
    /// Transmission time of the largest frame.
    pub frame_time: u64,
}

/// Increment of BLUE's drop probability when the queue is full, in units of 2^-32: 1/256.
const INCREMENT: u32 = 1 << 24;
/// Decrement when the queue is empty: 1/4096.
const DECREMENT: u32 = 1 << 20;
/// Counts below this have exact square roots; beyond, each is a Newton step from the last.
const EXACT_ROOTS: u32 = 16;

/// State of a flow.
#[derive(Debug, Default)]
pub(super) struct Cobalt {
    count: u32,
    /// 1 / sqrt(count) in units of 2^-32; 0 until the count first changes.
    inverse_root: u32,
    /// Time of the next mark or drop; while the count is zero, the end of the time for which the
    /// flow counts as active.
    drop_next: u64,
    is_dropping: bool,
    /// BLUE's drop probability in units of 2^-32, and the time of its last change.
    drop_probability: u32,
    changed: Option<u64>,
}

impl Cobalt {
    /// Whether the flow has neither a count nor a probability, nor been active for an interval.
    pub(super) fn is_at_rest(&self, now: u64) -> bool {
        self.drop_probability == 0 && self.count == 0 && now >= self.drop_next
    }

    /// Whether it was never congested, so that a new state is the same once it is at rest.
    pub(super) fn is_as_new(&self) -> bool {
        self.inverse_root == 0
    }

    /// Decides about a dequeued packet that arrived at `arrived`: marks it, or returns true if it
    /// should be dropped.
    pub(super) fn judge(
        &mut self,
        law: &Law,
        now: u64,
        arrived: SimTime,
        ecn: &mut Ecn,
        random: &mut RandomBits,
    ) -> bool {
        let waited = now - arrived.as_nanos();
        // Compared with the deadline before this packet, unless a mark or drop moves it.
        let mut is_late = now > self.drop_next;
        let is_due = self.count > 0 && now >= self.drop_next;
        if waited > law.target && waited > 4 * law.frame_time {
            if !self.is_dropping {
                self.is_dropping = true;
                self.drop_next = now;
                self.advance(law);
            }
            self.count = self.count.max(1);
        } else {
            self.is_dropping = false;
        }
        let mut drops = false;
        if is_due && self.is_dropping {
            drops = !ecn.mark();
            self.set_count(self.count.saturating_add(1));
            self.advance(law);
            is_late = now > self.drop_next;
        } else if is_due {
            while self.count > 0 && now >= self.drop_next {
                self.set_count(self.count - 1);
                self.advance(law);
                is_late = now > self.drop_next;
            }
        }
        // BLUE drops ECN-capable packets, too.
        if self.drop_probability > 0 {
            drops |= random() >> 32 < u64::from(self.drop_probability);
        }
        if self.count == 0 {
            self.drop_next = now + law.interval;
        } else if is_late && !drops {
            self.drop_next = now;
        }
        drops
    }

    /// Records that packets were dropped from this flow because the queue was full.
    pub(super) fn note_full(&mut self, law: &Law, now: u64) {
        if self.may_change(law, now) {
            self.drop_probability = self.drop_probability.saturating_add(INCREMENT);
            self.changed = Some(now);
        }
        self.is_dropping = true;
        self.drop_next = now;
        self.count = self.count.max(1);
    }

    /// Records that the flow was served and had no packet.
    pub(super) fn note_empty(&mut self, law: &Law, now: u64) {
        if self.drop_probability > 0 && self.may_change(law, now) {
            self.drop_probability = self.drop_probability.saturating_sub(DECREMENT);
            self.changed = Some(now);
        }
        self.is_dropping = false;
        if self.count > 0 && now >= self.drop_next {
            self.set_count(self.count - 1);
            self.advance(law);
        }
    }

    fn may_change(&self, law: &Law, now: u64) -> bool {
        self.changed.is_none_or(|changed| now - changed > law.target)
    }

    fn set_count(&mut self, count: u32) {
        self.count = count;
        self.inverse_root = match count {
            0 | 1 => u32::MAX,
            _ if count < EXACT_ROOTS => {
                (f64::from(u32::MAX) / f64::from(count).sqrt()).round() as u32
            }
            _ => newton_step(self.inverse_root, count),
        };
    }

    /// Moves the next mark or drop by interval / sqrt(count).
    fn advance(&mut self, law: &Law) {
        let step = (u128::from(law.interval) * u128::from(self.inverse_root)) >> 32;
        self.drop_next += step as u64;
    }
}

/// One Newton step towards 1 / sqrt(count), from `root`, in units of 2^-32.
fn newton_step(root: u32, count: u32) -> u32 {
    let root = u64::from(root);
    let square = (root * root) >> 32;
    // Divided by four, so that the product fits in 64 bits.
    let factor = (3u64 << 32).wrapping_sub(u64::from(count).wrapping_mul(square)) >> 2;
    (factor.wrapping_mul(root) >> (32 - 2 + 1)) as u32
}
