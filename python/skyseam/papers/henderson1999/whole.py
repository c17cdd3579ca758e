"""Henderson 1999 as a whole: its chapters in order, and the number of claims of each that hold."""

from __future__ import annotations

from typing import Any

from skyseam.reproduce import Paper

CHAPTERS = {
    "fairness": "4.1 Fairness",
    "geo": "4.2 TCP over a geostationary path",
    "web": "4.2.4 Web transfers",
    "split": "4.3 Split connections",
    "stp": "5 The Satellite Transport Protocol",
    "delay": "6.1 to 6.3 Delay over satellites in low orbits",
    "geographic": "6.4, 6.5 Geographic routing hop by hop",
    "central": "6.6 Tables from the ground",
}
"""Chapters of the thesis, by the name of the part that reproduces each."""


def more(_: Paper, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the chapters, and for each part its number of claims and bands and how many hold."""
    held = {}
    for name in CHAPTERS:
        rows = facts.get(name, {}).get("acceptance", [])
        if rows:
            held[name] = (sum(bool(row["holds"]) for row in rows), len(rows))
    rows = [[CHAPTERS[name], str(of), str(yes)] for name, (yes, of) in held.items()]
    return {"chapters": CHAPTERS, "held": held, "held_rows": rows}
