"""The process of a command: its standard streams, its locale, and the signals that end it.

Ensures that a signal ends the command within two seconds. Knows nothing of the commands' work, and
loads nothing that takes time: signals are handled before anything else is loaded.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from skyseam._errors import EXIT_INTERRUPTED
from skyseam._files import State, give_up_unfinished, is_any, is_kept

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that interrupt a command. Those that its parent had ignored, as `nohup` does, stay so."""

GRACE_S = 1.5
"""Time that an interrupted command may take to end by itself."""

MOST_STARVED_S = 6.0
"""Time that is granted beside it at most, where other processes leave no processor to this one."""

_AGAIN = 255
"""A byte in the pipe of signals: an interrupt was swallowed and has to be raised again."""

_RAISED = 254
"""A byte in the pipe of signals: the main thread has raised an interrupt."""


def prepare() -> None:
    """Prepare the process for a command; called once, before anything else is loaded."""
    open_streams()
    use_utf8()
    hear_signals()


def open_streams() -> None:
    """Open closed standard streams, so that no file takes their numbers.

    Output to a closed standard output fails, as on a full disk; messages to a closed standard error
    are lost.
    """
    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is taken, which is this one.
            os.open(os.devnull, flags)
            os.set_inheritable(number, True)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def give_up_stream(number: int) -> None:
    """Discard the remaining output to a standard stream that does not accept it.

    Otherwise Python complains when it closes the stream.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC), number)


def use_utf8() -> None:
    """Restart in Python's UTF-8 mode if the locale has another encoding.

    Names of files are UTF-8 in scenarios, manifests and messages. Output keeps the encoding of the
    locale.
    """
    if sys.getfilesystemencoding() == "utf-8" or sys.flags.utf8_mode or not sys.executable:
        return
    os.environ.setdefault("PYTHONIOENCODING", f"{sys.stdout.encoding}:replace")
    os.environ["PYTHONUTF8"] = "1"
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


_writer = -1
"""The end of the pipe of signals that is written to."""

_number = signal.SIGINT
"""The last signal that was heard."""

_is_interrupted = False
"""Whether the work has been interrupted."""

_is_over = False
"""Whether the command has ended: its exit code is settled."""

_is_stopping = False
"""Whether the process is being ended at once."""


def hear_signals() -> None:
    """Make the first signal interrupt the work, and the next one end the process at once."""
    global _writer
    reader, _writer = os.pipe()
    os.set_blocking(_writer, False)
    signal.set_wakeup_fd(_writer, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader,), daemon=True).start()
    sys.unraisablehook = _swallowed
    for number in SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupt)


def is_interrupted() -> bool:
    """Whether a signal has interrupted the work."""
    return _is_interrupted


def settle() -> None:
    """Ignore further signals: the work has ended, and the process is about to end.

    If the process is already being ended, this does not return.
    """
    global _is_over
    _is_over = True
    for number in SIGNALS:
        # As Python ends, it gives the signals back to the system, which would end the process.
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, signal.SIG_IGN)
    while _is_stopping:
        time.sleep(1)


def end_interrupted(message: str = "") -> NoReturn:
    """End the process with the code of interrupts, without waiting for threads and libraries."""
    settle()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    _say(message)
    os._exit(EXIT_INTERRUPTED)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    global _is_interrupted, _number
    if _is_interrupted or _is_over or is_any(State.PLACED):
        return  # the thread that watches ends the process, or all is done in a moment
    _is_interrupted = True
    _number = signal.Signals(number)
    os.write(_writer, bytes([_RAISED]))
    raise KeyboardInterrupt


def _swallowed(what: sys.UnraisableHookArgs, /) -> None:
    """Handle an exception that Python could not raise anywhere; raise an interrupt again."""
    if issubclass(what.exc_type, KeyboardInterrupt):
        os.write(_writer, bytes([_AGAIN]))
    elif os.environ.get("SKYSEAM_TRACEBACK"):
        sys.__unraisablehook__(what)


def _watch(reader: int) -> None:
    """End the process at a second signal, or if the work does not stop after the first."""
    global _is_interrupted
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    signals = 0
    own = 0
    until: float | None = None
    starved_s = 0.0
    is_extended = False
    while True:
        left_ms = None if until is None else max(0.0, 1e3 * (until - time.monotonic()))
        if poll.poll(left_ms):
            for byte in os.read(reader, 64):
                if byte == _RAISED:
                    signals = max(signals, 1)
                elif byte == _AGAIN:
                    time.sleep(0.02)  # until the main thread has left what swallowed it
                    own += 1
                    _is_interrupted = False
                    signal.raise_signal(_number)
                elif byte in SIGNALS and own:
                    own -= 1
                elif byte in SIGNALS and not is_any(State.PLACED):
                    signals += 1
        if _is_over:
            return
        if signals > 1:
            _stop("interrupted again; stopped immediately\n")
        elif signals == 1 and until is None:
            until = time.monotonic() + GRACE_S
            starved_s = _starved_s()
        elif until is not None and time.monotonic() >= until:
            left_s = min(_starved_s() - starved_s, MOST_STARVED_S)
            if is_kept():
                until = time.monotonic() + GRACE_S
            elif left_s > 0.1 * GRACE_S and not is_extended:
                until += left_s
                is_extended = True
            else:
                _stop("interrupted; stopped immediately, since the work did not stop by itself\n")


def _starved_s() -> float:
    """Return how long a thread of this process has waited for a processor, at most (Linux)."""
    waited = [0.0]
    for path in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError, ValueError, IndexError):
            waited.append(int(path.read_text("ascii").split()[1]) / 1e9)
    return max(waited)


def _stop(message: str) -> None:
    global _is_stopping
    while is_any(State.PLACED):
        time.sleep(0.01)
    if _is_over:
        return
    _is_stopping = True
    give_up_unfinished()
    # The main thread may have hidden the cursor of a terminal, beside a bar.
    shown = "\x1b[?25h" if os.isatty(2) and os.environ.get("TERM") != "dumb" else ""
    _say(shown + message)
    os._exit(EXIT_INTERRUPTED)


def _say(message: str) -> None:
    """Write to standard error unless that blocks, as with a full pipe."""
    poll = select.poll()
    poll.register(2, select.POLLOUT)
    if message and poll.poll(0):
        with suppress(OSError):
            os.write(2, message.encode())
