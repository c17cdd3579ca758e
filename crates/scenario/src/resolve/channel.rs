//! Channels: what their models know, and which direction they concern.

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_net::channel::{
    ChannelConfig, ChannelModel, ChannelTrace, FONTAN_BAND_HZ, FONTAN_ELEVATIONS_DEG, LmsConfig,
    MobileUser, P681_BAND_HZ,
};
use skyseam_net::config::Direction;

use crate::channel_tables::{ChannelFile, ChannelTable, ChannelTraceTable, FontanTable, P681Table};
use crate::document::{At, Place};
use crate::error::Problems;
use crate::files::{Files, channel_trace};
use crate::units::{print_duration, print_frequency};
use crate::values::PositiveSpan;
use skyseam_net::channel::values::{Elevation, Frequency, Speed};

/// How a link's two directions are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Together: the link has a first and a second end.
    Ordered,
    /// Apart: a table is of one direction.
    Apart,
    /// Apart, and the table is that of a beam.
    Beam,
}

impl Ends {
    /// Notes a direction where a table is of one.
    pub(super) fn refuse_direction(self, place: &Place, problems: &mut Problems<'_>) {
        let why = match self {
            Self::Beam => "remove it: a beam leads to its users, and `back` describes the way back",
            Self::Ordered | Self::Apart => "remove it: uplinks and downlinks are described apart",
        };
        problems.add(place, "`direction` belongs to wires, whose ends have an order").help(why);
    }
}

/// The channel of a file that has nothing else.
pub(crate) fn channel_alone(
    file: &ChannelFile,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<ChannelConfig> {
    channel(file.channel.as_ref()?, Ends::Apart, files, problems).map(|(channel, _)| channel)
}

/// The channel that `table` describes, and the direction that has it.
pub(super) fn channel(
    table: &At<ChannelTable>,
    ends: Ends,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<(ChannelConfig, Direction)> {
    let (model, offset, direction) = match &table.value {
        ChannelTable::Constant(own) => {
            let level_db = own.level.as_ref().map(|level| level.0);
            let model = level_db.map(|level_db| ChannelModel::Constant { level_db });
            (model, Some(Duration::ZERO), &own.direction)
        }
        ChannelTable::Fontan(own) => {
            let offset = own.offset.as_ref().map(|offset| offset.0);
            (fontan(own, problems), offset, &own.direction)
        }
        ChannelTable::P681(own) => {
            let offset = own.offset.as_ref().map(|offset| offset.0);
            (p681(own, problems), offset, &own.direction)
        }
        ChannelTable::Trace(own) => {
            let offset = own.offset.as_ref().map(|offset| offset.0);
            (trace(own, files, problems), offset, &own.direction)
        }
    };
    if let Some(own) = direction {
        // What a beam's channel concerns anyway may be said.
        let is_right = match ends {
            Ends::Ordered => true,
            Ends::Apart => false,
            Ends::Beam => own.value == Direction::Forward,
        };
        if !is_right {
            ends.refuse_direction(&own.place, problems);
            return None;
        }
    }
    let direction = match ends {
        Ends::Apart => Direction::Both,
        Ends::Beam => Direction::Forward,
        Ends::Ordered => direction.as_ref().map_or(Direction::Forward, |own| own.value),
    };
    Some((ChannelConfig { model: model?, offset: offset? }, direction))
}

fn fontan(table: &FontanTable, problems: &mut Problems<'_>) -> Option<ChannelModel> {
    let limits =
        Limits { model: "fontan", band_hz: FONTAN_BAND_HZ, elevations_deg: FONTAN_ELEVATIONS_DEG };
    let keys = Keys {
        speed: &table.speed,
        frequency: &table.frequency,
        elevation: &table.elevation,
        sample: &table.sample,
    };
    let user = user(&keys, &limits, problems);
    let environment = table.environment.as_ref()?.value;
    Some(ChannelModel::Fontan(LmsConfig { environment, user: user? }))
}

fn p681(table: &P681Table, problems: &mut Problems<'_>) -> Option<ChannelModel> {
    let environment = table.environment.as_ref()?.value;
    let limits = Limits {
        model: "p681",
        band_hz: P681_BAND_HZ,
        elevations_deg: environment.elevations_deg(),
    };
    let keys = Keys {
        speed: &table.speed,
        frequency: &table.frequency,
        elevation: &table.elevation,
        sample: &table.sample,
    };
    let user = user(&keys, &limits, problems)?;
    Some(ChannelModel::P681(LmsConfig { environment, user }))
}

fn trace(
    table: &ChannelTraceTable,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<ChannelModel> {
    let name = table.file.as_ref()?;
    let (sample, levels_db) = channel_trace::read(files.text(name, problems)?, name, problems)?;
    let when_over = table.when_over.as_ref()?.value;
    // What would be no trace was noted above.
    let trace = ChannelTrace::new(name.0.clone(), sample, levels_db, when_over)?;
    Some(ChannelModel::Trace(Arc::new(trace)))
}

/// The keys of a mobile user.
struct Keys<'t> {
    speed: &'t Option<At<Speed>>,
    frequency: &'t Option<At<Frequency>>,
    elevation: &'t Option<At<Elevation>>,
    sample: &'t Option<At<PositiveSpan>>,
}

/// Where the parameters of a model hold.
struct Limits {
    model: &'static str,
    band_hz: (f64, f64),
    elevations_deg: &'static [f64],
}

/// The user who moves, where the model knows his surroundings.
fn user(keys: &Keys<'_>, limits: &Limits, problems: &mut Problems<'_>) -> Option<MobileUser> {
    let Limits { model, band_hz: (least, most), elevations_deg } = limits;
    let mut knows = true;
    if let Some(frequency) = keys.frequency
        && !(*least..=*most).contains(&(frequency.0 as f64))
    {
        let band = [least, most].map(|hertz| print_frequency(*hertz as u64));
        knows = false;
        problems
            .add(&frequency.place, format!("the model \"{model}\" has no such frequency"))
            .found(format!("\"{}\"", print_frequency(frequency.0)))
            .expected(format!("a frequency from {} to {}", band[0], band[1]))
            .help("its parameters were measured in that band; others give other ones");
    }
    if let Some(elevation) = keys.elevation
        && !elevations_deg.contains(&elevation.0)
    {
        knows = false;
        let known: Vec<String> =
            elevations_deg.iter().map(|deg| format!("\"{deg} deg\"")).collect();
        problems
            .add(&elevation.place, format!("the model \"{model}\" has no such elevation"))
            .found(format!("\"{} deg\"", elevation.0))
            .expected(match &known[..] {
                [only] => only.clone(),
                several => format!("one of {}", several.join(", ")),
            })
            .help("there are no parameters for others, and none are made up between them");
    }
    let user = MobileUser {
        speed_mps: keys.speed.as_ref()?.0,
        frequency_hz: keys.frequency.as_ref()?.0 as f64,
        elevation_deg: keys.elevation.as_ref()?.0,
        sample: keys.sample.as_ref()?.0,
    };
    if !knows {
        return None;
    }
    if let (Some(longest), Some(sample)) = (user.longest_sample(), keys.sample)
        && sample.0 > longest
    {
        problems
            .add(&sample.place, "`sample` is too coarse for the Doppler shift")
            .found(format!("\"{}\"", print_duration(sample.0)))
            .expected(format!(
                "at most {} us: a quarter of a period of {:.1} Hz",
                longest.as_nanos() / 1000,
                user.doppler_hz()
            ));
        return None;
    }
    Some(user)
}

#[cfg(test)]
mod tests {
    use skyseam_net::channel::{FontanEnvironment, P681Environment, WhenOver};

    use super::*;
    use crate::parse_channel;
    use crate::resolved_channel::channel as printed;

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
        let json = serde_json::json!({ "channel": printed(&config) });
        let toml: toml::Table = serde_json::from_value(json).unwrap();
        assert_eq!(read(&toml::to_string(&toml).unwrap()), config);
        config
    }

    #[test]
    fn a_channel_has_the_papers_values_where_nothing_else_is_said() {
        let config = read(
            "model = \"fontan\"\nenvironment = \"intermediate-tree-shadow\"\nspeed = \"60 km/h\"",
        );
        let ChannelModel::Fontan(lms) = &config.model else { panic!("{config:?}") };
        assert_eq!(lms.environment, FontanEnvironment::IntermediateTreeShadow);
        assert_eq!(config.offset, Duration::ZERO);
        let expected = MobileUser {
            speed_mps: 60.0 / 3.6,
            frequency_hz: 2.2e9,
            elevation_deg: 40.0,
            sample: Duration::from_millis(1),
        };
        assert_eq!(lms.user, expected);
    }

    #[test]
    fn every_key_counts() {
        let config = read(
            "model = \"fontan\"\nenvironment = \"open\"\nspeed = \"0.3 m/s\"\n\
             frequency = \"2500.5 MHz\"\nelevation = \"40.0 deg\"\nsample = \"2 ms\"\n\
             offset = \"51 s\"",
        );
        let ChannelModel::Fontan(lms) = &config.model else { panic!("{config:?}") };
        assert_eq!((lms.user.speed_mps, lms.user.frequency_hz), (0.3, 2.5005e9));
        assert_eq!(
            (lms.user.sample, config.offset),
            (Duration::from_millis(2), Duration::from_secs(51))
        );
        let level = read("model = \"constant\"\nlevel = \"-3.25 dB\"");
        assert_eq!(level.model, ChannelModel::Constant { level_db: -3.25 });
        // One who stands still has no Doppler shift that a sample could miss.
        read("model = \"fontan\"\nenvironment = \"open\"\nspeed = \"0 km/h\"\nsample = \"1 s\"");
    }

    #[test]
    fn the_itu_model_has_no_elevation_of_its_own() {
        let config = read(
            "model = \"p681\"\nenvironment = \"rural-wooded\"\nspeed = \"30 km/h\"\n\
             elevation = \"70 deg\"\nfrequency = \"1.5 GHz\"",
        );
        let ChannelModel::P681(lms) = &config.model else { panic!("{config:?}") };
        assert_eq!(lms.environment, P681Environment::RuralWooded);
        assert_eq!((lms.user.elevation_deg, lms.user.frequency_hz), (70.0, 1.5e9));
    }

    /// Rounded instants make no gap and no other rate.
    #[test]
    fn a_trace_is_its_levels_at_equal_distances() {
        let config = read("model = \"trace\"\nfile = \"f.csv\"\noffset = \"2 s\"");
        let ChannelModel::Trace(trace) = &config.model else { panic!("{config:?}") };
        assert_eq!(trace.levels_db(), [-0.5, -3.0, 0.1, -20.0]);
        assert_eq!(trace.sample(), Duration::from_nanos(333_333_333));
        assert_eq!((trace.when_over(), config.offset), (WhenOver::Repeat, Duration::from_secs(2)));
    }
}
