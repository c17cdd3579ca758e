"""Tauran 2018, voice: many calls under each policy, and the load at which the beam saturates.

Efficiency, losses by cause, delay, jitter and scores over the number of users. The part "papers"
has them in the papers' mode.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.plot.style import log_values
from skyseam.reproduce import Estimate, Floats, Runs, Study, digits, drawing, over_seeds, said
from skyseam.reproduce.cases import every
from skyseam.reproduce.study import runs_table, where

from .. import shared
from ..shared import REFERENCE, SCORES, TIMED, WORDS, Case


@dataclass(frozen=True)
class Calls:
    """Results of the study.

    `runs` has every policy for every number of users, with and without an age at which packets
    expire; `duration_s` is that of calls, `mode` the assignment of fading to users, `timeout_ms`
    the time-out of CoDeS in `marked`, None for that of paper.toml.
    """

    study: Study
    runs: dict[Case, Runs]
    duration_s: float
    mode: str = "own"
    timeout_ms: float | None = None

    @property
    def users(self) -> list[int]:
        snr_db = self.study.plan["run"]["snr_db"]
        told = where(self.runs, policy=REFERENCE, snr_db=snr_db, expires_ms=None)
        return [case.users for case in told]

    @property
    def loads(self) -> list[int]:
        """The numbers of users that the verdict counts: near saturation and above."""
        return list(self.study.plan["verdict"]["voice_users"])

    def case(self, policy: str, users: int, expires_ms: float | None = None) -> Case:
        snr_db = int(self.study.plan["run"]["snr_db"])
        return Case(policy, users, snr_db, mode=self.mode, expires_ms=expires_ms)

    def mean(self, policy: str, users: int, quantity: str) -> Estimate:
        return self.runs[self.case(policy, users)].mean(quantity)

    def marked(self, policy: str, users: int) -> Runs:
        """Return the runs that the verdict on voice counts."""
        return self.heard(policy, users, self.study.plan["verdict"]["expires_ms"])

    def heard(self, policy: str, users: int, expires_ms: float | None) -> Runs:
        """Return the runs of a policy by a listener's limit; for CoDeS those with `timeout_ms`."""
        return self.runs[self._timed(policy, users, expires_ms)]

    @property
    def limits(self) -> list[float | None]:
        """Expiry ages at which every policy was run, that of the verdict first."""
        ages = (self.study.plan["verdict"]["expires_ms"], None)
        return [one for one in ages if self._timed(TIMED, self.loads[0], one) in self.runs]

    def _timed(self, policy: str, users: int, expires_ms: float | None) -> Case:
        timeout_ms = self.timeout_ms if policy == TIMED else None
        return self.case(policy, users, expires_ms).but(timeout_ms=timeout_ms)

    @cached_property
    def saturation(self) -> dict[tuple[str, int], dict[str, Estimate]]:
        """By policy and SNR `saturated_from`."""
        there = where(self.runs, expires_ms=None)
        return {
            pair: saturated_from(self.study.plan, where(there, policy=pair[0], snr_db=pair[1]))
            for pair in dict.fromkeys((case.policy, case.snr_db) for case in there)
        }


def make(study: Study) -> Calls:
    cases, duration_s = every(study.plan, Case), study.plan["duration_s"]
    study = study.within(0.0, 1.0, "voice")
    return Calls(study, shared.run_cases(study, "voice", "voice", cases, duration_s), duration_s)


def saturated_from(plan: Mapping[str, Any], runs: Mapping[Case, Runs]) -> dict[str, Estimate]:
    """Return the number of users at which a policy saturates, over seeds.

    The runs are of one policy at one SNR, in the order of their numbers of users. At `dropped` the
    queue drops too much according to the study, linear between the numbers that were run; NaN if
    it is not reached. At `unusable` the mean score falls below the study's usable level. `capacity`
    would keep the link busy all the time, by a packet's share of it near that number.
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
    return {"dropped": dropped, "unusable": unusable, "capacity": over_seeds(at["capacity"])}


def crossing(at: Sequence[float], values: Sequence[float], level: float) -> float:
    """Return where values first pass a level upwards, linear in between.

    That is the first position if they begin above it, and NaN if they never cross it.
    """
    n = next((n for n, value in enumerate(values) if value > level), None)
    if not n:
        return float("nan" if n is None else at[0])
    part = (level - values[n - 1]) / (values[n] - values[n - 1])
    return float(at[n - 1] + part * (at[n] - at[n - 1]))


def claims(calls: Calls, marked: Calls | None = None) -> dict[str, tuple[Estimate, str]]:
    """Return the slides' verbal claims about voice, with how each was computed.

    Scores are those of the calls that the verdict counts, which may be other calls.
    """
    plan, runs, loads = calls.study.plan, calls.runs, calls.loads
    snr_db, told = plan["run"]["snr_db"], plan["saturation"]
    dropped = calls.saturation[told["policy"], snr_db]["dropped"]
    share = f"the queue drops {told['dropped_percent']:g} %, {snr_db} dB"
    counted = f"mean over {shared.listed(loads)} users"
    pairs = [(runs[calls.case("pf", n)], runs[calls.case(REFERENCE, n)]) for n in loads]
    found = {
        "saturation_from": (dropped, share),
        "saturation_to": (dropped, share),
        "pf_efficiency": (averaged([pf.gain(dt, "efficiency") for pf, dt in pairs]), counted),
        "pf_jitter": (averaged([pf.less(dt, "jitter") for pf, dt in pairs]), counted),
    }
    latest = calls.study.published("saturation_to")
    for name, is_above in (("codes_mos_near", False), ("codes_mos_above", True)):
        if these := [n for n in loads if (n > latest) == is_above]:
            found[name] = lead(marked or calls, "codes", "mos", these)
    return found


def averaged(values: Sequence[Floats]) -> Estimate:
    return over_seeds(np.mean(values, axis=0))


def lead(calls: Calls, policy: str, name: str, users: Sequence[int]) -> tuple[Estimate, str]:
    """Return the lead of a policy over the best other one of the slides, and that one."""
    plan = calls.study.plan
    others = [one for one in shared.policies(plan, slides=True) if one != policy]
    means = {p: averaged([calls.marked(p, n).values[name] for n in users]).value for p in others}
    best = max(means, key=lambda one: means[one])
    ahead = averaged([calls.marked(policy, n).less(calls.marked(best, n), name) for n in users])
    return ahead, f"over {shared.labels(plan)[best]}, mean over {shared.listed(users)} users"


def page(calls: Calls) -> dict[str, Any]:
    plan, users = calls.study.plan, calls.users
    labels = shared.labels(plan)
    compared = [calls.case("", n) for n in users]
    return {
        "claims": {name: said(one) for name, (one, _) in claims(calls).items()},
        "tables": {
            name: shared.mean_table(calls.study, calls.runs, compared, name)
            for name in plan["shown"]["tables"]
        },
        "labels": labels,
        "head": [f"{n} users" for n in users],
        "saturation": _saturation(calls),
        "scores": [
            [words, labels[policy], *(digits(calls.mean(policy, n, key).value) for n in users)]
            for key, words in SCORES.items()
            for policy in shared.policies(plan, slides=True)
        ],
    }


def _saturation(calls: Calls) -> list[list[str]]:
    labels = shared.labels(calls.study.plan)
    rows = []
    in_order = sorted(calls.saturation, key=lambda pair: (list(labels).index(pair[0]), pair[1]))
    for policy, snr_db in in_order:
        told = calls.saturation[policy, snr_db]
        fewest = min(case.users for case in where(calls.runs, policy=policy, snr_db=snr_db))
        cells = [_passed(told[one], fewest) for one in ("dropped", "unusable")]
        rows.append([labels[policy], f"{snr_db} dB", *cells, said(told["capacity"])])
    return rows


def _passed(users: Estimate, fewest: int) -> str:
    """Return the number of users in words; `fewest` is the smallest number run."""
    if np.isnan(users.value):
        return "not reached"
    return f"at most {fewest}" if users.value <= fewest else said(users)


def tables(calls: Calls) -> dict[str, pa.Table]:
    return {"runs": runs_table(calls.runs, calls.study.plan["run"]["seeds"])}


def voice(calls: Calls) -> Figure:
    plan = calls.study.plan
    _, grid = drawing.panels(3, (9.6, 6.2), 2)
    for axes, name in zip(grid.flat, plan["shown"]["panels"], strict=True):
        means = {p: [calls.mean(p, n, name) for n in calls.users] for p in shared.policies(plan)}
        shared.policy_lines(axes, plan, calls.users, means)
        axes.set_title(WORDS["voice"][name], fontsize=9)
        axes.set_xlabel("users", fontsize=8)
        if name in ("delay", "jitter"):
            log_values(axes)
        if name in SCORES:
            axes.axhline(plan["listener"]["usable_mos"], color=plot.GREY, lw=0.8, ls=":")
    return drawing.legend(grid.flat[-1], 5)


def drops(calls: Calls) -> Figure:
    users, shown = calls.users, calls.study.plan["shown"]
    words, colours = zip(*shown["causes"].values(), strict=True)
    _, panels = drawing.panels(len(shown["droppers"]), (9.6, 3.4), sharey=True)
    for axes, policy in zip(panels, shown["droppers"], strict=True):
        each = [[calls.mean(policy, n, cause).value for n in users] for cause in shown["causes"]]
        axes.stackplot(users, each, labels=words, colors=colours, alpha=0.8)
        axes.set(title=shared.labels(calls.study.plan)[policy], xlabel="users")
        axes.set_xlim(users[0], users[-1])
    panels[0].set_ylabel("lost, % of packets sent")
    return drawing.legend(panels[0], len(words))
