"""Running scenarios packet by packet, alone or in batches.

Each function takes a scenario in any form; the core does the work. `survey` has studies without
packets, `describe` what is known about a scenario without a run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from skyseam import _arrow, _core
from skyseam._directory import is_whole, place_of_part, whole_directory, write_manifest
from skyseam._errors import InputError, Interrupted, PluginError
from skyseam._growing import growing_tables
from skyseam._scenario import Scenario, Source, Toml, source
from skyseam._work import (
    Meter,
    Progress,
    asked,
    available_cores,
    check_callable,
    files_of,
    seed_of,
    thread_count,
    warn_of,
    warn_of_paths,
)
from skyseam.results import Results, from_core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    import pyarrow as pa

    from skyseam._core import DividedResult, RawTable
    from skyseam.plugins import Model

    Look: TypeAlias = Callable[[dict[str, pa.Table]], None]


def run(
    scenario: Scenario,
    *,
    seed: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    look: Look | None = None,
    models: Sequence[Model] = (),
) -> Results:
    """Run a scenario packet by packet.

    Parameters
    ----------
    scenario
        Path of a TOML file, TOML text by :func:`skyseam.toml`, or the same as nested dicts.
    seed
        Replaces the scenario's seed.
    threads
        Maximum number of threads that share the run, at most one per core. Tables do not depend on
        it. Not every scenario can be divided; the manifest then gives the reason under `undivided`.
    progress
        Called a few times a second with the fraction done and a short text. The fraction is an
        estimate of the work, from the packets sent and those that flows are expected to send; it
        may also fall. The text has simulated time and rate.
    look
        Called about twice a second during the run with the rows so far of the tables that are final
        before the end: throughput, rtt, cwnd and queue, if recorded; for long ones a selection.
        Results do not depend on it. A run divided among threads shows nothing.
    models
        Classes of :mod:`skyseam.plugins` that the scenario can choose by their names. A run with
        plug-ins is on one thread.

    Returns
    -------
    Results
        With the tables `flows` and `drops`, and the time series the scenario records.

    Warns
    -----
    ImplausiblePathWarning
        For flows whose path is more than three times as long as the great circle, with the reason;
        the manifest has the same under `implausible_paths`.
    RunWarning
        For doubtful results: endpoints that no links connect, a satellite with most of a crowd's
        bytes, more HARQ processes than a modem has; in the manifest under `warnings`.
    IdleKeyWarning
        For keys that the scenario sets and that did not come into play, such as a limit that was
        not reached; in the manifest under `idle_keys`.

    Raises
    ------
    ScenarioError
        When the scenario is refused; its text shows each line at fault.
    InputError
        When the file cannot be read, or the seed or the number of threads is invalid.
    PluginError
        When a plug-in fails: with its file and line, and the results so far in `results`.
    Interrupted
        At Ctrl-C after the run has begun: a `KeyboardInterrupt` with the results so far in
        `results`.
    """
    read, seed, threads = _prepared(scenario, seed, threads, models)
    watchers = (_paced(progress), _looked(look), None)
    meter = Meter()
    with asked():
        raw = _core.run(*read, seed, threads, watchers)
    results = made_of(raw, read, threads, meter)
    _check_end(raw, results)
    warn_of_paths(implausible(results))
    warn_of(results.manifest["warnings"])
    return results


def save_run(
    scenario: Scenario,
    directory: str | Path,
    *,
    seed: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    models: Sequence[Model] = (),
) -> Results:
    """Run a scenario like :func:`run` and write the results during the run.

    The directory is as :meth:`Results.save` writes it. Records of single packets (`sequence`,
    `rtt`, `cwnd`, `drops` and others, captures) do not stay in memory, so memory use does not grow
    with the duration; docs/results.md lists the tables that are made at the end.

    Parameters
    ----------
    scenario, seed, threads, progress, models
        As in :func:`run`.
    directory
        Directory to write, completely or not at all.

    Returns
    -------
    Results
        Results whose tables and captures are read from the directory on access.

    Warns
    -----
    ImplausiblePathWarning
        As :func:`run`.

    Raises
    ------
    ScenarioError, InputError
        As :func:`run`.
    OutputError
        When the place holds something else, or cannot be written.
    PluginError, Interrupted
        As :func:`run`. The results so far are in the directory, or, if it held a complete run, in
        one beside it whose name ends in `.interrupted`.
    """
    directory = Path(directory)
    place = directory
    with whole_directory(directory, lambda: place) as partial, growing_tables(partial) as tables:

        def take(name: str | None, rows: RawTable | bytes | None) -> None:
            if name is None or rows is None:
                tables.begin_again()
            elif isinstance(rows, bytes):
                tables.take_capture(name, rows)
            else:
                tables.take(name, _arrow.table(rows))

        read, seed, threads = _prepared(scenario, seed, threads, models)
        watchers = (_paced(progress), None, take)
        meter = Meter()
        with asked():
            raw = _core.run(*read, seed, threads, watchers)
        made = made_of(raw, read, threads, meter)
        for name in made.tables:
            tables.take(name, made.table(name))
        files = tables.finish()
        for name, data in made.captures.items():
            tables.take_capture(name, data)
        captured = {name: f"captures/{name}.pcapng" for name in tables.captures}
        files += captured.values()
        if not is_whole(made.manifest):
            place = place_of_part(directory)
        manifest = write_manifest(partial, made.manifest, files)
    there = {Path(name).stem: place / name for name in files if name.endswith(".parquet")}
    results = Results(there, manifest, {name: place / file for name, file in captured.items()})
    _check_end(raw, results)
    warn_of_paths(implausible(results))
    warn_of(results.manifest["warnings"])
    return results


def _prepared(
    scenario: Scenario, seed: int | None, threads: int, models: Sequence[Model]
) -> tuple[Source, int | None, int]:
    read = source(scenario, models)
    if seed is not None:
        seed = seed_of(seed)
    return read, seed, min(thread_count(threads), available_cores())


def made_of(raw: DividedResult, read: Source, threads: int, meter: Meter) -> Results:
    """Return the results of a run from what the core gave."""
    measured = {**meter.read(), **files_of(read)}
    if threads > 1:
        measured["threads"] = threads if raw["undivided"] is None else 1
    if raw["undivided"] is not None:
        measured["undivided"] = raw["undivided"]
    return from_core(raw, "run", measured)


def _check_end(raw: DividedResult, results: Results) -> None:
    """Raise what ended a run early, with the results so far."""
    raised = raw["raised"]
    if isinstance(raised, PluginError):
        raised.results = results
    if raised is not None:
        raise raised
    if not is_whole(results.manifest):
        raise Interrupted(results)


def implausible(results: Results) -> list[str]:
    """Return the messages about implausible paths of a run."""
    return [one["message"] for one in results.manifest["implausible_paths"]]


def _paced(progress: Progress | None) -> Callable[[float, float, int], None] | None:
    """Describe the progress of a run and its speed."""
    check_callable("progress", progress)
    if progress is None:
        return None
    hops_before, since, per_s = 0, time.monotonic(), 0.0

    def note(fraction: float, simulated_s: float, hops: int) -> None:
        nonlocal hops_before, since, per_s
        if hops > hops_before:
            now = time.monotonic()
            per_s = (hops - hops_before) / max(now - since, 1e-6)
            hops_before, since = hops, now
        told = f"at {simulated_s:.1f} s, {per_s / 1e6:.2f} M packet-hops/s" if hops else ""
        progress(fraction, told)

    return note


def _looked(look: Look | None) -> Callable[[dict[str, RawTable]], None] | None:
    check_callable("look", look)
    if look is None:
        return None

    def shown(raw: dict[str, RawTable]) -> None:
        look({name: _arrow.table(table) for name, table in raw.items()})

    return shown


def run_batch(
    scenarios: Iterable[Scenario],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    models: Sequence[Model] = (),
) -> list[Results]:
    """Run many scenarios on all cores; results are in the order given.

    The results do not depend on the number of threads. Scenarios with the same constellation share
    its computation.

    Parameters
    ----------
    scenarios
        Each as in :func:`run`.
    threads
        Number of threads; all cores when None.
    progress
        As in :func:`run`, for the whole batch.
    models
        As in :func:`run`. A batch with plug-ins runs its scenarios one after the other.

    Raises
    ------
    PluginError
        When a plug-in fails, after all other scenarios were run: with the results so far of the run
        that failed in `results`, and those of all runs in `batch`.
    """
    if isinstance(scenarios, str | os.PathLike | Toml | Mapping):
        raise InputError("run_batch takes a list of scenarios; for a single one use run")
    jobs = [source(s, models) for s in scenarios]
    threads = thread_count(threads)
    meter = Meter()
    with asked(progress):
        raws = _core.run_batch(jobs, threads, progress)
    measured = {**meter.read(), "batch_of": len(jobs), "threads": threads}
    results = [
        from_core(raw, "run", {**measured, **files_of(job)})
        for raw, job in zip(raws, jobs, strict=True)
    ]
    for raw, part in zip(raws, results, strict=True):
        raised = raw["raised"]
        if isinstance(raised, PluginError):
            raised.results, raised.batch = part, results
        if raised is not None:
            raise raised
    return results
