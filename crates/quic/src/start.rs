//! Start of a connection whose controller is quinn-proto's: HyStart++ (RFC 9406).
//!
//! Owns the growth in the first slow start and its end. Everything after that is quinn-proto's
//! controller, whose window cannot be set from outside: where it must be, a new one takes its
//! place.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use quinn_proto::RttEstimator;
use quinn_proto::congestion::{Controller, ControllerFactory, ControllerMetrics};
use skyseam_endpoint::slow_start::HyStartSearch;

use super::clock::{Instant, sim_duration};
use super::meter::Controllers;

/// Makes the factory of quinn-proto's controllers for an initial window in bytes.
pub(super) type Build = fn(u64) -> Controllers;

/// Makes the factory of any controllers for an initial window in bytes.
pub(super) type Rebuild = Arc<dyn Fn(u64) -> Controllers + Send + Sync>;

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
        })
    }
}

/// Returns a controller with this window and slow-start threshold, for a connection with datagrams
/// of `mtu` bytes that began at `origin`.
///
/// Persistent congestion sets the threshold to a share of the initial window, which a first
/// controller shows; an ACK sets the window.
pub(super) fn with_state(
    build: &dyn Fn(u64) -> Controllers,
    (origin, mtu): (Instant, u16),
    [window, threshold]: [u64; 2],
    now: Instant,
    rtt: &RttEstimator,
) -> Box<dyn Controller> {
    let later = origin + Duration::from_nanos(1);
    let congested = |initial_window| {
        let mut controller = build(initial_window).build(origin, mtu);
        controller.on_congestion_event(origin, later, true, 0);
        controller
    };
    let probed = 1000 * u64::from(mtu);
    let share = congested(probed).metrics().ssthresh.unwrap_or(probed).max(1);
    let initial = u128::from(threshold) * u128::from(probed) / u128::from(share);
    let mut controller = congested(u64::try_from(initial).unwrap_or(u64::MAX));
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
            let start = (self.origin, self.mtu);
            self.inner = with_state(&self.build, start, [window; 2], now, rtt);
            self.search = None;
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
            (self.search, self.ends) = (None, false);
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
        self.inner.metrics()
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
