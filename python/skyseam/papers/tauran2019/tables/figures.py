"""Figures of Tauran 2019's tables: published, ours, ns-2's; causes of retransmissions.

Draws the results of `analysis`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Runs, drawing, where

from ..shared import COLOURS, QUANTITIES, Cell
from .analysis import Tables

SLOW = ("newreno", "cubic")
BARS = (
    (-0.2, "by_recovery", plot.NO_SEAM, "after duplicate ACKs"),
    (0.2, "by_timeout", plot.SEAM, "after a timeout"),
)


def tables(tables: Tables) -> Figure:
    names = [name for name in QUANTITIES if name != "retransmissions"]
    size = (9.6, 2.15 * len(names) + 0.6)
    look: Any = {"sharex": True, "sharey": "row", "xlabel": "reference SNR, dB"}
    figure, grid = drawing.panels(2, size, len(names), **look)
    for axes_row, name in zip(grid, names, strict=True):
        for axes, delayed in zip(axes_row, (False, True), strict=True):
            for controller in SLOW:
                _panel(axes, tables, name, controller, delayed)
            axes.set_xticks(tables.snr_db)
        # When all is drawn: a limit that is set stays.
        if name != "harq_success":
            axes_row[0].set_ylim(bottom=0)
        axes_row[0].set_ylabel(",\n".join(QUANTITIES[name]), fontsize=8.5)
    grid[0][0].set_title("Table 1: no DelAck")
    grid[0][1].set_title("Table 2: DelAck of 40 ms")
    labels = tables.study.plan["controllers"]
    handles = [
        drawing.mark(labels[one], color=COLOURS[one], marker="", linestyle="-") for one in SLOW
    ]
    handles += [
        drawing.mark("simulated", markersize=4, linestyle="-"),
        drawing.mark("published", marker="x"),
        drawing.mark("ns-2", marker="s", mfc="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


def _panel(axes: Axes, tables: Tables, name: str, controller: str, delayed: bool) -> None:
    colour, rows = COLOURS[controller], tables.rows_of(name, controller, delayed)
    # Side by side, so that intervals do not hide each other.
    shift = -0.09 if controller == "newreno" else 0.09
    snr = np.array([row.cell.snr_db for row in rows]) + shift
    means = [row.simulated.value for row in rows]
    axes.plot(snr, means, color=colour, marker="o", markersize=3.5, lw=1)
    for x, row in zip(snr, rows, strict=True):
        drawing.bar(axes, [x, x], row.simulated, color=colour, lw=2.2)
        if row.ns2 is not None:
            axes.plot(x, row.ns2.value, "s", mfc="none", color=colour, markersize=5, mew=0.8)
        axes.plot(x, row.published.value, "x", color=colour, markersize=6, mew=1.4)
    if all(row.single_run is not None for row in rows):
        low, high = zip(*[row.single_run or (0.0, 0.0) for row in rows], strict=True)
        axes.fill_between(snr, low, high, color=colour, alpha=0.13, lw=0)


def goodput(tables: Tables) -> Figure:
    look: Any = {"xlabel": "reference SNR, dB", "ylabel": "goodput, kbit/s"}
    figure, panels = drawing.panels(3, (9.6, 4.0), **look)
    panels[2].set_yscale("log")
    parts = (SLOW, ("hybla",), (*SLOW, "hybla"))
    for axes, controllers, reordering in zip(panels, parts, (False, False, True), strict=True):
        for controller in controllers:
            for delayed in (False, True):
                wanted = {"controller": controller, "reordering": reordering, "delayed": delayed}
                cells = where(tables.cells, **wanted)
                _curve(axes, tables.study.plan["controllers"][controller], cells)
                if not reordering:
                    _crosses(axes, tables, cells)
        axes.set(xticks=tables.snr_db, title="with reordering" if reordering else "no reordering")
        if not reordering:
            axes.set_ylim(bottom=0)
    handles, _ = panels[2].get_legend_handles_labels()
    crosses = {"published, no DelAck": "x", "published, DelAck": "+"}
    handles += [drawing.mark(words, marker=marker) for words, marker in crosses.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


def _curve(axes: Axes, label: str, cells: Mapping[Cell, Runs]) -> None:
    first, means = next(iter(cells)), [one.mean("goodput") for one in cells.values()]
    snrs = [cell.snr_db for cell in cells]
    look: Any = {"marker": "o", "markersize": 4.5}
    if first.delayed:
        label, look = f"{label}, DelAck", {**look, "ls": "--", "mfc": "none"}
    drawing.line(axes, snrs, means, COLOURS[first.controller], label, **look)


def _crosses(axes: Axes, tables: Tables, cells: Mapping[Cell, Runs]) -> None:
    known = tables.study.paper.published
    for cell in cells:
        number = f"goodput_{cell.published_id}"
        if cell.controller == "hybla" and not cell.delayed:
            number = f"hybla_goodput_noack_{cell.snr_db}"
        if number in known:
            look: Any = {"color": COLOURS[cell.controller], "mew": 1.4, "markersize": 7}
            axes.plot(cell.snr_db, known[number].value, "+" if cell.delayed else "x", **look)


def resent(tables: Tables) -> Figure:
    controllers = tables.study.plan["causes"]["controllers"]
    labels = tables.study.plan["controllers"]
    size = (9.6, 2.6 * len(controllers) + 0.6)
    words: Any = {"xlabel": "reference SNR, dB", "ylabel": "retransmissions in a run"}
    _, grid = drawing.panels(2, size, len(controllers), sharex=True, **words)
    for axes_row, controller in zip(np.atleast_2d(grid), controllers, strict=True):
        for axes, reordering in zip(axes_row, (False, True), strict=True):
            wanted = {"controller": controller, "reordering": reordering, "delayed": False}
            mine = where(tables.resent, **wanted)
            snr = np.array([cell.snr_db for cell in mine])
            for shift, name, colour, label in BARS:
                values = [one.values[name].mean() for one in mine.values()]
                vain = [one.values[f"needless_{name}"].mean() for one in mine.values()]
                axes.bar(snr + shift, values, 0.36, color=colour, alpha=0.55, label=label)
                look: Any = {"facecolor": "none", "edgecolor": colour, "hatch": "////", "lw": 0}
                axes.bar(snr + shift, vain, 0.36, **look, label=f"{label}, needless")
            title = f"{labels[controller]}, {'with' if reordering else 'no'} reordering"
            axes.set_title(title, fontsize=9.5)
            axes.set_xticks(tables.snr_db)
    return drawing.legend(grid[0][0], 4)
