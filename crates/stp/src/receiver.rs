//! The receiving side of STP: packets received and missing, and when they are reported.
//!
//! A STAT answers a poll and reports everything; a USTAT reports a new hole. Both are delayed
//! slightly if the network may merely have changed the order.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::SimTime;

use super::Stp;
use super::wire::GAPS_MAX;

/// A hole that is reported unless it is filled soon.
#[derive(Clone, Copy, Debug)]
struct Hole {
    start: u64,
    end: u64,
    due: SimTime,
    /// Number of packets of data that may still pass it.
    patience: u32,
}

/// A poll that has not been answered yet.
#[derive(Clone, Copy, Debug)]
struct Asked {
    stamp: u32,
    /// Position of the sender's next new packet.
    next: u64,
    due: SimTime,
}

/// A report of the receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Part of an answer to a poll: of `from..end`, `gaps` are missing.
    Status {
        /// Time stamp of the poll.
        echo: u32,
        /// Whether it continues where another part ended.
        continues: bool,
        /// First position that it does not cover.
        end: u64,
        /// Missing ranges.
        gaps: Vec<(u64, u64)>,
    },
    /// A missing range.
    Gap(u64, u64),
}

/// Result of the arrival of a packet of data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// Number of new in-order bytes.
    pub bytes: u64,
    /// Whether it was a duplicate, or did not fit into the buffer.
    pub is_useless: bool,
}

/// The receiving side of one endpoint.
#[derive(Debug)]
pub(super) struct Receiver {
    /// Room for packets beyond those in order.
    room: u64,
    /// VR(R): position of the next packet in order.
    expected: u64,
    /// VR(H): first position beyond every packet known to have been sent.
    highest: u64,
    /// Packets beyond a hole: their bytes, and whether they are the last.
    beyond: BTreeMap<u64, (u32, bool)>,
    /// Bytes of each packet in order that a proxy has not read yet; `None` unless a proxy reads.
    unread: Option<VecDeque<u32>>,
    is_at_end: bool,
    reorder_packets: u32,
    reorder_delay: skyseam_base::Duration,
    holes: VecDeque<Hole>,
    asked: VecDeque<Asked>,
    answers: VecDeque<Answer>,
}

impl Receiver {
    /// Creates a receiver of packets from position `base` on.
    pub fn new(config: &Stp, base: u64) -> Self {
        Self {
            room: config.receive_window.into(),
            expected: base,
            highest: base,
            beyond: BTreeMap::new(),
            unread: None,
            is_at_end: false,
            reorder_packets: config.reorder_packets,
            reorder_delay: config.reorder_delay,
            holes: VecDeque::new(),
            asked: VecDeque::new(),
            answers: VecDeque::new(),
        }
    }

    /// Next number expected, VR(R).
    pub fn expected(&self) -> u64 {
        self.expected
    }

    /// VR(MR): first position for which there is no room.
    pub fn limit(&self) -> u64 {
        let unread = self.unread.as_ref().map_or(0, |unread| unread.len() as u64);
        self.expected + self.room.saturating_sub(unread)
    }

    /// Holds in-order data until [`Receiver::read`] takes it.
    pub fn set_manual_read(&mut self) {
        self.unread = Some(VecDeque::new());
    }

    /// Number of in-order bytes that were not read.
    pub fn unread(&self) -> u64 {
        self.unread.iter().flatten().map(|&bytes| u64::from(bytes)).sum()
    }

    /// Reads `bytes` for a proxy; a packet occupies the buffer until all of it is read.
    pub fn read(&mut self, mut bytes: u64) {
        let Some(unread) = &mut self.unread else { return };
        while let Some(first) = unread.front_mut() {
            let taken = bytes.min(u64::from(*first));
            *first -= taken as u32;
            bytes -= taken;
            if *first > 0 {
                return;
            }
            unread.pop_front();
        }
    }

    /// Whether the last packet of the direction, and all before, have arrived.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Whether the network never changes the order, by configuration.
    fn keeps_order(&self) -> bool {
        self.reorder_packets == 0 || self.reorder_delay.is_zero()
    }

    /// Handles the packet at `position`.
    pub fn on_data(&mut self, now: SimTime, position: u64, payload: u32, ends: bool) -> Taken {
        let is_known = position < self.expected || self.beyond.contains_key(&position);
        if is_known || position >= self.limit() {
            return Taken { bytes: 0, is_useless: true };
        }
        for hole in &mut self.holes {
            hole.patience = hole.patience.saturating_sub(1);
        }
        if position > self.highest {
            let hole = Hole {
                start: self.highest,
                end: position,
                due: now.saturating_add(self.reorder_delay),
                patience: self.reorder_packets,
            };
            self.holes.push_back(hole);
        }
        self.highest = self.highest.max(position + 1);
        let mut taken = Taken::default();
        self.beyond.insert(position, (payload, ends));
        while let Some((payload, ends)) = self.beyond.remove(&self.expected) {
            taken.bytes += u64::from(payload);
            if let Some(unread) = self.unread.as_mut().filter(|_| payload > 0) {
                unread.push_back(payload);
            }
            self.expected += 1;
            self.is_at_end |= ends;
        }
        self.settle(now);
        taken
    }

    /// Handles a poll of a sender whose next new packet is at `next`.
    pub(crate) fn on_poll(&mut self, now: SimTime, stamp: u32, next: u64) {
        let next = next.min(self.limit());
        let waits = !self.keeps_order() && (next > self.highest || !self.holes.is_empty());
        let due = if waits { now.saturating_add(self.reorder_delay) } else { now };
        self.asked.push_back(Asked { stamp, next, due });
        self.settle(now);
    }

    /// Handles the passing of a deadline.
    pub fn on_timeout(&mut self, now: SimTime) {
        self.settle(now);
    }

    /// Time at which [`Receiver::on_timeout`] must be called.
    pub fn poll_timeout(&self) -> Option<SimTime> {
        let holes = self.holes.iter().map(|hole| hole.due);
        holes.chain(self.asked.iter().map(|asked| asked.due)).min()
    }

    /// The next report to send.
    pub(crate) fn poll_answer(&mut self) -> Option<Answer> {
        self.answers.pop_front()
    }

    /// Reports holes that have waited long enough, or need not wait.
    fn settle(&mut self, now: SimTime) {
        let keeps_order = self.keeps_order();
        let mut holes = std::mem::take(&mut self.holes);
        holes.retain(|hole| {
            if keeps_order || hole.due <= now || hole.patience == 0 {
                let missing = self.missing(hole.start, hole.end);
                self.answers
                    .extend(missing.into_iter().map(|(start, end)| Answer::Gap(start, end)));
                return false;
            }
            !self.missing(hole.start, hole.end).is_empty()
        });
        self.holes = holes;
        // Each poll waits for itself alone: nothing that was known when it came is older.
        let mut asked = std::mem::take(&mut self.asked);
        asked.retain(|asked| {
            let is_clear = self.holes.is_empty() && self.highest >= asked.next;
            if asked.due > now && !is_clear {
                return true;
            }
            self.answer(asked);
            false
        });
        self.asked = asked;
    }

    /// Answers a poll completely.
    fn answer(&mut self, asked: &Asked) {
        self.highest = self.highest.max(asked.next);
        let gaps = self.missing(self.expected, self.highest);
        let mut parts = gaps.chunks(GAPS_MAX).peekable();
        if parts.peek().is_none() {
            let end = self.highest;
            self.answers.push_back(Answer::Status {
                echo: asked.stamp,
                continues: false,
                end,
                gaps: vec![],
            });
        }
        let mut continues = false;
        while let Some(part) = parts.next() {
            let end = parts.peek().map_or(self.highest, |rest| rest[0].0);
            self.answers.push_back(Answer::Status {
                echo: asked.stamp,
                continues,
                end,
                gaps: part.to_vec(),
            });
            continues = true;
        }
    }

    /// The runs of `start..end` that have not arrived.
    fn missing(&self, start: u64, end: u64) -> Vec<(u64, u64)> {
        let mut runs = vec![];
        let mut from = start.max(self.expected);
        if from >= end {
            return runs;
        }
        for &there in self.beyond.range(from..end).map(|(position, _)| position) {
            if there > from {
                runs.push((from, there));
            }
            from = there + 1;
        }
        if from < end {
            runs.push((from, end));
        }
        runs
    }
}
