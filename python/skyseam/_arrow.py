"""Column buffers of the core, as Arrow tables.

Only this module knows how a column crosses the binding: a name, a kind, a number of rows, buffers
of bytes, from which Arrow arrays are built without copying (see
docs/decisions/001-arrow-without-unsafe.md), and its unit and meaning, which become metadata.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyseam._core import RawTable

_NULL_INDEX = 0xFFFF_FFFF


FEW = 4096
"""Rows up to which names are put together here; Arrow's functions are faster, once loaded."""


def table(raw: RawTable, *, encoded: bool = False) -> pa.Table:
    """Build an Arrow table from the columns of the core.

    Parameters
    ----------
    raw
        Columns as `(name, kind, rows, buffers, unit, meaning)`; kinds are `f64`, `u64`,
        `optional_u64`, `bool`, `optional_bool`, `names` and `name_lists`.
    encoded
        Keep names as dictionary indices: four bytes per row, for tables of many rows.

    Returns
    -------
    pyarrow.Table
        Numbers as float64 and uint64, truth values as bool, names as string (encoded:
        dictionary<string>), lists of names as list<string>. The metadata of each field hold its
        `unit`, if it has one, and its `meaning`.

    Raises
    ------
    ValueError
        When a column is of a kind that this version does not know.
    """
    arrays = [
        _dictionary(rows, *buffers)
        if encoded and kind == "names"
        else _array(name, kind, rows, buffers)
        for name, kind, rows, buffers, _, _ in raw
    ]
    fields = [
        pa.field(name, array.type, metadata=_described(unit, meaning))
        for (name, _, _, _, unit, meaning), array in zip(raw, arrays, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def _described(unit: str, meaning: str) -> dict[str, str]:
    return {"unit": unit, "meaning": meaning} if unit else {"meaning": meaning}


def _array(name: str, kind: str, rows: int, buffers: Sequence[Any]) -> pa.Array:
    match kind:
        case "f64":
            return _floats(rows, buffers[0])
        case "u64":
            return pa.Array.from_buffers(pa.uint64(), rows, [None, pa.py_buffer(buffers[0])])
        case "optional_u64":
            missing = ~np.frombuffer(buffers[0], dtype=np.bool_, count=rows)
            numbers = [_validity(missing), pa.py_buffer(buffers[1])]
            return pa.Array.from_buffers(pa.uint64(), rows, numbers, int(missing.sum()))
        case "bool":
            return pa.array(np.frombuffer(buffers[0], dtype=np.bool_, count=rows))
        case "optional_bool":
            present, values = (np.frombuffer(b, dtype=np.bool_, count=rows) for b in buffers)
            return pa.array(values, mask=~present)
        case "names":
            return _names(rows, buffers[0], buffers[1])
        case "name_lists":
            offsets, indices, texts = buffers
            values = _names(len(indices) // 4, indices, texts)
            starts = pa.Array.from_buffers(pa.int32(), rows + 1, [None, pa.py_buffer(offsets)])
            return pa.ListArray.from_arrays(starts, values)
    raise ValueError(f"column {name!r} is of the unknown kind {kind!r}")


def _floats(rows: int, data: bytes) -> pa.Array:
    missing = np.isnan(np.frombuffer(data, dtype=np.float64, count=rows))
    validity = _validity(missing)
    return pa.Array.from_buffers(
        pa.float64(), rows, [validity, pa.py_buffer(data)], int(missing.sum())
    )


def _names(rows: int, indices: bytes, texts: list[str]) -> pa.Array:
    if rows > FEW:
        return _dictionary(rows, indices, texts).dictionary_decode()
    codes = np.frombuffer(indices, dtype=np.uint32, count=rows)
    coded = [text.encode() for text in texts]
    told = [b"" if code == _NULL_INDEX else coded[code] for code in codes.tolist()]
    return _strings(told, codes == _NULL_INDEX)


def _dictionary(rows: int, indices: bytes, texts: list[str]) -> pa.DictionaryArray:
    # The core numbers names in u32, Arrow's dictionaries require signed indices; with fewer than
    # 2^31 names the bytes are the same. Nulls are masked, and their index is not read.
    missing = np.frombuffer(indices, dtype=np.uint32, count=rows) == _NULL_INDEX
    codes = pa.Array.from_buffers(
        pa.int32(), rows, [_validity(missing), pa.py_buffer(indices)], int(missing.sum())
    )
    return pa.DictionaryArray.from_arrays(codes, strings(texts))


def strings(texts: Sequence[str]) -> pa.StringArray:
    """Return texts as a column.

    For a list, `pa.array` imports pandas if it is installed, which takes half a second.
    """
    return _strings([text.encode() for text in texts], np.zeros(len(texts), dtype=np.bool_))


def _strings(coded: Sequence[bytes], missing: np.ndarray[Any, np.dtype[np.bool_]]) -> pa.Array:
    offsets = np.zeros(len(coded) + 1, dtype=np.int32)
    np.cumsum([len(one) for one in coded], dtype=np.int32, out=offsets[1:])
    return pa.StringArray.from_buffers(
        len(coded),
        pa.py_buffer(offsets),
        pa.py_buffer(b"".join(coded)),
        _validity(missing),
        int(missing.sum()),
    )


def _validity(missing: np.ndarray[Any, np.dtype[np.bool_]]) -> pa.Buffer | None:
    if not missing.any():
        return None
    return pa.py_buffer(np.packbits(~missing, bitorder="little").tobytes())
