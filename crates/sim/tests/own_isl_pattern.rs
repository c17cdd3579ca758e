//! Goal: a pattern of links between satellites with a key of its own is added by a program, outside
//! the crate that defines patterns, and is equivalent to a built-in one: it runs in a scenario, is
//! printed and read back, is in the schema and among the models, and messages know its keys.
//!
//! Method: rings of each plane and ladders between planes that have a rung only at every n-th
//! satellite, declared here. The number of links is compared with arithmetic, and a ping shows that
//! packets use them.

use crate::common::{self, floats};
use skyseam_constellation::description::config::Walker;
use skyseam_constellation::isl::{LinkKind, Pattern, ShellLink};
use skyseam_params::parameters;
use skyseam_params::values::Count;
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, run_alone};

parameters! {
    /// Rings, and between neighbouring planes a link of every n-th satellite.
    pub struct SparseRungs "sparse-rungs" from "this test" {
        /// Interval of the satellites of a plane that have a link to the next plane, counted from
        /// the first.
        every: Count<1, 1000> = 4,
    }
}

impl Pattern for SparseRungs {
    fn links(&self, walker: &Walker) -> Vec<ShellLink> {
        let each = walker.satellites_per_plane;
        let mut links = Vec::new();
        for plane in 0..walker.planes {
            let first = plane * each;
            for index in 0..each {
                let a = first + index;
                let next = first + (index + 1) % each;
                if each > 2 || a < next {
                    let (a, b) = (a.min(next), a.max(next));
                    links.push(ShellLink { a, b, kind: LinkKind::IntraPlane });
                }
                if plane + 1 < walker.planes && index % self.every == 0 {
                    links.push(ShellLink { a, b: a + each, kind: LinkKind::InterPlane });
                }
            }
        }
        links
    }
}

fn models() -> Models {
    skyseam_sim::models().with_isl_pattern::<SparseRungs>()
}

/// Two terminals an eighth of the Earth apart under 8 planes of 16 satellites, and a ping.
fn text(pattern: &str) -> String {
    format!(
        "[constellation]\nelevation_mask = \"10 deg\"\n\
         shell = {{ name = \"s\", planes = 8, satellites_per_plane = 16, altitude = \"1200 km\", \
         inclination = \"60 deg\", kind = \"delta\", phasing = {{ factor = 1 }} }}\n\
         isl = {{ pattern = {pattern}, latitude_threshold = \"90 deg\" }}\n\
         [[terminals]]\nname = \"a\"\nlatitude = \"40 deg\"\nlongitude = \"0 deg\"\n\
         [[terminals]]\nname = \"b\"\nlatitude = \"40 deg\"\nlongitude = \"100 deg\"\n\
         [links]\nuplink = {{ rate = \"10 Mbit/s\", queue = \"50 packets\" }}\n\
         downlink = {{ rate = \"10 Mbit/s\", queue = \"50 packets\" }}\n\
         isl = {{ rate = \"10 Mbit/s\", queue = \"50 packets\" }}\n\
         [[flows]]\nname = \"ping\"\nfrom = \"a\"\nto = \"b\"\n\
         application = {{ kind = \"ping\", count = 1, interval = \"1 s\", size = \"100 B\" }}\n\
         [run]\nduration = \"5 s\"\nrecord = [\"rtt\"]\n"
    )
}

fn read(text: &str) -> Scenario {
    common::read(&models(), text)
}

/// Method: 8 rings of 16, and 7 ladders of 16, 4 or 1 rungs. Fewer rungs shorten no path, and a
/// single rung at the first satellites, far from the terminals, lengthens it.
#[test]
fn it_runs_in_a_scenario() {
    let run = |every: u32| {
        let scenario = read(&text(&format!("{{ kind = \"sparse-rungs\", every = {every} }}")));
        let pairs = skyseam_constellation::isl::pairs(&scenario.sky.shells).len();
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
        (pairs, floats(&outcome, "rtt", "rtt_ms")[0])
    };
    let [(all, dense), (some, sparse), (few, sparsest)] = [1, 4, 16].map(run);
    assert_eq!([all, some, few], [8 * 16 + 7 * 16, 8 * 16 + 7 * 4, 8 * 16 + 7]);
    assert!(dense <= sparse && sparse <= sparsest && dense < sparsest, "{dense} {sparsest}");
    // As long as the chord of the Earth between the two, there and back, at the least.
    assert!(dense > 2.0 * 6371.0 / 299.8 && sparsest < 1000.0, "{dense} {sparsest}");
}

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    let scenario = read(&text("\"sparse-rungs\""));
    let printed = scenario.resolved();
    let expected = serde_json::json!({ "kind": "sparse-rungs", "every": 4 });
    assert_eq!(printed["constellation"]["isl"]["pattern"], expected);
    assert_eq!(read(&text("{ kind = \"sparse-rungs\", every = 4 }")), scenario);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"sparse-rungs\"") && schema.contains("counted from the first."));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "sparse-rungs").unwrap();
    assert_eq!(own["key"], "constellation.isl.pattern");
    assert_eq!(
        own["summary"],
        "Rings, and between neighbouring planes a link of every n-th satellite"
    );
    assert!(!Models::built_in().schema().to_string().contains("sparse-rungs"));
}

#[test]
fn messages_know_its_keys_and_its_name() {
    let refused = |pattern: &str| {
        let parsed = models().parse(&text(pattern), "own.toml", &Files::new());
        parsed.expect_err("a mistake").to_string()
    };
    let message = refused("{ kind = \"sparse-rungs\", evry = 3 }");
    assert!(message.contains("unknown key `evry`") && message.contains("did you mean `every`?"));
    let message = refused("\"sparse-rung\"");
    assert!(message.contains("did you mean \"sparse-rungs\"?"), "{message}");
    let message = refused("{ kind = \"sparse-rungs\", every = 0 }");
    assert!(message.contains("a whole number from 1 to 1000"), "{message}");
}
