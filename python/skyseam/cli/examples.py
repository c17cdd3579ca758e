"""`skyseam examples`: list the scenarios that come with Skyseam, or copy some to start from."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path

import click

from skyseam._errors import InputError, OutputError
from skyseam._files import write_files
from skyseam._scenario import source
from skyseam.cli import terminal

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"


@click.command(short_help="List example scenarios, or copy some to start from.")
@click.argument("names", nargs=-1)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Directory to copy into. [default: this one]",
)
def examples(names: tuple[str, ...], output: Path) -> None:
    """List the example scenarios, or copy the named ones with the files they need.

    \b
    Examples:
        skyseam examples
        skyseam examples look-at-a-transfer
        skyseam view look-at-a-transfer.toml
    """  # noqa: D301 - click wants the character itself
    known = {path.stem: path for path in sorted(SCENARIOS.glob("*.toml"))}
    if not names:
        rows = [(name, _title(path)) for name, path in known.items()]
        terminal.table("examples", ["name", "title"], rows, 2)
        return
    texts: dict[Path, bytes] = {}
    for name in names:
        path = known.get(name.removesuffix(".toml"))
        if path is None:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else "`skyseam examples` lists them"
            raise InputError(f"no example is called {name!r}; {hint}")
        texts[output / path.name] = path.read_bytes()
        for beside, held in source(path).files.items():
            if isinstance(held, bytes):
                texts[output / beside] = held
    for path, held in texts.items():
        if path.exists() and path.read_bytes() != held:
            raise OutputError(f"{path} exists already, with other content; choose another -o")
    write_files(texts)
    for path in texts:
        terminal.out.print(f"written: {path}", soft_wrap=True)


def _title(path: Path) -> str:
    return str(tomllib.loads(path.read_text(encoding="utf-8")).get("title", ""))
