//! Channels: what their models know, and which direction they concern.

use skyseam_net::channel::{ChannelConfig, ChannelModel};
use skyseam_net::config::Direction;
use skyseam_params::Chosen;

use crate::channel_tables::ChannelFile;
use crate::document::{At, Place};
use crate::error::Problems;
use crate::shape::Tried;

/// How a link's two directions are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Together: the link has a first and a second end.
    Ordered,
    /// Apart: a table is of one direction.
    Apart,
    /// Apart, and the table is that of a beam.
    Beam,
    /// There is no link: a channel by itself.
    None,
}

impl Ends {
    /// Notes a direction where a table is of one.
    pub(super) fn refuse_direction(self, place: &Place, problems: &mut Problems<'_>) {
        let why = match self {
            Self::Beam => "remove it: a beam leads to its users, and `back` describes the way back",
            Self::Ordered | Self::Apart | Self::None => {
                "remove it: uplinks and downlinks are described apart"
            }
        };
        problems.add(place, "`direction` belongs to wires, whose ends have an order").help(why);
    }
}

/// The channel of a file that has nothing else.
pub(crate) fn channel_alone(
    file: &ChannelFile,
    problems: &mut Problems<'_>,
) -> Option<ChannelConfig> {
    channel(file.channel.as_ref()?, Ends::None, problems).map(|(channel, _)| channel)
}

/// The channel that `own` describes, and the direction that has it.
pub(super) fn channel(
    own: &At<Tried<Chosen<dyn ChannelModel>>>,
    ends: Ends,
    problems: &mut Problems<'_>,
) -> Option<(ChannelConfig, Direction)> {
    let own = own.read.as_ref()?;
    let model = own.model(problems);
    if let Some(given) = own.common.direction {
        // What a beam's channel concerns anyway may be said.
        let is_right = match ends {
            Ends::Ordered => true,
            Ends::Apart | Ends::None => false,
            Ends::Beam => given == Direction::Forward,
        };
        if !is_right {
            ends.refuse_direction(&own.keys.at("direction"), problems);
            return None;
        }
    }
    let direction = match ends {
        Ends::Apart | Ends::None => Direction::Both,
        Ends::Beam => Direction::Forward,
        Ends::Ordered => own.common.direction.unwrap_or(Direction::Forward),
    };
    let model = model?;
    if model.follows_satellite() && ends != Ends::Apart {
        let why = match ends {
            Ends::Ordered => "a wire has no satellite whose elevation a channel could follow",
            Ends::Beam => "a beam has no satellite whose elevation a channel could follow",
            Ends::Apart | Ends::None => "without a constellation there is no satellite to follow",
        };
        problems
            .add(&own.keys.at("elevation"), why)
            .expected("an angle, such as elevation = \"30 deg\"")
            .help("the channels of `links.uplink`, `links.downlink` and terminals can follow one");
        return None;
    }
    Some((ChannelConfig::of(model), direction))
}

#[cfg(test)]
mod tests {
    use skyseam_base::Duration;
    use skyseam_net::channel::values::SatelliteElevation;
    use skyseam_net::channel::{
        Constant, Fontan, FontanEnvironment, Levels, P681, P681Environment, Trace, WhenOver,
    };
    use skyseam_params::{FileOf, Files};

    use super::*;
    use crate::parse_channel;

    /// The channel of these keys; also what is printed of it reads back as the same.
    fn read(keys: &str) -> ChannelConfig {
        let read = |text: &str| {
            let mut files = Files::new();
            files
                .insert("f.csv", "t_s,level_db\n\n7.000,-0.5\n7.333,-3 # low\n7.667,1e-1\n8,-20\n");
            let parsed = parse_channel(text, "test.toml", &files);
            parsed.unwrap_or_else(|errors| panic!("{errors}"))
        };
        let config = read(&format!("[channel]\n{keys}"));
        let json = serde_json::json!({ "channel": config.model.print() });
        let toml: toml::Table = serde_json::from_value(json).unwrap();
        assert_eq!(read(&toml::to_string(&toml).unwrap()), config);
        config
    }

    #[test]
    fn a_channel_has_the_papers_values_where_nothing_else_is_said() {
        let config = read(
            "model = \"fontan\"\nenvironment = \"intermediate-tree-shadow\"\nspeed = \"60 km/h\"",
        );
        let expected = Fontan {
            environment: FontanEnvironment::IntermediateTreeShadow,
            speed: 60.0 / 3.6,
            frequency: 2_200_000_000,
            elevation: 40.0,
            sample: Duration::from_millis(1),
            offset: Duration::ZERO,
        };
        assert_eq!(config, ChannelConfig::with(expected));
    }

    #[test]
    fn every_key_counts() {
        let config = read(
            "model = \"fontan\"\nenvironment = \"open\"\nspeed = \"0.3 m/s\"\n\
             frequency = \"2500.5 MHz\"\nelevation = \"40.0 deg\"\nsample = \"2 ms\"\n\
             offset = \"51 s\"",
        );
        let expected = Fontan {
            environment: FontanEnvironment::Open,
            speed: 0.3,
            frequency: 2_500_500_000,
            elevation: 40.0,
            sample: Duration::from_millis(2),
            offset: Duration::from_secs(51),
        };
        assert_eq!(config, ChannelConfig::with(expected));
        assert_eq!(config.offset, Duration::from_secs(51));
        let level = read("model = \"constant\"\nlevel = \"-3.25 dB\"");
        assert_eq!(level, ChannelConfig::with(Constant { level: -3.25 }));
        // One who stands still has no Doppler shift that a sample could miss.
        read("model = \"fontan\"\nenvironment = \"open\"\nspeed = \"0 km/h\"\nsample = \"1 s\"");
    }

    #[test]
    fn the_itu_model_has_no_elevation_of_its_own() {
        let config = read(
            "model = \"p681\"\nenvironment = \"rural-wooded\"\nspeed = \"30 km/h\"\n\
             elevation = \"70 deg\"\nfrequency = \"1.5 GHz\"",
        );
        let expected = P681 {
            environment: P681Environment::RuralWooded,
            speed: 30.0 / 3.6,
            frequency: 1_500_000_000,
            elevation: SatelliteElevation::Fixed(70.0),
            sample: Duration::from_millis(1),
            offset: Duration::ZERO,
        };
        assert_eq!(config, ChannelConfig::with(expected));
    }

    /// Rounded instants make no gap and no other rate.
    #[test]
    fn a_trace_is_its_levels_at_equal_distances() {
        let config = read("model = \"trace\"\nfile = \"f.csv\"\noffset = \"2 s\"");
        let sample = Duration::from_nanos(333_333_333);
        let levels = Levels::new(sample, vec![-0.5, -3.0, 0.1, -20.0]).unwrap();
        let file = FileOf::new("f.csv", levels);
        let (when_over, offset) = (WhenOver::Repeat, Duration::from_secs(2));
        assert_eq!(config, ChannelConfig::with(Trace { file, when_over, offset }));
    }
}
