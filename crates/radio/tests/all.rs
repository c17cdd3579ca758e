//! Comparison with published examples: `data/` has them with their sources.

mod antennas;
mod budgets;
mod files;
mod modes;
mod propagation;
mod weather;

/// Rows of a table in `data/`: a label, empty where the first column is a number, and the numbers.
fn rows(text: &'static str) -> Vec<(&'static str, Vec<f64>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let label = if fields[0].parse::<f64>().is_err() { fields[0] } else { "" };
            let numbers = &fields[usize::from(!label.is_empty())..];
            (label, numbers.iter().map(|field| field.parse().unwrap()).collect())
        })
        .collect()
}

/// Checks that two values differ by at most a share of the expected one.
#[track_caller]
fn near(found: f64, expected: f64, share: f64, what: &str) {
    let off = (found - expected).abs() / expected.abs();
    assert!(off <= share, "{what}: {found} instead of {expected}, off by {off:.2e}");
}
