//! Goal: the planes of a constellation are recovered from its element sets alone.
//!
//! Method: Walker constellations are written as element sets with epochs days apart, with noise and
//! without some satellites; shells, planes and the order in a plane must be the original ones.
//! Rates between the epochs are those of `wgs84::SecularRates`, not of the code under test.

use skyseam_base::{SimTime, math};
use skyseam_orbit::elements::{self, Elements, Identity, MeanElements};
use skyseam_orbit::grouping::{Grouping, group};
use skyseam_orbit::{Utc, wgs84};

/// One shell: its parameters, and the satellites that are left out.
#[derive(Clone, Copy)]
struct Walker {
    altitude_km: f64,
    inclination_deg: f64,
    planes: usize,
    per_plane: usize,
    /// The range of the nodes, deg: 180 for star, 360 for delta.
    spread_deg: f64,
    /// Spread of the noise on node and argument of latitude, deg: uniform, plus and minus.
    noise_deg: f64,
    /// Every `missing`-th satellite is left out; none if 0.
    missing: usize,
}

const IRIDIUM: Walker = Walker {
    altitude_km: 780.0,
    inclination_deg: 86.4,
    planes: 6,
    per_plane: 11,
    spread_deg: 180.0,
    noise_deg: 0.0,
    missing: 0,
};
const STARLINK: Walker = Walker {
    altitude_km: 550.0,
    inclination_deg: 53.0,
    planes: 72,
    per_plane: 22,
    spread_deg: 360.0,
    noise_deg: 0.0,
    missing: 0,
};

/// The original place of a satellite.
type Made = (usize, usize, usize);

fn at() -> Utc {
    "2026-11-20T00:00:00Z".parse().unwrap()
}

/// Numbers from -1 to 1, always the same (Lehmer; Park and Miller 1988).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 as f64 / 1_073_741_823.5 - 1.0
    }
}

/// Satellites of the shells, shuffled and passed through text, and the original place of each.
fn made(shells: &[Walker]) -> (Vec<Elements>, Vec<Made>) {
    let mut noise = Noise(1);
    let mut satellites = Vec::new();
    for (number, shell) in shells.iter().enumerate() {
        for index in 0..shell.planes * shell.per_plane {
            let (plane, slot) = (index / shell.per_plane, index % shell.per_plane);
            if shell.missing > 0 && index % shell.missing == 3 {
                continue;
            }
            satellites.push((noise.next(), (number, plane, slot), *shell));
        }
    }
    satellites.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found = Vec::new();
    for (index, (_, (_, plane, slot), shell)) in satellites.iter().enumerate() {
        // Epochs up to three days before the instant.
        let age_s = (1.5e5 * (1.0 + noise.next())).round();
        let rates = wgs84::SecularRates::j2(shell.altitude_km, shell.inclination_deg);
        let back = |rate: f64| (rate * age_s).to_degrees();
        let raan = shell.spread_deg * *plane as f64 / shell.planes as f64;
        let latitude = 360.0 / shell.per_plane as f64 * (*slot as f64 + 0.3 * *plane as f64);
        // Kozai's mean motion: that of the mean anomaly, effects of oblateness included.
        let n = wgs84::orbit_rotation(shell.altitude_km).rate();
        let ratio = wgs84::EQUATORIAL_RADIUS_KM / wgs84::orbit_radius_km(shell.altitude_km);
        let k = 1.5 * wgs84::J2 * ratio * ratio * n;
        let sin = math::sin(shell.inclination_deg.to_radians());
        let kozai = n + k * (1.0 - 1.5 * sin * sin);
        let mean = MeanElements {
            inclination_deg: shell.inclination_deg + 0.03 * noise.next(),
            raan_deg: (raan + shell.noise_deg * noise.next() - back(rates.raan)).rem_euclid(360.0),
            eccentricity: 1e-4,
            argument_of_perigee_deg: 90.0,
            mean_anomaly_deg: (latitude - 90.0 + shell.noise_deg * noise.next()
                - back(rates.argument_of_latitude))
            .rem_euclid(360.0),
            mean_motion_rev_per_day: kozai * 86_400.0 / std::f64::consts::TAU,
            bstar: 0.0,
        };
        let identity = Identity {
            name: format!("SAT {index}"),
            catalogue_number: 99_000 + index as u32,
            designator: String::new(),
        };
        let epoch = Utc::from_unix_nanos(
            at().unix_nanos() - SimTime::from_secs_f64(age_s).as_nanos() as i64,
        );
        found.push(Elements::new(identity, epoch, mean).unwrap());
    }
    let text = elements::write_tle(&found).unwrap();
    let made = satellites.iter().map(|(_, made, _)| *made).collect();
    (elements::read(&text, "walker.tle").unwrap(), made)
}

/// Checks that each plane has the satellites of one original plane, in the original order.
fn assert_found(grouping: &Grouping, made: &[Made], shells: &[Walker]) {
    assert_eq!(grouping.shells.len(), shells.len());
    for shell in &grouping.shells {
        let first = made[shell.planes[0].slots[0].satellite];
        let walker = &shells[first.0];
        assert!((shell.altitude_km - walker.altitude_km).abs() < 0.5, "{}", shell.altitude_km);
        assert!((shell.inclination_deg - walker.inclination_deg).abs() < 0.02);
        assert_eq!(shell.planes.len(), walker.planes);
        for (k, plane) in shell.planes.iter().enumerate() {
            let expected = (first.1 + k) % walker.planes;
            let slots: Vec<usize> = plane
                .slots
                .iter()
                .map(|slot| {
                    let (number, of_plane, of_slot) = made[slot.satellite];
                    assert_eq!((number, of_plane), (first.0, expected));
                    of_slot
                })
                .collect();
            // Ascending around the circle: one step back at most.
            let back = slots.windows(2).filter(|pair| pair[1] < pair[0]).count();
            assert!(back <= 1, "{slots:?}");
            let raan = walker.spread_deg * expected as f64 / walker.planes as f64;
            let off = (plane.raan_deg - raan + 180.0).rem_euclid(360.0) - 180.0;
            assert!(off.abs() < 0.25 + walker.noise_deg / 2.0, "{off} deg");
        }
    }
}

#[test]
fn iridium_has_six_planes_of_eleven_and_its_seam_comes_last() {
    let (elements, made) = made(&[IRIDIUM]);
    let grouping = group(&elements, at());
    assert_found(&grouping, &made, &[IRIDIUM]);
    assert!(grouping.unassigned.is_empty());
    // The widest gap, from 150 deg east to 360, lies behind the last plane.
    assert_eq!(made[grouping.shells[0].planes[0].slots[0].satellite].1, 0);
    assert!(grouping.shells[0].planes.iter().all(|plane| plane.slots.len() == 11));
}

#[test]
fn arguments_of_latitude_are_those_at_the_instant() {
    let (elements, made) = made(&[IRIDIUM]);
    for plane in &group(&elements, at()).shells[0].planes {
        for slot in &plane.slots {
            let (_, number, of_slot) = made[slot.satellite];
            let expected = 360.0 / 11.0 * (of_slot as f64 + 0.3 * number as f64);
            let off = slot.argument_of_latitude_deg - expected;
            assert!(((off + 180.0).rem_euclid(360.0) - 180.0).abs() < 0.1, "{off} deg");
        }
    }
}

#[test]
fn starlinks_first_shell_has_72_planes() {
    let (elements, made) = made(&[STARLINK]);
    let grouping = group(&elements, at());
    assert_found(&grouping, &made, &[STARLINK]);
    assert_eq!(grouping.shells[0].planes.iter().map(|p| p.slots.len()).sum::<usize>(), 1584);
}

#[test]
fn several_shells_with_noise_and_missing_satellites_come_apart() {
    let noisy = |walker: Walker| Walker { noise_deg: 0.3, missing: 10, ..walker };
    let shells = [
        noisy(STARLINK),
        noisy(Walker { altitude_km: 540.0, inclination_deg: 53.2, ..STARLINK }),
        noisy(Walker {
            altitude_km: 570.0,
            inclination_deg: 70.0,
            planes: 36,
            per_plane: 20,
            ..STARLINK
        }),
        noisy(Walker {
            altitude_km: 560.0,
            inclination_deg: 97.6,
            planes: 6,
            per_plane: 58,
            ..STARLINK
        }),
        noisy(IRIDIUM),
    ];
    let (elements, made) = made(&shells);
    let grouping = group(&elements, at());
    assert_found(&grouping, &made, &shells);
    assert!(grouping.unassigned.is_empty());
    let altitudes: Vec<f64> = grouping.shells.iter().map(|s| s.altitude_km.round()).collect();
    assert_eq!(altitudes, [540.0, 550.0, 560.0, 570.0, 780.0]);
}

#[test]
fn satellites_on_their_way_up_stay_out_of_the_shell() {
    let (mut elements, made) = made(&[STARLINK]);
    let raising: Vec<Elements> = (0..20)
        .map(|k| {
            let mean = MeanElements {
                mean_motion_rev_per_day: 15.2 + 0.023 * f64::from(k),
                ..*elements[k as usize].mean()
            };
            let identity = elements[k as usize].identity().clone();
            Elements::new(identity, elements[k as usize].epoch(), mean).unwrap()
        })
        .collect();
    elements.extend(raising);
    let grouping = group(&elements, at());
    assert_found(&grouping, &made, &[STARLINK]);
    assert_eq!(grouping.unassigned, (1584..1604).collect::<Vec<_>>());
}

#[test]
fn an_equatorial_shell_is_one_plane_in_order_of_longitude() {
    let ring = Walker {
        altitude_km: 8062.0,
        inclination_deg: 0.05,
        planes: 1,
        per_plane: 12,
        spread_deg: 360.0,
        noise_deg: 0.0,
        missing: 0,
    };
    let (elements, made) = made(&[ring]);
    let grouping = group(&elements, at());
    assert_found(&grouping, &made, &[ring]);
}

#[test]
fn two_satellites_are_no_shell_and_none_is_nothing() {
    let (elements, _) = made(&[Walker { planes: 1, per_plane: 2, ..IRIDIUM }]);
    assert_eq!(group(&elements, at()).unassigned, [0, 1]);
    assert_eq!(group(&[], at()), Grouping::default());
}
