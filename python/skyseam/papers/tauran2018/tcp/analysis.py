"""Tauran 2018, TCP: goodput per user under each policy over that of DT_H, and its distribution.

CUBIC for every number of users, with and without a reordering buffer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam.plot.style import log_values
from skyseam.reproduce import Estimate, Floats, Runs, Study, drawing, over_seeds, runs_table, said
from skyseam.reproduce.cases import every

from .. import shared
from ..shared import REFERENCE, WORDS, Case

SIDES = {"no reordering": False, "reordering": True}


@dataclass(frozen=True)
class Downloads:
    """Results of the study, and the assignment of fading to users."""

    study: Study
    runs: dict[Case, Runs]
    mode: str = "own"

    @property
    def users(self) -> list[int]:
        return sorted({case.users for case in self.runs})

    def of(self, policy: str, users: int, reordering: bool) -> Runs:
        snr_db = int(self.study.plan["run"]["snr_db"])
        return self.runs[Case(policy, users, snr_db, reordering, self.mode)]

    def gain(
        self, policy: str, users: int, reordering: bool, over: str = REFERENCE, of: str = "goodput"
    ) -> Floats:
        """Return a quantity of a policy over another's, in percent of it, per seed."""
        return self.of(policy, users, reordering).gain(self.of(over, users, reordering), of)

    def mean_gain(self, policy: str, reordering: bool, over: str = REFERENCE) -> Estimate:
        """Return the mean of `gain` over all numbers of users."""
        gains = [self.gain(policy, n, reordering, over) for n in self.users]
        return over_seeds(np.mean(gains, axis=0))

    def relative(self, policy: str, reordering: bool, name: str) -> float:
        """Return a quantity of a policy over that of DT_H, means over seeds, over all users."""
        cases = ((self.of(one, n, reordering) for one in (policy, REFERENCE)) for n in self.users)
        pairs = ([runs.mean(name).value for runs in both] for both in cases)
        return float(np.mean([mine / theirs for mine, theirs in pairs]))


def make(study: Study) -> Downloads:
    part, cases = study.within(0.0, 1.0, "tcp"), every(study.plan, Case)
    return Downloads(study, shared.run_cases(part, "tcp", "tcp", cases, study.plan["duration_s"]))


def claims(downloads: Downloads, fair: Downloads | None = None) -> dict[str, tuple[Estimate, str]]:
    """Return the slides' verbal claims about TCP, with how each was computed.

    `fair` are the runs from which fairness is computed.
    """
    fair = fair or downloads
    plan, users = downloads.study.plan, downloads.users
    names, few = shared.labels(plan), min(users)
    counted = f"mean over {shared.listed(users)} users"

    def others(policy: str) -> list[str]:
        return [one for one in shared.policies(plan, slides=True) if one != policy]

    found = {"tcp_rr_few": (over_seeds(downloads.gain("rr", few, False)), f"{few} users")}
    for name, reordering in (("tcp_pf_plain", False), ("tcp_pf_reordering", True)):
        best = max(others("pf"), key=lambda p: downloads.relative(p, reordering, "goodput"))
        gain = downloads.mean_gain("pf", reordering, best)
        found[name] = (gain, f"over {names[best]}, {counted}")
    for policy, side in (("codes", "plain"), ("codes", "reordering"), ("rr", "reordering")):
        ours = downloads.mean_gain(policy, side == "reordering", "pf")
        found[f"tcp_{policy}_{side}"] = (ours, counted)
    # Variance is that of the slides' figure on fairness, where users fill the beam.
    full = plan["verdict"]["fairness_users"]
    stds = {
        one: np.mean([fair.of(one, n, True).values["std"] for n in full], axis=0)
        for one in shared.policies(plan, slides=True)
    }
    narrow = min(others("rr"), key=lambda one: stds[one].mean())
    spread = over_seeds(100 * (stds["rr"] / stds[narrow] - 1))
    which = f"over {names[narrow]}, {shared.listed(full)} users"
    return {**found, "rr_variance": (spread, which)}


def page(downloads: Downloads) -> dict[str, Any]:
    plan, users = downloads.study.plan, downloads.users
    labels = shared.labels(plan)
    return {
        "claims": {name: said(one) for name, (one, _) in claims(downloads).items()},
        "tables": {
            side: {
                name: shared.mean_table(downloads.study, downloads.runs, cases, name)
                for name in WORDS["tcp"]
            }
            for side, reordering in SIDES.items()
            for cases in [[Case("", n, plan["run"]["snr_db"], reordering) for n in users]]
        },
        "gains": {
            side: [
                [
                    labels[p],
                    *(said(over_seeds(downloads.gain(p, n, reordering))) for n in users),
                    said(downloads.mean_gain(p, reordering)),
                ]
                for p in labels
                if p != REFERENCE
            ]
            for side, reordering in SIDES.items()
        },
        "head": [f"{n} users" for n in users],
    }


def tables(downloads: Downloads) -> dict[str, pa.Table]:
    return {"runs": runs_table(downloads.runs, downloads.study.plan["run"]["seeds"])}


def _four(downloads: Downloads, rows: dict[str, Callable[..., Estimate]]) -> tuple[Figure, Any]:
    """Draw two quantities, each without and with reordering, over the number of users."""
    plan, users = downloads.study.plan, downloads.users
    figure, grid = drawing.panels(2, (9.6, 6.0), 2, sharey="row")
    for (words, of), axes_row in zip(rows.items(), grid, strict=True):
        for (side, reordering), axes in zip(SIDES.items(), axes_row, strict=True):
            means = {p: [of(p, n, reordering) for n in users] for p in shared.policies(plan)}
            shared.policy_lines(axes, plan, users, means)
            axes.set_title(side, fontsize=9)
        axes_row[0].set_ylabel(words, fontsize=8.5)
    for axes in grid[-1]:
        axes.set_xlabel("users", fontsize=8)
    drawing.legend(grid[0][0], 5)
    return figure, grid


def gain(downloads: Downloads) -> Figure:
    figure, grid = _four(downloads, {
        "goodput over DT_H's, %": lambda *one: over_seeds(downloads.gain(*one)),
        "goodput per user, kbit/s": lambda *one: downloads.of(*one).mean("goodput"),
    })  # fmt: skip
    for axes in grid[1]:
        log_values(axes)
    return figure


def fairness(downloads: Downloads) -> Figure:
    def spread(policy: str, users: int, reordering: bool) -> Estimate:
        values = downloads.of(policy, users, reordering).values
        return over_seeds(np.asarray(values["std"] / values["goodput"]))

    return _four(downloads, {
        "Jain's index": lambda *one: downloads.of(*one).mean("jain"),
        "standard deviation over mean": spread,
    })[0]  # fmt: skip
