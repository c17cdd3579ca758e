"""Applications in Python: the base classes, and the stream or socket that their methods receive."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Protocol

from skyseam.plugins._declare import Plugin


class Stream(Protocol):
    """The stream of an endpoint during a call; requests take effect when the method returns."""

    now: float
    """Current time, s of simulated time."""

    def write(self, size: int) -> None:
        """Write `size` bytes more. There is always room; they are sent as soon as possible."""

    def close(self) -> None:
        """Close this direction: nothing more is written."""

    def wake(self, at: float) -> None:
        """Ask for a call of `on_timer` at a time, s, in place of one that was asked for before."""

    def respond(self, asked: float, size: int) -> None:
        """Record the answer to a request that was made at `asked`, s: a row of `responses`."""


class Application(Plugin):
    """An application: two endpoints that write and read bytes over a stream in both directions.

    A flow has two instances, one for each endpoint. Bytes are counted and not stored: both
    endpoints know what a request means. The connection ends when both have closed.
    """

    FAMILY: ClassVar[str] = "application"
    NOUN: ClassVar[str] = "application"
    SERVICE: ClassVar[str] = "stream"

    is_client: bool
    """Whether this endpoint opens the connection; there after `__init__`."""

    def on_open(self, stream: Stream) -> None:
        """Handle an established connection, on which bytes may be written."""

    @abstractmethod
    def on_data(self, stream: Stream, size: int) -> None:
        """Handle `size` bytes more that were read, in order."""

    def on_peer_closed(self, stream: Stream) -> None:
        """Handle the close by the peer, after all its data were read: by default, close too."""
        stream.close()

    def on_timer(self, stream: Stream) -> None:
        """Handle the time that `stream.wake` asked for."""


class Socket(Protocol):
    """The UDP socket of an endpoint during a call; requests take effect as the method returns."""

    now: float
    """Current time, s of simulated time."""

    def send(self, size: int) -> None:
        """Send a datagram with a payload of `size` bytes, at most 65,507."""

    def wake(self, at: float) -> None:
        """Ask for a call of `on_timer` at a time, s, in place of one that was asked for before."""

    def respond(self, asked: float, size: int) -> None:
        """Record the answer to a request that was made at `asked`, s: a row of `responses`."""


class Datagram(Protocol):
    """A datagram that has arrived."""

    number: int
    """Position among the sender's datagrams, from 0."""
    size: int
    """Payload, bytes."""
    sent: float
    """Time of sending, s of simulated time."""


class DatagramApplication(Plugin):
    """An application over UDP: two endpoints that send datagrams, each of which may be lost.

    A flow has two instances, one for each endpoint. The flow goes on while an endpoint has asked
    to be woken: one that awaits an answer asks for the time at which it gives up. The table `udp`
    has delays and losses.
    """

    FAMILY: ClassVar[str] = "application"
    NOUN: ClassVar[str] = "application"
    SERVICE: ClassVar[str] = "datagrams"

    is_client: bool
    """Whether this endpoint is at the source of the flow; there after `__init__`."""

    def on_open(self, socket: Socket) -> None:
        """Handle the start of the flow, at both endpoints at once."""

    @abstractmethod
    def on_datagram(self, socket: Socket, datagram: Datagram) -> None:
        """Handle a datagram that has arrived."""

    def on_timer(self, socket: Socket) -> None:
        """Handle the time that `socket.wake` asked for."""
