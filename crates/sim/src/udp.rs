//! UDP flows in the results: the table `udp`, a row for each direction with a sender.
//!
//! Owns the table. `host` measures delays, jitter and runs.

use skyseam_app::UdpReport;
use skyseam_app::voice::Delay;
use skyseam_trace::{Columns, Names, Table, columns};

use crate::flows::Measured;
use crate::world::World;

columns! {
    /// A row for each direction in which a UDP flow that began sent datagrams; see
    /// [UDP](models/udp.md#in-the-results).
    pub(crate) struct UdpTable "udp" {
        /// Number of the flow.
        flow: Vec<u64>,
        /// Name in the scenario.
        name: Names,
        /// Whether the direction is forward, from the flow's source.
        forward: Vec<bool>,
        /// Datagrams sent.
        sent: Vec<u64>,
        /// Datagrams that arrived, each counted once.
        received: Vec<u64>,
        /// Datagrams that were dropped; those neither received nor lost were in flight at the end.
        lost: Vec<u64>,
        /// Share of lost datagrams among those that arrived or were lost.
        loss_percent: Vec<f64> as "%",
        /// Number of runs of missing consecutive datagrams, before the last one that arrived.
        loss_runs: Vec<u64>,
        /// Mean length of these runs; null if there are none.
        loss_run_mean: Vec<f64>,
        /// Length of the longest of these runs.
        loss_run_max: Vec<u64>,
        /// Datagrams that arrived after one that was sent later (RFC 4737 Sec. 3.3).
        reordered: Vec<u64>,
        /// Mean one-way delay.
        delay_mean_ms: Vec<f64> as "ms",
        /// Standard deviation of the one-way delay.
        delay_std_ms: Vec<f64> as "ms",
        /// Minimum one-way delay.
        delay_min_ms: Vec<f64> as "ms",
        /// Median one-way delay.
        delay_p50_ms: Vec<f64> as "ms",
        /// One-way delay that 95 % of the datagrams do not exceed.
        delay_p95_ms: Vec<f64> as "ms",
        /// One-way delay that 99 % of the datagrams do not exceed.
        delay_p99_ms: Vec<f64> as "ms",
        /// Maximum one-way delay.
        delay_max_ms: Vec<f64> as "ms",
        /// Interarrival jitter (RFC 3550 Sec. 6.4.1), mean of its values at each arrival.
        jitter_rfc3550_ms: Vec<f64> as "ms",
    }
}

/// The table, if any flow that has started is UDP.
pub(crate) fn table(world: &World) -> Option<(&'static str, Table)> {
    let rows: Vec<Measured<UdpReport>> =
        world.flows.measured::<UdpReport>().filter(|row| row.own.is_awaited).collect();
    if rows.is_empty() {
        return None;
    }
    let names: Vec<&str> = world.flows.series().iter().map(|series| &*series.name).collect();
    let count =
        |value: fn(&Measured<UdpReport>) -> u64| rows.iter().map(value).collect::<Vec<u64>>();
    let delay = |part: fn(&Delay) -> f64| -> Vec<f64> {
        rows.iter().map(|row| row.own.delay.as_ref().map_or(f64::NAN, part)).collect()
    };
    let percentile = |index: usize| -> Vec<f64> {
        rows.iter().map(|row| row.own.percentiles.map_or(f64::NAN, |all| all[index])).collect()
    };
    let share = |part: u64, of: u64| if of == 0 { f64::NAN } else { part as f64 / of as f64 };
    let table = UdpTable {
        flow: count(|row| u64::from(row.flow.0)),
        name: Names::new(rows.iter().map(|row| row.series.0), &names),
        forward: rows.iter().map(|row| row.is_forward).collect(),
        sent: count(|row| row.sent),
        received: count(|row| row.own.received),
        lost: count(|row| row.lost),
        loss_percent: rows
            .iter()
            .map(|row| 100.0 * share(row.lost, row.lost + row.own.received))
            .collect(),
        loss_runs: count(|row| row.own.loss_runs),
        loss_run_mean: rows.iter().map(|row| share(row.own.missing, row.own.loss_runs)).collect(),
        loss_run_max: count(|row| row.own.longest_run),
        reordered: count(|row| row.own.reordered),
        delay_mean_ms: delay(|delay| delay.mean),
        delay_std_ms: delay(|delay| delay.std),
        delay_min_ms: delay(|delay| delay.min),
        delay_p50_ms: percentile(0),
        delay_p95_ms: percentile(1),
        delay_p99_ms: percentile(2),
        delay_max_ms: delay(|delay| delay.max),
        jitter_rfc3550_ms: rows.iter().map(|row| row.own.jitter_ms.unwrap_or(f64::NAN)).collect(),
    };
    Some((UdpTable::SPEC.name, table.into_table()))
}
