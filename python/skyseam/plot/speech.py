"""Figures of voice: one call packet by packet, and the quality of all calls of a run.

Draws the tables `voice_packets`, `voice` and `voice_losses`, which docs/models/voice.md explains.
Users reach them as `skyseam.plot.call` and `skyseam.plot.calls`.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.plot.panels import View
from skyseam.plot.style import GREY, NO_SEAM, from_zero, stacked, styled
from skyseam.plot.transfers import of_flow
from skyseam.results import Results

CAUSES = {
    "queue_overflow": ("no room in a queue", "#e0702a"),
    "early_drop": ("dropped early", "#E69F00"),
    "waited_too_long": ("waited too long", "#CC79A7"),
    "harq_failure": ("not decoded", "#8f7a2e"),
    "late": ("late for play-out", "#d1384b"),
    "expired": ("expired on arrival", "#6a3d9a"),
}
"""For each usual cause why packets were not played: description and colour."""

LATE = CAUSES["late"][1]
POOR = (3.6, "R 70: below, many users are dissatisfied")
"""A score, and its description in G.107 Annex B."""
MOST_NAMED = 24
"""The most calls that are named below a figure."""


@of_flow('a run with `record = ["voice_packets"]`')
def call(view: View) -> Figure:
    """Delay of each packet of a call, and when its play-out buffer played it."""
    figure, (axes,) = stacked((8.6, 3.4))
    packets(axes, view)
    view.time_axis(axes)
    return figure


def packets(axes: Axes, view: View) -> None:
    """Draw delays and play-out of a call, with its score in the title."""
    rows = view.rows("voice_packets")
    told = view.row("voice", "voice")
    t_s, delay_ms = rows["t_s"].to_numpy(), rows["delay_ms"].to_numpy()
    sent_s = t_s - delay_ms / 1e3
    play_s = rows["play_s"].to_numpy(zero_copy_only=False).astype(float)
    late = np.isnan(play_s)
    axes.plot(sent_s, 1e3 * (play_s - sent_s), "_", ms=4, color=NO_SEAM, label="played")
    axes.plot(sent_s[~late], delay_ms[~late], ".", ms=3, mew=0, color=GREY, label="arrived")
    if late.any():
        axes.plot(sent_s[late], delay_ms[late], ".", ms=5, mew=0, color=LATE,
                  label=f"too late ({int(late.sum())})")  # fmt: skip
    from_zero(axes)
    axes.set_ylabel("delay after sending, ms")
    score = "no packet played" if told["mos"] is None else f"MOS {told['mos']:.2f}"
    _legend(axes)
    axes.set_title(f"{told['name']}: {told['loss_percent'] or 0:.1f} % not played, {score}")


@styled
def calls(results: Results, *, dark: bool = False) -> Figure:
    """Score of every call of a run, and the causes of packets not played.

    Parameters
    ----------
    results
        Results of a run with voice flows.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When there are no voice flows.
    """
    expect("results", results, Results)
    if "voice" not in results.tables or not results.table("voice").num_rows:
        raise InputError("no flow of these results is voice that has begun: nothing to draw")
    rows = results.table("voice").to_pylist()
    at = np.arange(len(rows))
    figure, (score, why) = stacked((8.6, 5.0), 2, sharex=True)
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
    why.set_ylabel("packets not played, %")
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
    """Put the legend above the axes, where there are no data."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=5, borderaxespad=0.3)
