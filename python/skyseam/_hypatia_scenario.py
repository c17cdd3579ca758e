"""A scenario from Hypatia's file set: its text, and the files to which it refers.

Owns the conversion of the set to a scenario; `skyseam.hypatia` reads the set.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import tomli_w

from skyseam._errors import InputError
from skyseam.hypatia import FileSet, GroundStation


class Imported(NamedTuple):
    """A scenario, the files beside it by name, and notes for the user."""

    text: str
    files: dict[str, str]
    notes: list[str]


MOST_NAME = 64
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\"<>:|?*]')


def scenario_of(found: FileSet, title: str, stem: str) -> Imported:
    """Write a set as a scenario whose companions are named after `stem`.

    Raises
    ------
    InputError
        When the set contains something that no scenario can express.
    """
    mask_deg = found.elevation_mask_deg
    if len(found.ground_stations) < 2:
        raise InputError(
            f"the set has {len(found.ground_stations)} ground stations; a scenario needs two or "
            "more as endpoints"
        )
    notes: list[str] = []
    names = _names(found.ground_stations, notes)
    bandwidths = {bandwidth for _, bandwidth in found.gsl_interfaces}
    notes.append(
        "rates are not in the set (bandwidths "
        f"{', '.join(f'{bandwidth:g}' for bandwidth in sorted(bandwidths)[:3])} have no unit): "
        "add [links] and [[flows]] to send packets"
    )
    if any(count != 1 for count, _ in found.gsl_interfaces):
        notes.append(
            "nodes with several ground interfaces are taken as having one, shared by all: a "
            "scenario has no others"
        )
    grazing_km = found.grazing_altitude_km
    if grazing_km < 0:
        notes.append("max_isl_length_m admits links through the Earth; the scenario does not")
    step, duration = _times(found.steps_ns)
    if len(found.steps_ns) < 2:
        notes.append(
            f"the set has no forwarding state, or several: links are checked every {step}; set "
            "check_interval and step to those of Hypatia's"
        )
    tles, isls = f"{stem}-tles.txt", f"{stem}-isls.txt"
    parts = [
        "# Made from a Hypatia file set by `skyseam import hypatia`. Positions come from its "
        "element sets.\n",
        tomli_w.dumps({"title": f"Hypatia: {title}"}),
        "\n[constellation]\n",
        'geometry = "hypatia" # range rule altitude / sin(mask): also through the Earth\n',
        f"elements.{tomli_w.dumps({'file': tles})}",
        f'elements.epoch = "{found.epoch:%Y-%m-%dT%H:%M:%S.%f}'.rstrip("0").rstrip(".") + 'Z"\n',
        f'elevation_mask = "{mask_deg:.9g} deg" # max_gsl_length_m = {found.max_gsl_length_m:.10g} '
        f"at {found.altitude_km:.3f} km\n",
        "\n[constellation.isl]\n",
        _isl_keys(found, isls, max(0.0, grazing_km)),
        "\n[handover]\n",
        'kind = "shortest-path" # as Hypatia: any satellite in range\n',
        f'check_interval = "{step}"\n',
        '\n[routing]\nmetric = "delay"\n',
        *(_terminal(name, at) for name, at in zip(names, found.ground_stations, strict=True)),
        f'\n[run]\nduration = "{duration}"\n',
        "\n[delay]\n",
        f"pairs = [[{_quoted(names[0])}, {_quoted(names[1])}]]\n",
        f'step = "{step}"\n',
    ]
    files = {tles: _tles(found)}
    if found.isls:
        files[isls] = "".join(f"{a} {b}\n" for a, b in found.isls)
    return Imported("".join(parts), files, notes)


def _times(steps_ns: tuple[int, ...]) -> tuple[str, str]:
    """Return the step of the forwarding state and its time span, as written in scenarios."""
    if len(steps_ns) < 2:
        return "1 s", "200 s"
    step_ns = min(after - at for at, after in pairwise(steps_ns))
    return _duration(step_ns), _duration(steps_ns[-1] + step_ns)


def _duration(ns: int) -> str:
    for unit, size in (("s", 10**9), ("ms", 10**6), ("us", 10**3)):
        if ns % size == 0:
            return f"{ns // size} {unit}"
    return f"{ns} ns"


def _quoted(name: str) -> str:
    return tomli_w.dumps({"name": name}).removeprefix("name = ").rstrip()


def _isl_keys(found: FileSet, file: str, grazing_km: float) -> str:
    if not found.isls:
        return 'pattern = "none"\n'
    return (
        f"{tomli_w.dumps({'file': file})}"
        'latitude_threshold = "90 deg" # never switched off\n'
        f'grazing_altitude = "{grazing_km:.6f} km" # max_isl_length_m = '
        f"{found.max_isl_length_m:.10g}\n"
    )


def _terminal(name: str, at: GroundStation) -> str:
    place = {
        "name": name,
        "latitude": f"{at.latitude_deg:.10g} deg",
        "longitude": f"{at.longitude_deg:.10g} deg",
        "altitude": f"{at.elevation_m:.10g} m",
    }
    return f"\n[[terminals]]\n{tomli_w.dumps(place)}"


def _names(stations: tuple[GroundStation, ...], notes: list[str]) -> list[str]:
    """Give every station a unique name that a scenario accepts; note which names changed."""
    twins = {
        name for name, count in Counter(station.name for station in stations).items() if count > 1
    }
    names, changed = [], []
    for number, station in enumerate(stations):
        name = _FORBIDDEN.sub("-", station.name).lstrip(". ")[:MOST_NAME].rstrip() or "station"
        # In this geometry, a number alone is a satellite's name.
        if station.name in twins or name in names or name.isdigit():
            name = f"{name[: MOST_NAME - 8]}-{number}"
        names.append(name)
        if name != station.name:
            changed.append(f'"{station.name}" is "{name}"')
    if changed:
        more = f" and {len(changed) - 5} more" if len(changed) > 5 else ""
        notes.append(f"names a scenario does not take: {', '.join(changed[:5])}{more}")
    return names


def _tles(found: FileSet) -> str:
    satellites = (f"{s.name}\n{s.line1}\n{s.line2}\n" for s in found.satellites)
    return f"{found.orbits} {found.satellites_per_orbit}\n{''.join(satellites)}"
