"""Draws the effects of schedulers: users served over time, goodput of users, delays of packets.

Owns the figures; `scheduler_pages.py`, which calls this, owns runs, tables and pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator, PercentFormatter, ScalarFormatter
from matplotlib.transforms import Bbox

import skyseam
from skyseam._arrays import Floats
from skyseam.plot.style import GREY, NO_SEAM, SEAM, styled

BEAM, CALLER = "beam", "caller"
SHOWN_S = (26.0, 28.0)
"""The part of the run that is looked at packet by packet, s."""
SHADE_S = 0.01
"""Levels are shown as means of so long, s: echoes fade faster than eyes follow."""
LEVELS_DB = (-18.0, 2.0)
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
        """Goodput of each download, by the user who receives it."""
        rows = self.results.flows.to_pylist()
        downloads = [row for row in rows if row["destination"] != CALLER]
        return {row["destination"]: (row["goodput_bps"] or 0.0) / 1e3 for row in downloads}

    @cached_property
    def round_trips_ms(self) -> Floats:
        """Round trips of all downloads, sorted."""
        return np.sort(self.results.table("rtt")["rtt_ms"].to_numpy())

    @cached_property
    def delays_ms(self) -> Floats:
        """One-way delays of the packets of the call that arrived, sorted."""
        return np.sort(self.results.table("voice_packets")["delay_ms"].to_numpy())


@cache
def levels_db(user: str, gain_db: float, seed: int, model: tuple[tuple[str, str], ...]) -> Floats:
    """Return the levels of a user over `SHOWN_S`, as means over `SHADE_S`."""
    channel = skyseam.channel(
        model=dict(model), receiver=f"{user} {BEAM}", seed=seed, duration_s=SHOWN_S[1]
    )
    levels = channel.table("levels").to_pandas()
    shown = levels["level_db"].to_numpy()[levels["t_s"].to_numpy() >= SHOWN_S[0]]
    return shown.reshape(round((SHOWN_S[1] - SHOWN_S[0]) / SHADE_S), -1).mean(axis=1) + gain_db


def colour_of(user: str) -> str:
    """Return the colour of a kind of user: open sky, at the edge, on the phone."""
    return {"edge": SEAM, CALLER: CALL}.get(user.rstrip("-0123456789"), NO_SEAM)


@styled
def page(outcomes: Mapping[str, Outcome], policy: str, *, dark: bool = False) -> Figure:
    """Draw one policy: two seconds of service, goodput, round trips, with the others in grey."""
    outcome = outcomes[policy]
    figure = Figure(figsize=(9.6, 6.6), layout="constrained")
    panels = figure.subplot_mosaic(
        [["service"] * 3, ["goodput", "download", "call"]], height_ratios=[1.4, 1.0]
    )
    _service(panels["service"], outcome)
    _goodput(panels["goodput"], outcomes, policy)
    trips = {name: one.round_trips_ms for name, one in outcomes.items()}
    _shares(panels["download"], trips, policy, NO_SEAM)
    panels["download"].set_xlabel("round trips of downloads, ms")
    panels["download"].set_ylabel("share up to it")
    delays = {name: one.delays_ms for name, one in outcomes.items()}
    _shares(panels["call"], delays, policy, CALL)
    panels["call"].set_xlabel("one-way delay of the call, ms")
    figure.suptitle(f'kind = "{policy}" (in grey: all others)')
    return figure


def _service(axes: Axes, outcome: Outcome) -> None:
    start, end = SHOWN_S
    rows = len(outcome.users)
    seed, model = outcome.results.manifest["seed"], tuple(outcome.model.items())
    levels = [
        levels_db(user, gain, seed, model)
        for user, gain in zip(outcome.users, outcome.gains_db, strict=True)
    ]
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
    axes.set_yticks(range(rows), [_short(user) for user in outcome.users], fontsize=7)
    axes.set_ylabel("user")
    axes.set_xlabel("time, s")
    axes.set_title("packets sent, over how well each user receives", fontsize="medium")
    axes.grid(visible=False)
    bar = axes.figure.colorbar(shade, ax=axes, pad=0.01, aspect=14)
    bar.set_label("level, dB")


def _goodput(axes: Axes, outcomes: Mapping[str, Outcome], policy: str) -> None:
    downloads = list(outcomes[policy].goodput_kbps)
    at = range(1, len(downloads) + 1)
    for other in outcomes.values():
        values = [other.goodput_kbps[user] for user in downloads]
        axes.step(at, values, where="mid", color=GREY, lw=0.8, alpha=0.6)
    values = [outcomes[policy].goodput_kbps[user] for user in downloads]
    axes.bar(at, values, color=[colour_of(user) for user in downloads], width=0.7, alpha=0.85)
    axes.set_ylabel("goodput, kbit/s")
    axes.set_ylim(0, 1.05 * max(max(other.goodput_kbps.values()) for other in outcomes.values()))
    axes.set_xticks([at[0], at[-1]], [_short(downloads[0]), _short(downloads[-1])])
    axes.set_xlabel("user")
    axes.grid(axis="x", visible=False)


def _shares(axes: Axes, sorted_ms: Mapping[str, Floats], policy: str, colour: str) -> None:
    for name, found in sorted_ms.items():
        share = (np.arange(len(found)) + 1) / len(found)
        mine = name == policy
        axes.plot(
            found, share, color=colour if mine else GREY, lw=2.2 if mine else 0.8,
            alpha=1.0 if mine else 0.6, zorder=3 if mine else 2,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def _short(user: str) -> str:
    return user.removeprefix("user-")


@styled
def overview(outcomes: Mapping[str, Outcome], *, dark: bool = False) -> Figure:
    """Draw all policies: goodput of all downloads over their round trips, coloured by the call."""
    figure = Figure(figsize=(7.6, 4.2), layout="constrained")
    axes = figure.add_subplot()
    trips = [float(np.median(one.round_trips_ms)) for one in outcomes.values()]
    goodput = [sum(one.goodput_kbps.values()) / 1e3 for one in outcomes.values()]
    scores = [one.results.table("voice")["mos"][0].as_py() for one in outcomes.values()]
    points = axes.scatter(
        trips, goodput, c=scores, cmap="viridis", vmin=1.0, vmax=4.5, s=110, edgecolors=GREY,
        zorder=3,
    )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xticks([50, 100, 200, 500, 1000, 2000])
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(55, 2000)
    axes.set_xlabel("median round trip of downloads, ms")
    axes.set_ylabel("goodput of all downloads, Mbit/s")
    axes.margins(y=0.12)
    figure.colorbar(points, ax=axes, label="MOS of the call", pad=0.02)
    _name_points(axes, dict(zip(outcomes, zip(trips, goodput, strict=True), strict=True)))
    return figure


PLACES = (
    ((-8, 0), "right", "center"), ((8, 0), "left", "center"), ((0, 11), "center", "center"),
    ((0, -12), "center", "center"), ((-6, 10), "right", "center"), ((-6, -11), "right", "center"),
    ((6, 10), "left", "center"), ((6, -11), "left", "center"), ((0, 22), "center", "center"),
    ((0, -23), "center", "center"), ((-8, 20), "right", "center"), ((-8, -21), "right", "center"),
    ((8, 20), "left", "center"), ((8, -21), "left", "center"),
)  # fmt: skip
"""Places of a name beside its point, by preference: offset in points and alignment."""


def _name_points(axes: Axes, points: Mapping[str, tuple[float, float]]) -> None:
    """Write the name of each point without covering another name or point."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()  # the layout places the axes, so that pixels are known
    around = 6.5 / 72 * figure.dpi
    taken = [
        Bbox.from_bounds(x - around, y - around, 2 * around, 2 * around)
        for x, y in axes.transData.transform(list(points.values()))
    ]
    for name, at in points.items():
        for offset, across, upright in PLACES:
            text = axes.annotate(
                name, at, offset, textcoords="offset points", ha=across, va=upright
            )
            box = text.get_window_extent()
            inside = axes.bbox.x0 < box.x0 and box.x1 < axes.bbox.x1
            if inside and axes.bbox.y0 < box.y0 and not box.count_overlaps(taken):
                break
            text.remove()
        else:
            raise ValueError(f"no place for the name {name}: enlarge the figure")
        taken.append(box)
