//! The checks of terminals: which satellite each is linked to from when to when.
//!
//! Knows no links between satellites. When checks happen is decided in [`super`].

use skyseam_base::{NodeId, SimTime};

use crate::config::SkyConfig;
use crate::handover::{self, Attachment, POLICIES};
use crate::registry::rule_of;
use crate::sky::{Phases, Sky};
use crate::timeline::{Change, Changed, Spell};

/// The links of terminals, and what checks have changed so far.
pub(super) struct Ground {
    /// Per terminal what it is linked to, in order of time, the first from time zero.
    pub spells: Vec<Vec<Spell>>,
    /// What changed, in the order of time.
    pub changes: Vec<Change>,
    policy: handover::Rule,
    held: Vec<Attachment>,
}

impl Ground {
    pub fn new(config: &SkyConfig, sky: &Sky) -> Self {
        let terminals = sky.terminals() as usize;
        let first = (sky.model().attached_at_zero && sky.satellites() > 0).then_some(NodeId(0));
        Self {
            spells: vec![vec![Spell { from: SimTime::ZERO, satellite: None }]; terminals],
            changes: Vec::new(),
            policy: rule_of(POLICIES, config.handover.policy),
            held: vec![Attachment { current: first, last: first }; terminals],
        }
    }

    /// Checks all terminals at one instant.
    pub fn check_all(&mut self, sky: &Sky, at: SimTime, phases: &Phases) {
        for terminal in sky.satellites()..sky.satellites() + sky.terminals() {
            self.check(NodeId(terminal), sky, at, phases);
        }
    }

    /// Checks a terminal.
    pub fn check(&mut self, terminal: NodeId, sky: &Sky, at: SimTime, phases: &Phases) {
        let number = (terminal.0 - sky.satellites()) as usize;
        let held = self.held[number];
        let after = (self.policy)(&sky.view(terminal, phases), held);
        self.held[number] = Attachment { current: after, last: after.or(held.last) };
        let spells = &mut self.spells[number];
        let before = spells[spells.len() - 1];
        if before.satellite != after {
            if before.from == at {
                spells.pop();
            }
            spells.push(Spell { from: at, satellite: after });
            let what = Changed::Attachment { terminal, before: before.satellite, after };
            self.changes.push(Change { at, what });
        }
    }
}
