"""Figures of handovers: the delay over time, its variation by cause, costs, and bulk data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import drawing

from .analysis import CAUSES, ELEVATION, QUEUED, Handovers

COLOURS = {"lost": plot.SEAM, "forwarded": plot.NO_SEAM}
SHOWN_S = (-6.0, 5.0)


def delays(found: Handovers, *, dark: bool = False) -> Figure:
    """Delay over the time, changes by cause, for each constellation."""
    tables = []
    for label, sky in found.skies.items():
        source = pa.array([f"{label}: {sky.pair[0]}"] * len(sky.delay))
        at = sky.delay.column_names.index("source")
        tables.append(sky.delay.set_column(at, "source", source))
    return plot.delay(pa.concat_tables(tables), dark=dark)


def variation(found: Handovers) -> Figure:
    """Share of each cause in the variation of the delay, by constellation."""
    labels = [label for label, sky in found.skies.items() if sky.has_path.any()]
    _, (axes,) = drawing.panels(1, (9.6, 0.45 * len(labels) + 1.6))
    varied = [found.skies[label].variation() for label in labels]
    whole = np.array([sum(float(one.sum()) for one in each.values()) for each in varied])
    left = np.zeros(len(labels))
    for cause in (ELEVATION, *CAUSES):
        sums = np.array([float(each.get(cause, np.zeros(1)).sum()) for each in varied])
        if sums.any():
            _, words, colour = plot.CAUSES[cause]
            look: dict[str, Any] = {"color": colour, "height": 0.6, "label": words}
            axes.barh(labels[::-1], (100 * sums / whole)[::-1], left=left[::-1], **look)
            left += 100 * sums / whole
    drawing.names_axis(axes, labels)
    axes.set(xlim=(0, 100), xlabel="share of all changes of the delay, %")
    return drawing.legend(axes, 4)


def costs(found: Handovers) -> Figure:
    """How much longer a transfer takes across each kind of change, with 95 % intervals."""
    sizes = found.study.plan["sizes"]
    rows = found.rows()
    _, panels = drawing.panels(
        len(sizes), (10.0, 0.42 * len(rows) + 1.7), sharey=True, xlabel="longer by, %"
    )
    for axes, size in zip(np.atleast_1d(panels), sizes, strict=True):
        axes.set_title(size)
        axes.axvline(0, color=plot.GREY, linewidth=0.8)
        for height, (label, cause) in enumerate(reversed(rows)):
            one = found.cost(label, size, cause)
            if one is None:
                axes.text(
                    0, height, " none stands alone", fontsize=7.5, va="center", color=plot.GREY
                )
                continue
            for queued, off in zip(QUEUED, (0.12, -0.12), strict=True):
                drawing.dot(axes, height + off, getattr(one, queued), COLOURS[queued],
                            across=True, label=f"what waits is {queued}")  # fmt: skip
        drawing.names_axis(axes, [f"{label}: {plot.CAUSES[cause][1]}" for label, cause in rows])
        axes.set_ylim(-0.6, len(rows) - 0.4)
    return drawing.legend(np.atleast_1d(panels)[0], 2)


def bulk(found: Handovers) -> Figure:
    """Throughput of bulk data around the first change of each kind that stands alone."""
    rows = [key for key in found.rows() if (*key, "lost") in found.bulk]
    columns = 2
    lines = -(-len(rows) // columns)
    _, grid = drawing.panels(columns, (9.8, 2.1 * lines + 0.7), lines, ylabel="Mbit/s")
    plan, panels = found.study.plan, np.atleast_2d(grid).ravel()
    for axes in panels[len(rows) :]:
        axes.set_axis_off()
    for axes, (label, cause) in zip(panels, rows, strict=False):
        at_s = found.instants_s[label, cause][0]
        for queued in QUEUED:
            t_s, rates = found.bulk[label, cause, queued][0].rates(plan["bin_s"], plan["width_s"])
            shown = (t_s >= at_s + SHOWN_S[0]) & (t_s <= at_s + SHOWN_S[1])
            look: dict[str, Any] = {"where": "post", "color": COLOURS[queued], "linewidth": 1.1}
            axes.step(t_s[shown] - at_s, rates[shown], **look, label=f"what waits is {queued}")
        axes.axvline(0, color=plot.CAUSES[cause][2], linewidth=1)
        axes.set_title(f"{label}: {plot.CAUSES[cause][1]}", fontsize=9.5)
        axes.set(xlim=SHOWN_S, ylim=(0, 1.06 * axes.dataLim.y1), xlabel="s after the change")
    return drawing.legend(panels[0], 2)
