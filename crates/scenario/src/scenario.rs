//! A resolved scenario file: plain, checked values from which the simulator builds a world.
//!
//! Owns no file format and no defaults; every value was either written in the file or is a default
//! that the manifest has. Names of flow endpoints, wires, captures and delay pairs are known to
//! exist.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;
use skyseam_app::Application;
use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_constellation::description::config::{Sampling, SkyConfig};
use skyseam_constellation::handover::QueuedAtHandover;
use skyseam_endpoint::transport::Transport;
use skyseam_host::connection::ProxyPlacement;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::config::{LinkConfig, RadioConfig};
use skyseam_net::keys::beam::{Fading, UserBudget};
use skyseam_params::text_values::NameOrEnds;
use skyseam_params::{Manifest, Model};
use skyseam_trace::AnySeries;

use crate::users::Users;

/// A scenario: the complete description of a run or a delay study.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// One-line title.
    pub title: Option<String>,
    /// Satellites, terminals, nodes, wires, handover and routing.
    pub sky: SkyConfig,
    /// Name of the preset, or of the file, from which the constellation was taken, if any.
    pub preset: Option<String>,
    /// Default elevation mask of terminals, deg.
    pub elevation_mask_deg: Option<f64>,
    /// Transmitters of every kind of link.
    pub links: LinkConfigs,
    /// Treatment of packets that wait for a link whose peer has changed.
    pub queued_at_handover: QueuedAtHandover,
    /// Flows in the order of the file, followed by those of users.
    pub flows: Vec<Flow>,
    /// Users, whose terminals follow the others in [`SkyConfig::terminals`].
    pub users: Vec<Users>,
    /// Simulated time interval, and recording.
    pub run: RunConfig,
    /// The `[delay]` section, if the file has one; see [`Scenario::delay_study`].
    pub delay: Option<DelayStudy>,
    /// Values of the file, and every default that was used; see [`Scenario::resolved`].
    pub manifest: Arc<Manifest>,
}

impl Scenario {
    /// Words for the flow with this number in messages: its name, its position if there are several
    /// of its name, and its part if proxies split the connection.
    pub fn flow_in_words(&self, flow: FlowId) -> String {
        let mut rest = flow.0;
        let words = |own: &Flow, number: u32| match own.repeat.count {
            1 => format!("flow \"{}\"", own.name),
            count => format!("flow \"{}\" ({} of {count})", own.name, number + 1),
        };
        for own in &self.flows {
            if rest < own.repeat.count {
                return words(own, rest);
            }
            rest -= own.repeat.count;
        }
        for own in self.flows.iter().filter(|own| !own.split_at.is_empty()) {
            let further = u32::try_from(own.split_at.len()).unwrap_or(u32::MAX);
            if rest / further < own.repeat.count {
                let part = rest % further + 2;
                return format!("{}, part {part} of its connection", words(own, rest / further));
            }
            rest -= further * own.repeat.count;
        }
        format!("flow {}", flow.0)
    }

    /// Returns whether there are flows, or would be with other seeds: users may hold no session.
    pub fn sends(&self) -> bool {
        !self.flows.is_empty() || !self.users.is_empty()
    }

    /// Every value with its unit and every default that was used, in the form of a scenario file:
    /// written as TOML it reads back as the same scenario. A preset is replaced by its shells and
    /// values; a group stays a group.
    pub fn resolved(&self) -> Json {
        Manifest::clone(&self.manifest).into_json()
    }

    /// The `[delay]` section, or its defaults: the pairs of the flows, else all pairs of terminals,
    /// over the time of the run. `None` if there is no pair.
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

/// Transmitters by kind of link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkConfigs {
    /// Terminal to satellite; present if there are satellites and flows.
    pub uplink: Option<LinkConfig>,
    /// Satellite to its terminals; present if there are satellites and flows.
    pub downlink: Option<LinkConfig>,
    /// Own links of terminals.
    pub terminals: Vec<TerminalLinks>,
    /// Satellite to satellite; present if there are flows and the pattern has links.
    pub isl: Option<LinkConfig>,
    /// Transmitters of wires.
    pub wires: Vec<WireLinks>,
    /// Beams, whose users also have wires in [`SkyConfig::wires`].
    pub beams: Vec<Beam>,
}

/// The own links of a terminal, which differ from those of `[links]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TerminalLinks {
    /// Name of the terminal.
    pub name: String,
    /// Uplink of the terminal.
    pub uplink: Option<LinkConfig>,
    /// Downlink transmitter that every satellite has for this terminal alone.
    pub downlink: Option<LinkConfig>,
    /// Downlink that terminals share with the link budget of this terminal, if it has its own.
    pub shared_downlink: Option<LinkConfig>,
    /// Downlink channel of the terminal.
    pub channel: Option<ChannelConfig>,
}

/// Transmitters of a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct WireLinks {
    /// Names of the two endpoints.
    pub between: [String; 2],
    /// From the first endpoint to the second.
    pub forward: LinkConfig,
    /// From the second endpoint to the first.
    pub backward: LinkConfig,
}

impl WireLinks {
    /// The channel and HARQ of the direction that has them.
    pub fn radio(&self) -> Option<&RadioConfig> {
        self.forward.radio.as_deref().or(self.backward.radio.as_deref())
    }

    /// Each direction with the names of its endpoints.
    pub fn directions(&self) -> [(&str, &str, &LinkConfig); 2] {
        let [a, b] = &self.between;
        [(a, b, &self.forward), (b, a, &self.backward)]
    }
}

/// A beam: one transmitter that several users share, each of whom has a return link of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// Unique name of the beam, which results use for the shared link.
    pub name: String,
    /// Name of the transmitting terminal or node.
    pub from: String,
    /// Receivers, at least one, in the order in which schedulers number them.
    pub users: Vec<BeamUser>,
    /// Shared transmitter. The delay of its trace applies to both directions; each user has an
    /// offset in the trace.
    pub forward: LinkConfig,
    /// Transmitter of each user, without a trace of its own.
    pub back: LinkConfig,
    /// Relation between the users' fading realizations.
    pub fading: Fading,
    /// Whether redundancy is received at the level of the first user, as in the papers' simulator,
    /// instead of the addressed one.
    pub redundancy_at_first: bool,
}

/// A receiver of a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamUser {
    /// Name of the terminal or node.
    pub name: String,
    /// Offset of the user in the beam's trace.
    pub trace_offset: Duration,
    /// Gain relative to the beam's channel, dB.
    pub gain_db: f64,
    /// Channel of the user, if it differs from the beam's; its realization is then independent,
    /// whatever [`Beam::fading`] says of others.
    pub channel: Option<ChannelConfig>,
    /// Link budget of the user, if the users of the beam have modes of their own.
    pub budget: Option<UserBudget>,
}

/// Data sent from one node to another, once or repeatedly.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Name, unique in the scenario.
    pub name: String,
    /// Name of the sending terminal or node.
    pub from: String,
    /// Name of the receiving terminal or node; never `from`.
    pub to: String,
    /// First start, counted from the start of the run.
    pub start: Duration,
    /// Repetition of the flow.
    pub repeat: Repeat,
    /// Application of the flow.
    pub application: Application,
    /// Transport of both endpoints; a ping does not use it.
    pub transport: Model<dyn Transport>,
    /// Proxies that split the connection, in the order from sender to receiver.
    pub split_at: Vec<ProxyPlacement>,
    /// Codepoint of the packets in both directions (DSCP).
    pub dscp: u8,
}

/// Repetition of a flow: `count` starts, `every` apart, each a flow of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Number of starts, at least one.
    pub count: u32,
    /// Time between starts; zero if `count` is one.
    pub every: Duration,
}

/// Simulated time interval, and recording.
#[derive(Clone, Debug, PartialEq)]
pub struct RunConfig {
    /// Time after time zero at which the run begins.
    pub start: SimTime,
    /// Maximum duration of the run, which ends earlier when all flows are finished.
    pub duration: Duration,
    /// Seed of every random stream.
    pub seed: u64,
    /// Recording in addition to flows and drops.
    pub record: Record,
}

/// Recording of a run in addition to flows and drops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Series, without repetition, in the order of the reader's set.
    pub series: Vec<AnySeries>,
    /// Bin width of the delivered bytes of every flow.
    pub throughput_bin: Option<Duration>,
    /// Bin width of the delivered bytes of groups of flows.
    pub group_throughput_bin: Option<Duration>,
    /// Names of nodes whose packets are captured to a file, and links ([`link_ends`]).
    pub captures: Vec<String>,
}

/// The endpoints of the link that a capture names as `A - B`: packets at `A`'s interface towards
/// `B`, in both directions. A node with that name takes precedence.
pub fn link_ends(name: &str) -> Option<(&str, &str)> {
    name.split_once(NameOrEnds::BETWEEN)
}

/// A study of path and delay over time, without packets.
#[derive(Clone, Debug, PartialEq)]
pub struct DelayStudy {
    /// Names of source and destination.
    pub pairs: Vec<[String; 2]>,
    /// Instants of the samples.
    pub sampling: Sampling,
}

/// Default time between the samples of a delay study.
pub(crate) const DEFAULT_STEP: Duration = Duration::from_secs(10);

/// The default pairs of a delay study: those of the flows, without repetition, else every terminal
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
