//! A moving user, and the range of validity of a model's parameters.

use skyseam_base::Duration;
use skyseam_params::units::{FREQUENCY, print_duration};
use skyseam_params::{Keys, Problems};

use super::serving::BETWEEN_LOOKS;

/// A user who moves in a straight line at constant speed. At speed 0 state, shadowing and phase are
/// constant for the whole run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MobileUser {
    /// Speed, m/s.
    pub speed_mps: f64,
    /// Frequency of the carrier, Hz.
    pub frequency_hz: f64,
    /// Elevation of the satellite, towards which the user moves, degrees; `None` if it is that of
    /// the serving satellite.
    pub elevation_deg: Option<f64>,
    /// Time between levels; a level holds until the next.
    pub sample: Duration,
}

impl MobileUser {
    /// A car at 60 km/h in the S band.
    #[cfg(test)]
    pub(super) const EXAMPLE: Self = Self {
        speed_mps: 60.0 / 3.6,
        frequency_hz: 2.2e9,
        elevation_deg: Some(40.0),
        sample: Duration::from_millis(1),
    };

    /// Maximum Doppler shift of an echo, v f / c, Hz.
    pub fn doppler_hz(&self) -> f64 {
        const LIGHT_MPS: f64 = 299_792_458.0;
        self.speed_mps * self.frequency_hz / LIGHT_MPS
    }

    /// Maximum interval between levels that still resolves the fading: the received power has
    /// frequencies up to twice the Doppler shift, and a signal needs two samples per period. `None`
    /// for a user who does not move.
    pub(crate) fn longest_sample(&self) -> Option<Duration> {
        let doppler = self.doppler_hz();
        (doppler > 0.0).then(|| Duration::from_nanos((1e9 / (4.0 * doppler)) as u64))
    }
}

/// A course that is too long, and its limit, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Requested length.
    pub found: String,
    /// Maximum length.
    pub expected: String,
}

/// Limits on the course of a channel. A course is computed from its beginning, by blocks of levels,
/// by segments of surroundings and, if a satellite is followed, by updates of its elevation; a
/// caller that reads only the last level waits for all of them at once, for some seconds at these
/// limits.
const MAX_LEVELS: u64 = 10_000_000_000;
const MAX_KM: f64 = 100_000.0;
const MAX_LOOKS: u64 = 10_000_000;

impl MobileUser {
    /// The reason why a realization of this length is rejected, if it is.
    pub(super) fn too_long(&self, length: Duration) -> Option<TooLong> {
        let levels = length.as_nanos() / self.sample.as_nanos().max(1);
        let km = self.speed_mps * length.as_secs_f64() / 1000.0;
        let looks = match self.elevation_deg {
            Some(_) => 0,
            None => length.as_nanos() / BETWEEN_LOOKS.max(self.sample).as_nanos(),
        };
        let (found, expected) = if levels > MAX_LEVELS {
            (format!("{levels} levels"), format!("at most {MAX_LEVELS} levels"))
        } else if km > MAX_KM {
            (format!("{km:.0} km"), format!("at most {MAX_KM} km"))
        } else if looks > MAX_LOOKS {
            (
                format!("{looks} samples of the satellite's elevation"),
                format!("at most {MAX_LOOKS} samples of the satellite's elevation"),
            )
        } else {
            return None;
        };
        Some(TooLong { found, expected })
    }
}

/// Range of validity of a model's parameters.
pub(super) struct ValidityRange {
    pub model: &'static str,
    pub band_hz: (f64, f64),
    pub elevations_deg: &'static [f64],
}

impl ValidityRange {
    /// Reports a user for whom the model has no parameters.
    pub fn check(&self, user: &MobileUser, keys: &Keys, problems: &mut Problems<'_>) {
        let Self { model, band_hz: (least, most), elevations_deg } = self;
        let mut knows = true;
        if !(*least..=*most).contains(&user.frequency_hz) {
            let band = [least, most].map(|hertz| FREQUENCY.print(*hertz as u64));
            knows = false;
            problems
                .add(&keys.at("frequency"), format!("the model \"{model}\" has no such frequency"))
                .found(format!("\"{}\"", FREQUENCY.print(user.frequency_hz as u64)))
                .expected(format!("a frequency from {} to {}", band[0], band[1]))
                .help("its parameters were measured in that band and differ in others");
        }
        if let Some(elevation) = user.elevation_deg.filter(|own| !elevations_deg.contains(own)) {
            knows = false;
            let known: Vec<String> =
                elevations_deg.iter().map(|deg| format!("\"{deg} deg\"")).collect();
            problems
                .add(&keys.at("elevation"), format!("the model \"{model}\" has no such elevation"))
                .found(format!("\"{elevation} deg\""))
                .expected(match &known[..] {
                    [only] => only.clone(),
                    several => format!("one of {}", several.join(", ")),
                })
                .help("there are no parameters for other elevations, and none are interpolated");
        }
        if knows
            && let Some(longest) = user.longest_sample()
            && user.sample > longest
        {
            problems
                .add(&keys.at("sample"), "`sample` is too coarse for the Doppler shift")
                .found(format!("\"{}\"", print_duration(user.sample)))
                .expected(format!(
                    "at most {} us: a quarter of a period of {:.1} Hz",
                    longest.as_nanos() / 1000,
                    user.doppler_hz()
                ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the Doppler shift is v f / c. Method: 60 km/h at 2.2 GHz by hand; four levels per
    /// period of it.
    #[test]
    fn a_car_shifts_echoes_by_its_speed() {
        assert!((MobileUser::EXAMPLE.doppler_hz() - 122.307).abs() < 0.001);
        let longest = MobileUser::EXAMPLE.longest_sample().expect("a moving user");
        assert_eq!(longest.as_nanos() / 1000, 2044);
        let standing = MobileUser { speed_mps: 0.0, ..MobileUser::EXAMPLE };
        assert_eq!(standing.longest_sample(), None);
    }
}
