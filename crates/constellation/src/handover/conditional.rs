//! Conditional handover: the terminal changes to a prepared satellite at the first check at which a
//! condition is met, which was configured ahead.
//!
//! The condition is one of 3GPP: an elevation in place of received power (Event A5), distances from
//! the points below the satellites, which move with their cells (condEventD2), or a window of time
//! before the satellite sets (condEventT1). Every satellite above the mask counts as prepared. A
//! satellite at or below the mask is left in any case, for the highest one, as after a radio link
//! failure.

use skyseam_base::{Duration, NodeId, math};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{Span, quantity};
use skyseam_params::{Keys, Problems, parameters, units};

use super::highest::Margin;
use super::{Attachment, CheckTimes, HandoverPolicy, HandoverRule};
use crate::sky::TerminalView;

/// Mean radius of the Earth (3GPP TR 38.811 Sec. 6.6.2), km.
const EARTH_RADIUS_KM: f64 = 6371.0;

quantity! {
    /// A distance on the ground.
    GroundDistance(f64) in units::KILOMETRES,
    accepts |km| (0.0..=20_020.0).contains(&km),
    expected "a distance from 0 km to 20020 km", such as "500 km"
}

/// Condition of a handover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Elevations of both satellites.
    Elevation,
    /// Distances from the points below both satellites.
    Location,
    /// A window of time before the satellite sets.
    Time,
}

parameters! {
    /// Keep a satellite until a condition that was configured ahead is met; then take the best of
    /// those that meet it too.
    pub struct Conditional "conditional"
    from "conditional handover, 3GPP TS 38.331 (condEventA5, condEventD2, condEventT1), with \
          elevation for received power; thresholds: assumed", check together {
        /// Of "conditional": condition of a handover.
        condition: Condition = Condition::Elevation,
        /// Of "conditional": elevation below which the satellite is left, for the condition
        /// "elevation" (`a5-Threshold1`).
        threshold1: Margin = 30.0,
        /// Of "conditional": minimum elevation of the other satellite, for every condition
        /// (`a5-Threshold2`, `a4-Threshold`).
        threshold2: Margin = 35.0,
        /// Of "conditional": amount by which both thresholds of elevation must be passed
        /// (`hysteresis`).
        hysteresis: Margin = 0.0,
        /// Of "conditional": distance from the point below the satellite beyond which it is left,
        /// for the condition "location" (`distanceThreshFromReference1`).
        distance_thresh_from_reference1: GroundDistance = 800.0,
        /// Of "conditional": maximum distance from the point below the other satellite
        /// (`distanceThreshFromReference2`).
        distance_thresh_from_reference2: GroundDistance = 700.0,
        /// Of "conditional": amount by which both distances must be passed (`hysteresisLocation`).
        hysteresis_location: GroundDistance = 0.0,
        /// Of "conditional": time before the satellite is at the mask at which the window of the
        /// condition "time" begins (`t1-Threshold`, there an instant).
        t1_threshold: Span = Duration::from_secs(30),
        /// Of "conditional": length of that window (`duration`); after it the satellite is kept to
        /// the mask.
        duration: Span = Duration::from_secs(30),
    }
}

impl HandoverPolicy for Conditional {
    fn rule(&self) -> HandoverRule {
        let policy = self.clone();
        HandoverRule::Each(Box::new(move |view, held| policy.check(view, held)))
    }

    fn clock(&self) -> CheckTimes {
        CheckTimes { interval: Duration::from_secs(1), offset: Duration::ZERO }
    }
}

impl Conditional {
    /// Reports keys of another condition unless they have their default, as in a resolved form.
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let usual = Self::default();
        let own_keys = [
            ("threshold1", Condition::Elevation, self.threshold1 != usual.threshold1),
            (
                "distance_thresh_from_reference1",
                Condition::Location,
                self.distance_thresh_from_reference1 != usual.distance_thresh_from_reference1,
            ),
            (
                "distance_thresh_from_reference2",
                Condition::Location,
                self.distance_thresh_from_reference2 != usual.distance_thresh_from_reference2,
            ),
            (
                "hysteresis_location",
                Condition::Location,
                self.hysteresis_location != usual.hysteresis_location,
            ),
            ("t1_threshold", Condition::Time, self.t1_threshold != usual.t1_threshold),
            ("duration", Condition::Time, self.duration != usual.duration),
        ];
        for (key, condition, is_changed) in own_keys {
            if condition != self.condition && is_changed {
                problems
                    .add(&keys.at(key), format!("`{key}` belongs to another condition"))
                    .help("remove it, or change `condition`");
            }
        }
    }

    fn check(&self, view: &TerminalView<'_>, attachment: Attachment) -> Option<NodeId> {
        let Some(held) = attachment.usable(view) else { return view.highest() };
        // A handover in progress is not given up for another.
        if held.since > view.now() || !self.leaves(view, held.satellite) {
            return Some(held.satellite);
        }
        let better = view.best(|satellite| {
            let (is_preferred, elevation) = view.rank(satellite)?;
            let merit = match self.condition {
                Condition::Elevation | Condition::Location => elevation,
                Condition::Time => view.remaining_visibility(satellite)?.as_secs_f64(),
            };
            let takes = satellite != held.satellite && self.takes(view, satellite, elevation);
            takes.then_some((is_preferred, merit))
        });
        better.or(Some(held.satellite))
    }

    /// Whether the condition on the satellite held is met.
    fn leaves(&self, view: &TerminalView<'_>, held: NodeId) -> bool {
        match self.condition {
            Condition::Elevation => {
                let least = self.threshold1 - self.hysteresis;
                view.elevation(held).is_none_or(|elevation| elevation.to_degrees() < least)
            }
            Condition::Location => {
                let most = self.distance_thresh_from_reference1 + self.hysteresis_location;
                ground_distance_km(view, held).is_none_or(|distance| distance > most)
            }
            Condition::Time => view.remaining_visibility(held).is_none_or(|left| {
                left <= self.t1_threshold && self.t1_threshold - left < self.duration
            }),
        }
    }

    /// Whether the condition on another satellite is met.
    fn takes(&self, view: &TerminalView<'_>, satellite: NodeId, elevation: f64) -> bool {
        let most = self.distance_thresh_from_reference2 - self.hysteresis_location;
        let is_near = || ground_distance_km(view, satellite).is_some_and(|own| own < most);
        elevation.to_degrees() > self.threshold2 + self.hysteresis
            && (self.condition != Condition::Location || is_near())
    }
}

/// Distance on a spherical Earth from the terminal to the point below a satellite, km; `None` if
/// the Earth blocks the line of sight.
pub fn ground_distance_km(view: &TerminalView<'_>, satellite: NodeId) -> Option<f64> {
    let elevation = view.elevation(satellite)?;
    let range_km = view.range_km(satellite);
    let (across, up) = (range_km * math::cos(elevation), range_km * math::sin(elevation));
    Some(EARTH_RADIUS_KM * math::atan2(across, EARTH_RADIUS_KM + up))
}

impl Named for Condition {
    const WHAT: &'static str = "a condition of a handover";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Elevation,
                "elevation",
                "the satellite is lower than `threshold1`, another is higher than `threshold2`",
                "condEventA5 of 3GPP TS 38.331, with elevation for received power",
            ),
            choice(
                Self::Location,
                "location",
                "the point below the satellite is farther away than \
                 `distance_thresh_from_reference1`, that of another nearer than \
                 `distance_thresh_from_reference2`",
                "condEventD2 of 3GPP TS 38.331, moving reference locations",
            ),
            choice(
                Self::Time,
                "time",
                "the satellite sets in `t1_threshold` or less, for `duration`; of others the one \
                 that stays longest",
                "condEventT1 of 3GPP TS 38.331",
            ),
        ]
    }
}
