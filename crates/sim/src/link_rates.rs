//! Rates of links that link budgets set: the mode of each terminal's link over time.
//!
//! Combines the timeline, which knows satellites and distances, and [`skyseam_radio`], which knows
//! budgets. The result is a trace of rates, which links follow like one from a file.

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, Rate, SimTime};
use skyseam_constellation::Timeline;
use skyseam_net::channel::Channel;
use skyseam_net::config::LinkConfig;
use skyseam_net::keys::beam::UserBudget;
use skyseam_net::{LinkTrace, TraceStep};
use skyseam_radio::adaptive::BudgetByElevation;
use skyseam_radio::budget::Direction;
use skyseam_radio::keys::LinkBudgetKeys;
use skyseam_radio::weather::{RainProcess, Site, Weather, steps};

/// An interval in which a terminal is linked to a satellite.
type Interval = (NodeId, SimTime, SimTime);

/// Budgets of a world's links, each evaluated once for all elevations.
#[derive(Debug)]
pub(crate) struct LinkRates<'t> {
    timeline: &'t Timeline,
    start: SimTime,
    budgets: Vec<(Arc<LinkBudgetKeys>, Direction, BudgetByElevation)>,
    seed: u64,
    /// Terminals whose weather is drawn.
    sites: Vec<NodeId>,
    /// Percentages of the year of each site and second of the run, by the offset of the weather.
    drawn: Vec<(Duration, Vec<Vec<f32>>)>,
}

impl<'t> LinkRates<'t> {
    /// No budgets yet, for a run that begins at `start`, with `seed`. The weather of the terminals
    /// `sites` is drawn.
    pub fn new(timeline: &'t Timeline, start: SimTime, seed: u64, sites: Vec<NodeId>) -> Self {
        Self { timeline, start, budgets: Vec::new(), seed, sites, drawn: Vec::new() }
    }

    /// Draws the weather of all sites with this offset, unless it is there; returns its index.
    fn draw(&mut self, offset: Duration) -> usize {
        if let Some(known) = self.drawn.iter().position(|(own, _)| *own == offset) {
            return known;
        }
        let sky = self.timeline.sky();
        let site = |terminal: &NodeId| {
            let at = sky.position_at(*terminal, self.start);
            Site {
                name: self.timeline.nodes()[terminal.index()].name.clone(),
                position_km: Some([at.x, at.y, at.z]),
            }
        };
        let sites: Vec<Site> = self.sites.iter().map(site).collect();
        let length = self.timeline.end().saturating_since(self.start);
        self.drawn.push((offset, RainProcess::new(&sites, self.seed).course(offset, length)));
        self.drawn.len() - 1
    }

    /// An uplink with the rates towards the satellites that serve its terminal; `None` if no budget
    /// sets them.
    pub fn uplink(&mut self, link: &LinkConfig, terminal: NodeId) -> Option<LinkConfig> {
        let intervals = if link.has_modes() { self.served(terminal) } else { Vec::new() };
        self.traced(link, Direction::Up, terminal, &intervals)
    }

    /// Intervals in which satellites serve a terminal: of several at a time, the one to which it
    /// has been linked longest.
    fn served(&self, terminal: NodeId) -> Vec<Interval> {
        let mut intervals = Vec::new();
        let mut t = self.start;
        while t < self.timeline.end() {
            let (satellite, until) = self.timeline.satellite_until(terminal, t);
            intervals.extend(satellite.map(|satellite| (satellite, t, until)));
            t = until;
        }
        intervals
    }

    /// Difference between the Es/N0 that the budget of a link with HARQ gives and the reference
    /// Es/N0 of HARQ, dB, over time: each value holds until the next one. `None` without a budget.
    pub fn levels(
        &mut self,
        link: &LinkConfig,
        direction: Direction,
        terminal: NodeId,
    ) -> Option<Vec<(Duration, f64)>> {
        let (keys, radio) = link.budget.as_ref().zip(link.radio.as_ref())?;
        let prepared = self.prepare(keys, direction);
        let of_terminal = self.of_terminal(prepared, keys, terminal);
        let mut levels = Vec::new();
        for (satellite, from, until) in self.served(terminal) {
            let mut t = from;
            while t < until.min(self.timeline.end()) {
                let level_db = of_terminal.es_n0_db(satellite, t) - radio.harq.keys.reference_snr;
                levels.push((t.saturating_since(self.start), level_db));
                t = self.next_step(t, keys.adaptation);
            }
        }
        Some(levels)
    }

    /// First multiple of `every`, counted from the start of the run, after `t`.
    fn next_step(&self, t: SimTime, every: Duration) -> SimTime {
        let passed = t.saturating_since(self.start).as_nanos() / every.as_nanos() + 1;
        self.start.saturating_add(every.saturating_mul(passed))
    }

    /// A downlink of one satellite to a terminal with the rates during their contacts; `None` if no
    /// budget sets them.
    pub fn downlink(
        &mut self,
        link: &LinkConfig,
        terminal: NodeId,
        satellite: NodeId,
    ) -> Option<LinkConfig> {
        let contacts = self.timeline.contacts(terminal).iter();
        let of_satellite = contacts.filter(|contact| contact.satellite == satellite);
        let intervals: Vec<Interval> = of_satellite
            .map(|contact| (satellite, contact.from.max(self.start), contact.until))
            .collect();
        self.traced(link, Direction::Down, terminal, &intervals)
    }

    fn traced(
        &mut self,
        link: &LinkConfig,
        direction: Direction,
        terminal: NodeId,
        intervals: &[Interval],
    ) -> Option<LinkConfig> {
        let keys = link.budget.as_ref().filter(|_| link.has_modes())?;
        let prepared = self.prepare(keys, direction);
        let of_terminal = self.of_terminal(prepared, keys, terminal);
        let es_n0_db = |satellite: NodeId, t: SimTime| of_terminal.es_n0_db(satellite, t);
        let steps = self.steps(of_terminal.budget, intervals, keys, &es_n0_db);
        let trace = LinkTrace::new(self.ended(steps, link.rate)).ok()?;
        Some(LinkConfig {
            trace: Some(Arc::new(trace)),
            trace_offset: Duration::ZERO,
            ..link.clone()
        })
    }

    /// Evaluates a budget and draws its weather, unless that was done; returns their numbers.
    fn prepare(
        &mut self,
        keys: &Arc<LinkBudgetKeys>,
        direction: Direction,
    ) -> (usize, Option<usize>) {
        let known = self.budget(keys, direction);
        let offset = keys.weather.as_ref().filter(|_| keys.has_series()).map(|own| own.offset);
        (known, offset.map(|offset| self.draw(offset)))
    }

    /// The budget of a terminal, whose numbers are `prepared`.
    fn of_terminal<'s>(
        &'s self,
        (known, drawn): (usize, Option<usize>),
        keys: &'s LinkBudgetKeys,
        terminal: NodeId,
    ) -> TerminalBudget<'s> {
        let drawn = drawn.and_then(|drawn| {
            let site = self.sites.iter().position(|site| *site == terminal)?;
            Some(&*self.drawn[drawn].1[site])
        });
        let (timeline, start, budget) = (self.timeline, self.start, &self.budgets[known].2);
        TerminalBudget { timeline, start, keys, budget, drawn, terminal }
    }

    /// Rates of a user of a beam at a constant distance and elevation; `most` is the rate of the
    /// most efficient mode. Weather that is drawn is independent of that of others.
    pub fn beam_user(
        &mut self,
        name: &str,
        own: &UserBudget,
        most: Rate,
    ) -> Option<Arc<LinkTrace>> {
        let UserBudget { keys, range_km, elevation_deg } = own;
        let known = self.budget(keys, Direction::Down);
        let (start, end) = (self.start, self.timeline.end());
        let drawn = keys.weather.as_ref().filter(|_| keys.has_series()).and_then(|weather| {
            let site = Site { name: name.to_owned(), position_km: None };
            let length = end.saturating_since(start);
            RainProcess::new(&[site], self.seed).course(weather.offset, length).pop()
        });
        let budget = &self.budgets[known].2;
        let es_n0_db = |_: NodeId, t: SimTime| {
            let weather = weather(keys, drawn.as_deref(), t.saturating_since(start));
            budget.parts(*range_km, *elevation_deg, weather).es_n0_db
        };
        let steps = self.steps(budget, &[(NodeId(0), start, end)], keys, &es_n0_db);
        LinkTrace::new(self.ended(steps, most)).ok().map(Arc::new)
    }

    /// Number of the budget that keys describe, in this direction.
    fn budget(&mut self, keys: &Arc<LinkBudgetKeys>, direction: Direction) -> usize {
        let is_same = |(own, towards, _): &(Arc<LinkBudgetKeys>, Direction, _)| {
            *towards == direction && (Arc::ptr_eq(own, keys) || own == keys)
        };
        self.budgets.iter().position(is_same).unwrap_or_else(|| {
            let budget = BudgetByElevation::new(keys, direction).expect("a checked budget");
            self.budgets.push((keys.clone(), direction, budget));
            self.budgets.len() - 1
        })
    }

    /// Steps of the rate, with a loss of 1 while the mode is not received; between intervals the
    /// last step holds.
    fn steps(
        &self,
        budget: &BudgetByElevation,
        intervals: &[Interval],
        keys: &LinkBudgetKeys,
        es_n0_db: &dyn Fn(NodeId, SimTime) -> f64,
    ) -> Vec<TraceStep> {
        let &LinkBudgetKeys { adaptation, loop_delay, .. } = keys;
        let mut steps: Vec<TraceStep> = Vec::new();
        for &(satellite, from, until) in intervals {
            // A new satellite is a new link: its first mode has no other before it.
            let mut mode = None;
            let mut t = from;
            while t < until.min(self.timeline.end()) {
                // The first mode of a satellite is that of its first level.
                let known = from + t.saturating_since(from).saturating_sub(loop_delay);
                mode = budget.next_mode(mode, es_n0_db(satellite, known));
                let holds = |mode| known == t || budget.holds(mode, es_n0_db(satellite, t));
                let loss = if mode.is_none_or(holds) { 0.0 } else { 1.0 };
                let rate = mode.and_then(|mode| Rate::from_bps(budget.rate_bps(mode) as u64));
                let since = t.saturating_since(self.start);
                if steps.last().is_none_or(|last| (last.rate, last.loss) != (rate, loss)) {
                    steps.retain(|step| step.from < since);
                    steps.push(TraceStep { from: since, delay: None, rate, loss });
                }
                t = self.next_step(t, adaptation);
            }
        }
        steps
    }

    /// Steps that end with a rate, as those of a trace must: after the run, the rate of the most
    /// efficient mode.
    fn ended(&self, mut steps: Vec<TraceStep>, most: Rate) -> Vec<TraceStep> {
        if let Some(last) = steps.last().filter(|last| last.rate.is_none()) {
            let after = self.timeline.end().saturating_since(self.start).max(last.from);
            let from = after + Duration::from_nanos(1);
            steps.push(TraceStep { from, delay: None, rate: Some(most), loss: 0.0 });
        }
        steps
    }
}

/// The budget of a terminal's link over time.
struct TerminalBudget<'s> {
    timeline: &'s Timeline,
    start: SimTime,
    keys: &'s LinkBudgetKeys,
    budget: &'s BudgetByElevation,
    /// Percentages of the year of each second, if the weather is drawn.
    drawn: Option<&'s [f32]>,
    terminal: NodeId,
}

impl TerminalBudget<'_> {
    /// Es/N0 of the link with a satellite at `t`.
    fn es_n0_db(&self, satellite: NodeId, t: SimTime) -> f64 {
        let sky = self.timeline.sky();
        let elevation_deg = sky.elevation_rad(self.terminal, satellite, t).to_degrees();
        let range_km = sky.range_km(satellite, self.terminal, t);
        let weather = weather(self.keys, self.drawn, t.saturating_since(self.start));
        self.budget.parts(range_km, elevation_deg, weather).es_n0_db
    }
}

/// A channel whose level at 0 dB is that of a link budget over time.
pub(crate) struct BudgetedChannel {
    pub channel: Box<dyn Channel>,
    /// Levels of the budget, as of [`LinkRates::levels`]; at least one.
    pub levels: Vec<(Duration, f64)>,
    /// Number of the level that holds at the last level read.
    pub current: usize,
}

impl Channel for BudgetedChannel {
    fn level_db(&mut self, at: Duration) -> f64 {
        while self.levels.get(self.current + 1).is_some_and(|(from, _)| *from <= at) {
            self.current += 1;
        }
        self.channel.level_db(at) + self.levels[self.current].1
    }

    fn state(&self) -> Option<&'static str> {
        self.channel.state()
    }
}

/// The weather of a budget at a time of the run; `drawn` has the percentages of the year of a
/// series.
fn weather(keys: &LinkBudgetKeys, drawn: Option<&[f32]>, since: Duration) -> Weather {
    match (drawn, &keys.weather) {
        (Some(drawn), _) => Weather::Exceeded(drawn[steps(since) as usize].into()),
        (None, Some(own)) => own.file.as_ref().map_or(Weather::OfBudget, |file| {
            Weather::Measured(file.content.at(own.offset + since))
        }),
        (None, None) => Weather::OfBudget,
    }
}
