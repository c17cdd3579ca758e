"""Real programs over a simulated world: a world in real time between network namespaces.

Each attached node is the far end of a TUN device in a network namespace. Packets that programs
send there cross the simulated links beside the scenario's flows and users, and arrive in the
namespace of their destination when they would in the world. Owns devices, namespaces and real time;
the packets' way is :class:`skyseam.Live`. Linux only, and needs CAP_NET_ADMIN.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import ipaddress
import os
import re
import select
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skyseam import _echo
from skyseam._errors import InputError, SkyseamError
from skyseam._scenario import Scenario
from skyseam._work import number
from skyseam.live import Arrival, Drop, Live
from skyseam.results import Results

DEVICE = "sky0"
MTU = 1500
V4 = ipaddress.IPv4Network("10.42.0.0/24")
V6 = ipaddress.IPv6Network("fd42::/64")
ROUTERS_V6 = ipaddress.IPv6Network("fd42:0:0:1::/64")
"""Addresses of the world's nodes as senders of ICMP messages, by their numbers."""
TICK_S = 50e-6
"""Shortest sleep: arrivals that are nearer together are handled together, at most this late."""
BATCH_S = 250e-6
"""Events on the way are handled together if none of them can be an arrival, at most this late."""
AWAKE_S = 150e-6
"""Time before an arrival that is spent awake, since sleeps end late."""
AWAKE_SHARE = 0.02
"""Largest share of the time that is spent so."""
LEAD_ECHOES = 30
"""Echoes by which the time that devices take is measured."""
LARGEST_LEAD_S = 200e-6
"""Largest time by which packets are handed over early: a busy machine measures too much."""

NAMESPACES = Path("/run/netns")
MARKS = Path("/run/skyseam")

_TUNSETIFF = 0x400454CA
_IFF_TUN_NO_PI = 0x0001 | 0x1000
_CLONE_NEWNET = 0x40000000


Watch = Callable[[Live, Sequence[Arrival]], None]
"""Function that an emulation calls after every step."""


class EmulationError(SkyseamError):
    """The machine or the process cannot emulate."""


@dataclass(frozen=True)
class Attachment:
    """A node, and the network namespace whose programs are at it."""

    node: str
    """Name of a terminal or node of the scenario."""
    namespace: str | None = None
    """Name under /run/netns; None for one of its own, which is removed at the end."""


@dataclass
class Timing:
    """How late packets were handed to programs, and how far events lagged behind real time."""

    late_s: list[float] = field(default_factory=list)
    """Of each packet that was delivered: real time after its instant less the lead, s."""
    behind_s: float = 0.0
    """Longest time by which the world lagged behind real time after a step, s."""
    lost: Counter[str] = field(default_factory=Counter)
    """Packets that did not enter the world or reach a program, by reason."""
    handed_in: int = 0
    """Packets that programs sent."""
    wake_ups: int = 0
    """How often the emulation woke to look at its devices and its world."""
    awake_s: float = 0.0
    """Time that was spent awake before arrivals, s."""
    awake_since_s: float | None = None
    """Simulated time of the last look at the devices, if it was one of these."""
    awake_share: float = AWAKE_SHARE
    """Largest share of the time that is spent so; from 1 on the emulation never sleeps."""
    began_s: float = 0.0
    """Simulated time at its start, s."""
    lead_s: float = 0.0
    """How long before their instants packets are handed over, to make up for devices, s."""

    def quantile(self, share: float) -> float:
        """Return a quantile of the lateness, s; 0 if nothing was delivered."""
        if not self.late_s:
            return 0.0
        ordered = sorted(self.late_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def told(self, bound_s: float) -> dict[str, Any]:
        """Return the entry `emulation` of the manifest."""
        worst = max(self.late_s, default=0.0)
        return {
            "packets_in": self.handed_in,
            "packets_out": len(self.late_s),
            "lost": dict(sorted(self.lost.items())),
            "wake_ups": self.wake_ups,
            "lead_s": self.lead_s,
            "late_p50_s": self.quantile(0.5),
            "late_p99_s": self.quantile(0.99),
            "late_worst_s": worst,
            "behind_worst_s": self.behind_s,
            "late_bound_s": bound_s,
            "valid": self.quantile(0.99) <= bound_s,
        }


def emulate(
    scenario: Scenario,
    attach: Sequence[Attachment],
    *,
    command: Sequence[str] | None = None,
    seed: int | None = None,
    late_bound_s: float = 1e-3,
    record: bool = False,
    awake: bool = False,
    lead_s: float | None = None,
    ready: Callable[[dict[str, str]], None] | None = None,
    watch: Watch | None = None,
) -> tuple[Results, int | None]:
    """Let programs in network namespaces talk over the simulated world, in real time.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`.
    attach
        Two nodes or more, with their namespaces.
    command
        Program that runs in the namespace of the first node; the emulation ends with it. None: it
        ends with the run's duration or Ctrl-C.
    seed
        Replaces the scenario's seed.
    late_bound_s
        The emulation is invalid (`valid` in the manifest) if 1 % of the packets were handed over
        later than this, s.
    record
        As :class:`skyseam.Live`: :func:`skyseam.replay` takes the results then.
    awake
        Never sleep: packets are read and handed over sooner, and one processor is always busy.
    lead_s
        Time before its instant at which a packet is handed over, s, to make up for what devices and
        this process take; at most 0.2 ms, and none if no packet is on its last link for that long.
        None: half of what the median echo over a wire takes longer than the wire and the loopback
        device, measured first, which takes a second.
    ready
        Called with the address of each node once programs can be started.
    watch
        Called after every step with the world and the packets that arrived in it; it should return
        at once.

    Returns
    -------
    tuple[Results, int | None]
        Results as of :meth:`skyseam.Live.finish`, whose manifest has the entry `emulation`; and the
        exit code of the command.

    Raises
    ------
    EmulationError
        Without TUN devices, the program `ip`, or the right to use them.
    InputError, ScenarioError
        As :class:`skyseam.Live`; and for a namespace that does not exist or has a device `sky0`.
    """
    if lead_s is not None and not 0 <= number("lead_s", lead_s) <= LARGEST_LEAD_S:
        raise InputError(f"lead_s is {lead_s:g}; expected 0 to {LARGEST_LEAD_S:g}")
    if len(attach) < 2:
        raise InputError("an emulation attaches two nodes or more; attach = NODE or NODE=NAMESPACE")
    _check_machine()
    world = Live(scenario, [one.node for one in attach], seed=seed, record=record)
    with ExitStack() as stack:
        ends = [_End.open(stack, one, place) for place, one in enumerate(attach, 1)]
        timing = Timing(began_s=world.now, awake_share=1.0 if awake else AWAKE_SHARE)
        lead_s = _lead(ends, awake=awake) if lead_s is None else lead_s
        timing.lead_s = min(lead_s, LARGEST_LEAD_S, world.lookahead)
        if ready is not None:
            ready({end.node: str(end.v4) for end in ends})
        running = None
        if command:
            running = _started(command, ends[0].namespace)
            stack.callback(_stopped, running)
        with suppress(KeyboardInterrupt), nullcontext() if awake else _first_in_line():
            _exchange(world, ends, timing, running, watch)
        code = None if running is None else running.poll()
    results = world.finish()
    results.manifest["emulation"] = timing.told(late_bound_s)
    return results, code


def namespace_of(node: str) -> str:
    """Return the name of the namespace that is made for a node."""
    return "sky-" + re.sub(r"[^a-z0-9]+", "-", node.lower()).strip("-")


@contextmanager
def _first_in_line() -> Iterator[None]:
    """Let this thread run before all ordinary ones (SCHED_FIFO), where the system allows it."""
    flags = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
    try:
        os.sched_setscheduler(0, flags, os.sched_param(1))
    except PermissionError:
        yield
        return
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def _lead(ends: list[_End], *, awake: bool) -> float:
    """Return what devices and this process add to a packet's delay, s; 0 if echoes get lost.

    Half of what echoes over a wire of 5 ms take longer than 10 ms and than echoes over the loopback
    device, of each the median.
    """
    names = [end.node for end in ends[:2]]
    delay_s = 0.005
    wire = {"delay": f"{1e3 * delay_s} ms", "rate": "100 Gbit/s", "queue": "100 packets"}
    world = Live(
        {
            "nodes": [{"name": name} for name in names],
            "wires": [{"between": names, **wire}],
            "run": {"duration": "1 h"},
        },
        names,
    )
    # Echoes this close together would use up what an emulation may wait awake.
    timing = Timing(began_s=world.now, awake_share=1.0 if awake else 10 * AWAKE_SHARE)
    with ExitStack() as stack, nullcontext() if awake else _first_in_line():

        def opened(end: _End, address: str) -> socket.socket:
            with _inside(end.namespace):
                one = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            one.bind((address, 0))
            return one

        def echoes(far: socket.socket, pause_s: float) -> subprocess.Popen[bytes]:
            files = near.fileno(), far.fileno()
            numbers = map(str, (*files, LEAD_ECHOES, pause_s))
            program = [sys.executable, "-I", _echo.__file__, *numbers]
            running = subprocess.Popen(
                program, pass_fds=files, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            stack.callback(_stopped, running)
            return running

        def median_s(running: subprocess.Popen[bytes]) -> float | None:
            told = [float(line) for line in running.communicate()[0].split()]
            return statistics.median(told) if len(told) == LEAD_ECHOES else None

        near = opened(ends[0], "0.0.0.0")
        beside = median_s(echoes(opened(ends[0], "127.0.0.1"), delay_s))
        across = echoes(opened(ends[1], str(ends[1].v4)), 2.5 * delay_s)
        _exchange(world, ends, timing, across, None)
        found = median_s(across)
    if beside is None or found is None:
        return 0.0
    return max(0.0, (found - 2 * delay_s - beside) / 2)


def _exchange(
    world: Live,
    ends: list[_End],
    timing: Timing,
    running: subprocess.Popen[bytes] | None,
    watch: Watch | None,
) -> None:
    """Carry packets between namespaces until the run or the command ends."""
    by_file = {end.file: end for end in ends}
    by_node = {end.node: end for end in ends}
    files = list(by_file)
    offset = world.now - time.monotonic()
    errors: list[tuple[float, _End, bytes]] = []
    looked = 0.0
    while world.now < world.end:
        exact = min([_next_delivery(world) - timing.lead_s, *(at for at, *_ in errors)])
        now = offset + time.monotonic()
        for file in _readable(files, world, exact, now, timing):
            _read(by_file[file], ends, world, offset, timing)
        now = offset + time.monotonic()
        # What programs send before the clock has caught up enters that much late.
        is_due = _next_delivery(world) <= now + timing.lead_s
        world.advance(now + timing.lead_s if is_due else now)
        arrivals = world.take()
        for arrival in arrivals:
            _deliver(by_node[arrival.node], arrival, offset, timing)
        for drop in world.take_dropped():
            reply = _time_exceeded(drop)
            if reply is not None:
                # It takes as long back as the packet took to get there.
                back = _by_address(ends, drop.data, 12)
                if back is not None:
                    errors.append((2 * drop.at_s - drop.sent_s, back, reply))
        for one in [one for one in errors if one[0] <= now]:
            errors.remove(one)
            _written(one[1], one[2], timing)
        if watch is not None:
            watch(world, arrivals)
        timing.behind_s = max(timing.behind_s, offset + time.monotonic() - now)
        if running is not None and now - looked > 0.01:
            looked = now
            if running.poll() is not None:
                return


def _readable(
    files: list[int], world: Live, exact_s: float, now: float, timing: Timing
) -> list[int]:
    """Wait until a device has packets, or events on the way are due, and awake before `exact_s`.

    Returns the devices with packets.
    """
    if timing.awake_since_s is not None:
        timing.awake_s += now - timing.awake_since_s
        timing.awake_since_s = None
    if timing.awake_share >= 1:
        return select.select(files, [], [], 0)[0]
    if timing.awake_s < timing.awake_share * (now - timing.began_s):
        exact_s -= AWAKE_S
    if exact_s <= now:
        # Steps without events keep the way of a packet to its program in the caches.
        timing.awake_since_s = now
        return select.select(files, [], [], 0)[0]
    timing.wake_ups += 1
    due = min(_next_look(world), exact_s)
    return select.select(files, [], [], min(max(due - now, TICK_S), 0.05))[0]


def _next_delivery(world: Live) -> float:
    """Return the time of the next arrival, as far as it is known, s."""
    found = world.next_arrival if world.lookahead else world.next_time
    return world.end if found is None else found


def _next_look(world: Live) -> float:
    """Return the time until which events on the way may be left alone, s.

    A packet that is not on its last link arrives after the look-ahead, so that these events can
    wait for each other: looks do not become more with hops.
    """
    upcoming = world.next_time
    batch = min(world.lookahead, BATCH_S)
    return world.end if upcoming is None else max(upcoming, world.now + batch)


def _read(end: _End, ends: list[_End], world: Live, offset: float, timing: Timing) -> None:
    """Hand in what the programs of a node have sent."""
    for _ in range(64):
        read_s = offset + time.monotonic()
        try:
            data = os.read(end.file, 65_536)
        except BlockingIOError:
            return
        timing.handed_in += 1
        if not _has_addresses(data):
            timing.lost["not an IP packet"] += 1
            continue
        other = _destination(end, ends, data)
        if other is None:
            local = "multicast, which stays on its link"
            other_net = "no attached node has the destination's address"
            timing.lost[local if _is_local(data) else other_net] += 1
            continue
        world.advance(read_s)
        if world.now >= world.end:
            return
        try:
            world.send(end.node, other.node, data)
        except InputError as error:
            timing.lost[str(error).split(":")[0]] += 1


def _deliver(end: _End, arrival: Arrival, offset: float, timing: Timing) -> None:
    if _written(end, arrival.data, timing):
        due_s = arrival.at_s - timing.lead_s
        timing.late_s.append(max(0.0, offset + time.monotonic() - due_s))


def _written(end: _End, data: bytes, timing: Timing) -> bool:
    try:
        os.write(end.file, data)
    except OSError as error:
        timing.lost[f"the device took no packet: {error.strerror}"] += 1
        return False
    return True


def _destination(end: _End, ends: list[_End], data: bytes) -> _End | None:
    """Return the end with the packet's destination address; of two ends the other one."""
    if len(ends) == 2 and not _is_local(data):
        return ends[1] if end is ends[0] else ends[0]
    return _by_address(ends, data, 16)


def _by_address(ends: list[_End], data: bytes, place: int) -> _End | None:
    """Return the end whose address is at `place` of an IPv4 header, or likewise of IPv6."""
    if data[0] >> 4 == 4:
        found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.IPv4Address(
            data[place : place + 4]
        )
    else:
        found = ipaddress.IPv6Address(data[8:24] if place == 12 else data[24:40])
    return next((end for end in ends if found in (end.v4, end.v6)), None)


def _has_addresses(data: bytes) -> bool:
    """Whether the bytes are long enough for a header of IPv4 or IPv6."""
    return len(data) >= {4: 20, 6: 40}.get(data[0] >> 4 if data else 0, sys.maxsize)


def _is_local(data: bytes) -> bool:
    """Whether a packet is for its link alone: multicast, such as router solicitations."""
    if data[0] >> 4 == 4:
        return 224 <= data[16] < 240 or data[16:20] == b"\xff\xff\xff\xff"
    return data[24] == 0xFF


def _time_exceeded(drop: Drop) -> bytes | None:
    """Return the message of a router at which a packet's hop limit was used up.

    RFC 792 and RFC 4443 Sec. 3.3; none about an ICMP error or a later fragment, as RFC 1122 Sec.
    3.2.2 and RFC 4443 Sec. 2.4 (e) say.
    """
    data = drop.data
    if drop.reason != "ttl_expired" or _is_unanswered(data):
        return None
    if data[0] >> 4 == 4:
        quoted = data[: 4 * (data[0] & 15) + 8]
        message = _summed(struct.pack("!BBHI", 11, 0, 0, 0) + quoted, b"")
        head = struct.pack("!BBHHHBBH", 0x45, 0xC0, 20 + len(message), 0, 0, 64, 1, 0)
        head += struct.pack("!I", 10 << 24 | drop.number) + data[12:16]
        return head[:10] + _checksum(head) + head[12:] + message
    ends = ROUTERS_V6[drop.number].packed + data[8:24]
    message = struct.pack("!BBHI", 3, 0, 0, 0) + data[: 1280 - 48]
    message = _summed(message, ends + struct.pack("!II", len(message), 58))
    return struct.pack("!IHBB", 6 << 28, len(message), 58, 64) + ends + message


def _is_unanswered(data: bytes) -> bool:
    """Whether a packet is an ICMP error, or a fragment but the first."""
    if data[0] >> 4 == 4:
        message = data[4 * (data[0] & 15) :][:1]
        is_later = bool((data[6] & 0x1F) | data[7])
        return is_later or (data[9] == 1 and message not in (b"\x00", b"\x08"))
    return data[6] == 58 and data[40:41] < b"\x80"


def _summed(message: bytes, pseudo_header: bytes) -> bytes:
    """Put the checksum of an ICMP message into its place."""
    return message[:2] + _checksum(pseudo_header + message) + message[4:]


def _checksum(data: bytes) -> bytes:
    """Return the Internet checksum (RFC 1071)."""
    words = struct.unpack(f"!{(len(data) + 1) // 2}H", data + b"\0" * (len(data) % 2))
    total = sum(words)
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return struct.pack("!H", ~total & 0xFFFF)


@dataclass
class _End:
    """A TUN device in a namespace."""

    node: str
    namespace: str
    file: int
    v4: ipaddress.IPv4Address
    v6: ipaddress.IPv6Address

    @classmethod
    def open(cls, stack: ExitStack, one: Attachment, number: int) -> _End:
        """Make what does not exist yet; the stack removes what was made."""
        name = one.namespace
        if name is None:
            name = namespace_of(one.node)
            _make_namespace(stack, name)
        elif not (NAMESPACES / name).exists():
            raise InputError(
                f"there is no network namespace {name} for {one.node}; make it by "
                f"`ip netns add {name}`, or attach {one.node} without one"
            )
        v4, v6 = V4[number], V6[number]
        with _inside(name):
            file = _open_tun(name)
            stack.callback(os.close, file)
            _ip("link", "set", DEVICE, "mtu", str(MTU), "up")
            _ip("address", "add", f"{v4}/{V4.prefixlen}", "dev", DEVICE)
            with suppress(InputError):  # a kernel without IPv6
                _ip("-6", "address", "add", f"{v6}/{V6.prefixlen}", "dev", DEVICE, "nodad")
            with suppress(InputError):
                _ip("link", "set", "lo", "up")
        return cls(one.node, name, file, v4, v6)


def _open_tun(namespace: str) -> int:
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        request = struct.pack("16sH22x", DEVICE.encode(), _IFF_TUN_NO_PI)
        fcntl.ioctl(file, _TUNSETIFF, request)
    except OSError as error:
        os.close(file)
        if error.errno == errno.EBUSY:
            raise InputError(
                f"the namespace {namespace} has a device {DEVICE} already; is it attached twice?"
            ) from None
        raise EmulationError(f"no TUN device can be made: {error.strerror}") from None
    return file


class _inside:  # noqa: N801 - used like a function
    """Be in a network namespace for a while, with this thread alone."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        self._own = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        file = os.open(NAMESPACES / self._name, os.O_RDONLY | os.O_CLOEXEC)
        try:
            _enter(file)
        finally:
            os.close(file)

    def __exit__(self, *_: object) -> None:
        try:
            _enter(self._own)
        finally:
            os.close(self._own)


def _enter(file: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(file, _CLONE_NEWNET) != 0:
        raise EmulationError(f"no namespace can be entered: {os.strerror(ctypes.get_errno())}")


def _make_namespace(stack: ExitStack, name: str) -> None:
    """Make a namespace for this process; one that a killed emulation left is removed first."""
    MARKS.mkdir(exist_ok=True)
    mark = MARKS / name
    if (NAMESPACES / name).exists():
        if not mark.exists() or _is_alive(mark.read_text()):
            raise InputError(
                f"the network namespace {name} exists already; name it to use it: NODE={name}"
            )
        _ip("netns", "delete", name)
    mark.write_text(f"{os.getpid()} {_born(os.getpid())}")
    stack.callback(mark.unlink, missing_ok=True)
    _ip("netns", "add", name)

    def remove() -> None:
        with suppress(InputError):
            _ip("netns", "delete", name)

    stack.callback(remove)


def _is_alive(mark: str) -> bool:
    """Whether the process that left a mark still runs."""
    number, _, born = mark.partition(" ")
    return number.isdigit() and _born(int(number)) == born


def _born(number: int) -> str:
    """Return the start time of a process, in ticks; "" if there is none."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def _check_machine() -> None:
    """Say what is missing before anything is made."""
    if sys.platform != "linux":
        raise EmulationError("an emulation needs Linux: TUN devices and network namespaces")
    if shutil.which("ip") is None:
        raise EmulationError("an emulation needs the program `ip`: on Debian, apt install iproute2")
    if not Path("/dev/net/tun").exists():
        raise EmulationError("an emulation needs /dev/net/tun: `modprobe tun` makes it")
    status = Path("/proc/self/status").read_text()
    held = int(re.search(r"^CapEff:\s*([0-9a-f]+)", status, re.M)[1], 16)  # type: ignore[index]
    if not held & 1 << 12 or not held & 1 << 21:
        raise EmulationError(
            "an emulation makes network devices and namespaces, which takes root: `sudo skyseam "
            "emulate ..`, or where the kernel lets users have namespaces of their own, "
            "`unshare -Urnm sh -c 'mount -t tmpfs tmpfs /run && skyseam emulate ..'`"
        )


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise InputError(f"`ip {' '.join(arguments)}` failed: {done.stderr.strip()}")


def _started(command: Sequence[str], namespace: str) -> subprocess.Popen[bytes]:
    try:
        with _inside(namespace):
            return subprocess.Popen(list(command))
    except OSError as error:
        raise InputError(f"{command[0]} cannot be started: {error.strerror}") from None


def _stopped(running: subprocess.Popen[bytes]) -> None:
    """End the command if it still runs."""
    if running.poll() is None:
        running.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.wait(2)
        running.kill()
