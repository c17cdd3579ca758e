//! Controllers that count bytes, called by quinn-proto as it calls its own.

use std::any::Any;
use std::sync::Arc;

use quinn_proto::RttEstimator;
use quinn_proto::congestion::{Controller, ControllerFactory};
use skyseam_base::SimTime;
use skyseam_endpoint::congestion::{AckInfo, CongestionController as InBytes};

use super::clock::{Instant, sim_duration};
use super::meter::Controllers;

/// Minimum window in datagrams (RFC 9002 Sec. 7.2).
const LEAST_WINDOW: u64 = 2;

/// Creates the controller of a connection from the bytes of a datagram.
pub type Make = dyn Fn(u16) -> Box<dyn InBytes> + Send + Sync;

/// Makes controllers for connections with this initial window in bytes.
pub fn controllers(initial_window: u64, make: Arc<Make>) -> Controllers {
    Arc::new(Factory { initial_window, make })
}

struct Factory {
    initial_window: u64,
    make: Arc<Make>,
}

impl ControllerFactory for Factory {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        Box::new(Datagrams {
            controller: (self.make)(current_mtu),
            initial_window: self.initial_window,
            least: LEAST_WINDOW * u64::from(current_mtu),
            origin: now,
            reduced: None,
        })
    }
}

/// A controller of a connection.
struct Datagrams {
    controller: Box<dyn InBytes>,
    /// Initial window, bytes.
    initial_window: u64,
    /// Minimum window, bytes.
    least: u64,
    /// Start of the connection, from which the controller's times count.
    origin: Instant,
    /// Time of the last reduction: packets sent up to then cause no other and grow no window (RFC
    /// 9002 Sec. 7.3.2).
    reduced: Option<Instant>,
}

impl Datagrams {
    fn time(&self, at: Instant) -> SimTime {
        SimTime::ZERO + sim_duration(at.saturating_duration_since(self.origin))
    }

    fn is_before_reduction(&self, sent: Instant) -> bool {
        self.reduced.is_some_and(|reduced| sent <= reduced)
    }
}

impl Controller for Datagrams {
    fn on_ack(
        &mut self,
        now: Instant,
        sent: Instant,
        bytes: u64,
        app_limited: bool,
        rtt: &RttEstimator,
    ) {
        if !self.is_before_reduction(sent) {
            self.controller.on_ack(&AckInfo {
                now: self.time(now),
                bytes,
                smoothed_rtt: sim_duration(rtt.get()),
                cwnd_limited: !app_limited,
                ..AckInfo::SOME
            });
        }
    }

    /// Reduces the window, not the flight size (RFC 9002 Sec. 7.3.2).
    fn on_congestion_event(
        &mut self,
        now: Instant,
        sent: Instant,
        is_persistent_congestion: bool,
        _lost_bytes: u64,
    ) {
        if self.is_before_reduction(sent) {
            return;
        }
        self.reduced = Some(now);
        let (time, window) = (self.time(now), self.window());
        self.controller.on_loss(time, window);
        if is_persistent_congestion {
            self.controller.on_timeout(time, window, false);
        }
    }

    fn on_mtu_update(&mut self, _: u16) {}

    fn window(&self) -> u64 {
        self.controller.cwnd().max(self.least)
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        let controller = self.controller.clone_box();
        Box::new(Self { controller, ..*self })
    }

    fn initial_window(&self) -> u64 {
        self.initial_window
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}
