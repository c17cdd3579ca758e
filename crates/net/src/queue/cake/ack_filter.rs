//! ACK filter: removes pure ACKs that later ones in the queue make redundant, so that they do not
//! fill the slow direction of an asymmetric link.
//!
//! Follows Linux's `sch_cake`: an ACK is removed only if a later packet of its connection
//! acknowledges at least as much, and never if information would be lost: data, other flags,
//! changes of ECE or CWR, options other than timestamps and SACK, later timestamps, DSACK, or
//! blocks that the later one does not have.

use std::collections::VecDeque;

use skyseam_packet::seq::SeqNumber;
use skyseam_packet::{SackBlock, SackBlocks, TcpFlags, TcpSegment};
use skyseam_params::names::{Choice, Named, choice};

use super::tin::Held;

/// Rule that chooses which of the redundant ACKs in a queue are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckFilter {
    /// None.
    Off,
    /// The oldest, if another one is redundant, too.
    Conservative,
    /// The oldest, if another one is redundant, too, or if the next packet replaces it.
    Aggressive,
}

impl Named for AckFilter {
    const WHAT: &'static str = "an ACK filter";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Off, "off", "no ACK is removed", "tc-cake(8), no-ack-filter"),
            choice(
                Self::Conservative,
                "conservative",
                "the oldest of two or more redundant ACKs is removed",
                "tc-cake(8), ack-filter",
            ),
            choice(
                Self::Aggressive,
                "aggressive",
                "an only redundant ACK is removed, too, if its successor replaces it",
                "tc-cake(8), ack-filter-aggressive",
            ),
        ]
    }
}

impl AckFilter {
    /// Index of the packet to remove from a queue, once its last packet has arrived.
    pub(super) fn redundant(self, queue: &VecDeque<Held>) -> Option<usize> {
        let (last, flow) = (queue.back()?, |held: &Held| held.packet.flow);
        let (connection, trigger) = last.segment.as_deref()?;
        if !trigger.flags.contains(TcpFlags::ACK) || trigger.flags.contains(TcpFlags::SYN) {
            return None;
        }
        let end = queue.len() - 1;
        let mut oldest: Option<(usize, TcpFlags)> = None;
        for (index, held) in queue.iter().enumerate().take(end) {
            let segment = held.segment.as_deref().filter(|(of, _)| of == connection);
            let Some((_, segment)) = segment.filter(|_| flow(held) == flow(last)) else { continue };
            oldest = oldest.filter(|(_, flags)| *flags == ecn_flags(segment));
            if !is_redundant(segment, trigger) {
                continue;
            }
            if oldest.is_some() {
                return oldest.map(|(index, _)| index);
            }
            oldest = Some((index, ecn_flags(segment)));
        }
        let (index, flags) = oldest.filter(|_| self == Self::Aggressive)?;
        (index + 1 == end && flags == ecn_flags(trigger)).then_some(index)
    }
}

fn ecn_flags(segment: &TcpSegment) -> TcpFlags {
    TcpFlags(segment.flags.0 & (TcpFlags::ECE.0 | TcpFlags::CWR.0))
}

/// Whether `earlier` is a pure ACK that says nothing which `later` does not say.
fn is_redundant(earlier: &TcpSegment, later: &TcpSegment) -> bool {
    let other_flags = earlier.flags.0 & !ecn_flags(earlier).0;
    if other_flags != TcpFlags::ACK.0 || earlier.payload > 0 || earlier.option.is_some() {
        return false;
    }
    let (value, echo) = later.timestamps.map_or((0, 0), |times| (times.value, times.echo));
    let is_newer = |ours: u32, theirs| SeqNumber(theirs).before(SeqNumber(ours));
    let is_newer =
        earlier.timestamps.is_some_and(|t| is_newer(t.value, value) || is_newer(t.echo, echo));
    if is_newer || later.ack.before(earlier.ack) {
        return false;
    }
    match covered(earlier, &later.sack) {
        Some(more) => more || earlier.ack != later.ack,
        None => false,
    }
}

/// Whether `later` has more bytes in its blocks than `earlier`, if it covers all of its blocks.
fn covered(earlier: &TcpSegment, later: &SackBlocks) -> Option<bool> {
    let covers = |block: &SackBlock| {
        let is_duplicate = block.start.before(earlier.ack);
        let within = |of: &SackBlock| !block.start.before(of.start) && !of.end.before(block.end);
        !is_duplicate && later.as_slice().iter().any(within)
    };
    let bytes = |blocks: &SackBlocks| {
        blocks.as_slice().iter().map(|block| u64::from(block.end - block.start)).sum::<u64>()
    };
    earlier.sack.as_slice().iter().all(covers).then(|| bytes(later) > bytes(&earlier.sack))
}

#[cfg(test)]
mod tests {
    use skyseam_base::SimTime;
    use skyseam_packet::{AccEcnOption, ExtraOption, Timestamps};

    use super::*;
    use crate::queue::{Ecn, PacketKey, QueuedPacket};

    fn ack(ack: u32) -> TcpSegment {
        let times = Timestamps { value: ack, echo: ack };
        let (ack, flags) = (SeqNumber(ack), TcpFlags::ACK);
        TcpSegment { ack, flags, timestamps: Some(times), ..TcpSegment::default() }
    }

    fn queue(segments: &[TcpSegment]) -> VecDeque<Held> {
        let packet = QueuedPacket {
            key: PacketKey(0),
            bytes: 66,
            flow: 0,
            arrived: SimTime::ZERO,
            ecn: Ecn::NotEct,
        };
        let held = |segment: &TcpSegment| Held {
            packet,
            charged: 66,
            segment: Some(Box::new((0, *segment))),
        };
        segments.iter().map(held).collect()
    }

    fn with_sack(segment: TcpSegment, blocks: &[(u32, u32)]) -> TcpSegment {
        let mut sack = SackBlocks::default();
        for &(start, end) in blocks {
            assert!(sack.push(SackBlock { start: SeqNumber(start), end: SeqNumber(end) }));
        }
        TcpSegment { sack, ..segment }
    }

    /// Two redundant ACKs are needed, or one and its successor in the aggressive form; the oldest
    /// goes.
    #[test]
    fn the_oldest_redundant_ack_goes() {
        use AckFilter::{Aggressive, Conservative};
        let removed = |filter: AckFilter, acks: &[u32]| {
            filter.redundant(&queue(&acks.iter().map(|number| ack(*number)).collect::<Vec<_>>()))
        };
        for (filter, of_two) in [(Conservative, None), (Aggressive, Some(0))] {
            assert_eq!(removed(filter, &[1]), None);
            assert_eq!(removed(filter, &[1, 2]), of_two);
            assert_eq!(removed(filter, &[1, 2, 3]), Some(0));
            assert_eq!(removed(filter, &[9, 1, 2, 3]), Some(1), "the first acknowledges more");
            assert_eq!(removed(filter, &[2, 2]), None, "a duplicate ACK is a signal");
        }
    }

    /// Goal: an ACK that says something of its own is kept. Method: each such ACK alone before its
    /// successor, in the aggressive form.
    #[test]
    fn information_is_kept() {
        let counters = AccEcnOption::new([1, 2, 3], 3);
        let (first, last) = (ack(1), with_sack(ack(2), &[(10, 20)]));
        let with_flag = |flag| TcpSegment { flags: TcpFlags::ACK.with(flag), ..first };
        let times =
            |value, echo| TcpSegment { timestamps: Some(Timestamps { value, echo }), ..first };
        let is_removed = |filter: AckFilter, earlier: TcpSegment, later: TcpSegment| {
            filter.redundant(&queue(&[earlier, later])) == Some(0)
        };
        for (is_redundant, earlier) in [
            (true, first),
            (true, with_sack(first, &[(12, 20)])),
            (true, times(2, 2)),
            (false, times(3, 2)),
            (false, times(2, 3)),
            (false, with_sack(first, &[(12, 21)])),
            // A duplicate of what was acknowledged (RFC 2883).
            (false, with_sack(first, &[(0, 1)])),
            (false, TcpSegment { payload: 1, ..first }),
            (false, with_flag(TcpFlags::PSH)),
            (false, with_flag(TcpFlags::SYN)),
            (false, with_flag(TcpFlags::FIN)),
            (false, with_flag(TcpFlags::RST)),
            (false, with_flag(TcpFlags::ECE)),
            (false, with_flag(TcpFlags::CWR)),
            (false, with_flag(TcpFlags::AE)),
            (false, TcpSegment { option: Some(ExtraOption::AccEcn(counters)), ..first }),
        ] {
            assert_eq!(
                is_removed(AckFilter::Aggressive, earlier, last),
                is_redundant,
                "{earlier:?}"
            );
        }
        let mut other = queue(&[first, last]);
        other[1].segment.as_mut().unwrap().0 = 1;
        assert_eq!(AckFilter::Aggressive.redundant(&other), None, "another connection");
        let syn = TcpSegment { flags: TcpFlags::SYN.with(TcpFlags::ACK), ..last };
        assert!(!is_removed(AckFilter::Aggressive, first, syn));
    }

    /// A change of ECE or CWR between ACKs keeps the one before the change.
    #[test]
    fn changes_of_ecn_are_kept() {
        let echo = |number| TcpSegment { flags: TcpFlags::ACK.with(TcpFlags::ECE), ..ack(number) };
        let removed = |acks: &[TcpSegment]| AckFilter::Conservative.redundant(&queue(acks));
        assert_eq!(removed(&[ack(1), echo(2), ack(3)]), None);
        assert_eq!(removed(&[ack(1), echo(2), echo(3), ack(4)]), Some(1));
    }
}
