//! Queue disciplines that decide at a packet's arrival.

use std::fmt;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBool;
use skyseam_base::SimTime;
use skyseam_net::queue::{Backlog, Built, Discipline, DropPolicy, Ecn, QueueContext};
use skyseam_trace::DropReason;

use super::plugin::{ChosenClass, Owner, Plugin, seconds};

impl Discipline for ChosenClass {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        let mut queue =
            PythonQueue { plugin: self.plugin.clone(), admit: None, link: context.name().into() };
        if !self.plugin.faults.is_any() {
            Python::attach(|py| queue.begin(py, self, context));
        }
        Built::AtArrival(Box::new(queue))
    }
}

/// Queue of one link.
struct PythonQueue {
    plugin: Arc<Plugin>,
    /// The method `admit` of the instance; `None` after a failure.
    admit: Option<Py<PyAny>>,
    link: Arc<str>,
}

impl PythonQueue {
    fn owner(&self) -> Owner {
        Owner::Link(self.link.clone())
    }
}

impl fmt::Debug for PythonQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PythonQueue").field(&self.plugin).finish()
    }
}

impl PythonQueue {
    fn begin(&mut self, py: Python<'_>, own: &ChosenClass, context: &QueueContext<'_>) {
        let raised = |method: &str, error| {
            self.plugin.raised(py, method, error, SimTime::ZERO, self.owner())
        };
        let random = context.stream().beside();
        let instance = match self.plugin.instance(py, &own.own, random) {
            Ok(instance) => instance,
            Err(error) => return raised("__init__", error),
        };
        let link = QueueLink { rate: context.rate.as_bps(), framing_bytes: context.framing_bytes };
        if let Err(error) = instance.call_method1("begin", (link,)) {
            return raised("begin", error);
        }
        match instance.getattr("admit") {
            Ok(admit) => self.admit = Some(admit.unbind()),
            Err(error) => raised("admit", error),
        }
    }
}

impl DropPolicy for PythonQueue {
    fn admit(
        &mut self,
        now: SimTime,
        waiting: Backlog,
        bytes: u32,
        mut ecn: Ecn,
    ) -> Result<Ecn, DropReason> {
        let Some(admit) = self.admit.as_ref().filter(|_| !self.plugin.faults.is_any()) else {
            return Err(DropReason::QueueOverflow);
        };
        Python::attach(|py| {
            let arrival = Arrival {
                now: seconds(now),
                bytes,
                is_ecn_capable: ecn.is_capable(),
                waiting_packets: waiting.packets,
                waiting_bytes: waiting.bytes,
                idle_since: waiting.idle_since.map(seconds),
            };
            let answer = match admit.bind(py).call1((arrival,)) {
                Ok(answer) => answer,
                Err(error) => {
                    self.plugin.raised(py, "admit", error, now, self.owner());
                    return Err(DropReason::QueueOverflow);
                }
            };
            let is_mark = || answer.extract::<&str>().is_ok_and(|answer| answer == "mark");
            match answer.cast::<PyBool>().map(|own| own.is_true()) {
                Ok(true) => Ok(ecn),
                Ok(false) => Err(DropReason::EarlyDrop),
                Err(_) if is_mark() => ecn.mark().then_some(ecn).ok_or(DropReason::EarlyDrop),
                Err(_) => {
                    let expected =
                        "True to admit the packet, False to drop it, \"mark\" to mark it";
                    self.plugin.returned(answer, ("admit", expected), now, self.owner());
                    Err(DropReason::QueueOverflow)
                }
            }
        })
    }
}

/// Link that a queue is made for.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct QueueLink {
    rate: u64,
    framing_bytes: u32,
}

/// A packet that arrives, and the backlog that it finds.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Arrival {
    now: f64,
    bytes: u32,
    is_ecn_capable: bool,
    waiting_packets: u32,
    waiting_bytes: u64,
    idle_since: Option<f64>,
}
