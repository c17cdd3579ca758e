"""Reno and CUBIC as plug-ins: the rules of the stack `rfc`, line by line, for comparisons."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from skyseam.plugins import Controller, Range

if TYPE_CHECKING:
    from skyseam.plugins import Ack, Loss, Setup, Timeout


class PyReno(Controller):
    """Additive increase, multiplicative decrease by half."""

    source = "RFC 5681"

    least: Annotated[int, Range(1, 10), "Segments of the least threshold."] = 2

    def begin(self, setup: Setup) -> None:
        """Begin with the initial window."""
        self.mss = setup.mss
        self.cwnd = setup.initial_window
        self.threshold: float = math.inf
        self.acked = 0

    def on_ack(self, ack: Ack) -> None:
        """Grow by a segment for each ACK in slow start, else for each window."""
        if not ack.cwnd_limited:
            return
        if self.cwnd < self.threshold:
            self.cwnd += min(ack.bytes, self.mss)
            return
        self.acked += ack.bytes
        if self.acked >= self.cwnd:
            self.acked -= self.cwnd
            self.cwnd += self.mss

    def on_loss(self, loss: Loss) -> None:
        """Halve."""
        self.threshold = max(loss.flight_size // 2, self.least * self.mss)
        self.cwnd = min(self.threshold, self.cwnd)
        self.acked = 0

    def on_timeout(self, timeout: Timeout) -> None:
        """Fall to a segment."""
        if timeout.first:
            self.threshold = max(timeout.flight_size // 2, self.least * self.mss)
        self.cwnd = self.mss
        self.acked = 0

    def on_syn_lost(self) -> None:
        """Begin with a segment."""
        self.cwnd = self.mss

    def window(self) -> float:
        """Return the window."""
        return self.cwnd

    def ssthresh(self) -> float:
        """Return the threshold."""
        return self.threshold


def cube_root(x: float) -> float:
    """Return the cube root of a positive number, rounded correctly on every machine."""
    root = math.cbrt(x)
    near = (math.nextafter(root, 0), root, math.nextafter(root, math.inf))
    return min(near, key=lambda r: abs(Fraction(r) ** 3 - Fraction(x)))


C = 0.4
BETA = 0.7


class PyCubic(Controller):
    """Cubic function of the time since the last loss."""

    source = "RFC 9438"

    def begin(self, setup: Setup) -> None:
        """Begin with the initial window."""
        self.mss = setup.mss
        self.cwnd = setup.initial_window / setup.mss
        self.threshold = math.inf
        self.w_max = 0.0
        self.cwnd_prior = 0.0
        self.last_ack = 0
        self.start: int | None = None
        self.k = self.origin = self.w_est = 0.0

    def on_ack(self, ack: Ack) -> None:
        """Grow as the cubic function does."""
        now = round(1e9 * ack.now)
        since_last, self.last_ack = now - self.last_ack, now
        cwnd = self.cwnd
        if not ack.cwnd_limited:
            if self.start is not None:
                self.start += since_last
            return
        acked = ack.bytes / self.mss
        if cwnd < self.threshold:
            self.cwnd = cwnd + min(acked, 1.0)
            return
        if self.start is None:
            missing = self.w_max - cwnd
            self.start, self.w_est = now, cwnd
            self.k, self.origin = (
                (cube_root(missing / C), self.w_max) if missing > 0 else (0.0, cwnd)
            )
        from_k = (now - self.start) / 1e9 + ack.smoothed_rtt - self.k
        w_cubic = C * (from_k * from_k * from_k) + self.origin
        target = min(max(w_cubic, cwnd), 1.5 * cwnd)
        alpha = 1.0 if self.w_est >= self.cwnd_prior else 3.0 * (1.0 - BETA) / (1.0 + BETA)
        self.w_est += alpha * acked / cwnd
        grown = cwnd + (target - cwnd) / cwnd * acked
        self.cwnd = max(min(grown, max(target, cwnd)), self.w_est)

    def _reduced(self, flight_size: int) -> float:
        self.cwnd_prior = self.cwnd
        fast = self.cwnd < self.w_max
        self.w_max = self.cwnd * (1.0 + BETA) / 2.0 if fast else self.cwnd
        self.start = None
        return max(flight_size / self.mss * BETA, 2.0)

    def on_loss(self, loss: Loss) -> None:
        """Reduce to 0.7 of the flight."""
        self.threshold = self._reduced(loss.flight_size)
        self.cwnd = min(self.threshold, self.cwnd)

    def on_timeout(self, timeout: Timeout) -> None:
        """Fall to a segment."""
        if timeout.first:
            self.threshold = self._reduced(timeout.flight_size)
        self.w_max = 0.0
        self.cwnd = 1.0
        self.start = None

    def on_syn_lost(self) -> None:
        """Begin with a segment."""
        self.cwnd = 1.0

    def window(self) -> float:
        """Return the window in bytes, to the nearest."""
        return self.cwnd * self.mss + 0.5

    def ssthresh(self) -> float:
        """Return the threshold in bytes, to the nearest."""
        return self.threshold * self.mss + 0.5
