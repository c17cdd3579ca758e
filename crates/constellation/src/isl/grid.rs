//! The grid with an open seam: two neighbours in the plane, one of the same index in each
//! neighbouring plane, none between the last plane and the first.

use super::{Link, Rule};
use crate::config::{IslPattern, Shell};
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<IslPattern, Rule> = Registered {
    value: IslPattern::GridSeamOpen,
    name: "grid-seam-open",
    summary: "both neighbours in the plane, same index in each neighbouring plane, seam left open",
    source: "Iridium; ns-2.35's example scripts (model.md Sec. 3)",
    rule: links,
};

fn links(shell: &Shell) -> Vec<Link> {
    let (planes, per_plane) = (shell.planes, shell.satellites_per_plane);
    let mut links = Vec::new();
    for plane in 0..planes {
        let first = plane * per_plane;
        for index in 1..per_plane {
            links.push(Link { a: first + index - 1, b: first + index, inter_plane: false });
        }
        if per_plane > 2 {
            links.push(Link { a: first, b: first + per_plane - 1, inter_plane: false });
        }
    }
    for a in 0..planes.saturating_sub(1) * per_plane {
        links.push(Link { a, b: a + per_plane, inter_plane: true });
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Phasing;

    fn shell(planes: u32, satellites_per_plane: u32) -> Shell {
        Shell {
            name: "test".into(),
            planes,
            satellites_per_plane,
            altitude_km: 780.0,
            inclination_deg: 86.4,
            raan_offset_deg: 0.0,
            raan_spacing_deg: 31.6,
            phasing: Phasing::OddPlanes(16.36),
        }
    }

    #[test]
    fn iridium_has_four_links_per_satellite_and_three_beside_the_seam() {
        let links = links(&shell(6, 11));
        assert_eq!(links.len(), 66 + 55);
        for satellite in 0..66 {
            let degree = links.iter().filter(|l| l.a == satellite || l.b == satellite).count();
            let beside_seam = !(11..55).contains(&satellite);
            assert_eq!(degree, if beside_seam { 3 } else { 4 });
        }
    }

    #[test]
    fn small_rings_have_no_double_links() {
        assert_eq!(links(&shell(1, 1)), []);
        assert_eq!(links(&shell(1, 2)), [Link { a: 0, b: 1, inter_plane: false }]);
        assert_eq!(links(&shell(1, 3)).len(), 3);
        assert_eq!(links(&shell(2, 1)), [Link { a: 0, b: 1, inter_plane: true }]);
    }
}
