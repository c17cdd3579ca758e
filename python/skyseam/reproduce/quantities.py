"""Quantities that several papers use: sums and means by run, HARQ, codewords; pings by distance."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import survey
from skyseam._arrays import Floats

Case = TypeVar("Case")

Places: TypeAlias = dict[str, Floats]
"""Columns of a probe: latitude and longitude of both ends, deg, and the instant `t_s`, s."""

KM_PER_MM = 1000.0

SPEED_OF_LIGHT_KM_S = 299_793.0
"""As ns-2 has it, and with it the delays of studies in its model (ns-2.35, satgeometry)."""


def latitudes_deg(random: np.random.Generator, count: int, most_deg: float = 90.0) -> Floats:
    """Draw latitudes of places that are uniform on the sphere, up to one north and south."""
    # Zones of equal height have equal area (Archimedes).
    most = float(np.sin(np.radians(most_deg)))
    return np.asarray(np.degrees(np.arcsin(random.uniform(-most, most, count))))


def labelled(table: pa.Table, **labels: str) -> pa.Table:
    """Return a table with constant label columns in front of its own."""
    each = {name: pa.array([label] * len(table)) for name, label in labels.items()}
    return pa.table({**each, **{name: table[name] for name in table.column_names}})


def by_run(table: pa.Table, cases: Sequence[Case], order: str = "run") -> dict[Case, pa.Table]:
    """Return the rows of each case, of which each has a run, in the order of a column."""
    of = {case: table.filter(pc.equal(table["run"], run)) for run, case in enumerate(cases)}
    return {case: rows.sort_by(order) for case, rows in of.items()}


def numbers(table: pa.Table, column: str) -> Floats:
    """Return a column as floats; null becomes NaN."""
    return np.asarray(table[column].to_numpy(zero_copy_only=False), dtype=np.float64)


def known(values: Floats) -> Floats:
    """Return the values that are not NaN."""
    return np.asarray(values[~np.isnan(values)])


def counted(run: Any, values: Floats, runs: int) -> Floats:
    """Return the sum of a value over each run's rows."""
    return np.asarray(np.bincount(run, values, runs), dtype=np.float64)


def mean_by(run: Any, values: Floats, runs: int) -> Floats:
    """Return the mean of a value over each run's rows that have a value."""
    there = ~np.isnan(values)
    count = counted(run[there], np.ones(int(there.sum())), runs)
    total = counted(run[there], values[there], runs)
    return np.asarray(np.divide(total, count, out=np.full(runs, np.nan), where=count > 0))


def harq_success(harq: pa.Table, runs: int, receiver: str | None = None) -> Floats:
    """Return the share of packets that HARQ delivered of those it finished, %, of every run.

    Only packets to `receiver` if one is given; over a constellation each satellite that served it
    has a row.
    """
    if receiver is not None:
        harq = harq.filter(pc.equal(harq["receiver"], receiver))
    run = harq["run"].to_numpy()
    ways = [name for name in harq.column_names if name.startswith("decoded_")]
    decoded = counted(run, np.sum([numbers(harq, way) for way in ways], axis=0), runs)
    gave_up = counted(run, numbers(harq, "failed"), runs)
    return np.asarray(100 * decoded / np.maximum(decoded + gave_up, 1))


def codeword(kind: Mapping[str, Any], known_bits: int, symbols: Sequence[int]) -> dict[str, Any]:
    """Return the values of HARQ that replace the scenario's, for datagrams of a transport.

    The numbers of symbols are those of a table in proportion to its information bits, rounded up;
    the scenario's apply if the transport gives none.
    """
    bits = kind.get("information_bits")
    if bits is None:
        return {}
    longer = [math.ceil(bits / known_bits * one) for one in symbols]
    return {"information_bits": bits, "symbols": longer}


def drawn_places(
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
