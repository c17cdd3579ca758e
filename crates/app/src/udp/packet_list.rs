//! Files of datagrams to replay: a capture, or CSV with times and sizes.
//!
//! The first line of CSV is `t_s,size_bytes`; each other line is a datagram, not earlier than the
//! previous one. [`super::replay`] reads captures.

use skyseam_base::Duration;
use skyseam_packet::capture;
use skyseam_params::error::short;
use skyseam_params::file_values::{Faults, FileForm};
use skyseam_params::rows::{Fields, Rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

use super::replay::{ReplayedDatagram, ReplayedDatagrams, is_capture, of_capture};

const HEADER: &str = "t_s,size_bytes";

/// Maximum instant in a list, s.
const LATEST_S: f64 = 366.0 * 86_400.0;

/// IP lengths of datagrams, bytes.
const SIZES: std::ops::RangeInclusive<u32> = 28..=65_535;

impl FileForm for ReplayedDatagrams {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let bytes = problems.files().bytes(name, problems)?;
        let path = &name.value.0;
        // A capture that begins otherwise is said to, and not taken for a list.
        if is_capture(bytes) || [".pcap", ".pcapng", ".cap"].iter().any(|end| path.ends_with(end)) {
            return match capture::read(bytes) {
                Ok(capture) => {
                    if capture.out_of_order > 0 {
                        let back_us = capture.furthest_back_ns as f64 / 1e3;
                        problems
                            .warn(&name.place, format!("\"{path}\": packets are out of order"))
                            .found(format!(
                                "packets behind later ones: {}, by {back_us} us at most",
                                capture.out_of_order
                            ))
                            .help("they are replayed in the order of their times");
                    }
                    Some(of_capture(&capture))
                }
                Err(fault) => {
                    let problem = problems.add(&name.place, format!("\"{path}\": {}", fault.what));
                    problem.found(fault.found).expected(fault.expected);
                    None
                }
            };
        }
        list(problems.text_of(name)?, Faults::of(name, problems)).map(Self)
    }
}

fn list(text: &str, mut faults: Faults<'_, '_, '_>) -> Option<Vec<ReplayedDatagram>> {
    let mut rows = Rows::of(text);
    if !rows.names(&["t_s", "size_bytes"], &mut faults) {
        return None;
    }
    let mut datagrams: Vec<ReplayedDatagram> = Vec::new();
    let mut before = 0;
    while let Some(fields) = rows.next(&faults) {
        let row = fields.row;
        let Some(datagram) = datagram(fields, &mut faults) else { continue };
        if datagrams.last().is_some_and(|last| datagram.after < last.after) {
            faults
                .add(row, "the list goes back in time")
                .found(format!("t_s = {}", datagram.after.as_secs_f64()))
                .expected(format!("a time not before that of line {before}"));
        }
        before = row.0;
        datagrams.push(datagram);
    }
    if faults.is_empty() && datagrams.is_empty() {
        faults.add(rows.last(), "the list has no datagrams").expected("at least one");
    }
    faults.is_empty().then_some(datagrams)
}

fn datagram(fields: Fields<'_, '_>, faults: &mut Faults<'_, '_, '_>) -> Option<ReplayedDatagram> {
    let row = fields.row;
    let Some([t_s, size]) = fields.array() else {
        faults
            .add(row, "a row has a time and a size")
            .found(format!("{} fields", fields.count()))
            .expected(HEADER);
        return None;
    };
    let Some(at_s) = t_s.parse::<f64>().ok().filter(|at| (0.0..=LATEST_S).contains(at)) else {
        faults
            .add(row, "`t_s` is not a time of a run")
            .found(format!("\"{}\"", short(t_s)))
            .expected(format!("a number of seconds from 0 to {LATEST_S}"));
        return None;
    };
    let Some(size) = size.parse::<u32>().ok().filter(|size| SIZES.contains(size)) else {
        let (least, most) = (SIZES.start(), SIZES.end());
        faults
            .add(row, "`size_bytes` is not the length of a datagram")
            .found(format!("\"{}\"", short(size)))
            .expected(format!("an IP packet length, a whole number from {least} to {most}"));
        return None;
    };
    // To the nearest nanosecond: what is finer the model does not count.
    Some(ReplayedDatagram { after: Duration::from_nanos((at_s * 1e9).round() as u64), size })
}
