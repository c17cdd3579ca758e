//! Groups in a resolved scenario: nodes, wires and flows that can be printed as one, so that a
//! thousand users do not make a thousand tables.
//!
//! Works from names alone, since a scenario does not keep what was written as a group: nodes that
//! are numbered without a gap are one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_constellation::config::SkyConfig;
use skyseam_constellation::geometry::satellite_names;

use crate::resolve::member;
use crate::text_values::Name;

/// The groups that nodes are printed as.
#[derive(Debug)]
pub(crate) struct Groups {
    /// How many members each has.
    counts: BTreeMap<String, u32>,
}

/// What the items of a run have at one end, from the first item on.
#[derive(Clone, Copy, Debug)]
enum End<'n> {
    /// The members of this group, in order.
    Group(&'n str),
    /// The same node.
    Node(&'n str),
}

impl<'n> End<'n> {
    fn name(self) -> &'n str {
        match self {
            Self::Group(name) | Self::Node(name) => name,
        }
    }

    fn is(self, index: u32, node: &str) -> bool {
        match self {
            Self::Group(group) => node == member(group, index),
            Self::Node(name) => node == name,
        }
    }
}

/// How many items at the beginning are those of a group, and the names of their ends.
pub(crate) struct GroupRun<'n> {
    pub(crate) count: usize,
    pub(crate) ends: [&'n str; 2],
}

impl Groups {
    pub(crate) fn new(sky: &SkyConfig) -> Self {
        let satellites = satellite_names(sky.geometry, &sky.shells);
        let terminals = sky.terminals.iter().map(|terminal| &terminal.name);
        let taken: BTreeSet<&str> =
            terminals.chain(&sky.nodes).chain(&satellites).map(String::as_str).collect();
        let mut counts = BTreeMap::new();
        for (first, node) in sky.nodes.iter().enumerate() {
            let Some(base) = base(node, &taken) else { continue };
            let nodes = (0..).zip(&sky.nodes[first..]);
            let count = nodes.take_while(|(index, node)| **node == member(base, *index)).count();
            if count > 1 {
                counts.insert(base.to_owned(), count as u32);
            }
        }
        Self { counts }
    }

    /// How many members `name` has, where it is a group.
    pub(crate) fn count(&self, name: &str) -> Option<u32> {
        self.counts.get(name).copied()
    }

    /// The names as a file has them: groups in the place of all their members in order, at least
    /// where these are not scattered.
    pub(crate) fn named<'n>(&'n self, nodes: &[&'n str]) -> Vec<&'n str> {
        let mut names = Vec::new();
        let mut rest = nodes;
        while let Some((&node, others)) = rest.split_first() {
            let whole = self.led_by(node).filter(|(group, count)| {
                let are = |(index, node): (u32, &&str)| **node == member(group, index);
                rest.len() >= *count as usize && (0..*count).zip(rest).all(are)
            });
            match whole {
                Some((group, count)) => {
                    names.push(group);
                    rest = &rest[count as usize..];
                }
                None => {
                    names.push(node);
                    rest = others;
                }
            }
        }
        names
    }

    /// The nodes as a file has them.
    pub(crate) fn nodes(&self, sky: &SkyConfig) -> Json {
        let nodes: Vec<&str> = sky.nodes.iter().map(String::as_str).collect();
        let table = |name: &&str| match self.count(name) {
            Some(count) => json!({ "name": name, "count": count }),
            None => json!({ "name": name }),
        };
        self.named(&nodes).iter().map(table).collect()
    }

    /// The group that `node` is the first member of, and how many it has.
    fn led_by(&self, node: &str) -> Option<(&str, u32)> {
        let (group, count) = self.counts.get_key_value(node.strip_suffix("-1")?)?;
        Some((group, *count))
    }

    /// Items at the beginning of `items` that are one for each member of a group, as far as their
    /// ends say.
    pub(crate) fn run<'n, T>(
        &'n self,
        items: &'n [T],
        ends: impl Fn(&'n T) -> [&'n str; 2],
    ) -> Option<GroupRun<'n>> {
        let [a, b] = ends(items.first()?);
        let [of_a, of_b] = [a, b].map(|node| self.led_by(node));
        let both = match (of_a, of_b) {
            (Some((a, count)), Some((b, other))) if count == other => {
                Some((count, [End::Group(a), End::Group(b)]))
            }
            _ => None,
        };
        let from = of_a.map(|(group, count)| (count, [End::Group(group), End::Node(b)]));
        let to = of_b.map(|(group, count)| (count, [End::Node(a), End::Group(group)]));
        let fits = |&(count, [one, other]): &(u32, [End<'_>; 2])| {
            let is = |(index, item): (u32, &'n T)| {
                let [a, b] = ends(item);
                one.is(index, a) && other.is(index, b)
            };
            items.len() >= count as usize && (0..count).zip(items).all(is)
        };
        let (count, ends) = [both, from, to].into_iter().flatten().find(fits)?;
        Some(GroupRun { count: count as usize, ends: ends.map(End::name) })
    }
}

/// What a node or flow is called after that may be the first of a group.
pub(crate) fn base<'n>(name: &'n str, taken: &BTreeSet<&str>) -> Option<&'n str> {
    let base = name.strip_suffix("-1")?;
    (Name::is_valid(base) && !taken.contains(base)).then_some(base)
}

/// By how much each is more than the one before, where that is always the same.
pub(crate) fn step(mut spans: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut before = spans.next()?;
    let mut step = None;
    for span in spans {
        let own = (span >= before).then(|| span - before)?;
        if *step.get_or_insert(own) != own {
            return None;
        }
        before = span;
    }
    step
}
