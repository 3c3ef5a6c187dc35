"""Plays many generated rulesets, each in a process of its own that nothing can keep from ending.

A worker process gets one ruleset's number after the other. It may use so much memory and no more,
and who takes too long is killed, so no bug of the engine holds up the run. What came of a ruleset
is one line of a file at once: a run that was stopped goes on where it ended.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from .compare import Failure, failure
from .mutants import ROOT, mutant
from .rulesets import generate

MEMORY = 3 << 30
"""How many bytes of address space a worker may use."""

SECONDS = 60.0
"""How long a ruleset may take."""

RENEWED = 200
"""After how many rulesets a worker is replaced, so that what caches keep does not add up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a ruleset.

    Attributes:
        seed: its number.
        kind: what went wrong, in a few words; empty if nothing did.
        detail: what was expected and what came.
        seconds: how long it took.
    """

    seed: int
    kind: str = ""
    detail: str = ""
    seconds: float = 0.0


class Worker:
    """A process that compares one ruleset after the other."""

    def __init__(self, arguments: Sequence[str], seconds: float) -> None:
        """Prepare to start it.

        Args:
            arguments: of `work`.
            seconds: how long a ruleset may take.
        """
        self._arguments = arguments
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._done = 0

    def compare(self, seed: int) -> Outcome:
        """Compare on a ruleset; whatever happens to the process is an outcome too."""
        process = self._ready()
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._seconds, end)
        begun = time.monotonic()
        timer.start()
        try:
            with suppress(BrokenPipeError):
                process.stdin.write(f"{seed}\n")
                process.stdin.flush()
            line = process.stdout.readline()
        finally:
            timer.cancel()
        if line.endswith("\n"):
            self._done += 1
            return Outcome(**json.loads(line))
        self.close()
        seconds = round(time.monotonic() - begun, 2)
        if late.is_set():
            return Outcome(seed, f"takes more than {self._seconds:g} s", "", seconds)
        return Outcome(seed, f"the process died ({process.returncode})", "", seconds)

    def _ready(self) -> subprocess.Popen[str]:
        if self._done == RENEWED:
            self.close()
        if self._process is None:
            self._done = 0
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.generated.runner", *self._arguments],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def run(
    seeds: range,
    file: Path | None,
    told: Callable[[Outcome], None] = lambda _: None,
    *,
    jobs: int = 1,
    seconds: float = SECONDS,
    mutants: bool = False,
    traced: int = 1,
) -> list[Outcome]:
    """Compare on many rulesets, and return what came of each, in the order of their numbers.

    Args:
        seeds: the numbers of the rulesets.
        file: where outcomes are kept; those that it has are not played again.
        told: called with each new outcome.
        jobs: how many processes to use.
        seconds: how long a ruleset may take.
        mutants: whether to change rulesets of people instead.
        traced: every how manieth ruleset to play in the build with a trace too.
    """
    known = {each.seed: each for each in outcomes(file)} if file is not None else {}
    if file is not None:  # a last line that was cut off must not spoil the next one
        file.write_text("".join(json.dumps(asdict(each)) + "\n" for each in known.values()), "utf-8")
    arguments = [str(traced), *(["mutants"] if mutants else [])]
    workers = [Worker(arguments, seconds) for _ in range(jobs)]
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)
    noting = threading.Lock()

    def one(seed: int) -> None:
        worker = free.get()
        outcome = worker.compare(seed)
        free.put(worker)
        with noting:
            known[seed] = outcome
            if file is not None:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(asdict(outcome)) + "\n")
            told(outcome)

    pool = ThreadPoolExecutor(jobs)
    try:
        for done in [pool.submit(one, seed) for seed in seeds if seed not in known]:
            done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()
    return [known[seed] for seed in seeds]


def outcomes(file: Path) -> Iterator[Outcome]:
    """Yield the outcomes in a file; a last line that was cut off does not count."""
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            with suppress(ValueError):
                yield Outcome(**json.loads(line))


def work(arguments: Sequence[str]) -> None:
    """Compare on the rulesets whose numbers come in by standard input, and write the outcomes."""
    traced, make = int(arguments[0]), mutant if "mutants" in arguments else generate
    with suppress(ImportError, ValueError):  # not on this system, or less is allowed already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        seed, begun = int(line), time.monotonic()
        try:
            text = make(seed)
            found = failure(text, traced=seed % traced == 0) if text is not None else None
        except Exception as error:  # a bug of the comparison itself is one too
            found = Failure(f"{type(error).__name__} while comparing", str(error), 0)
        if seed % 8 == 0:
            gc.collect()  # native code keeps address space, which does not count as garbage
        seconds = round(time.monotonic() - begun, 2)
        outcome = Outcome(seed, seconds=seconds)
        if found is not None:
            outcome = Outcome(seed, found.kind, found.detail, seconds)
        print(json.dumps(asdict(outcome)), flush=True)  # noqa: T201


if __name__ == "__main__":
    work(sys.argv[1:])
