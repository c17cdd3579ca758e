"""Tauran 2018, an artefact of the released code: who shares whose fading.

DropTail's users are all on one course of fading there, those of the other policies 51 s apart on
one; here each has his own. What that changes, and how much of the gain over DropTail it makes. Runs
with fading of their own are those of the parts on voice and TCP. The page is made in
`tauran2018_artefact_report`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from skyseam._work import Progress
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce import tauran2018_tcp, tauran2018_voice
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Estimate
from skyseam.reproduce.tauran2018 import Case, Runs

QUANTITIES = {
    "voice": ("efficiency", "dropped", "jitter", "mos"),
    "tcp": ("goodput", "jain", "efficiency"),
}
"""What is compared, of each kind of traffic."""


@dataclass(frozen=True)
class Outcome:
    """What the study gave.

    Attributes
    ----------
    runs : dict
        By traffic: every case with the papers' fading, and the same with its own.
    papers : dict of str to str
        The fading that each policy has in the papers' mode.
    """

    plan: dict[str, Any]
    runs: dict[str, dict[Case, Runs]]
    papers: dict[str, str]
    users: dict[str, list[int]]
    seeds: list[int]
    quick: bool

    def case(self, policy: str, users: int, *, own: bool) -> Case:
        """Return a case with the policy's fading of the papers, or each user's own."""
        fading = "own" if own else self.papers[policy]
        return Case(policy, users, int(self.plan["run"]["snr_db"]), fading=fading)

    def change(self, traffic: str, policy: str, users: int, quantity: str) -> Estimate:
        """Return what the papers' mode adds to a quantity, over seeds.

        The courses are other ones, so runs are not compared one by one.
        """
        theirs, own = (
            self.runs[traffic][self.case(policy, users, own=which)].values[quantity]
            for which in (False, True)
        )
        return tauran.over_seeds(theirs - own)

    def lead(self, traffic: str, policy: str, users: int, quantity: str, *, own: bool) -> Estimate:
        """Return a policy's quantity over that of DT_H in the same mode, %."""
        mine, other = (
            self.runs[traffic][self.case(one, users, own=own)]
            for one in (policy, tauran2018_tcp.REFERENCE)
        )
        return tauran.over_seeds(mine.gain(other, quantity))


def artefact(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the papers' mode beside fading of one's own.

    Parameters
    ----------
    quick
        One number of users, one short run each.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = tauran.plan()
    told = plan["artefact"]
    options: dict[str, Any] = {"quick": quick, "threads": threads, "store": store}
    voice = tauran2018_voice.voice(**options, progress=within(progress, 0.0, 0.2))
    tcp = tauran2018_tcp.tcp(**options, progress=within(progress, 0.2, 0.4))
    own = {"voice": (voice.runs, voice.duration_s), "tcp": (tcp.runs, tcp.duration_s)}
    papers = {
        **dict.fromkeys(told["shared"], "shared"),
        **dict.fromkeys(told["staggered"], "staggered"),
    }
    seeds = tauran.chosen(plan["run"], "seeds", quick)
    users = {kind: list(tauran.chosen(told, f"{kind}_users", quick)) for kind in own}
    runs: dict[str, dict[Case, Runs]] = {}
    for number, (kind, (there, duration_s)) in enumerate(own.items()):
        cases = [
            Case(policy, n, plan["run"]["snr_db"], fading=fading)
            for policy, fading in papers.items()
            for n in users[kind]
        ]
        note = within(progress, 0.4 + 0.3 * number, 0.7 + 0.3 * number, f"{kind}, papers' fading")
        made = tauran.run_cases(
            store, f"artefact-{kind}", kind, cases, seeds, duration_s, threads, note
        )
        runs[kind] = {**made, **{one: there[one] for one in _own(cases)}}
    return Outcome(plan, runs, papers, users, list(seeds), quick)


def _own(cases: Sequence[Case]) -> list[Case]:
    return [replace(case, fading="own") for case in cases]


def spread(outcome: Outcome, policy: str, users: int, *, own: bool) -> float:
    """Return the standard deviation of the score between seeds: what one draw of fading decides."""
    values = outcome.runs["voice"][outcome.case(policy, users, own=own)].values["mos"]
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")
