"""Finished runs of sweeps and studies in one file, which detects crashes and flipped bits.

Owns the file: the origin of its runs, which runs are finished, and their tables. The file is a log:
for each batch of finished runs a piece is appended, with SHA-256 digests of its content. A run is
finished when its piece is complete. Damage is found when the file is opened, reported, and erased,
so that the runs concerned count as not finished. Knows no scenario. For the reasons see
docs/decisions/007-sweep-store.md.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import io
import json
import mmap
import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from skyseam._errors import InputError, OutputError, cannot_read
from skyseam._files import check_name

FORMAT = "skyseam-runs/2"

_MAGIC = b"\x93skyruns"
_FRAME = struct.Struct("<8sI32s")
"""Header of each piece: the magic, the length of its head, SHA-256 of origin and head."""

_WINDOW = 1024
"""Runs sorted at a time, so that row groups depend on this and on the runs alone."""

_GROUP_ROWS = 131_072
"""Rows after which a row group is full."""

# No thread of a pool holds the bytes of a file when the interpreter ends.
_ONE_THREAD = pa.ipc.IpcReadOptions(use_threads=False)


@dataclass(frozen=True)
class _Table:
    """Position of a table's rows in a piece, an Arrow stream, and their digest."""

    offset: int
    length: int
    sha256: str


@dataclass(frozen=True)
class _Piece:
    """Runs that finished together, and their tables."""

    runs: tuple[int, ...]
    tables: dict[str, _Table]

    @functools.cached_property
    def first(self) -> int:
        return min(self.runs)

    @functools.cached_property
    def last(self) -> int:
        return max(self.runs)


class Store:
    """Finished runs, by number.

    Parameters
    ----------
    path
        The file, created if it is missing; None keeps everything in memory.
    made_by
        The origin of the runs: texts that must be the same for all runs in one store.

    Attributes
    ----------
    damage : list of str
        Descriptions of damage that was found and erased; nearly always empty.

    Raises
    ------
    InputError
        When the file holds runs of another origin, or is not a store.
    OutputError
        When the file cannot be written, or another process has it open.
    """

    def __init__(self, path: Path | None, made_by: Mapping[str, str]) -> None:
        self._path = path
        self._made_by = {"format": FORMAT, **made_by}
        self._origin = _origin_of(self._made_by)
        self._pieces: list[_Piece] = []
        self._finished: set[int] = set()
        self._end = 0
        self.damage: list[str] = []
        self._file = io.BytesIO() if path is None else _locked(path)
        try:
            self._open()
        except OSError as error:
            self.close()
            if isinstance(error, OutputError):
                raise
            raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        size = self._file.seek(0, os.SEEK_END)
        made_by = _framed(b"", {"made_by": self._made_by})
        # A file that a kill left while it was created holds no runs yet.
        if size <= len(made_by) and made_by.startswith(self._read(0, size).rstrip(b"\0")):
            self._file.truncate(0)
            self._append(made_by)
            if self._path is not None:
                _sync_directory(self._path.parent)
            return
        self._end = size
        with mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            found = _scan(data, self._origin)
        for held in found.made_by:
            if held != self._made_by:
                raise InputError(foreign(Path(str(self._path)).parent, held, self._made_by))
        if not found.made_by and not found.pieces:
            raise InputError(
                f"{self._path} is not a store of runs, or is damaged beyond use; name another "
                "directory, or remove this one to start anew"
            )
        for piece in found.pieces:
            self._add(piece)
        self._take_out(found.gaps, size)
        if not found.made_by:
            self.damage.append("the record of what made the runs")
            self._append(made_by)

    def _take_out(self, gaps: Sequence[_Gap], size: int) -> None:
        """Erase damage, so that it is reported only once; its runs are no longer finished."""
        for gap in gaps:
            self.damage.append(gap.told)
            if gap.end == size:
                self._end = gap.begin
                self._file.truncate(gap.begin)
            else:
                self._write(gap.begin, bytes(gap.end - gap.begin))
        if gaps:
            self._sync()

    def close(self) -> None:
        """Close the file; no data are lost if this is not called."""
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finished(self) -> set[int]:
        """Return the numbers of the finished runs."""
        return set(self._finished)

    def tables(self) -> list[str]:
        """Return the names of the tables of the finished runs."""
        return list(self._pieces[0].tables) if self._pieces else []

    def add(self, runs: Sequence[int], tables: Mapping[str, pa.Table]) -> None:
        """Store finished runs: all of them, or none if this fails.

        Raises
        ------
        OutputError
            When the disk is full, or the file cannot be written for another reason.
        """
        streams = {name: packed(table) for name, table in tables.items()}
        head = {
            "runs": list(runs),
            "tables": [[name, len(b), _digest(b)] for name, b in streams.items()],
        }
        frame = _framed(self._origin, head)
        begin = self._end + len(frame)
        try:
            self._append(frame + b"".join(streams.values()))
        except OSError as error:
            raise OutputError(
                f"{self._path} cannot be written: {error.strerror or error}; the runs stored "
                "before are kept"
            ) from error
        self._add(_piece_of(head, begin))

    def _add(self, piece: _Piece) -> None:
        self._pieces.append(piece)
        self._finished.update(piece.runs)

    def _append(self, data: bytes) -> None:
        """Append to the file and flush to disk; nothing remains of it on failure."""
        try:
            self._write(self._end, data)
            self._sync()
        except BaseException:
            self._file.truncate(self._end)
            raise
        self._end += len(data)

    def _write(self, at: int, data: bytes) -> None:
        self._file.seek(at)
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]

    def _read(self, at: int, length: int) -> bytes:
        self._file.seek(at)
        parts = []
        while length and (part := self._file.read(length)):
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _sync(self) -> None:
        if self._path is not None:
            os.fsync(self._file.fileno())

    def in_order(self, name: str) -> Iterator[pa.Table]:
        """Yield the rows of all runs of the table `name`, by run, in pieces of many rows.

        The pieces depend only on the runs, not on the order in which they finished.

        Raises
        ------
        InputError
            When the file was changed after it was opened.
        """
        if not self._finished:
            return
        open_pieces: dict[int, pa.Table] = {}
        gathered: list[pa.Table] = []
        for first in range(0, max(self._finished) + 1, _WINDOW):
            window = pa.concat_tables(self._window(name, first, first + _WINDOW, open_pieces))
            gathered.append(window.sort_by("run") if window.num_rows else window)
            if sum(table.num_rows for table in gathered) >= _GROUP_ROWS:
                yield pa.concat_tables(gathered).combine_chunks()
                gathered = []
        if gathered:
            yield pa.concat_tables(gathered).combine_chunks()

    def _window(
        self, name: str, first: int, after: int, open_pieces: dict[int, pa.Table]
    ) -> list[pa.Table]:
        """Return the rows of the runs from `first` to before `after`, piece by piece."""
        found = []
        for number, piece in enumerate(self._pieces):
            if piece.last < first or piece.first >= after:
                continue
            if number not in open_pieces:
                open_pieces[number] = self._rows(piece.tables[name])
            runs = open_pieces[number]["run"].to_numpy()
            found.append(open_pieces[number].filter((runs >= first) & (runs < after)))
            if piece.last < after:
                del open_pieces[number]
        return found

    def _rows(self, table: _Table) -> pa.Table:
        data = self._read(table.offset, table.length)
        if _digest(data) != table.sha256:
            raise InputError(f"{self._path} was changed by something else while it was in use")
        return unpacked(data)


def count(path: Path) -> int:
    """Return the number of finished runs in a file, whatever their origin."""
    try:
        if not path.stat().st_size:
            return 0
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            origins = [_origin_of(made_by) for made_by in _scan(data, None).made_by]
            return sum(len(piece.runs) for o in origins[:1] for piece in _scan(data, o).pieces)
    except OSError as error:
        raise cannot_read(path, error) from error


def foreign(where: Path, held: Mapping[str, str], wanted: Mapping[str, str]) -> str:
    """Describe that a directory has runs of another origin than expected, and the difference."""
    differing = [key for key in {**held, **wanted} if held.get(key) != wanted.get(key)]
    told = "; ".join(
        f"{key}: {_shown(held.get(key))} there, {_shown(wanted.get(key))} now" for key in differing
    )
    return (
        f"{where} holds runs of another origin, and runs of different origin are not "
        f"mixed ({told}); name another directory, or remove this one to start anew"
    )


def _shown(value: str | None) -> str:
    if value is None:
        return "nothing"
    return value if len(value) <= 24 else f"{value[:12]}..."


def _locked(path: Path) -> BinaryIO:
    """Open the file and lock it; the lock ends with the process."""
    check_name(path, OutputError)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o644)
        file = os.fdopen(handle, "r+b", buffering=0)
    except OSError as error:
        raise OutputError(f"{path} cannot be opened: {error.strerror or error}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise OutputError(
            f"{path} is in use: another sweep writes to this directory; wait for it, or "
            "name another directory"
        ) from error
    except OSError as error:
        file.close()
        raise OutputError(f"{path} cannot be locked: {error.strerror or error}") from error
    return file


def _sync_directory(path: Path) -> None:
    """Flush the directory entry of a file to disk, not only its content."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass(frozen=True)
class _Gap:
    """Bytes from `begin` to before `end` that are not a complete piece, and a description."""

    begin: int
    end: int
    told: str


@dataclass
class _Found:
    """Content of a file: its records of origin, complete pieces, and damage."""

    made_by: list[dict[str, str]]
    pieces: list[_Piece]
    gaps: list[_Gap]


def _scan(data: mmap.mmap, origin: bytes | None) -> _Found:
    """Read every complete piece of this origin, wherever it is; rows are not decoded.

    After a damaged piece the next one is found by its magic. Without an origin, only the records of
    origin are read.
    """
    found = _Found([], [], [])
    seen: set[int] = set()
    size = len(data)
    at = whole_until = 0
    told: list[str] = []
    while at < size:
        begin = data.find(_MAGIC, at)
        if begin < 0:
            break
        head, body = _head_at(data, begin, origin)
        at = begin + 1
        if head is None:
            continue
        end = body
        if "made_by" in head:
            found.made_by.append(head["made_by"])
        elif origin is None:
            continue
        else:
            piece = _piece_of(head, body)
            end = body + sum(table.length for table in piece.tables.values())
            why = _fault(data, piece, end, seen)
            if why:
                told.append(f"{_runs(piece.runs)}: {why}")
                continue
            found.pieces.append(piece)
            seen.update(piece.runs)
        _note_gap(found, data, whole_until, begin, told)
        told = []
        at = whole_until = end
    _note_gap(found, data, whole_until, size, told)
    return found


def _note_gap(found: _Found, data: mmap.mmap, begin: int, end: int, told: list[str]) -> None:
    """Record bytes between complete pieces; zeros are from a piece that was erased before."""
    if begin < end and data[begin:end].strip(b"\0"):
        where = f"bytes {begin:,} to {end:,}, which hold no whole piece of this sweep"
        found.gaps.append(_Gap(begin, end, "; ".join(told) or where))


def _fault(data: mmap.mmap, piece: _Piece, end: int, seen: set[int]) -> str | None:
    """Describe what is wrong with a piece whose head is complete; None if nothing is."""
    if end > len(data):
        return "the file ends within them, as after a kill or on a full disk"
    for name, table in piece.tables.items():
        if _digest(data[table.offset : table.offset + table.length]) != table.sha256:
            return f'the table "{name}" is damaged'
    if not seen.isdisjoint(piece.runs):
        return "a second time"
    return None


def _head_at(data: mmap.mmap, begin: int, origin: bytes | None) -> tuple[Any, int]:
    """Return the head of a piece and where its rows begin; None if it is not complete."""
    if begin + _FRAME.size > len(data):
        return None, 0
    _, length, sha256 = _FRAME.unpack(data[begin : begin + _FRAME.size])
    body = begin + _FRAME.size + length
    if body > len(data):
        return None, 0
    head = data[begin + _FRAME.size : body]
    if sha256 not in (hashlib.sha256((o or b"") + head).digest() for o in (b"", origin)):
        return None, 0
    return json.loads(head), body


def _piece_of(head: Mapping[str, Any], body: int) -> _Piece:
    tables = {}
    for name, length, sha256 in head["tables"]:
        tables[name] = _Table(body, length, sha256)
        body += length
    return _Piece(tuple(head["runs"]), tables)


def _runs(runs: Sequence[int]) -> str:
    """Name runs, such as "run 7" or "9 runs from 12 to 20"."""
    if len(runs) == 1:
        return f"run {runs[0]:,}"
    return f"{len(runs):,} runs from {min(runs):,} to {max(runs):,}"


def _framed(origin: bytes, head: Mapping[str, Any]) -> bytes:
    text = json.dumps(head).encode()
    return _FRAME.pack(_MAGIC, len(text), hashlib.sha256(origin + text).digest()) + text


def _origin_of(made_by: Mapping[str, str]) -> bytes:
    """Return the digest of the origin of runs, which is part of the digest of each piece."""
    return bytes.fromhex(digest_of(dict(made_by)))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def packed(table: pa.Table) -> bytes:
    """Return a table as an Arrow stream."""
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def unpacked(data: bytes) -> pa.Table:
    """Return the table that :func:`packed` encoded."""
    with pa.ipc.open_stream(data, options=_ONE_THREAD) as reader:
        return reader.read_all()


def digest_of(value: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    """Return the SHA-256 of a value's JSON text."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
