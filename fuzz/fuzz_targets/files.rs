//! Fuzzes the files beside a scenario: link and channel traces, tracks, lists of links and element
//! files. Every file is used or refused with its line, and none causes a panic.
//!
//! Run with `make fuzz`. The first byte selects the kind of file for the other bytes; the scenario
//! that names it is valid.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_scenario::Files;
use skyseam_sim::parse;

const WIRE: &str = r#"
nodes = [{ name = "a" }, { name = "b" }]
run.duration = "1 s"
[[flows]]
name = "f"
from = "a"
to = "b"
application = { kind = "file", size = "1 kB" }
[[wires]]
between = ["a", "b"]
queue = "9 packets"
"#;

const SKY: &str = r#"
[[terminals]]
name = "a"
latitude = "1 deg"
longitude = "2 deg"
[delay]
duration = "1 s"
[[terminals]]
name = "b"
"#;

const AT: &str = "latitude = \"3 deg\"\nlongitude = \"4 deg\"\n";

fuzz_target!(|bytes: &[u8]| {
    let Some((which, content)) = bytes.split_first() else { return };
    let text = match which % 6 {
        0 => format!("{WIRE}trace = \"file\"\n"),
        1 => format!("{WIRE}trace = \"file\"\nrate = \"1 Mbit/s\"\n"),
        2 => format!(
            "{WIRE}delay = \"1 ms\"\nrate = \"1 Mbit/s\"\nharq = {{ kind = \"adaptive\", \
             reference_snr = \"9 dB\" }}\nchannel = {{ kind = \"trace\", file = \"file\" }}\n"
        ),
        3 => format!("constellation.preset = \"iridium\"\n{SKY}track = \"file\"\n"),
        4 => format!("constellation = {{ preset = \"iridium\", isl.file = \"file\" }}\n{SKY}{AT}"),
        _ => format!("constellation = {{ elements = \"file\" }}\n{SKY}{AT}"),
    };
    let mut files = Files::new();
    files.insert("file", content);
    match parse(&text, "fuzz.toml", &files) {
        Ok(parsed) => assert!(parsed.scenario.resolved().is_object()),
        Err(errors) => {
            assert!(!errors.problems.is_empty(), "refused without a reason");
            for problem in &errors.problems {
                assert!(problem.line >= 1 && problem.column >= 1 && problem.width >= 1);
            }
        }
    }
});
