"""Boubaker 2020, Fig. 7 and 8: ACKs out of order while the seam passes between boat and London.

Transfers from a boat that begin just before London or the boat changes to a satellite beyond the
seam, captured: how many links between satellites each ACK crossed, and in which order ACKs came.
The places of the boat stand in papers/boubaker2020/boat.toml. The page is made in
`boubaker2020_boat_report`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot, simulate, survey
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce.capture import segments
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate

PAPER = "boubaker2020"
DAY_S = 86_400.0
RUNS_PER_ENTRY = 256
BOAT, LONDON = "BOAT", "LON"
SEGMENT_B = 1000


@dataclass(frozen=True)
class Case:
    """A transfer across a seam handover.

    Attributes
    ----------
    latitude_deg, longitude_deg
        Of the boat.
    handover_s
        When the boat or London changes to the other side.
    lead_s
        How long before that the transfer begins.
    """

    latitude_deg: float
    longitude_deg: float
    handover_s: float
    lead_s: float


@dataclass(frozen=True)
class Ack:
    """An ACK that reached the boat: when, which segment it asks for, how many ISLs it crossed."""

    t_s: float
    number: int
    isls: int


@dataclass(frozen=True)
class Outcome:
    """What the study gave."""

    plan: dict[str, Any]
    base: dict[str, Any]
    places: int
    cases: list[Case]
    acks: list[list[Ack]]
    retransmissions: list[int]
    patterns: Counter[tuple[int, ...]]
    example: int
    paths: dict[int, list[str]]
    delay: pa.Table
    compared: list[Compared]
    quick: bool


def boat(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the study of the boat.

    Parameters
    ----------
    quick
        A single row of places and fewer starts.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = study.document(PAPER, "boat.toml")
    base = study.document(PAPER, plan["scenario"])
    places = list(_places(plan, quick))
    cases = _cases(base, plan, places, quick, within(progress, 0.0, 0.2, "boat"))
    acks: list[list[Ack]] = []
    retransmissions: list[int] = []
    for first in range(0, len(cases), RUNS_PER_ENTRY):
        chunk = cases[first : first + RUNS_PER_ENTRY]
        found = _chunk(store, base, plan, chunk, threads)
        acks += found[0]
        retransmissions += found[1]
        if progress is not None:
            progress(0.2 + 0.8 * len(acks) / len(cases), "boat")
    patterns = Counter(
        pattern(of_one)
        for of_one, resent in zip(acks, retransmissions, strict=True)
        if not resent and out_of_order(of_one)
    )
    example = _example(acks, retransmissions, patterns)
    sky = scenario_of(base, plan, Case(plan["boat"][0], plan["boat"][1], 0.0, 0.0))
    delay = survey.delay(
        sky, pairs=[(BOAT, LONDON)], start_s=0.0, duration_s=DAY_S, step_s=10.0
    ).table("delay")
    return Outcome(
        plan, base, len(places), cases, acks, retransmissions, patterns, example,
        _paths(base, plan, cases[example]), delay, _compared(acks[example], patterns), quick,
    )  # fmt: skip


def pattern(acks: list[Ack]) -> tuple[int, ...]:
    """Return the numbers of ISLs that ACKs crossed in the order they were sent, each run once."""
    isls = [ack.isls for ack in sorted(acks, key=lambda ack: ack.number)]
    return tuple(n for i, n in enumerate(isls) if i == 0 or n != isls[i - 1])


def out_of_order(acks: list[Ack]) -> int:
    """Count the ACKs that came after one that acknowledges more."""
    highest, late = -2, 0
    for ack in acks:
        late += ack.number < highest
        highest = max(highest, ack.number)
    return late


def _places(plan: dict[str, Any], quick: bool) -> Iterator[tuple[float, float]]:
    grid = plan["grid"]
    for latitude, west, east in [grid[n] for n in plan["quick_rows"]] if quick else grid:
        for longitude in np.arange(west, east + plan["step_deg"] / 2, plan["step_deg"]):
            yield latitude, float(longitude)


def _terminal(name: str, latitude: float, longitude: float) -> dict[str, str]:
    return {"name": name, "latitude": f"{latitude} deg", "longitude": f"{longitude} deg"}


def _cases(
    base: dict[str, Any],
    plan: dict[str, Any],
    places: list[tuple[float, float]],
    quick: bool,
    progress: Progress | None,
) -> list[Case]:
    """Find each handover of the day after which seam lies between, for each place."""
    names = [f"{BOAT}{n}" for n in range(len(places))]
    sky = {key: base[key] for key in ("constellation", "handover", "routing", "links")}
    sky["terminals"] = [
        _terminal(LONDON, *plan["london"]),
        *(_terminal(name, *at) for name, at in zip(names, places, strict=True)),
    ]
    table = survey.delay(
        sky, pairs=[(LONDON, name) for name in names], start_s=0.0, duration_s=DAY_S,
        step_s=10.0, progress=progress,
    ).table("delay")  # fmt: skip
    leads = np.arange(*plan["quick_lead_s" if quick else "lead_s"])
    cases = []
    for name, at in zip(names, places, strict=True):
        rows = plot.of_pair(table, (LONDON, name))
        inside = rows["separated"].to_numpy()
        for index in np.flatnonzero(inside[1:] & ~inside[:-1]) + 1:
            handover_s = float(rows["t_s"][int(index)].as_py())
            cases += [Case(*at, handover_s, round(float(lead), 4)) for lead in leads]
    return cases


def scenario_of(base: dict[str, Any], plan: dict[str, Any], case: Case) -> dict[str, Any]:
    """Return the scenario of a case: the transfer, captured at the boat."""
    return {
        **{key: base[key] for key in ("constellation", "handover", "routing", "links")},
        "terminals": [
            _terminal(LONDON, *plan["london"]),
            _terminal(BOAT, case.latitude_deg, case.longitude_deg),
        ],
        "flows": [
            {
                "name": "page",
                "from": BOAT,
                "to": LONDON,
                "application": {"kind": "file", "size": plan["size"]},
                "transport": base["flows"][0]["transport"],
            }
        ],
        "run": {
            "start": f"{max(case.handover_s - case.lead_s, 0.0):.4f} s",
            "duration": "60 s",
            "seed": base["run"]["seed"],
            "captures": [BOAT],
        },
    }


def _chunk(
    store: Store, base: dict[str, Any], plan: dict[str, Any], cases: list[Case], threads: int | None
) -> tuple[list[list[Ack]], list[int]]:
    """Run transfers; return the ACKs of each in the order they came, and its retransmissions."""
    scenarios = [scenario_of(base, plan, case) for case in cases]

    def make() -> dict[str, pa.Table]:
        rows = []
        resent = []
        for index, one in enumerate(simulate.run_batch(scenarios, threads=threads)):
            resent.append(one.flows["retransmissions"][0].as_py())
            rows += [(index, ack.t_s, ack.number, ack.isls) for ack in _acks(one.captures[BOAT])]
        names = ("case", "t_s", "number", "isls")
        columns = dict(zip(names, (list(c) for c in zip(*rows, strict=True)), strict=True))
        return {"acks": pa.table(columns), "flows": pa.table({"retransmissions": resent})}

    kept = store.tables("boat", scenarios, make)
    acks: list[list[Ack]] = [[] for _ in cases]
    for row in kept["acks"].to_pylist():
        acks[row["case"]].append(Ack(row["t_s"], row["number"], row["isls"]))
    return acks, kept["flows"]["retransmissions"].to_pylist()


def _acks(capture: bytes) -> list[Ack]:
    """Return the ACKs that arrived; those of the boat itself have their whole time to live."""
    return [
        Ack(one.t_s, (one.acknowledged - 1) // SEGMENT_B, one.satellites - 1)
        for one in segments(capture)
        if one.payload <= 0 and one.satellites > 0
    ]


def _example(
    acks: list[list[Ack]], retransmissions: list[int], patterns: Counter[tuple[int, ...]]
) -> int:
    """Return a case of the most frequent pattern, that with the earliest ACK out of order."""
    if not patterns:
        return 0
    wanted = max(patterns, key=lambda one: (patterns[one], one))

    def late(index: int) -> int:
        seen = [ack.number for ack in acks[index]]
        return min((n for i, n in enumerate(seen) if n < max(seen[: i + 1])), default=99)

    of_it = [
        index
        for index, one in enumerate(acks)
        if pattern(one) == wanted and out_of_order(one) and not retransmissions[index]
    ]
    return min(of_it, key=lambda index: (late(index), index))


def _paths(base: dict[str, Any], plan: dict[str, Any], case: Case) -> dict[int, list[str]]:
    """Return the nodes that each ACK of a case went through, by its number, from captures at all.

    Nodes are in the order in which they saw it: none sees an ACK before it has been sent on.
    """
    nodes = survey.snapshot(scenario_of(base, plan, case), case.handover_s).table("nodes")
    scenario = scenario_of(base, plan, case)
    scenario["run"]["captures"] = nodes["node"].to_pylist()
    seen: dict[int, dict[str, float]] = {}
    for name, capture in simulate.run(scenario).captures.items():
        for one in segments(capture):
            if one.payload <= 0 and one.acknowledged > 0:
                times = seen.setdefault((one.acknowledged - 1) // SEGMENT_B, {})
                times[name] = min(one.t_s, times.get(name, one.t_s))
    return {n: sorted(times, key=lambda name: times[name]) for n, times in sorted(seen.items())}


def _compared(acks: list[Ack], patterns: Counter[tuple[int, ...]]) -> list[Compared]:
    known = study.published(PAPER)
    isls = pattern(acks)
    cases = sum(patterns.values())
    note = (
        f"links between satellites, in the most frequent of {len(patterns)} patterns with ACKs out "
        f"of order ({patterns[isls]} of {cases} transfers)"
    )
    when = ("before", "during", "after")
    return [
        Compared(known[f"seam_ack_hops_{word}"], Estimate(float(n), None, None, cases), note)
        for word, n in zip(when, isls, strict=False)
    ]
