//! Every broken scenario is rejected with exactly the message stored beside it.
//!
//! The messages in tests/broken/*.txt are for reading: a change of wording shows in review. After
//! an intended change write them again with `SKYSEAM_BLESS=1 cargo test -p skyseam-scenario`.

use std::fs;
use std::sync::LazyLock;

use crate::common::{as_json, broken, broken_directory, parse};
use skyseam_scenario::ScenarioErrors;

/// Name and text of every broken scenario, and its problems.
static REFUSED: LazyLock<Vec<(String, String, ScenarioErrors)>> = LazyLock::new(|| {
    let refused = |(name, text): (String, String)| match parse(&text, &name, &broken_directory()) {
        Ok(scenario) => panic!("{name} is not broken: {scenario:#?}"),
        Err(errors) => (name, text, errors),
    };
    broken().into_iter().map(refused).collect()
});

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "writing golden files anew is asked for from outside"
)]
fn every_broken_scenario_gets_its_message() {
    assert!(REFUSED.len() >= 45, "only {} broken scenarios", REFUSED.len());
    let mut wrong = Vec::new();
    for (name, _, errors) in &*REFUSED {
        let message = errors.to_string();
        let golden = broken_directory().join(name).with_extension("txt");
        if std::env::var_os("SKYSEAM_BLESS").is_some() {
            fs::write(&golden, &message).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if message != expected {
            wrong.push(format!("{name}\n{}", difference(&expected, &message)));
        }
    }
    assert!(wrong.is_empty(), "messages changed:\n\n{}", wrong.join("\n"));
}

/// Lines that differ, those of `expected` with `-`, those of `actual` with `+`.
fn difference(expected: &str, actual: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let old_rest = old[same..].iter().map(|line| format!("- {line}\n"));
    let new_rest = new[same..].iter().map(|line| format!("+ {line}\n"));
    old_rest.chain(new_rest).collect()
}

/// A message must help: it states what is wrong, and either its location or the intended key, and
/// the valid values or a remedy.
#[test]
fn every_problem_has_a_place_and_a_way_out() {
    for (name, text, errors) in &*REFUSED {
        assert!(!errors.problems.is_empty(), "{name} is refused without a reason");
        for problem in &errors.problems {
            let lines: Vec<&str> = text.lines().collect();
            let is_here = problem.file.is_none();
            assert!(problem.line >= 1, "{name}");
            assert!(!is_here || problem.line <= lines.len().max(1), "{name}");
            if !problem.source_line.is_empty() && is_here {
                assert_eq!(lines[problem.line - 1], problem.source_line, "{name}");
                assert!(problem.column <= problem.source_line.chars().count() + 1, "{name}");
            }
            let is_syntax = problem.message.starts_with("this is not TOML");
            let has_way_out = !problem.expected.is_empty() || problem.help.is_some();
            assert!(has_way_out || is_syntax || !problem.path.is_empty(), "{name}: {problem:?}");
        }
    }
}

/// Reader and schema come from one declaration. Problems that only the reader can detect are listed
/// here by name; the schema rejects every other broken file as well.
#[test]
fn the_schema_refuses_what_a_schema_can_know() {
    let validator = crate::common::validator();
    let mut passed = Vec::new();
    for (name, text) in broken() {
        if let Some(document) = as_json(&text)
            && crate::common::violations(&validator, &document).is_empty()
        {
            passed.push(name[3..].trim_start_matches('-').trim_end_matches(".toml").to_string());
        }
    }
    let expected: Vec<&str> = ONLY_THE_READER_KNOWS.split_whitespace().collect();
    assert_eq!(passed, expected);
}

/// Ranges of quantities, names that must exist or be unique, keys that require others.
const ONLY_THE_READER_KNOWS: &str = "
    empty-file walker-total-and-planes-exchanged walker-uneven walker-factor-too-large
    walker-and-its-parts walker-too-many-satellites planes-without-the-rest kind-and-spacing
    two-shells-of-one-name shells-too-many-together shells-empty j2-in-ns2 timeout-too-short
    elements-truncated file-that-is-not-there isl-file-and-pattern isl-file-with-wrong-lines
    isl-file-and-pattern-of-a-shell failures-of-nothing handover-contradicts-itself
    hysteresis-of-hops missing-run-duration track-with-wrong-lines track-without-header
    track-not-utf8 skyline-not-ascending longitude-missing elements-too-old
    elements-with-models-of-circles elements-wrong-checksum elements-empty-omm
    elements-in-the-ground elements-mixed-epochs elements-counted-otherwise hysteresis-too-often
    antennas-of-shortest-path elements-mixed-epochs-counted pacing-of-another-stack bbr-unpaced
    controller-of-another-stack recovery-of-another-stack recovery-with-its-own-window
    fack-without-blocks gilbert-elliott-mixed gilbert-elliott-without-bad
    loss-of-an-uplink-with-direction trace-and-changes trace-with-wrong-lines
    trace-with-unknown-columns delay-given-twice rate-missing trace-ends-without-rate
    changes-not-ascending bdp-of-an-uplink-without-reference red-of-two-units
    red-thresholds-reversed no-bdp quic-small-initial-mtu quic-max-mtu-below-initial-mtu
    quic-max-mtu-never-tried quic-small-windows capture-of-a-link split-ping split-places
    split-small-buffer channel-elevation-without-parameters channel-frequency-of-another-band
    channel-sample-too-coarse channel-of-a-downlink-with-direction channel-between-satellites
    channel-p681-elevation-of-suburbs channel-trace-with-wrong-lines
    channel-trace-without-header channel-trace-not-there channel-without-harq
    harq-without-channel harq-reference-outside-the-table harq-list-and-retransmissions
    harq-more-retransmissions-than-columns harq-information-not-of-the-table
    harq-codeword-smaller-than-packets harq-targets-not-ascending
    harq-targets-and-retransmissions harq-code-rate-above-one harq-without-transmission
    harq-between-satellites reordering-without-harq voice-with-transport voice-split
    voice-frame-of-another-codec voice-adaptive-without-pauses voice-alpha-of-one
    unit-queue-in-time
    voice-frame-too-long voice-too-many-packets scheduler-and-queue scheduler-of-an-uplink
    scheduler-between-satellites scheduler-without-channel scheduler-quantum-too-small
    scheduler-deadline-of-tauran scheduler-spread-of-alpha scheduler-average-of-one-decision
    groups-of-different-sizes group-where-one-node-is-meant group-with-names-of-others
    members-that-are-not-there wire-of-a-group-twice trace-offsets-of-nothing
    stagger-of-one-flow time-finer-than-a-nanosecond flows-with-names-of-a-group
    stagger-after-the-end beam-to-whom-it-cannot-lead beam-with-queue-and-scheduler
    beam-without-queue beam-trace-with-rates fading-without-channel fading-stagger-of-others
    gains-of-no-user directions-of-a-beam codeword-of-a-beam-smaller-than-packets
    two-beams-of-one-name scheduler-of-a-beam-without-channel groups-of-too-many
    staggers-that-go-too-far group-that-nothing-reaches number-overflows
    groups-that-are-members-of-groups more-weights-than-users group-misspelt
    storm-guard-of-another-agent storm-guard-of-another-stack send-buffer-of-another-stack
    direction-where-all-are-taken direction-of-no-choice too-many-starts-at-once too-many-calls
    too-many-quic-at-once too-many-realizations mask-above-90 latitude-beyond-the-pole
    both-ways-over-ns2 both-ways-send-buffer longitude-out-of-range rate-zero queue-zero
    own-constellation-wrong own-constellation-unread own-constellation-leads-on altitude-zero
    voice-expires-at-once redundancy-fading-without-channel inclination-above-180
    terminal-channel-without-the-downlinks terminal-channel-with-a-direction too-many-satellites
    duration-zero satellite-elevation-of-a-wire satellite-elevation-of-a-beam
    user-channels-without-the-beams user-with-two-channels channel-of-no-user interval-zero
    fast-open-of-a-file fast-open-of-ns2 ttcp-of-linux fast-open-and-ttcp pareto-upside-down
    step-zero web-page-with-wrong-objects web-page-in-a-circle web-http3-over-tcp
    web-http2-over-quic web-keys-of-other-versions web-over-ns2 web-page-not-there web-split
    web-page-truncated start-after-years mss-zero capture-cut-off capture-without-magic
    capture-goes-back capture-beyond-ip capture-of-unknown-link list-with-wrong-lines
    list-without-header udp-without-end mss-too-large too-many-datagrams video-ladder
    video-buffer video-sizes-of-another-ladder video-sizes-with-wrong-lines
    video-without-bitrates video-too-many-segments video-sizes-without-header
    file-of-a-replay-missing initial-window-zero users-without-count users-in-an-unknown-country
    users-with-shares-beyond-one users-with-twins-in-the-mix users-without-a-clock
    users-of-nodes-with-a-count users-nearest-without-places users-after-the-end
    users-in-cities-with-wrong-lines users-without-constellation receive-window-below-mss
    users-alone users-with-too-many-sessions users-on-a-line-of-one-place users-of-one-name
    users-with-sessions-of-another-name users-where-no-city-is users-with-a-transport-of-calls
    timeouts-contradict access-of-a-downlink slots-of-less-than-a-byte
    gateway-links-without-a-gateway scheduler-of-one-terminal own-downlink-beside-a-scheduler
    delay-in-a-trace-of-an-uplink rate-given-twice-of-an-uplink access-at-rates-that-change
    access-with-two-antennas mss-without-room-for-timestamps
    harq-of-one-terminal-without-channel offset-without-a-trace-of-an-uplink
    more-constant-slots-than-slots users-in-a-polygon-without-area users-in-an-area-upside-down
    users-of-a-trace-with-wrong-lines users-of-nodes-with-an-uplink
    rate-slots-of-less-than-a-byte slot-of-less-than-a-byte proxy-with-tls
    tls-flights-without-tls channel-of-a-terminal-twice codeword-of-one-terminal-too-small
    flow-to-unknown-terminal flow-to-itself proxy-at-a-satellite recovery-of-bsd
    both-ways-over-bsd duplicate-terminal quantiles-that-fall split-by-quic duplicate-flow
    terminal-named-like-a-satellite loss-list-not-ascending loss-list-empty
    one-way-queue-missing one-way-rate-missing trace-repeats-too-early one-way-delay-given-twice
    capture-file-name-too-long capture-of-unknown-node delay-pair-unknown
    channel-realization-too-long channel-realization-too-far too-many-starts-within-a-minute
    queue-of-too-many-bytes delay-without-pairs elements-several-faults elements-none-left
    elements-of-another-theory elements-crlf-line too-many-users-at-places
    kernel-without-handshake hystart-of-another-stack keep-alive-of-http-1-0
    keys-of-other-handover-policies margin-without-a-handover-policy ecn-of-ns2
    prague-with-classic-ecn dctcp-of-rfc harq-more-disabled-than-processes
    harq-disabled-without-processes harq-packet-of-more-codewords-than-processes
    rlc-without-harq rlc-beside-reordering conditional-handover-with-a-key-of-another-condition
    shared-carrier drawn-failures-half-stated shares-of-time-at-one-rate failures-of-no-node-or-wire
    terminals-without-constellation shell-without-mask beam-budgets links-missing
    skylines-twice-or-from-nowhere link-without-queue
    links-without-satellites wire-to-unknown-node wire-to-itself wire-twice node-without-wire
    flow-between-islands count-without-every every-without-count start-after-the-end
    last-start-after-the-end too-many-starts transport-of-a-ping check-interval-too-short
";

#[test]
fn colour_is_only_added_when_asked_for() {
    for (name, _, errors) in &*REFUSED {
        let plain = errors.render(false);
        assert!(!plain.contains('\x1b'), "{name}");
        let coloured = errors.render(true);
        assert!(coloured.contains('\x1b'), "{name}");
        let stripped = coloured.split('\x1b').enumerate().map(|(i, part)| match i {
            0 => part,
            _ => part.split_once('m').unwrap().1,
        });
        assert_eq!(stripped.collect::<String>(), plain, "{name}");
    }
}
