//! A scenario as it was resolved: every value with its unit, every default that was used.
//!
//! Has the form of a scenario file itself: written as TOML it reads back as the same scenario,
//! which a test checks. The preset is spelled out as the shell and the values it stands for.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use skyseam_base::SimTime;
use skyseam_constellation::config::{Failed, Failure, Shell, Site, SkyConfig, Terminal};
use skyseam_constellation::element_file::ElementsKeys;
use skyseam_constellation::geometry::satellite_names;
use skyseam_constellation::handover::HandoverKeys;
use skyseam_constellation::isl::IslKeys;
use skyseam_constellation::shell::ShellConfig;
use skyseam_host::Application;
use skyseam_host::Transport;
use skyseam_host::transport::split::ProxyKeys;
use skyseam_params::{Model, Parameter};

use crate::names::{TerminalKind, name_of};
use crate::resolve::member;
use crate::resolved_beams::beams;
use crate::resolved_groups::{Groups, base, step};
use crate::resolved_links::{links, sky_link, wires};
use crate::scenario::{DelayStudy, Flow, Links, Run, Scenario, Split};
use crate::sky_values::{AntennaCount, Skyline};
use crate::units::{print_duration, print_instant, print_real};
use crate::users::{Users, print};

impl Scenario {
    /// Every value with its unit and every default that was used, in the form of a scenario file.
    pub fn resolved(&self) -> Json {
        let mut file = Map::new();
        let mut put = |key: &str, value: Json| {
            let is_empty = value.is_null()
                || value.as_array().is_some_and(Vec::is_empty)
                || value.as_object().is_some_and(Map::is_empty);
            if !is_empty {
                file.insert(key.into(), value);
            }
        };
        let sky = &self.sky;
        put("title", json!(self.title));
        put("constellation", constellation(self));
        put("failures", failures(sky));
        put(
            "handover",
            HandoverKeys::print(&HandoverKeys::of(&sky.handover, self.queued_at_handover)),
        );
        put("routing", sky.routing.print());
        put("terminals", terminals(self, self.described_terminals()));
        let groups = Groups::new(sky);
        put("nodes", groups.nodes(sky));
        put("wires", wires(sky, &self.links, &groups));
        put("beams", beams(sky, &self.links, &groups));
        put("links", links(&self.links));
        put("users", users(self));
        put("flows", flows(&self.flows[..self.described_flows()], &groups));
        put("run", run(&self.run));
        put("delay", self.delay.as_ref().map_or(Json::Null, delay));
        Json::Object(file)
    }
}

fn constellation(scenario: &Scenario) -> Json {
    let (sky, files) = (&scenario.sky, &scenario.files);
    if sky.shells.is_empty() {
        return Json::Null;
    }
    let pattern = files.isls.is_none().then(|| sky.shells[0].pattern.clone());
    let mut table = json!({
        "geometry": name_of(sky.geometry),
        "propagation": name_of(sky.propagation),
        "isl": IslKeys::print(&IslKeys::of(&sky.isl, pattern, files.isls.clone())),
    });
    match (&files.elements, &sky.shells) {
        (Some(elements), _) => {
            table["elements"] = ElementsKeys::print(elements);
        }
        (None, own) => {
            let (key, own) = shells(own, files.isls.is_some());
            table[key] = own;
        }
    }
    if let Some(mask) = scenario.elevation_mask_deg {
        table["elevation_mask"] = json!(print_real(mask, "deg"));
    }
    table
}

/// Shells as a scenario file has them, and the key that says so; of those that a list of links goes
/// with, no pattern is named.
pub(crate) fn shells(shells: &[Shell], is_listed: bool) -> (&'static str, Json) {
    let one = |shell: &Shell| {
        let own = ShellConfig::of(shell);
        let mut own = own.expect("shells of an element file are printed as the file");
        own.isl_pattern.take_if(|_| is_listed);
        ShellConfig::print(&own)
    };
    match shells {
        [only] => ("shell", one(only)),
        several => ("shells", several.iter().map(one).collect()),
    }
}

fn failures(sky: &SkyConfig) -> Json {
    let names = satellite_names(sky.geometry, &sky.shells);
    let failure = |failure: &Failure| {
        let mut table = match failure.what {
            Failed::Satellite(number) => json!({ "satellite": names[number as usize] }),
            Failed::Isl(ends) => json!({ "isl": ends.map(|number| &names[number as usize]) }),
        };
        table["start"] = json!(print_instant(failure.from));
        if failure.until < SimTime::MAX {
            table["end"] = json!(print_instant(failure.until));
        }
        table
    };
    sky.failures.iter().map(failure).collect()
}

/// The first `count` terminals.
fn terminals(scenario: &Scenario, count: usize) -> Json {
    let Scenario { sky, files, links, .. } = scenario;
    assert_eq!(sky.terminals.len(), files.tracks.len(), "every terminal has a track or none");
    let terminal = |(index, (terminal, track)): (usize, (&Terminal, &Option<String>))| {
        let mut table = json!({ "name": terminal.name });
        match (&terminal.site, track) {
            (Site::Fixed(point), _) => {
                table["latitude"] = json!(print_real(point.latitude_deg, "deg"));
                table["longitude"] = json!(print_real(point.longitude_deg, "deg"));
                table["altitude"] = json!(print_real(point.altitude_m, "m"));
            }
            (Site::Track(_), track) => table["track"] = json!(track),
        }
        table["elevation_mask"] = json!(print_real(terminal.elevation_mask_deg, "deg"));
        if !terminal.skyline_deg.is_empty() {
            table["horizon"] = Skyline::print(&terminal.skyline_deg);
        }
        table["antennas"] = AntennaCount::print(&terminal.antennas);
        table["relay"] = json!(terminal.is_relay);
        own_links(&mut table, index, links);
        table
    };
    sky.terminals.iter().zip(&files.tracks).take(count).enumerate().map(terminal).collect()
}

/// Puts what terminal `index` does not share with the others into its table.
fn own_links(table: &mut Json, index: usize, links: &Links) {
    if let Some(Some(channel)) = links.own_channels.get(index) {
        table["channel"] = channel.model.print();
    }
    if let Some(own) = links.terminals.get(index) {
        if own.is_gateway {
            table["kind"] = json!(name_of(TerminalKind::Gateway));
        }
        for (key, link) in [("uplink", &own.uplink), ("downlink", &own.downlink)] {
            if let Some(link) = link {
                table[key] = sky_link(link, true);
            }
        }
    }
}

/// Users, in the place of their terminals and flows.
fn users(scenario: &Scenario) -> Json {
    let mut first = scenario.described_terminals();
    let table = |users: &Users| {
        let own = &scenario.sky.terminals[first..][..users.terminals()];
        let mut table = print::users(users, own.first());
        if !own.is_empty() {
            own_links(&mut table, first, &scenario.links);
        }
        first += own.len();
        table
    };
    scenario.users.iter().map(table).collect()
}

fn flows(flows: &[Flow], groups: &Groups) -> Json {
    let taken: BTreeSet<&str> = flows.iter().map(|flow| flow.name.as_str()).collect();
    let mut tables = Vec::new();
    let mut rest = flows;
    while let Some(first) = rest.first() {
        let (table, count) = flows_of_group(rest, groups, &taken).unwrap_or((flow(first), 1));
        tables.push(table);
        rest = &rest[count..];
    }
    tables.into()
}

/// The flows at the beginning that are those of a group, and how many they are.
fn flows_of_group(
    flows: &[Flow],
    groups: &Groups,
    taken: &BTreeSet<&str>,
) -> Option<(Json, usize)> {
    let first = flows.first()?;
    let name = base(&first.name, taken)?;
    let run = groups.run(flows, |flow| [&flow.from, &flow.to])?;
    let own = &flows[..run.count];
    let alike = |(index, flow): (u32, &Flow)| {
        let Flow { name: _, from: _, to: _, start: _, repeat, application, transport, split_at } =
            flow;
        flow.name == member(name, index)
            && (*repeat, application, transport, split_at)
                == (first.repeat, &first.application, &first.transport, &first.split_at)
    };
    let stagger = step(own.iter().map(|flow| flow.start))?;
    (0..).zip(own).all(alike).then(|| {
        let mut table = flow(first);
        table["name"] = json!(name);
        table["from"] = json!(run.ends[0]);
        table["to"] = json!(run.ends[1]);
        table["stagger"] = json!(print_duration(stagger));
        (table, run.count)
    })
}

fn flow(flow: &Flow) -> Json {
    let mut table = json!({
        "name": flow.name,
        "from": flow.from,
        "to": flow.to,
        "start": print_duration(flow.start),
        "count": flow.repeat.count,
    });
    if flow.repeat.count > 1 {
        table["every"] = json!(print_duration(flow.repeat.every));
    }
    let keys = table.as_object_mut().expect("a table");
    carried(&flow.application, &flow.transport, &flow.split_at, keys);
    table
}

/// What a flow carries, and how, among its keys.
pub(crate) fn carried(
    application: &Application,
    transport: &Model<dyn Transport>,
    split_at: &[Split],
    table: &mut Map<String, Json>,
) {
    table.insert("application".into(), application.print());
    if application.has_connection() {
        table.insert("transport".into(), transport.print());
    }
    if !split_at.is_empty() {
        let split = |split: &Split| ProxyKeys::print(&ProxyKeys::of(&split.node, &split.proxy));
        table.insert("split_at".into(), split_at.iter().map(split).collect());
    }
}

fn run(run: &Run) -> Json {
    let record = &run.record;
    let names: Vec<&str> = record.series.iter().map(|series| series.name()).collect();
    let mut table = json!({
        "start": print_instant(run.start),
        "duration": print_duration(run.duration),
        "seed": run.seed,
        "record": names,
        "captures": record.captures,
    });
    if let Some(bin) = record.throughput_bin {
        table["throughput_bin"] = json!(print_duration(bin));
    }
    table
}

fn delay(study: &DelayStudy) -> Json {
    let sampling = &study.sampling;
    json!({
        "pairs": study.pairs,
        "start": print_instant(sampling.start),
        "duration": print_duration(sampling.end - sampling.start),
        "step": print_duration(sampling.step),
    })
}
