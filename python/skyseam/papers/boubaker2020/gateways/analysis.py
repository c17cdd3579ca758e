"""Boubaker 2020, Fig. 5: which gateway serves a random terminal best, 50,000 runs.

A run has a terminal drawn uniformly on the sphere, an instant of the day, and one of seven gateways
that sends it a file. The paper gives only the figure, without numbers.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam.measures.intervals import quantile, sample_mean
from skyseam.reproduce import Floats, Study, digits, drawing, said, transfers
from skyseam.reproduce.quantities import latitudes_deg
from skyseam.reproduce.transfers import FACTOR, SIDES

from .. import shared
from ..shared import DAY_S


@dataclass(frozen=True)
class Gateways:
    """Results of the runs: a table of all runs for each size of file."""

    study: Study
    runs: dict[str, pa.Table]

    def times(
        self, file: dict[str, Any], gateway: str | None = None, separated: bool | None = None
    ) -> Floats:
        """Return transfer times of a file, in its unit, of all runs, a gateway or a side."""
        table = self.runs[file["id"]]
        values = table["transfer_time_s"].to_numpy()
        kept = np.isfinite(values)
        if gateway is not None:
            kept &= np.asarray(table["gateway"].to_pylist()) == gateway
        if separated is not None:
            kept &= np.asarray(table["across_seam"].fill_null(False)) == separated
        return np.asarray(values[kept] * FACTOR[file["unit"]])


def make(study: Study) -> Gateways:
    plan = study.plan
    tables = {}
    # A run of 15 MB takes some ten times as long as one of 9 kB.
    for part, file in zip(study.shares([1.0, 9.0]), plan["files"], strict=True):
        drawn = draw(plan, file)
        ran = part.runs(f"fig5-{file['id']}", _scenarios(study, file, drawn))
        where = _where(study, drawn)
        columns = {**drawn, **{name: where[name] for name in ("across_seam", "hops", "delay_ms")}}
        columns["gateway"] = pa.array([plan["gateway"][n]["name"] for n in drawn["gateway"]])
        columns |= {name: ran[name] for name in ran.column_names}
        tables[file["id"]] = pa.table(columns)
    return Gateways(study, tables)


def draw(plan: dict[str, Any], file: dict[str, Any]) -> dict[str, Any]:
    random, count = transfers.random(plan["seed"], f"fig5 {file['id']}"), file["runs"]
    return {
        "gateway": np.arange(count) % len(plan["gateway"]),
        "latitude_deg": np.round(latitudes_deg(random, count), 4),
        "longitude_deg": np.round(random.uniform(-180, 180, count), 4),
        "start_s": np.floor(random.uniform(0, DAY_S, count) * 1e3) / 1e3,
    }


def _scenarios(
    study: Study, file: dict[str, Any], drawn: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    base = study.document("seam.toml")
    flow = shared.file_flow(base, ("gateway", "terminal"), file["size"])
    rows = zip(*(drawn[name].tolist() for name in drawn), strict=True)
    for number, latitude, longitude, start in rows:
        at = study.plan["gateway"][number]
        places = {"gateway": (at["latitude"], at["longitude"]), "terminal": (latitude, longitude)}
        ends = [transfers.terminal(name, *place) for name, place in places.items()]
        yield transfers.starting({**transfers.sky_of(base, ends), "flows": [flow]}, start)


def _where(study: Study, drawn: dict[str, Any]) -> pa.Table:
    """Return for each run whether the seam lay in between, and the length of the path."""
    base = study.document("seam.toml")
    places = [study.plan["gateway"][number] for number in drawn["gateway"]]
    probes = {"t_s": drawn["start_s"]}
    for name in ("latitude", "longitude"):
        probes[f"from_{name}_deg"] = [place[name] for place in places]
        probes[f"to_{name}_deg"] = drawn[f"{name}_deg"]
    sky = {key: base[key] for key in ("constellation", "handover", "routing")}
    return survey.probe(sky, probes, threads=study.threads).table("probes")


def tables(gateways: Gateways) -> dict[str, pa.Table]:
    return {f"runs_{name}": table for name, table in gateways.runs.items()}


def page(gateways: Gateways) -> dict[str, Any]:
    plan, runs = gateways.study.plan, gateways.runs
    names = [one["name"] for one in plan["gateway"]]
    return {
        "pairs": math.comb(len(names), 2),
        # Pairs of gateways whose intervals do not overlap.
        "apart": {
            file["id"]: sum(one.is_apart(other) for one, other in itertools.combinations(of, 2))
            for file in plan["files"]
            for of in [[sample_mean(gateways.times(file, name)) for name in names]]
        },
        "rows": {file["id"]: _rows(gateways, file) for file in plan["files"]},
        "runs": sum(table.num_rows for table in runs.values()),
        "unfinished": {name: table["transfer_time_s"].null_count for name, table in runs.items()},
        "seam": {
            file["id"]: [said(sample_mean(gateways.times(file, separated=side))) for side in SIDES]
            for file in plan["files"]
        },
    }


def _rows(gateways: Gateways, file: dict[str, Any]) -> list[list[str]]:
    """Return name, latitude, mean, quantiles, share across the seam, links, and runs."""
    table, rows = gateways.runs[file["id"]], []
    names = np.asarray(table["gateway"].to_pylist())
    separated = np.asarray(table["across_seam"].fill_null(False))
    for gateway in gateways.study.plan["gateway"]:
        values, of_it = gateways.times(file, gateway["name"]), names == gateway["name"]
        numbers = [quantile(values, q).value for q in (0.5, 0.95)]
        means = (100 * separated[of_it].mean(), table["hops"].to_numpy()[of_it].mean())
        row = [gateway["name"], f"{gateway['latitude']:g}", said(sample_mean(values))]
        rows.append([*row, *map(digits, (*numbers, *map(float, means))), str(len(values))])
    return rows


def fig5(gateways: Gateways) -> Figure:
    files = gateways.study.plan["files"]
    figure, panels = drawing.panels(len(files), (9.6, 4.4), sharey=True)
    for axes, file in zip(panels, files, strict=True):
        _panel(axes, gateways, file)
    return figure


def _panel(axes: Axes, gateways: Gateways, file: dict[str, Any]) -> None:
    names = [gateway["name"] for gateway in gateways.study.plan["gateway"]]
    every = gateways.times(file)
    beyond = float(np.quantile(every, 0.995))
    bins = np.linspace(float(every.min()), beyond, 60)
    look: Any = {"step": "mid", "color": plot.NO_SEAM, "alpha": 0.55, "linewidth": 0}
    text: Any = {"color": plot.SEAM, "fontsize": 8, "ha": "center", "va": "top"}
    for height, name in enumerate(reversed(names)):
        values = gateways.times(file, name)
        counted, _ = np.histogram(values, bins=bins)
        shape = counted / max(counted.max(), 1) * 0.78
        axes.fill_between((bins[1:] + bins[:-1]) / 2, height, height + shape, **look)
        ends, mean = np.minimum(np.quantile(values, (0.05, 0.95)), beyond), values.mean()
        axes.plot(ends, [height, height], color=plot.GREY, linewidth=2.2)
        axes.plot(mean, height, "o", color=plot.SEAM, markersize=5)
        words = f"{mean:.0f}" if file["unit"] == "ms" else f"{mean:.2f}"
        axes.text(min(mean, beyond), height - 0.12, words, **text)
    drawing.names_axis(axes, names)
    axes.set_ylim(-0.45, len(names) - 0.05)
    axes.set(xlabel=f"transfer time, {file['unit']}", title=f"{file['label']}, {every.size:,} runs")
