//! Keys of link budgets: the table `link_budget`, its ends and its climate.
//!
//! A budget that was read gives the [`LinkBudget`] that it describes; [`crate::file`] has the files
//! that hold several.

pub mod antenna;
pub mod preset;
pub mod values;
pub mod weather;

use skyseam_base::Duration;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::Span;
use skyseam_params::{Keys, Problems, SourceSpan, Value, parameters};

use self::antenna::AntennaKeys;
use self::preset::BudgetPreset;
use self::values::{
    AdaptationInterval, AirTemperature, Angle, Bandwidth, CarrierFrequency, ColumnContent, Factor,
    FigureOfMerit, Height, Loss, Losses, NoiseTemperature, PercentOfYear, Power, PowerRatio,
    RainRate, Refractivity, Share, VapourDensity,
};
use self::weather::{WeatherKeys, WeatherKind};
use crate::atmosphere::{Attenuation, Carrier, Climate, Exceedance, FREQUENCIES_GHZ};
use crate::budget::{Antenna, Direction, LinkBudget, Receiver, Transmitter};
use crate::gas::Air;
use crate::modcod::{AdaptiveCoding, ModeTable};

parameters! {
    /// A link budget: power, losses and noise of a radio link, and the modes of modulation and
    /// coding among which the link chooses the most efficient one that holds.
    pub struct LinkBudgetKeys, check check_together {
        /// Link budget of a system, whose keys stand for those that are absent here; a key, such as
        /// `receiver`, replaces its whole. Without it `frequency`, `bandwidth`, `transmitter`,
        /// `receiver` and `modcods` are required. Default: none.
        preset: Option<BudgetPreset> = None,
        /// Carrier frequency.
        frequency: CarrierFrequency,
        /// Occupied bandwidth.
        bandwidth: Bandwidth,
        /// Roll-off factor: the symbol rate is the bandwidth divided by 1 more than it.
        roll_off: Factor = 0.0,
        /// End that transmits.
        transmitter: TransmitterKeys,
        /// End that receives.
        receiver: ReceiverKeys,
        /// Further losses by name, such as `{ polarisation = "0.5 dB" }`.
        losses: Losses = Vec::new(),
        /// Ratios of the carrier to each interference in the occupied bandwidth.
        c_over_i: skyseam_params::shape::List<PowerRatio> = Vec::new(),
        /// Ratio of interference to noise. Default: none.
        i_over_n: Option<PowerRatio> = None,
        /// Tilt of the polarisation against the horizontal; 45 deg for a circular one.
        tilt: Angle = 45.0,
        /// Climate of the place on the ground. Default: no attenuation by the atmosphere.
        climate: Option<ClimateKeys> = None,
        /// Percentage of an average year in which the attenuation is exceeded. Default: clear sky,
        /// attenuation by gases alone.
        exceeded: Option<PercentOfYear> = None,
        /// Weather over time, in place of `exceeded`. Default: the same attenuation all the time.
        weather: Option<WeatherKeys> = None,
        /// Tables of modes of modulation and coding.
        modcods: skyseam_params::shape::List<ModeTable>,
        /// Margin added to the threshold of each mode.
        margin: Loss = 0.0,
        /// Level above the threshold of a better mode from which a link in a run changes to it.
        hysteresis: Loss = 0.0,
        /// Delay of the loop of a link in a run: the mode follows the Es/N0 of this long ago.
        /// Packets sent in a mode whose threshold no longer holds are lost.
        loop_delay: Span = Duration::ZERO,
        /// Interval at which a link in a run chooses its mode.
        adaptation: AdaptationInterval = Duration::from_secs(1),
        /// Share of the information bits that carries frames of the link.
        framing_efficiency: Share = 1.0,
    }
}

parameters! {
    /// The transmitting end: its EIRP, or an amplifier with an antenna.
    pub struct TransmitterKeys, check check_end, exactly one of (eirp, power) {
        /// Effective isotropic radiated power (EIRP) towards the receiver.
        eirp: Option<Power> = None,
        /// Power of the amplifier at saturation.
        power: Option<Power> = None,
        /// Output back-off of the amplifier.
        back_off: Loss = 0.0,
        /// Loss between amplifier and antenna.
        feed_loss: Loss = 0.0,
        /// Antenna of the amplifier.
        antenna: Option<AntennaKeys> = None,
    }
}

parameters! {
    /// The receiving end: its G/T, or an antenna with a noise temperature.
    pub struct ReceiverKeys, check check_end, exactly one of (g_over_t, antenna) {
        /// Figure of merit G/T under a clear sky.
        g_over_t: Option<FigureOfMerit> = None,
        /// Noise temperature of the receiver with its antenna, at the antenna's output, under a
        /// clear sky. Clouds and rain add to it on the ground; beside `g_over_t` it says how much.
        noise_temperature: Option<NoiseTemperature> = None,
        /// Loss between antenna and receiver that the noise temperature does not include.
        feed_loss: Loss = 0.0,
        /// Antenna of the receiver.
        antenna: Option<AntennaKeys> = None,
    }
}

parameters! {
    /// Climate of a place, as ITU-R P.618 needs it: values of the ITU's digital maps, or of local
    /// measurements. Those of water are the ones exceeded in 1 % of the year.
    pub struct ClimateKeys {
        /// Latitude of the place.
        latitude: skyseam_params::values::Latitude,
        /// Altitude above sea level (P.1511).
        altitude: Height = 0.0,
        /// Mean annual temperature at the surface (P.1510).
        temperature: AirTemperature,
        /// Rain rate exceeded in 0.01 % of the year (P.837).
        rain_rate: RainRate,
        /// Mean height of rain above sea level: the isotherm of 0 degrees Celsius and 360 m
        /// (P.839).
        rain_height: Height,
        /// Density of water vapour at the surface (P.836).
        vapour: VapourDensity,
        /// Content of water vapour of a vertical column (P.836). Default: from `vapour`, by the
        /// equivalent height of P.676.
        vapour_column: Option<ColumnContent> = None,
        /// Content of liquid water of a vertical column, reduced to 0 degrees Celsius (P.840).
        liquid: ColumnContent,
        /// Median wet term of the radio refractivity at the surface (P.453).
        wet_refractivity: Refractivity,
    }
}

impl Named for Direction {
    const WHAT: &'static str = "a direction";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Up, "up", "the ground transmits", ""),
            choice(Self::Down, "down", "the satellite transmits", ""),
        ]
    }
}

impl Named for ModeTable {
    const WHAT: &'static str = "a table of modes";

    fn choices() -> Vec<Choice<Self>> {
        let tables = Self::BUILT_IN.into_iter();
        tables.map(|table| choice(table, table.name, table.summary, table.source)).collect()
    }
}

impl TransmitterKeys {
    fn check_end(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if keys.has("power") {
            if !keys.has("antenna") {
                let expected =
                    "an antenna, such as { pattern = \"parabola\", diameter = \"1.8 m\" }";
                problems.require("antenna", keys.table(), expected);
            }
            return;
        }
        // Losses of nothing stand in a scenario that was printed with every default.
        let said = [
            ("back_off", self.back_off > 0.0),
            ("feed_loss", self.feed_loss > 0.0),
            ("antenna", keys.has("antenna")),
        ];
        for (key, _) in said.into_iter().filter(|(_, is_said)| *is_said) {
            no_effect(key, "power", keys, problems);
        }
    }

    fn end(&self) -> Option<Transmitter> {
        if let Some(eirp_dbw) = self.eirp {
            return Some(Transmitter::Eirp(eirp_dbw));
        }
        Some(Transmitter::Amplifier {
            power_dbw: self.power?,
            back_off_db: self.back_off,
            feed_loss_db: self.feed_loss,
            antenna: self.antenna.as_ref()?.antenna()?,
        })
    }
}

impl ReceiverKeys {
    fn check_end(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if !keys.has("antenna") && self.feed_loss > 0.0 {
            no_effect("feed_loss", "antenna", keys, problems);
        }
        if keys.has("antenna") && !keys.has("noise_temperature") {
            let expected = "the noise temperature of the receiver, such as \"290 K\"";
            problems.require("noise_temperature", keys.table(), expected);
        }
    }

    fn end(&self) -> Option<Receiver> {
        if let Some(g_over_t_db_k) = self.g_over_t {
            let noise_temperature_k = self.noise_temperature;
            return Some(Receiver::GOverT { g_over_t_db_k, noise_temperature_k });
        }
        Some(Receiver::Antenna {
            antenna: self.antenna.as_ref()?.antenna()?,
            feed_loss_db: self.feed_loss,
            noise_temperature_k: self.noise_temperature?,
        })
    }
}

/// Reports that `key` has no effect without the key `needs`.
fn no_effect(key: &str, needs: &str, keys: &Keys, problems: &mut Problems<'_>) {
    problems
        .add(&keys.at(key), format!("`{key}` has no effect without `{needs}`"))
        .help(format!("remove it, or state the `{needs}` of this end"));
}

impl ClimateKeys {
    fn climate(&self) -> Climate {
        Climate {
            latitude_deg: self.latitude,
            altitude_km: self.altitude,
            temperature_k: self.temperature,
            pressure_hpa: Air::reference(self.altitude).pressure_hpa,
            rain_001_mm_h: self.rain_rate,
            rain_height_km: self.rain_height,
            vapour_g_m3: Exceedance::constant(self.vapour),
            vapour_kg_m2: self.vapour_column.map(Exceedance::constant),
            liquid_kg_m2: Exceedance::constant(self.liquid),
            wet_refractivity: self.wet_refractivity,
        }
    }
}

impl LinkBudgetKeys {
    fn check_together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let given = keys.value("modcods").map(|given| &given.value);
        if matches!(given, Some(Value::List(tables)) if tables.is_empty()) {
            problems
                .add(&keys.at("modcods"), "must name a table of modes")
                .expected("a list such as [\"dvb-s2\", \"dvb-s2x\"]");
        }
        if self.climate.is_none() && keys.has("exceeded") {
            problems
                .add(&keys.at("exceeded"), "`exceeded` has no effect without `climate`")
                .help("remove it, or describe the climate of the place on the ground");
        }
        if let Some(weather) = &self.weather {
            if weather.kind == WeatherKind::Series && !keys.has("climate") {
                let expected = "the climate of the place, whose attenuation the series takes";
                problems.require("climate", keys.table(), expected);
            }
            if keys.has("exceeded") {
                problems
                    .add(&keys.at("exceeded"), "`exceeded` and `weather` exclude each other")
                    .help("remove one of the two: weather has another attenuation at each time");
            }
        }
        let is_beside =
            self.receiver.g_over_t.is_some() && self.receiver.noise_temperature.is_some();
        if is_beside && self.climate.is_none() && self.weather.is_none() {
            problems
                .add(&keys.at("receiver"), "`noise_temperature` has no effect without `climate`")
                .help("remove it: `g_over_t` includes it, and only clouds and rain add to it");
        }
        if self.climate.is_some() && !FREQUENCIES_GHZ.contains(&self.frequency_ghz()) {
            problems
                .add(&keys.at("frequency"), "is out of range for a `climate`")
                .expected("a frequency from 1 GHz to 55 GHz (ITU-R P.618)");
        }
    }

    /// Reports a preset of the other direction, and a noise temperature beside a G/T that has no
    /// effect in this one, at `place`.
    pub fn check_direction(
        &self,
        direction: Direction,
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) {
        if let Some(preset) = self.preset {
            preset.check_direction(direction, place, problems);
        }
        let ReceiverKeys { g_over_t, noise_temperature, .. } = &self.receiver;
        if direction == Direction::Up && g_over_t.is_some() && noise_temperature.is_some() {
            let what = "`noise_temperature` has no effect beside `g_over_t` of a satellite";
            problems.add(place, what).help("remove it: rain adds no noise there");
        }
    }

    /// Whether both budgets can be on one carrier, whose frequency, bandwidth, roll-off, modes and
    /// framing efficiency all its users have.
    pub fn is_on_carrier_of(&self, other: &Self) -> bool {
        let numbers =
            |own: &Self| (own.frequency, own.bandwidth, own.roll_off, own.framing_efficiency);
        numbers(self) == numbers(other) && self.modcods == other.modcods
    }

    /// Whether the weather is a drawn series.
    pub fn has_series(&self) -> bool {
        self.weather.as_ref().is_some_and(|own| own.kind == WeatherKind::Series)
    }

    /// Carrier frequency, GHz.
    pub fn frequency_ghz(&self) -> f64 {
        self.frequency as f64 / 1e9
    }

    /// The budget that the keys describe; `None` if a problem was reported for them.
    pub fn budget(&self) -> Option<LinkBudget> {
        let modes = self.modcods.iter().flat_map(ModeTable::modes).collect();
        Some(LinkBudget {
            frequency_ghz: self.frequency_ghz(),
            bandwidth_hz: self.bandwidth as f64,
            roll_off: self.roll_off,
            transmitter: self.transmitter.end()?,
            receiver: self.receiver.end()?,
            losses: self.losses.clone(),
            c_over_i_db: self.c_over_i.clone(),
            i_over_n_db: self.i_over_n,
            coding: AdaptiveCoding::new(modes, self.margin, self.hysteresis),
            framing_efficiency: self.framing_efficiency,
        })
    }

    /// Antennas of the ground and of the satellite.
    fn antennas(&self, direction: Direction) -> [Option<Antenna>; 2] {
        let of = |keys: &Option<AntennaKeys>| keys.as_ref().and_then(AntennaKeys::antenna);
        let (sent, received) = (of(&self.transmitter.antenna), of(&self.receiver.antenna));
        match direction {
            Direction::Up => [sent, received],
            Direction::Down => [received, sent],
        }
    }

    /// Whether the budget depends on the elevation otherwise than by the distance.
    pub fn needs_elevation(&self) -> bool {
        let antennas = self.antennas(Direction::Up).into_iter().flatten();
        self.climate.is_some() || antennas.into_iter().any(|own| own.pattern.is_steered())
    }

    /// Attenuations by the atmosphere at an elevation, exceeded in `percent` of the year or,
    /// without it, under a clear sky.
    pub fn attenuation(
        &self,
        direction: Direction,
        elevation_deg: f64,
        percent: Option<f64>,
    ) -> Attenuation {
        let Some(climate) = self.climate.as_ref().map(ClimateKeys::climate) else {
            return Attenuation::default();
        };
        let [ground, _] = self.antennas(direction);
        let frequency_ghz = self.frequency_ghz();
        let aperture = ground.and_then(|antenna| antenna.pattern.aperture(frequency_ghz));
        let carrier = Carrier { frequency_ghz, elevation_deg, tilt_deg: self.tilt, aperture };
        match percent {
            Some(percent) => climate.exceeded(&carrier, percent),
            None => Attenuation { gas_db: climate.gas_db(&carrier, 1.0), ..Attenuation::default() },
        }
    }
}
