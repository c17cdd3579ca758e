//! Channels as described by their keys.

use skyseam_base::Duration;
use skyseam_params::document::{self, Value};
use skyseam_params::{Catalogue, FileOf, Files, Format, Shape};

use super::*;
use crate::channel::values::SatelliteElevation;
use crate::channel::{
    ConstantLevel, Fontan, FontanEnvironment, LevelTrace, Levels, P681, P681Environment, WhenOver,
    built_in,
};

/// The channel of these keys; also checks that its printed form reads back as the same.
fn read(keys: &str) -> ChannelConfig {
    let mut files = Files::new();
    files.insert("f.csv", "t_s,level_db\n\n7.000,-0.5\n7.333,-3 # low\n7.667,1e-1\n8,-20\n");
    let read = |value: Option<&Spanned<Value>>| {
        let catalogue = Arc::new(Catalogue::default().with_all(built_in()));
        let format = Format { catalogue, ..Format::default() };
        let mut problems = Problems::of(keys, format).beside(&files);
        let document = value.cloned().or_else(|| document::read(keys, &mut problems)).unwrap();
        let own = Tried::read(&document, &mut problems).unwrap();
        let channel =
            channel(&Spanned::new(own, document.place), TableDirections::None, &mut problems);
        channel.unwrap_or_else(|| panic!("{}", problems.into_errors("test"))).0
    };
    let config = read(None);
    let printed = Value::of_json(&config.model.print()).unwrap();
    assert_eq!(read(Some(&Spanned::new(printed, SourceSpan::default()))), config);
    config
}

#[test]
fn a_channel_has_the_papers_values_where_nothing_else_is_said() {
    let config =
        read("kind = \"fontan\"\nenvironment = \"intermediate-tree-shadow\"\nspeed = \"60 km/h\"");
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
        "kind = \"fontan\"\nenvironment = \"open\"\nspeed = \"0.3 m/s\"\n\
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
    let level = read("kind = \"constant\"\nlevel = \"-3.25 dB\"");
    assert_eq!(level, ChannelConfig::with(ConstantLevel { level: -3.25 }));
    // One who stands still has no Doppler shift that a sample could miss.
    read("kind = \"fontan\"\nenvironment = \"open\"\nspeed = \"0 km/h\"\nsample = \"1 s\"");
}

#[test]
fn the_itu_model_has_no_elevation_of_its_own() {
    let config = read(
        "kind = \"p681\"\nenvironment = \"rural-wooded\"\nspeed = \"30 km/h\"\n\
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

/// Rounded instants cause neither gaps nor a different rate.
#[test]
fn a_trace_is_its_levels_at_equal_distances() {
    let config = read("kind = \"trace\"\nfile = \"f.csv\"\noffset = \"2 s\"");
    let sample = Duration::from_nanos(333_333_333);
    let levels = Levels::new(sample, vec![-0.5, -3.0, 0.1, -20.0]).unwrap();
    let file = FileOf::new("f.csv", levels);
    let (when_over, offset) = (WhenOver::Repeat, Duration::from_secs(2));
    assert_eq!(config, ChannelConfig::with(LevelTrace { file, when_over, offset }));
}
