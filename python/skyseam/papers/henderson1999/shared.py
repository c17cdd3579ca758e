"""What parts share: rates of files, replies of Web servers, a sky moved along its orbits."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyseam import describe
from skyseam.reproduce import Estimate, Floats, Runs, Study, over_seeds
from skyseam.reproduce.cases import Declared
from skyseam.reproduce.pings import Places


@dataclass(frozen=True)
class Files:
    """Runs of a file by case: "goodput" and other quantities, rates in bit/s."""

    study: Study
    runs: dict[Any, Runs]

    def rate(self, case: Declared, quantity: str = "goodput") -> Estimate:
        """Return the mean rate of files, or of the traffic back, kbit/s."""
        return over_seeds(self.runs[case].values[quantity] / 1e3)

    def back(self, case: Declared) -> Estimate:
        """Return the mean rate of the traffic back, kbit/s."""
        return self.rate(case, "back")

    def ratio(self, case: Declared, other: Declared, quantity: str = "goodput") -> Estimate:
        """Return the ratio of a quantity to another case's, seed by seed."""
        return self.runs[case].ratio(self.runs[other], quantity)


def arrived(took_s: Floats, runs: int, what: str = "a file") -> None:
    """Raise an error unless every run has a time."""
    if len(took_s) != runs or np.isnan(took_s).any():
        raise RuntimeError(f"{what} did not arrive within its run")


def on_sphere(latitude_deg: Floats, longitude_deg: Floats) -> Floats:
    """Return points on the unit sphere, three coordinates last."""
    north, east = np.radians(latitude_deg), np.radians(longitude_deg)
    return np.stack(
        [np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)], axis=-1
    )


def along_orbits(
    scenario: dict[str, Any], drawn: Places, phases: int
) -> Iterator[tuple[dict[str, Any], Places]]:
    """Return places in parts, each with satellites advanced further along their orbits.

    All pings are sent at time zero, when nearly every endpoint has the highest satellite: as in
    ns-2 a terminal begins with satellite 0, and keeps it if it is above the mask, or takes the next
    one. The positions of the planes over the Earth do not matter to places that are uniform on the
    sphere.
    """
    moved = copy.deepcopy(describe.resolved(scenario))
    shell = moved["constellation"]["shell"]
    slot_deg = 360.0 / int(shell["satellites_per_plane"])
    for phase in range(phases):
        shell["argument_of_latitude"] = f"{slot_deg * phase / phases} deg"
        some = {name: values[phase::phases] for name, values in drawn.items()}
        yield moved, some | {"t_s": np.zeros(len(some["from_latitude_deg"]))}
