"""A TCP transfer between two network namespaces, by the kernel; a program of its own.

Arguments: namespaces of the sender and of the receiver, the receiver's address, the controller, the
size in bytes, and the file to write. Has the settings of the measured reference
(reference/README-linux-tcp.md): no metrics of earlier connections, one segment a packet.
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

SETTINGS = {
    "tcp_no_metrics_save": "1",
    "tcp_wmem": "4096 16384 4194304",
    "tcp_rmem": "4096 131072 33554432",
}
CONGESTION = 13
INFO = 11
TOTAL_RETRANS = 100
"""Offset of tcpi_total_retrans in struct tcp_info."""


def enter(namespace: str) -> None:
    """Move this thread into a namespace, and prepare its device."""
    file = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(file, 0x40000000) != 0:
        raise OSError(ctypes.get_errno(), f"setns {namespace}")
    for name, value in SETTINGS.items():
        Path(f"/proc/sys/net/ipv4/{name}").write_text(value, encoding="ascii")
    subprocess.run(
        ["ip", "link", "set", "sky0", "gso_max_segs", "1", "txqueuelen", "10000"], check=True
    )


def main() -> None:
    """Transfer, and write what it took."""
    sender, receiver, address, congestion, size, told = sys.argv[1:]
    ready, done, ended = threading.Event(), threading.Event(), [0.0]

    def receive() -> None:
        enter(receiver)
        listening = socket.create_server((address, 5001))
        ready.set()
        connection, _ = listening.accept()
        left = int(size)
        while left:
            left -= len(connection.recv(1 << 20))
        ended[0] = time.monotonic()
        done.set()

    threading.Thread(target=receive, daemon=True).start()
    enter(sender)
    if not ready.wait(10):
        raise SystemExit("the receiver does not listen")
    near = socket.socket()
    near.setsockopt(socket.IPPROTO_TCP, CONGESTION, congestion.encode())
    began = time.monotonic()
    near.connect((address, 5001))
    near.sendall(bytes(int(size)))
    done.wait()
    info = near.getsockopt(socket.IPPROTO_TCP, INFO, 256)
    (retransmissions,) = struct.unpack_from("<I", info, TOTAL_RETRANS)
    found = {"completion_s": ended[0] - began, "retransmissions": retransmissions}
    Path(told).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
