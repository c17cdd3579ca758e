//! Parameters: the declaration of a model's keys, and the code and documents generated from it.
//!
//! [`parameters!`] declares a struct with the keys of a scenario file: documentation, value,
//! default, source. That declaration gives the reader with its messages, the JSON Schema, the
//! printer of the manifest and the line of `skyseam models`. [`registry!`] lists the models of one
//! family to choose from; a [`Catalogue`] holds all families and is a value, so that a program can
//! add its own models. Knows no scenario and no model.
//!
//! Read [`parameters`] and [`registry`] first, then [`shape`] for the reading of values and tables.

pub mod beside;
mod catalogue;
pub mod document;
pub mod dscp;
pub mod dynamic;
pub mod embedded;
pub mod error;
pub mod file_values;
pub mod files;
pub mod format;
mod lines;
mod list;
pub mod manifest;
pub mod names;
pub mod parameters;
mod problem;
pub mod registry;
pub mod rows;
pub mod shape;
mod spelling;
pub mod text_values;
pub mod units;
mod value;
pub mod values;

pub use beside::Beside;
pub use catalogue::Catalogue;
pub use document::{SourceSpan, Spanned, TableEntry, Value};
pub use error::{Problem, Problems, ScenarioErrors, ScenarioWarning};
pub use file_values::{FileForm, FileOf};
pub use files::Files;
pub use format::Format;
pub use manifest::Manifest;
pub use parameters::{Declared, Keys, NoKeys, Parameter, Parameters};
pub use registry::{Chosen, Family, Member, Model};
pub use shape::{Definitions, Shape};

/// Re-export for the macros.
#[doc(hidden)]
pub use serde_json;
