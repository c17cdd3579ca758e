"""Reproductions of papers: a study's scenarios run, its published numbers beside ours.

A paper is a directory, found under papers/ or named by its path; each part of it is a directory
with study.toml and analysis.py. Owns how they are found and made into reports; `study` has the data
that an analysis gets. How to add a paper: docs/decisions/011-papers-as-data.md.
"""

import inspect
import math
import platform
import time
import traceback
import warnings
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from matplotlib.figure import Figure

from skyseam import _errors, plot, simulate
from skyseam._arrays import Floats
from skyseam._errors import InputError, SkyseamError
from skyseam._work import Progress, thread_count
from skyseam.export._scenario import number
from skyseam.measures.intervals import Estimate, over_seeds
from skyseam.reproduce.quantities import counted, known, numbers
from skyseam.reproduce.report import Report, deviation, digits, interval, page, quantity, said
from skyseam.reproduce.store import Store
from skyseam.reproduce.study import PAPERS, UP_TO, Compared, Paper, Published, Runs, Study, mean

from skyseam.reproduce.study import once, runs_table, where  # isort: skip

MODULES = ("analysis.py", "figures.py", "look.py")
"""What a part computes, what it draws, and what it says."""

Told: TypeAlias = Estimate | tuple[Estimate, str]
"""What an analysis says of a published number: an estimate, with a note on how it was made."""

__all__ = [
    "PAPERS", "Compared", "Estimate", "Floats", "Paper", "Part", "Published", "Report",
    "Reproduction", "Runs", "Store", "Study", "Whole", "counted", "digits", "interval", "known",
    "mean", "numbers", "over_seeds", "papers", "part", "parts", "quantity", "runs_table", "said",
    "where",
]  # fmt: skip


@dataclass(frozen=True)
class Reproduction(ABC):
    """An item that the command reproduces: a part of a paper, or all of it.

    `paper`: paper that it belongs to.
    """

    paper: Paper

    @property
    @abstractmethod
    def place(self) -> str:
        """Name of the directory of its report."""

    @abstractmethod
    def made(self, study: Study) -> Report:
        """Return the report of a study, which is run unless it has been."""

    def run(
        self,
        *,
        quick: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
        store: Store | None = None,
        asked: Mapping[str, Any] | None = None,
    ) -> Report:
        """Make the study and report it; its arguments are those of :class:`Study`.

        Nothing is stored by default.
        """
        study = Study(self.paper, "", quick, threads, progress, store or Store(), {}, asked or {})
        return self.made(study)


@dataclass(frozen=True)
class Part(Reproduction):
    """A part of a paper that can be reproduced on its own: a directory with study.toml.

    Its analysis.py, or look.py or figures.py beside it, has each where it is needed:

    `make(study)`
        The outcome of the study, of any type; without it, `study.grids()`.
    `estimates(outcome)`
        Our numbers by id of published.csv: an Estimate, or one with a note; or such numbers by the
        name of the paper's reading. A number without a reading is the same in all of them.
    `page(outcome)`
        Values for page.html and for pages about the whole paper, in addition to `outcome`, `plan`
        and those of all pages; pages about the whole paper have `plans` by part.
    `facts(outcome)`
        Values for pages about the whole paper, if they differ from those of `page`.
    `tables(outcome)`, `manifest(outcome)`
        Tables to save, and entries of the manifest.
    `view(outcome)`
        A scenario to view: it is run, and `view-PART.html` beside the report shows it on a globe
        (`skyseam view`); the page gets the file's name as `view`.
    Functions named as page.html names its figures
        They take the outcome, and `dark` if they depend on the style; they return a Figure.
        `FIGURES` has those whose names differ, by name, or all in a tuple if there is no page.

    `name`: name of its directory.
    """

    name: str

    @cached_property
    def told(self) -> dict[str, Any]:
        """The table `[part]` of study.toml."""
        plan = self.paper.document(f"{self.name}/study.toml")
        return {"covers": [], "share": 1.0, "order": 0, "title": self.name, **plan.get("part", {})}

    @property
    def place(self) -> str:
        """Name of the directory of its report."""
        return f"{self.paper.name}-{self.name}"

    @cached_property
    def modules(self) -> list[ModuleType]:
        """Modules of the part that exist: analysis, page and figures."""
        folder = self.paper.folder / self.name
        there = [one.stem for one in map(Path, MODULES) if (folder / one).is_file()]
        return [self.paper.module(f"{self.name}.{one}") for one in there]

    def told_by(self, name: str, otherwise: Any) -> Any:
        """Return a module's attribute of this name, or else the given value."""
        return next((vars(one)[name] for one in self.modules if name in vars(one)), otherwise)

    def made(self, study: Study) -> Report:
        """Make the report of a study; run the study unless it has been run."""
        with warnings.catch_warnings():
            # Ways around the seam are what papers are about.
            warnings.simplefilter("ignore", _errors.ImplausiblePathWarning)
            for text in (".* along the great circle", ".*HARQ on .* without `processes`"):
                warnings.filterwarnings("ignore", text, _errors.RunWarning)
            # The keys of papers are what they say.
            warnings.simplefilter("ignore", _errors.IdleKeyWarning)
            try:
                return self._report(study)
            except SkyseamError:
                raise
            except Exception as error:
                if self.paper.is_own:
                    raise
                at = traceback.extract_tb(error.__traceback__)[-1]
                raise InputError(
                    f"{self.paper.folder / self.name}: its analysis ends in "
                    f"{type(error).__name__}: {error} ({at.filename}, line {at.lineno}); expected "
                    "an analysis that fits the paper's scenarios"
                ) from error

    def _report(self, study: Study) -> Report:
        begun = time.perf_counter()
        outcome = study.of(self.name)

        def asked(name: str, otherwise: Mapping[str, Any] | None = None) -> Any:
            return self.told_by(name, lambda _: otherwise or {})(outcome)

        compared = _compared(self.paper, asked("estimates"))
        listed = self.told_by("FIGURES", ())
        if not isinstance(listed, Mapping):
            listed = {figure.__name__: figure for figure in listed}

        @plot.styled
        def draw(name: str, dark: bool) -> Figure:
            # An analysis may compute under the name by which `figures` draws.
            named = (vars(one)[name] for one in reversed(self.modules) if name in vars(one))
            drawn = listed.get(name) or next(named, None)
            if drawn is None:
                raise InputError(
                    f"{self.paper.folder / self.name}: the page shows the figure {name!r}; "
                    f"expected a function of that name in {' or '.join(MODULES)}"
                )
            takes_dark = "dark" in inspect.signature(drawn).parameters
            figure: Figure = drawn(outcome, **({"dark": dark} if takes_dark else {}))
            return figure

        context, texts, watched = asked("page"), dict(asked("texts")), asked("view")
        if watched:
            texts[f"view-{self.name}.html"] = _seen(watched)
        made: dict[str, Any] = {
            "quick": study.quick,
            "threads": thread_count(study.threads),
            "wall_s": round(time.perf_counter() - begun, 3),
        }
        told = {
            **made,
            "python": platform.python_version(),
            "command": f"skyseam reproduce {self.paper.name} --only {self.name}",
            "outcome": outcome,
            "plan": study.beside(self.name).plan,
            "paper": self.paper.document("paper.toml")["paper"],
            "part": self.told,
            "compared": once(compared),
            "captions": {name: figure.__doc__ or name for name, figure in listed.items()},
            "assumptions": self.paper.assumptions,
            "view": f"view-{self.name}.html" if watched else None,
        }
        folders = [self.paper.folder / self.name, self.paper.folder]
        html, figures = page(folders, ["page.html", "part.html"], told | context, draw)
        return Report(
            html=html,
            compared=compared,
            tables=asked("tables"),
            manifest={
                "paper": self.paper.name,
                "part": self.name,
                **made,
                "study": told["plan"],
                **asked("manifest"),
            },
            figures=figures,
            texts=texts,
            facts=asked("facts", context),
            accepted=list(context.get("acceptance", ())),
        )


@dataclass(frozen=True)
class Whole(Reproduction):
    """All parts of a paper, in one report: its whole.html, and findings.md where there is one."""

    parts: tuple[Part, ...]

    @property
    def place(self) -> str:
        """Name of the directory of its report."""
        return self.paper.name

    def made(self, study: Study) -> Report:
        """Make the study of each part in turn, and one report of all."""
        shared = zip(self.parts, study.shares([p.told["share"] for p in self.parts]), strict=True)
        return self.report({part.name: part.made(one) for part, one in shared}, study.quick)

    def report(self, reports: Mapping[str, Report], quick: bool) -> Report:
        """Make one report of those of all parts."""
        order = list(self.paper.published)
        compared = sorted(
            (row for one in reports.values() for row in one.compared),
            key=lambda row: order.index(row.published.id),
        )
        facts: dict[str, Any] = {name: one.facts for name, one in reports.items()}
        readings: dict[str, Any] = {name: {} for name in self.paper.readings}
        for row in compared:
            readings[row.reading][row.published.id] = _number(row)
        facts["numbers"] = next(iter(readings.values()))
        if len(readings) > 1:
            facts["readings"] = readings
        context = {
            "compared": compared,
            "missing": [one for one in order if one not in facts["numbers"]],
            "paper": self.paper.document("paper.toml")["paper"],
            "titles": {part.name: part.told["title"] for part in self.parts},
            "bodies": {name: one.body for name, one in reports.items()},
            "assumptions": self.paper.assumptions,
            "once": self.paper.once,
            "up_to": UP_TO,
            "quick": quick,
            "facts": facts,
            "plans": {one.name: Study(self.paper, one.name, quick).plan for one in self.parts},
        }
        folder = self.paper.folder
        if (folder / "whole.py").is_file():
            context |= self.paper.module("whole").more(self.paper, facts)
        texts = {name: text for one in reports.values() for name, text in one.texts.items()}
        is_whole = set(reports) == {one.name for one in parts(self.paper)}
        for name in ("findings.md", "appendix.md"):
            if is_whole and (folder / name).is_file():
                texts[name] = page([folder], [name], context)[0]
        return Report(
            html=page([folder], ["whole.html", "paper.html"], context)[0],
            compared=compared,
            tables={
                f"{name}_{table}": rows
                for name, one in reports.items()
                for table, rows in one.tables.items()
            },
            manifest={
                "paper": self.paper.name,
                "quick": quick,
                "parts": {name: one.manifest for name, one in reports.items()},
                "facts": _plain(facts),
            },
            figures=_figures(reports),
            texts=texts,
            facts=facts,
            accepted=[
                row | {"quantity": f"{name}: {row['quantity']}"}
                for name, one in reports.items()
                for row in one.accepted
            ],
        )


def _figures(reports: Mapping[str, Report]) -> dict[str, bytes]:
    """Return the figures of all parts; names that several parts have begin with the part's."""
    times = Counter(name for one in reports.values() for name in one.figures)
    return {
        f"{part}_{name}" if times[name] > 1 else name: figure
        for part, one in reports.items()
        for name, figure in one.figures.items()
    }


def _seen(scenario: dict[str, Any]) -> str:
    """Run a scenario and return a page that shows it on a globe."""
    from skyseam.view import Scene, saved_page  # takes time to load

    results = simulate.run(scenario)
    begin_s = number(results.manifest["scenario"]["run"]["start"])
    end_s = float(results.manifest["ended_at_s"])
    return saved_page(Scene(results, scenario, scenario["title"], begin_s, end_s))


def _plain(told: object) -> object:
    """Return facts as JSON values: fields of dataclasses by name, other objects as text."""
    if isinstance(told, Mapping):
        return {str(key): _plain(value) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [_plain(value) for value in told]
    if is_dataclass(told) and not isinstance(told, type):
        return {one.name: _plain(getattr(told, one.name)) for one in fields(told)}
    if isinstance(told, np.generic):
        return told.item()
    return told if told is None or isinstance(told, str | int | float | bool) else str(told)


def _number(row: Compared) -> dict[str, Any]:
    known = row.published
    return {
        "where": known.where,
        "what": f"{known.quantity}, {known.condition}".rstrip(", "),
        "unit": "" if known.unit == "count" else known.unit,
        "published": f"{known.value:g}",
        "simulated": digits(row.simulated.value),
        "interval": interval(row.simulated),
        "deviation": deviation(row),
        "off_percent": None if math.isnan(row.deviation_percent) else row.deviation_percent,
        "kind": known.kind,
    }


def _compared(paper: Paper, estimates: Mapping[str, Told | Mapping[str, Told]]) -> list[Compared]:
    """Return our numbers beside the published ones, for every reading of the paper."""
    found = []
    for name, told in estimates.items():
        if name not in paper.published:
            raise InputError(f"{paper.folder}: published.csv has no number {name!r}")
        each = told if isinstance(told, Mapping) else dict.fromkeys(paper.readings, told)
        if not set(each) <= set(paper.readings):
            raise InputError(f"{paper.folder}: paper.toml has no reading {set(each)} of {name!r}")
        for reading, one in each.items():
            ours, note = one if isinstance(one, tuple) else (one, "")
            found.append(Compared(paper.published[name], ours, note, reading))
    return found


def papers() -> dict[str, Paper]:
    """Return the papers that come with Skyseam, by name."""
    return {file.parent.name: Paper(file.parent) for file in sorted(PAPERS.glob("*/paper.toml"))}


def parts(paper: Paper) -> list[Part]:
    """Return the parts of a paper in their order."""
    names = sorted(file.parent.name for file in paper.folder.glob("*/study.toml"))
    return sorted((Part(paper, name) for name in names), key=lambda part: part.told["order"])


def part(paper: str, name: str | None) -> Reproduction:
    """Return a part of a paper by its name or by a figure or table; the whole paper for None.

    `paper` comes with Skyseam, or is a path to a directory with paper.toml.

    Raises
    ------
    InputError
        When there is no such paper or part; the message lists those that exist.
    """
    known = papers()
    if paper in known:
        found = known[paper]
    elif (Path(paper) / "paper.toml").is_file():
        found = Paper(Path(paper).resolve())
    else:
        raise InputError(
            f"no reproduction of {paper!r}; there is: {', '.join(known)}; or name a directory "
            "with paper.toml"
        )
    listed = parts(found)
    if not listed:
        raise InputError(f"{paper} has no part; expected a directory in it with study.toml")
    if name is None:
        return Whole(found, tuple(listed)) if len(listed) > 1 else listed[0]
    for one in listed:
        if name in (one.name, *one.told["covers"]):
            return one
    there_are = ", ".join(one.name for one in listed)
    covers = [cover for one in listed for cover in one.told["covers"]]
    named = f", or {', '.join(covers)}" if covers else ""
    raise InputError(f"{paper} has no part {name!r}; --only takes: {there_are}{named}")
