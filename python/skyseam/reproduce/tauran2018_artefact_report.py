"""The page on whose fading is whose: figures and tables of what `tauran2018_artefact` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

import math
from typing import Any

from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce import tauran2018_figures as figures
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.tauran2018_artefact import QUANTITIES, Outcome, spread
from skyseam.reproduce.tauran2018_tcp import REFERENCE

_WORDS = {"voice": tauran.VOICE, "tcp": tauran.TCP}
_TRAFFIC = {"voice": "voice", "tcp": "TCP"}
_LEADS = (("voice", "efficiency"), ("voice", "mos"), ("tcp", "goodput"), ("tcp", "efficiency"))


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "artefact",
            lambda dark: artefact(outcome, dark=dark),
            "Four quantities over the number of users in the papers' mode and with own fading.",
            "Filled: each user has fading of his own; open, dashed: the papers' mode, one course "
            "for all users of DropTail, places 51 s apart on one course for the others.",
        )
    ]
    context: dict[str, Any] = {
        "changes": {traffic: _changes(outcome, traffic) for traffic in QUANTITIES},
        "leads": _leads(outcome),
        "spreads": _spreads(outcome),
        "stagger": outcome.plan["artefact"]["stagger"],
        "seeds": len(outcome.seeds),
    }
    return compose(
        "tauran2018_artefact.html", context, pictures,
        tables={
            traffic: tauran.cases_table(runs, outcome.seeds)
            for traffic, runs in outcome.runs.items()
        },
        facts=context,
    )  # fmt: skip


def _changes(outcome: Outcome, traffic: str) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    rows = []
    for policy, fading in outcome.papers.items():
        for n in outcome.users[traffic]:
            for quantity in QUANTITIES[traffic]:
                words, unit = _WORDS[traffic][quantity]
                theirs, own = (
                    outcome.runs[traffic][outcome.case(policy, n, own=which)].mean(quantity)
                    for which in (False, True)
                )
                change = outcome.change(traffic, policy, n, quantity)
                rows.append(
                    [
                        labels[policy], fading, str(n), f"{words}, {unit}" if unit else words,
                        digits(own.value), digits(theirs.value),
                        f"{_signed(change.value)} ({interval(change)})",
                    ]
                )  # fmt: skip
    return rows


def _leads(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            _TRAFFIC[traffic], _WORDS[traffic][quantity][0], labels[policy], str(n),
            *(figures.said(outcome.lead(traffic, policy, n, quantity, own=own))
              for own in (True, False)),
        ]
        for traffic, quantity in _LEADS
        for policy in outcome.papers
        if policy != REFERENCE and outcome.papers[policy] == "staggered"
        for n in outcome.users[traffic]
    ]  # fmt: skip


def _spreads(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            labels[policy], str(n),
            *(_said(spread(outcome, policy, n, own=own)) for own in (True, False)),
        ]
        for policy in outcome.papers
        for n in outcome.users["voice"]
    ]  # fmt: skip


def _said(value: float) -> str:
    # A single seed has no spread.
    return "\N{EN DASH}" if math.isnan(value) else digits(value)


def _signed(value: float) -> str:
    return ("+" if value >= 0 else "") + digits(value)


@plot.styled
def artefact(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw each policy in both modes over the number of users."""
    labels = tauran.labels(outcome.plan)
    figure = Figure(figsize=(9.6, 5.8), layout="constrained")
    for axes, (traffic, quantity) in zip(figure.subplots(2, 2).flat, _LEADS, strict=True):
        users = outcome.users[traffic]
        for policy in outcome.papers:
            for own in (True, False):
                means = [
                    outcome.runs[traffic][outcome.case(policy, n, own=own)].mean(quantity)
                    for n in users
                ]
                axes.plot(
                    users, [one.value for one in means], "-" if own else "--", marker="o",
                    markersize=4.5, lw=1.3, color=figures.COLOURS[policy],
                    mfc=None if own else "none",
                    label=f"{labels[policy]}, {'own' if own else outcome.papers[policy]}",
                )  # fmt: skip
        words, unit = _WORDS[traffic][quantity]
        axes.set_title(f"{_TRAFFIC[traffic]}: {words}{', ' if unit else ''}{unit}", fontsize=9)
        figures.users_axis(axes, users)
        axes.set_xlabel("users", fontsize=8)
    figures.legend(figure, axes, 5)
    return figure
