//! Goal: DualPI2 and CAKE are the kernel's, packet by packet, chance included. Method: lists of
//! arrivals, for which the kernel's own code determined the fate of each packet with known random
//! numbers (`tests/data/qdisc/README.md`), go through our queues before a link of the same rate;
//! fates, instants and marks must be equal.

use skyseam_base::{Duration, NodeId, Rate, SimTime};
use skyseam_packet::seq::SeqNumber;
use skyseam_packet::{Body, Ecn, Packet, SackBlock, TcpFlags, TcpSegment, Timestamps};
use skyseam_trace::DropReason;

use super::cake::{AckFilter, Cake, CakeQueue, Cells, Diffserv, Isolation};
use super::dualpi2::{DualPi2, DualPi2Queue};
use super::kernel_lists::{draws, text};
use super::{Dropped, PacketKey, PacketQueue, QueueLimit, QueuedPacket};

/// Outcome of a packet: fate, instant in ns, whether it was marked.
type Outcome = (char, u64, bool);

struct List {
    arrivals: Vec<(QueuedPacket, Packet)>,
    kernel: Vec<Outcome>,
}

fn list(name: &str) -> List {
    let text = text(name);
    let mut list = List { arrivals: vec![], kernel: vec![] };
    for (key, line) in text.lines().skip(1).enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |column: usize| cells[column].parse::<u64>().unwrap();
        let queued = QueuedPacket {
            key: PacketKey(key as u32),
            bytes: number(2) as u32,
            flow: number(1),
            arrived: SimTime::from_nanos(number(0)),
            ecn: Ecn::from_bits(number(3) as u8),
        };
        let mut segment = TcpSegment {
            ack: SeqNumber(number(8) as u32),
            timestamps: Some(Timestamps { value: number(9) as u32, echo: 0 }),
            flags: TcpFlags::ACK,
            payload: if number(7) == 2 { queued.bytes - 66 } else { 0 },
            ..TcpSegment::default()
        };
        for (bit, flag) in [(1, TcpFlags::ECE), (2, TcpFlags::CWR), (4, TcpFlags::PSH)] {
            if number(10) & bit != 0 {
                segment.flags = segment.flags.with(flag);
            }
        }
        if let Some((start, end)) = cells[11].split_once('-').filter(|(start, _)| !start.is_empty())
        {
            let [start, end] = [start, end].map(|number| SeqNumber(number.parse().unwrap()));
            assert!(segment.sack.push(SackBlock { start, end }));
        }
        let headers = Packet {
            source: NodeId(number(5) as u32),
            destination: NodeId(number(6) as u32),
            size: queued.bytes - 14,
            ecn: queued.ecn,
            dscp: number(4) as u8,
            body: if number(7) > 0 { Body::Tcp(segment) } else { Packet::BLANK.body },
            ..Packet::BLANK
        };
        list.arrivals.push((queued, headers));
        list.kernel.push((cells[12].chars().next().unwrap(), number(13), number(14) == 1));
    }
    list
}

/// Sends the arrivals of a list over a link of `rate` bit/s behind `queue`.
fn replay(queue: &mut dyn PacketQueue, list: &List, rate: f64) -> Vec<Outcome> {
    let mut outcomes = vec![('r', 0, false); list.arrivals.len()];
    // End of the transmission, or time at which the queue is to be asked again.
    let (mut next, mut free_since) = (None, SimTime::ZERO);
    let mut is_sending = false;
    let mut arrivals = list.arrivals.iter().peekable();
    loop {
        let at = arrivals.peek().map(|(packet, _)| packet.arrived);
        let mut dropped = Vec::new();
        let now = match (next, at) {
            (Some(due), at) if at.is_none_or(|at| due <= at) => {
                if is_sending {
                    free_since = due;
                }
                due
            }
            (_, Some(at)) => {
                let (packet, headers) = arrivals.next().unwrap();
                let idle_since = (!is_sending).then_some(free_since);
                queue.enqueue_with_headers(at, idle_since, *packet, headers, &mut dropped);
                for drop in dropped.drain(..) {
                    let fate = if drop.reason == DropReason::RedundantAck { 'a' } else { 'q' };
                    outcomes[drop.packet.key.0 as usize] = (fate, at.as_nanos(), false);
                }
                if is_sending {
                    continue;
                }
                at
            }
            _ => return outcomes,
        };
        let packet = queue.dequeue(now, &mut dropped);
        for Dropped { packet, .. } in dropped {
            outcomes[packet.key.0 as usize] = ('c', now.as_nanos(), false);
        }
        is_sending = packet.is_some();
        next = match packet {
            Some(packet) => {
                let before = list.arrivals[packet.key.0 as usize].0.ecn;
                let key = packet.key.0 as usize;
                outcomes[key] = ('s', now.as_nanos(), packet.ecn != before);
                let nanos = (f64::from(packet.bytes) * 8e9 / rate).round() as u64;
                Some(now + Duration::from_nanos(nanos))
            }
            None => queue.next_ready().filter(|_| !queue.is_empty()),
        };
    }
}

/// Requires that a list has the kernel's outcomes behind `queue`.
fn equal(name: &str, queue: &mut dyn PacketQueue, rate: f64) {
    let list = list(name);
    let ours = replay(queue, &list, rate);
    let differing = ours.iter().zip(&list.kernel).enumerate().find(|(_, (a, b))| a != b);
    assert!(differing.is_none(), "{name}: {differing:?}");
}

#[test]
fn dualpi2_is_the_kernels() {
    let plain = DualPi2::default();
    let limit = QueueLimit::Packets(500);
    for (name, rate, config) in [
        ("dualpi2_mix50", 40e6, plain.clone()),
        ("dualpi2_overload_l", 40e6, plain.clone()),
        (
            "dualpi2_overload_noloss",
            40e6,
            DualPi2 { drop_on_overload: false, limit, ..plain.clone() },
        ),
        ("dualpi2_step_packets", 10e6, DualPi2 { step_packets: Some(5), ..plain.clone() }),
        ("dualpi2_k4", 40e6, DualPi2 { coupling: 4, ..plain.clone() }),
        ("dualpi2_drop_early", 10e6, DualPi2 { drop_early: true, ..plain.clone() }),
        ("dualpi2_protect50", 10e6, DualPi2 { classic_share: 0.5, ..plain }),
    ] {
        equal(name, &mut DualPi2Queue::new(&config, SimTime::ZERO, Box::new(draws())), rate);
    }
}

/// Bytes of Ethernet in the frames of the lists.
const ETHERNET: u32 = 14;

/// CAKE in one tin behind a shaper.
fn cake(kbps: u64) -> Cake {
    let bandwidth = Rate::from_bps(kbps * 1000);
    Cake { bandwidth, diffserv: Diffserv::BestEffort, ..Cake::default() }
}

#[test]
fn cake_is_the_kernels() {
    let ten = || cake(10_000);
    let atm = Cake { overhead: Some(44), mpu: 64, cells: Cells::Atm, ..cake(1000) };
    for (name, rate, config) in [
        ("cake_besteffort_link", 10e6, Cake { bandwidth: None, ..ten() }),
        ("cake_besteffort_ecn", 1e9, ten()),
        ("cake_slow64k", 1e9, cake(64)),
        ("cake_rtt_oceanic", 1e9, Cake { rtt: Duration::from_millis(300), ..ten() }),
        ("cake_overhead44_atm", 1e9, atm),
        ("cake_diffserv3", 1e9, Cake { diffserv: Diffserv::Diffserv3, ..ten() }),
        (
            "cake_diffserv4_link",
            10e6,
            Cake { bandwidth: None, diffserv: Diffserv::Diffserv4, ..ten() },
        ),
        ("cake_ack_aggressive", 1e9, Cake { ack_filter: AckFilter::Aggressive, ..cake(512) }),
        ("cake_ack_filter_sack", 1e9, Cake { ack_filter: AckFilter::Conservative, ..cake(384) }),
        ("cake_isolate_dual_dst", 1e9, Cake { isolation: Isolation::DualDstHost, ..ten() }),
        ("cake_memory", 1e9, Cake { memory_limit: Some(200_000), ..ten() }),
    ] {
        equal(name, &mut CakeQueue::new(&config, ETHERNET, Box::new(draws())), rate);
    }
}
