//! A text file that a key names, and its lines.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_params::error::{Spot, short};
use skyseam_params::text_values::FileName;
use skyseam_params::{At, Definitions, Parameter, Place, Problems, Shape, Value};

/// More faults of one file than this are not told apart.
const MOST_FAULTS: usize = 10;

/// A text file beside the scenario, with its text, so that a model never opens a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextFile {
    /// The file as a scenario names it.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
}

impl TextFile {
    /// The rows of the file, which is CSV whose first line is `header`; blank lines and what is
    /// behind `#` are passed over. `row` reads a line or says what it expected; `what` is what a
    /// message calls a row, with its article. `None` where something is wrong with the file, which
    /// is noted at `key`.
    pub fn rows<T>(
        &self,
        (header, what): (&str, &str),
        key: &Place,
        problems: &mut Problems<'_>,
        row: impl Fn(&str) -> Result<T, &'static str>,
    ) -> Option<Vec<T>> {
        let bare = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
        let mut lines = (1..).zip(self.text.lines()).filter(|(_, line)| !bare(line).is_empty());
        let (number, first) = lines.next().unwrap_or((1, ""));
        if bare(first).replace(' ', "") != header {
            let spot = Spot::line(&self.name, number, first);
            problems
                .add_in(key, spot, format!("the first line does not name the columns of {what}"))
                .expected(header);
            return None;
        }
        let mut rows = Vec::new();
        let mut faults = 0;
        for (number, line) in lines {
            match row(&bare(line)) {
                Ok(row) => rows.push(row),
                Err(expected) => {
                    faults += 1;
                    let spot = Spot::line(&self.name, number, line);
                    problems
                        .add_in(key, spot, format!("this line is not {what}"))
                        .found(format!("\"{}\"", short(line)))
                        .expected(expected);
                }
            }
            if faults >= MOST_FAULTS {
                break;
            }
        }
        (faults == 0).then_some(rows)
    }
}

/// The number of a field, if it is one and its amount is at most `most`.
pub(crate) fn number(field: &str, most: f64) -> Option<f64> {
    field.parse::<f64>().ok().filter(|number| number.abs() <= most)
}

impl Shape for TextFile {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let name = At::new(FileName::read(value, problems)?, value.place.clone());
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
