//! Forwarding state of a whole constellation towards the destinations in use, over time, as the
//! changes of its tables.
//!
//! [`walk`] goes through the instants of a [`Sampling`]; at each, every satellite's (and on request
//! every source terminal's) next hop towards every destination is that of the way of least delay at
//! that instant, all links taken then. Told are the changes alone; the first instant tells
//! everything there is. Unlike [`crate::routing`], which decides per packet, hop and instant, this
//! makes tables, as routers are configured with.
//!
//! Ways lead over inter-satellite links alone: terminals pass nothing on, wires are not used, and a
//! destination is a terminal. A way of more than 2.147 s (2^31 ns) counts as none.
//!
//! Read [`tree`] for the algorithm and why it is exact, [`weights`] for what links cost.

mod lanes;
mod stretch;
mod topology;
pub mod tree;
pub mod weights;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use skyseam_base::NodeId;

use crate::description::parts::Sampling;
use stretch::Walker;
pub use topology::{Ground, Topology};
pub use weights::FAR;

/// What tables are wanted of.
#[derive(Clone, Debug)]
pub struct Request {
    /// Terminals that ways lead to.
    pub destinations: Vec<NodeId>,
    /// Terminals whose own next hop, a satellite, is told too.
    pub sources: Vec<NodeId>,
    /// The instants.
    pub sampling: Sampling,
}

/// From an instant on `at` sends what is for `to` to `next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Number of the instant in the sampling.
    pub step: u32,
    /// A satellite, or a source.
    pub at: NodeId,
    /// A destination.
    pub to: NodeId,
    /// A satellite, or the destination itself; `None` when there is no way any more.
    pub next: Option<NodeId>,
}

/// What changes in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Numbers of the instants.
    pub steps: Range<u32>,
    /// In order of step, destination as requested, and node: satellites, then sources as requested.
    pub changes: Vec<Change>,
}

/// How long the calling thread waits before it asks again whether to go on. A length of waiting,
/// not a reading of a clock: no result depends on it.
const POLL: std::time::Duration = std::time::Duration::from_millis(100);

/// Steps that a thread does in one go, at most: some 100 ms of work and some megabytes of changes
/// with 1,584 satellites and 100 destinations.
const STRETCH: u64 = 64;

/// Walks through the sampling on `threads` threads. `sink` gets all changes, stretch by stretch in
/// order of time; `progress` the share done, at least ten times a second. Both are called from the
/// calling thread, and the walk ends early, with the answer `false`, when either answers `false`.
///
/// What is told does not depend on the number of threads, only how it is cut into calls.
///
/// # Panics
/// When a destination or source is not a terminal, the sampling has a step of zero, goes beyond the
/// topology's end, or has 2^32 instants or more.
pub fn walk(
    topology: &Arc<Topology>,
    request: &Request,
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
    // Short enough that every thread has something to do.
    let length = instants.div_ceil(threads).clamp(1, STRETCH);
    let stretches = instants.div_ceil(length);
    let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let mut whole = true;
    std::thread::scope(|scope| {
        // Thread k does the stretches k, k + threads, ...; each waits until its last one is taken.
        let workers: Vec<_> = (0..threads.min(stretches))
            .map(|first| {
                let (send, receive) = mpsc::sync_channel(1);
                let (done, stopped) = (&done, &stopped);
                scope.spawn(move || {
                    let mut walker = Walker::new(topology.clone(), request);
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
                    // It has panicked; the scope passes that on.
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
        // Whoever waits to hand something over finds nobody there.
        drop(workers);
    });
    whole
}
