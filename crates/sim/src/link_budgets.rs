//! Link budgets without packets: parts, ratios, mode and rate of each.
//!
//! Owns the result tables; [`skyseam_radio`] owns the budgets.

use serde_json::json;
use skyseam_params::{Files, ScenarioErrors};
use skyseam_radio::Mode;
pub use skyseam_radio::file::references;
use skyseam_radio::file::{self, Course, Evaluated};
use skyseam_trace::{Columns, Names, columns};

use crate::run::Outcome;

columns! {
    /// A row for each link budget, elevation and percentage of the year.
    pub(crate) struct BudgetsTable "budgets" {
        /// Name of the budget.
        name: Names,
        /// Elevation of the satellite, null if only its distance is given.
        elevation_deg: Vec<f64> as "deg",
        /// Percentage of the year in which the attenuation is exceeded, null for a clear sky.
        exceeded_percent: Vec<f64> as "%",
        /// Distance between both ends.
        range_km: Vec<f64> as "km",
        /// EIRP towards the receiver.
        eirp_dbw: Vec<f64> as "dBW",
        /// Free-space loss.
        free_space_db: Vec<f64> as "dB",
        /// Attenuation by the atmosphere.
        atmosphere_db: Vec<f64> as "dB",
        /// G/T towards the transmitter.
        g_over_t_db_k: Vec<f64> as "dB/K",
        /// Carrier to noise density.
        c_n0_dbhz: Vec<f64> as "dBHz",
        /// Carrier to noise in the occupied bandwidth.
        c_n_db: Vec<f64> as "dB",
        /// Carrier to noise and interference in the occupied bandwidth.
        c_ni_db: Vec<f64> as "dB",
        /// Energy of a symbol to density of noise and interference.
        es_n0_db: Vec<f64> as "dB",
        /// Mode of modulation and coding, null below all modes.
        mode: Names,
        /// Level above the threshold of the mode and the demanded margin, null below all modes.
        margin_db: Vec<f64> as "dB",
        /// Net rate; zero below all modes.
        rate_bps: Vec<f64> as "bit/s",
    }
}

columns! {
    /// A row for each part of each row of the table `budgets`, in the order of the signal.
    pub(crate) struct PartsTable "parts" {
        /// Number of the row of the table `budgets`.
        budget: Vec<u64>,
        /// Name of the part.
        part: Names,
        /// Contribution to C/N0: losses are negative. The parts of a budget add up to its C/N0.
        value_db: Vec<f64> as "dB",
    }
}

columns! {
    /// A row for each time at which a link with weather chooses its mode.
    pub(crate) struct WeatherTable "weather" {
        /// Name of the budget.
        name: Names,
        /// Elevation of the satellite, null if only its distance is given.
        elevation_deg: Vec<f64> as "deg",
        /// Time since the start of the series.
        t_s: Vec<f64> as "s",
        /// Attenuation by the atmosphere.
        atmosphere_db: Vec<f64> as "dB",
        /// Energy of a symbol to density of noise and interference.
        es_n0_db: Vec<f64> as "dB",
        /// Mode of modulation and coding, null below all modes.
        mode: Names,
        /// Net rate; zero below all modes.
        rate_bps: Vec<f64> as "bit/s",
    }
}

/// Reads a file of link budgets, with the `files` that it names, and evaluates each of them at each
/// of its elevations and percentages of the year, and over time where it has weather.
///
/// # Errors
/// All problems of the text.
pub fn link_budgets(text: &str, name: &str, files: &Files) -> Result<Outcome, ScenarioErrors> {
    let file = file::read(text, name, files)?;
    let mut budgets = BudgetsTable::default();
    let mut parts = PartsTable::default();
    for case in &file.budgets {
        for row in case.evaluate() {
            for step in &row.parts.steps {
                parts.budget.push(budgets.range_km.len() as u64);
                parts.part.push(&step.name);
                parts.value_db.push(step.value_db);
            }
            budgets.push(&case.name, row);
        }
    }
    let mut tables = vec![("budgets", budgets.into_table()), ("parts", parts.into_table())];
    let courses = file.courses();
    if !courses.is_empty() {
        tables.push(("weather", WeatherTable::of(&courses).into_table()));
    }
    Ok(Outcome { manifest: json!({ "scenario": file.printed() }), tables, captures: vec![] })
}

/// Adds the name of a mode, null below all modes.
fn push_mode(names: &mut Names, mode: Option<&Mode>) {
    match mode {
        Some(mode) => names.push(&mode.name),
        None => names.indices.push(u32::MAX),
    }
}

impl WeatherTable {
    fn of(courses: &[Course]) -> Self {
        let mut table = Self::default();
        for course in courses {
            for instant in &course.instants {
                table.name.push(&course.name);
                table.elevation_deg.push(course.elevation_deg.unwrap_or(f64::NAN));
                table.t_s.push(instant.time.as_secs_f64());
                table.atmosphere_db.push(instant.atmosphere_db);
                table.es_n0_db.push(instant.es_n0_db);
                push_mode(&mut table.mode, instant.mode.as_ref());
                table.rate_bps.push(instant.rate_bps);
            }
        }
        table
    }
}

impl BudgetsTable {
    fn push(&mut self, name: &str, row: Evaluated) {
        let known = |value: Option<f64>| value.unwrap_or(f64::NAN);
        self.name.push(name);
        self.elevation_deg.push(known(row.elevation_deg));
        self.exceeded_percent.push(known(row.exceeded_percent));
        self.range_km.push(row.range_km);
        self.eirp_dbw.push(row.parts.eirp_dbw);
        self.free_space_db.push(row.parts.free_space_db);
        self.atmosphere_db.push(row.parts.atmosphere_db);
        self.g_over_t_db_k.push(row.parts.g_over_t_db_k);
        self.c_n0_dbhz.push(row.parts.c_n0_dbhz);
        self.c_n_db.push(row.parts.c_n_db);
        self.c_ni_db.push(row.parts.c_ni_db);
        self.es_n0_db.push(row.parts.es_n0_db);
        push_mode(&mut self.mode, row.mode.as_ref());
        self.margin_db.push(known(row.margin_db));
        self.rate_bps.push(row.rate_bps);
    }
}
