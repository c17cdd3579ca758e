"""Draws what schedulers do: whom they serve when, what users get, how long packets take.

Owns figures; runs, tables and pages are `scheduler_pages.py`'s, which calls this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

import skyseam
from skyseam._style import GREY, NO_SEAM, SEAM, styled

BEAM = "beam"
SHOWN_S = (20.0, 22.0)
"""The part of the run that is looked at packet by packet, s."""
LEVELS_DB = (-20.0, 3.0)
"""What the shade of a level covers."""
CALL = "#009E73"


@dataclass(frozen=True)
class Outcome:
    """The comparison's run under one policy.

    Attributes
    ----------
    policy
        Its name.
    results
        With `harq_packets` and `rtt` recorded.
    users
        Names, in the order of the beam.
    gains_db
        Of each, beside the channel's level.
    model
        The table `channel` of the beam.
    """

    policy: str
    results: skyseam.Results
    users: list[str]
    gains_db: list[float]
    model: dict[str, str]

    @cached_property
    def goodput_kbps(self) -> dict[str, float]:
        """Of each download, by the user who receives it."""
        flows = self.results.flows
        rows = flows.filter(pc.greater(flows["goodput_bps"], 0.0)).to_pylist()
        return {row["destination"]: row["goodput_bps"] / 1e3 for row in rows}

    @cached_property
    def round_trips_ms(self) -> NDArray[np.float64]:
        """Every sample of every download, sorted."""
        return np.sort(self.results.table("rtt")["rtt_ms"].to_numpy())

    def levels_db(self, user: int) -> NDArray[np.float64]:
        """Return what a user receives, a level each millisecond from the run's start."""
        channel = skyseam.channel(
            model=self.model,
            receiver=f"{self.users[user]} {BEAM}",
            seed=self.results.manifest["seed"],
            duration_s=SHOWN_S[1],
        )
        return channel.table("levels")["level_db"].to_numpy() + self.gains_db[user]


def colour_of(user: str) -> str:
    """Return the colour of a kind of user: by the sky, at the edge, on the phone."""
    return {"edge": SEAM, "caller": CALL}.get(user.rstrip("-0123456789"), NO_SEAM)


@styled
def page(outcomes: Mapping[str, Outcome], policy: str, *, dark: bool = False) -> Figure:
    """Draw one policy: two seconds of service, goodput, round trips, with the others in grey."""
    outcome = outcomes[policy]
    figure = Figure(figsize=(9.6, 6.4), layout="constrained")
    panels = figure.subplot_mosaic(
        [["service", "service"], ["goodput", "delay"]], height_ratios=[1.25, 1.0]
    )
    _service(panels["service"], outcome)
    _goodput(panels["goodput"], outcomes, policy)
    _round_trips(panels["delay"], outcomes, policy)
    figure.suptitle(f'policy = "{policy}"')
    return figure


def _service(axes: Axes, outcome: Outcome) -> None:
    start, end = SHOWN_S
    rows = len(outcome.users)
    levels = np.array(
        [outcome.levels_db(user)[int(1e3 * start) : int(1e3 * end)] for user in range(rows)]
    )
    shade = axes.imshow(
        levels, aspect="auto", cmap="Greys_r", vmin=LEVELS_DB[0], vmax=LEVELS_DB[1],
        extent=(start, end, rows - 0.5, -0.5), interpolation="nearest", alpha=0.75,
    )  # fmt: skip
    sent = outcome.results.table("harq_packets")
    sent = sent.filter(pc.equal(sent["link"], BEAM))
    at_s = sent["sent_s"].to_numpy()
    receivers = np.array(sent["receiver"].to_pylist())
    for row, user in enumerate(outcome.users):
        of_user = at_s[(receivers == user) & (at_s >= start) & (at_s < end)]
        axes.vlines(of_user, row - 0.32, row + 0.32, color=colour_of(user), lw=0.9)
    axes.set_yticks(range(rows), outcome.users)
    axes.set_xlabel("time, s")
    axes.set_title("whose packet is sent, over how well each receives", fontsize="medium")
    axes.grid(visible=False)
    bar = axes.figure.colorbar(shade, ax=axes, pad=0.01, aspect=14)
    bar.set_label("level, dB")


def _goodput(axes: Axes, outcomes: Mapping[str, Outcome], policy: str) -> None:
    downloads = list(outcomes[policy].goodput_kbps)
    for other in outcomes.values():
        values = [other.goodput_kbps[user] for user in downloads]
        axes.plot(downloads, values, color=GREY, lw=0.8, alpha=0.5)
    values = [outcomes[policy].goodput_kbps[user] for user in downloads]
    axes.bar(downloads, values, color=[colour_of(user) for user in downloads], width=0.62, zorder=3)
    axes.set_ylabel("goodput, kbit/s")
    axes.set_ylim(0, 1.06 * max(max(other.goodput_kbps.values()) for other in outcomes.values()))
    axes.tick_params(axis="x", rotation=50)
    axes.grid(axis="x", visible=False)
    axes.set_title("downloads (grey: the other policies)", fontsize="medium")


def _round_trips(axes: Axes, outcomes: Mapping[str, Outcome], policy: str) -> None:
    for name, outcome in outcomes.items():
        found = outcome.round_trips_ms
        share = (np.arange(len(found)) + 1) / len(found)
        mine = name == policy
        axes.plot(
            found, share, color=NO_SEAM if mine else GREY, lw=2.2 if mine else 0.8,
            alpha=1.0 if mine else 0.5, zorder=3 if mine else 2,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xlabel("round trip of downloads, ms")
    axes.set_ylabel("share of samples up to it")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_title("round trips (grey: the other policies)", fontsize="medium")
