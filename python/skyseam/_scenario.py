"""A scenario in any of the forms a caller may have it in, as text with a name for messages.

Owns reading files and writing dicts as TOML. Checking and meaning belong to the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import tomli_w

from skyseam._errors import InputError, cannot_read

Scenario: TypeAlias = str | Path | Mapping[str, Any]
"""A path, TOML text (any text with a line break or `=`), or the same as nested mappings."""


class Source(NamedTuple):
    """TOML text and what messages call it."""

    text: str
    name: str


def source(scenario: Scenario) -> Source:
    """Bring a scenario into the form the core takes.

    Raises
    ------
    InputError
        When a file cannot be read, is not UTF-8, or holds a NUL byte.
    TypeError
        When `scenario` is neither a path, nor text, nor a mapping.
    """
    if isinstance(scenario, Mapping):
        return Source(tomli_w.dumps(dict(scenario)), "<dict>")
    if isinstance(scenario, Path):
        return read(scenario)
    if isinstance(scenario, str):
        if "\n" in scenario or "=" in scenario:
            return Source(scenario, "<text>")
        return read(Path(scenario))
    raise TypeError(f"a scenario is a path, TOML text or a mapping, not {type(scenario).__name__}")


def read(path: Path) -> Source:
    """Read a scenario file."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeError) as error:
        raise cannot_read(path, error) from error
    except ValueError as error:
        # A path with a NUL inside.
        raise InputError(f"{str(path)!r} is not a file name: {error}") from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise InputError(f"{path} holds a NUL byte in line {line}; a scenario is a TOML text file")
    return Source(text, str(path))
