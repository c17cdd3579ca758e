//! Choice of the bitrate of the next segment (adaptive bitrate).
//!
//! Owns the interface of a rule ([`AdaptationRule`]). A further rule is a struct of parameters that
//! implements [`Abr`], in a file here, and its line in the registry below. Levels count the
//! bitrates of a video from 0 at the lowest.

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

/// A method of bitrate adaptation.
pub trait Abr: Parameters {
    /// Creates the rule of one player of this video.
    fn begin(&self, presentation: &Arc<Presentation>) -> Box<dyn AdaptationRule>;
}

/// Bitrate adaptation of one player.
pub trait AdaptationRule: fmt::Debug + Send {
    /// Chooses the level and the time of the next request. Called once for each segment.
    fn choose(&mut self, view: &PlayerState<'_>) -> BitrateChoice;

    /// Notifies the rule of a segment that has arrived.
    fn on_segment(&mut self, fetched: &DownloadedSegment) {
        let _ = fetched;
    }

    /// Notifies the rule of a stall. Called when the next segment arrives, before
    /// [`AdaptationRule::on_segment`].
    fn on_stall(&mut self) {}
}

/// State of a player when the next segment is to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct PlayerState<'a> {
    /// Current simulated time.
    pub now: SimTime,
    /// Number of the segment, from 0.
    pub number: u32,
    /// Length of the buffered video.
    pub buffer: Duration,
    /// Estimated throughput ([`estimate::Estimate`]), bit/s; `None` before the first segment.
    pub throughput_bps: Option<f64>,
    /// Last segments that arrived, at most [`PlayerState::HISTORY_LEN`], the latest last.
    pub fetched: &'a [DownloadedSegment],
    /// Maximum length of buffered video.
    pub limit: Duration,
}

impl PlayerState<'_> {
    /// Number of past segments available to a rule.
    pub(crate) const HISTORY_LEN: usize = 10;

    /// Level of the previous segment.
    pub(crate) fn last_level(&self) -> Option<usize> {
        self.fetched.last().map(|fetched| fetched.level)
    }
}

/// A segment that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DownloadedSegment {
    /// Number of the segment, from 0.
    pub number: u32,
    /// Level of the segment.
    pub level: usize,
    /// Size in bytes.
    pub bytes: u64,
    /// Playing time.
    pub length: Duration,
    /// Time of the request.
    pub asked: SimTime,
    /// Arrival time of the last byte.
    pub finished: SimTime,
    /// Length of the video buffered then, without this segment.
    pub buffer: Duration,
}

impl DownloadedSegment {
    /// Time from the request to the last byte, never zero.
    pub fn took_s(&self) -> f64 {
        self.finished.saturating_since(self.asked).as_secs_f64().max(1e-9)
    }

    /// Bits over that time, bit/s.
    pub fn throughput_bps(&self) -> f64 {
        self.bytes as f64 * 8.0 / self.took_s()
    }
}

/// Decision of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitrateChoice {
    /// Level to request.
    pub level: usize,
    /// Delay of the request.
    pub pause: Duration,
}

impl BitrateChoice {
    /// Requests `level` at once.
    pub fn at_once(level: usize) -> Self {
        Self { level, pause: Duration::ZERO }
    }
}

/// A rule with these parameters.
pub fn abr(own: impl Abr) -> Model<dyn Abr> {
    Model::new(Arc::new(own))
}

registry! {
    /// Rule for the bitrate of the next segment.
    dyn Abr "Abr" is "a rule of bitrate adaptation" at "flows.application.abr.kind (video)" {
        Throughput,
        Bola,
        Mpc,
    }
    pub fn built_in;
    pub fn member;
}
