"""Reproductions of papers: a study's scenarios run, its published numbers beside ours.

Each paper is a directory under papers/ with scenarios, the study, published numbers and assumptions
as data; each part of it is one function here. Owns the list of parts. Read first: `study`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from skyseam._errors import InputError
from skyseam.reproduce import (
    boubaker2020,
    boubaker2020_report,
    henderson1999_delay,
    henderson1999_delay_report,
)
from skyseam.reproduce.report import Report

__all__ = ["PARTS", "Part", "Report", "part"]


@dataclass(frozen=True)
class Part:
    """A part of a paper that can be reproduced on its own.

    Attributes
    ----------
    paper, name : str
        As the command line has them.
    study : callable
        Takes `quick`, `threads` and `progress` and returns what the study gave.
    report : callable
        Makes a Report of that.
    """

    paper: str
    name: str
    study: Callable[..., Any]
    report: Callable[[Any], Report]

    def run(self, **options: object) -> Report:
        """Make the study with `options` and report it."""
        return self.report(self.study(**options))


PARTS = [
    Part("boubaker2020", "seam", boubaker2020.seam, boubaker2020_report.report),
    Part("henderson1999", "delay", henderson1999_delay.delay, henderson1999_delay_report.report),
]


def part(paper: str, name: str | None) -> Part:
    """Return a part of a paper by name; the only part there is when `name` is None.

    Raises
    ------
    InputError
        When there is no such paper or part, with those there are.
    """
    papers = sorted({known.paper for known in PARTS})
    if paper not in papers:
        raise InputError(f"no reproduction of {paper!r}; there is: {', '.join(papers)}")
    parts = [known for known in PARTS if known.paper == paper]
    if name is None and len(parts) == 1:
        return parts[0]
    for known in parts:
        if known.name == name:
            return known
    there_are = ", ".join(known.name for known in parts)
    raise InputError(f"{paper} has no part {name!r}; --only takes: {there_are}")
