"""Sphinx directive `commands`: every command of the command line, as click declares it.

A page shows the text of `--help`, so it is always current. Each command is a section, its help text
a paragraph or an example, its options a table.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import click
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from skyseam.cli.commands import cli


def markdown(command: click.Command, path: tuple[str, ...], depth: int) -> Iterator[str]:
    """Yield the lines of a command's section, and of those below it."""
    context = click.Context(command, info_name=" ".join(path))
    yield f"{'#' * depth} `{' '.join(path)}`"
    yield ""
    yield "```text"
    usage = command.get_usage(context).removeprefix("Usage: ")
    yield " ".join(usage.split())
    yield "```"
    yield ""
    yield from text(command.help or "")
    records = [
        record
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option)
        and "--help" not in parameter.opts
        and (record := parameter.get_help_record(context))
    ]
    if records:
        yield "| option | |"
        yield "|---|---|"
        for option, told in records:
            yield f"| `{cell(option)}` | {cell(told)} |"
        yield ""
    if isinstance(command, click.Group):
        for name, below in sorted(command.commands.items()):
            yield from markdown(below, (*path, name), depth + 1)


def text(told: str) -> Iterator[str]:
    """Yield paragraphs of a help text; those that must not be wrapped are returned unchanged."""
    for paragraph in inspect.cleandoc(told).split("\n\n"):
        if paragraph.startswith("\b\n"):
            head, *lines = paragraph.removeprefix("\b\n").splitlines()
            while lines and not lines[0].startswith(" "):
                head = f"{head} {lines.pop(0)}"
            yield from (head, "")
            if lines:
                yield from ("```text", *inspect.cleandoc("\n".join(lines)).splitlines(), "```", "")
        elif paragraph.lstrip().startswith("skyseam ") or paragraph.startswith("    "):
            yield from ("```text", *inspect.cleandoc(paragraph).splitlines(), "```", "")
        else:
            yield from (paragraph.replace("\b", ""), "")


def cell(told: str) -> str:
    """Return a text escaped for a cell of a table."""
    return re.sub(r"\s+", " ", told).replace("|", "\\|")


class Commands(Directive):
    """Directive that makes a section of each command."""

    def run(self) -> list[nodes.Node]:
        """Have the Markdown parsed by the parser of the page."""
        lines: list[str] = []
        for name, command in sorted(cli.commands.items()):
            lines += markdown(command, ("skyseam", name), 2)
        made = StringList(lines, source="click")
        self.state.nested_parse(made, self.content_offset, holder := nodes.section(), True)
        return holder.children


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
