"""Values as TOML text: tables inline, so that any random or damaged value can be written."""

from __future__ import annotations

import json
from typing import Any


class Raw(str):
    """Text that is written to the file unchanged, TOML or not."""


def value(item: Any) -> str:
    """Return a value as TOML text."""
    if isinstance(item, Raw):
        return str(item)
    if isinstance(item, dict):
        return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in item.items()) + " }"
    if isinstance(item, list):
        return "[" + ", ".join(map(value, item)) + "]"
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, str):
        return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(item)


def key(name: str) -> str:
    """Return a key, quoted if necessary."""
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else value(name)


def document(table: dict[str, Any]) -> str:
    """Return a scenario as text: a line for each top-level key and each list element there."""
    lines = []
    for name, item in table.items():
        if isinstance(item, list) and item and isinstance(item[0], dict):
            lines.append(f"{key(name)} = [\n" + "".join(f"    {value(i)},\n" for i in item) + "]")
        else:
            lines.append(f"{key(name)} = {value(item)}")
    return "\n".join(lines) + "\n"
