"""The figures of link budgets: their parts, from the transmitter to C/N0, and their weather.

Draws the tables of `skyseam.link_budgets`.
"""

from __future__ import annotations

from itertools import accumulate

import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.plot.style import GREY, NO_SEAM, SEAM, NotebookFigure, styled
from skyseam.results import Results


@styled
def link_budget(results: Results, row: int = 0, *, dark: bool = False) -> Figure:
    """Draw a link budget as a waterfall: gains and losses, each from where the last one ended.

    Parameters
    ----------
    results
        Results of :func:`skyseam.link_budgets`.
    row
        Number of the row of the table `budgets`, from 0.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When the table has no such row.
    """
    expect("results", results, Results)
    budgets = results.table("budgets")
    if not 0 <= row < budgets.num_rows:
        raise InputError(f"row is {row}; the table budgets has rows 0 to {budgets.num_rows - 1}")
    told = budgets.slice(row, 1).to_pylist()[0]
    parts = results.table("parts")
    parts = parts.filter(pc.equal(parts["budget"], row))
    names, steps = parts["part"].to_pylist(), parts["value_db"].to_pylist()
    ends = list(accumulate(steps))
    starts = [0.0, *ends[:-1]]
    figure = NotebookFigure(figsize=(8.0, 0.34 * len(names) + 1.6), layout="constrained")
    axes = figure.subplots()
    colours = [NO_SEAM if step > 0 else SEAM for step in steps]
    axes.barh(names, steps, left=starts, color=colours, height=0.6)
    for number, (start, end, step) in enumerate(zip(starts, ends, steps, strict=True)):
        axes.annotate(
            f"{step:+.2f} dB", (max(start, end), number), (4, 0), textcoords="offset points",
            va="center", fontsize="small",
        )  # fmt: skip
        if number + 1 < len(names):
            axes.plot([end, end], [number, number + 1], color=GREY, lw=0.6)
    axes.invert_yaxis()
    axes.margins(x=0.16)
    axes.set(xlabel="sum so far, dB")
    axes.set_title(_title(told))
    return figure


def _title(told: dict[str, float | str | None]) -> str:
    at = [str(told["name"])]
    if told["elevation_deg"] is not None:
        at.append(f"{told['elevation_deg']:g} deg")
    if told["exceeded_percent"] is not None:
        at.append(f"{told['exceeded_percent']:g} % of the year")
    mode = told["mode"] or "no mode holds"
    return f"{', '.join(at)}: C/N0 {told['c_n0_dbhz']:.2f} dBHz, {mode}"


@styled
def link_weather(results: Results, *, dark: bool = False) -> Figure:
    """Draw links in weather: attenuation and rate over time, a colour for each budget.

    Parameters
    ----------
    results
        Results of :func:`skyseam.link_budgets`.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When no budget has weather over time.
    """
    expect("results", results, Results)
    if "weather" not in results.tables:
        raise InputError("no budget has weather over time; `weather` in a link_budget gives it one")
    rows = results.table("weather")
    figure = NotebookFigure(figsize=(8.0, 4.6), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    for name, elevation in dict.fromkeys(
        zip(rows["name"].to_pylist(), rows["elevation_deg"].to_pylist(), strict=True)
    ):
        chosen = pc.equal(rows["name"], name)
        if elevation is not None:
            chosen = pc.and_(chosen, pc.equal(rows["elevation_deg"], elevation))
        own = rows.filter(chosen)
        hours = pc.divide(own["t_s"], 3600.0).to_numpy()
        at = name if elevation is None else f"{name}, {elevation:g} deg"
        above.plot(hours, own["atmosphere_db"].to_numpy(), lw=0.8, label=at)
        rate = pc.divide(own["rate_bps"], 1e6).to_numpy()
        below.step(hours, rate, where="post", lw=0.8)
    above.set(ylabel="attenuation, dB", ylim=(0, None))
    below.set(xlabel="time, h", ylabel="rate, Mbit/s", ylim=(0, None))
    above.legend(loc="upper right")
    return figure
