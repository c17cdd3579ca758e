"""The quality of a call from delay, jitter and losses: the E-model of ITU-T G.107.

Runs with voice flows have it in their table `voice`; this module is for values measured elsewhere,
or with another convention.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from skyseam import _core
from skyseam._errors import InputError
from skyseam._work import asked, number

__all__ = ["Quality", "codecs", "e_model"]


class Quality(NamedTuple):
    """Ratings and mean opinion scores of a call."""

    r: float
    """Rating of G.107 in full."""
    mos: float
    """Mean opinion score of that rating, from 1 to 4.5."""
    r_simplified: float
    """Rating in the simplified form of Cole and Rosenbluth (2001)."""
    mos_simplified: float
    """Mean opinion score of the simplified rating."""


def codecs() -> list[str]:
    """Return the names of all codecs."""
    return _core.voice_codecs()


def e_model(
    delay_ms: float,
    loss_percent: float = 0.0,
    *,
    codec: str = "g711",
    jitter_ms: float = 0.0,
    burst_ratio: float = 1.0,
    round_trip_ms: float | None = None,
) -> Quality:
    """Rate a call by the E-model with the default parameters of G.107 (06/2015).

    Parameters
    ----------
    delay_ms
        Mouth-to-ear delay, one way, ms.
    loss_percent
        Packets that were not played, percent.
    codec
        One of `codecs()`; `g711` has no packet loss concealment.
    jitter_ms
        Jitter, ms. Twice its value is added to the delay, as in OpenBACH's `compute_mos`; 0 if the
        delay includes that of a play-out buffer.
    burst_ratio
        Mean length of loss bursts over that of random losses; only the full form uses it.
    round_trip_ms
        Delay around the four-wire loop, `Tr` of G.107, ms, which determines listener echo; only the
        full form uses it. Default: twice the delay. OpenBACH's `compute_mos` has 0.

    Raises
    ------
    InputError
        For an unknown codec, or a number out of range.
    """
    delay_ms, jitter_ms = number("delay_ms", delay_ms), number("jitter_ms", jitter_ms)
    loss_percent = number("loss_percent", loss_percent)
    burst_ratio = number("burst_ratio", burst_ratio)
    total = delay_ms + 2.0 * jitter_ms
    if not (delay_ms >= 0.0 and jitter_ms >= 0.0 and math.isfinite(total)):
        raise InputError(
            f"delay_ms = {delay_ms} and jitter_ms = {jitter_ms}: expected numbers from 0 on"
        )
    if not 0.0 <= loss_percent <= 100.0:
        raise InputError(f"loss_percent = {loss_percent}: expected a number from 0 to 100")
    if not burst_ratio > 0.0:
        raise InputError(f"burst_ratio = {burst_ratio}: expected a number above 0")
    if round_trip_ms is not None:
        round_trip_ms = number("round_trip_ms", round_trip_ms)
        if not (round_trip_ms >= 0.0 and math.isfinite(round_trip_ms)):
            raise InputError(f"round_trip_ms = {round_trip_ms}: expected a number from 0 on")
    with asked():
        found = _core.voice_quality(codec, total, loss_percent, burst_ratio, round_trip_ms)
    if found is None:
        known = ", ".join(f'"{name}"' for name in codecs())
        raise InputError(f'there is no codec "{codec}"; expected one of {known}')
    return Quality(*found)
