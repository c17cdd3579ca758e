//! Construction of a world from a scenario and its timeline: transmitters, ports, flows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, Rate, SimTime};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_endpoint::SharedState;
use skyseam_net::access::{Carrier, SlotDirection, TerminalSlots};
use skyseam_net::channel::{Channel, ChannelConfig, KnownLevels, Serving};
use skyseam_net::harq::Harq;
use skyseam_net::keys::link::shares_modes;
use skyseam_net::modes::UserModes;
use skyseam_net::reordering::ReorderingConfig;
use skyseam_net::{LinkConfig, LinkContext, LinkTrace, RadioConfig, Transmitter, channel};
use skyseam_orbit::Utc;
use skyseam_radio::budget::Direction;
use skyseam_radio::keys::LinkBudgetKeys;
use skyseam_scenario::{Beam, BeamUser, Fading, Scenario, TerminalLinks, WireLinks, link_ends};

use crate::capture::{CapturePoint, CaptureProbes};
use crate::flows::{FlowSeries, Flows};
use crate::id::{CarrierId, ChannelId, GroupId, LinkNames, ReceiverId, TransmitterId};
use crate::link_rates::{BudgetedChannel, LinkRates};
use crate::series::{Collector, GroupThroughput};
use crate::serving::ServingSatellites;
use crate::world::carriers::{CarrierUser, CarrierUsers, Carriers};
use crate::world::radio::{Radio, RadioLink, RadioReceiver};
use crate::world::serving::LinkUsers;
use crate::world::{self, Interface, World};

/// Links of a world under construction: the ports of each node, and the name of each link in
/// results.
struct LinkBuilder {
    seed: u64,
    start: SimTime,
    duration: Duration,
    /// Time from the beginning of the day, UTC, to time zero.
    of_day: Duration,
    transmitters: Vec<Transmitter>,
    names: Vec<String>,
    ports: Vec<Vec<Interface>>,
    users: LinkUsers,
    radio: RadioParts,
    carriers: Carriers,
}

/// Receivers, channels and HARQ state of links; their transmitters are kept separately.
#[derive(Default)]
struct RadioParts {
    /// HARQ of each transmitter, if it has any.
    links: Vec<Option<RadioLink>>,
    channels: Vec<Box<dyn Channel>>,
    receivers: Vec<RadioReceiver>,
    /// Names of the receivers in results.
    names: Vec<String>,
}

impl RadioParts {
    /// Adds a channel for the receiver that `context` names, which the satellites of `serving`
    /// serve.
    fn add_channel(
        &mut self,
        config: &ChannelConfig,
        context: &LinkContext<'_>,
        serving: Option<&Arc<dyn Serving>>,
    ) -> ChannelId {
        self.channels.push(channel::build(config, context, serving));
        ChannelId::from_index(self.channels.len() - 1)
    }

    /// Adds a channel such as [`Self::add_channel`] does, at these levels of a link budget if there
    /// are any.
    fn add_channel_at(
        &mut self,
        levels: Option<Vec<(Duration, f64)>>,
        config: &ChannelConfig,
        context: &LinkContext<'_>,
        serving: Option<&Arc<dyn Serving>>,
    ) -> ChannelId {
        let number = self.add_channel(config, context, serving);
        // A terminal that no satellite ever serves receives nothing.
        if let Some(levels) = levels.filter(|levels| !levels.is_empty())
            && let Some(channel) = self.channels.pop()
        {
            self.channels.push(Box::new(BudgetedChannel { channel, levels, current: 0 }));
        }
        number
    }

    /// Adds a receiver called `name` whose level is `gain_db` above that of `channel`.
    fn add_receiver_on(
        &mut self,
        channel: ChannelId,
        gain_db: f64,
        radio: &RadioConfig,
        name: &str,
    ) -> ReceiverId {
        let reordering = radio.reordering.as_ref().map(ReorderingConfig::build);
        self.receivers.push(RadioReceiver::new(channel, gain_db, reordering));
        self.names.push(name.to_owned());
        ReceiverId::from_index(self.receivers.len() - 1)
    }

    /// Adds the receivers of a beam's users.
    fn add_users(
        &mut self,
        beam: &Beam,
        radio: &RadioConfig,
        context: &LinkContext<'_>,
        duration: Duration,
    ) -> Vec<ReceiverId> {
        let known = match beam.fading {
            Fading::Staggered(step) => {
                KnownLevels::between(beam.users.len() as u64, step, &radio.channel, duration)
            }
            Fading::Own | Fading::Shared => None,
        };
        let shared = match beam.fading {
            Fading::Shared => Some(self.add_channel(&radio.channel, context, None)),
            Fading::Own | Fading::Staggered(_) => None,
        };
        let mut receiver = |(number, user): (u64, &BeamUser)| {
            let channel = match (&user.channel, shared, beam.fading) {
                (None, Some(shared), _) => shared,
                (None, None, Fading::Staggered(step)) => {
                    let offset = radio.channel.offset + step.saturating_mul(number);
                    let config = ChannelConfig { offset, ..radio.channel.clone() };
                    match &known {
                        Some(known) => {
                            self.channels.push(channel::build_staggered(&config, context, known));
                            ChannelId::from_index(self.channels.len() - 1)
                        }
                        None => self.add_channel(&config, context, None),
                    }
                }
                (own, _, _) => {
                    // No name contains this character, so no other stream has the same name.
                    let name = format!("{} > {}", beam.name, user.name);
                    let context = LinkContext { name: &name, ..*context };
                    self.add_channel(own.as_ref().unwrap_or(&radio.channel), &context, None)
                }
            };
            self.add_receiver_on(channel, user.gain_db, radio, &user.name)
        };
        (0..).zip(&beam.users).map(&mut receiver).collect()
    }
}

/// Creates the HARQ that links with the same configuration share.
fn shared_harq(config: &LinkConfig) -> Option<Arc<Harq>> {
    config.radio.as_deref().map(harq_of)
}

fn harq_of(radio: &RadioConfig) -> Arc<Harq> {
    let exceeded = |p| radio.channel.model.level_exceeded_with(p);
    Arc::new(Harq::new(&radio.harq, &exceeded).below(radio.rlc.as_ref()))
}

/// The HARQ of each configuration so far.
#[derive(Default)]
struct Harqs(Vec<(Arc<RadioConfig>, Arc<Harq>)>);

impl Harqs {
    /// The HARQ of a link, if it has any.
    fn of(&mut self, config: &LinkConfig) -> Option<Arc<Harq>> {
        let radio = config.radio.as_ref()?;
        if let Some((_, known)) = self.0.iter().find(|(met, _)| Arc::ptr_eq(met, radio)) {
            return Some(known.clone());
        }
        let made = harq_of(radio);
        self.0.push((radio.clone(), made.clone()));
        Some(made)
    }
}

impl LinkBuilder {
    /// Adds the link that leaves `from`, as described by `link`.
    fn add(
        &mut self,
        from: NodeId,
        peer: Option<NodeId>,
        name: String,
        link: &PlannedLink<'_>,
    ) -> TransmitterId {
        let transmitter = self.add_transmitter(name, link);
        self.ports[from.index()].push(Interface { peer, transmitter });
        transmitter
    }

    /// Makes the links of these nodes, which have the configuration `config`, share a carrier:
    /// towards `peer`, or one per satellite if there is none.
    fn share_carrier(
        &mut self,
        config: &LinkConfig,
        users: &[(NodeId, TransmitterId)],
        peer: Option<NodeId>,
    ) {
        let Some(access) = config.access.as_ref().filter(|_| config.shares_carrier()) else {
            return;
        };
        let carrier = CarrierId::from_index(self.carriers.shared.len());
        let stream = |transmitter: TransmitterId| {
            let name = &self.names[transmitter.index()];
            LinkContext::plain(self.seed, name, self.start).stream("access of")
        };
        let streams = users.iter().map(|&(_, transmitter)| stream(transmitter)).collect();
        let controller = access.build(Carrier { rate: config.rate, start: self.start, streams });
        for (number, &(_, transmitter)) in (0..).zip(users) {
            self.carriers.of[transmitter.index()] = Some((carrier, number));
        }
        let users = users.iter().map(|&(node, transmitter)| CarrierUser::new(node, transmitter));
        self.carriers.shared.push(CarrierUsers::new(
            controller,
            users.collect(),
            peer,
            config.budget.is_some(),
        ));
    }

    fn add_transmitter(&mut self, name: String, link: &PlannedLink<'_>) -> TransmitterId {
        let PlannedLink { config, sharing, harq, end } = link;
        let slots = end.map(|(terminal, direction)| TerminalSlots {
            terminal,
            direction,
            of_day: self.of_day,
        });
        let context = LinkContext { slots, ..LinkContext::plain(self.seed, &name, self.start) };
        let transmitter = Transmitter::shared(config, &context, &sharing.offsets);
        self.transmitters.push(match &sharing.modes {
            Some(SharedModes { courses, least }) => {
                let rates = [*least, config.rate];
                transmitter.with_modes(UserModes::new(courses, rates, self.start))
            }
            None => transmitter,
        });
        self.users.add_transmitter(sharing.group);
        let radio = config.radio.as_ref().zip(harq.as_ref()).map(|(radio, receiving)| RadioLink {
            harq: receiving.harq.clone(),
            framing_bytes: config.framing_bytes,
            receiver: receiving.shared.or_else(|| {
                let serving = receiving.serving.as_ref();
                receiving.only.map(|only| {
                    let levels = receiving.levels.clone();
                    let channel =
                        self.radio.add_channel_at(levels, &radio.channel, &context, serving);
                    self.radio.add_receiver_on(channel, 0.0, radio, only)
                })
            }),
            redundancy_at: receiving.redundancy_at,
            stalled: Duration::ZERO,
            stalled_since: None,
            rlc: radio.rlc.clone(),
        });
        self.radio.links.push(radio);
        self.carriers.of.push(None);
        self.names.push(name);
        TransmitterId::from_index(self.transmitters.len() - 1)
    }

    /// Adds a beam from node `from` to its users' nodes: the shared link, and each user's return
    /// link.
    fn add_beam(
        &mut self,
        beam: &Beam,
        from: NodeId,
        nodes: Vec<NodeId>,
        modes: Option<SharedModes>,
    ) {
        let context = LinkContext::plain(self.seed, &beam.name, self.start);
        let radio = beam.forward.radio.as_ref();
        let receivers = radio.map_or_else(Vec::new, |radio| {
            self.radio.add_users(beam, radio, &context, self.duration)
        });
        let redundancy_at = receivers.first().copied().filter(|_| beam.redundancy_at_first);
        let group = self.users.add_group(nodes.clone());
        self.users.give_receivers(group, receivers);
        let sharing = Sharing {
            group: Some(group),
            offsets: beam.users.iter().map(|user| user.trace_offset).collect(),
            modes,
        };
        let harq = shared_harq(&beam.forward);
        let harq = harq.map(|harq| Receiving { redundancy_at, ..Receiving::by(None)(harq) });
        let link = PlannedLink { config: &beam.forward, sharing, harq, end: None };
        let transmitter = self.add_transmitter(beam.name.clone(), &link);
        // The trace has the rate of the beam; the links back have their own rate.
        let back_trace = beam.forward.trace.as_ref();
        let back_trace = back_trace.map(|trace| Arc::new(trace.at_rate(beam.back.rate)));
        let mut backs = Vec::new();
        for (node, user) in nodes.into_iter().zip(&beam.users) {
            self.ports[from.index()].push(Interface { peer: Some(node), transmitter });
            let config = LinkConfig {
                trace: back_trace.clone(),
                trace_offset: beam.forward.trace_offset + user.trace_offset,
                ..beam.back.clone()
            };
            let name = format!("{} -> {}", user.name, beam.from);
            backs.push((node, self.add(node, Some(from), name, &PlannedLink::alone(&config))));
        }
        self.share_carrier(&beam.back, &backs, Some(from));
    }
}

/// A link to be built.
struct PlannedLink<'a> {
    config: &'a LinkConfig,
    sharing: Sharing,
    /// HARQ of the link, if it has any.
    harq: Option<Receiving<'a>>,
    /// Terminal to whose access the link belongs, if it belongs to one, and the link's direction.
    end: Option<(&'a str, SlotDirection)>,
}

impl<'a> PlannedLink<'a> {
    /// A link with one receiver and without HARQ.
    fn alone(config: &'a LinkConfig) -> Self {
        Self { config, sharing: Sharing::nobody(), harq: None, end: None }
    }
}

/// Users who share a link.
struct Sharing {
    group: Option<GroupId>,
    /// Offset of each user along the link's trace.
    offsets: Vec<Duration>,
    /// Modes of the users, if each has its own.
    modes: Option<SharedModes>,
}

/// Modes of users who share a carrier.
struct SharedModes {
    /// Rate of each user over time, by the user's number.
    courses: Vec<(u32, Arc<LinkTrace>)>,
    /// Rate of the most robust mode.
    least: Rate,
}

impl Sharing {
    fn nobody() -> Self {
        Self { group: None, offsets: vec![Duration::ZERO], modes: None }
    }
}

/// Name of an uplink's receiver in results: it belongs to the terminal, whichever satellite serves.
const SATELLITES: &str = "satellites";

/// HARQ of a link, and its receivers.
struct Receiving<'a> {
    harq: Arc<Harq>,
    /// Name of the only receiver; `None` if each user is one.
    only: Option<&'a str>,
    /// Serving satellites that the only receiver's channel follows, if it follows any.
    serving: Option<Arc<dyn Serving>>,
    /// Levels of the only receiver's link budget, if it has one.
    levels: Option<Vec<(Duration, f64)>>,
    /// The only receiver, if it also receives other links.
    shared: Option<ReceiverId>,
    /// Receiver at whose level all redundancy is received, see [`RadioLink::redundancy_at`].
    redundancy_at: Option<ReceiverId>,
}

impl<'a> Receiving<'a> {
    /// Returns a constructor for links whose redundancy is received by the receiver of the first
    /// transmission.
    fn by(only: Option<&'a str>) -> impl Fn(Arc<Harq>) -> Self {
        move |harq| Self {
            harq,
            only,
            serving: None,
            levels: None,
            shared: None,
            redundancy_at: None,
        }
    }
}

/// The key of a kind of link that the scenario lacks; a scenario without flows may.
pub(crate) fn missing_link(scenario: &Scenario, timeline: &Timeline) -> Option<&'static str> {
    let has_terminals = timeline.nodes().iter().any(|node| node.kind == NodeKind::Terminal);
    let has_isl = timeline.isl_pairs().iter().next().is_some();
    let links = &scenario.links;
    [
        (has_terminals, &links.uplink, "uplink"),
        (has_terminals, &links.downlink, "downlink"),
        (has_isl, &links.isl, "isl"),
    ]
    .into_iter()
    .find_map(|(is_needed, config, key)| (is_needed && config.is_none()).then_some(key))
}

/// A link configuration whose presence the scenario checks guarantee.
fn checked(config: &Option<LinkConfig>) -> &LinkConfig {
    config.as_ref().expect("links checked by the scenario")
}

/// Builds every link that the scenario can use. A terminal has one uplink and a satellite one
/// downlink for all terminals below it; each direction of an inter-satellite link and of a wire is
/// a link; a beam has one transmitter, and one per user for the return link.
fn links(scenario: &Scenario, timeline: &Arc<Timeline>) -> LinkBuilder {
    let nodes = timeline.nodes();
    let mut links = LinkBuilder {
        seed: scenario.run.seed,
        start: scenario.run.start,
        duration: scenario.run.duration,
        of_day: timeline.config().zero.map_or(Duration::ZERO, Utc::time_of_day),
        transmitters: vec![],
        names: vec![],
        ports: vec![vec![]; nodes.len()],
        users: LinkUsers::default(),
        radio: RadioParts::default(),
        carriers: Carriers::default(),
    };
    if nodes.iter().any(|node| matches!(node.kind, NodeKind::Terminal)) {
        ground_links(&mut links, scenario, timeline);
    }
    let name =
        |a: NodeId, b: NodeId| format!("{} -> {}", nodes[a.index()].name, nodes[b.index()].name);
    for &(a, b) in timeline.isl_pairs() {
        let link = PlannedLink::alone(checked(&scenario.links.isl));
        links.add(a, Some(b), name(a, b), &link);
        links.add(b, Some(a), name(b, a), &link);
    }
    let node = |name: &str| timeline.node(name).expect("names checked by the scenario");
    let wires = scenario.links.wires.iter().flat_map(WireLinks::directions);
    for ((from, to, config), is_up) in wires.zip([true, false].into_iter().cycle()) {
        let harq = shared_harq(config).map(Receiving::by(Some(to)));
        let end = if is_up { (from, SlotDirection::Up) } else { (to, SlotDirection::Down) };
        let link = PlannedLink { harq, end: Some(end), ..PlannedLink::alone(config) };
        links.add(node(from), Some(node(to)), format!("{from} -> {to}"), &link);
    }
    let mut rates = LinkRates::new(timeline, links.start, links.seed, Vec::new());
    for beam in &scenario.links.beams {
        let users = beam.users.iter().map(|user| node(&user.name)).collect();
        links.add_beam(beam, node(&beam.from), users, beam_modes(beam, &mut rates));
    }
    links
}

/// Adds uplinks of terminals, and downlinks of satellites: one that terminals share, and one for
/// each terminal that has its own.
fn ground_links(links: &mut LinkBuilder, scenario: &Scenario, timeline: &Arc<Timeline>) {
    let (uplink, downlink) = (checked(&scenario.links.uplink), checked(&scenario.links.downlink));
    // Where the access follows a profile or a budget sets the rate, terminals have downlinks of
    // their own.
    let shared = LinkConfig {
        access: None,
        rate_of_profile: false,
        budget: downlink.budget.clone().filter(|_| shares_modes(downlink)),
        ..downlink.clone()
    };
    let nodes = || (0..).map(NodeId).zip(timeline.nodes());
    let terminals: Vec<NodeId> = nodes()
        .filter(|(_, node)| matches!(node.kind, NodeKind::Terminal))
        .map(|(id, _)| id)
        .collect();
    let owns: BTreeMap<&str, &TerminalLinks> =
        scenario.links.terminals.iter().map(|own| (&*own.name, own)).collect();
    let has_series = |name: &str| {
        let own = owns.get(name);
        let up = own.and_then(|own| own.uplink.as_ref()).unwrap_or(uplink);
        let down = own.and_then(|own| own.downlink.as_ref().or(own.shared_downlink.as_ref()));
        let down = down.unwrap_or(downlink);
        [up, down].into_iter().filter_map(|link| link.budget.as_ref()).any(|own| own.has_series())
    };
    let sites = terminals.iter().filter(|id| has_series(&timeline.nodes()[id.index()].name));
    let mut rates = LinkRates::new(timeline, links.start, links.seed, sites.copied().collect());
    let offsets = vec![Duration::ZERO; terminals.len()];
    let mut modes = carrier_modes(&shared, &owns, &terminals, &mut rates, timeline);
    let group = links.users.add_group(terminals);
    let mut harqs = Harqs::default();
    let mut receivers = Vec::new();
    // Terminals whose uplinks are like each other in what a carrier has.
    let mut carriers: Vec<(&LinkConfig, Vec<(NodeId, TransmitterId)>)> = Vec::new();
    let mut own_downlinks = Vec::new();
    for (id, node) in nodes() {
        match node.kind {
            NodeKind::Satellite { .. } => {
                let modes = modes.as_mut().and_then(|modes| modes.remove(&id));
                let sharing = Sharing { group: Some(group), offsets: offsets.clone(), modes };
                let harq = harqs.of(downlink).map(Receiving::by(None));
                let link = PlannedLink { config: &shared, sharing, harq, end: None };
                links.add(id, None, format!("{} downlink", node.name), &link);
            }
            NodeKind::Terminal => {
                let own = owns.get(&*node.name);
                let uplink = own.and_then(|own| own.uplink.as_ref()).unwrap_or(uplink);
                let own_downlink = own.and_then(|own| own.downlink.as_ref());
                let serving = Some(ServingSatellites::of(timeline, id, links.start));
                let harq = harqs.of(uplink).map(Receiving::by(Some(SATELLITES)));
                let levels = rates.levels(uplink, Direction::Up, id);
                let harq = harq.map(|by| Receiving { serving: serving.clone(), levels, ..by });
                let end = Some((&*node.name, SlotDirection::Up));
                let budgeted = rates.uplink(uplink, id);
                let config = budgeted.as_ref().unwrap_or(uplink);
                let link = PlannedLink { harq, end, ..PlannedLink::alone(config) };
                let transmitter = links.add(id, None, format!("{} uplink", node.name), &link);
                if uplink.shares_carrier() {
                    let is_like = |(other, _): &&mut (&LinkConfig, Vec<_>)| {
                        (other.rate, &other.access) == (uplink.rate, &uplink.access)
                            && is_same_carrier(other.budget.as_deref(), uplink.budget.as_deref())
                    };
                    match carriers.iter_mut().find(is_like) {
                        Some((_, users)) => users.push((id, transmitter)),
                        None => carriers.push((uplink, vec![(id, transmitter)])),
                    }
                }
                let mut receiver = None;
                if let Some(radio) = &own_downlink.unwrap_or(downlink).radio {
                    let channel = own.and_then(|own| own.channel.as_ref());
                    let channel = channel.unwrap_or(&radio.channel);
                    let name = format!("{} downlink", node.name);
                    let context = LinkContext::plain(links.seed, &name, links.start);
                    let on_carrier = own.and_then(|own| own.shared_downlink.as_ref());
                    let link = own_downlink.or(on_carrier).unwrap_or(downlink);
                    let levels = rates.levels(link, Direction::Down, id);
                    let channel =
                        links.radio.add_channel_at(levels, channel, &context, serving.as_ref());
                    let added = links.radio.add_receiver_on(channel, 0.0, radio, &node.name);
                    if downlink.radio.is_some() {
                        receivers.push(added);
                    }
                    receiver = Some(added);
                }
                if let Some(own) = own_downlink {
                    own_downlinks.push((id, own, receiver));
                }
            }
            NodeKind::Wired => {}
        }
    }
    links.users.give_receivers(group, receivers);
    for (config, users) in carriers {
        links.share_carrier(config, &users, None);
    }
    for (terminal, config, receiver) in own_downlinks {
        let to = &*timeline.nodes()[terminal.index()].name;
        let end = Some((to, SlotDirection::Down));
        // An access by a profile or a link budget is meant for users, of whom there are many:
        // satellites that never serve one need no transmitter for it.
        let is_needed = |id: NodeId| {
            config.profile().is_none() && !config.has_modes()
                || timeline.contacts(terminal).iter().any(|contact| contact.satellite == id)
        };
        for (id, node) in nodes() {
            if matches!(node.kind, NodeKind::Satellite { .. }) && is_needed(id) {
                let harq = harqs.of(config).map(|harq| Receiving {
                    harq,
                    only: None,
                    serving: None,
                    levels: None,
                    shared: receiver,
                    redundancy_at: None,
                });
                let budgeted = rates.downlink(config, terminal, id);
                let config = budgeted.as_ref().unwrap_or(config);
                let link = PlannedLink { harq, end, ..PlannedLink::alone(config) };
                links.add(id, Some(terminal), format!("{} downlink to {to}", node.name), &link);
            }
        }
    }
}

/// Whether links with these budgets, or without any, can be on one carrier.
fn is_same_carrier(a: Option<&LinkBudgetKeys>, b: Option<&LinkBudgetKeys>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.is_on_carrier_of(b),
        _ => a.is_none() && b.is_none(),
    }
}

/// Modes of the terminals that share the carrier of each satellite, by satellite, if they have
/// modes of their own.
fn carrier_modes(
    shared: &LinkConfig,
    owns: &BTreeMap<&str, &TerminalLinks>,
    terminals: &[NodeId],
    rates: &mut LinkRates<'_>,
    timeline: &Timeline,
) -> Option<BTreeMap<NodeId, SharedModes>> {
    let least = Rate::from_bps(shared.budget.as_ref()?.budget()?.least_bps() as u64)?;
    let mut modes: BTreeMap<NodeId, SharedModes> = BTreeMap::new();
    for (user, &terminal) in (0..).zip(terminals) {
        let own = owns.get(&*timeline.nodes()[terminal.index()].name);
        if own.is_some_and(|own| own.downlink.is_some()) {
            continue;
        }
        let link = own.and_then(|own| own.shared_downlink.as_ref()).unwrap_or(shared);
        let contacts = timeline.contacts(terminal).iter();
        let satellites: BTreeSet<NodeId> = contacts.map(|contact| contact.satellite).collect();
        for satellite in satellites {
            let budgeted = rates.downlink(link, terminal, satellite);
            let Some(course) = budgeted.and_then(|link| link.trace) else { continue };
            let of_satellite = modes
                .entry(satellite)
                .or_insert_with(|| SharedModes { courses: Vec::new(), least });
            of_satellite.courses.push((user, course));
        }
    }
    Some(modes)
}

/// Modes of the users of a beam, if they have modes of their own.
fn beam_modes(beam: &Beam, rates: &mut LinkRates<'_>) -> Option<SharedModes> {
    let budget = beam.forward.budget.as_ref()?.budget()?;
    let course = |(number, user): (u32, &BeamUser)| {
        let own = user.budget.as_ref()?;
        Some((number, rates.beam_user(&user.name, own, beam.forward.rate)?))
    };
    let courses = (0..).zip(&beam.users).filter_map(course).collect();
    Some(SharedModes { courses, least: Rate::from_bps(budget.least_bps() as u64)? })
}

/// The interfaces that a capture of this name covers: all of a node, or one.
fn capture_point(name: &str, timeline: &Timeline) -> CapturePoint {
    let node = |name: &str| timeline.node(name).expect("names checked by the scenario");
    let (at, peer) = match link_ends(name) {
        Some((at, peer)) if timeline.node(name).is_none() => (node(at), Some(node(peer))),
        _ => (node(name), None),
    };
    CapturePoint { name: name.to_owned(), node: at, peer }
}

/// A world before its first event, and the names in it.
pub(crate) fn world(scenario: &Scenario, timeline: Arc<Timeline>) -> (World, LinkNames) {
    let node = |name: &str| timeline.node(name).expect("names checked by the scenario");
    let series = scenario
        .flows
        .iter()
        .map(|flow| FlowSeries {
            name: flow.name.clone(),
            from: node(&flow.from),
            to: node(&flow.to),
            start: scenario.run.start + flow.start,
            count: flow.repeat.count,
            every: flow.repeat.every,
            application: flow.application.clone(),
            transport: flow.transport.clone(),
            dscp: flow.dscp,
            proxies: flow
                .split_at
                .iter()
                .map(|split| (node(&split.node), split.proxy.clone()))
                .collect(),
        })
        .collect();
    let record = &scenario.run.record;
    let captured = record.captures.iter().map(|name| capture_point(name, &timeline)).collect();
    let LinkBuilder { transmitters, names, ports, users, radio, carriers, start, .. } =
        links(scenario, &timeline);
    let has_radio = radio.links.iter().any(Option::is_some);
    let RadioParts { links, channels, receivers, names: receiver_names } = radio;
    let radio = has_radio.then(|| Radio::new(start, links, channels, receivers));
    let shared = SharedState::new(scenario.run.seed);
    let capture = CaptureProbes::new(timeline.nodes().len(), captured, shared.payloads.clone());
    let flows = Flows::new(series, shared);
    let groups = GroupThroughput::of(scenario, &flows);
    let collector = Collector::new(&record.series, record.throughput_bin, groups);
    let world = World::new(
        timeline,
        world::Links { transmitters, radio, users, carriers, ports },
        scenario.queued_at_handover,
        flows,
        collector,
        capture,
    );
    (world, LinkNames { links: names, receivers: receiver_names })
}
