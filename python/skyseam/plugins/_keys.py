"""Types of a plug-in's keys, and their values: text with units in a scenario, else numbers."""

from __future__ import annotations

import math
import re
import types
import typing
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeAlias

SHAPES = {
    "duration": {
        "ns": "1e-9",
        "us": "1e-6",
        "ms": "1e-3",
        "s": "1",
        "min": "60",
        "h": "3600",
        "d": "86400",
    },
    "rate": {"bit/s": "1", "kbit/s": "1e3", "Mbit/s": "1e6", "Gbit/s": "1e9", "Tbit/s": "1e12"},
    "size": {
        "B": "1",
        "kB": "1e3",
        "MB": "1e6",
        "GB": "1e9",
        "KiB": str(2**10),
        "MiB": str(2**20),
        "GiB": str(2**30),
    },
}
"""Units of each shape that has units, with their size in the base unit."""

BASE = {"duration": "s", "rate": "bit/s", "size": "B"}
"""Units in which a plug-in has the values."""


@dataclass(frozen=True)
class Shape:
    """The shape of a key: its name, and the choices of a "choice"."""

    name: str
    choices: tuple[str, ...] = ()


Duration: TypeAlias = Annotated[Any, Shape("duration")]
"""A time: text with a unit in a scenario (``"15 s"``), seconds in the plug-in."""

Rate: TypeAlias = Annotated[Any, Shape("rate")]
"""A rate: text with a unit in a scenario (``"25 Mbit/s"``), bit/s in the plug-in."""

Size: TypeAlias = Annotated[Any, Shape("size")]
"""A size: text with a unit in a scenario (``"10 kB"``), bytes in the plug-in."""


@dataclass(frozen=True)
class Range:
    """Limits of a key, both allowed: ``Annotated[float, Range(0, 10)]``.

    Limits of a :data:`Duration`, :data:`Rate` or :data:`Size` are text with a unit, or numbers in
    s, bit/s or bytes; None for no limit.
    """

    least: float | str | None = None
    most: float | str | None = None


PLAIN = {float: "number", int: "integer", bool: "boolean", str: "text"}
"""Shapes of Python's own types."""

KINDS = (
    "float, int, bool, str, Literal[...] of texts, Duration, Rate or Size, or one of them in "
    "Annotated[...]"
)


def split(annotation: object) -> tuple[Shape, Range, str]:
    """Return shape, limits and documentation of an annotated key.

    Raises
    ------
    ValueError
        With what is wrong with the annotation.
    """
    shape: Shape | None = None
    limits, doc = Range(), ""
    inner = annotation
    if typing.get_origin(annotation) is Annotated:
        inner, *rest = typing.get_args(annotation)
        for one in rest:
            if isinstance(one, Shape):
                shape = one
            elif isinstance(one, Range):
                limits = one
            elif isinstance(one, str):
                doc = " ".join(one.split())
            else:
                raise ValueError(f"its annotation has {one!r}, which is neither Range nor text")
    if shape is None:
        shape = _shape(inner)
    if limits != Range() and shape.name not in ("number", "integer", *BASE):
        raise ValueError(f"a Range is of numbers, and this key is a {shape.name}")
    return shape, limits, doc


def _shape(kind: object) -> Shape:
    if typing.get_origin(kind) is Literal:
        choices = typing.get_args(kind)
        if all(isinstance(one, str) for one in choices):
            return Shape("choice", choices)
    if isinstance(kind, type) and kind in PLAIN:
        return Shape(PLAIN[kind])
    name = getattr(kind, "__name__", None) if isinstance(kind, type) else str(kind)
    if isinstance(kind, types.UnionType):
        name = str(kind)
    raise ValueError(f"its type is {name}")


_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?) (\S+)")


def value_of(shape: Shape, given: object) -> Any:  # noqa: ANN401 - of the shape's type
    """Return a key's value in base units, from one in base units or one as in a scenario.

    Raises
    ------
    ValueError
        With what was expected.
    """
    name = shape.name
    if name in BASE:
        return _quantity(name, given)
    if name == "choice":
        if given in shape.choices:
            return given
        raise ValueError("one of " + ", ".join(f'"{one}"' for one in shape.choices))
    if name == "boolean" and isinstance(given, bool):
        return given
    if name == "text" and isinstance(given, str):
        return given
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if name == "integer" and isinstance(given, int) and is_number:
        return given
    if name == "number" and is_number and math.isfinite(typing.cast("float", given)):
        return float(typing.cast("float", given))
    expected = {
        "boolean": "True or False",
        "text": "text",
        "integer": "a whole number",
        "number": "a finite number",
    }
    raise ValueError(expected[name])


def _quantity(name: str, given: object) -> float:
    units = SHAPES[name]
    if isinstance(given, int | float) and not isinstance(given, bool):
        if math.isfinite(given) and given >= 0:
            return float(given) if name == "duration" else given
    elif isinstance(given, str) and (match := _QUANTITY.fullmatch(given)) and match[2] in units:
        exact = Decimal(match[1]) * Decimal(units[match[2]])
        return float(exact) if exact % 1 or name == "duration" else int(exact)
    example = {"duration": "15 s", "rate": "25 Mbit/s", "size": "10 kB"}[name]
    raise ValueError(f'a {name} with one of the units {", ".join(units)}, such as "{example}"')


def printed(shape: Shape, value: object) -> object:
    """Return a value in base units as a scenario has it."""
    if shape.name not in BASE:
        return value
    number = Decimal(repr(value)).normalize()
    return f"{number:f} {BASE[shape.name]}"
