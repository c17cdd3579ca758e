//! What a world numbers beside nodes and flows. Each number is an index of a table.

use skyseam_base::{FlowId, id};

id! {
    /// A `[[flows]]` entry of a scenario.
    pub(crate) SeriesId "series"
}

id! {
    /// One end of a flow: even for its sender, odd for its receiver.
    pub(crate) EndpointId "endpoint"
}

id! {
    /// A direction of a link, or what several links share.
    pub(crate) TransmitterId "transmitter"
}

id! {
    /// The receiving side of a link with HARQ.
    pub(crate) ReceiverId "receiver"
}

id! {
    /// A course of fading.
    pub(crate) ChannelId "channel"
}

id! {
    /// A transmitter with HARQ and one of its receivers.
    pub(crate) LaneId "lane"
}

id! {
    /// Those who share a link, or several.
    pub(crate) GroupId "group"
}

id! {
    /// A carrier that users share by turns, or one for each satellite.
    pub(crate) CarrierId "carrier"
}

impl EndpointId {
    /// The end of a flow that opens it.
    pub const fn sender_of(flow: FlowId) -> Self {
        Self(2 * flow.0)
    }

    /// Its other end.
    pub const fn receiver_of(flow: FlowId) -> Self {
        Self(2 * flow.0 + 1)
    }

    /// Whose end it is.
    pub const fn flow(self) -> FlowId {
        FlowId(self.0 / 2)
    }

    /// Whether it is the end that opens the flow.
    pub const fn is_sender(self) -> bool {
        self.0.is_multiple_of(2)
    }
}
