"""A scenario in any of the accepted forms, as text with a name for messages.

Owns the accepted forms, the files to which a scenario refers, and writing mappings as TOML.
Checking and meaning belong to the core.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import reprlib
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import tomli_w

from skyseam import _core
from skyseam._errors import InputError
from skyseam._files import LARGEST_TEXT, read_bytes, read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyseam.plugins import Declaration, Model


@dataclass(frozen=True)
class Toml:
    """TOML text, as opposed to a path; made by :func:`toml`.

    Names of files in it are relative to `directory`.
    """

    text: str
    directory: Path = Path()


def toml(text: str) -> Toml:
    """Mark `text` as a scenario or sweep; a plain `str` is the path of one.

    Files that it names are relative to the working directory.

    Parameters
    ----------
    text
        Content of a scenario or sweep file.

    Returns
    -------
    Toml
        Accepted wherever a scenario is accepted: ``skyseam.run(skyseam.toml(text))``.

    Raises
    ------
    InputError
        When the text contains what no text file can: a NUL, or half of a surrogate pair.
    TypeError
        When `text` is not a str.
    """
    if not isinstance(text, str):
        raise TypeError(f"TOML text is a str, not {type(text).__name__}")
    return Toml(_checked(text, "the text"))


Scenario: TypeAlias = str | os.PathLike[str] | Toml | Mapping[str, Any]
"""A path, TOML text by :func:`toml`, or the same as nested mappings."""


class Beside(dict[str, bytes | str]):
    """Files beside a scenario, and the plug-ins that it can choose."""

    plugins: tuple[Declaration, ...] = ()


class Source(NamedTuple):
    """TOML text, its name for messages, and the files to which it refers.

    `files` maps the names of files in the scenario to their content, or to a sentence that says why
    a file cannot be read, which the core reports with the line at fault.
    """

    text: str
    name: str
    files: Beside

    def listed(self) -> list[dict[str, Any]]:
        """Return the manifest's entries for the files: name, length and SHA-256 of each."""
        return [
            {"name": name, "bytes": len(held), "sha256": hashlib.sha256(held).hexdigest()}
            for name, held in sorted(self.files.items())
            if isinstance(held, bytes)
        ]


def source(scenario: Scenario, models: Sequence[Model] = ()) -> Source:
    """Convert a scenario to the form that the core takes, with the files to which it refers.

    Names are relative to the scenario's directory; for text and mappings to the working directory.
    `models` are plug-ins that it can choose by name, besides those that it names itself.

    Raises
    ------
    InputError
        When a file cannot be read, is not UTF-8, or holds a NUL byte.
    PluginError
        When a plug-in cannot be loaded.
    TypeError
        When `scenario` is neither a path, nor text, nor a mapping.
    """
    text, name, directory = text_of(scenario, "scenario")
    files = beside(_core.references(text), directory)
    files.plugins = plugins_of(text, name, directory, models)
    return Source(text, name, files)


def plugins_of(
    text: str, name: str, directory: Path, models: Sequence[Model] = ()
) -> tuple[Declaration, ...]:
    """Load the plug-ins that a scenario or sweep names, and those that a program hands over.

    Raises
    ------
    PluginError
        When one cannot be loaded.
    """
    if not models and not handed and "python" not in text:
        return ()
    from skyseam.plugins import _impure, _load

    tables = _core.plugin_tables(text)
    loaded = _load.of_scenario(tables, name, directory, models)
    more = _load.declarations(handed, Path.cwd())
    for one in more:
        _impure.warn_of(one)
    handed.names.update(one.name for one in more if one.name in text)
    return tuple(dict.fromkeys((*loaded, *more)))


class Handed(list["Model"]):
    """Plug-ins of the command line (`--models`), which every scenario that it reads can choose."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        """Names of those that occur in a scenario."""


handed = Handed()


def document(scenario: Scenario) -> dict[str, Any]:
    """Return the keys of a valid scenario as written; with all defaults, if it is TOML 1.1.

    The core reads TOML 1.1, and :mod:`tomllib` does not.
    """
    given = source(scenario)
    try:
        return tomllib.loads(given.text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        whole: dict[str, Any] = json.loads(_core.resolved(*given))
        return whole


def text_of(given: Scenario, what: str) -> tuple[str, str, Path]:
    """Return the text of a scenario or sweep, its name for messages, and its directory.

    Errors are those of :func:`source`; `what` is the noun for it in messages.
    """
    if isinstance(given, Mapping):
        return tomli_w.dumps(plain(given, f"the {what}")), "<dict>", Path()
    if isinstance(given, Toml):
        return given.text, "<text>", given.directory
    if not isinstance(given, str | os.PathLike):
        raise TypeError(
            f"a {what} is a path, skyseam.toml(text) or a mapping, not {type(given).__name__}"
        )
    path = Path(given)
    try:
        text = read_text(path, LARGEST_TEXT, f"a {what} is a TOML file")
    except InputError as error:
        if "\n" in str(given):
            raise InputError(
                f"a str is the path of a {what} file, and there is none of this name; TOML text "
                "is given as skyseam.toml(text)"
            ) from error
        raise
    return _checked(text, str(path)), str(path), path.parent


def _checked(text: str, name: str) -> str:
    """Refuse text that a TOML file cannot hold."""
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise InputError(f"{name} holds a NUL byte in line {line}; a TOML file is text")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text[: error.start].count("\n") + 1
        raise InputError(
            f"{name} holds {text[error.start]!a} in line {line}, half of a surrogate pair, "
            "which UTF-8 cannot encode"
        ) from None
    return text


def kind_of(flow: Mapping[str, Any]) -> str:
    """Return the kind of application of a flow as described; listed transfers are files."""
    return str(flow.get("application", {}).get("kind", "file"))


MOST_DEPTH = 64
"""Limit on nested tables and lists in a mapping; scenarios need six."""


def _numpy_scalars() -> tuple[type[Any], ...]:
    """Return the type of NumPy's scalars; no type if NumPy is not loaded."""
    numpy = sys.modules.get("numpy")
    return () if numpy is None else (numpy.generic,)


def plain(value: object, at: str, depth: int = 0) -> Any:  # noqa: ANN401 - whatever TOML can say
    """Return a value as TOML or JSON types: NumPy's numbers as Python's, tuples as lists.

    Parameters
    ----------
    value
        A scenario, or a value in one.
    at
        Name of the value in messages.

    Raises
    ------
    InputError
        When TOML cannot represent a value, naming its key.
    """
    if depth > MOST_DEPTH:
        raise InputError(f"{at} has tables or lists nested more than {MOST_DEPTH} deep")
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise InputError(f"{at} has the key {_shown(key)}; expected text")
            _checked(key, f"a key of {at}")
        inner = "" if depth == 0 else f"{at}."
        return {key: plain(one, f"{inner}{key}", depth + 1) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, f"{at}[{index}]", depth + 1) for index, one in enumerate(value)]
    if isinstance(value, _numpy_scalars()):
        value = value.item()
    if isinstance(value, str):
        return _checked(value, at)
    if isinstance(value, Decimal):
        return float(value)
    if value is None:
        raise InputError(f"{at} is None; leave the key out to use its default")
    if isinstance(value, bool | int | float | datetime.date | datetime.time):
        return value
    raise InputError(
        f"{at} is a {type(value).__name__}, {_shown(value)}; expected text, a number, a list or a "
        "table"
    )


def _shown(value: object) -> str:
    return reprlib.repr(value).encode("ascii", "backslashreplace").decode()


def beside(names: Iterable[str], directory: Path) -> Beside:
    """Read files relative to `directory`: the content of each, or why it cannot be read."""
    return Beside({name: _beside(directory / name) for name in names})


def _beside(path: Path) -> bytes | str:
    """Return the content of a file, or why it cannot be read."""
    try:
        return read_bytes(path)
    except InputError as error:
        return str(error)
