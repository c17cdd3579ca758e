//! The events of the simulator, and the tables that record them.
//!
//! Owns the vocabulary ([`Event`]), the trait [`Recorder`], the result tables ([`Table`]), the
//! declaration of their columns ([`columns!`]), and the series that a scenario can request
//! ([`Series`]). Does not decide which are recorded: a run's `record` list does.

pub mod buffered;
pub mod columns;
pub mod event;
pub mod recorder;
pub mod series;
pub mod table;

pub use buffered::KeptEvent;
pub use columns::{Cells, ColumnKind, ColumnSpec, Columns, NameLists, Names, TableSpec};
pub use event::{
    AccessStep, AckRelease, DropReason, Event, Events, HarqEnd, HarqEnding, PageEnd, Playback,
    RetransmitCause, Segment, WebObject,
};
pub use recorder::{NullRecorder, Recorder};
pub use series::{AnySeries, Begin, Recording, RunEnd, Series, SeriesSet, thinned};
pub use table::{Column, Table, Values};
