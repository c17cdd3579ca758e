//! The tables of wires, links, their queues and losses; part of [`crate::tables`].

use skyseam_net::config::{Direction, Order};
use skyseam_net::queue::QueueChoice;

use crate::channel_tables::ChannelTable;
use crate::harq_tables::HarqTable;
use crate::link_names::LossKind;
use crate::reordering_tables::ReorderingTable;
use crate::scheduler_tables::SchedulerTable;
use crate::shape::{List, kinds, table};
use crate::sky_values::FileName;
use crate::text_values::Pair;
use crate::values::{BitRate, Flag, MeanPackets, Overhead, PositiveSpan, Probability, Span};

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
        optional loss: LossTable,
        /// What brings packets back into order behind HARQ. Default: nothing.
        optional reordering: ReorderingTable,
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
        optional channel: ChannelTable,
        /// How packets are coded, decoded and repeated over the `channel`, in its direction.
        optional harq: HarqTable,
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
        /// Round-trip time of the bandwidth-delay product (BDP) that queues are given in, such as
        /// that of the longest usual path; `skyseam delay` tells it.
        optional reference_rtt: PositiveSpan,
    }
}

table! {
    /// A transmitter: its rate, its framing and the queue before it.
    LinkTable "Link" {
        /// Rate at which frames are sent. Default: the preset's, if it has one.
        optional rate: BitRate,
        /// The queue. Default: the preset's, if it has one.
        optional queue: QueueChoice,
        /// Of a downlink: whom of its terminals it serves next, in the place of `queue`. Default:
        /// none, one queue for all.
        optional scheduler: SchedulerTable,
        /// Bytes of link framing added to every packet. Default: the preset's, else none.
        optional framing: Overhead,
        /// Packets lost on the way. Default: none.
        optional loss: LossTable,
        /// What brings packets back into order behind HARQ. Default: nothing.
        optional reordering: ReorderingTable,
        /// Whether a packet may arrive before one that was sent earlier, when the delay becomes
        /// shorter.
        default order: Order = "overtake",
        /// How strong the signal is received; goes with `harq`. Uplinks and downlinks have one,
        /// which each receiver draws for itself. Default: every packet is received as sent.
        optional channel: ChannelTable,
        /// How packets are coded, decoded and repeated over the `channel`, in its direction.
        optional harq: HarqTable,
    }
}

kinds! {
    /// Packets lost on the way, drawn for each packet and direction.
    LossTable "Loss" by LossKind {
        Bernoulli(BernoulliTable),
        BitError(BitErrorTable),
        GilbertElliott(GilbertElliottTable),
    }
}

table! {
    /// Each packet is lost with the same probability, whatever became of the others.
    BernoulliTable "Bernoulli" {
        /// Probability that a packet is lost.
        required probability: Probability,
        /// Whether only packets that carry data can be lost, of TCP or in datagrams.
        default data_only: Flag = false,
        /// On a wire, which direction loses packets: "forward" is from the first of `between` to
        /// the second.
        default direction: Direction = "both",
    }
}

table! {
    /// Each bit is wrong with the same probability; a packet with a wrong bit is lost.
    BitErrorTable "BitError" {
        /// Probability that a bit is wrong; bits of framing count.
        required rate: Probability,
        /// Whether only packets that carry data can be lost, of TCP or in datagrams.
        default data_only: Flag = false,
        /// On a wire, which direction loses packets: "forward" is from the first of `between` to
        /// the second.
        default direction: Direction = "both",
    }
}

table! {
    /// A good and a bad state, between which the link changes from packet to packet.
    GilbertElliottTable "GilbertElliott" {
        /// Probability that a packet in the bad state follows one in the good state; goes with
        /// `bad_to_good`.
        optional good_to_bad: Probability,
        /// Mean number of packets from one bad time to the next, 1 / `good_to_bad`; goes with
        /// `mean_bad`.
        optional mean_good: MeanPackets,
        /// Probability that a packet in the good state follows one in the bad state.
        optional bad_to_good: Probability,
        /// Mean number of packets of a bad time, 1 / `bad_to_good`.
        optional mean_bad: MeanPackets,
        /// Probability that a packet is lost in the good state; Gilbert's model has 0.
        default loss_good: Probability = 0,
        /// Probability that a packet is lost in the bad state.
        default loss_bad: Probability = 1,
        /// Whether only packets that carry data can be lost, of TCP or in datagrams. Others do
        /// not change the state then.
        default data_only: Flag = false,
        /// On a wire, which direction loses packets: "forward" is from the first of `between` to
        /// the second.
        default direction: Direction = "both",
        exactly one of (good_to_bad, mean_good)
    }
}
