//! Sessions of users: random draws of their start, application and remote endpoint.
//!
//! Every user draws from a stream of their own ([`super::users::random`]), so neither other users
//! nor their number change a user's sessions; start times come from another part of the stream than
//! the content of sessions, each of which has a part.

use std::collections::BTreeMap;

use skyseam_base::Duration;
use skyseam_constellation::description::config::{Site, SkyConfig};
use skyseam_constellation::names::{Names, member};
use skyseam_users::Ground;
use skyseam_users::arrivals::{ArrivalContext, SessionStart};
use skyseam_users::demand::{EndpointCandidate, EndpointRule, OtherEnd};
use skyseam_users::session::drawn;

use super::flows::{MAX_FLOWS, MAX_STARTS, ResolvedFlows};
use super::network::ResolvedNetwork;
use super::users::{INSTANTS, KINDS, PART_BITS, Population, Rules, random, rules, seed_of};
use crate::document::{Items, Spanned};
use crate::error::{Problems, short};
use crate::scenario::{Flow, Repeat, RunConfig, WireLinks};
use crate::tables::ScenarioTable;
use crate::text_values::Name;
use crate::users::{SessionDirection, Sessions, User, UserSession, Users, UsersTable};

/// Maximum number of weights of a gravity model, which take some 50 ns each.
const MAX_WEIGHTS: u64 = 20_000_000;

const HOUR_S: f64 = 3600.0;

/// The users of the file; their flows are added to `flows`.
pub(super) fn users(
    file: &ScenarioTable,
    network: &mut ResolvedNetwork,
    run: Option<&RunConfig>,
    flows: &mut ResolvedFlows,
    problems: &mut Problems<'_>,
) -> Vec<Users> {
    let populations = std::mem::take(&mut network.populations);
    let mut all = Vec::new();
    let mut places = None;
    for (table, population) in file.users.items().zip(populations) {
        let has_epoch = network.sky.as_ref().is_none_or(|sky| sky.zero.is_some());
        let rules = rules(table, &network.names, (run, has_epoch), problems);
        let (Some(rules), Some(population), Some(sky), Some(run)) =
            (rules, population, &network.sky, run)
        else {
            continue;
        };
        let wires = network.links.as_ref().map_or(&[][..], |links| &links.wires);
        let places = places.get_or_insert_with(|| places_of(file, sky, wires));
        let drawing = Drawing { table, names: &network.names, places, run, sky, rules };
        all.extend(drawing.draw(population, flows, problems));
    }
    all
}

/// Locations of fixed terminals, of users at time zero, of nodes that have one, and of nodes that
/// are wired to terminals.
fn places_of(
    file: &ScenarioTable,
    sky: &SkyConfig,
    wires: &[WireLinks],
) -> BTreeMap<String, Ground> {
    let mut places = BTreeMap::new();
    // Terminals of users follow those of the file.
    let of_file = file.terminals.as_ref().map_or(0, |list| list.0.len());
    for (number, terminal) in sky.terminals.iter().enumerate() {
        let point = match &terminal.site {
            Site::Fixed(point) => Some(point),
            Site::Track(points) => {
                points.first().map(|(_, point)| point).filter(|_| number >= of_file)
            }
        };
        if let Some(point) = point {
            let (latitude_deg, longitude_deg) = (point.latitude_deg, point.longitude_deg);
            places.insert(terminal.name.clone(), Ground { latitude_deg, longitude_deg });
        }
    }
    let terminals = places.clone();
    for node in file.nodes.items() {
        let (Some(name), Some(ground)) = (&node.name, node.ground()) else { continue };
        match &node.count {
            Some(count) => {
                places.extend((0..count.0).map(|index| (member(&name.0, index), ground)));
            }
            None => _ = places.insert(name.0.clone(), ground),
        }
    }
    for wire in wires {
        let [a, b] = &wire.between;
        for (node, terminal) in [(a, b), (b, a)] {
            if let Some(place) = terminals.get(terminal) {
                places.entry(node.clone()).or_insert(*place);
            }
        }
    }
    places
}

/// The users of a table while their sessions are drawn.
struct Drawing<'d> {
    table: &'d Spanned<UsersTable>,
    names: &'d Names,
    places: &'d BTreeMap<String, Ground>,
    run: &'d RunConfig,
    sky: &'d SkyConfig,
    rules: Rules,
}

impl Drawing<'_> {
    fn draw(
        self,
        population: Population,
        flows: &mut ResolvedFlows,
        problems: &mut Problems<'_>,
    ) -> Option<Users> {
        let name = &self.table.name.as_ref()?.value;
        let Population { places, mut members, .. } = population;
        for user in &mut members {
            let place = self.places.get(&user.node);
            user.place_deg = place.map(|place| (place.latitude_deg, place.longitude_deg));
        }
        let candidates = self.candidates();
        self.check_places(&members, &candidates, problems)?;
        self.check_number(members.len(), flows, problems)?;
        let longest = format!("{}.{}", member(&name.0, members.len() as u32 - 1), MAX_FLOWS);
        if longest.chars().count() > Name::MAX_CHARS {
            problems
                .add(&self.table.name.as_ref()?.place, "sessions have names that are too long")
                .found(format!("\"{}\"", short(&longest)))
                .expected(format!("names of at most {} characters", Name::MAX_CHARS));
            return None;
        }
        let first_flow = flows.flows.len();
        let mut held = Vec::new();
        let mut numbers = vec![0u32; members.len()];
        let mut other_end = OtherEnd::new(&candidates, self.rules.demand.rule());
        for SessionStart { user, at } in self.begun(&members, problems)? {
            let number = &mut numbers[user as usize];
            let mut random = random(self.table, self.seed(), user)?
                .part(KINDS + (u64::from(*number) << PART_BITS));
            *number += 1;
            let index = drawn(self.rules.mix.iter().map(|part| part.share), random.uniform());
            let (node, part) = (&members[user as usize].node, &self.rules.mix[index]);
            let place = self.places.get(node).map(|place| place.direction());
            let Some(other) = other_end.of(node, place, &mut random) else {
                problems
                    .add(
                        &self.table.to.as_ref()?.place,
                        "a user has no endpoint to hold a session with",
                    )
                    .found(format!("\"{}\" alone", short(node)))
                    .expected("another terminal, node or group");
                return None;
            };
            let [from, to] = match part.way {
                SessionDirection::Up => [node, other],
                SessionDirection::Down => [other, node],
            };
            flows.flows.push(Flow {
                name: format!("{}.{number}", member(&name.0, user)),
                from: from.to_owned(),
                to: to.to_owned(),
                start: at,
                repeat: Repeat { count: 1, every: Duration::ZERO },
                application: part.application.clone(),
                transport: part.transport.clone(),
                split_at: part.split_at.clone(),
                dscp: part.dscp,
            });
            held.push(UserSession { user, part: index as u32 });
        }
        self.count(first_flow, &held, flows, problems);
        let seed = self.seed();
        let Rules { to, demand, sessions, mix, .. } = self.rules;
        let name = name.0.clone();
        Some(Users { name, places, members, to, demand, sessions, mix, seed, first_flow, held })
    }

    fn candidates(&self) -> Vec<EndpointCandidate> {
        let ends = self.rules.to.iter().map(|name| self.names.end(name));
        let nodes = ends.flat_map(|end| (0..end.count()).map(move |index| end.node(index)));
        let place = |node: &String| self.places.get(node).map(|place| place.direction());
        let candidate = |node: String| EndpointCandidate { place: place(&node), node };
        nodes.map(candidate).collect()
    }

    /// Reports users without a location if distances matter.
    fn check_places(
        &self,
        members: &[User],
        candidates: &[EndpointCandidate],
        problems: &mut Problems<'_>,
    ) -> Option<()> {
        let to = self.table.to.as_ref()?;
        let needs_places = !matches!(self.rules.demand.rule(), EndpointRule::Anybody);
        if candidates.len() < 2 || !needs_places {
            return Some(());
        }
        let nowhere = candidates.iter().find(|one| one.place.is_none()).map(|one| &one.node);
        let nowhere = nowhere
            .or_else(|| members.iter().find(|one| one.place_deg.is_none()).map(|one| &one.node));
        if let Some(node) = nowhere {
            problems
                .add(&to.place, "the nearest endpoint is unknown without places")
                .found(format!("\"{}\", which has none", short(node)))
                .expected("one node, or terminals that stand still and nodes wired to them");
            return None;
        }
        let weights = members.len() as u64 * candidates.len() as u64;
        if weights > MAX_WEIGHTS {
            problems
                .add(&to.place, "there are too many distances between users and other endpoints")
                .found(format!("{weights} distances"))
                .expected(format!("at most {MAX_WEIGHTS}"));
            return None;
        }
        Some(())
    }

    /// Reports more sessions than the maximum number of flows.
    fn check_number(
        &self,
        members: usize,
        flows: &ResolvedFlows,
        problems: &mut Problems<'_>,
    ) -> Option<()> {
        let Sessions { arrivals, within, .. } = &self.rules.sessions;
        let all = arrivals.expected(members as u32, *within) + flows.flows.len() as f64;
        if all > f64::from(MAX_FLOWS) {
            problems
                .add(&self.table.sessions.as_ref()?.place, "users hold too many sessions")
                .found(format!("about {all:.0} flows up to here"))
                .expected(format!("at most {MAX_FLOWS} flows"));
            return None;
        }
        Some(())
    }

    /// Start times of sessions, in the order of their numbers.
    fn begun(&self, members: &[User], problems: &mut Problems<'_>) -> Option<Vec<SessionStart>> {
        self.table.name.as_ref()?;
        let Sessions { arrivals, start, within } = &self.rules.sessions;
        let ground = |(latitude_deg, longitude_deg)| Ground { latitude_deg, longitude_deg };
        let places: Vec<Option<Ground>> =
            members.iter().map(|member| member.place_deg.map(ground)).collect();
        let scene = ArrivalContext {
            users: &places,
            start: *start,
            window: *within,
            utc_s: self.utc_s(),
            random: &|user| {
                random(self.table, self.seed(), user).expect("a name, just seen").part(INSTANTS)
            },
        };
        arrivals.begin(&scene, &self.rules.arrivals_at, problems)
    }

    fn seed(&self) -> u64 {
        seed_of(self.table, self.run.seed)
    }

    /// Seconds after midnight UTC at the start of the run, if there is an epoch.
    fn utc_s(&self) -> Option<f64> {
        // Julian days begin at noon.
        let days = self.sky.zero?.after(self.run.start).julian_date() + 0.5;
        Some((days - days.floor()) * 24.0 * HOUR_S)
    }

    /// Adds the flows from index `first` on to the counts over the whole file.
    fn count(
        &self,
        first: usize,
        held: &[UserSession],
        flows: &mut ResolvedFlows,
        problems: &mut Problems<'_>,
    ) {
        let mut times = vec![0u64; self.rules.mix.len()];
        for session in held {
            times[session.part as usize] += 1;
        }
        let list = self.table.mix.items();
        for ((part, times), table) in self.rules.mix.iter().zip(&times).zip(list) {
            let parts = 1 + part.split_at.len() as u64;
            flows.starts = flows.starts.saturating_add(times * parts);
            flows.kept.add(&part.application, *times, self.run.duration, &table.place, problems);
        }
        let mut clash = None;
        for flow in &flows.flows[first..] {
            if !flows.taken.insert(flow.name.clone()) {
                clash = Some(flow.name.clone());
            }
        }
        let Some(name) = &self.table.name else { return };
        if let Some(clash) = clash {
            problems
                .add(&name.place, "a session has the name of another flow")
                .found(format!("\"{}\" a second time", short(&clash)))
                .expected("users whose sessions have names of their own");
        }
        if flows.starts <= MAX_STARTS {
            flows.crowds.add(&flows.flows[first..], &self.table.place, problems);
        }
    }
}
