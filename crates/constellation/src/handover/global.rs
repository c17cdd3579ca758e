//! Global reallocation: at every check satellites are assigned anew to all terminals together, as
//! observed for Starlink in slots of 15 s, at 12, 27, 42 and 57 s past the minute.
//!
//! The operator's objective is not published. Here pairs of terminal and satellite are considered
//! from the highest elevation down; a pair is assigned if the terminal has a free antenna and the
//! satellite has capacity. Among equally high pairs, the lower number of the terminal and then of
//! the satellite takes precedence. With a preferred direction, pairs with satellites in that
//! direction precede all others. Without a limit of terminals per satellite and without a load
//! penalty every terminal gets its highest one.

use skyseam_params::parameters;
use skyseam_params::values::Count;

use super::allocation::{Bonus, Sharing, allocate};
use super::{CheckTimes, HandoverPolicy, HandoverRule};

parameters! {
    /// At every check, satellites are assigned anew to all terminals together, pairs of highest
    /// elevation first; no satellite gets more terminals than satellite_capacity.
    pub struct GlobalReallocation "global-reallocation"
    from "a global controller that allocates satellites to terminals: Tanveer et al., Making Sense \
          of Constellations, 2023 (arXiv 2307.00402); 15 s slots at 12, 27, 42, 57 s past the \
          minute: the same and Mohan et al., WWW, 2024; highest first, the capacity and the \
          penalty: our assumption" {
        /// Of "global-reallocation", "starlink" and "least-loaded": maximum number of terminals
        /// that a satellite takes, without those that have every satellite (antennas = "all").
        /// Default: no limit.
        satellite_capacity: Option<Count<1, 1_000_000>> = None,
        /// Of "global-reallocation" and "starlink": elevation by which a satellite counts as lower
        /// with each terminal that it has, so that terminals share the satellites in sight.
        /// Default: 0 deg; 5 deg for "starlink" and in scenarios with users whose policy is the
        /// default.
        load_penalty: Bonus = 0.0,
    }
}

impl GlobalReallocation {
    /// The policy with this capacity of each satellite, and without a load penalty.
    pub const fn with_capacity(satellite_capacity: Option<u32>) -> Self {
        Self { satellite_capacity, load_penalty: 0.0 }
    }

    /// The policy of users by default: without a limit, with a load penalty.
    pub const USERS: Self = Self { satellite_capacity: None, load_penalty: 5.0 };
}

impl HandoverPolicy for GlobalReallocation {
    fn rule(&self) -> HandoverRule {
        let sharing =
            Sharing { capacity: self.satellite_capacity, penalty: self.load_penalty.to_radians() };
        HandoverRule::Together(Box::new(move |requests| {
            allocate(requests, sharing, |view| {
                let seen = view.candidates();
                seen.filter_map(|s| view.rank(s).map(|rank| (rank, s))).collect()
            })
        }))
    }

    fn clock(&self) -> CheckTimes {
        CheckTimes::STARLINK
    }

    fn capacity(&self) -> Option<u32> {
        self.satellite_capacity
    }

    fn shares_load(&self) -> bool {
        self.load_penalty > 0.0
    }
}
