//! The tables of beams and their values; part of [`crate::tables`].

use serde_json::{Value as Json, json};
use skyseam_net::config::Order;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::names::{Choice, Named, choice};
use crate::shape::{Definitions, List, Shape, table};
use crate::sky_values::FileName;
use crate::text_values::Name;
use crate::values::{BitRate, Overhead, PositiveSpan, Span};
use skyseam_net::access::Access;
use skyseam_net::channel::ChannelModel;
use skyseam_net::channel::values::Level;
use skyseam_net::harq::HarqScheme;
use skyseam_net::loss::LossModel;
use skyseam_net::queue::QueueChoice;
use skyseam_net::reordering::ReorderingConfig;
use skyseam_net::scheduler::Policy;
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;

table! {
    /// A beam: one transmitter that several users share, each of whom has a link of their own back.
    BeamTable "Beam" {
        /// Name, unique among beams; what results call the shared link.
        required name: Name,
        /// The terminal or node that transmits.
        required from: Name,
        /// Who receives: a terminal, node or group, or a list of them, in the order in which the
        /// scheduler numbers them.
        required to: Listeners,
        /// Propagation delay between the two, each way.
        optional delay: Span,
        /// A file beside the scenario that says what the delay is when: CSV with the header
        /// `t_s,delay_ms`, as that of a wire.
        optional trace: FileName,
        /// How far into the trace the first user is when the run begins. Default: 0 s.
        optional trace_offset: Span,
        /// How much further along the trace each user is than the one before. Default: 0 s.
        optional trace_stagger: Span,
        /// Rate at which frames are sent, whoever they are for.
        required rate: BitRate,
        /// The queue, one for all users.
        optional queue: QueueChoice,
        /// Whom of its users it serves next, in the place of `queue`.
        optional scheduler: Chosen<dyn Policy>,
        /// Round-trip time of the bandwidth-delay product (BDP) that queues and limits are given
        /// in. Default: twice the delay of the first user, at the start of the run.
        optional reference_rtt: PositiveSpan,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost on the way to users. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// What brings packets of each user back into order behind HARQ. Default: nothing.
        optional reordering: Tried<ReorderingConfig>,
        /// Whether a packet may arrive before one that was sent earlier to the same user, when the
        /// delay becomes shorter.
        default order: Order = "overtake",
        /// How strong users receive the signal; goes with `harq`. Default: every packet is received
        /// as sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// How packets to users are coded, decoded and repeated over the `channel`.
        optional harq: Chosen<dyn HarqScheme>,
        /// How the courses of users' fading hang together; goes with `channel`. Default: "own".
        optional fading: FadingKind,
        /// How much further along the course each user is than the one before; of the fading
        /// "staggered".
        optional fading_stagger: Span,
        /// Whose level redundancy is received at; goes with `channel`. Default: "own".
        optional redundancy_fading: RedundancyFadingKind,
        /// What some users receive more, or less, than the channel says. Default: nobody.
        optional gains: List<GainTable>,
        /// Users who receive over another channel than `channel`: other surroundings, another
        /// speed, another model. Each of them has a course of their own, whatever `fading` says.
        /// Default: nobody.
        optional channels: List<UserChannelTable>,
        /// The transmitter of each user.
        required back: BackTable,
        exactly one of (delay, trace)
    }
}

table! {
    /// What a user receives more than the channel says.
    GainTable "Gain" {
        /// A user of the beam, or a group of them.
        required user: Name,
        /// So much more; less where it is negative.
        required gain: Level,
    }
}

table! {
    /// The channel of a user in the place of the beam's.
    UserChannelTable "UserChannel" {
        /// A user of the beam, or a group of them.
        required user: Name,
        /// How strong they receive the signal.
        required channel: Tried<Chosen<dyn ChannelModel>>,
    }
}

table! {
    /// The link from a user of a beam back to its transmitter.
    BackTable "Back" {
        /// Rate at which frames are sent.
        required rate: BitRate,
        /// The queue before it.
        required queue: QueueChoice,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost on the way. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// How the users, who then share one carrier of this rate, are given turns on it. Default:
        /// each has a carrier to itself.
        optional access: Chosen<dyn Access>,
    }
}

/// How the courses of fading of a beam's users hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FadingKind {
    /// Each has their own.
    Own,
    /// One course, users at different places of it.
    Staggered,
    /// One course, all at the same place of it.
    Shared,
}

impl Named for FadingKind {
    const WHAT: &'static str = "a way in which users fade";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Own,
                "own",
                "each user has a course of their own, drawn independently",
                "users far apart from each other",
            ),
            choice(
                Self::Staggered,
                "staggered",
                "all users are on one course, each `fading_stagger` further along it than the one \
                 before",
                "Tauran 2018: one series of levels, read from different places",
            ),
            choice(
                Self::Shared,
                "shared",
                "all users are at the same place of one course: whoever fades, all do",
                "the worst case for any scheduler that waits for better times",
            ),
        ]
    }
}

/// Whose level redundancy is received at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RedundancyFadingKind {
    /// That of whom it is sent to.
    Own,
    /// That of the first user.
    FirstUser,
}

impl Named for RedundancyFadingKind {
    const WHAT: &'static str = "a level that redundancy is received at";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Own,
                "own",
                "redundancy is received at the level of the user it is sent to",
                "what a receiver sees",
            ),
            choice(
                Self::FirstUser,
                "first-user",
                "everything but a packet's first transmission is received at the level of the \
                 beam's first user, whomever it is sent to",
                "Tauran 2018: in the released code packets of redundancy have no place of their \
                 own in the series of levels",
            ),
        ]
    }
}

/// One name or several.
#[derive(Debug)]
pub(crate) struct Listeners(pub(crate) Vec<At<Name>>);

impl Shape for Listeners {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if !matches!(value.value, Value::List(_)) {
            let name = Name::read(value, problems)?;
            return Some(Self(vec![At::new(name, value.place.clone())]));
        }
        let names = List::<Name>::read(value, problems)?;
        if let Value::List(items) = &value.value
            && items.is_empty()
        {
            problems
                .add(&value.place, "a beam needs somebody who receives it")
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
