"""Three ways to divide the sphere into cells, drawn side by side as Fig. 6.14 does.

A grid of latitude and longitude, trapezoids of about equal area, and hexagons.
"""

import itertools
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Floats, drawing

from ..shared import on_sphere

RADIUS_KM = 6378.0
LENGTH_KM = 1280.0
"""Long enough for cells to be seen; the tables have cells of 160 to 640 km."""

SEEN_FROM_DEG = (40.0, -30.0)
"""Latitude and longitude of the middle of the drawing."""


def _line(axes: Axes, points: Floats, colour: str) -> None:
    """Draw the visible part of a line on the sphere, seen from far away."""
    east = np.radians(SEEN_FROM_DEG[1])
    towards = on_sphere(*(np.array(each) for each in SEEN_FROM_DEG))
    right = np.array([-np.sin(east), np.cos(east), 0.0])
    up = np.cross(towards, right)
    near = points @ towards > 0
    x, y = (np.where(near, points @ axis, np.nan) for axis in (right, up))
    axes.plot(x, y, color=colour, lw=0.7)


def trapezoids(*, equal: bool) -> tuple[list[Floats], int]:
    """Return the borders of trapezoids and their number.

    `equal`: whether the number of cells of each band keeps their areas about equal; otherwise all
    bands have the number of the equator: a grid of latitude and longitude.
    """
    bands = round(np.pi * RADIUS_KM / LENGTH_KM)
    edges = np.linspace(-90.0, 90.0, bands + 1)
    around = np.linspace(-180.0, 180.0, 361)
    lines = [on_sphere(np.full_like(around, edge), around) for edge in edges[1:-1]]
    cells = 0
    for south, north in itertools.pairwise(edges):
        middle = np.radians((south + north) / 2) if equal else 0.0
        count = max(1, round(2 * np.pi * RADIUS_KM * np.cos(middle) / LENGTH_KM))
        cells += count
        along = np.linspace(south, north, 20)
        for longitude_deg in -180.0 + 360.0 * np.arange(count) / count:
            lines.append(on_sphere(along, np.full_like(along, longitude_deg)))
    return lines, cells


def hexagons(parts: int) -> tuple[list[Floats], int]:
    """Return the borders of the hexagons of an icosahedral grid, 12 pentagons among them.

    `parts`: number of parts into which an edge of the icosahedron is divided; there are `10 parts^2
    + 2` cells.
    """
    golden = (1 + 5**0.5) / 2
    signs = itertools.product((-1.0, 1.0), (-golden, golden))
    each = [((0.0, a, b), (a, b, 0.0), (b, 0.0, a)) for a, b in signs]
    corners = np.array([corner for some in each for corner in some])
    # Edges have the length 2.
    near = np.isclose(np.linalg.norm(corners[:, None] - corners[None], axis=2), 2.0)
    triples = itertools.combinations(range(12), 3)
    faces = [(a, b, c) for a, b, c in triples if near[a, b] and near[b, c] and near[a, c]]
    points: set[tuple[float, ...]] = set()
    between: dict[tuple[tuple[float, ...], ...], list[Floats]] = {}
    for face in faces:
        a, b, c = (corners[corner] for corner in face)

        def at(i: int, j: int, a: Floats = a, b: Floats = b, c: Floats = c) -> tuple[float, ...]:
            point = (a * (parts - i - j) + b * i + c * j) / parts
            return tuple((point / np.linalg.norm(point)).round(9) + 0.0)

        small = [(at(i, j), at(i + 1, j), at(i, j + 1))
                 for i in range(parts) for j in range(parts - i)]  # fmt: skip
        small += [(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1))
                  for i in range(parts) for j in range(parts - i - 1)]  # fmt: skip
        for triangle in small:
            points.update(triangle)
            middle = np.mean(triangle, axis=0)
            middle /= np.linalg.norm(middle)
            for one in range(3):
                ends = tuple(sorted((triangle[one], triangle[one - 1])))
                between.setdefault(ends, []).append(middle)
    shares = np.linspace(0, 1, 8)[:, None]
    lines = []
    for first, second in between.values():
        line = first * (1 - shares) + second * shares
        lines.append(line / np.linalg.norm(line, axis=1, keepdims=True))
    return lines, len(points)


def addresses(_: Any) -> Figure:
    figure, panels = drawing.panels(3, (9.6, 3.6))
    grids = (
        ("latitude and longitude", *trapezoids(equal=False)),
        ("trapezoids", *trapezoids(equal=True)),
        ("hexagons", *hexagons(5)),
    )
    for axes, (name, lines, cells) in zip(panels, grids, strict=True):
        for line in lines:
            _line(axes, line, plot.NO_SEAM)
        turn = np.linspace(0, 2 * np.pi, 200)
        axes.plot(np.cos(turn), np.sin(turn), color=plot.GREY, lw=1)
        axes.set(aspect="equal", title=f"{name}: {cells} cells")
        axes.axis("off")
    return figure
