"""Tests of the contract that a plug-in keeps, as functions and for pytest.

``check_controller(Mine)`` puts a class through what the built-in controllers pass, without a
simulation. With pytest: ``pytest --skyseam my_module:Mine`` runs each test on its own.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from skyseam._errors import PluginError
from skyseam.plugins import Ack, Controller, Loss, Plugin, Setup, Timeout, declaration_of
from skyseam.plugins._faults import NOTHING, definition, fault, refused
from skyseam.plugins._impure import impure_calls, instead_of

if TYPE_CHECKING:
    import types

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
        for test in (_reads_no_clock_and_no_global_randomness, *tests)
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


class _Driven:
    """A controller, called as the core calls it; what it answers is checked."""

    def __init__(self, plugin: type[Controller], keys: dict[str, Any]) -> None:
        self.declaration = declaration_of(plugin)
        self.now = 0.0
        self.controller = plugin(**keys)
        self.controller.random = random.Random(1)
        self.call("begin", START)

    def call(self, method: str, *arguments: object) -> None:
        try:
            answer = getattr(self.controller, method)(*arguments)
        except Exception as error:
            raise self.fault(method, error, None, NOTHING) from error
        if answer is not None:
            raise self.fault(method, None, answer, NOTHING)

    def fault(
        self, method: str, error: Exception | None, answer: object, expected: str
    ) -> PluginError:
        return fault(self.declaration, method, error, answer, expected, self.now, "in a test")

    def refuse(self, method: str, what: str, expected: str) -> PluginError:
        file, line = definition(self.declaration, method)
        at = f"at {self.now:.6f} s of simulated time, in a test"
        return refused(
            f"{self.declaration.noun} `{self.declaration.name}`: {what}",
            file,
            line,
            expected,
            (at,),
        )

    def number(self, method: str, expected: str) -> float:
        try:
            answer = getattr(self.controller, method)()
        except Exception as error:
            raise self.fault(method, error, None, expected) from error
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
    kept = of.controller.copied()
    of.loss()
    of.timeout(before, first=True)
    of.controller = kept
    if of.window != before:
        raise of.refuse(
            "copied",
            f"a copy's window moved from {before} to {of.window} bytes with the original's",
            "a copy that shares nothing: an undone reduction returns to it",
        )


def _keeps_any_walk_sane_and_repeats_it(make: Callable[[], _Driven]) -> None:
    one, other = _walk(make()), _walk(make())
    if one != other:
        step = next(n for n, pair in enumerate(zip(one, other, strict=True)) if len({*pair}) > 1)
        raise make().refuse(
            "on_ack",
            f"two equal sequences of calls gave {one[step]} and {other[step]} bytes at call {step}",
            "the same: instances share no state, and random numbers are those of `self.random`",
        )


def _walk(of: _Driven) -> list[int]:
    """Make a fixed sequence of calls with absurd arguments."""
    draw = random.Random(7)
    seen = []
    for _ in range(3000):
        of.now += draw.randrange(200_000) / 1e6
        before = of.window
        kind = draw.randrange(23)
        flight = draw.randrange(3) * before
        if kind == 0:
            of.loss(flight)
        elif kind == 1:
            of.timeout(flight, first=draw.random() < 0.5)
        elif kind == 2:
            of.call("on_syn_lost")
        else:
            of.ack(draw.randrange(4 * MSS), rtt=draw.choice((RTT_S, 0.0, 3.0)))
        after = of.window
        if after > 1 << 40:
            raise of.refuse("on_ack", f"the window is {after} bytes", "less than 2^40")
        if kind <= 2 and after > before:
            name = ("on_loss", "on_timeout", "on_syn_lost")[kind]
            raise of.refuse(name, f"it raised the window from {before} to {after}", "no growth")
        seen.append(after)
    return seen


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
            _keeps_any_walk_sane_and_repeats_it,
        ),
    ),
}
"""For each family how a plug-in is called, and the tests."""
