//! A shell as described in a scenario: its keys, their consistency, and the resulting [`Shell`].

pub mod transposed;

use serde_json::{Value as Json, json};
use skyseam_params::error::short;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::last_key;
use skyseam_params::text_values::Name;
use skyseam_params::units;
use skyseam_params::values::{Count, quantity};
use skyseam_params::{
    Definitions, Keys, Model, Parameter, Problems, Shape, Spanned, Value, parameters,
};

use crate::description::parts::{Orbits, Phasing, Shell, Walker};
use crate::isl::pattern::Pattern;

/// Maximum number of satellites; no filed constellation has more.
pub const MAX_SATELLITES: u64 = 100_000;

quantity! {
    /// An angle of at most one turn in either direction.
    Angle(f64) in units::ANGLE signed,
    accepts |deg| (-360.0..=360.0).contains(&deg),
    expected "an angle from -360 deg to 360 deg", such as "31.6 deg"
}

quantity! {
    /// An orbital inclination.
    Inclination(f64) in units::ANGLE,
    accepts |deg| (0.0..=180.0).contains(&deg),
    expected "an inclination from 0 deg to 180 deg", such as "86.4 deg"
}

quantity! {
    /// A satellite's height in km.
    Altitude(f64) in units::KILOMETRES,
    accepts |km| km > 0.0 && km <= 1_000_000.0,
    expected "a height above 0 km and at most 1000000 km", such as "780 km"
}

/// Range of RAAN that the planes of a shell span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Half a turn.
    Star,
    /// A full turn.
    Delta,
}

impl Spread {
    /// Returns the spanned angle, deg.
    fn degrees(self) -> f64 {
        match self {
            Self::Star => 180.0,
            Self::Delta => 360.0,
        }
    }
}

impl Named for Spread {
    const WHAT: &'static str = "a kind of shell";
    fn choices() -> Vec<Choice<Self>> {
        let source = "Walker 1984, J. Brit. Interplanet. Soc. 37, 559";
        vec![
            choice(
                Self::Star,
                "star",
                "ascending nodes over 180 deg: planes meet at a seam",
                source,
            ),
            choice(Self::Delta, "delta", "ascending nodes over 360 deg", source),
        ]
    }
}

/// Walker's notation of a shell, i:t/p/f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Notation {
    /// Inclination of the orbits, deg.
    pub inclination_deg: f64,
    /// Total number of satellites.
    pub satellites: u32,
    /// Number of planes, a divisor of `satellites`.
    pub planes: u32,
    /// Phasing factor, below `planes`.
    pub factor: u32,
}

impl Notation {
    const EXPECTED: &'static str = "i:t/p/f: inclination in degrees, satellites in all, planes, \
                                    phasing factor, such as \"53:1584/72/17\"";

    /// Parses the four numbers.
    fn parse(text: &str) -> Option<Self> {
        let (inclination, rest) = text.split_once(':')?;
        let mut parts = rest.split('/');
        let is_plain = |text: &&str| text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let mut whole = || parts.next().filter(is_plain)?.parse::<u32>().ok();
        let (satellites, planes, factor) = (whole()?, whole()?, whole()?);
        let inclination_deg = Some(inclination).filter(is_plain)?.parse::<f64>().ok()?;
        parts.next().is_none().then_some(Self { inclination_deg, satellites, planes, factor })
    }
}

impl Shape for Notation {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let key = last_key(&value.place.path);
        let Value::Text(text) = &value.value else {
            problems
                .add(&value.place, format!("`{key}` must be Walker's notation, as a string"))
                .found(value.value.described())
                .expected(Self::EXPECTED);
            return None;
        };
        let Some(notation) = Self::parse(text) else {
            problems
                .add(&value.place, format!("`{key}` is not Walker's notation"))
                .found(format!("\"{}\"", short(text)))
                .expected(Self::EXPECTED);
            return None;
        };
        let Self { inclination_deg, satellites, planes, factor } = notation;
        let (message, expected, help) = if !(0.0..=180.0).contains(&inclination_deg) {
            ("the inclination is out of range", "an inclination from 0 to 180 degrees", None)
        } else if satellites == 0 || planes == 0 {
            ("a shell needs satellites and planes", "numbers above zero", None)
        } else if satellites % planes != 0 {
            // More planes than satellites: t and p have been transposed.
            let swapped = (planes % satellites == 0).then(|| {
                format!("did you mean \"{inclination_deg}:{planes}/{satellites}/{factor}\"?")
            });
            ("the planes cannot all have equally many satellites", "t a multiple of p", swapped)
        } else if factor >= planes {
            ("the phasing factor is out of range", "f from 0 to p - 1", None)
        } else {
            return Some(notation);
        };
        let problem = problems
            .add(&value.place, format!("`{key}`: {message}"))
            .found(format!("\"{}\": {satellites} satellites, {planes} planes", short(text)))
            .expected(format!("{expected}, as in \"53:1584/72/17\""));
        problem.help = help;
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": "^[0-9]+(\\.[0-9]+)?:[0-9]+/[0-9]+/[0-9]+$",
            "description": format!("Expected: {}.", Self::EXPECTED),
            "examples": ["53:1584/72/17"],
        })
    }
}

impl Parameter for Notation {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        let Self { inclination_deg, satellites, planes, factor } = own;
        json!(format!("{inclination_deg}:{satellites}/{planes}/{factor}"))
    }
}

parameters! {
    /// Phase shift between satellites of neighbouring planes.
    pub struct PhasingConfig, exactly one of (odd_planes, each_plane, factor) {
        /// Lead of odd planes over even ones.
        odd_planes: Option<Angle>,
        /// Lead of each plane over the one before (Walker: 360 deg f / t).
        each_plane: Option<Angle>,
        /// Lead of each plane over the one before, in units of 360 deg / t: Walker's f.
        factor: Option<Count<0, 100_000>>,
    }
}

parameters! {
    /// A shell: evenly spaced satellites in evenly spaced circular orbits.
    pub struct ShellConfig, check together, exactly one of (walker, planes) {
        /// Name prefix of its satellites.
        name: Name = "shell".to_owned(),
        /// Walker's notation i:t/p/f: inclination in degrees, satellites, planes, phasing factor;
        /// goes with `kind`, and stands for the number of planes and satellites, inclination and
        /// phasing.
        walker: Option<Notation>,
        /// Number of orbital planes; goes with `satellites_per_plane`, `inclination`, `phasing` and
        /// either `raan_spacing` or `kind`.
        planes: Option<Count<1, 100_000>>,
        /// Number of satellites in each plane.
        satellites_per_plane: Option<Count<1, 100_000>>,
        /// Height above the equatorial radius.
        altitude: Altitude,
        /// Inclination of the orbits.
        inclination: Option<Inclination>,
        /// Range of right ascension that the ascending nodes span.
        kind: Option<Spread>,
        /// Difference in right ascension of the ascending node (RAAN) between neighbouring planes.
        raan_spacing: Option<Angle>,
        /// RAAN of plane 0 at time zero, measured from Greenwich.
        raan_offset: Angle = 0.0,
        /// Argument of latitude of the first satellite of plane 0 at time zero.
        argument_of_latitude: Angle = 0.0,
        /// Phase shift between satellites of neighbouring planes.
        phasing: Option<PhasingConfig>,
        /// Pattern of links among its satellites. Default: that of `constellation.isl`.
        isl_pattern: Option<Model<dyn Pattern>>,
    }
}

impl ShellConfig {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.walker.is_some() {
            self.check_notation(keys, problems);
        } else if self.planes.is_some() {
            self.check_planes(keys, problems);
        }
    }

    /// Checks keys beside the notation, which replaces most of them.
    fn check_notation(&self, keys: &Keys, problems: &mut Problems<'_>) {
        for key in ["satellites_per_plane", "inclination", "raan_spacing", "phasing"] {
            if keys.has(key) {
                problems
                    .add(&keys.at(key), format!("`walker` and `{key}` exclude each other"))
                    .help(format!("remove `{key}`: Walker's notation i:t/p/f and `kind` say it"));
            }
        }
        if self.kind.is_none() {
            let why = "\"star\" (ascending nodes over 180 deg) or \"delta\" (over 360 deg)";
            problems.require("kind", keys.table(), why);
        }
        let Some(walker) = self.walker else { return };
        if u64::from(walker.satellites) > MAX_SATELLITES {
            problems
                .add(&keys.at("walker"), "the shell has too many satellites")
                .found(format!("{} satellites", walker.satellites))
                .expected(format!("at most {MAX_SATELLITES} satellites"));
        }
    }

    /// Checks keys that accompany a number of planes.
    fn check_planes(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.satellites_per_plane.is_none() {
            let each = "the number of satellites in each plane, such as 11";
            problems.require("satellites_per_plane", keys.table(), each);
        }
        if self.inclination.is_none() {
            problems.require("inclination", keys.table(), "an inclination, such as \"86.4 deg\"");
        }
        if self.phasing.is_none() {
            let phasing = "how planes are shifted along their orbits, such as { factor = 1 }";
            problems.require("phasing", keys.table(), phasing);
        }
        let in_doubt = problems.doubts(&keys.at("kind").path);
        if self.raan_spacing.is_none() && self.kind.is_none() && !in_doubt {
            let spacing = "the RAAN between neighbouring planes, such as \"31.6 deg\", or `kind`";
            problems.require("raan_spacing", keys.table(), spacing);
        }
        if self.raan_spacing.is_some() && self.kind.is_some() {
            problems
                .add(&keys.at("kind"), "`raan_spacing` and `kind` exclude each other")
                .help("remove one of the two: `kind` spaces the planes evenly");
        }
        if let (Some(planes), Some(each)) = (self.planes, self.satellites_per_plane) {
            let total = u64::from(planes) * u64::from(each);
            if total > MAX_SATELLITES {
                problems
                    .add(&keys.at("satellites_per_plane"), "the shell has too many satellites")
                    .found(format!("{planes} planes x {each} = {total} satellites"))
                    .expected(format!("at most {MAX_SATELLITES} satellites"));
            }
        }
    }

    /// Returns the shell, linked by `pattern` unless it names its own; `None` if the check reported
    /// a problem.
    pub fn shell(&self, pattern: &Model<dyn Pattern>) -> Option<Shell> {
        let walker = self.walker();
        let fits = |walker: &Walker| {
            u64::from(walker.planes) * u64::from(walker.satellites_per_plane) <= MAX_SATELLITES
        };
        let orbits = Orbits::Walker(walker.filter(fits)?);
        let pattern = self.isl_pattern.as_ref().unwrap_or(pattern).clone();
        Some(Shell { name: self.name.clone(), orbits, pattern })
    }

    fn walker(&self) -> Option<Walker> {
        let (planes, satellites, inclination_deg, phasing) = match self.walker {
            Some(Notation { inclination_deg, satellites, planes, factor }) => {
                (planes, satellites, inclination_deg, of_factor(factor, satellites))
            }
            None => {
                let planes = self.planes?;
                let satellites = planes.checked_mul(self.satellites_per_plane?)?;
                (planes, satellites, self.inclination?, self.phasing.as_ref()?.phasing(satellites)?)
            }
        };
        let even = || Some(self.kind?.degrees() / f64::from(planes));
        Some(Walker {
            planes,
            satellites_per_plane: satellites / planes,
            altitude_km: self.altitude,
            inclination_deg,
            raan_offset_deg: self.raan_offset,
            raan_spacing_deg: self.raan_spacing.or_else(even)?,
            argument_of_latitude_deg: self.argument_of_latitude,
            phasing,
        })
    }

    /// Returns all keys of a shell of circular orbits; `None` for other shells.
    pub fn of(shell: &Shell) -> Option<Self> {
        let Orbits::Walker(walker) = &shell.orbits else { return None };
        let (odd_planes, each_plane) = match walker.phasing {
            Phasing::OddPlanes(deg) => (Some(deg), None),
            Phasing::EachPlane(deg) => (None, Some(deg)),
        };
        Some(Self {
            name: shell.name.clone(),
            walker: None,
            planes: Some(walker.planes),
            satellites_per_plane: Some(walker.satellites_per_plane),
            altitude: walker.altitude_km,
            inclination: Some(walker.inclination_deg),
            kind: None,
            raan_spacing: Some(walker.raan_spacing_deg),
            raan_offset: walker.raan_offset_deg,
            argument_of_latitude: walker.argument_of_latitude_deg,
            phasing: Some(PhasingConfig { odd_planes, each_plane, factor: None }),
            isl_pattern: Some(shell.pattern.clone()),
        })
    }
}

impl PhasingConfig {
    /// Returns the phasing of a shell with this number of satellites.
    fn phasing(&self, satellites: u32) -> Option<Phasing> {
        let odd_planes = self.odd_planes.map(Phasing::OddPlanes);
        let each_plane = self.each_plane.map(Phasing::EachPlane);
        let factor = self.factor.map(|factor| of_factor(factor, satellites));
        odd_planes.or(each_plane).or(factor)
    }
}

/// Returns Walker's phasing: each plane leads by `factor` times 360 deg / t.
fn of_factor(factor: u32, satellites: u32) -> Phasing {
    Phasing::EachPlane(360.0 * f64::from(factor) / f64::from(satellites))
}
