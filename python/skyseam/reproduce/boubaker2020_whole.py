"""Boubaker 2020 as a whole: one page of all parts, and the page of findings.

Puts together what the parts reported; computes nothing. The words of the findings stand in
templates/boubaker2020_findings.md, their numbers come from the parts.
"""

from __future__ import annotations

from skyseam._core import __version__
from skyseam.reproduce import study
from skyseam.reproduce.report import Report, deviation, digits, interval, render, render_text

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
    order = list(study.published(PAPER))
    compared = sorted(
        (row for one in reports.values() for row in one.compared),
        key=lambda row: order.index(row.published.id),
    )
    facts = {name: one.facts for name, one in reports.items()}
    facts["numbers"] = {
        row.published.id: {
            "where": row.published.where,
            "what": f"{row.published.quantity}, {row.published.condition}",
            "unit": "" if row.published.unit == "count" else row.published.unit,
            "published": f"{row.published.value:g}",
            "simulated": digits(row.simulated.value),
            "interval": interval(row.simulated),
            "deviation": deviation(row),
        }
        for row in compared
    }
    plan = study.document(PAPER, "study.toml")
    context = {
        "version": __version__,
        "compared": compared,
        "missing": [identity for identity in order if identity not in facts["numbers"]],
        "tolerance": plan["seam"]["tolerance_percent"],
        "paper": plan["paper"],
        "titles": TITLES,
        "bodies": {name: one.body for name, one in reports.items()},
        "assumptions": study.document(PAPER, "assumptions.toml")["assumption"],
        "quick": quick,
        "facts": facts,
    }
    return Report(
        html=render("boubaker2020_whole.html", context, []),
        compared=compared,
        tables={
            f"{name}_{table}": rows
            for name, one in reports.items()
            for table, rows in one.tables.items()
        },
        manifest={
            "paper": PAPER,
            "quick": quick,
            "parts": {name: one.manifest for name, one in reports.items()},
            "facts": facts,
        },
        figures={name: drawn for one in reports.values() for name, drawn in one.figures.items()},
        texts={"findings.md": render_text("boubaker2020_findings.md", context)},
        facts=facts,
    )
