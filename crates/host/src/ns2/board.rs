//! The marks of `Agent/TCP/Linux`: runs of packets in flight, acknowledged selectively, lost, and
//! packets sent again.
//!
//! The runs cover what lies from the oldest packet outstanding to the highest selectively
//! acknowledged; beyond, everything is in flight. An ACK walks them once from the oldest on, and
//! what a walk finds out late (that a later retransmission arrived) shows at the next: this
//! order decides what is sent again, so it is kept as it is in ns-2. Does not own when recovery
//! begins: that is [`super::fack`].
//!
//! In ns-2 what arrives of a packet sent again is always the copy sent last, and all
//! retransmissions made well before that are lost. Where packets overtake each other, it is often
//! the copy before; what is sent again then arrives, is taken for later still, and every ACK has
//! everything sent once more, up to millions of copies. A caller that guards against such storms
//! says since when nothing can have been answered: a copy sent later says nothing of others.

use skyseam_base::SimTime;

/// What is known of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    InFlight,
    /// Acknowledged selectively.
    Sacked,
    Lost,
    /// Sent again, and lost again.
    LostAgain,
    /// Sent again, one packet, as the `order`-th retransmission, when `next` was the next new one.
    Resent {
        next: u64,
        order: i64,
        sent: SimTime,
    },
}

impl Mark {
    const fn is_lost(self) -> bool {
        matches!(self, Self::Lost | Self::LostAgain)
    }
}

/// Packets `start..end` with the same mark.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    end: u64,
    mark: Mark,
}

impl Run {
    const fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Whether `next` continues this run.
    fn continues_with(&self, next: &Self) -> bool {
        !matches!(next.mark, Mark::Resent { .. }) && self.mark == next.mark
    }
}

/// What an ACK did to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// Packets were selectively acknowledged that were not before.
    pub sacked: bool,
    /// Packets were marked lost.
    pub lost: bool,
}

/// The scoreboard.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Distance below the highest acknowledged packet at which one in flight is lost.
    distance: u64,
    runs: Vec<Run>,
    /// Runs before it have been removed.
    first: usize,
    /// No run before it is to be sent again, as far as the last walk saw; `None`: none is.
    resend: Option<usize>,
    /// The highest packet selectively acknowledged, 0 for none.
    highest: u64,
    sacked: u64,
    lost: u64,
    /// Retransmissions since the marks were last forgotten, and the latest known to have arrived.
    orders: i64,
    arrived: i64,
    /// What was sent since cannot have been answered yet; [`SimTime::MAX`] without a guard.
    answered: SimTime,
    /// Where the next walk writes to.
    spare: Vec<Run>,
}

impl Board {
    /// An empty board on which a packet more than `threshold` below the highest is lost.
    pub fn new(threshold: u64) -> Self {
        Self {
            distance: threshold + 1,
            runs: Vec::new(),
            first: 0,
            resend: None,
            highest: 0,
            sacked: 0,
            lost: 0,
            orders: 0,
            arrived: -1,
            answered: SimTime::MAX,
            spare: Vec::new(),
        }
    }

    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.first == self.runs.len()
    }

    /// Packets known to have left the network: selectively acknowledged or lost.
    pub fn gone(&self) -> u64 {
        self.sacked + self.lost
    }

    /// Forgets all marks.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.first = 0;
        self.resend = None;
        self.highest = 0;
        self.sacked = 0;
        self.lost = 0;
        self.orders = 0;
        self.arrived = -1;
    }

    /// Takes an ACK up to `una` with its `blocks`, all within what was sent; nothing sent after
    /// `answered` can be what it answers ([`SimTime::MAX`]: as in ns-2, anything can).
    pub fn update(&mut self, una: u64, blocks: &[(u64, u64)], answered: SimTime) -> Change {
        self.answered = answered;
        let mut thorough = self.remove_below(una);
        if self.is_empty() {
            self.clear();
            thorough = false;
        }
        let mut sorted: Vec<(u64, u64)> =
            blocks.iter().copied().filter(|&(start, _)| start + 1 >= una).collect();
        sorted.sort_by_key(|&(start, _)| start);
        if sorted.is_empty() && !thorough {
            return Change::default();
        }
        if let Some(&(_, end)) = sorted.last()
            && self.highest < end - 1
        {
            self.highest = end - 1;
            thorough = true;
        }
        if self.is_empty() {
            // What lies below the highest packet is in flight until the walk says otherwise.
            let end = (self.highest + 1).max(una + 1);
            self.runs.clear();
            self.first = 0;
            self.runs.push(Run { start: una, end, mark: Mark::InFlight });
        }
        self.walk(&sorted, thorough)
    }

    /// Removes what is acknowledged; whether a later retransmission than known has arrived.
    fn remove_below(&mut self, una: u64) -> bool {
        let mut news = false;
        while let Some(run) = self.runs.get_mut(self.first)
            && run.start < una
        {
            let count = run.len().min(una - run.start);
            match run.mark {
                Mark::Sacked => self.sacked -= count,
                Mark::Lost | Mark::LostAgain => self.lost -= count,
                Mark::Resent { order, sent, .. }
                    if order > self.arrived && sent <= self.answered =>
                {
                    self.arrived = order;
                    news = true;
                }
                Mark::InFlight | Mark::Resent { .. } => {}
            }
            if run.end > una {
                run.start = una;
                break;
            }
            self.first += 1;
            if self.resend.is_some_and(|resend| resend < self.first) {
                self.resend = (!self.is_empty()).then_some(self.first);
            }
        }
        news
    }

    /// One walk over the runs with the blocks in ascending order; past the last block it goes on
    /// only if it is `thorough`, or finds reason to be.
    fn walk(&mut self, blocks: &[(u64, u64)], mut thorough: bool) -> Change {
        let mut change = Change::default();
        let mut blocks = blocks.iter().copied().peekable();
        let mut done = std::mem::take(&mut self.spare);
        done.clear();
        self.resend = None;
        // The part of a split run that is looked at next.
        let mut rest: Option<Run> = None;
        let mut index = self.first;
        loop {
            if blocks.peek().is_none() && !thorough {
                break;
            }
            let Some(mut run) = rest.take().or_else(|| {
                let run = self.runs.get(index).copied();
                index += 1;
                run
            }) else {
                let end = done.last().map_or(0, |run| run.end);
                if end > self.highest {
                    break;
                }
                rest = Some(Run { start: end, end: self.highest + 1, mark: Mark::InFlight });
                continue;
            };
            if run.mark != Mark::Sacked {
                while blocks.next_if(|&(_, end)| end <= run.start).is_some() {}
                match blocks.peek() {
                    Some(&(start, end)) if start < run.end && start <= run.start => {
                        rest = split(&mut run, end);
                        thorough |= self.select(&mut run);
                        change.sacked = true;
                    }
                    Some(&(start, _)) if start < run.end => {
                        rest = split(&mut run, start);
                        change.lost |= self.judge(&mut run, &mut rest);
                    }
                    _ => change.lost |= self.judge(&mut run, &mut rest),
                }
            }
            match done.last_mut() {
                Some(last) if last.continues_with(&run) => last.end = run.end,
                _ => done.push(run),
            }
            if run.mark.is_lost() && self.resend.is_none() {
                self.resend = Some(done.len() - 1);
            }
        }
        if let Some(run) = rest {
            done.push(run);
        }
        done.extend(self.runs.get(index.min(self.runs.len())..).into_iter().flatten());
        self.spare = std::mem::replace(&mut self.runs, done);
        self.first = 0;
        change
    }

    /// Marks a run as selectively acknowledged; whether it was a retransmission.
    fn select(&mut self, run: &mut Run) -> bool {
        let resent = match run.mark {
            Mark::Lost | Mark::LostAgain => {
                self.lost -= run.len();
                false
            }
            Mark::Resent { order, sent, .. } if sent <= self.answered => {
                self.arrived = order;
                true
            }
            // An earlier copy.
            Mark::Resent { .. } => false,
            Mark::InFlight | Mark::Sacked => false,
        };
        self.sacked += run.len();
        run.mark = Mark::Sacked;
        resent
    }

    /// Marks a run as lost if it is; what of it is not comes before `rest`. Whether it was.
    fn judge(&mut self, run: &mut Run, rest: &mut Option<Run>) -> bool {
        let lost = match run.mark {
            // Passed by new data sent after it, or by retransmissions made well after it.
            Mark::Resent { next, order, .. } => {
                next <= self.highest || order + (self.distance as i64) < self.arrived
            }
            Mark::InFlight => run.start + self.distance <= self.highest,
            Mark::Sacked | Mark::Lost | Mark::LostAgain => false,
        };
        if !lost {
            return false;
        }
        if run.mark == Mark::InFlight {
            let after = self.highest - self.distance + 1;
            if let Some(spared) = split(run, after) {
                debug_assert!(rest.is_none_or(|next| next.start == spared.end));
                *rest = Some(match *rest {
                    // Both are in flight: the walk splits them again where the block begins.
                    Some(next) => Run { end: next.end, ..spared },
                    None => spared,
                });
            }
        }
        self.lost += run.len();
        run.mark = match run.mark {
            Mark::Resent { .. } => Mark::LostAgain,
            _ => Mark::Lost,
        };
        true
    }

    /// The packet to be sent again next, and whether it was before.
    pub fn next_lost(&mut self) -> Option<(u64, bool)> {
        let from = self.resend?.max(self.first);
        let found = self.runs.get(from..)?.iter().position(|run| run.mark.is_lost());
        self.resend = found.map(|offset| from + offset);
        let run = self.runs[self.resend?];
        Some((run.start, run.mark == Mark::LostAgain))
    }

    /// Notes that the packet [`Board::next_lost`] gave was sent at `sent`, `next` being the next
    /// new one.
    ///
    /// # Panics
    /// When there is no such packet.
    pub fn resent(&mut self, next: u64, sent: SimTime) {
        let index = self.resend.expect("a packet was found lost");
        let run = &mut self.runs[index];
        assert!(run.mark.is_lost(), "only what is lost is sent again");
        let rest = split(run, run.start + 1);
        run.mark = Mark::Resent { next, order: self.orders, sent };
        self.orders += 1;
        self.lost -= 1;
        if let Some(rest) = rest {
            self.runs.insert(index + 1, rest);
        }
    }

    /// The timer fired: all of `una..next` that is not selectively acknowledged is lost.
    pub fn lose_all(&mut self, una: u64, next: u64) {
        let mut all = Vec::new();
        let mut end = una;
        for mut run in self.runs.drain(..).skip(self.first) {
            if run.mark != Mark::Sacked {
                run.mark = Mark::Lost;
            }
            end = run.end;
            push(&mut all, run);
        }
        if end < next {
            push(&mut all, Run { start: end, end: next, mark: Mark::Lost });
        }
        self.runs = all;
        self.first = 0;
        self.lost = self.runs.iter().filter(|run| run.mark == Mark::Lost).map(Run::len).sum();
        self.resend = self.runs.iter().position(|run| run.mark == Mark::Lost);
        self.orders = 0;
        self.arrived = -1;
    }

    /// Recounts everything from the marks and compares: for tests.
    #[cfg(test)]
    pub fn check(&self) {
        let runs = &self.runs[self.first..];
        let count = |is: fn(&Mark) -> bool| {
            runs.iter().filter(|run| is(&run.mark)).map(Run::len).sum::<u64>()
        };
        let sacked = count(|mark| *mark == Mark::Sacked);
        assert_eq!((self.sacked, self.lost), (sacked, count(|mark| mark.is_lost())));
        assert!(runs.iter().zip(runs.iter().skip(1)).all(|(a, b)| a.end == b.start));
        assert!(runs.iter().all(|r| !matches!(r.mark, Mark::Resent { .. }) || r.len() == 1));
    }
}

/// Cuts a run at `at` and gives what lies from there on, if anything does.
fn split(run: &mut Run, at: u64) -> Option<Run> {
    (at < run.end).then(|| {
        let rest = Run { start: at, ..*run };
        run.end = at;
        rest
    })
}

fn push(runs: &mut Vec<Run>, run: Run) {
    match runs.last_mut() {
        Some(last) if last.mark == Mark::Lost && run.mark == Mark::Lost => last.end = run.end,
        _ => runs.push(run),
    }
}
