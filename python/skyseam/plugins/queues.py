"""Queue disciplines and schedulers in Python: the base classes, and what they receive."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Literal, Protocol

from skyseam.plugins._declare import Plugin


class Link(Protocol):
    """The link of a queue."""

    rate: float
    """Rate of transmission, bit/s."""
    framing_bytes: int
    """Bytes of framing that are added to each IP packet."""


class Arrival(Protocol):
    """A packet that arrives at a queue."""

    now: float
    """Time of arrival, s of simulated time."""
    bytes: int
    """Size with framing."""
    is_ecn_capable: bool
    """Whether the packet can be marked with congestion experienced (CE, RFC 3168)."""
    waiting_packets: int
    """Packets that wait."""
    waiting_bytes: int
    """Bytes that wait, with framing."""
    idle_since: float | None
    """Time since which the link is idle, s; None while it sends."""


class Queue(Plugin):
    """A queue discipline: decides at arrival whether a packet may wait, first in, first out."""

    FAMILY: ClassVar[str] = "queue"
    NOUN: ClassVar[str] = "queue"

    @abstractmethod
    def begin(self, link: Link) -> None:
        """Begin as the queue of one link."""

    @abstractmethod
    def admit(self, arrival: Arrival) -> bool | Literal["mark"]:
        """Return whether the packet may enter; it is dropped if not.

        `"mark"` admits it with congestion experienced (CE); a packet that is not ECN-capable is
        dropped instead (RFC 3168 Sec. 5).
        """


class Backlog(Protocol):
    """The users of a link for whom packets wait."""

    now: float
    """Present time, s of simulated time."""
    users: list[int]
    """Their numbers, ascending."""
    packets: list[int]
    """Packets that wait for each of them."""
    since: list[float]
    """Arrival of the first of these, s."""
    level_db: list[float] | None
    """Level at which each would receive now, dB against a clear sky; None unless needed."""


class Scheduler(Plugin):
    """A scheduler: picks the user that a shared link serves next. Each has a queue of its own."""

    FAMILY: ClassVar[str] = "scheduler"
    NOUN: ClassVar[str] = "scheduler"

    needs_levels: ClassVar[bool] = False
    """Whether `backlog.level_db` is read: then the link needs a channel."""

    limit: int = 1000
    """Packets that may wait for a user; a class may annotate it anew, so that it is a key."""

    @abstractmethod
    def begin(self, users: int) -> None:
        """Begin on a link of this number of users."""

    @abstractmethod
    def pick(self, backlog: Backlog) -> int:
        """Return the user to serve, one of `backlog.users`."""
