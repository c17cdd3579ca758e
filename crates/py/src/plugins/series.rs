//! Series: tables of rows that a class makes from the events of a run.

use std::fmt;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat};
use skyseam_base::{FlowId, RandomStream, SimTime};
use skyseam_packet::Packet;
use skyseam_scenario::SeriesKind;
use skyseam_trace::{
    AnySeries, Column, ColumnKind, ColumnSpec, Event, Events, Recording, RunEnd, Table, TableSpec,
    Values,
};

use super::plugin::{ChosenClass, NOTHING, Owner, Plugin, seconds};

/// Events that a series can receive, by the names of the class attribute `events`.
const KINDS: [(&str, Events); 19] = [
    ("sent", Events::SENT),
    ("arrived", Events::ARRIVED),
    ("answered", Events::ANSWERED),
    ("waited", Events::WAITED),
    ("dropped", Events::DROPPED),
    ("handover", Events::HANDED_OVER),
    ("flow_started", Events::FLOW_STARTED),
    ("flow_received", Events::FLOW_RECEIVED),
    ("flow_finished", Events::FLOW_FINISHED),
    ("delivered", Events::DELIVERED),
    ("ack_delayed", Events::ACK_DELAYED),
    ("congestion", Events::CONGESTION),
    ("round_trip", Events::ROUND_TRIP),
    ("rate", Events::RATE),
    ("retransmitted", Events::RETRANSMITTED),
    ("timeout", Events::RETRANSMISSION_TIMEOUT),
    ("recovery", Events::RECOVERY_ENTERED),
    ("responded", Events::RESPONDED),
    ("datagram", Events::DATAGRAM_ARRIVED),
];

impl SeriesKind for ChosenClass {
    fn series(&self) -> AnySeries {
        let names: Vec<String> = self.attribute("events", Vec::new());
        let heard = KINDS.iter().filter(|(name, _)| names.iter().any(|own| own == name));
        let events = heard.fold(Events::NONE, |all, (_, kind)| all.and(*kind));
        let (of, table) = (self.clone(), self.plugin.table);
        AnySeries::declared(table, events, Arc::new(move || Box::new(Rows::new(of.clone()))))
    }
}

/// Rows of a series.
struct Rows {
    of: ChosenClass,
    table: TableSpec,
    /// The method `record` of the instance, made at the first event; `None` after a failure.
    record: Option<Py<PyAny>>,
    columns: Vec<Values>,
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rows").field(&self.table.name).finish()
    }
}

/// An empty column.
fn empty(column: &ColumnSpec) -> Values {
    match column.kind {
        ColumnKind::Count => Values::U64(Vec::new()),
        _ => Values::F64(Vec::new()),
    }
}

impl Rows {
    fn new(of: ChosenClass) -> Self {
        let table = of.plugin.table;
        let mut made =
            Self { of, table, record: None, columns: table.columns.iter().map(empty).collect() };
        if !made.of.plugin.faults.is_any() {
            Python::attach(|py| made.begin(py));
        }
        made
    }

    fn begin(&mut self, py: Python<'_>) {
        let plugin = &self.of.plugin;
        // A series observes: what it draws is the same under every seed.
        let random = RandomStream::new(0, plugin.name).beside();
        let made = plugin.instance(py, &self.of.own, random);
        match made.and_then(|made| made.getattr("record")) {
            Ok(record) => self.record = Some(record.unbind()),
            Err(error) => plugin.raised(py, "__init__", error, SimTime::ZERO, Owner::Nobody),
        }
    }

    /// Adds the row of an answer; `None` if it is no row.
    fn add(&mut self, answer: &Bound<'_, PyAny>) -> Option<()> {
        let row: Vec<Bound<'_, PyAny>> = answer.extract().ok()?;
        if row.len() != self.columns.len() {
            return None;
        }
        let mut numbers = Vec::with_capacity(row.len());
        for (value, column) in row.iter().zip(&self.columns) {
            numbers.push(match column {
                Values::U64(_) if value.is_instance_of::<PyFloat>() => return None,
                Values::U64(_) => (value.extract::<u64>().ok()?, 0.0),
                _ if value.is_none() => (0, f64::NAN),
                _ => (0, value.extract::<f64>().ok()?),
            });
        }
        for ((count, number), column) in numbers.into_iter().zip(&mut self.columns) {
            match column {
                Values::U64(all) => all.push(count),
                Values::F64(all) => all.push(number),
                _ => {}
            }
        }
        Some(())
    }

    /// Calls the plug-in for an event.
    fn call(&mut self, py: Python<'_>, now: SimTime, event: &Event<'_>) {
        let plugin = self.of.plugin.clone();
        let Some(record) = self.record.as_ref().filter(|_| !plugin.faults.is_any()) else { return };
        let owner = flow_of(event).map_or(Owner::Nobody, Owner::Flow);
        let answer = described(py, now, event).and_then(|event| record.bind(py).call1((event,)));
        match answer {
            Ok(answer) if answer.is_none() => {}
            Ok(answer) => {
                if self.add(&answer).is_none() {
                    let expected = row_in_words(&plugin);
                    plugin.returned(answer, ("record", &expected), now, owner);
                }
            }
            Err(error) => plugin.raised(py, "record", error, now, owner),
        }
    }

    fn table_of(&self, columns: Vec<Values>) -> Table {
        let specs = self.table.columns.iter().copied();
        let columns = specs.zip(columns).map(|(spec, values)| Column { spec, values });
        Table::new(columns.collect())
    }
}

fn row_in_words(plugin: &Plugin) -> String {
    let names: Vec<&str> = plugin.table.columns.iter().map(|column| column.name).collect();
    format!("{NOTHING}, or a row: a tuple of {}", names.join(", "))
}

impl Recording for Rows {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        Python::attach(|py| self.call(py, now, event));
    }

    fn into_table(mut self: Box<Self>, _: &RunEnd<'_>) -> Table {
        let columns = std::mem::take(&mut self.columns);
        self.table_of(columns)
    }

    fn rows_ready(&self) -> usize {
        self.columns.first().map_or(0, Values::len)
    }

    fn take_rows(&mut self, _: &RunEnd<'_>) -> Table {
        let empty = self.table.columns.iter().map(empty).collect();
        let columns = std::mem::replace(&mut self.columns, empty);
        self.table_of(columns)
    }
}

/// The flow of an event.
fn flow_of(event: &Event<'_>) -> Option<FlowId> {
    Some(match event {
        Event::Sent { packet }
        | Event::Arrived { packet }
        | Event::Answered { packet }
        | Event::Dropped { packet, .. } => packet.flow,
        Event::FlowStarted { flow }
        | Event::FlowReceived { flow }
        | Event::FlowFinished { flow }
        | Event::Delivered { flow, .. }
        | Event::AckDelayed { flow, .. }
        | Event::Congestion { flow, .. }
        | Event::RoundTrip { flow, .. }
        | Event::Rate { flow, .. }
        | Event::Retransmitted { flow, .. }
        | Event::RetransmissionTimeout { flow }
        | Event::RecoveryEntered { flow }
        | Event::Responded { flow, .. }
        | Event::DatagramArrived { flow, .. } => *flow,
        _ => return None,
    })
}

/// The event as an object with its kind, its time, and its own attributes.
fn described<'py>(py: Python<'py>, now: SimTime, event: &Event<'_>) -> PyResult<Bound<'py, PyAny>> {
    let given = PyDict::new(py);
    let kind = KINDS.iter().find(|(_, kind)| *kind == event.kind()).map_or("", |(name, _)| name);
    given.set_item("kind", kind)?;
    given.set_item("now", seconds(now))?;
    if let Some(flow) = flow_of(event) {
        given.set_item("flow", flow.0)?;
    }
    let packet = |packet: &Packet| -> PyResult<()> {
        given.set_item("size", packet.size)?;
        given.set_item("source", packet.source.0)?;
        given.set_item("destination", packet.destination.0)?;
        given.set_item("created", seconds(packet.created))
    };
    match *event {
        Event::Sent { packet: own } | Event::Arrived { packet: own } => packet(own)?,
        Event::Answered { packet: own } => packet(own)?,
        Event::Dropped { node, reason, packet: own } => {
            packet(own)?;
            given.set_item("node", node.0)?;
            given.set_item("reason", reason.name())?;
        }
        Event::Waited { link, until } => {
            given.set_item("link", link)?;
            given.set_item(
                "until",
                if until == SimTime::MAX { f64::INFINITY } else { seconds(until) },
            )?;
        }
        Event::HandedOver { terminal, cause, from, to } => {
            given.set_item("terminal", terminal.0)?;
            given.set_item("cause", cause)?;
            given.set_item("before", from.map(|node| node.0))?;
            given.set_item("after", to.map(|node| node.0))?;
        }
        Event::Delivered { bytes, .. } => given.set_item("size", bytes)?,
        Event::AckDelayed { waited, released_by, .. } => {
            given.set_item("waited", waited.as_secs_f64())?;
            given.set_item("reason", released_by.name())?;
        }
        Event::Congestion { cwnd, ssthresh, in_flight, .. } => {
            let ssthresh = (ssthresh != u64::MAX).then_some(ssthresh);
            given.set_item("cwnd", cwnd)?;
            given.set_item("ssthresh", ssthresh)?;
            given.set_item("in_flight", in_flight)?;
        }
        Event::RoundTrip { sample, smoothed, .. } => {
            given.set_item("rtt", sample.as_secs_f64())?;
            given.set_item("smoothed_rtt", smoothed.as_secs_f64())?;
        }
        Event::Rate { delivered, app_limited, pacing, .. } => {
            given.set_item("delivery_rate", 8 * delivered)?;
            given.set_item("app_limited", app_limited)?;
            given.set_item("pacing_rate", pacing.map(|rate| 8 * rate))?;
        }
        Event::Retransmitted { offset, bytes, cause, .. } => {
            given.set_item("offset", offset)?;
            given.set_item("size", bytes)?;
            given.set_item("reason", cause.name())?;
        }
        Event::Responded { number, asked, bytes, .. } => {
            given.set_item("number", number)?;
            given.set_item("asked", seconds(asked))?;
            given.set_item("size", bytes)?;
        }
        Event::DatagramArrived { number, size, sent, is_forward, .. } => {
            given.set_item("number", number)?;
            given.set_item("size", size)?;
            given.set_item("sent", seconds(sent))?;
            given.set_item("is_forward", is_forward)?;
        }
        _ => {}
    }
    py.import("types")?.getattr("SimpleNamespace")?.call((), Some(&given))
}
