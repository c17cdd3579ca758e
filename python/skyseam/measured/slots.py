"""Scheduling slots in measurements: their phase, and statistics of round trips by slot.

Knows nothing of laws. All functions take times and round-trip times as arrays; those of draws have
a row per draw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from skyseam._arrays import Bools, Floats
from skyseam.measured.profile import into_slots
from skyseam.measured.series import Pings

LEAST_IN_SLOT = 10
"""Fewest answered probes of a slot whose median and spread count."""

NEAR_EDGE_S = 0.5
"""Losses this near to an edge are counted as losses at an edge."""

LEAST_OUTAGE_S = 1.0
"""Shortest loss that is an outage."""

GAP_S = 10.0
"""A longer time without a probe is a gap in the measurement; no outage extends over it."""

GRID_S = 0.25
"""Grid of phases."""

BESIDE_S = 2.0
"""Time before and after an edge whose delays are compared."""

MOST_EDGES = 1000
"""The most edges that are compared for a phase; of more, evenly spaced ones are."""

LEAST_SIGNIFICANCE = 4.0
"""Standard errors by which the best phase must exceed the mean of all: with 60 phases, noise alone
does so in fewer than one of 500 measurements."""


@dataclass(frozen=True)
class Phase:
    """The phase of slots.

    Attributes
    ----------
    phase_s : float
        Time of a slot's beginning past the full minute, modulo the slot, s.
    step_ms : float
        Mean distance of the median delays of 2 s before and after the edges, ms.
    other_step_ms : float
        Mean of the same over all phases, ms.
    significance : float
        Standard errors by which the contrast at the edges exceeds the mean of all phases.
    is_found : bool
        Whether that is significant.
    """

    phase_s: float
    step_ms: float
    other_step_ms: float
    significance: float

    @property
    def is_found(self) -> bool:
        """Whether slots of this length are in the measurement."""
        return self.significance >= LEAST_SIGNIFICANCE


def find_phase(pings: Pings, slot_s: float) -> Phase:
    """Find the phase of slots on a grid of 0.25 s.

    The delays of 2 s before and after each supposed edge are compared by ranks (Mann and Whitney
    1947): the share of pairs of which the later is larger, less one half. Unlike a difference of
    medians, a few slots of long delays do not decide alone.

    Parameters
    ----------
    pings
        Measurement.
    slot_s
        Length of slots, s.
    """
    answered = pings.answered
    at_s, rtt_ms = pings.sent_s[answered], pings.rtt_ms[answered]
    beside_s = min(max(BESIDE_S, 5 * pings.interval_s), slot_s / 3)
    phases_s = np.arange(0, slot_s - 1e-9, GRID_S)
    first = np.ceil((at_s[0] + beside_s) / slot_s) * slot_s
    edges_s = np.arange(first, at_s[-1] - slot_s - beside_s, slot_s)
    # Edges in gaps of the measurement have nothing to compare.
    near = np.searchsorted(at_s, edges_s[:, None] + [0.0, slot_s])
    edges_s = edges_s[near[:, 1] > near[:, 0]]
    edges_s = edges_s[:: max(1, len(edges_s) // MOST_EDGES)]
    contrast = np.full((len(edges_s), len(phases_s)), np.nan)
    step_ms = np.full_like(contrast, np.nan)
    for column, phase_s in enumerate(phases_s):
        bounds = np.searchsorted(at_s, edges_s[:, None] + phase_s + [-beside_s, 0.0, beside_s])
        for row, (one, two, three) in enumerate(bounds):
            before, after = np.sort(rtt_ms[one:two]), np.sort(rtt_ms[two:three])
            if min(len(before), len(after)) >= 3:
                ranks = before.searchsorted(after).sum() + before.searchsorted(after, "right").sum()
                contrast[row, column] = abs(ranks / (2 * len(before) * len(after)) - 0.5)
                step_ms[row, column] = abs(after[len(after) // 2] - before[len(before) // 2])
    counted = np.isfinite(contrast).sum()
    if counted < 10 * len(phases_s):
        return Phase(0.0, np.nan, np.nan, 0.0)
    means = np.nanmean(contrast, axis=0)
    best = int(np.nanargmax(means))
    error = np.nanstd(contrast) / np.sqrt(counted / len(phases_s))
    significance = float((means[best] - np.nanmean(contrast)) / error) if error > 0 else 0.0
    later_s = 0.0
    if significance >= LEAST_SIGNIFICANCE:
        later_s = _refined(at_s, rtt_ms, edges_s + phases_s[best], beside_s)
    return Phase(
        float((phases_s[best] + later_s) % slot_s),
        float(np.nanmean(step_ms[:, best])),
        float(np.nanmean(step_ms)),
        significance,
    )


def _refined(at_s: Floats, rtt_ms: Floats, edges_s: Floats, beside_s: float) -> float:
    """Return by how much the edges lie later, s: up to two steps of the grid.

    Where packets wait for an interruption at the edges, an edge is where delays begin to exceed
    those of both slots. Elsewhere probes before an edge have the delay of the slot that ends, the
    others of the one that begins: their absolute deviations from its median are least for the true
    edge.
    """
    shifts_s = GRID_S * np.arange(-2, 3)
    reach_s = shifts_s[-1] + GRID_S
    limit_ms = 2 * float(np.subtract(*np.quantile(rtt_ms, [0.75, 0.25])))
    into_s, old_ms, new_ms = [], [], []
    for edge_s in edges_s:
        sides = [-reach_s - beside_s, -reach_s, reach_s, reach_s + beside_s]
        one, two, three, four = np.searchsorted(at_s, edge_s + sides)
        if min(two - one, four - three) >= 3:
            into_s.append(at_s[two:three] - edge_s)
            old_ms.append(rtt_ms[two:three] - np.median(rtt_ms[one:two]))
            new_ms.append(rtt_ms[two:three] - np.median(rtt_ms[three:four]))
    at, old, new = (np.concatenate(one) for one in (into_s, old_ms, new_ms))
    above = np.clip(np.minimum(old, new), -limit_ms, limit_ms)
    rises, costs = [], []
    for shift_s in shifts_s:
        before = above[(shift_s - GRID_S <= at) & (at < shift_s)]
        after = above[(shift_s <= at) & (at < shift_s + GRID_S)]
        few = min(len(before), len(after)) < 10
        error = np.sqrt(2 * above.var() / max(1, min(len(before), len(after))))
        rises.append(0.0 if few or error == 0 else (after.mean() - before.mean()) / error)
        costs.append(np.minimum(np.abs(np.where(at < shift_s, old, new)), limit_ms).sum())
    if max(rises) >= LEAST_SIGNIFICANCE:
        return float(shifts_s[np.argmax(rises)])
    return float(shifts_s[np.argmin(costs)])


@dataclass(frozen=True)
class BySlot:
    """Statistics of each slot of each draw, shape (draws, slots); NaN where probes are too few."""

    median_ms: Floats
    spread_ms: Floats

    @property
    def steps_ms(self) -> Floats:
        """Absolute differences of the medians of slots that follow each other, ms."""
        steps = np.abs(np.diff(self.median_ms, axis=1)).ravel()
        return steps[np.isfinite(steps)]


def by_slot(sent_s: Floats, rtt_ms: Floats, slot_s: float, phase_s: float) -> BySlot:
    """Compute median and interquartile range of each slot.

    Parameters
    ----------
    sent_s
        Times of probes, s, shape (n,).
    rtt_ms
        Round-trip times, ms, shape (draws, n); NaN: lost, or not to be counted.
    slot_s, phase_s
        Length and phase of slots, s.
    """
    number, _ = into_slots(sent_s, slot_s, phase_s)
    number = (number - number[0]).astype(int)
    draws, count = len(rtt_ms), int(number[-1]) + 1
    group = (np.arange(draws)[:, None] * count + number).ravel()
    values = rtt_ms.ravel()
    use = np.isfinite(values)
    group, values = group[use], values[use]
    values = values[np.lexsort((values, group))]
    sizes = np.bincount(group, minlength=draws * count)
    starts = np.cumsum(sizes) - sizes
    usual = np.median(sizes[sizes > 0]) if (sizes > 0).any() else 0
    enough = sizes >= max(LEAST_IN_SLOT, 0.3 * usual)
    found = []
    for share in (0.25, 0.5, 0.75):
        at = starts[enough] + share * (sizes[enough] - 1)
        low = np.floor(at).astype(int)
        high = np.minimum(low + 1, len(values) - 1)
        quantiles = np.full(draws * count, np.nan)
        quantiles[enough] = values[low] + (at - low) * (values[high] - values[low])
        found.append(quantiles.reshape(draws, count))
    return BySlot(found[1], found[2] - found[0])


def outages(sent_s: Floats, lost: Bools) -> list[tuple[int, int]]:
    """Return the first and the last lost probe of each outage: a second or more without an answer.

    Parameters
    ----------
    sent_s, lost
        Times of probes, s, and which were lost, shape (n,).
    """
    if not len(lost):
        return []
    gap = np.diff(sent_s) > GAP_S
    begins = np.flatnonzero(lost & np.concatenate(([True], ~lost[:-1] | gap)))
    ends = np.flatnonzero(lost & np.concatenate((~lost[1:] | gap, [True])))
    runs = zip(begins, ends, strict=True)
    return [
        (int(first), int(last))
        for first, last in runs
        if last - first >= 2 and sent_s[last] - sent_s[first] >= LEAST_OUTAGE_S
    ]


def in_outage(sent_s: Floats, lost: Bools) -> Bools:
    """Return which probes were lost in outages, shape (n,)."""
    found = np.zeros(len(sent_s), dtype=bool)
    for first, last in outages(sent_s, lost):
        found[first : last + 1] = True
    return found


def near_edge(sent_s: Floats, slot_s: float, phase_s: float) -> Bools:
    """Return which probes were sent within half a second of an edge, shape (n,)."""
    _, into_s = into_slots(sent_s, slot_s, phase_s)
    return np.asarray(np.minimum(into_s, slot_s - into_s) < NEAR_EDGE_S)
