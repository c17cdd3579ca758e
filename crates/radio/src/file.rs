//! Files of link budgets: each with the geometry at which it is evaluated.

use skyseam_base::Duration;
use skyseam_params::error::Problems;
use skyseam_params::shape::List;
use skyseam_params::text_values::FreeText;
use skyseam_params::values::{Longitude, PositiveSpan, Whole};
use skyseam_params::{Files, Keys, Parameters, ScenarioErrors, Shape, document, parameters};

use crate::adaptive::BudgetByElevation;
use crate::budget::{Direction, Parts, Path};
use crate::free_space::{EARTH_KM, slant_range_km};
use crate::keys::LinkBudgetKeys;
use crate::keys::preset::LinkBudgetTable;
use crate::keys::values::{Elevation, OrbitAltitude, PercentOfYear};
use crate::modcod::Mode;
use crate::weather::{RainProcess, Site, Weather, steps};

parameters! {
    /// A file of link budgets.
    pub struct BudgetFile, check check_series {
        /// Link budgets.
        budgets: List<BudgetCase>,
        /// Length of the series of budgets with `weather`. Default: 1 day.
        duration: Option<PositiveSpan> = None,
        /// Seed of weather that is drawn. Default: 1.
        seed: Option<Whole<0, { i64::MAX }>> = None,
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
        /// Longitude of the place on the ground: the weather that is drawn there is correlated with
        /// that of the file's other places. Default: it is independent of theirs.
        longitude: Option<Longitude> = None,
        /// Percentages of the year at which the budget is evaluated. Default: that of
        /// `link_budget`.
        exceeded: List<PercentOfYear> = Vec::new(),
        /// The link budget, as on a link of a scenario.
        link_budget: LinkBudgetTable,
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

/// A link budget over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Name of the budget.
    pub name: String,
    /// Elevation of the satellite, degrees, if it is known.
    pub elevation_deg: Option<f64>,
    /// Link at each time at which it chooses its mode.
    pub instants: Vec<Instant>,
}

/// A link with weather at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// Time since the start of the series.
    pub time: Duration,
    /// Attenuation by the atmosphere, dB.
    pub atmosphere_db: f64,
    /// Energy of a symbol to density of noise and interference, dB.
    pub es_n0_db: f64,
    /// Mode that is chosen; `None` below all modes.
    pub mode: Option<Mode>,
    /// Net rate, bit/s.
    pub rate_bps: f64,
}

/// Length of series whose file states none.
const USUAL_LENGTH: Duration = Duration::from_secs(86_400);

/// Reads a file of link budgets, with the `files` that it names.
///
/// # Errors
/// All problems of the text.
pub fn read(text: &str, name: &str, files: &Files) -> Result<BudgetFile, ScenarioErrors> {
    let mut problems = Problems::new(text).beside(files);
    let document = document::read(text, &mut problems);
    let file = document.and_then(|document| BudgetFile::read(&document, &mut problems));
    problems.verdict(file, name)
}

/// The files that a file of link budgets refers to, by the names that it uses.
pub fn references(text: &str) -> Vec<String> {
    let mut problems = Problems::new(text);
    if let Some(document) = document::read(text, &mut problems) {
        BudgetFile::read(&document, &mut problems);
    }
    problems.named_files().iter().map(|file| file.path.clone()).collect()
}

impl BudgetFile {
    /// The file with every default.
    pub fn printed(&self) -> serde_json::Value {
        Parameters::printed(self).into()
    }

    fn check_series(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.budgets.is_empty() {
            problems.add(&keys.at("budgets"), "`budgets` is empty").expected("[[budgets]]");
        }
        let has = |kind: fn(&LinkBudgetKeys) -> bool| {
            self.budgets.iter().any(|case| kind(&case.link_budget))
        };
        for (key, is_used, help) in [
            ("duration", has(|own| own.weather.is_some()), "add `weather` to a `link_budget`"),
            ("seed", has(LinkBudgetKeys::has_series), "add weather = { kind = \"series\" }"),
        ] {
            if keys.has(key) && !is_used {
                problems
                    .add(&keys.at(key), format!("`{key}` has no effect without weather over time"))
                    .help(format!("remove it, or {help}"));
            }
        }
    }

    /// Budgets with weather over time, at each of their elevations.
    pub fn courses(&self) -> Vec<Course> {
        let length = self.duration.unwrap_or(USUAL_LENGTH);
        let of_series: Vec<&BudgetCase> =
            self.budgets.iter().filter(|case| case.link_budget.has_series()).collect();
        let sites: Vec<Site> = of_series.iter().map(|case| case.site()).collect();
        let seed = self.seed.map_or(1, i64::unsigned_abs);
        let drawn = |case: &BudgetCase| {
            let site = of_series.iter().position(|own| std::ptr::eq(*own, case))?;
            let offset = case.link_budget.weather.as_ref()?.offset;
            // Sites after this one do not change its values.
            RainProcess::new(&sites[..=site], seed).course(offset, length).pop()
        };
        let with_weather = self.budgets.iter().filter(|case| case.link_budget.weather.is_some());
        with_weather
            .flat_map(|case| {
                let drawn = drawn(case);
                let each = case.elevations();
                each.into_iter().filter_map(move |deg| case.course(deg, length, drawn.as_deref()))
            })
            .collect()
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
        if !self.link_budget.has_series() && keys.has("longitude") {
            problems
                .add(&keys.at("longitude"), "`longitude` has no effect without a series of weather")
                .help("remove it, or add weather = { kind = \"series\" } to `link_budget`");
        }
        if self.link_budget.climate.is_none() && !self.exceeded.is_empty() {
            problems
                .add(&keys.at("exceeded"), "`exceeded` has no effect without a climate")
                .help("remove it, or add a `climate` to `link_budget`");
        }
    }

    /// The budget at each elevation and percentage of the year.
    pub fn evaluate(&self) -> Vec<Evaluated> {
        let elevations = self.elevations();
        let percents: Vec<Option<f64>> = match self.exceeded.is_empty() {
            true => vec![self.link_budget.exceeded],
            false => self.exceeded.iter().copied().map(Some).collect(),
        };
        let pairs =
            elevations.iter().flat_map(|own| percents.iter().map(|percent| (*own, *percent)));
        pairs.filter_map(|(elevation, percent)| self.at(elevation, percent)).collect()
    }

    fn elevations(&self) -> Vec<Option<f64>> {
        match self.elevation.is_empty() {
            true => vec![None],
            false => self.elevation.iter().copied().map(Some).collect(),
        }
    }

    fn range_km(&self, elevation_deg: f64) -> Option<f64> {
        match self.range {
            Some(range_km) => Some(range_km),
            None => Some(slant_range_km(EARTH_KM, self.altitude?, elevation_deg)),
        }
    }

    /// Place whose weather is drawn.
    fn site(&self) -> Site {
        let latitude_deg = self.link_budget.climate.as_ref().map_or(0.0, |own| own.latitude);
        Site::on_sphere(&self.name, latitude_deg, self.longitude)
    }

    /// The budget over time at an elevation; `drawn` has the percentages of the year of a series.
    fn course(
        &self,
        elevation_deg: Option<f64>,
        length: Duration,
        drawn: Option<&[f32]>,
    ) -> Option<Course> {
        let keys = self.link_budget.weather.as_ref()?;
        let budget = BudgetByElevation::new(&self.link_budget, self.direction)?;
        let elevation = elevation_deg.unwrap_or(90.0);
        let range_km = self.range_km(elevation)?;
        let (mut time, mut mode) = (Duration::ZERO, None);
        let mut instants = Vec::new();
        while time < length {
            let measured = keys.file.as_ref().map(|file| file.content.at(keys.offset + time));
            let weather = match (measured, drawn) {
                (Some(attenuation_db), _) => Weather::Measured(attenuation_db),
                (None, drawn) => Weather::Exceeded(drawn?[steps(time) as usize].into()),
            };
            let parts = budget.parts(range_km, elevation, weather);
            mode = budget.next_mode(mode, parts.es_n0_db);
            instants.push(Instant {
                time,
                atmosphere_db: parts.atmosphere_db,
                es_n0_db: parts.es_n0_db,
                mode: mode.map(|mode| budget.mode(mode).clone()),
                rate_bps: mode.map_or(0.0, |mode| budget.rate_bps(mode)),
            });
            time += self.link_budget.adaptation;
        }
        Some(Course { name: self.name.clone(), elevation_deg, instants })
    }

    fn at(&self, elevation_deg: Option<f64>, exceeded_percent: Option<f64>) -> Option<Evaluated> {
        let budget = self.link_budget.budget()?;
        let elevation = elevation_deg.unwrap_or(90.0);
        let range_km = self.range_km(elevation)?;
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
