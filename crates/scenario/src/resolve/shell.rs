//! A shell: from its keys, in either of the two ways to write it, to one of orbits.

use skyseam_constellation::config::{IslPattern, Orbits, Phasing, Shell, Walker};

use super::require;
use super::sky::MOST_SATELLITES;
use crate::document::At;
use crate::error::Problems;
use crate::tables::ShellTable;

/// The shell that `table` describes, linked by `pattern` unless it names its own.
pub(super) fn shell(
    table: &At<ShellTable>,
    pattern: IslPattern,
    problems: &mut Problems<'_>,
) -> Option<Shell> {
    let orbits =
        if table.walker.is_some() { walker(table, problems) } else { planes(table, problems) };
    let pattern = table.isl_pattern.as_ref().map_or(pattern, |own| own.value);
    Some(Shell { name: table.name.as_ref()?.0.clone(), orbits: Orbits::Walker(orbits?), pattern })
}

fn walker(table: &At<ShellTable>, problems: &mut Problems<'_>) -> Option<Walker> {
    let walker = table.walker.as_ref()?;
    let said_already = [
        table.satellites_per_plane.as_ref().map(|key| ("satellites_per_plane", &key.place)),
        table.inclination.as_ref().map(|key| ("inclination", &key.place)),
        table.raan_spacing.as_ref().map(|key| ("raan_spacing", &key.place)),
        table.phasing.as_ref().map(|key| ("phasing", &key.place)),
    ];
    for (key, place) in said_already.into_iter().flatten() {
        problems
            .add(place, format!("`walker` and `{key}` exclude each other"))
            .help(format!("remove `{key}`: Walker's notation i:t/p/f and `kind` say it"));
    }
    if table.kind.is_none() {
        let why = "\"star\" (ascending nodes over 180 deg) or \"delta\" (over 360 deg)";
        require("kind", &table.place, why, problems);
    }
    if u64::from(walker.satellites) > MOST_SATELLITES {
        problems
            .add(&walker.place, "the shell has too many satellites")
            .found(format!("{} satellites", walker.satellites))
            .expected(format!("at most {MOST_SATELLITES} satellites"));
        return None;
    }
    Some(Walker {
        planes: walker.planes,
        satellites_per_plane: walker.satellites / walker.planes,
        altitude_km: table.altitude.as_ref()?.0,
        inclination_deg: walker.inclination_deg,
        raan_offset_deg: table.raan_offset.as_ref()?.0,
        raan_spacing_deg: table.kind.as_ref()?.value.degrees() / f64::from(walker.planes),
        argument_of_latitude_deg: table.argument_of_latitude.as_ref()?.0,
        phasing: of_factor(walker.factor, walker.satellites),
    })
}

fn planes(table: &At<ShellTable>, problems: &mut Problems<'_>) -> Option<Walker> {
    let mut missing = |there: bool, key: &str, why: &str| {
        if !there && !problems.doubts(&table.place.path_of("planes")) {
            require(key, &table.place, why, problems);
        }
    };
    if table.planes.is_some() {
        let each = "the number of satellites in each plane, such as 11";
        missing(table.satellites_per_plane.is_some(), "satellites_per_plane", each);
        let inclination = "an inclination, such as \"86.4 deg\"";
        missing(table.inclination.is_some(), "inclination", inclination);
        let phasing = "how planes are shifted along their orbits, such as { factor = 1 }";
        missing(table.phasing.is_some(), "phasing", phasing);
        let spacing = "the RAAN between neighbouring planes, such as \"31.6 deg\", or `kind`";
        let in_doubt = problems.doubts(&table.place.path_of("kind"));
        if table.raan_spacing.is_none() && table.kind.is_none() && !in_doubt {
            require("raan_spacing", &table.place, spacing, problems);
        }
    }
    if let (Some(_), Some(kind)) = (&table.raan_spacing, &table.kind) {
        problems
            .add(&kind.place, "`raan_spacing` and `kind` exclude each other")
            .help("remove one of the two: `kind` spaces the planes evenly");
    }
    let planes = u32::try_from(table.planes.as_ref()?.0).ok()?;
    let each = table.satellites_per_plane.as_ref()?;
    let satellites_per_plane = u32::try_from(each.0).ok()?;
    let total = u64::from(planes) * u64::from(satellites_per_plane);
    if total > MOST_SATELLITES {
        problems
            .add(&each.place, "the shell has too many satellites")
            .found(format!("{planes} planes x {satellites_per_plane} = {total} satellites"))
            .expected(format!("at most {MOST_SATELLITES} satellites"));
        return None;
    }
    let raan_spacing_deg = match (&table.raan_spacing, &table.kind) {
        (Some(spacing), _) => spacing.0,
        (None, kind) => kind.as_ref()?.value.degrees() / f64::from(planes),
    };
    let phasing = table.phasing.as_ref()?;
    let phasing = match (&phasing.odd_planes, &phasing.each_plane, &phasing.factor) {
        (Some(angle), ..) => Phasing::OddPlanes(angle.0),
        (None, Some(angle), _) => Phasing::EachPlane(angle.0),
        (None, None, factor) => of_factor(u32::try_from(factor.as_ref()?.0).ok()?, total as u32),
    };
    Some(Walker {
        planes,
        satellites_per_plane,
        altitude_km: table.altitude.as_ref()?.0,
        inclination_deg: table.inclination.as_ref()?.0,
        raan_offset_deg: table.raan_offset.as_ref()?.0,
        raan_spacing_deg,
        argument_of_latitude_deg: table.argument_of_latitude.as_ref()?.0,
        phasing,
    })
}

/// Walker's phasing: each plane is ahead by `factor` of 360 deg / t.
fn of_factor(factor: u32, satellites: u32) -> Phasing {
    Phasing::EachPlane(360.0 * f64::from(factor) / f64::from(satellites))
}
