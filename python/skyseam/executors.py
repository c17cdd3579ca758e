"""Runs of a sweep in other processes and on other machines.

Owns the distribution of runs: workers, chunks of runs, and the treatment of workers that are lost,
hang, or have another build. Workers get plain values and return Arrow streams; only the caller
writes the store, so no file system is shared. Results have the same bytes wherever runs are made.
The caller has checked the validity of runs before.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pyarrow as pa

from skyseam import _arrow, _core
from skyseam._core import __version__
from skyseam._errors import CoreFault, InputError, SkyseamError, SkyseamWarning, WorkerError
from skyseam._store import packed, unpacked
from skyseam._work import available_cores, whole

if TYPE_CHECKING:
    from skyseam._core import RunWarned

CHUNK_S = 5.0
"""Time that a chunk of runs is to take on a worker: long beside what dealing it out takes, short
beside what is lost with a worker."""

TRIES = 3
"""How often a chunk is given out before the sweep is given up."""

PATIENCE = 20
"""A worker hangs if a chunk takes so many times as long as the longest run before would have it."""

LEAST_PATIENCE_S = 600.0
"""A chunk never counts as hanging before that."""

ANSWER_S = 10
"""How long a scheduler of Dask may take to answer the first call."""

POLL_S = 0.5
"""How often an interrupt, a hanging worker and progress are looked for."""

Take: TypeAlias = Callable[[list[int], dict[str, pa.Table]], None]
"""Called with the numbers of runs that have finished, and their tables."""


class Workers:
    """Workers that make runs: an executor, and a way to replace it when it breaks.

    A context: at its end it stops workers that were started for it.

    Parameters
    ----------
    make
        Returns an executor whose workers can import this build of Skyseam.
    at_once
        Number of workers, or a function that returns it if workers come and go.
    owned
        Whether the executor is made only for this object, which ends it and replaces it when it is
        broken.
    """

    def __init__(
        self, make: Callable[[], Executor], at_once: int | Callable[[], int], *, owned: bool = True
    ) -> None:
        self._make = make
        self._at_once = at_once
        self._owned = owned
        self._executor: Executor | None = None

    @property
    def at_once(self) -> int:
        """Number of workers now; 0 while none has come yet."""
        return self._at_once if isinstance(self._at_once, int) else self._at_once()

    @property
    def renewable(self) -> bool:
        """Whether workers that :meth:`stop` has ended are replaced."""
        return self._owned

    def submit(self, build: str, recipe: bytes, runs: list[int]) -> Future[Answer]:
        """Give runs to a worker.

        Raises
        ------
        BrokenExecutor
            When there are no workers left.
        """
        if self._executor is None:
            self._executor = self._make()
        try:
            with deaf_children():
                return self._executor.submit(work, build, recipe, runs)
        except RuntimeError as error:  # what is shut down says this
            raise BrokenExecutor(str(error)) from error

    def cancel(self, future: Future[Answer]) -> None:
        """Cancel work whose result is no longer needed.

        Work of workers that :meth:`stop` ends is not cancelled: `ProcessPoolExecutor` fails on a
        cancelled future when its processes are lost (CPython's gh-107219, Python 3.11).
        """
        if not self._owned:
            future.cancel()

    def stop(self) -> None:
        """End the workers that were started for this value, whatever they are doing."""
        executor, self._executor = self._executor, None
        if executor is None or not self._owned:
            return
        # Those of `ProcessPoolExecutor`; a worker that hangs would otherwise be waited for.
        processes = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False)
        for process in processes:
            with suppress(OSError, ValueError):
                process.kill()

    def __enter__(self) -> Workers:
        """Enter the context; workers are started on demand."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the workers."""
        self.stop()


Where: TypeAlias = "str | Executor | Workers"
"""Who makes the runs: text as of `--executor`, an executor, or :class:`Workers`."""

FORMS = "processes, processes:NUMBER, dask:ADDRESS or slurm:JOBS"


def workers(where: Where) -> Workers:
    """Return the workers that `where` describes.

    Parameters
    ----------
    where
        ``"processes"`` or ``"processes:4"``: processes of this machine, as many as it has cores
        unless a number is given. ``"dask:tcp://host:8786"``: workers of a Dask cluster, by the
        address of its scheduler or the path of its scheduler file. ``"slurm:10"``: this many
        jobs of Slurm with the settings of dask-jobqueue. Or any `concurrent.futures.Executor` whose
        workers can import Skyseam, which is left running.

    Raises
    ------
    InputError
        When the text names none of these, or the package is not installed.
    WorkerError
        When the cluster cannot be reached.
    """
    if isinstance(where, Workers):
        return where
    if isinstance(where, Executor):
        given = where
        known = getattr(where, "_max_workers", None)
        return Workers(
            lambda: given, known if isinstance(known, int) else available_cores(), owned=False
        )
    kind, _, rest = where.partition(":")
    if kind == "processes":
        number = _count(where, rest) if rest else available_cores()
        return Workers(lambda: _processes(number), number)
    if kind == "dask" and rest:
        return _dask(rest)
    if kind == "slurm" and rest:
        return _slurm(_count(where, rest))
    raise InputError(f"{where!r} does not name workers; expected {FORMS}")


def expect(where: object) -> None:
    """Raise TypeError if an argument cannot name workers."""
    if not isinstance(where, str | Executor | Workers):
        raise TypeError(f"an executor is {FORMS}, or an Executor, not {type(where).__name__}")


@contextmanager
def opened(where: Where) -> Iterator[Workers]:
    """Yield workers, and stop at the end those that are not the caller's own."""
    if isinstance(where, Workers):
        yield where
        return
    with workers(where) as who:
        yield who


def _count(where: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise InputError(f"{text!r} in {where!r} is not a number of workers; expected {FORMS}")
    return whole(f"the number of workers in {where!r}", int(text), 1, 1024)


def _processes(number: int) -> Executor:
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=begin_process)


_LEFT_TO_CALLER = (signal.SIGINT, signal.SIGHUP)
"""Signals that a terminal sends to all its processes, of which the caller alone is to hear."""


@contextmanager
def deaf_children() -> Iterator[None]:
    """Make child processes ignore the signals that the caller handles."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _LEFT_TO_CALLER)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_process() -> None:
    """Leave interrupts to the caller, and end when it has ended."""
    for number in _LEFT_TO_CALLER:
        signal.signal(number, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _dask(address: str) -> Workers:
    """Return the workers of a Dask cluster by the address or file of its scheduler."""
    try:
        import distributed
    except ImportError:
        raise InputError(
            "dask:ADDRESS needs the package distributed; `pip install skyseam[dask]` has it"
        ) from None
    by = {"scheduler_file": address} if Path(address).is_file() else {"address": address}
    try:
        client = distributed.Client(**by, set_as_default=False, timeout=ANSWER_S)
    except (OSError, ValueError) as error:
        raise WorkerError(f"no Dask scheduler answers at {address}: {error}") from error
    return _OfDask(client)


def _slurm(jobs: int) -> Workers:
    """Return workers that are jobs of Slurm: its queue, cores and memory are dask-jobqueue's."""
    try:
        import dask_jobqueue
        import distributed
    except ImportError:
        raise InputError(
            "slurm:JOBS needs the package dask-jobqueue; `pip install skyseam[slurm]` has it"
        ) from None
    try:
        cluster = dask_jobqueue.SLURMCluster()
    except (TypeError, ValueError) as error:
        raise InputError(
            f"Slurm's settings are not complete: {error}; they are in "
            "~/.config/dask/jobqueue.yaml, under jobqueue.slurm (docs/clusters.md has an example)"
        ) from error
    cluster.scale(jobs=jobs)
    return _OfDask(distributed.Client(cluster, set_as_default=False), cluster)


class _OfDask(Workers):
    """Workers of Dask, which replaces lost ones itself."""

    def __init__(self, client: Any, cluster: Any = None) -> None:  # noqa: ANN401 - no types there
        super().__init__(lambda: client.get_executor(pure=False), self._cores)
        self._client = client
        self._cluster = cluster

    def _cores(self) -> int:
        try:
            return sum(self._client.ncores().values())
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkerError(f"the Dask scheduler no longer answers: {error}") from error

    def stop(self) -> None:
        """Cancel pending work; the workers stay."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False)  # Dask's cancels its futures

    def __exit__(self, *_: object) -> None:
        """Leave the cluster; end it if it was made here."""
        self.stop()
        for one in (self._client, self._cluster):
            if one is not None:
                with suppress(OSError, TimeoutError):
                    one.close(timeout=10)


@dataclass(frozen=True)
class Answer:
    """Result of a worker for a chunk of runs.

    Attributes
    ----------
    build : str
        Worker's build of the core, which makes no runs for another build.
    runs : tuple of int
        Numbers of the runs made.
    tables : dict of str to bytes
        Tables of the runs, each an Arrow stream.
    seconds : float
        Time that the worker took.
    fault : tuple, optional
        Message and location of a bug of the core.
    refusal : str, optional
        Reason for which the worker made no runs.
    """

    build: str
    runs: tuple[int, ...] = ()
    tables: Mapping[str, bytes] = field(default_factory=dict)
    seconds: float = 0.0
    warned: tuple[RunWarned, ...] = ()
    fault: tuple[str, str | None] | None = None
    refusal: str | None = None


def recipe(kind: SweepKind, arguments: Sequence[Any]) -> bytes:
    """Return bytes from which a worker can recreate the core's sweep.

    `kind` is a constructor of the core's `Sweep`, `arguments` are its arguments.
    """
    return pickle.dumps((kind, tuple(arguments)))


def work(build: str, recipe: bytes, runs: list[int]) -> Answer:
    """Make runs of a sweep; called on a worker."""
    mine = this_build()
    if build != mine:
        return Answer(mine)
    begun = time.perf_counter()
    done: list[int] = []
    pieces: dict[str, list[pa.Table]] = {}

    def take(numbers: list[int], raw: dict[str, Any]) -> None:
        done.extend(numbers)
        for name, table in raw.items():
            pieces.setdefault(name, []).append(_arrow.table(table))

    try:
        with warnings.catch_warnings():
            # The caller has told them, of all runs.
            warnings.simplefilter("ignore", SkyseamWarning)
            warned = _sweep(recipe).run(runs, 1, lambda: None, take, None)
    except CoreFault as fault:
        return Answer(mine, fault=(fault.what, fault.where))
    except SkyseamError as error:
        return Answer(mine, refusal=str(error))
    tables = {name: packed(pa.concat_tables(some)) for name, some in pieces.items()}
    return Answer(mine, tuple(done), tables, time.perf_counter() - begun, tuple(warned))


@functools.lru_cache(maxsize=4)
def _sweep(recipe: bytes) -> _core.Sweep:
    kind, arguments = pickle.loads(recipe)
    return core_sweep(kind, arguments)


SweepKind: TypeAlias = Literal["read", "listed"]
"""Whether a sweep is read from a file, or its runs are listed by a program."""


def core_sweep(kind: SweepKind, arguments: Sequence[Any]) -> _core.Sweep:
    """Make the core's sweep of a kind."""
    if kind == "read":
        return _core.Sweep.read(*arguments)
    return _core.Sweep.listed(*arguments)


@functools.cache
def this_build() -> str:
    """Return the digest of the compiled core: two builds of one version may differ."""
    return hashlib.sha256(Path(str(_core.__file__)).read_bytes()).hexdigest()


@dataclass
class _Chunk:
    """A chunk of runs, its attempt number and when it was dispatched."""

    runs: list[int]
    tries: int = 0
    since: float = 0.0


def make_runs(
    who: Workers,
    recipe: bytes,
    missing: Sequence[int],
    take: Take,
    note: Callable[[int, int], None],
) -> list[RunWarned]:
    """Make runs on workers; each result is taken once, in order of completion.

    Parameters
    ----------
    who
        The workers.
    recipe
        Result of :func:`recipe`.
    missing
        Numbers of the runs.
    take
        Called in this thread with the results of finished runs.
    note
        Called in this thread at least twice a second with the numbers of finished runs and of
        workers.

    Returns
    -------
    list of RunWarned
        Warnings of runs; a kind may occur more than once.

    Raises
    ------
    CoreFault
        When a worker met a bug of Skyseam.
    WorkerError
        When a worker has another build of Skyseam, when a chunk was lost or failed three times, or
        when there are no workers left. Runs taken before are kept.
    """
    dealer = _Dealer(who, recipe, missing, take)
    dealer.deal(note)
    return dealer.warned


class _Dealer:
    """Dispatcher of runs to workers, and receiver of their results."""

    def __init__(self, who: Workers, recipe: bytes, missing: Sequence[int], take: Take) -> None:
        self._who = who
        self._recipe = recipe
        self._take = take
        self._fresh = deque(missing)
        self._again: deque[_Chunk] = deque()
        self._given: dict[Future[Answer], _Chunk] = {}
        self._total = len(missing)
        self._taken_runs = 0
        self.warned: list[RunWarned] = []
        self._mean_s: float | None = None
        self._longest_s: float | None = None
        self._is_broken = False

    def deal(self, note: Callable[[int, int], None]) -> None:
        """Dispatch until all runs are taken."""
        try:
            while self._taken_runs < self._total:
                slots = self._who.at_once
                self._give(slots)
                if self._given:
                    done, _ = wait(self._given, POLL_S, FIRST_COMPLETED)
                    for future in done:
                        self._receive(future)
                else:
                    time.sleep(POLL_S)  # no worker has come yet
                is_late = self._drop_late()
                if self._is_broken or (is_late and self._who.renewable):
                    self._renew()
                note(self._taken_runs, slots)
        finally:
            for future in self._given:
                self._who.cancel(future)

    def _give(self, slots: int) -> None:
        """Keep two chunks with each worker: the current one, and the next."""
        while len(self._given) < 2 * slots and (self._again or self._fresh):
            chunk = self._again.popleft() if self._again else self._next(slots)
            chunk.tries += 1
            chunk.since = time.monotonic()
            try:
                future = self._who.submit(this_build(), self._recipe, chunk.runs)
            except BrokenExecutor:
                self._is_broken = True
                self._retry(chunk, "found no worker")
                return
            self._given[future] = chunk

    def _next(self, slots: int) -> _Chunk:
        share = -(-len(self._fresh) // (2 * slots))
        wanted = 1 if self._mean_s is None else int(CHUNK_S / max(self._mean_s, 1e-6))
        return _Chunk([self._fresh.popleft() for _ in range(max(1, min(share, wanted)))])

    def _receive(self, future: Future[Answer]) -> None:
        """Take a worker's result; reassign lost runs."""
        chunk = self._given.pop(future)
        try:
            answer = future.result()
        except BrokenExecutor:
            self._is_broken = True
            self._retry(chunk, "was lost with a worker")
            return
        except CancelledError:
            self._retry(chunk, "was lost with a worker")
            return
        except Exception as error:  # whatever a worker or its cluster may raise
            told = " ".join(f"{type(error).__name__}: {error}".split())
            self._retry(chunk, f"failed on a worker ({told})")
            return
        if answer.fault is not None:
            raise CoreFault(*answer.fault)
        if answer.build != this_build():
            raise WorkerError(
                f"a worker has another build of Skyseam ({answer.build[:12]}, here "
                f"{this_build()[:12]}), whose results could differ; install the same wheel on all"
            )
        if answer.refusal is not None:
            raise WorkerError(f"a worker refuses {_named(chunk.runs)}: {answer.refusal}")
        self._take(list(answer.runs), {n: unpacked(data) for n, data in answer.tables.items()})
        self._taken_runs += len(answer.runs)
        self.warned += answer.warned
        each = answer.seconds / len(answer.runs)
        self._mean_s = each if self._mean_s is None else 0.5 * (self._mean_s + each)
        self._longest_s = max(each, self._longest_s or 0.0)

    def _retry(self, chunk: _Chunk, why: str) -> None:
        if chunk.tries >= TRIES:
            raise WorkerError(
                f"{_named(chunk.runs)} {why}, the last of {TRIES} attempts; workers need this "
                f"build of Skyseam, {__version__}, and enough memory"
            )
        self._again.append(chunk)

    def _drop_late(self) -> bool:
        """Reassign runs that take much longer than earlier ones; return whether there were any."""
        if self._longest_s is None:
            return False
        late = []
        for future, chunk in self._given.items():
            # Another chunk may be before it in the worker's queue.
            patience = max(LEAST_PATIENCE_S, PATIENCE * 2 * len(chunk.runs) * self._longest_s)
            if time.monotonic() - chunk.since > patience:
                late.append(future)
        for future in late:
            chunk = self._given.pop(future)
            self._who.cancel(future)
            self._retry(chunk, "hung")
        return bool(late)

    def _renew(self) -> None:
        """Abandon workers that are lost or hang; reassign their unfinished runs."""
        for future in list(self._given):
            if future.done():
                self._receive(future)
                continue
            chunk = self._given.pop(future)
            chunk.tries -= 1  # it may not be the one that broke the workers
            self._who.cancel(future)
            self._again.append(chunk)
        self._is_broken = False
        if not self._who.renewable:
            raise WorkerError("the executor is broken or shut down; the same call resumes")
        self._who.stop()


def _named(runs: Sequence[int]) -> str:
    return f"run {runs[0]}" if len(runs) == 1 else f"runs {min(runs)} to {max(runs)}"
