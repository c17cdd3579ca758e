//! Listed numbers of lost packets that the packets of a run did not reach.
//!
//! Owns the warning; the losses are those of the table `links`.

use std::collections::BTreeMap;

use serde_json::Value;
use skyseam_net::{Counters, LinkConfig};
use skyseam_scenario::{Scenario, WireLinks};

/// Warns of wires with losses by number that lost fewer packets than are listed.
pub(crate) fn advice(
    scenario: &Scenario,
    names: &[String],
    counters: impl Iterator<Item = Counters>,
) -> Vec<String> {
    let directions = || scenario.links.wires.iter().flat_map(WireLinks::directions);
    if !directions().any(|(.., link)| listed(link).is_some()) {
        return Vec::new();
    }
    let found: BTreeMap<&str, Counters> = names.iter().map(String::as_str).zip(counters).collect();
    let unreached = directions().filter_map(|(from, to, config)| {
        let name = format!("{from} -> {to}");
        let (count, last) = listed(config)?;
        let link = found.get(name.as_str())?;
        let words = format!(
            "the loss of {name} lists {count} packets in `lose`, up to number {last}, and lost {}: \
             {} packets were sent there; numbers beyond them change nothing",
            link.losses, link.packets,
        );
        (link.losses < count).then_some(words)
    });
    unreached.collect()
}

/// Number of packets that a link loses by number, and the last of these numbers.
fn listed(link: &LinkConfig) -> Option<(u64, u64)> {
    let loss = link.loss.as_ref()?;
    let printed = loss.model.print_with(&loss.keys);
    let lose = printed.get("lose")?.as_array()?;
    let ranges: Vec<(u64, u64)> = lose
        .iter()
        .filter_map(|item| match item {
            Value::String(range) => {
                let (first, last) = range.split_once('-')?;
                Some((first.parse().ok()?, last.parse().ok()?))
            }
            number => number.as_u64().map(|number| (number, number)),
        })
        .collect();
    let count = ranges.iter().map(|(first, last)| last - first + 1).sum();
    Some((count, ranges.last()?.1))
}
