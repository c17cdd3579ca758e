//! Blocks of the SACK option: data received beyond holes, latest first (RFC 2018 Sec. 4;
//! `tcp_sack_new_ofo_skb`).

/// Maximum number of blocks (`TCP_NUM_SACKS`). The least recently touched one makes room.
const MOST: usize = 4;

/// SACK blocks, the most recently touched one first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blocks {
    blocks: [(u64, u64); MOST],
    count: usize,
}

fn touch(one: (u64, u64), other: (u64, u64)) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}

fn joined(one: (u64, u64), other: (u64, u64)) -> (u64, u64) {
    (one.0.min(other.0), one.1.max(other.1))
}

impl Blocks {
    /// Returns the blocks, the most recently touched one first.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.blocks[..self.count].iter().copied()
    }

    /// Place of the first block that `start..end` touches, or the number of blocks.
    pub fn place(&self, start: u64, end: u64) -> usize {
        self.iter().position(|block| touch(block, (start, end))).unwrap_or(self.count)
    }

    /// Extends the block at `place`, if there is one, by `start..end` that touches it; the order of
    /// the blocks stays.
    pub fn extend(&mut self, place: usize, start: u64, end: u64) {
        if let Some(block) = self.blocks[..self.count].get_mut(place) {
            *block = joined(*block, (start, end));
        }
    }

    /// Adds a segment `start..end` beyond a hole. Its block becomes the first, merged with the
    /// blocks it touches (`tcp_sack_maybe_coalesce`).
    pub fn note(&mut self, start: u64, end: u64) {
        let place = self.place(start, end);
        let mut first = (start, end);
        if place < self.count {
            first = joined(first, self.blocks[place]);
        } else {
            self.count = (self.count + 1).min(MOST);
        }
        let place = place.min(MOST - 1);
        self.blocks.copy_within(..place, 1);
        self.blocks[0] = first;
        let mut kept = 1;
        for index in 1..self.count {
            let block = self.blocks[index];
            if touch(self.blocks[0], block) {
                self.blocks[0] = joined(self.blocks[0], block);
            } else {
                self.blocks[kept] = block;
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Removes the blocks that begin below `next`, up to which everything is in order
    /// (`tcp_sack_remove`).
    pub fn pass(&mut self, next: u64) {
        let mut kept = 0;
        for index in 0..self.count {
            if self.blocks[index].0 > next {
                self.blocks[kept] = self.blocks[index];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(segments: &[(u64, u64)]) -> Blocks {
        let mut blocks = Blocks::default();
        for &(start, end) in segments {
            blocks.note(start, end);
        }
        blocks
    }

    /// Goal: a fifth block permanently replaces the one extended longest ago: data that later touch
    /// the replaced block form a new block, as in the kernel (script `r-sack-blocks`).
    #[test]
    fn a_fifth_block_forgets_the_first() {
        let five = [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)];
        let mut blocks = noted(&five);
        assert_eq!(blocks.iter().collect::<Vec<_>>(), [(9, 10), (7, 8), (5, 6), (3, 4)]);
        blocks.note(2, 3);
        assert_eq!(blocks.iter().collect::<Vec<_>>(), [(2, 4), (9, 10), (7, 8), (5, 6)]);
    }

    #[test]
    fn a_block_joins_what_it_touches_and_goes_when_it_is_passed() {
        let mut blocks = noted(&[(10, 20), (30, 40), (50, 60), (20, 30)]);
        assert_eq!(blocks.iter().collect::<Vec<_>>(), [(10, 40), (50, 60)]);
        assert_eq!((blocks.place(40, 45), blocks.place(59, 70), blocks.place(70, 80)), (0, 1, 2));
        blocks.pass(10);
        assert_eq!(blocks.iter().collect::<Vec<_>>(), [(50, 60)]);
    }
}
