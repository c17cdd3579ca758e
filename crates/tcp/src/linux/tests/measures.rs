//! What a sender measures and reports: its pace, blocks of ACKs, delivery rate, round trips, and
//! whether the application limits it.

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::Endpoint;
use skyseam_trace::{Event, Recorder};

use super::*;
use crate::linux::congestion::Window;
use crate::linux::pacing::Pacing;
use crate::linux::state::State;

/// `tcp_update_pacing_rate`: a sender that is paced sends 200 % of its window per round trip below
/// half the threshold, and 120 % from there on. Method: a round trip of 100 ms.
#[test]
fn the_pace_slows_at_half_the_threshold() {
    let mut bench = established(10);
    bench.time(200);
    recv!(bench, ack 10, echo 100);
    bench.end.pacing = Pacing::new(true, None);
    for (cwnd, percent) in [(19, 200), (20, 120), (21, 120)] {
        bench.end.window = Window { cwnd, ssthresh: 40, count: 0 };
        bench.end.pace_window();
        let rate = u64::from(cwnd) * 1000 * 10 * percent / 100;
        assert_eq!(bench.end.pacing.rate, Some(rate), "{cwnd}");
    }
}

/// RFC 2883 Sec. 4: the first of two blocks reports a duplicate only if the second contains it.
/// What was selectively acknowledged leaves the state Disorder until everything is acknowledged
/// (`tcp_try_keep_open`).
#[test]
fn two_blocks_beside_each_other_report_no_duplicate() {
    for [first, second] in [[3..4, 6..7], [6..7, 3..4]] {
        let mut bench = established(100);
        bench.time(200);
        bench.recv(acknowledgement(0, 100, &[first, second]));
        assert_eq!((bench.end.queue.sacked_out, bench.end.state), (2, State::Disorder));
        recv!(bench, ack 8, echo 100);
        assert_eq!((bench.end.queue.sacked_out, bench.end.state), (0, State::Open));
    }
}

/// Recorder of the delivery rates.
struct Rates(Vec<u64>);

impl Recorder for Rates {
    fn record(&mut self, _: SimTime, event: Event<'_>) {
        if let Event::Rate { delivered, .. } = event {
            self.0.push(delivered);
        }
    }
}

/// Goal: rate and round trips reported are those of the ACKs. Method: ten segments of 1000 B are
/// acknowledged after 200 ms, the SYN was after 100 ms.
#[test]
fn rate_and_round_trips_are_reported() {
    let mut bench = established(10);
    bench.time(300);
    let packet = bench.packet(acknowledgement(10, 100, &[]));
    let mut rates = Rates(Vec::new());
    bench.end.handle_packet(bench.now, &packet, &mut rates);
    assert_eq!(rates.0, [50_000]);
    let [least, mean, largest] = [100, 150, 200].map(|ms| Some(Duration::from_millis(ms)));
    assert_eq!(bench.end.rtt.summary(), (2, least, mean, largest));
    let unused = sender(None);
    assert_eq!(unused.rtt.summary(), (0, None, None, None));
}

/// `tcp_rcv_state_process`: the round trip of the handshake is taken where there is none yet.
#[test]
fn the_handshake_gives_the_first_round_trip_only() {
    let mut end = sender(None);
    for round_trip in [80, 120] {
        end.sample_handshake(SimTime::ZERO, Duration::from_millis(round_trip));
        assert_eq!(end.rtt.smoothed(), Some(Duration::from_millis(80)));
        assert_eq!(end.rtt.smallest(), Some(Duration::from_millis(80)));
    }
}

/// `tcp_rate_check_app_limited`: a write after everything was sent finds the sender limited by the
/// application, unless losses wait or the window is full. Method: five segments are in flight.
#[test]
fn a_late_write_was_limited_by_the_application() {
    for (lost, window, limited) in [(0, 10, true), (0, 5, false), (1, 10, false)] {
        let mut bench = established(5);
        bench.time(200);
        bench.end.delivery = Delivery::default();
        bench.end.queue.lost_out = lost;
        bench.end.window.cwnd = window;
        bench.end.resume_after_idle(bench.now);
        assert_eq!(bench.end.delivery.is_app_limited(), limited, "{lost} lost, window {window}");
    }
}

/// `tcp_newreno_mark_lost`: the hole that duplicates show counts as a new loss of this ACK.
#[test]
fn a_hole_shown_by_duplicates_is_a_new_loss() {
    let mut bench = established_as(&TcpConfig { sack_blocks: 0, ..config() }, 100);
    bench.time(200);
    for losses in [0, 0, 1] {
        recv!(bench, ack 0, echo 100);
        assert_eq!(bench.end.newly_lost, losses);
        bench.numbers();
    }
}
