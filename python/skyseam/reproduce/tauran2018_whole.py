"""Tauran 2018 as a whole: what its parts are called."""

from __future__ import annotations

from skyseam.reproduce.report import Report
from skyseam.reproduce.tauran2018 import PAPER
from skyseam.reproduce.whole import whole

TITLES = {
    "voice": "Voice: saturation, drops, time-outs",
    "tcp": "TCP: goodput and fairness",
    "verdict": "The slides' table of verdicts",
    "artefact": "Whose fading is whose",
    "beyond": "Beyond the slides",
}


def report(reports: dict[str, Report], quick: bool) -> Report:
    """Make one report of all parts.

    Parameters
    ----------
    reports
        Of each part, by its name.
    quick
        Whether the studies were the quick ones.
    """
    return whole(PAPER, TITLES, reports, quick)
