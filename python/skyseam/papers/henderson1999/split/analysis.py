"""Henderson 1999, Sec. 4.3: files over a satellite whose gateway splits connections.

Rates are payload from the first packet sent to the arrival of the last byte. Return traffic is
everything the host sends over the satellite, over the same time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.measures.intervals import over_seeds, paired_ratio
from skyseam.reproduce import Estimate, Floats, Runs, Study, counted, drawing, numbers, where
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.cases import Declared, changes, every, filled

from .. import shared
from ..shared import Files, arrived

WHOLE, SPLIT, NEAR, STP = "whole", "split", "near", "stp"

BACK = "host -> gateway"
"""The link of the table `links` over which ACKs leave."""


class Case(Declared, file=__file__):
    """A run but for its seed."""


@dataclass(frozen=True)
class Found(Files):
    """Results of every file.

    `runs`: for each case "goodput" of the file and "back", that of the return traffic over the
    satellite, bit/s. `replies`: duration of a reply through a transparent and an explicit gateway,
    s, by size.
    """

    replies: dict[int, Floats]

    def over(self, case: Case, other: Case) -> Estimate:
        """Return the ratio of two mean rates, paired by seed."""
        return paired_ratio(*(self.runs[one].values["goodput"] for one in (case, other)))


def seeds(plan: Mapping[str, Any], beside: str) -> list[int]:
    return list(plan["load_seeds" if beside == "web" else "seeds"])


def scenario(study: Study, beside: str) -> dict[str, Any]:
    """Return the scenario with the traffic beside the file."""
    told: dict[str, Any] = study.document("split/scenario.toml")
    if beside == "transfer":
        return told
    told["flows"] = told["flows"][:1]
    if beside == "web":
        # Browsers behind the gateway, servers before the bottleneck: half of the rest of the
        # round trip each.
        names = shared.quantiles(study.beside("fairness").plan)
        each_ms = (study.plan["web_rtt_ms"] / 2 - 5) / 2
        web = filled(study.plan, study.plan["web"], {"each_ms": each_ms, **names})
        for name, more in web.items():
            told[name] = told.get(name, []) + more
    return told


def changed(study: Study, case: Case, seed: int) -> dict[str, Any]:
    plan = study.plan
    start_s = plan["from_s"] + np.random.default_rng(seed).uniform(0, plan["starts_within_s"])
    end_s = plan["load_s"] if case.beside == "web" else plan["whole_s"][str(case.size)]
    mean_bytes = shared.mean_reply_bytes(study.beside("fairness").plan)
    per_hour = round(3600 * (case.load * plan["rate_mbps"] * 1e6 / 8 / mean_bytes), 3)
    return changes(plan, case, seed=seed, start_s=start_s, end_s=end_s, per_hour=per_hour)


def make(study: Study) -> Found:
    cases = dict.fromkeys(sorted(set(every(study.plan, Case))))
    runs: dict[Case, Runs] = {}
    for beside in ("transfer", "none", "web"):
        runs |= study.cases(
            f"split {beside}", scenario(study, beside), list(where(cases, beside=beside)),
            seeds(study.plan, beside), partial(changed, study), measured, keep=("flows", "links"),
        )  # fmt: skip
    return Found(study, runs, replies(study))


def measured(tables: Mapping[str, pa.Table], runs: int) -> dict[str, Floats]:
    """Return the rate of every file, and of the return traffic of its host over the satellite."""
    flows = tables["flows"].filter(pc.equal(tables["flows"]["flow"], 0)).sort_by("run")
    took_s = numbers(flows, "transfer_time_s")
    arrived(took_s, runs)
    links = tables["links"].filter(pc.equal(tables["links"]["link"], BACK))
    bits = counted(numbers(links, "run").astype(int), 8.0 * numbers(links, "bytes"), runs)
    return {"goodput": numbers(flows, "goodput_bps"), "back": bits / took_s}


def replies(study: Study) -> dict[int, Floats]:
    """Return the duration of replies by size, s: through a transparent and an explicit gateway."""
    sizes = study.plan["reply_bytes"]
    told = scenario(study, "none")
    told["flows"][0] |= {
        "from": "host", "to": "server", "start": "0 s", "transport": study.plan["reply_transport"],
    }  # fmt: skip
    jobs = [
        {
            "flows[0].application": {"kind": "download", "size": f"{size} B", "request": "300 B"},
            "flows[0].split_at": [{"node": "gateway", "explicit": explicit}],
        }
        for size in sizes
        for explicit in (False, True)
    ]
    tables = study.sweep("split replies", told, jobs, keep=("responses",))
    times = numbers(tables["responses"].sort_by("run"), "t_s").reshape(-1, 2)
    return dict(zip(sizes, times, strict=True))


def acceptance(found: Found) -> Acceptance:
    plan, told = found.study.plan, Acceptance(found.study.plan)
    bands, usual, sizes = plan["bands"], plan["usual_buffer"], plan["sizes_bytes"]
    for size in sizes:
        whole, split, near = (Case(kind, size, usual) for kind in (WHOLE, SPLIT, NEAR))
        told.add("near", found.over(split, near), mb=size / 1048576)
        told.add("whole", found.over(split, whole), mb=size / 1048576)
    within, (short, long) = bands["reverse_within"], bands["ack_bytes"]
    for kind in (WHOLE, SPLIT):
        rate, back = found.runs[Case(kind, sizes[-1], usual)].values.values()
        # As many ACKs of the short length as every second segment has, bit/s.
        ours = over_seeds(back / (rate / (8 * plan["segment_bytes"] * 2) * 8 * short))
        least, most = 1 - within, long / short * (1 + within)
        named = {"name": plan["names"][kind], "mb": sizes[-1] / 1048576, "short": short}
        said = f"{least:.2f} to {most:.2f}, formula"
        told.add("back", ours, said=said, between=(least, most), **named)
    stp, tcp = Case(STP, sizes[-1], usual), Case(SPLIT, sizes[-1], usual)
    told.add("stp", found.over(stp, tcp))
    told.add("stp_back", found.ratio(tcp, stp, "back"))
    opening_ms = [plan["ground_rtt_ms"] + more for more in bands["opening_ms"]]
    for size, (transparent, explicit) in found.replies.items():
        later = Estimate(1e3 * (explicit - transparent))
        told.add("explicit", later, between=opening_ms, kb=size / 1024)
    full = found.rate(Case(SPLIT, plan["buffer_size"], plan["buffers_bytes"][-1], "none"))
    for buffer in plan["buffers_bytes"][:-1]:
        rate = found.runs[Case(SPLIT, plan["buffer_size"], buffer, "none")].values["goodput"]
        formula = min(buffer * 8 / plan["satellite_rtt_ms"], full.value)
        told.add("buffer", over_seeds(rate / 1e3 / formula), kib=buffer // 1024)
    return told


def page(found: Found) -> dict[str, Any]:
    plan = found.study.plan
    largest = plan["sizes_bytes"][-1]
    told = {kind: found.rate(Case(kind, largest, plan["usual_buffer"])) for kind in plan["names"]}
    return {
        "acceptance": acceptance(found),
        "replies": found.replies,
        "mean": told,
        "largest_mb": largest / 1048576,
        "rows": [
            {
                "case": case, "name": plan["names"][case.kind], "rate": found.rate(case),
                "back": found.back(case) if case.kind != NEAR else None,
            }
            for case in every(plan, Case)
        ],
        "seeds": len(plan["seeds"]),
    }  # fmt: skip


def tables(found: Found) -> dict[str, pa.Table]:
    plan = found.study.plan
    rows = [
        {
            **vars(case), "seed": seed, "payload_bps": float(of.values["goodput"][n]),
            "back_bps": float(of.values["back"][n]) if case.kind != NEAR else None,
        }
        for case, of in found.runs.items()
        for n, seed in enumerate(seeds(plan, case.beside))
    ]  # fmt: skip
    return {"files": pa.Table.from_pylist(rows)}


def rates(found: Found) -> Figure:
    plan = found.study.plan
    names, colours = plan["names"], plan["colours"]
    figure, (forward, reverse, buffers, loads) = drawing.panels(4, (15.0, 3.8))
    sizes, usual = plan["sizes_bytes"], plan["usual_buffer"]
    megabytes = [size / 1048576 for size in sizes]
    for kind, name in names.items():
        of = [Case(kind, size, usual) for size in sizes]
        drawing.line(forward, megabytes, map(found.rate, of), colours[kind], name)
        if kind != NEAR:
            drawing.line(reverse, megabytes, map(found.back, of), colours[kind], name)
    forward.axhline(1e3 * plan["rate_mbps"] / 2, color=plot.GREY, lw=0.8, ls=":")
    for axes in (forward, reverse):
        axes.set(xscale="log", xlabel="size, MB", ylim=(0, None))
        drawing.ticks(axes, [0.1, 0.3, 1, 3, 10])
    forward.set(ylabel="file, kbit/s", title="beside a transfer of 20 ms")
    reverse.set(ylabel="back over the satellite, kbit/s", title="the same, back")
    of = [Case(SPLIT, plan["buffer_size"], n, "none") for n in plan["buffers_bytes"]]
    kibibytes, full = [n / 1024 for n in plan["buffers_bytes"]], 1e3 * plan["rate_mbps"]
    drawing.line(buffers, kibibytes, map(found.rate, of), colours[SPLIT], "split")
    limit = [min(n * 8 / plan["satellite_rtt_ms"], full) for n in plan["buffers_bytes"]]
    buffers.plot(kibibytes, limit, color=plot.GREY, lw=0.8, ls=":")
    buffers.set(xscale="log", xlabel="buffer of the gateway, KiB", title="alone, over the buffer")
    drawing.ticks(buffers, kibibytes)
    for kind in (WHOLE, SPLIT, NEAR):
        of = [Case(kind, plan["load_size"], usual, "web", load) for load in plan["loads"]]
        percent = [100 * load for load in plan["loads"]]
        drawing.line(loads, percent, map(found.rate, of), colours[kind], names[kind])
    loads.set(xlabel="Web replies, % of the rate", title="1 MB beside Web replies")
    for axes in (buffers, loads):
        axes.set_ylim(bottom=0)
    forward.legend(fontsize=7)
    return figure
