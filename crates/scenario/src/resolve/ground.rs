//! Ground segments: the terminals, nodes, wires and links that `[ground]` stands for, put into the
//! document as if the file had described them one by one.
//!
//! Owns which gateways and points of presence (PoPs) a run has; every later step knows terminals,
//! nodes and wires alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, math};
use skyseam_constellation::description::config::{Orbits, Point, Shell, Site, Terminal};
use skyseam_constellation::names::is_pattern;
use skyseam_constellation::names::member;
use skyseam_orbit::wgs84::EQUATORIAL_RADIUS_KM;
use skyseam_users::Ground;
use skyseam_users::ground::UnitVector;

use super::terminals::TerminalKeys;
use super::{sky, terminals, users};
use crate::document::{Items, SourceSpan, Spanned, Value};
use crate::error::{Problems, short};
use crate::ground::{self, GroundSite, GroundTable, INTERNET, Segment, pop_of};
use crate::shape::{List, Shape};
use crate::tables::ScenarioTable;
use crate::text_values::Name;
use crate::units::{print_duration, print_rate, print_real};

/// Speed of light in fibre, km/s: two thirds of that in vacuum.
const FIBRE_KM_PER_S: f64 = 299_792.458 * 2.0 / 3.0;

/// Queue of the fibre from a gateway to a PoP.
const FIBRE_QUEUE: &str = "10000 packets";

/// Number of gateways of a terminal that has none within the radius.
const NEAREST: usize = 3;

/// Maximum distance between two points of a track at which gateways are looked for, km.
const TRACK_STEP_KM: f64 = 200.0;

/// The document with terminals, nodes and wires in place of `[ground]`; `None` if it has none.
/// Reports what is wrong with the table, and ends at a ground segment that there is not.
pub(crate) fn expand(
    document: &Spanned<Value>,
    problems: &mut Problems<'_>,
) -> Option<Spanned<Value>> {
    let Some(value) = document.get("ground") else {
        check_ends(document, problems);
        return None;
    };
    let mut expanded = document.clone();
    remove(&mut expanded, "ground");
    let place = &value.place;
    let table = GroundTable::read(value, problems).map(|table| Spanned::new(table, place.clone()));
    let segment = table.as_ref().and_then(|table| {
        let segment = ground::named(table.preset.as_ref()?, problems)?;
        check_table(table, &segment, problems)?;
        Some(segment)
    });
    let served = table.as_ref().and_then(|table| Served::of(&expanded, table, problems));
    let in_doubt = problems.any_under("ground");
    let (Some(table), Some(segment), Some(served), false) = (table, segment, served, in_doubt)
    else {
        // Flows to a segment that could not be read would be reported too.
        forget_ends(&mut expanded);
        return Some(expanded);
    };
    Expansion { table: &table, segment: &segment, served }.put(&mut expanded, problems);
    Some(expanded)
}

/// Reports ends of flows and sessions at a ground segment, in a scenario without one.
fn check_ends(document: &Spanned<Value>, problems: &mut Problems<'_>) {
    let names: BTreeSet<&str> = ["terminals", "nodes", "users"]
        .iter()
        .flat_map(|list| tables(document, list))
        .filter_map(|table| text_of(table, "name"))
        .collect();
    for end in ends(document) {
        let Some(name) = end.text() else { continue };
        if pop_of(name).is_some() || (name == INTERNET && !names.contains(name)) {
            problems
                .add(&end.place, "there is no ground segment to end at")
                .found(format!("\"{}\"", short(name)))
                .expected("[ground] with the gateways and points of presence of an operator")
                .help("add [ground] with preset = \"starlink-2024\", or name a node");
        }
    }
}

/// Reports keys that exclude each other, and names that the segment does not have.
fn check_table(
    table: &Spanned<GroundTable>,
    segment: &Segment,
    problems: &mut Problems<'_>,
) -> Option<()> {
    let before = problems.count();
    if let (Some(_), Some(radius)) = (&table.gateways, &table.radius) {
        problems
            .add(&radius.place, "`gateways` and `radius` exclude each other")
            .help("remove `radius` to take the gateways of the list");
    }
    let lists = [
        ("gateway", &table.gateways, &segment.gateways),
        ("point of presence", &table.pops, &segment.pops),
    ];
    for (what, list, sites) in lists {
        let Some(list) = list else { continue };
        for name in &list.0 {
            check_site(what, &name.0, &name.place, (&sites[..], segment), problems);
        }
        if list.0.is_empty() {
            problems.add(&list.place, format!("no {what} is left")).expected("at least one name");
        }
    }
    (problems.count() == before).then_some(())
}

/// Reports a name that none of `sites` has.
fn check_site(
    what: &str,
    name: &str,
    place: &SourceSpan,
    (sites, segment): (&[GroundSite], &Segment),
    problems: &mut Problems<'_>,
) {
    if sites.iter().any(|site| site.name == name) {
        return;
    }
    let near = problems.nearest_name(name, sites.iter().map(|site| site.name.as_str()));
    let examples: Vec<String> = sites.iter().take(3).map(|s| format!("\"{}\"", s.name)).collect();
    problems
        .add(place, format!("\"{}\" has no {what} of this name", segment.name))
        .found(format!("\"{}\"", short(name)))
        .expected(format!("one of {}, such as {}", sites.len(), examples.join(", ")))
        .did_you_mean(near);
}

/// Terminals and places that the ground segment serves, as far as the file could be read.
struct Served {
    /// Locations of each terminal of a user, with its elevation mask, deg.
    terminals: Vec<(Vec<Ground>, f64)>,
    /// Locations of single ends of flows by name.
    places: BTreeMap<String, Ground>,
    /// Locations of the members of groups of users by name.
    groups: BTreeMap<String, Vec<Ground>>,
    /// Default elevation mask, which gateways have, deg.
    mask_deg: Option<f64>,
    /// Altitude of the highest satellite, km.
    altitude_km: Option<f64>,
    has_isls: bool,
    /// Satellites at which flows end, and patterns of them: they pass over all gateways.
    satellites: BTreeSet<String>,
    /// Whether a part could not be read, which is reported when it is read in earnest.
    is_in_doubt: bool,
}

impl Served {
    fn of(
        document: &Spanned<Value>,
        table: &Spanned<GroundTable>,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        let mut apart = problems.apart();
        let mut without_ends = document.clone();
        remove(&mut without_ends, "flows");
        for users in tables_mut(&mut without_ends, "users") {
            users.value.get_mut("to").into_iter().for_each(|to| to.value = Value::from(INTERNET));
        }
        let file = ScenarioTable::read(&without_ends, &mut apart)?;
        if document.get("constellation").is_none() {
            problems
                .add(&table.place, "[ground] needs satellites, and there is no [constellation]")
                .expected("a [constellation], such as preset = \"starlink-shell1\"");
            return None;
        }
        let sky = sky::satellites(file.constellation.as_ref(), &mut apart);
        let mask_deg = terminals::default_mask(&file, sky.preset.as_ref());
        let gateways: BTreeSet<&str> = file
            .terminals
            .items()
            .filter(|own| TerminalKeys::of_terminal(own).is_gateway())
            .filter_map(|own| own.name.as_ref().map(|name| name.0.as_str()))
            .collect();
        let mut served = Self {
            terminals: Vec::new(),
            places: BTreeMap::new(),
            groups: BTreeMap::new(),
            mask_deg,
            altitude_km: sky.shells.as_deref().and_then(highest_km),
            has_isls: sky.may_have_isls,
            satellites: satellites_of_flows(document, &sky),
            is_in_doubt: false,
        };
        for terminal in terminals::terminals(&file, mask_deg, None, &mut apart) {
            let points = points_of(&terminal);
            served.places.insert(terminal.name.clone(), points[0]);
            if !gateways.contains(terminal.name.as_str()) {
                served.terminals.push((points, terminal.elevation_mask_deg));
            }
        }
        for node in file.nodes.items() {
            if let (Some(name), Some(ground)) = (&node.name, node.ground()) {
                served.places.insert(name.0.clone(), ground);
            }
        }
        let seed = file.run.as_ref().and_then(|run| run.seed.as_ref()).map_or(1, |own| own.0);
        for group in file.users.items() {
            let seed = users::seed_of(group, seed.unsigned_abs());
            let Some(placed) = users::placed(&file, group, mask_deg, seed, &mut apart) else {
                continue;
            };
            let name = group.name.as_ref().map_or("", |name| &name.0);
            let mut members = Vec::new();
            for (index, terminal) in (0..).zip(&placed.terminals) {
                let points = points_of(terminal);
                served.places.insert(member(name, index), points[0]);
                members.push(points[0]);
                served.terminals.push((points, terminal.elevation_mask_deg));
            }
            served.groups.insert(name.to_owned(), members);
        }
        served.is_in_doubt = !apart.is_empty();
        if served.terminals.is_empty() && served.satellites.is_empty() && !served.is_in_doubt {
            problems
                .add(&table.place, "[ground] serves nothing: there is no terminal of a user")
                .expected("[[terminals]], [[users]] at places, or a flow from a satellite");
            return None;
        }
        Some(served)
    }

    /// Largest distance between a terminal and a gateway that a satellite is above both masks of,
    /// km; `None` if the satellites are not known.
    fn reach_km(&self, mask_deg: f64) -> Option<f64> {
        let height = 1.0 + self.altitude_km? / EQUATORIAL_RADIUS_KM;
        let angle = |mask_deg: f64| {
            let mask = mask_deg.to_radians();
            math::acos(math::cos(mask) / height) - mask
        };
        Some(EQUATORIAL_RADIUS_KM * (angle(mask_deg) + angle(self.mask_deg.unwrap_or(mask_deg))))
    }
}

/// Satellites at which flows end, and patterns of them.
fn satellites_of_flows(document: &Spanned<Value>, sky: &sky::Satellites) -> BTreeSet<String> {
    if sky.shells.is_none() {
        return BTreeSet::new();
    }
    let names = sky.names();
    let ends = ends(document).filter_map(|end| end.text());
    ends.filter(|end| names.contains_key(*end) || is_pattern(end)).map(str::to_owned).collect()
}

/// Altitude of the highest satellite, km.
fn highest_km(shells: &[Shell]) -> Option<f64> {
    let highest = |shell: &Shell| match &shell.orbits {
        Orbits::Walker(walker) => walker.altitude_km,
        Orbits::Listed(listed) => listed
            .orbiters()
            .map(|(.., one)| one.elements.semi_major_axis_km() - EQUATORIAL_RADIUS_KM)
            .fold(0.0, f64::max),
    };
    shells.iter().map(highest).reduce(f64::max)
}

/// Locations of a terminal: one, or those along its track.
fn points_of(terminal: &Terminal) -> Vec<Ground> {
    let ground = |point: &Point| Ground {
        latitude_deg: point.latitude_deg,
        longitude_deg: point.longitude_deg,
    };
    match &terminal.site {
        Site::Fixed(point) => vec![ground(point)],
        Site::Track(points) => {
            let mut along = vec![ground(&points[0].1)];
            for leg in points.windows(2) {
                let [from, to] = [ground(&leg[0].1), ground(&leg[1].1)];
                let steps = (from.distance_km(to) / TRACK_STEP_KM).ceil().max(1.0);
                let shares = (1..=steps as u32).map(|step| f64::from(step) / steps);
                along.extend(shares.map(|share| from.towards(to, share)));
            }
            along
        }
    }
}

/// The nearest of `sites` to a location.
fn nearest<'s>(sites: &[&'s GroundSite], to: Ground) -> Option<&'s GroundSite> {
    let at = to.direction();
    let chord = |site: &GroundSite| site.direction.chord_squared(at);
    sites.iter().copied().min_by(|a, b| chord(a).total_cmp(&chord(b)))
}

/// `[ground]` and what it serves, while the document is expanded.
struct Expansion<'e> {
    table: &'e Spanned<GroundTable>,
    segment: &'e Segment,
    served: Served,
}

/// Gateways of a run, and why others are left out.
struct Gateways<'e> {
    taken: Vec<&'e GroundSite>,
    left_out: String,
}

impl<'e> Expansion<'e> {
    fn put(&self, document: &mut Spanned<Value>, problems: &mut Problems<'_>) {
        let candidates = named(&self.segment.pops, self.table.pops.as_ref());
        self.rename_ends(document, &candidates, problems);
        let mut pops: BTreeSet<&str> = BTreeSet::new();
        for (points, _) in &self.served.terminals {
            pops.extend(points.iter().filter_map(|at| nearest(&candidates, *at)).map(|p| &*p.name));
        }
        let asked = named_in(document, &["pop:", "pop-"]);
        pops.extend(self.segment.pops.iter().map(|p| &*p.name).filter(|n| asked.contains(*n)));
        let pops: Vec<&GroundSite> =
            self.segment.pops.iter().filter(|site| pops.contains(&*site.name)).collect();
        let gateways = self.gateways(document, problems);
        self.note(&gateways, pops.len(), problems);
        let terminals = gateways.taken.iter().map(|site| {
            let GroundSite { name, ground, .. } = site;
            located(json!({ "name": format!("gateway-{name}"), "kind": "gateway" }), *ground)
        });
        self.extend(document, "terminals", terminals);
        let nodes = pops
            .iter()
            .map(|site| located(json!({ "name": format!("pop-{}", site.name) }), site.ground));
        self.extend(document, "nodes", nodes);
        let pairs = gateways.taken.iter().flat_map(|from| pops.iter().map(move |to| (from, to)));
        self.extend(document, "wires", pairs.map(|(from, to)| self.wire(from, to)));
        self.put_links(document);
        self.put_metric(document);
    }

    /// The gateways that a satellite of the run's terminals can use.
    fn gateways(&self, document: &Spanned<Value>, problems: &mut Problems<'_>) -> Gateways<'e> {
        let all: Vec<&GroundSite> = self.segment.gateways.iter().collect();
        if self.table.gateways.is_some() {
            let taken = named(&self.segment.gateways, self.table.gateways.as_ref());
            return Gateways { taken, left_out: "that `gateways` does not name".into() };
        }
        if !self.served.satellites.is_empty() {
            return Gateways { taken: all, left_out: String::new() };
        }
        let asked = named_in(document, &["gateway-"]);
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        let (mut farthest_km, mut without): (f64, u32) = (0.0, 0);
        for (points, mask_deg) in &self.served.terminals {
            let own = self.table.radius.as_ref().map(|radius| radius.0);
            let Some(radius_km) = own.or_else(|| self.served.reach_km(*mask_deg)) else {
                // The satellites could not be read: every name is known.
                return Gateways { taken: all, left_out: String::new() };
            };
            farthest_km = farthest_km.max(radius_km);
            for point in points {
                let at = point.direction();
                let within = all.iter().filter(|site| {
                    UnitVector::distance_km(site.direction.chord_squared(at)) <= radius_km
                });
                let mut within = within.peekable();
                if within.peek().is_some() {
                    taken.extend(within.map(|site| &*site.name));
                    continue;
                }
                without += 1;
                let mut all = all.clone();
                let chord = |site: &GroundSite| site.direction.chord_squared(at);
                all.sort_by(|a, b| chord(a).total_cmp(&chord(b)));
                let count = if self.served.has_isls { NEAREST } else { 0 };
                taken.extend(all.iter().take(count).map(|site| &*site.name));
            }
        }
        if taken.is_empty() {
            problems
                .add(&self.table.place, "no gateway is within reach of any terminal")
                .found(format!("none within {farthest_km:.0} km, and no links between satellites"))
                .expected("a gateway that sees the satellites of a terminal")
                .help("choose another `preset`, a longer `radius`, or name `gateways`");
            // With all of them, the rest of the file is checked as if there were one.
            return Gateways { taken: all, left_out: String::new() };
        }
        let is_taken =
            |site: &&GroundSite| taken.contains(&*site.name) || asked.contains(&site.name);
        let near = match without {
            0 => String::new(),
            _ => format!(", except the {NEAREST} nearest to those that have none within it"),
        };
        let left_out = format!("farther than {farthest_km:.0} km from every terminal{near}");
        Gateways { taken: all.into_iter().filter(is_taken).collect(), left_out }
    }

    fn note(&self, gateways: &Gateways<'_>, pops: usize, problems: &mut Problems<'_>) {
        let Segment { name, gateways: all, pops: all_pops, .. } = self.segment;
        let taken = gateways.taken.len();
        let mut line = format!(
            "ground segment {name}: {taken} of {} gateways, {pops} of {} points of presence",
            all.len(),
            all_pops.len()
        );
        if all.len() > taken {
            line.push_str(&format!("; {} gateways {}", all.len() - taken, gateways.left_out));
        }
        problems.manifest().note(line);
    }

    fn wire(&self, from: &GroundSite, to: &GroundSite) -> Json {
        let factor = self.table.route_factor.as_ref().map_or(1.0, |own| own.0);
        let seconds = factor * from.ground.distance_km(to.ground) / FIBRE_KM_PER_S;
        let rate = self.table.fibre_rate.as_ref().map(|own| print_rate(own.0));
        json!({
            "between": [format!("gateway-{}", from.name), format!("pop-{}", to.name)],
            "delay": print_duration(Duration::from_secs_f64(seconds)),
            "rate": rate,
            "queue": FIBRE_QUEUE,
        })
    }

    /// Puts the links of gateways in, where the scenario has none.
    fn put_links(&self, document: &mut Spanned<Value>) {
        if let Some(feeder) = &self.segment.feeder {
            self.put_key(document, "links", "gateway", feeder, &["gateway"]);
        }
    }

    /// Has packets take links between satellites only where no gateway is in sight, unless the
    /// scenario chooses a rule or metric.
    fn put_metric(&self, document: &mut Spanned<Value>) {
        if self.served.has_isls {
            let others = ["kind", "metric", "hysteresis"];
            self.put_key(document, "routing", "metric", &json!("isl-hops"), &others);
        }
    }

    /// Puts a key into a table that has none of the keys `but`.
    fn put_key(
        &self,
        document: &mut Spanned<Value>,
        table: &str,
        key: &str,
        value: &Json,
        but: &[&str],
    ) {
        let place = self.span(table);
        let own = document.value.get_or_add(table, &place, || Value::from(()));
        if let Some(own) = own.filter(|own| but.iter().all(|key| own.get(key).is_none())) {
            let place = place.key(key, place.start..place.end);
            own.value.get_or_add(key, &place, || placed(value, &place).value);
        }
    }

    /// Location of what stands for the table in the file, at another path.
    fn span(&self, path: &str) -> SourceSpan {
        let at = self.table.preset.as_ref().map_or(&self.table.place, |preset| &preset.place);
        SourceSpan { path: path.into(), ..at.clone() }
    }

    /// Adds tables to the list called `key`.
    fn extend(&self, document: &mut Spanned<Value>, key: &str, tables: impl Iterator<Item = Json>) {
        let place = self.span(key);
        let list = document.value.get_or_add(key, &place, || Value::List(Vec::new()));
        // A value that is no list is reported when it is read.
        let Some(Value::List(items)) = list.map(|list| &mut list.value) else { return };
        for table in tables {
            let at = place.element(items.len(), place.start..place.end);
            items.push(placed(&table, &at));
        }
    }

    /// Puts the names of nodes in place of "internet" and "pop:NAME".
    fn rename_ends(
        &self,
        document: &mut Spanned<Value>,
        candidates: &[&GroundSite],
        problems: &mut Problems<'_>,
    ) {
        for flow in tables_mut(document, "flows") {
            let ends = ["from", "to"].map(|key| text_of(flow, key).map(str::to_owned));
            for (key, other) in [("from", &ends[1]), ("to", &ends[0])] {
                let Some(end) = flow.value.get_mut(key) else { continue };
                let nearest = |place: &SourceSpan, problems: &mut Problems<'_>| {
                    vec![self.nearest_to(other.as_deref(), candidates, place, problems)]
                };
                if let Some([node, ..]) = self.renamed(end, nearest, problems).as_deref() {
                    end.value = Value::Text(node.clone());
                }
            }
        }
        for users in tables_mut(document, "users") {
            let [group, nodes] =
                ["name", "nodes"].map(|key| text_of(users, key).map(str::to_owned));
            let nearest = |place: &SourceSpan, problems: &mut Problems<'_>| match (&nodes, &group) {
                (None, Some(group)) if self.served.groups.contains_key(group) => {
                    let members = &self.served.groups[group];
                    let near = members.iter().filter_map(|at| nearest(candidates, *at));
                    let near: BTreeSet<&str> = near.map(|site| &*site.name).collect();
                    near.into_iter().map(|name| format!("pop-{name}")).collect()
                }
                _ => vec![self.nearest_to(nodes.as_deref(), candidates, place, problems)],
            };
            let Some(to) = users.value.get_mut("to") else { continue };
            let place = to.place.clone();
            let given = match &to.value {
                Value::List(items) => items.clone(),
                _ => vec![to.clone()],
            };
            let mut renamed = Vec::new();
            for end in &given {
                match self.renamed(end, nearest, problems) {
                    Some(nodes) => renamed.extend(nodes.into_iter().map(Value::Text)),
                    None => renamed.push(end.value.clone()),
                }
            }
            to.value = match &renamed[..] {
                [one] => one.clone(),
                _ => Value::List(
                    (0..)
                        .zip(renamed)
                        .map(|(i, v)| Spanned::new(v, place.element(i, place.start..place.end)))
                        .collect(),
                ),
            };
        }
    }

    /// The nodes that an end stands for, if it is one of the ground segment.
    fn renamed(
        &self,
        end: &Spanned<Value>,
        nearest: impl Fn(&SourceSpan, &mut Problems<'_>) -> Vec<String>,
        problems: &mut Problems<'_>,
    ) -> Option<Vec<String>> {
        let name = end.text()?;
        if let Some(pop) = pop_of(name) {
            let sites = (&*self.segment.pops, self.segment);
            check_site("point of presence", pop, &end.place, sites, problems);
            return Some(vec![format!("pop-{pop}")]);
        }
        (name == INTERNET).then(|| nearest(&end.place, problems))
    }

    /// The node of the point of presence nearest to the other end of a flow.
    fn nearest_to(
        &self,
        other: Option<&str>,
        candidates: &[&GroundSite],
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) -> String {
        let at = other.and_then(|other| self.served.places.get(other));
        if let ([_, _, ..], Some(satellite)) =
            (candidates, other.filter(|other| self.served.satellites.contains(*other)))
        {
            problems
                .add(place, "a satellite has no nearest point of presence: it passes over all")
                .found(format!("the other end \"{}\"", short(satellite)))
                .help("name the point of presence, such as \"pop:Frankfurt\"");
        } else if at.is_none() && candidates.len() > 1 && !self.served.is_in_doubt {
            problems
                .add(place, "the nearest point of presence is unknown without a place")
                .found(format!("the other end \"{}\"", short(other.unwrap_or_default())))
                .expected("one terminal, or a node with a `latitude` and a `longitude`")
                .help("name the point of presence, such as \"pop:Frankfurt\"");
        }
        let at = at.copied().unwrap_or(candidates[0].ground);
        format!("pop-{}", nearest(candidates, at).map_or("", |site| &*site.name))
    }
}

/// The sites that a list names, or all.
fn named<'s>(sites: &'s [GroundSite], list: Option<&Spanned<List<Name>>>) -> Vec<&'s GroundSite> {
    let is_named =
        |site: &&GroundSite| list.is_none_or(|list| list.0.iter().any(|name| name.0 == site.name));
    sites.iter().filter(is_named).collect()
}

fn located(mut table: Json, Ground { latitude_deg, longitude_deg }: Ground) -> Json {
    table["latitude"] = json!(print_real(latitude_deg, "deg"));
    table["longitude"] = json!(print_real(longitude_deg, "deg"));
    table
}

/// A value at a location, as if the file had it there.
fn placed(json: &Json, place: &SourceSpan) -> Spanned<Value> {
    let mut value = Spanned::new(Value::of_json(json).expect("a value"), place.clone());
    value.move_to(place.path.clone(), Some(&(place.start..place.end)));
    value
}

fn remove(table: &mut Spanned<Value>, key: &str) {
    if let Value::Table(entries) = &mut table.value {
        entries.retain(|own| *own.key != key);
    }
}

/// The tables of a list of the document.
fn tables<'v>(document: &'v Spanned<Value>, key: &str) -> &'v [Spanned<Value>] {
    document.get(key).map_or(&[], |list| list.items())
}

fn tables_mut<'v>(document: &'v mut Spanned<Value>, key: &str) -> &'v mut [Spanned<Value>] {
    document.value.get_mut(key).map_or(&mut [], |list| list.value.items_mut())
}

fn text_of<'v>(table: &'v Spanned<Value>, key: &str) -> Option<&'v str> {
    table.get(key)?.text()
}

/// What follows one of these beginnings in any text of the document.
fn named_in(document: &Spanned<Value>, beginnings: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    document.walk(&mut |value| {
        let name = |text: &str| {
            beginnings.iter().find_map(|one| text.strip_prefix(one)).map(str::to_owned)
        };
        names.extend(value.text().and_then(name));
    });
    names
}

/// The ends of a flow or of users' sessions.
fn ends_of(table: &Spanned<Value>) -> impl Iterator<Item = &Spanned<Value>> {
    ["from", "to"].into_iter().filter_map(|key| table.get(key)).flat_map(|end| match &end.value {
        Value::List(items) => &items[..],
        _ => std::slice::from_ref(end),
    })
}

/// The ends of flows and of users' sessions.
fn ends(document: &Spanned<Value>) -> impl Iterator<Item = &Spanned<Value>> {
    ["flows", "users"].into_iter().flat_map(|list| tables(document, list)).flat_map(ends_of)
}

/// Removes flows and users with ends at a ground segment.
fn forget_ends(document: &mut Spanned<Value>) {
    let is_there = |name: &str| name == INTERNET || pop_of(name).is_some();
    for list in ["flows", "users"] {
        if let Some(Value::List(items)) = document.value.get_mut(list).map(|list| &mut list.value) {
            items.retain(|own| !ends_of(own).filter_map(|end| end.text()).any(is_there));
        }
    }
}
