//! CAKE's classes of traffic: the tin of each codepoint, and the tins' rates and weights.

use skyseam_params::names::{Choice, Named, choice};

/// Division into tins by DSCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diffserv {
    /// One tin.
    BestEffort,
    /// Eight tins by the three upper bits.
    Precedence,
    /// Bulk, best effort, voice.
    Diffserv3,
    /// Bulk, best effort, video, voice.
    Diffserv4,
    /// Eight tins by application.
    Diffserv8,
}

impl Named for Diffserv {
    const WHAT: &'static str = "a division into tins";

    fn choices() -> Vec<Choice<Self>> {
        let from = "tc-cake(8)";
        vec![
            choice(Self::BestEffort, "besteffort", "one tin, whatever the codepoint", from),
            choice(
                Self::Precedence,
                "precedence",
                "eight tins by the three upper bits of the codepoint, each with 7/8 of the rate \
                 of the one below",
                from,
            ),
            choice(
                Self::Diffserv3,
                "diffserv3",
                "bulk (LE, CS1) with 1/16 of the rate, best effort, and voice (VA, EF, CS6, CS7, \
                 4) with 1/4",
                from,
            ),
            choice(
                Self::Diffserv4,
                "diffserv4",
                "bulk (LE, CS1) with 1/16 of the rate, best effort, video (AF2x, AF3x, AF4x, CS2, \
                 CS3, 4) with 1/2, and voice (CS4 to CS7, VA, EF) with 1/4",
                from,
            ),
            choice(
                Self::Diffserv8,
                "diffserv8",
                "background (LE), high throughput (AF1x, CS1, 2), best effort, video (AF3x, AF4x, \
                 CS3), transactions (AF2x, 4), shell (CS2), low latency (CS4, CS5, VA, EF), \
                 control (CS6, CS7), each with 7/8 of the rate of the one before",
                from,
            ),
        ]
    }
}

/// Codepoints with names: lower effort (RFC 8622), voice admit (RFC 5865), expedited forwarding
/// (RFC 3246).
const LE: u8 = 1;
const VA: u8 = 44;
const EF: u8 = 46;

/// Class selector of a codepoint (RFC 2474 Sec. 4.2.2), if it is one.
fn class_selector(dscp: u8) -> Option<u8> {
    dscp.is_multiple_of(8).then_some(dscp / 8)
}

/// Class of assured forwarding (RFC 2597 Sec. 6), if a codepoint is of one.
fn assured_forwarding(dscp: u8) -> Option<u8> {
    (matches!(dscp / 8, 1..=4) && matches!(dscp % 8, 2 | 4 | 6)).then_some(dscp / 8)
}

impl Diffserv {
    /// Number of the tin of a codepoint.
    pub(super) fn tin(self, dscp: u8) -> usize {
        let (cs, af) = (class_selector(dscp), assured_forwarding(dscp));
        match self {
            Self::BestEffort => 0,
            Self::Precedence => usize::from(dscp >> 3 & 7),
            Self::Diffserv3 => match (dscp, cs) {
                (LE, _) | (_, Some(1)) => 1,
                (4 | VA | EF, _) | (_, Some(6 | 7)) => 2,
                _ => 0,
            },
            Self::Diffserv4 => match (dscp, cs, af) {
                (LE, ..) | (_, Some(1), _) => 1,
                (VA | EF, ..) | (_, Some(4..=7), _) => 3,
                (4, ..) | (_, Some(2 | 3), _) | (_, _, Some(2..=4)) => 2,
                _ => 0,
            },
            Self::Diffserv8 => match (dscp, cs, af) {
                (LE, ..) => 0,
                (2, ..) | (_, Some(1), _) | (_, _, Some(1)) => 1,
                (_, Some(3), _) | (_, _, Some(3 | 4)) => 3,
                (4, ..) | (_, _, Some(2)) => 4,
                (_, Some(2), _) => 5,
                (VA | EF, ..) | (_, Some(4 | 5), _) => 6,
                (_, Some(6 | 7), _) => 7,
                _ => 2,
            },
        }
    }

    /// Rate of each tin at a total of `rate` bytes per second, and its weight without a shaper.
    pub(super) fn tins(self, rate: u64) -> Vec<(u64, u32)> {
        match self {
            Self::BestEffort => vec![(rate, 65_535)],
            Self::Diffserv3 => vec![(rate, 1024), (rate >> 4, 64), (rate >> 2, 256)],
            Self::Diffserv4 => {
                vec![(rate, 1024), (rate >> 4, 64), (rate >> 1, 512), (rate >> 2, 256)]
            }
            Self::Precedence | Self::Diffserv8 => {
                let next =
                    |&(rate, weight): &(u64, u32)| Some(((rate * 7) >> 3, (weight * 7) >> 3));
                std::iter::successors(Some((rate, 256)), next).take(8).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every codepoint has the tin of the kernel. Method: the tins of the codepoints with a
    /// meaning; all others are best effort.
    #[test]
    fn codepoints_have_their_tins() {
        let af = |class: u8| [2, 4, 6].map(|precedence| 8 * class + precedence);
        let video = [af(2), af(3), af(4)].concat();
        for (diffserv, best_effort, tins) in [
            (Diffserv::Diffserv3, 0, vec![(1, vec![LE, 8]), (2, vec![4, VA, EF, 48, 56])]),
            (
                Diffserv::Diffserv4,
                0,
                vec![
                    (1, vec![LE, 8]),
                    (2, [&video[..], &[4, 16, 24]].concat()),
                    (3, vec![32, 40, VA, EF, 48, 56]),
                ],
            ),
            (
                Diffserv::Diffserv8,
                2,
                vec![
                    (0, vec![LE]),
                    (1, [&af(1)[..], &[2, 8]].concat()),
                    (3, [&af(3)[..], &af(4), &[24]].concat()),
                    (4, [&af(2)[..], &[4]].concat()),
                    (5, vec![16]),
                    (6, vec![32, 40, VA, EF]),
                    (7, vec![48, 56]),
                ],
            ),
        ] {
            for dscp in 0..64 {
                let named = tins.iter().find(|(_, of)| of.contains(&dscp)).map(|(tin, _)| *tin);
                assert_eq!(diffserv.tin(dscp), named.unwrap_or(best_effort), "{diffserv:?} {dscp}");
            }
        }
        assert!((0..64).all(|dscp| Diffserv::BestEffort.tin(dscp) == 0));
        assert_eq!(Diffserv::Precedence.tin(EF), 5);
    }

    /// A tin for every number, with rates and weights that fall from the largest.
    #[test]
    fn tins_are_parts_of_the_rate() {
        for (diffserv, tins) in [
            (Diffserv::BestEffort, 1),
            (Diffserv::Precedence, 8),
            (Diffserv::Diffserv3, 3),
            (Diffserv::Diffserv4, 4),
            (Diffserv::Diffserv8, 8),
        ] {
            let shares = diffserv.tins(1 << 20);
            assert_eq!(shares.len(), tins);
            assert!((0..64).all(|dscp| diffserv.tin(dscp) < tins));
            assert!(shares.iter().all(|(rate, weight)| *rate <= 1 << 20 && *weight > 0));
        }
    }
}
