"""Tauran 2019 as a whole: one page of all parts, and the page of findings.

Puts together what the parts reported; computes nothing. The words of the findings stand in
templates/tauran2019_findings.md, their numbers come from the parts.
"""

from __future__ import annotations

from typing import Any

from skyseam._core import __version__
from skyseam.reproduce import study
from skyseam.reproduce.report import Report, deviation, digits, interval, render, render_text
from skyseam.reproduce.tauran2019 import PAPER

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
    order = list(study.published(PAPER))
    compared = sorted(
        (row for one in reports.values() for row in one.compared),
        key=lambda row: order.index(row.published.id),
    )
    facts: dict[str, Any] = {name: one.facts for name, one in reports.items()}
    facts["numbers"] = {
        row.published.id: {
            "where": row.published.where,
            "what": f"{row.published.quantity}, {row.published.condition}".rstrip(", "),
            "unit": "" if row.published.unit == "count" else row.published.unit,
            "published": f"{row.published.value:g}",
            "simulated": digits(row.simulated.value),
            "interval": interval(row.simulated),
            "deviation": deviation(row),
            "kind": row.published.kind,
        }
        for row in compared
    }
    facts["inconsistencies"] = inconsistencies(facts)
    plan = study.document(PAPER, "study.toml")
    context = {
        "version": __version__,
        "compared": compared,
        "missing": [identity for identity in order if identity not in facts["numbers"]],
        "paper": plan["paper"],
        "titles": TITLES,
        "bodies": {name: one.body for name, one in reports.items()},
        "inconsistencies": facts["inconsistencies"],
        "assumptions": study.document(PAPER, "assumptions.toml")["assumption"],
        "quick": quick,
        "facts": facts,
    }
    return Report(
        html=render("tauran2019_whole.html", context, []),
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
        texts={"findings.md": render_text("tauran2019_findings.md", context)},
        facts=facts,
    )


def inconsistencies(facts: dict[str, Any]) -> list[dict[str, str]]:
    """Return where the papers disagree, with what was found beside."""
    told = facts["tables"]["found"] | facts["delack"]["found"] | facts["path"]["found"]
    listed = study.document(PAPER, "inconsistencies.toml")["inconsistency"]
    return [{**one, "found": one["found"].format_map(told)} for one in listed]
