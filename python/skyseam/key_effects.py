"""The effect of each key of a scenario on its results, from runs with and without the key."""

from __future__ import annotations

import copy
import hashlib
import json
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
import tomli_w

from skyseam._errors import ScenarioError
from skyseam._scenario import Scenario, Toml, document, plain, text_of
from skyseam._work import thread_count
from skyseam.describe import check, resolved
from skyseam.results import Results
from skyseam.simulate import run_batch
from skyseam.survey import delay

if TYPE_CHECKING:
    from pathlib import Path

    from skyseam._core import Progress

Steps = tuple[str | int, ...]
Effect = Literal["results", "nothing", "default", "needed"]

MAX_ADDED_S = 3.0
"""Maximum CPU time that further runs add to a run unasked, estimated from the time of that run."""

CHUNK = 16
"""Runs for each thread of which results are held at a time."""


@dataclass(frozen=True)
class KeyEffect:
    """Effect of removing one key on the results.

    Attributes
    ----------
    key
        Path of the key, such as `flows[0].transport.mss`.
    effect
        "results": they differ. "nothing": they are the same. "default": the key sets its default.
        "needed": the scenario is refused without it.
    """

    key: str
    effect: Effect


def effects(
    scenario: Scenario, *, threads: int | None = None, progress: Progress | None = None
) -> list[KeyEffect]:
    """Determine the effect of each key of a scenario in this run, with this seed.

    The scenario is run once, and once more without each removable key; a scenario without flows is
    studied by :func:`delay`. Results are equal if all tables and captures are, to the last byte.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    threads
        Number of threads; all cores when None.
    progress
        As in :func:`run`, for all runs.

    Returns
    -------
    list of KeyEffect
        In the order of the keys in the scenario.

    Raises
    ------
    ScenarioError
        As :func:`check` does.
    """
    text, _, directory = text_of(scenario, "scenario")
    has_flows = check(scenario)
    with warnings.catch_warnings():
        # What the scenario is warned of was said above.
        warnings.simplefilter("ignore")
        whole = document(scenario)
        found, without = _removed(whole, _keys(whole), resolved(scenario), directory)
        before, *after = _digests(
            [Toml(text, directory), *without.values()], has_flows, thread_count(threads), progress
        )
    for key, digest in zip(without, after, strict=True):
        if digest != before:
            found[key] = "results"
    return [KeyEffect(key, effect) for key, effect in found.items()]


def without_effect(
    scenario: Scenario,
    results: Results,
    *,
    max_s: float | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Return the keys without which a run has the same results, each found by such a run.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    results
        Results of the scenario.
    max_s
        Maximum CPU time of all further runs, s, estimated from that of the run; if it would be
        exceeded, nothing is run and the list is empty. Unlimited when None.
    progress
        As in :func:`run`, for all further runs.

    Returns
    -------
    list of str
        Paths of keys and of tables, in the order of the scenario, but for those within others and
        those that the results list as idle.
    """
    manifest = results.manifest
    if max_s is not None and manifest["cpu_s"] > max_s:
        return []
    _, _, directory = text_of(scenario, "scenario")
    whole = document(scenario)
    # The command may have another seed than the file.
    whole["run"] = {**whole.get("run", {}), "seed": manifest["seed"]}
    idle = ("run.seed", *(one["key"] for one in manifest["idle_keys"]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same = Toml(tomli_w.dumps(plain(whole, "scenario")), directory)
        # A run needs something to send.
        traffic = {("flows", 2), ("users", 2)}
        tables = [steps for steps in _tables(whole) if (steps[0], len(steps)) not in traffic]
        steps = [*tables, *_keys(whole)]
        _, without = _removed(whole, steps, resolved(same), directory, idle)
        if max_s is not None and manifest["cpu_s"] * len(without) > max_s:
            return []
        before, *after = _digests([same, *without.values()], True, thread_count(None), progress)
    same_without = [key for key, digest in zip(without, after, strict=True) if digest == before]
    order = [_place(steps) for steps in _keys(whole)]
    outer = [key for key in same_without if not _is_within(key, same_without)]
    return sorted(outer, key=lambda key: next(i for i, one in enumerate(order) if _at(one, key)))


def _at(key: str, table: str) -> bool:
    """Return whether a key is a table or is in it."""
    return key == table or key.startswith((f"{table}.", f"{table}["))


def _is_within(key: str, tables: Collection[str]) -> bool:
    return any(key != table and _at(key, table) for table in tables)


def _holds_only(whole: dict[str, Any], steps: Steps, idle: Collection[str]) -> bool:
    """Return whether all keys of a table are idle."""
    inner: Any = whole
    for step in steps:
        inner = inner[step]
    keys = [_place(own) for own in _keys(inner, steps)]
    return all(any(_at(key, one) for one in idle) for key in keys)


def _removed(
    whole: dict[str, Any],
    keys: Iterable[Steps],
    wanted: dict[str, Any],
    directory: Path,
    idle: Collection[str] = (),
) -> tuple[dict[str, Effect], dict[str, Toml]]:
    """Return the effects of keys that need no run, and for each other key the scenario without it.

    `wanted` is the resolved scenario. Keys at and within `idle` are left out.
    """
    found: dict[str, Effect] = {}
    without: dict[str, Toml] = {}
    for steps in keys:
        key = _place(steps)
        if any(_at(key, one) for one in idle) or _holds_only(whole, steps, idle):
            continue
        fewer = Toml(tomli_w.dumps(plain(_without(whole, steps), key)), directory)
        try:
            same = resolved(fewer) == wanted
        except ScenarioError:
            found[key] = "needed"
            continue
        found[key] = "default" if same else "nothing"
        if not same:
            without[key] = fewer
    return found, without


def counts(found: list[KeyEffect]) -> str:
    """Return a line with the number of keys by effect."""
    number = Counter(one.effect for one in found)
    words: dict[Effect, str] = {
        "results": "change results",
        "needed": "are required",
        "default": "set their defaults",
        "nothing": "change nothing in this run",
    }
    told = ", ".join(f"{number[effect]} {word}" for effect, word in words.items() if number[effect])
    return f"{len(found)} keys: {told}"


def _keys(value: Any, steps: Steps = ()) -> Iterator[Steps]:  # noqa: ANN401 - what TOML can say
    """Yield the steps to each key whose value is neither a table nor a list of tables.

    The title has no effect and is left out.
    """
    if isinstance(value, dict):
        for name, inner in value.items():
            if steps or name != "title":
                yield from _keys(inner, (*steps, name))
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        for index, inner in enumerate(value):
            yield from _keys(inner, (*steps, index))
    else:
        yield steps


def _tables(value: Any, steps: Steps = ()) -> Iterator[Steps]:  # noqa: ANN401 - what TOML can say
    """Yield the steps to each table with keys except the outermost, outer ones first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for step, one in inner:
        if isinstance(one, dict) and one:
            yield (*steps, step)
        if isinstance(one, dict | list):
            yield from _tables(one, (*steps, step))


def _place(steps: Steps) -> str:
    told = "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in steps)
    return told.removeprefix(".")


def _without(whole: dict[str, Any], steps: Steps) -> dict[str, Any]:
    fewer = copy.deepcopy(whole)
    inner: Any = fewer
    for step in steps[:-1]:
        inner = inner[step]
    del inner[steps[-1]]
    return fewer


def _digests(
    scenarios: list[Toml], has_flows: bool, threads: int, progress: Progress | None
) -> list[str]:
    """Run all scenarios, several at a time, and return a digest of the results of each."""
    found: list[str] = []
    chunk = CHUNK * threads
    for first in range(0, len(scenarios), chunk):
        some = scenarios[first : first + chunk]
        share = len(some) / len(scenarios)
        note = _part(progress, first / len(scenarios), share)
        if has_flows:
            found += map(_digest, run_batch(some, threads=threads, progress=note))
        else:
            found += (_digest(delay(one)) for one in some)
    return found


def _part(progress: Progress | None, done: float, share: float) -> Progress | None:
    if progress is None:
        return None
    return lambda fraction, text: progress(done + share * fraction, text)


def _digest(results: Results) -> str:
    digest = hashlib.sha256(json.dumps(results.tables).encode())
    for name in results.tables:
        table = results.table(name).combine_chunks()
        with pa.ipc.new_stream(sink := pa.BufferOutputStream(), table.schema) as writer:
            writer.write_table(table)
        digest.update(sink.getvalue())
    for name, capture in results.captures.items():
        digest.update(name.encode() + capture)
    return digest.hexdigest()
