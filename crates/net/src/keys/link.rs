//! Links to, from and between satellites: their tables, and the configurations that they define.
//!
//! Knows no terminals and no presets: absent keys take their value from another link, given by the
//! caller.

use std::sync::Arc;

use skyseam_base::{Duration, Rate};
use skyseam_params::error::short;
use skyseam_params::shape::{Tried, table};
use skyseam_params::text_values::FileName;
use skyseam_params::values::{BitRate, Overhead, PositiveSpan, Span};
use skyseam_params::{Chosen, Model, Parameters, Problems, SourceSpan, Spanned};
use skyseam_radio::budget::Direction;
use skyseam_radio::keys::LinkBudgetKeys;
pub use skyseam_radio::keys::preset::BudgetPreset;
use skyseam_radio::keys::preset::LinkBudgetTable;

use super::offsets::{check_has_trace, repeated};
use super::queues::{QueueKeys, queue_or_scheduler};
use super::{RadioTables, TableDirections, access, loss_config};
use crate::access::{Access, SlotDirection};
use crate::channel::ChannelModel;
use crate::config::{ArrivalOrder, LinkConfig, QueueConfig, RadioConfig};
use crate::harq::HarqScheme;
use crate::link_trace::LinkTrace;
use crate::link_trace_file;
use crate::loss::LossModel;
use crate::queue::QueueChoice;
use crate::queue::product::{BandwidthDelay, queue};
use crate::reordering::ReorderingConfig;
use crate::rlc::RlcConfig;
use crate::scheduler::SchedulingPolicy;

table! {
    /// Rates and queues of the links to, from and between satellites.
    LinksTable "Links" {
        /// Terminal to satellite.
        optional uplink: LinkTable,
        /// Satellite to its terminals, shared by all of them.
        optional downlink: LinkTable,
        /// Satellite to satellite (inter-satellite link, ISL).
        optional isl: LinkTable,
        /// Feeder links of terminals of the kind "gateway", in place of `uplink` and `downlink`.
        /// Default: the same.
        optional gateway: GatewayTable,
        /// Round-trip time of the bandwidth-delay product (BDP) in which queues are given, such as
        /// that of the longest typical path; `skyseam delay` computes it.
        optional reference_rtt: PositiveSpan,
    }
}

table! {
    /// Feeder links of gateways. Absent tables and keys are those of `[links]`.
    GatewayTable "Gateway" {
        /// Gateway to satellite.
        optional uplink: LinkTable,
        /// Satellite to gateway: every satellite has a separate transmitter for each gateway.
        optional downlink: LinkTable,
    }
}

table! {
    /// A transmitter: its rate, its framing and its queue. For the link of one terminal or of
    /// gateways, absent keys are those of `[links]`.
    LinkTable "Link" {
        /// Transmission rate of frames. Default: the preset's, if it has one.
        optional rate: BitRate,
        /// Queue of the transmitter. Default: the preset's, if it has one.
        optional queue: QueueChoice,
        /// Policy that chooses the terminal served next on a downlink, in place of `queue`.
        /// Default: none, one queue for all.
        optional scheduler: Chosen<dyn SchedulingPolicy>,
        /// Bytes of link framing added to every packet. Default: the preset's, else none.
        optional framing: Overhead,
        /// Packets lost in transit. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// Buffer that restores the order of packets after HARQ. Default: none.
        optional reordering: Tried<ReorderingConfig>,
        /// Radio link control in acknowledged mode above HARQ. Default: none.
        optional rlc: Tried<RlcConfig>,
        /// Maximum jitter: each packet's delay exceeds the propagation delay by a uniform random
        /// amount of at most this; packets keep their order. Default: 0 s.
        optional jitter: Span,
        /// Whether a packet may arrive before one that was sent earlier, when the delay decreases.
        /// Default: "overtake".
        optional order: ArrivalOrder,
        /// A file beside the scenario with rate and losses over time: CSV with the header
        /// `t_s,rate_bps,loss`, as for a wire, but without a delay, which follows from the
        /// positions of the endpoints. All links of this table follow the same trace.
        optional trace: FileName,
        /// Position in the trace at the start of the run. Default: 0 s.
        optional trace_offset: Span,
        /// Period of the trace, longer than the time of its last row. Default: it does not repeat.
        optional trace_repeat: PositiveSpan,
        /// Link budget that sets the rate by range, elevation and weather, in place of `rate`.
        /// Downlinks are then separate for each terminal, unless a `scheduler` shares one carrier
        /// among terminals, each of which receives in a mode of its own. A terminal with no more
        /// than `link_budget` in its `downlink` has this budget on the shared carrier. Beside
        /// `access` terminals share slots of the carrier, each of which carries the bytes of its
        /// terminal's mode. Beside `channel` and `harq` it gives the Es/N0 of each terminal over
        /// time at a level of 0 dB; the rate is that of QPSK, and a downlink is shared. Default:
        /// none.
        optional link_budget: LinkBudgetTable,
        /// How terminals share one uplink carrier of this rate, or with the modes of this
        /// `link_budget`, below each satellite. Default: each has a carrier of its own.
        optional access: Chosen<dyn Access>,
        /// The level at which the signal is received; goes with `harq`. For uplinks and downlinks,
        /// where each receiver has an independent realization. Default: every packet is received as
        /// sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// Coding, decoding and retransmission of packets over the `channel`, in its direction.
        optional harq: Chosen<dyn HarqScheme>,
    }
}

/// Data beyond its table that the resolution of a link needs.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Round-trip time of bandwidth-delay products.
    pub rtt: Option<Duration>,
    /// Whether the constellation, and with it the links of a preset, could not be read.
    pub in_doubt: bool,
}

/// Link that a table describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKey {
    /// Uplink of terminals.
    Uplink,
    /// Downlink to terminals.
    Downlink,
    /// Inter-satellite link.
    Isl,
    /// Uplink of gateways, or of one terminal.
    OwnUplink,
    /// Downlink to gateways, or to one terminal.
    OwnDownlink,
}

impl LinkKey {
    /// Key of the table.
    pub fn key(self) -> &'static str {
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

fn radio_tables(table: &Spanned<LinkTable>) -> RadioTables<'_> {
    RadioTables {
        channel: table.channel.as_ref(),
        harq: table.harq.as_ref(),
        reordering: table.reordering.as_ref(),
        rlc: table.rlc.as_ref(),
        place: &table.place,
        ends: TableDirections::Apart,
    }
}

/// The radio configuration of a link; for a link of one terminal or of gateways, with `base` as
/// default for absent keys.
fn radio(
    kind: LinkKey,
    table: &Spanned<LinkTable>,
    base: Option<&LinkConfig>,
    problems: &mut Problems<'_>,
) -> Option<Arc<RadioConfig>> {
    let tables = radio_tables(table);
    let base = base.and_then(|base| base.radio.as_ref()).filter(|_| kind.is_own());
    match (kind, base) {
        (LinkKey::Isl, _) => {
            super::refuse(tables, problems);
            None
        }
        (_, Some(base)) => super::radio_over(tables, base, problems),
        (_, None) => super::radio(tables, problems),
    }
}

/// The link that `table` describes, with `base` as default for absent keys. `None` if a problem was
/// reported, here or before.
pub fn link(
    kind: LinkKey,
    table: &Spanned<LinkTable>,
    base: Option<&LinkConfig>,
    context: Context,
    problems: &mut Problems<'_>,
) -> Option<LinkConfig> {
    let radio = radio(kind, table, base, problems);
    if kind != LinkKey::Downlink {
        refuse_scheduler(kind.key(), kind.is_own(), table, problems);
    }
    let own_access = match &table.access {
        Some(own) => Some(own.model(problems)?),
        None => None,
    };
    let is_up = matches!(kind, LinkKey::Uplink | LinkKey::OwnUplink);
    let has_profile = own_access.as_ref().is_some_and(|access| access.profile().is_some());
    if let Some(own) = table.access.as_ref().filter(|_| !is_up && !has_profile) {
        problems
            .add(&own.place, "this link has no medium access: only the satellite sends over it")
            .help("remove `access`; uplinks and the return links of beams have it");
    }
    if let Some(own) = table.access.as_ref().filter(|_| kind == LinkKey::Isl && has_profile) {
        problems
            .add(&own.place, "links between satellites have no access")
            .help("remove it: uplinks, downlinks and wires can have the access of a terminal");
    }
    let access = own_access.or(base.and_then(|base| base.access.clone()));
    let drawn = drawn_rate(table, base, access.as_ref(), is_up);
    let budget = budget(kind, table, base, problems)?;
    let most = budget.as_ref().and_then(|own| {
        let own = own.budget()?;
        Rate::from_bps(if radio.is_some() { own.coded_qpsk_bps() } else { own.most_bps() } as u64)
    });
    let known = drawn.or(most);
    if base.is_none() && !context.in_doubt {
        check_said(table, known.is_some(), problems);
    }
    let traced = traced(table, base, known, problems)?;
    if budget.is_some() {
        check_beside_budget(table, access.as_ref(), problems);
    }
    if let Some(budget) = budget.as_ref().filter(|_| radio.is_some()) {
        let place = table.link_budget.as_ref().map_or(&table.place, |own| &own.place);
        check_beside_harq(budget, place, problems);
    }
    let rate = traced.rate;
    let product = BandwidthDelay { rate, rtt: context.rtt };
    let queue = match kind {
        LinkKey::Downlink => {
            let waiting = QueueKeys {
                queue: table.queue.as_ref(),
                scheduler: table.scheduler.as_ref(),
                has_channel: table.channel.is_some() || table.harq.is_some(),
                has_modes: budget.is_some() && radio.is_none(),
            };
            queue_or_scheduler(waiting, radio.as_deref(), product, problems)
        }
        _ => table.queue.as_ref().and_then(|shape| queue(shape, product, problems)),
    };
    let brought = base.map(|base| base.queue.clone());
    if kind == LinkKey::OwnDownlink
        && table.queue.is_none()
        && matches!(brought, Some(QueueConfig::Scheduled(_)))
    {
        problems
            .add(&table.place, "a downlink to one terminal does not use the scheduler of all users")
            .expected("a `queue` of its own")
            .help("add one, for example queue = \"50 packets\"");
        return None;
    }
    let loss = match &table.loss {
        Some(loss) => Some(loss_config(loss, TableDirections::Apart, problems)?),
        None => base.and_then(|base| base.loss.clone()),
    };
    if let Some(access) = &access {
        let has_rates = traced.trace.as_deref().is_some_and(says_rate);
        access::check_beside(table, access, radio.is_some(), has_rates, problems);
        // Inherited, it may not go with a rate of the table's own.
        let least =
            budget.as_ref().and_then(|own| Rate::from_bps(own.budget()?.least_bps() as u64));
        let place = (table.access.as_ref(), &table.place);
        if access::check(access, rate, "", place, problems) {
            access::check(access, least, " in the most robust mode", place, problems);
        }
    }
    let own_framing = table.framing.as_ref().and_then(|framing| u32::try_from(framing.0).ok());
    let jitter = table.jitter.as_ref().map(|jitter| jitter.0);
    let order = table.order.as_ref().map(|order| order.value);
    let link = LinkConfig {
        rate: rate?,
        framing_bytes: own_framing.or(base.map(|base| base.framing_bytes)).unwrap_or(0),
        queue: queue.or(brought)?,
        loss,
        jitter: jitter.or(base.map(|base| base.jitter)).unwrap_or_default(),
        order: order.or(base.map(|base| base.order)).unwrap_or(ArrivalOrder::Overtake),
        trace: traced.trace,
        trace_offset: traced.offset,
        radio,
        access,
        rate_of_profile: drawn.is_some(),
        budget,
    };
    let mut printed = link.printed();
    let has_buffer = table.reordering.is_some() || table.rlc.is_some();
    let says_radio = table.channel.is_some() || table.harq.is_some() || has_buffer;
    if let Some(keys) = printed.as_object_mut().filter(|_| kind.is_own() && !says_radio) {
        // Of these links all terminals have what `[links]` says.
        keys.retain(|key, _| !["channel", "harq", "reordering", "rlc"].contains(&key.as_str()));
    }
    problems.fill(&table.place, printed);
    Some(link)
}

/// The link budget of a link: that of its own table, else that of `base` unless the table sets the
/// rate; `None` if a problem was reported.
#[expect(clippy::option_option, reason = "a link without a budget is valid")]
fn budget(
    kind: LinkKey,
    table: &Spanned<LinkTable>,
    base: Option<&LinkConfig>,
    problems: &mut Problems<'_>,
) -> Option<Option<Arc<LinkBudgetKeys>>> {
    let Some(own) = &table.link_budget else {
        let sets_rate = table.rate.is_some() || table.trace.is_some();
        return Some(base.and_then(|base| base.budget.clone()).filter(|_| !sets_rate));
    };
    if kind == LinkKey::Isl {
        problems
            .add(&own.place, "a link budget is one between the ground and a satellite")
            .help("remove it, and state the `rate` of links between satellites");
        return None;
    }
    let is_up = matches!(kind, LinkKey::Uplink | LinkKey::OwnUplink);
    let direction = if is_up { Direction::Up } else { Direction::Down };
    own.value.0.check_direction(direction, &own.place, problems);
    let rate = table.rate.as_ref().map(|rate| ("rate", &rate.place));
    let trace = table.trace.as_ref().map(|trace| ("trace", &trace.place));
    let mut is_alone = true;
    for (key, place) in [rate, trace].into_iter().flatten() {
        is_alone = false;
        problems
            .add(place, format!("`{key}` and `link_budget` exclude each other"))
            .help("remove one of the two: the budget gives each terminal a link and its rate");
    }
    is_alone.then(|| Some(Arc::new(own.value.0.clone())))
}

/// Whether the users of a downlink share its carrier, each in a mode of its own.
pub fn shares_modes(link: &LinkConfig) -> bool {
    link.has_modes() && matches!(link.queue, QueueConfig::Scheduled(_))
}

/// The `carrier` that users share with the budget of one terminal, if the terminal's table has no
/// queue and so describes no link of its own; `Some(None)` after an error.
pub fn on_carrier(
    table: &Spanned<LinkTable>,
    carrier: &LinkConfig,
    problems: &mut Problems<'_>,
) -> Option<Option<LinkConfig>> {
    let own = table.link_budget.as_ref()?;
    let is_shared = shares_modes(carrier) || carrier.radio.is_some();
    if !is_shared || table.queue.is_some() {
        return None;
    }
    let of_carrier = carrier.budget.as_ref()?;
    own.value.0.check_direction(Direction::Down, &own.place, problems);
    let place = ("links.downlink.link_budget", "this downlink a `queue`: then its");
    let mut is_valid = is_of_carrier(own, of_carrier, place, problems);
    if carrier.radio.is_some() {
        check_beside_harq(&own.value.0, &own.place, problems);
    }
    let own_keys = [
        ("rate", table.rate.as_ref().map(|key| &key.place)),
        ("scheduler", table.scheduler.as_ref().map(|key| &key.place)),
        ("framing", table.framing.as_ref().map(|key| &key.place)),
        ("loss", table.loss.as_ref().map(|key| &key.place)),
        ("reordering", table.reordering.as_ref().map(|key| &key.place)),
        ("rlc", table.rlc.as_ref().map(|key| &key.place)),
        ("jitter", table.jitter.as_ref().map(|key| &key.place)),
        ("order", table.order.as_ref().map(|key| &key.place)),
        ("trace", table.trace.as_ref().map(|key| &key.place)),
        ("trace_offset", table.trace_offset.as_ref().map(|key| &key.place)),
        ("trace_repeat", table.trace_repeat.as_ref().map(|key| &key.place)),
        ("access", table.access.as_ref().map(|key| &key.place)),
        ("channel", table.channel.as_ref().map(|key| &key.place)),
        ("harq", table.harq.as_ref().map(|key| &key.place)),
    ];
    for (key, place) in own_keys {
        let Some(place) = place else { continue };
        is_valid = false;
        problems
            .add(place, format!("`{key}` is that of the shared carrier, in links.downlink"))
            .expected("`link_budget` alone, for a terminal on the shared carrier")
            .help("remove it, or give this downlink a `queue`: then it has a carrier of its own");
    }
    let budget = Some(Arc::new(own.value.0.clone()));
    Some(is_valid.then(|| LinkConfig { budget, ..carrier.clone() }))
}

/// Whether a budget describes a receiver of the carrier of another budget; reports what differs.
/// `at` is the place of the other one, and what has a carrier of its own.
pub(super) fn is_of_carrier(
    own: &Spanned<LinkBudgetTable>,
    carrier: &LinkBudgetKeys,
    (at, alone): (&str, &str),
    problems: &mut Problems<'_>,
) -> bool {
    let printed = |keys: &LinkBudgetKeys| serde_json::Value::from(keys.printed());
    let (given, shared) = (printed(&own.value.0), printed(carrier));
    let keys = ["frequency", "bandwidth", "roll_off", "modcods", "framing_efficiency"];
    for key in keys.into_iter().filter(|key| given[key] != shared[key]) {
        problems
            .add(&own.place, format!("`{key}` differs from that of the shared carrier"))
            .found(given[key].to_string())
            .expected(format!("{}, as in {at}", shared[key]))
            .help(format!("take the same, or give {alone} carrier is its own"));
    }
    keys.iter().all(|key| given[*key] == shared[*key])
}

/// Reports access whose slots follow no modes, whether of the table or inherited, on a link with a
/// budget.
fn check_beside_budget(
    table: &Spanned<LinkTable>,
    access: Option<&Model<dyn Access>>,
    problems: &mut Problems<'_>,
) {
    let place = table.link_budget.as_ref().map_or(&table.place, |own| &own.place);
    if let Some(access) = access.filter(|access| !access.follows_modes()) {
        problems
            .add(
                table.access.as_ref().map_or(place, |own| &own.place),
                "this kind of `access` and `link_budget` exclude each other",
            )
            .found(format!("\"{}\", whose slots do not follow the mode", access.name()))
            .expected("\"demand-assigned\", \"rate-based\" or \"scheduling-request\"")
            .help("take one of these, or remove one of the two");
    }
}

/// Reports keys of a budget that choose a mode, which HARQ does not: its code is that of its keys.
fn check_beside_harq(budget: &LinkBudgetKeys, place: &SourceSpan, problems: &mut Problems<'_>) {
    let &LinkBudgetKeys { margin, hysteresis, loop_delay, .. } = budget;
    let keys = [
        ("margin", margin > 0.0),
        ("hysteresis", hysteresis > 0.0),
        ("loop_delay", !loop_delay.is_zero()),
    ];
    for (key, _) in keys.iter().filter(|(_, is_given)| *is_given) {
        problems
            .add(place, format!("`{key}` has no effect beside `harq`"))
            .help("remove it: the code is that of `harq`, and no mode is chosen");
    }
}

/// Whether the trace file sets the rate.
fn says_rate(trace: &LinkTrace) -> bool {
    trace.file().is_some_and(|file| file.has_rate)
}

/// Median of the rates that the profile of `access` gives; `None` if the link has another rate.
fn drawn_rate(
    table: &Spanned<LinkTable>,
    base: Option<&LinkConfig>,
    access: Option<&Model<dyn Access>>,
    is_up: bool,
) -> Option<Rate> {
    let is_inherited = base.is_some_and(|base| base.rate_of_profile);
    let may_be = table.rate.is_none() && (table.access.is_some() || is_inherited);
    let direction = if is_up { SlotDirection::Up } else { SlotDirection::Down };
    access.filter(|_| may_be)?.profile()?.median_rate(direction)
}

/// Reports a missing rate or queue.
fn check_said(table: &Spanned<LinkTable>, is_drawn: bool, problems: &mut Problems<'_>) {
    // What a trace says is looked at where it is read.
    let path = table.place.path_of("link_budget");
    if table.rate.is_none() && table.trace.is_none() && !is_drawn && !problems.any_under(&path) {
        problems.require("rate", &table.place, "a rate, such as \"25 Mbit/s\"");
    }
    let path = table.place.path_of("scheduler");
    let has_scheduler =
        table.scheduler.is_some() || problems.any_under(&path) || problems.doubts(&path);
    if table.queue.is_none() && !has_scheduler {
        problems.require("queue", &table.place, "a queue, such as \"50 packets\"");
    }
}

/// Rate of a link, and its trace.
struct Traced {
    rate: Option<Rate>,
    trace: Option<Arc<LinkTrace>>,
    offset: Duration,
}

/// The trace of a link: that of its own table, else that of `base`; `None` after an error. `drawn`
/// is the median of rates that a profile gives.
fn traced(
    table: &Spanned<LinkTable>,
    base: Option<&LinkConfig>,
    drawn: Option<Rate>,
    problems: &mut Problems<'_>,
) -> Option<Traced> {
    let own_rate = table.rate.as_ref().map(|rate| rate.0).or(drawn);
    let own_offset = table.trace_offset.as_ref().map(|offset| offset.0);
    let base_rate = base.map(|base| base.rate);
    let rate_twice = |problems: &mut Problems<'_>| {
        if let Some(rate) = &table.rate {
            problems
                .add(&rate.place, "`rate` is also given by the trace")
                .help("remove `rate`, or the column from the file");
        }
        table.rate.is_some()
    };
    let Some(name) = &table.trace else {
        let inherited = base.and_then(|base| base.trace.clone());
        if inherited.as_deref().is_some_and(says_rate) && rate_twice(problems) {
            return None;
        }
        if inherited.is_none() {
            let offset = table.trace_offset.as_ref().map(|own| &own.place);
            check_has_trace("trace_offset", offset, &table.place, problems);
            let period = table.trace_repeat.as_ref().map(|own| &own.place);
            check_has_trace("trace_repeat", period, &table.place, problems);
        }
        let rate = own_rate.or(base_rate);
        let inherited_offset = base.filter(|_| inherited.is_some()).map(|base| base.trace_offset);
        let trace = match (inherited, own_rate) {
            (Some(trace), Some(rate)) => Some(Arc::new(trace.at_rate(rate))),
            (trace, _) => trace,
        };
        let trace = match (trace, &table.trace_repeat) {
            (Some(trace), Some(_)) => {
                let trace = LinkTrace::clone(&trace);
                Some(Arc::new(repeated(trace, table.trace_repeat.as_ref(), problems)?))
            }
            (trace, _) => trace,
        };
        let offset = own_offset.or(inherited_offset).unwrap_or_default();
        return Some(Traced { rate, trace, offset });
    };
    let rows = link_trace_file::read(name, problems)?;
    if rows.file.has_delay {
        problems
            .add(&name.place, "the delay of this link follows from the positions of its endpoints")
            .found(format!("a column `delay_ms` in \"{}\"", short(&name.0)))
            .expected("the columns t_s, rate_bps and loss, of which the first is required");
        return None;
    }
    if rows.file.has_rate && rate_twice(problems) {
        return None;
    }
    let Some(rate) = rows.first_rate().or(own_rate).or(base_rate) else {
        problems.require("rate", &table.place, "a rate, such as \"25 Mbit/s\"");
        return None;
    };
    let trace = repeated(rows.trace(None, rate)?, table.trace_repeat.as_ref(), problems)?;
    let trace = Some(Arc::new(trace));
    Some(Traced { rate: Some(rate), trace, offset: own_offset.unwrap_or_default() })
}

/// Reports a scheduler on a link other than the downlink of all terminals; `is_own` if the link is
/// that of one terminal or of gateways.
fn refuse_scheduler(
    key: &str,
    is_own: bool,
    link: &Spanned<LinkTable>,
    problems: &mut Problems<'_>,
) {
    let Some(own) = &link.scheduler else { return };
    let why = match key {
        "uplink" => "a terminal's uplink has no users to choose between: each terminal has its own",
        "downlink" if is_own => {
            "a downlink to one terminal has no users to choose between: it is not shared"
        }
        _ => "a link between satellites has no users to choose between: it has one receiver",
    };
    problems
        .add(&own.place, why)
        .help("give the link a `queue`; schedulers belong to `links.downlink` and to beams");
}
