//! Constellations that the crate's unit tests share.

use skyseam_base::Duration;

use crate::description::config::{HandoverConfig, SkyConfig};
use crate::description::parts::{
    IslConfig, Orbits, Phasing, Propagation, Shell, Transition, Walker,
};
use crate::direction::FlightDirection;
use crate::geometry::Geometry;
use crate::handover::{Sticky, model};
use crate::isl;
use crate::routing::Metric;
use crate::routing::ShortestPaths;

pub(crate) fn iridium_orbits() -> Walker {
    Walker {
        planes: 6,
        satellites_per_plane: 11,
        altitude_km: 780.0,
        inclination_deg: 86.4,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 31.6,
        argument_of_latitude_deg: 0.0,
        phasing: Phasing::OddPlanes(360.0 / 22.0),
    }
}

pub(crate) fn teledesic_orbits() -> Walker {
    Walker {
        planes: 12,
        satellites_per_plane: 24,
        altitude_km: 1375.0,
        inclination_deg: 84.7,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 15.0,
        argument_of_latitude_deg: 0.0,
        phasing: Phasing::OddPlanes(7.5),
    }
}

/// Iridium as in ns-2's example scripts, without terminals.
pub(crate) fn iridium(metric: Metric) -> SkyConfig {
    SkyConfig {
        geometry: Geometry::NS2,
        propagation: Propagation::Kepler,
        zero: None,
        shells: vec![Shell {
            name: "iridium".into(),
            orbits: Orbits::Walker(iridium_orbits()),
            pattern: isl::model(isl::GridSeamOpen {}),
        }],
        isl: IslConfig {
            latitude_threshold_deg: 60.0,
            grazing_altitude_km: 150.0,
            ..IslConfig::ALWAYS
        },
        listed_isls: Vec::new(),
        failures: Vec::new(),
        terminals: Vec::new(),
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
