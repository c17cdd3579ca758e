//! Ids of a world in addition to those of nodes and flows. Each is an index into a table.

use skyseam_base::{FlowId, id};

id! {
    /// A `[[flows]]` entry of a scenario.
    pub(crate) SeriesId "series"
}

id! {
    /// An endpoint of a flow: even for its sender, odd for its receiver.
    pub(crate) EndpointId "endpoint"
}

id! {
    /// The transmitter of one direction of a link, or of several links that share it.
    pub(crate) TransmitterId "transmitter"
}

id! {
    /// The receiving side of a link with HARQ.
    pub(crate) ReceiverId "receiver"
}

id! {
    /// A fading channel.
    pub(crate) ChannelId "channel"
}

id! {
    /// A transmitter with HARQ and one of its receivers.
    pub(crate) LaneId "lane"
}

id! {
    /// A group of users who share a link, or several.
    pub(crate) GroupId "group"
}

id! {
    /// A carrier that users share, or one for each satellite.
    pub(crate) CarrierId "carrier"
}

impl EndpointId {
    /// The endpoint of a flow that opens it.
    pub const fn sender_of(flow: FlowId) -> Self {
        Self(2 * flow.0)
    }

    /// The endpoint of a flow that does not open it.
    pub const fn receiver_of(flow: FlowId) -> Self {
        Self(2 * flow.0 + 1)
    }

    /// Flow of the endpoint.
    pub const fn flow(self) -> FlowId {
        FlowId(self.0 / 2)
    }

    /// Whether this endpoint opens the flow.
    pub(crate) const fn is_sender(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// Names in results, by number.
pub(crate) struct LinkNames {
    pub links: Vec<String>,
    /// Receivers of links with HARQ.
    pub receivers: Vec<String>,
}
