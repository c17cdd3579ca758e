//! Loss detection and recovery: when segments count as lost, and how much may be in flight during
//! the repair.
//!
//! One of two rules: RFC 6582 (NewReno, no selective acknowledgements) and RFC 6675 (SACK). The
//! controller gives the window at the end of a recovery; the rule determines the reduction to it.
//! [`super::sender`] selects the segments to send.

use skyseam_base::SimTime;
use skyseam_trace::RetransmitCause;

use super::scoreboard::{Scoreboard, Segment};
use crate::congestion::algorithm::CongestionController;

/// Rule of loss detection and repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryAlgorithm {
    /// RFC 5681 and RFC 6582: duplicate ACKs, one hole per round trip.
    NewReno,
    /// RFC 6675: the pipe algorithm.
    Sack,
}

/// Effect of an ACK on loss recovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AckEffect {
    /// Whether the controller may grow the window.
    pub grow: bool,
    /// Whether recovery began with this ACK.
    pub entered: bool,
}

/// Summary of an ACK for loss recovery.
#[derive(Clone, Copy, Debug)]
pub struct AckSummary {
    /// Cumulative acknowledgement after this ACK.
    pub una: u64,
    /// Next new offset.
    pub next_new: u64,
    /// Bytes newly acknowledged cumulatively.
    pub acked: u64,
    /// Whether the ACK is a duplicate: it acknowledges no new data, carries none, and changes
    /// nothing else.
    pub duplicate: bool,
    /// Bytes newly acknowledged selectively.
    pub sacked: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Open,
    /// Fast recovery; ends when this offset is acknowledged.
    Fast(u64),
    /// Recovery after a timeout, when everything up to this offset was considered lost.
    Timeout(u64),
}

/// Loss detection and recovery of one sender.
#[derive(Clone, Debug)]
pub struct Recovery {
    rule: RecoveryAlgorithm,
    threshold: u32,
    mss: u64,
    phase: Phase,
    duplicates: u32,
    /// Window inflation over the controller's window (NewReno).
    window: u64,
    /// Whether one retransmission leaves regardless of the window.
    forced: bool,
    cause: RetransmitCause,
    /// Offset below which every segment that may be retransmitted early has been retransmitted (RFC
    /// 6675 HighRxt).
    high_resent: u64,
    /// Whether a partial acknowledgement arrived in this recovery (RFC 6582 Sec. 3.2 (3)).
    partial: bool,
    /// Whether this recovery's rescue retransmission was made (RFC 6675 RescueRxt).
    rescued: bool,
    /// Whether the segment handed out is that rescue, which does not change `high_resent`.
    rescuing: bool,
    /// Next new offset when the last recovery or timeout began. Without selective acknowledgements
    /// no recovery begins before more than that is acknowledged (`recover` of RFC 6582 Sec. 3.2).
    recover: Option<u64>,
    /// Bytes of new data sent by limited transmit, which do not count as flight size.
    limited: u64,
}

impl Recovery {
    /// Returns the recovery of `rule`, entered at `threshold` duplicate ACKs.
    pub fn new(rule: RecoveryAlgorithm, threshold: u32, mss: u32) -> Self {
        Self {
            rule,
            threshold,
            mss: u64::from(mss),
            phase: Phase::Open,
            duplicates: 0,
            window: 0,
            forced: false,
            cause: RetransmitCause::FastRetransmit,
            high_resent: 0,
            partial: false,
            rescued: false,
            rescuing: false,
            recover: None,
            limited: 0,
        }
    }

    /// Returns the number of bytes that may be in the pipe.
    pub fn window(&self, controller: &dyn CongestionController) -> u64 {
        match (self.phase, self.rule) {
            (Phase::Fast(_), RecoveryAlgorithm::NewReno) => controller.cwnd() + self.window,
            // RFC 3042: one more segment for each of the first two duplicates. With selective
            // acknowledgements the pipe itself gets room (RFC 6675 Sec. 5 (3.3)).
            (Phase::Open, RecoveryAlgorithm::NewReno) => {
                controller.cwnd() + u64::from(self.duplicates.min(2)) * self.mss
            }
            _ => controller.cwnd(),
        }
    }

    /// Whether fast recovery is in progress.
    pub(crate) fn is_fast(&self) -> bool {
        matches!(self.phase, Phase::Fast(_))
    }

    /// Processes an ACK that has been applied to the scoreboard.
    pub fn on_ack(
        &mut self,
        now: SimTime,
        news: &AckSummary,
        board: &mut Scoreboard,
        controller: &mut dyn CongestionController,
    ) -> AckEffect {
        if news.acked > 0 {
            self.duplicates = 0;
            self.limited = 0;
        }
        // Without SACK information a duplicate is an ACK that says nothing new; with it, one that
        // acknowledges something selectively (RFC 6675 Sec. 2).
        let counts = match self.rule {
            RecoveryAlgorithm::NewReno => news.duplicate,
            RecoveryAlgorithm::Sack => news.acked == 0 && news.sacked > 0,
        };
        self.duplicates += u32::from(counts);
        match self.phase {
            Phase::Fast(until) | Phase::Timeout(until) if news.una >= until => {
                let was_fast = self.is_fast();
                self.phase = Phase::Open;
                self.forced = false;
                // The ACK that ends fast recovery sets the window and does not grow it (RFC 6582
                // Sec. 3.2 (3), RFC 6675 Sec. 5.1); after a timeout slow start goes on.
                AckEffect { grow: news.acked > 0 && !was_fast, entered: false }
            }
            Phase::Fast(_) => {
                self.proceed(news, counts, board);
                AckEffect::default()
            }
            Phase::Timeout(_) => {
                self.detect(board);
                AckEffect { grow: news.acked > 0, entered: false }
            }
            Phase::Open => {
                // What a go-back sent for nothing comes back as duplicates of exactly that offset.
                let heard =
                    self.rule == RecoveryAlgorithm::NewReno && self.recover >= Some(news.una);
                if self.tells_loss(news, board) && !heard {
                    self.enter(now, news, board, controller);
                    return AckEffect { grow: false, entered: true };
                }
                AckEffect { grow: news.acked > 0, entered: false }
            }
        }
    }

    /// Marks segments as lost according to the selective acknowledgements.
    fn detect(&self, board: &mut Scoreboard) {
        match self.rule {
            RecoveryAlgorithm::NewReno => {}
            RecoveryAlgorithm::Sack => {
                let frontier = board.loss_boundary(self.threshold, self.mss as u32);
                board.mark_lost_below(frontier);
            }
        }
    }

    fn tells_loss(&self, news: &AckSummary, board: &mut Scoreboard) -> bool {
        if news.acked > 0 && !board.has_sacked() {
            return false;
        }
        let enough = self.duplicates >= self.threshold;
        match self.rule {
            RecoveryAlgorithm::NewReno => enough,
            // RFC 6675 Sec. 5 (1), (2): enough duplicates, or the first segment is lost by SACK.
            RecoveryAlgorithm::Sack => {
                self.detect(board);
                enough || board.first_is_lost()
            }
        }
    }

    fn enter(
        &mut self,
        now: SimTime,
        news: &AckSummary,
        board: &mut Scoreboard,
        controller: &mut dyn CongestionController,
    ) {
        controller.on_loss(now, board.outstanding().saturating_sub(self.limited));
        board.mark_lost_below(board.first().map_or(0, Segment::end));
        self.phase = Phase::Fast(news.next_new);
        self.recover = Some(news.next_new);
        self.cause = RetransmitCause::FastRetransmit;
        self.forced = true;
        self.partial = false;
        self.rescued = false;
        self.high_resent = 0;
        self.window = match self.rule {
            // RFC 5681 Sec. 3.2 (3): the segments that made the duplicates have left the network.
            RecoveryAlgorithm::NewReno => u64::from(self.threshold) * self.mss,
            RecoveryAlgorithm::Sack => 0,
        };
    }

    fn proceed(&mut self, news: &AckSummary, counts: bool, board: &mut Scoreboard) {
        match self.rule {
            RecoveryAlgorithm::NewReno => {
                if counts {
                    self.window += self.mss;
                } else if news.acked > 0 {
                    // RFC 6582 Sec. 3.2 (3): a partial ACK shows the next hole.
                    self.window = self.window.saturating_sub(news.acked);
                    if news.acked >= self.mss {
                        self.window += self.mss;
                    }
                    self.partial = true;
                    board.mark_first_lost();
                    self.cause = RetransmitCause::PartialAck;
                    self.forced = true;
                }
            }
            RecoveryAlgorithm::Sack => self.detect(board),
        }
    }

    /// Considers everything lost after a retransmission timeout.
    pub fn on_timeout(&mut self, next_new: u64, board: &mut Scoreboard) {
        board.mark_all_lost();
        self.phase = Phase::Timeout(next_new);
        self.recover = Some(next_new);
        self.duplicates = 0;
        self.limited = 0;
        self.cause = RetransmitCause::Timeout;
        self.forced = true;
    }

    /// Whether an acknowledgement of new data up to `una` leaves the retransmission timer as it is:
    /// without selective acknowledgements only the first partial one restarts it, so that many
    /// holes end in a timeout instead of taking a round trip each (RFC 6582 Sec. 3.2 (3), Sec. 4).
    pub(crate) fn keeps_timer(&self, una: u64) -> bool {
        matches!(self.phase, Phase::Fast(until) if una < until)
            && self.rule == RecoveryAlgorithm::NewReno
            && self.partial
    }

    /// Returns the segment to retransmit now and the cause, if there is one and the window has
    /// room.
    #[inline]
    pub(crate) fn next_retransmission(
        &mut self,
        board: &mut Scoreboard,
        controller: &dyn CongestionController,
    ) -> Option<(Segment, RetransmitCause)> {
        if self.phase == Phase::Open {
            return None;
        }
        let segment = board.next_lost()?;
        let room = board.pipe() + u64::from(segment.len) <= self.window(controller);
        (self.forced || room).then_some((segment, self.cause))
    }

    /// Returns the segment to send if the window has room and there is neither a lost segment nor
    /// new data (RFC 6675 Sec. 4, NextSeg (3) and (4)).
    #[inline]
    pub(crate) fn next_rescue(
        &mut self,
        board: &Scoreboard,
        controller: &dyn CongestionController,
    ) -> Option<Segment> {
        if self.rule != RecoveryAlgorithm::Sack || !self.is_fast() {
            return None;
        }
        if board.pipe() + self.mss > self.window(controller) {
            return None;
        }
        let below = board.highest_sacked().unwrap_or(0);
        if let Some(segment) = board.next_unsacked_after(self.high_resent, below) {
            return Some(segment);
        }
        // What is no candidate now becomes none in this recovery: it is not looked at again.
        self.high_resent = self.high_resent.max(below);
        if self.rescued {
            return None;
        }
        self.rescued = true;
        let last = board.last_unacknowledged();
        self.rescuing = last.is_some();
        last
    }

    /// Records the retransmission of a segment.
    pub fn on_retransmitted(&mut self, segment: &Segment) {
        self.forced = false;
        if !std::mem::take(&mut self.rescuing) {
            self.high_resent = self.high_resent.max(segment.end());
        }
    }

    /// Records that new data were sent.
    pub(crate) fn on_new_data(&mut self, bytes: u32) {
        if self.duplicates > 0 && self.phase == Phase::Open {
            self.limited += u64::from(bytes);
        }
    }
}
