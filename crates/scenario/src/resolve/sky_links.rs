//! The links to, from and between satellites: those of `[links]`, and what gateways and terminals
//! have of their own.

use std::sync::Arc;

use skyseam_base::{Duration, Rate};
use skyseam_constellation::config::Antennas;
use skyseam_constellation::handover::Policy;
use skyseam_net::channel::{ChannelConfig, ChannelModel};
use skyseam_net::config::{LinkConfig, Order, QueueConfig};
use skyseam_net::keys::{self, Ends, RadioTables, channel, loss_config};
use skyseam_net::queue::product::{Product, queue};
use skyseam_net::{LinkTrace, RadioConfig, link_trace_file};
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;

use super::access;
use super::require;
use super::scheduler::{self, Waiting};
use crate::document::{At, Place};
use crate::error::{Problems, short};
use crate::link_tables::{LinkTable, LinksTable};
use crate::names::TerminalKind;
use crate::scenario::{Links, TerminalLinks};
use crate::sky_values::AntennaCount;
use crate::tables::ScenarioTable;

/// Every satellite has a transmitter for each terminal with a downlink of its own: of more they
/// take gigabytes.
const MOST_OWN_DOWNLINKS: usize = 1_000_000;

/// Which links there are, and whether anything is sent over them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub(super) has_sky: bool,
    pub(super) has_isl: bool,
    pub(super) has_flows: bool,
}

/// What resolving a link needs beside its table.
#[derive(Clone, Copy)]
struct Context {
    /// Round-trip time of bandwidth-delay products.
    rtt: Option<Duration>,
    /// Whether the constellation, and with it the links of a preset, could not be read.
    in_doubt: bool,
}

/// The links to, from and between satellites; those that the table leaves out are the preset's.
pub(super) fn links(
    table: &At<LinksTable>,
    Used { has_sky, has_isl, has_flows }: Used,
    preset: Option<&Links>,
    problems: &mut Problems<'_>,
) -> Option<Links> {
    let in_doubt = problems.doubts("constellation") || problems.doubts("constellation.preset");
    let context = Context { rtt: table.reference_rtt.as_ref().map(|rtt| rtt.0), in_doubt };
    let mut link =
        |kind: Kind, own: Option<&At<LinkTable>>, preset: Option<LinkConfig>, used: bool| {
            let key = kind.key();
            if let Some(own) = own {
                if !used && !in_doubt {
                    let what = if has_sky { "inter-satellite links" } else { "satellites" };
                    problems
                        .add(
                            &own.place,
                            format!("`links.{key}` belongs to nothing: there are no {what}"),
                        )
                        .help("remove it, or describe what it belongs to");
                }
                return one_link(kind, own, preset.as_ref(), context, problems);
            }
            if used && has_flows && preset.is_none() && !in_doubt {
                let why = format!(
                    "rate and queue: {key} = {{ rate = \"25 Mbit/s\", queue = \"50 packets\" }}"
                );
                require(key, &table.place, &why, problems);
            }
            let brought = preset.filter(|_| used);
            if let Some(link) = &brought {
                problems.print(&table.place.key(key, 0..0), link.printed());
            }
            brought
        };
    let brought = |which: fn(&Links) -> &Option<LinkConfig>| which(preset?).clone();
    let (up, down) = (brought(|links| &links.uplink), brought(|links| &links.downlink));
    Some(Links {
        uplink: link(Kind::Uplink, table.uplink.as_ref(), up, has_sky),
        downlink: link(Kind::Downlink, table.downlink.as_ref(), down, has_sky),
        isl: link(Kind::Isl, table.isl.as_ref(), brought(|links| &links.isl), has_isl),
        terminals: Vec::new(),
        own_channels: Vec::new(),
        wires: Vec::new(),
        beams: Vec::new(),
    })
}

/// Adds the links that gateways and terminals have of their own, under so many satellites.
pub(super) fn add_terminals(
    links: &mut Links,
    file: &ScenarioTable,
    satellites: usize,
    policy: Option<&dyn Policy>,
    problems: &mut Problems<'_>,
) {
    let Some(table) = &file.links else { return };
    let in_doubt = ["constellation", "constellation.preset", "links"]
        .into_iter()
        .any(|path| problems.doubts(path) || problems.any_under(path));
    let context = Context { rtt: table.reference_rtt.as_ref().map(|rtt| rtt.0), in_doubt };
    let all = [links.uplink.clone(), links.downlink.clone()];
    // A gateway does not take turns with users.
    let mut of_gateways = all.clone();
    if let Some(up) = &mut of_gateways[0] {
        up.access = None;
    }
    let has_turns = all[0].as_ref().is_some_and(|up| up.access.is_some());
    let mut is_own = [has_turns, false];
    if let Some(gateway) = &table.gateway {
        let tables = [(Kind::OwnUplink, &gateway.uplink), (Kind::OwnDownlink, &gateway.downlink)];
        for (at, (kind, own)) in tables.into_iter().enumerate() {
            let Some(own) = own else { continue };
            of_gateways[at] = one_link(kind, own, of_gateways[at].as_ref(), context, problems);
            is_own[at] = true;
        }
    }
    let owners = owners(file);
    if let Some(gateway) = &table.gateway
        && !owners.iter().any(|owner| owner.is_gateway)
        && !["terminals", "users"]
            .into_iter()
            .any(|list| problems.any_under(list) || problems.doubts(list))
    {
        problems
            .add(&gateway.place, "`links.gateway` belongs to nothing: no terminal is a gateway")
            .expected("a terminal with kind = \"gateway\"")
            .help("give the gateways among [[terminals]] the kind, or remove the table");
    }
    let mut downlinks = 0;
    for owner in owners {
        let is_gateway = owner.is_gateway;
        let mut one = |kind: Kind, own: &Option<At<LinkTable>>, at: usize| {
            let base = if is_gateway { &of_gateways[at] } else { &all[at] };
            match own {
                Some(own) => one_link(kind, own, base.as_ref(), context, problems),
                None => base.clone().filter(|_| is_gateway && is_own[at]),
            }
        };
        let uplink = one(Kind::OwnUplink, owner.uplink, 0);
        let downlink = one(Kind::OwnDownlink, owner.downlink, 1);
        let up = uplink.as_ref().or(links.uplink.as_ref());
        let is_shared = up.is_some_and(|up| up.access.is_some());
        let is_at_one = owner.antennas.as_ref().is_none_or(|own| own.0 == Antennas::One)
            && policy.is_none_or(|policy| !policy.rule().is_every());
        if is_shared && !is_at_one {
            problems
                .add(owner.place, "`access` needs one satellite at a time, whose carrier it is")
                .found("a terminal that may be linked to several")
                .expected("antennas = 1, under a policy that takes one satellite")
                .help("give this terminal another `uplink`, or take `access` out");
        }
        downlinks += satellites * owner.count * usize::from(downlink.is_some());
        if downlinks > MOST_OWN_DOWNLINKS {
            problems
                .add(owner.place, "too many terminals have a downlink of their own")
                .found(format!("{downlinks} transmitters, one for each at every satellite"))
                .expected(format!("at most {MOST_OWN_DOWNLINKS}"))
                .help("have terminals share `links.downlink`, perhaps with a `scheduler`");
            break;
        }
        let own = TerminalLinks { is_gateway, uplink, downlink };
        links.terminals.extend(std::iter::repeat_n(own, owner.count));
    }
}

/// Who can have links of their own: a terminal, or a group of users at places.
struct Owner<'t> {
    place: &'t Place,
    count: usize,
    is_gateway: bool,
    antennas: &'t Option<At<AntennaCount>>,
    uplink: &'t Option<At<LinkTable>>,
    downlink: &'t Option<At<LinkTable>>,
    channel: &'t Option<At<Tried<Chosen<dyn ChannelModel>>>>,
}

/// All of them, in the order of [`SkyConfig::terminals`](crate::Scenario::sky).
fn owners(file: &ScenarioTable) -> Vec<Owner<'_>> {
    let is_gateway = |kind: &Option<At<TerminalKind>>| {
        kind.as_ref().is_some_and(|kind| kind.value == TerminalKind::Gateway)
    };
    let terminals = file.terminals.iter().flat_map(|list| &list.0);
    let terminals = terminals.map(|terminal| Owner {
        place: &terminal.place,
        count: 1,
        is_gateway: is_gateway(&terminal.kind),
        antennas: &terminal.antennas,
        uplink: &terminal.uplink,
        downlink: &terminal.downlink,
        channel: &terminal.channel,
    });
    let users = file.users.iter().flat_map(|list| &list.0);
    let users = users.filter(|users| users.places.is_some()).map(|users| Owner {
        place: &users.place,
        count: users.count.as_ref().map_or(0, |count| count.0 as usize),
        is_gateway: is_gateway(&users.kind),
        antennas: &users.antennas,
        uplink: &users.uplink,
        downlink: &users.downlink,
        channel: &users.channel,
    });
    terminals.chain(users).collect()
}

/// Which link a table describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uplink,
    Downlink,
    Isl,
    /// Of gateways or of one terminal, as the next.
    OwnUplink,
    OwnDownlink,
}

impl Kind {
    fn key(self) -> &'static str {
        match self {
            Self::Uplink | Self::OwnUplink => "uplink",
            Self::Downlink | Self::OwnDownlink => "downlink",
            Self::Isl => "isl",
        }
    }

    fn is_own(self) -> bool {
        matches!(self, Self::OwnUplink | Self::OwnDownlink)
    }
}

/// The channel of each terminal that has one of its own.
pub(super) fn own_channels(
    file: &ScenarioTable,
    downlink: Option<&At<LinkTable>>,
    problems: &mut Problems<'_>,
) -> Vec<Option<ChannelConfig>> {
    let in_doubt = problems.any_under("links.downlink") || problems.doubts("links.downlink");
    let has_channel = downlink.is_some_and(|own| own.channel.is_some()) || in_doubt;
    let mut channels = Vec::new();
    for owner in owners(file) {
        let own = owner.channel.as_ref().and_then(|own| {
            if !has_channel {
                problems
                    .add(&own.place, "a terminal's `channel` stands in the place of the downlink's")
                    .found("no `channel` in [links.downlink]")
                    .help("give [links.downlink] `channel` and `harq`, or remove this one");
            }
            channel(own, Ends::Apart, problems).map(|(channel, _)| channel)
        });
        channels.extend(std::iter::repeat_n(own, owner.count));
    }
    channels
}

fn radio_tables(table: &At<LinkTable>) -> RadioTables<'_> {
    RadioTables {
        channel: table.channel.as_ref(),
        harq: table.harq.as_ref(),
        reordering: table.reordering.as_ref(),
        place: &table.place,
        ends: Ends::Apart,
    }
}

/// The channel and HARQ of a link.
fn radio(
    kind: Kind,
    table: &At<LinkTable>,
    base: Option<&LinkConfig>,
    problems: &mut Problems<'_>,
) -> Option<Arc<RadioConfig>> {
    let tables = radio_tables(table);
    match kind {
        Kind::Isl => {
            keys::refuse(tables, problems);
            None
        }
        Kind::Uplink | Kind::Downlink => keys::radio(tables, problems),
        Kind::OwnUplink | Kind::OwnDownlink => {
            let key = kind.key();
            let places = [
                tables.channel.map(|own| ("channel", &own.place)),
                tables.harq.map(|own| ("harq", &own.place)),
                tables.reordering.map(|own| ("reordering", &own.place)),
            ];
            for (own, place) in places.into_iter().flatten() {
                problems
                    .add(place, format!("`{own}` of all terminals is that of `links.{key}`"))
                    .help(
                        "move it there; what one terminal stands among, on the way down, is its \
                         key `channel`, beside `name`",
                    );
            }
            base.and_then(|base| base.radio.clone())
        }
    }
}

/// The link of `table`; what it does not say is that of `base`.
fn one_link(
    kind: Kind,
    table: &At<LinkTable>,
    base: Option<&LinkConfig>,
    context: Context,
    problems: &mut Problems<'_>,
) -> Option<LinkConfig> {
    let radio = radio(kind, table, base, problems);
    if kind != Kind::Downlink {
        scheduler::refuse(kind.key(), kind.is_own(), table, problems);
    }
    if !matches!(kind, Kind::Uplink | Kind::OwnUplink)
        && let Some(own) = &table.access
    {
        problems
            .add(&own.place, "nobody takes turns on this link: a satellite alone sends over it")
            .help("remove `access`; uplinks have one, and the links back of beams");
    }
    if base.is_none() && !context.in_doubt {
        check_said(table, problems);
    }
    let traced = traced(table, base, problems)?;
    let rate = traced.rate;
    let product = Product { rate, rtt: context.rtt };
    let queue = match kind {
        Kind::Downlink => {
            let waiting = Waiting {
                queue: table.queue.as_ref(),
                scheduler: table.scheduler.as_ref(),
                has_channel: table.channel.is_some() || table.harq.is_some(),
            };
            scheduler::queue_or_scheduler(waiting, radio.as_deref(), product, problems)
        }
        _ => table.queue.as_ref().and_then(|shape| queue(shape, product, problems)),
    };
    let brought = base.map(|base| base.queue.clone());
    if kind == Kind::OwnDownlink
        && table.queue.is_none()
        && matches!(brought, Some(QueueConfig::Scheduled(_)))
    {
        problems
            .add(&table.place, "a downlink to one terminal has no use for the scheduler of all")
            .expected("a `queue` of its own")
            .help("add one, for example queue = \"50 packets\"");
        return None;
    }
    let loss = match &table.loss {
        Some(loss) => Some(loss_config(loss, Ends::Apart, problems)?),
        None => base.and_then(|base| base.loss.clone()),
    };
    let access = match &table.access {
        Some(own) => Some(access::model(own, rate, problems)?),
        None => base.and_then(|base| base.access.clone()),
    };
    if let Some(access) = &access {
        let has_rates = traced.trace.as_deref().is_some_and(says_rate);
        access::check_beside(table, radio.is_some(), has_rates, problems);
        // Inherited, it may not go with a rate of the table's own.
        access::check(access, rate, table.access.as_ref(), &table.place, problems);
    }
    let own_framing = table.framing.as_ref().and_then(|framing| u32::try_from(framing.0).ok());
    let order = table.order.as_ref().map(|order| order.value);
    let link = LinkConfig {
        rate: rate?,
        framing_bytes: own_framing.or(base.map(|base| base.framing_bytes)).unwrap_or(0),
        queue: queue.or(brought)?,
        loss,
        order: order.or(base.map(|base| base.order)).unwrap_or(Order::Overtake),
        trace: traced.trace,
        trace_offset: traced.offset,
        radio,
        access,
    };
    let mut printed = link.printed();
    if let Some(keys) = printed.as_object_mut().filter(|_| kind.is_own()) {
        // Of these links all terminals have what `[links]` says.
        keys.retain(|key, _| !["channel", "harq", "reordering"].contains(&key.as_str()));
    }
    problems.fill(&table.place, printed);
    Some(link)
}

/// Whether a link follows the rates of a file.
fn says_rate(trace: &LinkTrace) -> bool {
    trace.file().is_some_and(|file| file.has_rate)
}

/// Notes a rate and a queue that must be there and are not.
fn check_said(table: &At<LinkTable>, problems: &mut Problems<'_>) {
    // What a trace says is looked at where it is read.
    if table.rate.is_none() && table.trace.is_none() {
        require("rate", &table.place, "a rate, such as \"25 Mbit/s\"", problems);
    }
    let path = table.place.path_of("scheduler");
    let has_scheduler =
        table.scheduler.is_some() || problems.any_under(&path) || problems.doubts(&path);
    if table.queue.is_none() && !has_scheduler {
        require("queue", &table.place, "a queue, such as \"50 packets\"", problems);
    }
}

/// The rate of a link, and what it follows.
struct Traced {
    rate: Option<Rate>,
    trace: Option<Arc<LinkTrace>>,
    offset: Duration,
}

/// What a link follows: the file of its table, else that of `base`; `None` where something is wrong
/// with it.
fn traced(
    table: &At<LinkTable>,
    base: Option<&LinkConfig>,
    problems: &mut Problems<'_>,
) -> Option<Traced> {
    let own_rate = table.rate.as_ref().map(|rate| rate.0);
    let own_offset = table.trace_offset.as_ref().map(|offset| offset.0);
    let base_rate = base.map(|base| base.rate);
    let rate_twice = |problems: &mut Problems<'_>| {
        if let Some(rate) = &table.rate {
            problems
                .add(&rate.place, "`rate` is said by the trace too")
                .help("remove `rate`, or the column from the file");
        }
        table.rate.is_some()
    };
    let Some(name) = &table.trace else {
        let inherited = base.and_then(|base| base.trace.clone());
        if inherited.as_deref().is_some_and(says_rate) && rate_twice(problems) {
            return None;
        }
        if let (Some(own), None) = (&table.trace_offset, &inherited)
            && !problems.doubts(&table.place.path_of("trace"))
        {
            problems
                .add(&own.place, "`trace_offset` needs a `trace`")
                .help("name a file with `trace`, or remove the key");
        }
        let rate = own_rate.or(base_rate);
        let inherited_offset = base.filter(|_| inherited.is_some()).map(|base| base.trace_offset);
        let trace = match (inherited, own_rate) {
            (Some(trace), Some(rate)) => Some(Arc::new(trace.at_rate(rate))),
            (trace, _) => trace,
        };
        let offset = own_offset.or(inherited_offset).unwrap_or_default();
        return Some(Traced { rate, trace, offset });
    };
    let rows = link_trace_file::read(name, problems)?;
    if rows.file.has_delay {
        problems
            .add(&name.place, "the delay of this link follows from where its ends are")
            .found(format!("a column `delay_ms` in \"{}\"", short(&name.0)))
            .expected("the columns t_s, rate_bps and loss, of which the first must be there");
        return None;
    }
    if rows.file.has_rate && rate_twice(problems) {
        return None;
    }
    let Some(rate) = rows.first_rate().or(own_rate).or(base_rate) else {
        require("rate", &table.place, "a rate, such as \"25 Mbit/s\"", problems);
        return None;
    };
    let trace = Some(Arc::new(rows.trace(None, rate)?));
    Some(Traced { rate: Some(rate), trace, offset: own_offset.unwrap_or_default() })
}
