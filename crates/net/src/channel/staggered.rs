//! Channels that read one realization at different positions, so that levels that one has computed
//! serve the others.
//!
//! Of users in a row, each reads the levels that the one in front has read. Levels behind the last
//! of them are forgotten.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use skyseam_base::Duration;

use super::{Channel, ChannelConfig};

/// Number of levels that are computed and kept together.
const BLOCK: usize = 256;

/// Maximum number of levels between the first and the last user, of 8 bytes each.
const MOST_LEVELS: u64 = 1 << 24;

/// Number of levels after the last one read within which the next place is counted up to; a
/// division finds places farther on.
const SOON: u64 = 8;

/// Levels of a realization that were computed and may still be read, by number of their block.
#[derive(Clone)]
pub struct KnownLevels {
    blocks: Arc<Mutex<BTreeMap<u64, Arc<Block>>>>,
    /// Time between levels.
    sample: Duration,
    /// Position of the last user at the start of the run.
    last_offset: Duration,
}

impl KnownLevels {
    /// Levels that `users`, each a `step` further in the realization than the previous one, share
    /// in a run of this duration; `None` if none would read what another has read, or if there
    /// would be too many to keep.
    pub fn between(
        users: u64,
        step: Duration,
        config: &ChannelConfig,
        duration: Duration,
    ) -> Option<Self> {
        let sample = config.model.sample().filter(|_| config.model.is_drawn())?;
        let kept = step.saturating_mul(users).as_nanos() / sample.as_nanos();
        (step < duration && kept <= MOST_LEVELS).then(|| Self {
            blocks: Arc::default(),
            sample,
            last_offset: config.offset,
        })
    }
}

/// Levels of a block, and the state of each.
struct Block {
    levels: [f64; BLOCK],
    /// States from the first level on that has them, by its place in the block.
    states: Vec<(usize, Option<&'static str>)>,
}

/// A channel that reads `known` levels, and adds those that it computes.
pub struct Staggered {
    own: Box<dyn Channel>,
    known: KnownLevels,
    /// Position in the realization at the start of the run.
    offset: Duration,
    /// Number of the first whole block: levels before it are the channel's own.
    first: u64,
    /// Block read last, with its number, and the place in it.
    block: Option<(u64, Arc<Block>)>,
    place: usize,
    /// Level read last, and the position at which the next begins.
    last: (f64, Duration),
}

impl Staggered {
    /// Wraps a channel at position `offset` of a realization.
    pub fn new(own: Box<dyn Channel>, offset: Duration, known: KnownLevels) -> Self {
        let first = offset.as_nanos() / known.sample.as_nanos() / BLOCK as u64 + 1;
        Self { own, known, offset, first, block: None, place: 0, last: (0.0, Duration::ZERO) }
    }

    /// The levels of a block, read at `at`; computed now unless they are known.
    fn block(&mut self, number: u64, at: Duration) -> Arc<Block> {
        let mut known = self.known.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let (own, sample, offset) = (&mut self.own, self.known.sample, self.offset);
        let behind = (at + self.known.last_offset).as_nanos() / sample.as_nanos() / BLOCK as u64;
        while let Some(block) = known.first_entry().filter(|block| *block.key() < behind) {
            block.remove();
        }
        let block = known.entry(number).or_insert_with(|| {
            let mut block = Block { levels: [0.0; BLOCK], states: vec![] };
            for (place, level) in block.levels.iter_mut().enumerate() {
                let position = (number * BLOCK as u64 + place as u64) * sample.as_nanos();
                *level = own.level_db(Duration::from_nanos(position - offset.as_nanos()));
                let state = own.state();
                if block.states.last().is_none_or(|&(_, last)| last != state) {
                    block.states.push((place, state));
                }
            }
            Arc::new(block)
        });
        block.clone()
    }
}

impl Channel for Staggered {
    fn level_db(&mut self, at: Duration) -> f64 {
        let position = at + self.offset;
        if position < self.last.1 {
            return self.last.0;
        }
        let sample = self.known.sample;
        if let Some((_, block)) = &self.block
            && position < self.last.1 + sample * SOON
        {
            let mut next = self.last.1 + sample;
            self.place += 1;
            while position >= next {
                next += sample;
                self.place += 1;
            }
            if let Some(&level) = block.levels.get(self.place) {
                self.last = (level, next);
                return level;
            }
        }
        let level = position.as_nanos() / sample.as_nanos();
        let number = level / BLOCK as u64;
        if number < self.first {
            return self.own.level_db(at);
        }
        self.place = (level % BLOCK as u64) as usize;
        let block = match self.block.take() {
            Some((current, block)) if current == number => block,
            _ => self.block(number, at),
        };
        let next = Duration::from_nanos((level + 1) * sample.as_nanos());
        self.last = (block.levels[self.place], next);
        self.block = Some((number, block));
        self.last.0
    }

    fn state(&self) -> Option<&'static str> {
        let Some((_, block)) = &self.block else { return self.own.state() };
        let after = block.states.partition_point(|&(from, _)| from <= self.place);
        block.states[after - 1].1
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::{RandomStream, SimTime};

    use super::*;
    use crate::channel::{ChannelConfig, Fontan, FontanEnvironment, MobileUser, build};
    use crate::context::LinkContext;

    /// Goal: levels and states are those of channels of their own. Method: five users 2 s apart
    /// read at drawn times, by channels of their own and by shared ones.
    #[test]
    fn levels_are_those_of_channels_of_their_own() {
        let MobileUser { speed_mps: speed, sample, .. } = MobileUser::EXAMPLE;
        let (environment, frequency) = (FontanEnvironment::HeavyTreeShadow, 2_200_000_000);
        let offset = Duration::ZERO;
        let model = Fontan { environment, speed, frequency, elevation: 40.0, sample, offset };
        let config = ChannelConfig::with(model);
        let offset = |user: u64| Duration::from_micros(1_234_567 + 2_000_000 * user);
        let alone = |user: u64| {
            let config = ChannelConfig { offset: offset(user), ..config.clone() };
            build(&config, &LinkContext::plain(1, "beam", SimTime::ZERO), None)
        };
        let (step, duration) = (Duration::from_secs(2), Duration::from_secs(20));
        let first = ChannelConfig { offset: offset(0), ..config.clone() };
        let known = KnownLevels::between(5, step, &first, duration).unwrap();
        let together = |user| Staggered::new(alone(user), offset(user), known.clone());
        let mut each: Vec<_> = (0..5).map(|user| (alone(user), together(user))).collect();
        let (mut random, mut at, mut states) = (RandomStream::new(1, "test"), 0.0, Vec::new());
        while at < 20.0 {
            at += 0.004 * random.uniform();
            for (alone, together) in &mut each {
                if random.uniform() < 0.3 {
                    let at = Duration::from_secs_f64(at);
                    assert_eq!(alone.level_db(at).to_bits(), together.level_db(at).to_bits());
                    assert_eq!(alone.state(), together.state());
                    states.push(together.state());
                }
            }
        }
        states.dedup();
        // Between the first and the last user, 8 s apart, are some 32 blocks.
        let kept = known.blocks.lock().unwrap().len();
        assert!(states.len() > 5 && (28..36).contains(&kept), "{kept} {states:?}");
        assert!(KnownLevels::between(5, duration, &first, duration).is_none());
        assert!(KnownLevels::between(9_000, step, &first, duration).is_none());
    }
}
