"""Figures of bulk transfers: throughput over the run and around handovers, and depth of dips."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.plot.style import NotebookFigure
from skyseam.reproduce import Floats, drawing
from skyseam.reproduce.bulk import Bulk
from skyseam.reproduce.report import clock

from .analysis import Handover, Transfers, firsts

BEFORE_S, AFTER_S = 12.0, 15.0
KIND_COLOURS = ("#0072B2", "#56B4E9", "#D55E00", "#E69F00")


def fig10(bulk: Transfers) -> Figure:
    return _panels(bulk, bulk.study.plan["rates"][0])


def fig11(bulk: Transfers) -> Figure:
    return _panels(bulk, bulk.study.plan["rates"][1])


def _panels(bulk: Transfers, rate: dict[str, Any]) -> Figure:
    """Draw the whole run in the upper panel, the first handover of each kind below."""
    plan, handovers = bulk.study.plan, bulk.handovers["fits"]
    start_s = plan["bulk"]["start_s"]
    figure = NotebookFigure(figsize=(9.6, 6.4), layout="constrained")
    grid = figure.add_gridspec(3, 2, height_ratios=[1.1, 1, 1])
    top = figure.add_subplot(grid[0, :])
    t_s, rates = bulk.whole[rate["id"], "fits"][0].rates(plan["bin_s"], plan["width_s"])
    minutes = (t_s - start_s) / 60
    top.step(minutes, rates, where="post", color=plot.NO_SEAM, linewidth=0.8)
    colours = dict(zip([kind["id"] for kind in plan["kinds"]], KIND_COLOURS, strict=True))
    ceiling = float(np.median(rates))
    for one in handovers:
        at = ((one.t_s - start_s) / 60, ceiling * 1.07)
        top.plot(*at, "v", color=colours[one.kind], markersize=5, clip_on=False)
    top.set(xlim=(0, None), ylim=(0, ceiling * 1.12), xlabel="min after 12:21:00", ylabel="Mbit/s")
    top.set_title(f"(a) throughput of the first run, {rate['label']}")
    for index, kind in enumerate(plan["kinds"]):
        axes = figure.add_subplot(grid[1 + index // 2, index % 2])
        axes.set_title(f"({kind['panel']}) {kind['label']}", fontsize=9.5)
        first = firsts(handovers).get(kind["id"])
        if first is not None:
            _zoomed(axes, bulk, rate, first, colours[kind["id"]])
        else:
            axes.text(0.5, 0.5, "none in this run", ha="center", transform=axes.transAxes)
    return figure


def _zoomed(
    axes: Axes, bulk: Transfers, rate: dict[str, Any], handover: Handover, colour: str
) -> None:
    plan = bulk.study.plan
    t_s, rates = _covering(bulk, rate, handover).rates(plan["bin_s"], plan["width_s"])
    near = (t_s >= handover.t_s - BEFORE_S) & (t_s <= handover.t_s + AFTER_S)
    axes.step(t_s[near] - handover.t_s, rates[near], where="post", color=plot.NO_SEAM)
    for word, side in (("before", "bottom"), ("dip", "top")):
        number = bulk.published(rate["id"], handover.kind, word)
        if number is not None:
            axes.axhline(number, color=plot.SEAM, linestyle="--", linewidth=1)
            look: Any = {"color": plot.SEAM, "fontsize": 7.5, "ha": "right", "va": side}
            axes.text(AFTER_S, number, f"{number:g}", **look)
    axes.axvline(0, color=colour, linewidth=1)
    middle = float(np.median(rates))
    axes.set(ylim=(0.8 * middle, middle * 1.06), xlim=(-BEFORE_S, AFTER_S))
    axes.set_ylabel("Mbit/s", color=plot.NO_SEAM)
    axes.set_xlabel(f"s after {clock(handover.t_s)}", fontsize=8.5)
    window = _window(bulk, rate, handover)
    if window is None:
        return
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    right.step(window[0] - handover.t_s, window[1], where="post", color=plot.GREY, linewidth=0.9)
    right.set_ylim(bottom=0)
    right.set_ylabel("cwnd, segments", color=plot.GREY, fontsize=8.5)


def _covering(bulk: Transfers, rate: dict[str, Any], handover: Handover) -> Bulk:
    """Return the first run in which a handover happens."""
    runs = bulk.whole[rate["id"], "fits"]
    length_s = bulk.study.plan["bin_s"] * len(runs[0].bits)
    there = (one for one in runs if one.start_s < handover.t_s < one.start_s + length_s)
    return next(there, runs[0])


def _window(
    bulk: Transfers, rate: dict[str, Any], handover: Handover
) -> tuple[Floats, Floats] | None:
    """Return the congestion window near a handover, from the whole run or the one around it."""
    one = _covering(bulk, rate, handover)
    if not one.cwnd.num_rows:
        runs = next(
            runs
            for cause, runs in bulk.zooms.items()
            if (cause.rate, cause.boat, cause.queue) == (rate["id"], "fits", "fits")
        )
        if handover.kind not in runs:
            return None
        one = runs[handover.kind]
    t_s, segments = one.cwnd["t_s"].to_numpy(), one.cwnd["cwnd_bytes"].to_numpy() / 1000
    begin, end = handover.t_s - BEFORE_S, handover.t_s + AFTER_S
    # A row stands for a change: what held before the first one in sight, and holds after the last.
    known = t_s <= end
    if not known.any():
        return None
    shown = max(int(np.searchsorted(t_s, begin, side="right")) - 1, 0)
    t_s, segments = t_s[known][shown:], segments[known][shown:]
    return np.append(np.maximum(t_s, begin), end), np.append(segments, segments[-1])


def dips(bulk: Transfers) -> Figure:
    plan = bulk.study.plan
    _, panels = drawing.panels(2, (10.4, 3.9))
    for axes, rate in zip(panels, plan["rates"], strict=True):
        causes = [one for one in bulk.zooms if (one.rate, one.queued) == (rate["id"], "lost")]
        for at, kind in enumerate(plan["kinds"]):
            published = bulk.published(rate["id"], kind["id"])
            if published is not None:
                look: Any = {"color": plot.SEAM, "linewidth": 1.6}
                axes.plot([at - 0.35, at + 0.35], [published] * 2, **look, label="published")
            for n, (cause, colour) in enumerate(zip(causes, KIND_COLOURS, strict=False)):
                queue = plan["setting"][cause.queue]["queue"]
                label = (
                    f"{plan['setting'][cause.boat]['label']}, queue {queue['lo']} / {queue['hi']}"
                )
                dip = bulk.zoom_dip(cause, kind["id"])
                axes.plot(at + 0.15 * (n - 1.5), dip, "o", color=colour, markersize=6, label=label)
        axes.set_xticks(
            range(4), [kind["label"].replace(" to ", "\nto ") for kind in plan["kinds"]]
        )
        axes.tick_params(axis="x", labelsize=8)
        axes.set(title=rate["label"], ylabel="lowest bin of 1 s, Mbit/s")
    return drawing.legend(panels[1], 3)
