"""What the parts on constellations share: places of pings, and a sky moved along its orbits."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from skyseam import describe
from skyseam.reproduce.pings import Places


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
