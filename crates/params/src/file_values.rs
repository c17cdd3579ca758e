//! Keys whose values are in a file beside the scenario, and rows of numbers.
//!
//! The crate that uses a file parses it by an implementation of [`FileForm`]; a key of the shape
//! [`FileOf`] then holds its content.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::document::{Spanned, Value};
use crate::error::{Problem, Problems, short};
use crate::files::FileName;
pub use crate::lines::FileRow;
use crate::parameters::Parameter;
use crate::shape::{Definitions, Shape};

/// Maximum number of problems of one file that are reported individually.
const MAX_FAULTS: usize = 10;

/// Content of a file, with its parser.
pub trait FileForm: Sized + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Parses the file called `name`; reports problems and returns `None` if there are any.
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self>;
}

/// A file beside the scenario, and its content.
#[derive(Debug, PartialEq)]
pub struct FileOf<T> {
    /// Name of the file in the scenario.
    pub name: String,
    /// Content of the file.
    pub content: Arc<T>,
}

impl<T> FileOf<T> {
    /// A file called `name` that holds `content`.
    pub fn new(name: &str, content: T) -> Self {
        Self { name: name.to_owned(), content: Arc::new(content) }
    }
}

impl<T> Clone for FileOf<T> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), content: self.content.clone() }
    }
}

impl<T: FileForm> Shape for FileOf<T> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let name = Spanned::new(FileName::read(value, problems)?, value.place.clone());
        let (files, warned) = (problems.files(), problems.warnings());
        let kept = files.kept(&name.value.0);
        let content = match kept {
            Some(content) => content,
            None => Arc::new(T::read_file(&name, problems)?),
        };
        // What a file is warned of is said of every scenario that names it.
        if problems.warnings() == warned {
            files.keep(&name.value.0, content.clone());
        }
        Some(Self { name: name.value.0, content })
    }

    fn schema(definitions: &mut Definitions) -> Json {
        FileName::schema(definitions)
    }
}

impl<T: FileForm> Parameter for FileOf<T> {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(own.name)
    }
}

/// A column: its name with its unit, and the minimum and maximum of its numbers.
pub type FileColumn = (&'static str, f64, f64);

/// Collector of the problems of a file.
#[derive(Debug)]
pub struct Faults<'r, 'p, 't> {
    name: &'r Spanned<FileName>,
    count: usize,
    /// The last problem that is not reported because there are enough.
    beyond: Problem,
    problems: &'p mut Problems<'t>,
}

impl<'r, 'p, 't> Faults<'r, 'p, 't> {
    /// Creates an empty collector for the file that a key names.
    pub fn of(name: &'r Spanned<FileName>, problems: &'p mut Problems<'t>) -> Self {
        Self { name, count: 0, beyond: Problem::default(), problems }
    }

    /// Reports what is wrong with a line, unless there are enough problems.
    pub fn add(&mut self, row: FileRow<'_>, what: impl Into<String>) -> &mut Problem {
        self.count += 1;
        if self.count > MAX_FAULTS {
            return &mut self.beyond;
        }
        self.problems.add_in(self.name, row, what)
    }

    /// Whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether further problems are only counted.
    pub fn is_full(&self) -> bool {
        self.count >= MAX_FAULTS
    }

    /// The number in a field of this column.
    pub fn number(
        &mut self,
        row: FileRow<'_>,
        (column, least, most): FileColumn,
        field: &str,
    ) -> Option<f64> {
        let what = match field.parse::<f64>() {
            Ok(value) if (least..=most).contains(&value) => return Some(value),
            Ok(_) => "is out of range",
            Err(_) => "is not a number",
        };
        self.add(row, format!("`{column}` {what}"))
            .found(format!("\"{}\"", short(field)))
            .expected(format!("a number from {least} to {most}"));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::SourceSpan;
    use crate::files::Files;

    #[derive(Debug, PartialEq)]
    struct Length(usize);

    impl FileForm for Length {
        fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
            problems.text_of(name).map(|text| Self(text.len()))
        }
    }

    /// Goal: a file beside several scenarios is parsed once, and again when its content changes.
    /// Method: the same content is shared, another one is not.
    #[test]
    fn a_file_is_parsed_once() {
        let read = |files: &Files| {
            let name = Spanned::new(Value::Text("a.csv".into()), SourceSpan::default());
            let mut problems = Problems::new("").beside(files);
            FileOf::<Length>::read(&name, &mut problems).expect("a text").content
        };
        let mut files = Files::new();
        files.insert("a.csv", "two");
        assert!(Arc::ptr_eq(&read(&files), &read(&files)));
        files.insert("a.csv", "seven");
        assert_eq!(*read(&files), Length(5));
    }
}
