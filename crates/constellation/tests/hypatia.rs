//! Goal: the geometry `hypatia` admits what Hypatia admits, and its meaning over the round Earth is
//! stated. Method: the farthest satellite admitted over a day, its range against the formula and
//! its true elevation against closed forms; ISL lengths against Hypatia's limit.

use crate::common::{PLACES, iridium, walker};
use skyseam_base::{NodeId, SimTime, math};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{Geometry, Metric, Phasing, SkyConfig};
use skyseam_constellation::isl;

const RADIUS_KM: f64 = 6378.135;

/// Kuiper's shell with Hypatia's numbers (paper/satellite_networks_state, main_kuiper_630.py).
fn kuiper(geometry: Geometry) -> SkyConfig {
    let mut config = iridium(geometry, Metric::DELAY, &["NYC", "LON"]);
    let walker = walker(&mut config);
    (walker.planes, walker.satellites_per_plane) = (34, 34);
    (walker.altitude_km, walker.inclination_deg) = (630.0, 51.9);
    walker.raan_spacing_deg = 360.0 / 34.0;
    walker.phasing = Phasing::OddPlanes(180.0 / 34.0);
    config.shells[0].pattern = isl::model(isl::PlusGrid {});
    (config.isl.latitude_threshold_deg, config.isl.grazing_altitude_km) = (90.0, 80.0);
    config.terminals.iter_mut().for_each(|terminal| terminal.elevation_mask_deg = 30.0);
    config
}

/// True elevation over a sphere at a range, deg: the law of cosines.
fn over_a_sphere_deg(altitude_km: f64, range_km: f64) -> f64 {
    let orbit = RADIUS_KM + altitude_km;
    let sin = (orbit * orbit - RADIUS_KM * RADIUS_KM - range_km * range_km)
        / (2.0 * RADIUS_KM * range_km);
    math::asin(sin).to_degrees()
}

/// The longest range of a usable satellite over a day, km, and its lowest elevation over the round
/// Earth, deg.
fn extremes(config: &SkyConfig) -> (f64, f64) {
    let timeline = Timeline::build(config, SimTime::ZERO);
    let sky = timeline.sky();
    let (mut longest, mut lowest) = (0.0_f64, 90.0_f64);
    for minute in 0..1440 {
        let t = SimTime::from_secs(60 * minute);
        let phases = sky.phases(t);
        for terminal in (sky.satellites()..sky.satellites() + sky.terminals()).map(NodeId) {
            let view = sky.view(terminal, &phases);
            let here = sky.position(terminal, &phases);
            // The direction from the centre stands for the vertical: up to 0.2 deg off.
            for satellite in view.satellites() {
                let Some(flat) = view.usable_elevation(satellite) else { continue };
                let line = sky.position(satellite, &phases) - here;
                assert!((line.norm() - sky.range_km(terminal, satellite, t)).abs() < 1e-6);
                assert!(flat <= std::f64::consts::FRAC_PI_2);
                longest = longest.max(line.norm());
                let sin = line.dot(here) / line.norm() / here.norm();
                lowest = lowest.min(math::asin(sin).to_degrees());
            }
        }
    }
    (longest, lowest)
}

#[test]
fn kuiper_is_used_down_to_25_deg_where_30_are_asked_for() {
    let (longest_km, lowest_deg) = extremes(&kuiper(Geometry::HYPATIA));
    // sqrt((h / tan 30 deg)^2 + h^2) = h / sin 30 deg, its max_gsl_length.
    assert!(longest_km <= 1260.0 && longest_km > 1255.0, "{longest_km} km");
    let expected = over_a_sphere_deg(630.0, 1260.0);
    assert!((expected - 25.2).abs() < 0.1, "{expected}");
    // The ellipsoid is up to 13 km lower at these latitudes than at the equator.
    assert!((lowest_deg - expected).abs() < 1.0, "{lowest_deg} deg");
}

#[test]
fn a_low_mask_admits_links_through_the_earth() {
    let places = PLACES.map(|place| place.0);
    let (longest_km, lowest_deg) = extremes(&iridium(Geometry::HYPATIA, Metric::HOPS, &places));
    let limit_km = 780.0 / math::sin(8.2_f64.to_radians());
    assert!(
        longest_km <= limit_km && longest_km > limit_km - 10.0,
        "{longest_km} of {limit_km} km"
    );
    let expected = over_a_sphere_deg(780.0, limit_km);
    assert!((expected + 16.1).abs() < 0.1, "{expected}");
    assert!((lowest_deg - expected).abs() < 0.5, "{lowest_deg} deg: below the horizon");
}

#[test]
fn the_nearest_satellite_counts_as_the_highest() {
    let timeline = Timeline::build(&kuiper(Geometry::HYPATIA), SimTime::ZERO);
    let sky = timeline.sky();
    let terminal = timeline.node("LON").unwrap();
    for second in (0..3600).step_by(60) {
        let t = SimTime::from_secs(second);
        let highest = sky.view(terminal, &sky.phases(t)).highest().unwrap();
        let range = |satellite: NodeId| sky.range_km(terminal, satellite, t);
        let nearest = (0..sky.satellites()).map(NodeId).map(range).fold(f64::INFINITY, f64::min);
        assert_eq!(range(highest), nearest);
    }
}

/// Hypatia's limit, 2 sqrt((R + h)^2 - (R + 80 km)^2), is the length at which the middle of a link
/// is 80 km high: the same rule as the grazing height of 80 km.
#[test]
fn links_between_satellites_are_on_at_all_latitudes_and_shorter_than_the_limit() {
    let end = SimTime::from_secs(7200);
    let timeline = Timeline::build(&kuiper(Geometry::HYPATIA), end);
    let limit_km = 2.0 * (math::powi(7008.135, 2) - math::powi(6458.135, 2)).sqrt();
    assert_eq!(timeline.isl_pairs().len(), 2 * 34 * 34);
    for &(a, b) in timeline.isl_pairs() {
        for second in (0..7200).step_by(600) {
            let t = SimTime::from_secs(second);
            assert!(timeline.is_linked(a, b, t));
            assert!(timeline.sky().range_km(a, b, t) < limit_km);
        }
    }
}

/// The period by the constant that SGP4 implementations write for WGS 72, 0.0743669161331734132
/// (Earth radii)^1.5 a minute, and the textbook rate of the node with its J2.
#[test]
fn precession_has_the_constants_of_wgs_72() {
    let mut config = kuiper(Geometry::HYPATIA);
    let walker = walker(&mut config);
    let period_s = (Geometry::HYPATIA.shell_rotation)(walker).period_s();
    let radii: f64 = 7008.135 / RADIUS_KM;
    let by_sgp4_s =
        60.0 * std::f64::consts::TAU / (0.074_366_916_133_173_4 * math::powf(radii, -1.5));
    assert!((period_s - by_sgp4_s).abs() < 1e-6, "{period_s} and {by_sgp4_s} s");
    let (_, node) = Geometry::HYPATIA.shell_rotation_j2.unwrap()(walker);
    let turns = 86_400.0 / period_s;
    let cos_i = math::cos(51.9_f64.to_radians());
    let expected_deg = -1.5 * 1.082_616e-3 / math::powi(radii, 2) * 360.0 * turns * cos_i;
    assert!(((node * 86_400.0).to_degrees() - expected_deg).abs() < 1e-9, "{expected_deg}");
}
