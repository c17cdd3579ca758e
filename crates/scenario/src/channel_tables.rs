//! A file with a channel alone; part of [`crate::tables`].

use skyseam_net::channel::ChannelModel;
use skyseam_params::Chosen;

use crate::shape::{Tried, table};

table! {
    /// A file with a channel and nothing else.
    ChannelFile "ChannelFile" {
        /// The channel.
        required channel: Tried<Chosen<dyn ChannelModel>>,
    }
}
