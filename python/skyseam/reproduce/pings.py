"""Pings between drawn places, and what they measure by distance. Knows no paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from skyseam import survey
from skyseam._arrays import Floats
from skyseam.reproduce.quantities import known, latitudes_deg

Places: TypeAlias = dict[str, Floats]
"""Columns of a probe: latitude and longitude of both ends, deg, and the instant `t_s`, s."""

KM_PER_MM = 1000.0


def places(
    random: np.random.Generator,
    count: int,
    latitudes: Callable[[np.random.Generator, int], Floats] = latitudes_deg,
) -> Places:
    """Draw both ends of pings, uniform on the sphere unless latitudes are drawn otherwise."""
    found = {}
    for end in ("from", "to"):
        found[f"{end}_latitude_deg"] = latitudes(random, count)
        found[f"{end}_longitude_deg"] = random.uniform(-180.0, 180.0, count)
    return found


def probed(
    scenario: Mapping[str, Any], drawn: Places, metric: str | None = None, **options: Any
) -> pa.Table:
    """Send pings, and add the places to their results."""
    table = survey.probe(scenario, drawn, metric=metric, **options).table("probes")
    for name in reversed(survey.PROBE_COLUMNS[:-1]):
        table = table.add_column(0, name, pa.array(drawn[name]))
    return table


def by_distance(
    values: Floats, km: Floats, edges_mm: Floats, least: int = 10
) -> Iterator[tuple[float, float, Floats]]:
    """Yield the ends of each bin of distance, Mm, and its known values, if there are `least`."""
    for from_mm, to_mm in pairwise(edges_mm.tolist()):
        found = known(values[(km >= from_mm * KM_PER_MM) & (km < to_mm * KM_PER_MM)])
        if len(found) >= least:
            yield from_mm, to_mm, found
