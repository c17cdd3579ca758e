//! Resolution of the keys of voice flows, and that they read back as the same.

use skyseam_app::voice::{
    AdaptivePlayout, Codec, ConstantTalk, ExponentialTalk, FixedPlayout, ParetoTalk, PlayoutConfig,
    TwiceJitter, Voice, talk,
};
use skyseam_base::Duration;
use skyseam_scenario::parse_alone;

/// The voice flow of these keys; also checks that its printed form reads back as the same.
fn voice(keys: &str) -> Voice {
    let text = format!(
        "nodes = [{{ name = \"a\" }}, {{ name = \"b\" }}]\n\
         wires = [{{ between = [\"a\", \"b\"], delay = \"1 ms\", rate = \"1 Mbit/s\", \
         queue = \"9 packets\" }}]\n\
         run.duration = \"60 s\"\n\
         [[flows]]\nname = \"call\"\nfrom = \"a\"\nto = \"b\"\n\
         [flows.application]\nkind = \"voice\"\nduration = \"50 s\"\n{keys}"
    );
    let read = |text: &str| {
        parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{text}\n{errors}"))
    };
    let scenario = read(&text);
    let toml: toml::Table = serde_json::from_value(scenario.resolved()).unwrap();
    assert_eq!(read(&toml::to_string(&toml).unwrap()), scenario);
    scenario.flows[0].application.kind::<Voice>().expect("voice").clone()
}

/// Goal: documented defaults. Method: only the duration is given.
#[test]
fn a_call_is_constant_g711_with_a_buffer_of_60_ms() {
    let expected = Voice {
        codec: Codec::G711,
        frame: Duration::from_millis(20),
        header: 40,
        duration: Duration::from_secs(50),
        talk: talk(ConstantTalk {}),
        playout: PlayoutConfig::of(FixedPlayout { delay: Duration::from_millis(60) }),
    };
    assert_eq!(Voice::lasting(Duration::from_secs(50)), expected);
    assert_eq!(voice(""), expected);
    assert_eq!(expected.packet_bytes(), 200);
    assert_eq!(voice("talk = { kind = \"constant\" }\nplayout = { kind = \"fixed\" }"), expected);
    assert_eq!(voice("talk = \"constant\"\nplayout = \"fixed\""), expected);
}

/// Goal: the sources of ITU-T P.59, ns-2 and Ramjee et al. Method: only their names are given.
#[test]
fn spurts_and_buffers_have_the_parameters_of_their_sources() {
    let conversation = voice(
        "codec = \"g729\"\ntalk = { kind = \"exponential\" }\nplayout = { kind = \"adaptive\" }",
    );
    let (mean, pause) = (Duration::from_millis(1004), Duration::from_millis(1587));
    assert_eq!(conversation.talk, talk(ExponentialTalk { talk: mean, pause }));
    let adaptive = AdaptivePlayout { alpha: 0.998_002 };
    assert_eq!(conversation.playout, PlayoutConfig::of(adaptive));
    assert_eq!(conversation.packet_bytes(), 60);
    let thesis = voice(
        "frame = \"26.25 ms\"\nheader = \"0 B\"\ntalk = { kind = \"pareto\" }\n\
         playout = { kind = \"twice-jitter\" }",
    );
    let (mean, pause) = (Duration::from_millis(500), Duration::from_millis(50));
    assert_eq!(thesis.talk, talk(ParetoTalk { talk: mean, pause, shape: 1.5 }));
    assert_eq!(thesis.playout, PlayoutConfig::of(TwiceJitter {}));
    assert_eq!(thesis.packet_bytes(), 210);
}

/// Goal: every buffer accepts the age at which packets expire. Method: all three.
#[test]
fn packets_expire_in_every_buffer() {
    for kind in ["fixed", "adaptive", "twice-jitter"] {
        let call = voice(&format!(
            "talk = {{ kind = \"exponential\" }}\n\
             playout = {{ kind = \"{kind}\", expires_after = \"400 ms\" }}"
        ));
        assert_eq!(call.playout.keys.expires_after, Some(Duration::from_millis(400)), "{kind}");
    }
}
