"""Claims and bands beside ours: the statement, our number, and whether it holds. Knows no paper.

`[claims]` of study.toml has each: what is compared as `quantity`; a bound, one of `BOUNDS`, and its
author as `source`, or the statement as `said`; `figure` and `unit` where there are any. Texts have
`{name}` for values that an analysis gives; `{bound}` is the bound in words.
"""

from collections.abc import Callable, Mapping
from typing import Any

from skyseam.measures.intervals import Estimate

BOUNDS: dict[str, tuple[str, Callable[[float, Any], bool]]] = {
    "between": ("{0[0]:g} to {0[1]:g}", lambda ours, ends: ends[0] <= ours <= ends[1]),
    "at_least": ("at least {0:g}", lambda ours, least: ours >= least),
    "at_most": ("at most {0:g}", lambda ours, most: ours <= most),
    "above": ("above {0:g}", lambda ours, least: ours > least),
    "below": ("below {0:g}", lambda ours, most: ours < most),
    "near": (
        "{0[0]:g} \N{PLUS-MINUS SIGN} {0[1]:g}",
        lambda ours, band: abs(ours - band[0]) <= band[1],
    ),
    "equal": ("within {0:.0%}", lambda ours, off: abs(ours - 1) <= off),
}
"""Bounds by key: their words, and whether a number holds.

`between` has both ends, `near` a middle and how far from it, `equal` how far from 1.
"""


class Acceptance(list[dict[str, Any]]):
    """Rows as :func:`skyseam.reproduce.study.comparison_csv` takes them.

    Parameters
    ----------
    plan
        Plan with the table `claims`.
    """

    def __init__(self, plan: Mapping[str, Any]) -> None:
        super().__init__()
        self._claims = plan["claims"]

    def add(self, claim: str, ours: Estimate, holds: Any = None, **given: Any) -> None:
        """Add a claim beside our number; `holds` decides where no bound of the claim does."""
        told = {**self._claims[claim], **given}
        for key, (words, within) in BOUNDS.items():
            if key in told:
                source = f", {told['source']}" if "source" in told else ""
                told["bound"] = words.format(told[key])
                told.setdefault("said", told["bound"] + source)
                holds = within(ours.value, told[key]) if holds is None else holds
        texts = ("figure", "quantity", "said", "unit")
        row: dict[str, Any] = {key: told[key].format_map(told) for key in texts if key in told}
        self.append({**row, "ours": ours, "holds": bool(holds)})
