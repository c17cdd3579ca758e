"""The page on the verdict: figures and tables of what `tauran2018_verdict` derived.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce import tauran2018_figures as figures
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.tauran2018_verdict import CRITERIA, MARKS, Cell, Outcome

AGREEMENT = {"same": "same", "side": "same side", "opposite": "no"}
_TONES = {"XX": "#C23B22", "X": "#E0A070", "ok": "#8CC7A8", "okok": "#1C8A5F"}


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "verdict",
            lambda dark: verdict(outcome, dark=dark),
            "Where each policy lies between the worst and the best, coloured by the slides' marks.",
            "Each policy between the worst (left) and the best (right) of the five, by criterion; "
            "the ground is the mark of the quarter, the colour of a dot the slides' mark.",
        )
    ]
    labels = tauran.labels(outcome.plan)
    rule = outcome.plan["verdict"]
    counts = {one: sum(cell.agreement == one for cell in outcome.cells) for one in AGREEMENT}
    context: dict[str, Any] = {
        "cells": [_cell(cell, labels) for cell in outcome.cells],
        "table": [_row(outcome, criterion) for criterion in CRITERIA],
        "policies": [labels[one] for one in tauran.policies(outcome.plan, slides=True)],
        "figures_of": {CRITERIA[one]: words for one, words in rule["figures"].items()},
        "order": [
            [CRITERIA[one], *(str(count) for count in outcome.order(one))] for one in CRITERIA
        ],
        "by_users": [
            [CRITERIA[criterion], of, *given.values()]
            for (criterion, of), given in outcome.by_users.items()
        ],
        "readings": [
            [words, f"{snr_db} dB", *given.values()]
            for (words, snr_db), given in outcome.readings.items()
        ],
        "counts": counts,
        "total": len(outcome.cells),
        "disagree": [
            f"{CRITERIA[cell.criterion]}, {labels[cell.policy]}: {cell.mark} for {cell.slides}"
            for cell in outcome.cells
            if cell.agreement == "opposite"
        ],
        "quarters": rule["quarters"],
        "indifferent_percent": rule["indifferent_percent"],
    }
    return compose(
        "tauran2018_verdict.html", context, pictures,
        tables={"cells": _cells_table(outcome.cells)}, facts=context,
    )  # fmt: skip


def _row(outcome: Outcome, criterion: str) -> list[str]:
    cells = outcome.row(criterion)
    return [CRITERIA[criterion], *(f"{cell.mark} ({cell.slides})" for cell in cells)]


def _cell(cell: Cell, labels: dict[str, str]) -> list[str]:
    return [
        CRITERIA[cell.criterion], labels[cell.policy], digits(cell.figure.value),
        interval(cell.figure), str(cell.rank), f"{cell.place:.2f}", cell.mark, cell.slides,
        AGREEMENT[cell.agreement],
    ]  # fmt: skip


def _cells_table(cells: list[Cell]) -> pa.Table:
    return pa.Table.from_pylist(
        [
            {
                "criterion": cell.criterion, "policy": cell.policy, "figure": cell.figure.value,
                "low95": cell.figure.low95, "high95": cell.figure.high95, "rank": cell.rank,
                "place": cell.place, "mark": cell.mark, "slides": cell.slides,
                "agreement": cell.agreement,
            }
            for cell in cells
        ]
    )  # fmt: skip


@plot.styled
def verdict(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw where each policy lies between the worst and the best."""
    labels = tauran.labels(outcome.plan)
    figure = Figure(figsize=(9.6, 4.4), layout="constrained")
    axes = figure.subplots()
    edges = [0.0, *outcome.plan["verdict"]["quarters"], 1.0]
    for mark, left, right in zip(MARKS, edges, edges[1:], strict=False):
        axes.axvspan(left, right, color=_TONES[mark], alpha=0.13, lw=0)
        axes.text((left + right) / 2, len(CRITERIA) - 0.45, mark, ha="center", fontsize=9)
    for height, criterion in enumerate(reversed(CRITERIA)):
        # Names of near neighbours take turns below and above their dots.
        for number, cell in enumerate(sorted(outcome.row(criterion), key=lambda one: one.place)):
            axes.plot(
                cell.place, height, "o", color=_TONES[cell.slides], markersize=10,
                mec="k" if not dark else "w", mew=0.6,
            )  # fmt: skip
            axes.annotate(
                labels[cell.policy], (cell.place, height), ha="center", fontsize=8,
                xytext=(0, (-16, 9, -26)[number % 3]), textcoords="offset points",
            )  # fmt: skip
    for mark in MARKS:
        axes.plot([], [], "o", color=_TONES[mark], label=f"{mark} in the slides")
    axes.set_yticks(range(len(CRITERIA)), list(reversed(CRITERIA.values())))
    axes.set_ylim(-0.5, len(CRITERIA) - 0.25)
    axes.set_xlim(-0.03, 1.03)
    axes.set_xlabel("from the worst to the best of the five")
    axes.grid(visible=False)
    figures.legend(figure, axes, 4)
    return figure
