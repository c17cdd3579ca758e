"""Draws why endpoints of a constellation can be far apart; writes tables of models/handover.md.

The figure goes into docs/images/handover-directions.png; the tables of policies and of pairs go
between their markers on the page. Run from the root of the repository: `python
docs/handover_directions.py`; with `--tables` or `--figure` for only one of the two. Takes some
minutes.
"""

from __future__ import annotations

import argparse
import math
import warnings
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import skyseam
from skyseam.plot.style import GREY, NO_SEAM, SEAM, save, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "models" / "handover.md"

PLACES = {
    "Auckland": (-36.85, 174.76),
    "Berlin": (52.52, 13.41),
    "Cape Town": (-33.92, 18.42),
    "Dakar": (14.69, -17.45),
    "Frankfurt": (50.11, 8.68),
    "Lagos": (6.52, 3.38),
    "London": (51.51, -0.13),
    "Los Angeles": (34.05, -118.24),
    "Miami": (25.76, -80.19),
    "Mumbai": (19.08, 72.88),
    "Munich": (48.14, 11.58),
    "Nairobi": (-1.29, 36.82),
    "New York": (40.71, -74.01),
    "Quito": (-0.18, -78.47),
    "Santiago": (-33.45, -70.67),
    "Sao Paulo": (-23.55, -46.63),
    "Singapore": (1.35, 103.82),
    "Sydney": (-33.87, 151.21),
    "Tokyo": (35.68, 139.69),
}
"""Latitude and longitude, deg."""

PAIRS = (
    ("London", "Sydney"),
    ("Berlin", "New York"),
    ("Tokyo", "Los Angeles"),
    ("Frankfurt", "Mumbai"),
    ("New York", "Los Angeles"),
    ("Quito", "Singapore"),
    ("Singapore", "Nairobi"),
    ("Sao Paulo", "Cape Town"),
    ("Auckland", "Santiago"),
    ("Dakar", "Lagos"),
    ("Miami", "Quito"),
    ("Berlin", "Munich"),
)
"""Across oceans and continents, along the equator, in the south, and near each other."""

LIGHT_KM_PER_MS = 299.792458
DURATION_S = 7200.0
STEP_S = 15.0

ASCENDING = {"kind": "global-reallocation", "direction": "ascending"}
"""One satellite for each end, of those that go the same way."""

POLICIES: tuple[tuple[str, dict[str, str]], ...] = (
    ("the preset's: `shortest-path` in slots of 15 s", {}),
    ("`sticky`", {"kind": "sticky"}),
    ("`longest-visibility`", {"kind": "longest-visibility"}),
    ("`highest-elevation`", {"kind": "highest-elevation"}),
    ("`global-reallocation`", {"kind": "global-reallocation"}),
    ('`global-reallocation`, `direction = "ascending"`', ASCENDING),
)


def scenario(pairs: tuple[tuple[str, str], ...], handover: dict[str, str]) -> dict[str, Any]:
    """Return a scenario over Starlink's first shell with the endpoints of `pairs`."""
    ends = dict.fromkeys(name for pair in pairs for name in pair)
    return {
        "constellation": {"preset": "starlink-shell1"},
        "handover": handover,
        "terminals": [
            {
                "name": name,
                "latitude": f"{PLACES[name][0]} deg",
                "longitude": f"{PLACES[name][1]} deg",
            }
            for name in ends
        ],
        "delay": {
            "pairs": [list(pair) for pair in pairs],
            "duration": f"{DURATION_S:g} s",
            "step": f"{STEP_S:g} s",
        },
    }


def delays(
    pairs: tuple[tuple[str, str], ...], handover: dict[str, str], **options: float
) -> skyseam.Results:
    """Return a delay study, without warnings of implausible paths, which the page is about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", skyseam.ImplausiblePathWarning)
        return skyseam.delay(scenario(pairs, handover), **options)


def table_of_pairs() -> str:
    """Return the delays of every pair by the preset's default and by other policies."""
    lines = [
        "| pair | great circle | at light speed | fibre "
        "| median | 95 % | ascending: median | 95 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    by_default, ascending = (
        delays(PAIRS, handover).table("pairs").to_pylist() for handover in ({}, ASCENDING)
    )
    for row, one_way in zip(by_default, ascending, strict=True):
        light_ms = row["great_circle_km"] / LIGHT_KM_PER_MS
        cells = (
            f"{row['source']} - {row['destination']}",
            f"{row['great_circle_km']:,.0f} km",
            f"{light_ms:.1f} ms",
            f"{fibre_ms(row['great_circle_km']):.1f} ms",
            f"{row['median_ms']:.1f} ms",
            f"{row['p95_ms']:.1f} ms",
            f"{one_way['median_ms']:.1f} ms",
            f"{one_way['p95_ms']:.1f} ms",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def fibre_ms(great_circle_km: float) -> float:
    """Return the delay of fibre laid along 1.5 times the great circle, at 2/3 of c."""
    return great_circle_km * 1.5 / (LIGHT_KM_PER_MS * 2.0 / 3.0)


def table_of_policies() -> str:
    """Return delays of Berlin - New York by each policy."""
    pair = ("Berlin", "New York")
    lines = [
        "| policy | handovers in Berlin, 2 h | in New York | median | 95 % | longest |",
        "|---|---|---|---|---|---|",
    ]
    for name, handover in POLICIES:
        found = delays((pair,), handover)
        [row] = found.table("pairs").to_pylist()
        counts = found.table("handovers").to_pylist()
        times = [sum(one["count"] for one in counts if one["terminal"] == end) for end in pair]
        in_ms = [f"{row[key]:.1f} ms" for key in ("median_ms", "p95_ms", "max_ms")]
        lines.append(f"| {' | '.join([name, *map(str, times), *in_ms])} |")
    return "\n".join(lines)


@styled
def directions() -> Figure:
    """Return the path between endpoints on satellites of both directions, and of one direction."""
    pair = ("Berlin", "New York")
    mixed = {"kind": "highest-elevation"}
    rows = delays((pair,), mixed).table("delay").to_pylist()
    worst = max(rows, key=lambda row: row["hops"])
    t_s = worst["t_s"]
    views = [("highest-elevation", mixed)]
    views.append(("... and direction = ascending", {**mixed, "direction": "ascending"}))
    views.append(("shortest-path", {"kind": "shortest-path"}))
    figure = Figure(figsize=(9.0, 8.2), layout="constrained")
    panels = figure.subplots(len(views), 1, sharex=True)
    for axes, (title, handover) in zip(panels, views, strict=True):
        found = delays((pair,), handover, start_s=t_s, duration_s=STEP_S)
        [row] = found.table("delay").slice(0, 1).to_pylist()
        nodes = skyseam.snapshot(scenario((pair,), handover), t_s).table("nodes").to_pylist()
        panel(axes, nodes, row["path"])
        axes.set_title(f"{title}: {row['hops']} links, {row['delay_ms']:.1f} ms", loc="left")
    panels[-1].set_xlabel("longitude, deg")
    figure.legend(
        handles=[
            Line2D([], [], ls="none", marker="^", ms=4, color=NO_SEAM, label="goes north-east"),
            Line2D([], [], ls="none", marker="v", ms=4, color=SEAM, label="goes south-east"),
            Line2D([], [], color="black", lw=1.4, label="path"),
        ],
        loc="outside lower center",
        ncols=3,
    )
    return figure


def panel(axes: Axes, nodes: list[dict[str, Any]], path: list[str]) -> None:
    """Draw all satellites on a map of longitude and latitude, and a path."""
    at = {one["node"]: (one["longitude_deg"], one["latitude_deg"]) for one in nodes}
    for northbound, marker, colour in ((True, "^", NO_SEAM), (False, "v", SEAM)):
        kind = [
            at[one["node"]]
            for one in nodes
            if one["kind"] == "satellite" and one["northbound"] is northbound
        ]
        axes.scatter(*zip(*kind, strict=True), s=12, marker=marker, color=colour, linewidths=0)
    links = [piece for ends in pairwise(path) for piece in split(at, *ends)]
    axes.add_collection(LineCollection(links, colors="black", linewidths=1.4))
    for end in (path[0], path[-1]):
        axes.annotate(
            end, at[end], xytext=(0, -16), textcoords="offset points", ha="center", fontsize=8,
            bbox={"boxstyle": "round,pad=0.15", "fc": "white", "ec": GREY, "lw": 0.5},
        )  # fmt: skip
        axes.plot(*at[end], marker="s", ms=4, color="black")
    axes.set_xlim(-145, 60)
    axes.set_ylim(20, 57)
    axes.set_ylabel("latitude, deg")


def split(at: dict[str, tuple[float, float]], a: str, b: str) -> list[list[tuple[float, float]]]:
    """Return the line from one node to another, in two pieces if it crosses 180 deg."""
    (x, y), (to_x, to_y) = at[a], at[b]
    if abs(to_x - x) <= 180.0:
        return [[(x, y), (to_x, to_y)]]
    turn = math.copysign(360.0, x)
    return [[(x, y), (to_x + turn, to_y)], [(x - turn, y), (to_x, to_y)]]


def write(mark: str, table: str) -> None:
    """Put a table between its markers on the page."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    before, rest = text.split(begin)
    _, after = rest.split(end)
    PAGE.write_text(f"{before}{begin}{table}\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", action="store_true", help="the tables alone")
    parser.add_argument("--figure", action="store_true", help="the figure alone")
    asked = parser.parse_args()
    if asked.tables or not asked.figure:
        write("table of pairs", table_of_pairs())
        write("table of policies", table_of_policies())
    if asked.figure or not asked.tables:
        save(directions(), DOCS / "images" / "handover-directions.png")
