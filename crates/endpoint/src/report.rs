//! Report of an endpoint of a flow at the end of a run.

use skyseam_base::{Duration, SimTime};

/// Reason for the end of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndReason {
    /// All work was done: every byte was acknowledged, every request or voice packet sent.
    Finished,
    /// A QUIC connection received nothing for its idle timeout (RFC 9000 Sec. 10.1).
    IdleTimeout,
    /// The peer closed the connection, or did not accept it.
    Refused,
    /// TCP reached its stack's limit of retransmissions of a segment.
    TooManyRetransmissions,
    /// The run's duration was over before.
    EndOfRun,
    /// The run was interrupted before.
    Interrupted,
    /// The flow had not begun when the run ended.
    NotStarted,
}

impl EndReason {
    /// All reasons, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::Finished,
        Self::IdleTimeout,
        Self::Refused,
        Self::TooManyRetransmissions,
        Self::EndOfRun,
        Self::Interrupted,
        Self::NotStarted,
    ];

    /// Name of the reason in results.
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

/// Counters and instants of one endpoint of a flow; [`FlowReport::merged`] combines both.
///
/// If both endpoints send, each is a sender and a receiver: counters are sums over both directions,
/// measurements of round trips and the window are the client's, and the flow has ended when both
/// directions have.
///
/// A paper's transfer time is `last_received - first_sent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowReport {
    /// Start time of the flow.
    pub started: Option<SimTime>,
    /// Time when its first packet was handed to the network.
    pub first_sent: Option<SimTime>,
    /// Time when the last new byte reached the receiver (a ping: the last reply).
    pub last_received: Option<SimTime>,
    /// Time when the receiver had every byte; never for a flow without a known end (bulk).
    pub received_at: Option<SimTime>,
    /// Time when the sender knew that every byte had arrived (a ping: that every request was
    /// answered).
    pub acknowledged_at: Option<SimTime>,
    /// Reason for which the sender gave up before that, if it did.
    pub gave_up: Option<EndReason>,
    /// Payload bytes delivered to the application in order. The stack `ns2` sends whole packets:
    /// the last one's padding counts.
    pub bytes_delivered: u64,
    /// Packets the sender handed to the network, including retransmissions.
    pub packets_sent: u64,
    /// Packets that reached the receiver, including duplicates.
    pub packets_received: u64,
    /// Segments that brought the receiver nothing new, having been received before; only for TCP.
    pub duplicates_received: Option<u64>,
    /// ACKs that the receiver delayed; only for TCP.
    pub delayed_acks: Option<u64>,
    /// Packets that the sender knows to have arrived with CE (`tcpi_delivered_ce`); only for TCP
    /// with ECN.
    pub delivered_ce: Option<u64>,
    /// Packets that reached the receiver with CE (`tcpi_received_ce`); only for TCP with ECN.
    pub received_ce: Option<u64>,
    /// Number of retransmitted segments.
    pub retransmissions: u64,
    /// Number of retransmission timeouts.
    pub timeouts: u64,
    /// Number of entries into fast recovery; retransmission timeouts do not count.
    pub recoveries: u64,
    /// Number of round-trip samples (a ping: replies).
    pub rtt_samples: u64,
    /// Minimum round-trip sample.
    pub rtt_min: Option<Duration>,
    /// Mean of the round-trip samples.
    pub rtt_mean: Option<Duration>,
    /// Maximum round-trip sample.
    pub rtt_max: Option<Duration>,
    /// Congestion window at the end, bytes.
    pub cwnd: Option<u64>,
    /// Number of echo replies, not counting duplicates, or of answered requests.
    pub replies: u64,
}

/// Sum of both counters; `None` if neither exists.
fn sum(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.map_or(other, |one| Some(one + other.unwrap_or(0)))
}

impl FlowReport {
    /// The report of the flow from those of both endpoints.
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
            delivered_ce: sum(self.delivered_ce, other.delivered_ce),
            received_ce: sum(self.received_ce, other.received_ce),
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

    /// The report of several connections of one endpoint: sums, minimum and maximum; the window and
    /// the end are those of `self`.
    pub(crate) fn sum_connections(&self, other: &Self) -> Self {
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

    /// End of the flow as far as its sender knows: `None` while it continues, and for flows without
    /// acknowledgements.
    pub fn ended(&self) -> Option<EndReason> {
        self.acknowledged_at.map(|_| EndReason::Finished).or(self.gave_up)
    }

    /// Time from the first packet sent to the last new byte received.
    pub fn transfer_time(&self) -> Option<Duration> {
        self.last_received?.checked_since(self.first_sent?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reasons are written as indices into `ALL`: the two orders must agree.
    #[test]
    fn indices_of_endings_name_them() {
        for (i, ended) in EndReason::ALL.into_iter().enumerate() {
            assert_eq!(ended as usize, i);
        }
    }
}
