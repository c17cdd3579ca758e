//! A queue of packets for each user, and the set of backlogged users.

use skyseam_base::SimTime;
use skyseam_trace::DropReason;

use crate::queue::Limit;
use crate::queue::{Dropped, Fifo, QueuedPacket};

/// A set of users, from 0 to a fixed number, iterated in ascending order.
///
/// Two levels of bits: with 4096 users the next member is found in two steps, with 10,000 in at
/// most four, however few members there are.
#[derive(Debug)]
pub struct UserSet {
    words: Vec<u64>,
    /// One bit per word, set if the word is not zero.
    summary: Vec<u64>,
    members: u32,
}

impl UserSet {
    /// An empty set, for users from 0 to below `users`.
    pub fn new(users: u32) -> Self {
        let words = users.div_ceil(64) as usize;
        Self { words: vec![0; words], summary: vec![0; words.div_ceil(64)], members: 0 }
    }

    /// Adds `user`.
    ///
    /// # Panics
    /// If there is no such user, here and below.
    pub fn insert(&mut self, user: u32) {
        let (word, bit) = (user as usize / 64, 1 << (user % 64));
        self.members += u32::from(self.words[word] & bit == 0);
        self.words[word] |= bit;
        self.summary[word / 64] |= 1 << (word % 64);
    }

    /// Removes `user`.
    pub fn remove(&mut self, user: u32) {
        let (word, bit) = (user as usize / 64, 1 << (user % 64));
        self.members -= u32::from(self.words[word] & bit != 0);
        self.words[word] &= !bit;
        if self.words[word] == 0 {
            self.summary[word / 64] &= !(1 << (word % 64));
        }
    }

    /// Whether `user` is a member.
    #[inline]
    pub fn contains(&self, user: u32) -> bool {
        self.words[user as usize / 64] & 1 << (user % 64) != 0
    }

    /// Number of members.
    pub fn len(&self) -> u32 {
        self.members
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.members == 0
    }

    /// The first member from `user` on.
    pub fn next_from(&self, user: u32) -> Option<u32> {
        let word = user as usize / 64;
        let rest = self.words.get(word)? & (u64::MAX << (user % 64));
        if rest != 0 {
            return Some(user / 64 * 64 + rest.trailing_zeros());
        }
        let word = next_bit(&self.summary, word + 1)?;
        Some(word as u32 * 64 + self.words[word].trailing_zeros())
    }

    /// Calls `visit` with every member, in ascending order.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(u32)) {
        for (base, word) in (0..).step_by(64).zip(&self.words) {
            let mut left = *word;
            while left != 0 {
                visit(base + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
}

/// The first bit that is set, from number `from` on.
fn next_bit(words: &[u64], from: usize) -> Option<usize> {
    let first = from / 64;
    let rest = words.get(first)? & (u64::MAX << (from % 64));
    if rest != 0 {
        return Some(first * 64 + rest.trailing_zeros() as usize);
    }
    let found = words[first + 1..].iter().position(|word| *word != 0)?;
    let word = first + 1 + found;
    Some(word * 64 + words[word].trailing_zeros() as usize)
}

/// A queue for each user, first in, first out, with the same limit for each.
#[derive(Debug)]
pub struct UserQueues {
    queues: Vec<Fifo>,
    /// Time of arrival of the first packet of each queue, in one array for scans of all users.
    heads: Vec<SimTime>,
    /// Number of packets that have left each queue, for any reason.
    left: Vec<u64>,
    backlogged: UserSet,
    blocked: UserSet,
    limit: Limit,
    packets: usize,
}

impl UserQueues {
    /// Empty queues of `users`, each with this limit; an empty queue accepts a packet whatever the
    /// limit.
    pub fn new(users: u32, limit: Limit) -> Self {
        let mut queues = Vec::new();
        queues.resize_with(users as usize, Fifo::default);
        Self {
            queues,
            heads: vec![SimTime::ZERO; users as usize],
            left: vec![0; users as usize],
            backlogged: UserSet::new(users),
            blocked: UserSet::new(users),
            limit,
            packets: 0,
        }
    }

    /// Appends a packet to the queue of `user`, or to `dropped` if there is no room. Returns the
    /// packet's number among all that its queue ever accepted, if it was accepted.
    pub fn enqueue(
        &mut self,
        user: u32,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) -> Option<u64> {
        let queue = &mut self.queues[user as usize];
        if !queue.takes(self.limit, packet.bytes) {
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
            return None;
        }
        if queue.is_empty() {
            self.heads[user as usize] = packet.arrived;
        }
        let number = self.left[user as usize] + queue.len() as u64;
        queue.push(packet);
        if !self.blocked.contains(user) {
            self.backlogged.insert(user);
        }
        self.packets += 1;
        Some(number)
    }

    /// Removes the first packet of `user`.
    pub fn pop(&mut self, user: u32) -> Option<QueuedPacket> {
        let queue = &mut self.queues[user as usize];
        let packet = queue.pop()?;
        match queue.head() {
            Some(head) => self.heads[user as usize] = head.arrived,
            None => self.backlogged.remove(user),
        }
        self.left[user as usize] += 1;
        self.packets -= 1;
        Some(packet)
    }

    /// Removes all packets of `user`.
    pub fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        out.extend(std::iter::from_fn(|| self.pop(user)));
    }

    /// The packets of `user`: number, bytes, and the first packet.
    #[inline]
    pub fn queue(&self, user: u32) -> &Fifo {
        &self.queues[user as usize]
    }

    /// Time of arrival of the first packet of `user`; there must be one.
    #[inline]
    pub fn head(&self, user: u32) -> SimTime {
        self.heads[user as usize]
    }

    /// Waiting time of the first packet of `user`, s; there must be one.
    #[inline]
    pub fn waited_s(&self, now: SimTime, user: u32) -> f64 {
        now.saturating_since(self.heads[user as usize]).as_secs_f64()
    }

    /// Number of packets that have left the queue of `user`, for any reason.
    pub fn left(&self, user: u32) -> u64 {
        self.left[user as usize]
    }

    /// Excludes a user from those backlogged, or includes it again if it has packets.
    pub fn set_blocked(&mut self, user: u32, is_blocked: bool) {
        if is_blocked {
            self.blocked.insert(user);
            self.backlogged.remove(user);
        } else {
            self.blocked.remove(user);
            if !self.queue(user).is_empty() {
                self.backlogged.insert(user);
            }
        }
    }

    /// Backlogged users that are not blocked.
    #[inline]
    pub fn backlogged(&self) -> &UserSet {
        &self.backlogged
    }

    /// Number of packets of all users.
    pub fn len(&self) -> usize {
        self.packets
    }

    /// Whether no user has a packet.
    pub fn is_empty(&self) -> bool {
        self.packets == 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Compares with a set of the standard library.
        #[test]
        fn a_user_set_is_a_set(
            users in 1u32..10_000,
            changes in proptest::collection::vec((any::<bool>(), any::<u32>()), 0..200),
            from in any::<u32>(),
        ) {
            let mut set = UserSet::new(users);
            let mut model = BTreeSet::new();
            for (is_in, user) in changes {
                let user = user % users;
                if is_in {
                    set.insert(user);
                    model.insert(user);
                } else {
                    set.remove(user);
                    model.remove(&user);
                }
            }
            prop_assert_eq!(set.len() as usize, model.len());
            let mut members = Vec::new();
            set.for_each(|user| members.push(user));
            prop_assert!(members.iter().eq(&model));
            prop_assert!((0..users).all(|user| set.contains(user) == model.contains(&user)));
            let from = from % (users + 70);
            prop_assert_eq!(set.next_from(from), model.range(from..).next().copied());
        }
    }
}
