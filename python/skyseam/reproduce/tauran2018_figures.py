"""How the figures of Tauran 2018 draw policies: colours, lines over numbers of users, tables.

Shared by the pages of its parts; computes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce.report import digits, interval
from skyseam.reproduce.study import Estimate

COLOURS = {
    "dt_s": "#E69F00",
    "dt_h": "#D55E00",
    "rr": "#009E73",
    "pf": "#0072B2",
    "codes": "#CC3377",
    "m_lwdf": "#56B4E9",
    "exp_pf": "#888888",
    "utility": "#A07840",
    "fq_codel": "#33AA55",
    "drr": "#AA77DD",
}
"""Of each policy of study.toml."""

SERIES = ("#0072B2", "#D55E00", "#009E73", "#CC3377", "#A07840", "#56B4E9", "#888888")
"""Of what is no policy, in order."""


def policy_lines(
    axes: Axes,
    plan: Mapping[str, Any],
    x: Sequence[float],
    series: Mapping[str, Sequence[Estimate]],
) -> None:
    """Draw a line for each policy, with 95 % intervals; those of the slides are strong."""
    labels, slides = tauran.labels(plan), tauran.policies(plan, slides=True)
    for policy, means in series.items():
        strong = policy in slides
        line(
            axes, x, means, COLOURS[policy], labels[policy],
            lw=1.8 if strong else 0.9, ls="-" if strong else "--",
        )  # fmt: skip


def line(
    axes: Axes,
    x: Sequence[float],
    means: Sequence[Estimate],
    colour: str,
    label: str,
    *,
    lw: float = 1.8,
    ls: str = "-",
) -> None:
    """Draw means with 95 % intervals where there are any."""
    axes.plot(
        x, [one.value for one in means], ls=ls, lw=lw, color=colour, label=label,
        marker="o" if ls == "-" else None, markersize=3,
    )  # fmt: skip
    for at, one in zip(x, means, strict=True):
        if one.low95 is not None and one.high95 is not None:
            axes.plot([at, at], [one.low95, one.high95], color=colour, alpha=0.35, lw=lw + 0.6)


def users_axis(axes: Axes, users: Sequence[int]) -> None:
    """Make the horizontal axis one of numbers of users, on a scale of ratios."""
    axes.set_xscale("log")
    shown = [n for n in (10, 25, 50, 75, 100, 150, 200) if min(users) <= n <= max(users)]
    axes.set_xticks(shown, [str(n) for n in shown])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.tick_params(axis="x", labelsize=7.5)


def log_values(axes: Axes) -> None:
    """Make the vertical axis logarithmic, with plain numbers on it."""
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_locator(NullLocator())


def legend(figure: Figure, axes: Axes, columns: int) -> None:
    """Put one legend below all panels."""
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=columns)


def said(estimate: Estimate) -> str:
    """Say a mean with its interval, where it has one."""
    if estimate.low95 is None:
        return digits(estimate.value)
    return f"{digits(estimate.value)} ({interval(estimate)})"
