//! Profiles of a slotted access: what was measured of a network, as distributions.
//!
//! A profile is a TOML file: one of `profiles/` at the top of the repository, by its name, or one
//! of the user's own, such as `skyseam fit` writes. Owns the keys of such a file; [`super::course`]
//! draws delays, losses and rates from them.

use serde_json::Value as Json;
use skyseam_base::{Duration, Rate, math};
use skyseam_params::document::Value;
use skyseam_params::shape::{Definitions, List, Shape};
use skyseam_params::text_values::FreeText;
use skyseam_params::units::{self, Dimension, QuantityFault};
use skyseam_params::values::{PositiveSpan, Probability, Span, plain_number, quantity};
use skyseam_params::{Keys, Parameter, Problems, Spanned, parameters};

use super::SlotDirection;

plain_number! {
    /// A number of a table: a delay in milliseconds, a rate in Mbit/s, a ratio.
    Number from -1e6 to 1e6
}

quantity! {
    /// A time from the beginning of a slot, ms; negative before it.
    FromEdge(f64) in FROM_EDGE signed,
    accepts |_ms| true,
    expected "a time from a slot's beginning, negative before it", such as "-250 ms"
}

const FROM_EDGE: Dimension<f64> = Dimension {
    what: units::TIME.what,
    units: units::TIME.units,
    reader: |_, text| signed_ms(text),
    printer: |_, ms| print_ms(ms),
};

fn signed_ms(text: &str) -> Result<f64, QuantityFault> {
    let ms = |text| units::TIME.read(text).map(|time| 1e-6 * time.as_nanos() as f64);
    match text.strip_prefix('-') {
        Some(before) => ms(before).map(|ms| -ms),
        None => ms(text),
    }
}

fn print_ms(ms: f64) -> String {
    let time = units::print_duration(Duration::from_nanos((1e6 * ms.abs()).round() as u64));
    if ms < 0.0 { format!("-{time}") } else { time }
}

plain_number! {
    /// Correlation between successive values.
    Correlation from -1.0 to 1.0
}

parameters! {
    /// Delays, losses and rates of a terminal's access, as fitted to a measurement.
    pub struct Profile, check check_times {
        /// The measured network, in a line.
        summary: FreeText,
        /// Measurement and derivation: by whom, when, under which licence.
        source: FreeText,
        /// Length of a slot: the satellite that serves a terminal changes at its beginning at most.
        slot: PositiveSpan = Duration::from_secs(15),
        /// Time from a full minute of UTC to the beginning of a slot, modulo `slot`. If the
        /// scenario has no date, time zero is a full hour.
        phase: Span = Duration::ZERO,
        /// Round-trip propagation delay that the fit subtracted from the measured delays. It is not
        /// added to the delay: it follows from the positions of the endpoints, or the wire has it.
        propagation: Span = Duration::ZERO,
        /// Delay of a round trip beyond `propagation`.
        delay: DelayLaw,
        /// Losses. Default: none.
        loss: Option<LossLaw> = None,
        /// Long interruptions, in which both directions lose everything. Default: none.
        outage: Option<OutageLaw> = None,
        /// Rates. Default: the link's `rate`.
        rate: Option<RateLaws> = None,
    }
}

parameters! {
    /// Delay of a round trip beyond the propagation delay: that of a slot, and that of an instant
    /// within the slot.
    pub struct DelayLaw, check check_quantiles {
        /// Share of the delay in the uplink; the downlink has the rest.
        uplink_share: Probability = 1.0,
        /// Minimum of the delay.
        least_ms: Number = 0.0,
        /// Quantiles of a slot's delay, the median of its round trips, at equal steps of
        /// probability from 0 to 1, ms.
        base_ms: Quantiles,
        /// Correlation of the normal scores of successive slots' delays.
        base_correlation: Correlation = 0.0,
        /// Probability that a slot's delay does not depend on that of the slot before it.
        base_redraw: Probability = 0.0,
        /// Quantiles of the interquartile range of the delay within a slot, at equal steps of
        /// probability, ms.
        spread_ms: Quantiles,
        /// Correlation from slot to slot of the part of the range's normal score that does not
        /// depend on the slot's delay.
        spread_correlation: Correlation = 0.0,
        /// Correlation between the normal scores of a slot's delay and of its range.
        base_spread_correlation: Correlation = 0.0,
        /// Largest ratio of a slot's range to its delay above `least_ms`. Default: none.
        spread_limit: Option<Number> = None,
        /// Probabilities of the quantiles in `residual` and in `excess_ms`, from 0 to 1.
        probabilities: Quantiles,
        /// Quantiles of (delay - the slot's delay) / the slot's interquartile range.
        residual: Quantiles,
        /// Time for which a residual holds.
        step: PositiveSpan = Duration::from_millis(10),
        /// Time constant of the correlated part of the residual's normal score.
        memory: PositiveSpan = Duration::from_millis(100),
        /// Share of the correlated part in the variance of the score; the rest is independent from
        /// step to step.
        memory_share: Probability = 0.0,
        /// Factors of the slot's delay in the 24 hours of UTC. Default: none.
        hourly: Option<List<Number>> = None,
        /// Windows near the beginning of a slot in which another distribution takes the place of
        /// the residual. Default: none.
        edge: List<DelayWindow> = vec![],
    }
}

parameters! {
    /// Delays near the beginning of a slot.
    pub struct DelayWindow {
        /// Begin of the window, from the beginning of a slot; negative before it.
        from: FromEdge,
        /// End of the window.
        to: FromEdge,
        /// Quantiles of (delay - the slot's delay), ms, at the `probabilities` of the residual.
        excess_ms: Quantiles,
    }
}

parameters! {
    /// Losses of a round trip, in intervals of time; an interval concerns one direction.
    pub struct LossLaw {
        /// Probability that a lost interval is one of the uplink.
        uplink_share: Probability = 0.5,
        /// Share of time lost outside of the windows.
        share: Probability = 0.0,
        /// Mean length of a lost interval outside of the windows.
        burst: PositiveSpan = Duration::from_millis(20),
        /// Windows near the beginning of a slot with other shares. Default: none.
        edge: List<LossWindow> = vec![],
    }
}

parameters! {
    /// Losses near the beginning of a slot.
    pub struct LossWindow {
        /// Begin of the window, from the beginning of a slot; negative before it.
        from: FromEdge,
        /// End of the window.
        to: FromEdge,
        /// Share of time lost.
        share: Probability,
    }
}

parameters! {
    /// Interruptions at exponentially distributed intervals.
    pub struct OutageLaw {
        /// Mean time between the beginnings of interruptions.
        every: PositiveSpan,
        /// Probability that an interruption waits for the beginning of the next slot.
        edge_share: Probability = 0.0,
        /// Quantiles of the duration, at equal steps of probability from 0 to 1, s.
        duration_s: Quantiles,
    }
}

parameters! {
    /// Rates of the two directions.
    pub struct RateLaws {
        /// Uplink. Default: the link's `rate`.
        up: Option<RateLaw> = None,
        /// Downlink. Default: the link's `rate`.
        down: Option<RateLaw> = None,
    }
}

parameters! {
    /// Rate of a direction: the mean of a slot, and the ratio of an instant within the slot to it.
    pub struct RateLaw, check check_rates {
        /// Quantiles of a slot's mean rate, at equal steps of probability from 0 to 1, Mbit/s.
        slot_mbps: Quantiles,
        /// Correlation of the normal scores of successive slots' rates.
        correlation: Correlation = 0.0,
        /// Quantiles of the ratio of a step's rate to the slot's, at equal steps of probability.
        within: Quantiles = vec![1.0, 1.0],
        /// Correlation of the normal scores of successive steps' ratios.
        within_correlation: Correlation = 0.0,
        /// Time for which a rate holds.
        step: PositiveSpan = Duration::from_millis(100),
        /// Factors of the slot's rate in the 24 hours of UTC. Default: none.
        hourly: Option<List<Number>> = None,
    }
}

impl DelayWindow {
    /// Begin and end, ms.
    pub(super) fn span_ms(&self) -> [f64; 2] {
        [self.from, self.to]
    }
}

impl LossWindow {
    /// Begin and end, ms.
    pub(super) fn span_ms(&self) -> [f64; 2] {
        [self.from, self.to]
    }
}

/// Minimum of a step: each is drawn, whether a packet is sent in it or not.
const LEAST_STEP: Duration = Duration::from_millis(1);

/// Minimum of the mean time between interruptions.
const LEAST_EVERY: Duration = Duration::from_secs(1);

/// Number of hours, and of factors by hour.
const HOURS: usize = 24;

impl Profile {
    fn check_times(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let slot = self.slot;
        let mut steps = vec![("delay", self.delay.step)];
        let rates = self.rate.iter().flat_map(|rate| [&rate.up, &rate.down]).flatten();
        steps.extend(rates.map(|rate| ("rate", rate.step)));
        let outage = self.outage.as_ref().map(|outage| ("outage", outage.every, LEAST_EVERY));
        let times = steps.iter().map(|(key, step)| (*key, *step, LEAST_STEP)).chain(outage);
        for (key, found, least) in times.filter(|(_, found, least)| found < least) {
            problems
                .add(&keys.at(key), "the profile changes too often to be drawn in reasonable time")
                .found(format!("{found}"))
                .expected(format!("at least {least}"));
        }
        for (key, step) in steps {
            if !slot.as_nanos().is_multiple_of(step.as_nanos()) {
                problems
                    .add(&keys.at(key), "a slot is not a whole number of steps")
                    .found(format!("a slot of {slot}, steps of {step}"))
                    .expected("a `step` that divides the slot");
            }
        }
        let loss_edges = self.loss.iter().flat_map(|loss| &loss.edge).map(LossWindow::span_ms);
        let half_ms = slot.as_nanos() as f64 / 2e6;
        let kinds = [
            ("delay", self.delay.edge.iter().map(DelayWindow::span_ms).collect::<Vec<_>>()),
            ("loss", loss_edges.collect()),
        ];
        for (key, windows) in kinds {
            let are_apart = windows.windows(2).all(|pair| pair[0][1] <= pair[1][0]);
            let is_inside =
                |[from, to]: &[f64; 2]| -half_ms <= *from && from < to && *to <= half_ms;
            if !are_apart || !windows.iter().all(is_inside) {
                problems
                    .add(&keys.at(key), "windows overlap, are not in order, or are too long")
                    .expected(format!(
                        "windows from -{half_ms} to {half_ms} ms, each after the one before it"
                    ));
            }
        }
    }

    /// The rates of a direction, if the profile has them.
    pub(super) fn rates(&self, direction: SlotDirection) -> Option<&RateLaw> {
        let rates = self.rate.as_ref()?;
        match direction {
            SlotDirection::Up => rates.up.as_ref(),
            SlotDirection::Down => rates.down.as_ref(),
        }
    }

    /// Median rate of a slot, with which queues in bandwidth-delay products are computed.
    pub(crate) fn median_rate(&self, direction: SlotDirection) -> Option<Rate> {
        let mbps = quantile(&self.rates(direction)?.slot_mbps, 0.5);
        Rate::from_bps((1e6 * mbps).round() as u64)
    }
}

impl DelayLaw {
    fn check_quantiles(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        check_hours(self.hourly.as_ref(), keys, problems);
        if self.probabilities[0] != 0.0 || self.probabilities.last() != Some(&1.0) {
            problems
                .add(&keys.at("probabilities"), "the probabilities do not cover the distribution")
                .expected("a list from 0 to 1");
        }
        let mut check = |key: &str, found: usize| {
            if found != self.probabilities.len() {
                problems
                    .add(&keys.at(key), "the table has not one quantile for each probability")
                    .found(format!("{found} quantiles"))
                    .expected(format!("{}, as in `probabilities`", self.probabilities.len()));
            }
        };
        check("residual", self.residual.len());
        for edge in &self.edge {
            check("edge", edge.excess_ms.len());
        }
    }
}

impl RateLaw {
    fn check_rates(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        check_hours(self.hourly.as_ref(), keys, problems);
        if self.slot_mbps[0] <= 0.0 {
            problems
                .add(&keys.at("slot_mbps"), "a slot without a rate would send nothing")
                .expected("quantiles above 0");
        }
        // The median, so that not every step of a slot is without a rate for long.
        if self.within[0] < 0.0 || quantile(&self.within, 0.5) <= 0.0 {
            problems
                .add(&keys.at("within"), "the ratios leave no rate for most of the time")
                .expected("quantiles of at least 0, with a median above 0");
        }
    }
}

fn check_hours(hourly: Option<&Vec<f64>>, keys: &Keys, problems: &mut Problems<'_>) {
    let Some(hourly) = hourly else { return };
    if hourly.len() != HOURS || hourly.iter().any(|factor| *factor <= 0.0) {
        problems
            .add(&keys.at("hourly"), "`hourly` has a factor for each hour of the day")
            .found(format!("{} numbers", hourly.len()))
            .expected("24 numbers above 0");
    }
}

/// Ascending quantiles, at least two.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantiles(Vec<f64>);

skyseam_params::holds!(Quantiles => Vec<f64>, |own| own);

impl Shape for Quantiles {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let before = problems.count();
        let numbers = List::<Number>::read(value, problems)?.own();
        if problems.count() == before && (numbers.len() < 2 || !numbers.is_sorted()) {
            problems
                .refuse(value, "must be quantiles in ascending order")
                .expected("at least two numbers, none below the one before it");
        }
        (problems.count() == before).then_some(Self(numbers))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        List::<Number>::schema(definitions)
    }
}

/// The quantile at `probability` in a table of equal steps; linear between its entries.
pub(super) fn quantile(table: &[f64], probability: f64) -> f64 {
    let place = probability.clamp(0.0, 1.0) * (table.len() - 1) as f64;
    let before = (place as usize).min(table.len() - 2);
    table[before] + (place - before as f64) * (table[before + 1] - table[before])
}

/// The quantile at `probability` in a table whose entries stand at `probabilities`.
pub(super) fn quantile_at(probabilities: &[f64], table: &[f64], probability: f64) -> f64 {
    let after = probabilities.partition_point(|one| *one <= probability);
    let before = after.clamp(1, table.len() - 1) - 1;
    let [from, to] = [probabilities[before], probabilities[before + 1]];
    let part = if to > from { ((probability - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    table[before] + part * (table[before + 1] - table[before])
}

/// Probability of a value below `score` under the standard normal distribution.
pub(super) fn below(score: f64) -> f64 {
    0.5 * math::erfc(-score * std::f64::consts::FRAC_1_SQRT_2)
}
