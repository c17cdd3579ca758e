"""Tauran 2019, the path: how the delay traces come about, and whether they stand for the sky.

The window of a day that is nearest to what the papers say of their delay; the same TCP flow over
the constellation, over traces of it as they are, and over the papers' traces in whole milliseconds.
The page is made in `tauran2019_path_report`.
"""

from __future__ import annotations

import copy
import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import export, survey
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce import tauran2019 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate, Floats
from skyseam.reproduce.tauran2019 import HARQ_WIRE, MOBILE, PAPER, Cell, Runs
from skyseam.results import Results

GATEWAY, RECEIVER = "gateway", "receiver"
DAY_S = 86_400
MINUTE_S = 60

VARIANTS = {
    "constellation": "the constellation",
    "traces": "its traces",
    "papers": "the papers' three nodes",
}
"""The ways that the same flow takes, each with its words. Over the first two the gateway's downlink
fades as the mobile's does, so ACKs are repaired too; over the papers' nodes data alone fade, and
delays are whole milliseconds."""


@dataclass(frozen=True)
class Window:
    """A stretch of the day as the papers state delays: of the whole way and of the last hop, ms."""

    start_s: float
    least_ms: float
    most_ms: float
    mean_ms: float
    last_hop_ms: float

    def off_by(self, stated_ms: Mapping[str, float]) -> float:
        """Return the sum of the deviations from what is stated, ms."""
        pairs = (
            (self.least_ms, "least"),
            (self.most_ms, "most"),
            (self.mean_ms, "mean"),
            (self.last_hop_ms, "last_hop"),
        )
        return sum(abs(ours - stated_ms[key]) for ours, key in pairs)


@dataclass(frozen=True)
class Outcome:
    """What the study gave.

    Attributes
    ----------
    first_ms, last_ms : numpy.ndarray
        Delays of the window's seconds as the traces have them: to the last satellite, from there.
    windows : list of Window
        Every whole minute's of the day.
    taken : Window
        The one whose traces are used.
    runs : dict
        Runs by variant and cell.
    """

    plan: dict[str, Any]
    first_ms: Floats
    last_ms: Floats
    windows: list[Window]
    taken: Window
    runs: dict[tuple[str, Cell], Runs]
    compared: list[Compared]
    quick: bool

    def difference(self, variant: str, cell: Cell, quantity: str) -> Estimate:
        """Return a variant's mean less the constellation's; the runs are independent draws."""
        ours, sky = (self.runs[one, cell].mean(quantity) for one in (variant, "constellation"))
        value = ours.value - sky.value
        if ours.low95 is None or sky.low95 is None:
            return Estimate(value, None, None, ours.n)
        half = study.Z_975 * math.hypot(study.standard_error(ours), study.standard_error(sky))
        return Estimate(value, value - half, value + half, ours.n)


def path(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Look at the day, and run the same flow over each variant of the path.

    Parameters
    ----------
    quick
        One SNR, fewer and shorter runs.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = tauran.plan()
    sky = study.document(PAPER, "path.toml")
    rounding = rounding_of(plan["path"])
    windows = all_windows(sky, plan["path"])
    taken = min(windows, key=lambda one: one.off_by(plan["path"]["stated_ms"]))
    delay = survey.delay(sky, pairs=[(GATEWAY, MOBILE), (MOBILE, GATEWAY)])
    parts = export.path_traces(delay, GATEWAY, MOBILE, rounding)
    first_ms, last_ms = (_per_second(parts[part], sky) for part in ("first", "last"))
    runs = _runs(store, plan, delay, quick, threads, within(progress, 0.1, 1.0, "paths"))
    outcome = Outcome(plan, first_ms, last_ms, windows, taken, runs, [], quick)
    outcome.compared.extend(_compared(outcome))
    return outcome


def rounding_of(told: Mapping[str, Any]) -> export.Rounding:
    """Return what makes the papers' traces of exact delays."""
    return export.Rounding(told["resolution_ms"], told["rounding"], told["added_ms"])


def all_windows(sky: Mapping[str, Any], told: Mapping[str, Any]) -> list[Window]:
    """Return what each window of a day, begun at a whole minute, has of delay."""
    length_s = round(float(sky["delay"]["duration"].removesuffix(" s")))
    delay = survey.delay(sky, start_s=0.0, duration_s=float(DAY_S + length_s), step_s=1.0)
    rounding = rounding_of(told)
    table = delay.table("delay")
    whole_ms, last_ms = (table[name].to_numpy() for name in ("delay_ms", "last_link_ms"))
    rounded = np.vectorize(rounding.of)
    last_ms, first_ms = rounded(last_ms), rounded(whole_ms - last_ms)
    sums_ms = first_ms + last_ms + told["receiver"]["delay_ms"]
    found = []
    for start in range(0, DAY_S, MINUTE_S):
        here, hop = sums_ms[start : start + length_s], last_ms[start : start + length_s]
        found.append(
            Window(
                float(start), float(here.min()), float(here.max()), float(here.mean()),
                float(hop.mean()),
            )
        )  # fmt: skip
    return found


def _per_second(trace: str, sky: Mapping[str, Any]) -> Floats:
    """Return what a trace says at each second of the window."""
    rows = list(csv.DictReader(trace.splitlines()))
    begins = np.array([float(row["t_s"]) for row in rows])
    says = np.array([float(row["delay_ms"]) for row in rows])
    seconds = np.arange(round(float(sky["delay"]["duration"].removesuffix(" s"))))
    return np.asarray(says[np.searchsorted(begins, seconds, side="right") - 1])


def _runs(
    store: Store,
    plan: dict[str, Any],
    delay: Results,
    quick: bool,
    threads: int | None,
    progress: Progress | None,
) -> dict[tuple[str, Cell], Runs]:
    told = plan["path"]
    duration_s = tauran.chosen(plan["run"], "duration_s", quick)
    seeds = tauran.chosen(told, "seeds", quick)
    cells = tauran.grid(
        told["controllers"], (None,), (False,), tauran.chosen(told, "snr_db", quick)
    )
    bases: dict[str, tuple[dict[str, Any] | Path, tuple[str, ...]]] = {
        "constellation": (over_the_sky(), ("links.downlink",)),
        "traces": (over_wires(delay), ("wires[0]", "wires[2]")),
        "papers": (tauran.scenario(), (HARQ_WIRE,)),
    }
    found = {}
    for number, (variant, (base, hops)) in enumerate(bases.items()):
        note = within(progress, number / 3, (number + 1) / 3, VARIANTS[variant])
        jobs = [
            tauran.overrides(plan, cell, seed, duration_s, hops) for cell in cells for seed in seeds
        ]
        tables = store.sweep(
            f"path-{variant}", base, jobs, keep=("flows", "harq"), threads=threads, progress=note
        )
        for cell, runs in tauran.by_cell(tables, cells, len(seeds), duration_s).items():
            found[variant, cell] = runs
    return found


def over_the_sky() -> dict[str, Any]:
    """Return the scenario of the constellation: the last hop of wires.toml is its downlink."""
    sky, wires = (study.document(PAPER, name) for name in ("path.toml", "wires.toml"))
    hop = wires["wires"][1]
    link = {"rate": hop["rate"], "queue": wires["wires"][0]["queue"]}
    start = sky.pop("delay")["start"]
    return {
        **sky,
        "title": "Tauran 2019: over the constellation",
        "links": {
            "uplink": link,
            "isl": dict(link),
            "downlink": {key: hop[key] for key in ("rate", "queue", "channel", "harq")},
        },
        "nodes": [{"name": RECEIVER}],
        "wires": [wires["wires"][2]],
        "flows": wires["flows"],
        "run": {**wires["run"], "start": start},
    }


def over_wires(delay: Results) -> dict[str, Any]:
    """Return the scenario of nodes in a row that follow a delay study of both directions.

    The gateway's hop, what lies between the satellites of both ends, the mobile's hop, each as long
    as it is; both ends fade towards the ground.
    """
    scenario = copy.deepcopy(study.document(PAPER, "wires.toml"))
    hop, last = scenario["wires"][1:]
    table = delay.table("delay").to_pylist()
    forth, back = table[0::2], table[1::2]
    start_s = forth[0]["t_s"]
    rows: dict[str, list[tuple[float, float]]] = {"near": [], "middle": [], "far": []}
    for there, here in zip(forth, back, strict=True):
        t_s = there["t_s"] - start_s
        near_ms, far_ms = here["last_link_ms"], there["last_link_ms"]
        rows["near"].append((t_s, near_ms))
        rows["middle"].append((t_s, there["delay_ms"] - near_ms - far_ms))
        rows["far"].append((t_s, far_ms))
    link = {"rate": hop["rate"], "queue": scenario["wires"][0]["queue"]}
    faded = {**link, "channel": hop["channel"], "harq": hop["harq"]}
    scenario["nodes"] = [
        {"name": name} for name in (GATEWAY, "near satellite", "far satellite", MOBILE, RECEIVER)
    ]
    scenario["wires"] = [
        {
            **faded,
            "between": [GATEWAY, "near satellite"],
            "channel": {**hop["channel"], "direction": "backward"},
            **tauran.changing(rows["near"]),
        },
        {
            **link,
            "between": ["near satellite", "far satellite"],
            **tauran.changing(rows["middle"]),
        },
        {**faded, "between": ["far satellite", MOBILE], **tauran.changing(rows["far"])},
        last,
    ]
    return scenario


def _compared(outcome: Outcome) -> list[Compared]:
    known = study.published(PAPER)
    hop = float(outcome.last_ms.mean())
    note = "mean last hop of the trace, {} of them; without waiting for the link"
    return [
        Compared(known["harq_delay_min"], Estimate(hop, None, None, 1), note.format("one")),
        Compared(known["harq_delay_max"], Estimate(7 * hop, None, None, 1), note.format("seven")),
    ]


def windows_table(outcome: Outcome) -> pa.Table:
    """Return the windows of the day, and how far each is from what is stated."""
    stated_ms = outcome.plan["path"]["stated_ms"]
    return pa.Table.from_pylist(
        [
            {
                "start_s": one.start_s, "least_ms": one.least_ms, "most_ms": one.most_ms,
                "mean_ms": one.mean_ms, "last_hop_ms": one.last_hop_ms,
                "off_by_ms": one.off_by(stated_ms),
            }
            for one in outcome.windows
        ]
    )  # fmt: skip
