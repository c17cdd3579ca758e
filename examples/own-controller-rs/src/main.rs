//! A user-defined congestion controller, for the stacks `rfc` and `linux` and for QUIC: additive
//! increase and multiplicative decrease, with a key for each.

use skyseam::params::plain_number;
use skyseam::prelude::*;
use skyseam::tcp::congestion::algorithm::{AckInfo, CongestionController, Setup, TcpAlgorithm};

plain_number! {
    /// Segments for each round trip.
    Increase from 0.01 to 100.0
}
plain_number! {
    /// Share of the window.
    Decrease from 0.1 to 0.99
}

parameters! {
    /// Additive increase, multiplicative decrease. Stacks: rfc, linux.
    pub struct Aimd "aimd" from "this example" {
        /// Growth of the window in each round trip.
        increase: Increase = 1.0,
        /// Share of the window that is left after a loss.
        decrease: Decrease = 0.5,
    }
}

impl TcpAlgorithm for Aimd {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn CongestionController>> {
        let mss = f64::from(setup.mss);
        let cwnd = setup.initial_window as f64;
        Some(Box::new(AimdState { keys: self.clone(), mss, cwnd, ssthresh: f64::INFINITY }))
    }
}

#[derive(Clone, Debug)]
struct AimdState {
    keys: Aimd,
    mss: f64,
    cwnd: f64,
    ssthresh: f64,
}

impl CongestionController for AimdState {
    fn on_ack(&mut self, ack: &AckInfo) {
        let bytes = ack.bytes as f64;
        self.cwnd += match self.in_slow_start() {
            _ if !ack.cwnd_limited => 0.0,
            true => bytes.min(self.mss),
            false => self.keys.increase * self.mss * bytes / self.cwnd,
        };
    }

    fn on_loss(&mut self, _: SimTime, flight_size: u64) {
        self.ssthresh = (flight_size as f64 * self.keys.decrease).max(2.0 * self.mss);
        self.cwnd = self.ssthresh;
    }

    fn on_timeout(&mut self, now: SimTime, flight_size: u64, first: bool) {
        if first {
            self.on_loss(now, flight_size);
        }
        self.cwnd = self.mss;
    }

    fn on_syn_lost(&mut self) {
        self.cwnd = self.mss;
    }

    fn cwnd(&self) -> u64 {
        self.cwnd as u64
    }

    fn ssthresh(&self) -> u64 {
        self.ssthresh as u64
    }
}

/// A download of 20 MB over a satellite link of 250 ms one way.
fn scenario(congestion: impl Into<Setting>) -> Result<Scenario, ScenarioErrors> {
    let tcp = Table::of("tcp").with("congestion", congestion);
    let flow = Table::new()
        .with("name", "copy")
        .with("from", "server")
        .with("to", "client")
        .with("application", Table::of("file").with("size", "20 MB"))
        .with("transport", tcp);
    ScenarioBuilder::new()
        .node("server")
        .node("client")
        .wire("server", "client", "20 Mbit/s", Duration::from_millis(250), "100 packets")
        .add("flows", flow)
        .duration("10 min")
        .build(&models().with_controller::<Aimd>())
}

/// Controller, transfer time in seconds, retransmissions.
pub fn rows() -> Result<Vec<(&'static str, f64, f64)>, ScenarioErrors> {
    let row = |name: &'static str, congestion: Setting| {
        let scenario = scenario(congestion)?;
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("it is not stopped");
        let flow = |column| outcome.numbers("flows", column).expect("a column of numbers")[0];
        Ok((name, flow("transfer_time_s"), flow("retransmissions")))
    };
    [
        row("newreno", "newreno".into()),
        row("aimd(1, 0.5)", (&Aimd::default()).into()),
        row("aimd(8, 0.8)", (&Aimd { increase: 8.0, decrease: 0.8 }).into()),
    ]
    .into_iter()
    .collect()
}

/// The table that the program prints.
pub fn table() -> Result<String, ScenarioErrors> {
    let mut table = format!("{:>16} {:>10} {:>10}", "controller", "seconds", "resent");
    for (controller, seconds, again) in rows()? {
        table += &format!("\n{controller:>16} {seconds:>10.2} {again:>10}");
    }
    Ok(table)
}

/// Prints the table.
pub fn main() -> Result<(), ScenarioErrors> {
    println!("{}", table()?);
    Ok(())
}
