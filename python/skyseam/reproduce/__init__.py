"""Reproductions of papers: a study's scenarios run, its published numbers beside ours.

Each paper is a directory under papers/ with scenarios, the study, published numbers and assumptions
as data; each part of it is one function here. Owns the list of parts. Read first: `study`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from skyseam._errors import ImplausiblePathWarning, InputError
from skyseam._work import Progress
from skyseam.reproduce import (
    boubaker2020,
    boubaker2020_boat,
    boubaker2020_boat_report,
    boubaker2020_bulk,
    boubaker2020_bulk_report,
    boubaker2020_cities,
    boubaker2020_cities_report,
    boubaker2020_future,
    boubaker2020_future_report,
    boubaker2020_gateways,
    boubaker2020_report,
    boubaker2020_whole,
    henderson1999_delay,
    henderson1999_delay_report,
    tauran2018_artefact,
    tauran2018_artefact_report,
    tauran2018_beyond,
    tauran2018_beyond_report,
    tauran2018_tcp,
    tauran2018_tcp_report,
    tauran2018_verdict,
    tauran2018_verdict_report,
    tauran2018_voice,
    tauran2018_voice_report,
    tauran2018_whole,
    tauran2019_beyond,
    tauran2019_beyond_report,
    tauran2019_delack,
    tauran2019_delack_report,
    tauran2019_path,
    tauran2019_path_report,
    tauran2019_tables,
    tauran2019_tables_report,
    tauran2019_whole,
)
from skyseam.reproduce.report import Report
from skyseam.reproduce.store import Store, within

__all__ = ["PARTS", "Part", "Report", "Reproduction", "Whole", "part"]


class Reproduction(Protocol):
    """What the command runs: a part of a paper, or all of it."""

    @property
    def place(self) -> str:
        """Name of the directory of its report."""

    @property
    def stored(self) -> bool:
        """Whether finished runs are kept, so that an interrupted study goes on."""

    def run(
        self,
        *,
        quick: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
        store: Store | None = None,
    ) -> Report:
        """Make the study and report it."""


@dataclass(frozen=True)
class Part:
    """A part of a paper that can be reproduced on its own.

    Attributes
    ----------
    paper, name : str
        As the command line has them.
    study : callable
        Takes `quick`, `threads`, `progress` and, where runs are kept, `store`; returns what the
        study gave.
    report : callable
        Makes a Report of that.
    covers : tuple of str
        Figures and tables in it, by which it can be named too.
    share : float
        Of the time that the whole paper takes.
    stored : bool
        Whether it keeps finished runs.
    """

    paper: str
    name: str
    study: Callable[..., Any]
    report: Callable[[Any], Report]
    covers: tuple[str, ...] = ()
    share: float = 1.0
    stored: bool = False

    @property
    def place(self) -> str:
        """Name of the directory of its report."""
        return f"{self.paper}-{self.name}"

    def run(
        self,
        *,
        quick: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
        store: Store | None = None,
    ) -> Report:
        """Make the study and report it."""
        options: dict[str, Any] = {"quick": quick, "threads": threads, "progress": progress}
        if self.stored:
            options["store"] = store
        return self.report(self.study(**options))


@dataclass(frozen=True)
class Whole:
    """All parts of a paper, in one report."""

    paper: str
    parts: tuple[Part, ...]
    report: Callable[[dict[str, Report], bool], Report]

    @property
    def place(self) -> str:
        """Name of the directory of its report."""
        return self.paper

    @property
    def stored(self) -> bool:
        """Whether any part keeps finished runs."""
        return any(part.stored for part in self.parts)

    def run(
        self,
        *,
        quick: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
        store: Store | None = None,
    ) -> Report:
        """Make the study of each part, one after the other, and one report of all."""
        total = sum(part.share for part in self.parts)
        done = 0.0
        reports = {}
        with warnings.catch_warnings():
            # Ways around the seam are what the papers are about.
            warnings.simplefilter("ignore", ImplausiblePathWarning)
            for part in self.parts:
                note = within(progress, done / total, (done + part.share) / total)
                reports[part.name] = part.run(
                    quick=quick, threads=threads, progress=note, store=store
                )
                done += part.share
        return self.report(reports, quick)


def _boubaker(
    name: str,
    study: Callable[..., Any],
    report: Callable[[Any], Report],
    covers: tuple[str, ...],
    share: float,
) -> Part:
    return Part("boubaker2020", name, study, report, covers, share, stored=True)


def _tauran_2018(
    name: str, study: Callable[..., Any], report: Callable[[Any], Report], share: float
) -> Part:
    return Part("tauran2018", name, study, report, (), share, stored=True)


def _tauran(
    name: str,
    study: Callable[..., Any],
    report: Callable[[Any], Report],
    covers: tuple[str, ...],
    share: float,
) -> Part:
    return Part("tauran2019", name, study, report, covers, share, stored=True)


PARTS = [
    _boubaker(
        "seam", boubaker2020.seam, boubaker2020_report.report, ("fig4", "table4", "sec2.3"), 4
    ),
    _boubaker(
        "gateways", boubaker2020_gateways.gateways, boubaker2020_gateways.report, ("fig5",), 40
    ),
    _boubaker(
        "cities", boubaker2020_cities.cities, boubaker2020_cities_report.report,
        ("fig6", "fig9", "table5"), 15,
    ),
    _boubaker("boat", boubaker2020_boat.boat, boubaker2020_boat_report.report, ("fig7", "fig8"), 1),
    _boubaker(
        "bulk", boubaker2020_bulk.bulk, boubaker2020_bulk_report.report, ("fig10", "fig11"), 30
    ),
    _boubaker("future", boubaker2020_future.future, boubaker2020_future_report.report, (), 10),
    Part("henderson1999", "delay", henderson1999_delay.delay, henderson1999_delay_report.report),
    _tauran_2018("voice", tauran2018_voice.voice, tauran2018_voice_report.report, 40),
    _tauran_2018("tcp", tauran2018_tcp.tcp, tauran2018_tcp_report.report, 40),
    _tauran_2018("verdict", tauran2018_verdict.verdict, tauran2018_verdict_report.report, 1),
    _tauran_2018("artefact", tauran2018_artefact.artefact, tauran2018_artefact_report.report, 15),
    _tauran_2018("beyond", tauran2018_beyond.beyond, tauran2018_beyond_report.report, 30),
    _tauran(
        "tables", tauran2019_tables.tables, tauran2019_tables_report.report,
        ("table1", "table2", "table3"), 40,
    ),
    _tauran(
        "delack", tauran2019_delack.delack, tauran2019_delack_report.report, ("sec3.2",), 25
    ),
    _tauran("path", tauran2019_path.path, tauran2019_path_report.report, ("sec2.4",), 10),
    _tauran("beyond", tauran2019_beyond.beyond, tauran2019_beyond_report.report, (), 40),
]  # fmt: skip

WHOLES = {
    "boubaker2020": boubaker2020_whole.report,
    "tauran2018": tauran2018_whole.report,
    "tauran2019": tauran2019_whole.report,
}
"""Papers whose parts make one report together."""


def part(paper: str, name: str | None) -> Reproduction:
    """Return a part of a paper by its name or by a figure or table; the whole paper for None.

    Raises
    ------
    InputError
        When there is no such paper or part, with those there are.
    """
    papers = sorted({known.paper for known in PARTS})
    if paper not in papers:
        raise InputError(f"no reproduction of {paper!r}; there is: {', '.join(papers)}")
    parts = [known for known in PARTS if known.paper == paper]
    if name is None:
        return Whole(paper, tuple(parts), WHOLES[paper]) if paper in WHOLES else parts[0]
    for known in parts:
        if name in (known.name, *known.covers):
            return known
    there_are = ", ".join(known.name for known in parts)
    covers = [one for known in parts for one in known.covers]
    named = f", or {', '.join(covers)}" if covers else ""
    raise InputError(f"{paper} has no part {name!r}; --only takes: {there_are}{named}")
