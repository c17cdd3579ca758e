//! Failures of satellites and links: their table in a scenario and its value.

use skyseam_base::{Duration, RandomStream, SimTime, math};
use skyseam_params::error::short;
use skyseam_params::shape::{List, table};
use skyseam_params::text_values::{FreeText, Name, Pair};
use skyseam_params::units::{print_duration, print_instant};
use skyseam_params::values::{Instant, PositiveSpan};
use skyseam_params::{Problems, Spanned};

use crate::description::config::{Failed, Failure};
use crate::names::{Linkable, Names};

table! {
    /// Failures of satellites with all their links, or of one link: one for a time, or some that
    /// are drawn.
    FailureTable "Failure" {
        /// A satellite by name, with all its links.
        optional satellite: Name,
        /// Satellites by a pattern of their names, in which `*` stands for any characters, with all
        /// their links: "iridium-3-*" is a plane.
        optional satellites: FreeText,
        /// A link by the names of the two satellites.
        optional isl: Pair,
        /// Beginning of the failure. Required unless failures are drawn.
        optional start: Instant,
        /// End of the failure. Default: never.
        optional end: Instant,
        /// Mean time between a repair and the next failure, for failures that are drawn by the seed
        /// of the run: for each satellite or link by itself, from time zero, when it works, on.
        /// Times have exponential distributions. Goes with `mttr`.
        optional mtbf: PositiveSpan,
        /// Mean time to repair; goes with `mtbf`.
        optional mttr: PositiveSpan,
        exactly one of (satellite, satellites, isl)
    }
}

/// Most drawn failures of one satellite or link that are expected; more are a mistake.
const MAX_DRAWN: u64 = 100_000;

/// Seed and end of failures that are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Seed of the run.
    pub seed: u64,
    /// Time after which no failure matters.
    pub end: SimTime,
}

/// Returns the failures that are completely described; reports problems of the others.
pub fn failures(
    tables: Option<&Spanned<List<FailureTable>>>,
    names: &Names,
    linkable: &Linkable<'_>,
    drawing: Drawing,
    problems: &mut Problems<'_>,
) -> Vec<Failure> {
    let mut found = Vec::new();
    for table in tables.into_iter().flat_map(|list| &list.0) {
        let failed = failed(table, names, linkable, problems);
        let Some(times) = times(table, drawing.end, problems) else { continue };
        for (name, what) in failed {
            match times {
                Times::Stated(from, until) => found.push(Failure { what, from, until }),
                Times::Drawn { mtbf, mttr } => {
                    let mut random =
                        RandomStream::new(drawing.seed, &format!("failures of {name}"));
                    let mut after = |mean: Duration, at: SimTime| {
                        let span_s = -mean.as_secs_f64() * math::ln_1p(-random.uniform());
                        at.saturating_add(Duration::from_nanos((1e9 * span_s) as u64))
                    };
                    let mut from = after(mtbf, SimTime::ZERO);
                    while from < drawing.end {
                        let until = after(mttr, from);
                        found.push(Failure { what, from, until });
                        from = after(mtbf, until);
                    }
                }
            }
        }
    }
    found
}

/// Times of failures.
#[derive(Clone, Copy, Debug)]
enum Times {
    /// One, from an instant until another.
    Stated(SimTime, SimTime),
    /// Drawn ones.
    Drawn { mtbf: Duration, mttr: Duration },
}

/// Returns the times of a table's failures; reports problems.
fn times(
    table: &Spanned<FailureTable>,
    end: SimTime,
    problems: &mut Problems<'_>,
) -> Option<Times> {
    match (&table.start, &table.mtbf, &table.mttr) {
        (None, Some(mtbf), Some(mttr)) => {
            if let Some(end) = &table.end {
                problems
                    .add(&end.place, "`end` has no effect on failures that are drawn")
                    .help("remove it: `mttr` is the mean time to repair");
            }
            let (span, cycle) = (end - SimTime::ZERO, mtbf.0 + mttr.0);
            if span.as_nanos() / cycle.as_nanos() > MAX_DRAWN {
                problems
                    .add(&mtbf.place, "this draws too many failures")
                    .found(format!("one in {} of {}", print_duration(cycle), print_duration(span)))
                    .expected(format!("at most {MAX_DRAWN} until the end of the run"));
                return None;
            }
            Some(Times::Drawn { mtbf: mtbf.0, mttr: mttr.0 })
        }
        (Some(start), None, None) => {
            if let Some(end) = &table.end
                && end.0 <= start.0
            {
                problems
                    .add(&end.place, "the failure ends before it starts")
                    .found(format!(
                        "start = {}, end = {}",
                        print_instant(start.0),
                        print_instant(end.0)
                    ))
                    .expected("an end after the start, or none");
            }
            Some(Times::Stated(start.0, table.end.as_ref().map_or(SimTime::MAX, |end| end.0)))
        }
        (Some(_), drawn, repaired) => {
            let place = drawn.as_ref().or(repaired.as_ref()).map(|own| &own.place)?;
            problems
                .add(place, "`start` and `mtbf` exclude each other")
                .help("state `start` and `end` of one failure, or `mtbf` and `mttr` of drawn ones");
            None
        }
        (None, mtbf, mttr) => {
            let (key, expected) = match (mtbf, mttr) {
                (Some(_), _) => ("mttr", "a mean time to repair, such as \"1 h\""),
                (None, Some(_)) => ("mtbf", "a mean time between failures, such as \"30 d\""),
                (None, None) => ("start", "a time since time zero, or `mtbf` and `mttr`"),
            };
            // A value that could not be read has been reported.
            if !problems.any_under(&table.place.path_of(key)) {
                problems.require(key, &table.place, expected);
            }
            None
        }
    }
}

/// Returns what fails, with names of its random numbers; reports problems.
fn failed(
    table: &FailureTable,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Vec<(String, Failed)> {
    if let Some(pattern) = &table.satellites {
        let like = names.satellites_like(pattern, problems).into_iter();
        return like.map(|(name, number)| (name.to_owned(), Failed::Satellite(number))).collect();
    }
    let one = match (&table.satellite, &table.isl) {
        (Some(name), _) => names
            .satellite(name, problems)
            .map(|number| (name.0.clone(), Failed::Satellite(number))),
        (None, Some(pair)) => isl(pair, names, linkable, problems),
        (None, None) => None,
    };
    one.into_iter().collect()
}

/// Returns the link that a pair of names describes; reports problems.
fn isl(
    pair: &Spanned<Pair>,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Option<(String, Failed)> {
    let [a, b] = &pair.0;
    let (one, other) = (names.satellite(a, problems), names.satellite(b, problems));
    let (one, other) = (one?, other?);
    if !linkable.satellites(one, other) {
        problems
            .add(&pair.place, "there is never a link between these two satellites")
            .found(format!("\"{}\" and \"{}\"", short(&a.0), short(&b.0)))
            .expected("two satellites that the pattern links");
    }
    Some((format!("{} - {}", a.0, b.0), Failed::Isl([one, other])))
}
