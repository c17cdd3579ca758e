"""Causes of the deviation of the goodput in Tauran 2019's tables: drawn fading, delays, and a rest.

All values are logarithms, as means over the cells that have been run by both. Over our seeds the
mean goodput is linear in the mean share that HARQ gave up: the difference on that line between two
sets of draws is the fading's part. The delays' part compares the same seeds over the authors' own
600 s of delays, in delays.csv. A single run of the paper scatters about the line as one of ours
does.
"""

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from skyseam.reproduce import Floats, Runs, digits, said

from .. import shared
from ..shared import Cell

if TYPE_CHECKING:
    from .analysis import Tables

Part = tuple[float, float]
"""A mean and its standard error."""


def means(runs: list[Runs]) -> tuple[Floats, Floats]:
    """Return by seed the mean logarithm over cells of the goodput and of the share given up."""
    goodput = np.log([one.values["goodput"] for one in runs])
    given_up = np.log([100 - one.values["harq_success"] for one in runs])
    return goodput.mean(axis=0), given_up.mean(axis=0)


def parts(
    ours: tuple[Floats, Floats], theirs: tuple[Floats, Floats], delays: Floats
) -> tuple[Part, ...]:
    """Return the excess of our goodput: total, the fading's part, the delays' part, the rest."""
    (y, x), n, m = ours, len(ours[0]), len(theirs[0])
    slope, start = np.polyfit(x, y, 1)
    scatter = math.sqrt(((y - start - slope * x) ** 2).sum() / (n - 2))
    whole = y.mean() - theirs[0].mean()
    whole_error = y.std(ddof=1) * math.sqrt(1 / n + 1 / m)
    apart = x.mean() - theirs[1].mean()
    fading = slope * apart
    fading_error = abs(apart) * scatter / math.sqrt(((x - x.mean()) ** 2).sum())
    delay = delay_error = 0.0
    if len(delays):
        delay, delay_error = delays.mean(), delays.std(ddof=1) / math.sqrt(len(delays))
    rest_error = math.hypot(scatter * math.sqrt(1 / n + 1 / m), fading_error, delay_error)
    rest = whole - fading - delay
    pairs = ((whole, whole_error), (fading, fading_error), (delay, delay_error), (rest, rest_error))
    return tuple((float(value), float(error)) for value, error in pairs)


def rows(tables: "Tables") -> list[list[str]]:
    """Return the decomposition, in percent; empty if the study is not that of delays.csv."""
    cells = list(tables.ns2)
    kept = tables.study.paper.rows("delays.csv")
    plan = tables.study.plan["run"]
    same = [int(row["seed"]) for row in kept] == plan["seeds"]
    if not same or plan["duration_s"] != shared.PAPERS_S or not set(cells) <= set(tables.cells):
        return []
    ours = means([tables.cells[cell] for cell in cells])
    delays = ours[0] - np.array([float(row["goodput"]) for row in kept])
    ns2 = means(list(tables.ns2.values()))
    known = tables.study.paper.published

    def published(cell: Cell) -> Runs:
        names = ("goodput", "harq_success")
        return Runs({one: np.array([known[f"{one}_{cell.published_id}"].value]) for one in names})

    paper = means([published(cell) for cell in cells])
    eight, none = plan["few"], np.array([])
    few = ours[0][:eight], ours[1][:eight]
    found = {
        "ours less ns-2's": parts(ours, ns2, delays),
        f"the same with the first {eight} seeds alone": parts(few, ns2, delays[:eight]),
        "ours less the paper's": parts(ours, paper, delays),
        # The line is ours; what ns-2 had of fading and scatter is its own.
        "ns-2's less the paper's": tuple(
            (a[0] - b[0], math.hypot(a[1], b[1]))
            for a, b in zip(parts(ours, paper, none), parts(ours, ns2, none), strict=True)
        ),
    }
    return [
        [words, *(f"{100 * one:+.1f} \N{PLUS-MINUS SIGN} {100 * error:.1f}" for one, error in each)]
        for words, each in found.items()
    ]


def of_three(tables: "Tables") -> list[list[str]]:
    """Return ns-2's means of three runs with reordering, and the range of such means of ours."""
    found = []
    labels = tables.study.plan["controllers"]
    for row in tables.study.paper.rows("ns2_reordering.csv"):
        cell, theirs = Cell.of(row, reordering=True), float(row["goodput"])
        if cell in tables.cells:
            runs = tables.cells[cell]
            values = runs.values["goodput"]
            threes = [sum(three) / 3 for three in itertools.combinations(values, 3)]
            low, high = np.quantile(threes, (0.025, 0.975))
            below = np.mean(np.array(threes) <= theirs)
            words = f"{labels[cell.controller]}, {'DelAck' if cell.delayed else 'no DelAck'}"
            cells = [words, f"{cell.snr_db} dB", digits(theirs), said(runs.mean("goodput"))]
            cells += [digits(float(np.median(values))), f"{digits(low)} \N{EN DASH} {digits(high)}"]
            found.append([*cells, f"{100 * below:.0f} %"])
    return found
