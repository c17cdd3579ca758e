//! The tables `flows` and `links` of every run: the outcome of each flow, and the load of each
//! link.

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_endpoint::{EndReason, FlowReport};
use skyseam_net::queue::ClassCounters;
use skyseam_net::{Counters, Transmitter};
use skyseam_trace::{Columns, Names, Table, columns};

use crate::flows::FlowOutcome;
use crate::world::World;

columns! {
    /// A row for each flow, started or not. A flow with `count` has one row per repetition, all
    /// with its name; one that proxies split has a row from end to end, and after the rows of all
    /// flows one for each further part ([split connections](models/proxy.md)).
    /// [QUIC](models/quic.md) defines the counts over QUIC, [how runs and flows
    /// end](results/ending.md) the causes of the end.
    pub(crate) struct FlowsTable "flows" {
        /// Number of the flow, from 0.
        flow: Vec<u64>,
        /// Name in the scenario.
        name: Names,
        /// Number of the flow of which it is a further part; its own number if it is none.
        part_of: Vec<u64>,
        /// Name of the sending node.
        source: Names,
        /// Name of the receiving node.
        destination: Names,
        /// Start time of the sender; null if it did not start.
        start_s: Vec<f64> as "s",
        /// Time of the first packet sent.
        first_sent_s: Vec<f64> as "s",
        /// Arrival time of the last new byte; for pings, of the last reply.
        last_received_s: Vec<f64> as "s",
        /// Time when the sender knew that everything had arrived; null if it does not.
        finished_s: Vec<f64> as "s",
        /// Cause of the end.
        end_reason: Names,
        /// Time from the first packet sent to the arrival of the last byte; null while the file is
        /// not complete, and for bulk data, pings and voice.
        transfer_time_s: Vec<f64> as "s",
        /// Payload that arrived in order, counted once.
        bytes: Vec<u64> as "B",
        /// Rate of that payload from the first packet sent to the last arrival.
        goodput_bps: Vec<f64> as "bit/s",
        /// Packets that the sender sent, including retransmissions.
        packets_sent: Vec<u64>,
        /// Retransmitted segments; over QUIC, datagrams that repeat stream data.
        retransmissions: Vec<u64>,
        /// Spurious retransmissions, if `retransmissions` are recorded; otherwise null, and for
        /// QUIC.
        spurious_retransmissions: Vec<Option<u64>>,
        /// Segments that brought the receiver nothing new: among retransmissions, those that were
        /// spurious *and* arrived. Null for pings and QUIC.
        duplicates_received: Vec<Option<u64>>,
        /// Retransmission timeouts; over QUIC, occurrences of persistent congestion (RFC 9002 Sec.
        /// 7.6).
        timeouts: Vec<u64>,
        /// Entries into fast recovery: window reductions without a timeout.
        recoveries: Vec<u64>,
        /// Delayed ACKs; null for pings and QUIC.
        delayed_acks: Vec<Option<u64>>,
        /// Packets that the sender knows to have arrived with CE, from the feedback of ACKs: with
        /// classic ECN all that were acknowledged under ECE. Null without ECN and for QUIC.
        delivered_ce: Vec<Option<u64>>,
        /// Packets that reached the receiver with CE. Null without ECN and for QUIC.
        received_ce: Vec<Option<u64>>,
        /// Packets of either direction that were dropped, including ACKs; each is a row of `drops`.
        drops: Vec<u64>,
        /// Number of round-trip samples.
        rtt_samples: Vec<u64>,
        /// Minimum round-trip sample.
        rtt_min_ms: Vec<f64> as "ms",
        /// Mean of the round-trip samples.
        rtt_mean_ms: Vec<f64> as "ms",
        /// Maximum round-trip sample.
        rtt_max_ms: Vec<f64> as "ms",
    }
}

columns! {
    /// A row for each link that carried or dropped a packet.
    pub(crate) struct LinksTable "links" {
        /// Name of the link.
        link: Names,
        /// Packets that the link accepted and did not drop before their transmission.
        packets: Vec<u64>,
        /// Bytes of these packets, including framing.
        bytes: Vec<u64> as "B",
        /// Packets that found the queue full.
        queue_overflows: Vec<u64>,
        /// Packets that the queue discipline dropped to keep the queue short, or that waited too
        /// long.
        early_drops: Vec<u64>,
        /// Packets that the queue discipline marked with congestion experienced (CE) instead of
        /// dropping them.
        marked: Vec<u64>,
        /// Transmissions lost in transit: a packet is sent once, over a link with HARQ also as
        /// redundancy, so that there may be more losses than `packets`.
        losses: Vec<u64>,
        /// Maximum number of packets that waited at a time, excluding the one being sent.
        max_queue_packets: Vec<u64>,
    }
}

columns! {
    /// A row for each class of a queue with classes of traffic, of each link that carried or
    /// dropped a packet.
    pub(crate) struct ClassesTable "classes" {
        /// Name of the link.
        link: Names,
        /// Number of the class in `classes` of the queue, from 0.
        class: Vec<u64>,
        /// Packets that the class accepted.
        packets: Vec<u64>,
        /// Bytes of these packets, including framing.
        bytes: Vec<u64> as "B",
        /// Packets that found the class full.
        queue_overflows: Vec<u64>,
        /// Maximum number of packets of the class that waited at a time, excluding the one being
        /// sent.
        max_queue_packets: Vec<u64>,
    }
}

/// One row per flow.
pub(crate) fn flows(world: &World, rows: &[FlowOutcome], node_names: &[String]) -> Table {
    let series = world.flows.series();
    let series_names: Vec<&str> = series.iter().map(|s| s.name.as_str()).collect();
    let report = |row: &FlowOutcome| row.report.unwrap_or_default();
    let name = |value: fn(&FlowOutcome) -> u32| rows.iter().map(value);
    let count = |value: fn(FlowReport) -> u64| rows.iter().map(|row| value(report(row))).collect();
    let optional =
        |value: fn(FlowReport) -> Option<u64>| rows.iter().map(|row| value(report(row))).collect();
    let number = |value: fn(FlowReport) -> Option<f64>| {
        rows.iter().map(|row| value(report(row)).unwrap_or(f64::NAN)).collect()
    };
    let numbers = (0..).map(FlowId).zip(rows);
    FlowsTable {
        flow: (0..rows.len() as u64).collect(),
        name: Names::new(name(|row| row.series.0), &series_names),
        part_of: rows.iter().map(|row| u64::from(row.whole.0)).collect(),
        source: Names::new(name(|row| row.from.0), node_names),
        destination: Names::new(name(|row| row.to.0), node_names),
        start_s: number(|report| seconds(report.started)),
        first_sent_s: number(|report| seconds(report.first_sent)),
        last_received_s: number(|report| seconds(report.last_received)),
        finished_s: number(|report| seconds(report.acknowledged_at)),
        end_reason: Names::new(name(|row| row.ended as u32), &EndReason::ALL.map(EndReason::name)),
        transfer_time_s: number(transfer_time),
        bytes: count(|report| report.bytes_delivered),
        goodput_bps: number(goodput),
        packets_sent: count(|report| report.packets_sent),
        retransmissions: count(|report| report.retransmissions),
        spurious_retransmissions: numbers
            .map(|(flow, _)| world.collector.spurious_of(flow))
            .collect(),
        duplicates_received: optional(|report| report.duplicates_received),
        timeouts: count(|report| report.timeouts),
        recoveries: count(|report| report.recoveries),
        delayed_acks: optional(|report| report.delayed_acks),
        delivered_ce: optional(|report| report.delivered_ce),
        received_ce: optional(|report| report.received_ce),
        drops: rows.iter().map(|row| row.drops).collect(),
        rtt_samples: count(|report| report.rtt_samples),
        rtt_min_ms: number(|report| report.rtt_min.map(Duration::as_millis_f64)),
        rtt_mean_ms: number(|report| report.rtt_mean.map(Duration::as_millis_f64)),
        rtt_max_ms: number(|report| report.rtt_max.map(Duration::as_millis_f64)),
    }
    .into_table()
}

fn seconds(instant: Option<SimTime>) -> Option<f64> {
    instant.map(SimTime::as_secs_f64)
}

fn transfer_time(report: FlowReport) -> Option<f64> {
    Some((report.received_at? - report.first_sent?).as_secs_f64())
}

fn goodput(report: FlowReport) -> Option<f64> {
    let (first, last) = (report.first_sent?, report.last_received?);
    (last > first).then(|| report.bytes_delivered as f64 * 8.0 / (last - first).as_secs_f64())
}

/// One row per link that carried or dropped a packet.
pub(crate) fn links(world: &World, names: &[String]) -> Table {
    let rows: Vec<(u32, Counters)> = (0..)
        .zip(world.transmitters().iter().map(Transmitter::counters))
        .filter(|(_, c)| c.packets + c.overflows + c.early_drops > 0)
        .collect();
    let count = |value: fn(&Counters) -> u64| rows.iter().map(|(_, c)| value(c)).collect();
    LinksTable {
        link: Names::new(rows.iter().map(|row| row.0), names),
        packets: count(|c| c.packets),
        bytes: count(|c| c.bytes),
        queue_overflows: count(|c| c.overflows),
        early_drops: count(|c| c.early_drops),
        marked: count(|c| c.marked),
        losses: count(|c| c.losses),
        max_queue_packets: count(|c| u64::from(c.peak_waiting)),
    }
    .into_table()
}

/// One row per class of each queue with classes; `None` if there is none.
pub(crate) fn classes(world: &World, names: &[String]) -> Option<Table> {
    let is_used = |link: &Transmitter| {
        let Counters { packets, overflows, early_drops, .. } = link.counters();
        packets + overflows + early_drops > 0
    };
    let used = (0..).zip(world.transmitters()).filter(|(_, link)| is_used(link));
    let rows: Vec<(u32, u64, ClassCounters)> = used
        .flat_map(|(link, own)| {
            let classes = (0..).zip(own.class_counters());
            classes.map(move |(class, counters)| (link, class, counters))
        })
        .collect();
    let count = |value: fn(&ClassCounters) -> u64| rows.iter().map(|row| value(&row.2)).collect();
    let table = ClassesTable {
        link: Names::new(rows.iter().map(|row| row.0), names),
        class: rows.iter().map(|row| row.1).collect(),
        packets: count(|c| c.packets),
        bytes: count(|c| c.bytes),
        queue_overflows: count(|c| c.overflows),
        max_queue_packets: count(|c| u64::from(c.peak_waiting)),
    };
    (!rows.is_empty()).then(|| table.into_table())
}
