//! A text file named by a key, and its lines.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_params::error::short;
use skyseam_params::file_values::Faults;
use skyseam_params::rows::{Fields, Rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{Definitions, Parameter, Problems, Shape, SourceSpan, Spanned, Value};

/// A text file beside the scenario, with its text, so that a model never opens a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextFile {
    /// Path of the file in the scenario.
    pub name: String,
    /// Text of the file.
    pub text: Arc<str>,
}

impl TextFile {
    /// The rows of a CSV file whose first line names the `columns`. `row` parses the fields of a
    /// line; its error says what it expected. `what` is the noun for a row in messages, with its
    /// article. Problems are reported at `key`; returns `None` if there are any.
    pub fn rows<T>(
        &self,
        (columns, what): (&[&str], &str),
        key: &SourceSpan,
        problems: &mut Problems<'_>,
        row: impl Fn(Fields<'_, '_>) -> Result<T, &'static str>,
    ) -> Option<Vec<T>> {
        let name = Spanned::new(FileName(self.name.clone()), key.clone());
        let mut faults = Faults::of(&name, problems);
        let mut lines = Rows::of(&self.text);
        if !lines.names(columns, &mut faults) {
            return None;
        }
        let mut rows = Vec::new();
        while let Some(fields) = lines.next(&faults) {
            match row(fields) {
                Ok(row) => rows.push(row),
                Err(expected) => {
                    faults
                        .add(fields.row, format!("this line is not {what}"))
                        .found(format!("\"{}\"", short(fields.row.1)))
                        .expected(expected);
                }
            }
        }
        faults.is_empty().then_some(rows)
    }
}

/// The number in a field, if it is one and its absolute value is at most `most`.
pub(crate) fn number(field: &str, most: f64) -> Option<f64> {
    field.parse::<f64>().ok().filter(|number| number.abs() <= most)
}

impl Shape for TextFile {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let name = Spanned::new(FileName::read(value, problems)?, value.place.clone());
        let text = problems.text_of(&name)?.into();
        Some(Self { name: name.value.0, text })
    }

    fn schema(definitions: &mut Definitions) -> Json {
        FileName::schema(definitions)
    }
}

impl Parameter for TextFile {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(own.name)
    }
}
