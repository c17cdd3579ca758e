//! A pool of packets in flight, with slots that are reused once they are free.

use std::ops::{Index, IndexMut};

use skyseam_net::queue::PacketKey;

/// Values that are identified by their slots.
#[derive(Debug)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    /// Free slots; the latest is used first, since it is likely still in the cache.
    free: Vec<PacketKey>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> Pool<T> {
    /// Number of values.
    pub fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }

    /// Maximum number of values at once.
    pub fn most(&self) -> u64 {
        self.items.len() as u64
    }

    /// Returns a free slot and the value left in it, to be overwritten; an unused slot is filled by
    /// `blank`.
    #[inline]
    pub(crate) fn vacant(&mut self, blank: impl FnOnce() -> T) -> (PacketKey, &mut T) {
        let place = match self.free.pop() {
            Some(place) => place,
            None => self.widen(blank()),
        };
        (place, &mut self.items[place.index()])
    }

    #[cold]
    fn widen(&mut self, item: T) -> PacketKey {
        let place = u32::try_from(self.items.len()).expect("places for 2^32 packets");
        self.items.push(item);
        PacketKey(place)
    }

    /// Puts `item` into a free slot and returns the slot.
    pub fn insert(&mut self, item: T) -> PacketKey {
        let (place, value) = self.vacant(|| item);
        *value = item;
        place
    }

    /// Values in occupied slots.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        let mut is_free = vec![false; self.items.len()];
        self.free.iter().for_each(|place| is_free[place.index()] = true);
        self.items.iter().zip(is_free).filter_map(|(item, is_free)| (!is_free).then_some(item))
    }

    /// Frees a slot; its value may be read until it is reused.
    #[inline]
    pub fn free(&mut self, place: PacketKey) {
        self.free.push(place);
    }

    /// Removes and returns the value at slot `place`, which must be occupied.
    pub fn remove(&mut self, place: PacketKey) -> T {
        self.free(place);
        self.items[place.index()]
    }
}

impl<T> Index<PacketKey> for Pool<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: PacketKey) -> &T {
        &self.items[place.index()]
    }
}

impl<T> IndexMut<PacketKey> for Pool<T> {
    #[inline]
    fn index_mut(&mut self, place: PacketKey) -> &mut T {
        &mut self.items[place.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_used_again() {
        let mut pool = Pool::default();
        let places = ['a', 'b', 'c'].map(|item| pool.insert(item));
        assert_eq!((pool.remove(places[1]), pool.len()), ('b', 2));
        let again = pool.insert('d');
        assert_eq!((again, pool[again], pool[places[2]], pool.len()), (places[1], 'd', 'c', 3));
        pool[again] = 'e';
        assert_eq!(pool.values().collect::<Vec<_>>(), [&'a', &'e', &'c']);
        assert_eq!(pool.remove(places[1]), 'e');
        assert_eq!(pool.values().collect::<Vec<_>>(), [&'a', &'c']);
        assert_eq!(pool.insert('e'), places[1]);
        assert_eq!(places.map(|place| pool.remove(place)), ['a', 'e', 'c']);
        assert_eq!((pool.len(), pool.most()), (0, 3));
    }
}
