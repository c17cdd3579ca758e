//! A return carrier that terminals share by requests and grants, each in a mode of its own: slots
//! are what they share, and a slot carries the bytes of its terminal's mode.

use crate::common::{counts, floats, names, run};
use skyseam_scenario::Files;
use skyseam_sim::{Outcome, models};

/// Number of terminals, the second half of them in rain.
const TERMINALS: usize = 10;

/// Datagrams of 1500 B, at 1.2 Mbit/s from each terminal, to a hub under a geostationary satellite:
/// more than a return carrier of 2 million symbols a second can take, divided into slots of 1 ms.
/// `rain` has the attenuation of the second half over time, CSV.
///
/// Es/N0 = 45 dBW + 9.42 dB/K - 207.01 dB (38,199 km at 14 GHz) + 228.60 dB - 63.01 dBHz, which is
/// 13.0 dB and, with 9 dB of rain, 4.0 dB: 16QAM 5/6 (12.04 dB, 2.96 bits a symbol, 740 B a slot)
/// and QPSK 2/3 (3.69 dB, 1.30, 325 B).
fn outcome(access: &str, rain: &str, keys: &str, seconds: u64) -> Outcome {
    let budget = |frequency: &str, more: &str| {
        format!(
            r#"{{ frequency = "{frequency}", bandwidth = "2.4 MHz", roll_off = 0.2,
            transmitter = {{ eirp = "45 dBW" }}, receiver = {{ g_over_t = "9.42 dB/K" }},
            modcods = ["dvb-rcs2-long"]{keys}{more} }}"#
        )
    };
    let place = "latitude = \"48 deg\"\nlongitude = \"2 deg\"\n";
    let wet = budget("14 GHz", r#", weather = { kind = "measured", file = "rain.csv" }"#);
    // On another frequency, and so on another carrier.
    let apart = budget("14.01 GHz", "");
    let terminals: String = (0..=TERMINALS)
        .map(|n| {
            let own = match n {
                TERMINALS => format!("uplink = {{ link_budget = {apart} }}\n"),
                n if n < TERMINALS / 2 => String::new(),
                _ => format!("uplink = {{ link_budget = {wet} }}\n"),
            };
            format!(
                "[[terminals]]\nname = \"t{n}\"\n{place}{own}[[flows]]\nname = \"f{n}\"\n\
                 from = \"t{n}\"\nto = \"hub\"\n[flows.application]\nkind = \"udp\"\n\
                 source = {{ kind = \"constant\", rate = \"1.2 Mbit/s\", size = \"1500 B\" }}\n\
                 duration = \"{seconds} s\"\n"
            )
        })
        .collect();
    let text = format!(
        r#"
        constellation.preset = "geo"
        [[terminals]]
        name = "hub"
        kind = "gateway"
        {place}
        {terminals}
        [links]
        uplink = {{ queue = "200 packets", access = {access}, link_budget = {budget} }}
        downlink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        gateway.uplink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        gateway.downlink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        [run]
        duration = "{seconds} s"
        record = ["access"]
        "#,
        budget = budget("14 GHz", "")
    );
    let mut files = Files::new();
    files.insert("rain.csv", format!("t_s,attenuation_db\n{rain}"));
    let parsed = models().parse(&text, "test.toml", &files);
    run(&parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario)
}

/// Rates at which each terminal sends between two times, bit/s, by the bytes in its grants.
fn rates(out: &Outcome, from_s: f64, until_s: f64) -> Vec<f64> {
    let names: Vec<String> = (0..=TERMINALS).map(|n| format!("t{n} uplink")).collect();
    rates_of(out, &names, from_s, until_s)
}

/// Rates at which these uplinks send between two times, bit/s.
fn rates_of(out: &Outcome, uplinks: &[String], from_s: f64, until_s: f64) -> Vec<f64> {
    let links = names(out, "access", "link");
    let (times, bytes) = (floats(out, "access", "t_s"), counts(out, "access", "used_bytes"));
    uplinks
        .iter()
        .map(|name| {
            let own = (0..times.len()).filter(|&row| links[row].as_ref() == Some(name));
            let own = own.filter(|&row| (from_s..until_s).contains(&times[row]));
            own.map(|row| bytes[row]).sum::<u64>() as f64 * 8.0 / (until_s - from_s)
        })
        .collect()
}

/// Asserts the rates of dry and of wet terminals, kbit/s, each within 1 %.
fn assert_rates(what: &str, rates: &[f64], [dry, wet]: [f64; 2]) {
    for (n, rate) in rates.iter().enumerate() {
        let expected = 1e3 * if n < TERMINALS / 2 { dry } else { wet };
        assert!((rate - expected).abs() <= 0.01 * expected, "{what}: {rate} at {n}: {rates:?}");
    }
}

const VOLUME: &str = r#"{ kind = "demand-assigned", frame = "50 ms", slots = 40,
    contention_slots = 10, grant_delay = "540 ms" }"#;

/// Goal: terminals share the slots of a carrier as a calculation by hand says, whatever they
/// request. Method: ten terminals that always have data, five of them in rain, each have a tenth of
/// the slots. Of 40 slots in 50 ms these are 4: 4 * 740 B and 4 * 325 B, 473.6 and 208 kbit/s; of
/// all slots of 1 ms a tenth is 592 and 260 kbit/s. A terminal on another frequency has a carrier
/// of its own: all its datagrams.
#[test]
fn terminals_share_the_slots_of_a_carrier() {
    let rate = VOLUME.replace("demand-assigned", "rate-based");
    let constant = VOLUME.replace(" }", ", constant_slots = 4 }");
    let request =
        r#"{ kind = "scheduling-request", slot = "1 ms", period = 20, grant_delay = "540 ms" }"#;
    for (access, expected) in [
        (VOLUME, [473.6, 208.0]),
        (&constant, [473.6, 208.0]),
        (&rate, [473.6, 208.0]),
        (request, [592.0, 260.0]),
    ] {
        let out = outcome(access, "0,9\n", "", 60);
        let rates = rates(&out, 30.0, 60.0);
        assert_rates(access, &rates[..TERMINALS], expected);
        assert!((rates[TERMINALS] / 1.2e6 - 1.0).abs() < 0.01, "{access}: {}", rates[TERMINALS]);
        assert_eq!(out.manifest["packets"]["dropped"]["link_loss"], 0);
    }
}

/// Goal: a terminal whose mode changes has slots of the new mode from the next frame on, and one
/// below all modes is granted nothing, while its packets wait and the others share its slots.
/// Method: the same terminals under a clear sky for 30 s, 9 dB of rain until 60 s, 40 dB until
/// 90 s. Of 40 slots five terminals then have 8 each: 947.2 kbit/s. Later all are as before.
/// Nothing is lost on the link.
#[test]
fn slots_follow_the_modes() {
    let rate = VOLUME.replace("demand-assigned", "rate-based");
    let request =
        r#"{ kind = "scheduling-request", slot = "1 ms", period = 20, grant_delay = "540 ms" }"#;
    for (access, slots) in [(VOLUME, 800.0), (&rate, 800.0), (request, 1000.0)] {
        let out = outcome(access, "0,0\n30,9\n60,40\n90,0\n", "", 120);
        let share = |slot_bytes: f64, users: f64| slots * slot_bytes * 8.0 / users / 1000.0;
        let [dry, wet] = [share(740.0, 10.0), share(325.0, 10.0)];
        let alone = share(740.0, 5.0);
        for (from, until, expected) in [
            (15.0, 30.0, [dry, dry]),
            (30.0, 60.0, [dry, wet]),
            (60.1, 90.0, [alone, 0.0]),
            (95.0, 120.0, [dry, dry]),
        ] {
            let rates = &rates(&out, from, until)[..TERMINALS];
            assert_rates(&format!("{access} from {from} s"), rates, expected);
        }
        assert_eq!(out.manifest["packets"]["dropped"]["link_loss"], 0);
    }
}

/// Goal: behind a loop with a delay, packets in bursts of a mode whose threshold no longer holds
/// are lost. Method: rain that begins at 30 s and is known 2 s later: five terminals lose what they
/// send at 473.6 kbit/s in that time, 12,000 bits each.
#[test]
fn bursts_in_a_late_mode_are_lost() {
    let out = outcome(VOLUME, "0,0\n30,9\n", ", loop_delay = \"2 s\"", 60);
    let lost = out.manifest["packets"]["dropped"]["link_loss"].as_u64().expect("a count");
    let expected = 5.0 * 2.0 * 473_600.0 / 12_000.0;
    assert!((lost as f64 / expected - 1.0).abs() < 0.03, "{lost} lost, not {expected}");
}

/// Goal: gateways share a carrier too. Method: datagrams of two gateways each take half of the 40
/// slots of 50 ms, one with a loss of 9 dB more: 20 * 740 B and 20 * 325 B, 2368 and 1040 kbit/s.
#[test]
fn gateways_share_the_slots_of_a_carrier() {
    let place = "latitude = \"48 deg\"\nlongitude = \"2 deg\"\n";
    let budget = |losses: &str| {
        format!(
            r#"{{ frequency = "14 GHz", bandwidth = "2.4 MHz", roll_off = 0.2,
            transmitter = {{ eirp = "45 dBW" }}, receiver = {{ g_over_t = "9.42 dB/K" }},
            modcods = ["dvb-rcs2-long"], losses = {{ {losses} }} }}"#
        )
    };
    let gateways = ["near", "far"].map(|name| {
        let own = match name {
            "far" => format!("uplink = {{ link_budget = {} }}\n", budget("trees = \"9 dB\"")),
            _ => String::new(),
        };
        format!(
            "[[terminals]]\nname = \"{name}\"\nkind = \"gateway\"\nantennas = 1\n{place}{own}\
             [[flows]]\nname = \"{name}\"\nfrom = \"{name}\"\nto = \"home\"\n\
             [flows.application]\nkind = \"udp\"\nduration = \"30 s\"\n\
             source = {{ kind = \"constant\", rate = \"5 Mbit/s\", size = \"1500 B\" }}\n"
        )
    });
    let text = format!(
        "constellation.preset = \"geo\"\n{}[[terminals]]\nname = \"home\"\n{place}\
         [links]\nuplink = {{ rate = \"1 Mbit/s\", queue = \"100 packets\" }}\n\
         downlink = {{ rate = \"1 Gbit/s\", queue = \"100 packets\" }}\n\
         [links.gateway]\nuplink = {{ queue = \"400 packets\", access = {VOLUME}, link_budget = \
         {} }}\n[run]\nduration = \"30 s\"\nrecord = [\"access\"]\n",
        gateways.concat(),
        budget("")
    );
    let parsed = models().parse(&text, "test.toml", &Files::new());
    let out = run(&parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario);
    let found = rates_of(&out, &["near uplink", "far uplink"].map(String::from), 10.0, 30.0);
    for (rate, expected) in found.iter().zip([2_368_000.0, 1_040_000.0]) {
        assert!((rate / expected - 1.0).abs() < 0.01, "{found:?}");
    }
}
