//! Videos in the results: the table `videos`, with start-up, stalls, bitrates and a score.
//!
//! Owns the table and the score. `host` decides when playback stalls.

use skyseam_app::Video;
use skyseam_base::{Duration, SimTime};
use skyseam_trace::{Columns, Names, Table, columns};

use crate::series::VideoProgress;
use crate::world::World;

/// Cost of a second of stall or of start-up delay, bit/s: Yin et al., SIGCOMM 2015, Sec. 7.1, the
/// weights called balanced; a switch costs the difference of the bitrates.
const STALL_COST_BPS: f64 = 3e6;

columns! {
    /// A row for each video flow that began; see [video](models/video.md#in-the-results).
    pub(crate) struct VideosTable "videos" {
        /// Number of the flow.
        flow: Vec<u64>,
        /// Name in the scenario.
        name: Names,
        /// Name of the adaptation rule (ABR).
        abr: Names,
        /// Number of segments of the video.
        segments: Vec<u64>,
        /// Number of segments that arrived.
        received: Vec<u64>,
        /// Bytes of these segments.
        bytes: Vec<u64> as "B",
        /// Whether the whole video arrived.
        complete: Vec<bool>,
        /// Time from the start of the flow to the start of playback; null if there was no playback.
        startup_ms: Vec<f64> as "ms",
        /// Number of stalls of the playback.
        stalls: Vec<u64>,
        /// Total length of stalls, including one in progress at the end of the run.
        stalled_ms: Vec<f64> as "ms",
        /// Number of changes of the bitrate between successive segments.
        switches: Vec<u64>,
        /// Mean bitrate of the segments that arrived, weighted by their lengths.
        bitrate_mean_bps: Vec<f64> as "bit/s",
        /// Quality of experience by the linear model of Yin et al. (2015), mean over the segments
        /// that arrived; null if playback did not begin.
        qoe_bps: Vec<f64> as "bit/s",
        /// Time when the buffer runs empty; null if playback did not begin or waits.
        plays_until_s: Vec<f64> as "s",
    }
}

/// Playback of a video up to the end of the run.
struct Played {
    startup: Option<Duration>,
    stalls: u64,
    stalled: Duration,
}

impl Played {
    /// Playback up to `end` of the video `watched`, of a flow that began at `began`.
    fn of(watched: &VideoProgress, began: SimTime, end: SimTime) -> Self {
        let playback = &watched.playback;
        let startup = playback.started.map(|started| started.saturating_since(began));
        let mut played =
            Self { startup, stalls: u64::from(playback.stalls), stalled: playback.stalled };
        // A stall is noticed when something arrives; of the last nothing has.
        let unnoticed = playback.plays_until.filter(|&until| !watched.is_complete && until < end);
        played.stalls += u64::from(unnoticed.is_some());
        if let Some(since) = unnoticed.or(playback.stalled_since) {
            played.stalled += end.saturating_since(since);
        }
        played
    }

    /// The score of Yin et al. (2015), Eq. 5, over the number of segments, bit/s.
    fn score_bps(&self, watched: &VideoProgress) -> Option<f64> {
        let waited_s = self.startup?.as_secs_f64() + self.stalled.as_secs_f64();
        let sum = watched.bitrates_bps - watched.switched_bps - STALL_COST_BPS * waited_s;
        Some(sum / watched.segments as f64)
    }
}

/// The table, if any flow that has started is video.
pub(crate) fn table(world: &World, end: SimTime) -> Option<(&'static str, Table)> {
    let mut table = VideosTable::default();
    let mut rules: Vec<&str> = Vec::new();
    for (flow, number, series, began) in world.flows.begun() {
        let Some(video) = series.application.kind::<Video>() else { continue };
        let watched = world.collector.videos().of(flow);
        let played = watched.map(|watched| Played::of(watched, began, end));
        let rule = video.abr.name();
        let known = rules.iter().position(|other| *other == rule).unwrap_or_else(|| {
            rules.push(rule);
            rules.len() - 1
        });
        let count = |value: fn(&VideoProgress) -> u64| watched.map_or(0, value);
        let ms = |span: Option<Duration>| span.map_or(f64::NAN, Duration::as_millis_f64);
        table.flow.push(u64::from(flow.0));
        table.name.indices.push(number.0);
        table.abr.indices.push(known as u32);
        table.segments.push(u64::from(video.presentation().segments()));
        table.received.push(count(|watched| watched.segments));
        table.bytes.push(count(|watched| watched.bytes));
        table.complete.push(watched.is_some_and(|watched| watched.is_complete));
        table.startup_ms.push(ms(played.as_ref().and_then(|played| played.startup)));
        table.stalls.push(played.as_ref().map_or(0, |played| played.stalls));
        table.stalled_ms.push(played.as_ref().map_or(0.0, |one| one.stalled.as_millis_f64()));
        table.switches.push(count(|watched| watched.switches));
        table
            .bitrate_mean_bps
            .push(watched.map_or(f64::NAN, |watched| watched.bits / watched.length.as_secs_f64()));
        let score = watched.zip(played.as_ref()).and_then(|(seen, played)| played.score_bps(seen));
        table.qoe_bps.push(score.unwrap_or(f64::NAN));
        let until = watched.and_then(|watched| watched.playback.plays_until);
        table.plays_until_s.push(until.map_or(f64::NAN, SimTime::as_secs_f64));
    }
    if table.flow.is_empty() {
        return None;
    }
    table.name.names = world.flows.series().iter().map(|series| series.name.clone()).collect();
    table.abr.names = rules.into_iter().map(str::to_owned).collect();
    Some((VideosTable::SPEC.name, table.into_table()))
}
