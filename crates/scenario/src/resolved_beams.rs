//! Beams as they were resolved; part of [`crate::resolved`].

use serde_json::{Value as Json, json};
use skyseam_constellation::config::{SkyConfig, Wire};

use crate::beam_tables::FadingKind;
use crate::names::name_of;
use crate::resolved_links::link;
use crate::scenario::{Beam, BeamUser, Fading, FileNames, Links};
use crate::units::{print_duration, print_real};

pub(crate) fn beams(sky: &SkyConfig, links: &Links, files: &FileNames) -> Json {
    assert_eq!(links.beams.len(), files.beam_traces.len(), "every beam has a trace or none");
    let mut wires = &sky.wires[links.wires.len()..];
    let one = |(beam, trace): (&Beam, &Option<String>)| {
        let (own, rest) = wires.split_at(beam.users.len());
        wires = rest;
        one_beam(beam, own, trace.as_deref())
    };
    links.beams.iter().zip(&files.beam_traces).map(one).collect()
}

fn one_beam(beam: &Beam, wires: &[Wire], trace: Option<&str>) -> Json {
    let mut table = link(&beam.forward);
    table["name"] = json!(beam.name);
    table["from"] = json!(beam.from);
    table["to"] = beam.users.iter().map(|user| json!(user.name)).collect();
    match trace {
        Some(trace) => {
            // Each user is as much further along it as the second.
            let step = beam.users.get(1).map(|user| user.trace_offset).unwrap_or_default();
            table["trace"] = json!(trace);
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
    }
    let own = beam.users.iter().filter(|user| user.gain_db != 0.0);
    let gain =
        |user: &BeamUser| json!({ "user": user.name, "gain": print_real(user.gain_db, "dB") });
    let gains: Vec<Json> = own.map(gain).collect();
    if !gains.is_empty() {
        table["gains"] = json!(gains);
    }
    let mut back = link(&beam.back);
    // The order of both ways is one key.
    back.as_object_mut().expect("a table").remove("order");
    table["back"] = back;
    table
}
