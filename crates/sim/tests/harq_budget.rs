//! HARQ below a link budget: the budget gives the Es/N0 of each terminal over time, the channel
//! adds its fading, and HARQ decides what is decoded.

use std::collections::BTreeMap;

use crate::common::{counts, floats, names, run};
use skyseam_scenario::Files;
use skyseam_sim::{Outcome, models};

/// Codewords of 9000 symbols, QPSK at a rate of 263/512, decoded from 0.8 dB on: n receptions at
/// x dB add to x + 10 log10 n.
const HARQ: &str = r#"{ kind = "chase-combining", symbols = 9000, information_bits = 9246,
    code_rate = "263/512", threshold = "0.8 dB", reference_snr = "3 dB",
    accounting = "coded-bits", retransmissions = 3 }"#;

/// A budget of 9 million symbols a second at 2 GHz with these figures and further keys.
fn budget(eirp: &str, g_over_t: &str, keys: &str) -> String {
    format!(
        r#"{{ frequency = "2 GHz", bandwidth = "9 MHz", transmitter = {{ eirp = "{eirp}" }},
        receiver = {{ g_over_t = "{g_over_t}" }}, modcods = ["nr-mcs-1"]{keys} }}"#
    )
}

fn outcome(text: &str) -> Outcome {
    let mut files = Files::new();
    files.insert("rain.csv", "t_s,attenuation_db\n0,0\n5,3\n");
    let parsed = models().parse(text, "test.toml", &files);
    run(&parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario)
}

/// Rows of `harq_packets` by receiver: begin and end, s, and number of transmissions.
fn packets(out: &Outcome) -> BTreeMap<String, Vec<(f64, f64, u64)>> {
    let receivers = names(out, "harq_packets", "receiver");
    let (sent, ended) = (floats(out, "harq_packets", "sent_s"), floats(out, "harq_packets", "t_s"));
    let transmissions = counts(out, "harq_packets", "transmissions");
    let mut found: BTreeMap<String, Vec<(f64, f64, u64)>> = BTreeMap::new();
    for (row, receiver) in receivers.into_iter().enumerate() {
        let rows = found.entry(receiver.expect("a name")).or_default();
        rows.push((sent[row], ended[row], transmissions[row]));
    }
    found
}

/// Goal: each terminal on a shared downlink, with one queue or a scheduler, and on its own uplink,
/// decodes at the Es/N0 of its budget. Method: by hand. 60 dBW - 27 dB/K - 190.11 dB (38,199 km at
/// 2 GHz) + 228.60 dB - 69.54 dBHz is 1.95 dB; less 3, 5 and 7 dB it is -1.05, -3.05 and -5.05 dB,
/// which takes two, three and four receptions to 0.8 dB. A channel at -3 dB costs as much as a loss
/// of 3 dB. Rain of 3 dB that begins at 5 s does so from then on. A codeword takes 9000 symbols at
/// 9 million a second, 1 ms.
#[test]
fn terminals_decode_at_the_level_of_their_budget() {
    let place = "latitude = \"48 deg\"\nlongitude = \"2 deg\"\n";
    let own = |keys: &str| budget("60 dBW", "-27 dB/K", keys);
    let rain = r#", weather = { kind = "measured", file = "rain.csv" }"#;
    let cases = [
        ("clear", String::new(), 1),
        ("three", own(", losses = { wall = \"3 dB\" }"), 2),
        ("five", own(", losses = { wall = \"5 dB\" }"), 3),
        ("seven", own(", losses = { wall = \"7 dB\" }"), 4),
        ("rainy", own(rain), 0),
    ];
    for waiting in [
        "queue = \"100 packets\"",
        "scheduler = { kind = \"round-robin\", limit = \"50 packets\" }",
    ] {
        let mut terminals = format!(
            "[[terminals]]\nname = \"faded\"\n{place}\
             channel = {{ kind = \"constant\", level = \"-3 dB\" }}\n"
        );
        for (name, budget, _) in &cases {
            terminals += &format!("[[terminals]]\nname = \"{name}\"\n{place}");
            if !budget.is_empty() {
                let keys = format!("{{ link_budget = {budget} }}");
                terminals += &format!("downlink = {keys}\nuplink = {keys}\n");
            }
        }
        let flows: String = ["faded"]
            .into_iter()
            .chain(cases.iter().map(|(name, ..)| *name))
            .flat_map(|name| [("hub", name), (name, "hub")])
            .map(|(from, to)| {
                format!(
                    "[[flows]]\nname = \"{from} {to}\"\nfrom = \"{from}\"\nto = \"{to}\"\n\
                     [flows.application]\nkind = \"udp\"\nduration = \"10 s\"\n\
                     source = {{ kind = \"constant\", rate = \"80 kbit/s\", size = \"1000 B\" }}\n"
                )
            })
            .collect();
        let radio = format!(
            "channel = {{ kind = \"constant\", level = \"0 dB\" }}\nharq = {HARQ}\n\
             link_budget = {}\n",
            own("")
        );
        let out = outcome(&format!(
            "constellation.preset = \"geo\"\n[[terminals]]\nname = \"hub\"\nkind = \"gateway\"\n\
             {place}{terminals}{flows}[links.uplink]\nqueue = \"100 packets\"\n{radio}\
             [links.downlink]\n{waiting}\n{radio}\
             [links.gateway]\nuplink = {{ rate = \"1 Gbit/s\", queue = \"100 packets\", \
             channel = {{ kind = \"constant\", level = \"0 dB\" }} }}\n\
             downlink = {{ rate = \"1 Gbit/s\", queue = \"100 packets\" }}\n\
             [run]\nduration = \"12 s\"\nrecord = [\"harq_packets\"]\n"
        ));
        let found = packets(&out);
        let all = |rows: &[(f64, f64, u64)], expected| rows.iter().all(|row| row.2 == expected);
        for (name, _, expected) in cases.iter().filter(|case| case.2 > 0) {
            assert!(all(&found[*name], *expected) && found[*name].len() == 100, "{name}");
        }
        assert!(all(&found["faded"], 2));
        let (before, after): (Vec<(f64, f64, u64)>, Vec<_>) =
            found["rainy"].iter().partition(|(sent, ..)| *sent < 4.8);
        assert!(before.len() > 40 && before.iter().all(|row| row.1 > 5.0 || row.2 == 1));
        assert!(after.len() > 40 && after.iter().all(|row| row.1 < 5.0 || row.2 == 2));
        // Of uplinks, all of whose receivers are called "satellites", the link names the terminal.
        let (links, one) = (names(&out, "harq", "link"), |column| counts(&out, "harq", column));
        let decoded = ["decoded_1st", "decoded_2nd", "decoded_3rd", "decoded_4th"].map(one);
        for (name, _, expected) in cases.iter().filter(|case| case.2 > 0) {
            let link = format!("{name} uplink");
            let row = links.iter().position(|own| own.as_ref() == Some(&link)).expect("a row");
            assert_eq!(decoded[*expected as usize - 1][row], 100, "{link}");
        }
        let (data, sent) = (floats(&out, "harq", "data_time_s"), one("packets"));
        let took = data.iter().zip(&sent).map(|(data, sent)| data / *sent as f64);
        let of_budget = took
            .zip(&links)
            .filter(|(_, link)| !link.as_ref().is_some_and(|link| link.contains("hub")));
        assert!(of_budget.map(|(took, _)| took).all(|took| (took - 0.001).abs() < 1e-9));
    }
}

/// Goal: the level follows the distance over a pass, and the satellite over handovers. Method: a
/// phone beside its gateway under satellites at 600 km, no retransmission, and a budget of 30 dBW -
/// 30.7035 dB/K, which reaches the threshold of 0.8 dB at 900 km (157.553 dB at 2 GHz). So the
/// longest delay of a datagram that is received is that of twice 900 km, 6.0042 ms, and 1.008 ms of
/// sending, within the 0.7 km that a satellite moves in 100 ms; later ones are not received.
#[test]
fn the_level_follows_the_distance() {
    let place = "latitude = \"48 deg\"\nlongitude = \"11 deg\"\n";
    let out = outcome(&format!(
        r#"
        [constellation]
        elevation_mask = "10 deg"
        [constellation.shell]
        walker = "53:576/24/5"
        kind = "delta"
        altitude = "600 km"
        [[terminals]]
        name = "gateway"
        kind = "gateway"
        {place}
        [[terminals]]
        name = "phone"
        {place}
        [links]
        isl = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        uplink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        gateway.downlink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        [links.downlink]
        queue = "100 packets"
        channel = {{ kind = "constant", level = "0 dB" }}
        harq = {harq}
        link_budget = {budget}
        [[flows]]
        name = "down"
        from = "gateway"
        to = "phone"
        [flows.application]
        kind = "udp"
        source = {{ kind = "constant", rate = "800 kbit/s", size = "1000 B" }}
        duration = "600 s"
        [run]
        duration = "601 s"
        record = ["udp_packets"]
        "#,
        harq = HARQ.replace("retransmissions = 3", "retransmissions = 0"),
        budget = budget("30 dBW", "-30.7035 dB/K", ", adaptation = \"100 ms\""),
    ));
    let (received, sent) = (counts(&out, "udp", "received")[0], counts(&out, "udp", "sent")[0]);
    let failed = out.manifest["packets"]["dropped"]["harq_failure"].as_u64().expect("a count");
    assert!(received > 6000 && failed > 6000, "{received} of {sent}, {failed} failed");
    let mut delays = floats(&out, "udp_packets", "delay_ms");
    delays.sort_by(f64::total_cmp);
    // Datagrams that wait at a handover are forwarded to another satellite.
    let longest_ms = delays[delays.partition_point(|ms| *ms < 10.0) - 1];
    assert!(delays.iter().filter(|ms| **ms > longest_ms).count() < 5);
    assert!((longest_ms - 7.0122).abs() < 0.005, "{longest_ms} ms");
}
