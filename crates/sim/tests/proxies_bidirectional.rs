//! Split connections of applications with two senders: an exchange takes the times of its parts,
//! and every byte is relayed in both directions.

use crate::common::{counts, floats};
use proptest::prelude::*;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

fn outcome(text: &str) -> Outcome {
    let scenario = parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Client, two proxies and server in a row; `split` names the proxies that split the connection.
struct Chain<'a> {
    delays: [u64; 3],
    rates: [u64; 3],
    queue: u64,
    application: &'a str,
    transport: &'a str,
    split: &'a [String],
    loss: &'a str,
    duration: &'a str,
}

impl Chain<'_> {
    fn run(&self) -> Outcome {
        let Self { delays, rates, queue, application, transport, split, loss, duration } = self;
        let names = ["client", "near", "far", "server"];
        let wires: Vec<String> = (0..3)
            .map(|i| {
                format!(
                    r#"{{ between = ["{}", "{}"], delay = "{} ms", rate = "{} Mbit/s",
                    queue = "{queue} packets" {} }}"#,
                    names[i],
                    names[i + 1],
                    delays[i],
                    rates[i],
                    if i == 1 { *loss } else { "" },
                )
                .replace('\n', " ")
            })
            .collect();
        outcome(&format!(
            r#"
            nodes = [
                {{ name = "client" }}, {{ name = "near" }},
                {{ name = "far" }}, {{ name = "server" }},
            ]
            wires = [{}]
            [[flows]]
            name = "page"
            from = "client"
            to = "server"
            application = {{ {application} }}
            transport = {{ kind = "tcp", {transport} }}
            split_at = [{}]
            [run]
            duration = "{duration}"
            "#,
            wires.join(", "),
            split.join(", ")
        ))
    }
}

fn at(node: &str, keys: &str) -> String {
    format!(r#"{{ node = "{node}", {keys} }}"#)
}

/// Time when the single answer was complete, nanoseconds from the beginning.
fn answer(out: &Outcome) -> u64 {
    let [t_s] = floats(out, "responses", "t_s")[..] else { panic!("one answer") };
    (t_s * 1e9).round() as u64
}

/// Goal: an exchange over a split connection, to the nanosecond. Method: a request of 300 B and an
/// answer of 1000 B over three wires of 8 Mbit/s, where a byte takes a microsecond, of 10, 30 and
/// 20 ms; stack `rfc`: 40 B of headers. The client has its SYN-ACK from the first proxy, 20 ms and
/// twice 40 us after it began, while the next part opens: 2 x 30 ms from when the SYN came, and so
/// on. The request waits at a proxy for the connection behind it.
#[test]
fn an_exchange_takes_the_times_of_its_parts() {
    const MS: u64 = 1_000_000;
    const US: u64 = 1_000;
    let exchange = |transport: &str, split: &[String]| {
        let chain = Chain {
            delays: [10, 30, 20],
            rates: [8; 3],
            queue: 100,
            application: r#"kind = "download", size = "1000 B", request = "300 B""#,
            transport,
            split,
            loss: "",
            duration: "3000 s",
        };
        answer(&chain.run())
    };
    // A packet of so many bytes over wires of so many milliseconds in all.
    let over = |wires: u64, ms: u64, bytes: u64| ms * MS + wires * bytes * US;
    let plain = r#"stack = "rfc""#;
    let (near, far) = ([at("near", "")], [at("near", ""), at("far", "")]);
    // From end to end: handshake and exchange, each packet stored at two nodes.
    let whole = 2 * over(3, 60, 40) + over(3, 60, 340) + over(3, 60, 1_040);
    assert_eq!(exchange(plain, &[]), whole);
    // The SYN reaches the proxy; its own SYN goes to the server and back, and the request, which is
    // there by then, follows.
    let split = over(1, 10, 40)
        + 2 * over(2, 50, 40)
        + over(2, 50, 340)
        + over(2, 50, 1_040)
        + over(1, 10, 1_040);
    assert_eq!(exchange(plain, &near), split);
    // An explicit proxy opens its connection when it has the request.
    let asked = [at("near", "explicit = true")];
    let explicit = 2 * over(1, 10, 40)
        + over(1, 10, 340)
        + 2 * over(2, 50, 40)
        + over(2, 50, 340)
        + over(2, 50, 1_040)
        + over(1, 10, 1_040);
    assert_eq!(exchange(plain, &asked), explicit);
    // Two proxies: SYNs run ahead; the request waits at the first for its SYN-ACK, and comes to the
    // second after the SYN-ACK of the third part.
    let twice = over(1, 10, 40)
        + 2 * over(1, 30, 40)
        + over(1, 30, 340)
        + over(1, 20, 340)
        + over(3, 60, 1_040);
    assert_eq!(exchange(plain, &far), twice);
    // TCP Fast Open behind the proxy and before it: the request goes with each SYN. An opener's
    // SYN has 64 B with the cookie, a SYN-ACK 52 B.
    let fast = r#"stack = "rfc", fast_open = "known""#;
    let known = over(3, 60, 64 + 300) + over(3, 60, 1_040);
    // The answer leaves the server behind its SYN-ACK, and each proxy's behind none.
    assert_eq!(exchange(fast, &near), known + 52 * US);
    // TLS between the ends: the ClientHello of 325 B waits as the request did; the server's flight
    // of 2623 B is two segments, at the client 1500 B and 1203 B later; its Finished of 64 B goes
    // with the request of 322 B.
    let secured = r#"stack = "rfc", tls = "full""#;
    let hello = over(1, 10, 40) + 2 * over(2, 50, 40) + over(2, 50, 365);
    let flight = over(3, 60, 1_500) + 1_203 * US;
    let rest = over(3, 60, 40 + 64 + 322) + over(3, 60, 1_062);
    assert_eq!(exchange(secured, &near), hello + flight + rest);
}

/// Asserts that everything was relayed: the bytes that the client and the server wrote, in every
/// part.
fn assert_complete(out: &Outcome, bytes: u64, case: &str) {
    for (part, &got) in counts(out, "flows", "bytes").iter().enumerate() {
        assert_eq!(got, bytes, "{case}: part {part}");
    }
    assert_eq!(out.manifest["end_reason"], "all flows had ended", "{case}");
}

/// Goal: a page over connections that the browser opens during the visit crosses proxies, for every
/// version of HTTP. Method: the same page by HTTP/1.0, 1.1 and 2 end to end and split at two
/// proxies: the same objects arrive, and the split page is faster.
#[test]
fn a_page_of_connections_crosses_proxies() {
    for http in ["1.0", "1.1", "2"] {
        let page = |split: &[String]| {
            let chain = Chain {
                delays: [5, 250, 5],
                rates: [100, 20, 100],
                queue: 1_000,
                application: &format!(r#"kind = "web", page = "plain", http = "{http}""#),
                transport: r#"stack = "linux", tls = "full""#,
                split,
                loss: "",
                duration: "3000 s",
            };
            chain.run()
        };
        let whole = page(&[]);
        let quick = r#"transport = { kind = "tcp", stack = "linux",
            initial_window = "300 segments" }"#
            .replace('\n', " ");
        let split = page(&[at("near", &quick), at("far", "")]);
        let bytes = counts(&whole, "flows", "bytes")[0];
        assert_complete(&split, bytes, http);
        let asked = page(&[at("near", &format!("explicit = true, {quick}")), at("far", "")]);
        assert_complete(&asked, bytes, http);
        let time = |out: &Outcome| floats(out, "pages", "load_s")[0];
        assert!(time(&split) < time(&whole), "{http}: {} s, {} s", time(&split), time(&whole));
    }
}

/// Goal: video plays over split connections. Method: a minute of it through two proxies, the first
/// of which the client addresses; every byte is relayed over every part, and all segments are
/// played.
#[test]
fn video_crosses_proxies() {
    let chain = |split: &[String]| {
        let chain = Chain {
            delays: [5, 250, 5],
            rates: [100, 20, 100],
            queue: 1_000,
            application: r#"kind = "video", duration = "1 min", abr = "throughput""#,
            transport: r#"stack = "linux""#,
            split,
            loss: "",
            duration: "3000 s",
        };
        chain.run()
    };
    let (whole, split) = (chain(&[]), chain(&[at("near", "explicit = true"), at("far", "")]));
    for out in [&whole, &split] {
        let segments = counts(out, "videos", "segments");
        assert!(segments[0] > 10, "{segments:?}");
        assert_eq!(counts(out, "videos", "received"), segments);
    }
    let bytes = counts(&split, "flows", "bytes")[0];
    assert!(bytes > 1_000_000, "{bytes} B");
    assert_complete(&split, bytes, "video");
}

/// Goal: a slow first part slows the server behind two proxies. Method: a download of 2 MB from a
/// fast server over a slow wire to the client, examined after ten seconds: the data held by each
/// proxy fit its buffer and its receive window, of which waiting data take .7 of their length. At
/// the end everything has arrived.
#[test]
fn a_slow_part_holds_back_the_server() {
    let split = [at("near", r#"buffer = "50 kB""#), at("far", r#"buffer = "50 kB""#)];
    let chain = |duration| Chain {
        delays: [5; 3],
        rates: [1, 100, 100],
        queue: 100,
        application: r#"kind = "download", size = "2 MB""#,
        transport: r#"stack = "linux", receive_window = "100 kB""#,
        split: &split,
        loss: "",
        duration,
    };
    assert_complete(&chain("3000 s").run(), 2_000_300, "slow");
    let bytes = counts(&chain("10 s").run(), "flows", "bytes");
    let [client, near, far] = bytes[..] else { panic!("three parts: {bytes:?}") };
    assert!(client > 1_100_000, "the slow wire is used: {client} B");
    assert!(near > client + 50_000 && near <= client + 192_000, "{client} B, {near} B");
    assert!(far > near && far <= near + 192_000, "{near} B, {far} B");
}

/// Goal: users under a geostationary satellite read pages over connections that the gateway splits.
/// Method: the scenario of the documentation; all of its hundred pages load, and those of split
/// connections sooner than any other.
#[test]
fn a_hundred_users_read_pages_through_a_proxy() {
    let out = outcome(include_str!("../../../scenarios/users-geo-web.toml"));
    let (flow, load) = (counts(&out, "pages", "flow"), floats(&out, "pages", "load_s"));
    assert_eq!((load.len(), load.iter().filter(|load| load.is_nan()).count()), (100, 0));
    // The users of the first group have the first flows.
    let of = |range: std::ops::Range<u64>| {
        let mut own: Vec<f64> = flow
            .iter()
            .zip(&load)
            .filter(|(flow, _)| range.contains(flow))
            .map(|(_, &load)| load)
            .collect();
        own.sort_by(f64::total_cmp);
        own
    };
    let (split, whole) = (of(0..50), of(50..100));
    assert_eq!((split.len(), whole.len()), (50, 50));
    println!("split {} to {} s, whole {} to {} s", split[0], split[49], whole[0], whole[49]);
    assert!(split[49] < whole[0], "split {split:?}, whole {whole:?}");
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Goal: every byte is relayed in both directions and the flow ends, whatever the links,
    /// stacks, buffers and kinds of connection setup. Method: random chains with short queues and
    /// windows that close; exchanges with long data in both directions.
    #[test]
    fn every_byte_arrives_in_both_directions(
        delays in [1u64..80, 1u64..80, 1u64..80],
        rates in [1u64..50, 1u64..50, 1u64..50],
        queue in 2u64..40,
        window in 6_000u64..60_000,
        buffer in 3_000u64..60_000,
        stacks in (0usize..2, 0usize..2, 0usize..2),
        options in (0usize..3, 0usize..4, any::<bool>(), any::<bool>()),
        sizes in (1u64..60_000, 1u64..100_000, 1u64..5),
        loses in any::<bool>(),
    ) {
        let stack = |number: usize| ["rfc", "linux"][number];
        let (opening, tls, both, explicit) = options;
        let opening = ["", r#", fast_open = "known""#, r#", fast_open = "learned""#][opening];
        let tls = ["", r#", tls = "full""#, r#", tls = "resumed""#, r#", tls = "0-rtt""#][tls];
        let window = format!(r#", receive_window = "{window} B""#);
        let proxy = |node: &str, number: usize| {
            let stack = stack(number);
            let transport = format!(r#"kind = "tcp", stack = "{stack}" {window}{opening}"#);
            let keys = format!(r#"explicit = {explicit}, buffer = "{buffer} B""#);
            at(node, &format!("{keys}, transport = {{ {transport} }}"))
        };
        let mut split = vec![proxy("near", stacks.1)];
        if both {
            split.push(proxy("far", stacks.2));
        }
        let (request, response, count) = sizes;
        let chain = Chain {
            delays,
            rates,
            queue,
            application: &format!(
                r#"kind = "request-response", request = "{request} B", response = "{response} B",
                count = {count}"#
            ).replace('\n', " "),
            transport: &format!(r#"stack = "{}" {window}{opening}{tls}"#, stack(stacks.0)),
            split: &split,
            loss: if loses { r#", loss = { kind = "bernoulli", probability = 0.01 }"# } else { "" },
            duration: "3000 s",
        };
        let out = chain.run();
        let bytes = counts(&out, "flows", "bytes");
        prop_assert!(bytes[0] >= count * (request + response), "{bytes:?}");
        prop_assert!(bytes.iter().all(|&part| part == bytes[0]), "{bytes:?}");
        prop_assert_eq!(&out.manifest["end_reason"], "all flows had ended");
    }
}
