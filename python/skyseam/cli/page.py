"""The group `skyseam page`: page files for web flows. `pages` does the work."""

from __future__ import annotations

from pathlib import Path

import click

from skyseam import pages
from skyseam._files import check_file, write_files
from skyseam.cli import terminal


@click.group(short_help="Make pages for web flows: from a HAR file, or by a model.")
def page() -> None:
    """Make pages for web flows: from a HAR file, or by a published model."""


@page.command("import", short_help="Make a page of a browser's HAR file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Page file to write."
)
def import_page(file: Path, output: Path) -> None:
    """Make a page from a HAR file that a browser exported.

    \b
    Example:
        skyseam page import example.har -o page.toml
    """  # noqa: D301 - click wants the character itself
    check_file(output)
    _write(output, pages.from_har(file))


@page.command("generate", short_help="Draw a page by the HTTP model of IEEE 802.16m.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Page file to write."
)
def generate_page(seed: int, output: Path) -> None:
    """Draw a page by the HTTP model of IEEE 802.16m's evaluation methodology.

    \b
    Example:
        skyseam page generate --seed 7 -o page.toml
    """  # noqa: D301 - click wants the character itself
    check_file(output)
    _write(output, pages.generate(seed))


def _write(output: Path, text: str) -> None:
    write_files({output: text.encode()})
    count = text.count("[[objects]]") or text.count("name = ")
    objects = "object" if count == 1 else "objects"
    terminal.out.print(f"{count} {objects}; written to {output}", soft_wrap=True)
