"""Checks the links of the built documentation; lists those that lead outside.

Every link, picture, script and frame of every page in a directory must lead to a file that is
there, and to a place in it that is there. Nothing is fetched: addresses of other hosts go into
external-links.txt beside the pages, each with a page that names it. `python docs/links.py DIR`.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LISTED = "external-links.txt"
NOT_PAGES = ("_static",)
"""Directories whose files come from packages, or were made by commands with tests of their own."""


class Page(HTMLParser):
    """Collects what a page links to, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take an element's addresses and its name."""
        for name, value in attributes:
            if name in ("href", "src") and value and not value.startswith(("data:", "mailto:")):
                self.links.append(value)
            elif name == "id" and value:
                self.places.add(value)


def check(root: Path) -> tuple[list[str], dict[str, str]]:
    """Return what is wrong, and the outside addresses with a page that names each."""
    pages = {
        path: Page(path)
        for path in sorted(root.rglob("*.html"))
        if path.relative_to(root).parts[0] not in NOT_PAGES
    }
    faults: list[str] = []
    outside: dict[str, str] = {}
    for path, page in pages.items():
        here = str(path.relative_to(root))
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                outside.setdefault(link, here)
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if to.is_dir():
                to = to / "index.html"
            if not to.is_file():
                faults.append(f"{here}: {link} leads nowhere")
            elif to in pages and unquote(parts.fragment) not in {"", *pages[to].places}:
                faults.append(f"{here}: {link}: there is no such place on that page")
    return faults, outside


def main(root: Path) -> int:
    """Say what is wrong, and write the list."""
    root = root.resolve()
    faults, outside = check(root)
    for fault in faults:
        print(fault, file=sys.stderr)
    listed = "".join(f"{link} ({page})\n" for link, page in sorted(outside.items()))
    (root / LISTED).write_text(listed, encoding="utf-8")
    print(f"links: {len(faults)} broken; {len(outside)} lead outside, not fetched: {root / LISTED}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
