//! Delivery-rate samples (`tcp_rate.c`; draft-cheng-iccrg-delivery-rate-estimation-02): how many
//! segments arrived between the departure of a segment and its acknowledgement, over how long.
//!
//! Owns the counts and stamps of deliveries. Does not own what a rate is good for.

use skyseam_base::{Duration, SimTime};

use super::queue::Sent;

/// What is noted of the deliveries so far as a segment leaves (`tcp_rate_skb_sent`).
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    /// Segments delivered.
    pub delivered: u64,
    /// When the latest of them were acknowledged.
    pub delivered_at: SimTime,
    /// When the latest of them was sent.
    pub first_sent: SimTime,
    /// Whether the application had too little to send.
    pub app_limited: bool,
    /// Segments in the network, this one among them.
    pub in_flight: u32,
    /// Segments taken for lost.
    pub lost: u64,
}

/// Deliveries of a connection.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// Segments delivered in all, the SYN among them.
    pub delivered: u64,
    /// When the latest were acknowledged; of a flight that begins, when it began.
    pub delivered_at: SimTime,
    /// Segments taken for lost in all, a retransmission counting again.
    pub lost: u64,
    /// Samples are too low for lack of data until more than this is delivered.
    app_limited_until: Option<u64>,
    first_sent: SimTime,
}

/// The segments that an ACK delivers: the latest sent of them gives the sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Newest {
    pick: Option<Pick>,
}

#[derive(Clone, Copy, Debug)]
struct Pick {
    departure: Departure,
    /// From the departure of the segment before to that of this one.
    sending: Duration,
    end: u64,
}

/// What an ACK says about the rate of delivery.
#[derive(Clone, Copy, Debug, Default)]
pub struct RateSample {
    /// Segments delivered when the segment sampled was sent, if one was.
    pub prior_delivered: Option<u64>,
    /// Segments delivered since then.
    pub delivered: u64,
    /// Over how long; `None` where the sample is no good.
    pub interval: Option<Duration>,
    /// Whether the application had too little to send meanwhile.
    pub app_limited: bool,
    /// Segments that this ACK delivers.
    pub acked: u32,
    /// Segments that it shows to be lost.
    pub losses: u32,
    /// Segments taken for lost since the segment sampled was sent.
    pub lost: u64,
    /// Segments in the network as it was sent.
    pub sent_in_flight: u32,
    /// Segments in the network before it.
    pub prior_in_flight: u32,
    /// Round trip of the newest segment it acknowledges.
    pub rtt: Option<Duration>,
    /// Whether the peer may have held it back.
    pub maybe_held: bool,
}

impl Newest {
    /// Segments delivered when the segment sampled was sent.
    pub fn prior_delivered(&self) -> Option<u64> {
        self.pick.map(|pick| pick.departure.delivered)
    }
}

impl Delivery {
    /// A segment leaves at `now`, `idle` saying that nothing is outstanding, `in_flight` segments
    /// being in the network with it.
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

    /// A segment was delivered (`tcp_rate_skb_delivered`).
    pub fn on_delivered(&mut self, sent: &Sent, newest: &mut Newest) {
        let later = newest.pick.is_none_or(|pick| {
            sent.at > self.first_sent || (sent.at == self.first_sent && sent.end() > pick.end)
        });
        if later {
            let sending = sent.at.saturating_since(sent.departure.first_sent);
            newest.pick = Some(Pick { departure: sent.departure, sending, end: sent.end() });
            self.first_sent = sent.at;
        }
    }

    /// The application has too little to send for the `in_flight` segments to be all that the path
    /// takes (`tcp_rate_check_app_limited`).
    pub fn limit_by_app(&mut self, in_flight: u32) {
        self.app_limited_until = Some((self.delivered + u64::from(in_flight)).max(1));
    }

    /// The sample of an ACK (`tcp_rate_gen`) that delivered `acked` segments, counted already, and
    /// showed `losses`; `smallest` is the smallest round trip.
    pub fn sample(
        &mut self,
        now: SimTime,
        newest: Newest,
        (acked, losses): (u32, u32),
        smallest: Option<Duration>,
    ) -> RateSample {
        if self.app_limited_until.is_some_and(|until| self.delivered > until) {
            self.app_limited_until = None;
        }
        if acked > 0 {
            self.delivered_at = now;
        }
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
