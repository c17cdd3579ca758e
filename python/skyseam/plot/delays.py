"""The figure of one-way delay over time, and parts of a table of delays."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.plot.style import CAUSES, GREY, SHADE, NotebookFigure, styled


@styled
def delay(
    table: pa.Table,
    *,
    source: str | None = None,
    destination: str | None = None,
    dark: bool = False,
) -> Figure:
    """One-way delay over time, each change marked by its cause; seam windows are shaded.

    Parameters
    ----------
    table
        The table `delay` of :func:`skyseam.delay`.
    source, destination
        Endpoints of the pair to draw; all pairs, one above the other, when None.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When the table has no such pair.
    """
    expect("table", table, pa.Table)
    if missing := {"t_s", "source", "destination", "delay_ms", "cause"} - {*table.column_names}:
        raise InputError(f"the table has no column {min(missing)}: it is not a table of delays")
    pairs = [
        pair
        for pair in pairs_of(table)
        if source in (None, pair[0]) and destination in (None, pair[1])
    ]
    if not pairs:
        raise InputError(f"no pair {source!a} to {destination!a} in the table")
    figure = NotebookFigure(figsize=(9.6, 3.0 * len(pairs) + 0.8), layout="constrained")
    panels = figure.subplots(len(pairs), 1, sharex=True, squeeze=False)[:, 0]
    seen: set[str] = set()
    for axes, pair in zip(panels, pairs, strict=True):
        seen |= _delay_panel(axes, of_pair(table, pair))
        axes.set(title=f"{pair[0]} to {pair[1]}", ylabel="one-way delay, ms")
    _clock_axis(panels[-1], table["t_s"].to_numpy())
    figure.legend(
        handles=_cause_legend(seen),
        loc="outside lower center",
        ncols=6,
        columnspacing=1.4,
        handletextpad=0.2,
    )
    return figure


def pairs_of(table: pa.Table) -> list[tuple[str, str]]:
    """Return the (source, destination) pairs of a delay table, in the order they appear."""
    pairs = table.select(["source", "destination"]).group_by(
        ["source", "destination"], use_threads=False
    )
    rows = pairs.aggregate([]).to_pylist()
    return [(row["source"], row["destination"]) for row in rows]


def of_pair(table: pa.Table, pair: tuple[str, str]) -> pa.Table:
    """Return the rows of one pair."""
    return table.filter(
        pc.and_(pc.equal(table["source"], pair[0]), pc.equal(table["destination"], pair[1]))
    )


def windows(t_s: Sequence[float] | Floats, inside: Bools) -> list[tuple[float, float]]:
    """Return (start, end) spans of samples where `inside` holds; each ends at the next sample."""
    times = np.asarray(t_s, dtype=float)
    flags = np.concatenate([[False], np.asarray(inside, dtype=bool), [False]])
    edges = np.flatnonzero(flags[1:] != flags[:-1])
    step = float(times[1] - times[0]) if len(times) > 1 else 0.0
    ends = np.append(times, times[-1] + step) if len(times) else times
    return [(float(times[a]), float(ends[b])) for a, b in edges.reshape(-1, 2)]


def _delay_panel(axes: Axes, rows: pa.Table) -> set[str]:
    t_h = rows["t_s"].to_numpy() / 3600
    delay_ms = rows["delay_ms"].to_numpy()
    if "across_seam" in rows.column_names:
        inside = rows["across_seam"].fill_null(False).to_numpy()
        for start, end in windows(t_h, inside):
            axes.axvspan(start, end, color=SHADE, linewidth=0, zorder=0)
    axes.plot(t_h, delay_ms, color=GREY, alpha=0.6, linewidth=0.7, zorder=1)
    causes = np.array(rows["cause"].to_pylist(), dtype=object)
    named = [c for c in dict.fromkeys(causes.tolist()) if c is not None]
    for cause in sorted(named, key=lambda c: (c != "elevation", _look(c)[0])):
        at = causes == cause
        small = cause == "elevation"
        axes.plot(
            t_h[at],
            delay_ms[at],
            linestyle="none",
            marker="." if small else "o",
            markersize=1.6 if small else 3.4,
            color=_look(cause)[2],
            markeredgewidth=0,
            zorder=2 if small else 3,
        )
        if not small:
            _number_one(axes, t_h, delay_ms, np.flatnonzero(at), cause)
    return set(named)


def _number_one(
    axes: Axes, t_h: Floats, delay_ms: Floats, rows: NDArray[np.intp], cause: str
) -> None:
    """Write the number of each cause at its largest change of the delay."""
    later = rows[rows > 0]
    if not len(later):
        return
    jumps = np.nan_to_num(np.abs(delay_ms[later] - delay_ms[later - 1]))
    at = later[int(np.argmax(jumps))]
    number, _, colour = _look(cause)
    axes.annotate(
        number,
        (t_h[at], delay_ms[at]),
        xytext=(7, 7),
        textcoords="offset points",
        color="white",
        fontsize=8,
        fontweight="bold",
        ha="center",
        va="center",
        bbox={"boxstyle": "circle,pad=0.25", "facecolor": colour, "edgecolor": "none"},
        zorder=5,
    )


def _look(cause: str) -> tuple[str, str, str]:
    return CAUSES.get(cause, ("?", cause, "#E69F00"))


def _cause_legend(seen: set[str]) -> list[Line2D | Patch]:
    handles: list[Line2D | Patch] = [
        Line2D([], [], linestyle="none", marker="o", color=look[2], label=f"{look[0]}  {look[1]}")
        for cause in sorted(seen, key=lambda c: _look(c)[0])
        for look in [_look(cause)]
    ]
    handles.append(Patch(color=SHADE, label="separated by the seam"))
    return handles


def _clock_axis(axes: Axes, t_s: Floats) -> None:
    step = float(t_s[1] - t_s[0]) if len(t_s) > 1 else 0.0
    first, last = float(t_s.min()) / 3600, (float(t_s.max()) + step) / 3600
    axes.set_xlim(first, max(last, first + 1e-3))
    axes.set_xlabel("simulated time, h")
    if last - first > 48:
        ticks = mpl.ticker.MaxNLocator(9, steps=[1, 2, 5, 10])
        days = ticks.tick_values(first / 24, last / 24)
        axes.set_xticks([24 * day for day in days if first <= 24 * day <= last])
        axes.xaxis.set_major_formatter(lambda hours, _: f"{hours / 24:g}")
        axes.set_xlabel("simulated time, days")
    elif last - first > 6:
        axes.xaxis.set_major_locator(mpl.ticker.MultipleLocator(3))
        axes.xaxis.set_major_formatter(lambda hours, _: f"{hours:02.0f}:00")
