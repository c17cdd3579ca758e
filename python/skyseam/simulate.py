"""Running a scenario: packets, delay, or many scenarios at once.

The verbs of the package. Each takes a scenario in any form and gives Results; the core does the
work.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from skyseam import _core
from skyseam._errors import InputError, ScenarioError
from skyseam._scenario import Scenario, Source, source
from skyseam.results import Results, from_core

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Progress: TypeAlias = Callable[[float, str], None]
"""Called a few times a second with the fraction done (0 to 1) and a short text."""


def run(
    scenario: Scenario, *, seed: int | None = None, progress: Progress | None = None
) -> Results:
    """Run a scenario packet by packet.

    Parameters
    ----------
    scenario
        Path of a TOML file, TOML text, or the same as nested dicts.
    seed
        Used instead of the scenario's.
    progress
        Called a few times a second with the fraction done and a short text.

    Returns
    -------
    Results
        With the tables `flows` and `drops`, and the time series the scenario records.

    Raises
    ------
    ScenarioError
        When the scenario is refused; its text shows each line at fault.
    InputError
        When the file cannot be read, or the seed is none.
    """
    read = source(scenario)
    if seed is not None and not 0 <= seed < 2**63:  # TOML's integers end there
        raise InputError(f"seed is {seed}; expected a whole number from 0 to 2^63 - 1")
    meter = _Meter()
    with _asked():
        raw = _core.run(*read, seed, progress)
    return from_core(raw, "run", {**meter.read(), **_files(read)})


def run_batch(
    scenarios: Iterable[Scenario],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Results]:
    """Run many scenarios on all cores; results come in the order given.

    The results are the same on any number of threads. Scenarios with the same sky share its
    computation.

    Parameters
    ----------
    scenarios
        Each as in :func:`run`.
    threads
        Number of threads; all cores when None.
    progress
        As in :func:`run`, for the whole batch.
    """
    if isinstance(scenarios, str | Path | Mapping):
        raise InputError("run_batch takes a list of scenarios; for a single one use run")
    jobs = [source(s) for s in scenarios]
    if threads is None:
        threads = available_cores()
    if threads < 1:
        raise ValueError(f"threads is {threads}; expected 1 or more")
    meter = _Meter()
    with _asked():
        raws = _core.run_batch(jobs, threads, progress)
    measured = {**meter.read(), "batch_of": len(jobs), "threads": threads}
    return [
        from_core(raw, "run", {**measured, **_files(job)})
        for raw, job in zip(raws, jobs, strict=True)
    ]


def delay(
    scenario: Scenario,
    *,
    pairs: Sequence[tuple[str, str]] | None = None,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute path, hop count and one-way delay over time, without packets.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    pairs
        (source, destination) names; the pairs of the scenario's flows when None.
    start_s, duration_s, step_s
        The instants, s; those of the scenario when None.

    Returns
    -------
    Results
        With the tables `delay` (one row per instant and pair) and `handovers`.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When a pair names what the scenario does not have, or the times are none.
    """
    read = source(scenario)
    listed = None if pairs is None else list(pairs)
    meter = _Meter()
    with _asked():
        raw = _core.delay(*read, listed, start_s, duration_s, step_s, progress)
    return from_core(raw, "delay", {**meter.read(), **_files(read)})


def snapshot(scenario: Scenario, t_s: float) -> Results:
    """Say where everything stands at an instant, and which links are on.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    t_s
        Seconds after the scenario's time zero.

    Returns
    -------
    Results
        With the tables `nodes` (geocentric latitude and longitude in deg, distance from the
        Earth's centre in km, plane, direction) and `links` (both ends, kind, delay in ms).

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When `t_s` is negative or beyond a year.
    """
    read = source(scenario)
    meter = _Meter()
    with _asked():
        raw = _core.snapshot(*read, t_s)
    return from_core(raw, "snapshot", {**meter.read(), **_files(read)})


def check(scenario: Scenario) -> None:
    """Check a scenario without running it.

    Warns
    -----
    SkyseamWarning
        Of what is probably a mistake, such as planes and satellites per plane exchanged.

    Raises
    ------
    ScenarioError
        With `problems`, a list of dicts (file, line, column, key, found, expected, help, message);
        `file` is None, or the file beside the scenario that the problem is in.
    """
    _core.check(*source(scenario))


def resolved(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario with presets expanded and every default that would be used."""
    answer: dict[str, Any] = json.loads(_core.resolved(*source(scenario)))
    return answer


def schema() -> dict[str, Any]:
    """Return the JSON Schema of scenario files."""
    answer: dict[str, Any] = json.loads(_core.schema())
    return answer


def models() -> list[dict[str, str]]:
    """Return what can be named in a scenario: key, name, summary and source of each."""
    answer: list[dict[str, str]] = json.loads(_core.registry())
    return answer


def constellations() -> list[dict[str, Any]]:
    """Return the constellations that a scenario can name as preset.

    Returns
    -------
    list of dict
        Each with name, summary, source, number of satellites, geometry, elevation mask in deg, ISL
        pattern, `shells` (numbers, units in their names) and `scenario`, a scenario that says the
        same without naming the preset.
    """
    answer: list[dict[str, Any]] = json.loads(_core.constellations())
    return answer


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _files(read: Source) -> dict[str, Any]:
    """Return what a manifest says of files beside the scenario; nothing where there are none."""
    listed = read.listed()
    return {"scenario_files": listed} if listed else {}


@contextmanager
def _asked() -> Iterator[None]:
    """Turn the core's word that a scenario is fine but what was asked of it is not."""
    try:
        yield
    except ScenarioError:
        raise
    except ValueError as error:
        raise InputError(str(error)) from error


class _Meter:
    """What work takes, from the making of this value on."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()

    def read(self) -> dict[str, float]:
        """Return what a manifest says of it: all that differs between equal runs."""
        peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {
            "wall_s": round(time.perf_counter() - self._wall, 6),
            "cpu_s": round(time.process_time() - self._cpu, 6),
            "peak_memory_bytes": peak_kib * 1024,
        }
