//! Tables that a run records on request of its scenario.
//!
//! A [`Series`] is one such table: its columns, the events it receives, and their conversion into
//! rows. A [`SeriesSet`] holds the series that a scenario can name in `run.record`; it is open, and
//! passed as a value to the reader of scenarios. A series that a run does not record receives no
//! events.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use skyseam_base::SimTime;

use crate::columns::TableSpec;
use crate::event::{Event, Events};
use crate::table::Table;

/// Recording of the events of one run, which becomes a table.
pub trait Recording: Any + fmt::Debug + Send {
    /// Records that `event` happened at `now`. Called only for the kinds in [`Series::EVENTS`].
    fn record(&mut self, now: SimTime, event: &Event<'_>);

    /// Converts the recording into a table at the end of the run.
    fn into_table(self: Box<Self>, end: &RunEnd<'_>) -> Table;

    /// The rows available while the run continues, possibly thinned; `None` if the table exists
    /// only at the end.
    fn so_far(&self, end: &RunEnd<'_>) -> Option<Table> {
        let _ = end;
        None
    }

    /// Number of final rows; 0 for tables whose rows are made at the end.
    fn rows_ready(&self) -> usize {
        0
    }

    /// Number of rows held, or of items that become rows at the end.
    fn rows_held(&self) -> usize {
        self.rows_ready()
    }

    /// Removes and returns the final rows, which continue the table; [`Recording::into_table`]
    /// returns the last rows.
    fn take_rows(&mut self, end: &RunEnd<'_>) -> Table {
        let _ = end;
        Table::default()
    }
}

/// Implements the methods of [`Recording`] for a struct of columns whose every row is final, so
/// that rows can be removed during the run.
#[macro_export]
macro_rules! rows_are_final {
    () => {
        fn rows_ready(&self) -> usize {
            self.t_s.len()
        }

        fn take_rows(&mut self, end: &$crate::RunEnd<'_>) -> $crate::Table {
            $crate::Recording::into_table(Box::new(std::mem::take(self)), end)
        }
    };
}

/// Maximum number of rows of a table that is shown during a run.
pub(crate) const MAX_PARTIAL_ROWS: usize = 50_000;

/// Thins a column evenly to at most [`MAX_PARTIAL_ROWS`] values.
pub fn thinned<T: Clone>(values: &[T]) -> Vec<T> {
    values.iter().step_by(values.len() / MAX_PARTIAL_ROWS + 1).cloned().collect()
}

/// A table that a scenario can request in `run.record`. Its `default()` is an empty recording.
pub trait Series: Recording + Default {
    /// Declaration of the table: its name in `run.record` and in results, and its columns.
    const TABLE: TableSpec;
    /// Short description for the documentation.
    const SUMMARY: &'static str;
    /// Reference to its description.
    const SOURCE: &'static str = "docs: results";
    /// Event kinds that the series receives.
    const EVENTS: Events;
}

/// Data that is known only at the end of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunEnd<'a> {
    /// Last instant of the run.
    pub at: SimTime,
    /// Names of nodes by [`skyseam_base::NodeId`].
    pub nodes: &'a [String],
    /// Names of links by their number in events.
    pub links: &'a [String],
    /// Names of receivers of links with HARQ, by their number in events.
    pub receivers: &'a [String],
}

/// A type-erased series: its declaration and the constructor of its recording.
#[derive(Clone)]
pub struct AnySeries {
    /// Declaration of the table.
    pub table: TableSpec,
    /// Short description for the documentation.
    pub summary: &'static str,
    /// Reference to its description.
    pub source: &'static str,
    /// Event kinds that the series receives.
    pub events: Events,
    begin: Arc<Begin>,
}

/// Constructor of an empty recording.
pub type Begin = dyn Fn() -> Box<dyn Recording> + Send + Sync;

impl AnySeries {
    /// The type-erased form of series `S`.
    pub fn of<S: Series>() -> Self {
        Self {
            table: S::TABLE,
            summary: S::SUMMARY,
            source: S::SOURCE,
            events: S::EVENTS,
            begin: Arc::new(|| Box::new(S::default())),
        }
    }

    /// A series that is declared by values, such as that of a plug-in.
    pub fn declared(table: TableSpec, events: Events, begin: Arc<Begin>) -> Self {
        Self { table, summary: table.meaning(), source: "", events, begin }
    }

    /// An empty recording.
    pub fn begin(&self) -> Box<dyn Recording> {
        (self.begin)()
    }

    /// Name of the table.
    pub const fn name(&self) -> &'static str {
        self.table.name
    }
}

impl fmt::Debug for AnySeries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Two series are equal if they have the same name and columns.
impl PartialEq for AnySeries {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
    }
}

impl Eq for AnySeries {}

/// The tables that a run can produce: series requested by name, and tables that are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeriesSet {
    series: Vec<AnySeries>,
    unasked: Vec<(TableSpec, &'static str)>,
}

impl SeriesSet {
    /// Adds the series `S`.
    ///
    /// # Panics
    /// If a table of that name exists already.
    #[must_use]
    pub fn with<S: Series>(mut self) -> Self {
        self.refuse_twin(S::TABLE.name);
        self.series.push(AnySeries::of::<S>());
        self
    }

    /// Adds a table that is not requested by name; `when` is the condition under which a run has
    /// it, in words for the documentation.
    ///
    /// # Panics
    /// If a table of that name exists already.
    #[must_use]
    pub fn with_unasked(mut self, table: TableSpec, when: &'static str) -> Self {
        self.refuse_twin(table.name);
        self.unasked.push((table, when));
        self
    }

    fn refuse_twin(&self, name: &str) {
        assert!(self.tables().all(|known| known.name != name), "two tables called {name}");
    }

    /// The series in order of their addition.
    pub fn iter(&self) -> impl Iterator<Item = AnySeries> {
        self.series.iter().cloned()
    }

    /// The series called `name`.
    pub fn find(&self, name: &str) -> Option<AnySeries> {
        self.iter().find(|series| series.name() == name)
    }

    /// The tables that are not requested, and the conditions under which a run has them.
    pub fn unasked(&self) -> impl Iterator<Item = (TableSpec, &'static str)> {
        self.unasked.iter().copied()
    }

    /// All tables: first those that are not requested, then the series.
    pub fn tables(&self) -> impl Iterator<Item = TableSpec> {
        self.unasked().map(|(table, _)| table).chain(self.iter().map(|series| series.table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;

    crate::columns! {
        /// A row for each flow that began.
        struct Beginnings "beginnings" {
            /// Time when the flow began.
            t_s: Vec<f64> as "s",
        }
    }

    impl Recording for Beginnings {
        fn record(&mut self, now: SimTime, _: &Event<'_>) {
            self.t_s.push(now.as_secs_f64());
        }

        fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
            Columns::into_table(*self)
        }
    }

    impl Series for Beginnings {
        const TABLE: TableSpec = Self::SPEC;
        const SUMMARY: &'static str = "every flow that begins";
        const EVENTS: Events = Events::FLOW_STARTED;
    }

    #[test]
    fn a_series_is_found_by_its_name() {
        let set = SeriesSet::default().with::<Beginnings>();
        assert_eq!(set.find("beginnings"), Some(AnySeries::of::<Beginnings>()));
        assert_eq!(set.find("beginning"), None);
    }

    #[test]
    #[should_panic(expected = "two tables called beginnings")]
    fn two_tables_of_one_name_are_refused() {
        drop(SeriesSet::default().with::<Beginnings>().with_unasked(Beginnings::SPEC, "always"));
    }
}
