//! Sizes and pauses of applications: constant, or drawn from a named distribution.
//!
//! Owns the two families of distributions, of sizes ([`SizeLaw`]) and of durations ([`SpanLaw`]),
//! with the same members, and the keys that choose from them ([`Sizes`], [`Spans`]). Does not own
//! the random streams: an application names the part of its stream that it draws from.

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::serde_json::{Value as Json, json};
use skyseam_params::shape::List;
use skyseam_params::values::{LONGEST, PositiveSpan, Probability, Span, plain_number};
use skyseam_params::{
    Definitions, Keys, Model, Parameter, Parameters, Problems, Shape, Spanned, Value, parameters,
    registry,
};

use super::file::FileSize;

plain_number! {
    /// Standard deviation of a logarithm.
    Sigma from 0.0 to 10.0
}

plain_number! {
    /// Exponent of a Pareto distribution.
    Exponent from 0.01 to 100.0
}

/// A quantity that can be drawn.
trait Drawable: Copy {
    /// Number of bytes or nanoseconds.
    fn number(self) -> f64;

    /// The quantity nearest to `number`, within the limits of scenarios.
    fn nearest(number: f64) -> Self;
}

impl Drawable for u64 {
    fn number(self) -> f64 {
        self as f64
    }

    fn nearest(number: f64) -> Self {
        number.round().clamp(1.0, 1e15) as Self
    }
}

impl Drawable for Duration {
    fn number(self) -> f64 {
        self.as_nanos() as f64
    }

    fn nearest(number: f64) -> Self {
        Self::from_nanos(number.round().clamp(0.0, LONGEST.as_nanos() as f64) as u64)
    }
}

fn exponential(mean: f64, random: &mut RandomStream) -> f64 {
    -mean * math::ln_1p(-random.uniform())
}

fn log_normal(median: f64, sigma: f64, random: &mut RandomStream) -> f64 {
    median * math::exp(sigma * random.normal())
}

/// Inverse of the distribution function, at a uniform random number.
fn bounded_pareto(shape: f64, smallest: f64, largest: f64, random: &mut RandomStream) -> f64 {
    let share = math::powf(smallest / largest, shape);
    let rest = 1.0 - random.uniform() * (1.0 - share);
    (smallest * math::powf(rest, -1.0 / shape)).min(largest)
}

/// Declares a family of distributions of one quantity, its members, and the key that chooses.
macro_rules! family {
    (
        $(#[doc = $doc:literal])+
        $module:ident $law:ident $name:literal is $what:literal at $at:literal,
        $shape:ident or $positive:ident of $own:ty,
        $(#[doc = $choice_doc:literal])+
        $choice:ident
    ) => {
        $(#[doc = $doc])+
        pub mod $module {
            use super::*;

            $(#[doc = $doc])+
            pub trait $law: Parameters {
                /// Draws the next value.
                fn draw(&self, random: &mut RandomStream) -> $own;
            }

            registry! {
                $(#[doc = $doc])+
                dyn $law $name is $what at $at {
                    Constant, Exponential, LogNormal, Pareto, Quantiles,
                }
                pub fn built_in;
                pub fn member;
            }

            parameters! {
                /// A constant value.
                pub struct Constant "constant" from "the degenerate distribution" {
                    /// Constant value.
                    value: $shape,
                }
            }

            impl $law for Constant {
                fn draw(&self, _: &mut RandomStream) -> $own {
                    self.value
                }
            }

            parameters! {
                /// Exponentially distributed.
                pub struct Exponential "exponential"
                from "Feller, Introduction to Probability, vol. 2, Sec. I.3" {
                    /// Mean of the distribution.
                    mean: $positive,
                }
            }

            impl $law for Exponential {
                fn draw(&self, random: &mut RandomStream) -> $own {
                    Drawable::nearest(exponential(self.mean.number(), random))
                }
            }

            parameters! {
                /// Log-normal distribution: the logarithm is normal.
                pub(crate) struct LogNormal "log-normal"
                from "Barford and Crovella, SIGMETRICS 1998, Sec. 3.2" {
                    /// Median of the distribution.
                    median: $positive,
                    /// Standard deviation of the natural logarithm.
                    sigma: Sigma,
                }
            }

            impl $law for LogNormal {
                fn draw(&self, random: &mut RandomStream) -> $own {
                    Drawable::nearest(log_normal(self.median.number(), self.sigma, random))
                }
            }

            parameters! {
                /// Pareto distribution between two bounds.
                pub struct Pareto "pareto"
                from "Harchol-Balter, Crovella and Murta, JPDC 59(2), 1999, Sec. 3",
                check together {
                    /// Exponent; the smaller, the heavier the tail.
                    shape: Exponent,
                    /// Minimum value.
                    smallest: $positive,
                    /// Maximum value.
                    largest: $positive,
                }
            }

            impl $law for Pareto {
                fn draw(&self, random: &mut RandomStream) -> $own {
                    let (low, high) = (self.smallest.number(), self.largest.number());
                    Drawable::nearest(bounded_pareto(self.shape, low, high, random))
                }
            }

            impl Pareto {
                fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
                    if self.smallest >= self.largest {
                        let print = <$positive as Parameter>::print;
                        problems
                            .add(&keys.at("largest"), "`largest` is not above `smallest`")
                            .found(format!(
                                "smallest = {}, largest = {}",
                                print(&self.smallest),
                                print(&self.largest)
                            ))
                            .expected("a largest value above the smallest");
                    }
                }
            }

            parameters! {
                /// Distribution by measured quantiles: between two of them the logarithm is
                /// uniform.
                pub struct Quantiles "quantiles"
                from "Law and Kelton, Simulation Modeling and Analysis",
                check together {
                    /// Cumulative shares of all values up to each of `values`, rising from 0 to 1.
                    shares: List<Probability>,
                    /// Value at each share, rising.
                    values: List<$positive>,
                }
            }

            impl $law for Quantiles {
                fn draw(&self, random: &mut RandomStream) -> $own {
                    let share = random.uniform();
                    let above = self.shares.partition_point(|&at| at <= share);
                    let above = above.clamp(1, self.shares.len() - 1);
                    let [low, high] =
                        [above - 1, above].map(|n| math::ln(self.values[n].number()));
                    let [from, to] = [self.shares[above - 1], self.shares[above]];
                    let part = (share - from) / (to - from);
                    Drawable::nearest(math::exp(low + part * (high - low)))
                }
            }

            impl Quantiles {
                fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
                    let (shares, values) = (&self.shares, &self.values);
                    let rises = shares.is_sorted_by(|a, b| a < b);
                    if !rises || shares.first() != Some(&0.0) || shares.last() != Some(&1.0) {
                        problems
                            .add(&keys.at("shares"), "`shares` do not rise from 0 to 1")
                            .expected("such as shares = [0, 0.5, 1]");
                    }
                    if values.len() != shares.len() {
                        problems
                            .add(&keys.at("values"), "`values` and `shares` differ in length")
                            .found(format!("{} values, {} shares", values.len(), shares.len()))
                            .expected("a value for each share");
                    }
                    if !values.is_sorted() {
                        problems
                            .add(&keys.at("values"), "`values` do not rise")
                            .expected("each value at least as large as the one before");
                    }
                }
            }

            $(#[doc = $choice_doc])+
            #[derive(Clone, Debug, PartialEq)]
            pub enum $choice {
                /// A constant; nothing is drawn.
                Always($own),
                /// A new value drawn each time.
                Drawn(Model<dyn $law>),
            }

            impl $choice {
                /// Creates values drawn from `law`.
                pub fn drawn(law: impl $law) -> Self {
                    Self::Drawn(Model::new(Arc::new(law)))
                }

                /// The next value.
                pub fn next(&self, random: &mut RandomStream) -> $own {
                    match self {
                        Self::Always(value) => *value,
                        Self::Drawn(law) => law.draw(random),
                    }
                }
            }

            impl From<$own> for $choice {
                fn from(value: $own) -> Self {
                    Self::Always(value)
                }
            }

            impl Shape for $choice {
                fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
                    match &value.value {
                        Value::Table(_) => Model::read(value, problems).map(Self::Drawn),
                        _ => $shape::read(value, problems).map(|read| Self::Always(read.own())),
                    }
                }

                fn schema(definitions: &mut Definitions) -> Json {
                    let law = Model::<dyn $law>::schema(definitions);
                    json!({ "oneOf": [$shape::schema(definitions), law] })
                }
            }

            impl Parameter for $choice {
                type Own = Self;

                fn own(self) -> Self {
                    self
                }

                fn print(own: &Self) -> Json {
                    match own {
                        Self::Always(value) => $shape::print(value),
                        Self::Drawn(law) => law.print(),
                    }
                }
            }
        }
    };
}

family! {
    /// A distribution of sizes.
    sizes SizeLaw "SizeLaw" is "a distribution of sizes" at "flows.application.response.kind",
    FileSize or FileSize of u64,
    /// A size, or the distribution from which sizes are drawn.
    Sizes
}

family! {
    /// A distribution of durations.
    spans SpanLaw "SpanLaw" is "a distribution of times" at "flows.application.think.kind",
    Span or PositiveSpan of Duration,
    /// A duration, or the distribution from which durations are drawn.
    Spans
}

pub use sizes::{SizeLaw, Sizes};
pub use spans::{SpanLaw, Spans};

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(count: u32, mut draw: impl FnMut() -> f64) -> f64 {
        (0..count).map(|_| draw()).sum::<f64>() / f64::from(count)
    }

    /// Goal: random sizes and times have the moments of their distributions. Method: 100,000 draws
    /// against closed forms, within four standard errors.
    #[test]
    fn draws_have_the_means_of_their_laws() {
        let mut random = RandomStream::new(5, "laws");
        let law = spans::Exponential { mean: Duration::from_secs(2) };
        let found = mean(100_000, || law.draw(&mut random).as_secs_f64());
        assert!((found - 2.0).abs() < 4.0 * 2.0 / 1e5f64.sqrt(), "{found}");

        let law = sizes::LogNormal { median: 10_000, sigma: 0.5 };
        let found = mean(100_000, || math::ln(law.draw(&mut random) as f64 / 1e4));
        assert!(found.abs() < 4.0 * 0.5 / 1e5f64.sqrt(), "{found}");

        // Mean of a bounded Pareto with exponent 1.2 between 1 kB and 1 MB: 3.978 kB.
        let law = sizes::Pareto { shape: 1.2, smallest: 1_000, largest: 1_000_000 };
        let (low, high, a) = (1e3, 1e6, 1.2);
        let norm = a * math::powf(low, a) / (1.0 - math::powf(low / high, a));
        let moment = |power: f64| {
            norm * (math::powf(high, power - a) - math::powf(low, power - a)) / (power - a)
        };
        let error = ((moment(2.0) - moment(1.0) * moment(1.0)) / 1e5).sqrt();
        let mut within = true;
        let found = mean(100_000, || {
            let size = law.draw(&mut random);
            within &= (1_000..=1_000_000).contains(&size);
            size as f64
        });
        assert!(within && (found - moment(1.0)).abs() < 4.0 * error, "{found}");
    }

    /// Goal: sizes by quantiles have their shares between each two, and the mean of a distribution
    /// that is uniform in the logarithm there. Method: 100,000 draws against closed forms, within
    /// four standard errors; no draw is outside of the ends.
    #[test]
    fn quantiles_are_met() {
        let mut random = RandomStream::new(5, "laws");
        let (shares, values) = (vec![0.0, 0.5, 0.9, 1.0], vec![100, 2_000, 2_000, 50_000]);
        let law = sizes::Quantiles { shares, values };
        let [mut below, mut at, mut square] = [0.0, 0.0, 0.0];
        let found = mean(100_000, || {
            let size = law.draw(&mut random);
            assert!((100..=50_000).contains(&size), "{size}");
            below += f64::from(size < 2_000);
            at += f64::from(size == 2_000);
            square += (size * size) as f64;
            size as f64
        });
        let uniform = |low: f64, high: f64| (high - low) / math::ln(high / low);
        let expected = 0.5 * uniform(1e2, 2e3) + 0.4 * 2e3 + 0.1 * uniform(2e3, 5e4);
        let error = ((square / 1e5 - expected * expected) / 1e5).sqrt();
        assert!((found - expected).abs() < 4.0 * error, "{found} {expected}");
        // Of sizes just under 2,000 a few round to it.
        assert!((below / 1e5 - 0.5).abs() < 4.0 * 0.5 / 1e5f64.sqrt(), "{below}");
        assert!((at / 1e5 - 0.4).abs() < 4.0 * 0.5 / 1e5f64.sqrt(), "{at}");
    }

    /// Goal: a constant draws nothing. Method: the state of the stream is unchanged after it.
    #[test]
    fn a_constant_draws_nothing() {
        let mut random = RandomStream::new(5, "laws");
        assert_eq!(Sizes::from(7).next(&mut random), 7);
        assert_eq!(Sizes::drawn(sizes::Constant { value: 9 }).next(&mut random), 9);
        assert_eq!(random.next_u64(), RandomStream::new(5, "laws").next_u64());
    }
}
