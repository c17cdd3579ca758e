"""Runs that are kept: a long study interrupted at any point goes on where it stopped.

An entry is a directory of results (`skyseam.results`) named after what was asked and which code
answered, so that another scenario or another build never meets an old answer. Entries appear whole
or not at all. Owns the naming and the chunks; knows no paper.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from skyseam import _core, results, simulate
from skyseam._core import __version__
from skyseam._errors import InputError
from skyseam._work import Progress

RUNS_PER_ENTRY = 256
"""So many runs are lost at most when a study is killed; more make fewer files."""

RUN_COLUMNS = (
    "transfer_time_s", "bytes", "goodput_bps", "packets_sent", "retransmissions",
    "spurious_retransmissions", "timeouts", "recoveries", "drops",
)  # fmt: skip
"""What is kept of the first flow of each run, of what its transport states."""


class Store:
    """Finished runs on disk.

    Parameters
    ----------
    directory
        Where entries are kept; nothing is kept when None.
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory

    def tables(
        self, name: str, asked: object, make: Callable[[], Mapping[str, pa.Table]]
    ) -> dict[str, pa.Table]:
        """Return what `make` gives, from the entry of an earlier call where there is one.

        Parameters
        ----------
        name
            Of the entry, for people.
        asked
            Everything the answer depends on beside the code of the core, as JSON can say it.
        make
            Called when there is no entry.
        """
        if self.directory is None:
            return dict(make())
        said = json.dumps([name, asked, code()], sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(said.encode()).hexdigest()
        entry = self.directory / f"{name}-{digest[:20]}"
        try:
            kept = results.load(entry)
        except InputError:
            manifest = {
                "format": results.FORMAT, "kind": "stage", "skyseam": __version__,
                "code": code(), "asked": digest,
            }  # fmt: skip
            kept = results.Results(make(), manifest)
            kept.save(entry)
        return {table: kept.table(table) for table in kept.tables}

    def runs(
        self,
        name: str,
        scenarios: Iterable[dict[str, Any]],
        count: int,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> pa.Table:
        """Run scenarios of one flow each; return a row per run in the order given.

        Parameters
        ----------
        name
            Of the entries, for people.
        scenarios
            `count` of them; taken chunk by chunk, so they may be made on the way.
        threads, progress
            As in :func:`skyseam.run_batch`.
        """
        pieces = []
        done = 0
        for chunk in _chunks(scenarios, RUNS_PER_ENTRY):
            first, last = done / count, (done + len(chunk)) / count
            note = within(progress, first, last, name)

            def make(chunk: list[dict[str, Any]] = chunk, note: Progress | None = note) -> Any:
                batch = simulate.run_batch(chunk, threads=threads, progress=note)
                return {"runs": pa.concat_tables([_row(one.flows) for one in batch])}

            pieces.append(self.tables(name, chunk, make)["runs"])
            done += len(chunk)
            if progress is not None:
                progress(done / count, name)
        return pa.concat_tables(pieces)


def within(
    progress: Progress | None, first: float, last: float, text: str | None = None
) -> Progress | None:
    """Return a progress of a part of the work, which reaches from `first` to `last` of it."""
    if progress is None:
        return None
    return lambda done, word: progress(first + (last - first) * done, text or word)


@lru_cache(maxsize=1)
def code() -> str:
    """Say which code answers: the version, and a digest of the compiled core."""
    data = Path(_core.__file__).read_bytes()
    return f"{__version__}+{hashlib.sha256(data).hexdigest()[:12]}"


def _chunks(items: Iterable[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    remaining = iter(items)
    while chunk := list(islice(remaining, size)):
        yield chunk


def _row(flows: pa.Table) -> pa.Table:
    return flows.slice(0, 1).select([c for c in RUN_COLUMNS if c in flows.column_names])
