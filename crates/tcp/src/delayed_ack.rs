//! Delayed ACKs: what a receiver can be asked to do, and the account of what was held back.
//!
//! Each receiver decides when an ACK is held back and what releases it. Any of them can be given
//! the behaviour of Linux, [`crate::linux::ack_policy`].

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_params::values::{is_word, pattern, positive_span};
use skyseam_params::{At, Definitions, Parameter, Problems, Shape, Value, units};
use skyseam_trace::{AckRelease, Event, Recorder};

/// Whether a receiver holds ACKs back, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayedAck {
    /// Every segment is acknowledged at once.
    Off,
    /// A segment in order waits for a second one, at most this long (RFC 1122 Sec. 4.2.3.2).
    Timer(Duration),
    /// A segment in order waits for a second one, at most until the host's clock next reaches a
    /// whole multiple of 200 ms (4.4BSD, `tcp_fasttimo`).
    Heartbeat,
    /// What a Linux kernel does: quick ACKs first, then a timer that adapts between 40 and 200 ms.
    Linux,
}

impl Shape for DelayedAck {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
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
            "pattern": format!("({})|(^(off|linux|heartbeat)$)", pattern(&units::TIME, false)),
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

/// The tick of 4.4BSD's fast timer.
const HEARTBEAT: Duration = Duration::from_millis(200);

impl DelayedAck {
    /// When a segment that came at `now` is acknowledged by itself, where a timer says so.
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

/// The ACK that is held back, if one is, and how many were.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldAck {
    /// Since when its first segment has been waiting.
    since: Option<SimTime>,
    /// What released it, once something has.
    released_by: Option<AckRelease>,
    /// ACKs that waited and left.
    count: u64,
}

impl HeldAck {
    /// A segment came whose ACK does not leave at once.
    pub fn hold(&mut self, now: SimTime) {
        self.since.get_or_insert(now);
    }

    /// An ACK is due; the first reason given counts.
    pub fn release(&mut self, by: AckRelease) {
        if self.since.is_some() {
            self.released_by.get_or_insert(by);
        }
    }

    /// An ACK leaves, for all that was received.
    pub fn on_ack_sent(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        let released_by = self.released_by.take().unwrap_or(AckRelease::Other);
        if let Some(since) = self.since.take() {
            self.count += 1;
            let waited = now.saturating_since(since);
            trace.record(now, Event::AckDelayed { flow, waited, released_by });
        }
    }

    /// ACKs that were held back and have left.
    pub fn count(&self) -> u64 {
        self.count
    }
}
