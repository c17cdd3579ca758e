"""Tauran 2019 as a whole: where the papers disagree."""

from __future__ import annotations

from typing import Any

from skyseam.reproduce import Paper


def more(paper: Paper, facts: dict[str, Any]) -> dict[str, Any]:
    """Return where the papers disagree, with what was found beside."""
    told = {name: one["simulated"] for name, one in facts["numbers"].items()}
    told |= facts["tables"]["found"] | facts["delack"]["found"] | facts["path"]["found"]
    listed = paper.document("inconsistencies.toml")["inconsistency"]
    facts["inconsistencies"] = [{**one, "found": one["found"].format_map(told)} for one in listed]
    return {"inconsistencies": facts["inconsistencies"]}
