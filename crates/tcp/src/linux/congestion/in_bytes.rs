//! Adapter for controllers that count bytes: converts their windows to segments and calls them
//! where the kernel calls its modules.
//!
//! The kernel's own controllers do not use it: they keep the kernel's integers.

use skyseam_base::{Duration, Rate, SimTime};

use super::{EcnCounts, Growth, INFINITE, LinuxController, Sample, Window};
use crate::congestion::algorithm::{AckInfo, CongestionController as InBytes, DeliveryRate};
use crate::linux::rate::{Delivery, RateSample};

/// Controller that counts bytes.
///
/// The stack's window follows the controller's: down immediately, and up by at most the
/// acknowledged segments. After an idle time, for which the stack lowers its window, it therefore
/// returns by slow start.
#[derive(Debug)]
pub struct Segments {
    controller: Box<dyn InBytes>,
    /// Controller before the last reduction, for an undo.
    before: Option<Box<dyn InBytes>>,
    /// Payload bytes of a full segment.
    mss: u32,
    /// Time of the last ACK.
    now: SimTime,
    /// Round trip that was measured last, and the time of its ACK.
    rtt: Option<(SimTime, Duration)>,
    /// Segments in the network after the last ACK, and delivered so far.
    in_flight: u32,
    delivered: u64,
    /// Segments delivered with congestion experienced, on a connection with ECN.
    delivered_ce: Option<u64>,
    /// Sample of the delivery rate of the last ACK.
    rate: Option<DeliveryRate>,
    /// Window at the last reduction, bytes. The kernel reduces its window, not the flight size.
    reduced_from: u64,
    /// Whether the current reduction is that of a timeout.
    by_timeout: bool,
}

impl Segments {
    /// Returns a controller for a connection with segments of `mss` payload bytes.
    pub fn new(controller: Box<dyn InBytes>, mss: u32) -> Self {
        Self {
            controller,
            before: None,
            mss,
            now: SimTime::ZERO,
            rtt: None,
            in_flight: 0,
            delivered: 0,
            delivered_ce: None,
            rate: None,
            reduced_from: 0,
            by_timeout: false,
        }
    }

    fn bytes(&self, segments: u32) -> u64 {
        u64::from(segments) * u64::from(self.mss)
    }

    /// Returns the whole segments of a window in bytes, at least one.
    fn segments(&self, bytes: u64) -> u32 {
        u32::try_from(bytes / u64::from(self.mss)).unwrap_or(INFINITE).clamp(1, INFINITE)
    }
}

impl LinuxController for Segments {
    fn on_established(&mut self, window: &mut Window, _: Option<Duration>) {
        if window.cwnd == 1 {
            self.controller.on_syn_lost();
        }
        window.cwnd = self.segments(self.controller.cwnd());
    }

    fn on_ack(&mut self, now: SimTime, _: u64, _: bool) {
        self.now = now;
    }

    fn on_ecn(&mut self, counts: &EcnCounts) {
        self.delivered_ce = Some(counts.delivered_ce);
    }

    fn on_acked(&mut self, _: &mut Window, sample: &Sample) {
        self.rtt = Some((sample.now, sample.rtt));
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn on_delivery(&mut self, delivery: &Delivery, sample: &RateSample, in_flight: u32) {
        (self.in_flight, self.delivered) = (in_flight, delivery.delivered.saturating_sub(1));
        let rate = sample.per_second(8 * u64::from(self.mss)).and_then(Rate::from_bps);
        self.rate = rate.map(|rate| DeliveryRate { rate, app_limited: sample.app_limited });
    }

    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        self.controller.on_ack(&AckInfo {
            now: growth.now,
            bytes: self.bytes(growth.acked),
            smoothed_rtt: growth.smoothed.unwrap_or(Duration::ZERO),
            rtt: self.rtt.filter(|(at, _)| *at == growth.now).map(|(_, rtt)| rtt),
            in_flight: Some(self.bytes(self.in_flight)),
            delivered: Some(self.delivered * u64::from(self.mss)),
            delivered_ce: self.delivered_ce.map(|segments| segments * u64::from(self.mss)),
            rate: self.rate.take(),
            cwnd_limited: growth.limited,
        });
        let own = self.segments(self.controller.cwnd());
        window.cwnd = window.cwnd.saturating_add(growth.acked).min(own);
        window.ssthresh = self.segments(self.controller.ssthresh());
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        self.before = Some(self.controller.clone_box());
        self.reduced_from = self.bytes(window.cwnd);
        self.controller.on_loss(self.now, self.reduced_from);
        self.segments(self.controller.cwnd()).max(2)
    }

    fn on_lost(&mut self, _: &mut Window) {
        self.by_timeout = true;
    }

    fn on_timeout(&mut self, now: SimTime, _: u64) {
        let first = std::mem::take(&mut self.by_timeout);
        if first && let Some(before) = &self.before {
            self.controller = before.clone_box();
        }
        self.controller.on_timeout(now, self.reduced_from, first);
    }

    fn on_reduced(&mut self, window: &mut Window) {
        window.cwnd = self.segments(self.controller.cwnd());
    }

    fn paces(&self) -> bool {
        self.controller.paces()
    }

    fn pacing_rate(&self) -> Option<u64> {
        self.controller.pacing_rate().map(|rate| rate.as_bps() / 8)
    }

    fn on_undo(&mut self, _: &Delivery) {
        if let Some(before) = self.before.take() {
            self.controller = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::congestion::algorithm::{Setup, TcpAlgorithm};
    use crate::congestion::new_reno::NewReno;

    const MSS: u32 = 1000;

    fn reno() -> (Segments, Window) {
        let setup = Setup { mss: MSS, initial_window: 10_000, ..Setup::SOME };
        let controller = NewReno::default().in_bytes(&setup).expect("Reno counts bytes");
        (Segments::new(controller, MSS), Window { cwnd: 10, ssthresh: INFINITE, count: 0 })
    }

    fn ack(acked: u32) -> Growth {
        let now = SimTime::from_secs(1);
        let smoothed = Some(Duration::from_millis(100));
        Growth { now, acked, limited: true, smoothed, una: 0, next: 0 }
    }

    /// Goal: the window follows the controller's, and returns by slow start where the stack has
    /// lowered it. Method: slow start by single ACKs; then a window of two segments.
    #[test]
    fn the_window_is_that_of_the_controller() {
        let (mut segments, mut window) = reno();
        segments.on_established(&mut window, None);
        (0..6).for_each(|_| segments.grow(&mut window, &ack(1)));
        assert_eq!((window.cwnd, window.ssthresh), (16, INFINITE));
        window.cwnd = 2;
        segments.grow(&mut window, &ack(3));
        assert_eq!(window.cwnd, 5, "as many as were acknowledged");
        segments.grow(&mut window, &ack(20));
        assert_eq!(window.cwnd, 18, "the controller's, which grew by one for each ACK");
    }

    #[test]
    fn the_initial_window_is_the_controllers_and_lost_syns_cost_it() {
        let (mut segments, mut window) = reno();
        window.cwnd = 10;
        segments.on_established(&mut window, None);
        assert_eq!(window.cwnd, 10);
        let (mut segments, mut window) = reno();
        window.cwnd = 1;
        segments.on_established(&mut window, None);
        assert_eq!(window.cwnd, 1);
    }

    /// Goal: a loss halves the window, an undo gives it back with the state of the controller.
    #[test]
    fn an_undo_gives_the_controller_back_as_it_was() {
        let (mut segments, mut window) = reno();
        assert_eq!(segments.ssthresh(&window), 5);
        segments.on_reduced(&mut window);
        assert_eq!(window.cwnd, 5);
        let (rate, ..) = (Delivery::default(), ());
        segments.on_undo(&rate);
        segments.on_reduced(&mut window);
        assert_eq!(window.cwnd, 10);
        segments.grow(&mut window, &ack(1));
        assert_eq!((window.cwnd, window.ssthresh), (11, INFINITE), "slow start goes on");
    }

    /// Goal: a timeout reduces once, from the state before it, and a second timeout of the same
    /// loss leaves the threshold unchanged.
    #[test]
    fn a_timeout_is_one_reduction() {
        let (mut segments, mut window) = reno();
        let now = SimTime::from_secs(2);
        window.ssthresh = segments.ssthresh(&window);
        segments.on_lost(&mut window);
        segments.on_timeout(now, 0);
        window.cwnd = 1;
        segments.on_timeout(now, 0);
        (0..4).for_each(|_| segments.grow(&mut window, &ack(1)));
        assert_eq!((window.cwnd, window.ssthresh), (5, 5));
        (0..5).for_each(|_| segments.grow(&mut window, &ack(1)));
        assert_eq!(window.cwnd, 6, "one segment for a window of them");
    }

    /// Goal: the round trip of an ACK reaches the controller with that ACK, in the stack's order of
    /// calls, and with no other. Method: a window as large as the round trip in ms.
    #[test]
    fn the_round_trip_is_that_of_the_ack() {
        #[derive(Clone, Debug, Default)]
        struct RoundTrip(u64);

        impl InBytes for RoundTrip {
            fn on_ack(&mut self, ack: &AckInfo) {
                self.0 = ack.rtt.map_or(1, |rtt| rtt.as_nanos() / 1_000_000);
            }

            fn on_loss(&mut self, _: SimTime, _: u64) {}
            fn on_timeout(&mut self, _: SimTime, _: u64, _: bool) {}
            fn on_syn_lost(&mut self) {}

            fn cwnd(&self) -> u64 {
                self.0 * u64::from(MSS)
            }

            fn ssthresh(&self) -> u64 {
                u64::MAX
            }
        }

        let mut segments = Segments::new(Box::new(RoundTrip::default()), MSS);
        let mut window = Window { cwnd: 50, ssthresh: INFINITE, count: 0 };
        let (now, rtt) = (SimTime::from_secs(1), Duration::from_millis(30));
        segments.on_acked(&mut window, &Sample { now, rtt, una: 0, next: 0 });
        segments.on_ack(now, 0, false);
        segments.grow(&mut window, &ack(1));
        assert_eq!(window.cwnd, 30);
        segments.on_ack(SimTime::from_secs(2), 0, false);
        segments.grow(&mut window, &Growth { now: SimTime::from_secs(2), ..ack(1) });
        assert_eq!(window.cwnd, 1, "an ACK without a sample");
    }

    /// Goal: marks reach the controller with the next ACK. Method: a window as large as the marked
    /// bytes.
    #[test]
    fn the_marks_are_those_of_the_connection() {
        #[derive(Clone, Debug, Default)]
        struct Marks(u64);

        impl InBytes for Marks {
            fn on_ack(&mut self, ack: &AckInfo) {
                self.0 = ack.delivered_ce.unwrap_or(u64::from(MSS));
            }

            fn on_loss(&mut self, _: SimTime, _: u64) {}
            fn on_timeout(&mut self, _: SimTime, _: u64, _: bool) {}
            fn on_syn_lost(&mut self) {}

            fn cwnd(&self) -> u64 {
                self.0
            }

            fn ssthresh(&self) -> u64 {
                u64::MAX
            }
        }

        let mut segments = Segments::new(Box::new(Marks::default()), MSS);
        let mut window = Window { cwnd: 50, ssthresh: INFINITE, count: 0 };
        segments.grow(&mut window, &ack(1));
        assert_eq!(window.cwnd, 1, "a connection without ECN");
        segments.on_ecn(&EcnCounts { una: 0, next: 0, delivered: 9, delivered_ce: 7 });
        window.cwnd = 50;
        segments.grow(&mut window, &ack(1));
        assert_eq!(window.cwnd, 7);
    }

    /// Window that counts losses, timeouts and repeated timeouts: 1, 10 and 100 segments for each.
    #[derive(Clone, Debug, Default)]
    struct Counted(u64);

    impl InBytes for Counted {
        fn on_ack(&mut self, _: &AckInfo) {}

        fn on_loss(&mut self, _: SimTime, _: u64) {
            self.0 += 1;
        }

        fn on_timeout(&mut self, _: SimTime, _: u64, first: bool) {
            self.0 += if first { 10 } else { 100 };
        }

        fn cwnd(&self) -> u64 {
            self.0 * u64::from(MSS)
        }

        fn ssthresh(&self) -> u64 {
            u64::MAX
        }

        fn on_syn_lost(&mut self) {}
    }

    /// Goal: a timeout acts on the state before the loss, though the stack asks for the threshold
    /// first; a second timeout is a repeated one. Method: a controller that counts.
    #[test]
    fn a_timeout_is_not_a_loss_too() {
        let mut segments = Segments::new(Box::new(Counted::default()), MSS);
        let mut window = Window { cwnd: 10, ssthresh: INFINITE, count: 0 };
        for expected in [10, 110] {
            if expected == 10 {
                segments.ssthresh(&window);
                segments.on_lost(&mut window);
            }
            segments.on_timeout(SimTime::from_secs(2), 0);
            segments.on_reduced(&mut window);
            assert_eq!(window.cwnd, expected);
        }
    }
}
