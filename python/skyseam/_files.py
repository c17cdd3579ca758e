"""Single files that users name: read within size limits, written whole or not at all.

Owns which names and kinds of files are accepted, and the messages of refusals. Directories of
results belong to `skyseam.results`.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from skyseam._errors import InputError, OutputError, SkyseamError, cannot_read, cannot_write

LARGEST_TEXT = 64_000_000
"""Size limit of scenario and sweep files, bytes: 100,000 terminals with a flow each take 20 MB."""

LARGEST = 200_000_000
"""Size limit of other files that are read, bytes: 100,000 element sets take 17 MB."""


def name_fault(name: str) -> str | None:
    """Say why `name` cannot be the name of a file; None if it can.

    Names that are not UTF-8 are refused: messages, manifests and Parquet cannot hold them.
    """
    if "\0" in name:
        return f"{name!a} is not a file name: it holds a NUL byte"
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return f"the file name {name!a} is not UTF-8; rename it, or name it by another path"
    return None


def check_name(path: Path, error: type[SkyseamError] = InputError) -> None:
    """Raise `error` if `path` cannot be the name of a file."""
    fault = name_fault(str(path))
    if fault is not None:
        raise error(fault)


def read_bytes(path: Path, largest: int = LARGEST, expected: str = "") -> bytes:
    """Read a regular file of no more than `largest` bytes.

    Parameters
    ----------
    path
        The path as the user gave it.
    largest
        Size limit, bytes.
    expected
        What the file should be, for the message about a file that is something else.

    Raises
    ------
    InputError
        When there is no such file, it is a directory, device or FIFO, too long, or unreadable.
    """
    with open_regular(path, expected) as file:
        parts = []
        left = largest + 1
        while left and (part := file.read(min(left, 1 << 24))):
            parts.append(part)
            left -= len(part)
    if not left:
        why = f"; {expected}" if expected else ""
        raise InputError(f"{path} is longer than {largest // 1_000_000} MB{why}")
    return b"".join(parts)


@contextmanager
def open_regular(path: Path, expected: str = "") -> Iterator[BinaryIO]:
    """Open a regular file for reading.

    Parameters and errors are those of :func:`read_bytes`.
    """
    check_name(path)
    why = f"; {expected}" if expected else ""
    try:
        # Without O_NONBLOCK, opening a FIFO blocks until another process opens it for writing.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            mode = os.fstat(handle).st_mode
            if not stat.S_ISREG(mode):
                raise InputError(f"{path} is {_kind(mode)}{why}")
            with os.fdopen(handle, "rb", buffering=0, closefd=False) as file:
                yield file
        finally:
            os.close(handle)
    except OSError as error:
        raise cannot_read(path, error) from error


def read_text(path: Path, largest: int = LARGEST, expected: str = "") -> str:
    """Read a file of UTF-8 text, as :func:`read_bytes` does.

    Raises
    ------
    InputError
        As :func:`read_bytes`, and when it is not UTF-8.
    """
    try:
        return read_bytes(path, largest, expected).decode("utf-8")
    except UnicodeDecodeError as error:
        why = f"; {expected}" if expected else ""
        raise InputError(f"{path} is not UTF-8 text{why}") from error


def is_directory(path: Path) -> bool:
    """Whether there is a directory of this name; False if the name is too long."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a directory"
    if stat.S_ISFIFO(mode):
        return "a FIFO"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"


def check_file(path: Path) -> None:
    """Refuse a path where no file can be written; called before long work.

    Raises
    ------
    OutputError
        Saying what is there.
    """
    check_name(path, OutputError)
    try:
        if path.is_dir():
            raise OutputError(f"{path} is a directory; name a file")
        if path.exists() and not path.is_file():
            raise OutputError(f"{path} is {_kind(path.stat().st_mode)}; name a file")
        check_parent(path)
    except OutputError:
        raise
    except OSError as error:
        raise cannot_write(path, error) from error


def check_directory(path: Path) -> None:
    """Refuse a path where no directory can be written; called before long work.

    Raises
    ------
    OutputError
        Saying what is there.
    """
    check_name(path.absolute(), OutputError)
    try:
        if path.exists() and not path.is_dir():
            raise OutputError(f"{path} is a file; name a directory")
        check_parent(path)
    except OutputError:
        raise
    except OSError as error:
        raise cannot_write(path, error) from error


def check_parent(path: Path) -> None:
    """Refuse a path whose parent directory cannot be made or written to.

    Raises
    ------
    OutputError
        Saying what prevents it.
    """
    for parent in path.absolute().parents:
        if parent.is_dir():
            if not os.access(parent, os.W_OK | os.X_OK):
                raise OutputError(f"{path} cannot be written: no permission to write to {parent}")
            return
        if parent.exists():
            raise OutputError(f"{path} cannot be written: {parent} is a file")


def write_files(texts: Mapping[Path, str | bytes], *, executable: bool = False) -> None:
    """Write files, each atomically and in the order given; nothing is left of one that fails.

    Raises
    ------
    OutputError
        When a path cannot be written.
    """
    for path, text in texts.items():
        check_file(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
        except OSError as error:
            raise cannot_write(path, error) from error
        partial = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode("utf-8"))
            partial.chmod(0o755 if executable else 0o644)
            partial.replace(path)
        except OSError as error:
            raise cannot_write(path, error) from error
        finally:
            partial.unlink(missing_ok=True)
