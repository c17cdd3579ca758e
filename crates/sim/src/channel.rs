//! The course of a channel by itself, without packets: levels over time, and theoretical figures.
//!
//! Owns the choice among a scenario's channels and the tables of a study; the models belong to
//! `net`.

use serde_json::{Value, json};
use skyseam_base::{Duration, SimTime, math};
use skyseam_engine::Control;
use skyseam_net::channel::{self, ChannelConfig};
use skyseam_net::{LinkConfig, LinkContext};
use skyseam_scenario::{Scenario, print_channel};
use skyseam_trace::{Columns, Names, Table, columns};

use crate::run::{NoOutcome, Outcome};
use crate::sampling::span;

/// The user's request for a channel study.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelRequest {
    /// Name of the receiver: another name gives another course.
    pub receiver: String,
    /// Seed of the random streams.
    pub seed: u64,
    /// Duration, s; if `None`, the whole trace, or 600 s of a model.
    pub duration_s: Option<f64>,
}

/// A channel and the part of its course to study.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelStudy {
    config: ChannelConfig,
    receiver: String,
    seed: u64,
    sample: Duration,
    samples: usize,
}

/// The most levels of one study.
const MOST_SAMPLES: u64 = 50_000_000;

/// Default duration of a model's course: that of the papers' runs.
const USUAL: Duration = Duration::from_secs(600);

/// Time between levels of a channel that has only one level.
const OF_A_CONSTANT: Duration = Duration::from_millis(1);

/// Range of the table `theory`, in quarters of a dB: -45 to 10 dB.
const LEVELS_DB: (i32, i32) = (-180, 40);

/// The channel of one of a scenario's links, by the key of its table, such as `links.downlink`,
/// `wires[0]` or `beams.name`; if `link` is `None`, the only one.
///
/// # Errors
/// When there is no such link, it has no channel, or several links have one and none is named.
pub fn channel_of(scenario: &Scenario, link: Option<&str>) -> Result<ChannelConfig, String> {
    let links = &scenario.links;
    let apart = [("links.uplink", &links.uplink), ("links.downlink", &links.downlink)];
    let apart = apart.into_iter().filter_map(|(key, link)| Some((key.to_owned(), link.as_ref()?)));
    let wires = links.wires.iter().enumerate();
    let wires = wires.map(|(index, wire)| (format!("wires[{index}]"), wire));
    let beams = links.beams.iter().map(|beam| (format!("beams.{}", beam.name), &beam.forward));
    let with_channel = |(key, link): (String, &LinkConfig)| {
        link.radio.as_ref().map(|radio| (key, radio.channel.clone()))
    };
    let mut found: Vec<(String, ChannelConfig)> =
        apart.chain(wires).chain(beams).filter_map(with_channel).collect();
    let names: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
    let there_are = match names.is_empty() {
        true => "no link of the scenario has a channel".to_owned(),
        false => format!("there are channels of {}", names.join(", ")),
    };
    match link {
        Some(link) => match found.iter().position(|(key, _)| key == link) {
            Some(index) => Ok(found.swap_remove(index).1),
            None => Err(format!("{link} has no channel; {there_are}")),
        },
        None if found.len() == 1 => Ok(found.swap_remove(0).1),
        None if found.is_empty() => Err(there_are),
        None => Err(format!("{there_are}: say which is meant")),
    }
}

impl ChannelRequest {
    /// The study of a channel.
    ///
    /// # Errors
    /// When the duration is invalid, or holds too many levels.
    pub fn resolve(&self, config: ChannelConfig) -> Result<ChannelStudy, String> {
        let sample = config.model.sample().unwrap_or(OF_A_CONSTANT);
        let usual = config.model.written().map_or(USUAL, |levels| sample * levels);
        let duration = self.duration_s.map_or(Ok(usual), |seconds| span("duration_s", seconds))?;
        let samples = duration.as_nanos().div_ceil(sample.as_nanos());
        if samples > MOST_SAMPLES {
            return Err(format!(
                "{duration} holds {samples} levels, one each {sample}; at most {MOST_SAMPLES} are \
                 written down at once"
            ));
        }
        let (receiver, seed) = (self.receiver.clone(), self.seed);
        Ok(ChannelStudy { config, receiver, seed, sample, samples: samples as usize })
    }
}

/// The levels of a channel: table `levels` (one row per level, with its state if there are states)
/// and, for models, `theory` (probability to exceed a level) and `states`.
///
/// # Errors
/// When `progress`, called with the fraction done, asks to stop.
pub fn channel(
    study: &ChannelStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let ChannelStudy { config, receiver, seed, sample, samples } = study;
    let context = LinkContext { seed: *seed, name: receiver, start: SimTime::ZERO };
    let mut channel = channel::build(config, &context);
    let figures = config.model.states();
    let names: Vec<&str> = figures.iter().map(|state| state.name).collect();
    let (mut t_s, mut level_db) = (Vec::with_capacity(*samples), Vec::with_capacity(*samples));
    let mut states: Vec<u32> = Vec::new();
    for index in 0..*samples {
        let at = *sample * index as u64;
        t_s.push(at.as_secs_f64());
        level_db.push(channel.level_db(at));
        let state = channel.state().and_then(|state| names.iter().position(|name| *name == state));
        states.extend(state.map(|state| state as u32));
        if index % 1_000_000 == 0 && progress(index as f64 / *samples as f64) == Control::Cancel {
            return Err(NoOutcome::Stopped);
        }
    }
    if names.is_empty() {
        let tables = vec![("levels", LevelsTable { t_s, level_db }.into_table())];
        return Ok(Outcome { manifest: manifest(study), tables, captures: vec![] });
    }
    let state = Names::new(states, &names);
    let of = |value: fn(&channel::StateFigures) -> f64| figures.iter().map(value).collect();
    let figures = StatesTable {
        state: Names::new(0..names.len() as u32, &names),
        share: of(|state| state.share),
        echoes: of(|state| state.echoes),
        beats: of(|state| state.beats),
    };
    let tables = vec![
        ("levels", StatefulTable { t_s, level_db, state }.into_table()),
        ("theory", theory(config)),
        ("states", figures.into_table()),
    ];
    Ok(Outcome { manifest: manifest(study), tables, captures: vec![] })
}

columns! {
    /// A row for each sample of a channel without states.
    struct LevelsTable "levels" {
        /// When the sample was taken.
        t_s: Vec<f64> as "s",
        /// Level relative to a clear line of sight.
        level_db: Vec<f64> as "dB",
    }
}

columns! {
    /// A row for each sample.
    pub(crate) struct StatefulTable "levels" {
        /// When the sample was taken.
        t_s: Vec<f64> as "s",
        /// Level relative to a clear line of sight.
        level_db: Vec<f64> as "dB",
        /// Name of the state; of models without states there is no such column.
        state: Names,
    }
}

columns! {
    /// A row for each quarter of a decibel, of models with states.
    pub(crate) struct TheoryTable "theory" {
        /// A level.
        level_db: Vec<f64> as "dB",
        /// Probability to be above it.
        probability: Vec<f64>,
    }
}

columns! {
    /// A row for each state of the model.
    pub(crate) struct StatesTable "states" {
        /// Name of the state.
        state: Names,
        /// Share of time in it, in the long run.
        share: Vec<f64>,
        /// Variance of the power that echoes alone make.
        echoes: Vec<f64>,
        /// Variance of the power that echoes and the line of sight make together.
        beats: Vec<f64>,
    }
}

fn manifest(study: &ChannelStudy) -> Value {
    let user = study.config.model.user();
    let carrier =
        |user: &channel::MobileUser| user.doppler_hz() * math::cos(user.elevation_deg.to_radians());
    json!({
        "channel": print_channel(&study.config),
        "receiver": study.receiver,
        "seed": study.seed,
        "sample_s": study.sample.as_secs_f64(),
        "doppler_hz": user.as_ref().map(channel::MobileUser::doppler_hz),
        "carrier_doppler_hz": user.as_ref().map(carrier),
    })
}

/// The probability to exceed each level.
fn theory(config: &ChannelConfig) -> Table {
    let levels = || (LEVELS_DB.0..=LEVELS_DB.1).map(|quarter| 0.25 * f64::from(quarter));
    let probabilities = levels().map(|level_db| config.model.probability_above(level_db));
    TheoryTable { level_db: levels().collect(), probability: probabilities.collect() }.into_table()
}
