"""The finished runs of a sweep in one SQLite file, which a crash cannot harm.

Owns the file: what made the runs in it, which runs are finished, and their tables. A run is
finished when the transaction that stores it is; SQLite sees to it that this happens wholly or not
at all, also when the process is killed or the machine stops. Knows no scenario. Why so:
docs/decisions/007-sweep-store.md.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa

from skyseam._errors import InputError, OutputError

FORMAT = "skyseam-runs/1"

_TABLES = (
    "CREATE TABLE made (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE part (id INTEGER PRIMARY KEY, last INTEGER NOT NULL)",
    "CREATE TABLE run (number INTEGER PRIMARY KEY, part INTEGER NOT NULL REFERENCES part)",
    "CREATE TABLE piece (part INTEGER NOT NULL REFERENCES part, name TEXT NOT NULL, "
    "rows BLOB NOT NULL, PRIMARY KEY (part, name)) WITHOUT ROWID",
)

_WINDOW = 1024
"""Runs put in order at a time: what is in a row group hangs on this and the runs alone."""

_GROUP_ROWS = 131_072
"""Rows after which a row group is full."""


class Store:
    """Finished runs, by number.

    Parameters
    ----------
    path
        The file, made where there is none; None keeps everything in memory.
    made_by
        What the runs are made by: words that must be the same for all runs in one store.

    Raises
    ------
    InputError
        When the file holds runs that something else made, or is none of ours.
    OutputError
        When it cannot be written, or another process has it open.
    """

    def __init__(self, path: Path | None, made_by: Mapping[str, str]) -> None:
        self._path = path
        try:
            # Runs are handed over from a thread of the core; it is never two at a time.
            self._db = sqlite3.connect(
                ":memory:" if path is None else path,
                isolation_level=None,
                check_same_thread=False,
                timeout=0,
            )
        except sqlite3.Error as error:
            raise OutputError(f"{path} cannot be opened: {error}") from error
        try:
            self._open(made_by)
        except sqlite3.OperationalError as error:
            self._db.close()
            if error.sqlite_errorname == "SQLITE_BUSY":
                raise OutputError(
                    f"{path} is in use: another sweep writes to this directory; wait for it, or "
                    "name another directory"
                ) from error
            raise OutputError(f"{path} cannot be written: {error}") from error
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise InputError(
                f"{path} is no store of runs ({error}); name another directory"
            ) from error
        except BaseException:
            self._db.close()
            raise

    def _open(self, made_by: Mapping[str, str]) -> None:
        # One process at a time, found out at once; needs no memory shared between processes, which
        # network file systems do not have.
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN EXCLUSIVE")
        wanted = {"format": FORMAT, **made_by}
        if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for table in _TABLES:
                self._db.execute(table)
            self._db.executemany("INSERT INTO made VALUES (?, ?)", wanted.items())
        else:
            held = dict(self._db.execute("SELECT key, value FROM made"))
            self._compare(held, wanted)
        self._db.execute("COMMIT")

    def _compare(self, held: dict[str, str], wanted: dict[str, str]) -> None:
        """Refuse to mix runs of different origin, and say what differs."""
        differing = [key for key in {**held, **wanted} if held.get(key) != wanted.get(key)]
        if not differing:
            return
        where = self._path.parent if self._path else "memory"
        told = "; ".join(
            f"{key}: {_shown(held.get(key))} there, {_shown(wanted.get(key))} now"
            for key in differing
        )
        raise InputError(
            f"{where} holds runs that something else made, and runs of different origin are not "
            f"mixed ({told}); name another directory, or remove this one to start anew"
        )

    def close(self) -> None:
        """Close the file; nothing is lost where this is not called."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finished(self) -> set[int]:
        """Return the numbers of the finished runs."""
        return {number for (number,) in self._db.execute("SELECT number FROM run")}

    def add(self, runs: Sequence[int], tables: Mapping[str, pa.Table]) -> None:
        """Store runs that have finished: all of them, or none where this fails.

        Raises
        ------
        OutputError
            When the disk is full, or the file cannot be written for another reason.
        """
        pieces = [(name, _packed(table)) for name, table in tables.items()]
        try:
            self._db.execute("BEGIN")
            row = self._db.execute("INSERT INTO part (last) VALUES (?)", (max(runs),))
            part = row.lastrowid
            self._db.executemany("INSERT INTO run VALUES (?, ?)", [(run, part) for run in runs])
            self._db.executemany("INSERT INTO piece VALUES (?, ?, ?)", [(part, *p) for p in pieces])
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise OutputError(
                f"{self._path} cannot be written: {error}; the runs stored before are kept"
            ) from error

    def in_order(self, name: str) -> Iterator[pa.Table]:
        """Give the rows of all runs of the table `name`, by run, in pieces of many rows.

        Where one piece ends hangs on the runs alone, not on the order in which they finished.
        """
        last = self._db.execute("SELECT max(number) FROM run").fetchone()[0]
        if last is None:
            return
        open_parts: dict[int, tuple[int, pa.Table]] = {}
        gathered: list[pa.Table] = []
        for first in range(0, last + 1, _WINDOW):
            window = pa.concat_tables(self._window(name, first, first + _WINDOW, open_parts))
            gathered.append(window.sort_by("run") if window.num_rows else window)
            if sum(table.num_rows for table in gathered) >= _GROUP_ROWS:
                yield pa.concat_tables(gathered).combine_chunks()
                gathered = []
        if gathered:
            yield pa.concat_tables(gathered).combine_chunks()

    def _window(
        self, name: str, first: int, after: int, open_parts: dict[int, tuple[int, pa.Table]]
    ) -> list[pa.Table]:
        """Give the rows of the runs from `first` to before `after`, part by part."""
        rows = self._db.execute(
            "SELECT DISTINCT id, last FROM run JOIN part ON part = id "
            "WHERE number >= ? AND number < ? ORDER BY id",
            (first, after),
        ).fetchall()
        found = []
        for part, last in rows:
            if part not in open_parts:
                (packed,) = self._db.execute(
                    "SELECT rows FROM piece WHERE part = ? AND name = ?", (part, name)
                ).fetchone()
                open_parts[part] = (last, _unpacked(packed))
            runs = open_parts[part][1]["run"].to_numpy()
            found.append(open_parts[part][1].filter((runs >= first) & (runs < after)))
        for part in [part for part, (last, _) in open_parts.items() if last < after]:
            del open_parts[part]
        return found


def count(path: Path) -> int:
    """Return the number of finished runs in a file that no process has open."""
    try:
        with closing(sqlite3.connect(path, timeout=0)) as db:
            number: int = db.execute("SELECT count(*) FROM run").fetchone()[0]
            return number
    except sqlite3.Error as error:
        raise InputError(f"{path} cannot be read: {error}") from error


def _shown(value: str | None) -> str:
    if value is None:
        return "nothing"
    return value if len(value) <= 24 else f"{value[:12]}..."


def _packed(table: pa.Table) -> bytes:
    """Return a table as an Arrow stream."""
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _unpacked(data: bytes) -> pa.Table:
    with pa.ipc.open_stream(data) as reader:
        return reader.read_all()


def digest_of(value: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    """Return the SHA-256 of a value's JSON text."""
    import hashlib

    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
