"""Arrays for the page: a JSON head and raw little-endian numbers, which it reads without a library.

Layout: length of the head (uint32), the head (JSON in UTF-8, blanks to a multiple of eight bytes
with the length), the arrays one behind the other, each on a multiple of eight. The head's key
`arrays` has kind, offset after the head, and length of each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

KINDS = {"f4": "<f4", "f8": "<f8", "i4": "<i4", "u1": "u1"}


def packed(head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return head and arrays as bytes; arrays are of float32, float64, int32 or uint8."""
    listed, parts, offset = {}, [], 0
    for name, array in arrays.items():
        kind = next(kind for kind, dtype in KINDS.items() if array.dtype == np.dtype(dtype))
        data = np.ascontiguousarray(array).tobytes()
        listed[name] = [kind, offset, int(array.size)]
        data += bytes(-len(data) % 8)
        parts.append(data)
        offset += len(data)
    text = json.dumps({**head, "arrays": listed}, separators=(",", ":")).encode()
    text += b" " * (-(len(text) + 4) % 8)
    return b"".join([len(text).to_bytes(4, "little"), text, *parts])


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return what :func:`packed` was given."""
    length = int.from_bytes(data[:4], "little")
    head = json.loads(data[4 : 4 + length])
    arrays = {
        name: np.frombuffer(data, KINDS[kind], count, 4 + length + offset)
        for name, (kind, offset, count) in head.pop("arrays").items()
    }
    return head, arrays
