//! What there is and how it is linked: names, nodes, wires and transmitters; the rest of the sky
//! comes from the modules beside.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_constellation::config::{Geometry, SkyConfig, Wire};
use skyseam_net::config::{LinkConfig, QueuedAtHandover};

use super::linkable::Linkable;
use super::links::{self, WireLink};
use super::sky::{self, Satellites};
use super::{failures, handover, routing, terminals};
use crate::document::{At, Place};
use crate::error::{Problems, short};
use crate::files::Files;
use crate::scenario::{FileNames, Links, TraceFile};
use crate::shape::nearest;
use crate::tables::ScenarioTable;
use crate::text_values::Name;

/// What this part of the file resolves to; parts that could not be read are `None`.
pub(super) struct Network {
    pub(super) sky: Option<SkyConfig>,
    pub(super) preset: Option<&'static str>,
    pub(super) elevation_mask_deg: Option<f64>,
    pub(super) files: FileNames,
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
    /// Satellites and their numbers.
    satellites: BTreeMap<String, u32>,
    /// Whether the satellites could not all be told.
    satellites_in_doubt: bool,
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
        if self.satellites.contains_key(name) {
            problem.help("that is a satellite: flows, pairs and wires end at terminals and nodes");
        } else if let Some(near) = nearest(name, known.into_iter()) {
            problem.help(format!("did you mean \"{near}\"?"));
        }
    }

    /// Whether anything is called `name`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.components.contains_key(name) || self.has_satellite(name)
    }

    /// Whether a satellite is called `name`.
    pub(super) fn has_satellite(&self, name: &str) -> bool {
        self.satellites.contains_key(name)
    }

    /// The number of the satellite called `name`, if one is.
    pub(super) fn satellite_number(&self, name: &str) -> Option<u32> {
        self.satellites.get(name).copied()
    }

    /// The number of the satellite called `name`; a name that no satellite has is noted.
    pub(super) fn satellite(&self, name: &At<Name>, problems: &mut Problems<'_>) -> Option<u32> {
        let number = self.satellite_number(&name.0);
        if number.is_none() && !self.satellites_in_doubt {
            let example = self.satellites.first_key_value();
            let problem = problems
                .add(&name.place, format!("no satellite is called \"{}\"", short(&name.0)))
                .found(format!("\"{}\"", short(&name.0)))
                .expected(match example {
                    Some((example, _)) => format!("the name of a satellite, such as {example:?}"),
                    None => "a [constellation]: there are no satellites".into(),
                });
            let known = self.satellites.keys().map(String::as_str);
            if let Some(near) = nearest(&name.0, known) {
                problem.help(format!("did you mean \"{near}\"?"));
            }
        }
        number
    }

    /// Notes when `name` is neither a satellite nor a terminal nor a node.
    pub(super) fn check_any(&self, name: &At<Name>, problems: &mut Problems<'_>) {
        let text = name.value.0.as_str();
        let in_doubt = self.in_doubt || self.satellites_in_doubt;
        if in_doubt || self.has_satellite(text) || self.components.contains_key(text) {
            return;
        }
        let problem = problems
            .add(&name.place, format!("nothing is called \"{}\"", short(text)))
            .found(format!("\"{}\"", short(text)))
            .expected("the name of a satellite, terminal or node");
        let known = self.satellites.keys().chain(self.components.keys());
        if let Some(near) = nearest(text, known.map(String::as_str)) {
            problem.help(format!("did you mean \"{near}\"?"));
        }
    }

    /// Whether it is certain that `name` is a terminal or node, or that it is none.
    pub(super) fn is_end(&self, name: &str) -> Option<bool> {
        let known = self.components.contains_key(name);
        (known || !self.in_doubt).then_some(known)
    }

    /// Whether both are known and nothing leads from one to the other.
    pub(super) fn separated(&self, a: &str, b: &str) -> bool {
        match (self.components.get(a), self.components.get(b)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        }
    }
}

pub(super) fn network(
    file: &ScenarioTable,
    files: &Files,
    seed: u64,
    problems: &mut Problems<'_>,
) -> Network {
    check_there_is_a_network(file, problems);
    let sky = sky::satellites(file, files, problems);
    let mut names = declared_names(file, &sky, problems);
    let mask = terminals::default_mask(file, sky.preset);
    let (terminals, tracks) = terminals::terminals(file, mask, files, problems);
    let nodes = node_names(file);
    let wires = wires(file, &mut names, files, problems);
    check_reached(file, &names, problems);
    let queued = file.handover.as_ref().map(|table| match &table.queued {
        Some(queued) => queued.value,
        None if sky.geometry == Geometry::Ns2 => QueuedAtHandover::Lost,
        None => QueuedAtHandover::Forwarded,
    });
    let preset_links = sky.preset.and_then(|preset| preset.links);
    let links = links::links(file, preset_links, sky.may_have_isls, files, problems);
    let traces: Vec<Option<TraceFile>> = wires.iter().map(|wire| wire.trace.clone()).collect();
    let (wires, wire_links): (Vec<Wire>, Vec<LinkConfig>) =
        wires.into_iter().map(|wire| (wire.wire, wire.link)).unzip();
    let linkable = Linkable::new(&sky, &wires);
    let failures = failures::failures(file, &names, &linkable, problems);
    let routing = routing::routing(file, &names, &terminals, &linkable, problems);
    let handover = handover::handover(file, problems);
    let file_names = FileNames { isls: sky.isls_file, tracks, elements: sky.elements_file, traces };
    let config = || {
        Some(SkyConfig {
            geometry: sky.geometry,
            propagation: sky.propagation?,
            zero: file_names.elements.as_ref().map(|elements| elements.epoch),
            shells: sky.shells?,
            isl: sky.isl?,
            listed_isls: sky.listed_isls?,
            failures,
            terminals,
            nodes,
            wires,
            handover: handover?,
            routing: routing?,
            seed,
        })
    };
    let sky_config = config();
    Network {
        sky: sky_config,
        preset: sky.preset.map(|preset| preset.name),
        elevation_mask_deg: mask,
        files: file_names,
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

/// Every name of a terminal or node, each a component of its own but for terminals, which the sky
/// connects; twins are noted.
fn declared_names(file: &ScenarioTable, sky: &Satellites, problems: &mut Problems<'_>) -> Names {
    let read: BTreeSet<&str> = file
        .terminals
        .iter()
        .flat_map(|list| list.0.iter().map(|terminal| terminal.place.path.as_str()))
        .chain(file.nodes.iter().flat_map(|list| list.0.iter().map(|n| n.place.path.as_str())))
        .collect();
    let in_doubt = problems.any(|path| {
        let of_places = path.starts_with("terminals") || path.starts_with("nodes");
        let is_whole = !path.contains('.') && !read.contains(path);
        of_places && (path.ends_with(".name") || is_whole)
    });
    let satellites = sky.names();
    let terminals = file.terminals.iter().flat_map(|list| &list.0).map(|t| (&t.name, true));
    let nodes = file.nodes.iter().flat_map(|list| &list.0).map(|n| (&n.name, false));
    let mut components = BTreeMap::new();
    let mut terminal_names = Vec::new();
    for (number, (name, is_terminal)) in terminals.chain(nodes).enumerate() {
        let Some(name) = name else { continue };
        let text = &name.value.0;
        if satellites.contains_key(text) {
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
    let satellites_in_doubt = sky.shells.is_none();
    Names { components, terminals: terminal_names, in_doubt, satellites, satellites_in_doubt }
}

fn node_names(file: &ScenarioTable) -> Vec<String> {
    let nodes = file.nodes.iter().flat_map(|list| &list.0);
    nodes.filter_map(|node| node.name.as_ref()).map(|name| name.0.clone()).collect()
}

fn wires(
    file: &ScenarioTable,
    names: &mut Names,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Vec<WireLink> {
    let mut laid: BTreeSet<[&str; 2]> = BTreeSet::new();
    let mut wires = Vec::new();
    for table in file.wires.iter().flat_map(|list| &list.0) {
        let Some(between) = &table.between else {
            links::wire(table, files, problems);
            continue;
        };
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
        wires.extend(links::wire(table, files, problems));
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
