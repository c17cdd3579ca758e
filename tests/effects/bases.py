"""Small scenarios in which every key has an effect in at least one.

Each takes milliseconds. They contain the conditions under which keys act: losses for recovery, full
queues for queue limits, handovers for outages, enough users for a scheduler.
"""

from __future__ import annotations

from typing import Any

from effects.parts import (
    BULK,
    DOWNLOAD,
    GEO,
    HNL,
    JITTERY,
    LAX,
    LOSSY,
    MARKED,
    PING,
    SHELL,
    SPACED,
    STEP,
    TRANSFER,
    UDP,
    WALKER,
    Table,
    accessed,
    beam,
    budgeted,
    budgeted_beam,
    crowd,
    faded,
    flow,
    ground_users,
    grounded,
    group,
    harq,
    moving,
    preset_budget,
    scheduled,
    shared_carrier,
    sky,
    slotted,
    tcp,
    wires,
)


def scenarios() -> dict[str, Table]:
    """Return all scenarios by name."""
    red = {"kind": "red", "limit": "30 packets", "min_threshold": "3 packets",
           "max_threshold": "9 packets"}  # fmt: skip
    hosts = wires(
        *(flow(BULK, name) for name in "fgh"), flow(BULK, "i") | {"from": "c"},
        flow(BULK, "j") | {"to": "d"}, nodes=({"name": "c"}, {"name": "d"}),
        queue={"kind": "cake", "bandwidth": "3 Mbit/s"},
    )  # fmt: skip
    fast = {"delay": "1 ms", "rate": "20 Mbit/s", "queue": "100 packets"}
    hosts["wires"] += [{"between": ["c", "r"], **fast}, {"between": ["b", "d"], **fast}]
    codepoint = crowd("cities", count=2)
    codepoint["run"]["captures"] = ["HNL"]
    made: dict[str, Table] = {
        "red": wires(flow(BULK), flow(BULK, "g"), queue=red),
        "drop-tail": wires(flow(BULK), queue={"kind": "drop-tail", "limit": "10 packets"}),
        "bdp": wires(flow(BULK), queue="1 BDP", reference_rtt="60 ms"),
        "codel": wires(flow(BULK), flow(BULK, "g"), queue={"kind": "codel"}),
        "fq-codel": wires(
            flow(BULK, transport=tcp("linux", "bbr")), flow(BULK, "g"), flow(PING, "p"),
            queue={"kind": "fq-codel"},
        ),
        "pie": wires(*MARKED, queue={"kind": "pie", "ecn": True}),
        "fq-pie": wires(*MARKED, queue={"kind": "fq-pie", "ecn": True, "target": "1 ms",
                                         "ecn_probability": 0.9}),
        "dualpi2": wires(*MARKED, queue={"kind": "dualpi2", "low_latency": "any-ect"}),
        "dualpi2-overload": wires(*MARKED, {
            "name": "u", "from": "r", "to": "b",
            "application": {"kind": "udp", "duration": "4 s", "source": {
                "kind": "constant", "rate": "6 Mbit/s"}},
        }, queue={"kind": "dualpi2", "low_latency": "any-ect", "coupling": 200}),
        "cake": wires(
            flow(BULK, transport="quic", dscp="CS1"), flow(BULK, "g"), flow(PING, "p", dscp="EF"),
            flow(BULK, "v", dscp="AF41"), flow(BULK, "h") | {"from": "r"},
            queue={"kind": "cake", "bandwidth": "3 Mbit/s", "diffserv": "diffserv4"},
        ),
        "ets": wires(
            flow(BULK, dscp="AF41"), flow(BULK, "g"), flow(PING, "p", dscp="EF"),
            queue={"kind": "ets", "limit": "30 packets", "classes": [
                {"dscp": ["EF"]}, {"dscp": ["AF41"], "quantum": "3000 B"}, {"quantum": "1500 B"}]},
        ),
        "cake-acks": wires(
            flow(BULK), backward={"queue": {"kind": "cake", "bandwidth": "60 kbit/s"}}
        ),
        "cake-hosts": hosts,
        "back-slow": beam(back={"rate": "30 kbit/s", "queue": "50 packets"}),
        "users-codepoint": codepoint,
        "threshold": wires(*MARKED, queue=STEP),
        "ecn": wires(flow(BULK, transport=tcp("linux", "cubic", ecn="classic")), queue=STEP),
        "accecn": wires(flow(BULK, transport=tcp("linux", "cubic", ecn="accecn")), queue=STEP),
        "rfc-accecn": wires(flow(BULK, transport=tcp("rfc", "cubic", ecn="accecn")), queue=STEP),
        "marks-red": wires(*MARKED, queue=red | {"ecn": True}),
        "marks-codel": wires(*MARKED, queue={"kind": "codel", "ecn": True}),
        "marks-fq-codel": wires(*MARKED, queue={"kind": "fq-codel"}),
        "gilbert": wires(flow(), loss={"kind": "gilbert-elliott", "good_to_bad": 0.01,
                                       "bad_to_good": 0.3, "loss_bad": 0.7}),
        "bursts": wires(flow(), loss={"kind": "gilbert-elliott", "mean_good": "60 packets",
                                      "mean_bad": "2 packets"}),
        "gilbert-time": wires(flow(), loss={"kind": "gilbert-elliott-time",
                                            "mean_good": "300 ms", "mean_bad": "20 ms"}),
        "list": wires(flow(), loss={"kind": "list", "lose": [20, "40-42"]}),
        "bernoulli": wires(flow(), loss=LOSSY),
        "bit-error": wires(flow(), loss={"kind": "bit-error", "rate": 1e-6}),
        "two-ways": wires(
            flow(), forward={"delay": "9 ms", "rate": "3 Mbit/s", "queue": "12 packets",
                             "loss": LOSSY, "jitter": "3 ms"},
            backward={"delay": "19 ms", "rate": "1 Mbit/s", "queue": "9 packets"},
        ),
        "changes": wires(flow(), **JITTERY, changes=[{"at": "300 ms", "delay": "70 ms"},
                                                     {"at": "900 ms", "rate": "900 kbit/s"}]),
        "repeats": wires(flow({"kind": "file", "size": "20 kB"}, start="100 ms", count=3,
                              every="200 ms"), framing="18 B"),
        "listed": wires({"name": "l", "from": "a", "to": "b", "transfers": [
            ["0 s", "90 kB"], ["100 ms", "9 kB"]]}),
        "listed-file": wires({"name": "l", "from": "a", "to": "b",
                              "transfers": "@transfers.csv"}),
        "captures": wires(flow(start="50 ms")) | {"run": {
            "duration": "6 s", "captures": ["a"], "throughput_bin": "100 ms",
            "record": ["queue", "sequence"]}},
        "members": wires(
            {"name": "m", "from": "a", "to": "u", "stagger": "50 ms",
             "application": {"kind": "file", "size": "30 kB"}},
            nodes=({"name": "u", "count": 3},), between=["r", "u"],
        ) | {"nodes": [{"name": "a"}, {"name": "r"}, {"name": "u", "count": 3}]},
        "split": wires(flow(split_at=[{"node": "r", "transport": tcp("linux", "cubic"),
                                       "buffer": "20 kB"}]), loss=LOSSY),
        "explicit-split": wires(flow(DOWNLOAD, split_at=[{"node": "r", "explicit": True}])),
    }  # fmt: skip
    for stack, controllers in {
        "rfc": ("newreno", "cubic"),
        "ns2": ("newreno", "cubic", {"kind": "hybla", "rtt": "20 ms"}, {"kind": "cr"},
                {"kind": "ibk", "threshold": "10 ms"}),
        "linux": ("cubic", "bbr", "bbr3", "dctcp", "prague", "vegas", "westwood", "newreno"),
        "bsd": ("newreno",),
    }.items():  # fmt: skip
        for controller in controllers:
            called = controller["kind"] if isinstance(controller, dict) else controller
            sent = flow(BULK, transport=tcp(stack, controller))
            made[f"{stack}-{called}"] = wires(sent, loss=LOSSY)
            if stack == "linux" and called in ("cubic", "bbr"):
                made[f"{stack}-{called}-clean"] = wires(sent, queue="100 packets")
    made |= {
        "ns2-sack": wires(flow(transport=tcp("ns2", recovery="sack")), loss=LOSSY),
        "rfc-short": wires(flow({"kind": "file", "size": "9 kB"}, transport=tcp("rfc"))),
        "burst-loss": wires(flow(transport=tcp("ns2")), loss={"kind": "list",
                                                              "lose": ["30-60", "80-95"]}),
        "burst-loss-linux": wires(flow(transport=tcp("linux")), loss={
            "kind": "list", "lose": ["30-60", "80-95"]}),
        "tls": wires(flow(DOWNLOAD, transport=tcp("linux", tls={
            "handshake": "full", "client_hello": "300 B", "server_flight": "4 kB",
            "client_flight": "90 B"})), rate="500 kbit/s"),
        "fast-open": wires(flow(DOWNLOAD, count=2, every="1 s",
                                transport=tcp("linux", fast_open="learned"))),
        "hystart++": wires(
            flow(BULK, transport=tcp("linux", {"kind": "cubic", "slow_start": {
                "kind": "hystart++", "min_rtt_thresh": "4 ms"}})), queue="200 packets"),
        "hystart++-later": wires(
            flow(BULK, transport=tcp("linux", {"kind": "cubic", "slow_start": {
                "kind": "hystart++", "max_rtt_thresh": "16 ms"}})),
            queue="200 packets", rate="20 Mbit/s", changes=[{"at": "150 ms", "delay": "26 ms"}]),
        "hystart++-reno": wires(
            flow(BULK, transport=tcp("rfc", {"kind": "newreno", "slow_start": "hystart++"})),
            queue="200 packets"),
        "hystart++-quic": wires(
            flow(BULK, transport={"kind": "quic", "congestion": {
                "kind": "cubic", "slow_start": "hystart++"}}),
            flow(BULK, "g", transport={"kind": "quic", "congestion": {
                "kind": "newreno", "slow_start": "hystart++"}}), queue="200 packets"),
        "resumed": wires(flow(transport=tcp("linux", "cubic", careful_resume={
            "kind": "known", "saved_window": "90 kB", "saved_rtt": "60 ms"})),
            queue="100 packets"),
        "resumed-quic": wires(
            flow(count=2, every="3 s", transport={"kind": "quic", "careful_resume": {
                "kind": "learned", "lifetime": "1 min"}}), queue="100 packets", delay="90 ms"),
        "ttcp": wires(flow(DOWNLOAD, count=2, every="1 s",
                           transport=tcp("rfc", ttcp="learned"))),
        "no-handshake": wires(flow(transport=tcp("rfc", handshake=False))),
        "late-syn": wires(flow(transport=tcp("rfc")), loss={"kind": "list", "lose": [1, 2, 3, 9]}),
        "quic": wires(flow(transport={"kind": "quic"}), loss=LOSSY),
        "quic-clean": wires(flow(DOWNLOAD, transport={"kind": "quic"}), delay="90 ms"),
        "quic-idle": wires(
            flow({"kind": "request-response", "response": "2 kB", "think": "2 s", "count": 2},
                 transport={"kind": "quic", "max_idle_timeout": "3 s"}),
            loss={"kind": "list", "lose": [1]}),
        "stp": wires(flow(transport={"kind": "stp"}), loss=LOSSY),
        "stp-lost": wires(flow(transport={"kind": "stp"}), loss={
            "kind": "list", "lose": ["60-4000"]}),
        "stp-window": wires(flow(transport={"kind": "stp", "receive_window": 20}),
                            delay="90 ms"),
        "stp-jitter": wires(flow(transport={"kind": "stp"}), jitter="9 ms"),
        "ping": wires(flow({"kind": "ping", "count": 9, "interval": "200 ms", "size": "90 B"})),
        "voice": wires(flow({"kind": "voice", "duration": "4 s", "talk": {"kind": "exponential"}}),
                       **JITTERY),
        "voice-pareto": wires(flow({"kind": "voice", "duration": "4 s", "playout": {
            "kind": "adaptive"}, "talk": {"kind": "pareto"}}), **JITTERY),
        "voice-twice": wires(flow({"kind": "voice", "duration": "4 s", "talk": "exponential",
                                   "playout": {"kind": "twice-jitter"}}), jitter="80 ms"),
        "voice-fixed": wires(flow({"kind": "voice", "duration": "4 s", "codec": "g729",
                                   "playout": {"kind": "fixed", "delay": "40 ms",
                                               "expires_after": "50 ms"}}), jitter="80 ms"),
        "reader": wires(flow({"kind": "request-response", "response": "3 kB", "think": "100 ms",
                              "count": 4})),
        "download": wires(flow(DOWNLOAD)),
        "udp": wires(flow(UDP | {"source": {"kind": "constant", "rate": "500 kbit/s"}})),
        "udp-poisson": wires(flow(UDP | {"source": {"kind": "poisson", "rate": "500 kbit/s"}})),
        "udp-exponential": wires(flow(UDP | {"source": {"kind": "exponential-on-off",
                                                        "rate": "500 kbit/s"}})),
        "udp-pareto": wires(flow(UDP | {"source": {"kind": "pareto-on-off", "on": "200 ms",
                                                   "off": "100 ms", "rate": "500 kbit/s"}})),
        "udp-replay": wires(flow({"kind": "udp", "source": {
            "kind": "replay", "file": "@scenarios/udp.csv"}})),
        "trace": wires(flow(BULK), flow(PING, "p"), nodes=({"name": "u", "count": 2},)) | {
            "wires": [
                {"between": ["a", "b"], "trace": "@scenarios/traced-wire.csv",
                 "queue": "30 packets"}]},
    }  # fmt: skip
    made["trace"]["nodes"] = [{"name": "a"}, {"name": "b", "count": 2}]
    for law in (
        {"kind": "constant", "value": "3 kB"}, {"kind": "exponential", "mean": "3 kB"},
        {"kind": "log-normal", "median": "3 kB", "sigma": 1.0},
        {"kind": "pareto", "shape": 1.2, "smallest": "2 kB", "largest": "90 kB"},
        {"kind": "quantiles", "shares": [0.0, 0.5, 1.0], "values": ["1 kB", "2 kB", "9 kB"]},
    ):  # fmt: skip
        spans = {
            key: value.replace(" kB", "0 ms") if isinstance(value, str) else value
            for key, value in law.items()
        } | ({"values": ["10 ms", "20 ms", "90 ms"]} if law["kind"] == "quantiles" else {})
        made[f"law-{law['kind']}"] = wires(
            flow({"kind": "request-response", "request": law, "response": law, "think": spans,
                  "count": 5})
        )  # fmt: skip
    for abr in ({"kind": "throughput"}, {"kind": "bola"}, {"kind": "mpc"}):
        made[f"video-{abr['kind']}"] = wires(
            flow({"kind": "video", "duration": "40 s", "abr": abr}), rate="900 kbit/s",
            changes=[{"at": "20 s", "rate": "250 kbit/s"}],
        ) | {"run": {"duration": "90 s", "record": ["segments"]}}  # fmt: skip
    for http in ("1.0", "1.1", "2", "3"):
        made[f"web-{http}"] = wires(
            flow({"kind": "web", "page": "ieee-802.16m", "http": http, "visits": 2,
                  "pause": "12 s"}),
            queue="50 packets",
        ) | {"run": {"duration": "60 s", "record": ["web_objects"]}}  # fmt: skip
    made["web-page"] = wires(
        flow({"kind": "web", "page": {"kind": "ieee-802.16m"}, "visits": 2, "pause": "3 s"}),
    ) | {"run": {"duration": "30 s"}}
    made |= {
        "harq": harq(kind="incremental-redundancy", symbols="k8920"),
        "harq-adaptive": harq(kind="adaptive", information_bits=8920),
        "harq-chase": harq(kind="chase-combining", symbols=9000, information_bits=8920),
        "harq-symbols": harq(kind="incremental-redundancy", symbols=[9000, 3000, 3000],
                             information_bits=8920),
        "harq-processes": harq(kind="adaptive", information_bits=8920, processes=6,
                               feedback_disabled=2, k_offset="90 ms", ta_common="5 ms",
                               k_mac="3 ms"),
        "harq-processes-chase": harq(kind="chase-combining", symbols=9000, information_bits=8920,
                                     processes=2, feedback_disabled=1),
        "harq-processes-symbols": harq(kind="incremental-redundancy", symbols=[9000, 3000, 3000],
                                       information_bits=8920, processes=2, feedback_disabled=1),
        "rlc": harq(kind="adaptive", information_bits=8920, retransmissions=0),
        "rlc-long": harq(kind="adaptive", information_bits=8336, packets="split"),
        "rlc-short": harq(kind="adaptive", information_bits=8336, packets="split"),
        "reordering": harq(kind="adaptive", decoding_delay="5 ms"),
        "reordering-rule": harq(kind="adaptive"),
        "beam": beam(gains=[{"user": "user-1", "gain": "-3 dB"}], channels=[
            {"user": "user-2", "channel": {"kind": "constant", "level": "-2 dB"}}]),
        "beam-queue": beam(queue="30 packets", jitter="9 ms", loss=LOSSY),
        "beam-bdp": beam(queue="1 BDP", reference_rtt="50 ms"),
        "beam-staggered": beam(fading="staggered", fading_stagger="20 s"),
        "beam-shared": beam(fading="shared"),
        "beam-trace": beam(trace="@delays.csv", users=2),
        "beam-fading-file": beam(channel={"kind": "trace", "file": "@levels.csv"}),
        "beam-p681": beam(channel={"kind": "p681", "environment": "rural-wooded",
                                   "speed": "50 km/h", "elevation": "60 deg"}),
        "beam-constant": beam(channel={"kind": "constant", "level": "-2 dB"}),
        "beam-back": beam(back={"rate": "200 kbit/s", "queue": "9 packets", "framing": "9 B",
                                "loss": LOSSY}),
    }  # fmt: skip
    del made["beam-trace"]["beams"][0]["delay"]
    del made["beam-constant"]["beams"][0]["fading"]
    made["reordering"]["wires"][1]["reordering"] = {"kind": "in-sequence", "size": "9 packets"}
    made["rlc"]["wires"][1]["rlc"] = {"t_reassembly": "20 ms", "t_poll_retransmit": "100 ms",
                                      "max_retx_threshold": 8, "poll_pdu": 8}  # fmt: skip
    made["rlc-long"]["wires"][1]["rlc"] = {"sn_field_length": 18}
    made["rlc-short"]["wires"][1]["rlc"] = {"sn_field_length": 12}
    made["reordering-rule"]["wires"][1]["reordering"] = {"kind": "papers",
                                                         "timeout": "90 ms"}  # fmt: skip
    for policy, more in (
        ("drop-tail", {}), ("round-robin", {}), ("deficit-round-robin", {}), ("fq-codel", {}),
        ("proportional-fair", {}), ("m-lwdf", {"tolerated": 0.05, "deadline": "100 ms"}),
        ("exp-pf", {}), ("utility", {"alpha": 2.0}), ("codes", {}),
    ):  # fmt: skip
        made[f"scheduler-{policy}"] = scheduled(policy, **more)
    made["scheduler-marks"] = beam(
        flow(BULK, transport="quic") | {"from": "gate", "to": "user"},
        scheduler={"kind": "fq-codel"},
    )
    # Its packets are larger than a codeword.
    for key in ("harq", "channel", "fading"):
        del made["scheduler-marks"]["beams"][0][key]
    for form in ("textbook", "tauran"):
        made[f"rates-{form}"] = scheduled("proportional-fair", rates={"kind": form})
    made["utility-deadline"] = scheduled("utility", deadline="100 ms", spread="30 ms")
    turns = {"frame": "24 ms", "slots": 20, "contention_slots": 2}
    made |= {
        "demand-assigned": accessed(kind="demand-assigned", **turns),
        "rate-based": accessed(kind="rate-based", **turns),
        "rate-volume": accessed(kind="rate-based", constant_slots=1, rate_slots=2,
                                volume_dscp=["EF"], **turns),
        "volume-class": accessed(kind="rate-based", volume_dscp=["CS0"], **turns),
        "scheduling-request": accessed(kind="scheduling-request", slot="1 ms", period=20),
        "slotted": slotted("starlink-victoria-2023"),
        "slotted-other": slotted("starlink-vancouver-island-2025"),
        "ground": grounded(),
        "ground-far": grounded(pops=["Madrid"]),
        "ground-named": grounded(gateways=["Aerzen", "Milano"], pops=["Madrid", "Frankfurt"]),
        "ground-nearest": ground_users(),
        "fewest": sky("starlink-shell1", routing={"metric": "isl-hops"}),
        "fewest-geographic": sky(routing={"kind": "geographic", "metric": "isl-hops"}),
        "faded": faded({}, {"reordering": {"kind": "in-sequence"}}),
        "sky": sky(handover={"kind": "sticky"}),
        "sky-outage": sky(handover={"kind": "highest-elevation", "interruption_time": "500 ms",
                                    "check_interval": "9 s"}),
        "sky-transfer": sky(
            "iridium", {**TRANSFER, "count": 40, "every": "7 s"},
            handover={"kind": "highest-elevation", "interruption_time": "500 ms",
                      "check_interval": "9 s"},
        ),
        "sky-overlap": sky("iridium", handover={"kind": "highest-elevation",
                                                "overlap": "3 s"}),
        "sky-slots": sky(handover={"kind": "global-reallocation"}),
        "sky-failures": sky(failures=[
            {"satellite": "iridium-1-4", "start": "2 h", "end": "125 min"},
            {"isl": ["iridium-1-5", "iridium-1-6"], "start": "2 h", "end": "125 min"}]),
        "sky-routing": sky(routing={
            "metric": "hops", "recompute_interval": "5 s", "convergence_delay": "3 s",
        }),
        "sky-kept": sky(routing={"hysteresis": "2 ms", "recompute_interval": "5 s"}),
        "sky-paths": sky(routing={"paths": [["HNL", "iridium-1-4", "iridium-1-5", "iridium-2-5",
                                             "iridium-2-4", "LAX"]]}),
        "sky-geographic": sky(routing={"kind": "geographic"}),
        "sky-centralized": sky(routing={"kind": "centralized"}),
        "sky-shell": sky({"shell": SPACED,
                          "elevation_mask": "8 deg", "isl": {"pattern": "grid-seam-open"}}),
        "sky-shells": sky({"shells": [SHELL, WALKER], "propagation": "j2",
                           "elevation_mask": "8 deg"}),
        "sky-elements": sky({"elements": {"file": "@scenarios/made-up-66.tle",
                                          "epoch": "2026-11-20T12:00:00Z"},
                             "elevation_mask": "8.2 deg"}),
        "sky-launches": sky({"elements": {"file": "@launches.tle",
                                          "epoch": "2026-11-20T00:30:00Z"},
                             "elevation_mask": "2 deg"}, handover={"kind": "starlink"}),
        "sky-isl-file": sky({"preset": "iridium",
                             "isl": {"file": "@links.txt"}}),
        "sky-isl": sky({"preset": "iridium", "isl": {
            "pattern": {"kind": "grid-seam-crossed"}, "latitude_threshold": "60 deg",
            "acquisition": "20 s"}}),
        "sky-links": sky("iridium", {**TRANSFER, "application": BULK, "transport": tcp("linux")}),
        "sky-terminals": sky(terminals=[
            {**HNL, "altitude": "2 km", "elevation_mask": "15 deg", "antennas": 2,
             "skyline": [["0 deg", "5 deg"], ["90 deg", "20 deg"]]}, LAX]),
        "sky-skyline": sky(terminals=[{**HNL, "skyline_file": "@skyline.csv"}, LAX]),
        "sky-heading": sky("starlink-shell1", terminals=[
            {"name": "HNL", "track": "@track.csv", "skyline_file": "@skyline.csv",
             "skyline_from": "heading"}, LAX]),
        "sky-flight": sky("starlink-shell1", terminals=[
            {"name": "HNL", "track": "@scenarios/flight.csv"}, LAX]),
        "sky-relay": sky("globalstar", terminals=[
            HNL, {**LAX, "latitude": "28 deg", "longitude": "-138 deg", "name": "ship",
                  "antennas": "all", "relay": True}, LAX]),
        "sky-car": sky(
            "iridium", {**TRANSFER, "application": BULK,
                        "transport": tcp("linux", mss="1000 B")},
            terminals=[{**HNL, "channel": {"kind": "constant", "level": "0 dB"}}, LAX]),
        "points": crowd({"kind": "points", "at": [["20 deg", "-150 deg"], ["30 deg", "-120 deg"],
                         ["40 deg", "-100 deg"]]}, count=3),
        "circle": crowd({"kind": "circle", "latitude": "30 deg", "longitude": "-130 deg",
                         "radius": "900 km"}),
        "line": crowd({"kind": "line", "through": [["20 deg", "-150 deg"],
                                                   ["40 deg", "-120 deg"]]}),
        "cities": crowd({"kind": "cities", "countries": ["US"], "minimum_population": 100000}),
        "area": crowd({"kind": "area", "south": "20 deg", "north": "40 deg", "west": "-150 deg",
                       "east": "-110 deg"}),
        "polygon": crowd({"kind": "polygon", "corners": [
            ["20 deg", "-150 deg"], ["40 deg", "-150 deg"], ["30 deg", "-110 deg"]]}),
        "demand": crowd("cities", to=["HNL", "LAX"], demand={"kind": "nearest"}),
        "gravity": crowd("cities", to=["HNL", "LAX"], demand={"kind": "gravity"}),
        "users": crowd("area", elevation_mask="20 deg", antennas=2, target={"goodput": "1 kbit/s"},
                       uplink={"rate": "500 kbit/s"}, downlink={"rate": "700 kbit/s"}),
        "users-track": moving(),
        "users-skyline": crowd("area", skyline=[["0 deg", "5 deg"], ["90 deg", "20 deg"]]),
        "users-heading": moving(skyline_file="@skyline.csv", skyline_from="heading"),
        "group": group(),
        "group-hours": group(sessions={"kind": "poisson", "per_hour": 1800, "busy_hour": {
            "curve": "earth-2012", "clock": "20:00"}}),
        "group-trace": group(sessions={"kind": "trace", "file": "@starts.csv"})
        | {"run": {"duration": "60 s"}},
        "group-users": group(sessions={"kind": "trace", "file": "@users.csv",
                                       "by_user": True}),
        "group-even": group(sessions={"kind": "even", "each": 2, "within": "5 s"}),
        "group-split": group(mix=[{"share": 1.0, "application": BULK, "direction": "up",
                                   "split_at": [{"node": "a"}]}], to="c"),
    }  # fmt: skip
    del made["sky-relay"]["links"]["isl"]
    made["sky-links"]["links"] = {
        **made["sky-links"]["links"],
        "downlink": {"rate": "1 Mbit/s", "queue": "9 packets", "framing": "8 B", "loss": LOSSY,
                     "jitter": "5 ms"},
    }  # fmt: skip
    made["sky-car"]["links"] = {
        **made["sky-car"]["links"],
        "downlink": {
            "rate": "1 Mbit/s", "queue": "50 packets",
            "harq": {"kind": "incremental-redundancy", "reference_snr": "10 dB"},
            "channel": {"kind": "p681", "environment": "suburban", "speed": "50 km/h",
                        "elevation": "satellite"},
        },
    }  # fmt: skip
    made["delay"] = {
        "constellation": {"preset": "iridium"}, "terminals": [HNL, LAX],
        "delay": {"pairs": [["HNL", "LAX"]], "start": "5 min", "duration": "10 min",
                  "step": "30 s"},
    }  # fmt: skip
    made |= further()
    return made


def further() -> dict[str, Table]:
    """Return scenarios made for a few keys each."""
    linux = tcp("linux", "cubic", mss="1000 B")
    three = [HNL, LAX, {"name": "SFO", "latitude": "37.6 deg", "longitude": "-122.4 deg"}]
    berlin = {"name": "BER", "latitude": "52.5 deg", "longitude": "13.4 deg"}
    sydney = {"name": "SYD", "latitude": "-33.9 deg", "longitude": "151.2 deg"}
    ends = {"from": "BER", "to": "SYD"}
    far = {"name": "far", **ends, "application": PING}
    probe = {"name": "far", **ends, "application": {"kind": "ping", "count": 290}}
    late = {"between": ["r", "b"], "changes": [{"at": "300 ms", "delay": "5 ms"}]}
    shrinking = wires(flow({"kind": "ping", "count": 50, "interval": "10 ms"}), delay="90 ms",
                      changes=late["changes"])  # fmt: skip
    voice = {"kind": "voice", "duration": "3 s", "codec": "g711"}
    served = {"name": "call", "from": "gate", "to": "user", "application": voice}
    turns = {"frame": "24 ms", "slots": 8, "contention_slots": 1}
    crowded = [{"name": f"t{n}", "latitude": f"{n} deg", "longitude": "9 deg"} for n in range(12)]
    pings = {"kind": "ping", "count": 12, "interval": "907 ms"}
    asking = GEO | {
        "terminals": [*crowded, GEO["terminals"][2]],
        "flows": [{"name": f"from {one['name']}", "from": one["name"], "to": "hub",
                   "start": f"{3 * n} ms", "application": pings}
                  for n, one in enumerate(crowded)],
    }  # fmt: skip

    def turned(**access: Any) -> Table:
        uplink = GEO["links"]["uplink"] | {"access": access}
        return asking | {"links": GEO["links"] | {"uplink": uplink}}

    def noisy(model: Table) -> Table:
        made = harq(kind="adaptive", information_bits=8920)
        made["wires"][1]["channel"] = model
        return made

    def downlink(**own: Any) -> Table:
        made = sky("iridium", {**TRANSFER, "application": BULK, "transport": linux})
        return made | {"links": made["links"] | {"downlink": own}}

    near = [{"name": f"n{n}", "latitude": f"{50 + n / 4} deg", "longitude": "9 deg"}
            for n in range(4)]  # fmt: skip
    busy = sky(
        "starlink-shell1",
        *[
            {"name": one["name"], "from": one["name"], "to": "BER", "application": PING}
            for one in near
        ],
        terminals=[*near, berlin],
        handover={"kind": "global-reallocation"},
    )
    relayed = sky("oneweb", terminals=[HNL, LAX])
    del relayed["links"]["isl"]
    routers = wires(flow(split_at=[{"node": "r"}]), nodes=({"name": "s"},), loss=LOSSY)
    routers["wires"] = [
        {"between": pair, "delay": "9 ms", "rate": "4 Mbit/s", "queue": "9 packets"}
        for pair in (["a", "r"], ["r", "s"], ["s", "b"])
    ]
    two_kinds = beam(users=2, to=["user"])
    two_kinds["nodes"].append({"name": "car", "count": 2})
    two_kinds["beams"].append({**two_kinds["beams"][0], "name": "other", "to": "car"})
    renamed = wires(flow(), flow(name="g"))
    up = beam(
        {"name": "up", "from": "user-1", "to": "gate", "application": BULK, "transport": linux},
        back={"rate": "200 kbit/s", "queue": "20 packets"},
    )
    flooded = beam(
        {
            "name": "f",
            "from": "gate",
            "to": "user",
            "application": {
                "kind": "udp",
                "source": {"kind": "constant", "rate": "6 Mbit/s", "size": "900 B"},
                "duration": "4 s",
            },
        },
        scheduler={"kind": "codes", "limit": "9 packets"},
    )
    mixed = beam(
        {"name": "f", "from": "gate", "to": "user", "application": BULK, "transport": linux},
        {"name": "g", "from": "gate", "to": "car", "application": BULK, "transport": linux},
        to=["user", "car"],
        users=2,
    )
    mixed["nodes"].append({"name": "car", "count": 2})
    overtaken = sky(
        "globalstar",
        {
            "name": "p",
            "from": "London",
            "to": "Paris",
            "application": {"kind": "ping", "count": 9000, "interval": "1 ms"},
        },
        terminals=[
            {"name": "London", "latitude": "51.51 deg", "longitude": "-0.13 deg"},
            {"name": "Paris", "latitude": "48.86 deg", "longitude": "2.35 deg", "antennas": "all"},
        ],
        handover={"kind": "sticky"},
    )
    del overtaken["links"]["isl"]
    overtaken["run"] = {"start": "725 s", "duration": "10 s", "record": ["rtt"]}
    seam = {"name": "NYC", "latitude": "40.7 deg", "longitude": "-74 deg"}
    over_seam = {"name": "p", "from": "NYC", "to": "HNL", "application": PING}
    one_shell = {"shells": [{**SHELL, "isl_pattern": "grid-seam-open"}], "elevation_mask": "8 deg"}
    made = {
        "beam-up": up, "flooded": flooded, "mixed-beam": mixed,
        "flooded-quantum": {**flooded, "beams": [{**flooded["beams"][0], "scheduler": {
            "kind": "deficit-round-robin", "limit": "9 packets"}}]},
        "one-shell": sky(one_shell, over_seam, terminals=[seam, HNL]),
        "stp-thinks": wires(flow({"kind": "request-response", "response": "2 kB",
                                  "think": "3 s", "count": 2}, transport={"kind": "stp"})),
        "overtaken": overtaken,
        "hand-on": sky("iridium", {**probe, "application": {"kind": "ping", "count": 170,
                       "interval": "10 s"}}, terminals=[berlin, sydney],
                       routing={"kind": "centralized", "recompute_interval": "15 min"}),
        "asking-demand": turned(kind="demand-assigned", **turns),
        "asking-rate": turned(kind="rate-based", **turns),
        "asking-requests": turned(kind="scheduling-request", slot="1 ms", period=20),
        "shrinking": shrinking,
        "shrinking-beam": beam(
            {"name": "p", "from": "gate", "to": "user-1", "application": {
                "kind": "ping", "count": 200, "interval": "10 ms"}},
            trace="@delays.csv", users=2, queue="30 packets"),
        "one-way-trace": wires(flow(BULK), forward={"trace": "@rates.csv"},
                               backward={"trace": "@rates.csv"}),
        "wire-trace": wires(flow(BULK)) | {"nodes": [{"name": "a"}, {"name": "b", "count": 2}],
                                           "wires": [{
            "between": ["a", "b"], "trace": "@wire.csv", "queue": "30 packets"}]},
        "link-trace": downlink(trace="@rates.csv", queue="30 packets"),
        "link-scheduler": downlink(rate="1 Mbit/s", scheduler={
            "kind": "round-robin", "limit": "9 packets"}),
        "link-order": sky("starlink-shell1", {**TRANSFER, "application": {
            "kind": "ping", "count": 9000, "interval": "10 ms"}}, handover={
                "kind": "highest-elevation", "check_interval": "5 s"}),
        "constant": noisy({"kind": "constant", "level": "-4 dB"}),
        "fontan": noisy({"kind": "fontan", "environment": "suburban", "speed": "60 km/h"}),
        "p681": noisy({"kind": "p681", "environment": "rural-wooded", "speed": "50 km/h",
                       "elevation": "60 deg"}),
        "ntn-tdl": noisy({"kind": "ntn-tdl", "profile": "B", "bandwidth": "5 MHz",
                          "speed": "50 km/h"}),
        "levels": noisy({"kind": "trace", "file": "@levels.csv"}),
        "levels-hold": noisy({"kind": "trace", "file": "@short-levels.csv"}),
        "split-harq": wires(
            flow(transport=tcp("linux", "cubic", mss="1460 B")), queue="100 packets",
            harq={"kind": "adaptive", "reference_snr": "10 dB", "packets": "split"},
            channel={"kind": "constant", "level": "-3 dB"}),
        "split-harq-chase": wires(
            flow(transport=tcp("linux", "cubic", mss="1460 B")), queue="100 packets",
            harq={"kind": "chase-combining", "reference_snr": "10 dB", "packets": "split",
                  "symbols": 9000}, channel={"kind": "constant", "level": "-3 dB"}),
        "split-harq-redundancy": wires(
            flow(transport=tcp("linux", "cubic", mss="1460 B")), queue="100 packets",
            harq={"kind": "incremental-redundancy", "reference_snr": "10 dB",
                  "packets": "split"}, channel={"kind": "constant", "level": "-3 dB"}),
        "k1680": beam(served, harq={"kind": "incremental-redundancy", "symbols": "k1680",
                                    "reference_snr": "10 dB", "information_bits": 1680}),
        "k1000": beam({**served, "application": {**voice, "codec": "g729"}},
                      harq={"kind": "incremental-redundancy", "symbols": "k1000",
                            "reference_snr": "10 dB", "information_bits": 1000}),
        "thesis": beam(
            harq={"kind": "incremental-redundancy", "reference_snr": "10 dB"}, users=5,
            scheduler={"kind": "m-lwdf", "limit": "tauran-share", "rule": "tauran",
                       "rates": "tauran", "upstream": "100 ms"}),
        "late-packets": beam(users=4, rate="2 Mbit/s", scheduler={
            "kind": "m-lwdf", "limit": "60 packets", "deadline": "50 ms", "tolerated": 0.1},
            channels=[{"user": f"user-{n}", "channel": {"kind": "constant",
                       "level": f"-{n} dB"}} for n in (1, 2, 3)]),
        "redundancy": beam(fading="own", redundancy_fading="first-user"),
        "two-beams": two_kinds,
        "hybla": wires(flow(BULK, transport=tcp("ns2", {"kind": "hybla", "rtt": "20 ms"},
                                                receive_window="900 kB")),
                       loss={"kind": "list", "lose": [300]}, rate="10 Mbit/s", queue="90 packets"),
        "cr": wires(flow(BULK, transport=tcp("ns2", {"kind": "cr", "c": 9.0},
                                             receive_window="900 kB")),
                    loss={"kind": "list", "lose": [30, 300]}, rate="10 Mbit/s",
                    queue="90 packets"),
        "bsd-sack": wires(flow(BULK, transport=tcp("bsd", recovery="sack-newreno",
                                                   receive_window="90 kB")), loss=LOSSY),
        "bsd-reno": wires(flow(BULK, transport=tcp("bsd", recovery="reno",
                                                   receive_window="90 kB")), loss=LOSSY),
        "bsd-burst": wires(
            flow(BULK, transport=tcp("bsd", recovery="newreno", receive_window="90 kB")),
            loss={"kind": "list", "lose": ["30-40", "80-90"]}),
        "fack": wires(flow(BULK, transport=tcp("ns2", recovery="fack", congestion="cubic")),
                      queue="90 packets", delay="60 ms",
                      changes=[{"at": f"{400 + 300 * n} ms", "delay": f"{60 - 50 * (n % 2)} ms"}
                               for n in range(10)]),
        "ttcp-known": wires(flow(DOWNLOAD, count=2, every="2 s",
                                 transport=tcp("rfc", ttcp="known"))),
        "stp-idle": wires(
            flow({"kind": "file", "size": "900 kB"},
                 transport={"kind": "stp", "keepalive": "100 ms"}),
            loss={"kind": "list", "lose": ["300-420"], "direction": "both"}),
        "tls-resumed": wires(flow(DOWNLOAD, count=2, every="2 s",
                                  transport=tcp("linux", tls="learned")), rate="500 kbit/s"),
        "tls-none": wires(flow(DOWNLOAD, transport=tcp("linux", tls="none"))),
        "sizes": wires(flow({"kind": "video", "duration": "12 s", "segment": "3 s",
                             "ladder": ["200 kbit/s", "400 kbit/s"],
                             "sizes": "@sizes.csv"})) | {
            "run": {"duration": "60 s", "record": ["segments"]}},
        "delays": {"constellation": {"preset": "iridium"}, "terminals": three,
                   "delay": {"pairs": [["HNL", "LAX"], ["HNL", "SFO"]], "duration": "5 min"}},
        "far": sky("iridium", far, terminals=[berlin, sydney], routing={"metric": "hops"}),
        "geographic": sky("iridium", probe, terminals=[berlin, sydney],
                          routing={"kind": "geographic", "scope": 1}),
        "centralized": sky("iridium", probe, terminals=[berlin, sydney], failures=[
            {"satellite": f"iridium-{n}-{n}", "start": "121 min", "end": "123 min"}
            for n in range(6)], routing={"kind": "centralized", "recompute_interval": "20 s"}),
        "ascending": sky("starlink-shell1", {**TRANSFER, "application": PING},
                         handover={"kind": "sticky", "direction": "ascending"}),
        "least-loaded": busy | {
            "constellation": {"preset": "iridium"},
            "handover": {"kind": "least-loaded"}},
        "conditional-default": sky("starlink-shell1", handover={"kind": "conditional"}),
        "conditional-where": sky("starlink-shell1", handover={"kind": "conditional",
                                                              "condition": "location"}),
        "conditional": sky("starlink-shell1", handover={
            "kind": "conditional", "threshold1": "45 deg", "threshold2": "50 deg",
            "hysteresis": "1 deg"}),
        "conditional-location": sky("starlink-shell1", handover={
            "kind": "conditional", "condition": "location", "threshold2": "25 deg",
            "distance_thresh_from_reference1": "500 km",
            "distance_thresh_from_reference2": "400 km", "hysteresis_location": "20 km"}),
        "conditional-time": sky("starlink-shell1", handover={
            "kind": "conditional", "condition": "time", "threshold2": "30 deg",
            "t1_threshold": "60 s", "duration": "50 s"}),
        "margin": sky("starlink-shell1", {**TRANSFER, "application": PING}, handover={
            "kind": "highest-elevation", "margin": "3 deg", "time_to_trigger": "10 s",
                       "minimum_dwell": "30 s", "check_interval": "5 s"}),
        "busy-satellite": busy,
        "forwarded": sky(
            "iridium", {**TRANSFER, "application": {"kind": "ping", "count": 20000,
                        "interval": "15 ms", "size": "1400 B"}},
            handover={"kind": "highest-elevation", "check_interval": "9 s",
                      "interruption_time": "2 s",
                      "queued": "lost"}),
        "failures-drawn": sky(failures=[
            {"satellites": "iridium-*", "mtbf": "20 min", "mttr": "5 min"}]),
        "failures-wires": wires(flow(
            {"kind": "udp", "duration": "4 s", "source": {"kind": "constant", "rate": "1 Mbit/s"}},
        )) | {"failures": [
            {"node": "r", "start": "1 s", "end": "1200 ms"},
            {"nodes": "r*", "start": "2 s", "end": "2200 ms"},
            {"wire": ["r", "b"], "start": "3 s", "end": "3200 ms"}]},
        "failures": sky("iridium", {**TRANSFER, "application": PING}, failures=[
            {"satellite": "iridium-2-4", "start": "2 h", "end": "121 min"}]),
        "isl-teledesic": sky("teledesic-ns2", far, terminals=[berlin, sydney]),
        "isl-plus-grid": sky({"preset": "starlink-shell2", "isl": {"pattern": "plus-grid"}}, far,
                             terminals=[berlin, sydney]),
        "isl-open": sky({"preset": "iridium", "isl": {"pattern": "grid-seam-open"}}, far,
                        terminals=[berlin, sydney]),
        "isl-crossed": sky({"preset": "iridium", "isl": {
            "pattern": "grid-seam-crossed", "max_tracking_rate": "0.3 deg/s",
            "seam_longitude_threshold": "4 deg"}}, far, terminals=[berlin, sydney]),
        "phasing": sky({"shell": {**SHELL, "phasing": {"odd_planes": "9 deg"}},
                        "elevation_mask": "8 deg"}),
        "phasing-each": sky({"shell": {**SHELL, "phasing": {"each_plane": "9 deg"}},
                             "elevation_mask": "8 deg"}),
        "exact": sky({"preset": "iridium", "geometry": "exact"}),
        "elements": sky({"elements": {"file": "@scenarios/made-up-66.tle",
                                      "epoch": "2026-11-20T12:00:00Z",
                                      "numbers": [90000 + n for n in range(1, 60)]},
                         "elevation_mask": "8.2 deg"}),
        "track": sky("iridium", terminals=[{"name": "HNL", "track": "@track.csv"}, LAX]),
        "towns": crowd({"kind": "cities", "file": "@towns.csv", "spread": "30 km",
                        "south": "-40 deg", "west": "-160 deg", "north": "80 deg",
                        "east": "-60 deg"}),
        "neighbours": crowd("cities", demand={"kind": "gravity", "shortest": "2000 km"}, to=[
            "HNL", "LAX"], count=20),
        "anybody": crowd("cities", to=["HNL", "LAX"], demand={"kind": "anybody"}),
        "stations": crowd({"kind": "points", "file": "@points.csv"}, count=2),
        "users-channel": crowd(
            "area", mix=[{"share": 1.0, "application": {"kind": "file", "size": "9 kB"},
                          "transport": tcp("linux", "cubic", mss="1000 B"), "direction": "down"}],
            channel={"kind": "constant", "level": "-3 dB"}),
        "budget": budgeted(
            {"power": "12 dBW", "antenna": {"pattern": "parabola", "diameter": "0.4 m"}},
            {"noise_temperature": "300 K", "antenna": {"pattern": "array", "gain": "24 dBi"}}),
        "budget-preset": preset_budget("downlink", "starlink-user-downlink"),
        "budget-preset-up": preset_budget("uplink", "oneweb-gateway-uplink-2018"),
        "shared-carrier": shared_carrier(),
        "budgeted-beam": budgeted_beam(),
        "budget-figures": budgeted({"eirp": "56 dBW"}, {"g_over_t": "-2 dB/K"}),
        "budget-rain": budgeted({"eirp": "56 dBW"}, {"g_over_t": "-2 dB/K"}, weather={
            "kind": "series", "offset": "2 d"}),
        "budget-measured": budgeted({"eirp": "56 dBW"}, {"g_over_t": "-2 dB/K"}, weather={
            "kind": "measured", "file": "@rain.csv"}),
        "routers": routers,
        "relayed": relayed,
        "renamed": renamed,
    }  # fmt: skip
    del made["shrinking-beam"]["beams"][0]["delay"]
    made["hand-on"]["run"]["duration"] = "30 min"
    users = made["users-channel"]
    users["links"] = users["links"] | {"downlink": {
        "rate": "1 Mbit/s", "queue": "50 packets", "channel": {"kind": "constant",
        "level": "-1 dB"}, "harq": {"kind": "adaptive", "reference_snr": "8 dB"}}}  # fmt: skip
    for name in ("bsd-sack", "bsd-reno", "bsd-burst"):
        # A SYN that is lost is sent again after 6 s.
        made[name]["run"]["duration"] = "20 s"
    return made
