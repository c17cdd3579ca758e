//! Cost of quinn-proto alone: two endpoints under null keys, without a world and without records.
//!
//! Goal: the part of a QUIC packet's instructions that no change around quinn-proto can save
//! (docs/decisions/016-quic-cost.md). Method: a transfer over the path of `bench/instructions`, one
//! flow at 100 Mbit/s and 40 ms each way, in a loop with only the calls that quinn-proto requires.
//! Transfers of two lengths, `short` and `long`, run under Callgrind; the difference of their
//! instructions over that of their packets excludes handshake and slow start:
//!
//! ```text
//! cargo test --release --locked -p skyseam-host --lib --no-run
//! valgrind --tool=callgrind PROGRAM --ignored --exact quinn_baseline::tests::long --nocapture
//! ```

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration as StdDuration;

use bytes::BytesMut;
use quinn_proto::congestion::CubicConfig;
use quinn_proto::{
    ClientConfig, Connection, ConnectionHandle, DatagramEvent, Dir, Endpoint as Quinn, Event,
    ServerConfig, StreamEvent, StreamId,
};

use super::clock::{Instant, InstantConverter};
use super::config::QuicConfig;
use super::meter::ControllerProbe;
use super::{settings, test_pattern};

/// Rate of the path towards the server, bytes per second, and delay of each direction.
const RATE: u64 = 100_000_000 / 8;
const DELAY: StdDuration = StdDuration::from_millis(40);
/// IP and UDP header, bytes.
const HEADERS: u64 = 28;

/// One endpoint, in the form of quinn-proto.
struct Side {
    address: SocketAddr,
    quinn: Quinn,
    connection: Option<Box<(ConnectionHandle, Connection)>>,
}

/// Cost of a transfer.
struct Taken {
    packets: u64,
    delivered: u64,
    elapsed: StdDuration,
}

/// A transfer of `size` bytes from client to server.
struct Transfer {
    sides: [Side; 2],
    /// Packets in flight to each side: arrival time and bytes.
    ways: [VecDeque<(Instant, BytesMut)>; 2],
    /// Time when the link towards the server is free.
    free: Instant,
    size: u64,
    written: u64,
    stream: Option<StreamId>,
    taken: Taken,
    is_finished: bool,
}

impl Side {
    fn new(number: usize, config: &QuicConfig, server: Option<ServerConfig>) -> Self {
        let endpoint = settings::endpoint(config, 1, ["client", "server"][number]);
        let quinn = Quinn::new(Arc::new(endpoint), server.map(Arc::new), true, None);
        let address = SocketAddr::from(([10, 0, 0, number as u8 + 1], 443));
        Self { address, quinn, connection: None }
    }
}

impl Transfer {
    fn new(size: u64, now: Instant) -> Self {
        let config = QuicConfig::named("cubic");
        let transport = || {
            let mut cubic = CubicConfig::default();
            cubic.initial_window(config.initial_window);
            settings::transport(&config, Arc::new(cubic), &ControllerProbe::default())
        };
        let client: ClientConfig = settings::client(&config, 1, "client", transport());
        let server = settings::server(&config, transport());
        let mut sides = [Side::new(0, &config, None), Side::new(1, &config, Some(server))];
        let to = sides[1].address;
        let connected = sides[0].quinn.connect(now, client, to, "server");
        sides[0].connection = Some(Box::new(connected.expect("a client that may connect")));
        let taken = Taken { packets: 0, delivered: 0, elapsed: StdDuration::ZERO };
        let (ways, stream) = (Default::default(), None);
        Self { sides, ways, free: now, size, written: 0, stream, taken, is_finished: false }
    }

    /// Handles the events of quinn-proto at a side.
    fn handle_events(&mut self, number: usize) {
        let Side { quinn, connection, .. } = &mut self.sides[number];
        let Some((handle, connection)) = connection.as_deref_mut() else { return };
        loop {
            while let Some(event) = connection.poll_endpoint_events() {
                if let Some(answer) = quinn.handle_event(*handle, event) {
                    connection.handle_event(answer);
                }
            }
            let id = match connection.poll() {
                None => break,
                Some(Event::Connected) if number == 0 => {
                    self.stream = connection.streams().open(Dir::Uni);
                    continue;
                }
                Some(Event::Stream(StreamEvent::Finished { .. })) => {
                    self.is_finished = true;
                    continue;
                }
                Some(Event::Stream(StreamEvent::Opened { dir })) => {
                    connection.streams().accept(dir)
                }
                Some(Event::Stream(StreamEvent::Readable { id })) => Some(id),
                Some(_) => continue,
            };
            let Some(id) = id else { continue };
            let mut stream = connection.recv_stream(id);
            let Ok(mut chunks) = stream.read(true) else { continue };
            while let Ok(Some(chunk)) = chunks.next(usize::MAX) {
                self.taken.delivered += chunk.bytes.len() as u64;
            }
            let _ = chunks.finalize();
        }
        if let Some(id) = self.stream.filter(|_| number == 0 && self.written < self.size) {
            let mut stream = connection.send_stream(id);
            while self.written < self.size {
                let piece = test_pattern::at(self.written, self.size - self.written);
                let Ok(written) = stream.write_chunks(&mut [piece]) else { break };
                self.written += written.bytes as u64;
            }
            if self.written == self.size {
                stream.finish().expect("a stream that stands");
            }
        }
    }

    /// Sends the pending packets of a side; returns its next deadline.
    fn send(&mut self, number: usize, now: Instant, buffer: &mut Vec<u8>) -> Option<Instant> {
        let (_, connection) = self.sides[number].connection.as_deref_mut()?;
        while let Some(transmit) = connection.poll_transmit(now, 1, buffer) {
            let mut at = now;
            if number == 0 {
                let nanos = (transmit.size as u64 + HEADERS) * 1_000_000_000 / RATE;
                self.free = self.free.max(now) + StdDuration::from_nanos(nanos);
                at = self.free;
            }
            self.ways[1 - number].push_back((at + DELAY, BytesMut::from(&buffer[..transmit.size])));
            self.taken.packets += 1;
            buffer.clear();
        }
        connection.poll_timeout()
    }

    /// Delivers the first packet in flight to a side.
    fn receive(&mut self, number: usize, now: Instant) {
        let Some((_, bytes)) = self.ways[number].pop_front() else { return };
        let from = self.sides[1 - number].address;
        let Side { quinn, connection, .. } = &mut self.sides[number];
        match quinn.handle(now, from, None, None, bytes, &mut Vec::new()) {
            Some(DatagramEvent::ConnectionEvent(_, event)) => {
                let (_, connection) = connection.as_deref_mut().expect("a connection");
                connection.handle_event(event);
            }
            Some(DatagramEvent::NewConnection(incoming)) => {
                let accepted = quinn.accept(incoming, now, &mut Vec::new(), None);
                *connection = Some(Box::new(accepted.unwrap_or_else(|_| panic!("not accepted"))));
            }
            _ => {}
        }
    }

    fn run(mut self, start: Instant) -> Taken {
        let mut buffer = Vec::new();
        let mut deadlines = [self.send(0, start, &mut buffer), None];
        while !self.is_finished {
            let arrivals = [0, 1].map(|number| Some((self.ways[number].front()?.0, number, true)));
            let timers = [0, 1].map(|number| Some((deadlines[number]?, number, false)));
            let next = arrivals.into_iter().chain(timers).flatten().min();
            let (now, number, is_packet) = next.expect("a transfer that goes on");
            if is_packet {
                self.receive(number, now);
            } else if let Some((_, connection)) = self.sides[number].connection.as_deref_mut() {
                connection.handle_timeout(now);
            }
            self.handle_events(number);
            deadlines[number] = self.send(number, now, &mut buffer);
            self.taken.elapsed = now.saturating_duration_since(start);
        }
        self.taken
    }
}

mod tests {
    use skyseam_base::SimTime;

    use super::*;

    fn carried(megabytes: u64) -> Taken {
        let start = InstantConverter::new().instant(SimTime::ZERO);
        let taken = Transfer::new(megabytes * 1_000_000, start).run(start);
        assert_eq!(taken.delivered, megabytes * 1_000_000);
        println!("{} packets, {:?}", taken.packets, taken.elapsed);
        taken
    }

    /// The path is filled, and nothing is lost on it: two packets of data for each ACK.
    #[test]
    fn a_transfer_fills_the_path() {
        let taken = carried(10);
        let seconds = taken.elapsed.as_secs_f64();
        assert!((0.8..1.5).contains(&seconds), "{seconds} s");
        assert!((10_000..11_500).contains(&taken.packets), "{} packets", taken.packets);
    }

    #[test]
    #[ignore = "to be counted"]
    fn short() {
        carried(10);
    }

    #[test]
    #[ignore = "to be counted"]
    fn long() {
        carried(30);
    }
}
