//! Applications over a stream: two endpoints that write and read bytes in both directions.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use skyseam_app::{AppEndpoints, ApplicationKind, TransportService};
use skyseam_base::{RandomStream, SimTime};
use skyseam_endpoint::app::{StreamApp, StreamIo};
use skyseam_trace::Event;

use super::plugin::{ChosenClass, seconds};

impl ApplicationKind for ChosenClass {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints {
        let end = |is_client: bool| {
            let mut end = End { of: self.clone(), instance: None, timer: None, replies: 0 };
            if !self.plugin.faults.is_any() {
                let random = random.part(u64::from(!is_client));
                Python::attach(|py| end.begin(py, is_client, start, &random));
            }
            Box::new(end)
        };
        AppEndpoints::Stream { client: end(true), server: end(false) }
    }
}

/// An endpoint.
struct End {
    of: ChosenClass,
    /// `None` after a failure.
    instance: Option<Py<PyAny>>,
    timer: Option<SimTime>,
    replies: u64,
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End").field("timer", &self.timer).finish_non_exhaustive()
    }
}

impl End {
    fn begin(&mut self, py: Python<'_>, is_client: bool, start: SimTime, random: &RandomStream) {
        let made = self.of.plugin.instance(py, &self.of.own, random.beside());
        match made.and_then(|made| made.setattr("is_client", is_client).map(|()| made)) {
            Ok(made) => self.instance = Some(made.unbind()),
            Err(error) => self.of.plugin.raised(py, "__init__", error, start, ""),
        }
    }

    /// Calls a method, with the number of bytes read if there is one, and does what it asks for.
    fn call(&mut self, method: &str, bytes: Option<u64>, io: &mut StreamIo<'_>) {
        let plugin = &self.of.plugin;
        let Some(instance) = self.instance.as_ref().filter(|_| !plugin.faults.is_any()) else {
            return;
        };
        let (now, flow) = (io.now(), io.flow());
        let asked = Python::attach(|py| {
            let wish = Wish { timer: self.timer, ..Wish::default() };
            let own = Bound::new(py, Stream { now: seconds(now), wish: Mutex::new(wish) })?;
            match bytes {
                Some(bytes) => instance.call_method1(py, method, (&own, bytes))?,
                None => instance.call_method1(py, method, (&own,))?,
            };
            let mut wish = own.get().wish.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(std::mem::take(&mut *wish))
        });
        let wish = match asked {
            Ok(wish) => wish,
            Err(error) => {
                let owner = flow.to_string();
                Python::attach(|py| plugin.raised(py, method, error, now, &owner));
                return;
            }
        };
        self.timer = wish.timer;
        for (asked, bytes) in wish.responses {
            let number = u32::try_from(self.replies).unwrap_or(u32::MAX);
            self.replies += 1;
            io.record(Event::Responded { flow, number, asked, bytes });
        }
        io.write(wish.write);
        if wish.close {
            io.close();
        }
    }
}

impl StreamApp for End {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        self.call("on_open", None, io);
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.call("on_data", Some(bytes), io);
    }

    fn on_peer_closed(&mut self, io: &mut StreamIo<'_>) {
        self.call("on_peer_closed", None, io);
    }

    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        self.timer = None;
        self.call("on_timer", None, io);
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.timer
    }

    fn replies(&self) -> u64 {
        self.replies
    }
}

/// Requests of an endpoint during a call.
#[derive(Default)]
struct Wish {
    write: u64,
    close: bool,
    timer: Option<SimTime>,
    /// Time of each answered request, and the length of its answer.
    responses: Vec<(SimTime, u64)>,
}

/// The stream of an endpoint during a call.
#[pyclass(frozen, module = "skyseam._core")]
pub(crate) struct Stream {
    #[pyo3(get)]
    now: f64,
    wish: Mutex<Wish>,
}

impl Stream {
    fn wish(&self, change: impl FnOnce(&mut Wish)) {
        change(&mut self.wish.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// An instant from now on, or the error about another one.
    fn instant(&self, name: &str, at: f64, is_past: bool) -> PyResult<SimTime> {
        let allowed = if is_past { 0.0..=self.now } else { self.now..=1e9 };
        match allowed.contains(&at) {
            true => Ok(SimTime::from_nanos((at * 1e9).round() as u64)),
            false => {
                let (least, most) = (allowed.start(), allowed.end());
                Err(PyValueError::new_err(format!(
                    "`{name}` is {at}; expected a time from {least} to {most} s"
                )))
            }
        }
    }
}

#[pymethods]
impl Stream {
    /// Writes `size` bytes more.
    fn write(&self, size: u64) {
        self.wish(|wish| wish.write += size);
    }

    /// Closes this direction: nothing more is written.
    fn close(&self) {
        self.wish(|wish| wish.close = true);
    }

    /// Asks for a call of `on_timer` at a time, s, in place of one asked for before.
    fn wake(&self, at: f64) -> PyResult<()> {
        let at = self.instant("at", at, false)?;
        self.wish(|wish| wish.timer = Some(at));
        Ok(())
    }

    /// Records the answer to a request that was made at `asked`, s: a row of `responses`.
    fn respond(&self, asked: f64, size: u64) -> PyResult<()> {
        let asked = self.instant("asked", asked, true)?;
        self.wish(|wish| wish.responses.push((asked, size)));
        Ok(())
    }
}
