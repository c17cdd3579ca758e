"""Tauran 2019 as a whole: what its parts are called, and where the papers disagree."""

from __future__ import annotations

from typing import Any

from skyseam.reproduce import study
from skyseam.reproduce.report import Report
from skyseam.reproduce.tauran2019 import PAPER
from skyseam.reproduce.whole import whole

TITLES = {
    "tables": "Tables 1 to 3, goodput, retransmissions",
    "delack": "Delayed ACKs: timer, waits, a clean link",
    "path": "The path: constellation and traces",
    "beyond": "Beyond the papers: transports of today",
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

    def more(facts: dict[str, Any]) -> dict[str, Any]:
        facts["inconsistencies"] = inconsistencies(facts)
        return {"inconsistencies": facts["inconsistencies"]}

    return whole(PAPER, TITLES, reports, quick, more)


def inconsistencies(facts: dict[str, Any]) -> list[dict[str, str]]:
    """Return where the papers disagree, with what was found beside."""
    told = facts["tables"]["found"] | facts["delack"]["found"] | facts["path"]["found"]
    listed = study.document(PAPER, "inconsistencies.toml")["inconsistency"]
    return [{**one, "found": one["found"].format_map(told)} for one in listed]
