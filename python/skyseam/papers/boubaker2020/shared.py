"""What the parts of Boubaker 2020 share: places, the delay over a day, the seam, random draws."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot, survey
from skyseam._errors import SkyseamError
from skyseam.reproduce import Floats, Study
from skyseam.reproduce.intervals import stratified_starts

DAY_S = 86_400.0
STEP_S = 10.0
SIDES = (False, True)
"""Not separated by the seam, and separated."""

FACTOR = {"ms": 1e3, "s": 1.0}
"""Of a unit, to a second."""

Span = tuple[float, float]
Pair = tuple[str, str]


def terminal(name: str, latitude: float, longitude: float) -> dict[str, str]:
    """Return a terminal as scenarios have it."""
    return {"name": name, "latitude": f"{latitude} deg", "longitude": f"{longitude} deg"}


def sky_of(base: Mapping[str, Any], terminals: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a scenario's sky and links with these terminals, without flows."""
    kept = ("constellation", "handover", "routing", "links")
    return {**{key: base[key] for key in kept}, "terminals": list(terminals)}


def file_flow(base: Mapping[str, Any], pair: Pair, size: str) -> dict[str, Any]:
    """Return the scenario's flow as a file of a size between other ends."""
    flow = base["flows"][0]
    application = {**flow["application"], "size": size}
    return {**flow, "from": pair[0], "to": pair[1], "application": application}


def random(seed: int, name: str) -> np.random.Generator:
    """Return the draws of a name: another row of a study does not move those of this one."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def day(
    sky: dict[str, Any], pairs: Sequence[Pair], study: Study | None = None, days: int = 1
) -> pa.Table:
    """Return delay and path of pairs over a day, a sample every 10 s."""
    results = survey.delay(
        sky, pairs=pairs, start_s=0.0, duration_s=days * DAY_S, step_s=STEP_S,
        progress=None if study is None else study.progress,
    )  # fmt: skip
    return results.table("delay")


def separated(table: pa.Table, pair: Pair) -> tuple[Floats, plot.Bools]:
    """Return the sample times of a pair, s, and whether the seam lies between at each."""
    rows = plot.of_pair(table, pair)
    return rows["t_s"].to_numpy(), rows["separated"].to_numpy()


def starts(spans: Sequence[Span], count: int, seed: int, name: str) -> Floats:
    """Draw start times in windows, s, one in each of `count` equal parts."""
    return stratified_starts(spans, count, random(seed, name))


def starting(scenario: Mapping[str, Any], run: Mapping[str, Any], at_s: float) -> dict[str, Any]:
    """Return a scenario that begins at an instant."""
    return {**scenario, "run": {**run, "start": f"{at_s:.6f} s"}}


def all_finished(times_s: Floats, what: object) -> Floats:
    """Return transfer times, s.

    Raises
    ------
    SkyseamError
        When a transfer did not finish.
    """
    unfinished = int(np.isnan(times_s).sum())
    if unfinished:
        raise SkyseamError(
            f"{unfinished} of {len(times_s)} transfers of {what} did not finish in the time "
            "the scenario gives them: no mean can be stated; lengthen [run] duration"
        )
    return times_s


def clock(t_s: float) -> str:
    """Say an instant of the day."""
    seconds = int(t_s)
    return f"{seconds // 3600:02}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
