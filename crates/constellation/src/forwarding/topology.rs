//! What forwarding state is made from: satellites, their links over time, and terminals.

use skyseam_base::{NodeId, SimTime};

use crate::description::config::SkyConfig;
use crate::routing::{Metric, ShortestPaths};
use crate::sky::Sky;
use crate::timeline::{NoTimeline, Timeline};

/// Which satellites a terminal can be reached from, and send to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Any satellite above its mask: the one on the route of least delay.
    Visible,
    /// Satellites that the scenario's handover policy links it to and that it has not left: of
    /// several, the satellite on the route of least delay.
    Attached,
}

/// The satellites, their links over time, and the places of terminals.
#[derive(Clone, Debug)]
pub struct Topology {
    pub(super) ground: Ground,
    /// Links; knows the terminals only where their handovers matter.
    pub(super) timeline: Timeline,
    pub(super) sky: Sky,
    names: Vec<String>,
}

impl Topology {
    /// The topology that `config` describes from time zero to `end`. `progress` is called with
    /// the fraction done, now and then.
    ///
    /// # Errors
    /// As [`Timeline::build_watched`].
    ///
    /// # Panics
    /// As [`Timeline::build`].
    pub fn build(
        config: &SkyConfig,
        ground: Ground,
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Self, NoTimeline> {
        let timeline = match ground {
            Ground::Attached => Timeline::build_watched(config, end, progress)?,
            // Which satellite each terminal has at each check takes long to find out.
            Ground::Visible => {
                let (terminals, nodes, wires) = (Vec::new(), Vec::new(), Vec::new());
                // How fast delays change is measured for routing by delay alone; here nobody asks.
                let routing = ShortestPaths::by(Metric::HOPS).model();
                let satellites = SkyConfig { terminals, nodes, wires, routing, ..config.clone() };
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

    /// Number of satellites; terminals are numbered after them, as the configuration lists them.
    pub fn satellites(&self) -> u32 {
        self.sky.satellites()
    }

    /// Names of all satellites, then of all terminals.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn is_terminal(&self, node: NodeId) -> bool {
        let satellites = self.sky.satellites();
        (satellites..satellites + self.sky.terminals()).contains(&node.0)
    }
}
