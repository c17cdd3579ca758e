"""Handover policies, routing rules, queues and schedulers as plug-ins that repeat built-in ones."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from skyseam.plugins import (
    Application,
    Duration,
    HandoverPolicy,
    Queue,
    Range,
    RoutingRule,
    Scheduler,
    Size,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from skyseam.plugins import Slot, Stream


class PyGlobal(HandoverPolicy):
    """The rule of `global-reallocation`: pairs of highest elevation first."""

    slots: ClassVar[tuple[float, float]] = (15.0, 12.0)

    capacity: Annotated[int, Range(0, 1000), "Terminals of a satellite; 0 for no limit."] = 0
    penalty: Annotated[float, Range(0, 90), "Degrees by which each terminal lowers it."] = 0.0

    def assign(self, slot: Slot) -> NDArray[np.int64]:
        """Take the best pair of all satellites until none is left."""
        if not self.capacity and not self.penalty:
            return self._highest(slot)
        pairs: dict[int, list[tuple[bool, float, int, int]]] = {}
        columns = zip(
            (~slot.preferred).tolist(),
            (-slot.elevation_deg).tolist(),
            slot.terminal.tolist(),
            slot.satellite.tolist(),
            strict=True,
        )
        for row, (is_other, low, terminal, satellite) in enumerate(columns):
            pairs.setdefault(satellite, []).append((is_other, low, terminal, row))
        for own in pairs.values():
            own.sort(reverse=True)
        queue = []
        for satellite, own in pairs.items():
            is_other, low, terminal, row = own.pop()
            queue.append((is_other, low, terminal, satellite, row))
        heapq.heapify(queue)
        free = slot.antennas.tolist()
        loads = dict.fromkeys(pairs, 0)
        taken = []
        while queue:
            _, _, terminal, satellite, row = heapq.heappop(queue)
            if free[terminal]:
                free[terminal] -= 1
                loads[satellite] += 1
                taken.append(row)
            if pairs[satellite] and (not self.capacity or loads[satellite] < self.capacity):
                is_other, low, terminal, row = pairs[satellite].pop()
                low += loads[satellite] * self.penalty
                heapq.heappush(queue, (is_other, low, terminal, satellite, row))
        return np.array(taken, dtype=np.int64)

    def _highest(self, slot: Slot) -> NDArray[np.int64]:
        """Without limits every terminal has its highest ones."""
        order = np.lexsort((slot.satellite, -slot.elevation_deg, ~slot.preferred, slot.terminal))
        terminal = slot.terminal[order]
        place = np.arange(len(order)) - np.searchsorted(terminal, terminal)
        rows: NDArray[np.int64] = order[place < slot.antennas[terminal]]
        return rows


class PyEvery(HandoverPolicy):
    """The rule of `shortest-path` for terminals with all antennas: every satellite in sight."""

    def assign(self, slot: Slot) -> NDArray[np.int64]:
        """Take all, those held first, the highest first."""
        since = np.where(slot.held, slot.since_s, np.inf)
        order: NDArray[np.int64] = np.lexsort(
            (-slot.elevation_deg, since, ~slot.held, slot.terminal)
        )
        return order


class FewestLinks(RoutingRule):
    """The fewest links, ties by the lower number of the neighbour."""

    def begin(self, network: Any) -> None:
        """Keep the network."""
        self.network = network
        self.until = -1.0
        self.next: dict[int, dict[int, int]] = {}

    def _towards(self, destination: int, now: float) -> dict[int, int]:
        if now >= self.until:
            self.until = self.network.next_change(now)
            self.next = {}
            starts, ends, _ = self.network.links(now)
            self.into: dict[int, list[int]] = {}
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                self.into.setdefault(end, []).append(start)
        if destination not in self.next:
            table: dict[int, int] = {destination: destination}
            ring = [destination]
            while ring:
                further: list[int] = []
                for node in sorted(ring):
                    for start in self.into.get(node, []):
                        if start not in table:
                            table[start] = node
                            further.append(start)
                ring = further
            self.next[destination] = table
        return self.next[destination]

    def route(self, hop: Any) -> Any:
        """Look the destination up."""
        found = self._towards(hop.destination, hop.now).get(hop.at)
        return found, self.until


class PyTail(Queue):
    """Drop-tail."""

    limit: Annotated[int, Range(1, 10_000), "Packets that wait."] = 100

    def begin(self, link: Any) -> None:
        """Have no state."""

    def admit(self, arrival: Any) -> bool:
        """Admit while there is room."""
        return arrival.idle_since is not None or arrival.waiting_packets < self.limit


class PyTurns(Scheduler):
    """Round robin."""

    limit: Annotated[int, Range(1, 10_000), "Packets of each user that wait."] = 100

    def begin(self, users: int) -> None:
        """Begin with user 0."""
        self.next = 0

    def pick(self, backlog: Any) -> int:
        """Serve the next one."""
        later = [user for user in backlog.users if user >= self.next]
        user: int = (later or backlog.users)[0]
        self.next = user + 1
        return user


class PyExchanges(Application):
    """The rule of `request-response` with constant sizes and pauses."""

    count: Annotated[int, Range(1, 10_000), "Exchanges."]
    request: Size = "300 B"
    response: Size = "9 kB"
    think: Duration = "0 s"

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.got = 0
        self.asked = -1.0
        self.answered = 0

    def _ask(self, stream: Stream) -> None:
        self.asked = stream.now
        stream.write(self.request)

    def on_open(self, stream: Stream) -> None:
        """Ask."""
        if self.is_client:
            self._ask(stream)

    def on_data(self, stream: Stream, size: int) -> None:
        """Answer, or count the answer."""
        self.got += size
        if not self.is_client:
            while self.got >= self.request:
                self.got -= self.request
                stream.write(self.response)
            return
        if self.got < self.response or self.asked < 0:
            return
        self.got -= self.response
        stream.respond(self.asked, self.response)
        self.asked = -1.0
        self.answered += 1
        if self.answered == self.count:
            stream.close()
        elif self.think:
            stream.wake(stream.now + self.think)
        else:
            self._ask(stream)

    def on_timer(self, stream: Stream) -> None:
        """Ask again."""
        self._ask(stream)
