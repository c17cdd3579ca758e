//! Timelines of many runs, whose common parts are built once.
//!
//! Owns the choice of what is cached and for how long, never the content of a timeline: each equals
//! the one that the run would build alone. Runs with the same constellation share its timeline.
//! Constellations that differ share the motion of their satellites and the links between these
//! ([`Space`]), and a terminal that many of them have, such as a gateway, keeps its satellites. If
//! several threads need the same part, the first builds it and the others wait for it.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Write};
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::SimTime;
use skyseam_constellation::description::config::{Orbits, Shell};
use skyseam_constellation::{Attached, NoTimeline, SkyConfig, Space, Timeline};

use crate::run::NoOutcome;

/// Parts that the runs of a batch need, counted before any part is built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs(BTreeMap<Key, Need>);

/// Number of runs that need a part, and the latest end of these.
#[derive(Clone, Copy, Debug)]
struct Need {
    runs: u64,
    end: SimTime,
}

impl Needs {
    /// Counts a run with this constellation up to `end`.
    pub fn note(&mut self, sky: &SkyConfig, end: SimTime) {
        let keys = Keys::of(sky, end);
        for key in [keys.space, keys.whole].iter().chain(&keys.terminals) {
            self.count(*key, Need { runs: 1, end });
        }
    }

    /// Adds the counts of `other`.
    pub fn join(&mut self, other: Self) {
        other.0.into_iter().for_each(|(key, need)| self.count(key, need));
    }

    fn count(&mut self, key: Key, more: Need) {
        let need = self.0.entry(key).or_insert(Need { runs: 0, end: more.end });
        need.runs += more.runs;
        need.end = need.end.max(more.end);
    }
}

/// Key: 128 bits of hash of the text of a value, which has every number at full precision.
type Key = (u64, u64);

/// Keys of the parts of a constellation; equal parts have equal keys.
struct Keys {
    space: Key,
    /// Keys of the terminals whose links depend on no other terminal.
    terminals: Vec<Key>,
    whole: Key,
}

impl Keys {
    fn of(sky: &SkyConfig, end: SimTime) -> Self {
        let seed = sky.seed_in_use();
        // The segments of tables of positions depend on their time span: positions of a longer
        // table differ in the last digits, which delays in nanoseconds show.
        let listed = |shell: &Shell| matches!(shell.orbits, Orbits::Listed(_));
        let span = sky.shells.iter().any(listed).then_some(end);
        let space = key(&("space", span, Space::of(sky)));
        let attached = |terminal| key(&("terminal", space, &sky.handover, seed, terminal));
        let is_each = Space::attaches_each(sky);
        let rest = (&sky.handover, &sky.terminals, &sky.nodes, &sky.wires, &sky.routing, seed);
        Self {
            space,
            terminals: sky.terminals.iter().filter(|_| is_each).map(attached).collect(),
            whole: key(&("whole", space, rest)),
        }
    }
}

fn key(value: &impl Debug) -> Key {
    let mut text = Hashed(DefaultHasher::new(), DefaultHasher::new());
    text.1.write_u8(1);
    // Cannot fail: the writer only computes.
    let _ = write!(text, "{value:?}");
    (text.0.finish(), text.1.finish())
}

struct Hashed(DefaultHasher, DefaultHasher);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        self.1.write(text.as_bytes());
        Ok(())
    }
}

/// Timelines for runs that were counted.
pub(crate) struct Skies {
    needs: Needs,
    spaces: Kept<Space>,
    attached: Kept<Attached>,
    timelines: Kept<Timeline>,
}

impl Skies {
    /// Creates an empty cache for the runs that `needs` has counted.
    pub fn new(mut needs: Needs) -> Self {
        // A run builds what it alone needs.
        needs.0.retain(|_, need| need.runs > 1);
        Self { needs, spaces: Kept::of(64), attached: Kept::of(4096), timelines: Kept::of(64) }
    }

    /// The timeline of a constellation, up to `end` or longer.
    ///
    /// # Errors
    /// If `goes_on` returns `false`, or a satellite cannot be propagated to the end.
    pub fn timeline(
        &self,
        sky: &SkyConfig,
        end: SimTime,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Arc<Timeline>, NoOutcome> {
        let keys = Keys::of(sky, end);
        let whole = self.needed(keys.whole, end);
        let build = |end| self.build(sky, end, &keys, goes_on);
        Ok(match whole {
            Some(need) => self.timelines.have(keys.whole, need.runs, || build(need.end)),
            None => build(end).map(Arc::new),
        }?)
    }

    fn build(
        &self,
        sky: &SkyConfig,
        end: SimTime,
        keys: &Keys,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Timeline, NoTimeline> {
        let watch = || |_: f64| goes_on();
        let Some(of_space) = self.needed(keys.space, end) else {
            return Timeline::build_watched(sky, end, &mut watch());
        };
        let space = self
            .spaces
            .have(keys.space, of_space.runs, || Space::build(sky, of_space.end, &mut watch()))?;
        if keys.terminals.len() != sky.terminals.len() {
            return space.timeline(sky, end, None, &mut watch());
        }
        let attached = sky.terminals.iter().zip(&keys.terminals).map(|(terminal, key)| {
            let attach = |end| space.attach(sky, terminal, end, &mut watch());
            match self.needed(*key, end) {
                Some(need) => self.attached.have(*key, need.runs, || attach(need.end)),
                None => attach(end).map(Arc::new),
            }
        });
        let attached = attached.collect::<Result<Vec<_>, _>>()?;
        space.timeline(sky, end, Some(&attached), &mut watch())
    }

    /// Returns the need for a part that several runs share, if it extends to `end`.
    fn needed(&self, key: Key, end: SimTime) -> Option<Need> {
        self.needs.0.get(&key).copied().filter(|need| need.end >= end)
    }
}

/// Values that are kept while a run that needs them is still to come, and while there is room.
struct Kept<T> {
    most: usize,
    slots: Mutex<Slots<T>>,
}

struct Slots<T> {
    by_key: BTreeMap<Key, Slot<T>>,
    asked: u64,
}

struct Slot<T> {
    value: Arc<Mutex<Option<Arc<T>>>>,
    /// Number of runs still to come.
    runs: u64,
    last_asked: u64,
}

impl<T> Kept<T> {
    fn of(most: usize) -> Self {
        Self { most, slots: Mutex::new(Slots { by_key: BTreeMap::new(), asked: 0 }) }
    }

    /// Returns the value for a key, building it if necessary; `runs` is the number of requests to
    /// expect.
    fn have<E>(
        &self,
        key: Key,
        runs: u64,
        build: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let value = self.slot(key, runs);
        // Built under the lock of this value only: other users of it wait, users of other values do
        // not.
        let mut value = held(&value);
        if let Some(built) = &*value {
            return Ok(built.clone());
        }
        let built = Arc::new(build()?);
        *value = Some(built.clone());
        Ok(built)
    }

    fn slot(&self, key: Key, runs: u64) -> Arc<Mutex<Option<Arc<T>>>> {
        let mut slots = held(&self.slots);
        slots.asked += 1;
        let asked = slots.asked;
        if !slots.by_key.contains_key(&key) && slots.by_key.len() >= self.most {
            let oldest = slots.by_key.iter().min_by_key(|(_, slot)| slot.last_asked);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                slots.by_key.remove(&oldest);
            }
        }
        let slot = slots.by_key.entry(key).or_insert_with(|| Slot {
            value: Arc::new(Mutex::new(None)),
            runs,
            last_asked: asked,
        });
        slot.last_asked = asked;
        slot.runs = slot.runs.saturating_sub(1);
        let value = slot.value.clone();
        if slot.runs == 0 {
            slots.by_key.remove(&key);
        }
        value
    }
}

/// Locks; a thread that panicked while holding the lock left the value unchanged.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
