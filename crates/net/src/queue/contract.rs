//! The contract of every discipline, tested on each member of the registry.

use std::sync::Arc;

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_params::{Catalogue, registry};
use skyseam_trace::DropReason;

use super::{Backlog, Built, Ecn, PacketKey, QueuedPacket, build, built_in};
use crate::channel::{ChannelConfig, ConstantLevel};
use crate::config::{Direction, LinkConfig, QueueConfig, RadioConfig};
use crate::context::LinkContext;
use crate::harq::{ChaseCombining, HarqConfig};

fn built(queue: &QueueConfig, radio: Option<RadioConfig>) -> Built {
    let link = LinkConfig::plain(Rate::from_bps(12_000_000).unwrap(), 0, queue.clone());
    let link = LinkConfig { radio: radio.map(Arc::new), ..link };
    build(&link, &LinkContext::plain(1, "a -> b", SimTime::ZERO), 1)
}

/// An idle link accepts a packet, a queue has a limit, the same arrivals have the same fate, no
/// packet is marked that is not ECN-capable, and names are unique.
#[test]
fn every_discipline_keeps_the_contract() {
    let catalogue = Catalogue::default().with_all(built_in());
    let front = format!("{}\ndrop_from = \"front\"", keys("drop-tail"));
    let members = built_in();
    let examples = members.iter().map(|d| (d, keys(d.name)));
    let drop_tail = members.iter().find(|d| d.name == "drop-tail").expect("a member");
    for (d, keys) in examples.chain([(drop_tail, front.as_str())]) {
        assert!(!d.summary.is_empty() && !d.source.is_empty());
        let example = format!("kind = \"{}\"\n{keys}", d.name);
        let example = registry::parse(&example, catalogue.clone()).expect("an example");
        let example = QueueConfig::Discipline(example);
        for radio in [None, Some(radio())] {
            for ecn in [Ecn::NotEct, Ecn::Ect0, Ecn::Ect1, Ecn::Ce] {
                let fates = || fates(built(&example, radio.clone()), ecn);
                assert_eq!(fates(), fates(), "{}: chance is the seed's", d.name);
                assert_eq!(fates()[0], None, "{} refuses an idle link", d.name);
                let full = Some(DropReason::QueueOverflow);
                assert!(fates().contains(&full), "{} has no limit", d.name);
            }
        }
        // Before a link with HARQ the same packets are admitted.
        let held = fates(built(&example, Some(radio())), Ecn::Ect0);
        assert_eq!(held, fates(built(&example, None), Ecn::Ect0), "{}", d.name);
    }
}

/// Keys of a small example.
fn keys(name: &str) -> &'static str {
    match name {
        "red" => {
            "limit = \"60 packets\"\nmin_threshold = \"5 packets\"\n\
             max_threshold = \"15 packets\"\necn = true"
        }
        "threshold" => "limit = \"60 packets\"\nmin_threshold = \"5 packets\"",
        "cake" => "memory_limit = \"230400 B\"",
        "codel" | "fq-codel" | "pie" | "fq-pie" => "limit = \"100 packets\"\necn = true",
        _ => "limit = \"100 packets\"",
    }
}

/// A link with HARQ over a channel that does not fade.
fn radio() -> RadioConfig {
    RadioConfig {
        channel: ChannelConfig::with(ConstantLevel { level: 0.0 }),
        harq: HarqConfig::of(
            ChaseCombining { symbols: 1000, retransmissions: 3, information_bits: 1000 },
            7.0,
        ),
        reordering: None,
        rlc: None,
        direction: Direction::Forward,
    }
}

/// Returns the fate of each of a thousand packets that arrive simultaneously: the reason of its
/// drop, if any. Queued packets are then sent, one per millisecond, and none may get lost.
fn fates(built: Built, ecn: Ecn) -> Vec<Option<DropReason>> {
    let mut fates = vec![None; 1000];
    let is_allowed =
        |sent: Option<Ecn>| sent == Some(ecn) || ecn.is_capable() && sent == Some(Ecn::Ce);
    match built {
        Built::AtArrival(mut queue) => {
            let mut packets = 0;
            for (number, fate) in fates.iter_mut().enumerate() {
                let bytes = 1500 * u64::from(packets);
                let idle_since = (number == 0).then_some(SimTime::ZERO);
                let waiting = Backlog { packets, bytes, idle_since };
                let admitted = queue.admit(SimTime::ZERO, waiting, 1500, ecn);
                assert!(admitted.is_err() || is_allowed(admitted.ok()));
                *fate = admitted.err();
                packets += u32::from(fate.is_none() && number > 0);
            }
        }
        Built::Holding(mut buffer) => {
            let mut seen = vec![false; 1000];
            let mut dropped = Vec::new();
            let mut now = SimTime::ZERO;
            for key in 0..1000 {
                let flow = u64::from(key % 3);
                let packet =
                    QueuedPacket { key: PacketKey(key), bytes: 1500, flow, arrived: now, ecn };
                if key == 0 {
                    buffer.enqueue_at_idle(now, now, packet, &mut dropped);
                    let first = buffer.dequeue(now, &mut dropped);
                    assert_eq!(first, Some(packet), "an idle link sends at once");
                    seen[0] = true;
                } else {
                    buffer.enqueue(now, packet, &mut dropped);
                }
            }
            let held = buffer.len();
            assert_eq!(held + dropped.len() + 1, 1000);
            while let Some(packet) = buffer.dequeue(now, &mut dropped) {
                let number = packet.key.index();
                assert!(is_allowed(Some(packet.ecn)), "{number} is {:?}", packet.ecn);
                assert!(!std::mem::replace(&mut seen[number], true), "{number} came out twice");
                now += Duration::from_millis(1);
            }
            assert!(buffer.is_empty());
            for drop in dropped {
                let number = drop.packet.key.index();
                assert!(!std::mem::replace(&mut seen[number], true), "{number} came out twice");
                fates[number] = Some(drop.reason);
            }
            assert!(!seen.contains(&false), "a packet never came out");
        }
        Built::Scheduled(_) | Built::Granted(_) => {
            unreachable!(
                "schedulers have a contract of their own, and no discipline waits for turns"
            )
        }
    }
    fates
}
