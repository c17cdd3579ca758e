//! The table `pages`: each visit of a web page, and its end. A run has it if any began.

use std::collections::BTreeMap;

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Columns, Event, Names, PageEnd, Recording, RunEnd, Table, columns};

columns! {
    /// A row for each visit of a web page that began ([web pages](models/web.md)).
    pub(crate) struct Rows "pages" {
        /// Start of the visit.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Number of the visit in its flow, from 0.
        page: Vec<u64>,
        /// Time from the start to the first byte of a response.
        first_byte_s: Vec<f64> as "s",
        /// Time from the start until everything above the fold has arrived and is processed.
        above_fold_s: Vec<f64> as "s",
        /// Page load time: from the start until everything has arrived and is processed; null if
        /// that did not happen.
        load_s: Vec<f64> as "s",
        /// Cause of the end: `loaded`, `end_of_run`, or the reason for which a connection was given
        /// up, as for flows.
        end_reason: Names,
        /// Number of objects received completely over the network; null if the run ended first.
        objects: Vec<Option<u64>>,
        /// Bytes of responses read, including headers; null if the run ended first.
        bytes: Vec<Option<u64>> as "B",
        /// Number of connections opened for the visit; null if the run ended first.
        connections: Vec<Option<u64>>,
    }
}

/// The visits of a run.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    begun: Vec<(FlowId, u32, SimTime)>,
    ended: BTreeMap<(FlowId, u32), (SimTime, PageEnd)>,
}

impl Pages {
    /// Declaration of the table.
    pub const SPEC: skyseam_trace::TableSpec = Rows::SPEC;

    /// Whether no visit began.
    pub fn is_empty(&self) -> bool {
        self.begun.is_empty()
    }
}

impl Recording for Pages {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        match *event {
            Event::PageBegan { flow, number } => self.begun.push((flow, number, now)),
            Event::PageEnded { flow, page } => {
                self.ended.insert((flow, page.number), (now, *page));
            }
            _ => {}
        }
    }

    fn rows_held(&self) -> usize {
        self.begun.len()
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        let mut rows = Rows::default();
        for (flow, number, began) in self.begun {
            let end = self.ended.get(&(flow, number));
            let after = |at: Option<SimTime>| {
                at.map_or(f64::NAN, |at| at.saturating_since(began).as_secs_f64())
            };
            let count = |value: fn(&PageEnd) -> u64| end.map(|(_, page)| value(page));
            let is_loaded = |(_, page): &&(SimTime, PageEnd)| page.because == "loaded";
            rows.t_s.push(began.as_secs_f64());
            rows.flow.push(u64::from(flow.0));
            rows.page.push(u64::from(number));
            rows.first_byte_s.push(after(end.and_then(|(_, page)| page.first_byte)));
            rows.above_fold_s.push(after(end.and_then(|(_, page)| page.above_fold)));
            rows.load_s.push(after(end.filter(is_loaded).map(|(at, _)| *at)));
            rows.end_reason.push(end.map_or("end_of_run", |(_, page)| page.because));
            rows.objects.push(count(|page| page.objects.into()));
            rows.bytes.push(count(|page| page.bytes));
            rows.connections.push(count(|page| page.connections.into()));
        }
        rows.into_table()
    }
}
