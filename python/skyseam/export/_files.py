"""Single files that appear whole or not at all.

Directories are `skyseam.results`' business.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from skyseam._errors import OutputError, cannot_write


def check_file(path: Path) -> None:
    """Refuse a place that is not one for a file; called before long work.

    Raises
    ------
    OutputError
        With what stands there.
    """
    try:
        if path.is_dir():
            raise OutputError(f"{path} is a directory; name a file")
    except ValueError as error:
        raise OutputError(f"{str(path)!r} cannot be written: {error}") from error
    for parent in path.absolute().parents:
        if parent.is_dir():
            return
        if parent.exists():
            raise OutputError(f"{path} cannot be written: {parent} is a file")


def write_files(texts: Mapping[Path, str], *, executable: bool = False) -> None:
    """Write files, each at once and in the order given; of one that fails nothing is left.

    Raises
    ------
    OutputError
        When a place cannot be written.
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
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            partial.chmod(0o755 if executable else 0o644)
            partial.replace(path)
        except OSError as error:
            raise cannot_write(path, error) from error
        finally:
            partial.unlink(missing_ok=True)
