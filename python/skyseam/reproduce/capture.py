"""Reads captures of a run: each TCP segment with its node, time and number of hops so far.

Reads only files written by `crates/packet` (pcapng with IPv4 packets, no link header, nanosecond
times); a general reader is Wireshark. Knows no paper.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

INITIAL_TTL = 64
"""What a sender sets; each satellite that forwards takes one off."""

_SECTION, _INTERFACE, _PACKET = 0x0A0D0D0A, 1, 6
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
    ValueError
        When the data are not a capture of this kind.
    """
    if len(data) < 12 or struct.unpack_from("<I", data)[0] != _SECTION:
        raise ValueError("no pcapng section; expected a capture that Skyseam wrote")
    found, at = [], 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if length < 12 or at + length > len(data):
            raise ValueError(f"the capture ends within the block at byte {at}")
        if kind == _PACKET:
            _, high, low, captured, original = struct.unpack_from("<IIIII", data, at + 8)
            packet = data[at + 28 : at + 28 + captured]
            segment = _segment(((high << 32) | low) / 1e9, packet, original)
            if segment is not None:
                found.append(segment)
        at += length
    return found


def _segment(t_s: float, packet: bytes, original: int) -> Segment | None:
    header = 4 * (packet[0] & 15)
    if packet[0] >> 4 != 4 or packet[9] != _TCP:
        return None
    source, destination = struct.unpack_from(">II", packet, 12)
    sequence, acknowledged = struct.unpack_from(">II", packet, header + 4)
    options_end = header + 4 * (packet[header + 12] >> 4)
    payload = min(struct.unpack_from(">H", packet, 2)[0], original) - options_end
    return Segment(t_s, source, destination, packet[8], sequence, acknowledged, payload)
