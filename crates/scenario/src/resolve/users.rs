//! Users: where they are, and what is wrong with their tables. Their sessions are drawn in
//! [`super::sessions`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use skyseam_base::{Duration, RandomStream};
use skyseam_constellation::config::{Antennas, Point, Site, Terminal};
use skyseam_constellation::handover::Policy;
use skyseam_host::app::Service;

use super::contents::application;
use super::flows::{carried, links_in_doubt};
use super::names::{Names, member};
use super::require;
use super::splits::splits;
use super::terminals::check_antennas;
use super::transport::{Connection, check_carried};
use crate::document::At;
use crate::error::{Problems, short};
use crate::files::Files;
use crate::scenario::Run;
use crate::tables::ScenarioTable;
use crate::text_values::Name;
use crate::units;
use crate::users::cities::{self, Cities};
use crate::users::ground::{Ground, Line};
use crate::users::tables::{
    CircleTable, CitiesTable, MixTable, PlacePoint, SessionsTable, TargetTable, UsersTable,
};
use crate::users::{
    Arrivals, BusyHour, CityLimits, Gravity, Part, Places, Sessions, Target, User, Way,
};

/// Shares add up to one where they miss it by less than this: two thirds written as 0.667.
const SHARE_TOLERANCE: f64 = 0.001;

/// Users with their places, and their terminals if they have some of their own.
pub(super) struct Population {
    pub(super) places: Places,
    pub(super) members: Vec<User>,
    pub(super) terminals: Vec<Terminal>,
}

/// The random numbers of a user, apart from everybody else's: their parts are for the place, the
/// instants of sessions, and what those are.
pub(super) fn random(table: &UsersTable, index: u32) -> Option<RandomStream> {
    let (name, seed) = (&table.name.as_ref()?.0, table.seed.as_ref()?.0);
    // No name contains this character, so no other stream has the same name.
    Some(RandomStream::new(seed.unsigned_abs(), &format!("users > {name} > {index}")))
}

/// Parts of [`random`]; that of kinds is of the first session, and those of later ones have their
/// number above [`PART_BITS`].
const PLACE: u64 = 0;
pub(super) const INSTANTS: u64 = 1;
pub(super) const KINDS: u64 = 2;
pub(super) const PART_BITS: u32 = 8;

/// The users of each table, as far as they could be read.
pub(super) fn populations(
    file: &ScenarioTable,
    mask: Option<f64>,
    policy: Option<&dyn Policy>,
    (names, files): (&Names, &Files),
    problems: &mut Problems<'_>,
) -> Vec<Option<Population>> {
    let mut taken = BTreeMap::new();
    let mut all = Vec::new();
    for table in file.users.iter().flat_map(|list| &list.0) {
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
        all.push(match &table.nodes {
            Some(nodes) => of_nodes(nodes, names, problems),
            None => placed(table, mask, files, problems),
        });
    }
    all
}

/// Notes keys that go with others, and places without satellites above them.
fn check_keys(
    file: &ScenarioTable,
    table: &At<UsersTable>,
    mask: Option<f64>,
    policy: Option<&dyn Policy>,
    problems: &mut Problems<'_>,
) {
    check_antennas(policy, table.antennas.as_ref(), problems);
    if table.nodes.is_some() {
        let of_terminals = [
            table.count.as_ref().map(|key| ("count", &key.place)),
            table.elevation_mask.as_ref().map(|key| ("elevation_mask", &key.place)),
            table.antennas.as_ref().map(|key| ("antennas", &key.place)),
        ];
        for (key, place) in of_terminals.into_iter().flatten() {
            problems
                .add(place, format!("`nodes` and `{key}` exclude each other"))
                .help(format!("remove `{key}`: the nodes are those of [[nodes]]"));
        }
        return;
    }
    let there = [table.circle.is_some(), table.line.is_some(), table.cities.is_some()];
    if !there.contains(&true) {
        return;
    }
    if table.count.is_none() {
        require("count", &table.place, "how many users there are, such as 100", problems);
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
        require("elevation_mask", &table.place, why, problems);
    }
}

/// Users that are nodes already.
fn of_nodes(nodes: &At<Name>, names: &Names, problems: &mut Problems<'_>) -> Option<Population> {
    names.check_end(nodes, problems);
    let end = names.end(&nodes.0);
    let user = |index| User { node: end.node(index), place_deg: None, city: None };
    Some(Population {
        places: Places::Nodes(nodes.0.clone()),
        members: (0..end.count()).map(user).collect(),
        terminals: Vec::new(),
    })
}

/// How a place is drawn.
enum Draw {
    Circle(Ground, f64),
    Line(Line),
    Cities(Cities, f64),
}

fn placed(
    table: &At<UsersTable>,
    mask: Option<f64>,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<Population> {
    let (places, draw) = match (&table.circle, &table.line, &table.cities) {
        (Some(circle), ..) => in_circle(circle)?,
        (_, Some(line), _) => {
            let points = line.0.iter().map(|point| &point.value);
            let line_of = |point: &PlacePoint| (point.latitude_deg, point.longitude_deg);
            let own = Line::new(points.clone().map(|point| ground(line_of(point))).collect());
            if own.length_km() <= 0.0 {
                if !problems.any_under(&line.place.path) {
                    problems
                        .add(&line.place, "a line needs two places that differ")
                        .found(format!("{} places", line.0.len()))
                        .expected(
                            "at least two, such as [[\"48 deg\", \"11 deg\"], [\"52 deg\", \
                                   \"13 deg\"]]",
                        );
                }
                return None;
            }
            (Places::Line(points.map(line_of).collect()), Draw::Line(own))
        }
        (.., Some(table)) => in_cities(table, files, problems)?,
        _ => return None,
    };
    let own_mask = table.elevation_mask.as_ref().map(|mask| mask.0);
    let elevation_mask_deg = own_mask.or(mask)?;
    let antennas = table.antennas.as_ref().map_or(Antennas::One, |antennas| antennas.0);
    let name = &table.name.as_ref()?.0;
    let (mut members, mut terminals) = (Vec::new(), Vec::new());
    for index in 0..table.count.as_ref()?.0 {
        let mut random = random(table, index)?.part(PLACE);
        let (place, city) = match &draw {
            Draw::Circle(centre, radius_km) => (centre.within(*radius_km, &mut random), None),
            Draw::Line(line) => (line.draw(&mut random), None),
            Draw::Cities(cities, spread_km) => {
                let city = cities.choose(random.uniform());
                (city.place.within(*spread_km, &mut random), Some(Arc::clone(&city.name)))
            }
        };
        let Ground { latitude_deg, longitude_deg } = place;
        let node = member(name, index);
        terminals.push(Terminal {
            name: node.clone(),
            site: Site::Fixed(Point { latitude_deg, longitude_deg, altitude_m: 0.0 }),
            elevation_mask_deg,
            skyline_deg: Vec::new(),
            antennas,
            is_relay: false,
        });
        members.push(User { node, place_deg: Some((latitude_deg, longitude_deg)), city });
    }
    Some(Population { places, members, terminals })
}

fn ground((latitude_deg, longitude_deg): (f64, f64)) -> Ground {
    Ground { latitude_deg, longitude_deg }
}

fn in_circle(table: &CircleTable) -> Option<(Places, Draw)> {
    let latitude_deg = table.latitude.as_ref()?.0;
    let longitude_deg = table.longitude.as_ref()?.0;
    let radius_km = table.radius.as_ref()?.0;
    let centre = ground((latitude_deg, longitude_deg));
    let places = Places::Circle { latitude_deg, longitude_deg, radius_km };
    Some((places, Draw::Circle(centre, radius_km)))
}

fn in_cities(
    table: &At<CitiesTable>,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<(Places, Draw)> {
    let cities = cities::cities(table, files, problems)?;
    let spread_km = table.spread.as_ref()?.0;
    let codes = |list: &crate::shape::List<crate::users::tables::Country>| {
        list.0.iter().map(|country| country.value.0.clone()).collect()
    };
    let edges = [&table.south, &table.north].map(|edge| edge.as_ref().map(|edge| edge.0));
    let sides = [&table.west, &table.east].map(|edge| edge.as_ref().map(|edge| edge.0));
    let limits = CityLimits {
        file: table.file.as_ref().map(|file| file.0.clone()),
        countries: table.countries.as_ref().map(|list| codes(list)),
        edges_deg: [edges[0], edges[1], sides[0], sides[1]],
        minimum_population: u32::try_from(table.minimum_population.as_ref()?.0).ok()?,
        spread_km,
    };
    Some((Places::Cities(limits), Draw::Cities(cities, spread_km)))
}

/// What users do, read from their table.
pub(super) struct Rules {
    pub(super) to: Vec<String>,
    pub(super) gravity: Option<Gravity>,
    pub(super) sessions: Sessions,
    pub(super) mix: Vec<Part>,
}

/// What the users of `table` do; `None` where a problem was noted, here or before.
pub(super) fn rules(
    table: &At<UsersTable>,
    (names, files): (&Names, &Files),
    (run, has_epoch): (Option<&Run>, bool),
    problems: &mut Problems<'_>,
) -> Option<Rules> {
    let ends = table.to.as_ref();
    let own = table.nodes.as_ref().or(table.name.as_ref());
    for end in ends.into_iter().flat_map(|to| &to.0) {
        names.check_end(end, problems);
        if let Some(own) = own
            && names.separated(&own.0, &end.0)
            && !links_in_doubt(problems)
            && !problems.any_under(&table.place.path)
        {
            problems
                .add(&end.place, format!("no wire or satellite leads from \"{}\" here", own.0))
                .found(format!("\"{}\"", short(&end.0)))
                .help("connect the two with [[wires]]");
        }
    }
    let to = ends.map(|to| to.0.iter().map(|end| end.0.clone()).collect());
    let gravity = match &table.gravity {
        Some(gravity) => Some(Gravity {
            exponent: gravity.exponent.as_ref().map_or(2.0, |exponent| exponent.0),
            shortest_km: gravity.shortest.as_ref()?.0,
        }),
        None => None,
    };
    let sessions = table.sessions.as_ref();
    let sessions = sessions.and_then(|table| sessions_of(table, run, has_epoch, problems));
    let mix = mix(table, (names, files), problems);
    if problems.any_under(&table.place.path) {
        return None;
    }
    Some(Rules { to: to?, gravity, sessions: sessions?, mix: mix? })
}

fn sessions_of(
    table: &At<SessionsTable>,
    run: Option<&Run>,
    has_epoch: bool,
    problems: &mut Problems<'_>,
) -> Option<Sessions> {
    let evenly = table.evenly.as_ref()?;
    if evenly.0 && table.per_hour.is_some() {
        problems
            .add(&evenly.place, "a Poisson process is not spaced evenly")
            .expected("`evenly` with `each`, or no `evenly`");
    }
    if let (Some(busy), Some(_)) = (&table.busy_hour, &table.each) {
        problems
            .add(&busy.place, "`each` is a fixed number, at any time of day")
            .expected("`busy_hour` with `per_hour`, or no `busy_hour`");
    }
    let busy_hour = match &table.busy_hour {
        Some(busy) => {
            if busy.clock.is_none() && !has_epoch {
                let why = "the time of day in UTC at the start of the run, such as \"20:00\"";
                require("clock", &busy.place, why, problems);
            }
            let clock = busy.clock.as_ref().map(|clock| clock.value.0);
            Some(BusyHour { curve: busy.curve.as_ref()?.value.clone(), clock })
        }
        None => None,
    };
    let arrivals = match (&table.per_hour, &table.each) {
        (Some(per_hour), _) => Arrivals::Poisson { per_hour: per_hour.0, busy_hour },
        (None, Some(each)) => {
            Arrivals::Each { count: u32::try_from(each.0).ok()?, evenly: evenly.0 }
        }
        (None, None) => return None,
    };
    let start = table.start.as_ref()?;
    let duration = run?.duration;
    let left = duration.saturating_sub(start.0);
    let within = match &table.within {
        Some(within) => within.0,
        None if problems.doubts(&table.place.path_of("within")) => return None,
        None => left,
    };
    if left.is_zero() || within > left {
        let place = match &table.within {
            Some(within) if !left.is_zero() => &within.place,
            _ => &start.place,
        };
        let last = units::print_duration(Duration::from_nanos(
            start.0.as_nanos().saturating_add(within.as_nanos()),
        ));
        problems
            .add(place, "sessions would begin after the run has ended")
            .found(format!("sessions up to {last} after the start of the run"))
            .expected(format!("before {}, when the run ends", units::print_duration(duration)));
        return None;
    }
    Some(Sessions { arrivals, start: start.0, within })
}

fn mix(
    table: &At<UsersTable>,
    known: (&Names, &Files),
    problems: &mut Problems<'_>,
) -> Option<Vec<Part>> {
    let list = table.mix.as_ref()?;
    let mut taken = BTreeSet::new();
    let parts: Vec<Option<Part>> =
        list.0.iter().map(|part| of_mix(table, part, known, &mut taken, problems)).collect();
    let parts = parts.into_iter().collect::<Option<Vec<Part>>>()?;
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
    users: &At<UsersTable>,
    table: &At<MixTable>,
    (names, files): (&Names, &Files),
    taken: &mut BTreeSet<String>,
    problems: &mut Problems<'_>,
) -> Option<Part> {
    let kind = table.application.as_ref();
    let application = kind.and_then(|kind| application(kind, files, problems));
    let connection = Connection {
        from: users.nodes.as_ref().or(users.name.as_ref()),
        to: users.to.as_ref().and_then(|to| to.0.first()),
        transport: table.transport.as_ref(),
        split_at: table.split_at.as_ref(),
    };
    let transport = carried(&connection, application.as_ref(), problems);
    let split_at = splits(&connection, names, application.as_ref(), transport.as_deref(), problems);
    if let (Some(application), Some(transport)) = (&application, &transport) {
        check_carried(&connection, application, &**transport, problems);
    }
    let application = application?;
    let name = table.name.as_ref().map_or(application.name(), |name| &name.0).to_owned();
    if !taken.insert(name.clone()) {
        let place = table.name.as_ref().map_or(&table.place, |name| &name.place);
        problems
            .add(place, "two parts of a mix have the same name")
            .found(format!("\"{}\" a second time", short(&name)))
            .expected("a `name` that no other part of the mix has")
            .help("the name of a part without one is its kind of application");
    }
    let way = match table.direction.as_ref() {
        Some(way) => way.value,
        None if application.service() == Service::Transfer => Way::Down,
        None => Way::Up,
    };
    Some(Part {
        name,
        share: table.share.as_ref()?.0,
        application,
        transport: transport?,
        split_at: split_at?,
        way,
        target: table.target.as_ref().or(users.target.as_ref()).and_then(|target| of(target)),
    })
}

fn of(table: &TargetTable) -> Option<Target> {
    let completion = table.completion.as_ref().map(|span| Target::Completion(span.0));
    completion.or(table.goodput.as_ref().map(|rate| Target::Goodput(rate.0)))
}
