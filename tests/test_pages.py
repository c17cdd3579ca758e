"""Goal: pages from HAR files have the objects of the browser; generated pages follow the model.

Broken files are refused with the place of the fault. Method: HAR files written here, with times and
initiators in Chromium's form; means of the model over many draws.
"""

from __future__ import annotations

import json
import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner

import skyseam
import skyseam.plot
import skyseam.results
from skyseam import pages
from skyseam.cli.commands import cli


def entry(url: str, start_ms: float, time_ms: float, receive_ms: float, **more: Any) -> Any:
    response = {"bodySize": 1_000, "content": {"size": 3_000}, **more.pop("response", {})}
    return {
        "pageref": "page_1",
        "startedDateTime": f"2026-03-01T10:00:{start_ms / 1e3:09.6f}Z",
        "time": time_ms,
        "timings": {"receive": receive_ms},
        "request": {"url": url},
        "response": response,
        **more,
    }


def har(*entries: Any) -> Any:
    return {"log": {"version": "1.2", "entries": list(entries)}}


SITE = "https://example.org/"


def page_of(tmp_path: Path, content: Any) -> list[dict[str, Any]]:
    place = tmp_path / "page.har"
    place.write_text(content if isinstance(content, str) else json.dumps(content))
    objects: list[dict[str, Any]] = tomllib.loads(pages.from_har(place))["objects"]
    return objects


def test_sizes_and_initiators_are_read(tmp_path: Path) -> None:
    objects = page_of(
        tmp_path,
        har(
            entry(SITE, 0, 200, 100),
            # Asked for when half of the document had arrived, by its parser.
            entry(f"{SITE}s.css", 150, 60, 10, _initiator={"type": "parser", "url": SITE}),
            # By a script, 30 ms after it was there; its own size is what was transferred.
            entry(
                f"{SITE}a.js", 180, 100, 20,
                _initiator={"type": "parser", "url": SITE},
                response={"bodySize": -1, "_transferSize": 5_400, "headersSize": 400},
            ),
            entry(
                f"{SITE}data", 310, 40, 1,
                _initiator={"type": "script", "stack": {"callFrames": [{"url": f"{SITE}a.js"}]}},
                response={"bodySize": -1, "content": {"size": 3_000, "compression": 1_200}},
            ),
            # From the cache, of another page, and what is in the page itself: no bytes of it.
            entry(f"{SITE}c", 320, 1, 0, response={"bodySize": 0, "content": {"size": 0}}),
            {**entry(f"{SITE}next", 9_000, 1, 0), "pageref": "page_2"},
            entry("data:image/png;base64,AA", 321, 1, 0),
        ),
    )  # fmt: skip
    assert objects == [
        {"name": "index", "size": "1000 B"},
        {"name": "s.css", "size": "1000 B", "after": ["index"], "at": 0.5},
        {"name": "a.js", "size": "5000 B", "after": ["index"], "at": 0.8, "parse": "30 ms"},
        {"name": "data", "size": "1800 B", "after": ["a.js"]},
    ]


def test_what_came_from_the_cache_brought_no_bytes(tmp_path: Path) -> None:
    """Goal: zero is a valid size.

    Method: responses in the forms of Chromium and Firefox, each with its content: from the cache,
    not modified on the server, without a body.
    """
    content = {"content": {"size": 70_000}}
    sizes = [
        {"bodySize": -1, "_transferSize": 5_000, "headersSize": -1, **content},
        {"bodySize": 0, "_transferSize": 0, "headersSize": 0, **content},
        {"bodySize": 0, "headersSize": 180, **content},
        {"status": 304, "bodySize": -1, "_transferSize": 150, "headersSize": -1, **content},
        {"status": 204, "bodySize": -1, "_transferSize": 150, **content},
        {"bodySize": -1, "_transferSize": 300, "headersSize": 300, **content},
    ]
    entries = [entry(f"{SITE}{i}", i, 1, 0, response=one) for i, one in enumerate(sizes)]
    entries.append(entry(f"{SITE}c", 9, 1, 0, _fromCache="memory", response={"bodySize": 9}))
    objects = page_of(tmp_path, har(*entries))
    assert objects == [{"name": "0", "size": "5000 B"}]


def test_initiators_that_are_no_lists_are_none(tmp_path: Path) -> None:
    odd = {"type": "script", "stack": {"callFrames": True, "parent": {"callFrames": 7}}}
    objects = page_of(
        tmp_path, har(entry(SITE, 0, 1, 1), entry(f"{SITE}a", 2, 1, 1, _initiator=odd))
    )
    assert [one.get("after") for one in objects] == [None, ["index"]]


def test_other_hosts_are_named(tmp_path: Path) -> None:
    urls = [SITE, f"{SITE}a.js", "https://cdn.example.net/b.js", "https://[::1]:8080/c.js"]
    objects = page_of(tmp_path, har(*(entry(url, i, 1, 0) for i, url in enumerate(urls))))
    assert [one.get("host") for one in objects] == [None, None, "cdn.example.net", "___1__8080"]


def test_names_are_unique_and_can_be_names(tmp_path: Path) -> None:
    urls = [SITE, f"{SITE}x/a b?q=1", f"{SITE}y/a b", f"{SITE}{'z' * 300}", f"{SITE}..hidden"]
    objects = page_of(tmp_path, har(*(entry(url, i, 1, 0) for i, url in enumerate(urls))))
    names = [one["name"] for one in objects]
    assert len(set(names)) == len(urls)
    assert all(0 < len(name) <= 64 and not name.startswith(".") for name in names)


BROKEN: dict[str, tuple[Any, str]] = {
    "truncated": (
        json.dumps(har(entry(SITE, 0, 1, 1)))[:90],
        "PLACE is not JSON: line 1, column 81: ",
    ),
    "a list": ([], "PLACE: log: found a list, expected a table"),
    "no log": ({}, "PLACE: log: found nothing, expected a table"),
    "no entries": ({"log": {}}, "PLACE: log.entries: found nothing, expected a list"),
    "no request": (
        har({"response": {}}),
        "PLACE: log.entries[0].request: found nothing, expected a table",
    ),
    "a url that is none": (
        har({**entry(SITE, 0, 1, 1), "request": {"url": 7}}),
        "PLACE: log.entries[0].request.url: found 7, expected a string",
    ),
    "no size": (
        har(entry(SITE, 0, 1, 1), {**entry(SITE, 0, 1, 1), "response": {}}),
        "PLACE: log.entries[1].response: found no size, expected bodySize, _transferSize or "
        "content.size",
    ),
    "a size that is text": (
        har(entry(SITE, 0, 1, 1, response={"bodySize": "9 kB"})),
        "PLACE: log.entries[0].response.bodySize: found the string '9 kB', expected a number",
    ),
    "no time": (
        har({**entry(SITE, 0, 1, 1), "startedDateTime": "yesterday"}),
        "PLACE: log.entries[0].startedDateTime: found the string 'yesterday', expected an ISO 8601 "
        "time",
    ),
    "nothing": (
        har(),
        "PLACE has no request that brought bytes; expected at least one",
    ),
    "a size beyond all files": (
        har(entry(SITE, 0, 1, 1, response={"bodySize": 1e300})),
        "PLACE: log.entries[0].response.bodySize: found 1e+300, expected a number of at most "
        "1000000000000",
    ),
    "a size of many digits": (
        har(entry(SITE, 0, 1, 1, response={"bodySize": 10**400})),
        f"PLACE: log.entries[0].response.bodySize: found 1{'0' * 39}, expected a number",
    ),
    "a number of too many digits": (
        json.dumps(har(entry(SITE, 0, 1, 1, response={"bodySize": 77}))).replace("77", "7" * 5_000),
        "PLACE is not a HAR file: it has a number of thousands of digits",
    ),
    "a time beyond all loads": (
        har(entry(SITE, 0, 1e17, 1)),
        "PLACE: log.entries[0].time: found 1e+17, expected a number of at most 31622400000",
    ),
    "a list that is a boolean": (
        {"log": {"entries": True}},
        "PLACE: log.entries: found true, expected a list",
    ),
    "a url that cannot be split": (
        har(entry("http://[", 0, 1, 1)),
        "PLACE: log.entries[0].request.url: found the string 'http://[', expected a URL",
    ),
    "a url with half a character": (
        har(entry(f"{SITE}\ud800", 0, 1, 1)),
        "PLACE: log.entries[0].request.url: found the string",
    ),
    "too deep": ("[" * 200_000, "PLACE is not a HAR file: it is nested too deeply"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused(name: str, tmp_path: Path) -> None:
    content, message = BROKEN[name]
    place = tmp_path / "broken.har"
    place.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(skyseam.InputError) as refused:
        pages.from_har(place)
    assert str(refused.value).startswith(message.replace("PLACE", str(place)))
    outcome = CliRunner().invoke(cli, ["page", "import", str(place), "-o", str(tmp_path / "p")])
    assert isinstance(outcome.exception, skyseam.InputError)
    assert not (tmp_path / "p").exists()


def test_generated_pages_follow_their_model() -> None:
    assert pages.generate(7) == pages.generate(7) != pages.generate(8)
    drawn = [tomllib.loads(pages.generate(seed))["objects"] for seed in range(3_000)]
    unit = {"B": 1, "kB": 1e3, "MB": 1e6}
    written = [one["size"].split() for page in drawn for one in page[:1]]
    size = [float(number) * unit[of] for number, of in written]
    count = [len(page) - 1 for page in drawn]
    # The means of the tables of IEEE 802.16m: 10,710 B (standard deviation 25,032 B) and 5.64.
    assert abs(sum(size) / len(size) - 10_710) < 4 * 25_032 / math.sqrt(len(size))
    assert 5.64 * 0.85 < sum(count) / len(count) < 5.64 * 1.15
    assert max(count) <= 53 and min(count) == 0


def test_a_scenario_draws_the_page_of_the_same_seed(tmp_path: Path) -> None:
    """Goal: a seed gives the same page. Method: a visit with the file and one with the key."""
    (tmp_path / "page.toml").write_text(pages.generate(7))
    kinds = ['"page.toml"', '{ kind = "ieee-802.16m", seed = 7 }']
    drawn = []
    for page in kinds:
        scenario = tmp_path / "scenario.toml"
        scenario.write_text(
            f"""
            nodes = [{{ name = "browser" }}, {{ name = "server" }}]
            run = {{ duration = "1 min", record = ["web_objects"] }}
            [[wires]]
            between = ["browser", "server"]
            delay = "20 ms"
            rate = "10 Mbit/s"
            queue = "100 packets"
            [[flows]]
            name = "page"
            from = "browser"
            to = "server"
            application = {{ kind = "web", page = {page} }}
            """
        )
        drawn.append(skyseam.run(scenario).table("web_objects"))
    assert drawn[0].num_rows == len(tomllib.loads(pages.generate(7))["objects"])
    assert drawn[0].equals(drawn[1])


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    place = tmp_path / "page.toml"
    outcome = CliRunner().invoke(cli, ["page", "generate", "--seed", "3", "-o", str(place)])
    assert outcome.exit_code == 0, outcome.output
    assert place.read_text() == pages.generate(3)


def test_a_waterfall_shows_every_object() -> None:
    """Goal: the figure has a bar for each phase of each object, and the milestones of the page.

    Method: tables written here, in the form of a run's.
    """
    objects = {
        "t_s": [1.2, 1.5],
        "flow": [0, 0],
        "page": [0, 0],
        "object": ["index", "image"],
        "discovered_s": [1.0, 1.2],
        "requested_s": [1.0, 1.25],
        "first_byte_s": [1.1, 1.4],
        "bytes": [10, 20],
        "connection": [0, 1],
        "stream": [0, 0],
    }
    tables = {
        "flows": pa.table({"flow": [0], "name": ["page"], "start_s": [1.0], "finished_s": [1.6],
                           "first_sent_s": [1.0],
                           "last_received_s": [1.5], "part_of": [0]}),
        "pages": pa.table({"t_s": [1.0], "flow": [0], "above_fold_s": [0.3], "load_s": [0.6]}),
        "web_objects": pa.table(objects),
    }  # fmt: skip
    results = skyseam.results.Results(tables, {"ended_at_s": 2.0, "scenario": {"run": {}}})
    figure = skyseam.plot.waterfall(results)
    axes = figure.axes[0]
    widths = [bar.get_width() for bars in axes.containers for bar in bars]
    assert widths == pytest.approx([0.0, 0.05, 0.1, 0.15, 0.1, 0.1])
    assert [label.get_text() for label in axes.get_yticklabels()] == ["index (0)", "image (1)"]
    lines = sorted(float(np.asarray(line.get_xdata())[0]) for line in axes.lines)
    assert lines == pytest.approx([1.3, 1.6])
    with pytest.raises(skyseam.InputError, match='record = \\["web_objects"\\]'):
        bare = {name: table for name, table in tables.items() if name != "web_objects"}
        skyseam.plot.waterfall(skyseam.results.Results(bare, results.manifest))
