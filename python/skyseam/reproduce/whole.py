"""A paper as a whole: one page of all its parts, and the page of findings.

Puts together what the parts reported; computes nothing. The page is the template PAPER_whole.html,
the words of the findings stand in PAPER_findings.md, their numbers come from the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from skyseam._core import __version__
from skyseam.reproduce import study
from skyseam.reproduce.report import Report, deviation, digits, interval, render, render_text


def whole(
    paper: str,
    titles: Mapping[str, str],
    reports: Mapping[str, Report],
    quick: bool,
    more: Callable[[dict[str, Any]], Mapping[str, Any]] = lambda _: {},
) -> Report:
    """Make one report of all parts.

    Parameters
    ----------
    paper
        Its name: that of its directory in `papers` and of its templates.
    titles
        Of each part, for people.
    reports
        Of each part, by its name.
    quick
        Whether the studies were the quick ones.
    more
        Given the facts of all parts, what both templates are told beside them.
    """
    order = list(study.published(paper))
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
    context = {
        "version": __version__,
        "compared": compared,
        "missing": [identity for identity in order if identity not in facts["numbers"]],
        "paper": study.document(paper, "study.toml")["paper"],
        "titles": titles,
        "bodies": {name: one.body for name, one in reports.items()},
        "assumptions": study.document(paper, "assumptions.toml")["assumption"],
        "quick": quick,
        "facts": facts,
        **more(facts),
    }
    return Report(
        html=render(f"{paper}_whole.html", context, []),
        compared=compared,
        tables={
            f"{name}_{table}": rows
            for name, one in reports.items()
            for table, rows in one.tables.items()
        },
        manifest={
            "paper": paper,
            "quick": quick,
            "parts": {name: one.manifest for name, one in reports.items()},
            "facts": facts,
        },
        figures={name: drawn for one in reports.values() for name, drawn in one.figures.items()},
        texts={"findings.md": render_text(f"{paper}_findings.md", context)},
        facts=facts,
    )
