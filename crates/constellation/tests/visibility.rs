//! Goal: terminals see the visible satellites from their location: moving, over a pole and the date
//! line, at altitude, behind a skyline. Method: at every check the satellite of highest elevation
//! is recomputed: the track by spherical trigonometry (bearing and distance), the location by the
//! reduced latitude, elevation and azimuth in axes obtained by moving the location slightly.

use std::f64::consts::TAU;

use crate::common::iridium;
use proptest::prelude::*;
use skyseam_base::{NodeId, SimTime, math};
use skyseam_constellation::description::config::{
    Failed, Failure, Geometry, Metric, Point, Site, SkyConfig, Terminal,
};
use skyseam_constellation::geometry::GeometryModel;
use skyseam_constellation::handover::{HighestElevation, model};
use skyseam_constellation::{ModelChoice, Timeline};

type Xyz = [f64; 3];

fn minus(a: Xyz, b: Xyz) -> Xyz {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: Xyz, b: Xyz) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: Xyz) -> f64 {
    dot(a, a).sqrt()
}

fn point(latitude_deg: f64, longitude_deg: f64, altitude_m: f64) -> Point {
    Point { latitude_deg, longitude_deg, altitude_m }
}

/// Position of a traveller on the great circle from one point to another after a share of it: the
/// direct problem on the sphere, with the bearing of the inverse one.
fn under_way(from: Point, to: Point, share: f64) -> Point {
    let [phi, psi] = [from, to].map(|p| p.latitude_deg.to_radians());
    let ahead = (to.longitude_deg - from.longitude_deg).to_radians();
    let haversine = math::powi(math::sin((psi - phi) / 2.0), 2)
        + math::cos(phi) * math::cos(psi) * math::powi(math::sin(ahead / 2.0), 2);
    let distance = 2.0 * math::asin(haversine.sqrt().min(1.0)) * share;
    let bearing = math::atan2(
        math::sin(ahead) * math::cos(psi),
        math::cos(phi) * math::sin(psi) - math::sin(phi) * math::cos(psi) * math::cos(ahead),
    );
    let sin_latitude = math::sin(phi) * math::cos(distance)
        + math::cos(phi) * math::sin(distance) * math::cos(bearing);
    let east = math::atan2(
        math::sin(bearing) * math::sin(distance) * math::cos(phi),
        math::cos(distance) - math::sin(phi) * sin_latitude,
    );
    point(
        math::asin(sin_latitude).to_degrees(),
        from.longitude_deg + east.to_degrees(),
        from.altitude_m + (to.altitude_m - from.altitude_m) * share,
    )
}

/// Location of a site at `t`.
fn place(site: &Site, t: SimTime) -> Point {
    match site {
        Site::Fixed(point) => *point,
        Site::Track(points) => {
            let (first, last) = (points[0], points[points.len() - 1]);
            if t <= first.0 {
                return first.1;
            }
            let leg = points.windows(2).find(|leg| leg[0].0 <= t && t < leg[1].0);
            leg.map_or(last.1, |leg| {
                let share = (t - leg[0].0).as_secs_f64() / (leg[1].0 - leg[0].0).as_secs_f64();
                under_way(leg[0].1, leg[1].1, share)
            })
        }
    }
}

/// In inertial space, by the reduced latitude: tan beta = (1 - f) tan phi.
fn xyz(at: Point, t: SimTime) -> Xyz {
    let flattening = 1.0 / 298.257223563;
    let lambda = at.longitude_deg.to_radians() + 7.2921158553e-5 * t.as_secs_f64();
    let phi = at.latitude_deg.to_radians();
    let beta = math::atan((1.0 - flattening) * math::tan(phi));
    let height = at.altitude_m / 1000.0;
    let axis_distance = 6378.137 * math::cos(beta) + height * math::cos(phi);
    let z = 6378.137 * (1.0 - flattening) * math::sin(beta) + height * math::sin(phi);
    [axis_distance * math::cos(lambda), axis_distance * math::sin(lambda), z]
}

/// Elevation and azimuth of `target`, deg.
fn look(at: Point, target: Xyz, t: SimTime) -> (f64, f64) {
    let here = xyz(at, t);
    let step = 1e-3;
    let moved = |latitude: f64, longitude: f64, metres: f64| {
        let there =
            point(at.latitude_deg + latitude, at.longitude_deg + longitude, at.altitude_m + metres);
        minus(xyz(there, t), here)
    };
    // Central differences: across a pole the place goes on on the other side.
    let [north, east] = [
        minus(moved(step, 0.0, 0.0), moved(-step, 0.0, 0.0)),
        minus(moved(0.0, step, 0.0), moved(0.0, -step, 0.0)),
    ];
    let up = moved(0.0, 0.0, 1e4);
    let line = minus(target, here);
    let along = |axis: Xyz| dot(line, axis) / norm(axis);
    let azimuth = math::atan2(along(east), along(north)).rem_euclid(TAU).to_degrees();
    (math::asin(along(up) / norm(line)).to_degrees(), azimuth)
}

/// The elevation of a skyline, by searching its segments.
fn skyline_at(skyline: &[(f64, f64)], azimuth: f64) -> f64 {
    let round = skyline.len();
    for (i, &(from, low)) in skyline.iter().enumerate() {
        let (mut to, high) = skyline[(i + 1) % round];
        if i + 1 == round {
            to += 360.0;
        }
        for azimuth in [azimuth, azimuth + 360.0] {
            if from <= azimuth && azimuth <= to {
                return low + (high - low) * (azimuth - from) / (to - from);
            }
        }
    }
    unreachable!("a skyline goes all the way round")
}

/// Compares at every check; returns how often there was a satellite, and how often the skyline hid
/// one above the mask.
fn compare(config: &SkyConfig, seconds: u64) -> (u32, u32) {
    let timeline = Timeline::build(config, SimTime::from_secs(seconds));
    let (mut held, mut hidden) = (0, 0);
    for terminal in &config.terminals {
        let node = timeline.node(&terminal.name).unwrap();
        for second in (0..=seconds).step_by(10) {
            let t = SimTime::from_secs(second);
            let (at, phases) = (place(&terminal.site, t), timeline.sky().phases(t));
            let mut best: Option<(f64, NodeId)> = None;
            let mut is_close = false;
            for satellite in (0..66).map(NodeId) {
                let target = timeline.sky().position(satellite, &phases);
                let target = [target.x, target.y, target.z];
                let (elevation, azimuth) = look(at, target, t);
                let mut least = terminal.elevation_mask_deg;
                if !terminal.skyline_deg.is_empty() {
                    let skyline = skyline_at(&terminal.skyline_deg, azimuth);
                    hidden += u32::from(elevation > least && elevation <= skyline);
                    least = least.max(skyline);
                }
                is_close |= (elevation - least).abs() < 1e-4;
                let is_failed = config.failures.iter().any(|failure| {
                    failure.what == Failed::Satellite(satellite.0)
                        && failure.from <= t
                        && t < failure.until
                });
                if elevation <= least || is_failed {
                    continue;
                }
                is_close |= best.is_some_and(|(other, _)| (other - elevation).abs() < 1e-4);
                if best.is_none_or(|(other, _)| elevation > other) {
                    best = Some((elevation, satellite));
                }
            }
            if is_close {
                continue;
            }
            let found = timeline.satellite_of(node, t);
            assert_eq!(found, best.map(|(_, n)| n), "{} at {t}, {at:?}", terminal.name);
            if let Some((_, satellite)) = best {
                held += 1;
                let target = timeline.sky().position(satellite, &phases);
                let range = norm(minus([target.x, target.y, target.z], xyz(at, t)));
                let delay = timeline.propagation(node, satellite, t).as_millis_f64();
                assert!((delay - range / 299.792458).abs() < 1e-6, "{delay} ms, {range} km");
            }
        }
    }
    (held, hidden)
}

fn sky(terminals: Vec<Terminal>) -> SkyConfig {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &[]);
    config.handover.policy = model(HighestElevation::default());
    config.terminals = terminals;
    config
}

fn travelling(name: &str, points: &[(u64, Point)]) -> Terminal {
    let points = points.iter().map(|&(t, point)| (SimTime::from_secs(t), point));
    Terminal { site: Site::Track(points.collect()), ..Terminal::fixed(name, 0.0, 0.0, 8.2) }
}

#[test]
fn an_aircraft_is_seen_from_where_it_is() {
    let take_off = point(51.47, -0.45, 25.0);
    let flight = travelling(
        "LHR-JFK",
        &[
            (600, take_off),
            (1_800, point(52.0, -3.0, 11_000.0)),
            (12_000, point(51.0, -45.0, 12_000.0)),
            (20_000, point(40.64, -73.78, 4.0)),
        ],
    );
    let (held, _) = compare(&sky(vec![flight]), 21_000);
    assert!(held > 2_000, "{held} checks with a satellite");
}

#[test]
fn ways_lead_over_the_pole_the_date_line_and_the_equator() {
    let ways = [
        ("pole", [point(80.0, 30.0, 9_000.0), point(75.0, -140.0, 9_000.0)]),
        ("date line", [point(35.0, 140.0, 10_000.0), point(37.0, -122.0, 10_000.0)]),
        ("equator", [point(40.0, 10.0, 10_000.0), point(-30.0, 18.0, 10_000.0)]),
        ("south", [point(-77.0, 166.0, 10_000.0), point(-69.0, -68.0, 10_000.0)]),
    ];
    let ways = ways.map(|(name, [from, to])| travelling(name, &[(0, from), (20_000, to)]));
    let (held, _) = compare(&sky(ways.to_vec()), 20_000);
    assert!(held > 7_900, "{held} checks with a satellite");
}

#[test]
fn a_skyline_hides_what_is_behind_it() {
    let skylines = [
        vec![(0.0, 10.0), (90.0, 25.0), (180.0, 60.0), (200.0, 5.0)],
        vec![(120.0, 30.0)],
        vec![(350.0, 40.0), (355.0, 0.0)],
    ];
    let mut terminals = Vec::new();
    for (number, skyline) in skylines.into_iter().enumerate() {
        for (place, site) in [
            ("fixed", Site::Fixed(point(48.0, 11.0, 500.0))),
            ("north", Site::Fixed(point(89.5, 11.0, 0.0))),
            (
                "flying",
                travelling("", &[(0, point(65.0, 170.0, 9e3)), (9_000, point(60.0, -150.0, 1e4))])
                    .site,
            ),
        ] {
            let name = format!("{place} {number}");
            let open = Terminal::fixed(&name, 0.0, 0.0, 8.2);
            terminals.push(Terminal { site, skyline_deg: skyline.clone(), ..open });
        }
    }
    let (held, hidden) = compare(&sky(terminals), 10_000);
    assert!(held > 3_000 && hidden > 3_000, "{held} checks with a satellite, {hidden} hidden");
}

/// Failed satellites are not taken at checks, and others are taken in their place.
#[test]
fn satellites_out_of_order_are_not_seen() {
    let mut config = sky(vec![Terminal::fixed("LON", 51.51, -0.13, 8.2)]);
    let at = SimTime::from_secs;
    // All of three planes, one after the other.
    config.failures = (0..33)
        .map(|number| Failure {
            what: Failed::Satellite(number),
            from: at(100 * u64::from(number) + 3),
            until: at(4_000 + 100 * u64::from(number)),
        })
        .collect();
    let timeline = Timeline::build(&config, at(8_000));
    let whole = Timeline::build(&SkyConfig { failures: Vec::new(), ..config.clone() }, at(8_000));
    let terminal = timeline.node("LON").unwrap();
    let mut replaced = 0;
    for second in (0..8_000).step_by(10) {
        let (t, phases) = (at(second), timeline.sky().phases(at(second)));
        let view = timeline.sky().view(terminal, &phases);
        let seen: Vec<NodeId> = view.satellites().collect();
        let works = |n: u32| {
            n >= 33 || second < 100 * u64::from(n) + 3 || second >= 4_000 + 100 * u64::from(n)
        };
        assert_eq!(seen, (0..66).filter(|&n| works(n)).map(NodeId).collect::<Vec<_>>());
        assert!((0..66).all(|n| works(n) || view.usable_elevation(NodeId(n)).is_none()));
        if let Some(held) = timeline.satellite_of(terminal, t) {
            assert!(works(held.0), "{held} is held at {t}");
        }
        replaced +=
            u32::from(timeline.satellite_of(terminal, t) != whole.satellite_of(terminal, t));
    }
    compare(&config, 8_000);
    assert!(replaced > 50, "{replaced} checks with another satellite");
}

/// Goal: a skyline by heading turns with the terminal. Method: a flight along the equator, whose
/// heading is 90 deg there and 270 deg back, beside skylines from north that are turned by as much.
#[test]
fn a_skyline_turns_with_the_heading() {
    let at = SimTime::from_secs;
    let point = |longitude_deg| Point { latitude_deg: 0.0, longitude_deg, altitude_m: 0.0 };
    let track = vec![(at(0), point(0.0)), (at(1_000), point(2.0)), (at(2_000), point(0.0))];
    let flight = |name: &str, turned_deg: f64, turns_skyline| {
        let skyline = [(10.0, 5.0), (80.0, 60.0), (160.0, 20.0)];
        let turned = skyline
            .map(|(azimuth, elevation)| (f64::rem_euclid(azimuth + turned_deg, 360.0), elevation));
        let mut skyline_deg = turned.to_vec();
        skyline_deg.sort_by(|a, b| a.0.total_cmp(&b.0));
        Terminal {
            site: Site::Track(track.clone()),
            skyline_deg,
            turns_skyline,
            ..Terminal::fixed(name, 0.0, 0.0, 5.0)
        }
    };
    let terminals = vec![
        flight("heading", 0.0, true),
        flight("east", 90.0, false),
        flight("west", 270.0, false),
    ];
    let timeline = Timeline::build(&sky(terminals), at(2_000));
    let [turning, east, west] =
        ["heading", "east", "west"].map(|name| timeline.node(name).unwrap());
    let mut differ = 0;
    for second in (5..2_000).step_by(10) {
        let phases = timeline.sky().phases(at(second));
        let usable = |terminal: NodeId| -> Vec<NodeId> {
            let view = timeline.sky().view(terminal, &phases);
            (0..66).map(NodeId).filter(|&satellite| view.is_usable(satellite)).collect()
        };
        let (of, other) = if second < 1_000 { (east, west) } else { (west, east) };
        assert_eq!(usable(turning), usable(of), "at {second} s");
        differ += u32::from(usable(turning) != usable(other));
    }
    assert!(differ > 20, "{differ} instants at which the heading matters");
}

/// A terminal that has failed has no link, and takes satellites again at the first check after it.
#[test]
fn a_failed_terminal_has_no_links() {
    let mut config = sky(vec![Terminal::fixed("LON", 51.51, -0.13, 8.2)]);
    let at = SimTime::from_secs;
    let whole = Timeline::build(&config, at(2_000));
    config.terminals[0].outages = vec![(at(503), at(1_007)), (at(1_500), SimTime::MAX)];
    let timeline = Timeline::build(&config, at(2_000));
    let terminal = timeline.node("LON").unwrap();
    let held = |t| timeline.satellites_of(terminal, t).count();
    let before = |t: SimTime| SimTime::from_nanos(t.as_nanos() - 1);
    assert_eq!(
        [before(at(503)), at(503), at(1_006), at(1_009), at(1_010)].map(held),
        [1, 0, 0, 0, 1]
    );
    assert_eq!([before(at(1_500)), at(1_500), at(2_000)].map(held), [1, 0, 0]);
    for t in (0..500).map(at) {
        assert_eq!(timeline.satellite_of(terminal, t), whole.satellite_of(terminal, t));
    }
    let passes = |of: &Timeline| {
        of.sky().passes(&[terminal], at(0), at(2_000), &mut |_| true).expect("nobody stops it")
    };
    let is_out = |t: SimTime| t >= at(503) && t < at(1_007) || t >= at(1_500);
    for pass in passes(&timeline) {
        assert!(!is_out(pass.peak), "a pass at {}", pass.peak);
    }
    assert!(passes(&whole).iter().any(|pass| is_out(pass.peak)));
}

/// Goal: whether a satellite is usable is found without its elevation, and is the same. Method: all
/// satellites of every geometry once a minute, from sites at all latitudes, with masks from below
/// the horizontal plane to near the zenith, and behind a skyline; the elevation decides.
#[test]
fn a_satellite_is_usable_if_its_elevation_is() {
    let mut usable = 0;
    for geometry in GeometryModel::BUILT_IN {
        let masks = [-2.0, 0.0, 8.2, 30.0, 75.0, 89.9];
        let sites =
            masks.map(|mask| Terminal::fixed(&format!("mask {mask}"), 80.0 - mask, mask, mask));
        let hilly = Terminal { skyline_deg: vec![(0.0, 5.0), (90.0, 40.0)], ..sites[2].clone() };
        let mut config = sky([&sites[..], &[Terminal { name: "hilly".into(), ..hilly }]].concat());
        config.geometry = *geometry;
        let timeline = Timeline::build(&config, SimTime::ZERO);
        for minute in 0..200 {
            let phases = timeline.sky().phases(SimTime::from_secs(60 * minute));
            for terminal in (66..73).map(NodeId) {
                let view = timeline.sky().view(terminal, &phases);
                for satellite in view.satellites() {
                    let is_usable = view.is_usable(satellite);
                    assert_eq!(is_usable, view.usable_elevation(satellite).is_some());
                    usable += u32::from(is_usable);
                }
            }
        }
    }
    assert!(usable > 1000, "{usable} usable");
}

/// At a pole the given longitude defines north: a wall to the north, seen from the pole at 10 E,
/// hides what is over 170 W; to the east of a traveller who came along 10 E lies 100 E.
#[test]
fn at_a_pole_the_longitude_says_where_north_is() {
    for (latitude, wall_azimuth, hidden_longitude) in
        [(90.0, 0.0, -170.0), (90.0, 90.0, 100.0), (-90.0, 0.0, 10.0), (-90.0, 90.0, 100.0)]
    {
        let mut terminal = Terminal::fixed("pole", latitude, 10.0, 0.0);
        let beside = |azimuth: f64| azimuth.rem_euclid(360.0);
        let mut wall = vec![
            (beside(wall_azimuth - 46.0), 0.0),
            (beside(wall_azimuth - 45.0), 90.0),
            (beside(wall_azimuth + 45.0), 90.0),
            (beside(wall_azimuth + 46.0), 0.0),
        ];
        wall.sort_by(|a, b| a.0.total_cmp(&b.0));
        terminal.skyline_deg = wall;
        let timeline = Timeline::build(&sky(vec![terminal]), SimTime::ZERO);
        let node = timeline.node("pole").unwrap();
        let mut hidden = 0;
        for second in (0..20_000).step_by(100) {
            let phases = timeline.sky().phases(SimTime::from_secs(second));
            let view = timeline.sky().view(node, &phases);
            for satellite in view.satellites() {
                let Some(elevation) = view.elevation(satellite).filter(|&e| e > 0.0) else {
                    continue;
                };
                let longitude = timeline.sky().ground_point(satellite, &phases).longitude_deg;
                let apart = (longitude - hidden_longitude + 180.0).rem_euclid(360.0) - 180.0;
                if (apart.abs() - 45.5).abs() < 1.0 || elevation > 1.5 {
                    continue;
                }
                let is_hidden = view.usable_elevation(satellite).is_none();
                assert_eq!(is_hidden, apart.abs() < 45.0, "{longitude} deg east");
                hidden += u32::from(is_hidden);
            }
        }
        assert!(hidden > 20, "{hidden} hidden");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Any track, any altitude up to an airliner's, any skyline.
    #[test]
    fn whatever_the_way_the_highest_in_sight_is_taken(
        from in (-88.0..88.0_f64, -180.0..180.0_f64, 0.0..12_000.0_f64),
        to in (-88.0..88.0_f64, -180.0..180.0_f64, 0.0..12_000.0_f64),
        skyline in proptest::collection::btree_map(0..360_u32, 0.0..50.0_f64, 0..6),
    ) {
        let [from, to] = [from, to].map(|(lat, lon, alt)| point(lat, lon, alt));
        let mut terminal = travelling("way", &[(500, from), (5_000, to)]);
        terminal.skyline_deg = skyline.into_iter().map(|(a, e)| (f64::from(a), e)).collect();
        compare(&sky(vec![terminal]), 5_500);
    }
}
