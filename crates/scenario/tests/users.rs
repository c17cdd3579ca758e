//! Users are drawn as their tables say: places, instants, shares and other endpoints, whatever else
//! the file contains.

use std::collections::BTreeMap;

use proptest::prelude::*;
use skyseam_base::Duration;
use skyseam_constellation::description::config::{Antennas, Site};
use skyseam_scenario::{Files, Flow, Models, Scenario, SessionDirection, Users};

/// A scenario with two gateways 90 deg apart, and these users.
fn scenario(users: &str, rest: &str) -> Scenario {
    with_files(users, rest, &[])
}

/// The same with files beside it.
fn with_files(users: &str, rest: &str, files: &[(&str, &str)]) -> Scenario {
    let mut beside = Files::new();
    files.iter().for_each(|(name, text)| beside.insert(*name, *text));
    let text = format!(
        r#"
        {rest}
        [constellation]
        preset = "starlink-shell1"
        [links]
        uplink = {{ rate = "20 Mbit/s", queue = "100 packets" }}
        downlink = {{ rate = "200 Mbit/s", queue = "100 packets" }}
        isl = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        [[terminals]]
        name = "west"
        latitude = "40 deg"
        longitude = "0 deg"
        [[terminals]]
        name = "east"
        latitude = "40 deg"
        longitude = "90 deg"
        {users}
        "#
    );
    match Models::built_in().parse(&text, "users.toml", &beside) {
        Ok(parsed) => parsed.scenario,
        Err(errors) => panic!("{errors}"),
    }
}

/// The same with a run of an hour.
fn hour(users: &str) -> Scenario {
    scenario(users, "run.duration = \"1 h\"")
}

const FILES: &str = r#"mix = [{ share = 1, application = { kind = "file", size = "9 kB" } }]"#;

/// Users in a circle of 100 km around 40 deg north on this longitude.
fn circle(name: &str, count: u32, longitude_deg: f64, keys: &str) -> String {
    format!(
        "[[users]]\nname = \"{name}\"\ncount = {count}\nplaces = {{ kind = \"circle\", latitude = \
         \"40 deg\", \
         longitude = \"{longitude_deg:?} deg\", radius = \"100 km\" }}\n{keys}\n"
    )
}

fn flows<'s>(scenario: &'s Scenario, users: &Users) -> &'s [Flow] {
    &scenario.flows[users.first_flow..][..users.held.len()]
}

/// The distance along the great circle by the haversine formula, km.
fn distance_km(a: (f64, f64), b: (f64, f64)) -> f64 {
    let [lat_a, lon_a, lat_b, lon_b] = [a.0, a.1, b.0, b.1].map(f64::to_radians);
    let half = |x: f64| skyseam_base::math::powi(skyseam_base::math::sin(x / 2.0), 2);
    let cosines = skyseam_base::math::cos(lat_a) * skyseam_base::math::cos(lat_b);
    let h = half(lat_b - lat_a) + cosines * half(lon_b - lon_a);
    2.0 * 6371.0088 * skyseam_base::math::asin(h.sqrt().min(1.0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Goal: all users are within the circle. Method: any circle, also over poles and the date
    /// line; distances by another formula.
    #[test]
    fn places_lie_within_their_circle(
        latitude in -90.0..90.0f64,
        longitude in -180.0..180.0f64,
        radius in 0.1..5000.0f64,
        seed in 0..1000u32,
    ) {
        let users = format!(
            "[[users]]\nname = \"u\"\ncount = 20\nplaces = {{ kind = \"circle\", latitude = \
             \"{latitude:.3} deg\", \
             longitude = \"{longitude:.3} deg\", radius = \"{radius:.3} km\" }}\nto = \"west\"\n\
             seed = {seed}\nsessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}\n"
        );
        let scenario = hour(&users);
        let centre = ((latitude * 1e3).round() / 1e3, (longitude * 1e3).round() / 1e3);
        for user in &scenario.users[0].members {
            let place = user.place_deg.unwrap();
            prop_assert!(distance_km(centre, place) <= radius + 0.001, "{place:?}");
        }
    }

    /// Goal: the components of sessions have the shares of the mix. Method: any two shares of 2000
    /// sessions, to 4.5 standard errors; the shares found add up to all sessions.
    #[test]
    fn a_mix_has_its_shares(percent in 0..=100u32, seed in 0..1000u32) {
        let share = f64::from(percent) / 100.0;
        let mix = format!(
            "to = \"west\"\nseed = {seed}\nsessions = {{ kind = \"uniform\", each = 20 }}\nmix = \
             [\n\
             {{ share = {share}, application = {{ kind = \"file\", size = \"9 kB\" }} }},\n\
             {{ share = {}, application = {{ kind = \"voice\", duration = \"9 s\" }} }},\n]\n",
            1.0 - share
        );
        let scenario = hour(&circle("u", 100, 0.0, &mix));
        let users = &scenario.users[0];
        let first = users.held.iter().filter(|session| session.part == 0).count();
        let error = (2000.0 * share * (1.0 - share)).sqrt();
        prop_assert_eq!(users.held.len(), 2000);
        prop_assert!((first as f64 - 2000.0 * share).abs() <= 4.5 * error, "{} of 2000", first);
        for (session, flow) in users.held.iter().zip(flows(&scenario, users)) {
            let name = users.mix[session.part as usize].name.as_str();
            prop_assert_eq!(flow.application.name(), name);
            let user = &users.members[session.user as usize].node;
            let is_up = users.mix[session.part as usize].way == SessionDirection::Up;
            prop_assert_eq!(is_up, name == "voice");
            prop_assert_eq!(if is_up { &flow.from } else { &flow.to }, user);
        }
    }
}

/// Goal: neither other users, flows, nor more users of the same group change a user; the seed of
/// the run does, unless the group has a seed. Method: places and sessions with each change.
#[test]
fn users_are_the_same_whatever_else_there_is() {
    let keys = format!("to = \"west\"\nsessions = {{ per_hour = 30 }}\n{FILES}");
    let alone = hour(&circle("u", 20, 10.0, &keys));
    let others = [
        circle("before", 7, 20.0, &keys) + &circle("u", 20, 10.0, &keys),
        circle("u", 20, 10.0, &keys)
            + "[[flows]]\nname = \"f\"\nfrom = \"west\"\nto = \"u-3\"\n\
               application = { kind = \"ping\", count = 3 }\n",
        circle("u", 50, 10.0, &keys),
        circle("u", 20, 10.0, &format!("seed = 1\n{keys}"))
            + "[run]\nseed = 99\nduration = \"1 h\"",
    ];
    let own = |scenario: &Scenario| {
        let users = scenario.users.iter().find(|users| users.name == "u").unwrap();
        let members: Vec<_> = users.members.iter().take(20).cloned().collect();
        let flows = flows(scenario, users).iter().zip(&users.held);
        let flows = flows.filter(|(_, held)| held.user < 20);
        let flows = flows.map(|(flow, held)| (flow.name.clone(), flow.start, *held));
        (members, flows.collect::<Vec<_>>())
    };
    for other in others {
        let rest = if other.contains("[run]") { "" } else { "run.duration = \"1 h\"" };
        assert_eq!(own(&scenario(&other, rest)), own(&alone), "{other}");
    }
    let own_seed = hour(&circle("u", 20, 10.0, &format!("seed = 2\n{keys}")));
    let of_run = circle("u", 20, 10.0, &keys) + "[run]\nseed = 2\nduration = \"1 h\"";
    let reseeded = scenario(&of_run, "");
    assert_eq!(own(&reseeded), own(&own_seed));
    let moved = own(&reseeded).0.into_iter().zip(own(&alone).0);
    assert!(moved.into_iter().all(|(now, before)| now.place_deg != before.place_deg));
}

/// Goal: users have the nearest gateway, also a node behind one. Method: two circles, one on each
/// side of the middle between the two.
#[test]
fn users_have_the_nearest_gateway() {
    let keys =
        |to: &str| format!("to = {to}\nsessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}");
    let wires = r#"
        nodes = [{ name = "behind" }]
        run.duration = "1 h"
        [[wires]]
        between = ["east", "behind"]
        delay = "1 ms"
        rate = "1 Gbit/s"
        queue = "9 packets"
    "#;
    let to = keys(r#"["behind", "west"]"#);
    let text = circle("near west", 30, 40.0, &to) + &circle("near east", 30, 50.0, &to);
    let scenario = scenario(&text, wires);
    for (users, expected) in scenario.users.iter().zip(["west", "behind"]) {
        assert!(flows(&scenario, users).iter().all(|flow| flow.from == expected), "{expected}");
    }
}

/// Goal: a gravity model draws endpoints by 1 / distance^exponent, and no user has sessions with
/// itself. Method: users at one gateway, 10 km from it by `shortest`, and 7,000 km from the other;
/// exponents for which the shares are known, to 4.5 standard errors.
#[test]
fn gravity_draws_the_nearer_more_often() {
    for exponent in [0.0, 0.5, 1.0] {
        let keys = format!(
            "to = [\"west\", \"east\"]\ndemand = {{ kind = \"gravity\", exponent = {exponent:?}, \
             shortest = \
             \"500 km\" }}\nsessions = {{ kind = \"uniform\", each = 100 }}\n{FILES}"
        );
        let scenario = hour(&circle("u", 100, 0.0, &keys));
        let users = &scenario.users[0];
        let far = flows(&scenario, users).iter().filter(|flow| flow.from == "east").count() as f64;
        let ratio = 500.0 / distance_km((40.0, 0.0), (40.0, 90.0));
        let weight = skyseam_base::math::powf(ratio, exponent);
        let share = weight / (1.0 + weight);
        let error = (1e4 * share * (1.0 - share)).sqrt();
        // The far end is a few tenths of a percent nearer or farther than from the centre.
        let slack = 4.5 * error + 0.003 * 1e4 * share;
        assert!((far - 1e4 * share).abs() < slack, "exponent {exponent}: {far} of 10000");
    }
    let keys = format!(
        "to = \"u\"\ndemand = \"gravity\"\nsessions = {{ kind = \"uniform\", each = 10 }}\n{FILES}"
    );
    let scenario = hour(&circle("u", 5, 0.0, &keys));
    assert!(flows(&scenario, &scenario.users[0]).iter().all(|flow| flow.from != flow.to));
}

/// Goal: sessions arrive by a Poisson process with the rate of the local hour. Method: counts in
/// one hour, mean and variance over users to 4.5 standard errors; a curve with its busy hour at 20
/// h, which it is in the west, while it is 2 h in the east.
#[test]
fn sessions_follow_the_hour_of_their_place() {
    let quiet_by_night = "0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, \
                          1, 1, 1, 1, 1, 1";
    let keys = format!(
        "to = \"west\"\nsessions = {{ per_hour = 40, busy_hour = {{ clock = \"20:00\", curve = \
         [{quiet_by_night}] }} }}\n{FILES}"
    );
    let text = circle("evening", 400, 0.0, &keys) + &circle("night", 400, 90.0, &keys);
    let scenario = hour(&text);
    for (users, mean) in scenario.users.iter().zip([40.0, 10.0]) {
        let mut counts = vec![0.0; 400];
        users.held.iter().for_each(|session| counts[session.user as usize] += 1.0);
        let found = counts.iter().sum::<f64>() / 400.0;
        assert!((found - mean).abs() < 4.5 * (mean / 400.0f64).sqrt(), "{found} for {mean}");
        let variance = counts.iter().map(|n| (n - found) * (n - found)).sum::<f64>() / 399.0;
        let error = mean * (2.0f64 / 399.0 + 1.0 / mean / 400.0).sqrt();
        assert!((variance - mean).abs() < 4.5 * error, "variance {variance} for {mean}");
        let hour = Duration::from_secs(3600);
        assert!(flows(&scenario, users).iter().all(|flow| flow.start <= hour));
    }
}

/// Goal: users share satellites by default, each with its number of antennas, and terminals have
/// every satellite. Method: a preset that links terminals to every satellite; `west` is one.
#[test]
fn users_may_have_several_antennas() {
    let keys = format!("to = \"west\"\nsessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}");
    let policy = |keys: &str| {
        let scenario = hour(&circle("u", 2, 0.0, keys));
        assert_eq!(scenario.sky.terminals[0].antennas, Antennas::Unlimited);
        (scenario.sky.handover.policy.name(), scenario.sky.terminals[3].antennas)
    };
    assert_eq!(policy(&keys), ("global-reallocation", Antennas::One));
    let several = policy(&format!("antennas = 2\n{keys}"));
    assert_eq!(several, ("global-reallocation", Antennas::Several(2)));
}

/// Goal: evenly spaced sessions have equal intervals within their window, user by user. Method: by
/// hand.
#[test]
fn sessions_can_be_spaced_evenly() {
    let keys = format!(
        "to = \"west\"\nsessions = {{ kind = \"even\", each = 2, start = \"10 s\", within = \
         \"30 s\" }}\n{FILES}"
    );
    let scenario = hour(&circle("u", 3, 0.0, &keys));
    let found: Vec<(&str, u64)> = scenario
        .flows
        .iter()
        .map(|flow| (flow.name.as_str(), flow.start.as_nanos() / 1_000_000_000))
        .collect();
    let expected =
        [("u-1.1", 10), ("u-2.1", 15), ("u-3.1", 20), ("u-1.2", 25), ("u-2.2", 30), ("u-3.2", 35)];
    assert_eq!(found, expected);
}

/// Goal: cities have users by population, within their limits. Method: Germany and France of the
/// built-in table, shares of Paris and Berlin to 4.5 standard errors; distances by another formula.
#[test]
fn users_live_in_cities_by_population() {
    let text = format!(
        "[[users]]\nname = \"u\"\ncount = 2000\nplaces = {{ kind = \"cities\", countries = \
         [\"DE\", \"FR\"], spread = \
         \"15 km\" }}\nto = \"west\"\nsessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}"
    );
    let scenario = hour(&text);
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    for user in &scenario.users[0].members {
        let city = user.city.as_deref().unwrap();
        *counts.entry(city).or_default() += 1.0;
        let centre = match city {
            "Paris" => (48.8686, 2.3314),
            "Berlin" => (52.5238, 13.3996),
            other => panic!("{other} lies in neither"),
        };
        assert!(distance_km(centre, user.place_deg.unwrap()) < 15.1, "{city}");
    }
    let (paris, berlin) = (9_904_000.0_f64, 3_406_000.0);
    let share: f64 = paris / (paris + berlin);
    let error = (2000.0 * share * (1.0 - share)).sqrt();
    assert!((counts["Paris"] - 2000.0 * share).abs() < 4.5 * error, "{counts:?}");
}

/// Users at these places, with one session each.
fn at(places: &str, count: u32) -> String {
    format!(
        "[[users]]\nname = \"u\"\ncount = {count}\nplaces = {places}\nto = \"west\"\n\
         sessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}\n"
    )
}

/// Latitudes and longitudes of the first group.
fn places(scenario: &Scenario) -> Vec<(f64, f64)> {
    scenario.users[0].members.iter().map(|user| user.place_deg.unwrap()).collect()
}

/// Number of `all` that are `is`, minus the expected number, in standard errors.
fn errors_off<T>(all: &[T], share: f64, is: impl Fn(&T) -> bool) -> f64 {
    let (all_f, found) = (all.len() as f64, all.iter().filter(|one| is(one)).count() as f64);
    (found - all_f * share) / (all_f * share * (1.0 - share)).sqrt()
}

/// Goal: an area is filled evenly. Method: shares by the sines of latitude (Archimedes) and by
/// longitude, to 4.5 standard errors: the whole Earth, and a box over the date line.
#[test]
fn an_area_is_filled_evenly() {
    let all = places(&hour(&at("\"area\"", 4000)));
    for (south, share) in [(-30.0, 0.75), (0.0, 0.5), (30.0, 0.25)] {
        let off = errors_off(&all, share, |place| place.0 > south);
        assert!(off.abs() < 4.5, "{off} standard errors from {share} above {south} deg");
    }
    let off = errors_off(&all, 0.25, |place| (-45.0..45.0).contains(&place.1));
    assert!(off.abs() < 4.5, "{off} standard errors of a quarter of longitudes");
    let text = "{ kind = \"area\", south = \"-30 deg\", north = \"0 deg\", west = \"170 deg\", \
                east = \"-160 deg\" }";
    let all = places(&hour(&at(text, 4000)));
    assert!(
        all.iter()
            .all(|(lat, lon)| (-30.0..=0.0).contains(lat) && (*lon >= 170.0 || *lon <= -160.0))
    );
    let off = errors_off(&all, 1.0 / 3.0, |place| place.1 > 0.0);
    assert!(off.abs() < 4.5, "{off} standard errors of ten of thirty degrees");
}

/// Goal: a polygon is filled evenly, and no user is outside. Method: an octant of the sphere, whose
/// zones have the shares of the whole sphere; a square with a notch, in either orientation, whose
/// sides are meridians and short arcs.
#[test]
fn a_polygon_is_filled_evenly() {
    let octant = "{ kind = \"polygon\", corners = [[\"0 deg\", \"0 deg\"], [\"0 deg\", \"90 \
    deg\"], \
                  [\"90 deg\", \"0 deg\"]] }";
    let all = places(&hour(&at(octant, 4000)));
    let slack = -1e-9..=90.0 + 1e-9;
    assert!(all.iter().all(|(lat, lon)| slack.contains(lat) && slack.contains(lon)));
    for (north, share) in [(30.0, 0.5), (60.0, 0.75f64.sqrt())] {
        let off = errors_off(&all, share, |place| place.0 < north);
        assert!(off.abs() < 4.5, "{off} standard errors from {share} below {north} deg");
    }
    let off = errors_off(&all, 1.0 / 3.0, |place| place.1 < 30.0);
    assert!(off.abs() < 4.5, "{off} standard errors of a third of longitudes");
    let corners = ["0 179", "0 181", "2 181", "1 180", "2 179"];
    for is_reversed in [false, true] {
        let mut list: Vec<String> = corners
            .iter()
            .map(|pair| {
                let (latitude, longitude) = pair.split_once(' ').unwrap();
                format!("[\"{latitude} deg\", \"{longitude} deg\"]")
            })
            .collect();
        if is_reversed {
            list.reverse();
        }
        let text = format!("{{ kind = \"polygon\", corners = [{}] }}", list.join(", "));
        let all = places(&hour(&at(&text, 2000)));
        // A third of what is there lies left of and above the bottom of the notch, or right of it.
        let off = errors_off(&all, 1.0 / 3.0, |place| place.0 > 1.0);
        assert!(off.abs() < 4.5, "{off} standard errors of a third of the area");
        // Longitudes go on over 180 deg.
        let east = |lon: f64| (lon - 180.0).rem_euclid(360.0).min((180.0 - lon).rem_euclid(360.0));
        assert!(
            all.iter().all(|(lat, lon)| *lat <= 1.001 + east(*lon)),
            "somebody is in the notch"
        );
    }
}

/// Goal: users take listed places in rotation. Method: three places for five users, listed in the
/// scenario and in a file.
#[test]
fn users_take_listed_places_in_turn() {
    let expected = [(40.0, 1.0), (41.5, -2.0), (42.0, 3.0), (40.0, 1.0), (41.5, -2.0)];
    let list = "{ kind = \"points\", at = [[\"40 deg\", \"1 deg\"], [\"41.5 deg\", \"-2 deg\"], \
                [\"42 deg\", \"3 deg\"]] }";
    assert_eq!(places(&hour(&at(list, 5))), expected);
    let file = "# sites\nlatitude_deg, longitude_deg\n40,1\n\n41.5,-2 # a hill\n42,3\n";
    let listed = at("{ kind = \"points\", file = \"sites.csv\" }", 5);
    let scenario = with_files(&listed, "run.duration = \"1 h\"", &[("sites.csv", file)]);
    assert_eq!(places(&scenario), expected);
}

/// Goal: sessions begin at the instants of a trace. Method: files with and without users, by hand;
/// instants after the window are left out.
#[test]
fn sessions_follow_a_trace() {
    let keys = |more: &str| {
        format!(
            "to = \"west\"\nsessions = {{ kind = \"trace\", file = \"t.csv\", start = \"10 s\", \
             within = \"30 s\"{more} }}\n{FILES}"
        )
    };
    let found = |keys: &str, file: &str| -> Vec<(String, f64)> {
        let users = circle("u", 3, 0.0, keys);
        let scenario = with_files(&users, "run.duration = \"1 h\"", &[("t.csv", file)]);
        let flows = scenario.flows.iter();
        flows.map(|flow| (flow.name.clone(), flow.start.as_secs_f64())).collect()
    };
    let pairs = |list: &[(&str, f64)]| -> Vec<(String, f64)> {
        list.iter().map(|(name, start_s)| ((*name).to_owned(), *start_s)).collect()
    };
    assert_eq!(
        found(&keys(""), "start_s\n0\n7.25\n3\n9\n30\n"),
        pairs(&[("u-1.1", 10.0), ("u-3.1", 13.0), ("u-2.1", 17.25), ("u-1.2", 19.0)])
    );
    assert_eq!(
        found(&keys(", by_user = true"), "start_s,user\n5,2\n1,2\n5,1\n31,3\n"),
        pairs(&[("u-2.1", 11.0), ("u-2.2", 15.0), ("u-1.1", 15.0)])
    );
}

/// Goal: all other endpoints are equally likely, wherever they are, except the user itself. Method:
/// three gateways, 1000 sessions, to 4.5 standard errors; nodes without places.
#[test]
fn anybody_is_the_other_end() {
    let keys = format!(
        "to = [\"west\", \"east\"]\ndemand = \"anybody\"\n\
         sessions = {{ kind = \"uniform\", each = 20 }}\n{FILES}"
    );
    let scenario = hour(&circle("u", 50, 0.0, &keys));
    let flows = flows(&scenario, &scenario.users[0]);
    let off = errors_off(flows, 0.5, |flow| flow.from == "east");
    assert!(off.abs() < 4.5, "{off} standard errors of a half");
    let text = "nodes = [{ name = \"hub\" }, { name = \"n\", count = 4 }]\nrun.duration = \"9 s\"\n\
                wires = [{ between = [\"hub\", \"n\"], delay = \"1 ms\", rate = \"1 Gbit/s\", \
                queue = \"9 packets\" }]\n";
    let users = format!(
        "[[users]]\nname = \"u\"\nnodes = \"n\"\nto = \"n\"\ndemand = \"anybody\"\n\
         sessions = {{ kind = \"uniform\", each = 9 }}\n{FILES}\n"
    );
    let parsed = skyseam_scenario::parse_alone(&format!("{text}{users}"), "users.toml").unwrap();
    assert_eq!(parsed.flows.len(), 36);
    assert!(parsed.flows.iter().all(|flow| flow.from != flow.to));
}

/// Goal: a group of users has separate links as terminals have them. Method: users at listed places
/// compared with terminals there with the same keys, ordinary ones and gateways; the printed
/// scenario reads back as the same.
#[test]
fn users_have_links_of_their_own() {
    let links = r#"
        run.duration = "1 h"
        [links]
        uplink = { rate = "20 Mbit/s", queue = "100 packets" }
        downlink = { rate = "200 Mbit/s", queue = "100 packets" }
        isl = { rate = "1 Gbit/s", queue = "100 packets" }
        gateway = { uplink = { rate = "1 Gbit/s", queue = "100 packets" } }
        [constellation]
        preset = "starlink-shell1"
    "#;
    let own = r#"
        uplink = { rate = "2 Mbit/s", framing = "10 B" }
        downlink = { rate = "30 Mbit/s", queue = { kind = "codel", limit = "50 packets" } }
    "#;
    let users = |name: &str, keys: &str| {
        format!(
            "[[users]]\nname = \"{name}\"\ncount = 2\nto = \"e\"\n{keys}\n\
             places = {{ kind = \"points\", at = [[\"40 deg\", \"1 deg\"], [\"41 deg\", \"2 \
             deg\"]] }}\n\
             sessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}\n"
        )
    };
    let terminal = |name: &str, place: &str, keys: &str| {
        format!("[[terminals]]\nname = \"{name}\"\n{place}\n{keys}\n")
    };
    let places = [
        "latitude = \"40 deg\"\nlongitude = \"1 deg\"",
        "latitude = \"41 deg\"\nlongitude = \"2 deg\"",
    ];
    let gateway = "kind = \"gateway\"";
    let by_users = [
        links.to_owned(),
        terminal("e", places[0], ""),
        users("own", own),
        users("plain", ""),
        users("gates", gateway),
    ];
    let mut by_terminals = vec![links.to_owned(), terminal("e", places[0], "")];
    for (group, keys) in [("own", own), ("plain", ""), ("gates", gateway)] {
        for (number, place) in (1..).zip(places) {
            by_terminals.push(terminal(&format!("{group}-{number}"), place, keys));
        }
    }
    let parse = |text: &str| match skyseam_scenario::parse_alone(text, "links.toml") {
        Ok(scenario) => scenario,
        Err(errors) => panic!("{errors}"),
    };
    let (users, terminals) = (parse(&by_users.concat()), parse(&by_terminals.concat()));
    let names = |scenario: &Scenario| {
        scenario.sky.terminals.iter().map(|one| one.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&users), names(&terminals));
    assert_eq!(users.links.terminals, terminals.links.terminals);
    assert_eq!(users.links.terminals[1].uplink.as_ref().unwrap().rate.as_bps(), 2_000_000);
    let gates = [3, 4].map(|at: usize| &users.links.terminals[at]);
    assert_eq!(gates[0].uplink, gates[1].uplink);
    assert_eq!(gates[0].downlink, gates[1].downlink);
    let printed: toml::Table = serde_json::from_value(users.resolved()).unwrap();
    let again = parse(&printed.to_string());
    assert_eq!((again.links, again.users), (users.links, users.users));
}

/// Goal: users begin everywhere along a track, and move along it to and fro. Method: a ferry of an
/// hour and the places of 500 users at time zero; the law of positions is even in time.
#[test]
fn users_move_along_a_track() {
    let ferry = "t_s,latitude_deg,longitude_deg,altitude_m\n0,0,10,0\n1800,0,11,0\n3600,0,13,0\n";
    let table = |count: u32| {
        format!(
            "[[users]]\nname = \"riders\"\ncount = {count}\ntrack = \"ferry.csv\"\nto = \"west\"\n\
             sessions = {{ kind = \"uniform\", each = 1 }}\n{FILES}\n"
        )
    };
    let drawn = |count| {
        let text = table(count);
        with_files(&text, "run.duration = \"3 h\"", &[("ferry.csv", ferry)])
    };
    let all = drawn(500);
    let riders = &all.sky.terminals[2..];
    assert_eq!(riders[..100], drawn(100).sky.terminals[2..], "further users change none");
    let end = skyseam_base::SimTime::from_secs(3 * 3600);
    let mut began_s: Vec<f64> = Vec::new();
    for rider in riders {
        let Site::Track(points) = &rider.site else { panic!("a rider at rest") };
        assert_eq!(points[0].0, skyseam_base::SimTime::ZERO);
        assert!(points[points.len() - 1].0 >= end);
        let east = points[0].1.longitude_deg - 10.0;
        began_s.push(if east < 1.0 { 1800.0 * east } else { 1800.0 + 900.0 * (east - 1.0) });
    }
    // Of 500 users half begin within the first half hour of the ferry; 45 is four deviations.
    let early = began_s.iter().filter(|s| **s < 1800.0).count();
    assert!(early.abs_diff(250) < 45, "{early}");
    assert!(began_s.iter().all(|s| (0.0..=3600.0).contains(s)));
    assert!(all.users[0].members.iter().all(|user| user.place_deg.is_some()));
}

/// Goal: a skyline of users is that of a terminal with the same keys. Method: riders of a ferry
/// with points in the scenario and in a file, beside a ship whose azimuths count from its heading.
#[test]
fn users_have_skylines_as_terminals_do() {
    let table = |skyline: &str| {
        format!(
            "[[terminals]]\nname = \"ship\"\ntrack = \"ferry.csv\"\n{skyline}\n\
             [[users]]\nname = \"riders\"\ncount = 3\ntrack = \"ferry.csv\"\nto = \"west\"\n\
             sessions = {{ kind = \"uniform\", each = 1 }}\n{skyline}\n{FILES}\n"
        )
    };
    let files = [
        ("ferry.csv", "t_s,latitude_deg,longitude_deg,altitude_m\n0,0,10,0\n1800,0,11,0\n"),
        ("mast.csv", "azimuth_deg,elevation_deg\n90,10\n180,30\n"),
    ];
    for (skyline, turns) in [
        ("skyline = [[\"90 deg\", \"10 deg\"], [\"180 deg\", \"30 deg\"]]", false),
        ("skyline_file = \"mast.csv\"\nskyline_from = \"heading\"", true),
    ] {
        let read = with_files(&table(skyline), "run.duration = \"1 h\"", &files);
        let is_mine = |name: &str| name == "ship" || name.starts_with("riders");
        let all = read.sky.terminals.iter().filter(|terminal| is_mine(&terminal.name));
        let found: Vec<_> = all.map(|one| (one.skyline_deg.clone(), one.turns_skyline)).collect();
        assert_eq!(found, vec![(vec![(90.0, 10.0), (180.0, 30.0)], turns); 4]);
    }
}
