//! Goal: the policy "starlink" allocates satellites by what its page says. Method: its choice at
//! every check is compared with the definition, with shadow, launches and the geostationary arc
//! computed here in other ways; crowds share the satellites in sight.

use std::collections::BTreeMap;

use crate::common::iridium;
use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{
    Antennas, Geometry, ListedPlanes, Metric, Orbiter, Orbits, Plane, Shell, SkyConfig, Terminal,
};
use skyseam_constellation::handover::{
    GlobalReallocation, HandoverPolicy, HighestElevation, Starlink, model,
};
use skyseam_constellation::isl;
use skyseam_constellation::sky::TerminalView;
use skyseam_orbit::elements::{Elements, Identity, MeanElements};
use skyseam_orbit::sun;
use skyseam_params::Model;

const END: SimTime = SimTime::from_secs(4 * 3_600);
const ZERO: &str = "2026-11-20T00:00:00Z";
const LAUNCHES: [&str; 3] = ["2024-240C", "2019-074A", "2022-136B"];

/// Planes of 11 satellites each at 1,180 km, each plane of a launch, over a place; at the end of
/// November the night side of the orbits is in the Earth's shadow.
fn sky(policy: Model<dyn HandoverPolicy>, latitude_deg: f64) -> SkyConfig {
    let orbiter = |plane: u32, index: u32| {
        let argument_of_latitude_deg = 360.0 * f64::from(index) / 11.0;
        let mean = MeanElements {
            inclination_deg: 70.0,
            raan_deg: 20.0 * f64::from(plane),
            eccentricity: 0.0005,
            argument_of_perigee_deg: 90.0,
            mean_anomaly_deg: (argument_of_latitude_deg + 270.0) % 360.0,
            mean_motion_rev_per_day: 13.2,
            bstar: 1e-5,
        };
        let identity = Identity {
            name: format!("SAT {plane}/{index}"),
            catalogue_number: 100 * plane + index,
            designator: LAUNCHES[plane as usize % 3].to_owned(),
        };
        let elements = Elements::new(identity, ZERO.parse().unwrap(), mean).unwrap();
        Orbiter { name: format!("SAT {plane}/{index}"), elements, argument_of_latitude_deg }
    };
    let plane = |plane: u32| Plane {
        raan_deg: 20.0 * f64::from(plane),
        satellites: (0..11).map(|index| orbiter(plane, index)).collect(),
    };
    let listed = ListedPlanes { inclination_deg: 70.0, planes: (0..18).map(plane).collect() };
    let mut config = iridium(Geometry::EXACT, Metric::DELAY, &[]);
    config.zero = Some(ZERO.parse().unwrap());
    config.shells = vec![Shell {
        name: "elements".into(),
        orbits: Orbits::Listed(listed),
        pattern: isl::model(isl::NoLinks {}),
    }];
    config.handover.policy = policy;
    config.handover.check_interval = Duration::from_secs(15);
    config.handover.offset = Duration::from_secs(12);
    config.terminals = vec![Terminal::fixed("UT", latitude_deg, -123.0, 10.0)];
    config
}

fn checks() -> impl Iterator<Item = SimTime> {
    (12..END.as_nanos() / 1_000_000_000).step_by(15).map(SimTime::from_secs)
}

/// Smallest angle between a satellite and a thousand points of the geostationary arc above the
/// horizontal plane, deg; from positions over the rotating Earth.
fn separation_deg(timeline: &Timeline, satellite: NodeId, t: SimTime, latitude_deg: f64) -> f64 {
    let phases = timeline.sky().phases(t);
    let terminal = NodeId(timeline.sky().satellites());
    let [there, here] = [satellite, terminal].map(|node| {
        let point = timeline.sky().ground_point(node, &phases);
        let (sin, cos) = math::sin_cos(point.latitude_deg.to_radians());
        let (s, c) = math::sin_cos(point.longitude_deg.to_radians());
        [cos * c, cos * s, sin].map(|one| one * point.radius_km)
    });
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (sin, cos) = math::sin_cos(latitude_deg.to_radians());
    let (s, c) = math::sin_cos(f64::to_radians(-123.0));
    let up = [cos * c, cos * s, sin];
    let line = minus(there, here);
    let angles = (0..3_600).filter_map(|tenth| {
        let (s, c) = math::sin_cos((f64::from(tenth) / 10.0).to_radians());
        let arc = minus([42_164.2 * c, 42_164.2 * s, 0.0], here);
        let cos = dot(arc, line) / (dot(arc, arc) * dot(line, line)).sqrt();
        (dot(arc, up) > 0.0).then(|| math::acos(cos).to_degrees())
    });
    angles.fold(f64::INFINITY, f64::min)
}

/// Whether a satellite is outside of the shadow: a cylinder behind the Earth, whose half-angle as
/// seen from the Earth's centre is that of its radius at the satellite's distance.
fn is_lit(timeline: &Timeline, satellite: NodeId, t: SimTime) -> bool {
    let position = timeline.sky().position(satellite, &timeline.sky().phases(t));
    let away = sun::direction(ZERO.parse().unwrap(), t) * -1.0;
    let angle = math::acos(position.dot(away) / position.norm());
    angle > math::asin(6_378.137 / position.norm())
}

fn each_usable(view: &TerminalView<'_>) -> Vec<(NodeId, f64)> {
    let all = view.satellites();
    all.filter_map(|one| Some((one, view.usable_elevation(one)?.to_degrees()))).collect()
}

/// The choice at every check is the satellite of the largest sum, outside of the avoided part of
/// the sky; each of the three keys changes choices.
#[test]
fn the_sum_of_the_properties_decides() {
    const LATITUDE_DEG: f64 = 48.5;
    let policy = Starlink::default();
    let held = |policy: Starlink| {
        let timeline = Timeline::build(&sky(model(policy), LATITUDE_DEG), END);
        let terminal = NodeId(timeline.sky().satellites());
        checks().map(|t| timeline.satellite_of(terminal, t)).collect::<Vec<_>>()
    };
    let timeline = Timeline::build(&sky(model(policy.clone()), LATITUDE_DEG), END);
    let terminal = NodeId(timeline.sky().satellites());
    let mut served = 0;
    for t in checks() {
        let phases = timeline.sky().phases(t);
        let view = timeline.sky().view(terminal, &phases);
        let mut best: Option<(f64, NodeId)> = None;
        for (satellite, elevation_deg) in each_usable(&view) {
            // Of the planes, a third each was launched in 2019, 2022 and 2024.
            let earlier = [2.0 / 3.0, 0.0, 1.0 / 3.0][satellite.index() / 11 % 3];
            let lit = f64::from(u8::from(is_lit(&timeline, satellite, t)));
            let sum = elevation_deg + 10.0 * earlier + 10.0 * lit;
            let is_clear = separation_deg(&timeline, satellite, t, LATITUDE_DEG) > 22.0;
            if is_clear && best.is_none_or(|(most, _)| sum > most) {
                best = Some((sum, satellite));
            }
        }
        assert_eq!(timeline.satellite_of(terminal, t), best.map(|(_, satellite)| satellite));
        served += usize::from(best.is_some());
    }
    assert!(served > checks().count() / 2, "{served}");
    let usual = held(policy.clone());
    for (key, other) in [
        ("gso_avoidance", Starlink { gso_avoidance: 0.0, ..policy.clone() }),
        ("recent_bonus", Starlink { recent_bonus: 0.0, ..policy.clone() }),
        ("sunlit_bonus", Starlink { sunlit_bonus: 0.0, ..policy.clone() }),
    ] {
        assert!(held(other) != usual, "{key} has no effect");
    }
    let plain =
        Starlink { gso_avoidance: 0.0, recent_bonus: 0.0, sunlit_bonus: 0.0, ..policy.clone() };
    let highest = Timeline::build(&sky(model(HighestElevation::default()), LATITUDE_DEG), END);
    let highest: Vec<_> = checks().map(|t| highest.satellite_of(terminal, t)).collect();
    assert!(held(plain) == highest, "without them it is the highest satellite");
}

/// The avoided part of the sky lies in the south at northern latitudes, and in the north at
/// southern ones: satellites on the other side are taken more often than by the highest elevation.
#[test]
fn the_side_without_the_arc_is_preferred() {
    let poleward = |policy: Model<dyn HandoverPolicy>, latitude_deg: f64| {
        let timeline = Timeline::build(&sky(policy, latitude_deg), END);
        let terminal = NodeId(timeline.sky().satellites());
        let sides = checks().filter_map(|t| {
            let phases = timeline.sky().phases(t);
            let satellite = timeline.satellite_of(terminal, t)?;
            let [there, here] =
                [satellite, terminal].map(|node| timeline.sky().ground_point(node, &phases));
            Some((there.latitude_deg - here.latitude_deg) * latitude_deg.signum() > 0.0)
        });
        let sides: Vec<bool> = sides.collect();
        sides.iter().filter(|&&is_poleward| is_poleward).count() as f64 / sides.len() as f64
    };
    for latitude_deg in [40.0, -40.0] {
        let avoiding = poleward(model(Starlink::default()), latitude_deg);
        let highest = poleward(model(HighestElevation::default()), latitude_deg);
        assert!(avoiding > highest, "{latitude_deg}: {avoiding}, {highest}");
    }
}

/// Terminals of a satellite at the first check, most first, of a crowd of 200 at one place and a
/// gateway beside it; and the number that the crowd sees.
fn loads(policy: Model<dyn HandoverPolicy>) -> (Vec<usize>, usize) {
    let mut config = sky(policy, 48.5);
    let one = config.terminals[0].clone();
    for number in 1..200 {
        config.terminals.push(Terminal { name: format!("UT {number}"), ..one.clone() });
    }
    let gateway = Terminal { name: "GW".into(), antennas: Antennas::Unlimited, ..one };
    config.terminals.push(gateway);
    let timeline = Timeline::build(&config, SimTime::ZERO);
    let first = timeline.sky().satellites();
    let phases = timeline.sky().phases(SimTime::ZERO);
    let seen = each_usable(&timeline.sky().view(NodeId(first), &phases));
    let mut loads: BTreeMap<NodeId, usize> = BTreeMap::new();
    for terminal in first..first + 200 {
        if let Some(satellite) = timeline.satellite_of(NodeId(terminal), SimTime::ZERO) {
            *loads.entry(satellite).or_default() += 1;
        }
    }
    let of_gateway = timeline.satellites_of(NodeId(first + 200), SimTime::ZERO).count();
    assert_eq!(of_gateway, seen.len(), "a gateway has every satellite, full or not");
    let mut loads: Vec<usize> = loads.into_values().collect();
    loads.sort_by(|a, b| b.cmp(a));
    (loads, seen.len())
}

/// No satellite has more terminals than its capacity; with the load penalty a crowd takes all
/// satellites in sight, the higher ones more often, and without any of the two a single one.
#[test]
fn a_crowd_shares_the_satellites_in_sight() {
    let (alone, seen) = loads(model(GlobalReallocation::default()));
    assert!(seen >= 4, "{seen}");
    assert_eq!(alone, [200]);
    let (limited, _) = loads(model(GlobalReallocation::with_capacity(Some(10))));
    assert_eq!(limited, vec![10; seen]);
    let (shared, _) = loads(model(GlobalReallocation::USERS));
    assert_eq!(shared.iter().sum::<usize>(), 200);
    assert_eq!(shared.len(), seen);
    // Elevations differ by at most 80 deg, so loads by at most 16 terminals, and one by rounding.
    assert!(shared[0] - shared[seen - 1] <= 17, "{shared:?}");
    let both = GlobalReallocation { satellite_capacity: Some(60), ..GlobalReallocation::USERS };
    let (both, _) = loads(model(both));
    assert!(both.iter().all(|&load| load <= 60), "{both:?}");
    assert_eq!(both.iter().sum::<usize>(), 200.min(60 * seen));
    let (starlink, _) = loads(model(Starlink { satellite_capacity: Some(30), ..<_>::default() }));
    assert!(starlink.iter().all(|&load| load <= 30), "{starlink:?}");
}
