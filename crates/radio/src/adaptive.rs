//! A link budget over the course of a pass: the mode that the link has as range and elevation
//! change, and the weather.

use crate::atmosphere::{Attenuation, LEAST_ELEVATION_DEG, PERCENTAGES};
use crate::budget::{Direction, LinkBudget, Parts, Path};
use crate::keys::LinkBudgetKeys;
use crate::modcod::Mode;
use crate::weather::Weather;

/// Elevations per degree for which attenuations are kept.
const PER_DEGREE: f64 = 10.0;

/// A link budget with the attenuations of its weather at all elevations.
#[derive(Clone, Debug)]
pub struct BudgetByElevation {
    keys: LinkBudgetKeys,
    budget: LinkBudget,
    direction: Direction,
    /// Attenuations from 5 to 90 degrees, in steps of a tenth of a degree; empty without a climate.
    attenuations: Vec<Attenuation>,
}

impl BudgetByElevation {
    /// The budget that keys describe; `None` if a problem was reported for them.
    pub fn new(keys: &LinkBudgetKeys, direction: Direction) -> Option<Self> {
        let steps = ((90.0 - LEAST_ELEVATION_DEG) * PER_DEGREE) as u32;
        let attenuations = match keys.climate.is_some() {
            true => (0..=steps)
                .map(|step| LEAST_ELEVATION_DEG + f64::from(step) / PER_DEGREE)
                .map(|deg| keys.attenuation(direction, deg, keys.exceeded))
                .collect(),
            false => Vec::new(),
        };
        Some(Self { keys: keys.clone(), budget: keys.budget()?, direction, attenuations })
    }

    /// Attenuation at an elevation in this weather; below 5 degrees that of 5 degrees.
    ///
    /// Weather of more than 5 % of the year is clear: P.618-13 predicts no rain there.
    pub fn attenuation(&self, elevation_deg: f64, weather: Weather) -> Attenuation {
        match weather {
            Weather::Exceeded(percent) if percent <= *PERCENTAGES.end() => {
                let percent = percent.max(*PERCENTAGES.start());
                let elevation_deg = elevation_deg.clamp(LEAST_ELEVATION_DEG, 90.0);
                self.keys.attenuation(self.direction, elevation_deg, Some(percent))
            }
            Weather::OfBudget | Weather::Exceeded(_) => self.kept(elevation_deg),
            Weather::Measured(rain_db) => Attenuation { rain_db, ..self.kept(elevation_deg) },
        }
    }

    /// Attenuation of the budget: linear between those that are kept.
    fn kept(&self, elevation_deg: f64) -> Attenuation {
        let Some(last) = self.attenuations.len().checked_sub(1) else {
            return Attenuation::default();
        };
        let at = ((elevation_deg - LEAST_ELEVATION_DEG) * PER_DEGREE).clamp(0.0, last as f64);
        let (low, share) = (at.floor() as usize, at.fract());
        let (a, b) = (self.attenuations[low], self.attenuations[(low + 1).min(last)]);
        let mix = |a: f64, b: f64| a + share * (b - a);
        Attenuation {
            gas_db: mix(a.gas_db, b.gas_db),
            cloud_db: mix(a.cloud_db, b.cloud_db),
            rain_db: mix(a.rain_db, b.rain_db),
            scintillation_db: mix(a.scintillation_db, b.scintillation_db),
        }
    }

    /// The budget at a distance and an elevation in this weather.
    pub fn parts(&self, range_km: f64, elevation_deg: f64, weather: Weather) -> Parts {
        let path = Path::between(self.direction, range_km, elevation_deg);
        self.budget.evaluate(&path, &self.attenuation(elevation_deg, weather))
    }

    /// Mode at a ratio of energy per symbol to noise, by its index, after mode `current`; `None`
    /// below all modes.
    pub fn next_mode(&self, current: Option<usize>, es_n0_db: f64) -> Option<usize> {
        self.budget.coding.next(current, es_n0_db)
    }

    /// A mode by its index.
    pub fn mode(&self, mode: usize) -> &Mode {
        &self.budget.coding.modes()[mode]
    }

    /// Whether a mode is received at a ratio of energy per symbol to noise: whether its threshold
    /// holds, without margin.
    pub fn holds(&self, mode: usize, es_n0_db: f64) -> bool {
        // As in the choice of a mode, rounding does not decide.
        self.mode(mode).es_n0_db <= es_n0_db + 1e-9
    }

    /// Net rate of a mode, bit/s.
    pub fn rate_bps(&self, mode: usize) -> f64 {
        self.budget.rate_bps(self.mode(mode))
    }
}
