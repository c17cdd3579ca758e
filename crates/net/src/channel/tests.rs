//! What every channel promises, and the statistics of the models after Loo.

use skyseam_base::SimTime;

use super::*;

fn context(name: &str) -> LinkContext<'_> {
    LinkContext { seed: 1, name, start: SimTime::ZERO }
}

fn channel(model: &ChannelModel, offset: Duration, name: &str) -> Box<dyn Channel> {
    build(&ChannelConfig { model: model.clone(), offset }, &context(name))
}

const MS: Duration = Duration::from_millis(1);

fn levels(model: &ChannelModel, name: &str, samples: u64) -> Vec<f64> {
    let mut channel = channel(model, Duration::ZERO, name);
    (0..samples).map(|i| channel.level_db(MS * i)).collect()
}

/// What every model promises: the same levels from the same stream, others under another name,
/// finite ones; a level does not depend on when else it was asked for, and an offset shifts where a
/// run begins.
#[test]
fn every_channel_keeps_the_contract() {
    for (i, entry) in CHANNELS.iter().enumerate() {
        let name = entry.name;
        assert!(!CHANNELS[..i].iter().any(|other| other.name == name), "{name} twice");
        assert!(!entry.summary.is_empty() && !entry.source.is_empty());
        let model = (entry.example)();
        let all = levels(&model, "a", 20_000);
        assert!(all.iter().all(|level| level.is_finite()), "{name}");
        assert_eq!(all, levels(&model, "a", 20_000), "{name} draws elsewhere");
        let chance = !matches!(model, ChannelModel::Constant { .. } | ChannelModel::Trace(_));
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
        // Quasi-static between two instants of the grid.
        let mut between = channel(&model, Duration::ZERO, "a");
        let just_before = Duration::from_nanos(2_999_999);
        assert_eq!(between.level_db(just_before), all[2], "{name} is not quasi-static");
    }
}

/// Intermediate tree shadow, 60 km/h, S band, 40 deg: the channel of the papers.
fn its() -> ChannelModel {
    (fontan::ENTRY.example)()
}

/// Goal: the long-run figures of the channel that the papers used. Method: 20 runs of 1200 s; mean,
/// standard deviation, mean power and percentiles, to four standard errors over the runs but at
/// least the half unit of the last digit they are known to.
#[test]
fn intermediate_tree_shadow_has_its_long_run_figures() {
    let mut figures: Vec<Vec<f64>> = Vec::new();
    for run in 0..20 {
        let mut all = levels(&its(), &format!("run {run}"), 1_200_000);
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let std = (all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
        let power = all.iter().map(|x| 10f64.powf(x / 10.0)).sum::<f64>() / n;
        all.sort_by(f64::total_cmp);
        let mut row = vec![mean, std, 10.0 * power.log10()];
        row.extend([0.01, 0.05, 0.5, 0.95, 0.99].map(|p| all[(p * n) as usize]));
        figures.push(row);
    }
    let expected = [-5.4, 6.1, -2.6, -23.9, -16.8, -4.3, 2.0, 3.3];
    let runs = figures.len() as f64;
    for (i, expected) in expected.into_iter().enumerate() {
        let mean = figures.iter().map(|row| row[i]).sum::<f64>() / runs;
        let variance =
            figures.iter().map(|row| (row[i] - mean).powi(2)).sum::<f64>() / (runs - 1.0);
        let error = (variance / runs).sqrt();
        println!("{expected:6.2} {mean:8.3} +- {error:.3}");
        assert!((mean - expected).abs() < 4.0 * error + 0.05, "{mean} not {expected}");
    }
}

/// Goal: the level exceeded with a probability is that of the generator. Method: quantiles of the
/// long-run figures; and the 0.42 of the papers' symbol table (its first transmissions decode with
/// it when the level is above -2.93 dB).
#[test]
fn quantiles_are_those_of_the_generator() {
    let config = ChannelConfig { model: its(), offset: Duration::ZERO };
    let expected =
        [(0.99, -23.9), (0.95, -16.8), (0.5, -4.3), (0.42, -2.93), (0.05, 1.95), (0.01, 3.3)];
    for (probability, level_db) in expected {
        let found = level_exceeded_with(&config, probability);
        assert!((found - level_db).abs() < 0.06, "{found} with {probability}");
    }
}
