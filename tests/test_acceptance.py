"""Goal: a row of claims and bands says what is compared, and whether the claim holds.

Method: a row of each kind, with a number on its bound and one beyond it.
"""

from __future__ import annotations

import pytest

from skyseam.reproduce import Estimate
from skyseam.reproduce.acceptance import Acceptance


def exact(value: float) -> Estimate:
    """Return a number without an interval."""
    return Estimate(value, None, None, 1)


@pytest.mark.parametrize(
    ("kind", "bound", "said", "inside", "outside"),
    [
        ("between", (0.5, 2), "0.5 to 2, claim", 2.0, 2.01),
        ("between", (0.5, 2), "0.5 to 2, claim", 0.5, 0.49),
        ("at_least", 0.8, "at least 0.8, claim", 0.8, 0.79),
        ("at_most", 0.8, "at most 0.8, claim", 0.8, 0.81),
        ("near", (4, 0.5), "4 \N{PLUS-MINUS SIGN} 0.5, claim", 3.5, 3.49),
        ("above", 0.8, "above 0.8, claim", 0.81, 0.8),
        ("below", 0.8, "below 0.8, claim", 0.79, 0.8),
        ("equal", 0.25, "within 25%, claim", 1.25, 1.26),
    ],
)
def test_words_and_verdict_are_of_one_bound(
    kind: str, bound: object, said: str, inside: float, outside: float
) -> None:
    claim = {"quantity": "rate at {at} ms", kind: bound, "source": "claim"}
    told = Acceptance({"claims": {"rate": claim}})
    for value in (inside, outside):
        told.add("rate", exact(value), at=3)
    assert [row["quantity"] for row in told] == ["rate at 3 ms"] * 2
    assert [row["said"] for row in told] == [said, said]
    assert [row["holds"] for row in told] == [True, False]
    assert [row["ours"].value for row in told] == [inside, outside]


def test_a_bound_may_follow_from_other_numbers_and_have_words_of_its_own() -> None:
    claim = {"quantity": "delay", "said": "{bound}, band; so says {who}"}
    told = Acceptance({"claims": {"delay": claim}})
    told.add("delay", exact(2.0), at_most=1.5, who="NAME")
    told.add("delay", exact(2.0), True, at_most=1.5, who="NAME")
    assert [row["said"] for row in told] == ["at most 1.5, band; so says NAME"] * 2
    assert [row["holds"] for row in told] == [False, True]


def test_a_figure_stands_first_and_only_where_there_is_one() -> None:
    first = {"quantity": "delay", "at_most": 2.0, "source": "claim", "figure": "Fig. 3"}
    told = Acceptance({"claims": {"first": first, "low": {"quantity": "delay", "said": "low"}}})
    told.add("first", exact(1.0))
    told.add("low", exact(1.0), 1, unit="ms")
    assert next(iter(told[0].items())) == ("figure", "Fig. 3")
    assert told[1] == {
        "quantity": "delay", "said": "low", "ours": exact(1.0), "holds": True, "unit": "ms",
    }  # fmt: skip
