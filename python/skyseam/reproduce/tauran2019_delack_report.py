"""The page on delayed ACKs: figures and tables of what `tauran2019_delack` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.tauran2019 import delack_ms
from skyseam.reproduce.tauran2019_delack import RELEASES, Outcome
from skyseam.reproduce.tauran2019_tables_report import COLOURS

_ENDINGS = {
    "second_segment": "the second packet came",
    "timer": "the timer fired",
    "gap": "a packet out of order came",
    "other": "other",
}


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "timer",
            lambda dark: timer(outcome, dark=dark),
            "Packets received over the time-out of DelAck, for three controllers.",
            "Packets received in a run over the time-out of DelAck, relative to none, by SNR: mean "
            "over seeds with 95 % intervals. The dotted line is the papers' 40 ms, the dashed one "
            "ns-2's default of 100 ms.",
        ),
        Picture(
            "waits",
            lambda dark: waits(outcome, dark=dark),
            "Distribution of the time between the two packets of a delayed ACK.",
            "How far apart the two packets of a delayed ACK arrive, with and without a reordering "
            "buffer, all SNR together: the share that is further apart than so many milliseconds.",
        ),
        Picture(
            "clean",
            lambda dark: clean(outcome, dark=dark),
            "Congestion window over time with and without DelAck on a link without losses.",
            "The congestion window where nothing fades: no channel and no HARQ, the same path. "
            "What is lost is lost at the first queue of 100 packets.",
        ),
    ]
    plan = outcome.plan
    labels = {one["id"]: one["label"] for one in plan["controllers"]}
    best = outcome.best_timeout_ms()
    context = {
        "best": [
            [labels[controller], f"{snr} dB", f"{ms:g} ms", _gain(outcome, controller, snr, ms)]
            for (controller, snr), ms in best.items()
        ],
        "timer": _timer_rows(outcome, labels),
        "snr": [f"{snr} dB" for snr in sorted({cell.snr_db for cell in outcome.timer})],
        "waits": [
            [
                labels[controller], "reordering" if reorders else "no reordering", f"{snr} dB",
                f"{digits(one.pairs_over(plan['waits']['over_ms']).value)}",
                digits(float(np.median(one.pairs_ms))) if len(one.pairs_ms) else "\N{EN DASH}",
                *(f"{one.shares()[name]:.1f}" for name in RELEASES[:3]),
            ]
            for (controller, reorders, snr), one in outcome.waits.items()
        ],
        "over_ms": plan["waits"]["over_ms"],
        "endings": [_ENDINGS[name] for name in RELEASES[:3]],
        "clean": [
            [labels[controller], "DelAck" if on else "no DelAck", f"{one.goodput_mbps:.1f}",
             f"{one.cwnd_packets.max():.0f}"]
            for (controller, on), one in outcome.clean.items()
        ],
        "found": {
            "best_low": f"{min(best.values()):g}",
            "best_high": f"{max(best.values()):g}",
            "clean": digits(max(one.goodput_mbps for one in outcome.clean.values())),
        },
    }  # fmt: skip
    return compose(
        "tauran2019_delack.html", context, pictures, compared=outcome.compared, facts=context
    )


def _gain(outcome: Outcome, controller: str, snr_db: int, best_ms: float) -> str:
    """Say how many more packets the best time-out gives than the papers'."""
    runs = {
        cell.delack_ms: one.values["delivered"].mean()
        for cell, one in outcome.timer.items()
        if (cell.controller, cell.snr_db) == (controller, snr_db)
    }
    return f"{100 * (runs[best_ms] / runs[delack_ms(outcome.plan)] - 1):+.1f} %"


def _timer_rows(outcome: Outcome, labels: dict[str, str]) -> list[list[str]]:
    rows: dict[tuple[str, float | None], list[str]] = {}
    for cell, one in outcome.timer.items():
        mean = one.mean("delivered")
        rows.setdefault((cell.controller, cell.delack_ms), []).append(
            f"{digits(mean.value)} ({interval(mean)})"
        )
    return [
        [labels[controller], "none" if ms is None else f"{ms:g} ms", *cells]
        for (controller, ms), cells in rows.items()
    ]


@plot.styled
def timer(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw packets received over the time-out, a panel per SNR."""
    snrs = sorted({cell.snr_db for cell in outcome.timer})
    figure = Figure(figsize=(9.6, 3.6), layout="constrained")
    panels = figure.subplots(1, len(snrs), sharey=True, squeeze=False)[0]
    for axes, snr_db in zip(panels, snrs, strict=True):
        for controller in outcome.plan["controllers"]:
            mine = {
                cell.delack_ms: one
                for cell, one in outcome.timer.items()
                if (cell.controller, cell.snr_db) == (controller["id"], snr_db)
            }
            without = mine.pop(None).values["delivered"]
            timeouts = sorted(ms for ms in mine if ms is not None)
            colour = COLOURS[controller["id"]]
            means = []
            for ms in timeouts:
                ratio = type(mine[ms])({"ratio": mine[ms].values["delivered"] / without})
                mean = ratio.mean("ratio")
                means.append(mean.value)
                if mean.low95 is not None and mean.high95 is not None:
                    axes.plot([ms, ms], [mean.low95, mean.high95], color=colour, alpha=0.5)
            axes.plot(timeouts, means, color=colour, marker="o", markersize=3.5,
                      label=controller["label"])  # fmt: skip
        axes.axvline(delack_ms(outcome.plan), color=plot.GREY, linestyle=":", linewidth=1)
        axes.axvline(100, color=plot.GREY, linestyle="--", linewidth=0.8)
        axes.axhline(1, color=plot.GREY, linewidth=0.8)
        axes.set_xscale("log")
        axes.set_xticks([10, 20, 40, 100, 200, 500], ["10", "20", "40", "100", "200", "500"])
        axes.minorticks_off()
        axes.set_title(f"{snr_db} dB")
        axes.set_xlabel("time-out of DelAck, ms")
    panels[0].set_ylabel("packets received,\nrelative to no DelAck")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


@plot.styled
def waits(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw how far apart the two packets of a delayed ACK arrive."""
    controllers = outcome.plan["waits"]["controllers"]
    figure = Figure(figsize=(9.6, 3.4), layout="constrained")
    panels = figure.subplots(1, len(controllers), sharey=True, squeeze=False)[0]
    labels = {one["id"]: one["label"] for one in outcome.plan["controllers"]}
    for axes, controller in zip(panels, controllers, strict=True):
        for reorders, colour in ((False, plot.NO_SEAM), (True, plot.SEAM)):
            parts = [
                one.pairs_ms
                for (name, buffered, _), one in outcome.waits.items()
                if (name, buffered) == (controller, reorders)
            ]
            pairs_ms = np.sort(np.concatenate(parts))
            if not len(pairs_ms):
                continue
            over = 100 * (1 - np.arange(1, len(pairs_ms) + 1) / len(pairs_ms))
            axes.step(
                pairs_ms, over, where="post", color=colour,
                label="with reordering" if reorders else "no reordering",
            )  # fmt: skip
        axes.axvline(outcome.plan["waits"]["over_ms"], color=plot.GREY, linestyle=":", linewidth=1)
        axes.axhline(10, color=plot.GREY, linestyle=":", linewidth=1)
        axes.set_ylim(0, 100)
        axes.set_xlim(0, delack_ms(outcome.plan))
        axes.set_title(labels[controller])
        axes.set_xlabel("apart by more than, ms")
    panels[0].set_ylabel("share of pairs, %")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


@plot.styled
def clean(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw the window over time with and without DelAck where nothing fades."""
    controllers = outcome.plan["clean"]["controllers"]
    figure = Figure(figsize=(9.6, 3.4), layout="constrained")
    panels = figure.subplots(1, len(controllers), sharey=True, squeeze=False)[0]
    labels = {one["id"]: one["label"] for one in outcome.plan["controllers"]}
    for axes, controller in zip(panels, controllers, strict=True):
        for on, colour in ((False, plot.NO_SEAM), (True, plot.SEAM)):
            one = outcome.clean[controller, on]
            axes.step(
                one.t_s, one.cwnd_packets, where="post", color=colour, linewidth=1,
                label=f"{'DelAck' if on else 'no DelAck'}",
            )  # fmt: skip
        axes.set_title(labels[controller])
        axes.set_xlabel("s")
    panels[0].set_ylim(bottom=0)
    panels[0].set_ylabel("cwnd, packets")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure
