//! Tables that a run records where its scenario asks for them.
//!
//! A [`Series`] is one such table: its columns, the events it listens to, and how they become rows.
//! A [`SeriesSet`] is what a scenario can ask for by name in `run.record`: an open list, passed to
//! the scenario's reader as a value. A series that a run does not record receives no events.

use std::any::Any;
use std::fmt;

use skyseam_base::SimTime;

use crate::columns::TableSpec;
use crate::event::{Event, Events};
use crate::table::Table;

/// Records events of one run and turns them into a table.
pub trait Recording: Any + fmt::Debug + Send {
    /// Records that `event` happened at `now`. Called only for the kinds in [`Series::EVENTS`].
    fn record(&mut self, now: SimTime, event: &Event<'_>);

    /// The table, once the run is over.
    fn into_table(self: Box<Self>, end: &RunEnd<'_>) -> Table;

    /// What of the table is there while the run goes on, for somebody who looks at it: of long ones
    /// perhaps some rows of all. `None` where nothing can be told before the end.
    fn so_far(&self, end: &RunEnd<'_>) -> Option<Table> {
        let _ = end;
        None
    }

    /// How many rows there are that nothing can change any more; none where rows are made at the
    /// end.
    fn rows_ready(&self) -> usize {
        0
    }

    /// How many rows it holds, or things that it makes into rows at the end.
    fn rows_held(&self) -> usize {
        self.rows_ready()
    }

    /// Takes out the rows that are ready: the next ones of the table, whose last ones
    /// [`Recording::into_table`] gives.
    fn take_rows(&mut self, end: &RunEnd<'_>) -> Table {
        let _ = end;
        Table::default()
    }
}

/// In an implementation of [`Recording`] for a struct of columns: every row is final, so that it
/// can be taken out while the run goes on.
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

/// The most rows of a table that is looked at while a run goes on.
pub const MOST_ROWS_SO_FAR: usize = 50_000;

/// Of a column with more than [`MOST_ROWS_SO_FAR`] values some, evenly.
pub fn some_of<T: Clone>(values: &[T]) -> Vec<T> {
    values.iter().step_by(values.len() / MOST_ROWS_SO_FAR + 1).cloned().collect()
}

/// A table that a scenario can ask for in `run.record`. Its `default()` is an empty recording.
pub trait Series: Recording + Default {
    /// Its name, as `run.record` and results spell it, and its columns.
    const TABLE: TableSpec;
    /// What documentation says of it, in a few words.
    const SUMMARY: &'static str;
    /// Where it is described.
    const SOURCE: &'static str = "docs: results";
    /// The events that it listens to.
    const EVENTS: Events;
}

/// What a table may need that is known only at the end of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunEnd<'a> {
    /// The last instant of the run.
    pub at: SimTime,
    /// Names of nodes by [`skyseam_base::NodeId`].
    pub nodes: &'a [String],
    /// Names of links, by the numbers that events have.
    pub links: &'a [String],
    /// Names of receivers of links with HARQ, by the numbers that events have.
    pub receivers: &'a [String],
}

/// A series whose type is erased: its declaration, and how its recording begins.
#[derive(Clone, Copy)]
pub struct AnySeries {
    /// Its name and its columns.
    pub table: TableSpec,
    /// What documentation says of it.
    pub summary: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The events that it listens to.
    pub events: Events,
    begin: fn() -> Box<dyn Recording>,
}

impl AnySeries {
    /// The series `S`.
    pub const fn of<S: Series>() -> Self {
        Self {
            table: S::TABLE,
            summary: S::SUMMARY,
            source: S::SOURCE,
            events: S::EVENTS,
            begin: || Box::new(S::default()),
        }
    }

    /// An empty recording.
    pub fn begin(&self) -> Box<dyn Recording> {
        (self.begin)()
    }

    /// Its name.
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

/// The tables that a run can produce: series by name, and tables that need not be asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeriesSet {
    series: Vec<AnySeries>,
    unasked: Vec<(TableSpec, &'static str)>,
}

impl SeriesSet {
    /// This set with the series `S`.
    ///
    /// # Panics
    /// When there is a table of that name already.
    #[must_use]
    pub fn with<S: Series>(mut self) -> Self {
        self.refuse_twin(S::TABLE.name);
        self.series.push(AnySeries::of::<S>());
        self
    }

    /// This set with a table that is not asked for by its name; `when` is the condition under which
    /// a run has it, in words for the documentation.
    ///
    /// # Panics
    /// When there is a table of that name already.
    #[must_use]
    pub fn with_unasked(mut self, table: TableSpec, when: &'static str) -> Self {
        self.refuse_twin(table.name);
        self.unasked.push((table, when));
        self
    }

    fn refuse_twin(&self, name: &str) {
        assert!(self.tables().all(|known| known.name != name), "two tables called {name}");
    }

    /// The series in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = AnySeries> {
        self.series.iter().copied()
    }

    /// The series called `name`.
    pub fn find(&self, name: &str) -> Option<AnySeries> {
        self.iter().find(|series| series.name() == name)
    }

    /// The tables that need not be asked for, and when a run has them.
    pub fn unasked(&self) -> impl Iterator<Item = (TableSpec, &'static str)> {
        self.unasked.iter().copied()
    }

    /// All tables: first those that need not be asked for, then the series.
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
            /// When it began.
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
