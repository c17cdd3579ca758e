//! Column tables: the form of all results.
//!
//! Plain columns of numbers and text, all of one length, which a binding can pass on as Arrow
//! arrays without iterating over rows.

use crate::columns::{ColumnKind, ColumnSpec, TableSpec};

/// A table of equally long columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Columns, in the order of the results.
    pub columns: Vec<Column>,
}

/// A column: its declaration and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name, kind, unit and meaning.
    pub spec: ColumnSpec,
    /// Values of the rows.
    pub values: Values,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Real numbers; NaN becomes null.
    F64(Vec<f64>),
    /// Counts and ids.
    U64(Vec<u64>),
    /// Counts and ids, possibly null.
    OptionalU64(Vec<Option<u64>>),
    /// Truth values.
    Bool(Vec<bool>),
    /// Truth values, possibly null.
    OptionalBool(Vec<Option<bool>>),
    /// Repeating text: an index into `names` per row; `u32::MAX` becomes null.
    Names {
        /// Index per row.
        indices: Vec<u32>,
        /// Distinct texts.
        names: Vec<String>,
    },
    /// Lists of repeating text: row `i` is `indices[offsets[i]..offsets[i + 1]]` into `names`.
    NameLists {
        /// Offsets of the lists, ascending from 0, one more than there are rows.
        offsets: Vec<u32>,
        /// Index per list element.
        indices: Vec<u32>,
        /// Distinct texts.
        names: Vec<String>,
    },
}

impl Values {
    /// Kind of the values.
    pub fn kind(&self) -> ColumnKind {
        match self {
            Self::F64(_) => ColumnKind::Number,
            Self::U64(_) => ColumnKind::Count,
            Self::OptionalU64(_) => ColumnKind::OptionalCount,
            Self::Bool(_) => ColumnKind::Flag,
            Self::OptionalBool(_) => ColumnKind::OptionalFlag,
            Self::Names { .. } => ColumnKind::Name,
            Self::NameLists { .. } => ColumnKind::NameList,
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(v) => v.len(),
            Self::U64(v) => v.len(),
            Self::OptionalU64(v) => v.len(),
            Self::Bool(v) => v.len(),
            Self::OptionalBool(v) => v.len(),
            Self::Names { indices, .. } => indices.len(),
            Self::NameLists { offsets, .. } => offsets.len().saturating_sub(1),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Values {
    /// Appends values of the same kind.
    ///
    /// # Panics
    /// If they are of another kind.
    pub fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::F64(all), Self::F64(more)) => all.extend(more),
            (Self::U64(all), Self::U64(more)) => all.extend(more),
            (Self::OptionalU64(all), Self::OptionalU64(more)) => all.extend(more),
            (Self::Bool(all), Self::Bool(more)) => all.extend(more),
            (Self::OptionalBool(all), Self::OptionalBool(more)) => all.extend(more),
            (Self::Names { indices, names }, Self::Names { indices: more, names: its }) => {
                let mut renumber = Renumber::new(names, its);
                indices.extend(more.into_iter().map(|index| renumber.number(index)));
            }
            (
                Self::NameLists { offsets, indices, names },
                Self::NameLists { offsets: its_offsets, indices: more, names: its },
            ) => {
                let before = indices.len() as u32;
                let mut renumber = Renumber::new(names, its);
                indices.extend(more.into_iter().map(|index| renumber.number(index)));
                offsets.extend(its_offsets.into_iter().skip(1).map(|offset| before + offset));
            }
            (_, _) => panic!("values of different kinds"),
        }
    }
}

/// Mapping of indices into one list of names to indices into another, which is extended by missing
/// names.
struct Renumber<'n> {
    names: &'n mut Vec<String>,
    others: Vec<String>,
    /// New index of each of the other names, once it has been looked up.
    known: Vec<Option<u32>>,
}

impl<'n> Renumber<'n> {
    fn new(names: &'n mut Vec<String>, others: Vec<String>) -> Self {
        Self { names, known: vec![None; others.len()], others }
    }

    fn number(&mut self, other: u32) -> u32 {
        // The index that stands for null is in no list.
        let Some(known) = self.known.get_mut(other as usize) else { return other };
        *known.get_or_insert_with(|| {
            let name = &mut self.others[other as usize];
            // Tables of equal runs have equal lists.
            if self.names.get(other as usize) == Some(name) {
                return other;
            }
            let found = self.names.iter().position(|known| known == name);
            found.unwrap_or_else(|| {
                self.names.push(std::mem::take(name));
                self.names.len() - 1
            }) as u32
        })
    }
}

impl Table {
    /// An empty table with this declaration.
    pub fn without_rows(of: &TableSpec) -> Self {
        let values = |kind| match kind {
            ColumnKind::Number => Values::F64(Vec::new()),
            ColumnKind::Count => Values::U64(Vec::new()),
            ColumnKind::OptionalCount => Values::OptionalU64(Vec::new()),
            ColumnKind::Flag => Values::Bool(Vec::new()),
            ColumnKind::OptionalFlag => Values::OptionalBool(Vec::new()),
            ColumnKind::Name => Values::Names { indices: Vec::new(), names: Vec::new() },
            ColumnKind::NameList => {
                Values::NameLists { offsets: vec![0], indices: Vec::new(), names: Vec::new() }
            }
        };
        let column = |&spec: &ColumnSpec| Column { spec, values: values(spec.kind) };
        Self::new(of.columns.iter().map(column).collect())
    }

    /// A table with the given columns.
    ///
    /// # Panics
    /// If the columns differ in length, or one has values of another kind than declared.
    pub fn new(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |c| c.values.len());
        for Column { spec, values } in &columns {
            assert_eq!(values.len(), rows, "column {} differs in length", spec.name);
            assert_eq!(values.kind(), spec.kind, "column {} is of another kind", spec.name);
        }
        Self { columns }
    }

    /// Appends the rows of another table with the same columns; a table without columns takes them
    /// over.
    ///
    /// # Panics
    /// If the columns are not the same.
    pub fn append(&mut self, more: Self) {
        if self.columns.is_empty() {
            self.columns = more.columns;
            return;
        }
        assert_eq!(self.columns.len(), more.columns.len(), "tables of different columns");
        for (column, more) in self.columns.iter_mut().zip(more.columns) {
            assert_eq!(column.spec.name, more.spec.name, "tables of different columns");
            column.values.append(more.values);
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |c| c.values.len())
    }

    /// The column called `name`.
    pub fn column(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|c| c.spec.name == name).map(|c| &c.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &'static str, values: Values) -> Column {
        Column { spec: ColumnSpec { name, kind: values.kind(), unit: "", doc: "" }, values }
    }

    #[test]
    #[should_panic(expected = "column a is of another kind")]
    fn values_are_of_the_kind_that_was_declared() {
        let column = column("a", Values::U64(vec![1]));
        Table::new(vec![Column { values: Values::F64(vec![1.0]), ..column }]);
    }

    #[test]
    #[should_panic(expected = "column b differs in length")]
    fn columns_of_one_table_are_equally_long() {
        Table::new(vec![column("a", Values::U64(vec![1, 2])), column("b", Values::F64(vec![1.0]))]);
    }

    #[test]
    fn rows_of_another_table_follow_with_their_names() {
        let names = |list: &[&str]| list.iter().map(|&name| name.into()).collect::<Vec<String>>();
        let table = |numbers: &[u64], indices: &[u32], listed: &[&str]| {
            Table::new(vec![
                column("n", Values::U64(numbers.to_vec())),
                column("at", Values::Names { indices: indices.to_vec(), names: names(listed) }),
                column(
                    "path",
                    Values::NameLists {
                        offsets: (0..=indices.len() as u32).collect(),
                        indices: indices.iter().map(|&i| i.min(1)).collect(),
                        names: names(listed),
                    },
                ),
            ])
        };
        let mut all = Table::default();
        all.append(table(&[1, 2], &[0, u32::MAX], &["HNL", "LAX"]));
        all.append(table(&[3, 4, 5], &[0, 1, 0], &["LAX", "DEL"]));
        assert_eq!(all.column("n"), Some(&Values::U64(vec![1, 2, 3, 4, 5])));
        let expected = Values::Names {
            indices: vec![0, u32::MAX, 1, 2, 1],
            names: names(&["HNL", "LAX", "DEL"]),
        };
        assert_eq!(all.column("at"), Some(&expected));
        let expected = Values::NameLists {
            offsets: vec![0, 1, 2, 3, 4, 5],
            indices: vec![0, 1, 1, 2, 1],
            names: names(&["HNL", "LAX", "DEL"]),
        };
        assert_eq!(all.column("path"), Some(&expected));
        assert_eq!(all.rows(), 5);
    }

    #[test]
    fn a_list_column_counts_rows_not_elements() {
        let lists = Values::NameLists {
            offsets: vec![0, 2, 2],
            indices: vec![0, 1],
            names: vec!["HNL".into(), "LAX".into()],
        };
        assert_eq!(lists.len(), 2);
    }
}
