"""Results: Arrow tables, captures and the manifest, in memory and as a directory.

docs/results.md describes the columns; their values come from the core. :mod:`skyseam._directory`
makes a directory appear whole or not at all.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import warnings
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa
import pyarrow.parquet as pq

from skyseam import _arrow
from skyseam._core import __version__
from skyseam._directory import (
    FORMAT,
    MANIFEST,
    Writer,
    check_inside,
    is_whole,
    read_manifest,
    recover,
    save_directory,
)
from skyseam._errors import (
    InputError,
    SkyseamWarning,
    interruption,
)
from skyseam._files import (
    check_name,
    is_directory,
    open_regular,
)
from skyseam._work import expect

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.figure import Figure

    from skyseam._core import DelayResult, RawTable, RunResult
    from skyseam.view import Scene

ROWS_PER_GROUP = 1 << 17
"""Rows of a row group of Parquet files: what is in memory of a table while it is written."""
SHOWN_ROWS = 20
"""How many rows of a table a notebook shows."""


class Results:
    """The results of a run or of a study.

    Attributes
    ----------
    manifest : dict
        Resolved scenario with every default, seed, versions, wall time, peak memory.
    captures : mapping of str to bytes
        A pcapng file per captured node or link.
    """

    def __init__(
        self,
        tables: Mapping[str, pa.Table | RawTable | Path],
        manifest: Mapping[str, Any],
        captures: Mapping[str, bytes | Path] | None = None,
    ) -> None:
        self._tables = dict(tables)
        self.manifest: dict[str, Any] = dict(manifest)
        self.captures: Mapping[str, bytes] = _Captures(captures or {}, self.manifest)

    @property
    def flows(self) -> pa.Table:
        """One row per flow: start and end, bytes, retransmissions, transfer time."""
        return self.table("flows")

    @property
    def drops(self) -> pa.Table:
        """One row per dropped packet: time, flow, node and reason."""
        return self.table("drops")

    def groups(self) -> pa.Table:
        """Return the results of users, by group, component of the mix and measure.

        See :func:`skyseam.measures.groups.groups`.

        Raises
        ------
        InputError
            When the results are of something else.
        """
        from skyseam.measures.groups import groups  # which needs this module

        return groups(self)

    def summary(self) -> pa.Table:
        """Return the results of flows, by name: percentiles, drops, fairness.

        See :func:`skyseam.measures.summaries.summary`.

        Raises
        ------
        InputError
            When the results are of something else.
        """
        from skyseam.measures.summaries import summary  # which needs this module

        return summary(self)

    @property
    def tables(self) -> list[str]:
        """Names of the tables in these results, sorted."""
        return sorted(self._tables)

    def table(self, name: str) -> pa.Table:
        """Return the table called `name`; its fields have `unit` and `meaning` as metadata.

        Raises
        ------
        KeyError
            When there is no such table; time series exist only if the scenario records them.
        """
        found = self._tables.get(name)
        if found is None:
            there_are = ", ".join(self.tables)
            raise KeyError(f"no table {name!r} in these results; there are: {there_are}")
        if isinstance(found, Path):
            found = self._tables[name] = _read_table(found, self.manifest["files"][found.name])
        elif not isinstance(found, pa.Table):
            # Most tables of a large batch are never read, so they are built on demand.
            found = self._tables[name] = _arrow.table(found)
        return found

    def to_pandas(self, name: str = "flows") -> pandas.DataFrame:
        """Return a table as a data frame of pandas; empty values are missing ones.

        Raises
        ------
        KeyError
            When there is no such table.
        """
        return self.table(name).to_pandas()

    def to_polars(self, name: str = "flows") -> polars.DataFrame:
        """Return a table as a data frame of polars; it shares the memory of the Arrow table.

        Raises
        ------
        KeyError
            When there is no such table.
        InputError
            When polars is not installed.
        """
        try:
            library = importlib.import_module("polars")
        except ImportError as error:
            raise InputError("polars is not installed: pip install polars") from error
        found: polars.DataFrame = library.from_arrow(self.table(name))
        return found

    def save(
        self,
        directory: str | Path,
        *,
        figures: Mapping[str, Figure | bytes] | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> Path:
        """Write a directory with `manifest.json`, a Parquet file per table, and the captures.

        The directory appears whole or not at all. One that Skyseam wrote before is replaced.

        Parameters
        ----------
        directory
            Directory to write; its parents are created.
        figures
            Figures to put beside the tables, by file name; bytes are those of a picture.
        texts
            Text files to put beside the tables, by file name.

        Raises
        ------
        InputError
            When a name leads out of the directory or is taken by another file of the results, or a
            text cannot be encoded in UTF-8.
        OutputError
            When the place holds something else, or cannot be written.
        """
        for argument, given in (("figures", figures), ("texts", texts)):
            if given is not None:
                expect(argument, given, Mapping)
        files: dict[str, Writer] = {}
        for name in self.tables:
            if "/" in name:
                raise InputError(
                    f"the table {name!a} has a slash in its name; give it another name"
                )
            files[f"{name}.parquet"] = _parquet_writer(self.table(name))
        for name, figure in (figures or {}).items():
            _only_once(name, files)
            files[name] = _figure_writer(figure)
        for name, text in (texts or {}).items():
            _only_once(name, files)
            files[name] = _text_writer(name, text)
        for name, data in sorted(self.captures.items()):
            files[f"captures/{name}.pcapng"] = _bytes_writer(data)
        return save_directory(Path(directory), self.manifest, files)

    def view(self, start_s: float | None = None, duration_s: float | None = None) -> Scene:
        """Return the run on a globe, which a notebook shows; `save` writes it as one HTML file.

        Parameters
        ----------
        start_s, duration_s
            Simulated time to show, s; the whole run when None.

        Raises
        ------
        InputError
            When the results are not of a run, or have no location to draw.
        """
        from skyseam.view import scene_of  # which needs this module

        return scene_of(self, start_s=start_s, duration_s=duration_s)

    def _rows(self, name: str) -> int:
        """Return the number of rows of a table, without reading or building it."""
        found = self._tables[name]
        if isinstance(found, Path):
            return _rows_of(found)
        if isinstance(found, pa.Table):
            rows: int = found.num_rows
            return rows
        return found[0][2] if found else 0

    def __repr__(self) -> str:
        """Name the tables with their numbers of rows."""
        shown = ", ".join(f"{name}: {self._rows(name)}" for name in self.tables)
        return f"<skyseam.Results {shown}>"

    def _repr_html_(self) -> str:
        """Show in a notebook the results of flows, or for a study the first rows of a table."""
        if self.manifest.get("kind") == "run":
            from skyseam.measures.summaries import as_html  # which needs this module

            return as_html(self)
        if not self.tables:
            return "<p>no tables</p>"
        name = "flows" if "flows" in self.tables else self.tables[0]
        table = self.table(name)
        told = ", ".join(f"{escape(one)} ({self._rows(one):,})" for one in self.tables)
        head = "".join(_head(field) for field in table.schema)
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(_cell(value))}</td>' for value in row.values())}</tr>"
            for row in table.slice(0, SHOWN_ROWS).to_pylist()
        )
        more = table.num_rows - SHOWN_ROWS
        left = f"<p>{more:,} more rows of <code>{escape(name)}</code></p>" if more > 0 else ""
        return (
            f"<p>Tables, with their numbers of rows: {told}. <code>{escape(name)}</code>:</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{left}"
        )


class _Captures(Mapping[str, bytes]):
    """Captures; those in files are read on demand."""

    def __init__(self, found: Mapping[str, bytes | Path], manifest: Mapping[str, Any]) -> None:
        self._found = dict(found)
        self._manifest = manifest

    def __getitem__(self, name: str) -> bytes:
        found = self._found[name]
        if isinstance(found, Path):
            sha256 = self._manifest["files"][f"captures/{name}.pcapng"]
            return _check_digest(found, sha256)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"<captures: {', '.join(self)}>"


def _head(field: pa.Field) -> str:
    """Return the heading of a column; its tooltip has unit and meaning."""
    told = field.metadata or {}
    words = ": ".join(told[key].decode() for key in (b"unit", b"meaning") if told.get(key))
    return f'<th title="{escape(words)}">{escape(field.name)}</th>'


def _cell(value: object) -> str:
    """Format a value: floats with six significant digits, nothing for an empty one."""
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def from_core(
    raw: DelayResult | RunResult, kind: str, measured: Mapping[str, Any] | None = None
) -> Results:
    """Build results from the core's buffers and manifest; `measured` comes from the caller."""
    manifest = whole_manifest(raw["manifest"], kind, measured or {})
    return Results(raw["tables"], manifest, cast("dict[str, bytes] | None", raw.get("captures")))


def whole_manifest(told: str, kind: str, measured: Mapping[str, Any]) -> dict[str, Any]:
    """Combine the core's manifest, in JSON, with the entries of the caller."""
    head = {"format": FORMAT, "kind": kind, "skyseam": __version__}
    return {**head, **json.loads(told), **measured}


def load(directory: str | Path) -> Results:
    """Open saved results.

    Every file is checked against its digest; tables are read on demand, so that the directory must
    stay until then.

    Warns
    -----
    SkyseamWarning
        When the run was interrupted.

    Raises
    ------
    InputError
        When the directory is missing or was not written by Skyseam, or when a table or capture is
        missing or damaged.
    """
    directory = Path(directory)
    check_name(directory)
    recover(directory)
    manifest, fault = read_manifest(directory)
    if manifest is None:
        if not is_directory(directory):
            raise InputError(f"there is no directory {directory}")
        raise InputError(f"{directory} holds no results of Skyseam: no {MANIFEST} of Skyseam")
    if fault:
        raise InputError(f"{directory / MANIFEST} {fault}")
    tables: dict[str, Path] = {}
    captures: dict[str, bytes] = {}
    for name, sha256 in manifest["files"].items():
        check_inside(name)
        path = directory / name
        if path.parent == directory and path.suffix == ".parquet":
            _check_file(path, sha256)
            tables[path.stem] = path.absolute()
        elif path.parent.is_relative_to(directory / "captures"):
            data = _check_digest(path, sha256)
            captures[str(path.relative_to(directory / "captures").with_suffix(""))] = data
    if not is_whole(manifest):
        told = f"{directory} holds a part of a run, which was {interruption(manifest)}"
        warnings.warn(f"warning: {told}", SkyseamWarning, stacklevel=2)
    return Results(tables, manifest, captures)


def _check_digest(path: Path, sha256: object) -> bytes:
    """Refuse a file that differs from the written one; return its content."""
    with open_regular(path) as file:
        data = file.read()
    _check_same(path, hashlib.sha256(data).hexdigest(), sha256)
    return data


def _check_file(path: Path, sha256: object) -> None:
    """Check like :func:`_check_digest`, without the content of the file in memory."""
    digest = hashlib.sha256()
    with open_regular(path) as file:
        while data := file.read(1 << 20):
            digest.update(data)
    _check_same(path, digest.hexdigest(), sha256)


def _check_same(path: Path, found: str, sha256: object) -> None:
    if found != sha256:
        raise InputError(
            f"{path} was damaged or changed: its SHA-256 is not that of {MANIFEST}; make these "
            "results again"
        )


def _read_table(path: Path, sha256: object) -> pa.Table:
    data = _check_digest(path, sha256)
    try:
        return _table(data)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path} cannot be read: {error}") from error


def _rows_of(path: Path) -> int:
    """Return the number of rows that the footer of a table's file states."""
    try:
        rows: int = pq.read_metadata(path).num_rows
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    return rows


def _table(parquet: bytes) -> pa.Table:
    """Read a table using only this thread.

    A reader of Arrow's thread pool may release `parquet` after it has returned. If the interpreter
    ends first, that aborts the process (github.com/apache/arrow/issues/33975).
    """
    with pq.ParquetFile(pa.BufferReader(parquet)) as file:
        return file.read(use_threads=False)


def _only_once(name: str, files: Mapping[str, object]) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the name of a file is a str, not {type(name).__name__}")
    if name in files:
        raise InputError(f"{name} is already a file of these results; give the other another name")


def _parquet_writer(table: pa.Table) -> Writer:
    return lambda path: pq.write_table(
        table, path, compression="zstd", row_group_size=ROWS_PER_GROUP
    )


def _figure_writer(figure: Figure | bytes) -> Writer:
    if isinstance(figure, bytes):
        return _bytes_writer(figure)
    from skyseam import plot  # loads matplotlib, which runs without figures have no use for

    return lambda path: plot.save(figure, path)


def _text_writer(name: str, text: str) -> Writer:
    if not isinstance(text, str):
        raise TypeError(f"the text of {name} is a str, not {type(text).__name__}")
    try:
        return _bytes_writer(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise InputError(
            f"the text of {name} cannot be encoded in UTF-8: {error.reason}"
        ) from error


def _bytes_writer(data: bytes) -> Writer:
    return lambda path: path.write_bytes(data)
