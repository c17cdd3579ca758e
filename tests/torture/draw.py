"""Random choices for one scenario."""

from __future__ import annotations

import random
from typing import Any

Table = dict[str, Any]


class Draw:
    """Random choices for one scenario."""

    def __init__(self, name: str) -> None:
        self.random = random.Random(name)

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def whole(self, low: int, high: int) -> int:
        """Draw a whole number, both ends inclusive."""
        return self.random.randint(low, high)

    def between(self, low: float, high: float) -> float:
        """Draw a number whose logarithm is uniform."""
        return float(f"{low * (high / low) ** self.random.random():.3g}")

    def some(self, table: Table, probability: float = 0.3) -> Table:
        """Draw the keys of a table that are present."""
        return {key: value for key, value in table.items() if self.chance(probability)}

    def span(self, low_ms: float, high_ms: float) -> str:
        return f"{self.between(low_ms, high_ms):g} ms"

    def rate(self, low: float = 2e5, high: float = 2e7) -> str:
        return f"{self.between(low, high) / 1e3:g} kbit/s"

    def share(self, high: float = 0.05) -> float:
        return self.between(1e-4, high)
