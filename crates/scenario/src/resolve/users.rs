//! Users: their locations, and the checks of their tables. [`super::sessions`] draws their
//! sessions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::json;
use skyseam_app::Application;
use skyseam_app::TransportService;
use skyseam_base::{Duration, RandomStream};
use skyseam_constellation::description::config::{Point, Site, Terminal};
use skyseam_constellation::description::site_keys::{AntennaCount, check_antennas};
use skyseam_constellation::description::track;
use skyseam_constellation::handover::HandoverPolicy;
use skyseam_constellation::names::{Names, member};
use skyseam_host::connection::ConnectionKeys;
use skyseam_params::{Chosen, Keys, Model, Parameter};
use skyseam_users::demand::Nearest;
use skyseam_users::places::UserLocation;
use skyseam_users::{Arrivals, Demand, Ground};

use super::names::check_joined;
use super::network::end_of_studies;
use super::terminals::TerminalKeys;
use super::transports::carried;
use crate::document::{Items, Spanned};
use crate::error::{Problems, short};
use crate::names::name_of;
use crate::scenario::RunConfig;
use crate::tables::ScenarioTable;
use crate::text_values::Name;
use crate::units::{self, print_real};
use crate::users::{
    MixComponent, MixTable, SessionDirection, SessionTarget, Sessions, User, UsersTable,
    Whereabouts,
};

/// Tolerance of the sum of shares: two thirds may be written as 0.667.
const SHARE_TOLERANCE: f64 = 0.001;

/// Users with their locations, and their terminals if they have some of their own.
pub(super) struct Population {
    pub(super) places: Whereabouts,
    pub(super) members: Vec<User>,
    pub(super) terminals: Vec<Terminal>,
}

/// The random stream of a user, independent of all other users; its parts are for the location, the
/// start times of sessions, and their content.
pub(super) fn random(table: &UsersTable, seed: u64, index: u32) -> Option<RandomStream> {
    let name = &table.name.as_ref()?.0;
    // No name contains this character, so no other stream has the same name.
    Some(RandomStream::new(seed, &format!("users > {name} > {index}")))
}

/// Seed of a group of users: its own, else that of the run.
pub(super) fn seed_of(table: &UsersTable, of_run: u64) -> u64 {
    table.seed.as_ref().map_or(of_run, |seed| seed.0.unsigned_abs())
}

/// Part numbers of [`random`]: location, session times, and content of sessions. The content of
/// later sessions has the session number above [`PART_BITS`].
const PLACE: u64 = 0;
pub(super) const INSTANTS: u64 = 1;
pub(super) const KINDS: u64 = 2;
pub(super) const PART_BITS: u32 = 8;

/// Maximum number of users at locations, in all tables: each is a terminal with links of its own,
/// of some 7 kB.
const MAX_PLACED: u64 = 200_000;

/// Maximum number of legs of the tracks of all users of a table.
const MAX_LEGS: u64 = 5_000_000;

/// Maximum number of points of the skylines of all users of a table.
const MAX_SKYLINE_POINTS: u64 = 5_000_000;

/// Location of a user at time zero.
struct StartingPlace {
    site: Site,
    point: Point,
    city: Option<Arc<str>>,
}

/// Draws the location of a user by its index.
type DrawStart = dyn Fn(u32, &mut RandomStream) -> StartingPlace;

/// The users of each table, as far as they could be read.
pub(super) fn populations(
    file: &ScenarioTable,
    (mask, seed): (Option<f64>, u64),
    policy: Option<&dyn HandoverPolicy>,
    names: &Names,
    problems: &mut Problems<'_>,
) -> Vec<Option<Population>> {
    let mut taken = BTreeMap::new();
    let (mut all, mut placed_so_far) = (Vec::new(), 0);
    for table in file.users.items() {
        let is_placed = table.nodes.is_none();
        if let Some(name) = &table.name
            && let Some(was_placed) = taken.insert(&name.value, is_placed)
            // Those at places are terminals, whose names were looked at.
            && !(is_placed && was_placed)
        {
            problems
                .add(&name.place, "two groups of users have the same name")
                .found(format!("\"{}\" a second time", short(&name.0)))
                .expected("a name that no other users have");
        }
        check_keys(file, table, mask, policy, problems);
        if let Some(count) = table.count.as_ref().filter(|_| is_placed) {
            placed_so_far += u64::from(count.0);
            if placed_so_far > MAX_PLACED {
                problems
                    .add(&count.place, "too many users at places")
                    .found(format!("{placed_so_far} up to here"))
                    .expected(format!("at most {MAX_PLACED} in a scenario"));
                all.push(None);
                continue;
            }
        }
        all.push(match &table.nodes {
            Some(nodes) => of_nodes(nodes, names, problems),
            None => placed(file, table, mask, seed_of(table, seed), problems),
        });
    }
    all
}

/// Reports keys that require others, and locations without satellites above them.
fn check_keys(
    file: &ScenarioTable,
    table: &Spanned<UsersTable>,
    mask: Option<f64>,
    policy: Option<&dyn HandoverPolicy>,
    problems: &mut Problems<'_>,
) {
    let keys = TerminalKeys::of_users(table);
    check_antennas(policy, table.antennas.as_ref(), problems);
    if table.nodes.is_some() {
        let count = table.count.as_ref().map(|count| ("count", &count.place));
        // Every table has a kind, by default.
        let others = keys.given().filter(|(key, _)| !["kind", "track"].contains(key));
        for (key, place) in others.chain(count) {
            problems
                .add(place, format!("`nodes` and `{key}` exclude each other"))
                .help(format!("remove `{key}`: the nodes are those of [[nodes]]"));
        }
        return;
    }
    if !table.has_terminals() {
        return;
    }
    keys.check_skyline(problems);
    if table.count.is_none() {
        problems.require("count", &table.place, "the number of users, such as 100");
    }
    let constellation = file.constellation.is_some() || problems.doubts("constellation");
    if !constellation {
        problems
            .add(&table.place, "users at places need satellites, and there is no [constellation]")
            .expected("a [constellation], or `nodes` that name a group of [[nodes]]");
    } else if table.elevation_mask.is_none()
        && mask.is_none()
        && !problems.any_under("constellation")
    {
        let why = "an elevation mask here, or one in [constellation] for all terminals";
        problems.require("elevation_mask", &table.place, why);
    }
}

/// Users that are existing nodes.
fn of_nodes(
    nodes: &Spanned<Name>,
    names: &Names,
    problems: &mut Problems<'_>,
) -> Option<Population> {
    names.check_end(nodes, problems);
    let end = names.end(&nodes.0);
    let user = |index| User { node: end.node(index), place_deg: None, city: None };
    Some(Population {
        places: Whereabouts::Nodes(nodes.0.clone()),
        members: (0..end.count()).map(user).collect(),
        terminals: Vec::new(),
    })
}

/// Users at random locations or along a track, each with a terminal.
pub(super) fn placed(
    file: &ScenarioTable,
    table: &Spanned<UsersTable>,
    mask: Option<f64>,
    seed: u64,
    problems: &mut Problems<'_>,
) -> Option<Population> {
    let (places, draw): (Whereabouts, Box<DrawStart>) = match (&table.places, &table.track) {
        (Some(chosen), _) => {
            let places = chosen.model(problems)?;
            let draw = places.draw(&chosen.keys, problems)?;
            let at = move |index, random: &mut RandomStream| {
                let UserLocation { ground, city } = draw(index, random);
                let Ground { latitude_deg, longitude_deg } = ground;
                let point = Point { latitude_deg, longitude_deg, altitude_m: 0.0 };
                StartingPlace { site: Site::Fixed(point), point, city }
            };
            (Whereabouts::Placed(places), Box::new(at))
        }
        (None, Some(name)) => {
            let points = track::read(name, problems)?;
            let end = end_of_studies(file);
            let legs = track::legs(&points, end).saturating_mul(table.count.as_ref()?.0.into());
            if legs > MAX_LEGS {
                problems
                    .add(&name.place, "the users change their course too often")
                    .found(format!("{legs} legs of all users until the end of the run"))
                    .expected(format!("at most {MAX_LEGS}"))
                    .help("a track that takes longer, or fewer users");
                return None;
            }
            let at = move |_, random: &mut RandomStream| {
                let points = track::to_and_fro(&points, random.uniform(), end);
                let point = points[0].1;
                StartingPlace { site: Site::Track(points), point, city: None }
            };
            (Whereabouts::Along(name.value.0.clone()), Box::new(at))
        }
        (None, None) => return None,
    };
    let own_mask = table.elevation_mask.as_ref().map(|mask| mask.0);
    let elevation_mask_deg = own_mask.or(mask)?;
    let keys = TerminalKeys::of_users(table);
    let antennas = keys.antennas(false);
    let mask = print_real(elevation_mask_deg, "deg");
    let usual = json!({ "elevation_mask": mask, "antennas": AntennaCount::print(&antennas) });
    problems.fill(&table.place, usual);
    let points = keys.skyline_deg().len() as u64 * u64::from(table.count.as_ref()?.0);
    if points > MAX_SKYLINE_POINTS {
        problems
            .add(&table.place, "the skylines of the users have too many points")
            .found(format!("{points} points of all users"))
            .expected(format!("at most {MAX_SKYLINE_POINTS}"))
            .help("a skyline with fewer points, or fewer users");
        return None;
    }
    let name = &table.name.as_ref()?.0;
    let (mut members, mut terminals) = (Vec::new(), Vec::new());
    for index in 0..table.count.as_ref()?.0 {
        let mut random = random(table, seed, index)?.part(PLACE);
        let StartingPlace { site, point, city } = draw(index, &mut random);
        let Point { latitude_deg, longitude_deg, .. } = point;
        let node = member(name, index);
        terminals.push(keys.terminal(node.clone(), site, elevation_mask_deg, antennas));
        members.push(User { node, place_deg: Some((latitude_deg, longitude_deg)), city });
    }
    Some(Population { places, members, terminals })
}

/// Behaviour of users, read from their table.
pub(super) struct Rules {
    pub(super) to: Vec<String>,
    pub(super) demand: Model<dyn Demand>,
    pub(super) sessions: Sessions,
    /// Locations of the keys of their arrivals.
    pub(super) arrivals_at: Keys,
    pub(super) mix: Vec<MixComponent>,
}

/// The behaviour of the users of `table`; `None` if a problem was reported, here or before.
pub(super) fn rules(
    table: &Spanned<UsersTable>,
    names: &Names,
    (run, has_epoch): (Option<&RunConfig>, bool),
    problems: &mut Problems<'_>,
) -> Option<Rules> {
    let ends = table.to.as_ref();
    let own = table.nodes.as_ref().or(table.name.as_ref());
    for end in ends.into_iter().flat_map(|to| &to.0) {
        names.check_end(end, problems);
        if let Some(own) = own.filter(|_| !problems.any_under(&table.place.path)) {
            check_joined(names, [&own.0, &end.0], &end.place, problems);
        }
    }
    let to = ends.map(|to| to.0.iter().map(|end| end.0.clone()).collect());
    let demand: Option<Model<dyn Demand>> = match &table.demand {
        Some(demand) => demand.model(problems),
        None => {
            let nearest = Model::<dyn Demand>::new(Arc::new(Nearest {}));
            problems.fill(&table.place, json!({ "demand": nearest.print() }));
            Some(nearest)
        }
    };
    let chosen = table.sessions.as_ref();
    let sessions = chosen.and_then(|chosen| {
        let arrivals = chosen.model(problems)?;
        sessions_of(chosen, arrivals, (run, has_epoch), problems)
    });
    let mix = mix(table, names, problems);
    if problems.any_under(&table.place.path) {
        return None;
    }
    let arrivals_at = chosen?.keys.clone();
    Some(Rules { to: to?, demand: demand?, sessions: sessions?, arrivals_at, mix: mix? })
}

fn sessions_of(
    chosen: &Chosen<dyn Arrivals>,
    arrivals: Model<dyn Arrivals>,
    (run, has_epoch): (Option<&RunConfig>, bool),
    problems: &mut Problems<'_>,
) -> Option<Sessions> {
    let keys = &chosen.keys;
    if let Some(key) = arrivals.lacks_clock()
        && !has_epoch
    {
        let why = "the time of day in UTC at the start of the run, such as \"20:00\"";
        problems.require("clock", &keys.at(key), why);
    }
    let start = chosen.common.start;
    let duration = run?.duration;
    let left = duration.saturating_sub(start);
    let within = chosen.common.within.unwrap_or(left);
    if left.is_zero() || within > left {
        let key = if keys.has("within") && !left.is_zero() { "within" } else { "start" };
        let place = keys.at(key);
        let last = units::print_duration(Duration::from_nanos(
            start.as_nanos().saturating_add(within.as_nanos()),
        ));
        problems
            .add(&place, "sessions would begin after the run has ended")
            .found(format!("sessions up to {last} after the start of the run"))
            .expected(format!("before {}, when the run ends", units::print_duration(duration)));
        return None;
    }
    problems.fill(keys.table(), json!({ "within": units::print_duration(within) }));
    Some(Sessions { arrivals, start, within })
}

fn mix(
    table: &Spanned<UsersTable>,
    names: &Names,
    problems: &mut Problems<'_>,
) -> Option<Vec<MixComponent>> {
    let list = table.mix.as_ref()?;
    let mut taken = BTreeSet::new();
    let parts: Vec<Option<MixComponent>> =
        list.0.iter().map(|part| of_mix(table, part, names, &mut taken, problems)).collect();
    let parts = parts.into_iter().collect::<Option<Vec<MixComponent>>>()?;
    if problems.any_under(&list.place.path) {
        return None;
    }
    let sum: f64 = parts.iter().map(|part| part.share).sum();
    if (sum - 1.0).abs() > SHARE_TOLERANCE {
        problems
            .add(&list.place, "the shares of a mix do not add up to 1")
            .found(match &parts[..] {
                [] => "an empty mix".to_owned(),
                _ => format!("{}", (sum * 1e6).round() / 1e6),
            })
            .expected("shares of all sessions, such as 0.7, 0.2 and 0.1");
        return None;
    }
    Some(parts)
}

fn of_mix(
    users: &Spanned<UsersTable>,
    table: &Spanned<MixTable>,
    names: &Names,
    taken: &mut BTreeSet<String>,
    problems: &mut Problems<'_>,
) -> Option<MixComponent> {
    let kind = table.application.as_ref();
    let application = kind.and_then(|kind| kind.model(problems)).map(Application::from);
    let connection = ConnectionKeys {
        place: &table.place,
        transport: table.transport.as_ref(),
        split_at: table.split_at.as_ref(),
    };
    let from = users.nodes.as_ref().or(users.name.as_ref());
    let to = users.to.as_ref().and_then(|to| to.0.first());
    let (transport, split_at) =
        carried(&connection, [from, to], names, application.as_ref(), problems);
    let application = application?;
    let name = table.name.as_ref().map_or(application.name(), |name| &name.0).to_owned();
    if !taken.insert(name.clone()) {
        let place = table.name.as_ref().map_or(&table.place, |name| &name.place);
        problems
            .add(place, "two components of a mix have the same name")
            .found(format!("\"{}\" a second time", short(&name)))
            .expected("a `name` that no other component of the mix has")
            .help("the name of a component without one is its kind of application");
    }
    let way = match table.direction.as_ref() {
        Some(way) => way.value,
        None if application.service() == TransportService::Transfer => SessionDirection::Down,
        None => SessionDirection::Up,
    };
    let target = table.target.as_ref().or(users.target.as_ref());
    let target = target.and_then(|target| target.target());
    let printed = target.map(SessionTarget::print);
    let usual = json!({ "name": name, "direction": name_of(way), "target": printed });
    problems.fill(&table.place, usual);
    Some(MixComponent {
        name,
        share: table.share.as_ref()?.0,
        application,
        transport: transport?,
        split_at: split_at?,
        dscp: table.dscp.as_ref()?.0,
        way,
        target,
    })
}
