"""Studies as tools: the questions of the papers, for any constellation and pair of places.

Each study is a directory with study.toml and analysis.py, made into a report by `reproduce` like a
part of a paper. Owns how constellations, places and scenarios are named; `frame` has what all
studies share, `cli.study` owns options.
"""

import difflib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skyseam import _core, describe
from skyseam._errors import InputError
from skyseam._scenario import beside, document, text_of
from skyseam.reproduce import Paper, Part
from skyseam.reproduce.cases import applied
from skyseam.reproduce.transfers import terminal

FOLDER = Path(__file__).resolve().parent
FIBRE_KM_S = 200_000.0
"""Speed of light in fibre, about two thirds of that in vacuum."""

EXAMPLES = FOLDER.parent / "scenarios"
"""Scenarios that come with Skyseam."""

FADING = {
    "kind": "incremental-redundancy", "symbols": "k8920", "reference_snr": "10 dB",
    "packets": "split",
}  # fmt: skip
"""HARQ of links of presets that fade."""


def study(name: str) -> Part:
    """Return a study by its name."""
    from skyseam.studies.frame import Asked  # loads matplotlib

    return Asked(Paper(FOLDER), name)


def place(option: str, text: str, own: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Return a terminal of `own`, at a city of the built-in table, or at `LATITUDE,LONGITUDE`.

    Raises
    ------
    InputError
        When there is no such city, or the numbers are out of range.
    """
    if there := [dict(one) for one in own if one.get("name") == text]:
        return there[0]
    numbers = text.split(",")
    if len(numbers) == 2:
        try:
            latitude, longitude = map(float, numbers)
        except ValueError:
            latitude = longitude = float("nan")
        if not (-90 <= latitude <= 90 and -360 <= longitude <= 360):
            raise InputError(
                f'{option} is "{text}"; expected a latitude from -90 to 90 and a longitude from '
                '-360 to 360 in degrees, such as "52.5,13.4", or the name of a city'
            )
        name = f"{abs(latitude):g} {'NS'[latitude < 0]} {abs(longitude):g} {'EW'[longitude < 0]}"
        return terminal(name, latitude, longitude)
    cities = {one["name"]: one for one in json.loads(_core.cities())}
    known = {name.casefold(): name for name in cities}
    name = known.get(text.strip().casefold(), "")
    if not name:
        near = difflib.get_close_matches(text.casefold(), known, 1)
        hint = f"did you mean {known[near[0]]}? Else" if near else "expected"
        raise InputError(
            f'{option} is "{text}", which is none of the {len(cities)} cities of the built-in '
            f'table; {hint} a place as LATITUDE,LONGITUDE in degrees, such as "52.5,13.4"'
        )
    return terminal(name, cities[name]["latitude_deg"], cities[name]["longitude_deg"])


def of_preset(name: str) -> dict[str, Any]:
    """Return the constellation of a preset, as a scenario without terminals and links."""
    known = [one["name"] for one in describe.constellations()]
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        raise InputError(f'--preset is "{name}", which is no constellation; {hint}')
    return {"constellation": {"preset": name}}


def of_file(file: Path, *, with_satellites: bool = True) -> dict[str, Any]:
    """Return the scenario of a file, with the files it refers to by their whole paths."""
    text, _, directory = text_of(file, "scenario")
    named = {name: os.path.relpath(directory / name) for name in _core.references(text)}

    def moved(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: moved(one) for key, one in value.items()}
        if isinstance(value, list):
            return [moved(one) for one in value]
        return named.get(value, value) if isinstance(value, str) else value

    found: dict[str, Any] = moved(document(file))
    if with_satellites and "constellation" not in found:
        raise InputError(f"{file} has no [constellation]; expected one, whose changes are studied")
    beside(list(named.values()), Path())
    return found


def has_isls(constellation: Mapping[str, Any]) -> bool:
    """Return whether a constellation has links between satellites, by its keys or its preset's."""
    presets = {one["name"]: one["scenario"] for one in describe.constellations()}
    preset = presets.get(constellation.get("preset"), {}).get("constellation", {})
    told = {**preset.get("isl", {}), **constellation.get("isl", {})}
    return bool(told.get("pattern", "none") != "none")


def terminals(files: Sequence[Path]) -> list[dict[str, Any]]:
    """Return the terminals that every one of the files has, by their names."""
    each = [{one["name"]: one for one in of_file(file).get("terminals", [])} for file in files]
    first = each[0] if each else {}
    return [one for name, one in first.items() if all(name in own for own in each)]


def skies(
    presets: Sequence[str],
    files: Sequence[Path],
    ends: Sequence[Mapping[str, Any]],
    links: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return every constellation with both endpoints: `label`, `scenario`, `pair`.

    A scenario file keeps its links; one with terminals of the endpoints' names keeps these.
    """
    pair = [end["name"] for end in ends]
    if pair[-1] in pair[:-1]:
        raise InputError(f'--from and --to are both "{pair[-1]}"; expected two places')
    made = []
    for label, given in _named(presets, files):
        kept = ("constellation", "handover", "routing", "failures", "links")
        scenario = {key: given[key] for key in kept if key in given}
        own = {one["name"]: one for one in given.get("terminals", [])}
        scenario["terminals"] = [own.get(end["name"], dict(end)) for end in ends]
        if "links" not in scenario:
            kinds = links if has_isls(scenario["constellation"]) else links.keys() - {"isl"}
            scenario["links"] = {kind: links[kind] for kind in links if kind in kinds}
        made.append({"label": label, "scenario": scenario, "pair": pair})
    return made


def bare_skies(presets: Sequence[str], files: Sequence[Path]) -> list[dict[str, Any]]:
    """Return every constellation without terminals and links: `label`, `scenario`."""
    kept = ("constellation", "handover", "failures")
    return [
        {"label": label, "scenario": {key: given[key] for key in kept if key in given}}
        for label, given in _named(presets, files)
    ]


def _named(presets: Sequence[str], files: Sequence[Path]) -> list[tuple[str, dict[str, Any]]]:
    """Return constellations by their labels, which all differ."""
    found = [
        *((name, of_preset(name)) for name in presets),
        *((file.stem, of_file(file)) for file in files),
    ]
    labels = [label for label, _ in found]
    if twice := sorted(label for label in labels if labels.count(label) > 1):
        raise InputError(f"the constellation {twice[0]!r} is named twice; name different ones")
    return found


def links_of(rate: str, environment: str = "") -> dict[str, Any]:
    """Return the links of a preset; in an environment, downlinks fade and have HARQ."""
    access = {"rate": rate, "queue": "200 packets"}
    fading = {"kind": "fontan", "environment": environment, "speed": "60 km/h"}
    faded = {**access, "channel": fading, "harq": FADING} if environment else access
    isl = {"rate": "1 Gbit/s", "queue": "1000 packets"}
    return {"uplink": access, "downlink": faded, "isl": isl}


def lasting(scenario: dict[str, Any], duration_s: float | None) -> dict[str, Any]:
    """Return a scenario with this duration and its flows; unchanged if no duration is given."""
    if duration_s is None:
        return scenario
    keys = ["run.duration"]
    for n, flow in enumerate(scenario.get("flows", [])):
        keys += [f"flows[{n}].application.duration"] * ("duration" in flow.get("application", {}))
    return applied(scenario, dict.fromkeys(keys, f"{duration_s:g} s"))


def transports(scenario: Mapping[str, Any], label: str) -> list[str]:
    """Return the keys of the TCP transports of flows and of users.

    Raises
    ------
    InputError
        When there is none.
    """
    told = describe.resolved(scenario)
    each = [(f"flows[{n}]", flow) for n, flow in enumerate(told.get("flows", []))]
    for group, users in enumerate(told.get("users", [])):
        each += [(f"users[{group}].mix[{n}]", one) for n, one in enumerate(users["mix"])]
    found = [key for key, one in each if (one.get("transport") or {}).get("kind") == "tcp"]
    if not found:
        raise InputError(f"{label} has no flow over TCP; expected at least one")
    return [f"{key}.transport" for key in found]


def with_transports(scenario: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """Return a scenario that has these tables, so that their values can be replaced."""
    told = {f"{key}.kind": "tcp" for key in keys}
    return applied(scenario, told)
