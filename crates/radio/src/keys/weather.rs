//! Keys of weather over time.

use skyseam_params::file_values::FileOf;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::Span;
use skyseam_params::{Keys, Problems, parameters};

use crate::weather::AttenuationTrace;

/// Origin of weather over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeatherKind {
    /// Drawn by the seed, by the process of P.1853-1.
    Series,
    /// From a file.
    Measured,
}

impl Named for WeatherKind {
    const WHAT: &'static str = "a kind of weather";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Series,
                "series",
                "drawn by the seed, correlated between places; at each instant the attenuation \
                 that the climate has in the percentage of the year which is drawn",
                "ITU-R P.1853-1 Annex 1 Sec. 2.2, P.618-13",
            ),
            choice(
                Self::Measured,
                "measured",
                "a file of attenuation beyond that of a clear sky, at the frequency and the \
                 elevation of the link",
                "",
            ),
        ]
    }
}

parameters! {
    /// Weather over time: attenuation of a link that varies.
    pub struct WeatherKeys, check check_kind {
        /// Origin of the attenuation.
        kind: WeatherKind,
        /// File of `measured`: columns `t_s` and `attenuation_db`. A value holds until the next
        /// one, the last to the end.
        file: Option<FileOf<AttenuationTrace>> = None,
        /// Time of the weather at the start of the run.
        offset: Span = skyseam_base::Duration::ZERO,
    }
}

impl WeatherKeys {
    fn check_kind(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        match self.kind {
            WeatherKind::Series if keys.has("file") => {
                problems
                    .add(&keys.at("file"), "`file` has no effect on the kind \"series\"")
                    .help("remove it, or say kind = \"measured\"");
            }
            WeatherKind::Measured if !keys.has("file") => {
                let expected = "a file with the columns t_s and attenuation_db";
                problems.require("file", keys.table(), expected);
            }
            _ => {}
        }
    }
}
