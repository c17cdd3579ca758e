"""Boubaker 2020, Fig. 7 and 8: ACKs out of order while the seam passes between boat and London.

Captures transfers from a boat that begin just before London or the boat switches to a satellite
beyond the seam. Shows the number of inter-satellite links that each ACK crossed, the order of
arrival, and the places in the Atlantic that give the paper's pattern.
"""

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot, simulate, survey
from skyseam.reproduce import Estimate, Study, drawing, transfers
from skyseam.reproduce.capture import segments
from skyseam.reproduce.cases import Declared
from skyseam.results import Results

from .. import shared
from ..shared import BOAT, LONDON

SEGMENT_B = 1000
COLOURS = (plot.NO_SEAM, plot.SEAM, "#009E73", "#CC79A7")
WORDS = ("before", "on its way at the handover", "after")
MOST_SHOWN = 12

Pattern = tuple[int, ...]
Place = tuple[float, float]


class Case(Declared, file=__file__):
    """A transfer across a seam handover."""

    @property
    def place(self) -> Place:
        """Latitude and longitude of the boat, deg."""
        return self.latitude_deg, self.longitude_deg


@dataclass(frozen=True)
class Ack:
    """An ACK that reached the boat: time, segment it asks for, number of ISLs crossed."""

    t_s: float
    number: int
    isls: int


@dataclass(frozen=True)
class Transfer:
    """A finished case: its ACKs in order of arrival, and its number of retransmissions."""

    case: Case
    acks: list[Ack]
    retransmissions: int

    @property
    def pattern(self) -> Pattern:
        return pattern(self.acks)

    @property
    def is_counted(self) -> bool:
        """Whether ACKs arrived out of order and nothing was retransmitted."""
        return not self.retransmissions and len(late(self.acks)) > 0


@dataclass(frozen=True)
class Boat:
    """Results of the study.

    `separated`: share of the run of section 5 in which the seam lies in between, by place.
    `frequent`, `example`: a transfer of the most frequent pattern of all places, and of the fitting
    reading's. `paths`: nodes that each ACK of the example visited, by its number. `delay`: delay
    from the fitting reading's boat to London over a day.
    """

    study: Study
    separated: dict[Place, float]
    transfers: list[Transfer]
    frequent: Transfer
    example: Transfer
    paths: dict[int, list[str]]
    delay: pa.Table

    @property
    def patterns(self) -> Counter[Pattern]:
        return Counter(one.pattern for one in self.transfers if one.is_counted)

    @property
    def with_pattern(self) -> set[Place]:
        """Places with a transfer of the published pattern."""
        counted = (one for one in self.transfers if one.is_counted)
        wanted = tuple(self.study.plan["wanted"])
        return {one.case.place for one in counted if one.pattern == wanted}

    @property
    def qualified(self) -> list[Place]:
        """Places with the pattern that in section 5 the seam never separates from London."""
        there = self.with_pattern
        return [one for one, share in self.separated.items() if share == 0 and one in there]


def make(study: Study) -> Boat:
    plan = study.plan
    step_deg = plan["step_deg"]
    places = [
        (latitude, float(longitude))
        for latitude, west, east in plan["grid"]
        for longitude in np.arange(west, east + step_deg / 2, step_deg)
    ]
    cases = _cases(study.within(0.0, 0.2, "boat"), places)
    scenarios = [scenario_of(study, case) for case in cases]
    kept = study.within(0.2, 1.0, "boat").reduced("boat", scenarios, _reduced)
    acks: list[list[Ack]] = [[] for _ in cases]
    for row in kept["acks"].to_pylist():
        acks[row["run"]].append(Ack(row["t_s"], row["number"], row["isls"]))
    resent = kept["flows"]["retransmissions"].to_pylist()
    transfers = [Transfer(*of_one) for of_one in zip(cases, acks, resent, strict=True)]
    boat = (plan["boat"][0], plan["boat"][1])
    frequent = _example(transfers)
    example = _example([one for one in transfers if one.case.place == boat])
    results = shared.day(scenario_of(study, Case(*boat, 0.0, 0.0)), [(BOAT, LONDON)])
    delay = results.table("delay")
    paths = _paths(study, example.case)
    return Boat(study, _separated(study, places), transfers, frequent, example, paths, delay)


def _sky(study: Study, places: list[Place]) -> tuple[dict[str, Any], list[str]]:
    """Return a scenario with London and a boat at each place, and the names of the boats."""
    names = [f"{BOAT}{n}" for n in range(len(places))]
    ends = [transfers.terminal(name, *at) for name, at in zip(names, places, strict=True)]
    london = transfers.terminal(LONDON, *study.plan["bulk"]["london"])
    return transfers.sky_of(study.document("seam.toml"), [london, *ends]), names


def _separated(study: Study, places: list[Place]) -> dict[Place, float]:
    sky, names = _sky(study, places)
    span = {name: study.plan["bulk"][name] for name in ("start_s", "duration_s")}
    table = shared.day(sky, [(LONDON, name) for name in names], **span).table("delay")
    # At each instant there is a row for every pair, in their order.
    inside = np.asarray(table["across_seam"].fill_null(False)).reshape(-1, len(places))
    return dict(zip(places, inside.mean(axis=0).tolist(), strict=True))


def pattern(acks: list[Ack]) -> Pattern:
    """Return the numbers of ISLs crossed, in the order ACKs were sent, without repeats."""
    isls = [ack.isls for ack in sorted(acks, key=lambda ack: ack.number)]
    return tuple(n for i, n in enumerate(isls) if i == 0 or n != isls[i - 1])


def late(acks: list[Ack]) -> list[Ack]:
    """Return the ACKs that arrived after one with a higher number."""
    highest = itertools.accumulate((ack.number for ack in acks), max)
    return [ack for ack, most in zip(acks, highest, strict=True) if ack.number < most]


def _cases(study: Study, places: list[Place]) -> list[Case]:
    """Return, for each place, the handovers of the day after which the seam lies in between."""
    sky, names = _sky(study, places)
    table = shared.day(sky, [(LONDON, name) for name in names], study).table("delay")
    leads = [round(float(lead), 4) for lead in np.arange(*study.plan["lead_s"])]
    cases = []
    for name, at in zip(names, places, strict=True):
        t_s, inside = transfers.separated(table, (LONDON, name))
        for index in np.flatnonzero(inside[1:] & ~inside[:-1]) + 1:
            cases += [Case(*at, float(t_s[index]), lead) for lead in leads]
    return cases


def scenario_of(study: Study, case: Case) -> dict[str, Any]:
    """Return the scenario of a case: the transfer, captured at the boat."""
    base, plan = study.document("seam.toml"), study.plan
    ends = {LONDON: plan["bulk"]["london"], BOAT: case.place}
    application = {"kind": "file", "size": plan["size"]}
    transport = base["flows"][0]["transport"]
    flow = {"name": "page", "from": BOAT, "to": LONDON, "application": application}
    sky = transfers.sky_of(base, [transfers.terminal(name, *at) for name, at in ends.items()])
    run = {
        "start": f"{max(case.handover_s - case.lead_s, 0.0):.4f} s", "duration": "60 s",
        "seed": base["run"]["seed"], "captures": [BOAT],
    }  # fmt: skip
    return {**sky, "flows": [{**flow, "transport": transport}], "run": run}


def _reduced(one: Results) -> dict[str, pa.Table]:
    """Keep the ACKs that arrived, in their order, and the number of retransmissions."""
    # Those of the boat itself have their whole time to live.
    acks = [
        Ack(seen.t_s, (seen.acknowledged - 1) // SEGMENT_B, seen.satellites - 1)
        for seen in segments(one.captures[BOAT])
        if seen.payload <= 0 and seen.satellites > 0
    ]
    schema = pa.schema([("t_s", pa.float64()), ("number", pa.int64()), ("isls", pa.int64())])
    return {
        "acks": pa.Table.from_pylist([vars(ack) for ack in acks], schema=schema),
        "flows": one.flows.select(["retransmissions"]),
    }


def _example(transfers: list[Transfer]) -> Transfer:
    """Return the case of the most frequent pattern whose first reordered ACK is the earliest."""
    counted = [one for one in transfers if one.is_counted]
    patterns = Counter(one.pattern for one in counted)
    if not patterns:
        return transfers[0]
    wanted = max(patterns, key=lambda one: (patterns[one], one))
    alike = [one for one in counted if one.pattern == wanted]
    # The first of those that are alike.
    return min(alike, key=lambda one: min(ack.number for ack in late(one.acks)))


def _paths(study: Study, case: Case) -> dict[int, list[str]]:
    """Return the nodes that each ACK of a case visited, by its number, from captures at all nodes.

    Nodes are in the order of capture: a node captures an ACK only after the one before it has
    forwarded it.
    """
    scenario = scenario_of(study, case)
    nodes = survey.snapshot(scenario, case.handover_s).table("nodes")
    scenario["run"]["captures"] = nodes["node"].to_pylist()
    seen: dict[int, dict[str, float]] = {}
    for name, capture in simulate.run(scenario).captures.items():
        for one in segments(capture):
            if one.payload <= 0 and one.acknowledged > 0:
                times = seen.setdefault((one.acknowledged - 1) // SEGMENT_B, {})
                times[name] = min(one.t_s, times.get(name, one.t_s))
    return {n: sorted(times, key=lambda name: times[name]) for n, times in sorted(seen.items())}


def estimates(boat: Boat) -> dict[str, Any]:
    cases, found = sum(boat.patterns.values()), dict[str, Any]()
    for reading, one, words in (
        ("defaults", boat.frequent, "all places"), ("fits", boat.example, "the boat at 0 N 0 E"),
    ):  # fmt: skip
        note = f"links between satellites, most frequent pattern with ACKs out of order, {words}"
        for word, isls in zip(("before", "during", "after"), one.pattern, strict=False):
            name = f"seam_ack_hops_{word}"
            found.setdefault(name, {})[reading] = (Estimate(isls, n=cases), note)
    return found


def tables(boat: Boat) -> dict[str, pa.Table]:
    return {"delay": boat.delay}


def page(boat: Boat) -> dict[str, Any]:
    case = boat.example.case
    return {
        "place": f"{_degrees(case.latitude_deg, 'NS')} {_degrees(case.longitude_deg, 'EW')}",
        "places": len(boat.separated),
        "apart": sum(share > 0 for share in boat.separated.values()),
        "with_pattern": len(boat.with_pattern),
        "qualified": len(boat.qualified),
        "cases": len(boat.transfers),
        "late": sum(boat.patterns.values()),
        "resent": sum(one.retransmissions > 0 for one in boat.transfers),
        "rows": _patterns(boat),
        "isls": list(boat.example.pattern),
        "out_of_order": len(late(boat.example.acks)),
    }


def _degrees(value: float, letters: str) -> str:
    return f"{abs(value):g} {letters[value < 0]}"


def _patterns(boat: Boat) -> list[list[str]]:
    """Return the patterns with reordered ACKs: ISLs, number of transfers, places."""
    counted, rows = [one for one in boat.transfers if one.is_counted], []
    for isls, count in boat.patterns.most_common(MOST_SHOWN):
        latitudes = sorted(one.case.latitude_deg for one in counted if one.pattern == isls)
        ends = (_degrees(end, "NS") for end in (latitudes[0], latitudes[-1]))
        rows.append([" / ".join(map(str, isls)), str(count), " to ".join(ends)])
    return rows


def fig7(boat: Boat) -> Figure:
    case, acks = boat.example.case, boat.example.acks
    figure, (axes,) = drawing.panels(1, (8.0, 3.4))
    times = [1e3 * (ack.t_s - case.handover_s) for ack in acks]
    # The order in which they come.
    axes.plot(times, [ack.number + 1 for ack in acks], color=plot.GREY, linewidth=0.7, alpha=0.6)
    colours = dict(zip(dict.fromkeys(boat.example.pattern), COLOURS, strict=False))
    behind = late(acks)
    ring: Any = {"markersize": 12, "mfc": "none", "mec": plot.SEAM, "mew": 1.2}
    for time, ack in zip(times, acks, strict=True):
        colour = colours.get(ack.isls, plot.GREY)
        axes.plot(time, ack.number + 1, "o", color=colour, markersize=6)
        if ack in behind:
            axes.plot(time, ack.number + 1, "o", **ring)
    axes.axvline(0, color=plot.GREY, linestyle="--", linewidth=1)
    axes.text(1.5, 9.6, "seam handover", color=plot.GREY, fontsize=8.5)
    axes.set_yticks(range(1, 11))
    axes.set(xlabel="arrival at the boat, ms after the seam handover", ylabel="number of the ACK")
    handles = [
        drawing.mark(f"{isls} link{'s' if isls != 1 else ''} between satellites", color=colour)
        for isls, colour in colours.items()
    ]
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(0.06, 0.42))
    return figure


def fig8(boat: Boat, *, dark: bool = False) -> Figure:
    shown: dict[int, Ack] = {}
    for ack in sorted(boat.example.acks, key=lambda ack: ack.number):
        shown.setdefault(ack.isls, ack)
    case = boat.example.case
    scenario, views = scenario_of(boat.study, case), []
    for ack, word, colour in zip(shown.values(), WORDS, COLOURS, strict=False):
        at_s = case.handover_s - (1.0 if word == WORDS[0] else 0.0)
        path = boat.paths.get(ack.number, [LONDON, BOAT])
        title = f"ACK {ack.number + 1}, {word}: {ack.isls} ISL{'s' if ack.isls != 1 else ''}"
        views.append(drawing.sky_view(scenario, at_s, path=path, title=title, colour=colour))
    return plot.sky(views, dark=dark, towards_deg=-25.0)


def fig4_boat(boat: Boat, *, dark: bool = False) -> Figure:
    return plot.delay(boat.delay, dark=dark)


def where(boat: Boat) -> Figure:
    _, (axes,) = drawing.panels(1, (8.0, 6.0))
    qualified, share = set(boat.qualified), boat.separated
    kinds = (
        ("separated in section 5", plot.SEAM, [at for at in share if share[at] > 0], 18),
        ("not separated", plot.NO_SEAM, [at for at in share if share[at] == 0], 18),
        ("ACKs over 1, 11, 10 links as well", "#009E73", sorted(qualified), 46),
    )
    for label, colour, those, size in kinds:
        found = np.array(those).reshape(-1, 2)
        axes.scatter(found[:, 1], found[:, 0], s=size, color=colour, label=label, linewidths=0)
    only = np.array(list(boat.with_pattern - qualified)).reshape(-1, 2)
    look: Any = {"facecolors": "none", "edgecolors": "#009E73", "linewidths": 0.9}
    axes.scatter(only[:, 1], only[:, 0], s=40, **look, label="ACKs over 1, 11, 10, but separated")
    plan, ink = boat.study.plan, mpl.rcParams["text.color"]
    for (north, east), words in ((plan["boat"], "the boat"), (plan["bulk"]["london"], "London")):
        axes.plot(east, north, "*", color=ink, markersize=7, zorder=5)
        text: Any = {"textcoords": "offset points", "ha": "center", "fontsize": 9}
        axes.annotate(words, (east, north), (0, 6), **text)
    axes.set(xlabel="longitude, deg", ylabel="latitude, deg", aspect="equal")
    return drawing.legend(axes, 2)
