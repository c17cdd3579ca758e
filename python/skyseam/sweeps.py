"""Sweeps: many runs of one scenario with some of its values replaced, on all cores.

Owns the results of a sweep: a store of runs that survives interruptions (`_store`), and Parquet
files made from it. The core determines the values of a run, and runs it.
"""

from __future__ import annotations

import copy
import functools
import json
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import tomli_w

from skyseam import _arrow, _core, executors
from skyseam._core import __version__
from skyseam._directory import FORMAT, MANIFEST, manifest_text, read_manifest
from skyseam._errors import (
    IdleKeyWarning,
    InputError,
    OutputError,
    RunWarning,
    SkyseamError,
    SkyseamWarning,
    cannot_write,
)
from skyseam._files import check_name, check_parent, partial_of
from skyseam._scenario import (
    Scenario,
    Source,
    beside,
    handed,
    plain,
    plugins_of,
    source,
    text_of,
)
from skyseam._store import Store, count, digest_of, foreign
from skyseam._work import IDLE_KEYS, Progress, asked, names, thread_count, whole
from skyseam.executors import Where
from skyseam.results import Results, load

if TYPE_CHECKING:
    from skyseam._core import RawTable, RunWarned
    from skyseam.plugins import Model

STORE = "runs.store"
"""The file with the finished runs in a sweep's directory."""

Overrides: TypeAlias = Mapping[str, Any]
"""The values that replace the scenario's in a run, by key, such as {"run.seed": 7}."""


@dataclass(frozen=True)
class State:
    """Progress of a sweep: `finished` of `runs` runs are stored, `made` of them by this call.

    `damage` describes stored runs that were damaged and therefore made again.
    """

    finished: int
    runs: int
    made: int
    damage: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every run is finished, so that results exist."""
        return self.finished == self.runs


class Sweep:
    """A scenario, and the values that replace its own in each of many runs.

    Made by :func:`read` from a sweep file, or by :func:`listed`.
    """

    def __init__(self, kind: executors.SweepKind, arguments: Sequence[Any], files: Source) -> None:
        self._core = executors.core_sweep(kind, arguments)
        self._files = files
        self._recipe = kind, arguments

    @property
    def title(self) -> str | None:
        """The title of the sweep file, if it has one."""
        return self._core.title

    def __len__(self) -> int:
        """Return the number of runs."""
        return self._core.runs

    def __repr__(self) -> str:
        """Show the number of runs."""
        return f"<skyseam.Sweep of {len(self)} runs>"

    @property
    def kept(self) -> list[str]:
        """Names of the tables that are kept of every run."""
        return self._core.kept

    @functools.cached_property
    def design(self) -> pa.Table:
        """One row per run: `run`, and a column for each varied key with the run's value.

        Whole numbers and quantities of one unit are numbers, with the unit in the field's metadata;
        other values are text as in a scenario. Null stands for the scenario's own value.
        """
        return _design_table(self._values)

    @functools.cached_property
    def _values(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = json.loads(self._core.values())
        return told

    @property
    def units(self) -> dict[str, str | None]:
        """The varied keys, each with the unit of its column, if it has one."""
        return {
            field.name: (field.metadata or {}).get(b"unit", b"").decode() or None
            for field in self.design.schema
            if field.name != "run"
        }

    def values(self, run: int) -> dict[str, Any]:
        """Return the values that replace the scenario's in a run, as in a scenario."""
        self._check_number(run)
        return copy.deepcopy(self._values[run])

    def resolved(self, run: int) -> dict[str, Any]:
        """Return the scenario of a run with every default filled in."""
        self._check_number(run)
        answer: dict[str, Any] = json.loads(self._core.resolved(run))
        return answer

    def _check_number(self, run: int) -> None:
        whole("run", run, 0, len(self) - 1)

    def check(self, *, threads: int | None = None) -> None:
        """Check the scenario of every run without running any.

        Raises
        ------
        ScenarioError
            For the first run that cannot be run, with the values that replace the scenario's.
        """
        with asked():
            self._core.run(list(range(len(self))), thread_count(threads))

    def made_by(self) -> dict[str, str]:
        """Return the origin of the runs: code and input, each as a version or a digest."""
        listed = {f"file {one['name']}": one["sha256"] for one in self._files.listed()}
        listed |= {f"plug-in {one.reference}": one.digest for one in self._files.files.plugins}
        return {
            "skyseam": __version__,
            "build": executors.this_build(),
            **self._identity[0],
            **listed,
        }

    @functools.cached_property
    def _identity(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Digests of what the runs are, and the resolved scenario."""
        told = json.loads(self._core.identity())
        return {key: digest_of(value) for key, value in told.items()}, told["scenario"]

    def run(
        self,
        *,
        threads: int | None = None,
        executor: Where | None = None,
        progress: Progress | None = None,
    ) -> Results:
        """Make all runs and return their results, without writing files.

        See :meth:`run_into` for runs that take long.
        """
        makers = _makers(threads, executor)
        with Store(None, self.made_by()) as store:
            self._run_missing(lambda: store, set(), makers, None, progress)
            self._warn_of_equal_replications(store)
            tables = {}
            for name in self.kept:
                tables[name] = pa.concat_tables(self._with_design(name, store))
            return Results(tables, self._manifest())

    def run_into(
        self,
        directory: str | Path,
        *,
        threads: int | None = None,
        executor: Where | None = None,
        limit: int | None = None,
        progress: Progress | None = None,
    ) -> State:
        """Make the unfinished runs in `directory`, and the results once all are finished.

        Finished runs are stored at once. After an interruption of any kind the same call resumes;
        the results have the same bytes as without one. They are a Parquet file for each kept table
        and a manifest, which :func:`skyseam.load` opens. Damaged stored runs are made again.

        Parameters
        ----------
        directory
            Directory of the runs and the results; created if it is missing.
        threads
            Number of threads; all cores when None.
        executor
            Executor of the runs, in place of threads of this process, as in
            :func:`skyseam.executors.workers`: ``"processes"``, ``"dask:ADDRESS"``,
            ``"slurm:JOBS"``, or any `concurrent.futures.Executor`. Results are the same.
        limit
            Make at most this many runs in this call.
        progress
            Called a few times a second with the fraction of all runs that are finished.

        Warns
        -----
        SkyseamWarning
            For stored runs that were found damaged.

        Raises
        ------
        ScenarioError
            When a run's scenario is refused; then none is run.
        InputError
            When the directory holds runs of another sweep, or of another version.
        OutputError
            When the directory cannot be written, holds something else, or another sweep is writing
            to it.
        WorkerError
            When workers of the executor are lost for good, or have another build of Skyseam.
        KeyboardInterrupt
            When interrupted; finished runs are stored.
        """
        directory = Path(directory)
        check_directory(directory)
        if limit is not None:
            whole("limit", limit, 0)
        makers = _makers(threads, executor)
        made_by = self.made_by()

        def open_store() -> Store:
            try:
                directory.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise cannot_write(directory, error) from error
            return stack.enter_context(Store(directory / STORE, made_by))

        with ExitStack() as stack:
            # A missing store is created once all runs have been checked.
            there = open_store() if (directory / STORE).exists() else None
            finished = set() if there is None else there.finished()
            damage = [] if there is None else there.damage
            if not finished and (results_of := _made_by(directory)) is not None:
                if results_of != made_by:
                    raise InputError(foreign(directory, results_of, made_by))
                damage.append("results are there, but no runs")
            tell_damage(directory / STORE, damage)
            store, made = self._run_missing(
                lambda: there or open_store(), finished, makers, limit, progress
            )
            state = State(len(finished) + made, len(self), made, tuple(damage))
            if state.is_complete:
                if made:
                    self._warn_of_equal_replications(store)
                self._write_results(store, directory)
        return state

    def _run_missing(
        self,
        open_store: Callable[[], Store],
        finished: set[int],
        makers: int | Where,
        limit: int | None,
        progress: Progress | None,
    ) -> tuple[Store, int]:
        """Make the unfinished runs on `threads` threads, or on workers.

        The store is opened after all runs are checked.
        """
        missing = [run for run in range(len(self)) if run not in finished][:limit]

        def note(made: int, told: str = "") -> None:
            done = len(finished) + made
            if progress is not None:
                progress(done / len(self), f"{done:,} of {len(self):,} runs{told}")

        with asked(progress):
            if not missing:
                makers = 1
            if isinstance(makers, int):
                store, warned = self._run_here(open_store, missing, makers, note)
                _warn_of_runs(warned, len(missing))
                return store, len(missing)
            self._core.run(missing, thread_count(None))
            with executors.opened(makers) as who:
                store = open_store()
                warned = executors.make_runs(
                    who,
                    executors.recipe(*self._recipe),
                    missing,
                    store.add,
                    lambda made, at_once: note(made, f" on {at_once:,} workers"),
                )
            _warn_of_runs(warned, len(missing))
            return store, len(missing)

    def _run_here(
        self,
        open_store: Callable[[], Store],
        missing: list[int],
        threads: int,
        note: Callable[[int], None],
    ) -> tuple[Store, list[RunWarned]]:
        stores: list[Store] = []

        def take(runs: list[int], raw: dict[str, RawTable]) -> None:
            stores[0].add(runs, {name: _arrow.table(table) for name, table in raw.items()})

        warned = self._core.run(
            missing,
            threads,
            lambda: stores.append(open_store()),
            take,
            lambda fraction, _: note(round(fraction * len(missing))),
        )
        return stores[0], warned

    def _with_design(self, name: str, store: Store) -> Iterable[pa.Table]:
        """Yield the rows of a table by run; rows of flows include the values of each run."""
        for piece in store.in_order(name):
            if name != "flows":
                yield piece
                continue
            runs = piece["run"].to_numpy()
            yield _joined(piece, self.design.take(pa.array(runs)))

    def _warn_of_equal_replications(self, store: Store) -> None:
        """Warn of runs that differ only in their seed but have the same flows."""
        if "run.seed" not in self.units:
            return
        alike: dict[str, list[int]] = {}
        for run, values in enumerate(self._values[:MOST_COMPARED]):
            others = {key: value for key, value in values.items() if key != "run.seed"}
            alike.setdefault(json.dumps(others, sort_keys=True), []).append(run)
        compared = {run for runs in alike.values() if len(runs) > 1 for run in runs[:2]}
        flows: dict[int, pa.Table] = {}
        for piece in store.in_order("flows"):
            for run in compared.intersection(piece["run"].to_pylist()):
                flows[run] = piece.filter(pc.equal(piece["run"], run)).drop_columns(["run"])
        pairs = [runs[:2] for runs in alike.values() if len(runs) > 1]
        # A run without flows has no rows.
        equal = [one for one, other in pairs if _are_equal(flows.get(one), flows.get(other))]
        if pairs and len(equal) == len(pairs):
            warnings.warn(
                f"warning: seeds have no effect: runs {pairs[0][0]} and {pairs[0][1]}, with "
                "different seeds, have the same flows, since nothing in them is random: confidence "
                "intervals over replications have no width; leave `replications` out, or make "
                "something random, such as `start`, places, losses or sessions",
                RunWarning,
                stacklevel=4,
            )

    def _write_results(self, store: Store, directory: Path) -> None:
        files = {f"{table}.parquet": table for table in self.kept}
        for file, table in files.items():
            _write_whole(directory / file, self._parquet(table, store))
        _, text = manifest_text(directory, self._manifest(), files)
        _write_whole(directory / MANIFEST, lambda path: path.write_text(text, encoding="utf-8"))

    def _parquet(self, name: str, store: Store) -> Callable[[Path], object]:
        def write(path: Path) -> None:
            writer: pq.ParquetWriter | None = None
            try:
                for piece in self._with_design(name, store):
                    if writer is None:
                        writer = pq.ParquetWriter(path, piece.schema, compression="zstd")
                    writer.write_table(piece, row_group_size=max(1, piece.num_rows))
            finally:
                if writer is not None:
                    writer.close()

        return write

    def _manifest(self) -> dict[str, Any]:
        """Return the manifest of a sweep's results, which does not depend on its execution."""
        variables = [{"key": key, "unit": unit} for key, unit in self.units.items()]
        beside = self._files.listed()
        return {
            "format": FORMAT,
            "kind": "sweep",
            "title": self.title,
            "skyseam": __version__,
            "made_by": self.made_by(),
            "runs": len(self),
            "variables": variables,
            "kept": self.kept,
            "scenario": self._identity[1],
            **({"scenario_files": beside} if beside else {}),
        }


def read(sweep: Scenario, *, models: Sequence[Model] = ()) -> Sweep:
    """Read a sweep file: docs/sweep.md has the format.

    Parameters
    ----------
    sweep
        Path of a TOML file, TOML text by :func:`skyseam.toml`, or the same as nested dicts. Files
        in it are relative to its directory; for text and mappings to the working directory.
    models
        As in :func:`skyseam.run`.

    Raises
    ------
    ScenarioError
        When the sweep is refused; the text shows each line at fault.
    InputError
        When a file cannot be read.
    PluginError
        When a plug-in cannot be loaded.
    """
    text, name, directory = text_of(sweep, "sweep")
    inside = Source(text, name, beside(_core.sweep_references(text), directory))
    inside.files.plugins = plugins_of(text, name, directory, models)
    named = _core.sweep_base(text)
    if named is None:
        return Sweep("read", inside, inside)
    try:
        base = source(directory / named)
    except InputError as error:
        return Sweep("read", (*inside, str(error)), inside)
    base.files.plugins = tuple(dict.fromkeys((*base.files.plugins, *inside.files.plugins)))
    return Sweep("read", (*inside, (base.text, base.name, base.files)), base)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of sweep files."""
    answer: dict[str, Any] = json.loads(_core.sweep_schema())
    return answer


def listed(
    scenario: Scenario,
    runs: Iterable[Overrides],
    *,
    keep: Sequence[str] = ("flows",),
    models: Sequence[Model] = (),
) -> Sweep:
    """Make a sweep of runs listed one by one.

    Parameters
    ----------
    scenario
        The common part of all runs, as in :func:`skyseam.run`; it need not be complete.
    runs
        For each run the values that replace the scenario's, by key: `"run.seed"`,
        `"terminals.Hawaii.latitude"` (an element by its name), `"flows[0].application.size"` (by
        its number). Values are as in a scenario: text with units, whole numbers, tables.
    keep
        Names of the tables to keep of every run; `flows` is always kept. Time series exist if
        `run.record` or `run.throughput_bin` asks for them.
    models
        As in :func:`skyseam.run`.

    Raises
    ------
    ScenarioError, InputError, PluginError
        When the scenario cannot be read, or there is no such key.
    """
    read = source(scenario, models)
    if isinstance(runs, str | Mapping):
        raise InputError("runs is a list of mappings, one for each run; put a single one in a list")
    told = []
    for number, run in enumerate(runs):
        if not isinstance(run, Mapping):
            raise InputError(f"run {number} is a {type(run).__name__}; expected a mapping")
        try:
            told.append(plain(run, "what it replaces"))
        except InputError as error:
            raise InputError(f"run {number} of the list: {error}") from error
    if not told:
        raise InputError("a sweep needs runs; expected a list of at least one")
    tables = list(dict.fromkeys(["flows", *names("keep", keep)]))
    try:
        text = json.dumps(told, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"a value of a run cannot be in a scenario: {error}") from error
    if "python" in text or handed:
        *_, directory = text_of(scenario, "scenario")
        more = plugins_of(tomli_w.dumps({"runs": told}), "the list of runs", directory)
        read.files.plugins = tuple(dict.fromkeys((*read.files.plugins, *more)))
    with asked():
        return Sweep("listed", (*read, text, tables), read)


def sweep(
    sweep: Scenario | Sweep,
    directory: str | Path | None = None,
    *,
    threads: int | None = None,
    executor: Where | None = None,
    progress: Progress | None = None,
    models: Sequence[Model] = (),
) -> Results:
    """Make all runs of a sweep and return their results.

    Parameters
    ----------
    sweep
        A sweep file as in :func:`skyseam.sweeps.read`, or a :class:`Sweep`.
    directory
        Where runs and results are stored, so that the same call resumes after an interruption; when
        None, no files are written.
    threads
        Number of threads; all cores when None.
    executor
        Executor of the runs, in place of threads, as in :meth:`skyseam.Sweep.run_into`.
    progress
        Called a few times a second with the fraction done and a short text.
    models
        As in :func:`skyseam.run`; a :class:`Sweep` has its own.

    Returns
    -------
    Results
        `flows` and the other kept tables of all runs, each with a column `run`; `flows` also with a
        column for each key that is varied.

    Raises
    ------
    ScenarioError, InputError, OutputError
        As :func:`skyseam.sweeps.read` and :meth:`skyseam.Sweep.run_into`.
    """
    if isinstance(sweep, Sweep) and models:
        raise InputError("models are those of the Sweep; give them where it is made")
    found = sweep if isinstance(sweep, Sweep) else read(sweep, models=models)
    if directory is None:
        return found.run(threads=threads, executor=executor, progress=progress)
    found.run_into(directory, threads=threads, executor=executor, progress=progress)
    return load(directory)


def check_directory(directory: Path) -> None:
    """Refuse a path that holds anything but the runs of a sweep.

    Raises
    ------
    OutputError
        With what is there, and what to do.
    """
    check_name(directory.absolute(), OutputError)
    try:
        if not directory.exists() and not directory.is_symlink():
            check_parent(directory)
            return
        if not directory.is_dir():
            raise OutputError(f"{directory} is a file; a sweep writes a directory, name another")
        if (directory / STORE).exists() or not any(directory.iterdir()):
            return
        if _made_by(directory) is not None:
            return
    except SkyseamError:
        raise
    except OSError as error:
        raise cannot_write(directory, error) from error
    raise OutputError(
        f"{directory} exists and holds no runs of a sweep; it is not changed; name another place"
    )


def finished(directory: Path) -> int:
    """Return how many runs are finished in a sweep's directory, whatever their origin."""
    return count(directory / STORE)


def _made_by(directory: Path) -> dict[str, str] | None:
    """Return the origin of a sweep's results in a directory; None if there are none."""
    manifest, fault = read_manifest(directory)
    if manifest is None or fault or manifest.get("kind") != "sweep":
        return None
    made_by: dict[str, str] = manifest["made_by"]
    return made_by


def tell_damage(path: Path, damage: Sequence[str]) -> None:
    """Warn of damaged runs that are made again."""
    if not damage:
        return
    listed = "".join(f"\n  {one}" for one in damage[:MOST_TOLD])
    if len(damage) > MOST_TOLD:
        listed += f"\n  and {len(damage) - MOST_TOLD:,} more"
    warnings.warn(
        f"warning: {path} was damaged; the missing runs are made again:{listed}",
        SkyseamWarning,
        stacklevel=3,
    )


MOST_COMPARED = 1000
"""Runs among which those that differ in their seed alone are compared."""

MOST_TOLD = 10
"""The most damaged pieces that are named in a warning."""


def _are_equal(one: pa.Table | None, other: pa.Table | None) -> bool:
    return other is None if one is None else other is not None and one.equals(other)


def _warn_of_runs(warned: Iterable[RunWarned], made: int) -> None:
    """Warn once per kind of warning, naming the first run that has it.

    Idle keys are named only if they did not come into play in any of the runs that were made.
    """
    kinds: dict[str, tuple[int, str, int]] = {}
    for kind, run, words, runs in warned:
        known = kinds.get(kind, (run, words, 0))
        kinds[kind] = (*min((run, words), known[:2]), known[2] + runs)
    idle = [kinds.pop(kind) for kind in sorted(kinds) if kind.startswith(IDLE_KEY)]
    pieces = [piece for _, piece, count in idle if count == made]
    if pieces:
        more = f"; and {len(pieces) - MOST_KEYS} more" if len(pieces) > MOST_KEYS else ""
        those = "the run" if made == 1 else f"any of {made:,} runs"
        warnings.warn(
            f"note: {IDLE_KEYS} in {those}: {'; '.join(pieces[:MOST_KEYS])}{more}",
            IdleKeyWarning,
            stacklevel=5,
        )
    told = sorted(kinds.values())
    for run, words, runs in told[:MOST_WARNINGS]:
        others = {1: "", 2: " and another run"}.get(runs, f" and {runs - 1} other runs")
        warnings.warn(f"warning: run {run}{others}: {words}", RunWarning, stacklevel=5)
    if len(told) > MOST_WARNINGS:
        beyond = len(told) - MOST_WARNINGS
        warnings.warn(f"warning: {beyond} more kinds of warnings of runs", RunWarning, stacklevel=5)


IDLE_KEY = "idle key "
"""First words of the kind of a key that did not come into play."""

MOST_KEYS = 10
"""The most keys that did not come into play that a sweep tells."""

MOST_WARNINGS = 10
"""The most kinds of warnings of runs that a sweep tells."""


def _write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file atomically: it appears whole or not at all."""
    try:
        with partial_of(path, is_directory=False) as partial:
            write(partial)
            with partial.open("rb") as file:
                os.fsync(file.fileno())
            partial.chmod(0o644)
            partial.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error


def _makers(threads: int | None, executor: Where | None) -> int | Where:
    """Return the number of threads that make the runs, or the name of the executor."""
    if executor is None:
        return thread_count(threads)
    if threads is not None:
        raise InputError("threads and executor are given; runs are made by one or the other")
    executors.expect(executor)
    return executor


_QUANTITY = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?) ([^\s0-9]\S*)")


def _design_table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    keys = list(dict.fromkeys(key for row in rows for key in row))
    fields = [pa.field("run", pa.uint64())]
    arrays = [pa.array(np.arange(len(rows), dtype=np.uint64))]
    for key in keys:
        field, array = _column(key, [row.get(key) for row in rows])
        fields.append(field)
        arrays.append(array)
    return pa.table(arrays, schema=pa.schema(fields))


def _column(key: str, values: Sequence[Any]) -> tuple[pa.Field, pa.Array]:
    """Return a key's values as a column of the simplest type that holds them."""
    there = [value for value in values if value is not None]
    if all(isinstance(value, bool) for value in there):
        return pa.field(key, pa.bool_()), pa.array(values, pa.bool_())
    if all(isinstance(value, int) and not isinstance(value, bool) for value in there):
        return pa.field(key, pa.int64()), pa.array(values, pa.int64())
    texts = [v if v is None or isinstance(v, str) else json.dumps(v) for v in values]
    matches = [None if text is None else _QUANTITY.fullmatch(text) for text in texts]
    units = {match[2] if match else None for match in matches}
    if len(units) == 1 and (unit := units.pop()) is not None:
        numbers = [float(match[1]) for match in matches if match]
        return pa.field(key, pa.float64(), metadata={"unit": unit}), pa.array(numbers)
    return pa.field(key, pa.string()), pa.array(texts, pa.string())


def _joined(flows: pa.Table, given: pa.Table) -> pa.Table:
    """Return flows with the values of their runs, after the column `run`."""
    schema = flows.schema.remove(0)
    columns = [*given.itercolumns(), *flows.columns[1:]]
    fields = [*given.schema, *schema]
    return pa.table(columns, schema=pa.schema(fields))
