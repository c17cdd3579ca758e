//! Delivery-rate samples (`tcp_rate.c`; draft-cheng-iccrg-delivery-rate-estimation-02): number of
//! segments delivered between the departure of a segment and its acknowledgement, and the duration.
//!
//! Owns the counts and times of deliveries. Does not own the use of a rate.

use skyseam_base::{Duration, SimTime};

use super::queue::Sent;

/// State of deliveries when a segment leaves (`tcp_rate_skb_sent`).
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    /// Segments delivered.
    pub delivered: u64,
    /// Time when the latest of them were acknowledged.
    pub delivered_at: SimTime,
    /// Transmission time of the latest of them.
    pub first_sent: SimTime,
    /// Whether the application had too little to send.
    pub app_limited: bool,
    /// Segments in the network, including this one.
    pub in_flight: u32,
    /// Segments marked as lost.
    pub lost: u64,
}

/// Counts of deliveries of a connection.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// Total number of delivered segments, including the SYN.
    pub delivered: u64,
    /// Time of the latest acknowledgement, or of the start of the flight.
    pub delivered_at: SimTime,
    /// Total number of segments marked as lost; a retransmission counts again.
    pub lost: u64,
    /// Count of deliveries up to which samples are limited by the application.
    app_limited_until: Option<u64>,
    first_sent: SimTime,
}

/// Segments that an ACK delivers. The latest sent of them gives the sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Newest {
    pick: Option<Pick>,
}

#[derive(Clone, Copy, Debug)]
struct Pick {
    departure: Departure,
    /// Time between the departures of the preceding segment and of this one.
    sending: Duration,
    end: u64,
}

/// Sample of the delivery rate from one ACK.
#[derive(Clone, Copy, Debug, Default)]
pub struct RateSample {
    /// Segments delivered when the sampled segment was sent, if there is one.
    pub prior_delivered: Option<u64>,
    /// Segments delivered since then.
    pub delivered: u64,
    /// Duration of the sample; `None` if it is invalid.
    pub interval: Option<Duration>,
    /// Whether the application had too little to send in that time.
    pub app_limited: bool,
    /// Segments that this ACK delivers.
    pub acked: u32,
    /// Segments that this ACK shows to be lost.
    pub losses: u32,
    /// Segments marked as lost since the sampled segment was sent.
    pub lost: u64,
    /// Segments in the network when the sampled segment was sent.
    pub sent_in_flight: u32,
    /// Segments in the network before this ACK.
    pub prior_in_flight: u32,
    /// Round trip of the newest acknowledged segment.
    pub rtt: Option<Duration>,
    /// Whether the peer may have delayed the ACK.
    pub maybe_held: bool,
}

impl RateSample {
    /// Returns the delivery rate per second, in the unit of `segment`, the length of a segment;
    /// `None` if the sample is invalid.
    pub fn per_second(&self, segment: u64) -> Option<u64> {
        let interval = self.interval.filter(|interval| !interval.is_zero())?.as_nanos();
        let length = self.delivered.saturating_mul(segment);
        // Fits but for the largest: a division of 64 bits is one instruction.
        Some(match length.checked_mul(1_000_000_000) {
            Some(scaled) => scaled / interval,
            None => {
                let rate = u128::from(length) * 1_000_000_000 / u128::from(interval);
                u64::try_from(rate).unwrap_or(u64::MAX)
            }
        })
    }
}

impl Newest {
    /// Returns the segments delivered when the sampled segment was sent.
    pub(crate) fn prior_delivered(&self) -> Option<u64> {
        self.pick.map(|pick| pick.departure.delivered)
    }
}

impl Delivery {
    /// Records a segment that leaves at `now`. `idle` says that nothing is outstanding; `in_flight`
    /// counts the segments in the network, including it.
    pub fn on_sent(&mut self, now: SimTime, idle: bool, in_flight: u32) -> Departure {
        if idle {
            self.first_sent = now;
            self.delivered_at = now;
        }
        Departure {
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent: self.first_sent,
            app_limited: self.app_limited_until.is_some(),
            in_flight,
            lost: self.lost,
        }
    }

    /// Records a delivered segment (`tcp_rate_skb_delivered`).
    pub(crate) fn on_delivered(&mut self, sent: &Sent, newest: &mut Newest) {
        let later = newest.pick.is_none_or(|pick| {
            sent.at > self.first_sent || (sent.at == self.first_sent && sent.end() > pick.end)
        });
        if later {
            let sending = sent.at.saturating_since(sent.departure.first_sent);
            newest.pick = Some(Pick { departure: sent.departure, sending, end: sent.end() });
            self.first_sent = sent.at;
        }
    }

    /// Records that the application has too little to send, so that `in_flight` segments are less
    /// than the path takes (`tcp_rate_check_app_limited`).
    pub(crate) fn limit_by_app(&mut self, in_flight: u32) {
        self.app_limited_until = Some((self.delivered + u64::from(in_flight)).max(1));
    }

    /// Whether the application limits the samples (`app_limited`).
    pub(crate) fn is_app_limited(&self) -> bool {
        self.app_limited_until.is_some()
    }

    /// Records an ACK that delivered `acked` segments, already counted.
    pub fn on_ack(&mut self, now: SimTime, acked: u32) {
        if self.app_limited_until.is_some_and(|until| self.delivered > until) {
            self.app_limited_until = None;
        }
        if acked > 0 {
            self.delivered_at = now;
        }
    }

    /// Returns the sample of a recorded ACK (`tcp_rate_gen`) that delivered `acked` segments and
    /// showed `losses`; `smallest` is the smallest round trip.
    #[inline]
    pub fn sample(
        &self,
        now: SimTime,
        newest: &Newest,
        (acked, losses): (u32, u32),
        smallest: Option<Duration>,
    ) -> RateSample {
        let mut sample = RateSample { acked, losses, ..RateSample::default() };
        let Some(Pick { departure, sending, .. }) = newest.pick else { return sample };
        sample.prior_delivered = Some(departure.delivered);
        sample.delivered = self.delivered - departure.delivered;
        sample.app_limited = departure.app_limited;
        sample.lost = self.lost - departure.lost;
        sample.sent_in_flight = departure.in_flight;
        // ACKs come in bunches, segments leave in bursts: the slower of both is the path's.
        let interval = sending.max(now.saturating_since(departure.delivered_at));
        // Less than a round trip: a segment was taken for the copy that was sent again.
        let plausible = smallest.is_none_or(|smallest| interval >= smallest);
        sample.interval = Some(interval).filter(|interval| plausible && !interval.is_zero());
        sample
    }
}
