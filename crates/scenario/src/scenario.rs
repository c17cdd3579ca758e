//! What a scenario file resolves to: plain, checked values that the simulator builds a world from.
//!
//! Owns no file format and no defaults; whatever stands here was either written in the file or is a
//! default that the manifest has. Names of flow ends, wires, captures and delay pairs
//! are known to exist.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::description::config::{Sampling, SkyConfig};
use skyseam_constellation::handover::QueuedAtHandover;
use skyseam_host::transport::connection::Split;
use skyseam_host::{Application, Transport};
use skyseam_net::channel::ChannelConfig;
use skyseam_net::config::{LinkConfig, RadioConfig};
use skyseam_net::keys::beam::Fading;
use skyseam_params::text_values::NameOrEnds;
use skyseam_params::{Manifest, Model};
use skyseam_trace::AnySeries;

use crate::users::Users;

/// A scenario: everything a run or a delay study needs to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// One line for people.
    pub title: Option<String>,
    /// Satellites, places, nodes, wires, handover and routing.
    pub sky: SkyConfig,
    /// Name of the preset, or of the file, that the constellation was taken from, if any.
    pub preset: Option<String>,
    /// Elevation mask of places that have none of their own, deg.
    pub elevation_mask_deg: Option<f64>,
    /// Transmitters of every kind of link.
    pub links: Links,
    /// What becomes of packets that wait for a link whose peer has changed.
    pub queued_at_handover: QueuedAtHandover,
    /// Flows in the order of the file; behind them those of users.
    pub flows: Vec<Flow>,
    /// Users, whose terminals stand behind the others in [`SkyConfig::terminals`].
    pub users: Vec<Users>,
    /// What part of time is simulated, and what is written down.
    pub run: Run,
    /// The `[delay]` section, if the file has one; see [`Scenario::delay_study`].
    pub delay: Option<DelayStudy>,
    /// What the file says, and every default that was used; see [`Scenario::resolved`].
    pub manifest: Arc<Manifest>,
}

impl Scenario {
    /// Returns whether anything is sent, or would be with other seeds: users may hold no session.
    pub fn sends(&self) -> bool {
        !self.flows.is_empty() || !self.users.is_empty()
    }
}

/// Transmitters by kind of link.
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// Terminal to satellite; there is one whenever there are satellites and flows.
    pub uplink: Option<LinkConfig>,
    /// Satellite to its terminals; there is one whenever there are satellites and flows.
    pub downlink: Option<LinkConfig>,
    /// Links of terminals, as far as they are not those of all.
    pub terminals: Vec<TerminalLinks>,
    /// Satellite to satellite; there is one whenever there are flows and the pattern has links.
    pub isl: Option<LinkConfig>,
    /// Transmitters of wires.
    pub wires: Vec<WireLinks>,
    /// Beams, whose users have wires in [`SkyConfig::wires`] too.
    pub beams: Vec<Beam>,
}

/// The links of a terminal that are not those of `[links]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TerminalLinks {
    /// Name of the terminal.
    pub name: String,
    /// Its uplink.
    pub uplink: Option<LinkConfig>,
    /// The transmitter that every satellite has for it alone.
    pub downlink: Option<LinkConfig>,
    /// The channel over which it receives downlinks.
    pub channel: Option<ChannelConfig>,
}

/// The transmitters of a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct WireLinks {
    /// Names of the two ends.
    pub between: [String; 2],
    /// From the first end to the second.
    pub forward: LinkConfig,
    /// From the second end to the first.
    pub backward: LinkConfig,
}

impl WireLinks {
    /// The channel and HARQ of the direction that has them.
    pub fn radio(&self) -> Option<&RadioConfig> {
        self.forward.radio.as_deref().or(self.backward.radio.as_deref())
    }

    /// Each direction with the names of its ends.
    pub fn directions(&self) -> [(&str, &str, &LinkConfig); 2] {
        let [a, b] = &self.between;
        [(a, b, &self.forward), (b, a, &self.backward)]
    }
}

/// A beam: one transmitter that several users share, each of whom has a link of his own back.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// Name, unique among beams; what results call the shared link.
    pub name: String,
    /// Name of the terminal or node that transmits.
    pub from: String,
    /// Who listens, at least one, in the order in which schedulers number them.
    pub users: Vec<BeamUser>,
    /// The shared transmitter. What its trace says of the delay holds both ways; each user is
    /// further along it by his own offset.
    pub forward: LinkConfig,
    /// The transmitter of each user, without a trace of its own.
    pub back: LinkConfig,
    /// How the courses of users' fading hang together.
    pub fading: Fading,
    /// Whether redundancy is received at the level of the first user, as in the papers' simulator,
    /// instead of at that of the user it is sent to.
    pub redundancy_at_first: bool,
}

/// One who listens to a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamUser {
    /// Name of the terminal or node.
    pub name: String,
    /// How much further along the beam's trace he is.
    pub trace_offset: Duration,
    /// What he receives more than the channel says, dB.
    pub gain_db: f64,
    /// How strong he receives the beam where that is not as the others do; his course is then his
    /// own, whatever [`Beam::fading`] says of others.
    pub channel: Option<ChannelConfig>,
}

/// Data sent from one node to another, once or again and again.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Name, unique in the scenario.
    pub name: String,
    /// Name of the terminal or node that sends.
    pub from: String,
    /// Name of the terminal or node that receives; never `from`.
    pub to: String,
    /// First start, counted from the start of the run.
    pub start: Duration,
    /// How often the flow is started.
    pub repeat: Repeat,
    /// What it carries.
    pub application: Application,
    /// Transport of both ends; a ping has no use for it.
    pub transport: Model<dyn Transport>,
    /// Proxies that split its connection, in the order from sender to receiver.
    pub split_at: Vec<Split>,
}

/// How often a flow is started: `count` times, `every` apart, each a flow of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Number of starts, at least one.
    pub count: u32,
    /// From one start to the next; zero where `count` is one.
    pub every: Duration,
}

/// What part of time is simulated, and what is written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Where the sky stands when the run begins.
    pub start: SimTime,
    /// The run ends after this long, or earlier when all flows are finished.
    pub duration: Duration,
    /// Seed of every random stream.
    pub seed: u64,
    /// What is written down beside flows and drops.
    pub record: Record,
}

/// What a run writes down beside flows and drops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Series, each once, in the order of the set that the reader was handed.
    pub series: Vec<AnySeries>,
    /// Delivered bytes of every flow in bins of this width.
    pub throughput_bin: Option<Duration>,
    /// Delivered bytes of groups of flows in bins of this width.
    pub group_throughput_bin: Option<Duration>,
    /// Names of nodes whose packets go into a capture file, and links ([`link_ends`]).
    pub captures: Vec<String>,
}

/// The ends of the link that a capture names as `A - B`: packets as they pass `A`'s interface
/// towards `B`, both ways. A node that is called so as a whole comes first.
pub fn link_ends(name: &str) -> Option<(&str, &str)> {
    name.split_once(NameOrEnds::BETWEEN)
}

/// A study of path and delay over time, without packets.
#[derive(Clone, Debug, PartialEq)]
pub struct DelayStudy {
    /// Names of source and destination.
    pub pairs: Vec<[String; 2]>,
    /// The instants looked at.
    pub sampling: Sampling,
}

impl Scenario {
    /// Every value with its unit and every default that was used, in the form of a scenario file:
    /// written as TOML it reads back as the same scenario. A preset is spelled out as the shells
    /// and values it stands for; a group stays a group.
    pub fn resolved(&self) -> Json {
        Manifest::clone(&self.manifest).into_json()
    }

    /// The `[delay]` section, or what it defaults to: the pairs of the flows, else all pairs of
    /// terminals, over the time of the run. `None` where there is no pair.
    pub fn delay_study(&self) -> Option<DelayStudy> {
        if self.delay.is_some() {
            return self.delay.clone();
        }
        let pairs = default_pairs(
            self.flows.iter().map(|flow| [flow.from.as_str(), flow.to.as_str()]),
            self.sky.terminals.iter().map(|terminal| terminal.name.as_str()),
        );
        let end = self.run.start + self.run.duration;
        let sampling = Sampling { start: self.run.start, step: DEFAULT_STEP, end };
        (!pairs.is_empty()).then_some(DelayStudy { pairs, sampling })
    }
}

/// Distance between the samples of a delay study that says nothing else.
pub(crate) const DEFAULT_STEP: Duration = Duration::from_secs(10);

/// The pairs of a delay study that names none: those of the flows, each once, else every terminal
/// with every later one.
pub(crate) fn default_pairs<'a>(
    flows: impl Iterator<Item = [&'a str; 2]>,
    terminals: impl Iterator<Item = &'a str>,
) -> Vec<[String; 2]> {
    let mut known = BTreeSet::new();
    let mut pairs: Vec<[String; 2]> =
        flows.filter(|pair| known.insert(*pair)).map(|pair| pair.map(String::from)).collect();
    if pairs.is_empty() {
        let names: Vec<&str> = terminals.collect();
        for (i, from) in names.iter().enumerate() {
            pairs.extend(names[i + 1..].iter().map(|to| [*from, *to].map(String::from)));
        }
    }
    pairs
}
