"""Controllers that fail, never return or draw random numbers, for `test_plugin_runs.py`."""

from __future__ import annotations

from typing import Any, ClassVar

from reno_and_cubic import PyReno


class Broken(PyReno):
    """Fails in a way of its own."""

    way: str = "raise"

    def on_ack(self, ack: Any) -> None:
        super().on_ack(ack)
        if ack.now > 5.0 and self.way == "raise":
            raise ZeroDivisionError("nothing to divide by")

    def window(self) -> Any:
        answers = {"negative": -1, "nan": float("nan"), "text": "wide", "none": None, "inf": 1e400}
        return answers.get(self.way, self.cwnd)

    def ssthresh(self) -> Any:
        return float("nan") if self.way == "ssthresh" else super().ssthresh()


class Endless(PyReno):
    """Never returns."""

    def on_loss(self, loss: Any) -> None:
        while True:
            pass


class Lots(PyReno):
    """Draws."""

    drawn: ClassVar[list[float]] = []

    def begin(self, setup: Any) -> None:
        super().begin(setup)
        self.drawn.append(self.random.random())
