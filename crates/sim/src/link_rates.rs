//! Rates of links that link budgets set: the mode of each terminal's link over time.
//!
//! Combines the timeline, which knows satellites and distances, and [`skyseam_radio`], which knows
//! budgets. The result is a trace of rates, which links follow like one from a file.

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, Rate, SimTime};
use skyseam_constellation::Timeline;
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
        let mut intervals = Vec::new();
        let mut t = self.start;
        while link.budget.is_some() && t < self.timeline.end() {
            let (satellite, until) = self.timeline.satellite_until(terminal, t);
            intervals.extend(satellite.map(|satellite| (satellite, t, until)));
            t = until;
        }
        self.traced(link, Direction::Up, terminal, &intervals)
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
        let keys = link.budget.as_ref()?;
        let known = self.budget(keys, direction);
        let offset = keys.weather.as_ref().filter(|_| keys.has_series()).map(|own| own.offset);
        let drawn = offset.map(|offset| self.draw(offset));
        let course = drawn.and_then(|drawn| {
            let site = self.sites.iter().position(|site| *site == terminal)?;
            Some(&*self.drawn[drawn].1[site])
        });
        let sky = self.timeline.sky();
        let budget = &self.budgets[known].2;
        let es_n0_db = |satellite: NodeId, t: SimTime| {
            let elevation_deg = sky.elevation_rad(terminal, satellite, t).to_degrees();
            let range_km = sky.range_km(satellite, terminal, t);
            let weather = weather(keys, course, t.saturating_since(self.start));
            budget.parts(range_km, elevation_deg, weather).es_n0_db
        };
        let steps = self.steps(budget, intervals, keys, &es_n0_db);
        let trace = LinkTrace::new(self.ended(steps, link.rate)).ok()?;
        Some(LinkConfig {
            trace: Some(Arc::new(trace)),
            trace_offset: Duration::ZERO,
            ..link.clone()
        })
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
        let &LinkBudgetKeys { adaptation: every, loop_delay, .. } = keys;
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
                let passed = since.as_nanos() / every.as_nanos() + 1;
                t = self.start.saturating_add(every.saturating_mul(passed));
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
