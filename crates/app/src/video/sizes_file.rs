//! Sizes of the segments of a video, as CSV.
//!
//! The first line is `level_0,level_1,...`, a column for each bitrate of the ladder; each other
//! line is a segment, with its bytes at each.

use skyseam_params::error::short;
use skyseam_params::file_values::{Faults, FileForm};
use skyseam_params::rows::{Fields, Rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

use super::presentation::Sizes;

/// Maximum size of a segment, bytes.
const MAX_BYTES: u64 = 1_000_000_000_000;

impl FileForm for Sizes {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = problems.text_of(name)?;
        let mut faults = Faults::of(name, problems);
        let mut rows = Rows::of(text);
        let head = rows.next(&faults);
        let columns = head.map_or(0, |head| head.count());
        let wrong = head.and_then(|head| {
            let mut names = head.iter().enumerate();
            names.find(|(at, name)| *name != format!("level_{at}")).map(|(_, name)| name)
        });
        if wrong.is_some() || columns == 0 {
            let found = format!("\"{}\"", short(wrong.unwrap_or("")));
            let row = rows.last();
            faults
                .add(row, "the first line does not name the columns")
                .found(found)
                .expected("level_0,level_1,... with as many columns as the ladder has bitrates");
            return None;
        }
        let mut bytes = Vec::new();
        while let Some(fields) = rows.next(&faults) {
            bytes.extend(segment(fields, columns, &mut faults).into_iter().flatten());
        }
        if faults.is_empty() && bytes.is_empty() {
            faults.add(rows.last(), "the file has no segments").expected("at least one");
        }
        faults.is_empty().then(|| Self::new(columns, bytes))?
    }
}

/// The bytes of a segment at each bitrate.
fn segment(
    fields: Fields<'_, '_>,
    columns: usize,
    faults: &mut Faults<'_, '_, '_>,
) -> Option<Vec<u64>> {
    let row = fields.row;
    let count = fields.count();
    if count != columns {
        faults
            .add(row, "a row has the bytes of a segment at each bitrate")
            .found(format!("{count} fields"))
            .expected(format!("{columns} fields, as the first line has"));
        return None;
    }
    let read =
        |field: &str| field.parse::<u64>().ok().filter(|bytes| (1..=MAX_BYTES).contains(bytes));
    if let Some((at, field)) = fields.iter().enumerate().find(|(_, field)| read(field).is_none()) {
        faults
            .add(row, format!("`level_{at}` is not the size of a segment"))
            .found(format!("\"{}\"", short(field)))
            .expected(format!("a whole number of bytes from 1 to {MAX_BYTES}"));
        return None;
    }
    Some(fields.iter().filter_map(read).collect())
}
