"""What the command line shows: progress on stderr, tables on stdout.

Progress appears only on a terminal and only when work takes longer than two seconds; `ask` says
otherwise. Owns no meaning of what it shows.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from skyseam.simulate import Progress as Callback

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
    """Print rows under a title; all but the first `words` columns are numbers."""
    shown = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for index, column in enumerate(columns):
        shown.add_column(
            column,
            justify="left" if index < words else "right",
            no_wrap=index == 0 or index >= words,
        )
    for row in rows:
        shown.add_row(*row)
    out.print(shown)
