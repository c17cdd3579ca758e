"""Reference generator: draws of a profile at given times, by its definition.

The access `kind = "slotted"` of the core draws the same process; this one, in NumPy, fits laws and
tests the core's. docs/models/measured-access.md defines the process.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from skyseam._arrays import Bools, Floats
from skyseam.measured.profile import (
    DelayLaw,
    LossLaw,
    OutageLaw,
    Profile,
    RateLaw,
    into_slots,
)

_SCORES = np.linspace(-6, 6, 4801)
_SHARES = np.array([NormalDist().cdf(score) for score in _SCORES])


def normal_share(scores: Floats) -> Floats:
    """Return the normal distribution function, to 1e-6."""
    return np.asarray(np.interp(scores, _SCORES, _SHARES))


def normal_score(shares: Floats) -> Floats:
    """Return the inverse of :func:`normal_share`."""
    return np.asarray(np.interp(shares, _SHARES, _SCORES))


def quantile(table: Floats, shares: Floats) -> Floats:
    """Return quantiles of a table whose entries are at i/(n-1)."""
    return np.asarray(np.interp(shares, np.linspace(0, 1, len(table)), table))


def round_trips(profile: Profile, sent_s: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Draw round-trip times of probes.

    Parameters
    ----------
    profile
        Laws to draw from.
    sent_s
        Times of probes, UTC, s, ascending, shape (n,).
    draws
        Number of independent draws, d.
    rng
        Random numbers.

    Returns
    -------
    Floats
        Round-trip times, ms, shape (d, n); NaN: lost. A direction's delay and loss are taken at the
        time when the probe is sent, so that of the downlink is not one round trip later.
    """
    slot, into_s = into_slots(sent_s, profile.slot_s, profile.phase_s)
    rtt_ms = profile.propagation_ms + _delays(
        profile.delay, profile, sent_s, slot, into_s, draws, rng
    )
    lost = np.zeros(rtt_ms.shape, dtype=bool)
    if profile.loss is not None:
        step_s = profile.delay.step_s
        lost |= _losses(profile.loss, profile.slot_s, step_s, sent_s, into_s, draws, rng)
    if profile.outage is not None:
        lost |= _outages(profile.outage, profile, sent_s, draws, rng)
    return np.where(lost, np.nan, rtt_ms)


def _delays(
    law: DelayLaw,
    profile: Profile,
    sent_s: Floats,
    slot: Floats,
    into_s: Floats,
    draws: int,
    rng: np.random.Generator,
) -> Floats:
    of_slot = (slot - slot[0]).astype(int)
    shape = (draws, int(of_slot[-1]) + 1)
    base = base_scores(law.base_redraw, law.base_correlation, shape, rng)
    own = autoregression(np.full(shape, law.spread_correlation), rng)
    shared = law.base_spread_correlation
    spread = shared * base + math.sqrt(1 - shared**2) * own
    base_ms = quantile(law.base_ms, normal_share(base))
    if law.hourly is not None:
        begins_s = (slot[0] + np.arange(shape[1])) * profile.slot_s + profile.phase_s
        base_ms = base_ms * law.hourly[(begins_s // 3600 % 24).astype(int)]
    spread_ms = quantile(law.spread_ms, normal_share(spread))
    if law.spread_limit is not None:
        most_ms = law.spread_limit * np.maximum(base_ms - law.least_ms, 0.0)
        spread_ms = np.minimum(spread_ms, most_ms)
    base_ms, spread_ms = base_ms[:, of_slot], spread_ms[:, of_slot]

    step = np.floor(sent_s / law.step_s)
    same, decay = _decay(step, law.step_s, law.memory_s)
    lasting = autoregression(np.broadcast_to(decay, (draws, len(step))), rng)
    fresh = rng.standard_normal((draws, len(step)))[:, same]
    scores = math.sqrt(law.memory_share) * lasting + math.sqrt(1 - law.memory_share) * fresh
    shares = normal_share(scores)
    excess_ms = spread_ms * np.interp(shares, law.probabilities, law.residual)
    for window in law.edges:
        there = window.holds(into_s, profile.slot_s)
        excess_ms[:, there] = np.interp(shares[:, there], law.probabilities, window.value)
    return np.asarray(np.maximum(base_ms + excess_ms, law.least_ms))


def base_scores(
    redraw: float, correlation: float, shape: tuple[int, int], rng: np.random.Generator
) -> Floats:
    """Draw normal scores of the base of successive slots, shape (draws, slots)."""
    stays = rng.random(shape) >= redraw
    return autoregression(np.where(stays, correlation, 0.0), rng)


def _decay(step: Floats, step_s: float, memory_s: float) -> tuple[Floats, Floats]:
    """Return the index of the first probe of each probe's step, and the correlation with the last.

    Probes of the same step have the same value.
    """
    gaps = np.diff(step, prepend=step[0] - 1e9)
    first = np.maximum.accumulate(np.where(gaps > 0, np.arange(len(step)), 0))
    return first, np.exp(-np.maximum(gaps, 0.0) * step_s / memory_s)


def autoregression(correlation: Floats, rng: np.random.Generator) -> Floats:
    """Draw stationary normal processes with the given correlation of each value with the last.

    Parameters
    ----------
    correlation
        Shape (d, n): d processes; the first column has no effect.
    rng
        Random numbers.

    Returns
    -------
    Floats
        Standard normal values, shape (d, n).
    """
    factor = np.array(correlation, dtype=float)
    factor[:, 0] = 0.0
    value = np.sqrt(1 - factor**2) * rng.standard_normal(factor.shape)
    # x[i] = factor[i] x[i-1] + value[i], by doubling: after k rounds each value has the last 2^k.
    distance = 1
    while distance < factor.shape[1] and np.abs(factor).max() > 1e-12:
        value[:, distance:] = value[:, distance:] + factor[:, distance:] * value[:, :-distance]
        factor[:, distance:] = factor[:, distance:] * factor[:, :-distance]
        factor[:, :distance] = 0.0
        distance *= 2
    return np.asarray(value)


def _losses(
    law: LossLaw,
    slot_s: float,
    step_s: float,
    sent_s: Floats,
    into_s: Floats,
    draws: int,
    rng: np.random.Generator,
) -> Bools:
    """Draw which probes are lost: a uniform number, renewed at random, is below the share."""
    renewal = 1.0 if law.share >= 1 else min(1.0, step_s / (law.burst_s * (1 - law.share)))
    passed = np.diff(np.floor(sent_s / step_s), prepend=-np.inf)
    renewed = rng.random((draws, len(sent_s))) < 1 - (1 - renewal) ** passed
    renewed[:, 0] = True
    since = np.maximum.accumulate(np.where(renewed, np.arange(len(sent_s)), 0), axis=1)
    uniform = np.take_along_axis(rng.random((draws, len(sent_s))), since, axis=1)
    share = np.full(len(sent_s), law.share)
    for window in law.edges:
        share[window.holds(into_s, slot_s)] = window.value
    return uniform < share


def _outages(
    law: OutageLaw, profile: Profile, sent_s: Floats, draws: int, rng: np.random.Generator
) -> Bools:
    lost = np.zeros((draws, len(sent_s)), dtype=bool)
    longest_s = float(law.duration_s[-1])
    for row in lost:
        # One that begins before the first probe may last until then.
        begin_s, end_s = sent_s[0] - longest_s - profile.slot_s, sent_s[-1]
        count = rng.poisson((end_s - begin_s) / law.every_s)
        begins_s = begin_s + (end_s - begin_s) * rng.random(count)
        _, into_s = into_slots(begins_s, profile.slot_s, profile.phase_s)
        moved = rng.random(count) < law.edge_share
        begins_s = np.where(moved, begins_s + profile.slot_s - into_s, begins_s)
        lengths_s = quantile(law.duration_s, rng.random(count))
        for first, last in zip(
            np.searchsorted(sent_s, begins_s),
            np.searchsorted(sent_s, begins_s + lengths_s),
            strict=True,
        ):
            row[first:last] = True
    return lost


def rates(
    law: RateLaw, profile: Profile, at_s: Floats, draws: int, rng: np.random.Generator
) -> Floats:
    """Draw the rate of a direction at given times.

    Parameters
    ----------
    law
        Law of the direction.
    profile
        Profile with the slots.
    at_s
        Times, UTC, s, ascending, shape (n,).
    draws
        Number of independent draws, d.
    rng
        Random numbers.

    Returns
    -------
    Floats
        Rates, Mbit/s, shape (d, n).
    """
    slot, _ = into_slots(at_s, profile.slot_s, profile.phase_s)
    of_slot = (slot - slot[0]).astype(int)
    means = autoregression(np.full((draws, of_slot[-1] + 1), law.correlation), rng)
    mean_mbps = quantile(law.slot_mbps, normal_share(means))[:, of_slot]
    if law.hourly is not None:
        mean_mbps = mean_mbps * law.hourly[(at_s // 3600 % 24).astype(int)]
    gaps = np.diff(np.floor(at_s / law.step_s), prepend=-np.inf)
    decay = np.where(gaps > 0, np.power(law.within_correlation, np.maximum(gaps, 0)), 1.0)
    scores = autoregression(np.broadcast_to(decay, (draws, len(at_s))), rng)
    return np.asarray(mean_mbps * quantile(law.within, normal_share(scores)))
