"""Maps of the constellation at an instant, seen from above the North Pole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.plot.style import GREY, NO_SEAM, SEAM, NotebookFigure, styled


@dataclass(frozen=True)
class SkyView:
    """One panel of :func:`sky`.

    Attributes
    ----------
    nodes, links
        The tables of :func:`skyseam.snapshot`.
    path
        Names of nodes to join by a thick line; empty for no path.
    title
        Title of the panel.
    colour
        Colour of the path.
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
    """Map satellites, their links, a path and the seam, seen from above the North Pole.

    Northbound satellites are filled, southbound ones open; the seam is dashed. Distances from the
    pole are true (azimuthal equidistant); nothing beyond 15 deg south is shown.

    Parameters
    ----------
    views
        One panel each, side by side.
    towards_deg
        Longitude that points downwards, deg east; the mean of the terminals when None.
    dark
        Use the dark style.
    """
    if not len(views):
        raise InputError("views is a list of at least one SkyView")
    for view in views:
        expect("a view", view, SkyView)
    figure = NotebookFigure(figsize=(4.9 * len(views), 5.5), layout="constrained")
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
    """Return the meridians between outermost planes that move in opposite directions, deg east."""
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
