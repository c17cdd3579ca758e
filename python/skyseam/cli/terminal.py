"""What the command line shows: progress on stderr, tables on stdout.

Progress appears only on a terminal and only when work takes longer than two seconds; `ask` says
otherwise. Owns no meaning of what it shows.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from skyseam._work import Progress as Callback

DELAY_BEFORE_SHOWN_S = 2.0

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


@contextmanager
def progress(label: str, ask: bool | None) -> Iterator[Callback | None]:
    """Give a callback for long work, or None when nothing is to be shown.

    Parameters
    ----------
    label
        What is being done; the callback's text replaces it where it has one.
    ask
        True: always show; False: never; None: on a terminal.
    """
    shown = sys.stderr.isatty() if ask is None else ask
    if not shown:
        yield None
        return
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
        if not running and time.monotonic() - begun >= DELAY_BEFORE_SHOWN_S:
            bar.start()
            running = True
        bar.update(task, completed=fraction, description=text or label)

    try:
        yield note
    finally:
        if running:
            bar.stop()


def table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1
) -> None:
    """Print rows under a title; all but the first `words` columns are numbers.

    Words wrap where the terminal is narrow. A number is never cut: rather the lines get longer than
    the terminal is wide. What is not a terminal (a file, a pipe) takes lines of any length.
    """
    shown = Table(
        title=title,
        title_justify="left",
        title_style="bold",
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
    width = (
        max(out.width, least, cell_len(title)) if out.is_terminal else max(most, cell_len(title))
    )
    Console(highlight=False, width=width).print(shown)


_GAP = 2
_LEAST_WORDS = 12
