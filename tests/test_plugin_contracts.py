# ruff: noqa: D101 - a class is named after its fault
"""Goal: policies, rules, queues and schedulers in Python are put through contracts of their own.

Method: classes that repeat built-in ones pass; small changes of them are refused.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import skyseam
from policies_in_python import FewestLinks, PyEvery, PyGlobal, PyTail, PyTurns
from skyseam import testing

if TYPE_CHECKING:
    from skyseam.plugins import Arrival, Backlog, Hop, Plugin, Slot


@pytest.mark.parametrize("plugin", [PyGlobal, PyTail, PyTurns, FewestLinks])
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


OTHERS = [
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
