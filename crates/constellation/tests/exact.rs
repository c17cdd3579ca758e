//! Goal: geometry `exact` is the true geometry of the Earth. Method: published slant ranges and
//! delays, and the same ranges and elevations computed independently.

use std::f64::consts::{PI, TAU};

use crate::common::{PLACES, iridium};
use skyseam_base::{NodeId, SimTime, math};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{Geometry, Metric, Propagation, Terminal};

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

/// A location in inertial coordinates at `t`, by the reduced latitude: tan beta = (1 - f) tan phi.
fn place(latitude_deg: f64, longitude_deg: f64, altitude_km: f64, t: f64) -> Xyz {
    let flattening = 1.0 / 298.257223563;
    let (phi, lambda) =
        (latitude_deg.to_radians(), longitude_deg.to_radians() + 7.2921158553e-5 * t);
    let beta = math::atan((1.0 - flattening) * math::tan(phi));
    let axis_distance = 6378.137 * math::cos(beta) + altitude_km * math::cos(phi);
    let z = 6378.137 * (1.0 - flattening) * math::sin(beta) + altitude_km * math::sin(phi);
    [axis_distance * math::cos(lambda), axis_distance * math::sin(lambda), z]
}

/// A satellite of the test's Iridium at `t`, by spherical trigonometry.
fn satellite(plane: u32, index: u32, t: f64) -> Xyz {
    let r: f64 = 6378.137 + 780.0;
    let period = TAU * (math::powi(r, 3) / 398600.4418).sqrt();
    let alpha = (360.0 * f64::from(index) + f64::from(plane % 2) * 180.0) / 11.0;
    let u = alpha.to_radians() + TAU * t / period;
    let latitude = math::asin(math::sin(86.4_f64.to_radians()) * math::sin(u));
    let longitude = f64::from(plane) * 31.6_f64.to_radians()
        + math::atan2(math::cos(86.4_f64.to_radians()) * math::sin(u), math::cos(u));
    [
        r * math::cos(latitude) * math::cos(longitude),
        r * math::cos(latitude) * math::sin(longitude),
        r * math::sin(latitude),
    ]
}

/// Elevation above the plane through three points: the location, and the location moved slightly
/// north and east.
fn elevation_deg(latitude_deg: f64, longitude_deg: f64, target: Xyz, t: f64) -> f64 {
    let here = place(latitude_deg, longitude_deg, 0.0, t);
    let step = 1e-4;
    let north = minus(place(latitude_deg + step, longitude_deg, 0.0, t), here);
    let east = minus(place(latitude_deg, longitude_deg + step, 0.0, t), here);
    let up = [
        east[1] * north[2] - east[2] * north[1],
        east[2] * north[0] - east[0] * north[2],
        east[0] * north[1] - east[1] * north[0],
    ];
    let line = minus(target, here);
    90.0 - math::acos((dot(line, up) / norm(line) / norm(up)).clamp(-1.0, 1.0)) * 180.0 / PI
}

#[test]
fn ranges_delays_and_elevations_agree_with_another_derivation() {
    let config = iridium(Geometry::EXACT, Metric::HOPS, &PLACES.map(|place| place.0));
    let timeline = Timeline::build(&config, SimTime::ZERO);
    for step in 0..200_u64 {
        let t = SimTime::from_nanos(step * 431_234_567_891);
        let phases = timeline.sky().phases(t);
        for (name, latitude, longitude) in PLACES {
            let terminal = timeline.node(name).unwrap();
            for number in (0..66_u32).step_by(7) {
                let position = satellite(number / 11, number % 11, t.as_secs_f64());
                let here = place(latitude, longitude, 0.0, t.as_secs_f64());
                let expected_ms = norm(minus(position, here)) / 299.792458;
                let found = timeline.propagation(terminal, NodeId(number), t);
                // Half a nanosecond of rounding, and what 1e-8 km of arithmetic takes.
                assert!((found.as_millis_f64() - expected_ms).abs() < 0.51e-6);

                let expected_deg = elevation_deg(latitude, longitude, position, t.as_secs_f64());
                let view = timeline.sky().view(terminal, &phases);
                match view.elevation(NodeId(number)) {
                    // The three points span the plane of a chord, 1e-4 deg / 2 off the tangent.
                    Some(found) => assert!((found.to_degrees() - expected_deg).abs() < 2e-4),
                    None => assert!(expected_deg < -5.0),
                }
            }
        }
    }
}

/// Boubaker 2020: 780 km and 2.6 ms overhead, 2463 km and 8.2 ms at 8.2 deg, on a sphere of 6371
/// km. On the ellipsoid the range at 8.2 deg is at most a few km from that.
#[test]
fn slant_ranges_and_delays_are_the_published_ones() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &[]);
    config.terminals = vec![Terminal::fixed("equator", 0.0, 0.0, 8.2)];
    let timeline = Timeline::build(&config, SimTime::ZERO);
    let terminal = timeline.node("equator").unwrap();
    let (mut at_mask, mut overhead) = (0, 0);
    for second in 0..20_000 {
        let t = SimTime::from_secs(second);
        let phases = timeline.sky().phases(t);
        let view = timeline.sky().view(terminal, &phases);
        for satellite in view.satellites() {
            let Some(elevation) = view.elevation(satellite) else { continue };
            let range_km = timeline.sky().range_km(terminal, satellite, t);
            let delay_ms = timeline.propagation(terminal, satellite, t).as_millis_f64();
            if (elevation.to_degrees() - 8.2).abs() < 0.02 {
                assert!((range_km - 2463.0).abs() < 5.0, "{range_km} km at the mask");
                assert!((delay_ms - 8.2).abs() < 0.05, "{delay_ms} ms at the mask");
                at_mask += 1;
            }
            if elevation.to_degrees() > 86.0 {
                assert!((range_km - 780.0).abs() < 3.0, "{range_km} km overhead");
                assert!((delay_ms - 2.6).abs() < 0.05, "{delay_ms} ms overhead");
                overhead += 1;
            }
        }
    }
    assert!(at_mask > 20 && overhead > 5, "{at_mask} at the mask, {overhead} overhead");
}

/// The error of ns-2's approximations: its ISL delays are within 0.1 % of the exact ones.
#[test]
fn both_geometries_agree_to_the_difference_of_their_constants() {
    let at = SimTime::from_secs(600);
    let links = |geometry| {
        let config = iridium(geometry, Metric::HOPS, &["HNL"]);
        let timeline = Timeline::build(&config, SimTime::ZERO);
        let pairs = timeline.isl_pairs().to_vec();
        pairs.iter().map(|&(a, b)| timeline.propagation(a, b, at).as_millis_f64()).collect()
    };
    let (exact, ns2): (Vec<f64>, Vec<f64>) = (links(Geometry::EXACT), links(Geometry::NS2));
    for (exact, ns2) in exact.iter().zip(&ns2) {
        assert!((exact / ns2 - 1.0).abs() < 1e-3, "{exact} ms and {ns2} ms");
        assert_ne!(exact, ns2);
    }
}

/// Goal: J2 moves satellites by the stated rates, and leaves links unchanged. Method: a month of
/// positions by spherical trigonometry, with rates computed here from the definition of J2.
#[test]
fn under_j2_planes_turn_and_satellites_keep_their_distances() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["HNL"]);
    let kepler = Timeline::build(&config, SimTime::ZERO);
    config.propagation = Propagation::J2;
    let timeline = Timeline::build(&config, SimTime::ZERO);
    let (r, i) = (6378.137 + 780.0, 86.4_f64.to_radians());
    let n = (398600.4418 / math::powi(r, 3)).sqrt();
    let k = 1.5 * 1.0826298e-3 * math::powi(6378.137 / r, 2) * n;
    // 4 cos^2 i - 1 = 3 - 4 sin^2 i.
    let (along, node) = (n + k * (4.0 * math::powi(math::cos(i), 2) - 1.0), -k * math::cos(i));
    assert!((node * 86_400.0).to_degrees() < -0.4, "Iridium's planes move west");
    for day in [0, 1, 10, 30] {
        let t = SimTime::from_secs(day * 86_400);
        let seconds = t.as_secs_f64();
        let phases = timeline.sky().phases(t);
        for number in [0, 17, 65_u32] {
            let (plane, index) = (number / 11, number % 11);
            let alpha = (360.0 * f64::from(index) + f64::from(plane % 2) * 180.0) / 11.0;
            let u = alpha.to_radians() + along * seconds;
            let longitude = f64::from(plane) * 31.6_f64.to_radians()
                + node * seconds
                + math::atan2(math::cos(i) * math::sin(u), math::cos(u));
            let latitude = math::asin(math::sin(i) * math::sin(u));
            let expected = [
                r * math::cos(latitude) * math::cos(longitude),
                r * math::cos(latitude) * math::sin(longitude),
                r * math::sin(latitude),
            ];
            let found = timeline.sky().position(NodeId(number), &phases);
            let off = norm(minus([found.x, found.y, found.z], expected));
            // J2 is given to eight digits here: 1e-8 of 10 deg of precession and 1e3 s of orbit.
            assert!(off < 1e-3, "{off} km after {day} d");
        }
    }
    // A link is as long as without J2 when the satellites are as far along their orbits.
    let then = |timeline: &Timeline, t| -> Vec<f64> {
        let pairs = timeline.isl_pairs().iter();
        pairs.map(|&(a, b)| timeline.sky().range_km(a, b, SimTime::from_secs_f64(t))).collect()
    };
    for (a, b) in then(&timeline, 1e6).iter().zip(then(&kepler, 1e6 * along / n)) {
        assert!((a - b).abs() < 1e-4, "{a} km and {b} km");
    }
}
