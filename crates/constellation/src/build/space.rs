//! Satellites, their motion and their links, shared by timelines with the same satellites.
//!
//! Most of the time of building a timeline is spent on checks of links between satellites, which do
//! not depend on terminals. A [`Space`] performs them once for any number of timelines with other
//! terminals, nodes, wires, handover policies and routes. A terminal's contacts can also be reused
//! in further timelines that contain it. The timelines equal those of [`Timeline::build`].

use std::sync::Arc;

use skyseam_base::{Duration, SimTime};

use super::ground::GslBuilder;
use super::isls::{IslTimeline, Isls};
use super::{Walk, assemble, number_nodes};
use crate::contacts::Contacts;
use crate::description::config::{HandoverConfig, SkyConfig};
use crate::description::parts::{Terminal, Transition};
use crate::direction::FlightDirection;
use crate::handover::{Sticky, model};
use crate::routing::Metric;
use crate::routing::ShortestPaths;
use crate::sky::Sky;
use crate::timeline::{NoTimeline, Timeline};

/// Satellites and their links from time zero to an end.
#[derive(Clone, Debug)]
pub struct Space {
    config: SkyConfig,
    end: SimTime,
    sky: Sky,
    isls: IslTimeline,
}

/// Contacts of a terminal up to an end, in a [`Space`] under a handover configuration.
#[derive(Clone, Debug)]
pub struct Attached {
    contacts: Contacts,
    end: SimTime,
}

impl Space {
    /// Computes the motion of the satellites of `config` and all changes of their links up to
    /// `end`, inclusive.
    ///
    /// # Errors
    ///
    /// As [`Timeline::build_watched`].
    ///
    /// # Panics
    ///
    /// As [`Timeline::build`].
    pub fn build(
        config: &SkyConfig,
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Self, NoTimeline> {
        assert!(end < SimTime::MAX, "a timeline without an end");
        let config = Self::of(config);
        let sky = Sky::new(&config, end)?;
        let nodes = number_nodes(&config, &sky);
        let isls = Some(Isls::new(&config, &sky));
        let mut walk = Walk { config: &config, sky, isls, ground: None };
        walk.all_checks(&nodes, end, progress)?;
        let Walk { sky, isls, .. } = walk;
        let isls = isls.map(|isls| isls.laid(&sky, config.isl.acquisition, end));
        Ok(Self { end, sky, isls: isls.unwrap_or_default(), config })
    }

    /// Returns the part of a configuration that satellites and their links depend on. Two
    /// configurations in which it is equal can share a space.
    pub fn of(config: &SkyConfig) -> SkyConfig {
        let handover = &config.handover;
        SkyConfig {
            geometry: config.geometry,
            propagation: config.propagation,
            zero: config.zero,
            shells: config.shells.clone(),
            isl: config.isl.clone(),
            listed_isls: config.listed_isls.clone(),
            failures: config.failures.clone(),
            terminals: Vec::new(),
            nodes: Vec::new(),
            wires: Vec::new(),
            handover: HandoverConfig {
                policy: model(Sticky {}),
                direction: FlightDirection::Any,
                check_interval: handover.check_interval,
                offset: Duration::ZERO,
                randomized: handover.randomized,
                transition: Transition::BreakBeforeMake(Duration::ZERO),
            },
            routing: ShortestPaths::by(Metric::HOPS).model(),
            seed: if handover.randomized { config.seed } else { 0 },
        }
    }

    /// Whether terminals of `config` are linked independently of each other, so that a terminal's
    /// contacts can be reused in other timelines.
    pub fn attaches_each(config: &SkyConfig) -> bool {
        !config.handover.policy.rule().is_together()
    }

    /// Computes the contacts of `terminal` up to `end`, independently of the other terminals of
    /// `config`.
    ///
    /// # Errors
    ///
    /// [`NoTimeline::Stopped`] when `progress` returns `false`.
    ///
    /// # Panics
    ///
    /// When `end` is after the end of the space, or terminals are assigned satellites together.
    pub fn attach(
        &self,
        config: &SkyConfig,
        terminal: &Terminal,
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Attached, NoTimeline> {
        assert!(Self::attaches_each(config), "terminals that are linked all together");
        let alone = SkyConfig { terminals: vec![terminal.clone()], ..Self::of(config) };
        let alone = SkyConfig { handover: config.handover.clone(), seed: config.seed, ..alone };
        let contacts = self.contacts(&alone, end, progress)?.swap_remove(0);
        Ok(Attached { contacts, end })
    }

    /// Builds the timeline of `config` up to `end` and reuses the contacts in `attached`.
    ///
    /// # Errors
    ///
    /// [`NoTimeline::Stopped`] when `progress` returns `false`.
    ///
    /// # Panics
    ///
    /// When `config` has other satellites; when `end` is after the end of the space or of the
    /// contacts; or when `attached` does not have one entry for each terminal. As
    /// [`Timeline::build`].
    pub fn timeline(
        &self,
        config: &SkyConfig,
        end: SimTime,
        attached: Option<&[Arc<Attached>]>,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Timeline, NoTimeline> {
        debug_assert!(Self::of(config) == self.config, "a space of other satellites");
        let contacts = match attached {
            Some(attached) => {
                assert_eq!(attached.len(), config.terminals.len(), "terminals without links");
                attached.iter().map(|attached| attached.until(end)).collect()
            }
            None => self.contacts(config, end, progress)?,
        };
        let sky = self.sky.clone().seen_from(&config.terminals);
        let nodes = number_nodes(config, &sky);
        Ok(assemble(config, end, sky, nodes, self.isls.until(end), contacts))
    }

    /// Computes the contacts of all terminals of `config` up to `end`.
    fn contacts(
        &self,
        config: &SkyConfig,
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Vec<Contacts>, NoTimeline> {
        assert!(end <= self.end, "a timeline that ends after its space");
        let sky = self.sky.clone().seen_from(&config.terminals);
        let nodes = number_nodes(config, &sky);
        let ground = Some(GslBuilder::new(config, &sky, end));
        let mut walk = Walk { config, sky, isls: None, ground };
        walk.all_checks(&nodes, end, progress)?;
        Ok(walk.ground.map_or_else(Vec::new, GslBuilder::into_contacts))
    }
}

impl Attached {
    fn until(&self, end: SimTime) -> Contacts {
        assert!(end <= self.end, "a timeline that ends after what is attached");
        if end == self.end { self.contacts.clone() } else { self.contacts.until(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::parts::Orbits;
    use crate::fixtures;
    use crate::handover::{GlobalReallocation, HighestElevation, LongestVisibility, ShortestPath};
    use crate::isl;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Goal: a timeline built from a space, with or without contacts computed before, equals
        /// one built alone. Method: random terminals under random handover, a space and contacts
        /// that extend beyond the timeline; all fields compared.
        #[test]
        fn timelines_of_a_space_are_those_built_alone(
            places in proptest::collection::vec((-90.0..90.0_f64, -180.0..180.0_f64), 1..4),
            end_s in 0..4_000_u64,
            more_s in 0..4_000_u64,
            is_teledesic in any::<bool>(),
            is_across_seam in any::<bool>(),
            randomized in any::<bool>(),
            policy in prop_oneof![
                Just(model(Sticky {})),
                Just(model(HighestElevation::default())),
                Just(model(LongestVisibility {})),
                Just(model(GlobalReallocation::default())),
                Just(model(ShortestPath {})),
            ],
            transition in prop_oneof![
                Just(Transition::BreakBeforeMake(Duration::ZERO)),
                Just(Transition::BreakBeforeMake(Duration::from_secs(25))),
                Just(Transition::MakeBeforeBreak(Duration::from_secs(15))),
            ],
            acquisition_s in 0..40_u64,
            failed in proptest::collection::vec((0..66_u32, 0..4_000_u64, 1..900_u64), 0..20),
            seed in any::<u64>(),
        ) {
            let mut config = fixtures::iridium(Metric::DELAY);
            if is_teledesic {
                config.shells[0].orbits = Orbits::Walker(fixtures::teledesic_orbits());
            }
            if is_across_seam {
                config.shells[0].pattern = isl::model(isl::GridSeamCrossed {});
            }
            config.isl.acquisition = Duration::from_secs(acquisition_s);
            config.handover.policy = policy;
            config.handover.randomized = randomized;
            config.handover.transition = transition;
            config.seed = seed;
            config.failures = failed.into_iter().map(|(satellite, from, length)| {
                crate::description::parts::Failure {
                    what: crate::description::parts::Failed::Satellite(satellite),
                    from: SimTime::from_secs(from),
                    until: SimTime::from_secs(from + length),
                }
            }).collect();
            config.terminals = (0..).zip(places).map(|(number, (latitude, longitude))| {
                Terminal::fixed(&format!("T{number}"), latitude, longitude, 8.2)
            }).collect();
            let (end, last) =
                (SimTime::from_secs(end_s), SimTime::from_secs(end_s + more_s));
            let alone = Timeline::build(&config, end);
            let space = Space::build(&config, last, &mut |_| true).unwrap();
            let shared = space.timeline(&config, end, None, &mut |_| true).unwrap();
            prop_assert_eq!(format!("{shared:?}"), format!("{alone:?}"));
            if Space::attaches_each(&config) {
                let attach = |terminal| {
                    Arc::new(space.attach(&config, terminal, last, &mut |_| true).unwrap())
                };
                let attached: Vec<_> = config.terminals.iter().map(attach).collect();
                let kept = space.timeline(&config, end, Some(&attached), &mut |_| true).unwrap();
                prop_assert_eq!(format!("{kept:?}"), format!("{alone:?}"));
            }
        }
    }
}
