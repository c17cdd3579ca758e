"""Output of the command line: progress on stderr, tables on stdout.

Progress appears only on a terminal and only if work takes longer than two seconds, unless `ask`
overrides that. Colours appear only on a terminal too, and never if the environment variable
NO_COLOR is set (https://no-color.org); FORCE_COLOR enables them elsewhere. Knows nothing of the
content.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import click
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from skyseam._work import Progress as Callback
from skyseam.cli import process

DELAY_BEFORE_SHOWN_S = 2.0


class _Console(Console):
    """A console that leaves broken pipes to `exits`; rich ends the process with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


out = _Console(highlight=False)
err = _Console(stderr=True, highlight=False)


_COLOURS = {"error": "red", "warning": "yellow"}
_WORD = re.compile(r"^((?:\S+: )?)(error|warning):", re.MULTILINE)


def say(text: str) -> None:
    """Print a message on stderr; with colours, its kind stands out."""
    is_coloured = err.is_terminal and not err.no_color
    if is_coloured:
        text = _WORD.sub(
            lambda found: found[1] + click.style(f"{found[2]}:", fg=_COLOURS[found[2]], bold=True),
            text,
        )
    try:
        click.echo(text, err=True, color=is_coloured)
    except OSError:
        process.give_up_stream(2)


def is_asked(ask: bool | None) -> bool:
    """Return whether to do what `ask` says; if it is None, only at a terminal."""
    return sys.stderr.isatty() if ask is None else ask


@contextmanager
def progress(label: str, ask: bool | None) -> Iterator[Callback | None]:
    """Yield a callback for long work, or None if no progress is shown.

    Parameters
    ----------
    label
        Name of the work; the callback's text, if it gives one, replaces it.
    ask
        True: always show; False: never; None: on a terminal.
    """
    if not is_asked(ask):
        yield None
        return
    # Most work is done before a bar would be shown.
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(compact=True),
        console=err,
        transient=sys.stderr.isatty(),
    )
    task = bar.add_task(label, total=1.0)
    begun = time.monotonic()
    running = False

    def note(fraction: float, text: str) -> None:
        nonlocal running
        # The work goes on where nobody can see how far it is.
        with suppress(OSError):
            if not running and time.monotonic() - begun >= DELAY_BEFORE_SHOWN_S:
                running = True
                bar.start()
            bar.update(task, completed=fraction, description=text or label)

    try:
        yield note
    finally:
        if running:
            with suppress(OSError):
                bar.stop()


def after(label: str, note: Callback | None) -> Callback | None:
    """Return a callback whose texts follow `label` instead of replacing it."""
    if note is None:
        return None
    return lambda fraction, text: note(fraction, f"{label} {text}".rstrip())


def table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1
) -> None:
    """Print rows under a title; all but the first `words` columns are numbers.

    Words wrap on a narrow terminal. A number is never cut: lines then exceed the width of the
    terminal. In a file or pipe words wrap at 160 columns.
    """
    shown = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="cyan",
        box=None,
        pad_edge=False,
        padding=(0, _GAP, 0, 0),
    )
    least = most = 0
    for index, column in enumerate(columns):
        is_number = index >= words
        longest = max(cell_len(text) for text in (column, *(row[index] for row in rows)))
        least += (longest if is_number else _LEAST_WORDS) + _GAP
        most += longest + _GAP
        shown.add_column(
            column,
            justify="right" if is_number else "left",
            no_wrap=is_number,
            min_width=longest if is_number else None,
            overflow="fold",
        )
    for row in rows:
        shown.add_row(*row)
    room = out.width if out.is_terminal else min(most, _PIPED_WIDTH)
    width = max(room, least, cell_len(title))
    _Console(highlight=False, width=width).print(shown)


_PIPED_WIDTH = 160
_GAP = 2
_LEAST_WORDS = 12
