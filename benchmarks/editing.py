"""How long the language service takes for an answer while a ruleset is being typed.

The rules of a file are typed anew, sign by sign: after each sign the answer of completion is timed, and after each word
the first diagnostics. Times are those of the processor, so that other programs change them little.

    .venv/bin/python -m benchmarks.editing gin_rummy durak --every 40
"""

from __future__ import annotations

import argparse
import gc
from statistics import median, quantiles
from time import process_time

from cardrules import rulesets
from cardrules.interpreter.service.completion import complete
from cardrules.interpreter.service.reading import structure
from cardrules.interpreter.service.workspace import Workspace


def typed(name: str, every: int) -> tuple[list[float], list[float]]:
    """Return the seconds of completions and of diagnostics while values of a bundled ruleset are typed.

    Args:
        name: its name.
        every: of so many values one is typed.
    """
    path = rulesets.path(name)
    assert path is not None
    text, file = path.read_text("utf-8"), str(path)
    workspace = Workspace()
    workspace.open(file, text)
    workspace.document(file)
    gc.freeze()  # as the server does
    completions: list[float] = []
    diagnostics: list[float] = []
    for item in structure(text).items[::every]:
        if item.form not in ("plain", "quoted", "block"):
            continue
        start, stop = item.value
        for end in range(start + 1, min(stop, start + 40) + 1):
            workspace.open(file, text[:end] + text[stop:])
            begin = process_time()
            complete(workspace, file, end)
            completions.append(process_time() - begin)
            if text[end : end + 1].isspace():
                begin = process_time()
                workspace.first_diagnostics(file)
                diagnostics.append(process_time() - begin)
    return completions, diagnostics


def shown(what: str, times: list[float]) -> str:
    """Return the middle, the slowest twentieth and the slowest of some times, in milliseconds."""
    most = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return f"{what:<12} {len(times):5} times   p50 {1000 * median(times):6.1f} ms   p95 {1000 * most:6.1f} ms"


def main() -> None:
    """Time the rulesets that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["gin_rummy"])
    parser.add_argument("--every", type=int, default=20)
    given = parser.parse_args()
    for name in given.names:
        completions, diagnostics = typed(name, given.every)
        print(name)
        print(f"  {shown('completion', completions)}")
        if diagnostics:
            print(f"  {shown('diagnostics', diagnostics)}")


if __name__ == "__main__":
    main()
