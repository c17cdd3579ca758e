"""The page beyond the papers: figures and tables of what `tauran2019_beyond` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.tauran2019_beyond import Case, Outcome

_SWITCHES = ((False, plot.NO_SEAM, "ACKs at once"), (True, plot.SEAM, "ACKs as usual today"))


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "beyond",
            lambda dark: transports(outcome, dark=dark),
            "Goodput of each transport, with and without delayed ACKs and a reordering buffer.",
            "Goodput of each transport by SNR, mean over seeds with 95 % intervals: ACKs at once, "
            "and as receivers send them today; filled without, open with a buffer behind HARQ that "
            "delivers in sequence.",
        ),
        Picture(
            "harq",
            lambda dark: harq(outcome, dark=dark),
            "Goodput of three transports over three kinds of HARQ.",
            "Goodput over kinds of HARQ by SNR, without a buffer.",
        ),
    ]
    context = {
        "head": [f"{snr} dB" for snr in outcome.snr_db],
        "goodput": _goodput(outcome),
        "gain": _gain(outcome),
        "advice": _advice(outcome),
        "harq": _harq(outcome),
        "buffer": outcome.plan["buffer"],
        "seeds": len(outcome.seeds),
        "duration_s": outcome.duration_s,
        "transports": len(outcome.labels),
    }
    return compose("tauran2019_beyond.html", context, pictures, facts=context)


def _goodput(outcome: Outcome) -> list[list[str]]:
    rows = []
    for transport, label in outcome.labels.items():
        for buffered in (False, True):
            for delayed, _, words in _SWITCHES:
                cases = [Case(transport, delayed, buffered, snr) for snr in outcome.snr_db]
                means = [outcome.runs[case].mean("goodput") for case in cases]
                resent = [outcome.runs[case].mean("resent").value for case in cases]
                rows.append(
                    [
                        label, "in sequence" if buffered else "none", words,
                        *(f"{digits(one.value)} ({interval(one)})" for one in means),
                        *(f"{share:.1f}" for share in resent),
                    ]
                )  # fmt: skip
    return rows


def _gain(outcome: Outcome) -> list[list[str]]:
    rows = []
    for transport, label in outcome.labels.items():
        for buffered in (False, True):
            gains = [outcome.gain(transport, buffered, snr) for snr in outcome.snr_db]
            rows.append(
                [
                    label, "in sequence" if buffered else "none",
                    *(f"{one.value:+.1f} ({interval(one)})" for one in gains),
                ]
            )  # fmt: skip
    return rows


def _advice(outcome: Outcome) -> dict[str, list[str]]:
    """Sort transports by what switching DelAck off does without a buffer, over all SNR.

    A change is taken for one where the interval excludes zero at the majority of SNR.
    """
    sorted_: dict[str, list[str]] = {"gains": [], "loses": [], "same": []}
    for transport, label in outcome.labels.items():
        gains = [outcome.gain(transport, False, snr) for snr in outcome.snr_db]
        up = sum(one.low95 is not None and one.low95 > 0 for one in gains)
        down = sum(one.high95 is not None and one.high95 < 0 for one in gains)
        half = len(gains) / 2
        sorted_["gains" if up > half else "loses" if down > half else "same"].append(label)
    return sorted_


def _harq(outcome: Outcome) -> list[list[Any]]:
    rows = []
    for transport in outcome.plan["harq"]["transports"]:
        for kind in outcome.plan["harq"]["kinds"]:
            cases = [Case(transport, True, False, snr, kind["id"]) for snr in outcome.snr_db]
            means = [outcome.harq[case].mean("goodput") for case in cases]
            success = [outcome.harq[case].mean("harq_success").value for case in cases]
            rows.append(
                [
                    outcome.labels[transport], kind["label"],
                    *(f"{digits(one.value)} ({interval(one)})" for one in means),
                    *(f"{share:.2f}" for share in success),
                ]
            )  # fmt: skip
    return rows


@plot.styled
def transports(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw the goodput of each transport, a panel per SNR."""
    labels = outcome.labels
    figure = Figure(figsize=(9.6, 0.5 * len(labels) + 1.4), layout="constrained")
    panels = figure.subplots(1, len(outcome.snr_db), sharey=True, squeeze=False)[0]
    for axes, snr_db in zip(panels, outcome.snr_db, strict=True):
        for height, transport in enumerate(reversed(labels)):
            for buffered in (False, True):
                for delayed, colour, words in _SWITCHES:
                    mean = outcome.runs[Case(transport, delayed, buffered, snr_db)].mean("goodput")
                    y = height + (0.12 if delayed else -0.12) + (-0.22 if buffered else 0.1)
                    if mean.low95 is not None and mean.high95 is not None:
                        # On a logarithmic axis nothing is below zero.
                        ends = [max(mean.low95, mean.value / 10), mean.high95]
                        axes.plot(ends, [y, y], color=colour, lw=3, alpha=0.35)
                    axes.plot(
                        mean.value, y, "o", color=colour, markersize=5,
                        mfc="none" if buffered else colour,
                        label=f"{words}, {'buffer' if buffered else 'no buffer'}",
                    )  # fmt: skip
        axes.set_xscale("log")
        axes.set_title(f"{snr_db} dB")
        axes.set_xlabel("goodput, kbit/s")
        axes.set_yticks(range(len(labels)), list(reversed(labels.values())))
        axes.grid(axis="y", visible=False)
    handles, words_ = panels[0].get_legend_handles_labels()
    unique = dict(zip(words_, handles, strict=True))
    figure.legend(unique.values(), unique.keys(), loc="outside lower center", ncols=4)
    return figure


@plot.styled
def harq(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw the goodput over kinds of HARQ, a panel per transport."""
    names = outcome.plan["harq"]["transports"]
    figure = Figure(figsize=(9.6, 3.2), layout="constrained")
    panels = figure.subplots(1, len(names), squeeze=False)[0]
    colours = ("#0072B2", "#009E73", "#D55E00")
    for axes, transport in zip(panels, names, strict=True):
        for kind, colour in zip(outcome.plan["harq"]["kinds"], colours, strict=True):
            cases = [Case(transport, True, False, snr, kind["id"]) for snr in outcome.snr_db]
            means = [outcome.harq[case].mean("goodput") for case in cases]
            axes.plot(
                outcome.snr_db, [one.value for one in means], color=colour, marker="o",
                markersize=4, label=kind["label"],
            )  # fmt: skip
            for x, one in zip(outcome.snr_db, means, strict=True):
                if one.low95 is not None and one.high95 is not None:
                    axes.plot([x, x], [one.low95, one.high95], color=colour, alpha=0.5, lw=2)
        axes.set_title(outcome.labels[transport], fontsize=9.5)
        axes.set_xticks(outcome.snr_db)
        axes.set_xlabel("reference SNR, dB")
        axes.set_ylim(bottom=0)
    panels[0].set_ylabel("goodput, kbit/s")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure
