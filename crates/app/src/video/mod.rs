//! Video in segments over one connection, each requested at the bitrate that a rule chooses
//! (ISO/IEC 23009-1, DASH).
//!
//! Owns the parameters of such a flow. [`player`] owns playback, [`abr`] the choice of the next
//! request, `session` the two endpoints, [`presentation`] the lengths of segments.

pub mod abr;
pub(crate) mod player;
pub mod presentation;
mod session;
mod sizes_file;

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, Rate, SimTime};
use skyseam_params::shape::List;
use skyseam_params::units::print_duration;
use skyseam_params::values::{BitRate, PositiveSpan};
use skyseam_params::{FileOf, Keys, Model, Problems, parameters};

use self::abr::{Abr, Bola};
use self::presentation::Presentation;
use super::file::FileSize;
use super::kind::{AppEndpoints, ApplicationKind, TransportService};

pub use self::player::Player;
pub use self::presentation::Sizes;

/// Bitrates, kbit/s, of the encoding of "Big Buck Bunny" that BOLA was evaluated with, whose
/// segments last 3 s: K. Spiteri, R. Urgaonkar, R. K. Sitaraman, INFOCOM 2016, Table I.
const BIG_BUCK_BUNNY_KBPS: [u64; 10] = [230, 331, 477, 688, 991, 1427, 2056, 2962, 5027, 6000];

/// Maximum number of segments; more are a mistake.
const MAX_SEGMENTS: u64 = 1_000_000;

/// Maximum number of bitrates; no presentation has more.
const MAX_LEVELS: usize = 30;

parameters! {
    /// Video in segments over one connection, each requested at the bitrate that a rule chooses;
    /// TCP of the stacks "rfc" and "linux" and QUIC carry it.
    pub struct Video "video" from "ISO/IEC 23009-1 (DASH)", check together {
        /// Length of the video.
        duration: PositiveSpan,
        /// Length of a segment; the last may be shorter.
        segment: PositiveSpan = Duration::from_secs(3),
        /// Bitrates to choose from, ascending. Default: those of "Big Buck Bunny" in Spiteri et al.
        /// (INFOCOM 2016), 230 kbit/s to 6 Mbit/s.
        ladder: List<BitRate> = Video::usual_ladder(),
        /// A file beside the scenario with the bytes of each segment at each bitrate: CSV with the
        /// header `level_0,level_1,...`, as many columns as `ladder` has bitrates, and a row for
        /// each segment; a longer video begins again at its first. Without it a segment is its
        /// bitrate times its length.
        sizes: Option<FileOf<Sizes>>,
        /// Length of a request.
        request: FileSize = 300,
        /// Maximum length of buffered video: a segment is requested when there is room for it.
        buffer: PositiveSpan = Duration::from_secs(30),
        /// Length of buffered video at which playback begins. Default: a segment.
        startup: Option<PositiveSpan>,
        /// Length of buffered video at which playback continues after a stall. Default: as
        /// `startup`.
        resume: Option<PositiveSpan>,
        /// Rule for the bitrate of the next segment.
        abr: Model<dyn Abr> = abr::abr(Bola::default()),
    }
}

impl Video {
    fn usual_ladder() -> Vec<Rate> {
        BIG_BUCK_BUNNY_KBPS.iter().filter_map(|kbps| Rate::from_bps(kbps * 1000)).collect()
    }

    /// A video of this duration, with defaults for everything else.
    pub fn lasting(duration: Duration) -> Self {
        Self {
            duration,
            segment: Duration::from_secs(3),
            ladder: Self::usual_ladder(),
            sizes: None,
            request: 300,
            buffer: Duration::from_secs(30),
            startup: None,
            resume: None,
            abr: abr::abr(Bola::default()),
        }
    }

    /// Length of buffered video at which playback begins.
    pub fn startup(&self) -> Duration {
        self.startup.unwrap_or(self.segment)
    }

    /// Length of buffered video at which playback continues after a stall.
    pub fn resume(&self) -> Duration {
        self.resume.unwrap_or_else(|| self.startup())
    }

    /// The segments of the video and their sizes.
    pub fn presentation(&self) -> Presentation {
        let sizes = self.sizes.as_ref().map(|file| file.content.clone());
        Presentation::new(self.duration, self.segment, self.ladder.clone(), sizes)
    }

    /// Reports an invalid ladder, segments without room in the buffer, and a file with other
    /// columns.
    fn together(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if !(1..=MAX_LEVELS).contains(&self.ladder.len()) {
            problems
                .add(&keys.at("ladder"), "`ladder` has no bitrates to choose from, or too many")
                .found(format!("{} bitrates", self.ladder.len()))
                .expected(format!("from 1 to {MAX_LEVELS}"));
        } else if let Some(at) = self.ladder.windows(2).position(|pair| pair[0] >= pair[1]) {
            problems
                .add(&keys.element("ladder", at + 1), "`ladder` does not ascend")
                .found(format!("{} after {}", self.ladder[at + 1], self.ladder[at]))
                .expected("each bitrate above the one before it");
        }
        let segments = self.duration.as_nanos().div_ceil(self.segment.as_nanos());
        if segments > MAX_SEGMENTS {
            problems
                .add(&keys.at("segment"), "the video has too many segments")
                .found(format!("{segments} segments"))
                .expected(format!("at most {MAX_SEGMENTS}: longer segments, or a shorter video"));
        }
        for (key, span) in
            [("segment", self.segment), ("startup", self.startup()), ("resume", self.resume())]
        {
            let is_own = key == "segment" || keys.has(key);
            if is_own && span > self.buffer {
                problems
                    .add(&keys.at(key), format!("`{key}` is longer than the player's buffer"))
                    .found(format!("{key} = \"{}\"", print_duration(span)))
                    .expected(format!("at most buffer = \"{}\"", print_duration(self.buffer)));
            }
        }
        // Each segment that arrives is enough to begin.
        if self.startup() < self.segment && self.resume() <= self.segment {
            problems
                .warn(&keys.at("startup"), "`startup` changes nothing: a segment is longer")
                .found(format!("segments of {}", print_duration(self.segment)))
                .help("make it longer than `segment`, or remove the key");
        }
        if let Some(sizes) = self.sizes.as_ref().map(|file| &file.content)
            && sizes.levels() != self.ladder.len()
        {
            problems
                .add(&keys.at("sizes"), "the file's columns are not the ladder's bitrates")
                .found(format!("{} columns", sizes.levels()))
                .expected(format!("{}, one for each bitrate of `ladder`", self.ladder.len()));
        }
    }
}

impl ApplicationKind for Video {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    fn open(&self, _: SimTime, _: RandomStream) -> AppEndpoints {
        let presentation = Arc::new(self.presentation());
        let (client, server) = session::pair(self, &presentation);
        AppEndpoints::Stream { client: Box::new(client), server: Box::new(server) }
    }
}
