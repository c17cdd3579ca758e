"""The figure of round trips side by side: measured, drawn from a profile, simulated."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam._arrays import Floats
from skyseam.measured.goodness import Sample
from skyseam.plot.style import NO_SEAM, SEAM, NotebookFigure, styled

SHOWN_S = 180.0
"""Length of the drawn piece of a series."""

BINS = 60
"""Parts of a slot of which delays are drawn."""


@styled
def measured(samples: Mapping[str, Sample], *, dark: bool = False) -> Figure:
    """Draw round trips over each other: in time, distributions, against the time in a slot.

    Parameters
    ----------
    samples
        Two samples by label.
    dark
        Use the dark style.
    """
    figure = NotebookFigure(figsize=(9.0, 6.4), layout="constrained")
    series, distribution, of_slot, steps = figure.subplots(2, 2).ravel()
    for (label, sample), colour in zip(samples.items(), (NO_SEAM, SEAM), strict=False):
        _series(series, sample, label, colour)
        _cumulative(distribution, sample.answered_ms, label, colour)
        _cumulative(steps, sample.by_slot.steps_ms, label, colour)
        _in_slot(of_slot, sample, label, colour)
    longest_ms = max(float(np.quantile(one.answered_ms, 0.995)) for one in samples.values())
    series.set(xlabel="time, s (from the beginning of a slot)", ylabel="round trip, ms")
    series.set(xlim=(0, SHOWN_S), ylim=(0, 1.1 * longest_ms))
    distribution.set(xlabel="round trip, ms", ylabel="share of probes", xlim=(0, longest_ms))
    of_slot.set(xlabel="time in the slot, s", ylabel="round trip, ms")
    of_slot.set_ylim(bottom=0)
    steps.set(xlabel="step between slots' medians, ms", ylabel="share of slots")
    steps.set_xlim(left=0)
    for axes in (series, distribution, of_slot, steps):
        axes.legend()
    return figure


def _series(axes: Axes, sample: Sample, label: str, colour: str) -> None:
    """Draw some minutes from the middle of the first draw."""
    middle_s = float(sample.sent_s[len(sample.sent_s) // 2])
    start_s = middle_s - (middle_s - sample.phase_s) % sample.slot_s
    there = (start_s <= sample.sent_s) & (sample.sent_s < start_s + SHOWN_S)
    at_s = sample.sent_s[there] - start_s
    axes.plot(at_s, sample.rtt_ms[0, there], ".", markersize=2, color=colour, label=label)


def _cumulative(axes: Axes, values: Floats, label: str, colour: str) -> None:
    values = np.sort(values)
    if len(values) > 2000:  # as fine as can be seen
        values = np.quantile(values, np.linspace(0, 1, 2000))
    shares = np.linspace(0, 1, len(values))
    axes.plot(values, shares, color=colour, label=label)


def _in_slot(axes: Axes, sample: Sample, label: str, colour: str) -> None:
    """Draw median and 95 % of the delay in parts of the slot."""
    part = np.minimum((sample.into_s / sample.slot_s * BINS).astype(int), BINS - 1)
    medians, highs = np.full(BINS, np.nan), np.full(BINS, np.nan)
    for one in range(BINS):
        values = sample.rtt_ms[:, part == one]
        values = values[np.isfinite(values)]
        if len(values) >= 5:
            medians[one], highs[one] = np.quantile(values, [0.5, 0.95])
    middle_s = (np.arange(BINS) + 0.5) * sample.slot_s / BINS
    axes.plot(middle_s, medians, color=colour, label=f"{label}, median")
    axes.plot(middle_s, highs, color=colour, linestyle="--", label=f"{label}, 95 %")
