//! Failures of satellites, terminals, nodes and links: their table in a scenario and its value.

use std::collections::BTreeMap;

use skyseam_base::{Duration, RandomStream, SimTime, math};
use skyseam_params::error::short;
use skyseam_params::shape::{List, table};
use skyseam_params::text_values::{FreeText, Name, Pair};
use skyseam_params::units::{INSTANT, print_duration};
use skyseam_params::values::{Instant, PositiveSpan};
use skyseam_params::{Problems, Spanned};

use crate::description::config::{Failed, Failure, Terminal, Wire};
use crate::names::{Linkable, Names, links_in_doubt};
use crate::outages::{Stretches, join};

table! {
    /// Failures of satellites, terminals or nodes with all their links, or of one link: one for a
    /// time, or some that are drawn.
    FailureTable "Failure" {
        /// A satellite by name, with all its links.
        optional satellite: Name,
        /// Satellites by a pattern of their names, in which `*` stands for any characters, with all
        /// their links: "iridium-3-*" is a plane.
        optional satellites: FreeText,
        /// A link by the names of the two satellites.
        optional isl: Pair,
        /// A terminal, gateway, point of presence or other node by name, with all its links and
        /// wires. Of a group or of users: each by itself.
        optional node: Name,
        /// Terminals and nodes by a pattern of their names, in which `*` stands for any characters,
        /// with all their links and wires: "gateway-*" is each gateway by itself.
        optional nodes: FreeText,
        /// A wire, or the link of a beam to a user, by the names of its two ends.
        optional wire: Pair,
        /// Beginning of the failure. Required unless failures are drawn.
        optional start: Instant,
        /// End of the failure. Default: never.
        optional end: Instant,
        /// Mean time between a repair and the next failure, for failures that are drawn by the seed
        /// of the run: for each satellite, node or link by itself, from time zero on, when it
        /// works. Times have exponential distributions. Goes with `mttr`.
        optional mtbf: PositiveSpan,
        /// Mean time to repair; goes with `mtbf`.
        optional mttr: PositiveSpan,
        exactly one of (satellite, satellites, isl, node, nodes, wire)
    }
}

/// Most drawn failures of one satellite, node or link that are expected; more are a mistake.
const MAX_DRAWN: u64 = 100_000;

/// Seed and end of failures that are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Seed of the run.
    pub seed: u64,
    /// Time after which no failure matters.
    pub end: SimTime,
}

/// Failures of a network.
#[derive(Debug, Default)]
pub struct Failures {
    /// Failures of satellites and of links between them.
    pub sky: Vec<Failure>,
    nodes: BTreeMap<String, Stretches>,
    wires: BTreeMap<[String; 2], Stretches>,
}

impl Failures {
    /// Adds the failures of terminals and nodes to them and to their wires, and those of wires.
    pub fn apply(&self, terminals: &mut [Terminal], wires: &mut [Wire]) {
        let of_node = |name: &String| self.nodes.get(name).into_iter().flatten().copied();
        for terminal in terminals {
            terminal.outages.extend(of_node(&terminal.name));
            join(&mut terminal.outages);
        }
        for wire in wires {
            let own = self.wires.get(&ordered(wire.between.clone()));
            let of_ends = wire.between.iter().flat_map(of_node);
            wire.outages.extend(own.into_iter().flatten().copied().chain(of_ends));
            join(&mut wire.outages);
        }
    }

    fn add(&mut self, what: Target, from: SimTime, until: SimTime) {
        match what {
            Target::Sky(what) => self.sky.push(Failure { what, from, until }),
            Target::Node(name) => self.nodes.entry(name).or_default().push((from, until)),
            Target::Wire(ends) => self.wires.entry(ends).or_default().push((from, until)),
        }
    }
}

/// A satellite, node or link that fails.
#[derive(Clone, Debug)]
enum Target {
    Sky(Failed),
    Node(String),
    /// Ends in alphabetical order.
    Wire([String; 2]),
}

fn ordered([a, b]: [String; 2]) -> [String; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// Returns the failures that are completely described; reports problems of the others.
pub fn failures(
    tables: Option<&Spanned<List<FailureTable>>>,
    names: &Names,
    linkable: &Linkable<'_>,
    drawing: Drawing,
    problems: &mut Problems<'_>,
) -> Failures {
    let mut found = Failures::default();
    for table in tables.into_iter().flat_map(|list| &list.0) {
        let failed = failed(table, names, linkable, problems);
        let Some(times) = times(table, drawing.end, problems) else { continue };
        for (name, what) in failed {
            match times {
                Times::Stated(from, until) => found.add(what, from, until),
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
                        found.add(what.clone(), from, until);
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
                        INSTANT.print(start.0),
                        INSTANT.print(end.0)
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
) -> Vec<(String, Target)> {
    let satellite = |number| Target::Sky(Failed::Satellite(number));
    if let Some(pattern) = &table.satellites {
        let like = names.satellites_like(&pattern.0, &pattern.place, problems).into_iter();
        return like.map(|(name, number)| (name.to_owned(), satellite(number))).collect();
    }
    let node = |name: String| (name.clone(), Target::Node(name));
    if let Some(pattern) = &table.nodes {
        return names.nodes_like(pattern, problems).into_iter().map(node).collect();
    }
    if let Some(name) = &table.node {
        if names.has_satellite(&name.0) {
            problems
                .add(&name.place, format!("\"{}\" is a satellite", short(&name.0)))
                .help("name it in `satellite` in place of `node`");
            return Vec::new();
        }
        names.check_end(name, problems);
        let end = names.end(&name.0);
        return (0..end.count()).map(|index| node(end.node(index))).collect();
    }
    if let Some(pair) = &table.wire {
        return wires(pair, names, linkable, problems);
    }
    let one = match (&table.satellite, &table.isl) {
        (Some(name), _) => {
            names.satellite(name, problems).map(|number| (name.0.clone(), satellite(number)))
        }
        (None, Some(pair)) => isl(pair, names, linkable, problems),
        (None, None) => None,
    };
    one.into_iter().collect()
}

/// Returns the wires that a pair of names describes; reports problems.
fn wires(
    pair: &Spanned<Pair>,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Vec<(String, Target)> {
    let Some(ends) = names.ends("wire", pair.0.each_ref(), problems) else { return Vec::new() };
    let is_known = pair.0.iter().all(|name| names.is_end(&name.0) != Some(false));
    let is_laid = |[a, b]: [String; 2]| linkable.wired(&a, &b);
    if (is_known || ends.is_group()) && !links_in_doubt(problems) && !ends.pairs().all(is_laid) {
        let [a, b] = &pair.0;
        problems
            .add(&pair.place, "there is no wire between these two")
            .found(format!("\"{}\" and \"{}\"", short(&a.0), short(&b.0)))
            .expected("the ends of one of the [[wires]], or a beam and one of its users");
    }
    let wire = |[a, b]: [String; 2]| (format!("{a} - {b}"), Target::Wire(ordered([a, b])));
    ends.pairs().map(wire).collect()
}

/// Returns the link that a pair of names describes; reports problems.
fn isl(
    pair: &Spanned<Pair>,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Option<(String, Target)> {
    let [a, b] = &pair.0;
    let (one, other) = (names.satellite(a, problems), names.satellite(b, problems));
    let (one, other) = (one?, other?);
    if !linkable.satellites(one, other) {
        problems
            .add(&pair.place, "there is never a link between these two satellites")
            .found(format!("\"{}\" and \"{}\"", short(&a.0), short(&b.0)))
            .expected("two satellites that the pattern links");
    }
    Some((format!("{} - {}", a.0, b.0), Target::Sky(Failed::Isl([one, other]))))
}
