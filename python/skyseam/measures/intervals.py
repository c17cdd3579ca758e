"""Estimates with confidence intervals, and start times drawn in strata.

Why not scipy: docs/decisions/011-papers-as-data.md.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skyseam._arrays import Floats

Z_975 = 1.959963984540054
"""97.5 % point of the normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """A mean with the ends of its 95 % confidence interval, over `n` runs.

    Deterministic quantities have no interval: `low95` and `high95` are None.
    """

    value: float
    low95: float | None = None
    high95: float | None = None
    n: int = 1

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate in another unit. A negative factor swaps the ends."""
        low95, high95 = (None if e is None else e * factor for e in (self.low95, self.high95))
        if factor < 0:
            low95, high95 = high95, low95
        return Estimate(self.value * factor, low95, high95, self.n)

    @property
    def side(self) -> int:
        """Side of zero on which the whole interval lies, 1 or -1; 0 if on none."""
        if self.low95 is None or self.high95 is None:
            return 0
        return int(self.low95 > 0) - int(self.high95 < 0)

    def is_apart(self, other: Estimate) -> bool:
        """Whether both have an interval, and these do not overlap."""
        ends = (self.low95, self.high95, other.low95, other.high95)
        low, high, other_low, other_high = (np.nan if end is None else end for end in ends)
        return high < other_low or other_high < low


def stratified_starts(
    windows: Sequence[tuple[float, float]], count: int, random: np.random.Generator
) -> Floats:
    """Draw start times: one uniformly in each of `count` equal parts of the windows' total length.

    Parameters
    ----------
    windows
        (start, end) spans in s, ascending, at least one.
    count
        Number of start times.
    random
        Source of random numbers.

    Returns
    -------
    numpy.ndarray
        `count` ascending times in s, rounded down to a microsecond.
    """
    spans = np.asarray(windows, dtype=float)
    if not len(spans):
        raise ValueError("no windows to draw start times from")
    lengths = spans[:, 1] - spans[:, 0]
    ends = np.cumsum(lengths)
    at = (np.arange(count) + random.random(count)) / count * ends[-1]
    window = np.minimum(np.searchsorted(ends, at, side="right"), len(spans) - 1)
    starts = spans[window, 0] + at - (ends[window] - lengths[window])
    return np.asarray(np.floor(starts * 1e6) / 1e6)


def stratified_mean(values: Floats) -> Estimate:
    """Return the mean of values drawn one per stratum, with its 95 % confidence interval.

    Neighbouring strata are collapsed into pairs, whose differences give the variance of the mean
    (Cochran, Sampling Techniques, 3rd ed., Sec. 5A.12); Student's t with one degree of freedom per
    pair. The estimate errs on the wide side where neighbouring strata differ.
    """
    n = len(values)
    if n < 4:
        raise ValueError(f"{n} values are too few for a confidence interval; 4 are needed")
    mean = float(values.mean())
    half = _half_width(values)
    return Estimate(mean, mean - half, mean + half, n)


def ratio_of_means(top: Floats, bottom: Floats) -> Estimate:
    """Return the ratio of two independent means, with an interval by the delta method."""
    ratio = float(top.mean() / bottom.mean())
    half = ratio * math.hypot(
        _half_width(top) / float(top.mean()), _half_width(bottom) / float(bottom.mean())
    )
    return Estimate(ratio, ratio - half, ratio + half, min(len(top), len(bottom)))


def paired_ratio(top: Floats, bottom: Floats) -> Estimate:
    """Return the ratio of two means of paired draws, with an interval by the delta method."""
    ratio = float(top.mean() / bottom.mean())
    return over_seeds(ratio + (top - ratio * bottom) / float(bottom.mean()))


def sample_mean(values: Floats, level: float = 0.95) -> Estimate:
    """Return the mean of independent draws, with its confidence interval (Student's t)."""
    n = len(values)
    if n < 2:
        raise ValueError(f"{n} values are too few for a confidence interval; 2 are needed")
    mean = float(values.mean())
    t = student_t_975(n - 1) if level == 0.95 else student_t(n - 1, level)
    half = t * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half, n)


def over_seeds(values: Floats, level: float = 0.95) -> Estimate:
    """Return the mean of a value per seed with its interval at a level of confidence.

    A single value has no interval; the mean of none is NaN.
    """
    if len(values) < 2:
        return Estimate(float(values[0]) if len(values) else math.nan, n=len(values))
    return sample_mean(np.asarray(values), level)


def single_run(values: Floats) -> tuple[float, float] | None:
    """Return the range of one further draw with 95 % probability, if draws are normal.

    For comparison with a number of a single run. None for one draw, which has no spread.
    """
    n = len(values)
    if n < 2:
        return None
    half = float(values.std(ddof=1)) * student_t_975(n - 1) * (1 + 1 / n) ** 0.5
    return float(values.mean()) - half, float(values.mean()) + half


def share(count: int, n: int) -> Estimate:
    """Return the share `count` of `n` independent draws, from 0 to 1, with Wilson's interval.

    Wilson, JASA 22 (1927) 209: valid for small counts too, and never below 0 or above 1.
    """
    if not 0 <= count <= n or n == 0:
        raise ValueError(f"{count} of {n} is no share")
    z2 = Z_975**2
    middle = (count + z2 / 2) / (n + z2)
    half = math.sqrt(Z_975**2 * (count * (n - count) / n + z2 / 4)) / (n + z2)
    low, high = (0.0 if count == 0 else middle - half), (1.0 if count == n else middle + half)
    return Estimate(count / n, low, high, n)


def quantile(values: Floats, q: float) -> Estimate:
    """Return the `q` quantile of independent draws; the interval lies between order statistics.

    The ranks are those a binomial count leaves between (Conover, Practical Nonparametric
    Statistics, 3rd ed., Sec. 3.2), in its normal approximation.
    """
    ordered = np.sort(values)
    n = len(ordered)
    if not n:
        return over_seeds(ordered)
    half = Z_975 * math.sqrt(n * q * (1 - q))
    low, high = (min(max(math.floor(n * q + side), 0), n - 1) for side in (-half, half))
    return Estimate(float(np.quantile(ordered, q)), float(ordered[low]), float(ordered[high]), n)


def standard_error(estimate: Estimate) -> float:
    """Return the standard error that a 95 % confidence interval implies.

    Raises
    ------
    ValueError
        When the estimate is exact.
    """
    if estimate.low95 is None or estimate.high95 is None:
        raise ValueError("an exact quantity has no standard error")
    return (estimate.high95 - estimate.low95) / (2 * Z_975)


def _half_width(values: Floats) -> float:
    n = len(values)
    pairs = n // 2
    differences = values[0 : 2 * pairs : 2] - values[1 : 2 * pairs : 2]
    # With an odd number the last value has no partner: its share is that of the others.
    variance = float((differences**2).sum()) / n**2 * (n / (2 * pairs))
    return student_t_975(pairs) * math.sqrt(variance)


@functools.cache
def student_t_975(degrees: int) -> float:
    """Return the 97.5 % point of Student's t, accurate to 9 digits.

    By bisection; above 200 degrees by an expansion (Abramowitz and Stegun 26.7.5).

    Raises
    ------
    ValueError
        With less than one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"{degrees} degrees of freedom; at least 1 is needed")
    if degrees > 200:
        z = Z_975
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / degrees + second / degrees**2 + third / degrees**3
    low, high = Z_975, 13.0
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < 0.95 else (low, middle)
    return (low + high) / 2


@functools.cache
def student_t(degrees: int, share: float) -> float:
    """Return the point t for which this share of Student's t lies between -t and t.

    Found by bisection.

    Raises
    ------
    ValueError
        With less than one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"{degrees} degrees of freedom; at least 1 is needed")
    low, high = 0.0, 1e4
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < share else (low, middle)
    return (low + high) / 2


def _within(t: float, degrees: int) -> float:
    """Return the probability of a Student's t between -t and t (Abramowitz and Stegun 26.7.3-4)."""
    theta = math.atan(t / math.sqrt(degrees))
    odd = degrees % 2
    if degrees == 1:
        return 2 * theta / math.pi
    term = total = math.cos(theta) if odd else 1.0
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= math.cos(theta) ** 2 * (k - 1) / k
        total += term
    between = math.sin(theta) * total
    return 2 / math.pi * (theta + between) if odd else between
