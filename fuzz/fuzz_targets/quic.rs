//! Fuzzes both endpoints of a QUIC flow: arbitrarily changed and made-up datagrams cause no panic,
//! and the bytes delivered are always those sent.
//!
//! Run with `make fuzz`. The input is a script: each step takes a few bytes that select a datagram
//! in flight, its destination and its change. Nothing is encrypted, so changes reach the frames;
//! the tag contains only the packet's number.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_app::{Application, File};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::transport::FlowSetup;
use skyseam_endpoint::{BoxedEndpoint, SharedState};
use skyseam_host::open_flow;
use skyseam_packet::{Body, Packet, Payloads};
use skyseam_quic::QuicConfig;
use skyseam_trace::NullRecorder;

const SIZE: u64 = 60_000;

/// Takes all packets that both endpoints have to send.
fn drain(ends: &mut [BoxedEndpoint; 2], now: SimTime, flying: &mut Vec<(usize, Packet)>) {
    for (from, end) in ends.iter_mut().enumerate() {
        while let Some(packet) = end.take_packet(now, &mut NullRecorder) {
            if flying.len() < 500 {
                flying.push((1 - from, packet));
            }
        }
    }
}

/// `packet` with changed bytes in its datagram.
fn forged(payloads: &Payloads, packet: &Packet, change: impl FnOnce(&mut Vec<u8>)) -> Packet {
    let Body::Udp(mut datagram) = packet.body else { unreachable!("only QUIC is sent") };
    let mut bytes = payloads.read(datagram.payload, <[u8]>::to_vec);
    change(&mut bytes);
    datagram.payload = payloads.keep(bytes);
    Packet { body: Body::Udp(datagram), ..*packet }
}

fuzz_target!(|script: &[u8]| {
    let shared = SharedState::new(1);
    let payloads = shared.payloads.clone();
    let congestion = match script.first() {
        Some(n) if n % 3 == 1 => "newreno",
        Some(n) if n % 3 == 2 => "bbr",
        _ => "cubic",
    };
    let opening = FlowSetup {
        flow: FlowId(0),
        from: NodeId(0),
        to: NodeId(1),
        start: SimTime::ZERO,
        random: RandomStream::new(1, "flow"),
        shared: &shared,
    };
    let application = Application::of(File { size: SIZE });
    let (client, server) = open_flow(opening, &application, &QuicConfig::named(congestion));
    let mut ends = [client, server];
    let trace = &mut NullRecorder;
    let mut now = SimTime::ZERO;
    let mut flying = Vec::new();
    ends[0].handle_timeout(now, trace);
    drain(&mut ends, now, &mut flying);
    for step in script.chunks(8).take(2_000) {
        let at = |i: usize| step.get(i).copied().unwrap_or(0);
        now += Duration::from_micros(u64::from(at(1)) * 100);
        let taken = (!flying.is_empty()).then(|| usize::from(at(2)) % flying.len());
        match (at(0) % 8, taken) {
            // Mostly, a datagram arrives.
            (0..=2, Some(index)) => {
                let (to, packet) = flying.remove(index);
                ends[to].handle_packet(now, &packet, trace);
            }
            (3, Some(index)) => {
                let (to, packet) = flying[index];
                ends[to].handle_packet(now, &packet, trace);
            }
            (4, Some(index)) => drop(flying.remove(index)),
            // A byte is another one, from the start or from the end.
            (5, Some(index)) => {
                let (to, packet) = flying[index];
                let packet = forged(&payloads, &packet, |bytes| {
                    let offset = usize::from(at(3)) % bytes.len().max(1);
                    let place = if at(4) & 1 == 0 { offset } else { bytes.len() - 1 - offset };
                    bytes[place] = at(5);
                });
                ends[to].handle_packet(now, &packet, trace);
            }
            // It ends elsewhere, or frames of the script's stand behind its header.
            (6, Some(index)) => {
                let (to, packet) = flying[index];
                let packet = forged(&payloads, &packet, |bytes| {
                    let end = bytes.len().saturating_sub(16);
                    let start = (usize::from(at(3)) % 64).min(end);
                    for (i, byte) in bytes[start..end].iter_mut().take(5).enumerate() {
                        *byte = at(3 + i);
                    }
                    if at(4) & 1 == 1 {
                        bytes.truncate(usize::from(at(5)) * 8);
                    }
                });
                ends[to].handle_packet(now, &packet, trace);
            }
            _ => {
                let to = usize::from(at(3) & 1);
                if let Some(deadline) = ends[to].poll_timeout() {
                    now = now.max(deadline);
                    ends[to].handle_timeout(now, trace);
                }
            }
        }
        drain(&mut ends, now, &mut flying);
    }
    assert!(ends[1].report().bytes_delivered <= SIZE);
});
