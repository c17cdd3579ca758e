"""The page on the tables: figures and tables of what `tauran2019_tables` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from skyseam import plot
from skyseam.reproduce import study
from skyseam.reproduce import tauran2019 as tauran
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.study import Published
from skyseam.reproduce.tauran2019 import PAPER, Cell
from skyseam.reproduce.tauran2019_tables import Outcome, Row, cells_table

COLOURS = {"newreno": "#0072B2", "cubic": "#D55E00", "hybla": "#009E73"}
TABLES = {
    "Table 1: no DelAck": (False, tuple(tauran.QUANTITIES)[:5]),
    "Table 2: DelAck of 40 ms": (True, tuple(tauran.QUANTITIES)[:5]),
    "Table 3 (Table 1 of the journal version): retransmissions with DelAck": (
        True,
        ("retransmissions",),
    ),
}


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "tables",
            lambda dark: tables(outcome, dark=dark),
            "Every quantity of Tables 1 and 2 over SNR, published and simulated.",
            "Tables 1 and 2 over SNR: crosses are published, dots ours with 95 % intervals of the "
            "mean, open squares an ns-2 run with synthetic fading; the band is where 95 % of our "
            "single runs lie. Published numbers are of one run each.",
        ),
        Picture(
            "goodput",
            lambda dark: goodput(outcome, dark=dark),
            "Goodput over SNR of three controllers, with and without DelAck and reordering.",
            "Goodput with DelAck (open) and without (filled), without a reordering buffer (left, "
            "middle) and with one (right, logarithmic); crosses are published.",
        ),
        Picture(
            "resent",
            lambda dark: resent(outcome, dark=dark),
            "Retransmissions by cause, and how many were needless, over SNR.",
            "Why packets are sent again in a run, no DelAck: by recovery after duplicate ACKs and "
            "by timeouts; hatched is what had reached the receiver. ns-2 cannot tell these apart.",
        ),
    ]
    context = {
        "tables": {title: _grid(outcome, *which) for title, which in TABLES.items()},
        "head": ["", *(f"{snr} dB" for snr in outcome.snr_db)],
        "counts": _counts(outcome.rows),
        "misses": _misses(outcome),
        "missing": [_missing(row) for row in outcome.rows if row.holds is False],
        "effect": _effect(outcome),
        "reordering": _reordering(outcome),
        "resent": _resent(outcome),
        "storms": [
            [_words(outcome, cell), str(seed), f"{sent:,}", f"{delivered:,}"]
            for cell, seed, sent, delivered in outcome.storms()
        ],
        "runs": len(outcome.cells) * len(outcome.seeds),
        "seeds": len(outcome.seeds),
        "duration_s": outcome.duration_s,
        "bounds": {
            tauran.QUANTITIES[quantity][0]: bound.words
            for quantity, bound in tauran.bounds().items()
        },
        "quick": outcome.quick,
        "found": _found(outcome),
    }
    return compose(
        "tauran2019_tables.html", context, pictures, compared=outcome.compared,
        tables={"cells": cells_table(outcome)}, facts=context,
        manifest={"seeds": outcome.seeds, "duration_s": outcome.duration_s},
    )  # fmt: skip


def _words(outcome: Outcome, cell: Cell) -> str:
    labels = {one["id"]: one["label"] for one in outcome.plan["controllers"]}
    delack = "no DelAck" if cell.delack_ms is None else f"DelAck {cell.delack_ms:g} ms"
    buffer = "reordering" if cell.reorders else "no reordering"
    return f"{labels[cell.controller]}, {delack}, {buffer}, {cell.snr_db} dB"


def _grid(outcome: Outcome, delayed: bool, quantities: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of a table: of each quantity and controller published, ours, ns-2's."""
    found = []
    for quantity in quantities:
        words, unit = tauran.QUANTITIES[quantity]
        for controller in outcome.plan["controllers"]:
            mine = {
                row.cell.snr_db: row
                for row in outcome.rows
                if row.quantity == quantity
                and row.cell.controller == controller["id"]
                and (row.cell.delack_ms is not None) == delayed
            }
            if not mine:
                continue
            rows = [mine[snr] for snr in outcome.snr_db]
            found.append(
                {
                    "quantity": f"{words}, {unit}",
                    "controller": controller["label"],
                    "published": [digits(row.published.value) for row in rows],
                    "ours": [digits(row.simulated.value) for row in rows],
                    "interval": [interval(row.simulated) for row in rows],
                    "deviation": [_off(row) for row in rows],
                    "verdict": [row.holds for row in rows],
                    "marked": [
                        f"**{_off(row)} !**" if row.holds is False else _off(row) for row in rows
                    ],
                    "ns2": ["\N{EN DASH}" if r.ns2 is None else digits(r.ns2.value) for r in rows],
                }
            )
    return found


def _off(row: Row) -> str:
    """Say how far off a number is in the terms of its bound."""
    published, ours = row.published.value, row.simulated.value
    if row.bound is not None and row.bound.how == "points":
        return f"{ours - published:+.2f}"
    if row.bound is not None and row.bound.how == "factor":
        return f"\N{MULTIPLICATION SIGN}{ours / published:.2f}" if published else "\N{EN DASH}"
    return f"{100 * (ours / published - 1):+.0f} %"


def _counts(rows: Sequence[Row]) -> list[list[str]]:
    """Return of each quantity how many cells are within their bound, and how many plausible."""
    found = []
    for quantity, (words, _) in tauran.QUANTITIES.items():
        mine = [row for row in rows if row.quantity == quantity and row.bound is not None]
        if not mine:
            continue
        bound = mine[0].bound
        within = sum(bool(row.holds) for row in mine)
        likely = [row.plausible for row in mine if row.plausible is not None]
        ns2 = [
            row.bound.holds(row.published.value, row.ns2.value)
            for row in mine
            if row.ns2 is not None and row.bound is not None
        ]
        off = [_percent(row.simulated.value, row.published.value) for row in mine]
        apart = [
            _percent(row.simulated.value, row.ns2.value) for row in mine if row.ns2 is not None
        ]
        found.append(
            [
                words, "" if bound is None else bound.words, f"{within} of {len(mine)}",
                f"{sum(ns2)} of {len(ns2)}", f"{sum(likely)} of {len(likely)}",
                f"{np.nanmedian(off):+.1f} %", f"{np.nanmedian(apart):+.1f} %",
            ]
        )  # fmt: skip
    return found


def _percent(ours: float, other: float) -> float:
    """Return how far ours is above another number, in percent of it; of zero not a number."""
    return 100 * (ours / other - 1) if other else float("nan")


def _misses(outcome: Outcome) -> list[list[str]]:
    """Return by quantity and controller how many cells miss their bound, and to which side."""
    found = []
    for quantity, (words, _) in tauran.QUANTITIES.items():
        for controller in outcome.plan["controllers"]:
            for delayed in (False, True):
                mine = [
                    row
                    for row in outcome.rows
                    if row.quantity == quantity
                    and row.cell.controller == controller["id"]
                    and (row.cell.delack_ms is not None) == delayed
                    and row.bound is not None
                ]
                missing = [row for row in mine if not row.holds]
                if missing:
                    below = sum(row.simulated.value < row.published.value for row in missing)
                    of = f"{words}, {controller['label']}, {'DelAck' if delayed else 'no DelAck'}"
                    within = len(mine) - len(missing)
                    counts = (within, len(mine), below, len(missing) - below)
                    found.append([of, *(str(count) for count in counts)])
    return found


def _missing(row: Row) -> list[str]:
    sent = {"rto_ratio", "dupack_ratio", "spurious_ratio"}
    return [
        tauran.QUANTITIES[row.quantity][0],
        row.published.condition,
        f"{row.published.value:g} {row.published.unit}",
        f"{digits(row.simulated.value)} ({interval(row.simulated)})",
        _off(row),
        "\N{EN DASH}" if row.ns2 is None else digits(row.ns2.value),
        "yes" if row.plausible else "no" if row.plausible is False else "",
        "counts of a single run" if row.quantity in sent and row.published.value < 0.05 else "",
    ]


def _effect(outcome: Outcome) -> list[list[str]]:
    """Return by controller what DelAck does to the goodput, by SNR, and what was expected."""
    found = []
    for controller in outcome.plan["controllers"]:
        effect = outcome.effect(controller["id"])
        low, high = outcome.plan["delack_effect"][controller["id"]]
        mean = float(np.mean([one.value for one in effect.values()]))
        found.append(
            [
                controller["label"], f"{low:+g} to {high:+g} %", f"{mean:+.1f} %",
                "in" if low <= mean <= high else "out",
                *(f"{effect[snr].value:+.1f}" for snr in outcome.snr_db),
            ]
        )  # fmt: skip
    return found


def _reordering(outcome: Outcome) -> list[list[str]]:
    """Return the goodput with a reordering buffer, without and with DelAck."""
    found = []
    for controller in outcome.plan["controllers"]:
        for delayed in (False, True):
            runs = {
                cell.snr_db: one.mean("goodput")
                for cell, one in outcome.cells.items()
                if cell.controller == controller["id"]
                and cell.reorders
                and (cell.delack_ms is not None) == delayed
            }
            words = "DelAck" if delayed else "no DelAck"
            found.append(
                [controller["label"], words, *(digits(runs[s].value) for s in outcome.snr_db)]
            )
    return found


def _resent(outcome: Outcome) -> list[list[str]]:
    """Return per run retransmissions by cause, and the needless of them."""
    found = []
    for cell, one in outcome.resent.items():
        found.append(
            [
                _words(outcome, cell), f"{one.by_recovery:.0f}", f"{one.needless_by_recovery:.0f}",
                f"{one.by_timeout:.0f}", f"{one.needless_by_timeout:.0f}",
            ]
        )  # fmt: skip
    return found


def _found(outcome: Outcome) -> dict[str, str]:
    """Return what stands beside the papers' inconsistencies."""
    timeout_ms = tauran.delack_ms(outcome.plan)
    low, high = min(outcome.snr_db), max(outcome.snr_db)

    def mean(quantity: str, controller: str, delack_ms: float | None, snr_db: int) -> float:
        return outcome.cells[Cell(controller, delack_ms, False, snr_db)].mean(quantity).value

    by = {row.published.id: row.simulated.value for row in outcome.compared}
    cubic = outcome.resent[Cell("cubic", None, False, low)]
    newreno = outcome.resent[Cell("newreno", None, False, low)]
    effect = [one.value for one in outcome.effect("cubic").values()]
    found = {
        "example_sent": by["worked_example_sent"],
        "example_timeouts": by["worked_example_rto"],
        "example_recoveries": by["worked_example_dupack"],
        "example_by_timeout": cubic.by_timeout,
        "example_by_recovery": cubic.by_recovery,
        "highest": by["max_goodput_slides"],
        "undecoded_low": by["undecoded_7"],
        "undecoded_high": by["undecoded_13"],
        "per_recovery": newreno.by_recovery / mean("recoveries", "newreno", None, low),
        "few_timeouts": mean("timeouts", "newreno", timeout_ms, high),
        "hybla_low": mean("retransmissions", "hybla", timeout_ms, low),
        "hybla_high": mean("retransmissions", "hybla", timeout_ms, high),
    }
    return {key: digits(value) for key, value in found.items()} | {
        "cubic_effect": f"{np.mean(effect):+.1f}"
    }


@plot.styled
def tables(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw Tables 1 and 2 over SNR, a row of panels per quantity."""
    quantities = [quantity for quantity in tauran.QUANTITIES if quantity != "retransmissions"]
    figure = Figure(figsize=(9.6, 2.15 * len(quantities) + 0.6), layout="constrained")
    grid = figure.subplots(len(quantities), 2, sharex=True, squeeze=False, sharey="row")
    for axes_row, quantity in zip(grid, quantities, strict=True):
        words, unit = tauran.QUANTITIES[quantity]
        for axes, delayed in zip(axes_row, (False, True), strict=True):
            for controller in ("newreno", "cubic"):
                _panel(axes, outcome, quantity, controller, delayed)
            axes.set_xticks(outcome.snr_db)
        # When all is drawn: a limit that is set stays.
        if quantity != "harq_success":
            axes_row[0].set_ylim(bottom=0)
        axes_row[0].set_ylabel(f"{words},\n{unit}", fontsize=8.5)
    grid[0][0].set_title("Table 1: no DelAck")
    grid[0][1].set_title("Table 2: DelAck of 40 ms")
    for axes in grid[-1]:
        axes.set_xlabel("reference SNR, dB")
    handles = [
        Line2D([], [], color=COLOURS[c], label=_label(outcome, c)) for c in ("newreno", "cubic")
    ]
    handles += [
        Line2D([], [], color=plot.GREY, marker="o", markersize=4, label="simulated"),
        Line2D([], [], color=plot.GREY, marker="x", linestyle="", label="published"),
        Line2D([], [], color=plot.GREY, marker="s", mfc="none", linestyle="", label="ns-2"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


def _label(outcome: Outcome, controller: str) -> str:
    labels = {one["id"]: str(one["label"]) for one in outcome.plan["controllers"]}
    return labels[controller]


def _panel(axes: Axes, outcome: Outcome, quantity: str, controller: str, delayed: bool) -> None:
    colour = COLOURS[controller]
    rows = [
        row
        for row in outcome.rows
        if row.quantity == quantity
        and row.cell.controller == controller
        and (row.cell.delack_ms is not None) == delayed
    ]
    # Side by side, so that intervals do not hide each other.
    shift = -0.09 if controller == "newreno" else 0.09
    snr = np.array([row.cell.snr_db for row in rows]) + shift
    ours = [row.simulated for row in rows]
    axes.plot(snr, [one.value for one in ours], color=colour, marker="o", markersize=3.5, lw=1)
    for x, row in zip(snr, rows, strict=True):
        one = row.simulated
        if one.low95 is not None and one.high95 is not None:
            axes.plot([x, x], [one.low95, one.high95], color=colour, lw=2.2)
        if row.ns2 is not None:
            axes.plot(x, row.ns2.value, "s", mfc="none", color=colour, markersize=5, mew=0.8)
        axes.plot(x, row.published.value, "x", color=colour, markersize=6, mew=1.4)
    if all(row.single_run is not None for row in rows):
        low, high = zip(*[row.single_run or (0.0, 0.0) for row in rows], strict=True)
        axes.fill_between(snr, low, high, color=colour, alpha=0.13, lw=0)


@plot.styled
def goodput(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw the goodput over SNR: the slow controllers, the fast one, and all with reordering."""
    figure = Figure(figsize=(9.6, 4.0), layout="constrained")
    panels = figure.subplots(1, 3)
    known = study.published(PAPER)
    parts = (("newreno", "cubic"), ("hybla",), ("newreno", "cubic", "hybla"))
    for axes, controllers, reorders in zip(panels, parts, (False, False, True), strict=True):
        for controller in controllers:
            for delayed in (False, True):
                cells = sorted(
                    (cell for cell in outcome.cells if cell.controller == controller
                     and cell.reorders == reorders and (cell.delack_ms is not None) == delayed),
                    key=lambda cell: cell.snr_db,
                )  # fmt: skip
                _curve(axes, outcome, cells)
                if not reorders:
                    _crosses(axes, known, cells)
        axes.set_xticks(outcome.snr_db)
        axes.set_xlabel("reference SNR, dB")
        if reorders:
            axes.set_yscale("log")
            axes.set_title("with reordering")
        else:
            axes.set_ylim(bottom=0)
            axes.set_title("no reordering")
    panels[0].set_ylabel("goodput, kbit/s")
    handles, labels = panels[2].get_legend_handles_labels()
    handles += [
        Line2D([], [], color=plot.GREY, marker="x", linestyle="", label="published, no DelAck"),
        Line2D([], [], color=plot.GREY, marker="+", linestyle="", label="published, DelAck"),
    ]
    labels += ["published, no DelAck", "published, DelAck"]
    figure.legend(handles, labels, loc="outside lower center", ncols=4)
    return figure


def _curve(axes: Axes, outcome: Outcome, cells: Sequence[Cell]) -> None:
    colour = COLOURS[cells[0].controller]
    delayed = cells[0].delack_ms is not None
    means = [outcome.cells[cell].mean("goodput") for cell in cells]
    axes.plot(
        [cell.snr_db for cell in cells], [one.value for one in means], color=colour, marker="o",
        markersize=4.5, mfc="none" if delayed else colour, linestyle="--" if delayed else "-",
        label=f"{_label(outcome, cells[0].controller)}{', DelAck' if delayed else ''}",
    )  # fmt: skip
    for cell, one in zip(cells, means, strict=True):
        if one.low95 is not None and one.high95 is not None:
            # On a logarithmic axis nothing is below zero.
            low = max(one.low95, one.value / 10)
            axes.plot([cell.snr_db] * 2, [low, one.high95], color=colour, lw=1.6, alpha=0.6)


def _crosses(axes: Axes, known: dict[str, Published], cells: Sequence[Cell]) -> None:
    for cell in cells:
        identity = f"goodput_{cell.published_id}"
        if cell.controller == "hybla" and cell.delack_ms is None:
            identity = f"hybla_goodput_noack_{cell.snr_db}"
        if identity in known:
            axes.plot(
                cell.snr_db, known[identity].value, "x" if cell.delack_ms is None else "+",
                color=COLOURS[cell.controller], mew=1.4, markersize=7,
            )  # fmt: skip


@plot.styled
def resent(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw why packets are sent again, without DelAck, without and with reordering."""
    controllers = outcome.plan["causes"]["controllers"]
    figure = Figure(figsize=(9.6, 2.6 * len(controllers) + 0.6), layout="constrained")
    grid = figure.subplots(len(controllers), 2, squeeze=False, sharex=True)
    for axes_row, controller in zip(grid, controllers, strict=True):
        for axes, reorders in zip(axes_row, (False, True), strict=True):
            mine = {
                cell.snr_db: one
                for cell, one in outcome.resent.items()
                if (cell.controller, cell.reorders) == (controller, reorders)
                and cell.delack_ms is None
            }
            snr = np.array(list(mine))
            bars = (
                (-0.2, "by_recovery", plot.NO_SEAM, "after duplicate ACKs"),
                (0.2, "by_timeout", plot.SEAM, "after a timeout"),
            )
            for shift, name, colour, label in bars:
                values = [getattr(one, name) for one in mine.values()]
                vain = [getattr(one, f"needless_{name}") for one in mine.values()]
                axes.bar(snr + shift, values, 0.36, color=colour, alpha=0.55, label=label)
                axes.bar(
                    snr + shift, vain, 0.36, facecolor="none", edgecolor=colour, hatch="////", lw=0,
                    label=f"{label}, needless",
                )  # fmt: skip
            axes.set_title(
                f"{_label(outcome, controller)}, {'with' if reorders else 'no'} reordering",
                fontsize=9.5,
            )
            axes.set_xticks(outcome.snr_db)
        axes_row[0].set_ylabel("retransmissions in a run", fontsize=8.5)
    for axes in grid[-1]:
        axes.set_xlabel("reference SNR, dB")
    figure.legend(*grid[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure
