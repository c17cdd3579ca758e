//! Wires and links as they were resolved; part of [`crate::resolved`].

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use skyseam_base::Duration;
use skyseam_constellation::config::{SkyConfig, Wire};
use skyseam_net::LinkTrace;
use skyseam_net::config::LinkConfig;

use crate::names::name_of;
use crate::resolved_groups::{Groups, step};
use crate::scenario::Links;
use crate::units::{print_duration, print_rate};

pub(crate) fn wires(sky: &SkyConfig, links: &Links, groups: &Groups) -> Json {
    let counts = (sky.wires.len(), links.wires.len());
    assert!(counts.0 >= counts.1, "every wire has its links: {counts:?}");
    let pairs = sky.wires.iter().zip(&links.wires);
    let all: Vec<OneWire<'_>> = pairs.map(|(wire, link)| OneWire { wire, link }).collect();
    let mut tables = Vec::new();
    let mut rest = &all[..];
    while let Some(first) = rest.first() {
        let (table, count) = wires_of_group(rest, groups).unwrap_or((one_wire(first), 1));
        tables.push(table);
        rest = &rest[count..];
    }
    tables.into()
}

/// A wire and its links.
struct OneWire<'a> {
    wire: &'a Wire,
    link: &'a LinkConfig,
}

impl OneWire<'_> {
    /// Whether another differs from it only in its ends, and in what follows from how far into its
    /// trace it begins.
    fn is_like(&self, other: &Self) -> bool {
        let same_trace = match (&self.link.trace, &other.link.trace) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (one, other) => one.is_none() && other.is_none(),
        };
        let bare = |link: &LinkConfig| LinkConfig {
            trace: None,
            trace_offset: Duration::ZERO,
            ..link.clone()
        };
        let file = self.link.trace.as_ref().and_then(|trace| trace.file());
        (file.is_some_and(|file| file.has_delay) || self.wire.delay == other.wire.delay)
            && same_trace
            && bare(self.link) == bare(other.link)
    }
}

/// The wires at the beginning that are those of a group, and how many they are.
fn wires_of_group(wires: &[OneWire<'_>], groups: &Groups) -> Option<(Json, usize)> {
    let first = wires.first()?;
    let run = groups.run(wires, |wire| wire.wire.between.each_ref().map(String::as_str))?;
    let own = &wires[..run.count];
    let stagger = step(own.iter().map(|wire| wire.link.trace_offset))?;
    own.iter().all(|wire| wire.is_like(first)).then(|| {
        let mut table = one_wire(first);
        table["between"] = json!(run.ends);
        if table["trace"].is_string() {
            table["trace_stagger"] = json!(print_duration(stagger));
        }
        (table, run.count)
    })
}

fn one_wire(one: &OneWire<'_>) -> Json {
    let OneWire { wire, link: config } = one;
    let mut table = config.printed();
    table["between"] = json!(wire.between);
    table["delay"] = json!(print_duration(wire.delay));
    if let Some(radio) = &config.radio {
        table["channel"]["direction"] = json!(name_of(radio.direction));
    }
    match &config.trace {
        Some(trace) if trace.file().is_none() => table["changes"] = changes(trace),
        _ => follow(&mut table, config),
    }
    table
}

/// A link to, from or between satellites; `is_own` where it is that of one terminal.
pub(crate) fn sky_link(config: &LinkConfig, is_own: bool) -> Json {
    let mut table = config.printed();
    follow(&mut table, config);
    // Of these links all terminals have what `[links]` says.
    if is_own {
        let keys = table.as_object_mut().expect("a table");
        keys.retain(|key, _| !["channel", "harq", "reordering"].contains(&key.as_str()));
    }
    table
}

/// Names the file that a link follows, in the place of what the file says.
fn follow(table: &mut Json, config: &LinkConfig) {
    let Some(file) = config.trace.as_ref().and_then(|trace| trace.file()) else { return };
    table["trace"] = json!(file.name);
    table["trace_offset"] = json!(print_duration(config.trace_offset));
    let said = [("delay", file.has_delay), ("rate", file.has_rate)];
    let keys = table.as_object_mut().expect("a table");
    keys.retain(|key, _| !said.contains(&(key, true)));
}

/// The steps after the first, with what each makes different.
fn changes(trace: &LinkTrace) -> Json {
    let change = |pair: &[skyseam_net::TraceStep]| {
        let [before, step] = pair else { unreachable!("windows of two") };
        let mut table = json!({ "at": print_duration(step.from) });
        let rate = step.rate.filter(|_| step.rate != before.rate);
        if let Some(rate) = rate {
            table["rate"] = json!(print_rate(rate));
        }
        // A change of nothing is no change to read back: it says one of the two.
        if let Some(delay) = step.delay
            && (step.delay != before.delay || rate.is_none())
        {
            table["delay"] = json!(print_duration(delay));
        }
        table
    };
    trace.steps().windows(2).map(change).collect()
}

pub(crate) fn links(links: &Links) -> Json {
    let mut table = Map::new();
    for (key, config) in
        [("uplink", &links.uplink), ("downlink", &links.downlink), ("isl", &links.isl)]
    {
        if let Some(config) = config {
            table.insert(key.into(), sky_link(config, false));
        }
    }
    Json::Object(table)
}
