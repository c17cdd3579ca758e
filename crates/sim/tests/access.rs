//! Links that terminals share unequally: separate links, traces of satellite links, and carriers
//! with medium access. Times are computed by arithmetic, to the nanosecond if nothing moves.

use crate::common::{counts, floats, names};
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

fn outcome(text: &str) -> Outcome {
    let scenario = parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// A beam of 250 ms with 10 Mbit/s; return links of 1 Mbit/s with `access`, and pings of 100 B from
/// "u" to "hub" at these instants.
fn beam(access: &str, starts_ms: &[u64]) -> String {
    let flows: String = starts_ms
        .iter()
        .map(|start| {
            format!(
                "[[flows]]\nname = \"at {start}\"\nfrom = \"u\"\nto = \"hub\"\n\
                 start = \"{start} ms\"\n\
                 application = {{ kind = \"ping\", count = 1, interval = \"1 s\", \
                 size = \"100 B\" }}\n"
            )
        })
        .collect();
    format!(
        "nodes = [{{ name = \"hub\" }}, {{ name = \"u\" }}, {{ name = \"v\" }}]\n\
         [[beams]]\nname = \"b\"\nfrom = \"hub\"\nto = [\"u\", \"v\"]\ndelay = \"250 ms\"\n\
         rate = \"10 Mbit/s\"\nqueue = \"50 packets\"\n\
         back = {{ rate = \"1 Mbit/s\", queue = \"50 packets\"{access} }}\n{flows}\
         [run]\nduration = \"30 s\"\nrecord = [\"rtt\", \"access\"]\n"
    )
}

/// Goal: a silent terminal pays for a request and its grant. Method: by arithmetic. A ping at 3 ms
/// takes part from the frame of 10 ms on; its request is in one of the two first slots of 1 ms, so
/// its grant can be used from 511 or 512 ms on, in the frame of 520 ms, whose third slot begins at
/// 522 ms; 100 B take 0.8 ms there and 0.08 ms on the return. Without access: 0.8 ms, 0.08 ms and
/// the propagation.
#[test]
fn an_idle_carrier_costs_a_request_to_the_nanosecond() {
    let rtt =
        |access: &str, starts: &[u64]| floats(&outcome(&beam(access, starts)), "rtt", "rtt_ms");
    let of = |ns: u64| ns as f64 / 1e6;
    assert_eq!(rtt("", &[3]), [of(500_880_000)]);
    let asked = ", access = { kind = \"demand-assigned\", frame = \"10 ms\", slots = 8, \
                 contention_slots = 2 }";
    assert_eq!(rtt(asked, &[3]), [of(522_000_000 - 3_000_000 + 500_880_000)]);
    // The controller elsewhere: usable from 111 or 112 ms on.
    let told = ", access = { kind = \"demand-assigned\", frame = \"10 ms\", slots = 8, \
                contention_slots = 2, grant_delay = \"100 ms\" }";
    assert_eq!(rtt(told, &[3]), [of(122_000_000 - 3_000_000 + 500_880_000)]);
    // A slot of every frame: that of the frame of 10 ms.
    let constant = ", access = { kind = \"demand-assigned\", frame = \"10 ms\", slots = 8, \
                    contention_slots = 2, constant_slots = 1 }";
    assert_eq!(rtt(constant, &[3]), [of(12_000_000 - 3_000_000 + 500_880_000)]);
}

/// Goal: a request for a rate costs an idle terminal one request; a scheduling request costs the
/// wait for its occasion. Method: by arithmetic. By rate, a ping at 3 ms is served in the frame of
/// 520 ms as on demand, and one at 601 ms in the next frame, whose slot begins at 612 ms. On an
/// occasion, terminal 0 sends its request in the slot of 8 ms, which ends at 9 ms: the grant is
/// used from 509 ms on.
#[test]
fn rates_and_scheduling_requests_cost_what_they_should() {
    let rtt =
        |access: &str, starts: &[u64]| floats(&outcome(&beam(access, starts)), "rtt", "rtt_ms");
    let of = |ns: u64| ns as f64 / 1e6;
    let rate = ", access = { kind = \"rate-based\", frame = \"10 ms\", slots = 8, \
                contention_slots = 2 }";
    let asked = of(522_000_000 - 3_000_000 + 500_880_000);
    let had = of(612_000_000 - 601_000_000 + 500_880_000);
    assert_eq!(rtt(rate, &[3, 601]), [asked, had]);
    let request = ", access = { kind = \"scheduling-request\", slot = \"1 ms\", period = 8 }";
    assert_eq!(rtt(request, &[3]), [of(509_000_000 - 3_000_000 + 500_880_000)]);
}

/// Goal: of one terminal, a class by rate and a class by volume pay for what they request. Method:
/// by arithmetic, as above. By volume, the second ping, at 601 ms, is requested in the frame of
/// 610 ms, usable from 1,111 or 1,112 ms on, in the frame of 1,120 ms.
#[test]
fn classes_of_a_terminal_ask_by_rate_and_by_volume() {
    let of = |ns: u64| ns as f64 / 1e6;
    let rtt = |dscp: &str| {
        let access = ", access = { kind = \"rate-based\", frame = \"10 ms\", slots = 8, \
                      contention_slots = 2, volume_dscp = [\"CS0\"] }";
        let marked = format!("to = \"hub\"\ndscp = \"{dscp}\"");
        let text = beam(access, &[3, 601]).replace("to = \"hub\"", &marked);
        floats(&outcome(&text), "rtt", "rtt_ms")
    };
    let asked = of(522_000_000 - 3_000_000 + 500_880_000);
    assert_eq!(rtt("EF"), [asked, of(612_000_000 - 601_000_000 + 500_880_000)]);
    assert_eq!(rtt("CS0"), [asked, of(1_122_000_000 - 601_000_000 + 500_880_000)]);
}

/// Goal: bytes by class are counted with queues that drop, with packets over several bursts and
/// beside another terminal. Method: voice-like datagrams in class EF by rate, and more best effort
/// by volume than the carrier has: none of EF is lost and each arrives within two frames after the
/// propagation once the rate is there, while best effort loses.
#[test]
fn voice_by_rate_beside_too_much_by_volume() {
    let udp = |name: &str, node: &str, dscp: &str, rate: &str, start: &str| {
        format!(
            "[[flows]]\nname = \"{name}\"\nfrom = \"{node}\"\nto = \"hub\"\ndscp = \"{dscp}\"\n\
             start = \"{start}\"\n\
             application = {{ kind = \"udp\", duration = \"8 s\", source = {{ kind = \"constant\", \
             rate = \"{rate}\", size = \"250 B\" }} }}\n"
        )
    };
    let access = ", access = { kind = \"rate-based\", frame = \"10 ms\", slots = 8, \
                  contention_slots = 2, rate_slots = 4, volume_dscp = [\"CS0\"] }";
    let flows = [
        udp("voice", "u", "EF", "100 kbit/s", "0 s"),
        udp("data", "u", "CS0", "900 kbit/s", "1 s"),
        udp("other", "v", "CS0", "900 kbit/s", "1 s"),
    ];
    let text = beam(access, &[]).replace(
        "back = { rate = \"1 Mbit/s\", queue = \"50 packets\"",
        "back = { rate = \"1 Mbit/s\", queue = { kind = \"ets\", limit = \"50 packets\" }",
    );
    let text = text.replace("[run]", &format!("{}[run]", flows.concat()));
    let text = text.replace("\"rtt\"", "\"udp_packets\"");
    let out = outcome(&text);
    let lost: Vec<u64> = counts(&out, "flows", "packets_sent")
        .into_iter()
        .zip(counts(&out, "udp", "received"))
        .map(|(sent, received)| sent - received)
        .collect();
    assert_eq!(lost[0], 0);
    assert!(lost[1] > 300 && lost[2] > 300, "{lost:?}");
    let delays = floats(&out, "udp_packets", "delay_ms").into_iter();
    let flows = counts(&out, "udp_packets", "flow");
    let times = floats(&out, "udp_packets", "t_s");
    let late = delays
        .zip(flows)
        .zip(times)
        .filter_map(|((delay_ms, flow), t_s)| (flow == 0 && t_s > 2.0).then_some(delay_ms));
    let longest = late.fold(0.0, f64::max);
    assert!((260.0..270.0).contains(&longest), "{longest} ms");
}

/// Goal: packets larger than a slot continue in the next, across bursts too. Method: two
/// simultaneous pings of 100 B and one slot of 125 B in a frame: 100 B leave in the first burst,
/// with 25 B of the second packet, and 75 B in the second.
#[test]
fn packets_go_on_in_the_next_burst() {
    let access = ", access = { kind = \"demand-assigned\", frame = \"2 ms\", slots = 1, \
                  contention_slots = 1, constant_slots = 1 }";
    let text = beam(access, &[3, 4]).replace("start = \"4 ms\"", "start = \"3 ms\"");
    let text = text.replace("to = [\"u\", \"v\"]", "to = \"u\"").replace(", { name = \"v\" }", "");
    let rtt = floats(&outcome(&text), "rtt", "rtt_ms");
    // The frame of 4 ms: its slot begins at 5 ms, that of the next at 7 ms.
    let first = 5_000_000 - 3_000_000 + 800_000 + 500_080_000;
    let second = 7_000_000 - 3_000_000 + 600_000 + 500_080_000;
    assert_eq!(rtt, [f64::from(first) / 1e6, f64::from(second) / 1e6]);
}

/// Terminals under one geostationary satellite; pings from "a" to "b".
fn geo(links: &str, terminal: &str, pings: &str) -> String {
    format!(
        "constellation.preset = \"geo\"\n\
         [[terminals]]\nname = \"a\"\nlatitude = \"6 deg\"\nlongitude = \"3 deg\"\n{terminal}\n\
         [[terminals]]\nname = \"c\"\nlatitude = \"8 deg\"\nlongitude = \"3 deg\"\n\
         [[terminals]]\nname = \"b\"\nkind = \"gateway\"\nlatitude = \"40 deg\"\n\
         longitude = \"-3 deg\"\n\
         [links]\n{links}\n\
         [[flows]]\nname = \"ping\"\nfrom = \"a\"\nto = \"b\"\nstart = \"3 ms\"\n\
         application = {{ kind = \"ping\", {pings}, size = \"100 B\" }}\n\
         [run]\nduration = \"40 s\"\nrecord = [\"rtt\", \"access\"]\n"
    )
}

const PLAIN: &str = "uplink = { rate = \"1 Mbit/s\", queue = \"50 packets\" }\n\
                     downlink = { rate = \"10 Mbit/s\", queue = \"50 packets\" }";

const ONE: &str = "count = 1, interval = \"1 s\"";

/// Goal: a terminal and a gateway have the links of their tables. Method: round trips differ from
/// those over shared links only by the transmission times: the satellite is stationary.
#[test]
fn terminals_and_gateways_have_links_of_their_own() {
    let rtt_ms = |links: &str, terminal: &str| {
        let found = outcome(&geo(links, terminal, ONE));
        let links = names(&found, "links", "link");
        (floats(&found, "rtt", "rtt_ms")[0], links)
    };
    let (shared, _) = rtt_ms(PLAIN, "");
    // Up 0.8 ms, down 0.08 ms, twice.
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 2e-3, "{found}");
    let (slow_up, _) = rtt_ms(PLAIN, "uplink = { rate = \"500 kbit/s\" }");
    close(slow_up - shared, 0.8);
    let (own_down, links) = rtt_ms(PLAIN, "downlink = { rate = \"1 Mbit/s\" }");
    close(own_down - shared, 0.72);
    assert!(links.iter().flatten().any(|link| link.ends_with("downlink to a")), "{links:?}");
    let gateways = format!("{PLAIN}\ngateway.uplink = {{ rate = \"8 Mbit/s\" }}");
    let (fast, _) = rtt_ms(&gateways, "");
    close(fast - shared, -0.7);
}

/// Goal: a satellite link follows its file. Method: pings each second; the rate is halved after 10
/// s, and from 20 s on everything is lost.
#[test]
fn a_satellite_link_follows_a_trace() {
    let text = geo(PLAIN, "uplink = { trace = \"t.csv\" }", "count = 30, interval = \"1 s\"");
    let mut files = skyseam_scenario::Files::new();
    files.insert("t.csv", "t_s,rate_bps,loss\n0,1000000,0\n10,500000,0\n20,500000,1\n");
    let parsed = skyseam_sim::parse(&text, "test.toml", &files);
    let parsed = parsed.unwrap_or_else(|errors| panic!("{errors}"));
    let found = run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels");
    let rtt = floats(&found, "rtt", "rtt_ms");
    assert_eq!(rtt.len(), 20, "{rtt:?}");
    let step = rtt[10] - rtt[9];
    assert!((step - 0.8).abs() < 1e-4, "{step}");
}

/// Goal: over a satellite a request costs the time given by arithmetic. Method: as over the beam;
/// the satellite is stationary, so that propagation is the same with access and without.
#[test]
fn a_request_over_a_satellite_costs_its_frames() {
    let rtt = |links: &str| floats(&outcome(&geo(links, "", ONE)), "rtt", "rtt_ms")[0];
    let access = "access = { kind = \"demand-assigned\", frame = \"10 ms\", slots = 8, \
                  contention_slots = 2, grant_delay = \"500 ms\" }";
    let shared = PLAIN.replacen("50 packets\" }", &format!("50 packets\", {access} }}"), 1);
    let more = rtt(&shared) - rtt(PLAIN);
    assert!((more - 519.0).abs() < 1e-4, "{more}");
}

/// Goal: of two uploads neither is starved, and together they never exceed the slots. Method: two
/// bulk transfers under one satellite; the series of grants, frame by frame.
#[test]
fn a_carrier_is_shared_and_never_exceeded() {
    let access = "access = { kind = \"demand-assigned\", frame = \"20 ms\", slots = 38, \
                  contention_slots = 2, grant_delay = \"520 ms\" }";
    let links = PLAIN.replacen("50 packets\" }", &format!("100 packets\", {access} }}"), 1);
    let bulk = |from: &str| {
        format!(
            "[[flows]]\nname = \"{from}\"\nfrom = \"{from}\"\nto = \"b\"\n\
             application = {{ kind = \"bulk\", duration = \"40 s\" }}\n\
             transport = {{ kind = \"tcp\", stack = \"linux\" }}\n"
        )
    };
    let text = geo(&links, "", ONE).replace("[run]", &format!("{}{}[run]", bulk("a"), bulk("c")));
    let found = outcome(&text);
    let (t, slots) = (floats(&found, "access", "t_s"), counts(&found, "access", "slots"));
    let used = counts(&found, "access", "used_bytes");
    let (steps, links) = (names(&found, "access", "step"), names(&found, "access", "link"));
    let mut frames: std::collections::BTreeMap<u64, u64> = std::collections::BTreeMap::new();
    let mut by_link = [0u64; 2];
    for (row, step) in steps.iter().enumerate() {
        if step.as_deref() != Some("grant") {
            continue;
        }
        // 1 Mbit/s for 0.5 ms: 62 whole bytes.
        assert!(used[row] <= 62 * slots[row]);
        *frames.entry((t[row] / 0.02 + 1e-6) as u64).or_default() += slots[row];
        let link = links[row].as_deref().expect("a link");
        by_link[usize::from(link.starts_with('c'))] += used[row];
    }
    assert!(frames.values().all(|granted| *granted <= 38));
    let (least, most) = (by_link[0].min(by_link[1]), by_link[0].max(by_link[1]));
    assert!(least > 300_000 && 3 * least > most, "{by_link:?}");
}

/// Goal: packets are conserved in handovers to other carriers, and the same seed gives the same
/// results. Method: uploads over low satellites, with packets that span bursts; every run checks
/// that packets are conserved.
#[test]
fn a_shared_carrier_survives_handovers() {
    for queued in ["lost", "forwarded"] {
        let text = format!(
            "constellation.preset = \"starlink-shell1\"\n\
             handover = {{ kind = \"highest-elevation\", check_interval = \"1 s\", \
             queued = \"{queued}\" }}\n\
             [[terminals]]\nname = \"a\"\nlatitude = \"48 deg\"\nlongitude = \"3 deg\"\n\
             [[terminals]]\nname = \"c\"\nlatitude = \"48.2 deg\"\nlongitude = \"3 deg\"\n\
             [[terminals]]\nname = \"b\"\nkind = \"gateway\"\nlatitude = \"50 deg\"\n\
             longitude = \"8 deg\"\n\
             [links]\n\
             uplink = {{ rate = \"4 Mbit/s\", queue = {{ kind = \"codel\" }}, access = {{ \
             kind = \"demand-assigned\", frame = \"4 ms\", slots = 7, contention_slots = 1, \
             free_slots = true }} }}\n\
             downlink = {{ rate = \"50 Mbit/s\", queue = \"90 packets\" }}\n\
             isl = {{ rate = \"50 Mbit/s\", queue = \"90 packets\" }}\n\
             [[flows]]\nname = \"a\"\nfrom = \"a\"\nto = \"b\"\n\
             application = {{ kind = \"bulk\", duration = \"120 s\" }}\n\
             [[flows]]\nname = \"c\"\nfrom = \"c\"\nto = \"b\"\n\
             application = {{ kind = \"bulk\", duration = \"120 s\" }}\n\
             [run]\nduration = \"120 s\"\nrecord = [\"access\", \"handovers\"]\n"
        );
        let [once, again] = [outcome(&text), outcome(&text)];
        assert!(floats(&once, "handovers", "t_s").len() > 1);
        let used: u64 = counts(&once, "access", "used_bytes").iter().sum();
        assert!(used > 2_000_000, "{used}");
        let t = |one: &Outcome| (floats(one, "access", "t_s"), counts(one, "access", "used_bytes"));
        assert_eq!(t(&once), t(&again));
    }
}

/// Goal: the examples show what their comments state. Method: they run; a terminal that sends
/// requests waits for more than the grant delay longer than one with constant slots, and a user's
/// uplink carries its capacity.
#[test]
fn the_examples_show_what_they_say() {
    let found = outcome(include_str!("../../../scenarios/access.toml"));
    let (flow, rtt) = (counts(&found, "rtt", "flow"), floats(&found, "rtt", "rtt_ms"));
    let least = |number: u64| {
        let own = flow.iter().zip(&rtt).filter(|(flow, _)| **flow == number);
        own.map(|(_, rtt)| *rtt).fold(f64::INFINITY, f64::min)
    };
    // Flows are numbered as they begin: those that ask, then the one that need not.
    assert!(least(0) > least(1) + 500.0, "{} {}", least(0), least(1));
    let mut files = skyseam_scenario::Files::new();
    files.insert("rain.csv", include_str!("../../../scenarios/rain.csv"));
    let text = include_str!("../../../scenarios/asymmetric.toml");
    let parsed = skyseam_sim::parse(text, "test.toml", &files);
    let parsed = parsed.unwrap_or_else(|errors| panic!("{errors}"));
    let found = run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels");
    let flows = names(&found, "flows", "name");
    let goodput_bps = floats(&found, "flows", "goodput_bps");
    let of = |name: &str| {
        let at = flows.iter().position(|own| own.as_deref() == Some(name));
        goodput_bps[at.expect("a flow")]
    };
    assert!((0.5e6..1e6).contains(&of("farm up")), "{}", of("farm up"));
    assert!(of("farm down") > 2e6, "{}", of("farm down"));
    assert!((2e6..40e6).contains(&of("village down")), "{}", of("village down"));
}
