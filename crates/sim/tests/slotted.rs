//! Goal: a terminal's access by a profile adds its delay to that of the path, in both directions
//! and whichever satellite serves; the profile's rate takes the place of an absent one; what does
//! not go with it is refused where it stands.
//!
//! Method: a profile of a constant delay of 10 ms, so that round trips with and without it differ
//! by that, to the nanosecond.

use crate::common::{floats, names};
use skyseam_scenario::{Files, Parsed, ScenarioErrors};
use skyseam_sim::{Control, Outcome, Progress, Ran, RunOptions, run, run_alone};

const CONSTANT: &str = "summary = \"constant\"\nsource = \"this test\"\n[delay]\n\
    uplink_share = 0.75\nbase_ms = [10, 10]\nspread_ms = [0, 0]\nprobabilities = [0, 1]\n\
    residual = [0, 0]\n";
const RATES: &str = "[rate.up]\nslot_mbps = [8, 8]\n[rate.down]\nslot_mbps = [80, 80]\n";

fn parse(text: &str, profile: &str) -> Result<Parsed, ScenarioErrors> {
    let mut files = Files::new();
    files.insert("p.toml", profile);
    skyseam_sim::models().parse(text, "test.toml", &files)
}

fn outcome(text: &str, profile: &str) -> Outcome {
    let parsed = parse(text, profile).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn wire(keys: &str) -> String {
    format!(
        "nodes = [{{ name = \"roof\" }}, {{ name = \"pop\" }}]\n\
         [[wires]]\nbetween = [\"roof\", \"pop\"]\ndelay = \"4 ms\"\n\
         queue = \"50 packets\"\n{keys}\n\
         [[flows]]\nname = \"ping\"\nfrom = \"roof\"\nto = \"pop\"\n\
         application = {{ kind = \"ping\", count = 3, interval = \"1 s\", size = \"1000 B\" }}\n\
         [run]\nduration = \"10 s\"\nrecord = [\"rtt\"]\n"
    )
}

const ACCESS: &str = "access = { kind = \"slotted\", profile = \"p.toml\" }";

/// By arithmetic: 8 ms of propagation, 10 ms by the profile, and 1000 B in each direction at 8 and
/// 80 Mbit/s by the profile, or at 4 Mbit/s by the wire's own key.
#[test]
fn a_wire_has_the_delay_and_the_rates_of_a_profile() {
    let rates = format!("{CONSTANT}{RATES}");
    let rtt = |keys: &str, profile: &str| floats(&outcome(&wire(keys), profile), "rtt", "rtt_ms");
    assert_eq!(rtt(ACCESS, &rates), [8.0 + 10.0 + 1.0 + 0.1; 3]);
    let slow = format!("rate = \"4 Mbit/s\"\n{ACCESS}");
    assert_eq!(rtt(&slow, &rates), [8.0 + 10.0 + 2.0 + 2.0; 3]);
    assert_eq!(rtt(&slow, CONSTANT), rtt(&slow, &rates));
    // What is printed reads back as the same scenario.
    let scenario = parse(&wire(ACCESS), &rates).unwrap().scenario;
    let printed = scenario.resolved();
    assert_eq!(printed["wires"][0]["access"]["profile"], "p.toml");
    assert!(printed["wires"][0].get("rate").is_none(), "{printed}");
}

/// Terminals under Starlink's first shell for 40 s, in which they change their satellites; a
/// gateway that is linked to all of them.
fn sky(links: &str) -> String {
    format!(
        "constellation.preset = \"starlink-shell1\"\nhandover.kind = \"highest-elevation\"\n\
         [[terminals]]\nname = \"roof\"\nlatitude = \"48.4 deg\"\nlongitude = \"-123.4 deg\"\n\
         [[terminals]]\nname = \"boat\"\nlatitude = \"48.0 deg\"\nlongitude = \"-123.0 deg\"\n\
         [[terminals]]\nname = \"hub\"\nkind = \"gateway\"\nantennas = \"all\"\n\
         latitude = \"47.5 deg\"\nlongitude = \"-121.8 deg\"\n\
         [links]\n{links}\nisl = {{ rate = \"1 Gbit/s\", queue = \"50 packets\" }}\n\
         [[flows]]\nname = \"ping\"\nfrom = \"roof\"\nto = \"hub\"\n\
         application = {{ kind = \"ping\", count = 400, interval = \"100 ms\" }}\n\
         [[flows]]\nname = \"pong\"\nfrom = \"hub\"\nto = \"boat\"\n\
         application = {{ kind = \"ping\", count = 400, interval = \"100 ms\" }}\n\
         [run]\nduration = \"45 s\"\nrecord = [\"rtt\", \"handovers\"]\n"
    )
}

const PLAIN: &str = "uplink = { rate = \"20 Mbit/s\", queue = \"50 packets\" }\n\
                     downlink = { rate = \"200 Mbit/s\", queue = \"50 packets\" }";

fn measured() -> String {
    PLAIN.replace("packets\" }", &format!("packets\", {ACCESS} }}"))
}

/// The path under a satellite may change while an answer waits for the profile's delay: its
/// propagation is later by 2.5 or 7.5 ms, in which a satellite moves by less than 60 m.
#[test]
fn a_terminal_has_it_whichever_satellite_serves() {
    let rtt = |links: &str| floats(&outcome(&sky(links), CONSTANT), "rtt", "rtt_ms");
    let (plain, slotted) = (rtt(PLAIN), rtt(&measured()));
    assert_eq!((plain.len(), slotted.len()), (800, 800));
    let near = |(plain, slotted): (&f64, &f64)| (slotted - plain - 10.0).abs() < 0.001;
    let sorted = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all
    };
    let (plain, slotted) = (sorted(plain), sorted(slotted));
    assert!(plain.iter().zip(&slotted).all(near));
}

/// A terminal's downlink is its own, at the satellites that serve it in the run; the gateway has no
/// access, and shares nothing.
#[test]
fn a_terminal_has_its_own_downlinks() {
    let found = outcome(&sky(&measured()), CONSTANT);
    let links = names(&found, "links", "link");
    let to = |end: &str| links.iter().flatten().filter(|name| name.ends_with(end)).count();
    let serving: std::collections::BTreeSet<_> =
        names(&found, "handovers", "to").into_iter().flatten().collect();
    assert!(!serving.is_empty(), "{serving:?}");
    assert!((1..20).contains(&to("downlink to roof")), "{}", to("downlink to roof"));
    assert!((1..20).contains(&to("downlink to boat")));
}

#[test]
fn results_do_not_depend_on_threads() {
    let drawn = CONSTANT
        .replace("[10, 10]", "[5, 30]")
        .replace("spread_ms = [0, 0]", "spread_ms = [1, 9]")
        .replace("residual = [0, 0]", "residual = [-1, 3]");
    let scenario = parse(&sky(&measured()), &format!("{drawn}{RATES}[loss]\nshare = 0.1\n"));
    let scenario = scenario.unwrap_or_else(|errors| panic!("{errors}")).scenario;
    let on = |threads| {
        let options = RunOptions { threads, regions: Some(3), ..RunOptions::default() };
        let go_on = &mut |_: Progress<'_>| Control::Continue;
        let Ran { outcome, .. } = run(&scenario, &options, go_on).expect("nobody cancels");
        format!("{} {:?}", outcome.manifest, outcome.tables)
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn what_does_not_go_with_a_profile_is_refused() {
    let refused = |text: &str, profile: &str| parse(text, profile).unwrap_err().to_string();
    let isl = sky(PLAIN).replace("isl = { ", &format!("isl = {{ {ACCESS}, "));
    assert!(refused(&isl, CONSTANT).contains("links between satellites have no access"));
    let harq = format!(
        "rate = \"4 Mbit/s\"\n{ACCESS}\nchannel = {{ kind = \"constant\", level = \"0 dB\" }}\n\
         harq = {{ kind = \"incremental-redundancy\", reference_snr = \"10 dB\" }}"
    );
    assert!(refused(&wire(&harq), CONSTANT).contains("and `harq` exclude each other"));
    let shared = "rate = \"1 Mbit/s\"\naccess = { kind = \"demand-assigned\", frame = \"10 ms\", \
                  slots = 8, contention_slots = 2 }";
    assert!(refused(&wire(shared), CONSTANT).contains("nobody shares the carrier of a wire"));
    let missing = refused(&wire(ACCESS), CONSTANT);
    assert!(missing.contains("the key `rate` is missing"), "{missing}");
    let bad = refused(&wire(ACCESS), &CONSTANT.replace("[10, 10]", "[10, \"x\"]"));
    assert!(bad.contains("p.toml:5") && bad.contains("must be a number"), "{bad}");
    let unknown = refused(&wire(ACCESS), &format!("{CONSTANT}[los]\nshare = 0.1\n"));
    assert!(unknown.contains("unknown key `los`") && unknown.contains("`loss`"), "{unknown}");
}
