//! Forwarding state of a whole constellation towards selected destinations over time, as changes of
//! tables.
//!
//! [`walk`] goes through the instants of a [`Sampling`]. At each, the next hop of every satellite
//! (and on request of every source terminal) towards every destination is that of the least-delay
//! route, with all links taken at that instant. Only changes are reported; the first instant
//! reports all entries. Unlike [`crate::routing`], which decides per packet, hop and instant, this
//! computes tables for the configuration of routers.
//!
//! Routes use inter-satellite links only: terminals do not forward, wires are not used, and a
//! destination is a terminal. A route of more than 2.147 s (2^31 ns) does not count.
//!
//! Read [`tree`] for the algorithm and its proof, [`weights`] for the costs of links.

mod lanes;
mod table_updater;
mod topology;
pub mod tree;
pub mod weights;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use skyseam_base::NodeId;

use crate::description::parts::Sampling;
use table_updater::TableUpdater;
pub use topology::{GroundAccess, Topology};
pub use weights::FAR;

/// Nodes and instants for which tables are computed.
#[derive(Clone, Debug)]
pub struct TableRequest {
    /// Destination terminals.
    pub destinations: Vec<NodeId>,
    /// Terminals whose next hop, a satellite, is also reported.
    pub sources: Vec<NodeId>,
    /// Instants of the tables.
    pub sampling: Sampling,
}

/// A changed table entry: from an instant on, `at` forwards packets for `to` to `next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// Number of the instant in the sampling.
    pub step: u32,
    /// A satellite or a source terminal.
    pub at: NodeId,
    /// A destination.
    pub to: NodeId,
    /// A satellite, or the destination itself; `None` if there is no route.
    pub next: Option<NodeId>,
}

/// Changes in a range of instants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Numbers of the instants.
    pub steps: Range<u32>,
    /// Changes ordered by step, by destination as requested, and by node: satellites, then sources
    /// as requested.
    pub changes: Vec<TableChange>,
}

/// Time that the calling thread waits between two calls of `progress`. It is a timeout, not a clock
/// reading: no result depends on it.
const POLL: std::time::Duration = std::time::Duration::from_millis(100);

/// Maximum number of steps that a thread computes at a time: some 100 ms of work and some megabytes
/// of changes with 1,584 satellites and 100 destinations.
const STRETCH: u64 = 64;

/// Computes the tables of all instants on `threads` threads. Passes all changes to `sink`, range by
/// range in order of time, and the fraction done to `progress` at least ten times a second. Both
/// are called on the calling thread; the function stops early and returns `false` when either
/// returns `false`.
///
/// The number of threads affects only how changes are divided among calls, not the changes.
///
/// # Panics
///
/// When a destination or source is not a terminal, the sampling has a step of zero, extends beyond
/// the topology's end, or has 2^32 instants or more.
pub fn walk(
    topology: &Arc<Topology>,
    request: &TableRequest,
    threads: usize,
    sink: &mut dyn FnMut(Stretch) -> bool,
    progress: &mut dyn FnMut(f64) -> bool,
) -> bool {
    let (end, last) = (request.sampling.end, topology.timeline.end());
    assert!(!request.sampling.step.is_zero(), "a sampling step of zero");
    assert!(end <= last, "samples until {end}, the topology ends at {last}");
    let instants = request.sampling.count();
    assert!(instants < u64::from(u32::MAX), "{instants} instants");
    let threads = threads.max(1) as u64;
    // Short enough for every thread to have work.
    let length = instants.div_ceil(threads).clamp(1, STRETCH);
    let stretches = instants.div_ceil(length);
    let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let mut whole = true;
    std::thread::scope(|scope| {
        // Thread k computes the ranges k, k + threads, ...; each thread waits until its previous
        // range is received.
        let workers: Vec<_> = (0..threads.min(stretches))
            .map(|first| {
                let (send, receive) = mpsc::sync_channel(1);
                let (done, stopped) = (&done, &stopped);
                scope.spawn(move || {
                    let mut walker = TableUpdater::new(topology.clone(), request);
                    for stretch in (first..stretches).step_by(threads as usize) {
                        let from = stretch * length;
                        let steps = from as u32..(from + length).min(instants) as u32;
                        let changes = walker.changes(steps.clone(), done, stopped);
                        let Some(changes) = changes else { return };
                        if send.send(Stretch { steps, changes }).is_err() {
                            return;
                        }
                    }
                });
                receive
            })
            .collect();
        'all: for stretch in 0..stretches {
            let worker = &workers[(stretch % threads) as usize];
            let told = loop {
                match worker.recv_timeout(POLL) {
                    Ok(told) => break told,
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    // The worker has panicked; the scope propagates the panic.
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        whole = false;
                        break 'all;
                    }
                }
                whole = progress(done.load(Ordering::Relaxed) as f64 / instants as f64);
                if !whole {
                    break 'all;
                }
            };
            whole = sink(told) && progress(done.load(Ordering::Relaxed) as f64 / instants as f64);
            if !whole {
                break;
            }
        }
        stopped.store(true, Ordering::Relaxed);
        // Workers that wait to deliver a range find their channel closed.
        drop(workers);
    });
    whole
}
