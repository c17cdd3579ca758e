"""The page on bulk transfers: figures and tables of what `boubaker2020_bulk` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import study
from skyseam.reproduce.boubaker2020_bulk import PAPER, Bulk, Handover, Outcome, around
from skyseam.reproduce.report import Picture, Report, compose, digits, interval

_BEFORE_S, _AFTER_S = 12.0, 15.0
_KIND_COLOURS = ("#0072B2", "#56B4E9", "#D55E00", "#E69F00")


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [_picture(outcome, rate) for rate in outcome.plan["rates"]]
    pictures.append(
        Picture(
            "dips",
            lambda dark: dips(outcome, dark=dark),
            "Depth of the dip over the width of bins and over the queue, published values beside.",
            "What decides how deep a dip looks: the width of the bins (left) and the queue at the "
            "boat (right), for each kind of handover. Dashed lines are the published dips.",
        )
    )
    rates = outcome.plan["rates"]
    context = {
        "plan": outcome.plan,
        "runs": [_run_row(outcome, rate) for rate in rates],
        "handovers": _handover_rows(outcome),
        "widths": [f"{width:g} s" for width in outcome.plan["widths_s"]],
        "by_width": {rate["id"]: _by_width(outcome, rate) for rate in rates},
        "by_queue": {rate["id"]: _by_queue(outcome, rate) for rate in rates},
        "kinds": [kind["label"] for kind in outcome.plan["kinds"]],
        "storm": {rate["id"]: _storm(outcome, rate) for rate in rates},
        "fits": _fits(outcome),
    }
    facts = {
        key: context[key]
        for key in ("runs", "widths", "by_width", "by_queue", "kinds", "storm", "fits")
    }
    facts["compared"] = [
        {
            "id": row.published.id,
            "published": f"{row.published.value:g}",
            "simulated": f"{digits(row.simulated.value)} ({interval(row.simulated)})",
            "deviation": f"{row.deviation_percent:+.1f}",
        }
        for row in outcome.compared
    ]
    return compose(
        "boubaker2020_bulk.html", context, pictures, compared=outcome.compared,
        tables={"delay": outcome.delay}, facts=facts,
    )  # fmt: skip


def _picture(outcome: Outcome, rate: dict[str, Any]) -> Picture:
    number = {"lo": "10", "hi": "11"}[rate["id"]]
    return Picture(
        f"fig{number}",
        lambda dark: panels(outcome, rate, dark=dark),
        f"Throughput over the whole run and around each kind of handover, {rate['label']}.",
        f"Fig. {number} of the paper, {rate['label']}: (a) receiving throughput in bins of 1 s "
        "over the run, handovers marked; (b) to (e) the first handover of each kind, with the "
        "congestion window. Dashed: published.",
    )


def _run_row(outcome: Outcome, rate: dict[str, Any]) -> list[str]:
    runs = outcome.whole[rate["id"]]

    def mean(key: str) -> float:
        return float(np.mean([one.flow[key] for one in runs]))

    return [
        rate["label"],
        rate["terminal"],
        f"{rate['queue']}",
        f"{mean('goodput_bps') / 1e6:.3f}",
        f"{mean('retransmissions'):.0f}",
        f"{mean('drops'):.0f}",
        f"{mean('timeouts'):.1f}",
        str(len(runs)),
    ]


def _handover_rows(outcome: Outcome) -> list[list[str]]:
    labels = {kind["id"]: kind["label"] for kind in outcome.plan["kinds"]}
    rows = []
    for one in outcome.handovers:
        cells = [_clock(one.t_s), labels[one.kind], f"{one.before_ms:.1f}", f"{one.after_ms:.1f}"]
        for rate in outcome.plan["rates"]:
            before, dip = around(
                outcome.plan, outcome.whole[rate["id"]][0], one.t_s, outcome.plan["width_s"]
            )
            cells += ["\N{EN DASH}" if np.isnan(x) else digits(x) for x in (before, dip)]
        rows.append(cells)
    return rows


def _clock(t_s: float) -> str:
    seconds = int(t_s)
    return f"{seconds // 3600:02}:{seconds % 3600 // 60:02}:{seconds % 60:02}"


def _published(rate: str, kind: str) -> float | None:
    number = study.published(PAPER).get(f"{rate}_{kind}_dip")
    return None if number is None else number.value


def _said(value: float | None) -> str:
    return "\N{EN DASH}" if value is None or np.isnan(value) else digits(value)


def _by_width(outcome: Outcome, rate: dict[str, Any]) -> list[list[str]]:
    rows = []
    for kind in outcome.plan["kinds"]:
        found = [outcome.dip(rate["id"], kind["id"], w) for w in outcome.plan["widths_s"]]
        said = [_said(None if one is None else one.value) for one in found]
        rows.append([kind["label"], _said(_published(rate["id"], kind["id"])), *said])
    return rows


def _by_queue(outcome: Outcome, rate: dict[str, Any]) -> list[list[str]]:
    rows = []
    for (name, queued, queue), runs in outcome.zooms.items():
        if name == rate["id"]:
            said = [_said(_zoom_dip(outcome, runs, kind["id"])) for kind in outcome.plan["kinds"]]
            rows.append([f"{queue} packets", queued, *said])
    return rows


def _zoom_dip(outcome: Outcome, runs: dict[str, Bulk], kind: str) -> float | None:
    first = outcome.first(kind)
    if first is None or kind not in runs:
        return None
    return around(outcome.plan, runs[kind], first.t_s, outcome.plan["width_s"])[1]


def _storm(outcome: Outcome, rate: dict[str, Any]) -> dict[str, str]:
    """Say what the end of slow start does: the throughput of the first half minute."""
    one = outcome.whole[rate["id"]][0]
    t_s, rates = one.rates(outcome.plan["bin_s"], 1.0)
    early = rates[t_s < one.start_s + 30]
    later = rates[t_s >= one.start_s + 30]
    return {
        "early": digits(float(early.mean())),
        "lowest": digits(float(early[3:].min())),
        "later": digits(float(np.median(later))) if len(later) else "\N{EN DASH}",
        "retransmissions": f"{one.flow['retransmissions']:,}",
    }


def _fits(outcome: Outcome) -> list[dict[str, str]]:
    """Say at which width of bins each published dip would be met, from those looked at.

    With the handover as it is read here, and with that which changes the delay the other way.
    """
    rows = []
    for rate in outcome.plan["rates"]:
        for kind in outcome.plan["kinds"]:
            published = _published(rate["id"], kind["id"])
            opposite = next(
                other["id"]
                for other in outcome.plan["kinds"]
                if other["cause"] == kind["cause"] and other["longer"] != kind["longer"]
            )
            if published is not None:
                rows.append(
                    {
                        "what": f"{rate['label']}, {kind['label']}",
                        "published": digits(published),
                        "read": _nearest(outcome, rate["id"], kind["id"], published),
                        "other": _nearest(outcome, rate["id"], opposite, published),
                    }
                )
    return rows


def _nearest(outcome: Outcome, rate: str, kind: str, published: float) -> str:
    found = [(width, outcome.dip(rate, kind, width)) for width in outcome.plan["widths_s"]]
    known = [(width, one.value) for width, one in found if one]
    if not known:
        return "\N{EN DASH}"
    width, value = min(known, key=lambda pair: abs(pair[1] - published))
    return f"{digits(value)} in {width:g} s"


@plot.styled
def panels(outcome: Outcome, rate: dict[str, Any], *, dark: bool = False) -> Figure:
    """Draw the whole run above, below the first handover of each kind."""
    figure = Figure(figsize=(9.6, 6.4), layout="constrained")
    grid = figure.add_gridspec(3, 2, height_ratios=[1.1, 1, 1])
    top = figure.add_subplot(grid[0, :])
    one = outcome.whole[rate["id"]][0]
    t_s, rates = one.rates(outcome.plan["bin_s"], outcome.plan["width_s"])
    top.step(
        (t_s - outcome.plan["start_s"]) / 60, rates, where="post", color=plot.NO_SEAM, linewidth=0.8
    )
    colours = dict(zip([k["id"] for k in outcome.plan["kinds"]], _KIND_COLOURS, strict=True))
    ceiling = float(np.median(rates))
    for handover in outcome.handovers:
        top.plot(
            (handover.t_s - outcome.plan["start_s"]) / 60, ceiling * 1.07, "v",
            color=colours[handover.kind], markersize=5, clip_on=False,
        )  # fmt: skip
    top.set_ylim(0, ceiling * 1.12)
    top.set_xlim(left=0)
    top.set_title(f"(a) throughput of the first run, {rate['label']}")
    top.set_xlabel("min after 12:21:00")
    top.set_ylabel("Mbit/s")
    for index, kind in enumerate(outcome.plan["kinds"]):
        axes = figure.add_subplot(grid[1 + index // 2, index % 2])
        axes.set_title(f"({kind['panel']}) {kind['label']}", fontsize=9.5)
        handover_or_none = outcome.first(kind["id"])
        if handover_or_none is None:
            axes.text(0.5, 0.5, "none in this run", ha="center", transform=axes.transAxes)
            continue
        _zoomed(axes, outcome, rate, handover_or_none, colours[kind["id"]])
    return figure


def _zoomed(
    axes: Axes, outcome: Outcome, rate: dict[str, Any], handover: Handover, colour: str
) -> None:
    one = _covering(outcome, rate, handover)
    t_s, rates = one.rates(outcome.plan["bin_s"], outcome.plan["width_s"])
    near = (t_s >= handover.t_s - _BEFORE_S) & (t_s <= handover.t_s + _AFTER_S)
    axes.step(t_s[near] - handover.t_s, rates[near], where="post", color=plot.NO_SEAM)
    known = study.published(PAPER)
    for word in ("before", "dip"):
        number = known.get(f"{rate['id']}_{handover.kind}_{word}")
        if number is not None:
            axes.axhline(number.value, color=plot.SEAM, linestyle="--", linewidth=1)
            axes.text(
                _AFTER_S, number.value, f"{number.value:g}", color=plot.SEAM, fontsize=7.5,
                ha="right", va="bottom" if word == "before" else "top",
            )  # fmt: skip
    axes.axvline(0, color=colour, linewidth=1)
    axes.set_ylim(0, float(np.median(rates)) * 1.18)
    axes.set_xlim(-_BEFORE_S, _AFTER_S)
    axes.set_ylabel("Mbit/s", color=plot.NO_SEAM)
    axes.set_xlabel(f"s after {_clock(handover.t_s)}", fontsize=8.5)
    window = _window(outcome, rate, handover)
    if window is None:
        return
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    right.step(window[0] - handover.t_s, window[1], where="post", color=plot.GREY, linewidth=0.9)
    right.set_ylim(bottom=0)
    right.set_ylabel("cwnd, segments", color=plot.GREY, fontsize=8.5)


def _covering(outcome: Outcome, rate: dict[str, Any], handover: Handover) -> Bulk:
    """Return the first run in which a handover happens."""
    runs = outcome.whole[rate["id"]]
    length_s = outcome.plan["bin_s"] * len(runs[0].bits)
    for one in runs:
        if one.start_s < handover.t_s < one.start_s + length_s:
            return one
    return runs[0]


def _window(
    outcome: Outcome, rate: dict[str, Any], handover: Handover
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None:
    """Return the congestion window near a handover: of the whole run, else of the one around it."""
    one = _covering(outcome, rate, handover)
    if not one.cwnd.num_rows:
        runs = outcome.zooms.get((rate["id"], "lost", rate["queue"]), {})
        if handover.kind not in runs:
            return None
        one = runs[handover.kind]
    t_s, segments = one.cwnd["t_s"].to_numpy(), one.cwnd["cwnd_bytes"].to_numpy() / 1000
    begin, end = handover.t_s - _BEFORE_S, handover.t_s + _AFTER_S
    # A row stands for a change: what held before the first one in sight, and holds after the last.
    known = t_s <= end
    if not known.any():
        return None
    shown = max(int(np.searchsorted(t_s, begin, side="right")) - 1, 0)
    t_s, segments = t_s[known][shown:], segments[known][shown:]
    return (
        np.append(np.maximum(t_s, begin), end),
        np.append(segments, segments[-1]),
    )


@plot.styled
def dips(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Depth of the dips over the width of bins, and over the queue."""
    rates = outcome.plan["rates"]
    figure = Figure(figsize=(9.6, 3.1 * len(rates) + 0.4), layout="constrained")
    grid = figure.subplots(len(rates), 2, squeeze=False)
    kinds = outcome.plan["kinds"]
    for (left, right), rate in zip(grid, rates, strict=True):
        for kind, colour in zip(kinds, _KIND_COLOURS, strict=True):
            widths = outcome.plan["widths_s"]
            found = [outcome.dip(rate["id"], kind["id"], width) for width in widths]
            _curve(left, widths, [None if one is None else one.value for one in found], colour)
            zooms = [
                (queue, _zoom_dip(outcome, runs, kind["id"]))
                for (name, queued, queue), runs in outcome.zooms.items()
                if name == rate["id"] and queued == "lost"
            ]
            _curve(right, [queue for queue, _ in zooms], [dip for _, dip in zooms], colour)
            published = _published(rate["id"], kind["id"])
            for axes in (left, right):
                if published is not None:
                    axes.axhline(published, color=colour, linestyle="--", linewidth=0.9)
        left.set_ylabel(f"lowest bin, Mbit/s\n{rate['label']}")
        left.set_xlabel("width of the bins, s")
        right.set_xlabel(f"queue at the boat, packets; bins of {outcome.plan['width_s']:g} s")
        left.axvline(outcome.plan["width_s"], color=plot.GREY, linewidth=0.8, linestyle=":")
        right.axvline(rate["queue"], color=plot.GREY, linewidth=0.8, linestyle=":")
    figure.legend(
        handles=[
            *(
                mpl.lines.Line2D([], [], color=colour, marker="o", markersize=3.5, label=k["label"])
                for k, colour in zip(kinds, _KIND_COLOURS, strict=True)
            ),
            mpl.lines.Line2D([], [], color=plot.GREY, linestyle="--", label="published"),
        ],
        loc="outside lower center",
        ncols=3,
    )
    return figure


def _curve(axes: Axes, x: list[float], y: list[float | None], colour: str) -> None:
    known = [(a, b) for a, b in zip(x, y, strict=True) if b is not None and np.isfinite(b)]
    if known:
        axes.plot(*zip(*known, strict=True), color=colour, marker="o", markersize=3.5)
        axes.set_xscale("log")
        axes.set_xticks(x, [f"{value:g}" for value in x])
        axes.minorticks_off()
