"""Cases of a study as study.toml declares them: their keys, their combinations, their changes.

`[case]` has the keys of a case with their defaults. `[cases]` lists cases by name: for each key a
value, or a list of values, of which every combination is run, the last key changing fastest; the
empty table `{}` stands for None. `[changed]`, or each `[[changed]]` whose `when` matches a case and
whose `unless` does not, has values that replace the scenario's. In both, a string `$a.b` is a value
of the plan; `{key}` in a string is a value of the case, of the plan, or one given by the analysis.
"""

import copy
import itertools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar

Kind = TypeVar("Kind", bound="Declared")
Plan: TypeAlias = Mapping[str, Any]


class Declared:
    """Parameters of a run except its seed. A subclass names its file, beside which the data are.

    A frozen dataclass, ordered, whose fields and defaults are those of `[case]`; `vars` returns its
    values.
    """

    def __init_subclass__(cls, file: str = "", table: str = "case") -> None:
        """Read the keys from the study.toml beside the file, or else from paper.toml."""
        beside = [Path(file).with_name(name) for name in ("study.toml", "paper.toml")]
        text = next(one for one in beside if one.is_file()).read_text(encoding="utf-8")
        defaults = {key: none(of) for key, of in tomllib.loads(text)[table].items()}
        cls.__annotations__ = dict.fromkeys(defaults, Any)
        for key, default in defaults.items():
            setattr(cls, key, default)
        dataclass(frozen=True, order=True, repr=False)(cls)

    if TYPE_CHECKING:

        def __init__(self, *values: Any, **named: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...
        def __lt__(self, other: Self) -> bool: ...

    def but(self, **changes: Any) -> Self:
        """Return the case with other values."""
        return type(self)(**vars(self) | changes)

    def __repr__(self) -> str:
        """Show the values that are not the defaults."""
        told = (f"{k}={v!r}" for k, v in vars(self).items() if v != getattr(type(self), k))
        return f"{type(self).__name__}({', '.join(told)})"


def none(value: Any) -> Any:
    """Return None for an empty table, which stands for it in TOML; a tuple for a list."""
    return tuple(value) if isinstance(value, list) else None if value == {} else value


def listed(
    plan: Mapping[str, Any], kind: type[Kind], table: str = "cases"
) -> dict[str, list[Kind]]:
    """Return the cases of a table of the plan, by name."""
    found: dict[str, list[Kind]] = {name: [] for name in plan[table]}
    for name, told in plan[table].items():
        for one in as_list(told):
            axes = (as_list(filled(plan, axis, plan)) for axis in one.values())
            points = (map(none, point) for point in itertools.product(*axes))
            found[name] += [kind(**dict(zip(one, point, strict=True))) for point in points]
    return found


def as_list(value: Any) -> list[Any]:
    """Return a list, or a list of a single value."""
    return value if isinstance(value, list) else [value]


def every(plan: Plan, kind: type[Kind]) -> list[Kind]:
    """Return all cases of the plan's table `[cases]`, in its order."""
    return [case for some in listed(plan, kind).values() for case in some]


def changes(plan: Plan, case: Declared, **given: Any) -> dict[str, Any]:
    """Return the values of a case that replace the scenario's, by the tables of the plan."""
    derived = (k for k, of in vars(type(case)).items() if isinstance(of, property))
    names = {**plan, **vars(case), **{k: getattr(case, k) for k in derived}, **given}
    found: dict[str, Any] = {}
    for one in map(dict, as_list(plan["changed"])):
        when, unless = one.pop("when", {}), one.pop("unless", None)
        if fits(when, names) and (unless is None or not fits(unless, names)):
            found |= filled(plan, one, names)
    return found


def applied(scenario: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario with other values, by keys such as `wires[0].delay` or `links.*.queue`.

    `*` is each value of a table, or of each table of a list.
    """
    made: dict[str, Any] = copy.deepcopy(dict(scenario))
    for path, value in told.items():
        *names, last = path.replace("[", ".").replace("]", "").split(".")
        places: list[Any] = [made]
        for name in names:
            if name == "*":
                each = (one.values() if isinstance(one, dict) else one for one in places)
                places = [below for one in each for below in one]
            elif name.isdigit():
                places = [one[int(name)] for one in places]
            else:
                places = [one.setdefault(name, {}) for one in places]
        for place in places:
            place[last] = value
    return made


def fits(when: Mapping[str, Any], names: Mapping[str, Any]) -> bool:
    """Whether all values match: equal to one, or to one of a list."""
    return all(names[key] in map(none, as_list(wanted)) for key, wanted in when.items())


def filled(plan: Plan, told: Any, names: Mapping[str, Any]) -> Any:
    """Return a value of study.toml with the references in its strings filled in."""
    if isinstance(told, dict):
        return {key: filled(plan, of, names) for key, of in told.items()}
    if isinstance(told, list):
        return [filled(plan, of, names) for of in told]
    if not isinstance(told, str):
        return told
    if told[:1] == "{" and told[-1:] == "}" and told[1:-1] in names:
        return names[told[1:-1]]
    text = told.format_map(names)
    if not text.startswith("$"):
        return text
    value: Any = plan
    for key in text[1:].split("."):
        value = value[key]
    return filled(plan, value, names)
