"""The fit: from measurements to the laws of a profile.

Tables of quantiles and correlations are read off the measurement. What a measurement blurs (the
median of some probes is not the slot's) is taken out by simulation: `generate` draws the measured
probes, and the laws of slots are moved until its statistics are the measured ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam.measured import generate
from skyseam.measured.generate import normal_score
from skyseam.measured.profile import (
    DelayLaw,
    LossLaw,
    OutageLaw,
    Profile,
    RateLaw,
    Window,
    into_slots,
)
from skyseam.measured.series import Pings, Rates
from skyseam.measured.slots import (
    GAP_S,
    LEAST_IN_SLOT,
    NEAR_EDGE_S,
    Phase,
    by_slot,
    find_phase,
    in_outage,
    near_edge,
    outages,
)

SLOT_S = 15.0
"""Default length of slots, s: Starlink's."""

LEAST_SLOTS = 20
"""Fewest slots with enough probes that a law is fitted to."""

MOST_QUANTILES = 101
"""Largest size of a table of quantiles of slots."""

PROBABILITIES = np.array(
    [0, 0.001, 0.005, 0.01, 0.025, *np.arange(0.05, 0.951, 0.05), 0.975, 0.99, 0.995, 0.999, 1]
).round(4)

DELAY_EDGES_S = (-0.5, -0.25, -0.1, 0.0, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0)
LOSS_EDGES_S = (-0.5, -0.25, 0.0, 0.25, 0.5, 1.0)
"""Bounds of the windows about a slot's beginning, s: an interruption of 75 ms before to 140 ms
after it (arXiv 2601.08439), and its aftermath."""

LEAST_DELAYS, LEAST_PROBES = 40, 60
"""Fewest delays and probes in a window; narrower windows are joined."""

MEMORIES_S = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
LAGS_S = np.array([0.0, 0.015, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.0, 4.0])

CALIBRATED_SLOTS, CALIBRATED_PROBES = 2000, 300_000
"""Sizes of a simulation with which a law is compared."""

CALIBRATED_INTERVAL_S = 0.1
"""Interval to which faster probes are thinned for it, so that it has many slots."""

MOST_IDLE = 0.05
"""Largest share of steps without a byte."""

STEPS_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Lengths of steps of rates; a slot must be a whole number of them."""

REDRAWS = (0.0, 0.2, 0.4, 0.6, 0.8)
CORRELATIONS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95)
"""What is tried for the base of a slot: the probability that it is drawn anew, the correlation."""

UPPER_SHARE = 0.5
"""From here on quantiles of bases follow those of round trips; below, only the median does."""

LIMIT_SHARE = 0.95
"""Quantile of the slots' ratio of spread to base above the lowest delay that limits the ratio."""

ASSUMED_BURST_S = 0.05
"""Mean length of a lost interval where the probe after a lost one comes too late to tell."""

SEED = 20230912


@dataclass(frozen=True)
class Fit:
    """A fitted profile and what was found on the way."""

    profile: Profile
    phase: Phase
    notes: tuple[str, ...]


def fit(
    pings: Pings,
    rates: Mapping[str, Rates] | None = None,
    *,
    slot_s: float = SLOT_S,
    phase: Phase | None = None,
    propagation_ms: float = 0.0,
    summary: str = "",
    source: str = "",
) -> Fit:
    """Fit the laws of a profile.

    Parameters
    ----------
    pings
        Round trips.
    rates
        Rates by direction, `down` or `up`.
    slot_s
        Length of slots, s.
    phase
        Phase of the slots; None: found in the measurement.
    propagation_ms
        Round trip of the path without queueing and scheduling, ms, which is subtracted.
    summary, source
        Texts of the profile.

    Raises
    ------
    InputError
        When probes are too few or too far apart, or `propagation_ms` exceeds the lowest round trip.
    """
    notes = list(pings.notes)
    _check(pings, slot_s, propagation_ms)
    phase = phase or find_phase(pings, slot_s)
    if not phase.is_found:
        notes.append(f"no slots of {slot_s:g} s were found: fitted without edges")
    if not pings.has_clock:
        notes.append("times are not UTC: the phase is that of the measurement, not of the minute")
    phase_s = phase.phase_s if phase.is_found else 0.0
    for way, one in (rates or {}).items():
        notes.append(f"rates of {way} are what a transfer took: the access offers at least them")
        if not one.has_clock:
            notes.append(f"times of the rates of {way} are not UTC: slots begin with the first")
    loss, outage = (None, None)
    if pings.knows_losses:
        loss, outage = _losses(pings, slot_s, phase_s, phase.is_found)
    profile = Profile(
        summary=summary,
        source=source,
        slot_s=slot_s,
        phase_s=phase_s,
        propagation_ms=propagation_ms,
        delay=_delay(pings, slot_s, phase_s, propagation_ms, phase.is_found),
        loss=loss,
        outage=outage,
        rates={way: _rate(one, slot_s, phase_s) for way, one in (rates or {}).items()},
    )
    return Fit(_calibrated(profile, pings), phase, tuple(notes))


def _check(pings: Pings, slot_s: float, propagation_ms: float) -> None:
    if abs(100 * slot_s - round(100 * slot_s)) > 1e-6:
        raise InputError(f"a slot of {slot_s:g} s is not a whole number of steps of 10 ms")
    answered = int(pings.answered.sum())
    length_s = float(pings.observed_s(slot_s)[-1])
    if pings.interval_s * LEAST_IN_SLOT > slot_s:
        raise InputError(
            f"probes are {pings.interval_s:.3g} s apart, fewer than {LEAST_IN_SLOT} in a slot of "
            f"{slot_s:g} s; expected at most {slot_s / LEAST_IN_SLOT:g} s, or a longer --slot"
        )
    if length_s < LEAST_SLOTS * slot_s or answered < LEAST_SLOTS * LEAST_IN_SLOT:
        raise InputError(
            f"the measurement is too short: {length_s:.1f} s with {answered:,} answered probes; "
            f"expected at least {LEAST_SLOTS} slots, {LEAST_SLOTS * slot_s:.0f} s"
        )
    least_ms = float(np.nanmin(pings.rtt_ms))
    if propagation_ms > least_ms:
        raise InputError(
            f"propagation is {propagation_ms:g} ms, but a round trip took {least_ms:g} ms; "
            "expected less: it is the part without queueing and scheduling"
        )


def _delay(
    pings: Pings, slot_s: float, phase_s: float, propagation_ms: float, has_edges: bool
) -> DelayLaw:
    number, into_s = into_slots(pings.sent_s, slot_s, phase_s)
    number = (number - number[0]).astype(int)
    delay_ms = pings.rtt_ms - propagation_ms
    inside = np.ones(len(into_s), dtype=bool)
    if has_edges:
        inside = (into_s >= DELAY_EDGES_S[-1]) & (into_s < slot_s + DELAY_EDGES_S[0])
    of_slot = by_slot(pings.sent_s, np.where(inside, delay_ms, np.nan)[None], slot_s, phase_s)
    base_ms, spread_ms = of_slot.median_ms[0], np.maximum(of_slot.spread_ms[0], 1e-3)
    valid = np.isfinite(base_ms)
    if valid.sum() < LEAST_SLOTS:
        raise InputError(
            f"only {valid.sum()} slots of {slot_s:g} s have enough answered probes; expected at "
            f"least {LEAST_SLOTS}: measure for longer, or name a longer --slot"
        )
    excess_ms = delay_ms - base_ms[number]
    relative = np.where(inside, excess_ms / spread_ms[number], np.nan)
    memory_s, share = _memory(pings.sent_s, number, _scores(relative))
    hourly = _hourly(pings.sent_s, delay_ms)
    usual_ms = base_ms
    if hourly is not None:
        begins_s = (
            np.floor((pings.sent_s[0] - phase_s) / slot_s) + np.arange(len(base_ms))
        ) * slot_s
        usual_ms = base_ms / hourly[((begins_s + phase_s) // 3600 % 24).astype(int)]
    base_score, spread_score = _scores(usual_ms), _scores(spread_ms)
    shared = _correlation(base_score, spread_score)
    own = (spread_score - shared * base_score) / np.sqrt(1 - shared**2)
    edges: tuple[Window, ...] = ()
    if has_edges:
        known = np.isfinite(excess_ms)
        edges = tuple(
            Window(low, high, np.quantile(excess_ms[there], PROBABILITIES))
            for low, high, there in _windows(DELAY_EDGES_S, into_s, slot_s, known, LEAST_DELAYS)
        )
    least_ms = float(np.nanmin(delay_ms))
    # Slots of times in whole milliseconds can have the lowest one as their median.
    above = valid & (base_ms > least_ms)
    limits = spread_ms[above] / (base_ms[above] - least_ms)
    count = min(int(valid.sum()), MOST_QUANTILES)
    at = np.linspace(0, 1, count)
    return DelayLaw(
        base_ms=np.quantile(usual_ms[valid], at),
        base_correlation=max(0.0, _correlation(base_score[:-1], base_score[1:])),
        spread_ms=np.quantile(spread_ms[valid], at),
        spread_correlation=max(0.0, _correlation(own[:-1], own[1:])),
        base_spread_correlation=shared,
        probabilities=PROBABILITIES,
        residual=np.nanquantile(relative, PROBABILITIES),
        memory_s=memory_s,
        memory_share=share,
        uplink_share=1.0 if pings.uplink_share is None else pings.uplink_share,
        least_ms=least_ms,
        spread_limit=float(np.quantile(limits, LIMIT_SHARE)) if limits.size else None,
        edges=edges,
        hourly=hourly,
    )


def _windows(
    bounds_s: tuple[float, ...], into_s: Floats, slot_s: float, counted: Bools, least: int
) -> list[tuple[float, float, Bools]]:
    """Return windows with enough probes: from the edge outwards, narrow ones are joined."""
    made: list[tuple[float, float, Bools]] = []
    for side in (-1, 1):
        ends = sorted((one for one in bounds_s if one * side >= 0), key=abs)
        of_side: list[tuple[float, float, Bools]] = []
        near = ends[0]
        for far in ends[1:]:
            low, high = sorted((near, far))
            there = counted & Window(low, high, None).holds(into_s, slot_s)
            if there.sum() >= least:
                of_side.append((low, high, there))
                near = far
        made += of_side[::side]
    return made


def _scores(values: Floats) -> Floats:
    """Return the normal scores of values; of NaN, NaN."""
    scores = np.full(len(values), np.nan)
    known = np.flatnonzero(np.isfinite(values))
    ranks = np.empty(len(known))
    ranks[np.argsort(values[known], kind="stable")] = np.arange(len(known)) + 0.5
    scores[known] = normal_score(ranks / len(known))
    return scores


def _correlation(one: Floats, other: Floats) -> float:
    both = np.isfinite(one) & np.isfinite(other)
    if both.sum() < 3 or np.ptp(one[both]) == 0 or np.ptp(other[both]) == 0:
        return 0.0
    return float(np.clip(np.corrcoef(one[both], other[both])[0, 1], -0.98, 0.98))


def _memory(sent_s: Floats, slot: Floats, score: Floats) -> tuple[float, float]:
    """Fit share w and time constant of w exp(-lag / memory) to the autocorrelation of scores."""
    sums, counts, means = (np.zeros(len(LAGS_S) - 1) for _ in range(3))
    interval_s = max(float(np.median(np.diff(sent_s))), 1e-3)
    for apart in range(1, min(200, int(LAGS_S[-1] / interval_s) + 2)):
        lag_s = sent_s[apart:] - sent_s[:-apart]
        product = score[apart:] * score[:-apart]
        use = (slot[apart:] == slot[:-apart]) & np.isfinite(product) & (lag_s < LAGS_S[-1])
        place = np.searchsorted(LAGS_S, lag_s[use], "right") - 1
        for total, weights in ((sums, product[use]), (counts, None), (means, lag_s[use])):
            total += np.bincount(place, weights, minlength=len(total))
    use = counts > 30
    if not use.any():
        return MEMORIES_S[0], 0.0
    found, lag_s, weight = sums[use] / counts[use], means[use] / counts[use], np.sqrt(counts[use])
    best = (np.inf, MEMORIES_S[0], 0.0)
    for memory_s in MEMORIES_S:
        shape = np.exp(-lag_s / memory_s)
        share = float(np.clip((weight * shape * found).sum() / (weight * shape**2).sum(), 0, 0.95))
        error = float((weight * (found - share * shape) ** 2).sum())
        best = min(best, (error, memory_s, share))
    return best[1], best[2]


def _hourly(at_s: Floats, values: Floats) -> Floats | None:
    """Return the factor of each hour of UTC, if the measurement spans two days."""
    hour = (at_s // 3600 % 24).astype(int)
    if at_s[0] < 1e8 or at_s[-1] - at_s[0] < 48 * 3600:
        return None
    whole = float(np.nanmedian(values))
    medians = [
        float(np.nanmedian(values[hour == one]))
        if np.isfinite(values[hour == one]).any()
        else whole
        for one in range(24)
    ]
    return np.array(medians) / whole


def _losses(
    pings: Pings, slot_s: float, phase_s: float, has_edges: bool
) -> tuple[LossLaw, OutageLaw | None]:
    sent_s, lost = pings.sent_s, ~pings.answered
    out = in_outage(sent_s, lost)
    _, into_s = into_slots(sent_s, slot_s, phase_s)
    edges: list[Window] = []
    inside = ~out
    if has_edges:
        for low, high, there in _windows(LOSS_EDGES_S, into_s, slot_s, ~out, LEAST_PROBES):
            edges.append(Window(low, high, float(lost[there].mean())))
            inside &= ~there
    share = float(lost[inside].mean())
    loss = LossLaw(
        share=share,
        burst_s=_burst(sent_s, lost, inside, share),
        uplink_share=0.5 if pings.lost_uplink_share is None else pings.lost_uplink_share,
        edges=tuple(edges),
    )
    found = outages(sent_s, lost)
    if not found:
        return loss, None
    first, last = np.array(found).T
    # An outage lasts from its first lost probe to the next one that is answered.
    after = np.minimum(last + 1, len(sent_s) - 1)
    after = np.where(sent_s[after] - sent_s[last] > GAP_S, last, after)
    lengths_s = sent_s[after] - sent_s[first]
    near = float(near_edge(sent_s[first], slot_s, phase_s).mean())
    by_chance = 2 * NEAR_EDGE_S / slot_s
    at = np.linspace(0, 1, max(2, min(len(found), MOST_QUANTILES)))
    return loss, OutageLaw(
        every_s=float(pings.observed_s(slot_s)[-1]) / len(found),
        edge_share=max(0.0, (near - by_chance) / (1 - by_chance)) if has_edges else 0.0,
        duration_s=np.quantile(lengths_s, at),
    )


def _burst(sent_s: Floats, lost: Bools, inside: Bools, share: float) -> float:
    """Return the mean length of lost intervals, s, by how often the probe after a lost one is lost.

    In the chain of the law that share is s + (1 - s) exp(-lag / t) with t = (1 - s) times the mean
    length.
    """
    lag_s = np.diff(sent_s)
    usual_s = float(np.median(lag_s))
    after = inside[1:] & inside[:-1] & lost[:-1]
    pairs = after & (lag_s < 2 * usual_s)
    if pairs.sum() < max(10, 0.5 * after.sum()) or share >= 1:
        return ASSUMED_BURST_S
    excess = (float(lost[1:][pairs].mean()) - share) / (1 - share)
    if excess <= 1e-3:
        return 0.01
    return float(max(0.01, -usual_s / np.log(min(excess, 0.99)) / (1 - share)))


def _rate(rates: Rates, slot_s: float, phase_s: float) -> RateLaw:
    begin_s = phase_s if rates.has_clock else float(rates.at_s[0])
    at_s, mbps, step_s = _steps(rates, slot_s, begin_s)
    number, _ = into_slots(at_s, slot_s, begin_s)
    number = (number - number[0]).astype(int)
    sizes = np.bincount(number)
    sums = np.bincount(number, mbps)
    enough = sizes >= 0.6 * slot_s / step_s
    if enough.sum() < 4:
        raise InputError(
            f"rates of {at_s[-1] - at_s[0]:.0f} s have {enough.sum()} whole slots of "
            f"{slot_s:g} s; expected at least 4"
        )
    means = np.where(enough & (sums > 0), sums / np.maximum(sizes, 1), np.nan)
    within = mbps / means[number]
    hourly = _hourly(at_s, mbps) if rates.has_clock else None
    if hourly is not None:
        of_slot_s = at_s[np.searchsorted(number, np.arange(len(means)))]
        means = means / hourly[(of_slot_s // 3600 % 24).astype(int)]
    score, scores = _scores(means), _scores(within)
    follows = number[1:] == number[:-1]
    valid = np.isfinite(means)
    at = np.linspace(0, 1, min(int(valid.sum()), MOST_QUANTILES))
    return RateLaw(
        slot_mbps=np.quantile(means[valid], at),
        correlation=max(0.0, _correlation(score[:-1], score[1:])),
        within=np.nanquantile(within, np.linspace(0, 1, 41)),
        within_correlation=_correlation(scores[:-1][follows], scores[1:][follows]),
        step_s=step_s,
        hourly=hourly,
    )


def _steps(rates: Rates, slot_s: float, begin_s: float) -> tuple[Floats, Floats, float]:
    """Return beginnings and mean rates of steps, and their length, s.

    A slot is a whole number of steps. A sender counts what it writes, in blocks: where intervals
    are so short that some see none, steps are longer.
    """
    interval_s = float(np.median(np.diff(rates.at_s)))
    lengths = [one for one in STEPS_S if abs(slot_s / one - round(slot_s / one)) < 1e-6] or [slot_s]
    lengths = [one for one in lengths if one > 0.7 * interval_s] or lengths[-1:]
    for step_s in lengths:
        # The middle of an interval says where most of it is.
        step = np.floor((rates.at_s + interval_s / 2 - begin_s) / step_s).astype(int)
        step -= step[0]
        counts = np.bincount(step)
        means = np.bincount(step, rates.mbps)[counts > 0] / counts[counts > 0]
        if (means <= 0).mean() <= MOST_IDLE:
            break
    at_s = rates.at_s[np.searchsorted(step, np.flatnonzero(counts))]
    return at_s, means, step_s


def _calibrated(profile: Profile, pings: Pings) -> Profile:
    """Move tables and correlation of slots until draws have the measured statistics of slots."""
    most = CALIBRATED_PROBES
    every = max(1, round(CALIBRATED_INTERVAL_S / max(pings.interval_s, 1e-3)))
    pings = pings.part(np.arange(len(pings.sent_s)) % every == 0)
    sent_s = pings.sent_s[:most]
    seen = by_slot(pings.sent_s, pings.rtt_ms[None], profile.slot_s, profile.phase_s)
    per_draw = max(1.0, pings.observed_s(profile.slot_s)[len(sent_s) - 1] / profile.slot_s)
    draws = int(np.clip(CALIBRATED_SLOTS / per_draw, 1, max(1, most // len(sent_s))))

    def drawn(law: DelayLaw) -> tuple[Floats, Floats, Floats]:
        """Return medians and spreads of the slots of draws, and their round trips."""
        rng = np.random.default_rng(SEED)
        rtt_ms = generate.round_trips(replace(profile, delay=law), sent_s, draws, rng)
        found = by_slot(sent_s, rtt_ms, profile.slot_s, profile.phase_s)
        valid = np.isfinite(found.median_ms)
        return found.median_ms[valid], found.spread_ms[valid], rtt_ms[np.isfinite(rtt_ms)]

    law = profile.delay
    want = _middles(seen.median_ms), _middles(seen.spread_ms)
    inner = np.linspace(0, 1, len(law.base_ms)).clip(UPPER_SHARE, 0.98)
    all_ms = np.nanquantile(pings.rtt_ms, inner)
    for _ in range(4):
        medians, spreads, rtt_ms = drawn(law)
        (low, _, high), (_, spread, _) = _middles(medians), _middles(spreads)
        # Medians of few probes have a variance of their own on top of the table's.
        own = max(0.0, (high - low) ** 2 - (want[0][2] - want[0][0]) ** 2) / 4
        centre_ms = float(np.median(law.base_ms))
        apart_ms = law.base_ms - centre_ms
        apart_ms = np.sign(apart_ms) * np.sqrt(np.maximum(apart_ms**2 - own, 0.0))
        beside_ms = all_ms - np.quantile(rtt_ms, inner)
        law = replace(
            law,
            base_ms=np.sort(np.maximum(centre_ms + apart_ms + beside_ms / 2, law.least_ms)),
            spread_ms=law.spread_ms * want[1][1] / max(spread, 1e-3),
        )
    steps = seen.steps_ms
    if len(steps) < LEAST_SLOTS // 2:
        return replace(profile, delay=law)
    goal = np.log(np.maximum(np.quantile(steps, [0.5, 0.95]), 1e-3))

    # What the medians of probes have on top of the slot's base: it varies a little in each slot.
    centre_ms = float(np.median(law.base_ms))
    constant = np.full(2, centre_ms)
    own_ms = drawn(replace(law, base_ms=constant, hourly=None))[0] - centre_ms

    def miss(way: tuple[float, float]) -> float:
        rng = np.random.default_rng(SEED)
        scores = generate.base_scores(*way, (20, 1000), rng)
        medians = generate.quantile(law.base_ms, generate.normal_share(scores))
        steps_ms = np.abs(np.diff(medians + rng.choice(own_ms, medians.shape), axis=1))
        found = np.log(np.maximum(np.quantile(steps_ms, [0.5, 0.95]), 1e-3))
        # Anew only if that is better by more than a tenth.
        return float(((found - goal) ** 2).sum()) + 0.01 * (way[0] > 0)

    redraw, best = min(itertools.product(REDRAWS, CORRELATIONS), key=miss)
    near = [(redraw, best + by) for by in np.linspace(-0.15, 0.15, 13) if best + by < 0.99]
    redraw, best = min(near, key=miss)
    law = replace(law, base_redraw=redraw, base_correlation=float(best))
    return replace(profile, delay=law)


def _middles(values: Floats) -> tuple[float, float, float]:
    """Return the quartiles of values."""
    low, middle, high = np.nanquantile(values, [0.25, 0.5, 0.75])
    return float(low), float(middle), float(high)
