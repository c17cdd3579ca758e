"""Goal: column buffers of the core become the corresponding Arrow values.

Method: hand-written buffers and buffers drawn by hypothesis are read back as Python values.
"""

from __future__ import annotations

import struct

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyseam import _arrow

NULL = 0xFFFF_FFFF


def column(kind: str, rows: int, *buffers: object) -> pa.ChunkedArray:
    return _arrow.table([("x", kind, rows, buffers, "", "Anything.")])["x"]


@given(st.lists(st.none() | st.floats(allow_nan=False, width=64), max_size=40))
def test_nan_becomes_null_and_every_other_number_stays(values: list[float | None]) -> None:
    data = struct.pack(f"{len(values)}d", *(float("nan") if v is None else v for v in values))
    read = column("f64", len(values), data)
    assert read.to_pylist() == values
    assert read.null_count == values.count(None)


@given(st.lists(st.integers(0, 2**64 - 1), max_size=40))
def test_counts_keep_all_64_bits(values: list[int]) -> None:
    assert column("u64", len(values), struct.pack(f"{len(values)}Q", *values)).to_pylist() == values


@given(st.lists(st.booleans(), max_size=40))
def test_one_byte_per_truth_value(values: list[bool]) -> None:
    assert column("bool", len(values), bytes(values)).to_pylist() == values


@given(st.lists(st.none() | st.integers(0, 2), max_size=40))
def test_names_are_looked_up_and_the_largest_index_is_null(values: list[int | None]) -> None:
    texts = ["HNL", "", "São Paulo"]
    data = struct.pack(f"{len(values)}I", *(NULL if v is None else v for v in values))
    read = column("names", len(values), data, texts)
    assert read.type == pa.string()
    assert read.to_pylist() == [None if v is None else texts[v] for v in values]


def test_few_names_are_put_together_as_many_are() -> None:
    texts, codes = ["a", "München", ""], [0, 1, 2, NULL, 1, 0]
    many = _arrow.FEW + 1
    data = struct.pack(f"{many}I", *(codes * many)[:many])
    long = column("names", many, data, texts)[: len(codes)]
    short = column("names", len(codes), data[: 4 * len(codes)], texts)
    assert short.type == long.type
    assert short.to_pylist() == long.to_pylist() == ["a", "München", "", None, "München", "a"]


@given(st.lists(st.lists(st.integers(0, 2), max_size=5), max_size=20))
def test_lists_of_names_keep_their_lengths(rows: list[list[int]]) -> None:
    texts = ["HNL", "15", "LAX"]
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.uint32).tobytes()
    indices = np.array([i for row in rows for i in row], dtype=np.uint32).tobytes()
    read = column("name_lists", len(rows), offsets, indices, texts)
    assert read.to_pylist() == [[texts[i] for i in row] for row in rows]


def test_counts_that_are_missing_become_null() -> None:
    numbers = np.array([7, 0, 9], dtype=np.uint64).tobytes()
    got = column("optional_u64", 3, bytes([1, 0, 1]), numbers)
    assert got.to_pylist() == [7, None, 9]
    assert got.type == pa.uint64()


def test_truth_values_that_are_missing_become_null() -> None:
    got = column("optional_bool", 3, bytes([1, 0, 1]), bytes([1, 0, 0]))
    assert got.to_pylist() == [True, None, False]
    assert got.type == pa.bool_()


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="column 'x' is of the unknown kind 'i8'"):
        column("i8", 0, b"")
