"""Tauran 2019, beyond the papers: modern TCP and QUIC over the same link, and other HARQ.

Every transport of study.toml with and without delayed ACKs, with and without a buffer behind HARQ,
over the same fading.
"""

import copy
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Runs, Study, drawing, interval, over_seeds, said
from skyseam.reproduce.cases import Declared, listed
from skyseam.reproduce.quantities import codeword

from .. import shared

SWITCHES = ((False, plot.NO_SEAM, "ACKs at once"), (True, plot.SEAM, "ACKs as usual today"))
BUFFERS = {False: "none", True: "in sequence"}


class Case(Declared, file=__file__):
    """Parameters of a run except its seed: ids as in study.toml."""


@dataclass(frozen=True)
class Beyond:
    """Results of the study."""

    study: Study
    runs: dict[Case, Runs]
    harq: dict[Case, Runs]

    @property
    def snr_db(self) -> list[int]:
        return list(self.study.plan["snr_db"])

    @property
    def labels(self) -> dict[str, str]:
        return {name: one["label"] for name, one in self.study.plan["transports"].items()}

    @property
    def rows(self) -> list[tuple[str, bool]]:
        """Every transport without and with a buffer."""
        return list(itertools.product(self.labels, BUFFERS))

    def over_snr(self, transport: str, delayed: bool, buffered: bool) -> list[Runs]:
        return [self.runs[Case(transport, delayed, buffered, snr)] for snr in self.snr_db]

    def over_snr_of(self, transport: str, kind: str) -> list[Runs]:
        return [self.harq[Case(transport, True, False, snr, kind)] for snr in self.snr_db]

    def gains(self, transport: str, buffered: bool) -> list[Estimate]:
        """Return, by SNR, the gain in goodput without DelAck, in percent of the goodput with it."""
        off, on = (self.over_snr(transport, delayed, buffered) for delayed in (False, True))
        return [over_seeds(a.gain(b, "goodput")) for a, b in zip(off, on, strict=True)]


def make(study: Study) -> Beyond:
    every, others = listed(study.plan, Case).values()
    parts = study.shares([len(every), len(others)])
    return Beyond(study, _run(parts[0], "beyond", every), _run(parts[1], "beyond-harq", others))


def _run(study: Study, name: str, cases: Sequence[Case]) -> dict[Case, Runs]:
    plan, duration_s = study.plan, study.plan["duration_s"]
    base = shared.without_traces(study, duration_s)

    def changed(case: Case, _: int) -> dict[str, Any]:
        entry = plan["transports"][case.transport]
        transport = {**entry["transport"], **entry["with" if case.delayed else "without"]}
        flow = {**base["flows"][0], "transport": transport}
        return {"flows": [flow], "wires": wires_of(plan, base["wires"], case)}

    measured = partial(shared.measured, duration_s=duration_s)
    return study.cases(name, base, cases, plan["seeds"], changed, measured, keep=shared.KEPT)


def wires_of(
    plan: Mapping[str, Any], wires: Sequence[Mapping[str, Any]], case: Case
) -> list[dict[str, Any]]:
    """Return the wires of a case: HARQ at its SNR, and the buffer if there is one."""
    found = copy.deepcopy([dict(wire) for wire in wires])
    kind, entry = plan["harq"]["kinds"][case.harq], plan["transports"][case.transport]
    harq = {**kind["table"], "reference_snr": f"{case.snr_db} dB"}
    if "symbols" in kind:
        harq["symbols"] = kind["symbols"][str(case.snr_db)]
    table = plan["symbols"]
    found[1]["harq"] = harq | codeword(entry, table["information_bits"], table[str(case.snr_db)])
    if case.buffered:
        found[1]["reordering"] = dict(plan["buffer"])
    return found


def page(beyond: Beyond) -> dict[str, Any]:
    plan = beyond.study.plan
    return {
        "head": [f"{snr} dB" for snr in beyond.snr_db],
        "goodput": [
            [
                beyond.labels[name], BUFFERS[buffered], words,
                *(said(one.mean("goodput")) for one in runs),
                *(f"{_resent(one).value:.1f}" for one in runs),
            ]
            for name, buffered in beyond.rows
            for delayed, _, words in SWITCHES
            for runs in [beyond.over_snr(name, delayed, buffered)]
        ],
        "gain": [
            [
                beyond.labels[name], BUFFERS[buffered],
                *(f"{one.value:+.1f} ({interval(one)})" for one in beyond.gains(name, buffered)),
            ]
            for name, buffered in beyond.rows
        ],
        "advice": _advice(beyond),
        **_ranges(beyond),
        "harq": [
            [
                beyond.labels[transport], kind["label"],
                *(said(one.mean("goodput")) for one in runs),
                *(f"{one.mean('harq_success').value:.2f}" for one in runs),
            ]
            for transport in plan["harq"]["transports"]
            for name, kind in plan["harq"]["kinds"].items()
            for runs in [beyond.over_snr_of(transport, name)]
        ],
        "odd": shared.odd_rows({**beyond.runs, **beyond.harq}, plan["seeds"]),
    }  # fmt: skip


def _resent(runs: Runs) -> Estimate:
    """Return retransmissions per packet sent, %."""
    sent = np.maximum(runs.values["sent"], 1)
    return over_seeds(100 * runs.values["retransmissions"] / sent)


def _ranges(beyond: Beyond) -> dict[str, dict[str, str]]:
    """Return ranges over SNR in words.

    Of each transport without a buffer: the gain in goodput without DelAck, percent, and the goodput
    with DelAck, Mbit/s. Of transports that count duplicate ACKs, and of those that wait: the ratio
    of the goodput behind the buffer to that without, with DelAck and without it.
    """
    ratios: dict[str, list[float]] = {"counting": [], "waiting": []}

    def rates(name: str, delayed: bool, buffered: bool) -> list[float]:
        return [of.mean("goodput").value / 1e3 for of in beyond.over_snr(name, delayed, buffered)]

    def extent(values: Sequence[float], form: str) -> str:
        return f"{min(values):{form}} to {max(values):{form}}"

    for name, one in beyond.study.plan["transports"].items():
        kind = "waiting" if one["transport"].get("stack") == "linux" else "counting"
        for delayed in (False, True):
            pairs = zip(rates(name, delayed, True), rates(name, delayed, False), strict=True)
            ratios[kind] += [behind / plain for behind, plain in pairs]
    gains = {name: [one.value for one in beyond.gains(name, False)] for name in beyond.labels}
    return {
        "gain_range": {name: extent(values, "+.1f") for name, values in gains.items()},
        "rate_range": {name: extent(rates(name, True, False), ".1f") for name in beyond.labels},
        "by_buffer": {kind: extent(values, ".1f") for kind, values in ratios.items()},
    }


def _advice(beyond: Beyond) -> dict[str, list[str]]:
    """Sort transports by the effect of switching DelAck off without a buffer, over all SNR.

    An effect counts as a change if its interval excludes zero at the majority of SNR.
    """
    found: dict[str, list[str]] = {"gains": [], "loses": [], "same": []}
    for transport, label in beyond.labels.items():
        gains = beyond.gains(transport, False)
        up, down = (sum(one.side == side for one in gains) > len(gains) / 2 for side in (1, -1))
        found["gains" if up else "loses" if down else "same"].append(label)
    return found


def beyond(beyond: Beyond) -> Figure:
    labels, snrs = beyond.labels, beyond.snr_db
    size = (9.6, 0.5 * len(labels) + 1.4)
    _, panels = drawing.panels(len(snrs), size, sharey=True, xlabel="goodput, kbit/s")
    for axes, snr_db in zip(panels, snrs, strict=True):
        axes.set(xscale="log", title=f"{snr_db} dB")
        rows = itertools.product(enumerate(reversed(labels)), BUFFERS, SWITCHES)
        for (height, transport), buffered, (delayed, colour, words) in rows:
            mean = beyond.runs[Case(transport, delayed, buffered, snr_db)].mean("goodput")
            y = height + (0.12 if delayed else -0.12) + (-0.22 if buffered else 0.1)
            label = f"{words}, {'buffer' if buffered else 'no buffer'}"
            look: Any = {"mfc": "none" if buffered else colour, "label": label}
            drawing.dot(axes, y, mean, colour, across=True, lw=3, **look)
        drawing.names_axis(axes, list(labels.values()))
    return drawing.legend(panels[0], 4)


def harq(beyond: Beyond) -> Figure:
    told, snrs = beyond.study.plan["harq"], beyond.snr_db
    labels: Any = {"xlabel": "reference SNR, dB", "ylabel": "goodput, kbit/s"}
    _, panels = drawing.panels(len(told["transports"]), (9.6, 3.2), **labels)
    for axes, transport in zip(panels, told["transports"], strict=True):
        for name, kind in told["kinds"].items():
            means = [one.mean("goodput") for one in beyond.over_snr_of(transport, name)]
            drawing.line(axes, snrs, means, kind["colour"], kind["label"])
        axes.set_title(beyond.labels[transport], fontsize=9.5)
        axes.set(xticks=snrs, ylim=(0, None))
    return drawing.legend(panels[0], 3)
