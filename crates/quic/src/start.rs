//! Start of a connection whose controller is quinn-proto's: HyStart++ (RFC 9406).
//!
//! Owns the growth in the first slow start and its end. Everything after that is quinn-proto's
//! controller, whose window cannot be set from outside: where it must be, a new one takes its place.

use std::any::Any;
use std::sync::Arc;

use quinn_proto::RttEstimator;
use quinn_proto::congestion::{Controller, ControllerFactory, ControllerMetrics};
use skyseam_endpoint::slow_start::HyStartSearch;

use super::clock::{Instant, sim_duration};
use super::meter::Controllers;

/// Makes the factory of quinn-proto's controllers for an initial window in bytes.
pub(super) type Build = fn(u64) -> Controllers;

/// Returns controllers with this initial window in bytes, and with HyStart++ if there is a search.
pub(super) fn controllers(
    initial_window: u64,
    build: Build,
    search: Option<HyStartSearch>,
) -> Controllers {
    match search {
        Some(search) => Arc::new(Factory { initial_window, build, search }),
        None => build(initial_window),
    }
}

struct Factory {
    initial_window: u64,
    build: Build,
    search: HyStartSearch,
}

impl ControllerFactory for Factory {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        Box::new(Started {
            inner: (self.build)(self.initial_window).build(now, current_mtu),
            build: self.build,
            initial_window: self.initial_window,
            mtu: current_mtu,
            origin: now,
            search: Some(self.search.clone()),
            newest: None,
            ends: false,
            threshold: None,
        })
    }
}

/// Returns a controller in congestion avoidance with this window.
///
/// Persistent congestion sets its threshold to 2.5 datagrams at most, and an ACK its window. Its
/// congestion avoidance begins at the next ACK: CUBIC's at the plateau (RFC 9438 Sec. 4.2).
fn in_avoidance(
    (build, origin, mtu): (Build, Instant, u16),
    window: u64,
    now: Instant,
    rtt: &RttEstimator,
) -> Box<dyn Controller> {
    let mut controller = build(5 * u64::from(mtu)).build(origin, mtu);
    let later = origin + std::time::Duration::from_nanos(1);
    controller.on_congestion_event(origin, later, true, 0);
    let missing = window.saturating_sub(controller.window());
    controller.on_ack(now, now.max(later), missing, false, rtt);
    controller
}

/// Controller of a connection.
struct Started {
    inner: Box<dyn Controller>,
    build: Build,
    /// Initial window, bytes.
    initial_window: u64,
    /// Largest datagram, bytes.
    mtu: u16,
    /// Start of the connection, from which positions of the search count.
    origin: Instant,
    /// Search for the end of the first slow start; `None` after it.
    search: Option<HyStartSearch>,
    /// Sending time of the newest packet in this batch of acknowledgements.
    newest: Option<Instant>,
    /// Whether slow start ends at the next acknowledgement.
    ends: bool,
    /// Window at which slow start ended without a loss, bytes.
    threshold: Option<u64>,
}

impl Started {
    /// Position of a search: the time since the start of the connection.
    fn position(&self, at: Instant) -> u64 {
        sim_duration(at.saturating_duration_since(self.origin)).as_nanos()
    }
}

impl Controller for Started {
    fn on_sent(&mut self, now: Instant, bytes: u64, last_packet_number: u64) {
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
        if std::mem::take(&mut self.ends) {
            let window = self.inner.window();
            self.inner = in_avoidance((self.build, self.origin, self.mtu), window, now, rtt);
            self.search = None;
            self.threshold = Some(window);
        }
        let grown = match &mut self.search {
            Some(search) => search.growth(bytes, self.mtu.into()),
            None => bytes,
        };
        self.inner.on_ack(now, sent, grown, app_limited, rtt);
    }

    fn on_end_acks(
        &mut self,
        now: Instant,
        in_flight: u64,
        app_limited: bool,
        largest_packet_num_acked: Option<u64>,
    ) {
        if let Some(newest) = self.newest.take() {
            let (acked, next) = (self.position(newest), self.position(now));
            let rtt = sim_duration(now.saturating_duration_since(newest));
            if let Some(search) = &mut self.search {
                self.ends |= search.on_ack(acked, next, Some(rtt));
            }
        }
        self.inner.on_end_acks(now, in_flight, app_limited, largest_packet_num_acked);
    }

    fn on_congestion_event(
        &mut self,
        now: Instant,
        sent: Instant,
        is_persistent_congestion: bool,
        lost_bytes: u64,
    ) {
        let before = self.inner.window();
        self.inner.on_congestion_event(now, sent, is_persistent_congestion, lost_bytes);
        if self.inner.window() < before {
            (self.search, self.ends, self.threshold) = (None, false, None);
        }
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.mtu = new_mtu;
        self.inner.on_mtu_update(new_mtu);
    }

    fn window(&self) -> u64 {
        self.inner.window()
    }

    fn metrics(&self) -> ControllerMetrics {
        let mut metrics = self.inner.metrics();
        metrics.ssthresh = self.threshold.or(metrics.ssthresh);
        metrics
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(Self { inner: self.inner.clone_box(), search: self.search.clone(), ..*self })
    }

    fn initial_window(&self) -> u64 {
        self.initial_window
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self.inner.into_any()
    }
}
