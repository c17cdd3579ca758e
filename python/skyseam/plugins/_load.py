"""Loading plug-ins: by import path, by file, or as classes that a program hands over."""

from __future__ import annotations

import difflib
import hashlib
import importlib
import importlib.util
import inspect
import linecache
import sys
import types
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from skyseam._errors import InputError, PluginError
from skyseam._files import read_bytes
from skyseam.plugins._declare import Declaration, Plugin, declaration_of
from skyseam.plugins._faults import raised_at, refused
from skyseam.plugins._impure import warn_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Model: TypeAlias = type[Plugin] | types.ModuleType | str
"""A plug-in: its class; a module, for all that it defines; or the name of either as text."""


def declarations(models: Iterable[Model], directory: Path = Path()) -> tuple[Declaration, ...]:
    """Return the declarations of plug-ins that a program hands over.

    Parameters
    ----------
    models
        Classes, modules, or texts: ``"my_module:Mine"``, ``"my_module"`` or ``"mine.py"``.
    directory
        Where files are.

    Raises
    ------
    PluginError
        When one cannot be loaded, or two have the same name.
    InputError
        When `models` is a single class or text.
    TypeError
        When an element is none of these.
    """
    if isinstance(models, str | type | types.ModuleType):
        raise InputError("models is a list of plug-ins; put a single one in a list")
    found: list[Declaration] = []
    for model in models:
        if isinstance(model, type):
            found.append(declaration_of(model))
        elif isinstance(model, types.ModuleType):
            found += _all_of(model, model.__name__, directory)
        elif isinstance(model, str):
            found += _named(model, directory)
        else:
            raise TypeError(f"a model is a class, a module or text, not {type(model).__name__}")
    known: dict[tuple[str, str], Declaration] = {}
    for one in found:
        other = known.setdefault((one.family, one.name), one)
        if other.plugin is not one.plugin:
            raise refused(
                f"two plug-ins have the name `{one.name}`",
                one.file,
                one.line,
                "a name for each, by the attribute `name` of the class",
                (f"the other is at {other.where}",),
            )
    return tuple(known.values())


def of_scenario(
    tables: Iterable[tuple[str, int, str | None, str | None]],
    name: str,
    directory: Path,
    models: Iterable[Model] = (),
) -> tuple[Declaration, ...]:
    """Return the declarations of plug-ins that a scenario's tables name, and of `models`.

    Parameters
    ----------
    tables
        Path, line, `class` and `file` of each table, as the core finds them.
    name
        Name of the scenario in messages.
    directory, models
        As in :func:`chosen` and :func:`declarations`.

    Raises
    ------
    PluginError
        When one cannot be loaded: with the line of the scenario, and that of the plug-in.
    """
    found: dict[tuple[str | None, str | None], Declaration] = {}
    for path, line, class_, file in tables:
        if (class_, file) in found:
            continue
        try:
            found[class_, file] = chosen(class_, file, directory)
        except PluginError as error:
            note = f"\n  = chosen by `{path}` in {name}, line {line}"
            whole = PluginError(f"{error}{note}", error.file or name, error.line or line)
            raise whole from error.__cause__
    loaded = (*found.values(), *declarations(models, directory))
    for one in loaded:
        warn_of(one)
    return loaded


def chosen(class_: str | None, file: str | None, directory: Path) -> Declaration:
    """Load the plug-in that a table of a scenario names.

    Parameters
    ----------
    class_
        The key `class`: ``"my_module:Mine"``, or ``"Mine"`` beside `file`.
    file
        The key `file`.
    directory
        The scenario's directory, to which files are relative and where modules are found too.

    Raises
    ------
    PluginError
        When it cannot be loaded.
    """
    if file is not None:
        module = _of_file(file, directory)
        found = _pick(module, class_, file)
        reference = f"{file}:{found.__qualname__}"
    elif class_ is None:
        raise PluginError('a plug-in needs `class = "my_module:Mine"` or `file = "mine.py"`')
    else:
        name, _, of = class_.partition(":")
        if not of or not all(part.isidentifier() for part in name.split(".")):
            raise PluginError(
                f'"{class_}" does not name a class; expected "my_module:Mine", or '
                f'`file = "mine.py"` beside `class`'
            )
        found = _pick(_module(name, directory), of, name)
        reference = class_
    return replace(
        declaration_of(found, reference),
        chosen_class=class_,
        chosen_file=file,
        directory=str(directory.absolute()),
    )


def reloaded(
    reference: str, class_: str | None, file: str | None, directory: str, digest: str
) -> Declaration:
    """Load a plug-in in another process, from what :meth:`Declaration.__reduce__` gives.

    Raises
    ------
    PluginError
        When it cannot be loaded, or its source has changed.
    """
    if class_ is None and file is None:
        [made] = _named(reference, Path(directory))
    else:
        made = chosen(class_, file, Path(directory))
    if made.digest != digest:
        raise PluginError(f"{made.where} has changed since the sweep began; start it again")
    return replace(made, directory=directory)


def _named(text: str, directory: Path) -> Sequence[Declaration]:
    head, _, class_ = text.partition(":")
    if head.endswith(".py"):
        module = _of_file(head, directory)
    elif all(part.isidentifier() for part in head.split(".")):
        module = _module(head, directory)
    else:
        raise PluginError(
            f'"{text}" is not a plug-in; expected "my_module:Mine", "my_module" or "mine.py"'
        )
    if class_:
        found = _pick(module, class_, head)
        return [_declared(found, f"{head}:{class_}", directory)]
    return _all_of(module, head, directory)


def _declared(plugin: type[Plugin], reference: str, directory: Path) -> Declaration:
    return replace(declaration_of(plugin, reference), directory=str(directory.absolute()))


def _all_of(module: types.ModuleType, head: str, directory: Path) -> list[Declaration]:
    classes = _classes(module)
    if not classes:
        raise refused(f"there is no plug-in in {head}", module.__file__ or head, None, EXPECTED)
    return [_declared(one, f"{head}:{name}", directory) for name, one in classes.items()]


EXPECTED = "a class derived from one of skyseam.plugins, such as `Controller`"


def _classes(module: types.ModuleType) -> dict[str, type[Plugin]]:
    """Return the plug-ins that a module defines itself, other than bases of further ones."""
    own = {
        name: one
        for name, one in vars(module).items()
        if isinstance(one, type)
        and issubclass(one, Plugin)
        and one.__module__ == module.__name__
        and not name.startswith("_")
    }
    return {name: one for name, one in own.items() if not inspect.isabstract(one)} or own


def _pick(module: types.ModuleType, class_: str | None, head: str) -> type[Plugin]:
    """Return the class of this name, or the only one."""
    classes = _classes(module)
    file = module.__file__ or head
    listed = ", ".join(f'"{one}"' for one in classes)
    if class_ is None:
        if len(classes) == 1:
            return next(iter(classes.values()))
        if not classes:
            raise refused(f"there is no plug-in in {head}", file, None, EXPECTED)
        raise refused(
            f"there are {len(classes)} plug-ins in {head}", file, None, f"`class`: one of {listed}"
        )
    found = getattr(module, class_, None)
    if isinstance(found, type) and issubclass(found, Plugin):
        return found
    if found is not None:
        kind = "class" if isinstance(found, type) else type(found).__name__
        line = getattr(getattr(found, "__code__", None), "co_firstlineno", None)
        if isinstance(found, type):
            try:
                _, line = inspect.getsourcelines(found)
            except (OSError, TypeError):
                line = None
        raise refused(f"`{class_}` of {head} is a {kind}, not a plug-in", file, line, EXPECTED)
    close = difflib.get_close_matches(class_, classes, 1)
    notes = (f"help: did you mean `{close[0]}`?",) if close else ()
    expected = f"one of {listed}" if classes else EXPECTED
    raise refused(f"there is no `{class_}` in {head}", file, None, expected, notes)


_files: dict[Path, tuple[str, types.ModuleType]] = {}
"""Modules of files, each with the digest of its content."""


def _of_file(name: str, directory: Path) -> types.ModuleType:
    """Return the module of a file; the same one while the file has the same content."""
    path = (directory / name).absolute()
    try:
        digest = hashlib.sha256(read_bytes(path, expected="a plug-in is a Python file")).hexdigest()
    except InputError as error:
        raise PluginError(str(error), str(path)) from error
    known = _files.get(path)
    if known is not None and known[0] == digest:
        return known[1]
    at = hashlib.sha256(str(path).encode()).hexdigest()[:8]
    spec = importlib.util.spec_from_file_location(f"_skyseam_{path.stem}_{at}", path)
    if spec is None or spec.loader is None:
        raise PluginError(f"{path} is not a Python file; expected a name that ends in .py")
    module = importlib.util.module_from_spec(spec)
    linecache.checkcache(str(path))
    sys.modules[spec.name] = module
    try:
        with _path_of(path.parent):
            spec.loader.exec_module(module)
    except Exception as error:  # the file is the user's code
        del sys.modules[spec.name]
        raise _cannot_load(name, str(path), error) from error
    _files[path] = digest, module
    return module


def _module(name: str, directory: Path) -> types.ModuleType:
    """Import a module; the scenario's directory and the working one are searched last."""
    try:
        with _path_of(directory.absolute(), Path.cwd()):
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name + ".").startswith(error.name + "."):
            raise PluginError(
                f"there is no module `{name}`; searched were Python's path (environment variable "
                f"PYTHONPATH), {directory.absolute()} and the working directory; "
                f'or name the file: `file = "{name.replace(".", "/")}.py"`'
            ) from error
        raise _cannot_load(name, "", error) from error
    except Exception as error:  # the module is the user's code
        raise _cannot_load(name, "", error) from error


@contextmanager
def _path_of(*directories: Path) -> Iterator[None]:
    """Let imports find modules in these directories too."""
    before = list(sys.path)
    sys.path += [str(one) for one in directories if str(one) not in sys.path]
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = before


def _cannot_load(name: str, file: str, error: Exception) -> PluginError:
    if isinstance(error, PluginError):  # a class was used while its module was read
        return error
    at, line = raised_at(file, error)
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    what = f"{name} cannot be loaded: {type(error).__name__}: {text}"
    return refused(what, at or name, line)
