//! A warning about transposed numbers of planes and satellites per plane. This is the most common
//! mistake in describing a shell, and yields a constellation that looks valid.

use skyseam_base::math;
use skyseam_orbit::wgs84;
use skyseam_params::shape::Tried;
use skyseam_params::{Problems, Spanned};

use super::ShellConfig;
use crate::description::parts::{Orbits, Shell, Walker};

/// Shells of known constellations, with their names.
pub type Known<'k> = (&'k str, &'k [Shell]);

/// Warns of a shell whose numbers were probably transposed; `presets` are known shells.
pub fn warn(
    table: &Spanned<Tried<ShellConfig>>,
    shell: &Shell,
    presets: &[Known<'_>],
    problems: &mut Problems<'_>,
) {
    let Orbits::Walker(walker) = &shell.orbits else { return };
    let key = if table.keys.has("walker") { "walker" } else { "planes" };
    let place = &table.keys.at(key);
    let (planes, each) = (walker.planes, walker.satellites_per_plane);
    let found = format!("{planes} planes of {each} satellites");
    let meant = format!("if {each} planes of {planes} are meant, exchange the two numbers");
    if let Some(preset) = transposed_preset(walker, presets) {
        problems
            .warn(place, "planes and satellites per plane are probably exchanged")
            .found(found)
            .expected(format!("{each} planes of {planes}, as the preset \"{preset}\" has them"))
            .help(meant);
    } else if shell.pattern.has_links() && is_implausible(walker) {
        problems
            .warn(place, "the satellites of a plane are too far apart to see each other")
            .found(found)
            .expected("planes whose satellites see each other over the Earth")
            .help(meant);
    }
}

/// Returns the preset that equals this shell except that the two numbers are transposed.
fn transposed_preset<'p>(walker: &Walker, presets: &[Known<'p>]) -> Option<&'p str> {
    let find = |planes: u32, each: u32| {
        let is_it = |known: &Walker| {
            (known.planes, known.satellites_per_plane) == (planes, each)
                && (known.altitude_km - walker.altitude_km).abs() <= 5.0
                && (known.inclination_deg - walker.inclination_deg).abs() <= 0.5
        };
        let knows = |shell: &Shell| matches!(&shell.orbits, Orbits::Walker(own) if is_it(own));
        presets.iter().find(|(_, shells)| shells.iter().any(knows))
    };
    let (planes, each) = (walker.planes, walker.satellites_per_plane);
    // If two presets are transpositions of each other, either can be meant.
    let is_known = find(planes, each).is_some();
    find(each, planes).filter(|_| !is_known).map(|(name, _)| *name)
}

/// Whether neighbours in a plane are hidden from each other by the Earth, and would be visible with
/// the two numbers transposed.
fn is_implausible(walker: &Walker) -> bool {
    let radius = wgs84::EQUATORIAL_RADIUS_KM + walker.altitude_km;
    // The midpoint of the line of sight between neighbours of n has a radius of cos(180 deg / n)
    // times that of the orbit.
    let see_each_other = |n: u32| {
        let half = std::f64::consts::PI / f64::from(n);
        radius * math::cos(half) > wgs84::EQUATORIAL_RADIUS_KM
    };
    walker.satellites_per_plane > 1
        && !see_each_other(walker.satellites_per_plane)
        && see_each_other(walker.planes)
}
