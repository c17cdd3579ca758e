"""Round trips of datagrams between two sockets of one program.

As a program, `python _echo.py NEAR FAR COUNT PAUSE_S` with the numbers of two open sockets, it
prints each round trip in s. It loads nothing else, so that it starts at once.
"""

import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

GIVES_UP_S = 2.0


def round_trips(
    near: socket.socket, far: socket.socket, count: int, pause_s: float
) -> Iterator[float]:
    """Send datagrams of 72 bytes to a bound socket and back; yield each round trip, s.

    Both ends look for packets without sleeping: what the machine takes to wake a program is no part
    of the network. One datagram begins every `pause_s`. Raises TimeoutError after 2 s without one.
    """
    for end in (near, far):
        end.setblocking(False)
    for _ in range(count):
        sent = time.monotonic()
        near.sendto(bytes(72), far.getsockname())
        data, sender = _received(far)
        far.sendto(data, sender)
        _received(near)
        took = time.monotonic() - sent
        yield took
        time.sleep(max(0.0, pause_s - took))


def _received(end: socket.socket) -> tuple[bytes, Any]:
    until = time.monotonic() + GIVES_UP_S
    while time.monotonic() < until:
        try:
            return end.recvfrom(2000)
        except BlockingIOError:
            pass
    raise TimeoutError


if __name__ == "__main__":
    _near, _far = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    for _took in round_trips(_near, _far, int(sys.argv[3]), float(sys.argv[4])):
        print(_took, flush=True)
