"""Effect of a random change of one key of a valid scenario.

The number of a case determines it. A key is *silent* if any of several values is accepted, none
changes the results or causes a warning, and none changes the results under losses and with short
queues: the key has no effect on anything in this scenario.
"""

from __future__ import annotations

import atexit
import copy
import functools
import re
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import skyseam
from effects import bases, keys, values
from effects.outcome import Outcome, located, outcome
from skyseam import key_effects
from torture import files, valid
from torture.draw import Draw

VALUES = 12
"""How many values of a key are tried."""
NAMES = {
    "Scenario.title": "a line for people, which the manifest keeps",
    "Scenario.delay": "what `skyseam delay` looks at, and no run",
    "Scenario.links": "of a run, where a study of delays needs none",
}
"""Keys that are not meant to change results, and why."""


NOTHING = ("no packet crossed a link", "nothing was sent")
"""Words of a warning of a run in which no key of what happens to packets came into play."""


@dataclass(frozen=True)
class Case:
    """A change of one key and its effect: `silent` if there is none and no warning says so.

    `scenario` is the scenario with one of the accepted values.
    """

    number: int
    at: str
    key: str
    became: str
    scenario: dict[str, Any]


def pool() -> values.Pool:
    """Return the values of all scenarios from which values are drawn."""
    own = list(bases.scenarios().values())
    return values.Pool([*own, *(beside(valid.scenario(number)) for number in range(200))])


@functools.cache
def folder() -> Path:
    """Return the directory with the files of random scenarios."""
    made = tempfile.TemporaryDirectory()
    atexit.register(made.cleanup)
    files.write(Path(made.name))
    return Path(made.name)


def beside(value: Any) -> Any:
    """Return a random scenario with the paths of its files made absolute."""
    if isinstance(value, dict):
        return {key: beside(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [beside(inner) for inner in value]
    is_file = isinstance(value, str) and value in files.all_files()
    return str(folder() / value) if is_file else value


def case(number: int, known: values.Pool) -> Case:
    """Change the key with this number, and classify the effect."""
    draw = Draw(f"effects {number}")
    if draw.chance(0.5):
        scenario = beside(valid.scenario(draw.random.randrange(10**6)))
    else:
        own = bases.scenarios()
        scenario = own[draw.one(*sorted(own))]
    before = outcome(scenario)
    assert not before.refused, before.refused
    listed = [
        (at, key)
        for at in keys.tables_in(scenario)
        for key in at.schema["properties"]
        if "const" not in at.schema["properties"][key]
    ]
    at, key = draw.one(*listed)
    found = known.values(at, key, scenario)
    draw.random.shuffle(found)
    steps = (*at.steps, key)
    became, accepted = "refused", []
    for value in found[:VALUES]:
        this = judged(before, outcome(values.put(scenario, steps, value)), key, keys.dotted(steps))
        if this in ("refused", "usual"):
            became = this if became == "refused" else became
            continue
        became = this
        if this != "silent":
            break
        accepted.append(value)
    name = f"{at.name}.{key}"
    if became == "silent" and accepted:
        became = removed(values.put(scenario, steps, accepted[0]), keys.dotted(steps))
    if became == "silent" and acts_elsewhere(scenario, steps, accepted):
        became = "conditional"
    if became == "silent" and name in NAMES:
        became = "named"
    shown = values.put(scenario, steps, accepted[0]) if accepted else scenario
    return Case(number, keys.dotted(steps), name, became, shown)


def judged(before: Outcome, after: Outcome, key: str, at: str) -> str:
    """Classify the effect of a change of a key; `warned` also if its table had a warning before.

    A value that equals the key's own is `usual`.
    """
    if after.refused:
        return "refused"
    if after.digest != before.digest:
        return "changed"
    if after.manifest == before.manifest:
        return "usual"
    table = at.rpartition(".")[0]
    for told in after.warned:
        place = re.search(r"\(([^() ]+)\.[^.() ]+\)", told)
        of_table = "change nothing" in told and place is not None and at.startswith(place[1])
        is_new = told not in before.warned and f"({table})" in told
        unused = re.findall(r"the links of ([^:]+):", told)
        is_unused = any(at.startswith(one) for one in re.findall(r"[^ ,()]+\.?", " ".join(unused)))
        says_all = any(words in told for words in NOTHING)
        lists = re.findall(r"((?:`[^`]+`(?:, )?)+) of ([^:(]+)", told)
        parts_of = re.findall(r"`(\S+\])`", told)
        parts_of += [
            f"{table}.{part}"
            for parts, tables in lists
            for part in re.findall("`([^`]+)`", parts)
            for table in re.split("[ ,]+", tables)
        ]
        of_part = any(at.startswith(part) for part in parts_of)
        is_whole = any(word == at or word.startswith(f"{at}.") for word in re.split("[ ,]+", told))
        if (
            f"`{key}`" in told
            or f"[{key}]" in told
            or of_table
            or is_new
            or is_unused
            or says_all
            or of_part
            or is_whole
            or f"of {at}" in told
        ):
            return "warned"
    return "silent"


def acts_elsewhere(scenario: dict[str, Any], steps: keys.Steps, accepted: list[Any]) -> bool:
    """Return whether a value has an effect under losses or with short queues."""
    for other in stressed(scenario):
        before = outcome(other)
        for value in accepted[:6] if not before.refused else []:
            after = outcome(values.put(other, steps, value))
            if not after.refused and after.digest != before.digest:
                return True
    return False


def removed(scenario: dict[str, Any], at: str) -> str:
    """Return the effect of removing a key, as `skyseam run --effects` reports it.

    `acts` if results differ without it.
    """
    if "flows" not in scenario and "users" not in scenario:
        return "studied"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        placed = located(scenario)
        told = key_effects.without_effect(placed, skyseam.run(placed))
        if any(is_at(one, at) or is_at(at, one) for one in told):
            return "noted"
        found = key_effects.effects(placed)
    own = {one.effect for one in found if is_at(one.key, at)}
    if own == {"default"}:
        return "usual"
    if "results" in own:
        return "acts"
    return "silent"


def is_at(key: str, table: str) -> bool:
    """Return whether a key is a table or belongs to it."""
    return key == table or key.startswith((f"{table}.", f"{table}["))


def stressed(scenario: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the scenario under losses, and with short queues."""
    lossy = copy.deepcopy(scenario)
    for at in list(keys.tables_in(lossy)):
        if at.name in ("Wire", "Link", "Beam", "Back"):
            at.table.setdefault("loss", {"kind": "bernoulli", "probability": 0.05})
    yield lossy
    short = copy.deepcopy(scenario)
    for at in list(keys.tables_in(short)):
        if isinstance(at.table.get("queue"), str):
            at.table["queue"] = "3 packets"
        if at.name.startswith(("Queue", "Scheduler")) and "limit" in at.table:
            at.table["limit"] = "12 packets"
    yield short
