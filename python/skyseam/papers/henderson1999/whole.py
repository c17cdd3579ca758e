"""Henderson 1999 as a whole: its chapters in order, and the number of claims of each that hold."""

import re
from collections.abc import Sequence
from typing import Any

from skyseam.reproduce import Paper, digits

KINDS = {"claim": "claim", "band": "band|program|measured", "formula": "formula|sqrt"}
"""Kinds of bounds, each by a word of its own; one without such a word is a caption's claim."""


def kind(said: str) -> str:
    """Return the kind of a bound in words; of several the first decides, but for bounds of ours."""
    if re.search(r"\bours\b", said):
        return "ours"
    places = {
        name: found.start() for name, word in KINDS.items() if (found := re.search(word, said))
    }
    return min(places, key=lambda name: places[name]) if places else "claim"


def stp(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return ranges of STP's rate over GEO and of its reverse traffic, each beside SACK's."""
    rates = [row for row in rows if re.match("GEO, .*: rate of STP", row["quantity"])]
    reverse = [row for row in rows if "SACK's reverse traffic over STP's" in row["quantity"]]

    def extent(of: Sequence[dict[str, Any]]) -> str:
        ends = [end(row["ours"].value for row in of) for end in (min, max)] if of else [None]
        return " to ".join(map(digits, ends))

    return {
        "rates": len(rates),
        "missed": sum(not row["holds"] for row in rates),
        "ratios": extent(rates),
        "reverse": extent(reverse),
    }


def more(paper: Paper, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the chapters, and for each part its number of claims and bands and how many hold."""
    chapters = paper.document("paper.toml")["chapters"]
    told = {name: facts.get(name, {}).get("acceptance", []) for name in chapters}
    told = {name: rows for name, rows in told.items() if rows}

    def counts(rows: Sequence[dict[str, Any]], of: str) -> tuple[int, int]:
        mine = [bool(row["holds"]) for row in rows if kind(row["said"]) == of]
        return sum(mine), len(mine)

    def cells(rows: Sequence[dict[str, Any]]) -> list[str]:
        each = (counts(rows, of) for of in (*KINDS, "ours"))
        return [f"{yes} of {of}" if of else "\N{EN DASH}" for yes, of in each]

    every = [row for rows in told.values() for row in rows]
    named = {**{chapters[name]: rows for name, rows in told.items()}, "all": every}
    return {
        "chapters": chapters,
        "held": {
            name: (sum(bool(r["holds"]) for r in rows), len(rows)) for name, rows in told.items()
        },
        "kinds": {
            name: dict(zip(("hold", "rows"), counts(every, name), strict=True))
            for name in (*KINDS, "ours")
        },
        "held_rows": [[name, *cells(rows)] for name, rows in named.items()],
        "stp": stp(told.get("stp", [])),
    }
