//! Sending times and lengths of datagrams: at a constant rate, at random, in bursts, or as
//! captured.
//!
//! A further source is a struct of parameters that implements [`Source`], and its line in the
//! registry below.

use std::fmt;

use skyseam_base::{Duration, RandomStream, Rate, math};
use skyseam_params::values::{BitRate, PositiveSpan, quantity};
use skyseam_params::{Parameters, parameters, registry, units};

use super::replay::Replay;
use crate::voice::talk::ParetoShape;

/// Maximum pause, as some distributions have no bound.
const MAX_S: f64 = 366.0 * 86_400.0;

quantity! {
    /// IP packet length: at least the IP and UDP headers, at most the largest IPv4 packet (RFC 791
    /// Sec. 3.1, RFC 768).
    DatagramSize(u32) in units::SIZE,
    accepts |bytes| (28..=65_535).contains(&bytes),
    expected "an IP packet length from 28 B to 65535 B", such as "1000 B"
}

/// A model of sending times and lengths of datagrams.
pub trait Source: Parameters {
    /// Creates the datagrams of one endpoint, with random draws from `random`.
    fn begin(&self, random: RandomStream) -> Box<dyn DatagramSchedule>;

    /// Whether it continues until it is stopped.
    fn is_unbounded(&self) -> bool {
        true
    }

    /// IP length of its largest datagram, bytes.
    fn largest_packet(&self) -> u32;

    /// Mean number of datagrams within this time.
    fn expected_within(&self, duration: Duration) -> f64;
}

/// The datagrams of one endpoint, in the order of sending.
pub trait DatagramSchedule: fmt::Debug + Send {
    /// The next datagram; `None` after the last.
    fn next(&mut self) -> Option<ScheduledDatagram>;
}

/// A datagram to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledDatagram {
    /// Sending time, from the beginning of the flow.
    pub after: Duration,
    /// IP length, bytes.
    pub size: u32,
}

registry! {
    /// Sending times and lengths of datagrams.
    dyn Source "UdpSource" is "a source of datagrams" at "flows.application.source.kind (udp)" {
        ConstantSource,
        PoissonSource,
        ExponentialOnOff,
        ParetoOnOff,
        Replay,
    }
    pub fn built_in;
    pub fn member;
}

/// The mean number of datagrams of this size and rate within a time.
fn expected(rate: Rate, size: u32, duration: Duration) -> f64 {
    duration.as_secs_f64() * rate.as_bps() as f64 / (8.0 * f64::from(size))
}

parameters! {
    /// Datagrams at a constant rate; the first leaves at once.
    pub struct ConstantSource "constant" from "ns-2.35 Application/Traffic/CBR" {
        /// Rate of IP packets.
        rate: BitRate,
        /// IP length of a datagram.
        size: DatagramSize = 1000,
    }
}

impl Source for ConstantSource {
    fn begin(&self, _: RandomStream) -> Box<dyn DatagramSchedule> {
        Box::new(ConstantRateSchedule::new(self.rate, self.size))
    }

    fn largest_packet(&self) -> u32 {
        self.size
    }

    fn expected_within(&self, duration: Duration) -> f64 {
        expected(self.rate, self.size, duration) + 1.0
    }
}

/// Datagrams at a constant rate, each rounded down to the nanosecond, so that they do not drift.
#[derive(Clone, Copy, Debug)]
struct ConstantRateSchedule {
    interval: (Duration, u64),
    rate_bps: u64,
    size: u32,
    at: Duration,
    /// Remainder in units of 1/rate ns.
    remainder: u64,
    has_begun: bool,
}

impl ConstantRateSchedule {
    fn new(rate: Rate, size: u32) -> Self {
        let interval = rate.transmission(size);
        let (at, remainder) = (Duration::ZERO, 0);
        Self { interval, rate_bps: rate.as_bps(), size, at, remainder, has_begun: false }
    }
}

impl DatagramSchedule for ConstantRateSchedule {
    fn next(&mut self) -> Option<ScheduledDatagram> {
        if std::mem::replace(&mut self.has_begun, true) {
            let (whole, part) = self.interval;
            let sum = u128::from(self.remainder) + u128::from(part);
            let carried = u64::from(sum >= u128::from(self.rate_bps));
            self.remainder = (sum - u128::from(carried) * u128::from(self.rate_bps)) as u64;
            self.at = self.at + whole + Duration::from_nanos(carried);
        }
        Some(ScheduledDatagram { after: self.at, size: self.size })
    }
}

/// A random number from the exponential distribution of this mean.
fn exponential(random: &mut RandomStream, mean_s: f64) -> f64 {
    (-mean_s * math::ln(1.0 - random.uniform())).min(MAX_S)
}

parameters! {
    /// Datagrams at random: the times between them are exponential.
    pub struct PoissonSource "poisson" from "a Poisson process" {
        /// Mean rate of IP packets.
        rate: BitRate,
        /// IP length of a datagram.
        size: DatagramSize = 1000,
    }
}

impl Source for PoissonSource {
    fn begin(&self, random: RandomStream) -> Box<dyn DatagramSchedule> {
        let mean_s = 8.0 * f64::from(self.size) / self.rate.as_bps() as f64;
        Box::new(Random { random, mean_s, size: self.size, at: Duration::ZERO })
    }

    fn largest_packet(&self) -> u32 {
        self.size
    }

    fn expected_within(&self, duration: Duration) -> f64 {
        expected(self.rate, self.size, duration)
    }
}

#[derive(Debug)]
struct Random {
    random: RandomStream,
    mean_s: f64,
    size: u32,
    at: Duration,
}

impl DatagramSchedule for Random {
    fn next(&mut self) -> Option<ScheduledDatagram> {
        let gap = Duration::from_secs_f64(exponential(&mut self.random, self.mean_s));
        self.at += gap;
        Some(ScheduledDatagram { after: self.at, size: self.size })
    }
}

parameters! {
    /// Bursts with pauses between, both of exponential length; it begins with a pause.
    pub struct ExponentialOnOff "exponential-on-off" from "ns-2.35 Traffic/Exponential" {
        /// Rate of IP packets within a burst.
        rate: BitRate,
        /// IP length of a datagram.
        size: DatagramSize = 1000,
        /// Mean length of a burst.
        on: PositiveSpan = Duration::from_millis(500),
        /// Mean length of a pause.
        off: PositiveSpan = Duration::from_millis(500),
    }
}

impl Source for ExponentialOnOff {
    fn begin(&self, random: RandomStream) -> Box<dyn DatagramSchedule> {
        bursts(Law::Exponential, random, self.rate, self.size, [self.on, self.off])
    }

    fn largest_packet(&self) -> u32 {
        self.size
    }

    fn expected_within(&self, duration: Duration) -> f64 {
        expected(self.rate, self.size, duration) * share(self.on, self.off) + 1.0
    }
}

parameters! {
    /// Bursts with pauses between, both of Pareto-distributed lengths; it begins with a pause.
    pub struct ParetoOnOff "pareto-on-off" from "ns-2.35 Traffic/Pareto" {
        /// Rate of IP packets within a burst.
        rate: BitRate,
        /// IP length of a datagram.
        size: DatagramSize = 1000,
        /// Mean length of a burst.
        on: PositiveSpan = Duration::from_millis(500),
        /// Mean length of a pause.
        off: PositiveSpan = Duration::from_millis(500),
        /// Shape of the Pareto distribution.
        shape: ParetoShape = 1.5,
    }
}

impl Source for ParetoOnOff {
    fn begin(&self, random: RandomStream) -> Box<dyn DatagramSchedule> {
        bursts(Law::Pareto(self.shape), random, self.rate, self.size, [self.on, self.off])
    }

    fn largest_packet(&self) -> u32 {
        self.size
    }

    fn expected_within(&self, duration: Duration) -> f64 {
        expected(self.rate, self.size, duration) * share(self.on, self.off) + 1.0
    }
}

/// Share of the time taken by bursts.
fn share(on: Duration, off: Duration) -> f64 {
    on.as_secs_f64() / (on + off).as_secs_f64()
}

/// Distribution of lengths.
#[derive(Clone, Copy, Debug)]
enum Law {
    Exponential,
    /// Pareto distribution of this shape.
    Pareto(f64),
}

impl Law {
    fn draw(self, random: &mut RandomStream, mean: Duration) -> Duration {
        let mean_s = mean.as_secs_f64();
        let drawn_s = match self {
            Self::Exponential => exponential(random, mean_s),
            Self::Pareto(shape) => {
                let least = mean_s * (shape - 1.0) / shape;
                least * math::powf(1.0 - random.uniform(), -1.0 / shape)
            }
        };
        Duration::from_secs_f64(drawn_s.min(MAX_S))
    }
}

fn bursts(
    law: Law,
    random: RandomStream,
    rate: Rate,
    size: u32,
    means: [Duration; 2],
) -> Box<dyn DatagramSchedule> {
    let steady = ConstantRateSchedule::new(rate, size);
    let (begin, on_before, end) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    Box::new(OnOffSchedule { law, random, steady, means, begin, on_before, end })
}

/// A constant rate whose clock stops in pauses. A burst shorter than the time between two datagrams
/// moves the next one closer, so that the mean rate is exact.
#[derive(Debug)]
struct OnOffSchedule {
    law: Law,
    random: RandomStream,
    steady: ConstantRateSchedule,
    means: [Duration; 2],
    /// Start and end of the current burst.
    begin: Duration,
    end: Duration,
    /// Total length of the previous bursts.
    on_before: Duration,
}

impl DatagramSchedule for OnOffSchedule {
    fn next(&mut self) -> Option<ScheduledDatagram> {
        let ScheduledDatagram { after: clock, size } = self.steady.next()?;
        loop {
            let length = self.end.saturating_sub(self.begin);
            let into = clock.saturating_sub(self.on_before);
            if into < length {
                return Some(ScheduledDatagram { after: self.begin + into, size });
            }
            if self.end.as_secs_f64() >= MAX_S {
                return None;
            }
            self.on_before += length;
            let pause = self.law.draw(&mut self.random, self.means[1]);
            self.begin = self.end + pause;
            self.end = self.begin + (self.law.draw(&mut self.random, self.means[0]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitted(source: &dyn Source, seconds: u64) -> Vec<ScheduledDatagram> {
        let mut emissions = source.begin(RandomStream::new(7, "source"));
        let end = Duration::from_secs(seconds);
        std::iter::from_fn(|| emissions.next()).take_while(|one| one.after < end).collect()
    }

    fn rate(bps: u64) -> Rate {
        Rate::from_bps(bps).unwrap()
    }

    /// Goal: a constant rate does not drift. Method: an interval of a third of a nanosecond more
    /// than an integer; the last datagram of 3000 is at the time of exact arithmetic.
    #[test]
    fn a_constant_rate_is_exact() {
        let all = emitted(&ConstantSource { rate: rate(3_000_000), size: 125 }, 1);
        assert_eq!(all.len(), 3000);
        for (number, one) in (0u64..).zip(&all) {
            assert_eq!(one.after.as_nanos(), number * 1_000_000_000 / 3000);
        }
        assert!(all.iter().all(|one| one.size == 125));
    }

    /// Goal: a Poisson process. Method: over 20,000 s at 10/s the number, and mean and variance of
    /// the gaps, to four standard errors.
    #[test]
    fn a_poisson_process_has_its_moments() {
        let all = emitted(&PoissonSource { rate: rate(80_000), size: 1000 }, 20_000);
        let count = all.len() as f64;
        assert!((count - 200_000.0).abs() < 4.0 * 200_000f64.sqrt(), "{count}");
        let gaps = all.windows(2).map(|pair| (pair[1].after - pair[0].after).as_secs_f64());
        let squares: f64 = gaps.map(|gap| gap * gap).sum::<f64>() / count;
        // The second moment of a mean of 0.1 is 0.02, its standard error sqrt(20) 0.01 / sqrt(n).
        assert!((squares - 0.02).abs() < 4.0 * 20f64.sqrt() * 0.01 / count.sqrt(), "{squares}");
    }

    /// Goal: bursts have the mean rate that their lengths give, and gaps within a burst are those
    /// of its rate. Method: means of 200 ms and 600 ms over 40,000 s, a quarter of 100/s.
    #[test]
    fn bursts_have_their_mean_rate() {
        let (on, off) = (Duration::from_millis(200), Duration::from_millis(600));
        let (rate, size) = (rate(800_000), 1000);
        let exponential = ExponentialOnOff { rate, size, on, off };
        // A shape of 3 has a variance, so that the mean over 50,000 bursts is near.
        let pareto = ParetoOnOff { rate, size, on, off, shape: 3.0 };
        for source in [&exponential as &dyn Source, &pareto] {
            let all = emitted(source, 40_000);
            let mean = all.len() as f64 / 40_000.0;
            assert!((mean - 25.0).abs() < 0.5, "{mean}/s");
            assert!((source.expected_within(Duration::from_secs(40_000)) / 1e6 - 1.0).abs() < 1e-3);
            let gaps = all.windows(2).map(|pair| pair[1].after - pair[0].after);
            let (mut within, mut beyond) = (0, 0);
            for gap in gaps {
                assert!(gap >= Duration::from_millis(10), "{gap:?}");
                if gap == Duration::from_millis(10) { within += 1 } else { beyond += 1 }
            }
            assert!(within > beyond && beyond > 40_000, "{within} {beyond}");
        }
    }
}
