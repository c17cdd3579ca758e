//! Voice flows in the results: losses and delays of their packets, and the quality of each call.
//!
//! Owns the tables `voice` and `voice_losses`, and the same rating for values measured elsewhere
//! ([`quality`]). `host` owns the receiver's measurements and the E-model.

use skyseam_app::voice::codec::{self, CODECS};
use skyseam_app::voice::emodel::{CallConditions, EModel, cole_rosenbluth, mos};
use skyseam_app::voice::{Delay, VoiceReport};
use skyseam_base::FlowId;
use skyseam_trace::{Columns, DropReason, Names, Table, columns};

use crate::world::World;

/// Quality of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Rating of the E-model (ITU-T G.107).
    pub r: f64,
    /// Corresponding mean opinion score.
    pub mos: f64,
    /// Rating in the simplified form of Cole and Rosenbluth.
    pub r_simplified: f64,
    /// Corresponding mean opinion score.
    pub mos_simplified: f64,
}

impl Quality {
    fn of(
        codec: &codec::CodecEntry,
        delay_ms: f64,
        loss_percent: f64,
        burst_ratio: f64,
        tr_ms: Option<f64>,
    ) -> Self {
        let (ie, bpl) = (codec.ie, codec.bpl);
        let hearing = CallConditions { delay_ms, loss_percent, burst_ratio, ie, bpl };
        let r_simplified = cole_rosenbluth(delay_ms, loss_percent, codec.gamma);
        Self::rated(EModel { tr_ms, ..EModel::default() }.rating(&hearing), r_simplified)
    }

    fn rated(r: f64, r_simplified: f64) -> Self {
        Self { r, mos: mos(r), r_simplified, mos_simplified: mos(r_simplified) }
    }
}

/// The quality of a call by its codec's name, its mouth-to-ear delay (ms), the share of packets
/// that were not played (%), their burst ratio, and the round-trip delay of the conversation (ms;
/// by default twice the mouth-to-ear delay); `None` if no codec has that name ([`codec_names`]).
pub fn quality(
    codec: &str,
    delay_ms: f64,
    loss_percent: f64,
    burst_ratio: f64,
    tr_ms: Option<f64>,
) -> Option<Quality> {
    let codec = CODECS.iter().find(|entry| entry.name == codec)?;
    Some(Quality::of(codec, delay_ms, loss_percent, burst_ratio, tr_ms))
}

/// Names of all codecs.
pub fn codec_names() -> Vec<&'static str> {
    CODECS.iter().map(|entry| entry.name).collect()
}

columns! {
    /// A row for each voice flow that began; see [voice](models/voice.md#in-the-results).
    pub(crate) struct VoiceTable "voice" {
        /// Number of the flow.
        flow: Vec<u64>,
        /// Name in the scenario.
        name: Names,
        /// Name of the codec.
        codec: Names,
        /// Packets sent.
        sent: Vec<u64>,
        /// Packets that arrived.
        received: Vec<u64>,
        /// Packets that were dropped.
        lost: Vec<u64>,
        /// Received packets that came too late to be played or had expired.
        late: Vec<u64>,
        /// Share of lost and late packets among those that arrived or were lost.
        loss_percent: Vec<f64> as "%",
        /// Mean length of bursts of packets not played, times the share played: 1 for random
        /// losses; null if no burst ended.
        burst_ratio: Vec<f64>,
        /// Mean one-way delay of packets.
        delay_mean_ms: Vec<f64> as "ms",
        /// Standard deviation of the one-way delay.
        delay_std_ms: Vec<f64> as "ms",
        /// Minimum one-way delay.
        delay_min_ms: Vec<f64> as "ms",
        /// Maximum one-way delay.
        delay_max_ms: Vec<f64> as "ms",
        /// Mean absolute difference of the delays of successive arrivals.
        jitter_ms: Vec<f64> as "ms",
        /// Interarrival jitter (RFC 3550 Sec. 6.4.1), mean of its values at each arrival.
        jitter_rfc3550_ms: Vec<f64> as "ms",
        /// Mouth-to-ear delay, mean over packets played: frame, look-ahead, network, play-out
        /// buffer.
        mouth_to_ear_ms: Vec<f64> as "ms",
        /// Rating of the E-model (ITU-T G.107), with losses counted as random; 0 if nothing was
        /// played.
        r: Vec<f64>,
        /// Mean opinion score for `r`.
        mos: Vec<f64>,
        /// Rating in the simplified form of Cole and Rosenbluth.
        r_simplified: Vec<f64>,
        /// Mean opinion score for `r_simplified`.
        mos_simplified: Vec<f64>,
    }
}

columns! {
    /// A row for each voice flow and cause for which packets were not played.
    pub(crate) struct LossesTable "voice_losses" {
        /// Number of the flow.
        flow: Vec<u64>,
        /// Cause: the reason of a drop, as in `drops`, or `late` or `expired`.
        cause: Names,
        /// Number of packets.
        packets: Vec<u64>,
    }
}

/// Causes in the table for packets that came too late to be played, and for those that had expired.
const NOT_PLAYED: [&str; 2] = ["late", "expired"];

/// A voice flow at the end of a run.
struct Row {
    flow: FlowId,
    series: u32,
    sent: u64,
    heard: VoiceReport,
    /// Number of drops, by [`DropReason`] in the order of [`DropReason::ALL`].
    dropped: [u64; DropReason::ALL.len()],
}

impl Row {
    fn lost(&self) -> u64 {
        self.dropped.iter().sum()
    }

    /// Percentage of packets that were not played, of those whose fate is known.
    fn loss_percent(&self) -> f64 {
        let (received, late) = (self.heard.received, self.heard.late);
        let ended = received + self.lost();
        if ended == 0 { f64::NAN } else { 100.0 * (self.lost() + late) as f64 / ended as f64 }
    }

    /// The quality; NaN if no packet arrived or was lost, the worst if none was played. Losses
    /// count as random.
    fn quality(&self) -> Quality {
        let loss_percent = self.loss_percent();
        match self.heard.mouth_to_ear_ms {
            None if loss_percent.is_nan() => Quality::rated(f64::NAN, f64::NAN),
            None => Quality::rated(0.0, 0.0),
            Some(delay_ms) => {
                Quality::of(self.heard.codec.entry(), delay_ms, loss_percent, 1.0, None)
            }
        }
    }
}

/// Names of the tables.
pub(crate) const TABLES: [&str; 2] = ["voice", "voice_losses"];

/// The tables, if any flow that has started is voice; both again for each further age of expiry.
pub(crate) fn tables(world: &World) -> Vec<(&'static str, Table)> {
    let heard: Vec<_> = world.flows.voice().collect();
    let readings = heard.iter().map(|(.., reports)| reports.len()).max().unwrap_or(0);
    let names: Vec<&str> = world.flows.series().iter().map(|series| &*series.name).collect();
    let mut tables = Vec::new();
    for reading in 0..readings {
        let rows = heard.iter().map(|&(flow, series, sent, ref reports)| Row {
            flow,
            series: series.0,
            sent,
            // Calls of users have one age.
            heard: *reports.get(reading).unwrap_or(&reports[0]),
            dropped: [0; DropReason::ALL.len()],
        });
        let mut rows: Vec<Row> = rows.collect();
        for (flow, reason, count) in world.collector.dropped() {
            if let Ok(row) = rows.binary_search_by_key(&flow, |row| row.flow) {
                rows[row].dropped[reason as usize] += count;
            }
        }
        tables.extend(TABLES.into_iter().zip([flows(&rows, &names), losses(&rows)]));
    }
    tables
}

/// One row per flow.
fn flows(rows: &[Row], names: &[&str]) -> Table {
    let f64s = |value: &dyn Fn(&Row) -> f64| -> Vec<f64> { rows.iter().map(value).collect() };
    let u64s = |value: &dyn Fn(&Row) -> u64| -> Vec<u64> { rows.iter().map(value).collect() };
    let codecs: Vec<&str> = CODECS.iter().map(|codec| codec.name).collect();
    let codec = |row: &Row| CODECS.iter().position(|entry| entry.codec == row.heard.codec);
    let delay =
        |part: fn(&Delay) -> f64| move |row: &Row| row.heard.delay.as_ref().map_or(f64::NAN, part);
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    VoiceTable {
        flow: u64s(&|row| u64::from(row.flow.0)),
        name: Names::new(rows.iter().map(|row| row.series), names),
        codec: Names::new(rows.iter().map(|row| codec(row).unwrap_or(0) as u32), &codecs),
        sent: u64s(&|row| row.sent),
        received: u64s(&|row| row.heard.received),
        lost: u64s(&Row::lost),
        late: u64s(&|row| row.heard.late),
        loss_percent: f64s(&Row::loss_percent),
        burst_ratio: f64s(&|row| or_nan(row.heard.burst_ratio)),
        delay_mean_ms: f64s(&delay(|delay| delay.mean)),
        delay_std_ms: f64s(&delay(|delay| delay.std)),
        delay_min_ms: f64s(&delay(|delay| delay.min)),
        delay_max_ms: f64s(&delay(|delay| delay.max)),
        jitter_ms: f64s(&|row| or_nan(row.heard.jitter_ms)),
        jitter_rfc3550_ms: f64s(&|row| or_nan(row.heard.rfc3550_ms)),
        mouth_to_ear_ms: f64s(&|row| or_nan(row.heard.mouth_to_ear_ms)),
        r: f64s(&|row| row.quality().r),
        mos: f64s(&|row| row.quality().mos),
        r_simplified: f64s(&|row| row.quality().r_simplified),
        mos_simplified: f64s(&|row| row.quality().mos_simplified),
    }
    .into_table()
}

/// One row per flow and cause for which packets were not played.
fn losses(rows: &[Row]) -> Table {
    let mut table = LossesTable::default();
    for row in rows {
        let VoiceReport { late, expired, .. } = row.heard;
        let counted = row.dropped.into_iter().chain([late - expired, expired]);
        for (number, count) in (0u32..).zip(counted).filter(|&(_, count)| count > 0) {
            table.flow.push(u64::from(row.flow.0));
            table.cause.indices.push(number);
            table.packets.push(count);
        }
    }
    let causes = DropReason::ALL.iter().map(|reason| reason.name()).chain(NOT_PLAYED);
    table.cause.names = causes.map(str::to_owned).collect();
    table.into_table()
}
