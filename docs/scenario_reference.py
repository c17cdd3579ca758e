"""Writes docs/scenario.md, the reference of scenario files, from the JSON Schema of the core.

Run by `make reference`; tests/test_docs.py fails when the page is not what this makes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import skyseam

PAGE = Path(__file__).with_name("scenario.md")

HEAD = """\
# Scenario files

*Made from the schema by `make reference`; edit the sources in `crates` instead.*

A scenario is a TOML file. Quantities are strings with their unit, such as `"50 ms"`, `"25 Mbit/s"`,
`"780 km"`; a bare number where a unit belongs is refused. A time is rounded to the nanosecond and
a rate to the bit/s, so that `"23.759999999999998 s"`, as programs print it, is 23.76 s; a value
that this would change by more than a thousandth is refused. Sizes and numbers of packets are
whole. `skyseam check FILE` says what is wrong with a file, and where; with `--effects` it runs the
scenario without each of its keys and lists those that change nothing in this run.
`skyseam schema -o scenario.schema.json` writes the schema for editors that complete and check
while you type. A small scenario, complete:

```toml name=page.toml
title = "A 9 kB page from Hawaii to Los Angeles"

[constellation]
preset = "iridium-ns2"

[routing]
metric = "hops"

[[terminals]]
name = "HNL"
latitude = "21.5 deg"
longitude = "-158.0 deg"

[[terminals]]
name = "LAX"
latitude = "34.05 deg"
longitude = "-118.24 deg"

[[flows]]
name = "page"
from = "HNL"
to = "LAX"
application = { kind = "file", size = "9 kB" }

[run]
start = "06:00:00"
duration = "60 s"
```

```sh
skyseam check page.toml
skyseam run page.toml -o out
```

From Python, `skyseam.run` and all that take a scenario take its path, nested dicts, or its text:
`skyseam.toml(text)`. A file has at most 64 MB, one that it names 200 MB; both must be regular files
with names in UTF-8.

What would take gigabytes of memory is refused: more than 200,000 flows that start within a second,
1,000,000 within a minute or open at once (a QUIC connection counts as 8), 10,000,000 pings or
8,000,000 voice packets within a run, 200,000 users at places, 30,000 users of a beam with drawn
fading of their own. So is
what would take hours in one step: the course of a channel with more than 10,000,000,000 levels or
100,000 km.

In the tables below, *required* keys must be there; others have the default shown, or one that their
description states.
"""


def page() -> str:
    """Return the page as it should stand."""
    schema = skyseam.schema()
    definitions = schema["$defs"]
    parts = [HEAD, "## The file\n", keys(schema)]
    for name in _order(schema, definitions):
        parts.append(f"## {name}\n")
        definition = definitions[name]
        parts.append(definition.get("description", "") + "\n")
        if "properties" in definition:
            parts.append(keys(definition))
            choices = [f"`{one['required'][0]}`" for one in definition.get("oneOf", [])]
            if choices:
                parts.append(f"Exactly one of {', '.join(choices)} must be there.\n")
            continue
        for variant in definition["oneOf"]:
            for tag in ("kind", "model"):
                kind = variant["properties"].get(tag, {}).get("const")
                if kind is not None:
                    parts.append(f'### `{tag} = "{kind}"`\n\n{variant.get("description", "")}\n')
            parts.append(keys(variant))
    parts.append("## What can be named\n")
    parts.append(_models())
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _order(schema: dict[str, Any], definitions: dict[str, Any]) -> list[str]:
    """Return definitions in the order in which the file's keys lead to them."""
    found: list[str] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            name = str(node.get("$ref", "")).removeprefix("#/$defs/")
            if name and name not in found:
                found.append(name)
                walk(definitions[name])
            for key, value in node.items():
                if key != "$defs":
                    walk(value)
        elif isinstance(node, list):
            for item in node:
                walk(item)

    walk(schema)
    return found


def keys(schema: dict[str, Any]) -> str:
    """Return the table of a definition's keys."""
    required = schema.get("required", [])
    lines = ["| key | value | default | |", "|---|---|---|---|"]
    for key, value in schema["properties"].items():
        default = "*required*" if key in required else _default(value)
        description = value.get("description", "")
        kind = _type(value)
        if key == "preset":  # the whole catalogue, which has a page
            kind = "a name of [the catalogue](constellations.md)"
            description = description.split(' "')[0]
        lines.append(f"| `{key}` | {_cell(kind)} | {default} | {_cell(description)} |")
    return "\n".join(lines) + "\n"


def _default(value: dict[str, Any]) -> str:
    if "default" not in value or value["default"] == {}:
        return ""
    return f"`{_toml(value['default'])}`"


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].removeprefix("#/$defs/")
        return f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{_toml(value['const'])}`"
    if "enum" in value:
        return " or ".join(f"`{_toml(v)}`" for v in value["enum"])
    if "oneOf" in value:
        if all("const" in one for one in value["oneOf"]):
            return " or ".join(f"`{_toml(one['const'])}`" for one in value["oneOf"])
        return ", or ".join(_type(one) for one in value["oneOf"])
    if value.get("type") == "array":
        if "prefixItems" in value:
            members = [_type(one).removeprefix("such as ") for one in value["prefixItems"]]
            return f"[{', '.join(members)}]"
        return f"list of {_type(value['items'])}" if "items" in value else "list"
    if value.get("type") == "integer":
        return "whole number"
    if value.get("type") == "boolean":
        return "`true` or `false`"
    if value.get("examples"):
        return f"such as `{_toml(value['examples'][0])}`"
    return "text" if value.get("type") == "string" else str(value.get("type", "table"))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(held)}' for key, held in value.items())} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _models() -> str:
    lines = ["| key | name | what it is | source |", "|---|---|---|---|"]
    for model in skyseam.models():
        cells = (_cell(model[column] or "") for column in ("key", "name", "summary", "source"))
        key, name, summary, origin = cells
        lines.append(f"| `{key}` | `{name}` | {summary} | {origin} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
