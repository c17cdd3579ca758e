//! Resolution of the keys of links, failures, terminals, handover, routing and files, and that all
//! of them read back.

use serde_json::json;
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::description::config::{
    Antennas, Failed, Failure, FlightDirection, Metric, Orbits, Point, Site, SkyConfig, Transition,
};
use skyseam_constellation::isl;
use skyseam_constellation::routing::ShortestPaths;
use skyseam_scenario::{Files, Parsed, Scenario};
use skyseam_sim::parse;

const TRACK: &str = "# a comment\r\nt_s, latitude_deg,longitude_deg,altitude_m\r\n\r\n\
                     0,48.35,11.79,450\r\n0.5,-50,8.56,10668 # cruise\r\n";

fn files() -> Files {
    let mut files = Files::new();
    files.insert("isls.txt", "# two\n0 1\niridium-1-2   iridium-0-2 # by name\n");
    files.insert("tracks/flight.csv", TRACK);
    files.insert("mast.csv", "azimuth_deg,elevation_deg\n170,20\n190,30.5\n");
    files.insert("day.tle", include_bytes!("broken/files/day.tle"));
    files.insert("several-faults.tle", include_bytes!("broken/files/several-faults.tle"));
    files
}

fn parsed(text: &str) -> Parsed {
    parse(text, "test.toml", &files()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The scenario, whose resolved form must read back as the same.
fn good(text: &str) -> Scenario {
    let scenario = parsed(text).scenario;
    let resolved = scenario.resolved();
    let toml: toml::Table = serde_json::from_value(resolved).unwrap();
    let again = parsed(&toml::to_string(&toml).unwrap()).scenario;
    assert_eq!(again, Scenario { preset: None, ..scenario.clone() });
    scenario
}

/// Iridium with two places, and further keys of the top level or of tables.
fn iridium(keys: &str) -> String {
    format!(
        "{keys}
[constellation]
preset = \"iridium\"
[[terminals]]
name = \"HNL\"
latitude = \"21.5 deg\"
longitude = \"-158.0 deg\"
[[terminals]]
name = \"LAX\"
latitude = \"34.05 deg\"
longitude = \"-118.24 deg\"
"
    )
}

#[test]
fn without_the_keys_nothing_is_limited_failed_or_late() {
    let sky = good(&iridium("")).sky;
    assert!(sky.isl.max_range_km.is_infinite());
    assert!(sky.isl.max_tracking_rate_deg_per_s.is_infinite());
    assert_eq!(sky.isl.acquisition, Duration::ZERO);
    assert!(sky.failures.is_empty() && sky.listed_isls.is_empty());
    assert_eq!(sky.handover.check_interval, Duration::from_secs(10));
    assert_eq!(sky.handover.offset, Duration::ZERO);
    assert_eq!(sky.handover.transition, Transition::BreakBeforeMake(Duration::ZERO));
    assert_eq!(sky.handover.policy.capacity(), None);
    assert_eq!(sky.routing, ShortestPaths::by(Metric::DELAY).model());
    assert_eq!(sky.routing.planned(), ShortestPaths::default());
    let place = &sky.terminals[0];
    assert_eq!((place.antennas, place.is_relay), (Antennas::One, false));
    assert!(place.skyline_deg.is_empty());
}

/// Two places with a preset, and keys of [handover] and of the first place.
fn over(preset: &str, handover: &str, place: &str) -> SkyConfig {
    let text = iridium(handover).replace("\"iridium\"", &format!("\"{preset}\""));
    good(&text.replacen("[[terminals]]", &format!("[[terminals]]\n{place}"), 1)).sky
}

#[test]
fn presets_bring_a_handover_of_their_own() {
    for (preset, policy, [interval_s, offset_s]) in [
        ("iridium-ns2", "sticky", [10, 0]),
        ("teledesic-ns2", "sticky", [10, 0]),
        ("iridium", "sticky", [10, 0]),
        ("geo", "sticky", [10, 0]),
        ("starlink-shell1", "shortest-path", [15, 12]),
        ("starlink-gen1", "shortest-path", [15, 12]),
        ("kuiper", "shortest-path", [10, 0]),
        ("telesat", "shortest-path", [10, 0]),
        ("oneweb", "shortest-path", [10, 0]),
    ] {
        let handover = over(preset, "", "").handover;
        assert_eq!(handover.policy.name(), policy, "{preset}");
        assert_eq!(handover.direction, FlightDirection::Any, "{preset}");
        let clock = [interval_s, offset_s].map(Duration::from_secs);
        assert_eq!([handover.check_interval, handover.offset], clock, "{preset}");
    }
}

#[test]
fn keys_of_the_scenario_come_before_those_of_its_preset() {
    // A policy of the scenario's own has its own clock.
    let sticky = over("starlink-shell1", "handover.kind = \"sticky\"", "").handover;
    assert_eq!(sticky.policy.name(), "sticky");
    assert_eq!([sticky.check_interval, sticky.offset], [10, 0].map(Duration::from_secs));
    let often = over("starlink-shell1", "handover.check_interval = \"5 s\"", "").handover;
    assert_eq!(often.policy.name(), "shortest-path");
    assert_eq!([often.check_interval, often.offset], [5, 0].map(Duration::from_secs));
    let north = "handover = { kind = \"highest-elevation\", direction = \"ascending\" }";
    assert_eq!(over("kuiper", north, "").handover.direction, FlightDirection::Ascending);
    // Three antennas are not one for every satellite.
    let counted = over("kuiper", "", "antennas = 3").handover;
    assert_eq!(counted.policy.name(), "sticky");
    let all = over("kuiper", "", "antennas = \"all\"").handover;
    assert_eq!(all.policy.name(), "shortest-path");
}

#[test]
fn links_have_limits() {
    let isl = "isl = { max_range = \"5000 km\", max_tracking_rate = \"0.06 deg/s\", \
               acquisition = \"10 s\" }\n[[terminals]]\nname = \"x";
    let text = iridium("").replacen("[[terminals]]\nname = \"", isl, 1);
    let isl = good(&text).sky.isl;
    assert_eq!((isl.max_range_km, isl.max_tracking_rate_deg_per_s), (5000.0, 0.06));
    assert_eq!(isl.acquisition, Duration::from_secs(10));
    assert_eq!(isl.latitude_threshold_deg, 60.0, "the preset's");
}

#[test]
fn each_shell_can_have_a_pattern_of_its_own() {
    let scenario = good(
        r#"
[constellation]
elevation_mask = "10 deg"
isl.pattern = "plus-grid"
[[constellation.shells]]
name = "polar"
walker = "86.4:66/6/2"
kind = "star"
altitude = "780 km"
isl_pattern = "grid-seam-crossed"
[[constellation.shells]]
name = "inclined"
walker = "52:48/8/1"
kind = "delta"
altitude = "1414 km"
"#,
    );
    let patterns: Vec<_> = scenario.sky.shells.iter().map(|shell| shell.pattern.clone()).collect();
    assert_eq!(patterns, [isl::model(isl::GridSeamCrossed {}), isl::model(isl::PlusGrid {})]);
}

#[test]
fn a_file_lists_links_by_number_and_by_name() {
    let text = iridium("").replace("iridium\"", "iridium\"\nisl.file = \"isls.txt\"");
    let scenario = good(&text);
    assert_eq!(scenario.sky.listed_isls, [[0, 1], [2, 13]]);
    assert_eq!(scenario.sky.shells[0].pattern, isl::model(isl::NoLinks {}));
    assert_eq!(scenario.resolved()["constellation"]["isl"]["file"], "isls.txt");
}

#[test]
fn failures_name_satellites_and_links() {
    let failures = r#"
failures = [
    { satellite = "iridium-0-3", start = "1 h", end = "02:00:00" },
    { isl = ["iridium-2-4", "iridium-1-4"], start = "0 s" },
]
"#;
    let second = SimTime::from_secs;
    let expected = [
        Failure { what: Failed::Satellite(3), from: second(3600), until: second(7200) },
        Failure { what: Failed::Isl([26, 15]), from: second(0), until: SimTime::MAX },
    ];
    assert_eq!(good(&iridium(failures)).sky.failures, expected);
}

/// Failures of a node are those of its wires, and of a terminal's links to satellites.
#[test]
fn failures_name_terminals_nodes_and_wires() {
    let failures = r#"
nodes = [{ name = "lab" }, { name = "user", count = 2 }]
wires = [
    { between = ["HNL", "lab"], delay = "1 ms", rate = "1 Mbit/s", queue = "9 packets" },
    { between = ["lab", "user"], delay = "1 ms", rate = "1 Mbit/s", queue = "9 packets" },
]
failures = [
    { node = "HNL", start = "10 s", end = "20 s" },
    { node = "HNL", start = "15 s", end = "30 s" },
    { wire = ["user", "lab"], start = "40 s", end = "50 s" },
    { nodes = "*r-2", start = "1 h" },
]
"#;
    let sky = good(&iridium(failures)).sky;
    let second = SimTime::from_secs;
    let outages: Vec<_> = sky.wires.iter().map(|wire| wire.outages.clone()).collect();
    let of_wires = (second(40), second(50));
    let of_terminal = vec![(second(10), second(30))];
    let of_user = vec![of_wires, (second(3600), SimTime::MAX)];
    assert_eq!(outages, [of_terminal.clone(), vec![of_wires], of_user]);
    assert_eq!(sky.terminals[0].outages, of_terminal);
    assert!(sky.terminals[1].outages.is_empty() && sky.failures.is_empty());
}

/// One more terminal, node or wire that fails changes no failure of another.
#[test]
fn failures_are_drawn_for_each_by_itself() {
    let drawn = |failing: &str| {
        let failures = format!("failures = [{failing}]");
        good(&iridium(&failures))
            .sky
            .terminals
            .into_iter()
            .map(|own| own.outages)
            .collect::<Vec<_>>()
    };
    let of = |node: &str| format!("{{ node = \"{node}\", mtbf = \"2 h\", mttr = \"10 min\" }}");
    let both = drawn(&[of("HNL"), of("LAX")].join(", "));
    let turned = drawn(&[of("LAX"), of("HNL")].join(", "));
    let alone = drawn(&of("LAX"));
    assert_eq!(both, turned);
    assert_eq!(both[1], alone[1]);
    assert!(both[0].len() > 2 && both[0] != both[1] && alone[0].is_empty());
}

/// Goal: drawn failures have their mean times, satellites by themselves, and are those of the seed.
/// Method: a plane of eleven satellites, each of which fails for an hour of eleven, over 360 days.
#[test]
fn failures_are_drawn_by_the_seed() {
    let drawn = |more: &str| {
        let failures =
            "failures = [{ satellites = \"iridium-3-*\", mtbf = \"10 h\", mttr = \"1 h\" }]";
        let text = iridium(failures) + "\n[run]\nduration = \"360 d\"\n" + more;
        good(&text).sky.failures
    };
    let failures = drawn("");
    assert_eq!(failures, drawn("seed = 1"));
    assert_ne!(failures, drawn("seed = 2"));
    let expected = 11.0 * 360.0 * 24.0 / 11.0;
    let count = failures.len() as f64;
    assert!((count - expected).abs() < 4.0 * expected.sqrt(), "{count} instead of {expected}");
    let out: f64 = failures.iter().map(|own| (own.until - own.from).as_secs_f64()).sum();
    assert!((out / count / 3600.0 - 1.0).abs() < 4.0 / count.sqrt(), "mean of {} s", out / count);
    for satellite in 33..44 {
        let own = failures.iter().filter(|own| own.what == Failed::Satellite(satellite));
        let own: Vec<_> = own.map(|own| (own.from, own.until)).collect();
        assert!(own.len() > 600, "satellite {satellite} fails {} times", own.len());
        assert!(own.windows(2).all(|pair| pair[0].1 < pair[1].0), "one after the other");
    }
    let first = |number| failures.iter().find(|own| own.what == Failed::Satellite(number));
    assert_ne!(first(33).unwrap().from, first(34).unwrap().from);
}

/// Links across the seam change their ends, so that a failure can name any satellite of the plane.
#[test]
fn a_link_across_the_seam_can_fail_where_the_pattern_has_any() {
    let failure = "failures = [{ isl = [\"iridium-0-3\", \"iridium-5-9\"], start = \"0 s\" }]";
    let open = parse(&iridium(failure), "test.toml", &files()).unwrap_err();
    assert!(open.problems[0].message.contains("never a link"), "{open}");
    let crossed = "iridium\"\nisl.pattern = \"grid-seam-crossed\"";
    let sky = good(&iridium(failure).replace("iridium\"\n", &format!("{crossed}\n"))).sky;
    assert_eq!(sky.failures[0].what, Failed::Isl([3, 64]));
}

#[test]
fn a_terminal_is_under_way_or_has_a_skyline_or_several_antennas() {
    let terminals = r#"
[[terminals]]
name = "flight"
track = "tracks/flight.csv"
antennas = "all"
[[terminals]]
name = "valley"
latitude = "46 deg"
longitude = "8 deg"
skyline = [["0 deg", "12.5 deg"], ["90 deg", "-1 deg"]]
antennas = 4
relay = true
"#;
    let scenario = good(&(iridium("") + terminals));
    let [.., flight, valley] = &scenario.sky.terminals[..] else { panic!("four terminals") };
    let point =
        |latitude_deg, longitude_deg, altitude_m| Point { latitude_deg, longitude_deg, altitude_m };
    let track = vec![
        (SimTime::ZERO, point(48.35, 11.79, 450.0)),
        (SimTime::from_nanos(500_000_000), point(-50.0, 8.56, 10_668.0)),
    ];
    assert_eq!(flight.site, Site::Track(track));
    assert_eq!(flight.antennas, Antennas::Unlimited);
    assert_eq!(valley.skyline_deg, [(0.0, 12.5), (90.0, -1.0)]);
    assert_eq!((valley.antennas, valley.is_relay), (Antennas::Several(4), true));
    let printed = &scenario.resolved()["terminals"];
    let tracks = [0, 2, 3].map(|number| printed[number]["track"].as_str());
    assert_eq!(tracks, [None, Some("tracks/flight.csv"), None]);
}

#[test]
fn a_skyline_comes_from_a_file_and_turns_with_its_terminal() {
    let ship = |keys: &str| {
        let text = format!(
            "[[terminals]]\nname = \"ship\"\ntrack = \"tracks/flight.csv\"\n\
             skyline_file = \"mast.csv\"\n{keys}"
        );
        good(&(iridium("") + &text)).sky.terminals.pop().unwrap()
    };
    let [plain, north, turning] =
        ["", "skyline_from = \"north\"", "skyline_from = \"heading\""].map(ship);
    assert_eq!(plain.skyline_deg, [(170.0, 20.0), (190.0, 30.5)]);
    assert_eq!(plain, north);
    assert!(!plain.turns_skyline && turning.turns_skyline);
    assert_eq!(turning.skyline_deg, plain.skyline_deg);
}

#[test]
fn a_handover_breaks_before_it_makes_or_makes_before_it_breaks() {
    let handover = |keys: &str| good(&iridium(&format!("handover = {{ {keys} }}"))).sky.handover;
    let seconds = Duration::from_secs;
    assert_eq!(
        handover("interruption_time = \"3 s\"").transition,
        Transition::BreakBeforeMake(seconds(3))
    );
    assert_eq!(handover("overlap = \"2 s\"").transition, Transition::MakeBeforeBreak(seconds(2)));
    let given =
        handover("check_interval = \"15 s\", offset = \"12 s\", kind = \"longest-visibility\"");
    assert_eq!((given.check_interval, given.offset), (seconds(15), seconds(12)));
    assert_eq!(given.policy.name(), "longest-visibility");
}

/// Goal: a conditional handover that was printed, with the defaults of the other conditions, reads
/// back as the same. Method: a key of each condition.
#[test]
fn a_conditional_handover_reads_as_it_was_printed() {
    let handover = |keys: &str| good(&iridium(&format!("handover = {{ {keys} }}"))).sky.handover;
    for keys in [
        "threshold1 = \"20 deg\"",
        "condition = \"location\", hysteresis_location = \"20 km\"",
        "condition = \"time\", t1_threshold = \"50 s\"",
    ] {
        let given = handover(&format!("kind = \"conditional\", {keys}"));
        let printed = given.policy.print();
        let printed = printed.as_object().expect("a table").iter();
        let printed: Vec<String> = printed.map(|(key, value)| format!("{key} = {value}")).collect();
        assert!(printed.len() > 9, "{printed:?}");
        assert_eq!(handover(&printed.join(", ")), given);
    }
}

/// Every 15 s, at 12, 27, 42 and 57 s past the minute, unless other instants are given.
#[test]
fn a_global_reallocation_has_a_clock_and_a_capacity_of_its_own() {
    let handover = |keys: &str| {
        let text = format!("handover = {{ {keys} }}");
        good(&iridium(&text)).sky.handover
    };
    let seconds = Duration::from_secs;
    let own = "kind = \"global-reallocation\", satellite_capacity = 10";
    let own = handover(own);
    assert_eq!((own.check_interval, own.offset), (seconds(15), seconds(12)));
    assert_eq!(own.policy.capacity(), Some(10));
    let given = handover("kind = \"global-reallocation\", check_interval = \"30 s\"");
    assert_eq!((given.check_interval, given.offset), (seconds(30), Duration::ZERO));
}

#[test]
fn routes_are_worked_out_now_and_then_and_used_late() {
    let routing = "routing = { recompute_interval = \"1 s\", convergence_delay = \"100 ms\", \
                   hysteresis = \"1 ms\" }";
    let routing = good(&iridium(routing)).sky.routing.planned();
    assert_eq!(routing.recompute_interval, Some(Duration::from_secs(1)));
    assert_eq!(routing.convergence_delay, Duration::from_millis(100));
    assert_eq!(routing.hysteresis, Duration::from_millis(1));
}

/// Paths with the same end may join but not part; through terminals that relay, over wires, and
/// back by another route.
#[test]
fn paths_are_laid_down_node_by_node() {
    let keys = r#"
routing.paths = [
    ["HNL", "iridium-0-3", "iridium-0-4", "iridium-1-4", "LAX", "server"],
    ["XYZ", "iridium-0-4", "iridium-1-4", "LAX", "server"],
    ["server", "LAX", "iridium-1-4", "XYZ", "iridium-0-3", "HNL"],
]
nodes = [{ name = "server" }]
wires = [{ between = ["server", "LAX"], delay = "1 ms", rate = "1 Gbit/s", queue = "9 packets" }]
"#;
    let relay = "
[[terminals]]
name = \"XYZ\"
latitude = \"0 deg\"
longitude = \"0 deg\"
relay = true
";
    let paths = good(&(iridium(keys) + relay)).sky.routing.planned().paths;
    assert_eq!(paths.len(), 3);
    assert_eq!(paths[2], ["server", "LAX", "iridium-1-4", "XYZ", "iridium-0-3", "HNL"]);
}

/// Exchanged numbers of planes and satellites per plane are detected by the preset that they would
/// give, or because neighbours in the plane would not see each other.
#[test]
fn exchanged_numbers_are_warned_of() {
    let shell = |walker: &str, kind: &str, altitude: &str, pattern: &str| {
        let text = format!(
            "[constellation]\nelevation_mask = \"10 deg\"\nisl.pattern = \"{pattern}\"\n\
             [constellation.shell]\nwalker = \"{walker}\"\nkind = \"{kind}\"\n\
             altitude = \"{altitude}\""
        );
        parsed(&text).warnings
    };
    let [starlink] = &shell("53:1584/22/17", "delta", "552 km", "plus-grid")[..] else {
        panic!("one warning")
    };
    assert!(starlink.problem.expected.contains("\"starlink-shell1\""), "{starlink}");
    assert_eq!(
        (starlink.problem.line, starlink.problem.path.as_str()),
        (5, "constellation.shell.walker")
    );
    assert!(starlink.to_string().starts_with("warning: planes and satellites per plane"));
    // As it is filed, and too far from what is filed.
    assert_eq!(shell("53:1584/72/17", "delta", "550 km", "plus-grid"), []);
    assert_eq!(shell("53:1584/22/17", "delta", "560 km", "plus-grid"), []);
    assert_eq!(shell("54:1584/22/17", "delta", "550 km", "plus-grid"), []);
    // 5 in a plane at 600 km: half way between two, 6978 km times cos(36 deg) is within the Earth.
    let [far] = &shell("70:100/20/1", "delta", "600 km", "plus-grid")[..] else {
        panic!("one warning")
    };
    assert!(far.problem.message.contains("too far apart"), "{far}");
    assert_eq!(shell("70:100/5/1", "delta", "600 km", "plus-grid"), []);
    assert_eq!(shell("70:100/20/1", "delta", "600 km", "none"), [], "nothing is to be seen");
}

/// A run between two places over Starlink's first shell.
fn run_with(routing: &str, duration: &str) -> Vec<skyseam_scenario::ScenarioWarning> {
    let place = |name: &str, longitude: f64| {
        format!(
            "[[terminals]]\nname = \"{name}\"\nlatitude = \"45 deg\"\n\
             longitude = \"{longitude} deg\"\n"
        )
    };
    let link = "{ rate = \"1 Mbit/s\", queue = \"9 packets\" }";
    let text = format!(
        "[constellation]\npreset = \"starlink-shell1\"\n[routing]\n{routing}\n{}{}\
         [links]\nuplink = {link}\ndownlink = {link}\nisl = {link}\n\
         [[flows]]\nname = \"f\"\nfrom = \"a\"\nto = \"b\"\n\
         application = {{ kind = \"file\", size = \"1 kB\" }}\n\
         transport = {{ kind = \"tcp\" }}\n[run]\nduration = \"{duration}\"",
        place("a", 0.0),
        place("b", 20.0)
    );
    parsed(&text).warnings
}

/// A gap after each handover: a warning if late routes were not requested, and packets are sent.
#[test]
fn old_routes_are_warned_of() {
    let run = |routing: &str| run_with(routing, "10 min");
    let [old] = &run("recompute_interval = \"1 s\"")[..] else { panic!("one warning") };
    assert_eq!(
        old.to_string(),
        "warning: routes this old lead to satellites that terminals have left\n \
         --> test.toml:4:22 (routing.recompute_interval)\n  |\n\
         4 | recompute_interval = \"1 s\"\n  |                      ^^^^^\n  \
         = found: recompute_interval = \"1 s\"\n  \
         = expected: at most 100 ms, or no `recompute_interval`\n  \
         = help: after each handover a terminal cannot be reached for up to 1 s, and packets are \
         dropped (no_route); leave `recompute_interval` out: routes at the instant of \
         forwarding are exact and cost little more\n"
    );
    assert_eq!(run("recompute_interval = \"101 ms\"").len(), 1);
    assert_eq!(run("recompute_interval = \"100 ms\""), []);
    assert_eq!(run(""), []);
    let late = "recompute_interval = \"1 s\"\nconvergence_delay = \"200 ms\"";
    assert_eq!(run(late), [], "late on purpose");
    let late = std::fs::read_to_string("../../scenarios/late-routes.toml").unwrap();
    assert_eq!(parsed(&late).warnings, [], "no packets");
    let no_effort = late.replace("hysteresis", "# ").replace("convergence_delay", "# ");
    assert_eq!(parsed(&no_effort).warnings, [], "no packets");
}

/// Trees with hysteresis are computed period by period for every destination in use: two
/// destinations take a second for 600 periods, and more than a minute for a hundred times as many.
#[test]
fn hours_of_routes_with_hysteresis_are_warned_of() {
    let kept = |period: &str| format!("recompute_interval = \"{period}\"\nhysteresis = \"1 ms\"");
    assert_eq!(run_with(&kept("1 s"), "10 min"), []);
    let [long] = &run_with(&kept("10 ms"), "40 min")[..] else { panic!("one warning") };
    assert_eq!(long.problem.path, "routing.hysteresis");
    assert_eq!(long.problem.found, "routes to 2 nodes every 10 ms, some 2 min of work");
    assert!(long.problem.help.as_ref().unwrap().contains("`recompute_interval` longer"), "{long}");
    assert_eq!(run_with("recompute_interval = \"10 ms\"", "40 min"), [], "without hysteresis");
    assert_eq!(run_with("", "40 min"), []);
}

/// Every preset as a scenario that does not name it: valid, the same, and without warnings.
#[test]
fn constellations_are_scenarios_to_start_from() {
    let listed = skyseam_scenario::constellations();
    assert!(listed.as_array().unwrap().len() >= 23);
    for one in listed.as_array().unwrap() {
        let toml: toml::Table = serde_json::from_value(one["scenario"].clone()).unwrap();
        let places = iridium("").replace("[constellation]\npreset = \"iridium\"\n", "");
        let text = format!("{}\n{places}", toml::to_string(&toml).unwrap());
        let spelled = parsed(&text);
        assert_eq!(spelled.warnings, [], "{}", one["name"]);
        let name = one["name"].as_str().unwrap();
        let named = parsed(&iridium("").replace("iridium\"", &format!("{name}\"")));
        assert_eq!(named.warnings, []);
        assert_eq!(spelled.scenario, Scenario { preset: None, ..named.scenario }, "{name}");
        let shells = one["shells"].as_array().unwrap().iter();
        let count = |shell: &serde_json::Value, key: &str| shell[key].as_u64().unwrap();
        let sum: u64 = shells.map(|s| count(s, "planes") * count(s, "satellites_per_plane")).sum();
        assert_eq!(one["satellites"].as_u64(), Some(sum), "{name}");
    }
}

/// A user's file is equivalent to a built-in preset.
#[test]
fn a_constellation_of_the_users_own_is_a_preset() {
    let text = iridium("").replace("\"iridium\"", "\"own/teledesic.toml\"");
    let mut files = files();
    let own = include_bytes!("../../../constellations/teledesic-ns2.toml");
    files.insert("own/teledesic.toml", own);
    let read = |text: &str| parse(text, "test.toml", &files);
    let own = read(&text).unwrap_or_else(|errors| panic!("{errors}")).scenario;
    let named = parsed(&iridium("").replace("iridium\"", "teledesic-ns2\"")).scenario;
    assert_eq!(own.preset.as_deref(), Some("own/teledesic.toml"));
    assert_eq!(own, Scenario { preset: own.preset.clone(), ..named });
    let toml: toml::Table = serde_json::from_value(own.resolved()).unwrap();
    let again = read(&toml::to_string(&toml).unwrap()).unwrap().scenario;
    assert_eq!(again, Scenario { preset: None, ..own });
    // Keys of the scenario come before those of the file.
    let elsewhere = text.replace("toml\"\n", "toml\"\nisl.pattern = \"none\"\n");
    let sky = read(&elsewhere).unwrap_or_else(|errors| panic!("{errors}")).scenario.sky;
    assert_eq!(sky.shells[0].pattern, isl::model(isl::NoLinks {}));
}

/// A file that could not be read is reported where it is named, with the reason.
#[test]
fn a_file_that_was_not_read_is_a_problem_of_its_key() {
    let text = "[[terminals]]\nname = \"a\"\ntrack = \"b.csv\"\n[constellation]\npreset = \"geo\"";
    let mut files = Files::new();
    files.insert_unreadable("b.csv", "there is no file here/b.csv");
    let errors = parse(text, "test.toml", &files).unwrap_err();
    let [problem] = &errors.problems[..] else { panic!("{errors}") };
    assert_eq!((problem.line, problem.path.as_str()), (3, "terminals[0].track"));
    assert!(problem.message.contains("there is no file here/b.csv"), "{errors}");
    let ungiven = parse(text, "test.toml", &Files::new()).unwrap_err();
    assert!(ungiven.problems[0].message.contains("not given"), "{ungiven}");
}

/// Time zero is the minute after the latest epoch, or the given one; satellites keep their names.
#[test]
fn an_element_file_gives_satellites_and_a_date() {
    let text = iridium("").replace("preset = \"iridium\"", "elements = \"day.tle\"");
    let text = text.replace("[[terminals]]\n", "[[terminals]]\nelevation_mask = \"10 deg\"\n");
    let scenario = good(&text);
    let sky = &scenario.sky;
    let satellites: u64 = sky.shells.iter().map(|shell| shell.satellites()).sum();
    assert_eq!(satellites, 9);
    let file = scenario.resolved()["constellation"]["elements"].clone();
    let epoch = sky.zero.unwrap().to_string();
    assert!(epoch.ends_with(":00Z"), "{epoch}");
    assert_eq!(file, json!({ "file": "day.tle", "epoch": epoch, "max_age": "720 h" }));
    let given = "elements = { file = \"day.tle\", epoch = \"2026-11-20T06:00:00Z\" }";
    let given = text.replace("elements = \"day.tle\"", given);
    let failed = "failures = [{ satellite = \"HEO 16 H\", start = \"1 h\" }]\n";
    let sky = good(&(failed.to_string() + &given)).sky;
    assert_eq!(sky.zero.unwrap().to_string(), "2026-11-20T06:00:00Z");
    assert_eq!(sky.failures.len(), 1);
}

/// Goal: a scenario selects some satellites of a file, and problems of others do not matter.
/// Method: names with a star, numbers, and satellites left out, of a file in which five of seven
/// are faulty; the manifest repeats the selection.
#[test]
fn satellites_of_an_element_file_are_selected() {
    let text = iridium("").replace("preset = \"iridium\"", "elements = FILE");
    let text = text.replace("[[terminals]]\n", "[[terminals]]\nelevation_mask = \"10 deg\"\n");
    let taken = |elements: &str| {
        let scenario = good(&text.replace("FILE", elements));
        let names: Vec<String> = scenario
            .sky
            .shells
            .iter()
            .flat_map(|shell| match &shell.orbits {
                Orbits::Listed(listed) => listed.orbiters().map(|of| of.2.name.clone()).collect(),
                Orbits::Walker(_) => Vec::new(),
            })
            .collect();
        let printed = scenario.resolved()["constellation"]["elements"].clone();
        (names, printed)
    };
    let day = "{ file = \"day.tle\", names = [\"*-LIKE\", \"GEO\"], numbers = [90009], \
               skip = [\"GPS*\", 90001] }";
    let (mut names, printed) = taken(day);
    names.sort();
    assert_eq!(names, ["GEO", "HEO 16 H", "O3B-LIKE", "STARLINK-LIKE"]);
    assert_eq!(printed["names"], json!(["*-LIKE", "GEO"]));
    assert_eq!(printed["numbers"], json!([90_009]));
    assert_eq!(printed["skip"], json!(["GPS*", 90_001]));
    let several = "{ file = \"several-faults.tle\", skip = [90002, \"STATION*\", \"O3B-LIKE\", \
                   \"GEO\", \"TWIN*\"] }";
    let (mut names, _) = taken(several);
    names.sort();
    assert_eq!(names, ["GPS-LIKE", "IRIDIUM-LIKE"]);
}
