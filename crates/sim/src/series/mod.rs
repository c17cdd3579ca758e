//! The series that a scenario can record, one file each, and the collector that passes events to
//! them.
//!
//! A series is a file here, its `mod` line and its line in [`built_in`]; its name, columns, units
//! and documentation are declared in that file. A program adds its own to the set that it passes to
//! the scenario's reader: `built_in().with::<Mine>()`. The files `drops`, `pages`, `responses` and
//! `throughput` are tables of the same form that `run.record` does not name.

mod access;
mod class_packets;
mod collector;
mod cwnd;
mod delayed_acks;
mod drops;
mod group_throughput;
mod handovers;
mod harq_packets;
mod pages;
mod queue;
mod rate;
mod responses;
mod retransmissions;
mod routes;
mod rtt;
mod segments;
mod sequence;
mod spurious;
mod throughput;
mod udp_packets;
mod videos;
mod voice_packets;
mod web_objects;

use skyseam_trace::{Columns, SeriesSet};

use crate::flow_tables::{ClassesTable, FlowsTable, LinksTable};
use crate::harq::HarqTable;
use crate::udp::UdpTable;
use crate::users::{SessionsTable, UsersTable};
use crate::video::VideosTable;
use crate::voice::{LossesTable, VoiceTable};

pub(crate) use collector::{Collector, Note};
pub(crate) use group_throughput::GroupThroughput;
pub(crate) use handovers::state as state_handovers;
pub(crate) use videos::VideoProgress;

/// Every table of a run in this crate, in the order in which messages list them.
pub fn built_in() -> SeriesSet {
    SeriesSet::default()
        .with_unasked(FlowsTable::SPEC, "always")
        .with_unasked(drops::Drops::SPEC, "always")
        .with_unasked(LinksTable::SPEC, "always")
        .with_unasked(ClassesTable::SPEC, "where a queue is [`ets`](models/links.md)")
        .with_unasked(HarqTable::SPEC, "where a link has [HARQ](models/harq.md)")
        .with_unasked(VoiceTable::SPEC, "where a flow is [voice](models/voice.md#in-the-results)")
        .with_unasked(LossesTable::SPEC, "where a flow is voice")
        .with_unasked(UdpTable::SPEC, "where a flow is [UDP](models/udp.md#in-the-results)")
        .with_unasked(VideosTable::SPEC, "where a flow is [video](models/video.md#in-the-results)")
        .with_unasked(
            responses::Responses::SPEC,
            "where a flow is [request-response](models/applications.md)",
        )
        .with_unasked(UsersTable::SPEC, "where there are [users](users.md)")
        .with_unasked(SessionsTable::SPEC, "where there are users")
        .with_unasked(pages::Pages::SPEC, "where a flow is [web](models/web.md#in-the-results)")
        .with_unasked(throughput::Rows::SPEC, "`throughput_bin = \"1 s\"`")
        .with_unasked(group_throughput::Rows::SPEC, "`group_throughput_bin = \"1 s\"`")
        .with::<cwnd::Cwnd>()
        .with::<rtt::Rtt>()
        .with::<retransmissions::Retransmissions>()
        .with::<delayed_acks::DelayedAcks>()
        .with::<queue::Queue>()
        .with::<class_packets::ClassPackets>()
        .with::<sequence::Sequence>()
        .with::<rate::Rate>()
        .with::<handovers::Handovers>()
        .with::<routes::Routes>()
        .with::<harq_packets::HarqPackets>()
        .with::<voice_packets::VoicePackets>()
        .with::<udp_packets::UdpPackets>()
        .with::<segments::Segments>()
        .with::<access::Access>()
        .with::<web_objects::WebObjects>()
}
