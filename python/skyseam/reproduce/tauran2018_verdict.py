"""Tauran 2018, the verdict: the slides' table of marks, derived from figures.

Of each cell the figure that decides it, its rank, its mark by the rule of study.toml, and whether
that agrees with the slides. Runs nothing of its own. The page is made in
`tauran2018_verdict_report`.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyseam._work import Progress
from skyseam.reproduce import study, tauran2018_tcp, tauran2018_voice
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Estimate, Floats
from skyseam.reproduce.tauran2018 import PAPER, Case

MARKS = ("XX", "X", "ok", "okok")
"""From the worst to the best."""

NO_DIFFERENCE = "="
"""The mark of all where the best is hardly better than the worst."""

HEARD = {
    "heard": "G.107, losses not concealed, through a play-out buffer of",
    "heard_concealed": "G.107, losses concealed, through a play-out buffer of",
}
"""Scores from mouth to ear."""

CRITERIA = {
    "voip": "VoIP (QoE)",
    "tcp": "TCP (goodput)",
    "fairness": "fairness between users",
    "efficiency": "overall efficiency",
}
"""Rows of the slides' table."""


@dataclass(frozen=True)
class Cell:
    """A cell of the table.

    Attributes
    ----------
    criterion, policy : str
        Ids of its row and column.
    figure : Estimate
        What decides it.
    rank : int
        From 1, the best.
    place : float
        From 0, the worst, to 1, the best.
    mark, slides : str
        Ours, and the slides'.
    """

    criterion: str
    policy: str
    figure: Estimate
    rank: int
    place: float
    mark: str
    slides: str

    @property
    def agreement(self) -> str:
        """Whether ours is the "same" mark, on the same "side", or "opposite"."""
        if self.mark == self.slides:
            return "same"
        if self.mark == NO_DIFFERENCE:
            return "opposite"
        half = len(MARKS) // 2
        sides = {MARKS.index(one) >= half for one in (self.mark, self.slides)}
        return "side" if len(sides) == 1 else "opposite"


@dataclass(frozen=True)
class Outcome:
    """What the study gave.

    Attributes
    ----------
    cells : list of Cell
        Of the table, row by row.
    by_users : dict
        Marks of the rows that are of voice or of TCP alone, by criterion and what the figure is
        taken of: the same rule for each number of users.
    readings : dict
        Marks of the first row by each reading of the score, at each SNR.
    """

    plan: dict[str, Any]
    voice: tauran2018_voice.Outcome
    tcp: tauran2018_tcp.Outcome
    cells: list[Cell]
    by_users: dict[tuple[str, str], dict[str, str]]
    readings: dict[tuple[str, int], dict[str, str]]

    def row(self, criterion: str) -> list[Cell]:
        """Return the cells of a criterion."""
        return [cell for cell in self.cells if cell.criterion == criterion]

    def order(self, criterion: str) -> tuple[int, int]:
        """Return how many pairs that the slides tell apart ours has in the same order, of how many.

        Pairs with equal figures are not in the same order.
        """
        same = pairs = 0
        for one, other in itertools.combinations(self.row(criterion), 2):
            theirs = MARKS.index(one.slides) - MARKS.index(other.slides)
            if theirs:
                pairs += 1
                same += theirs * (one.figure.value - other.figure.value) > 0
        return same, pairs


def verdict(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Derive the table of what the parts on voice and TCP give; their runs are kept or made.

    Parameters
    ----------
    quick, threads, progress, store
        As of these parts.
    """
    store = store or Store()
    voice = tauran2018_voice.voice(
        quick=quick, threads=threads, progress=within(progress, 0.0, 0.5), store=store
    )
    tcp = tauran2018_tcp.tcp(
        quick=quick, threads=threads, progress=within(progress, 0.5, 1.0), store=store
    )
    return derive(voice, tcp)


def derive(voice: tauran2018_voice.Outcome, tcp: tauran2018_tcp.Outcome) -> Outcome:
    """Derive the table."""
    plan = voice.plan
    slides = said()
    cells = []
    for criterion, figures in _figures(voice, tcp).items():
        cells += row(criterion, figures, slides[criterion], plan["verdict"])
    by_users = {
        (criterion, of): marks(values, plan["verdict"])
        for criterion, of, values in _by_users(voice, tcp)
    }
    readings = {
        (words, snr_db): marks(scores(voice, key, snr_db), plan["verdict"])
        for key, words in tauran.SCORES.items()
        for snr_db in sorted({case.snr_db for case in voice.runs})
    }
    buffer_ms = float(plan["playout"]["verdict_buffer_ms"])
    for key, words in HEARD.items():
        through = {
            one: float(
                np.mean([voice.heard(one, n, buffer_ms).mean(key).value for n in voice.loads()])
            )
            for one in tauran.policies(plan, slides=True)
        }
        label = f"{words} {buffer_ms:g} ms"
        readings[label, voice.snr_db] = marks(through, plan["verdict"])
    return Outcome(plan, voice, tcp, cells, by_users, readings)


def scores(voice: tauran2018_voice.Outcome, score: str, snr_db: int) -> dict[str, float]:
    """Return the mean score of each of the slides' five over the numbers of users that count."""
    return {
        one: float(
            np.mean([voice.runs[Case(one, n, snr_db)].mean(score).value for n in voice.loads()])
        )
        for one in tauran.policies(voice.plan, slides=True)
    }


def said() -> dict[str, dict[str, str]]:
    """Read the slides' table: of each criterion the mark of each policy."""
    with (study.PAPERS / PAPER / "verdict.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {
        row["criterion"]: {
            policy: mark for policy, mark in row.items() if policy not in ("criterion", "where")
        }
        for row in rows
    }


def row(
    criterion: str,
    figures: Mapping[str, Estimate],
    slides: Mapping[str, str],
    rule: Mapping[str, Any],
) -> list[Cell]:
    """Return the cells of a criterion, more being better."""
    values = {policy: figure.value for policy, figure in figures.items()}
    given, where = marks(values, rule), places(values)
    best_first = sorted(values, key=lambda policy: -values[policy])
    return [
        Cell(
            criterion, policy, figure, 1 + best_first.index(policy), where[policy], given[policy],
            slides[policy],
        )
        for policy, figure in figures.items()
    ]  # fmt: skip


def marks(values: Mapping[str, float], rule: Mapping[str, Any]) -> dict[str, str]:
    """Return the mark of each figure: the quarter of its place between the worst and the best."""
    worst, best = min(values.values()), max(values.values())
    if best - worst < rule["indifferent_percent"] / 100 * abs(worst):
        return dict.fromkeys(values, NO_DIFFERENCE)
    quarters = rule["quarters"]
    return {
        policy: MARKS[sum(place >= edge for edge in quarters)]
        for policy, place in places(values).items()
    }


def places(values: Mapping[str, float]) -> dict[str, float]:
    """Return where each figure lies between the worst, 0, and the best, 1."""
    worst, best = min(values.values()), max(values.values())
    span = best - worst
    return {policy: (value - worst) / span if span else 1.0 for policy, value in values.items()}


def _figures(
    voice: tauran2018_voice.Outcome, tcp: tauran2018_tcp.Outcome
) -> dict[str, dict[str, Estimate]]:
    """Return the figure of each cell; the words are in study.toml."""
    loads = voice.loads()
    both = [(n, reorders) for reorders in (False, True) for n in tcp.users]

    def of_voice(policy: str, quantity: str) -> Floats:
        return _mean([voice.runs[voice.case(policy, n)].values[quantity] for n in loads])

    def of_tcp(policy: str, quantity: str) -> Floats:
        return _mean([tcp.runs[tcp.case(policy, *one)].values[quantity] for one in both])

    def over_dt_h(policy: str, quantity: str) -> Floats:
        return _mean(
            [
                1 + tcp.runs[tcp.case(policy, *one)].gain(
                    tcp.runs[tcp.case(tauran2018_tcp.REFERENCE, *one)], quantity
                ) / 100
                for one in both
            ]
        )  # fmt: skip

    def efficiency(policy: str) -> Floats:
        calls = _mean(
            [
                1 + voice.runs[voice.case(policy, n)].gain(
                    voice.runs[voice.case(tauran2018_tcp.REFERENCE, n)], "efficiency"
                ) / 100
                for n in loads
            ]
        )  # fmt: skip
        return _mean([calls, over_dt_h(policy, "efficiency")])

    five = tauran.policies(voice.plan, slides=True)
    return {
        "voip": {one: tauran.over_seeds(of_voice(one, "mos")) for one in five},
        "tcp": {one: tauran.over_seeds(over_dt_h(one, "goodput")) for one in five},
        "fairness": {one: tauran.over_seeds(of_tcp(one, "jain")) for one in five},
        "efficiency": {one: tauran.over_seeds(efficiency(one)) for one in five},
    }


def _by_users(
    voice: tauran2018_voice.Outcome, tcp: tauran2018_tcp.Outcome
) -> list[tuple[str, str, dict[str, float]]]:
    """Return the figures for each number of users alone: criterion, which users, by policy."""
    five = tauran.policies(voice.plan, slides=True)
    found = [
        ("voip", f"{n} users", {one: voice.mean(one, n, "mos").value for one in five})
        for n in voice.users
    ]
    for criterion, quantity in (("tcp", "goodput"), ("fairness", "jain")):
        for reorders in (False, True):
            found += [
                (
                    criterion,
                    f"{n} users, {'with' if reorders else 'no'} reordering",
                    {one: tcp.mean(quantity, one, n, reorders).value for one in five},
                )
                for n in tcp.users
            ]
    return found


def _mean(values: Sequence[Floats]) -> Floats:
    return np.asarray(np.mean(values, axis=0))
