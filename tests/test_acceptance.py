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
        ("equal", 0.25, "within 25%, claim", 1.25, 1.26),
    ],
)
def test_words_and_verdict_are_of_one_bound(
    kind: str, bound: object, said: str, inside: float, outside: float
) -> None:
    told = Acceptance()
    for value in (inside, outside):
        getattr(told, kind)("rate", exact(value), bound, "claim")
    assert [row["said"] for row in told] == [said, said]
    assert [row["holds"] for row in told] == [True, False]
    assert [row["ours"].value for row in told] == [inside, outside]


def test_a_figure_stands_first_and_only_where_there_is_one() -> None:
    told = Acceptance()
    told.at_most("delay", exact(1.0), 2.0, "claim", "Fig. 3")
    told.add("delay", "low", exact(1.0), 1, unit="ms")
    assert next(iter(told[0].items())) == ("figure", "Fig. 3")
    assert told[1] == {
        "quantity": "delay", "said": "low", "ours": exact(1.0), "holds": True, "unit": "ms",
    }  # fmt: skip
