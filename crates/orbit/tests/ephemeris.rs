//! Goal: tables of positions agree with SGP4 and are in the simulation's frame.
//!
//! Method: satellites of every kind of orbit over a day, compared with SGP4 at instants between
//! nodes; the frame by rotating back to Earth-fixed coordinates in another way.

use skyseam_base::{SimTime, math};
use skyseam_orbit::elements::{self, Elements};
use skyseam_orbit::{Ephemerides, Ephemeris, Inertial, Utc, Vector, wgs84};

const DAY_S: u64 = 86_400;

fn sample() -> Vec<Elements> {
    elements::read(include_str!("data/day.tle"), "day.tle").unwrap()
}

fn zero() -> Utc {
    "2026-11-20T00:00:00Z".parse().unwrap()
}

/// Earth-fixed by GMST at the instant itself.
fn earth_fixed(of: &Elements, t: SimTime) -> [f64; 3] {
    let at = zero().after(t);
    let (r, _) = of.propagate(at).unwrap();
    let (sin, cos) = math::sin_cos(at.gmst_rad());
    [r.x * cos + r.y * sin, r.y * cos - r.x * sin, r.z]
}

/// Earth-fixed by the simulation's own rotation of the Earth.
fn turned_back(r: Vector<Inertial>, t: SimTime) -> [f64; 3] {
    let phase = wgs84::earth_rotation().at(t);
    [r.x * phase.cos + r.y * phase.sin, r.y * phase.cos - r.x * phase.sin, r.z]
}

#[test]
fn interpolated_positions_are_those_of_sgp4() {
    for of in sample() {
        let table = Ephemeris::of(&of, zero(), SimTime::from_secs(DAY_S)).unwrap();
        let mut worst: f64 = 0.0;
        let mut fastest: f64 = 0.0;
        for k in 0..12_345 {
            let t = SimTime::from_nanos(k * 7_000_123_457);
            let (found, expected) = (turned_back(table.position(t), t), earth_fixed(&of, t));
            let off: f64 = (0..3).map(|i| math::powi(found[i] - expected[i], 2)).sum();
            worst = worst.max(off.sqrt());
            fastest = fastest.max(table.velocity(t).norm());
        }
        println!(
            "{}: {:.3} m, {:.3} of {:.3} km/s",
            of.label(),
            worst * 1e3,
            fastest,
            table.max_speed_km_per_s()
        );
        assert!(worst < 1.2e-3, "{}: {worst} km", of.label());
        assert!(fastest < table.max_speed_km_per_s(), "{}", of.label());
        assert!(table.max_speed_km_per_s() < 1.02 * fastest, "{}", of.label());
    }
}

#[test]
fn one_table_of_all_is_as_good_as_a_table_each() {
    let satellites = sample();
    let end = SimTime::from_secs(7200);
    let table = Ephemerides::of(&satellites, zero(), end).unwrap();
    assert_eq!(table.len(), satellites.len());
    for s in (0..7200).step_by(37) {
        let t = SimTime::from_secs(s);
        let basis = table.basis(t);
        let together: Vec<_> = table.positions(&basis).collect();
        for (index, of) in satellites.iter().enumerate() {
            assert_eq!(table.position(index, &basis), together[index]);
            let (found, expected) = (turned_back(together[index], t), earth_fixed(of, t));
            let off: f64 = (0..3).map(|i| math::powi(found[i] - expected[i], 2)).sum();
            assert!(off.sqrt() < 1.2e-3, "{}: {} km", of.label(), off.sqrt());
        }
    }
}

#[test]
fn a_table_holds_for_some_seconds_after_its_end() {
    for of in sample() {
        for end in [0, 60, 5000, 7200] {
            let table = Ephemeris::of(&of, zero(), SimTime::from_secs(end)).unwrap();
            let t = SimTime::from_secs(end + 15);
            let (found, expected) = (turned_back(table.position(t), t), earth_fixed(&of, t));
            let off: f64 = (0..3).map(|i| math::powi(found[i] - expected[i], 2)).sum();
            assert!(off.sqrt() < 3e-3, "{} after {end} s: {} km", of.label(), off.sqrt());
        }
    }
}

#[test]
fn velocity_is_the_derivative_of_the_position() {
    for of in sample() {
        let table = Ephemeris::of(&of, zero(), SimTime::from_secs(DAY_S)).unwrap();
        for k in 1..200 {
            let (t, h) = (k * 431_000_000_000, 50_000_000);
            let at = |nanos| table.position(SimTime::from_nanos(nanos));
            let slope = (at(t + h) - at(t - h)) * (1e9 / (2.0 * h as f64));
            let off = (slope - table.velocity(SimTime::from_nanos(t))).norm();
            assert!(off < 1e-6, "{}: {off} km/s", of.label());
        }
    }
}

#[test]
fn nodes_take_no_more_memory_than_stated() {
    // 35 MB for 1000 low satellites and a day: 64 coordinates per segment of 1200 s take 14.
    let low = &sample()[..3];
    let table = Ephemerides::of(low, zero(), SimTime::from_secs(DAY_S)).unwrap();
    let bytes = (DAY_S as f64 / table.segment_s()).ceil() * 8.0 * 24.0;
    assert!(bytes * 1000.0 < 16e6, "{bytes} per satellite");
}

#[test]
fn a_table_beyond_all_memory_is_refused() {
    // 900 satellites for 584 years in the longest segments, 9600 s, of 192 bytes.
    let many: Vec<Elements> = std::iter::repeat_n(sample(), 100).flatten().collect();
    let error = Ephemerides::of(&many, zero(), SimTime::MAX).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a table of positions would take 332 GB: simulate a shorter time or fewer satellites"
    );
}

#[test]
fn a_satellite_that_decays_within_the_span_is_refused() {
    let low = elements::read(
        "DECAYING\n\
         1 29141U 85108AA  06170.26783845  .99999999  00000-0  13519-0 0   718\n\
         2 29141  82.4288 273.4882 0015848 277.2124  83.9133 15.93343074  6828\n",
        "decaying.tle",
    )
    .unwrap();
    let zero = low[0].epoch();
    assert!(Ephemeris::of(&low[0], zero, SimTime::from_secs(3600)).is_ok());
    let error = Ephemeris::of(&low[0], zero, SimTime::from_secs(DAY_S)).unwrap_err().to_string();
    assert!(error.starts_with("DECAYING (29141) has no position at 2006-06-19T"), "{error}");
}
