"""The page on the seam: figures, tables and text around the results of `analysis`."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import digits, drawing, said, transfers
from skyseam.reproduce.report import clock
from skyseam.reproduce.transfers import FACTOR, SIDES

from ..shared import PAIR, SIDE_NAMES
from .analysis import Seam, high

PLACES = {"HNL": "Hawaii", "LAX": "Los Angeles", "DEL": "New Delhi"}
CELLS = ("t9k_la", "t15M_la", "t9k_delhi", "t15M_delhi")
WORDS = ("not separated", "separated")
COLOURS = (plot.NO_SEAM, plot.SEAM)


def page(seam: Seam) -> dict[str, Any]:
    return {
        "headline": _headline(seam),
        "examples": [_example(seam, separated) for separated in SIDES],
        "causes": plot.CAUSES,
        "counts": [Counter(rows["cause"].to_pylist()) for rows in _by_pair(seam.delay)],
        "sensitivity": _sensitivity(seam),
        "high": _high(seam),
        "places": PLACES,
    }


def view(seam: Seam) -> dict[str, Any]:
    """Return ten minutes in which the seam comes in between, with a ping every second."""
    rows = plot.of_pair(seam.delay, PAIR)
    begins = np.flatnonzero(np.diff(rows["across_seam"].to_numpy().astype(int)) == 1)
    start_s = max(0.0, rows["t_s"].to_numpy()[int(begins[0])] - 300)
    run = {
        **seam.scenario["run"],
        "start": f"{start_s:g} s",
        "duration": "600 s",
        "record": ["routes", "handovers", "rtt"],
    }
    pings = {"kind": "ping", "count": 600, "interval": "1 s"}
    flow = {"name": "pings", "from": PAIR[0], "to": PAIR[1], "application": pings}
    told = {key: value for key, value in seam.scenario.items() if key != "delay"}
    title = "The seam comes to lie between Hawaii and Los Angeles"
    return {**told, "title": title, "flows": [flow], "run": run}


def _headline(seam: Seam) -> dict[str, float]:
    rows = plot.of_pair(seam.delay, PAIR)
    hops, inside = rows["hops"].to_numpy(), rows["across_seam"].to_numpy()
    split = _split(seam)
    return {
        "near_ms": split[False][1],
        "far_ms": split[True][1],
        "near_delay_ms": split[False][0],
        "far_delay_ms": split[True][0],
        "near_hops": float(hops[~inside].mean()),
        "far_hops": float(hops[inside].mean()),
        "share_percent": 100 * float(inside.mean()),
        "windows": len(plot.windows(rows["t_s"].to_numpy(), inside)),
    }


def _split(seam: Seam) -> dict[bool, tuple[float, float]]:
    """Return mean propagation delay in the windows, and mean transfer time, both ms."""
    rows = plot.of_pair(seam.delay, PAIR)
    delay_ms, inside = rows["delay_ms"].to_numpy(), rows["across_seam"].to_numpy()
    files = seam.sides("defaults", "t9k_la")
    return {s: (float(delay_ms[inside == s].mean()), files[s].mean("ms").value) for s in SIDES}


def _example(seam: Seam, separated: bool) -> dict[str, Any]:
    """Return the sample whose delay is nearest the median of its side."""
    rows = plot.of_pair(seam.delay, PAIR)
    inside = np.flatnonzero(rows["across_seam"].to_numpy() == separated)
    delay_ms = rows["delay_ms"].to_numpy()[inside]
    middle = int(inside[np.argmin(np.abs(delay_ms - np.median(delay_ms)))])
    row: dict[str, Any] = rows.slice(middle, 1).to_pylist()[0]
    return row | {"side": WORDS[separated]}


def _by_pair(delay: pa.Table) -> list[pa.Table]:
    return [plot.of_pair(delay, pair) for pair in plot.pairs_of(delay)]


def _sensitivity(seam: Seam) -> list[list[str]]:
    """Return rows of a table: change, times, deviation, retransmissions, runs."""
    known, rows = seam.study.paper.published, []
    cells = {cell["id"]: cell for cell in seam.study.plan["cells"]}
    for label, name in dict.fromkeys((one.label, one.cell) for one in seam.transfers):
        cell, cells_of_row = cells[name], []
        if f"{name}_seam" not in known or label.startswith("high"):
            continue
        sides = seam.sides(label, name)
        for side, files in zip(SIDE_NAMES.values(), sides, strict=True):
            mean = files.mean(cell["unit"])
            off = 100 * (mean.value / known[f"{name}_{side}"].value - 1)
            cells_of_row += [said(mean), f"{off:+.2f}"]
        resent = " / ".join(digits(float(one.retransmissions.mean())) for one in sides)
        row = [label, f"{cell['label']}, {cell['unit']}", *cells_of_row]
        rows.append([*row, resent, str(len(sides[0].start_s))])
    return rows


def _high(seam: Seam) -> list[list[str]]:
    """Return the rows at high rates: file, queue, both means, their ratio, retransmissions."""
    plan, rows = seam.study.plan, []
    for cell in (cell for cell in plan["cells"] if cell["id"] in plan["high"]["cells"]):
        for queue in plan["high"]["queues"]:
            near, far = seam.sides(high(queue), cell["id"])
            means = [said(one.mean(cell["unit"])) for one in (near, far)]
            resent = " / ".join(digits(float(one.retransmissions.mean())) for one in (near, far))
            share = said(transfers.ratio(near, far))
            rows.append([f"{cell['label']}, {cell['unit']}", str(queue), *means, share, resent])
    return rows


def paths(seam: Seam, *, dark: bool = False) -> Figure:
    views = []
    for one in (_example(seam, separated) for separated in SIDES):
        look = {"path": one["path"], "colour": COLOURS[one["across_seam"]]}
        title = f"{one['side']}, {clock(one['t_s'])}: {one['hops']} links"
        views.append(drawing.sky_view(seam.scenario, one["t_s"], title=title, **look))
    return plot.sky(views, dark=dark)


def delay(seam: Seam, *, destination: str, dark: bool = False) -> Figure:
    return plot.delay(seam.delay, source="HNL", destination=destination, dark=dark)


def distribution(seam: Seam, *, name: str, dark: bool = False) -> Figure:
    known = seam.study.paper.published
    (cell,) = (cell for cell in seam.study.plan["cells"] if cell["id"] == name)
    groups, marks = {}, {}
    for separated, side in SIDE_NAMES.items():
        times_s = seam.sides("defaults", name)[separated].times_s
        groups[WORDS[separated]] = times_s * FACTOR[cell["unit"]]
        if f"{name}_{side}" in known:
            marks[WORDS[separated]] = known[f"{name}_{side}"].value
    return plot.transfer_times(groups, unit=cell["unit"], marks=marks, dark=dark)


def why(seam: Seam) -> Figure:
    figure, ((top,), (bottom,)) = drawing.panels(1, (9.2, 5.4), 2, height_ratios=[1.9, 1])
    _coloured_delay(top, plot.of_pair(seam.delay, PAIR))
    top.set_title("Hawaii to Los Angeles: one-way delay over a day")

    split = _split(seam)
    for height, separated in ((1, False), (0, True)):
        propagation, total = split[separated]
        sending = total - propagation
        bars = (
            (sending, 0.0, plot.GREY, "sending"),
            (propagation, sending, COLOURS[separated], "propagation"),
        )
        for width, left, colour, words in bars:
            bottom.barh(height, width, left=left, color=colour, height=0.55)
            bottom.text(
                left + width / 2, height, f"{words} {width:.0f} ms", ha="center", va="center",
                color="white", fontsize=8.5,
            )  # fmt: skip
        bottom.text(total + 2, height, f"{total:.1f} ms", va="center", fontweight="bold")
    drawing.names_axis(bottom, WORDS)
    bottom.set_xlim(0, 1.14 * split[True][1])
    bottom.spines["left"].set_visible(False)
    bottom.set(xlabel="mean transfer time of a 9 kB page, ms", title="A 9 kB page")
    return figure


def _coloured_delay(axes: Axes, rows: pa.Table) -> None:
    t_h = rows["t_s"].to_numpy() / 3600
    delay_ms, separated = rows["delay_ms"].to_numpy(), rows["across_seam"].to_numpy()
    spans = plot.windows(t_h, separated)
    for start, end in spans:
        axes.axvspan(start, end, color=plot.SHADE, linewidth=0)
    for inside, colour in enumerate(COLOURS):
        axes.plot(t_h, np.where(separated == inside, delay_ms, np.nan), color=colour, linewidth=1)
    top = float(np.nanmax(delay_ms))
    for start, end in spans:
        axes.text(
            (start + end) / 2, top * 1.06, "separated by the seam", ha="center", color=plot.SEAM,
            fontsize=8.5,
        )  # fmt: skip
    drawing.clock_axis(axes)
    axes.set(ylim=(0, top * 1.16), ylabel="one-way delay, ms")


FIGURES = {
    "paths": paths,
    "why": why,
    **{f"delay_{one}": partial(delay, destination=one) for one in ("LAX", "DEL")},
    **{f"distribution_{name}": partial(distribution, name=name) for name in CELLS},
}
