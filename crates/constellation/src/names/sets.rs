//! Connected sets: disjoint sets as a forest in which the smaller tree is attached to the larger
//! one.

/// Disjoint sets of numbers from 0.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// Parent of each number; a root is its own parent.
    above: Vec<u32>,
    /// Size of the set of each root.
    sizes: Vec<u32>,
}

impl Sets {
    /// Adds a number in a set of its own.
    pub(super) fn add(&mut self) -> u32 {
        let number = self.above.len() as u32;
        self.above.push(number);
        self.sizes.push(1);
        number
    }

    /// Merges the sets of two numbers.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (one, other) = (self.root(a), self.root(b));
        if one == other {
            return;
        }
        let [root, below] = match self.sizes[one as usize] < self.sizes[other as usize] {
            true => [other, one],
            false => [one, other],
        };
        self.above[below as usize] = root;
        self.sizes[root as usize] += self.sizes[below as usize];
    }

    /// Whether two numbers are in the same set.
    pub(super) fn are_joined(&self, a: u32, b: u32) -> bool {
        self.root(a) == self.root(b)
    }

    /// Returns the root of a number in at most as many steps as the logarithm of the set's size.
    fn root(&self, mut number: u32) -> u32 {
        while self.above[number as usize] != number {
            number = self.above[number as usize];
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_is_what_a_chain_of_joins_leads_to() {
        let mut sets = Sets::default();
        for _ in 0..7 {
            sets.add();
        }
        for [a, b] in [[0, 1], [2, 3], [5, 4], [3, 0], [0, 2]] {
            sets.join(a, b);
        }
        let of = |set: &[u32]| {
            (0..7).filter(|n| set.iter().all(|m| sets.are_joined(*n, *m))).collect::<Vec<_>>()
        };
        assert_eq!(of(&[0]), [0, 1, 2, 3]);
        assert_eq!(of(&[4]), [4, 5]);
        assert_eq!(of(&[6]), [6]);
        assert!(of(&[0, 6]).is_empty());
    }

    /// Goal: a long chain does not lead to long paths. Method: unions in the worst order for a
    /// forest that ignores sizes.
    #[test]
    fn ways_to_the_root_stay_short() {
        let mut sets = Sets::default();
        sets.add();
        for number in 1..1 << 12 {
            sets.add();
            sets.join(number, number - 1);
        }
        let depth = |mut n: u32| {
            let mut steps = 0;
            while sets.above[n as usize] != n {
                n = sets.above[n as usize];
                steps += 1;
            }
            steps
        };
        assert!((0..1 << 12).all(|n| depth(n) <= 12));
    }
}
