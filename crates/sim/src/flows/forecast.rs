//! Forecast of a run's progress, in packets: those that flows have sent, and an estimate of those
//! still to be sent.

use std::collections::BTreeMap;

use skyseam_app::{AppEndpoints, TransportService};
use skyseam_base::{Duration, FlowId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::OfferedData;

use super::{FlowSeries, FlowState, Flows, State};

/// Default payload of a packet, bytes: that of a full segment over Ethernet.
const USUAL_PAYLOAD: f64 = 1448.0;

/// Packets of all flows that begin here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Work {
    pub done: f64,
    pub left: f64,
}

impl Work {
    /// Fraction that is done; `None` if there is nothing to do.
    pub fn fraction(self) -> Option<f64> {
        let whole = self.done + self.left;
        (whole > 0.0).then(|| self.done / whole)
    }
}

impl std::ops::Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { done: self.done + other.done, left: self.left + other.left }
    }
}

/// Statistics of the flows of one kind of application.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    begun: f64,
    /// Packets of the flows that have begun, in each direction.
    packets: f64,
    over: f64,
    /// Total lifetime of the finished flows, s.
    lives_s: f64,
}

impl Class {
    fn life_s(&self) -> Option<f64> {
        (self.over > 0.0).then(|| self.lives_s / self.over)
    }
}

/// A flow in progress.
struct Open {
    class: &'static str,
    supply: Option<OfferedData>,
    report: FlowReport,
    age_s: f64,
}

impl Open {
    /// The packets the flow will still send before `end`.
    fn left(&self, life_s: Option<f64>, now: SimTime, end: SimTime) -> f64 {
        let packets = self.report.packets_sent as f64;
        let seconds = |until: SimTime| Duration::as_secs_f64(until.saturating_since(now));
        let to_end_s = seconds(end);
        let stop = self.supply.and_then(|supply| supply.stop);
        let limit = self.supply.and_then(|supply| supply.limit);
        let on_s = match (stop, limit, life_s) {
            (Some(stop), ..) => seconds(stop),
            (None, None, Some(life_s)) if life_s > self.age_s => life_s - self.age_s,
            // It has outlived the others: what is left of a life does not depend on its age.
            (None, None, Some(life_s)) => life_s,
            _ => to_end_s,
        };
        let by_time = packets / self.age_s.max(1e-9) * on_s.min(to_end_s);
        let Some(limit) = limit else { return by_time };
        let new = packets - self.report.retransmissions as f64;
        // In a region the receiver may be another's.
        let there = match self.report.bytes_delivered {
            0 => new * USUAL_PAYLOAD,
            bytes => bytes as f64,
        };
        if there == 0.0 {
            return limit as f64 / USUAL_PAYLOAD;
        }
        by_time.min(packets * (limit as f64 / there - 1.0).max(0.0))
    }
}

/// Data to be sent by the flows of a series, if known before they begin.
fn supply_of(series: &FlowSeries, start: SimTime, random: RandomStream) -> Option<OfferedData> {
    if series.application.service() != TransportService::Transfer {
        return None;
    }
    match series.application.open(start, random) {
        AppEndpoints::Transfer(supply) => Some(supply),
        _ => None,
    }
}

impl Flows {
    /// Number of packets that flows have sent by `now`, and an estimate of those that they will
    /// send before `end`, from the bytes they have, their stop times, their rates so far, and the
    /// statistics of their kind.
    pub fn work(&self, now: SimTime, end: SimTime) -> Work {
        let mut classes: BTreeMap<&'static str, Class> = BTreeMap::new();
        let mut open = Vec::new();
        let mut work = Work::default();
        let mut ages_s = 0.0;
        let wholes = (0..).map(FlowId).zip(&self.flows).filter(|(_, flow)| flow.part == 0);
        for (flow, FlowState { series, state, .. }) in wholes.filter(|(_, flow)| flow.ours.sender) {
            let Some(report) = self.report(flow) else { continue };
            let s = &self.series[series.index()];
            let number = flow.0 - self.first[series.index()];
            let start = s.opening(number);
            let name = s.application.name();
            let class = classes.entry(name).or_default();
            class.begun += 1.0;
            class.packets += report.packets_sent as f64;
            work.done += report.packets_sent as f64;
            let age_s = Duration::as_secs_f64(now.saturating_since(start));
            if matches!(state, State::Open(_)) {
                ages_s += age_s;
                let supply = supply_of(s, start, self.stream(s, number, 0));
                open.push(Open { class: name, supply, report, age_s });
            } else {
                let last = report.last_received.unwrap_or(start);
                let life_s = Duration::as_secs_f64(last.saturating_since(start));
                ages_s += life_s;
                class.over += 1.0;
                class.lives_s += life_s;
            }
        }
        for flow in open {
            let class = classes.entry(flow.class).or_default();
            let left = flow.left(class.life_s(), now, end);
            class.packets += left;
            work.left += left;
        }
        let rate = if ages_s > 0.0 { work.done / ages_s } else { 1.0 };
        for (series, s) in self.series.iter().enumerate() {
            for number in self.begun[series]..s.count {
                let start = s.opening(number);
                let flow = (self.first[series] + number) as usize;
                if start >= end || !self.flows[flow].ours.sender {
                    continue;
                }
                let class = classes.get(s.application.name()).copied().unwrap_or_default();
                work.left += self.expected((s, number), class, rate, end);
            }
        }
        work
    }

    /// Estimated packets of a flow that has not begun. `rate` is that of all flows, packets/s.
    fn expected(
        &self,
        (s, number): (&FlowSeries, u32),
        class: Class,
        rate: f64,
        end: SimTime,
    ) -> f64 {
        let start = s.opening(number);
        let there_s = Duration::as_secs_f64(end.saturating_since(start));
        if class.begun > 0.0 {
            let whole = class.packets / class.begun;
            return whole * class.life_s().map_or(1.0, |life_s| (there_s / life_s).min(1.0));
        }
        match supply_of(s, start, self.stream(s, number, 0)) {
            Some(OfferedData { limit: Some(limit), .. }) => limit as f64 / USUAL_PAYLOAD,
            Some(OfferedData { stop: Some(stop), .. }) => {
                rate * Duration::as_secs_f64(stop.min(end).saturating_since(start))
            }
            _ => rate * there_s,
        }
    }
}
