"""The figure of the distribution of transfer times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from skyseam._arrays import Floats
from skyseam.plot.style import GREY, NO_SEAM, SEAM, stacked, styled


@styled
def transfer_times(
    groups: Mapping[str, Sequence[float] | Floats],
    *,
    unit: str = "s",
    marks: Mapping[str, float] | None = None,
    dark: bool = False,
) -> Figure:
    """Distribution of transfer times: one histogram per group on a common axis.

    Parameters
    ----------
    groups
        Label to transfer times.
    unit
        Unit of the times, for the axis.
    marks
        Values to mark by a dashed line, by the label of their group (for example published means).
    dark
        Use the dark style.
    """
    figure, (axes,) = stacked((6.4, 3.0))
    values = np.concatenate([np.asarray(v, dtype=float) for v in groups.values()])
    # A few transfers with a loss take several times as long: the axis ends at the 99.5th
    # percentile, and the legend counts those beyond it.
    end = float(np.quantile(values, 0.995)) * 1.02
    bins = np.linspace(float(values.min()), end, 70).tolist()
    colours = [NO_SEAM, SEAM, "#009E73", "#CC79A7"]
    for (label, times), colour in zip(groups.items(), colours, strict=False):
        weights = np.full(len(times), 100 / len(times))
        beyond = int((np.asarray(times) > end).sum())
        shown = f"{label} ({beyond} of {len(times)} beyond {end:.0f} {unit})" if beyond else label
        axes.hist(times, bins=bins, weights=weights, color=colour, alpha=0.75, label=shown)
        if marks and label in marks:
            axes.axvline(marks[label], color=colour, linestyle="--", linewidth=1.2)
    if marks:
        axes.plot([], [], color=GREY, linestyle="--", linewidth=1.2, label="published mean")
    axes.set(xlabel=f"transfer time, {unit}", ylabel="share of transfers, %")
    axes.grid(axis="x", visible=False)
    axes.legend()
    return figure
