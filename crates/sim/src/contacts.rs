//! Contacts over time, without packets: rise, culmination and set of each satellite over a
//! terminal, look angles, and the satellites to which the terminal is linked.
//!
//! Owns the request and the tables of a study; `constellation` owns the physics.

use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{Look, Pass, Sampling, Timeline};
use skyseam_engine::Control;
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, Names, Table, columns};

use crate::run::{NoOutcome, Outcome};
use crate::sampling;

/// A user's request for a study of contacts; `None` stands for the scenario's value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactsRequest {
    /// Names of the terminals; `None` for all.
    pub terminals: Option<Vec<String>>,
    /// First instant, seconds after time zero.
    pub start_s: Option<f64>,
    /// Duration of the study, s.
    pub duration_s: Option<f64>,
    /// Time between two rows of look angles, s; `None` for no such table.
    pub step_s: Option<f64>,
    /// Carrier frequency for Doppler shifts, Hz.
    pub frequency_hz: Option<f64>,
}

/// A study of contacts.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactsStudy {
    terminals: Vec<usize>,
    sampling: Sampling,
    has_looks: bool,
    frequency_hz: Option<f64>,
}

/// Maximum number of rows of look angles of a study: a row takes some 60 bytes.
const MAX_LOOKS: u64 = 20_000_000;

/// Speed of light, km/s.
const LIGHT_KM_PER_S: f64 = 299_792.458;

/// Plausible carrier frequencies, Hz.
const FREQUENCIES_HZ: std::ops::RangeInclusive<f64> = 1e6..=1e15;

impl ContactsRequest {
    /// Resolves the request.
    ///
    /// # Errors
    /// The reason for which it cannot be studied: no satellite or terminal, an unknown name, an
    /// invalid time or frequency, too many rows.
    pub fn resolve(&self, scenario: &Scenario) -> Result<ContactsStudy, String> {
        let sky = &scenario.sky;
        if sky.satellites() == 0 {
            return Err("the scenario has no satellites, so there are no contacts".into());
        }
        let known: Vec<&str> = sky.terminals.iter().map(|terminal| &*terminal.name).collect();
        let place = |name: &String| {
            known.iter().position(|known| known == name).ok_or_else(|| {
                format!("no terminal is called \"{name}\"; expected one of {}", known.join(", "))
            })
        };
        let terminals = match &self.terminals {
            None => (0..known.len()).collect(),
            Some(names) => names.iter().map(place).collect::<Result<Vec<_>, _>>()?,
        };
        if terminals.is_empty() {
            return Err("no terminal to look from: name one, or give the scenario some".into());
        }
        let frequency_hz = self.frequency_hz;
        if let Some(hertz) = frequency_hz.filter(|hertz| !FREQUENCIES_HZ.contains(hertz)) {
            return Err(format!("frequency is {hertz} Hz; expected 1 MHz to 1000 THz"));
        }
        let usual = sampling::of_run(scenario, Duration::from_secs(60));
        let sampling = sampling::sampling(self.start_s, self.duration_s, self.step_s, usual)?;
        let has_looks = self.step_s.is_some();
        // A terminal sees a tenth of a constellation at most, but for one that is small.
        let seen = (sky.satellites() / 10).max(1);
        let looks = sampling.count().saturating_mul(terminals.len() as u64).saturating_mul(seen);
        if has_looks && looks > MAX_LOOKS {
            return Err(format!(
                "some {looks} looks ({}, {} terminals); expected at most {MAX_LOOKS}: take a \
                 longer step, a shorter time or fewer terminals",
                sampling::described(&sampling),
                terminals.len()
            ));
        }
        Ok(ContactsStudy { terminals, sampling, has_looks, frequency_hz })
    }
}

/// Share of the work that the timeline takes: an estimate, for progress only.
const BUILDING: f64 = 0.4;
const PASSING: f64 = 0.9;

/// Computes all passes (table `passes`), the satellites that each terminal is linked to (table
/// `serving`) and, on request, look angles (table `looks`). Calls `progress` with the fraction
/// done.
///
/// # Errors
/// If `progress` asked to stop, or a satellite cannot be propagated to the end.
pub fn contacts(
    scenario: &Scenario,
    study: &ContactsStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let Sampling { start, step, end } = study.sampling;
    let timeline = Timeline::build_watched(&scenario.sky, end, &mut |fraction| {
        progress(BUILDING * fraction) == Control::Continue
    })?;
    let sky = timeline.sky();
    let terminals: Vec<NodeId> =
        study.terminals.iter().map(|&number| NodeId(sky.satellites() + number as u32)).collect();
    let passes = sky
        .passes(&terminals, start, end, &mut |fraction| {
            progress(BUILDING + (PASSING - BUILDING) * fraction) == Control::Continue
        })
        .ok_or(NoOutcome::Stopped)?;
    let mut tables = vec![
        ("passes", passes_table(&timeline, &passes, study)),
        ("serving", serving_table(&timeline, &terminals, study)),
    ];
    if study.has_looks {
        tables.push(("looks", looks_table(&timeline, &passes, study, progress)?));
    }
    let names: Vec<&str> = terminals.iter().map(|&node| name_of(&timeline, node)).collect();
    let manifest = json!({
        "scenario": scenario.resolved(),
        "satellites": sky.satellites(),
        "contacts": {
            "terminals": names,
            "start_s": start.as_secs_f64(),
            "end_s": end.as_secs_f64(),
            "step_s": study.has_looks.then(|| step.as_secs_f64()),
            "frequency_hz": study.frequency_hz,
            "passes": passes.len(),
        },
    });
    Ok(Outcome { manifest, tables, captures: vec![] })
}

fn name_of(timeline: &Timeline, node: NodeId) -> &str {
    &timeline.nodes()[node.index()].name
}

fn names_of(timeline: &Timeline) -> Vec<&str> {
    timeline.nodes().iter().map(|node| node.name.as_str()).collect()
}

columns! {
    /// A row for each interval in which a satellite is above a terminal's mask and skyline, in
    /// order of terminals and of rise.
    pub(crate) struct PassesTable "passes" {
        /// Name of the terminal.
        terminal: Names,
        /// Name of the satellite.
        satellite: Names,
        /// Time of rise; null if it was up at the first instant.
        rise_s: Vec<f64> as "s",
        /// Time of the highest elevation within the study.
        peak_s: Vec<f64> as "s",
        /// Time of set; null if it was up at the last instant.
        set_s: Vec<f64> as "s",
        /// Duration of the pass within the study.
        duration_s: Vec<f64> as "s",
        /// Azimuth at the rise, or at the first instant, clockwise from north.
        rise_azimuth_deg: Vec<f64> as "deg",
        /// Azimuth at the highest elevation, clockwise from north.
        peak_azimuth_deg: Vec<f64> as "deg",
        /// Azimuth at the set, or at the last instant, clockwise from north.
        set_azimuth_deg: Vec<f64> as "deg",
        /// Highest elevation.
        peak_elevation_deg: Vec<f64> as "deg",
        /// Range at the highest elevation.
        peak_range_km: Vec<f64> as "km",
        /// Range rate at the rise; negative if the satellite approaches.
        rise_range_rate_km_per_s: Vec<f64> as "km/s",
        /// Range rate at the set.
        set_range_rate_km_per_s: Vec<f64> as "km/s",
        /// Doppler shift of the carrier at the rise; null without a frequency.
        rise_doppler_hz: Vec<f64> as "Hz",
        /// Doppler shift of the carrier at the set; null without a frequency.
        set_doppler_hz: Vec<f64> as "Hz",
    }
}

columns! {
    /// A row for each interval in which a terminal is linked to a satellite, by the scenario's
    /// handover policy, clipped to the study's interval.
    pub(crate) struct ServingTable "serving" {
        /// Name of the terminal.
        terminal: Names,
        /// Name of the satellite.
        satellite: Names,
        /// Start of the contact.
        from_s: Vec<f64> as "s",
        /// End of the contact.
        until_s: Vec<f64> as "s",
    }
}

columns! {
    /// A row for each instant, terminal and satellite that is up then.
    pub(crate) struct LooksTable "looks" {
        /// Time of the look angles.
        t_s: Vec<f64> as "s",
        /// Name of the terminal.
        terminal: Names,
        /// Name of the satellite.
        satellite: Names,
        /// Azimuth, clockwise from north.
        azimuth_deg: Vec<f64> as "deg",
        /// Elevation above the local horizontal plane.
        elevation_deg: Vec<f64> as "deg",
        /// Distance to the satellite.
        range_km: Vec<f64> as "km",
        /// Range rate.
        range_rate_km_per_s: Vec<f64> as "km/s",
        /// Doppler shift of the carrier; null without a frequency.
        doppler_hz: Vec<f64> as "Hz",
        /// Whether the terminal is linked to the satellite.
        serving: Vec<bool>,
    }
}

/// Doppler shift of the carrier, Hz; of first order in v/c, as in link budgets: at 7.5 km/s the
/// remainder is 3e-10 of the frequency.
fn doppler_hz(study: &ContactsStudy, look: &Look) -> f64 {
    // Not a number without a carrier.
    study.frequency_hz.map_or(f64::NAN, |hertz| -hertz * look.range_rate_km_per_s / LIGHT_KM_PER_S)
}

/// Seconds, or NaN, which is null in a table.
fn or_null(t: Option<SimTime>) -> f64 {
    t.map_or(f64::NAN, SimTime::as_secs_f64)
}

fn passes_table(timeline: &Timeline, passes: &[Pass], study: &ContactsStudy) -> Table {
    let names = names_of(timeline);
    let sky = timeline.sky();
    let Sampling { start, end, .. } = study.sampling;
    let mut rows = PassesTable {
        terminal: Names::new(passes.iter().map(|pass| pass.terminal.0), &names),
        satellite: Names::new(passes.iter().map(|pass| pass.satellite.0), &names),
        ..PassesTable::default()
    };
    for pass in passes {
        let (from, until) = (pass.rise.unwrap_or(start), pass.set.unwrap_or(end));
        let look = |t| sky.look(pass.terminal, pass.satellite, t);
        let (rise, peak, set) = (look(from), look(pass.peak), look(until));
        rows.rise_s.push(or_null(pass.rise));
        rows.peak_s.push(pass.peak.as_secs_f64());
        rows.set_s.push(or_null(pass.set));
        rows.duration_s.push(until.saturating_since(from).as_secs_f64());
        rows.rise_azimuth_deg.push(rise.azimuth_rad.to_degrees());
        rows.peak_azimuth_deg.push(peak.azimuth_rad.to_degrees());
        rows.set_azimuth_deg.push(set.azimuth_rad.to_degrees());
        rows.peak_elevation_deg.push(peak.elevation_rad.to_degrees());
        rows.peak_range_km.push(peak.range_km);
        rows.rise_range_rate_km_per_s.push(rise.range_rate_km_per_s);
        rows.set_range_rate_km_per_s.push(set.range_rate_km_per_s);
        rows.rise_doppler_hz.push(doppler_hz(study, &rise));
        rows.set_doppler_hz.push(doppler_hz(study, &set));
    }
    rows.into_table()
}

fn serving_table(timeline: &Timeline, terminals: &[NodeId], study: &ContactsStudy) -> Table {
    let names = names_of(timeline);
    let Sampling { start, end, .. } = study.sampling;
    let mut rows = Vec::new();
    for &terminal in terminals {
        for contact in timeline.contacts(terminal) {
            let (from, until) = (contact.from.max(start), contact.until.min(end));
            if from < until {
                rows.push((terminal, contact.satellite, from, until));
            }
        }
    }
    ServingTable {
        terminal: Names::new(rows.iter().map(|row| row.0.0), &names),
        satellite: Names::new(rows.iter().map(|row| row.1.0), &names),
        from_s: rows.iter().map(|row| row.2.as_secs_f64()).collect(),
        until_s: rows.iter().map(|row| row.3.as_secs_f64()).collect(),
    }
    .into_table()
}

fn looks_table(
    timeline: &Timeline,
    passes: &[Pass],
    study: &ContactsStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Table, NoOutcome> {
    let sky = timeline.sky();
    let Sampling { start, end, step } = study.sampling;
    let mut looks = Vec::new();
    for (done, pass) in passes.iter().enumerate() {
        let share = done as f64 / passes.len() as f64;
        let note = done.is_multiple_of(64).then(|| progress(PASSING + (1.0 - PASSING) * share));
        if note.is_some_and(|note| note != Control::Continue) {
            return Err(NoOutcome::Stopped);
        }
        let (from, until) = (pass.rise.unwrap_or(start), pass.set.unwrap_or(end));
        let first = from.saturating_since(start).as_nanos().div_ceil(step.as_nanos());
        let instants = (first..study.sampling.count()).map(|number| study.sampling.instant(number));
        for t in instants.take_while(|&t| t < until) {
            let look = sky.look(pass.terminal, pass.satellite, t);
            looks.push((t, pass.terminal, pass.satellite, look));
        }
    }
    looks.sort_by_key(|&(t, terminal, satellite, _)| (t, terminal, satellite));
    let names = names_of(timeline);
    let values = |of: fn(&Look) -> f64| looks.iter().map(|row| of(&row.3)).collect();
    let is_serving = |&(t, terminal, satellite, _): &(SimTime, NodeId, NodeId, Look)| {
        timeline.satellites_of(terminal, t).any(|serving| serving == satellite)
    };
    Ok(LooksTable {
        t_s: looks.iter().map(|row| row.0.as_secs_f64()).collect(),
        terminal: Names::new(looks.iter().map(|row| row.1.0), &names),
        satellite: Names::new(looks.iter().map(|row| row.2.0), &names),
        azimuth_deg: values(|look| look.azimuth_rad.to_degrees()),
        elevation_deg: values(|look| look.elevation_rad.to_degrees()),
        range_km: values(|look| look.range_km),
        range_rate_km_per_s: values(|look| look.range_rate_km_per_s),
        doppler_hz: looks.iter().map(|row| doppler_hz(study, &row.3)).collect(),
        serving: looks.iter().map(is_serving).collect(),
    }
    .into_table())
}
