"""Measured series: round trips of probes, and rates of a direction.

Owns what readers of files return; knows no format.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError

LEAST_CLOCK_S = 1e8
"""Times below it (1973) are counted from the beginning of a measurement, not by a clock."""

LEAST_RESTART = 1000
"""A number of a probe that is lower than the last by more than this is one of a new session."""


@dataclass(frozen=True)
class Pings:
    """Round trips of probes.

    Attributes
    ----------
    sent_s : Floats
        Times of sending, shape (n,), ascending, s; UTC since 1970 if `has_clock`.
    rtt_ms : Floats
        Round-trip times, shape (n,), ms; NaN: lost.
    has_clock : bool
        Whether times are UTC.
    knows_losses : bool
        Whether lost probes are in the file.
    uplink_share : float or None
        Share of the uplink in the variation of the delay, if one-way delays are known.
    lost_uplink_share : float or None
        Share of the uplink in lost probes, if known.
    format, notes : str, tuple of str
        What was recognised, and what a reader of results must know.
    """

    sent_s: Floats
    rtt_ms: Floats
    has_clock: bool
    format: str
    knows_losses: bool = True
    uplink_share: float | None = None
    lost_uplink_share: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def answered(self) -> Bools:
        """Which probes were answered, shape (n,)."""
        return np.isfinite(self.rtt_ms)

    @property
    def interval_s(self) -> float:
        """Median interval between probes, s; 0 of a single one."""
        return float(np.median(np.diff(self.sent_s))) if len(self.sent_s) > 1 else 0.0

    def observed_s(self, slot_s: float) -> Floats:
        """Return the time observed until each probe, s: gaps count as one slot at most."""
        steps_s = np.minimum(np.diff(self.sent_s, prepend=self.sent_s[0]), slot_s)
        return np.asarray(np.cumsum(steps_s))

    def part(self, chosen: Bools) -> Pings:
        """Return some of the probes."""
        return replace(self, sent_s=self.sent_s[chosen], rtt_ms=self.rtt_ms[chosen])


@dataclass(frozen=True)
class Rates:
    """Rates of one direction in successive intervals.

    Attributes
    ----------
    direction : str
        `down` or `up`; empty if the file does not say.
    at_s, mbps : Floats
        Beginnings of the intervals, s, and rates in them, Mbit/s, shape (n,).
    has_clock : bool
        Whether times are UTC.
    """

    direction: str
    at_s: Floats
    mbps: Floats
    has_clock: bool
    format: str
    notes: tuple[str, ...] = field(default=())


def in_order(pings: Pings) -> Pings:
    """Return probes in the order of sending."""
    order = np.argsort(pings.sent_s, kind="stable")
    return replace(pings, sent_s=pings.sent_s[order], rtt_ms=pings.rtt_ms[order])


def with_one_way(pings: Pings, up_ms: Floats, down_ms: Floats, lost: tuple[int, int]) -> Pings:
    """Add what one-way delays say, by their variations: clocks need not agree.

    Parameters
    ----------
    pings
        Round trips.
    up_ms, down_ms
        One-way delays, ms; NaN: unknown.
    lost
        Numbers of probes that are known to be lost on the uplink and on the downlink.
    """
    share = None
    if min(int(np.isfinite(one).sum()) for one in (up_ms, down_ms)) > 100:
        varies = [float(np.subtract(*np.nanquantile(one, [0.9, 0.1]))) for one in (up_ms, down_ms)]
        share = varies[0] / sum(varies) if sum(varies) > 0 else None
    known = sum(lost)
    return replace(
        pings, uplink_share=share, lost_uplink_share=lost[0] / known if known >= 20 else None
    )


def bad_line(path: Path, number: int, line: str, expected: str) -> InputError:
    """Describe a line that is not of the format."""
    return InputError(f"{path}: line {number} is {line.strip()[:80]!r}; expected {expected}")


def json_of(path: Path, text: str) -> dict[str, Any]:
    """Read an object of JSON."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path}: line {error.lineno} is not JSON ({error.msg}); was the file cut off?"
        ) from error
    if not isinstance(found, dict):
        raise InputError(f"{path} is JSON of another kind; expected an object")
    return found
