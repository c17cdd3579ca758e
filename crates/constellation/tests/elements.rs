//! Goal: satellites with individual elements are where SGP4 puts them, and terminals use them like
//! any others. Method: three planes of made-up elements, compared with SGP4 itself, rotated into
//! Earth-fixed coordinates here.

use std::sync::Arc;

use crate::common::iridium;
use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_constellation::description::config::{
    Geometry, ListedPlanes, Metric, Orbiter, Orbits, Plane, Shell, SkyConfig, Terminal,
};
use skyseam_constellation::handover::{HighestElevation, LongestVisibility, model};
use skyseam_constellation::isl;
use skyseam_constellation::isl::LinkKind;
use skyseam_constellation::{NoTimeline, NodeKind, Router, Timeline};
use skyseam_orbit::Utc;
use skyseam_orbit::elements::{Elements, Identity, MeanElements};

const END: SimTime = SimTime::from_secs(20_000);

fn zero() -> Utc {
    "2026-11-20T00:00:00Z".parse().unwrap()
}

fn orbiter(plane: u32, index: u32, of: u32) -> Orbiter {
    let argument_of_latitude_deg = 360.0 * f64::from(index) / f64::from(of);
    let mean = MeanElements {
        inclination_deg: 86.4,
        raan_deg: 60.0 * f64::from(plane),
        eccentricity: 0.001,
        argument_of_perigee_deg: 90.0,
        mean_anomaly_deg: (argument_of_latitude_deg + 270.0) % 360.0,
        mean_motion_rev_per_day: 14.34,
        bstar: 1e-5,
    };
    let name = format!("SAT {plane}/{index}");
    let identity = Identity {
        name: name.clone(),
        catalogue_number: 100 * plane + index,
        designator: String::new(),
    };
    let epoch = "2026-11-18T06:00:00Z".parse().unwrap();
    let elements = Elements::new(identity, epoch, mean).unwrap();
    Orbiter { name, elements, argument_of_latitude_deg }
}

/// Planes of 11, 10 and 11 satellites.
fn sky() -> SkyConfig {
    let plane = |plane: u32| {
        let satellites = (0..11).filter(|&index| (plane, index) != (1, 4));
        Plane {
            raan_deg: 60.0 * f64::from(plane),
            satellites: satellites.map(|index| orbiter(plane, index, 11)).collect(),
        }
    };
    let listed = ListedPlanes { inclination_deg: 86.4, planes: (0..3).map(plane).collect() };
    let mut config = iridium(Geometry::EXACT, Metric::DELAY, &[]);
    config.zero = Some(zero());
    config.shells = vec![Shell {
        name: "elements".into(),
        orbits: Orbits::Listed(listed),
        pattern: isl::model(isl::NoLinks {}),
    }];
    config.handover.policy = model(HighestElevation::default());
    config.terminals = vec![Terminal::fixed("LON", 51.51, -0.13, 5.0)];
    config
}

#[test]
fn satellites_are_where_sgp4_puts_them_over_the_turning_earth() {
    let config = sky();
    let timeline = Timeline::build(&config, END);
    assert_eq!(timeline.sky().satellites(), 32);
    let Orbits::Listed(listed) = &config.shells[0].orbits else { panic!() };
    for second in (0..=20_000).step_by(777) {
        let t = SimTime::from_secs(second);
        let phases = timeline.sky().phases(t);
        let at = zero().after(t);
        let (sin, cos) = math::sin_cos(at.gmst_rad());
        for (number, (plane, index, orbiter)) in (0..).zip(listed.orbiters()) {
            let kind = NodeKind::Satellite { shell: 0, plane, index };
            assert_eq!(timeline.nodes()[number as usize].kind, kind);
            let (position, velocity) = orbiter.elements.propagate(at).unwrap();
            let (x, y) = (position.x * cos + position.y * sin, position.y * cos - position.x * sin);
            let point = timeline.sky().ground_point(NodeId(number), &phases);
            let longitude = math::atan2(y, x).to_degrees();
            let apart = (point.longitude_deg - longitude + 540.0).rem_euclid(360.0) - 180.0;
            // A metre is 9e-6 deg; near the pole a degree of longitude is nearly nothing.
            assert!(apart.abs() * math::hypot(x, y) / position.norm() < 1e-5, "{apart} deg");
            assert!((point.radius_km - position.norm()).abs() < 1e-3);
            // SGP4's velocity is a series of its own, within decimetres per second of the
            // derivative of its positions.
            let ours = timeline.sky().velocity(NodeId(number), &phases);
            let off = (ours.norm() - velocity.norm()).abs();
            assert!(off < 5e-4, "off by {off} km/s");
        }
    }
}

#[test]
fn terminals_take_the_highest_of_them() {
    let timeline = Timeline::build(&sky(), END);
    let london = timeline.node("LON").unwrap();
    let (mut t, mut linked) = (SimTime::ZERO, 0);
    while t <= END {
        let phases = timeline.sky().phases(t);
        let view = timeline.sky().view(london, &phases);
        let heights = (0..32).map(NodeId).filter_map(|s| Some((view.usable_elevation(s)?, s)));
        let highest = heights.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, satellite)| satellite);
        assert_eq!(timeline.satellite_of(london, t), highest, "at {t}");
        linked += u32::from(highest.is_some());
        t += Duration::from_secs(10);
    }
    assert!(linked > 1000, "{linked} checks with a satellite");
}

/// The satellite behind is the previous one in the plane, cyclically, also in a plane with a gap.
#[test]
fn planes_are_rings_of_their_own_length() {
    let timeline = Timeline::build(&sky(), SimTime::ZERO);
    let behind = |number| timeline.sky().behind(NodeId(number)).0;
    assert_eq!([behind(0), behind(11), behind(12), behind(21)], [10, 20, 11, 31]);
}

#[test]
fn elements_that_do_not_reach_are_an_error_not_a_panic() {
    let mut config = sky();
    // In twenty years this drag has brought everything down.
    config.zero = Some("2046-11-20T00:00:00Z".parse().unwrap());
    let Orbits::Listed(listed) = &mut config.shells[0].orbits else { panic!() };
    let orbiter = &mut listed.planes[1].satellites[0];
    let mean = MeanElements { bstar: 0.05, ..*orbiter.elements.mean() };
    let (identity, epoch) = (orbiter.elements.identity().clone(), orbiter.elements.epoch());
    orbiter.elements = Elements::new(identity, epoch, mean).unwrap();
    let refused = Timeline::build_watched(&config, END, &mut |_| true);
    let Err(NoTimeline::Ephemeris(error)) = refused else { panic!("it reached") };
    assert!(error.to_string().contains("SAT 1/0"), "{error}");
}

/// Goal: satellites with individual elements are linked by the pattern and routed by delay. Method:
/// the links are counted and followed; a router with earlier requests is compared with a new one,
/// at instants between checks and on them.
#[test]
fn they_are_linked_plane_by_plane_and_routed_over() {
    let mut config = sky();
    config.shells[0].pattern = isl::model(isl::PlusGrid {});
    let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(3_000)));
    // Rings of 11, 10 and 11, and of each plane to the next the smaller one's 10; 240 deg of RAAN
    // lie between the last and the first.
    let of = |kind| timeline.isl_kinds().iter().filter(|of_link| **of_link == kind).count();
    assert_eq!((of(LinkKind::IntraPlane), of(LinkKind::InterPlane)), (32, 20));
    let rings = timeline.isl_pairs().iter().zip(timeline.isl_kinds());
    let mut rings = rings.filter(|(_, kind)| **kind == LinkKind::IntraPlane);
    // Across the place of the one that is missing the line would pass 6020 km from the centre.
    let is_on = |&(a, b): &(NodeId, NodeId)| timeline.is_linked(a, b, SimTime::ZERO);
    assert_eq!(rings.clone().filter(|(pair, _)| !is_on(pair)).count(), 1);
    assert!(rings.any(|(pair, _)| *pair == (NodeId(14), NodeId(15)) && !is_on(pair)));
    let counts = timeline.isl_counts(SimTime::ZERO, timeline.end());
    assert!(counts[1].ons > 10 && counts[1].offs > 10, "{counts:?}");

    let mut kept = Router::new(timeline.clone());
    let (to, mut t, mut routes) = (NodeId(27), SimTime::ZERO, 0);
    while t < timeline.end() {
        for at in (0..26).map(NodeId) {
            for t in [t, t + Duration::from_millis(3_700)] {
                let fresh = Router::new(timeline.clone()).next_hop(at, to, t);
                assert_eq!(kept.next_hop(at, to, t), fresh, "{at} at {t}");
                routes += u32::from(fresh.is_some());
            }
        }
        t += Duration::from_secs(20);
    }
    assert!(routes > 1_000, "{routes} routes");
}

/// Goal: the duration of the simulation has no effect, even with a policy that looks far ahead.
/// Method: satellites of terminals at time zero, in a timeline that ends there and in one of hours.
#[test]
fn the_longest_visible_satellite_is_the_same_however_long_is_simulated() {
    let mut config = sky();
    config.handover.policy = model(LongestVisibility {});
    config.terminals = (-8..=8)
        .map(|step| Terminal::fixed(&format!("T{step}"), 10.0 * f64::from(step), 30.0, 0.0))
        .collect();
    let satellites = |end| {
        let timeline = Timeline::build(&config, end);
        let first = timeline.sky().satellites();
        let terminals = (first..first + timeline.sky().terminals()).map(NodeId);
        terminals.map(|t| timeline.satellite_of(t, SimTime::ZERO)).collect::<Vec<_>>()
    };
    let long = satellites(END);
    assert!(long.iter().flatten().count() > 10, "{long:?}");
    for end in [SimTime::ZERO, SimTime::from_secs(100), SimTime::from_secs(600)] {
        assert_eq!(satellites(end), long, "a sky that ends at {end}");
    }
}

/// Goal: the polynomial of a link's delay equals the geometry to the nanosecond also if the
/// satellites themselves follow polynomials. Method: links at random instants.
#[test]
fn curves_of_delays_are_the_geometry() {
    let timeline = Timeline::build(&sky(), END);
    let nodes = timeline.nodes().len() as u32;
    let mut random = skyseam_base::RandomStream::new(1, "curves");
    let mut draw = |below: f64| random.uniform() * below;
    let (mut answered, mut asked) = (0, 0);
    for _ in 0..400 {
        let a = NodeId(draw(f64::from(timeline.sky().satellites())) as u32);
        let b = NodeId(draw(f64::from(nodes)) as u32);
        let from = SimTime::from_nanos(draw(1.9e13) as u64);
        let Some(curve) = timeline.delay_curve(a, b, from).filter(|_| a != b) else { continue };
        for _ in 0..100 {
            let t = from + Duration::from_nanos(draw(1.07e9) as u64);
            asked += 1;
            if let Some(found) = curve.at(t) {
                answered += 1;
                assert_eq!(found, timeline.propagation(a, b, t), "{a} to {b} at {t}");
            }
        }
    }
    assert!(asked > 20_000 && answered as f64 > 0.99 * f64::from(asked), "{answered} of {asked}");
}
