"""The page on the delay studies of Henderson 1999: its tables, and figures by the captions."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.measures.intervals import quantile, share
from skyseam.plot.style import NotebookFigure
from skyseam.reproduce import drawing, known, numbers, said
from skyseam.reproduce.quantities import KM_PER_MM, SPEED_OF_LIGHT_KM_S

from . import analysis
from .analysis import Delays, Pings

WORDS = {"delay": "min-delay", "hops": "min-hop"}
DISTANCE = "great-circle distance, Mm"
DELAY = plot.NO_SEAM
HOPS = plot.SEAM
COLOURS = {"delay": DELAY, "hops": HOPS}
_FARTHEST_MM = 20.0
_ZOOM_S = 1800.0


def page(delays: Delays) -> dict[str, Any]:
    return {
        "headline": _headline(delays),
        "skies": _skies(delays),
        "bands": analysis.bands(delays),
        "odds": analysis.ODDS,
        "of_day": _of_day(delays),
        "causes": _causes(delays),
        "days": _pooled(delays),
        "readings": [
            [one.label, len(one.step_ms), said(one.at_most.scaled(100))] for one in delays.readings
        ],
        "uncrossed": _uncrossed(delays),
        "seams": analysis.seams(delays),
        "example": analysis.example(delays),
    }


def _headline(delays: Delays) -> dict[str, Any]:
    places = (delays.pings["teledesic"].covered("delay"), known(delays.contrast))
    above = [100 * float((one > delays.study.plan["above_ms"]).mean()) for one in places]
    return {
        "above_percent": above[0],
        "mean_ms": float(places[0].mean()),
        "at_most_percent": 100 * delays.readings[0].at_most.value,
        "contrast_percent": above[1],
    }


def _skies(delays: Delays) -> list[dict[str, Any]]:
    """Return the results of the pings over each sky, by metric, and the contrast of places."""
    shown = {
        f"{pings.label}, {words}": pings.delay_ms(metric)
        for pings in delays.pings.values()
        for metric, words in WORDS.items()
    }
    shown["Teledesic, min-delay, places uniform in latitude and longitude"] = delays.contrast
    rows = []
    for label, delay_ms in shown.items():
        covered = known(delay_ms)
        above = int((covered > delays.study.plan["above_ms"]).sum())
        row = {name: of(covered) for name, (_, of) in analysis.STATISTICS.items()}
        rows.append(row | {
            "label": label,
            "most": float(covered.max()),
            "above": share(above, len(covered)).scaled(100),
            "without_path": len(delay_ms) - len(covered),
        })  # fmt: skip
    return rows


def _of_day(delays: Delays) -> list[tuple[str, str, float, float]]:
    """Return quantity, unit, and the day of the other program and ours, without sampling error."""
    band, plan = delays.bands["day"], delays.study.plan["day"]
    delay_ms, step_ms = delays.day["delay_ms"].to_numpy(), delays.readings[0].step_ms
    at_most = 100 * (step_ms <= plan["at_most_ms"]).mean()
    values = {
        "mean_ms": ("mean", "ms", np.nanmean(delay_ms)),
        "min_ms": ("smallest", "ms", np.nanmin(delay_ms)),
        "max_ms": ("largest", "ms", np.nanmax(delay_ms)),
        "without_path_s": ("without a path", "s", np.isnan(delay_ms).sum() * plan["step_s"]),
        "steps": ("steps", "count", len(step_ms)),
        "median_ms": ("median step", "ms", np.quantile(step_ms, 0.5)),
        **{
            f"p{n}_ms": (f"{n}th percentile of steps", "ms", np.quantile(step_ms, n / 100))
            for n in (90, 95, 99)
        },
        "at_most_percent": (f"steps of at most {plan['at_most_ms']:g} ms", "%", at_most),
    }
    return [(words, unit, band[key], float(ours)) for key, (words, unit, ours) in values.items()]


def _uncrossed(delays: Delays) -> list[tuple[object, ...]]:
    """Return median, 95th percentile and largest delay of a day, and % without a path, by sky."""
    rows = []
    for label, table in (("Teledesic", delays.day), ("Iridium, no links across", delays.uncrossed)):
        delay_ms = numbers(table, "delay_ms")
        there = known(delay_ms)
        quantiles = (float(np.quantile(there, share)) for share in (0.5, 0.95, 1.0))
        rows.append((label, *quantiles, 100 * (1 - len(there) / len(delay_ms))))
    return rows


def _causes(delays: Delays) -> list[tuple[str, str, int, float, float, float]]:
    """Return cause of a step, colour, number, median, maximum, and % in bounds."""
    plan = delays.study.plan["day"]
    change = np.abs(np.diff(delays.day["delay_ms"].to_numpy()))
    is_step = change > plan["drift_ms_per_s"] * plan["step_s"]
    causes = np.array(delays.day["cause"].to_pylist()[1:], dtype=object)
    rows = []
    for cause, (_, words, colour) in plot.CAUSES.items():
        step_ms = change[(causes == cause) & is_step]
        if len(step_ms):
            at_most = 100 * float((step_ms <= plan["at_most_ms"]).mean())
            sizes_ms = (float(np.median(step_ms)), float(step_ms.max()))
            rows.append((words, colour, len(step_ms), *sizes_ms, at_most))
    return rows


def _pooled(delays: Delays) -> dict[str, Any]:
    """Return the steps of all days taken together, and the differences between days."""
    plan = delays.study.plan["day"]
    step_ms = np.concatenate([reading.step_ms for reading in delays.days])
    at_most = int((step_ms <= plan["at_most_ms"]).sum())
    return {
        "steps": len(step_ms),
        "at_most": share(at_most, len(step_ms)).scaled(100),
        "quantile": quantile(step_ms, plan["share_percent"] / 100),
    }


def pings(delays: Delays) -> Figure:
    size = (9.6, 6.4)
    look: Any = {"sharex": True, "sharey": True, "xlabel": DISTANCE}
    _, panels = drawing.panels(len(delays.pings), size, 2, **look)
    for column, shown in zip(panels.T, delays.pings.values(), strict=True):
        for axes, metric in zip(column, WORDS, strict=True):
            _scatter(axes, shown, metric, delays.study.plan["above_ms"])
        column[0].set_title(shown.label)
    top = max(float(np.nanmax(p.delay_ms(m))) for p in delays.pings.values() for m in WORDS)
    panels[0, 0].set_ylim(0, 1.04 * top)
    for row, metric in zip(panels, WORDS, strict=True):
        row[0].set_ylabel(f"{WORDS[metric]}: one-way delay, ms")
    return drawing.legend(panels[0, 0], 2)


def _scatter(axes: Axes, shown: Pings, metric: str, limit_ms: float) -> None:
    delay_ms = shown.delay_ms(metric)
    look: Any = {"ms": 2.2, "mew": 0, "alpha": 0.45, "rasterized": True}
    axes.plot(shown.km / KM_PER_MM, delay_ms, ".", color=COLOURS[metric], **look)
    ends_mm = np.array([0.0, _FARTHEST_MM])
    light_ms = ends_mm * KM_PER_MM / SPEED_OF_LIGHT_KM_S * 1e3
    axes.plot(ends_mm, light_ms, color=plot.GREY, lw=1.2, label="light along the great circle")
    axes.axhline(limit_ms, color=plot.GREY, lw=1, ls="--", label=f"{limit_ms:g} ms")
    above = 100 * float((shown.covered(metric) > limit_ms).mean())
    words = f"{above:.2f} % above {limit_ms:g} ms"
    axes.text(0.97, 0.05, words, transform=axes.transAxes, ha="right", fontsize=8.5)
    axes.set_xlim(0, _FARTHEST_MM)


def histogram(delays: Delays) -> Figure:
    (band,) = (b for b in delays.bands["pings"] if "histogram" in b)
    width = delays.study.plan["bin_ms"]
    theirs = np.array(band["histogram"], dtype=float)
    edges = np.arange(len(theirs) + 1) * width
    figure, (axes,) = drawing.panels(1, (9.2, 3.4))
    pings = delays.pings[band["sky"]]
    covered_ms = pings.covered(band["metric"])
    share = np.histogram(covered_ms, edges)[0] / len(covered_ms)
    error = np.sqrt(share * (1 - share) / len(covered_ms))
    left, look = edges[:-1] + 0.04 * width, {"width": 0.45 * width, "align": "edge"}
    axes.bar(left, 100 * share, color=DELAY, label="here", **look)
    middle = left + 0.225 * width
    axes.errorbar(middle, 100 * share, 196 * error, fmt="none", ecolor=plot.GREY, lw=1, capsize=2)
    other = 100 * theirs / theirs.sum()
    axes.bar(left + 0.47 * width, other, color=plot.GREY, label="another program", **look)
    axes.axvline(delays.study.plan["above_ms"], color=plot.GREY, lw=1, ls="--")
    axes.set(xticks=edges, xlabel="one-way delay, ms", ylabel="share of pings, %")
    axes.grid(axis="x", visible=False)
    axes.legend(loc="upper left")
    axes.set_title(f"{pings.label}, {WORDS[band['metric']]}")
    return figure


def day(delays: Delays) -> Figure:
    figure = NotebookFigure(figsize=(9.6, 6.6), layout="constrained")
    rows = figure.subfigures(2, 1, squeeze=False, height_ratios=[1, 1.15])[:, 0]
    t_s = delays.day["t_s"].to_numpy()
    delay_ms = delays.day["delay_ms"].to_numpy()
    axes = rows[0].subplots()
    axes.plot(t_s / 3600, delay_ms, color=DELAY, lw=0.6)
    drawing.clock_axis(axes)
    title = "New York to San Francisco over Teledesic, min-delay"
    axes.set(ylabel="one-way delay, ms", title=title)

    near, sizes = rows[1].subplots(1, 2)
    inside = t_s < _ZOOM_S
    near.plot(t_s[inside] / 60, delay_ms[inside], color=DELAY, lw=1.2)
    near.set(xlim=(0, _ZOOM_S / 60), xlabel="simulated time, min", ylabel="one-way delay, ms")
    near.set_title("The first half hour")
    _sizes(sizes, delays)
    return figure


def _sizes(axes: Axes, delays: Delays) -> None:
    """Draw the distribution of step sizes under each check interval."""
    plan = delays.study.plan["day"]
    shown = [reading for reading in delays.readings if reading.label.startswith("checks every")]
    others = iter(("#009E73", "#CC79A7", "#E69F00", plot.GREY))
    for reading in (*shown[1:], shown[0]):
        ordered = np.sort(reading.step_ms)
        rank = 100 * np.arange(1, len(ordered) + 1) / len(ordered)
        colour, width = (DELAY, 2.0) if reading is shown[0] else (next(others), 1.0)
        axes.step(ordered, rank, where="post", label=reading.label, color=colour, lw=width)
    axes.axvline(plan["at_most_ms"], color=plot.GREY, lw=1, ls="--")
    axes.axhline(plan["share_percent"], color=plot.GREY, lw=1, ls="--")
    axes.set(xlim=(0, 12), ylim=(0, 100), xlabel="step, ms", ylabel="steps not larger, %")
    axes.set_title("Sizes of the day's steps")
    axes.legend(loc="lower right", fontsize=8)


def excess(delays: Delays) -> Figure:
    band = delays.bands["excess"]
    middle = (np.array(band["from_mm"]) + np.array(band["to_mm"])) / 2
    look: Any = {"sharey": True, "xlabel": DISTANCE, "ylabel": "min-hop minus min-delay, ms"}
    figure, panels = drawing.panels(len(delays.excess), (9.6, 3.9), **look)
    for axes, (sky, rows) in zip(panels, delays.excess.items(), strict=True):
        at = np.array([(row.from_mm + row.to_mm) / 2 for row in rows])
        mean = np.array([row.mean.value for row in rows])
        half = mean - np.array([row.mean.low95 for row in rows], dtype=float)
        axes.plot(at, [row.max_ms for row in rows], "-o", ms=3, lw=1, color=HOPS)
        axes.errorbar(at, mean, half, fmt="-o", ms=3, lw=1, capsize=2, color=DELAY)
        for key, colour in (("max", HOPS), ("mean", DELAY)):
            if theirs := band.get(f"{sky}_{key}_ms"):
                axes.plot(middle, theirs, "D", ms=5, mfc="none", color=colour, zorder=4)
        axes.set(title=delays.pings[sky].label, xlim=(0, _FARTHEST_MM), ylim=(0, None))
    look = {"linestyle": "-", "lw": 1, "ms": 3}
    handles = [
        drawing.mark("maximum in 1 Mm", color=HOPS, **look),
        drawing.mark("mean, with 95 % interval", color=DELAY, **look),
        drawing.mark("another program", marker="D", ms=5, mfc="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def example(delays: Delays, *, dark: bool = False) -> Figure:
    found = analysis.example(delays)
    sky = delays.scenarios[delays.study.plan["example"]["sky"]]
    ends = [
        {"name": end, **{key: f"{found[f'{end}_{key}_deg']} deg" for key in analysis.PLACE}}
        for end in ("from", "to")
    ]
    views = []
    for metric, colour in COLOURS.items():
        title = f"{WORDS[metric]}: {found[metric]['delay_ms']:.1f} ms"
        look = {"path": found[metric]["path"], "title": title, "colour": colour}
        views.append(drawing.sky_view({**sky, "terminals": ends}, found["t_s"], **look))
    return plot.sky(views, dark=dark)


def uncrossed(delays: Delays) -> Figure:
    figure, (axes,) = drawing.panels(1, (9.2, 3.2))
    hours = delays.uncrossed["t_s"].to_numpy() / 3600
    axes.plot(hours, numbers(delays.uncrossed, "delay_ms"), color=DELAY, lw=0.7)
    drawing.clock_axis(axes)
    axes.set(ylabel="one-way delay, ms", ylim=(0, None))
    return figure


def crossings(delays: Delays) -> Figure:
    plan = delays.study.plan["crossing"]
    figure, (axes,) = drawing.panels(1, (6.4, 3.4))
    inclined_deg = np.linspace(plan["from_deg"], plan["to_deg"] - 0.01, 200)
    for seam, colour in zip(analysis.seams(delays), (DELAY, HOPS), strict=True):
        curve = analysis.crossing_deg(inclined_deg, seam.separation_deg)
        label = f"{seam.label}, planes {seam.separation_deg:.1f} deg apart"
        axes.plot(inclined_deg, curve, color=colour, label=label)
        axes.plot(seam.inclination_deg, seam.observed_deg, "*", ms=13, color=colour, mec="white")
    axes.set(xlabel="inclination, deg", ylabel="latitude of the crossing, deg", ylim=(None, 90))
    axes.legend(loc="upper left")
    return figure


def pole(delays: Delays, *, dark: bool = False) -> Figure:
    views, seams = [], analysis.seams(delays)
    for seam, sky in zip(seams, analysis.SEAMS, strict=True):
        bare = {k: v for k, v in delays.scenarios[sky].items() if k != "terminals"}
        title = f"{seam.label}: {seam.observed_deg:.1f}\N{DEGREE SIGN} N"
        views.append(drawing.sky_view(bare, 0.0, title=title))
    towards_deg = seams[0].observed_longitude_deg
    figure = plot.sky(views, towards_deg=towards_deg, dark=dark)
    for axes, seam in zip(figure.axes, seams, strict=True):
        angle = np.radians(seam.observed_longitude_deg - towards_deg)
        x, y = (90.0 - seam.observed_deg) * np.array([np.sin(angle), -np.cos(angle)])
        axes.plot(x, y, "*", ms=16, color=plot.SEAM, mec="white", zorder=7)
    return figure
