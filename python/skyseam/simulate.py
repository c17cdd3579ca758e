"""Running scenarios packet by packet, alone or many at once; what a scenario says and can say.

Owns the verbs on scenarios. Each takes a scenario in any form; the core does the work. Studies of
the sky without packets are in `survey`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyseam import _core
from skyseam._errors import InputError
from skyseam._scenario import Scenario, source
from skyseam._work import Meter, Progress, asked, files_of, thread_count
from skyseam.results import Results, from_core

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    meter = Meter()
    with asked():
        raw = _core.run(*read, seed, progress)
    return from_core(raw, "run", {**meter.read(), **files_of(read)})


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
    threads = thread_count(threads)
    meter = Meter()
    with asked():
        raws = _core.run_batch(jobs, threads, progress)
    measured = {**meter.read(), "batch_of": len(jobs), "threads": threads}
    return [
        from_core(raw, "run", {**measured, **files_of(job)})
        for raw, job in zip(raws, jobs, strict=True)
    ]


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
