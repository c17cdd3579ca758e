"""Henderson 1999, Sec. 4.3: files over a satellite whose gateway splits connections.

Rates are payload from the first packet sent to the arrival of the last byte. Traffic back is all
that the host sends over the satellite, over the same time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Study, drawing, numbers
from skyseam.reproduce.cases import Declared, changes, filled, listed
from skyseam.reproduce.intervals import over_seeds

WHOLE, SPLIT, NEAR, STP = "whole", "split", "near", "stp"

NAMES = {
    WHOLE: "end to end",
    SPLIT: "split, TCP",
    STP: "split, STP",
    NEAR: "to the gateway only",
}
COLOURS = dict(zip(NAMES, (plot.SEAM, plot.NO_SEAM, "#c98a1b", plot.GREY), strict=True))
BACK = "host -> gateway"
"""The link of the table `links` over which ACKs leave."""


class Case(Declared, file=__file__):
    """A run but for its seed."""


@dataclass(frozen=True)
class Files:
    """What came of every file: arrays over seeds.

    Attributes
    ----------
    study : Study
        What was run.
    rate, back : dict
        Of each case the file's rate and that of the traffic back over the satellite, bit/s.
    replies : dict
        By size, how long a reply takes through a transparent and an explicit gateway, s.
    """

    study: Study
    rate: dict[Case, Floats]
    back: dict[Case, Floats]
    replies: dict[int, Floats]

    def mean(self, case: Case) -> Estimate:
        """Return the mean rate of files, kbit/s."""
        return over_seeds(self.rate[case] / 1e3)

    def over(self, case: Case, other: Case) -> Estimate:
        """Return the ratio of two mean rates; the interval by the delta method, seeds in pairs."""
        top, bottom = self.rate[case], self.rate[other]
        ratio = float(top.mean() / bottom.mean())
        return over_seeds(ratio + (top - ratio * bottom) / float(bottom.mean()))


def seeds(plan: Mapping[str, Any], case: Case) -> list[int]:
    """Return the seeds of a case."""
    return list(plan["load_seeds" if case.beside == "web" else "seeds"])


def scenario(study: Study, beside: str) -> dict[str, Any]:
    """Return the scenario with what is beside the file."""
    told: dict[str, Any] = study.document("split/scenario.toml")
    if beside == "transfer":
        return told
    told["flows"] = told["flows"][:1]
    if beside == "web":
        # Browsers behind the gateway, servers before the bottleneck: half of the rest of the
        # round trip each.
        each_ms = (study.plan["web_rtt_ms"] / 2 - 5) / 2
        quantiles = study.beside("fairness").plan["reply_quantiles"]
        web = filled(study.plan, study.plan["web"], {
            "each_ms": each_ms,
            "shares": [float(share) for share, _ in quantiles],
            "sizes": [f"{size} B" for _, size in quantiles],
        })  # fmt: skip
        for name, more in web.items():
            told[name] = told.get(name, []) + more
    return told


def changed(study: Study, case: Case, seed: int) -> dict[str, Any]:
    """Return what a run has in place of the scenario's values."""
    plan = study.plan
    start_s = plan["from_s"] + np.random.default_rng(seed).uniform(0, plan["starts_within_s"])
    end_s = plan["load_s"] if case.beside == "web" else plan["whole_s"][str(case.size)]
    quantiles = study.beside("fairness").plan["reply_quantiles"]
    per_s = case.load * plan["rate_mbps"] * 1e6 / 8 / mean_bytes(quantiles)
    per_hour = round(3600 * per_s, 3)
    return changes(plan, case, seed=seed, start_s=start_s, end_s=end_s, per_hour=per_hour)


def mean_bytes(quantiles: Any) -> float:  # noqa: ANN401 - as TOML has it
    """Return the mean of sizes that are log-uniform between quantiles."""
    told = np.array(quantiles, dtype=float)
    p, low = told[:-1].T
    q, high = told[1:].T
    return float(((q - p) * (high - low) / np.log(high / low)).sum())


def make(study: Study) -> Files:
    """Run every case with every seed."""
    plan = study.plan
    every = sorted({case for some in listed(plan, Case).values() for case in some})
    rate: dict[Case, Floats] = {}
    back: dict[Case, Floats] = {}
    for beside in ("transfer", "none", "web"):
        some = [case for case in every if case.beside == beside]
        jobs = [changed(study, case, seed) for case in some for seed in seeds(plan, case)]
        tables = study.sweep(f"split {beside}", scenario(study, beside), jobs,
                             keep=("flows", "links"))  # fmt: skip
        flows = tables["flows"].filter(pc.equal(tables["flows"]["flow"], 0)).sort_by("run")
        if flows.num_rows != len(jobs) or flows["transfer_time_s"].null_count:
            msg = "a file did not arrive within its run"
            raise RuntimeError(msg)
        links = tables["links"].filter(pc.equal(tables["links"]["link"], BACK))
        sent = dict(zip(links["run"].to_pylist(), links["bytes"].to_pylist(), strict=True))
        bits = np.array([8.0 * sent.get(run, 0) for run in range(len(jobs))])
        goodput, spent = numbers(flows, "goodput_bps"), numbers(flows, "transfer_time_s")
        at = 0
        for case in some:
            of = slice(at, at := at + len(seeds(plan, case)))
            rate[case], back[case] = goodput[of], bits[of] / spent[of]
    return Files(study, rate, back, replies(study))


def replies(study: Study) -> dict[int, Floats]:
    """Return how long replies take by size, s: through a transparent gateway, an explicit one."""
    sizes = study.plan["reply_bytes"]
    told = scenario(study, "none")
    told["flows"][0] |= {
        "from": "host", "to": "server", "start": "0 s",
        "transport": {
            "kind": "tcp", "stack": "rfc", "congestion": "newreno",
            "mss": f"{study.plan['segment_bytes']} B",
        },
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


def acknowledgements(plan: Mapping[str, Any], rate: Floats, ack_bytes: float) -> Floats:
    """Return the rate of an ACK of that length for every second segment, bit/s."""
    return np.asarray(rate / (8 * plan["segment_bytes"] * 2) * 8 * ack_bytes)


def acceptance(found: Files) -> list[dict[str, Any]]:
    """Return what is claimed or follows from a formula, ours, and whether it holds."""
    plan = found.study.plan
    bands, usual, sizes = plan["bands"], plan["usual_buffer"], plan["sizes_bytes"]
    rows: list[dict[str, Any]] = []

    def row(figure: str, quantity: str, said: str, ours: Estimate, holds: bool) -> None:
        told = {"figure": figure, "quantity": quantity, "said": said, "ours": ours}
        rows.append({**told, "holds": bool(holds)})

    for size in sizes:
        whole, split, near = (Case(kind, size, usual) for kind in (WHOLE, SPLIT, NEAR))
        name = f"{size / 1048576:.1f} MB"
        least = bands["split_over_terrestrial"]
        ours = found.over(split, near)
        row("4.23", f"{name}: split over a file to the gateway only",
            f"at least {least:g}, claim \"approach\"", ours, ours.value >= least)  # fmt: skip
        least = bands["split_over_whole"]
        ours = found.over(split, whole)
        row("4.23", f"{name}: split over end to end", f"at least {least:g}, ours to meet", ours,
            ours.value >= least)  # fmt: skip
    within, (short, long) = bands["reverse_within"], bands["ack_bytes"]
    for kind in (WHOLE, SPLIT):
        case = Case(kind, sizes[-1], usual)
        ours = over_seeds(found.back[case] / acknowledgements(plan, found.rate[case], short))
        most = long / short * (1 + within)
        row("4.24", f"{NAMES[kind]}, {sizes[-1] / 1048576:.0f} MB: traffic back over the formula "
            f"for {short} B", f"{1 - within:.2f} to {most:.2f}, formula", ours,
            1 - within <= ours.value <= most)  # fmt: skip
    case, other = Case(STP, sizes[-1], usual), Case(SPLIT, sizes[-1], usual)
    ours = found.over(case, other)
    row("5.10", "split with STP over split with TCP: rate", "within 10 %", ours,
        abs(ours.value - 1) <= 0.1)  # fmt: skip
    ours = over_seeds(found.back[other] / found.back[case])
    row("5.11", "traffic back of TCP over that of STP", "up to 10, claim; at least 2, ours", ours,
        ours.value >= 2)  # fmt: skip
    least, most = (plan["ground_rtt_ms"] + more for more in bands["opening_ms"])
    for size, (transparent, explicit) in found.replies.items():
        later = 1e3 * (explicit - transparent)
        row("4.3", f"a reply of {size / 1024:g} kB through an explicit gateway: later than through "
            "a transparent one by, ms", f"{least:g} to {most:g}, formula",
            Estimate(later, None, None, 1), least <= later <= most)  # fmt: skip
    full = found.mean(Case(SPLIT, plan["buffer_size"], plan["buffers_bytes"][-1], "none"))
    for buffer in plan["buffers_bytes"][:-1]:
        case = Case(SPLIT, plan["buffer_size"], buffer, "none")
        formula = min(buffer * 8 / plan["satellite_rtt_ms"], full.value)
        ours = over_seeds(found.rate[case] / 1e3 / formula)
        row("buffers", f"gateway of {buffer // 1024} KiB: rate over that of its buffer per round "
            "trip, or of 1 MiB", "0.85 to 1.02, formula", ours,
            0.85 <= ours.value <= 1.02)  # fmt: skip
    return rows


def page(found: Files) -> dict[str, Any]:
    plan = found.study.plan
    largest = plan["sizes_bytes"][-1]
    told = {kind: found.mean(Case(kind, largest, plan["usual_buffer"])) for kind in NAMES}
    return {
        "acceptance": acceptance(found),
        "replies": found.replies,
        "mean": told,
        "largest_mb": largest / 1048576,
        "rows": [
            {
                "case": case,
                "name": NAMES[case.kind],
                "rate": found.mean(case),
                "back": over_seeds(found.back[case] / 1e3) if case.kind != NEAR else None,
            }
            for some in listed(plan, Case).values()
            for case in some
        ],
        "seeds": len(plan["seeds"]),
    }


def tables(found: Files) -> dict[str, pa.Table]:
    """Return what came of every file."""
    plan = found.study.plan
    rows = [
        {
            **vars(case), "seed": seed, "payload_bps": float(of[n]),
            "back_bps": float(found.back[case][n]) if case.kind != NEAR else None,
        }
        for case, of in found.rate.items()
        for n, seed in enumerate(seeds(plan, case))
    ]  # fmt: skip
    return {"files": pa.Table.from_pylist(rows)}


def rates(found: Files) -> Figure:
    """Draw rates and traffic back over size, as Figs 4.23 and 4.24, over buffer and load."""
    plan = found.study.plan
    figure, (forward, reverse, buffers, loads) = drawing.panels(4, (15.0, 3.8))
    sizes, usual = plan["sizes_bytes"], plan["usual_buffer"]
    for kind, name in NAMES.items():
        of = [Case(kind, size, usual) for size in sizes]
        megabytes = [size / 1048576 for size in sizes]
        drawing.line(forward, megabytes, [found.mean(one) for one in of], COLOURS[kind], name)
        if kind != NEAR:
            back = [over_seeds(found.back[one] / 1e3) for one in of]
            drawing.line(reverse, megabytes, back, COLOURS[kind], name)
    forward.axhline(1e3 * plan["rate_mbps"] / 2, color=plot.GREY, lw=0.8, ls=":")
    for axes in (forward, reverse):
        axes.set(xscale="log", xlabel="size, MB")
        axes.set_ylim(bottom=0)
        drawing.ticks(axes, [0.1, 0.3, 1, 3, 10])
    forward.set(ylabel="file, kbit/s", title="beside a transfer of 20 ms")
    reverse.set(ylabel="back over the satellite, kbit/s", title="the same, back")
    of = [Case(SPLIT, plan["buffer_size"], n, "none") for n in plan["buffers_bytes"]]
    kibibytes = [n / 1024 for n in plan["buffers_bytes"]]
    drawing.line(buffers, kibibytes, [found.mean(one) for one in of], COLOURS[SPLIT], "split")
    limit = [min(n * 8 / plan["satellite_rtt_ms"], 1e3 * plan["rate_mbps"])
             for n in plan["buffers_bytes"]]  # fmt: skip
    buffers.plot(kibibytes, limit, color=plot.GREY, lw=0.8, ls=":")
    buffers.set(xscale="log", xlabel="buffer of the gateway, KiB", title="alone, over the buffer")
    drawing.ticks(buffers, kibibytes)
    for kind in (WHOLE, SPLIT, NEAR):
        of = [Case(kind, plan["load_size"], usual, "web", load) for load in plan["loads"]]
        ours = [found.mean(one) for one in of]
        drawing.line(loads, [100 * load for load in plan["loads"]], ours, COLOURS[kind],
                     NAMES[kind])  # fmt: skip
    loads.set(xlabel="Web replies, % of the rate", title="1 MB beside Web replies")
    for axes in (buffers, loads):
        axes.set_ylim(bottom=0)
    forward.legend(fontsize=7)
    return figure


FIGURES = (rates,)
