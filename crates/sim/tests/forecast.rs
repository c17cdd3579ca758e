//! Goal: the forecast of the remaining work is within a factor of two. Method: runs whose load
//! varies independently of simulated time; at each query the remaining hops by the fraction done
//! are compared with the actual ones.

use skyseam_scenario::Scenario;
use skyseam_sim::{Control, parse_alone, run_alone};

fn over_a_wire(flows: &str, duration: &str) -> Scenario {
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        delay = "20 ms"
        rate = "400 Mbit/s"
        queue = "2000 packets"
        {flows}
        [run]
        duration = "{duration}"
        "#
    );
    parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn flow(name: &str, application: &str, more: &str) -> String {
    format!(
        "[[flows]]\nname = \"{name}\"\nfrom = \"a\"\nto = \"b\"\n\
         application = {{ kind = {application} }}\n{more}\n"
    )
}

/// The fraction done, and the true share of hops, at each query.
fn course(scenario: &Scenario) -> Vec<(f64, f64)> {
    let mut told = vec![];
    let out = run_alone(scenario, &mut |progress| {
        told.push((progress.fraction(), progress.hops as f64));
        Control::Continue
    });
    let hops = out.expect("nobody cancels").manifest["packet_hops"].as_f64().unwrap();
    told.into_iter().map(|(fraction, so_far)| (fraction, so_far / hops)).collect()
}

#[test]
fn what_is_left_is_told_within_a_factor_of_two() {
    let files = |more: &str| flow("files", r#""file", size = "5 MB""#, more);
    let many = "count = 200\nevery = \"100 ms\"";
    let pings = flow("pings", r#""ping", count = 100000, interval = "1 ms""#, "");
    let calls = flow("calls", r#""voice", duration = "900 s""#, "");
    let bulk = flow("bulk", r#""bulk", duration = "40 s""#, "start = \"10 s\"");
    for (what, flows, duration) in [
        ("one file", flow("file", r#""file", size = "1 GB""#, ""), "100000 s"),
        ("quiet at first", pings + &files(&format!("start = \"60 s\"\n{many}")), "120 s"),
        ("busy at first", calls + &files(many), "900 s"),
        ("bulk data for a while", bulk, "1000 s"),
    ] {
        let course = course(&over_a_wire(&flows, duration));
        let judged: Vec<_> =
            course.iter().filter(|(_, share)| (0.1..0.9).contains(share)).collect();
        assert!(judged.len() >= 10, "{what}: asked {} times", judged.len());
        for &&(fraction, share) in &judged {
            let [told, is] = [fraction, share].map(|done| (1.0 - done) / done);
            assert!((0.5..2.0).contains(&(told / is)), "{what}: {fraction} at {share}");
        }
    }
}

/// Goal: the forecast includes sessions of users that have not begun. Method: a day's increase
/// within a minute.
#[test]
fn flows_that_have_not_begun_count() {
    let waves: String = (0..20)
        .map(|wave| {
            let more =
                format!("start = \"{} s\"\ncount = {}\nevery = \"1 ms\"", 3 * wave, 2 + wave);
            flow(&format!("w{wave}"), r#""file", size = "2 MB""#, &more)
        })
        .collect();
    let course = course(&over_a_wire(&waves, "100 s"));
    let judged: Vec<_> = course.iter().filter(|(_, share)| (0.1..0.98).contains(share)).collect();
    assert!(judged.len() >= 5, "{course:?}");
    assert!(judged.iter().all(|(told, is)| (told - is).abs() < 0.06), "{course:?}");
}
