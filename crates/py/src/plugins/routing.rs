//! Routing rules that decide hop by hop, for a packet or for a time.

use std::fmt;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};
use skyseam_base::{NodeId, RandomStream, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::routing::{ForwardedPacket, ForwardingChoice, RouteSource, RoutingRule};

use super::arrays::{real, whole};
use super::plugin::{ChosenClass, Owner, Plugin, seconds};

impl RoutingRule for ChosenClass {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        let nodes = timeline.nodes().len();
        let mut source = Source { plugin: self.plugin.clone(), nodes, route: None };
        if !self.plugin.faults.is_any() {
            Python::attach(|py| source.begin(py, self, timeline));
        }
        Box::new(source)
    }

    fn is_walked(&self) -> bool {
        true
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// The rule of a world.
#[derive(Debug)]
struct Source {
    plugin: Arc<Plugin>,
    nodes: usize,
    /// The method `route` of the instance; `None` after a failure.
    route: Option<Py<PyAny>>,
}

const ANSWER: &str = "the number of the next node, or None without a route; or a tuple of it and \
                      of the time up to which it holds for all packets to the destination, s";

impl Source {
    fn begin(&mut self, py: Python<'_>, own: &ChosenClass, timeline: &Arc<Timeline>) {
        let raised = |method: &str, error| {
            self.plugin.raised(py, method, error, SimTime::ZERO, Owner::Nobody);
        };
        let owner = format!("routing {}", self.plugin.name);
        let random = RandomStream::new(timeline.config().seed, &owner).beside();
        let instance = match self.plugin.instance(py, &own.own, random) {
            Ok(instance) => instance,
            Err(error) => return raised("__init__", error),
        };
        let network = Network { timeline: timeline.clone() };
        if let Err(error) = instance.call_method1("begin", (network,)) {
            return raised("begin", error);
        }
        match instance.getattr("route") {
            Ok(route) => self.route = Some(route.unbind()),
            Err(error) => raised("route", error),
        }
    }

    /// The decision in an answer.
    fn read(&self, answer: &Bound<'_, PyAny>) -> Option<ForwardingChoice> {
        if let Ok(pair) = answer.cast::<PyTuple>() {
            let (next, until): (Bound<'_, PyAny>, f64) = pair.extract().ok()?;
            if !(0.0..=1e9).contains(&until) && until != f64::INFINITY {
                return None;
            }
            let until = SimTime::from_nanos((until * 1e9) as u64);
            return Some(ForwardingChoice { until, ..self.read(&next)? });
        }
        if answer.is_none() {
            return Some(ForwardingChoice { next: None, until: SimTime::ZERO });
        }
        if answer.is_instance_of::<PyFloat>() {
            return None;
        }
        let next: u32 = answer.extract().ok()?;
        let is_node = (next as usize) < self.nodes;
        is_node.then_some(ForwardingChoice { next: Some(NodeId(next)), until: SimTime::ZERO })
    }
}

impl RouteSource for Source {
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice {
        let nowhere = ForwardingChoice { next: None, until: SimTime::ZERO };
        let Some(route) = self.route.as_ref().filter(|_| !self.plugin.faults.is_any()) else {
            return nowhere;
        };
        Python::attach(|py| {
            let given = Hop {
                now: seconds(hop.now),
                at: hop.at.0,
                previous: hop.from.map(|node| node.0),
                source: hop.packet.source.0,
                destination: hop.packet.destination.0,
                size: hop.packet.size,
                ttl: hop.packet.ttl,
            };
            let owner = Owner::Flow(hop.packet.flow);
            match route.bind(py).call1((given,)) {
                Ok(answer) => self.read(&answer).unwrap_or_else(|| {
                    self.plugin.returned(answer, ("route", ANSWER), hop.now, owner);
                    nowhere
                }),
                Err(error) => {
                    self.plugin.raised(py, "route", error, hop.now, owner);
                    nowhere
                }
            }
        })
    }
}

/// A packet at a node, to be forwarded.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Hop {
    now: f64,
    at: u32,
    previous: Option<u32>,
    source: u32,
    destination: u32,
    size: u32,
    ttl: u8,
}

/// The nodes of a scenario and their links over time.
#[pyclass(frozen, module = "skyseam._core")]
pub(crate) struct Network {
    timeline: Arc<Timeline>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

/// An instant from a time in s.
fn instant(now: f64) -> PyResult<SimTime> {
    match (0.0..=1e9).contains(&now) {
        true => Ok(SimTime::from_nanos((now * 1e9).round() as u64)),
        false => Err(PyValueError::new_err(format!("{now} s is no time from 0 to 1e9 s"))),
    }
}

#[pymethods]
impl Network {
    /// Names of the nodes by number: satellites, then terminals, then wired nodes.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.timeline.nodes().iter().map(|node| node.name.as_str()).collect()
    }

    /// Number of satellites.
    #[getter]
    fn satellites(&self) -> u32 {
        self.timeline.sky().satellites()
    }

    /// Nodes that a node can send to at `now`, in ascending number.
    fn neighbours(&self, node: u32, now: f64) -> PyResult<Vec<u32>> {
        self.check(node)?;
        let neighbours = self.timeline.neighbours(NodeId(node), instant(now)?);
        Ok(neighbours.into_iter().map(|node| node.0).collect())
    }

    /// All links at `now`: arrays of their beginnings, of their ends, and of delays in s.
    fn links(&self, py: Python<'_>, now: f64) -> PyResult<(Py<PyAny>, Py<PyAny>, Py<PyAny>)> {
        let t = instant(now)?;
        let (mut from, mut to, mut delay_s) = (Vec::new(), Vec::new(), Vec::new());
        for node in (0..).map(NodeId).take(self.timeline.nodes().len()) {
            for end in self.timeline.neighbours(node, t) {
                from.push(i64::from(node.0));
                to.push(i64::from(end.0));
                delay_s.push(self.timeline.propagation(node, end, t).as_secs_f64());
            }
        }
        Ok((whole(py, &from)?, whole(py, &to)?, real(py, &delay_s)?))
    }

    /// Geocentric latitudes and longitudes of all nodes at `now`, deg; NaN for wired nodes.
    fn positions(&self, py: Python<'_>, now: f64) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let sky = self.timeline.sky();
        let phases = sky.phases(instant(now)?);
        let (mut latitude_deg, mut longitude_deg) = (Vec::new(), Vec::new());
        let placed = (sky.satellites() + sky.terminals()) as usize;
        for node in 0..self.timeline.nodes().len() {
            let point = (node < placed).then(|| sky.ground_point(NodeId(node as u32), &phases));
            latitude_deg.push(point.as_ref().map_or(f64::NAN, |point| point.latitude_deg));
            longitude_deg.push(point.as_ref().map_or(f64::NAN, |point| point.longitude_deg));
        }
        Ok((real(py, &latitude_deg)?, real(py, &longitude_deg)?))
    }

    /// First instant after `now` at which a link changes, s; infinity if none does.
    fn next_change(&self, now: f64) -> PyResult<f64> {
        let next = self.timeline.next_change(instant(now)?);
        Ok(if next == SimTime::MAX { f64::INFINITY } else { seconds(next) })
    }
}

impl Network {
    fn check(&self, node: u32) -> PyResult<()> {
        let nodes = self.timeline.nodes().len();
        match (node as usize) < nodes {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!("there is no node {node} of {nodes}"))),
        }
    }
}
