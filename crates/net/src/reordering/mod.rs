//! Reordering: a buffer behind HARQ that hands packets on in the order in which they were sent.
//!
//! A rule is one file here, one variant of [`ReorderingRule`] and one line in [`RULES`]; that line
//! feeds the scenario's names, the documentation and the contract test below. A buffer knows no
//! events and no packets: whoever owns it tells what was decoded and what was given up, and moves
//! the packets that it names by their keys.

mod in_sequence;
mod papers;

impl Named for ReorderingRule {
    const WHAT: &'static str = "a rule of reordering";
    fn choices() -> Vec<Choice<Self>> {
        let rules = RULES.iter();
        rules.map(|row| choice(row.rule, row.name, row.summary, row.source)).collect()
    }
}

#[cfg(test)]
mod contract;

use skyseam_base::{Duration, SimTime};
use skyseam_params::names::{Choice, Named, choice};

/// A packet, as far as its place in an order goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What its owner knows it by.
    pub key: u32,
    /// The transmitter it came from.
    pub sender: u32,
    /// Its number among the first transmissions of that sender to this receiver, which has no gaps
    /// and begins at 0.
    pub number: u64,
    /// What it belongs to: one direction of one connection.
    pub flow: u64,
    /// First place in the flow's own sequence: of the bytes of TCP, or a datagram's number.
    pub start: u64,
    /// First place after it. A packet that takes none (a pure ACK) ends where it starts.
    pub end: u64,
}

/// Packets that leave a buffer, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Handed on, in this order.
    pub deliver: Vec<u32>,
    /// Thrown away, having waited too long.
    pub drop: Vec<u32>,
}

/// Brings packets back into order. `now` never goes back from call to call.
///
/// Packets that leave at a call are added to `out`; what was given in and has not left is held.
pub trait Reordering: Send {
    /// `item` was decoded at `now`: it leaves at once, or is held from now on.
    fn on_decoded(&mut self, now: SimTime, item: Item, out: &mut Released);

    /// HARQ has given `item` up, which is not held here and never will be.
    fn on_given_up(&mut self, now: SimTime, item: Item, out: &mut Released);

    /// When [`Reordering::on_timeout`] wants to be called, if ever.
    fn next_timeout(&self) -> Option<SimTime>;

    /// That instant has come.
    fn on_timeout(&mut self, now: SimTime, out: &mut Released);

    /// The keys of what it holds, in no particular order.
    fn held(&self) -> Vec<u32>;
}

/// A reordering buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReorderingConfig {
    /// What order, and what happens where it cannot be had.
    pub rule: ReorderingRule,
    /// Packets it holds at most, of all flows together; not zero.
    pub packets: u32,
    /// How long a packet may wait for those before it.
    pub timeout: Duration,
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReorderingRule {
    /// That of Tauran et al. 2019, by the sequence numbers of flows.
    Papers,
    /// By the order in which the link sent.
    InSequence,
}

/// A rule as scenarios and documentation know it.
#[derive(Clone, Debug)]
pub struct RuleEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// Which.
    pub rule: ReorderingRule,
}

/// Every rule there is.
pub const RULES: &[RuleEntry] = &[papers::ENTRY, in_sequence::ENTRY];

/// An empty buffer.
pub fn build(config: &ReorderingConfig) -> Box<dyn Reordering> {
    match config.rule {
        ReorderingRule::Papers => Box::new(papers::Papers::new(config)),
        ReorderingRule::InSequence => Box::new(in_sequence::InSequence::new(config)),
    }
}
