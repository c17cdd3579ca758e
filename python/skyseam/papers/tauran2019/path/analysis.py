"""Tauran 2019, the path: origin of the delay traces, and whether they represent the constellation.

Finds the window of a day that is nearest to the delays that the papers state; runs the same TCP
flow over the constellation, over exact traces of it, and over the papers' traces in whole
milliseconds.
"""

import copy
import csv
import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import export, plot, survey
from skyseam.export._scenario import number
from skyseam.measures.intervals import Z_975, standard_error
from skyseam.reproduce import Estimate, Floats, Runs, Study, digits, drawing, quantity, said
from skyseam.reproduce.cases import listed
from skyseam.results import Results

from .. import shared
from ..shared import HARQ_WIRE, MOBILE, QUANTITIES, Cell

GATEWAY, RECEIVER = "gateway", "receiver"
DAY_S = 86_400
MINUTE_S = 60
SHOWN = ("goodput", "harq_success", "dupack_ratio", "spurious_ratio")


@dataclass(frozen=True)
class Window:
    """An interval of the day: delays of the whole path and of the last hop, ms."""

    start_s: float
    least_ms: float
    most_ms: float
    mean_ms: float
    last_hop_ms: float

    def off_by(self, stated_ms: Mapping[str, float]) -> float:
        """Return the sum of the deviations from the stated delays, ms."""
        return float(sum(abs(getattr(self, f"{one}_ms") - ms) for one, ms in stated_ms.items()))


@dataclass(frozen=True)
class Paths:
    """Results of the study.

    `first_ms`, `last_ms`: delays of the window's seconds as in the traces: to the last satellite,
    and from there. `windows`: windows of the day, from every whole minute. `runs`: runs by variant
    and cell.
    """

    study: Study
    first_ms: Floats
    last_ms: Floats
    windows: list[Window]
    runs: dict[str, dict[Cell, Runs]]

    @property
    def taken(self) -> Window:
        return min(self.windows, key=lambda one: one.off_by(self.study.plan["stated_ms"]))

    def difference(self, variant: str, cell: Cell, name: str) -> Estimate:
        """Return a variant's mean minus the constellation's; the runs are independent draws."""
        ours, sky = (self.runs[one][cell].mean(name) for one in (variant, "constellation"))
        value = ours.value - sky.value
        if ours.low95 is None or sky.low95 is None:
            return Estimate(value, n=ours.n)
        half = Z_975 * math.hypot(standard_error(ours), standard_error(sky))
        return Estimate(value, value - half, value + half, ours.n)


def make(study: Study) -> Paths:
    plan, sky = study.plan, study.document("path.toml")
    windows = all_windows(sky, plan)
    delay = survey.delay(sky, pairs=[(GATEWAY, MOBILE), (MOBILE, GATEWAY)])
    parts = export.path_traces(delay, GATEWAY, MOBILE, rounding_of(plan))
    first_ms, last_ms = (_per_second(parts[part], sky) for part in ("first", "last"))
    cells = listed(plan, Cell)["compared"]
    bases: dict[str, tuple[dict[str, Any] | Path, tuple[str, ...]]] = {
        "constellation": (over_the_sky(study), ("links.downlink",)),
        "traces": (over_wires(study, delay), ("wires[0]", "wires[2]")),
        "papers": (study.path("wires.toml"), (HARQ_WIRE,)),
    }
    runs, fixed = {}, (cells, plan["seeds"], plan["run"]["duration_s"])
    for n, (variant, (base, hops)) in enumerate(bases.items()):
        part = study.within(0.1 + 0.3 * n, 0.4 + 0.3 * n, plan["variants"][variant]["label"])
        runs[variant] = shared.run_cells(part, f"path-{variant}", *fixed, base, hops)
    return Paths(study, first_ms, last_ms, windows, runs)


def rounding_of(told: Mapping[str, Any]) -> export.Rounding:
    """Return the rounding that turns exact delays into the papers' traces."""
    return export.Rounding(told["resolution_ms"], told["rounding"], told["added_ms"])


def all_windows(sky: Mapping[str, Any], told: Mapping[str, Any]) -> list[Window]:
    """Return the delays of each window of a day that begins at a whole minute."""
    length_s = round(number(sky["delay"]["duration"]))
    delay = survey.delay(sky, start_s=0.0, duration_s=float(DAY_S + length_s), step_s=1.0)
    table = delay.table("delay")
    whole_ms, last_ms = (table[name].to_numpy() for name in ("delay_ms", "last_link_ms"))
    rounded = np.vectorize(rounding_of(told).of)
    last_ms, first_ms = rounded(last_ms), rounded(whole_ms - last_ms)
    sums_ms = first_ms + last_ms + told["receiver"]["delay_ms"]
    found = []
    for start in range(0, DAY_S, MINUTE_S):
        here, hop = sums_ms[start : start + length_s], last_ms[start : start + length_s]
        of_it = (start, here.min(), here.max(), here.mean(), hop.mean())
        found.append(Window(*map(float, of_it)))
    return found


def _per_second(trace: str, sky: Mapping[str, Any]) -> Floats:
    """Return the delay of a trace at each second of the window."""
    begins, says = np.array(shared.trace_rows(csv.DictReader(trace.splitlines()))).T
    seconds = np.arange(round(number(sky["delay"]["duration"])))
    return np.asarray(says[np.searchsorted(begins, seconds, side="right") - 1])


def over_the_sky(study: Study) -> dict[str, Any]:
    """Return the scenario of the constellation: the last hop of wires.toml is its downlink."""
    sky, wires = (study.document(name) for name in ("path.toml", "wires.toml"))
    hop = wires["wires"][1]
    link = {"rate": hop["rate"], "queue": wires["wires"][0]["queue"]}
    start = sky.pop("delay")["start"]
    downlink = {key: hop[key] for key in ("rate", "queue", "channel", "harq")}
    return {
        **sky,
        "title": "Tauran 2019: over the constellation",
        "links": {"uplink": link, "isl": dict(link), "downlink": downlink},
        "nodes": [{"name": RECEIVER}],
        "wires": [wires["wires"][2]],
        "flows": wires["flows"],
        "run": {**wires["run"], "start": start},
    }


def over_wires(study: Study, delay: Results) -> dict[str, Any]:
    """Return the scenario of nodes in a row that follow a delay study of both directions.

    Its links are the gateway's hop, the path between the satellites of both endpoints, and the
    mobile's hop, each with its delay; both ground links fade.
    """
    scenario = copy.deepcopy(study.document("wires.toml"))
    hop, last = scenario["wires"][1:]
    table = delay.table("delay").to_pylist()
    delays: list[list[tuple[float, float]]] = [[], [], []]
    for there, here in zip(table[0::2], table[1::2], strict=True):
        near_ms, far_ms = here["last_link_ms"], there["last_link_ms"]
        parts_ms = (near_ms, there["delay_ms"] - near_ms - far_ms, far_ms)
        for rows, ms in zip(delays, parts_ms, strict=True):
            rows.append((there["t_s"] - table[0]["t_s"], ms))
    link = {"rate": hop["rate"], "queue": scenario["wires"][0]["queue"]}
    faded = {**link, "channel": hop["channel"], "harq": hop["harq"]}
    backward = {**faded, "channel": {**hop["channel"], "direction": "backward"}}
    nodes = (GATEWAY, "near satellite", "far satellite", MOBILE, RECEIVER)
    length_s = study.plan["run"]["duration_s"]
    looks = zip((backward, link, faded), delays, strict=True)
    wires = [
        {**look, "between": list(nodes[n : n + 2]), **shared.changing(rows, length_s)}
        for n, (look, rows) in enumerate(looks)
    ]
    scenario["nodes"] = [{"name": name} for name in nodes]
    scenario["wires"] = [*wires, last]
    return scenario


def estimates(paths: Paths) -> dict[str, tuple[Estimate, str]]:
    hop = float(paths.last_ms.mean())
    note = "mean last hop of the trace, {} of them; without waiting for the link"
    return {
        "harq_delay_min": (Estimate(hop), note.format("one")),
        "harq_delay_max": (Estimate(7 * hop), note.format("seven")),
    }


def tables(paths: Paths) -> dict[str, pa.Table]:
    stated_ms = paths.study.plan["stated_ms"]
    rows = [{**vars(one), "off_by_ms": one.off_by(stated_ms)} for one in paths.windows]
    return {"windows": pa.Table.from_pylist(rows)}


def page(paths: Paths) -> dict[str, Any]:
    taken = paths.taken
    seeds = paths.study.plan["seeds"]
    return {
        "odd": [row for runs in paths.runs.values() for row in shared.odd_rows(runs, seeds)],
        "rows": _rows(paths),
        "equal": {variant: _equal(paths, variant) for variant in ("traces", "papers")},
        "found": {"least": f"{taken.least_ms:g}", "most": f"{taken.most_ms:g}"},
    }


def _rows(paths: Paths) -> list[list[str]]:
    labels, skies = paths.study.plan["controllers"], paths.runs["constellation"]
    found = []
    for cell, name in itertools.product(sorted(skies), SHOWN):
        row = [labels[cell.controller], f"{cell.snr_db} dB", quantity(*QUANTITIES[name])]
        row.append(said(skies[cell].mean(name)))
        for variant in ("traces", "papers"):
            ours = digits(paths.runs[variant][cell].mean(name).value)
            row += [ours, said(paths.difference(variant, cell, name))]
        found.append(row)
    return found


def _equal(paths: Paths, variant: str) -> list[int]:
    """Return how many differences from the constellation are compatible with zero, of all.

    With 95 % intervals one in twenty is not, even if nothing differs.
    """
    offs = [paths.difference(variant, c, name) for c in paths.runs[variant] for name in SHOWN]
    inside = [off.side == 0 for off in offs if off.low95 is not None]
    return [sum(inside), len(inside)]


def trace(paths: Paths) -> Figure:
    figure, ((above,), (below,)) = drawing.panels(1, (9.6, 5.0), 2)
    whole_ms = paths.first_ms + paths.last_ms + paths.study.plan["receiver"]["delay_ms"]
    t_s = np.arange(len(whole_ms))
    above.step(t_s, whole_ms, where="post", color=plot.NO_SEAM, label="whole way")
    above.step(t_s, paths.last_ms, where="post", color=plot.SEAM, label="last hop")
    above.set(ylim=(0, None), xlabel="s of the run", ylabel="one-way delay, ms")
    above.legend(loc="center right")
    starts_h = [one.start_s / 3600 for one in paths.windows]
    below.plot(starts_h, [one.mean_ms for one in paths.windows], color=plot.GREY, linewidth=1)
    below.axhspan(70, 90, color=plot.NO_SEAM, alpha=0.14, lw=0)
    below.plot(paths.taken.start_s / 3600, paths.taken.mean_ms, "o", color=plot.SEAM)
    below.set(xlim=(0, 24), xticks=range(0, 25, 4), xlabel="start of the window, h")
    below.set_ylabel("mean of 600 s, ms")
    return figure


def paths(paths: Paths) -> Figure:
    plan = paths.study.plan
    controllers, snrs = plan["compared"], plan["snr_db"]
    size = (9.6, 2.2 * len(SHOWN) + 0.5)
    look: Any = {"sharey": "row", "sharex": True, "xlabel": "reference SNR, dB"}
    _, grid = drawing.panels(len(controllers), size, len(SHOWN), **look)
    for axes_row, name in zip(grid, SHOWN, strict=True):
        for axes, controller in zip(axes_row, controllers, strict=True):
            variants = enumerate(plan["variants"].items())
            for (n, (variant, told)), snr in itertools.product(variants, snrs):
                mean = paths.runs[variant][Cell(controller, None, False, snr)].mean(name)
                drawing.dot(axes, snr + 0.18 * (n - 1), mean, told["colour"], label=told["label"])
            axes.set_xticks(snrs)
        axes_row[0].set_ylabel(",\n".join(QUANTITIES[name]), fontsize=8.5)
    for axes, controller in zip(grid[0], controllers, strict=True):
        axes.set_title(plan["controllers"][controller])
    return drawing.legend(grid[0][0], 3)
