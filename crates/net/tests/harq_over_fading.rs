//! The symbol tables over the channel for which they were made: how often a packet's first
//! transmission is decoded.

use skyseam_base::{Duration, SimTime, math};
use skyseam_net::LinkContext;
use skyseam_net::channel::{self, ChannelConfig, Fontan, FontanEnvironment};
use skyseam_net::harq::symbols::SymbolTable;
use skyseam_net::harq::{DecodingResult, Harq, HarqConfig, IncrementalRedundancy, Symbols};

fn config(table: &str, reference_es_n0_db: f64) -> HarqConfig {
    let symbols = Symbols::Table(SymbolTable::named(table).unwrap());
    let scheme = IncrementalRedundancy { symbols, ..IncrementalRedundancy::default() };
    HarqConfig::of(scheme, reference_es_n0_db)
}

/// A car at 60 km/h under trees of intermediate density, 40 degrees, S band.
fn channel() -> ChannelConfig {
    ChannelConfig::with(Fontan {
        environment: FontanEnvironment::IntermediateTreeShadow,
        speed: 60.0 / 3.6,
        frequency: 2_200_000_000,
        elevation: 40.0,
        sample: Duration::from_millis(1),
        offset: Duration::ZERO,
    })
}

/// Goal: the design probabilities of the tables are those of the channel, to 0.01: 0.42 for long
/// codewords, and for short ones the values in the tables' comment. Method: a level every 40 ms of
/// 96 runs of 600 s; the standard error of the mean, from the differences between runs, must be
/// small in comparison.
#[test]
fn first_transmissions_decode_as_often_as_the_tables_say() {
    const SHORT: [f64; 7] = [0.42, 0.46, 0.49, 0.51, 0.55, 0.58, 0.61];
    let cases: Vec<(&str, f64, f64)> = (7..=13)
        .zip(SHORT)
        .flat_map(|(db, short)| {
            let db = f64::from(db);
            [("k8920", db, 0.42), ("k1680", db, short)]
        })
        .collect();
    let harqs: Vec<Harq> =
        cases.iter().map(|&(table, db, _)| Harq::new(&config(table, db), &|_| 0.0)).collect();
    const RUNS: u64 = 96;
    const SAMPLES: u64 = 15_000;
    let mut shares = vec![Vec::new(); cases.len()];
    for seed in 1..=RUNS {
        let context = LinkContext::plain(seed, "satellite -> user", SimTime::ZERO);
        let mut channel = channel::build(&channel(), &context, None);
        let mut decoded = vec![0u32; cases.len()];
        for sample in 0..SAMPLES {
            let level = channel.level_db(Duration::from_millis(40 * sample));
            for (harq, decoded) in harqs.iter().zip(&mut decoded) {
                let verdict = harq.receive(&mut harq.begin(), level);
                *decoded += u32::from(verdict == DecodingResult::Decoded);
            }
        }
        for (shares, decoded) in shares.iter_mut().zip(decoded) {
            shares.push(f64::from(decoded) / SAMPLES as f64);
        }
    }
    let mut wrong = Vec::new();
    for ((table, db, designed), shares) in cases.iter().zip(shares) {
        let runs = RUNS as f64;
        let mean = shares.iter().sum::<f64>() / runs;
        let variance = shares.iter().map(|share| math::powi(share - mean, 2)).sum::<f64>();
        let error = (variance / (runs - 1.0) / runs).sqrt();
        println!("{table} {db} dB: {mean:.4} +- {error:.4}, designed {designed}");
        if (mean - designed).abs() > 0.01 || error > 0.003 {
            wrong.push(format!("{table} at {db} dB: {mean:.4} instead of {designed}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
