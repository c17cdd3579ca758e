"""Goal: a sweep on remote workers gives the bytes of a local sweep, whatever happens to them.

Method: 200 runs on processes, on a Dask cluster of two workers, and on jobs of a Slurm whose
`sbatch` starts them on this machine. Workers are killed, hang or refuse; callers are killed and
interrupted.
"""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

import skyseam
from conftest import ROOT, Command
from skyseam import executors, sweeps
from skyseam.executors import Answer

# Dask's own sockets and pipes, which it leaves to the collector when workers are killed.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

RUNS = 200
RESULTS = ("flows.parquet", "drops.parquet", "manifest.json")

MANY = """
scenario = "link.toml"
draws = 100
seed = 5
keep = ["drops"]

[[vary]]
key = "wires[0].delay"
log_uniform = { from = "1 ms", to = "200 ms", step = "1 us" }

[[vary]]
key = "wires[0].queue"
values = ["5 packets", "50 packets"]
"""


def written(place: Path, size: str) -> Path:
    """Write a sweep of 200 transfers of a size."""
    link = (ROOT / "sweeps" / "link.toml").read_text(encoding="utf-8")
    (place / "link.toml").write_text(link.replace('"2 MB"', f'"{size}"'), encoding="utf-8")
    path = place / "many.toml"
    path.write_text(MANY, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a sweep that takes less than a second."""
    return written(tmp_path_factory.mktemp("many"), "20 MB")


@pytest.fixture(scope="module")
def here(many: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make all runs of the short sweep in this process."""
    place = tmp_path_factory.mktemp("here") / "out"
    skyseam.sweep(many, place)
    return place


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a sweep that takes long enough to be interrupted in the middle."""
    return written(tmp_path_factory.mktemp("longer"), "150 MB")


@pytest.fixture(scope="module")
def longer_here(longer: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make all runs of the longer sweep in this process."""
    place = tmp_path_factory.mktemp("longer-here") / "out"
    skyseam.sweep(longer, place)
    return place


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as made:
        yield made


def assert_same(place: Path, here: Path) -> None:
    for name in RESULTS:
        assert (place / name).read_bytes() == (here / name).read_bytes(), name
    assert sweeps.finished(place) == RUNS


class Once:
    """A progress callback that acts once, when a fifth of the runs is finished."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act: Callable[[], object] | None = act

    def __call__(self, done: float, text: str) -> None:
        assert f"of {RUNS} runs on " in text
        if done >= 0.2 and self.act is not None:
            act, self.act = self.act, None
            act()


def workers_of(cluster: LocalCluster) -> list[int]:
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid is not None]


def kill(processes: list[int]) -> None:
    assert processes
    for process in processes:
        os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("killed", [0, 1, 2])
def test_workers_of_dask_are_killed(
    killed: int, many: Path, here: Path, cluster: LocalCluster, tmp_path: Path
) -> None:
    lose = Once(lambda: kill(workers_of(cluster)[:killed]) if killed else None)
    on = f"dask:{cluster.scheduler_address}"
    skyseam.sweep(many, tmp_path / "out", executor=on, progress=lose)
    assert lose.act is None
    assert_same(tmp_path / "out", here)


def test_processes_are_killed(many: Path, here: Path, tmp_path: Path) -> None:
    with executors.workers("processes:2") as who:

        def lose() -> None:
            pool = who._executor
            assert isinstance(pool, ProcessPoolExecutor)
            kill(list(pool._processes))

        skyseam.sweep(many, tmp_path / "out", executor=who, progress=Once(lose))
    assert_same(tmp_path / "out", here)


def started(many: Path, out: Path, on: str) -> subprocess.Popen[str]:
    """Begin a sweep on workers and return once some runs are finished."""
    process = subprocess.Popen(
        [sys.executable, "-m", "skyseam", "sweep", many, "-o", out, "--executor", on],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until:
        if (out / sweeps.STORE).exists() and sweeps.finished(out) > 5:
            break
        time.sleep(0.05)
    return process


@pytest.mark.parametrize("on", ["dask", "processes:2"])
def test_the_caller_is_killed_and_called_again(
    on: str,
    longer: Path,
    longer_here: Path,
    cluster: LocalCluster,
    tmp_path: Path,
    skyseam_command: Command,
) -> None:
    on = f"dask:{cluster.scheduler_address}" if on == "dask" else on
    process = started(longer, tmp_path / "out", on)
    children = children_of(process.pid)
    process.kill()
    process.communicate()
    before = sweeps.finished(tmp_path / "out")
    assert 0 < before < RUNS
    done = skyseam_command("sweep", longer, "-o", tmp_path / "out", "--executor", on)
    assert done.returncode == 0, done.stderr
    assert f"200 runs, {before} of them before" in done.stdout
    assert_same(tmp_path / "out", longer_here)
    # No process outlives the one that started it.
    assert not [child for child in children if is_alive(child)]


def children_of(process: int) -> list[int]:
    told = Path(f"/proc/{process}/task/{process}/children")
    return [int(one) for one in told.read_text().split()] if told.exists() else []


def is_alive(process: int) -> bool:
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.1)
    return True


def test_ctrl_c_keeps_what_is_finished(longer: Path, tmp_path: Path) -> None:
    process = started(longer, tmp_path / "out", "processes:2")
    children = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    finished = sweeps.finished(tmp_path / "out")
    assert 0 < finished < RUNS
    assert said == (
        f"interrupted; {finished} of 200 runs are finished in {tmp_path / 'out'}, "
        "the same command resumes from there\n"
    )
    assert not [child for child in children if is_alive(child)]


class Faulty(Executor):
    """An executor some of whose calls end in unexpected ways."""

    def __init__(self, answers: dict[int, Callable[[], Future[Answer]]]) -> None:
        self._answers = answers
        self._calls = 0
        self._threads = ThreadPoolExecutor(2)

    def submit(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        self._calls += 1
        instead = self._answers.get(self._calls)
        return instead() if instead else self._threads.submit(call, *given, **named)


def raising(error: BaseException) -> Future[Answer]:
    future: Future[Answer] = Future()
    future.set_exception(error)
    return future


def answering(answer: Answer) -> Future[Answer]:
    future: Future[Answer] = Future()
    future.set_result(answer)
    return future


def test_a_worker_that_hangs_is_passed_over(
    many: Path, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "LEAST_PATIENCE_S", 0.5)
    monkeypatch.setattr(executors, "PATIENCE", 0)
    monkeypatch.setattr(executors, "CHUNK_S", 0.05)
    hanging: list[Future[Answer]] = []

    def hang() -> Future[Answer]:
        hanging.append(Future())
        hanging[0].set_running_or_notify_cancel()
        return hanging[0]

    skyseam.sweep(many, tmp_path / "out", executor=Faulty({3: hang}))
    assert_same(tmp_path / "out", here)
    assert hanging


def test_what_fails_is_tried_again(many: Path, here: Path, tmp_path: Path) -> None:
    faulty = Faulty({2: lambda: raising(MemoryError("a large run")), 5: lambda: raising(OSError())})
    skyseam.sweep(many, tmp_path / "out", executor=faulty)
    assert_same(tmp_path / "out", here)


def test_what_always_fails_ends_the_sweep(many: Path, tmp_path: Path) -> None:
    broken = range(20, 400)
    always = Faulty({n: lambda: raising(MemoryError("a large run")) for n in broken})
    with pytest.raises(skyseam.WorkerError) as caught:
        skyseam.sweep(many, tmp_path / "out", executor=always)
    assert "failed on a worker (MemoryError: a large run), the last of 3 attempts" in str(
        caught.value
    )
    assert 0 < sweeps.finished(tmp_path / "out") < RUNS


def test_another_build_is_refused(many: Path, tmp_path: Path) -> None:
    other = Faulty({1: lambda: answering(Answer("5" * 64))})
    with pytest.raises(skyseam.WorkerError, match="another build of Skyseam \\(555555555555, here"):
        skyseam.sweep(many, tmp_path / "out", executor=other)
    # A worker compares before it makes a run.
    assert executors.work("5" * 64, b"", [0]) == Answer(executors.this_build())


def test_a_fault_of_the_core_is_told_as_one(many: Path, tmp_path: Path) -> None:
    answer = Answer(executors.this_build(), fault=("a state that cannot be", "engine.rs:7"))
    with pytest.raises(skyseam.CoreFault, match="a state that cannot be") as caught:
        skyseam.sweep(many, tmp_path / "out", executor=Faulty({1: lambda: answering(answer)}))
    assert caught.value.where == "engine.rs:7"


def test_an_executor_of_the_caller_is_left_running(many: Path, here: Path, tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        skyseam.sweep(many, tmp_path / "out", executor=pool)
        assert pool.submit(abs, -1).result() == 1
    assert_same(tmp_path / "out", here)
    with pytest.raises(skyseam.WorkerError, match="the executor is broken or shut down"):
        skyseam.sweep(many, tmp_path / "again", executor=pool)


def test_without_files_the_tables_are_the_same(many: Path, here: Path) -> None:
    made = skyseam.sweep(many, executor="processes:2")
    assert made.flows.equals(skyseam.load(here).flows)


@pytest.mark.parametrize(
    ("on", "said"),
    [
        (
            "nodes",
            "'nodes' does not name workers; expected processes, processes:NUMBER, dask:ADDRESS",
        ),
        ("dask", "'dask' does not name workers"),
        ("processes:two", "'two' in 'processes:two' is not a number of workers"),
        ("processes:0", "the number of workers in 'processes:0' is 0; expected"),
        ("slurm", "'slurm' does not name workers"),
    ],
)
def test_what_names_no_workers_is_refused(
    on: str, said: str, many: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    done = skyseam_command("sweep", many, "-o", tmp_path / "out", "--executor", on)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_cluster_that_does_not_answer_is_told(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "ANSWER_S", 0.5)
    with pytest.raises(skyseam.WorkerError, match="no Dask scheduler answers"):
        skyseam.sweep(many, tmp_path / "out", executor="dask:tcp://127.0.0.1:1")
    assert not (tmp_path / "out").exists()


def test_threads_and_workers_exclude_each_other(
    many: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    given = ("--threads", "2", "--executor", "processes")
    done = skyseam_command("sweep", many, "-o", tmp_path / "out", *given)
    assert done.returncode == 2
    assert "threads and executor are given" in done.stderr
    with pytest.raises(TypeError, match="an executor is processes, processes:NUMBER"):
        skyseam.sweep(many, executor=3)  # type: ignore[arg-type]


SBATCH = """#!/bin/sh
# Starts the job on this machine at once, and says what sbatch says.
for script; do :; done
job=$(cat "$script")  # it is removed as soon as this has ended
setsid sh -c "$job" >>"$FAKE_SLURM/log" 2>&1 &
echo $! >>"$FAKE_SLURM/jobs"
echo "Submitted batch job $!"
"""

SCANCEL = """#!/bin/sh
for job; do
    kill -TERM "-$job" 2>/dev/null
done
exit 0
"""

SETTINGS = """
jobqueue:
  slurm:
    cores: 1
    processes: 1
    memory: 1GB
    walltime: '00:10:00'
    interface: lo
"""


def test_jobs_of_slurm_make_the_runs(
    many: Path,
    here: Path,
    tmp_path: Path,
    skyseam_command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(stat.S_IRWXU)
    (tmp_path / "dask").mkdir()
    (tmp_path / "dask" / "jobqueue.yaml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("DASK_CONFIG", str(tmp_path / "dask"))
    monkeypatch.setenv("FAKE_SLURM", str(tmp_path))
    done = skyseam_command("sweep", many, "-o", tmp_path / "out", "--executor", "slurm:2")
    assert done.returncode == 0, done.stderr
    assert_same(tmp_path / "out", here)
    jobs = [int(one) for one in (tmp_path / "jobs").read_text().split()]
    assert len(jobs) == 2
    assert not [job for job in jobs if is_alive(job)]
