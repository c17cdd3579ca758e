"""All public errors, and their exit codes on the command line.

`ScenarioError` and `SkyseamWarning` are raised by the core, which renders them with the line at
fault and imports both classes from here. The others are raised in Python. The command line maps all
of them in one place (`skyseam.cli.exits`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from skyseam._core import __repository__, __version__

if TYPE_CHECKING:
    from pathlib import Path

    from skyseam.results import Results

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_FAULT",
    "EXIT_INTERRUPTED",
    "CoreFault",
    "IdleKeyWarning",
    "ImplausiblePathWarning",
    "InputError",
    "Interrupted",
    "OutputError",
    "PluginError",
    "PluginWarning",
    "RunWarning",
    "ScenarioError",
    "SkyseamError",
    "SkyseamWarning",
    "WorkerError",
]

EXIT_BAD_INPUT = 2
EXIT_FAULT = 70
"""sysexits.h's EX_SOFTWARE: a bug of Skyseam, not an error of its input."""
EXIT_INTERRUPTED = 130


class SkyseamError(Exception):
    """An error of Skyseam, with a message that says what to do instead."""


class ScenarioError(SkyseamError, ValueError):
    """A scenario that cannot be run; the text shows each problem with its place in the file.

    Attributes
    ----------
    problems : list of dict
        file, line, column, key, found, expected, help and message of each problem; only the first
        hundred.
    more_problems : int
        Number of further problems.
    """

    problems: list[dict[str, Any]]
    more_problems: int


class SkyseamWarning(UserWarning):
    """A probable mistake in a usable input, or a damaged file that was recreated."""


class ImplausiblePathWarning(SkyseamWarning):
    """A path whose delay exceeds three times that of light along the great circle."""


class RunWarning(SkyseamWarning):
    """A run whose results suggest a mistake in its scenario; also in the manifest."""


class IdleKeyWarning(RunWarning):
    """Keys of a scenario did not come into play in a run: limits, timers, links."""


class InputError(SkyseamError, ValueError):
    """A scenario or result that cannot be read: missing, a directory, not text, not Skyseam's."""


class OutputError(SkyseamError, OSError):
    """A result that cannot be written to its destination."""

    def __str__(self) -> str:
        """Return only the message, without OSError's prefix."""
        return str(self.args[0])


class PluginError(SkyseamError):
    """A plug-in that cannot be loaded or declared, or that failed during a run.

    Attributes
    ----------
    file : str
        Source file of the plug-in.
    line : int or None
        Line at fault.
    method : str
        Method that failed; empty if none was called.
    time_s : float or None
        Simulated time of the call.
    owner : str
        What the method was called for, such as a flow; empty if nothing.
    results : Results or None
        Results up to the failure, if a run had begun. Their manifest says `"complete": False`.
    batch : list of Results
        Results of all runs of a batch, in its order; empty if it was none.
    """

    def __init__(
        self,
        message: str,
        file: str = "",
        line: int | None = None,
        *,
        method: str = "",
        time_s: float | None = None,
        owner: str = "",
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.method = method
        self.time_s = time_s
        self.owner = owner
        self.results: Results | None = None
        self.batch: list[Results] = []


class PluginWarning(SkyseamWarning):
    """A plug-in that reads a clock or random numbers that are not its run's."""


class WorkerError(SkyseamError, RuntimeError):
    """Workers of a sweep were lost, fail repeatedly, or have another build of Skyseam."""


class CoreFault(SkyseamError):  # noqa: N818 - a fault, which no input is
    """A bug of Skyseam: the core reached a state that must never occur, and gives no result.

    Attributes
    ----------
    what : str
        Message of the panic.
    where : str or None
        Source file and line.
    """

    def __init__(self, what: str, where: str | None = None) -> None:
        super().__init__(fault_sentence(what, where, "the scenario"))
        self.what = what
        self.where = where


class Interrupted(KeyboardInterrupt):
    """A run was interrupted from the keyboard after it had begun.

    Attributes
    ----------
    results : Results
        Results up to the interruption. Their manifest says `"complete": False`.
    """

    def __init__(self, results: Results) -> None:
        super().__init__(interruption(results.manifest))
        self.results = results


def interruption(manifest: Mapping[str, Any]) -> str:
    """Describe how far the interrupted run of a manifest got."""
    run = manifest["scenario"]["run"]
    return (
        f"interrupted at {manifest['ended_at_s']:g} s of simulated time (a whole run: "
        f"{run['duration']} from {run['start']} on)"
    )


def fault_sentence(what: str, where: str | None, with_what: str) -> str:
    """Describe a bug of Skyseam, and ask for a report that reproduces it."""
    at = f" ({where})" if where else ""
    return (
        f"Skyseam {__version__} is at fault, not its input: {what}{at}; please report this with "
        f"{with_what} at {__repository__}/issues"
    )


def cannot_read(path: Path, error: OSError) -> InputError:
    """Describe why `path` cannot be read."""
    if isinstance(error, FileNotFoundError):
        return InputError(f"there is no file {path}")
    return InputError(f"{path} cannot be read: {error.strerror or error}")


def cannot_write(path: Path, error: OSError | RuntimeError) -> OutputError:
    """Describe why `path` cannot be written; a RuntimeError means a symbolic link loop."""
    why = error.strerror if isinstance(error, OSError) else None
    return OutputError(f"{path} cannot be written: {why or error}")
