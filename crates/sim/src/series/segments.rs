//! The series `segments`: each video segment that arrived, and the playback state then.

use skyseam_base::{Duration, SimTime};
use skyseam_trace::{
    Columns, Event, Events, Recording, RunEnd, Series, Table, TableSpec, columns, rows_are_final,
};

columns! {
    /// A row for each video segment that arrived.
    pub(super) struct Segments "segments" {
        /// Arrival time of the last byte.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Number of the segment in its video, from 0.
        number: Vec<u64>,
        /// Index of the bitrate in the ladder, from 0 at the lowest.
        level: Vec<u64>,
        /// Nominal bitrate in the ladder.
        bitrate_bps: Vec<f64> as "bit/s",
        /// Size of the segment.
        bytes: Vec<u64> as "B",
        /// Time of the request.
        requested_s: Vec<f64> as "s",
        /// Bits of the segment over the time from the request to the last byte.
        throughput_bps: Vec<f64> as "bit/s",
        /// Length of the buffered video, including this segment.
        buffer_s: Vec<f64> as "s",
        /// Time when the buffer runs empty if nothing more arrives; null while playback waits.
        plays_until_s: Vec<f64> as "s",
        /// Number of stalls detected by then.
        stalls: Vec<u64>,
        /// Total length of completed stalls.
        stalled_s: Vec<f64> as "s",
    }
}

impl Series for Segments {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str =
        "every segment of a video that arrived: its bitrate, and the state of playback";
    const SOURCE: &'static str = "docs: video";
    const EVENTS: Events = Events::SEGMENT_ARRIVED;
}

impl Recording for Segments {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::SegmentArrived { flow, segment } = *event else { return };
        let took_s = now.saturating_since(segment.asked).as_secs_f64();
        let playback = &segment.playback;
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.number.push(u64::from(segment.number));
        self.level.push(u64::from(segment.level));
        self.bitrate_bps.push(segment.bitrate_bps as f64);
        self.bytes.push(segment.bytes);
        self.requested_s.push(segment.asked.as_secs_f64());
        let bits = segment.bytes as f64 * 8.0;
        self.throughput_bps.push(if took_s > 0.0 { bits / took_s } else { f64::NAN });
        self.buffer_s.push(Duration::as_secs_f64(playback.buffered));
        self.plays_until_s.push(playback.plays_until.map_or(f64::NAN, SimTime::as_secs_f64));
        self.stalls.push(u64::from(playback.stalls));
        self.stalled_s.push(playback.stalled.as_secs_f64());
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    rows_are_final!();
}
