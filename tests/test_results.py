"""Goal: results appear on disk complete or not at all; files of other origin are not touched.

Method: hand-made results are saved, loaded, replaced, refused, and interrupted half-way.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import skyseam
from skyseam import _directory
from skyseam._errors import InputError, OutputError

ROOT = Path(__file__).parent.parent

TABLE = pa.table({"t_s": [0.0, 1.0], "node": ["HNL", None]})


def some(number: int = 1) -> skyseam.Results:
    manifest = {"format": _directory.FORMAT, "kind": "run", "number": number}
    return skyseam.Results({"drops": TABLE}, manifest, {"HNL": b"capture"})


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    some().save(tmp_path / "deep" / "out")
    loaded = skyseam.load(tmp_path / "deep" / "out")
    assert loaded.drops == TABLE
    assert loaded.tables == ["drops"]
    assert loaded.captures == {"HNL": b"capture"}
    assert loaded.manifest["number"] == 1
    listed = loaded.manifest["files"]
    assert list(listed) == ["captures/HNL.pcapng", "drops.parquet"]
    assert listed["captures/HNL.pcapng"] == hashlib.sha256(b"capture").hexdigest()


def test_what_is_loaded_can_be_saved_over_itself(tmp_path: Path) -> None:
    some().save(tmp_path / "out")
    skyseam.load(tmp_path / "out").save(tmp_path / "out")
    assert skyseam.load(tmp_path / "out").drops == TABLE


def test_our_own_directory_is_replaced_and_nothing_else_remains(tmp_path: Path) -> None:
    some(1).save(tmp_path / "out")
    some(2).save(tmp_path / "out")
    assert skyseam.load(tmp_path / "out").manifest["number"] == 2
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_missing_table_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="no table 'flows' in these results; there are: drops"):
        _ = some().flows


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda p: p.write_text("mine"), "is a file"),
        (lambda p: (p.mkdir(), (p / "thesis.tex").write_text("mine")), "holds no results"),
        (lambda p: (p.mkdir(), (p / "manifest.json").write_text("[]")), "holds no results"),
        (lambda p: (some().save(p), (p / "notes.txt").write_text("mine")), "also notes.txt"),
    ],
    ids=["file", "foreign directory", "foreign manifest", "a file added to ours"],
)
def test_what_is_not_ours_is_left_as_it_is(tmp_path: Path, prepare: object, message: str) -> None:
    place = tmp_path / "out"
    assert callable(prepare)
    prepare(place)
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    with pytest.raises(OutputError, match=message):
        some().save(place)
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before


def test_an_empty_directory_is_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    some().save(tmp_path / "out")
    assert skyseam.load(tmp_path / "out").drops == TABLE


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_a_save_that_fails_leaves_the_old_results_and_nothing_new(
    tmp_path: Path, failure: BaseException
) -> None:
    some(1).save(tmp_path / "out")

    def fail(path: Path) -> None:
        path.write_text("half")
        raise failure

    with pytest.raises((KeyboardInterrupt, OutputError)):
        _directory.save_directory(tmp_path / "out", some(2).manifest, {"a.csv": fail})
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert skyseam.load(tmp_path / "out").manifest["number"] == 1


def test_a_place_below_a_file_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OutputError, match="is a file"):
        _directory.check_place(tmp_path / "file" / "out")


def test_loading_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no directory"):
        skyseam.load(tmp_path / "nowhere")
    with pytest.raises(InputError, match="holds no results of Skyseam"):
        skyseam.load(tmp_path)


def test_a_broken_table_is_an_input_error(tmp_path: Path) -> None:
    some().save(tmp_path / "out")
    (tmp_path / "out" / "drops.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"drops\.parquet was damaged or changed"):
        skyseam.load(tmp_path / "out")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda p: p.unlink(), "there is no file"),
        (lambda p: (p.unlink(), p.mkdir()), "is a directory"),
        (lambda p: p.unlink() or subprocess.run(["mkfifo", p], check=True), "is a FIFO"),
        (lambda p: p.write_bytes(b""), "was damaged or changed"),
    ],
    ids=["missing", "a directory", "a FIFO", "empty"],
)
def test_a_table_that_the_manifest_lists_must_be_there(
    tmp_path: Path, spoil: Callable[[Path], object], message: str
) -> None:
    some().save(tmp_path / "out")
    spoil(tmp_path / "out" / "drops.parquet")
    with pytest.raises(InputError, match=message):
        skyseam.load(tmp_path / "out")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "holds no results"),
        ('{"format": "skyseam-results/1", "files": ["drops.parquet"]}', "has the format"),
        ('{"format": "skyseam-results/2", "files": {}}', "damaged or changed"),
        ('{"format": "skyseam-results/2"', "holds no results"),
    ],
    ids=["deep", "of an earlier version", "without a digest", "cut"],
)
def test_a_manifest_that_is_none_of_ours_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    some().save(tmp_path / "out")
    (tmp_path / "out" / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        skyseam.load(tmp_path / "out")


def test_results_of_an_earlier_version_are_replaced(tmp_path: Path) -> None:
    old = '{"format": "skyseam-results/1", "files": ["drops.parquet"]}'
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text(old, encoding="utf-8")
    (tmp_path / "out" / "drops.parquet").write_bytes(b"PAR1")
    some().save(tmp_path / "out")
    assert skyseam.load(tmp_path / "out").drops == TABLE


@pytest.mark.parametrize(
    "name",
    ["../../x", "/x", "a/../../x", "..", ".", "", "a//b", "x\0y", "x\udcff", "manifest.json",
     "drops.parquet"],
    ids=ascii,
)  # fmt: skip
def test_no_file_is_written_outside_or_over_another(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        some().save(tmp_path / "deep" / "out", texts={name: "x"})
    if name != "drops.parquet":
        with pytest.raises(InputError):
            skyseam.Results({}, some().manifest, {f"../{name}": b""}).save(tmp_path / "deep" / "o")
    with pytest.raises(InputError):
        skyseam.Results({f"x/{name}": TABLE}, some().manifest).save(tmp_path / "deep" / "o")
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_the_manifest_is_readable_json(tmp_path: Path) -> None:
    some().save(tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["format"] == "skyseam-results/2"


def test_files_say_units_and_meanings(tmp_path: Path) -> None:
    scenario = ROOT / "scenarios" / "ping.toml"
    skyseam.run(scenario).save(tmp_path / "out")
    declared = {table["table"]: table for table in skyseam.tables() if table["study"] == "run"}
    loaded = skyseam.load(tmp_path / "out")
    assert loaded.flows.schema.field("rtt_min_ms").metadata[b"unit"] == b"ms"
    for name in loaded.tables:
        columns = declared[name]["columns"]
        assert loaded.table(name).column_names == [column["name"] for column in columns]
        for column in columns:
            metadata = loaded.table(name).schema.field(column["name"]).metadata
            assert metadata[b"meaning"].decode() == column["meaning"]
            assert metadata.get(b"unit", b"").decode() == column["unit"]


def test_results_are_data_frames_with_the_same_numbers() -> None:
    """Goal: data frames have the values of the Arrow tables, with numeric columns as numbers."""
    results = skyseam.Results(
        {"flows": pa.table({"flow": [0, 1], "goodput_bps": [1.5e6, None], "name": ["a", "b"]})}, {}
    )
    pandas, polars = results.to_pandas(), results.to_polars("flows")
    assert list(pandas.columns) == polars.columns == ["flow", "goodput_bps", "name"]
    assert pandas.goodput_bps.dtype.kind == "f"
    assert pandas.goodput_bps.isna().tolist() == [False, True]
    assert polars["goodput_bps"].to_list() == [1.5e6, None]
    with pytest.raises(KeyError, match="no table 'queue'"):
        results.to_pandas("queue")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Goal: a user without polars is told what to install."""
    monkeypatch.setitem(sys.modules, "polars", None)
    results = skyseam.Results({"flows": pa.table({"flow": [0]})}, {})
    with pytest.raises(skyseam.InputError, match="polars is not installed: pip install polars"):
        results.to_polars()


def test_notebooks_show_the_first_rows_and_escape_names() -> None:
    """Goal: units, empty cells and markup in names are displayed correctly."""
    told = pa.schema(
        [
            pa.field("name", pa.string()),
            pa.field("rate", pa.float64(), metadata={b"unit": b"bit/s", b"meaning": b'its "rate"'}),
            pa.field("start_s", pa.float64()),
        ]
    )
    rows = [{"name": "<b>", "rate": 1 / 3, "start_s": None}] * 25
    results = skyseam.Results(
        {"drops": pa.table({"t_s": [1.0]}), "flows": pa.Table.from_pylist(rows, schema=told)}, {}
    )
    shown = results._repr_html_()
    assert '<th title="">name</th>' in shown
    assert '<th title="bit/s: its &quot;rate&quot;">rate</th>' in shown
    assert shown.count("<tr><td>&lt;b&gt;</td><td>0.333333</td><td></td></tr>") == 20
    assert "drops (1), flows (25)" in shown and "5 more rows" in shown
    assert skyseam.Results({}, {})._repr_html_() == "<p>no tables</p>"
