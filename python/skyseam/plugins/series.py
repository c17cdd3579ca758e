"""Series in Python: the base class, its columns, and the events that it receives."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, Protocol

from skyseam.plugins._declare import Plugin


class Column(NamedTuple):
    """Declaration of a column of a series."""

    unit: str = ""
    """Unit of the values, such as "ms"."""
    doc: str = ""
    """Meaning of the values, a sentence."""
    whole: bool = False
    """Whether the values are whole numbers of 0 or more; else numbers or None."""


class Event(Protocol):
    """An event of a run: its kind, its time, and the attributes that :data:`EVENTS` lists."""

    kind: str
    """Kind, one of :data:`EVENTS`."""
    now: float
    """Time, s of simulated time."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - an attribute of its kind
        """Return an attribute that events of this kind have."""


_PACKET = "flow, size, source, destination, created"

EVENTS = {
    "sent": _PACKET,
    "arrived": _PACKET,
    "answered": _PACKET,
    "waited": "link, until",
    "dropped": f"{_PACKET}, node, reason",
    "handover": "terminal, cause, before, after",
    "flow_started": "flow",
    "flow_received": "flow",
    "flow_finished": "flow",
    "delivered": "flow, size",
    "ack_delayed": "flow, waited, reason",
    "congestion": "flow, cwnd, ssthresh, in_flight",
    "round_trip": "flow, rtt, smoothed_rtt",
    "rate": "flow, delivery_rate, app_limited, pacing_rate",
    "retransmitted": "flow, offset, size, reason",
    "timeout": "flow",
    "recovery": "flow",
    "responded": "flow, number, asked, size",
    "datagram": "flow, number, size, sent, is_forward",
}
"""Kinds of events with their attributes.

Flows, links and nodes (`source`, `destination`, `node`, `terminal`, satellites `before` and
`after`) are numbers, as in the tables of a run; sizes, windows and offsets bytes, rates bit/s,
`ssthresh` None while there is none. `created`, `sent`, `asked` and `until` are instants, `rtt` and
`waited` lengths of time, s. A packet is "sent" by the source of a flow, "arrived" at its
destination, and "answered" if it is of the destination and has reached the source. `waited` is an
event at the begin of the wait; handovers follow after all other events, in order of time.
"""


class Series(Plugin):
    """A series: a table whose rows are made from events of a run.

    A scenario records it by its name or by a table with `kind = "python"` in `run.record`. Its
    table is named like the class with underscores: `LateAcks` makes the table `late_acks`.
    """

    FAMILY: ClassVar[str] = "series"
    NOUN: ClassVar[str] = "series"

    events: ClassVar[tuple[str, ...]]
    """Kinds of events that it receives, of :data:`EVENTS`; others cost nothing."""

    columns: ClassVar[dict[str, Column]]
    """Columns of the table by name."""

    @abstractmethod
    def record(self, event: Event) -> tuple[float | None, ...] | None:
        """Return the row that follows from an event, a value for each column; None for no row."""
