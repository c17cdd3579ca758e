//! Value types of the keys of link budgets.

use serde_json::{Map, Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::shape::entries;
use skyseam_params::values::{plain_number, quantity};
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value, units};

quantity! {
    /// A carrier frequency, Hz.
    CarrierFrequency(u64) in units::FREQUENCY,
    accepts |hertz| (100_000_000..=350_000_000_000).contains(&hertz),
    expected "a frequency from 100 MHz to 350 GHz", such as "20 GHz"
}

quantity! {
    /// A bandwidth, Hz.
    Bandwidth(u64) in units::FREQUENCY,
    accepts |hertz| (1_000..=100_000_000_000).contains(&hertz),
    expected "a bandwidth from 1 kHz to 100 GHz", such as "250 MHz"
}

quantity! {
    /// A power, dBW.
    Power(f64) in units::POWER signed,
    accepts |dbw| (-100.0..=150.0).contains(&dbw),
    expected "a power from -100 dBW to 150 dBW (dBm less 30)", such as "46.2 dBW"
}

quantity! {
    /// A gain of an antenna, dBi.
    Gain(f64) in units::GAIN signed,
    accepts |dbi| (-50.0..=100.0).contains(&dbi),
    expected "a gain from -50 dBi to 100 dBi", such as "33.2 dBi"
}

quantity! {
    /// A figure of merit G/T, dB/K.
    FigureOfMerit(f64) in units::MERIT signed,
    accepts |db| (-100.0..=100.0).contains(&db),
    expected "a G/T from -100 dB/K to 100 dB/K", such as "9.2 dB/K"
}

quantity! {
    /// A noise temperature, K.
    NoiseTemperature(f64) in units::TEMPERATURE,
    accepts |kelvin| (1.0..=100_000.0).contains(&kelvin),
    expected "a temperature from 1 K to 100000 K", such as "250 K"
}

quantity! {
    /// A temperature of air, K.
    AirTemperature(f64) in units::TEMPERATURE,
    accepts |kelvin| (200.0..=330.0).contains(&kelvin),
    expected "a temperature from 200 K to 330 K", such as "284 K"
}

quantity! {
    /// A loss, dB.
    Loss(f64) in units::LEVEL,
    accepts |db| (0.0..=300.0).contains(&db),
    expected "a loss from 0 dB to 300 dB", such as "0.5 dB"
}

quantity! {
    /// A ratio of powers, dB.
    PowerRatio(f64) in units::LEVEL signed,
    accepts |db| (-100.0..=100.0).contains(&db),
    expected "a ratio from -100 dB to 100 dB", such as "25 dB"
}

quantity! {
    /// A diameter of an antenna, m.
    Diameter(f64) in units::METRES,
    accepts |metres| (0.01..=100.0).contains(&metres),
    expected "a diameter from 0.01 m to 100 m", such as "1.8 m"
}

quantity! {
    /// An angle, degrees.
    Angle(f64) in units::ANGLE,
    accepts |deg| (0.0..=180.0).contains(&deg),
    expected "an angle from 0 deg to 180 deg", such as "0.2 deg"
}

quantity! {
    /// A width of a beam, degrees.
    BeamWidth(f64) in units::ANGLE,
    accepts |deg| (0.01..=180.0).contains(&deg),
    expected "an angle from 0.01 deg to 180 deg", such as "2.2 deg"
}

quantity! {
    /// An elevation at which the methods for the atmosphere hold, degrees.
    Elevation(f64) in units::ANGLE,
    accepts |deg| (5.0..=90.0).contains(&deg),
    expected "an elevation from 5 deg to 90 deg", such as "40 deg"
}

quantity! {
    /// A percentage of an average year in which an attenuation is exceeded.
    PercentOfYear(f64) in units::PERCENT,
    accepts |percent| (0.001..=1.0).contains(&percent),
    expected "a percentage of the year from 0.001 % to 1 %", such as "0.1 %"
}

quantity! {
    /// A rain rate, mm/h.
    RainRate(f64) in units::RAIN_RATE,
    accepts |rate| (0.0..=300.0).contains(&rate),
    expected "a rain rate from 0 mm/h to 300 mm/h", such as "26.5 mm/h"
}

quantity! {
    /// A density of water vapour, g/m3.
    VapourDensity(f64) in units::DENSITY,
    accepts |density| (0.0..=60.0).contains(&density),
    expected "a density from 0 g/m3 to 60 g/m3", such as "13.8 g/m3"
}

quantity! {
    /// A content of water of a vertical column, kg/m2.
    ColumnContent(f64) in units::COLUMN,
    accepts |column| (0.0..=100.0).contains(&column),
    expected "a content from 0 kg/m2 to 100 kg/m2", such as "33.7 kg/m2"
}

quantity! {
    /// A height above sea level, km.
    Height(f64) in units::KILOMETRES,
    accepts |km| (0.0..=8.0).contains(&km),
    expected "a height from 0 m to 8 km", such as "2.45 km"
}

quantity! {
    /// An altitude of a satellite, km.
    OrbitAltitude(f64) in units::KILOMETRES,
    accepts |km| (100.0..=500_000.0).contains(&km),
    expected "an altitude from 100 km to 500000 km", such as "550 km"
}

quantity! {
    /// An interval between choices of the mode.
    AdaptationInterval(Duration) in units::TIME,
    accepts |span| (Duration::from_millis(100)..=Duration::from_secs(3600)).contains(&span),
    expected "an interval from 100 ms to 1 h", such as "1 s"
}

plain_number! {
    /// A roll-off factor, the exponent of a scan loss.
    Factor from 0.0 to 10.0
}

plain_number! {
    /// A share of a tenth at least.
    Share from 0.1 to 1.0
}

plain_number! {
    /// Wet term of the radio refractivity.
    Refractivity from 0.0 to 200.0
}

/// Losses by name, dB.
#[derive(Clone, Debug, PartialEq)]
pub struct Losses(pub Vec<(String, f64)>);

impl Shape for Losses {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let mut losses = Vec::new();
        for entry in entries(value, problems)? {
            let loss = Loss::read(&entry.value, problems)?;
            losses.push((entry.key.value.clone(), loss.0));
        }
        Some(Self(losses))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "type": "object", "additionalProperties": Loss::schema(definitions) })
    }
}

impl Parameter for Losses {
    type Own = Vec<(String, f64)>;

    fn own(self) -> Self::Own {
        self.0
    }

    fn print(own: &Self::Own) -> Json {
        let losses = own.iter().map(|(name, db)| (name.clone(), Loss::print(db)));
        Json::Object(losses.collect::<Map<_, _>>())
    }
}
