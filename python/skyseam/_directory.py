"""Directories of results: written whole or not at all, with a manifest that lists their files.

Does not know the content of the files; :mod:`skyseam.results` does.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from skyseam._errors import InputError, OutputError, cannot_write
from skyseam._files import (
    State,
    check_name,
    check_parent,
    leftovers,
    name_fault,
    note_state,
    note_written,
    partial_of,
    read_text,
)

FORMAT = "skyseam-results/2"
_ANY_FORMAT = "skyseam-results/"
MANIFEST = "manifest.json"
OWN_DIGEST = "manifest_sha256"
"""Key of a manifest's own digest: SHA-256 of the JSON of all other keys, in their order."""

Writer: TypeAlias = Callable[[Path], object]


def save_directory(
    directory: Path, manifest: Mapping[str, Any], files: Mapping[str, Writer]
) -> Path:
    """Write `files` and the manifest that lists them, then move the directory into place at once.

    Raises
    ------
    OutputError
        When the place holds something else, or cannot be written.
    """
    for name in files:
        check_inside(name)
    with whole_directory(directory) as partial:
        for name, write in files.items():
            path = partial / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path)
        write_manifest(partial, manifest, files)
    return directory


def write_manifest(
    directory: Path, manifest: Mapping[str, Any], files: Iterable[str]
) -> dict[str, Any]:
    """Write the manifest of the `files` in `directory`; return it in the form of :func:`load`."""
    listed, text = manifest_text(directory, manifest, files)
    (directory / MANIFEST).write_text(text, encoding="utf-8")
    return listed


def manifest_text(
    directory: Path, manifest: Mapping[str, Any], files: Iterable[str]
) -> tuple[dict[str, Any], str]:
    """Return a manifest with the SHA-256 of `files`, and its text with its own digest."""
    digests = {}
    for name in sorted(files):
        with (directory / name).open("rb") as file:
            digests[name] = hashlib.file_digest(file, "sha256").hexdigest()
    kept = {key: value for key, value in manifest.items() if key != OWN_DIGEST}
    listed = {**kept, "files": digests}
    signed = {**listed, OWN_DIGEST: _digest_of_manifest(listed)}
    return listed, json.dumps(signed, indent=2) + "\n"


def _digest_of_manifest(manifest: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(manifest, indent=2).encode()).hexdigest()


@contextmanager
def whole_directory(directory: Path, place: Callable[[], Path] | None = None) -> Iterator[Path]:
    """Yield a new sibling of `directory`, which replaces it when the block ends without error.

    If the block fails or is interrupted nothing remains of it; the old directory is unchanged.
    `place` is called at the end, and may return another path beside `directory`.
    """
    check_place(directory)
    # Replaces the target of a symbolic link, not the link.
    directory = directory.resolve()
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        with partial_of(directory, is_directory=True) as partial:
            yield partial
            partial.chmod(0o755)
            if place is not None and place().resolve() != directory:
                check_place(place())
                directory = place().resolve()
            note_state(partial, State.PLACED)
            _put_in_place(partial, directory)
            note_written(directory)
    except OSError as error:
        raise cannot_write(directory, error) from error


def check_place(directory: Path) -> None:
    """Refuse a path that contains anything but results of Skyseam.

    Called before long work too, so that a refusal does not come only at its end.

    Raises
    ------
    OutputError
        With what is there, and what to do.
    """
    check_name(directory, OutputError)
    try:
        # Parquet is written by absolute path.
        check_name(directory.resolve(), OutputError)
        recover(directory)
        if not directory.exists() and not directory.is_symlink():
            check_parent(directory)
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
        manifest, _ = read_manifest(directory)
        if manifest is None:
            raise OutputError(
                f"{directory} exists and holds no results of Skyseam; it is not changed; name "
                "another place"
            )
        present = {str(p.relative_to(directory)) for p in directory.rglob("*") if not p.is_dir()}
    except OutputError:
        raise
    except (OSError, RuntimeError) as error:
        # A RuntimeError means a symbolic link loop.
        raise cannot_write(directory, error) from error
    foreign = sorted(present - {*map(str, manifest.get("files", [])), MANIFEST})
    if foreign:
        raise OutputError(
            f"{directory} holds results of Skyseam and also {foreign[0]}, which is not part of "
            "them; it is not changed; move that file or name another place"
        )


def _put_in_place(partial: Path, directory: Path) -> None:
    """Move a directory to a path; a directory already there ends up at `partial` or is removed."""
    if not directory.exists():
        partial.rename(directory)
        return
    if _exchange(partial, directory):
        return
    # The old one is moved aside first, and back if the second rename fails. If the process is
    # killed between the two, the next call moves it back (`recover`).
    handle = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
    with suppress(OSError):  # not every file system can
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    aside = partial.with_suffix(".old")
    try:
        directory.rename(aside)
        try:
            partial.rename(directory)
        except BaseException:
            aside.rename(directory)
            raise
        shutil.rmtree(aside, ignore_errors=True)
    finally:
        os.close(handle)


_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two directories in one step (renameat2 of Linux); return False if unsupported.

    Raises
    ------
    OSError
        When the exchange fails for another reason.
    """
    import ctypes

    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    paths = os.fsencode(one), os.fsencode(other)
    if rename(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], _RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number), str(other))


def recover(directory: Path) -> None:
    """Move results back that a killed process had moved aside."""
    with suppress(OSError):
        directory = directory.resolve()
        if directory.exists():
            return
        old = [path for path in leftovers(directory) if path.suffix == ".old"]
        if old:
            old[0].rename(directory)


def read_manifest(directory: Path) -> tuple[dict[str, Any] | None, str | None]:
    """Return the manifest of results, None if there is none, and what is wrong with it."""
    try:
        manifest = json.loads(read_text(directory / MANIFEST))
    except (InputError, ValueError, RecursionError):
        return None, None
    if not isinstance(manifest, dict) or not str(manifest.get("format")).startswith(_ANY_FORMAT):
        return None, None
    if manifest["format"] != FORMAT:
        return manifest, f'has the format "{manifest["format"]}"; this version reads "{FORMAT}"'
    own = manifest.pop(OWN_DIGEST, None)
    if own != _digest_of_manifest(manifest) or not isinstance(manifest.get("files"), dict):
        return manifest, "was damaged or changed: its digest does not match; make the results again"
    return manifest, None


def check_inside(name: str) -> None:
    """Reject a file name that leads out of a directory of results, or is the manifest's."""
    fault = name_fault(name)
    if fault:
        raise InputError(fault)
    path = PurePosixPath(name)
    if not path.parts or path.is_absolute() or ".." in path.parts or str(path) != name:
        raise InputError(f"{name!a} is not the name of a file inside a directory of results")
    if name == MANIFEST:
        raise InputError(f"{MANIFEST} is written with every result; give the file another name")


def is_whole(manifest: Mapping[str, Any]) -> bool:
    """Whether results are complete, not those of an interrupted run."""
    return manifest.get("complete") is not False


def place_of_part(directory: Path) -> Path:
    """Return the path for an interrupted run that was meant for `directory`.

    If complete results are there, a path beside them: partial results do not replace complete ones.
    """
    manifest, _ = read_manifest(directory)
    if manifest is None or not is_whole(manifest):
        return directory
    return directory.with_name(f"{directory.name}.interrupted")
