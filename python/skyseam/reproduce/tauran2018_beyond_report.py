"""The page beyond the slides: figures and tables of what `tauran2018_beyond` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce import tauran2018_figures as figures
from skyseam.reproduce.report import Picture, Report, compose, digits
from skyseam.reproduce.study import Estimate
from skyseam.reproduce.tauran2018_beyond import Outcome, beyond_table

_PLACE_QUANTITIES = ("mos", "lost", "jitter", "capacity")


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "transports",
            lambda dark: transports(outcome, dark=dark),
            "Goodput per user and Jain's index of each transport, by policy.",
            "Goodput per user and fairness of each transport under each policy, by number of "
            "users; no buffer behind HARQ.",
        ),
        Picture(
            "mixed",
            lambda dark: mixed(outcome, dark=dark),
            "Score of calls and goodput of downloads that share the beam, by policy.",
            "Calls beside downloads by CUBIC of Linux 6.18: score of the calls over the goodput of "
            "all downloads, a panel per load. Up and right is better.",
        ),
        Picture(
            "places",
            lambda dark: places(outcome, dark=dark),
            "Score of voice at several places and speeds, by policy.",
            "Voice at other places and speeds: score and losses.",
        ),
    ]
    context: dict[str, Any] = {
        "transports": _transports(outcome),
        "mixed": _mixed(outcome),
        "places": _places(outcome),
        "place_users": outcome.place_users,
        "place_words": ["score", "not received, %", "jitter, ms", "users at full load"],
        "seeds": len(outcome.seeds),
        "snr_db": outcome.plan["run"]["snr_db"],
    }
    return compose(
        "tauran2018_beyond.html", context, pictures,
        tables={
            "transports": beyond_table(outcome.transports, outcome.seeds),
            "mixed": beyond_table(outcome.mixed, outcome.seeds),
            "places": beyond_table(outcome.places, outcome.seeds),
        },
        facts=context,
    )  # fmt: skip


def _transports(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            outcome.transport_labels[case.transport], labels[case.policy], str(case.users),
            *(figures.said(runs.mean(quantity)) for quantity in ("goodput", "jain")),
            *(digits(runs.mean(quantity).value)
              for quantity in ("efficiency", "harq_success", "resent")),
        ]
        for case, runs in outcome.transports.items()
    ]  # fmt: skip


def _mixed(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            f"{case.calls} and {case.downloads}", labels[case.policy],
            *(figures.said(runs.mean(quantity)) for quantity in ("mos", "tcp_goodput")),
            *(digits(runs.mean(quantity).value)
              for quantity in ("lost", "delay", "jitter", "tcp_jain")),
        ]
        for case, runs in sorted(
            outcome.mixed.items(), key=lambda one: (one[0].calls, one[0].downloads)
        )
    ]  # fmt: skip


def _places(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            case.place, labels[case.policy],
            *(figures.said(runs.mean(quantity)) for quantity in _PLACE_QUANTITIES),
        ]
        for case, runs in outcome.places.items()
    ]  # fmt: skip


@plot.styled
def transports(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw goodput and fairness of each transport, a column per number of users."""
    names = outcome.transport_labels
    users = sorted({case.users for case in outcome.transports})
    figure = Figure(figsize=(9.6, 1.2 + 0.75 * len(names)), layout="constrained")
    grid = figure.subplots(1, 2 * len(users), sharey=True)
    panels = [(quantity, n) for n in users for quantity in ("goodput", "jain")]
    for axes, (quantity, n) in zip(grid, panels, strict=True):
        for case, runs in outcome.transports.items():
            if case.users == n:
                height = len(names) - 1 - list(names).index(case.transport)
                _across(axes, outcome, case.policy, runs.mean(quantity), height)
        if quantity == "goodput":
            axes.set_xlim(left=0)
        axes.set_title(f"{n} users", fontsize=9)
        axes.set_xlabel("kbit/s per user" if quantity == "goodput" else "Jain's index", fontsize=8)
        axes.grid(axis="y", visible=False)
    grid[0].set_yticks(range(len(names)), list(reversed(names.values())), fontsize=8)
    _unique_legend(figure, grid[0])
    return figure


@plot.styled
def mixed(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw score of calls over goodput of downloads, a panel per load."""
    labels = tauran.labels(outcome.plan)
    loads = sorted({(case.calls, case.downloads) for case in outcome.mixed})
    figure = Figure(figsize=(9.6, 3.9), layout="constrained")
    panels = figure.subplots(1, len(loads), sharey=True, squeeze=False)[0]
    for axes, (calls, downloads) in zip(panels, loads, strict=True):
        for case, runs in outcome.mixed.items():
            if (case.calls, case.downloads) == (calls, downloads):
                total = runs.mean("tcp_goodput").scaled(downloads / 1e3)
                score = runs.mean("mos")
                colour = figures.COLOURS[case.policy]
                axes.plot(
                    total.value, score.value, "o", color=colour, markersize=7,
                    label=labels[case.policy],
                )  # fmt: skip
                if score.low95 is not None and score.high95 is not None:
                    axes.plot(
                        [total.value] * 2, [score.low95, score.high95], color=colour, alpha=0.4
                    )
        axes.set_title(f"{calls} calls, downloads: {downloads}", fontsize=9)
        axes.set_xlabel("goodput of all downloads, Mbit/s")
    panels[0].set_ylabel("mean opinion score")
    figures.legend(figure, panels[0], 5)
    return figure


@plot.styled
def places(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw score and losses of voice, a row per place."""
    names = [one["label"] for one in outcome.beyond["places"]["kinds"]]
    figure = Figure(figsize=(9.6, 1.2 + 0.45 * len(names)), layout="constrained")
    grid = figure.subplots(1, 3, sharey=True)
    panels = (("mos", "mean opinion score"), ("lost", "not received, %"), ("jitter", "jitter, ms"))
    for axes, (quantity, words) in zip(grid, panels, strict=True):
        for case, runs in outcome.places.items():
            height = len(names) - 1 - names.index(case.place)
            _across(axes, outcome, case.policy, runs.mean(quantity), height)
        axes.set_xlabel(words)
        axes.grid(axis="y", visible=False)
    grid[0].set_yticks(range(len(names)), list(reversed(names)), fontsize=8)
    _unique_legend(figure, grid[0])
    return figure


def _across(axes: Axes, outcome: Outcome, policy: str, mean: Estimate, height: float) -> None:
    """Draw a mean and its interval on a row, policies a little apart."""
    there = {one.policy for one in outcome.transports} | {one.policy for one in outcome.places}
    shown = [one for one in tauran.policies(outcome.plan) if one in there]
    y = height + 0.3 - 0.6 * shown.index(policy) / max(len(shown) - 1, 1)
    colour = figures.COLOURS[policy]
    axes.plot(
        mean.value, y, "o", color=colour, markersize=5, label=tauran.labels(outcome.plan)[policy]
    )
    if mean.low95 is not None and mean.high95 is not None:
        axes.plot([mean.low95, mean.high95], [y, y], color=colour, lw=2.5, alpha=0.35)


def _unique_legend(figure: Figure, axes: Axes) -> None:
    handles, words = axes.get_legend_handles_labels()
    unique = dict(zip(words, handles, strict=True))
    figure.legend(unique.values(), unique.keys(), loc="outside lower center", ncols=5)
