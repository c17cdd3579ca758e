"""Checks the links of the built documentation; lists external links.

Every link, picture, script and frame of every page in a directory must lead to an existing file,
and to an existing anchor in it. Nothing is fetched: addresses of other hosts go into
external-links.txt beside the pages, each with a page that contains it. `python docs/links.py DIR`.
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
    """Collector of the links and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Record an element's addresses and its anchor."""
        for name, value in attributes:
            if name in ("href", "src") and value and not value.startswith(("data:", "mailto:")):
                self.links.append(value)
            elif name == "id" and value:
                self.places.add(value)


def check(root: Path) -> tuple[list[str], dict[str, str]]:
    """Return the faults, and the external addresses with a page that contains each."""
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
    """Print the faults, and write the list."""
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
