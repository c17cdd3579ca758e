"""Records what the kernel of this machine does when it plays scripts of the form of README.md.

sudo python3 record.py FILE [NAME ..] > RECORDED

Of a case, the input lines (`open`, `<`, `write`, `read`, `close`, `end`) are played to a TCP socket
behind a TUN device in a separate network namespace; the output lines (`>`, `=`) are recorded.
Instants are those at which the kernel really got the input. Each case is played twice: one that the
kernel did not repeat is named on standard error and left out.
"""

import contextlib
import ctypes
import fcntl
import json
import os
import pathlib
import re
import select
import socket
import struct
import subprocess
import sys
import time
import traceback

HERE, PEER = "10.77.0.1", "10.77.0.2"
PORTS = 8080, 40000  # The end's, the peer's.
LETTERS = {"F": 1, "S": 2, "R": 4, "P": 8, ".": 16}
FIRST = 0x10000000  # The peer's first sequence number.
CLONE_NEWNET = 0x40000000
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
MASK = 0xFFFFFFFF
SETTLE_S = 0.02  # How long after the end of a script a packet counts.
STAMP_SLACK_MS = 3


def checksum(data):
    total = sum(struct.unpack(f"!{(len(data) + 1) // 2}H", data + b"\0" * (len(data) % 2)))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


class Wire:
    """The TUN device: inserts segments, and records those that leave."""

    def __init__(self) -> None:
        self.tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self.tun, TUNSETIFF, struct.pack("16sH22x", b"tun0", IFF_TUN | IFF_NO_PI))
        subprocess.run(["ip", "addr", "add", f"{HERE}/24", "dev", "tun0"], check=True)
        up = "ip link set tun0 up mtu 1500 gso_max_segs 1"
        subprocess.run(up.split(), check=True)
        self.ports, self.own_first, self.own_scale = PORTS, 0, 0
        self.left, self.stamps = [], []
        self.begin = time.clock_gettime(time.CLOCK_MONOTONIC) + 0.05

    def now(self):
        return time.clock_gettime(time.CLOCK_MONOTONIC) - self.begin

    def wait(self, until) -> None:
        while self.hears(until):
            pass

    def hears(self, until) -> bool:
        """Records the next packet that leaves; False if none leaves by an instant."""
        while True:
            left = until - self.now()
            ready, _, _ = select.select([self.tun], [], [], max(0, min(left, 0.5)))
            at = self.now()
            if ready:
                with contextlib.suppress(BlockingIOError):
                    self.note(os.read(self.tun, 70000), at)
                    return True
            elif left <= 0:
                return False

    def note(self, packet, at) -> None:
        if packet[0] >> 4 != 4 or packet[9] != socket.IPPROTO_TCP:
            return
        head = (packet[0] & 15) * 4
        segment = packet[head:]
        own, peer, seq, ack, length, flags, window = struct.unpack("!HHIIBBH", segment[:16])
        if flags & LETTERS["S"]:
            self.own_first, self.ports = seq, (own, peer)
        if own != self.ports[0]:
            return
        end = (length >> 4) * 4
        blocks, at_option = [], 20
        while at_option < end and segment[at_option] != 0:
            if segment[at_option] == 1:
                at_option += 1
                continue
            kind, size = segment[at_option], segment[at_option + 1]
            body = segment[at_option + 2 : at_option + size]
            if kind == 5:
                edges = [(e - FIRST) & MASK for e in struct.unpack(f"!{len(body) // 4}I", body)]
                blocks = list(zip(edges[::2], edges[1::2], strict=True))
            elif kind == 8:
                self.stamps.append((at, struct.unpack("!II", body)[0]))
            elif kind == 3:
                self.own_scale = body[0]
            at_option += size
        payload = struct.unpack("!H", packet[2:4])[0] - head - end
        letters = "".join(x for x in "FSR." if flags & LETTERS[x])
        words = [letters or ".", f"{(seq - self.own_first) & MASK}:{payload}"]
        acked = (ack - FIRST) & MASK if flags & LETTERS["."] else 0
        syn = flags & LETTERS["S"]
        offered = None if syn else window << self.own_scale
        self.left.append((at, words, acked, offered, [f"{a}:{b}" for a, b in blocks]))

    def stamp(self, millis):
        """The last timestamp sent by a millisecond of the script."""
        before = [s for at, s in self.stamps if at * 1000 <= millis + STAMP_SLACK_MS]
        return before[-1] if before else (self.stamps[0][1] if self.stamps else 0)

    def give(self, flags, seq, length, ack, window, options) -> None:
        bits = sum(LETTERS[x] for x in flags)
        options += b"\x01" * (-len(options) % 4)
        segment = struct.pack(
            "!HHIIBBHHH",
            self.ports[1],
            self.ports[0],
            (FIRST + seq) & MASK,
            0 if ack is None else (self.own_first + ack) & MASK,
            (20 + len(options)) // 4 << 4,
            bits,
            window,
            0,
            0,
        )
        segment += options + b"x" * length
        addresses = socket.inet_aton(PEER) + socket.inet_aton(HERE)
        pseudo = addresses + struct.pack("!BBH", 0, socket.IPPROTO_TCP, len(segment))
        segment = segment[:16] + struct.pack("!H", checksum(pseudo + segment)) + segment[18:]
        ip = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(segment), 1, 0, 64, socket.IPPROTO_TCP, 0)
        ip += addresses
        ip = ip[:10] + struct.pack("!H", checksum(ip)) + ip[12:]
        os.write(self.tun, ip + segment)


def info(connection):
    """Compared fields of `tcp_info`."""
    raw = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    fields = struct.unpack_from("24I", raw, 8)
    names = {"cwnd": 18, "ssthresh": 17, "sacked": 5, "lost": 6, "retrans": 7}
    return {name: fields[at] for name, at in names.items()} | {"state": raw[1]}


class Player:
    """Plays the lines of a case to a socket."""

    def __init__(self, lines) -> None:
        self.wire, self.lines, self.written = Wire(), lines, []
        self.connection, self.told = None, {}
        self.asks_info = any(" = " in line for line in lines)
        self.asks_windows = any(re.match(r"\d+ > \S+ \S+( a\d+)? w", line) for line in lines)
        windows = [int(w) for line in lines if " < " in line for w in re.findall(r" w(\d+)", line)]
        self.scale = 0
        while self.scale < 9 and not any(w % (2 << self.scale) for w in windows[1:]):
            self.scale += 1
        self.window = 0

    def play(self):
        for line in self.lines:
            at, verb, *words = line.split(" ")
            if verb in (">", "="):
                continue
            self.wire.wait(int(at) / 1e6)
            self.do(verb, words)
        return self.record()

    def do(self, verb, words) -> None:
        """Executes a line now."""
        micros = round(self.wire.now() * 1e6)
        self.written.append((micros, 0, " ".join([verb, *words])))
        getattr(self, {"<": "receive"}.get(verb, verb))(words)
        if verb == "<" and self.asks_info and self.connection:
            self.tell(micros)

    def record(self):
        """The lines of inputs and outputs."""
        self.wire.wait(self.wire.now() + SETTLE_S)
        self.add_left()
        return [f"{at} {text}" for at, _, text in sorted(self.written, key=lambda row: row[:2])]

    def open(self, words) -> None:
        keys = dict(word.split("=") for word in words)
        name = {"newreno": "reno"}.get(keys["cc"], keys["cc"])
        self.keys, self.is_client = keys, keys.get("role") == "client"
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, name.encode())
        if self.is_client:
            self.begin(self.socket)
            self.socket.connect_ex((PEER, PORTS[0]))
        else:
            self.socket.bind((HERE, PORTS[0]))
            self.socket.listen(1)

    def begin(self, connection) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_000_000)
        self.connection = connection

    def receive(self, words) -> None:
        flags, rest = words[0], words[1:]
        is_syn = "S" in flags
        seq, length, ack, options, blocks = 1, 0, None, b"", []
        for place, word in enumerate(rest):
            if word[0] == "a":
                ack = int(word[1:])
            elif word[0] == "w":
                self.window = int(word[1:])
            elif word[0] == "t":
                value, echo = word[1:].split("@")
                echoed = 0 if echo == "-" else self.wire.stamp(int(echo))
                # Aligned as every kernel does it: otherwise the fast path is left.
                options += struct.pack("!BBBBII", 1, 1, 8, 10, int(value) & MASK, echoed & MASK)
            elif place == 0:
                seq, length = map(int, word.split(":"))
            else:
                blocks += map(int, word.split(":"))
        if is_syn:
            options += struct.pack("!BBHBBB", 2, 4, int(self.keys["mss"]), 3, 3, self.scale)
            options += b"\x04\x02" if self.keys.get("sack") != "0" else b""
        if blocks:
            edges = [(self.wire.own_first + edge) & MASK for edge in blocks]
            options += struct.pack(f"!BBBB{len(edges)}I", 1, 1, 5, 2 + 4 * len(edges), *edges)
        window = self.window if is_syn else self.window >> self.scale
        self.wire.give(flags, seq, length, ack, window, options)
        if not self.is_client and not is_syn and self.connection is None:
            self.begin(self.socket.accept()[0])

    def tell(self, micros) -> None:
        found = info(self.connection)
        new = [f"{key}={value}" for key, value in found.items() if self.told.get(key) != value]
        self.told = found
        if new:
            self.written.append((micros, 0, " ".join(["=", *new])))

    def write(self, words) -> None:
        sent = self.connection.send(b"y" * int(words[0]))
        assert sent == int(words[0]), f"{sent} of {words[0]} bytes had room"

    def read(self, words) -> None:
        with contextlib.suppress(BlockingIOError):
            self.connection.recv(int(words[0]))

    def close(self, _) -> None:
        self.connection.shutdown(socket.SHUT_WR)

    def end(self, _) -> None:
        pass

    def add_left(self) -> None:
        last = None
        for at, words, ack, window, blocks in self.wire.left:
            words = [">", *words] + ([f"a{ack}"] if ack != last else [])
            last = ack
            if self.asks_windows and window is not None:
                words.append(f"w{window}")
            self.written.append((round(at * 1e6), 1, " ".join(words + blocks)))


def played(lines):
    """A case as the kernel played it."""
    return apart(lambda: Player(lines).play())


def apart(act):
    """Runs `act` in a separate process and network namespace, and returns its result."""
    source, sink = os.pipe()
    if (child := os.fork()) == 0:
        try:
            assert ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) == 0, "needs root"
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(20))
            with os.fdopen(sink, "w") as answer:
                answer.write(json.dumps(act()))
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(sink)
    with os.fdopen(source) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def packets(lines):
    return [line.split(" ", 1)[1] for line in lines if " > " in line]


def main() -> None:
    text = pathlib.Path(sys.argv[1]).read_text()
    for case in re.findall(r"^case .*(?:\n.+)*", text, re.M):
        head, *lines = case.split("\n")
        settings = [head, *(line for line in lines if line.startswith("slack "))]
        lines = [line for line in lines if not line.startswith("slack ")]
        name = head.split(":")[0].removeprefix("case ")
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        first, second = played(lines), played(lines)
        if first is None or second is None or packets(first) != packets(second):
            print(f"{name}: not repeated", file=sys.stderr)
            continue
        print("\n".join([*settings, *first]), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
