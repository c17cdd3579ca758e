//! Goal: tables of positions are as good as SGP4 and stand in the simulation's frame.
//!
//! Method: satellites of every kind of orbit over a day, compared with SGP4 itself at instants
//! that are no nodes; the frame by turning back to Earth-fixed coordinates another way.

use skyseam_base::SimTime;
use skyseam_orbit::elements::{self, Elements};
use skyseam_orbit::{Ephemeris, Inertial, Utc, Vector, wgs84};

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
    let (sin, cos) = at.gmst_rad().sin_cos();
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
            let off: f64 = (0..3).map(|i| (found[i] - expected[i]).powi(2)).sum();
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
