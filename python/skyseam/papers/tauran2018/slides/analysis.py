"""Tauran 2018 in the papers' mode: the slides' quantities, modelled as in the authors' simulator.

Voice, TCP over 600 s, and the age at which packets expire; then the effect of each difference
between this mode and the mode with independent fading on the drops of proportional fair, beside
runs of ns-2.
"""

import math
import shutil
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import tomli_w
from matplotlib.figure import Figure

import skyseam
from skyseam import fading, plot
from skyseam.plot.style import log_values
from skyseam.reproduce import Estimate, Runs, Study, digits, drawing, over_seeds, said, where
from skyseam.reproduce.cases import listed
from skyseam.reproduce.study import runs_table, together

from .. import shared
from ..shared import SCORES, TIMED, WORDS, Case
from ..tcp import analysis as tcp
from ..voice import analysis as voice

MODE = "papers"

TRACE_STAGGER_S = 10.0
"""How much further along the trace of ways each user is, in tcp.toml."""


@dataclass(frozen=True)
class Sweep:
    """Runs of CoDeS by time-out, and of PF, for each age at which packets expire.

    `runs`: runs by case; PF's cases have no time-out. `ages_ms`, `timeouts_ms`: values that were
    run. `users`: numbers of users over which means are taken. `duration_s`: duration of calls.
    """

    runs: dict[Case, Runs]
    ages_ms: list[float]
    timeouts_ms: list[float]
    users: list[int]
    duration_s: float

    def of(self, age_ms: float, timeout_ms: float | None, users: int) -> Runs:
        """Return the runs of CoDeS with a time-out, or of PF."""
        told = {"policy": "pf" if timeout_ms is None else TIMED, "timeout_ms": timeout_ms}
        (runs,) = where(self.runs, **told, users=users, expires_ms=age_ms).values()
        return runs

    def mean(self, age_ms: float, timeout_ms: float | None, score: str) -> Estimate:
        """Return the mean over numbers of users of a score, over seeds."""
        each = [self.of(age_ms, timeout_ms, n).values[score] for n in self.users]
        return voice.averaged(each)

    def best(self, age_ms: float, score: str, as_good: float) -> tuple[float, list[float]]:
        """Return the time-out with the best mean score, and all that are within `as_good` of it."""
        means = {one: self.mean(age_ms, one, score).value for one in self.timeouts_ms}
        best = max(means, key=lambda one: means[one])
        return best, [one for one in means if means[one] >= means[best] - as_good]


@dataclass(frozen=True)
class Slides:
    """Results of the study.

    `calls`: voice in the papers' mode. `long_calls`: voice in the papers' mode as the verdict
    counts it: the slides' time, with one stored fading realization and delay traces that are read
    cyclically. `downloads`: TCP over the slides' time in the papers' mode. `rounds`, `long`: TCP
    where fairness counts: with one stored fading realization and delay traces to the last satellite
    that are read cyclically, and with own fading. `drifting`: as `rounds`, but the delay of each
    user continues along the trace. `expiry`, `long_expiry`: time-outs of CoDeS by the age at which
    packets expire, of short calls and of long ones. `causes`: PF where ns-2 was run, in every mode.
    `hops`: PF by the delay of the last hop, ms.
    """

    study: Study
    calls: voice.Calls
    long_calls: voice.Calls
    downloads: tcp.Downloads
    rounds: tcp.Downloads
    long: tcp.Downloads
    drifting: tcp.Downloads
    expiry: Sweep
    long_expiry: Sweep
    causes: dict[Case, Runs]
    hops: dict[str, dict[Case, Runs]]

    def dropped_by_hop(self, users: int) -> list[Estimate]:
        """Return what the queue drops under PF by the delay of the last hop, %."""
        every = (one for of in self.hops.values() for one in of.items())
        return [runs.mean("dropped") for case, runs in every if case.users == users]


def ns2(study: Study) -> dict[Case, float]:
    """Return the drops of the queue in runs of ns-2, %."""
    return {
        Case(r["policy"], int(r["users"]), int(r["snr_db"]), mode=MODE): float(r["dropped_percent"])
        for r in study.paper.rows("ns2.csv")
    }


def around(trace: str, period_s: float, until_s: float) -> str:
    """Return a delay trace that repeats its first `period_s` until `until_s`.

    `trace`: lines `t_s,delay_ms` after a head, times in whole seconds, as `skyseam delay` writes
    them.
    """
    head, *lines = trace.splitlines()
    steps = [(int(t), delay) for t, delay in (line.split(",") for line in lines)]
    first = [(t, delay) for t, delay in steps if t < period_s]
    begins = range(0, math.ceil(until_s), int(period_s))
    rows = [(begin + t, delay) for begin in begins for t, delay in first]
    told = [f"{t},{delay}" for (_, last), (t, delay) in pairwise([(0, ""), *rows]) if delay != last]
    return "\n".join([head, *told]) + "\n"


def in_rounds(
    study: Study,
    name: str,
    traffic: str,
    cases: list[Case],
    duration_s: float,
    ways_s: float | None = None,
) -> dict[Case, Runs]:
    """Run over a precomputed fading realization as long as a run, read cyclically.

    The release reads its fading in this way: each user sees the whole realization, from a different
    position. With `ways_s`, that length of the delay trace to the last satellite is read cyclically
    too. If all users have one last hop, it begins where its mean over 600 s is the release's.
    """
    plan, paper, scenario = study.plan, study.paper, f"{traffic}.toml"
    seeds, place_of_hop = plan["run"]["seeds"], f"beams.{shared.BEAM}.trace_offset"
    document = study.document(scenario)
    channel = document["beams"][0]["channel"]
    document["beams"][0]["channel"] = {"kind": "trace", "file": "fading.csv"}
    text = tomli_w.dumps(document)

    def changed(case: Case, _: int) -> dict[str, Any]:
        told = shared.overrides(study, traffic, case, duration_s)
        if place_of_hop in told:
            told[place_of_hop] = plan["run"]["long_trace_offset"]
        return told

    found: list[dict[Case, Runs]] = []
    for seed, part in zip(seeds, study.shares([1.0] * len(seeds)), strict=True):
        with TemporaryDirectory() as place:
            folder = Path(place)
            for trace in ("first.csv", "last.csv"):
                shutil.copyfile(paper.folder / trace, folder / trace)
            if ways_s is not None:
                way = (folder / "first.csv").read_text(encoding="utf-8")
                until_s = TRACE_STAGGER_S * max(case.users for case in cases) + 2 * duration_s
                way = around(way, ways_s, until_s)
                (folder / "first.csv").write_text(way, encoding="utf-8")
            made = skyseam.channel(model=channel, seed=seed, duration_s=duration_s)
            fading.save_trace(made.table("levels"), folder / "fading.csv")
            (folder / scenario).write_text(text, encoding="utf-8")
            found.append(shared.run_cases(
                part, name, traffic, cases, duration_s, changed,
                scenario=folder / scenario, seeds=[seed],
            ))  # fmt: skip
    return {case: together([one[case] for one in found]) for case in cases}


def make(study: Study) -> Slides:
    plan, snr_db = study.plan, study.plan["run"]["snr_db"]
    parts = iter(study.shares([0.35, 0.11, 0.1, 0.1, 0.34]))

    def run(name: str, traffic: str, cases: list[Case], duration_s: float) -> dict[Case, Runs]:
        named = next(parts).within(0.0, 1.0, name)
        return shared.run_cases(named, name, traffic, cases, duration_s)

    declared = listed(plan, Case)
    downloads, fair, marked = (declared[name] for name in ("downloads", "fair", "verdict"))
    loads = run("papers-tcp", "tcp", downloads + fair, plan["tcp_duration_s"])
    told, long_s = plan["expiry"], plan["calls"]["duration_s"]
    for name in ("swept", "swept_long"):
        declared[name].sort(key=lambda case: (case.expires_ms, case.users))
    swept, swept_long = declared["swept"], declared["swept_long"]
    causes = [one.but(mode=mode) for mode in plan["modes"] for one in ns2(study)]
    hop = plan["hops"]
    begun = {
        name: [Case("pf", n, snr_db, mode=MODE, hop_s=begin) for n in hop["users"]]
        for name, begin in hop["begin_s"].items()
    }
    # A sweep makes alike runs once, and those that differ only in the age at which packets expire.
    sets = [declared["calls"] + marked, swept, causes, *begun.values()]
    each = list(dict.fromkeys(case for some in sets for case in some))
    spoken = run("papers-voice", "voice", each, plan["duration_s"])
    called, aged, caused, *hops = ({one: spoken[one] for one in some} for some in sets)
    staggered = [case.but(mode=MODE) for case in fair]
    tcp_s, ways_s = plan["tcp_duration_s"], plan["ways_s"]
    drifting = in_rounds(next(parts), "papers-rounds", "tcp", staggered, tcp_s)
    written = in_rounds(next(parts), "papers-ways", "tcp", staggered, tcp_s, ways_s)
    long_calls = list(dict.fromkeys(marked + swept_long))
    spoken = in_rounds(next(parts), "papers-calls", "voice", long_calls, long_s, ways_s)
    heard, late = ({one: spoken[one] for one in some} for some in (marked, swept_long))
    return Slides(
        study,
        voice.Calls(study, called, plan["duration_s"], MODE),
        voice.Calls(study, heard, long_s, MODE, plan["verdict"]["script_timeout_ms"]),
        tcp.Downloads(study, where(loads, mode=MODE), MODE),
        tcp.Downloads(study, written, MODE),
        tcp.Downloads(study, where(loads, mode="own")),
        tcp.Downloads(study, drifting, MODE),
        Sweep(aged, told["ages_ms"], told["timeouts_ms"], told["users"], plan["duration_s"]),
        Sweep(late, told["long_ages_ms"], told["long_timeouts_ms"], told["users"], long_s),
        caused,
        dict(zip(begun, hops, strict=True)),
    )


def estimates(slides: Slides) -> dict[str, tuple[Estimate, str]]:
    plan, sweep = slides.study.plan, slides.long_expiry
    told = plan["expiry"]
    timeouts: dict[str, tuple[Estimate, str]] = {}
    for age in told["compared_ms"]:
        best, _ = sweep.best(age, told["score"], told["as_good_mos"])
        which = f"mean over {shared.listed(sweep.users)} users; older than {age:g} ms is lost"
        timeout = Estimate(best, n=len(plan["run"]["seeds"])), which
        timeouts |= {f"timeout_{age:g}_{end}": timeout for end in ("from", "to")}
    return {
        **voice.claims(slides.calls, slides.long_calls),
        **tcp.claims(slides.downloads, slides.rounds),
        **timeouts,
    }


def page(slides: Slides) -> dict[str, Any]:
    plan, labels = slides.study.plan, shared.labels(slides.study.plan)
    five = shared.policies(plan, slides=True)
    good, theirs = plan["expiry"]["as_good_mos"], ns2(slides.study)
    calls, downloads = slides.calls, slides.downloads
    sweeps = (slides.long_expiry, slides.expiry)
    first, latest = (slides.study.published(f"saturation_{end}") for end in ("from", "to"))
    swept = [
        ([f"{sweep.duration_s:g} s", words, f"{age:g} ms"], sweep, age, score)
        for sweep in sweeps
        for score, words in SCORES.items()
        for age in sweep.ages_ms
    ]
    return {
        "head": [f"{n} users" for n in calls.users],
        "voice": {
            WORDS["voice"][name]: [
                [labels[p], *(digits(calls.mean(p, n, name).value) for n in calls.users)]
                for p in five
            ]
            for name in ("dropped", "efficiency", "delay", "jitter", "mos", "mos_concealed")
        },
        "tcp": [
            [
                side, str(n), labels[p],
                *(digits(downloads.of(p, n, reordering).mean(name).value)
                  for name in ("goodput", "jain", "std", "least", "efficiency")),
                said(over_seeds(downloads.gain(p, n, reordering))),
            ]
            for side, reordering in tcp.SIDES.items()
            for n in downloads.users
            for p in five
        ],
        "long": [
            [
                labels[p],
                *(digits(one.of(p, n, True).mean(name).value)
                  for one in (slides.rounds, slides.drifting, downloads, slides.long)
                  for name in ("goodput", "jain")),
            ]
            for n in slides.long.users
            for p in five
        ],
        "fairness_users": shared.listed(slides.long.users),
        "causes": [
            [
                f"{case.users}", f"{case.snr_db} dB", digits(theirs[case]),
                *(said(slides.causes[case.but(mode=one)].mean("dropped")) for one in plan["modes"]),
            ]
            for case in theirs
        ],
        "modes": list(plan["modes"].values()),
        "off": digits(
            max(abs(slides.causes[one].mean("dropped").value - of) for one, of in theirs.items())
        ),
        "hops": [
            [f"{ms} ms", *(said(runs.mean("dropped")) for runs in of.values())]
            for ms, of in slides.hops.items()
        ],
        "hop_users": [f"{n} users" for n in plan["hops"]["users"]],
        "best": [
            [*words, f"{best:g} ms", ", ".join(f"{one:g}" for one in as_good)]
            for words, sweep, age, score in swept
            for best, as_good in [sweep.best(age, score, good)]
        ],
        "best_by_score": [
            [f"{sweep.duration_s:g} s", words,
             *(cell for age in plan["expiry"]["compared_ms"]
               for best, as_good in [sweep.best(age, score, good)]
               for cell in (f"{best:g}", ", ".join(f"{one:g}" for one in as_good)))]
            for sweep in sweeps
            if set(plan["expiry"]["compared_ms"]) <= set(sweep.ages_ms)
            for score, words in SCORES.items()
        ],
        "sweeps": [
            [*words,
             *(digits(sweep.mean(age, one, score).value) if one in sweep.timeouts_ms else "not run"
               for one in slides.expiry.timeouts_ms),
             digits(sweep.mean(age, None, score).value)]
            for words, sweep, age, score in swept
        ],
        "timeouts": [f"{one:g} ms" for one in slides.expiry.timeouts_ms],
        "ahead": [
            [*words, str(n), *(said(sweep.of(age, t, n).mean(score)) for t in (100, None))]
            for words, sweep, age, score in swept
            for n in sweep.users
            if 100 in sweep.timeouts_ms
        ],
        "rr_few": said(over_seeds(downloads.gain("rr", min(downloads.users), False))),
        "few": min(downloads.users),
        "above": _scores(slides.long_calls, latest + 1, math.inf),
        "near": _scores(slides.long_calls, first, latest),
        "hop_ranges": [
            f"{digits(min(means))} to {digits(max(means))}"
            for n in plan["hops"]["users"]
            for means in [[one.value for one in slides.dropped_by_hop(n)]]
        ],
        "tcp_users": shared.listed(downloads.users),
    }  # fmt: skip


def _scores(calls: voice.Calls, least: float, most: float) -> dict[str, str]:
    """Return the mean score of CoDeS and of the best other policy, over loads in a range."""
    users = [n for n in calls.loads if least <= n <= most]
    told = {
        one: voice.averaged([calls.marked(one, n).values["mos"] for n in users]).value
        for one in shared.policies(calls.study.plan, slides=True)
    }
    best = max(value for one, value in told.items() if one != TIMED)
    return {TIMED: f"{told[TIMED]:.3f}", "best": f"{best:.3f}", "users": shared.listed(users)}


def tables(slides: Slides) -> dict[str, pa.Table]:
    hops = {case: runs for of in slides.hops.values() for case, runs in of.items()}
    made = {
        "voice": slides.calls.runs,
        "tcp": {**slides.downloads.runs, **slides.long.runs},
        "rounds": slides.rounds.runs,
        "drifting": slides.drifting.runs,
        "calls": slides.long_calls.runs,
        "expiry": slides.expiry.runs,
        "timeouts": slides.long_expiry.runs,
        "causes": {**slides.causes, **hops},
    }
    seeds = slides.study.plan["run"]["seeds"]
    return {name: runs_table(runs, seeds) for name, runs in made.items()}


def modes(slides: Slides) -> Figure:
    plan, theirs = slides.study.plan, ns2(slides.study)
    _, (left, right) = drawing.panels(2, (9.6, 3.9), width_ratios=[1.7, 1])
    for number, (mode, colour) in enumerate(zip(plan["modes"], drawing.SERIES, strict=False)):
        for at, case in enumerate(theirs):
            mean, x = slides.causes[case.but(mode=mode)].mean("dropped"), at + 0.15 * (number - 2)
            label = plan["modes"][mode] if at == 0 else None
            left.bar(x, mean.value, 0.13, color=colour, label=label)
            drawing.bar(left, [x, x], mean, color=plot.GREY, lw=1)
    for at, dropped in enumerate(theirs.values()):
        label = "ns-2" if at == 0 else None
        left.plot([at - 0.4, at + 0.4], [dropped] * 2, color="#C23B22", lw=1.6, label=label)
    left.set_xticks(range(len(theirs)), [f"{c.users} users\n{c.snr_db} dB" for c in theirs])
    left.set_ylabel("dropped by the queue under PF, %")
    for n, colour in zip(plan["hops"]["users"], drawing.SERIES, strict=False):
        hops_ms = [float(ms) for ms in slides.hops]
        drawing.line(right, hops_ms, slides.dropped_by_hop(n), colour, f"{n} users")
    right.set(xlabel="delay of the last hop, ms", ylim=(0, None))
    right.legend()
    return drawing.legend(left, 3)


def expiry(slides: Slides) -> Figure:
    sweep = slides.long_expiry
    _, grid = drawing.panels(len(SCORES), (9.6, 3.7), sharey=False)
    age = sweep.ages_ms[0]
    low, high = (slides.study.published(f"timeout_{age:g}_{end}") for end in ("from", "to"))
    for (score, title), axes in zip(SCORES.items(), grid, strict=True):
        for age, colour in zip(sweep.ages_ms, drawing.SERIES, strict=False):
            means = [sweep.mean(age, one, score) for one in sweep.timeouts_ms]
            drawing.line(axes, sweep.timeouts_ms, means, colour, f"expires after {age:g} ms")
            axes.axhline(sweep.mean(age, None, score).value, color=colour, ls="--", lw=1)
        axes.axvspan(low, high, color=plot.NO_SEAM, alpha=0.14, lw=0)
        axes.set_title(title, fontsize=8)
        axes.set_xlabel("time-out, ms")
    grid[0].set_ylabel("mean opinion score")
    return drawing.legend(grid[0], len(sweep.ages_ms))


def downloads(slides: Slides) -> Figure:
    plan, told = slides.study.plan, slides.downloads
    labels, five = shared.labels(plan), shared.policies(plan, slides=True)
    _, grid = drawing.panels(3, (9.6, 3.6))
    quantities = ("gain", "jain", "std")
    titles = ("goodput over DT_H's, %", WORDS["tcp"]["jain"], "standard deviation, kbit/s")
    groups = [(n, side) for side in tcp.SIDES.values() for n in told.users]
    names = [f"{n}\n{'with' if side else 'no'} buffer" for n, side in groups]
    for name, title, axes in zip(quantities, titles, grid, strict=True):
        for number, policy in enumerate(five):
            for at, (n, side) in enumerate(groups):
                gain, of_it = over_seeds(told.gain(policy, n, side)), told.of(policy, n, side)
                mean, x = gain if name == "gain" else of_it.mean(name), at + 0.16 * (number - 2)
                look: Any = {"markersize": 4, "lw": 1.8, "label": labels[policy]}
                drawing.dot(axes, x, mean, shared.COLOURS[policy], **look)
        axes.set_xticks(range(len(groups)), names, fontsize=7)
        axes.set_title(title, fontsize=9)
    log_values(grid[2])
    return drawing.legend(grid[0], 5)
