"""The page on TCP: figures and tables of what `tauran2018_tcp` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce import tauran2018_figures as figures
from skyseam.reproduce.report import Picture, Report, compose, digits
from skyseam.reproduce.study import Estimate
from skyseam.reproduce.tauran2018_tcp import REFERENCE, Outcome

TABLES = tuple(tauran.TCP)
_SIDES = ((False, "no reordering"), (True, "reordering"))


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "gain",
            lambda dark: gain(outcome, dark=dark),
            "Goodput per user over that of DT_H, by policy, without and with reordering.",
            "Goodput per user over that of DT_H by number of users, run by run over the same "
            "fading: means over seeds with 95 % intervals; in absolute terms below.",
        ),
        Picture(
            "fairness",
            lambda dark: fairness(outcome, dark=dark),
            "Jain's index and the spread of goodput over the number of users, by policy.",
            "How equal users are: Jain's index, and the standard deviation between them over the "
            "mean.",
        ),
    ]
    context: dict[str, Any] = {
        "tables": {
            side: {quantity: _table(outcome, quantity, reorders) for quantity in TABLES}
            for reorders, side in _SIDES
        },
        "gains": {side: _gains(outcome, reorders) for reorders, side in _SIDES},
        "words": {quantity: _words(quantity) for quantity in TABLES},
        "head": [f"{n} users" for n in outcome.users],
        "seeds": len(outcome.seeds),
        "duration_s": outcome.duration_s,
        "snr_db": outcome.plan["run"]["snr_db"],
    }
    return compose(
        "tauran2018_tcp.html", context, pictures, compared=outcome.compared,
        tables={"runs": tauran.cases_table(outcome.runs, outcome.seeds)}, facts=context,
    )  # fmt: skip


def _words(quantity: str) -> str:
    words, unit = tauran.TCP[quantity]
    return f"{words}, {unit}" if unit else words


def _table(outcome: Outcome, quantity: str, reorders: bool) -> list[list[str]]:
    return [
        [label, *(digits(outcome.mean(quantity, one, n, reorders).value) for n in outcome.users)]
        for one, label in tauran.labels(outcome.plan).items()
    ]


def _gains(outcome: Outcome, reorders: bool) -> list[list[str]]:
    return [
        [
            label,
            *(figures.said(tauran.over_seeds(outcome.gain(one, n, reorders)))
              for n in outcome.users),
            figures.said(outcome.gain_over_users(one, reorders)),
        ]
        for one, label in tauran.labels(outcome.plan).items()
        if one != REFERENCE
    ]  # fmt: skip


def _four(outcome: Outcome, rows: list[tuple[str, Callable[[str, int, bool], Estimate]]]) -> Figure:
    """Draw two quantities, each without and with reordering, over the number of users."""
    figure = Figure(figsize=(9.6, 6.0), layout="constrained")
    grid = figure.subplots(2, 2, sharey="row")
    for (words, of), axes_row in zip(rows, grid, strict=True):
        for (reorders, side), axes in zip(_SIDES, axes_row, strict=True):
            series = {
                policy: [of(policy, n, reorders) for n in outcome.users]
                for policy in tauran.policies(outcome.plan)
            }
            figures.policy_lines(axes, outcome.plan, outcome.users, series)
            figures.users_axis(axes, outcome.users)
            axes.set_title(side, fontsize=9)
        axes_row[0].set_ylabel(words, fontsize=8.5)
    for axes in grid[-1]:
        axes.set_xlabel("users", fontsize=8)
    figures.legend(figure, grid[0][0], 5)
    return figure


@plot.styled
def gain(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw the goodput of each policy, over that of DT_H and in absolute terms."""
    figure = _four(
        outcome,
        [
            ("goodput over DT_H's, %", lambda *one: tauran.over_seeds(outcome.gain(*one))),
            ("goodput per user, kbit/s", lambda *one: outcome.mean("goodput", *one)),
        ],
    )
    for axes in figure.axes[2:]:
        figures.log_values(axes)
    return figure


@plot.styled
def fairness(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw how equal users are."""

    def spread(policy: str, users: int, reorders: bool) -> Estimate:
        values = outcome.runs[outcome.case(policy, users, reorders)].values
        return tauran.over_seeds(values["std"] / values["goodput"])

    return _four(
        outcome,
        [
            ("Jain's index", lambda *one: outcome.mean("jain", *one)),
            ("standard deviation over mean", spread),
        ],
    )
