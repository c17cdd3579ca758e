//! Keys of a terminal's site and visibility: quantities with their ranges, a number of antennas, a
//! horizon profile.

use serde_json::{Value as Json, json};
use skyseam_params::file_values::{Faults, FileColumn, FileForm};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::parameters::holds;
use skyseam_params::rows::Rows;
use skyseam_params::shape::{List, last_key};
use skyseam_params::text_values::FileName;
use skyseam_params::units::{self, print_real};
use skyseam_params::values::quantity;
pub use skyseam_params::values::{Latitude, Longitude};
use skyseam_params::{Definitions, Problems, Shape, Spanned, Value};

use crate::description::parts::Antennas;
use crate::handover::HandoverPolicy;

quantity! {
    /// An elevation mask of a terminal.
    ElevationMask(f64) in units::ANGLE,
    accepts |deg| (0.0..90.0).contains(&deg),
    expected "an elevation from 0 deg to below 90 deg", such as "8.2 deg"
}

quantity! {
    /// A terminal's height in m: from the Dead Sea shore up to the altitudes of aircraft and
    /// balloons.
    TerminalHeight(f64) in units::METRES signed,
    accepts |m| (-1000.0..=100_000.0).contains(&m),
    expected "a height from -1 km to 100 km", such as "0 m"
}

quantity! {
    /// An azimuth, clockwise from north.
    Azimuth(f64) in units::ANGLE,
    accepts |deg| (0.0..360.0).contains(&deg),
    expected "an azimuth from 0 deg to below 360 deg, clockwise from north", such as "90 deg"
}

quantity! {
    /// An elevation of the horizon profile; on a mountain it can be negative.
    SkylineElevation(f64) in units::ANGLE signed,
    accepts |deg| (-5.0..=90.0).contains(&deg),
    expected "an elevation from -5 deg to 90 deg", such as "10 deg"
}

/// Number of satellites that a terminal is linked to at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntennaCount(pub Antennas);

impl AntennaCount {
    const MOST: i64 = 1000;
}

impl Shape for AntennaCount {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Whole(Some(1), _) => return Some(Self(Antennas::One)),
            Value::Whole(Some(number @ 2..=Self::MOST), _) => {
                return u32::try_from(*number).ok().map(|n| Self(Antennas::Several(n)));
            }
            Value::Text(text) if text == "all" => return Some(Self(Antennas::Unlimited)),
            _ => {}
        }
        problems
            .refuse(value, "is not a number of antennas")
            .expected(format!("a whole number from 1 to {}, or \"all\"", Self::MOST));
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        let number = json!({ "type": "integer", "minimum": 1, "maximum": Self::MOST });
        json!({ "oneOf": [number, { "const": "all" }] })
    }
}

holds!(AntennaCount => Antennas, |own| match own {
    Antennas::One => json!(1),
    Antennas::Several(number) => json!(number),
    Antennas::Unlimited => json!("all"),
});

/// A horizon profile: ascending azimuths with elevations, deg.
#[derive(Clone, Debug, PartialEq)]
pub struct Skyline(pub Vec<(f64, f64)>);

impl Shape for Skyline {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for Spanned { value: SkylinePoint { azimuth, elevation }, .. } in
            List::read(value, problems)?.0
        {
            let azimuth_deg = azimuth.value.0;
            if let Some(&(before, _)) = points.last()
                && azimuth_deg <= before
            {
                problems
                    .add(&azimuth.place, "the azimuths of `skyline` do not ascend")
                    .found(format!("{azimuth_deg} deg after {before} deg"))
                    .expected("each azimuth greater than the one before");
            }
            points.push((azimuth_deg, elevation.0));
        }
        Some(Self(points))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        List::<SkylinePoint>::schema(definitions)
    }
}

holds!(Skyline => Vec<(f64, f64)>, |own| {
    let pair = |(azimuth, elevation): &(f64, f64)| {
        [azimuth, elevation].map(|deg| print_real(*deg, "deg"))
    };
    own.iter().map(pair).collect::<Vec<_>>()
});

/// Columns of a file of a horizon profile, with their units and ranges.
const COLUMNS: [FileColumn; 2] = [("azimuth_deg", 0.0, 360.0), ("elevation_deg", -5.0, 90.0)];

/// A horizon profile in a CSV file: `azimuth_deg,elevation_deg`, azimuths ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct SkylineFile(pub Vec<(f64, f64)>);

impl FileForm for SkylineFile {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = problems.text_of(name)?;
        let mut faults = Faults::of(name, problems);
        let mut rows = Rows::of(text);
        if !rows.names(&COLUMNS.map(|(column, ..)| column), &mut faults) {
            return None;
        }
        let mut points: Vec<(f64, f64)> = Vec::new();
        let expected = "azimuth_deg,elevation_deg, such as 90,25";
        while let Some((row, point)) = rows.numbers(&COLUMNS, expected, &mut faults) {
            let [azimuth, elevation] = point;
            let before = points.last().map_or(-1.0, |&(before, _)| before);
            if azimuth <= before || azimuth >= 360.0 {
                faults
                    .add(row, "the azimuths of a skyline ascend and are below 360")
                    .found(format!("azimuth_deg = {azimuth}"))
                    .expected("an azimuth greater than the one before, and below 360");
            }
            points.push((azimuth, elevation));
        }
        if points.is_empty() && faults.is_empty() {
            faults.add(rows.last(), "the skyline has no points").expected("at least one line more");
        }
        faults.is_empty().then_some(Self(points))
    }
}

/// Direction from which the azimuths of a skyline count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkylineFrom {
    /// Azimuths count from north.
    North,
    /// Azimuths count from the direction of motion along the track.
    Heading,
}

impl Named for SkylineFrom {
    const WHAT: &'static str = "a direction from which azimuths count";

    fn choices() -> Vec<Choice<Self>> {
        let north = "azimuths clockwise from north";
        vec![
            choice(Self::North, "north", north, "obstacles around the terminal"),
            choice(
                Self::Heading,
                "heading",
                "azimuths clockwise from the direction of motion along the track",
                "parts of the vehicle",
            ),
        ]
    }
}

/// A point of a horizon profile.
#[derive(Clone, Debug, PartialEq)]
struct SkylinePoint {
    /// Azimuth, clockwise from north.
    azimuth: Spanned<Azimuth>,
    /// Elevation above the horizontal plane.
    elevation: SkylineElevation,
}

impl Shape for SkylinePoint {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && let [azimuth, elevation] = &items[..]
        {
            let place = azimuth.place.clone();
            let azimuth = Azimuth::read(azimuth, problems).map(|read| Spanned::new(read, place));
            let elevation = SkylineElevation::read(elevation, problems);
            return Some(Self { azimuth: azimuth?, elevation: elevation? });
        }
        let found = match &value.value {
            Value::List(items) => format!("a list of {}", items.len()),
            other => other.described(),
        };
        let key = last_key(&value.place.path);
        problems
            .add(&value.place, format!("`{key}` must be a list of azimuths and elevations"))
            .found(found)
            .expected("pairs, such as [[\"0 deg\", \"10 deg\"], [\"90 deg\", \"25 deg\"]]");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({
            "type": "array",
            "prefixItems": [Azimuth::schema(definitions), SkylineElevation::schema(definitions)],
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

/// Reports a number of antennas together with a policy that links a terminal to every satellite in
/// view.
pub fn check_antennas(
    policy: Option<&dyn HandoverPolicy>,
    antennas: Option<&Spanned<AntennaCount>>,
    problems: &mut Problems<'_>,
) {
    if let Some(antennas) = antennas
        && let Antennas::Several(number) = antennas.0
        && let Some(policy) = policy.filter(|policy| policy.rule().is_every())
    {
        let message = format!("the policy \"{}\" takes every satellite", policy.name());
        problems
            .add(&antennas.place, message)
            .found(format!("{number} antennas"))
            .expected("antennas = \"all\", no `antennas`, or another policy");
    }
}

#[cfg(test)]
mod tests {
    use skyseam_params::SourceSpan;

    use super::*;

    #[test]
    fn antennas_are_a_number_or_all() {
        let read = |value| {
            let mut problems = Problems::new("");
            let value = Spanned::new(value, SourceSpan::default());
            let count = AntennaCount::read(&value, &mut problems);
            assert_eq!(count.is_none(), !problems.is_empty());
            count.map(|count| count.0)
        };
        let whole = |number: i64| Value::Whole(Some(number), number.to_string());
        for (value, antennas) in [
            (Value::Text("all".into()), Some(Antennas::Unlimited)),
            (Value::Text("many".into()), None),
            (whole(0), None),
            (whole(1), Some(Antennas::One)),
            (whole(2), Some(Antennas::Several(2))),
            (whole(1000), Some(Antennas::Several(1000))),
            (whole(1001), None),
        ] {
            assert_eq!(read(value.clone()), antennas, "{value:?}");
        }
    }
}
