"""Tables and captures that are written in pieces as they arrive.

Owns the division into row groups, so that a file does not depend on the pieces received.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from skyseam.results import ROWS_PER_GROUP


class GrowingTables:
    """Parquet files in a directory, one per table; rows wait until they fill a row group."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._files: dict[str, _File] = {}
        self._captures: dict[str, Path] = {}

    def take(self, name: str, rows: pa.Table) -> None:
        """Add the next rows of the table called `name`, with the columns of the first piece."""
        if name not in self._files:
            self._files[name] = _File(self._directory / f"{name}.parquet", rows.schema)
        self._files[name].take(rows)

    def take_capture(self, name: str, data: bytes) -> None:
        """Add the next bytes of the capture called `name`."""
        path = self._directory / "captures" / f"{name}.pcapng"
        path.parent.mkdir(exist_ok=True)
        self._captures[name] = path
        with path.open("ab") as file:
            file.write(data)

    @property
    def captures(self) -> list[str]:
        """Names of the captures so far, sorted."""
        return sorted(self._captures)

    def begin_again(self) -> None:
        """Forget all rows and captures so far."""
        for file in self._files.values():
            file.discard()
        self._files.clear()
        for path in self._captures.values():
            path.unlink(missing_ok=True)
        self._captures.clear()

    def finish(self) -> list[str]:
        """Write waiting rows and close the files of tables; return their names."""
        for file in self._files.values():
            file.finish()
        return [file.path.name for file in self._files.values()]


@contextmanager
def growing_tables(directory: Path) -> Iterator[GrowingTables]:
    """Yield tables that grow in `directory`; if the block fails, their files are removed."""
    tables = GrowingTables(directory)
    try:
        yield tables
    except BaseException:
        tables.begin_again()
        raise


class _File:
    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.path = path
        self._writer = pq.ParquetWriter(path, schema, compression="zstd")
        self._waiting = [schema.empty_table()]
        self._count = 0
        self._is_empty = True

    def take(self, rows: pa.Table) -> None:
        self._waiting.append(rows)
        self._count += rows.num_rows
        if self._count >= ROWS_PER_GROUP:
            whole = self._count - self._count % ROWS_PER_GROUP
            table = pa.concat_tables(self._waiting)
            self._write(table.slice(0, whole))
            self._waiting = [table.slice(whole)]
            self._count -= whole

    def _write(self, rows: pa.Table) -> None:
        # Pages end where chunks do: all rows of a group are one.
        self._writer.write_table(rows.combine_chunks(), row_group_size=ROWS_PER_GROUP)
        self._is_empty = False

    def finish(self) -> None:
        if self._count or self._is_empty:
            self._write(pa.concat_tables(self._waiting))
        self._waiting = []
        self._writer.close()

    def discard(self) -> None:
        self._writer.close()
        self.path.unlink(missing_ok=True)
