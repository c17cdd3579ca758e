//! The player's buffer: start, stalls and continuation of playback.
//!
//! Owns the arithmetic of playback, to the nanosecond and without timers: without further segments
//! a buffer runs empty at a known instant. Does not own requests.

use skyseam_base::{Duration, SimTime};

/// A player and its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    startup: Duration,
    resume: Duration,
    state: State,
    started: Option<SimTime>,
    stalls: u32,
    stalled: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Playback waits for enough video; `since` is the start of the stall, unless playback has not
    /// begun.
    Filling { since: Option<SimTime>, buffered: Duration },
    /// Playback runs, until this time at least.
    Playing { until: SimTime },
}

impl Player {
    /// Creates an empty player that begins with `startup` buffered and continues after a stall with
    /// `resume`.
    pub fn new(startup: Duration, resume: Duration) -> Self {
        let state = State::Filling { since: None, buffered: Duration::ZERO };
        Self { startup, resume, state, started: None, stalls: 0, stalled: Duration::ZERO }
    }

    /// Length of the video buffered at `now`.
    pub fn buffered(&self, now: SimTime) -> Duration {
        match self.state {
            State::Filling { buffered, .. } => buffered,
            State::Playing { until } => until.saturating_since(now),
        }
    }

    /// Whether playback has stopped before `now`, because the buffer was empty.
    pub(crate) fn has_run_empty(&self, now: SimTime) -> bool {
        matches!(self.state, State::Playing { until } if until < now)
    }

    /// Time from which there is room for `length` within a buffer of `limit`. While the buffer
    /// fills there always is, otherwise playback would never begin.
    pub(crate) fn room_from(&self, now: SimTime, length: Duration, limit: Duration) -> SimTime {
        let State::Playing { until } = self.state else { return now };
        let others = limit.saturating_sub(length);
        let ahead = until.saturating_since(now);
        if ahead <= others { now } else { now + ahead.saturating_sub(others) }
    }

    /// Adds a segment of this length that arrived at `now`; `is_last` says that none follows, so
    /// that playback need not wait.
    pub fn add(&mut self, now: SimTime, length: Duration, is_last: bool) {
        if let State::Playing { until } = self.state
            && until < now
        {
            self.stalls += 1;
            self.state = State::Filling { since: Some(until), buffered: Duration::ZERO };
        }
        match &mut self.state {
            State::Playing { until } => *until = until.saturating_add(length),
            State::Filling { since, buffered } => {
                *buffered += length;
                let enough = if since.is_some() { self.resume } else { self.startup };
                if *buffered >= enough || is_last {
                    let until = now.saturating_add(*buffered);
                    match *since {
                        Some(since) => {
                            self.stalled += now.saturating_since(since);
                        }
                        None => self.started = Some(now),
                    }
                    self.state = State::Playing { until };
                }
            }
        }
    }

    /// Time when playback began.
    pub fn started(&self) -> Option<SimTime> {
        self.started
    }

    /// Time when the buffer runs empty; `None` while playback waits.
    pub fn plays_until(&self) -> Option<SimTime> {
        match self.state {
            State::Filling { .. } => None,
            State::Playing { until } => Some(until),
        }
    }

    /// Start of the current stall, if playback is stalled.
    pub fn stalled_since(&self) -> Option<SimTime> {
        match self.state {
            State::Filling { since, .. } => since,
            State::Playing { .. } => None,
        }
    }

    /// Number of stalls detected so far, each when the next segment arrived.
    pub fn stalls(&self) -> u32 {
        self.stalls
    }

    /// Total length of completed stalls.
    pub fn stalled(&self) -> Duration {
        self.stalled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> SimTime {
        SimTime::ZERO + Duration::from_millis(ms)
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// Goal: start, stalls and their lengths by hand. Method: segments of 2 s; playback begins with
    /// 2 s and continues with 4 s.
    #[test]
    fn stalls_are_counted_to_the_nanosecond() {
        let mut player = Player::new(MS(2000), MS(4000));
        player.add(at(500), MS(2000), false);
        assert_eq!((player.started(), player.plays_until()), (Some(at(500)), Some(at(2500))));
        // In time, to the instant.
        player.add(at(2500), MS(2000), false);
        assert_eq!((player.stalls(), player.buffered(at(3000))), (0, MS(1500)));
        assert!(!player.has_run_empty(at(4500)) && player.has_run_empty(at(4501)));
        // Empty at 4.5 s; there is enough again at 7.25 s.
        player.add(at(6000), MS(2000), false);
        assert_eq!((player.stalls(), player.stalled_since()), (1, Some(at(4500))));
        assert_eq!((player.plays_until(), player.buffered(at(7000))), (None, MS(2000)));
        player.add(at(7250), MS(2000), false);
        assert_eq!((player.stalled(), player.plays_until()), (MS(2750), Some(at(11_250))));
        // The last does not wait for more.
        player.add(at(12_000), MS(500), true);
        assert_eq!((player.stalls(), player.stalled()), (2, MS(3500)));
        assert_eq!(player.plays_until(), Some(at(12_500)));
    }

    #[test]
    fn room_is_there_when_enough_has_been_played() {
        let mut player = Player::new(MS(6000), MS(2000));
        let room = |player: &Player, ms| player.room_from(at(ms), MS(2000), MS(5000));
        player.add(at(0), MS(2000), false);
        player.add(at(0), MS(2000), false);
        // It begins with more than it may hold: it goes on filling.
        assert_eq!(room(&player, 10), at(10));
        player.add(at(10), MS(2000), false);
        assert_eq!(
            (room(&player, 10), room(&player, 3010), room(&player, 9999)),
            (at(3010), at(3010), at(9999))
        );
    }
}
