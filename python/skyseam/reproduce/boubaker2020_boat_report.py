"""The page on the boat: figures and tables of what `boubaker2020_boat` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from collections import Counter

import matplotlib as mpl
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam.reproduce.boubaker2020_boat import (
    BOAT,
    LONDON,
    Ack,
    Outcome,
    out_of_order,
    pattern,
    scenario_of,
)
from skyseam.reproduce.report import Picture, Report, compose

_COLOURS = (plot.NO_SEAM, plot.SEAM, "#009E73", "#CC79A7")
_WORDS = ("before", "on its way at the handover", "after")
_MOST_SHOWN = 12


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    case = outcome.cases[outcome.example]
    acks = outcome.acks[outcome.example]
    shown = _one_of_each(acks)
    place = f"{_degrees(case.latitude_deg, 'NS')}, {_degrees(case.longitude_deg, 'EW')}"
    pictures = [
        Picture(
            "fig7",
            lambda dark: arrivals(outcome, dark=dark),
            "Number of each ACK over the time it arrived; two come after later ones.",
            f"Fig. 7 of the paper: ACKs as they reach the boat (at {place}), counted from the "
            "handover. Ringed ones come after an ACK that acknowledges more.",
        ),
        Picture(
            "fig8",
            lambda dark: plot.sky(
                [_view(outcome, ack, word) for ack, word in shown], dark=dark, towards_deg=-25.0
            ),
            "Maps of the ways of three ACKs: direct, to the old satellite and on, and round.",
            "Fig. 8 of the paper: the ways of ACKs from London to the boat. The one on its way at "
            "the handover reaches the satellite that the boat has left and is sent on from there.",
        ),
        Picture(
            "fig4_boat",
            lambda dark: plot.delay(outcome.delay, dark=dark),
            "One-way delay from a boat in the Atlantic to London over a day, changes numbered.",
            "Delay from the boat of the bulk transfers (30 N, 40 W) to London over a day, each "
            "change marked by its cause as in Fig. 4.",
        ),
    ]
    rows = _patterns(outcome)
    resent = sum(1 for n in outcome.retransmissions if n)
    context = {
        "place": place,
        "places": outcome.places,
        "cases": len(outcome.cases),
        "late": sum(outcome.patterns.values()),
        "resent": resent,
        "case": case,
        "acks": [
            [
                str(ack.number + 1),
                f"{1e3 * (ack.t_s - case.handover_s):.1f}",
                str(ack.isls),
                " ".join(outcome.paths.get(ack.number, [])),
            ]
            for ack in acks
        ],
        "rows": rows,
    }
    facts = {
        "place": place,
        "places": outcome.places,
        "cases": len(outcome.cases),
        "late": context["late"],
        "resent": resent,
        "patterns": rows[:5],
        "isls": list(pattern(acks)),
        "out_of_order": out_of_order(acks),
    }
    return compose(
        "boubaker2020_boat.html", context, pictures, compared=outcome.compared,
        tables={"delay": outcome.delay}, facts=facts,
    )  # fmt: skip


def _degrees(value: float, letters: str) -> str:
    return f"{abs(value):g} {letters[value < 0]}"


def _one_of_each(acks: list[Ack]) -> list[tuple[Ack, str]]:
    """Return an ACK of each way, in the order they were sent."""
    shown: dict[int, Ack] = {}
    for ack in sorted(acks, key=lambda ack: ack.number):
        shown.setdefault(ack.isls, ack)
    return list(zip(list(shown.values())[:3], _WORDS, strict=False))


def _patterns(outcome: Outcome) -> list[list[str]]:
    """Return the patterns of transfers with ACKs out of order: ISLs, transfers, where."""
    latitudes: dict[tuple[int, ...], Counter[float]] = {}
    for case, acks, resent in zip(
        outcome.cases, outcome.acks, outcome.retransmissions, strict=True
    ):
        if not resent and out_of_order(acks):
            found = latitudes.setdefault(pattern(acks), Counter())
            found[case.latitude_deg] += 1
    return [
        [
            " / ".join(str(n) for n in isls),
            str(count),
            f"{_degrees(min(latitudes[isls]), 'NS')} to {_degrees(max(latitudes[isls]), 'NS')}",
        ]
        for isls, count in outcome.patterns.most_common(_MOST_SHOWN)
    ]


def _view(outcome: Outcome, ack: Ack, word: str) -> plot.SkyView:
    case = outcome.cases[outcome.example]
    scenario = scenario_of(outcome.base, outcome.plan, case)
    moment = survey.snapshot(scenario, case.handover_s - (1.0 if word == _WORDS[0] else 0.0))
    return plot.SkyView(
        nodes=moment.table("nodes"),
        links=moment.table("links"),
        path=outcome.paths.get(ack.number, [LONDON, BOAT]),
        title=f"ACK {ack.number + 1}, {word}: {ack.isls} ISL{'s' if ack.isls != 1 else ''}",
        colour=_COLOURS[_WORDS.index(word)],
    )


@plot.styled
def arrivals(outcome: Outcome, *, dark: bool = False) -> Figure:
    """ACKs of the example over time, coloured by the number of ISLs they crossed."""
    case, acks = outcome.cases[outcome.example], outcome.acks[outcome.example]
    figure = Figure(figsize=(8.0, 3.4), layout="constrained")
    axes = figure.add_subplot()
    times = [1e3 * (ack.t_s - case.handover_s) for ack in acks]
    axes.plot(
        times, [ack.number + 1 for ack in acks], color=plot.GREY, linewidth=0.7, alpha=0.6
    )  # the order in which they come
    colours = dict(zip(dict.fromkeys(pattern(acks)), _COLOURS, strict=False))
    highest = -2
    for time, ack in zip(times, acks, strict=True):
        axes.plot(time, ack.number + 1, "o", color=colours.get(ack.isls, plot.GREY), markersize=6)
        if ack.number < highest:
            axes.plot(
                time, ack.number + 1, "o", markersize=12, markerfacecolor="none",
                markeredgecolor=plot.SEAM, markeredgewidth=1.2,
            )  # fmt: skip
        highest = max(highest, ack.number)
    axes.axvline(0, color=plot.GREY, linestyle="--", linewidth=1)
    axes.text(1.5, 9.6, "seam handover", color=plot.GREY, fontsize=8.5)
    axes.set_yticks(range(1, 11))
    axes.set_xlabel("arrival at the boat, ms after the seam handover")
    axes.set_ylabel("number of the ACK")
    axes.legend(
        handles=[
            mpl.lines.Line2D(
                [], [], linestyle="none", marker="o", color=colour,
                label=f"{isls} link{'s' if isls != 1 else ''} between satellites",
            )
            for isls, colour in colours.items()
        ],
        loc="center left",
        bbox_to_anchor=(0.06, 0.42),
    )  # fmt: skip
    return figure
