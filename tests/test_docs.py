"""Goal: README and docs are true: every sample runs, generated pages are current.

Method: docs/samples.py follows every page in a separate directory: `sh` blocks that call skyseam
and `python` blocks run, `toml` blocks must be accepted, and the printed output that a page shows is
compared with the real one. The scenario of a scheduler's page is run as part of the scenario of all
schedulers.
"""

from __future__ import annotations

import importlib
import json
import re
import runpy
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import numpy as np
import pytest
from PIL import Image

import forked
import seen
import skyseam
from conftest import ROOT, Command
from skyseam.cli.commands import cli
from test_tutorial import steps

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if "_build" not in page.parts]


def of_docs(name: str) -> ModuleType:
    """Load a script of docs/ from its directory."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.syspath_prepend(str(ROOT / "docs"))
        return importlib.import_module(name)


def interpreter(arguments: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    return forked.call(arguments, place, of_docs("samples").COLUMNS)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_samples_run(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")

    def other(sample: Any) -> str | None:
        if sample.language == "rust":
            # `cargo test` runs it there; or test_tutorial.py takes it as a step.
            tests = [*ROOT.glob("crates/*/tests/*.rs"), *ROOT.glob("crates/*/examples/*.rs")]
            tests += ROOT.glob("examples/*/src/*.rs")
            is_step = sample.text in [step.code for step in steps(text)]
            is_test = is_step or any(sample.text in test.read_text() for test in tests)
            return None if is_test else f"no test has this:\n{sample.text}"
        if sample.language == "text":
            return None
        return f"a sample in {sample.language}, which no test knows how to run"

    assert of_docs("samples").follow(text, tmp_path, other, interpreter).faults == []


def test_pictures_of_few_colours_keep_the_colours_of_small_marks(tmp_path: Path) -> None:
    """Beside areas of many shades, which would take all colours of a median cut."""
    shades = np.zeros((300, 1024, 3), np.uint8)
    shades[..., :] = np.arange(1024)[None, :, None] // 8 + 128
    shades[::3, :, 1] -= 90
    dots = {"seam": (224, 112, 42), "ISL": (204, 121, 167), "inter-orbital": (0, 158, 115)}
    for number, colour in enumerate(dots.values()):
        shades[10:15, 100 * number : 100 * number + 5] = colour
    Image.fromarray(shades).save(tmp_path / "before.png")
    of_docs("samples").small(tmp_path / "before.png", tmp_path / "after.png")
    after = np.asarray(Image.open(tmp_path / "after.png").convert("RGB")).astype(int)
    assert np.abs(after - shades).max() <= 40


def test_following_a_page_finds_what_is_wrong_with_it(tmp_path: Path) -> None:
    """A number that differs from the output, a command that fails, a scenario that is refused."""
    samples = of_docs("samples")
    page = "```python\nprint(6 * 7)\n```\n\n```text printed\n41\n```\n"
    followed = samples.follow(page, tmp_path, lambda _: None, interpreter)
    assert len(followed.faults) == 1
    assert followed.page == page.replace("41", "42")
    assert samples.follow(followed.page, tmp_path, lambda _: None, interpreter).faults == []
    for wrong, told in (
        ("```sh\nskyseam check missing.toml\n```\n", "missing.toml"),
        ("```toml\n[constellation]\npreset = 'nowhere'\n```\n", "nowhere"),
        ("```sh\nls\n```\n", "knows how to run"),
        ("```python\n1 / 0\n```\n", "ZeroDivisionError"),
    ):
        [fault] = samples.follow(wrong, tmp_path, lambda _: None, interpreter).faults
        assert told in fault


def test_the_page_of_constellations_is_current() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "constellations_reference.py"))["page"]()
    standing = (ROOT / "docs" / "constellations.md").read_text(encoding="utf-8")
    assert standing == made, "docs/constellations.md is not what the core says: run make reference"


@pytest.mark.parametrize("name", ["scenario", "results"])
def test_the_pages_of_a_reference_are_current(name: str) -> None:
    made = of_docs(f"{name}_reference").pages()
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is stale: run make reference"
    standing = set((ROOT / "docs" / name).glob("*.md"))
    assert standing <= made.keys(), "a page of no table: run make reference"


def test_every_definition_of_the_schema_is_on_one_page() -> None:
    scenario = of_docs("scenario_reference")
    homes = scenario._homes(skyseam.schema())
    assert homes.keys() == skyseam.schema()["$defs"].keys()
    made = scenario.pages()
    for name, slug in homes.items():
        holders = [path.stem for path, text in made.items() if f"\n## {name}\n" in text]
        assert holders == [slug]


def test_the_pages_of_schedulers_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page for every policy of the registry; its keys and measurements are current."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    scheduler_pages = importlib.import_module("scheduler_pages")
    found = scheduler_pages.outcomes()
    assert found.keys() == {policy["name"] for policy in scheduler_pages.policies()}
    for policy, outcome in found.items():
        text = scheduler_pages.place(policy).read_text(encoding="utf-8")
        assert outcome.results.manifest["scenario"]["beams"][0]["scheduler"]["kind"] == policy
        assert f"](../images/scheduler-{policy}.png)" in text, f"{policy} has no figure"
    for path, made in scheduler_pages.pages(found).items():
        standing = path.read_text(encoding="utf-8")
        assert standing == made, f"{path} is not what runs say: run make reference"
    figures = importlib.import_module("scheduler_figures")
    assert seen.overlaps(figures.overview(found)) == []
    pages = {path.stem for path in (ROOT / "docs" / "schedulers").glob("*.md")}
    assert pages == {"index", *found}, "a page of no policy"


def test_the_figure_of_a_scheduler_shows_every_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stroke for each first transmission within the two seconds shown; levels are left out."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    figures = importlib.import_module("scheduler_figures")
    found = importlib.import_module("scheduler_pages").outcomes(["drop-tail", "codes"])
    monkeypatch.setattr(figures, "levels_db", lambda *_: [0.0] * 200)
    service = figures.page(found, "codes").axes[0]
    strokes = sum(len(lines.get_segments()) for lines in service.collections)
    sent_s = found["codes"].results.table("harq_packets")["sent_s"].to_numpy()
    begin, end = figures.SHOWN_S
    assert strokes == int(((sent_s >= begin) & (sent_s < end)).sum()) > 1000
    names = [text.get_text() for text in figures.overview(found).axes[0].texts]
    assert names == ["drop-tail", "codes"]


NAMED_PATH = re.compile(
    r"(?<![\w./-])(?:scenarios|sweeps|docs|crates|python|papers|constellations|bench|tests|fuzz)"
    r"/[\w./-]*\w\.[a-z]{1,5}\b"
)
MADE_BY_READERS = {
    "crates/net/src/scheduler/longest_queue.rs",
    "docs/schedulers/longest-queue.md",
}
"""Files that a tutorial has its reader make."""


def missing(text: str) -> set[str]:
    """Return paths of this repository that a text names and that do not exist."""
    named = set(NAMED_PATH.findall(text)) - MADE_BY_READERS
    return {path for path in named if "NAME" not in path and not (ROOT / path).exists()}


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda p: str(p.relative_to(ROOT))
)
def test_paths_on_a_page_exist(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == set()


def test_paths_in_help_exist() -> None:
    def check(command: click.Command, name: str) -> None:
        with click.Context(command, info_name=name) as context:
            assert missing(command.get_help(context)) == set(), name
        if isinstance(command, click.Group):
            for sub in command.list_commands(context):
                found = command.get_command(context, sub)
                assert found is not None
                check(found, f"{name} {sub}")

    check(cli, "skyseam")
    assert missing("see scenarios/gone.toml and docs/index.md") == {"scenarios/gone.toml"}


DOTTED = re.compile(r"`\[*([a-z_]+(?:\.[a-z_0-9]+)+)\]*(?: = [^`]*)?`")


def has_key(schema: dict[str, Any], path: list[str]) -> bool:
    """Return whether the schema of scenarios has this key."""

    def variants(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield node
        if "$ref" in node:
            yield from variants(schema["$defs"][node["$ref"].rpartition("/")[2]])
        further = [node["items"]] if isinstance(node.get("items"), dict) else []
        for one in further + [m for k in ("anyOf", "oneOf", "allOf") for m in node.get(k, [])]:
            yield from variants(one)

    nodes = [schema]
    for key in path:
        nodes = [
            one["properties"][key]
            for node in nodes
            for one in variants(node)
            if key in one.get("properties", {})
        ]
    return bool(nodes)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_keys_that_a_page_promises_exist(page: Path) -> None:
    """A dotted name in code is a key of scenarios, a column of a table, or the name of a file."""
    schema = skyseam.schema()
    columns = {
        (table["table"], column["name"])
        for table in skyseam.tables()
        for column in table["columns"]
    }
    for name in DOTTED.findall(page.read_text(encoding="utf-8")):
        path = name.split(".")
        if path[0] not in schema["properties"] or path[-1] in ("toml", "parquet"):
            continue
        assert has_key(schema, path) or tuple(path) in columns, f"there is no key {name}"


def test_a_key_that_is_not_there_is_found() -> None:
    schema = skyseam.schema()
    assert has_key(schema, ["handover", "kind"])
    assert not has_key(schema, ["handover", "kinds"])


def test_the_glossary_says_each_word_once_and_in_order() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    every: list[str] = []
    for part in text.split("\n## ")[1:]:
        cells = re.findall(r"^\| ([^|]+?) \|", part, re.MULTILINE)[1:]
        words = [cell.lower() for cell in cells]
        assert words == sorted(words, key=lambda word: word.replace("-", " "))
        every += [word for cell in words for word in cell.split(", ")]
    assert len(every) > 50
    assert len(every) == len(set(every))


def test_the_glossary_lets_the_pattern_decide_what_crosses_the_seam() -> None:
    """Some patterns of the registry leave the seam open, others have links across it."""
    patterns = {m["name"] for m in skyseam.models() if m["key"] == "constellation.isl.pattern"}
    assert {"grid-seam-open", "grid-seam-crossed"} <= patterns
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    [row] = re.findall(r"^\| seam \| (.*) \|$", text, re.MULTILINE)
    assert "depends on the pattern" in row


def test_tests_that_hold_mended_faults_exist() -> None:
    text = (ROOT / "docs" / "changes.md").read_text(encoding="utf-8")
    cells = [line.rsplit("|", 2)[1] for line in text.split("## Faults mended")[1].splitlines()
             if line.startswith("| ")]  # fmt: skip
    named = set(re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+){2,}\b", " ".join(cells)))
    assert len(named) > 40
    places = [*(ROOT / "tests").glob("*.py"), *(ROOT / "crates").glob("*/**/*.rs")]
    known = " ".join(path.read_text(encoding="utf-8") for path in places)
    stems = {path.stem for path in places}
    assert {name for name in named if name not in stems and f" {name}(" not in known} == set()
    numbers = set(re.findall(r"broken/(\d+)", text))
    broken = {path.name.split("-")[0] for path in ROOT.glob("crates/scenario/tests/broken/*.toml")}
    assert numbers <= broken


def test_every_example_scenario_is_listed() -> None:
    text = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "scenarios").glob("*.toml")):
        assert f"`{path.name}`" in text, f"docs/examples.md does not name {path.name}"
    for name in re.findall(r"`([\w-]+\.toml)`", text):
        assert (ROOT / "scenarios" / name).is_file(), f"there is no scenarios/{name}"


def test_the_gallery_shows_every_scenario_as_it_is() -> None:
    """Pictures of the gallery are newer than their scenarios."""
    gallery = of_docs("gallery")
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page(), "run docs/gallery.py"
    scenarios = {path.stem for path in (ROOT / "scenarios").glob("*.toml")}
    assert gallery.drawn() == {name: gallery.digest(name) for name in scenarios}
    pictures = {path.stem: path.stat().st_size for path in gallery.PICTURES.iterdir()}
    assert pictures.keys() == scenarios
    assert max(pictures.values()) < 60_000


def test_what_shows_runs_is_stale_when_a_probe_or_a_file_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    renew = of_docs("renew")
    monkeypatch.setattr(renew, "KEPT", tmp_path / "renewed.json")
    script = tmp_path / "script.py"
    script.write_text("one", encoding="utf-8")
    monkeypatch.setattr(renew, "ROOT", tmp_path)
    made = renew.Made(("script.py",), ("linux", "quic"), ("script.py",))
    monkeypatch.setattr(renew, "MADE", {"part": made})
    gives = {"linux": "1", "quic": "1"}
    assert renew.stale(dict(gives)) == {"part": ["files", "linux", "quic"]}
    renew.keep("part", dict(gives))
    assert renew.stale(dict(gives)) == {}
    assert renew.stale({**gives, "quic": "2"}) == {"part": ["quic"]}
    script.write_text("two", encoding="utf-8")
    assert renew.stale(dict(gives)) == {"part": ["files"]}


def test_probes_tell_runs_apart() -> None:
    """Every probe is of another model, and gives the same result twice."""
    renew = of_docs("renew")
    quick = ["linux", "bbr", "rfc", "bsd", "ns2", "quic", "stp"]
    first = [renew.PROBES[name]() for name in quick]
    assert len(set(first)) == len(quick)
    assert first == [renew.PROBES[name]() for name in quick]


SHOWS_NO_RUNS = {
    "command_pages", "conf", "constellations_reference", "geometry_explains", "links", "marks",
    "moving_view",
    "notebook_cells", "recompute", "renew", "results_reference", "rows", "scenario_reference",
    "scheduler_figures", "spelling", "third_party_notices",
}  # fmt: skip
"""Scripts of the documentation that show no results of runs, are called by one that does, or need
measurements that are not in the repository."""


def test_everything_that_shows_runs_can_be_renewed() -> None:
    """Scripts and pages with printed blocks are in the list of `make pages`, and exist."""
    renew = of_docs("renew")
    commands = [words for made in renew.MADE.values() for words in made.commands]
    scripts = {Path(words.split()[0]).stem for words in commands if words.startswith("docs/")}
    standing = {path.stem for path in (ROOT / "docs").glob("*.py")}
    assert standing == SHOWS_NO_RUNS | scripts | {"findings"}
    followed = {words.split()[1] for words in commands if words.startswith("docs/samples.py")}
    for page in PAGES:
        if "text printed" in page.read_text(encoding="utf-8"):
            assert str(page.relative_to(ROOT)) in followed
    papers = {path.parent.name for path in (ROOT / "papers").glob("*/paper.toml")}
    assert papers <= renew.MADE.keys()
    for made in renew.MADE.values():
        assert set(made.probes) <= renew.PROBES.keys()
        assert all((ROOT / name).exists() for name in made.files)


def test_a_digest_is_of_what_a_scenario_says(monkeypatch: pytest.MonkeyPatch, wires: Path) -> None:
    gallery = of_docs("gallery")
    monkeypatch.setattr(gallery, "SCENARIOS", wires.parent)
    before = gallery.digest("wires")
    text = wires.read_text(encoding="utf-8")
    wires.write_text(f"# A comment.\n{text}", encoding="utf-8")
    assert gallery.digest("wires") == before
    wires.write_text(text.replace("10 ms", "11 ms"), encoding="utf-8")
    assert gallery.digest("wires") != before


def test_the_reference_has_every_command_and_option() -> None:
    pytest.importorskip("sphinx", reason="Sphinx comes with `make docs`")
    command_pages = of_docs("command_pages")

    def check(command: click.Command, path: tuple[str, ...]) -> None:
        told = "\n".join(command_pages.markdown(command, path, 2))
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert f"`{parameter.opts[0]}" in told or f", {parameter.opts[0]}" in told
        if isinstance(command, click.Group):
            for name, below in command.commands.items():
                assert f"`{' '.join((*path, name))}`" in told
                check(below, (*path, name))

    for name, command in cli.commands.items():
        check(command, ("skyseam", name))


def test_the_reference_has_all_of_the_package() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    for name in set(skyseam.__all__) - {"__version__", "Toml", "Scenario", "plot"}:
        assert re.search(rf":: (skyseam\.)?{name}$", page, re.MULTILINE), (
            f"{name} is not in the reference"
        )


def test_the_first_page_names_every_command(skyseam_command: Command) -> None:
    commands = skyseam_command("--help").stdout.split("Commands:\n")[1]
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for command in re.findall(r"^  (\w+)", commands, re.MULTILINE):
        assert f"skyseam {command}" in text, f"docs/index.md does not name skyseam {command}"


def test_the_readme_is_a_page_that_begins_with_what_skyseam_is() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    title, first, picture = text.split("\n\n")[:3]
    assert title == "# Skyseam"
    assert len(first.splitlines()) <= 3
    assert picture.startswith("![")
    assert len(text.split()) < 600


MOST_WORDS = 6000


def words_of_prose(text: str) -> int:
    """Return the words of a page without its tables and blocks of code."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return len(re.sub(r"^\|.*$", "", text, flags=re.MULTILINE).split())


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_page_is_too_long_to_read(page: Path) -> None:
    assert words_of_prose(page.read_text(encoding="utf-8")) <= MOST_WORDS


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "models").rglob("*.md")), ids=lambda p: p.stem
)
def test_a_model_page_states_scope_limits_and_validation(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "Scope and limits"
    assert "Validation" in headings


def test_the_page_of_the_default_stack_says_what_it_is_compared_with() -> None:
    """The first line says whether the default stack was compared with a kernel."""
    [tcp] = [
        one
        for one in skyseam.schema()["$defs"]["Transport"]["oneOf"]
        if one["properties"]["kind"]["const"] == "tcp"
    ]
    default = tcp["properties"]["stack"]["default"]
    stacks = ROOT / "docs" / "models" / "tcp"
    first = (stacks / f"{default}.md").read_text(encoding="utf-8").split("\n\n")[1]
    assert default == "rfc", "the first line of the page of another default says something else"
    assert "default" in first
    assert "not been compared with any kernel" in first
    names = {one["name"] for one in skyseam.models() if one["key"] == "flows.transport.stack"}
    assert {path.stem for path in stacks.glob("*.md")} == names


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def clicks_from(first: Path) -> dict[Path, int]:
    """Return the minimum number of links from one page to each other page."""
    found, near = {first: 0}, [first]
    for page in near:
        for target in re.findall(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)", page.read_text("utf-8")):
            to = (page.parent / target).resolve()
            if to.is_file() and to not in found:
                found[to] = found[page] + 1
                near.append(to)
    return found


def test_a_newcomer_finds_what_is_asked_for_most_in_three_clicks() -> None:
    """Links in the text of pages count, those of the navigation do not."""
    docs = ROOT / "docs"
    clicks = clicks_from(docs / "index.md")
    for name in (
        "scenario/queue.md", "results/run/flows.md", "not-modelled.md", "extend.md",
        "models/tcp/linux.md", "reference/commands.md", "glossary.md", "scenario/names.md",
    ):  # fmt: skip
        assert clicks[docs / name] <= 3, name
    pages = {page for page in PAGES if page.is_relative_to(docs)}
    alone = {str(page.relative_to(docs)) for page in pages - clicks.keys()}
    assert alone == set(), "no text links to these pages"


def test_words_are_spelt_as_in_a_dictionary_or_the_list() -> None:
    pytest.importorskip("spellchecker", reason="pyspellchecker comes with `make docs`")
    spelling = of_docs("spelling")
    text = "---\nfront: mattr\n---\nThe `cmmand` recieves\na [sattelite](lnk.md), 802.11ax, TCPx.\n"
    found = [(line, word) for line, word in spelling.words(text) if len(word) > 5]
    assert found == [(4, "recieves"), (5, "sattelite")]
    assert spelling.unknown() == {}


def test_a_word_that_is_none_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("spellchecker", reason="pyspellchecker comes with `make docs`")
    spelling = of_docs("spelling")
    page = tmp_path / "page.md"
    page.write_text("The goodput of a satelite.\n", encoding="utf-8")
    monkeypatch.setattr(spelling, "pages", lambda: [page])
    monkeypatch.setattr(spelling, "DOCS", tmp_path / "docs")
    assert spelling.main() == 1
    assert capsys.readouterr().err == "satelite: page.md:1\n"


def test_broken_links_of_built_pages_are_found(tmp_path: Path) -> None:
    links = of_docs("links")
    (tmp_path / "other.html").write_text('<p id="here">', encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<a href="other.html#here"><a href="#mine"><b id="mine"><img src="gone.png">'
        '<a href="other.html#gone"><a href="https://example.org/a">',
        encoding="utf-8",
    )
    faults, outside = links.check(tmp_path)
    assert [fault.split(":")[1].strip() for fault in faults] == [
        "gone.png leads nowhere",
        "other.html#gone",
    ]
    assert outside == {"https://example.org/a": "index.html"}


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "notebooks").glob("*.md")), ids=lambda p: p.stem
)
def test_cells_of_a_notebook_run(page: Path, tmp_path: Path) -> None:
    """All in one Python process, without Jupyter; `make docs` runs them in its kernel.

    The value of a cell that plots must have a picture as its notebook display.
    """
    notebook_cells = of_docs("notebook_cells")
    codes = notebook_cells.cells(page)
    assert len(codes) >= 3
    plots = [bool(notebook_cells.PLOTS.search(code)) for code in codes]
    assert sum(plots) >= 2
    done = interpreter(["-c", SHOWN, json.dumps(codes), json.dumps(plots)], tmp_path)
    assert done.returncode == 0, done.stderr


SHOWN = """
import ast, json, sys

names = {}
for code, plots in zip(*map(json.loads, sys.argv[1:])):
    body = ast.parse(code).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    if not plots:
        continue
    if "plt" in names and names["plt"].get_fignums():
        names["plt"].close("all")
    elif hasattr(value, "_repr_png_"):
        assert value._repr_png_().startswith(b"\\x89PNG"), code
    else:
        assert "<iframe srcdoc=" in value._repr_html_(), code
"""
"""Runs cells; the value of each that plots must show as a picture."""


def test_a_built_cell_without_its_picture_is_found() -> None:
    without_picture = of_docs("notebook_cells").without_picture
    codes = ["import skyseam", "skyseam.plot.delay(day)", "plt.plot(x)"]
    cell = '<div class="cell docutils container">'
    page = f"{cell}</div>{cell}&lt;Figure size 960x380&gt;</div>{cell}<img src=a.png></div>"
    assert without_picture(page, codes) == ["skyseam.plot.delay(day)"]
    with pytest.raises(ValueError, match="2 cells on the page; expected 3"):
        without_picture(2 * cell, codes)
