//! Constellations by name, each value with its source.
//!
//! A preset brings a shell, a mask, a geometry, how its satellites are linked, and where its source
//! states them the rates of links.

use skyseam_base::Rate;
use skyseam_constellation::config::{Geometry, IslConfig, IslPattern, Phasing, Shell};
use skyseam_net::config::{LinkConfig, QueueConfig};

use crate::names::{Choice, Named};

/// A constellation by name.
#[derive(Debug)]
pub(crate) struct Preset {
    /// Name in scenario files.
    pub(crate) name: &'static str,
    /// One line for documentation and completion.
    pub(crate) summary: &'static str,
    /// Where its values come from.
    pub(crate) source: &'static str,
    /// Geometry unless the scenario names another.
    pub(crate) geometry: Geometry,
    /// Elevation mask of terminals that give none, deg.
    pub(crate) elevation_mask_deg: f64,
    /// Its satellites.
    pub(crate) shell: fn() -> Shell,
    /// How its satellites are linked to each other.
    pub(crate) isl: IslConfig,
    /// Links that the scenario does not describe.
    pub(crate) links: Option<PresetLinks>,
}

impl PartialEq for Preset {
    /// Presets are told apart by name.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Transmitters that a preset brings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PresetLinks {
    /// Rate of uplinks and downlinks, bit/s.
    ground_bps: u64,
    /// Rate of inter-satellite links, bit/s.
    isl_bps: u64,
    /// Limit of every drop-tail queue.
    queue_packets: u32,
    /// Framing of every link.
    framing_bytes: u32,
}

impl PresetLinks {
    /// Terminal to satellite and back.
    pub(crate) fn ground(&self) -> LinkConfig {
        self.link(self.ground_bps)
    }

    /// Satellite to satellite.
    pub(crate) fn isl(&self) -> LinkConfig {
        self.link(self.isl_bps)
    }

    fn link(&self, bps: u64) -> LinkConfig {
        LinkConfig {
            rate: Rate::from_bps(bps).expect("a preset's rate is not zero"),
            framing_bytes: self.framing_bytes,
            queue: QueueConfig::DropTail { limit_packets: self.queue_packets },
        }
    }
}

/// The links of ns-2's Iridium (model.md Sec. 3).
pub(crate) const GRID: IslConfig = IslConfig {
    pattern: IslPattern::GridSeamOpen,
    latitude_threshold_deg: 60.0,
    grazing_altitude_km: 150.0,
    seam_longitude_threshold_deg: 10.0,
};

/// Every preset.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "iridium-ns2",
        summary: "Iridium as ns-2's example scripts have it: 6 x 11 at 780 km, 86.4 deg, mask 8.2 \
                  deg, links of 1.5 and 25 Mbit/s with 50 packets",
        source: "ns-2.35 sat-iridium scripts (model.md Sec. 3, 5); Boubaker 2020 Table 2, Sec. 2.3",
        geometry: Geometry::Ns2,
        elevation_mask_deg: 8.2,
        shell: iridium,
        isl: GRID,
        links: Some(PresetLinks {
            ground_bps: 1_500_000,
            isl_bps: 25_000_000,
            queue_packets: 50,
            framing_bytes: 16,
        }),
    },
    Preset {
        name: "iridium",
        summary: "Iridium with exact constants: 6 x 11 at 780 km, 86.4 deg, mask 8.2 deg, odd \
                  planes half a slot ahead; links are yours to state",
        source: "Boubaker 2020 Table 2, Sec. 2.3",
        geometry: Geometry::Exact,
        elevation_mask_deg: 8.2,
        shell: iridium,
        isl: GRID,
        links: None,
    },
    Preset {
        name: "teledesic-ns2",
        summary: "Teledesic's 288 as ns-2's example scripts have them: 12 x 24 at 1375 km, 84.7 \
                  deg, mask 40 deg, eight links per satellite, the seam crossed, links of 1.5 and \
                  155 Mbit/s with 50 packets",
        source: "ns-2.35 sat-teledesic scripts (model.md Sec. 3, 5)",
        geometry: Geometry::Ns2,
        elevation_mask_deg: 40.0,
        shell: teledesic,
        isl: IslConfig {
            pattern: IslPattern::Teledesic,
            seam_longitude_threshold_deg: 8.0,
            ..GRID
        },
        links: Some(PresetLinks {
            ground_bps: 1_500_000,
            isl_bps: 155_000_000,
            queue_packets: 50,
            framing_bytes: 16,
        }),
    },
];

/// Iridium's shell. ns-2's scripts give the phase of every satellite to 0.01 deg; the geometry
/// `ns2` rounds as they do.
fn iridium() -> Shell {
    Shell {
        name: "iridium".into(),
        planes: 6,
        satellites_per_plane: 11,
        altitude_km: 780.0,
        inclination_deg: 86.4,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 31.6,
        phasing: Phasing::OddPlanes(180.0 / 11.0),
    }
}

/// Teledesic's shell as tentatively planned in January 1999, with ns-2's phases.
fn teledesic() -> Shell {
    Shell {
        name: "teledesic".into(),
        planes: 12,
        satellites_per_plane: 24,
        altitude_km: 1375.0,
        inclination_deg: 84.7,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 15.0,
        phasing: Phasing::OddPlanes(7.5),
    }
}

impl Named for &'static Preset {
    const WHAT: &'static str = "a preset";

    fn choices() -> Vec<Choice<Self>> {
        let choice = |preset: &'static Preset| Choice {
            value: preset,
            name: preset.name,
            summary: preset.summary,
            source: preset.source,
        };
        PRESETS.iter().map(choice).collect()
    }
}
