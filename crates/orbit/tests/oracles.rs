//! Goal: positions are those of SGP4 as published, and Earth-fixed positions those of an
//! independent library.
//!
//! Method: the verification cases of AIAA 2006-6753; a day of six satellites by Skyfield. The
//! effect of UT1 and polar motion, which are left out, is measured separately. The data and how
//! they were made: `tests/data/make.py`.

use skyseam_base::{SimTime, math};
use skyseam_orbit::elements::{self, Elements};
use skyseam_orbit::{Ephemerides, Utc, wgs84};

fn numbers<const N: usize>(line: &str) -> [f64; N] {
    let found: Vec<f64> = line.split(',').map(|value| value.parse().unwrap()).collect();
    found.try_into().unwrap()
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| math::powi(a - b, 2)).sum::<f64>().sqrt()
}

#[test]
fn the_published_verification_cases_are_met_within_a_millimetre() {
    let satellites = elements::read(include_str!("data/verification.tle"), "verification.tle");
    let satellites = satellites.unwrap_or_else(|error| panic!("{error}"));
    let find = |number: f64| -> &Elements {
        let found =
            satellites.iter().find(|of| f64::from(of.identity().catalogue_number) == number);
        found.expect("listed satellites are there")
    };
    let (mut compared, mut worst, mut worst_speed) = (0, 0.0_f64, 0.0_f64);
    for line in include_str!("data/verification.csv").lines() {
        let [number, minutes, x, y, z, vx, vy, vz] = numbers(line);
        let of = find(number);
        let epoch = of.epoch().unix_nanos();
        let at = Utc::from_unix_nanos(epoch + (minutes * 60e9).round() as i64);
        let (r, v) = of.propagate(at).unwrap_or_else(|error| panic!("{error}"));
        worst = worst.max(distance([r.x, r.y, r.z], [x, y, z]));
        worst_speed = worst_speed.max(distance([v.x, v.y, v.z], [vx, vy, vz]));
        compared += 1;
    }
    println!(
        "{} satellites, {compared} states: {:.2e} m, {:.2e} m/s",
        satellites.len(),
        worst * 1e3,
        worst_speed * 1e3
    );
    assert!(satellites.len() >= 25 && compared > 150, "{} {compared}", satellites.len());
    assert!(worst < 1e-6, "{worst} km");
    assert!(worst_speed < 1e-8, "{worst_speed} km/s");
}

#[test]
fn earth_fixed_positions_are_those_of_skyfield() {
    let zero: Utc = "2026-11-20T00:00:00Z".parse().unwrap();
    let satellites = elements::read(include_str!("data/day.tle"), "day.tle").unwrap();
    let table = Ephemerides::of(&satellites, zero, SimTime::from_secs(86_400)).unwrap();
    let mut worst = vec![(0.0_f64, 0.0_f64); satellites.len()];
    for line in include_str!("data/skyfield.csv").lines().skip(1) {
        let (name, rest) = line.split_once(',').unwrap();
        let [t, x, y, z, shift_m] = numbers(rest);
        let index = satellites.iter().position(|of| of.identity().name == name).unwrap();
        let t = SimTime::from_secs_f64(t);
        let r = table.position(index, &table.basis(t));
        let phase = wgs84::earth_rotation().at(t);
        let fixed = [r.x * phase.cos + r.y * phase.sin, r.y * phase.cos - r.x * phase.sin, r.z];
        let (off, shift) = &mut worst[index];
        *off = off.max(distance(fixed, [x, y, z]) * 1e3);
        *shift = shift.max(shift_m);
    }
    for (of, (off, shift)) in satellites.iter().zip(&worst) {
        println!("{}: {off:.2} m with UT1 = UTC, {shift:.1} m by UT1", of.label());
        // Sidereal time of 1982 against that of 2000, rounding of the table, and interpolation.
        assert!(*off < 0.5, "{}: {off} m", of.label());
        // 0.0866 s of UT1 - UTC at 7.292e-5 rad/s and 46 400 km, apogee of the highest.
        assert!(*shift < 300.0, "{}: {shift} m", of.label());
    }
}
