//! Sizes of the segments of a video, as CSV.
//!
//! The first line is `level_0,level_1,...`, a column for each bitrate of the ladder; each other
//! line is a segment, with its bytes at each. Empty lines and what follows a `#` are left out.

use skyseam_host::app::video::presentation::Sizes;

use super::{MOST_FAULTS, lines, uncommented};
use crate::document::{At, Place};
use crate::error::{Problem, Problems, Spot, short};
use crate::sky_values::FileName;

/// A segment is not larger than that, bytes.
const MOST_BYTES: u64 = 1_000_000_000_000;

/// The sizes in `text`; `None` when something is wrong with it, which is noted.
pub(crate) fn read(text: &str, name: &At<FileName>, problems: &mut Problems<'_>) -> Option<Sizes> {
    let mut reader = Reader { path: &name.value.0, key: &name.place, faults: 0, problems };
    let mut lines = lines(text);
    let (first_number, first) = lines.next().unwrap_or((1, ""));
    let names: Vec<&str> = uncommented(first).split(',').map(str::trim).collect();
    if let Some(at) = (0..names.len()).find(|&at| names[at] != format!("level_{at}")) {
        let found = format!("\"{}\"", short(names[at]));
        reader
            .fault(first_number, first, "the first line does not name the columns")
            .found(found)
            .expected("level_0,level_1,... with as many columns as the ladder has bitrates");
        return None;
    }
    let mut bytes = Vec::new();
    for (number, line) in lines {
        if reader.faults >= MOST_FAULTS {
            break;
        }
        bytes.extend(reader.row(number, line, names.len()).into_iter().flatten());
    }
    if reader.faults == 0 && bytes.is_empty() {
        reader.fault(first_number, first, "the file has no segments").expected("at least one");
    }
    if reader.faults > 0 {
        return None;
    }
    Sizes::new(names.len(), bytes)
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

    fn row(&mut self, number: usize, line: &str, columns: usize) -> Option<Vec<u64>> {
        let fields: Vec<&str> = uncommented(line).split(',').map(str::trim).collect();
        if fields.len() != columns {
            self.fault(number, line, "a row has the bytes of a segment at each bitrate")
                .found(format!("{} fields", fields.len()))
                .expected(format!("{columns} fields, as the first line has"));
            return None;
        }
        let read = |field: &&str| {
            field.parse::<u64>().ok().filter(|bytes| (1..=MOST_BYTES).contains(bytes))
        };
        if let Some(at) = fields.iter().position(|field| read(field).is_none()) {
            self.fault(number, line, &format!("`level_{at}` is no size of a segment"))
                .found(format!("\"{}\"", short(fields[at])))
                .expected(format!("a whole number of bytes from 1 to {MOST_BYTES}"));
            return None;
        }
        Some(fields.iter().filter_map(read).collect())
    }
}
