"""Claims and bands beside ours: the statement, our number, and whether it holds. Knows no paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skyseam.measures.intervals import Estimate


class Acceptance(list[dict[str, Any]]):
    """Rows as :func:`skyseam.reproduce.study.comparison_csv` takes them.

    Each method adds a row: the compared quantity, our number, the bound in the words of `said`, its
    author, and the figure or table that it is about.
    """

    def add(
        self,
        quantity: str,
        said: str,
        ours: Estimate,
        holds: Any,  # noqa: ANN401 - a truth value of Python or numpy
        figure: str = "",
        **more: str,
    ) -> None:
        """Add a row whose bound is stated in words."""
        told = {"figure": figure} if figure else {}
        row = {"quantity": quantity, "said": said, "ours": ours, "holds": bool(holds)}
        self.append({**told, **row, **more})

    def between(
        self, quantity: str, ours: Estimate, ends: Sequence[float], source: str, figure: str = ""
    ) -> None:
        """Expect a number between two bounds."""
        low, high = ends
        said = f"{low:g} to {high:g}, {source}"
        self.add(quantity, said, ours, low <= ours.value <= high, figure)

    def at_least(
        self, quantity: str, ours: Estimate, least: float, source: str, figure: str = ""
    ) -> None:
        """Expect a number not below a bound."""
        self.add(quantity, f"at least {least:g}, {source}", ours, ours.value >= least, figure)

    def at_most(
        self, quantity: str, ours: Estimate, most: float, source: str, figure: str = ""
    ) -> None:
        """Expect a number not above a bound."""
        self.add(quantity, f"at most {most:g}, {source}", ours, ours.value <= most, figure)

    def near(self, quantity: str, ours: Estimate, band: Sequence[float], source: str) -> None:
        """Expect a number whose distance from the first of `band` is at most the second."""
        middle, tolerance = band
        said = f"{middle:g} \N{PLUS-MINUS SIGN} {tolerance:g}, {source}"
        self.add(quantity, said, ours, abs(ours.value - middle) <= tolerance)

    def equal(
        self, quantity: str, ours: Estimate, within: float, source: str, figure: str = ""
    ) -> None:
        """Expect a ratio that differs from 1 by at most a share."""
        said = f"within {within:.0%}" + (f", {source}" if source else "")
        self.add(quantity, said, ours, abs(ours.value - 1) <= within, figure)
