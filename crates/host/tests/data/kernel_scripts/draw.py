"""Draws transfers by a seed, has the kernel of this machine play them, and writes them in the form
of README.md.

sudo python3 draw.py --kind KIND --seed FIRST --count COUNT > DRAWN

KIND is one of the kinds below, a group of them (`ordinary`, `receivers`, `harsh`, `bbr`) or `all`:
then a seed draws its kind, three of five ordinary or a receiver, a quarter harsh and the rest BBR.
For a sender the peer is simulated while the kernel plays: outgoing packets cross a drawn path, and
the ACKs come back. The resulting script is played again by record.py, `--repeats` times; one that
the kernel did not repeat packet by packet is named on standard error and left out.
"""

import argparse
import concurrent.futures
import contextlib
import heapq
import math
import random
import sys

import record

SENDERS = [
    *("loss", "tail", "ack-loss", "reorder", "both", "step-down", "outage-loss", "outage-held"),
    *("pauses", "close", "two-way", "zero-window"),
]
HARSH = ["train-hystart", "train-late", "train-both", "window-both"]
RECEIVERS = [
    *("plain", "loss", "reorder", "small", "pauses", "mixed", "close"),
    *("slow", "slow-loss", "autotune", "autotune-loss"),
]
GROUPS = {
    "ordinary": [("f", kind) for kind in SENDERS],
    "harsh": [("f", kind) for kind in HARSH],
    "receivers": [("r", kind) for kind in RECEIVERS],
    "bbr": [("bbr", kind) for kind in SENDERS + HARSH],
}
SHARES = {"ordinary": 0.35, "receivers": 0.25, "harsh": 0.27, "bbr": 0.13}
SEGMENT = 1200  # Payload of a sender's segment.
STAMP = 5000  # The peer's timestamp at the beginning of a script.
UNIT = 512  # Windows are multiples of it.
LONGEST_S = 9


class Transfer(record.Player):
    """Plays a transfer to the kernel and creates its script at the same time."""

    def __init__(self, draw, kind, side) -> None:
        super().__init__([])
        self.draw, self.kind, self.scale = draw, kind, 9
        self.stamps = draw.random() < 0.6
        self.sack = side == "r" or draw.random() < 0.85
        self.events, self.order, self.seen = [], 0, 0
        # Millisecond at which the segment left whose timestamp is echoed, now and in the next ACK.
        self.echo = self.echo_next = 0
        self.ends_at = LONGEST_S

    def at(self, when, what, *values) -> None:
        self.order += 1
        heapq.heappush(self.events, (when, self.order, what, values))

    def title(self):
        sack = "" if self.asks_windows else ("SACK, " if self.sack else "no SACK, ")
        stamps = "timestamps" if self.stamps else "no timestamps"
        return f"{self.kind}, {sack}{stamps}, {self.rtt_ms} ms"

    def say(self, flags, *words) -> None:
        """A segment arrives."""
        if self.stamps:
            echo = "-" if "S" in flags else self.echo
            words += (f"t{STAMP + int(self.wire.now() * 1000)}@{echo}",)
        self.do("<", [flags, *words])

    def begin_case(self, keys, window) -> None:
        sack = "" if self.sack else " sack=0"
        self.wire.wait(0)
        self.do("open", f"{keys} ts={int(self.stamps)}{sack}".split(" "))
        self.say("S", "0:0", "w60000")
        self.wire.wait(self.rtt_ms / 1000)
        self.say(".", "a1", f"w{window}")

    def draw_out(self):
        """Plays until no event is left."""
        while self.wire.now() < self.ends_at and (self.events or self.waits):
            due = self.events[0][0] if self.events else self.ends_at
            heard = self.wire.hears(min(due, self.ends_at))
            for at, words, ack, window, _ in self.wire.left[self.seen :]:
                start, length = map(int, words[1].split(":"))
                end = start + length + ("F" in words[0])
                self.on_left(at, start, end, ack, window)
            self.seen = len(self.wire.left)
            if not heard and due < self.ends_at:
                _, _, what, values = heapq.heappop(self.events)
                getattr(self, "on_" + what)(*values)
        self.wire.wait(self.wire.now() + self.last_s)
        self.do("end", [])
        return self.record()


class Sending(Transfer):
    """The kernel sends over a drawn path to a simulated receiver."""

    last_s = 0.15
    waits = True  # For what leaves by a timer.

    def __init__(self, draw, kind, side) -> None:
        super().__init__(draw, kind, side)
        self.asks_info = True
        self.cc = "bbr" if side == "bbr" else draw.choice(["cubic", "newreno"])
        self.one_way = draw.choice([0.015, 0.03, 0.06, 0.14])
        self.rtt_ms = round(2000 * self.one_way)
        self.step = draw.choice([0.002, 0.003, 0.005])  # Time of a segment on the link.
        self.loss = {"loss": 0.06, "both": 0.04, "ack-loss": 0.02, "close": 0.06}.get(kind, 0)
        self.late = {"reorder": 0.08, "both": 0.05, "train-late": 0.05}.get(kind, 0)
        if kind in ("train-both", "window-both"):
            self.loss = self.late = 0.03
        self.ack_loss = 0.3 if kind == "ack-loss" else 0
        self.outage = draw.uniform(0.25, 0.8), draw.choice([0.15, 0.5, 1.2])
        self.every = draw.choice([1, 1, 2])
        self.train = draw.choice([0.004, 0.010, 0.025]) if kind.startswith("train") else 0
        count = draw.randrange(20, 120)
        if kind == "train-hystart":
            self.cc = self.cc if side == "bbr" else "cubic"
            self.step, count = draw.choice([0.0003, 0.0006, 0.001]), draw.randrange(80, 260)
        self.size = count * SEGMENT
        self.free, self.number = 0, 0
        self.next, self.early, self.recent, self.held = 1, [], [], 0
        self.tail = draw.randrange(1, 4) if kind == "tail" else 0
        self.dropped = set()
        # The peer's buffer and reader, and its own FIN.
        self.buffer = draw.choice([14, 20, 40]) * 1024 if kind == "zero-window" else 2000 * UNIT
        self.taken, self.edge = 1, 0
        # What the peer sent itself, and what of it was acknowledged.
        self.own, self.own_acked, self.has_closed = 1, 1, False

    def play(self):
        begin = self.rtt_ms / 1000
        first = self.buffer if self.kind == "zero-window" else 2000 * UNIT
        self.edge = 1 + first
        mss = SEGMENT + 12 * self.stamps
        self.begin_case(f"cc={self.cc} mss={mss}", first)
        begin += 0.02
        draw, writes = self.draw, [(begin, self.size)]
        if self.kind == "pauses":
            part = self.size // SEGMENT // 4 * SEGMENT or SEGMENT
            writes, at = [], begin
            for _ in range(4):
                writes.append((at, part - draw.choice([0, 0, 700])))
                at += draw.choice([0.15, 0.4, 0.9, 1.8])
        elif draw.random() < 0.4:
            half = self.size // 2 // SEGMENT * SEGMENT
            writes = [(begin, half), (begin + draw.uniform(0.4, 1.6), half)]
        self.total = 1 + sum(size for _, size in writes)
        for at, size in writes:
            self.at(at, "write", size)
        if self.kind == "close":
            # The ends close one after the other, or together.
            last = writes[-1][0]
            self.total += 1
            self.at(last + draw.choice([0.001, 0.05, 0.4]), "close")
            self.at(last + draw.choice([0.001, 0.05, 0.3, 0.9]), "fin")
        if self.kind == "two-way":
            at = begin
            for _ in range(draw.randrange(5, 40)):
                at += draw.choice([0.001, 0.003, 0.003, 0.02, 0.05, 0.3])
                self.at(at, "peer_writes", draw.choice([100, 700, SEGMENT, SEGMENT]))
        if self.kind == "zero-window":
            at = begin
            while at < begin + 5:
                at += draw.choice([0.005, 0.02, 0.02, 0.05, 0.05, 0.7])
                self.at(at, "peer_reads", draw.choice([3, 6, 10, 20]) * 1000)
        return self.draw_out()

    # ---- what happens, in the order of a segment's way ----

    def on_write(self, size) -> None:
        self.do("write", [str(size)])

    def on_close(self) -> None:
        self.do("close", [])

    def on_left(self, at, start, end, ack, _) -> None:
        self.own_acked = max(self.own_acked, ack)
        if at * 1000 < self.rtt_ms or (end == start and start + 1 != self.next):
            return
        draw, number = self.draw, self.number
        self.number += 1
        if draw.random() < self.loss:
            return
        if self.tail and end > self.total - self.tail * SEGMENT and start not in self.dropped:
            self.dropped.add(start)
            return
        self.free = max(self.free, at) + self.step
        arrives = self.free + self.one_way
        begins, lasts = self.outage
        if self.kind == "step-down" and at > begins:
            arrives -= self.one_way / 2
        if self.kind.startswith("outage") and begins < at < begins + lasts:
            if self.kind == "outage-loss":
                return
            arrives = max(arrives, begins + lasts + self.one_way + number % 50 * self.step)
        if draw.random() < self.late:
            arrives += draw.randrange(5, 60) / 1000
        self.at(arrives, "arrived", start, end, int(at * 1000))

    def on_arrived(self, start, end, stamp) -> None:
        told = [] if start == end else [(start, end)]
        if start <= self.next:
            self.echo_next = stamp
        if end <= self.next or any(a <= start and end <= b for a, b in self.early):
            return self.answer(told)
        hole, merged, rest = bool(self.early), (start, end), []
        for a, b in self.early:
            if a <= merged[1] and merged[0] <= b:
                merged = min(a, merged[0]), max(b, merged[1])
            else:
                rest.append((a, b))
        inside = [r for r in self.recent if not (merged[0] <= r[0] and r[1] <= merged[1])]
        self.early, self.recent = sorted([*rest, merged]), [merged, *inside]
        while self.early and self.early[0][0] <= self.next:
            self.next = max(self.next, self.early.pop(0)[1])
        self.recent = [r for r in self.recent if r[1] > self.next]
        if self.kind != "zero-window":
            self.taken = self.next
        self.held += 1
        if hole or self.early or self.held >= self.every or self.next >= self.total:
            return self.answer([])
        return None

    def answer(self, told) -> None:
        self.held = 0
        if self.draw.random() < self.ack_loss:
            return
        back = self.wire.now() + self.one_way
        if self.train:
            back = math.ceil(back / self.train) * self.train
        blocks = (told + self.recent)[: 3 if self.stamps else 4] if self.sack else []
        window = self.offer()
        self.at(back, "ack", self.own, self.next, blocks, window, self.echo_next)

    def offer(self):
        window = 2000 * UNIT
        if self.kind == "zero-window":
            window = max(0, self.buffer - (self.next - self.taken))
            window = max(window, self.edge - self.next) // UNIT * UNIT
        elif self.kind == "window-both":
            # It opens, closes and is taken back.
            window = self.draw.choice([4, 10, 20, 20, 40, 40, 40]) * UNIT * 2
        self.edge = max(self.edge, self.next + window)
        return window

    def on_peer_reads(self, size) -> None:
        before = self.edge - self.next
        self.taken = min(self.next, self.taken + size)
        if before < 2 * SEGMENT <= self.buffer - (self.next - self.taken):
            self.answer([])

    def on_ack(self, own, ack, blocks, window, echo) -> None:
        self.echo = echo
        words = [f"{own}:0"] if own > 1 else []
        words.append(f"a{ack}")
        if window != self.window:
            words.append(f"w{window}")
        if self.stamps:
            words.append(f"t{STAMP + int(self.wire.now() * 1000)}@{echo}")
        self.do("<", [".", *words, *(f"{a}:{b}" for a, b in blocks)])
        if ack >= self.total and not any(e[2] in ("write", "close") for e in self.events):
            is_over = self.kind != "close" or (self.has_closed and self.own_acked > 1)
            self.ends_at = min(self.ends_at, self.wire.now() + (0.001 if is_over else 0.7))

    def on_peer_writes(self, size) -> None:
        flags, start = self.draw.choice([".", "P."]), self.own
        self.own += size
        self.at(self.wire.now() + self.one_way, "said", flags, start, size, self.next)

    def on_fin(self) -> None:
        if self.own_acked > 1:
            return
        self.own, self.has_closed = 2, True
        if self.draw.random() >= self.loss:
            self.at(self.wire.now() + self.one_way, "said", "F.", 1, 0, self.next)
        self.at(self.wire.now() + 0.4, "fin")

    def on_said(self, flags, start, size, ack) -> None:
        """A segment of the peer's own arrives."""
        self.say(flags, f"{start}:{size}", f"a{ack}")
        if size:
            self.do("read", ["100000"])


class Receiving(Transfer):
    """The kernel receives from a simulated sender, which keeps to its window."""

    last_s = 0.3
    waits = False

    def __init__(self, draw, kind, side) -> None:
        super().__init__(draw, kind, side)
        self.asks_windows = True
        self.rtt_ms = draw.choice([30, 80, 300])
        self.full = 1448 if self.stamps else 1460
        self.acked, self.edge = 1, 1 + 60 * 1024
        self.is_slow = kind.startswith("slow")
        self.own = 1  # What the kernel sent, its FIN, ends here.

    def play(self):
        self.begin_case("cc=cubic mss=1460", 900 * UNIT)
        draw, kind = self.draw, self.kind
        is_autotune = kind.startswith("autotune")
        gap = draw.choice([0.001, 0.002] if is_autotune else [0.003, 0.005, 0.008])
        at, seq = self.rtt_ms / 1000 + 0.01, 1
        mixed = kind in ("mixed", "close", "autotune-loss") or self.is_slow
        lossy = kind in ("loss", "mixed", "slow-loss", "autotune-loss")
        for _ in range(draw.randrange(100, 200) if is_autotune else draw.randrange(30, 90)):
            size = self.full
            if kind == "small" or (mixed and draw.random() < 0.3):
                size = draw.choice([100, 400, 900, self.full])
            likely = 0.3 if kind in ("small", "mixed", "pauses") else 0.05
            flags = "P." if draw.random() < likely else "."
            arrives = at
            if kind in ("reorder", "mixed") and draw.random() < 0.08:
                arrives += draw.uniform(0.003, 0.04)
            if lossy and draw.random() < 0.06:
                arrives += self.rtt_ms / 1000 + draw.uniform(0.005, 0.03)
            self.at(arrives, "segment", flags, seq, size)
            if draw.random() < (0.04 if lossy or kind == "reorder" else 0):
                copy = arrives + draw.uniform(0.002, self.rtt_ms / 1000)
                self.at(copy, "segment", flags, seq, size)
            seq += size
            at += gap
            if kind in ("pauses", "small", "mixed") and draw.random() < 0.12:
                at += draw.choice([0.015, 0.03, 0.06, 0.12, 0.25, 0.7])
        if kind == "close":
            self.at(at, "segment", "F.", seq, 0)
            self.at(at + draw.choice([-0.1, 0.001, 0.08, 0.4]), "close")
        self.last = seq
        if self.is_slow:
            self.at(self.rtt_ms / 1000 + 0.015, "read")
        return self.draw_out()

    def on_left(self, at, start, end, ack, window) -> None:
        if window is not None:
            self.at(at + self.rtt_ms / 2000, "heard", ack, window, end - start)

    def on_heard(self, ack, window, length) -> None:
        self.acked, self.edge = max(self.acked, ack), max(self.edge, ack + window)
        self.own = max(self.own, 1 + length)

    def on_segment(self, flags, seq, size) -> None:
        if seq + size > self.edge:
            # The window is full: once it has room.
            self.at(self.wire.now() + 0.02, "segment", flags, seq, size)
            return
        self.echo = max(0, int(self.wire.now() * 1000) - self.rtt_ms)
        self.say(flags, f"{seq}:{size}", f"a{self.own}")
        if not self.is_slow and "F" not in flags:
            self.do("read", ["400000"])

    def on_read(self) -> None:
        self.do("read", [str(self.draw.choice([500, 1000, 4000, 10000, 30000]))])
        if self.events or self.acked < self.last:
            self.at(self.wire.now() + self.draw.choice([0.004, 0.012, 0.03, 0.1]), "read")

    def on_close(self) -> None:
        self.do("close", [])


def drawn(kind, seed, repeats):
    """The lines of a case, or why there are none."""
    draw = random.Random(seed)
    if kind == "all":
        kind = draw.choices(list(SHARES), list(SHARES.values()))[0]
    if kind in GROUPS:
        side, kind = draw.choice(GROUPS[kind])
    else:
        side = next(side for group in GROUPS.values() for side, one in group if one == kind)
    name = f"{'r' if side == 'r' else 'f'}{seed}"

    def play():
        transfer = (Receiving if side == "r" else Sending)(draw, kind, side)
        return [f"case {name}: seed {seed}: {transfer.title()}", *transfer.play()]

    case = record.apart(play)
    if case is None:
        return name, None
    head, *lines = case
    for _ in range(repeats):
        again = record.played(lines)
        if again is None or record.packets(again) != record.packets(lines):
            return name, None
    return name, [head, "slack 7", *lines]


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("--kind", default="all")
    words.add_argument("--seed", type=int, required=True, help="the first")
    words.add_argument("--count", type=int, default=1)
    words.add_argument("--repeats", type=int, default=1)
    words.add_argument("--jobs", type=int, default=4, help="cases at a time")
    given = words.parse_args()
    seeds = range(given.seed, given.seed + given.count)
    left_out = 0
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        cases = [pool.submit(drawn, given.kind, seed, given.repeats) for seed in seeds]
        for case in cases:
            name, lines = case.result()
            if lines is None:
                left_out += 1
                print(f"{name}: not repeated", file=sys.stderr)
            else:
                print("\n".join(lines), end="\n\n", flush=True)
    print(f"{left_out} of {given.count} not repeated", file=sys.stderr)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
