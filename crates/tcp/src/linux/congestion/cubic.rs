//! CUBIC in the kernel's integers (`tcp_cubic`): RFC 9438 with beta 717/1024, C 410/1024, fast
//! convergence, the Reno-friendly region, and HyStart.
//!
//! Time is counted in 1024ths of a second, taken from ticks; the slope is kept for at least a tick.

use skyseam_base::{Duration, SimTime, math, prefetch_item};
use skyseam_endpoint::slow_start::HyStartSearch;

use super::hystart::HyStart;
use super::{Growth, LinuxController, Sample, Window, reno};
use crate::linux::clock::{HostClock, TICK, micros, ticks_in};

/// Multiplicative decrease, of [`SCALE`] (RFC 9438 Sec. 4.6).
const BETA: u64 = 717;
const SCALE: u64 = 1024;
/// Ten times C in 1024ths: window per cubed 1024th of a second, scaled by 2^40 (`cube_rtt_scale`).
const SLOPE: u64 = 410;
/// `beta_scale`: eight times the segments acknowledged per segment of Reno-friendly growth, per
/// segment of window, 8 (1 + beta) / (3 (1 - beta)).
const FRIENDLY: u64 = 8 * (SCALE + BETA) / 3 / (SCALE - BETA);
/// Duration for which an unchanged window keeps its slope: HZ / 32 ticks.
const HELD_TICKS: u64 = 250 / 32;
/// Time after a loss, ticks, in which samples do not update the smallest round trip: a second.
const SETTLING_TICKS: u64 = 250;

/// Search for the end of slow start.
#[derive(Clone, Debug)]
pub enum SlowStartExit {
    /// HyStart of the kernel.
    Linux(HyStart),
    /// HyStart++ (RFC 9406), in the first slow start.
    PlusPlus(HyStartSearch),
}

/// State of the controller.
#[derive(Clone, Debug)]
pub struct Cubic {
    exit: Option<SlowStartExit>,
    clock: HostClock,
    /// Window before the last loss, lowered by fast convergence (RFC 9438 Sec. 4.7); 0 if there is
    /// none.
    last_max: u32,
    last_window: u32,
    last_tick: u64,
    epoch: Option<Epoch>,
    /// Segments acknowledged per segment of growth.
    every: u32,
    smallest: Option<Duration>,
}

/// Congestion avoidance epoch.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start_tick: u64,
    /// Time from the start of the epoch until the function reaches its origin, in 1024ths of a
    /// second.
    k: u64,
    origin: u32,
    acked: u32,
    /// Window that Reno would have.
    friendly: u32,
}

impl Cubic {
    /// Returns a controller of a connection that begins at `now`, with or without a search for the
    /// end of slow start.
    pub fn new(exit: Option<SlowStartExit>, clock: HostClock) -> Self {
        Self {
            exit,
            clock,
            last_max: 0,
            last_window: 0,
            last_tick: 0,
            epoch: None,
            every: 0,
            smallest: None,
        }
    }

    /// Computes how many segments must be acknowledged for one segment of growth (`bictcp_update`).
    fn update(&mut self, window: u32, now: SimTime, acked: u32) {
        let tick = self.clock.ticks(now);
        if let Some(epoch) = &mut self.epoch {
            epoch.acked += acked;
        }
        if self.last_window == window && tick - self.last_tick <= HELD_TICKS {
            return;
        }
        let fresh = self.epoch.is_none() || tick != self.last_tick;
        let mut epoch = self.epoch.unwrap_or_else(|| {
            let missing = self.last_max.saturating_sub(window);
            Epoch {
                start_tick: tick,
                k: cube_root((1 << 40) / SLOPE * u64::from(missing)),
                origin: window.max(self.last_max),
                acked,
                friendly: window,
            }
        });
        if fresh {
            self.last_window = window;
            self.last_tick = tick;
            self.every = self.slope(&epoch, window, tick);
        }
        self.apply_reno_friendly(&mut epoch, window);
        self.epoch = Some(epoch);
    }

    /// Returns the segments per segment of growth by RFC 9438 eq. (1), one smallest round trip
    /// ahead.
    fn slope(&self, epoch: &Epoch, window: u32, tick: u64) -> u32 {
        let ahead = self.smallest.map_or(0, ticks_in);
        let per_second = Duration::from_secs(1).as_nanos() / TICK.as_nanos();
        let t = ((tick - epoch.start_tick + ahead) << 10) / per_second;
        let offset = u128::from(t.abs_diff(epoch.k));
        let delta = (u128::from(SLOPE) * offset * offset * offset) >> 40;
        let delta = u32::try_from(delta).unwrap_or(u32::MAX / 2);
        let target = if t < epoch.k {
            epoch.origin.saturating_sub(delta)
        } else {
            epoch.origin.saturating_add(delta)
        };
        let every = if target > window { window / (target - window) } else { 100 * window };
        // Without a loss to return to, 5 % per round trip at least.
        if self.last_max == 0 { every.min(20) } else { every }
    }

    /// Applies the Reno-friendly region (RFC 9438 Sec. 4.3) and the maximum growth, half a window
    /// per round trip.
    fn apply_reno_friendly(&mut self, epoch: &mut Epoch, window: u32) {
        let delta = ((u64::from(window) * FRIENDLY) >> 3).max(1) as u32;
        while epoch.acked > delta {
            epoch.acked -= delta;
            epoch.friendly += 1;
        }
        if epoch.friendly > window {
            self.every = self.every.min(window / (epoch.friendly - window));
        }
        self.every = self.every.max(2);
    }
}

impl LinuxController for Cubic {
    fn prefetch(&self) {
        prefetch_item(std::slice::from_ref(self), 0);
    }

    fn on_acked(&mut self, window: &mut Window, sample: &Sample) {
        let settling = |e: Epoch| self.clock.ticks(sample.now) - e.start_tick < SETTLING_TICKS;
        if self.epoch.is_some_and(settling) {
            return;
        }
        let rtt = Duration::from_micros(micros(sample.rtt).max(1));
        let smallest = self.smallest.map_or(rtt, |smallest| smallest.min(rtt));
        self.smallest = Some(smallest);
        if window.in_slow_start() {
            match &mut self.exit {
                Some(SlowStartExit::Linux(own)) => own.on_sample(window, sample, smallest),
                Some(SlowStartExit::PlusPlus(own)) => reno::search(own, window, sample),
                None => {}
            }
        }
    }

    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        if !growth.limited {
            return;
        }
        let acked = match &mut self.exit {
            Some(SlowStartExit::PlusPlus(own)) => reno::growth(own, window, growth.acked),
            _ => growth.acked,
        };
        let left = if window.in_slow_start() { window.slow_start(acked) } else { acked };
        if left > 0 {
            self.update(window.cwnd, growth.now, left);
            window.avoid_congestion(self.every, left);
        }
    }

    /// Shifts the epoch by a pause, so that the window does not grow during it
    /// (`cubictcp_cwnd_event`).
    fn on_start(&mut self, now: SimTime, last: SimTime, _: u64) {
        let (tick, before) = (self.clock.ticks(now), self.clock.ticks(last));
        if let Some(epoch) = &mut self.epoch {
            epoch.start_tick = (epoch.start_tick + tick - before).min(tick);
        }
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        self.epoch = None;
        let cwnd = u64::from(window.cwnd);
        self.last_max = if window.cwnd < self.last_max {
            (cwnd * (SCALE + BETA) / (2 * SCALE)) as u32
        } else {
            window.cwnd
        };
        ((cwnd * BETA / SCALE) as u32).max(2)
    }

    fn on_timeout(&mut self, now: SimTime, next: u64) {
        let mut exit = self.exit.take();
        if let Some(SlowStartExit::Linux(own)) = &mut exit {
            own.restart(now, next);
        }
        *self = Self { exit, ..Self::new(None, self.clock) };
    }
}

/// Returns the integer part of the cube root. The kernel's error of up to 0.2 % is not imitated.
fn cube_root(value: u64) -> u64 {
    let mut root = math::cbrt(value as f64) as u64;
    while root > 0 && root.pow(3) > value {
        root -= 1;
    }
    while (root + 1).pow(3) <= value {
        root += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: whole parts, exactly. Method: cubes and their neighbours.
    #[test]
    fn cube_roots_are_whole_parts() {
        for root in [1u64, 2, 3, 100, 1_023, 2_000_000] {
            let cube = root.pow(3);
            assert_eq!((cube_root(cube - 1), cube_root(cube)), (root - 1, root));
        }
        assert_eq!(cube_root(0), 0);
    }

    /// Goal: after a loss at 100 segments the window is back there after K (RFC 9438 eq. (2), with
    /// the kernel's C = 410/1024 and beta = 717/1024: 4.22 s). Method: an ACK per segment at an RTT
    /// of 200 ms, too long for Reno to be faster; whole segments reach the flat top two seconds
    /// early at most.
    #[test]
    fn the_window_is_back_after_k() {
        let mut cubic = Cubic::new(None, HostClock::START);
        let mut window = Window { cwnd: 100, ssthresh: 100, count: 0 };
        let smallest = Duration::from_millis(200);
        let (una, next) = (0, 0);
        cubic.on_acked(&mut window, &Sample { now: SimTime::ZERO, rtt: smallest, una, next });
        window.ssthresh = cubic.ssthresh(&window);
        window.cwnd = window.ssthresh;
        assert_eq!(window.cwnd, 70);
        let mut now = SimTime::ZERO;
        while window.cwnd < 99 {
            now += Duration::from_nanos(200_000_000 / u64::from(window.cwnd));
            let smoothed = Some(smallest);
            let growth = Growth { now, acked: 1, limited: true, smoothed, una, next };
            cubic.grow(&mut window, &growth);
        }
        let k = math::cbrt(30.0 / (410.0 / 1024.0));
        let taken = now.as_secs_f64();
        assert!((k - 2.0..k).contains(&taken), "{taken} s, K = {k} s");
    }

    /// Goal: a pause is no time along the function (`cubictcp_cwnd_event`). Method: growth for two
    /// seconds, and the same around ten seconds of nothing: as many ACKs take the window to 95.
    #[test]
    fn the_window_does_not_grow_by_a_pause() {
        let acks = |pause: Duration| {
            let mut cubic = Cubic::new(None, HostClock::START);
            let mut window = Window { cwnd: 100, ssthresh: 100, count: 0 };
            window.ssthresh = cubic.ssthresh(&window);
            window.cwnd = window.ssthresh;
            let (mut now, mut count) = (SimTime::ZERO, 0_u32);
            while window.cwnd < 95 {
                now += Duration::from_millis(2);
                count += 1;
                if count == 500 {
                    let last = now;
                    now += pause;
                    cubic.on_start(now, last, 0);
                }
                let (una, next) = (0, 0);
                let growth = Growth { now, acked: 1, limited: true, smoothed: None, una, next };
                cubic.grow(&mut window, &growth);
            }
            count
        };
        let (paused, steady) = (acks(Duration::from_secs(10)), acks(Duration::ZERO));
        // The slope that was held before the pause is computed anew after it.
        assert!(steady > 500 && paused.abs_diff(steady) < 10, "{paused} {steady}");
    }
}
