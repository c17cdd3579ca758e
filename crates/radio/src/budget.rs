//! A link budget: from the power of a transmitter to the mode and the rate of a link.

use crate::antenna::Pattern;
use crate::atmosphere::Attenuation;
use crate::decibel::{db, ratio, ratio_to_sum_db};
use crate::free_space;
use crate::modcod::{AdaptiveCoding, Mode};

/// Boltzmann's constant, dB(W/(K Hz)): 1.380649e-23 J/K (SI).
pub(crate) const BOLTZMANN_DB: f64 = -228.599_167_217_5;

/// Direction of a link between the ground and a satellite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The ground transmits.
    Up,
    /// The satellite transmits.
    Down,
}

/// An antenna and its pointing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Antenna {
    /// Pattern and peak gain.
    pub pattern: Pattern,
    /// Angle between the axis of the beam and the other end, degrees. A phased array has none: its
    /// beam is steered to the other end.
    pub off_axis_deg: f64,
}

impl Antenna {
    /// Loss against the peak gain, dB: by pointing, or of an array by scanning to `scan_deg` from
    /// its broadside.
    fn loss_db(&self, frequency_ghz: f64, scan_deg: f64) -> f64 {
        let angle = if self.pattern.is_steered() { scan_deg } else { self.off_axis_deg };
        self.pattern.peak_dbi(frequency_ghz) - self.pattern.gain_dbi(frequency_ghz, angle)
    }
}

/// Transmitting end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transmitter {
    /// Effective isotropic radiated power, dBW.
    Eirp(f64),
    /// Amplifier with its antenna.
    Amplifier {
        /// Power at saturation, dBW.
        power_dbw: f64,
        /// Output back-off, dB.
        back_off_db: f64,
        /// Loss between amplifier and antenna, dB.
        feed_loss_db: f64,
        /// Antenna that transmits.
        antenna: Antenna,
    },
}

/// Receiving end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Receiver {
    /// Figure of merit.
    GOverT {
        /// G/T under a clear sky, dB/K.
        g_over_t_db_k: f64,
        /// Noise temperature that it includes, K; without it clouds and rain add no noise.
        noise_temperature_k: Option<f64>,
    },
    /// Antenna and receiver.
    Antenna {
        /// Antenna that receives.
        antenna: Antenna,
        /// Loss between antenna and receiver, dB, not included in the noise temperature.
        feed_loss_db: f64,
        /// Noise temperature of the system under a clear sky, K.
        noise_temperature_k: f64,
    },
}

/// Description of a radio link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkBudget {
    /// Carrier frequency, GHz.
    pub frequency_ghz: f64,
    /// Occupied bandwidth, Hz.
    pub bandwidth_hz: f64,
    /// Roll-off factor: the symbol rate is the bandwidth divided by one more than it.
    pub roll_off: f64,
    /// Transmitting end.
    pub transmitter: Transmitter,
    /// Receiving end.
    pub receiver: Receiver,
    /// Further losses with their names, dB.
    pub losses: Vec<(String, f64)>,
    /// Ratios of the carrier to each interference, dB.
    pub c_over_i_db: Vec<f64>,
    /// Ratio of interference to noise, dB.
    pub i_over_n_db: Option<f64>,
    /// Modes of modulation and coding.
    pub coding: AdaptiveCoding,
    /// Share of the information bits that carry frames of the link, between 0 and 1.
    pub framing_efficiency: f64,
}

/// Geometry of a link at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Which end receives.
    pub direction: Direction,
    /// Distance between both ends, km.
    pub range_km: f64,
    /// Angle from the broadside of the transmitter's array, degrees.
    pub transmit_scan_deg: f64,
    /// Angle from the broadside of the receiver's array, degrees.
    pub receive_scan_deg: f64,
}

impl Path {
    /// Path between the ground and a satellite at a distance and an elevation; arrays look to the
    /// zenith and to the nadir.
    pub fn between(direction: Direction, range_km: f64, elevation_deg: f64) -> Self {
        let (ground, satellite) =
            (90.0 - elevation_deg, free_space::nadir_angle_deg(range_km, elevation_deg));
        let (transmit_scan_deg, receive_scan_deg) = match direction {
            Direction::Up => (ground, satellite),
            Direction::Down => (satellite, ground),
        };
        Self { direction, range_km, transmit_scan_deg, receive_scan_deg }
    }
}

/// A contribution to a link budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name, such as "free space".
    pub name: String,
    /// Contribution to C/N0, dB: losses are negative.
    pub value_db: f64,
}

/// Parts and results of a link budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Contributions, whose sum is C/N0 in dBHz.
    pub steps: Vec<Part>,
    /// EIRP towards the receiver, dBW.
    pub eirp_dbw: f64,
    /// G/T towards the transmitter, dB/K.
    pub g_over_t_db_k: f64,
    /// Free-space loss, dB.
    pub free_space_db: f64,
    /// Loss by the atmosphere, dB.
    pub atmosphere_db: f64,
    /// Carrier to noise density, dBHz.
    pub c_n0_dbhz: f64,
    /// Carrier to noise in the occupied bandwidth, dB.
    pub c_n_db: f64,
    /// Carrier to noise and interference in the occupied bandwidth, dB.
    pub c_ni_db: f64,
    /// Energy of a symbol to density of noise and interference, dB.
    pub es_n0_db: f64,
}

impl LinkBudget {
    /// Symbol rate, Bd.
    pub(crate) fn symbol_rate_bd(&self) -> f64 {
        self.bandwidth_hz / (1.0 + self.roll_off)
    }

    /// Net rate in a mode, bit/s.
    pub fn rate_bps(&self, mode: &Mode) -> f64 {
        self.symbol_rate_bd() * mode.bit_per_symbol * self.framing_efficiency
    }

    /// Net rate in the most efficient mode, bit/s.
    pub fn most_bps(&self) -> f64 {
        self.coding.modes().last().map_or(0.0, |mode| self.rate_bps(mode))
    }

    /// Net rate in the most robust mode, bit/s.
    pub fn least_bps(&self) -> f64 {
        self.coding.modes().first().map_or(0.0, |mode| self.rate_bps(mode))
    }

    /// Net rate of coded bits in QPSK, two for each symbol, bit/s.
    pub fn coded_qpsk_bps(&self) -> f64 {
        2.0 * self.symbol_rate_bd() * self.framing_efficiency
    }

    /// The budget over a path with these attenuations.
    pub fn evaluate(&self, path: &Path, attenuation: &Attenuation) -> Parts {
        let mut steps = Vec::new();
        let mut add = |name: &str, value_db: f64| {
            // Parts that a description leaves out are left out of its waterfall too.
            if value_db != 0.0 {
                steps.push(Part { name: name.to_owned(), value_db });
            }
            value_db
        };
        let eirp_dbw = match self.transmitter {
            Transmitter::Eirp(dbw) => add("EIRP", dbw),
            Transmitter::Amplifier { power_dbw, back_off_db, feed_loss_db, antenna } => {
                let gain = antenna.pattern.peak_dbi(self.frequency_ghz);
                let loss = antenna.loss_db(self.frequency_ghz, path.transmit_scan_deg);
                add("power", power_dbw)
                    + add("back-off", -back_off_db)
                    + add("transmit feed", -feed_loss_db)
                    + add("transmit gain", gain)
                    + add(pointing("transmit", &antenna.pattern), -loss)
            }
        };
        let free_space_db = free_space::loss_db(self.frequency_ghz, path.range_km);
        add("free space", -free_space_db);
        let Attenuation { gas_db, cloud_db, rain_db, scintillation_db: _ } = *attenuation;
        let atmosphere_db = attenuation.total_db();
        add("gas", -gas_db);
        add("cloud", -cloud_db);
        add("rain", -rain_db);
        // Scintillation adds as a root of a sum of squares: its part is what the total has more.
        add("scintillation", gas_db + cloud_db + rain_db - atmosphere_db);
        let losses_db: f64 = self.losses.iter().map(|(name, loss_db)| -add(name, -loss_db)).sum();
        let sky_noise_k = match path.direction {
            Direction::Up => 0.0,
            Direction::Down => attenuation.added_noise_k(),
        };
        let g_over_t_db_k = match self.receiver {
            Receiver::GOverT { g_over_t_db_k, noise_temperature_k } => {
                let rise = noise_temperature_k.map_or(1.0, |clear_k| 1.0 + sky_noise_k / clear_k);
                add("G/T", g_over_t_db_k) + add(SKY_NOISE, -db(rise))
            }
            Receiver::Antenna { antenna, feed_loss_db, noise_temperature_k } => {
                let gain = antenna.pattern.peak_dbi(self.frequency_ghz);
                let loss = antenna.loss_db(self.frequency_ghz, path.receive_scan_deg);
                let received_k = sky_noise_k * ratio(-feed_loss_db);
                add("receive gain", gain)
                    + add(pointing("receive", &antenna.pattern), -loss)
                    + add("receive feed", -feed_loss_db)
                    + add("noise temperature", -db(noise_temperature_k))
                    + add(SKY_NOISE, -db(1.0 + received_k / noise_temperature_k))
            }
        };
        add("1/k", -BOLTZMANN_DB);
        let c_n0_dbhz =
            eirp_dbw - free_space_db - atmosphere_db - losses_db + g_over_t_db_k - BOLTZMANN_DB;
        let c_n_db = c_n0_dbhz - db(self.bandwidth_hz);
        let i_over_n = self.i_over_n_db.map(|i_over_n| c_n_db - i_over_n);
        let c_ni_db = match (self.c_over_i_db.is_empty(), i_over_n) {
            (true, None) => c_n_db,
            _ => ratio_to_sum_db(self.c_over_i_db.iter().copied().chain(i_over_n).chain([c_n_db])),
        };
        let es_n0_db = c_ni_db + db(1.0 + self.roll_off);
        Parts {
            steps,
            eirp_dbw,
            g_over_t_db_k,
            free_space_db,
            atmosphere_db,
            c_n0_dbhz,
            c_n_db,
            c_ni_db,
            es_n0_db,
        }
    }
}

/// Name of the part by the noise of clouds and rain.
const SKY_NOISE: &str = "sky noise";

/// Name of the loss of an antenna against its peak.
fn pointing(end: &str, pattern: &Pattern) -> &'static str {
    match (end, pattern.is_steered()) {
        ("transmit", true) => "transmit scan loss",
        ("transmit", false) => "transmit pointing",
        (_, true) => "receive scan loss",
        (_, false) => "receive pointing",
    }
}
