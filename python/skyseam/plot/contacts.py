"""The figure of contacts: satellites in view of each terminal, and serving satellites."""

from __future__ import annotations

import heapq

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.plot.style import SEAM, NotebookFigure, styled
from skyseam.results import Results

MOST_TERMINALS = 12
"""So many a figure can take."""

MOST_NAMED = 24
"""Up to so many passes of a terminal are named in the figure."""


@styled
def contacts(results: Results, terminal: str | None = None, *, dark: bool = False) -> Figure:
    """Draw every pass as a bar coloured by its highest elevation, with a line while serving.

    Bars lie in the lowest free row, so that the height of the stack is the number of satellites in
    view.

    Parameters
    ----------
    results
        Results of :func:`skyseam.contacts`.
    terminal
        Name; the first twelve terminals, one above the other, when None.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When the results are of another kind, or there is no such terminal.
    """
    expect("results", results, Results)
    if "contacts" not in results.manifest:
        raise InputError("the results are not those of skyseam.contacts")
    study = results.manifest["contacts"]
    shown = [name for name in study["terminals"] if terminal in (None, name)][:MOST_TERMINALS]
    if not shown:
        raise InputError(f"no terminal {terminal!a} among {', '.join(study['terminals'])}")
    rows = [_Rows(results, name) for name in shown]
    heights = [0.55 + 0.16 * min(max(one.count, 3), 24) for one in rows]
    figure = NotebookFigure(figsize=(9.6, sum(heights) + 0.9), layout="constrained")
    panels = figure.subplots(
        len(rows), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights}
    )[:, 0]
    bars: LineCollection | None = None
    for axes, one in zip(panels, rows, strict=True):
        bars = one.draw(axes)
    span = (study["start_s"], study["end_s"])
    unit, words = (3600.0, "h") if span[1] - span[0] > 2 * 3600 else (60.0, "min")
    locator = MaxNLocator(9, steps=[1, 1.5, 2, 3, 5, 6, 10])
    ticks = np.asarray(locator.tick_values(span[0] / unit, span[1] / unit)) * unit
    for axes in panels:
        axes.set_xlim(*span)
        axes.set_xticks(ticks[(ticks >= span[0]) & (ticks <= span[1])])
        axes.xaxis.set_major_formatter(lambda t_s, _: f"{t_s / unit:g}")
    panels[-1].set_xlabel(f"simulated time, {words}")
    assert bars is not None
    figure.colorbar(bars, ax=list(panels), label="highest elevation, deg", aspect=30, pad=0.01)
    figure.legend(
        handles=[
            Line2D([], [], color=mpl.colormaps["viridis"](0.35), lw=6, label="above the mask"),
            Line2D([], [], color=SEAM, lw=2, label="serving the terminal"),
        ],
        loc="outside lower center",
        ncols=2,
    )
    return figure


class _Rows:
    """The passes of a terminal, arranged in rows so that concurrent passes do not overlap."""

    def __init__(self, results: Results, terminal: str) -> None:
        self.terminal = terminal
        study = results.manifest["contacts"]
        self.passes = _of(results.table("passes"), terminal)
        self.serving = _of(results.table("serving"), terminal)
        self.rise_s = _filled(self.passes["rise_s"], study["start_s"])
        self.set_s = _filled(self.passes["set_s"], study["end_s"])
        self.rows = _packed(self.rise_s, self.set_s)
        self.count = max(self.rows, default=0) + 1

    def draw(self, axes: Axes) -> LineCollection:
        """Draw the rows; return the mappable of the colour bar."""
        ends = zip(self.rise_s, self.set_s, self.rows, strict=True)
        spans = [[(rise, row), (end, row)] for rise, end, row in ends]
        bars = LineCollection(
            spans, linewidths=8, capstyle="butt", cmap="viridis", norm=Normalize(0, 90)
        )
        bars.set_array(self.passes["peak_elevation_deg"].to_numpy())
        axes.add_collection(bars)
        names = self.passes["satellite"].to_pylist()
        passes: dict[str, list[tuple[float, float, int]]] = {}
        ends = zip(self.rise_s, self.set_s, self.rows, strict=True)
        for name, one in zip(names, ends, strict=True):
            passes.setdefault(name, []).append(one)
        held = []
        for link in self.serving.to_pylist():
            for rise, end, row in passes.get(link["satellite"], []):
                start, until = max(rise, link["from_s"]), min(end, link["until_s"])
                if start < until:
                    held.append([(start, row), (until, row)])
        axes.add_collection(
            LineCollection(held, colors=SEAM, linewidths=2, capstyle="butt", zorder=3)
        )
        if len(names) <= MOST_NAMED:
            for name, rise, row in zip(names, self.rise_s, self.rows, strict=True):
                axes.annotate(
                    name, (rise, row), xytext=(2, 6), textcoords="offset points",
                    fontsize=6, va="bottom", annotation_clip=True,
                )  # fmt: skip
        axes.set_ylim(-0.7, self.count - 0.1)
        axes.set_yticks(
            [row for row in range(self.count) if (row + 1) % max(self.count // 5, 1) == 0]
        )
        axes.yaxis.set_major_formatter(lambda row, _: f"{row + 1:.0f}")
        axes.set(ylabel="in view", title=self.terminal)
        return bars


def _of(table: pa.Table, terminal: str) -> pa.Table:
    return table.filter(pc.equal(table["terminal"], terminal))


def _filled(column: pa.ChunkedArray, missing_s: float) -> list[float]:
    filled: list[float] = pc.fill_null(column, missing_s).to_pylist()
    return filled


def _packed(rises_s: list[float], sets_s: list[float]) -> list[int]:
    """Return the lowest row that is free for each pass; passes are in order of rising."""
    rows = [0] * len(rises_s)
    free: list[int] = []
    busy: list[tuple[float, int]] = []
    opened = 0
    for number in np.argsort(np.array(rises_s), kind="stable"):
        while busy and busy[0][0] <= rises_s[number]:
            heapq.heappush(free, heapq.heappop(busy)[1])
        if not free:
            heapq.heappush(free, opened)
            opened += 1
        row = heapq.heappop(free)
        rows[number] = row
        heapq.heappush(busy, (sets_s[number], row))
    return rows
