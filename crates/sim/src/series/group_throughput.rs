//! The table `group_throughput`: arrivals of all flows of a group in bins of time, if the scenario
//! gives their width (`run.group_throughput_bin`). It has a row for each group and bin, whatever
//! the number of flows.

use std::collections::BTreeMap;

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, Event, Names, RunEnd, Table, columns};

use crate::flows::Flows;

columns! {
    /// A row for each group and bin, from the first arrival in the group to its last, including
    /// empty bins. A group is a component of the mix of users, or all flows of a name.
    pub(super) struct Rows "group_throughput" {
        /// Start of the bin.
        t_s: Vec<f64> as "s",
        /// Name of the users' group, or of the flows.
        group: Names,
        /// Name of the component of the users' mix; null for flows that are not of users.
        part: Names,
        /// Number of flows with an arrival at the destination.
        forward_flows: Vec<u64>,
        /// Rate at which payload arrived in order, counted once, from source to destination.
        forward_bps: Vec<f64> as "bit/s",
        /// Number of flows with an arrival at the source.
        reverse_flows: Vec<u64>,
        /// Rate at which payload arrived in order, counted once, from destination to source.
        reverse_bps: Vec<f64> as "bit/s",
    }
}

/// Arrivals of a group in one bin and one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Arrived {
    flows: u64,
    bytes: u64,
}

/// Arrivals of a group in one bin, at the destination and at the source.
type Bin = [Arrived; 2];

/// Name of a group, and of a component of it.
type Name = (String, Option<String>);

/// Bytes that arrived, by group.
#[derive(Clone, Debug)]
pub(crate) struct GroupThroughput {
    width: Duration,
    names: Vec<Name>,
    /// Group of each flow's forward and reverse bytes; `None` for parts of split connections that
    /// do not end there.
    of: [Vec<Option<u32>>; 2],
    /// One more than the number of the bin of the last arrival, by direction and flow.
    last_bin: [Vec<u64>; 2],
    /// Bins of each group, by number.
    bins: Vec<BTreeMap<u64, Bin>>,
}

impl GroupThroughput {
    /// An empty recording; `None` if the scenario does not request it.
    pub fn of(scenario: &Scenario, flows: &Flows) -> Option<Self> {
        let width = scenario.run.record.group_throughput_bin?;
        let mut numbers: BTreeMap<Name, u32> = BTreeMap::new();
        let mut names = Vec::new();
        let mut number = |name: Name| {
            *numbers.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() as u32 - 1
            })
        };
        let ends = flows.ends_of_connections();
        let groups: Vec<(u32, _)> =
            ends.map(|(series, ends)| (number(name_of(scenario, flows, series)), ends)).collect();
        Some(Self {
            width,
            bins: vec![BTreeMap::new(); names.len()],
            names,
            of: [
                groups.iter().map(|(group, ends)| ends.last.then_some(*group)).collect(),
                groups.iter().map(|(group, ends)| ends.first.then_some(*group)).collect(),
            ],
            last_bin: [vec![0; groups.len()], vec![0; groups.len()]],
        })
    }

    /// Records payload that arrived, at the destination of its flow or at its source.
    #[inline]
    pub fn record(&mut self, now: SimTime, event: &Event<'_>, is_back: bool) {
        if let Event::Delivered { flow, bytes } = *event {
            self.add(now, flow, bytes, usize::from(is_back));
        }
    }

    fn add(&mut self, now: SimTime, flow: FlowId, bytes: u64, way: usize) {
        let Some(group) = self.of[way][flow.index()] else { return };
        let number = now.as_nanos() / self.width.as_nanos();
        let before = std::mem::replace(&mut self.last_bin[way][flow.index()], number + 1);
        let arrived = &mut self.bins[group as usize].entry(number).or_default()[way];
        arrived.flows += u64::from(before <= number);
        arrived.bytes += bytes;
    }

    /// Number of bins held.
    pub fn rows_held(&self) -> usize {
        self.bins.iter().map(BTreeMap::len).sum()
    }

    /// Adds the arrivals of another region, which has either all arrivals of a flow and direction
    /// or none.
    pub fn join(&mut self, other: Self) {
        for (own, other) in self.bins.iter_mut().zip(other.bins) {
            for (number, bin) in other {
                for (own, other) in own.entry(number).or_default().iter_mut().zip(bin) {
                    own.flows += other.flows;
                    own.bytes += other.bytes;
                }
            }
        }
    }

    /// The table at the end of a run.
    pub fn into_table(self, _: &RunEnd<'_>) -> Table {
        let mut rows = Rows::default();
        let per_second = |bytes: u64| bytes as f64 * 8.0 / self.width.as_secs_f64();
        for ((name, part), bins) in self.names.iter().zip(&self.bins) {
            let numbers = bins.keys().next().zip(bins.keys().next_back());
            for number in numbers.into_iter().flat_map(|(&first, &last)| first..=last) {
                let bin = bins.get(&number).copied().unwrap_or_default();
                rows.t_s.push((number * self.width.as_nanos()) as f64 / 1e9);
                rows.group.push(name);
                match part {
                    Some(part) => rows.part.push(part),
                    None => rows.part.indices.push(u32::MAX),
                }
                let [forward, back] = bin;
                rows.forward_flows.push(forward.flows);
                rows.forward_bps.push(per_second(forward.bytes));
                rows.reverse_flows.push(back.flows);
                rows.reverse_bps.push(per_second(back.bytes));
            }
        }
        rows.into_table()
    }
}

/// The group of a series of flows, and its part of the users' mix.
fn name_of(scenario: &Scenario, flows: &Flows, series: usize) -> Name {
    let groups = &scenario.users;
    let after = groups.partition_point(|group| group.first_flow <= series);
    let users = after.checked_sub(1).map(|number| &groups[number]);
    let session = users.and_then(|users| Some((users, users.held.get(series - users.first_flow)?)));
    match session {
        Some((users, session)) => {
            (users.name.clone(), Some(users.mix[session.part as usize].name.clone()))
        }
        None => (flows.series()[series].name.clone(), None),
    }
}
