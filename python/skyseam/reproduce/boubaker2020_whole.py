"""Boubaker 2020 as a whole: what its parts are called, and what its page is told beside them."""

from __future__ import annotations

from skyseam.reproduce import study
from skyseam.reproduce.report import Report
from skyseam.reproduce.whole import whole

PAPER = "boubaker2020"
TITLES = {
    "seam": "The seam: Fig. 4, Table 4, Sec. 2.3",
    "gateways": "Seven gateways: Fig. 5",
    "cities": "17 cities: Fig. 6, Fig. 9, Table 5",
    "boat": "Across the seam: Fig. 7, Fig. 8",
    "bulk": "Bulk data: Fig. 10, Fig. 11",
    "future": "Other transports: the paper's future work",
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
    tolerance = study.document(PAPER, "study.toml")["seam"]["tolerance_percent"]
    return whole(PAPER, TITLES, reports, quick, lambda _: {"tolerance": tolerance})
