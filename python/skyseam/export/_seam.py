"""The seam of a star constellation as two lines on the sky, from pole to pole.

The planes of such a shell span less than 180 deg, so its first and last plane pass each other: one
moves north where the other moves south (crates/constellation/src/seam.rs). The lines lie halfway
between them, at equal latitude.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from skyseam._arrays import Floats
from skyseam.export._scenario import number

POINTS = 33
"""Points of a line."""


class Seam(NamedTuple):
    """Two satellites of the first plane and two of the last, a quarter of an orbit apart."""

    first: tuple[int, int]
    last: tuple[int, int]


def seams_of(constellation: Mapping[str, Any], nodes: pa.Table) -> list[Seam]:
    """Return the seams of a resolved constellation, with satellites as their numbers in `nodes`."""
    shells = constellation.get("shells", [constellation.get("shell")])
    of_shell, of_plane = nodes["shell"].to_pylist(), nodes["plane"].to_pylist()
    found = []
    for position, shell in enumerate(shells):
        if not shell or "planes" not in shell or shell["satellites_per_plane"] < 4:
            continue
        span = (shell["planes"] - 1) * number(shell["raan_spacing"])
        if shell["planes"] < 2 or span >= 180 or number(shell["inclination"]) <= 60:
            continue
        ends = []
        for plane in (0, shell["planes"] - 1):
            members = [
                i
                for i, (s, p) in enumerate(zip(of_shell, of_plane, strict=True))
                if (s, p) == (position, plane)
            ]
            ends.append((members[0], members[len(members) // 4]))
        found.append(Seam(*ends))
    return found


def line(seam: Seam, km: Floats, points: int = POINTS) -> Floats:
    """Return both lines of `points` points at every instant of positions (instant, node, axis)."""
    angles = np.radians(np.linspace(-85, 85, points))
    first, last = (_plane(km[:, a], km[:, b]) for a, b in seam)
    lines = []
    for north, south in ((first, last), (last, first)):
        middle = _at(north, angles) + _at(south, np.pi - angles)
        middle /= np.linalg.norm(middle, axis=2, keepdims=True)
        radius = np.linalg.norm(km[:, seam.first[0]], axis=1)
        lines.append(middle * radius[:, None, None])
    return np.concatenate(lines, axis=1)


def _plane(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return unit vectors to the ascending node and to the northernmost point of an orbit."""
    normal = np.cross(a, b)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    node = np.cross(np.array([0.0, 0.0, 1.0]), normal)
    node /= np.linalg.norm(node, axis=1, keepdims=True)
    return node, np.cross(normal, node)


def _at(plane: tuple[Floats, Floats], angles: Floats) -> Floats:
    node, top = plane
    cos, sin = np.cos(angles)[None, :, None], np.sin(angles)[None, :, None]
    found: Floats = node[:, None, :] * cos + top[:, None, :] * sin
    return found
