"""Tauran 2018, the verdict: the slides' table of marks, derived from figures.

Of each cell the figure that decides it, its rank, its mark by the rule of paper.toml, and whether
that agrees with the slides. Runs nothing of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam.reproduce import Estimate, Floats, Paper, Runs, Study, drawing
from skyseam.reproduce.intervals import over_seeds
from skyseam.reproduce.report import digits, interval

from .. import shared
from ..shared import REFERENCE, Case
from ..tcp.analysis import Downloads
from ..voice.analysis import Calls

MARKS = {"XX": "#C23B22", "X": "#E0A070", "ok": "#8CC7A8", "okok": "#1C8A5F"}
"""From the worst to the best, with their colours."""

NO_DIFFERENCE = "="
"""The mark of all where the best is hardly better than the worst."""

AGREEMENT = {"same": "same", "side": "same side", "opposite": "no"}

HEARD = {
    "heard": "G.107, losses not concealed, through a play-out buffer of",
    "heard_concealed": "G.107, losses concealed, through a play-out buffer of",
}
"""Scores from mouth to ear."""

CRITERIA = {
    "voip": "VoIP (QoE)",
    "tcp": "TCP (goodput)",
    "fairness": "fairness between users",
    "efficiency": "overall efficiency",
}
"""Rows of the slides' table."""


@dataclass(frozen=True)
class Cell:
    """A cell of the table.

    Attributes
    ----------
    criterion, policy : str
        Ids of its row and column.
    figure : Estimate
        What decides it.
    rank : int
        From 1, the best.
    place : float
        From 0, the worst, to 1, the best.
    mark, slides : str
        Ours, and the slides'.
    """

    criterion: str
    policy: str
    figure: Estimate
    rank: int
    place: float
    mark: str
    slides: str

    @property
    def agreement(self) -> str:
        """Whether ours is the "same" mark, on the same "side", or "opposite"."""
        if self.mark == self.slides:
            return "same"
        if self.mark == NO_DIFFERENCE:
            return "opposite"
        sides = {list(MARKS).index(one) >= len(MARKS) // 2 for one in (self.mark, self.slides)}
        return "side" if len(sides) == 1 else "opposite"


@dataclass(frozen=True)
class Verdict:
    """What the study gave.

    Attributes
    ----------
    rows : dict
        Cells of the table by criterion.
    by_users : dict
        Marks of the rows that are of voice or of TCP alone, by criterion and what the figure is
        taken of: the same rule for each number of users.
    readings : dict
        Marks of the first row by each reading of the score, at each SNR.
    """

    study: Study
    rows: dict[str, list[Cell]]
    by_users: dict[tuple[str, str], dict[str, str]]
    readings: dict[tuple[str, int], dict[str, str]]

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [cell for row in self.rows.values() for cell in row]

    def order(self, criterion: str) -> tuple[int, int]:
        """Return how many pairs that the slides tell apart ours has in the same order, of how many.

        Pairs with equal figures are not in the same order.
        """
        same = pairs = 0
        for one, other in itertools.combinations(self.rows[criterion], 2):
            theirs = list(MARKS).index(one.slides) - list(MARKS).index(other.slides)
            if theirs:
                pairs += 1
                same += theirs * (one.figure.value - other.figure.value) > 0
        return same, pairs


def make(study: Study) -> Verdict:
    """Derive the table of what the parts on voice and TCP give."""
    voice: Calls = study.within(0.0, 0.5).of("voice")
    tcp: Downloads = study.within(0.5, 1.0).of("tcp")
    rule, slides = study.plan["verdict"], said(study.paper)
    five = shared.policies(study.plan, slides=True)
    figures = _figures(voice, tcp)

    rows = {
        name: row(name, {one: over_seeds(of(one)) for one in five}, slides[name], rule)
        for name, of in figures.items()
    }
    figures_by_users = {
        ("voip", f"{n} users"): {one: voice.mean(one, n, "mos").value for one in five}
        for n in voice.users
    }
    for criterion, quantity in (("tcp", "goodput"), ("fairness", "jain")):
        for buffer, n in itertools.product((False, True), tcp.users):
            which = f"{n} users, {'with' if buffer else 'no'} reordering"
            figures_by_users[criterion, which] = {
                one: tcp.of(one, n, buffer).mean(quantity).value for one in five
            }

    def scores(key: str, runs: Callable[..., Runs]) -> dict[str, float]:
        """Return the mean score of each of the five over the numbers of users that count."""
        return {
            one: float(np.mean([runs(one, n).mean(key).value for n in voice.loads])) for one in five
        }

    snrs = sorted({case.snr_db for case in voice.runs})
    buffer_ms = voice.study.plan["playout"]["verdict_buffer_ms"]
    scored = {
        (words, snr): scores(key, lambda one, n, snr=snr: voice.runs[Case(one, n, snr)])
        for key, words in shared.SCORES.items()
        for snr in snrs
    } | {
        (f"{words} {buffer_ms:g} ms", study.plan["run"]["snr_db"]): scores(
            key, lambda one, n: voice.heard(one, n, buffer_ms)
        )
        for key, words in HEARD.items()
    }
    by_users = {key: marks(of, rule) for key, of in figures_by_users.items()}
    readings = {key: marks(of, rule) for key, of in scored.items()}
    return Verdict(study, rows, by_users, readings)


def _figures(voice: Calls, tcp: Downloads) -> dict[str, Callable[[str], Floats]]:
    """Return what gives the figure of each cell, per seed; the words are in paper.toml."""
    loads = voice.loads
    both = [(n, reordering) for reordering in (False, True) for n in tcp.users]

    def over_dt_h(policy: str, name: str) -> Floats:
        gains = [tcp.gain(policy, *one, name=name) for one in both]
        return _mean([1 + gain / 100 for gain in gains])

    def efficiency(policy: str) -> Floats:
        mine, theirs = (
            [voice.runs[voice.case(one, n)] for n in loads] for one in (policy, REFERENCE)
        )
        gains = [a.gain(b, "efficiency") for a, b in zip(mine, theirs, strict=True)]
        return _mean([_mean([1 + g / 100 for g in gains]), over_dt_h(policy, "efficiency")])

    return {
        "voip": lambda one: _mean([voice.runs[voice.case(one, n)].values["mos"] for n in loads]),
        "tcp": lambda one: over_dt_h(one, "goodput"),
        "fairness": lambda one: _mean([tcp.of(one, *which).values["jain"] for which in both]),
        "efficiency": efficiency,
    }


def _mean(values: list[Floats]) -> Floats:
    return np.asarray(np.mean(values, axis=0))


def said(paper: Paper) -> dict[str, dict[str, str]]:
    """Read the slides' table: of each criterion the mark of each policy."""
    return {
        row.pop("criterion"): {one: mark for one, mark in row.items() if one != "where"}
        for row in paper.rows("verdict.csv")
    }


def row(
    criterion: str,
    figures: Mapping[str, Estimate],
    slides: Mapping[str, str],
    rule: Mapping[str, Any],
) -> list[Cell]:
    """Return the cells of a criterion, more being better."""
    values = {policy: figure.value for policy, figure in figures.items()}
    given, where = marks(values, rule), places(values)
    ranks = {one: n for n, one in enumerate(sorted(values, key=lambda one: -values[one]), 1)}
    return [
        Cell(criterion, one, figure, ranks[one], where[one], given[one], slides[one])
        for one, figure in figures.items()
    ]


def marks(values: Mapping[str, float], rule: Mapping[str, Any]) -> dict[str, str]:
    """Return the mark of each figure: the quarter of its place between the worst and the best."""
    worst, best = min(values.values()), max(values.values())
    if best - worst < rule["indifferent_percent"] / 100 * abs(worst):
        return dict.fromkeys(values, NO_DIFFERENCE)
    edges, named = rule["quarters"], list(MARKS)
    return {one: named[sum(at >= edge for edge in edges)] for one, at in places(values).items()}


def places(values: Mapping[str, float]) -> dict[str, float]:
    """Return where each figure lies between the worst, 0, and the best, 1."""
    worst, span = min(values.values()), max(values.values()) - min(values.values())
    return {one: (value - worst) / span if span else 1.0 for one, value in values.items()}


def page(verdict: Verdict) -> dict[str, Any]:
    """Return what the page is told."""
    plan, cells = verdict.study.plan, verdict.cells
    labels, rule = shared.labels(plan), plan["verdict"]
    return {
        "cells": [
            [
                CRITERIA[one.criterion], labels[one.policy], digits(one.figure.value),
                interval(one.figure), str(one.rank), f"{one.place:.2f}", one.mark, one.slides,
                AGREEMENT[one.agreement],
            ]
            for one in cells
        ],
        "table": [
            [CRITERIA[name], *(f"{cell.mark} ({cell.slides})" for cell in row)]
            for name, row in verdict.rows.items()
        ],
        "policies": [labels[one] for one in shared.policies(plan, slides=True)],
        "figures_of": {CRITERIA[one]: words for one, words in rule["figures"].items()},
        "order": [[words, *map(str, verdict.order(one))] for one, words in CRITERIA.items()],
        "by_users": [
            [CRITERIA[criterion], of, *given.values()]
            for (criterion, of), given in verdict.by_users.items()
        ],
        "readings": [
            [words, f"{snr_db} dB", *given.values()]
            for (words, snr_db), given in verdict.readings.items()
        ],
        "counts": {one: sum(cell.agreement == one for cell in cells) for one in AGREEMENT},
        "total": len(cells),
        "disagree": [
            f"{CRITERIA[cell.criterion]}, {labels[cell.policy]}: {cell.mark} for {cell.slides}"
            for cell in cells
            if cell.agreement == "opposite"
        ],
        "quarters": rule["quarters"],
        "indifferent_percent": rule["indifferent_percent"],
    }  # fmt: skip


def tables(verdict: Verdict) -> dict[str, pa.Table]:
    """Return the cells."""
    names = ("criterion", "policy", "value", "low95", "high95", "rank", "place", "mark", "slides")
    rows = []
    for cell in verdict.cells:
        told = {**asdict(cell), **asdict(cell.figure)}
        rows.append({name: told[name] for name in names} | {"agreement": cell.agreement})
    table = pa.Table.from_pylist(rows)
    return {
        "cells": table.rename_columns([n.replace("value", "figure") for n in table.column_names])
    }


def verdict(verdict: Verdict, *, dark: bool = False) -> Figure:
    """Draw where each policy lies between the worst and the best."""
    plan = verdict.study.plan
    figure, (axes,) = drawing.panels(1, (9.6, 4.4))
    edges = [0.0, *plan["verdict"]["quarters"], 1.0]
    for (mark, tone), (left, right) in zip(MARKS.items(), itertools.pairwise(edges), strict=True):
        axes.axvspan(left, right, color=tone, alpha=0.13, lw=0)
        axes.text((left + right) / 2, len(CRITERIA) - 0.45, mark, ha="center", fontsize=9)
    for height, criterion in enumerate(reversed(CRITERIA)):
        # Names of near neighbours take turns below and above their dots.
        in_order = sorted(verdict.rows[criterion], key=lambda one: one.place)
        for number, cell in enumerate(in_order):
            axes.plot(
                cell.place, height, "o", color=MARKS[cell.slides], markersize=10,
                mec="k" if not dark else "w", mew=0.6,
            )  # fmt: skip
            axes.annotate(
                shared.labels(plan)[cell.policy], (cell.place, height), ha="center", fontsize=8,
                xytext=(0, (-16, 9, -26)[number % 3]), textcoords="offset points",
            )  # fmt: skip
    for mark, tone in MARKS.items():
        axes.plot([], [], "o", color=tone, label=f"{mark} in the slides")
    drawing.names_axis(axes, list(CRITERIA.values()))
    axes.set(ylim=(-0.5, len(CRITERIA) - 0.25), xlim=(-0.03, 1.03))
    axes.set_xlabel("from the worst to the best of the five")
    axes.grid(visible=False)
    drawing.legend(figure, axes, 4)
    return figure


FIGURES = (verdict,)
