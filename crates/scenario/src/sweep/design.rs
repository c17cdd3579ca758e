//! Values of each run of a sweep: combinations of listed values, random draws, replications.
//!
//! Owns the order of runs: draws change slowest, then the variables of listed values in the order
//! of the file, then replications. So runs with the same drawn value are adjacent, and the first
//! runs are a complete design of fewer draws. Owns the conversion of a draw into a value; all draws
//! come from streams named by seed and key.

use serde_json::{Value as Json, json};
use skyseam_base::{RandomStream, math};

use super::key::Key;
use super::number::Steps;
use super::template::Replacement;
use crate::document::Value;

/// Design of a sweep.
#[derive(Clone, Debug)]
pub(crate) enum Design {
    /// Listed one by one.
    Listed(Vec<Vec<Replacement>>),
    /// Defined by variables.
    Crossed(Crossed),
}

/// A design of every combination of listed values, with each draw, replicated.
#[derive(Clone, Debug)]
pub(crate) struct Crossed {
    pub axes: Vec<Axis>,
    pub drawn: Vec<Drawn>,
    /// Number of draws, at least 1 even if nothing is drawn.
    pub draws: u64,
    pub seed: u64,
    pub replications: u64,
    /// Seed of the first replication.
    pub first_seed: (Key, i64),
}

/// Keys that take listed values together.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub keys: Vec<Key>,
    pub points: Points,
}

/// Successive values of keys.
#[derive(Clone, Debug)]
pub(crate) enum Points {
    /// One value of each key for each point.
    Listed(Vec<Vec<Value>>),
    /// Values of one key.
    Stepped(Steps),
}

/// Keys whose values are drawn together.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub keys: Vec<Key>,
    pub law: Law,
    /// One random number for each draw, or two: from 0 to 1, exclusive.
    pub shares: Vec<[f64; 2]>,
}

/// Distribution of drawn values.
#[derive(Clone, Debug)]
pub(crate) enum Law {
    Uniform(Steps),
    LogUniform(Steps),
    Choice(Vec<Vec<Value>>),
    /// Uniform over an area between parallels and meridians, deg: latitude, then longitude.
    Globe {
        south: f64,
        north: f64,
        west: f64,
        /// Width of the area to the east of that.
        width: f64,
    },
}

impl Points {
    fn count(&self) -> u64 {
        match self {
            Self::Listed(points) => points.len() as u64,
            Self::Stepped(steps) => steps.count(),
        }
    }

    fn values(&self, point: u64) -> Vec<Value> {
        match self {
            Self::Listed(points) => points[point as usize].clone(),
            Self::Stepped(steps) => vec![steps.value(point)],
        }
    }
}

impl Drawn {
    /// Draws all values in advance.
    pub fn new(keys: Vec<Key>, law: Law, draws: u64, seed: u64) -> Self {
        let mut stream = RandomStream::new(seed, &format!("sweep {}", keys[0]));
        let shares = (0..draws).map(|_| [stream.uniform(), stream.uniform()]).collect();
        Self { keys, law, shares }
    }

    fn values(&self, draw: u64) -> Vec<Value> {
        let [share, other] = self.shares[draw as usize];
        match &self.law {
            Law::Uniform(steps) => vec![steps.even(share)],
            Law::LogUniform(steps) => {
                vec![steps.even_in_logarithm(share).unwrap_or_else(|| steps.value(0))]
            }
            Law::Choice(rows) => rows[(share * rows.len() as f64) as usize].clone(),
            Law::Globe { south, north, west, width } => {
                // Areas between parallels are as the differences of the sines.
                let (low, high) = (math::sin(south.to_radians()), math::sin(north.to_radians()));
                let latitude = math::asin(low + share * (high - low)).to_degrees();
                let east = west + other * width;
                let longitude = if east >= 180.0 { east - 360.0 } else { east };
                // A ten-millionth of a degree is a centimetre.
                [latitude.clamp(*south, *north), longitude]
                    .map(|deg| Value::Text(format!("{deg:.7} deg")))
                    .into()
            }
        }
    }

    /// Contribution to the sweep's identity.
    fn identity(&self) -> Json {
        let law = match &self.law {
            Law::Uniform(steps) => json!({ "uniform": steps.identity() }),
            Law::LogUniform(steps) => json!({ "log_uniform": steps.identity() }),
            Law::Choice(rows) => {
                json!({ "choice": rows.iter().map(|row| told(row)).collect::<Json>() })
            }
            Law::Globe { south, north, west, width } => {
                json!({ "globe": [south, north, west, width] })
            }
        };
        json!([names(&self.keys), law])
    }
}

fn names(keys: &[Key]) -> Json {
    keys.iter().map(Key::to_string).collect()
}

fn told(values: &[Value]) -> Json {
    values.iter().map(Value::json).collect()
}

impl Crossed {
    /// Number of runs; `None` if it overflows.
    pub fn runs(&self) -> Option<u64> {
        let counts = self.axes.iter().map(|axis| axis.points.count());
        let mut counts = counts.chain([self.draws, self.replications]);
        counts.try_fold(1u64, |product, count| product.checked_mul(count))
    }

    fn changes(&self, run: u64) -> Vec<Replacement> {
        let (mut rest, replication) = (run / self.replications, run % self.replications);
        let mut points = vec![0; self.axes.len()];
        for (point, axis) in points.iter_mut().zip(&self.axes).rev() {
            let count = axis.points.count();
            (*point, rest) = (rest % count, rest / count);
        }
        let drawn =
            self.drawn.iter().flat_map(|drawn| drawn.keys.iter().cloned().zip(drawn.values(rest)));
        let mut changes: Vec<Replacement> = drawn.collect();
        for (axis, point) in self.axes.iter().zip(points) {
            changes.extend(axis.keys.iter().cloned().zip(axis.points.values(point)));
        }
        if self.replications > 1 {
            let (key, first) = &self.first_seed;
            let seed = first.saturating_add(replication as i64);
            changes.push((key.clone(), Value::from(seed)));
        }
        changes
    }
}

impl Design {
    /// Number of runs.
    pub fn runs(&self) -> u64 {
        match self {
            Self::Listed(runs) => runs.len() as u64,
            Self::Crossed(crossed) => crossed.runs().unwrap_or(u64::MAX),
        }
    }

    /// The values that replace the scenario's in a run.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn changes(&self, run: u64) -> Vec<Replacement> {
        assert!(run < self.runs(), "run {run} of {}", self.runs());
        match self {
            Self::Listed(runs) => runs[run as usize].clone(),
            Self::Crossed(crossed) => crossed.changes(run),
        }
    }

    /// Contribution to the sweep's identity.
    pub fn identity(&self) -> Json {
        match self {
            Self::Listed(runs) => {
                let pair = |(key, value): &Replacement| json!([key.to_string(), value.json()]);
                let run = |run: &Vec<Replacement>| run.iter().map(pair).collect::<Json>();
                runs.iter().map(run).collect()
            }
            Self::Crossed(crossed) => {
                let axis = |axis: &Axis| match &axis.points {
                    Points::Listed(points) => {
                        json!([names(&axis.keys), points.iter().map(|p| told(p)).collect::<Json>()])
                    }
                    Points::Stepped(steps) => json!([names(&axis.keys), steps.identity()]),
                };
                json!({
                    "listed": crossed.axes.iter().map(axis).collect::<Json>(),
                    "drawn": crossed.drawn.iter().map(Drawn::identity).collect::<Json>(),
                    "draws": crossed.draws,
                    "seed": if crossed.drawn.is_empty() { 0 } else { crossed.seed },
                    "replications": crossed.replications,
                })
            }
        }
    }
}
