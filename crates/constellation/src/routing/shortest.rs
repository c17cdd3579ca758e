//! Shortest paths: every node knows all links immediately, or after the delay given by the keys.
//!
//! Owns the keys and the interface of metrics, used by the [`Router`](super::Router). The times at
//! which routes are computed are in `periodic.rs`, hysteresis in `hysteresis.rs`, paths given by
//! the scenario in `explicit.rs`.

use std::fmt;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::names::name_of;
use skyseam_params::shape::List;
use skyseam_params::units::print_duration;
use skyseam_params::values::{PositiveSpan, Span};
use skyseam_params::{Keys, Model, Problems, parameters};

use super::explicit_path::ExplicitPath;
use super::source::{ForwardingChoice, RoutingRule};
use super::tree::RunPart;
use crate::registry::Registered;
use crate::timeline::Timeline;

/// Quantity that routes minimize.
pub type Metric = Registered<Measure>;

/// The model of a metric.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Constructor of the forwarding over a timeline.
    pub rule: ForwardingRule,
    /// Cost of a link in addition to its propagation delay, s, for rules that sum costs.
    pub link_s: f64,
}

/// Constructor of a metric's forwarding over a timeline.
pub type ForwardingRule = fn(Arc<Timeline>) -> Box<dyn Forwarding>;

/// Forwarding decisions among nodes that can forward.
pub trait Forwarding: fmt::Debug + Send {
    /// Returns the next neighbour of `at` towards `to`, another node, at `t`.
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice;

    /// Whether there is a route from `at` to `to`, another node, at `t`; and until when this holds.
    fn reaches(&mut self, at: NodeId, to: NodeId, t: SimTime) -> (bool, SimTime) {
        let ForwardingChoice { next, until } = self.choose(at, to, t);
        (next.is_some(), until)
    }

    /// Exchanges results with other parts of the run, where that saves time.
    fn share(&mut self, part: &RunPart) {
        let _ = part;
    }
}

parameters! {
    /// Every node knows all links immediately and sends along the best path by the metric.
    pub struct ShortestPaths "shortest-path"
    from "ns-2.35, whose route agent is one object (satroute.cc); Hypatia, whose forwarding state \
          is worked out beforehand", check together {
        /// Quantity that routes minimize.
        metric: Metric = Metric::DELAY,
        /// Routes are computed at multiples of this time. Default: at the instant of forwarding.
        recompute_interval: Option<PositiveSpan> = None,
        /// Time from the computation of routes to their use; until then the previous ones hold.
        convergence_delay: Span = Duration::ZERO,
        /// Links that the routes to a destination did not use before cost this much more; goes with
        /// `recompute_interval` and the metric "delay".
        hysteresis: Span = Duration::ZERO,
        /// Fixed paths: the names of all nodes from source to destination. Packets between other
        /// ends are routed by the metric.
        paths: List<ExplicitPath> = Vec::new(),
    }
}

/// Shortest recomputation period with hysteresis, where routes are computed period by period and at
/// most a second is kept.
const SHORTEST_PERIOD: Duration = Duration::from_millis(10);

impl ShortestPaths {
    /// Returns routing by the metric at the instant of forwarding, without convergence delay.
    pub fn by(metric: Metric) -> Self {
        Self { metric, ..Self::default() }
    }

    /// Returns the rule in the form that a configuration stores.
    pub fn model(self) -> Model<dyn RoutingRule> {
        Model::new(Arc::new(self))
    }

    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.hysteresis.is_zero() {
            return;
        }
        let here = keys.at("hysteresis");
        match self.recompute_interval {
            None => {
                problems
                    .add(&here, "`hysteresis` needs routes that are worked out now and then")
                    .expected("a period, such as recompute_interval = \"1 s\"")
                    .help("add `recompute_interval`, or remove `hysteresis`");
            }
            Some(period) if period < SHORTEST_PERIOD => {
                let least = print_duration(SHORTEST_PERIOD);
                problems
                    .add(
                        &keys.at("recompute_interval"),
                        "`recompute_interval` is too short for `hysteresis`",
                    )
                    .found(format!("\"{}\"", print_duration(period)))
                    .expected(format!("at least {least}, or no `hysteresis`"))
                    .help("each period's routes follow from those of the one before");
            }
            Some(_) => {}
        }
        if self.metric != Metric::DELAY {
            problems
                .add(&here, "`hysteresis` is a delay, and routes minimize something else")
                .found(format!("the metric \"{}\"", name_of(self.metric)))
                .expected("metric = \"delay\", or no `hysteresis`");
        }
    }
}
