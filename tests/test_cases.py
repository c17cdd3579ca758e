"""Goal: a study's cases are those that study.toml declares, with the changes that it declares.

Method: a study of three keys in a temporary directory; its cases and changes are compared with
lists.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from skyseam.reproduce.cases import Declared, changes, listed

STUDY = """
rates = [1, 2]
lengths = { near = "10 km" }

[case]
rule = "plain"
rate = 1
hops = []
limit_ms = {}

[cases]
plain = { rate = "$rates", limit_ms = [{}, 5.0] }
other = [{ rule = "near" }, { rule = "far", hops = [[1, 2]] }]

[[changed]]
"run.seed" = "{seed}"
"wire.rate" = "{rate} Mbit/s"
"wire.kind" = { rule = "{rule}", fast = "{is_fast}" }
[[changed]]
when = { rule = ["near", "nearer"] }
"wire.length" = "$lengths.{rule}"
[[changed]]
when = { is_fast = true }
"wire.queue" = 7
[[changed]]
when = { rate = [2, 3] }
unless = { limit_ms = {} }
"wire.limit" = "{limit_ms:g} ms"
"""


@pytest.fixture
def kind(tmp_path: Path) -> type[Any]:
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")

    class Case(Declared, file=str(tmp_path / "analysis.py")):
        @property
        def is_fast(self) -> bool:
            return bool(self.rate > 1)

    return Case


PLAN = tomllib.loads(STUDY)


def test_cases_are_all_combinations_the_last_key_fastest(kind: type[Any]) -> None:
    found = listed(PLAN, kind)
    told = [(case.rate, case.limit_ms) for case in found["plain"]]
    assert told == [(1, None), (1, 5.0), (2, None), (2, 5.0)]
    assert [(case.rule, case.hops) for case in found["other"]] == [("near", ()), ("far", (1, 2))]


def test_a_case_is_its_values(kind: type[Any]) -> None:
    case = kind("near", rate=2)
    assert vars(case) == {"rule": "near", "rate": 2, "hops": (), "limit_ms": None}
    assert case == kind(rule="near", rate=2) and hash(case) == hash(kind("near", 2))
    assert case != kind("near") and case.but(rate=1) == kind("near")
    assert sorted([case, kind("far"), kind("near")]) == [kind("far"), kind("near"), case]
    assert repr(case) == "Case(rule='near', rate=2)"
    with pytest.raises(AttributeError, match="rate"):
        case.rate = 3
    with pytest.raises(TypeError, match="speed"):
        kind(speed=1)


def test_a_case_changes_what_the_tables_that_fit_it_say(kind: type[Any]) -> None:
    assert changes(PLAN, kind(), seed=3) == {
        "run.seed": 3,
        "wire.rate": "1 Mbit/s",
        "wire.kind": {"rule": "plain", "fast": False},
    }
    fast = changes(PLAN, kind("near", rate=2), seed=3)
    assert (fast["wire.length"], fast["wire.queue"]) == ("10 km", 7)
    assert fast["wire.kind"] == {"rule": "near", "fast": True}
    assert "wire.limit" not in fast
    limited = changes(PLAN, kind(rate=2, limit_ms=5.0), seed=3)
    assert limited["wire.limit"] == "5 ms"
    assert "wire.limit" not in changes(PLAN, kind(limit_ms=5.0), seed=3)


def test_what_is_not_there_is_named(kind: type[Any]) -> None:
    with pytest.raises(KeyError, match="nearer"):
        changes(PLAN, kind("nearer"), seed=1)
