"""A scenario as CZML, which CesiumJS plays: satellites, links, handovers, the seam, a route.

Owns the format (github.com/AnalyticalGraphicsInc/czml-writer, "CZML Guide"); positions, links and
routes come from the core. Positions are sampled in Earth-fixed coordinates and interpolated by
Cesium.

Temporary objects have a `show` of intervals in order of time. Cesium's intervals include both their
ends, and later ones in a list take precedence: at the instant of a change the new state holds, as
in the core. `availability` alone would show both.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from skyseam import describe, survey
from skyseam._errors import InputError
from skyseam._scenario import Scenario
from skyseam._work import Progress
from skyseam.export._scenario import Sky, sky_of
from skyseam.export._seam import Seam, seams_of
from skyseam.export._seam import line as seam_lines

Packet: TypeAlias = dict[str, Any]

MOST_SAMPLES = 2_000_000
MOST_BYTES = 50_000_000
"""Limit on the document: browsers take a minute to load more, if they can at all."""

DEGREE = 5
"""Degree of interpolation: with 60 s between samples the error is below 1 m."""

PLAYED_S = 120.0
"""How long playing takes; a handover is shown for a second of it."""

ROUTE_STEP_S = 0.1
"""Time between samples of the route: a path that lasts less may be missed."""

SEAM_POINTS = 17
"""Points of each line of the seam."""

# One hue per kind, distinguishable with colour blindness too (Okabe and Ito 2008); shells beyond
# the first in colours that no other kind has.
_SHELLS = [[86, 180, 233], [204, 121, 167], [178, 178, 178], [255, 255, 255]]
_TERMINAL = [230, 159, 0, 255]
_GSL = [0, 158, 115, 200]
_ROUTE = [240, 228, 66, 255]
_SEAM = [213, 94, 0, 255]
_HANDOVER = [255, 255, 255, 255]
_FAINT = 70
"""Opacity of links between satellites, of 255."""


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
        Names of the endpoints of a route to highlight; none when None.
    start_s, duration_s, step_s
        Time shown, and time between samples of positions; the scenario's run and 60 s when None.

    Returns
    -------
    str
        A JSON document: its head with the clock, a group for each kind of object, then satellites,
        places, links, handovers, the seam, the route.

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
    nodes = survey.snapshot(scenario, start_s).table("nodes")
    time = Time(sky, start_s, start_s + length_s)
    cast = Cast.of(motion.manifest["nodes"], nodes, sky, describe.resolved(scenario))
    times, metres = _metres(motion.table("positions"), start_s)
    sampled = Sampled(times, metres, time.stamp(start_s))
    serving = survey.contacts(scenario, start_s=start_s, duration_s=length_s).table("serving")
    packets = [_document(sky, time)]
    packets += _satellites(cast, sampled)
    packets += _places(sky, cast.satellites, sampled)
    packets += _links(motion.table("links"), cast, time)
    packets += _handovers(serving, cast, time)
    packets += _seams(cast, sampled)
    if route is not None:
        changes = survey.path_changes(
            scenario, route, start_s=start_s, duration_s=length_s, step_s=ROUTE_STEP_S
        )
        packets += _route(changes.table("paths"), route, cast, time)
    packets[1:1] = _groups(packets, cast)
    text = "[\n" + ",\n".join(json.dumps(p, separators=(",", ":")) for p in packets) + "\n]\n"
    if len(text) > MOST_BYTES:
        raise InputError(
            f"the document would have {len(text) / 1e6:.0f} MB, more than browsers load well; "
            f"expected at most {MOST_BYTES / 1e6:.0f} MB: take a longer --step or a shorter "
            "--duration"
        )
    return text


@dataclass(frozen=True)
class Time:
    """Time interval shown, s, and the format of instants."""

    sky: Sky
    start_s: float
    end_s: float

    def stamp(self, t_s: float) -> str:
        """Return an instant in ISO 8601, exact to the nanosecond."""
        whole, nanoseconds = divmod(round(t_s * 1e9), 1_000_000_000)
        second = (self.sky.epoch + timedelta(seconds=whole)).strftime("%Y-%m-%dT%H:%M:%S")
        fraction = f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""
        return f"{second}{fraction}Z"

    def interval(self, from_s: float, until_s: float) -> str:
        """Return an interval in ISO 8601."""
        return f"{self.stamp(from_s)}/{self.stamp(until_s)}"

    def shown(self, spells: Iterable[tuple[float, float]]) -> Packet:
        """Return the `show` of an object that is present in these intervals, in order of time.

        At the end of an interval nothing is shown; an object that lasts to the end is shown there.
        """
        listed: list[tuple[float, float, bool]] = []
        last_s = self.start_s
        for from_s, until_s in spells:
            if from_s > last_s:
                listed.append((last_s, from_s, False))
            listed.append((from_s, until_s, True))
            last_s = until_s
        if last_s < self.end_s:
            listed.append((last_s, self.end_s, False))
        if [is_shown for *_, is_shown in listed] == [True]:
            return {}
        return {
            "show": [
                {"interval": self.interval(a, b), "boolean": is_shown} for a, b, is_shown in listed
            ]
        }


@dataclass(frozen=True)
class Cast:
    """Objects of the scene: nodes by name, shells of satellites, planes adjacent to a seam."""

    numbers: dict[str, int]
    satellites: int
    placed: int
    shells: list[str]
    shell_of: list[int]
    plane_of: list[int]
    seams: list[Seam]

    @classmethod
    def of(cls, names: list[str], nodes: pa.Table, sky: Sky, resolved: dict[str, Any]) -> Cast:
        """Create it from the nodes of a snapshot and the resolved scenario."""
        satellites = nodes["kind"].to_pylist().count("satellite")
        shell_of = nodes["shell"].to_pylist()[:satellites]
        named = [shell.name for shell in sky.shells]
        shells = [
            named[i] if i < len(named) else f"shell {i}"
            for i in range(max(shell_of, default=-1) + 1)
        ]
        return cls(
            numbers={name: number for number, name in enumerate(names)},
            satellites=satellites,
            placed=satellites + len(sky.terminals),
            shells=shells,
            shell_of=shell_of,
            plane_of=nodes["plane"].to_pylist()[:satellites],
            seams=seams_of(resolved["constellation"], nodes),
        )

    def colour(self, satellite: int) -> list[int]:
        """Return the colour of a satellite's shell."""
        return _SHELLS[self.shell_of[satellite] % len(_SHELLS)]

    def crosses(self, a: int, b: int) -> bool:
        """Return whether a link between two satellites crosses a seam."""
        ends = {(self.shell_of[node], self.plane_of[node]) for node in (a, b)}
        return any(
            ends
            == {(self.shell_of[one], self.plane_of[one]) for one in (seam.first[0], seam.last[0])}
            for seam in self.seams
        )


@dataclass(frozen=True)
class Sampled:
    """Positions at sampled instants, s after the start, in metres: instant, node, axis."""

    times: list[float]
    metres: NDArray[np.int64]
    epoch: str

    def position(self, number: int) -> Packet:
        """Return the position of a node over time."""
        return self.course(self.metres[:, number])

    def course(self, metres: NDArray[np.int64]) -> Packet:
        """Return a position over time from metres at every instant."""
        samples: list[float] = []
        for t, place in zip(self.times, metres.tolist(), strict=True):
            samples.append(t)
            samples.extend(place)
        return {
            "interpolationAlgorithm": "LAGRANGE",
            "interpolationDegree": DEGREE,
            "referenceFrame": "FIXED",
            "epoch": self.epoch,
            "cartesian": samples,
        }


def _document(sky: Sky, time: Time) -> Packet:
    length_s = time.end_s - time.start_s
    return {
        "id": "document",
        "name": sky.title,
        "version": "1.0",
        "clock": {
            "interval": time.interval(time.start_s, time.end_s),
            "currentTime": time.stamp(time.start_s),
            # Plays the whole in two minutes, but never slower than real time.
            "multiplier": max(1, round(length_s / PLAYED_S)),
            "range": "LOOP_STOP",
            "step": "SYSTEM_CLOCK_MULTIPLIER",
        },
    }


def _metres(positions: pa.Table, start_s: float) -> tuple[list[float], NDArray[np.int64]]:
    """Return the instants, s after the start, and the position of every node at each."""
    instants = positions["t_s"].to_numpy()
    nodes = len(np.flatnonzero(instants == instants[0]))
    times = np.round(instants[::nodes] - start_s, 6).tolist()
    times = [int(t) if t == int(t) else t for t in times]
    metres = np.stack(
        [np.rint(positions[axis].to_numpy() * 1000) for axis in ("x_km", "y_km", "z_km")], axis=1
    ).astype(np.int64)
    return times, metres.reshape(-1, nodes, 3)


_GROUPS = {
    "terminals": "terminals",
    "isl": "links between satellites",
    "isl-seam": "links across the seam",
    "gsl": "links to the ground",
    "handovers": "handovers",
    "seam": "seam",
    "route": "route",
}
"""Groups that can be switched off as one, by id; and one for each shell."""


def _groups(packets: list[Packet], cast: Cast) -> list[Packet]:
    used = {packet.get("parent") for packet in packets}
    shells = {f"shell{i}": f"shell {name}" for i, name in enumerate(cast.shells)}
    return [
        {"id": group, "name": name}
        for group, name in {**shells, **_GROUPS}.items()
        if group in used
    ]


def _satellites(cast: Cast, sampled: Sampled) -> Iterable[Packet]:
    names = list(cast.numbers)[: cast.satellites]
    for number, name in enumerate(names):
        yield {
            "id": f"n{number}",
            "name": f"satellite {name}",
            "parent": f"shell{cast.shell_of[number]}",
            "position": sampled.position(number),
            "point": {"pixelSize": 4, "color": {"rgba": [*cast.colour(number), 255]}},
        }


def _places(sky: Sky, satellites: int, sampled: Sampled) -> Iterable[Packet]:
    for number, terminal in enumerate(sky.terminals, satellites):
        place = terminal.place
        yield {
            "id": f"n{number}",
            "name": terminal.name,
            "parent": "terminals",
            # A place is on Cesium's ground, whatever the Earth of the geometry.
            "position": sampled.position(number)
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


def _links(links: pa.Table, cast: Cast, time: Time) -> Iterable[Packet]:
    """Yield one line per pair, shown while the link is up; wires are left out."""
    spells: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    for a, b, kind, from_s, until_s in zip(
        *(links[c].to_pylist() for c in links.column_names), strict=True
    ):
        if kind != "wire" and from_s < time.end_s:
            spells.setdefault((a, b, kind), []).append((from_s, min(until_s, time.end_s)))
    for (a, b, kind), on in spells.items():
        ends = [cast.numbers[a], cast.numbers[b]]
        group, colour, width = kind, _GSL, 2
        if kind == "isl":
            colour, width = [*cast.colour(ends[0]), _FAINT], 1
            if cast.crosses(*ends):
                group, colour = "isl-seam", [*_SEAM[:3], 160]
        yield {
            "id": f"l{ends[0]}-{ends[1]}",
            "name": f"{a} to {b}",
            "parent": group,
            "polyline": {**_line(ends, colour, width), **time.shown(on)},
        }


def _handovers(serving: pa.Table, cast: Cast, time: Time) -> Iterable[Packet]:
    """Yield a ring around a terminal for a moment after each of its handovers."""
    lasts_s = (time.end_s - time.start_s) / PLAYED_S
    before: dict[str, str] = {}
    for number, (terminal, satellite, from_s) in enumerate(
        zip(*(serving[c].to_pylist() for c in ("terminal", "satellite", "from_s")), strict=True)
    ):
        left = before.get(terminal)
        before[terminal] = satellite
        if left is None or from_s <= time.start_s or from_s >= time.end_s:
            continue
        ring = {
            "pixelSize": 12,
            "color": {"rgba": [0, 0, 0, 0]},
            "outlineColor": {"rgba": _HANDOVER},
            "outlineWidth": 3,
        }
        yield {
            "id": f"h{number}",
            "name": f"handover of {terminal} from {left} to {satellite}",
            "parent": "handovers",
            "position": {"reference": f"n{cast.numbers[terminal]}#position"},
            "point": {**ring, **time.shown([(from_s, min(from_s + lasts_s, time.end_s))])},
        }


def _seams(cast: Cast, sampled: Sampled) -> Iterable[Packet]:
    """Yield both lines of each seam, with the positions that they pass through."""
    for number, one in enumerate(cast.seams):
        metres = np.rint(seam_lines(one, sampled.metres / 1.0, SEAM_POINTS)).astype(np.int64)
        for half in range(2):
            ids = [f"s{number}-{half}-{point}" for point in range(SEAM_POINTS)]
            for point, name in enumerate(ids):
                yield {
                    "id": name,
                    "parent": "seam",
                    "position": sampled.course(metres[:, half * SEAM_POINTS + point]),
                }
            yield {
                "id": f"seam{number}-{half}",
                "name": "seam",
                "parent": "seam",
                "polyline": _polyline(ids, _SEAM, 2),
            }


def _route(paths: pa.Table, route: tuple[str, str], cast: Cast, time: Time) -> Iterable[Packet]:
    """Yield one line per hop, shown while it is part of the path of packets.

    Wired nodes, which have no position, are omitted.
    """
    spells: dict[tuple[int, int], list[tuple[float, float]]] = {}
    begins = paths["t_s"].to_pylist()
    ends = [*begins[1:], time.end_s]
    for from_s, until_s, path in zip(begins, ends, paths["path"].to_pylist(), strict=True):
        placed = [cast.numbers[name] for name in path or () if cast.numbers[name] < cast.placed]
        for hop in pairwise(placed):
            of_hop = spells.setdefault(hop, [])
            if of_hop and of_hop[-1][1] == from_s:
                of_hop[-1] = (of_hop[-1][0], until_s)
            else:
                of_hop.append((from_s, until_s))
    names = list(cast.numbers)
    for (a, b), on in spells.items():
        yield {
            "id": f"route{a}-{b}",
            "name": f"route {route[0]} to {route[1]}: {names[a]} to {names[b]}",
            "parent": "route",
            "polyline": {**_line([a, b], _ROUTE, 5), **time.shown(on)},
        }


def _line(nodes: list[int], colour: list[int], width: int) -> Packet:
    return _polyline([f"n{node}" for node in nodes], colour, width)


def _polyline(ids: list[str], colour: list[int], width: int) -> Packet:
    return {
        "positions": {"references": [f"{one}#position" for one in ids]},
        "arcType": "NONE",
        "width": width,
        "material": {"solidColor": {"color": {"rgba": colour}}},
    }
