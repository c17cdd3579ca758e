//! Runs scenario files from Rust and prints what each run did, a line of JSON for each: the core
//! alone, without Python. `bench/instructions` counts its instructions.
//!
//! ```sh
//! cargo run --release -p skyseam-sim --example run_file -- scenarios/hawaii-los-angeles-9kB.toml
//! ```

use std::process::ExitCode;

use skyseam_sim::{Control, parse_alone, run_alone};

fn main() -> ExitCode {
    for name in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&name) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{name} cannot be read: {error}");
                return ExitCode::from(2);
            }
        };
        let scenario = match parse_alone(&text, &name) {
            Ok(scenario) => scenario,
            Err(errors) => {
                eprintln!("{errors}");
                return ExitCode::from(2);
            }
        };
        let Ok(outcome) = run_alone(&scenario, &mut |_| Control::Continue) else {
            eprintln!("{name}: the run was stopped");
            return ExitCode::FAILURE;
        };
        let manifest = &outcome.manifest;
        println!(
            "{{\"packet_hops\": {}, \"events\": {}}}",
            manifest["packet_hops"], manifest["events"]
        );
    }
    ExitCode::SUCCESS
}
