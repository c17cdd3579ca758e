//! A user-defined queue discipline: it drops packets that would wait longer than a limit.

use skyseam::net::queue::{Backlog, Built, Discipline, DropPolicy, Ecn, QueueContext};
use skyseam::params::values::PositiveSpan;
use skyseam::prelude::*;
use skyseam::trace::DropReason;

parameters! {
    /// First in, first out; a packet that would wait too long is dropped.
    pub struct ByDelay "by-delay" from "this example" {
        /// Longest wait.
        most: PositiveSpan = Duration::from_millis(50),
    }
}

impl Discipline for ByDelay {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        Built::AtArrival(Box::new(ByDelayQueue { most: self.most, rate: context.rate }))
    }
}

struct ByDelayQueue {
    most: Duration,
    rate: Rate,
}

impl DropPolicy for ByDelayQueue {
    fn admit(
        &mut self,
        _: SimTime,
        waiting: Backlog,
        _bytes: u32,
        ecn: Ecn,
    ) -> Result<Ecn, DropReason> {
        let wait_s = waiting.bytes as f64 * 8.0 / self.rate.as_bps() as f64;
        let is_full = wait_s > self.most.as_secs_f64();
        if is_full { Err(DropReason::QueueOverflow) } else { Ok(ecn) }
    }
}

/// A download over a wire of 20 ms one way, and concurrent pings.
fn scenario(queue: impl Into<Setting>) -> Result<Scenario, ScenarioErrors> {
    ScenarioBuilder::new()
        .node("server")
        .node("client")
        .wire("server", "client", "10 Mbit/s", Duration::from_millis(20), queue)
        .flow("copy", "server", "client", Table::of("file").with("size", "10 MB"))
        .flow(
            "ping",
            "server",
            "client",
            Table::of("ping").with("count", 50).with("interval", "100 ms"),
        )
        .duration("60 s")
        .build(&models().with_queue::<ByDelay>())
}

/// Queue, transfer time in seconds, mean round-trip time of the pings in milliseconds.
pub fn rows() -> Result<Vec<(&'static str, f64, f64)>, ScenarioErrors> {
    let row = |name: &'static str, queue: Setting| {
        let scenario = scenario(queue)?;
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("it is not stopped");
        let flows = |column| outcome.numbers("flows", column).expect("a column of numbers");
        Ok((name, flows("transfer_time_s")[0], flows("rtt_mean_ms")[1]))
    };
    [
        row("drop-tail", "200 packets".into()),
        row("by-delay", (&ByDelay::default()).into()),
        row("by-delay, 10 ms", (&ByDelay { most: Duration::from_millis(10) }).into()),
    ]
    .into_iter()
    .collect()
}

/// The table that the program prints.
pub fn table() -> Result<String, ScenarioErrors> {
    let mut table = format!("{:>16} {:>10} {:>10}", "queue", "seconds", "ping, ms");
    for (queue, seconds, ping_ms) in rows()? {
        table += &format!("\n{queue:>16} {seconds:>10.2} {ping_ms:>10.1}");
    }
    Ok(table)
}

/// Prints the table.
pub fn main() -> Result<(), ScenarioErrors> {
    println!("{}", table()?);
    Ok(())
}
