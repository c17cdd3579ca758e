"""A scenario as CZML, which CesiumJS plays: satellites, places, links, a route.

Owns the format (github.com/AnalyticalGraphicsInc/czml-writer, "CZML Guide"); positions, links and
routes come from the core. Positions are sampled in Earth-fixed coordinates and interpolated by
Cesium.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from skyseam import survey
from skyseam._errors import InputError
from skyseam._scenario import Scenario
from skyseam._work import Progress
from skyseam.export._scenario import Sky, sky_of

Packet: TypeAlias = dict[str, Any]
Stamp: TypeAlias = Callable[[float], str]

MOST_SAMPLES = 2_000_000
MOST_BYTES = 50_000_000
"""Limit on the document: browsers take a minute to load more, if they can at all."""

DEGREE = 5
"""Degree of interpolation: with 60 s between samples the error is below 1 m."""

ROUTE_STEP_S = 10.0
"""Time between samples of the route, unless positions are sampled more often."""

# One hue per kind, distinguishable with colour blindness too (Okabe and Ito 2008).
_SATELLITE = [86, 180, 233, 255]
_TERMINAL = [230, 159, 0, 255]
_ISL = [86, 180, 233, 70]
_GSL = [0, 158, 115, 200]
_ROUTE = [240, 228, 66, 255]


def czml(
    scenario: Scenario,
    *,
    route: tuple[str, str] | None = None,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    progress: Progress | None = None,
) -> str:
    """Write a scenario as CZML.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`.
    route
        Names of the ends of a route to highlight; none when None.
    start_s, duration_s, step_s
        Time shown, and time between samples of positions; the scenario's run and 60 s when None.

    Returns
    -------
    str
        A JSON document: its head with the clock, then satellites, places, links, the route.

    Raises
    ------
    ScenarioError, InputError
        When the scenario is refused, or the document would be too large.
    """
    sky = sky_of(scenario)
    start_s = sky.run_start_s if start_s is None else start_s
    length_s = sky.run_duration_s if duration_s is None else duration_s
    if length_s <= 0:
        raise InputError(f"duration is {length_s} s; expected a time above zero")
    if step_s is None:
        # With fewer samples than this, Cesium would reduce the degree of interpolation.
        step_s = min(60.0, length_s / (DEGREE + 1))
    samples = math.ceil(length_s / step_s) + 1 if step_s > 0 else 0
    satellites = sum(shell.planes * shell.satellites_per_plane for shell in sky.shells)
    if samples * satellites > MOST_SAMPLES:
        raise InputError(
            f"{samples:,} samples of {satellites:,} satellites are too much for a browser; "
            f"expected at most {MOST_SAMPLES:,} in all: take a longer --step or a shorter "
            "--duration"
        )
    # Sampled beyond the end, so that the time shown lies between samples.
    motion = survey.positions(scenario, start_s, samples * step_s, step_s, progress=progress)
    numbers = {name: number for number, name in enumerate(motion.manifest["nodes"])}
    satellites = motion.manifest["satellites"]

    def stamp(t_s: float) -> str:
        t = sky.epoch + timedelta(microseconds=round(t_s * 1e6))
        return t.strftime("%Y-%m-%dT%H:%M:%S.%f").rstrip("0").rstrip(".") + "Z"

    end_s = start_s + length_s
    packets = [_document(sky, stamp(start_s), stamp(end_s), length_s)]
    position = _sampled(motion.table("positions"), stamp(start_s), start_s)
    packets += _satellites(motion.manifest["nodes"][:satellites], position)
    packets += _places(sky, satellites, position)
    packets += _links(motion.table("links"), numbers, end_s, stamp)
    if route is not None:
        study = survey.delay(
            scenario,
            pairs=[route],
            start_s=start_s,
            duration_s=length_s,
            step_s=min(step_s, ROUTE_STEP_S),
        )
        step_s = study.manifest["delay"]["step_s"]
        placed = {n: i for n, i in numbers.items() if i < satellites + len(sky.terminals)}
        packets += _route(study.table("delay"), step_s, placed, end_s, stamp)
    text = "[\n" + ",\n".join(json.dumps(p, separators=(",", ":")) for p in packets) + "\n]\n"
    if len(text) > MOST_BYTES:
        raise InputError(
            f"the document would have {len(text) / 1e6:.0f} MB, more than browsers load well; "
            f"expected at most {MOST_BYTES / 1e6:.0f} MB: take a longer --step or a shorter "
            "--duration"
        )
    return text


def _document(sky: Sky, begin: str, end: str, length_s: float) -> Packet:
    return {
        "id": "document",
        "name": sky.title,
        "version": "1.0",
        "clock": {
            "interval": f"{begin}/{end}",
            "currentTime": begin,
            # Plays the whole in two minutes, but never slower than real time.
            "multiplier": max(1, round(length_s / 120)),
            "range": "LOOP_STOP",
            "step": "SYSTEM_CLOCK_MULTIPLIER",
        },
    }


def _sampled(positions: pa.Table, epoch: str, start_s: float) -> Callable[[int], Packet]:
    """Return a function that gives the positions over time of a node by its number."""
    instants = positions["t_s"].to_numpy()
    nodes = len(np.flatnonzero(instants == instants[0]))
    times = np.round(instants[::nodes] - start_s, 6).tolist()
    times = [int(t) if t == int(t) else t for t in times]
    metres = np.stack(
        [np.rint(positions[axis].to_numpy() * 1000) for axis in ("x_km", "y_km", "z_km")], axis=1
    ).astype(np.int64)
    metres = metres.reshape(-1, nodes, 3)

    def position(number: int) -> Packet:
        samples: list[float] = []
        for t, place in zip(times, metres[:, number].tolist(), strict=True):
            samples.append(t)
            samples.extend(place)
        return {
            "interpolationAlgorithm": "LAGRANGE",
            "interpolationDegree": DEGREE,
            "referenceFrame": "FIXED",
            "epoch": epoch,
            "cartesian": samples,
        }

    return position


def _satellites(names: list[str], position: Callable[[int], Packet]) -> Iterable[Packet]:
    for number, name in enumerate(names):
        yield {
            "id": f"n{number}",
            "name": f"satellite {name}",
            "position": position(number),
            "point": {"pixelSize": 4, "color": {"rgba": _SATELLITE}},
        }


def _places(sky: Sky, satellites: int, position: Callable[[int], Packet]) -> Iterable[Packet]:
    for number, terminal in enumerate(sky.terminals, satellites):
        place = terminal.place
        yield {
            "id": f"n{number}",
            "name": terminal.name,
            # A place is on Cesium's ground, whatever the Earth of the geometry.
            "position": position(number)
            if place is None
            else {
                "cartographicDegrees": [place.longitude_deg, place.latitude_deg, place.altitude_m]
            },
            "point": {"pixelSize": 8, "color": {"rgba": _TERMINAL}},
            "label": {
                "text": terminal.name,
                "font": "13px sans-serif",
                "horizontalOrigin": "LEFT",
                "pixelOffset": {"cartesian2": [10, 0]},
                "fillColor": {"rgba": _TERMINAL},
            },
        }


def _links(
    links: pa.Table, numbers: dict[str, int], end_s: float, stamp: Stamp
) -> Iterable[Packet]:
    """Yield one line per pair, shown while the link is on; wires are left out."""
    spells: dict[tuple[str, str, str], list[str]] = {}
    for a, b, kind, from_s, until_s in zip(
        *(links[c].to_pylist() for c in links.column_names), strict=True
    ):
        if kind != "wire" and from_s < end_s:
            spell = f"{stamp(from_s)}/{stamp(min(until_s, end_s))}"
            spells.setdefault((a, b, kind), []).append(spell)
    for (a, b, kind), intervals in spells.items():
        colour, width = (_ISL, 1) if kind == "isl" else (_GSL, 2)
        ends = [numbers[a], numbers[b]]
        yield {
            "id": f"l{ends[0]}-{ends[1]}",
            "name": f"{a} to {b}",
            "availability": intervals[0] if len(intervals) == 1 else intervals,
            "polyline": _line(ends, colour, width),
        }


def _route(
    delay: pa.Table, step_s: float, placed: dict[str, int], end_s: float, stamp: Stamp
) -> Iterable[Packet]:
    """Yield one line per path, shown while packets take it.

    Wired nodes, which have no place, are omitted.
    """
    spells: dict[tuple[int, ...], list[tuple[float, float]]] = {}
    name = f"{delay['source'][0]} to {delay['destination'][0]}"
    for t_s, path in zip(delay["t_s"].to_pylist(), delay["path"].to_pylist(), strict=True):
        nodes = tuple(placed[node] for node in path if node in placed)
        if len(nodes) < 2:
            continue
        until_s = min(t_s + step_s, end_s)
        of_path = spells.setdefault(nodes, [])
        if of_path and abs(of_path[-1][1] - t_s) < 1e-6:
            of_path[-1] = (of_path[-1][0], until_s)
        else:
            of_path.append((t_s, until_s))
    for number, (nodes, times) in enumerate(spells.items()):
        intervals = [f"{stamp(a)}/{stamp(b)}" for a, b in times]
        yield {
            "id": f"route{number}",
            "name": f"route {name}",
            "availability": intervals[0] if len(intervals) == 1 else intervals,
            "polyline": _line(list(nodes), _ROUTE, 5),
        }


def _line(nodes: list[int], colour: list[int], width: int) -> Packet:
    return {
        "positions": {"references": [f"n{node}#position" for node in nodes]},
        "arcType": "NONE",
        "width": width,
        "material": {"solidColor": {"color": {"rgba": colour}}},
    }
