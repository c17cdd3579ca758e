//! Goal: the polynomial of a link's delay, where it gives an answer, equals the geometry to the
//! nanosecond, and it usually gives one. Method: links of satellites and terminals in a
//! constellation of circular orbits, with fixed and with precessing planes, each at random instants
//! of the polynomial's interval; geometries with other rounding have no polynomial.

use crate::common::{iridium, teledesic, walker};
use skyseam_base::{Duration, NodeId, RandomStream, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{Geometry, Metric, Propagation, SkyConfig};

/// Compares links of `config` at random instants: instants with an answer, and all.
fn compare(config: &SkyConfig, seed: u64) -> (u64, u64) {
    let timeline = Timeline::build(config, SimTime::ZERO);
    let satellites = timeline.sky().satellites();
    let nodes = timeline.nodes().len() as u32;
    let mut random = RandomStream::new(seed, "curves");
    let mut draw = |below: f64| random.uniform() * below;
    let (mut answered, mut asked) = (0, 0);
    for _ in 0..400 {
        let a = NodeId(draw(f64::from(satellites)) as u32);
        let b = NodeId(draw(f64::from(nodes)) as u32);
        let from = SimTime::from_nanos(draw(8e13) as u64);
        if a == b {
            continue;
        }
        let Some(curve) = timeline.delay_curve(a, b, from) else { continue };
        assert_eq!(curve.at(SimTime::from_nanos(from.as_nanos() - 1)), None);
        assert!(curve.holds(from) && !curve.holds(from + Duration::from_secs(2)));
        for _ in 0..200 {
            let t = from + Duration::from_nanos(draw(1.07e9) as u64);
            asked += 1;
            if let Some(found) = curve.at(t) {
                answered += 1;
                assert_eq!(found, timeline.propagation(a, b, t), "{a} to {b} at {t} from {from}");
            }
        }
    }
    (answered, asked)
}

#[test]
fn a_curve_is_the_geometry_to_the_nanosecond() {
    let places = ["HNL", "LAX"];
    let mut low = iridium(Geometry::EXACT, Metric::HOPS, &places);
    walker(&mut low).altitude_km = 550.0;
    let mut turning = iridium(Geometry::EXACT, Metric::HOPS, &places);
    turning.propagation = Propagation::J2;
    let high = teledesic(Geometry::EXACT, Metric::HOPS, &places);
    for (seed, config) in (1..).zip([low, turning, high]) {
        let (answered, asked) = compare(&config, seed);
        assert!(asked > 40_000, "{asked} instants on curves");
        // Within 0.002 ns of a half on either side there is no answer.
        assert!(answered as f64 > 0.99 * asked as f64, "{answered} of {asked}");
        assert!(answered < asked, "an answer also where it could be another");
    }
}

#[test]
fn other_roundings_have_no_curve() {
    let config = iridium(Geometry::NS2, Metric::HOPS, &["HNL"]);
    assert_eq!(compare(&config, 1), (0, 0));
}
