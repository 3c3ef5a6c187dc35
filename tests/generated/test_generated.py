"""All builds play random rulesets alike, and as the definitional interpreter does."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from cardrules.interpreter.check.load import check_text

from .__main__ import failure
from .known import known
from .rulesets import generate
from .shrink import shrink

PARTS = 12
"""Into how many tests the rulesets are divided, for several processes."""

COUNT, FULL = 300, 100_000


def progress(config: pytest.Config, part: int) -> Path:
    """Return the file that says how far a part of the long run has come."""
    folder = os.environ.get("CARDRULES_SOAK")
    place = Path(folder) if folder else config.rootpath / ".pytest_cache" / "generated"
    place.mkdir(parents=True, exist_ok=True)
    return place / f"part-{part}.json"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_builds_agree(
    part: int, amount: Callable[[int, int], int], pytestconfig: pytest.Config
) -> None:
    """Each part has every twelfth ruleset; a long run that was stopped goes on where it was."""
    count = amount(COUNT, FULL)
    file = progress(pytestconfig, part) if count == FULL else None
    failures: list[str] = []
    first = part
    if file is not None and file.exists():
        first, failures = cast("tuple[int, list[str]]", json.loads(file.read_text("utf-8")))
    for seed in range(first, count, PARTS):
        text = generate(seed)
        found = failure(text, probed=seed % 4 == 0)
        if found is not None and known(found, text) is None:
            failures.append(f"{seed}: {found.kind}\n{found.detail}")
        if file is not None:
            file.write_text(json.dumps([seed + PARTS, failures]), encoding="utf-8")
    if file is not None:
        file.unlink(missing_ok=True)  # the next run begins anew
    message = "\n".join(failures[:20])
    assert not failures, (
        f"{len(failures)} rulesets fail; `python -m tests.generated SEED 1 --shrink` makes one "
        f"small:\n{message}"
    )


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
