//! Applications: two endpoints that write and read bytes of a stream in both directions, or send
//! and receive datagrams.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use skyseam_app::udp::meter::DatagramStats;
use skyseam_app::{AppEndpoints, ApplicationKind, NoTransportNote, TransportService};
use skyseam_base::{FlowId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::message::{Message, MessageApp};
use skyseam_endpoint::app::{StreamApp, StreamIo};
use skyseam_packet::{Body, SyntheticDatagram, udp};
use skyseam_trace::{Event, Recorder};

use super::plugin::{ChosenClass, NOTHING, Owner, seconds};

impl ApplicationKind for ChosenClass {
    fn service(&self) -> TransportService {
        match self.attribute("SERVICE", String::new()).as_str() {
            "datagrams" => TransportService::Messages,
            _ => TransportService::Stream,
        }
    }

    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints {
        let end = |is_client: bool| {
            let mut end = End { of: self.clone(), instance: None, timer: None, replies: 0 };
            if !self.plugin.faults.is_any() {
                let random = random.part(u64::from(!is_client));
                Python::attach(|py| end.begin(py, is_client, start, &random));
            }
            end
        };
        let (client, server) = (end(true), end(false));
        if self.service() == TransportService::Messages {
            let end = |end, is_client| Box::new(DatagramEnd::new(end, is_client, start));
            return AppEndpoints::Messages {
                client: end(client, true),
                server: end(server, false),
            };
        }
        AppEndpoints::Stream { client: Box::new(client), server: Box::new(server) }
    }

    fn carrier(&self) -> NoTransportNote {
        NoTransportNote {
            what: "an application over UDP",
            why: "datagrams are carried by UDP only",
        }
    }

    fn ends_share(&self) -> bool {
        false
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
            Err(error) => self.of.plugin.raised(py, "__init__", error, start, Owner::Nobody),
        }
    }

    /// Calls a method with what it can ask for and one more argument, if there is one; returns what
    /// it asks for, and its answers as events.
    fn ask<'e>(
        &mut self,
        method: &str,
        given: Option<Given>,
        (now, flow): (SimTime, FlowId),
    ) -> Option<(Wish, Vec<Event<'e>>)> {
        let plugin = &self.of.plugin;
        let instance = self.instance.as_ref().filter(|_| !plugin.faults.is_any())?;
        let asked = Python::attach(|py| {
            let wish = Wish { timer: self.timer, ..Wish::default() };
            let io = Io { now: seconds(now), wish: Mutex::new(wish) };
            let io = PyClassInitializer::from(io);
            let own = match self.of.service() {
                TransportService::Messages => Bound::new(py, io.add_subclass(Socket))?.into_any(),
                _ => Bound::new(py, io.add_subclass(Stream))?.into_any(),
            };
            let answer = match given {
                Some(Given::Bytes(bytes)) => instance.call_method1(py, method, (&own, bytes))?,
                Some(Given::Datagram(one)) => instance.call_method1(py, method, (&own, one))?,
                None => instance.call_method1(py, method, (&own,))?,
            };
            let io = own.cast::<Io>()?.get();
            let wish = std::mem::take(&mut *io.wish.lock().unwrap_or_else(PoisonError::into_inner));
            Ok((wish, Some(answer).filter(|answer| !answer.is_none(py))))
        });
        let wish = match asked {
            Ok((wish, None)) => wish,
            Ok((_, Some(answer))) => {
                let given = (method, NOTHING);
                Python::attach(|py| {
                    plugin.returned(answer.into_bound(py), given, now, Owner::Flow(flow));
                });
                return None;
            }
            Err(error) => {
                Python::attach(|py| plugin.raised(py, method, error, now, Owner::Flow(flow)));
                return None;
            }
        };
        self.timer = wish.timer;
        let mut answers = Vec::new();
        for &(asked, bytes) in &wish.responses {
            let number = u32::try_from(self.replies).unwrap_or(u32::MAX);
            self.replies += 1;
            answers.push(Event::Responded { flow, number, asked, bytes });
        }
        Some((wish, answers))
    }

    /// Calls a method of an endpoint of a stream.
    fn call(&mut self, method: &str, bytes: Option<u64>, io: &mut StreamIo<'_>) {
        let at = (io.now(), io.flow());
        let Some((wish, answers)) = self.ask(method, bytes.map(Given::Bytes), at) else { return };
        answers.into_iter().for_each(|event| io.record(event));
        io.write(wish.write);
        if wish.close {
            io.close();
        }
    }
}

/// Further argument of a method.
enum Given {
    Bytes(u64),
    Datagram(Datagram),
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

/// An endpoint over datagrams.
#[derive(Debug)]
struct DatagramEnd {
    end: End,
    is_client: bool,
    start: SimTime,
    has_begun: bool,
    /// IP lengths of datagrams to send.
    waiting: VecDeque<u32>,
    number: u32,
    meter: DatagramStats,
    report: FlowReport,
}

impl DatagramEnd {
    fn new(end: End, is_client: bool, start: SimTime) -> Self {
        Self {
            end,
            is_client,
            start,
            has_begun: false,
            waiting: VecDeque::new(),
            number: 0,
            meter: DatagramStats::default(),
            report: FlowReport::default(),
        }
    }

    fn call(
        &mut self,
        method: &str,
        given: Option<Given>,
        at: (SimTime, FlowId),
        trace: &mut dyn Recorder,
    ) {
        let Some((wish, answers)) = self.end.ask(method, given, at) else { return };
        answers.into_iter().for_each(|event| trace.record(at.0, event));
        self.waiting.extend(wish.datagrams.iter().map(|size| size + udp::HEADER_BYTES));
    }
}

impl MessageApp for DatagramEnd {
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    ) {
        let Body::Synthetic(SyntheticDatagram { number, .. }) = message.body else { return };
        let (size, sent) = (message.size, message.sent);
        let payload = size.saturating_sub(udp::HEADER_BYTES);
        let bytes = u64::from(payload);
        self.report.packets_received += 1;
        self.report.bytes_delivered += bytes;
        self.report.last_received = Some(now);
        self.meter.on_arrival(number, now.saturating_since(sent));
        let is_forward = !self.is_client;
        let delivered = Event::Delivered { flow, bytes };
        if is_forward {
            trace.record(now, delivered);
        } else {
            trace.record_reverse(now, delivered);
        }
        trace.record(now, Event::DatagramArrived { flow, number, size, sent, is_forward });
        let given = Datagram { number, size: payload, sent: seconds(sent) };
        self.call("on_datagram", Some(Given::Datagram(given)), (now, flow), trace);
    }

    fn on_timer(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        if self.has_begun {
            self.end.timer = None;
            return self.call("on_timer", None, (now, flow), trace);
        }
        self.has_begun = true;
        if self.is_client {
            self.report.started = Some(now);
            trace.record(now, Event::FlowStarted { flow });
        }
        self.call("on_open", None, (now, flow), trace);
    }

    fn poll_message(&mut self, now: SimTime) -> Option<(u32, Body)> {
        let size = self.waiting.pop_front()?;
        let counted = SyntheticDatagram { number: self.number, to_server: self.is_client };
        self.number = self.number.wrapping_add(1);
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        Some((size, Body::Synthetic(counted)))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        if self.has_begun { self.end.timer } else { Some(self.start) }
    }

    fn report(&self) -> FlowReport {
        FlowReport { replies: self.end.replies, ..self.report }
    }

    fn is_two_way(&self) -> bool {
        true
    }

    fn measured(&self) -> Option<Box<dyn Any>> {
        let is_awaited = !self.is_client || self.report.packets_received > 0;
        Some(Box::new(self.meter.report(is_awaited)))
    }
}

/// Requests of an endpoint during a call.
#[derive(Default)]
struct Wish {
    write: u64,
    close: bool,
    /// Payload of the datagrams to send.
    datagrams: Vec<u32>,
    timer: Option<SimTime>,
    /// Time of each answered request, and the length of its answer.
    responses: Vec<(SimTime, u64)>,
}

/// Requests that an endpoint can make during a call.
#[pyclass(frozen, subclass, module = "skyseam._core")]
pub(crate) struct Io {
    #[pyo3(get)]
    now: f64,
    wish: Mutex<Wish>,
}

impl Io {
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
impl Io {
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

/// The stream of an endpoint during a call.
#[pyclass(frozen, extends = Io, module = "skyseam._core")]
pub(crate) struct Stream;

#[pymethods]
impl Stream {
    /// Writes `size` bytes more.
    fn write(own: PyRef<'_, Self>, size: u64) {
        own.as_super().wish(|wish| wish.write += size);
    }

    /// Closes this direction: nothing more is written.
    fn close(own: PyRef<'_, Self>) {
        own.as_super().wish(|wish| wish.close = true);
    }
}

/// The UDP socket of an endpoint during a call.
#[pyclass(frozen, extends = Io, module = "skyseam._core")]
pub(crate) struct Socket;

#[pymethods]
impl Socket {
    /// Sends a datagram with a payload of `size` bytes.
    fn send(own: PyRef<'_, Self>, size: u32) -> PyResult<()> {
        if size > MAX_PAYLOAD {
            return Err(PyValueError::new_err(format!(
                "`size` is {size}; expected at most {MAX_PAYLOAD} bytes"
            )));
        }
        own.as_super().wish(|wish| wish.datagrams.push(size));
        Ok(())
    }
}

/// Maximum payload of a UDP datagram, bytes (RFC 768 in an IPv4 packet).
const MAX_PAYLOAD: u32 = 65_535 - udp::HEADER_BYTES;

/// A datagram that has arrived.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Datagram {
    number: u32,
    size: u32,
    sent: f64,
}
