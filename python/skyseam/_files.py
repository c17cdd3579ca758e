"""Single files that users name: read within size limits, written whole or not at all.

Owns which names and kinds of files are accepted, and the messages of refusals. Directories of
results belong to `skyseam.results`.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from skyseam._errors import InputError, OutputError, SkyseamError, cannot_read, cannot_write

LARGEST_TEXT = 64_000_000
"""Size limit of scenario and sweep files, bytes: 100,000 terminals with a flow each take 20 MB."""

LONGEST_NAME = 255
"""Limit of the name of a file, bytes: NAME_MAX of Linux, and of the usual file systems."""

PICTURES = (".png", ".svg", ".pdf")
"""Endings of the names of pictures."""

LARGEST = 200_000_000
"""Size limit of other files that are read, bytes: 100,000 element sets take 17 MB."""


_last_written: Path | None = None


def last_written() -> Path | None:
    """Return the file or directory that this process wrote last, None if it wrote none."""
    return _last_written


def note_written(path: Path) -> None:
    """Record that a file or directory is complete."""
    global _last_written
    _last_written = path


def name_fault(name: str) -> str | None:
    """Describe why `name` cannot be the name of a file; None if it can.

    Names that are not UTF-8 are refused: messages, manifests and Parquet cannot hold them.
    """
    if "\0" in name:
        return f"{name!a} is not a file name: it holds a NUL byte"
    try:
        longest = max(len(part.encode("utf-8")) for part in name.split("/"))
    except UnicodeEncodeError:
        return f"the file name {name!a} is not UTF-8; rename it, or name it by another path"
    if longest > LONGEST_NAME:
        return (
            f"a file name of {longest} bytes is longer than the {LONGEST_NAME} that file systems "
            f"take: {name[:40]}..."
        )
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
        Kind of file that is expected, for the message about another kind.

    Raises
    ------
    InputError
        When there is no such file, or it is a directory, device or FIFO, too long, or unreadable.
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
        As :func:`read_bytes`, and when the text is not UTF-8.
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
        With what is there.
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
        With what is there.
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
        With what prevents it.
    """
    for parent in path.absolute().parents:
        if parent.is_dir():
            if not os.access(parent, os.W_OK | os.X_OK):
                raise OutputError(f"{path} cannot be written: no permission to write to {parent}")
            return
        if parent.exists():
            raise OutputError(f"{path} cannot be written: {parent} is a file")


def write_files(texts: Mapping[Path, str | bytes], *, executable: bool = False) -> None:
    """Write files, all of them or none; each appears whole, in the order given.

    Raises
    ------
    OutputError
        When a path cannot be written.
    """
    with ExitStack() as stack:
        partials: dict[Path, Path] = {}
        for path, text in texts.items():
            check_file(path)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                partial = stack.enter_context(partial_of(path, is_directory=False))
                partial.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
                partial.chmod(0o755 if executable else 0o644)
            except OSError as error:
                raise cannot_write(path, error) from error
            partials[path] = partial
        for path, partial in partials.items():
            try:
                partial.replace(path)
            except OSError as error:
                raise cannot_write(path, error) from error
            note_written(path)


@contextmanager
def partial_of(path: Path, *, is_directory: bool) -> Iterator[Path]:
    """Create a hidden temporary file or directory beside `path`.

    It is locked until the end of the block, where it is removed unless it has been moved. Files
    that killed processes have left are removed first; their locks ended with them.

    Raises
    ------
    OSError
        When the file cannot be created.
    """
    for left in leftovers(path):
        _remove(left)
    prefix, suffix = f".{path.name[:40]}.", ".partial"
    while True:
        if is_directory:
            partial = Path(tempfile.mkdtemp(suffix, prefix, path.parent))
            handle = os.open(partial, os.O_RDONLY | os.O_CLOEXEC)
        else:
            handle, name = tempfile.mkstemp(suffix, prefix, path.parent)
            partial = Path(name)
        # Another process may take it for a leftover until it is locked.
        if _lock(handle) and partial.exists():
            break
        os.close(handle)
    _unfinished[partial] = State.BEGUN
    try:
        yield partial
    finally:
        _remove(partial)
        del _unfinished[partial]
        os.close(handle)


class State(Enum):
    """Progress of a file or directory that :func:`partial_of` has created."""

    BEGUN = "begun"
    PLACED = "placed"
    """It is being moved into place, which must not be interrupted."""


_unfinished: dict[Path, State] = {}
"""What :func:`partial_of` has created and not yet removed or moved."""


def note_state(partial: Path, state: State) -> None:
    """Record the progress of an unfinished file or directory."""
    _unfinished[partial] = state


_is_kept = False


def keep_unfinished() -> None:
    """Record that an interrupted run has stopped, and that its finished part is being written."""
    global _is_kept
    _is_kept = bool(_unfinished)


def is_kept() -> bool:
    """Whether an interrupted run has stopped, and its results are or have been written."""
    return _is_kept


def is_any(state: State) -> bool:
    """Whether any unfinished file or directory has this progress."""
    return state in list(_unfinished.values())  # other threads change it


def give_up_unfinished() -> None:
    """Remove unfinished files, just before the process ends."""
    for partial in list(_unfinished):
        for _ in range(10):
            _remove(partial)
            if not partial.exists():
                break


def _remove(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def leftovers(path: Path) -> list[Path]:
    """Return unfinished files beside `path` that killed processes have left."""
    pattern = re.compile(re.escape(f".{path.name[:40]}.") + r"[a-z0-9_]{8}\.(partial|old)")
    try:
        there = [one for one in path.parent.iterdir() if pattern.fullmatch(one.name)]
    except OSError:
        return []
    return [one for one in there if _is_left(one)]


def _is_left(path: Path) -> bool:
    """Whether no process has a lock on a file or directory."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _lock(handle: int) -> bool:
    """Lock an open file; return False if another process has it. Not all file systems can."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
