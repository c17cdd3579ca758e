"""Figures of chapter 5: rates forward and back, over bit errors, of short exchanges, of today."""

from __future__ import annotations

import itertools

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.plot.style import log_values
from skyseam.reproduce import drawing, over_seeds

from . import analysis
from .analysis import Case, Found

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of exponents: texts of figures are no formulas."""


def paths(found: Found) -> Figure:
    plan, colours = found.study.plan, found.study.plan["colours"]
    figure, grid = drawing.panels(3, (12.6, 6.0), 2)
    largest = max(plan["sizes_bytes"])
    loads = [100 * load for load in plan["loads"]]
    round_trips = [2 * delay for delay in plan["delays_ms"]]
    for protocol in plan["path_protocols"]:
        for (above, below), path in zip(grid.T[:2], ("geo", "leo"), strict=True):
            listed = [Case(path, protocol, largest, load) for load in plan["loads"]]
            drawing.line(above, loads, map(found.rate, listed), colours[protocol], protocol)
            drawing.line(below, loads, map(found.back, listed), colours[protocol], protocol)
        above, below = grid.T[2]
        listed = [Case("delay", protocol, largest, at=at) for at in plan["delays_ms"]]
        drawing.line(above, round_trips, map(found.rate, listed), colours[protocol], protocol)
        drawing.line(below, round_trips, map(found.back, listed), colours[protocol], protocol)
    titles = ("GEO, 500 ms", "LEO, 78 ms", "by round trip")
    for (above, below), title in zip(grid.T, titles, strict=True):
        label = "round trip, ms" if title == "by round trip" else "background, % of the rate"
        above.set(title=title, ylim=(0, 1000 * plan["rate_mbps"]))
        below.set(xlabel=label)
        log_values(below)
    grid[0][0].set_ylabel("10 MB, kbit/s")
    grid[1][0].set_ylabel("sent back, kbit/s")
    grid[0][0].legend(fontsize=7, loc="lower left")
    return figure


def channel(found: Found) -> Figure:
    plan, colours = found.study.plan, found.study.plan["colours"]
    figure, (forward, back) = drawing.panels(2, (9.6, 3.8))
    bers = [ber or 1e-9 for ber in plan["bers"]]
    for protocol in plan["channel_protocols"]:
        listed = [Case("channel", protocol, at=ber) for ber in plan["bers"]]
        label = "STP with a window" if protocol == "STP, defaults" else protocol
        drawing.line(forward, bers, map(found.rate, listed), colours[protocol], label)
        drawing.line(back, bers, map(found.back, listed), colours[protocol], label)
    ceiling = [1e-3 * analysis.ceiling_bps(plan, ber) for ber in plan["bers"]]
    forward.plot(bers, ceiling, color=plot.GREY, lw=1, ls="--", label="1.22/√p per round trip")
    delayed = [1e-3 * analysis.ceiling_bps(plan, ber, analysis.DELAYED) for ber in plan["bers"]]
    forward.plot(bers, delayed, color=plot.GREY, lw=1, ls=":", label="0.87/√p, delayed ACKs")
    fixed = [found.rate(Case("channel", "STP at a fixed rate", at=ber)) for ber in plan["bers"]]
    formula = [
        1e-3 * analysis.back_by_formula(plan, 1e3 * rate.value, ber)
        for rate, ber in zip(fixed, plan["bers"], strict=True)
    ]
    back.plot(bers, formula, color=plot.GREY, lw=1, ls="--", label="formula, fixed rate")
    for axes, name in ((forward, "payload, kbit/s"), (back, "sent back, kbit/s")):
        drawing.ticks(axes, bers)
        powers = [f"{np.log10(ber):.0f}" if ber else "" for ber in plan["bers"]]
        words = [f"10{power.translate(SUPERSCRIPTS)}" if power else "0" for power in powers]
        axes.set_xticks(bers, words)
        axes.set(xlabel="bit error rate", ylabel=name)
        axes.legend(fontsize=7, loc="lower left")
    forward.set_ylim(0, None)
    log_values(back)
    back.set_ylim(0.1, 40)
    return figure


def exchanges(found: Found) -> Figure:
    colours = found.study.plan["exchange_colours"]
    figure, (curves, means) = drawing.panels(2, (10.6, 3.6))
    for protocol, took_s in found.exchanges.items():
        times = np.sort(took_s)
        shares = 100 * np.arange(1, len(times) + 1) / len(times)
        curves.step(times, shares, where="post", color=colours[protocol], label=protocol)
    curves.set(xlim=(0, 4), ylim=(0, 100), xlabel="time of an exchange, s", ylabel="exchanges, %")
    names = list(found.exchanges)
    for place, protocol in enumerate(reversed(names)):
        one = over_seeds(found.exchanges[protocol])
        drawing.dot(means, place, one, colours[protocol], across=True, number="above")
    drawing.names_axis(means, names)
    means.set(xlabel="mean time, s", xlim=(0, None), ylim=(-0.5, len(names) - 0.3))
    return figure


def today(found: Found) -> Figure:
    plan, colours = found.study.plan, found.study.plan["colours"]
    figure, (loss, back, skies) = drawing.panels(3, (12.6, 3.8))
    losses = [one or 1e-6 for one in plan["today_losses"]]
    for protocol in plan["today_protocols"]:
        listed = [Case("loss", protocol, at=one) for one in plan["today_losses"]]
        label = "STP with a window" if protocol == "STP, defaults" else protocol
        look = colours[protocol]
        drawing.line(loss, losses, [found.rate(one).scaled(1e-3) for one in listed], look, label)
        drawing.line(back, losses, map(found.back, listed), look, label)
    words = ["0" if one == 0 else f"{100 * one:g} %" for one in plan["today_losses"]]
    for axes, name in ((loss, "payload, Mbit/s"), (back, "sent back, kbit/s")):
        drawing.ticks(axes, losses)
        axes.set_xticks(losses, words)
        axes.set(xlabel="packets lost", ylabel=name, title="geostationary, 20 Mbit/s")
    log_values(back)
    loss.set_ylim(0, None)
    loss.legend(fontsize=7)
    rows = list(itertools.product(plan["today_skies"], plan["today_protocols"]))
    for place, (sky, protocol) in enumerate(reversed(rows)):
        one = found.rate(Case(sky, protocol)).scaled(1e-3)
        drawing.dot(skies, place, one, colours[protocol], across=True, number="above")
    names = [f"{s.split('-')[0].capitalize()}, {p.removesuffix(', defaults')}" for s, p in rows]
    drawing.names_axis(skies, names, fontsize=8)
    ends = {"xlim": (0, 1.15 * plan["today_mbps"]), "ylim": (-0.5, len(names) - 0.3)}
    skies.set(xlabel="payload, Mbit/s", title="with handovers", **ends)
    return figure


def split(found: Found) -> Figure:
    plan = found.study.plan
    figure, (forward, back) = drawing.panels(2, (9.6, 3.6))
    sizes = [size / 1048576 for size in plan["split_sizes_bytes"]]
    for protocol, label, colour in (
        ("STP", "STP on the satellite", plot.SEAM),
        ("SACK", "TCP on the satellite", plot.NO_SEAM),
        ("none", "one TCP end to end", plot.GREY),
    ):
        listed = [Case("split", protocol, size) for size in plan["split_sizes_bytes"]]
        drawing.line(forward, sizes, map(found.rate, listed), colour, label)
        drawing.line(back, sizes, map(found.back, listed), colour, label)
    for axes, name in ((forward, "file, kbit/s"), (back, "back over the satellite, kbit/s")):
        drawing.ticks(axes, sizes)
        axes.set_xticks(sizes, [f"{size:.1f}" for size in sizes])
        axes.set(xlabel="size, MB", ylabel=name, ylim=(0, None))
    forward.legend(fontsize=7)
    return figure
