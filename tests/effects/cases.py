"""Cases: a scenario, a change of it, and the effect of the change.

`cases.json` has one for every key and choice of the format, in the order of the schema; most were
found by `python -m effects`, which adds cases for new keys.
"""

from __future__ import annotations

import copy
import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from effects import bases, keys
from effects.keys import Steps
from effects.outcome import Outcome, outcome

FILE = Path(__file__).parent / "cases.json"
EFFECTS = ("results", "refused", "warned", "manifest")
"""Tables or captures differ; it is refused; it is warned of; the manifest alone has it."""


@dataclass(frozen=True)
class Case:
    """Changes by place in a scenario, the key under test first, and changes of both variants.

    The value None removes the key.
    """

    base: str
    change: dict[str, Any]
    before: dict[str, Any]
    effect: str = "results"


def read() -> list[Case]:
    """Return all cases."""
    return [Case(**one) for one in json.loads(FILE.read_text())]


def write(cases: list[Case]) -> None:
    """Write cases, one to a line."""
    lines = [json.dumps(vars(one)) for one in cases]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def steps_of(place: str) -> Steps:
    """Return the steps to a place such as `flows[0].transport.mss`."""
    parts = re.findall(r"[^.\[\]]+|\[\d+\]", place)
    return tuple(int(part[1:-1]) if part[0] == "[" else part for part in parts)


def changed(scenario: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a scenario with other values at places."""
    made = copy.deepcopy(scenario)
    for place, value in changes.items():
        inner: Any = made
        *before, last = steps_of(place)
        for step in before:
            inner = inner[step]
        if value is None:
            inner.pop(last, None)
        else:
            inner[last] = value
    return made


def sides(case: Case, scenarios: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the scenario without and with the changes of a case."""
    before = changed(scenarios[case.base], case.before)
    return before, changed(scenarios[case.base], case.before | case.change)


def shown(case: Case, scenarios: dict[str, Any]) -> set[str]:
    """Return the names of the keys and choices whose effect a case shows."""
    before, after = sides(case, scenarios)
    place = next(iter(case.change))
    steps = steps_of(place)
    key = str(steps[-1])
    found: set[str] = set()
    for scenario in (before, after):
        for at in keys.tables_in(scenario):
            if at.steps == steps[:-1]:
                default = at.schema["properties"][key].get("default")
                value = at.table.get(key, default)
                if value is not None:
                    found |= set(keys.keys_of(at, key, value))
    return found


def effect(case: Case, scenarios: dict[str, Any]) -> str:
    """Run both variants; return the effect of the change, or nothing if there is none."""
    before, after = (_outcome(json.dumps(side)) for side in sides(case, scenarios))
    assert not before.refused, f"{case}: {before.refused}"
    if after.refused:
        return "refused"
    if after.digest != before.digest:
        return "results"
    key = str(steps_of(next(iter(case.change)))[-1])
    if any(f"`{key}`" in one for one in after.warned if one not in before.warned):
        return "warned"
    return "manifest" if after.manifest != before.manifest else ""


@functools.cache
def _outcome(scenario: str) -> Outcome:
    """Run a scenario once: most cases change one of a few."""
    return outcome(json.loads(scenario))


def all_scenarios() -> dict[str, Any]:
    """Return the scenarios of cases by name."""
    return bases.scenarios()
