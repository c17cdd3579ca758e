//! What a constellation by name brings, and how all of them are listed; they stand in
//! [`crate::catalogue`].
//!
//! A preset brings a shell, a mask, a geometry, how its satellites are linked, and where its source
//! states them the rates of links.

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_constellation::config::{
    Geometry, IslConfig, IslPattern, Orbits, Phasing, Shell, Walker,
};
use skyseam_constellation::handover::{Clock, Policy};
use skyseam_net::config::{LinkConfig, QueueConfig};
use skyseam_params::{Model, Parameter};

pub(crate) use crate::catalogue::{GRID, PRESETS};
use crate::names::{Choice, LinkPattern, Named, name_of};
use crate::resolved;
use crate::resolved_links;
use crate::units::{print_duration, print_real};

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
    /// Its shells: names and orbits.
    pub(crate) orbits: fn() -> Vec<(&'static str, Walker)>,
    /// Which of its satellites have a link to each other.
    pub(crate) pattern: IslPattern,
    /// When links between its satellites can be held.
    pub(crate) isl: IslConfig,
    /// Which satellites terminals take where the scenario names no policy.
    pub(crate) handover: PresetHandover,
    /// Links that the scenario does not describe.
    pub(crate) links: Option<PresetLinks>,
}

/// Handover that a preset brings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PresetHandover {
    pub(crate) policy: fn() -> Model<dyn Policy>,
    /// Interval of checks, and the first one after time zero, where they are not the policy's.
    pub(crate) clock: Option<(Duration, Duration)>,
    /// Where it comes from, or why it is assumed.
    pub(crate) source: &'static str,
}

impl Preset {
    /// Its satellites, linked by `pattern`.
    pub(crate) fn shells(&self, pattern: IslPattern) -> Vec<Shell> {
        let shell = |(name, walker): (&str, Walker)| Shell {
            name: name.into(),
            orbits: Orbits::Walker(walker),
            pattern,
        };
        (self.orbits)().into_iter().map(shell).collect()
    }
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
    pub(crate) ground_bps: u64,
    /// Rate of inter-satellite links, bit/s.
    pub(crate) isl_bps: u64,
    /// Limit of every drop-tail queue.
    pub(crate) queue_packets: u32,
    /// Framing of every link.
    pub(crate) framing_bytes: u32,
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
        let rate = Rate::from_bps(bps).expect("a preset's rate is not zero");
        LinkConfig::plain(rate, self.framing_bytes, QueueConfig::drop_tail(self.queue_packets))
    }
}

impl PresetHandover {
    /// How often terminals check, and when first after time zero.
    pub(crate) fn clock(&self) -> (Duration, Duration) {
        let Clock { interval, offset } = (self.policy)().clock();
        self.clock.unwrap_or((interval, offset))
    }

    /// The keys of [handover] that say the same.
    fn table(&self) -> Json {
        let (check_interval, offset) = self.clock();
        json!({
            "policy": <Model<dyn Policy> as Parameter>::print(&(self.policy)()),
            "check_interval": print_duration(check_interval),
            "offset": print_duration(offset),
        })
    }
}

impl Preset {
    /// The [constellation] table that says the same without naming the preset.
    fn constellation(&self) -> Json {
        let shells = self.shells(self.pattern);
        let mut isl = resolved::isl(&self.isl);
        isl["pattern"] = json!(name_of(LinkPattern::Rule(self.pattern)));
        let mut table = json!({
            "geometry": name_of(self.geometry),
            "elevation_mask": print_real(self.elevation_mask_deg, "deg"),
            "isl": isl,
        });
        match &shells[..] {
            [only] => table["shell"] = resolved::shell(only),
            several => table["shells"] = several.iter().map(resolved::shell).collect(),
        }
        table
    }

    /// The [links] table that it brings; nothing where there is none.
    fn links(&self) -> Option<Json> {
        let links = self.links?;
        let ground = resolved_links::link(&links.ground());
        Some(json!({
            "uplink": ground,
            "downlink": ground,
            "isl": resolved_links::link(&links.isl()),
        }))
    }
}

/// Every preset with all it stands for: a list of `{name, summary, source, satellites, shells,
/// scenario}`. `shells` has numbers, units in their names; `scenario` is a scenario that says the
/// same without naming the preset.
pub fn constellations() -> Json {
    let constellation = |preset: &Preset| {
        let mut scenario = json!({
            "constellation": preset.constellation(),
            "handover": preset.handover.table(),
        });
        if let Some(links) = preset.links() {
            scenario["links"] = links;
        }
        let mut handover = preset.handover.table();
        handover["source"] = json!(preset.handover.source);
        let shells = (preset.orbits)();
        let satellites = |walker: &Walker| walker.planes * walker.satellites_per_plane;
        json!({
            "name": preset.name,
            "summary": preset.summary,
            "source": preset.source,
            "satellites": shells.iter().map(|(_, walker)| satellites(walker)).sum::<u32>(),
            "geometry": name_of(preset.geometry),
            "elevation_mask_deg": preset.elevation_mask_deg,
            "isl_pattern": name_of(LinkPattern::Rule(preset.pattern)),
            "handover": handover,
            "shells": shells.iter().map(numbers).collect::<Vec<_>>(),
            "scenario": scenario,
        })
    };
    PRESETS.iter().map(constellation).collect()
}

fn numbers((name, walker): &(&str, Walker)) -> Json {
    let each = match walker.phasing {
        Phasing::OddPlanes(deg) => ("odd_planes_ahead_deg", deg),
        Phasing::EachPlane(deg) => ("each_plane_ahead_deg", deg),
    };
    json!({
        "name": name,
        "planes": walker.planes,
        "satellites_per_plane": walker.satellites_per_plane,
        "altitude_km": walker.altitude_km,
        "inclination_deg": walker.inclination_deg,
        "raan_spread_deg": walker.raan_spacing_deg * f64::from(walker.planes),
        "raan_spacing_deg": walker.raan_spacing_deg,
        each.0: each.1,
    })
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
