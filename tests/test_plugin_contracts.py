# ruff: noqa: D101 - a class is named after its fault
"""Goal: policies, rules, queues and schedulers in Python are put through contracts of their own.

Method: classes that repeat built-in ones pass; small changes of them are refused.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import skyseam
from policies_in_python import FewestLinks, PyEvery, PyExchanges, PyGlobal, PyTail, PyTurns
from skyseam import testing
from test_plugin_series import Echoes, RoundTrips

if TYPE_CHECKING:
    from skyseam.plugins import (
        Arrival,
        Backlog,
        Datagram,
        Event,
        Hop,
        Plugin,
        Slot,
        Socket,
        Stream,
    )


class Exchanges(PyExchanges):
    count: int = 9


KEEPING = [PyGlobal, PyTail, PyTurns, FewestLinks, Exchanges, Echoes, RoundTrips]


@pytest.mark.parametrize("plugin", KEEPING)
def test_policies_rules_and_queues_keep_theirs(plugin: type[Plugin]) -> None:
    testing.check(plugin)


class TakesAll(PyEvery):
    pass


class TakesTooFar(PyGlobal):
    def assign(self, slot: Slot) -> Any:
        return super().assign(slot) + 1


class WritesToSlot(PyGlobal):
    def assign(self, slot: Slot) -> Any:
        slot.elevation_deg[:] = 0
        return super().assign(slot)


class TakesByLot(PyGlobal):
    _lots = random.Random(2)

    def assign(self, slot: Slot) -> Any:
        rows = super().assign(slot)
        return rows[: self._lots.randrange(len(rows) + 1)]


class AdmitsAll(PyTail):
    def admit(self, arrival: Arrival) -> bool:
        return True


class AdmitsNone(PyTail):
    def admit(self, arrival: Arrival) -> bool:
        return False


class AdmitsSome(PyTail):
    def admit(self, arrival: Arrival) -> Any:
        return arrival.waiting_packets - self.limit


class PicksNobody(PyTurns):
    def pick(self, backlog: Backlog) -> Any:
        return 0


class GoesAstray(FewestLinks):
    def route(self, hop: Hop) -> Any:
        return 8 - hop.at


class GoesNowhere(FewestLinks):
    def route(self, hop: Hop) -> Any:
        return None


class NoNumber(RoundTrips):
    def record(self, event: Event) -> Any:
        return event.now, "one", 1.0


class NoRow(RoundTrips):
    def record(self, event: Event) -> Any:
        return None


class Draws(RoundTrips):
    count = 0

    def record(self, event: Event) -> Any:
        type(self).count += 1
        return event.now, self.count, 1.0


class Mute(Exchanges):
    def on_open(self, stream: Stream) -> None:
        pass


class CountsPieces(Exchanges):
    def on_data(self, stream: Stream, size: int) -> None:
        if not self.is_client:
            stream.write(100)


class Talks(Echoes):
    def on_datagram(self, socket: Socket, datagram: Datagram) -> Any:
        return datagram.size


class WakesBefore(Echoes):
    def on_open(self, socket: Socket) -> None:
        socket.wake(socket.now - 1)


OTHERS = [
    (NoNumber, "repeats_itself", "nothing, or a row: a tuple of t_s, flow, rtt_ms"),
    (NoRow, "makes_a_row", "2,000 events gave no row"),
    (Draws, "repeats_itself", "two equal sequences of calls"),
    (Mute, "sends", "nothing was sent within an hour"),
    (CountsPieces, "bears_losses_and_pieces", "a stream has no borders"),
    (Talks, "repeats_itself", "nothing: its answer is not used"),
    (WakesBefore, "repeats_itself", "expected a time from 0.0 to 1e9 s"),
    (TakesAll, "repeats_itself", "at most `slot.antennas` rows of a terminal"),
    (TakesTooFar, "repeats_itself", "row numbers of the slot, each once"),
    (WritesToSlot, "repeats_itself", "assignment destination is read-only"),
    (TakesByLot, "repeats_itself", "two equal sequences of calls"),
    (AdmitsAll, "admits_to_an_idle_link_and_has_a_limit", "expected: a limit"),
    (AdmitsNone, "admits_to_an_idle_link_and_has_a_limit", "an idle link's first packet is"),
    (AdmitsSome, "admits_to_an_idle_link_and_has_a_limit", 'expected: True, False or "mark"'),
    (PicksNobody, "repeats_itself", "one of `backlog.users`, here ["),
    (GoesAstray, "leads_to_every_destination", "expected: a neighbour of `hop.at`"),
    (GoesNowhere, "leads_to_every_destination", "to node 1 of a grid ends at 0"),
]


@pytest.mark.parametrize(("plugin", "test", "message"), OTHERS, ids=lambda one: str(one))
def test_theirs_find_what_breaks_them(plugin: type[Plugin], test: str, message: str) -> None:
    with pytest.raises(skyseam.PluginError) as caught:
        testing.contract(plugin)[test]()
    assert message in str(caught.value)
