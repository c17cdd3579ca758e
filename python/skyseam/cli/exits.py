"""The frame of the command line: only here errors and signals become messages and exit codes.

Knows nothing of what commands do. Exit codes: 0 done, 2 bad input or output, 70 a bug of Skyseam,
130 interrupted.
"""

from __future__ import annotations

import io
import os
import shlex
import signal
import sys
import traceback
import warnings
from pathlib import Path
from types import FrameType
from typing import TextIO

import click

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
from skyseam.cli import terminal

TRACEBACK = "SKYSEAM_TRACEBACK"
"""An environment variable: if it is set, a bug shows Python's traceback too."""


def run_command(command: click.Command) -> None:
    """Run the command and end the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or file that cannot represent a character shows "?" instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.simplefilter("always", SkyseamWarning)
    warnings.showwarning = _show_warning
    _hear_signals()
    try:
        code = command.main(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit:
        raise
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; nothing was written", err=True)
        code = EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except CoreFault as error:
        code = _tell_fault(error, error.what, error.where)
    except (ScenarioError, SkyseamError) as error:
        terminal.say(message(error))
        code = EXIT_BAD_INPUT
    except BrokenPipeError:
        # The reader of our output has closed it.
        _give_up_stdout()
        code = 0
    except OSError as error:
        # Files have their own messages: this is stdout, for instance on a full disk.
        _give_up_stdout()
        terminal.say(f"error: the output cannot be written: {error.strerror or error}")
        code = EXIT_BAD_INPUT
    except BaseException as error:  # what nobody foresaw is a fault too
        text = " ".join(str(error).split())
        what = f"{type(error).__name__}: {text}" if text else type(error).__name__
        code = _tell_fault(error, what, _where(error))
    if code == EXIT_INTERRUPTED:
        # Python restores the default handlers as it ends: another signal would change the code.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
    sys.exit(code)


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
    """Return file and line that raised, the file from the package's name on."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return None
    path = Path(frames[-1].filename)
    return f"{'/'.join(path.parts[-2:])}:{frames[-1].lineno}"


def _hear_signals() -> None:
    """Make SIGTERM interrupt as Ctrl-C does, and a second one of either stop at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _interrupt)


_interrupted = False


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    global _interrupted
    # A command that has not loaded it writes no results.
    results = sys.modules.get("skyseam.results")
    if results is not None and results.is_being_placed():
        return  # a moment later everything is written, and then it is whole
    if _interrupted:
        # The work was asked to stop and has not yet; it is no longer waited for.
        if results is not None:
            results.give_up_unfinished()
        terminal.err.show_cursor()
        os.write(2, b"interrupted again; stopped at once\n")
        os._exit(EXIT_INTERRUPTED)
    _interrupted = True
    raise KeyboardInterrupt


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


def _give_up_stdout() -> None:
    # Discard the rest of the buffer, so that Python does not complain when it closes stdout.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
