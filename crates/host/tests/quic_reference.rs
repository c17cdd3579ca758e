//! Goal: transfers take as long as those of quinn itself, its driver and TLS included. Method:
//! every row of `data/quinn_relay.csv`, which says how it was measured, over a path of its rate,
//! delay, queue and losses, within 3 %.

use skyseam_app::distributions::{Sizes, Spans};
use skyseam_app::{Application, File, RequestResponse};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::SharedState;
use skyseam_endpoint::transport::FlowSetup;
use skyseam_host::open_flow;
use skyseam_quic::QuicConfig;

use crate::support::{Link, Notes, World};

const MEASURED: &str = include_str!("data/quinn_relay.csv");

/// TLS messages of quinn's server after its hello, with the certificate of the measurement, bytes:
/// as here, its flight fills a datagram of 1200 B and one of 138 B.
const SERVER_FLIGHT: u32 = 600;

struct Case<'a> {
    is_exchange: bool,
    size: u64,
    rtt: Duration,
    bps: u64,
    queue: usize,
    /// Datagrams that are lost: "c3" is the fourth of the client, "s0" the first of the server.
    lost: Vec<&'a str>,
    seconds: f64,
}

impl<'a> Case<'a> {
    fn of(row: &'a str) -> Self {
        let fields: Vec<&str> = row.split(',').collect();
        let [kind, size, rtt, rate, queue, lost, least, ..] = fields[..] else {
            panic!("a row of at least seven: {row}")
        };
        let number = |field: &str| field.parse::<u64>().expect("a number");
        Self {
            is_exchange: kind == "exchange",
            size: number(size),
            rtt: Duration::from_millis(number(rtt)),
            bps: number(rate) * 1_000_000,
            queue: number(queue) as usize,
            lost: lost.split('+').collect(),
            seconds: least.parse().expect("a number"),
        }
    }

    /// The time from the client's first datagram to the last byte read.
    fn simulated(&self) -> f64 {
        let config =
            QuicConfig { server_flight: Some(SERVER_FLIGHT), ..QuicConfig::named("cubic") };
        let application = if self.is_exchange {
            Application::of(RequestResponse {
                request: Sizes::Always(300),
                response: Sizes::Always(self.size),
                think: Spans::Always(Duration::ZERO),
                count: 1,
            })
        } else {
            Application::of(File { size: self.size })
        };
        let shared = SharedState::default();
        let (flow, from, to) = (FlowId(3), NodeId(1), NodeId(2));
        let random = RandomStream::new(1, "flow");
        let shared = &shared;
        let opening = FlowSetup { flow, from, to, start: SimTime::ZERO, random, shared };
        let ends = open_flow(opening, &application, &config);
        let link = || Link::new(Some(self.bps), self.rtt / 2, self.queue);
        let mut world = World::new(ends, [link(), link()], Notes::default());
        let lost: Vec<String> = self.lost.iter().map(|&name| name.to_owned()).collect();
        let mut counts = [0; 2];
        world.impair = Box::new(move |_, from, _| {
            let name = format!("{}{}", ["c", "s"][from], counts[from]);
            counts[from] += 1;
            if lost.contains(&name) { Vec::new() } else { vec![Duration::ZERO] }
        });
        assert!(world.run(SimTime::from_secs(200)));
        let reader = usize::from(!self.is_exchange);
        let read = world.ends[reader].report().last_received.expect("what was sent arrives");
        read.as_secs_f64()
    }
}

#[test]
fn transfers_take_as_long_as_quinn() {
    let mut apart = Vec::new();
    for row in MEASURED.lines().filter(|row| !row.starts_with(['#', 'k'])) {
        let case = Case::of(row);
        let taken = case.simulated();
        let percent = 100.0 * (taken / case.seconds - 1.0);
        println!("{row}: {taken:.4} s, {percent:+.1} %");
        apart.push((percent.abs(), row));
    }
    assert!(apart.len() >= 30, "{} rows", apart.len());
    let far: Vec<_> = apart.iter().filter(|(percent, _)| *percent > 3.0).collect();
    assert!(far.is_empty(), "{far:?}");
}
