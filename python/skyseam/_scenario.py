"""A scenario in any of the forms a caller may have it in, as text with a name for messages.

Owns reading files, also those that a scenario refers to, and writing dicts as TOML. Checking and
meaning belong to the core.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import tomli_w

from skyseam import _core
from skyseam._errors import InputError, cannot_read

Scenario: TypeAlias = str | Path | Mapping[str, Any]
"""A path, TOML text (any text with a line break or `=`), or the same as nested mappings."""


class Source(NamedTuple):
    """TOML text, what messages call it, and the files it refers to.

    `files` has what each file holds by its name in the scenario, or a sentence that says why it
    cannot be read: the core says it with the line at fault.
    """

    text: str
    name: str
    files: _core.Files

    def listed(self) -> list[dict[str, Any]]:
        """Return what a manifest says of the files: name, length and SHA-256 of each."""
        return [
            {"name": name, "bytes": len(held), "sha256": hashlib.sha256(held).hexdigest()}
            for name, held in sorted(self.files.items())
            if isinstance(held, bytes)
        ]


def source(scenario: Scenario) -> Source:
    """Bring a scenario into the form the core takes, with the files it refers to.

    Their names are relative to the scenario's directory; for text and mappings to the working
    directory.

    Raises
    ------
    InputError
        When a file cannot be read, is not UTF-8, or holds a NUL byte.
    TypeError
        When `scenario` is neither a path, nor text, nor a mapping.
    """
    if isinstance(scenario, Mapping):
        return _source(tomli_w.dumps(dict(scenario)), "<dict>", Path())
    if isinstance(scenario, Path):
        return read(scenario)
    if isinstance(scenario, str):
        if "\n" in scenario or "=" in scenario:
            return _source(scenario, "<text>", Path())
        return read(Path(scenario))
    raise TypeError(f"a scenario is a path, TOML text or a mapping, not {type(scenario).__name__}")


def read(path: Path) -> Source:
    """Read a scenario file."""
    return _source(read_text(path), str(path), path.parent)


def read_text(path: Path) -> str:
    """Read the text of a scenario or sweep file.

    Raises
    ------
    InputError
        When it cannot be read, is not UTF-8, or holds a NUL byte.
    """
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
    return text


LARGEST = 200_000_000
"""No file beside a scenario is longer, bytes: elements of 100,000 satellites take 17 MB."""


def _source(text: str, name: str, directory: Path) -> Source:
    """Read the files that the text refers to, relative to `directory`."""
    return Source(text, name, beside(_core.references(text), directory))


def beside(names: Iterable[str], directory: Path) -> _core.Files:
    """Read files relative to `directory`: what each holds, or why it cannot be read."""
    return {name: _beside(directory / name) for name in names}


def _beside(path: Path) -> bytes | str:
    """Return what a file holds, or why it cannot be read."""
    try:
        if path.is_dir():
            return f"{path} is a directory"
        if not path.is_file():
            return f"{path} is not a file" if path.exists() else f"there is no file {path}"
        if path.stat().st_size > LARGEST:
            return f"{path} is longer than {LARGEST // 1_000_000} MB"
        return path.read_bytes()
    except OSError as error:
        return f"{path} cannot be read: {error.strerror or error}"
    except ValueError as error:
        return f"{str(path)!r} is not a file name: {error}"
