//! Satellites, places, nodes, wires and the links between them.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_base::Duration;
use skyseam_constellation::config::{
    Antennas, Geometry, HandoverConfig, IslConfig, IslPattern, Orbits, Point, Propagation,
    RoutingConfig, Shell, Site, SkyConfig, Terminal, Transition, Wire,
};
use skyseam_constellation::geometry::GEOMETRIES;
use skyseam_net::config::{LinkConfig, QueueConfig, QueuedAtHandover};

use super::{require, shell};
use crate::document::{At, Place};
use crate::error::{Problems, short};
use crate::names::name_of;
use crate::presets::{self, Preset, PresetLinks};
use crate::scenario::{Links, Run};
use crate::shape::nearest;
use crate::tables::{
    ConstellationTable, LinkTable, QueueShape, QueueTable, ScenarioTable, ShellTable, TerminalTable,
};

/// What this part of the file resolves to; parts that could not be read are `None`.
pub(super) struct Network {
    pub(super) sky: Option<SkyConfig>,
    pub(super) preset: Option<&'static str>,
    pub(super) elevation_mask_deg: Option<f64>,
    pub(super) links: Option<Links>,
    pub(super) queued: Option<QueuedAtHandover>,
    pub(super) names: Names,
}

/// What can be named as an end of a flow, a wire or a pair.
pub(super) struct Names {
    /// Terminals and nodes, and the component of the network each belongs to.
    components: BTreeMap<String, usize>,
    /// Terminals in the order of the file.
    pub(super) terminals: Vec<String>,
    /// Whether some name could not be read, so that an unknown one may be it.
    pub(super) in_doubt: bool,
    satellites: BTreeSet<String>,
}

impl Names {
    /// Notes when nothing is called `name`.
    pub(super) fn check(&self, name: &str, place: &Place, problems: &mut Problems<'_>) {
        if self.in_doubt || self.components.contains_key(name) {
            return;
        }
        let known: Vec<&str> = self.components.keys().map(String::as_str).collect();
        let problem = problems.add(place, format!("nothing is called \"{}\"", short(name)));
        problem.found(format!("\"{}\"", short(name)));
        match known.as_slice() {
            [] => problem.help("describe it in [[terminals]] or [[nodes]]"),
            [first @ .., _] if first.len() < 12 => {
                let quoted: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
                problem.expected(format!("a terminal or node: {}", quoted.join(", ")))
            }
            _ => problem.expected("the name of a terminal or node"),
        };
        if self.satellites.contains(name) {
            problem.help("that is a satellite: only captures can name one");
        } else if let Some(near) = nearest(name, known.into_iter()) {
            problem.help(format!("did you mean \"{near}\"?"));
        }
    }

    /// Whether a satellite is called `name`.
    pub(super) fn has_satellite(&self, name: &str) -> bool {
        self.satellites.contains(name)
    }

    /// Whether both are known and nothing leads from one to the other.
    pub(super) fn separated(&self, a: &str, b: &str) -> bool {
        match (self.components.get(a), self.components.get(b)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        }
    }
}

pub(super) fn network(file: &ScenarioTable, seed: u64, problems: &mut Problems<'_>) -> Network {
    check_there_is_a_network(file, problems);
    let constellation = file.constellation.as_ref();
    let preset = constellation.and_then(|table| table.preset.as_ref()).map(|preset| preset.value);
    let geometry = constellation
        .and_then(|table| table.geometry.as_ref())
        .map(|geometry| geometry.value)
        .or_else(|| preset.map(|preset| preset.geometry))
        .unwrap_or(Geometry::Exact);
    let shells = constellation.map_or(Some(Vec::new()), |table| {
        let pattern = pattern(table, preset)?;
        let brought = preset.map(|preset| preset.shells(pattern));
        brought.or_else(|| own_shells(table, pattern, problems))
    });
    let propagation = match constellation {
        Some(table) => propagation(table, geometry, problems),
        None => Some(Propagation::Kepler),
    };
    let isl = match constellation {
        Some(table) => isl(table, preset, geometry),
        None => Some(IslConfig::ALWAYS),
    };
    let satellites = satellite_names(geometry, shells.as_deref().unwrap_or_default());
    let mut names = declared_names(file, satellites, problems);
    let mask = default_mask(file, preset);
    let (terminals, nodes) = (terminals(file, mask, problems), node_names(file));
    let wires = wires(file, &mut names, problems);
    check_reached(file, &names, problems);
    let queued = file.handover.as_ref().map(|table| match &table.queued {
        Some(queued) => queued.value,
        None if geometry == Geometry::Ns2 => QueuedAtHandover::Lost,
        None => QueuedAtHandover::Forwarded,
    });
    let pattern = constellation.and_then(|table| pattern(table, preset));
    let links = links(file, preset.and_then(|preset| preset.links), pattern, problems);
    let (wires, wire_links): (Vec<Wire>, Vec<LinkConfig>) = wires.into_iter().unzip();
    let sky = || {
        let handover = file.handover.as_ref()?;
        Some(SkyConfig {
            geometry,
            propagation: propagation?,
            zero: None,
            shells: shells?,
            isl: isl?,
            terminals,
            nodes,
            wires,
            handover: HandoverConfig {
                policy: handover.policy.as_ref()?.value,
                check_interval: handover.check_interval.as_ref()?.0,
                offset: Duration::ZERO,
                randomized: handover.randomized.as_ref()?.0,
                transition: Transition::Break(Duration::ZERO),
                satellite_capacity: None,
            },
            listed_isls: Vec::new(),
            failures: Vec::new(),
            routing: RoutingConfig::by(file.routing.as_ref()?.metric.as_ref()?.value),
            seed,
        })
    };
    Network {
        sky: sky(),
        preset: preset.map(|preset| preset.name),
        elevation_mask_deg: mask,
        links: links.map(|links| Links { wires: wire_links, ..links }),
        queued,
        names,
    }
}

fn check_there_is_a_network(file: &ScenarioTable, problems: &mut Problems<'_>) {
    let absent = |there: bool, key: &str, problems: &Problems<'_>| !there && !problems.doubts(key);
    let no_sky = absent(file.constellation.is_some(), "constellation", problems);
    let terminals = file.terminals.as_ref().filter(|list| !list.0.is_empty());
    let nodes = file.nodes.as_ref().filter(|list| !list.0.is_empty());
    if !no_sky {
        return;
    }
    if let Some(first) = terminals.and_then(|list| list.0.first()) {
        problems
            .add(&first.place, "terminals need satellites, and there is no [constellation]")
            .expected("a [constellation], or [[nodes]] and [[wires]] instead of terminals")
            .help("add [constellation] with a preset, such as preset = \"iridium\"");
    } else if absent(nodes.is_some(), "nodes", problems) && !problems.doubts("terminals") {
        problems
            .add(&Place::default(), "the scenario describes no network")
            .expected("a [constellation] with [[terminals]], or [[nodes]] with [[wires]]");
    }
}

/// The shells of the file's own, each by another name.
fn own_shells(
    table: &ConstellationTable,
    pattern: IslPattern,
    problems: &mut Problems<'_>,
) -> Option<Vec<Shell>> {
    let list = table.shells.iter().flat_map(|list| &list.0);
    let tables: Vec<&At<ShellTable>> = table.shell.iter().chain(list).collect();
    let Some(first) = tables.first() else {
        if let Some(empty) = &table.shells {
            problems
                .add(&empty.place, "`shells` is empty")
                .expected("at least one shell")
                .help("describe it in [[constellation.shells]], or name a preset");
        }
        return None;
    };
    let mut names = BTreeSet::new();
    for name in tables.iter().filter_map(|shell| shell.name.as_ref()) {
        if !names.insert(&name.0) {
            problems
                .add(&name.place, "two shells have the same name")
                .found(format!("\"{}\" a second time", short(&name.0)))
                .expected("a name that no other shell has: its satellites carry it");
        }
    }
    let shells: Vec<Option<Shell>> =
        tables.iter().map(|shell| shell::shell(shell, pattern, problems)).collect();
    let shells: Vec<Shell> = shells.into_iter().collect::<Option<_>>()?;
    let total = shells.iter().map(Shell::satellites).sum::<u64>();
    if total > MOST_SATELLITES && shells.iter().all(|shell| shell.satellites() <= MOST_SATELLITES) {
        problems
            .add(&first.place, "the shells have too many satellites together")
            .found(format!("{total} satellites"))
            .expected(format!("at most {MOST_SATELLITES} satellites"));
        return None;
    }
    Some(shells)
}

/// More satellites than anybody has filed for.
pub(super) const MOST_SATELLITES: u64 = 100_000;

/// What moves the satellites, which the geometry must know.
fn propagation(
    table: &ConstellationTable,
    geometry: Geometry,
    problems: &mut Problems<'_>,
) -> Option<Propagation> {
    let given = table.propagation.as_ref()?;
    let row = GEOMETRIES.iter().find(|row| row.value == geometry);
    let knows_j2 = row.is_some_and(|row| row.rule.shell_rotation_j2.is_some());
    let in_doubt = table.geometry.is_none() && problems.any(|path| path.ends_with("geometry"));
    if given.value == Propagation::J2 && !knows_j2 && !in_doubt {
        problems
            .add(&given.place, format!("the geometry \"{}\" has no precession", name_of(geometry)))
            .found("\"j2\"")
            .expected("\"kepler\", or another geometry")
            .help("write geometry = \"exact\"");
    }
    Some(given.value)
}

/// Which satellites have a link: as given, as the preset has it, or the open grid.
fn pattern(table: &ConstellationTable, preset: Option<&Preset>) -> Option<IslPattern> {
    let given = table.isl.as_ref()?.pattern.as_ref().map(|pattern| pattern.value);
    let own = preset.map_or(IslPattern::GridSeamOpen, |preset| preset.pattern);
    Some(given.unwrap_or(own))
}

/// The preset's links or those of ns-2's Iridium, but for the keys that are given.
fn isl(
    table: &ConstellationTable,
    preset: Option<&Preset>,
    geometry: Geometry,
) -> Option<IslConfig> {
    let given = table.isl.as_ref()?;
    let mut isl = preset.map_or(presets::GRID, |preset| preset.isl.clone());
    if geometry == Geometry::Hypatia {
        // Its links are never switched off; it refuses ones that dip below 80 km.
        isl.latitude_threshold_deg = 90.0;
        isl.grazing_altitude_km = 80.0;
    }
    if let Some(latitude) = &given.latitude_threshold {
        isl.latitude_threshold_deg = latitude.0;
    }
    if let Some(height) = &given.grazing_altitude {
        isl.grazing_altitude_km = height.0;
    }
    if let Some(gap) = &given.seam_longitude_threshold {
        isl.seam_longitude_threshold_deg = gap.0;
    }
    Some(isl)
}

fn satellite_names(geometry: Geometry, shells: &[Shell]) -> BTreeSet<String> {
    let row = GEOMETRIES.iter().find(|row| row.value == geometry);
    let name = row.expect("every geometry is registered").rule.satellite_name;
    let mut names = BTreeSet::new();
    for shell in shells {
        match &shell.orbits {
            Orbits::Walker(walker) => {
                for (plane, index) in walker.slots() {
                    names.insert(name(&shell.name, names.len() as u32, plane, index));
                }
            }
            Orbits::Listed(listed) => {
                names.extend(listed.orbiters().map(|(_, _, orbiter)| orbiter.name.clone()));
            }
        }
    }
    names
}

/// Every name of a terminal or node, each a component of its own but for terminals, which the sky
/// connects; twins are noted.
fn declared_names(
    file: &ScenarioTable,
    satellites: BTreeSet<String>,
    problems: &mut Problems<'_>,
) -> Names {
    let in_doubt = problems.any(|path| {
        let of_places = path.starts_with("terminals") || path.starts_with("nodes");
        of_places && (path.ends_with(".name") || !path.contains('.'))
    });
    let terminals = file.terminals.iter().flat_map(|list| &list.0).map(|t| (&t.name, true));
    let nodes = file.nodes.iter().flat_map(|list| &list.0).map(|n| (&n.name, false));
    let mut components = BTreeMap::new();
    let mut terminal_names = Vec::new();
    for (number, (name, is_terminal)) in terminals.chain(nodes).enumerate() {
        let Some(name) = name else { continue };
        let text = &name.value.0;
        if satellites.contains(text) {
            problems
                .add(&name.place, "a satellite has this name already")
                .found(format!("\"{}\"", short(text)))
                .help("give the terminal or node another name");
        }
        let component = if is_terminal { 0 } else { number + 1 };
        if components.insert(text.clone(), component).is_some() {
            problems
                .add(&name.place, "two terminals or nodes have the same name")
                .found(format!("\"{}\" a second time", short(text)))
                .expected("a name that no other terminal or node has");
        } else if is_terminal {
            terminal_names.push(text.clone());
        }
    }
    Names { components, terminals: terminal_names, in_doubt, satellites }
}

fn node_names(file: &ScenarioTable) -> Vec<String> {
    let nodes = file.nodes.iter().flat_map(|list| &list.0);
    nodes.filter_map(|node| node.name.as_ref()).map(|name| name.0.clone()).collect()
}

/// The elevation mask of terminals that give none, deg.
fn default_mask(file: &ScenarioTable, preset: Option<&Preset>) -> Option<f64> {
    let mask = file.constellation.as_ref().and_then(|sky| sky.elevation_mask.as_ref());
    mask.map(|mask| mask.0).or(preset.map(|preset| preset.elevation_mask_deg))
}

fn terminals(
    file: &ScenarioTable,
    mask: Option<f64>,
    problems: &mut Problems<'_>,
) -> Vec<Terminal> {
    let constellation_in_doubt = problems
        .any(|path| matches!(path, "constellation" | "constellation.preset"))
        || problems.doubts("constellation.elevation_mask")
        || file.constellation.is_none();
    let mut terminals = Vec::new();
    for table in file.terminals.iter().flat_map(|list| &list.0) {
        let own = table.elevation_mask.as_ref().map(|mask| mask.0);
        if own.or(mask).is_none() && !constellation_in_doubt {
            let why = "an elevation mask here, or one in [constellation] for all terminals";
            require("elevation_mask", &table.place, why, problems);
        }
        terminals.extend(terminal(table, own.or(mask)));
    }
    terminals
}

fn terminal(table: &TerminalTable, elevation_mask_deg: Option<f64>) -> Option<Terminal> {
    Some(Terminal {
        name: table.name.as_ref()?.0.clone(),
        site: Site::Fixed(Point {
            latitude_deg: table.latitude.as_ref()?.0,
            longitude_deg: table.longitude.as_ref()?.0,
            altitude_m: table.altitude.as_ref()?.0,
        }),
        elevation_mask_deg: elevation_mask_deg?,
        skyline_deg: Vec::new(),
        antennas: Antennas::One,
        is_relay: false,
    })
}

fn wires(
    file: &ScenarioTable,
    names: &mut Names,
    problems: &mut Problems<'_>,
) -> Vec<(Wire, LinkConfig)> {
    let mut laid: BTreeSet<[&str; 2]> = BTreeSet::new();
    let mut wires = Vec::new();
    for table in file.wires.iter().flat_map(|list| &list.0) {
        let Some(between) = &table.between else { continue };
        let [a, b] = &between.0;
        names.check(&a.0, &a.place, problems);
        names.check(&b.0, &b.place, problems);
        let mut ends = [a.0.as_str(), b.0.as_str()];
        ends.sort_unstable();
        if ends[0] == ends[1] {
            problems
                .add(&b.place, "a wire needs two different ends")
                .found(format!("\"{}\" twice", a.0));
        } else if !laid.insert(ends) {
            problems
                .add(&between.place, format!("a second wire between \"{}\" and \"{}\"", a.0, b.0))
                .help("remove one, or put a node between");
        }
        join(&mut names.components, ends);
        let wire = || {
            let delay = table.delay.as_ref()?.0;
            let link = LinkConfig {
                rate: table.rate.as_ref()?.0,
                framing_bytes: u32::try_from(table.framing.as_ref()?.0).ok()?,
                queue: queue(table.queue.as_ref()?)?,
            };
            Some((Wire { between: [a.0.clone(), b.0.clone()], delay }, link))
        };
        wires.extend(wire());
    }
    wires
}

/// Makes the components of two names one.
fn join(components: &mut BTreeMap<String, usize>, [a, b]: [&str; 2]) {
    if let (Some(&one), Some(&other)) = (components.get(a), components.get(b)) {
        for component in components.values_mut().filter(|component| **component == other) {
            *component = one;
        }
    }
}

/// Notes nodes that no wire reaches.
fn check_reached(file: &ScenarioTable, names: &Names, problems: &mut Problems<'_>) {
    let in_doubt = names.in_doubt
        || problems.doubts("wires")
        || problems.any(|path| path.starts_with("wires") && path.contains("between"))
        || problems.any(|path| path.starts_with("wires[") && !path.contains('.'));
    if in_doubt {
        return;
    }
    let wires = file.wires.iter().flat_map(|list| &list.0);
    let ends: BTreeSet<&str> = wires
        .filter_map(|wire| wire.between.as_ref())
        .flat_map(|between| between.0.each_ref().map(|end| end.0.as_str()))
        .collect();
    for node in file.nodes.iter().flat_map(|list| &list.0) {
        if let Some(name) = &node.name
            && !ends.contains(name.0.as_str())
        {
            problems
                .add(&name.place, format!("no wire leads to the node \"{}\"", name.0))
                .expected("at least one wire to every node")
                .help(format!("add [[wires]] with between = [\"{}\", ...]", name.0));
        }
    }
}

fn queue(shape: &QueueShape) -> Option<QueueConfig> {
    let limit = match shape {
        QueueShape::Limit(limit) => limit.0,
        QueueShape::Kind(QueueTable::DropTail(table)) => table.limit.as_ref()?.0,
    };
    Some(QueueConfig::DropTail { limit_packets: u32::try_from(limit).ok()? })
}

fn links(
    file: &ScenarioTable,
    preset: Option<PresetLinks>,
    pattern: Option<IslPattern>,
    problems: &mut Problems<'_>,
) -> Option<Links> {
    let table = file.links.as_ref()?;
    let has_sky = file.constellation.is_some();
    let sky_in_doubt = problems.doubts("constellation") || problems.doubts("constellation.preset");
    let has_flows = file.flows.as_ref().is_some_and(|flows| !flows.0.is_empty());
    let has_isl = pattern.is_some_and(|pattern| pattern != IslPattern::None);
    let mut link =
        |key: &str, own: Option<&At<LinkTable>>, preset: Option<LinkConfig>, used: bool| {
            if let Some(own) = own {
                if !used && !sky_in_doubt {
                    let what = if has_sky { "inter-satellite links" } else { "satellites" };
                    problems
                        .add(
                            &own.place,
                            format!("`links.{key}` belongs to nothing: there are no {what}"),
                        )
                        .help("remove it, or describe what it belongs to");
                }
                return link(own, preset, sky_in_doubt, problems);
            }
            if used && has_flows && preset.is_none() && !sky_in_doubt {
                let why = format!(
                    "rate and queue: {key} = {{ rate = \"25 Mbit/s\", queue = \"50 packets\" }}"
                );
                require(key, &table.place, &why, problems);
            }
            preset.filter(|_| used)
        };
    let ground = preset.map(|preset| preset.ground());
    Some(Links {
        uplink: link("uplink", table.uplink.as_ref(), ground.clone(), has_sky),
        downlink: link("downlink", table.downlink.as_ref(), ground, has_sky),
        isl: link("isl", table.isl.as_ref(), preset.map(|preset| preset.isl()), has_isl),
        wires: Vec::new(),
    })
}

fn link(
    table: &At<LinkTable>,
    preset: Option<LinkConfig>,
    in_doubt: bool,
    problems: &mut Problems<'_>,
) -> Option<LinkConfig> {
    if preset.is_none() && !in_doubt {
        if table.rate.is_none() {
            require("rate", &table.place, "a rate, such as \"25 Mbit/s\"", problems);
        }
        if table.queue.is_none() {
            require("queue", &table.place, "a queue, such as \"50 packets\"", problems);
        }
    }
    let preset = preset.as_ref();
    let own_queue = table.queue.as_ref().and_then(|shape| queue(shape));
    let own_framing = table.framing.as_ref().and_then(|framing| u32::try_from(framing.0).ok());
    Some(LinkConfig {
        rate: table.rate.as_ref().map(|rate| rate.0).or(preset.map(|preset| preset.rate))?,
        framing_bytes: own_framing.or(preset.map(|preset| preset.framing_bytes)).unwrap_or(0),
        queue: own_queue.or(preset.map(|preset| preset.queue.clone()))?,
    })
}

/// Notes when so many checks of handover are asked for that no run could end.
pub(super) fn check_effort(
    file: &ScenarioTable,
    sky: &SkyConfig,
    run: &Run,
    problems: &mut Problems<'_>,
) {
    const MOST_CHECKS: u128 = 1_000_000_000;
    let Some(interval) = file.handover.as_ref().and_then(|table| table.check_interval.as_ref())
    else {
        return;
    };
    let satellites = sky.shells.iter().map(Shell::satellites).sum::<u64>();
    let nodes = u128::from(satellites) + sky.terminals.len() as u128;
    let end = super::end_of(run.start, run.duration).as_nanos();
    let checks = nodes * u128::from(end / interval.0.as_nanos().max(1));
    if checks > MOST_CHECKS {
        problems
            .add(&interval.place, "`check_interval` is too short for the time simulated")
            .found(format!("{checks} checks of {nodes} nodes"))
            .expected(format!("at most {MOST_CHECKS} checks from time zero to the end"));
    }
}
