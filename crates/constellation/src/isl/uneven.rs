//! Building blocks of patterns over uneven shells: planes of different sizes, and gaps in them.
//!
//! Neighbouring planes are matched in the order of their satellites: every satellite of the smaller
//! plane is linked to one of the larger, no two to the same, in the same order around both, so that
//! the sum of the squared differences in argument of latitude is least. Where both planes are
//! evenly spaced this gives links of equal index, or with a constant shift; if one satellite is
//! missing or displaced its neighbours keep their links. Choosing the nearest satellite would not
//! suffice: between planes shifted by half a place every satellite has two equally near ones.

use super::{LinkKind, ShellLink};
use skyseam_base::math;

/// Returns links from every satellite to the ones before and behind it in its plane, by argument of
/// latitude.
pub(super) fn uneven_rings(planes: &[Vec<f64>]) -> Vec<ShellLink> {
    let mut links = Vec::new();
    for (first, plane) in starts(planes).zip(planes) {
        let order = ascending(plane);
        let link = |a: usize, b: usize| {
            let (a, b) = (first + order[a] as u32, first + order[b] as u32);
            ShellLink { a: a.min(b), b: a.max(b), kind: LinkKind::IntraPlane }
        };
        links.extend((1..plane.len()).map(|place| link(place - 1, place)));
        if plane.len() > 2 {
            links.push(link(plane.len() - 1, 0));
        }
    }
    links
}

/// Returns links between each plane and the next, not from the last to the first.
pub(super) fn uneven_inter_plane_links(planes: &[Vec<f64>]) -> Vec<ShellLink> {
    let starts: Vec<u32> = starts(planes).collect();
    let pairs = (1..planes.len()).map(|next| (next - 1, next));
    pairs.flat_map(|(p, q)| between(&planes[p], starts[p], &planes[q], starts[q])).collect()
}

/// Returns links between the last plane and the first, if these are not linked to each other
/// anyway.
pub(super) fn uneven_closing_rungs(planes: &[Vec<f64>]) -> Vec<ShellLink> {
    if planes.len() < 3 {
        return Vec::new();
    }
    let last = starts(planes).last().unwrap_or(0);
    between(&planes[0], 0, &planes[planes.len() - 1], last)
}

/// Returns the number of the first satellite of each plane.
fn starts(planes: &[Vec<f64>]) -> impl Iterator<Item = u32> {
    planes.iter().scan(0, |next, plane| {
        let first = *next;
        *next += plane.len() as u32;
        Some(first)
    })
}

/// Returns the satellites of a plane, ordered by argument of latitude.
fn ascending(plane: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plane.len()).collect();
    order.sort_by(|&a, &b| around(plane[a]).total_cmp(&around(plane[b])).then(a.cmp(&b)));
    order
}

fn around(degrees: f64) -> f64 {
    degrees.rem_euclid(360.0)
}

/// Returns the links between two planes whose first satellites have the given numbers.
fn between(one: &[f64], first: u32, other: &[f64], other_first: u32) -> Vec<ShellLink> {
    let link = |a: usize, b: usize| {
        let (a, b) = (first + a as u32, other_first + b as u32);
        ShellLink { a, b, kind: LinkKind::InterPlane }
    };
    let mut links: Vec<ShellLink> = if one.len() <= other.len() {
        matched(one, other).into_iter().map(|(a, b)| link(a, b)).collect()
    } else {
        matched(other, one).into_iter().map(|(b, a)| link(a, b)).collect()
    };
    links.sort_unstable();
    links
}

/// Returns the pairs of satellites of two planes with the least total distance; `small` is not
/// longer than `large`.
fn matched(small: &[f64], large: &[f64]) -> Vec<(usize, usize)> {
    let (order, of_large) = (ascending(small), ascending(large));
    let Some(&lead) = order.first() else { return Vec::new() };
    let mut starts: Vec<usize> = (0..large.len()).collect();
    let away = |start: &usize| math::powi(apart(small[lead], large[of_large[*start]]), 2);
    starts.sort_by(|a, b| away(a).total_cmp(&away(b)).then(a.cmp(b)));
    starts.truncate(LEADS);
    let mut best: Option<(f64, Vec<usize>)> = None;
    for start in starts {
        let turned = |place: usize| of_large[(start + place) % large.len()];
        let cost = |s: usize, l: usize| math::powi(apart(small[order[s]], large[turned(l)]), 2);
        let (sum, places) = in_order(small.len(), large.len(), cost);
        // Requires a clear improvement, so that rounding does not decide.
        if best.as_ref().is_none_or(|(least, _)| sum < least - 1e-6) {
            best = Some((sum, places.into_iter().map(turned).collect()));
        }
    }
    let (_, partners) = best.expect("a start for every plane that is not empty");
    order.into_iter().zip(partners).collect()
}

/// Number of nearest satellites tried as partner of the first; a further one is practically never
/// the best.
const LEADS: usize = 8;

/// Assigns `count` items to ascending places in a row of `places`, the first to place 0, at least
/// cost; returns the places and the cost.
fn in_order(count: usize, places: usize, cost: impl Fn(usize, usize) -> f64) -> (f64, Vec<usize>) {
    // Dynamic programming: `least[free]` is the cost of all items so far with at most `free` places
    // left free among them; for each item and `free` it is stored whether fewer free places cost as
    // little.
    let row = places - count + 1;
    let mut least = vec![cost(0, 0); row];
    let mut fewer_do = vec![true; count * row];
    fewer_do[0] = false;
    for thing in 1..count {
        for free in 0..row {
            let here = least[free] + cost(thing, thing + free);
            let fewer = if free > 0 { least[free - 1] } else { f64::INFINITY };
            fewer_do[thing * row + free] = fewer <= here;
            least[free] = fewer.min(here);
        }
    }
    let mut free = row - 1;
    let mut found = vec![0; count];
    for thing in (0..count).rev() {
        while fewer_do[thing * row + free] {
            free -= 1;
        }
        found[thing] = thing + free;
    }
    (least[row - 1], found)
}

/// Returns the difference of two angles, deg, 0 to 180.
fn apart(a: f64, b: f64) -> f64 {
    let ahead = around(a - b);
    ahead.min(360.0 - ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::parts::{Phasing, Walker};
    use crate::isl::lattice::{closing_links, inter_plane_links, intra_plane_links};
    use crate::isl::tests::{degree, iridium};
    use proptest::prelude::*;

    fn arguments(walker: &Walker) -> Vec<Vec<f64>> {
        let of = |plane| (0..walker.satellites_per_plane).map(move |index| (plane, index));
        let plane = |plane| of(plane).map(|(p, i)| walker.argument_of_latitude_deg(p, i)).collect();
        (0..walker.planes).map(plane).collect()
    }

    fn sorted(mut links: Vec<ShellLink>) -> Vec<ShellLink> {
        links.sort_unstable();
        links
    }

    /// Goal: over even planes the links equal those of patterns for even planes. Method: Walker
    /// shells whose shift from plane to plane is less than half a place, so that the same index is
    /// nearest.
    #[test]
    fn over_even_planes_links_are_those_of_the_lattice() {
        let delta = Walker {
            planes: 12,
            satellites_per_plane: 9,
            raan_spacing_deg: 30.0,
            phasing: Phasing::EachPlane(360.0 * 4.0 / 108.0),
            ..iridium()
        };
        let planes = arguments(&delta);
        assert_eq!(sorted(uneven_rings(&planes)), sorted(intra_plane_links(&delta, 1)));
        assert_eq!(sorted(uneven_inter_plane_links(&planes)), sorted(inter_plane_links(&delta, 1)));
        assert_eq!(sorted(uneven_closing_rungs(&planes)), sorted(closing_links(&delta)));
    }

    /// Iridium's odd planes are half a place ahead: all links lead ahead, or all behind.
    #[test]
    fn between_planes_half_a_place_apart_all_links_lean_one_way() {
        let planes = arguments(&iridium());
        let links = uneven_inter_plane_links(&planes);
        assert_eq!(links.len(), 55);
        for (plane, links) in links.chunks(11).enumerate() {
            let places = |link: &ShellLink| (link.b % 11 + 11 - link.a % 11) % 11;
            assert!(links.iter().all(|l| places(l) == places(&links[0])), "plane {plane}");
            assert!([0, 1, 10].contains(&places(&links[0])));
        }
    }

    /// The neighbours of a missing satellite keep their links.
    #[test]
    fn a_gap_moves_no_other_link() {
        let mut planes = arguments(&Walker { planes: 2, ..iridium() });
        let whole = uneven_inter_plane_links(&planes);
        planes[1].remove(4);
        let renumbered =
            |link: &ShellLink| ShellLink { b: link.b - u32::from(link.b > 11 + 4), ..*link };
        let kept: Vec<ShellLink> = whole.iter().filter(|l| l.b != 11 + 4).map(renumbered).collect();
        assert_eq!(kept.len(), 10);
        assert_eq!(uneven_inter_plane_links(&planes), kept);
    }

    #[test]
    fn small_planes_have_no_double_links() {
        let none: [Vec<f64>; 0] = [];
        assert_eq!(uneven_rings(&none), []);
        assert_eq!(uneven_closing_rungs(&none), []);
        assert_eq!(uneven_inter_plane_links(&[vec![], vec![1.0]]), []);
        assert_eq!(uneven_rings(&[vec![5.0]]), []);
        let link = |a, b, kind| ShellLink { a, b, kind };
        assert_eq!(uneven_rings(&[vec![], vec![9.0, 5.0]]), [link(0, 1, LinkKind::IntraPlane)]);
        assert_eq!(uneven_closing_rungs(&[vec![1.0], vec![2.0]]), []);
        assert_eq!(
            uneven_closing_rungs(&[vec![1.0], vec![2.0], vec![3.0]]),
            [link(0, 2, LinkKind::InterPlane)]
        );
    }

    /// Returns the least sum over all matches that keep the order, by exhaustive search.
    fn by_trying(small: &[f64], large: &[f64]) -> f64 {
        let (order, of_large) = (ascending(small), ascending(large));
        let ways = (0..1_u32 << large.len()).filter(|way| way.count_ones() == small.len() as u32);
        let sums = ways.flat_map(|way| {
            let taken: Vec<f64> = (0..large.len())
                .filter(|place| way >> place & 1 == 1)
                .map(|place| large[of_large[place]])
                .collect();
            let order = &order;
            (0..taken.len()).map(move |turn| {
                let other = |place: usize| taken[(place + turn) % taken.len()];
                let each =
                    (0..order.len()).map(|p| math::powi(apart(small[order[p]], other(p)), 2));
                each.sum::<f64>()
            })
        });
        sums.fold(f64::INFINITY, f64::min)
    }

    proptest! {
        /// Goal: the match is optimal, and each satellite has at most one partner.
        #[test]
        fn matches_cost_least_of_all_in_order(
            small in proptest::collection::vec(-20.0..380.0_f64, 1..5),
            more in proptest::collection::vec(-20.0..380.0_f64, 0..4),
        ) {
            let large: Vec<f64> = small.iter().map(|u| u * 1.7 + 11.0).chain(more).collect();
            let pairs = matched(&small, &large);
            let square = |&(s, l): &(usize, usize)| math::powi(apart(small[s], large[l]), 2);
            let sum: f64 = pairs.iter().map(square).sum();
            let least = by_trying(&small, &large);
            prop_assert!((sum - least).abs() < 1e-4, "{sum} is not the least, {least}");
            let links = between(&small, 0, &large, small.len() as u32);
            prop_assert_eq!(links.len(), small.len());
            prop_assert!((0..small.len() + large.len()).all(|s| degree(&links, s as u32) <= 1));
            prop_assert_eq!(links, between(&small, 0, &large, small.len() as u32));
        }
    }
}
