//! Keys of handover, and the configuration that they define.

use skyseam_base::{Duration, SimTime};
use skyseam_params::beside::{Beside, refuse_foreign};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::Tried;
use skyseam_params::text_values::FreeText;
use skyseam_params::units::print_duration;
use skyseam_params::values::{Flag, PositiveSpan, Span};
use skyseam_params::{Keys, Model, Problems, Spanned, parameters};

use super::{CheckTimes, HandoverPolicy, HandoverRule, Sticky, model};
use crate::description::config::{Antennas, HandoverConfig, SkyConfig};
use crate::description::parts::{Shell, Transition};
use crate::direction::FlightDirection;
use crate::geometry::Geometry;

parameters! {
    /// When terminals change satellites and inter-satellite links change state.
    pub struct HandoverKeys, check together {
        /// Policy by which a terminal takes and leaves satellites. Default: that of the preset
        /// (`skyseam constellations`), but "global-reallocation" with load_penalty = "5 deg" in
        /// place of "shortest-path" if there are users at places; "sticky" with shells of your own,
        /// orbits of a file, and terminals with a number of antennas.
        kind: Option<Beside<dyn HandoverPolicy>>,
        /// Direction of flight of the satellites that are preferred; without effect where every
        /// satellite is taken (the policy "shortest-path", antennas = "all").
        direction: FlightDirection = FlightDirection::Any,
        /// Interval between checks of elevations and inter-satellite links; the first check is at
        /// time zero. Default: 10 s; 15 s for the policies "global-reallocation" and
        /// "starlink", and where the policy is a Starlink preset's.
        check_interval: Option<PositiveSpan>,
        /// Terminals check at time zero, then this long after it, and from then on at every
        /// interval. Default: 0 s; 12 s where the interval is 15 s by default, so that the instants
        /// are 12, 27, 42 and 57 s past the minute.
        offset: Option<Span>,
        /// Whether each node draws its next check from the interval +- half of it, the half in
        /// whole seconds: below 2 s nothing is drawn.
        randomized: Flag = false,
        /// Break before make: time without a link after the old link has ended; not for the policy
        /// "shortest-path". Default: 0 s.
        interruption_time: Option<Span>,
        /// Make before break: time for which the old link, while the satellite is in sight, still
        /// delivers packets sent over it. Default: the old link ends when the new one begins.
        overlap: Option<Span>,
        /// Treatment of packets that wait for a link whose peer has changed. Default: "lost" in the
        /// geometry "ns2", else "forwarded".
        queued: Option<QueuedAtHandover>,
    }
}

parameters! {
    /// Handover policy of a preset, for scenarios that name none.
    pub struct PresetHandoverKeys, check fill_in {
        /// The policy. Default: "sticky".
        kind: Option<Beside<dyn HandoverPolicy>>,
        /// As in a scenario.
        check_interval: Option<PositiveSpan>,
        /// As in a scenario.
        offset: Option<Span>,
        /// Source of the policy, or the reason why it is assumed.
        source: FreeText,
    }
}

/// Treatment of packets that wait for a link whose peer has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuedAtHandover {
    /// Packets are still sent, to the old peer, which no longer listens: link time is spent and the
    /// packets are lost (ns-2).
    Lost,
    /// Packets are sent to the new peer when they reach the head of the queue; a satellite whose
    /// terminal has left routes them again.
    Forwarded,
}

impl Named for QueuedAtHandover {
    const WHAT: &'static str = "a fate of queued packets";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Lost,
                "lost",
                "packets queued for a link whose peer has changed are sent to the old peer, lost",
                "ns-2.35, SatLL (satellite/satlink.cc)",
            ),
            choice(
                Self::Forwarded,
                "forwarded",
                "they are sent to the new peer, or routed again where the terminal has left",
                "an operator that forwards at handover",
            ),
        ]
    }
}

impl HandoverKeys {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let kind = self.kind.as_ref().map(|policy| policy.name());
        refuse_foreign::<dyn HandoverPolicy>(kind, keys, problems);
        if self.interruption_time.is_some() && self.overlap.is_some() {
            problems
                .add(&keys.at("overlap"), "`interruption_time` and `overlap` exclude each other")
                .expected(
                    "break before make (`interruption_time`), or make before break (`overlap`)",
                )
                .help("remove one of the two");
        }
    }

    /// Converts the keys to a configuration with this policy and its default clock; reports
    /// problems.
    pub fn config(
        &self,
        policy: Model<dyn HandoverPolicy>,
        usual: CheckTimes,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> HandoverConfig {
        if let Some(outage) = self.interruption_time
            && policy.rule().is_every()
            && !outage.is_zero()
        {
            let by_default = if self.kind.is_none() { ", the preset's default" } else { "" };
            problems
                .add(
                    &keys.at("interruption_time"),
                    "`interruption_time` says nothing where every satellite is taken",
                )
                .found(format!("the policy \"{}\"{by_default}", policy.name()))
                .expected("a policy that chooses among satellites, or no `interruption_time`")
                .help("kind = \"global-reallocation\" moves terminals in slots of 15 s");
        }
        let clock = usual.but(self.check_interval, self.offset, keys, problems);
        HandoverConfig {
            policy,
            direction: self.direction,
            check_interval: clock.interval,
            offset: clock.offset,
            randomized: self.randomized,
            transition: match self.overlap {
                Some(overlap) => Transition::MakeBeforeBreak(overlap),
                None => {
                    Transition::BreakBeforeMake(self.interruption_time.unwrap_or(Duration::ZERO))
                }
            },
        }
    }

    /// Reports a direction that has no effect: by the policy, or because all terminals are linked
    /// to every satellite in view.
    pub fn check_direction(
        &self,
        policy: &dyn HandoverPolicy,
        all_have_all: bool,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) {
        let found = if policy.rule().is_every() {
            Some(format!("the policy \"{}\"", policy.name()))
        } else {
            all_have_all.then(|| "antennas = \"all\" at every terminal".to_owned())
        };
        if let Some(found) = found
            && self.direction != FlightDirection::Any
        {
            problems
                .add(
                    &keys.at("direction"),
                    "`direction` says nothing where every satellite is taken",
                )
                .found(found)
                .expected("terminals that choose among satellites, or no `direction`");
        }
    }

    /// Warns of keys that only affect terminals that choose or change satellites, if there are no
    /// such terminals.
    pub fn check_antennas(
        &self,
        policy: &dyn HandoverPolicy,
        terminals: &[Antennas],
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) {
        let rule = policy.rule();
        let has_all = |own: &Antennas| rule.antennas(*own) == Antennas::Unlimited;
        if terminals.is_empty() {
            return;
        }
        for (key, span) in
            [("interruption_time", self.interruption_time), ("overlap", self.overlap)]
        {
            if span.is_some_and(|span| !span.is_zero()) && terminals.iter().all(has_all) {
                problems
                    .warn(
                        &keys.at(key),
                        format!("`{key}` changes nothing: all terminals have every satellite"),
                    )
                    .help("it acts on terminals that leave one satellite for another");
            }
        }
        let is_usual = policy.name() == model(Sticky {}).name();
        let chooses = |own: &Antennas| *own == Antennas::One;
        if matches!(rule, HandoverRule::Each(_)) && !is_usual && !terminals.iter().any(chooses) {
            problems
                .warn(
                    &keys.at("kind"),
                    "`kind` changes nothing: no terminal here has a single antenna",
                )
                .found(format!("kind = \"{}\"", policy.name()))
                .help(
                    "terminals with several keep the satellites that they have and add the \
                     highest; give one antennas = 1, or remove the key",
                );
        }
    }

    /// Warns of keys that act only on satellites with a date and a launch, if there are none.
    pub fn check_dates(
        &self,
        policy: &dyn HandoverPolicy,
        has_elements: bool,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) {
        for key in policy.needs_dates().iter().filter(|key| !has_elements && keys.has(key)) {
            problems
                .warn(
                    &keys.at(key),
                    format!("`{key}` changes nothing: evenly spaced shells have no date"),
                )
                .help(
                    "it acts on the satellites of an element file ([constellation.elements]); \
                     remove the key",
                );
        }
    }

    /// Returns the default treatment of waiting packets in this geometry.
    pub fn queued_in(&self, geometry: Geometry) -> QueuedAtHandover {
        let is_lost = geometry == Geometry::NS2;
        let usual = if is_lost { QueuedAtHandover::Lost } else { QueuedAtHandover::Forwarded };
        self.queued.unwrap_or(usual)
    }

    /// Returns all keys of a configuration.
    pub fn of(config: &HandoverConfig, queued: QueuedAtHandover) -> Self {
        let (interruption_time, overlap) = match config.transition {
            Transition::BreakBeforeMake(outage) => (Some(outage), None),
            Transition::MakeBeforeBreak(overlap) => (None, Some(overlap)),
        };
        Self {
            kind: Some(config.policy.clone()),
            direction: config.direction,
            check_interval: Some(config.check_interval),
            offset: Some(config.offset),
            randomized: config.randomized,
            interruption_time,
            overlap,
            queued: Some(queued),
        }
    }
}

/// Reports a number of handover checks up to `end` that is too large for any run to finish.
pub fn check_effort(
    sky: &SkyConfig,
    end: SimTime,
    table: &Spanned<Tried<HandoverKeys>>,
    problems: &mut Problems<'_>,
) {
    const MOST_CHECKS: u128 = 1_000_000_000;
    let given = table.keys.value("check_interval");
    let place = given.map_or(&table.place, |given| &given.place);
    let interval = sky.handover.check_interval;
    let satellites = sky.shells.iter().map(Shell::satellites).sum::<u64>();
    let nodes = u128::from(satellites) + sky.terminals.len() as u128;
    let checks = nodes * u128::from(end.as_nanos() / interval.as_nanos().max(1));
    if checks > MOST_CHECKS {
        problems
            .add(place, "`check_interval` is too short for the time simulated")
            .found(format!("{checks} checks of {nodes} nodes"))
            .expected(format!("at most {MOST_CHECKS} checks from time zero to the end"));
    }
}

impl PresetHandoverKeys {
    /// Fills in the policy and its clock.
    fn fill_in(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let kind = self.kind.as_ref().map(|policy| policy.name());
        refuse_foreign::<dyn HandoverPolicy>(kind, keys, problems);
        let policy = self.kind.get_or_insert_with(|| model(Sticky {}));
        let clock = policy.clock().but(self.check_interval, self.offset, keys, problems);
        (self.check_interval, self.offset) = (Some(clock.interval), Some(clock.offset));
    }

    /// Returns the policy and its clock, which are present once the keys are checked.
    pub fn policy(&self) -> Option<(&Model<dyn HandoverPolicy>, CheckTimes)> {
        let (interval, offset) = (self.check_interval?, self.offset?);
        Some((self.kind.as_ref()?, CheckTimes { interval, offset }))
    }
}

impl CheckTimes {
    /// Applies the given keys to this clock; reports an offset beyond the interval.
    pub fn but(
        self,
        interval: Option<Duration>,
        offset: Option<Duration>,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> Self {
        // The default offset goes with the default interval only.
        let usual = if interval.is_some() { Duration::ZERO } else { self.offset };
        let interval = interval.unwrap_or(self.interval);
        if let Some(offset) = offset.filter(|offset| *offset >= interval) {
            problems
                .add(&keys.at("offset"), "`offset` does not lie within the interval of checks")
                .found(format!("\"{}\"", print_duration(offset)))
                .expected(format!("less than check_interval, {}", print_duration(interval)));
        }
        Self { interval, offset: offset.unwrap_or(usual) }
    }
}
