"""Goal: handover policies, routing rules, queues and schedulers in Python repeat built-in ones.

Method: the rules of `policies_in_python.py` beside those that they repeat, table for table; wrong
answers of each kind, each with its message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import skyseam
from conftest import ROOT
from policies_in_python import FewestLinks, PyEvery, PyExchanges, PyGlobal, PyTail, PyTurns
from skyseam._scenario import Toml

if TYPE_CHECKING:
    from skyseam.plugins import Backlog, Hop, Slot

CITIES = {
    "Berlin": (52.5, 13.4),
    "Madrid": (40.4, -3.7),
    "Rome": (41.9, 12.5),
    "Oslo": (59.9, 10.8),
    "Paris": (48.9, 2.35),
}


def sky(handover: str, antennas: str = "1", routing: str = '"shortest-path"') -> Toml:
    terminals = "".join(
        f"""
[[terminals]]
name = "{name}"
latitude = "{latitude} deg"
longitude = "{longitude} deg"
antennas = {antennas}
"""
        for name, (latitude, longitude) in CITIES.items()
    )
    return skyseam.toml(
        f"""
routing = {routing}
[constellation]
preset = "starlink-shell1"
[links]
uplink = {{ rate = "25 Mbit/s", queue = "50 packets" }}
downlink = {{ rate = "25 Mbit/s", queue = "50 packets" }}
isl = {{ rate = "1 Gbit/s", queue = "500 packets" }}
[handover]
{handover}
{terminals}
[[flows]]
name = "ping"
from = "Berlin"
to = "Madrid"
application = {{ kind = "ping", count = 300, interval = "1 s" }}
[run]
duration = "300 s"
record = ["handovers", "rtt"]
"""
    )


SHARED = [
    ("", ""),
    ("satellite_capacity = 1", "capacity = 1"),
    ('load_penalty = "5 deg"', "penalty = 5.0"),
]


@pytest.mark.parametrize("antennas", ["1", "2"])
@pytest.mark.parametrize(("theirs", "mine"), SHARED)
def test_a_policy_that_repeats_global_reallocation_gives_its_bytes(
    theirs: str, mine: str, antennas: str
) -> None:
    built_in = skyseam.run(sky(f'kind = "global-reallocation"\n{theirs}', antennas))
    own = skyseam.run(sky(f'kind = "py-global"\n{mine}', antennas), models=[PyGlobal])
    assert built_in.table("handovers").num_rows > 30
    for name in built_in.tables:
        assert own.table(name) == built_in.table(name), name


def test_a_policy_that_repeats_shortest_path_gives_its_bytes() -> None:
    built_in = skyseam.run(sky('kind = "shortest-path"', '"all"'))
    own = skyseam.run(sky('kind = "py-every"', '"all"'), models=[PyEvery])
    for name in built_in.tables:
        assert own.table(name) == built_in.table(name), name


def test_a_rule_of_the_fewest_links_takes_as_many_as_the_built_in_metric() -> None:
    metric = '{ kind = "shortest-path", metric = "hops" }'
    built_in = skyseam.run(sky('kind = "sticky"', routing=metric))
    own = skyseam.run(sky('kind = "sticky"', routing='"fewest-links"'), models=[FewestLinks])
    hops = [run.manifest["packet_hops"] for run in (own, built_in)]
    assert hops[0] == pytest.approx(hops[1], rel=0.01)
    assert own.manifest["packets"]["delivered"] >= 590


WIRE = """
nodes = [{{ name = "a" }}, {{ name = "b" }}]
[[wires]]
between = ["a", "b"]
delay = "10 ms"
rate = "10 Mbit/s"
queue = {queue}
[[flows]]
name = "flow"
from = "a"
to = "b"
application = {{ kind = "file", size = "5 MB" }}
[run]
duration = "60 s"
"""


def test_a_queue_that_repeats_drop_tail_gives_its_bytes() -> None:
    built_in = skyseam.run(skyseam.toml(WIRE.format(queue='"30 packets"')))
    mine = '{ kind = "py-tail", limit = 30 }'
    own = skyseam.run(skyseam.toml(WIRE.format(queue=mine)), models=[PyTail])
    assert own.flows == built_in.flows
    dropped = [run.manifest["packets"]["dropped"] for run in (own, built_in)]
    assert dropped[0]["early_drop"] == dropped[1]["queue_overflow"] > 0


BEAM = ROOT / "scenarios" / "mixed-beam.toml"


def beam(scheduler: str) -> skyseam.Scenario:
    text = BEAM.read_text(encoding="utf-8").replace('"60 s"', '"5 s"')
    theirs = '{ kind = "proportional-fair", limit = "50 packets" }'
    assert theirs in text
    return skyseam.toml(text.replace(theirs, scheduler))


def test_a_scheduler_that_repeats_round_robin_gives_its_bytes() -> None:
    built_in = skyseam.run(beam('{ kind = "round-robin", limit = "50 packets" }'))
    own = skyseam.run(beam('{ kind = "py-turns", limit = 50 }'), models=[PyTurns])
    assert built_in.table("harq").num_rows > 0
    for name in built_in.tables:
        assert own.table(name) == built_in.table(name), name


def test_a_scheduler_sees_levels_if_it_needs_them_and_must_pick_who_waits() -> None:
    seen = []

    class Best(PyTurns):
        """The best received."""

        needs_levels = True

        def pick(self, backlog: Any) -> Any:
            seen.append(len(backlog.level_db) == len(backlog.users) == len(backlog.packets))
            return backlog.users[int(np.argmax(backlog.level_db))]

    skyseam.run(beam('"best"'), models=[Best])
    assert len(seen) > 1000 and all(seen)

    class Nobody(PyTurns):
        """Serves nobody."""

        def pick(self, backlog: Any) -> Any:
            return 10_000

    with pytest.raises(skyseam.PluginError, match="one of the numbers in"):
        skyseam.run(beam('"nobody"'), models=[Nobody])


WRONG: list[tuple[type, str, Any, str]] = [
    (PyGlobal, "assign", lambda self, slot: np.array([0, 0]), "each at most once"),
    (PyGlobal, "assign", lambda self, slot: [len(slot.terminal)], "rows of the slot"),
    (PyGlobal, "assign", lambda self, slot: np.array([0.5]), "an array of integers"),
    (PyGlobal, "assign", lambda self, slot: None, "returned None"),
    (PyGlobal, "assign", lambda self, slot: np.flatnonzero(slot.terminal == 0), "antennas"),
    (PyGlobal, "assign", lambda self, slot: 1 // 0, "ZeroDivisionError"),
    (FewestLinks, "route", lambda self, hop: "there", "returned 'there'"),
    (FewestLinks, "route", lambda self, hop: 1.5, "the number of the next node"),
    (FewestLinks, "route", lambda self, hop: 10**6, "returned 1000000"),
    (FewestLinks, "route", lambda self, hop: (1, float("nan")), "the time up to which it holds"),
    (FewestLinks, "route", lambda self, hop: self.network.neighbours(10**6, 0.0), "no node"),
]


@pytest.mark.parametrize(("base", "method", "function", "words"), WRONG)
def test_a_wrong_answer_is_one_message(base: type, method: str, function: Any, words: str) -> None:
    mine: Any = type("Mine", (base,), {method: function, "__doc__": "Wrong."})
    handover, routing = ('kind = "mine"', '"shortest-path"')
    if base is FewestLinks:
        handover, routing = 'kind = "sticky"', '"mine"'
    with pytest.raises(skyseam.PluginError) as caught:
        skyseam.run(sky(handover, routing=routing), models=[mine])
    assert words in str(caught.value)
    assert "test_plugin_policies.py:" in str(caught.value)
    assert caught.value.method == method


def test_studies_without_packets_raise_what_a_policy_raises() -> None:
    class Failing(PyGlobal):
        """Fails."""

        def assign(self, slot: Any) -> Any:
            raise LookupError("no rule")

    scenario = sky('kind = "failing"')
    with pytest.raises(skyseam.PluginError, match="LookupError: no rule"):
        skyseam.check(scenario, models=[Failing])


class ByLot(PyGlobal):
    """Any satellite, by lot."""

    def assign(self, slot: Slot) -> Any:
        rows = super().assign(slot)
        drawn.append(self.random.random())
        return rows


class AtRandom(FewestLinks):
    """Draws for each hop."""

    def route(self, hop: Hop) -> Any:
        drawn.append(self.random.random())
        return super().route(hop)


class Draws(PyTurns):
    """Draws for each packet."""

    def pick(self, backlog: Backlog) -> int:
        drawn.append(self.random.random())
        return super().pick(backlog)


drawn: list[float] = []


@pytest.mark.parametrize("kind", ["handover", "routing", "scheduler"])
def test_random_numbers_follow_the_seed(kind: str) -> None:
    """Method: two runs with one seed and one with another, in a batch that may share timelines."""
    texts = {
        "handover": (sky('kind = "by-lot"'), ByLot),
        "routing": (sky('kind = "global-reallocation"', routing='"at-random"'), AtRandom),
        "scheduler": (
            skyseam.toml(
                sky('kind = "global-reallocation"').text.replace(
                    'downlink = { rate = "25 Mbit/s", queue = "50 packets" }',
                    'downlink = { rate = "25 Mbit/s", scheduler = "draws" }',
                )
            ),
            Draws,
        ),
    }
    text, model = texts[kind]
    seeds = [text.text.replace("[run]", f"[run]\nseed = {seed}") for seed in (1, 1, 2)]
    drawn.clear()
    skyseam.run_batch([skyseam.toml(one) for one in seeds], models=[model])
    numbers = [*dict.fromkeys(drawn)]
    # The two runs with one seed draw the same numbers, or share a constellation.
    assert len(numbers) % 2 == 0 and len(numbers) >= 2
    first, second = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
    assert not {*first} & {*second}
    assert drawn == first * (drawn.count(first[0])) + second


def test_a_queue_must_answer_true_or_false() -> None:
    class Maybe(PyTail):
        """Undecided."""

        def admit(self, arrival: Any) -> Any:
            return 1

    with pytest.raises(skyseam.PluginError, match="True to admit the packet"):
        skyseam.run(skyseam.toml(WIRE.format(queue='"maybe"')), models=[Maybe])


def test_a_queue_marks_packets_that_are_ecn_capable() -> None:
    class Marker(PyTail):
        """Marks behind five packets."""

        def admit(self, arrival: Any) -> Any:
            assert arrival.is_ecn_capable in (True, False)
            return "mark" if arrival.waiting_packets > 5 else super().admit(arrival)

    def links(transport: str) -> dict[str, int]:
        wire = WIRE.format(queue='"marker"').replace("[run]", f'transport = "{transport}"\n[run]')
        rows = skyseam.run(skyseam.toml(wire), models=[Marker]).to_pandas("links")
        return {name: rows[name].sum() for name in ("marked", "early_drops")}

    # QUIC's packets are ECN-capable, TCP's without `ecn` are not.
    quic, tcp = links("quic"), links("tcp")
    assert quic["marked"] > 0 and quic["early_drops"] == 0
    assert tcp["marked"] == 0 and tcp["early_drops"] > 0


TALK = """
nodes = [{{ name = "a" }}, {{ name = "b" }}]
[[wires]]
between = ["a", "b"]
delay = "40 ms"
rate = "8 Mbit/s"
queue = "20 packets"
loss = {{ kind = "bernoulli", probability = 0.02 }}
[[flows]]
name = "talk"
from = "a"
to = "b"
count = 3
every = "1 s"
application = {{ {application}, count = 20, {sizes} }}
{transport}
[run]
duration = "1 h"
"""


SIZES = 'request = "300 B", response = "20 kB", think = "70 ms"'


@pytest.mark.parametrize("transport", ["", 'transport = "quic"'])
def test_an_application_that_repeats_requests_and_responses_gives_their_bytes(
    transport: str,
) -> None:
    kinds = ('kind = "request-response"', 'kind = "py-exchanges"')
    texts = [TALK.format(application=kind, sizes=SIZES, transport=transport) for kind in kinds]
    built_in, own = (skyseam.run(skyseam.toml(text), models=[PyExchanges]) for text in texts)
    assert own.table("responses").num_rows == 60
    assert own.table("responses") == built_in.table("responses")
    assert own.flows == built_in.flows


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (lambda stream: stream.wake(stream.now - 1), "expected a time from"),
        (lambda stream: stream.write(-1), "OverflowError"),
        (lambda stream: stream.respond(stream.now + 1, 1), "expected a time from 0"),
        (lambda stream: stream.write("much"), "TypeError"),
    ],
)
def test_a_wrong_request_of_an_application_is_one_message(request_: Any, words: str) -> None:
    class Wrong(PyExchanges):
        """Asks for what cannot be."""

        def on_open(self, stream: Any) -> None:
            request_(stream)

    text = TALK.format(application='kind = "wrong"', sizes=SIZES, transport="")
    with pytest.raises(skyseam.PluginError, match=words) as caught:
        skyseam.run(skyseam.toml(text), models=[Wrong])
    assert caught.value.method == "on_open"
    assert "flow" in str(caught.value)
