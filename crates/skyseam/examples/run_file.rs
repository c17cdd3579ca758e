//! Runs scenario files from Rust and prints a line of JSON on each run: the core alone, without
//! Python. `bench/instructions` counts its instructions.
//!
//! ```sh
//! cargo run --release -p skyseam --example run_file -- scenarios/hawaii-los-angeles-9kB.toml
//! ```
//!
//! `--threads=2` before a file divides its run among two threads. `--with=delays.csv` before it
//! adds a file beside it to which it refers.

use std::path::Path;
use std::process::ExitCode;

use skyseam_scenario::Files;
use skyseam_sim::{Control, Progress, Ran, RunOptions, parse, run};

fn main() -> ExitCode {
    let mut threads = 1;
    let mut beside = Vec::new();
    for name in std::env::args().skip(1) {
        if let Some(number) = name.strip_prefix("--threads=") {
            threads = number.parse().unwrap_or(1);
            continue;
        }
        if let Some(file) = name.strip_prefix("--with=") {
            beside.push(file.to_owned());
            continue;
        }
        let text = match std::fs::read_to_string(&name) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{name} cannot be read: {error}");
                return ExitCode::from(2);
            }
        };
        let mut files = Files::new();
        for file in &beside {
            match std::fs::read(Path::new(&name).with_file_name(file)) {
                Ok(bytes) => files.insert(file, bytes),
                Err(error) => files.insert_unreadable(file, error.to_string()),
            }
        }
        let scenario = match parse(&text, &name, &files) {
            Ok(parsed) => parsed.scenario,
            Err(errors) => {
                eprintln!("{errors}");
                return ExitCode::from(2);
            }
        };
        let options = RunOptions { threads, ..RunOptions::default() };
        let ran = run(&scenario, &options, &mut |_: Progress<'_>| Control::Continue);
        let Ran { outcome, undivided, .. } = match ran {
            Ok(ran) => ran,
            Err(reason) => {
                eprintln!("{name}: {reason}");
                return ExitCode::FAILURE;
            }
        };
        if let Some(why) = undivided {
            eprintln!("{name}: on one thread, since {why}");
        }
        let manifest = &outcome.manifest;
        println!(
            "{{\"packet_hops\": {}, \"events\": {}}}",
            manifest["packet_hops"], manifest["events"]
        );
    }
    ExitCode::SUCCESS
}
