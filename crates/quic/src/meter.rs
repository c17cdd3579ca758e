//! Probe of a congestion controller of quinn-proto, which records its inputs.
//!
//! Owns the samples that quinn-proto keeps to itself: round trips, bytes in flight, losses. Does
//! not own the controller's decisions: every call is forwarded.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quinn_proto::RttEstimator;
use quinn_proto::congestion::{Controller, ControllerFactory, ControllerMetrics};

use super::clock::Instant;

/// Observations since the last reading.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Bytes in flight now.
    pub in_flight: u64,
    /// Round-trip sample of the newest packet acknowledged, not corrected for the peer's delay.
    pub sample: Option<Duration>,
    /// Bytes newly declared lost.
    pub lost: u64,
    /// Number of window reductions by losses.
    pub reductions: u64,
    /// Number of declarations of persistent congestion (RFC 9002 Sec. 7.6).
    pub persistent: u64,
}

/// Observations shared by a controller and its endpoint.
#[derive(Clone, Debug, Default)]
pub(super) struct ControllerProbe(Arc<Mutex<Seen>>);

impl ControllerProbe {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes in flight now.
    pub fn in_flight(&self) -> u64 {
        self.seen().in_flight
    }

    /// Returns the observations since the last reading.
    pub fn look(&self) -> Seen {
        let mut seen = self.seen();
        let rest = Seen { in_flight: seen.in_flight, ..Seen::default() };
        std::mem::replace(&mut seen, rest)
    }
}

/// Factory of congestion controllers, in the form of quinn-proto.
pub type Controllers = Arc<dyn ControllerFactory + Send + Sync>;

/// Factory of probed controllers.
pub(super) struct ProbedFactory {
    /// Factory of the actual controllers.
    pub factory: Controllers,
    /// Meter to which the controller reports.
    pub meter: ControllerProbe,
}

impl ControllerFactory for ProbedFactory {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        let inner = self.factory.clone().build(now, current_mtu);
        Box::new(Watched { inner, meter: self.meter.clone(), newest: None })
    }
}

struct Watched {
    inner: Box<dyn Controller>,
    meter: ControllerProbe,
    /// Sending time of the newest packet in this batch of acknowledgements.
    newest: Option<Instant>,
}

impl Controller for Watched {
    fn on_sent(&mut self, now: Instant, bytes: u64, last_packet_number: u64) {
        self.meter.seen().in_flight += bytes;
        self.inner.on_sent(now, bytes, last_packet_number);
    }

    fn on_ack(
        &mut self,
        now: Instant,
        sent: Instant,
        bytes: u64,
        app_limited: bool,
        rtt: &RttEstimator,
    ) {
        self.newest = self.newest.max(Some(sent));
        self.inner.on_ack(now, sent, bytes, app_limited, rtt);
    }

    fn on_end_acks(
        &mut self,
        now: Instant,
        in_flight: u64,
        app_limited: bool,
        largest_packet_num_acked: Option<u64>,
    ) {
        let mut seen = self.meter.seen();
        seen.in_flight = in_flight;
        if let Some(newest) = self.newest.take() {
            seen.sample = Some(now.saturating_duration_since(newest));
        }
        drop(seen);
        self.inner.on_end_acks(now, in_flight, app_limited, largest_packet_num_acked);
    }

    fn on_congestion_event(
        &mut self,
        now: Instant,
        sent: Instant,
        is_persistent_congestion: bool,
        lost_bytes: u64,
    ) {
        let mut seen = self.meter.seen();
        seen.in_flight = seen.in_flight.saturating_sub(lost_bytes);
        seen.lost += lost_bytes;
        seen.persistent += u64::from(is_persistent_congestion);
        drop(seen);
        let before = self.inner.window();
        self.inner.on_congestion_event(now, sent, is_persistent_congestion, lost_bytes);
        self.meter.seen().reductions += u64::from(self.inner.window() < before);
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.inner.on_mtu_update(new_mtu);
    }

    fn window(&self) -> u64 {
        self.inner.window()
    }

    fn metrics(&self) -> ControllerMetrics {
        self.inner.metrics()
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        let inner = self.inner.clone_box();
        Box::new(Self { inner, meter: self.meter.clone(), newest: self.newest })
    }

    fn initial_window(&self) -> u64 {
        self.inner.initial_window()
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self.inner.into_any()
    }
}
