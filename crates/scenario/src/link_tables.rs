//! The tables of wires, links, their queues and losses; part of [`crate::tables`].

use skyseam_net::access::Access;
use skyseam_net::channel::ChannelModel;
use skyseam_net::config::Order;
use skyseam_net::harq::HarqScheme;
use skyseam_net::loss::LossModel;
use skyseam_net::queue::QueueChoice;
use skyseam_net::reordering::ReorderingConfig;
use skyseam_net::scheduler::Policy;
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;

use crate::shape::{List, table};
use crate::sky_values::FileName;
use crate::text_values::Pair;
use crate::values::{BitRate, Overhead, PositiveSpan, Span};

table! {
    /// A link between terminals or nodes, the same in both directions but for its losses. With a
    /// group at one end, one wire for each member; with two groups of equal size, from the first to
    /// the first, and so on.
    WireTable "Wire" {
        /// Names of the two ends.
        required between: Pair,
        /// Propagation delay, each way; where a trace has none it must be there. Routes weigh a
        /// wire by its delay at the start of the run.
        optional delay: Span,
        /// Rate at which frames are sent; where a trace has none it must be there.
        optional rate: BitRate,
        /// The queue before each end's transmitter.
        required queue: QueueChoice,
        /// Round-trip time of the bandwidth-delay product (BDP) that a queue is given in. Default:
        /// twice the delay, at the start of the run.
        optional reference_rtt: PositiveSpan,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost on the way. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// What brings packets back into order behind HARQ. Default: nothing.
        optional reordering: Tried<ReorderingConfig>,
        /// Whether a packet may arrive before one that was sent earlier, when the delay becomes
        /// shorter.
        default order: Order = "overtake",
        /// Delay and rate that change at these instants and stay until the next.
        optional changes: List<ChangeTable>,
        /// A file beside the scenario that says what delay, rate and losses are when: CSV with the
        /// header `t_s,delay_ms,rate_bps,loss`, of which only the first column must be there; times
        /// ascend and count from the start of the run, each row holds until the next, the first
        /// before its time too. A rate of 0 stands still; `loss` is the share of packets that get
        /// lost.
        optional trace: FileName,
        /// How far into the trace the wire is when the run begins. Default: 0 s.
        optional trace_offset: Span,
        /// How much further along the trace each wire of a group is than the one before. Default:
        /// 0 s.
        optional trace_stagger: Span,
        /// How strong the signal is received in one direction; goes with `harq`. Default: every
        /// packet is received as sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// How packets are coded, decoded and repeated over the `channel`, in its direction.
        optional harq: Chosen<dyn HarqScheme>,
    }
}

table! {
    /// A change of a wire, in both directions.
    ChangeTable "Change" {
        /// When, counted from the start of the run.
        required at: PositiveSpan,
        /// Propagation delay of packets whose last bit leaves from then on. Default: as before.
        optional delay: Span,
        /// Rate at which bits are sent from then on. Default: as before.
        optional rate: BitRate,
    }
}

table! {
    /// Rates and queues of the links to, from and between satellites.
    LinksTable "Links" {
        /// Terminal to satellite.
        optional uplink: LinkTable,
        /// Satellite to its terminals, shared by all of them.
        optional downlink: LinkTable,
        /// Satellite to satellite.
        optional isl: LinkTable,
        /// What terminals of the kind "gateway" have in the place of `uplink` and `downlink`.
        /// Default: the same.
        optional gateway: GatewayTable,
        /// Round-trip time of the bandwidth-delay product (BDP) that queues are given in, such as
        /// that of the longest usual path; `skyseam delay` tells it.
        optional reference_rtt: PositiveSpan,
    }
}

table! {
    /// The feeder links of gateways. What a table does not say is as in `[links]`.
    GatewayTable "Gateway" {
        /// Gateway to satellite.
        optional uplink: LinkTable,
        /// Satellite to gateway: every satellite has a transmitter for each gateway, which shares
        /// nothing with its other terminals.
        optional downlink: LinkTable,
    }
}

table! {
    /// A transmitter: its rate, its framing and the queue before it. What the link of one terminal
    /// or of gateways does not say is as in `[links]`.
    LinkTable "Link" {
        /// Rate at which frames are sent. Default: the preset's, if it has one.
        optional rate: BitRate,
        /// The queue. Default: the preset's, if it has one.
        optional queue: QueueChoice,
        /// Of a downlink: whom of its terminals it serves next, in the place of `queue`. Default:
        /// none, one queue for all.
        optional scheduler: Chosen<dyn Policy>,
        /// Bytes of link framing added to every packet. Default: the preset's, else none.
        optional framing: Overhead,
        /// Packets lost on the way. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// What brings packets back into order behind HARQ. Default: nothing.
        optional reordering: Tried<ReorderingConfig>,
        /// Whether a packet may arrive before one that was sent earlier, when the delay becomes
        /// shorter. Default: "overtake".
        optional order: Order,
        /// A file beside the scenario that says what rate and losses are when: CSV with the header
        /// `t_s,rate_bps,loss`, as that of a wire, but without a delay, which follows from where
        /// the ends are. Every link of this table follows the same course.
        optional trace: FileName,
        /// How far into the trace the run begins. Default: 0 s.
        optional trace_offset: Span,
        /// Of an uplink: how terminals, which then share one carrier of this rate under each
        /// satellite, are given turns on it. Default: each has a carrier to itself.
        optional access: Chosen<dyn Access>,
        /// How strong the signal is received; goes with `harq`. Uplinks and downlinks have one,
        /// which each receiver draws for itself. Default: every packet is received as sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// How packets are coded, decoded and repeated over the `channel`, in its direction.
        optional harq: Chosen<dyn HarqScheme>,
    }
}
