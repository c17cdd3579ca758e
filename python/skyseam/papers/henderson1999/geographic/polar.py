"""The polar region as bounded in Fig. 6.18: by satellites with all links to other planes.

In each half plane the boundary is the satellite closest to the pole whose links to other planes are
all on. Links across the seam do not count: a satellite beside the seam has at most one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam.reproduce import drawing


@dataclass(frozen=True)
class Edge:
    """The northern edge of the polar region at an instant.

    Attributes
    ----------
    satellites : list of dict
        Rows of the table `nodes` of :func:`skyseam.survey.snapshot`, by longitude: for each plane
        the northbound and the southbound one.
    inside : int
        Number of satellites closer to the pole than the one of their half plane.
    """

    satellites: list[dict[str, Any]]
    inside: int


def edge(scenario: dict[str, Any], t_s: float) -> Edge:
    """Return the northern edge of the polar region of a sky at an instant, s."""
    moment = survey.snapshot(scenario, t_s)
    rows = {
        row["node"]: row for row in moment.table("nodes").to_pylist() if row["kind"] == "satellite"
    }
    last = max(row["plane"] for row in rows.values())
    links: Counter[str] = Counter()
    for link in moment.table("links").to_pylist():
        ends = (link["a"], link["b"])
        if link["kind"] != "isl":
            continue
        planes = sorted(rows[end]["plane"] for end in ends)
        if planes[0] != planes[1] and planes != [0, last]:
            links.update(ends)
    most: Counter[int] = Counter()
    for name, row in rows.items():
        most[row["plane"]] = max(most[row["plane"]], links[name])
    halves: dict[tuple[int, bool], list[dict[str, Any]]] = {}
    for row in rows.values():
        if row["latitude_deg"] > 0:
            halves.setdefault((row["plane"], row["northbound"]), []).append(row)
    satellites, inside = [], 0
    for (plane, _), half in halves.items():
        linked = [row for row in half if links[row["node"]] == most[plane]]
        if not linked:
            continue
        bound = max(linked, key=lambda row: float(row["latitude_deg"]))
        satellites.append(bound)
        inside += sum(row["latitude_deg"] > bound["latitude_deg"] for row in half)
    return Edge(sorted(satellites, key=lambda row: float(row["longitude_deg"])), inside)


def latitudes(scenario: dict[str, Any], instants_s: list[float]) -> dict[str, float]:
    """Return the latitude of the edge over some instants: minimum, mean and maximum, degrees."""
    edges = [edge(scenario, t_s) for t_s in instants_s]
    of_all = np.array([row["latitude_deg"] for one in edges for row in one.satellites])
    return {
        "least_deg": float(of_all.min()),
        "mean_deg": float(of_all.mean()),
        "largest_deg": float(of_all.max()),
        "inside": float(np.mean([one.inside for one in edges])),
    }


def drawn(skies: dict[str, dict[str, Any]], *, dark: bool = False) -> Figure:
    """Draw skies from above the pole, at time zero, with the polar region and its boundary."""
    views = [drawing.sky_view(sky, 0.0, title=title) for title, sky in skies.items()]
    figure = plot.sky(views, towards_deg=0.0, dark=dark)
    for axes, sky in zip(figure.axes, skies.values(), strict=True):
        bound = edge(sky, 0.0).satellites
        angles = np.radians([row["longitude_deg"] for row in bound])
        distances = 90.0 - np.array([row["latitude_deg"] for row in bound])
        x, y = distances * np.sin(angles), -distances * np.cos(angles)
        axes.fill(x, y, color=plot.NO_SEAM, alpha=0.18, lw=0, zorder=1)
        axes.plot(x, y, "o", ms=8, mfc="none", mec=plot.NO_SEAM, mew=1.8, zorder=6)
    return figure
