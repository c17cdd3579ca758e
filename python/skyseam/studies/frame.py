"""Frame of every study: its results as tables, CSV files, a page, a manifest and verdicts.

`Findings` is the outcome of a study. `Varied` is that of a scenario run with values varied along
axes, each combination with the same seeds.
"""

import csv
import io
import itertools
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.measures.intervals import paired_ratio
from skyseam.reproduce import Estimate, Part, Runs, Study, drawing, known, over_seeds, said
from skyseam.reproduce.report import quantity
from skyseam.reproduce.transfers import random

Table: TypeAlias = tuple[str, list[str], list[list[str]], int]
"""A title, heads, rows, and the number of leading columns that are words."""

Labels: TypeAlias = tuple[str, ...]
"""Values of a combination by their labels, one for each axis."""

MOST_RUNS = 100_000


@dataclass(frozen=True)
class Findings(ABC):
    """Outcome of a study."""

    study: Study

    @property
    @abstractmethod
    def subject(self) -> str:
        """Heading of the page."""

    @abstractmethod
    def listed(self) -> dict[str, Table]:
        """Return the tables of the page, of the terminal and of CSV files, by name."""

    @abstractmethod
    def verdicts(self) -> Iterator[str]:
        """Yield sentences with intervals."""

    def kept(self) -> dict[str, pa.Table]:
        """Return the tables from which all others are made."""
        return {}


@dataclass(frozen=True)
class Varied(Findings):
    """Runs of every combination of the values of `axes` in the plan."""

    runs: dict[Labels, Runs]

    @property
    def subject(self) -> str:
        """Title of the study, and of what."""
        return f"{self.study.plan['part']['title']}: {self.study.plan['label']}"

    @property
    def axes(self) -> dict[str, list[str]]:
        """Labels of each axis; the first one is the reference for the others."""
        return {name: list(values) for name, values in self.study.plan["axes"].items()}

    @property
    def reference(self) -> Labels:
        """Combination with which the others are compared."""
        return tuple(labels[0] for labels in self.axes.values())

    @property
    def quantities(self) -> dict[str, dict[str, Any]]:
        """Quantities that every run has, each with `words` and `unit`."""
        told: dict[str, dict[str, Any]] = self.study.plan["quantities"]
        each = {name: np.concatenate([r.values[name] for r in self.runs.values()]) for name in told}
        return {name: one for name, one in told.items() if not np.isnan(each[name]).all()}

    def name(self, labels: Labels) -> str:
        """Return the values of a combination that others do not share."""
        told = zip(labels, self.axes.values(), strict=True)
        return ", ".join(one for one, each in told if len(each) > 1) or labels[0]

    def mean(self, labels: Labels, name: str) -> Estimate:
        """Return the mean of a quantity over the seeds that have one."""
        return over_seeds(known(self.runs[labels].values[name]))

    def change(self, labels: Labels, name: str, beside: Labels | None = None) -> Estimate:
        """Return the difference to another combination, seed by seed.

        In percent of it; in points for shares and indices, which are in percent or without a unit.
        """
        ours, theirs = (self.runs[o].values[name] for o in (labels, beside or self.reference))
        both = ~np.isnan(ours + theirs)
        if self.quantities[name]["unit"] in ("", "%"):
            return over_seeds(ours[both] - theirs[both])
        if not theirs[both].any():
            return over_seeds(theirs[:0])
        return in_percent(paired_ratio(ours[both], theirs[both]))

    def unit_of_change(self, name: str) -> str:
        """Return the unit of a difference."""
        return {"": "", "%": "points"}.get(self.quantities[name]["unit"], "%")

    def listed(self) -> dict[str, Table]:
        """Return means, and differences to the first combination."""
        several = [n for n, each in enumerate(self.axes.values()) if len(each) > 1] or [0]
        heads, names = [list(self.axes)[n] for n in several], self.quantities

        def rows(of: Callable[[Labels, str], Estimate], which: Sequence[Labels]) -> list[list[str]]:
            each = ((at, (said(of(at, name)) for name in names)) for at in which)
            return [[*(at[n] for n in several), *cells] for at, cells in each]

        means = rows(self.mean, list(self.runs))
        changes = rows(self.change, [at for at in self.runs if at != self.reference])
        of = [quantity(one["words"], one["unit"]) for one in names.values()]
        apart = [quantity(one["words"], self.unit_of_change(n)) for n, one in names.items()]
        title = f"means of {self.study.plan['seeds']} runs, with 95 % intervals"
        apart_of = f"difference to {self.name(self.reference)}, seed by seed"
        return {
            "means": (title, [*heads, *of], means, len(heads)),
            "changes": (apart_of, [*heads, *apart], changes, len(heads)),
        }

    def verdicts(self) -> Iterator[str]:
        """Yield the effect of each value alone, then the best combination."""
        label, names = self.study.plan["label"], self.study.plan["headline"]
        for at, (name, labels) in enumerate(self.axes.items()):
            for other in labels[1:]:
                there = (*self.reference[:at], other, *self.reference[at + 1 :])
                told = [self.effect(there, one) for one in names if one in self.quantities]
                yield f"{label}, {name} {other} in place of {labels[0]}: {'; '.join(told)}."
        yield from self.best()

    def effect(self, labels: Labels, name: str) -> str:
        """Describe how a quantity differs from that of the first combination."""
        more = changed(self.change(labels, name), unit=self.unit_of_change(name))
        return f"{self.quantities[name]['words']}: {more}"

    def best(self) -> Iterator[str]:
        """Yield the combination with the largest mean of the headline's first quantity."""
        if len(self.runs) > 2:
            yield from self.best_by(self.study.plan["headline"][0], 1)

    def best_by(self, name: str, sign: int) -> Iterator[str]:
        """Yield the combination with the largest mean, or by a negative sign the smallest."""
        one, means = self.quantities[name], {at: self.mean(at, name) for at in self.runs}
        if len(means) > 1:
            keys = {at: -sign * mean.value for at, mean in means.items()}
            best, second, *_ = sorted(keys, key=lambda at: (np.isnan(keys[at]), keys[at]))
            ahead = changed(self.change(best, name, second), unit=self.unit_of_change(name))
            which = f"{'highest' if sign > 0 else 'lowest'} {one['words']} of {len(means)}"
            ours = f"{self.name(best)} with {said(means[best])} {one['unit']}".rstrip()
            label = self.study.plan["label"]
            yield f"{label}, {which}: {ours}; beside {self.name(second)}: {ahead}."

    def kept(self) -> dict[str, pa.Table]:
        """Return every run."""
        rows = [
            {**dict(zip(self.axes, at, strict=True)), "seed": seed}
            | {name: float(values[n]) for name, values in runs.values.items()}
            for at, runs in self.runs.items()
            for n, seed in enumerate(seeds_of(self.study))
        ]
        return {"runs": pa.Table.from_pylist(rows)}


class Asked(Part):
    """A study: a part whose outcome is `Findings`."""

    def told_by(self, name: str, otherwise: Any) -> Any:
        """Return a module's attribute of this name, or else that of every study."""
        return super().told_by(name, OF_EVERY_STUDY.get(name, otherwise))


def page(found: Findings) -> dict[str, Any]:
    """Return the context of the page; the terminal shows its tables and verdicts."""
    plan, listed = found.study.plan, found.listed()
    return {
        "command": plan["command"],
        "assumptions": plan["assumption"],
        "subject": found.subject,
        "verdicts": list(found.verdicts()),
        "listed": listed,
        "printed": plan.get("printed", list(listed)),
    }


def texts(found: Findings) -> dict[str, str]:
    """Return the tables of the page as CSV, by file name."""
    made = {f"{name}.csv": io.StringIO() for name in found.listed()}
    for text, (_, heads, rows, _) in zip(made.values(), found.listed().values(), strict=True):
        csv.writer(text, lineterminator="\n").writerows([heads, *rows])
    return {name: text.getvalue() for name, text in made.items()}


def compare(found: Varied) -> Figure:
    """Draw each quantity of the plan's `shown`, a row per combination, with 95 % intervals."""
    names = [name for name in found.study.plan["shown"] if name in found.quantities]
    rows = list(found.runs)
    size = (2.2 + 2.6 * len(names), 0.95 + 0.28 * len(rows))
    figure, panels = drawing.panels(len(names), size, sharey=True)
    first = next(iter(found.axes.values()))
    for axes, name in zip(panels, names, strict=True):
        for height, at in enumerate(reversed(rows)):
            colour = drawing.SERIES[first.index(at[0]) % len(drawing.SERIES)]
            drawing.dot(axes, height, found.mean(at, name), colour, across=True)
        one = found.quantities[name]
        label = textwrap.fill(quantity(one["words"], one["unit"]), 26)
        axes.set_xlabel(label, fontsize=8.5)
        drawing.names_axis(axes, [found.name(at) for at in rows], fontsize=8)
        axes.set_ylim(-0.6, len(rows) - 0.4)
    return figure


OF_EVERY_STUDY: dict[str, Any] = {
    "page": page,
    "texts": texts,
    "tables": lambda found: found.kept(),
    "manifest": lambda found: {"kind": "study", "verdicts": list(found.verdicts())},
    "FIGURES": {"compare": compare},
}


def seeds_of(study: Study) -> list[int]:
    """Return the seeds of a study."""
    return [study.plan["seed"] + n for n in range(study.plan["seeds"])]


def starting(
    plan: Mapping[str, Any], flows: int, first: int = 0
) -> Callable[[int], dict[str, Any]]:
    """Return a function that draws by seed the start times of flows from the first one on."""

    def drawn(seed: int) -> dict[str, Any]:
        at_s = random(seed, "starts").uniform(0.0, plan["starts_within_s"], flows)
        return {f"flows[{first + n}].start": f"{one:.6f} s" for n, one in enumerate(at_s)}

    return drawn


def run(
    study: Study,
    measured: Callable[[Mapping[str, pa.Table], int], Mapping[str, Floats]],
    keep: Sequence[str],
    of_seed: Callable[[int], Mapping[str, Any]] = lambda _: {},
) -> dict[Labels, Runs]:
    """Run every combination of the plan's axes with every seed and the values drawn from it.

    Raises
    ------
    InputError
        When there are too many runs, or the first quantity of the headline is zero in all.
    """
    plan, axes = study.plan, study.plan["axes"]
    cases: list[Labels] = list(itertools.product(*axes.values()))
    seeds = seeds_of(study)
    if len(cases) * len(seeds) > MOST_RUNS:
        raise InputError(
            f"{len(cases)} combinations with {len(seeds)} seeds are more than {MOST_RUNS} runs; "
            "expected fewer values or a smaller --seeds"
        )

    def values(case: Labels, seed: int) -> dict[str, Any]:
        given = (axes[axis][label] for axis, label in zip(axes, case, strict=True))
        return {key: value for one in (of_seed(seed), *given) for key, value in one.items()}

    runs = study.cases(study.part, plan["scenario"], cases, seeds, values, measured, keep=keep)
    first = plan["headline"][0]
    if not any(one.values[first].any() for one in runs.values()):  # true for NaN
        raise InputError(
            f"{plan['label']}: the {plan['quantities'][first]['words']} is zero in every run; "
            "expected flows with a path, that start before the end of the run"
        )
    return runs


def in_percent(ratio: Estimate) -> Estimate:
    """Return a ratio as how much more the one is than the other, %."""
    low, high = (None if end is None else 100 * (end - 1) for end in (ratio.low95, ratio.high95))
    return Estimate(100 * (ratio.value - 1), low, high, ratio.n)


def changed(change: Estimate, more: str = "more", less: str = "less", unit: str = "%") -> str:
    """Say how much more something is; with zero in the interval no difference is found."""
    space = f" {unit}".rstrip()
    if np.isnan(change.value):
        return "not to be compared: no run has it in both"
    if change.low95 is None or change.high95 is None:
        way = less if change.value < 0 else more
        return f"{abs(change.value):.3g}{space} {way} (one run, no interval)"
    low, high = change.low95, change.high95
    if low <= 0 <= high:
        ends = (f"{one:.0f}" if abs(one) >= 100 else f"{one:.2g}" for one in (low, high))
        return f"no difference found ({change.n} runs, {' to '.join(ends)}{space})"
    if change.value < 0:
        return f"{-change.value:.3g}{space} {less} ({-high:.3g} to {-low:.3g})"
    return f"{change.value:.3g}{space} {more} ({low:.3g} to {high:.3g})"
