"""Cycles among the files of a crate that use each other's items.

A `mod` line and a re-export do not count as uses; a name imported through a re-export counts as a
use of the file that defines it.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

CRATES = Path(__file__).parents[1] / "crates"
MOST = 4

# Larger circles, by crate: files in the largest, and why they are one thing.
NAMED = {
    "sim": (9, "a world is one value with eight files of methods (decisions 015, 019)"),
}

IMPORT = re.compile(r"^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);", re.MULTILINE)

Module = tuple[str, ...]


def _expanded(tree: str) -> list[str]:
    """Split a tree of imports, `a::{b, c::{d}}`, into its paths."""
    head, brace, body = tree.strip().partition("{")
    if not brace:
        return [re.sub(r"\s+as\s+\w+$", "", head)]
    parts, depth, start = [], 0, 0
    body = body[: body.rindex("}")] + ","
    for at, sign in enumerate(body):
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            parts.append(body[start:at])
            start = at + 1
    return [head + path for part in parts if part.strip() for path in _expanded(part)]


def _code(text: str) -> str:
    """Return the text of a file without comments and tests."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"#\[cfg\(test\)\]\s*mod \w+;", "", text)
    return re.split(r"#\[cfg\(test\)\]\s*mod \w+ \{", text)[0]


class _Graph:
    def __init__(self, src: Path) -> None:
        paths = {path: path.relative_to(src).with_suffix("").parts for path in src.rglob("*.rs")}
        names = {
            path: parts[:-1] if parts[-1] in ("mod", "lib") else parts
            for path, parts in paths.items()
        }
        tests = {
            (*parent, name)
            for path, parent in names.items()
            for name in re.findall(r"#\[cfg\(test\)\]\s*mod (\w+);", path.read_text())
        }
        self.code = {
            name: _code(path.read_text()) for path, name in names.items() if name not in tests
        }
        self.exports: dict[Module, dict[str, Module]] = {}
        imports: dict[Module, set[Module]] = {module: set() for module in self.code}
        for module, text in self.code.items():
            for public, tree in IMPORT.findall(text):
                for path in _expanded(tree):
                    if (whole := self._whole(module, path)) is None:
                        continue
                    if public:
                        self.exports.setdefault(module, {})[whole[-1]] = whole
                    else:
                        imports[module].add(whole)
        self.arrows = {
            module: {
                there
                for path in imports[module] | set(self._named(module, imports[module]))
                if (there := self._home(path)) not in (None, module)
            }
            for module in self.code
        }

    def _whole(self, module: Module, path: str) -> Module | None:
        """Return a path from the crate's root; `None` if it leads to another crate."""
        steps = [step.strip() for step in path.split("::")]
        if steps[0] == "crate":
            return tuple(steps[1:])
        if steps[0] not in ("self", "super"):
            return (*module, *steps) if (*module, steps[0]) in self.code else None
        while steps[0] in ("self", "super"):
            module = module[:-1] if steps.pop(0) == "super" else module
        return (*module, *steps)

    def _named(self, module: Module, imported: set[Module]) -> Iterator[Module]:
        """Yield the paths within the text that are not imports."""
        text = IMPORT.sub("", self.code[module])
        for path in re.findall(r"(?<![:\w])[a-z_]\w*(?:::\w+)+", text):
            if (whole := self._whole(module, path)) is not None:
                yield whole
            first, *rest = path.split("::")
            yield from ((*mod, *rest) for mod in imported if mod[-1:] == (first,))

    def _home(self, path: Module, tries: int = 8) -> Module | None:
        """Return the file that defines what a path names; `None` for a module itself."""
        module = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in self.code)
        rest = path[len(module) :]
        if rest and tries and (leads := self.exports.get(module, {}).get(rest[0])):
            return self._home((*leads, *rest[1:]), tries - 1)
        return module if rest else None

    def _reached(self, module: Module) -> set[Module]:
        seen: set[Module] = set()
        todo = [module]
        while todo:
            new = self.arrows[todo.pop()] - seen
            seen |= new
            todo += new
        return seen

    def largest_circle(self) -> list[str]:
        reached = {module: self._reached(module) for module in self.code}
        circles = [
            ["/".join(other) or "lib" for other in sorted(there) if module in reached[other]]
            for module, there in reached.items()
        ]
        return max(circles, key=len, default=[])


@cache
def _largest(crate: str) -> list[str]:
    return _Graph(CRATES / crate / "src").largest_circle()


@pytest.mark.parametrize("crate", sorted(path.name for path in CRATES.iterdir() if path.is_dir()))
def test_circles_of_files_are_small_or_named(crate: str) -> None:
    circle = _largest(crate)
    most = NAMED.get(crate, (MOST, ""))[0]
    assert len(circle) <= most, f"files that lead back to each other: {', '.join(circle)}"


@pytest.mark.parametrize("crate", NAMED)
def test_no_circle_is_named_that_is_not_there(crate: str) -> None:
    most, why = NAMED[crate]
    assert why
    assert len(_largest(crate)) == most > MOST


def test_a_circle_is_found(tmp_path: Path) -> None:
    """Goal: uses of each form are found. Method: a cycle of five files, each with another form."""
    files = {
        "lib.rs": "mod a;\nmod b;\nmod c;\nmod d;\npub mod e;\npub use e::Five;\n",
        "a.rs": "use crate::b::{Two, other::{Thing}};\n// use crate::nothing::Here;\n",
        "b.rs": "pub struct Two;\nfn f() -> super::c::Three {}\n",
        "c.rs": "use crate::d;\nfn f() { d::four(); }\n",
        "d.rs": "use crate::Five;\n",
        "e.rs": "use super::a::One;\n#[cfg(test)]\nmod tests {\n    use crate::f::Six;\n}\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert _Graph(tmp_path).largest_circle() == ["a", "b", "c", "d", "e"]
    (tmp_path / "d.rs").write_text("use crate::e;\n")
    assert not _Graph(tmp_path).largest_circle()
