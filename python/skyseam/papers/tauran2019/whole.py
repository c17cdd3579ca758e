"""Tauran 2019 as a whole: contradictions between the papers."""

from typing import Any

from skyseam.reproduce import Paper


def more(paper: Paper, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the contradictions between the papers, with our results beside."""
    told = {name: one["simulated"] for name, one in facts["numbers"].items()}
    told |= facts["tables"]["found"] | facts["delack"]["found"] | facts["path"]["found"]
    listed = paper.document("inconsistencies.toml")["inconsistency"]
    facts["inconsistencies"] = [{**one, "found": one["found"].format_map(told)} for one in listed]
    return {"inconsistencies": facts["inconsistencies"]}
