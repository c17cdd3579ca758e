//! What every discipline promises, tried on each that the registry names.

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_trace::DropReason;

use super::{Built, DISCIPLINES, Held, Waiting, build};
use crate::config::{LinkConfig, QueueConfig};
use crate::transmitter::LinkContext;

fn built(queue: &QueueConfig) -> Built {
    let link = LinkConfig::plain(Rate::from_bps(12_000_000).unwrap(), 0, queue.clone());
    build(&link, &LinkContext { seed: 1, name: "a -> b", start: SimTime::ZERO })
}

/// An idle link takes a packet, a queue has a limit, the same arrivals meet the same fate, and
/// names are unique.
#[test]
fn every_discipline_keeps_the_contract() {
    for (i, d) in DISCIPLINES.iter().enumerate() {
        assert!(DISCIPLINES[..i].iter().all(|other| other.name != d.name), "{} twice", d.name);
        assert!(!d.summary.is_empty() && !d.source.is_empty());
        assert_eq!(fates(&d.example), fates(&d.example), "{}: chance is the seed's", d.name);
        assert_eq!(fates(&d.example)[0], None, "{} refuses an idle link", d.name);
        let full = Some(DropReason::QueueOverflow);
        assert!(fates(&d.example).contains(&full), "{} has no limit", d.name);
    }
}

/// What becomes of each of a thousand packets that arrive at once: why it is dropped, if it is.
/// What is held is then sent, one packet a millisecond, and nothing may get lost on the way.
fn fates(queue: &QueueConfig) -> Vec<Option<DropReason>> {
    let mut fates = vec![None; 1000];
    match built(queue) {
        Built::AtArrival(mut queue) => {
            let mut packets = 0;
            for (number, fate) in fates.iter_mut().enumerate() {
                let bytes = 1500 * u64::from(packets);
                let idle_since = (number == 0).then_some(SimTime::ZERO);
                let waiting = Waiting { packets, bytes, idle_since };
                *fate = queue.admit(SimTime::ZERO, waiting, 1500).err();
                packets += u32::from(fate.is_none() && number > 0);
            }
        }
        Built::Holding(mut buffer) => {
            let mut seen = vec![false; 1000];
            let mut dropped = Vec::new();
            let mut now = SimTime::ZERO;
            for key in 0..1000 {
                let flow = u64::from(key % 3);
                let packet = Held { key, bytes: 1500, flow, arrived: now };
                buffer.enqueue(now, packet, &mut dropped);
                if key == 0 {
                    let first = buffer.dequeue(now, &mut dropped);
                    assert_eq!(first, Some(packet), "an idle link sends at once");
                    seen[0] = true;
                }
            }
            let held = buffer.len();
            assert_eq!(held + dropped.len() + 1, 1000);
            while let Some(packet) = buffer.dequeue(now, &mut dropped) {
                let number = packet.key as usize;
                assert!(!std::mem::replace(&mut seen[number], true), "{number} came out twice");
                now += Duration::from_millis(1);
            }
            assert!(buffer.is_empty());
            for drop in dropped {
                let number = drop.packet.key as usize;
                assert!(!std::mem::replace(&mut seen[number], true), "{number} came out twice");
                fates[number] = Some(drop.reason);
            }
            assert!(!seen.contains(&false), "a packet never came out");
        }
    }
    fates
}
