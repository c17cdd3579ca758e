"""Store of runs: a long study interrupted at any point continues where it stopped.

All runs of studies are in stores of `skyseam._store`, like those of sweeps. Most studies are
sweeps; results that are in no table of a sweep are first reduced to tables. A store is named after
its request and the code that answered it, so that another scenario or another build never gets an
old answer. Knows no paper.
"""

import hashlib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from skyseam import _core, results, simulate, sweeps
from skyseam._core import __version__
from skyseam._errors import InputError
from skyseam._store import Store as RunStore
from skyseam._store import digest_of
from skyseam._work import Progress
from skyseam.executors import Workers
from skyseam.results import Results

Reduce: TypeAlias = Callable[[Results], Mapping[str, pa.Table]]
"""Makes of the results of a run what is kept of it."""


class Store:
    """Finished runs on disk, in a directory; nothing is stored when that is None.

    `workers` make the runs of sweeps in place of threads; reduced runs are made here. Names of
    stored runs are for people; `threads` and `progress` are those of :func:`skyseam.run_batch`.
    """

    def __init__(self, directory: Path | None = None, workers: Workers | None = None) -> None:
        self.directory = directory
        self._workers = workers

    def reduced(
        self,
        name: str,
        scenarios: Sequence[dict[str, Any]],
        reduce: Reduce,
        *,
        at_once: int = 128,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, pa.Table]:
        """Run scenarios and store the tables of `reduce`, where no table of a sweep has them.

        `reduce` turns the results of a run into tables, the same ones with the same columns for
        every run; a change of its source file invalidates stored runs. `at_once` runs are made
        before they are reduced and stored: they are in memory together, and an interruption loses
        them. Returns the tables of all runs in order, with a column `run`. Warns of kept runs that
        are damaged, and makes them again.
        """
        if not scenarios:
            raise InputError(f"{name} has no runs; expected at least one")
        source = hashlib.sha256(Path(inspect.getfile(reduce)).read_bytes()).hexdigest()
        made_by = {"code": code(), "scenarios": digest_of(scenarios), "analysis": source}

        def made(some: Sequence[int]) -> list[Mapping[str, pa.Table]]:
            batch = simulate.run_batch([scenarios[n] for n in some], threads=threads)
            return [reduce(one) for one in batch]

        count, asked = len(scenarios), [scenarios, source]
        return self._pieces(name, asked, made_by, count, made, at_once, progress)

    def computed(
        self, name: str, asked: object, count: int, compute: Callable[[int], Mapping[str, pa.Table]]
    ) -> dict[str, pa.Table]:
        """Return the tables of a computation in `count` parts, of which each is stored once made.

        `asked` identifies the computation, as JSON; a column `run` has the number of the part.
        """
        made_by = {"code": code(), "asked": digest_of(asked)}
        return self._pieces(name, asked, made_by, count, lambda some: [compute(some[0])], 1, None)

    def _pieces(
        self,
        name: str,
        asked: object,
        made_by: Mapping[str, str],
        count: int,
        make: Callable[[list[int]], Sequence[Mapping[str, pa.Table]]],
        at_once: int,
        progress: Progress | None,
    ) -> dict[str, pa.Table]:
        """Return the tables of `count` runs; those that are not stored are made, some at once."""
        path = None
        if self.directory is not None:
            entry = self.directory / f"{name}-{_digest(name, asked)}"
            entry.mkdir(parents=True, exist_ok=True)
            path = entry / sweeps.STORE
        with RunStore(path, made_by) as kept:
            if path is not None:
                sweeps.tell_damage(path, kept.damage)
            missing = [n for n in range(count) if n not in kept.finished()]
            for first in range(0, len(missing), at_once):
                some = missing[first : first + at_once]
                made = make(some)
                kept.add(some, {table: _numbered(made, some, table) for table in made[0]})
                if progress is not None:
                    progress(1 - (len(missing) - first - len(some)) / count, name)
            return {one: pa.concat_tables(kept.in_order(one)) for one in kept.tables()}

    def sweep(
        self,
        name: str,
        scenario: Path | dict[str, Any],
        runs: Sequence[Mapping[str, Any]],
        *,
        keep: Sequence[str],
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, pa.Table]:
        """Run a scenario many times; return the tables `keep` of all runs, with a column `run`.

        `runs` has the values of each run that replace the scenario's, as in
        :func:`skyseam.sweeps.listed`. Every finished run is stored immediately.
        """
        sweep = sweeps.listed(scenario, runs, keep=keep)
        threads = threads if self._workers is None else None
        note = None if progress is None else (lambda done, _: progress(done, name))
        if self.directory is None:
            found = sweep.run(threads=threads, executor=self._workers, progress=note)
        else:
            entry = self.directory / f"{name}-{_digest(name, [sweep.made_by(), list(keep)])}"
            sweep.run_into(entry, threads=threads, executor=self._workers, progress=note)
            found = results.load(entry)
        return {table: found.table(table) for table in keep}


def _numbered(made: Sequence[Mapping[str, pa.Table]], runs: list[int], name: str) -> pa.Table:
    """Concatenate the tables of runs, with the number of each run."""
    marks = [run for run, one in zip(runs, made, strict=True) for _ in range(one[name].num_rows)]
    whole = pa.concat_tables([one[name] for one in made])
    return whole.append_column("run", pa.array(marks, pa.int64()))


@lru_cache(maxsize=1)
def code() -> str:
    """Return the identity of the code: the version, and a digest of the compiled core."""
    data = Path(_core.__file__).read_bytes()
    return f"{__version__}+{hashlib.sha256(data).hexdigest()[:12]}"


def _digest(name: str, asked: object) -> str:
    said = json.dumps([name, asked, code()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()[:20]
