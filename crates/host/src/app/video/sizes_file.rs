//! Sizes of the segments of a video, as CSV.
//!
//! The first line is `level_0,level_1,...`, a column for each bitrate of the ladder; each other
//! line is a segment, with its bytes at each. Empty lines and what follows a `#` are left out.

use skyseam_params::error::short;
use skyseam_params::files::{Faults, FileForm, Row, fields, head_and_rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{At, Problems};

use super::presentation::Sizes;

/// A segment is not larger than that, bytes.
const MOST_BYTES: u64 = 1_000_000_000_000;

impl FileForm for Sizes {
    fn read_file(name: &At<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = problems.text_of(name)?;
        let mut faults = Faults::of(name, problems);
        let (head, rows) = head_and_rows(text);
        let names = fields(head.1);
        if let Some(at) = (0..names.len()).find(|&at| names[at] != format!("level_{at}")) {
            faults
                .add(head, "the first line does not name the columns")
                .found(format!("\"{}\"", short(names[at])))
                .expected("level_0,level_1,... with as many columns as the ladder has bitrates");
            return None;
        }
        let mut bytes = Vec::new();
        for row in rows {
            bytes.extend(segment(row, names.len(), &mut faults).into_iter().flatten());
        }
        if faults.is_empty() && bytes.is_empty() {
            faults.add(head, "the file has no segments").expected("at least one");
        }
        faults.is_empty().then(|| Self::new(names.len(), bytes))?
    }
}

/// The bytes of a segment at each bitrate.
fn segment(row: Row<'_>, columns: usize, faults: &mut Faults<'_, '_, '_>) -> Option<Vec<u64>> {
    let fields = fields(row.1);
    if fields.len() != columns {
        faults
            .add(row, "a row has the bytes of a segment at each bitrate")
            .found(format!("{} fields", fields.len()))
            .expected(format!("{columns} fields, as the first line has"));
        return None;
    }
    let read =
        |field: &&str| field.parse::<u64>().ok().filter(|bytes| (1..=MOST_BYTES).contains(bytes));
    if let Some(at) = fields.iter().position(|field| read(field).is_none()) {
        faults
            .add(row, format!("`level_{at}` is no size of a segment"))
            .found(format!("\"{}\"", short(fields[at])))
            .expected(format!("a whole number of bytes from 1 to {MOST_BYTES}"));
        return None;
    }
    Some(fields.iter().filter_map(read).collect())
}
