"""Goal: damaged files on disk are detected, and no command crashes on them.

Method: the store of a small finished sweep, its results and the entries of a study are damaged:
single bits at regular distances in every file, truncated and lost files, swapped pieces. In each
case the next call gives the bytes of an undamaged one, or refuses with a message.
"""

from __future__ import annotations

import runpy
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest

import skyseam
from conftest import BASE, Command
from skyseam import results, sweeps
from skyseam._store import Store
from skyseam.reproduce import Study, papers
from skyseam.reproduce.store import Store as StudyStore

RUNS = 12
STEP = 307
"""A bit is flipped in every so many bytes: a prime, so that every field is met in some piece."""


def sweep(first: int = 1) -> skyseam.Sweep:
    runs = [{"wires[0].delay": f"{first + n} ms"} for n in range(RUNS)]
    return sweeps.listed(BASE, runs, keep=["links"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of a finished sweep whose store has four pieces."""
    place = tmp_path_factory.mktemp("damage") / "whole"
    for limit in (3, 3, 3, 3):
        sweep().run_into(place, limit=limit, threads=1)
    return place


@pytest.fixture
def spoiled(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of the directory, to be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "out"))


RESULTS = ("flows.parquet", "links.parquet", "manifest.json")


def goes_on(spoiled: Path, whole: Path) -> tuple[str, ...] | None:
    """Repeat the sweep; return the damage that it reports, None if it refuses."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            state = sweep().run_into(spoiled, threads=1)
        except skyseam.SkyseamError as error:
            assert str(spoiled) in str(error)
            return None
    told = [one for one in warned if not issubclass(one.category, skyseam.IdleKeyWarning)]
    assert [str(one.message).startswith("warning: ") for one in told] == [True] * bool(state.damage)
    for name in RESULTS:
        assert (spoiled / name).read_bytes() == (whole / name).read_bytes(), name
    assert skyseam.load(spoiled).flows.equals(skyseam.load(whole).flows)
    assert state.finished == RUNS
    return state.damage


def test_no_flipped_bit_in_a_store_changes_a_result(spoiled: Path, whole: Path) -> None:
    store = spoiled / sweeps.STORE
    data = store.read_bytes()
    told = refused = 0
    for at in range(0, len(data), STEP):
        store.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        damage = goes_on(spoiled, whole)
        refused += damage is None
        told += bool(damage)
        # What was damaged has been taken out: the next call has nothing to tell of.
        if damage:
            assert goes_on(spoiled, whole) == ()
    assert refused == 0
    assert told == len(range(0, len(data), STEP))


def test_a_damaged_run_is_named_and_alone_made_again(spoiled: Path, whole: Path) -> None:
    store = spoiled / sweeps.STORE
    data = bytearray(store.read_bytes())
    data[-100] ^= 4
    store.write_bytes(data)
    with pytest.warns(skyseam.SkyseamWarning, match=r"3 runs from 9 to 11: the table \"\w+\" is"):
        state = sweep().run_into(spoiled)
    assert (state.finished, state.made) == (RUNS, 3)
    assert store.stat().st_size == len(data)


def test_no_flipped_bit_in_results_is_loaded(spoiled: Path, whole: Path) -> None:
    for name in RESULTS:
        data = (spoiled / name).read_bytes()
        for at in range(0, len(data), STEP):
            (spoiled / name).write_bytes(
                data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
            )
            # A blank of the manifest that has become another is none: what it says is the same.
            try:
                found = skyseam.load(spoiled)
            except skyseam.InputError as error:
                assert str(spoiled) in str(error)
            else:
                assert found.manifest == skyseam.load(whole).manifest
        assert goes_on(spoiled, whole) == ()
        assert (spoiled / name).read_bytes() == data


def cut(at: int) -> Callable[[Path], object]:
    return lambda place: (place / sweeps.STORE).write_bytes(
        (place / sweeps.STORE).read_bytes()[:at]
    )


def pieces(data: bytes) -> list[bytes]:
    """Return the pieces of a store, of which the first is the record of the origin of the runs."""
    magic = data[:8]
    return [magic + rest for rest in data.split(magic)[1:]]


def rearranged(*order: int) -> Callable[[Path], object]:
    def write(place: Path) -> None:
        parts = pieces((place / sweeps.STORE).read_bytes())
        assert len(parts) == 5
        (place / sweeps.STORE).write_bytes(b"".join(parts[number] for number in order))

    return write


@pytest.mark.parametrize(
    ("spoil", "is_told"),
    [
        (cut(-1), True),
        (cut(-2000), True),
        (cut(700), True),
        (cut(40), True),
        (cut(0), True),
        (rearranged(0, 1, 2, 4), False),  # as if its runs had never been made
        (rearranged(0, 4, 2, 3, 1), False),  # in another order, every piece is whole
        (rearranged(1, 2, 3, 4), True),
        (rearranged(0, 1, 2, 3, 4, 2), True),
        (lambda place: (place / sweeps.STORE).unlink(), True),
        (lambda place: (place / "flows.parquet").unlink(), False),
        (lambda place: (place / "manifest.json").unlink(), False),
        (lambda place: (place / "manifest.json").write_text("[" * 100_000), False),
        (lambda place: (place / "manifest.json").write_bytes(b"\xff\x00"), False),
    ],
    ids=[
        "the last byte", "most of a piece", "all but the head", "within the head", "empty",
        "a lost piece", "exchanged", "without its head", "a piece twice", "no store",
        "no table", "no manifest", "a deep manifest", "no text",
    ],
)  # fmt: skip
def test_whatever_is_cut_lost_or_exchanged_is_made_again(
    spoiled: Path, whole: Path, spoil: Callable[[Path], object], is_told: bool
) -> None:
    spoil(spoiled)
    damage = goes_on(spoiled, whole)
    assert damage is not None
    assert bool(damage) == is_told
    assert goes_on(spoiled, whole) == ()


def test_pieces_of_another_sweep_are_not_taken(spoiled: Path, whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    sweep(50).run_into(other, threads=1)
    foreign = pieces((other / sweeps.STORE).read_bytes())
    mine = pieces((spoiled / sweeps.STORE).read_bytes())
    (spoiled / sweeps.STORE).write_bytes(b"".join([mine[0], foreign[1], *mine[3:]]))
    damage = goes_on(spoiled, whole)
    assert damage is not None
    assert "hold no whole piece of this sweep" in damage[0]
    # The whole file of another sweep, also with its head spoiled, is refused and left as it is.
    for data in (b"".join(foreign), b"?" + b"".join(foreign)[1:]):
        (spoiled / sweeps.STORE).write_bytes(data)
        assert goes_on(spoiled, whole) is None
        assert (spoiled / sweeps.STORE).read_bytes() == data
    # So is a directory with the results of another sweep whose store is lost.
    (other / sweeps.STORE).unlink()
    before = (other / "flows.parquet").read_bytes()
    with pytest.raises(skyseam.InputError, match=r"not mixed \(design: "):
        sweep().run_into(other)
    assert (other / "flows.parquet").read_bytes() == before


def test_a_file_that_changes_under_a_sweep_is_noticed(whole: Path, spoiled: Path) -> None:
    with Store(spoiled / sweeps.STORE, sweep().made_by()) as store:
        with (spoiled / sweeps.STORE).open("r+b") as file:
            file.seek(-50, 2)
            file.write(b"?")
        with pytest.raises(skyseam.InputError, match="changed by something else"):
            list(store.in_order("links"))


def test_the_command_tells_of_damage_and_ends_well(
    tmp_path: Path, skyseam_command: Command
) -> None:
    (tmp_path / "small.toml").write_text(
        'vary = [{ key = "run.seed", values = [1, 2, 3] }]\n'
        "[scenario]\n"
        'nodes = [{ name = "a" }, { name = "b" }]\n'
        'wires = [{ between = ["a", "b"], delay = "10 ms", rate = "1 Mbit/s", '
        'queue = "9 packets" }]\n'
        'flows = [{ name = "f", from = "a", to = "b", '
        'application = { kind = "file", size = "9 kB" } }]\n'
        'run = { duration = "9 s" }\n',
        encoding="utf-8",
    )
    assert skyseam_command("sweep", "small.toml", "-o", "out", cwd=tmp_path).returncode == 0
    store = tmp_path / "out" / sweeps.STORE
    store.write_bytes(store.read_bytes()[:-9])
    done = skyseam_command("sweep", "small.toml", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(f"warning: {Path('out') / sweeps.STORE} was damaged; ")
    assert "the file ends within them" in done.stderr


TABLE = pa.table({"value": [1.0, 2.0, 3.0]})


def entries(store: Path) -> Iterator[Path]:
    return (path for path in sorted(store.iterdir()) if not path.name.endswith(".damaged"))


def test_damaged_runs_of_a_study_are_made_again(tmp_path: Path) -> None:
    made = []

    def reduce(one: results.Results) -> dict[str, pa.Table]:
        made.append(1)
        return {"value": TABLE, "flows": one.flows.select(["bytes"])}

    def runs(*seeds: int) -> dict[str, pa.Table]:
        scenarios = [{**BASE, "run": {"duration": "30 s", "seed": seed}} for seed in seeds]
        return study.reduced("first", scenarios, reduce, at_once=2)

    study = StudyStore(tmp_path / "store")
    before = runs(1, 2, 3)
    assert before["value"]["value"].to_pylist() == 3 * TABLE["value"].to_pylist()
    assert runs(1, 2, 3) == before
    assert len(made) == 3
    (entry,) = entries(tmp_path / "store")
    file = entry / sweeps.STORE
    for at in range(0, file.stat().st_size, STEP):
        again = len(made)
        data = file.read_bytes()
        file.write_bytes(data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert runs(1, 2, 3) == before
        assert len(made) <= again + 2, "no more than a piece is made again"
        # Bytes of a piece that was damaged before are erased: nothing hangs on them.
        assert len(made) == again or "was damaged" in str(caught[0].message)
    assert len(made) == 6, "each piece was damaged once, and what is made again is at the end"
    # Two files exchanged: neither is taken for the other.
    runs(4, 5, 6)
    one, two = ((place / sweeps.STORE) for place in entries(tmp_path / "store"))
    one.rename(tmp_path / "aside")
    two.rename(one)
    (tmp_path / "aside").rename(two)
    with pytest.raises(skyseam.SkyseamError, match="of another origin"):
        runs(1, 2, 3)


def test_what_an_older_analysis_kept_is_not_used(tmp_path: Path) -> None:
    study, analysis = StudyStore(tmp_path / "store"), tmp_path / "analysis.py"

    def kept(value: int) -> list[int]:
        analysis.write_text(
            "import pyarrow as pa\n"
            f"def reduce(one): return {{'value': pa.table({{'value': [{value}]}})}}\n"
        )
        told = runpy.run_path(str(analysis))
        found: list[int] = study.reduced("one", [BASE], told["reduce"])["value"][
            "value"
        ].to_pylist()
        return found

    assert [kept(1), kept(2), kept(1)] == [[1], [2], [1]]
    assert len(list(entries(tmp_path / "store"))) == 2


def test_a_damaged_sweep_of_a_study_is_made_again(tmp_path: Path) -> None:
    study = Study(papers()["tauran2018"], "", store=StudyStore(tmp_path / "store"))
    scenarios = [{**BASE, "run": {"duration": "30 s", "seed": seed}} for seed in range(3)]
    before = study.runs("runs", scenarios)
    (entry,) = entries(tmp_path / "store")
    for path in sorted(entry.iterdir()):
        data = path.read_bytes()
        for at in range(0, len(data), 20 * STEP):
            path.write_bytes(data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", skyseam.SkyseamWarning)
                assert study.runs("runs", scenarios) == before
            assert results.load(entry).manifest["kind"] == "sweep"
