//! Goal: constellations of any shells are consistent. Method: two shells over one ground, and
//! shells whose satellites have known positions.

use crate::common::{PLACES, iridium};
use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::description::config::{Geometry, Metric, Phasing, SkyConfig, Walker};
use skyseam_constellation::isl;
use skyseam_constellation::{NodeKind, Timeline};

const DAY: SimTime = SimTime::from_secs(86_400);

/// A polar star and an inclined delta.
fn two_shells(geometry: Geometry) -> SkyConfig {
    let mut config = iridium(geometry, Metric::DELAY, &PLACES.map(|place| place.0));
    config.shells[0].pattern = isl::model(isl::PlusGrid {});
    let inclined = Walker {
        planes: 8,
        satellites_per_plane: 6,
        altitude_km: 1414.0,
        inclination_deg: 52.0,
        raan_offset_deg: 10.0,
        raan_spacing_deg: 45.0,
        argument_of_latitude_deg: 3.0,
        phasing: Phasing::EachPlane(7.5),
    };
    config.shells.push(crate::common::shell("inclined", inclined, isl::model(isl::PlusGrid {})));
    config
}

fn shell_of(timeline: &Timeline, satellite: NodeId) -> u32 {
    let NodeKind::Satellite { shell, .. } = timeline.nodes()[satellite.index()].kind else {
        panic!("{satellite} is no satellite")
    };
    shell
}

#[test]
fn shells_are_numbered_one_after_the_other_and_linked_only_within() {
    let timeline = Timeline::build(&two_shells(Geometry::EXACT), SimTime::ZERO);
    assert_eq!(timeline.sky().satellites(), 66 + 48);
    let name = |number: usize| timeline.nodes()[number].name.as_str();
    assert_eq!(
        [name(0), name(65), name(66), name(113)],
        ["iridium-0-0", "iridium-5-10", "inclined-0-0", "inclined-7-5"]
    );
    assert_eq!(timeline.isl_pairs().len(), 66 + 55 + 48 + 48, "the delta is closed, the star not");
    for &(a, b) in timeline.isl_pairs() {
        assert_eq!(shell_of(&timeline, a), shell_of(&timeline, b));
    }
}

#[test]
fn terminals_take_satellites_of_both_shells() {
    for geometry in [Geometry::NS2, Geometry::EXACT] {
        let timeline = Timeline::build(&two_shells(geometry), DAY);
        let honolulu = timeline.node("HNL").unwrap();
        let (mut t, mut taken) = (SimTime::ZERO, [0; 2]);
        while t < DAY {
            let (satellite, until) = timeline.satellite_until(honolulu, t);
            taken[shell_of(&timeline, satellite.expect("no gap at 8.2 deg")) as usize] += 1;
            t = until;
        }
        assert!(taken.iter().all(|&count| count > 20), "{taken:?} in {geometry:?}");
    }
}

/// A geostationary satellite stays in place as seen from the ground, up to the drift of a circular
/// orbit whose altitude is given to 10 m: 1e-6 of a revolution a day, 0.3 km.
#[test]
fn a_geostationary_satellite_stays() {
    let mut config = two_shells(Geometry::EXACT);
    config.shells.truncate(1);
    let shell = crate::common::walker(&mut config);
    (shell.planes, shell.satellites_per_plane) = (1, 1);
    (shell.altitude_km, shell.inclination_deg) = (42_164.17 - 6_378.137, 0.0);
    shell.raan_offset_deg = -101.0;
    let timeline = Timeline::build(&config, DAY);
    for hour in 0..=24 {
        let phases = timeline.sky().phases(SimTime::from_secs(hour * 3600));
        let point = timeline.sky().ground_point(NodeId(0), &phases);
        assert!((point.longitude_deg + 101.0).abs() < 4e-4, "{} deg", point.longitude_deg);
        assert!(point.latitude_deg.abs() < 1e-9);
    }
    let held = timeline.satellite_until(timeline.node("LAX").unwrap(), SimTime::ZERO);
    assert_eq!(held, (Some(NodeId(0)), SimTime::MAX));
}
