"""Results: Arrow tables, captures and the manifest, in memory and as a directory.

Owns the directory's layout and that it appears whole or not at all. What the columns mean is
described in docs/results.md; what is in them comes from the core.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import pyarrow as pa
import pyarrow.parquet as pq

from skyseam import _arrow
from skyseam._core import __version__
from skyseam._errors import InputError, OutputError, cannot_write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from skyseam._core import DelayResult, RawTable, RunResult

FORMAT = "skyseam-results/1"
MANIFEST = "manifest.json"

Writer: TypeAlias = Callable[[Path], object]


class Results:
    """What a run or a delay computation gave.

    Attributes
    ----------
    manifest : dict
        Scenario as resolved with every default, seed, versions, wall time, peak memory.
    captures : dict of str to bytes
        A pcapng file per captured node or link.
    """

    def __init__(
        self,
        tables: Mapping[str, pa.Table | RawTable],
        manifest: Mapping[str, Any],
        captures: Mapping[str, bytes] | None = None,
    ) -> None:
        self._tables = dict(tables)
        self.manifest: dict[str, Any] = dict(manifest)
        self.captures: dict[str, bytes] = dict(captures or {})

    @property
    def flows(self) -> pa.Table:
        """One row per flow: when it began and ended, bytes, retransmissions, transfer time."""
        return self.table("flows")

    @property
    def drops(self) -> pa.Table:
        """One row per dropped packet: when, of which flow, where and why."""
        return self.table("drops")

    @property
    def tables(self) -> list[str]:
        """Names of the tables there are, sorted."""
        return sorted(self._tables)

    def table(self, name: str) -> pa.Table:
        """Return the table called `name`.

        Raises
        ------
        KeyError
            When there is none; time series exist only when the scenario records them.
        """
        found = self._tables.get(name)
        if found is None:
            there_are = ", ".join(self.tables)
            raise KeyError(f"no table {name!r} in these results; there are: {there_are}")
        if not isinstance(found, pa.Table):
            # Of thousands of runs in a batch most tables are never looked at: built when asked for.
            found = self._tables[name] = _arrow.table(found)
        return found

    def save(
        self,
        directory: str | Path,
        *,
        figures: Mapping[str, Figure] | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> Path:
        """Write a directory with `manifest.json`, a Parquet file per table, and the captures.

        The directory appears whole or not at all. One that Skyseam wrote before is replaced.

        Parameters
        ----------
        directory
            Where; its parents are made.
        figures
            Figures to put beside the tables, by file name.
        texts
            Text files to put beside the tables, by file name.

        Raises
        ------
        OutputError
            When the place is taken by something else or cannot be written.
        """
        files: dict[str, Writer] = {}
        for name in self.tables:
            files[f"{name}.parquet"] = _parquet_writer(self.table(name))
        for name, figure in (figures or {}).items():
            files[name] = _figure_writer(figure)
        for name, text in (texts or {}).items():
            files[name] = _bytes_writer(text.encode())
        for name, data in sorted(self.captures.items()):
            files[f"captures/{name}.pcapng"] = _bytes_writer(data)
        return save_directory(Path(directory), self.manifest, files)

    def __repr__(self) -> str:
        """Name the tables with their numbers of rows."""
        shown = ", ".join(f"{name}: {self.table(name).num_rows}" for name in self.tables)
        return f"<skyseam.Results {shown}>"


def from_core(
    raw: DelayResult | RunResult, kind: str, measured: Mapping[str, Any] | None = None
) -> Results:
    """Take the core's buffers and manifest over; `measured` is what only the caller can know."""
    manifest = whole_manifest(raw["manifest"], kind, measured or {})
    return Results(raw["tables"], manifest, cast("dict[str, bytes] | None", raw.get("captures")))


def whole_manifest(told: str, kind: str, measured: Mapping[str, Any]) -> dict[str, Any]:
    """Join what the core says in JSON with what only the caller can know."""
    head = {"format": FORMAT, "kind": kind, "skyseam": __version__}
    return {**head, **json.loads(told), **measured}


def load(directory: str | Path) -> Results:
    """Open results that were saved before.

    Raises
    ------
    InputError
        When the directory is missing or was not written by Skyseam.
    """
    directory = Path(directory)
    manifest = _own_manifest(directory)
    if manifest is None:
        if not directory.is_dir():
            raise InputError(f"there is no directory {directory}")
        raise InputError(f"{directory} holds no results of Skyseam: no {MANIFEST} of ours in it")
    try:
        tables = {p.stem: pq.read_table(p) for p in sorted(directory.glob("*.parquet"))}
        captures = {
            str(p.relative_to(directory / "captures").with_suffix("")): p.read_bytes()
            for p in sorted(directory.glob("captures/**/*.pcapng"))
        }
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"the results in {directory} cannot be read: {error}") from error
    return Results(tables, manifest, captures)


def save_directory(
    directory: Path, manifest: Mapping[str, Any], files: Mapping[str, Writer]
) -> Path:
    """Write `files` and the manifest that lists them, then put the whole in place at once.

    Raises
    ------
    OutputError
        When the place is taken by something else or cannot be written.
    """
    with whole_directory(directory) as partial:
        for name, write in files.items():
            path = partial / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path)
        _write_manifest(partial, manifest, files)
    return directory


@contextmanager
def growing_table(
    directory: Path, name: str
) -> Iterator[tuple[Callable[[pa.Table], None], Callable[[dict[str, Any]], dict[str, Any]]]]:
    """Write a directory of one table that comes in pieces.

    Gives a function that takes the next piece, and one that takes the manifest in the end, without
    which the directory does not appear. All pieces have the columns of the first.
    """
    with whole_directory(directory) as partial, ExitStack() as stack:
        writers: list[pq.ParquetWriter] = []

        def take(piece: pa.Table) -> None:
            if not writers:
                file = pq.ParquetWriter(
                    partial / f"{name}.parquet", piece.schema, compression="zstd"
                )
                writers.append(stack.enter_context(file))
            writers[0].write_table(piece)

        def finish(manifest: dict[str, Any]) -> dict[str, Any]:
            return _write_manifest(partial, manifest, [f"{name}.parquet"])

        yield take, finish


def _write_manifest(
    directory: Path, manifest: Mapping[str, Any], files: Iterable[str]
) -> dict[str, Any]:
    listed = {**manifest, "files": sorted(files)}
    (directory / MANIFEST).write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")
    return listed


@contextmanager
def whole_directory(directory: Path) -> Iterator[Path]:
    """Give a fresh sibling of `directory` that takes its place when the block ends well.

    When the block fails or is interrupted nothing remains, and what stood there stands unchanged.
    """
    check_place(directory)
    # Where a link leads to is replaced, not the link.
    directory = directory.resolve()
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(
            tempfile.mkdtemp(
                prefix=f".{directory.name[:40]}.", suffix=".partial", dir=directory.parent
            )
        )
    except OSError as error:
        raise cannot_write(directory, error) from error
    try:
        yield partial
        partial.chmod(0o755)
        _put_in_place(partial, directory)
    except OSError as error:
        raise cannot_write(directory, error) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def check_place(directory: Path) -> None:
    """Refuse a place that holds anything but results of Skyseam.

    Called before long work too, so that a refusal does not come at its end.

    Raises
    ------
    OutputError
        With what stands there, and what to do.
    """
    try:
        if not directory.exists() and not directory.is_symlink():
            _check_parent(directory)
            return
        if not directory.is_dir():
            what = "a file" if directory.exists() else "a link to nothing"
            raise OutputError(f"{directory} is {what}; results are a directory, name another place")
        if Path.cwd().is_relative_to(directory.resolve()):
            raise OutputError(
                f"{directory} is where the command runs; results replace a directory as a whole, "
                "name another place"
            )
        if not any(directory.iterdir()):
            return
        manifest = _own_manifest(directory)
        if manifest is None:
            raise OutputError(
                f"{directory} exists and holds no results of Skyseam; it is left as it is, "
                "name another place"
            )
        present = {str(p.relative_to(directory)) for p in directory.rglob("*") if not p.is_dir()}
    except OutputError:
        raise
    except OSError as error:
        raise cannot_write(directory, error) from error
    except ValueError as error:
        raise OutputError(f"{str(directory)!r} cannot be written: {error}") from error
    foreign = sorted(present - {*manifest.get("files", []), MANIFEST})
    if foreign:
        raise OutputError(
            f"{directory} holds results of Skyseam and also {foreign[0]}, which is not part of "
            "them; it is left as it is, move that file or name another place"
        )


def _check_parent(directory: Path) -> None:
    for parent in directory.absolute().parents:
        if parent.is_dir():
            return
        if parent.exists():
            raise OutputError(f"{directory} cannot be written: {parent} is a file")


def _put_in_place(partial: Path, directory: Path) -> None:
    # A directory cannot be exchanged in one step portably: the old one steps aside first, and comes
    # back should the second rename fail.
    if not directory.exists():
        partial.rename(directory)
        return
    aside = partial.with_suffix(".old")
    directory.rename(aside)
    try:
        partial.rename(directory)
    except BaseException:
        aside.rename(directory)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _own_manifest(directory: Path) -> dict[str, Any] | None:
    try:
        manifest = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if isinstance(manifest, dict) and manifest.get("format") == FORMAT:
        return manifest
    return None


def _parquet_writer(table: pa.Table) -> Writer:
    return lambda path: pq.write_table(table, path, compression="zstd")


def _figure_writer(figure: Figure) -> Writer:
    from skyseam import plot  # loads matplotlib, which runs without figures have no use for

    return lambda path: plot.save(figure, path)


def _bytes_writer(data: bytes) -> Writer:
    return lambda path: path.write_bytes(data)
