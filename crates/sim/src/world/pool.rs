//! A pool of packets in flight, with places that are reused once they are free.

use std::ops::{Index, IndexMut};

/// Values that are addressed by their places.
#[derive(Debug)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    /// Free places; the last one is reused first, since it is likely still in the cache.
    free: Vec<u32>,
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

    /// Puts `item` into a free place and returns the place.
    pub fn insert(&mut self, item: T) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self.items[place as usize] = item;
                place
            }
            None => {
                let place = u32::try_from(self.items.len()).expect("places for 2^32 packets");
                self.items.push(item);
                place
            }
        }
    }

    /// Removes and returns the value at `place`, which must not be free.
    pub fn remove(&mut self, place: u32) -> T {
        self.free.push(place);
        self.items[place as usize]
    }
}

impl<T> Index<u32> for Pool<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: u32) -> &T {
        &self.items[place as usize]
    }
}

impl<T> IndexMut<u32> for Pool<T> {
    #[inline]
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self.items[place as usize]
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
        assert_eq!(places.map(|place| pool.remove(place)), ['a', 'e', 'c']);
        assert_eq!(pool.len(), 0);
    }
}
