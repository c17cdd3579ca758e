//! Maximum over the last rounds, kept with three values (Kathleen Nichols' algorithm;
//! `lib/win_minmax.c`).

/// Value and the round it was measured in.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    round: u32,
    value: u64,
}

/// Best, second best and third best value, each measured after the previous one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowedMax([Seen; 3]);

impl WindowedMax {
    /// Returns the largest value.
    pub fn value(&self) -> u64 {
        self.0[0].value
    }

    /// Adds a value measured in `round` and removes those more than `window` rounds old.
    pub fn update(&mut self, window: u32, round: u32, value: u64) {
        let seen = Seen { round, value };
        let best = &mut self.0;
        if value >= best[0].value || round - best[2].round > window {
            *best = [seen; 3];
            return;
        }
        if value >= best[1].value {
            (best[1], best[2]) = (seen, seen);
        } else if value >= best[2].value {
            best[2] = seen;
        }
        self.age(window, seen);
    }

    fn age(&mut self, window: u32, seen: Seen) {
        let best = &mut self.0;
        let age = seen.round - best[0].round;
        if age > window {
            *best = [best[1], best[2], seen];
            if seen.round - best[0].round > window {
                *best = [best[1], best[2], seen];
            }
        } else if best[1].round == best[0].round && age > window / 4 {
            // A quarter of the window without a second best: take what there is.
            (best[1], best[2]) = (seen, seen);
        } else if best[2].round == best[1].round && age > window / 2 {
            best[2] = seen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_lasts_for_the_window() {
        let mut filter = WindowedMax::default();
        filter.update(10, 1, 100);
        for round in 2..=11 {
            filter.update(10, round, 50 - u64::from(round));
            assert_eq!(filter.value(), 100, "round {round}");
        }
        filter.update(10, 12, 10);
        // The best of the second quarter of the window: later ones were smaller.
        assert_eq!(filter.value(), 46);
        filter.update(10, 13, 70);
        assert_eq!(filter.value(), 70);
    }

    #[test]
    fn silence_forgets_everything() {
        let mut filter = WindowedMax::default();
        filter.update(10, 1, 100);
        filter.update(10, 40, 3);
        assert_eq!(filter.value(), 3);
    }
}
