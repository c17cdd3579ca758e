#!/usr/bin/env python3
"""Fetches pages by HTTP/1 from the kernel's TCP, over a link of a given rate, delay and loss.

Two network namespaces with a TUN device each, and a relay that is the link between them; curl in
one, a small server in the other. Needs root, curl and iproute2. Writes a row for each fetch:

    python bench/kernel/http1.py OUT.csv

The link, in both directions: packets are transmitted in order at `rate` (IP length, no link
header); `queue` packets may wait, excluding the one in transmission; each arrives `delay` after its
transmission, in order. With `loss`, each packet with payload from the server is lost with that
probability after its transmission.

`page_s` is from the client's first packet at the relay to the delivery of the server's last
packet with payload.
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
CLIENT, SERVER, PORT = "10.99.0.1", "10.99.0.2", 8080
HEADER_BYTES = 200

PAGES = {
    "one": [100_000],
    "ten": [10_000] * 10,
    "thirty": [2_000, 8_000, 20_000, 50_000, 100_000] * 6,
}
WAYS = {
    "1.0 six": ["--http1.0", "-Z", "--parallel-immediate", "--parallel-max", "6"],
    "1.1 one": ["--http1.1"],
    "1.1 six": ["--http1.1", "-Z", "--parallel-immediate", "--parallel-max", "6"],
}


def namespace() -> None:
    """Enters a network namespace of its own."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "unshare")


def device(own: str, other: str) -> int:
    """Creates a TUN device `t0` of this namespace, with addresses; returns its file descriptor."""
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH22x", b"t0", IFF_TUN | IFF_NO_PI))
    for command in (
        "ip link set lo up",
        "ip link set t0 mtu 1500 txqueuelen 2000 gso_max_segs 1",
        f"ip addr add {own} peer {other} dev t0",
        "ip link set t0 up",
    ):
        subprocess.run(command.split(), check=True)
    settings = {
        "net/ipv4/tcp_no_metrics_save": "1",
        "net/ipv6/conf/all/disable_ipv6": "1",
    }
    for name, value in settings.items():
        Path("/proc/sys", name).write_text(value)
    return fd


def serve(listener: socket.socket) -> None:
    """Answers `GET /BYTES/NUMBER` until the process ends."""

    def talk(sock: socket.socket) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        data = b""
        while True:
            while b"\r\n\r\n" not in data:
                more = sock.recv(65536)
                if not more:
                    sock.close()
                    return
                data += more
            request, data = data.split(b"\r\n\r\n", 1)
            first = request.split(b"\r\n", 1)[0].split()
            size, persistent = int(first[1].split(b"/")[1]), first[2] == b"HTTP/1.1"
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\n"
            head += "" if persistent else "Connection: close\r\n"
            head += "X-Fill: "
            head += "x" * (HEADER_BYTES - len(head) - 4) + "\r\n\r\n"
            sock.sendall(head.encode() + bytes(size))
            if not persistent:
                sock.close()
                return

    while True:
        sock, _ = listener.accept()
        threading.Thread(target=talk, args=(sock,), daemon=True).start()


class Link:
    """One direction: packets that wait, are transmitted, or are in flight."""

    def __init__(self, rate: float, delay: float, queue: int, loss: float, seed: int) -> None:
        self.rate, self.delay, self.queue, self.loss = rate, delay, queue, loss
        self.random = random.Random(seed)
        self.free = 0.0
        self.begins: deque[float] = deque()
        self.under_way: list[tuple[float, int, bytes]] = []
        self.count = self.drops = self.losses = 0

    def take(self, now: float, packet: bytes) -> None:
        while self.begins and self.begins[0] <= now:
            self.begins.popleft()
        if len(self.begins) >= self.queue:
            self.drops += 1
            return
        begin = max(now, self.free)
        if begin > now:
            self.begins.append(begin)
        self.free = begin + len(packet) * 8 / self.rate
        self.count += 1
        if self.loss and payload(packet) and self.random.random() < self.loss:
            self.losses += 1
            return
        heapq.heappush(self.under_way, (self.free + self.delay, self.count, packet))


def payload(packet: bytes) -> int:
    """Bytes of TCP payload."""
    ip = (packet[0] & 15) * 4
    if packet[0] >> 4 != 4 or packet[9] != 6:
        return 0
    return struct.unpack("!H", packet[2:4])[0] - ip - (packet[ip + 12] >> 4) * 4


def relay(fds: list[int], links: list[Link], control: socket.socket) -> None:
    """Moves packets until `control` requests the end; returns times and counts."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
    first = last = None
    connections, late = 0, 0.0
    sent = asked = 0
    given = [None, None]
    spent = [[], []]
    while True:
        now = time.monotonic()
        for out, link in zip(reversed(fds), links, strict=True):
            while link.under_way and link.under_way[0][0] <= now:
                due, _, packet = heapq.heappop(link.under_way)
                late = max(late, now - due)
                os.write(out, packet)
                if payload(packet):
                    given[link is links[1]] = time.monotonic()
                if link is links[1] and payload(packet):
                    last = due
                    sent += payload(packet)
        due = min((link.under_way[0][0] for link in links if link.under_way), default=now + 1)
        ready, _, _ = select.select([*fds, control], [], [], max(0.0, due - time.monotonic()))
        now = time.monotonic()
        if control in ready:
            control.recv(1)
            total = (last or 0) - (first or 0)
            server, client = (sum(times) / len(times) if times else 0.0 for times in spent)
            control.send(
                repr(
                    (
                        total,
                        connections,
                        links[1].drops,
                        links[1].losses,
                        late,
                        sent,
                        asked,
                        server,
                        client,
                    )
                ).encode()
            )
            return
        for fd, link in zip(fds, links, strict=True):
            while fd in ready:
                try:
                    packet = os.read(fd, 2000)
                except BlockingIOError:
                    break
                if packet[0] >> 4 == 4 and packet[9] == 6:
                    # How long a host took from the last data given to it to its next own.
                    side = link is links[0]
                    if payload(packet) and given[side] is not None:
                        spent[side].append(now - given[side])
                        given[side] = None
                    if link is links[0]:
                        first = first or now
                        asked += payload(packet)
                        connections += packet[(packet[0] & 15) * 4 + 13] & 2 > 0
                    link.take(now, packet)


def measure(case: dict[str, object]) -> dict[str, object]:
    """Makes one fetch in separate network namespaces."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        namespace()
        fd = device(SERVER, CLIENT)
        listener = socket.create_server((SERVER, PORT), backlog=64)
        # Connections inherit it. The client sends requests of a packet, whatever it has.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, b"cubic")
        socket.send_fds(theirs, [b"f"], [fd])
        serve(listener)
    _, (far,), _, _ = socket.recv_fds(ours, 1, 1)
    near = device(CLIENT, SERVER)
    rate, delay, queue = case["rate_bps"], case["delay_ms"] / 1e3, case["queue"]
    links = [
        Link(rate, delay, queue, 0.0, 0),
        Link(rate, delay, queue, case["loss"], case["seed"]),
    ]
    control, end = socket.socketpair()
    worker = os.fork()
    if worker == 0:
        relay([near, far], links, end)
        os._exit(0)
    sizes = PAGES[case["page"]]
    urls = []
    for number, size in enumerate(sizes):
        urls += ["-o", "/dev/null", f"http://{SERVER}:{PORT}/{size}/{number}"]
    subprocess.run(
        ["curl", "-s", "-S", "--no-progress-meter", "-m", "120", *WAYS[case["way"]], *urls],
        check=True,
    )
    time.sleep(case["delay_ms"] * 3e-3)
    control.send(b"e")
    page, connections, drops, losses, late, sent, asked, server, client = eval(control.recv(1000))
    os.waitpid(worker, 0)
    os.kill(child, 9)
    os.waitpid(child, 0)
    expected = sum(sizes) + HEADER_BYTES * len(sizes)
    assert sent >= expected, (sent, expected)
    return case | {
        "page_s": f"{page:.6f}",
        "connections": connections,
        "drops": drops,
        "losses": losses,
        "request_bytes": asked,
        "delivered_twice_bytes": sent - expected,
        "server_ms": f"{server * 1e3:.3f}",
        "client_ms": f"{client * 1e3:.3f}",
        "late_ms": f"{late * 1e3:.2f}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--lossy", type=int, default=40, help="repetitions with loss")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
        namespace()
        print(repr(measure(eval(asked.one))))
        return
    rows = []
    for page in PAGES:
        for way in WAYS:
            for loss in (0.0, 0.01):
                for seed in range(1, 1 + (asked.lossy if loss else asked.repetitions)):
                    case = {
                        "page": page,
                        "way": way,
                        "rate_bps": 10_000_000,
                        "delay_ms": 20,
                        "queue": 150,
                        "loss": loss,
                        "seed": seed,
                    }
                    command = [sys.executable, __file__, "x", "--one", repr(case)]
                    done = subprocess.run(command, check=True, capture_output=True, text=True)
                    rows.append(eval(done.stdout))
                    print(rows[-1], flush=True)
    with open(asked.out, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
