//! Videos over links: start-up and stalls by arithmetic, and the end of every video or the reason
//! for its absence.

use crate::common::{counts, floats, names};
use proptest::prelude::*;
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};
use skyseam_trace::Values;

const TCP: &str = r#"{ kind = "tcp", stack = "rfc" }"#;

fn run_with(wire: &str, video: &str, transport: &str, duration_s: u32, files: &Files) -> Outcome {
    let text = format!(
        r#"
        nodes = [{{ name = "home" }}, {{ name = "server" }}]
        wires = [{{ between = ["home", "server"], {wire} }}]
        [[flows]]
        name = "film"
        from = "home"
        to = "server"
        start = "1 s"
        application = {{ kind = "video", {video} }}
        transport = {transport}
        [run]
        duration = "{duration_s} s"
        record = ["segments"]
        "#
    );
    let parsed = parse(&text, "test.toml", files).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn run(wire: &str, video: &str) -> Outcome {
    run_with(wire, video, TCP, 400, &Files::new())
}

fn flag(out: &Outcome, name: &str) -> bool {
    let (_, table) = out.tables.iter().find(|(known, _)| *known == "videos").expect("videos");
    let Some(Values::Bool(flags)) = table.column(name) else { panic!("no flags in {name}") };
    flags[0]
}

fn close(value: f64, expected: f64, within: f64) -> bool {
    (value - expected).abs() <= within
}

const FAST: &str = r#"delay = "20 ms", rate = "20 Mbit/s", queue = "1000 packets""#;

/// Goal: an undisturbed video. Method: the highest bitrate takes 6 of 20 Mbit/s; the buffer fills
/// to its limit, and a segment is requested whenever one has been played.
#[test]
fn a_video_that_the_path_carries_does_not_stall() {
    let out = run(FAST, r#"duration = "120 s", abr = "throughput""#);
    assert_eq!(counts(&out, "videos", "segments"), [40]);
    assert_eq!(counts(&out, "videos", "received"), [40]);
    assert_eq!(counts(&out, "videos", "stalls"), [0]);
    assert_eq!(floats(&out, "videos", "stalled_ms"), [0.0]);
    assert!(flag(&out, "complete"));
    assert_eq!(names(&out, "videos", "abr"), [Some("throughput".to_owned())]);
    // Everything that was asked for: 300 bytes for each, and the segments.
    let bytes = counts(&out, "videos", "bytes")[0];
    assert_eq!(bytes, counts(&out, "segments", "bytes").iter().sum::<u64>());
    assert_eq!(counts(&out, "flows", "bytes"), [bytes + 40 * 300]);
    assert!(floats(&out, "segments", "buffer_s").iter().all(|&buffer| buffer <= 30.0 + 1e-9));
    let asked = floats(&out, "segments", "requested_s");
    assert!(asked[30..].windows(2).all(|pair| close(pair[1] - pair[0], 3.0, 1e-9)), "{asked:?}");
    // Played without a gap from its beginning.
    let begun = 1.0 + floats(&out, "videos", "startup_ms")[0] / 1e3;
    assert!(close(floats(&out, "videos", "plays_until_s")[0], begun + 120.0, 1e-9));
    assert_eq!(names(&out, "flows", "end_reason"), [Some("finished".to_owned())]);
    // The score by hand, from the segments.
    let bitrates = floats(&out, "segments", "bitrate_bps");
    let heights: f64 = bitrates.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum();
    let score = (bitrates.iter().sum::<f64>() - heights - 3e6 * (begun - 1.0)) / 40.0;
    assert!(close(floats(&out, "videos", "qoe_bps")[0], score, 1e-3), "{score}");
}

/// Goal: stalls to the millisecond, by arithmetic. Method: one bitrate of 1.2 Mbit/s over a wire of
/// 1 Mbit/s with negligible delay and known headers, so that each segment of 2 s takes the same
/// time, 467 ms longer than it plays, and playback, which begins with two, runs empty at an instant
/// that can be computed.
#[test]
fn stalls_are_counted_to_the_millisecond() {
    let wire = r#"delay = "1 us", rate = "1 Mbit/s", queue = "1000 packets""#;
    let video = r#"duration = "20 s", segment = "2 s", ladder = ["1.2 Mbit/s"], startup = "4 s",
        resume = "2 s", request = "100 B""#
        .replace('\n', " ");
    let out = run(wire, &video);
    let arrived = floats(&out, "segments", "t_s");
    let asked = floats(&out, "segments", "requested_s");
    assert_eq!(arrived.len(), 10);
    // 300,000 bytes are 206 packets of 1460 bytes, and 40 of headers each. The request takes 140
    // bytes; acknowledgements do not hold data up once the window is open.
    let wire_bytes = 300_000.0 + 206.0 * 40.0;
    // Twice the delay of the wire beside.
    let least = (wire_bytes + 140.0) * 8e-6 + 2e-6;
    for (number, (asked, arrived)) in asked.iter().zip(&arrived).enumerate() {
        assert!(close(arrived - asked, least, 1e-9), "{number}: {} {least}", arrived - asked);
    }
    // Playback begins with the second; all others are asked for at once and come late by
    // as much as they take above 2 s.
    let startup_ms = (arrived[1] - 1.0) * 1e3;
    assert!(close(floats(&out, "videos", "startup_ms")[0], startup_ms, 1e-6));
    // SYN and SYN-ACK are 40 bytes each.
    let handshake = 80.0 * 8e-6 + 2e-6;
    assert!(close(startup_ms, 1e3 * (handshake + 2.0 * least), 1e-6), "{startup_ms}");
    let (mut until, mut stalled, mut stalls) = (arrived[1] + 4.0, 0.0, 0);
    for arrived in &arrived[2..] {
        if *arrived > until {
            (stalled, stalls, until) = (stalled + arrived - until, stalls + 1, *arrived);
        }
        until += 2.0;
    }
    // 467 ms late each, which the 2 s of video that are more than a segment cover four times.
    assert_eq!(stalls, 4, "{stalled}");
    assert_eq!(counts(&out, "videos", "stalls"), [stalls]);
    let stalled_ms = floats(&out, "videos", "stalled_ms")[0];
    assert!(close(stalled_ms, 1e3 * stalled, 1e-6), "{stalled_ms} {stalled}");
    // In closed form: eight more arrive in 8 times that, in which 4 s and 7 segments are played.
    assert!(close(stalled_ms, 1e3 * (8.0 * least - 4.0 - 14.0), 1e-6), "{stalled_ms}");
}

/// Goal: sizes are those of the file. Method: two rows for four segments.
#[test]
fn segments_have_the_sizes_of_their_file() {
    let mut files = Files::new();
    files.insert("sizes.csv", "level_0,level_1\n100000,200000\n150000,250000 # larger\n");
    let video = r#"duration = "12 s", ladder = ["300 kbit/s", "90 Mbit/s"], sizes = "sizes.csv""#;
    let out = run_with(FAST, video, TCP, 60, &files);
    assert_eq!(counts(&out, "segments", "bytes"), [100_000, 150_000, 100_000, 150_000]);
}

/// Goal: a stall in progress at the end is counted. Method: the link stops transmitting after 10 s.
#[test]
fn a_video_that_hangs_says_so() {
    let mut files = Files::new();
    files.insert("wire.csv", "t_s,rate_bps,loss\n0,4e6,0\n10,4e6,1\n");
    let wire = r#"delay = "20 ms", queue = "100 packets", trace = "wire.csv""#;
    let video = r#"duration = "300 s", abr = "mpc""#;
    let out = run_with(wire, video, TCP, 60, &files);
    assert!(!flag(&out, "complete"));
    let until = floats(&out, "videos", "plays_until_s")[0];
    assert_eq!(counts(&out, "videos", "stalls"), [1]);
    assert!(close(floats(&out, "videos", "stalled_ms")[0], 1e3 * (60.0 - until), 1e-6));
    assert_eq!(names(&out, "flows", "end_reason"), [Some("end_of_run".to_owned())]);
    // A video that never began has no start and no score.
    files.insert("wire.csv", "t_s,rate_bps,loss\n0,4e6,1\n");
    let none = run_with(wire, video, TCP, 60, &files);
    assert_eq!(counts(&none, "videos", "received"), [0]);
    assert!(floats(&none, "videos", "startup_ms")[0].is_nan());
    assert!(floats(&none, "videos", "qoe_bps")[0].is_nan());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Goal: every video ends or reports why not, and its bytes are those requested. Method:
    /// losses, outages and slow wires under each rule and transport.
    #[test]
    fn every_video_ends_or_says_why(
        rule in prop::sample::select(vec!["throughput", "bola", "mpc"]),
        transport in prop::sample::select(vec![
            r#"{ kind = "tcp", stack = "rfc" }"#,
            r#"{ kind = "tcp", stack = "linux", congestion = "bbr" }"#,
            r#"{ kind = "quic" }"#,
        ]),
        loss in 0.0..0.15f64,
        rate_kbps in 100u32..8_000,
        outage in (5u32..60, 1u32..90),
        segment_ms in 500u32..6_000,
        startup_s in 1u32..20,
    ) {
        let mut files = Files::new();
        let (begin, length) = outage;
        files.insert("wire.csv", format!(
            "t_s,loss\n0,{loss}\n{begin},1\n{},{loss}\n", begin + length
        ));
        let wire = format!(
            "delay = \"80 ms\", rate = \"{rate_kbps} kbit/s\", queue = \"60 packets\", \
             trace = \"wire.csv\""
        );
        let video = format!(
            "duration = \"60 s\", segment = \"{segment_ms} ms\", startup = \"{startup_s} s\", \
             ladder = [\"200 kbit/s\", \"600 kbit/s\", \"2 Mbit/s\"], abr = \"{rule}\""
        );
        let out = run_with(&wire, &video, transport, 300, &files);
        let segments = counts(&out, "videos", "segments")[0];
        let received = counts(&out, "videos", "received")[0];
        let ended = names(&out, "flows", "end_reason")[0].clone().unwrap();
        let is_complete = flag(&out, "complete");
        prop_assert_eq!(is_complete, received == segments);
        prop_assert!(is_complete || ended != "finished", "{} of {}", received, segments);
        let gave_up = ["idle_timeout", "too_many_retransmissions", "refused"];
        let known = [&["finished", "end_of_run"][..], &gave_up].concat();
        prop_assert!(known.contains(&&*ended), "{}", ended);
        let bytes = counts(&out, "segments", "bytes");
        prop_assert_eq!(bytes.len() as u64, received);
        prop_assert_eq!(counts(&out, "videos", "bytes")[0], bytes.iter().sum::<u64>());
        let delivered = counts(&out, "flows", "bytes")[0];
        prop_assert!(delivered >= bytes.iter().sum::<u64>() + 300 * received);
        if is_complete {
            prop_assert_eq!(delivered, bytes.iter().sum::<u64>() + 300 * segments);
            // What was played and what it waited add up.
            let startup_s = floats(&out, "videos", "startup_ms")[0] / 1e3;
            let stalled_s = floats(&out, "videos", "stalled_ms")[0] / 1e3;
            let until = floats(&out, "videos", "plays_until_s")[0];
            prop_assert!(close(1.0 + startup_s + stalled_s + 60.0, until, 1e-6));
        }
        prop_assert_eq!(floats(&out, "segments", "t_s").len() as u64, received);
    }
}
