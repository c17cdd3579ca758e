//! What an end of a flow knows when a run is over.

use skyseam_base::{Duration, SimTime};

/// How a flow ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndReason {
    /// It did all that it was to do: every byte was acknowledged, every request or word sent.
    Finished,
    /// A QUIC connection heard nothing for as long as its idle timeout (RFC 9000 Sec. 10.1).
    IdleTimeout,
    /// The other end closed the connection, or did not take it.
    Refused,
    /// TCP sent the same segment again as often, or for as long, as its stack does.
    TooManyRetransmissions,
    /// The run's duration was over first.
    EndOfRun,
    /// The run was interrupted first.
    Interrupted,
    /// It had not begun when the run ended.
    NotStarted,
}

impl EndReason {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::Finished,
        Self::IdleTimeout,
        Self::Refused,
        Self::TooManyRetransmissions,
        Self::EndOfRun,
        Self::Interrupted,
        Self::NotStarted,
    ];

    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::IdleTimeout => "idle_timeout",
            Self::Refused => "refused",
            Self::TooManyRetransmissions => "too_many_retransmissions",
            Self::EndOfRun => "end_of_run",
            Self::Interrupted => "interrupted",
            Self::NotStarted => "not_started",
        }
    }
}

/// Counters and instants of one end of a flow; [`FlowReport::merged`] makes one of both.
///
/// Where both ends send, each is a sender and a receiver: counters are sums over both directions,
/// what is measured of round trips and the window is the client's, and the flow has ended when both
/// directions have.
///
/// A paper's transfer time is `last_received - first_sent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowReport {
    /// When the flow began.
    pub started: Option<SimTime>,
    /// When its first packet was handed to the network.
    pub first_sent: Option<SimTime>,
    /// When the last byte that was new to the receiver reached it (a ping: the last reply).
    pub last_received: Option<SimTime>,
    /// When the receiver had every byte; never for a flow that has no known end (bulk).
    pub received_at: Option<SimTime>,
    /// When the sender knew that every byte had arrived (a ping: that every request was answered).
    pub acknowledged_at: Option<SimTime>,
    /// Why the sender gave up before that, where it did.
    pub gave_up: Option<EndReason>,
    /// Payload bytes handed to the application in order. The stack `ns2` sends whole packets: the
    /// last one's padding counts.
    pub bytes_delivered: u64,
    /// Packets the sender handed to the network, retransmissions included.
    pub packets_sent: u64,
    /// Packets that reached the receiver, duplicates included.
    pub packets_received: u64,
    /// Segments that brought the receiver nothing new, having been received before; of TCP alone.
    pub duplicates_received: Option<u64>,
    /// ACKs that the receiver held back before it sent them; of TCP alone.
    pub delayed_acks: Option<u64>,
    /// Segments sent again.
    pub retransmissions: u64,
    /// Times the retransmission timer fired.
    pub timeouts: u64,
    /// Times fast recovery was entered; what a retransmission timeout does is none.
    pub recoveries: u64,
    /// Round-trip samples taken (a ping: replies).
    pub rtt_samples: u64,
    /// Smallest round-trip sample.
    pub rtt_min: Option<Duration>,
    /// Mean of the round-trip samples.
    pub rtt_mean: Option<Duration>,
    /// Largest round-trip sample.
    pub rtt_max: Option<Duration>,
    /// Congestion window at the end, bytes.
    pub cwnd: Option<u64>,
    /// Echo replies that came back, duplicates not counted, or requests that were answered.
    pub replies: u64,
}

/// What both ends counted; `None` where neither counts it.
fn sum(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.map_or(other, |one| Some(one + other.unwrap_or(0)))
}

impl FlowReport {
    /// The flow as both ends saw it.
    pub fn merged(&self, other: &Self) -> Self {
        Self {
            started: self.started.or(other.started),
            first_sent: self.first_sent.or(other.first_sent),
            last_received: self.last_received.max(other.last_received),
            received_at: self.received_at.or(other.received_at),
            acknowledged_at: self.acknowledged_at.or(other.acknowledged_at),
            gave_up: self.gave_up.or(other.gave_up),
            bytes_delivered: self.bytes_delivered + other.bytes_delivered,
            packets_sent: self.packets_sent + other.packets_sent,
            packets_received: self.packets_received + other.packets_received,
            duplicates_received: sum(self.duplicates_received, other.duplicates_received),
            delayed_acks: sum(self.delayed_acks, other.delayed_acks),
            retransmissions: self.retransmissions + other.retransmissions,
            timeouts: self.timeouts + other.timeouts,
            recoveries: self.recoveries + other.recoveries,
            rtt_samples: self.rtt_samples + other.rtt_samples,
            rtt_min: self.rtt_min.or(other.rtt_min),
            rtt_mean: self.rtt_mean.or(other.rtt_mean),
            rtt_max: self.rtt_max.or(other.rtt_max),
            cwnd: self.cwnd.or(other.cwnd),
            replies: self.replies + other.replies,
        }
    }

    /// One end of several connections: sums, the least and the greatest; the window and the end are
    /// those of `self`.
    pub fn sum_connections(&self, other: &Self) -> Self {
        let least = |one: Option<SimTime>, other| one.into_iter().chain(other).min();
        let samples = self.rtt_samples + other.rtt_samples;
        let total = |report: &Self| {
            let mean = report.rtt_mean.map_or(0, Duration::as_nanos);
            u128::from(mean) * u128::from(report.rtt_samples)
        };
        let mean = (total(self) + total(other)).checked_div(samples.into());
        let smallest = self.rtt_min.into_iter().chain(other.rtt_min).min();
        Self {
            started: least(self.started, other.started),
            first_sent: least(self.first_sent, other.first_sent),
            rtt_samples: samples,
            rtt_min: smallest,
            rtt_mean: mean.map(|mean| Duration::from_nanos(mean as u64)),
            rtt_max: self.rtt_max.max(other.rtt_max),
            received_at: self.received_at,
            acknowledged_at: self.acknowledged_at,
            gave_up: self.gave_up,
            ..self.merged(other)
        }
    }

    /// How the flow ended as far as its sender knows: `None` while it goes on, and for what has no
    /// acknowledgements.
    pub fn ended(&self) -> Option<EndReason> {
        self.acknowledged_at.map(|_| EndReason::Finished).or(self.gave_up)
    }

    /// From the first packet sent to the last new byte received.
    pub fn transfer_time(&self) -> Option<Duration> {
        self.last_received?.checked_since(self.first_sent?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Endings are written as indices into `ALL`: the two orders must agree.
    #[test]
    fn indices_of_endings_name_them() {
        for (i, ended) in EndReason::ALL.into_iter().enumerate() {
            assert_eq!(ended as usize, i);
        }
    }
}
