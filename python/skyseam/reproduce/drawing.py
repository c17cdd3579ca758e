"""How figures of studies draw: means with intervals, legends below, plain numbers on log axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

from skyseam import plot
from skyseam.reproduce.intervals import Estimate

SERIES = ("#0072B2", "#D55E00", "#009E73", "#CC3377", "#A07840", "#56B4E9", "#888888")
"""Colours of series, in order."""


def panels(
    columns: int,
    size: tuple[float, float],
    rows: int = 1,
    **options: Any,  # noqa: ANN401 - matplotlib has its own
) -> tuple[Figure, Any]:
    """Make a figure of panels; return it with them, in an array of rows if there are several.

    `size` is in inches, `options` are those of matplotlib's `subplots`.
    """
    figure = Figure(figsize=size, layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, grid[0] if rows == 1 else grid


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
        bar(axes, [at, at], one, color=colour, alpha=0.35, lw=lw + 0.6)


def bar(
    axes: Axes,
    at: Sequence[float],
    one: Estimate,
    *,
    across: bool = False,
    **look: Any,  # noqa: ANN401 - matplotlib has its own
) -> None:
    """Draw an interval where there is one: upwards at two equal places, or across."""
    if one.low95 is not None and one.high95 is not None:
        ends = [one.low95, one.high95]
        axes.plot(*((ends, at) if across else (at, ends)), **look)


def ticks(axes: Axes, at: Sequence[float]) -> None:
    """Make the horizontal axis one of ratios, with plain numbers at these places alone."""
    axes.set_xscale("log")
    axes.set_xticks(at, [f"{value:g}" for value in at])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())


def log_values(axes: Axes) -> None:
    """Make the vertical axis logarithmic, with plain numbers on it."""
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_locator(NullLocator())


def mark(label: str, **look: Any) -> Line2D:  # noqa: ANN401 - matplotlib has its own
    """Return an entry of a legend: a dot, or what `look` says."""
    return Line2D(
        [], [], **{"color": plot.GREY, "linestyle": "none", "marker": "o", **look}, label=label
    )


def legend(figure: Figure, axes: Axes, columns: int) -> None:
    """Put one legend below all panels; what has the same words stands in it once."""
    handles, words = axes.get_legend_handles_labels()
    unique: Mapping[str, Any] = dict(zip(words, handles, strict=True))
    figure.legend(list(unique.values()), list(unique), loc="outside lower center", ncols=columns)


def names_axis(axes: Axes, names: Sequence[str], **look: Any) -> None:  # noqa: ANN401
    """Name the rows of a panel, the first one on top; without lines for them."""
    axes.grid(axis="y", visible=False)
    axes.set_yticks(np.arange(len(names)), list(reversed(names)), **look)
