//! Careful Resume (RFC 9959): a connection whose window jumps to half of what an earlier connection
//! over the same path used, and retreats if the path does not take it.
//!
//! Owns the paths that connections save, the phases, and the windows they require, for every
//! transport. Detection of losses, pacing and everything before and after are the transport's.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::values::PositiveSpan;
use skyseam_params::{Model, Parameters, parameters, registry};

use crate::values::Window;

/// Sender and receiver of a path.
pub type Pair = (NodeId, NodeId);

/// Parameters of a path that a connection saved (RFC 9959 Sec. 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedPath {
    /// Bytes that were delivered in a round trip (`saved_cwnd`).
    pub window: u64,
    /// Minimum round trip (`saved_rtt`).
    pub rtt: Duration,
}

/// Paths saved by the connections of a world. Clones refer to the same store.
///
/// Each entry belongs to one sender, and only its own connections read and write it. The lock only
/// lets a world move between threads.
#[derive(Clone, Debug, Default)]
pub struct SavedPaths(Arc<Mutex<BTreeMap<Pair, (SimTime, SavedPath)>>>);

impl SavedPaths {
    fn store(&self) -> MutexGuard<'_, BTreeMap<Pair, (SimTime, SavedPath)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves a path in place of the one saved before.
    pub fn save(&self, pair: Pair, now: SimTime, path: SavedPath) {
        self.store().insert(pair, (now, path));
    }

    /// Removes the saved path, and returns it if it is not older than `lifetime`: it serves one
    /// connection (RFC 9959 Sec. 3.2).
    fn take(&self, pair: Pair, now: SimTime, lifetime: Duration) -> Option<SavedPath> {
        let (saved, path) = self.store().remove(&pair)?;
        (now.saturating_since(saved) <= lifetime).then_some(path)
    }
}

/// Use of Careful Resume that a scenario can choose.
pub trait ResumeRule: Parameters {
    /// Returns the saved path for a connection between this pair that begins to send at `now`.
    fn saved(&self, paths: &SavedPaths, pair: Pair, now: SimTime) -> Option<SavedPath>;
}

registry! {
    /// Saved path with which a connection resumes.
    dyn ResumeRule "CarefulResume" is "a use of Careful Resume"
        at "flows.transport.careful_resume" {
        Learned, Known,
    }
    pub fn built_in;
    pub fn member;
}

/// Use of Careful Resume by a connection.
pub type CarefulResumeModel = Model<dyn ResumeRule>;

parameters! {
    /// Path saved by the last connection of the run from the same sender to the same receiver.
    /// Every such connection saves the path that it observes.
    pub struct Learned "learned" from "RFC 9959 Sec. 3.1" {
        /// Time after which a saved path is not used.
        lifetime: PositiveSpan = Duration::from_secs(300),
    }
}

impl ResumeRule for Learned {
    fn saved(&self, paths: &SavedPaths, pair: Pair, now: SimTime) -> Option<SavedPath> {
        paths.take(pair, now, self.lifetime)
    }
}

parameters! {
    /// Path saved by a connection before the run.
    pub struct Known "known" from "RFC 9959 Sec. 3.1" {
        /// Bytes that it delivered in a round trip (`saved_cwnd`).
        saved_window: Window,
        /// Its minimum round trip (`saved_rtt`).
        saved_rtt: PositiveSpan,
    }
}

impl ResumeRule for Known {
    fn saved(&self, _: &SavedPaths, _: Pair, _: SimTime) -> Option<SavedPath> {
        Some(SavedPath { window: self.saved_window, rtt: self.saved_rtt })
    }
}

/// Phase of a connection (RFC 9959 Sec. 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The initial window is on its way, and the round trip is compared.
    Reconnaissance,
    /// The window has jumped, and data leave paced.
    Unvalidated {
        /// First position sent in the phase.
        first: u64,
        /// Start of the phase.
        since: SimTime,
    },
    /// The data of the jump are on their way.
    Validating {
        /// Position behind the data of the jump.
        end: u64,
    },
    /// The path did not take the jump.
    SafeRetreat {
        /// Position behind the data of the jump.
        end: u64,
    },
    /// The controller is on its own.
    Normal,
}

/// Acknowledgement of data. Positions are what the transport orders its data by: offsets of bytes,
/// or times of departure.
#[derive(Clone, Copy, Debug)]
pub struct Feedback {
    /// Arrival time.
    pub now: SimTime,
    /// Position before which data were acknowledged.
    pub acked: u64,
    /// Next new position.
    pub next: u64,
    /// Newly acknowledged bytes.
    pub bytes: u64,
    /// Bytes in flight after the ACK.
    pub in_flight: u64,
    /// Round-trip sample.
    pub rtt: Option<Duration>,
    /// Congestion window, bytes.
    pub window: u64,
    /// Whether the window limits what is sent.
    pub limited: bool,
}

/// Window and threshold that the controller must take, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Congestion window. Slow start continues.
    Window(u64),
    /// Slow-start threshold at most this.
    Threshold(u64),
}

/// Careful Resume of one connection, at its sender.
#[derive(Clone, Debug)]
pub struct CarefulResume {
    paths: SavedPaths,
    pair: Pair,
    rule: CarefulResumeModel,
    /// Saved path, once the connection has asked for it.
    saved: Option<SavedPath>,
    phase: Phase,
    /// Initial window, bytes.
    initial_window: u64,
    /// Bytes acknowledged.
    acked: u64,
    /// `PipeSize`: bytes that the path has been found to hold.
    pipe: u64,
    /// Minimum and last round trip.
    least: Option<Duration>,
    current: Option<Duration>,
    /// Start of the interval in which deliveries are counted, and the bytes acknowledged before it.
    interval: Option<(SimTime, u64)>,
    /// Largest delivery in a minimum round trip, bytes.
    observed: u64,
    has_asked: bool,
}

impl CarefulResume {
    /// Returns the state of a connection with this initial window in bytes.
    pub fn new(
        rule: CarefulResumeModel,
        paths: SavedPaths,
        pair: Pair,
        initial_window: u64,
    ) -> Self {
        Self {
            paths,
            pair,
            rule,
            saved: None,
            phase: Phase::Reconnaissance,
            initial_window,
            acked: 0,
            pipe: 0,
            least: None,
            current: None,
            interval: None,
            observed: 0,
            has_asked: false,
        }
    }

    /// Phase of the connection.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the window must not grow: it is that of the jump, or of the retreat.
    pub fn holds_window(&self) -> bool {
        matches!(self.phase, Phase::Unvalidated { .. } | Phase::SafeRetreat { .. })
    }

    /// Whether the path did not take the jump.
    pub fn is_retreating(&self) -> bool {
        matches!(self.phase, Phase::SafeRetreat { .. })
    }

    /// `PipeSize`, bytes.
    pub fn pipe(&self) -> u64 {
        self.pipe
    }

    /// Returns the pacing rate in bytes per second that the phase requires: the jump in one current
    /// round trip (RFC 9959 Sec. 4.3.2).
    pub fn pacing_rate(&self) -> Option<u64> {
        let Phase::Unvalidated { .. } = self.phase else { return None };
        let nanos = u128::from(self.current?.as_nanos().max(1));
        u64::try_from(u128::from(self.jump()?) * 1_000_000_000 / nanos).ok()
    }

    /// `jump_cwnd`: half of what was saved.
    fn jump(&self) -> Option<u64> {
        Some(self.saved?.window / 2)
    }

    /// Handles an ACK after the controller has grown its window. Returns what must be changed.
    pub fn on_ack(&mut self, ack: &Feedback) -> Option<Change> {
        if !self.has_asked {
            self.has_asked = true;
            self.saved = self.rule.saved(&self.paths, self.pair, ack.now);
            if self.saved.is_none() {
                self.phase = Phase::Normal;
            }
        }
        self.acked += ack.bytes;
        if let Some(rtt) = ack.rtt {
            self.current = Some(rtt);
            self.least = Some(self.least.map_or(rtt, |least| least.min(rtt)));
        }
        self.observe(ack.now);
        match self.phase {
            Phase::Reconnaissance => self.reconnoitre(ack),
            Phase::Unvalidated { first, since } => {
                self.pipe += ack.bytes;
                let round = self.current.unwrap_or(Duration::ZERO);
                let is_over = ack.acked > first || ack.now.saturating_since(since) > round;
                is_over.then(|| self.end_jump(ack))
            }
            Phase::Validating { end } => {
                self.pipe += ack.bytes;
                if ack.acked >= end {
                    self.phase = Phase::Normal;
                }
                None
            }
            Phase::SafeRetreat { end } => {
                self.pipe += ack.bytes;
                (ack.acked >= end).then(|| {
                    self.phase = Phase::Normal;
                    // Beta of RFC 9959 Sec. 3.5, by its default.
                    Change::Threshold(self.pipe / 2)
                })
            }
            Phase::Normal => None,
        }
    }

    /// Jumps once the initial window has been acknowledged over the saved path (RFC 9959 Sec. 3.2),
    /// and there is more to send than the window allows.
    fn reconnoitre(&mut self, ack: &Feedback) -> Option<Change> {
        let (Some(saved), Some(least), Some(jump)) = (self.saved, self.least, self.jump()) else {
            return None;
        };
        if self.acked < self.initial_window {
            return None;
        }
        let is_path = least > saved.rtt / 2 && least <= saved.rtt * 10;
        if !is_path || jump <= ack.window {
            self.phase = Phase::Normal;
            return None;
        }
        if !ack.limited {
            return None;
        }
        self.pipe = ack.in_flight;
        self.phase = Phase::Unvalidated { first: ack.next, since: ack.now };
        Some(Change::Window(jump))
    }

    /// Ends the Unvalidated Phase: the window falls to what is in flight (RFC 9959 Sec. 3.3).
    fn end_jump(&mut self, ack: &Feedback) -> Change {
        if ack.in_flight <= self.pipe.max(self.initial_window) {
            self.phase = Phase::Normal;
            return Change::Window(self.pipe.max(self.initial_window));
        }
        self.phase = Phase::Validating { end: ack.next };
        Change::Window(ack.in_flight)
    }

    /// Handles congestion: a loss or a mark that reduces the window. Returns the window that
    /// replaces the controller's if the congestion belongs to the jump (RFC 9959 Sec. 3.5); `next`
    /// is the next new position.
    pub fn on_congestion(&mut self, next: u64) -> Option<u64> {
        let end = match self.phase {
            Phase::Unvalidated { .. } => next,
            Phase::Validating { end } => end,
            Phase::Reconnaissance => {
                self.phase = Phase::Normal;
                return None;
            }
            Phase::SafeRetreat { .. } | Phase::Normal => return None,
        };
        self.phase = Phase::SafeRetreat { end };
        Some(self.pipe / 2)
    }

    /// Handles persistent congestion or a retransmission timeout, which ends Careful Resume (RFC
    /// 9959 Sec. 3.6).
    pub fn on_timeout(&mut self) {
        self.phase = Phase::Normal;
    }

    /// Saves the largest delivery in an interval of the minimum round trip, if it is four initial
    /// windows at least (RFC 9959 Sec. 3.1).
    fn observe(&mut self, now: SimTime) {
        let Some(least) = self.least.filter(|_| self.phase == Phase::Normal) else { return };
        let (since, before) = *self.interval.get_or_insert((now, self.acked));
        let taken = now.saturating_since(since);
        if taken < least {
            return;
        }
        self.interval = Some((now, self.acked));
        let bytes = u128::from(self.acked - before) * u128::from(least.as_nanos());
        let bytes = u64::try_from(bytes / u128::from(taken.as_nanos().max(1))).unwrap_or(u64::MAX);
        if bytes > self.observed && bytes >= 4 * self.initial_window {
            self.observed = bytes;
            self.paths.save(self.pair, now, SavedPath { window: bytes, rtt: least });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: Pair = (NodeId(0), NodeId(1));
    const INITIAL: u64 = 10_000;
    const SAVED: u64 = 400_000;

    /// Connection with a saved round trip of 600 ms, whose data are counted in bytes.
    struct Sender {
        state: CarefulResume,
        now: SimTime,
        acked: u64,
        next: u64,
        window: u64,
    }

    impl Sender {
        /// Before the first ACK: the initial window is in flight.
        fn new() -> Self {
            let known = Known { saved_window: SAVED, saved_rtt: Duration::from_millis(600) };
            let rule: CarefulResumeModel = Model::new(Arc::new(known));
            let state = CarefulResume::new(rule, SavedPaths::default(), PAIR, INITIAL);
            let now = SimTime::ZERO;
            Self { state, now, acked: 0, next: INITIAL, window: INITIAL }
        }

        /// An ACK of `bytes` more, `after_ms` after the last, with this round trip.
        fn ack(&mut self, after_ms: u64, bytes: u64, rtt_ms: u64) -> Option<Change> {
            self.now += Duration::from_millis(after_ms);
            self.acked += bytes;
            let change = self.state.on_ack(&Feedback {
                now: self.now,
                acked: self.acked,
                next: self.next,
                bytes,
                in_flight: self.next - self.acked,
                rtt: Some(Duration::from_millis(rtt_ms)),
                window: self.window,
                limited: true,
            });
            if let Some(Change::Window(window)) = change {
                self.window = window;
            }
            change
        }

        /// Sends as much as the window allows.
        fn fill(&mut self) {
            self.next = self.acked + self.window;
        }

        /// Until the jump, with the initial window acknowledged and its successor in flight.
        fn jumped() -> Self {
            let mut sender = Self::new();
            assert_eq!(sender.ack(600, INITIAL / 2, 600), None, "half of the initial window");
            sender.window = 2 * INITIAL;
            sender.next = INITIAL / 2 + sender.window;
            assert_eq!(sender.ack(1, INITIAL / 2, 600), Some(Change::Window(SAVED / 2)));
            sender
        }
    }

    /// Goal: the window jumps to half of the saved one once the initial window is acknowledged, and
    /// the jump leaves in one round trip.
    #[test]
    fn the_jump_is_half_of_the_saved_window() {
        let sender = Sender::jumped();
        assert!(matches!(sender.state.phase(), Phase::Unvalidated { .. }));
        assert!(sender.state.holds_window());
        assert_eq!(sender.state.pacing_rate(), Some(SAVED / 2 * 10 / 6));
    }

    /// Goal: a path is the saved one if its minimum round trip is above half of the saved and at
    /// most ten times that (RFC 9959 Sec. 3.2, 4.2.1). Method: round trips beside both limits.
    #[test]
    fn the_round_trip_confirms_the_path() {
        for (rtt_ms, jumps) in [(300, false), (301, true), (6000, true), (6001, false)] {
            let mut sender = Sender::new();
            let change = sender.ack(600, INITIAL, rtt_ms);
            assert_eq!(change.is_some(), jumps, "{rtt_ms} ms");
            assert_eq!(sender.state.phase() == Phase::Normal, !jumps, "{rtt_ms} ms");
        }
    }

    /// Goal: no jump to a window below the current one, and none after a loss in the
    /// reconnaissance.
    #[test]
    fn a_jump_may_be_needless_or_unsafe() {
        let mut sender = Sender::new();
        sender.window = SAVED / 2;
        assert_eq!(sender.ack(600, INITIAL, 600), None);
        assert_eq!(sender.state.phase(), Phase::Normal);
        let mut sender = Sender::new();
        assert_eq!(sender.state.on_congestion(INITIAL), None, "the controller reacts as usual");
        assert_eq!(sender.ack(600, INITIAL, 600), None);
    }

    /// Goal: the first ACK of the jump sets the window to what is in flight, and the last of it
    /// ends Careful Resume.
    #[test]
    fn a_jump_is_validated() {
        let mut sender = Sender::jumped();
        let first = sender.next;
        sender.fill();
        let (end, before) = (sender.next, first - sender.acked);
        assert_eq!(sender.ack(100, before, 600), None, "sent before the jump");
        let in_flight = end - first - 1_000;
        assert_eq!(sender.ack(1, 1_000, 600), Some(Change::Window(in_flight)));
        assert_eq!(sender.state.phase(), Phase::Validating { end });
        assert_eq!(sender.state.pacing_rate(), None);
        assert_eq!(sender.ack(1, in_flight - 1, 600), None);
        assert_eq!(sender.state.phase(), Phase::Validating { end });
        assert_eq!(sender.ack(1, 1, 600), None);
        assert_eq!(sender.state.phase(), Phase::Normal);
    }

    /// Goal: a jump that was hardly used is given up: the window is the pipe (RFC 9959 Sec. 3.3).
    /// Method: nothing is sent after the jump for more than a round trip.
    #[test]
    fn an_unused_jump_is_given_up() {
        let mut sender = Sender::jumped();
        let pipe = sender.next - sender.acked + INITIAL;
        assert_eq!(sender.ack(601, INITIAL, 600), Some(Change::Window(pipe)));
        assert_eq!(sender.state.phase(), Phase::Normal);
    }

    /// Goal: congestion of the jump halves the pipe, further congestion does nothing, and the
    /// threshold behind it is half of what the path delivered by then (RFC 9959 Sec. 3.5). Method:
    /// a loss in each of the two phases.
    #[test]
    fn congestion_of_the_jump_begins_a_safe_retreat() {
        for validating in [false, true] {
            let mut sender = Sender::jumped();
            let before = sender.next - sender.acked;
            sender.fill();
            if validating {
                sender.ack(1, before + 1_000, 600);
            }
            let pipe = if validating { 2 * before + 1_000 } else { before };
            assert_eq!(sender.state.on_congestion(sender.next), Some(pipe / 2));
            assert!(sender.state.is_retreating());
            assert_eq!(sender.state.on_congestion(sender.next), None);
            let rest = sender.next - sender.acked;
            let threshold = (pipe + rest) / 2;
            assert_eq!(sender.ack(600, rest, 600), Some(Change::Threshold(threshold)));
            assert_eq!(sender.state.phase(), Phase::Normal);
        }
    }

    /// Goal: a timeout ends Careful Resume in every phase.
    #[test]
    fn a_timeout_ends_it() {
        let mut sender = Sender::jumped();
        sender.state.on_timeout();
        assert_eq!(sender.state.phase(), Phase::Normal);
        assert_eq!(sender.state.on_congestion(sender.next), None);
    }

    /// Goal: a first connection saves what it delivers in a round trip, a second uses it, a third
    /// finds nothing, nor does one after the lifetime. Method: 100 kB at intervals of 100 ms, with
    /// a minimum round trip of 100 ms and a queue that doubles it.
    #[test]
    fn a_second_visit_uses_what_the_first_saved() {
        let paths = SavedPaths::default();
        let rule = || -> CarefulResumeModel { Model::new(Arc::new(Learned::default())) };
        let mut first = CarefulResume::new(rule(), paths.clone(), PAIR, INITIAL);
        for round in 0..5_u64 {
            let rtt = Some(Duration::from_millis(if round == 0 { 100 } else { 200 }));
            let change = first.on_ack(&Feedback {
                now: SimTime::ZERO + Duration::from_millis(100 * round),
                acked: 100_000 * (round + 1),
                next: 100_000 * (round + 3),
                bytes: 100_000,
                in_flight: 200_000,
                rtt,
                window: 200_000,
                limited: true,
            });
            assert_eq!(change, None, "there was nothing to resume");
        }
        let (now, lifetime) = (SimTime::from_secs(10), Duration::from_secs(300));
        let saved = SavedPath { window: 100_000, rtt: Duration::from_millis(100) };
        let late = SimTime::from_secs(301);
        assert_eq!(paths.clone().take(PAIR, now, lifetime), Some(saved));
        assert_eq!(paths.take(PAIR, now, lifetime), None, "it serves one connection");
        paths.save(PAIR, SimTime::ZERO, saved);
        assert_eq!(paths.take(PAIR, late, lifetime), None, "its lifetime is over");
    }
}
