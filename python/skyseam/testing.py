"""Tests of the contract that a plug-in keeps, as functions and for pytest.

``check_controller(Mine)`` puts a class through what the built-in controllers pass, without a
simulation. With pytest: ``pytest --skyseam my_module:Mine`` runs each test on its own.
"""

from __future__ import annotations

import heapq
import itertools
import math
import numbers
import random
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from skyseam._errors import PluginError
from skyseam.plugins import (
    EVENTS,
    Ack,
    Controller,
    Loss,
    Plugin,
    Setup,
    Timeout,
    declaration_of,
)
from skyseam.plugins._faults import NOTHING, definition, fault, refused
from skyseam.plugins._impure import impure_calls, instead_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["check", "check_controller", "contract"]

Test: TypeAlias = Callable[[], None]

MSS = 1460
RTT_S = 0.1
START = Setup(now=0.0, mss=MSS, initial_window=10 * MSS, paced=False)


def check(plugin: type[Plugin], **keys: Any) -> None:  # noqa: ANN401 - values of any shape
    """Put a plug-in of any family through the tests of its contract.

    Parameters
    ----------
    plugin
        The class.
    keys
        Values of its keys, as in a scenario or in base units.

    Raises
    ------
    PluginError
        For the first test that fails: what the method did, where it is, what is expected.
    """
    for test in contract(plugin, **keys).values():
        test()


def contract(
    plugin: type[Plugin],
    **keys: Any,  # noqa: ANN401 - values of any shape
) -> dict[str, Test]:
    """Return the tests of a plug-in's contract by name, each to be called without arguments.

    Raises
    ------
    PluginError
        When the class cannot be declared, or there is no contract of its family.
    """
    declaration = declaration_of(plugin)
    if declaration.family not in _CONTRACTS:
        raise refused(
            f"there is no contract of {declaration.noun} `{declaration.name}`",
            declaration.file,
            declaration.line,
            ", ".join(_CONTRACTS),
        )
    driver, tests = _CONTRACTS[declaration.family]

    def bound(test: Callable[[Callable[[], Any]], None]) -> Test:
        def run() -> None:
            with _pure(plugin):
                test(lambda: driver(plugin, keys))

        return run

    return {
        test.__name__.strip("_"): bound(test)
        for test in (_reads_no_clock_and_no_global_randomness, *tests, _repeats_itself)
    }


def check_controller(
    controller: type[Controller],
    **keys: Any,  # noqa: ANN401 - values of any shape
) -> None:
    """Put a congestion controller through the tests of its contract; see :func:`check`."""
    check(controller, **keys)


@contextmanager
def _pure(plugin: type[Plugin]) -> Iterator[None]:
    """Refuse calls of clocks and of random numbers that are not the run's."""
    file = declaration_of(plugin).file
    seen: list[tuple[int, str, str]] = []

    def watch(frame: types.FrameType, event: str, arg: object) -> None:
        if event == "c_call" and frame.f_code.co_filename == file:
            instead = instead_of(arg)
            if instead is not None:
                seen.append((frame.f_lineno, getattr(arg, "__qualname__", str(arg)), instead))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)
    if seen:
        line, what, instead = seen[0]
        raise refused(f"`{plugin.__name__}` calls `{what}`", file, line, instead)


def _reads_no_clock_and_no_global_randomness(make: Callable[[], Any]) -> None:
    """Refuse a source that calls a clock, or random numbers that are not its own."""
    declaration = make().declaration
    for call in impure_calls(declaration):
        raise refused(
            f"`{declaration.plugin.__name__}` calls `{call.what}`",
            call.file,
            call.line,
            call.instead,
        )


class _Called:
    """A plug-in, called as the core calls it; what it answers is checked."""

    def __init__(self, plugin: type[Plugin], keys: dict[str, Any]) -> None:
        self.declaration = declaration_of(plugin)
        self.now = 0.0
        self.plugin: Any = plugin(**keys)
        self.plugin.random = random.Random(1)

    def answer(
        self,
        method: str,
        *arguments: object,
        expected: str = NOTHING,
    ) -> Any:  # noqa: ANN401 - what a class of the user's returns
        """Call a method and return its answer."""
        try:
            return getattr(self.plugin, method)(*arguments)
        except Exception as error:
            raise self.fault(method, error, None, expected) from error

    def call(self, method: str, *arguments: object) -> None:
        """Call a method that answers nothing."""
        answer = self.answer(method, *arguments)
        if answer is not None:
            raise self.fault(method, None, answer, UNUSED)

    def fault(
        self, method: str, error: Exception | None, answer: object, expected: str
    ) -> PluginError:
        return fault(self.declaration, method, error, answer, expected, self.now, "in a test")

    def refuse(self, method: str, what: str, expected: str) -> PluginError:
        file, line = definition(self.declaration, method)
        at = f"at {self.now:.6f} s of simulated time, in a test"
        name = f"{self.declaration.noun} `{self.declaration.name}`"
        return refused(f"{name}: {what}", file, line, expected, (at,))

    def walk(self) -> list[Any]:
        """Make a fixed sequence of calls and return the answers."""
        raise NotImplementedError


def _repeats_itself(make: Callable[[], _Called]) -> None:
    """Compare the answers of two instances to equal sequences of calls."""
    one, other = make().walk(), make().walk()
    if one != other:
        step = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
        main = _MAIN[make().declaration.family]
        raise make().refuse(
            main if hasattr(make().plugin, main) else "on_datagram",
            f"two equal sequences of calls gave {one[step]} and {other[step]} at call {step}",
            "the same: instances share no state, and random numbers are those of `self.random`",
        )


UNUSED = "nothing: its answer is not used"


class _Driven(_Called):
    """A congestion controller."""

    def __init__(self, plugin: type[Plugin], keys: dict[str, Any]) -> None:
        super().__init__(plugin, keys)
        self.call("begin", START)

    def number(self, method: str, expected: str) -> float:
        answer = self.answer(method, expected=expected)
        is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
        if not is_number or math.isnan(answer) or answer < 0:
            raise self.fault(method, None, answer, expected)
        return float(answer) if math.isinf(answer) else math.floor(answer)

    @property
    def window(self) -> int:
        expected = f"the window in bytes, a finite number of one segment ({MSS}) or more"
        answer = self.number("window", expected)
        if math.isinf(answer) or answer < MSS:
            raise self.fault("window", None, answer, expected)
        return int(answer)

    @property
    def ssthresh(self) -> float:
        return self.number("ssthresh", "the threshold in bytes, a number of 0 or more, or infinity")

    def ack(self, size: int = MSS, *, is_limited: bool = True, rtt: float = RTT_S) -> None:
        self.call("on_ack", Ack(self.now, size, rtt, rtt, self.window, cwnd_limited=is_limited))

    def round(self, rtt: float = RTT_S) -> None:
        """One round trip: a window of segments, each acknowledged on its own."""
        segments = max(1, self.window // MSS)
        begun = self.now
        for number in range(1, segments + 1):
            self.now = begun + rtt * number / segments
            self.ack(rtt=rtt)

    def loss(self, flight: int | None = None) -> None:
        self.call("on_loss", Loss(self.now, self.window if flight is None else flight))

    def timeout(self, flight: int, *, first: bool) -> None:
        self.call("on_timeout", Timeout(self.now, flight, first))

    def walk(self) -> list[int]:
        """Make calls with absurd arguments; no window may be absurd."""
        draw = random.Random(7)
        seen = []
        for _ in range(3000):
            self.now += draw.randrange(200_000) / 1e6
            before = self.window
            kind = draw.randrange(23)
            flight = draw.randrange(3) * before
            if kind == 0:
                self.loss(flight)
            elif kind == 1:
                self.timeout(flight, first=draw.random() < 0.5)
            elif kind == 2:
                self.call("on_syn_lost")
            else:
                self.ack(draw.randrange(4 * MSS), rtt=draw.choice((RTT_S, 0.0, 3.0)))
            after = self.window
            if after > 1 << 40:
                raise self.refuse("on_ack", f"the window is {after} bytes", "less than 2^40")
            if kind <= 2 and after > before:
                name = ("on_loss", "on_timeout", "on_syn_lost")[kind]
                raise self.refuse(
                    name, f"it raised the window from {before} to {after}", "no growth"
                )
            seen.append(after)
        return seen


def _begins_with_the_initial_window(make: Callable[[], _Driven]) -> None:
    of = make()
    if of.window != START.initial_window:
        raise of.refuse(
            "begin",
            f"the window is {of.window} bytes at the start",
            f"`setup.initial_window`, here {START.initial_window}",
        )


def _does_not_grow_at_a_loss(make: Callable[[], _Driven]) -> None:
    of = make()
    for _ in range(4):
        of.round()
    before = of.window
    of.loss()
    if of.window > before:
        raise of.refuse(
            "on_loss", f"a loss raised the window from {before} to {of.window} bytes", "no growth"
        )


def _falls_to_one_segment_at_a_timeout(make: Callable[[], _Driven]) -> None:
    of = make()
    for _ in range(4):
        of.round()
    flight = of.window
    of.timeout(flight, first=True)
    threshold = of.ssthresh
    if of.window != MSS:
        raise of.refuse(
            "on_timeout",
            f"the window is {of.window} bytes after a timeout",
            f"one segment ({MSS} bytes, `setup.mss`)",
        )
    of.now += RTT_S
    of.timeout(MSS, first=False)
    if of.ssthresh != threshold:
        raise of.refuse(
            "on_timeout",
            f"a repeated timeout moved the threshold from {threshold:g} to {of.ssthresh:g} bytes",
            "the same threshold while `timeout.first` is False (RFC 5681 Sec. 3.1)",
        )


def _begins_with_one_segment_after_a_lost_syn(make: Callable[[], _Driven]) -> None:
    of = make()
    of.call("on_syn_lost")
    if of.window != MSS:
        raise of.refuse(
            "on_syn_lost",
            f"the window is {of.window} bytes after a lost SYN",
            f"one segment ({MSS} bytes; RFC 5681 Sec. 3.1)",
        )


def _leaves_an_unused_window(make: Callable[[], _Driven]) -> None:
    for rounds in (0, 5):
        of = make()
        for _ in range(rounds):
            of.round()
        before = of.window
        for _ in range(600):
            of.now += 0.1
            of.ack(is_limited=False)
        if of.window > before:
            raise of.refuse(
                "on_ack",
                f"an unused window grew from {before} to {of.window} bytes",
                "no growth while `ack.cwnd_limited` is False (RFC 9438 Sec. 5.8)",
            )


def _copies_are_apart(make: Callable[[], _Driven]) -> None:
    of = make()
    of.round()
    before = of.window
    kept = of.plugin.copied()
    of.loss()
    of.timeout(before, first=True)
    of.plugin = kept
    if of.window != before:
        raise of.refuse(
            "copied",
            f"a copy's window moved from {before} to {of.window} bytes with the original's",
            "a copy that shares nothing: an undone reduction returns to it",
        )


class _Assigned(_Called):
    """A handover policy over slots with satellites at drawn elevations."""

    def assign(self, slot: Any) -> list[int]:  # noqa: ANN401 - a Slot of arrays
        """Return the rows that are taken; each must be one of the slot, within the antennas."""
        import numpy as np

        expected = "an array of row numbers of the slot, each once, whole numbers"
        answer = self.answer("assign", slot, expected=expected)
        rows = np.asarray(answer if answer is not None else [None])
        if rows.size and (rows.ndim != 1 or not np.issubdtype(rows.dtype, np.integer)):
            raise self.fault("assign", None, answer, expected)
        listed = [int(row) for row in rows]
        if any(not 0 <= row < len(slot.terminal) for row in listed) or len({*listed}) < len(listed):
            raise self.fault("assign", None, answer, expected)
        counts = np.bincount(slot.terminal[listed], minlength=slot.terminals)
        if (counts > slot.antennas).any():
            raise self.fault("assign", None, answer, "at most `slot.antennas` rows of a terminal")
        return listed

    def walk(self) -> list[list[int]]:
        """Assign in slots one after another, in each of which the last answer is held."""
        import numpy as np

        draw = np.random.default_rng(5)
        held: set[tuple[int, int]] = set()
        taken = []
        for number in range(12):
            self.now = 12.0 + 15 * number
            seen = np.argwhere(draw.random((7, 20)) < 0.4)
            if number == 5:
                seen = seen[:0]  # nothing in sight
            slot = _slot(self.now, seen, held, draw.random(len(seen)))
            rows = self.assign(slot)
            held = {tuple(map(int, seen[row])) for row in rows}  # type: ignore[misc] # pairs
            taken.append(rows)
        return taken


def _slot(
    now: float, seen: NDArray[np.int64], held: set[tuple[int, int]], shares: NDArray[np.float64]
) -> types.SimpleNamespace:
    """Return a slot of seven terminals and twenty satellites; its arrays cannot be written to."""
    import numpy as np

    is_held = np.array([tuple(map(int, pair)) in held for pair in seen], dtype=bool)
    load = np.bincount([satellite for _, satellite in held], minlength=20)
    slot = types.SimpleNamespace(
        now=now,
        terminals=7,
        satellites=20,
        antennas=np.array([1, 1, 1, 1, 1, 2, 1 << 40]),
        terminal=seen[:, 0].copy(),
        satellite=seen[:, 1].copy(),
        elevation_deg=25 + 65 * shares,
        range_m=(1500 - 900 * shares) * 1e3,
        preferred=shares > 0.3,
        held=is_held,
        since_s=np.where(is_held, now - 15, np.nan),
        load=load[seen[:, 1]],
        remaining_s=300 * (1 - shares),
    )
    for value in vars(slot).values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return slot


class _Admitting(_Called):
    """A queue discipline of a link of 10 Mbit/s."""

    def __init__(self, plugin: type[Plugin], keys: dict[str, Any]) -> None:
        super().__init__(plugin, keys)
        self.call("begin", types.SimpleNamespace(rate=10e6, framing_bytes=0))

    def admits(self, packets: int, *, is_idle: bool = False) -> bool:
        """Return whether a packet of 1500 bytes may enter behind others of this size."""
        arrival = types.SimpleNamespace(
            now=self.now,
            bytes=1500,
            is_ecn_capable=False,
            waiting_packets=packets,
            waiting_bytes=1500 * packets,
            idle_since=self.now if is_idle else None,
        )
        expected = 'True, False or "mark"'
        answer = self.answer("admit", arrival, expected=expected)
        if not isinstance(answer, bool) and answer != "mark":
            raise self.fault("admit", None, answer, expected)
        # A packet that is not ECN-capable is dropped instead of marked.
        return answer is True

    def walk(self) -> list[bool]:
        """Let packets arrive at a queue that the link empties."""
        draw, waiting, seen = random.Random(3), 0, []
        for _ in range(3000):
            self.now += draw.expovariate(900.0)
            is_idle = waiting == 0
            seen.append(self.admits(waiting, is_idle=is_idle))
            waiting = max(0, waiting + seen[-1] - draw.randrange(2))
        return seen


def _admits_to_an_idle_link_and_has_a_limit(make: Callable[[], _Admitting]) -> None:
    of = make()
    if not of.admits(0, is_idle=True):
        raise of.refuse("admit", "an idle link's first packet is refused", "True")
    of = make()
    for packets in range(100_000):
        of.now += 1e-4
        if not of.admits(packets):
            return
    raise of.refuse(
        "admit", "100,000 packets of 1500 bytes wait at 10 Mbit/s, and more enter", "a limit"
    )


class _Picking(_Called):
    """A scheduler of a link of five users."""

    def __init__(self, plugin: type[Plugin], keys: dict[str, Any]) -> None:
        super().__init__(plugin, keys)
        self.call("begin", 5)

    def walk(self) -> list[int]:
        """Pick among users for whom drawn numbers of packets wait."""
        draw, seen = random.Random(3), []
        for _ in range(2000):
            self.now += 1e-3
            users = sorted(draw.sample(range(5), draw.randint(1, 5)))
            waiting = types.SimpleNamespace(
                now=self.now,
                users=users,
                packets=[draw.randint(1, 9) for _ in users],
                since=[self.now - draw.random() for _ in users],
                level_db=[-20 * draw.random() for _ in users],
            )
            answer = self.answer("pick", waiting, expected="one of `backlog.users`")
            if isinstance(answer, bool) or answer not in users:
                raise self.fault("pick", None, answer, f"one of `backlog.users`, here {users}")
            seen.append(int(answer))
        return seen


class _Grid:
    """Nine nodes in a grid without satellites; all links have 10 ms."""

    names = [f"node {number}" for number in range(9)]  # noqa: RUF012 - as the core has it
    satellites = 0

    def neighbours(self, node: int, now: float) -> list[int]:
        row, column = divmod(node, 3)
        near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [3 * r + c for r, c in near if 0 <= r < 3 and 0 <= c < 3]

    def links(self, now: float) -> tuple[Any, Any, Any]:
        import numpy as np

        pairs = [(node, to) for node in range(9) for to in self.neighbours(node, now)]
        starts, ends = np.array(pairs).T
        return starts, ends, np.full(len(pairs), 0.01)

    def positions(self, now: float) -> tuple[Any, Any]:
        import numpy as np

        return np.full(9, np.nan), np.full(9, np.nan)

    def next_change(self, now: float) -> float:
        return math.inf


class _Routing(_Called):
    """A routing rule over a grid of nine nodes."""

    def __init__(self, plugin: type[Plugin], keys: dict[str, Any]) -> None:
        super().__init__(plugin, keys)
        self.grid = _Grid()
        self.call("begin", self.grid)

    def path(self, source: int, destination: int) -> list[int]:
        """Return the nodes of a packet's path, up to where it ends."""
        nodes: list[int] = [source]
        while nodes[-1] != destination and len(nodes) <= 64:
            hop = types.SimpleNamespace(
                now=self.now,
                at=nodes[-1],
                previous=nodes[-2] if len(nodes) > 1 else None,
                source=source,
                destination=destination,
                size=1500,
                ttl=65 - len(nodes),
            )
            expected = "a neighbour of `hop.at`, None, or one of these and until when it holds, s"
            answer = self.answer("route", hop, expected=expected)
            node, until = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, 0)
            if node is None:
                break
            is_number = isinstance(until, int | float) and not math.isnan(until)
            if not is_number or node not in self.grid.neighbours(nodes[-1], self.now):
                raise self.fault("route", None, answer, expected)
            nodes.append(int(node))
        return nodes

    def walk(self) -> list[list[int]]:
        """Send a packet from every node to every other one."""
        return [self.path(a, b) for a in range(9) for b in range(9) if a != b]


def _leads_to_every_destination(make: Callable[[], _Routing]) -> None:
    of = make()
    for path, (a, b) in zip(of.walk(), itertools.permutations(range(9), 2), strict=True):
        if path[-1] != b:
            raise of.refuse(
                "route",
                f"a packet from node {a} to node {b} of a grid ends at {path[-1]}",
                "a path: all nodes are linked",
            )


class _Recording(_Called):
    """A series, which is given events of each kind that it asks for."""

    def walk(self) -> list[Any]:
        """Give it events with drawn numbers and return its rows."""
        draw, seen = random.Random(3), []
        kinds = self.declaration.plugin.events  # type: ignore[attr-defined] # it is a series
        for _ in range(2000):
            self.now += draw.expovariate(100.0)
            kind = draw.choice(kinds)
            given = {name: _attribute(name, draw) for name in EVENTS[kind].split(", ")}
            event = types.SimpleNamespace(kind=kind, now=self.now, **given)
            seen.append(self.row(event))
        return seen

    def row(self, event: object) -> tuple[Any, ...] | None:
        """Return the row of an event; it must have a number for each column."""
        columns = self.declaration.columns
        names = ", ".join(name for name, *_ in columns)
        expected = f"nothing, or a row: a tuple of {names}"
        row = self.answer("record", event, expected=expected)
        if row is None:
            return None
        is_row = isinstance(row, tuple | list) and len(row) == len(columns)
        if not is_row or not all(map(_fits, row, columns)):
            raise self.fault("record", None, row, expected)
        return tuple(row)


def _fits(value: object, column: tuple[str, str, str, bool]) -> bool:
    *_, is_whole = column
    if is_whole:
        return isinstance(value, numbers.Integral) and int(value) >= 0
    return value is None or isinstance(value, numbers.Real)


def _attribute(name: str, draw: random.Random) -> object:
    """Return a value of an attribute of an event."""
    if name in ("app_limited", "is_forward"):
        return draw.random() < 0.5
    if name in ("reason", "cause"):
        return "other"
    if name in ("ssthresh", "pacing_rate", "before", "after") and draw.random() < 0.3:
        return None
    if name in ("created", "sent", "asked", "until", "rtt", "smoothed_rtt", "waited"):
        return draw.random()
    return draw.randrange(100)


def _makes_a_row(make: Callable[[], _Recording]) -> None:
    of = make()
    if not any(of.walk()):
        raise of.refuse("record", "2,000 events gave no row", "a row of some of them")


class _Io:
    """Stream or socket of an endpoint of an application during a call."""

    def __init__(self, now: float) -> None:
        self.now = now
        self.written = 0
        self.closed = False
        self.datagrams: list[int] = []
        self.timer: float | None = None
        self.answers: list[tuple[float, int]] = []

    def write(self, size: int) -> None:
        self.written += _whole("size", size)

    def close(self) -> None:
        self.closed = True

    def send(self, size: int) -> None:
        self.datagrams.append(_whole("size", size, 65_507))

    def wake(self, at: float) -> None:
        if not self.now <= at <= 1e9:
            raise ValueError(f"`at` is {at}; expected a time from {self.now} to 1e9 s")
        self.timer = at

    def respond(self, asked: float, size: int) -> None:
        if not 0 <= asked <= self.now:
            raise ValueError(f"`asked` is {asked}; expected a time from 0 to {self.now} s")
        self.answers.append((asked, _whole("size", size)))


def _whole(name: str, value: int, most: float = math.inf) -> int:
    if not isinstance(value, numbers.Integral) or not 0 <= value <= most:
        raise ValueError(f"`{name}` is {value!r}; expected bytes, a whole number")
    return int(value)


class _Talking(_Called):
    """Two endpoints of an application, 50 ms apart, for an hour or 5,000 calls."""

    def __init__(self, plugin: type[Plugin], keys: dict[str, Any]) -> None:
        super().__init__(plugin, keys)
        self.ends: list[Any] = [self.plugin, plugin(**keys)]
        for number, end in enumerate(self.ends):
            end.is_client = number == 0
            end.random = random.Random(1 + number)
        self.is_stream = plugin.SERVICE == "stream"  # type: ignore[attr-defined] # it is one
        self.is_quiet = False
        self.sent = [0, 0]

    def walk(self, parts: int = 1, lost: int = 0) -> list[Any]:
        """Let them talk; return what they asked for.

        What a stream's endpoint writes arrives in `parts`; every `lost`-th datagram is lost.
        """
        order, closed, read, log = itertools.count(), [False, False], [0, 0], []
        due: list[tuple[float, int, int, str, Any]] = [
            (0.0, next(order), end, "on_open", None) for end in (0, 1)
        ]
        timers: list[int | None] = [None, None]
        for _ in range(5000):
            if not due or due[0][0] > 3600:
                self.is_quiet = not due
                break
            self.now, number, end, method, given = heapq.heappop(due)
            if method == "on_timer":
                if timers[end] != number:
                    continue
                timers[end] = None
            if method == "on_data":
                read[end] += given
            io = _Io(self.now)
            self.plugin = self.ends[end]
            self.call(method, io, *(() if given is None else (given,)))
            log.append((self.now, end, method, vars(io)))
            if io.timer is not None:
                turn = timers[end] = next(order)
                heapq.heappush(due, (io.timer, turn, end, "on_timer", None))
            for size in self.pieces(io, parts):
                if closed[end] and self.is_stream:
                    raise self.fault(method, ValueError("it writes after its close"), None, NOTHING)
                self.sent[end] += size
                if lost and next(order) % lost == 0:
                    continue
                there: Any = size
                if not self.is_stream:
                    sent = self.now
                    there = types.SimpleNamespace(number=len(log), size=size, sent=sent)
                arrival = "on_data" if self.is_stream else "on_datagram"
                heapq.heappush(due, (self.now + 0.05, next(order), 1 - end, arrival, there))
            if io.closed and not closed[end]:
                closed[end] = True
                heapq.heappush(due, (self.now + 0.05, next(order), 1 - end, "on_peer_closed", None))
        return log

    def pieces(self, io: _Io, parts: int) -> list[int]:
        if not self.is_stream:
            return io.datagrams
        ends = [io.written * part // parts for part in range(parts + 1)]
        return [b - a for a, b in itertools.pairwise(ends) if b > a]


def _sends(make: Callable[[], _Talking]) -> None:
    of = make()
    of.walk()
    if not any(of.sent):
        method = "on_open" if "on_open" in vars(of.declaration.plugin) else _MAIN["application"]
        raise of.refuse(method, "nothing was sent within an hour", "an endpoint that sends")


def _bears_losses_and_pieces(make: Callable[[], _Talking]) -> None:
    """Check that a stream's pieces change nothing, and that lost datagrams raise nothing."""
    of, other = make(), make()
    of.walk()
    other.walk(parts=3, lost=0 if of.is_stream else 3)
    if of.is_stream and of.is_quiet and other.is_quiet and of.sent != other.sent:
        raise of.refuse(
            "on_data",
            f"the endpoints wrote {of.sent} bytes when data came at once, and {other.sent} when "
            "they came in three parts",
            "the same: a stream has no borders, so that `size` may be any part of what was written",
        )


_MAIN = {
    "application": "on_data",
    "series": "record",
    "congestion": "on_ack",
    "handover": "assign",
    "queue": "admit",
    "routing": "route",
    "scheduler": "pick",
}
"""The method of each family that decides."""

_CONTRACTS: dict[str, tuple[Callable[..., Any], tuple[Callable[..., None], ...]]] = {
    "congestion": (
        _Driven,
        (
            _begins_with_the_initial_window,
            _does_not_grow_at_a_loss,
            _falls_to_one_segment_at_a_timeout,
            _begins_with_one_segment_after_a_lost_syn,
            _leaves_an_unused_window,
            _copies_are_apart,
        ),
    ),
    "application": (_Talking, (_sends, _bears_losses_and_pieces)),
    "handover": (_Assigned, ()),
    "queue": (_Admitting, (_admits_to_an_idle_link_and_has_a_limit,)),
    "routing": (_Routing, (_leads_to_every_destination,)),
    "scheduler": (_Picking, ()),
    "series": (_Recording, (_makes_a_row,)),
}
"""For each family how a plug-in is called, and the tests."""
