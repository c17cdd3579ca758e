//! Files that are listed, each with its start and size: the key `transfers` of a flow.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::file_values::{Faults, FileColumn, FileForm};
use skyseam_params::rows::Rows;
use skyseam_params::{FileOf, values};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape};
use crate::text_values::FileName;
use crate::values::{ByteCount, Span};

/// A file to send.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transfer {
    /// Start, counted from that of the flow.
    pub after: Duration,
    /// Size, bytes; at least one.
    pub size: u64,
}

/// Files to send, in the order listed; at least one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Transfers(pub Arc<TransferFile>);

/// Content of a CSV file of transfers, with the header `start_s,size_bytes`.
#[derive(Debug, PartialEq)]
pub(crate) struct TransferFile(pub Vec<Transfer>);

const COLUMNS: [FileColumn; 2] =
    [("start_s", 0.0, values::LONGEST.as_nanos() as f64 / 1e9), ("size_bytes", 1.0, 1e15)];

impl Shape for Transfers {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let items = match &value.value {
            Value::List(items) if !items.is_empty() => items,
            Value::List(_) => {
                problems
                    .add(&value.place, "`transfers` is empty")
                    .expected("at least one start and size, such as [[\"1.5 s\", \"12 kB\"]]");
                return None;
            }
            Value::Text(_) => return FileOf::read(value, problems).map(|file| Self(file.content)),
            other => {
                problems
                    .add(&value.place, "`transfers` must be a list, or the name of a file")
                    .found(other.described())
                    .expected("[[\"1.5 s\", \"12 kB\"]], or a name such as \"replies.csv\"");
                return None;
            }
        };
        let listed: Vec<_> = items.iter().map(|item| transfer(item, problems)).collect();
        listed.into_iter().collect::<Option<_>>().map(|all| Self(Arc::new(TransferFile(all))))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let pair = json!({
            "type": "array",
            "prefixItems": [Span::schema(definitions), ByteCount::schema(definitions)],
            "minItems": 2,
            "maxItems": 2,
        });
        let listed = json!({ "type": "array", "items": pair, "minItems": 1 });
        json!({ "oneOf": [FileName::schema(definitions), listed] })
    }
}

/// Reads a start and a size.
fn transfer(item: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Transfer> {
    let pair = match &item.value {
        Value::List(pair) => <&[_; 2]>::try_from(&pair[..]).ok(),
        _ => None,
    };
    let Some([start, size]) = pair else {
        problems
            .add(&item.place, "a transfer must have a start and a size")
            .found(item.value.described())
            .expected("a pair in brackets, such as [\"1.5 s\", \"12 kB\"]");
        return None;
    };
    let (start, bytes) = (Span::read(start, problems), ByteCount::read(size, problems));
    let (Span(after), ByteCount(size)) = (start?, bytes?);
    if size == 0 {
        problems
            .add(&item.place, "a transfer of no bytes")
            .found("\"0 B\"")
            .expected("a size of at least \"1 B\"");
        return None;
    }
    Some(Transfer { after, size })
}

impl FileForm for TransferFile {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = problems.text_of(name)?;
        let mut faults = Faults::of(name, problems);
        let mut rows = Rows::of(text);
        if !rows.names(&COLUMNS.map(|(column, ..)| column), &mut faults) {
            return None;
        }
        let mut listed = Vec::new();
        let expected = "start_s,size_bytes, such as 1.5,12000";
        while let Some((row, [start, size])) = rows.numbers(&COLUMNS, expected, &mut faults) {
            if size.fract() != 0.0 {
                faults
                    .add(row, "a size is a whole number of bytes")
                    .found(format!("size_bytes = {size}"))
                    .expected("a whole number");
            }
            listed.push(Transfer { after: Duration::from_secs_f64(start), size: size as u64 });
        }
        if listed.is_empty() && faults.is_empty() {
            faults
                .add(rows.last(), "the file lists no transfers")
                .expected("at least one line more");
        }
        faults.is_empty().then_some(Self(listed))
    }
}
