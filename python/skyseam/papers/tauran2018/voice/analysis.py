"""Tauran 2018, voice: what each policy makes of many calls, and where the beam saturates.

Efficiency, losses by cause, delay, jitter and scores over the number of users; what CoDeS drops,
and which time-out suits it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Runs, Study, drawing
from skyseam.reproduce.intervals import over_seeds
from skyseam.reproduce.report import digits, said
from skyseam.voice import e_model

from .. import shared
from ..shared import REFERENCE, SCORES, WORDS, Case

PANELS = ("efficiency", "dropped", "delay", "jitter", "mos", "mos_concealed")
TABLES = ("efficiency", "dropped", "lost", "delay", "jitter", "jitter_rfc3550", "mos", "usable")
CAUSES = {
    "overflow": ("queue full", "#0072B2"),
    "waited": ("waited too long", "#CC3377"),
    "harq": ("given up by HARQ", "#888888"),
}
DROPPERS = ("codes", "pf", REFERENCE)


@dataclass(frozen=True)
class Saturation:
    """From how many users on a policy at one SNR is saturated.

    Attributes
    ----------
    dropped : Estimate
        Where the queue drops what the study calls too much, linear between numbers that were run;
        not a number where that is not reached.
    unusable : Estimate
        Where the mean score falls below what the study calls usable.
    capacity : Estimate
        How many users would keep the link busy all the time, at what a packet takes of it near
        that number.
    """

    dropped: Estimate
    unusable: Estimate
    capacity: Estimate


@dataclass(frozen=True)
class Calls:
    """What the study gave.

    Attributes
    ----------
    runs, timeouts : dict
        Every policy for every number of users, and CoDeS by its time-out.
    playout : dict
        CoDeS by its time-out, and others, heard through play-out buffers.
    saturation : dict
        By policy and SNR.
    """

    study: Study
    runs: dict[Case, Runs]
    timeouts: dict[Case, Runs]
    playout: dict[Case, Runs]
    saturation: dict[tuple[str, int], Saturation]

    @property
    def users(self) -> list[int]:
        """All numbers of users."""
        return list(self.study.plan["users"])

    @property
    def loads(self) -> list[int]:
        """The numbers of users that the verdict counts: near saturation and above."""
        return list(self.study.plan["verdict"]["voice_users"])

    @property
    def timeout_users(self) -> list[int]:
        """The numbers of users of the sweep of time-outs."""
        return sorted({case.users for case in self.timeouts})

    def case(self, policy: str, users: int, playout_ms: float | None = None) -> Case:
        """Return the case of a policy in the comparison, or heard through a buffer."""
        snr_db = int(self.study.plan["run"]["snr_db"])
        return Case(policy, users, snr_db, playout_ms=playout_ms)

    def mean(self, policy: str, users: int, quantity: str) -> Estimate:
        """Return a quantity of a policy."""
        return self.runs[self.case(policy, users)].mean(quantity)

    def through(self, users: int, buffer_ms: float) -> dict[float, Runs]:
        """Return CoDeS heard through a buffer, by its time-out."""
        return {
            case.timeout_ms: runs
            for case, runs in self.playout.items()
            if (case.users, case.playout_ms) == (users, buffer_ms) and case.timeout_ms is not None
        }

    def heard(self, policy: str, users: int, buffer_ms: float) -> Runs:
        """Return a policy heard through a buffer."""
        return self.playout[self.case(policy, users, playout_ms=float(buffer_ms))]

    def best_timeout(self, users: Sequence[int], score: str = "mos") -> tuple[float, list[float]]:
        """Return the time-out with the best score over these numbers of users, and all as good."""
        by_timeout: dict[float, list[float]] = {}
        for case, runs in self.timeouts.items():
            if case.users in users and case.timeout_ms is not None:
                by_timeout.setdefault(case.timeout_ms, []).append(runs.mean(score).value)
        return self.best_of({one: float(np.mean(each)) for one, each in by_timeout.items()})

    def best_of(self, means: Mapping[float, float]) -> tuple[float, list[float]]:
        """Return the time-out with the highest mean score, and all that are as good."""
        best = max(means, key=lambda timeout: means[timeout])
        least = means[best] - self.study.plan["timeouts"]["as_good_mos"]
        return best, [timeout for timeout, mean in means.items() if mean >= least]


def make(study: Study) -> Calls:
    """Run every policy for every number of users, then saturation and time-outs."""
    plan, snr_db = study.plan, study.plan["run"]["snr_db"]
    slides = shared.policies(plan, slides=True)

    def run(name: str, cases: list[Case], first: float, last: float) -> dict[Case, Runs]:
        part = study.within(first, last, name)
        return shared.run_cases(part, name, "voice", cases, plan["duration_s"]) if cases else {}

    runs = run(
        "voice", [Case(p, n, snr_db) for p in shared.policies(plan) for n in plan["users"]], 0, 0.55
    )
    snr = plan["snr"]
    others = [Case(p, n, other) for other in snr["snr_db"] for p in slides for n in snr["users"]]
    runs |= run("other SNR", others, 0.55, 0.75)
    waits = [
        Case("codes", n, snr_db, timeout_ms=float(timeout))
        for n in plan["timeouts"]["users"]
        for timeout in plan["timeouts"]["timeouts_ms"]
    ]
    timeouts = run("time-outs", waits, 0.75, 0.85)
    told = plan["playout"]
    buffered = [(n, float(buffer)) for n in told["users"] for buffer in told["buffers_ms"]]
    listeners = [
        Case("codes", n, snr_db, timeout_ms=float(timeout), playout_ms=buffer)
        for n, buffer in buffered
        for timeout in told["timeouts_ms"]
    ]
    listeners += [Case("pf", n, snr_db, playout_ms=buffer) for n, buffer in buffered]
    listeners += [
        Case(policy, n, snr_db, playout_ms=float(told["verdict_buffer_ms"]))
        for policy in slides
        for n in plan["verdict"]["voice_users"]
    ]
    playout = run("play-out", list(dict.fromkeys(listeners)), 0.85, 1.0)
    pairs = sorted({(case.policy, case.snr_db) for case in runs})
    of_pair = {pair: {c: r for c, r in runs.items() if (c.policy, c.snr_db) == pair}
               for pair in pairs}  # fmt: skip
    saturation = {pair: saturated_from(plan, of_it) for pair, of_it in of_pair.items()}
    return Calls(study, runs, timeouts, playout, saturation)


def saturated_from(plan: Mapping[str, Any], runs: Mapping[Case, Runs]) -> Saturation:
    """Return from how many users on a policy is saturated, over seeds.

    The runs are of one policy at one SNR, in the order of their numbers of users.
    """
    users = [case.users for case in runs]
    told = [one.values for one in runs.values()]

    def passed(quantity: str, level: float, sign: int) -> Estimate:
        rows = np.array([each[quantity] for each in told]) * sign
        return over_seeds(np.array([crossing(users, list(one), sign * level) for one in rows.T]))

    dropped = passed("dropped", plan["saturation"]["dropped_percent"], 1)
    # What a packet takes is of the largest number of users that is not beyond.
    below = [n for n, each in enumerate(told) if each["load"].mean() <= 100]
    at = told[below[-1]] if below else told[0]
    unusable = passed("mos", plan["listener"]["usable_mos"], -1)
    return Saturation(dropped, unusable, over_seeds(at["capacity"]))


def crossing(at: Sequence[float], values: Sequence[float], level: float) -> float:
    """Return where values first pass a level upwards, linear in between.

    That is the first where they begin above it, and not a number where they never pass.
    """
    if values[0] > level:
        return float(at[0])
    for n in range(1, len(at)):
        if values[n] > level:
            part = (level - values[n - 1]) / (values[n] - values[n - 1])
            return float(at[n - 1] + part * (at[n] - at[n - 1]))
    return float("nan")


def ns2(calls: Calls) -> dict[Case, float]:
    """Read what the queue dropped in runs of ns-2, %."""
    return {
        Case(row["policy"], int(row["users"]), int(row["snr_db"])): float(row["dropped_percent"])
        for row in calls.study.paper.rows("ns2.csv")
    }


def estimates(calls: Calls) -> dict[str, tuple[Estimate, str]]:
    """Return what the slides say in words about voice, with how it was taken."""
    plan, runs, loads = calls.study.plan, calls.runs, calls.loads
    snr_db, told = plan["run"]["snr_db"], plan["saturation"]
    dropped = calls.saturation[told["policy"], snr_db].dropped
    share = f"the queue drops {told['dropped_percent']:g} %, {snr_db} dB"
    best = Estimate(
        calls.best_timeout(calls.timeout_users)[0], None, None, len(plan["run"]["seeds"])
    )
    which = f"best mean score over {shared.listed(calls.timeout_users)} users"
    counted = f"mean over {shared.listed(loads)} users"
    pairs = [(runs[calls.case("pf", n)], runs[calls.case(REFERENCE, n)]) for n in loads]
    claims = {
        "saturation_from": (dropped, share),
        "saturation_to": (dropped, share),
        "timeout_from": (best, which),
        "timeout_to": (best, which),
        "pf_efficiency": (averaged([pf.gain(dt, "efficiency") for pf, dt in pairs]), counted),
        "pf_jitter": (averaged([pf.less(dt, "jitter") for pf, dt in pairs]), counted),
    }
    latest = calls.study.published("saturation_to")
    for name, these in (
        ("codes_mos_near", [n for n in loads if n <= latest]),
        ("codes_mos_above", [n for n in loads if n > latest]),
    ):
        if these:
            claims[name] = lead(calls, "codes", "mos", these)
    return claims


def averaged(values: Sequence[Floats]) -> Estimate:
    """Return the mean over cases of a value per seed, over seeds."""
    return over_seeds(np.mean(values, axis=0))


def lead(calls: Calls, policy: str, name: str, users: Sequence[int]) -> tuple[Estimate, str]:
    """Return by how much a policy is above the best other of the slides', and which that is."""
    plan = calls.study.plan
    others = [one for one in shared.policies(plan, slides=True) if one != policy]
    best = max(others, key=lambda one: np.mean([calls.mean(one, n, name).value for n in users]))
    mine, theirs = ([calls.runs[calls.case(one, n)] for n in users] for one in (policy, best))
    ahead = averaged([one.less(other, name) for one, other in zip(mine, theirs, strict=True)])
    return ahead, f"over {shared.labels(plan)[best]}, mean over {shared.listed(users)} users"


def page(calls: Calls) -> dict[str, Any]:
    """Return what the page is told."""
    plan, users = calls.study.plan, calls.users
    labels = shared.labels(plan)
    every = [calls.case("", n) for n in users]
    changes = [
        abs(runs.mean("heard").value - runs.mean("mos").value) for runs in calls.runs.values()
    ]
    return {
        "tables": {
            name: shared.mean_table(calls.study, calls.runs, every, name) for name in TABLES
        },
        "words": {name: WORDS["voice"][name] for name in TABLES},
        "head": [f"{n} users" for n in users],
        "saturation": _saturation(calls),
        "causes": [
            [
                labels[policy] if n == users[0] else "", str(n),
                *(said(calls.mean(policy, n, cause)) for cause in (*CAUSES, "lost")),
            ]
            for policy in DROPPERS
            for n in users
        ],
        "ns2": [
            [
                labels[case.policy], str(case.users), f"{case.snr_db} dB", digits(theirs),
                said(calls.runs[case].mean("dropped")),
            ]
            for case, theirs in ns2(calls).items()
            if case in calls.runs
        ],
        "saturated": _saturated(calls),
        "timeouts": [
            [
                str(case.users), f"{case.timeout_ms:g} ms",
                *(said(runs.mean(name))
                  for name in ("mos", "waited", "overflow", "delay", "jitter")),
            ]
            for case, runs in calls.timeouts.items()
        ],
        "best": _best(calls),
        "playout": _playout(calls),
        "loads": calls.loads,
        "snr_db": plan["run"]["snr_db"],
        "seeds": len(plan["run"]["seeds"]),
        "duration_s": plan["duration_s"],
        "dropped_percent": plan["saturation"]["dropped_percent"],
        "usable_mos": plan["listener"]["usable_mos"],
        "as_good_mos": plan["timeouts"]["as_good_mos"],
        "scores": [
            [words, labels[policy], *(digits(calls.mean(policy, n, key).value) for n in users)]
            for key, words in SCORES.items()
            for policy in shared.policies(plan, slides=True)
        ],
        "impairments": [
            [str(n), labels[policy], *map(digits, _impairments(calls, policy, n))]
            for n in calls.timeout_users
            for policy in (REFERENCE, "pf", "codes")
        ],
        "best_r": digits(e_model(0.0).r),
        "frame": digits(max(changes)),
    }  # fmt: skip


def _saturation(calls: Calls) -> list[list[str]]:
    labels = shared.labels(calls.study.plan)
    rows = []
    for (policy, snr_db), told in calls.saturation.items():
        fewest = min(c.users for c in calls.runs if (c.policy, c.snr_db) == (policy, snr_db))
        cells = [_passed(one, fewest) for one in (told.dropped, told.unusable)]
        row = [labels[policy], f"{snr_db} dB", *cells, said(told.capacity)]
        rows.append((list(labels).index(policy), snr_db, row))
    return [row for *_, row in sorted(rows)]


def _passed(users: Estimate, fewest: int) -> str:
    """Say from how many users on something holds, of which fewest were run."""
    if np.isnan(users.value):
        return "not reached"
    return f"at most {fewest}" if users.value <= fewest else said(users)


def _saturated(calls: Calls) -> dict[str, list[str]]:
    """Return at which SNR the policy of the slides saturates as they say, and at which earlier."""
    low, high = (calls.study.published(f"saturation_{end}") for end in ("from", "to"))
    at = {
        f"{snr_db} dB": told.dropped.value
        for (policy, snr_db), told in calls.saturation.items()
        if policy == calls.study.plan["saturation"]["policy"]
    }
    return {
        "within": [snr for snr, users in at.items() if low <= users <= high],
        "earlier": [snr for snr, users in at.items() if users < low],
    }


def _best(calls: Calls) -> list[list[str]]:
    every = calls.timeout_users
    rows = []
    for score, words in SCORES.items():
        for users, which in [*(([n], str(n)) for n in every), (every, "all of these")]:
            best, as_good = calls.best_timeout(users, score)
            rows.append([words, which, f"{best:g} ms", ", ".join(f"{one:g}" for one in as_good)])
    return rows


def _playout(calls: Calls) -> list[list[str]]:
    """Return which time-out is best for each buffer, with its score and that of PF."""
    told, rows = calls.study.plan["playout"], []
    for users in told["users"]:
        for buffer_ms in told["buffers_ms"]:
            codes = calls.through(users, buffer_ms)
            best, as_good = calls.best_of(
                {timeout: runs.mean("heard_concealed").value for timeout, runs in codes.items()}
            )
            both = (codes[best], calls.heard("pf", users, buffer_ms))
            rows.append(
                [
                    str(users), f"{buffer_ms:g} ms", f"{best:g} ms",
                    ", ".join(f"{timeout:g}" for timeout in as_good),
                    *(said(one.mean("heard_concealed")) for one in both),
                    *(digits(one.mean("unheard").value) for one in both),
                ]
            )  # fmt: skip
    return rows


def _impairments(calls: Calls, policy: str, users: int) -> list[float]:
    """Return losses, delay and jitter of a mean call, and what each takes of its rating R alone.

    That is delay and twice the jitter; losses; losses that are concealed.
    """
    lost, delay_ms, jitter_ms = (
        calls.mean(policy, users, name).value for name in ("lost", "delay", "jitter")
    )
    rated = (
        e_model(delay_ms, jitter_ms=jitter_ms), e_model(0.0, lost),
        e_model(0.0, lost, codec="g711-plc"),
    )  # fmt: skip
    return [lost, delay_ms, jitter_ms, *(e_model(0.0).r - one.r for one in rated)]


def tables(calls: Calls) -> dict[str, pa.Table]:
    """Return every run."""
    made = {"runs": calls.runs, "timeouts": calls.timeouts, "playout": calls.playout}
    return {name: shared.cases_table(calls.study, runs) for name, runs in made.items()}


def voice(calls: Calls) -> Figure:
    """Draw six quantities over the number of users."""
    plan = calls.study.plan
    figure, grid = drawing.panels(3, (9.6, 6.2), 2)
    for axes, name in zip(grid.flat, PANELS, strict=True):
        means = {p: [calls.mean(p, n, name) for n in calls.users] for p in shared.policies(plan)}
        shared.policy_lines(axes, plan, calls.users, means)
        axes.set_title(WORDS["voice"][name], fontsize=9)
        axes.set_xlabel("users", fontsize=8)
        if name in ("delay", "jitter"):
            drawing.log_values(axes)
        if name in SCORES:
            axes.axhline(plan["listener"]["usable_mos"], color=plot.GREY, lw=0.8, ls=":")
    drawing.legend(figure, grid.flat[-1], 5)
    return figure


def saturation(calls: Calls) -> Figure:
    """Draw what the queue drops over the number of users, for each SNR."""
    told = calls.study.plan["saturation"]
    figure, (axes,) = drawing.panels(1, (7.2, 3.6))
    of_it = {
        c: runs.mean("dropped") for c, runs in calls.runs.items() if c.policy == told["policy"]
    }
    theirs = {c: dropped for c, dropped in ns2(calls).items() if c.policy == told["policy"]}
    snrs = sorted({case.snr_db for case in of_it})
    for snr_db, colour in zip(snrs, drawing.SERIES, strict=False):
        mine = {case.users: mean for case, mean in of_it.items() if case.snr_db == snr_db}
        drawing.line(axes, list(mine), list(mine.values()), colour, f"{snr_db} dB")
        other = {case.users: dropped for case, dropped in theirs.items() if case.snr_db == snr_db}
        axes.plot(
            list(other), list(other.values()), "x", color=colour, markersize=7,
            label=f"{snr_db} dB, ns-2",
        )  # fmt: skip
    _band(calls, axes, "saturation")
    axes.axhline(told["dropped_percent"], color=plot.GREY, lw=0.8, ls="--")
    axes.set(xlabel="users", ylabel="dropped by the queue, %")
    axes.legend(loc="upper left")
    return figure


def _band(calls: Calls, axes: Axes, name: str) -> None:
    """Shade what the slides say."""
    band = (calls.study.published(f"{name}_{end}") for end in ("from", "to"))
    axes.axvspan(*band, color=plot.NO_SEAM, alpha=0.14, lw=0)


def drops(calls: Calls) -> Figure:
    """Draw what packets are lost to, stacked, for three policies."""
    users = calls.users
    figure, panels = drawing.panels(len(DROPPERS), (9.6, 3.4), sharey=True)
    for axes, policy in zip(panels, DROPPERS, strict=True):
        each = [[calls.mean(policy, n, cause).value for n in users] for cause in CAUSES]
        words, colours = zip(*CAUSES.values(), strict=True)
        axes.stackplot(users, each, labels=words, colors=colours, alpha=0.8)
        axes.set(title=shared.labels(calls.study.plan)[policy], xlabel="users")
        axes.set_xlim(users[0], users[-1])
    panels[0].set_ylabel("lost, % of packets sent")
    drawing.legend(figure, panels[0], len(CAUSES))
    return figure


def timeouts(calls: Calls) -> Figure:
    """Draw scores and drops of CoDeS over its time-out."""
    figure, panels = drawing.panels(3, (9.6, 3.6))
    for users, colour in zip(calls.timeout_users, drawing.SERIES, strict=False):
        mine = {case: runs for case, runs in calls.timeouts.items() if case.users == users}
        x = [case.timeout_ms or 0.0 for case in mine]
        for axes, name, words, style in (
            (panels[0], "mos", "", "-"),
            (panels[1], "mos_concealed", "", "-"),
            (panels[2], "waited", f", {CAUSES['waited'][0]}", "-"),
            (panels[2], "overflow", f", {CAUSES['overflow'][0]}", "--"),
        ):
            means = [one.mean(name) for one in mine.values()]
            drawing.line(axes, x, means, colour, f"{users} users{words}", ls=style)
    titles = (WORDS["voice"]["mos"], "the same, losses concealed", "dropped, % of packets sent")
    for axes, words in zip(panels, titles, strict=True):
        _band(calls, axes, "timeout")
        axes.set_xlabel("time-out, ms")
        axes.set_title(words, fontsize=9)
    drawing.legend(figure, panels[2], len(calls.timeout_users))
    return figure


def playout(calls: Calls) -> Figure:
    """Draw scores of CoDeS over its time-out behind play-out buffers, a panel per load."""
    told = calls.study.plan["playout"]
    figure, panels = drawing.panels(len(told["users"]), (9.6, 3.6))
    for axes, n in zip(panels, told["users"], strict=True):
        for buffer_ms, colour in zip(told["buffers_ms"], drawing.SERIES, strict=False):
            of_it = calls.through(n, buffer_ms)
            means = [runs.mean("heard_concealed") for runs in of_it.values()]
            drawing.line(axes, list(of_it), means, colour, f"buffer of {buffer_ms:g} ms")
            fair = calls.heard("pf", n, buffer_ms).mean("heard_concealed")
            axes.axhline(fair.value, color=colour, ls="--", lw=1)
        _band(calls, axes, "timeout")
        axes.set_title(f"{n} users", fontsize=9)
        axes.set_xlabel("time-out, ms")
    panels[0].set_ylabel("mean opinion score")
    drawing.legend(figure, panels[0], 3)
    return figure


FIGURES = (voice, saturation, drops, timeouts, playout)
