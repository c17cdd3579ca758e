"""Goal: docs/not-modelled.md lists only what is absent.

Method: the words of each row are searched for among the names that a user can write or read:
models, keys, choices and columns, as the core lists them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import skyseam
from conftest import ROOT

PAGE = ROOT / "docs" / "not-modelled.md"


def identifier(name: str) -> str:
    """Return the words of a name in lower case, separated by underscores."""
    return "_" + "_".join(re.findall(r"[a-z0-9]+", name.lower())) + "_"


def named() -> Iterator[str]:
    """Yield every name of a model, key, choice, table and column."""
    for model in skyseam.models():
        yield from (model["name"], model["key"])
    yield from of_schema(skyseam.schema())
    for table in skyseam.tables():
        yield table["table"]
        yield from (column["name"] for column in table["columns"])


def of_schema(node: object) -> Iterator[str]:
    """Yield the keys and choices of a schema."""
    if isinstance(node, list):
        for item in node:
            yield from of_schema(item)
    elif isinstance(node, dict):
        yield from node.get("properties", {})
        choices = [node.get("const"), *node.get("enum", [])]
        yield from (one for one in choices if isinstance(one, str))
        for value in node.values():
            yield from of_schema(value)


def rows(text: str) -> dict[str, list[str]]:
    """Return the words of each row of the page."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "absent":
            found[cells[0]] = re.findall(r"`([a-z0-9_]+)`", cells[-1])
    return found


def present(listed: dict[str, list[str]], names: Iterable[str]) -> list[str]:
    """Return the entries that are listed as absent but exist, each with its name."""
    have = {identifier(name): name for name in names}
    return [
        f"{row}: {word} is in {have[one]!r}"
        for row, words in listed.items()
        for word in words
        for one in have
        if f"_{word}_" in one
    ]


def test_what_is_listed_as_absent_has_no_name() -> None:
    listed = rows(PAGE.read_text(encoding="utf-8"))
    assert len(listed) > 30
    assert [row for row, words in listed.items() if not words] == []
    assert present(listed, named()) == []


def test_a_thing_that_is_there_is_found() -> None:
    """A model, a key, a choice and a column, each written in the form of the page."""
    page = "\n".join(
        f"| thing {number} | instead | `{word}` |"
        for number, word in enumerate(["fq_codel", "send_buffer", "highest_elevation", "goodput"])
    )
    assert len({fault.split(":")[0] for fault in present(rows(page), named())}) == 4
    assert present({"pie": ["pie"]}, ["copied", "pied-piper"]) == []
