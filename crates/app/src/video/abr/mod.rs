//! How the bitrate of the next segment is chosen (adaptive bitrate).
//!
//! Owns what a rule is told and what it answers ([`Rule`]). A further rule is a struct of
//! parameters that implements [`Abr`], in a file here, and its line in the registry below. Levels
//! count the bitrates of a video from 0 at the lowest.

pub mod bola;
pub mod estimate;
pub mod mpc;
pub mod throughput;

use std::fmt;
use std::sync::Arc;

use skyseam_base::{Duration, SimTime};
use skyseam_params::{Model, Parameters, registry};

use super::presentation::Presentation;

pub use self::bola::Bola;
pub use self::mpc::Mpc;
pub use self::throughput::Throughput;

/// A way to choose bitrates.
pub trait Abr: Parameters {
    /// The rule of one player of this video.
    fn begin(&self, presentation: &Arc<Presentation>) -> Box<dyn Rule>;
}

/// What chooses the bitrates of one player.
pub trait Rule: fmt::Debug + Send {
    /// Which level is asked for next, and when. Asked once for each segment.
    fn choose(&mut self, view: &PlayerState<'_>) -> Choice;

    /// A segment has arrived.
    fn on_segment(&mut self, fetched: &DownloadedSegment) {
        let _ = fetched;
    }

    /// Playback has stalled. Said when the next segment arrives, before [`Rule::on_segment`].
    fn on_stall(&mut self) {}
}

/// What a player knows when the next segment is to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct PlayerState<'a> {
    /// What time it is.
    pub now: SimTime,
    /// The segment, from 0.
    pub number: u32,
    /// Video that is buffered.
    pub buffer: Duration,
    /// Throughput that is expected ([`estimate::Estimate`]), bit/s; `None` before the first
    /// segment.
    pub throughput_bps: Option<f64>,
    /// The last segments that arrived, at most [`PlayerState::HISTORY_LEN`], the latest last.
    pub fetched: &'a [DownloadedSegment],
    /// Video that the player holds at most.
    pub limit: Duration,
}

impl PlayerState<'_> {
    /// How many segments that have arrived a rule can look at.
    pub const HISTORY_LEN: usize = 10;

    /// The level of the segment before this one.
    pub fn last_level(&self) -> Option<usize> {
        self.fetched.last().map(|fetched| fetched.level)
    }
}

/// A segment that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DownloadedSegment {
    /// Which one, from 0.
    pub number: u32,
    /// Its level.
    pub level: usize,
    /// Its bytes.
    pub bytes: u64,
    /// Its length.
    pub length: Duration,
    /// When it was asked for.
    pub asked: SimTime,
    /// When its last byte was there.
    pub finished: SimTime,
    /// Video that was buffered then, without it.
    pub buffer: Duration,
}

impl DownloadedSegment {
    /// From the request to the last byte, never zero.
    pub fn took_s(&self) -> f64 {
        self.finished.saturating_since(self.asked).as_secs_f64().max(1e-9)
    }

    /// Its bits over that time, bit/s.
    pub fn throughput_bps(&self) -> f64 {
        self.bytes as f64 * 8.0 / self.took_s()
    }
}

/// What a rule answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The level to ask for.
    pub level: usize,
    /// How long the request waits.
    pub pause: Duration,
}

impl Choice {
    /// Asks for `level` at once.
    pub fn at_once(level: usize) -> Self {
        Self { level, pause: Duration::ZERO }
    }
}

/// A way to choose with its parameters.
pub fn abr(own: impl Abr) -> Model<dyn Abr> {
    Model::new(Arc::new(own))
}

registry! {
    /// How the bitrate of the next segment is chosen.
    dyn Abr "Abr" is "a rule of bitrate adaptation" at "flows.application.abr.kind (video)"
    by "kind" {
        Throughput,
        Bola,
        Mpc,
    }
    pub fn built_in;
    pub fn member;
}
