"""Finds cases for keys that have none, or whose case is no longer valid: `python -m effects`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from effects import cases, keys, values
from effects.outcome import outcome

LIMIT_S = 15.0
"""Time for one key."""


def main() -> None:
    """Change keys of all scenarios until each has shown an effect; print those that have not."""
    scenarios = cases.all_scenarios()
    pool = values.Pool(list(scenarios.values()))
    known = cases.read() if cases.FILE.exists() else []
    found = [case for case in known if cases.effect(case, scenarios) == case.effect]
    missing = dict.fromkeys(keys.every_key())
    for case in found:
        for name in cases.shown(case, scenarios):
            missing.pop(name, None)
    wanted: dict[str, list[tuple[str, keys.At, str]]] = {}
    for base, scenario in scenarios.items():
        for at in keys.tables_in(scenario):
            for key, schema in at.schema["properties"].items():
                if "const" not in schema:
                    wanted.setdefault(f"{at.name}.{key}", []).append((base, at, key))
    for places in wanted.values():
        until = time.monotonic() + LIMIT_S
        tries = [
            (base, at, key, iter(pool.values(at, key, scenarios[base])))
            for base, at, key in sorted(places, key=lambda one: one[2] not in one[1].table)
        ]
        while tries and time.monotonic() < until:
            tries = [one for one in tries if tried(one, missing, scenarios, found, until)]
    cases.write(found)
    print("\n".join(missing) or "none is missing")


Tried = tuple[str, keys.At, str, Iterator[Any]]
"""A key of a scenario, and the values that are left to try."""


def tried(
    one: Tried,
    missing: dict[str, None],
    scenarios: dict[str, Any],
    found: list[cases.Case],
    until: float,
) -> bool:
    """Try the next value of a key; return whether there was one."""
    base, at, key, following = one
    for value in following:
        if time.monotonic() > until:
            return False
        new = [name for name in keys.covered(at, key, value) if name in missing]
        if not new:
            continue
        case = cases.Case(base, {keys.dotted((*at.steps, key)): value}, {})
        before, after = (outcome(side) for side in cases.sides(case, scenarios))
        if not after.refused and after.digest != before.digest:
            found.append(case)
            for name in new:
                missing.pop(name)
        return True
    return False


if __name__ == "__main__":
    main()
