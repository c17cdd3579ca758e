//! CUBIC 2.1 of Linux 2.6.22 in its integers: C = 410/1024, beta = 819/1024, fast convergence, a
//! Reno-friendly estimate that never catches up, no HyStart; a timeout forgets everything.
//!
//! Time is counted in 1024ths of a second, from milliseconds. Without timestamps the smallest round
//! trip is unknown, so the function is not evaluated one round trip ahead and growth is unlimited.

use skyseam_base::math;

use super::{Ack, ControllerModule, State, Window};

const SCALE: u64 = 1024;
/// Multiplicative decrease, of [`SCALE`].
const BETA: u64 = 819;
/// Ten times C in 1024ths.
const SLOPE: u64 = 410;
/// Eight times the packets acknowledged per packet of Reno-friendly growth, per packet of window:
/// 8 (1 + beta) / (3 (1 - beta)).
const FRIENDLY: u64 = 8 * (SCALE + BETA) / 3 / (SCALE - BETA);
/// Duration for which an unchanged window keeps its slope, ms.
const HELD_MS: u64 = 1000 / 32;
/// Maximum growth in packets per 100 ms above the plateau.
const MOST: u64 = 16;
/// ACKs per packet of growth before the first loss.
const FIRST_EVERY: u64 = 50;
/// Assumed packets per ACK, in 16ths, before the first ACK.
const TWO_PER_ACK: u64 = 2 << 4;

/// State of the module.
#[derive(Clone, Debug)]
pub struct Cubic {
    /// ACKs per packet of growth.
    every: u64,
    /// Window before the last loss, lowered by fast convergence.
    last_max: u64,
    /// Whether there was a loss.
    has_lost: bool,
    last_window: u64,
    last_ms: u64,
    epoch: Option<Epoch>,
    acks: u64,
    /// Window that Reno would have.
    friendly: u64,
    /// Packets per ACK, in 16ths.
    per_ack: u64,
    /// Eight times the smallest round trip from timestamps, ms.
    eightfold_smallest: Option<u64>,
}

/// Congestion avoidance epoch.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start_ms: u64,
    /// Time from the start of the epoch until the function reaches its origin, in 1024ths of a
    /// second.
    k: u64,
    origin: u64,
}

impl Default for Cubic {
    fn default() -> Self {
        Self {
            every: 0,
            last_max: 0,
            has_lost: false,
            last_window: 0,
            last_ms: 0,
            epoch: None,
            acks: 0,
            friendly: 0,
            per_ack: TWO_PER_ACK,
            eightfold_smallest: None,
        }
    }
}

impl Cubic {
    fn update(&mut self, cwnd: u64, ms: u64) {
        self.acks += 1;
        if self.last_window == cwnd && ms.saturating_sub(self.last_ms) <= HELD_MS {
            return;
        }
        self.last_window = cwnd;
        self.last_ms = ms;
        let epoch = match self.epoch {
            Some(epoch) => epoch,
            None => self.begin_epoch(cwnd, ms),
        };
        let ahead = self.eightfold_smallest.unwrap_or(0) >> 3;
        let t = ((ms + ahead).saturating_sub(epoch.start_ms) << 10) / 1000;
        let offset = u128::from(t.abs_diff(epoch.k));
        let delta = u64::try_from((u128::from(SLOPE) * offset * offset * offset) >> 40);
        let delta = delta.unwrap_or(u64::MAX / 2);
        let target = if t < epoch.k {
            epoch.origin.saturating_sub(delta)
        } else {
            epoch.origin.saturating_add(delta)
        };
        self.every = if target > cwnd { cwnd / (target - cwnd) } else { 100 * cwnd };
        if let Some(eightfold) = self.eightfold_smallest
            && t >= epoch.k
        {
            self.every = self.every.max(cwnd * 1000 * 8 / (10 * MOST * eightfold));
        }
        if !self.has_lost {
            self.every = FIRST_EVERY;
        }
        self.apply_reno_friendly(cwnd);
        self.every = ((self.every << 4) / self.per_ack.max(1)).max(1);
    }

    fn begin_epoch(&mut self, cwnd: u64, ms: u64) -> Epoch {
        self.acks = 1;
        self.friendly = cwnd;
        let missing = self.last_max.saturating_sub(cwnd);
        let epoch = Epoch {
            start_ms: ms,
            k: cube_root((1 << 40) / SLOPE * missing),
            origin: cwnd.max(self.last_max),
        };
        // Millisecond 0 is no beginning: the next ACK begins again.
        self.epoch = (ms > 0).then_some(epoch);
        epoch
    }

    fn apply_reno_friendly(&mut self, cwnd: u64) {
        let delta = (cwnd * FRIENDLY) >> 3;
        while self.acks > delta {
            self.acks -= delta;
            self.friendly += 1;
        }
        if self.friendly > cwnd {
            self.every = self.every.min(cwnd / (self.friendly - cwnd));
        }
    }
}

impl ControllerModule for Cubic {
    fn on_acked(&mut self, packets: u64, state: State) {
        if state == State::Open {
            self.per_ack = self.per_ack - (self.per_ack >> 4) + packets;
        }
    }

    fn grow(&mut self, window: &mut Window, ack: &Ack) {
        let start = self.epoch.map_or(0, |epoch| epoch.start_ms);
        if ack.is_plain
            && let Some(age) = ack.echoed
            && ack.millis().saturating_sub(start) >= 1000
        {
            let eightfold = (age.as_nanos() / 1_000_000 * 8).max(1);
            let smallest = self.eightfold_smallest.get_or_insert(eightfold);
            *smallest = (*smallest).min(eightfold);
        }
        if !ack.is_limited(window) {
            return;
        }
        if window.in_slow_start() {
            window.slow_start();
        } else {
            self.update(window.cwnd, ack.millis());
            window.grow_every(self.every);
        }
    }

    fn ssthresh(&mut self, window: &Window) -> u64 {
        self.epoch = None;
        self.last_max = if window.cwnd < self.last_max {
            window.cwnd * (SCALE + BETA) / (2 * SCALE)
        } else {
            window.cwnd
        };
        self.has_lost = true;
        (window.cwnd * BETA / SCALE).max(2)
    }

    fn on_state(&mut self, state: State) {
        if state == State::Loss {
            *self = Self::default();
        }
    }
}

/// Returns the cube root as 2.6.22 computes it: one Newton step from a start that is some 4 % high,
/// then a factor of 341/1024 for a third, with a total error within 0.2 %.
///
/// The module finds the start in a table by the six leading bits; the formula used here gives the
/// same root for two of three window reductions up to 3000 packets, and one within 0.1 % for the
/// others.
fn cube_root(value: u64) -> u64 {
    if value < 64 {
        return math::cbrt(value as f64) as u64;
    }
    let bits = u64::from(u64::BITS - value.leading_zeros());
    // 84 256ths for a third: the root's bits below its leading ones.
    let shift = ((bits * 84) >> 8) - 1;
    let leading = (value >> (3 * shift)) as f64;
    let start = ((64.0 * 1.034 * math::cbrt(leading + 0.3)).round() as u64) << shift >> 6;
    ((2 * start + value / (start * (start - 1))) * 341) >> 10
}
