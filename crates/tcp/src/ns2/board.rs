//! Scoreboard of `Agent/TCP/Linux`: runs of packets in flight, selectively acknowledged, lost, and
//! retransmitted.
//!
//! The runs cover the packets from the oldest outstanding one to the highest selectively
//! acknowledged one; beyond it, everything is in flight. In ns-2 an ACK walks over them once,
//! oldest first, and a fact that the walk finds late (that a later retransmission arrived) takes
//! effect only at the next ACK. This order determines what is retransmitted, so the results are
//! those of ns-2. If a walk could change only the packets that the blocks name and those newly
//! below the highest, only these are visited. Does not own when recovery begins: that is
//! [`super::fack`].
//!
//! In ns-2 an arriving retransmission is always taken for the last copy, and all retransmissions
//! made well before that are considered lost. With reordering it is often the copy before; its
//! arrival then seems later still, and every ACK makes everything leave once more, up to millions
//! of copies. A caller that guards against such storms gives the time since which nothing can have
//! been answered: a copy sent later has no effect on the others.

use std::collections::VecDeque;

use skyseam_base::SimTime;
use skyseam_packet::SackBlocks;

/// State of a run of packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    InFlight,
    /// Acknowledged selectively.
    Sacked,
    Lost,
    /// Retransmitted, and lost once more.
    LostAgain,
    /// Retransmitted: one packet, as the `order`-th retransmission, when `next` was the next new
    /// one.
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

/// Empty list of blocks.
const NOTHING_TOLD: [(u64, u64); SackBlocks::MAX] = [(0, 0); SackBlocks::MAX];

/// Changes of the board by an ACK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardChange {
    /// Whether packets were newly selectively acknowledged.
    pub sacked: bool,
    /// Whether packets were marked lost.
    pub lost: bool,
}

/// Retransmission: the `order`-th, of `packet`, made when `next` was the next new one.
#[derive(Clone, Copy, Debug)]
struct Copied {
    order: i64,
    next: u64,
    packet: u64,
}

/// Scoreboard of a sender.
#[derive(Clone, Debug)]
pub(crate) struct Scoreboard {
    /// Distance below the highest acknowledged packet at which one in flight is lost.
    distance: u64,
    runs: VecDeque<Run>,
    /// Lowest packet that may have to be retransmitted, as of the last walk; `None` if there is
    /// none.
    resend: Option<u64>,
    /// Packet below which none is lost.
    lost_from: u64,
    /// Highest selectively acknowledged packet, 0 if there is none.
    highest: u64,
    sacked: u64,
    lost: u64,
    /// Number of retransmissions since the marks were last cleared, and of the latest known to have
    /// arrived.
    orders: i64,
    arrived: i64,
    /// Retransmissions, by ascending order and next new packet. The first one is still in flight
    /// when [`Scoreboard::oldest_copy`] has returned it; others need not be.
    copies: VecDeque<Copied>,
    /// Time since which packets sent cannot have been answered yet; [`SimTime::MAX`] without a
    /// guard.
    answered: SimTime,
    /// Blocks of an earlier ACK, whose packets are already marked. Sinks repeat them.
    told: [(u64, u64); SackBlocks::MAX],
    /// Buffer for the result of the next walk.
    spare: VecDeque<Run>,
    /// Whether every ACK walks over all runs, as in ns-2, instead of visiting only those it can
    /// change. For tests.
    #[cfg(test)]
    always_walks: bool,
}

impl Scoreboard {
    /// Returns an empty board on which a packet more than `threshold` below the highest is lost.
    pub fn new(threshold: u64) -> Self {
        Self {
            distance: threshold + 1,
            runs: VecDeque::new(),
            resend: None,
            lost_from: 0,
            highest: 0,
            sacked: 0,
            lost: 0,
            orders: 0,
            arrived: -1,
            copies: VecDeque::new(),
            answered: SimTime::MAX,
            told: NOTHING_TOLD,
            spare: VecDeque::new(),
            #[cfg(test)]
            always_walks: false,
        }
    }

    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of packets known to have left the network: selectively acknowledged or
    /// lost.
    pub fn gone(&self) -> u64 {
        self.sacked + self.lost
    }

    /// Clears all marks.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.copies.clear();
        self.resend = None;
        self.highest = 0;
        self.sacked = 0;
        self.lost = 0;
        self.orders = 0;
        self.arrived = -1;
        self.told = NOTHING_TOLD;
    }

    /// Applies an ACK up to `una` with its `blocks`, all within the packets sent. It answers no
    /// packet sent after `answered` ([`SimTime::MAX`]: as in ns-2, it may answer any).
    pub fn update(&mut self, una: u64, blocks: &[(u64, u64)], answered: SimTime) -> BoardChange {
        self.answered = answered;
        let mut thorough = self.remove_below(una);
        if self.is_empty() {
            self.clear();
            thorough = false;
        }
        let mut sorted = [(0, 0); SackBlocks::MAX];
        let mut count = 0;
        for &block in blocks.iter().filter(|&&(start, _)| start + 1 >= una) {
            sorted[count] = block;
            count += 1;
        }
        let sorted = &mut sorted[..count];
        sorted.sort_by_key(|&(start, _)| start);
        if sorted.is_empty() && !thorough {
            return BoardChange::default();
        }
        let before = self.highest;
        if let Some(&(_, end)) = sorted.last()
            && self.highest < end - 1
        {
            self.highest = end - 1;
            thorough = true;
        }
        let change = if self.is_empty() {
            // What lies below the highest packet is in flight until the walk says otherwise.
            let end = (self.highest + 1).max(una + 1);
            self.runs.push_back(Run { start: una, end, mark: Mark::InFlight });
            self.walk(sorted, thorough)
        } else if self.copies_stay(sorted) {
            self.look(sorted, thorough, before)
        } else {
            self.walk(sorted, thorough)
        };
        self.told = NOTHING_TOLD;
        // A block that began earlier may reach beyond what is taken for the highest packet.
        let marked = sorted.iter().filter(|&&(_, end)| end <= self.highest + 1);
        for (told, block) in self.told.iter_mut().zip(marked) {
            *told = *block;
        }
        change
    }

    /// Removes acknowledged packets. Returns whether a later retransmission than known has arrived.
    fn remove_below(&mut self, una: u64) -> bool {
        let mut news = false;
        while let Some(run) = self.runs.front_mut()
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
            self.runs.pop_front();
        }
        news
    }

    /// Returns the index of the run that contains `packet`, or of the first one after it.
    fn index_of(&self, packet: u64) -> usize {
        self.runs.partition_point(|run| run.end <= packet)
    }

    /// Returns the first retransmission in flight.
    fn oldest_copy(&mut self) -> Option<Copied> {
        while let Some(&copied) = self.copies.front() {
            let run = self.runs.get(self.index_of(copied.packet));
            if let Some(&Run { start, mark: Mark::Resent { order, .. }, .. }) = run
                && (start, order) == (copied.packet, copied.order)
            {
                return Some(copied);
            }
            self.copies.pop_front();
        }
        None
    }

    /// Whether an ACK with these blocks finds no lost retransmission.
    fn copies_stay(&mut self, blocks: &[(u64, u64)]) -> bool {
        #[cfg(test)]
        if self.always_walks {
            return false;
        }
        let Some(oldest) = self.oldest_copy() else { return true };
        if oldest.next <= self.highest {
            return false;
        }
        let newest = self.orders - 1;
        if oldest.order + self.distance as i64 >= newest {
            return true;
        }
        // What of the blocks is news may be a later retransmission.
        let mut latest = self.arrived;
        for &(start, end) in blocks.iter().filter(|block| !self.told.contains(block)) {
            let named = self.runs.range(self.index_of(start)..).take_while(|run| run.start < end);
            for run in named {
                if let Mark::Resent { order, .. } = run.mark {
                    latest = latest.max(order);
                }
            }
        }
        oldest.order + self.distance as i64 >= latest
    }

    /// Applies an ACK as [`Scoreboard::walk`] would if it finds no lost retransmission. `before`
    /// was the highest packet: packets in flight below it have been judged.
    fn look(&mut self, blocks: &[(u64, u64)], mut thorough: bool, before: u64) -> BoardChange {
        let mut change = BoardChange::default();
        let end = self.runs.back().map_or(0, |run| run.end);
        if end <= self.highest && before < self.highest {
            let rest = Run { start: end, end: self.highest + 1, mark: Mark::InFlight };
            match self.runs.back_mut() {
                Some(last) if last.continues_with(&rest) => last.end = rest.end,
                _ => self.runs.push_back(rest),
            }
        }
        for &(start, end) in blocks {
            if self.told.contains(&(start, end)) {
                continue;
            }
            let mut index = self.index_of(start);
            while let Some(&run) = self.runs.get(index)
                && run.start < end
            {
                if run.mark == Mark::Sacked {
                    index += 1;
                    continue;
                }
                change.sacked = true;
                let (first, after) = (run.start.max(start), run.end.min(end));
                let mut named = Run { start: first, end: after, ..run };
                thorough |= self.mark_sacked(&mut named);
                index = self.replace(index, named) + 1;
            }
        }
        if self.highest > before {
            change.lost = self.judge_new(before);
        }
        // As far as a walk would have gone: to the first run behind the blocks that has not
        // arrived.
        let last = blocks.iter().map(|&(_, end)| end).max().unwrap_or(0);
        let first_lost = self.first_lost(self.lost_from).map(|(_, run)| run.start);
        self.lost_from = first_lost.unwrap_or(self.highest + 1);
        self.resend = first_lost.filter(|&packet| {
            let from = self.runs.partition_point(|run| run.start < last);
            let behind = self.runs.range(from..).find(|run| run.mark != Mark::Sacked);
            thorough || packet < last || behind.is_none_or(|run| packet <= run.start)
        });
        change
    }

    /// Replaces the part of the run at `index` that `new` covers; returns the index of `new` after
    /// merging it with its neighbours.
    fn replace(&mut self, mut index: usize, new: Run) -> usize {
        let old = self.runs[index];
        if old.end > new.end {
            self.runs.insert(index + 1, Run { start: new.end, ..old });
        }
        if old.start < new.start {
            self.runs[index].end = new.start;
            index += 1;
            self.runs.insert(index, new);
        } else {
            self.runs[index] = new;
        }
        if let Some(&next) = self.runs.get(index + 1)
            && self.runs[index].continues_with(&next)
        {
            self.runs[index].end = next.end;
            self.runs.remove(index + 1);
        }
        if index > 0 && self.runs[index - 1].continues_with(&self.runs[index]) {
            self.runs[index - 1].end = self.runs[index].end;
            self.runs.remove(index);
            index -= 1;
        }
        index
    }

    /// Examines packets in flight that were not far enough below the highest packet when that was
    /// `before`. Returns whether any is lost.
    fn judge_new(&mut self, before: u64) -> bool {
        let mut lost = false;
        let mut index = self.index_of((before + 1).saturating_sub(self.distance));
        while let Some(&run) = self.runs.get(index)
            && run.start + self.distance <= self.highest
        {
            if run.mark == Mark::InFlight {
                let end = run.end.min(self.highest - self.distance + 1);
                let run = Run { end, mark: Mark::Lost, ..run };
                self.note_lost(&run);
                index = self.replace(index, run);
                lost = true;
            }
            index += 1;
        }
        lost
    }

    fn note_lost(&mut self, run: &Run) {
        self.lost += run.len();
        self.lost_from = self.lost_from.min(run.start);
    }

    /// Returns the first lost run, starting from the one that contains `packet`.
    fn first_lost(&self, packet: u64) -> Option<(usize, Run)> {
        let from = self.index_of(packet);
        let offset = self.runs.range(from..).position(|run| run.mark.is_lost())?;
        Some((from + offset, self.runs[from + offset]))
    }

    /// Walks once over the runs with the blocks in ascending order. Continues beyond the last block
    /// only if it is `thorough` or finds a reason to.
    fn walk(&mut self, blocks: &[(u64, u64)], mut thorough: bool) -> BoardChange {
        let mut change = BoardChange::default();
        let mut blocks = blocks.iter().copied().peekable();
        let mut done = std::mem::take(&mut self.spare);
        done.clear();
        self.resend = None;
        // The part of a split run that is looked at next.
        let mut rest: Option<Run> = None;
        let mut index = 0;
        loop {
            if blocks.peek().is_none() && !thorough {
                break;
            }
            let Some(mut run) = rest.take().or_else(|| {
                let run = self.runs.get(index).copied();
                index += 1;
                run
            }) else {
                let end = done.back().map_or(0, |run| run.end);
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
                        thorough |= self.mark_sacked(&mut run);
                        change.sacked = true;
                    }
                    Some(&(start, _)) if start < run.end => {
                        rest = split(&mut run, start);
                        change.lost |= self.judge(&mut run, &mut rest);
                    }
                    _ => change.lost |= self.judge(&mut run, &mut rest),
                }
            }
            match done.back_mut() {
                Some(last) if last.continues_with(&run) => last.end = run.end,
                _ => done.push_back(run),
            }
            if run.mark.is_lost() && self.resend.is_none() {
                self.resend = Some(run.start);
            }
        }
        done.extend(rest);
        done.extend(self.runs.range(index.min(self.runs.len())..));
        self.spare = std::mem::replace(&mut self.runs, done);
        change
    }

    /// Marks a run as selectively acknowledged. Returns whether it was a retransmission.
    fn mark_sacked(&mut self, run: &mut Run) -> bool {
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

    /// Marks the lost part of a run as lost; the remaining part is put before `rest`. Returns
    /// whether any part was lost.
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
        self.note_lost(run);
        run.mark = match run.mark {
            Mark::Resent { .. } => Mark::LostAgain,
            _ => Mark::Lost,
        };
        true
    }

    /// Returns the next packet to retransmit, and whether it was retransmitted before.
    pub(crate) fn next_lost(&mut self) -> Option<(u64, bool)> {
        let found = self.first_lost(self.resend?);
        self.resend = found.map(|(_, run)| run.start);
        found.map(|(_, run)| (run.start, run.mark == Mark::LostAgain))
    }

    /// Records that the packet returned by [`Scoreboard::next_lost`] was sent at `sent`, with
    /// `next` as the next new one.
    ///
    /// # Panics
    /// When there is no such packet.
    pub fn resent(&mut self, next: u64, sent: SimTime) {
        let packet = self.resend.expect("a packet was found lost");
        let index = self.index_of(packet);
        let run = &mut self.runs[index];
        assert!(run.mark.is_lost(), "only lost packets are retransmitted");
        let rest = split(run, run.start + 1);
        let order = self.orders;
        debug_assert!(self.copies.back().is_none_or(|last| last.next <= next));
        run.mark = Mark::Resent { next, order, sent };
        self.copies.push_back(Copied { order, next, packet });
        self.orders += 1;
        self.lost -= 1;
        if let Some(rest) = rest {
            self.runs.insert(index + 1, rest);
        }
    }

    /// Marks all packets of `una..next` that are not selectively acknowledged as lost, after a
    /// timeout.
    pub(crate) fn lose_all(&mut self, una: u64, next: u64) {
        let mut all = VecDeque::new();
        let mut end = una;
        for mut run in self.runs.drain(..) {
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
        self.copies.clear();
        self.lost = self.runs.iter().filter(|run| run.mark == Mark::Lost).map(Run::len).sum();
        self.resend = self.runs.iter().find(|run| run.mark == Mark::Lost).map(|run| run.start);
        self.lost_from = self.resend.unwrap_or(end);
        self.orders = 0;
        self.arrived = -1;
    }

    /// Recounts everything from the marks and compares. For tests.
    #[cfg(test)]
    pub fn check(&self) {
        let runs = &self.runs;
        let count = |is: fn(&Mark) -> bool| {
            runs.iter().filter(|run| is(&run.mark)).map(Run::len).sum::<u64>()
        };
        let sacked = count(|mark| *mark == Mark::Sacked);
        assert_eq!((self.sacked, self.lost), (sacked, count(|mark| mark.is_lost())));
        assert!(runs.iter().zip(runs.iter().skip(1)).all(|(a, b)| a.end == b.start));
        assert!(runs.iter().all(|r| !matches!(r.mark, Mark::Resent { .. }) || r.len() == 1));
    }
}

/// Cuts a run at `at` and returns the part from there on, if any.
fn split(run: &mut Run, at: u64) -> Option<Run> {
    (at < run.end).then(|| {
        let rest = Run { start: at, ..*run };
        run.end = at;
        rest
    })
}

fn push(runs: &mut VecDeque<Run>, run: Run) {
    match runs.back_mut() {
        Some(last) if last.mark == Mark::Lost && run.mark == Mark::Lost => last.end = run.end,
        _ => runs.push_back(run),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    impl Scoreboard {
        /// Returns the mark of each packet, oldest first.
        fn marks(&self) -> Vec<(u64, Mark)> {
            let packets =
                |run: &Run| (run.start..run.end).map(|p| (p, run.mark)).collect::<Vec<_>>();
            self.runs.iter().flat_map(packets).collect()
        }
    }

    /// Sender beside a network that loses, reorders and acknowledges at random.
    struct Trial {
        state: u64,
        una: u64,
        next: u64,
        now: u64,
        /// Packets that have arrived beyond `una`.
        early: BTreeSet<u64>,
        /// Copies in flight.
        underway: VecDeque<u64>,
    }

    impl Trial {
        fn draw(&mut self, below: u64) -> u64 {
            self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.state >> 33) % below
        }

        /// Returns up to four blocks: the one with the latest arrival, and others.
        fn blocks(&mut self, latest: u64) -> Vec<(u64, u64)> {
            let mut blocks: Vec<(u64, u64)> = Vec::new();
            for &packet in &self.early {
                match blocks.last_mut() {
                    Some(last) if last.1 == packet => last.1 += 1,
                    _ => blocks.push((packet, packet + 1)),
                }
            }
            let mut named: Vec<_> =
                blocks.iter().copied().filter(|b| (b.0..b.1).contains(&latest)).collect();
            while named.len() < 4 && !blocks.is_empty() && self.draw(3) > 0 {
                let (start, end) = blocks[self.draw(blocks.len() as u64) as usize];
                // A sink may tell what it told before, when a block was shorter.
                let end = end - self.draw(2) * self.draw(end - start);
                named.push((start, end));
            }
            named
        }
    }

    /// Goal: an ACK that visits only what it can change leaves the scoreboard as a walk over all
    /// runs does, with the same retransmissions. Method: windows of up to some hundred packets with
    /// losses of data, of retransmissions and of ACKs, overtaking, and timeouts, at both boards.
    #[test]
    fn looking_at_what_changes_is_as_good_as_walking() {
        let (mut walked, mut looked) = (0, 0);
        for seed in 0..60 {
            let mut t = Trial {
                state: seed,
                una: 0,
                next: 0,
                now: 0,
                early: BTreeSet::new(),
                underway: VecDeque::new(),
            };
            let mut boards = [Scoreboard::new(3), Scoreboard::new(3)];
            boards[1].always_walks = true;
            let window = [8, 40, 300][t.draw(3) as usize];
            let (loss, overtaking) = ([2, 5, 30, 200][t.draw(4) as usize], t.draw(2) * 20);
            let guards = t.draw(2) == 0;
            for _ in 0..3_000 {
                t.now += 1;
                while t.next - t.una < window && t.draw(8) > 0 {
                    t.underway.push_back(t.next);
                    t.next += 1;
                }
                if t.draw(400) == 0 {
                    boards.iter_mut().for_each(|board| board.lose_all(t.una, t.next));
                }
                if t.draw(900) == 0 {
                    boards.iter_mut().for_each(Scoreboard::clear);
                }
                let ahead = t.draw(overtaking + 1) as usize;
                let ahead = ahead.min(t.underway.len().saturating_sub(1));
                let Some(packet) = t.underway.remove(ahead) else { continue };
                if t.draw(loss) == 0 {
                    continue;
                }
                if packet >= t.una {
                    t.early.insert(packet);
                }
                while t.early.remove(&t.una) {
                    t.una += 1;
                }
                if t.draw(30) == 0 {
                    continue;
                }
                let blocks: Vec<_> =
                    t.blocks(packet).into_iter().filter(|block| block.0 > t.una).collect();
                let answered = if guards {
                    SimTime::from_nanos(t.now.saturating_sub(20))
                } else {
                    SimTime::MAX
                };
                if blocks.is_empty() && boards[0].is_empty() {
                    continue;
                }
                let is_known = boards[0].copies_stay(&blocks) && !boards[0].is_empty();
                looked += u32::from(is_known);
                walked += u32::from(!is_known);
                let [quick, slow] = &mut boards;
                assert_eq!(
                    quick.update(t.una, &blocks, answered),
                    slow.update(t.una, &blocks, answered),
                );
                for _ in 0..t.draw(4) {
                    let lost = quick.next_lost();
                    assert_eq!(lost, slow.next_lost());
                    let Some((packet, _)) = lost else { break };
                    quick.resent(t.next, SimTime::from_nanos(t.now));
                    slow.resent(t.next, SimTime::from_nanos(t.now));
                    t.underway.push_back(packet);
                }
                assert_eq!(quick.marks(), slow.marks(), "seed {seed}");
                assert_eq!(quick.gone(), slow.gone());
                quick.check();
                slow.check();
            }
        }
        assert!(looked > 20_000 && walked > 1_000, "{looked} looked, {walked} walked");
    }
}
