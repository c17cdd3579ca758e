//! Datagrams to replay: a capture, or CSV with times and sizes.
//!
//! The first line of CSV is `t_s,size_bytes`; each other line is a datagram, not before the one
//! before it. Empty lines and what follows a `#` are left out. Captures are read by
//! [`skyseam_host::app::udp::replay`].

use skyseam_base::Duration;
use skyseam_host::app::udp::Datagram;
use skyseam_host::app::udp::replay::{Packets, is_capture, of_capture};

use super::{Files, MOST_FAULTS, lines, uncommented};
use crate::document::{At, Place};
use crate::error::{Problem, Problems, Spot, short};
use crate::sky_values::FileName;

const HEADER: &str = "t_s,size_bytes";

/// Instants a list can name, s.
const LATEST_S: f64 = 366.0 * 86_400.0;

/// IP lengths of datagrams, bytes.
const SIZES: std::ops::RangeInclusive<u32> = 28..=65_535;

/// The datagrams of the file called `name`; `None` when something is wrong with it, which is noted.
pub(crate) fn read(
    name: &At<FileName>,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<Packets> {
    let bytes = files.bytes(name, problems)?;
    let path = &name.value.0;
    // A capture that begins otherwise is said to, and not taken for a list.
    if is_capture(bytes) || [".pcap", ".pcapng", ".cap"].iter().any(|end| path.ends_with(end)) {
        return match of_capture(bytes) {
            Ok(packets) => Some(packets),
            Err(fault) => {
                let problem = problems.add(&name.place, format!("\"{}\": {}", path, fault.what));
                problem.found(fault.found).expected(fault.expected);
                None
            }
        };
    }
    list(files.text(name, problems)?, name, problems).map(Packets::from)
}

fn list(text: &str, name: &At<FileName>, problems: &mut Problems<'_>) -> Option<Vec<Datagram>> {
    let mut reader = Reader { path: &name.value.0, key: &name.place, faults: 0, problems };
    let mut lines = lines(text);
    let (first_number, first) = lines.next().unwrap_or((1, ""));
    let names: Vec<&str> = uncommented(first).split(',').map(str::trim).collect();
    if names != ["t_s", "size_bytes"] {
        let found = format!("\"{}\"", short(uncommented(first)));
        reader
            .fault(first_number, first, "the first line does not name the columns")
            .found(found)
            .expected(HEADER);
        return None;
    }
    let mut datagrams: Vec<Datagram> = Vec::new();
    let mut before = first_number;
    for (number, line) in lines {
        if reader.faults >= MOST_FAULTS {
            break;
        }
        let Some(datagram) = reader.row(number, line) else { continue };
        if datagrams.last().is_some_and(|last| datagram.after < last.after) {
            let fault = reader.fault(number, line, "the list goes back in time");
            fault.found(format!("t_s = {}", datagram.after.as_secs_f64()));
            fault.expected(format!("a time not before that of line {before}"));
        }
        before = number;
        datagrams.push(datagram);
    }
    if reader.faults == 0 && datagrams.is_empty() {
        reader.fault(first_number, first, "the list has no datagrams").expected("at least one");
    }
    (reader.faults == 0).then_some(datagrams)
}

/// What is needed to note a fault.
struct Reader<'r, 'p, 't> {
    path: &'r str,
    key: &'r Place,
    faults: usize,
    problems: &'p mut Problems<'t>,
}

impl Reader<'_, '_, '_> {
    fn fault(&mut self, number: usize, line: &str, what: &str) -> &mut Problem {
        self.faults += 1;
        self.problems.add_in(self.key, Spot::line(self.path, number, line), what)
    }

    fn row(&mut self, number: usize, line: &str) -> Option<Datagram> {
        let fields: Vec<&str> = uncommented(line).split(',').map(str::trim).collect();
        let [t_s, size] = fields[..] else {
            self.fault(number, line, "a row has a time and a size")
                .found(format!("{} fields", fields.len()))
                .expected(HEADER);
            return None;
        };
        let Some(at_s) = t_s.parse::<f64>().ok().filter(|at| (0.0..=LATEST_S).contains(at)) else {
            self.fault(number, line, "`t_s` is no time of a run")
                .found(format!("\"{}\"", short(t_s)))
                .expected(format!("a number of seconds from 0 to {LATEST_S}"));
            return None;
        };
        let Some(size) = size.parse::<u32>().ok().filter(|size| SIZES.contains(size)) else {
            self.fault(number, line, "`size_bytes` is no length of a datagram")
                .found(format!("\"{}\"", short(size)))
                .expected(format!(
                    "an IP packet length, a whole number from {} to {}",
                    SIZES.start(),
                    SIZES.end()
                ));
            return None;
        };
        // To the nearest nanosecond: what is finer the model does not count.
        Some(Datagram { after: Duration::from_nanos((at_s * 1e9).round() as u64), size })
    }
}
