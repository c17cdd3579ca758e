//! The table `group_throughput`: what arrived of all flows of a group in bins of time, if the
//! scenario gives their width (`run.group_throughput_bin`). However many flows there are, it has a
//! row for each group and bin.

use std::collections::BTreeMap;

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_scenario::Scenario;
use skyseam_trace::{Columns, Event, Names, RunEnd, Table, columns};

use crate::flows::Flows;

columns! {
    /// A row for each group and bin, from the first arrival in the group to its last, empty bins
    /// included. A group is a part of the mix of users, or all flows of a name.
    pub(super) struct Rows "group_throughput" {
        /// When the bin begins.
        t_s: Vec<f64> as "s",
        /// Name of the users' group, or of the flows.
        group: Names,
        /// Name of the part of the users' mix; null where flows are not of users.
        part: Names,
        /// How many flows something arrived of at the destination.
        forward_flows: Vec<u64>,
        /// Rate at which payload arrived in order, once, from source to destination.
        forward_bits_per_s: Vec<f64> as "bit/s",
        /// How many flows something arrived of back at the source.
        back_flows: Vec<u64>,
        /// Rate at which payload arrived in order, once, from destination to source.
        back_bits_per_s: Vec<f64> as "bit/s",
    }
}

/// What arrived of a group in one bin and one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Arrived {
    flows: u64,
    bytes: u64,
}

/// What arrived of a group in one bin, at the destination and back at the source.
type Bin = [Arrived; 2];

/// Name of a group, and of a part of it.
type Name = (String, Option<String>);

/// Bytes that arrived, by group.
#[derive(Clone, Debug)]
pub(crate) struct GroupThroughput {
    width: Duration,
    names: Vec<Name>,
    /// The group of what each flow brings to its destination, and back to its source; `None` of
    /// parts of split connections that do not end there.
    of: [Vec<Option<u32>>; 2],
    /// One more than the number of the bin in which something last arrived so, by flow.
    last_bin: [Vec<u64>; 2],
    /// By group, bins by number.
    bins: Vec<BTreeMap<u64, Bin>>,
}

impl GroupThroughput {
    /// Nothing has arrived yet; `None` if the scenario does not ask for it.
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

    /// Records payload that arrived, at the destination of its flow or back at the source.
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

    /// How many bins it holds.
    pub fn rows_held(&self) -> usize {
        self.bins.iter().map(BTreeMap::len).sum()
    }

    /// Adds what arrived in another region: of a flow and a direction all of it, or nothing.
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
                rows.forward_bits_per_s.push(per_second(forward.bytes));
                rows.back_flows.push(back.flows);
                rows.back_bits_per_s.push(per_second(back.bytes));
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
