"""Goal: documentation comments are plain English, understandable without the code.

Method: patterns of comments that are not, over every `///` of Rust and every docstring of Python.
No crate and no package may have any.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT

# A question word or a relative clause in place of a noun: "Where to.", "Those of the link."
RELATIVE = re.compile(
    r"(Where|When|Who|Whose|What|Why|How (much|many|long|often)|So many|(From|Until|Since) when"
    r"( on)?|Where (from|to)|Of what|Which \w+|At once|Together|Beyond|Those \w+)\s*[.:;]"
    r"|What (is|was|were|are|a|an|the|each|every|it|they|this|of|no|one|two|all|some|has|had"
    r"|holds?|waits?|changes?|came|comes?|stands?|leads?|leaves|happens|may|remains|must|goes)\b"
    r"|(Whom|Whoever|Whose|That (of|which)|Those (of|that|which|with|who)"
    r"|(Until|Since|From) when)\b|Who (has|is|was|sends|listens|shares|receives|talks)\b"
    r"|Where (it|a|an|the|this|each|all|what) "
)
# A pronoun without a noun before it: "It depends on the time.", "The same after a handover."
PRONOUN = re.compile(
    r"(It|They|He|She|All others|Theirs) \w+"
    r"|The same( (where|while|under|for|by|per|after|when|up|at)\b|[.,;:])"
)
# A genitive before its noun: "Of each link the rate.", "By node, what it sends."
INVERTED = re.compile(
    r"(Per|By) (a |an |the )?[a-z]+,? (the|its|their|how|what|which|whether|a|those|where|when|of)"
    r"\b|Of (a|an|the|those|each|this|several|what|one|all|some)\b|Not (before|more|after)\b"
)
# Words that the field does not use, and its own.
WORDS = {
    r"hangs? on\b(?! to)": "depends on",
    r"(?<!not )so (many|much)\b(?! (that|as|so))": "the argument's name, or a number",
    r"work(s|ed|ing)? out\b": "compute",
    r"laid down\b(?! in)": "fixed, explicit",
    r"needless(ly)?\b": "spurious",
    r"(sent|sends|send) again\b": "retransmitted",
    r"((is|are|was|were) told|as told)\b": "is notified, is given",
    r"for ever\b": "forever",
    r"how manieth\b": "attempt number",
    r"pass(es)? nothing on\b": "does not forward",
    r"courses? of (the )?fading\b": "fading realization",
    r"(whoever|who asks)\b": "the caller",
    r"(takes?|took|taken|given) turns\b": "is scheduled, shares",
    r"the (most|least) (of|that)\b": "maximum, minimum",
    r"(used to be|formerly|in earlier versions|was renamed)\b": "what is, not what was",
}
ARTICLES = {"the", "a", "an", "of", "its", "this", "in", "is"}
COMMENT = re.compile(r"(?m)^(?:[ \t]*///.*\n)+")
NAME = re.compile(
    r"(?:fn|struct|enum|const|trait|type|static|mod)\s+(\w+)"
    r"|^(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*[:(,]"
)


def bare(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z]+", text.lower()) if word not in ARTICLES]


def faults(text: str, name: str = "") -> list[str]:
    """Return the faults of the comment on an item called `name`."""
    text = " ".join(text.split())
    plain = re.sub(r"`[^`]*`|\[[^\]]*\]|\([^)]*\)", "x", text)
    found = []
    if RELATIVE.match(plain + "."):
        found.append("a clause for a noun")
    elif PRONOUN.match(plain):
        found.append("a pronoun without a noun")
    elif INVERTED.match(plain):
        found.append("a genitive before its noun")
    for word, use in WORDS.items():
        if hit := re.search(rf"\b{word}", plain, re.IGNORECASE):
            found.append(f"{hit[0]!r}: write {use}")
    if 0 < len(bare(text)) < 3 and text.count(" ") < 4 and bare(text) == bare(name):
        found.append("the name of the item")
    return found


def comments(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, text and item name of each documentation comment."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(source)):
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            if isinstance(node, kinds) and (doc := ast.get_docstring(node)):
                yield node.body[0].lineno, doc.split("\n\n")[0], node.name
        return
    for found in COMMENT.finditer(source):
        rest = re.sub(r"\A(\s*(#\[.*\]|//.*)\s*\n)*", "", source[found.end() :]).lstrip()
        named = NAME.search(rest.split("\n", 1)[0])
        text = " ".join(line.strip()[3:].strip() for line in found[0].splitlines())
        line = source.count("\n", 0, found.start()) + 1
        yield line, text.split(" # ")[0], (named[1] or named[2] or "") if named else ""


def folder_of(path: Path) -> str:
    """Return the crate or the package that a file belongs to."""
    return "/".join(path.relative_to(ROOT).parts[:2])


def files_by_folder() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for top, ending in (("crates", "rs"), ("python", "py")):
        for path in sorted((ROOT / top).rglob(f"*.{ending}")):
            if not re.search(r"/tests?(/|\.rs$)", path.as_posix()) and path.is_file():
                found.setdefault(folder_of(path), []).append(path)
    return found


FILES = files_by_folder()


@pytest.mark.parametrize("folder", sorted(FILES))
def test_comments_are_plain(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}: {text[:90]}"
        for path in FILES[folder]
        for line, text, name in comments(path)
        for fault in faults(text, name)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "name", "fault"),
    [
        ("What the one timer is set for.", "armed", "a clause"),
        ("Which flow.", "flow", "a clause"),
        ("Since when.", "at", "a clause"),
        ("It hangs on the time.", "delay", "a pronoun"),
        ("Of each link the rate.", "rates", "a genitive"),
        ("Times are so many times as long.", "factor", "'so many'"),
        ("The packet.", "packet", "the name"),
    ],
)
def test_the_patterns_find_what_is_not_plain(text: str, name: str, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(text, name))


@pytest.mark.parametrize(
    "text",
    [
        "Time when the queue first exceeded its target.",
        "Returns the rate of each link.",
        "Whether the sender is paced.",
        "The same stream gives the same numbers.",
        "A link is lost only if there is not so much as one satellite.",
    ],
)
def test_the_patterns_spare_plain_sentences(text: str) -> None:
    assert faults(text, "item") == []
