//! Fuzzes both endpoints of an STP connection: arbitrarily changed packets with a correct checksum
//! cause no panic.
//!
//! Run with `make fuzz`. The input is a script: each step takes a few bytes that select a packet in
//! flight, its destination and its change.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_app::distributions::{Sizes, Spans};
use skyseam_app::{Application, File, RequestResponse};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::app::{StreamApp, StreamIo};
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_endpoint::{BoxedEndpoint, SharedState};
use skyseam_host::open_flow;
use skyseam_packet::raw::checksum;
use skyseam_packet::{Body, Packet, Payloads};
use skyseam_stp::Stp;
use skyseam_trace::NullRecorder;

const SIZE: u64 = 60_000;

/// Application that writes and closes, whatever it receives.
#[derive(Debug)]
struct Singer;

impl StreamApp for Singer {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        io.write(SIZE);
        io.close();
    }

    fn on_data(&mut self, _: u64, _: &mut StreamIo<'_>) {}
}

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

/// `packet` with changed bytes in its header and a correct checksum.
fn forged(payloads: &Payloads, packet: &Packet, change: impl FnOnce(&mut Vec<u8>)) -> Packet {
    let Body::Raw(mut raw) = packet.body else { unreachable!("only STP is sent") };
    let mut bytes = payloads.read(raw.header, <[u8]>::to_vec);
    change(&mut bytes);
    if bytes.len() >= 10 {
        bytes[8..10].fill(0);
        let sum = checksum(&bytes).to_be_bytes();
        bytes[8..10].copy_from_slice(&sum);
    }
    raw.header = payloads.keep(bytes);
    Packet { body: Body::Raw(raw), ..*packet }
}

fuzz_target!(|script: &[u8]| {
    let shared = SharedState::new(1);
    let payloads = shared.payloads.clone();
    let kind = script.first().copied().unwrap_or(0);
    let config = Stp { fast_open: kind & 1 == 0, ..Stp::default() };
    let opening = FlowSetup {
        flow: FlowId(0),
        from: NodeId(0),
        to: NodeId(1),
        start: SimTime::ZERO,
        random: RandomStream::new(1, "flow"),
        shared: &shared,
    };
    let mut ends = if kind & 4 == 0 {
        let application = if kind & 2 == 0 {
            Application::of(File { size: SIZE })
        } else {
            Application::of(RequestResponse {
                request: Sizes::Always(300),
                response: Sizes::Always(SIZE / 4),
                think: Spans::Always(Duration::from_millis(5)),
                count: 4,
            })
        };
        let (client, server) = open_flow(opening, &application, &config);
        [client, server]
    } else {
        config.open_from(
            0,
            opening,
            ConnectionPayload::Stream([Box::new(Singer), Box::new(Singer)]),
        )
    };
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
            // Mostly, a packet arrives.
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
            // It ends elsewhere.
            (6, Some(index)) => {
                let (to, packet) = flying[index];
                let packet = forged(&payloads, &packet, |bytes| {
                    bytes.truncate(usize::from(at(5)));
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
});
