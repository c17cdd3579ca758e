"""Figures for comparison: several runs over the same axes, and a sweep over its varied values.

Owns the panels and lines of such a figure; each run's tables are drawn as in `panels`. Means have
95 % confidence intervals by Student's t over the runs of a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.measures import groups as users_of
from skyseam.measures.intervals import over_seeds
from skyseam.plot.panels import View, cut_off
from skyseam.plot.style import GREY, NotebookFigure, from_zero, styled
from skyseam.plot.transfers import view_of
from skyseam.results import Results

# Distinguishable with colour blindness too (Okabe and Ito 2008), on light and dark backgrounds.
COLOURS = ("#2b8cc9", "#e0702a", "#009E73", "#CC79A7", "#a978c9", "#8f7a2e", "#d1384b", "#56B4E9")

MOST_RUNS = len(COLOURS)
"""The most runs or lines that one figure tells apart."""

MOST_FACETS = 9
"""The most small multiples of a figure of a sweep."""


@dataclass(frozen=True)
class _Series:
    """A recorded series of a flow, as one panel of a comparison."""

    table: str
    column: str
    label: str
    factor: float
    is_step: bool


SERIES = {
    "throughput": _Series("throughput", "throughput_bps", "throughput, Mbit/s", 1e-6, True),
    "congestion": _Series("cwnd", "cwnd_bytes", "congestion window, kB", 1e-3, True),
    "round-trips": _Series("rtt", "rtt_ms", "round trip, ms", 1.0, False),
}
"""What :func:`compare` draws over time, by its name in `skyseam plot --what`."""

DISTRIBUTIONS = {
    "goodput": ("goodput of flows, Mbit/s", 1e-6),
    "completion": ("completion of flows, s", 1.0),
}
"""What :func:`compare` draws as a distribution over flows."""


@styled
def compare(
    runs: Mapping[str, Results],
    what: Sequence[str] | None = None,
    flow: int | str | None = None,
    *,
    start_s: float | None = None,
    end_s: float | None = None,
    cdf: bool = False,
    dark: bool = False,
) -> Figure:
    """Draw several runs over the same axes, a colour for each.

    An axis ends soon after the 99.5th percentile if a few values are more than twice as large; the
    figure then states their number.

    Parameters
    ----------
    runs
        Results of runs by the label that the legend shows, two to eight; with `cdf` also one.
    what
        Panels: `throughput`, `congestion`, `round-trips` of one flow over time; `goodput`,
        `completion` of all flows as cumulative distributions. When None, those that all runs have,
        as distributions if there is more than one flow.
    flow
        Number or name; the first flow when None.
    start_s, end_s
        Time span of the panels over time, s of simulated time; the flow's when None.
    cdf
        Draw cumulative distributions in place of curves over time: throughput and congestion window
        by the share of time, round trips by the share of samples.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When there are too few or too many runs, or one lacks the data.
    """
    least = 1 if cdf else 2
    if not least <= len(runs) <= MOST_RUNS:
        raise InputError(f"{len(runs)} runs to compare; expected {least} to {MOST_RUNS}")
    for results in runs.values():
        expect("runs", results, Results)
        if "flows" not in results.tables:
            raise InputError("a study without flows cannot be compared; expected results of runs")
    panels = list(_panels_of(runs) if what is None else what)
    for name in panels:
        if name not in SERIES and name not in DISTRIBUTIONS:
            known = ", ".join([*SERIES, *DISTRIBUTIONS])
            raise InputError(f"{name!r} cannot be compared; expected one of: {known}")
    figure = NotebookFigure(figsize=(8.6, 2.5 * len(panels) + 0.6), layout="constrained")
    grid = figure.subplots(len(panels), 1, squeeze=False)[:, 0]
    of_flow = [axes for axes, name in zip(grid, panels, strict=True) if name in SERIES]
    over_time = [] if cdf else of_flow
    for axes in over_time[1:]:
        axes.sharex(over_time[0])
    for axes, name in zip(grid, panels, strict=True):
        drawn = []
        for (label, results), colour in zip(runs.items(), COLOURS, strict=False):
            if name in SERIES:
                view = view_of(results, flow, None, start_s, end_s)
                draw = _draw_shares if cdf else _draw_series
                drawn.append(draw(axes, SERIES[name], view, label, colour))
            else:
                drawn.append(_draw_distribution(axes, results, name, label, colour))
        unit = (SERIES[name].label if name in SERIES else DISTRIBUTIONS[name][0]).split(", ")[-1]
        is_over_time = name in SERIES and not cdf
        from_zero(axes)
        cut_off(axes, np.concatenate(drawn), unit, is_vertical=is_over_time)
    if over_time:
        over_time[-1].set_xlabel("simulated time, s")
    if of_flow:
        first = view_of(next(iter(runs.values())), flow, None, start_s, end_s)
        name = first.results.flows["name"][first.flow].as_py()
        of_flow[0].set_title(f"flow {name!r}", loc="right", fontsize="medium")
    grid[0].legend(ncols=min(4, len(runs)), loc="lower left", bbox_to_anchor=(0, 1.0))
    return figure


def _panels_of(runs: Mapping[str, Results]) -> list[str]:
    found = [
        name
        for name, series in SERIES.items()
        if all(series.table in results.tables for results in runs.values())
    ]
    if any(results.flows.num_rows > 1 for results in runs.values()):
        found += [
            name for name in DISTRIBUTIONS if all(len(_values(r, name)) for r in runs.values())
        ]
    return found or ["goodput"]


def _course(series: _Series, view: View) -> tuple[Floats, Floats]:
    """Return instants, s, and values in the unit of the axis."""
    rows = view.rows(series.table)
    t_s = np.asarray(rows["t_s"].to_numpy(), dtype=np.float64)
    values = rows[series.column].to_numpy(zero_copy_only=False).astype(np.float64) * series.factor
    return t_s, np.asarray(values)


def _draw_series(axes: Axes, series: _Series, view: View, label: str, colour: str) -> Floats:
    t_s, values = _course(series, view)
    drawn = {"drawstyle": "steps-post"} if series.is_step else {"alpha": 0.8}
    axes.plot(t_s, values, color=colour, linewidth=1.2, label=label, **drawn)
    axes.set_ylabel(series.label)
    return values


def _draw_shares(axes: Axes, series: _Series, view: View, label: str, colour: str) -> Floats:
    """Draw cumulative shares of time, or of samples, by value."""
    t_s, values = _course(series, view)
    # A value that holds until the next counts for as long as it does.
    weights = np.diff(t_s, append=max(view.span[1], t_s[-1])) if len(t_s) else t_s
    if not series.is_step or not weights.sum() > 0:
        weights = np.ones(len(values))
    is_there = np.isfinite(values)
    values, weights = values[is_there], weights[is_there]
    if not len(values):
        raise InputError(f"the flow of {label} has no {series.table}: nothing to draw")
    order = np.argsort(values, kind="stable")
    shares = np.cumsum(weights[order]) / weights.sum()
    values = values[order]
    axes.step([values[0], *values], [0.0, *shares], where="post", color=colour, label=label)
    axes.set(xlabel=series.label, ylabel="share of time" if series.is_step else "share of samples")
    return values


def _values(results: Results, name: str) -> Floats:
    """Return a measure of each flow, in the unit of its axis."""
    flows = results.flows
    if name == "goodput":
        values = flows["goodput_bps"].to_numpy(zero_copy_only=False).astype(np.float64)
    else:
        values = flows["transfer_time_s"].to_numpy(zero_copy_only=False).astype(np.float64)
    return np.asarray(np.sort(values[np.isfinite(values)]) * DISTRIBUTIONS[name][1])


def _draw_distribution(axes: Axes, results: Results, name: str, label: str, colour: str) -> Floats:
    values = _values(results, name)
    if not len(values):
        raise InputError(f"no flow of {label} has a {name}: nothing to draw")
    share = np.arange(1, len(values) + 1) / len(values)
    axes.step([values[0], *values], [0.0, *share], where="post", color=colour, label=label)
    axes.set(xlabel=DISTRIBUTIONS[name][0], ylabel="share of flows")
    return values


@styled
def study(
    results: Results,
    measure: str = "goodput",
    x: str | None = None,
    *,
    dark: bool = False,
) -> Figure:
    """Draw a sweep: a measure over one varied key, lines for the values of others.

    Each point is the mean over the flows of its runs with a 95 % interval over the runs if they are
    drawn or replicated, else over the flows of the run. For users a point is the mean over runs of
    a statistic of their sessions, with lines for groups and components of their mix.

    Parameters
    ----------
    results
        Results of :func:`skyseam.sweep`.
    measure
        `goodput`, `completion`, or a numeric column of the table `flows`. For users a measure of
        :mod:`skyseam.measures.groups`, then one of its statistics, the mean if none is named: `page
        load time p95`.
    x
        The varied key on the axis; when None the first that has several numbers.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When the results are not of a sweep, or have nothing of this kind to draw.
    """
    expect("results", results, Results)
    if results.manifest.get("kind") != "sweep":
        raise InputError("these results are not of a sweep; expected those of skyseam.sweep")
    has_users = "sessions" in results.tables
    flows, values, label = _of_users(results, measure) if has_users else _of_flows(results, measure)
    keys = _varied(results, flows)
    x = _axis(keys, flows) if x is None else x
    if x not in keys:
        raise InputError(f"{x!r} was not varied; the sweep varied: {', '.join(keys)}")
    names = ["users", "part"] if has_users else ["name"]
    lines, facets = _roles([key for key in keys if key != x], names, flows)
    rows = [
        (
            _shown(flows, facets, row),
            _shown(flows, lines, row),
            flows[x][row].as_py(),
            values[row],
            flows["run"][row].as_py(),
        )
        for row in range(flows.num_rows)
        if np.isfinite(values[row])
    ]
    if not rows:
        holder = "session" if has_users else "flow"
        raise InputError(f"no {holder} of this sweep has a {measure}: nothing to draw")
    panels = list(dict.fromkeys(row[0] for row in rows))
    if len(panels) > MOST_FACETS:
        raise InputError(
            f"the values of {', '.join(facets)} make {len(panels)} panels; expected at most "
            f"{MOST_FACETS}: draw a part of the sweep"
        )
    named = list(dict.fromkeys(row[1] for row in rows))
    if len(named) > MOST_RUNS:
        raise InputError(
            f"the values of {', '.join(lines)} make {len(named)} lines; expected at most "
            f"{MOST_RUNS}: draw a part of the sweep"
        )
    columns = min(3, len(panels))
    height = -(-len(panels) // columns)
    width = 1.6 + 3.6 * columns if columns > 1 else 7.0
    figure = NotebookFigure(figsize=(width, 1.3 + 2.8 * height), layout="constrained")
    grid = figure.subplots(height, columns, sharex=True, sharey=True, squeeze=False).flat
    for axes, panel in zip(grid, panels, strict=False):
        for line, colour in zip(named, COLOURS, strict=False):
            own = [row[2:] for row in rows if row[:2] == (panel, line)]
            if own:
                _draw_line(axes, own, line, colour)
        axes.set_title(panel, fontsize="medium")
        axes.set_xlabel(_label(flows, x))
        from_zero(axes)
    for axes in list(grid)[len(panels) :]:
        axes.set_visible(False)
    grid[0].set_ylabel(label)
    if any(named):
        figure.legend(
            *_handles(figure), title=", ".join(lines), loc="outside upper left",
            ncols=min(4, len(named)), fontsize="small", title_fontsize="small", alignment="left",
        )  # fmt: skip
    over = _what_points_are(rows)
    if over:
        figure.text(0.99, 0.005, over, ha="right", va="bottom", fontsize="x-small", color=GREY)
        layout = figure.get_layout_engine()
        assert isinstance(layout, ConstrainedLayoutEngine)
        layout.set(rect=(0, 0.03, 1, 0.97))
    return figure


def _handles(figure: Figure) -> tuple[list[Any], list[str]]:
    """Return the lines of all panels and their labels, each label once."""
    found: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return list(found.values()), list(found)


def _what_points_are(rows: Sequence[tuple[str, str, Any, float, int]]) -> str:
    """Return what points and bands stand for, or nothing if no point has several runs."""
    runs_of: dict[Any, set[int]] = {}
    for panel, line, at, _, run in rows:
        runs_of.setdefault((panel, line, at), set()).add(run)
    counts = sorted({len(runs) for runs in runs_of.values()})
    if counts[-1] < 2:
        return ""
    span = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"means over {span} runs; bands: 95 % intervals of the means"


def _of_flows(results: Results, measure: str) -> tuple[pa.Table, Floats, str]:
    """Return the flows, a value for each, and the label of the axis."""
    flows = results.flows
    return flows, *_measure(flows, measure)


def _of_users(results: Results, measure: str) -> tuple[pa.Table, Floats, str]:
    """Return groups and components by run with the run's values, a value for each, the label."""
    table = users_of.groups(results)
    known = table["measure"].unique().to_pylist()
    words = measure.split(" ")
    has_statistic = words[-1] in users_of.STATISTICS
    name = " ".join(words[:-1]) if has_statistic else measure
    statistic = words[-1] if has_statistic else "mean"
    if name not in known:
        raise InputError(
            f"{measure!r} is not a measure of these users; expected one of: {', '.join(known)}; "
            f"then one of: {', '.join(users_of.STATISTICS)}. Tables of applications count if the "
            'sweep keeps them, such as keep = ["pages"]'
        )
    own = table.filter(pc.equal(table["measure"], name))
    parts = own["part"].to_pylist()
    several = any(part is not None for part in parts)
    if several:
        # The whole of a group is there as its parts.
        own = own.filter(pc.is_valid(own["part"]))
    flows = results.flows
    runs, first = np.unique(flows["run"].to_numpy(), return_index=True)
    at = first[np.searchsorted(runs, own["run"].to_numpy())]
    for key in [one["key"] for one in results.manifest["variables"]]:
        own = own.append_column(flows.schema.field(key), flows[key].take(pa.array(at)))
    unit = own["unit"][0].as_py() if own.num_rows else ""
    factor, unit = (1e-6, "Mbit/s") if unit == "bit/s" else (1.0, unit)
    if name == "target met":
        factor, unit = 100.0, "%"
    values = own[statistic].to_numpy(zero_copy_only=False).astype(np.float64) * factor
    return own, np.asarray(values), f"{_statistic(name, statistic)}, {unit}".removesuffix(", ")


def _statistic(measure: str, statistic: str) -> str:
    """Return the axis label of a statistic of a measure."""
    if statistic == "mean":
        return measure
    if statistic == "p50":
        return f"{measure}, median"
    if statistic.startswith("p"):
        return f"{measure}, {statistic[1:]}th percentile"
    return f"{measure}, Jain's index"


def _measure(flows: pa.Table, measure: str) -> tuple[Floats, str]:
    """Return a value for each row of flows, and the label of the axis."""
    column, factor, label = {
        "goodput": ("goodput_bps", 1e-6, "goodput, Mbit/s"),
        "completion": ("transfer_time_s", 1.0, "transfer time, s"),
    }.get(measure, (measure, 1.0, ""))
    if column not in flows.column_names:
        raise InputError(
            f"{measure!r} is not a measure of flows; expected goodput, completion or a column of "
            f"numbers: {', '.join(_numeric(flows))}"
        )
    if column not in _numeric(flows):
        raise InputError(f"the column {measure!r} holds no numbers; expected a numeric column")
    values = flows[column].to_numpy(zero_copy_only=False).astype(np.float64) * factor
    return np.asarray(values), label or _words(flows, column)


def _numeric(flows: pa.Table) -> list[str]:
    return [
        field.name
        for field in flows.schema
        if pa.types.is_floating(field.type) or pa.types.is_integer(field.type)
    ]


def _label(flows: pa.Table, column: str) -> str:
    unit = (flows.schema.field(column).metadata or {}).get(b"unit", b"").decode()
    return f"{column}, {unit}" if unit else column


_MEANS = {"rtt_min_ms": "least round trip", "rtt_mean_ms": "mean round trip",
          "rtt_max_ms": "longest round trip"}  # fmt: skip


def _words(flows: pa.Table, column: str) -> str:
    """Return the axis label of a column, with its unit once, at the end."""
    unit = (flows.schema.field(column).metadata or {}).get(b"unit", b"").decode()
    suffix = {"bit/s": "_bps"}.get(unit, f"_{unit}")
    words = _MEANS.get(column) or (column.removesuffix(suffix) if unit else column)
    words = words.replace("_", " ")
    return f"{words}, {unit}" if unit else words


def _varied(results: Results, flows: pa.Table) -> list[str]:
    """Return the varied keys that are columns with several values."""
    keys = [one["key"] for one in results.manifest["variables"]]
    return [key for key in keys if key in flows.column_names and _count(flows, key) > 1]


def _count(flows: pa.Table, key: str) -> int:
    return len(pc.unique(flows[key]))


def _axis(keys: Sequence[str], flows: pa.Table) -> str:
    numbers = [key for key in keys if key in _numeric(flows) and not users_of.is_seed(key)]
    if not numbers:
        raise InputError("no varied key has several numbers to draw over; name one as x")
    return numbers[0]


def _roles(
    keys: Sequence[str], names: Sequence[str], flows: pa.Table
) -> tuple[list[str], list[str]]:
    """Return the columns whose values become lines, and those whose values become panels.

    Keys with more values than there are colours count as draws: their runs are averaged, like those
    of different seeds or of that many flow names.
    """
    few = [key for key in keys if not users_of.is_seed(key) and _count(flows, key) <= MOST_RUNS]
    few.sort(key=lambda key: -_count(flows, key))
    most = MOST_RUNS if names == ["name"] else flows.num_rows
    lines = [name for name in names if 1 < _count(flows, name) <= most]
    return (lines, few) if lines else (few[:1], few[1:])


def _shown(flows: pa.Table, keys: Sequence[str], row: int) -> str:
    """Return the values of keys in a row, for a legend or a title."""
    parts = []
    for key in keys:
        value = flows[key][row].as_py()
        unit = (flows.schema.field(key).metadata or {}).get(b"unit", b"").decode()
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        parts.append(f"{shown} {unit}".strip())
    return ", ".join(parts)


def _draw_line(axes: Axes, rows: Sequence[tuple[Any, float, int]], label: str, colour: str) -> None:
    """Draw means with their intervals over x; `rows` are x, value and run."""
    xs = sorted({row[0] for row in rows})
    middles, lows, highs = [], [], []
    for x in xs:
        values = _per_run([(value, run) for at, value, run in rows if at == x])
        estimate = over_seeds(values)
        middles.append(estimate.value)
        lows.append(estimate.value if estimate.low95 is None else estimate.low95)
        highs.append(estimate.value if estimate.high95 is None else estimate.high95)
    axes.plot(xs, middles, color=colour, marker="o", markersize=4, linewidth=1.4, label=label)
    if lows != highs:
        axes.fill_between(xs, lows, highs, color=colour, alpha=0.18, linewidth=0)


def _per_run(values: Sequence[tuple[float, int]]) -> Floats:
    """Return the mean of each run, or all values if there is only one run."""
    runs = sorted({run for _, run in values})
    if len(runs) == 1:
        return np.array([value for value, _ in values])
    return np.array([np.mean([v for v, run in values if run == one]) for one in runs])
