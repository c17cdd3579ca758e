//! Voice flows in the results: what became of their packets, and how good each sounds.
//!
//! Owns the tables `voice` and `voice_losses`, and the same judgement of what was measured
//! elsewhere ([`quality`]). What a listener measures and the E-model are `host`'s.

use skyseam_base::FlowId;
use skyseam_host::app::voice::codec::{self, CODECS};
use skyseam_host::app::voice::emodel::{EModel, Hearing, cole_rosenbluth, mos};
use skyseam_host::app::voice::{Delay, VoiceReport};
use skyseam_trace::{Column, DropReason, Table, Values};

use crate::world::World;

/// How good a call is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Rating of the E-model (ITU-T G.107).
    pub r: f64,
    /// The mean opinion score that belongs to it.
    pub mos: f64,
    /// Rating in the form of Cole and Rosenbluth.
    pub r_simplified: f64,
    /// The mean opinion score that belongs to it.
    pub mos_simplified: f64,
}

impl Quality {
    fn of(codec: &codec::Entry, delay_ms: f64, loss_percent: f64, burst_ratio: f64) -> Self {
        let (ie, bpl) = (codec.ie, codec.bpl);
        let hearing = Hearing { delay_ms, loss_percent, burst_ratio, ie, bpl };
        let r_simplified = cole_rosenbluth(delay_ms, loss_percent, codec.gamma);
        Self::rated(EModel::default().rating(&hearing), r_simplified)
    }

    fn rated(r: f64, r_simplified: f64) -> Self {
        Self { r, mos: mos(r), r_simplified, mos_simplified: mos(r_simplified) }
    }
}

/// How good a call is by its codec's name, its delay from mouth to ear, what share of packets was
/// not heard, and how much longer bursts of those were than by chance; `None` where no codec has
/// that name ([`codec_names`]).
pub fn quality(codec: &str, delay_ms: f64, loss_percent: f64, burst_ratio: f64) -> Option<Quality> {
    let codec = CODECS.iter().find(|entry| entry.name == codec)?;
    Some(Quality::of(codec, delay_ms, loss_percent, burst_ratio))
}

/// The names of all codecs.
pub fn codec_names() -> Vec<&'static str> {
    CODECS.iter().map(|entry| entry.name).collect()
}

/// What the table calls a packet that came too late to be played.
const LATE: &str = "late";

/// A voice flow when the run is over.
struct Row {
    flow: FlowId,
    series: u32,
    sent: u64,
    heard: VoiceReport,
    /// Dropped, by [`DropReason`] in the order of [`DropReason::ALL`].
    dropped: [u64; DropReason::ALL.len()],
}

impl Row {
    fn lost(&self) -> u64 {
        self.dropped.iter().sum()
    }

    /// Packets that were not played, in percent of those of which it is known.
    fn loss_percent(&self) -> f64 {
        let (received, late) = (self.heard.received, self.heard.late);
        let ended = received + self.lost();
        if ended == 0 { f64::NAN } else { 100.0 * (self.lost() + late) as f64 / ended as f64 }
    }

    /// How good it is; unknown where nothing came or was lost, the worst where nothing was heard.
    /// Losses count as random ones.
    fn quality(&self) -> Quality {
        let loss_percent = self.loss_percent();
        match self.heard.mouth_to_ear_ms {
            None if loss_percent.is_nan() => Quality::rated(f64::NAN, f64::NAN),
            None => Quality::rated(0.0, 0.0),
            Some(delay_ms) => {
                Quality::of(self.heard.config.codec.entry(), delay_ms, loss_percent, 1.0)
            }
        }
    }
}

/// The tables, where any flow that has begun is voice.
pub(crate) fn tables(world: &World) -> Vec<(&'static str, Table)> {
    let mut rows: Vec<Row> = world
        .flows
        .voice()
        .map(|(flow, series, sent, heard)| Row {
            flow,
            series,
            sent,
            heard,
            dropped: [0; DropReason::ALL.len()],
        })
        .collect();
    if rows.is_empty() {
        return vec![];
    }
    for (flow, reason) in world.collector.drops() {
        if let Ok(row) = rows.binary_search_by_key(&flow, |row| row.flow) {
            rows[row].dropped[reason as usize] += 1;
        }
    }
    let names = world.flows.series().iter().map(|series| series.name.clone()).collect();
    vec![("voice", flows(&rows, names)), ("voice_losses", losses(&rows))]
}

/// One row per flow.
fn flows(rows: &[Row], names: Vec<String>) -> Table {
    let f64s = |name, value: &dyn Fn(&Row) -> f64| Column {
        name,
        values: Values::F64(rows.iter().map(value).collect()),
    };
    let u64s = |name, value: &dyn Fn(&Row) -> u64| Column {
        name,
        values: Values::U64(rows.iter().map(value).collect()),
    };
    let named = |name, names, value: &dyn Fn(&Row) -> u32| Column {
        name,
        values: Values::Names { indices: rows.iter().map(value).collect(), names },
    };
    let codecs = CODECS.iter().map(|codec| codec.name.to_owned()).collect();
    let codec = |row: &Row| CODECS.iter().position(|entry| entry.codec == row.heard.config.codec);
    let delay =
        |part: fn(&Delay) -> f64| move |row: &Row| row.heard.delay.as_ref().map_or(f64::NAN, part);
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    Table::new(vec![
        u64s("flow", &|row| u64::from(row.flow.0)),
        named("name", names, &|row| row.series),
        named("codec", codecs, &|row| codec(row).unwrap_or(0) as u32),
        u64s("sent", &|row| row.sent),
        u64s("received", &|row| row.heard.received),
        u64s("lost", &Row::lost),
        u64s("late", &|row| row.heard.late),
        f64s("loss_percent", &Row::loss_percent),
        f64s("burst_ratio", &|row| or_nan(row.heard.burst_ratio)),
        f64s("delay_mean_ms", &delay(|delay| delay.mean)),
        f64s("delay_std_ms", &delay(|delay| delay.std)),
        f64s("delay_min_ms", &delay(|delay| delay.min)),
        f64s("delay_max_ms", &delay(|delay| delay.max)),
        f64s("jitter_ms", &|row| or_nan(row.heard.jitter_ms)),
        f64s("jitter_rfc3550_ms", &|row| or_nan(row.heard.rfc3550_ms)),
        f64s("mouth_to_ear_ms", &|row| or_nan(row.heard.mouth_to_ear_ms)),
        f64s("r", &|row| row.quality().r),
        f64s("mos", &|row| row.quality().mos),
        f64s("r_simplified", &|row| row.quality().r_simplified),
        f64s("mos_simplified", &|row| row.quality().mos_simplified),
    ])
}

/// One row per flow and cause for which packets were not played.
fn losses(rows: &[Row]) -> Table {
    let mut causes: Vec<String> = DropReason::ALL.iter().map(|r| r.name().to_owned()).collect();
    causes.push(LATE.to_owned());
    let (mut flow, mut cause, mut packets) = (vec![], vec![], vec![]);
    for row in rows {
        let counted = row.dropped.iter().chain([&row.heard.late]);
        for (number, &count) in (0u32..).zip(counted).filter(|&(_, &count)| count > 0) {
            flow.push(u64::from(row.flow.0));
            cause.push(number);
            packets.push(count);
        }
    }
    Table::new(vec![
        Column { name: "flow", values: Values::U64(flow) },
        Column { name: "cause", values: Values::Names { indices: cause, names: causes } },
        Column { name: "packets", values: Values::U64(packets) },
    ])
}
