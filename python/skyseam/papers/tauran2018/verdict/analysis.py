"""Tauran 2018, the verdict: the slides' table of marks, derived from figures.

In the papers' mode and with independent fading: the order, in our figures, of the policies that the
slides rank differently, then the mark of each cell by the rule of paper.toml. Makes no runs of its
own.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam.reproduce import Estimate, Floats, Paper, Study, digits, drawing, interval, over_seeds
from skyseam.studies.schedulers.analysis import MARKS, NO_DIFFERENCE, marks, places

from .. import shared
from ..shared import REFERENCE, TIMED
from ..tcp.analysis import Downloads
from ..voice.analysis import Calls

AGREEMENT = {"same": "same", "side": "same side", "opposite": "no"}

SIDES = {"papers": "the papers' mode", "own": "own fading"}


@dataclass(frozen=True)
class Cell:
    """A cell of the table.

    `figure` decides the mark; `rank` is from 1, the best, `place` from 0, the worst, to 1; `mark`
    is ours, `slides` that of the slides.
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
        """Agreement of the marks: "same", on the same "side", or "opposite"."""
        if self.mark == self.slides:
            return "same"
        good = [one in list(MARKS)[len(MARKS) // 2 :] for one in (self.mark, self.slides)]
        return "side" if self.mark != NO_DIFFERENCE and good[0] == good[1] else "opposite"


@dataclass(frozen=True)
class Pair:
    """Two policies that the slides tell apart: the better one there, and our figures, per seed."""

    better: str
    worse: str
    lead: Floats

    @property
    def holds(self) -> bool:
        """Whether the mean over seeds has the slides' order; false for equal figures."""
        return bool(self.lead.mean() > 0)

    @property
    def told_apart(self) -> bool:
        """Whether the 95 % interval of the mean difference over seeds excludes zero."""
        return over_seeds(self.lead).side != 0


@dataclass(frozen=True)
class Verdict:
    """Results of the study.

    `rows`: cells of the table by side of `SIDES` and criterion. `pairs`: pairs of policies by side
    and criterion. `readings`: marks of the first row by side, length of calls, time-out of CoDeS,
    reading of the score, and age at which packets expire. `heard`: calls with either time-out of
    the release, with their side; for each side the one that counts comes first.
    """

    study: Study
    rows: dict[str, dict[str, list[Cell]]]
    pairs: dict[str, dict[str, list[Pair]]]
    readings: dict[tuple[str, ...], dict[str, str]]
    heard: list[tuple[str, Calls]]

    def cells(self, side: str) -> list[Cell]:
        return [cell for row in self.rows[side].values() for cell in row]


def make(study: Study) -> Verdict:
    slides = study.within(0.0, 0.4).of("slides")
    voice, tcp = study.within(0.4, 0.7).of("voice"), study.within(0.7, 1.0).of("tcp")
    rule, theirs = study.plan["verdict"], said(study.paper)
    five = shared.policies(study.plan, slides=True)
    sides = {
        "papers": (slides.long_calls, slides.downloads, slides.rounds),
        "own": (voice, tcp, slides.long),
    }
    rows: dict[str, dict[str, list[Cell]]] = {side: {} for side in sides}
    told: dict[str, dict[str, list[Pair]]] = {side: {} for side in sides}
    for side, runs in sides.items():
        for name, of in _figures(*runs).items():
            figures = {one: of(one) for one in five}
            means = {one: over_seeds(each) for one, each in figures.items()}
            rows[side][name] = row(name, means, theirs[name], rule)
            told[side][name] = list(pairs(figures, theirs[name]))
    script_ms = rule["script_timeout_ms"]
    heard = [
        ("papers", slides.long_calls),
        ("papers", replace(slides.long_calls, timeout_ms=None)),
        ("papers", replace(slides.calls, timeout_ms=script_ms)),
        ("papers", slides.calls),
        ("own", voice),
        ("own", replace(voice, timeout_ms=script_ms)),
    ]
    readings: dict[tuple[str, ...], dict[str, str]] = {}
    for side, calls in heard:
        for (score, words), age in itertools.product(shared.SCORES.items(), calls.limits):
            every = {
                one: [calls.heard(one, n, age).mean(score) for n in calls.loads] for one in five
            }
            scores = {one: float(np.mean([of.value for of in each])) for one, each in every.items()}
            expires = "never" if age is None else f"after {age:g} ms"
            readings[SIDES[side], *call_words(calls), words, expires] = marks(scores, rule)
    return Verdict(study, rows, told, readings, heard)


def call_words(calls: Calls) -> tuple[str, str]:
    default = shared.default_timeout(calls.study.plan)
    timeout = default if calls.timeout_ms is None else f"{calls.timeout_ms:g} ms"
    return f"{calls.duration_s:g} s", timeout


def pairs(figures: Mapping[str, Floats], slides: Mapping[str, str]) -> Iterator[Pair]:
    known = list(MARKS)
    for pair in itertools.combinations(figures, 2):
        worse, better = sorted(pair, key=lambda one: known.index(slides[one]))
        if slides[worse] != slides[better]:
            yield Pair(better, worse, np.asarray(figures[better] - figures[worse]))


def _figures(calls: Calls, tcp: Downloads, fair: Downloads) -> dict[str, Callable[[str], Floats]]:
    """Return the figure that decides each cell, per seed; the words are in paper.toml."""
    loads = calls.loads
    both = [(n, reordering) for reordering in (False, True) for n in tcp.users]
    full = calls.study.plan["verdict"]["fairness_users"]

    def over_dt_h(policy: str, name: str) -> Floats:
        return _mean([1 + tcp.gain(policy, *one, of=name) / 100 for one in both])

    def efficiency(policy: str) -> Floats:
        pairs = ((calls.marked(policy, n), calls.marked(REFERENCE, n)) for n in loads)
        of_calls = _mean([1 + mine.gain(other, "efficiency") / 100 for mine, other in pairs])
        return _mean([of_calls, over_dt_h(policy, "efficiency")])

    return {
        "voip": lambda one: _mean([calls.marked(one, n).values["mos"] for n in loads]),
        "tcp": lambda one: over_dt_h(one, "goodput"),
        "fairness": lambda one: _mean([fair.of(one, n, True).values["jain"] for n in full]),
        "efficiency": efficiency,
    }


def _mean(values: list[Floats]) -> Floats:
    return np.asarray(np.mean(values, axis=0))


def said(paper: Paper) -> dict[str, dict[str, str]]:
    """Return the slides' table: for each criterion the mark of each policy."""
    rows = {row.pop("criterion"): row for row in paper.rows("verdict.csv")}
    return {
        name: {k: mark for k, mark in row.items() if k != "where"} for name, row in rows.items()
    }


def row(
    criterion: str, figures: Mapping[str, Estimate], slides: Mapping[str, str], rule: Any
) -> list[Cell]:
    """Return the cells of a criterion; a larger figure is better."""
    values = {policy: figure.value for policy, figure in figures.items()}
    given, where = marks(values, rule), places(values)
    ranks = {one: n for n, one in enumerate(sorted(values, key=lambda one: -values[one]), 1)}
    return [
        Cell(criterion, one, figure, ranks[one], where[one], given[one], slides[one])
        for one, figure in figures.items()
    ]


def page(verdict: Verdict) -> dict[str, Any]:
    plan = verdict.study.plan
    labels, rule, criteria = shared.labels(plan), plan["verdict"], plan["criteria"]
    order = []
    for name, side in itertools.product(criteria, SIDES):
        these = verdict.pairs[side][name]
        wrong = [f"{labels[one.better]} over {labels[one.worse]}" for one in these if not one.holds]
        always = sum(bool((one.lead > 0).all()) for one in these)
        counts = map(str, (len(these) - len(wrong), always, len(these)))
        order.append([criteria[name], SIDES[side], *counts, "; ".join(wrong) or "none"])
    return {
        "order": order,
        "order_sums": {words: _sums(verdict.pairs[side]) for side, words in SIDES.items()},
        "doubtful": [
            [
                criteria[name], SIDES[side], f"{labels[one.better]} over {labels[one.worse]}",
                digits(float(one.lead.mean())), interval(over_seeds(one.lead)),
                "yes" if one.holds else "no", "yes" if one.told_apart else "no",
            ]
            for name in criteria
            for side in SIDES
            for one in verdict.pairs[side][name]
            if not (one.holds and one.told_apart)
        ],
        "tables": {
            words: [
                [criteria[name], *(f"{cell.mark} ({cell.slides})" for cell in row)]
                for name, row in verdict.rows[side].items()
            ]
            for side, words in SIDES.items()
        },
        "cells": {
            words: [
                [
                    criteria[one.criterion], labels[one.policy], digits(one.figure.value),
                    interval(one.figure), str(one.rank), f"{one.place:.2f}", one.mark, one.slides,
                    AGREEMENT[one.agreement],
                ]
                for one in verdict.cells(side)
            ]
            for side, words in SIDES.items()
        },
        "counts": {
            words: dict.fromkeys(AGREEMENT, 0) | Counter(c.agreement for c in verdict.cells(side))
            for side, words in SIDES.items()
        },
        # The difference between the best and the worst of a row, in percent of the worst.
        "spans": {
            side: {
                name: f"{100 * (max(figures) / min(figures) - 1):.1f}"
                for name, row in rows.items()
                for figures in [[cell.figure.value for cell in row]]
            }
            for side, rows in verdict.rows.items()
        },
        "policies": [labels[one] for one in shared.policies(plan, slides=True)],
        "figures_of": {criteria[one]: words for one, words in rule["figures"].items()},
        "fewest": min(verdict.heard[0][1].loads),
        "calls": [
            [SIDES[side], *call_words(calls), *_lead_row(calls, rule)]
            for side, calls in verdict.heard
        ],
        "readings": [[*of, *given.values()] for of, given in verdict.readings.items()],
        "total": len(verdict.cells("papers")),
    }  # fmt: skip


def _sums(pairs: Mapping[str, list[Pair]]) -> dict[str, int]:
    """Return the number of pairs, of those in the slides' order, and of the doubtful of these."""
    held = [one for these in pairs.values() for one in these if one.holds]
    doubtful = sum(not one.told_apart for one in held)
    return {"total": sum(map(len, pairs.values())), "held": len(held), "doubtful": doubtful}


def _lead_row(calls: Calls, rule: Mapping[str, Any]) -> list[str]:
    """Return scores of PF and CoDeS, the lead over all loads and at the lowest, and PF's place."""
    five = shared.policies(calls.study.plan, slides=True)
    told = {p: np.array([calls.marked(p, n).values["mos"] for n in calls.loads]) for p in five}
    lead = told[TIMED] - told["pf"]
    over_loads = over_seeds(lead.mean(axis=0))
    means = {one: float(of.mean()) for one, of in told.items()}
    row = [digits(one) for one in (means["pf"], means[TIMED], over_loads.value)]
    row += [interval(over_loads), digits(float(lead[0].mean()))]
    return [*row, f"{places(means)['pf']:.2f}", marks(means, rule)["pf"]]


def tables(verdict: Verdict) -> dict[str, pa.Table]:
    rows = [
        {
            "side": side, "criterion": one.criterion, "policy": one.policy,
            "figure": one.figure.value, "low95": one.figure.low95, "high95": one.figure.high95,
            **{key: vars(one)[key] for key in ("rank", "place", "mark", "slides")},
            "agreement": one.agreement,
        }
        for side in SIDES
        for one in verdict.cells(side)
    ]  # fmt: skip
    return {"cells": pa.Table.from_pylist(rows)}


def verdict(verdict: Verdict, *, dark: bool = False) -> Figure:
    plan = verdict.study.plan
    _, (axes,) = drawing.panels(1, (9.6, 4.4))
    criteria = plan["criteria"]
    edges = [0.0, *plan["verdict"]["quarters"], 1.0]
    for (mark, tone), (left, right) in zip(MARKS.items(), itertools.pairwise(edges), strict=True):
        axes.axvspan(left, right, color=tone, alpha=0.13, lw=0)
        axes.text((left + right) / 2, len(criteria) - 0.45, mark, ha="center", fontsize=9)
    for height, criterion in enumerate(reversed(criteria)):
        # Names of near neighbours take turns below and above their dots.
        in_order = sorted(verdict.rows["papers"][criterion], key=lambda one: one.place)
        for number, cell in enumerate(in_order):
            look: Any = {"markersize": 10, "mec": "w" if dark else "k", "mew": 0.6}
            axes.plot(cell.place, height, "o", color=MARKS[cell.slides], **look)
            text: Any = {"textcoords": "offset points", "ha": "center", "fontsize": 8}
            at = (0, (-16, 9, -26)[number % 3])
            axes.annotate(shared.labels(plan)[cell.policy], (cell.place, height), at, **text)
    for mark, tone in MARKS.items():
        axes.plot([], [], "o", color=tone, label=f"{mark} in the slides")
    drawing.names_axis(axes, list(criteria.values()))
    axes.set(ylim=(-0.5, len(criteria) - 0.25), xlim=(-0.03, 1.03))
    axes.set_xlabel("from the worst to the best of the five")
    axes.grid(visible=False)
    return drawing.legend(axes, 4)
