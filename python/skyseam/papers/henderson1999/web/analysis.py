"""Henderson 1999, Sec. 4.2.4: savings of a Web transfer by a larger initial window and T/TCP.

A latency is measured from the first packet of the client to the last byte of the reply at the
client.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot, simulate
from skyseam.measures.intervals import over_seeds, paired_ratio
from skyseam.reproduce import Estimate, Floats, Study, drawing, numbers
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.capture import Segment, segments
from skyseam.reproduce.cases import Declared, applied, changes, every, listed
from skyseam.reproduce.quantities import by_run

from .. import shared
from ..shared import arrived

STANDARD, BOTH = "standard", "both"

OPTIONS = {STANDARD: "standard", "window": "larger window", "ttcp": "T/TCP", BOTH: "both"}
"""Names of the four options of Table 4.2."""

MODERN = {"linux": "Linux, window of 10", "tfo": "the same, Fast Open", "quic": "QUIC 0-RTT"}
"""Names of connection setups of today."""

TONES = (plot.GREY, "#c98a1b", plot.SEAM, plot.NO_SEAM, *drawing.SERIES[:3])
COLOURS = dict(zip(OPTIONS | MODERN, TONES, strict=True))


class Case(Declared, file=__file__):
    """Parameters of a run."""


@dataclass(frozen=True)
class Replies:
    """Latencies of every case, and the segments of one reply by each option.

    `latency_s`: for each case an array over replies; reply n has the
    same size in all cases with drawn sizes. `bytes`: the drawn sizes. `pages_s`: load times of
    pages, the same pages by each option. `timelines`: for each option the segments of a reply of
    three, as sent by both endpoints, with their times of arrival.
    """

    study: Study
    latency_s: dict[Case, Floats]
    bytes: Floats
    pages_s: dict[Case, Floats]
    timelines: dict[str, list[tuple[bool, Segment, float]]]

    def mean(self, case: Case) -> Estimate:
        return over_seeds(self.latency_s[case])

    def gain(self, case: Case) -> Estimate:
        """Return the mean latency of the standard over that of a case, paired by reply."""
        return paired_ratio(self.latency_s[case.but(option=STANDARD)], self.latency_s[case])


def changed(study: Study, case: Case) -> dict[str, Any]:
    plan, kind = study.plan, "" if case.drawn else "timeline_"
    count, every_s = plan["replies" if case.drawn else "timelines"], plan[f"{kind}every_s"]
    return changes(
        plan, case, count=count, every_s=every_s, lasts_s=(count + 1) * every_s,
        one_way_ms=plan["rtts_ms"][case.path] / 2, page_s=600 * plan["page_visits"],
        **shared.quantiles(study.beside("fairness").plan),
    )  # fmt: skip


def make(study: Study) -> Replies:
    plan = study.plan
    named = listed(plan, Case)
    pages, cases = named.pop("pages"), [case for some in named.values() for case in some]

    def ran(name: str, of: Sequence[Case], kept: str) -> dict[str, pa.Table]:
        jobs = [changed(study, case) for case in of]
        return study.sweep(name, "scenario.toml", jobs, keep=("flows", kept))

    visits = by_run(ran("web-pages", pages, "pages")["pages"], pages, "page")
    pages_s = {case: numbers(of, "load_s") for case, of in visits.items()}
    for took_s in pages_s.values():
        arrived(took_s, plan["page_visits"], "a page")
    flows, replies = (by_run(of, cases, "flow") for of in ran("web", cases, "responses").values())
    latency = {}
    for case in cases:
        arrived(numbers(replies[case], "t_s"), flows[case].num_rows, "a reply")
        latency[case] = numbers(replies[case], "t_s") - numbers(flows[case], "start_s")
    sizes = numbers(replies[Case()], "bytes")
    return Replies(study, latency, sizes, pages_s, {one: timeline(study, one) for one in OPTIONS})


def timeline(study: Study, option: str) -> list[tuple[bool, Segment, float]]:
    """Return the segments of a reply of three: direction, time sent, time of arrival."""
    told = changed(study, Case(option, drawn=False))
    names = ("wires[0].delay", "flows[0].transport", "flows[0].application.response")
    told = {name: told[name] for name in names}
    told["run"] = {"duration": "20 s", "captures": ["browser", "server"]}
    scenario = applied(study.document("web/scenario.toml"), told)
    seen = {name: segments(data) for name, data in simulate.run(scenario).captures.items()}
    ours = seen["browser"][0].source
    lines = []
    for is_reply, sender, receiver in ((False, "browser", "server"), (True, "server", "browser")):
        sent, got = (
            [one for one in seen[node] if (one.source != ours) == is_reply]
            for node in (sender, receiver)
        )
        lines += [(is_reply, one, there.t_s) for one, there in zip(sent, got, strict=True)]
    return lines


def acceptance(found: Replies) -> Acceptance:
    plan, bands, told = found.study.plan, found.study.plan["bands"], Acceptance(found.study.plan)
    within = bands["within"]

    def near(claim: str, ours: Estimate, band: float, **named: Any) -> None:
        holds = abs(ours.value / band - 1) <= within
        told.add(claim, ours, holds, band=band, within=within, **named)

    near("drawn", over_seeds(found.bytes), bands["mean_reply_bytes"])
    for option, name in OPTIONS.items():
        ours, slack = found.mean(Case(option, drawn=False)), bands["timeline_within_s"]
        band, half = bands["timeline"][option], ours.value - (ours.low95 or ours.value)
        holds = abs(ours.value - band) <= slack + half
        told.add("timeline", ours, holds, name=name, band=band, slack=slack)
    for path, segment, key in (("GEO", 1460, "GEO"), ("LEO", 1460, "LEO"), ("GEO", 512, "GEO_512")):
        for option, name in OPTIONS.items():
            named = {"path": path, "segment": segment, "name": name}
            near("latency", found.mean(Case(option, path, segment)), bands[key][option], **named)
    for path, segment in itertools.product(plan["rtts_ms"], plan["segments_bytes"]):
        told.add("gain", found.gain(Case(BOTH, path, segment)), path=path, segment=segment)
    return told


def estimates(found: Replies) -> dict[str, tuple[Estimate, str]]:
    note = "GEO, 1460 B, means over drawn replies"
    return dict.fromkeys(("ttcp_iw_least", "ttcp_iw_most"), (found.gain(Case(BOTH)), note))


def page(found: Replies) -> dict[str, Any]:
    plan = found.study.plan
    return {
        "acceptance": acceptance(found),
        "gain": found.gain(Case(BOTH)),
        "rows": [
            {
                "case": case,
                "name": (OPTIONS | MODERN)[case.option],
                "mean": found.mean(case),
                "median": float(np.median(found.latency_s[case])),
                "p95": float(np.quantile(found.latency_s[case], 0.95)),
                "gain": found.gain(case),
            }
            for case in every(plan, Case)
            if case.drawn
        ],
        "pages": [
            {
                "path": case.path,
                "name": OPTIONS[case.option],
                "mean": over_seeds(took_s),
                "median": float(np.median(took_s)),
                "gain": paired_ratio(found.pages_s[case.but(option=STANDARD)], took_s),
            }
            for case, took_s in found.pages_s.items()
        ],
    }


def tables(found: Replies) -> dict[str, pa.Table]:
    rows = [
        {**vars(case), "reply": number, "latency_s": float(one)}
        for case, of in found.latency_s.items()
        for number, one in enumerate(of)
    ]
    return {
        "replies": pa.Table.from_pylist(rows),
        "sizes": pa.table({"reply": np.arange(len(found.bytes)), "bytes": found.bytes}),
    }


def timelines(found: Replies) -> Figure:
    figure, panels = drawing.panels(len(OPTIONS), (12.6, 4.6), sharey=True)
    for axes, (option, name) in zip(panels, OPTIONS.items(), strict=True):
        lines = found.timelines[option]
        begin_s = min(one.t_s for _, one, _ in lines)
        for is_reply, one, there_s in lines:
            ends = (1, 0) if is_reply else (0, 1)
            lw, ls = (2.2, "-") if one.payload else (0.9, "--")
            times_s = [one.t_s - begin_s, there_s - begin_s]
            axes.plot(ends, times_s, color=COLOURS[option], lw=lw, ls=ls)
        last_s = max(there_s for is_reply, one, there_s in lines if is_reply and one.payload)
        axes.axhline(last_s - begin_s, color=plot.GREY, lw=0.8, ls=":")
        axes.annotate(
            f"{last_s - begin_s:.2f} s", (0.5, last_s - begin_s), (0, -3),
            textcoords="offset points", ha="center", va="top", fontsize=9,
        )  # fmt: skip
        axes.set(title=name, xlim=(-0.08, 1.08))
        axes.set_xticks([0, 1], ["browser", "server"])
    panels[0].set(ylabel="time, s", ylim=(2.6, 0))
    return figure


def latencies(found: Replies) -> Figure:
    plan = found.study.plan
    figure, panels = drawing.panels(len(plan["rtts_ms"]), (10.6, 3.8), sharey=True)
    for axes, path in zip(panels, plan["rtts_ms"], strict=True):
        for option, name in (OPTIONS | MODERN).items():
            ours = np.sort(found.latency_s[Case(option, path)])
            share = (np.arange(len(ours)) + 1) / len(ours)
            lw, ls = (1.2, "--") if option in MODERN else (1.8, "-")
            axes.step(ours, share, where="post", color=COLOURS[option], lw=lw, ls=ls, label=name)
        round_trip_s = plan["rtts_ms"][path] / 1e3
        drawing.ticks(axes, [n * round_trip_s for n in (1, 2, 5, 10, 20)])
        axes.set(xlabel="latency, s", title=f"{path}, {round_trip_s:g} s", ylim=(0, 1))
        axes.set_xlim(0.9 * round_trip_s, 40 * round_trip_s)
    panels[0].set_ylabel("share of replies")
    panels[0].legend(loc="lower right", fontsize=7)
    return figure
