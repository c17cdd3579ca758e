"""Congestion controllers in Python: the base class, and what its methods receive."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from skyseam.plugins._declare import Plugin


@dataclass(slots=True)
class Setup:
    """Connection for which a controller is created."""

    now: float
    """Start of the connection, s of simulated time."""
    mss: int
    """Payload of a full segment, bytes."""
    initial_window: int
    """Initial window, bytes."""
    paced: bool
    """Whether the stack paces segments."""


@dataclass(slots=True)
class Ack:
    """An acknowledgement of new data."""

    now: float
    """Time of arrival, s of simulated time: whole ns, so that ``round(1e9 * now)`` is exact."""
    bytes: int
    """Bytes that are newly acknowledged."""
    smoothed_rtt: float
    """Smoothed round-trip time, s; 0 while there is none."""
    rtt: float | None
    """Latest sample of the round-trip time, s; None if the ACK gives none, and over QUIC."""
    in_flight: int | None
    """Bytes in flight as the stack counts them, without those it takes for lost; None over QUIC."""
    cwnd_limited: bool
    """Whether the window was in use. One that is not in use must not grow (RFC 9438 Sec. 5.8)."""
    delivered: int | None = None
    """Bytes delivered so far, in whole segments; None over `rfc` and QUIC."""
    delivered_ce: int | None = None
    """Delivered bytes that arrived with CE; None without ECN, and over `rfc` and QUIC."""
    delivery_rate: int | None = None
    """Sample of the delivery rate, bit/s; None if the ACK gives none, and over `rfc` and QUIC."""
    app_limited: bool | None = None
    """Whether that sample was limited by the application; None without one."""


@dataclass(slots=True)
class Loss:
    """A loss that was detected, once per recovery."""

    now: float
    """Time of detection, s of simulated time."""
    flight_size: int
    """Bytes in flight."""


@dataclass(slots=True)
class Timeout:
    """An expiry of the retransmission timer."""

    now: float
    """Time of expiry, s of simulated time."""
    flight_size: int
    """Bytes in flight."""
    first: bool
    """False if the same loss times out again: the threshold then stays (RFC 5681 Sec. 3.1)."""


class Controller(Plugin):
    """A congestion controller: decides how many bytes of a connection may be in flight.

    The transport calls `begin` once, then `on_ack` for each acknowledgement of new data outside of
    recovery, `on_loss` once per recovery as it begins, `on_timeout` when the retransmission timer
    expires, and `on_syn_lost` if data begin after a lost SYN. It asks for `window` after each of
    them. Which segments are lost is the transport's to find out, and so is the gradual reduction
    to the new window. Runs over the TCP stacks `rfc` and `linux` and over QUIC.
    """

    FAMILY: ClassVar[str] = "congestion"
    NOUN: ClassVar[str] = "controller"

    @abstractmethod
    def begin(self, setup: Setup) -> None:
        """Begin a connection: the window is `setup.initial_window` until told otherwise."""

    @abstractmethod
    def on_ack(self, ack: Ack) -> None:
        """Handle an acknowledgement of new data outside of recovery."""

    @abstractmethod
    def on_loss(self, loss: Loss) -> None:
        """Handle a detected loss, once per recovery: sets the window after recovery."""

    @abstractmethod
    def on_timeout(self, timeout: Timeout) -> None:
        """Handle the expiry of the retransmission timer: the window falls to one segment."""

    @abstractmethod
    def on_syn_lost(self) -> None:
        """Handle a lost SYN: data begin with one segment (RFC 5681 Sec. 3.1)."""

    @abstractmethod
    def window(self) -> float:
        """Return the congestion window in bytes: one segment or more, rounded down."""

    def ssthresh(self) -> float:
        """Return the slow-start threshold in bytes; infinity, the default, while there is none."""
        return math.inf

    def pacing_rate(self) -> float | None:
        """Return the rate at which payload leaves, bit/s.

        None, the default, leaves pacing to the stack. A class with this method paces every
        connection over the stack `linux`; over others, which do not follow it, it is refused.
        """
        return None
