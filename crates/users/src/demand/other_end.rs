//! Selection of the remote endpoints of successive sessions.

use skyseam_base::RandomStream;

use super::EndpointRule;
use crate::ground::UnitVector;

/// A node that can be the remote endpoint of a session.
#[derive(Clone, Debug)]
pub struct EndpointCandidate {
    /// Name of the node.
    pub node: String,
    /// Direction of its location, if it has one.
    pub place: Option<UnitVector>,
}

/// Selector of the remote endpoints of sessions; caches the result for the user of the previous
/// call.
pub struct OtherEnd<'c> {
    candidates: &'c [EndpointCandidate],
    rule: EndpointRule,
    of: Option<String>,
    /// Index of the nearest candidate.
    nearest: Option<usize>,
    /// Cumulative sums of the weights.
    until: Vec<f64>,
}

impl<'c> OtherEnd<'c> {
    /// Returns a selector that applies `rule` to these candidates.
    pub fn new(candidates: &'c [EndpointCandidate], rule: EndpointRule) -> Self {
        Self { candidates, rule, of: None, nearest: None, until: Vec::new() }
    }

    /// The remote endpoint of a session of the user at `node`; `None` if there is none.
    pub fn of(
        &mut self,
        node: &str,
        place: Option<UnitVector>,
        random: &mut RandomStream,
    ) -> Option<&'c str> {
        if self.of.as_deref() != Some(node) {
            self.look(node, place);
            self.of = Some(node.to_owned());
        }
        let index = match self.rule {
            EndpointRule::Nearest => self.nearest?,
            EndpointRule::ByDistance(_) | EndpointRule::Anybody => {
                let whole = self.until.last().copied().filter(|whole| *whole > 0.0)?;
                let at = random.uniform() * whole;
                self.until.partition_point(|until| *until <= at).min(self.until.len() - 1)
            }
        };
        Some(&self.candidates[index].node)
    }

    fn look(&mut self, node: &str, place: Option<UnitVector>) {
        self.nearest = None;
        self.until.clear();
        let mut least = f64::INFINITY;
        let mut sum = 0.0;
        for (index, candidate) in self.candidates.iter().enumerate() {
            let chord_squared = match (place, candidate.place) {
                (Some(here), Some(there)) => here.chord_squared(there),
                _ => 0.0,
            };
            let is_other = candidate.node != node;
            if is_other && chord_squared < least {
                least = chord_squared;
                self.nearest = Some(index);
            }
            let weight = match &self.rule {
                EndpointRule::Nearest => continue,
                EndpointRule::ByDistance(weight) => weight(UnitVector::distance_km(chord_squared)),
                EndpointRule::Anybody => 1.0,
            };
            sum += if is_other { weight } else { 0.0 };
            self.until.push(sum);
        }
    }
}
