"""A resolved scenario in the form that exporters need: plain numbers, shells, places, time zero.

Owns the parsing of the resolved form; the core owns the meaning of values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from skyseam import describe
from skyseam._errors import InputError
from skyseam._scenario import Scenario, Toml

HYPATIA_EPOCH = "2000-01-01T00:00:00Z"
"""Time zero of a scenario without an epoch: that of Hypatia's own element sets."""


@dataclass(frozen=True)
class Shell:
    """A shell of evenly spaced circular orbits; angles at time zero, nodes from Greenwich."""

    name: str
    planes: int
    satellites_per_plane: int
    altitude_km: float
    inclination_deg: float
    raan_offset_deg: float
    raan_spacing_deg: float
    argument_of_latitude_deg: float
    odd_planes_deg: float
    each_plane_deg: float

    def orbit(self, plane: int, index: int) -> tuple[float, float]:
        """Return node and argument of latitude of a satellite at time zero, deg."""
        ahead = plane % 2 * self.odd_planes_deg + plane * self.each_plane_deg
        in_plane = 360 * index / self.satellites_per_plane
        node = self.raan_offset_deg + plane * self.raan_spacing_deg
        return node, in_plane + ahead + self.argument_of_latitude_deg


@dataclass(frozen=True)
class Place:
    """Position of a fixed terminal: geodetic latitude and longitude, height above the ellipsoid."""

    latitude_deg: float
    longitude_deg: float
    altitude_m: float


@dataclass(frozen=True)
class Terminal:
    """A terminal; one that moves has no place."""

    name: str
    place: Place | None
    elevation_mask_deg: float


@dataclass(frozen=True)
class Sky:
    """The parts of a scenario that exporters need."""

    title: str
    geometry: str
    precesses: bool
    epoch: datetime
    shells: tuple[Shell, ...]
    elements: Path | None
    grazing_altitude_km: float
    terminals: tuple[Terminal, ...]
    has_nodes: bool
    run_start_s: float
    run_duration_s: float


def sky_of(scenario: Scenario) -> Sky:
    """Read the resolved form of a scenario.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When the scenario has no satellites.
    """
    resolved = describe.resolved(scenario)
    constellation = resolved.get("constellation")
    if constellation is None:
        raise InputError(
            "the scenario has no satellites, so there is nothing to export: add [constellation]"
        )
    shells = constellation.get(
        "shells", [constellation["shell"]] if "shell" in constellation else []
    )
    elements = constellation.get("elements", {})
    run = resolved["run"]
    return Sky(
        title=resolved.get("title", _title(scenario)),
        geometry=constellation["geometry"],
        precesses=constellation.get("propagation") == "j2",
        epoch=_epoch(elements.get("epoch", HYPATIA_EPOCH)),
        shells=tuple(_shell(shell) for shell in shells if "altitude" in shell),
        elements=_beside(scenario, elements.get("file")),
        grazing_altitude_km=number(constellation["isl"].get("grazing_altitude", "80 km")),
        terminals=tuple(_terminal(terminal) for terminal in resolved.get("terminals", [])),
        has_nodes="nodes" in resolved,
        run_start_s=number(run["start"]),
        run_duration_s=number(run["duration"]),
    )


_UNITS = {
    "deg": 1.0, "km": 1.0, "m": 1.0,
    "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0,
}  # fmt: skip


def number(quantity: str) -> float:
    """Read a quantity of the resolved form: angles in deg, lengths in their unit, times in s."""
    value, _, unit = quantity.partition(" ")
    if not unit:
        hours, minutes, seconds = (float(part) for part in value.split(":"))
        return hours * 3600 + minutes * 60 + seconds
    return float(value) * _UNITS[unit]


def _title(scenario: Scenario) -> str:
    return "Skyseam" if isinstance(scenario, Mapping | Toml) else Path(scenario).stem


def _beside(scenario: Scenario, name: str | None) -> Path | None:
    if name is None:
        return None
    return Path(name) if isinstance(scenario, Mapping | Toml) else Path(scenario).parent / name


def _epoch(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _shell(shell: Mapping[str, Any]) -> Shell:
    phasing = shell["phasing"]
    return Shell(
        name=shell["name"],
        planes=shell["planes"],
        satellites_per_plane=shell["satellites_per_plane"],
        altitude_km=number(shell["altitude"]),
        inclination_deg=number(shell["inclination"]),
        raan_offset_deg=number(shell["raan_offset"]),
        raan_spacing_deg=number(shell["raan_spacing"]),
        argument_of_latitude_deg=number(shell["argument_of_latitude"]),
        odd_planes_deg=number(phasing.get("odd_planes", "0 deg")),
        each_plane_deg=number(phasing.get("each_plane", "0 deg")),
    )


def _terminal(terminal: Mapping[str, Any]) -> Terminal:
    place = None
    if "latitude" in terminal:
        latitude, longitude, altitude = (
            number(terminal[key]) for key in ("latitude", "longitude", "altitude")
        )
        place = Place(latitude, longitude, altitude)
    mask_deg = number(terminal["elevation_mask"])
    return Terminal(name=terminal["name"], place=place, elevation_mask_deg=mask_deg)
