"""All builds play random rulesets alike, and as the definitional interpreter does."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from cardrules.interpreter.check.load import check_text

from .__main__ import GAMES, failure
from .mutants import mutant
from .rulesets import generate
from .shrink import shrink

PARTS = 30
"""Into how many tests the rulesets are divided, for several processes."""

SMALL = sorted((Path(__file__).parents[1] / "reference/rulesets").glob("*.yaml"))

COUNT, FULL = 70, 100_000


MUTANTS, MANY_MUTANTS = 6, 10_000


class Progress:
    """How far a part of a long run has come, in a file: one that was stopped goes on from there.

    The folder is named by `CARDRULES_SOAK`; otherwise it is pytest's cache.
    """

    def __init__(self, config: pytest.Config, name: str) -> None:
        """Read the file if there is one; a short run has none."""
        self.file: Path | None = None
        self.failures: list[str] = []
        self.next = 0
        if not config.getoption("--soak"):
            return
        folder = os.environ.get("CARDRULES_SOAK")
        place = Path(folder) if folder else config.rootpath / ".pytest_cache" / "generated"
        place.mkdir(parents=True, exist_ok=True)
        self.file = place / f"{name}.json"
        if self.file.exists():
            known_so_far = json.loads(self.file.read_text("utf-8"))
            self.next, self.failures = cast("tuple[int, list[str]]", known_so_far)

    def came_to(self, number: int) -> None:
        """Note how many rulesets are done; the file is whole at any time."""
        if self.file is not None:
            new = self.file.with_suffix(".new")
            new.write_text(json.dumps([number, self.failures]), encoding="utf-8")
            new.replace(self.file)

    def done(self) -> None:
        """Forget it: the next run begins anew."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)


def agree(
    make: Callable[[int], str | None],
    part: int,
    count: int,
    games: int,
    progress: Progress,
    arguments: str,
) -> None:
    """Compare every thirtieth ruleset, and fail with what went wrong in any."""
    for seed in range(max(progress.next, part), count, PARTS):
        text = make(seed)
        probed = seed % 8 == 0
        found = failure(text, probed=probed, games=games) if text is not None else None
        if found is not None:
            progress.failures.append(f"{seed}: {found.kind}\n{found.detail}")
        progress.came_to(seed + PARTS)
    progress.done()
    some = "\n".join(progress.failures[:20])
    assert not progress.failures, (
        f"{len(progress.failures)} rulesets fail; "
        f"`python -m tests.generated {arguments}SEED 1 --shrink` makes one small:\n{some}"
    )


Amount = Callable[[int, int], int]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_generated_rulesets_agree(part: int, amount: Amount, pytestconfig: pytest.Config) -> None:
    progress = Progress(pytestconfig, f"rulesets-{part}")
    agree(generate, part, amount(COUNT, FULL), amount(1, GAMES), progress, "")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_mutants_agree(part: int, amount: Amount, pytestconfig: pytest.Config) -> None:
    progress = Progress(pytestconfig, f"mutants-{part}")
    agree(mutant, part, amount(MUTANTS, MANY_MUTANTS), amount(1, GAMES), progress, "--mutants ")


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_rulesets_agree(path: Path, amount: Amount) -> None:
    """Each is for one sentence of docs/language.md, which stands at its beginning."""
    text = path.read_text("utf-8")
    found = failure(text, probed=bool(amount(0, 1)), games=amount(1, 8))
    assert found is None, f"{found.kind}\n{found.detail}"


def test_most_rulesets_are_valid() -> None:
    accepted = sum(
        not any(found.severity == "error" for found in check_text(generate(seed)))
        for seed in range(5000, 5040)
    )
    assert accepted >= 36


def test_a_ruleset_is_made_small() -> None:
    """What a failure does not need goes; what it needs stays."""
    text = next(text for text in map(generate, range(100)) if "shuffle stock" in text)
    small = shrink(text, lambda candidate: "shuffle stock" in candidate)
    assert "shuffle stock" in small
    assert len(small) < 200
