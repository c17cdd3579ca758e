"""Henderson 1999, Sec. 4.2: what four recoveries of 4.4BSD make of a file over a GEO path.

Rates are payload from the first packet sent to the arrival of the last byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Study, drawing, numbers, over_seeds
from skyseam.reproduce.cases import Declared, changes, listed

BEST = "sack-newreno"
NAMES = {
    "reno": "Reno",
    "newreno": "NewReno",
    "sack-reno": "SACK Reno",
    BEST: "SACK NewReno",
    "sack": "Sack1",
}


class Case(Declared, file=__file__):
    """A run but for its seed."""


@dataclass(frozen=True)
class Files:
    """What came of every file, and of one of each recovery all that its sender did.

    Attributes
    ----------
    study : Study
        What was run.
    counts : dict
        Of every case arrays over seeds: "goodput" (bit/s), "timeouts", "recoveries",
        "retransmissions", and beside another transfer "other" (its payload rate over all of its
        run, bit/s).
    windows, again : dict
        Of the first file of some cases the tables `cwnd` and `retransmissions`.
    """

    study: Study
    counts: dict[Case, dict[str, Floats]]
    windows: dict[Case, pa.Table]
    again: dict[Case, pa.Table]

    def rate(self, case: Case) -> Estimate:
        """Return the mean rate of files, kbit/s."""
        return over_seeds(self.counts[case]["goodput"] / 1e3)

    def count(self, case: Case, name: str) -> Estimate:
        """Return the mean of a count of a file."""
        return over_seeds(self.counts[case][name])


def changed(plan: Mapping[str, Any], case: Case, seed: int) -> dict[str, Any]:
    """Return what a run has in place of the scenario's values."""
    start_s = np.random.default_rng(seed).uniform(0, plan["starts_within_s"])
    start_s += plan["beside_from_s"] if case.beside else 0.0
    return changes(plan, case, seed=seed, start_s=start_s)


def make(study: Study) -> Files:
    """Run every case with every seed, and one file of each recovery with its tables."""
    plan = study.plan
    every = sorted({case for some in listed(plan, Case).values() for case in some})
    counts: dict[Case, dict[str, Floats]] = {}
    for scenario, beside, seeds in (
        ("scenario.toml", False, plan["seeds"]),
        ("beside.toml", True, plan["beside_seeds"]),
    ):
        some = [case for case in every if case.beside == beside]
        jobs = [changed(plan, case, seed) for case in some for seed in seeds]
        flows = study.sweep("geo", scenario, jobs)["flows"]
        files, others = (flows.filter(pc.equal(flows["flow"], n)).sort_by("run") for n in (0, 1))
        if files.num_rows != len(jobs) or files["transfer_time_s"].null_count:
            msg = "a file did not arrive within its run"
            raise RuntimeError(msg)
        of = {"goodput": "goodput_bps"} | {
            name: name for name in ("timeouts", "recoveries", "retransmissions")
        }
        values = {name: numbers(files, column) for name, column in of.items()}
        if beside:
            values["other"] = numbers(others, "goodput_bps")
        n = len(seeds)
        for i, case in enumerate(some):
            counts[case] = {name: one[i * n : (i + 1) * n] for name, one in values.items()}
    shown = listed(plan, Case, "traced")["files"]
    record = {"run.record": ["cwnd", "retransmissions"]}
    jobs = [{**changed(plan, case, plan["seeds"][0]), **record} for case in shown]
    tables = study.sweep("geo traces", "scenario.toml", jobs, keep=("cwnd", "retransmissions"))
    windows, again = (
        {
            case: table.filter(pc.equal(table["run"], n)).sort_by("t_s")
            for n, case in enumerate(shown)
        }
        for table in (tables["cwnd"], tables["retransmissions"])
    )
    return Files(study, counts, windows, again)


def first_recovery(found: Files, case: Case) -> dict[str, float]:
    """Return what the first recovery of the file that is shown was like.

    Returns
    -------
    dict
        "begin_s", "last_s" of its retransmissions, "count" of them, "rounds" of the least round
        trip between the first and the last, "spacing" of them in round trips (median), "timed_out"
        whether a timeout ended it, and "next_s", when the next recovery or timeout began.
    """
    table = found.again[case]
    times, causes = numbers(table, "t_s"), table["cause"].to_pylist()
    rtt_s = 2e-3 * found.study.plan["one_way_ms"]
    begins = [i for i, cause in enumerate(causes) if cause == "fast_retransmit"]
    first = begins[0]
    # A timeout, or a fast retransmission after a pause without any, begins another.
    end = next(
        (
            i
            for i in range(first + 1, len(causes))
            if causes[i] == "timeout"
            or (causes[i] == "fast_retransmit" and times[i] - times[i - 1] > 1.5 * rtt_s)
        ),
        len(causes),
    )
    inside = times[first:end]
    spacing = np.diff(inside)
    return {
        "begin_s": float(inside[0]),
        "last_s": float(inside[-1]),
        "count": float(len(inside)),
        "rounds": float((inside[-1] - inside[0]) / rtt_s),
        "spacing": float(np.median(spacing) / rtt_s) if len(spacing) else 0.0,
        "timed_out": float(end < len(causes) and causes[end] == "timeout"),
        "next_s": float(times[end]) if end < len(causes) else float("nan"),
    }


def worst_over_best(found: Files, of: Sequence[Case]) -> tuple[Case, Case, Estimate]:
    """Return the slowest and the fastest of some cases, and their ratio per seed."""
    ordered = sorted(of, key=lambda case: found.rate(case).value)
    slow, fast = (found.counts[case]["goodput"] for case in (ordered[0], ordered[-1]))
    return ordered[0], ordered[-1], over_seeds(slow / fast)


def acceptance(found: Files) -> list[dict[str, Any]]:
    """Return what is claimed or was found by another program, ours, and whether it holds."""
    plan = found.study.plan
    bands, queue, queues = plan["bands"], plan["usual_queue"], plan["queues_packets"]
    rows: list[dict[str, Any]] = []

    def row(figure: str, quantity: str, said: str, ours: Estimate, holds: bool) -> None:
        told = {"figure": figure, "quantity": quantity, "said": said, "ours": ours}
        rows.append({**told, "holds": bool(holds)})

    best = found.rate(Case(queue=queue))
    least = bands["best_at_least"]
    row("4.13", f"SACK NewReno, queue of {queue}, kbit/s", f"at least {least:g}, band", best,
        best.value >= least)  # fmt: skip
    for upper, lower, at in (
        (BEST, "sack-reno", queues),
        ("newreno", "reno", [q for q in queues if q <= bands["newreno_above_reno_until"]]),
    ):
        ratios = {
            q: over_seeds(
                found.counts[Case(upper, queue=q)]["goodput"]
                / found.counts[Case(lower, queue=q)]["goodput"]
            )
            for q in at
        }
        least_at = min(at, key=lambda q: ratios[q].value)
        quantity = f"{NAMES[upper]} over {NAMES[lower]}, the least, at a queue of {least_at}"
        one = ratios[least_at]
        row("4.13", quantity, f"at least 1 to a queue of {max(at)}, band", one, one.value >= 1)
    below, agents = bands["worst_over_best_below"], bands["agents_worst_over_best"]
    for size, name in ((plan["bytes"], "10 MB"), *((n, f"{n >> 20} MB") for n in short(plan))):
        at = queues if size == plan["bytes"] else [queue]
        found_at = [
            worst_over_best(found, [Case(one, queue=q, size=size) for one in plan["recoveries"]])
            for q in at
        ]
        slow, _, ratio = min(found_at, key=lambda one: one[2].value)
        quantity = f"slowest ({NAMES[slow.recovery]}, queue of {slow.queue}) over fastest, {name}"
        row("4.13", quantity, f"below {below:g}, claim", ratio, ratio.value < below)
    of = [worst_over_best(found, [Case(one, "ns2", q) for one in ("newreno", "sack")])
          for q in queues]  # fmt: skip
    slow, _, ratio = min(of, key=lambda one: one[2].value)
    quantity = f"the same of ns-2's agents ({NAMES[slow.recovery]} slowest, queue of {slow.queue})"
    row("4.13", quantity, f"above {below:g}; {agents:g}, band", ratio, ratio.value > below)
    reno = Case("reno", queue=queue)
    cuts = found.count(reno, "recoveries")
    idle = found.count(reno, "timeouts")
    row("4.14", "Reno: cuts of the window by duplicates in a file", "two or more, or a timeout",
        cuts, cuts.value >= 2 or idle.value >= 1)  # fmt: skip
    row("4.14", "Reno: timeouts in a file", "two or more cuts, or a timeout", idle,
        cuts.value >= 2 or idle.value >= 1)  # fmt: skip
    newreno = first_recovery(found, Case("newreno", queue=queue))
    row("4.15", "NewReno: round trips between retransmissions of the first recovery (median)",
        "one, no timeout", one_run(newreno["spacing"]),
        0.9 < newreno["spacing"] < 1.5 and not newreno["timed_out"])  # fmt: skip
    burst = Case("newreno", queue=queue, exit_burst="unlimited")
    first = first_recovery(found, burst)
    # The last retransmission is answered a round trip later; the burst that the answer lets go is
    # missed a round trip after that, and with what waits in the queue.
    rounds = (first["next_s"] - first["last_s"]) / (2e-3 * plan["one_way_ms"])
    waiting = queue * (plan["segment_bytes"] + 40) * 8 / (plan["rate_mbps"] * 1e6)
    most = 2 + 2 * waiting / (2e-3 * plan["one_way_ms"]) + 0.5
    row("4.16", "NewReno, unlimited: round trips from the last retransmission to the next loss",
        f"a loss within one round trip of recovery: at most {most:.1f}", one_run(rounds),
        rounds <= most)  # fmt: skip
    for figure, which in (("4.17", "sack-reno"), ("4.18", BEST)):
        repair = first_recovery(found, Case(which, queue=queue))
        most = bands["repair_rounds_at_most"]
        row(figure, f"{NAMES[which]}: round trips from the first to the last retransmission",
            f"at most {most:g}, no timeout", one_run(repair["rounds"]),
            repair["rounds"] <= most and not repair["timed_out"])  # fmt: skip
    within = bands["stacks_within"]
    bsd = [Case(one, queue=queue) for one in ("newreno", BEST)]
    for case in [*listed(plan, Case)["stacks"], *bsd]:
        agent = "newreno" if case.recovery == "newreno" else "sack"
        other = found.counts[Case(agent, "ns2", queue)]["goodput"]
        ratio = over_seeds(found.counts[case]["goodput"] / other)
        quantity = f"{NAMES[agent]}: stack {case.stack} over ns-2's agent"
        row("4.19", quantity, f"within {within:.0%}", ratio, abs(ratio.value - 1) <= within)
    with_sack = [Case(queue=queue), *(Case("sack", stack, queue) for stack in ("rfc", "linux"))]
    slow, fast, ratio = worst_over_best(found, with_sack)
    quantity = (
        f"with SACK, stack {slow.stack} over {fast.stack}: slowest and fastest but for ns-2's"
    )
    row("4.19", quantity, f"within {within:.0%}", ratio, ratio.value >= 1 - within)
    low, high = bands["beside_share"]
    shares = [
        over_seeds(found.counts[case]["goodput"] / (plan["rate_mbps"] * 1e6))
        for case in (Case(queue=queue, size=size, beside=True) for size in plan["sizes_bytes"])
    ]
    for size, share in list(zip(plan["sizes_bytes"], shares, strict=True))[1:]:
        is_long = size == plan["bytes"]
        said = f"{low:.0%} to {high:.0%}, band" if is_long else "less than of 10 MB, band"
        holds = low <= share.value <= high if is_long else share.value < shares[-1].value
        if is_long or plan["bytes"] in plan["sizes_bytes"]:
            row("4.20", f"SACK NewReno beside one of 20 ms: share of the link, {size >> 20} MB",
                said, share, holds)  # fmt: skip
    for case in listed(plan, Case)["windows"]:
        formula = (
            case.window
            // plan["segment_bytes"]
            * plan["segment_bytes"]
            * 8
            / (2e-3 * plan["one_way_ms"])
        )
        ratio = over_seeds(found.counts[case]["goodput"] / formula)
        row("windows", f"SACK NewReno, window of {case.window} B: rate over window per round trip",
            "0.85 to 1, formula", ratio, 0.85 <= ratio.value <= 1)  # fmt: skip
    return rows


def estimates(found: Files) -> dict[str, tuple[Estimate, str]]:
    """Return the claim of the thesis that has a number."""
    plan = found.study.plan
    slow, fast, ratio = min(
        (
            worst_over_best(found, [Case(one, queue=q) for one in plan["recoveries"]])
            for q in plan["queues_packets"]
        ),
        key=lambda one: one[2].value,
    )
    note = f"{NAMES[slow.recovery]} over {NAMES[fast.recovery]}, queue of {slow.queue} packets"
    return {"variants_halve": (ratio.scaled(100), note)}


def short(plan: Mapping[str, Any]) -> list[int]:
    """Return the sizes of files that are shorter than 10 MB, bytes."""
    return list(plan["short_bytes"])


def one_run(value: float) -> Estimate:
    """Return a number of one run, without an interval."""
    return Estimate(value, None, None, 1)


def page(found: Files) -> dict[str, Any]:
    plan = found.study.plan
    usual = [Case(one, queue=plan["usual_queue"]) for one in plan["recoveries"]]
    slow, fast, ratio = worst_over_best(found, usual)
    return {
        "acceptance": acceptance(found),
        "slow": {"name": NAMES[slow.recovery], "rate": found.rate(slow)},
        "fast": {"name": NAMES[fast.recovery], "rate": found.rate(fast)},
        "ratio": ratio,
        "rows": [
            {
                "case": case,
                "name": NAMES[case.recovery],
                "rate": found.rate(case),
                **{
                    name: found.count(case, name)
                    for name in ("timeouts", "recoveries", "retransmissions")
                },
            }
            for some in listed(plan, Case).values()
            for case in some
        ],
        "seeds": len(plan["seeds"]),
    }


def tables(found: Files) -> dict[str, pa.Table]:
    """Return what came of every file."""
    rows = [
        {
            **vars(case), "seed": seed,
            "payload_bps": float(of["goodput"][n]), "timeouts": int(of["timeouts"][n]),
            "recoveries": int(of["recoveries"][n]),
            "retransmissions": int(of["retransmissions"][n]),
            "beside_bps": float(of["other"][n]) if "other" in of else None,
        }
        for case, of in found.counts.items()
        for n, seed in enumerate(
            found.study.plan["beside_seeds" if case.beside else "seeds"]
        )
    ]  # fmt: skip
    return {"files": pa.Table.from_pylist(rows)}


COLOURS = dict(
    zip(("reno", "newreno", "sack-reno", BEST), (plot.SEAM, "#c98a1b", plot.GREY, plot.NO_SEAM),
        strict=True)
)  # fmt: skip


def rates(found: Files) -> Figure:
    """Draw rates over the queue, as Fig. 4.13, and over the size beside another, as Fig. 4.20."""
    plan = found.study.plan
    figure, (alone, agents, beside) = drawing.panels(3, (12.6, 3.8))
    queues = plan["queues_packets"]
    for one in plan["recoveries"]:
        ours = [found.rate(Case(one, queue=queue)) for queue in queues]
        drawing.line(alone, queues, ours, COLOURS[one], NAMES[one])
        sizes = plan["sizes_bytes"]
        ours = [
            found.rate(Case(one, queue=plan["usual_queue"], size=n, beside=True)) for n in sizes
        ]
        drawing.line(beside, [n / 1e6 for n in sizes], ours, COLOURS[one], NAMES[one])
    burst = [found.rate(Case("newreno", queue=q, exit_burst="unlimited")) for q in queues]
    drawing.line(alone, queues, burst, COLOURS["newreno"], "NewReno, unlimited", ls="--")
    for one, colour in (("newreno", COLOURS["newreno"]), ("sack", COLOURS[BEST])):
        ours = [found.rate(Case(one, "ns2", queue)) for queue in queues]
        drawing.line(agents, queues, ours, colour, NAMES[one])
    top = 1300.0
    for axes, title in ((alone, "4.4BSD"), (agents, "ns-2's agents")):
        axes.set(xscale="log", xlabel="queue, packets", ylim=(0, top), title=title)
        drawing.ticks(axes, [10, 20, 50, 100, 200])
    alone.set_ylabel("file of 10 MB, kbit/s")
    beside.set(
        xscale="log", xlabel="size, MB", ylim=(0, 0.55 * top), title="beside a transfer of 20 ms",
        ylabel="file, kbit/s",
    )  # fmt: skip
    drawing.ticks(beside, [0.1, 1, 10])
    beside.axhline(1e3 * plan["rate_mbps"] / 2, color=plot.GREY, lw=0.8, ls=":")
    alone.legend(loc="lower right", fontsize=7)
    agents.legend(loc="lower right", fontsize=7)
    beside.legend(loc="lower right", fontsize=7)
    return figure


def courses(found: Files) -> Figure:
    """Draw window and retransmissions of a file by each recovery, as Figs 4.14 to 4.18."""
    plan = found.study.plan
    shown = listed(plan, Case, "traced")["files"]
    figure, grid = drawing.panels(len(shown), (14.0, 4.6), 2, sharex=True, sharey="row")
    for column, case in enumerate(shown):
        window, again = found.windows[case], found.again[case]
        colour = COLOURS[case.recovery]
        segment = plan["segment_bytes"]
        above, below = grid[0][column], grid[1][column]
        above.step(
            numbers(window, "t_s"), numbers(window, "cwnd_bytes") / segment, where="post",
            color=colour, lw=1.4,
        )  # fmt: skip
        causes = np.array(again["cause"].to_pylist())
        times, places = numbers(again, "t_s"), numbers(again, "offset_bytes") / 1e6
        for causes_of, marker, label in (
            (("fast_retransmit", "partial_ack"), ".", "recovery"),
            (("timeout",), "x", "after a timeout"),
        ):
            of = np.isin(causes, causes_of)
            below.plot(times[of], places[of], marker, ms=3.5, color=colour, label=label)
        burst = ", unlimited" if case.exit_burst == "unlimited" else ""
        above.set(title=NAMES[case.recovery] + burst, ylim=(0, 190))
        below.set(xlabel="time, s", xlim=(0, 90))
    for axes in grid[1]:
        axes.set_ylim(0.4, 1.2)
    grid[0][0].set_ylabel("window, segments")
    grid[1][0].set_ylabel("sent again, MB of the file")
    grid[1][0].legend(loc="upper left", fontsize=7)
    return figure


FIGURES = (rates, courses)
