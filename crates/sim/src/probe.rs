//! Single pings between any locations at any instants, without packets.
//!
//! Owns the request of a probe and its table; `constellation` owns the physics. Each endpoint is a
//! terminal of the scenario's constellation from time zero, so that it has the satellite to which
//! the handover policy would have led it. Read [`crate::delay`] first: a probe is one of its
//! samples.
//!
//! Thousands of terminals over a day do not fit into one timeline. Probes are sorted by time and
//! split into chunks; each chunk has a timeline of its own that ends with its last probe. Chunks do
//! not depend on the number of threads, and no endpoint influences another.

use std::sync::Arc;

use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{Metric, Terminal};
use skyseam_constellation::routing::Refusal;
use skyseam_constellation::studies::delay::are_separated;
use skyseam_constellation::{GroundPoint, PathFinder, SkyConfig, Timeline};
use skyseam_engine::Control;
use skyseam_params::names::Named;
use skyseam_scenario::Scenario;
use skyseam_trace::{self as trace, Columns, NameLists, Table, columns};

use crate::run::{NoOutcome, Outcome, check_effort};
use crate::sampling::instant;
use crate::workers::in_parallel;

/// A request for pings: one per element of the arrays, which have equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProbeRequest {
    /// Geodetic latitude of the sending locations, deg north.
    pub from_latitude_deg: Vec<f64>,
    /// Longitude of the sending locations, deg east.
    pub from_longitude_deg: Vec<f64>,
    /// Geodetic latitude of the receiving locations, deg north.
    pub to_latitude_deg: Vec<f64>,
    /// Longitude of the receiving locations, deg east.
    pub to_longitude_deg: Vec<f64>,
    /// Sending times of the pings, seconds after time zero.
    pub t_s: Vec<f64>,
    /// Metric that routes minimize, by its name in scenarios; `None` stands for the scenario's.
    pub metric: Option<String>,
    /// Elevation mask, deg: satellites at or below it are not used; `None` stands for the
    /// scenario's.
    pub elevation_mask_deg: Option<f64>,
}

/// Checked pings over a constellation.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeStudy {
    sky: SkyConfig,
    probes: Vec<Probe>,
    elevation_mask_deg: f64,
    /// Prefix of the names of endpoints; no other name has it.
    prefix: String,
}

/// A single ping.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Probe {
    /// Latitude and longitude of both endpoints, deg.
    ends: [(f64, f64); 2],
    at: SimTime,
}

/// Maximum number of pings of one study.
const MAX_PROBES: usize = 10_000_000;

impl ProbeRequest {
    /// Resolves the request.
    ///
    /// # Errors
    /// For arrays of different length; an invalid location or instant; an unknown metric, or one
    /// that the scenario's routing does not allow; a scenario without satellites, without an
    /// elevation mask, or with a satellite capacity, where pings would influence each other.
    pub fn resolve(&self, scenario: &Scenario) -> Result<ProbeStudy, String> {
        let count = self.t_s.len();
        let places = [
            ("from_latitude_deg", &self.from_latitude_deg, 90.0),
            ("from_longitude_deg", &self.from_longitude_deg, 360.0),
            ("to_latitude_deg", &self.to_latitude_deg, 90.0),
            ("to_longitude_deg", &self.to_longitude_deg, 360.0),
        ];
        for (name, values, most) in places {
            if values.len() != count {
                let found = values.len();
                return Err(format!("{name} has {found} elements; expected {count}, as t_s has"));
            }
            for (row, value) in values.iter().enumerate() {
                // Written so that NaN is refused too.
                if !(-most..=most).contains(value) {
                    return Err(format!("{name}[{row}] is {value}; expected -{most} to {most}"));
                }
            }
        }
        if count > MAX_PROBES {
            return Err(format!("{count} pings; expected at most {MAX_PROBES}: ask in parts"));
        }
        if scenario.sky.shells.is_empty() {
            return Err(
                "the scenario has no satellites, which a ping from an arbitrary place needs".into(),
            );
        }
        if let Some(capacity) = scenario.sky.handover.policy.capacity() {
            return Err(format!(
                "the scenario has satellite_capacity = {capacity}, so that the ends of pings would \
                 take satellites from each other; remove it, or study the delay"
            ));
        }
        if scenario.sky.handover.policy.shares_load() {
            return Err(format!(
                "under the policy \"{}\" with a load_penalty the ends of pings would take \
                 satellites from each other; set load_penalty = \"0 deg\" in [handover], or study \
                 the delay",
                scenario.sky.handover.policy.name()
            ));
        }
        let mut sky = scenario.sky.clone();
        if let Some(name) = &self.metric {
            let mut routing = sky.routing.planned();
            routing.metric = metric_called(name)?;
            if routing.metric != Metric::DELAY && !routing.hysteresis.is_zero() {
                return Err(format!(
                    "metric is \"{name}\", and the scenario's routes have hysteresis, which is \
                     one of delay; expected \"delay\", or a scenario without hysteresis"
                ));
            }
            sky.routing = routing.model();
        }
        let elevation_mask_deg = self.elevation_mask_deg.or(scenario.elevation_mask_deg).ok_or(
            "no elevation mask: give elevation_mask_deg, or the constellation an elevation_mask",
        )?;
        if !(0.0..90.0).contains(&elevation_mask_deg) {
            return Err(format!("elevation_mask_deg is {elevation_mask_deg}; expected 0 to 90"));
        }
        let probes = (0..count).map(|row| {
            let [from_lat, from_lon, to_lat, to_lon] = places.map(|(_, values, _)| values[row]);
            let at = instant(&format!("t_s[{row}]"), self.t_s[row])?;
            Ok(Probe { ends: [(from_lat, from_lon), (to_lat, to_lon)], at })
        });
        let probes = probes.collect::<Result<Vec<_>, String>>()?;
        let mut prefix = String::from("probe ");
        let taken = |prefix: &str| {
            let places = sky.terminals.iter().map(|terminal| &terminal.name).chain(&sky.nodes);
            let shells = sky.shells.iter().map(|shell| &shell.name);
            places.chain(shells).any(|name| name.starts_with(prefix))
        };
        while taken(&prefix) {
            prefix.push(' ');
        }
        Ok(ProbeStudy { sky, probes, elevation_mask_deg, prefix })
    }
}

fn metric_called(name: &str) -> Result<Metric, String> {
    let choices = Metric::choices();
    let choice = choices.iter().find(|choice| choice.name == name);
    choice.map(|choice| choice.value).ok_or_else(|| {
        let known: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
        format!("no metric is called \"{name}\"; expected one of {}", known.join(", "))
    })
}

impl ProbeStudy {
    /// The endpoints of a probe as terminals. Names identify the probe, not its chunk: a terminal's
    /// randomized checks are drawn by its name.
    fn terminals(&self, row: usize) -> [Terminal; 2] {
        [(0, "from"), (1, "to")].map(|(end, word)| {
            let (latitude_deg, longitude_deg) = self.probes[row].ends[end];
            Terminal::fixed(
                &format!("{}{row} {word}", self.prefix),
                latitude_deg,
                longitude_deg,
                self.elevation_mask_deg,
            )
        })
    }
}

/// Result of a ping.
#[derive(Clone, Debug)]
struct Answer {
    delay: Option<Duration>,
    /// Numbers as in [`Names`]; empty without a path.
    path: Vec<u32>,
    across_seam: bool,
    great_circle_km: f64,
    /// Location and reason of a failure under hop-by-hop routing.
    given_up: Option<GivenUp>,
}

/// Location and reason for which a ping did not arrive.
#[derive(Clone, Copy, Debug)]
struct GivenUp {
    reason: Refusal,
    links: u64,
    /// Number of the node, as in [`Names`].
    node: u32,
    /// Latitude and longitude, deg, and distance to the destination, km; `None` for a node without
    /// a location.
    place: Option<[f64; 3]>,
}

fn place_of(timeline: &Timeline, node: NodeId, to: NodeId, t: SimTime) -> Option<[f64; 3]> {
    let sky = timeline.sky();
    let is_placed = node.0 < sky.satellites() + sky.terminals();
    is_placed.then(|| {
        let phases = sky.phases(t);
        let [at, to] = [node, to].map(|node| sky.ground_point(node, &phases));
        let ground = GroundPoint { radius_km: to.radius_km, ..at };
        [at.latitude_deg, at.longitude_deg, ground.great_circle_km(&to)]
    })
}

/// Number of pings that share a timeline: 1024 terminals of Teledesic take some 40 MB over a day.
const CHUNK: usize = 512;

/// Sends every ping, on `threads` threads, calling `progress` with the fraction done at least ten
/// times a second.
///
/// # Errors
/// If `progress` asked to stop, or a satellite cannot be propagated to the last ping.
pub fn probe(
    scenario: &Scenario,
    study: &ProbeStudy,
    threads: usize,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let mut order: Vec<usize> = (0..study.probes.len()).collect();
    // Latest first, so that the longest work is not left for the end. Ties stay in the order of
    // rows.
    order.sort_by_key(|&row| std::cmp::Reverse(study.probes[row].at));
    let chunks: Vec<&[usize]> = order.chunks(CHUNK).collect();
    let probes = study.probes.len();
    let answered = in_parallel(
        chunks.len(),
        threads,
        |chunk, goes_on| answer(study, chunks[chunk], goes_on),
        &mut |done| progress((done * CHUNK).min(probes) as f64 / probes.max(1) as f64),
    )?;
    let mut answers: Vec<(usize, Answer)> = answered.into_iter().flatten().collect();
    answers.sort_unstable_by_key(|&(row, _)| row);
    let answers: Vec<Answer> = answers.into_iter().map(|(_, answer)| answer).collect();
    let metric = study.sky.routing.planned().metric;
    let manifest = json!({
        "scenario": scenario.resolved(),
        "seed": scenario.run.seed,
        "probes": probes,
        "metric": metric.name(),
        "elevation_mask_deg": study.elevation_mask_deg,
    });
    let tables = tables(study, answers)?;
    Ok(Outcome { manifest, tables, captures: vec![] })
}

/// Margin for packets in flight, so that later link changes are included; no path takes longer.
const UNDER_WAY: Duration = Duration::from_secs(1);

/// The answers to the pings in `rows`, which are in descending order of time.
fn answer(
    study: &ProbeStudy,
    rows: &[usize],
    goes_on: &dyn Fn() -> bool,
) -> Result<Vec<(usize, Answer)>, NoOutcome> {
    let latest = rows.iter().map(|&row| study.probes[row].at).max().unwrap_or(SimTime::ZERO);
    let mut sky = study.sky.clone();
    sky.terminals.extend(rows.iter().flat_map(|&row| study.terminals(row)));
    let end = latest.saturating_add(UNDER_WAY);
    check_effort(&sky, end)?;
    let timeline = Arc::new(Timeline::build_watched(&sky, end, &mut |_| goes_on())?);
    let names = Names::new(study, &timeline, rows.len());
    let is_walked = sky.routing.is_walked();
    let mut walker = PathFinder::new(timeline.clone());
    let mut nodes = Vec::new();
    let mut answers = Vec::with_capacity(rows.len());
    // Ascending in time, which is fast for routers.
    for (number, &row) in rows.iter().enumerate().rev() {
        if !goes_on() {
            return Err(NoOutcome::Stopped);
        }
        let at = study.probes[row].at;
        let [from, to] = [0, 1].map(|end| NodeId(names.first_probe + 2 * number as u32 + end));
        let delay = walker.path_into(from, to, at, &mut nodes);
        let given_up = delay.err().filter(|_| is_walked);
        let given_up = given_up.map(|reason| GivenUp {
            reason,
            links: nodes.len() as u64 - 1,
            node: names.number(nodes[nodes.len() - 1]),
            place: place_of(&timeline, nodes[nodes.len() - 1], to, at),
        });
        if delay.is_err() {
            nodes.clear();
        }
        let phases = timeline.sky().phases(at);
        let ends = [from, to].map(|end| timeline.sky().ground_point(end, &phases));
        answers.push((
            row,
            Answer {
                delay: delay.ok().map(|delay| delay.whole),
                given_up,
                path: nodes.iter().map(|&node| names.number(node)).collect(),
                across_seam: are_separated(&timeline, &nodes, at),
                great_circle_km: ends[0].great_circle_km(&ends[1]),
            },
        ));
    }
    Ok(answers)
}

/// Numbers of nodes that do not depend on the chunk: those of the scenario, then both endpoints.
struct Names {
    /// Number of the first endpoint in the chunk's timeline; satellites and the scenario's
    /// terminals come before it.
    first_probe: u32,
    /// Number of endpoints in the chunk's timeline; wired nodes come after them.
    ends: u32,
    /// Number of `from` in the result; `to` follows.
    first_end: u32,
}

impl Names {
    fn new(study: &ProbeStudy, timeline: &Timeline, probes: usize) -> Self {
        let first_probe = timeline.sky().satellites() + study.sky.terminals.len() as u32;
        let ends = 2 * probes as u32;
        Self { first_probe, ends, first_end: timeline.nodes().len() as u32 - ends }
    }

    fn number(&self, node: NodeId) -> u32 {
        match node.0.checked_sub(self.first_probe) {
            None => node.0,
            Some(end) if end < self.ends => self.first_end + end % 2,
            Some(_) => node.0 - self.ends,
        }
    }
}

fn tables(
    study: &ProbeStudy,
    answers: Vec<Answer>,
) -> Result<Vec<(&'static str, Table)>, NoOutcome> {
    let bare = Timeline::build_watched(&study.sky, SimTime::ZERO, &mut |_| true)?;
    let own = bare.nodes().iter().map(|node| node.name.clone());
    let names: Vec<String> = own.chain(["from", "to"].map(String::from)).collect();
    let mut offsets = vec![0];
    let mut indices = Vec::new();
    for answer in &answers {
        indices.extend_from_slice(&answer.path);
        offsets.push(u32::try_from(indices.len()).expect("fewer than 10 million long paths"));
    }
    let undelivered = study.sky.routing.is_walked().then(|| undelivered(&answers, &names));
    let hops = answers.iter().map(|answer| answer.path.len().saturating_sub(1) as u64);
    let delays = answers.iter().map(|answer| answer.delay);
    let rows = ProbesTable {
        t_s: study.probes.iter().map(|probe| probe.at.as_secs_f64()).collect(),
        great_circle_km: answers.iter().map(|answer| answer.great_circle_km).collect(),
        hops: hops.collect(),
        delay_ms: delays.map(|delay| delay.map_or(f64::NAN, Duration::as_millis_f64)).collect(),
        across_seam: answers.iter().map(|answer| answer.across_seam).collect(),
        path: NameLists { offsets, indices, names },
    };
    let probes = ("probes", rows.into_table());
    let undelivered = undelivered.map(|table| ("undelivered", table.into_table()));
    Ok(std::iter::once(probes).chain(undelivered).collect())
}

fn undelivered(answers: &[Answer], names: &[String]) -> UndeliveredTable {
    let given_up = || (0u64..).zip(answers).filter_map(|(row, a)| Some((row, a.given_up?)));
    let reasons = [Refusal::NoRoute, Refusal::GeographicLoop, Refusal::HopLimit];
    let numbers = reasons.map(|reason| reason as u32);
    assert_eq!(numbers, [0, 1, 2], "reasons are written by number");
    let coordinate = |number: usize| {
        let places = given_up().map(|(_, given_up)| given_up.place);
        places.map(|place| place.map_or(f64::NAN, |place| place[number])).collect()
    };
    UndeliveredTable {
        probe: given_up().map(|(row, _)| row).collect(),
        reason: trace::Names::new(
            given_up().map(|(_, given_up)| given_up.reason as u32),
            &["no_route", "geographic_loop", "hop_limit"],
        ),
        node: trace::Names::new(given_up().map(|(_, given_up)| given_up.node), names),
        links: given_up().map(|(_, given_up)| given_up.links).collect(),
        latitude_deg: coordinate(0),
        longitude_deg: coordinate(1),
        remaining_km: coordinate(2),
    }
}

columns! {
    /// A row for each probe that hop-by-hop routing did not deliver.
    pub(crate) struct UndeliveredTable "undelivered" {
        /// Row of the probe in the table `probes`, from 0.
        probe: Vec<u64>,
        /// Reason: `no_route`, `geographic_loop` or `hop_limit`.
        reason: trace::Names,
        /// Node that dropped the probe.
        node: trace::Names,
        /// Number of links that it had crossed.
        links: Vec<u64>,
        /// Geocentric latitude of that node; null without a location, as below.
        latitude_deg: Vec<f64> as "deg",
        /// Longitude of that node.
        longitude_deg: Vec<f64> as "deg",
        /// Great circle from the point below that node to the destination.
        remaining_km: Vec<f64> as "km",
    }
}

columns! {
    /// A row for each probe, in the order of the request.
    pub(crate) struct ProbesTable "probes" {
        /// Sending time.
        t_s: Vec<f64> as "s",
        /// Great circle between both ends, on a sphere with the mean radius of the Earth there.
        great_circle_km: Vec<f64> as "km",
        /// Number of links of the path; 0 without a path.
        hops: Vec<u64>,
        /// One-way delay; null without a path.
        delay_ms: Vec<f64> as "ms",
        /// Whether the satellites that serve both ends move in opposite directions, one north, one
        /// south.
        across_seam: Vec<bool>,
        /// Names of the satellites of the path, between `from` and `to`.
        path: NameLists,
    }
}

#[cfg(test)]
mod tests {
    //! Goal: chunks have no influence on results. Method: pings requested together, separately and
    //! in another order; a scenario with wires, whose nodes are numbered after the endpoints.

    use skyseam_constellation::handover::{GlobalReallocation, model};
    use skyseam_constellation::routing::ShortestPaths;
    use skyseam_trace::Values;

    use super::*;

    const SKY: &str = r#"
        nodes = [{ name = "server" }]
        [[wires]]
        between = ["gateway", "server"]
        delay = "1 ms"
        rate = "1 Mbit/s"
        queue = "9 packets"
        [constellation]
        preset = "iridium-ns2"
        [[terminals]]
        name = "gateway"
        latitude = "10 deg"
        longitude = "10 deg"
        [[terminals]]
        name = "probe 0 from"
        latitude = "20 deg"
        longitude = "10 deg"
    "#;

    fn request(count: usize) -> ProbeRequest {
        let spread = |seed: f64, most: f64| {
            (0..count).map(|row| most * (2.0 * (seed * row as f64).fract() - 1.0)).collect()
        };
        ProbeRequest {
            from_latitude_deg: spread(0.618, 80.0),
            from_longitude_deg: spread(0.414, 180.0),
            to_latitude_deg: spread(0.732, 80.0),
            to_longitude_deg: spread(0.236, 180.0),
            t_s: (0..count).map(|row| 900.0 * (0.646 * row as f64).fract()).collect(),
            ..ProbeRequest::default()
        }
    }

    fn answers(request: &ProbeRequest, threads: usize) -> Outcome {
        let scenario = scenario();
        let study = request.resolve(&scenario).expect("a request that can be met");
        probe(&scenario, &study, threads, &mut |_| Control::Continue).expect("nobody cancels")
    }

    fn delays(outcome: &Outcome) -> Vec<f64> {
        match outcome.tables[0].1.column("delay_ms") {
            Some(Values::F64(delays)) => delays.clone(),
            other => panic!("delay_ms is {other:?}"),
        }
    }

    fn scenario() -> Scenario {
        let parsed = crate::parse(SKY, "test.toml", &skyseam_scenario::Files::new());
        parsed.unwrap_or_else(|e| panic!("{e}")).scenario
    }

    #[test]
    fn neither_chunks_nor_threads_change_an_answer() {
        let all = request(2 * CHUNK + 100);
        let one = answers(&all, 1);
        assert_eq!(one.tables, answers(&all, 3).tables);
        let few = answers(&request(100), 2);
        assert_eq!(delays(&few), delays(&one)[..100]);
        assert!(delays(&one).iter().all(|delay| delay.is_finite()), "Iridium reaches everywhere");
    }

    /// With "global-reallocation" all terminals get satellites at the same instants, which do not
    /// depend on pings.
    #[test]
    fn pings_by_one_clock_for_all_are_independent_too() {
        let text = r#"
            constellation = { preset = "iridium" }
            handover = { kind = "global-reallocation", randomized = true }
        "#;
        let scenario = skyseam_scenario::parse_alone(text, "test.toml").expect("a scenario");
        let asked = |count| {
            let study = request(count).resolve(&scenario).expect("a request that can be met");
            probe(&scenario, &study, 2, &mut |_| Control::Continue).expect("nobody cancels")
        };
        assert_eq!(delays(&asked(CHUNK + 50))[..50], delays(&asked(50)));
    }

    #[test]
    fn a_metric_that_the_routing_cannot_have_is_refused() {
        let mut scenario = scenario();
        let (recompute_interval, hysteresis) =
            (Some(Duration::from_secs(10)), Duration::from_millis(2));
        scenario.sky.routing =
            ShortestPaths { recompute_interval, hysteresis, ..<_>::default() }.model();
        let request = |metric: &str| ProbeRequest { metric: Some(metric.into()), ..request(3) };
        let reason = request("hops").resolve(&scenario).expect_err("hysteresis of hops");
        assert!(reason.contains("hysteresis"), "{reason}");
        let study = request("delay").resolve(&scenario).expect("a request that can be met");
        probe(&scenario, &study, 1, &mut |_| Control::Continue).expect("nobody cancels");
    }

    #[test]
    fn pings_that_would_take_satellites_from_each_other_are_refused() {
        let mut scenario = scenario();
        let policy = GlobalReallocation::with_capacity(Some(7));
        scenario.sky.handover.policy = model(policy);
        let reason = request(3).resolve(&scenario).expect_err("full satellites");
        assert!(reason.contains("satellite_capacity = 7"), "{reason}");
    }

    #[test]
    fn paths_name_the_ends_and_never_other_pings() {
        let outcome = answers(&request(CHUNK + 1), 2);
        let Some(Values::NameLists { offsets, indices, names }) =
            outcome.tables[0].1.column("path")
        else {
            panic!("no paths");
        };
        assert_eq!(names[names.len() - 3..], ["server", "from", "to"]);
        for ends in offsets.windows(2) {
            let path: Vec<&str> = indices[ends[0] as usize..ends[1] as usize]
                .iter()
                .map(|&index| &*names[index as usize])
                .collect();
            assert_eq!((path[0], path[path.len() - 1]), ("from", "to"));
            let between = &path[1..path.len() - 1];
            assert!(between.iter().all(|name| name.parse::<u32>().is_ok() || *name == "gateway"));
        }
    }

    #[test]
    fn who_asks_to_stop_is_heard() {
        let scenario = scenario();
        let study = request(2000).resolve(&scenario).expect("a request that can be met");
        assert_eq!(
            probe(&scenario, &study, 1, &mut |_| Control::Cancel).map(drop),
            Err(NoOutcome::Stopped)
        );
    }
}
