//! Study of a single channel, without packets: levels over time, and theoretical figures.
//!
//! Owns the choice among a scenario's channels and the tables of a study; `net` owns the models.

use std::sync::Arc;

use serde_json::{Value, json};
use skyseam_base::{Duration, SimTime, math};
use skyseam_constellation::{SkyConfig, Timeline};
use skyseam_engine::Control;
use skyseam_net::channel::{self, ChannelConfig, ChannelModel, MobileUser, Serving, StateFigures};
use skyseam_net::{LinkConfig, LinkContext};
use skyseam_params::Model;
use skyseam_scenario::{Beam, Scenario, TerminalLinks, print_channel};
use skyseam_trace::{Columns, Names, Table, columns};

use crate::run::{NoOutcome, Outcome, check_effort};
use crate::sampling::span;
use crate::serving::ServingSatellites;

/// A user's request for a channel study.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelRequest {
    /// Name of the receiver: another name gives another realization.
    pub receiver: String,
    /// Seed of the random streams.
    pub seed: u64,
    /// Duration, s; `None` stands for the whole trace, for the run if a satellite is followed, or
    /// for 600 s.
    pub duration_s: Option<f64>,
}

/// A channel to study.
#[derive(Clone, Debug, PartialEq)]
pub struct Studied {
    config: ChannelConfig,
    /// Terminal whose satellite the channel follows, if it does.
    follows: Option<Follows>,
}

impl From<ChannelConfig> for Studied {
    /// A channel that follows no satellite.
    fn from(config: ChannelConfig) -> Self {
        Self { config, follows: None }
    }
}

/// The terminal whose serving satellite the channel follows.
#[derive(Clone, Debug, PartialEq)]
struct Follows {
    sky: SkyConfig,
    terminal: String,
    start: SimTime,
    duration: Duration,
}

/// A channel and the part of its realization to study.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelStudy {
    channel: Studied,
    receiver: String,
    seed: u64,
    sample: Duration,
    samples: usize,
}

/// Maximum number of levels of one study.
const MAX_SAMPLES: u64 = 50_000_000;

/// Default duration of a model's realization, from the papers' runs.
const DEFAULT_DURATION: Duration = Duration::from_secs(600);

/// Sampling interval of a channel with a constant level.
const OF_A_CONSTANT: Duration = Duration::from_millis(1);

/// Range of the table `theory`, in quarters of a dB: -45 to 10 dB.
const LEVELS_DB: (i32, i32) = (-180, 40);

/// Selects the channel of one of a scenario's links, by the key of its table, such as
/// `links.downlink`, `wires[0]` or `beams.name`; if `link` is `None`, the only one. `terminal`
/// names a terminal, or a user of the beam: the channel is then that of its reception, or of its
/// uplink, under its satellite if the channel follows one. If `terminal` is `None`, a channel that
/// follows a satellite is that of the only terminal which has it.
///
/// # Errors
/// If there is no such link or terminal, it has no channel, or several have one and none is named.
pub fn channel_of(
    scenario: &Scenario,
    link: Option<&str>,
    terminal: Option<&str>,
) -> Result<Studied, String> {
    if let (Some(link), Some(user)) = (link, terminal)
        && let Some(beam) = scenario.links.beams.iter().find(|beam| is_beam(link, beam))
    {
        return config_of_user(beam, user).map(Studied::from);
    }
    let terminal = terminal.map(|name| terminal_of(scenario, name)).transpose()?;
    let link = match (link, terminal) {
        (None, Some(own)) if has_radio(downlink_of(scenario, own)) => Some(DOWNLINK),
        (None, Some(_)) => Some(UPLINK),
        (Some(other), Some(_)) if ![UPLINK, DOWNLINK].contains(&other) => {
            return Err(format!(
                "{other} is not a link of a terminal: name {DOWNLINK}, {UPLINK} or one of beams"
            ));
        }
        _ => link,
    };
    let of_terminal = terminal.zip(link).and_then(|(own, link)| {
        let (config, own) = match link {
            DOWNLINK => (downlink_of(scenario, own), own.channel.as_ref()),
            _ => (own.uplink.as_ref().or(scenario.links.uplink.as_ref()), None),
        };
        let radio = config?.radio.as_ref()?;
        Some((link.to_owned(), own.unwrap_or(&radio.channel).clone()))
    });
    let (key, config) = match of_terminal {
        Some(found) => found,
        None => config_of(scenario, link)?,
    };
    let is_downlink = key == DOWNLINK;
    if !config.model.follows_satellite() {
        return Ok(config.into());
    }
    let has_own = |own: &TerminalLinks| own.channel.is_some() || own.downlink.is_some();
    let have_it = scenario.links.terminals.iter().filter(|own| !is_downlink || !has_own(own));
    let terminal = match (terminal, &have_it.collect::<Vec<_>>()[..]) {
        (Some(own), _) | (None, &[own]) => own,
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|own| &*own.name).collect();
            return Err(format!(
                "the channel of {key} follows the satellite of a terminal: say which of {} is \
                 meant",
                names.join(", ")
            ));
        }
    };
    let follows = Follows {
        sky: scenario.sky.clone(),
        terminal: terminal.name.clone(),
        start: scenario.run.start,
        duration: scenario.run.duration,
    };
    Ok(Studied { config, follows: Some(follows) })
}

/// Key of the terminals' uplink.
const UPLINK: &str = "links.uplink";
const DOWNLINK: &str = "links.downlink";

fn has_radio(link: Option<&LinkConfig>) -> bool {
    link.is_some_and(|link| link.radio.is_some())
}

/// The downlink of a terminal: its own, or that of all.
fn downlink_of<'s>(scenario: &'s Scenario, own: &'s TerminalLinks) -> Option<&'s LinkConfig> {
    own.downlink.as_ref().or(scenario.links.downlink.as_ref())
}

fn is_beam(link: &str, beam: &Beam) -> bool {
    link.strip_prefix("beams.") == Some(&beam.name)
}

/// The channel over which a user receives a beam.
fn config_of_user(beam: &Beam, user: &str) -> Result<ChannelConfig, String> {
    let found = beam.users.iter().find(|own| own.name == user);
    let found = found.ok_or_else(|| format!("beams.{} has no user \"{user}\"", beam.name))?;
    let common = || Some(beam.forward.radio.as_ref()?.channel.clone());
    let config = found.channel.clone().or_else(common);
    config.ok_or_else(|| format!("beams.{} has no channel", beam.name))
}

/// The links of a terminal.
fn terminal_of<'s>(scenario: &'s Scenario, name: &str) -> Result<&'s TerminalLinks, String> {
    let terminals = &scenario.links.terminals;
    terminals.iter().find(|terminal| terminal.name == name).ok_or_else(|| {
        let names: Vec<&str> = terminals.iter().map(|terminal| &*terminal.name).collect();
        format!("no terminal is called \"{name}\"; expected one of {}", names.join(", "))
    })
}

/// The channel of a link, and the key of the link.
fn config_of(scenario: &Scenario, link: Option<&str>) -> Result<(String, ChannelConfig), String> {
    let links = &scenario.links;
    let apart = [(UPLINK, &links.uplink), (DOWNLINK, &links.downlink)];
    let of = |key, link: &LinkConfig| {
        let radio = link.radio.as_ref()?;
        Some((key, radio.channel.clone()))
    };
    let apart = apart.into_iter().filter_map(|(key, link)| of(key.to_owned(), link.as_ref()?));
    let wires = links.wires.iter().enumerate().filter_map(|(index, wire)| {
        Some((format!("wires[{index}]"), wire.radio()?.channel.clone()))
    });
    let beams = links.beams.iter();
    let beams = beams.filter_map(|beam| of(format!("beams.{}", beam.name), &beam.forward));
    let mut found: Vec<(String, ChannelConfig)> = apart.chain(wires).chain(beams).collect();
    let names: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
    let there_are = match names.is_empty() {
        true => "no link of the scenario has a channel".to_owned(),
        false => format!("there are channels of {}", names.join(", ")),
    };
    match link {
        Some(link) => match found.iter().position(|(key, _)| key == link) {
            Some(index) => Ok(found.swap_remove(index)),
            None => Err(format!("{link} has no channel; {there_are}")),
        },
        None if found.len() == 1 => Ok(found.swap_remove(0)),
        None if found.is_empty() => Err(there_are),
        None => Err(format!("{there_are}: say which is meant")),
    }
}

impl ChannelRequest {
    /// The study of a channel.
    ///
    /// # Errors
    /// If the duration is invalid, or covers too many levels.
    pub fn resolve(&self, channel: impl Into<Studied>) -> Result<ChannelStudy, String> {
        let channel = channel.into();
        let model = &channel.config.model;
        let sample = model.sample().unwrap_or(OF_A_CONSTANT);
        let of_run = channel.follows.as_ref().map_or(DEFAULT_DURATION, |follows| follows.duration);
        let usual = model.written().map_or(of_run, |levels| sample * levels);
        let duration = self.duration_s.map_or(Ok(usual), |seconds| span("duration_s", seconds))?;
        let samples = duration.as_nanos().div_ceil(sample.as_nanos());
        if samples > MAX_SAMPLES {
            return Err(format!(
                "{duration} holds {samples} levels, one each {sample}; at most {MAX_SAMPLES} are \
                 written down at once"
            ));
        }
        let (receiver, seed) = (self.receiver.clone(), self.seed);
        Ok(ChannelStudy { channel, receiver, seed, sample, samples: samples as usize })
    }
}

/// Computes the levels of a channel: table `levels` (one row per level, with its state if there are
/// states, and the satellite if one is followed) and, for models, `theory` (probability to exceed a
/// level) and `states`.
///
/// # Errors
/// If `progress`, called with the fraction done, asks to stop, or a satellite that is followed
/// cannot be propagated to the end.
pub fn channel(
    study: &ChannelStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let ChannelStudy { channel: Studied { config, follows }, receiver, seed, sample, samples } =
        study;
    let context = LinkContext::plain(*seed, receiver, SimTime::ZERO);
    let length = *sample * *samples as u64;
    let timeline =
        follows.as_ref().map(|follows| follows.timeline(length, progress)).transpose()?;
    let mut looks = timeline.as_ref().zip(follows.as_ref()).map(|(timeline, follows)| {
        let terminal = timeline.node(&follows.terminal).expect("a terminal of the scenario");
        Looks::new(ServingSatellites::of(timeline, terminal, follows.start), config)
    });
    let serving = looks.as_ref().map(|looks| looks.serving.clone());
    let mut channel = channel::build(config, &context, serving.as_ref());
    let names: Vec<&str> = config.model.states().iter().map(|state| state.name).collect();
    let (mut t_s, mut level_db) = (Vec::with_capacity(*samples), Vec::with_capacity(*samples));
    let mut states: Vec<u32> = Vec::new();
    for index in 0..*samples {
        let at = *sample * index as u64;
        t_s.push(at.as_secs_f64());
        level_db.push(channel.level_db(at));
        let state = channel.state().and_then(|state| names.iter().position(|name| *name == state));
        states.extend(state.map(|state| state as u32));
        if let Some(looks) = &mut looks {
            looks.note(at);
        }
        if index % 1_000_000 == 0 && progress(index as f64 / *samples as f64) == Control::Cancel {
            return Err(NoOutcome::Stopped);
        }
    }
    if names.is_empty() {
        let tables = vec![("levels", LevelsTable { t_s, level_db }.into_table())];
        return Ok(Outcome { manifest: manifest(study), tables, captures: vec![] });
    }
    let state = Names::new(states, &names);
    let held = match &looks {
        Some(looks) => looks.held.clone(),
        None => vec![(config.model.clone(), 1)],
    };
    let figures: Vec<_> =
        held.iter().map(|(model, samples)| (*samples as f64, model.states())).collect();
    let figures = StateFigures::together(&figures);
    let of = |value: fn(&StateFigures) -> f64| figures.iter().map(value).collect();
    let figures = StatesTable {
        state: Names::new(0..names.len() as u32, &names),
        share: of(|state| state.share),
        echoes: of(|state| state.echoes),
        beats: of(|state| state.beats),
    };
    let levels = match (looks, timeline) {
        (Some(looks), Some(timeline)) => {
            let nodes: Vec<String> = timeline.nodes().iter().map(|n| n.name.clone()).collect();
            let Looks { elevation_deg, satellites, .. } = looks;
            let satellite = Names::new(satellites, &nodes);
            FollowingTable { t_s, level_db, state, elevation_deg, satellite }.into_table()
        }
        _ => StatefulTable { t_s, level_db, state }.into_table(),
    };
    let tables =
        vec![("levels", levels), ("theory", theory(&held)), ("states", figures.into_table())];
    Ok(Outcome { manifest: manifest(study), tables, captures: vec![] })
}

impl Follows {
    /// The timeline over the duration of a study.
    fn timeline(
        &self,
        length: Duration,
        progress: &mut dyn FnMut(f64) -> Control,
    ) -> Result<Arc<Timeline>, NoOutcome> {
        let end = self.start.saturating_add(length);
        check_effort(&self.sky, end)?;
        let built =
            Timeline::build_watched(&self.sky, end, &mut |_| progress(0.0) == Control::Continue)?;
        Ok(Arc::new(built))
    }
}

/// Serving satellite at each sample, as seen by the receiver.
struct Looks {
    serving: Arc<dyn Serving>,
    model: Model<dyn ChannelModel>,
    elevation_deg: Vec<f64>,
    /// Number of the satellite's node; `u32::MAX` for none.
    satellites: Vec<u32>,
    /// Each model that holds at one of these elevations, and its number of samples.
    held: Vec<(Model<dyn ChannelModel>, u64)>,
    now: usize,
}

impl Looks {
    fn new(serving: Arc<dyn Serving>, config: &ChannelConfig) -> Self {
        let (elevation_deg, satellites, held) = (Vec::new(), Vec::new(), Vec::new());
        let mut this =
            Self { serving, model: config.model.clone(), elevation_deg, satellites, held, now: 0 };
        // Without a satellite at the beginning, as the channel takes it.
        this.hold(0.0);
        this
    }

    fn hold(&mut self, elevation_deg: f64) {
        let held = self.model.held_at(elevation_deg).expect("a model that follows a satellite");
        let known = self.held.iter().position(|(model, _)| *model == held);
        self.now = known.unwrap_or_else(|| {
            self.held.push((held, 0));
            self.held.len() - 1
        });
    }

    fn note(&mut self, at: Duration) {
        let (sight, _) = self.serving.sight(at);
        if let Some(sight) = sight {
            self.hold(sight.elevation_deg);
        }
        self.elevation_deg.push(sight.map_or(f64::NAN, |sight| sight.elevation_deg));
        self.satellites.push(sight.map_or(u32::MAX, |sight| sight.satellite));
        self.held[self.now].1 += 1;
    }
}

columns! {
    /// A row for each sample of a channel without states.
    struct LevelsTable "levels" {
        /// Time of the sample.
        t_s: Vec<f64> as "s",
        /// Level relative to a clear line of sight.
        level_db: Vec<f64> as "dB",
    }
}

columns! {
    /// A row for each sample of a channel with states.
    pub(crate) struct StatefulTable "levels" {
        /// Time of the sample.
        t_s: Vec<f64> as "s",
        /// Level relative to a clear line of sight.
        level_db: Vec<f64> as "dB",
        /// Name of the state.
        state: Names,
    }
}

columns! {
    /// A row for each sample.
    pub(crate) struct FollowingTable "levels" {
        /// Time of the sample.
        t_s: Vec<f64> as "s",
        /// Level relative to a clear line of sight.
        level_db: Vec<f64> as "dB",
        /// Name of the state; the column is absent for models without states.
        state: Names,
        /// Elevation of the serving satellite, null while there is none; only for channels that
        /// follow a satellite.
        elevation_deg: Vec<f64> as "deg",
        /// Name of the serving satellite, null while there is none; only for channels that follow a
        /// satellite.
        satellite: Names,
    }
}

columns! {
    /// A row for each quarter of a decibel, for models with states.
    pub(crate) struct TheoryTable "theory" {
        /// Level relative to a clear line of sight.
        level_db: Vec<f64> as "dB",
        /// Probability that the level is exceeded.
        probability: Vec<f64>,
    }
}

columns! {
    /// A row for each state of the model.
    pub(crate) struct StatesTable "states" {
        /// Name of the state.
        state: Names,
        /// Share of time in the state, in the long run.
        share: Vec<f64>,
        /// Variance of the received power due to echoes alone.
        echoes: Vec<f64>,
        /// Variance of the received power due to the sum of echoes and line of sight.
        beats: Vec<f64>,
    }
}

fn manifest(study: &ChannelStudy) -> Value {
    let Studied { config, follows } = &study.channel;
    let user = config.model.user();
    let carrier = |user: &MobileUser| {
        let elevation = user.elevation_deg?;
        Some(user.doppler_hz() * math::cos(elevation.to_radians()))
    };
    json!({
        "channel": print_channel(config),
        "receiver": study.receiver,
        "seed": study.seed,
        "sample_s": study.sample.as_secs_f64(),
        "doppler_hz": user.as_ref().map(MobileUser::doppler_hz),
        "carrier_doppler_hz": user.as_ref().and_then(carrier),
        "terminal": follows.as_ref().map(|follows| &follows.terminal),
        "start_s": follows.as_ref().map(|follows| follows.start.as_secs_f64()),
    })
}

/// Probability to exceed each level, for models that each hold for a number of samples.
fn theory(held: &[(Model<dyn ChannelModel>, u64)]) -> Table {
    let levels = || (LEVELS_DB.0..=LEVELS_DB.1).map(|quarter| 0.25 * f64::from(quarter));
    let all: u64 = held.iter().map(|(_, samples)| samples).sum();
    let probabilities = levels().map(|level_db| {
        let of = |(model, samples): &(Model<dyn ChannelModel>, u64)| {
            model.probability_above(level_db) * *samples as f64 / all as f64
        };
        held.iter().filter(|(_, samples)| *samples > 0).map(of).sum()
    });
    TheoryTable { level_db: levels().collect(), probability: probabilities.collect() }.into_table()
}
