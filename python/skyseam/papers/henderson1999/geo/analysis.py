"""Henderson 1999, Sec. 4.2: a file over a GEO path with four loss recoveries of 4.4BSD.

Rates are payload from the first packet sent to the arrival of the last byte.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Runs, Study, drawing, numbers, over_seeds, where
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.cases import Declared, changes, every, listed
from skyseam.reproduce.quantities import by_run

from ..shared import Files, arrived

BEST = "sack-newreno"
COUNTS = ("timeouts", "recoveries", "retransmissions")


class Case(Declared, file=__file__):
    """A run but for its seed."""


@dataclass(frozen=True)
class Found(Files):
    """Results of every file, and all tables of the sender of one file of each recovery.

    `runs`: for every case "goodput" (bit/s), "timeouts", "recoveries", "retransmissions", and with
    another transfer "other" (its payload rate over its whole run, bit/s). `windows`, `again`:
    tables `cwnd` and `retransmissions` of the first file of some cases.
    """

    windows: dict[Case, pa.Table]
    again: dict[Case, pa.Table]


def changed(plan: Mapping[str, Any], case: Case, seed: int) -> dict[str, Any]:
    start_s = np.random.default_rng(seed).uniform(0, plan["starts_within_s"])
    start_s += plan["beside_from_s"] if case.beside else 0.0
    return changes(plan, case, start_s=start_s)


def make(study: Study) -> Found:
    plan = study.plan
    runs: dict[Case, Runs] = {}
    for scenario, beside in (("scenario.toml", False), ("beside.toml", True)):
        some = sorted(where(dict.fromkeys(every(plan, Case)), beside=beside))
        of = partial(changed, plan)
        runs |= study.cases("geo", scenario, some, seeds(plan, beside), of, measured)
    shown = listed(plan, Case, "traced")["files"]
    traced = ["cwnd", "retransmissions"]
    jobs = [{**changed(plan, case, plan["seeds"][0]), "run.record": traced} for case in shown]
    tables = study.sweep("geo traces", "scenario.toml", jobs, keep=traced)
    windows, again = (by_run(tables[one], shown, "t_s") for one in traced)
    return Found(study, runs, windows, again)


def seeds(plan: Mapping[str, Any], beside: bool) -> list[int]:
    """Return the seeds of cases alone, or of cases with another transfer."""
    return list(plan["beside_seeds" if beside else "seeds"])


def measured(tables: Mapping[str, pa.Table], runs: int) -> dict[str, Floats]:
    flows = tables["flows"]
    files, others = (flows.filter(pc.equal(flows["flow"], n)).sort_by("run") for n in (0, 1))
    arrived(numbers(files, "transfer_time_s"), runs)
    values = {name: numbers(files, name) for name in COUNTS}
    values["goodput"] = numbers(files, "goodput_bps")
    return values | ({"other": numbers(others, "goodput_bps")} if others.num_rows else {})


def first_recovery(found: Found, case: Case) -> dict[str, float]:
    """Return figures of the first recovery of the file that is shown.

    "last_s" of its retransmissions, "rounds" from the first to the last in smallest round trips,
    their median "spacing" in round trips, "timed_out" whether a timeout ended it, and "next_s", the
    start of the next recovery or timeout.
    """
    table = found.again[case]
    times, causes = numbers(table, "t_s"), table["cause"].to_pylist()
    rtt_s = 2e-3 * found.study.plan["one_way_ms"]
    first = causes.index("fast_retransmit")
    # A timeout, or a fast retransmission after a pause without any, begins another.
    paused = np.diff(times, prepend=times[0]) > 1.5 * rtt_s
    kinds = np.array(causes)
    others = (kinds == "timeout") | ((kinds == "fast_retransmit") & paused)
    later = first + 1 + np.flatnonzero(others[first + 1 :])
    end = int(later[0]) if len(later) else len(causes)
    inside = times[first:end]
    return {
        "last_s": float(inside[-1]),
        "rounds": float((inside[-1] - inside[0]) / rtt_s),
        "spacing": float(np.median(np.diff(inside)) / rtt_s) if len(inside) > 1 else 0.0,
        "timed_out": float([*causes, ""][end] == "timeout"),
        "next_s": float([*times, np.nan][end]),
    }


def worst_over_best(found: Found, of: Sequence[Case]) -> tuple[Case, Case, Estimate]:
    """Return the slowest and the fastest of the cases `of`, and their ratio per seed."""
    slow, *_, fast = sorted(of, key=lambda case: found.rate(case).value)
    return slow, fast, found.ratio(slow, fast)


def acceptance(found: Found) -> Acceptance:
    plan, told = found.study.plan, Acceptance(found.study.plan)
    names = plan["names"]
    bands, queue, queues = plan["bands"], plan["usual_queue"], plan["queues_packets"]
    rtt_s, segment = 2e-3 * plan["one_way_ms"], plan["segment_bytes"]
    rate_bps = plan["rate_mbps"] * 1e6
    told.add("best", found.rate(Case(queue=queue)), queue=queue)
    short = [q for q in queues if q <= bands["newreno_above_reno_until"]]
    for upper, lower, at in ((BEST, "sack-reno", queues), ("newreno", "reno", short)):
        ratios = {q: found.ratio(Case(upper, queue=q), Case(lower, queue=q)) for q in at}
        least = min(at, key=lambda q: ratios[q].value)
        of = {"upper": names[upper], "lower": names[lower]}
        told.add("order", ratios[least], **of, queue=least, most=max(at))
    for size, name in ((plan["bytes"], 10), *((n, n >> 20) for n in plan["short_bytes"])):
        at = queues if size == plan["bytes"] else [queue]
        slow, _, ratio = least_over(found, plan["recoveries"], at, size=size)
        told.add("slowest", ratio, slow=names[slow.recovery], queue=slow.queue, mb=name)
    slow, _, ratio = least_over(found, ("newreno", "sack"), queues, stack="ns2")
    told.add("agents", ratio, slow=names[slow.recovery], queue=slow.queue)
    reno = found.runs[Case("reno", queue=queue)]
    cuts, idle = reno.mean("recoveries"), reno.mean("timeouts")
    for claim, ours in (("cuts", cuts), ("timeouts", idle)):
        told.add(claim, ours, cuts.value >= 2 or idle.value >= 1)
    newreno = first_recovery(found, Case("newreno", queue=queue))
    holds = 0.9 < newreno["spacing"] < 1.5 and not newreno["timed_out"]
    told.add("spacing", Estimate(newreno["spacing"]), holds)
    first = first_recovery(found, Case("newreno", queue=queue, exit_burst="unlimited"))
    # The last retransmission is answered a round trip later; the burst that the answer lets go is
    # missed a round trip after that, and with what waits in the queue.
    rounds = (first["next_s"] - first["last_s"]) / rtt_s
    waiting = queue * (segment + 40) * 8 / rate_bps
    told.add("burst", Estimate(rounds), at_most=2 + 2 * waiting / rtt_s + 0.5)
    most = bands["repair_rounds_at_most"]
    for figure, which in (("4.17", "sack-reno"), ("4.18", BEST)):
        repair = first_recovery(found, Case(which, queue=queue))
        holds, named = repair["rounds"] <= most and not repair["timed_out"], names[which]
        told.add("repair", Estimate(repair["rounds"]), holds, figure=figure, name=named, most=most)
    bsd = [Case(one, queue=queue) for one in ("newreno", BEST)]
    for case in [*listed(plan, Case)["stacks"], *bsd]:
        agent = "newreno" if case.recovery == "newreno" else "sack"
        ratio = found.ratio(case, Case(agent, "ns2", queue))
        told.add("stacks", ratio, agent=names[agent], stack=case.stack)
    with_sack = [Case(queue=queue), *(Case("sack", stack, queue) for stack in ("rfc", "linux"))]
    slow, fast, ratio = worst_over_best(found, with_sack)
    told.add("others", ratio, slow=slow.stack, fast=fast.stack)
    beside = {size: Case(queue=queue, size=size, beside=True) for size in plan["sizes_bytes"]}
    shares = {size: found.rate(one).scaled(1e3 / rate_bps) for size, one in beside.items()}
    for size, share in list(shares.items())[1:]:
        if size == plan["bytes"]:
            told.add("share", share, mb=size >> 20)
        elif plan["bytes"] in shares:
            told.add("smaller", share, below=shares[plan["bytes"]].value, mb=size >> 20)
    for case in listed(plan, Case)["windows"]:
        per_trip = case.window // segment * segment * 8 / rtt_s
        ratio = over_seeds(found.runs[case].values["goodput"] / per_trip)
        told.add("windows", ratio, window=case.window)
    return told


def least_over(
    found: Found, recoveries: Sequence[str], queues: Sequence[int], **same: int | str
) -> tuple[Case, Case, Estimate]:
    """Return the slowest and the fastest recovery, and their ratio, at the queue with the least."""
    cases = ([Case(one, queue=queue, **same) for one in recoveries] for queue in queues)
    return min((worst_over_best(found, of) for of in cases), key=lambda one: one[2].value)


def estimates(found: Found) -> dict[str, tuple[Estimate, str]]:
    plan = found.study.plan
    *of, ratio = least_over(found, plan["recoveries"], plan["queues_packets"])
    words = " over ".join(plan["names"][case.recovery] for case in of)
    return {"variants_halve": (ratio.scaled(100), f"{words}, queue of {of[0].queue} packets")}


def page(found: Found) -> dict[str, Any]:
    plan = found.study.plan
    usual = [Case(one, queue=plan["usual_queue"]) for one in plan["recoveries"]]
    slow, fast, ratio = worst_over_best(found, usual)

    def row(case: Case) -> dict[str, Any]:
        return {"case": case, "name": plan["names"][case.recovery], "rate": found.rate(case)}

    return {
        "acceptance": acceptance(found),
        "slow": row(slow),
        "fast": row(fast),
        "ratio": ratio,
        "rows": [
            row(case) | {name: found.runs[case].mean(name) for name in COUNTS}
            for case in every(plan, Case)
        ],
        "seeds": len(plan["seeds"]),
    }


def tables(found: Found) -> dict[str, pa.Table]:
    rows = [
        {
            **vars(case), "seed": seed,
            "payload_bps": float(of.values["goodput"][n]),
            **{name: int(of.values[name][n]) for name in COUNTS},
            "beside_bps": float(of.values["other"][n]) if case.beside else None,
        }
        for case, of in found.runs.items()
        for n, seed in enumerate(seeds(found.study.plan, case.beside))
    ]  # fmt: skip
    return {"files": pa.Table.from_pylist(rows)}


def rates(found: Found) -> Figure:
    plan = found.study.plan
    names, colours = plan["names"], plan["colours"]
    figure, (alone, agents, beside) = drawing.panels(3, (12.6, 3.8))
    queues = plan["queues_packets"]
    for one in plan["recoveries"]:
        ours = [found.rate(Case(one, queue=queue)) for queue in queues]
        drawing.line(alone, queues, ours, colours[one], names[one])
        sizes, usual = plan["sizes_bytes"], Case(one, queue=plan["usual_queue"], beside=True)
        ours = [found.rate(usual.but(size=n)) for n in sizes]
        drawing.line(beside, [n / 1e6 for n in sizes], ours, colours[one], names[one])
    burst = [found.rate(Case("newreno", queue=q, exit_burst="unlimited")) for q in queues]
    drawing.line(alone, queues, burst, colours["newreno"], "NewReno, unlimited", ls="--")
    for one, colour in (("newreno", colours["newreno"]), ("sack", colours[BEST])):
        ours = [found.rate(Case(one, "ns2", queue)) for queue in queues]
        drawing.line(agents, queues, ours, colour, names[one])
    top = 1300.0
    for axes, title in ((alone, "4.4BSD"), (agents, "ns-2's agents")):
        axes.set(xscale="log", xlabel="queue, packets", ylim=(0, top), title=title)
        drawing.ticks(axes, [10, 20, 50, 100, 200])
    alone.set_ylabel("file of 10 MB, kbit/s")
    beside.set(xscale="log", xlabel="size, MB", ylabel="file, kbit/s", ylim=(0, 0.55 * top))
    beside.set_title("beside a transfer of 20 ms")
    drawing.ticks(beside, [0.1, 1, 10])
    beside.axhline(1e3 * plan["rate_mbps"] / 2, color=plot.GREY, lw=0.8, ls=":")
    for axes in (alone, agents, beside):
        axes.legend(loc="lower right", fontsize=7)
    return figure


def courses(found: Found) -> Figure:
    plan = found.study.plan
    names, colours = plan["names"], plan["colours"]
    shown = listed(plan, Case, "traced")["files"]
    figure, grid = drawing.panels(len(shown), (14.0, 4.6), 2, sharex=True, sharey="row")
    for (above, below), case in zip(grid.T, shown, strict=True):
        window, again = found.windows[case], found.again[case]
        colour, segment = colours[case.recovery], plan["segment_bytes"]
        segments = numbers(window, "cwnd_bytes") / segment
        above.step(numbers(window, "t_s"), segments, where="post", color=colour, lw=1.4)
        causes = np.array(again["cause"].to_pylist())
        times, places = numbers(again, "t_s"), numbers(again, "offset_bytes") / 1e6
        for causes_of, marker, label in (
            (("fast_retransmit", "partial_ack"), ".", "recovery"),
            (("timeout",), "x", "after a timeout"),
        ):
            of = np.isin(causes, causes_of)
            below.plot(times[of], places[of], marker, ms=3.5, color=colour, label=label)
        burst = ", unlimited" if case.exit_burst == "unlimited" else ""
        above.set(title=names[case.recovery] + burst, ylim=(0, 190))
        below.set(xlabel="time, s", xlim=(0, 90))
    for axes in grid[1]:
        axes.set_ylim(0.4, 1.2)
    grid[0][0].set_ylabel("window, segments")
    grid[1][0].set_ylabel("sent again, MB of the file")
    grid[1][0].legend(loc="upper left", fontsize=7)
    return figure
