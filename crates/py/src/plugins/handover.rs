//! Handover policies: all terminals together, by arrays of NumPy.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use skyseam_base::{Duration, NodeId, RandomStream, SimTime};
use skyseam_constellation::handover::{
    AssignmentRequest, CheckTimes, HandoverPolicy, HandoverRule,
};

use super::arrays::{flags, real, whole};
use super::plugin::{ChosenClass, Owner, seconds};

impl HandoverPolicy for ChosenClass {
    fn rule(&self) -> HandoverRule {
        let (policy, instance) = (self.clone(), Mutex::new(None));
        HandoverRule::Together(Box::new(move |requests| {
            let mut instance = instance.lock().unwrap_or_else(PoisonError::into_inner);
            Python::attach(|py| policy.assign(py, &mut instance, requests))
        }))
    }

    fn uses_seed(&self) -> bool {
        true
    }

    fn clock(&self) -> CheckTimes {
        let span = |s: f64| Duration::from_secs_f64(s.clamp(0.0, 1e6));
        match self.attribute("slots", (0.0, 0.0)) {
            (interval, offset) if interval > 0.0 => {
                CheckTimes { interval: span(interval), offset: span(offset) }
            }
            _ => CheckTimes::USUAL,
        }
    }
}

const ROWS: &str = "rows of the slot, an array of integers: each at most once, and no more rows of \
                    a terminal than it has antennas";

impl ChosenClass {
    /// The satellites of each terminal; those held if the plug-in has failed.
    fn assign(
        &self,
        py: Python<'_>,
        instance: &mut Option<Py<PyAny>>,
        requests: &[AssignmentRequest<'_>],
    ) -> Vec<Vec<NodeId>> {
        let kept = || {
            let held = |one: &AssignmentRequest<'_>| {
                let all = one.held.iter().map(|held| held.satellite);
                all.filter(|own| one.view.usable_elevation(*own).is_some()).collect()
            };
            requests.iter().map(held).collect()
        };
        let now = requests.first().map_or(SimTime::ZERO, |one| one.view.now());
        if self.plugin.faults.is_any() || requests.is_empty() {
            return kept();
        }
        let raised =
            |method: &str, error| self.plugin.raised(py, method, error, now, Owner::Nobody);
        let own = match instance {
            Some(own) => own,
            None => {
                let owner = format!("handover {}", self.plugin.name);
                let random = RandomStream::new(requests[0].seed, &owner).beside();
                match self.plugin.instance(py, &self.own, random) {
                    Ok(made) => instance.insert(made.unbind()),
                    Err(error) => {
                        raised("__init__", error);
                        return kept();
                    }
                }
            }
        };
        let own = own.bind(py);
        let pairs = Pairs::of(requests, self.attribute("needs_remaining", false));
        let answer =
            pairs.slot(py, requests, now).and_then(|slot| own.call_method1("assign", (slot,)));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                raised("assign", error);
                return kept();
            }
        };
        let Some(allocated) = rows_of(&answer).and_then(|rows| pairs.allocated(&rows, requests))
        else {
            self.plugin.returned(answer, ("assign", ROWS), now, Owner::Nobody);
            return kept();
        };
        allocated
    }
}

/// Row numbers in an answer: an array of integers, or a sequence of them.
fn rows_of(answer: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
    let numpy = answer.py().import("numpy").ok()?;
    let array = numpy.call_method1("asarray", (answer,)).ok()?;
    let kind: String = array.getattr("dtype").ok()?.getattr("kind").ok()?.extract().ok()?;
    let is_empty = array.getattr("size").ok()?.extract::<usize>().ok()? == 0;
    if is_empty {
        return Some(Vec::new());
    }
    if !matches!(kind.as_str(), "i" | "u") || array.getattr("ndim").ok()?.extract::<u8>().ok()? != 1
    {
        return None;
    }
    let bytes = array.call_method1("astype", ("<i8",)).ok()?.call_method0("tobytes").ok()?;
    let bytes: &[u8] = bytes.extract().ok()?;
    Some(bytes.chunks_exact(8).map(|one| i64::from_le_bytes(one.try_into().unwrap())).collect())
}

/// Pairs of a terminal and a satellite above its mask, by terminal, then satellite: a column for
/// each property.
#[derive(Default)]
struct Pairs {
    terminal: Vec<i64>,
    satellite: Vec<i64>,
    elevation_deg: Vec<f64>,
    range_m: Vec<f64>,
    preferred: Vec<bool>,
    held: Vec<bool>,
    since_s: Vec<f64>,
    load: Vec<i64>,
    remaining_s: Option<Vec<f64>>,
}

impl Pairs {
    fn of(requests: &[AssignmentRequest<'_>], needs_remaining: bool) -> Self {
        let satellites = requests.first().map_or(0, |one| one.view.constellation_size());
        let mut loads = vec![0; satellites as usize];
        for held in requests.iter().flat_map(|one| one.held) {
            loads[held.satellite.index()] += 1;
        }
        let mut all = Self { remaining_s: needs_remaining.then(Vec::new), ..Self::default() };
        for (terminal, AssignmentRequest { view, held, .. }) in (0i64..).zip(requests) {
            for satellite in view.candidates() {
                let Some((preferred, elevation)) = view.rank(satellite) else { continue };
                let held = held.iter().find(|held| held.satellite == satellite);
                all.terminal.push(terminal);
                all.satellite.push(i64::from(satellite.0));
                all.elevation_deg.push(elevation.to_degrees());
                all.range_m.push(1000.0 * view.range_km(satellite));
                all.preferred.push(preferred);
                all.held.push(held.is_some());
                all.since_s.push(held.map_or(f64::NAN, |held| seconds(held.since)));
                all.load.push(loads[satellite.index()]);
                if let Some(remaining_s) = &mut all.remaining_s {
                    let stays = view.remaining_visibility(satellite).unwrap_or_default();
                    remaining_s.push(stays.as_secs_f64());
                }
            }
        }
        all
    }

    /// Converts to what the plug-in receives.
    fn slot(
        &self,
        py: Python<'_>,
        requests: &[AssignmentRequest<'_>],
        now: SimTime,
    ) -> PyResult<Slot> {
        let whole = |column: &[i64]| whole(py, column);
        let real = |column: &[f64]| real(py, column);
        let antennas = requests.iter().map(|one| i64::try_from(one.antennas).unwrap_or(i64::MAX));
        Ok(Slot {
            now: seconds(now),
            terminals: requests.len(),
            satellites: requests.first().map_or(0, |one| one.view.constellation_size()),
            antennas: whole(&antennas.collect::<Vec<_>>())?,
            terminal: whole(&self.terminal)?,
            satellite: whole(&self.satellite)?,
            elevation_deg: real(&self.elevation_deg)?,
            range_m: real(&self.range_m)?,
            preferred: flags(py, &self.preferred)?,
            held: flags(py, &self.held)?,
            since_s: real(&self.since_s)?,
            load: whole(&self.load)?,
            remaining_s: self.remaining_s.as_deref().map(real).transpose()?,
        })
    }

    /// The satellites of each terminal, from rows in the order of taking; `None` if a row is not
    /// there or there twice, or a terminal has more than it has antennas.
    fn allocated(
        &self,
        rows: &[i64],
        requests: &[AssignmentRequest<'_>],
    ) -> Option<Vec<Vec<NodeId>>> {
        let mut allocated = vec![Vec::new(); requests.len()];
        let mut is_taken = vec![false; self.terminal.len()];
        for row in rows {
            let row = usize::try_from(*row).ok()?;
            if std::mem::replace(is_taken.get_mut(row)?, true) {
                return None;
            }
            let terminal = usize::try_from(self.terminal[row]).ok()?;
            if allocated[terminal].len() == requests[terminal].antennas {
                return None;
            }
            allocated[terminal].push(NodeId(u32::try_from(self.satellite[row]).ok()?));
        }
        Some(allocated)
    }
}

/// Check of all terminals, with a row for each pair of a terminal and a satellite above its mask.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Slot {
    now: f64,
    terminals: usize,
    satellites: u32,
    antennas: Py<PyAny>,
    terminal: Py<PyAny>,
    satellite: Py<PyAny>,
    elevation_deg: Py<PyAny>,
    range_m: Py<PyAny>,
    preferred: Py<PyAny>,
    held: Py<PyAny>,
    since_s: Py<PyAny>,
    load: Py<PyAny>,
    remaining_s: Option<Py<PyAny>>,
}
