"""All builds play random rulesets alike, and as the definitional interpreter does."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardrules.interpreter.check.load import check_text

from .compare import failure
from .mutants import mutant
from .rulesets import generate
from .runner import Outcome, outcomes, run
from .shrink import shrink

PARTS = 30
"""Into how many tests the rulesets are divided, for several processes."""

SMALL = sorted((Path(__file__).parents[1] / "reference/rulesets").glob("*.yaml"))

COUNT, FULL = 30, 100_000

MUTANTS, MANY_MUTANTS = 3, 10_000

Amount = Callable[[int, int], int]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_generated_rulesets_agree(part: int, amount: Amount, pytestconfig: pytest.Config) -> None:
    seeds = range(part, amount(COUNT, FULL), PARTS)
    agree(seeds, pytestconfig, f"rulesets-{part}", mutants=False)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_mutants_agree(part: int, amount: Amount, pytestconfig: pytest.Config) -> None:
    seeds = range(part, amount(MUTANTS, MANY_MUTANTS), PARTS)
    agree(seeds, pytestconfig, f"mutants-{part}", mutants=True)


def agree(seeds: range, config: pytest.Config, name: str, *, mutants: bool) -> None:
    """Compare on some rulesets: a few in this process, or many in one that can be stopped.

    The outcomes of many are kept in the folder that is named by `CARDRULES_SOAK`, otherwise in
    pytest's cache, and forgotten when all is done.
    """
    if config.getoption("--soak"):
        folder = os.environ.get("CARDRULES_SOAK")
        place = Path(folder) if folder else config.rootpath / ".pytest_cache" / "generated"
        place.mkdir(parents=True, exist_ok=True)
        file = place / f"{name}.jsonl"
        outcomes = run(seeds, file, mutants=mutants, traced=8)
        file.unlink()
        failed = [f"{each.seed}: {each.kind}\n{each.detail}" for each in outcomes if each.kind]
    else:
        make, failed = mutant if mutants else generate, list[str]()
        for seed in seeds:
            text = make(seed)
            found = failure(text or "", traced=seed % 8 == 0, native=False, games=1)
            failed += [] if found is None else [f"{seed}: {found.kind}\n{found.detail}"]
    some = "\n".join(failed[:20])
    arguments = "--mutants " if mutants else ""
    assert not failed, (
        f"{len(failed)} rulesets fail; `python -m tests.generated {arguments}SEED 1 --shrink` makes one small:\n{some}"
    )


@pytest.mark.sample(9)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_rulesets_agree(path: Path, amount: Amount) -> None:
    """Each is for one sentence of docs/language, which stands at its beginning."""
    text = path.read_text("utf-8")
    found = failure(text, traced=bool(amount(0, 1)), native=bool(amount(0, 1)), games=amount(1, 8))
    assert found is None, f"{found.kind}\n{found.detail}"


def test_most_rulesets_are_valid() -> None:
    accepted = sum(
        not any(found.severity == "error" for found in check_text(generate(seed))) for seed in range(5000, 5020)
    )
    assert accepted >= 18


def test_a_ruleset_is_made_small() -> None:
    """What a failure does not need goes; what it needs stays."""
    text = next(text for text in map(generate, range(100)) if "shuffle stock" in text)
    small = shrink(text, lambda candidate: "shuffle stock" in candidate)
    assert "shuffle stock" in small
    assert len(small) < 200


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """A ruleset that takes too long is an outcome; what a file has is not played again."""
    file = tmp_path / "outcomes.jsonl"
    assert run(range(1), file, seconds=0.01)[0].kind == "takes more than 0.01 s"
    file.write_text(file.read_text("utf-8").replace("takes", "took") + '{"seed": 1, "ki', "utf-8")
    told: list[Outcome] = []
    found = run(range(2), file, told.append)
    assert [each.kind for each in found] == ["took more than 0.01 s", ""]
    assert [each.seed for each in told] == [1]
    assert [each.seed for each in outcomes(file)] == [0, 1]
