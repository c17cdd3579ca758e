"""Tauran 2018, an artefact of the released code: who shares whose fading.

DropTail's users are all on one course of fading there, those of the other policies 51 s apart on
one; here each has his own. What that changes, and how much of the gain over DropTail it makes. Runs
with fading of their own are those of the parts on voice and TCP.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam.reproduce import Estimate, Runs, Study, drawing
from skyseam.reproduce.intervals import over_seeds
from skyseam.reproduce.report import digits, interval, said

from .. import shared
from ..shared import REFERENCE, WORDS, Case

QUANTITIES = {
    "voice": ("efficiency", "dropped", "jitter", "mos"),
    "tcp": ("goodput", "jain", "efficiency"),
}
"""What is compared, of each kind of traffic."""

TRAFFIC = {"voice": "voice", "tcp": "TCP"}
LEADS = (("voice", "efficiency"), ("voice", "mos"), ("tcp", "goodput"), ("tcp", "efficiency"))


@dataclass(frozen=True)
class Modes:
    """What the study gave.

    Attributes
    ----------
    runs : dict
        By traffic: every case with the papers' fading, and the same with its own.
    """

    study: Study
    runs: dict[str, dict[Case, Runs]]

    @property
    def papers(self) -> dict[str, str]:
        """The fading that each policy has in the papers' mode."""
        return fading_of(self.study.plan)

    def users(self, traffic: str) -> list[int]:
        """Return the numbers of users of a kind of traffic."""
        return list(self.study.plan[f"{traffic}_users"])

    def of(self, traffic: str, policy: str, users: int, *, own: bool) -> Runs:
        """Return a policy with the fading of the papers, or each user's own."""
        fading = "own" if own else self.papers[policy]
        snr_db = int(self.study.plan["run"]["snr_db"])
        return self.runs[traffic][Case(policy, users, snr_db, fading=fading)]

    def change(self, traffic: str, policy: str, users: int, name: str) -> Estimate:
        """Return what the papers' mode adds to a quantity, over seeds.

        The courses are other ones, so runs are not compared one by one.
        """
        theirs, own = (self.of(traffic, policy, users, own=which) for which in (False, True))
        return over_seeds(theirs.less(own, name))

    def lead(self, traffic: str, policy: str, users: int, name: str, *, own: bool) -> Estimate:
        """Return a policy's quantity over that of DT_H in the same mode, %."""
        mine, other = (self.of(traffic, one, users, own=own) for one in (policy, REFERENCE))
        return over_seeds(mine.gain(other, name))


def fading_of(plan: dict[str, Any]) -> dict[str, str]:
    """Return the fading that each policy has in the papers' mode."""
    kinds = ("shared", "staggered")
    return {policy: kind for kind in kinds for policy in plan[kind]}


def make(study: Study) -> Modes:
    """Run the papers' mode beside fading of one's own."""
    runs: dict[str, dict[Case, Runs]] = {}
    for number, kind in enumerate(QUANTITIES):
        there = study.within(0.2 * number, 0.2 * number + 0.2).of(kind)
        cases = [
            Case(policy, n, study.plan["run"]["snr_db"], fading=fading)
            for policy, fading in fading_of(study.plan).items()
            for n in study.plan[f"{kind}_users"]
        ]
        first = 0.4 + 0.3 * number
        part = study.within(first, first + 0.3, f"{kind}, papers' fading")
        made = shared.run_cases(
            part, f"artefact-{kind}", kind, cases, there.study.plan["duration_s"]
        )
        own = [replace(case, fading="own") for case in cases]
        runs[kind] = {**made, **{case: there.runs[case] for case in own}}
    return Modes(study, runs)


def page(modes: Modes) -> dict[str, Any]:
    """Return what the page is told."""
    plan, papers = modes.study.plan, modes.papers
    labels = shared.labels(plan)
    return {
        "changes": {traffic: _changes(modes, traffic) for traffic in QUANTITIES},
        "leads": [
            [
                TRAFFIC[traffic], getattr(shared, traffic.upper())[name][0], labels[policy], str(n),
                *(said(modes.lead(traffic, policy, n, name, own=own)) for own in (True, False)),
            ]
            for traffic, name in LEADS
            for policy, fading in papers.items()
            if fading == "staggered"
            for n in modes.users(traffic)
        ],
        "spreads": [
            [labels[policy], str(n), *(_spread(one) for one in both)]
            for policy in papers
            for n in modes.users("voice")
            for both in [[modes.of("voice", policy, n, own=own) for own in (True, False)]]
        ],
        "stagger": plan["run"]["stagger"],
        "seeds": len(plan["run"]["seeds"]),
    }  # fmt: skip


def _changes(modes: Modes, traffic: str) -> list[list[str]]:
    rows = []
    for policy, fading in modes.papers.items():
        for n in modes.users(traffic):
            for name in QUANTITIES[traffic]:
                own, theirs = (
                    digits(modes.of(traffic, policy, n, own=which).mean(name).value)
                    for which in (True, False)
                )
                change = modes.change(traffic, policy, n, name)
                sign = "+" if change.value >= 0 else ""
                of = [shared.labels(modes.study.plan)[policy], fading, str(n), WORDS[traffic][name]]
                told = f"{sign}{digits(change.value)} ({interval(change)})"
                rows.append([*of, own, theirs, told])
    return rows


def _spread(runs: Runs) -> str:
    """Say the standard deviation of the score between seeds: what one draw of fading decides."""
    values = runs.values["mos"]
    # A single seed has no spread.
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else math.nan
    return "\N{EN DASH}" if math.isnan(spread) else digits(spread)


def tables(modes: Modes) -> dict[str, pa.Table]:
    """Return every run."""
    return {kind: shared.cases_table(modes.study, runs) for kind, runs in modes.runs.items()}


def artefact(modes: Modes) -> Figure:
    """Draw each policy in both modes over the number of users."""
    labels = shared.labels(modes.study.plan)
    figure, grid = drawing.panels(2, (9.6, 5.8), 2)
    for axes, (traffic, name) in zip(grid.flat, LEADS, strict=True):
        users = modes.users(traffic)
        for policy, fading in modes.papers.items():
            for own in (True, False):
                means = [modes.of(traffic, policy, n, own=own).mean(name) for n in users]
                axes.plot(
                    users, [one.value for one in means], "-" if own else "--", marker="o",
                    markersize=4.5, lw=1.3, color=shared.COLOURS[policy],
                    mfc=None if own else "none",
                    label=f"{labels[policy]}, {'own' if own else fading}",
                )  # fmt: skip
        axes.set_title(f"{TRAFFIC[traffic]}: {WORDS[traffic][name]}", fontsize=9)
        shared.users_axis(axes, users)
        axes.set_xlabel("users", fontsize=8)
    drawing.legend(figure, grid.flat[-1], 5)
    return figure


FIGURES = (artefact,)
