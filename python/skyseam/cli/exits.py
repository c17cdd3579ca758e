"""The frame of the command line: only here errors become messages and exit codes.

Knows nothing of the commands' work; `process` handles signals. Exit codes: 0 done, 2 bad input or
output, 70 a bug of Skyseam, 130 interrupted.
"""

from __future__ import annotations

import io
import logging
import os
import shlex
import sys
import traceback
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from skyseam import _files
from skyseam._errors import (
    EXIT_BAD_INPUT,
    EXIT_FAULT,
    EXIT_INTERRUPTED,
    CoreFault,
    ScenarioError,
    SkyseamError,
    SkyseamWarning,
    fault_sentence,
)
from skyseam.cli import process, terminal

if TYPE_CHECKING:
    from collections.abc import Callable

TRACEBACK = "SKYSEAM_TRACEBACK"
"""An environment variable: if it is set, a bug shows Python's traceback too."""


def run_command(command: click.Command) -> None:
    """Run the command and end the process with its exit code."""
    try:
        code = _code_of(command)
        process.settle()
    except KeyboardInterrupt:  # while words were said about another end
        process.end_interrupted("interrupted\n")
    # Semaphores of worker processes are removed as Python ends; they are reported as leaks else.
    if code == EXIT_INTERRUPTED and "multiprocessing.resource_tracker" not in sys.modules:
        process.end_interrupted()
    sys.exit(code)


def _code_of(command: click.Command) -> int:
    """Run the command, report its end unless it succeeded, and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or file that cannot represent a character shows "?" instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.simplefilter("always", SkyseamWarning)
    warnings.showwarning = _show_warning
    # It tells of a missing home and of a user's settings, on which no figure depends.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        code = _of_exit(command.main)
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        terminal.say(_interruption())
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return error.exit_code
    except (ScenarioError, SkyseamError) as error:
        if isinstance(error, CoreFault):
            return _tell_fault(error, error.what, error.where)
        terminal.say(message(error))
        return EXIT_INTERRUPTED if process.is_interrupted() else EXIT_BAD_INPUT
    except OSError as error:
        # Files have their own messages: this is stdout, for instance on a full disk.
        process.give_up_stream(1)
        if process.is_interrupted():
            return EXIT_INTERRUPTED
        if isinstance(error, BrokenPipeError):  # its reader has closed it
            return 0
        terminal.say(f"error: the output cannot be written: {error.strerror or error}")
        return EXIT_BAD_INPUT
    except BaseException as error:  # what nobody foresaw is a fault too
        if process.is_interrupted():
            # A library that was interrupted may raise anything.
            terminal.say(_interruption())
            return EXIT_INTERRUPTED
        text = " ".join(str(error).split())
        what = f"{type(error).__name__}: {text}" if text else type(error).__name__
        return _tell_fault(error, what, _where(error))
    return code


def _of_exit(main: Callable[..., object]) -> int:
    """Call the main function of a command; return the exit code that it asks for."""
    stdout = sys.stdout
    try:
        answer = main(standalone_mode=False)
    except SystemExit as end:
        if sys.stdout is not stdout:  # which click does at a broken pipe
            raise BrokenPipeError from None
        answer = end.code
    return answer if isinstance(answer, int) else int(answer is not None)


def _interruption() -> str:
    """Describe the interruption of the command, and what it has written."""
    written = _files.last_written()
    return f"interrupted; {'nothing' if written is None else written} was written"


def message(error: Exception) -> str:
    """Return the command line's message for an error in the input."""
    text = str(error).rstrip()
    return text if isinstance(error, ScenarioError) else f"error: {text}"


def _tell_fault(error: BaseException, what: str, where: str | None) -> int:
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    command = shlex.join(["skyseam", *sys.argv[1:]])
    sentence = fault_sentence(what, where, f"its input and the command `{command}`")
    terminal.say(f"error: {sentence}")
    return EXIT_FAULT


def _where(error: BaseException) -> str | None:
    """Return file and line of the error's origin; the path starts at the package's name."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return None
    path = Path(frames[-1].filename)
    return f"{'/'.join(path.parts[-2:])}:{frames[-1].lineno}"


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show our own warnings as plain text, any other as Python does."""
    if issubclass(category, SkyseamWarning):
        terminal.say(str(message).rstrip())
    else:
        _python_shows(message, category, filename, lineno, file, line)


_python_shows = warnings.showwarning
