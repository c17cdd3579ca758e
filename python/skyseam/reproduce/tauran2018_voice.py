"""Tauran 2018, voice: what each policy makes of many calls, and where the beam saturates.

Efficiency, losses by cause, delay, jitter and scores over the number of users; what CoDeS drops,
and which time-out suits it. The page is made in `tauran2018_voice_report`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate, Floats
from skyseam.reproduce.tauran2018 import PAPER, Case, Runs
from skyseam.voice import e_model


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
class Outcome:
    """What the study gave.

    Attributes
    ----------
    runs, timeouts : dict
        Every policy for every number of users, and CoDeS by its time-out.
    playout : dict
        CoDeS by its time-out, and others, heard through play-out buffers.
    saturation : dict
        By policy and SNR.
    ns2 : dict
        What the queue dropped in runs of ns-2, %.
    """

    plan: dict[str, Any]
    runs: dict[Case, Runs]
    timeouts: dict[Case, Runs]
    playout: dict[Case, Runs]
    saturation: dict[tuple[str, int], Saturation]
    ns2: dict[Case, float]
    compared: list[Compared]
    users: list[int]
    seeds: list[int]
    duration_s: float
    quick: bool

    @property
    def snr_db(self) -> int:
        """The reference SNR of all but saturation."""
        return int(self.plan["run"]["snr_db"])

    def case(self, policy: str, users: int) -> Case:
        """Return the case of a policy in the comparison."""
        return Case(policy, users, self.snr_db)

    def mean(self, policy: str, users: int, quantity: str) -> Estimate:
        """Return a quantity of a policy."""
        return self.runs[self.case(policy, users)].mean(quantity)

    def loads(self) -> list[int]:
        """Return the numbers of users that the verdict counts: near saturation and above."""
        return list(tauran.chosen(self.plan["verdict"], "voice_users", self.quick))

    def impairments(self, policy: str, users: int) -> tuple[float, float, float]:
        """Return what a mean call loses of its rating R, to each thing alone.

        To delay and twice the jitter; to losses; to losses that are concealed.
        """
        delay, jitter, lost = (
            self.mean(policy, users, quantity).value for quantity in ("delay", "jitter", "lost")
        )
        best = e_model(0.0).r
        return (
            best - e_model(delay, jitter_ms=jitter).r,
            best - e_model(0.0, lost).r,
            best - e_model(0.0, lost, codec="g711-plc").r,
        )

    def timeout_users(self) -> list[int]:
        """Return the numbers of users of the sweep of time-outs."""
        return sorted({case.users for case in self.timeouts})

    def buffers_ms(self) -> list[float]:
        """Return the lengths of play-out buffers."""
        return [float(one) for one in tauran.chosen(self.plan["playout"], "buffers_ms", self.quick)]

    def through(self, users: int, buffer_ms: float) -> dict[float, Runs]:
        """Return CoDeS heard through a buffer, by its time-out."""
        return {
            case.timeout_ms: runs
            for case, runs in self.playout.items()
            if (case.users, case.playout_ms) == (users, buffer_ms) and case.timeout_ms is not None
        }

    def heard(self, policy: str, users: int, buffer_ms: float) -> Runs:
        """Return a policy heard through a buffer."""
        return self.playout[Case(policy, users, self.snr_db, playout_ms=buffer_ms)]

    def best_timeout(self, users: Sequence[int], score: str = "mos") -> tuple[float, list[float]]:
        """Return the time-out with the best score over these numbers of users, and all as good."""
        by_timeout: dict[float, list[float]] = {}
        for case, runs in self.timeouts.items():
            if case.users in users and case.timeout_ms is not None:
                by_timeout.setdefault(case.timeout_ms, []).append(runs.mean(score).value)
        means = {timeout: float(np.mean(each)) for timeout, each in by_timeout.items()}
        return self.best_of(means)

    def best_through(self, users: int, buffer_ms: float) -> tuple[float, list[float]]:
        """Return the same of calls heard through a buffer, losses concealed."""
        told = self.through(users, buffer_ms)
        return self.best_of(
            {timeout: runs.mean("heard_concealed").value for timeout, runs in told.items()}
        )

    def best_of(self, means: Mapping[float, float]) -> tuple[float, list[float]]:
        """Return the time-out with the highest mean score, and all that are as good."""
        best = max(means, key=lambda timeout: means[timeout])
        least = means[best] - self.plan["timeouts"]["as_good_mos"]
        return best, [timeout for timeout, mean in means.items() if mean >= least]


def voice(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run every policy for every number of users, then saturation and time-outs.

    Parameters
    ----------
    quick
        Three numbers of users, one short run each.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = tauran.plan()
    told = plan["voice"]
    users, duration_s = (tauran.chosen(told, key, quick) for key in ("users", "duration_s"))
    seeds = tauran.chosen(plan["run"], "seeds", quick)
    snr_db = plan["run"]["snr_db"]

    def run(name: str, cases: Sequence[Case], first: float, last: float) -> dict[Case, Runs]:
        note = within(progress, first, last, name)
        return tauran.run_cases(store, name, "voice", cases, seeds, duration_s, threads, note)

    listed = [Case(policy, n, snr_db) for policy in tauran.policies(plan) for n in users]
    runs = run("voice", listed, 0.0, 0.55)
    others = [
        Case(policy, n, snr)
        for snr in tauran.chosen(plan["snr"], "snr_db", quick)
        for policy in tauran.policies(plan, slides=True)
        for n in plan["snr"]["users"]
    ]
    if others:
        runs |= run("other SNR", others, 0.55, 0.75)
    sweep = plan["timeouts"]
    waits = [
        Case("codes", n, snr_db, timeout_ms=float(timeout))
        for n in tauran.chosen(sweep, "users", quick)
        for timeout in tauran.chosen(sweep, "timeouts_ms", quick)
    ]
    timeouts = run("time-outs", waits, 0.75, 0.85)
    playout = run("play-out", _listeners(plan, quick), 0.85, 1.0)
    pairs = sorted({(case.policy, case.snr_db) for case in runs})
    saturation = {
        (policy, snr): saturated_from(
            plan, runs, [case for case in runs if (case.policy, case.snr_db) == (policy, snr)]
        )
        for policy, snr in pairs
    }
    outcome = Outcome(
        plan,
        runs,
        timeouts,
        playout,
        saturation,
        _ns2(),
        [],
        list(users),
        list(seeds),
        duration_s,
        quick,
    )
    outcome.compared.extend(_compared(outcome))
    return outcome


def _listeners(plan: Mapping[str, Any], quick: bool) -> list[Case]:
    """Return the cases that are heard through play-out buffers."""
    told, snr_db = plan["playout"], plan["run"]["snr_db"]
    users = tauran.chosen(told, "users", quick)
    cases = [
        Case("codes", n, snr_db, timeout_ms=float(timeout), playout_ms=float(buffer))
        for n in users
        for buffer in tauran.chosen(told, "buffers_ms", quick)
        for timeout in tauran.chosen(told, "timeouts_ms", quick)
    ]
    cases += [
        Case("pf", n, snr_db, playout_ms=float(buffer))
        for n in users
        for buffer in tauran.chosen(told, "buffers_ms", quick)
    ]
    cases += [
        Case(policy, n, snr_db, playout_ms=float(told["verdict_buffer_ms"]))
        for policy in tauran.policies(plan, slides=True)
        for n in tauran.chosen(plan["verdict"], "voice_users", quick)
    ]
    return list(dict.fromkeys(cases))


def _ns2() -> dict[Case, float]:
    """Read what the queue dropped in runs of ns-2."""
    with (study.PAPERS / PAPER / "ns2.csv").open(newline="", encoding="utf-8") as file:
        return {
            Case(row["policy"], int(row["users"]), int(row["snr_db"])): float(
                row["dropped_percent"]
            )
            for row in csv.DictReader(file)
        }


def saturated_from(
    plan: Mapping[str, Any], runs: Mapping[Case, Runs], cases: Sequence[Case]
) -> Saturation:
    """Return from how many users on a policy is saturated, over seeds.

    The cases are of one policy at one SNR, in the order of their numbers of users.
    """
    users = [case.users for case in cases]
    told = [runs[case].values for case in cases]

    def passed(quantity: str, level: float, sign: int) -> Estimate:
        rows = np.array([each[quantity] for each in told]) * sign
        return tauran.over_seeds(
            np.array([tauran.crossing(users, list(of_seed), sign * level) for of_seed in rows.T])
        )

    dropped = passed("dropped", plan["saturation"]["dropped_percent"], 1)
    # What a packet takes is of the largest number of users that is not beyond.
    below = [n for n, each in enumerate(told) if each["load"].mean() <= 100]
    at = told[below[-1]] if below else told[0]
    return Saturation(
        dropped, passed("mos", plan["voice"]["usable_mos"], -1), tauran.over_seeds(at["capacity"])
    )


def _compared(outcome: Outcome) -> list[Compared]:
    known = study.published(PAPER)
    return [
        Compared(known[identity], simulated, note)
        for identity, (simulated, note) in _claims(outcome).items()
    ]


def _claims(outcome: Outcome) -> dict[str, tuple[Estimate, str]]:
    """Return what the slides say in words about voice, with how it was taken."""
    plan, runs = outcome.plan, outcome.runs
    of = plan["saturation"]["policy"]
    dropped = outcome.saturation[of, outcome.snr_db].dropped
    share = f"the queue drops {plan['saturation']['dropped_percent']:g} %, {outcome.snr_db} dB"
    best, _ = outcome.best_timeout(outcome.timeout_users())
    which = f"best mean score over {_listed(outcome.timeout_users())} users"
    loads = outcome.loads()

    def over(quantity: str, gain: bool) -> Estimate:
        def per_seed(case: Case, mine: Runs) -> Floats:
            other = runs[case.of("dt_h")]
            return mine.gain(other, quantity) if gain else mine.less(other, quantity)

        cases = [outcome.case("pf", n) for n in loads]
        return tauran.over_seeds(tauran.averaged(runs, cases, per_seed))

    counted = f"mean over {_listed(loads)} users"
    claims = {
        "saturation_from": (dropped, share),
        "saturation_to": (dropped, share),
        "timeout_from": (Estimate(best, None, None, len(outcome.seeds)), which),
        "timeout_to": (Estimate(best, None, None, len(outcome.seeds)), which),
        "pf_efficiency": (over("efficiency", True), counted),
        "pf_jitter": (over("jitter", False), counted),
    }
    near = [n for n in loads if n <= known_saturation()]
    above = [n for n in loads if n > known_saturation()]
    for identity, these in (("codes_mos_near", near), ("codes_mos_above", above)):
        if these:
            claims[identity] = lead(outcome, "codes", "mos", these)
    return claims


def known_saturation() -> float:
    """Return the number of users at which the slides have saturation at the latest."""
    return study.published(PAPER)["saturation_to"].value


def lead(
    outcome: Outcome, policy: str, quantity: str, users: Sequence[int]
) -> tuple[Estimate, str]:
    """Return by how much a policy is above the best other of the slides', and which that is."""
    others = [one for one in tauran.policies(outcome.plan, slides=True) if one != policy]

    def mean(one: str) -> float:
        return float(np.mean([outcome.mean(one, n, quantity).value for n in users]))

    best = max(others, key=mean)
    cases = [outcome.case(policy, n) for n in users]
    ahead = tauran.averaged(
        outcome.runs, cases, lambda case, mine: mine.less(outcome.runs[case.of(best)], quantity)
    )
    label = tauran.labels(outcome.plan)[best]
    return tauran.over_seeds(ahead), f"over {label}, mean over {_listed(users)} users"


def _listed(users: Sequence[int]) -> str:
    return ", ".join(str(n) for n in users)
