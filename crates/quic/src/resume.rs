//! Careful Resume (RFC 9959) around any congestion controller whose window follows losses.
//!
//! Owns the windows of the jump and of the retreat. The phases are
//! [`skyseam_endpoint::careful_resume`]'s.

use std::any::Any;
use std::sync::Arc;

use quinn_proto::RttEstimator;
use quinn_proto::congestion::{Controller, ControllerFactory, ControllerMetrics};
use skyseam_base::SimTime;
use skyseam_endpoint::careful_resume::{CarefulResume, Change, Feedback};

use super::clock::{Instant, InstantConverter, sim_duration};
use super::meter::Controllers;
use super::start::{Rebuild, with_state};

/// Returns controllers with Careful Resume; `rebuild` makes those of an initial window in bytes.
pub(super) fn controllers(
    initial_window: u64,
    rebuild: Rebuild,
    state: CarefulResume,
    clock: InstantConverter,
) -> Controllers {
    Arc::new(Factory { initial_window, rebuild, state, clock })
}

struct Factory {
    initial_window: u64,
    rebuild: Rebuild,
    state: CarefulResume,
    clock: InstantConverter,
}

impl ControllerFactory for Factory {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        Box::new(Resumed {
            inner: (self.rebuild)(self.initial_window).build(now, current_mtu),
            rebuild: self.rebuild.clone(),
            initial_window: self.initial_window,
            mtu: current_mtu,
            origin: now,
            clock: self.clock,
            state: self.state.clone(),
            acked: 0,
            newest: None,
            threshold: None,
        })
    }
}

/// Controller of a connection.
struct Resumed {
    inner: Box<dyn Controller>,
    rebuild: Rebuild,
    /// Initial window, bytes.
    initial_window: u64,
    /// Largest datagram, bytes.
    mtu: u16,
    /// Start of the connection.
    origin: Instant,
    clock: InstantConverter,
    state: CarefulResume,
    /// Bytes acknowledged in this batch, and the sending time of its newest packet.
    acked: u64,
    newest: Option<Instant>,
    /// Threshold that the next acknowledgement sets, bytes.
    threshold: Option<u64>,
}

impl Resumed {
    fn time(&self, at: Instant) -> SimTime {
        self.clock.sim_time(at)
    }

    /// Position of data: their sending time.
    fn position(&self, at: Instant) -> u64 {
        self.time(at).as_nanos()
    }

    /// Continues with a controller in slow start that has this window.
    fn set_window(&mut self, window: u64) {
        let window = window.max(2 * u64::from(self.mtu));
        self.inner = (self.rebuild)(window).build(self.origin, self.mtu);
    }
}

impl Controller for Resumed {
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
        self.acked += bytes;
        if let Some(threshold) = self.threshold.take() {
            let window = self.inner.window();
            let start = (self.origin, self.mtu);
            self.inner = with_state(&*self.rebuild, start, [window, threshold], now, rtt);
        }
        if !self.state.holds_window() {
            self.inner.on_ack(now, sent, bytes, app_limited, rtt);
        }
    }

    fn on_end_acks(
        &mut self,
        now: Instant,
        in_flight: u64,
        app_limited: bool,
        largest_packet_num_acked: Option<u64>,
    ) {
        self.inner.on_end_acks(now, in_flight, app_limited, largest_packet_num_acked);
        let Some(newest) = self.newest.take() else { return };
        let change = self.state.on_ack(&Feedback {
            now: self.time(now),
            acked: self.position(newest),
            next: self.position(now),
            bytes: std::mem::take(&mut self.acked),
            in_flight,
            rtt: Some(sim_duration(now.saturating_duration_since(newest))),
            window: self.inner.window(),
            limited: !app_limited,
        });
        match change {
            Some(Change::Window(window)) => self.set_window(window),
            Some(Change::Threshold(threshold)) => self.threshold = Some(threshold),
            None => {}
        }
    }

    fn on_congestion_event(
        &mut self,
        now: Instant,
        sent: Instant,
        is_persistent_congestion: bool,
        lost_bytes: u64,
    ) {
        if is_persistent_congestion {
            self.state.on_timeout();
        }
        let next = self.position(now);
        match self.state.on_congestion(next) {
            Some(window) => self.set_window(window),
            None if self.state.is_retreating() => {}
            None => {
                self.inner.on_congestion_event(now, sent, is_persistent_congestion, lost_bytes);
            }
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
        let jump = self.state.pacing_rate().map(|rate| rate.saturating_mul(8));
        metrics.pacing_rate = jump.or(metrics.pacing_rate);
        metrics
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        let (inner, rebuild) = (self.inner.clone_box(), self.rebuild.clone());
        Box::new(Self { inner, rebuild, state: self.state.clone(), ..*self })
    }

    fn initial_window(&self) -> u64 {
        self.initial_window
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self.inner.into_any()
    }
}
