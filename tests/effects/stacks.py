"""Keys of TCP with each stack, and whether they have an effect there."""

from __future__ import annotations

from typing import Any

from effects import cases, keys, values
from effects.outcome import outcome

STACKS = ("rfc", "linux", "ns2", "bsd")
PATHS: tuple[dict[str, Any], ...] = (
    {},
    {"loss": {"kind": "bernoulli", "probability": 0.02}},
    {"loss": {"kind": "bernoulli", "probability": 0.01}, "jitter": "8 ms", "order": "overtake"},
    {"loss": {"kind": "list", "lose": ["5-15"]}},
    {"loss": {"kind": "list", "lose": ["1-9"]}},
    {"delay": "100 ms", "rate": "40 Mbit/s", "queue": "400 packets"},
)
"""What differs from a wire of 4 Mbit/s: losses, packets that overtake each other, timeouts in a row
of data and of SYNs, a long path."""


def transfer(stack: str, path: dict[str, Any]) -> dict[str, Any]:
    """Return a transfer over a path."""
    wire = {"between": ["a", "b"], "delay": "10 ms", "rate": "4 Mbit/s", "queue": "15 packets"}
    size = "9 MB" if "rate" in path else "400 kB"
    flow = {
        "name": "f", "from": "a", "to": "b", "application": {"kind": "file", "size": size},
        "transport": {"kind": "tcp", "stack": stack},
    }  # fmt: skip
    return {
        "nodes": [{"name": "a"}, {"name": "b"}], "wires": [wire | path], "flows": [flow],
        "run": {"duration": "1000 s"},
    }  # fmt: skip


def silent(stack: str, pool: values.Pool, scenarios: dict[str, Any]) -> list[str]:
    """Return the keys all of whose values are accepted without a warning and have no effect."""
    acting = acting_in_cases(stack, scenarios)
    paths = [transfer(stack, path) for path in PATHS]
    at = next(at for at in keys.tables_in(paths[0]) if at.name == "Transport[tcp]")
    named = [key for key, schema in at.schema["properties"].items() if "const" not in schema]
    return [
        key
        for key in named
        if key not in acting and key != "stack" and is_silent(key, paths, at, pool)
    ]


def acting_in_cases(stack: str, scenarios: dict[str, Any]) -> set[str]:
    """Return the keys for which a case shows an effect on results with this stack."""
    found = set()
    for case in cases.read():
        *table, key = cases.steps_of(next(iter(case.change)))
        if case.effect == "results" and table[-1:] == ["transport"]:
            own: Any = cases.sides(case, scenarios)[0]
            for step in table:
                own = own.get(step, {}) if isinstance(step, str) else own[step]
            if own.get("stack", "rfc") == stack:
                found.add(str(key))
    return found


def is_silent(key: str, paths: list[dict[str, Any]], at: keys.At, pool: values.Pool) -> bool:
    """Return whether a key is accepted, with no effect and no warning on any path."""
    accepted = False
    for scenario in paths:
        before = outcome(scenario)
        for value in pool.values(at, key, scenario)[:30]:
            after = outcome(values.put(scenario, (*at.steps, key), value))
            if after.refused or after.manifest == before.manifest:
                continue
            if after.digest != before.digest or any(f"`{key}`" in one for one in after.warned):
                return False
            accepted = True
    return accepted
