//! Beams: their tables, and the transmitters that they define.
//!
//! Receivers of a beam are identified only by number here.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_params::error::short;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::{Definitions, List, Shape, Tried, table};
use skyseam_params::text_values::{FileName, Name};
use skyseam_params::values::{BitRate, Overhead, PositiveSpan, Span};
use skyseam_params::{Chosen, Model, Problems, SourceSpan, Spanned, Value};
use skyseam_radio::budget::Direction;
use skyseam_radio::keys::LinkBudgetKeys;
use skyseam_radio::keys::preset::LinkBudgetTable;
use skyseam_radio::keys::values::{Elevation, OrbitAltitude};

use super::link::is_of_carrier;
use super::offsets::{OffsetKeys, Offsets, check_last, offsets, repeated};
use super::queues::{QueueKeys, check_weights, queue_or_scheduler};
use super::wire::delay_at;
use super::{RadioTables, TableDirections, access, loss_config, radio};
use crate::access::Access;
use crate::channel::ChannelModel;
use crate::channel::values::Level;
use crate::config::{ArrivalOrder, LinkConfig};
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
    /// A beam: one transmitter that several users share, each of whom has a return link of their
    /// own.
    BeamTable "Beam" {
        /// Unique name of the beam, which results use for the shared link.
        required name: Name,
        /// Transmitting terminal or node.
        required from: Name,
        /// Receivers: a terminal, node or group, or a list of them, in the order in which the
        /// scheduler numbers them.
        required to: ReceiverNames,
        /// Propagation delay between transmitter and user, in each direction.
        optional delay: Span,
        /// A file beside the scenario with the delay over time: CSV with the header `t_s,delay_ms`,
        /// as for a wire.
        optional trace: FileName,
        /// Position of the first user in the trace at the start of the run. Default: 0 s.
        optional trace_offset: Span,
        /// Offset in the trace between successive users. Default: 0 s.
        optional trace_stagger: Span,
        /// Period of the trace, longer than the time of its last row. Default: it does not repeat.
        optional trace_repeat: PositiveSpan,
        /// Transmission rate of frames to all users; required without `link_budget`.
        optional rate: BitRate,
        /// Link budget of the users, in place of `rate`: each receives in a mode of its own, and
        /// they share the carrier's time; goes with `scheduler`. Default: none.
        optional link_budget: LinkBudgetTable,
        /// Distance between satellite and users, which the budget takes; required with
        /// `link_budget`.
        optional range: OrbitAltitude,
        /// Elevation of the satellite, which the budget takes. Default: 90 deg; required with a
        /// climate or a phased array.
        optional elevation: Elevation,
        /// Users with another budget on the same carrier. Default: none.
        optional budgets: List<UserBudgetTable>,
        /// One queue for all users.
        optional queue: QueueChoice,
        /// Policy that chooses the user served next, in place of `queue`.
        optional scheduler: Chosen<dyn SchedulingPolicy>,
        /// Round-trip time of the bandwidth-delay product (BDP) in which queues and limits are
        /// given. Default: twice the delay of the first user, at the start of the run.
        optional reference_rtt: PositiveSpan,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost in transit to users. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// Buffer that restores the order of each user's packets after HARQ. Default: none.
        optional reordering: Tried<ReorderingConfig>,
        /// Radio link control in acknowledged mode above HARQ. Default: none.
        optional rlc: Tried<RlcConfig>,
        /// Maximum jitter: each packet's delay exceeds the propagation delay by a uniform random
        /// amount of at most this, in both directions; packets keep their order.
        default jitter: Span = "0 s",
        /// Whether a packet may arrive before one that was sent earlier to the same user, when the
        /// delay decreases.
        default order: ArrivalOrder = "overtake",
        /// The level at which users receive the signal; goes with `harq`. Default: every packet is
        /// received as sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// Coding, decoding and retransmission of packets to users over the `channel`.
        optional harq: Chosen<dyn HarqScheme>,
        /// Relation between the fading of the users; goes with `channel`. Default: "own".
        optional fading: FadingKind,
        /// Offset in the fading realization between successive users; goes with the fading
        /// "staggered".
        optional fading_stagger: Span,
        /// User whose level determines the reception of redundancy; goes with `channel`. Default:
        /// "own".
        optional redundancy_fading: RedundancyFadingKind,
        /// Receive gains of some users over the channel model. Default: none.
        optional gains: List<GainTable>,
        /// Users who receive over another channel than `channel`: other surroundings, another
        /// speed, another model. Each of them has an independent fading realization, whatever
        /// `fading` says. Default: none.
        optional channels: List<UserChannelTable>,
        /// Return link of each user.
        required back: BackTable,
        exactly one of (delay, trace)
    }
}

table! {
    /// Receive gain of a user over the channel model.
    GainTable "Gain" {
        /// A user of the beam, or a group of them.
        required user: Name,
        /// Gain, negative for a loss.
        required gain: Level,
    }
}

table! {
    /// Channel of a user in place of the beam's.
    UserChannelTable "UserChannel" {
        /// A user of the beam, or a group of them.
        required user: Name,
        /// Channel over which they receive the signal.
        required channel: Tried<Chosen<dyn ChannelModel>>,
    }
}

table! {
    /// Budget of a user in place of the beam's, at another place or with another receiver or
    /// weather.
    UserBudgetTable "UserBudget" {
        /// A user of the beam, or a group of them.
        required user: Name,
        /// Link budget; its frequency, bandwidth, roll-off, modes and framing efficiency are those
        /// of the beam's. Default: the beam's.
        optional link_budget: LinkBudgetTable,
        /// Distance between satellite and user. Default: the beam's.
        optional range: OrbitAltitude,
        /// Elevation of the satellite. Default: the beam's.
        optional elevation: Elevation,
    }
}

table! {
    /// Return link from a user of a beam to its transmitter.
    BackTable "Back" {
        /// Transmission rate of frames.
        required rate: BitRate,
        /// Queue of the transmitter.
        required queue: QueueChoice,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost in transit. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// How the users share one carrier of this rate. Default: each has a carrier of its own.
        optional access: Chosen<dyn Access>,
    }
}

/// Relation between the fading realizations of a beam's users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FadingKind {
    /// Each user has an independent realization.
    Own,
    /// All users share one realization, at different positions.
    Staggered,
    /// All users share one realization, at the same position.
    Shared,
}

impl Named for FadingKind {
    const WHAT: &'static str = "a relation between the users' fading";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Own,
                "own",
                "each user has an independent realization of the fading",
                "users far apart from each other",
            ),
            choice(
                Self::Staggered,
                "staggered",
                "all users share one realization of the fading, each `fading_stagger` after the \
                 previous one",
                "Tauran 2018: one series of levels, read at different offsets",
            ),
            choice(
                Self::Shared,
                "shared",
                "all users share one realization and fade together",
                "the worst case for any scheduler that waits for better times",
            ),
        ]
    }
}

/// User whose level determines the reception of redundancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedundancyFadingKind {
    /// The user who receives the redundancy.
    Own,
    /// The first user of the beam.
    FirstUser,
}

impl Named for RedundancyFadingKind {
    const WHAT: &'static str = "a level for the reception of redundancy";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Own,
                "own",
                "redundancy is received at the level of its own receiver",
                "what a receiver sees",
            ),
            choice(
                Self::FirstUser,
                "first-user",
                "all transmissions of a packet but the first are received at the level \
                 of the beam's first user, regardless of their receiver",
                "Tauran 2018: in the released code packets of redundancy have no place of their \
                 own in the series of levels",
            ),
        ]
    }
}

/// One name or several.
#[derive(Debug)]
pub struct ReceiverNames(pub Vec<Spanned<Name>>);

impl Shape for ReceiverNames {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if !matches!(value.value, Value::List(_)) {
            let name = Name::read(value, problems)?;
            return Some(Self(vec![Spanned::new(name, value.place.clone())]));
        }
        let names = List::<Name>::read(value, problems)?;
        if let Value::List(items) = &value.value
            && items.is_empty()
        {
            problems
                .add(&value.place, "a beam needs a receiver")
                .found("an empty list")
                .expected("at least one name of a terminal, node or group");
            return None;
        }
        Some(Self(names.0))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let name = Name::schema(definitions);
        json!({ "oneOf": [name, { "type": "array", "items": name, "minItems": 1 }] })
    }
}

/// Relation between the fading realizations of a beam's users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fading {
    /// Each user has an independent realization.
    Own,
    /// All users share one realization, each at this offset after the previous one.
    Staggered(Duration),
    /// All users share one realization at the same position, so that they fade together.
    Shared,
}

/// Maximum number of independent fading realizations per beam: each takes about 30 kB, so more
/// would take gigabytes.
const MAX_COURSES: u32 = 30_000;

/// Receivers of a beam.
#[derive(Clone, Copy, Debug)]
pub struct Audience {
    /// Number of users.
    pub users: u32,
    /// Number of users whose channel differs from the beam's.
    pub apart: u32,
    /// Number of these users with an independent fading realization.
    pub drawn: u32,
    /// Whether all receivers could be resolved.
    pub is_known: bool,
}

/// Transmitters of a beam.
#[derive(Debug)]
pub struct BeamLinks {
    /// Transmitter that all users share. The delay of its trace applies to both directions.
    pub forward: LinkConfig,
    /// Configuration of each user's return link, without a trace of its own.
    pub back: LinkConfig,
    /// Relation between the users' fading realizations.
    pub fading: Fading,
    /// Whether redundancy is received at the level of the first user.
    pub redundancy_at_first: bool,
    /// Positions of the users in the trace.
    pub offsets: Offsets,
    /// Link budget of users without one of their own, if users have modes.
    pub budget: Option<UserBudget>,
    /// Delay, if there is no trace.
    delay: Option<Duration>,
}

/// Link budget of a user of a beam, and its geometry.
#[derive(Clone, Debug, PartialEq)]
pub struct UserBudget {
    /// Keys of the budget.
    pub keys: Arc<LinkBudgetKeys>,
    /// Distance between satellite and user, km.
    pub range_km: f64,
    /// Elevation of the satellite, degrees.
    pub elevation_deg: f64,
}

impl BeamLinks {
    /// The delay to a user at the start of the run.
    pub fn delay(&self, user: u32) -> Option<Duration> {
        let offset = self.offsets.first + self.offsets.further(user);
        delay_at(self.forward.trace.as_deref(), offset).or(self.delay)
    }
}

/// The transmitters of the beam that `table` describes; `None` if a problem was reported, here or
/// before.
pub fn links(
    table: &Spanned<BeamTable>,
    audience: Audience,
    problems: &mut Problems<'_>,
) -> Option<BeamLinks> {
    let count = audience.users;
    let keys = OffsetKeys {
        table: &table.place,
        has_trace: table.trace.is_some(),
        offset: &table.trace_offset,
        stagger: &table.trace_stagger,
        period: &table.trace_repeat,
        group: Some(count),
    };
    let offsets = offsets(&keys, problems);
    let tables = RadioTables {
        channel: table.channel.as_ref(),
        harq: table.harq.as_ref(),
        reordering: table.reordering.as_ref(),
        rlc: table.rlc.as_ref(),
        place: &table.place,
        ends: TableDirections::Beam,
    };
    let radio = radio(tables, problems);
    let fading = fading(table, radio.as_ref().map(|radio| radio.channel.offset), count, problems);
    let model = radio.as_ref().map(|radio| &radio.channel.model);
    let rest = count.saturating_sub(audience.apart);
    check_courses(table, model, fading, (rest, audience.drawn), problems);
    let budget = budget(table, problems);
    let most = budget.as_ref().and_then(|own| own.keys.budget());
    let most = most.and_then(|own| Rate::from_bps(own.most_bps() as u64));
    let rate = table.rate.as_ref().map(|rate| rate.0).or(most);
    let trace = trace(table, rate, problems);
    let delay = table.delay.as_ref().map(|delay| delay.0);
    let twice = delay_at(trace.as_deref(), offsets.first).or(delay).map(|delay| delay * 2);
    let rtt = table.reference_rtt.as_ref().map(|rtt| rtt.0).or(twice);
    let waiting = waiting(table, problems);
    // A limit of what is not known is not looked at.
    let queue = match rate.zip(rtt) {
        Some((rate, rtt)) => {
            let product = BandwidthDelay { rate: Some(rate), rtt: Some(rtt) };
            queue_or_scheduler(waiting, radio.as_deref(), product, problems)
        }
        None => None,
    };
    // Of users who are not known nothing is said.
    if let Some(scheduler) = &table.scheduler
        && audience.is_known
    {
        check_weights(scheduler, queue.as_ref(), count, problems);
    }
    let loss =
        table.loss.as_ref().and_then(|loss| loss_config(loss, TableDirections::Beam, problems));
    let back = back(table, rtt, problems);
    let forward = LinkConfig {
        rate: rate?,
        framing_bytes: u32::try_from(table.framing.as_ref()?.0).ok()?,
        queue: queue?,
        loss,
        jitter: table.jitter.as_ref()?.0,
        order: table.order.as_ref()?.value,
        trace,
        trace_offset: offsets.first,
        radio,
        access: None,
        rate_of_profile: false,
        budget: budget.as_ref().map(|own| own.keys.clone()),
    };
    let redundancy = table.redundancy_fading.as_ref().map(|own| own.value);
    let redundancy_at_first = redundancy == Some(RedundancyFadingKind::FirstUser);
    let (back, fading) = (back?, fading?);
    problems.fill(&table.place, forward.printed());
    if forward.radio.is_some() {
        let usual = json!({ "fading": "own", "redundancy_fading": "own" });
        problems.fill(&table.place, usual);
    }
    Some(BeamLinks { forward, back, fading, redundancy_at_first, offsets, budget, delay })
}

/// The link budget of the beam, if it has one; reports a missing rate, and keys that do not go with
/// a budget or without one.
fn budget(table: &Spanned<BeamTable>, problems: &mut Problems<'_>) -> Option<UserBudget> {
    let path = table.place.path_of("link_budget");
    let in_doubt = problems.any_under(&path);
    let Some(own) = &table.link_budget else {
        let own_keys = [
            ("range", table.range.as_ref().map(|own| &own.place)),
            ("elevation", table.elevation.as_ref().map(|own| &own.place)),
            ("budgets", table.budgets.as_ref().map(|own| &own.place)),
        ];
        for (key, place) in own_keys.into_iter().filter(|_| !in_doubt) {
            let Some(place) = place else { continue };
            problems
                .add(place, format!("`{key}` has no effect without `link_budget`"))
                .help("remove it, or give the beam a `link_budget`");
        }
        if table.rate.is_none() && !in_doubt {
            problems.require("rate", &table.place, "a rate, such as \"25 Mbit/s\"");
        }
        return None;
    };
    let own_keys = [
        ("rate", table.rate.as_ref().map(|own| &own.place)),
        ("queue", table.queue.as_ref().map(|own| &own.place)),
        ("channel", table.channel.as_ref().map(|own| &own.place)),
        ("harq", table.harq.as_ref().map(|own| &own.place)),
    ];
    for (key, place) in own_keys {
        let Some(place) = place else { continue };
        problems
            .add(place, format!("`{key}` and `link_budget` exclude each other"))
            .expected("`scheduler`, for users who share the carrier, each in a mode of its own")
            .help("remove one of the two");
    }
    if table.range.is_none() {
        let expected = "the distance between satellite and users, such as \"38000 km\"";
        problems.require("range", &table.place, expected);
    }
    let elevation = table.elevation.as_ref().map(|own| own.0);
    user_budget(own, table.range.as_ref()?.0, elevation, &table.place, problems)
}

/// A budget with its geometry; reports an elevation that it needs and the table at `place` lacks.
fn user_budget(
    own: &Spanned<LinkBudgetTable>,
    range_km: f64,
    elevation_deg: Option<f64>,
    place: &SourceSpan,
    problems: &mut Problems<'_>,
) -> Option<UserBudget> {
    let keys = &own.value.0;
    keys.check_direction(Direction::Down, &own.place, problems);
    if elevation_deg.is_none() && keys.needs_elevation() {
        problems.require("elevation", place, "the elevation of the satellite, such as \"40 deg\"");
        return None;
    }
    let elevation_deg = elevation_deg.unwrap_or(90.0);
    Some(UserBudget { keys: Arc::new(keys.clone()), range_km, elevation_deg })
}

impl UserBudget {
    /// The budget that a table of `budgets` gives its users, with this one for what it lacks;
    /// `None` if a problem was reported.
    pub fn over(
        &self,
        own: &Spanned<UserBudgetTable>,
        beam: &BeamTable,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        let range_km = own.range.as_ref().map_or(self.range_km, |own| own.0);
        let elevation = own.elevation.as_ref().or(beam.elevation.as_ref()).map(|own| own.0);
        let budget = own.link_budget.as_ref().or(beam.link_budget.as_ref())?;
        let carrier = ("the beam's link_budget", "this user a beam of its own, whose");
        is_of_carrier(budget, &self.keys, carrier, problems)
            .then(|| user_budget(budget, range_km, elevation, &own.place, problems))?
    }
}

/// The queue or the scheduler of the beam; one of the two is required.
fn waiting<'t>(table: &'t Spanned<BeamTable>, problems: &mut Problems<'_>) -> QueueKeys<'t> {
    let given = |key: &str| {
        let path = table.place.path_of(key);
        problems.any_under(&path) || problems.doubts(&path)
    };
    let is_said = table.queue.is_some() || table.scheduler.is_some();
    if !is_said && !given("queue") && !given("scheduler") {
        problems
            .add(&table.place, "the queue of the beam is missing")
            .expected("`queue`, one for all users, or `scheduler`, which has one for each")
            .help("add one, for example queue = \"100 packets\"");
    }
    QueueKeys {
        queue: table.queue.as_ref(),
        scheduler: table.scheduler.as_ref(),
        has_channel: table.channel.is_some() || table.harq.is_some(),
        has_modes: table.link_budget.is_some(),
    }
}

/// The return link of each user.
fn back(
    table: &BeamTable,
    rtt: Option<Duration>,
    problems: &mut Problems<'_>,
) -> Option<LinkConfig> {
    let own = table.back.as_ref()?;
    let rate = own.rate.as_ref().map(|rate| rate.0);
    let product = BandwidthDelay { rate, rtt };
    let has_product = rate.is_some() && rtt.is_some();
    let shape = own.queue.as_ref().filter(|_| has_product);
    let queue = shape.and_then(|shape| queue(shape, product, problems));
    let loss =
        own.loss.as_ref().and_then(|loss| loss_config(loss, TableDirections::Beam, problems));
    let framing_bytes = u32::try_from(own.framing.as_ref()?.0).ok()?;
    let access = own.access.as_ref().and_then(|own| access::shared(own, rate, problems));
    Some(LinkConfig {
        framing_bytes,
        loss,
        access,
        jitter: table.jitter.as_ref()?.0,
        order: table.order.as_ref()?.value,
        ..LinkConfig::plain(rate?, 0, queue?)
    })
}

/// The trace of the delay, at one rate.
fn trace(
    table: &BeamTable,
    rate: Option<Rate>,
    problems: &mut Problems<'_>,
) -> Option<Arc<LinkTrace>> {
    let name = table.trace.as_ref()?;
    let rows = link_trace_file::read(name, problems)?;
    let first = rows.rows[0];
    let others = [("rate_bps", first.rate.is_some()), ("loss", first.loss.is_some())];
    if let Some((column, _)) = others.iter().find(|(_, is_there)| *is_there) {
        problems
            .add(&name.place, "the trace of a beam gives only its delay")
            .found(format!("a column `{column}` in \"{}\"", short(&name.0)))
            .expected("the columns t_s and delay_ms")
            .help("a beam has one `rate` and one `loss` for all its users, wherever they are");
        return None;
    }
    repeated(rows.trace(None, rate?)?, table.trace_repeat.as_ref(), problems).map(Arc::new)
}

/// The relation between the users' fading realizations, for a channel at this position in its
/// course.
fn fading(
    table: &Spanned<BeamTable>,
    offset: Option<Duration>,
    count: u32,
    problems: &mut Problems<'_>,
) -> Option<Fading> {
    let kind = table.fading.as_ref().map(|kind| kind.value);
    let stagger = table.fading_stagger.as_ref();
    if table.channel.is_none() {
        let places = [
            ("fading", table.fading.as_ref().map(|own| &own.place)),
            ("fading_stagger", stagger.map(|own| &own.place)),
            ("redundancy_fading", table.redundancy_fading.as_ref().map(|own| &own.place)),
        ];
        for (key, place) in places {
            let Some(place) = place else { continue };
            problems
                .add(place, format!("`{key}` needs a `channel`: without one there is no fading"))
                .help("give the beam `channel` and `harq` too, or remove the key");
        }
    }
    match (kind.unwrap_or(FadingKind::Own), stagger) {
        (FadingKind::Staggered, Some(stagger)) => {
            check_last(
                "channel's realization",
                stagger,
                offset.unwrap_or_default(),
                count,
                problems,
            );
            Some(Fading::Staggered(stagger.0))
        }
        (FadingKind::Staggered, None) => {
            let place = &table.fading.as_ref()?.place;
            if problems.doubts(&table.place.path_of("fading_stagger")) {
                return None;
            }
            problems
                .add(place, "the offset between users in the realization is missing")
                .expected("`fading_stagger`, such as fading_stagger = \"51 s\"");
            None
        }
        (_, Some(stagger)) => {
            problems
                .add(&stagger.place, "`fading_stagger` needs fading = \"staggered\"")
                .help("add it, or remove `fading_stagger`");
            None
        }
        (FadingKind::Own, None) => Some(Fading::Own),
        (FadingKind::Shared, None) => Some(Fading::Shared),
    }
}

/// Reports more users than fading realizations are available for, counting those on the beam's
/// channel and those with a realization of another channel.
fn check_courses(
    table: &Spanned<BeamTable>,
    model: Option<&Model<dyn ChannelModel>>,
    fading: Option<Fading>,
    (users, others): (u32, u32),
    problems: &mut Problems<'_>,
) {
    let is_drawn = model.is_some_and(|model| model.is_drawn());
    let is_own = matches!(fading, Some(Fading::Own | Fading::Staggered(_)));
    let count = others + if is_drawn && is_own { users } else { 0 };
    if count > MAX_COURSES {
        let place = table.channel.as_ref().map_or(&table.place, |channel| &channel.place);
        problems
            .add(place, "too many users of the beam have fading of their own")
            .found(format!("{count} users"))
            .expected(format!("at most {MAX_COURSES}"))
            .help("fewer users, or fading = \"shared\"");
    }
}
