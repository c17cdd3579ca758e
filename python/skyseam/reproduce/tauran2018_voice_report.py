"""The page on voice: figures and tables of what `tauran2018_voice` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import study
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce import tauran2018_figures as figures
from skyseam.reproduce.report import Picture, Report, compose, digits
from skyseam.reproduce.study import Estimate
from skyseam.reproduce.tauran2018 import PAPER
from skyseam.reproduce.tauran2018_voice import Outcome
from skyseam.voice import e_model

PANELS = ("efficiency", "dropped", "delay", "jitter", "mos", "mos_concealed")
TABLES = ("efficiency", "dropped", "lost", "delay", "jitter", "jitter_rfc3550", "mos", "usable")
_CAUSES = {
    "overflow": ("queue full", "#0072B2"),
    "waited": ("waited too long", "#CC3377"),
    "harq": ("given up by HARQ", "#888888"),
}
_DROPPERS = ("codes", "pf", "dt_h")


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "voice",
            lambda dark: voice(outcome, dark=dark),
            "Six quantities of voice over the number of users, by policy.",
            "Voice over the number of users, by policy: means over seeds with 95 % intervals. "
            "Strong: the slides' five. Delay and jitter are of packets that arrived.",
        ),
        Picture(
            "saturation",
            lambda dark: saturation(outcome, dark=dark),
            "Packets dropped by the queue over the number of users at several SNR.",
            "Where proportional fair saturates: packets dropped by the queue over the number of "
            "users; crosses are runs of ns-2. The band is the slides' 75 to 100, the dashed line "
            "what is taken for saturation.",
        ),
        Picture(
            "drops",
            lambda dark: drops(outcome, dark=dark),
            "Causes of losses over the number of users, of three policies.",
            "What packets are lost to, over the number of users.",
        ),
        Picture(
            "timeouts",
            lambda dark: timeouts(outcome, dark=dark),
            "Score of CoDeS over its time-out, for several numbers of users.",
            "CoDeS over its time-out: score, and what is dropped for which reason; the band is the "
            "slides' best, 50 to 100 ms.",
        ),
        Picture(
            "playout",
            lambda dark: playout(outcome, dark=dark),
            "Score of CoDeS over its time-out, heard through play-out buffers.",
            "CoDeS over its time-out, heard through play-out buffers of a fixed length, what is "
            "late being lost, losses concealed; dashed: proportional fair through the same buffer.",
        ),
    ]
    context: dict[str, Any] = {
        "tables": {quantity: _table(outcome, quantity) for quantity in TABLES},
        "words": {quantity: _words(quantity) for quantity in TABLES},
        "head": [f"{n} users" for n in outcome.users],
        "saturation": _saturation(outcome),
        "causes": _causes(outcome),
        "ns2": _ns2(outcome),
        "saturated": _saturated(outcome),
        "timeouts": _timeouts(outcome),
        "best": _best(outcome),
        "playout": _playout(outcome),
        "loads": outcome.loads(),
        "snr_db": outcome.snr_db,
        "seeds": len(outcome.seeds),
        "duration_s": outcome.duration_s,
        "dropped_percent": outcome.plan["saturation"]["dropped_percent"],
        "usable_mos": outcome.plan["voice"]["usable_mos"],
        "as_good_mos": outcome.plan["timeouts"]["as_good_mos"],
        "scores": _scores(outcome),
        "impairments": _impairments(outcome),
        "best_r": digits(e_model(0.0).r),
        "frame": _frame(outcome),
    }
    return compose(
        "tauran2018_voice.html", context, pictures, compared=outcome.compared,
        tables={
            "runs": tauran.cases_table(outcome.runs, outcome.seeds),
            "timeouts": tauran.cases_table(outcome.timeouts, outcome.seeds),
            "playout": tauran.cases_table(outcome.playout, outcome.seeds),
        },
        facts=context,
    )  # fmt: skip


def _words(quantity: str) -> str:
    words, unit = tauran.VOICE[quantity]
    return f"{words}, {unit}" if unit else words


def _table(outcome: Outcome, quantity: str) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [label, *(digits(outcome.mean(policy, n, quantity).value) for n in outcome.users)]
        for policy, label in labels.items()
    ]


def _saturation(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    rows = []
    for (policy, snr_db), told in outcome.saturation.items():
        fewest = min(
            case.users for case in outcome.runs if (case.policy, case.snr_db) == (policy, snr_db)
        )
        cells = [_passed(one, fewest) for one in (told.dropped, told.unusable)]
        cells.append(figures.said(told.capacity))
        rows.append((list(labels).index(policy), snr_db, [labels[policy], f"{snr_db} dB", *cells]))
    return [row for *_, row in sorted(rows)]


def _passed(users: Estimate, fewest: int) -> str:
    """Say from how many users on something holds, of which fewest were run."""
    if np.isnan(users.value):
        return "not reached"
    return f"at most {fewest}" if users.value <= fewest else figures.said(users)


def _saturated(outcome: Outcome) -> dict[str, list[str]]:
    """Return at which SNR the policy of the slides saturates as they say, and at which earlier."""
    known = study.published(PAPER)
    low, high = known["saturation_from"].value, known["saturation_to"].value
    at = {
        snr_db: told.dropped.value
        for (policy, snr_db), told in outcome.saturation.items()
        if policy == outcome.plan["saturation"]["policy"]
    }
    return {
        "within": [f"{snr_db} dB" for snr_db, users in at.items() if low <= users <= high],
        "earlier": [f"{snr_db} dB" for snr_db, users in at.items() if users < low],
    }


def _ns2(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            labels[case.policy], str(case.users), f"{case.snr_db} dB", digits(theirs),
            figures.said(outcome.runs[case].mean("dropped")),
        ]
        for case, theirs in outcome.ns2.items()
        if case in outcome.runs
    ]  # fmt: skip


def _causes(outcome: Outcome) -> list[list[str]]:
    labels = tauran.labels(outcome.plan)
    return [
        [
            labels[policy] if n == outcome.users[0] else "", str(n),
            *(figures.said(outcome.mean(policy, n, cause)) for cause in (*_CAUSES, "lost")),
        ]
        for policy in _DROPPERS
        for n in outcome.users
    ]  # fmt: skip


def _timeouts(outcome: Outcome) -> list[list[str]]:
    return [
        [
            str(case.users), f"{case.timeout_ms:g} ms",
            *(figures.said(runs.mean(quantity))
              for quantity in ("mos", "waited", "overflow", "delay", "jitter")),
        ]
        for case, runs in outcome.timeouts.items()
    ]  # fmt: skip


def _best(outcome: Outcome) -> list[list[str]]:
    rows = []
    users = outcome.timeout_users()
    for score, words in tauran.SCORES.items():
        for these in [*([n] for n in users), users]:
            best, as_good = outcome.best_timeout(these, score)
            listed = ", ".join(f"{timeout:g}" for timeout in as_good)
            which = "all of these" if these is users else str(these[0])
            rows.append([words, which, f"{best:g} ms", listed])
    return rows


def _playout(outcome: Outcome) -> list[list[str]]:
    """Return which time-out is best for each buffer, with its score and that of PF."""
    rows = []
    for users in tauran.chosen(outcome.plan["playout"], "users", outcome.quick):
        for buffer_ms in outcome.buffers_ms():
            best, as_good = outcome.best_through(users, buffer_ms)
            codes = outcome.through(users, buffer_ms)[best]
            fair = outcome.heard("pf", users, buffer_ms)
            rows.append(
                [
                    str(users), f"{buffer_ms:g} ms", f"{best:g} ms",
                    ", ".join(f"{timeout:g}" for timeout in as_good),
                    *(figures.said(one.mean("heard_concealed")) for one in (codes, fair)),
                    *(digits(one.mean("unheard").value) for one in (codes, fair)),
                ]
            )  # fmt: skip
    return rows


def _scores(outcome: Outcome) -> list[list[str]]:
    """Return the score of the slides' five by each of its readings."""
    labels = tauran.labels(outcome.plan)
    return [
        [
            words,
            labels[policy],
            *(digits(outcome.mean(policy, n, key).value) for n in outcome.users),
        ]
        for key, words in tauran.SCORES.items()
        for policy in tauran.policies(outcome.plan, slides=True)
    ]


def _impairments(outcome: Outcome) -> list[list[str]]:
    """Return what calls lose of their rating near saturation and above, and to what."""
    labels = tauran.labels(outcome.plan)
    return [
        [
            str(n), labels[policy],
            *(digits(outcome.mean(policy, n, quantity).value)
              for quantity in ("lost", "delay", "jitter")),
            *(digits(one) for one in outcome.impairments(policy, n)),
        ]
        for n in outcome.timeout_users()
        for policy in ("dt_h", "pf", "codes")
    ]  # fmt: skip


def _frame(outcome: Outcome) -> str:
    """Return the largest change of a score by counting the packet's own length too."""
    changes = [
        abs(runs.mean("heard").value - runs.mean("mos").value) for runs in outcome.runs.values()
    ]
    return digits(max(changes))


@plot.styled
def voice(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw six quantities over the number of users."""
    figure = Figure(figsize=(9.6, 6.2), layout="constrained")
    for axes, quantity in zip(figure.subplots(2, 3).flat, PANELS, strict=True):
        series = {
            policy: [outcome.mean(policy, n, quantity) for n in outcome.users]
            for policy in tauran.policies(outcome.plan)
        }
        figures.policy_lines(axes, outcome.plan, outcome.users, series)
        figures.users_axis(axes, outcome.users)
        axes.set_title(_words(quantity), fontsize=9)
        axes.set_xlabel("users", fontsize=8)
        if quantity in ("delay", "jitter"):
            figures.log_values(axes)
        if quantity in tauran.SCORES:
            axes.axhline(outcome.plan["voice"]["usable_mos"], color=plot.GREY, lw=0.8, ls=":")
    figures.legend(figure, axes, 5)
    return figure


@plot.styled
def saturation(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw what the queue drops over the number of users, for each SNR."""
    policy = outcome.plan["saturation"]["policy"]
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    axes = figure.subplots()
    snrs = sorted({case.snr_db for case in outcome.runs if case.policy == policy})
    for snr_db, colour in zip(snrs, figures.SERIES, strict=False):
        mine = {
            case.users: runs.mean("dropped")
            for case, runs in outcome.runs.items()
            if (case.policy, case.snr_db) == (policy, snr_db)
        }
        figures.line(axes, list(mine), list(mine.values()), colour, f"{snr_db} dB")
        theirs = {
            case.users: dropped
            for case, dropped in outcome.ns2.items()
            if (case.policy, case.snr_db) == (policy, snr_db)
        }
        axes.plot(
            list(theirs), list(theirs.values()), "x", color=colour, markersize=7,
            label=f"{snr_db} dB, ns-2",
        )  # fmt: skip
    known = study.published(PAPER)
    band = (known["saturation_from"].value, known["saturation_to"].value)
    axes.axvspan(*band, color=plot.NO_SEAM, alpha=0.14, lw=0)
    axes.axhline(outcome.plan["saturation"]["dropped_percent"], color=plot.GREY, lw=0.8, ls="--")
    axes.set_xlabel("users")
    axes.set_ylabel("dropped by the queue, %")
    axes.legend(loc="upper left")
    return figure


@plot.styled
def drops(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw what packets are lost to, stacked, for three policies."""
    labels = tauran.labels(outcome.plan)
    figure = Figure(figsize=(9.6, 3.4), layout="constrained")
    panels = figure.subplots(1, len(_DROPPERS), sharey=True)
    for axes, policy in zip(panels, _DROPPERS, strict=True):
        each = [[outcome.mean(policy, n, cause).value for n in outcome.users] for cause in _CAUSES]
        axes.stackplot(
            outcome.users, each, labels=[words for words, _ in _CAUSES.values()],
            colors=[colour for _, colour in _CAUSES.values()], alpha=0.8,
        )  # fmt: skip
        axes.set_title(labels[policy])
        axes.set_xlabel("users")
        axes.set_xlim(outcome.users[0], outcome.users[-1])
    panels[0].set_ylabel("lost, % of packets sent")
    figures.legend(figure, panels[0], len(_CAUSES))
    return figure


@plot.styled
def timeouts(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw scores and drops of CoDeS over its time-out."""
    figure = Figure(figsize=(9.6, 3.6), layout="constrained")
    panels = figure.subplots(1, 3)
    known = study.published(PAPER)
    band = (known["timeout_from"].value, known["timeout_to"].value)
    for users, colour in zip(outcome.timeout_users(), figures.SERIES, strict=False):
        mine = {case: runs for case, runs in outcome.timeouts.items() if case.users == users}
        x = [case.timeout_ms or 0.0 for case in mine]
        for axes, quantity in zip(panels, ("mos", "mos_concealed"), strict=False):
            means = [one.mean(quantity) for one in mine.values()]
            figures.line(axes, x, means, colour, f"{users} users")
        for quantity, style in (("waited", "-"), ("overflow", "--")):
            means = [one.mean(quantity) for one in mine.values()]
            words = f"{users} users, {_CAUSES[quantity][0]}"
            figures.line(panels[2], x, means, colour, words, ls=style)
    titles = (_words("mos"), "the same, losses concealed", "dropped, % of packets sent")
    for axes, words in zip(panels, titles, strict=True):
        axes.axvspan(*band, color=plot.NO_SEAM, alpha=0.14, lw=0)
        axes.set_xlabel("time-out, ms")
        axes.set_title(words, fontsize=9)
    figures.legend(figure, panels[2], len(outcome.timeout_users()))
    return figure


@plot.styled
def playout(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw scores of CoDeS over its time-out behind play-out buffers, a panel per load."""
    users = tauran.chosen(outcome.plan["playout"], "users", outcome.quick)
    figure = Figure(figsize=(9.6, 3.6), layout="constrained")
    panels = figure.subplots(1, len(users), squeeze=False)[0]
    known = study.published(PAPER)
    band = (known["timeout_from"].value, known["timeout_to"].value)
    for axes, n in zip(panels, users, strict=True):
        for buffer_ms, colour in zip(outcome.buffers_ms(), figures.SERIES, strict=False):
            told = outcome.through(n, buffer_ms)
            means = [runs.mean("heard_concealed") for runs in told.values()]
            figures.line(axes, list(told), means, colour, f"buffer of {buffer_ms:g} ms")
            fair = outcome.heard("pf", n, buffer_ms).mean("heard_concealed")
            axes.axhline(fair.value, color=colour, ls="--", lw=1)
        axes.axvspan(*band, color=plot.NO_SEAM, alpha=0.14, lw=0)
        axes.set_title(f"{n} users", fontsize=9)
        axes.set_xlabel("time-out, ms")
    panels[0].set_ylabel("mean opinion score")
    figures.legend(figure, panels[0], 3)
    return figure
