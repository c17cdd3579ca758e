"""Boubaker 2020, the part on the orbital seam: 9 kB and 15 MB from Hawaii, separated or not.

Finds windows in the delay over a day, draws start times in them, runs one transfer per start time,
and computes means and ratios; then repeats this under other assumptions and at high rates.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Study, digits, drawing, said, transfers
from skyseam.reproduce.cases import Declared, applied
from skyseam.reproduce.quantities import SPEED_OF_LIGHT_KM_S
from skyseam.reproduce.report import clock
from skyseam.reproduce.transfers import FACTOR, SIDES, Files
from skyseam.results import Results

from .. import shared
from ..shared import DAY_S, PAIR, SIDE_NAMES

RADIUS_KM, ALTITUDE_KM, PER_PLANE = 6378.0, 780.0, 11
"""Of ns-2's Earth, and of Iridium (Table 2)."""

PLACES = {"HNL": "Hawaii", "LAX": "Los Angeles", "DEL": "New Delhi"}
CELLS = ("t9k_la", "t15M_la", "t9k_delhi", "t15M_delhi")
WORDS = ("not separated", "separated")
COLOURS = (plot.NO_SEAM, plot.SEAM)


class Variant(Declared, file=__file__):
    """Transfers that differ only in their start: a row of a table."""


@dataclass(frozen=True)
class Seam:
    """All results of the study.

    `scenario`: common scenario of all variants. `delay`, `handovers`: path and delay of this
    scenario over a day, and its counted handovers. `transfers`: transfers of each row.
    """

    study: Study
    scenario: dict[str, Any]
    delay: pa.Table
    handovers: pa.Table
    transfers: dict[Variant, Files]

    def sides(self, label: str, cell: str) -> list[Files]:
        """Return the transfers of a row, not separated and separated."""
        return [self.transfers[Variant(label, cell, side)] for side in SIDES]

    def read(self, reading: str, cell: str) -> list[Files]:
        """Return the transfers of a reading of the paper, not separated and separated."""
        there = Variant(reading, cell, True) in self.transfers
        return self.sides(reading if there else "defaults", cell)


def make(study: Study) -> Seam:
    plan, base = study.plan, study.document("seam.toml")
    days: dict[str, Results] = {}

    def day_of(scenario: dict[str, Any]) -> Results:
        kept = ("constellation", "handover", "routing", "terminals")
        key = repr([scenario[name] for name in kept])
        if key not in days:
            days[key] = shared.day(scenario, [(a, b) for a, b in base["delay"]["pairs"]])
        return days[key]

    jobs: dict[Variant, tuple[Floats, dict[str, Any]]] = {}
    for label, cell, changes, rule, count in _rows(plan):
        ends = (cell["from"], cell["to"])
        scenario = {**base, "flows": [shared.file_flow(base, ends, cell["size"])]}
        scenario = applied(scenario, changes)
        table = day_of(scenario).table("delay")
        t_s, inside = transfers.separated(table, ends)
        if rule != "directions":
            inside = plot.of_pair(table, ends)["hops"].to_numpy() >= plan["hops_at_least"]
        for side in SIDES:
            spans = plot.windows(t_s, inside == side)
            drawn = transfers.starts(spans, count, plan["seed"], f"{cell['id']} {SIDE_NAMES[side]}")
            jobs[Variant(label, cell["id"], side)] = (drawn, scenario)
    delay, handovers = (day_of(base).table(name) for name in ("delay", "handovers"))
    return Seam(study, base, delay, handovers, transfers.run_files(study, "seam", jobs))


def _rows(plan: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], str, int]]:
    """Give (label, cell, changes, separation rule, start times) of every row."""
    cells = {cell["id"]: cell for cell in plan["cells"]}
    for cell in cells.values():
        yield "defaults", cell, {}, plan["rule"], cell["starts"]
        # 9 kB leave in the first flight, whatever the window.
        if cell["unit"] == "s":
            yield "fits", cell, plan["reading"]["fits"]["changes"], plan["rule"], cell["starts"]
    for row in plan["variants"]:
        for cell in (cells[name] for name in row["cells"]):
            rule = row.get("rule", plan["rule"])
            yield row["label"], cell, row["changes"], rule, cell["few"]
    for queue in plan["high"]["queues"]:
        for cell in (cells[name] for name in plan["high"]["cells"]):
            changes = plan["high_rates"] | {"links.*.queue": f"{queue} packets"}
            yield high(queue), cell, changes, plan["rule"], cell["few"]


def estimates(seam: Seam) -> dict[str, Any]:
    plan, known = seam.study.plan, seam.study.paper.published
    found: dict[str, Any] = {}
    note = "mean over start times, one in each equal part of the windows"
    for cell, (side, name) in itertools.product(plan["cells"], SIDE_NAMES.items()):
        if number := known.get(f"{cell['id']}_{name}"):
            found[number.id] = {
                reading: (seam.read(reading, cell["id"])[side].mean(number.unit), note)
                for reading in plan["readings"]
            }
    for row in plan["ratios"]:
        sides = {reading: seam.read(reading, row["of"]) for reading in plan["readings"]}
        note = "ratio of the two means above"
        found[row["id"]] = {name: (transfers.ratio(*both), note) for name, both in sides.items()}
    return found | _geometry(seam)


def _geometry(seam: Seam) -> dict[str, Any]:
    """Return the numbers of Sec. 2.3, from the run and by the paper's own rules."""
    base = seam.scenario
    found: dict[str, Any] = {}
    gateway = next(one for one in base["terminals"] if one["name"] == base["flows"][0]["from"])
    twins = {**base, "terminals": [gateway, {**gateway, "name": "twin"}], "flows": []}
    del twins["delay"]
    rows = shared.day(twins, [(gateway["name"], "twin")], step_s=1.0).table("delay")
    up_ms = rows["delay_ms"].to_numpy()[rows["hops"].to_numpy() == 2] / 2
    mask_rad = np.radians(float(base["constellation"]["elevation_mask"].split()[0]))
    to_mask_km = formula_km(RADIUS_KM, ALTITUDE_KM, mask_rad)
    note = (
        "half the one-way delay between two terminals at the Hawaii gateway (one satellite between "
        "them), a day at 1 s steps"
    )
    formula = f"law of cosines at the mask, Earth of {RADIUS_KM:g} km"
    per_ms = SPEED_OF_LIGHT_KM_S / 1e3
    for name, factor, highest in (
        ("updown_delay", 1.0, to_mask_km / per_ms),
        ("slant_range", per_ms, to_mask_km),
    ):
        found[f"{name}_min"] = (Estimate(float(up_ms.min() * factor), n=len(up_ms)), note)
        found[f"{name}_max"] = {
            "defaults": (Estimate(float(up_ms.max() * factor), n=len(up_ms)), note),
            "fits": (Estimate(float(highest)), formula),
        }
    every = seam.handovers.to_pylist()
    intra_s, planes_s = counted(seam.delay)
    for kind, unit_s, ours, words in (
        ("intra", 60.0, intra_s, "mean time between consecutive intra-orbital handovers"),
        ("inter", 3600.0, planes_s, "mean time between first attachments to each new plane"),
    ):
        wanted = (gateway["name"], f"{kind}_orbital_handover")
        count = sum(row["count"] for row in every if (row["terminal"], row["cause"]) == wanted)
        note = f"24 h over all {count} such handovers of the Hawaii gateway in a day"
        found[f"{kind}_orbital_period"] = {
            "defaults": (Estimate(float(DAY_S / count / unit_s), n=count), note),
            "fits": (Estimate(float(ours.mean() / unit_s), n=len(ours)), words),
        }
    pairs = [(source, destination) for source, destination in base["delay"]["pairs"]]
    table = shared.day(base, pairs, duration_s=2 * DAY_S).table("delay")
    spans_of = [plot.windows(*transfers.separated(table, pair)) for pair in pairs]
    touched = [
        sum(a < start + DAY_S and b > start for a, b in spans)
        for spans in spans_of
        for start in np.arange(0.0, DAY_S + 1, 10.0)
    ]
    note = (
        "windows that a span of 24 h touches, the span moved over 48 h in 10 s steps, "
        f"{len(pairs)} pairs of terminals"
    )
    for end in (min, max):
        found[f"seam_per_day_{end.__name__}"] = (Estimate(float(end(touched)), n=len(pairs)), note)
    return found


def formula_km(radius_km: float, altitude_km: float, elevation_rad: float) -> float:
    """Return the slant range to a satellite at an elevation, km."""
    sine = radius_km * float(np.sin(elevation_rad))
    return float(np.sqrt(sine**2 + altitude_km**2 + 2 * radius_km * altitude_km)) - sine


def counted(delay: pa.Table) -> tuple[Floats, Floats]:
    """Return times between consecutive intra-orbital handovers of the source, and new planes, s.

    A plane is new if it is neither the attached one nor the previous one. Alternation between two
    planes in reach counts once.
    """
    rows = plot.of_pair(delay, plot.pairs_of(delay)[0])
    t_s = rows["t_s"].to_numpy()
    satellites = np.array([int(path[1]) for path in rows["path"].to_pylist()])
    at = np.flatnonzero(np.diff(satellites)) + 1
    before, after = satellites[at - 1] // PER_PLANE, satellites[at] // PER_PLANE
    intra = before == after
    last, new_s = [before[0]], []
    for when, plane in zip(t_s[at], after, strict=True):
        if plane not in last[-2:]:
            last.append(plane)
            new_s.append(when)
    return np.diff(t_s[at])[intra[1:] & intra[:-1]], np.diff(new_s)


def tables(seam: Seam) -> dict[str, pa.Table]:
    rows = transfers.table_of(seam.transfers).rename_columns({"label": "variant"})
    return {"transfers": rows, "delay": seam.delay, "handovers": seam.handovers}


def manifest(seam: Seam) -> dict[str, Any]:
    return {"scenario": seam.scenario}


def high(queue: int) -> str:
    return f"high rates, {queue} packets"


def page(seam: Seam) -> dict[str, Any]:
    return {
        "headline": _headline(seam),
        "split": _split(seam),
        "examples": [_example(seam, separated) for separated in SIDES],
        "causes": plot.CAUSES,
        "counts": [
            Counter(plot.of_pair(seam.delay, pair)["cause"].to_pylist())
            for pair in plot.pairs_of(seam.delay)
        ],
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
        **seam.scenario["run"], "start": f"{start_s:g} s", "duration": "600 s",
        "record": ["routes", "handovers", "rtt"],
    }  # fmt: skip
    pings = {"kind": "ping", "count": 600, "interval": "1 s"}
    flow = {"name": "pings", "from": PAIR[0], "to": PAIR[1], "application": pings}
    told = {key: value for key, value in seam.scenario.items() if key != "delay"}
    title = "The seam comes to lie between Hawaii and Los Angeles"
    return {**told, "title": title, "flows": [flow], "run": run}


def _headline(seam: Seam) -> dict[str, float]:
    rows = plot.of_pair(seam.delay, PAIR)
    hops, inside = rows["hops"].to_numpy(), rows["across_seam"].to_numpy()
    return {
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
        row = [label, f"{cell['label']}, {cell['unit']}", *cells_of_row]
        rows.append([*row, _resent(sides), str(len(sides[0].start_s))])
    return rows


def _resent(sides: list[Files]) -> str:
    return " / ".join(digits(float(one.retransmissions.mean())) for one in sides)


def _high(seam: Seam) -> list[list[str]]:
    """Return the rows at high rates: file, queue, both means, their ratio, retransmissions."""
    plan, rows = seam.study.plan, []
    shown = (cell for cell in plan["cells"] if cell["id"] in plan["high"]["cells"])
    for cell, queue in itertools.product(shown, plan["high"]["queues"]):
        sides = seam.sides(high(queue), cell["id"])
        means = [said(one.mean(cell["unit"])) for one in sides]
        row = [f"{cell['label']}, {cell['unit']}", str(queue), *means]
        rows.append([*row, said(transfers.ratio(*sides)), _resent(sides)])
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
    files = zip(WORDS, seam.sides("defaults", name), strict=True)
    groups = {words: one.times_s * FACTOR[cell["unit"]] for words, one in files}
    told = ((WORDS[side], known.get(f"{name}_{end}")) for side, end in SIDE_NAMES.items())
    marks = {words: number.value for words, number in told if number is not None}
    return plot.transfer_times(groups, unit=cell["unit"], marks=marks, dark=dark)


def why(seam: Seam) -> Figure:
    figure, ((top,), (bottom,)) = drawing.panels(1, (9.2, 5.4), 2, height_ratios=[1.9, 1])
    _coloured_delay(top, plot.of_pair(seam.delay, PAIR))
    top.set_title("Hawaii to Los Angeles: one-way delay over a day")

    split = _split(seam)
    look: Any = {"ha": "center", "va": "center", "color": "white", "fontsize": 8.5}
    for height, separated in ((1, False), (0, True)):
        propagation, total = split[separated]
        widths = {"sending": total - propagation, "propagation": propagation}
        left = 0.0
        for (words, width), colour in zip(
            widths.items(), (plot.GREY, COLOURS[separated]), strict=True
        ):
            bottom.barh(height, width, left=left, color=colour, height=0.55)
            bottom.text(left + width / 2, height, f"{words} {width:.0f} ms", **look)
            left += width
        bottom.text(total + 2, height, f"{total:.1f} ms", va="center", fontweight="bold")
    drawing.names_axis(bottom, WORDS)
    bottom.set_xlim(0, 1.14 * split[True][1])
    bottom.spines["left"].set_visible(False)
    bottom.set(xlabel="mean transfer time of a 9 kB page, ms", title="A 9 kB page")
    return figure


def _coloured_delay(axes: Axes, rows: pa.Table) -> None:
    t_h = rows["t_s"].to_numpy() / 3600
    delay_ms, separated = rows["delay_ms"].to_numpy(), rows["across_seam"].to_numpy()
    top = float(np.nanmax(delay_ms))
    look: Any = {"ha": "center", "color": plot.SEAM, "fontsize": 8.5}
    for start, end in plot.windows(t_h, separated):
        axes.axvspan(start, end, color=plot.SHADE, linewidth=0)
        axes.text((start + end) / 2, top * 1.06, "separated by the seam", **look)
    for inside, colour in enumerate(COLOURS):
        axes.plot(t_h, np.where(separated == inside, delay_ms, np.nan), color=colour, linewidth=1)
    drawing.clock_axis(axes)
    axes.set(ylim=(0, top * 1.16), ylabel="one-way delay, ms")


FIGURES = {
    "paths": paths,
    "why": why,
    **{f"delay_{one}": partial(delay, destination=one) for one in ("LAX", "DEL")},
    **{f"distribution_{name}": partial(distribution, name=name) for name in CELLS},
}
