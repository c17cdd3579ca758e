"""Input of the analysis of a part: the data of its paper, and stored runs.

Knows no paper. A paper is a directory: `paper.toml` and the files that all parts share,
`published.csv`, `assumptions.toml`, and a directory for each part with `study.toml`.
"""

import csv
import importlib
import io
import itertools
import math
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._scenario import source
from skyseam._work import Progress
from skyseam.measures.intervals import Estimate, over_seeds, single_run
from skyseam.reproduce.store import Reduce, Store

RUN_COLUMNS = (
    "transfer_time_s", "bytes", "goodput_bps", "packets_sent", "retransmissions",
    "spurious_retransmissions", "timeouts", "recoveries", "drops",
)  # fmt: skip
"""What is kept of the flow of each run, of what its transport states."""

UP_TO = 0.8
"""Part of a published "up to" that ours has to reach: "up to 40 %" holds from 32 % to 40 %."""

COMPARISON_COLUMNS = [
    "id", "reading", "published", "simulated", "low95", "high95", "unit", "n", "note",
]  # fmt: skip

Case = TypeVar("Case")
Item = TypeVar("Item")


@dataclass(frozen=True)
class Published:
    """A number of the paper: its place, its quantity, and whether it is exact."""

    id: str
    where: str
    quantity: str
    condition: str
    value: float
    unit: str
    kind: str


@dataclass(frozen=True)
class Compared:
    """A published number beside ours, under one of the paper's readings if it has several."""

    published: Published
    simulated: Estimate
    note: str
    reading: str = ""

    @property
    def deviation_percent(self) -> float:
        """Simulated minus published, in percent of published; NaN for a published zero."""
        if self.published.value == 0:
            return math.nan
        return 100 * (self.simulated.value / self.published.value - 1)

    @property
    def holds(self) -> bool | None:
        """Whether a claim of kind `at_most`, `at_least` or `up_to` holds; None for a number."""
        ours, bound = self.simulated.value, self.published.value
        ranges = {
            "at_most": (-math.inf, bound),
            "at_least": (bound, math.inf),
            "up_to": (UP_TO * bound, bound),
        }
        if self.published.kind not in ranges:
            return None
        low, high = ranges[self.published.kind]
        return low <= ours <= high


def once(rows: Sequence[Compared]) -> list[Compared]:
    """Return rows; those of a number that are alike under all readings are one, without a reading.

    Rows with a single reading are unchanged.
    """
    found = []
    for row in rows:
        alike = [one for one in rows if one.published.id == row.published.id]
        if any(one.simulated != row.simulated for one in alike):
            found.append(row)
        elif alike[0] is row:
            found.append(replace(row, reading=""))
    return found


def comparison_csv(rows: Sequence[Compared], accepted: Sequence[Mapping[str, Any]] = ()) -> str:
    """Write published beside simulated, one row per number, as every reproduction does.

    `accepted` has claims in words and bands of other programs: mappings with `quantity`, `said`,
    `ours` (an Estimate), `holds` and, if there is one, `unit`. The words of `said` appear in the
    column `published`, with a note that they are not a number of the paper.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")

    def write(what: Sequence[str], ours: Estimate, unit: str, note: str) -> None:
        ends = ["" if end is None else f"{end:.6g}" for end in (ours.low95, ours.high95)]
        table.writerow([*what, f"{ours.value:.6g}", *ends, unit, ours.n, note])

    table.writerow(COMPARISON_COLUMNS)
    for row in rows:
        known = row.published
        write([known.id, row.reading, f"{known.value:g}"], row.simulated, known.unit, row.note)
    for one in accepted:
        note = f"claim or band, not a published number; {'holds' if one['holds'] else 'missed'}"
        write([one["quantity"], "", one["said"]], one["ours"], one.get("unit", ""), note)
    return text.getvalue()


PAPERS = Path(__file__).resolve().parent.parent / "papers"
"""Where the papers are that come with Skyseam."""


@dataclass(frozen=True)
class Paper:
    """The directory of a paper."""

    folder: Path

    @property
    def name(self) -> str:
        """Name on the command line."""
        return self.folder.name

    @property
    def is_own(self) -> bool:
        """Whether the paper comes with Skyseam."""
        return self.folder.is_relative_to(PAPERS.parent)

    @cached_property
    def published(self) -> dict[str, Published]:
        """Published numbers by id."""
        rows = self.rows("published.csv") if (self.folder / "published.csv").is_file() else []
        return {row["id"]: Published(**row | {"value": float(row["value"])}) for row in rows}

    @cached_property
    def readings(self) -> list[str]:
        """Names of the paper's readings; one empty name if it has a single reading.

        The table `[readings]` of `paper.toml` lists them with their meanings.
        """
        return list(self.document("paper.toml").get("readings", {"": ""}))

    @cached_property
    def assumptions(self) -> list[dict[str, str]]:
        """Assumptions: open points of the paper, the choice made, and its reason."""
        return self._listed("assumptions.toml", "assumption")

    @cached_property
    def once(self) -> list[dict[str, str]]:
        """Results of additional runs, outside the study, that explain deviations."""
        return self._listed("once.toml", "once")

    def _listed(self, name: str, key: str) -> list[dict[str, str]]:
        return list(self.document(name)[key]) if (self.folder / name).is_file() else []

    def document(self, name: str) -> dict[str, Any]:
        """Read a TOML file.

        Raises
        ------
        InputError
            When there is no such file, or it is not TOML.
        """
        path = self.folder / name
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(f"{path} cannot be read: {error}") from error

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Read a CSV file with a header."""
        with (self.folder / name).open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def module(self, name: str) -> ModuleType:
        """Import a module of the paper, such as `whole` or `PART.analysis`.

        A paper that does not come with Skyseam is a package of its own, so that its modules can
        import each other by `from .. import`.
        """
        if self.is_own:
            package = ".".join(self.folder.relative_to(PAPERS.parent.parent).parts)
            return importlib.import_module(f"{package}.{name}")
        package = f"skyseam_paper_{sha256(str(self.folder).encode()).hexdigest()[:12]}"
        if package not in sys.modules:
            sys.modules[package] = ModuleType(package)
            sys.modules[package].__path__ = [str(self.folder)]
        return importlib.import_module(f"{package}.{name}")


def chosen(plan: Mapping[str, Any], quick: bool) -> dict[str, Any]:
    """Return a plan without its `quick_` keys, which replace the others in a quick study."""

    def of(value: Any) -> Any:
        if isinstance(value, list):
            return [of(one) for one in value]
        return chosen(value, quick) if isinstance(value, dict) else value

    kept = {key: of(value) for key, value in plan.items() if not key.startswith("quick_")}
    if quick:
        prefix = "quick_"
        kept |= {k.removeprefix(prefix): v for k, v in plan.items() if k.startswith(prefix)}
    return kept


@dataclass(frozen=True)
class Runs:
    """The runs of a case: for each quantity a value per seed.

    Cases with the same seed have the same channel: they are compared run by run.
    """

    values: Mapping[str, Floats]

    def mean(self, quantity: str) -> Estimate:
        """Return the mean over seeds with its 95 % interval; a single run has no interval."""
        return over_seeds(self.values[quantity])

    def first(self, count: int) -> "Runs":
        """Return the runs of the first seeds."""
        return Runs({name: values[:count] for name, values in self.values.items()})

    def single_run(self, quantity: str) -> tuple[float, float] | None:
        """Return the range of one further run with 95 % probability."""
        return single_run(self.values[quantity])

    def less(self, other: "Runs", quantity: str) -> Floats:
        """Return the difference from the other runs, per seed."""
        return np.asarray(self.values[quantity] - other.values[quantity])

    def ratio(self, other: "Runs", quantity: str) -> Estimate:
        """Return the ratio to the other runs: the mean over seeds, with its interval."""
        return over_seeds(np.asarray(self.values[quantity] / other.values[quantity]))

    def gain(self, other: "Runs", quantity: str) -> Floats:
        """Return the difference from the other runs, in percent of them, per seed."""
        return np.asarray(100 * (self.values[quantity] / other.values[quantity] - 1))


def by_case(
    values: Mapping[str, Floats], cases: Iterable[Case], counts: Sequence[int]
) -> dict[Case, Runs]:
    """Split the quantities of consecutive runs by case; `counts` has the runs of each."""
    each = zip(cases, np.cumsum(counts).tolist(), counts, strict=True)
    return {
        case: Runs({name: of[end - n : end] for name, of in values.items()})
        for case, end, n in each
    }


def together(parts: Sequence[Runs]) -> Runs:
    """Join the runs of a case that were made in several parts, of what all parts have."""
    names = [name for name in parts[0].values if all(name in one.values for one in parts)]
    return Runs({name: np.concatenate([one.values[name] for one in parts]) for name in names})


def where(runs: Mapping[Case, Item], **wanted: object) -> dict[Case, Item]:
    """Return the items of cases that have these values."""
    return {
        case: of_it
        for case, of_it in runs.items()
        if all(getattr(case, name) == value for name, value in wanted.items())
    }


def mean(table: pa.Table, column: str, **wanted: object) -> Estimate:
    """Return the mean of a column over the rows that have these values, with its 95 % interval.

    For tables of :meth:`Study.grids`: a name with dots is given as `**{"wires[0].delay": "9 ms"}`.
    """
    for name, value in wanted.items():
        table = table.filter(pc.equal(table[name], value))
    if not table.num_rows:
        raise InputError(f"no run has {wanted}; the grid of study.toml has others")
    return over_seeds(table[column].to_numpy().astype(np.float64))


def runs_table(runs: Mapping[Any, Runs], seeds: Sequence[int]) -> pa.Table:
    """Return every run as a table: values of its case, its seed, its quantities."""
    rows = [
        {
            **vars(case),
            "seed": seed,
            **{key: float(np.asarray(values)[n]) for key, values in told.values.items()},
        }
        for case, told in runs.items()
        for n, seed in enumerate(seeds)
    ]
    return pa.Table.from_pylist(rows)


@dataclass(frozen=True)
class Study:
    """A part of a paper in preparation.

    `paper`: paper that it belongs to. `part`: name of its directory. `quick`: whether few runs are
    enough. `threads`: threads to use; all cores when None. The result is the same on any number.
    `progress`: called with the fraction done and a text. `store`: store of finished runs.
    `outcomes`: results of finished parts, by name. `asked`: values of the plan that the caller
    gives in the place of the files' values.
    """

    paper: Paper
    part: str
    quick: bool = False
    threads: int | None = None
    progress: Progress | None = None
    store: Store = field(default_factory=Store)
    outcomes: dict[str, Any] = field(default_factory=dict)
    asked: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def plan(self) -> dict[str, Any]:
        """Plan: `study.toml` over `paper.toml`, with the quick values of a quick study."""
        told = self.paper.document("paper.toml")
        plan = chosen(told | self.paper.document(f"{self.part}/study.toml"), self.quick)
        return plan | dict(self.asked)

    def beside(self, part: str) -> "Study":
        """Return the same study for another part of the paper."""
        return replace(self, part=part)

    def of(self, part: str) -> Any:
        """Return the results of a part of the paper, which is run unless it has been."""
        if part not in self.outcomes:
            make = getattr(self.paper.module(f"{part}.analysis"), "make", Study.grids)
            self.outcomes[part] = make(self.beside(part))
        return self.outcomes[part]

    def path(self, name: str) -> Path:
        """Return a file of the part, or else of the paper."""
        own = self.paper.folder / self.part / name
        return own if own.exists() else self.paper.folder / name

    def document(self, name: str) -> dict[str, Any]:
        """Read a TOML file of the part, or else of the paper."""
        return self.paper.document(str(self.path(name).relative_to(self.paper.folder)))

    def published(self, name: str) -> float:
        """Return a published number."""
        return self.paper.published[name].value

    def within(self, first: float, last: float, text: str | None = None) -> "Study":
        """Return the same study with its progress mapped to `first` .. `last` of this one's."""
        whole = self.progress
        if whole is None:
            return self

        def part(done: float, word: str) -> None:
            whole(first + (last - first) * done, text or word)

        return replace(self, progress=part)

    def shares(self, weights: Sequence[float]) -> "list[Study]":
        """Return a study for each of several consecutive pieces of work."""
        ends = [0.0, *itertools.accumulate(weights)]
        return [self.within(a / ends[-1], b / ends[-1]) for a, b in itertools.pairwise(ends)]

    @property
    def options(self) -> dict[str, Any]:
        """Options of functions that run simulations."""
        return {"threads": self.threads, "progress": self.progress}

    def sweep(
        self,
        name: str,
        scenario: Path | str | dict[str, Any],
        runs: Sequence[Mapping[str, Any]],
        *,
        keep: Sequence[str] = ("flows",),
    ) -> dict[str, pa.Table]:
        """Run a scenario, or the file of that name, many times; as :meth:`Store.sweep`."""
        base = self.path(scenario) if isinstance(scenario, str) else scenario
        return self.store.sweep(name, base, runs, keep=keep, **self.options)

    def runs(self, name: str, scenarios: Iterable[dict[str, Any]]) -> pa.Table:
        """Run scenarios of one flow each with the same tables; return a row per run, in order."""
        listed = list(scenarios)
        if not listed:
            raise InputError(f"{name} has no runs; expected at least one")
        # A sweep's scenario has all keys; what its runs replace is of the first.
        flows = self.sweep(name, listed[0], _differing(listed))["flows"]
        # Further parts of a split connection have rows of their own.
        flows = flows.filter(pc.equal(flows["flow"], flows["part_of"]))
        if flows.num_rows != len(listed):
            raise InputError(f"{name}: {flows.num_rows} flows of {len(listed)} runs of one each")
        return flows.select([column for column in RUN_COLUMNS if column in flows.column_names])

    def reduced(
        self, name: str, scenarios: Sequence[dict[str, Any]], reduce: Reduce, at_once: int = 128
    ) -> dict[str, pa.Table]:
        """Run scenarios and keep the result of `reduce` for each; as :meth:`Store.reduced`."""
        return self.store.reduced(name, scenarios, reduce, at_once=at_once, **self.options)

    def computed(
        self,
        name: str,
        scenario: dict[str, Any],
        asked: object,
        count: int,
        compute: Callable[[int], Mapping[str, pa.Table]],
    ) -> dict[str, pa.Table]:
        """Compute tables of a scenario, whose files count too; as :meth:`Store.computed`."""
        return self.store.computed(name, [repr(source(scenario)), asked], count, compute)

    def cases(
        self,
        name: str,
        scenario: Path | str | dict[str, Any],
        cases: Sequence[Case],
        seeds: Sequence[int],
        changed: Callable[[Case, int], Mapping[str, Any]],
        measured: Callable[[Mapping[str, pa.Table], int], Mapping[str, Floats]],
        *,
        keep: Sequence[str] = ("flows",),
    ) -> dict[Case, Runs]:
        """Run every case with every seed, and measure quantities of each run.

        `changed` returns the values of a case, with a seed, that replace the scenario's; `measured`
        returns each quantity of every run, from the tables `keep` and the number of runs.
        """
        jobs = [{**changed(case, seed), "run.seed": seed} for case in cases for seed in seeds]
        values = measured(self.sweep(name, scenario, jobs, keep=keep), len(jobs))
        return by_case(values, cases, [len(seeds)] * len(cases))

    def grids(self) -> dict[str, dict[str, pa.Table]]:
        """Run the tables of `[runs]` in study.toml: each is a grid over a scenario.

        Such a table has `scenario`, a file; `seeds`; `keep`, names of tables; and `grid`, lists of
        values by key. Every combination is run with every seed; the table `flows` of each run is
        kept too.

        Returns
        -------
        dict
            Kept tables by grid; rows have columns for the seed and each key of the grid.
        """
        grids = self.plan["runs"]
        found = {}
        for (name, told), study in zip(grids.items(), self.shares([1.0] * len(grids)), strict=True):
            keys, seeds = list(told["grid"]), told.get("seeds", [1])
            points = list(itertools.product(*told["grid"].values(), seeds))
            jobs = [dict(zip([*keys, "run.seed"], point, strict=True)) for point in points]
            keep = ["flows", *told.get("keep", [])]
            tables = study.sweep(name, told.get("scenario", "scenario.toml"), jobs, keep=keep)
            columns = dict(zip([*keys, "seed"], zip(*points, strict=True), strict=True))
            found[name] = {one: _beside(table, columns) for one, table in tables.items()}
        return found


def _differing(scenarios: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the differences between scenarios, by scenario: tables, or values of `run`."""
    flat = [
        {key: value for key, value in one.items() if key != "run"}
        | {f"run.{key}": value for key, value in one["run"].items()}
        for one in scenarios
    ]
    first = flat[0]
    same = {key for key in first if all(one[key] == first[key] for one in flat)}
    return [{key: value for key, value in one.items() if key not in same} for one in flat]


def _beside(table: pa.Table, columns: Mapping[str, Sequence[Any]]) -> pa.Table:
    """Add the overrides of each run to its rows as columns."""
    given = [name for name in table.column_names if name in columns]
    table = table.drop_columns(given) if given else table
    for name, values in columns.items():
        table = table.append_column(name, pa.array(values).take(table["run"]))
    return table
