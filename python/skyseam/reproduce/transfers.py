"""Transfers of a file that differ only in their start: start times and means.

Start times are drawn in windows of a day, such as those in which the seam separates two endpoints.
Knows no paper.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from skyseam import plot
from skyseam._arrays import Floats
from skyseam._errors import InputError, SkyseamError
from skyseam.measures.intervals import Estimate, ratio_of_means, stratified_mean, stratified_starts
from skyseam.reproduce.study import Study

SIDES = (False, True)
"""Not separated by the seam, and separated."""

FACTOR = {"ms": 1e3, "s": 1.0}
"""Of a unit, to a second."""

Span = tuple[float, float]
Pair = tuple[str, str]
Key = TypeVar("Key")


@dataclass(frozen=True)
class Files:
    """Transfers of a file that differ only in their start, in the order of their start times."""

    start_s: Floats
    times_s: Floats
    retransmissions: Floats
    drops: Floats

    def mean(self, unit: str) -> Estimate:
        """Return the mean transfer time in `ms` or `s`."""
        return stratified_mean(self.times_s).scaled(FACTOR[unit])


def ratio(near: Files, far: Files) -> Estimate:
    """Return MTT not separated over MTT separated, %."""
    return ratio_of_means(near.times_s, far.times_s).scaled(100)


def run_files(
    study: Study,
    name: str,
    jobs: Mapping[Key, tuple[Floats, Mapping[str, Any]]],
    *,
    whole: bool = True,
) -> dict[Key, Files]:
    """Run a scenario of one file at each of its start times, for every job.

    A transfer that did not finish has the time NaN if `whole` is false.

    Raises
    ------
    SkyseamError
        When a transfer did not finish, if `whole`.
    """
    each = (starting(scenario, at_s) for starts_s, scenario in jobs.values() for at_s in starts_s)
    ran, first, found = study.runs(name, each), 0, {}
    for key, (starts_s, _) in jobs.items():
        mine = ran.slice(first, len(starts_s))
        first += len(starts_s)
        times_s = mine["transfer_time_s"].to_numpy()
        unfinished = int(np.isnan(times_s).sum())
        if unfinished and whole:
            raise SkyseamError(
                f"{unfinished} of {len(times_s)} transfers of {key} did not finish in the time "
                "the scenario gives them: no mean can be stated; lengthen [run] duration"
            )
        counts = (mine[one].to_numpy().astype(float) for one in ("retransmissions", "drops"))
        found[key] = Files(starts_s, times_s, *counts)
    return found


def table_of(files: Mapping[Any, Files]) -> pa.Table:
    """Return every transfer: the fields of its key, a dataclass, its start and its results."""
    rows = [
        pa.table({**{k: [v] * len(one.start_s) for k, v in vars(key).items()}, **vars(one)})
        for key, one in files.items()
    ]
    return pa.concat_tables(rows).rename_columns({"times_s": "transfer_time_s"})


def terminal(name: str, latitude: float, longitude: float) -> dict[str, str]:
    """Return a terminal as a table of a scenario."""
    return {"name": name, "latitude": f"{latitude} deg", "longitude": f"{longitude} deg"}


def sky_of(base: Mapping[str, Any], terminals: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a scenario with the sky of `base` and these terminals, without flows."""
    kept = ("constellation", "handover", "routing", "links", "run")
    return {key: base[key] for key in kept if key in base} | {"terminals": list(terminals)}


def random(seed: int, name: str) -> np.random.Generator:
    """Return the random stream of a name. Another row of a study does not change its draws."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def separated(table: pa.Table, pair: Pair) -> tuple[Floats, plot.Bools]:
    """Return the sample times of a pair, s, and whether the seam lies between at each."""
    rows = plot.of_pair(table, pair)
    return rows["t_s"].to_numpy(), np.asarray(rows["across_seam"].fill_null(False))


def handovers(table: pa.Table, terminal: str) -> int:
    """Return how many handovers of a terminal are in the table `handovers` of a delay study."""
    return sum(
        row["count"]
        for row in table.to_pylist()
        if row["terminal"] == terminal and str(row["cause"]).endswith("handover")
    )


def starts(spans: Sequence[Span], count: int, seed: int, name: str) -> Floats:
    """Draw start times in windows, s, one in each of `count` equal parts.

    Raises
    ------
    InputError
        When there is no window; the message has `name`.
    """
    if not spans:
        raise InputError(
            f"{name}: there is no time for these transfers; expected a constellation that has such "
            "times, as one without a seam has none across it; `skyseam study handovers` takes any"
        )
    return stratified_starts(spans, count, random(seed, name))


def starting(scenario: Mapping[str, Any], at_s: float) -> dict[str, Any]:
    """Return a scenario that begins at an instant."""
    return {**scenario, "run": {**scenario["run"], "start": f"{at_s:.6f} s"}}
