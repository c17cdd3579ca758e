//! Constellations shared by the tests.

#![allow(dead_code, reason = "not every test uses all of it")]

use skyseam_base::Duration;
use skyseam_constellation::description::config::{
    FlightDirection, Geometry, HandoverConfig, IslConfig, Metric, Orbits, Phasing, Propagation,
    Shell, SkyConfig, Terminal, Transition, Walker,
};
use skyseam_constellation::handover::{Sticky, model};
use skyseam_constellation::isl;
use skyseam_constellation::routing::ShortestPaths;
use skyseam_params::Model;

/// Places of the reference traces: name, latitude, longitude.
pub const PLACES: [(&str, f64, f64); 8] = [
    ("HNL", 21.5, -158.0),
    ("LAX", 34.05, -118.24),
    ("DEL", 28.61, 77.21),
    ("LON", 51.51, -0.13),
    ("NYC", 40.71, -74.01),
    ("MOW", 55.76, 37.62),
    ("BOAT", 30.0, -40.0),
    ("SFO", 37.77, -122.42),
];

/// Iridium as in ns-2's example scripts (tests/data/ns2/README.md), seen from `places`.
pub fn iridium(geometry: Geometry, metric: Metric, places: &[&str]) -> SkyConfig {
    let walker = Walker {
        planes: 6,
        satellites_per_plane: 11,
        altitude_km: 780.0,
        inclination_deg: 86.4,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 31.6,
        argument_of_latitude_deg: 0.0,
        phasing: Phasing::OddPlanes(360.0 / 22.0),
    };
    let shell = shell("iridium", walker, isl::model(isl::GridSeamOpen {}));
    sky(geometry, metric, shell, isl(10.0), 8.2, places)
}

/// Teledesic as in ns-2's example scripts (tests/data/ns2/README.md), seen from `places`.
pub fn teledesic(geometry: Geometry, metric: Metric, places: &[&str]) -> SkyConfig {
    let walker = Walker {
        planes: 12,
        satellites_per_plane: 24,
        altitude_km: 1375.0,
        inclination_deg: 84.7,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 15.0,
        argument_of_latitude_deg: 0.0,
        phasing: Phasing::OddPlanes(7.5),
    };
    let shell = shell("teledesic", walker, isl::model(isl::Teledesic {}));
    sky(geometry, metric, shell, isl(8.0), 40.0, places)
}

/// A shell of evenly spaced orbits.
pub fn shell(name: &str, walker: Walker, pattern: Model<dyn isl::Pattern>) -> Shell {
    Shell { name: name.into(), orbits: Orbits::Walker(walker), pattern }
}

/// The orbits of the first shell, for modification.
pub fn walker(config: &mut SkyConfig) -> &mut Walker {
    let Orbits::Walker(walker) = &mut config.shells[0].orbits else { panic!("no Walker shell") };
    walker
}

fn isl(seam_longitude_threshold_deg: f64) -> IslConfig {
    IslConfig {
        latitude_threshold_deg: 60.0,
        grazing_altitude_km: 150.0,
        seam_longitude_threshold_deg,
        ..IslConfig::ALWAYS
    }
}

fn sky(
    geometry: Geometry,
    metric: Metric,
    shell: Shell,
    isl: IslConfig,
    elevation_mask_deg: f64,
    places: &[&str],
) -> SkyConfig {
    let terminals = places.iter().map(|name| {
        let &(_, latitude_deg, longitude_deg) =
            PLACES.iter().find(|place| place.0 == *name).expect("a place of the table");
        Terminal::fixed(name, latitude_deg, longitude_deg, elevation_mask_deg)
    });
    SkyConfig {
        geometry,
        propagation: Propagation::Kepler,
        zero: None,
        shells: vec![shell],
        isl,
        listed_isls: Vec::new(),
        failures: Vec::new(),
        terminals: terminals.collect(),
        nodes: Vec::new(),
        wires: Vec::new(),
        handover: HandoverConfig {
            policy: model(Sticky {}),
            direction: FlightDirection::Any,
            check_interval: Duration::from_secs(10),
            offset: Duration::ZERO,
            randomized: false,
            transition: Transition::BreakBeforeMake(Duration::ZERO),
        },
        routing: ShortestPaths::by(metric).model(),
        seed: 1,
    }
}
