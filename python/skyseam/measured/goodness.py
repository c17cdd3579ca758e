"""How well a model's round trips are those of a measurement: statistics side by side.

A model is whatever has round-trip times of probes: draws of a profile, a run of a scenario, another
measurement. Owns the statistics, their tolerances and verdicts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from skyseam._arrays import Floats
from skyseam.measured import generate
from skyseam.measured.profile import Profile, into_slots
from skyseam.measured.series import Pings
from skyseam.measured.slots import BySlot, by_slot, in_outage, near_edge

Simulate = Callable[[Profile, Floats], "Sample"]
"""Gives round trips under a profile, for measured probes at given times."""

DRAWN_PROBES = 2_000_000
"""Number of probes that are drawn of a profile to judge it."""

FEW_LOSSES = 30
"""With fewer lost probes, shares of them are not judged."""


@dataclass(frozen=True)
class Sample:
    """Round trips of a model or a measurement, and what is known of them by slot.

    Attributes
    ----------
    sent_s : Floats
        Times of sending, s, shape (n,).
    rtt_ms : Floats
        Round-trip times, ms, shape (draws, n); NaN: lost.
    """

    sent_s: Floats
    rtt_ms: Floats
    slot_s: float
    phase_s: float
    knows_losses: bool = True

    @property
    def answered_ms(self) -> Floats:
        """All round-trip times, ms, ascending."""
        return np.sort(self.rtt_ms[np.isfinite(self.rtt_ms)])

    @property
    def by_slot(self) -> BySlot:
        """Medians and spreads of slots."""
        return by_slot(self.sent_s, self.rtt_ms, self.slot_s, self.phase_s)

    @property
    def into_s(self) -> Floats:
        """Time of each probe since the beginning of its slot, s."""
        return into_slots(self.sent_s, self.slot_s, self.phase_s)[1]


def of_pings(pings: Pings, slot_s: float, phase_s: float) -> Sample:
    """Return a measurement as a sample."""
    return Sample(pings.sent_s, pings.rtt_ms[None], slot_s, phase_s, pings.knows_losses)


def drawn(profile: Profile, sent_s: Floats) -> Sample:
    """Draw a profile by the reference generator; a :data:`Simulate`."""
    draws = int(np.clip(DRAWN_PROBES // len(sent_s), 1, 200))
    rtt_ms = generate.round_trips(profile, sent_s, draws, np.random.default_rng(1))
    return Sample(sent_s, rtt_ms, profile.slot_s, profile.phase_s)


@dataclass(frozen=True)
class Row:
    """A statistic of a measurement and of what is compared with it.

    Attributes
    ----------
    name, unit : str
        What it is.
    measured, model : float
        Its values; of a distance, 0 and the distance.
    floor : float
        Its value in the data that the model was fitted to, as far as there are such.
    limit : float or None
        Largest deviation that counts as equal, relative or, of a distance, absolute; None: not
        judged.
    is_distance : bool
        Whether it is a distance.
    few : bool
        Whether there is too little of it to judge.
    """

    name: str
    unit: str
    measured: float
    model: float
    floor: float = np.nan
    limit: float | None = None
    is_distance: bool = False
    few: bool = False

    def deviation(self, value: float) -> float:
        """Return how far a value is from the measured one: relative or, of a distance, itself."""
        if self.is_distance:
            return value
        if self.measured == 0:
            return 0.0 if value == 0 else np.inf
        return value / self.measured - 1

    @property
    def verdict(self) -> str:
        """Return `within`, `missed`, `too few` or nothing."""
        if self.limit is None or not np.isfinite(self.measured) or not np.isfinite(self.model):
            return ""
        if self.few:
            return "too few"
        return "within" if abs(self.deviation(self.model)) <= self.limit else "missed"

    @property
    def floor_verdict(self) -> str:
        """Return the verdict on the data that the model was fitted to."""
        if not self.verdict or not np.isfinite(self.floor):
            return ""
        if self.few:
            return "too few"
        is_within = abs(self.deviation(self.floor)) <= (self.limit or 0.0)
        return "within" if is_within else "missed"


def judge(
    profile: Profile, fitted_to: Pings, measured: Pings, simulate: Simulate = drawn
) -> tuple[list[Row], Sample]:
    """Judge a profile by a measurement that it was not fitted to.

    Parameters
    ----------
    profile
        Profile.
    fitted_to
        Measurement that it was fitted to: what it itself deviates is the floor of any fit.
    measured
        Measurement to judge by.
    simulate
        Gives round trips of the profile: the reference generator, or runs of a scenario.

    Returns
    -------
    tuple
        Rows of the table, and the model's sample.
    """
    of = (profile.slot_s, profile.phase_s)
    model = simulate(profile, measured.sent_s)
    return compare(model, of_pings(measured, *of), of_pings(fitted_to, *of)), model


def compare(model: Sample, measured: Sample, floor: Sample | None = None) -> list[Row]:
    """Compare a model's statistics with those of a measurement.

    Parameters
    ----------
    model, measured
        What is compared.
    floor
        Data that the model was fitted to.
    """
    told = {
        name: statistics(one)
        for name, one in (("model", model), ("measured", measured), ("floor", floor))
        if one is not None
    }
    lost = int((~np.isfinite(measured.rtt_ms)).sum())
    rows = []
    for name, (unit, limit) in STATISTICS.items():
        value, of_floor = told["measured"][name], told.get("floor", {}).get(name, np.nan)
        few = name == NEAR_EDGES and lost < FEW_LOSSES
        if np.isfinite(value):
            rows.append(Row(name, unit, value, told["model"][name], of_floor, limit, few=few))
    answered = measured.answered_ms
    distance = kolmogorov(model.answered_ms, answered)
    by_floor = np.nan if floor is None else kolmogorov(floor.answered_ms, answered)
    rows.append(
        Row(
            "Kolmogorov distance of round trips",
            "",
            0.0,
            distance,
            by_floor,
            0.08,
            is_distance=True,
        )
    )
    by_steps = [
        kolmogorov(one.by_slot.steps_ms, measured.by_slot.steps_ms) if one is not None else np.nan
        for one in (model, floor)
    ]
    if np.isfinite(by_steps[0]):
        name = "Kolmogorov distance of steps"
        rows.append(Row(name, "", 0.0, by_steps[0], by_steps[1], is_distance=True))
    return rows


NEAR_EDGES = "losses within 0.5 s of an edge"

STATISTICS: dict[str, tuple[str, float | None]] = {
    "round trip, 5 %": ("ms", None),
    "round trip, median": ("ms", 0.1),
    "round trip, 95 %": ("ms", 0.1),
    "round trip, 99 %": ("ms", None),
    "step of slot medians, median": ("ms", 0.1),
    "step of slot medians, 95 %": ("ms", 0.1),
    "in-slot interquartile range, median": ("ms", 0.1),
    "excess in the first 100 ms of a slot, median": ("ms", None),
    "excess in the first 100 ms of a slot, 95 %": ("ms", None),
    "probes lost, without outages": ("", None),
    NEAR_EDGES: ("", 0.2),
    "lost probe follows a lost one": ("", None),
    "time in outages": ("", None),
}
"""Statistics with their units, and the largest relative deviation that counts as equal."""


def statistics(sample: Sample) -> dict[str, float]:
    """Return the values of :data:`STATISTICS`; NaN: not known."""
    answered = sample.answered_ms
    of_slot = sample.by_slot
    steps = of_slot.steps_ms
    found = dict.fromkeys(STATISTICS, np.nan)
    for share, name in ((0.05, "5 %"), (0.5, "median"), (0.95, "95 %"), (0.99, "99 %")):
        found[f"round trip, {name}"] = float(np.quantile(answered, share))
    if len(steps):
        found["step of slot medians, median"] = float(np.median(steps))
        found["step of slot medians, 95 %"] = float(np.quantile(steps, 0.95))
    spread = of_slot.spread_ms[np.isfinite(of_slot.spread_ms)]
    if len(spread):
        found["in-slot interquartile range, median"] = float(np.median(spread))
    excess = edge_excess(sample, 0.0, 0.1)
    if len(excess) >= 20:
        found["excess in the first 100 ms of a slot, median"] = float(np.median(excess))
        found["excess in the first 100 ms of a slot, 95 %"] = float(np.quantile(excess, 0.95))
    if sample.knows_losses:
        found.update(_losses(sample))
    return found


def edge_excess(sample: Sample, from_s: float, to_s: float) -> Floats:
    """Return round-trip times less their slot's median in a part of the slots, ms."""
    number, into_s = into_slots(sample.sent_s, sample.slot_s, sample.phase_s)
    number = (number - number[0]).astype(int)
    there = (from_s <= into_s) & (into_s < to_s)
    excess = sample.rtt_ms[:, there] - sample.by_slot.median_ms[:, number[there]]
    return excess[np.isfinite(excess)]


def _losses(sample: Sample) -> dict[str, float]:
    lost = ~np.isfinite(sample.rtt_ms)
    out = np.array([in_outage(sample.sent_s, row) for row in lost])
    near = near_edge(sample.sent_s, sample.slot_s, sample.phase_s)
    single = lost & ~out
    follows = single[:, :-1] & ~out[:, 1:]
    count = single.sum()
    return {
        "probes lost, without outages": float(count / (~out).sum()),
        NEAR_EDGES: float(single[:, near].sum() / count) if count else np.nan,
        "lost probe follows a lost one": (
            float(lost[:, 1:][follows].mean()) if follows.any() else np.nan
        ),
        "time in outages": float(out.mean()),
    }


def kolmogorov(one: Floats, other: Floats) -> float:
    """Return the largest difference of two distribution functions; NaN if one is empty."""
    if not len(one) or not len(other):
        return np.nan
    one, other = np.sort(one), np.sort(other)
    at = np.concatenate([one, other])
    shares = [np.searchsorted(values, at, "right") / len(values) for values in (one, other)]
    return float(np.abs(shares[0] - shares[1]).max())
