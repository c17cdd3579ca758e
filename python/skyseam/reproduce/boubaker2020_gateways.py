"""Boubaker 2020, Fig. 5: which gateway serves a random terminal best, 50,000 runs.

A run has a terminal drawn uniformly on the sphere, an instant of the day, and one of seven gateways
that sends it a file. What is drawn stands in papers/boubaker2020/gateways.toml. Gives the report of
this part too; it has no published numbers, the paper shows the figure alone.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Estimate, Floats

PAPER = "boubaker2020"
DAY_S = 86_400.0
FACTOR = {"ms": 1e3, "s": 1.0}


@dataclass(frozen=True)
class Outcome:
    """What the runs gave: a table of all of them for each size of file."""

    plan: dict[str, Any]
    runs: dict[str, pa.Table]
    quick: bool


def gateways(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the study of the gateways.

    Parameters
    ----------
    quick
        Fewer runs.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = study.document(PAPER, "gateways.toml")
    base = study.document(PAPER, plan["scenario"])
    tables = {}
    # A run of 15 MB takes some ten times as long as one of 9 kB.
    shares = {"9k": (0.0, 0.1), "15M": (0.1, 1.0)}
    for file in plan["files"]:
        count = plan["quick_runs"] if quick else file["runs"]
        drawn = _drawn(plan, file, count)
        note = within(progress, *shares[file["id"]], f"fig5 {file['label']}")
        ran = store.runs(
            f"fig5-{file['id']}", _scenarios(base, plan, file, drawn),
            threads=threads, progress=note,
        )  # fmt: skip
        where = _where(base, plan, drawn, threads)
        columns = {**drawn, **{name: where[name] for name in ("separated", "hops", "delay_ms")}}
        columns["gateway"] = pa.array([plan["gateway"][n]["name"] for n in drawn["gateway"]])
        table = pa.table(columns)
        for name in ran.column_names:
            table = table.append_column(name, ran[name])
        tables[file["id"]] = table
    return Outcome(plan, tables, quick)


def _drawn(plan: dict[str, Any], file: dict[str, Any], count: int) -> dict[str, Any]:
    """Draw gateway, terminal and instant of each run."""
    random = np.random.default_rng([plan["seed"], zlib.crc32(f"fig5 {file['id']}".encode())])
    # Uniform on the sphere: the sine of the latitude is uniform.
    return {
        "gateway": np.arange(count) % len(plan["gateway"]),
        "latitude_deg": np.round(np.degrees(np.arcsin(random.uniform(-1, 1, count))), 4),
        "longitude_deg": np.round(random.uniform(-180, 180, count), 4),
        "start_s": np.floor(random.uniform(0, DAY_S, count) * 1e3) / 1e3,
    }


def _scenarios(
    base: dict[str, Any], plan: dict[str, Any], file: dict[str, Any], drawn: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Make the scenario of each run, one after the other."""
    flow = copy.deepcopy(base["flows"][0])
    flow |= {"from": "gateway", "to": "terminal"}
    flow["application"]["size"] = file["size"]
    sky = {key: value for key, value in base.items() if key != "delay"} | {"flows": [flow]}
    rows = zip(*(drawn[name].tolist() for name in drawn), strict=True)
    for number, latitude, longitude, start in rows:
        gateway = plan["gateway"][number]
        yield {
            **sky,
            "terminals": [
                _terminal("gateway", gateway["latitude"], gateway["longitude"]),
                _terminal("terminal", latitude, longitude),
            ],
            "run": {**base["run"], "start": f"{start:.3f} s"},
        }


def _terminal(name: str, latitude: float, longitude: float) -> dict[str, str]:
    return {"name": name, "latitude": f"{latitude:.4f} deg", "longitude": f"{longitude:.4f} deg"}


def _where(
    base: dict[str, Any], plan: dict[str, Any], drawn: dict[str, Any], threads: int | None
) -> pa.Table:
    """Say for each run whether the seam lay between, and how long the path was."""
    places = [plan["gateway"][number] for number in drawn["gateway"]]
    probes = {
        "from_latitude_deg": [place["latitude"] for place in places],
        "from_longitude_deg": [place["longitude"] for place in places],
        "to_latitude_deg": drawn["latitude_deg"],
        "to_longitude_deg": drawn["longitude_deg"],
        "t_s": drawn["start_s"],
    }
    sky = {key: base[key] for key in ("constellation", "handover", "routing")}
    return survey.probe(sky, probes, threads=threads).table("probes")


def times(outcome: Outcome, file: dict[str, Any], gateway: str | None = None) -> Floats:
    """Return the transfer times of a file from a gateway (or from all), in the file's unit."""
    table = outcome.runs[file["id"]]
    values = table["transfer_time_s"].to_numpy()
    kept = np.isfinite(values)
    if gateway is not None:
        kept &= np.asarray(table["gateway"].to_pylist()) == gateway
    return np.asarray(values[kept] * FACTOR[file["unit"]])


def report(outcome: Outcome) -> Report:
    """Make the report of the finished study."""
    pictures = [
        Picture(
            "fig5",
            lambda dark: figure(outcome, dark=dark),
            "Distributions of transfer time from seven gateways, of 9 kB and of 15 MB.",
            "Fig. 5 of the paper: transfer time of 9 kB (left) and 15 MB (right) from each gateway "
            "to terminals anywhere at any time. Dots are means, bars reach from the 5 % to the "
            "95 % quantile; the axis ends where all but one run in two hundred are.",
        )
    ]
    rows = {file["id"]: _rows(outcome, file) for file in outcome.plan["files"]}
    context = {
        "plan": outcome.plan,
        "rows": rows,
        "runs": sum(table.num_rows for table in outcome.runs.values()),
        "unfinished": {
            file["id"]: outcome.runs[file["id"]]["transfer_time_s"].null_count
            for file in outcome.plan["files"]
        },
        "seam": {file["id"]: _by_seam(outcome, file) for file in outcome.plan["files"]},
    }
    small = rows["9k"]
    facts = {
        "runs": context["runs"],
        "best": min(small, key=lambda row: row["mean"].value)["gateway"],
        "worst": max(small, key=lambda row: row["mean"].value)["gateway"],
        "rows": [
            {"gateway": a["gateway"], "small_ms": _said(a["mean"]), "large_s": _said(b["mean"])}
            for a, b in zip(small, rows["15M"], strict=True)
        ],
        "seam": {
            name: {side: digits(one.value) for side, one in sides.items()}
            for name, sides in context["seam"].items()
        },
    }
    tables = {f"runs_{name}": table for name, table in outcome.runs.items()}
    return compose("boubaker2020_gateways.html", context, pictures, tables=tables, facts=facts)


def _said(estimate: Estimate) -> str:
    return f"{digits(estimate.value)} ({interval(estimate)})"


def _rows(outcome: Outcome, file: dict[str, Any]) -> list[dict[str, Any]]:
    table = outcome.runs[file["id"]]
    names = np.asarray(table["gateway"].to_pylist())
    separated = np.asarray(table["separated"].fill_null(False))
    rows = []
    for gateway in outcome.plan["gateway"]:
        values = times(outcome, file, gateway["name"])
        of_it = names == gateway["name"]
        rows.append(
            {
                "gateway": gateway["name"],
                "latitude": gateway["latitude"],
                "mean": study.sample_mean(values),
                "median": study.quantile(values, 0.5),
                "p95": study.quantile(values, 0.95),
                "separated": study.share(int(separated[of_it].sum()), int(of_it.sum())).scaled(100),
                "hops": float(np.mean(table["hops"].to_numpy()[of_it])),
            }
        )
    return rows


def _by_seam(outcome: Outcome, file: dict[str, Any]) -> dict[str, Estimate]:
    """Return the mean over all gateways while the seam lies between, and while it does not."""
    table = outcome.runs[file["id"]]
    values = table["transfer_time_s"].to_numpy() * FACTOR[file["unit"]]
    inside = np.asarray(table["separated"].fill_null(False))
    kept = np.isfinite(values)
    return {
        "separated": study.sample_mean(values[kept & inside]),
        "not_separated": study.sample_mean(values[kept & ~inside]),
    }


@plot.styled
def figure(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Distribution of transfer time per gateway, one panel for each size of file."""
    drawn = Figure(figsize=(9.6, 4.4), layout="constrained")
    panels = drawn.subplots(1, len(outcome.plan["files"]), sharey=True)
    for axes, file in zip(panels, outcome.plan["files"], strict=True):
        _panel(axes, outcome, file)
    return drawn


def _panel(axes: Axes, outcome: Outcome, file: dict[str, Any]) -> None:
    names = [gateway["name"] for gateway in outcome.plan["gateway"]]
    beyond = float(np.quantile(times(outcome, file), 0.995))
    first = float(times(outcome, file).min())
    bins = np.linspace(first, beyond, 90)
    middle = (bins[1:] + bins[:-1]) / 2
    for height, name in enumerate(reversed(names)):
        values = times(outcome, file, name)
        counted, _ = np.histogram(values, bins=bins)
        shape = counted / max(counted.max(), 1) * 0.78
        axes.fill_between(
            middle, height, height + shape, step="mid", color=plot.NO_SEAM, alpha=0.55, linewidth=0
        )
        low, mean, high = np.quantile(values, 0.05), values.mean(), np.quantile(values, 0.95)
        axes.plot([low, min(high, beyond)], [height, height], color=plot.GREY, linewidth=2.2)
        axes.plot(mean, height, "o", color=plot.SEAM, markersize=5)
        said = f"{mean:.0f}" if file["unit"] == "ms" else f"{mean:.2f}"
        axes.text(
            min(mean, beyond), height - 0.12, said, color=plot.SEAM, fontsize=8, ha="center",
            va="top",
        )  # fmt: skip
    axes.set_yticks(range(len(names)), list(reversed(names)))
    axes.set_ylim(-0.45, len(names) - 0.05)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"transfer time, {file['unit']}")
    axes.set_title(f"{file['label']}, {times(outcome, file).size:,} runs")
