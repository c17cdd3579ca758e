//! Congestion controllers that count bytes, as any transport can call them.
//!
//! Owns the interface alone. Parameters and registries are those of the transports.

use std::fmt::Debug;

use skyseam_base::{Duration, Rate, SimTime};

/// Decides the congestion window. Windows are in bytes and need not be whole segments.
///
/// The connection calls `on_ack` for ACKs outside fast recovery, `on_loss` once per loss event as
/// it enters recovery and `on_timeout` when the retransmission timer fires. While it recovers, the
/// connection does not let the window grow.
pub trait CongestionController: CloneBox + Debug + Send + Sync {
    /// Handles an ACK of new data outside of fast recovery.
    fn on_ack(&mut self, ack: &AckInfo);

    /// Handles a detected loss; called once per recovery. Sets the window after recovery.
    fn on_loss(&mut self, now: SimTime, flight_size: u64);

    /// Handles the expiry of the retransmission timer: the window falls to one segment. `first` is
    /// false if the same loss times out again: then the threshold stays (RFC 5681 Sec. 3.1).
    fn on_timeout(&mut self, now: SimTime, flight_size: u64, first: bool);

    /// The congestion window in bytes, never below one segment.
    fn cwnd(&self) -> u64;

    /// The slow-start threshold in bytes; `u64::MAX` while there is none.
    fn ssthresh(&self) -> u64;

    /// Whether the window grows by slow start.
    fn in_slow_start(&self) -> bool {
        self.cwnd() < self.ssthresh()
    }

    /// Whether it has a pacing rate of its own, which the stack `linux` follows; never changes.
    fn paces(&self) -> bool {
        false
    }

    /// The rate at which payload leaves, if it paces; `None` for the stack's own, from window and
    /// round-trip time.
    fn pacing_rate(&self) -> Option<Rate> {
        None
    }

    /// The SYN was lost: data begin with one segment (RFC 5681 Sec. 3.1).
    fn on_syn_lost(&mut self);
}

/// Copies a controller; implemented for all that are [`Clone`].
pub trait CloneBox {
    /// Returns a copy with the same state.
    fn clone_box(&self) -> Box<dyn CongestionController>;
}

impl<T: CongestionController + Clone + 'static> CloneBox for T {
    fn clone_box(&self) -> Box<dyn CongestionController> {
        Box::new(self.clone())
    }
}

/// Information of an acknowledgement for a controller.
#[derive(Clone, Copy, Debug)]
pub struct AckInfo {
    /// When it came.
    pub now: SimTime,
    /// Bytes it newly acknowledged cumulatively.
    pub bytes: u64,
    /// The smoothed round-trip time, zero while there is none.
    pub smoothed_rtt: Duration,
    /// Round trip of the newest acknowledged segment; `None` if the ACK gives no sample, and with
    /// QUIC.
    pub rtt: Option<Duration>,
    /// Bytes in flight after the ACK, as the stack counts them: without those that it takes for
    /// lost. `None` with QUIC.
    pub in_flight: Option<u64>,
    /// Bytes delivered so far, by cumulative and by selective acknowledgement; `None` over `rfc`
    /// and QUIC, which do not count them.
    pub delivered: Option<u64>,
    /// Delivered bytes that arrived with congestion experienced (CE, RFC 3168); `None` on a
    /// connection without ECN, and over `rfc` and QUIC.
    pub delivered_ce: Option<u64>,
    /// Sample of the delivery rate; `None` if the ACK gives none, and over `rfc` and QUIC.
    pub rate: Option<DeliveryRate>,
    /// Whether the window was in use as the ACK came. A window that the application or the peer
    /// leaves unused does not grow (RFC 9438 Sec. 5.8).
    pub cwnd_limited: bool,
}

impl AckInfo {
    /// An ACK of nothing at time zero, of which nothing else is known.
    pub const SOME: Self = Self {
        now: SimTime::ZERO,
        bytes: 0,
        smoothed_rtt: Duration::ZERO,
        rtt: None,
        in_flight: None,
        delivered: None,
        delivered_ce: None,
        rate: None,
        cwnd_limited: false,
    };
}

/// Sample of the delivery rate (draft-cheng-iccrg-delivery-rate-estimation-02).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeliveryRate {
    /// Rate at which payload was delivered.
    pub rate: Rate,
    /// Whether the sample was limited by the application rather than by the network.
    pub app_limited: bool,
}
