//! Summary of each video's arrivals, kept by every run: the source of the table `videos`.

use std::collections::BTreeMap;

use skyseam_base::{Duration, FlowId};
use skyseam_trace::{Playback, Segment};

/// Videos of which at least a segment has arrived.
#[derive(Debug, Default)]
pub(crate) struct Videos(BTreeMap<FlowId, VideoProgress>);

/// Summary of a video so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VideoProgress {
    /// Number of segments that arrived.
    pub segments: u64,
    /// Bytes of these segments.
    pub bytes: u64,
    /// Total length of these segments.
    pub length: Duration,
    /// Sum of their bitrates, bit/s, and sum weighted with their lengths, bits.
    pub bitrates_bps: f64,
    pub bits: f64,
    /// Number of changes of the bitrate between successive segments, and sum of their magnitudes,
    /// bit/s.
    pub switches: u64,
    pub switched_bps: f64,
    /// Whether the whole video has arrived.
    pub is_complete: bool,
    /// Bitrate of the last segment, bit/s.
    last_bps: u64,
    /// Playback state after the last segment.
    pub playback: Playback,
}

impl Videos {
    /// Adds a segment of `flow` that has arrived.
    pub fn add(&mut self, flow: FlowId, segment: &Segment) {
        let Segment { bitrate_bps, playback, .. } = *segment;
        let watched = self.0.entry(flow).or_insert(VideoProgress {
            segments: 0,
            bytes: 0,
            length: Duration::ZERO,
            bitrates_bps: 0.0,
            bits: 0.0,
            switches: 0,
            switched_bps: 0.0,
            is_complete: false,
            last_bps: bitrate_bps,
            playback,
        });
        watched.segments += 1;
        watched.bytes += segment.bytes;
        watched.length += segment.length;
        watched.bitrates_bps += bitrate_bps as f64;
        watched.bits += bitrate_bps as f64 * segment.length.as_secs_f64();
        watched.switches += u64::from(bitrate_bps != watched.last_bps);
        watched.switched_bps += bitrate_bps.abs_diff(watched.last_bps) as f64;
        watched.is_complete = segment.number + 1 == segment.of;
        watched.last_bps = bitrate_bps;
        watched.playback = playback;
    }

    /// Summary of the video of a flow.
    pub fn of(&self, flow: FlowId) -> Option<&VideoProgress> {
        self.0.get(&flow)
    }
}
