//! The seam of a star constellation: where planes moving north pass planes moving south.
//!
//! A satellite moving north in plane `p` of `P` is in column `p`, one moving south in column `p +
//! P`: the 2P half-orbits in the order of their longitude. The seam lies between columns P-1 | P
//! and 2P-1 | 0. Only a shell whose ascending nodes span less than 180 deg, steeper than 60 deg,
//! has one.
//!
//! The shorter route from one column to another crosses the seam exactly if one moves north and the
//! other south: the two parts of the seam halve the circle, two columns of one half are less than P
//! apart within it, and every route between the halves crosses once (the longer routes that cross
//! twice cost more).

use skyseam_base::{NodeId, SimTime};

use crate::timeline::Timeline;

/// Half-orbit of a satellite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfOrbit {
    /// Number of the shell.
    pub shell: u32,
    /// Number of the plane.
    pub plane: u32,
    /// Number of planes in the shell.
    pub planes: u32,
    /// Whether the satellite moves south.
    pub southbound: bool,
    has_seam: bool,
}

impl HalfOrbit {
    /// Returns the number of the column, ordered by longitude.
    pub fn number(self) -> u32 {
        self.plane + if self.southbound { self.planes } else { 0 }
    }

    /// Whether the shorter path around to another column of the shell crosses the seam.
    pub(crate) fn is_across_seam_from(self, other: Self) -> bool {
        self.has_seam && self.shell == other.shell && self.southbound != other.southbound
    }
}

impl Timeline {
    /// Returns the half-orbit of a satellite at `t`.
    pub fn column(&self, satellite: NodeId, t: SimTime) -> HalfOrbit {
        let number = self.sky().shell_number(satellite);
        let shell = &self.sky().shells()[number as usize];
        HalfOrbit {
            shell: number,
            plane: self.sky().plane_of(satellite),
            planes: shell.planes(),
            southbound: !self.sky().moves_north(satellite, t),
            has_seam: shell.has_seam,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the shorter path crosses a seam, found by following it column by column.
    fn walks_across(from: u32, to: u32, planes: u32) -> bool {
        let columns = 2 * planes;
        let east = (to + columns - from) % columns;
        let (steps, stride) =
            if east <= planes { (east, 1) } else { (columns - east, columns - 1) };
        let seam = |a: u32, b: u32| {
            let (low, high) = (a.min(b), a.max(b));
            (low, high) == (planes - 1, planes) || (low, high) == (0, columns - 1)
        };
        (0..steps).any(|step| {
            let at = (from + step * stride) % columns;
            seam(at, (at + stride) % columns)
        })
    }

    #[test]
    fn the_rule_of_halves_is_that_of_the_shorter_way_round() {
        for planes in 2..8 {
            let column = |number: u32| HalfOrbit {
                shell: 0,
                plane: number % planes,
                planes,
                southbound: number >= planes,
                has_seam: true,
            };
            for from in 0..2 * planes {
                for to in 0..2 * planes {
                    assert_eq!(column(from).number(), from);
                    assert_eq!(
                        column(from).is_across_seam_from(column(to)),
                        walks_across(from, to, planes),
                        "{from} to {to} of {planes} planes"
                    );
                }
            }
        }
    }
}
