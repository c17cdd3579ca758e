//! Centralized routing: a centre on the ground works out tables towards cells and uploads them.
//!
//! Henderson 1999, Sec. 6.6. At multiples of a period the centre takes the links that are on and
//! computes, for every satellite and cell, the next satellite on the least-delay route to the
//! satellite nearest to the centre of the cell. A satellite uses its table until the next one comes
//! into use, whatever happens in between: if the link that the table names is off, there is no
//! route; if the satellite at the end of the route no longer serves the cell, packets end there.
//!
//! # From cells to terminals
//! A terminal need not be linked to the satellite that is nearest to the centre of its cell. Within
//! a scope of a few links, satellites therefore know immediately which terminals are served and
//! which links are on, and forward packets for these terminals along the shortest route, as in
//! [`super::geographic`]; tables apply to all other packets. With a scope of 0 only tables apply.
//!
//! # Tables that stay where they are
//! With `inherit_tables` a satellite uses the table of the satellite of its plane that was, when
//! the tables were computed, nearest to its own present position: tables belong to positions along
//! the orbit, and a satellite that moves on takes over the table of the one ahead. A table contains
//! ports, which are directions, so an inherited table refers to the satellite's own neighbours; if
//! the link in that direction is off, there is no route. Positions are compared once a second.
//!
//! # What is simplified
//! Uploads take no capacity; the study counts their bytes. All satellites change to the tables of
//! an instant simultaneously. Tables are computed only for the cells in use, which gives the same
//! routes as complete tables ([`crate::studies::cell_tables`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, Flag, PositiveSpan, Span};

use super::ShortestPaths;
use super::geographic::{Beyond, CellLength, Geographic, GeographicSource};
use super::periodic::Schedule;
use super::source::{RouteSource, RoutingRule};
use crate::cells::Cells;
use crate::studies::cell_tables::{Centre, Port, neighbour_at};
use crate::timeline::Timeline;

parameters! {
    /// Satellites forward packets by tables towards cells, which a centre computes at intervals;
    /// changes between two computations may lose packets.
    pub struct Centralized "centralized" from "Henderson 1999, Sec. 6.6" {
        /// The centre computes tables at multiples of this time.
        recompute_interval: PositiveSpan = Duration::from_secs(60),
        /// Time from the computation of tables to their use; until then the previous ones hold.
        convergence_delay: Span = Duration::ZERO,
        /// Length of a cell's side.
        cell: CellLength = 160.0,
        /// Number of links within which a satellite knows which terminals are served; 0: only its
        /// own.
        scope: Count<0, 16> = 2,
        /// Largest number of links that a packet crosses.
        hop_limit: Count<1, 63> = 32,
        /// Whether a satellite takes over the table of the satellite ahead when it reaches that
        /// satellite's position. Otherwise each keeps its own.
        inherit_tables: Flag = false,
    }
}

impl RoutingRule for Centralized {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        let nearby = Geographic {
            scope: self.scope,
            // A table ignores where a packet comes from.
            backtrack: true,
            hop_limit: self.hop_limit,
            cell: self.cell,
            ..Geographic::default()
        };
        let tables = Tables {
            timeline: timeline.clone(),
            cells: Cells::new(self.cell),
            schedule: Schedule::new(&ShortestPaths {
                recompute_interval: Some(self.recompute_interval),
                convergence_delay: self.convergence_delay,
                ..ShortestPaths::default()
            }),
            inherit_tables: self.inherit_tables,
            uploaded: None,
        };
        Box::new(GeographicSource::new(&nearby, Some(Box::new(tables)), timeline.clone()))
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
    inherit_tables: bool,
    uploaded: Option<Uploaded>,
}

/// Tables of an instant.
#[derive(Debug)]
struct Uploaded {
    instant: SimTime,
    centre: Centre,
    /// Next satellite of each satellite, by cell in use.
    next: BTreeMap<u32, Vec<Option<u32>>>,
    /// Tables as ports, if satellites inherit tables.
    ports: BTreeMap<u32, Vec<Port>>,
    /// Origin of each satellite's table in a given second.
    taken: Option<(u64, Vec<u32>)>,
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
            ports: BTreeMap::new(),
            taken: None,
        }));
        if self.inherit_tables {
            return uploaded.by_place(timeline, &self.cells, (at, cell), t);
        }
        let Uploaded { centre, next, .. } = uploaded;
        let next = next.entry(cell).or_insert_with(|| centre.next(timeline, &self.cells, cell));
        next[at.index()].map(NodeId)
    }
}

impl Uploaded {
    /// Returns the next satellite by the table of the position that `at` occupies.
    fn by_place(
        &mut self,
        timeline: &Timeline,
        cells: &Cells,
        (at, cell): (NodeId, u32),
        t: SimTime,
    ) -> Option<NodeId> {
        let second = t.as_nanos() / 1_000_000_000;
        let held = self.taken.take_if(|(of, _)| *of == second);
        let (_, whose) = self.taken.insert(held.unwrap_or_else(|| {
            let looked_at = SimTime::from_secs(second).max(self.instant);
            (second, self.centre.places(timeline, looked_at))
        }));
        let centre = &self.centre;
        let ports = self.ports.entry(cell).or_insert_with(|| centre.ports(timeline, cells, cell));
        neighbour_at(timeline, at, ports[whose[at.index()] as usize], t)
    }
}
