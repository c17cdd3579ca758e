"""Declarations: what the core knows of a plug-in, read from its class."""

from __future__ import annotations

import copy
import difflib
import hashlib
import inspect
import random
import re
import typing
from abc import ABC
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from skyseam.plugins import _keys
from skyseam.plugins._faults import refused, shown_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skyseam._errors import PluginError


class Plugin(ABC):
    """Common base of all plug-ins: keys, random numbers, a name.

    Annotated attributes of a derived class are its keys; each has a value before `__init__` is
    called, which takes no arguments. `name` and `source` are optional.
    """

    FAMILY: ClassVar[str]
    """Family of models that it belongs to."""

    NOUN: ClassVar[str]
    """Noun for it in messages."""

    name: ClassVar[str]
    """Name by which a scenario chooses it; the class's name in lower case with hyphens if unset."""

    source: ClassVar[str] = ""
    """Source of the model, such as a paper."""

    _declared: ClassVar[Declaration]

    random: random.Random
    """Random numbers of its own; there after `__init__`.

    The scenario's seed and the connection, link or flow determine them; those of a series, which
    only observes, are the same under every seed.
    """

    def __new__(cls, **keys: Any) -> Self:  # noqa: ANN401 - values of any shape
        """Create one with these keys, as in a scenario or in base units, and defaults."""
        made = super().__new__(cls)
        known = {key.name: key for key in declaration_of(cls).keys}
        for name in keys:
            if name not in known:
                close = difflib.get_close_matches(name, known, 1)
                meant = f"; did you mean `{close[0]}`?" if close else ""
                raise TypeError(f"{cls.__name__} has no key `{name}`{meant}")
        for key in known.values():
            if key.name not in keys and key.default is None:
                raise TypeError(f"{cls.__name__} needs the key `{key.name}`")
            given = keys.get(key.name, key.default)
            try:
                value = _keys.value_of(_keys.Shape(key.shape, key.choices), given)
            except ValueError as error:
                raise ValueError(f"`{key.name}` is {given!r}; expected {error}") from None
            setattr(made, key.name, value)
        return made

    def __init__(self, **_: Any) -> None:  # noqa: ANN401, B027 - `__new__` has set them
        """Do nothing: `__new__` has set the keys."""

    def copied(self) -> Self:
        """Return a copy with the same state; a transport that undoes a reduction returns to it."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = object.__new__(type(self))
        memo[id(self)] = made
        for name, value in vars(self).items():
            setattr(made, name, copy.deepcopy(value, memo))
        return made


@dataclass(frozen=True)
class Key:
    """A key of a plug-in."""

    name: str
    """Name in scenarios, and of the attribute."""
    shape: str
    """"duration", "rate", "size", "number", "integer", "boolean", "text" or "choice"."""
    default: str | float | bool | None
    """Default as a scenario has it; None if the key is required."""
    doc: str = ""
    """Documentation."""
    minimum: float | None = None
    """Lowest value, in s, bit/s or bytes."""
    maximum: float | None = None
    """Highest value."""
    choices: tuple[str, ...] = ()
    """Values of a choice."""


@dataclass(frozen=True)
class Declaration:
    """A plug-in as the core knows it."""

    family: str
    """Family of models, such as "congestion"."""
    name: str
    """Name by which a scenario chooses it if it was handed over as a class."""
    reference: str
    """Module or file, and class; empty if no import finds the class."""
    doc: tuple[str, ...]
    """First paragraph of the class's documentation, by line."""
    source: str
    """Source of the model."""
    keys: tuple[Key, ...]
    """Keys in the order of their definition, those of base classes first."""
    digest: str
    """SHA-256 of the source file; empty if there is none."""
    where: str
    """File and line of the class."""
    plugin: type[Plugin]
    """The class."""
    noun: str
    """Noun for it in messages."""
    file: str
    """Source file as Python names it."""
    line: int | None
    """Line of the class."""
    columns: tuple[tuple[str, str, str, bool], ...] = ()
    """Columns of a series: name, unit, documentation, and whether values are whole."""
    chosen_class: str | None = None
    """The key `class` as the scenario has it."""
    chosen_file: str | None = None
    """The key `file` as the scenario has it."""
    directory: str = ""
    """Directory to which files are relative."""

    def __reduce__(self) -> tuple[Callable[..., Declaration], tuple[object, ...]]:
        """Pickle the names: the process that reads them loads the plug-in itself."""
        if not self.reference:
            raise refused(
                f"`{self.name}` cannot be sent to other processes, which do not find it",
                self.file,
                self.line,
                "a class of a module or file, not of a program's main file or a function",
            )
        from skyseam.plugins import _load

        names = self.reference, self.chosen_class, self.chosen_file, self.directory
        return _load.reloaded, (*names, self.digest)

    def make(self, values: dict[str, Any]) -> Plugin:
        """Return an instance with these values, in base units."""
        made = object.__new__(self.plugin)
        for name, value in values.items():
            setattr(made, name, value)
        made.__init__()  # type: ignore[misc] # a class of the user's, whose keys are set
        return made


def declaration_of(plugin: type[Plugin], reference: str | None = None) -> Declaration:
    """Read a plug-in's declaration.

    Parameters
    ----------
    plugin
        A class derived from a base class of :mod:`skyseam.plugins`.
    reference
        Module or file, and class; None to derive it from the class.

    Raises
    ------
    PluginError
        When the class is no plug-in, lacks a method or has one that is not called, or a key cannot
        be read: with its file and line.
    TypeError
        When `plugin` is not a class.
    """
    if not isinstance(plugin, type):
        raise TypeError(f"a plug-in is a class, not {type(plugin).__name__}")
    known: Declaration | None = vars(plugin).get("_declared")
    if known is None:
        known = _read(plugin)
        plugin._declared = known
    return known if reference is None else replace(known, reference=reference)


_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

RESERVED = {"kind", "class", "file", "name", "source", "random"}
"""Names that a scenario's table or the base class has for something else."""


class _Place:
    """Places in the source of a class."""

    def __init__(self, plugin: type) -> None:
        self.plugin = plugin
        try:
            self.file = inspect.getsourcefile(plugin) or inspect.getfile(plugin)
        except (OSError, TypeError):
            self.file = ""
        self.lines: list[str] = []
        self.first: int | None = None
        with suppress(OSError, TypeError):
            self.lines, self.first = inspect.getsourcelines(plugin)
        # A decorator's line is not the class's.
        self.line = self.of(r"\s*class\s")

    def of(self, pattern: str) -> int | None:
        """Return the first line of the source that matches; the first line if none does."""
        if self.first is None:
            return None
        found = (n for n, line in enumerate(self.lines) if re.match(pattern, line))
        return self.first + next(found, 0)

    def key(self, name: str) -> int | None:
        return self.of(rf"\s+{re.escape(name)}\s*[:=]")

    def method(self, name: str) -> int | None:
        return self.of(rf"\s+(async\s+)?def\s+{re.escape(name)}\b|\s+{re.escape(name)}\s*[:=]")

    def refuse(self, what: str, line: int | None, expected: str = "", *notes: str) -> PluginError:
        return refused(what, self.file or self.plugin.__module__, line, expected, notes)


def _read(plugin: type[Plugin]) -> Declaration:
    place = _Place(plugin)
    found = (one for one in plugin.__mro__[1:] if _is_ours(one) and "FAMILY" in vars(one))
    base: type[Plugin] | None = next(found, None)
    if base is None:
        raise place.refuse(
            f"`{plugin.__name__}` is not a plug-in",
            place.line,
            "a class derived from one of skyseam.plugins, such as `Controller`",
        )
    name = _name_of(plugin, place)
    source = vars(plugin).get("source", "")
    if not isinstance(source, str):
        raise place.refuse(
            f"`source` of `{plugin.__name__}` is a {type(source).__name__}",
            place.key("source"),
            "text",
        )
    doc = inspect.cleandoc(vars(plugin).get("__doc__") or "").partition("\n\n")[0]
    _check_methods(plugin, base, place)
    keys = tuple(_keys_of(plugin, base, place))
    return Declaration(
        family=base.FAMILY,
        name=name,
        reference=_reference_of(plugin),
        doc=tuple(line.strip() for line in doc.splitlines() if line.strip()),
        source=" ".join(source.split()),
        keys=keys,
        digest=_digest_of(place),
        where=_where(place, plugin),
        plugin=plugin,
        noun=base.NOUN,
        file=place.file,
        line=place.line,
        columns=tuple(_columns_of(plugin, place)) if base.FAMILY == "series" else (),
    )


def _columns_of(plugin: type[Plugin], place: _Place) -> Iterator[tuple[str, str, str, bool]]:
    """Read the columns of a series, after its kinds of events."""
    from skyseam.plugins.series import EVENTS

    events: Any = getattr(plugin, "events", None)
    are_texts = isinstance(events, tuple | list) and all(isinstance(one, str) for one in events)
    unknown = [one for one in events if one not in EVENTS] if are_texts else [events]
    if unknown or not events:
        close = difflib.get_close_matches(str(unknown[0]), EVENTS, 1) if unknown else []
        raise place.refuse(
            f"`events` of `{plugin.__name__}` has {unknown[0]!r}"
            if unknown and are_texts
            else f"`events` of `{plugin.__name__}` is {events!r}",
            place.key("events"),
            f"a tuple of kinds of events: {', '.join(EVENTS)}",
            *(f"help: did you mean `{one}`?" for one in close),
        )
    columns: Any = getattr(plugin, "columns", None)
    is_dict = isinstance(columns, dict) and len(columns) > 0
    wrong = [one for one in columns if not _is_column(one, columns[one])] if is_dict else [None]
    if wrong:
        raise place.refuse(
            f"`columns` of `{plugin.__name__}` is {columns!r}"
            if not is_dict
            else f"the column {wrong[0]!r} of `{plugin.__name__}` is {columns[wrong[0]]!r}",
            place.key("columns"),
            'columns by name, such as {"t_s": Column("s", "Time of the event.")}',
        )
    for name, (unit, doc, is_whole) in columns.items():
        yield name, unit, doc, is_whole


def _is_column(name: object, value: object) -> bool:
    from skyseam.plugins.series import Column

    return (
        isinstance(name, str)
        and _KEY.fullmatch(name) is not None
        and isinstance(value, Column)
        and [type(one) for one in value] == [str, str, bool]
    )


def _is_ours(one: type) -> bool:
    return one.__module__.startswith("skyseam.plugins")


def _name_of(plugin: type[Plugin], place: _Place) -> str:
    name = vars(plugin).get("name")
    if name is None:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", plugin.__name__)
        return words.replace("_", "-").strip("-").lower()
    if isinstance(name, str) and _NAME.fullmatch(name):
        return name
    raise place.refuse(
        f"the name of `{plugin.__name__}` is {name!r}",
        place.key("name"),
        'lower-case letters, digits and hyphens, such as "my-controller"',
    )


def _reference_of(plugin: type[Plugin]) -> str:
    if plugin.__module__ == "__main__" or "<locals>" in plugin.__qualname__:
        return ""
    return f"{plugin.__module__}:{plugin.__qualname__}"


def _digest_of(place: _Place) -> str:
    try:
        return hashlib.sha256(Path(place.file).read_bytes()).hexdigest() if place.file else ""
    except OSError:
        # A notebook's cell or a prompt: no file, only the text of the class.
        return hashlib.sha256("".join(place.lines).encode()).hexdigest() if place.lines else ""


def _where(place: _Place, plugin: type[Plugin]) -> str:
    name = shown_path(place.file) if place.file else plugin.__module__
    return f"{name}:{place.line}" if place.line else name


def _check_methods(plugin: type[Plugin], base: type[Plugin], place: _Place) -> None:
    """Refuse methods that are missing, misspelt, or cannot be called as the core calls them."""
    ours = {
        name: one
        for name, one in inspect.getmembers(base, callable)
        if not name.startswith("_") and name not in ("copied",)
    }
    own: dict[str, Any] = {}
    for one in reversed(plugin.__mro__):
        if not _is_ours(one):
            own.update(vars(one))
    for name, value in own.items():
        if name in ours:
            _check_method(plugin, name, value, ours[name], place)
        elif inspect.isfunction(value) and not name.startswith("_"):
            close = difflib.get_close_matches(name, [*ours], 1, 0.75)
            if close and (close[0] not in own or name.startswith("on_")):
                raise place.refuse(
                    f"`{plugin.__name__}` has the method `{name}`, which is never called",
                    place.method(name),
                    f"methods of {article(base.NOUN)}: {', '.join(f'`{one}`' for one in ours)}",
                    f"help: did you mean `{close[0]}`? A method of your own that it resembles "
                    "begins with an underscore",
                )
    if missing := sorted(plugin.__abstractmethods__):
        method = missing[0]
        doc = (inspect.getdoc(ours.get(method)) or "").partition("\n")[0]
        shall = doc[:1].lower() + doc[1:]
        raise place.refuse(
            f"`{plugin.__name__}` has no method `{method}`",
            place.line,
            f"`def {method}{_plain_signature(ours[method])}:`, which shall {shall}",
        )


def _check_method(
    plugin: type[Plugin],
    name: str,
    value: object,
    ours: Callable[..., object],
    place: _Place,
) -> None:
    expected = f"`def {name}{_plain_signature(ours)}:`"
    line = place.method(name)
    what = f"`{name}` of `{plugin.__name__}`"
    if isinstance(value, staticmethod | classmethod) or not inspect.isfunction(value):
        raise place.refuse(
            f"{what} is {article(type(value).__name__)}, not a method", line, expected
        )
    if inspect.iscoroutinefunction(value) or inspect.isgeneratorfunction(value):
        raise place.refuse(
            f"{what} is a coroutine or a generator", line, f"a plain method, {expected}"
        )
    count = len(inspect.signature(ours).parameters)
    try:
        inspect.signature(value).bind(*[None] * count)
    except TypeError:
        found = f"{name}{inspect.signature(value)}"
        raise place.refuse(
            f"{what} cannot be called with {_counted(count - 1)} besides self: `{found}`",
            line,
            expected,
        ) from None


def _plain_signature(method: Callable[..., object]) -> str:
    return "(" + ", ".join(inspect.signature(method).parameters) + ")"


def _counted(count: int) -> str:
    return {0: "no argument", 1: "one argument"}.get(count, f"{count} arguments")


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _keys_of(plugin: type[Plugin], base: type[Plugin], place: _Place) -> Iterator[Key]:
    holders = [one for one in reversed(plugin.__mro__) if not _is_ours(one) and one is not object]
    hints: dict[str, Any] = {}
    for holder in holders:
        names = [name for name in vars(holder).get("__annotations__", {}) if name[0] != "_"]
        at = place if holder is plugin else _Place(holder)
        try:
            told = typing.get_type_hints(holder, include_extras=True) if names else {}
        except Exception as error:  # the annotation is the user's code
            text = " ".join(str(error).split())
            raise at.refuse(
                f"the annotations of `{holder.__name__}` cannot be read: "
                f"{type(error).__name__}: {text}",
                at.key(names[0]),
                f"{_keys.KINDS}; names of types are those of the module",
            ) from error
        hints |= {name: (told[name], at) for name in names}
    for name, (annotation, at) in hints.items():
        if typing.get_origin(annotation) is ClassVar or annotation is ClassVar:
            continue
        yield _key(plugin, base, name, annotation, at)


def _key(
    plugin: type[Plugin], base: type[Plugin], name: str, annotation: object, at: _Place
) -> Key:
    line = at.key(name)
    if not _KEY.fullmatch(name):
        raise at.refuse(
            f"`{name}` is not the name of a key",
            line,
            "lower-case letters, digits and single underscores",
        )
    if name in RESERVED or callable(getattr(base, name, None)):
        raise at.refuse(
            f"`{name}` cannot be a key: {article(base.NOUN)} has it for something else",
            line,
            "another name; `name` and `source` have no annotation, or ClassVar",
        )
    try:
        shape, limits, doc = _keys.split(annotation)
    except ValueError as error:
        raise at.refuse(f"the key `{name}` cannot be read: {error}", line, _keys.KINDS) from None
    ends: list[float | None] = []
    for end in (limits.least, limits.most):
        try:
            ends.append(None if end is None else _keys.value_of(shape, end))
        except ValueError as error:
            raise at.refuse(
                f"a limit of `{name}` is {end!r}", line, f"{error}, or None for no limit"
            ) from None
    least, most = ends
    if least is not None and most is not None and least > most:
        raise at.refuse(
            f"the limits of `{name}` are {limits.least!r} and {limits.most!r}",
            line,
            "the lower one first",
        )
    missing = object()
    default = getattr(plugin, name, missing)
    if default is missing:
        return Key(name, shape.name, None, doc, least, most, shape.choices)
    try:
        value = _keys.value_of(shape, default)
    except ValueError as error:
        raise at.refuse(f"the default of `{name}` is {default!r}", line, str(error)) from None
    if (least is not None and value < least) or (most is not None and value > most):
        raise at.refuse(
            f"the default of `{name}` is {default!r}, outside of its Range",
            line,
            f"from {limits.least} to {limits.most}",
        )
    given = default if isinstance(default, str) else _keys.printed(shape, value)
    return Key(name, shape.name, typing.cast("str", given), doc, least, most, shape.choices)
