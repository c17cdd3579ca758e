"""Reads captures of a run: each TCP segment with its node, time and number of hops so far.

Reads only files written by `crates/packet` (pcapng with IPv4 packets, no link header, nanosecond
times); a general reader is Wireshark. Knows no paper.
"""

import struct
from dataclasses import dataclass

from skyseam.recording import packets_of

INITIAL_TTL = 64
"""What a sender sets; each satellite that forwards takes one off."""

_TCP = 6


@dataclass(frozen=True)
class Segment:
    """A TCP segment as a node saw it.

    `t_s`: time when its first bit left, or its last one arrived, s. `source`, `destination`:
    addresses, as numbers. `ttl`: remaining time to live. `sequence`, `acknowledged`: sequence and
    acknowledgement number. `payload`: bytes of data.
    """

    t_s: float
    source: int
    destination: int
    ttl: int
    sequence: int
    acknowledged: int
    payload: int

    @property
    def satellites(self) -> int:
        """Number of satellites that have forwarded it."""
        return INITIAL_TTL - self.ttl


def segments(data: bytes) -> list[Segment]:
    """Return the TCP segments of a capture in its order.

    Raises
    ------
    InputError
        When the data are not a capture of this kind.
    """
    packets = ((t_s, packet) for t_s, _, packet in packets_of(data))
    return [_segment(*one) for one in packets if one[1][0] >> 4 == 4 and one[1][9] == _TCP]


def _segment(t_s: float, packet: bytes) -> Segment:
    header = 4 * (packet[0] & 15)
    (length,) = struct.unpack_from(">H", packet, 2)
    source, destination = struct.unpack_from(">II", packet, 12)
    sequence, acknowledged = struct.unpack_from(">II", packet, header + 4)
    payload = length - header - 4 * (packet[header + 12] >> 4)
    return Segment(t_s, source, destination, packet[8], sequence, acknowledged, payload)
