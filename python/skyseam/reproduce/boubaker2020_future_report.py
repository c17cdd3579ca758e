"""The page on other transports: figures and tables of what `boubaker2020_future` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce.boubaker2020_bulk import Bulk, Handover
from skyseam.reproduce.boubaker2020_future import FILES, SIDES, Outcome, dip, resent_in_vain
from skyseam.reproduce.report import Picture, Report, compose, digits, interval

_COLOURS = (
    "#8795a1",
    "#E69F00",
    "#0072B2",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#7a5195",
    "#9a6324",
)
_BEFORE_S, _AFTER_S = 4.0, 10.0


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "future",
            lambda dark: files(outcome, dark=dark),
            "Mean times of 9 kB and 15 MB with each transport, separated by the seam and not.",
            "Mean transfer time from Hawaii to Los Angeles with each transport, 95 % intervals; "
            "blue not separated, orange separated by the seam.",
        ),
        Picture(
            "future_handovers",
            lambda dark: handovers(outcome, dark=dark),
            "Throughput of the bulk transfer around handovers with each transport.",
            "Bulk data at low rates around the first handover of each kind, bins of 1 s, each "
            "transport in its colour.",
        ),
    ]
    context = {
        "plan": outcome.plan,
        "labels": outcome.labels,
        "files": [_file_row(outcome, label) for label in outcome.labels],
        "low": {
            fate: [_low_row(outcome, label, fate) for label in outcome.labels]
            for fate in outcome.plan["fates"]
        },
        "high": [_high_row(outcome, label) for label in outcome.labels],
        "high_s": outcome.plan[f"{'quick_' if outcome.quick else ''}high_duration_s"],
        "kinds": [kind["label"] for kind in outcome.bulk_plan["kinds"]],
        "exact": resent_in_vain(next(iter(outcome.low.values()))[0])[1],
    }
    facts = {
        key: context[key] for key in ("labels", "files", "low", "high", "high_s", "kinds", "exact")
    }
    return compose("boubaker2020_future.html", context, pictures, facts=facts)


def _file_row(outcome: Outcome, label: str) -> list[str]:
    cells = [label]
    for size, factor in zip(FILES, (1e3, 1.0), strict=True):
        near, far = (outcome.files[label, size, side] for side in SIDES)
        for one in (near, far):
            mean = one.mean.scaled(factor)
            cells.append(f"{digits(mean.value)} ({interval(mean)})")
        cells.append(f"{100 * near.mean.value / far.mean.value:.1f}")
    cells += [
        digits(float(outcome.files[label, FILES[1], s].retransmissions.mean())) for s in SIDES
    ]
    return cells


def _mean(runs: list[Bulk], key: str) -> float:
    return float(np.mean([run.flow[key] for run in runs]))


def _low_row(outcome: Outcome, label: str, fate: str) -> list[str]:
    runs = outcome.low[label, fate]
    vain = float(np.mean([resent_in_vain(run)[0] for run in runs]))
    found = [dip(outcome, label, fate, kind["id"]) for kind in outcome.bulk_plan["kinds"]]
    return [
        label,
        f"{_mean(runs, 'goodput_bps') / 1e6:.4f}",
        f"{_mean(runs, 'retransmissions'):.0f}",
        f"{_mean(runs, 'drops'):.0f}",
        f"{vain:.0f}",
        f"{_mean(runs, 'timeouts'):.1f}",
        *("\N{EN DASH}" if one is None else digits(one) for one in found),
    ]


def _high_row(outcome: Outcome, label: str) -> list[str]:
    run = outcome.high[label]
    return [
        label,
        f"{run.flow['goodput_bps'] / 1e6:.2f}",
        f"{run.flow['retransmissions']:,}",
        f"{run.flow['drops']:,}",
        f"{resent_in_vain(run)[0]:,.0f}",
        f"{run.flow['timeouts']}",
    ]


@plot.styled
def files(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Mean transfer times with each transport, on either side of the seam."""
    figure = Figure(figsize=(9.6, 0.42 * len(outcome.labels) + 1.3), layout="constrained")
    panels = figure.subplots(1, 2, sharey=True)
    titles = (("9 kB", 1e3, "ms"), ("15 MB", 1.0, "s"))
    for axes, size, (title, factor, unit) in zip(panels, FILES, titles, strict=True):
        for height, label in enumerate(reversed(outcome.labels)):
            for side, colour in zip(SIDES, (plot.NO_SEAM, plot.SEAM), strict=True):
                mean = outcome.files[label, size, side].mean.scaled(factor)
                ends = (mean.value if e is None else e for e in (mean.low95, mean.high95))
                axes.plot(list(ends), [height] * 2, color=colour, lw=4, alpha=0.35)
                axes.plot(mean.value, height, "o", color=colour, markersize=5)
                axes.annotate(
                    digits(mean.value), (mean.value, height), (0, 6), textcoords="offset points",
                    ha="center", fontsize=7.5, color=colour,
                )  # fmt: skip
        axes.set_yticks(range(len(outcome.labels)), list(reversed(outcome.labels)))
        axes.set_ylim(-0.5, len(outcome.labels) - 0.3)
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        axes.margins(x=0.12)
        axes.set_xlabel(f"mean transfer time, {unit}")
        axes.set_title(title)
    return figure


@plot.styled
def handovers(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Throughput at low rates around the first handover of each kind, with each transport."""
    firsts: dict[str, Handover] = {}
    for one in outcome.handovers:
        firsts.setdefault(one.kind, one)
    kinds = [kind for kind in outcome.bulk_plan["kinds"] if kind["id"] in firsts]
    columns = min(len(kinds), 2)
    rows = -(-len(kinds) // 2)
    figure = Figure(figsize=(9.6, 2.5 * rows + 0.8), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True).ravel()
    for axes, kind in zip(grid, kinds, strict=False):
        handover_s = firsts[kind["id"]].t_s
        for label, colour in zip(outcome.labels, _colours(outcome), strict=True):
            run = outcome.low[label, outcome.plan["fates"][0]][0]
            t_s, rates = run.rates(outcome.bulk_plan["bin_s"], outcome.bulk_plan["width_s"])
            near = (t_s >= handover_s - _BEFORE_S) & (t_s <= handover_s + _AFTER_S)
            axes.step(t_s[near] - handover_s, rates[near], where="post", color=colour, label=label)
        axes.axvline(0, color=plot.GREY, linewidth=0.8, linestyle="--")
        axes.set_title(kind["label"], fontsize=9.5)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("s after the handover")
        axes.set_ylabel("Mbit/s")
    for axes in grid[len(kinds) :]:
        axes.axis("off")
    if kinds:
        figure.legend(*grid[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def _colours(outcome: Outcome) -> list[str]:
    return [_COLOURS[n % len(_COLOURS)] for n in range(len(outcome.labels))]
