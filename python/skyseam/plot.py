"""Figures of results, in Skyseam's own style.

Each function takes results or their Arrow tables and returns a matplotlib Figure made without
pyplot, so nothing global changes and nothing needs a display. Draws what the tables say; computes
no physics. Figures of transfers are in `_plot_transfer`, of voice in `_plot_voice`, the style in
`_style`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from skyseam._errors import InputError
from skyseam._plot_channel import channel
from skyseam._plot_panels import RETRANSMISSIONS
from skyseam._plot_transfer import (
    congestion,
    queue,
    round_trips,
    sequence,
    throughput,
    transfer,
)
from skyseam._plot_voice import call, calls
from skyseam._style import CAUSES, DARK_STYLE, GREY, NO_SEAM, SEAM, SHADE, STYLE, png, save, styled
from skyseam._work import expect

__all__ = [
    "CAUSES",
    "DARK_STYLE",
    "GREY",
    "NO_SEAM",
    "RETRANSMISSIONS",
    "SEAM",
    "SHADE",
    "STYLE",
    "Bools",
    "Floats",
    "SkyView",
    "call",
    "calls",
    "channel",
    "congestion",
    "delay",
    "of_pair",
    "pairs_of",
    "png",
    "queue",
    "round_trips",
    "save",
    "sequence",
    "sky",
    "styled",
    "throughput",
    "transfer",
    "transfer_times",
    "windows",
]

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


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
        Which pair; all pairs, one above the other, when None.
    dark
        For a dark ground.

    Raises
    ------
    InputError
        When the table has no such pair.
    """
    expect("table", table, pa.Table)
    if missing := {"t_s", "source", "destination", "delay_ms", "cause"} - {*table.column_names}:
        raise InputError(f"the table has no column {min(missing)}: it is none of delays")
    pairs = [
        pair
        for pair in pairs_of(table)
        if source in (None, pair[0]) and destination in (None, pair[1])
    ]
    if not pairs:
        raise InputError(f"no pair {source!a} to {destination!a} in the table")
    figure = Figure(figsize=(9.6, 3.0 * len(pairs) + 0.8), layout="constrained")
    panels = figure.subplots(len(pairs), 1, sharex=True, squeeze=False)[:, 0]
    seen: set[str] = set()
    for axes, pair in zip(panels, pairs, strict=True):
        seen |= _delay_panel(axes, of_pair(table, pair))
        axes.set_title(f"{pair[0]} to {pair[1]}")
        axes.set_ylabel("one-way delay, ms")
    _clock_axis(panels[-1], table["t_s"].to_numpy())
    figure.legend(
        handles=_cause_legend(seen),
        loc="outside lower center",
        ncols=6,
        columnspacing=1.4,
        handletextpad=0.2,
    )
    return figure


@dataclass(frozen=True)
class SkyView:
    """What :func:`sky` draws in one panel.

    Attributes
    ----------
    nodes, links
        The tables of :func:`skyseam.snapshot`.
    path
        Names of nodes to join by a thick line; empty for none.
    title
        Words above the panel.
    colour
        Of the path.
    """

    nodes: pa.Table
    links: pa.Table
    path: Sequence[str] = ()
    title: str = ""
    colour: str = NO_SEAM


@styled
def sky(
    views: Sequence[SkyView], *, towards_deg: float | None = None, dark: bool = False
) -> Figure:
    """Map the sky from above the North Pole: satellites, their links, a path, and the seam.

    Northbound satellites are filled, southbound ones open; the seam is dashed. Distances from the
    pole are true (azimuthal equidistant); what lies beyond 15 deg south is left out.

    Parameters
    ----------
    views
        One panel each, side by side.
    towards_deg
        Longitude that points downwards, deg east; the middle of the terminals when None.
    dark
        For a dark ground.
    """
    if not len(views):
        raise InputError("views is a list of at least one SkyView")
    for view in views:
        expect("a view", view, SkyView)
    figure = Figure(figsize=(4.9 * len(views), 5.5), layout="constrained")
    panels = figure.subplots(1, len(views), squeeze=False)[0]
    for axes, view in zip(panels, views, strict=True):
        _sky_panel(axes, view, towards_deg)
    figure.legend(
        handles=[
            Line2D([], [], ls="none", marker="o", ms=4, color=GREY, label="northbound"),
            Line2D([], [], ls="none", marker="o", ms=4, mfc="none", color=GREY, label="southbound"),
            Line2D([], [], color=GREY, lw=0.6, label="inter-satellite link"),
            Line2D([], [], color=SEAM, lw=1.2, ls="--", label="seam"),
        ],
        loc="outside lower center",
        ncols=4,
    )
    return figure


_SOUTHERNMOST_DEG = -15.0


def _sky_panel(axes: Axes, view: SkyView, towards_deg: float | None) -> None:
    rows = {row["node"]: row for row in view.nodes.to_pylist()}
    placed = {name: row for name, row in rows.items() if row["latitude_deg"] is not None}
    places = [row for row in placed.values() if row["kind"] == "terminal"]
    if towards_deg is None:
        towards_deg = _mean_longitude(places or list(placed.values()))

    def at(latitude_deg: float, longitude_deg: float) -> tuple[float, float]:
        angle = np.radians(longitude_deg - towards_deg)
        distance = 90.0 - latitude_deg
        return float(distance * np.sin(angle)), float(-distance * np.cos(angle))

    points = {
        name: at(row["latitude_deg"], row["longitude_deg"])
        for name, row in placed.items()
        if row["latitude_deg"] >= _SOUTHERNMOST_DEG
    }
    rim = 90.0 - _SOUTHERNMOST_DEG
    circle = np.linspace(0, 2 * np.pi, 181)
    for latitude in (60, 30, 0):
        radius = 90 - latitude
        axes.plot(radius * np.cos(circle), radius * np.sin(circle), color=GREY, lw=0.5, alpha=0.35)
        axes.text(
            *at(latitude, towards_deg + 180), f"{latitude}\N{DEGREE SIGN} N", fontsize=7, color=GREY
        )
    for longitude in _seam_longitudes(list(placed.values())):
        x, y = at(_SOUTHERNMOST_DEG, longitude)
        axes.plot([0, x], [0, y], color=SEAM, lw=1.2, ls="--", zorder=1)
    for link in view.links.to_pylist():
        if link["kind"] == "isl" and link["a"] in points and link["b"] in points:
            (xa, ya), (xb, yb) = points[link["a"]], points[link["b"]]
            axes.plot([xa, xb], [ya, yb], color=GREY, lw=0.6, alpha=0.7, zorder=2)
    for name, (x, y) in points.items():
        if rows[name]["kind"] == "satellite":
            filled = GREY if rows[name]["northbound"] else "none"
            axes.plot(x, y, "o", ms=4, mec=GREY, mfc=filled, mew=0.8, zorder=3)
    ways = [points[name] for name in view.path if name in points]
    axes.plot([x for x, _ in ways], [y for _, y in ways], color=view.colour, lw=2.4, zorder=4)
    for row in places:
        if row["node"] in view.path and row["node"] in points:
            x, y = points[row["node"]]
            axes.plot(x, y, "s", ms=6, color=view.colour, zorder=5)
            axes.annotate(
                row["node"], (x, y), (0, -13), textcoords="offset points", ha="center", fontsize=9,
                fontweight="bold", zorder=6,
            )  # fmt: skip
    axes.set_xlim(-rim, rim)
    axes.set_ylim(-rim, rim)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.set_title(view.title)


def _mean_longitude(rows: Sequence[dict[str, Any]]) -> float:
    angles = np.radians([row["longitude_deg"] for row in rows])
    return float(np.degrees(np.arctan2(np.sin(angles).sum(), np.cos(angles).sum())))


def _seam_longitudes(rows: Sequence[dict[str, Any]]) -> list[float]:
    """Return the meridians between the outermost planes that pass each other, deg east."""
    satellites = [row for row in rows if row["kind"] == "satellite" and row["shell"] == 0]
    if not satellites:
        return []
    outer = max(row["plane"] for row in satellites)

    def nearest_equator(plane: float, northbound: bool) -> dict[str, Any] | None:
        half = [r for r in satellites if (r["plane"], r["northbound"]) == (plane, northbound)]
        return min(half, key=lambda row: abs(row["latitude_deg"]), default=None)

    meridians = []
    for first, second in (((outer, True), (0.0, False)), ((0.0, True), (outer, False))):
        ends = [nearest_equator(*first), nearest_equator(*second)]
        if outer > 0 and all(ends):
            meridians.append(_mean_longitude([end for end in ends if end]))
    return meridians


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
    """Return the (start, end) spans of samples where `inside` holds; an end is the next sample."""
    times = np.asarray(t_s, dtype=float)
    flags = np.concatenate([[False], np.asarray(inside, dtype=bool), [False]])
    edges = np.flatnonzero(flags[1:] != flags[:-1])
    step = float(times[1] - times[0]) if len(times) > 1 else 0.0
    ends = np.append(times, times[-1] + step) if len(times) else times
    return [(float(times[a]), float(ends[b])) for a, b in edges.reshape(-1, 2)]


def _delay_panel(axes: Axes, rows: pa.Table) -> set[str]:
    t_h = rows["t_s"].to_numpy() / 3600
    delay_ms = rows["delay_ms"].to_numpy()
    if "separated" in rows.column_names:
        inside = rows["separated"].fill_null(False).to_numpy()
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
    """Put the number of a cause where delay jumps most because of it."""
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


@styled
def transfer_times(
    groups: Mapping[str, Sequence[float] | Floats],
    *,
    unit: str = "s",
    marks: Mapping[str, float] | None = None,
    dark: bool = False,
) -> Figure:
    """Distribution of transfer times: one histogram per group on a common axis.

    Parameters
    ----------
    groups
        Label to transfer times.
    unit
        Unit of the times, for the axis.
    marks
        Values to mark by a dashed line, by the label of their group (for example published means).
    dark
        For a dark ground.
    """
    figure = Figure(figsize=(6.4, 3.0), layout="constrained")
    axes = figure.add_subplot()
    values = np.concatenate([np.asarray(v, dtype=float) for v in groups.values()])
    # A few transfers that met a loss last several times as long: the axis ends where all but one in
    # two hundred are, and the legend says how many lie beyond.
    end = float(np.quantile(values, 0.995)) * 1.02
    bins = np.linspace(float(values.min()), end, 70).tolist()
    colours = [NO_SEAM, SEAM, "#009E73", "#CC79A7"]
    for (label, times), colour in zip(groups.items(), colours, strict=False):
        weights = np.full(len(times), 100 / len(times))
        beyond = int((np.asarray(times) > end).sum())
        shown = f"{label} ({beyond} of {len(times)} beyond {end:.0f} {unit})" if beyond else label
        axes.hist(times, bins=bins, weights=weights, color=colour, alpha=0.75, label=shown)
        if marks and label in marks:
            axes.axvline(marks[label], color=colour, linestyle="--", linewidth=1.2)
    if marks:
        axes.plot([], [], color=GREY, linestyle="--", linewidth=1.2, label="published mean")
    axes.set_xlabel(f"transfer time, {unit}")
    axes.set_ylabel("share of transfers, %")
    axes.grid(axis="x", visible=False)
    axes.legend()
    return figure
