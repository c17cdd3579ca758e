//! Resolution of valid files: defaults, presets, overrides and units, value by value.

use std::any::Any;
use std::sync::Arc;

use skyseam_app::{Application, File, Ping};
use skyseam_base::{Duration, Rate, SimTime};
use skyseam_constellation::description::config::{
    Geometry, IslConfig, Metric, Orbits, Phasing, Point, Propagation, Shell, Site, Walker,
};
use skyseam_constellation::handover::QueuedAtHandover;
use skyseam_constellation::isl;
use skyseam_endpoint::transport::Transport;
use skyseam_endpoint::values::SendBufferSize;
use skyseam_net::config::{LinkConfig, QueueConfig};
use skyseam_params::Model;
use skyseam_quic::QuicConfig;
use skyseam_scenario::{Files, Scenario};
use skyseam_tcp::{DelayedAck, Linux, LossRecovery, Ns2, TcpConfig};

fn good(text: &str) -> Scenario {
    let parsed = skyseam_sim::parse(text, "test.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

/// The orbits of a shell.
fn walker(shell: &Shell) -> &Walker {
    match &shell.orbits {
        Orbits::Walker(walker) => walker,
        Orbits::Listed(_) => panic!("a shell of an element file"),
    }
}

/// The smallest packet run: everything except places, flow and duration is the preset's or a
/// default.
const SMALL: &str = r#"
constellation.preset = "iridium-ns2"
terminals = [
    { name = "HNL", latitude = "21.5 deg", longitude = "-158.0 deg" },
    { name = "LAX", latitude = "34.05 deg", longitude = "-118.24 deg", elevation_mask = "10 deg" },
]
flows = [
    { name = "page", from = "HNL", to = "LAX", application = { kind = "file", size = "9 kB" } },
]
run.duration = "1 h"
"#;

/// TCP of the first flow.
fn tcp_of(scenario: &Scenario) -> &TcpConfig {
    let transport: &dyn Any = &*scenario.flows[0].transport;
    transport.downcast_ref().expect("a flow over TCP")
}

#[test]
fn the_ns2_preset_is_what_the_example_scripts_have() {
    let scenario = good(SMALL);
    let sky = &scenario.sky;
    let shell = walker(&sky.shells[0]);
    assert_eq!((shell.planes, shell.satellites_per_plane), (6, 11));
    assert_eq!((shell.altitude_km, shell.inclination_deg), (780.0, 86.4));
    assert_eq!((shell.raan_spacing_deg, shell.raan_offset_deg), (31.6, 0.0));
    // Half a slot; the geometry rounds every satellite's phase to the scripts' two decimals.
    assert_eq!(shell.phasing, Phasing::OddPlanes(180.0 / 11.0));
    assert_eq!((sky.geometry, sky.routing.planned().metric), (Geometry::NS2, Metric::DELAY));
    assert_eq!(sky.shells[0].pattern, isl::model(isl::GridSeamOpen {}));
    assert_eq!((sky.isl.latitude_threshold_deg, sky.isl.grazing_altitude_km), (60.0, 150.0));
    assert_eq!(sky.handover.check_interval, Duration::from_secs(10));
    assert!(!sky.handover.randomized);
    assert_eq!(scenario.queued_at_handover, QueuedAtHandover::Lost);
    let masks: Vec<f64> = sky.terminals.iter().map(|t| t.elevation_mask_deg).collect();
    assert_eq!(masks, [8.2, 10.0]);
    for (link, bps) in [
        (&scenario.links.uplink, 1_500_000),
        (&scenario.links.downlink, 1_500_000),
        (&scenario.links.isl, 25_000_000),
    ] {
        let link = link.as_ref().unwrap();
        assert_eq!(Some(link.rate), Rate::from_bps(bps));
        assert_eq!(link.framing_bytes, 16);
        assert_eq!(link.queue, QueueConfig::drop_tail(49));
    }
    assert_eq!(scenario.preset.as_deref(), Some("iridium-ns2"));
    assert_eq!(tcp_of(&scenario), &TcpConfig::named("rfc", "cubic"));
    assert_eq!(scenario.flows[0].application, Application::of(File { size: 9000 }));
    assert_eq!((scenario.run.start, scenario.run.seed), (SimTime::ZERO, 1));
}

#[test]
fn the_teledesic_preset_is_what_the_example_scripts_have() {
    let scenario = good(&SMALL.replace("iridium-ns2", "teledesic-ns2"));
    let (sky, shell) = (&scenario.sky, walker(&scenario.sky.shells[0]));
    assert_eq!((shell.planes, shell.satellites_per_plane), (12, 24));
    assert_eq!((shell.altitude_km, shell.inclination_deg), (1375.0, 84.7));
    assert_eq!((shell.raan_spacing_deg, shell.phasing), (15.0, Phasing::OddPlanes(7.5)));
    let isl = IslConfig {
        latitude_threshold_deg: 60.0,
        grazing_altitude_km: 150.0,
        seam_longitude_threshold_deg: 8.0,
        ..IslConfig::ALWAYS
    };
    assert_eq!(sky.shells[0].pattern, isl::model(isl::Teledesic {}));
    assert_eq!((sky.geometry, &sky.isl), (Geometry::NS2, &isl));
    assert_eq!(sky.terminals[0].elevation_mask_deg, 40.0);
    let rate = |link: &Option<LinkConfig>| link.as_ref().unwrap().rate;
    assert_eq!(Some(rate(&scenario.links.uplink)), Rate::from_bps(1_500_000));
    assert_eq!(Some(rate(&scenario.links.isl)), Rate::from_bps(155_000_000));
    assert_eq!(scenario.links.isl.unwrap().framing_bytes, 16);
}

/// A key of [constellation.isl] leaves the preset's other keys unchanged.
#[test]
fn links_between_satellites_are_the_presets_but_for_the_keys_given() {
    let preset = "constellation.preset = \"teledesic-ns2\"";
    let text = SMALL.replace("constellation.preset = \"iridium-ns2\"", preset);
    let text = format!("{text}\nconstellation.isl.seam_longitude_threshold = \"3 deg\"");
    let sky = good(&text).sky;
    assert_eq!(sky.shells[0].pattern, isl::model(isl::Teledesic {}));
    assert_eq!(sky.isl.seam_longitude_threshold_deg, 3.0);
    let crossed = format!("{SMALL}\nconstellation.isl.pattern = \"grid-seam-crossed\"");
    let sky = good(&crossed).sky;
    let isl = sky.isl;
    assert_eq!(sky.shells[0].pattern, isl::model(isl::GridSeamCrossed {}));
    assert_eq!((isl.latitude_threshold_deg, isl.seam_longitude_threshold_deg), (60.0, 10.0));
}

#[test]
fn a_file_overrides_its_preset_key_by_key() {
    let text = format!(
        "{SMALL}
constellation.geometry = \"exact\"
constellation.isl.pattern = \"none\"
links.uplink.rate = \"120 Mbit/s\"
handover.queued = \"lost\"
"
    );
    let scenario = good(&text);
    assert_eq!(scenario.sky.geometry, Geometry::EXACT);
    assert_eq!(scenario.queued_at_handover, QueuedAtHandover::Lost);
    assert_eq!(scenario.links.isl, None, "there are no links between satellites");
    let uplink = scenario.links.uplink.unwrap();
    assert_eq!(Some(uplink.rate), Rate::from_bps(120_000_000));
    assert_eq!(uplink.queue, QueueConfig::drop_tail(49));
    let exact = good(&SMALL.replace("ns2\"", "ns2\"\nconstellation.geometry = \"exact\""));
    assert_eq!(exact.queued_at_handover, QueuedAtHandover::Forwarded);
}

#[test]
fn a_transport_is_its_stack_but_for_the_keys_given() {
    let text = SMALL.replace(
        "\"9 kB\" }",
        "\"9 kB\" }, transport = { kind = \"tcp\", stack = \"ns2\", congestion = \"newreno\", \
         recovery = \"newreno\", mss = \"500 B\", delayed_ack = \"100 ms\", sack_blocks = 0, \
         min_rto = \"1 s\" }",
    );
    let expected = TcpConfig {
        mss: 500,
        delayed_ack: DelayedAck::Timer(Duration::from_millis(100)),
        min_rto: Duration::from_secs(1),
        ..TcpConfig::of(&Ns2::by(LossRecovery::NewReno), "newreno")
    };
    assert_eq!(tcp_of(&good(&text)), &expected);
}

/// Goal: the send buffer and the guard against storms reach the stack to which they belong. Method:
/// both set; the resolved and the printed values.
#[test]
fn keys_of_one_stack_reach_it() {
    let scenario = |keys: &str| {
        let transport = format!("\"9 kB\" }}, transport = {{ kind = \"tcp\", {keys} }}");
        good(&SMALL.replace("\"9 kB\" }", &transport))
    };
    let tcp = |keys: &str| tcp_of(&scenario(keys)).clone();
    let printed =
        |keys: &str, key: &str| scenario(keys).resolved()["flows"][0]["transport"][key].clone();
    let linux = "stack = \"linux\"";
    assert_eq!(tcp(linux).own::<Linux>().send_buffer, SendBufferSize::Bytes(4 << 20));
    assert_eq!(printed(linux, "send_buffer"), "4194304 B");
    let unlimited = "stack = \"linux\", send_buffer = \"unlimited\"";
    assert_eq!(tcp(unlimited).own::<Linux>().send_buffer, SendBufferSize::Unlimited);
    assert_eq!(printed(unlimited, "send_buffer"), "unlimited");
    let large = tcp("stack = \"linux\", send_buffer = \"64 MiB\"");
    assert_eq!(large.own::<Linux>().send_buffer, SendBufferSize::Bytes(64 << 20));
    let guarded = "stack = \"ns2\", storm_guard = true";
    let guards = [tcp("stack = \"ns2\""), tcp(guarded)].map(|tcp| tcp.own::<Ns2>().storm_guard);
    assert_eq!(guards, [Some(false), Some(true)]);
    assert_eq!(printed(guarded, "storm_guard"), true);
}

/// Every stack can delay ACKs like any other, and the printed form reads back as the same.
#[test]
fn delayed_acks_are_of_every_stack() {
    let asked = [
        ("off", DelayedAck::Off),
        ("linux", DelayedAck::Linux),
        ("40 ms", DelayedAck::Timer(Duration::from_millis(40))),
    ];
    for stack in ["rfc", "ns2", "linux"] {
        for (value, expected) in asked {
            let transport = format!(
                "\"9 kB\" }}, transport = {{ kind = \"tcp\", stack = \"{stack}\", delayed_ack = \
                 \"{value}\" }}"
            );
            let scenario = good(&SMALL.replace("\"9 kB\" }", &transport));
            assert_eq!(tcp_of(&scenario).delayed_ack, expected);
            let printed = &scenario.resolved()["flows"][0]["transport"]["delayed_ack"];
            assert_eq!(printed, value, "{stack}");
        }
    }
}

/// Goal: the defaults of the format are those of the code, and keys reach it. Method: both compared
/// with the resolved values.
#[test]
fn quic_is_what_quinn_does_but_for_the_keys_given() {
    let quic = |keys: &str| {
        let given = format!("\"9 kB\" }}, transport = {{ kind = \"quic\"{keys} }}");
        let mut scenario = good(&SMALL.replace("\"9 kB\" }", &given));
        scenario.flows.remove(0).transport
    };
    let is = |own| Model::<dyn Transport>::new(Arc::new(own));
    assert_eq!(quic(""), is(QuicConfig::named("cubic")));
    let keys = ", congestion = \"bbr\", initial_window = \"40 kB\", initial_mtu = \"9000 B\", \
                receive_window = \"16 MiB\", ack_eliciting_threshold = 10, \
                max_ack_delay = \"40 ms\", \
                max_idle_timeout = \"off\", initial_rtt = \"600 ms\", server_flight = \"4 kB\"";
    let expected = QuicConfig {
        initial_window: 40_000,
        initial_mtu: 9_000,
        max_mtu: Some(9_000),
        receive_window: 16 << 20,
        ack_eliciting_threshold: Some(10),
        max_ack_delay: Some(Duration::from_millis(40)),
        max_idle_timeout: None,
        initial_rtt: Duration::from_millis(600),
        server_flight: Some(4_000),
        ..QuicConfig::named("bbr")
    };
    assert_eq!(quic(keys), is(expected));
    let usual = QuicConfig::named("cubic");
    let fixed = QuicConfig { mtu_discovery: false, max_mtu: None, ..usual };
    assert_eq!(quic(", mtu_discovery = false"), is(fixed));
}

/// Every table with all its defaults, including tables without satellites.
#[test]
fn wires_alone_are_a_network_and_defaults_fill_the_rest() {
    let scenario = good(
        r#"
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["b", "a"], delay = "40 ms", rate = "1 Gbit/s", queue = "7 packets" }]
flows = [{ name = "p", from = "a", to = "b", application = { kind = "ping", count = 3 } }]
run = { duration = "1 min" }
delay = {}
"#,
    );
    assert!(scenario.sky.shells.is_empty() && scenario.links.uplink.is_none());
    assert_eq!(scenario.links.wires[0].forward.queue, QueueConfig::drop_tail(7));
    assert_eq!(scenario.links.wires[0].forward.framing_bytes, 0);
    let interval = Duration::from_secs(1);
    let ping = Application::of(Ping { count: 3, interval, size: 84 });
    assert_eq!(scenario.flows[0].application, ping);
    let study = scenario.delay.unwrap();
    assert_eq!(study.pairs, [["a".to_string(), "b".to_string()]]);
    assert_eq!(study.sampling.end, SimTime::from_secs(60));
}

#[test]
fn a_shell_of_ones_own_may_leave_out_what_has_a_default() {
    let scenario = good(
        r#"
[constellation.shell]
planes = 72
satellites_per_plane = 22
altitude = "550 km"
inclination = "53 deg"
raan_spacing = "5 deg"
phasing = { each_plane = "9.2 deg" }
[[terminals]]
name = "New Delhi"
latitude = "28.61 deg"
longitude = "77.21 deg"
altitude = "0.2 km"
elevation_mask = "25 deg"
"#,
    );
    assert_eq!(walker(&scenario.sky.shells[0]).phasing, Phasing::EachPlane(9.2));
    assert_eq!(scenario.sky.shells[0].name, "shell");
    let place = Point { latitude_deg: 28.61, longitude_deg: 77.21, altitude_m: 200.0 };
    assert_eq!(scenario.sky.terminals[0].site, Site::Fixed(place));
    assert_eq!(scenario.run.duration, Duration::from_secs(86_400));
    assert_eq!(scenario.delay_study(), None, "one terminal makes no pair");
}

/// Walker's notation, planes with `kind` and `factor`, and all angles written out are three
/// equivalent forms.
#[test]
fn walkers_notation_stands_for_planes_and_angles() {
    let shell = |keys: &str| {
        let text = format!(
            "[constellation.shell]\naltitude = \"550 km\"\n{keys}\n[[terminals]]\nname = \"A\"\n\
             latitude = \"0 deg\"\nlongitude = \"0 deg\"\nelevation_mask = \"25 deg\""
        );
        walker(&good(&text).sky.shells[0]).clone()
    };
    let walker = shell("walker = \"53:1584/72/17\"\nkind = \"delta\"");
    assert_eq!((walker.planes, walker.satellites_per_plane), (72, 22));
    assert_eq!((walker.inclination_deg, walker.raan_spacing_deg), (53.0, 5.0));
    assert_eq!(walker.phasing, Phasing::EachPlane(360.0 * 17.0 / 1584.0));
    let planes = "planes = 72\nsatellites_per_plane = 22\ninclination = \"53 deg\"";
    let factor = format!("{planes}\nkind = \"delta\"\nphasing = {{ factor = 17 }}");
    assert_eq!(shell(&factor), walker);
    let phasing = "phasing = { each_plane = \"3.8636363636363638 deg\" }";
    let angles = format!("{planes}\nraan_spacing = \"5 deg\"\n{phasing}");
    assert_eq!(shell(&angles), walker);
    let star = shell("walker = \"86.4:66/6/2\"\nkind = \"star\"\nargument_of_latitude = \"7 deg\"");
    assert_eq!((star.raan_spacing_deg, star.argument_of_latitude_deg), (30.0, 7.0));
}

/// Number of satellites of each preset, and the first words of its summary on each shell.
#[test]
fn presets_have_as_many_satellites_as_their_sources_say() {
    let expected = [
        ("iridium-ns2", vec![(6, 11, 780.0, 86.4)]),
        ("iridium", vec![(6, 11, 780.0, 86.4)]),
        ("teledesic-ns2", vec![(12, 24, 1375.0, 84.7)]),
        ("globalstar", vec![(8, 6, 1414.0, 52.0)]),
        ("oneweb", vec![(18, 40, 1200.0, 87.9)]),
        ("starlink-shell1", vec![(72, 22, 550.0, 53.0)]),
        ("starlink-shell2", vec![(72, 22, 540.0, 53.2)]),
        ("starlink-shell3", vec![(36, 20, 570.0, 70.0)]),
        ("starlink-shell4", vec![(6, 58, 560.0, 97.6)]),
        ("starlink-shell5", vec![(4, 43, 560.0, 97.6)]),
        (
            "starlink-gen1",
            vec![
                (72, 22, 550.0, 53.0),
                (72, 22, 540.0, 53.2),
                (36, 20, 570.0, 70.0),
                (6, 58, 560.0, 97.6),
                (4, 43, 560.0, 97.6),
            ],
        ),
        ("kuiper-630", vec![(34, 34, 630.0, 51.9)]),
        ("kuiper", vec![(34, 34, 630.0, 51.9), (36, 36, 610.0, 42.0), (28, 28, 590.0, 33.0)]),
        ("telesat", vec![(6, 13, 1015.0, 98.98), (20, 11, 1325.0, 50.88)]),
        ("telesat-polar", vec![(6, 13, 1015.0, 98.98)]),
        ("telesat-inclined", vec![(20, 11, 1325.0, 50.88)]),
        ("leosat", vec![(6, 13, 1432.0, 90.0)]),
        ("boeing", vec![(35, 32, 1200.0, 45.0), (6, 46, 1200.0, 55.0)]),
        ("theia", vec![(8, 14, 800.0, 98.6)]),
        ("viasat", vec![(3, 8, 8200.0, 87.0)]),
        ("o3b", vec![(1, 20, 8062.0, 0.0)]),
        ("o3b-mpower", vec![(1, 11, 8062.0, 0.0)]),
        ("geo", vec![(1, 1, 42_164.17 - 6_378.137, 0.0)]),
    ];
    let models = skyseam_sim::models().list();
    let names = models.as_array().unwrap().iter();
    let presets = names.filter(|row| row["key"] == "constellation.preset").map(|row| &row["name"]);
    assert_eq!(presets.collect::<Vec<_>>(), expected.iter().map(|e| e.0).collect::<Vec<_>>());
    for (name, shells) in expected {
        let text = format!("constellation.preset = \"{name}\"\ndelay = {{}}\n{PLACES}");
        let scenario = good(&text);
        let found: Vec<_> = scenario
            .sky
            .shells
            .iter()
            .map(|shell| {
                let walker = walker(shell);
                let (planes, each) = (walker.planes, walker.satellites_per_plane);
                (planes, each, walker.altitude_km, walker.inclination_deg)
            })
            .collect();
        assert_eq!(found, shells, "{name}");
        let toml: toml::Table = serde_json::from_value(scenario.resolved()).unwrap();
        let again = Scenario { preset: None, ..scenario };
        assert_eq!(good(&toml::to_string(&toml).unwrap()), again, "{name}");
    }
}

const PLACES: &str = r#"
terminals = [
    { name = "HNL", latitude = "21.5 deg", longitude = "-158.0 deg" },
    { name = "LAX", latitude = "34.05 deg", longitude = "-118.24 deg" },
]
"#;

#[test]
fn satellites_follow_kepler_unless_j2_is_asked_for() {
    assert_eq!(good(SMALL).sky.propagation, Propagation::Kepler);
    let j2 = SMALL.replace("iridium-ns2\"", "iridium\"\nconstellation.propagation = \"j2\"");
    let links = "{ rate = \"1 Mbit/s\", queue = \"9 packets\" }";
    let links = format!("links = {{ uplink = {links}, downlink = {links}, isl = {links} }}");
    assert_eq!(good(&format!("{j2}\n{links}")).sky.propagation, Propagation::J2);
}

#[test]
fn a_delay_study_defaults_to_the_flows_then_to_all_terminals() {
    let of_flows = good(SMALL).delay_study().unwrap();
    assert_eq!(of_flows.pairs, [["HNL".to_string(), "LAX".to_string()]]);
    assert_eq!(of_flows.sampling.step, Duration::from_secs(10));
    let start = SMALL.find("flows").unwrap();
    let end = SMALL.find("run").unwrap();
    let without_flows = format!("{}{}", &SMALL[..start], &SMALL[end..]);
    assert_eq!(good(&without_flows).delay_study().unwrap().pairs, of_flows.pairs);
}

/// Windows line endings, a byte-order mark and non-ASCII characters are valid, and locations count
/// characters.
#[test]
fn text_as_editors_save_it_is_read() {
    let dressed = format!("\u{feff}title = \"S\u{e3}o Paulo\"\n{SMALL}").replace('\n', "\r\n");
    assert_eq!(good(&dressed).title.as_deref(), Some("S\u{e3}o Paulo"));
    let wrong = "title = \"\u{e3}\u{e3}\"\r\nrun = { x\u{e3} = 1 }\r\n";
    let parse = |text| skyseam_sim::parse(text, "test.toml", &Files::new());
    let errors = parse(wrong).unwrap_err();
    assert!(!errors.problems.is_empty());
    for problem in &errors.problems {
        assert!(!problem.source_line.contains('\r'));
    }
    let bad = parse("title = \"a\"\nrun = { \"x\u{e3}\" = 1 }\n").unwrap_err();
    let problem = bad.problems.iter().find(|p| p.path.starts_with("run.x")).unwrap();
    assert_eq!((problem.line, problem.column, problem.width), (2, 9, 4));
}

/// Hypatia never switches a link between satellites off, and rejects one that dips below 80 km.
#[test]
fn the_hypatia_geometry_leaves_links_between_satellites_on() {
    let limits = |extra: &str| {
        let text = SMALL.replace(
            "constellation.preset = \"iridium-ns2\"",
            &format!("constellation = {{ preset = \"iridium\", geometry = \"hypatia\"{extra} }}"),
        );
        let text = text
            + "\n[links]\nuplink = { rate = \"1 Mbit/s\", queue = \"9 packets\" }\n\
            downlink = { rate = \"1 Mbit/s\", queue = \"9 packets\" }\n\
            isl = { rate = \"1 Mbit/s\", queue = \"9 packets\" }\n";
        let isl = good(&text).sky.isl;
        (isl.latitude_threshold_deg, isl.grazing_altitude_km)
    };
    assert_eq!(limits(""), (90.0, 80.0));
    assert_eq!(limits(", isl = { latitude_threshold = \"75 deg\" }"), (75.0, 80.0));
}

/// Goal: listed files are flows as if each had been described. Method: a list, the same from a file
/// and the flows written out; one that starts too late is left out, with a warning.
#[test]
fn transfers_are_flows_of_their_own() {
    let network = r#"
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "1 ms", rate = "10 Mbit/s", queue = "50 packets" }]
run.duration = "10 s"
"#;
    let mut files = Files::new();
    files.insert("t.csv", "start_s,size_bytes\n2.5,700\n0,9000\n");
    let read = |flows: &str| {
        let parsed = skyseam_sim::parse(&format!("{network}{flows}"), "test.toml", &files);
        parsed.unwrap_or_else(|errors| panic!("{errors}"))
    };
    let ends = "from = \"a\"\nto = \"b\"\n";
    let flow = |keys: &str| format!("[[flows]]\n{ends}{keys}\n");
    let alone = |name: &str, start: &str, size: &str| {
        let file = format!("application = {{ kind = \"file\", size = \"{size}\" }}");
        flow(&format!("name = \"{name}\"\nstart = \"{start}\"\n{file}"))
    };
    let written = read(&(alone("w-1", "3.5 s", "700 B") + &alone("w-2", "1 s", "9 kB")));
    let of_file = read(&flow("name = \"w\"\nstart = \"1 s\"\ntransfers = \"t.csv\""));
    let of_list = read(&flow(
        "name = \"w\"\nstart = \"1 s\"\ntransfers = [[\"2.5 s\", \"700 B\"], [\"0 s\", \"9 kB\"]]",
    ));
    assert_eq!(of_file.scenario.flows, written.scenario.flows);
    assert_eq!(of_list.scenario.flows, written.scenario.flows);
    assert!(of_file.warnings.is_empty(), "{:?}", of_file.warnings);
    let late = read(&flow("name = \"w\"\nstart = \"8 s\"\ntransfers = \"t.csv\""));
    assert_eq!(late.scenario.flows.len(), 1);
    let warned: Vec<String> = late.warnings.iter().map(ToString::to_string).collect();
    assert!(warned[0].contains("1 of 2 transfers never start"), "{warned:?}");
}
