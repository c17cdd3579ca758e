"""The page on the seam: figures, tables and words around what `analysis` computed."""

from __future__ import annotations

import platform
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import tomli_w
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot, survey

from .. import shared
from ..shared import FACTOR, SIDES

if TYPE_CHECKING:
    from .analysis import Seam

PAIR = ("HNL", "LAX")
PLACES = {"HNL": "Hawaii", "LAX": "Los Angeles", "DEL": "New Delhi"}
CELLS = ("t9k_la", "t15M_la", "t9k_delhi", "t15M_delhi")
WORDS = ("not separated", "separated")
COLOURS = (plot.NO_SEAM, plot.SEAM)


def page(seam: Seam) -> dict[str, Any]:
    """Return what the page is told."""
    plan, known = seam.study.plan, seam.study.paper.published
    names = {False: "noseam", True: "seam"}
    return {
        "headline": _headline(seam),
        "lossy": _lossy_pages(seam),
        "unpublished": [
            (
                f"{cell['label']}, {WORDS[side]}",
                cell["unit"],
                seam.primary(cell["id"], side).mean(cell["unit"]),
            )
            for cell in plan["cells"]
            for side in SIDES
            if f"{cell['id']}_{names[side]}" not in known
        ],
        "tolerance": plan["tolerance_percent"],
        "examples": [_example(seam, separated) for separated in SIDES],
        "causes": _causes(seam.delay),
        "handovers": _handovers(seam.handovers),
        "sensitivity": _sensitivity(seam),
        "rules": _rules(seam),
        "places": PLACES,
        "plan": plan,
        "scenario": tomli_w.dumps(seam.scenario),
        "cells": plan["cells"],
        "python": platform.python_version(),
        "transfers": sum(len(one.start_s) for one in seam.transfers.values()),
    }


def facts(seam: Seam) -> dict[str, Any]:
    """Return what was found, for pages about the paper: its numbers alone."""
    return {}


def _split(seam: Seam) -> dict[bool, tuple[float, float]]:
    """Return mean propagation delay in the windows, and mean transfer time, both ms."""
    rows = plot.of_pair(seam.delay, PAIR)
    delay_ms, inside = rows["delay_ms"].to_numpy(), rows["separated"].to_numpy()
    return {
        side: (
            float(delay_ms[inside == side].mean()),
            float(seam.primary("t9k_la", side).transfer_time_s.mean() * 1e3),
        )
        for side in SIDES
    }


def _headline(seam: Seam) -> dict[str, float]:
    split = _split(seam)
    rows = plot.of_pair(seam.delay, PAIR)
    hops, inside = rows["hops"].to_numpy(), rows["separated"].to_numpy()
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


def _lossy_pages(seam: Seam) -> dict[str, Any]:
    """Count the pages of 9 kB that lost packets, and the time of the slowest."""
    cells = [cell["id"] for cell in seam.study.plan["cells"] if cell["unit"] == "ms"]
    pages = [seam.primary(cell, side) for cell in cells for side in SIDES]
    return {
        "lossy": sum(int((page.drops > 0).sum()) for page in pages),
        "pages": sum(len(page.drops) for page in pages),
        "slowest_ms": max(float(page.transfer_time_s.max()) * 1e3 for page in pages),
    }


def _example(seam: Seam, separated: bool) -> dict[str, Any]:
    """Return the sample whose delay is nearest the median of its side."""
    rows = plot.of_pair(seam.delay, PAIR)
    inside = np.flatnonzero(rows["separated"].to_numpy() == separated)
    delay_ms = rows["delay_ms"].to_numpy()[inside]
    middle = int(inside[np.argmin(np.abs(delay_ms - np.median(delay_ms)))])
    row: dict[str, Any] = rows.slice(middle, 1).to_pylist()[0]
    return row | {"clock": shared.clock(row["t_s"]), "side": WORDS[separated]}


def _causes(delay: pa.Table) -> list[dict[str, Any]]:
    of_pairs = [plot.of_pair(delay, pair)["cause"].to_pylist() for pair in plot.pairs_of(delay)]
    counts = [Counter(causes) for causes in of_pairs]
    return [
        {
            "number": number,
            "words": words,
            "colour": colour,
            "counted": [count[name] for count in counts],
        }
        for name, (number, words, colour) in plot.CAUSES.items()
    ]


def _handovers(handovers: pa.Table) -> list[dict[str, Any]]:
    counts: Counter[tuple[str, str]] = Counter()
    for row in handovers.to_pylist():
        counts[row["cause"], row["terminal"]] += row["count"]
    return [
        {"words": plot.CAUSES[cause][1], "counted": [counts[cause, place] for place in PLACES]}
        for cause in dict.fromkeys(cause for cause, _ in counts)
    ]


def _sensitivity(seam: Seam) -> list[dict[str, Any]]:
    known = seam.study.paper.published
    cells = {cell["id"]: cell for cell in seam.study.plan["cells"]}
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for variant, transfers in seam.transfers.items():
        number = known.get(f"{variant.cell}_{'seam' if variant.separated else 'noseam'}")
        if number is None:
            continue
        cell = cells[variant.cell]
        estimate = transfers.mean(cell["unit"])
        row = {"label": variant.label, "cell": cell, "sides": []}
        rows.setdefault((variant.label, variant.cell), row)["sides"].append(
            {
                "estimate": estimate,
                "deviation": 100 * (estimate.value / number.value - 1),
                "retransmissions": float(transfers.retransmissions.mean()),
            }
        )
    return list(rows.values())


def _rules(seam: Seam) -> list[dict[str, Any]]:
    """Say what each separation rule gives for each pair: windows, share of the day, times."""
    told, skies, rows = seam.study.plan["separation"], seam.skies, []
    for rule in told["rules"]:
        for cell in seam.study.plan["cells"]:
            if cell["unit"] != "ms":
                continue
            ends = (cell["from"], cell["to"])
            inside, primary = (
                skies.separated(seam.scenario, ends, one)[1] for one in (rule, told["primary"])
            )
            mine = {
                one.separated: transfers.mean("ms")
                for one, transfers in seam.transfers.items()
                if (one.label, one.cell) == (f"separation after {rule}", cell["id"])
            }
            rows.append(
                {
                    "rule": rule,
                    "pair": ends,
                    "windows": len(skies.windows(seam.scenario, ends, rule, True)),
                    "share_percent": 100 * float(np.mean(inside)),
                    "agrees_percent": 100 * float(np.mean(inside == primary)),
                    "noseam": mine[False],
                    "seam": mine[True],
                }
            )
    return rows


def paths(seam: Seam, *, dark: bool = False) -> Figure:
    """Draw a path on each side of the seam on maps."""
    views = []
    for example in (_example(seam, separated) for separated in SIDES):
        moment = survey.snapshot(seam.scenario, example["t_s"])
        views.append(
            plot.SkyView(
                nodes=moment.table("nodes"),
                links=moment.table("links"),
                path=example["path"],
                title=f"{example['side']}, {example['clock']}: {example['hops']} links",
                colour=COLOURS[example["separated"]],
            )
        )
    return plot.sky(views, dark=dark)


def delay(seam: Seam, *, destination: str, dark: bool = False) -> Figure:
    """One-way delay from Hawaii over a day, coloured by cause of change."""
    return plot.delay(seam.delay, source="HNL", destination=destination, dark=dark)


def distribution(seam: Seam, *, name: str, dark: bool = False) -> Figure:
    """Distribution of transfer times, separated and not."""
    known = seam.study.paper.published
    (cell,) = (cell for cell in seam.study.plan["cells"] if cell["id"] == name)
    groups, marks = {}, {}
    for separated, side in ((False, "noseam"), (True, "seam")):
        times_s = seam.primary(name, separated).transfer_time_s
        groups[WORDS[separated]] = times_s * FACTOR[cell["unit"]]
        if f"{name}_{side}" in known:
            marks[WORDS[separated]] = known[f"{name}_{side}"].value
    return plot.transfer_times(groups, unit=cell["unit"], marks=marks, dark=dark)


def why(seam: Seam) -> Figure:
    """Why a small page takes twice as long across the seam, in one figure."""
    figure = Figure(figsize=(9.2, 5.4), layout="constrained")
    top, bottom = figure.subplots(2, 1, height_ratios=[1.9, 1])
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
    bottom.set_yticks([1, 0], list(WORDS))
    bottom.set_xlim(0, 1.14 * split[True][1])
    bottom.grid(axis="y", visible=False)
    bottom.tick_params(axis="y", length=0)
    bottom.spines["left"].set_visible(False)
    bottom.set(xlabel="mean transfer time of a 9 kB page, ms", title="A 9 kB page")
    return figure


def _coloured_delay(axes: Axes, rows: pa.Table) -> None:
    t_h = rows["t_s"].to_numpy() / 3600
    delay_ms, separated = rows["delay_ms"].to_numpy(), rows["separated"].to_numpy()
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
    axes.set(ylim=(0, top * 1.16), xlim=(0, 24))
    axes.xaxis.set_major_locator(mpl.ticker.MultipleLocator(3))
    axes.xaxis.set_major_formatter(lambda hours, _: f"{hours:02.0f}:00")
    axes.set_ylabel("one-way delay, ms")


FIGURES = {
    "paths": paths,
    "why": why,
    **{f"delay_{one}": partial(delay, destination=one) for one in ("LAX", "DEL")},
    **{f"distribution_{name}": partial(distribution, name=name) for name in CELLS},
}
