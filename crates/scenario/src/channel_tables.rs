//! The tables of fading channels; part of [`crate::tables`].

use skyseam_net::channel::{FontanEnvironment, P681Environment, WhenOver};
use skyseam_net::config::Direction;

use crate::channel_names::ChannelKind;
use crate::shape::{kinds, table};
use crate::sky_values::FileName;
use crate::values::{PositiveSpan, Span};
use skyseam_net::channel::values::{Elevation, Frequency, Level, Speed};

table! {
    /// A file with a channel and nothing else.
    ChannelFile "ChannelFile" {
        /// The channel.
        required channel: ChannelTable,
    }
}

kinds! {
    /// How strong a link's signal is received over time, relative to an unobstructed line of sight.
    ChannelTable "Channel" by ChannelKind as "model" {
        Constant(ConstantTable),
        Fontan(FontanTable),
        P681(P681Table),
        Trace(ChannelTraceTable),
    }
}

table! {
    /// The same level all the time: noise without fading.
    ConstantTable "ConstantChannel" {
        /// The level.
        required level: Level,
        /// On a wire, which direction it concerns: "forward" is from the first of `between` to the
        /// second. Default: "forward".
        optional direction: Direction,
    }
}

table! {
    /// A mobile user whose line of sight is clear, moderately or deeply shadowed in turn, with Loo
    /// fading in each state and linear transitions between them.
    FontanTable "FontanChannel" {
        /// What the user moves through.
        required environment: FontanEnvironment,
        /// How fast; at "0 km/h" one state, one shadow and one phase hold for the whole run.
        required speed: Speed,
        /// Of the carrier; the parameters hold in the S band, from 2 GHz to 4 GHz.
        default frequency: Frequency = "2.2 GHz",
        /// Of the satellite; there are parameters for 40 deg only.
        default elevation: Elevation = "40 deg",
        /// From one level to the next; between them the level stays.
        default sample: PositiveSpan = "1 ms",
        /// How far into the course of the channel a run begins.
        default offset: Span = "0 s",
        /// On a wire, which direction it concerns: "forward" is from the first of `between` to the
        /// second. Default: "forward".
        optional direction: Direction,
    }
}

table! {
    /// A mobile user in good and bad stretches of log-normal length, each with a mean level of its
    /// own, with Loo fading and linear transitions between them.
    P681Table "P681Channel" {
        /// What the user moves through.
        required environment: P681Environment,
        /// How fast; at "0 km/h" one state, one shadow and one phase hold for the whole run.
        required speed: Speed,
        /// Of the carrier; the parameters hold in the S band, from 1.5 GHz to 3 GHz.
        default frequency: Frequency = "2.2 GHz",
        /// Of the satellite, one of those the environment has parameters for.
        required elevation: Elevation,
        /// From one level to the next; between them the level stays.
        default sample: PositiveSpan = "1 ms",
        /// How far into the course of the channel a run begins.
        default offset: Span = "0 s",
        /// On a wire, which direction it concerns: "forward" is from the first of `between` to the
        /// second. Default: "forward".
        optional direction: Direction,
    }
}

table! {
    /// Levels from a file.
    ChannelTraceTable "TraceChannel" {
        /// A file beside the scenario: CSV with the header `t_s,level_db`, times at equal distances
        /// and ascending, levels relative to an unobstructed line of sight. `skyseam channel`
        /// writes such files.
        required file: FileName,
        /// What holds after its last level.
        default when_over: WhenOver = "repeat",
        /// How far into the trace a run begins.
        default offset: Span = "0 s",
        /// On a wire, which direction it concerns: "forward" is from the first of `between` to the
        /// second. Default: "forward".
        optional direction: Direction,
    }
}
