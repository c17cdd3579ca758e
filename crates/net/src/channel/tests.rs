//! The contract of every channel, and the statistics of the models after Loo.

use skyseam_base::{SimTime, math};
use skyseam_params::FileOf;

use super::values::SatelliteElevation;
use super::*;

/// All parameters of the models here, with their shares of time.
pub(super) fn every_share() -> Vec<(f64, Loo)> {
    use FontanEnvironment::{HeavyTreeShadow, IntermediateTreeShadow, Open, Suburban};
    let fontan = [Open, Suburban, IntermediateTreeShadow, HeavyTreeShadow];
    let p681 = [P681Environment::Urban, P681Environment::Suburban, P681Environment::RuralWooded];
    let p681 = p681.into_iter().flat_map(|environment| {
        let elevations = environment.elevations_deg().iter();
        elevations.flat_map(move |elevation| p681::shares(environment, *elevation))
    });
    fontan.into_iter().flat_map(fontan::shares).chain(p681).collect()
}

pub(super) fn context(name: &str) -> LinkContext<'_> {
    LinkContext::plain(1, name, SimTime::ZERO)
}

fn channel(model: &Model<dyn ChannelModel>, offset: Duration, name: &str) -> Box<dyn Channel> {
    build(&ChannelConfig { model: model.clone(), offset }, &context(name), None)
}

/// A car at 60 km/h in the S band.
pub(super) fn p681(environment: P681Environment, elevation: SatelliteElevation) -> P681 {
    let MobileUser { speed_mps: speed, sample, .. } = MobileUser::EXAMPLE;
    let (frequency, offset) = (2_200_000_000, Duration::ZERO);
    P681 { environment, speed, frequency, elevation, sample, offset }
}

/// The channel of the papers, with a level every `sample`.
fn fontan(sample: Duration) -> Fontan {
    let (environment, speed) =
        (FontanEnvironment::IntermediateTreeShadow, MobileUser::EXAMPLE.speed_mps);
    let (frequency, offset) = (2_200_000_000, Duration::ZERO);
    Fontan { environment, speed, frequency, elevation: 40.0, sample, offset }
}

/// An example of a model: for a moving user a car at 60 km/h in the S band.
fn example(name: &str) -> Model<dyn ChannelModel> {
    let (sample, offset) = (MobileUser::EXAMPLE.sample, Duration::ZERO);
    let model: Arc<dyn ChannelModel> = match name {
        "constant" => Arc::new(ConstantLevel { level: -3.0 }),
        "fontan" => Arc::new(fontan(sample)),
        "p681" => {
            let environment = P681Environment::Suburban;
            Arc::new(p681(environment, SatelliteElevation::Fixed(30.0)))
        }
        "ntn-tdl" => Arc::new(NtnTdl {
            profile: NtnTdlProfile::B,
            delay_spread: Duration::from_nanos(100),
            bandwidth: 5_000_000,
            reference_es_n0: 10.0,
            speed: MobileUser::EXAMPLE.speed_mps,
            frequency: 2_200_000_000,
            sample,
            offset,
        }),
        "trace" => {
            let levels_db = (0..30).map(|k| -f64::from(k * k % 17)).collect();
            let levels = Levels::new(Duration::from_millis(250), levels_db).unwrap();
            let file = FileOf::new("example.csv", levels);
            Arc::new(LevelTrace { file, when_over: WhenOver::Repeat, offset })
        }
        other => panic!("an example of {other}"),
    };
    Model::new(model)
}

const MS: Duration = Duration::from_millis(1);

fn levels(model: &Model<dyn ChannelModel>, name: &str, samples: u64) -> Vec<f64> {
    let mut channel = channel(model, Duration::ZERO, name);
    (0..samples).map(|i| channel.level_db(MS * i)).collect()
}

/// The contract of every model: the same stream gives the same levels, another name other ones, and
/// all are finite; a level does not depend on which others were read, and an offset shifts the
/// start of a run.
#[test]
fn every_channel_keeps_the_contract() {
    for member in built_in() {
        let name = member.name;
        assert!(!member.summary.is_empty() && !member.source.is_empty());
        let model = example(name);
        let all = levels(&model, "a", 20_000);
        assert!(all.iter().all(|level| level.is_finite()), "{name}");
        assert_eq!(all, levels(&model, "a", 20_000), "{name} draws elsewhere");
        let chance = model.is_drawn();
        assert_eq!(all != levels(&model, "b", 20_000), chance, "{name}: one stream");
        for every in [7, 1000, 4999] {
            let mut rarely = channel(&model, Duration::ZERO, "a");
            for at in (3..20_000).step_by(every) {
                assert_eq!(rarely.level_db(MS * at), all[at as usize], "{name} every {every}");
                assert_eq!(rarely.level_db(MS * at), all[at as usize], "{name} asked twice");
            }
        }
        let mut later = channel(&model, Duration::from_secs(3), "a");
        for at in [0, 1, 500, 16_000] {
            assert_eq!(later.level_db(MS * at), all[3000 + at as usize], "{name} shifted");
        }
        // A level holds until the next instant of the grid.
        let mut between = channel(&model, Duration::ZERO, "a");
        let just_before = Duration::from_nanos(2_999_999);
        assert_eq!(between.level_db(just_before), all[2], "{name} is not quasi-static");
    }
}

/// Intermediate tree shadow, 60 km/h, S band, 40 deg: the channel of the papers.
fn its() -> Model<dyn ChannelModel> {
    example("fontan")
}

/// Goal: the long-run figures of the channel that the papers used. Method: 20 runs of 600 s with
/// 100 levels per second; mean, standard deviation, mean power and percentiles, to four standard
/// errors over the runs but at least half a unit of the last digit that is known.
#[test]
fn intermediate_tree_shadow_has_its_long_run_figures() {
    let mut figures: Vec<Vec<f64>> = Vec::new();
    for run in 0..20 {
        let model = Model::<dyn ChannelModel>::new(Arc::new(fontan(MS * 10)));
        let mut channel = channel(&model, Duration::ZERO, &format!("run {run}"));
        let mut all: Vec<f64> = (0..60_000).map(|i| channel.level_db(MS * 10 * i)).collect();
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let std = (all.iter().map(|x| math::powi(x - mean, 2)).sum::<f64>() / n).sqrt();
        let power = all.iter().map(|x| math::powf(10.0, x / 10.0)).sum::<f64>() / n;
        all.sort_by(f64::total_cmp);
        let mut row = vec![mean, std, 10.0 * math::log10(power)];
        row.extend([0.01, 0.05, 0.5, 0.95, 0.99].map(|p| all[(p * n) as usize]));
        figures.push(row);
    }
    let expected = [-5.4, 6.1, -2.6, -23.9, -16.8, -4.3, 2.0, 3.3];
    let runs = figures.len() as f64;
    for (i, expected) in expected.into_iter().enumerate() {
        let mean = figures.iter().map(|row| row[i]).sum::<f64>() / runs;
        let variance =
            figures.iter().map(|row| math::powi(row[i] - mean, 2)).sum::<f64>() / (runs - 1.0);
        let error = (variance / runs).sqrt();
        assert!((mean - expected).abs() < 4.0 * error + 0.05, "{mean} not {expected}");
    }
}

/// Goal: the level exceeded with a probability agrees with the samples. Method: quantiles of the
/// long-run figures; and the 0.42 of the papers' symbol table (its first transmission is decoded
/// when the level is above -2.93 dB).
#[test]
fn quantiles_are_those_of_the_generator() {
    let config = ChannelConfig { model: its(), offset: Duration::ZERO };
    let expected =
        [(0.99, -23.9), (0.95, -16.8), (0.5, -4.3), (0.42, -2.93), (0.05, 1.95), (0.01, 3.3)];
    for (probability, level_db) in expected {
        let found = config.model.level_exceeded_with(probability);
        assert!((found - level_db).abs() < 0.06, "{found} with {probability}");
    }
}

/// Levels of a model with the state of each, as an index into the model's states.
fn with_states(
    model: &Model<dyn ChannelModel>,
    name: &str,
    samples: u64,
    step: Duration,
) -> Vec<(f64, usize)> {
    let names: Vec<&str> = model.states().iter().map(|state| state.name).collect();
    let mut channel = channel(model, Duration::ZERO, name);
    let mut level = |i| {
        let level_db = channel.level_db(step * i);
        let state = channel.state().expect("a model with states");
        (level_db, names.iter().position(|name| *name == state).expect("a state that occurs"))
    };
    (0..samples).map(&mut level).collect()
}

/// Goal: each state has its share of time. Method: 40 paths of 20 km, to four standard errors of
/// their means; and the shares of the papers' environment.
#[test]
fn states_have_their_shares_of_the_way() {
    let shares: Vec<f64> = its().states().iter().map(|state| state.share).collect();
    for (share, expected) in shares.iter().zip([0.423, 0.385, 0.192]) {
        assert!((share - expected).abs() < 0.0005, "{share}");
    }
    let ways = 40;
    let check = |figures: &[StateFigures], shares: Vec<Vec<f64>>| {
        for (state, figures) in figures.iter().enumerate() {
            let mean = shares.iter().map(|way| way[state]).sum::<f64>() / f64::from(ways);
            let spread = shares.iter().map(|way| math::powi(way[state] - mean, 2)).sum::<f64>();
            let error = (spread / f64::from(ways - 1) / f64::from(ways)).sqrt();
            assert!((mean - figures.share).abs() < 4.0 * error, "{}: {mean}", figures.name);
            assert!(error < 0.01, "{error}");
        }
    };
    let stream = |way| context(&format!("way {way}")).stream("states of");
    let environment = FontanEnvironment::IntermediateTreeShadow;
    let of = |way| {
        shares_of(state_sequence::StateSequence::new(fontan::StateChain::new(
            environment,
            stream(way),
        )))
    };
    check(&its().states(), (0..ways).map(of).collect());
    let environment = P681Environment::Suburban;
    let of = |way| {
        shares_of(state_sequence::StateSequence::new(p681::GoodBadSegments::new(
            environment,
            30.0,
            stream(way),
        )))
    };
    check(&example("p681").states(), (0..ways).map(of).collect());
}

/// Shares of three states on a path of 20 km, sampled every 0.2 m.
fn shares_of<S: state_sequence::StateProcess>(
    mut course: state_sequence::StateSequence<S>,
) -> Vec<f64> {
    let mut counts = [0.0; 3];
    for step in 0..100_000 {
        counts[course.at(0.2 * f64::from(step)).1] += 1e-5;
    }
    counts.to_vec()
}

/// Goal: levels have their theoretical distribution, overall and in each state of the papers'
/// environment. Method: the Kolmogorov-Smirnov distance over 20 runs of 600 s with 100 levels per
/// second. Shadows more than 3 correlation distances apart, and stretches, are independent: 20 *
/// 600 s * 16.7 m/s / 4.5 m = 44,000 shadows, of which a state has its share; the bound is 1.63 /
/// sqrt(n), the 1 % point.
#[test]
fn levels_are_distributed_as_theory_has_it() {
    let step = MS * 10;
    let model = Model::<dyn ChannelModel>::new(Arc::new(fontan(step)));
    let run = |run| with_states(&model, &format!("run {run}"), 60_000, step);
    let all: Vec<(f64, usize)> = (0..20).flat_map(run).collect();
    let independent = 20.0 * 600.0 * 60.0 / 3.6 / 4.5;
    // Away from transitions a state has its own triplet only; transitions are part of the mixture.
    let config = ChannelConfig { model: model.clone(), offset: Duration::ZERO };
    let distance = |levels: &mut Vec<f64>, above: &dyn Fn(f64) -> f64| {
        levels.sort_by(f64::total_cmp);
        let count = levels.len() as f64;
        (-120..=20)
            .map(|quarter| {
                let level_db = 0.25 * f64::from(quarter);
                let below = levels.partition_point(|level| *level <= level_db) as f64 / count;
                (1.0 - below - above(level_db)).abs()
            })
            .fold(0.0, f64::max)
    };
    let mut levels: Vec<f64> = all.iter().map(|(level, _)| *level).collect();
    let found = distance(&mut levels, &|level| config.model.probability_above(level));
    // States last 15 m or more: their shares of time vary more than shadows do.
    assert!(found < 1.63 / (20.0f64 * 600.0 * 16.7 / 20.0).sqrt(), "all: {found}");
    // Transitions of 2.6 m: within 1.3 m, 78 ms, of a change.
    let mut since = vec![0usize; all.len()];
    let mut until = vec![0usize; all.len()];
    for i in 1..all.len() {
        since[i] = if all[i].1 == all[i - 1].1 { since[i - 1] + 1 } else { 0 };
        let j = all.len() - 1 - i;
        until[j] = if all[j].1 == all[j + 1].1 { until[j + 1] + 1 } else { 0 };
    }
    for state in 0..3 {
        let inside = |i: &usize| all[*i].1 == state && since[*i] > 8 && until[*i] > 8;
        let mut levels: Vec<f64> = (0..all.len()).filter(inside).map(|i| all[i].0).collect();
        let share = levels.len() as f64 / all.len() as f64;
        let loo = fontan::shares(FontanEnvironment::IntermediateTreeShadow)
            .into_iter()
            .map(|(_, loo)| loo)
            .find(|loo| loo.mean_db == [-0.4, -8.2, -17.0][state])
            .expect("the state itself");
        let found = distance(&mut levels, &|level| distribution::loo_above(&loo, level));
        assert!(found < 1.63 / (independent * share).sqrt(), "state {state}: {found}");
    }
}

/// J0 by its integral representation.
fn bessel_j0(x: f64) -> f64 {
    let steps = 64;
    let angle = |i: i32| std::f64::consts::PI * (f64::from(i) + 0.5) / f64::from(steps);
    (0..steps).map(|i| math::cos(x * math::sin(angle(i)))).sum::<f64>() / f64::from(steps)
}

/// One segment that never ends, without shadowing.
struct Unchanging(Loo);

impl state_sequence::StateProcess for Unchanging {
    fn next(&mut self) -> state_sequence::StateSegment {
        state_sequence::StateSegment { state: 0, length_m: 1e9, loo: self.0, drawn: [0.0; 2] }
    }

    fn transition_m(
        &self,
        _: &state_sequence::StateSegment,
        _: &state_sequence::StateSegment,
    ) -> f64 {
        0.0
    }

    fn correlation_m(&self) -> f64 {
        1.5
    }
}

/// Goal: the received power fades as Clarke's spectrum and the Doppler shift of the direct ray
/// imply. Method: its autocovariance over 200 users of 10 s each: with echoes only (J0^2), with a
/// strong direct ray, and with one as strong as the echoes (echoes J0^2 + beats J0 cos). The 10 s
/// of a user hold some 600 independent fades: 0.02 is four standard errors of 120,000 or more.
#[test]
fn power_is_correlated_as_clarke_and_the_direct_ray_make_it() {
    const LAGS: usize = 30;
    let user = MobileUser::EXAMPLE;
    let (doppler, carrier) = (user.doppler_hz(), user.doppler_hz() * math::cos(40f64.to_radians()));
    for mean_db in [-80.0, -0.4, -13.2] {
        let loo = Loo { mean_db, spread_db: 0.0, diffuse_db: -13.2 };
        let figures = StateFigures::new("test", 1.0, &[loo]);
        let (direct, diffuse) = loo.powers();
        let mut sums = [0.0f64; LAGS];
        for run in 0..200 {
            let name = format!("run {run}");
            let (stretches, context) = (Unchanging(loo), context(&name));
            let mut channel = loo::LooChannel::new(
                stretches,
                &["one"],
                &user,
                (40.0, None),
                Duration::ZERO,
                &context,
            );
            let powers: Vec<f64> = (0..10_000)
                .map(|i| math::powf(10.0, channel.level_db(MS * i) / 10.0) - direct - diffuse)
                .collect();
            for (lag, sum) in sums.iter_mut().enumerate() {
                let pairs = powers.iter().zip(&powers[lag..]);
                *sum += pairs.map(|(a, b)| a * b).sum::<f64>() / (10_000 - lag) as f64;
            }
        }
        let variance = figures.echoes + figures.beats;
        for (lag, sum) in sums.iter().enumerate() {
            let tau = lag as f64 * 1e-3;
            let j0 = bessel_j0(std::f64::consts::TAU * doppler * tau);
            let beat = math::cos(std::f64::consts::TAU * carrier * tau);
            let expected = (figures.echoes * j0 * j0 + figures.beats * j0 * beat) / variance;
            let found = sum / 200.0 / variance;
            assert!((found - expected).abs() < 0.02, "{mean_db} dB, {lag} ms: {found}, {expected}");
        }
    }
}

/// Goal: in clear line of sight the envelope's spectrum has its edges at fd -/+ fd cos(el), 28.7
/// and 215.7 Hz. Method: the mean periodogram of 512 ms windows of the level in that state.
/// Clarke's spectrum is infinite at its edges, so there are peaks, and nothing beyond the upper
/// one.
#[test]
fn the_spectrum_in_line_of_sight_has_its_edges() {
    const WINDOW: usize = 512;
    let model = its();
    let turn = |i: usize| std::f64::consts::TAU * (i as f64 / WINDOW as f64);
    let circle: Vec<(f64, f64)> = (0..WINDOW).map(|i| math::sin_cos(turn(i))).collect();
    let mut spectrum = vec![0.0f64; WINDOW / 2];
    let mut windows = 0;
    for run in 0..4 {
        let all = with_states(&model, &format!("run {run}"), 600_000, MS);
        for window in all.chunks_exact(WINDOW) {
            if windows >= 300 || window.iter().any(|(_, state)| *state != 0) {
                continue;
            }
            windows += 1;
            let hann = |i: usize| {
                math::powi(math::sin(std::f64::consts::PI * i as f64 / WINDOW as f64), 2)
            };
            let mean = window.iter().map(|(db, _)| db).sum::<f64>() / WINDOW as f64;
            let tapered: Vec<f64> =
                window.iter().enumerate().map(|(i, (db, _))| hann(i) * (db - mean)).collect();
            for (k, power) in spectrum.iter_mut().enumerate() {
                let (mut re, mut im) = (0.0, 0.0);
                for (i, value) in tapered.iter().enumerate() {
                    let (sin, cos) = circle[(k * i) % WINDOW];
                    (re, im) = (re + value * cos, im + value * sin);
                }
                *power += re * re + im * im;
            }
        }
    }
    assert!(windows >= 100, "{windows} windows");
    let hz = |k: usize| k as f64 * 1000.0 / WINDOW as f64;
    let peak = |low: f64, high: f64| {
        let within = (0..spectrum.len()).filter(|k| (low..high).contains(&hz(*k)));
        hz(within.max_by(|a, b| spectrum[*a].total_cmp(&spectrum[*b])).expect("some"))
    };
    assert!((peak(15.0, 100.0) - 28.7).abs() < 4.0, "{}", peak(15.0, 100.0));
    assert!((peak(150.0, 300.0) - 215.7).abs() < 4.0, "{}", peak(150.0, 300.0));
    let mean = |low: f64, high: f64| {
        let within = (0..spectrum.len()).filter(|k| (low..high).contains(&hz(*k)));
        let powers: Vec<f64> = within.map(|k| spectrum[k]).collect();
        powers.iter().sum::<f64>() / powers.len() as f64
    };
    assert!(mean(230.0, 300.0) < 0.05 * mean(40.0, 205.0));
}
