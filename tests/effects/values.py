"""Values of a key that replace its present one, or are set where it has none."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from effects import keys
from effects.keys import Schema
from effects.parts import OWN

BY_UNIT = (
    "1 ms", "40 ms", "300 ms", "2 s", "20 s", "90 s", "10 min", "00:20:00", "19:00",
    "2026-11-20T18:00:00Z",
    "40 B", "250 B", "700 B", "1200 B", "9 kB", "60 kB", "2 MB",
    "1 packets", "3 packets", "60 packets", "2 segments", "20 segments", "0.3 BDP",
    "100 kbit/s", "900 kbit/s", "30 Mbit/s", "-6 dB", "0 dB", "4 dB", "13 dB",
    "3 deg", "25 deg", "70 deg", "-120 deg", "500 m", "20 km", "600 km", "3000 km",
    "3 km/h", "90 km/h", "0.05 deg/s", "1.6 GHz", "6 GHz", "1/3", "1-40", "US", "NG", "off",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, 5, 9, 20, 100, 1000, 0.05, 0.4, 0.9, 1.3, 4.5)
SCALES = (0.1, 0.5, 3, 20)


def scaled(value: str) -> Iterator[str]:
    """Yield a quantity made smaller and larger, in its own unit."""
    number, _, unit = value.partition(" ")
    if unit and re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", number):
        for scale in SCALES:
            yield f"{float(number) * scale:.6g} {unit}"


class Pool:
    """Values of keys and tables that other scenarios have."""

    def __init__(self, scenarios: list[dict[str, Any]]) -> None:
        self.of_key: dict[str, list[Any]] = {}
        self.of_table: dict[str, list[Any]] = {}
        for scenario in scenarios:
            for at in keys.tables_in(scenario):
                self.note(self.of_table, at.name, at.table)
                for key, value in at.table.items():
                    self.note(self.of_key, f"{at.name}.{key}", value)

    def note(self, where: dict[str, list[Any]], name: str, value: Any) -> None:
        if value not in (listed := where.setdefault(name, [])):
            listed.append(value)

    def values(self, at: keys.At, key: str, scenario: dict[str, Any]) -> list[Any]:
        """Return the alternative values of a key of a table, each once."""
        schema, current = at.schema["properties"][key], at.table.get(key)
        found: list[Any] = []
        mine = self.of_key.get(f"{at.name}.{key}", [])
        for value in [*self.made(schema, current, scenario), *mine]:
            same = [one for one in found if one == value and type(one) is type(value)]
            is_default = current is None and value == schema.get("default")
            if not same and value != current and not is_default:
                found.append(copy.deepcopy(value))
        return found

    def made(self, schema: Schema, current: Any, scenario: dict[str, Any]) -> Iterator[Any]:
        for name, one in keys.options(schema):
            if keys.is_table(one):
                required = one.get("required", [])
                if required and all("const" in one["properties"][key] for key in required):
                    yield {key: one["properties"][key]["const"] for key in required}
                yield from self.of_table.get(name, [])
            elif "enum" in one:
                yield from one["enum"]
            elif "const" in one:
                yield one["const"]
            elif one.get("type") == "boolean":
                yield from (True, False)
            elif one.get("type") in ("integer", "number"):
                yield from self.numbers(one, current)
            elif one.get("type") == "string":
                yield from self.strings(one, current, schema.get("default"), scenario)
            elif one.get("type") == "array":
                yield from self.lists(one, current, scenario)

    def numbers(self, schema: Schema, current: Any) -> Iterator[Any]:
        near = []
        for known in (current, schema.get("default")):
            if isinstance(known, int | float) and not isinstance(known, bool):
                near += [known * 2, known / 2, known + 1, known * 20]
        for value in [*near, *NUMBERS]:
            whole = schema["type"] == "integer"
            if whole and value != int(value):
                continue
            value = int(value) if whole else float(value)
            low, high = schema.get("minimum", value), schema.get("maximum", value)
            if low <= value <= high:
                yield value

    def strings(
        self, schema: Schema, current: Any, default: Any, scenario: dict[str, Any]
    ) -> Iterator[str]:
        if "pattern" not in schema:
            return
        known = [*schema.get("examples", [])]
        for value in (current, default):
            if isinstance(value, str):
                known += [*scaled(value)]
        if "maxLength" in schema:
            known += files(current)
            known += [name for name in names(scenario) if name != current]
            known += [f"{current} again"] if isinstance(current, str) else []
        for value in [*known, *BY_UNIT]:
            if isinstance(value, str) and re.search(schema["pattern"], value):
                yield value

    def lists(self, schema: Schema, current: Any, scenario: dict[str, Any]) -> Iterator[Any]:
        items = schema.get("items", {})
        if isinstance(current, list):
            for index, item in enumerate(current):
                for value in self.made(items, item, scenario):
                    yield [*current[:index], value, *current[index + 1 :]]
            if len(current) > 1:
                yield current[:-1]
                yield current[1:]
        else:
            for value in self.made(items, None, scenario):
                yield [value]


def names(scenario: dict[str, Any]) -> list[str]:
    """Return the names of endpoints and satellites."""
    listed = [one["name"] for key in ("nodes", "terminals") for one in scenario.get(key, [])]
    return [*listed, *(f"{one['name']}-1" for one in scenario.get("nodes", []) if "count" in one)]


def files(current: Any) -> list[str]:
    """Return the files of these tests, for a key that refers to a file or could."""
    own = sorted(path.name for path in [*OWN.glob("*.csv"), *OWN.glob("*.t[lx][et]")])
    others = ["scenarios/udp.csv", "scenarios/listed-links.txt"]
    return [f"@{name}" for name in [*own, *others] if f"@{name}" != current]


def put(scenario: dict[str, Any], steps: keys.Steps, value: Any) -> dict[str, Any]:
    """Return a scenario with another value at a place."""
    made = copy.deepcopy(scenario)
    inner: Any = made
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = value
    return made
