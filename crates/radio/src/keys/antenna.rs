//! Keys of an antenna.

use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::{Keys, Problems, parameters};

use super::values::{Angle, BeamWidth, Diameter, Factor, Gain, Share};
use crate::antenna::{Pattern, SideLobes};
use crate::budget::Antenna;

parameters! {
    /// An antenna: its pattern, and the keys that the pattern has.
    pub struct AntennaKeys, check check_pattern {
        /// Radiation pattern.
        pattern: PatternKind,
        /// Peak gain, for all patterns but `parabola`; that of an array at broadside.
        gain: Option<Gain> = None,
        /// Diameter, for `parabola`, `s465` and `s580`.
        diameter: Option<Diameter> = None,
        /// Aperture efficiency, for `parabola`.
        efficiency: Share = 0.65,
        /// Width of the beam at -3 dB, for `s672` and `s1528`.
        beam_width: Option<BeamWidth> = None,
        /// Level of near side lobes, for `s672` and `s1528`.
        side_lobes: SideLobes = SideLobes::Minus20,
        /// Exponent n of the scan loss cos^n, for `array`.
        scan_exponent: Factor = 1.2,
        /// Angle between the axis of the beam and the other end, for all patterns but `array`.
        off_axis: Angle = 0.0,
    }
}

/// Radiation pattern of an antenna, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternKind {
    /// [`Pattern::Parabola`].
    Parabola,
    /// [`Pattern::S465`].
    S465,
    /// [`Pattern::S580`].
    S580,
    /// [`Pattern::S672`].
    S672,
    /// [`Pattern::S1528`].
    S1528,
    /// [`Pattern::Array`].
    Array,
}

impl PatternKind {
    /// Required keys of the pattern, and further ones that it has.
    fn keys(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Parabola => (&["diameter"], &["efficiency", "off_axis"]),
            Self::S465 | Self::S580 => (&["gain", "diameter"], &["off_axis"]),
            Self::S672 | Self::S1528 => (&["gain", "beam_width"], &["side_lobes", "off_axis"]),
            Self::Array => (&["gain"], &["scan_exponent"]),
        }
    }
}

impl Named for PatternKind {
    const WHAT: &'static str = "a radiation pattern";

    fn choices() -> Vec<Choice<Self>> {
        let of = |value, name, summary, source| choice(value, name, summary, source);
        vec![
            of(
                Self::Parabola,
                "parabola",
                "uniformly illuminated circular aperture, an Airy pattern",
                "3GPP TR 38.811 Sec. 6.4.1",
            ),
            of(Self::S465, "s465", "reference pattern of earth stations", "ITU-R S.465-6"),
            of(Self::S580, "s580", "design objective of earth stations", "ITU-R S.580-6"),
            of(Self::S672, "s672", "beam of a geostationary satellite", "ITU-R S.672-4"),
            of(
                Self::S1528,
                "s1528",
                "circular beam of a non-geostationary satellite",
                "ITU-R S.1528 recommends 1.2",
            ),
            of(
                Self::Array,
                "array",
                "phased array: the gain falls with cos^n of the angle from broadside, which is the \
                 zenith on the ground and the nadir on a satellite",
                "",
            ),
        ]
    }
}

impl Named for SideLobes {
    const WHAT: &'static str = "a level of side lobes";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Minus20, "-20 dB", "near side lobes 20 dB below the peak", ""),
            choice(Self::Minus25, "-25 dB", "near side lobes 25 dB below the peak", ""),
            choice(Self::Minus30, "-30 dB", "near side lobes 30 dB below the peak", ""),
        ]
    }
}

impl AntennaKeys {
    fn check_pattern(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let (required, further) = self.pattern.keys();
        let name = self.pattern.name();
        for key in required.iter().filter(|key| !keys.has(key)) {
            problems.require(
                key,
                keys.table(),
                match *key {
                    "gain" => "a gain, such as \"33.2 dBi\"",
                    "diameter" => "a diameter, such as \"1.8 m\"",
                    _ => "a width, such as \"2.2 deg\"",
                },
            );
        }
        let all = [
            "gain",
            "diameter",
            "efficiency",
            "beam_width",
            "side_lobes",
            "scan_exponent",
            "off_axis",
        ];
        // Defaults stand in a scenario that was printed with every one of them.
        let is_usual = |key: &str| match key {
            "efficiency" => self.efficiency == 0.65,
            "side_lobes" => self.side_lobes == SideLobes::Minus20,
            "scan_exponent" => self.scan_exponent == 1.2,
            "off_axis" => self.off_axis == 0.0,
            _ => false,
        };
        for key in all.iter().filter(|key| keys.has(key) && !is_usual(key)) {
            if !required.contains(key) && !further.contains(key) {
                problems
                    .add(&keys.at(key), format!("`{key}` has no effect on the pattern \"{name}\""))
                    .help("remove it, or choose another pattern");
            }
        }
    }

    /// The antenna that the keys describe; `None` if a problem was reported for them.
    pub fn antenna(&self) -> Option<Antenna> {
        let half = |width_deg: f64| width_deg / 2.0;
        let pattern = match self.pattern {
            PatternKind::Parabola => {
                Pattern::Parabola { diameter_m: self.diameter?, efficiency: self.efficiency }
            }
            PatternKind::S465 => Pattern::S465 { gain_dbi: self.gain?, diameter_m: self.diameter? },
            PatternKind::S580 => Pattern::S580 { gain_dbi: self.gain?, diameter_m: self.diameter? },
            PatternKind::S672 => Pattern::S672 {
                gain_dbi: self.gain?,
                half_width_deg: half(self.beam_width?),
                side_lobes: self.side_lobes,
            },
            PatternKind::S1528 => Pattern::S1528 {
                gain_dbi: self.gain?,
                half_width_deg: half(self.beam_width?),
                side_lobes: self.side_lobes,
            },
            PatternKind::Array => {
                Pattern::Array { gain_dbi: self.gain?, scan_exponent: self.scan_exponent }
            }
        };
        Some(Antenna { pattern, off_axis_deg: self.off_axis })
    }
}
