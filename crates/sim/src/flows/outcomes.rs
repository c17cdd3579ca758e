//! The outcomes of flows: reports, how each ended, and what applications measured.

use std::any::Any;

use skyseam_app::voice::VoiceReport;
use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_endpoint::{EndReason, FlowReport};

use super::{FlowSeries, Flows, State};
use crate::id::SeriesId;

/// The outcome of a flow.
#[derive(Clone, Debug)]
pub(crate) struct FlowOutcome {
    pub series: SeriesId,
    /// Number of the flow of which it is a part; its own if the connection is not split.
    pub whole: FlowId,
    pub from: NodeId,
    pub to: NodeId,
    pub drops: u64,
    /// Reason of the end.
    pub ended: EndReason,
    /// Report; `None` if the flow had not started.
    pub report: Option<FlowReport>,
}

/// Measurement of an application at one endpoint.
#[derive(Debug)]
pub(crate) struct Measured<T> {
    pub flow: FlowId,
    pub series: SeriesId,
    /// Whether the packets came from the flow's source.
    pub is_forward: bool,
    /// Packets that the other endpoint sent.
    pub sent: u64,
    /// Number of dropped packets.
    pub lost: u64,
    /// Measured values.
    pub own: T,
}

impl Flows {
    /// The outcomes of all flows, in the order of their numbers. `last` is the reason of the run's
    /// end: [`EndReason::EndOfRun`] or [`EndReason::Interrupted`], which then ended the flows that
    /// would have continued, or [`EndReason::Finished`] if no flow would have done anything more.
    pub fn outcomes(&self, last: EndReason) -> impl Iterator<Item = FlowOutcome> {
        (0..).map(FlowId).zip(&self.flows).map(move |(number, flow)| {
            let s = &self.series[flow.series.index()];
            let mut outcome = FlowOutcome {
                series: flow.series,
                whole: flow.whole,
                from: s.from,
                to: s.to,
                drops: flow.drops,
                ended: self.ended(number, last),
                report: self.report(number),
            };
            if flow.part > 0 {
                (outcome.from, outcome.to) = s.ends(flow.part as usize);
            } else if !flow.further.is_empty() {
                outcome.report = outcome.report.map(|own| self.seen_end_to_end(number, own));
                outcome.ended = self.ended_end_to_end(number, last);
            }
            outcome
        })
    }

    /// The voice flows that have started: number, series, packets sent, and the receiver's report
    /// by each age of expiry.
    pub fn voice(&self) -> impl Iterator<Item = (FlowId, SeriesId, u64, Vec<VoiceReport>)> {
        (0..).map(FlowId).zip(&self.flows).filter_map(|(number, flow)| {
            let State::Open(pair) = &flow.state else { return None };
            let heard = *pair.receiver.measured()?.downcast::<Vec<VoiceReport>>().ok()?;
            Some((number, flow.series, pair.sender.report().packets_sent, heard))
        })
    }

    /// The flows that have started, without the further parts of split connections: number, series,
    /// and start time.
    pub fn begun(&self) -> impl Iterator<Item = (FlowId, SeriesId, &FlowSeries, SimTime)> {
        let wholes = (0..).map(FlowId).zip(&self.flows).filter(|(_, flow)| flow.part == 0);
        wholes.filter_map(|(number, flow)| {
            let began = self.report(number)?.started?;
            Some((number, flow.series, &self.series[flow.series.index()], began))
        })
    }

    /// Measurements of type `T` by the applications of flows in progress, each with the direction
    /// of its packets.
    pub fn measured<T: Any>(&self) -> impl Iterator<Item = Measured<T>> {
        (0..).map(FlowId).zip(&self.flows).flat_map(|(number, flow)| {
            let ends = match &flow.state {
                State::Open(pair) => Some([&pair.receiver, &pair.sender]),
                State::Waiting | State::Answering(..) | State::Closed(_) => None,
            };
            let ways = ends.map(|[to, from]| [(true, to, from), (false, from, to)]);
            ways.into_iter().flatten().filter_map(move |(is_forward, receiver, sender)| {
                let own = receiver.measured()?.downcast::<T>().ok()?;
                let sent = sender.report().packets_sent;
                let back = flow.drops_back;
                let lost = if is_forward { flow.drops - back } else { back };
                Some(Measured {
                    flow: number,
                    series: flow.series,
                    is_forward,
                    sent,
                    lost,
                    own: *own,
                })
            })
        })
    }

    pub(super) fn report(&self, number: FlowId) -> Option<FlowReport> {
        match &self.flows[number.index()].state {
            State::Waiting => None,
            State::Open(pair) => Some(pair.report()),
            State::Answering(report, receiver) => Some(report.merged(&receiver.report())),
            State::Closed(report) => Some(**report),
        }
    }

    /// End reason of a flow or of one part of a split connection.
    fn ended(&self, number: FlowId, last: EndReason) -> EndReason {
        let flow = &self.flows[number.index()];
        let Some(report) = self.report(number) else {
            return match last {
                // A part that never starts, because the one before gave up.
                EndReason::Finished => flow
                    .before(number)
                    .map_or(EndReason::NotStarted, |before| self.ended(before, last)),
                _ => EndReason::NotStarted,
            };
        };
        let is_connection = self.series[flow.series.index()].application.has_connection();
        let is_over = flow.quiet && flow.inside == 0;
        match report.ended() {
            Some(ended) => ended,
            None if is_over && !is_connection => EndReason::Finished,
            // Only a part of a split connection is idle before it is finished: it has no more to
            // send because another part gave up.
            //
            None if last == EndReason::Finished => {
                self.gave_up(number).unwrap_or(EndReason::EndOfRun)
            }
            None => last,
        }
    }

    /// End reason of the first part of a connection that gave up, for any of its parts.
    fn gave_up(&self, number: FlowId) -> Option<EndReason> {
        let parts = self.flows[number.index()].parts();
        parts.filter_map(|part| self.report(part)).find_map(|report| report.gave_up)
    }

    /// End reason of a split connection: that of the first part that gave up, otherwise of its last
    /// part.
    fn ended_end_to_end(&self, number: FlowId, last: EndReason) -> EndReason {
        if let Some(ended) = self.gave_up(number) {
            return ended;
        }
        let ended = |part: FlowId| self.ended(part, last);
        let mut ends = self.flows[number.index()].parts().map(ended);
        let first = ends.next().unwrap_or(EndReason::NotStarted);
        if first == EndReason::Finished { ends.next_back().unwrap_or(first) } else { first }
    }

    /// The report of the first part of a split connection, with the deliveries of its last part.
    fn seen_end_to_end(&self, whole: FlowId, first: FlowReport) -> FlowReport {
        let number = self.flows[whole.index()].parts().next_back().unwrap_or(whole);
        let last_part = &self.flows[number.index()];
        let bidirectional = self.series[last_part.series.index()].is_bidirectional();
        let last = self.report(number).unwrap_or_default();
        if bidirectional {
            // What the client received and what the server received. A part that is over has
            // delivered everything both ways: the other part knows how much that was.
            let client = match &self.flows[whole.index()].state {
                State::Open(pair) => Some(pair.sender.report()),
                _ => None,
            };
            let server = match &last_part.state {
                State::Open(pair) => pair.receiver.report(),
                State::Waiting => FlowReport::default(),
                State::Answering(..) | State::Closed(_) => {
                    return with_end(first, &first, last.received_at);
                }
            };
            return match client {
                Some(client) => with_end(first, &client.merged(&server), last.received_at),
                None => with_end(first, &last, last.received_at),
            };
        }
        FlowReport {
            last_received: last.last_received,
            received_at: last.received_at,
            bytes_delivered: last.bytes_delivered,
            ..first
        }
    }
}

/// The report of the first part of a connection with the arrivals that `delivered` counted.
fn with_end(first: FlowReport, delivered: &FlowReport, received_at: Option<SimTime>) -> FlowReport {
    FlowReport {
        last_received: delivered.last_received,
        received_at,
        bytes_delivered: delivered.bytes_delivered,
        ..first
    }
}
