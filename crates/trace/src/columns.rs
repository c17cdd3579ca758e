//! How a table's columns are declared, once: name, kind, unit and meaning, with the values beside.
//!
//! [`columns!`](crate::columns!) makes a struct with a field for each column. What results,
//! documentation and Parquet files say of a column comes from that declaration alone.

use crate::table::{Table, Values};

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Real numbers, some of which may be missing.
    Number,
    /// Counts and ids.
    Count,
    /// Counts and ids that not every row has.
    OptionalCount,
    /// Truth values.
    Flag,
    /// Truth values that not every row has.
    OptionalFlag,
    /// Text that repeats, some of which may be missing.
    Name,
    /// Lists of text that repeats.
    NameList,
}

impl Kind {
    /// The kind as documentation spells it.
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
    /// What its values are.
    pub kind: Kind,
    /// Unit of its values, as in `ms`; empty where there is none.
    pub unit: &'static str,
    /// Meaning of its values, as doc comments give it: each line begins with a blank.
    pub doc: &'static str,
}

impl ColumnSpec {
    /// What its values mean.
    pub fn meaning(&self) -> &'static str {
        self.doc.trim()
    }
}

/// The declaration of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// Name, unique among the tables of one study.
    pub name: &'static str,
    /// What a row is, as doc comments give it: each line begins with a blank.
    pub doc: &'static str,
    /// The columns in the order results show them.
    pub columns: &'static [ColumnSpec],
}

impl TableSpec {
    /// What a row is.
    pub fn meaning(&self) -> &'static str {
        self.doc.trim()
    }
}

/// The values of one column; their type determines their kind.
pub trait Cells: Into<Values> {
    /// Their kind.
    const KIND: Kind;
}

/// Text that repeats: an index into `names` per row; `u32::MAX` becomes null.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Index per row.
    pub indices: Vec<u32>,
    /// The distinct texts.
    pub names: Vec<String>,
}

impl Names {
    /// One of `names` for each row, by the index in `indices`.
    pub fn new(indices: impl IntoIterator<Item = u32>, names: &[impl ToString]) -> Self {
        let names = names.iter().map(ToString::to_string).collect();
        Self { indices: indices.into_iter().collect(), names }
    }

    /// Adds a row with `name`. Scans all names known so far, so they should be few.
    pub fn push(&mut self, name: &str) {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        self.indices.push(number as u32);
    }
}

/// Lists of text that repeats; see [`Values::NameLists`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NameLists {
    /// One more than there are rows, ascending from 0.
    pub offsets: Vec<u32>,
    /// Index per list element.
    pub indices: Vec<u32>,
    /// The distinct texts.
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
            const KIND: Kind = Kind::$kind;
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

/// A table whose columns are declared.
pub trait Columns {
    /// Its name and its columns.
    const SPEC: TableSpec;

    /// The table.
    ///
    /// # Panics
    /// When the columns differ in length.
    fn into_table(self) -> Table;
}

/// Declares the columns of a table: a struct with a field for each, its type one of [`Cells`], its
/// doc comment what documentation says of the column, and `as "unit"` where it has a unit. The
/// struct implements [`Columns`].
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
