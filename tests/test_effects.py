"""Goal: no key of the format is accepted and changes nothing without a word.

Method: every key and choice of the JSON Schema has a case in `effects/cases.json`, a small scenario
and a value under which tables or captures differ, or which is refused or warned of; all are run. Of
keys that cannot act in a scenario the warning is looked for, and its absence once they can.
"""

from __future__ import annotations

import copy
import warnings
from typing import TYPE_CHECKING, Any

import pytest

import skyseam
from conftest import ROOT
from effects import bases, cases, drawn, keys, stacks, values
from effects.outcome import located

if TYPE_CHECKING:
    from collections.abc import Iterator

SCENARIOS = cases.all_scenarios()
CASES = cases.read()
PARTS = 8
"""Parts that workers share."""


def test_every_key_and_choice_has_a_case() -> None:
    shown = set().union(*(cases.shown(case, SCENARIOS) for case in CASES))
    missing = [name for name in keys.every_key() if name not in shown]
    assert missing == [], "add scenarios to effects/bases.py, then: python -m effects"


def test_few_keys_have_no_effect_on_results() -> None:
    """Only a line for people stands in the manifest alone; what is warned of is named here."""
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
    """A key of a scenario drawn at random; `python -m torture --effects 500` draws many."""
    known = drawn.pool()
    for number in range(20):
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
        "ping", {"handover": {"policy": "highest-elevation", "outage": "90 ms"}},
        "`policy`, `outage`", {"handover": {"policy": "sticky", "queued": "forwarded"}},
    ),
    "reaction": (
        "ping", {"routing": {"reaction": "90 ms"}}, "`reaction` changes nothing",
        {"routing": {"reaction": "0 s", "metric": "delay"}},
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
        "sky", {"terminals": [bases.HNL, bases.LAX, {
            **bases.LAX, "name": "SFO", "uplink": {"rate": "1 Mbit/s"}}]},
        "`uplink` changes nothing: no flow goes to or from this terminal",
        {"terminals": [bases.HNL, {**bases.LAX, "uplink": {"rate": "1 Mbit/s"}}]},
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
    "overlap": (
        "sky", {"handover": {"policy": "shortest-path", "overlap": "1 s"}},
        "`overlap` changes nothing: all terminals have every satellite",
        {"handover": {"policy": "sticky", "overlap": "1 s"}},
    ),
    "a policy of several antennas": (
        "sky", {"handover": {"policy": "highest-elevation"},
                "terminals": [{**bases.HNL, "antennas": 2}, {**bases.LAX, "antennas": "all"}]},
        "`policy` changes nothing: no terminal here has a single antenna",
        {"handover": {"policy": "highest-elevation"},
         "terminals": [bases.HNL, {**bases.LAX, "antennas": "all"}]},
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
    """Defaults written out are not warned of."""
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


def swept(loss: dict[str, Any], on: str | None = None) -> list[str]:
    scenario = changed("ping", {"wires[1].loss": loss})
    sweep = {
        "scenario": scenario, "replications": 2,
        "vary": [{"key": "wires[0].rate", "values": ["1 Mbit/s", "2 Mbit/s"]}],
    }  # fmt: skip
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        skyseam.sweep(sweep, threads=None if on else 1, executor=on)
    return [str(one.message) for one in caught]


def test_replications_of_what_is_not_drawn_are_warned_of() -> None:
    [told] = swept({"kind": "list", "lose": [2], "direction": "forward"})
    assert "seeds change nothing: runs 0 and 1" in told
    assert swept({"kind": "bernoulli", "probability": 0.3}) == []


@pytest.mark.parametrize("on", [None, "processes"])
def test_warnings_of_runs_of_a_sweep_are_shown_once(on: str | None) -> None:
    told = swept({"kind": "list", "lose": [2, 90000], "direction": "forward"}, on)
    [of_runs] = [one for one in told if "`lose`" in one]
    assert "run 0 and 3 other runs: the loss of r -> b lists 2 packets" in of_runs


def test_runs_of_a_sweep_without_a_session_have_no_flows_to_compare() -> None:
    """Of users who may hold no session, a run may have no flows."""
    rare = changed("users", {"users[0].sessions": {"kind": "poisson", "per_hour": 150.0}})
    sweep = {
        "scenario": rare, "replications": 6,
        "vary": [{"key": "run.duration", "values": ["1 s", "4 s"]}],
    }  # fmt: skip
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        results = skyseam.sweep(sweep, threads=1)
    assert 0 < len(set(results.table("flows")["run"].to_pylist())) < 12
    assert [one for one in caught if "seeds change nothing" in str(one.message)] == []
