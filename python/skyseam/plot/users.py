"""Figures of users: their locations, and the results of the sessions of each group."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._work import expect
from skyseam.measures import groups as users_of
from skyseam.plot.style import GREY, NO_SEAM, SEAM, from_zero, log_abscissa, stacked, styled
from skyseam.results import Results

COLOURS = (NO_SEAM, SEAM, "#009E73", "#CC79A7", "#E69F00", "#5c6b77")

MOST_LINES = 12
"""So many distributions a figure can take."""


@styled
def users(results: Results, *, dark: bool = False) -> Figure:
    """Map users by longitude and latitude, with the terminals of the scenario.

    Parameters
    ----------
    results
        Results of a run with users.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When there are no users with places.
    """
    expect("results", results, Results)
    table = results.table("users") if "users" in results.tables else pa.table({})
    placed = table.filter(pc.is_valid(table["latitude_deg"])) if table.num_rows else table
    if not placed.num_rows:
        raise InputError("there are no users with places to map")
    names = list(dict.fromkeys(placed["users"].to_pylist()))
    shown = np.asarray(placed["users"].cast(pa.string()).to_numpy(zero_copy_only=False))
    longitude = placed["longitude_deg"].to_numpy()
    latitude = placed["latitude_deg"].to_numpy()
    figure, (axes,) = stacked((8.6, 4.6))
    size = 14.0 if len(shown) < 500 else 4.0
    for name, colour in zip(names, _colours(len(names)), strict=True):
        own = shown == name
        axes.scatter(
            longitude[own], latitude[own], s=size, color=colour, alpha=0.6, lw=0,
            label=f"{name} ({own.sum():,})",
        )  # fmt: skip
    _terminals(axes, results)
    axes.set(xlabel="longitude, deg", ylabel="latitude, deg")
    # A degree of longitude is shorter by the cosine of the latitude.
    middle = float(np.clip(np.mean([latitude.min(), latitude.max()]), -70, 70))
    axes.set_aspect(1 / np.cos(np.radians(middle)), adjustable="box")
    figure.legend(loc="outside lower center", ncols=4)
    return figure


def _terminals(axes: Axes, results: Results) -> None:
    """Mark terminals that are fixed and are not users."""
    for one in results.manifest["scenario"].get("terminals", []):
        if "latitude" not in one:
            continue
        at = (float(one["longitude"].split()[0]), float(one["latitude"].split()[0]))
        axes.plot(*at, "s", ms=4.5, mfc="none", mec=GREY, mew=1.1)
        axes.annotate(one["name"], at, (4, 3), textcoords="offset points", fontsize=7, color=GREY)


@styled
def group_throughput(
    results: Results,
    start_s: float | None = None,
    end_s: float | None = None,
    *,
    dark: bool = False,
) -> Figure:
    """Draw the arrivals of each group over time, in both directions, and the number of flows.

    The number of flows is that of the direction with more flows.

    Parameters
    ----------
    results
        Results of a run with `group_throughput_bin`.
    start_s, end_s
        Time span, s of simulated time; the whole run when None.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When groups were not recorded, or nothing arrived within the span.
    """
    expect("results", results, Results)
    if "group_throughput" not in results.tables:
        raise InputError('groups were not recorded: add group_throughput_bin = "1 s" in [run]')
    table = results.table("group_throughput")
    at_s = table["t_s"].to_numpy()
    wanted = (at_s >= (-np.inf if start_s is None else start_s)) & (
        at_s <= (np.inf if end_s is None else end_s)
    )
    table = table.filter(pa.array(wanted))
    if not table.num_rows:
        raise InputError("no group received anything in this time")
    pairs = list(zip(table["group"].to_pylist(), table["part"].to_pylist(), strict=True))
    names = list(dict.fromkeys(pairs))
    if len(names) > MOST_LINES:
        raise InputError(f"a figure takes {MOST_LINES} groups; there are {len(names)}")
    of = np.array([names.index(pair) for pair in pairs])
    rate = table["forward_bps"].to_numpy() + table["reverse_bps"].to_numpy()
    busy = [table[name].to_numpy() for name in ("forward_flows", "reverse_flows")]
    flows = np.maximum(*busy)
    figure, (rates, numbers) = stacked((8.6, 5.4), 2, sharex=True)
    for index, ((group, part), colour) in enumerate(zip(names, _colours(len(names)), strict=True)):
        own = of == index
        label = group if part is None else f"{group}, {part}"
        t_s = table["t_s"].to_numpy()[own]
        dashed = "-" if index < len(COLOURS) else "--"
        rates.step(t_s, rate[own] / 1e6, where="post", color=colour, ls=dashed, label=label)
        numbers.step(t_s, flows[own], where="post", color=colour, ls=dashed)
    rates.set_ylabel("arrived, Mbit/s")
    numbers.set(ylabel="flows that received data", xlabel="simulated time, s")
    for axes in (rates, numbers):
        from_zero(axes)
    figure.legend(loc="outside lower center", ncols=4)
    return figure


@styled
def goodputs(results: Results, *, dark: bool = False) -> Figure:
    """Draw the distribution of goodput over the sessions of each group and component of its mix.

    Parameters
    ----------
    results
        Results of a run with users.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When there are no users, or none of their sessions had a goodput.
    """
    return _distributions(results, "goodput_bps", "goodput, Mbit/s", lambda bps: bps / 1e6)


@styled
def completions(results: Results, *, dark: bool = False) -> Figure:
    """Draw the distribution of completion times over the sessions of each group and component.

    Parameters
    ----------
    results
        Results of a run with users.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When there are no users, or none of their sessions finished.
    """
    return _distributions(results, "completion_s", "completion, s", lambda s: s)


def _distributions(
    results: Results, column: str, label: str, scaled: Callable[[Floats], Floats]
) -> Figure:
    expect("results", results, Results)
    held = users_of.sessions(results)
    values = scaled(held[column].to_numpy(zero_copy_only=False).astype(np.float64))
    names = [
        f"{users}, {part}"
        for users, part in zip(held["users"].to_pylist(), held["part"].to_pylist(), strict=True)
    ]
    own: dict[str, list[float]] = {name: [] for name in dict.fromkeys(names)}
    for name, value in zip(names, values, strict=True):
        if np.isfinite(value) and value > 0:
            own[name].append(value)
    there = {name: sorted(some) for name, some in own.items() if some}
    if not there:
        raise InputError(f"no session has a {label.partition(',')[0]}")
    figure, (axes,) = stacked((6.4, 3.8))
    for (name, some), colour in zip(
        list(there.items())[:MOST_LINES], _colours(len(there)), strict=False
    ):
        shares = np.arange(1, len(some) + 1) / len(some) * 100
        axes.step([some[0], *some], [0, *shares], where="post", color=colour, label=name, lw=1.6)
    log_abscissa(axes)
    axes.set(xlabel=label, ylabel="share of sessions, %")
    axes.set_ylim(0, 100)
    axes.legend()
    return figure


def _colours(count: int) -> list[str]:
    return [COLOURS[index % len(COLOURS)] for index in range(count)]
