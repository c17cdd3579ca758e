//! Column tables: the form in which results leave the simulator.
//!
//! Plain columns of numbers and text, all of one length, that a binding can hand over as Arrow
//! arrays without looking at rows.

/// A named table of equally long columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The columns, in the order results show them.
    pub columns: Vec<Column>,
}

/// A named column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name with the unit last, for example `delay_ms`.
    pub name: &'static str,
    /// The values.
    pub values: Values,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Real numbers; NaN stands for "none" and becomes null.
    F64(Vec<f64>),
    /// Counts and ids.
    U64(Vec<u64>),
    /// Counts and ids that not every row has.
    OptionalU64(Vec<Option<u64>>),
    /// Truth values.
    Bool(Vec<bool>),
    /// Text that repeats: an index into `names` per row; `u32::MAX` becomes null.
    Names {
        /// Index per row.
        indices: Vec<u32>,
        /// The distinct texts.
        names: Vec<String>,
    },
    /// Lists of repeating text: row `i` is `indices[offsets[i]..offsets[i + 1]]` into `names`.
    NameLists {
        /// One more than there are rows, ascending from 0.
        offsets: Vec<u32>,
        /// Index per list element.
        indices: Vec<u32>,
        /// The distinct texts.
        names: Vec<String>,
    },
}

impl Values {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(v) => v.len(),
            Self::U64(v) => v.len(),
            Self::OptionalU64(v) => v.len(),
            Self::Bool(v) => v.len(),
            Self::Names { indices, .. } => indices.len(),
            Self::NameLists { offsets, .. } => offsets.len().saturating_sub(1),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Table {
    /// A table of the given columns.
    ///
    /// # Panics
    /// When the columns differ in length.
    pub fn new(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |c| c.values.len());
        for column in &columns {
            assert_eq!(column.values.len(), rows, "column {} differs in length", column.name);
        }
        Self { columns }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |c| c.values.len())
    }

    /// The column called `name`.
    pub fn column(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|c| c.name == name).map(|c| &c.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "column b differs in length")]
    fn columns_of_one_table_are_equally_long() {
        Table::new(vec![
            Column { name: "a", values: Values::U64(vec![1, 2]) },
            Column { name: "b", values: Values::F64(vec![1.0]) },
        ]);
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
