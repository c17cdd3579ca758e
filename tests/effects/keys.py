"""Keys of the JSON Schema of scenarios, and the tables of a scenario that contain them.

A key is named by its table and its own name, such as `Queue[red].weight`; a choice of a key also by
its value, such as `Wire.order = fifo`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import skyseam

Schema = dict[str, Any]
Steps = tuple[str | int, ...]

SCHEMA: Schema = skyseam.schema()
ROOT = "Scenario"


@dataclass(frozen=True)
class At:
    """A table within a scenario: its steps from the root, its name, schema and content."""

    steps: Steps
    name: str
    schema: Schema
    table: dict[str, Any]


def resolved(schema: Schema) -> tuple[str, Schema]:
    """Return the name of a definition, if the schema refers to one, and the resolved schema."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return (name, SCHEMA["$defs"][name]) if name else ("", schema)


def _kind(schema: Schema) -> Any:
    """Return the kind that a variant of a table has; None for a table without kinds."""
    return schema.get("properties", {}).get("kind", {}).get("const")


def options(schema: Schema, name: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield each variant of a value, with the name of its table if it is one."""
    own, schema = resolved(schema)
    name = own or name
    if "oneOf" in schema and "properties" not in schema:
        for one in schema["oneOf"]:
            yield from options(one, name)
        return
    kind = _kind(schema)
    yield (name if kind is None else f"{name}[{kind}]"), schema


def is_table(schema: Schema) -> bool:
    """Return whether a variant is a table."""
    return "properties" in schema


def tables() -> dict[str, Schema]:
    """Return all tables by name."""
    found = {ROOT: SCHEMA}
    for name in SCHEMA["$defs"]:
        for called, one in options({"$ref": f"#/$defs/{name}"}):
            if is_table(one):
                found[called] = one
    return found


def choices(schema: Schema) -> Iterator[Any]:
    """Yield the words that a key accepts as its value, alone or in a list."""
    for _, one in options(schema):
        if "enum" in one:
            yield from one["enum"]
        elif "const" in one:
            yield one["const"]
        elif one.get("type") == "array":
            yield from choices(one.get("items", {}))


def every_key() -> dict[str, Schema]:
    """Return the keys of all tables, and their choices, by name."""
    found = {}
    for name, table in tables().items():
        for key, schema in table["properties"].items():
            found[f"{name}.{key}"] = schema
            listed = [] if key == "kind" and "const" in schema else list(choices(schema))
            if len(listed) > 1 or (listed and "oneOf" in schema):
                for choice in listed:
                    found[f"{name}.{key} = {choice}"] = schema
    return found


def form_of(value: Any, schema: Schema) -> tuple[str, Schema] | None:
    """Return the variant of a schema that a table matches."""
    fits = [
        (name, one)
        for name, one in options(schema)
        if is_table(one)
        and set(one.get("required", ())) <= set(value) <= set(one["properties"])
        and _kind(one) in (None, value.get("kind", _kind(one)))
    ]
    return fits[0] if fits else None


def tables_in(
    value: Any, schema: Schema = SCHEMA, steps: Steps = (), name: str = ROOT
) -> Iterator[At]:
    """Yield every table of a scenario, outer ones first."""
    if isinstance(value, list):
        for _, one in options(schema):
            if one.get("type") == "array" and "items" in one:
                for index, item in enumerate(value):
                    yield from tables_in(item, one["items"], (*steps, index), name)
        return
    if not isinstance(value, dict):
        return
    form = (name, schema) if not steps else form_of(value, schema)
    if form is None:
        return
    yield At(steps, *form, value)
    for key, inner in value.items():
        if key in form[1]["properties"]:
            yield from tables_in(inner, form[1]["properties"][key], (*steps, key), key)


def dotted(steps: Steps) -> str:
    """Return steps in the form of messages: `flows[0].transport.mss`."""
    told = ""
    for step in steps:
        told += f"[{step}]" if isinstance(step, int) else f".{step}"
    return told.lstrip(".")


def keys_of(at: At, key: str, value: Any) -> Iterator[str]:
    """Yield the names of the keys and choices that a value of a key involves."""
    schema = at.schema["properties"][key]
    yield f"{at.name}.{key}"
    said = value if isinstance(value, list) else [value]
    for choice in choices(schema):
        if any(choice == one and type(choice) is type(one) for one in said):
            yield f"{at.name}.{key} = {choice}"
    if isinstance(value, dict):
        form = form_of(value, schema)
        kind = _kind(form[1]) if form else None
        if form and kind is not None:
            yield f"{form[0]}.kind"
            if kind in choices(schema):
                yield f"{at.name}.{key} = {kind}"


def covered(at: At, key: str, value: Any) -> set[str]:
    """Return the names of the keys and choices tested by setting a key to a value."""
    schema = at.schema["properties"][key]
    before = at.table.get(key, schema.get("default"))
    shown = set(keys_of(at, key, value))
    return shown if before is None else shown | set(keys_of(at, key, before))
