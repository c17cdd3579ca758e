"""The two parts of a path as link traces: up to the last satellite, and the last hop.

Owns the split, the rounding and the text; the delays are those of a delay study. `[[wires]]` of a
scenario read the files written here: three nodes in a row then stand for a whole constellation.
`traces` writes the delay of a whole path in other formats.
"""

from __future__ import annotations

import csv
import io
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from skyseam._errors import InputError
from skyseam.results import Results

ROUNDINGS: dict[str, Callable[[float], float]] = {
    "nearest": lambda value: math.floor(value + 0.5),
    "up": math.ceil,
    "down": math.floor,
}
"""How a delay between two multiples of the resolution is rounded."""

_EXACT_STEPS = 1e-9
"""Tolerance, in multiples of the resolution, within which a delay counts as a multiple."""


@dataclass(frozen=True)
class Rounding:
    """Rounding of each delay before it is written.

    Attributes
    ----------
    resolution_ms
        Unit of rounded delays, ms; delays are not rounded when None.
    how
        One of `ROUNDINGS`.
    added_ms
        Added to each part after rounding, ms.
    """

    resolution_ms: float | None = None
    how: str = "nearest"
    added_ms: float = 0.0

    def __post_init__(self) -> None:
        if self.how not in ROUNDINGS:
            raise InputError(
                f'"{self.how}" is not a rounding; expected one of {", ".join(ROUNDINGS)}'
            )
        if self.resolution_ms is not None and not 0 < self.resolution_ms < math.inf:
            raise InputError(f"a resolution of {self.resolution_ms:g} ms; expected one above zero")
        if not 0 <= self.added_ms < math.inf:
            raise InputError(f"{self.added_ms:g} ms added; expected zero or more")

    def of(self, delay_ms: float) -> float:
        """Return the delay to write, ms."""
        if self.resolution_ms is None:
            return delay_ms + self.added_ms
        steps = delay_ms / self.resolution_ms
        # 6 ms in steps of 0.1 ms is 60, not the 61 that 60.000000000000007 would be rounded up to.
        whole = round(steps)
        if abs(steps - whole) > _EXACT_STEPS:
            whole = int(ROUNDINGS[self.how](steps))
        return whole * self.resolution_ms + self.added_ms


def path_traces(
    delay: Results, source: str, destination: str, rounding: Rounding | None = None
) -> dict[str, str]:
    """Write both parts of a path of a delay study as traces of links.

    Parameters
    ----------
    delay
        Results of :func:`skyseam.delay`.
    source, destination
        A pair of these results.
    rounding
        Rounding of each delay; none when None.

    Returns
    -------
    dict of str to str
        `first` (from the source to the last satellite) and `last` (from there to the destination):
        CSV with `t_s` (from the first sample), `delay_ms` and, if some samples have no path,
        `loss`; a row at each change. Without a path all packets are lost and the delay stays.

    Raises
    ------
    InputError
        When the study has no such pair, or the pair never has a path.
    """
    rounding = rounding or Rounding()
    table = delay.table("delay")
    mine = (table["source"].to_numpy() == source) & (table["destination"].to_numpy() == destination)
    t_s = table["t_s"].to_numpy()[mine]
    whole_ms, last_ms = (table[name].to_numpy()[mine] for name in ("delay_ms", "last_link_ms"))
    if not len(t_s):
        raise InputError(f"the delay study has no pair {source} to {destination}")
    if np.isnan(whole_ms).all():
        raise InputError(
            f"there is no path from {source} to {destination} at any sample; look at another time"
        )
    times = np.round(t_s - t_s[0], 9)
    return {
        "first": _text(times, whole_ms - last_ms, rounding),
        "last": _text(times, last_ms, rounding),
    }


def _text(t_s: np.ndarray, delay_ms: np.ndarray, rounding: Rounding) -> str:
    is_lossy = bool(np.isnan(delay_ms).any())
    held = float(delay_ms[~np.isnan(delay_ms)][0])
    rows = []
    for t, each_ms in zip(t_s.tolist(), delay_ms.tolist(), strict=True):
        is_lost = math.isnan(each_ms)
        held = held if is_lost else each_ms
        said = (f"{rounding.of(held):.6f}".rstrip("0").rstrip("."), *([int(is_lost)] * is_lossy))
        rows.append((f"{t:.9g}", said))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("t_s", "delay_ms", *(["loss"] * is_lossy)))
    # Of consecutive equal rows the first is enough.
    for said, alike in itertools.groupby(rows, key=lambda row: row[1]):
        writer.writerow((next(alike)[0], *said))
    return text.getvalue()
