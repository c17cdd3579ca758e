"""Runs nothing, and loads no library of tables: `skyseam check` starts quickly.

Runs nothing, and loads no library of tables: `skyseam check` starts in a moment.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skyseam import _core
from skyseam._scenario import Scenario, source
from skyseam._work import asked, warn_of_paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyseam.plugins import Declaration, Model


def check(scenario: Scenario, *, models: Sequence[Model] = ()) -> bool:
    """Check a scenario without running it.

    Parameters
    ----------
    scenario, models
        As in :func:`run`.

    Returns
    -------
    bool
        Whether there is anything to run. A scenario without flows is for studies without packets,
        such as the delay; `run` refuses it.

    Warns
    -----
    SkyseamWarning
        For probable mistakes, such as planes and satellites per plane exchanged.
    ImplausiblePathWarning
        For pairs whose path is more than three times as long as the great circle (checked from time
        zero on, for some tenths of a second).

    Raises
    ------
    ScenarioError
        With `problems`, a list of dicts (file, line, column, key, found, expected, help, message);
        `file` is None, or the file beside the scenario that has the problem. It lists the first
        hundred; `more_problems` counts the rest.
    InputError
        For a satellite of an element file that decays before the end of the study.
    PluginError
        When a plug-in cannot be loaded.
    """
    # Warnings of the core point to the caller of the function that calls it.
    read = source(scenario, models)
    with asked():
        has_flows, implausible, _ = _core.check(*read)
    warn_of_paths(implausible)
    return has_flows


def checked(scenario: Scenario, models: Sequence[Model] = ()) -> tuple[bool, list[str]]:
    """Check like `check`; also return lines that describe the scenario.

    The lines state the shells, planes and satellites of an element file, and whether there is no
    pair of terminals for a delay; there may be none.
    """
    read = source(scenario, models)
    with asked():
        has_flows, implausible, overview = _core.check(*read)
    warn_of_paths(implausible)
    return has_flows, overview


def resolved(scenario: Scenario, *, models: Sequence[Model] = ()) -> dict[str, Any]:
    """Return the scenario with presets expanded and every default filled in."""
    read = source(scenario, models)
    with asked():
        answer: dict[str, Any] = json.loads(_core.resolved(*read))
    return answer


def schema(plugins: Sequence[Model] = ()) -> dict[str, Any]:
    """Return the JSON Schema of scenario files; with `plugins`, of those that can choose them."""
    answer: dict[str, Any] = json.loads(_core.schema(_declared(plugins)))
    return answer


def models(plugins: Sequence[Model] = ()) -> list[dict[str, str]]:
    """Return all names that a scenario can use: key, name, summary and source of each.

    `plugins` are plug-ins to list with them, as `models` in :func:`run`.
    """
    answer: list[dict[str, str]] = json.loads(_core.registry(_declared(plugins)))
    return answer


def _declared(plugins: Sequence[Model]) -> tuple[Declaration, ...]:
    if not plugins:
        return ()
    from skyseam.plugins import declarations

    return declarations(plugins)


def tables() -> list[dict[str, Any]]:
    """Return every table that results can hold.

    Returns
    -------
    list of dict
        Each with `study` (run, sweep, delay, ...), `table` (its name), `when` (the condition under
        which a study produces it), `row` (meaning of a row), and `columns`: for each its `name`,
        `type`, `unit` (empty if it has none) and `meaning`. Fields of tables and of Parquet files
        have unit and meaning as metadata.
    """
    answer: list[dict[str, Any]] = json.loads(_core.tables())
    return answer


def constellations() -> list[dict[str, Any]]:
    """Return the constellations that a scenario can name as preset.

    Returns
    -------
    list of dict
        Each with name, summary, source, number of satellites, geometry, elevation mask in deg, ISL
        pattern, `shells` (numbers, with units in their names) and `scenario`, an equivalent
        scenario that does not name the preset.
    """
    answer: list[dict[str, Any]] = json.loads(_core.constellations())
    return answer
