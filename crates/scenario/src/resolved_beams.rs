//! Beams as they were resolved; part of [`crate::resolved`].

use serde_json::{Value as Json, json};
use skyseam_constellation::config::{SkyConfig, Wire};
use skyseam_net::channel::ChannelConfig;

use crate::beam_tables::{FadingKind, RedundancyFadingKind};
use crate::names::name_of;
use crate::resolved_groups::Groups;
use crate::scenario::{Beam, BeamUser, Fading, Links};
use crate::units::{print_duration, print_real};

pub(crate) fn beams(sky: &SkyConfig, links: &Links, groups: &Groups) -> Json {
    let mut wires = &sky.wires[links.wires.len()..];
    let one = |beam: &Beam| {
        let (own, rest) = wires.split_at(beam.users.len());
        wires = rest;
        one_beam(beam, own, groups)
    };
    links.beams.iter().map(one).collect()
}

fn one_beam(beam: &Beam, wires: &[Wire], groups: &Groups) -> Json {
    let mut table = beam.forward.printed();
    table["name"] = json!(beam.name);
    table["from"] = json!(beam.from);
    let users: Vec<&str> = beam.users.iter().map(|user| user.name.as_str()).collect();
    let named = groups.named(&users);
    table["to"] = json!(named);
    match beam.forward.trace.as_ref().and_then(|trace| trace.file()) {
        Some(file) => {
            // Each user is as much further along it as the second.
            let step = beam.users.get(1).map(|user| user.trace_offset).unwrap_or_default();
            table["trace"] = json!(file.name);
            table["trace_offset"] = json!(print_duration(beam.forward.trace_offset));
            table["trace_stagger"] = json!(print_duration(step));
        }
        None => table["delay"] = json!(print_duration(wires[0].delay)),
    }
    if beam.forward.radio.is_some() {
        let kind = match beam.fading {
            Fading::Own => FadingKind::Own,
            Fading::Staggered(step) => {
                table["fading_stagger"] = json!(print_duration(step));
                FadingKind::Staggered
            }
            Fading::Shared => FadingKind::Shared,
        };
        table["fading"] = json!(name_of(kind));
        let whose = match beam.redundancy_at_first {
            true => RedundancyFadingKind::FirstUser,
            false => RedundancyFadingKind::Own,
        };
        table["redundancy_fading"] = json!(name_of(whose));
    }
    let gain = |user: &BeamUser| {
        (user.gain_db != 0.0).then(|| ("gain", json!(print_real(user.gain_db, "dB"))))
    };
    let channel = |user: &BeamUser| {
        let print = |channel: &ChannelConfig| ("channel", channel.model.print());
        user.channel.as_ref().map(print)
    };
    for (key, entries) in [
        ("gains", of_users(&beam.users, &named, groups, &gain)),
        ("channels", of_users(&beam.users, &named, groups, &channel)),
    ] {
        if !entries.is_empty() {
            table[key] = json!(entries);
        }
    }
    let mut back = beam.back.printed();
    // The order of both ways is one key.
    back.as_object_mut().expect("a table").remove("order");
    table["back"] = back;
    table
}

/// What is said of some users, a key and its value: one entry for a group of whose members the same
/// is said.
fn of_users(
    users: &[BeamUser],
    named: &[&str],
    groups: &Groups,
    said: &dyn Fn(&BeamUser) -> Option<(&'static str, Json)>,
) -> Vec<Json> {
    let entry = |name: &str, (key, value): (&str, Json)| json!({ "user": name, key: value });
    let mut rest = users;
    let mut entries = Vec::new();
    for name in named {
        let (own, others) = rest.split_at(groups.count(name).map_or(1, |count| count as usize));
        rest = others;
        let first = said(&own[0]);
        if own.iter().all(|user| said(user) == first) {
            entries.extend(first.map(|said| entry(name, said)));
        } else {
            entries.extend(own.iter().filter_map(|user| Some(entry(&user.name, said(user)?))));
        }
    }
    entries
}
