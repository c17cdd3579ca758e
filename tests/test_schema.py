"""Goal: reader and JSON Schema come from one declaration, so that an editor shows what is wrong.

Method: a validator of schemas checks the examples and scenarios of tests, as written and as
resolved, and the broken files of the reader's tests. Broken files that pass are listed in
data/only-the-reader-knows.txt: ranges of quantities, names that must exist or be unique, keys that
require others.
"""

from __future__ import annotations

import datetime
import math
import tomllib
import warnings
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest

import skyseam
from conftest import ROOT
from effects import cases
from effects.outcome import located
from skyseam import sweeps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READER = ROOT / "crates" / "scenario" / "tests"
EXAMPLES = sorted((ROOT / "scenarios").glob("*.toml"))


@pytest.fixture(scope="module")
def schema() -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(skyseam.schema())


def documents(directory: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and content of the files of a directory that are TOML."""
    for path in sorted(directory.glob("*.toml")):
        try:
            yield path.stem, as_json(tomllib.loads(path.read_text(encoding="utf-8")))
        except tomllib.TOMLDecodeError:
            continue


def as_json(value: Any) -> Any:
    """Return a value of TOML as editors give it to a schema: times as text, nan and inf as null."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return str(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


@pytest.mark.parametrize("text", [skyseam.schema(), sweeps.schema()], ids=["scenario", "sweep"])
def test_it_is_a_schema(text: dict[str, Any]) -> None:
    assert jsonschema_rs.meta.is_valid(text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_valid_as_written_and_as_resolved(
    path: Path, schema: jsonschema_rs.Validator
) -> None:
    schema.validate(tomllib.loads(path.read_text(encoding="utf-8")))
    schema.validate(skyseam.resolved(path))


def test_scenarios_in_which_keys_act_are_valid(schema: jsonschema_rs.Validator) -> None:
    for name, scenario in cases.all_scenarios().items():
        # Some have keys that say so of themselves.
        with warnings.catch_warnings(action="ignore", category=skyseam.SkyseamWarning):
            resolved = skyseam.resolved(located(scenario))
            assert skyseam.resolved(resolved) == resolved, name
        for one in (scenario, resolved):
            found = [f"{error.instance_path}: {error.message}" for error in schema.iter_errors(one)]
            assert found == [], name


def test_it_refuses_what_a_schema_can_know(schema: jsonschema_rs.Validator) -> None:
    known = (ROOT / "tests" / "data" / "only-the-reader-knows.txt").read_text(encoding="utf-8")
    broken = list(documents(READER / "broken"))
    assert len(broken) > 400
    passed = [name[3:].lstrip("-") for name, document in broken if schema.is_valid(document)]
    assert sorted(passed) == known.split()


def test_that_of_sweeps_refuses_what_a_schema_can_know() -> None:
    schema = jsonschema_rs.validator_for(sweeps.schema())
    broken = [(name, one) for name, one in documents(READER / "sweeps") if name != "base"]
    refused = [name[:2] for name, document in broken if not schema.is_valid(document)]
    # The others are wrong in what concerns several keys, or the scenario.
    assert refused == ["01", "03", "04", "07", "12", "14", "19", "20"]
    sweep = {"draws": 4, "scenario": {}, "vary": [{"key": "run.seed", "choice": [3, 5]}]}
    assert schema.is_valid(sweep)
