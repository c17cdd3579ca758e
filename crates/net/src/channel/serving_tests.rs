//! Channels that follow a satellite: contract test, and statistics over passes and handovers.

use proptest::prelude::*;
use skyseam_base::math;

use super::tests::{context, p681};
use super::values::SatelliteElevation;
use super::*;

/// Satellites whose elevation oscillates between two values, each serving for a while.
#[derive(Clone, Copy, Debug)]
struct Passes {
    elevations_deg: [f64; 2],
    /// Time from one of these values to the other.
    way: Duration,
    /// Serving time of each satellite.
    each: Duration,
    /// Time without a satellite between two of them.
    gap: Duration,
}

impl Passes {
    fn held(elevation_deg: f64) -> Self {
        let (way, each) = (Duration::from_secs(1), Duration::from_secs(1_000_000));
        Self { elevations_deg: [elevation_deg; 2], way, each, gap: Duration::ZERO }
    }

    fn elevation_deg(&self, at: Duration) -> f64 {
        let ways = at.as_secs_f64() / self.way.as_secs_f64();
        let share = 1.0 - (ways % 2.0 - 1.0).abs();
        let [from, to] = self.elevations_deg;
        from + (to - from) * share
    }
}

impl Serving for Passes {
    fn sight(&self, at: Duration) -> (Option<ServingSight>, Duration) {
        let period = self.each + self.gap;
        let number = at.as_nanos() / period.as_nanos();
        let (gone, over) = (period * number + self.each, period * (number + 1));
        if at >= gone {
            return (None, over);
        }
        let elevation_deg = self.elevation_deg(at);
        let until = if self.gap.is_zero() { over } else { gone };
        (Some(ServingSight { satellite: number as u32, elevation_deg }), until)
    }
}

fn following(environment: P681Environment) -> P681 {
    p681(environment, SatelliteElevation::Serving)
}

/// The same with ten levels per second instead of a thousand. Levels half a second apart have the
/// same distribution.
fn following_in_long_steps(environment: P681Environment) -> P681 {
    P681 { sample: ms(100), ..following(environment) }
}

fn channel(model: &P681, passes: Passes, offset: Duration, name: &str) -> Box<dyn Channel> {
    let serving: Arc<dyn Serving> = Arc::new(passes);
    model.build(offset, &context(name), Some(&serving))
}

const ALL: [P681Environment; 3] =
    [P681Environment::Urban, P681Environment::Suburban, P681Environment::RuralWooded];

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Goal: while the satellite is stationary there is no difference to a fixed elevation. Method:
/// levels and states of every environment and elevation that has parameters, bit by bit.
#[test]
fn a_satellite_that_stands_still_is_one_at_a_fixed_elevation() {
    for environment in ALL {
        for &elevation_deg in environment.elevations_deg() {
            let fixed = p681(environment, SatelliteElevation::Fixed(elevation_deg));
            let mut fixed = fixed.build(Duration::ZERO, &context("a"), None);
            let held = Passes::held(elevation_deg);
            let mut held = channel(&following(environment), held, Duration::ZERO, "a");
            for at in (0..20_000).chain((20_000..200_000).step_by(977)) {
                assert_eq!(held.level_db(ms(at)), fixed.level_db(ms(at)), "{elevation_deg} deg");
                assert_eq!(held.state(), fixed.state());
            }
        }
    }
}

/// Goal: the parameters are those of the nearest elevation, also beyond both ends of the table.
#[test]
fn the_nearest_elevation_holds() {
    let near: [(f64, f64); 6] =
        [(0.0, 20.0), (24.9, 20.0), (25.1, 30.0), (52.0, 45.0), (66.0, 70.0), (90.0, 70.0)];
    for (elevation_deg, row) in near {
        for environment in ALL {
            let row = if environment == P681Environment::Suburban { row.min(60.0) } else { row };
            let held = following(environment).held_at(elevation_deg).expect("one that follows");
            let fixed = Model::<dyn ChannelModel>::new(Arc::new(p681(
                environment,
                SatelliteElevation::Fixed(row),
            )));
            assert_eq!(held, fixed, "{elevation_deg} deg");
        }
    }
    let fixed = p681(P681Environment::Urban, SatelliteElevation::Fixed(45.0));
    assert!(fixed.held_at(45.0).is_none() && !fixed.follows_satellite());
}

/// The contract of every channel, for one whose satellite moves, is handed over and is missing at
/// times: the same stream gives the same levels, another name other ones; no level depends on which
/// others were read; a level holds until the next instant of the grid.
#[test]
fn what_is_read_does_not_change_what_comes() {
    let (way, each, gap) = (ms(4_321), ms(2_777), ms(350));
    let passes = Passes { elevations_deg: [5.0, 88.0], way, each, gap };
    for environment in ALL {
        for offset in [Duration::ZERO, ms(5_003)] {
            let model = following(environment);
            let levels = |name: &str| -> Vec<f64> {
                let mut channel = channel(&model, passes, offset, name);
                (0..20_000).map(|at| channel.level_db(ms(at))).collect()
            };
            let all = levels("a");
            assert!(all.iter().all(|level| level.is_finite()));
            assert_eq!(all, levels("a"));
            assert_ne!(all, levels("b"));
            for every in [7, 250, 1000, 4999] {
                let mut rarely = channel(&model, passes, offset, "a");
                for at in (3..20_000).step_by(every) {
                    let between = ms(at) + Duration::from_nanos(999_999);
                    assert_eq!(rarely.level_db(ms(at)), all[at as usize], "every {every}");
                    assert_eq!(rarely.level_db(between), all[at as usize], "not quasi-static");
                }
            }
        }
    }
}

/// Compares means over runs, of 0 or 1 in each, with the expected ones, to four standard errors and
/// `slack`.
fn check_means(found: &[Vec<f64>], expected: &[f64], slack: f64, what: &str) {
    let runs = found.len() as f64;
    for (i, expected) in expected.iter().enumerate() {
        let mean = found.iter().map(|run| run[i]).sum::<f64>() / runs;
        let variance = found.iter().map(|run| math::powi(run[i] - mean, 2)).sum::<f64>();
        let error = (variance / (runs - 1.0) / runs).sqrt();
        assert!((mean - expected).abs() < 4.0 * error + slack, "{what} {i}: {mean}, {expected}");
        assert!(error < 0.015, "{what} {i}: {error}");
    }
}

const LEVELS_DB: [f64; 4] = [-15.0, -8.0, -3.0, 0.0];

/// Share of the second state, and probability to exceed each of these levels.
fn figures(model: &dyn ChannelModel) -> Vec<f64> {
    let levels = LEVELS_DB.iter().map(|level_db| model.probability_above(*level_db));
    std::iter::once(model.states()[1].share).chain(levels).collect()
}

/// The same figures, measured in a run whose levels are read at these instants.
fn found(channel: &mut dyn Channel, instants: impl Iterator<Item = u64>) -> Vec<f64> {
    let (mut sums, mut count) = (vec![0.0; 1 + LEVELS_DB.len()], 0.0);
    for at in instants {
        let level_db = channel.level_db(ms(at));
        sums[0] += f64::from(u8::from(channel.state() == Some("bad")));
        for (sum, least) in sums[1..].iter_mut().zip(LEVELS_DB) {
            *sum += f64::from(u8::from(level_db > least));
        }
        count += 1.0;
    }
    sums.iter().map(|sum| sum / count).collect()
}

/// Goal: a pass has the mixture of the elevations it goes through. Method: 150 passes from 15 to 75
/// deg and back in 1200 s, compared with the figures of the nearest elevation at each instant; the
/// quadrature of these is accurate to 0.01.
#[test]
fn a_pass_is_the_mix_of_its_elevations() {
    let way = Duration::from_secs(600);
    let each = way * 2;
    let passes = Passes { elevations_deg: [15.0, 75.0], way, each, gap: Duration::ZERO };
    for environment in ALL {
        let model = following_in_long_steps(environment);
        let run = |run| {
            let mut channel = channel(&model, passes, Duration::ZERO, &format!("run {run}"));
            found(&mut *channel, (0..1_200_000).step_by(1_003))
        };
        let runs: Vec<Vec<f64>> = (0..150).map(run).collect();
        let mut expected = vec![0.0; 1 + LEVELS_DB.len()];
        let nearest = |second| {
            let elevation_deg = passes.elevation_deg(Duration::from_secs(second));
            super::p681::parameters(environment, elevation_deg).elevation_deg
        };
        for elevation_deg in environment.elevations_deg() {
            let seconds = (0..600).filter(|second| nearest(*second) == *elevation_deg).count();
            let held = model.held_at(*elevation_deg).expect("one that follows");
            for (sum, own) in expected.iter_mut().zip(figures(&*held)) {
                *sum += own * seconds as f64 / 600.0;
            }
        }
        check_means(&runs, &expected, 0.01, &format!("{environment:?}"));
    }
}

/// Goal: handovers do not change the figures in the long run, as segments do not depend on them.
/// Method: 200 runs of 300 s at 45 deg with a handover every 1.7 s, a tenth of many segments,
/// compared with the figures of that elevation.
#[test]
fn handovers_leave_the_long_run_as_it_is() {
    let each = ms(1_700);
    let passes = Passes { each, ..Passes::held(45.0) };
    for environment in ALL {
        let model = following_in_long_steps(environment);
        let run = |run| {
            let mut channel = channel(&model, passes, Duration::ZERO, &format!("run {run}"));
            found(&mut *channel, (0..300_000).step_by(503))
        };
        let runs: Vec<Vec<f64>> = (0..200).map(run).collect();
        let held = model.held_at(45.0).expect("one that follows");
        // Levels less the transitions, which a handover cuts short.
        check_means(&runs, &figures(&*held)[..1], 0.003, &format!("{environment:?}"));
        let levels: Vec<Vec<f64>> = runs.iter().map(|run| run[1..].to_vec()).collect();
        check_means(&levels, &figures(&*held)[1..], 0.03, &format!("{environment:?}"));
    }
}

/// Goal: another satellite is seen through independent obstructions. Method: the correlation of
/// states 10 ms before and after 2000 handovers at 30 deg is zero; without handovers it is strong.
#[test]
fn states_before_and_after_a_handover_are_independent() {
    let environment = P681Environment::RuralWooded;
    let correlation = |each: Duration| {
        let passes = Passes { each, ..Passes::held(30.0) };
        let model = P681 { sample: ms(10), ..following(environment) };
        let mut channel = channel(&model, passes, Duration::ZERO, "a");
        let mut is_bad = |at| {
            channel.level_db(ms(at));
            f64::from(u8::from(channel.state() == Some("bad")))
        };
        let pairs: Vec<[f64; 2]> =
            (1..=2000).map(|n| [is_bad(20_000 * n - 10), is_bad(20_000 * n + 10)]).collect();
        let mean = pairs.iter().flatten().sum::<f64>() / 4000.0;
        let product = pairs.iter().map(|[a, b]| (a - mean) * (b - mean)).sum::<f64>() / 2000.0;
        product / (mean * (1.0 - mean))
    };
    let (across, within) = (correlation(ms(20_000)), correlation(Duration::from_secs(1_000_000)));
    assert!(across.abs() < 4.0 / 2000f64.sqrt(), "{across}");
    assert!(within > 0.9, "{within}");
}

/// Goal: the state of a stationary user changes only with the satellite. Method: at speed 0 under
/// satellites that move and are handed over, states between handovers.
#[test]
fn who_stands_still_waits_for_another_satellite() {
    let (way, each, gap) = (Duration::from_secs(50), ms(10_000), Duration::ZERO);
    let passes = Passes { elevations_deg: [20.0, 70.0], way, each, gap };
    let model = P681 { speed: 0.0, ..following(P681Environment::Urban) };
    let mut channel = channel(&model, passes, Duration::ZERO, "a");
    let mut states = Vec::new();
    let mut levels = Vec::new();
    for at in (0..2_000_000).step_by(100) {
        levels.push(channel.level_db(ms(at)));
        states.push(channel.state());
    }
    let changes = |pair: &(usize, &[Option<&str>])| pair.1[0] != pair.1[1];
    let changes: Vec<usize> =
        states.windows(2).enumerate().filter(changes).map(|(i, _)| i + 1).collect();
    assert!(changes.len() > 20, "{changes:?}");
    assert!(changes.iter().all(|at| at % 100 == 0), "{changes:?}");
    // What it receives follows the elevation all the same.
    assert!(levels[..100].windows(2).any(|pair| pair[0] != pair[1]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..<_>::default() })]

    /// Goal: the level at an instant does not depend on which other levels are read, whatever
    /// satellites do. Method: courses read at random instants and at every one, for random passes,
    /// speeds and samples; several handovers may come between two samples.
    #[test]
    fn a_level_hangs_on_its_instant_alone(
        from_deg in 0.0f64..90.0, to_deg in 0.0f64..90.0, way in 200u64..60_000,
        each_us in 300u64..9_000_000, gap_us in prop::sample::select(vec![0u64, 700, 1_300_000]),
        speed in prop::sample::select(vec![0.0, 0.4, 14.0]),
        sample_us in prop::sample::select(vec![250u64, 1000, 2000]),
        environment in prop::sample::select(ALL.to_vec()),
        offset in 0u64..5000, strides in prop::collection::vec(1u64..4000, 1..40),
    ) {
        let (each, gap) = (Duration::from_micros(each_us), Duration::from_micros(gap_us));
        let passes = Passes { elevations_deg: [from_deg, to_deg], way: ms(way), each, gap };
        let sample = Duration::from_micros(sample_us);
        let model = P681 { speed, sample, ..following(environment) };
        let instants = strides.iter().scan(0, |at, stride| {
            *at += stride;
            Some(*at)
        });
        let instants: Vec<u64> = instants.take_while(|at| *at < 20_000).collect();
        let mut seldom = channel(&model, passes, ms(offset), "a");
        let mut always = channel(&model, passes, ms(offset), "a");
        let mut next = 0;
        for at in instants {
            let expected = (next..=at).map(|at| always.level_db(sample * at)).last();
            let found = seldom.level_db(sample * at);
            prop_assert!(found.is_finite());
            prop_assert_eq!(Some(found), expected, "at {}", at);
            next = at + 1;
        }
    }
}
