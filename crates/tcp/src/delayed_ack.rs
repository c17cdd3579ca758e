//! Delayed ACKs: policies of a receiver, and counters of delayed ACKs.
//!
//! Each receiver decides when an ACK is delayed and what releases it. Any receiver can be given the
//! behaviour of Linux, [`crate::linux::ack_policy`].

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_params::values::{is_word, positive_span};
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value, units};
use skyseam_trace::{AckRelease, Event, Recorder};

/// Delay policy of a receiver's ACKs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayedAck {
    /// Immediate ACK of every segment.
    Off,
    /// ACK of every second segment; a segment in order waits at most this long for a second one
    /// (RFC 1122 Sec. 4.2.3.2).
    Timer(Duration),
    /// ACK of every second segment; a segment in order waits at most until the host's clock next
    /// reaches a multiple of 200 ms (4.4BSD, `tcp_fasttimo`).
    Heartbeat,
    /// Policy of the Linux kernel: quick ACKs first, then a timer that adapts between 40 and 200
    /// ms.
    Linux,
}

impl Shape for DelayedAck {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "off") {
            return Some(Self::Off);
        }
        if is_word(value, "linux") {
            return Some(Self::Linux);
        }
        if is_word(value, "heartbeat") {
            return Some(Self::Heartbeat);
        }
        let expected = "\"off\", \"linux\", \"heartbeat\", or a time longer than zero and at \
                        most 366 d, such as \"40 ms\"";
        positive_span(value, problems, expected).map(Self::Timer)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^(off|linux|heartbeat)$)", units::TIME.pattern(false)),
            "description": "Expected: \"off\", \"linux\", \"heartbeat\" or a time.",
            "examples": ["off", "linux", "heartbeat", "40 ms"],
        })
    }
}

impl Parameter for DelayedAck {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(match *own {
            Self::Off => "off".to_owned(),
            Self::Linux => "linux".to_owned(),
            Self::Heartbeat => "heartbeat".to_owned(),
            Self::Timer(delay) => units::print_duration(delay),
        })
    }
}

/// Interval of 4.4BSD's fast timer.
const HEARTBEAT: Duration = Duration::from_millis(200);

impl DelayedAck {
    /// Time at which a single segment that arrived at `now` is acknowledged, if a timer decides
    /// that.
    pub(crate) fn deadline(self, now: SimTime) -> Option<SimTime> {
        match self {
            Self::Timer(delay) => Some(now.saturating_add(delay)),
            Self::Heartbeat => {
                let ticks = now.as_nanos() / HEARTBEAT.as_nanos() + 1;
                Some(SimTime::from_nanos(ticks * HEARTBEAT.as_nanos()))
            }
            Self::Off | Self::Linux => None,
        }
    }
}

/// Current delayed ACK, if there is one, and the number of earlier ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldAck {
    /// Arrival time of the first segment whose ACK is delayed.
    since: Option<SimTime>,
    /// Trigger that releases the ACK, once there is one.
    released_by: Option<AckRelease>,
    /// Number of delayed ACKs sent.
    count: u64,
}

impl HeldAck {
    /// Delays the ACK of an arriving segment.
    pub fn hold(&mut self, now: SimTime) {
        self.since.get_or_insert(now);
    }

    /// Marks the ACK as due. Only the first trigger counts.
    pub fn release(&mut self, by: AckRelease) {
        if self.since.is_some() {
            self.released_by.get_or_insert(by);
        }
    }

    /// Handles the sending of an ACK for everything received.
    pub(crate) fn on_ack_sent(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        let released_by = self.released_by.take().unwrap_or(AckRelease::Other);
        if let Some(since) = self.since.take() {
            self.count += 1;
            let waited = now.saturating_since(since);
            trace.record(now, Event::AckDelayed { flow, waited, released_by });
        }
    }

    /// Number of delayed ACKs sent.
    pub fn count(&self) -> u64 {
        self.count
    }
}
