//! Writes down what a run was asked to record, as columns.
//!
//! Owns the tables `drops`, `cwnd`, `rtt`, `rate`, `throughput` and `queue`; `retransmissions`,
//! `delayed_acks`, `sequence`, `harq_packets`, `voice_packets` and `responses` have files of their
//! own. Which of them are kept is the scenario's `record` list; drops are always kept, since every
//! run checks that packets are conserved, and so are responses.

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_packet::Packet;
use skyseam_trace::{Column, DropReason, Event, Recorder, Table, Values};

use crate::build::Names;
use crate::delayed_acks::DelayedAcks;
use crate::harq::{Ending, HarqRecord};
use crate::responses::Responses;
use crate::retransmissions::Retransmissions;
use crate::sequence::Sequence;
use crate::voice_packets::VoicePackets;

/// What to keep beside drops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub cwnd: bool,
    pub rtt: bool,
    pub retransmissions: bool,
    pub delayed_acks: bool,
    pub queue: bool,
    pub sequence: bool,
    pub rate: bool,
    pub harq: bool,
    pub voice: bool,
    pub throughput_bin: Option<Duration>,
}

#[derive(Debug, Default)]
struct Drops {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    node: Vec<u32>,
    reason: Vec<u32>,
    size_bytes: Vec<u64>,
}

#[derive(Debug, Default)]
struct Congestion {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    cwnd_bytes: Vec<u64>,
    ssthresh_bytes: Vec<f64>,
    in_flight_bytes: Vec<u64>,
}

#[derive(Debug, Default)]
struct RoundTrips {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    rtt_ms: Vec<f64>,
    srtt_ms: Vec<f64>,
}

#[derive(Debug, Default)]
struct Rates {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    delivery: Vec<f64>,
    app_limited: Vec<bool>,
    pacing: Vec<f64>,
}

/// Bytes that arrived in each bin of time, for one flow.
#[derive(Clone, Debug, Default)]
struct Bins {
    first: u64,
    arrived: Vec<u64>,
    delivered: Vec<u64>,
}

/// A recorder that keeps what was asked for.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    wanted: Wanted,
    drops: Drops,
    congestion: Congestion,
    round_trips: RoundTrips,
    retransmissions: Retransmissions,
    delayed_acks: DelayedAcks,
    rates: Rates,
    sequence: Sequence,
    harq: HarqRecord,
    voice: VoicePackets,
    responses: Responses,
    /// Waiting packets: from when until when, and before which link.
    waits: Vec<(SimTime, SimTime, u32)>,
    bins: Vec<Bins>,
}

impl Collector {
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Notes that a packet waits before link number `link` from `now` until its turn at `start`.
    pub fn note_wait(&mut self, now: SimTime, start: SimTime, link: u32) {
        if self.wanted.queue && start > now {
            self.waits.push((now, start, link));
        }
    }

    fn bin(&mut self, now: SimTime, flow: FlowId, width: Duration) -> (&mut Bins, usize) {
        let number = now.as_nanos() / width.as_nanos();
        if self.bins.len() <= flow.index() {
            self.bins.resize(flow.index() + 1, Bins::default());
        }
        let bins = &mut self.bins[flow.index()];
        if bins.arrived.is_empty() {
            bins.first = number;
        }
        let index = (number - bins.first) as usize;
        if bins.arrived.len() <= index {
            bins.arrived.resize(index + 1, 0);
            bins.delivered.resize(index + 1, 0);
        }
        (bins, index)
    }

    /// Notes that a data packet of `size` IP bytes reached the flow's receiver.
    pub fn note_arrival(&mut self, now: SimTime, packet: &Packet) {
        if let Some(width) = self.wanted.throughput_bin {
            let (bins, index) = self.bin(now, packet.flow, width);
            bins.arrived[index] += u64::from(packet.size);
        }
        if self.wanted.retransmissions {
            self.retransmissions.note_arrival(packet);
        }
        if self.wanted.sequence {
            self.sequence.note_arrived(now, packet);
        }
    }

    /// Notes that the flow's sender handed `packet` to its node.
    pub fn note_sent(&mut self, now: SimTime, packet: &Packet) {
        if self.wanted.sequence {
            self.sequence.note_sent(now, packet);
        }
    }

    /// Notes that an answer of the receiver reached the flow's sender.
    pub fn note_answer(&mut self, now: SimTime, packet: &Packet) {
        if self.wanted.sequence {
            self.sequence.note_answer(now, packet);
        }
    }

    /// All packets dropped: whose, and why.
    pub fn drops(&self) -> impl Iterator<Item = (FlowId, DropReason)> {
        let Drops { flow, reason, .. } = &self.drops;
        let drops = flow.iter().zip(reason);
        drops.map(|(&flow, &reason)| (FlowId(flow as u32), DropReason::ALL[reason as usize]))
    }

    /// Notes how HARQ ended for `packet`.
    pub fn note_harq(&mut self, packet: &Packet, ending: &Ending) {
        if self.wanted.harq {
            self.harq.note(packet, ending);
        }
    }

    /// How many retransmissions of `flow` were needless, where that was asked for.
    pub fn spurious_of(&self, flow: FlowId) -> Option<u64> {
        self.retransmissions.spurious_of(flow).filter(|_| self.wanted.retransmissions)
    }

    /// The tables that were asked for, by name, of a run that ended at `ended`. `node_names` are
    /// indexed by number.
    pub fn into_tables(
        self,
        ended: SimTime,
        node_names: &[String],
        names: Names,
    ) -> Vec<(&'static str, Table)> {
        let f64s = |name, values| Column { name, values: Values::F64(values) };
        let u64s = |name, values| Column { name, values: Values::U64(values) };
        let named =
            |name, indices, names| Column { name, values: Values::Names { indices, names } };
        let drops = self.drops;
        let reasons = DropReason::ALL.iter().map(|r| r.name().to_owned()).collect();
        let mut tables = vec![(
            "drops",
            Table::new(vec![
                f64s("t_s", drops.t_s),
                u64s("flow", drops.flow),
                named("node", drops.node, node_names.to_vec()),
                named("reason", drops.reason, reasons),
                u64s("size_bytes", drops.size_bytes),
            ]),
        )];
        if self.wanted.cwnd {
            let c = self.congestion;
            tables.push((
                "cwnd",
                Table::new(vec![
                    f64s("t_s", c.t_s),
                    u64s("flow", c.flow),
                    u64s("cwnd_bytes", c.cwnd_bytes),
                    f64s("ssthresh_bytes", c.ssthresh_bytes),
                    u64s("in_flight_bytes", c.in_flight_bytes),
                ]),
            ));
        }
        if self.wanted.rtt {
            let r = self.round_trips;
            tables.push((
                "rtt",
                Table::new(vec![
                    f64s("t_s", r.t_s),
                    u64s("flow", r.flow),
                    f64s("rtt_ms", r.rtt_ms),
                    f64s("srtt_ms", r.srtt_ms),
                ]),
            ));
        }
        if self.wanted.retransmissions {
            tables.push(("retransmissions", self.retransmissions.into_table()));
        }
        if self.wanted.delayed_acks {
            tables.push(("delayed_acks", self.delayed_acks.into_table()));
        }
        if self.wanted.rate {
            let r = self.rates;
            tables.push((
                "rate",
                Table::new(vec![
                    f64s("t_s", r.t_s),
                    u64s("flow", r.flow),
                    f64s("delivery_bits_per_s", r.delivery),
                    Column { name: "app_limited", values: Values::Bool(r.app_limited) },
                    f64s("pacing_bits_per_s", r.pacing),
                ]),
            ));
        }
        if self.wanted.sequence {
            tables.push(("sequence", self.sequence.into_table()));
        }
        if self.wanted.harq {
            tables.push(("harq_packets", self.harq.into_table(&names)));
        }
        if self.wanted.voice {
            tables.push(("voice_packets", self.voice.into_table()));
        }
        tables.extend(self.responses.into_table().map(|table| ("responses", table)));
        if self.wanted.queue {
            tables.push(("queue", queue_lengths(self.waits, ended, names.links)));
        }
        if let Some(width) = self.wanted.throughput_bin {
            tables.push(("throughput", throughput(&self.bins, width)));
        }
        tables
    }
}

/// One row whenever a queue gets longer or shorter, up to `ended`.
fn queue_lengths(
    waits: Vec<(SimTime, SimTime, u32)>,
    ended: SimTime,
    link_names: Vec<String>,
) -> Table {
    // A packet whose turn comes leaves before one that comes at the same instant enters.
    let mut changes: Vec<(SimTime, bool, u32)> = waits
        .into_iter()
        .flat_map(|(from, until, link)| [(from, true, link), (until, false, link)])
        .filter(|&(at, ..)| at <= ended)
        .collect();
    changes.sort();
    let mut lengths = vec![0u64; link_names.len()];
    let (mut t_s, mut link, mut waiting_packets) = (vec![], vec![], vec![]);
    for (at, enters, number) in changes {
        let length = &mut lengths[number as usize];
        *length = if enters { *length + 1 } else { *length - 1 };
        t_s.push(at.as_secs_f64());
        link.push(number);
        waiting_packets.push(*length);
    }
    Table::new(vec![
        Column { name: "t_s", values: Values::F64(t_s) },
        Column { name: "link", values: Values::Names { indices: link, names: link_names } },
        Column { name: "waiting_packets", values: Values::U64(waiting_packets) },
    ])
}

/// One row per flow and bin, from the flow's first arrival to its last, empty bins included.
fn throughput(bins: &[Bins], width: Duration) -> Table {
    let (mut t_s, mut flow, mut arrived, mut delivered) = (vec![], vec![], vec![], vec![]);
    let per_second = |bytes: u64| bytes as f64 * 8.0 / width.as_secs_f64();
    for (number, bins) in bins.iter().enumerate() {
        for i in 0..bins.arrived.len() {
            t_s.push(((bins.first + i as u64) * width.as_nanos()) as f64 / 1e9);
            flow.push(number as u64);
            arrived.push(per_second(bins.arrived[i]));
            delivered.push(per_second(bins.delivered[i]));
        }
    }
    Table::new(vec![
        Column { name: "t_s", values: Values::F64(t_s) },
        Column { name: "flow", values: Values::U64(flow) },
        Column { name: "bits_per_s", values: Values::F64(arrived) },
        Column { name: "goodput_bits_per_s", values: Values::F64(delivered) },
    ])
}

impl Recorder for Collector {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::Dropped { node, reason, packet } => self.note_drop(now, node, reason, packet),
            Event::Congestion { flow, cwnd, ssthresh, in_flight } if self.wanted.cwnd => {
                let c = &mut self.congestion;
                c.t_s.push(now.as_secs_f64());
                c.flow.push(u64::from(flow.0));
                c.cwnd_bytes.push(cwnd);
                c.ssthresh_bytes.push(if ssthresh == u64::MAX {
                    f64::NAN
                } else {
                    ssthresh as f64
                });
                c.in_flight_bytes.push(in_flight);
            }
            Event::RoundTrip { flow, sample, smoothed } if self.wanted.rtt => {
                let r = &mut self.round_trips;
                r.t_s.push(now.as_secs_f64());
                r.flow.push(u64::from(flow.0));
                r.rtt_ms.push(sample.as_millis_f64());
                r.srtt_ms.push(smoothed.as_millis_f64());
            }
            Event::Rate { flow, delivered, app_limited, pacing } if self.wanted.rate => {
                let r = &mut self.rates;
                let bits = |rate: u64| rate as f64 * 8.0;
                r.t_s.push(now.as_secs_f64());
                r.flow.push(u64::from(flow.0));
                r.delivery.push(bits(delivered));
                r.app_limited.push(app_limited);
                r.pacing.push(pacing.map_or(f64::NAN, bits));
            }
            Event::Retransmitted { flow, offset, bytes, cause } => {
                if self.wanted.retransmissions {
                    self.retransmissions.note(now, flow, offset, bytes, cause);
                }
                if self.wanted.sequence {
                    self.sequence.note_cause(flow, offset, cause);
                }
            }
            Event::AckDelayed { flow, waited, released_by } if self.wanted.delayed_acks => {
                self.delayed_acks.note(now, flow, waited, released_by);
            }
            Event::Heard { flow, number, sent, play } if self.wanted.voice => {
                self.voice.note(now, flow, number, sent, play);
            }
            Event::Answered { flow, number, asked, bytes } => {
                self.responses.note(now, flow, number, asked, bytes);
            }
            Event::Delivered { flow, bytes } => {
                if let Some(width) = self.wanted.throughput_bin {
                    let (bins, index) = self.bin(now, flow, width);
                    bins.delivered[index] += bytes;
                }
            }
            _ => {}
        }
    }

    /// The series are of the direction from the flow's source to its destination; what is dropped
    /// on the way back counts.
    fn record_reverse(&mut self, now: SimTime, event: Event<'_>) {
        if let Event::Dropped { node, reason, packet } = event {
            self.count_drop(now, node, reason, packet);
        }
    }
}

impl Collector {
    fn note_drop(&mut self, now: SimTime, node: NodeId, reason: DropReason, packet: &Packet) {
        if self.wanted.sequence {
            self.sequence.note_dropped(now, packet);
        }
        if self.wanted.retransmissions {
            self.retransmissions.note_drop(packet, reason);
        }
        self.count_drop(now, node, reason, packet);
    }

    fn count_drop(&mut self, now: SimTime, node: NodeId, reason: DropReason, packet: &Packet) {
        let d = &mut self.drops;
        d.t_s.push(now.as_secs_f64());
        d.flow.push(u64::from(packet.flow.0));
        d.node.push(node.0);
        d.reason.push(reason as u32);
        d.size_bytes.push(u64::from(packet.size));
    }
}

#[cfg(test)]
mod tests {
    use skyseam_trace::{AckRelease, RetransmitCause};

    use super::*;

    fn names(link: &str) -> Names {
        Names { links: vec![link.into()], receivers: vec![] }
    }

    /// Enumerations are written as indices into `ALL`: the two orders must agree.
    #[test]
    fn indices_of_reasons_and_causes_name_them() {
        for (i, reason) in DropReason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, i);
        }
        for (i, cause) in RetransmitCause::ALL.into_iter().enumerate() {
            assert_eq!(cause as usize, i);
        }
        for (i, release) in AckRelease::ALL.into_iter().enumerate() {
            assert_eq!(release as usize, i);
        }
    }

    #[test]
    fn a_queue_gets_longer_and_shorter() {
        let wanted = Wanted { queue: true, ..Wanted::default() };
        let mut collector = Collector::new(wanted);
        let at = SimTime::from_secs;
        collector.note_wait(at(0), at(0), 0); // its turn comes at once: it never waits
        collector.note_wait(at(0), at(2), 0);
        collector.note_wait(at(1), at(4), 0);
        collector.note_wait(at(2), at(9), 0); // its turn comes after the end
        let tables = collector.into_tables(at(5), &[], names("a -> b"));
        let (_, table) = tables.iter().find(|(name, _)| *name == "queue").unwrap();
        assert_eq!(table.column("t_s"), Some(&Values::F64(vec![0.0, 1.0, 2.0, 2.0, 4.0])));
        assert_eq!(table.column("waiting_packets"), Some(&Values::U64(vec![1, 2, 1, 2, 1])));
    }

    #[test]
    fn a_bin_without_arrivals_is_a_row_of_zero() {
        let wanted = Wanted { throughput_bin: Some(Duration::from_secs(1)), ..Wanted::default() };
        let mut collector = Collector::new(wanted);
        let flow = FlowId(0);
        collector.record(SimTime::from_secs(5), Event::Delivered { flow, bytes: 1000 });
        collector.record(SimTime::from_secs(7), Event::Delivered { flow, bytes: 500 });
        let tables = collector.into_tables(SimTime::MAX, &[], names("a -> b"));
        let (_, table) = tables.iter().find(|(name, _)| *name == "throughput").unwrap();
        assert_eq!(table.column("t_s"), Some(&Values::F64(vec![5.0, 6.0, 7.0])));
        let goodput = Values::F64(vec![8000.0, 0.0, 4000.0]);
        assert_eq!(table.column("goodput_bits_per_s"), Some(&goodput));
    }
}
