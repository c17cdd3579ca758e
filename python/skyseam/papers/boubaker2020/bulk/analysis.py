"""Boubaker 2020, Fig. 10 and 11: bulk data from a boat to London, and the cost of each handover.

Whole runs from starts within the published minute, at low and high rates, in both readings of the
boat's place and of the queue. Around handovers, each cause is also run without the other.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.plot.style import NotebookFigure
from skyseam.reproduce import Estimate, Floats, Study, digits, drawing, over_seeds, said, transfers
from skyseam.reproduce.bulk import Bulk, around, run_bulk
from skyseam.reproduce.bulk import dips as dips_of
from skyseam.reproduce.cases import Declared, applied
from skyseam.reproduce.report import clock

from .. import shared
from ..shared import BOAT, LONDON

BEFORE_S, AFTER_S = 12.0, 15.0
KIND_COLOURS = ("#0072B2", "#56B4E9", "#D55E00", "#E69F00")


@dataclass(frozen=True)
class Handover:
    """A handover during a transfer: time, kind, and delay before and after it in ms."""

    t_s: float
    kind: str
    before_ms: float
    after_ms: float


class Cause(Declared, file=__file__):
    """Runs around the first handover of each kind."""


@dataclass(frozen=True)
class Transfers:
    """Results of the study: whole runs by rate and reading, runs around handovers by cause."""

    study: Study
    delay: pa.Table
    handovers: dict[str, list[Handover]]
    whole: dict[tuple[str, str], list[Bulk]]
    zooms: dict[Cause, dict[str, Bulk]]

    def seen(self, rate: str, reading: str, kind: str) -> tuple[Estimate, Estimate] | None:
        """Return the throughput before a kind of handover and the dip, Mbit/s, over runs.

        If a reading has no whole runs, the run around its first handover is used. None if there is
        none.
        """
        there = [one for one in self.handovers[reading] if one.kind == kind]
        near = self.zooms.get(Cause(rate, reading, reading, "lost"), {})
        runs = self.whole.get((rate, reading), [near[kind]] if kind in near else [])
        of_runs = (dips_of(self.study.plan, [(run, one.t_s) for one in there]) for run in runs)
        means = np.array([each.mean(axis=0) for each in of_runs if len(each)]).reshape(-1, 2)
        before, dip = (over_seeds(each) for each in means.T)
        return (before, dip) if len(means) else None

    def zoom_dip(self, cause: Cause, kind: str) -> float | None:
        """Return the dip at the first handover of a kind, Mbit/s, in the runs around handovers."""
        if kind not in self.zooms[cause]:
            return None
        first = firsts(self.handovers[cause.boat])[kind]
        return around(self.study.plan, self.zooms[cause][kind], first.t_s)[1]

    def around(self, rate: str, handover: Handover) -> tuple[float, float]:
        """Return the throughput before a handover and its dip, Mbit/s, in the first run."""
        return around(self.study.plan, self.whole[rate, "fits"][0], handover.t_s)

    def published(self, rate: str, kind: str, word: str = "dip") -> float | None:
        """Return the published throughput of a kind of handover, Mbit/s, or None."""
        number = self.study.paper.published.get(f"{rate}_{kind}_{word}")
        return None if number is None else number.value


def make(study: Study) -> Transfers:
    plan = study.plan
    found = {name: find_handovers(study, name) for name in plan["setting"]}
    handovers = {name: listed for name, (_, listed) in found.items()}
    whole: dict[tuple[str, str], list[Bulk]] = {}
    zooms: dict[Cause, dict[str, Bulk]] = {}
    # High rates have eighty times the packets of low ones.
    for part, rate in zip(study.shares([1.0, 6.0]), plan["rates"], strict=True):
        label = rate["label"]
        for reading, count in rate["starts"].items():
            base = base_of(study, rate, reading, reading)
            jobs = [(base, *when) for when in _times(plan, count, handovers[reading])]
            runs, name = part.within(0.0, 0.7, f"bulk, {label}"), f"bulk-{rate['id']}"
            whole[rate["id"], reading] = run_bulk(runs, name, plan, jobs, rate["id"] == "lo")
        near, before_s = {}, plan["zoom_before_s"]
        for one in plan["causes"]:
            cause = Cause(rate["id"], one["boat"], one["queue"], one.get("queued", "lost"))
            base = base_of(study, rate, cause.boat, cause.queue, cause.queued)
            for kind, first in firsts(handovers[cause.boat]).items():
                span = (first.t_s - before_s, before_s + plan["zoom_after_s"])
                near[cause, kind] = (base, *span)
        runs = part.within(0.7, 1.0, f"handovers, {label}")
        ran = run_bulk(runs, f"zoom-{rate['id']}", plan, list(near.values()), True)
        for (cause, kind), run in zip(near, ran, strict=True):
            zooms.setdefault(cause, {})[kind] = run
    return Transfers(study, found["fits"][0], handovers, whole, zooms)


def base_of(
    study: Study, rate: Mapping[str, Any], boat: str, queue: str, queued: str = "lost"
) -> dict[str, Any]:
    """Return the scenario of a bulk transfer, with the boat and the queue of readings."""
    base, plan = study.document("seam.toml"), study.beside("bulk").plan
    setting = plan["setting"]
    transport = {**base["flows"][0]["transport"], **plan["transport"]}
    flow = {"name": "bulk", "from": BOAT, "to": LONDON, "application": {"kind": "bulk"}}
    places = ((BOAT, setting[boat]["boat"]), (LONDON, plan["bulk"]["london"]))
    ends = [transfers.terminal(name, *at) for name, at in places]
    rates = plan[rate["changes"]] if rate["changes"] else {}
    limit = f"{setting[queue]['queue'][rate['id']]} packets"
    changes = {**rates, "links.*.queue": limit, "handover.queued": queued}
    scenario = {**transfers.sky_of(base, ends), "flows": [{**flow, "transport": transport}]}
    return applied(scenario, changes)


def find_handovers(study: Study, reading: str) -> tuple[pa.Table, list[Handover]]:
    """Return the delay over the run, and the handovers in it by kind."""
    plan = study.beside("bulk").plan
    sky = base_of(study, plan["rates"][0], reading, reading)
    del sky["flows"]
    span = {name: plan["bulk"][name] for name in ("start_s", "duration_s")}
    table = shared.day(sky, [(BOAT, LONDON)], **span).table("delay")
    kinds = {(kind["cause"], kind["longer"]): kind["id"] for kind in plan["kinds"]}
    found = []
    for before, after in itertools.pairwise(table.to_pylist()):
        ends_ms = (before["delay_ms"], after["delay_ms"])
        kind = kinds.get((after["cause"], ends_ms[1] > ends_ms[0]))
        if kind is not None:
            found.append(Handover(after["t_s"], kind, *ends_ms))
    return table, found


def firsts(handovers: Sequence[Handover]) -> dict[str, Handover]:
    """Return the first handover of each kind, in chronological order."""
    found: dict[str, Handover] = {}
    for one in handovers:
        found.setdefault(one.kind, one)
    return found


def spread_starts(plan: Mapping[str, Any], count: int) -> list[float]:
    """Return `count` starts within the published minute, s."""
    return [float(plan["bulk"]["start_s"] + np.floor(n / count * 60)) for n in range(count)]


def _times(
    plan: Mapping[str, Any], count: int, handovers: Sequence[Handover]
) -> list[tuple[float, float]]:
    """Return start and duration of each run: whole, or around handovers in a quick study."""
    if "around_s" in plan:
        before_s, after_s = plan["around_s"]
        near = firsts(handovers).values()
        return [(one.t_s - before_s, before_s + after_s) for one in near]
    return [(start_s, plan["bulk"]["duration_s"]) for start_s in spread_starts(plan, count)]


def falls(t_s: Floats, window: Floats, span: tuple[float, float], share: float) -> int:
    """Return how often a window falls and picks up again within a span.

    It falls by at least `share` from its highest since the last fall, and picks up by as much from
    its lowest.
    """
    begin, end = (int(np.searchsorted(t_s, at, side="right")) for at in span)
    extreme, is_down, found = math.nan, False, 0
    for value in window[max(begin - 1, 0) : end]:
        if is_down:
            extreme = min(extreme, value)
            if value >= (1 + share) * extreme:
                is_down, extreme, found = False, value, found + 1
        else:
            extreme = np.fmax(extreme, value)
            is_down = bool(value <= (1 - share) * extreme)
            extreme = value if is_down else extreme
    return found


def unchanged(delay: pa.Table) -> list[tuple[float, float]]:
    """Return the spans in which the path stays the same, from their first to their last sample."""
    t_s, paths = delay["t_s"].to_numpy(), delay["path"].to_pylist()
    first = [0, *(n for n in range(1, len(paths)) if paths[n] != paths[n - 1]), len(paths)]
    return [(float(t_s[a]), float(t_s[b - 1])) for a, b in itertools.pairwise(first)]


def _steady(bulk: Transfers, rate: dict[str, Any]) -> list[str]:
    """Return what the change of elevation alone does: in the longest span without another one."""
    plan = bulk.study.plan
    spans: dict[tuple[float, float], list[Floats]] = {}
    for run, (begin_s, end_s) in itertools.product(
        bulk.whole[rate["id"], "fits"], unchanged(bulk.delay)
    ):
        t_s, rates = run.rates(plan["bin_s"], plan["width_s"])
        from_s = max(begin_s, run.start_s) + plan["settled_s"]
        inside = (t_s >= from_s) & (t_s + plan["width_s"] <= end_s)
        if inside.any():
            spans.setdefault((begin_s, end_s), []).append(rates[inside])
    begin_s, end_s = max(spans, key=lambda span: len(spans[span][0]))
    seen = np.concatenate(spans[begin_s, end_s])
    t_s = bulk.delay["t_s"].to_numpy()
    ways_ms = bulk.delay["delay_ms"].to_numpy()[(t_s >= begin_s) & (t_s <= end_s)]
    ends = ((ways_ms.min(), ways_ms.max()), (seen.min(), seen.max()))
    shown = (" to ".join(digits(float(one)) for one in pair) for pair in ends)
    return [rate["label"], f"{clock(begin_s)} to {clock(end_s)}", *shown]


def _windows(bulk: Transfers, rate: dict[str, Any]) -> list[list[str]]:
    """Return how often the window falls and picks up before and after the first handovers."""
    plan, first = bulk.study.plan, firsts(bulk.handovers["fits"])
    near = bulk.zooms[Cause(rate["id"], "fits", "fits", "lost")]
    whole = [one for one in bulk.whole[rate["id"], "fits"] if one.cwnd.num_rows]
    rows = []
    for words, late_s in (("before", -plan["falls_s"]), ("after", 0.0)):
        row = [rate["label"], words]
        for kind in (one["id"] for one in plan["kinds"]):
            counts = []
            for run in whole or [near[kind]] if kind in first else []:
                t_s, window = run.cwnd["t_s"].to_numpy(), run.cwnd["cwnd_bytes"].to_numpy()
                begin_s = first[kind].t_s + late_s
                if t_s[0] < begin_s < t_s[-1]:
                    span = (begin_s, begin_s + plan["falls_s"])
                    counts.append(float(falls(t_s, window, span, plan["falls_share"])))
            row.append(said(over_seeds(np.array(counts))) if counts else digits(None))
        rows.append(row)
    return rows


def estimates(bulk: Transfers) -> dict[str, Any]:
    plan = bulk.study.plan
    found: dict[str, Any] = {}
    for rate, kind, reading in itertools.product(plan["rates"], plan["kinds"], plan["setting"]):
        seen = bulk.seen(rate["id"], reading, kind["id"])
        events = sum(one.kind == kind["id"] for one in bulk.handovers[reading])
        label = plan["setting"][reading]["label"]
        how = f"{events} such handovers in a run"
        if (rate["id"], reading) not in bulk.whole:
            how = "around the first such handover"
        for word, ours in zip(("before", "dip"), seen or (), strict=False):
            name = f"{rate['id']}_{kind['id']}_{word}"
            if name in bulk.study.paper.published:
                found.setdefault(name, {})[reading] = (ours, f"{label}, {how}")
    return found


def tables(bulk: Transfers) -> dict[str, pa.Table]:
    return {"delay": bulk.delay}


def page(bulk: Transfers) -> dict[str, Any]:
    plan = bulk.study.plan
    return {
        "runs": [_run_row(bulk, *key, runs) for key, runs in bulk.whole.items()],
        "causes": {rate["id"]: _causes(bulk, rate) for rate in plan["rates"]},
        "steady": [_steady(bulk, rate) for rate in plan["rates"]],
        "falls": [row for rate in plan["rates"] for row in _windows(bulk, rate)],
        "storm": _storm(bulk),
    }


def _causes(bulk: Transfers, rate: dict[str, Any]) -> list[list[str]]:
    """Return the dips by boat and queue for each interpretation, the published ones first."""
    plan = bulk.study.plan
    published = [digits(bulk.published(rate["id"], kind["id"])) for kind in plan["kinds"]]
    rows = [["published", "", "", *published]]
    for cause in bulk.zooms:
        if cause.rate == rate["id"]:
            limit = f"{plan['setting'][cause.queue]['queue'][rate['id']]} packets"
            dips = [digits(bulk.zoom_dip(cause, kind["id"])) for kind in plan["kinds"]]
            rows.append([plan["setting"][cause.boat]["label"], limit, cause.queued, *dips])
    return rows


def _run_row(bulk: Transfers, rate: str, reading: str, runs: list[Bulk]) -> list[str]:
    setting = bulk.study.plan["setting"][reading]
    label = next(one["label"] for one in bulk.study.plan["rates"] if one["id"] == rate)
    goodput = over_seeds(np.array([one.flow["goodput_bps"] / 1e6 for one in runs]))
    means = (float(np.mean([r.flow[key] for r in runs])) for key in ("retransmissions", "drops"))
    row = [label, setting["label"], str(setting["queue"][rate]), said(goodput)]
    return [*row, *(f"{one:.0f}" for one in means), str(len(runs))]


def _storm(bulk: Transfers) -> dict[str, str]:
    """Return the effects of the end of slow start at high rates, in the first half minute."""
    one = bulk.whole["hi", "fits"][0]
    t_s, rates = one.rates(bulk.study.plan["bin_s"], 1.0)
    early, later = (rates[which] for which in (t_s < one.start_s + 30, t_s >= one.start_s + 30))
    return {
        "early": digits(float(early.mean())),
        "lowest": digits(float(early[3:].min())),
        "later": digits(float(np.median(later)) if len(later) else None),
        "retransmissions": f"{one.flow['retransmissions']:,}",
    }


def _panels(bulk: Transfers, *, at: int) -> Figure:
    """Draw the whole run in the upper panel, the first handover of each kind below."""
    plan, handovers, rate = bulk.study.plan, bulk.handovers["fits"], bulk.study.plan["rates"][at]
    start_s = plan["bulk"]["start_s"]
    figure = NotebookFigure(figsize=(9.6, 6.4), layout="constrained")
    grid = figure.add_gridspec(3, 2, height_ratios=[1.1, 1, 1])
    top = figure.add_subplot(grid[0, :])
    t_s, rates = bulk.whole[rate["id"], "fits"][0].rates(plan["bin_s"], plan["width_s"])
    minutes = (t_s - start_s) / 60
    top.step(minutes, rates, where="post", color=plot.NO_SEAM, linewidth=0.8)
    colours = {k["id"]: colour for k, colour in zip(plan["kinds"], KIND_COLOURS, strict=True)}
    ceiling = float(np.median(rates))
    for one in handovers:
        minute = (one.t_s - start_s) / 60
        top.plot(minute, ceiling * 1.07, "v", color=colours[one.kind], markersize=5, clip_on=False)
    top.set(xlim=(0, None), ylim=(0, ceiling * 1.12), xlabel="min after 12:21:00", ylabel="Mbit/s")
    top.set_title(f"(a) throughput of the first run, {rate['label']}")
    for index, kind in enumerate(plan["kinds"]):
        axes = figure.add_subplot(grid[1 + index // 2, index % 2])
        axes.set_title(f"({kind['panel']}) {kind['label']}", fontsize=9.5)
        first = firsts(handovers).get(kind["id"])
        if first is None:
            axes.text(0.5, 0.5, "none in this run", ha="center", transform=axes.transAxes)
        else:
            _zoomed(axes, bulk, rate, first, colours[kind["id"]])
    return figure


def _zoomed(
    axes: Axes, bulk: Transfers, rate: dict[str, Any], handover: Handover, colour: str
) -> None:
    plan, runs = bulk.study.plan, bulk.whole[rate["id"], "fits"]
    length_s = plan["bin_s"] * len(runs[0].bits)
    # The first run in which the handover happens.
    there = (run for run in runs if run.start_s < handover.t_s < run.start_s + length_s)
    one = next(there, runs[0])
    t_s, rates = one.rates(plan["bin_s"], plan["width_s"])
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
    if not one.cwnd.num_rows:
        one = bulk.zooms[Cause(rate["id"], "fits", "fits", "lost")].get(handover.kind, one)
    window = _window(one, handover.t_s - BEFORE_S, handover.t_s + AFTER_S)
    if window is None:
        return
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    right.step(window[0] - handover.t_s, window[1], where="post", color=plot.GREY, linewidth=0.9)
    right.set_ylim(bottom=0)
    right.set_ylabel("cwnd, segments", color=plot.GREY, fontsize=8.5)


def _window(one: Bulk, begin_s: float, end_s: float) -> tuple[Floats, Floats] | None:
    """Return the congestion window in a span of a run: times, s, and segments."""
    t_s, segments = one.cwnd["t_s"].to_numpy(), one.cwnd["cwnd_bytes"].to_numpy() / 1000
    # A row stands for a change: what held before the first one in sight, and holds after the last.
    last = int(np.searchsorted(t_s, end_s, side="right"))
    if not last:
        return None
    shown = slice(max(int(np.searchsorted(t_s, begin_s, side="right")) - 1, 0), last)
    times_s = np.append(np.maximum(t_s[shown], begin_s), end_s)
    return times_s, np.append(segments[shown], segments[last - 1])


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
                queue = "{lo} / {hi}".format_map(plan["setting"][cause.queue]["queue"])
                label = f"{plan['setting'][cause.boat]['label']}, queue {queue}"
                dip = bulk.zoom_dip(cause, kind["id"])
                axes.plot(at + 0.15 * (n - 1.5), dip, "o", color=colour, markersize=6, label=label)
        words = [kind["label"].replace(" to ", "\nto ") for kind in plan["kinds"]]
        axes.set_xticks(range(4), words)
        axes.tick_params(axis="x", labelsize=8)
        axes.set(title=rate["label"], ylabel="lowest bin of 1 s, Mbit/s")
    return drawing.legend(panels[1], 3)


FIGURES = {"fig10": partial(_panels, at=0), "fig11": partial(_panels, at=1), "dips": dips}
