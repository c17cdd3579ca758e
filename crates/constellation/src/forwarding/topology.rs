//! Inputs of forwarding state: satellites, their links over time, and terminals.

use skyseam_base::{NodeId, SimTime};

use crate::description::config::SkyConfig;
use crate::sky::Sky;
use crate::timeline::{NoTimeline, Timeline};

/// Satellites that a terminal sends to and receives from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundAccess {
    /// Any satellite above its mask: the one on the route of least delay.
    Visible,
    /// Satellites that the handover policy links it to and that it has not left: of several, the
    /// one on the route of least delay.
    Attached,
}

/// Satellites, their links over time, and the sites of terminals.
#[derive(Clone, Debug)]
pub struct Topology {
    pub(super) ground: GroundAccess,
    /// Links; contacts of terminals are computed only where handovers matter.
    pub(super) timeline: Timeline,
    pub(super) sky: Sky,
    names: Vec<String>,
}

impl Topology {
    /// Builds the topology that `config` describes from time zero to `end`, with regular calls of
    /// `progress` with the fraction done.
    ///
    /// # Errors
    ///
    /// As [`Timeline::build`].
    ///
    /// # Panics
    ///
    /// As [`Timeline::build`].
    pub fn build(
        config: &SkyConfig,
        ground: GroundAccess,
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Self, NoTimeline> {
        let timeline = match ground {
            GroundAccess::Attached => Timeline::build_watched(config, end, progress)?,
            // The checks of terminals would take long and are not needed.
            GroundAccess::Visible => {
                let (terminals, nodes, wires) = (Vec::new(), Vec::new(), Vec::new());
                let satellites = SkyConfig { terminals, nodes, wires, ..config.clone() };
                Timeline::build_watched(&satellites, end, progress)?
            }
        };
        let sky = timeline.sky().clone().seen_from(&config.terminals);
        let satellites = timeline.nodes()[..sky.satellites() as usize].iter();
        let names =
            satellites.map(|node| &node.name).chain(config.terminals.iter().map(|t| &t.name));
        let names = names.cloned().collect();
        Ok(Self { ground, timeline, sky, names })
    }

    /// Returns the number of satellites; terminals are numbered after them in the order of the
    /// configuration.
    pub fn satellites(&self) -> u32 {
        self.sky.satellites()
    }

    /// Returns the names of all satellites, then of all terminals.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn is_terminal(&self, node: NodeId) -> bool {
        let satellites = self.sky.satellites();
        (satellites..satellites + self.sky.terminals()).contains(&node.0)
    }
}
