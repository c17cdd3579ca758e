//! Building blocks of link patterns.

use super::{LinkKind, ShellLink};
use crate::description::parts::Walker;

/// Returns links from every satellite to those `step` places before and behind it in its plane,
/// except to itself and to those already linked by a shorter step.
pub(super) fn intra_plane_links(walker: &Walker, step: u32) -> Vec<ShellLink> {
    let per_plane = walker.satellites_per_plane;
    let mut links = Vec::new();
    for plane in (0..walker.planes).filter(|_| per_plane >= 2 * step) {
        let first = plane * per_plane;
        let link = |a, b| ShellLink { a: first + a, b: first + b, kind: LinkKind::IntraPlane };
        links.extend((step..per_plane).map(|index| link(index - step, index)));
        if per_plane > 2 * step {
            links.extend((0..step).map(|index| link(index, index + per_plane - step)));
        }
    }
    links
}

/// Returns links from every satellite to the satellite of the same index `step` planes further, not
/// beyond the last plane.
pub(super) fn inter_plane_links(walker: &Walker, step: u32) -> Vec<ShellLink> {
    let per_plane = walker.satellites_per_plane;
    let between = walker.planes.saturating_sub(step) * per_plane;
    let link = |a| ShellLink { a, b: a + step * per_plane, kind: LinkKind::InterPlane };
    (0..between).map(link).collect()
}

/// Returns links from every satellite of the last plane to one of the first, if the planes span the
/// whole Earth and are not linked to each other anyway. The shift is that between other
/// neighbouring planes, rounded to whole places in the plane (`f` of them with Walker's phasing).
pub(super) fn closing_links(walker: &Walker) -> Vec<ShellLink> {
    if !walker.is_closed() || walker.planes < 3 {
        return Vec::new();
    }
    let (per_plane, last) = (walker.satellites_per_plane, walker.planes - 1);
    let places = walker.ahead_deg(walker.planes) * f64::from(per_plane) / 360.0;
    let shift = places.round().rem_euclid(f64::from(per_plane)) as u32;
    let link = |index| ShellLink {
        a: (index + shift) % per_plane,
        b: last * per_plane + index,
        kind: LinkKind::InterPlane,
    };
    (0..per_plane).map(link).collect()
}

/// Returns links from every satellite of plane 0 to the one of the last plane that it meets at time
/// zero; none without a seam, or if the planes are linked to each other anyway.
///
/// The two satellites move in opposite directions: at equal latitude their arguments of latitude
/// add up to 180 deg. The one closest to that is chosen; of two equally close ones, the approaching
/// one has the lower index. This gives ns-2's `(5 - s) mod 11` for Iridium and `(11 - s) mod 24`
/// for Teledesic (tcl/ex/sat-iridium-links.tcl, sat-teledesic-links.tcl).
pub(super) fn cross_seam_links(walker: &Walker, rungs: u32) -> Vec<ShellLink> {
    if !walker.has_seam() || walker.planes - 1 <= rungs {
        return Vec::new();
    }
    let (per_plane, last) = (walker.satellites_per_plane, walker.planes - 1);
    let behind_deg = 180.0 - walker.ahead_deg(last) - 2.0 * walker.argument_of_latitude_deg;
    let slots = behind_deg * f64::from(per_plane) / 360.0;
    // Rounds to nearest, halves downwards, with a margin for the error of the division.
    let meets = (slots - 0.5 - 1e-9).ceil().rem_euclid(f64::from(per_plane)) as u32;
    let link = |index| ShellLink {
        a: index,
        b: last * per_plane + (meets + per_plane - index) % per_plane,
        kind: LinkKind::CrossSeam,
    };
    (0..per_plane).map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::tests::{iridium, teledesic};

    /// As in ns-2's tcl/ex/sat-iridium-links.tcl and sat-teledesic-links.tcl.
    #[test]
    fn satellites_meet_across_the_seam_as_in_the_scripts() {
        for (walker, last, meets) in [(iridium(), 5, 5), (teledesic(), 11, 11)] {
            let per_plane = walker.satellites_per_plane;
            let links = cross_seam_links(&walker, 1);
            assert_eq!(links.len(), per_plane as usize);
            for (s, link) in (0..).zip(links) {
                let peer = last * per_plane + (meets + per_plane - s) % per_plane;
                assert_eq!((link.a, link.b, link.kind), (s, peer, LinkKind::CrossSeam));
            }
        }
    }

    #[test]
    fn small_rings_have_no_double_links() {
        for per_plane in 1..8 {
            let walker = Walker { planes: 1, satellites_per_plane: per_plane, ..iridium() };
            let mut pairs: Vec<_> = [1, 2]
                .iter()
                .flat_map(|&step| intra_plane_links(&walker, step))
                .map(|l| (l.a, l.b))
                .collect();
            assert!(pairs.iter().all(|(a, b)| a < b && *b < per_plane), "{pairs:?}");
            pairs.sort_unstable();
            pairs.dedup();
            // With five or more satellites each has four neighbours; with fewer, all others.
            let expected =
                if per_plane < 5 { per_plane * (per_plane - 1) / 2 } else { 2 * per_plane };
            assert_eq!(pairs.len() as u32, expected, "{per_plane} in the plane");
        }
    }

    #[test]
    fn shells_without_a_seam_of_their_own_have_no_crossings() {
        assert_eq!(cross_seam_links(&Walker { planes: 2, ..iridium() }, 1), []);
        assert_eq!(cross_seam_links(&Walker { planes: 3, ..iridium() }, 2), []);
        assert_eq!(cross_seam_links(&Walker { inclination_deg: 53.0, ..iridium() }, 1), []);
        assert_eq!(cross_seam_links(&Walker { raan_spacing_deg: 60.0, ..iridium() }, 1), []);
    }
}
