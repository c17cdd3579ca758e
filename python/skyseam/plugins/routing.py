"""Routing rules in Python: the base class, and what it receives."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol

from skyseam.plugins._declare import Plugin

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    NextHop = int | None | tuple[int | None, float]
    """Number of the next node, None for no route; or that, and until when it holds, s."""


class Network(Protocol):
    """The nodes and links of a run at any time.

    Nodes have numbers: satellites from 0 on, then terminals, then the nodes of wires.
    """

    names: list[str]
    """Name of each node."""
    satellites: int
    """Number of satellites."""

    def neighbours(self, node: int, now: float) -> list[int]:
        """Return the nodes to which `node` has a link at `now` (s), in ascending order."""

    def links(self, now: float) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Return all links at `now` (s): their origins, their ends and their delays, s."""

    def positions(self, now: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return geocentric latitude and longitude of each node, deg; NaN for nodes of wires."""

    def next_change(self, now: float) -> float:
        """Return the time of the next change of a link after `now`, s."""


class Hop(Protocol):
    """A packet at a node, to be forwarded."""

    now: float
    """Present time, s of simulated time."""
    at: int
    """Node at which the packet is; not its destination."""
    previous: int | None
    """Previous node of the packet; None at its origin."""
    source: int
    """Node that sent it."""
    destination: int
    """Node to which it goes."""
    size: int
    """Size of the IP packet, bytes."""
    ttl: int
    """Links that it may still cross."""


class RoutingRule(Plugin):
    """A routing rule: decides at every node that a packet reaches where it goes next.

    A rule that has tables for a time makes them of `network.links` and returns with each decision
    until when it holds; the core then does not ask again.
    """

    FAMILY: ClassVar[str] = "routing"
    NOUN: ClassVar[str] = "routing rule"

    @abstractmethod
    def begin(self, network: Network) -> None:
        """Begin a run over this network."""

    @abstractmethod
    def route(self, hop: Hop) -> NextHop:
        """Return the next node, a neighbour of `hop.at`; None drops the packet.

        With a time, ``(node, until)``, the decision holds up to then for all packets at this node
        to this destination; `math.inf` for always.
        """
