"""Boubaker 2020 as a whole: what its page is told beside the parts."""

from __future__ import annotations

from typing import Any

from skyseam.reproduce import Paper


def more(paper: Paper, facts: dict[str, Any]) -> dict[str, Any]:
    """Return what is allowed between published and simulated, in percent."""
    return {"tolerance": paper.document("seam/study.toml")["tolerance_percent"]}
