"""Figures of voice: packet by packet of one call, and how good all calls of a run were.

Draws the tables `voice_packets`, `voice` and `voice_losses`; what they mean is said in
docs/models/voice.md. Users reach them as `skyseam.plot.call` and `skyseam.plot.calls`.
"""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.plot import panels as panels_of
from skyseam.plot.panels import View
from skyseam.plot.style import GREY, NO_SEAM, styled
from skyseam.plot.transfers import view_of
from skyseam.results import Results

CAUSES = {
    "queue_overflow": ("no room in a queue", "#e0702a"),
    "early_drop": ("dropped early", "#E69F00"),
    "waited_too_long": ("waited too long", "#CC79A7"),
    "harq_failure": ("not decoded", "#8f7a2e"),
    "late": ("late for play-out", "#d1384b"),
    "expired": ("expired on arrival", "#6a3d9a"),
}
"""Of each usual cause why speech was not heard: its words and its colour."""

LATE = CAUSES["late"][1]
POOR = (3.6, "R 70: below, many users are dissatisfied")
"""A score and what G.107 Annex B says of it."""
MOST_NAMED = 24
"""So many calls can be named below a figure."""


@styled
def call(
    results: Results,
    flow: int | str | None = None,
    *,
    start_s: float | None = None,
    end_s: float | None = None,
    dark: bool = False,
) -> Figure:
    """Delay of each packet of a call, and when its play-out buffer played it.

    Parameters
    ----------
    results
        Of a run with `record = ["voice_packets"]`.
    flow
        Number or name; the first flow when None.
    start_s, end_s
        Between which instants, s of simulated time; the whole call when None.
    dark
        For a dark ground.

    Raises
    ------
    InputError
        When packets were not recorded, or the flow is not voice or does not exist.
    """
    view = view_of(results, flow, None, start_s, end_s)
    figure = Figure(figsize=(8.6, 3.4), layout="constrained")
    axes = figure.add_subplot()
    packets(axes, view)
    axes.set_xlim(*view.span)
    axes.set_xlabel("simulated time, s")
    return figure


def packets(axes: Axes, view: View) -> None:
    """Draw delays and play-out of a call, with its score as title."""
    table = panels_of.table_of(view.results, "voice_packets")
    voice = view.results.table("voice") if "voice" in view.results.tables else None
    found = [] if voice is None else voice.filter(pc.equal(voice["flow"], view.flow)).to_pylist()
    if not found:
        raise InputError(f"flow {view.flow} is not voice")
    rows = view.within(table.filter(pc.equal(table["flow"], view.flow)))
    t_s, delay_ms = rows["t_s"].to_numpy(), rows["delay_ms"].to_numpy()
    sent_s = t_s - delay_ms / 1e3
    play_s = rows["play_s"].to_numpy(zero_copy_only=False).astype(float)
    late = np.isnan(play_s)
    axes.plot(sent_s, 1e3 * (play_s - sent_s), "_", ms=4, color=NO_SEAM, label="played")
    axes.plot(sent_s[~late], delay_ms[~late], ".", ms=3, mew=0, color=GREY, label="arrived")
    if late.any():
        axes.plot(sent_s[late], delay_ms[late], ".", ms=5, mew=0, color=LATE,
                  label=f"too late ({int(late.sum())})")  # fmt: skip
    axes.set_ylim(0, None)
    axes.set_ylabel("after it was sent, ms")
    score = "nobody heard it" if found[0]["mos"] is None else f"MOS {found[0]['mos']:.2f}"
    _legend(axes)
    axes.set_title(f"{found[0]['name']}: {found[0]['loss_percent'] or 0:.1f} % unheard, {score}")


@styled
def calls(results: Results, *, dark: bool = False) -> Figure:
    """Score of every call of a run, and why packets of it were not heard.

    Parameters
    ----------
    results
        Of a run with voice flows.
    dark
        For a dark ground.

    Raises
    ------
    InputError
        When there are none.
    """
    expect("results", results, Results)
    if "voice" not in results.tables or not results.table("voice").num_rows:
        raise InputError("no flow of these results is voice that has begun: nothing to draw")
    rows = results.table("voice").to_pylist()
    at = np.arange(len(rows))
    figure = Figure(figsize=(8.6, 5.0), layout="constrained")
    score, why = figure.subplots(2, 1, sharex=True)
    score.bar(at, [row["mos"] or 0.0 for row in rows], color=NO_SEAM, width=0.7)
    score.axhline(POOR[0], color=GREY, lw=0.9, ls="--", label=POOR[1])
    score.set_ylim(1, 4.5)
    score.set_ylabel("MOS")
    _legend(score)
    losses = results.table("voice_losses").to_pylist()
    below = np.zeros(len(rows))
    for cause in sorted({loss["cause"] for loss in losses}):
        words, colour = CAUSES.get(cause, (cause.replace("_", " "), GREY))
        of_flow = {loss["flow"]: loss["packets"] for loss in losses if loss["cause"] == cause}
        share = np.array(
            [100 * of_flow.get(row["flow"], 0) / (row["received"] + row["lost"]) for row in rows]
        )
        why.bar(at, share, bottom=below, color=colour, width=0.7, label=words)
        below += share
    why.set_ylabel("packets not heard, %")
    if losses:
        _legend(why)
    names = [row["name"] for row in rows]
    if len(rows) <= MOST_NAMED:
        why.set_xticks(at, names, rotation=40, ha="right")
    else:
        why.set_xlabel("calls, in the order of the scenario")
    for axes in (score, why):
        axes.grid(axis="x", visible=False)
    return figure


def _legend(axes: Axes) -> None:
    """Put the legend above the axes, where no data are."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=5, borderaxespad=0.3)
