//! Files of link budgets: each with the geometry at which it is evaluated.

use skyseam_params::error::Problems;
use skyseam_params::shape::List;
use skyseam_params::text_values::FreeText;
use skyseam_params::{Keys, Parameters, ScenarioErrors, Shape, document, parameters};

use crate::budget::{Direction, Parts, Path};
use crate::free_space::{EARTH_KM, slant_range_km};
use crate::keys::LinkBudgetKeys;
use crate::keys::values::{Elevation, OrbitAltitude, PercentOfYear};
use crate::modcod::Mode;

parameters! {
    /// A file of link budgets.
    pub struct BudgetFile {
        /// Link budgets.
        budgets: List<BudgetCase>,
    }
}

parameters! {
    /// A link budget, and the geometry at which it is evaluated.
    pub struct BudgetCase, check check_geometry, exactly one of (altitude, range) {
        /// Name in the results.
        name: FreeText,
        /// Direction of the link.
        direction: Direction = Direction::Down,
        /// Altitude of the satellite over a sphere of 6371 km.
        altitude: Option<OrbitAltitude> = None,
        /// Distance between both ends.
        range: Option<OrbitAltitude> = None,
        /// Elevations of the satellite; at most one beside `range`.
        elevation: List<Elevation> = Vec::new(),
        /// Percentages of the year at which the budget is evaluated. Default: that of
        /// `link_budget`.
        exceeded: List<PercentOfYear> = Vec::new(),
        /// The link budget, as on a link of a scenario.
        link_budget: LinkBudgetKeys,
    }
}

/// A link budget at an elevation and a percentage of the year.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// Elevation of the satellite, degrees, if it is known.
    pub elevation_deg: Option<f64>,
    /// Percentage of the year in which the attenuation is exceeded; `None` under a clear sky.
    pub exceeded_percent: Option<f64>,
    /// Distance between both ends, km.
    pub range_km: f64,
    /// Parts and ratios of the budget.
    pub parts: Parts,
    /// Mode that is chosen; `None` below all modes.
    pub mode: Option<Mode>,
    /// Margin above the threshold of the mode including the demanded margin, dB.
    pub margin_db: Option<f64>,
    /// Net rate, bit/s.
    pub rate_bps: f64,
}

/// Reads a file of link budgets.
///
/// # Errors
/// All problems of the text.
pub fn read(text: &str, name: &str) -> Result<BudgetFile, ScenarioErrors> {
    let mut problems = Problems::new(text);
    let document = document::read(text, &mut problems);
    let file = document.and_then(|document| BudgetFile::read(&document, &mut problems));
    problems.verdict(file, name)
}

impl BudgetFile {
    /// The file with every default.
    pub fn printed(&self) -> serde_json::Value {
        Parameters::printed(self).into()
    }
}

impl BudgetCase {
    fn check_geometry(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.range.is_some() && self.elevation.len() > 1 {
            problems
                .add(&keys.at("elevation"), "several elevations have several distances")
                .expected("at most one elevation beside `range`")
                .help("state the `altitude` of the satellite in place of `range`");
        }
        let needs = self.altitude.is_some() || self.link_budget.needs_elevation();
        if self.elevation.is_empty() && needs {
            problems.require("elevation", keys.table(), "elevations, such as [\"40 deg\"]");
        }
        let place = keys.at("link_budget");
        self.link_budget.check_direction(self.direction, &place, problems);
        if self.link_budget.climate.is_none() && !self.exceeded.is_empty() {
            problems
                .add(&keys.at("exceeded"), "`exceeded` has no effect without a climate")
                .help("remove it, or add a `climate` to `link_budget`");
        }
    }

    /// The budget at each elevation and percentage of the year.
    pub fn evaluate(&self) -> Vec<Evaluated> {
        let elevations: Vec<Option<f64>> = match self.elevation.is_empty() {
            true => vec![None],
            false => self.elevation.iter().copied().map(Some).collect(),
        };
        let percents: Vec<Option<f64>> = match self.exceeded.is_empty() {
            true => vec![self.link_budget.exceeded],
            false => self.exceeded.iter().copied().map(Some).collect(),
        };
        let pairs =
            elevations.iter().flat_map(|own| percents.iter().map(|percent| (*own, *percent)));
        pairs.filter_map(|(elevation, percent)| self.at(elevation, percent)).collect()
    }

    fn at(&self, elevation_deg: Option<f64>, exceeded_percent: Option<f64>) -> Option<Evaluated> {
        let budget = self.link_budget.budget()?;
        let elevation = elevation_deg.unwrap_or(90.0);
        let range_km = match (self.range, self.altitude) {
            (Some(range_km), _) => range_km,
            (None, altitude_km) => slant_range_km(EARTH_KM, altitude_km?, elevation),
        };
        let path = Path::between(self.direction, range_km, elevation);
        let attenuation = self.link_budget.attenuation(self.direction, elevation, exceeded_percent);
        let parts = budget.evaluate(&path, &attenuation);
        let chosen = budget.coding.best(parts.es_n0_db).map(|index| &budget.coding.modes()[index]);
        let margin_db =
            chosen.map(|mode| parts.es_n0_db - mode.es_n0_db - budget.coding.margin_db());
        Some(Evaluated {
            elevation_deg,
            exceeded_percent,
            range_km,
            mode: chosen.cloned(),
            margin_db,
            rate_bps: chosen.map_or(0.0, |mode| budget.rate_bps(mode)),
            parts,
        })
    }
}
