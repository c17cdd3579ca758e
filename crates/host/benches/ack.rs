//! Benchmark: cost of an ACK at a sender, and of a segment at a receiver, without losses and with
//! every hundredth segment lost. Prints nanoseconds; run by `cargo bench -p skyseam-host`.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the wall clock")]

use std::hint::black_box;
use std::time::Instant;

use skyseam_app::{Application, Bulk};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::BoxedEndpoint;
use skyseam_host::open;
use skyseam_packet::Packet;
use skyseam_tcp::{DelayedAck, TcpConfig};
use skyseam_trace::NullRecorder;

/// Exchanges `rounds` windows of `window` segments; nanoseconds per segment at sender and receiver.
fn exchange(transport: &TcpConfig, rounds: u64, lose_every: u64) -> (f64, f64, u64) {
    let application = Application::of(Bulk { duration: Duration::from_secs(1 << 30) });
    let start = SimTime::ZERO;
    let (mut sender, mut receiver) =
        open(FlowId(0), NodeId(0), NodeId(1), start, &application, transport);
    let trace = &mut NullRecorder;
    let mut now = SimTime::ZERO;
    sender.handle_timeout(now, trace);
    let (mut data, mut acks): (Vec<Packet>, Vec<Packet>) = Default::default();
    let (mut at_sender, mut at_receiver, mut segments) = (0.0, 0.0, 0u64);
    let drain = |end: &mut BoxedEndpoint, now, out: &mut Vec<Packet>| {
        while let Some(packet) = end.take_packet(now, &mut NullRecorder) {
            out.push(packet);
        }
        black_box(end.poll_timeout());
    };
    drain(&mut sender, now, &mut data);
    for _ in 0..rounds {
        now += Duration::from_millis(50);
        let begun = Instant::now();
        for packet in data.drain(..) {
            segments += 1;
            if segments.is_multiple_of(lose_every) {
                continue;
            }
            receiver.handle_packet(now, &packet, trace);
            drain(&mut receiver, now, &mut acks);
        }
        at_receiver += begun.elapsed().as_secs_f64();
        now += Duration::from_millis(50);
        let begun = Instant::now();
        for packet in acks.drain(..) {
            sender.handle_packet(now, &packet, trace);
            drain(&mut sender, now, &mut data);
        }
        at_sender += begun.elapsed().as_secs_f64();
        if sender.poll_timeout().is_some_and(|deadline| deadline <= now) {
            sender.handle_timeout(now, trace);
            drain(&mut sender, now, &mut data);
        }
    }
    let each = 1e9 / segments as f64;
    (at_sender * each, at_receiver * each, segments)
}

fn main() {
    for stack in ["rfc", "ns2"] {
        for algorithm in ["newreno", "cubic"] {
            for lose_every in [u64::MAX, 100] {
                let transport = TcpConfig {
                    // The window of 1000 segments is the receiver's, so that it stays the same.
                    receive_window: 1_460_000,
                    delayed_ack: DelayedAck::Off,
                    ..TcpConfig::named(stack, algorithm)
                };
                exchange(&transport, 100, lose_every);
                let (sender, receiver, segments) = exchange(&transport, 2_000, lose_every);
                let loss = if lose_every == 100 { "1 % lost" } else { "no loss" };
                println!(
                    "{stack:?} {:8} {loss:8}: sender {sender:6.1} ns, receiver {receiver:6.1} ns \
                     per segment ({segments} segments)",
                    algorithm
                );
            }
        }
    }
}
