"""Everything that can go wrong at the surface, and the exit code it has on the command line.

`ScenarioError` comes from the core, which renders it with the line at fault. The others are raised
here in Python. The command line maps all of them in one place (`skyseam.cli.main`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyseam._core import ScenarioError, SkyseamWarning

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_INTERRUPTED",
    "InputError",
    "OutputError",
    "ScenarioError",
    "SkyseamError",
    "SkyseamWarning",
]

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class SkyseamError(Exception):
    """What Skyseam refuses to do, with a message that says what to do instead."""


class InputError(SkyseamError, ValueError):
    """A scenario or result cannot be read: missing, a directory, not text, not ours."""


class OutputError(SkyseamError, OSError):
    """A result cannot be written where it was asked for."""

    def __str__(self) -> str:
        """Return the message alone, without the form that OSError gives it."""
        return str(self.args[0])


def cannot_read(path: Path, error: OSError | UnicodeError) -> InputError:
    """Say why `path` cannot be read, in words."""
    if isinstance(error, UnicodeError):
        return InputError(f"{path} is not UTF-8 text; a scenario is a TOML file")
    if isinstance(error, FileNotFoundError):
        return InputError(f"there is no file {path}")
    if isinstance(error, IsADirectoryError):
        return InputError(f"{path} is a directory; a scenario is a TOML file")
    return InputError(f"{path} cannot be read: {error.strerror or error}")


def cannot_write(path: Path, error: OSError | ValueError) -> OutputError:
    """Say why `path` cannot be written, in words; a ValueError is a name that none can have."""
    why = error.strerror if isinstance(error, OSError) else None
    return OutputError(f"{path} cannot be written: {why or error}")
