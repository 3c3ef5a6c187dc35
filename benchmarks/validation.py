"""How long `cardrules validate` takes for a folder of rulesets.

    python benchmarks/validation.py --count 200 --jobs 2

The folder holds copies of the rulesets in `examples/`, in turn, each with a name of its own. Times
are those of the whole command, start-up included, in seconds of the clock and of the processors.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
COMMAND = [sys.executable, "-c", "from cardrules.cli.main import main; main()", "validate"]


def fill(folder: Path, count: int) -> None:
    """Write so many different rulesets into a folder."""
    texts = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.yaml"))]
    rulesets = [text for text in texts if text.startswith("cardrules:")]
    for number, text in enumerate(islice(cycle(rulesets), count)):
        own = re.sub(r"(?m)^name: .*", f"name: Game {number}", text, count=1)
        (folder / f"game_{number:03}.yaml").write_text(own, "utf-8")


def run(folder: Path, jobs: int) -> tuple[float, float, str]:
    """Return the clock's and the processors' seconds of a run, and its last line."""
    environment = {**os.environ, "GITHUB_ACTIONS": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    command = [*COMMAND, "--jobs", str(jobs), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, busy, (done.stdout + done.stderr).strip().splitlines()[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=200, help="rulesets in the folder")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        fill(folder, arguments.count)
        seconds, busy, said = run(folder, arguments.jobs)
        print(f"{seconds:.1f} s, {busy:.1f} s of the processors   {said}")


if __name__ == "__main__":
    main()
