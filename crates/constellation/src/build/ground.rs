//! Checks of terminals: the satellites that each is linked to over time.
//!
//! Owns handovers from one satellite to the next ([`Transition`]) and the consequences of a
//! failure of a satellite or terminal. Does not know links between satellites. The instants of
//! checks are decided in [`super`].

use skyseam_base::{Duration, NodeId, SimTime};

use crate::contacts::{Contact, Contacts};
use crate::description::config::SkyConfig;
use crate::description::parts::{Antennas, Transition};
use crate::direction::FlightDirection;
use crate::handover::several::kept_and_highest;
use crate::handover::{AssignmentRequest, Attachment, HandoverRule, HeldSatellite};
use crate::sky::{Phases, Sky, TerminalView};

/// Links of terminals as decided by the checks so far.
pub(super) struct GslBuilder {
    rule: HandoverRule,
    direction: FlightDirection,
    /// Satellite that terminals are linked to before their first check.
    first: Option<NodeId>,
    /// Last instant of the timeline; no later check is computed.
    end: SimTime,
    terminals: Vec<TerminalLinks>,
    /// Seed of the scenario.
    seed: u64,
}

/// The links of a terminal.
struct TerminalLinks {
    /// Maximum number of satellites that the terminal is linked to at a time.
    most: usize,
    /// Whether the policy chooses a single satellite. Otherwise the terminal keeps its satellites
    /// and adds others while antennas are free.
    is_single: bool,
    /// Time without a link after an antenna has left a satellite.
    outage: Duration,
    /// Time for which the satellite that was left still delivers.
    overlap: Duration,
    is_checked: bool,
    /// Antennas in use; their number is the largest number of simultaneous links so far.
    antennas: Vec<Antenna>,
    /// Satellite that was taken last.
    last: Option<NodeId>,
    contacts: Vec<Contact>,
    /// Contacts over which the terminal no longer sends, but which still deliver.
    tails: Vec<usize>,
}

/// An antenna: it follows one satellite at a time.
#[derive(Clone, Copy)]
struct Antenna {
    /// Number of the antenna's contact, which has begun or begins when an outage is over.
    contact: Option<usize>,
    /// Earliest instant at which the antenna can begin another contact.
    ready: SimTime,
}

impl GslBuilder {
    pub fn new(config: &SkyConfig, sky: &Sky, end: SimTime) -> Self {
        let rule = config.handover.policy.rule();
        let first = (sky.model().attached_at_zero && sky.satellites() > 0).then_some(NodeId(0));
        let terminals = config.terminals.iter().map(|terminal| {
            let antennas = rule.antennas(terminal.antennas);
            let most = match antennas {
                Antennas::Unlimited => usize::MAX,
                Antennas::Several(most) => most as usize,
                Antennas::One => 1,
            };
            let (outage, overlap) = match config.handover.transition {
                // A terminal linked to every satellite in view has no antenna to point.
                Transition::BreakBeforeMake(_) if most == usize::MAX => {
                    (Duration::ZERO, Duration::ZERO)
                }
                Transition::BreakBeforeMake(outage) => (outage, Duration::ZERO),
                Transition::MakeBeforeBreak(overlap) => (Duration::ZERO, overlap),
            };
            TerminalLinks {
                most,
                is_single: antennas == Antennas::One,
                outage,
                overlap,
                is_checked: false,
                antennas: Vec::new(),
                last: first,
                contacts: Vec::new(),
                tails: Vec::new(),
            }
        });
        let terminals = terminals.collect();
        let (direction, seed) = (config.handover.direction, config.seed);
        Self { rule, direction, first, end, terminals, seed }
    }

    /// Whether all terminals check at the same instants.
    pub fn is_together(&self) -> bool {
        self.rule.is_together()
    }

    /// Checks all terminals at one instant.
    pub(crate) fn check_all(&mut self, sky: &Sky, at: SimTime, phases: &Phases) {
        if self.is_together() {
            for number in 0..self.terminals.len() {
                self.lose_failed(number, at);
            }
        }
        let HandoverRule::Together(rule) = &self.rule else {
            for terminal in sky.satellites()..sky.satellites() + sky.terminals() {
                self.check(NodeId(terminal), sky, at, phases);
            }
            return;
        };
        let held: Vec<Vec<HeldSatellite>> =
            self.terminals.iter().map(|links| links.held().collect()).collect();
        let terminals = (sky.satellites()..).map(NodeId).zip(&self.terminals);
        let requests: Vec<AssignmentRequest<'_>> = terminals
            .zip(&held)
            .map(|((terminal, links), held)| AssignmentRequest {
                view: sky.view(terminal, phases).preferring(self.direction),
                antennas: links.most,
                held,
                seed: self.seed,
            })
            .collect();
        let allocated = rule(&requests);
        for (number, wanted) in allocated.iter().enumerate() {
            self.settle(number, wanted, &requests[number].view, sky, at);
        }
    }

    /// Checks a terminal.
    ///
    /// # Panics
    ///
    /// When the policy assigns satellites to all terminals together.
    pub fn check(&mut self, terminal: NodeId, sky: &Sky, at: SimTime, phases: &Phases) {
        let number = (terminal.0 - sky.satellites()) as usize;
        self.lose_failed(number, at);
        let view = sky.view(terminal, phases).preferring(self.direction);
        let links = &self.terminals[number];
        match &self.rule {
            HandoverRule::Each(rule) if links.is_single => {
                let first =
                    self.first.map(|satellite| HeldSatellite { satellite, since: SimTime::ZERO });
                let current = if links.is_checked { links.held_longest() } else { first };
                let wanted = rule(&view, Attachment { current, last: links.last });
                self.settle(number, wanted.as_slice(), &view, sky, at);
            }
            HandoverRule::Each(_) | HandoverRule::Every => {
                let held: Vec<NodeId> = links.held().map(|held| held.satellite).collect();
                let wanted = kept_and_highest(&view, &held, links.most);
                self.settle(number, &wanted, &view, sky, at);
            }
            HandoverRule::Together(_) => panic!("a check of {terminal} alone"),
        }
    }

    /// Returns the contacts that follow from all checks.
    pub(crate) fn into_contacts(self) -> Vec<Contacts> {
        let end = self.end;
        let of = |links: TerminalLinks| {
            let mut contacts = links.contacts;
            // The state at the end holds forever.
            contacts.retain(|contact| contact.from <= end);
            for contact in contacts.iter_mut().filter(|contact| contact.until > end) {
                contact.until = SimTime::MAX;
            }
            Contacts::new(contacts)
        };
        self.terminals.into_iter().map(of).collect()
    }

    /// Frees the antennas whose link a failure has ended since the previous check.
    fn lose_failed(&mut self, number: usize, at: SimTime) {
        let TerminalLinks { antennas, contacts, outage, .. } = &mut self.terminals[number];
        for antenna in antennas {
            if let Some(contact) = antenna.contact.map(|contact| contacts[contact])
                && contact.until <= at
            {
                // A contact whose satellite fails before it begins causes no further outage.
                let left = (contact.from < contact.until).then_some(contact.until + *outage);
                *antenna = Antenna { contact: None, ready: left.unwrap_or(antenna.ready) };
            }
        }
    }

    /// Links a terminal to exactly the satellites in `wanted`.
    fn settle(
        &mut self,
        number: usize,
        wanted: &[NodeId],
        view: &TerminalView<'_>,
        sky: &Sky,
        at: SimTime,
    ) {
        let links = &mut self.terminals[number];
        links.is_checked = true;
        links.tails.retain(|&tail| links.contacts[tail].until > at);
        let (antennas, contacts) = (&mut links.antennas, &mut links.contacts);
        let is_held = |antennas: &[Antenna], contacts: &[Contact], satellite| {
            antennas.iter().filter_map(|a| a.contact).any(|c| contacts[c].satellite == satellite)
        };
        for antenna in antennas.iter_mut() {
            let Some(index) = antenna.contact else { continue };
            let contact = &mut contacts[index];
            if wanted.contains(&contact.satellite) {
                continue;
            }
            antenna.contact = None;
            if contact.from >= at {
                // The contact was decided on during an outage and replaced before it began.
                (contact.sends_until, contact.until) = (contact.from, contact.from);
                continue;
            }
            antenna.ready = at + links.outage;
            contact.sends_until = at;
            contact.until = if links.overlap.is_zero() {
                at
            } else {
                let left = view.remaining_sight(contact.satellite, links.overlap);
                contact.until.min(at + left.unwrap_or_default())
            };
            if contact.until > at {
                links.tails.push(index);
            }
        }
        for &satellite in wanted {
            if is_held(antennas, contacts, satellite) {
                continue;
            }
            let free = antennas.iter().enumerate().filter(|(_, antenna)| antenna.contact.is_none());
            let free = free.min_by_key(|(_, antenna)| antenna.ready).map(|(index, _)| index);
            let free = free.unwrap_or_else(|| {
                antennas.push(Antenna { contact: None, ready: at });
                antennas.len() - 1
            });
            let from = antennas[free].ready.max(at);
            for &tail in &links.tails {
                let old = &mut contacts[tail];
                if old.satellite == satellite {
                    old.until = old.until.min(from);
                }
            }
            let terminal = NodeId(sky.satellites() + number as u32);
            let failures = [satellite, terminal].map(|node| sky.next_failure_change(node, at));
            let failure = failures[0].min(failures[1]);
            let until = if failure > self.end { SimTime::MAX } else { failure };
            antennas[free].contact = Some(contacts.len());
            contacts.push(Contact { satellite, from, sends_until: until, until });
            links.last = Some(satellite);
        }
    }
}

impl TerminalLinks {
    /// Returns the satellites that the terminal holds, in the order in which they were taken.
    fn held(&self) -> impl Iterator<Item = HeldSatellite> {
        let mut contacts: Vec<usize> = self.antennas.iter().filter_map(|a| a.contact).collect();
        contacts.sort_unstable();
        contacts.into_iter().map(|contact| self.held_over(contact))
    }

    /// Returns the first of [`Self::held`].
    fn held_longest(&self) -> Option<HeldSatellite> {
        let contacts = self.antennas.iter().filter_map(|antenna| antenna.contact);
        contacts.min().map(|contact| self.held_over(contact))
    }

    fn held_over(&self, contact: usize) -> HeldSatellite {
        let Contact { satellite, from, .. } = self.contacts[contact];
        HeldSatellite { satellite, since: from }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::parts::Terminal;
    use crate::fixtures;
    use crate::geometry::Geometry;
    use crate::routing::Metric;

    /// A terminal leaves a satellite and takes it again while the old contact still delivers.
    #[test]
    fn a_satellite_taken_again_during_the_overlap_has_one_contact_at_a_time() {
        let mut config = fixtures::iridium(Metric::HOPS);
        config.geometry = Geometry::EXACT;
        config.terminals = vec![Terminal::fixed("T", 80.0, 10.0, 8.2)];
        config.handover.transition = Transition::MakeBeforeBreak(Duration::from_secs(60));
        let end = SimTime::from_secs(100);
        let sky = Sky::new(&config, end).unwrap();
        let [first, second, third] = [0, 10, 20].map(SimTime::from_secs);
        let overlap = Duration::from_secs(60);
        let phases = sky.phases(second);
        let stays = |&satellite: &NodeId| {
            let view = sky.view(NodeId(66), &phases);
            view.remaining_sight(satellite, overlap) == Some(overlap)
        };
        let mut in_sight = (0..66).map(NodeId).filter(stays);
        let (one, other) = (in_sight.next().unwrap(), in_sight.next().unwrap());
        let mut ground = GslBuilder::new(&config, &sky, end);
        for (at, satellite) in [(first, one), (second, other), (third, one)] {
            let phases = sky.phases(at);
            ground.settle(0, &[satellite], &sky.view(NodeId(66), &phases), &sky, at);
        }
        let contacts = &ground.terminals[0].contacts;
        let contacts = contacts.iter().map(|of| (of.satellite, of.from, of.sends_until, of.until));
        let expected = [
            (one, first, second, third),
            (other, second, third, third + overlap),
            (one, third, SimTime::MAX, SimTime::MAX),
        ];
        assert_eq!(contacts.collect::<Vec<_>>(), expected);
    }
}
