"""Runs that are kept: a long study interrupted at any point goes on where it stopped.

Runs of one flow each are a sweep (`skyseam.sweeps`), which keeps every finished one; what a study
makes of longer runs is kept table by table. Each is a directory named after what was asked and
which code answered, so that another scenario or another build never meets an old answer. Knows no
paper.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from skyseam import _core, results, sweeps
from skyseam._core import __version__
from skyseam._errors import InputError, SkyseamWarning, cannot_write
from skyseam._work import Progress

RUN_COLUMNS = (
    "transfer_time_s", "bytes", "goodput_bps", "packets_sent", "retransmissions",
    "spurious_retransmissions", "timeouts", "recoveries", "drops",
)  # fmt: skip
"""What is kept of the flow of each run, of what its transport states."""


class Store:
    """Finished runs on disk.

    Parameters
    ----------
    directory
        Where they are kept; nothing is kept when None.
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory

    def tables(
        self, name: str, asked: object, make: Callable[[], Mapping[str, pa.Table]]
    ) -> dict[str, pa.Table]:
        """Return what `make` gives, from the entry of an earlier call where there is one.

        Parameters
        ----------
        name
            Of the entry, for people.
        asked
            Everything the answer depends on beside the code of the core, as JSON can say it.
        make
            Called when there is no entry, or a damaged one.

        Warns
        -----
        SkyseamWarning
            When an entry is damaged: it is set aside under its name with .damaged behind.
        """
        if self.directory is None:
            return dict(make())
        digest = _digest(name, asked)
        entry = self.directory / f"{name}-{digest}"
        kept = _kept(entry, digest)
        if kept is None:
            manifest = {"format": results.FORMAT, "kind": "stage", "code": code(), "asked": digest}
            results.Results(make(), manifest).save(entry)
            kept = results.load(entry)
        return {table: kept.table(table) for table in kept.tables}

    def runs(
        self,
        name: str,
        scenarios: Iterable[dict[str, Any]],
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> pa.Table:
        """Run scenarios of one flow each; return a row per run in the order given.

        Parameters
        ----------
        name
            Of the entry, for people.
        scenarios
            At least one; all have the same tables at the top.
        threads, progress
            As in :func:`skyseam.run_batch`.
        """
        listed = list(scenarios)
        if not listed:
            raise InputError(f"{name} has no runs; expected at least one")
        first = listed[0]
        runs = _differing(listed)
        # A sweep's scenario has all keys; what its runs replace is of the first.
        sweep = sweeps.listed(first, runs)
        note = None if progress is None else (lambda done, _: progress(done, name))
        if self.directory is None:
            flows = sweep.run(threads=threads, progress=note).flows
        else:
            entry = self.directory / f"{name}-{_digest(name, [first, runs])}"
            sweep.run_into(entry, threads=threads, progress=note)
            flows = results.load(entry).flows
        # Further parts of a split connection have rows of their own.
        flows = flows.filter(pc.equal(flows["flow"], flows["part_of"]))
        kept = flows.select([column for column in RUN_COLUMNS if column in flows.column_names])
        if kept.num_rows != len(listed):
            raise InputError(f"{name}: {kept.num_rows} flows of {len(listed)} runs of one each")
        return kept

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
        """Run a scenario many times; return tables of all runs, with a column `run`.

        Every finished run is kept at once.

        Parameters
        ----------
        name
            Of the entry, for people.
        scenario
            A file, of which what it refers to is read too, or the same as a dict.
        runs
            What each has in place of the scenario's values, as in :func:`skyseam.sweeps.listed`.
        keep
            Names of the tables wanted.
        threads, progress
            As in :func:`skyseam.run_batch`.
        """
        sweep = sweeps.listed(scenario, runs, keep=keep)
        note = None if progress is None else (lambda done, _: progress(done, name))
        if self.directory is None:
            found = sweep.run(threads=threads, progress=note)
        else:
            entry = self.directory / f"{name}-{_digest(name, [sweep.made_by(), list(keep)])}"
            sweep.run_into(entry, threads=threads, progress=note)
            found = results.load(entry)
        return {table: found.table(table) for table in keep}


def _kept(entry: Path, asked: str) -> results.Results | None:
    """Open an entry; None where there is none, or where it is damaged or of something else."""
    if not entry.exists() and not entry.is_symlink():
        return None
    try:
        found = results.load(entry)
        why = "it holds what something else asked for"
        if (found.manifest.get("asked"), found.manifest.get("code")) == (asked, code()):
            return found
    except InputError as error:
        why = str(error)
    aside = entry.with_name(f"{entry.name}.damaged")
    try:
        if aside.is_dir() and not aside.is_symlink():
            shutil.rmtree(aside)
        else:
            aside.unlink(missing_ok=True)
        entry.rename(aside)
    except OSError as error:
        raise cannot_write(aside, error) from error
    warnings.warn(
        f"warning: {entry} was damaged and is made again, the old one is {aside.name}: {why}",
        SkyseamWarning,
        stacklevel=3,
    )
    return None


def within(
    progress: Progress | None, first: float, last: float, text: str | None = None
) -> Progress | None:
    """Return a progress of a part of the work, which reaches from `first` to `last` of it."""
    if progress is None:
        return None
    return lambda done, word: progress(first + (last - first) * done, text or word)


@lru_cache(maxsize=1)
def code() -> str:
    """Say which code answers: the version, and a digest of the compiled core."""
    data = Path(_core.__file__).read_bytes()
    return f"{__version__}+{hashlib.sha256(data).hexdigest()[:12]}"


def _differing(scenarios: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what each scenario has that is not the same in all: a table, or a value of `run`."""
    flat = [
        {key: value for key, value in one.items() if key != "run"}
        | {f"run.{key}": value for key, value in one["run"].items()}
        for one in scenarios
    ]
    first = flat[0]
    same = {key for key in first if all(one[key] == first[key] for one in flat)}
    return [{key: value for key, value in one.items() if key not in same} for one in flat]


def _digest(name: str, asked: object) -> str:
    said = json.dumps([name, asked, code()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()[:20]
