//! Constellations by name, each value with its source: the rows behind [`crate::presets`].

use skyseam_base::Duration;
use skyseam_constellation::config::{Geometry, IslConfig, IslPattern, Phasing, Walker};
use skyseam_constellation::handover::{ShortestPath, Sticky, model};

use crate::presets::{Preset, PresetHandover, PresetLinks};
use crate::resolve::of_factor;

/// The links of ns-2's Iridium (tcl/ex/sat-iridium.tcl).
pub(crate) const GRID: IslConfig = IslConfig {
    latitude_threshold_deg: 60.0,
    grazing_altitude_km: 150.0,
    seam_longitude_threshold_deg: 10.0,
    ..IslConfig::ALWAYS
};

/// The closed grid of constellations that fly or are filed with links between satellites. Nothing
/// says that links are switched off at latitudes; 80 km is where the mesosphere would disturb them
/// (Kassing et al., IMC 2020).
const CLOSED_GRID: IslConfig =
    IslConfig { latitude_threshold_deg: 90.0, grazing_altitude_km: 80.0, ..IslConfig::ALWAYS };

/// Where Starlink's other shells come from.
const STARLINK: &str = "FCC SAT-MOD-20200417-00037; assumed: phasing of shell 1 as \
                        in starlink-shell1, elsewhere odd planes half a slot ahead; nodes of the \
                        shells at 97.6 deg over 180 deg; pattern of links, none between shells";

/// Where Telesat's shells come from.
const TELESAT: &str = "FCC SAT-MPL-20200526-00053; assumed: odd planes half a slot \
                       ahead, pattern of links";

/// Handover as ns-2 has it.
const OF_NS2: PresetHandover = PresetHandover {
    policy: || model(Sticky {}),
    clock: None,
    source: "ns-2.35, TermLinkHandoffMgr (satellite/sathandoff.cc)",
};

/// Handover of handheld telephones, and of terminals that never have a choice.
const ONE_AFTER_THE_OTHER: PresetHandover = PresetHandover {
    policy: || model(Sticky {}),
    clock: None,
    source: "assumed: a terminal keeps a satellite while it can, as in ns-2's Iridium",
};

/// Handover in Starlink's slots.
const OF_STARLINK: PresetHandover = PresetHandover {
    policy: || model(ShortestPath {}),
    clock: Some((Duration::from_secs(15), Duration::from_secs(12))),
    source: "slots of 15 s at 12, 27, 42, 57 s past the minute: Tanveer et al., Making Sense of \
             Constellations, 2023 (arXiv 2307.00402), and Mohan et al., WWW, 2024; which \
             satellite of those in sight is not published: assumed the one on the \
             shortest path, as Kassing et al., ACM IMC, 2020 assume for Starlink",
};

/// Handover of constellations with links between satellites whose operators publish none.
const OF_HYPATIA: PresetHandover = PresetHandover {
    policy: || model(ShortestPath {}),
    clock: None,
    source: "not published; assumed the satellite on the shortest path, as Kassing et al., ACM \
             IMC, 2020 assume for Kuiper and Telesat",
};

/// Handover of constellations without links between satellites.
const OF_BENT_PIPES: PresetHandover = PresetHandover {
    policy: || model(ShortestPath {}),
    clock: None,
    source: "assumed: whoever looks after both ends gives them one satellite that both see, since \
             without links between satellites nothing else is a path",
};

/// Every preset. docs/provenance.md says which sources were read.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "iridium-ns2",
        summary: "Iridium as ns-2's example scripts have it: 6 x 11 at 780 km, 86.4 deg, mask 8.2 \
                  deg, links of 1.5 and 25 Mbit/s, ns-2 queues of 50 (49 waiting)",
        source: "ns-2.35, tcl/ex/sat-iridium*.tcl; Boubaker 2020 Table 2, Sec. 2.3",
        geometry: Geometry::Ns2,
        elevation_mask_deg: 8.2,
        orbits: || vec![iridium()],
        pattern: IslPattern::GridSeamOpen,
        isl: GRID,
        handover: OF_NS2,
        links: Some(PresetLinks {
            ground_bps: 1_500_000,
            isl_bps: 25_000_000,
            // ns-2's limit of 50: its DropTail refuses the 50th waiting packet.
            queue_packets: 49,
            framing_bytes: 16,
        }),
    },
    Preset {
        name: "iridium",
        summary: "Iridium, and Iridium NEXT, with exact constants: 6 x 11 at 780 km, 86.4 deg, \
                  mask 8.2 deg, odd planes half a slot ahead; links are yours to state",
        source: "Boubaker 2020 Table 2, Sec. 2.3",
        geometry: Geometry::Exact,
        elevation_mask_deg: 8.2,
        orbits: || vec![iridium()],
        pattern: IslPattern::GridSeamOpen,
        isl: GRID,
        handover: ONE_AFTER_THE_OTHER,
        links: None,
    },
    Preset {
        name: "teledesic-ns2",
        summary: "Teledesic's 288 as ns-2's example scripts have them: 12 x 24 at 1375 km, 84.7 \
                  deg, mask 40 deg, eight links per satellite, the seam crossed, links of 1.5 and \
                  155 Mbit/s, ns-2 queues of 50",
        source: "ns-2.35, tcl/ex/sat-teledesic*.tcl",
        geometry: Geometry::Ns2,
        elevation_mask_deg: 40.0,
        orbits: || vec![teledesic()],
        pattern: IslPattern::Teledesic,
        isl: IslConfig { seam_longitude_threshold_deg: 8.0, ..GRID },
        handover: OF_NS2,
        links: Some(PresetLinks {
            ground_bps: 1_500_000,
            isl_bps: 155_000_000,
            queue_packets: 49,
            framing_bytes: 16,
        }),
    },
    Preset {
        name: "globalstar",
        summary: "Globalstar: Walker delta 52:48/8/1 at 1414 km, mask 10 deg, no links between \
                  satellites",
        source: "Globalstar's system description",
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        orbits: || vec![delta("globalstar", 8, 6, 1414.0, 52.0, of_factor(1, 48))],
        pattern: IslPattern::None,
        isl: IslConfig::ALWAYS,
        handover: OF_BENT_PIPES,
        links: None,
    },
    Preset {
        name: "oneweb",
        summary: "OneWeb as filed in 2016: 18 x 40 at 1200 km, 87.9 deg, mask 55 deg, no links \
                  between satellites",
        source: "FCC SAT-LOI-20160428-00041; del Portillo et al., Acta Astronautica 159, 2019; \
                 assumed: planes 10 deg apart, odd ones half a slot ahead",
        geometry: Geometry::Exact,
        elevation_mask_deg: 55.0,
        orbits: || vec![star("oneweb", 18, 40, 1200.0, 87.9)],
        pattern: IslPattern::None,
        isl: IslConfig::ALWAYS,
        handover: OF_BENT_PIPES,
        links: None,
    },
    Preset {
        name: "starlink-shell1",
        summary: "Starlink's first shell: 72 x 22 at 550 km, 53 deg, mask 25 deg, closed grid",
        source: "FCC SAT-MOD-20190830-00087; assumed: Walker phasing factor 17, \
                 pattern of links",
        geometry: Geometry::Exact,
        elevation_mask_deg: 25.0,
        orbits: || vec![delta("starlink", 72, 22, 550.0, 53.0, of_factor(17, 1584))],
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_STARLINK,
        links: None,
    },
    Preset {
        name: "starlink-shell2",
        summary: "Starlink's second shell: 72 x 22 at 540 km, 53.2 deg, mask 25 deg, closed grid",
        source: STARLINK,
        geometry: Geometry::Exact,
        elevation_mask_deg: 25.0,
        orbits: || vec![starlink_shell2()],
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_STARLINK,
        links: None,
    },
    Preset {
        name: "starlink-shell3",
        summary: "Starlink's third shell: 36 x 20 at 570 km, 70 deg, mask 25 deg, closed grid",
        source: STARLINK,
        geometry: Geometry::Exact,
        elevation_mask_deg: 25.0,
        orbits: || vec![starlink_shell3()],
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_STARLINK,
        links: None,
    },
    Preset {
        name: "starlink-shell4",
        summary: "Starlink's fourth shell: 6 x 58 at 560 km, 97.6 deg, mask 25 deg, grid open at \
                  the seam",
        source: STARLINK,
        geometry: Geometry::Exact,
        elevation_mask_deg: 25.0,
        orbits: || vec![star("starlink4", 6, 58, 560.0, 97.6)],
        pattern: IslPattern::GridSeamOpen,
        isl: CLOSED_GRID,
        handover: OF_STARLINK,
        links: None,
    },
    Preset {
        name: "starlink-shell5",
        summary: "Starlink's fifth shell: 4 x 43 at 560 km, 97.6 deg, mask 25 deg, grid open at \
                  the seam",
        source: STARLINK,
        geometry: Geometry::Exact,
        elevation_mask_deg: 25.0,
        orbits: || vec![star("starlink5", 4, 43, 560.0, 97.6)],
        pattern: IslPattern::GridSeamOpen,
        isl: CLOSED_GRID,
        handover: OF_STARLINK,
        links: None,
    },
    Preset {
        name: "starlink-gen1",
        summary: "Starlink's five shells of the first generation, 4408 satellites: 72 x 22 at 550 \
                  km, 72 x 22 at 540 km, 36 x 20 at 570 km, 6 x 58 and 4 x 43 at 560 km; mask 25 \
                  deg, closed grid in each shell",
        source: STARLINK,
        geometry: Geometry::Exact,
        elevation_mask_deg: 25.0,
        orbits: || {
            vec![
                delta("starlink", 72, 22, 550.0, 53.0, of_factor(17, 1584)),
                starlink_shell2(),
                starlink_shell3(),
                star("starlink4", 6, 58, 560.0, 97.6),
                star("starlink5", 4, 43, 560.0, 97.6),
            ]
        },
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_STARLINK,
        links: None,
    },
    Preset {
        name: "kuiper-630",
        summary: "Kuiper's shell at 630 km: 34 x 34, 51.9 deg, mask 35 deg, closed grid",
        source: "FCC SAT-LOA-20190704-00057; assumed: odd planes half a slot ahead, \
                 pattern of links",
        geometry: Geometry::Exact,
        elevation_mask_deg: 35.0,
        orbits: || {
            let phasing = Phasing::OddPlanes(180.0 / 34.0);
            vec![delta("kuiper", 34, 34, 630.0, 51.9, phasing)]
        },
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_HYPATIA,
        links: None,
    },
    Preset {
        name: "kuiper",
        summary: "Kuiper's three shells, 3236 satellites: 34 x 34 at 630 km, 51.9 deg; 36 x 36 at \
                  610 km, 42 deg; 28 x 28 at 590 km, 33 deg; mask 35 deg, closed grid in each \
                  shell",
        source: "FCC SAT-LOA-20190704-00057; assumed: odd planes half a slot ahead, \
                 pattern of links, none between the shells",
        geometry: Geometry::Exact,
        elevation_mask_deg: 35.0,
        orbits: || {
            let shell = |name, n: u32, altitude_km, inclination_deg| {
                let phasing = Phasing::OddPlanes(180.0 / f64::from(n));
                delta(name, n, n, altitude_km, inclination_deg, phasing)
            };
            vec![
                shell("kuiper630", 34, 630.0, 51.9),
                shell("kuiper610", 36, 610.0, 42.0),
                shell("kuiper590", 28, 590.0, 33.0),
            ]
        },
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_HYPATIA,
        links: None,
    },
    Preset {
        name: "telesat",
        summary: "Telesat Lightspeed, first phase: polar 6 x 13 at 1015 km, 98.98 deg; inclined \
                  20 x 11 at 1325 km, 50.88 deg; mask 10 deg, closed grid in each shell",
        source: "FCC SAT-MPL-20200526-00053; assumed: odd planes half a slot ahead, \
                 pattern of links, none between the shells",
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        orbits: || vec![telesat_polar(), telesat_inclined()],
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_HYPATIA,
        links: None,
    },
    Preset {
        name: "telesat-polar",
        summary: "Telesat Lightspeed's polar shell: 6 x 13 at 1015 km, 98.98 deg, mask 10 deg, \
                  grid open at the seam",
        source: TELESAT,
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        orbits: || vec![telesat_polar()],
        pattern: IslPattern::GridSeamOpen,
        isl: CLOSED_GRID,
        handover: OF_HYPATIA,
        links: None,
    },
    Preset {
        name: "telesat-inclined",
        summary: "Telesat Lightspeed's inclined shell: 20 x 11 at 1325 km, 50.88 deg, mask 10 deg, \
                  closed grid",
        source: TELESAT,
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        orbits: || vec![telesat_inclined()],
        pattern: IslPattern::PlusGrid,
        isl: CLOSED_GRID,
        handover: OF_HYPATIA,
        links: None,
    },
    Preset {
        name: "leosat",
        summary: "LeoSat as filed in 2016: 6 x 13 at 1432 km, 90 deg, mask 10 deg, grid open at \
                  the seam",
        source: "FCC SAT-LOI-20161115-00112; assumed: planes 30 deg apart, odd ones \
                 half a slot ahead, mask, no links across the seam",
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        orbits: || vec![star("leosat", 6, 13, 1432.0, 90.0)],
        pattern: IslPattern::GridSeamOpen,
        isl: CLOSED_GRID,
        handover: OF_HYPATIA,
        links: None,
    },
    Preset {
        name: "o3b",
        summary: "O3b: 20 satellites over the equator at 8062 km, no links between them; mask 10 \
                  deg",
        source: "O3b's system description; assumed: even spacing, mask",
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        orbits: || vec![delta("o3b", 1, 20, 8062.0, 0.0, of_factor(0, 20))],
        pattern: IslPattern::None,
        isl: IslConfig::ALWAYS,
        handover: OF_BENT_PIPES,
        links: None,
    },
    Preset {
        name: "geo",
        summary: "one geostationary satellite above 0 deg of longitude, mask 10 deg",
        source: "the altitude of one turn per sidereal day; assumed: longitude, mask",
        geometry: Geometry::Exact,
        elevation_mask_deg: 10.0,
        // 42164.17 km from the centre, as skyseam_orbit::wgs84 tests.
        orbits: || vec![delta("geo", 1, 1, 42_164.17 - 6_378.137, 0.0, of_factor(0, 1))],
        pattern: IslPattern::None,
        isl: IslConfig::ALWAYS,
        handover: ONE_AFTER_THE_OTHER,
        links: None,
    },
];

/// A shell whose ascending nodes are evenly spaced all round.
fn delta(
    name: &'static str,
    planes: u32,
    satellites_per_plane: u32,
    altitude_km: f64,
    inclination_deg: f64,
    phasing: Phasing,
) -> (&'static str, Walker) {
    let walker = Walker {
        planes,
        satellites_per_plane,
        altitude_km,
        inclination_deg,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 360.0 / f64::from(planes),
        argument_of_latitude_deg: 0.0,
        phasing,
    };
    (name, walker)
}

/// A shell whose ascending nodes are evenly spaced half round, odd planes half a slot ahead.
fn star(
    name: &'static str,
    planes: u32,
    satellites_per_plane: u32,
    altitude_km: f64,
    inclination_deg: f64,
) -> (&'static str, Walker) {
    let phasing = Phasing::OddPlanes(180.0 / f64::from(satellites_per_plane));
    let (name, walker) =
        delta(name, planes, satellites_per_plane, altitude_km, inclination_deg, phasing);
    (name, Walker { raan_spacing_deg: 180.0 / f64::from(planes), ..walker })
}

/// Starlink's second shell.
fn starlink_shell2() -> (&'static str, Walker) {
    delta("starlink2", 72, 22, 540.0, 53.2, Phasing::OddPlanes(180.0 / 22.0))
}

/// Starlink's third shell.
fn starlink_shell3() -> (&'static str, Walker) {
    delta("starlink3", 36, 20, 570.0, 70.0, Phasing::OddPlanes(180.0 / 20.0))
}

/// Telesat's polar shell.
fn telesat_polar() -> (&'static str, Walker) {
    star("polar", 6, 13, 1015.0, 98.98)
}

/// Telesat's inclined shell.
fn telesat_inclined() -> (&'static str, Walker) {
    delta("inclined", 20, 11, 1325.0, 50.88, Phasing::OddPlanes(180.0 / 11.0))
}

/// Iridium's shell. ns-2's scripts give the phase of every satellite to 0.01 deg; the geometry
/// `ns2` rounds as they do.
fn iridium() -> (&'static str, Walker) {
    let walker = Walker {
        planes: 6,
        satellites_per_plane: 11,
        altitude_km: 780.0,
        inclination_deg: 86.4,
        raan_offset_deg: 0.0,
        raan_spacing_deg: 31.6,
        argument_of_latitude_deg: 0.0,
        phasing: Phasing::OddPlanes(180.0 / 11.0),
    };
    ("iridium", walker)
}

/// Teledesic's shell as tentatively planned in January 1999, with ns-2's phases.
fn teledesic() -> (&'static str, Walker) {
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
    ("teledesic", walker)
}
