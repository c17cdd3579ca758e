//! Weather over time: rain at several places by the Gaussian process of ITU-R P.1853-1, and
//! attenuations measured elsewhere.
//!
//! Owns which percentage of the year the weather of an instant stands for.
//! [`crate::adaptive`] makes attenuations of it by the curve of the place: quantile to quantile,
//! since the lognormal fit of P.1853-1 misses that curve by up to a quarter.

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::file_values::{Faults, FileColumn, FileForm};
use skyseam_params::rows::Rows;
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

/// Rate of the low-pass filter, 1/s (P.1853-1 Annex 1 Sec. 2.2, step B).
const BETA: f64 = 2e-4;

/// Interval of the process, s (P.1853-1 recommends 1 s).
pub(crate) const STEP: Duration = Duration::from_secs(1);

/// Weather of an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weather {
    /// Weather of the link budget: clear, or exceeded in its percentage of the year.
    OfBudget,
    /// Attenuation exceeded in this percentage of the year.
    Exceeded(f64),
    /// Attenuation beyond that of a clear sky, dB.
    Measured(f64),
}

/// A place with weather.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Name of its stream of random numbers.
    pub name: String,
    /// Position in any frame in which the Earth rests, km; `None` if its weather is independent of
    /// that of all others.
    pub position_km: Option<[f64; 3]>,
}

impl Site {
    /// A site at a latitude and a longitude on a sphere of 6371 km.
    pub(crate) fn on_sphere(name: &str, latitude_deg: f64, longitude_deg: Option<f64>) -> Self {
        let (north, across) = math::sin_cos(latitude_deg.to_radians());
        let position_km = longitude_deg.map(|longitude_deg| {
            let (east, towards) = math::sin_cos(longitude_deg.to_radians());
            [across * towards, across * east, north].map(|x| x * crate::free_space::EARTH_KM)
        });
        Self { name: name.to_owned(), position_km }
    }
}

/// Correlation of the Gaussian variables of two places at a distance in km.
///
/// The form is that of P.618-13 Sec. 2.2.4.1, which has one correlation of rain and another of its
/// attenuation. A process of one variable needs one: the numbers are a calibration, by which both
/// places have 0.1 % at once as often as there, with rain in 5 to 8 % of the year.
pub fn correlation(distance_km: f64) -> f64 {
    let far = distance_km / 530.0;
    0.85 * math::exp(-distance_km / 31.0) + 0.15 * math::exp(-far * far)
}

/// Percentage of the year that a value of the process stands for: that of higher values.
fn percent(value: f64) -> f64 {
    50.0 * math::erfc(value / std::f64::consts::SQRT_2)
}

/// Gaussian processes of several places, in equal steps.
#[derive(Debug)]
pub struct RainProcess {
    step: Duration,
    /// Lower triangle whose product with its transpose is the matrix of correlations.
    mixing: Vec<Vec<f64>>,
    streams: Vec<RandomStream>,
    independent: Vec<f64>,
    values: Vec<f64>,
}

impl RainProcess {
    /// The processes of `sites` in their long-run state. The values of a site do not depend on
    /// sites after it.
    pub fn new(sites: &[Site], seed: u64) -> Self {
        Self::in_steps(STEP, sites, seed)
    }

    /// The processes in steps of another length.
    pub fn in_steps(step: Duration, sites: &[Site], seed: u64) -> Self {
        let stream = |site: &Site| RandomStream::new(seed, &format!("weather of {}", site.name));
        let mut streams: Vec<RandomStream> = sites.iter().map(stream).collect();
        let independent = streams.iter_mut().map(RandomStream::normal).collect();
        let values = vec![0.0; sites.len()];
        let mut process = Self { step, mixing: triangle(sites), streams, independent, values };
        process.mix();
        process
    }

    fn mix(&mut self) {
        for (value, row) in self.values.iter_mut().zip(&self.mixing) {
            *value = row.iter().zip(&self.independent).map(|(share, own)| share * own).sum();
        }
    }

    /// Advances by a step (P.1853-1 Annex 1 Sec. 2.2, steps D1 and D2).
    pub fn advance(&mut self) {
        self.advance_unmixed();
        self.mix();
    }

    /// Advances without the values of the step.
    fn advance_unmixed(&mut self) {
        let rho = math::exp(-BETA * self.step.as_secs_f64());
        let fresh = (1.0 - rho * rho).sqrt();
        for (value, stream) in self.independent.iter_mut().zip(&mut self.streams) {
            *value = rho * *value + fresh * stream.normal();
        }
    }

    /// Percentage of the year that the weather of a site stands for.
    pub fn percent(&self, site: usize) -> f64 {
        percent(self.values[site])
    }

    /// Percentages of each site over `length`, one for each step, after `offset`.
    pub fn course(mut self, offset: Duration, length: Duration) -> Vec<Vec<f32>> {
        let steps = |time: Duration| time.as_nanos() / self.step.as_nanos();
        let (before, within) = (steps(offset), steps(length));
        for _ in 0..before {
            self.advance_unmixed();
        }
        self.mix();
        let mut course = vec![Vec::new(); self.values.len()];
        for _ in 0..=within {
            for (own, value) in course.iter_mut().zip(&self.values) {
                own.push(percent(*value) as f32);
            }
            self.advance();
        }
        course
    }
}

/// Number of whole steps of [`STEP`] in a time.
pub fn steps(time: Duration) -> u64 {
    time.as_nanos() / STEP.as_nanos()
}

/// Cholesky's factor of the matrix of correlations of `sites`. Chords have a valid matrix; a site
/// at the place of an earlier one has its weather, and adds a column of zeros.
fn triangle(sites: &[Site]) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (number, site) in sites.iter().enumerate() {
        let mut row: Vec<f64> = Vec::with_capacity(number + 1);
        for (other, its) in sites.iter().zip(&rows) {
            let wanted = match (site.position_km, other.position_km) {
                (Some(a), Some(b)) => {
                    let squares = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b));
                    correlation(squares.sum::<f64>().sqrt())
                }
                _ => 0.0,
            };
            let known: f64 = row.iter().zip(its).map(|(a, b)| a * b).sum();
            let pivot = its[row.len()];
            row.push(if pivot == 0.0 { 0.0 } else { (wanted - known) / pivot });
        }
        let rest = 1.0 - row.iter().map(|share| share * share).sum::<f64>();
        row.push(if rest > 1e-9 { rest.sqrt() } else { 0.0 });
        rows.push(row);
    }
    rows
}

/// Attenuation over time, from a file with the columns `t_s` and `attenuation_db`: each value
/// holds until the next one, the last to the end.
#[derive(Clone, Debug, PartialEq)]
pub struct AttenuationTrace(Vec<(Duration, f64)>);

impl AttenuationTrace {
    /// Attenuation at a time after the first row, dB.
    pub fn at(&self, time: Duration) -> f64 {
        let next = self.0.partition_point(|(from, _)| *from <= time);
        self.0[next.saturating_sub(1)].1
    }
}

/// Columns, with their units in their names and their ranges.
const COLUMNS: [FileColumn; 2] = [("t_s", 0.0, 366.0 * 86_400.0), ("attenuation_db", 0.0, 200.0)];

impl FileForm for AttenuationTrace {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = problems.text_of(name)?;
        let mut faults = Faults::of(name, problems);
        let mut rows = Rows::of(text);
        if !rows.names(&COLUMNS.map(|(column, ..)| column), &mut faults) {
            return None;
        }
        let mut read: Vec<(f64, f64)> = Vec::new();
        let expected = "t_s,attenuation_db";
        while let Some((row, [at_s, level_db])) = rows.numbers(&COLUMNS, expected, &mut faults) {
            if let Some(&(before_s, _)) = read.last().filter(|(before_s, _)| at_s <= *before_s) {
                faults
                    .add(row, "the times of a trace must ascend")
                    .found(format!("t_s = {at_s}"))
                    .expected(format!("a time after {before_s}"));
            }
            read.push((at_s, level_db));
        }
        let last = rows.last();
        if faults.is_empty() && read.is_empty() {
            faults.add(last, "the trace has no attenuation").expected("a row below the names");
        }
        let begin_s = read.first()?.0;
        let since = |at_s: f64| Duration::from_nanos((1e9 * (at_s - begin_s)).round() as u64);
        let trace = read.into_iter().map(|(at_s, level_db)| (since(at_s), level_db)).collect();
        faults.is_empty().then_some(Self(trace))
    }
}
