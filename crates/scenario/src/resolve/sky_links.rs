//! Links to, from and between satellites: those of `[links]`, and the own links of gateways and
//! terminals.

use skyseam_constellation::description::config::Antennas;
use skyseam_constellation::handover::HandoverPolicy;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::config::LinkConfig;
use skyseam_net::harq::HarqScheme;
use skyseam_net::keys::link::{
    Context, LinkKey, LinkTable, LinksTable, link, on_carrier, shares_modes,
};
use skyseam_net::keys::{TableDirections, channel};
use skyseam_params::Chosen;

use super::handover::is_shared_by_default;
use super::terminals::{TerminalKeys, all_keys};
use crate::document::Spanned;
use crate::error::Problems;
use crate::scenario::{LinkConfigs, TerminalLinks};
use crate::tables::ScenarioTable;
use crate::units::print_rate;

/// Maximum number of own downlinks: every satellite has a transmitter for each terminal with one,
/// and more take gigabytes.
const MAX_OWN_DOWNLINKS: usize = 1_000_000;

/// Existing links, and whether flows use them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    pub(crate) has_sky: bool,
    pub(crate) has_isl: bool,
    pub(crate) has_flows: bool,
}

/// The links to, from and between satellites, with the preset's as defaults.
pub(crate) fn links(
    table: &Spanned<LinksTable>,
    Used { has_sky, has_isl, has_flows }: Used,
    preset: Option<&LinkConfigs>,
    problems: &mut Problems<'_>,
) -> Option<LinkConfigs> {
    let in_doubt = problems.doubts("constellation") || problems.doubts("constellation.preset");
    let context = Context { rtt: table.reference_rtt.as_ref().map(|rtt| rtt.0), in_doubt };
    let mut one = |kind: LinkKey,
                   own: Option<&Spanned<LinkTable>>,
                   preset: Option<LinkConfig>,
                   used: bool| {
        let key = kind.key();
        if let Some(own) = own {
            if !used && !in_doubt {
                let what = if has_sky { "inter-satellite links" } else { "satellites" };
                problems
                    .add(&own.place, format!("`links.{key}` has no effect: there are no {what}"))
                    .help("remove it, or add them");
            }
            return link(kind, own, preset.as_ref(), context, problems);
        }
        if used && has_flows && preset.is_none() && !in_doubt {
            let why = format!(
                "rate and queue: {key} = {{ rate = \"25 Mbit/s\", queue = \"50 packets\" }}"
            );
            problems.require(key, &table.place, &why);
        }
        let brought = preset.filter(|_| used);
        if let Some(link) = &brought {
            problems.print(&table.place.key(key, 0..0), link.printed());
        }
        brought
    };
    let brought = |which: fn(&LinkConfigs) -> &Option<LinkConfig>| which(preset?).clone();
    let (up, down) = (brought(|links| &links.uplink), brought(|links| &links.downlink));
    Some(LinkConfigs {
        uplink: one(LinkKey::Uplink, table.uplink.as_ref(), up, has_sky),
        downlink: one(LinkKey::Downlink, table.downlink.as_ref(), down, has_sky),
        isl: one(LinkKey::Isl, table.isl.as_ref(), brought(|links| &links.isl), has_isl),
        terminals: Vec::new(),
        wires: Vec::new(),
        beams: Vec::new(),
    })
}

/// Adds the own links of gateways and terminals, under this number of satellites.
pub(super) fn add_terminals(
    links: &mut LinkConfigs,
    file: &ScenarioTable,
    satellites: usize,
    policy: Option<&dyn HandoverPolicy>,
    problems: &mut Problems<'_>,
) {
    let Some(table) = &file.links else { return };
    let in_doubt = ["constellation", "constellation.preset", "links"]
        .into_iter()
        .any(|path| problems.doubts(path) || problems.any_under(path));
    let context = Context { rtt: table.reference_rtt.as_ref().map(|rtt| rtt.0), in_doubt };
    let all = [links.uplink.clone(), links.downlink.clone()];
    // The access is that of users.
    let mut of_gateways = all.clone();
    let mut is_own = [false, false];
    for (link, is_own) in of_gateways.iter_mut().zip(&mut is_own) {
        let Some(link) = link else { continue };
        *is_own = link.access.take().is_some() || link.has_modes() && !shares_modes(link);
        link.rate_of_profile = false;
    }
    if let Some(gateway) = &table.gateway {
        let tables =
            [(LinkKey::OwnUplink, &gateway.uplink), (LinkKey::OwnDownlink, &gateway.downlink)];
        for (at, (kind, own)) in tables.into_iter().enumerate() {
            let Some(own) = own else { continue };
            of_gateways[at] = link(kind, own, of_gateways[at].as_ref(), context, problems);
            is_own[at] = true;
        }
    }
    let owners: Vec<TerminalKeys<'_>> = all_keys(file).collect();
    let by_default = is_shared_by_default(file, policy);
    warn_of_feeders(table, &owners, links, problems);
    if let Some(gateway) = &table.gateway
        && !owners.iter().any(TerminalKeys::is_gateway)
        && !["terminals", "users"]
            .into_iter()
            .any(|list| problems.any_under(list) || problems.doubts(list))
    {
        problems
            .add(&gateway.place, "`links.gateway` has no effect: no terminal is a gateway")
            .expected("a terminal with kind = \"gateway\"")
            .help("give the gateways among [[terminals]] the kind, or remove the table");
    }
    let mut downlinks = 0;
    for owner in owners {
        let is_gateway = owner.is_gateway();
        let of_carrier = all[1]
            .as_ref()
            .zip(owner.downlink.as_ref())
            .and_then(|(carrier, own)| on_carrier(own, carrier, problems));
        let mut one = |kind: LinkKey, own: &Option<Spanned<LinkTable>>, at: usize| {
            let base = if is_gateway { &of_gateways[at] } else { &all[at] };
            match own {
                Some(own) => link(kind, own, base.as_ref(), context, problems),
                // A downlink that follows a profile or a link budget is that of one terminal.
                None => base.clone().filter(|base| match is_gateway {
                    true => is_own[at],
                    false => {
                        at == 1
                            && !shares_modes(base)
                            && (base.profile().is_some() || base.has_modes())
                    }
                }),
            }
        };
        let uplink = one(LinkKey::OwnUplink, owner.uplink, 0);
        let downlink = match of_carrier {
            Some(_) => None,
            None => one(LinkKey::OwnDownlink, owner.downlink, 1),
        };
        let is_at_one = owner.antennas(by_default) == Antennas::One
            && policy.is_none_or(|policy| !policy.rule().is_every());
        let up = uplink.as_ref().or(links.uplink.as_ref());
        let down = downlink.as_ref().or(links.downlink.as_ref());
        let need_one = [
            (
                up.is_some_and(|up| up.budget.is_some()),
                ("the `link_budget` of an uplink", ", at different ranges"),
                "an `uplink` with a `rate`, or take `link_budget` out",
            ),
            (
                down.is_some_and(|down| down.budget.is_some() && down.radio.is_some()),
                ("`link_budget` beside `harq`", ", at different ranges"),
                "a `downlink` with a `rate`, or take `link_budget` out",
            ),
            (
                up.is_some_and(|up| up.access.is_some()),
                ("`access`", ""),
                "another `uplink`, or take `access` out",
            ),
        ];
        for (_, (what, ranges), other) in need_one.iter().filter(|one| one.0 && !is_at_one) {
            problems
                .add(owner.place, format!("{what} needs one satellite at a time"))
                .found(format!("a terminal that may be linked to several{ranges}"))
                .expected("antennas = 1, under a policy that takes one satellite")
                .help(format!("give this terminal {other}"));
        }
        let is_at_some = |link: &LinkConfig| link.profile().is_some() || link.has_modes();
        let is_at_all = downlink.as_ref().is_some_and(|link| !is_at_some(link));
        downlinks += satellites * owner.count * usize::from(is_at_all);
        if downlinks > MAX_OWN_DOWNLINKS {
            problems
                .add(owner.place, "too many terminals have a downlink of their own")
                .found(format!("{downlinks} transmitters, one for each at every satellite"))
                .expected(format!("at most {MAX_OWN_DOWNLINKS}"))
                .help("have terminals share `links.downlink`, perhaps with a `scheduler`");
            break;
        }
        let shared_downlink = of_carrier.flatten();
        let own = TerminalLinks { uplink, downlink, shared_downlink, ..TerminalLinks::default() };
        links.terminals.extend(std::iter::repeat_n(own, owner.count));
    }
}

/// Warns of gateways whose feeder links have the rates of users: without any rate of their own, or
/// slower than the links behind them.
fn warn_of_feeders(
    table: &Spanned<LinksTable>,
    owners: &[TerminalKeys<'_>],
    links: &LinkConfigs,
    problems: &mut Problems<'_>,
) {
    let (Some(up), Some(down)) = (&links.uplink, &links.downlink) else { return };
    let has_rate = |own: &Option<Spanned<LinkTable>>| {
        own.as_ref().is_some_and(|own| {
            own.rate.is_some() || own.trace.is_some() || own.link_budget.is_some()
        })
    };
    let gateway = table.gateway.as_ref();
    let of_all = gateway.map(|own| [has_rate(&own.uplink), has_rate(&own.downlink)]);
    let of_all = of_all.unwrap_or_default();
    let rates_of_users = |owner: &TerminalKeys<'_>| {
        let place = owner.place.clone();
        let up = (!of_all[0] && !has_rate(owner.uplink)).then_some(("uplink", up.rate));
        let down = (!of_all[1] && !has_rate(owner.downlink)).then_some(("downlink", down.rate));
        (place, [up, down].into_iter().flatten().collect::<Vec<_>>())
    };
    let fastest = up.rate.max(down.rate);
    let mut gateways = owners.iter().filter(|owner| owner.is_gateway()).map(rates_of_users);
    let doubtful = gateways.find(|(_, rates)| match &rates[..] {
        [] => false,
        [(_, rate)] => *rate < fastest,
        _ => true,
    });
    let Some((place, rates)) = doubtful else { return };
    let found = rates.iter().map(|(key, rate)| format!("{key} {}", print_rate(*rate)));
    let keys = rates.iter().map(|(key, _)| format!("links.gateway.{key}.rate"));
    problems
        .warn(&place, "a gateway has the rates of users, so that all its traffic shares them")
        .found(format!("{}, from [links]", found.collect::<Vec<_>>().join(" and ")))
        .expected(keys.collect::<Vec<_>>().join(" and "))
        .help("give the rate of the feeder links, even if it equals the users'");
}

/// The tables of HARQ of `[links]`, of gateways and terminals, each with its link.
pub(super) fn harqs<'f>(file: &'f ScenarioTable, links: &'f LinkConfigs) -> Vec<HarqOf<'f>> {
    fn harq(table: &Option<Spanned<LinkTable>>) -> Option<&Spanned<Chosen<dyn HarqScheme>>> {
        table.as_ref()?.harq.as_ref()
    }
    let Some(table) = &file.links else { return Vec::new() };
    let (up, down) = (harq(&table.uplink), harq(&table.downlink));
    let mut found = vec![(up, links.uplink.as_ref()), (down, links.downlink.as_ref())];
    // All gateways have it: it is looked at once.
    let of_gateways = table.gateway.as_ref().map(|own| [harq(&own.uplink), harq(&own.downlink)]);
    let mut of_gateways = of_gateways.unwrap_or_default();
    let mut first = 0;
    for owner in all_keys(file) {
        let Some(own) = links.terminals.get(first) else { break };
        first += owner.count;
        let own = [(owner.uplink, own.uplink.as_ref()), (owner.downlink, own.downlink.as_ref())];
        for ((table, link), shared) in own.into_iter().zip(&mut of_gateways) {
            let shared = if owner.is_gateway() { shared.take() } else { None };
            found.push((harq(table).or(shared), link));
        }
    }
    found
}

/// A table of HARQ, if there is one, and its link, if that could be read.
type HarqOf<'f> = (Option<&'f Spanned<Chosen<dyn HarqScheme>>>, Option<&'f LinkConfig>);

/// The channel of each terminal that has one of its own.
pub(super) fn own_channels(
    file: &ScenarioTable,
    downlink: Option<&Spanned<LinkTable>>,
    problems: &mut Problems<'_>,
) -> Vec<Option<ChannelConfig>> {
    let in_doubt = problems.any_under("links.downlink") || problems.doubts("links.downlink");
    let has_channel = downlink.is_some_and(|own| own.channel.is_some()) || in_doubt;
    let mut channels = Vec::new();
    for owner in all_keys(file) {
        let of_own_link = owner.downlink.as_ref().and_then(|own| own.channel.as_ref());
        let own = owner.channel.as_ref().and_then(|own| {
            if let Some(other) = of_own_link {
                problems
                    .add(&own.place, "`channel` is given twice: here, and by this `downlink`")
                    .found(format!("`{}` too", other.place.path))
                    .expected("one of the two")
                    .help("remove this one: a `downlink` of a terminal's own may say it");
            } else if !has_channel {
                problems
                    .add(&own.place, "a terminal's `channel` replaces that of the downlink")
                    .found("no `channel` in [links.downlink]")
                    .help("give [links.downlink] `channel` and `harq`, or remove this one");
            }
            channel(own, TableDirections::Apart, problems).map(|(channel, _)| channel)
        });
        channels.extend(std::iter::repeat_n(own, owner.count));
    }
    channels
}
