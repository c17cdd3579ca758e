"""Tauran 2018, TCP: goodput per user under each policy over that of DT_H, and who gets how much.

CUBIC for every number of users, with and without a reordering buffer. The page is made in
`tauran2018_tcp_report`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate, Floats
from skyseam.reproduce.tauran2018 import PAPER, Case, Runs

REFERENCE = "dt_h"
"""What goodput is compared with."""


@dataclass(frozen=True)
class Outcome:
    """What the study gave."""

    plan: dict[str, Any]
    runs: dict[Case, Runs]
    compared: list[Compared]
    users: list[int]
    seeds: list[int]
    duration_s: float
    quick: bool

    def case(self, policy: str, users: int, reorders: bool) -> Case:
        """Return the case of a policy in the comparison."""
        return Case(policy, users, int(self.plan["run"]["snr_db"]), reorders)

    def mean(self, quantity: str, policy: str, users: int, reorders: bool) -> Estimate:
        """Return a quantity of a policy."""
        return self.runs[self.case(policy, users, reorders)].mean(quantity)

    def gain(self, policy: str, users: int, reorders: bool, over: str = REFERENCE) -> Floats:
        """Return the goodput of a policy over another's, in percent of it, per seed."""
        mine, other = (self.runs[self.case(one, users, reorders)] for one in (policy, over))
        return mine.gain(other, "goodput")

    def gain_over_users(self, policy: str, reorders: bool, over: str = REFERENCE) -> Estimate:
        """Return the mean of `gain` over all numbers of users."""
        each = [self.gain(policy, n, reorders, over) for n in self.users]
        return tauran.over_seeds(np.asarray(np.mean(each, axis=0)))

    def best_other(self, policy: str, reorders: bool, quantity: str, *, lowest: bool) -> str:
        """Return the best other policy of the slides', by the mean over numbers of users."""
        others = [one for one in tauran.policies(self.plan, slides=True) if one != policy]

        def over_users(one: str) -> float:
            return float(np.mean([self.relative(one, n, reorders, quantity) for n in self.users]))

        return min(others, key=over_users) if lowest else max(others, key=over_users)

    def relative(self, policy: str, users: int, reorders: bool, quantity: str) -> float:
        """Return a quantity of a policy over that of DT_H, means over seeds."""
        mine = self.mean(quantity, policy, users, reorders).value
        return mine / self.mean(quantity, REFERENCE, users, reorders).value


def tcp(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run every policy for every number of users, with and without reordering.

    Parameters
    ----------
    quick
        Two numbers of users, one short run each.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = tauran.plan()
    users, duration_s = (tauran.chosen(plan["tcp"], key, quick) for key in ("users", "duration_s"))
    seeds = tauran.chosen(plan["run"], "seeds", quick)
    cases = [
        Case(policy, n, plan["run"]["snr_db"], reorders)
        for policy in tauran.policies(plan)
        for reorders in (False, True)
        for n in users
    ]
    runs = tauran.run_cases(
        store, "tcp", "tcp", cases, seeds, duration_s, threads, within(progress, 0.0, 1.0, "tcp")
    )
    outcome = Outcome(plan, runs, [], list(users), list(seeds), duration_s, quick)
    outcome.compared.extend(_compared(outcome))
    return outcome


def _compared(outcome: Outcome) -> list[Compared]:
    """Put what the slides say in words about TCP beside ours."""
    known, names = study.published(PAPER), tauran.labels(outcome.plan)
    all_users = f"mean over {_listed(outcome.users)} users"
    few = min(outcome.users)
    found = {
        "tcp_rr_few": (
            tauran.over_seeds(outcome.gain("rr", few, False)), f"{few} users",
        ),
    }  # fmt: skip
    for identity, reorders in (("tcp_pf_plain", False), ("tcp_pf_reordering", True)):
        best = outcome.best_other("pf", reorders, "goodput", lowest=False)
        found[identity] = (
            outcome.gain_over_users("pf", reorders, best), f"over {names[best]}, {all_users}",
        )  # fmt: skip
    for identity, policy, reorders in (
        ("tcp_codes_plain", "codes", False),
        ("tcp_codes_reordering", "codes", True),
        ("tcp_rr_reordering", "rr", True),
    ):
        found[identity] = (outcome.gain_over_users(policy, reorders, "pf"), all_users)
    narrow = outcome.best_other("rr", True, "std", lowest=True)
    spreads = [
        outcome.runs[outcome.case("rr", n, True)].gain(
            outcome.runs[outcome.case(narrow, n, True)], "std"
        )
        for n in outcome.users
    ]
    found["rr_variance"] = (
        tauran.over_seeds(np.asarray(np.mean(spreads, axis=0))),
        f"over {names[narrow]}, {all_users}",
    )
    return [Compared(known[identity], simulated, note) for identity, (simulated, note) in
            found.items()]  # fmt: skip


def _listed(users: Sequence[int]) -> str:
    return ", ".join(str(n) for n in users)
