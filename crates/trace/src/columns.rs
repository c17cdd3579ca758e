//! Declaration of a table's columns: name, kind, unit and meaning, together with the values.
//!
//! [`columns!`](crate::columns!) makes a struct with a field for each column. Documentation,
//! results and Parquet files describe a column from that declaration alone.

use crate::table::{Table, Values};

/// Kind of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Real numbers, possibly null.
    Number,
    /// Counts and ids.
    Count,
    /// Counts and ids, possibly null.
    OptionalCount,
    /// Truth values.
    Flag,
    /// Truth values, possibly null.
    OptionalFlag,
    /// Repeating text, possibly null.
    Name,
    /// Lists of repeating text.
    NameList,
}

impl ColumnKind {
    /// Name of the kind in the documentation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Count => "whole number",
            Self::OptionalCount => "whole number or null",
            Self::Flag => "true or false",
            Self::OptionalFlag => "true, false or null",
            Self::Name => "text",
            Self::NameList => "list of texts",
        }
    }
}

/// The declaration of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSpec {
    /// Name with the unit last, for example `delay_ms`.
    pub name: &'static str,
    /// Kind of the values.
    pub kind: ColumnKind,
    /// Unit of the values, such as `ms`; empty if there is none.
    pub unit: &'static str,
    /// Meaning of the values, in the form of doc comments: each line begins with a blank.
    pub doc: &'static str,
}

impl ColumnSpec {
    /// Meaning of the values.
    pub fn meaning(&self) -> &'static str {
        self.doc.trim()
    }
}

/// The declaration of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// Name, unique among the tables of one study.
    pub name: &'static str,
    /// Meaning of a row, in the form of doc comments: each line begins with a blank.
    pub doc: &'static str,
    /// Columns in the order of the results.
    pub columns: &'static [ColumnSpec],
}

impl TableSpec {
    /// Meaning of a row.
    pub fn meaning(&self) -> &'static str {
        self.doc.trim()
    }
}

/// The values of one column; their type determines their kind.
pub trait Cells: Into<Values> {
    /// Kind of the values.
    const KIND: ColumnKind;
}

/// Repeating text: an index into `names` per row; `u32::MAX` becomes null.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Index per row.
    pub indices: Vec<u32>,
    /// Distinct texts.
    pub names: Vec<String>,
}

impl Names {
    /// For each row, the one of `names` with its index in `indices`.
    pub fn new(indices: impl IntoIterator<Item = u32>, names: &[impl ToString]) -> Self {
        let names = names.iter().map(ToString::to_string).collect();
        Self { indices: indices.into_iter().collect(), names }
    }

    /// Appends a row with `name`. Scans all names so far, so there should be few.
    pub fn push(&mut self, name: &str) {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        self.indices.push(number as u32);
    }
}

/// Lists of repeating text; see [`Values::NameLists`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NameLists {
    /// Offsets of the lists, ascending from 0, one more than there are rows.
    pub offsets: Vec<u32>,
    /// Index per list element.
    pub indices: Vec<u32>,
    /// Distinct texts.
    pub names: Vec<String>,
}

macro_rules! cells {
    ($($cells:ty: $kind:ident, |$values:ident| $into:expr;)+) => {$(
        impl From<$cells> for Values {
            fn from($values: $cells) -> Self {
                $into
            }
        }

        impl Cells for $cells {
            const KIND: ColumnKind = ColumnKind::$kind;
        }
    )+};
}

cells! {
    Vec<f64>: Number, |values| Self::F64(values);
    Vec<u64>: Count, |values| Self::U64(values);
    Vec<Option<u64>>: OptionalCount, |values| Self::OptionalU64(values);
    Vec<bool>: Flag, |values| Self::Bool(values);
    Vec<Option<bool>>: OptionalFlag, |values| Self::OptionalBool(values);
    Names: Name, |values| Self::Names { indices: values.indices, names: values.names };
    NameLists: NameList, |values| Self::NameLists {
        offsets: values.offsets,
        indices: values.indices,
        names: values.names,
    };
}

/// A table with declared columns.
pub trait Columns {
    /// Declaration of the table.
    const SPEC: TableSpec;

    /// Converts the columns into a table.
    ///
    /// # Panics
    /// If the columns differ in length.
    fn into_table(self) -> Table;
}

/// Declares the columns of a table: a struct with a field for each. The field's type implements
/// [`Cells`], its doc comment is the documentation of the column, and `as "unit"` gives the unit,
/// if any. The struct implements [`Columns`].
///
/// ```
/// use skyseam_trace::{Columns, columns};
///
/// columns! {
///     /// A row for each round-trip sample.
///     pub struct Samples "samples" {
///         /// When the sample was taken.
///         t_s: Vec<f64> as "s",
///         /// Which flow took it.
///         flow: Vec<u64>,
///     }
/// }
///
/// assert_eq!(Samples::SPEC.columns[0].unit, "s");
/// let table = Samples { t_s: vec![0.5], flow: vec![0] }.into_table();
/// assert_eq!(table.rows(), 1);
/// ```
#[macro_export]
macro_rules! columns {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $rows:ident $table:literal {
            $(
                $(#[doc = $column_doc:literal])+
                $column:ident: $cells:ty $(as $unit:literal)?,
            )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default)]
        $vis struct $rows {
            $(
                $(#[doc = $column_doc])+
                pub $column: $cells,
            )+
        }

        impl $crate::Columns for $rows {
            const SPEC: $crate::TableSpec = $crate::TableSpec {
                name: $table,
                doc: concat!($($doc),+),
                columns: &[$($crate::ColumnSpec {
                    name: stringify!($column),
                    kind: <$cells as $crate::Cells>::KIND,
                    unit: concat!($($unit)?),
                    doc: concat!($($column_doc),+),
                }),+],
            };

            fn into_table(self) -> $crate::Table {
                let values = [$($crate::Values::from(self.$column)),+];
                let specs = Self::SPEC.columns.iter().copied();
                let columns = specs.zip(values).map(|(spec, values)| $crate::Column {
                    spec,
                    values,
                });
                $crate::Table::new(columns.collect())
            }
        }
    };
}
