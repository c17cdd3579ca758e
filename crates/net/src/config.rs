//! Configuration of a link: the typed, checked form into which a scenario is resolved.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::units::{print_bytes, print_duration, print_rate};
use skyseam_params::{Model, Parameter, Parameters};
use skyseam_radio::keys::LinkBudgetKeys;

use crate::access::{Access, Profile};
use crate::channel::ChannelConfig;
pub use crate::direction::Direction;
use crate::harq::HarqConfig;
use crate::link_trace::LinkTrace;
use crate::loss::{LossKeys, LossModel};
pub use crate::queue::Limit;
use crate::queue::{Discipline, DropTail, QueueLimit};
use crate::reordering::ReorderingConfig;
use crate::rlc::RlcConfig;
use crate::scheduler::SchedulingPolicy;

/// A transmitter, the queue in front of it, and the medium behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkConfig {
    /// Transmission rate of frames, unless a trace sets it.
    pub rate: Rate,
    /// Bytes of link framing added to every IP packet.
    pub framing_bytes: u32,
    /// Queue of the transmitter.
    pub queue: QueueConfig,
    /// Losses on the link, if any.
    pub loss: Option<LossConfig>,
    /// Maximum jitter: each packet's delay exceeds the propagation delay by a uniform random amount
    /// of at most this.
    pub jitter: Duration,
    /// Whether a packet may arrive before one that was sent earlier.
    pub order: ArrivalOrder,
    /// Rate, delay and losses over time; `None` if they are constant.
    pub trace: Option<Arc<LinkTrace>>,
    /// Position in the trace at the start of the run.
    pub trace_offset: Duration,
    /// Fading channel and its protection; `None` if every packet is received as sent.
    pub radio: Option<Arc<RadioConfig>>,
    /// Medium access: on a shared carrier, or by a profile; `None` if no other transmitter uses the
    /// carrier.
    pub access: Option<Model<dyn Access>>,
    /// Whether the profile of the access gives the rate, whose median `rate` is.
    pub rate_of_profile: bool,
    /// Link budget that sets the rate over time, of whose most efficient mode `rate` is that; with
    /// `radio` the levels over time, at a constant rate.
    pub budget: Option<Arc<LinkBudgetKeys>>,
}

/// A fading channel and its protection.
#[derive(Clone, Debug, PartialEq)]
pub struct RadioConfig {
    /// Channel that gives the received level.
    pub channel: ChannelConfig,
    /// Coding, decoding and retransmission of packets.
    pub harq: HarqConfig,
    /// Buffer that restores order after HARQ, if there is one.
    pub reordering: Option<ReorderingConfig>,
    /// Radio link control above HARQ, if there is any.
    pub rlc: Option<RlcConfig>,
    /// Direction that has the channel, on links described for both directions.
    pub direction: Direction,
}

impl LinkConfig {
    /// A link with a constant rate and without losses.
    pub fn plain(rate: Rate, framing_bytes: u32, queue: QueueConfig) -> Self {
        Self {
            rate,
            framing_bytes,
            queue,
            loss: None,
            jitter: Duration::ZERO,
            order: ArrivalOrder::Overtake,
            trace: None,
            trace_offset: Duration::ZERO,
            radio: None,
            access: None,
            rate_of_profile: false,
            budget: None,
        }
    }

    /// The profile that the link follows, if its access has one.
    pub fn profile(&self) -> Option<&Arc<Profile>> {
        self.access.as_ref()?.profile()
    }

    /// Whether a controller schedules the transmissions on a carrier that others share.
    pub fn shares_carrier(&self) -> bool {
        self.access.is_some() && self.profile().is_none()
    }

    /// Whether a link budget sets the rate, by the mode of each receiver.
    pub fn has_modes(&self) -> bool {
        self.budget.is_some() && self.radio.is_none()
    }

    /// Prints a transmitter as in a scenario file, without the values that a trace file gives.
    pub fn printed(&self) -> Json {
        let mut table = json!({
            "rate": print_rate(self.rate),
            "framing": print_bytes(u64::from(self.framing_bytes)),
            "jitter": print_duration(self.jitter),
            "order": name_of(self.order),
        });
        match &self.queue {
            QueueConfig::Scheduled(policy) => table["scheduler"] = policy.print(),
            QueueConfig::Discipline(discipline) => table["queue"] = discipline.print(),
        }
        if let Some(loss) = &self.loss {
            table["loss"] = loss.model.print_with(&loss.keys);
        }
        if let Some(access) = &self.access {
            table["access"] = access.print();
        }
        if let Some(radio) = &self.radio {
            table["channel"] = radio.channel.model.print();
            table["harq"] = radio.harq.scheme.print_with(&radio.harq.keys);
            if let Some(reordering) = &radio.reordering {
                table["reordering"] = ReorderingConfig::print(reordering);
            }
            if let Some(rlc) = &radio.rlc {
                table["rlc"] = RlcConfig::print(rlc);
            }
        }
        if let Some(file) = self.trace.as_ref().and_then(|trace| trace.file()) {
            table["trace"] = json!(file.name);
            table["trace_offset"] = json!(print_duration(self.trace_offset));
            if let Some(period) = self.trace.as_ref().and_then(|trace| trace.period()) {
                table["trace_repeat"] = json!(print_duration(period));
            }
            let keys = table.as_object_mut().expect("a table");
            keys.retain(|key, _| key != "rate" || !file.has_rate);
        }
        if let Some(budget) = &self.budget {
            table["link_budget"] = budget.printed().into();
        }
        if self.rate_of_profile || self.budget.is_some() {
            table.as_object_mut().expect("a table").remove("rate");
        }
        table
    }

    /// The configuration of one direction of a link that is described for both.
    pub(crate) fn of_direction(&self, direction: Direction) -> Self {
        let is_this = |own: Direction| {
            own == Direction::Both || direction == Direction::Both || own == direction
        };
        let loss = self.loss.clone().filter(|loss| is_this(loss.keys.direction));
        let radio = self.radio.clone().filter(|radio| is_this(radio.direction));
        Self { loss, radio, ..self.clone() }
    }
}

/// Transmitters of a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct WireConfig {
    /// From the first endpoint to the second.
    pub forward: LinkConfig,
    /// From the second endpoint to the first.
    pub backward: LinkConfig,
}

/// A queue discipline and its parameters, or a scheduler in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum QueueConfig {
    /// A queue discipline.
    Discipline(Model<dyn Discipline>),
    /// The queues of a scheduler, on a link that several users share.
    Scheduled(Model<dyn SchedulingPolicy>),
}

impl QueueConfig {
    /// A discipline with these parameters.
    pub fn of(discipline: impl Discipline) -> Self {
        Self::Discipline(Model::new(Arc::new(discipline)))
    }

    /// Drop-tail with room for `packets` packets.
    pub fn drop_tail(packets: u32) -> Self {
        Self::of(DropTail::new(QueueLimit::Packets(packets)))
    }
}

/// Packet losses of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LossConfig {
    /// Model that draws the lost packets.
    pub model: Model<dyn LossModel>,
    /// Kind and direction of packets that can be lost.
    pub keys: LossKeys,
}

impl LossConfig {
    /// Losses of all packets in both directions.
    pub fn of(model: impl LossModel) -> Self {
        Self { model: Model::new(Arc::new(model)), keys: LossKeys::default() }
    }
}

/// Treatment of packets in flight when the delay decreases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalOrder {
    /// Each packet has the delay at its departure; a later one may arrive earlier.
    Overtake,
    /// No packet arrives before one that was sent earlier.
    Fifo,
}

impl Named for ArrivalOrder {
    const WHAT: &'static str = "an order of arrival";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Overtake,
                "overtake",
                "each packet takes the delay it finds; a later one may arrive earlier",
                "light in vacuum; ns-2.35's satlink",
            ),
            choice(
                Self::Fifo,
                "fifo",
                "no packet arrives before one that was sent earlier; on a downlink, to the same \
                 terminal",
                "a tunnel or radio link that delivers in sequence",
            ),
        ]
    }
}
