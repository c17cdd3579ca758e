"""Common parts of the figures of studies: means with intervals, legends, maps, plain log axes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MultipleLocator, NullFormatter, NullLocator

from skyseam import plot, survey
from skyseam.measures.intervals import Estimate
from skyseam.plot.style import NotebookFigure
from skyseam.reproduce.report import digits

SERIES = ("#0072B2", "#D55E00", "#009E73", "#CC3377", "#A07840", "#56B4E9", "#888888")
"""Colours of series, in order."""


def panels(
    columns: int,
    size: tuple[float, float],
    rows: int = 1,
    *,
    xlabel: str = "",
    ylabel: str = "",
    **options: Any,
) -> tuple[Figure, Any]:
    """Make a figure of panels; return it with them, in an array of rows if there are several.

    `size` is in inches, `options` are those of matplotlib's `subplots`. Labels are those of all
    panels: they stand below the last row, and beside the first column.
    """
    figure = NotebookFigure(figsize=size, layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, **options)
    for axes in grid[-1]:
        axes.set_xlabel(xlabel)
    for axes in grid[:, 0]:
        axes.set_ylabel(ylabel)
    return figure, grid[0] if rows == 1 else grid


def line(
    axes: Axes,
    x: Sequence[float],
    means: Iterable[Estimate],
    colour: str,
    label: str,
    *,
    lw: float = 1.8,
    ls: str = "-",
    **look: Any,
) -> None:
    """Draw means with 95 % intervals where there are any; `look` has the options of the line."""
    marker = {"marker": "o" if ls == "-" else None, "markersize": 3}
    means = list(means)
    values = [one.value for one in means]
    axes.plot(x, values, ls=ls, lw=lw, color=colour, label=label, **{**marker, **look})
    for at, one in zip(x, means, strict=True):
        bar(axes, [at, at], one, color=colour, alpha=0.35, lw=lw + 0.6)


def dot(
    axes: Axes,
    at: float,
    mean: Estimate,
    colour: str,
    *,
    across: bool = False,
    number: Literal["above", "below"] | None = None,
    lw: float = 2.5,
    **look: Any,
) -> None:
    """Draw a mean and its 95 % interval at a place of the other axis, with its number if asked."""
    bar(axes, [at, at], mean, across=across, color=colour, lw=lw, alpha=0.35)
    place = (mean.value, at) if across else (at, mean.value)
    axes.plot(*place, **{"marker": "o", "ls": "none", "color": colour, "markersize": 5, **look})
    if number:
        upwards = {"above": (6, "bottom"), "below": (-6, "top")}[number]
        axes.annotate(
            digits(mean.value), place, (0, upwards[0]), textcoords="offset points", ha="center",
            va=upwards[1], fontsize=7.5, color=colour,
        )  # fmt: skip


def bar(
    axes: Axes, at: Sequence[float], one: Estimate, *, across: bool = False, **look: Any
) -> None:
    """Draw an interval if there is one: vertical if both positions are equal, else horizontal.

    On a logarithmic axis an end below zero is drawn at a tenth of the mean.
    """
    if one.low95 is not None and one.high95 is not None:
        is_log = (axes.get_xscale() if across else axes.get_yscale()) == "log"
        ends = [max(one.low95, one.value / 10) if is_log else one.low95, one.high95]
        axes.plot(*((ends, at) if across else (at, ends)), **look)


def ticks(axes: Axes, at: Sequence[float], words: Sequence[str] | None = None) -> None:
    """Make the horizontal axis one of ratios, with numbers, or words, only at these positions."""
    axes.set_xscale("log")
    axes.set_xticks(at, words or [f"{value:g}" for value in at])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())


def clock_axis(axes: Axes) -> None:
    """Make the horizontal axis, in hours, one of the times of a day."""
    axes.set_xlim(0, 24)
    axes.xaxis.set_major_locator(MultipleLocator(3))
    axes.xaxis.set_major_formatter(lambda hours, _: f"{hours:02.0f}:00")


def sky_view(scenario: dict[str, Any], t_s: float, **look: Any) -> plot.SkyView:
    """Return a map of a scenario's sky at an instant, s; `look` are further fields of `SkyView`."""
    moment = survey.snapshot(scenario, t_s)
    return plot.SkyView(nodes=moment.table("nodes"), links=moment.table("links"), **look)


def mark(label: str, **look: Any) -> Line2D:
    """Return an entry of a legend: a dot, or a mark given by `look`."""
    return Line2D(
        [], [], **{"color": plot.GREY, "linestyle": "none", "marker": "o", **look}, label=label
    )


def legend(axes: Axes, columns: int) -> Figure:
    """Put one legend below all panels of a figure; entries with the same words appear once."""
    figure = axes.get_figure(root=True)
    assert figure is not None, "panels are drawn in a figure"
    handles, words = axes.get_legend_handles_labels()
    unique: Mapping[str, Any] = dict(zip(words, handles, strict=True))
    figure.legend(list(unique.values()), list(unique), loc="outside lower center", ncols=columns)
    return figure


def names_axis(axes: Axes, names: Sequence[str], **look: Any) -> None:
    """Label the rows of a panel, the first one on top, without lines and ticks."""
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_yticks(np.arange(len(names)), list(reversed(names)), **look)
