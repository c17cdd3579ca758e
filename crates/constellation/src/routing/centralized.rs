//! Centralized routing: a centre on the ground works out tables towards cells and uploads them.
//!
//! Henderson 1999, Sec. 6.6. At multiples of a period the centre takes the links that are on and
//! computes for every satellite and cell the next satellite of the least-delay way to the one that
//! is nearest to the middle of the cell. A satellite goes by its table until the next one is in
//! use, whatever happens meanwhile: where the link that the table names is off there is no route;
//! where the satellite that the table leads to serves the cell no more, packets end there.
//!
//! # From cells to terminals
//! A terminal need not be linked to the satellite that is nearest to the middle of its cell. So
//! satellites know, within a scope of a few links and at once, which terminals are served and which
//! links are on, and pass on what they can by the shortest way there, as in [`super::geographic`];
//! tables are for all else. With a scope of 0 there are tables alone.
//!
//! # What is simplified
//! Uploads take no capacity; the study counts their bytes. All satellites change to the tables of
//! an instant at once. The tables of an instant are worked out for cells in use only, which gives
//! the same ways as whole ones ([`crate::cell_tables`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan, Span};

use super::ShortestPaths;
use super::geographic::{Beyond, CellLength, Geographic, Source};
use super::periodic::Schedule;
use super::source::{RouteSource, RoutingRule};
use crate::cell_tables::Centre;
use crate::cells::Cells;
use crate::timeline::Timeline;

parameters! {
    /// Satellites forward packets by tables towards cells, which a centre computes at intervals;
    /// changes between two computations may lose packets.
    pub struct Centralized "centralized" from "Henderson 1999, Sec. 6.6" {
        /// The centre computes tables at multiples of this time.
        recompute: PositiveSpan = Duration::from_secs(60),
        /// Time from the computation of tables to their use; until then the previous ones hold.
        reaction: Span = Duration::ZERO,
        /// Length of a side of a cell.
        cell: CellLength = 160.0,
        /// Number of links within which a satellite knows which terminals are served; 0: only its
        /// own.
        scope: Count<0, 16> = 2,
        /// Largest number of links that a packet crosses.
        hop_limit: Count<1, 63> = 32,
    }
}

impl RoutingRule for Centralized {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        let nearby = Geographic {
            scope: self.scope,
            // A table does not mind where a packet comes from.
            backtrack: true,
            hop_limit: self.hop_limit,
            cell: self.cell,
            ..Geographic::default()
        };
        let tables = Tables {
            timeline: timeline.clone(),
            cells: Cells::new(self.cell),
            schedule: Schedule::new(&ShortestPaths {
                recompute: Some(self.recompute),
                reaction: self.reaction,
                ..ShortestPaths::default()
            }),
            uploaded: None,
        };
        Box::new(Source::new(&nearby, Some(Box::new(tables)), timeline.clone()))
    }

    fn is_walked(&self) -> bool {
        true
    }
}

/// The tables in use.
#[derive(Debug)]
struct Tables {
    timeline: Arc<Timeline>,
    cells: Cells,
    schedule: Schedule,
    uploaded: Option<Uploaded>,
}

/// The tables of an instant.
#[derive(Debug)]
struct Uploaded {
    instant: SimTime,
    centre: Centre,
    /// By cell in use and satellite.
    next: BTreeMap<u32, Vec<Option<u32>>>,
}

impl Beyond for Tables {
    fn next(&mut self, at: NodeId, cell: u32, t: SimTime) -> Option<NodeId> {
        let instant = self.schedule.instant(t);
        let timeline = &*self.timeline;
        let held = self.uploaded.take_if(|uploaded| uploaded.instant == instant);
        let uploaded = self.uploaded.insert(held.unwrap_or_else(|| Uploaded {
            instant,
            centre: Centre::at(timeline, instant),
            next: BTreeMap::new(),
        }));
        let Uploaded { centre, next, .. } = uploaded;
        let next = next.entry(cell).or_insert_with(|| centre.next(timeline, &self.cells, cell));
        next[at.index()].map(NodeId)
    }
}
